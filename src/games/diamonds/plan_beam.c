/*
 * plan_beam.c - plans word by word, where there are more diamonds than a plan of spots can tell
 * apart: of all that can be reached in so many turns the most promising positions are kept (beam
 * search).
 *
 * It sees no further than the next thing to fetch, but all diamonds there are. A beam of one is the
 * player who looks one action ahead. Bounds play no part here.
 */
#include <string.h>

#include "base/bits.h"
#include "plan.h"

enum {
    FANOUT = NOOP + 1, /* words of p1 */
    WORD_BITS = 4,     /* of one of them */
    WORD_MASK = (1 << WORD_BITS) - 1,
    WIDTH_MAX = 1 << 26, /* so that its place in a layer fits beside it */
    WORK_CHILD = 40,     /* of a position looked at, as measured */
    VALUES = 4096,       /* further below the best than that all are alike */
    WIDENING = 2,        /* from beam to beam: narrow ones are lucky at times */
    ROOM_SHARE = 4       /* of the memory: this part is for beams */
};

void plan_beam_init(struct plan_beam *beam, const struct diamonds *pos, struct plan_room *room)
{
    memset(beam, 0, sizeof(*beam));
    beam->start = pos;
    beam->size = diamonds_size(pos->world);
    beam->turns = pos->world->turns - pos->turn + 1;
    beam->width = 1;
    beam->room.left = room->left / ROOM_SHARE;
    beam->room.at = plan_take(room, beam->room.left, 1);
}

static bool take_memory(struct plan_beam *beam)
{
    struct plan_room room = beam->room;
    size_t kids = (size_t)FANOUT * beam->width, slots = 16;

    while (slots < 2 * kids)
        slots *= 2;
    beam->index_mask = (uint32_t)slots - 1;
    for (int i = 0; i < 2; i++)
        beam->layer[i] = plan_take(&room, beam->width, beam->size);
    beam->kids = plan_take(&room, kids, sizeof(*beam->kids));
    beam->index = plan_take(&room, slots, sizeof(*beam->index));
    beam->trail = plan_take(&room, (size_t)beam->turns * beam->width, sizeof(*beam->trail));
    return beam->layer[0] && beam->layer[1] && beam->kids && beam->index && beam->trail;
}

static struct diamonds *at(const struct plan_beam *beam, int list, uint32_t i)
{
    return (struct diamonds *)(void *)(beam->layer[list] + i * beam->size);
}

/* Whatever matters for the rest of the game, but for the score. */
static uint64_t state_of(const struct diamonds *pos)
{
    const struct agent *me = &pos->agent[0];
    uint64_t key = bz_mix((uint64_t)me->cell << 16 | (uint64_t)me->last << 8 | (uint64_t)me->keys);

    for (int i = 0; i < pos->world->words; i++)
        key = bz_mix(key + 0x9e3779b97f4a7c15u + pos->bits[i]);
    return key;
}

/* The child in that state, a new one without a score where there was none. */
static struct plan_kid *find(struct plan_beam *beam, uint64_t state)
{
    uint64_t slot = state;

    while (beam->index[slot & beam->index_mask]) {
        struct plan_kid *kid = &beam->kids[beam->index[slot & beam->index_mask] - 1];

        if (kid->state == state)
            return kid;
        slot++;
    }
    beam->index[slot & beam->index_mask] = beam->count + 1;
    beam->kids[beam->count] = (struct plan_kid){.state = state, .score = PLAN_NONE};
    return &beam->kids[beam->count++];
}

/* The final score of staying there. */
static int rest_value(const struct diamonds *pos)
{
    const struct diamonds_world *world = pos->world;
    int value = diamonds_points(diamonds_score(pos, 0));

    if (!world->on_entry && world->place[pos->agent[0].cell].tile == '*' && !diamonds_is_over(pos))
        value -= 20 * (world->turns - pos->turn + 1);
    return value;
}

/* All children of one position. What is found again with a better score is worth that much more. */
static void grow(struct plan_beam *beam, int list, uint32_t parent)
{
    union bz_pos memory;
    struct diamonds *pos = (struct diamonds *)(void *)memory.bytes;
    struct story story;

    if (diamonds_is_over(at(beam, list, parent)))
        return;
    for (uint32_t word = 0; word < FANOUT; word++) {
        struct plan_kid *kid;
        int score;

        memcpy(pos, at(beam, list, parent), beam->size);
        diamonds_run(pos, word, &story);
        if (word != NOOP && (story.verdict != ACCEPTED))
            continue;
        kid = find(beam, state_of(pos));
        score = diamonds_points(diamonds_score(pos, 0));
        if (score <= kid->score)
            continue;
        kid->value = kid->score == PLAN_NONE ? diamonds_eval(pos) : kid->value + score - kid->score;
        kid->score = score;
        kid->from = parent << WORD_BITS | word;
    }
}

/* The least value of those that are kept, and how many with just that value. */
static int find_least(const struct plan_beam *beam, uint32_t *ret_equals)
{
    uint32_t count[VALUES] = {0}, sum = 0;
    int top = PLAN_NONE, below = 0; /* the top, by so much */

    for (uint32_t i = 0; i < beam->count; i++)
        top = beam->kids[i].value > top ? beam->kids[i].value : top;
    for (uint32_t i = 0; i < beam->count; i++)
        if (top - beam->kids[i].value < VALUES)
            count[top - beam->kids[i].value]++;
    /* Those that are further below wait in no list: what they would fill stays empty. */
    for (; below < VALUES - 1 && sum + count[below] < beam->width; below++)
        sum += count[below];
    *ret_equals = beam->width - sum;
    return top - below;
}

static void note_best(struct plan_beam *beam, const struct diamonds *pos, int turn, uint32_t i)
{
    int value = rest_value(pos);

    if (value <= beam->best)
        return;
    beam->best = value;
    beam->best_turn = turn;
    beam->best_at = i;
}

/* The next layer: the best of all children; how many. */
static uint32_t keep(struct plan_beam *beam, int list, int turn)
{
    uint32_t equals, kept = 0;
    int least = find_least(beam, &equals);
    struct story story;

    for (uint32_t i = 0; i < beam->count && kept < beam->width; i++) {
        const struct plan_kid *kid = &beam->kids[i];
        struct diamonds *pos = at(beam, !list, kept);

        if (kid->value < least || (kid->value == least && equals == 0))
            continue;
        equals -= kid->value == least;
        memcpy(pos, at(beam, list, kid->from >> WORD_BITS), beam->size);
        diamonds_run(pos, kid->from & WORD_MASK, &story);
        beam->trail[(size_t)turn * beam->width + kept] = kid->from;
        note_best(beam, pos, turn, kept++);
    }
    return kept;
}

static int spell(const struct plan_beam *beam, uint8_t *words)
{
    uint32_t i = beam->best_at;

    for (int turn = beam->best_turn; turn >= beam->first; turn--) {
        uint32_t from = beam->trail[(size_t)turn * beam->width + i];

        words[turn] = (uint8_t)(from & WORD_MASK);
        i = from >> WORD_BITS;
    }
    return beam->best_turn + 1;
}

/* All children of a layer. False if stopped. */
static bool grow_all(struct plan_beam *beam, int list, uint32_t count, struct plan_clock *clock)
{
    beam->count = 0;
    memset(beam->index, 0, ((size_t)beam->index_mask + 1) * sizeof(*beam->index));
    for (uint32_t i = 0; i < count; i++) {
        if (plan_tick(clock, FANOUT * WORK_CHILD))
            return false;
        grow(beam, list, i);
    }
    return true;
}

bool plan_beam_fits(struct plan_beam *beam)
{
    return beam->room.left > 0 && beam->width <= WIDTH_MAX && take_memory(beam);
}

/* The position after so many words, as the first layer. */
static void set_out(struct plan_beam *beam, int from, const uint8_t *words)
{
    struct diamonds *pos = at(beam, 0, 0);
    struct story story;

    memcpy(pos, beam->start, beam->size);
    for (int i = 0; i < from; i++)
        diamonds_run(pos, words[i], &story);
    beam->best = PLAN_NONE;
    beam->first = from;
    beam->best_turn = from - 1;
}

bool plan_beam_run(struct plan_beam *beam, int from, struct plan_clock *clock, uint8_t *words,
                   int *ret_count)
{
    uint32_t count = 1;
    bool whole = true;

    set_out(beam, from, words);
    for (int turn = from, list = 0; turn < beam->turns && count > 0 && whole;
         turn++, list = !list) {
        whole = grow_all(beam, list, count, clock);
        if (whole)
            count = keep(beam, list, turn);
    }
    *ret_count = spell(beam, words);
    return whole;
}

void plan_beam_widen(struct plan_beam *beam)
{
    beam->width *= WIDENING;
}
