/*
 * round.h - one holding of one layer: where play goes round until somebody buys, sells or pays a
 * fine. Its values are renewed until they stay as they are.
 */
#ifndef MONOPOLY_ROUND_H
#define MONOPOLY_ROUND_H

#include "means.h"
#include "shelf.h"

/* A thread's own memory. Rows are indexed [mover][X's square * squares + Y's][X's cash - 1]. */
struct round {
    const struct space *space;
    const struct shelf *shelf; /* what play leads to */
    bool sells;                /* whether anybody may sell */
    int wealth, holding, length;
    size_t stride; /* between two rows */

    /* X's chance when the mover has come to his square and acts: as far as it is known, and what
     * he gets from leaving the round. */
    double *value[2], *leave[2];
    double *share[2]; /* only for fixed players: how much of the value is that of staying */
    enum choice choice[2][SQUARES_MAX]; /* by the mover's square */
    bool fixed[2][SQUARES_MAX];         /* nothing depends on the round */
    int shift[2][SQUARES_MAX];          /* rent that the mover pays, 0 for none */
    bool blends;
    double *spare;   /* one row */
    uint64_t sweeps; /* ever done */
};

/* `blends` for fixed players. */
int monopoly_round_init(struct round *round, const struct space *space, const struct shelf *shelf,
                        bool sells, bool blends, struct bz_error *err);
void monopoly_round_release(struct round *round);

static inline double *round_value(const struct round *round, int mover, int x, int y)
{
    return round->value[mover] + (size_t)(x * round->space->squares + y) * round->stride;
}

static inline double *round_leave(const struct round *round, int mover, int x, int y)
{
    return round->leave[mover] + (size_t)(x * round->space->squares + y) * round->stride;
}

static inline double *round_share(const struct round *round, int mover, int x, int y)
{
    return round->share[mover] + (size_t)(x * round->space->squares + y) * round->stride;
}

/* Begins with a holding that has at least one division of cash: looks up everything outside. */
void monopoly_round_enter(struct round *round, int wealth, int holding);

/* Renews until nothing changes by more than a little. */
void monopoly_round_settle(struct round *round);

/* X's chances before the throw. */
void monopoly_round_throw(const struct round *round, int roller, int x, int y, double *ret_row);

/* Keeps in the shelf what richer layers need. */
void monopoly_round_keep(const struct round *round, const struct shelf *shelf);

#endif
