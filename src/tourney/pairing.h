/*
 * pairing.h - who meets whom: the encounters of every round of a tournament, and who came where.
 *
 * Pure functions of the settings and the results so far: the same input gives the same answer on
 * every machine, and an answer stays the same while its round is being played. Players are numbers
 * from 0 on; what they play, and where results are kept, is not known here.
 */
#ifndef TOURNEY_PAIRING_H
#define TOURNEY_PAIRING_H

#include <stdbool.h>
#include <stdint.h>

#include "bazi/error.h"

enum {
    BZ_PAIRING_PLAYERS_MAX = 1000,
    BZ_PAIRING_SEATS_MAX = 8,
    BZ_PAIRING_ROUNDS_MAX = 10000,
    BZ_PAIRING_GAMES_MAX = 10000, /* of one encounter */
    BZ_PAIRING_REPLAYS_MAX = 100,
};

enum bz_format {
    BZ_FORMAT_ROUND_ROBIN, /* everybody meets everybody; all groups where a game has more seats */
    BZ_FORMAT_GAUNTLET,    /* the first players meet all others */
    BZ_FORMAT_KNOCKOUT,    /* who loses is out */
    BZ_FORMAT_SWISS,       /* those with as many points meet, and none twice while avoidable */
    BZ_FORMAT_LADDER,      /* who beats somebody above him takes his place */
    BZ_FORMAT_GROUPS,      /* groups for games with more seats, such that all meet about as often */
};

/* What decides a place in Swiss and the other tables: the points of all games, or of encounters,
 * where a win is 2 and a draw 1 whatever the games. */
enum bz_scoring { BZ_SCORING_GAMES, BZ_SCORING_ENCOUNTERS };

/* Players that sit down together, once or several times. */
struct bz_encounter {
    int number; /* unique in the tournament, ascending with the rounds; some may be missing */
    int round;  /* from 0 */
    int replay; /* in a knockout, after draws: 1, 2 ... */
    int games;  /* 0: nothing is played, the one player has a bye */
    int count;  /* of players */
    int player[BZ_PAIRING_SEATS_MAX]; /* by seat in the first game; then the seats rotate */
};

/* How it ended: for each game two points for every rival he did better than, and one for every one
 * as good; where one plays alone, what the game counts. */
struct bz_encounter_result {
    struct bz_encounter encounter;
    int64_t points[BZ_PAIRING_SEATS_MAX]; /* in the order of the encounter's players */
};

struct bz_pairing_input {
    enum bz_format format;
    enum bz_scoring scoring;
    int players;
    int seats;        /* of the game */
    int games;        /* of an encounter: a multiple of the seats lets everybody have every seat */
    int cycles;       /* round robin, gauntlet: how often everybody meets everybody; 0 is 1 */
    int rounds;       /* Swiss, ladder, groups; 0: as many as are usual */
    int challengers;  /* gauntlet: how many of the first players meet all others; 0 is 1 */
    int reach;        /* ladder: how many places up a challenge may go; 0 is 1 */
    int replays;      /* knockout: how often a drawn encounter is played again; then the better seed
                      * goes on */
    int replay_games; /* of a replay; 0: as many as of an encounter */
    bool third_place; /* knockout: those who lost the semi-finals play for it */
    bool lots;        /* players are ranked by the seed at first, not in their order */
    uint64_t seed;
    /* By player, the round from which on he is out, and not paired any more; negative: never. NULL:
     * everybody stays. What has been paired before stays paired, and needs a result. */
    const int *out_from;
    const struct bz_encounter_result *done; /* in any order */
    int done_count;
};

/* How much there is to play. */
struct bz_pairing_total {
    int rounds;
    int64_t encounters, games; /* byes not counted */
    bool exact;                /* otherwise there may be less, not more */
};

/* A row of the table. */
struct bz_standing {
    int player;
    int place;      /* from 1; shared by those whom nothing tells apart */
    int encounters; /* byes not counted */
    int wins, draws, losses, byes;
    int out;           /* knockout: the round in which he was beaten; -1: still in, or has won */
    int64_t points;    /* by the input's scoring, byes counted as won */
    int64_t buchholz;  /* the points of all his opponents */
    int64_t sonneborn; /* the points of each opponent, times his own against him */
};

/* Whether the settings fit together, and the results to them as far as their numbers show. */
int bz_pairing_check(const struct bz_pairing_input *in, struct bz_error *err);

int bz_pairing_total(const struct bz_pairing_input *in, struct bz_pairing_total *ret_total,
                     struct bz_error *err);

/* Whether the rounds can be told before anything was played: round robin, gauntlet and groups.
 * Their rounds may be played all at once. */
bool bz_pairing_is_fixed(const struct bz_pairing_input *in);

/* The encounters of one round, played or not, byes included; none after the last one. Where rounds
 * depend on results, BZ_ERROR_UNFIT unless all earlier rounds are done. BZ_ERROR_RANGE if there are
 * more than `max`. The list is written to even where it fails. */
int bz_pairing_round(const struct bz_pairing_input *in, int round, struct bz_encounter *ret_list,
                     int max, int *ret_count, struct bz_error *err);

/* How many encounters a round has at most: room enough for the two functions around. */
int bz_pairing_room(const struct bz_pairing_input *in);

/* What is to be played now: the encounters of the first round that is not done, without those that
 * are. None when the tournament is over. */
int bz_pairing_next(const struct bz_pairing_input *in, struct bz_encounter *ret_list, int max,
                    int *ret_count, struct bz_error *err);

/* The result of a bye, to be kept among the others. */
struct bz_encounter_result bz_pairing_bye(const struct bz_pairing_input *in,
                                          const struct bz_encounter *bye);

/* The table so far, best first, a row for each player. In a knockout the later one is beaten the
 * better; on a ladder the order is the place; in the others points decide, then in Swiss Buchholz
 * and Sonneborn-Berger, and in a round robin Sonneborn-Berger. A bye counts for both as an
 * opponent with as many points as oneself. */
int bz_pairing_standings(const struct bz_pairing_input *in, struct bz_standing *ret_table,
                         struct bz_error *err);

#endif
