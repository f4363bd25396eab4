/*
 * shelf.h - values of layers that richer layers still need.
 *
 * Play leaves a holding only by what a player does on the square he has come to, so of every layer
 * only the positions are kept in which the player who moved last stands on a square that can be
 * left that way, and only for as many layers as it leads down: on a board of ten squares with nine
 * such, less than five layers in all.
 *
 * A value is X's chance to win, rounded to 31 binary places.
 */
#ifndef MONOPOLY_SHELF_H
#define MONOPOLY_SHELF_H

#include "bazi/cluster.h"
#include "space.h"

struct shelf {
    const struct space *space;
    uint64_t **first; /* of the last layers: where a holding's values begin in a slice */
    struct slices {
        int layers;
        uint32_t **slice; /* of the last layers */
    } square[SQUARES_MAX];
    size_t largest; /* values in a slice of the richest layer */
};

/* Bytes it takes for this space. */
double monopoly_shelf_bytes(const struct space *space);
int monopoly_shelf_init(struct shelf *shelf, const struct space *space, struct bz_error *err);
void monopoly_shelf_release(struct shelf *shelf);

/* Makes room for a layer, in place of the oldest. */
void monopoly_shelf_turn(struct shelf *shelf, int wealth);

/* Keeps a row: X on x, Y on y, and the one who does not throw now has just moved. */
void monopoly_shelf_put(const struct shelf *shelf, int wealth, int holding, int roller, int x,
                        int y, const double *row);

/* X's chances in the position of a code, for X's cash from `cash` on, `count` of them. */
void monopoly_shelf_get(const struct shelf *shelf, int wealth, int code, int roller, int x, int y,
                        int cash, int count, double *ret_row);

/* In a cluster: rank r has kept the holdings from cuts[r] to cuts[r + 1] of a layer, and all get
 * them. */
void monopoly_shelf_share(const struct shelf *shelf, const struct bz_cluster *cluster, int wealth,
                          const int *cuts);

/* All that is kept, as bytes: calls `each` for every piece, and stops with false where it does. */
bool monopoly_shelf_pieces(const struct shelf *shelf, int wealth,
                           bool (*each)(void *context, void *bytes, size_t size), void *context);

#endif
