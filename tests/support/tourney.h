/*
 * tourney.h - a tournament played by dice, for tests of pairings.
 */
#ifndef SUPPORT_TOURNEY_H
#define SUPPORT_TOURNEY_H

#include "check.h"
#include "tourney/pairing.h"

struct tourney {
    struct bz_pairing_input in; /* its results are those below */
    struct bz_encounter_result *done;
    int room;
    struct bz_encounter *list; /* what is to be played */
    int count;
    struct bz_random dice;
};

void tourney_init(struct tourney *tourney, const struct bz_pairing_input *in, uint64_t dice);
void tourney_release(struct tourney *tourney);

/* Asks what is to be played; false when it is all over. Asks twice, and for the whole round, and
 * the answers must agree. */
bool tourney_ask(struct tourney *tourney);
/* Adds a result. */
void tourney_add(struct tourney *tourney, const struct bz_encounter_result *result);
/* Any result of the encounter; byes as byes. */
struct bz_encounter_result tourney_dice(struct tourney *tourney,
                                        const struct bz_encounter *encounter);
/* Plays what was asked for, in any order. */
void tourney_play(struct tourney *tourney);
/* Asks and plays to the end. */
void tourney_finish(struct tourney *tourney);
/* Plays a whole tournament; the total must have been right, or at least not too low. */
void tourney_whole(struct tourney *tourney, const struct bz_pairing_input *in, uint64_t dice);

/* The format for two, one game an encounter. */
struct bz_pairing_input tourney_settings(enum bz_format format, int players);
struct bz_pairing_total tourney_total(const struct bz_pairing_input *in);

/* How often two players have met. */
int tourney_meetings(const struct tourney *tourney, int a, int b);
/* In encounters with an odd number of games: how often the player sat at that seat first. */
int tourney_seated(const struct tourney *tourney, int player, int seat);
int tourney_byes(const struct tourney *tourney, int player);
/* Fails unless the table has each player once, and places that fit together. */
void tourney_table(const struct tourney *tourney, struct bz_standing *ret_table);

#endif
