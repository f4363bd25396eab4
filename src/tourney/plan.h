/*
 * plan.h - a tournament as its file describes it: who plays what, how often, and by which clock.
 *
 * The file is TOML or JSON; docs/tournament.md has every key. What it refers to, a file of openings
 * or a map of one's own, is read along with it and becomes part of the plan, or is kept by a name
 * that means the same everywhere (base/kept.h). The text a store keeps, and the files that travel
 * with it (luggage.h), are enough to go on anywhere.
 */
#ifndef TOURNEY_PLAN_H
#define TOURNEY_PLAN_H

#include <jansson.h>

#include "match/fixture.h"
#include "match/referee.h"
#include "tourney/pairing.h"

enum {
    BZ_PLAN_OPTIONS_MAX = 32,
    BZ_PLAN_STARTS_MAX = 100000,
    BZ_PLAN_NAME_MAX = 60, /* characters */
    BZ_PLAN_NAME_BYTES = 4 * BZ_PLAN_NAME_MAX,
    BZ_PLAN_FILE_MAX = 4 << 20,
    BZ_PLAN_FAILURES_DEFAULT = 5,
    BZ_PLAN_GAMES_DEFAULT = 2,
    BZ_PLAN_GAMES_MAX = 10000000 /* in all */
};

/* A key of the file. The table ends with a NULL name. */
enum bz_key_type {
    BZ_KEY_TEXT,
    BZ_KEY_CHOICE,
    BZ_KEY_INTEGER,
    BZ_KEY_REAL,
    BZ_KEY_TRUTH,
    BZ_KEY_LIST
};
struct bz_key {
    const char *section; /* "" for the keys before all sections; "players" may be there often */
    const char *name;
    enum bz_key_type type;
    const char *choices; /* of BZ_KEY_CHOICE, with '|' between them */
    double min, max;     /* of numbers */
    const char *sample;  /* what counts without the key, as TOML; or NULL */
    const char *brief;
    unsigned formats; /* that have the key, a bit each; 0: all */
};
extern const struct bz_key bz_plan_keys[];

struct bz_plan_player {
    const char *name, *spec;
    const char *folder; /* of a program: from the tournament file's folder; or NULL */
};

/* Where a game begins, the words of one line: options, and then perhaps a position or moves. */
struct bz_plan_start {
    char *line; /* the words, taken apart */
    const char *assignments[BZ_PLAN_OPTIONS_MAX];
    int assignment_count;
    const char *fen, *moves; /* or NULL */
};

struct bz_plan {
    json_t *config; /* what the texts below point into */
    const char *name;
    const char *store; /* where it is kept, if the file says so; or NULL */
    const struct bz_game *game;
    const char *options[BZ_PLAN_OPTIONS_MAX];
    int option_count;
    int teams;                       /* as struct bz_rules has them */
    struct bz_pairing_input pairing; /* without results */
    int concurrency;                 /* games at a time; 0: one a processor */
    int failures;                    /* games in a row lost by faults before one is out; 0: never */
    double speed; /* of the machines that times are meant for; 0: it does not matter */
    int opening;  /* plies at random, as in a fixture */
    bool same;    /* every encounter begins as every other; else the rounds differ */
    struct bz_plan_start *starts;
    int start_count;
    struct bz_control control;
    struct bz_adjudication adjudication;
    struct bz_house house; /* patience, memory, what may be missing */
    struct bz_plan_player *players;
    int player_count;
    char note[240]; /* what whoever begins it should know, or "" */
};

/* The seed of a start's opening, deal and luck. */
uint64_t bz_plan_seed(const struct bz_plan *plan, int64_t start);

/* The fixture of the index-th start, in turn, without a seed; its options are in the list. */
struct bz_fixture bz_plan_fixture(const struct bz_plan *plan, int index,
                                  const char *ret_list[2 * BZ_PLAN_OPTIONS_MAX]);

/* Reads a tournament file, and what it refers to. */
int bz_plan_read(struct bz_plan *ret_plan, const char *path, struct bz_error *err);
/* The same; the values, checked and complete, may be changed before a plan is made of them. */
typedef int bz_plan_amend(json_t *config, struct bz_error *err);
int bz_plan_read_amended(struct bz_plan *ret_plan, const char *path, bz_plan_amend *amend,
                         struct bz_error *err);
/* The same from what bz_plan_text made. */
int bz_plan_parse(struct bz_plan *ret_plan, const char *text, struct bz_error *err);
void bz_plan_release(struct bz_plan *plan);

/* A number of the file, or what counts without it. The table must have the key. */
double bz_plan_number(const struct bz_plan *plan, const char *section, const char *name);

/* All of it as JSON, the same for the same plan; free() it. NULL for want of memory. */
char *bz_plan_text(const struct bz_plan *plan);

/* Whether a text that bz_plan_text made is of this plan. Where it is kept, and how many games are
 * played at a time, may differ. */
bool bz_plan_is(const struct bz_plan *plan, const char *text);

/* A file to begin with, every key with its meaning. */
void bz_plan_example(void (*put)(void *context, const char *text), void *context);

#endif
