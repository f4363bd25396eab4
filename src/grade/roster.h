/*
 * roster.h - everybody's submission: found, copied, built, and ready to play; or why it is not.
 *
 * What was made of a submission is kept in a folder of its own with a sheet beside it, which is
 * written last: who is interrupted goes on where he was. The same files are built once.
 */
#ifndef GRADE_ROSTER_H
#define GRADE_ROSTER_H

#include <limits.h>

#include "grade/build.h"
#include "grade/recipe.h"

enum { BZ_SLUG_MAX = 60, BZ_REMARK_MAX = 600 };

struct bz_submission {
    char *name;                 /* of its folder: any bytes */
    char slug[BZ_SLUG_MAX + 1]; /* its name as a file's and a player's: unique, UTF-8 */
    char key[65];               /* of its files and how they were to be built */
    bool ready;                 /* it can play */
    char remark[BZ_REMARK_MAX]; /* why not; "" */
    char cause[400];            /* of a failed build: the line that says it; "" */
    char notice[200];           /* what else its author should know; "" */
    struct bz_recipe recipe;    /* spec "" where none was found */
    bool built;                 /* there was something to build, and it was tried */
    char *output;               /* of the build; or NULL */
    size_t output_length;
    int64_t output_dropped;
    char home[PATH_MAX]; /* its files */
    int player;          /* its number in the tournament, or -1 */
};

struct bz_roster {
    struct bz_submission *list;
    int count, stray; /* stray: files beside the folders, which are nobody's */
};

/* Every folder in `folder`, by name. `taken` are slugs that nobody gets. */
int bz_roster_read(struct bz_roster *ret_roster, const char *folder, const char *const *taken,
                   int taken_count, struct bz_error *err);
void bz_roster_release(struct bz_roster *roster);

struct bz_workshop {
    const char *folder; /* with the submissions */
    const char *place;  /* where what is made of them is kept: there already, and ours */
    struct bz_recipe_order order;
    int build_seconds;
    bool unsafe_ok;
    const atomic_bool *stop;
};

/* Makes one submission ready, or finds out why it cannot be; *ret_fresh says whether that had to be
 * done now. Fails only where it is not the author's fault. Different ones may be prepared at the
 * same time. */
int bz_roster_prepare(const struct bz_workshop *workshop, struct bz_submission *submission,
                      bool *ret_fresh, struct bz_error *err);

#endif
