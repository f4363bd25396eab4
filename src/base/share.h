/*
 * share.h - how well a share of points is known after so many games.
 */
#ifndef BASE_SHARE_H
#define BASE_SHARE_H

/* Wilson's interval: where the true share, 0 … 1, is 19 times of 20. */
void bz_share_interval(double points, int games, double *ret_low, double *ret_high);

#endif
