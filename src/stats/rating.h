/*
 * rating.h - one number a player from all games of a field.
 *
 * Bradley and Terry's model: the chance to win grows with the difference of two ratings as Elo's
 * does, and a draw counts as half a win and half a loss. Every player has drawn a part of a game
 * beforehand against a stranger of the average strength; that is the prior, and it keeps whoever
 * won or lost everything within bounds. The ratings are the likeliest under that posterior, the
 * intervals of 95 % those of the normal distribution it has there. Since draws are taken for half
 * games won and lost, the intervals are rather too wide than too narrow where much is drawn.
 *
 * How often they hold the truth was measured over fields of 2 to 40 players, 2 to 100 games a
 * pairing: 94 % or more where strengths have a deviation of up to 400, and with eight players or
 * more of 800. Of two to four players that far apart it is 83 to 96 %: nobody can tell from games
 * that were all won how good the winner is.
 *
 * Where one plays alone and the scores of a start are compared, each comparison with the worth of
 * bz_worth_among, 95.3 to 96.3 % hold of equal players, 3 on 20 starts and 20 on 4 or 20; of 3 on 4
 * starts all do, for there is little between nothing and all won. Of strengths that spread half as
 * far as the scores of one player it is 96 to 99 %, three times that 97 to 99 %.
 */
#ifndef STATS_RATING_H
#define STATS_RATING_H

#include "bazi/error.h"
#include "stats/estimate.h"

enum { BZ_RATED_MAX = 1000 };

/* What a met b brought, as a sees it. A pair may be listed again and again, either way round. */
struct bz_meeting {
    int a, b;
    struct bz_wdl wdl;
    double worth; /* of each of these as evidence: 1 of an independent game, else above 0 */
};

struct bz_field {
    int players;
    const struct bz_meeting *meetings;
    int count;
    double prior; /* games every player has drawn beforehand: BZ_RATING_PRIOR, and above 0 */
    int anchor;   /* the player whose rating is 0; -1: 0 is the mean of all who neither won nor
                     lost everything, or of all where there are not two of those */
};

/* Found by that measurement: more pulls the best and the worst of an uneven field together, and the
 * intervals with them (two games: 78 % at a deviation of 400); less only makes them wider. */
#define BZ_RATING_PRIOR 0.25

/* Fills an estimate a player, in Elo. Players of different groups never met, not even by way of
 * others: that they can be compared is the prior's doing alone. `ret_groups`, which may be NULL,
 * gets the number of each player's group, from 0 on. Returns how many groups there are, or
 * BZ_ERROR_RANGE for a field that is none, or BZ_ERROR_MEMORY. */
int bz_rate(const struct bz_field *field, struct bz_estimate *ret_ratings, int *ret_groups,
            struct bz_error *err);

#endif
