/*
 * record.h - a game being played or already played: where it started, the moves, where it is, what
 * each move took, and how it ended.
 *
 * The text form is a few header lines and the moves, chance outcomes among them, with what is known
 * of each behind it; docs/record.md has it whole:
 *
 *     [Game "konane"]
 *     [Options "size=6"]
 *     [P1 "human"]
 *     [P2 "best"]
 *     [Result "p1win"]
 *     [Ruling "resigned p2"]
 *
 *     a1 {2.5s} b1 {0.512s value -3.5 depth 18 nodes 123456} a3-a1
 *
 * In a header's value a quote, a backslash, a control character and what is no UTF-8 is \xNN.
 */
#ifndef BAZI_RECORD_H
#define BAZI_RECORD_H

#include <stdio.h>

#include "bazi/engine.h"
#include "bazi/game.h"
#include "bazi/random.h"
#include "bazi/search.h"

enum {
    BZ_RECORD_PLIES_MAX = 100000,
    BZ_NAME_MAX = 256,
    BZ_NOTE_MAX = 1024,
    BZ_REMARK_TEXT_MAX = 256,
    BZ_RECORD_TEXT_MAX = 8 << 20,   /* of one game */
    BZ_RECORDS_TEXT_MAX = 256 << 20 /* of a file of games */
};

/* How a game ended that its rules did not end: X(name, word in a record, what the player did). */
#define BZ_RULING_LIST(X)                                   \
    X(RESIGNED, "resigned", "resigned")                     \
    X(ILLEGAL, "illegal", "answered with no legal move")    \
    X(LATE, "late", "overstepped the time")                 \
    X(HUNG, "hung", "did not answer")                       \
    X(SILENT, "silent", "never said a word")                \
    X(CRASHED, "crashed", "stopped running")                \
    X(FLOODED, "flooded", "said more than anyone can read") \
    X(LEFT, "left", "closed the connection")                \
    X(ADJUDGED, "adjudged", "was judged to have lost")      \
    X(DRAWN, "drawn", "")

enum bz_ruling {
    BZ_RULING_NONE, /* by the rules, or not yet */
#define BZ_RULING(name, word, deed) BZ_RULING_##name,
    BZ_RULING_LIST(BZ_RULING)
#undef BZ_RULING
        BZ_RULINGS
};

/* What is known of one move beside the move. */
struct bz_remark {
    int64_t micros; /* it took, negative where not known */
    int64_t left;   /* milliseconds on the mover's clock behind it, negative without a clock */
    int depth;      /* 0 where nothing is known of the search */
    uint64_t nodes;
    double value; /* what the mover thought it worth; NAN where it did not say */
    enum bz_proof proof;
    int distance;
};

/* What a record says of the occasion, each a header of that name; "" where not known. */
#define BZ_TAG_LIST(X) \
    X(EVENT, "Event")  \
    X(DATE, "Date")    \
    X(ROUND, "Round")  \
    X(SEED, "Seed")    \
    X(CLOCK, "Clock")

enum bz_tag {
#define BZ_TAG(name, word) BZ_TAG_##name,
    BZ_TAG_LIST(BZ_TAG)
#undef BZ_TAG
        BZ_TAGS
};

struct bz_record {
    const struct bz_setup *setup; /* the caller's; outlives the record */
    union bz_pos start, pos;
    bool from_start; /* start is the game's own starting position */
    bz_move *moves;
    struct bz_remark *remarks; /* one a move; NULL while there are none */
    int length, capacity;
    enum bz_ruling ruling;
    int loser;              /* by the ruling; -1 without one, or where nobody lost */
    char note[BZ_NOTE_MAX]; /* to the author of the loser, one line; may hold any byte but zero */
    char players[BZ_PLAYERS_MAX][BZ_NAME_MAX];
    char tags[BZ_TAGS][BZ_NAME_MAX];
};

/* A record at `start`, or at the game's own start where that is NULL. */
void bz_record_init(struct bz_record *record, const struct bz_setup *setup, const void *start);
void bz_record_release(struct bz_record *record);

/* Adds a legal move. Fails only for want of memory or beyond BZ_RECORD_PLIES_MAX. */
int bz_record_play(struct bz_record *record, bz_move move, struct bz_error *err);
/* The same, with what is known of it. */
int bz_record_remark(struct bz_record *record, bz_move move, const struct bz_remark *remark,
                     struct bz_error *err);
/* Ends a game that is not over. `loser` is -1 for a draw. */
void bz_record_rule(struct bz_record *record, enum bz_ruling ruling, int loser);
/* Whether that is what a program must not do: neither resigning nor being judged. */
bool bz_ruling_is_fault(enum bz_ruling ruling);
/* "crashed"; "" for none. */
const char *bz_ruling_word(enum bz_ruling ruling);
/* "crashed p2", "drawn"; nothing for none. */
void bz_ruling_format(enum bz_ruling ruling, int loser, struct bz_buf *out);
const char *bz_tag_word(enum bz_tag tag);     /* "Event" */
extern const struct bz_remark bz_remark_none; /* nothing is known */
/* " 0.512s left 59.5s value 3.5 win 5 depth 18 nodes 123456", as far as it is known. */
void bz_remark_format(const struct bz_remark *remark, struct bz_buf *out);
/* Reads such words, at least one of them; on failure *ret_wrong is where it went wrong. */
int bz_remark_parse(const char *text, size_t length, struct bz_remark *ret_remark,
                    size_t *ret_wrong);
/* Takes back the last `plies` moves, or all there are. */
void bz_record_undo(struct bz_record *record, int plies);
bool bz_record_is_over(const struct bz_record *record);

/* "p1win", "p2win", "draw", "done" (one player), or "none" while the game goes on. A win that is
 * shared, as by a team, is "p1p3win"; among more than four players it counts as a draw. */
const char *bz_record_result(const struct bz_record *record);
/* The same for whoever sat there: 1 won, 0 drawn, -1 lost. */
int bz_record_outcome(const struct bz_record *record, int seat);
/* Why it ended so, in words: "Black has no move left", "White resigned". */
void bz_record_reason(const struct bz_record *record, struct bz_buf *out);

/* Draws the outcome of a chance node by its weights. */
bz_move bz_chance_draw(const struct bz_setup *setup, const void *pos, struct bz_random *random);

/* Plays on with one engine a player until the game is over or someone resigns. `each`, if not
 * NULL, is called after every move with the engine's answer (NULL after a chance outcome). */
typedef void bz_record_listener(void *context, const struct bz_record *record,
                                const struct bz_answer *answer);
int bz_record_finish(struct bz_record *record, struct bz_engine *const *engines,
                     struct bz_random *random, bz_record_listener *each, void *context,
                     struct bz_error *err);

/* The text form. Reading is strict: errors name line and column, and on failure neither setup nor
 * record is touched. The result and reason are checked against the moves. */
int bz_record_write(const struct bz_record *record, FILE *out, struct bz_error *err);
int bz_record_read(const char *text, size_t length, struct bz_setup *ret_setup,
                   struct bz_record *ret_record, struct bz_error *err);

/* A text may hold several games, each but the first behind an empty line. */
struct bz_record_part {
    const char *text;
    size_t length;
    int line;  /* of the whole text, where this game begins */
    bool bare; /* to be read without options that only help players, whatever they name */
};
/* The game behind this one, or the first where part->text is NULL; false behind the last. */
bool bz_record_part_next(const char *text, size_t length, struct bz_record_part *part);
/* As bz_record_read; errors name the line of the whole text. */
int bz_record_read_part(const struct bz_record_part *part, struct bz_setup *ret_setup,
                        struct bz_record *ret_record, struct bz_error *err);

#endif
