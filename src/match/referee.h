/*
 * referee.h - one game between players, to its end by the rules or by a ruling.
 *
 * A clock runs from the moment a player has been told everything until its answer is there, and not
 * while this process, or a program that was ready to go on, waited for a processor. What is left of
 * the doubt is `margin`, which every move is forgiven.
 */
#ifndef MATCH_REFEREE_H
#define MATCH_REFEREE_H

#include "match/player.h"

enum { BZ_MARGIN_DEFAULT = 50, BZ_PATIENCE_DEFAULT = 10000, BZ_MOVETIME_DEFAULT = 1000 };

/* No game lasts for ever, whatever its rules say. The most leaves a record room for all that can be
 * known of every move. */
enum { BZ_PLIES_DEFAULT = 10000, BZ_PLIES_MOST = 50000 };

/* How long a player may think, in milliseconds. All zero: engines and people decide for themselves,
 * and programs get BZ_MOVETIME_DEFAULT. */
struct bz_control {
    int depth;
    uint64_t nodes;
    int64_t movetime;
    int64_t bank; /* to overstep it with, in the whole game */
    int64_t main, increment;
    int64_t margin;
};

/* Games that are ended because nobody needs to see the rest. All zero: only endless ones. */
struct bz_adjudication {
    int resign_moves; /* who says so often in a row that it is `resign_value` behind, has lost */
    double resign_value;
    int draw_moves; /* where nobody says for so long that it is worth more, it is drawn, */
    double draw_value;
    int draw_from; /* after so many plies */
    int plies;     /* and always after so many; 0: BZ_PLIES_DEFAULT */
};

struct bz_table {
    struct bz_record *record;
    struct bz_player *players[BZ_PLAYERS_MAX]; /* in the order of the seats */
    struct bz_control control;
    struct bz_adjudication adjudication;
    uint64_t luck; /* seed of all that chance does in this game */
    const atomic_bool *stop;
    /* Called after every move, with what is known of it; may be NULL. */
    void (*each)(void *context, const struct bz_record *record);
    void *context;
};

/* Plays the game of the record on from where it is. BZ_ERROR_STOPPED where the flag was set or a
 * person left: the record then ends with the last move and no ruling. */
int bz_referee_play(const struct bz_table *table, struct bz_error *err);

/* Ends a game that has lasted for so many plies, 0 as above, if it is not over. */
void bz_referee_bound(struct bz_record *record, int plies);

/* The control in words: "1 s a move", "60 s + 0.5 s a move, 100 nodes". */
void bz_control_tell(const struct bz_control *control, struct bz_buf *out);

#endif
