/*
 * audit.c - every finished game, read again: its record must follow the rules, and all the store
 * keeps beside the record must be what the record says.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bazi/buf.h"
#include "store/entry.h"
#include "store/games.h"

enum { BATCH = 256 };

struct audit {
    struct bz_store *store;
    bz_store_each_fault *each;
    void *context;
    int64_t ids[BATCH];
    int count;
};

__attribute__((format(printf, 3, 4))) static int report(const struct audit *audit, int64_t game,
                                                        const char *format, ...)
{
    char text[400];
    struct bz_buf buf = BZ_BUF(text);
    va_list args;

    bz_buf_add(&buf, "game %lld: ", (long long)game);
    va_start(args, format);
    vsnprintf(text + buf.length, sizeof(text) - buf.length, format, args);
    va_end(args);
    return audit->each(audit->context, text);
}

static const char *differing_seat(const struct bz_store_game *kept,
                                  const struct bz_store_game *made)
{
    if (kept->seat_count != made->seat_count)
        return "number of seats";
    for (int i = 0; i < kept->seat_count; i++)
        if (kept->seats[i].result != made->seats[i].result ||
            kept->seats[i].points != made->seats[i].points)
            return "result of a seat";
    return NULL;
}

/* What of it is not as the record says, or NULL. */
static const char *difference(const struct bz_store_game *kept, const struct bz_store_game *made)
{
    if (strcmp(kept->game, made->game) != 0)
        return "name of the game";
    if (strcmp(kept->record, made->record) != 0)
        return "text of the record";
    if (strcmp(kept->result, made->result) != 0)
        return "result";
    if (strcmp(kept->ruling, made->ruling) != 0 || kept->loser != made->loser)
        return "ruling";
    if (kept->plies != made->plies)
        return "number of plies";
    if (kept->print != made->print)
        return "fingerprint";
    return differing_seat(kept, made);
}

struct comparison {
    const struct bz_store_game *made;
    int seen, wrong; /* moves; wrong is the first that differs, or -1 */
};

static int compare_move(void *context, struct bz_query *query)
{
    struct comparison *comparison = context;
    int ply = comparison->seen++;
    const struct bz_store_move *move = &comparison->made->moves[ply];
    bool same = ply < comparison->made->move_count && bz_column_integer(query, 0) == ply &&
                strcmp(bz_column_text(query, 1), move->text) == 0 &&
                (uint64_t)bz_column_integer(query, 2) == move->position;

    if (!same)
        comparison->wrong = ply;
    return same ? BZ_OK : 1;
}

static int audit_moves(const struct audit *audit, int64_t id, const struct bz_store_game *made,
                       struct bz_error *err)
{
    struct comparison comparison = {.made = made, .wrong = -1};
    int code = bz_sql_walk(audit->store,
                           "SELECT ply, move, position FROM moves WHERE game = $1 ORDER BY ply",
                           VALUES(INTEGER(id)), compare_move, &comparison, err);

    if (code < 0)
        return code;
    if (comparison.wrong >= 0)
        return report(audit, id, "move %d is not that of its record", comparison.wrong);
    if (comparison.seen != made->move_count)
        return report(audit, id, "%d of its moves are missing", made->move_count - comparison.seen);
    return BZ_OK;
}

static int audit_record(const struct audit *audit, const struct bz_store_game *kept,
                        const struct bz_record *record, struct bz_error *err)
{
    struct bz_store_entry entry;
    struct bz_error why;
    const char *what;
    int code;

    if (bz_store_entry_init(&entry, record, &why))
        return report(audit, kept->id, "%s", why.text);
    what = difference(kept, &entry.game);
    code = what ? report(audit, kept->id, "the %s is not as its record says", what)
                : audit_moves(audit, kept->id, &entry.game, err);
    bz_store_entry_release(&entry);
    return code;
}

static int audit_game(const struct audit *audit, int64_t id, struct bz_error *err)
{
    struct bz_store_game game;
    struct bz_shelf *shelf;
    struct bz_setup setup;
    struct bz_record record;
    struct bz_error why;
    int code = bz_game_fetch(audit->store, id, &game, &shelf, err);

    if (code == BZ_ERROR_DAMAGED)
        return report(audit, id, "%s", "its row holds nonsense");
    if (code)
        return code;
    if (bz_record_read(game.record, strlen(game.record), &setup, &record, &why)) {
        code = report(audit, id, "its record: %s", why.text);
    } else {
        code = audit_record(audit, &game, &record, err);
        bz_record_release(&record);
        bz_setup_release(&setup);
    }
    bz_shelf_release(shelf);
    return code;
}

static int take_id(void *context, struct bz_query *query)
{
    struct audit *audit = context;

    if (audit->count < BATCH)
        audit->ids[audit->count++] = bz_column_integer(query, 0);
    return BZ_OK;
}

/* Batch by batch, because only one statement is open at a time. */
static int audit_games(struct audit *audit, struct bz_error *err)
{
    int64_t last = 0;
    int code = BZ_OK;

    do {
        audit->count = 0;
        code = bz_sql_walk(audit->store,
                           "SELECT id FROM games WHERE id > $1 AND state = 'done' "
                           "ORDER BY id LIMIT $2",
                           VALUES(INTEGER(last), INTEGER(BATCH)), take_id, audit, err);
        for (int i = 0; i < audit->count && !code; i++)
            code = audit_game(audit, last = audit->ids[i], err);
    } while (!code && audit->count == BATCH);
    return code;
}

int bz_store_audit(struct bz_store *store, bz_store_each_fault *each, void *context,
                   struct bz_error *err)
{
    struct audit audit = {.store = store, .each = each, .context = context};
    int code = bz_store_check(store, each, context, err);

    if (!code)
        code = bz_sql_begin(store, BZ_SQL_READ, err);
    if (code)
        return code;
    return bz_sql_end(store, audit_games(&audit, err), err);
}
