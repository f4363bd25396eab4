/*
 * store.c - opening and closing, and what is in no queue: tournaments, players and their files.
 */
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "store/journal.h"
#include "store/schema.h"

_Static_assert((int)BZ_STORE_HASH == (int)BZ_SHA256_TEXT, "a hash is a SHA-256");

static const char *behind(const char *url, const char *prefix)
{
    size_t length = strlen(prefix);

    return strncmp(url, prefix, length) == 0 ? url + length : NULL;
}

int bz_store_open(const char *url, enum bz_store_mode mode, struct bz_store **ret_store,
                  struct bz_error *err)
{
    struct bz_store_wait wait = {.millis = BZ_STORE_PATIENCE};

    return bz_store_open_waiting(url, mode, wait, ret_store, err);
}

int bz_store_open_waiting(const char *url, enum bz_store_mode mode, struct bz_store_wait wait,
                          struct bz_store **ret_store, struct bz_error *err)
{
    struct bz_store *store = calloc(1, sizeof(*store));
    const char *path = behind(url, "sqlite:");
    bool remote = behind(url, "postgres://") || behind(url, "postgresql://");
    int code;

    if (!store)
        return bz_fail(err, BZ_ERROR_MEMORY, "no memory for a store");
    store->backend = remote ? &bz_store_postgres : &bz_store_sqlite;
    code = store->backend->open(path ? path : url, mode, wait, &store->db, err);
    if (!code)
        code = bz_schema_enter(store, mode, err);
    if (code) {
        bz_store_close(store);
        return code;
    }
    *ret_store = store;
    return BZ_OK;
}

void bz_store_close(struct bz_store *store)
{
    if (!store)
        return;
    for (int i = 0; i < store->prepared_count; i++) {
        store->backend->drop(store->prepared[i].handle);
        free(store->prepared[i].sql);
    }
    if (store->db)
        store->backend->close(store->db);
    free(store);
}

static int add_player(struct bz_store *store, int64_t tournament, struct bz_store_player *player,
                      struct bz_error *err)
{
    return bz_sql_ask(store,
                      "INSERT INTO players (tournament, number, name, spec, state) "
                      "VALUES ($1, $2, $3, $4, $5) RETURNING id",
                      VALUES(INTEGER(tournament), INTEGER(player->number), TEXT(player->name),
                             TEXT(player->spec), TEXT(player->state)),
                      &player->id, err);
}

static int add_tournament(struct bz_store *store, struct bz_store_tournament *tournament,
                          struct bz_store_player *players, int count, struct bz_error *err)
{
    struct bz_moment now = bz_moment_now();
    int64_t id = 0;
    int code =
        bz_sql_ask(store,
                   "INSERT INTO tournaments (name, config, seed, state, created) "
                   "VALUES ($1, $2, $3, $4, $5) ON CONFLICT (name) DO NOTHING RETURNING id",
                   VALUES(TEXT(tournament->name), TEXT(tournament->config),
                          INTEGER(tournament->seed), TEXT(tournament->state), TEXT(now.text)),
                   &id, err);

    if (!code && !id)
        return bz_fail(err, BZ_ERROR_UNFIT, "there is a tournament '%s' already",
                       bz_quoted(tournament->name, strlen(tournament->name)).text);
    for (int i = 0; i < count && !code; i++)
        code = add_player(store, id, &players[i], err);
    if (!code)
        tournament->id = id;
    return code;
}

int bz_store_tournament_add(struct bz_store *store, struct bz_store_tournament *tournament,
                            struct bz_store_player *players, int count, struct bz_error *err)
{
    int code = bz_sql_begin(store, BZ_SQL_WRITE, err);

    if (code)
        return code;
    return bz_sql_end(store, add_tournament(store, tournament, players, count, err), err);
}

int bz_store_tournament_state(struct bz_store *store, int64_t tournament, const char *state,
                              struct bz_error *err)
{
    int64_t changes = 0;
    int code = bz_sql_begin(store, BZ_SQL_WRITE, err);

    if (code)
        return code;
    code = bz_sql_run_counted(store, "UPDATE tournaments SET state = $2 WHERE id = $1",
                              VALUES(INTEGER(tournament), TEXT(state)), &changes, err);
    if (!code && changes != 1)
        code =
            bz_fail(err, BZ_ERROR_UNKNOWN, "the store has no number %lld", (long long)tournament);
    return bz_sql_end(store, code, err);
}

int bz_store_player_state(struct bz_store *store, int64_t player, const char *state,
                          const struct bz_store_event *event, struct bz_error *err)
{
    int64_t changes = 0;
    int code = bz_sql_begin(store, BZ_SQL_WRITE, err);

    if (code)
        return code;
    code = bz_sql_run_counted(store, "UPDATE players SET state = $2 WHERE id = $1 AND state <> $2",
                              VALUES(INTEGER(player), TEXT(state)), &changes, err);
    if (!code && changes && event)
        code = bz_event_insert(store, event, err);
    return bz_sql_end(store, code, err);
}

int bz_store_tournament_find(struct bz_store *store, const char *name, int64_t *ret_tournament,
                             struct bz_error *err)
{
    int64_t id = 0;
    int code = bz_sql_read_number(store, "SELECT id FROM tournaments WHERE name = $1",
                                  VALUES(TEXT(name)), &id, err);

    if (code)
        return code;
    if (!id)
        return bz_fail(err, BZ_ERROR_UNKNOWN, "the store has no tournament '%s'",
                       bz_quoted(name, strlen(name)).text);
    *ret_tournament = id;
    return BZ_OK;
}

struct visit {
    union {
        bz_store_each_tournament *tournament;
        bz_store_each_player *player;
        bz_store_each_file *file;
    } each;
    void *context;
};

static int visit_tournament(void *context, struct bz_query *query)
{
    const struct visit *visit = context;
    struct bz_store_tournament tournament = {
        .id = bz_column_integer(query, 0),
        .name = bz_column_text(query, 1),
        .config = bz_column_text(query, 2),
        .state = bz_column_text(query, 3),
        .seed = (uint64_t)bz_column_integer(query, 4),
        .created = bz_column_text(query, 5),
    };

    return visit->each.tournament(visit->context, &tournament);
}

int bz_store_tournaments(struct bz_store *store, int64_t tournament, bz_store_each_tournament *each,
                         void *context, struct bz_error *err)
{
    struct visit visit = {.each.tournament = each, .context = context};

    return bz_sql_read(store,
                       "SELECT id, name, config, state, seed, created FROM tournaments "
                       "WHERE id = $1 OR $1 = 0 ORDER BY id",
                       VALUES(INTEGER(tournament)), visit_tournament, &visit, err);
}

static int visit_player(void *context, struct bz_query *query)
{
    const struct visit *visit = context;
    struct bz_store_player player = {
        .id = bz_column_integer(query, 0),
        .number = bz_column_int(query, 1),
        .name = bz_column_text(query, 2),
        .spec = bz_column_text(query, 3),
        .state = bz_column_text(query, 4),
    };

    return visit->each.player(visit->context, &player);
}

int bz_store_players(struct bz_store *store, int64_t tournament, bz_store_each_player *each,
                     void *context, struct bz_error *err)
{
    struct visit visit = {.each.player = each, .context = context};

    return bz_sql_read(store,
                       "SELECT id, number, name, spec, state FROM players WHERE tournament = $1 "
                       "ORDER BY number",
                       VALUES(INTEGER(tournament)), visit_player, &visit, err);
}

int bz_store_file_put(struct bz_store *store, const void *content, size_t length,
                      char ret_hash[BZ_STORE_HASH], struct bz_error *err)
{
    char hash[BZ_STORE_HASH];
    int code = bz_sql_begin(store, BZ_SQL_WRITE, err);

    if (code)
        return code;
    bz_sha256(content, length, hash);
    code = bz_sql_run(
        store, "INSERT INTO files (hash, content) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING",
        VALUES(TEXT(hash), BYTES(content, length)), err);
    code = bz_sql_end(store, code, err);
    if (!code)
        memcpy(ret_hash, hash, sizeof(hash));
    return code;
}

struct content {
    char *bytes; /* NULL: not there, or no memory */
    size_t length;
    bool there;
};

static int take_content(void *context, struct bz_query *query)
{
    struct content *content = context;
    const char *bytes = bz_column_bytes(query, 0, &content->length);

    content->there = true;
    content->bytes = malloc(content->length + 1);
    if (content->bytes) {
        memcpy(content->bytes, bytes, content->length);
        content->bytes[content->length] = '\0';
    }
    return BZ_OK;
}

int bz_store_file_get(struct bz_store *store, const char *hash, void **ret_content,
                      size_t *ret_length, struct bz_error *err)
{
    struct content content = {NULL, 0, false};
    char found[BZ_STORE_HASH];
    int code = bz_sql_read(store, "SELECT content FROM files WHERE hash = $1", VALUES(TEXT(hash)),
                           take_content, &content, err);

    if (!code && !content.there)
        code = bz_fail(err, BZ_ERROR_UNKNOWN, "the store has no file %s",
                       bz_quoted(hash, strlen(hash)).text);
    else if (!code && !content.bytes)
        code = bz_fail(err, BZ_ERROR_MEMORY, "no memory for a file of %zu bytes", content.length);
    if (!code) {
        bz_sha256(content.bytes, content.length, found);
        if (strcmp(found, hash) != 0)
            code = bz_fail(err, BZ_ERROR_DAMAGED, "the store's file %s is not what it was",
                           bz_quoted(hash, strlen(hash)).text);
    }
    if (code) {
        free(content.bytes);
        return code;
    }
    *ret_content = content.bytes;
    *ret_length = content.length;
    return BZ_OK;
}

int bz_store_player_files_set(struct bz_store *store, int64_t player,
                              const struct bz_store_file *files, int count, struct bz_error *err)
{
    int code = bz_sql_begin(store, BZ_SQL_WRITE, err);

    if (code)
        return code;
    code = bz_sql_run(store, "DELETE FROM player_files WHERE player = $1", VALUES(INTEGER(player)),
                      err);
    for (int i = 0; i < count && !code; i++)
        code = bz_sql_run(
            store, "INSERT INTO player_files (player, path, mode, hash) VALUES ($1, $2, $3, $4)",
            VALUES(INTEGER(player), TEXT(files[i].path), INTEGER(files[i].mode),
                   TEXT(files[i].hash)),
            err);
    return bz_sql_end(store, code, err);
}

static int visit_file(void *context, struct bz_query *query)
{
    const struct visit *visit = context;
    struct bz_store_file file = {.path = bz_column_text(query, 0), .mode = bz_column_int(query, 1)};
    const char *hash = bz_column_text(query, 2);

    if (strlen(hash) + 1 != sizeof(file.hash)) {
        query->bad = true;
        return BZ_OK;
    }
    memcpy(file.hash, hash, sizeof(file.hash));
    return visit->each.file(visit->context, &file);
}

int bz_store_player_files(struct bz_store *store, int64_t player, bz_store_each_file *each,
                          void *context, struct bz_error *err)
{
    struct visit visit = {.each.file = each, .context = context};

    return bz_sql_read(store,
                       "SELECT path, mode, hash FROM player_files WHERE player = $1 ORDER BY path",
                       VALUES(INTEGER(player)), visit_file, &visit, err);
}
