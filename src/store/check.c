/*
 * check.c - whether a store is sound: what the database says of itself, and what no foreign key can
 * see.
 */
#include "store/sql.h"

struct visit {
    bz_store_each_fault *each;
    void *context;
};

static int visit_fault(void *context, struct bz_query *query)
{
    const struct visit *visit = context;

    return visit->each(visit->context, bz_column_text(query, 0));
}

#define GAME_IN_WORDS(what) \
    "SELECT 'game ' || CAST(g.id AS TEXT) || ': " what "' FROM games g WHERE "
#define ORPHANS(table, column, parents, key)                                                     \
    "SELECT '" table ": a row whose " column " does not exist' FROM " table " c WHERE c." column \
    " IS NOT NULL AND NOT EXISTS (SELECT 1 FROM " parents " p WHERE p." key " = c." column ")"

static const char *const questions[] = {
    ORPHANS("players", "tournament", "tournaments", "id"),
    ORPHANS("player_files", "player", "players", "id"),
    ORPHANS("player_files", "hash", "files", "hash"),
    ORPHANS("games", "tournament", "tournaments", "id"),
    ORPHANS("games", "worker", "workers", "id"),
    ORPHANS("seats", "game", "games", "id"),
    ORPHANS("seats", "player", "players", "id"),
    ORPHANS("moves", "game", "games", "id"),
    ORPHANS("events", "tournament", "tournaments", "id"),
    ORPHANS("events", "game", "games", "id"),
    ORPHANS("events", "player", "players", "id"),
    ORPHANS("events", "worker", "workers", "id"),
    ORPHANS("ratings", "tournament", "tournaments", "id"),
    ORPHANS("ratings", "player", "players", "id"),
    GAME_IN_WORDS("nobody sits at it") "NOT EXISTS (SELECT 1 FROM seats s WHERE s.game = g.id)",
    GAME_IN_WORDS(
        "a player of another tournament sits at it") "EXISTS (SELECT 1 FROM seats s JOIN players p "
                                                     "ON p.id = s.player WHERE s.game = g.id AND "
                                                     "p.tournament <> g.tournament)",
    GAME_IN_WORDS("is being played by nobody") "g.state = 'playing' AND NOT EXISTS (SELECT 1 FROM "
                                               "workers w WHERE w.id = g.worker AND "
                                               "w.life = 'alive')",
    GAME_IN_WORDS("is not done, and has moves") "g.state <> 'done' AND EXISTS (SELECT 1 FROM moves "
                                                "m WHERE m.game = g.id)",
};

int bz_store_check(struct bz_store *store, bz_store_each_fault *each, void *context,
                   struct bz_error *err)
{
    struct visit visit = {each, context};
    int code = bz_sql_begin(store, BZ_SQL_READ, err);

    if (code)
        return code;
    if (store->backend->check)
        code = bz_sql_walk(store, store->backend->check, NO_VALUES, visit_fault, &visit, err);
    for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]) && !code; i++)
        code = bz_sql_walk(store, questions[i], NO_VALUES, visit_fault, &visit, err);
    return bz_sql_end(store, code, err);
}
