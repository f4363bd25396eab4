/*
 * search.c - games of a store: found by who played, how it ended or what was reached, and shown as
 * a line each or written out whole.
 *
 * A record from a store is read by the rules before anything of it is written.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "db/db.h"
#include "store/entry.h"
#include "text/json.h"
#include "text/record_json.h"

struct search {
    struct json json;
    bool as_json;
    FILE *out;
    int64_t count;
    struct bz_error err;
};

/* The key of --position in the game --game, which it needs. */
static int find_position(const struct invocation *inv, struct bz_store_filter *filter)
{
    const char *fen = invocation_value(inv, "position");
    struct bz_setup setup;
    struct bz_error err;
    union bz_pos pos;
    int code;

    if (!fen)
        return STATUS_DONE;
    if (!filter->game)
        return complain("db: --position needs --game");
    if (invocation_setup(inv, filter->game, &setup, &pos))
        return STATUS_USAGE;
    code = bz_parse(&setup, fen, strlen(fen), &pos, &err);
    if (!code) {
        filter->by_position = true;
        filter->position = bz_position_key(&setup, &pos);
    }
    bz_setup_release(&setup);
    return code ? complain("db: --position: %s", err.text) : STATUS_DONE;
}

/* "p2win", "p1p3win": the winners in their order. */
static bool is_win(const char *word)
{
    char last = '0';

    for (; word[0] == 'p' && word[1] > last && word[1] <= '0' + BZ_PLAYERS_MAX; word += 2)
        last = word[1];
    return last > '0' && !strcmp(word, "win");
}

static int check_result(const char *word)
{
    if (!word || !strcmp(word, "draw") || !strcmp(word, "done") || is_win(word))
        return STATUS_DONE;
    return complain("db: --result: '%s' is none of draw, done, p1win, p2win and so on, p1p2win and "
                    "the like",
                    bz_quoted(word, strlen(word)).text);
}

/* No ruling is one to look for, too: "". */
static int check_ruling(const char *word)
{
    char list[200] = "";
    struct bz_buf words = BZ_BUF(list);

    if (!word)
        return STATUS_DONE;
    for (int i = BZ_RULING_NONE; i < BZ_RULINGS; i++) {
        if (!strcmp(bz_ruling_word((enum bz_ruling)i), word))
            return STATUS_DONE;
        bz_buf_add(&words, "%s%s", words.length ? ", " : "", bz_ruling_word((enum bz_ruling)i));
    }
    return complain("db: --ruling: '%s' is none of %s", bz_quoted(word, strlen(word)).text, list);
}

static int read_filter(const struct invocation *inv, struct bz_store *store,
                       struct bz_store_filter *filter)
{
    const char *name = invocation_value(inv, "name");
    struct bz_error err;

    *filter = (struct bz_store_filter){
        .player = invocation_value(inv, "player"),
        .game = invocation_value(inv, "game"),
        .result = invocation_value(inv, "result"),
        .ruling = invocation_value(inv, "ruling"),
        .twins = invocation_has(inv, "twins"),
    };
    if (check_result(filter->result) || check_ruling(filter->ruling))
        return STATUS_USAGE;
    if (name && bz_store_tournament_find(store, name, &filter->tournament, &err))
        return complain("db: %s", err.text);
    return find_position(inv, filter);
}

static void json_game(struct json *json, const struct bz_store_game *game)
{
    json_open(json, NULL, '{');
    json_whole(json, "id", game->id);
    json_whole(json, "number", game->number + 1);
    json_text(json, "game", game->game);
    json_text(json, "state", bz_store_state_word(game->state));
    json_open(json, "players", '[');
    for (int i = 0; i < game->seat_count; i++)
        json_text(json, NULL, game->seats[i].name);
    json_close(json, ']');
    json_text(json, "result", game->result);
    json_text(json, "ruling", game->ruling);
    json_whole(json, "plies", game->plies);
    json_rounded(json, "seconds", game->seconds, DECIMALS_SECONDS);
    json_close(json, '}');
    json_end_line(json);
}

static int show_game(void *context, const struct bz_store_game *game)
{
    struct search *search = context;
    char names[400] = "";
    struct bz_buf buf = BZ_BUF(names);

    search->count++;
    if (search->as_json) {
        json_game(&search->json, game);
        return 0;
    }
    for (int i = 0; i < game->seat_count; i++)
        bz_buf_add(&buf, "%s%s", i ? " - " : "", db_shown(game->seats[i].name).text);
    printf("%6" PRId64 "  %-10s  %-8s  %-8s  %-9s  %4d  %s\n", game->number + 1,
           db_shown(game->game).text, bz_store_state_word(game->state), db_shown(game->result).text,
           db_shown(game->ruling).text, game->plies, names);
    return 0;
}

int db_search(const struct invocation *inv, struct bz_store *store)
{
    struct search search = {.json.out = stdout, .as_json = invocation_has(inv, "json")};
    struct bz_store_filter filter;
    struct bz_error err;

    if (read_filter(inv, store, &filter))
        return STATUS_USAGE;
    if (bz_store_games(store, &filter, show_game, &search, &err))
        return complain("db: %s", err.text);
    return search.count ? STATUS_DONE : STATUS_BAD;
}

static int write_record(struct search *search, const struct bz_record *record)
{
    if (search->as_json) {
        record_json(record, false, search->out);
        return 0;
    }
    if (search->count++)
        putc('\n', search->out);
    return bz_record_write(record, search->out, &search->err);
}

static int write_game(void *context, const struct bz_store_game *game)
{
    struct search *search = context;
    struct bz_setup setup;
    struct bz_record record;
    int code = bz_record_read(game->record, strlen(game->record), &setup, &record, &search->err);

    if (code)
        return code;
    code = write_record(search, &record);
    bz_record_release(&record);
    bz_setup_release(&setup);
    if (!code && ferror(search->out))
        code = bz_fail(&search->err, BZ_ERROR_IO, "cannot be written: %s", strerror(errno));
    return code;
}

int db_export(const struct invocation *inv, struct bz_store *store)
{
    const char *path = invocation_value(inv, "out");
    struct search search = {.as_json = invocation_has(inv, "json"), .out = stdout};
    struct bz_store_filter filter;
    int code;

    if (read_filter(inv, store, &filter))
        return STATUS_USAGE;
    filter.by_state = filter.records = true;
    filter.state = BZ_STORE_DONE;
    if (path && !(search.out = fopen(path, "w")))
        return complain("db: %s: %s", bz_quoted_path(path).text, strerror(errno));
    code = bz_store_games(store, &filter, write_game, &search, &search.err);
    if (path && fclose(search.out) && !code)
        return complain("db: %s: %s", bz_quoted_path(path).text, strerror(errno));
    return code ? complain("db: %s", search.err.text) : STATUS_DONE;
}
