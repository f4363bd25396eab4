/*
 * list.c - what is in a store: tournaments and players; and what is wrong with it.
 */
#include <stdio.h>

#include "db/db.h"
#include "store/entry.h"
#include "text/json.h"

struct db_text db_shown(const char *text)
{
    struct db_text shown = {""};
    struct bz_buf buf = BZ_BUF(shown.text);

    bz_buf_escape(&buf, text, "");
    return shown;
}

struct listing {
    struct json json;
    bool as_json;
    int64_t faults;
};

static int list_tournament(void *context, const struct bz_store_tournament *tournament)
{
    struct listing *listing = context;
    struct json *json = &listing->json;

    if (!listing->as_json) {
        printf("%-20s  %-10s  %s\n", tournament->created, db_shown(tournament->state).text,
               db_shown(tournament->name).text);
        return 0;
    }
    json_open(json, NULL, '{');
    json_text(json, "name", tournament->name);
    json_text(json, "state", tournament->state);
    json_text(json, "created", tournament->created);
    json_count(json, "seed", tournament->seed);
    json_text(json, "config", tournament->config);
    json_close(json, '}');
    json_end_line(json);
    return 0;
}

static int list_player(void *context, const struct bz_store_player *player)
{
    struct listing *listing = context;
    struct json *json = &listing->json;

    if (!listing->as_json) {
        printf("%4d  %s", player->number + 1, db_shown(player->name).text);
        if (*player->spec)
            printf("  %s", db_shown(player->spec).text);
        if (*player->state)
            printf("  (%s)", db_shown(player->state).text);
        putchar('\n');
        return 0;
    }
    json_open(json, NULL, '{');
    json_whole(json, "number", player->number + 1);
    json_text(json, "name", player->name);
    json_text(json, "state", player->state);
    json_text(json, "spec", player->spec);
    json_close(json, '}');
    json_end_line(json);
    return 0;
}

int db_list(const struct invocation *inv, struct bz_store *store)
{
    const char *name = invocation_value(inv, "name");
    struct listing listing = {.json.out = stdout, .as_json = invocation_has(inv, "json")};
    struct bz_error err;
    int64_t id = 0;
    int code;

    if (name && bz_store_tournament_find(store, name, &id, &err))
        return complain("db: %s", err.text);
    code = name ? bz_store_players(store, id, list_player, &listing, &err)
                : bz_store_tournaments(store, 0, list_tournament, &listing, &err);
    return code ? complain("db: %s", err.text) : STATUS_DONE;
}

static int tell_fault(void *context, const char *text)
{
    struct listing *listing = context;

    listing->faults++;
    puts(db_shown(text).text);
    return 0;
}

int db_check(const struct invocation *inv, struct bz_store *store)
{
    struct listing listing = {.faults = 0};
    struct bz_error err;
    int code = bz_store_audit(store, tell_fault, &listing, &err);

    (void)inv;
    if (code == BZ_ERROR_DAMAGED)
        tell_fault(&listing, err.text);
    else if (code)
        return complain("db: %s", err.text);
    if (!listing.faults)
        puts("sound");
    return listing.faults ? STATUS_BAD : STATUS_DONE;
}
