/*
 * reproduce.h - one published game, played again.
 */
#ifndef CLI_REPRODUCE_H
#define CLI_REPRODUCE_H

#include "bazi/bazi.h"

struct replay {
    const struct bz_report *report;
    const struct bz_report_game *published;
    struct bz_setup setup;
    struct bz_record record;
    uint64_t nodes[2]; /* of the two compared algorithms, over the same positions */
    int differences;   /* moves on which the two did not agree */
    double seconds;    /* thinking time of the players themselves */
};

/* Plays the game to its end; `map` may be NULL. On success the replay is to be released. */
int replay_play(struct replay *replay, const struct bz_game *game,
                const struct bz_report_game *published, const char *map, struct bz_error *err);
void replay_release(struct replay *replay);

/* Everything as published, and both algorithms of one mind. */
bool replay_is_same(const struct replay *replay);

#endif
