/*
 * world.c - the worlds of mdp and rl: the hen asks for a direction, chance decides whether she
 * goes there or slips to one side.
 *
 * How likely that is belongs to the cell and the direction for ever. It is not stored: it is worked
 * out of the world's seed, in thousandths, so that all weights are whole numbers.
 */
#include "bits.h"
#include "search/kernel.h"

enum { PIG_REWARD = 250, QUEEN_REWARD = -400, GOAL_REWARD = 400, TNT_REWARD = -2000 };
enum { STEP_REWARD = -1, LATE_REWARD = -1000, OUTCOMES = 3, WEIGHTS = 2000 };

int angry_intended(const struct angry_world *pos, int direction)
{
    static const struct {
        int least, most;
    } likely[] = {[MDP] = {600, 800}, [RL] = {550, 900}};
    int least = likely[pos->board.rules].least, most = likely[pos->board.rules].most;
    uint64_t place = (uint64_t)(pos->board.hen * DIRECTIONS + direction);
    uint64_t drawn = bz_mix(bz_mix(pos->seed + 0x9e3779b97f4a7c15u) ^ place * 0xd1342543de82ef95u);

    return least + (int)(drawn % (uint64_t)(most - least + 1));
}

/* Where a step can go, the requested direction first. */
static int outcomes(const struct angry *pos, bz_move *ret_moves)
{
    bool upright = pos->wish == UP || pos->wish == DOWN;

    ret_moves[0] = pos->wish;
    ret_moves[1] = upright ? LEFT : UP;
    ret_moves[2] = upright ? RIGHT : DOWN;
    return OUTCOMES;
}

static int moves(const void *at, bz_move *ret_moves)
{
    const struct angry *pos = at;

    if (pos->phase == OVER)
        return 0;
    if (pos->phase == CHANCE_STEP)
        return outcomes(pos, ret_moves);
    for (int d = 0; d < DIRECTIONS; d++)
        ret_moves[d] = (bz_move)d;
    return DIRECTIONS;
}

static int count(const void *at)
{
    const struct angry *pos = at;

    return pos->phase == OVER ? 0 : pos->phase == CHANCE_STEP ? OUTCOMES : DIRECTIONS;
}

static int deal(const void *at, bz_move *ret_moves, uint32_t *ret_weights)
{
    const struct angry_world *pos = at;
    int intended = angry_intended(pos, pos->board.wish);

    ret_weights[0] = (uint32_t)(2 * intended);
    ret_weights[1] = ret_weights[2] = (uint32_t)(1000 - intended);
    return outcomes(&pos->board, ret_moves);
}

static uint32_t unit(const void *at)
{
    (void)at;
    return WEIGHTS;
}

/* What the tile under the hen is worth; pigs and queens are gone then. */
static int reward(struct angry *pos)
{
    cells here = cell_set(pos->hen);
    int gained = STEP_REWARD;

    if (here & plane_set(pos, PIG))
        gained = PIG_REWARD;
    else if (here & plane_set(pos, QUEEN))
        gained = QUEEN_REWARD;
    else if (here & plane_set(pos, GOAL))
        gained = GOAL_REWARD;
    else if (here & plane_set(pos, TNT))
        gained = TNT_REWARD;
    take_from(pos, PIG, here);
    take_from(pos, QUEEN, here);
    return gained;
}

static void step(struct angry_world *world, int direction)
{
    struct angry *pos = &world->board;
    cells open = inside(pos->rules) & ~plane_set(pos, ROCK);
    int gained, sum;

    if (stepped(cell_set(pos->hen), direction) & open)
        pos->hen = (uint8_t)angry_step(pos->hen, direction);
    if (pos->n < STEPS_MAX)
        pos->n++;
    gained = reward(pos);
    pos->wish = 0;
    pos->phase = gained == GOAL_REWARD || gained == TNT_REWARD ? OVER : HEN_STEP;
    if (pos->rules == RL && pos->n == STEPS_RL) {
        gained = LATE_REWARD;
        pos->phase = OVER;
    }
    sum = world->points + gained;
    world->points = sum < -POINTS_MAX ? -POINTS_MAX : sum > POINTS_MAX ? POINTS_MAX : sum;
}

static void play(void *at, bz_move move)
{
    struct angry_world *world = at;

    if (world->board.phase == CHANCE_STEP) {
        step(world, (int)move);
        return;
    }
    world->board.wish = (uint8_t)move;
    world->board.phase = CHANCE_STEP;
}

static int turn(const void *at)
{
    const struct angry *pos = at;

    return pos->phase == CHANCE_STEP ? BZ_CHANCE : 0;
}

static int roller(const void *at)
{
    (void)at;
    return 0;
}

static void score(const void *at, int *ret_score)
{
    ret_score[0] = ((const struct angry_world *)at)->points;
}

static uint64_t hash(const void *at)
{
    const struct angry_world *world = at;
    const struct angry *pos = &world->board;
    uint64_t h = (uint64_t)pos->rules | (uint64_t)pos->phase << 8 | (uint64_t)pos->wish << 16 |
                 (uint64_t)pos->hen << 24 | (uint64_t)pos->n << 32;

    h = bz_mix(h ^ world->seed * 0x9e3779b97f4a7c15u) ^ (uint32_t)world->points;
    for (int i = 0; i < PLANES; i++)
        h = bz_mix(bz_mix(h ^ pos->plane[i][0]) ^ pos->plane[i][1]);
    return h;
}

/* Evaluations. A pig in sight is worth most of one eaten, a step towards it twice its cost; when
 * there are no more, the same of the goal. Nobody walks over queens and TNT on purpose. */
enum { PIG_HOPE = 200, GOAL_HOPE = 300, STEP_COST = 2, WAY_MAX = 64 };

static int outlook(const struct angry_world *world)
{
    const struct angry *pos = &world->board;
    cells hen = cell_set(pos->hen), goal = plane_set(pos, GOAL);
    cells open = inside(pos->rules) & ~plane_set(pos, ROCK);
    cells safe = open & ~(plane_set(pos, QUEEN) | plane_set(pos, TNT));
    int value = world->points + GOAL_HOPE, pig, pigs, way;

    if (pos->phase == OVER)
        return world->points;
    pigs = in_sight(hen, plane_set(pos, PIG), safe & ~goal, &pig);
    if (pigs)
        return value + PIG_HOPE * pigs - STEP_COST * pig;
    way = distance(hen, goal, safe);
    if (way < 0)
        way = distance(hen, goal, open);
    return value - STEP_COST * way;
}

static int eval(const void *at)
{
    return outlook(at);
}

static double score_value(const void *at, int player)
{
    (void)player;
    return outlook(at);
}

static double points_value(const void *at, int player)
{
    (void)player;
    return ((const struct angry_world *)at)->points;
}

/* From here on everything good may happen, and everything bad. Without a limit of steps nothing is
 * known about the worst. */
static void range(const void *root, int player, double *ret_least, double *ret_most)
{
    const struct angry_world *world = root;
    const struct angry *pos = &world->board;
    int worst = QUEEN_REWARD * set_size(plane_set(pos, QUEEN)) + TNT_REWARD + LATE_REWARD +
                STEP_REWARD * STEPS_RL - STEP_COST * WAY_MAX;

    (void)player;
    *ret_least = pos->rules == RL ? world->points + worst : -POINTS_MAX - STEP_COST * WAY_MAX;
    *ret_most = world->points + PIG_REWARD * set_size(plane_set(pos, PIG)) + GOAL_REWARD;
}

static const struct bz_eval evals[] = {
    {.name = "score",
     .brief = "the points so far, and pigs and the goal in sight",
     .value = score_value,
     .conventions = BZ_EVAL_WHOLE,
     .range = range},
    {.name = "points",
     .brief = "the points so far, nothing else",
     .value = points_value,
     .conventions = BZ_EVAL_WHOLE,
     .range = range},
    {.name = NULL},
};

static const struct bz_rules rules = {
    .pos_size = sizeof(struct angry_world),
    .moves_max = DIRECTIONS,
    .players = 1,
    .traits = BZ_HAS_CHANCE | BZ_HAS_POINTS,
    .start = angry_start,
    .moves = moves,
    .play = play,
    .turn = turn,
    .result = score,
    .score = score,
    .hash = hash,
    .count = count,
    .deal = deal,
    .roller = roller,
    .unit = unit,
    .eval = eval,
    .evals = evals,
};

BZ_KERNEL(angry_world_kernel, rules)
