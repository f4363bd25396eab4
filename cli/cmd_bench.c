/*
 * cmd_bench.c - `bazi bench`: a fixed amount of search, counted and timed.
 *
 * A few positions of each game are reached by seeded random play. In each the default engine
 * deepens until an iteration ends with BUDGET nodes or more; only finished iterations count. So the
 * work suits any game without naming a depth, and the sum depends on the code alone, not on time.
 */
#include <inttypes.h>
#include <stdio.h>

#include "command.h"
#include "text/json.h"
#include "text/words.h"

enum { POSITIONS = 12, PLIES_MAX = 400, BUDGET = 600000 };

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

static int bench(const struct bz_game *game, bool as_json)
{
    struct bz_error err;
    struct work work;
    struct json json = {.out = stdout};
    double micros;
    uint64_t rate;

    if (measure(game, &work, &err)) {
        complain("bench: %s: %s", game->name, err.text);
        return STATUS_BAD;
    }
    micros = work.micros > 0 ? (double)work.micros : 1;
    rate = (uint64_t)((double)work.nodes * 1e6 / micros);
    if (!as_json) {
        printf("bench %s nodes %" PRIu64 " nps %" PRIu64 "\n", game->name, work.nodes, rate);
    } else {
        json_open(&json, NULL, '{');
        json_text(&json, "game", game->name);
        json_count(&json, "nodes", work.nodes);
        json_count(&json, "nps", rate);
        json_number(&json, "seconds", micros / 1e6);
        json_close(&json, '}');
        json_end_line(&json);
    }
    return fflush(stdout) ? STATUS_BAD : STATUS_DONE;
}

static int bench_all(bool as_json)
{
    for (int i = 0; bz_game_at(i); i++)
        if (bench(bz_game_at(i), as_json))
            return STATUS_BAD;
    return STATUS_DONE;
}

int cmd_bench(const struct invocation *inv)
{
    bool as_json = invocation_has(inv, "json");
    const struct bz_game *games[OPERANDS_MAX];
    struct bz_error err;

    for (int i = 0; i < inv->operand_count; i++) {
        games[i] = bz_game_find(invocation_operand(inv, i), &err);
        if (!games[i])
            return complain("%s", err.text);
    }
    if (inv->operand_count == 0)
        return bench_all(as_json);
    for (int i = 0; i < inv->operand_count; i++)
        if (bench(games[i], as_json))
            return STATUS_BAD;
    return STATUS_DONE;
}
