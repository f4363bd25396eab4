/*
 * test_think.c - the engine at full width says what a plain walk over the whole tree says: every
 * game and setting, with batches, tables, windows, chance, one player, two and more.
 */
#include "properties.h"
#include "rooms.h"

enum { POSITIONS = 12, LEAVES_MAX = 20000, OUTCOMES_MAX = 16 };

/* A walk for the player who is to move at its root. */
struct walk {
    const struct bz_rules *rules;
    int hero;
    int leaves;
    bool sampled; /* the engine does not look at all outcomes of some node */
};

static bool is_ours(const struct walk *walk, int player)
{
    int teams = walk->rules->teams;

    return teams ? (player - walk->hero) % teams == 0 : player == walk->hero;
}

/* What the hero gets in the end, a win `ply` plies away being a little less than one now. */
static int end_value(const struct walk *walk, const void *pos, int ply)
{
    int result[BZ_PLAYERS_MAX], own;

    walk->rules->result(pos, result);
    own = result[walk->hero];
    if (walk->rules->players == 2 && !(walk->rules->traits & BZ_ZERO_SUM))
        own -= result[!walk->hero];
    if (walk->rules->traits & BZ_HAS_POINTS)
        return own;
    return own > 0 ? BZ_VALUE_WIN - ply : own < 0 ? ply - BZ_VALUE_WIN : 0;
}

static int leaf_value(struct walk *walk, const void *pos)
{
    const struct bz_rules *rules = walk->rules;
    int turn = rules->turn(pos);

    walk->leaves++;
    if (rules->players > 2)
        return (int)rules->evals[0].value(pos, walk->hero);
    if (!rules->eval)
        return 0;
    return (turn == BZ_CHANCE ? 0 : turn) == walk->hero ? rules->eval(pos) : -rules->eval(pos);
}

static int value_of(struct walk *walk, const union bz_pos *pos, int depth, int ply);

static int child_value(struct walk *walk, const union bz_pos *pos, bz_move move, int depth, int ply)
{
    union bz_pos child = *pos;

    walk->rules->play(&child, move);
    return value_of(walk, &child, depth - 1, ply + 1);
}

/* Means are taken for the first player and rounded down. */
static int mean_value(struct walk *walk, const union bz_pos *pos, int depth, int ply)
{
    bz_move moves[BZ_MOVES_MAX];
    uint32_t weights[BZ_MOVES_MAX];
    int count = walk->rules->deal(pos, moves, weights), sign = walk->hero == 0 ? 1 : -1;
    int least = INT32_MAX, most = INT32_MIN;
    int64_t sum = 0, total = 0;
    bool points = walk->rules->traits & BZ_HAS_POINTS;

    walk->sampled = walk->sampled || count > OUTCOMES_MAX;
    for (int i = 0; i < count; i++) {
        int value = sign * child_value(walk, pos, moves[i], depth, ply);

        least = value < least ? value : least;
        most = value > most ? value : most;
        if (!points && value > BZ_VALUE_SURE)
            value = BZ_VALUE_SURE;
        if (!points && value < -BZ_VALUE_SURE)
            value = -BZ_VALUE_SURE;
        sum += (int64_t)weights[i] * value;
        total += weights[i];
    }
    if (!points && least >= BZ_VALUE_DECIDED)
        return sign * least;
    if (!points && most <= -BZ_VALUE_DECIDED)
        return sign * most;
    return sign * (int)(sum >= 0 ? sum / total : -((total - 1 - sum) / total));
}

/* For the hero. */
static int value_of(struct walk *walk, const union bz_pos *pos, int depth, int ply)
{
    bz_move moves[BZ_MOVES_MAX];
    int count = walk->rules->moves(pos, moves), best = 0;
    bool ours;

    if (count == 0)
        return end_value(walk, pos, ply);
    if (depth == 0 || walk->leaves > LEAVES_MAX)
        return leaf_value(walk, pos);
    if (walk->rules->turn(pos) == BZ_CHANCE)
        return mean_value(walk, pos, depth, ply);
    ours = is_ours(walk, walk->rules->turn(pos));
    for (int i = 0; i < count; i++) {
        int value = child_value(walk, pos, moves[i], depth, ply);

        if (i == 0 || (ours ? value > best : value < best))
            best = value;
    }
    return best;
}

static bool is_decided(const struct bz_rules *rules, double value)
{
    return !(rules->traits & BZ_HAS_POINTS) &&
           (value >= BZ_VALUE_DECIDED || value <= -BZ_VALUE_DECIDED);
}

/* The engine may know more: a proof counts however deep it was. */
static bool compare(const struct bz_setup *setup, struct bz_engine *engine, const union bz_pos *pos,
                    int depth)
{
    struct walk walk = {.rules = setup->rules, .hero = setup->rules->turn(pos)};
    struct bz_limits limits = {.depth = depth};
    struct bz_answer answer;
    int expected = value_of(&walk, pos, depth, 0);

    if (walk.leaves > LEAVES_MAX || walk.sampled)
        return false;
    if (setup->rules->players > 2 && !setup->rules->teams && expected < -BZ_VALUE_SURE)
        expected = -BZ_VALUE_SURE; /* that all the others could beat one is no proof */
    bz_engine_reset(engine);
    bz_engine_think(engine, pos, &limits, NULL, &answer);
    if (is_decided(setup->rules, answer.info.value) && !is_decided(setup->rules, expected))
        return false;
    if (answer.info.value != expected)
        fail_msg("%s, %d plies: %.0f, not %d", check_text(setup, pos), depth, answer.info.value,
                 expected);
    return true;
}

static void full_width_is_a_plain_walk(void **state)
{
    const struct room *room = *state;
    struct bz_engine *engine;
    struct bz_setup setup;
    struct bz_random random;
    union bz_pos pos;
    int tried = 0, compared = 0;

    check_setup_of(&setup, room->game, room->options);
    bz_random_seed(&random, 77);
    engine = check_engine(&setup, "best:hash=1,width=full");
    for (int i = 0; i < POSITIONS; i++) {
        property_wander(&setup, &random, (int)bz_random_below(&random, i % 2 ? 40 : 4), &pos);
        if (bz_is_over(&setup, &pos) || setup.rules->turn(&pos) == BZ_CHANCE)
            continue;
        tried++;
        for (int depth = 1; depth <= 5 && compare(&setup, engine, &pos, depth); depth++)
            compared++;
    }
    assert_true(compared > 0 || tried == 0);
    bz_engine_free(engine);
    bz_setup_release(&setup);
}

static void add_room(struct cases *cases, struct room *room)
{
    cases_add(cases, full_width_is_a_plain_walk, room, "%s %s", room->game->name, room->options);
}

int main(void)
{
    struct cases cases = {0};

    rooms_add(&cases, add_room);
    return cases_run(&cases);
}
