/*
 * shelf.c - slices of layers, a ring of them for each square.
 */
#include "shelf.h"

#include <assert.h>
#include <stdlib.h>

#include "base/pages.h"

#define SCALE 2147483648.0 /* 2 to the power of 31 */

static size_t slice_size(const struct space *space)
{
    size_t values = 0;

    for (int i = 0; i < space->holdings; i++)
        if (space_row(space, space->wealth, i) > 0)
            values += (size_t)(2 * space->squares * space_row(space, space->wealth, i));
    return values;
}

static int layers_of(const struct space *space, int square)
{
    return space->depth[square] ? space->depth[square] + 1 : 0;
}

double monopoly_shelf_bytes(const struct space *space)
{
    double slices = 0;

    for (int i = 0; i < space->squares; i++)
        slices += layers_of(space, i);
    return slices * (double)slice_size(space) * sizeof(uint32_t) +
           (double)(space->deepest + 1) * space->holdings * (double)sizeof(uint64_t);
}

static bool add_square(struct shelf *shelf, int square)
{
    struct slices *slices = &shelf->square[square];
    int layers = layers_of(shelf->space, square);

    slices->slice = calloc((size_t)layers + 1, sizeof(*slices->slice));
    if (!slices->slice)
        return false;
    slices->layers = layers;
    for (int i = 0; i < layers; i++) {
        slices->slice[i] = bz_pages_new(shelf->largest * sizeof(uint32_t), false);
        if (!slices->slice[i])
            return false;
    }
    return true;
}

int monopoly_shelf_init(struct shelf *shelf, const struct space *space, struct bz_error *err)
{
    bool done;

    *shelf = (struct shelf){.space = space, .largest = slice_size(space)};
    shelf->first = calloc((size_t)space->deepest + 1, sizeof(*shelf->first));
    done = shelf->first;
    for (int i = 0; done && i <= space->deepest; i++) {
        shelf->first[i] = calloc((size_t)space->holdings, sizeof(**shelf->first));
        done = shelf->first[i];
    }
    for (int i = 0; done && i < space->squares; i++)
        done = add_square(shelf, i);
    if (done)
        return BZ_OK;
    monopoly_shelf_release(shelf);
    return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory: it takes %.0f MB",
                   monopoly_shelf_bytes(space) * 1e-6 + 1);
}

void monopoly_shelf_release(struct shelf *shelf)
{
    if (!shelf->space)
        return;
    for (int i = 0; shelf->first && i <= shelf->space->deepest; i++)
        free(shelf->first[i]);
    free(shelf->first);
    for (int i = 0; i < shelf->space->squares; i++) {
        struct slices *slices = &shelf->square[i];

        for (int k = 0; k < slices->layers; k++)
            bz_pages_free(slices->slice[k], shelf->largest * sizeof(uint32_t));
        free(slices->slice);
    }
    *shelf = (struct shelf){0};
}

static uint64_t *firsts(const struct shelf *shelf, int wealth)
{
    return shelf->first[wealth % (shelf->space->deepest + 1)];
}

void monopoly_shelf_turn(struct shelf *shelf, int wealth)
{
    const struct space *space = shelf->space;
    uint64_t *first = firsts(shelf, wealth), at = 0;

    for (int i = 0; i < space->holdings; i++) {
        first[i] = at;
        if (space_row(space, wealth, i) > 0)
            at += (uint64_t)(2 * space->squares * space_row(space, wealth, i));
    }
}

/* Where the row is: the square of the player who moved last decides in which slice. */
static uint32_t *find_row(const struct shelf *shelf, int wealth, int holding, int roller, int x,
                          int y)
{
    const struct slices *slices = &shelf->square[roller ? x : y];
    int row = (roller ? y : shelf->space->squares + x), length;

    if (!slices->layers)
        return NULL;
    length = space_row(shelf->space, wealth, holding);
    return slices->slice[wealth % slices->layers] + firsts(shelf, wealth)[holding] +
           (size_t)row * (size_t)length;
}

void monopoly_shelf_put(const struct shelf *shelf, int wealth, int holding, int roller, int x,
                        int y, const double *row)
{
    uint32_t *kept = find_row(shelf, wealth, holding, roller, x, y);
    int length = space_row(shelf->space, wealth, holding);

    for (int i = 0; kept && i < length; i++)
        kept[i] = (uint32_t)(row[i] * SCALE + 0.5);
}

void monopoly_shelf_get(const struct shelf *shelf, int wealth, int code, int roller, int x, int y,
                        int cash, int count, double *ret_row)
{
    const struct space *space = shelf->space;
    int holding = space->holding[code], length = space_row(space, wealth, holding);
    const uint32_t *kept;

    assert(cash > 0 && cash - 1 + count <= length);
    if (!space->swapped[code]) {
        kept = find_row(shelf, wealth, holding, roller, x, y) + cash - 1;
        for (int i = 0; i < count; i++)
            ret_row[i] = kept[i] * (1 / SCALE);
        return;
    }
    kept = find_row(shelf, wealth, holding, !roller, y, x) + length - cash;
    for (int i = 0; i < count; i++)
        ret_row[i] = 1 - kept[-i] * (1 / SCALE);
}

/* Where the values of a holding begin in a slice, or those of the last one end. */
static uint64_t offset_of(const struct shelf *shelf, int wealth, int holding)
{
    const struct space *space = shelf->space;
    const uint64_t *first = firsts(shelf, wealth);
    int row;

    if (holding < space->holdings)
        return first[holding];
    row = space_row(space, wealth, holding - 1);
    return first[holding - 1] + (uint64_t)(row > 0 ? 2 * space->squares * row : 0);
}

void monopoly_shelf_share(const struct shelf *shelf, const struct bz_cluster *cluster, int wealth,
                          const int *cuts)
{
    uint64_t offsets[BZ_RANKS_MAX + 1];

    for (int i = 0; i <= cluster->size; i++)
        offsets[i] = offset_of(shelf, wealth, cuts[i]) * sizeof(uint32_t);
    for (int i = 0; i < shelf->space->squares; i++) {
        const struct slices *slices = &shelf->square[i];

        if (slices->layers)
            cluster->share(cluster, slices->slice[wealth % slices->layers], offsets);
    }
}

bool monopoly_shelf_pieces(const struct shelf *shelf, int wealth,
                           bool (*each)(void *context, void *bytes, size_t size), void *context)
{
    const struct space *space = shelf->space;

    for (int i = 0; i < space->squares; i++) {
        const struct slices *slices = &shelf->square[i];

        for (int k = 0; k < slices->layers; k++)
            if (wealth - k >= 0 && !each(context, slices->slice[(wealth - k) % slices->layers],
                                         shelf->largest * sizeof(uint32_t)))
                return false;
    }
    return true;
}
