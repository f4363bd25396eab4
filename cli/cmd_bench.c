/*
 * cmd_bench.c - `bazi bench`: a fixed amount of search, counted and timed, and the textbook
 * algorithms beside the engine.
 *
 * A few positions of each game are reached by seeded random play. In each the default engine
 * deepens until an iteration ends with BUDGET nodes or more; only finished iterations count. So the
 * work suits any game without naming a depth, and the sum depends on the code alone, not on time.
 *
 * For the comparison the plainest algorithm that fits the game goes as deep in each position as
 * REFERENCE nodes allow; the others, and the engine, then search to that same depth.
 */
#include <inttypes.h>
#include <stdio.h>

#include "command.h"
#include "text/json.h"
#include "text/layout.h"
#include "text/words.h"

enum { POSITIONS = 12, PLIES_MAX = 400, BUDGET = 400000 };
enum { COMPARED = 4, REFERENCE = 1000000, PLAYERS = 3 };

/* Plays at random from the start for `plies`, and on through chance, or to the end; returns how far
 * it came. */
static int stroll(const struct bz_setup *setup, uint64_t seed, int plies, union bz_pos *ret_pos)
{
    struct bz_random random;

    bz_random_seed(&random, seed);
    bz_start(setup, ret_pos);
    for (int ply = 0;; ply++) {
        bz_move moves[BZ_MOVES_MAX];
        int count = setup->rules->moves(ret_pos, moves);
        bool chance = setup->rules->turn(ret_pos) == BZ_CHANCE;
        bz_move move;

        if (count == 0 || (ply >= plies && !chance))
            return ply;
        if (chance)
            move = bz_chance_draw(setup, ret_pos, &random);
        else
            move = moves[bz_random_below(&random, (uint64_t)count)];
        setup->rules->play(ret_pos, move);
    }
}

/* The position some way into the game number `index`: the start for 0, later ones further on,
 * up to half way. False where the game is over. */
static bool reach(const struct bz_setup *setup, int index, union bz_pos *ret_pos)
{
    int plies = stroll(setup, (uint64_t)index, PLIES_MAX, ret_pos);

    stroll(setup, (uint64_t)index, plies * index / (2 * POSITIONS), ret_pos);
    return !bz_is_over(setup, ret_pos);
}

static void stop_when_enough(void *context, const struct bz_info *info)
{
    if (info->nodes >= BUDGET)
        atomic_store((atomic_bool *)context, true);
}

struct work {
    uint64_t nodes;
    int64_t micros;
};

static void search(struct bz_engine *engine, const union bz_pos *pos, struct work *work)
{
    atomic_bool enough = false;
    struct bz_limits limits = {.depth = BZ_DEPTH_MAX, .stop = &enough};
    struct bz_listener listener = {.info = stop_when_enough, .context = &enough};
    struct bz_answer answer;

    bz_engine_reset(engine);
    bz_engine_think(engine, pos, &limits, &listener, &answer);
    work->nodes += answer.info.nodes;
    work->micros += answer.info.micros;
}

static int measure(const struct bz_game *game, struct work *ret_work, struct bz_error *err)
{
    struct bz_setup setup;
    struct bz_engine *engine;
    union bz_pos pos;
    int code = bz_setup_init(&setup, game, NULL, 0, err);

    if (code)
        return code;
    code = bz_engine_new(&setup, PLAYER_BEST, &engine, err);
    if (code == BZ_OK) {
        *ret_work = (struct work){.nodes = 0};
        for (int i = 0; i < POSITIONS; i++)
            if (reach(&setup, i, &pos))
                search(engine, &pos, ret_work);
        bz_engine_free(engine);
    }
    bz_setup_release(&setup);
    return code;
}

/* One player's part in the comparison. */
struct contender {
    const char *spec;
    struct bz_engine *engine; /* NULL for one that cannot play this game */
    struct work work;
};

struct comparison {
    struct contender players[PLAYERS]; /* the plainest first, the engine last */
    int positions, least, most;        /* how many, and how many plies deep */
};

/* The nodes and time of the last finished depth alone, of a search that deepens. */
struct reference {
    int depth;
    struct work before, last;
};

static void note_depth(void *context, const struct bz_info *info)
{
    struct reference *reference = context;

    reference->before = reference->last;
    reference->last = (struct work){.nodes = info->nodes, .micros = info->micros};
    reference->depth = info->depth;
}

/* Lets the plainest player search as deep as it may, and returns how deep that was. */
static int set_depth(struct contender *player, const union bz_pos *pos)
{
    struct bz_limits limits = {.nodes = REFERENCE};
    struct reference reference = {0};
    struct bz_listener listener = {.info = note_depth, .context = &reference};
    struct bz_answer answer;

    bz_engine_think(player->engine, pos, &limits, &listener, &answer);
    player->work.nodes += reference.last.nodes - reference.before.nodes;
    player->work.micros += reference.last.micros - reference.before.micros;
    return reference.depth;
}

static void compare_position(struct comparison *comparison, const union bz_pos *pos)
{
    int depth = set_depth(&comparison->players[0], pos);

    for (int i = 1; i < PLAYERS && depth > 0; i++) {
        struct contender *player = &comparison->players[i];
        struct bz_limits limits = {.depth = depth};
        struct bz_answer answer;

        if (!player->engine)
            continue;
        bz_engine_reset(player->engine);
        bz_engine_think(player->engine, pos, &limits, NULL, &answer);
        player->work.nodes += answer.info.nodes;
        player->work.micros += answer.info.micros;
    }
    if (comparison->positions == 0 || depth < comparison->least)
        comparison->least = depth;
    if (depth > comparison->most)
        comparison->most = depth;
    comparison->positions++;
}

static int compare(const struct bz_game *game, struct comparison *ret, struct bz_error *err)
{
    static const char *const plain[PLAYERS] = {"minimax", "alphabeta", PLAYER_BEST};
    static const char *const chance[PLAYERS] = {"expectiminimax:prune=none",
                                                "expectiminimax:prune=star1", PLAYER_BEST};
    struct bz_setup setup;
    union bz_pos pos;
    int code = bz_setup_init(&setup, game, NULL, 0, err);

    if (code)
        return code;
    *ret = (struct comparison){.positions = 0};
    for (int i = 0; i < PLAYERS; i++) {
        struct contender *player = &ret->players[i];

        player->spec = (setup.rules->traits & BZ_HAS_CHANCE ? chance : plain)[i];
        code = bz_engine_new(&setup, player->spec, &player->engine, err);
        if (code == BZ_ERROR_UNFIT && i == 1) /* no bounds to prune by */
            code = BZ_OK;
        if (code)
            break;
    }
    for (int i = 0; i < COMPARED && !code; i++)
        if (reach(&setup, i * POSITIONS / COMPARED, &pos))
            compare_position(ret, &pos);
    for (int i = 0; i < PLAYERS; i++)
        bz_engine_free(ret->players[i].engine);
    bz_setup_release(&setup);
    return code;
}

static double seconds_of(const struct work *work)
{
    return (double)(work->micros > 0 ? work->micros : 1) / 1e6;
}

static double nodes_ratio(const struct comparison *c, int i)
{
    uint64_t nodes = c->players[PLAYERS - 1].work.nodes;

    return (double)c->players[i].work.nodes / (double)(nodes ? nodes : 1);
}

static double time_ratio(const struct comparison *c, int i)
{
    return seconds_of(&c->players[i].work) / seconds_of(&c->players[PLAYERS - 1].work);
}

static void print_comparison(const struct bz_game *game, const struct comparison *c)
{
    for (int i = 0; i < PLAYERS; i++) {
        const struct contender *player = &c->players[i];
        char depth[24], count[40];
        struct bz_buf depth_buf = BZ_BUF(depth), buf = BZ_BUF(count);

        if (!player->engine)
            continue;
        bz_buf_add(&depth_buf, c->least == c->most ? "%d" : "%d-%d", c->least, c->most);
        layout_count(&buf, player->work.nodes);
        printf("compare %-9s %-26s depth %-5s nodes %9s x%-6.4g time %.4f s x%.4g\n", game->name,
               player->spec, depth, count, nodes_ratio(c, i), seconds_of(&player->work),
               time_ratio(c, i));
    }
}

static void json_comparison(struct json *json, const struct comparison *c)
{
    json_open(json, "compare", '[');
    for (int i = 0; i < PLAYERS; i++) {
        const struct contender *player = &c->players[i];

        if (!player->engine)
            continue;
        json_open(json, NULL, '{');
        json_text(json, "player", player->spec);
        json_whole(json, "positions", c->positions);
        json_whole(json, "depth_least", c->least);
        json_whole(json, "depth_most", c->most);
        json_count(json, "nodes", player->work.nodes);
        json_number(json, "seconds", seconds_of(&player->work));
        json_number(json, "nodes_ratio", nodes_ratio(c, i));
        json_number(json, "time_ratio", time_ratio(c, i));
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void print_json(const struct bz_game *game, const struct work *work, uint64_t rate,
                       const struct comparison *comparison)
{
    struct json json = {.out = stdout};

    json_open(&json, NULL, '{');
    json_text(&json, "game", game->name);
    json_count(&json, "nodes", work->nodes);
    json_count(&json, "nps", rate);
    json_number(&json, "seconds", seconds_of(work));
    if (comparison)
        json_comparison(&json, comparison);
    json_close(&json, '}');
    json_end_line(&json);
}

/* What is to be measured. */
struct order {
    const struct bz_game *games[OPERANDS_MAX];
    int count;
    bool as_json, compares;
};

static int fail(const struct bz_game *game, const struct bz_error *err)
{
    complain("bench: %s: %s", game->name, err->text);
    return STATUS_BAD;
}

static int bench(const struct bz_game *game, const struct order *order)
{
    struct bz_error err;
    struct work work;
    struct comparison comparison;
    uint64_t rate;

    if (measure(game, &work, &err))
        return fail(game, &err);
    rate = (uint64_t)((double)work.nodes / seconds_of(&work));
    if (!order->as_json)
        printf("bench %s nodes %" PRIu64 " nps %" PRIu64 "\n", game->name, work.nodes, rate);
    if (order->as_json && order->compares && compare(game, &comparison, &err))
        return fail(game, &err);
    if (order->as_json)
        print_json(game, &work, rate, order->compares ? &comparison : NULL);
    return fflush(stdout) ? STATUS_BAD : STATUS_DONE;
}

/* The second part, as text. */
static int bench_beside(const struct bz_game *game)
{
    struct bz_error err;
    struct comparison comparison;

    if (compare(game, &comparison, &err))
        return fail(game, &err);
    print_comparison(game, &comparison);
    return fflush(stdout) ? STATUS_BAD : STATUS_DONE;
}

static int read_games(const struct invocation *inv, struct order *order)
{
    struct bz_error err;

    for (int i = 0; i < inv->operand_count; i++) {
        order->games[i] = bz_game_find(invocation_operand(inv, i), &err);
        if (!order->games[i])
            return complain("%s", err.text);
    }
    order->count = inv->operand_count;
    for (; inv->operand_count == 0 && bz_game_at(order->count); order->count++)
        order->games[order->count] = bz_game_at(order->count);
    return STATUS_DONE;
}

int cmd_bench(const struct invocation *inv)
{
    struct order order = {
        .as_json = invocation_has(inv, "json"),
        .compares = !invocation_has(inv, "signature"),
    };

    if (read_games(inv, &order))
        return STATUS_USAGE;
    for (int i = 0; i < order.count; i++)
        if (bench(order.games[i], &order))
            return STATUS_BAD;
    for (int i = 0; i < order.count && order.compares && !order.as_json; i++)
        if (bench_beside(order.games[i]))
            return STATUS_BAD;
    return STATUS_DONE;
}
