/*
 * import.c - a file of games into a store, as a tournament of its own.
 *
 * The file is read twice: first for who played, with every game checked by its rules, then for the
 * games. Only in between the store is opened, or made: a bad file leaves none behind. An import
 * that was interrupted goes on where the same command is given again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/db.h"
#include "load.h"
#include "store/entry.h"

enum { PEOPLE_MAX = 4096 };

#define IMPORTING "importing"

struct import {
    struct bz_store *store;
    struct bz_store_player people[PEOPLE_MAX];
    int count;
    int64_t tournament, games;
    bool half; /* the tournament is there, its import was not finished */
};

/* Who sat there; a nameless one goes by his seat. */
static void seat_name(const struct bz_record *record, int seat, char *ret_name, size_t size)
{
    struct bz_buf buf = {.text = ret_name, .size = size};

    bz_buf_clear(&buf);
    bz_buf_escape(&buf, record->players[seat], "");
    if (!buf.length)
        bz_buf_add(&buf, "p%d", seat + 1);
}

static struct bz_store_player *find_person(struct import *import, const char *name)
{
    for (int i = 0; i < import->count; i++)
        if (strcmp(import->people[i].name, name) == 0)
            return &import->people[i];
    return NULL;
}

static int meet(void *context, const struct bz_record *record)
{
    struct import *import = context;

    import->games++;
    if (!bz_record_is_over(record))
        return complain("db: game %lld of the file is not over", (long long)import->games);
    for (int i = 0; i < record->setup->rules->players; i++) {
        char name[4 * BZ_NAME_MAX];

        seat_name(record, i, name, sizeof(name));
        if (find_person(import, name))
            continue;
        if (import->count == PEOPLE_MAX)
            return complain("db: more than %d players", PEOPLE_MAX);
        import->people[import->count] = (struct bz_store_player){
            .number = import->count, .name = strdup(name), .spec = "", .state = ""};
        if (!import->people[import->count++].name)
            return complain("db: no memory for the players");
    }
    return STATUS_DONE;
}

static int put_game(void *context, const struct bz_record *record)
{
    struct import *import = context;
    struct bz_store_entry entry;
    struct bz_error err;
    int code = bz_store_entry_init(&entry, record, &err);

    if (code)
        return complain("db: %s", err.text);
    entry.game.tournament = import->tournament;
    entry.game.number = import->games++;
    for (int i = 0; i < entry.game.seat_count; i++) {
        char name[4 * BZ_NAME_MAX];
        const struct bz_store_player *person;

        seat_name(record, i, name, sizeof(name));
        person = find_person(import, name);
        entry.game.seats[i].player = person ? person->id : 0;
    }
    code = bz_store_enqueue(import->store, &entry.game, 1, &err);
    bz_store_entry_release(&entry);
    return code ? complain("db: %s", err.text) : STATUS_DONE;
}

static int look_at_state(void *context, const struct bz_store_tournament *tournament)
{
    struct import *import = context;

    import->half = strcmp(tournament->state, IMPORTING) == 0;
    return 0;
}

static int take_id(void *context, const struct bz_store_player *player)
{
    struct bz_store_player *person = find_person(context, player->name);

    if (person)
        person->id = player->id;
    return 0;
}

/* A new tournament, or the one whose import was not finished. */
static int enter_tournament(struct import *import, const char *name, struct bz_error *err)
{
    struct bz_store_tournament tournament = {.name = name, .config = "", .state = IMPORTING};
    int code = bz_store_tournament_find(import->store, name, &import->tournament, err);

    if (!code)
        code = bz_store_tournaments(import->store, import->tournament, look_at_state, import, err);
    if (import->half && !code)
        return bz_store_players(import->store, import->tournament, take_id, import, err);
    if (code && code != BZ_ERROR_UNKNOWN)
        return code;
    code = bz_store_tournament_add(import->store, &tournament, import->people, import->count, err);
    import->tournament = tournament.id;
    return code;
}

static int put_games(const struct invocation *inv, struct import *import, const char *name,
                     const char *path)
{
    struct bz_error err;
    int status;

    if (enter_tournament(import, name, &err))
        return complain("db: %s", err.text);
    import->games = 0;
    status = load_games(inv, path, true, put_game, import);
    if (status)
        return status;
    if (bz_store_tournament_state(import->store, import->tournament, "imported", &err))
        return complain("db: %s", err.text);
    printf("%lld %s of %d %s\n", (long long)import->games, import->games == 1 ? "game" : "games",
           import->count, import->count == 1 ? "player" : "players");
    return STATUS_DONE;
}

static int import_file(const struct invocation *inv, struct import *import, const char *name,
                       const char *path)
{
    struct bz_error err;
    int status = load_games(inv, path, true, meet, import);

    if (status)
        return status;
    if (bz_store_open(invocation_operand(inv, 1), BZ_STORE_CREATE, &import->store, &err))
        return complain("db: %s", err.text);
    status = put_games(inv, import, name, path);
    bz_store_close(import->store);
    return status;
}

int db_import(const struct invocation *inv)
{
    const char *name = invocation_value(inv, "name"), *path = invocation_operand(inv, 2);
    struct import *import;
    int status;

    if (!name || !path)
        return complain("db: import needs a FILE of games and --name, what to call them");
    import = calloc(1, sizeof(*import));
    if (!import)
        return complain("db: no memory");
    status = import_file(inv, import, name, path);
    for (int i = 0; i < import->count; i++)
        free((char *)(uintptr_t)import->people[i].name);
    free(import);
    return status;
}
