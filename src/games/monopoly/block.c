/*
 * block.c - one walk over the numbers of a block, for writing and for reading.
 */
#include "block.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"

#define INLINE static inline __attribute__((always_inline))

/* Where choices are equal but for rounding on the way, the first of the menu is taken. */
#define EQUAL 1e-8

enum { WIDE = 7, DEEP = 4, OF_VALUES = 4 * WIDE * DEEP, DECISIONS = 2 * OF_VALUES };

enum decision { PURCHASE, SALE, REPLY };

int monopoly_block_period(const struct space *space)
{
    uint64_t period = 0;

    for (int i = 0; i < space->squares; i++) {
        uint64_t both = bz_common_divisor((uint64_t)space->price[i], (uint64_t)space->charge[i]);

        if (space->price[i] || space->charge[i])
            period = bz_common_divisor(period, both);
    }
    return (int)(period ? period : 1);
}

static int deals_of(const struct space *space, int code, int mover, int square)
{
    int owner = space_owner(space, code, square);

    return space->power[square] && (!owner || owner == mover + 1);
}

void monopoly_shape_init(struct shape *shape, const struct space *space, int period, int wealth,
                         int holding, int y)
{
    int code = space->code[holding];

    *shape = (struct shape){.space = space,
                            .code = code,
                            .length = space_row(space, wealth, holding),
                            .y = y,
                            .period = period};
    for (int i = 0; i < space->squares; i++) {
        if (space->kind[i] == PENALTY && space->charge[i] > 0)
            shape->fine[shape->fines++] = (uint8_t)i;
        if (!deals_of(space, code, 0, i))
            continue;
        shape->is_sale[shape->deals] = space_owner(space, code, i) != 0;
        shape->deal[shape->deals++] = (uint8_t)i;
    }
    shape->decides = deals_of(space, code, 1, y);
    shape->y_sells = space_owner(space, code, y) != 0;
}

size_t monopoly_block_numbers(const struct space *space, int length)
{
    return (size_t)length * (size_t)space->squares * 5;
}

/* What is known while walking along the cash. */
struct walk {
    const struct shape *shape;
    struct pending *pending; /* when writing */
    struct decoder *decoder; /* when reading */
    int jump;                /* which of the players' fortunes is a multiple just now */
    int error[2][SQUARES_MAX];
};

INLINE unsigned fold(int number)
{
    return number < 0 ? (unsigned)(-2 * number - 1) : (unsigned)(2 * number);
}

INLINE int unfold(unsigned number)
{
    return number & 1 ? -(int)(number / 2) - 1 : (int)(number / 2);
}

INLINE int clamp(int number)
{
    return number < 0 ? 0 : number > BLOCK_ONE ? BLOCK_ONE : number;
}

INLINE int context_of(int jump, int beside, int before)
{
    static const uint8_t size[16] = {0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4};
    unsigned across = (unsigned)abs(beside), along = (unsigned)abs(before);
    unsigned wide = across < 16 ? size[across] : across < 64 ? 5 : 6;
    unsigned deep = along < 1 ? 0 : along < 3 ? 1 : along < 12 ? 2 : 3;

    return (int)(((unsigned)jump * WIDE + wide) * DEEP + deep);
}

/* A chance that is to be near `guess`. */
INLINE void walk_value(struct walk *w, bool writes, int family, int square, int guess, int beside,
                       int16_t *value)
{
    int *error = &w->error[family][square];
    int context = family * OF_VALUES + context_of(w->jump, beside, *error);
    int near = clamp(guess);

    if (writes) {
        *error = *value - near;
        pending_add(w->pending, context, fold(*error));
    } else {
        *error = unfold(decoder_next(w->decoder, context));
        *value = (int16_t)clamp(near + *error);
    }
}

INLINE void walk_decision(struct walk *w, bool writes, enum decision kind, bool before, bool beside,
                          bool *decision)
{
    int context = DECISIONS + (int)kind * 8 + before * 4 + beside * 2 + (w->jump != 0);

    if (writes)
        pending_add(w->pending, context, *decision);
    else
        *decision = decoder_next(w->decoder, context) & 1;
}

/* Whether the deal can be made with so much cash. */
INLINE bool can_deal(const struct shape *shape, int square, bool is_sale, int cash)
{
    return is_sale || cash > shape->space->price[square];
}

INLINE void walk_deals(struct walk *w, bool writes, int cash, const struct column *before,
                       struct column *here)
{
    const struct shape *shape = w->shape;
    bool beside = false;

    for (int i = 0; i < shape->deals; i++) {
        int square = shape->deal[i], gain;

        here->leaves[square] = writes && here->leaves[square];
        if (!can_deal(shape, square, shape->is_sale[i], cash))
            continue;
        walk_decision(w, writes, shape->is_sale[i] ? SALE : PURCHASE, before->leaves[square],
                      beside, &here->leaves[square]);
        beside = here->leaves[square];
        if (!beside)
            continue;
        gain = before->leaves[square] ? before->leave[square] - before->stay[square] : 0;
        walk_value(w, writes, 1, square, here->stay[square] + gain, w->error[0][square],
                   &here->leave[square]);
    }
}

INLINE void walk_replies(struct walk *w, bool writes, int cash, const struct column *before,
                         struct column *here)
{
    const struct shape *shape = w->shape;
    int n = shape->space->squares;
    bool can =
        shape->decides && can_deal(shape, shape->y, shape->y_sells, shape->length + 1 - cash);

    for (int x = 0; x < n; x++) {
        here->departs[x] = writes && here->departs[x];
        if (can)
            walk_decision(w, writes, REPLY, before->departs[x], x > 0 && here->departs[x - 1],
                          &here->departs[x]);
    }
}

INLINE void walk_column(struct walk *w, bool writes, int cash, const struct column *before,
                        struct column *here)
{
    const struct shape *shape = w->shape;
    int n = shape->space->squares, rest = shape->length + 1 - cash;

    w->jump = ((cash - 1) % shape->period == 0) + 2 * (rest % shape->period == 0);
    for (int x = 0; x < n; x++) {
        int guess = before->stay[x] + (x ? here->stay[x - 1] - before->stay[x - 1] : 0);

        walk_value(w, writes, 0, x, guess, x ? w->error[0][x - 1] : 0, &here->stay[x]);
    }
    for (int i = 0; i < shape->fines; i++) {
        int x = shape->fine[i];
        int guess = here->stay[x] + before->leave[x] - before->stay[x];

        walk_value(w, writes, 1, x, guess, w->error[0][x], &here->leave[x]);
    }
    walk_deals(w, writes, cash, before, here);
    walk_replies(w, writes, cash, before, here);
}

void monopoly_block_read(const struct shape *shape, struct decoder *decoder, int piece, int last,
                         struct column *ret_columns)
{
    static const struct column none;
    struct walk w = {.shape = shape, .decoder = decoder};
    const struct column *before = &none;

    for (int i = piece * BLOCK_PIECE; i <= last; i++) {
        walk_column(&w, false, i + 1, before, &ret_columns[i]);
        before = &ret_columns[i];
    }
}

static int16_t rounded(double chance)
{
    return (int16_t)(chance * BLOCK_ONE + 0.5);
}

void monopoly_block_rows(const struct shape *shape, const struct round *round, double *memory,
                         struct rows *ret_rows)
{
    int n = shape->space->squares;

    for (int x = 0; x < n; x++) {
        double *row = memory + (size_t)(2 * x) * round->stride;

        monopoly_round_throw(round, 1, x, shape->y, row);
        ret_rows->stay[x] = row;
        ret_rows->leave[x] = round_leave(round, 0, x, shape->y);
        if (!shape->decides)
            continue;
        row += round->stride;
        monopoly_round_throw(round, 0, x, shape->y, row);
        ret_rows->waits[x] = row;
        ret_rows->goes[x] = round_leave(round, 1, x, shape->y);
    }
}

static void fill_column(const struct shape *shape, const struct rows *rows, int i,
                        struct column *ret_column)
{
    int n = shape->space->squares, cash = i + 1;
    bool can =
        shape->decides && can_deal(shape, shape->y, shape->y_sells, shape->length + 1 - cash);

    for (int x = 0; x < n; x++) {
        ret_column->stay[x] = rounded(rows->stay[x][i]);
        ret_column->departs[x] = can && rows->goes[x][i] <= rows->waits[x][i] + EQUAL;
    }
    for (int k = 0; k < shape->fines; k++)
        ret_column->leave[shape->fine[k]] = rounded(rows->leave[shape->fine[k]][i]);
    for (int k = 0; k < shape->deals; k++) {
        int x = shape->deal[k];

        ret_column->leaves[x] = can_deal(shape, x, shape->is_sale[k], cash) &&
                                rows->leave[x][i] >= rows->stay[x][i] - EQUAL;
        if (ret_column->leaves[x])
            ret_column->leave[x] = rounded(rows->leave[x][i]);
    }
}

void monopoly_block_list(const struct shape *shape, const struct rows *rows, int piece,
                         struct pending *pending)
{
    struct walk w = {.shape = shape, .pending = pending};
    struct column columns[2] = {{.stay = {0}}, {.stay = {0}}};
    int end = (piece + 1) * BLOCK_PIECE;

    for (int i = piece * BLOCK_PIECE; i < end && i < shape->length; i++) {
        struct column *here = &columns[i % 2];

        fill_column(shape, rows, i, here);
        walk_column(&w, true, i + 1, &columns[(i + 1) % 2], here);
    }
}
