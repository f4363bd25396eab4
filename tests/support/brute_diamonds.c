/*
 * brute_diamonds.c - of positions that differ in the score only, the one with the best is enough.
 */
#include "brute_diamonds.h"
#include "check.h"

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
    } else if (diamonds_score(pos, 0) >
               diamonds_score((const void *)layer->seen[at % SLOTS].pos, 0)) {
        layer->seen[at % SLOTS] = state;
    }
}

/* Plays everything in the layer one turn on; the best score, in eighths, of a game that is over. */
static int play_all(const struct bz_setup *setup, struct layer *now, struct layer *next, int best)
{
    for (int i = 0; i < now->count; i++) {
        struct seen *seen = &now->seen[now->list[i]];
        bz_move moves[WORDS];
        int count = setup->rules->moves(seen->pos, moves);

        if (count == 0 && diamonds_score((const void *)seen->pos, 0) > best)
            best = diamonds_score((const void *)seen->pos, 0);
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

double brute_diamonds(const struct bz_setup *setup, const union bz_pos *pos)
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
    return (double)best / PART;
}

/* --- small maps ------------------------------------------------------------------------------- */

static int below(struct bz_random *random, int limit)
{
    return (int)bz_random_below(random, (uint64_t)limit);
}

/* A small map with a bit of everything, as the text of a position. */
static void draw_text(struct bz_random *random, char ret_text[BRUTE_TEXT])
{
    static const char tiles[] = "EEEEEEWW*gyGYrR";
    static const char *const fractions[] = {"", ".0", ".5", ".125"};
    struct bz_buf out = {.text = ret_text, .size = BRUTE_TEXT};
    int rows = 1 + below(random, 5), cols = 2 + below(random, 4), gems = 0, keys = 0;

    bz_buf_add(&out, "p1 ");
    for (int row = 0; row < rows; row++) {
        for (int col = 0; col < cols; col++) {
            bool corner = (row == 0 || row == rows - 1) && (col == 0 || col == cols - 1);
            bool gem = !corner && gems < 6 && below(random, 4) == 0;
            char tile = gem ? (char)('1' + below(random, 4)) : tiles[below(random, 15)];

            gems += gem;
            keys += !gem && strchr("gyr", tile);
            bz_buf_char(&out, corner || (!gem && keys > 3 && strchr("gyr", tile)) ? 'E' : tile);
        }
        bz_buf_char(&out, row + 1 < rows ? '/' : ' ');
    }
    bz_buf_add(&out, "%d,%s%d%s,3,%s a1,-,0,0.0.0.0,0,0,0,0 1 A -",
               below(random, 3) ? below(random, 24) : below(random, 6), below(random, 2) ? "" : "-",
               below(random, 30), fractions[below(random, 4)], below(random, 2) ? "stay" : "enter");
}

/* Some moves at random, so that positions come from the middle of a game too, on wire as well. */
static void play_some(struct bz_random *random, const struct bz_setup *setup, union bz_pos *pos)
{
    bz_move moves[WORDS];
    int count, plies = below(random, 2) ? below(random, 8) : 0;

    while (plies-- > 0 && (count = setup->rules->moves(pos, moves)) > 0)
        setup->rules->play(pos, moves[below(random, count)]);
}

void brute_diamonds_draw(struct bz_random *random, struct bz_setup *ret_setup,
                         union bz_pos *ret_pos, char ret_text[BRUTE_TEXT])
{
    draw_text(random, ret_text);
    check_setup(ret_setup, "diamonds", "");
    check_parse(ret_setup, ret_text, ret_pos);
    play_some(random, ret_setup, ret_pos);
}
