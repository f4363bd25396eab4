/*
 * games.c - games read: each row is one seat, and the rows of one game come together.
 *
 * The long texts of a game are asked for only in the row of its first seat.
 */
#include "store/games.h"

#include <stdlib.h>

#include "bazi/buf.h"

enum { FILTERS_MAX = 8 };

const char *const bz_store_states[] = {"queued", "playing", "done", "void", NULL};
const char *const bz_store_results[] = {"", "win", "draw", "loss", NULL};

const char *bz_store_state_word(enum bz_store_state state)
{
    return bz_store_states[state];
}

void bz_shelf_release(struct bz_shelf *shelf)
{
    while (shelf) {
        struct bz_shelf *next = shelf->next;

        free(shelf);
        shelf = next;
    }
}

/* A game in the making. */
struct assembly {
    struct bz_store_game game; /* none yet where the id is 0 */
    struct bz_shelf *shelf;
    bz_store_each_game *each;
    void *context;
    bool starved; /* no memory */
};

static const char *keep(struct assembly *made, struct bz_query *query, int column,
                        size_t *ret_length)
{
    const char *text = bz_column_bytes(query, column, ret_length);
    struct bz_shelf *item = malloc(sizeof(*item) + *ret_length + 1);

    if (!item) {
        made->starved = true;
        *ret_length = 0;
        return "";
    }
    memcpy(item->text, text, *ret_length);
    item->text[*ret_length] = '\0';
    item->next = made->shelf;
    made->shelf = item;
    return item->text;
}

static const char *keep_text(struct assembly *made, struct bz_query *query, int column)
{
    size_t length;

    return keep(made, query, column, &length);
}

static int deliver(struct assembly *made)
{
    int code = made->game.id ? made->each(made->context, &made->game) : BZ_OK;

    bz_shelf_release(made->shelf);
    made->shelf = NULL;
    made->game = (struct bz_store_game){0};
    return code;
}

enum column {
    ID,
    TOURNAMENT,
    NUMBER,
    ROUND,
    PAIRING,
    GAME,
    STATE,
    ATTEMPT,
    WORKER,
    RESULT,
    RULING,
    LOSER,
    PLIES,
    SECONDS,
    PRINT,
    TASK,
    RECORD,
    SEAT,
    PLAYER,
    NAME,
    SEAT_RESULT,
    POINTS,
    EXCERPT
};

static void take_game(struct assembly *made, struct bz_query *query)
{
    made->game = (struct bz_store_game)
    {
        .id = bz_column_integer(query, ID), .tournament = bz_column_integer(query, TOURNAMENT),
        .number = bz_column_integer(query, NUMBER), .round = bz_column_int(query, ROUND),
        .pairing = bz_column_int(query, PAIRING), .game = keep_text(made, query, GAME),
        .state = (enum bz_store_state)bz_column_word(query, STATE, bz_store_states),
        .attempt = bz_column_int(query, ATTEMPT), .worker = bz_column_integer(query, WORKER),
        .result = keep_text(made, query, RESULT), .ruling = keep_text(made, query, RULING),
        .loser = bz_column_int(query, LOSER), .plies = bz_column_int(query, PLIES),
        .seconds = bz_column_real(query, SECONDS),
        .print = (uint64_t)bz_column_integer(query, PRINT), .task = keep_text(made, query, TASK),
        .record = keep_text(made, query, RECORD),
    };
}

/* Seats come in their order, none left out. */
static void take_seat(struct assembly *made, struct bz_query *query)
{
    struct bz_store_game *game = &made->game;
    struct bz_store_seat *seat = &game->seats[game->seat_count];

    if (!bz_column_integer(query, PLAYER))
        return; /* a game without any: what bz_store_check is for */
    if (game->seat_count == BZ_STORE_SEATS_MAX ||
        bz_column_integer(query, SEAT) != game->seat_count) {
        query->bad = true;
        return;
    }
    seat->player = bz_column_integer(query, PLAYER);
    seat->name = keep_text(made, query, NAME);
    seat->result = (enum bz_store_result)bz_column_word(query, SEAT_RESULT, bz_store_results);
    seat->points = bz_column_real(query, POINTS);
    seat->excerpt = keep(made, query, EXCERPT, &seat->excerpt_length);
    game->seat_count++;
}

static int take_row(void *context, struct bz_query *query)
{
    struct assembly *made = context;

    if (made->game.id != bz_column_integer(query, ID)) {
        int code = deliver(made);

        if (code)
            return code;
        take_game(made, query);
    }
    take_seat(made, query);
    return made->starved ? BZ_ERROR_MEMORY : BZ_OK;
}

/* Adds a condition on the next parameter. */
static void add_condition(struct bz_buf *sql, struct bz_datum *values, int *count,
                          const char *before, const char *after, struct bz_datum value)
{
    values[(*count)++] = value;
    bz_buf_add(sql, " AND %s$%d%s", before, *count, after);
}

static int add_conditions(const struct bz_store_filter *filter, struct bz_buf *sql,
                          struct bz_datum *values)
{
    int count = 0;

    if (filter->tournament)
        add_condition(sql, values, &count, "g.tournament = ", "", INTEGER(filter->tournament));
    if (filter->id)
        add_condition(sql, values, &count, "g.id = ", "", INTEGER(filter->id));
    if (filter->player)
        add_condition(sql, values, &count,
                      "g.id IN (SELECT x.game FROM seats x JOIN players y ON y.id = x.player "
                      "WHERE y.name = ",
                      ")", TEXT(filter->player));
    if (filter->game)
        add_condition(sql, values, &count, "g.game = ", "", TEXT(filter->game));
    if (filter->result)
        add_condition(sql, values, &count, "g.result = ", "", TEXT(filter->result));
    if (filter->ruling)
        add_condition(sql, values, &count, "g.ruling = ", "", TEXT(filter->ruling));
    if (filter->by_state)
        add_condition(sql, values, &count, "g.state = ", "", TEXT(bz_store_states[filter->state]));
    if (filter->by_position)
        add_condition(sql, values, &count,
                      "g.id IN (SELECT m.game FROM moves m WHERE m.position = ", ")",
                      INTEGER(filter->position));
    return count;
}

static void write_sql(const struct bz_store_filter *filter, struct bz_buf *sql,
                      struct bz_datum *values, int *ret_count)
{
    const char *task = filter->records ? "CASE WHEN s.seat > 0 THEN '' ELSE g.task END" : "''";
    const char *record = filter->records ? "CASE WHEN s.seat > 0 THEN '' ELSE g.record END" : "''";
    const char *excerpt = filter->records ? "s.excerpt" : "''";

    bz_buf_add(sql,
               "SELECT g.id, g.tournament, g.number, g.round, g.pairing, g.game, g.state, "
               "g.attempt, g.worker, g.result, g.ruling, g.loser, g.plies, g.seconds, g.print, "
               "%s, %s, s.seat, s.player, p.name, s.result, s.points, %s FROM games g "
               "LEFT JOIN seats s ON s.game = g.id LEFT JOIN players p ON p.id = s.player "
               "WHERE 1 = 1",
               task, record, excerpt);
    *ret_count = add_conditions(filter, sql, values);
    if (filter->twins)
        bz_buf_add(sql, " AND g.state = 'done' AND EXISTS (SELECT 1 FROM games h "
                        "WHERE h.tournament = g.tournament AND h.print = g.print "
                        "AND h.id <> g.id AND h.state = 'done')");
    bz_buf_add(sql, " ORDER BY g.tournament, g.number, s.seat");
}

/* Hands over every game but the last, which is left in the making. */
static int assemble(struct bz_store *store, const struct bz_store_filter *filter,
                    struct assembly *made, struct bz_error *err)
{
    struct bz_datum values[FILTERS_MAX];
    char text[BZ_SQL_MAX];
    struct bz_buf sql = BZ_BUF(text);
    int count, code;

    write_sql(filter, &sql, values, &count);
    code = bz_sql_walk(store, text, values, count, take_row, made, err);
    return made->starved ? bz_fail(err, BZ_ERROR_MEMORY, "no memory for a game") : code;
}

int bz_games_walk(struct bz_store *store, const struct bz_store_filter *filter,
                  bz_store_each_game *each, void *context, struct bz_error *err)
{
    struct assembly made = {.each = each, .context = context};
    int code = assemble(store, filter, &made, err);

    if (!code)
        return deliver(&made);
    bz_shelf_release(made.shelf);
    return code;
}

int bz_game_fetch(struct bz_store *store, int64_t id, struct bz_store_game *ret_game,
                  struct bz_shelf **ret_shelf, struct bz_error *err)
{
    struct assembly made = {.each = NULL};
    struct bz_store_filter filter = {.id = id, .records = true};
    int code = assemble(store, &filter, &made, err);

    if (!code && !made.game.id)
        code = bz_fail(err, BZ_ERROR_UNKNOWN, "the store has no game %lld", (long long)id);
    if (code) {
        bz_shelf_release(made.shelf);
        return code;
    }
    *ret_game = made.game;
    *ret_shelf = made.shelf;
    return BZ_OK;
}

int bz_store_games(struct bz_store *store, const struct bz_store_filter *filter,
                   bz_store_each_game *each, void *context, struct bz_error *err)
{
    int code = bz_sql_begin(store, BZ_SQL_READ, err);

    if (code)
        return code;
    return bz_sql_end(store, bz_games_walk(store, filter, each, context, err), err);
}
