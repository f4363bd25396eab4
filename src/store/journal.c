/*
 * journal.c - what happened, and what it amounts to: events, ratings, counts and scores.
 */
#include "store/journal.h"

#include "store/games.h"

struct visit {
    union {
        bz_store_each_event *event;
        bz_store_each_rating *rating;
        bz_store_each_score *score;
    } each;
    void *context;
};

int bz_event_insert(struct bz_store *store, const struct bz_store_event *event,
                    struct bz_error *err)
{
    struct bz_moment now = bz_moment_now();

    return bz_sql_run(store,
                      "INSERT INTO events (tournament, at, kind, text, game, player, worker) "
                      "VALUES ($1, $2, $3, $4, $5, $6, $7)",
                      VALUES(REFERENCE(event->tournament), TEXT(now.text), TEXT(event->kind),
                             TEXT(event->text), REFERENCE(event->game), REFERENCE(event->player),
                             REFERENCE(event->worker)),
                      err);
}

int bz_store_event_add(struct bz_store *store, const struct bz_store_event *event,
                       struct bz_error *err)
{
    int code = bz_sql_begin(store, BZ_SQL_WRITE, err);

    if (code)
        return code;
    return bz_sql_end(store, bz_event_insert(store, event, err), err);
}

static int visit_event(void *context, struct bz_query *query)
{
    const struct visit *visit = context;
    struct bz_store_event event = {
        .id = bz_column_integer(query, 0),
        .tournament = bz_column_integer(query, 1),
        .at = bz_column_text(query, 2),
        .kind = bz_column_text(query, 3),
        .text = bz_column_text(query, 4),
        .game = bz_column_integer(query, 5),
        .player = bz_column_integer(query, 6),
        .worker = bz_column_integer(query, 7),
    };

    return visit->each.event(visit->context, &event);
}

int bz_store_events(struct bz_store *store, int64_t tournament, int64_t after,
                    bz_store_each_event *each, void *context, struct bz_error *err)
{
    struct visit visit = {.each.event = each, .context = context};

    return bz_sql_read(store,
                       "SELECT id, tournament, at, kind, text, game, player, worker FROM events "
                       "WHERE tournament = $1 AND id > $2 ORDER BY id",
                       VALUES(INTEGER(tournament), INTEGER(after)), visit_event, &visit, err);
}

int bz_store_ratings_set(struct bz_store *store, int64_t tournament,
                         const struct bz_store_rating *ratings, int count, struct bz_error *err)
{
    int code = bz_sql_begin(store, BZ_SQL_WRITE, err);

    if (code)
        return code;
    code = bz_sql_run(store, "DELETE FROM ratings WHERE tournament = $1",
                      VALUES(INTEGER(tournament)), err);
    for (int i = 0; i < count && !code; i++)
        code = bz_sql_run(store,
                          "INSERT INTO ratings (tournament, player, rating, low, high, games) "
                          "VALUES ($1, $2, $3, $4, $5, $6)",
                          VALUES(INTEGER(tournament), INTEGER(ratings[i].player),
                                 REAL(ratings[i].rating), REAL(ratings[i].low),
                                 REAL(ratings[i].high), INTEGER(ratings[i].games)),
                          err);
    return bz_sql_end(store, code, err);
}

static int visit_rating(void *context, struct bz_query *query)
{
    const struct visit *visit = context;
    struct bz_store_rating rating = {
        .player = bz_column_integer(query, 0),
        .rating = bz_column_real(query, 1),
        .low = bz_column_real(query, 2),
        .high = bz_column_real(query, 3),
        .games = bz_column_integer(query, 4),
    };

    return visit->each.rating(visit->context, &rating);
}

int bz_store_ratings(struct bz_store *store, int64_t tournament, bz_store_each_rating *each,
                     void *context, struct bz_error *err)
{
    struct visit visit = {.each.rating = each, .context = context};

    return bz_sql_read(store,
                       "SELECT player, rating, low, high, games FROM ratings "
                       "WHERE tournament = $1 ORDER BY rating DESC, player",
                       VALUES(INTEGER(tournament)), visit_rating, &visit, err);
}

/* They are asked again and again while games are played, and must not read all of them: counts are
 * made from an index alone, and whether there are any is seen from its first entry. */
static const char count_one[] =
    "SELECT state, count(*) FROM games WHERE tournament = $1 GROUP BY state";
static const char count_all[] = "SELECT state, count(*) FROM games GROUP BY state";
static const char any_of_one[] =
    "SELECT 1 FROM games WHERE tournament = $1 AND state = 'queued' UNION ALL "
    "SELECT 1 FROM games WHERE tournament = $1 AND state = 'playing' LIMIT 1";
static const char any_of_all[] =
    "SELECT coalesce((SELECT min(id) FROM games WHERE state = 'queued'), "
    "(SELECT min(worker) FROM games WHERE state = 'playing'), 0)";

static int take_count(void *context, struct bz_query *query)
{
    int64_t *counts = context;

    counts[bz_column_word(query, 0, bz_store_states)] = bz_column_integer(query, 1);
    return BZ_OK;
}

int bz_store_count(struct bz_store *store, int64_t tournament, int64_t ret_counts[BZ_STORE_STATES],
                   struct bz_error *err)
{
    int64_t counts[BZ_STORE_STATES] = {0};
    int code;

    if (tournament)
        code = bz_sql_read(store, count_one, VALUES(INTEGER(tournament)), take_count, counts, err);
    else
        code = bz_sql_read(store, count_all, NO_VALUES, take_count, counts, err);
    if (!code)
        memcpy(ret_counts, counts, sizeof(counts));
    return code;
}

int bz_store_unfinished(struct bz_store *store, int64_t tournament, bool *ret_any,
                        struct bz_error *err)
{
    int64_t found = 0;
    int code;

    if (tournament)
        code = bz_sql_read_number(store, any_of_one, VALUES(INTEGER(tournament)), &found, err);
    else
        code = bz_sql_read_number(store, any_of_all, NO_VALUES, &found, err);
    if (!code)
        *ret_any = found != 0;
    return code;
}

static int visit_score(void *context, struct bz_query *query)
{
    const struct visit *visit = context;
    struct bz_store_score score = {
        .player = bz_column_integer(query, 0),
        .rival = bz_column_integer(query, 1),
        .games = bz_column_integer(query, 2),
        .wins = bz_column_integer(query, 3),
        .draws = bz_column_integer(query, 4),
        .losses = bz_column_integer(query, 5),
        .points = bz_column_real(query, 6),
        .rival_points = bz_column_real(query, 7),
    };

    return visit->each.score(visit->context, &score);
}

int bz_store_scores(struct bz_store *store, int64_t tournament, bz_store_each_score *each,
                    void *context, struct bz_error *err)
{
    struct visit visit = {.each.score = each, .context = context};

    return bz_sql_read(store,
                       "SELECT a.player, b.player, count(*), "
                       "count(CASE WHEN a.result = 'win' THEN 1 END), "
                       "count(CASE WHEN a.result = 'draw' THEN 1 END), "
                       "count(CASE WHEN a.result = 'loss' THEN 1 END), "
                       "sum(a.points), sum(b.points) FROM games g "
                       "JOIN seats a ON a.game = g.id "
                       "JOIN seats b ON b.game = g.id AND b.seat <> a.seat "
                       "WHERE g.tournament = $1 AND g.state = 'done' "
                       "GROUP BY a.player, b.player ORDER BY a.player, b.player",
                       VALUES(INTEGER(tournament)), visit_score, &visit, err);
}
