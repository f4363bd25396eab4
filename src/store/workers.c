/*
 * workers.c - who plays the games: joining, showing signs of life, leaving, and being buried.
 */
#include "store/sql.h"

static const char *const lives[] = {"alive", "left", "dead", NULL};

int bz_store_worker_add(struct bz_store *store, struct bz_store_worker *worker,
                        struct bz_error *err)
{
    struct bz_moment now = bz_moment_now();
    int64_t id = 0;
    int code = bz_sql_begin(store, BZ_SQL_WRITE, err);

    if (code)
        return code;
    code = bz_sql_ask(store,
                      "INSERT INTO workers (host, session, pid, beat, speed, life, started) "
                      "VALUES ($1, $2, $3, 0, $4, 'alive', $5) RETURNING id",
                      VALUES(TEXT(worker->host), TEXT(worker->session), INTEGER(worker->pid),
                             REAL(worker->speed), TEXT(now.text)),
                      &id, err);
    code = bz_sql_end(store, code, err);
    if (!code)
        worker->id = id;
    return code;
}

int bz_store_beat(struct bz_store *store, int64_t worker, struct bz_error *err)
{
    int64_t changes = 0;
    int code = bz_sql_begin(store, BZ_SQL_WRITE, err);

    if (code)
        return code;
    code = bz_sql_run_counted(store,
                              "UPDATE workers SET beat = beat + 1 WHERE id = $1 AND life = 'alive'",
                              VALUES(INTEGER(worker)), &changes, err);
    if (!code && changes != 1)
        code = bz_fail(err, BZ_ERROR_STALE, "worker %lld was given up", (long long)worker);
    return bz_sql_end(store, code, err);
}

struct visit {
    bz_store_each_worker *each;
    void *context;
};

static int visit_worker(void *context, struct bz_query *query)
{
    const struct visit *visit = context;
    struct bz_store_worker worker = {
        .id = bz_column_integer(query, 0),
        .host = bz_column_text(query, 1),
        .session = bz_column_text(query, 2),
        .pid = bz_column_integer(query, 3),
        .beat = bz_column_integer(query, 4),
        .speed = bz_column_real(query, 5),
        .life = (enum bz_store_life)bz_column_word(query, 6, lives),
        .started = bz_column_text(query, 7),
        .playing = bz_column_integer(query, 8),
    };

    return visit->each(visit->context, &worker);
}

int bz_store_workers(struct bz_store *store, bool all, bz_store_each_worker *each, void *context,
                     struct bz_error *err)
{
    struct visit visit = {each, context};

    return bz_sql_read(store,
                       "SELECT id, host, session, pid, beat, speed, life, started, "
                       "(SELECT count(*) FROM games WHERE games.worker = workers.id "
                       "AND games.state = 'playing') "
                       "FROM workers WHERE life = 'alive' OR $1 = 1 ORDER BY id",
                       VALUES(INTEGER(all)), visit_worker, &visit, err);
}

/* One event for each tournament that has games of it, or for none. */
static int tell_death(struct bz_store *store, int64_t worker, struct bz_error *err)
{
    struct bz_moment now = bz_moment_now();

    return bz_sql_run(
        store,
        "INSERT INTO events (tournament, at, kind, text, worker) "
        "SELECT DISTINCT g.tournament, CAST($2 AS TEXT), 'dead', 'worker ' || CAST(w.id AS TEXT) "
        "|| ' on ' || w.host || ' was given up' || "
        "CASE WHEN g.id IS NULL THEN '' ELSE '; its games are played again' END, w.id "
        "FROM workers w LEFT JOIN games g ON g.worker = w.id AND g.state = 'playing' "
        "WHERE w.id = $1",
        VALUES(INTEGER(worker), TEXT(now.text)), err);
}

/* First the worker, then its games: a claim of the same worker either sees it buried or is through
 * before its games are looked for. */
int bz_store_worker_end(struct bz_store *store, int64_t worker, enum bz_store_life life,
                        struct bz_error *err)
{
    int64_t changes = 0;
    int code = bz_sql_begin(store, BZ_SQL_WRITE, err);

    if (code)
        return code;
    code =
        bz_sql_run_counted(store, "UPDATE workers SET life = $2 WHERE id = $1 AND life = 'alive'",
                           VALUES(INTEGER(worker), TEXT(lives[life])), &changes, err);
    if (!code && changes && life == BZ_STORE_DEAD)
        code = tell_death(store, worker, err);
    if (!code && changes)
        code = bz_sql_run(store,
                          "UPDATE games SET state = 'queued', worker = NULL "
                          "WHERE worker = $1 AND state = 'playing'",
                          VALUES(INTEGER(worker)), err);
    return bz_sql_end(store, code, err);
}
