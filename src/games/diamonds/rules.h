/*
 * rules.h - the rules that a search runs: one text, compiled into rules.c for every rule set and
 * into solo.c and duo.c once more together with the search.
 *
 * An action may pass two chance nodes before it is done: which word it slips into, and at which
 * teleport it comes out. Neither is there where it has one outcome only. Nothing of the position
 * but `phase` and `asked` changes before the action is complete.
 */
#include "diamonds.h"

#include <string.h>

#include "base/bits.h"
#include "search/kernel.h"

/* A constant where the search is compiled for it. */
#ifndef PLAYERS
#define PLAYERS(world) ((world)->players)
#endif

static inline bool is_over(const struct diamonds *pos)
{
    const struct diamonds_world *world = pos->world;

    if (pos->turn > world->turns)
        return true;
    return PLAYERS(world) == 1 && world->variant != V2021 && pos->left == 0 && pos->turn > 1;
}

/* Without the first score, which everyone has alike. */
static inline int gained(const struct diamonds *pos, int agent)
{
    const struct agent *a = &pos->agent[agent];
    int hurt = pos->world->variant == V2021 ? 40 : 20;

    return a->points - 20 * a->hits - hurt * a->hurts - a->cost;
}

static inline int eighths(const struct diamonds *pos, int agent)
{
    return pos->world->init + PART * gained(pos, agent);
}

/* Whole points; a fraction is cut off downwards, for both players alike. */
static inline void score(const void *at, int *ret_score)
{
    const struct diamonds *pos = at;

    for (int i = 0; i < PLAYERS(pos->world); i++)
        ret_score[i] = diamonds_points(eighths(pos, i));
}

static inline int turn(const void *at)
{
    const struct diamonds *pos = at;

    return pos->phase != ACT ? BZ_CHANCE : PLAYERS(pos->world) > 1 && pos->mover;
}

static inline int roller(const void *at)
{
    const struct diamonds *pos = at;

    return pos->mover;
}

static inline uint32_t unit(const void *at)
{
    const struct diamonds *pos = at;

    return pos->world->unit;
}

static inline char ground_tile(const struct diamonds *pos)
{
    return pos->world->place[pos->agent[pos->mover].cell].tile;
}

/* The tenths of what becomes of a word under the mover's feet. */
static inline const uint8_t *chances(const struct diamonds *pos, int asked)
{
    char tile = ground_tile(pos);
    enum ground ground = tile == '*' ? BARBED : tile == 'T' ? TELEPORTING : NORMAL;

    return diamonds_chances[ground][asked];
}

static inline bool may_slip(const struct diamonds *pos, int asked)
{
    return pos->world->variant == P2 && asked != NOOP;
}

/* In p3 the word itself is refused, and only staying on a teleport works it. */
static inline bool teleports(const struct diamonds *pos, int asked, int word)
{
    return word == TELEPORT && ground_tile(pos) == 'T' &&
           !(pos->world->variant == P3 && asked == TELEPORT);
}

static inline bool has_exits(const struct diamonds *pos, int asked, int word)
{
    return teleports(pos, asked, word) && pos->world->teleports > 2;
}

static inline int slips(const struct diamonds *pos, bz_move *ret_moves, uint32_t *ret_weights)
{
    const uint8_t *tenths = chances(pos, pos->asked);
    int n = 0;

    for (int word = 0; word < SLIPS; word++)
        if (tenths[word]) {
            ret_moves[n] = SLIPPED | (bz_move)word;
            if (ret_weights)
                ret_weights[n] = tenths[word];
            n++;
        }
    return n;
}

static inline int exits(const struct diamonds *pos, bz_move *ret_moves, uint32_t *ret_weights)
{
    const struct diamonds_world *world = pos->world;
    int n = 0;

    for (int i = 0; i < world->teleports; i++)
        if (world->teleport[i] != pos->agent[pos->mover].cell) {
            ret_moves[n] = EXITED | world->teleport[i];
            if (ret_weights)
                ret_weights[n] = 1;
            n++;
        }
    return n;
}

static inline int moves(const void *at, bz_move *ret_moves)
{
    const struct diamonds *pos = at;
    const struct diamonds_list *list = &diamonds_lists[pos->world->variant];

    if (pos->phase == SLIP)
        return slips(pos, ret_moves, NULL);
    if (pos->phase == EXIT)
        return exits(pos, ret_moves, NULL);
    if (is_over(pos))
        return 0;
    for (int i = 0; i < list->count; i++)
        ret_moves[i] = list->word[i];
    return list->count;
}

static inline int deal(const void *at, bz_move *ret_moves, uint32_t *ret_weights)
{
    const struct diamonds *pos = at;

    return pos->phase == SLIP ? slips(pos, ret_moves, ret_weights)
                              : exits(pos, ret_moves, ret_weights);
}

static inline int count(const void *at)
{
    const struct diamonds *pos = at;
    bz_move outcomes[EXITS_MAX];

    if (pos->phase == ACT)
        return is_over(pos) ? 0 : diamonds_lists[pos->world->variant].count;
    return moves(pos, outcomes);
}

/* v2021: who is too poor, or has enough of the kind, leaves the diamond where it is. */
static inline bool may_take(const struct diamonds *pos, int kind)
{
    return pos->agent[pos->mover].gems[kind] < diamonds_most[kind] &&
           eighths(pos, pos->mover) >= PART * diamonds_least[kind];
}

static inline void take_gem(struct diamonds *pos, const struct place *place)
{
    struct agent *me = &pos->agent[pos->mover];
    enum variant variant = pos->world->variant;
    int kind = place->gem - 1;

    if (variant == V2021) {
        if (!may_take(pos, kind))
            return;
        me->points += diamonds_worth[kind];
    } else {
        me->points += diamonds_pairs[variant == P3][me->last][kind];
        me->last = place->gem;
    }
    me->gems[kind]++;
    pos->left--;
    diamonds_add(pos->bits, place->item);
}

static inline void collide(struct diamonds *pos, struct story *story)
{
    int me = pos->mover;

    story->hit = gained(pos, me) >= gained(pos, !me) ? !me : me;
    pos->agent[story->hit].hits++;
}

static inline enum verdict enter(struct diamonds *pos, int target, struct story *story)
{
    const struct diamonds_world *world = pos->world;
    struct agent *me = &pos->agent[pos->mover];
    const struct place *place = &world->place[target];

    story->target = target;
    if (PLAYERS(world) == 2 && pos->agent[!pos->mover].cell == target) {
        collide(pos, story);
        return ACCEPTED;
    }
    if (place->need & ~me->keys)
        return BLOCKED;
    me->cell = (uint16_t)target;
    if (place->item >= 0 && !diamonds_has(pos->bits, place->item)) {
        if (place->gem)
            take_gem(pos, place);
        else {
            me->keys |= place->key;
            diamonds_add(pos->bits, place->item);
        }
    }
    if (world->on_entry && place->tile == '*')
        me->hurts++;
    return ACCEPTED;
}

/* The other end where there is only one. */
static inline int other_end(const struct diamonds *pos)
{
    const struct diamonds_world *world = pos->world;

    return world->teleport[world->teleport[0] == pos->agent[pos->mover].cell];
}

static inline enum verdict set_trap(struct diamonds *pos)
{
    const struct diamonds_world *world = pos->world;
    struct agent *me = &pos->agent[pos->mover];
    uint64_t *traps = pos->bits + world->words + pos->mover * TRAP_WORDS;

    if (me->traps >= world->trap_count)
        return NO_TRAP_LEFT;
    if (diamonds_has(traps, me->cell))
        return TRAP_IS_HERE;
    if (ground_tile(pos) == 'T')
        return TRAP_ON_TELEPORT;
    if (me->traps == TRAPS_MAX)
        return TRAPS_EXHAUSTED;
    if (eighths(pos, pos->mover) <= PART * 35 * (me->traps + 1))
        return TRAP_TOO_DEAR;
    me->traps++;
    diamonds_add(traps, me->cell);
    return ACCEPTED;
}

/* `exit` is where a teleport with a choice leads to, or -1. */
static inline enum verdict perform(struct diamonds *pos, int asked, int exit, struct story *story)
{
    int target;

    switch (story->word) {
    case NOOP:
        return ACCEPTED;
    case TRAP:
        return set_trap(pos);
    case TELEPORT:
        if (!teleports(pos, asked, TELEPORT))
            return pos->world->variant == P3 ? NOT_A_WORD : NO_TELEPORT;
        return enter(pos, exit >= 0 ? exit : other_end(pos), story);
    default:
        target = pos->world->next[story->word][pos->agent[pos->mover].cell];
        return target < 0 ? OFF_MAP : enter(pos, target, story);
    }
}

static inline void end_action(struct diamonds *pos)
{
    pos->phase = ACT;
    pos->asked = 0;
    if (pos->mover + 1 < PLAYERS(pos->world)) {
        pos->mover++;
    } else {
        pos->mover = 0;
        pos->turn++;
    }
}

/* A turn of v2021 is paid before, an action of the others after what it does. */
static inline void act(struct diamonds *pos, int asked, int exit, struct story *story)
{
    const struct diamonds_world *world = pos->world;
    struct agent *me = &pos->agent[pos->mover];
    bool old = world->variant == V2021;

    story->target = story->hit = -1;
    if (old)
        me->cost++;
    story->verdict = perform(pos, asked, exit, story);
    if (!old)
        me->cost = (uint16_t)(me->cost + diamonds_costs[asked]);
    if (!world->on_entry && world->place[me->cell].tile == '*')
        me->hurts++;
    if (old && PLAYERS(world) == 2 && diamonds_has(diamonds_traps(pos, !pos->mover), me->cell))
        me->hurts++;
    end_action(pos);
}

/* Whether the action is complete; before it is, chance has to speak. */
static inline bool run(struct diamonds *pos, bz_move move, struct story *story)
{
    int asked = pos->phase == ACT ? (int)move : pos->asked;

    if (pos->phase == ACT && may_slip(pos, asked)) {
        pos->phase = SLIP;
        pos->asked = (uint8_t)asked;
        return false;
    }
    if (pos->phase == EXIT) {
        story->word = TELEPORT;
        act(pos, asked, (int)(move & 0xffff), story);
        return true;
    }
    story->word = (int)(move & 0xff);
    if (pos->world->variant == P3 && asked == NOOP && ground_tile(pos) == 'T')
        story->word = TELEPORT;
    if (has_exits(pos, asked, story->word)) {
        pos->phase = EXIT;
        pos->asked = (uint8_t)asked;
        return false;
    }
    act(pos, asked, -1, story);
    return true;
}

static inline void play(void *at, bz_move move)
{
    struct story story;

    run(at, move, &story);
}

/* Of what an agent has been through only its sum counts for the future. */
static inline uint64_t hash(const void *at)
{
    const struct diamonds *pos = at;
    const struct diamonds_world *world = pos->world;
    int words = world->words + (world->variant == V2021 ? AGENTS_MAX * TRAP_WORDS : 0);
    uint64_t h = bz_mix((uint64_t)pos->turn << 32 | (uint64_t)pos->asked << 16 |
                        (uint64_t)pos->phase << 8 | pos->mover);

    for (int i = 0; i < PLAYERS(world); i++) {
        const struct agent *a = &pos->agent[i];

        h = bz_mix(h ^ ((uint64_t)(uint32_t)gained(pos, i) << 32 | (uint64_t)a->cell << 16 |
                        (uint64_t)a->last << 8 | a->keys));
        if (world->variant == V2021)
            h = bz_mix(h ^ ((uint64_t)a->gems[0] << 48 | (uint64_t)a->gems[1] << 32 |
                            (uint64_t)a->gems[2] << 16 | a->gems[3]));
    }
    for (int i = 0; i < words; i++)
        h = bz_mix(h + 0x9e3779b97f4a7c15u + pos->bits[i]);
    return h;
}

static inline void start(const struct bz_setup *setup, void *ret_pos)
{
    diamonds_clear(setup->world, ret_pos);
}

/* Everything that is the same in all rules. */
#define DIAMONDS_RULES                                                                           \
    .start = start, .moves = moves, .play = play, .turn = turn, .result = score, .score = score, \
    .hash = hash, .count = count, .eval = diamonds_eval, .evals = diamonds_evals
#define DIAMONDS_SIZE(words) (sizeof(struct diamonds) + (words) * sizeof(uint64_t))
