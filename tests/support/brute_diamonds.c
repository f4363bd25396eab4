/*
 * brute_diamonds.c - of positions that differ in the score only, the one with the best is enough.
 */
#include "brute_diamonds.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "games/diamonds/diamonds.h"

enum { SLOTS = 1 << 16, SIZE = 128 };

/* What counts for the future, and the position. */
struct seen {
    uint64_t taken;
    bool used;
    int cell, keys, last;
    max_align_t pos[SIZE / sizeof(max_align_t)];
};

struct layer {
    struct seen seen[SLOTS];
    int list[SLOTS], count;
};

static int score_of(const struct bz_setup *setup, const void *pos)
{
    int score[BZ_PLAYERS_MAX];

    setup->rules->score(pos, score);
    return score[0];
}

static bool is_same(const struct seen *a, const struct seen *b)
{
    return a->taken == b->taken && a->cell == b->cell && a->keys == b->keys && a->last == b->last;
}

static void add(const struct bz_setup *setup, struct layer *layer, const void *pos)
{
    const struct diamonds *d = pos;
    struct seen state = {.taken = d->bits[0],
                         .used = true,
                         .cell = d->agent[0].cell,
                         .keys = d->agent[0].keys,
                         .last = d->agent[0].last};
    uint64_t at = bz_mix(state.taken ^ (uint64_t)state.cell << 32 ^ (uint64_t)state.keys << 48 ^
                         (uint64_t)state.last << 56);

    memcpy(state.pos, pos, setup->rules->pos_size);
    while (layer->seen[at % SLOTS].used && !is_same(&layer->seen[at % SLOTS], &state))
        at++;
    if (!layer->seen[at % SLOTS].used) {
        assert(layer->count < SLOTS / 2);
        layer->list[layer->count++] = (int)(at % SLOTS);
        layer->seen[at % SLOTS] = state;
    } else if (score_of(setup, pos) > score_of(setup, layer->seen[at % SLOTS].pos)) {
        layer->seen[at % SLOTS] = state;
    }
}

/* Plays everything in the layer one turn on; the best score of a game that is over. */
static int play_all(const struct bz_setup *setup, struct layer *now, struct layer *next, int best)
{
    for (int i = 0; i < now->count; i++) {
        struct seen *seen = &now->seen[now->list[i]];
        bz_move moves[WORDS];
        int count = setup->rules->moves(seen->pos, moves);

        if (count == 0 && score_of(setup, seen->pos) > best)
            best = score_of(setup, seen->pos);
        for (int m = 0; m < count; m++) {
            union bz_pos child;

            memcpy(&child, seen->pos, setup->rules->pos_size);
            setup->rules->play(&child, moves[m]);
            add(setup, next, &child);
        }
        seen->used = false;
    }
    now->count = 0;
    return best;
}

int brute_diamonds(const struct bz_setup *setup, const union bz_pos *pos)
{
    struct layer *now = calloc(1, sizeof(*now)), *next = calloc(1, sizeof(*next)), *swap;
    int best = INT_MIN;

    assert(now && next && setup->rules->pos_size <= SIZE);
    add(setup, now, pos);
    while (now->count > 0) {
        best = play_all(setup, now, next, best);
        swap = now;
        now = next;
        next = swap;
    }
    free(now);
    free(next);
    return best;
}
