#include "stores.h"

#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

struct back_door {
    sqlite3 *file;
    PGconn *server;
};

struct back_door *back_door_open(const struct stores *stores)
{
    struct back_door *door = calloc(1, sizeof(*door));

    assert_non_null(door);
    if (stores->remote) {
        door->server = PQconnectdb(stores->url);
        if (PQstatus(door->server) != CONNECTION_OK)
            fail_msg("%s", PQerrorMessage(door->server));
    } else {
        assert_int_equal(sqlite3_open(stores->path, &door->file), SQLITE_OK);
    }
    return door;
}

static int take_number(void *context, int count, char **values, char **names)
{
    (void)names;
    if (count && values[0])
        *(long long *)context = strtoll(values[0], NULL, 10);
    return 0;
}

long long back_door_number(struct back_door *door, const char *sql)
{
    long long number = 0;

    if (door->server) {
        PGresult *result = PQexec(door->server, sql);

        if (PQresultStatus(result) != PGRES_TUPLES_OK && PQresultStatus(result) != PGRES_COMMAND_OK)
            fail_msg("%s: %s", sql, PQerrorMessage(door->server));
        if (PQntuples(result))
            number = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
        PQclear(result);
    } else if (sqlite3_exec(door->file, sql, take_number, &number, NULL) != SQLITE_OK) {
        fail_msg("%s: %s", sql, sqlite3_errmsg(door->file));
    }
    return number;
}

void back_door_run(struct back_door *door, const char *sql)
{
    back_door_number(door, sql);
}

void back_door_close(struct back_door *door)
{
    if (door->server)
        PQfinish(door->server);
    sqlite3_close(door->file);
    free(door);
}

long long back_door_ask(const struct stores *stores, const char *sql)
{
    struct back_door *door = back_door_open(stores);
    long long number = back_door_number(door, sql);

    back_door_close(door);
    return number;
}

void back_door_say(const struct stores *stores, const char *sql)
{
    back_door_ask(stores, sql);
}

static int make_schema(struct stores *stores, const char *server)
{
    static int count;
    char sql[80];

    snprintf(stores->schema, sizeof(stores->schema), "t%ld_%d", (long)getpid(), ++count);
    snprintf(stores->url, sizeof(stores->url), "%s", server);
    snprintf(sql, sizeof(sql), "CREATE SCHEMA %s", stores->schema);
    stores->remote = true;
    back_door_say(stores, sql);
    snprintf(stores->url, sizeof(stores->url), "%s?options=-csearch_path%%3D%s", server,
             stores->schema);
    return 0;
}

int stores_make(void **state)
{
    struct stores *stores = calloc(1, sizeof(*stores));
    const char *server = getenv("BAZI_STORE");

    if (!stores)
        return -1;
    *state = stores;
    if (server)
        return make_schema(stores, server);
    snprintf(stores->folder, sizeof(stores->folder), "/tmp/bazi-store-XXXXXX");
    if (!mkdtemp(stores->folder))
        return -1;
    snprintf(stores->path, sizeof(stores->path), "%s/store.db", stores->folder);
    snprintf(stores->url, sizeof(stores->url), "sqlite:%s", stores->path);
    return 0;
}

int stores_remove(void **state)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    struct stores *stores = *state;
    char text[120];
    int result = 0;

    if (stores->remote) {
        snprintf(text, sizeof(text), "SET client_min_messages = error; DROP SCHEMA %s CASCADE",
                 stores->schema);
        back_door_say(stores, text);
    } else {
        for (int i = 0; i < CHECK_COUNT(ends); i++) {
            snprintf(text, sizeof(text), "%s%s", stores->path, ends[i]);
            remove(text);
        }
        result = rmdir(stores->folder);
    }
    free(stores);
    return result;
}

struct bz_store *stores_open(const struct stores *stores, enum bz_store_mode mode)
{
    struct bz_store *store = NULL;
    struct bz_error err;

    if (bz_store_open(stores->url, mode, &store, &err))
        fail_msg("%s", err.text);
    return store;
}

int64_t stores_tournament(struct bz_store *store, const char *name, int players,
                          int64_t *ret_players)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    struct bz_store_tournament tournament = {
        .name = name, .config = "[games]\n", .state = "running", .seed = 0xfedcba9876543210u};
    struct bz_store_player all[CHECK_COUNT(names)];
    struct bz_error err;

    assert_in_range(players, 1, CHECK_COUNT(names));
    for (int i = 0; i < players; i++)
        all[i] = (struct bz_store_player){
            .number = i, .name = names[i], .spec = "random:seed=1", .state = "in"};
    if (bz_store_tournament_add(store, &tournament, all, players, &err))
        fail_msg("%s", err.text);
    for (int i = 0; i < players; i++)
        ret_players[i] = all[i].id;
    return tournament.id;
}

void stores_enqueue(struct bz_store *store, int64_t tournament, const int64_t *players,
                    int player_count, int count)
{
    struct bz_store_game *games = calloc((size_t)count, sizeof(*games));
    struct bz_error err;

    assert_non_null(games);
    for (int i = 0; i < count; i++) {
        int first = i % player_count;
        int second = (first + 1 + i / player_count % (player_count - 1)) % player_count;

        games[i] = (struct bz_store_game){
            .tournament = tournament,
            .number = i,
            .round = i / 2,
            .pairing = i / 4,
            .game = i % 5 ? "chess" : "go",
            .task = "go on",
            .loser = -1,
            .seat_count = 2,
            .seats = {{.player = players[first]}, {.player = players[second]}}};
    }
    if (bz_store_enqueue(store, games, count, &err))
        fail_msg("%s", err.text);
    free(games);
}

int64_t stores_worker(struct bz_store *store)
{
    struct bz_store_worker worker = {
        .host = "here", .session = "boot", .pid = getpid(), .speed = 1.5};
    struct bz_error err;

    if (bz_store_worker_add(store, &worker, &err))
        fail_msg("%s", err.text);
    return worker.id;
}

int stores_finish(struct bz_store *store, struct bz_store_game *game, struct bz_error *err)
{
    static const char *const results[] = {"p1win", "p2win", "draw"};
    static const enum bz_store_result seats[][2] = {{BZ_STORE_WIN, BZ_STORE_LOSS},
                                                    {BZ_STORE_LOSS, BZ_STORE_WIN},
                                                    {BZ_STORE_DRAW, BZ_STORE_DRAW}};
    struct bz_store_move moves[STORES_MOVES];
    struct bz_store_event event = {
        .tournament = game->tournament, .kind = "done", .text = "a game", .game = game->id};
    int64_t which = game->number % 3;

    for (int i = 0; i < STORES_MOVES; i++)
        moves[i] = (struct bz_store_move){i ? "a1" : "", (uint64_t)(game->number * 1000 + i)};
    game->result = results[which];
    game->ruling = game->number % 7 ? "" : "crashed";
    game->loser = game->number % 7 ? -1 : 1;
    game->plies = STORES_MOVES - 1;
    game->seconds = 0.25;
    game->print = (uint64_t)game->number / 2 * 2 + 0x8000000000000000u;
    game->record = "a record";
    game->moves = moves;
    game->move_count = STORES_MOVES;
    for (int i = 0; i < 2; i++) {
        game->seats[i].result = seats[which][i];
        game->seats[i].points = (double)(game->number + i) / 2;
        game->seats[i].excerpt = "\0\xff";
        game->seats[i].excerpt_length = 2;
    }
    return bz_store_finish(store, game, &event, 1, err);
}
