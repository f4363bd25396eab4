/*
 * draw.h - what the formats share: the settings with their defaults, the first ranking, and the
 * results by number; for this room's formats only.
 */
#ifndef TOURNEY_DRAW_H
#define TOURNEY_DRAW_H

#include "tourney/pairing.h"

struct bz_draw {
    struct bz_pairing_input in; /* every 0 that stands for something replaced */
    int order
        [BZ_PAIRING_PLAYERS_MAX];     /* the player of each rank, as it is before the first round */
    int rank[BZ_PAIRING_PLAYERS_MAX]; /* and the rank of each player */
    const struct bz_encounter_result **done; /* ascending by number */
};

/* Encounters in the caller's memory. */
struct bz_draft {
    struct bz_encounter *list;
    int max, count;
    bool full; /* there would have been more */
};

/* The first that differs decides. */
struct bz_keys {
    int64_t key[3];
};

/* A format. Rounds go from 0 to rounds() - 1. */
struct bz_format_rules {
    const char *name;
    bool fixed;
    int (*rounds)(const struct bz_pairing_input *in);
    int64_t (*encounters)(const struct bz_pairing_input *in); /* of the whole, without replays */
    /* The first round that may not be done; NULL: 0. */
    int (*first)(const struct bz_draw *draw);
    int (*round)(const struct bz_draw *draw, int round, struct bz_draft *draft,
                 struct bz_error *err);
    /* Sets what decides places, the greater the better, and what else of the rows the format knows;
     * rows and keys are by player, and points are there already. */
    void (*judge)(const struct bz_draw *draw, struct bz_standing *rows, struct bz_keys *keys);
};

extern const struct bz_format_rules bz_round_robin, bz_gauntlet, bz_knockout, bz_swiss, bz_ladder,
    bz_groups;

const struct bz_format_rules *bz_draw_rules(enum bz_format format);
/* The settings with their defaults, without a look at the results. */
int bz_draw_settle(const struct bz_pairing_input *in, struct bz_pairing_input *ret_full,
                   struct bz_error *err);
int bz_draw_new(const struct bz_pairing_input *in, struct bz_draw **ret_draw, struct bz_error *err);
void bz_draw_free(struct bz_draw *draw);

/* Whether the player is still there in that round. */
bool bz_draw_plays(const struct bz_draw *draw, int player, int round);
/* The result of the encounter; NULL if there is none, or one of other players. */
const struct bz_encounter_result *bz_draw_find(const struct bz_draw *draw,
                                               const struct bz_encounter *encounter);
/* The result of that number, whatever it says. */
const struct bz_encounter_result *bz_draw_numbered(const struct bz_draw *draw, int number);
/* What the i-th player of the encounter has got, by the scoring. */
int64_t bz_draw_points(const struct bz_draw *draw, const struct bz_encounter_result *result, int i);
/* Of two players: the place of the one that did better, or -1. */
int bz_draw_winner(const struct bz_encounter_result *result);

void bz_draft_add(struct bz_draft *draft, const struct bz_encounter *encounter);
/* Two players, if both are still there. */
void bz_draft_pair(const struct bz_draw *draw, int number, int round, int first, int second,
                   struct bz_draft *draft);
void bz_draft_bye(int number, int round, int player, struct bz_draft *draft);

#endif
