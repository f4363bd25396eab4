/*
 * recipe.h - how a submission becomes a player: what is done to its files first, and how it is run.
 *
 * Somebody may have said so: the instructor for all, or the author in a file `bazi.toml` with `run`
 * and `build`. Otherwise it is told by the files there are; docs/grading.md has the list. A
 * submission can only ever be a program in the sandbox, whatever it says of itself.
 */
#ifndef GRADE_RECIPE_H
#define GRADE_RECIPE_H

#include "bazi/error.h"
#include "bazi/game.h"

enum { BZ_RECIPE_LINE = 4096 };

struct bz_recipe {
    char how[160];              /* in words, for whoever wonders: "a Makefile" */
    char build[BZ_RECIPE_LINE]; /* for a shell; "" without */
    char spec[BZ_RECIPE_LINE];  /* of the player */
    char wanted[256];           /* the file that has to be there behind the build; "" for any */
};

/* What the instructor says of all submissions; NULL where he does not. */
struct bz_recipe_order {
    const struct bz_game *game;
    const char *run, *build;
};

/* For the files of a folder. BZ_ERROR_UNKNOWN where nobody can tell how to run them; then the text
 * tells the author what is missing. */
int bz_recipe_find(const char *folder, const struct bz_recipe_order *order,
                   struct bz_recipe *ret_recipe, struct bz_error *err);

#endif
