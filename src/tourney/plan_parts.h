/*
 * plan_parts.h - what the files that read a plan share.
 */
#ifndef TOURNEY_PLAN_PARTS_H
#define TOURNEY_PLAN_PARTS_H

#include "files/source.h"
#include "tourney/plan.h"

const struct bz_key *bz_plan_key(const char *section, const char *name); /* or NULL */
/* Whether all that the file says is in the table of keys, and fits it. */
int bz_plan_check(const struct bz_source *source, json_t *config, struct bz_error *err);
/* Whether its format has all of these keys. */
int bz_plan_check_formats(const struct bz_source *source, json_t *config, struct bz_error *err);
/* The index of a word among the choices of a key, or -1. */
int bz_plan_choice(const struct bz_key *key, const char *word);

/* Takes into the configuration what it refers to: its name from the file's, lists of openings,
 * files of options, folders as seen from anywhere (refers.c). */
int bz_plan_complete(struct bz_plan *plan, const char *path, const struct bz_source *source,
                     struct bz_error *err);

/* Takes apart a list of starts, and tries each of them. */
int bz_plan_fetch_starts(struct bz_plan *plan, const json_t *list, const struct bz_source *source,
                         struct bz_error *err);
/* One of them; its line is to be freed. */
int bz_plan_start_parse(struct bz_plan_start *ret_start, const char *line, struct bz_error *err);
/* Its fixture, the options behind those of the tournament, in the caller's list. */
struct bz_fixture bz_plan_start_fixture(const struct bz_game *game, const char *const *options,
                                        int option_count, const struct bz_plan_start *start,
                                        const char *ret_list[2 * BZ_PLAN_OPTIONS_MAX]);

#endif
