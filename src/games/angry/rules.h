/*
 * rules.h - the games of hen and queen. A template: each of the four files that include it says
 * whether there is a bird (BIRD), whether the queen is a player (PLAYED), and what the KERNEL is
 * called.
 *
 * A round is the hen's step, the bird's, the queen's. Where she follows her policy she steps within
 * the move before, so that her turn is seen only by the report's agent, which takes her for free.
 */
#include "outlook.h"
#include "search/kernel.h"

enum { RULES = BIRD ? GAME2 : GAME1 };

static inline cells bird_set(const struct angry *pos)
{
    return BIRD ? cell_set(pos->bird) : 0;
}

static inline cells walls(const struct angry *pos)
{
    return plane_set(pos, ROCK) | plane_set(pos, EGG) | plane_set(pos, PIG) | plane_set(pos, SLING);
}

/* Where the queen may be: she walks through other queens, and over the hen. */
static inline cells queen_ground(const struct angry *pos)
{
    return inside(RULES) & ~(walls(pos) | bird_set(pos));
}

/* Who steps, and the cells open to that step. */
static inline cells mover(const struct angry *pos, cells *ret_open)
{
    if (pos->phase == QUEEN_STEP) {
        *ret_open = queen_ground(pos);
        return first_of(plane_set(pos, QUEEN));
    }
    if (BIRD && pos->phase == BIRD_STEP) {
        *ret_open = inside(RULES) & ~(walls(pos) | cell_set(pos->hen));
        return cell_set(pos->bird);
    }
    *ret_open = inside(RULES) & ~(plane_set(pos, ROCK) | plane_set(pos, QUEEN) | bird_set(pos));
    return cell_set(pos->hen);
}

/* Directions that lead to an open cell, as bits. */
static inline unsigned ways(const struct angry *pos)
{
    cells open, from = mover(pos, &open);
    unsigned found = 0;

    _Pragma("GCC unroll 4") for (int d = 0; d < DIRECTIONS; d++) found |=
        (unsigned)((stepped(from, d) & open) != 0) << d;
    return found;
}

/* The moves as bits. Who cannot step stays, except in the report's search, where there is no move
 * then. A queen never bumps. */
static inline unsigned choices(const struct angry *pos)
{
    unsigned found;

    if (pos->phase == OVER)
        return 0;
    if (pos->flags & BUMP_FREE && pos->phase != QUEEN_STEP && !(pos->flags & REPORT_SEARCH))
        return (1 << DIRECTIONS) - 1;
    found = ways(pos);
    return found || pos->flags & REPORT_SEARCH ? found : 1 << STAY;
}

static inline int moves(const void *at, bz_move *ret_moves)
{
    int n = 0;

    for (unsigned left = choices(at); left; left &= left - 1)
        ret_moves[n++] = (bz_move)bz_lowest(left);
    return n;
}

static inline int count(const void *at)
{
    return bz_popcount(choices(at));
}

/* The queen's policy: the first direction with the shortest way to the hen, or none. Flooding from
 * the hen, the first of her neighbours to get wet are those. */
static inline int pursuit(const struct angry *pos)
{
    cells open = queen_ground(pos), queen = first_of(plane_set(pos, QUEEN));
    cells targets = around(queen) & open, front = cell_set(pos->hen);

    while (front && !(front & targets)) {
        open &= ~front;
        front = around(front) & open;
    }
    for (int d = 0; front && d < DIRECTIONS; d++)
        if (stepped(queen, d) & front)
            return d;
    return STAY;
}

static inline void hen_step(struct angry *pos, int direction)
{
    cells open, to = stepped(mover(pos, &open), direction) & open;

    if (direction == STAY || to)
        pos->n++;
    if (direction == STAY || !to)
        return;
    take_from(pos, EGG, to);
    take_from(pos, PIG, to);
    take_from(pos, SLING, to);
    pos->hen = (uint8_t)angry_step(pos->hen, direction);
}

static inline void bird_step(struct angry *pos, int direction)
{
    cells open, to = stepped(mover(pos, &open), direction) & open;

    if (direction == STAY || !to)
        return;
    take_from(pos, QUEEN, to);
    pos->bird = (uint8_t)angry_step(pos->bird, direction);
    pos->n++;
}

static inline void queen_step(struct angry *pos, int direction)
{
    cells queen = first_of(plane_set(pos, QUEEN)), to = stepped(queen, direction);

    take_from(pos, QUEEN, queen);
    add_to(pos, QUEEN, to);
    if (to == cell_set(pos->hen))
        pos->hen = NOWHERE;
}

/* Who steps after the hen. A win ends the game at once; when the actions are used up, whoever is
 * next still makes one step, even if it is a bird that is not there. */
static inline uint8_t after_hen(const struct angry *pos)
{
    bool used_up = pos->n >= angry_limit(RULES);

    if (won(pos) || (used_up && pos->flags & REPORT_SEARCH))
        return OVER;
    if (BIRD && pos->bird != NOWHERE)
        return BIRD_STEP;
    return BIRD && used_up ? OVER : QUEEN_STEP;
}

static inline void play_bird(struct angry *pos, int direction)
{
    bool last = pos->n >= angry_limit(RULES);

    bird_step(pos, direction);
    pos->phase = won(pos) || last ? OVER : QUEEN_STEP;
}

static inline void play_queen(struct angry *pos, int direction)
{
    queen_step(pos, direction);
    pos->phase = lost(pos) ? OVER : HEN_STEP;
}

static inline void play(void *at, bz_move move)
{
    struct angry *pos = at;
    int direction = (int)move;

    if (pos->phase == QUEEN_STEP) {
        play_queen(pos, direction);
        return;
    }
    if (BIRD && pos->phase == BIRD_STEP) {
        play_bird(pos, direction);
    } else {
        hen_step(pos, direction);
        pos->phase = after_hen(pos);
    }
    if (!PLAYED && pos->phase == QUEEN_STEP && !(pos->flags & REPORT_SEARCH))
        play_queen(pos, pursuit(pos));
}

static inline int turn(const void *at)
{
    const struct angry *pos = at;

    return pos->phase == QUEEN_STEP;
}

static inline void score(const void *at, int *ret_score)
{
    ret_score[0] = points(at);
    if (PLAYED)
        ret_score[1] = -ret_score[0];
}

static inline uint64_t hash(const void *at)
{
    const struct angry *pos = at;
    uint64_t h = (uint64_t)pos->rules | (uint64_t)pos->flags << 8 | (uint64_t)pos->phase << 16 |
                 (uint64_t)pos->hen << 24 | (uint64_t)pos->bird << 32 | (uint64_t)pos->n << 40;

    for (int i = 0; i < PLANES; i++) {
        h = (h ^ pos->plane[i][0]) * 0x9e3779b97f4a7c15u;
        h = (h ^ h >> 32 ^ pos->plane[i][1]) * 0xbf58476d1ce4e5b9u;
        h ^= h >> 29;
    }
    return bz_mix(h);
}

static inline int eval(const void *at)
{
    return turn(at) == 0 ? outlook(at) : -outlook(at);
}

static const struct bz_rules rules = {
    .pos_size = sizeof(struct angry),
    .moves_max = DIRECTIONS,
    .players = PLAYED ? 2 : 1,
    .traits = PLAYED ? BZ_ZERO_SUM | BZ_HAS_POINTS : BZ_HAS_POINTS,
    .start = angry_start,
    .moves = moves,
    .play = play,
    .turn = turn,
    .result = score,
    .score = score,
    .hash = hash,
    .count = count,
    .eval = eval,
    .evals = BIRD ? angry_game2_evals : angry_game1_evals,
    .agent = BIRD ? NULL : &angry_agent,
};

BZ_KERNEL(KERNEL, rules)
