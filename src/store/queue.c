/*
 * queue.c - games waiting, being played and done.
 *
 * A game being played belongs to one attempt of one worker. Whoever comes back with its result must
 * name both; where the game was taken away meanwhile nothing is changed. So every game is counted
 * once, whoever dies, and whoever was only thought to be dead.
 */
#include <assert.h>
#include <stdlib.h>

#include "bazi/buf.h"
#include "store/games.h"
#include "store/journal.h"

static const char insert_game[] =
    "INSERT INTO games (tournament, number, round, pairing, game, task, state, attempt, worker, "
    "result, ruling, loser, plies, seconds, print, record) VALUES "
    "($1, $2, $3, $4, $5, $6, $7, $8, NULL, $9, $10, $11, $12, $13, $14, $15) "
    "ON CONFLICT (tournament, number) DO NOTHING RETURNING id";

static const char insert_seat[] = "INSERT INTO seats (game, seat, player, result, points, excerpt) "
                                  "VALUES ($1, $2, $3, $4, $5, $6)";

/* Several rows at once: each statement is a journey to the server and back. */
static int insert_moves(struct bz_store *store, int64_t game, const struct bz_store_move *moves,
                        int first, int count, struct bz_error *err)
{
    enum { COLUMNS = 3, ROWS_MAX = 64 };
    struct bz_datum values[1 + COLUMNS * ROWS_MAX] = {INTEGER(game)};
    char text[BZ_SQL_MAX];
    struct bz_buf sql = BZ_BUF(text);

    bz_buf_add(&sql, "INSERT INTO moves (game, ply, move, position) VALUES ");
    for (int i = 0; i < count; i++) {
        int at = 1 + COLUMNS * i;

        bz_buf_add(&sql, "%s($1, $%d, $%d, $%d)", i ? ", " : "", at + 1, at + 2, at + 3);
        values[at] = INTEGER(first + i);
        values[at + 1] = TEXT(moves[first + i].text);
        values[at + 2] = INTEGER(moves[first + i].position);
    }
    return bz_sql_run(store, text, values, 1 + COLUMNS * count, err);
}

/* In a few sizes, so that the statements can be kept prepared. */
static int add_moves(struct bz_store *store, int64_t game, const struct bz_store_move *moves,
                     int count, struct bz_error *err)
{
    static const int sizes[] = {64, 16, 4, 1};
    int done = 0, code = BZ_OK;

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        for (; !code && count - done >= sizes[i]; done += sizes[i])
            code = insert_moves(store, game, moves, done, sizes[i], err);
    return code;
}

/* The end of it, where it is too long. */
static struct bz_datum excerpt_of(const struct bz_store_seat *seat)
{
    size_t skipped = seat->excerpt_length > BZ_STORE_EXCERPT_MAX
                         ? seat->excerpt_length - BZ_STORE_EXCERPT_MAX
                         : 0;

    return seat->excerpt ? BYTES(seat->excerpt + skipped, seat->excerpt_length - skipped)
                         : BYTES("", 0);
}

static int add_seats(struct bz_store *store, int64_t id, const struct bz_store_game *game,
                     struct bz_error *err)
{
    int code = BZ_OK;

    for (int i = 0; i < game->seat_count && !code; i++) {
        const struct bz_store_seat *seat = &game->seats[i];

        code = bz_sql_run(store, insert_seat,
                          VALUES(INTEGER(id), INTEGER(i), INTEGER(seat->player),
                                 TEXT(bz_store_results[seat->result]), REAL(seat->points),
                                 excerpt_of(seat)),
                          err);
    }
    return code;
}

static int add_game(struct bz_store *store, const struct bz_store_game *game, struct bz_error *err)
{
    int64_t id = 0;
    int code;

    if (game->seat_count < 1 || game->seat_count > BZ_STORE_SEATS_MAX)
        return bz_fail(err, BZ_ERROR_RANGE, "a game has 1 to %d seats", BZ_STORE_SEATS_MAX);
    code = bz_sql_ask(store, insert_game,
                      VALUES(INTEGER(game->tournament), INTEGER(game->number), INTEGER(game->round),
                             INTEGER(game->pairing), TEXT(game->game), TEXT(game->task),
                             TEXT(bz_store_states[game->state]), INTEGER(game->attempt),
                             TEXT(game->result), TEXT(game->ruling), INTEGER(game->loser),
                             INTEGER(game->plies), REAL(game->seconds), INTEGER(game->print),
                             TEXT(game->record)),
                      &id, err);
    if (code || !id)
        return code;
    code = add_seats(store, id, game, err);
    return code ? code : add_moves(store, id, game->moves, game->move_count, err);
}

int bz_store_enqueue(struct bz_store *store, const struct bz_store_game *games, int count,
                     struct bz_error *err)
{
    int code = bz_sql_begin(store, BZ_SQL_WRITE, err);

    if (code)
        return code;
    for (int i = 0; i < count && !code; i++)
        code = add_game(store, &games[i], err);
    return bz_sql_end(store, code, err);
}

int bz_store_void(struct bz_store *store, const int64_t *games, int count, struct bz_error *err)
{
    int code = bz_sql_begin(store, BZ_SQL_WRITE, err);

    if (code)
        return code;
    for (int i = 0; i < count && !code; i++)
        code =
            bz_sql_run(store, "UPDATE games SET state = 'void' WHERE id = $1 AND state = 'queued'",
                       VALUES(INTEGER(games[i])), err);
    return bz_sql_end(store, code, err);
}

static int refuse_stale(const struct bz_store_game *game, struct bz_error *err)
{
    return bz_fail(err, BZ_ERROR_STALE, "game %lld is not this worker's any more",
                   (long long)game->number);
}

struct claim {
    int64_t ids[BZ_STORE_CLAIM_MAX];
    int count;
};

static int take_id(void *context, struct bz_query *query)
{
    struct claim *claim = context;

    if (claim->count == BZ_STORE_CLAIM_MAX) {
        query->bad = true;
        return BZ_OK;
    }
    claim->ids[claim->count++] = bz_column_integer(query, 0);
    return BZ_OK;
}

static int by_id(const void *a, const void *b)
{
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

    return (left > right) - (left < right);
}

/* A worker that was buried gets nothing; one that is being buried waits here, or is waited for. */
static int check_alive(struct bz_store *store, int64_t worker, struct bz_error *err)
{
    int64_t alive = 0;
    int code = bz_sql_ask(store, "SELECT 1 FROM workers WHERE id = $1 AND life = 'alive' @share",
                          VALUES(INTEGER(worker)), &alive, err);

    if (!code && !alive)
        code = bz_fail(err, BZ_ERROR_STALE, "worker %lld was given up", (long long)worker);
    return code;
}

static int claim_ids(struct bz_store *store, int64_t worker, int64_t tournament, int max,
                     struct claim *claim, struct bz_error *err)
{
#define CLAIM(condition)                                                                       \
    "WITH next AS MATERIALIZED (SELECT id FROM games WHERE state = 'queued' " condition        \
    " ORDER BY id LIMIT $3 @skip) UPDATE games SET state = 'playing', attempt = attempt + 1, " \
    "worker = $1 WHERE id IN (SELECT id FROM next) RETURNING id"
    const char *sql =
        tournament ? CLAIM("AND tournament = $2") : CLAIM("AND 0 = CAST($2 AS BIGINT)");
#undef CLAIM

    return bz_sql_walk(store, sql, VALUES(INTEGER(worker), INTEGER(tournament), INTEGER(max)),
                       take_id, claim, err);
}

static int claim_games(struct bz_store *store, int64_t worker, int64_t tournament, int max,
                       struct bz_store_hand *hand, struct bz_error *err)
{
    struct claim claim = {.count = 0};
    int code = check_alive(store, worker, err);

    if (!code)
        code = claim_ids(store, worker, tournament, max, &claim, err);
    qsort(claim.ids, (size_t)claim.count, sizeof(claim.ids[0]), by_id);
    for (int i = 0; i < claim.count && !code; i++) {
        struct bz_shelf *shelf;

        code = bz_game_fetch(store, claim.ids[i], &hand->games[i], &shelf, err);
        if (!code)
            hand->memory[hand->count++] = shelf;
    }
    return code;
}

int bz_store_claim(struct bz_store *store, int64_t worker, int64_t tournament, int max,
                   struct bz_store_hand *ret_hand, struct bz_error *err)
{
    struct bz_store_hand hand = {.count = 0};
    int code = bz_sql_begin(store, BZ_SQL_WRITE, err);

    if (code)
        return code;
    if (max > BZ_STORE_CLAIM_MAX)
        max = BZ_STORE_CLAIM_MAX;
    code = bz_sql_end(store, claim_games(store, worker, tournament, max, &hand, err), err);
    if (code)
        bz_store_hand_release(&hand);
    else
        *ret_hand = hand;
    return code;
}

void bz_store_hand_release(struct bz_store_hand *hand)
{
    for (int i = 0; i < hand->count; i++)
        bz_shelf_release(hand->memory[i]);
    hand->count = 0;
}

int bz_store_keep(struct bz_store *store, int64_t worker, const int64_t *games, int count,
                  struct bz_error *err)
{
    struct bz_datum values[1 + BZ_STORE_CLAIM_MAX] = {INTEGER(worker)};
    char text[BZ_SQL_MAX];
    struct bz_buf sql = BZ_BUF(text);
    int code = bz_sql_begin(store, BZ_SQL_WRITE, err);

    assert(count <= BZ_STORE_CLAIM_MAX);
    if (code)
        return code;
    bz_buf_add(&sql, "UPDATE games SET state = 'queued', worker = NULL "
                     "WHERE worker = $1 AND state = 'playing' AND id NOT IN (0");
    for (int i = 0; i < count; i++) {
        bz_buf_add(&sql, ", $%d", i + 2);
        values[i + 1] = INTEGER(games[i]);
    }
    bz_buf_add(&sql, ")");
    return bz_sql_end(store, bz_sql_run(store, text, values, 1 + count, err), err);
}

static int end_seats(struct bz_store *store, const struct bz_store_game *game, struct bz_error *err)
{
    for (int i = 0; i < game->seat_count; i++) {
        const struct bz_store_seat *seat = &game->seats[i];
        int64_t changes = 0;
        int code = bz_sql_run_counted(
            store,
            "UPDATE seats SET result = $3, points = $4, excerpt = $5 WHERE game = $1 AND seat = $2",
            VALUES(INTEGER(game->id), INTEGER(i), TEXT(bz_store_results[seat->result]),
                   REAL(seat->points), excerpt_of(seat)),
            &changes, err);

        if (!code && changes != 1)
            code = bz_fail(err, BZ_ERROR_UNFIT, "game %lld has no seat %d", (long long)game->number,
                           i + 1);
        if (code)
            return code;
    }
    return BZ_OK;
}

/* Sets *ret_new where the game was being played by this attempt of this worker. Where it is done,
 * and by them, an answer was lost on the way and nothing is left to do. */
static int end_game(struct bz_store *store, const struct bz_store_game *game, bool *ret_new,
                    struct bz_error *err)
{
    int64_t changes = 0, done = 0;
    int code = bz_sql_run_counted(
        store,
        "UPDATE games SET state = 'done', result = $4, ruling = $5, loser = $6, plies = $7, "
        "seconds = $8, print = $9, record = $10 "
        "WHERE id = $1 AND attempt = $2 AND worker = $3 AND state = 'playing'",
        VALUES(INTEGER(game->id), INTEGER(game->attempt), INTEGER(game->worker), TEXT(game->result),
               TEXT(game->ruling), INTEGER(game->loser), INTEGER(game->plies), REAL(game->seconds),
               INTEGER(game->print), TEXT(game->record)),
        &changes, err);

    if (code)
        return code;
    *ret_new = changes == 1;
    if (*ret_new)
        return BZ_OK;
    code = bz_sql_ask(store,
                      "SELECT 1 FROM games WHERE id = $1 AND attempt = $2 AND worker = $3 AND "
                      "state = 'done'",
                      VALUES(INTEGER(game->id), INTEGER(game->attempt), INTEGER(game->worker)),
                      &done, err);
    return code || done ? code : refuse_stale(game, err);
}

enum { ALREADY = 1 }; /* beside the codes: this very end is there */

static int finish_one(struct bz_store *store, const struct bz_store_game *game,
                      struct bz_error *err)
{
    bool is_new = false;
    int code = end_game(store, game, &is_new, err);

    if (code || !is_new)
        return code ? code : ALREADY;
    code = end_seats(store, game, err);
    return code ? code : add_moves(store, game->id, game->moves, game->move_count, err);
}

/* Whether an event is news: not of a game whose end was there already, or was refused. */
static bool is_news(const struct bz_store_event *event, const struct bz_store_game *games,
                    int count, const int *codes)
{
    for (int i = 0; i < count; i++)
        if (games[i].id == event->game)
            return codes[i] == BZ_OK;
    return true;
}

int bz_store_finish_all(struct bz_store *store, const struct bz_store_game *games, int count,
                        const struct bz_store_event *events, int event_count, int *ret_codes,
                        struct bz_error *err)
{
    int code = bz_sql_begin(store, BZ_SQL_WRITE, err);

    if (code)
        return code;
    for (int i = 0; i < count && !code; i++) {
        code = ret_codes[i] = finish_one(store, &games[i], err);
        if (code == BZ_ERROR_STALE || code == ALREADY)
            code = BZ_OK; /* nothing was changed */
    }
    for (int i = 0; i < event_count && !code; i++)
        if (is_news(&events[i], games, count, ret_codes))
            code = bz_event_insert(store, &events[i], err);
    for (int i = 0; i < count && !code; i++)
        if (ret_codes[i] == ALREADY)
            ret_codes[i] = BZ_OK;
    return bz_sql_end(store, code, err);
}

int bz_store_finish(struct bz_store *store, const struct bz_store_game *game,
                    const struct bz_store_event *events, int count, struct bz_error *err)
{
    int own = BZ_OK;
    int code = bz_store_finish_all(store, game, 1, events, count, &own, err);

    return code ? code : own;
}

int bz_store_give_back(struct bz_store *store, const struct bz_store_game *game,
                       struct bz_error *err)
{
    int64_t changes = 0;
    int code = bz_sql_begin(store, BZ_SQL_WRITE, err);

    if (code)
        return code;
    code = bz_sql_run_counted(
        store,
        "UPDATE games SET state = 'queued', worker = NULL "
        "WHERE id = $1 AND attempt = $2 AND worker = $3 AND state = 'playing'",
        VALUES(INTEGER(game->id), INTEGER(game->attempt), INTEGER(game->worker)), &changes, err);
    if (!code && changes != 1)
        code = refuse_stale(game, err);
    return bz_sql_end(store, code, err);
}
