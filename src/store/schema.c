/*
 * schema.c - the tables of a store, version by version.
 *
 * A version is never changed once it is out: whatever comes later is a new list behind the last.
 * Numbers of 64 bits without a sign are kept as the signed ones of the same bits.
 *
 * Positions have no index: every game would touch as many pages of it as it has plies, six times
 * the work of storing it. Who looks for a position reads all moves, millions a second.
 */
#include "store/schema.h"

#include "bazi/buf.h"

#define APPLICATION "bazi store"

static const char *const version_1[] = {
    "CREATE TABLE meta (application TEXT NOT NULL, version BIGINT NOT NULL)",
    "INSERT INTO meta (application, version) VALUES ('" APPLICATION "', 0)",
    "CREATE TABLE tournaments (id @id, name TEXT NOT NULL UNIQUE, config TEXT NOT NULL, "
    "seed BIGINT NOT NULL, state TEXT NOT NULL, created TEXT NOT NULL)",
    "CREATE TABLE players (id @id, tournament BIGINT NOT NULL REFERENCES tournaments (id), "
    "number BIGINT NOT NULL, name TEXT NOT NULL, spec TEXT NOT NULL, state TEXT NOT NULL, "
    "UNIQUE (tournament, number), UNIQUE (tournament, name))",
    "CREATE INDEX players_name ON players (name)",
    "CREATE TABLE files (hash TEXT NOT NULL PRIMARY KEY, content @blob NOT NULL)",
    "CREATE TABLE player_files (player BIGINT NOT NULL REFERENCES players (id), "
    "path TEXT NOT NULL, mode BIGINT NOT NULL, hash TEXT NOT NULL REFERENCES files (hash), "
    "PRIMARY KEY (player, path)) @keyed",
    "CREATE TABLE workers (id @id, host TEXT NOT NULL, session TEXT NOT NULL, "
    "pid BIGINT NOT NULL, beat BIGINT NOT NULL, speed DOUBLE PRECISION NOT NULL, "
    "life TEXT NOT NULL, started TEXT NOT NULL)",
    "CREATE TABLE games (id @id, tournament BIGINT NOT NULL REFERENCES tournaments (id), "
    "number BIGINT NOT NULL, round BIGINT NOT NULL, pairing BIGINT NOT NULL, game TEXT NOT NULL, "
    "task TEXT NOT NULL, state TEXT NOT NULL, attempt BIGINT NOT NULL, "
    "worker BIGINT REFERENCES workers (id), result TEXT NOT NULL, ruling TEXT NOT NULL, "
    "loser BIGINT NOT NULL, plies BIGINT NOT NULL, seconds DOUBLE PRECISION NOT NULL, "
    "print BIGINT NOT NULL, record TEXT NOT NULL, UNIQUE (tournament, number))",
    "CREATE INDEX games_queued ON games (id) WHERE state = 'queued'",
    "CREATE INDEX games_playing ON games (worker) WHERE state = 'playing'",
    "CREATE INDEX games_print ON games (tournament, print)",
    "CREATE TABLE seats (game BIGINT NOT NULL REFERENCES games (id), seat BIGINT NOT NULL, "
    "player BIGINT NOT NULL REFERENCES players (id), result TEXT NOT NULL, "
    "points DOUBLE PRECISION NOT NULL, excerpt @blob NOT NULL, PRIMARY KEY (game, seat)) @keyed",
    "CREATE INDEX seats_player ON seats (player)",
    "CREATE TABLE moves (game BIGINT NOT NULL REFERENCES games (id), ply BIGINT NOT NULL, "
    "move TEXT NOT NULL, position BIGINT NOT NULL, PRIMARY KEY (game, ply)) @keyed",
    "CREATE TABLE events (id @id, tournament BIGINT REFERENCES tournaments (id), at TEXT NOT NULL, "
    "kind TEXT NOT NULL, text TEXT NOT NULL, game BIGINT REFERENCES games (id), "
    "player BIGINT REFERENCES players (id), worker BIGINT REFERENCES workers (id))",
    "CREATE INDEX events_tournament ON events (tournament, id)",
    "CREATE TABLE ratings (tournament BIGINT NOT NULL REFERENCES tournaments (id), "
    "player BIGINT NOT NULL REFERENCES players (id), rating DOUBLE PRECISION NOT NULL, "
    "low DOUBLE PRECISION NOT NULL, high DOUBLE PRECISION NOT NULL, games BIGINT NOT NULL, "
    "PRIMARY KEY (tournament, player)) @keyed",
    NULL,
};

/* How far a tournament is, without reading its games and their records. */
static const char *const version_2[] = {
    "CREATE INDEX games_state ON games (tournament, state)",
    NULL,
};

static const char *const *const versions[] = {version_1, version_2};

enum { VERSION = (int)(sizeof(versions) / sizeof(versions[0])) };

struct finding {
    int tables, ours; /* how many tables there are; 1 if `meta` is one of them */
    int64_t version;
    bool named;
};

static int see_table(void *context, struct bz_query *query)
{
    struct finding *finding = context;

    finding->tables++;
    finding->ours += strcmp(bz_column_text(query, 0), "meta") == 0;
    return BZ_OK;
}

static int see_meta(void *context, struct bz_query *query)
{
    struct finding *finding = context;

    finding->named = strcmp(bz_column_text(query, 0), APPLICATION) == 0;
    finding->version = bz_column_integer(query, 1);
    return BZ_OK;
}

/* The version there is, 0 for an empty database. */
static int find_version(struct bz_store *store, int64_t *ret_version, struct bz_error *err)
{
    struct finding finding = {0};
    int code = bz_sql_walk(store, "SELECT name FROM @tables", NO_VALUES, see_table, &finding, err);

    if (!code && finding.ours)
        code = bz_sql_walk(store, "SELECT application, version FROM meta", NO_VALUES, see_meta,
                           &finding, err);
    if (code)
        return code;
    if (finding.tables && (!finding.named || finding.version < 1))
        return bz_fail(err, BZ_ERROR_DAMAGED, "this database is not a store of bazi");
    if (finding.version > VERSION)
        return bz_fail(err, BZ_ERROR_DAMAGED,
                       "this store is of version %lld, made by a newer bazi; this one knows %d",
                       (long long)finding.version, VERSION);
    *ret_version = finding.version;
    return BZ_OK;
}

static int upgrade(struct bz_store *store, int64_t version, struct bz_error *err)
{
    int code = BZ_OK;

    for (int64_t v = version; v < VERSION && !code; v++)
        for (const char *const *sql = versions[v]; *sql && !code; sql++)
            code = bz_sql_run(store, *sql, NO_VALUES, err);
    if (!code && version < VERSION)
        code = bz_sql_run(store, "UPDATE meta SET version = $1", VALUES(INTEGER(VERSION)), err);
    return code;
}

/* Looks, and where something is to be done looks again with nobody else at it. So far versions
 * differ in indexes only: an older one can be read as it is. */
int bz_schema_enter(struct bz_store *store, enum bz_store_mode mode, struct bz_error *err)
{
    int64_t version = 0;
    int code = bz_sql_begin(store, BZ_SQL_READ, err);

    if (code)
        return code;
    code = bz_sql_end(store, find_version(store, &version, err), err);
    if (code || version == VERSION)
        return code;
    if (mode != BZ_STORE_CREATE && !version)
        return bz_fail(err, BZ_ERROR_UNKNOWN, "this database is empty, and no store of bazi");
    if (mode == BZ_STORE_READ)
        return BZ_OK;
    code = bz_sql_begin(store, BZ_SQL_ALONE, err);
    if (code)
        return code;
    code = find_version(store, &version, err);
    return bz_sql_end(store, code ? code : upgrade(store, version, err), err);
}
