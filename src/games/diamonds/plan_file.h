/*
 * plan_file.h - a plan in a file: a certificate that a bound is right, or a checkpoint of a planner
 * that was stopped. Both hold the same; the title says which it is.
 */
#ifndef DIAMONDS_PLAN_FILE_H
#define DIAMONDS_PLAN_FILE_H

#include "diamonds.h"

enum {
    PLAN_FILE_NEAR = 12,
    PLAN_FILE_MAX = 128 << 10,
    PLAN_PENALTY_MAX = 1000000,
    PLAN_TOLL_MAX = 1600
};

#define PLAN_CERTIFICATE "bazi diamonds plan 1\n"
#define PLAN_CHECKPOINT  "bazi diamonds checkpoint 1\n"

/* What the walks of a bound have a limited number of: turns, diamonds, diamonds of each colour; or
 * nothing, because every set of diamonds has its own bound. */
enum plan_limit { PLAN_TURNS, PLAN_COUNT, PLAN_KINDS, PLAN_WHOLE };

struct plan_file {
    char position[BZ_POS_TEXT_MAX];
    int lower, upper; /* final scores, in eighths */
    int count;
    uint8_t words[TURNS_MAX];
    /* What the bound was found with. Numbers are in sixteenths of a point. */
    enum plan_limit limit;
    int32_t toll;               /* for every turn */
    int32_t penalty[CELLS_MAX]; /* for taking the diamond there */
    /* The diamonds that are remembered there. */
    uint8_t near_count[CELLS_MAX];
    uint16_t near[CELLS_MAX][PLAN_FILE_NEAR];
};

int plan_file_write(const char *path, const char *title, const struct plan_file *file,
                    struct bz_error *err);
/* Everything that is read is within its range; whether it is true is another matter. */
int plan_file_read(const char *path, const char *title, struct plan_file *ret_file,
                   struct bz_error *err);

/* --- verify.c --------------------------------------------------------------------------------- */

/* Whether the plan of a certificate can be played and brings `lower`, and no plan brings more than
 * `upper`; by how many beginnings of plans. BZ_ERROR_ILLEGAL, and why, where it is not so. */
int plan_verify(const struct plan_file *file, const atomic_bool *stop, uint64_t *ret_labels,
                struct bz_error *err);

#endif
