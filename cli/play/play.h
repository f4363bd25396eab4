/*
 * play.h - a game played in the terminal: who sits at it, where it stands, what is on the screen.
 * A game that belongs to somebody else, a referee, can be shown and be taken part in as well.
 */
#ifndef PLAY_H
#define PLAY_H

#include <limits.h>

#include "bazi/bazi.h"
#include "match/player.h"
#include "prompt.h"

/* The legal moves of the position, numbered as they are shown. */
struct choices {
    int count;
    bz_move moves[BZ_MOVES_MAX];
    char labels[BZ_MOVES_MAX][BZ_MOVE_TEXT_MAX + 8]; /* " 7 c1-e1" */
    const char *texts[BZ_MOVES_MAX];                 /* "c1-e1", within the label */
};

enum { CHOICES_SHOWN = 120 }; /* of a longer list only the beginning, unless asked for */

/* How a turn, and in the end the game, came out. */
enum outcome {
    OUTCOME_MOVED, /* the position is another one, or the game is over */
    OUTCOME_ASK,   /* nothing happened yet: ask again */
    OUTCOME_LEFT,  /* the person wants to leave */
    OUTCOME_STOP,  /* a signal wants us to leave */
    OUTCOME_FAILED /* complained already */
};

struct session {
    const struct bz_record *record; /* the game on the screen; NULL between two of them */
    const struct bz_setup *setup;   /* its own */
    struct bz_person person;        /* at the terminal */
    struct prompt *prompt;
    struct choices choices;
    enum bz_draw_style style;
    bool rewrites; /* the line on the screen can be written over */
    int shown;     /* plies of a game under a referee that were shown */
    /* While a person is asked: */
    struct bz_reply *reply; /* gets what he decides */
    enum outcome outcome;   /* what he wants where that is no move */

    /* Only of a game of our own: */
    struct bz_record *game; /* the same record; NULL under a referee */
    struct bz_player *players[BZ_PLAYERS_MAX];
    bool begun[BZ_PLAYERS_MAX]; /* who knows of the game as it is */
    struct bz_house house;
    struct bz_engine *adviser; /* gives hints; made when first asked */
    struct bz_random random;
    double pause;            /* seconds between the moves of a demonstration */
    bool brisk;              /* players without a limit of their own think only shortly */
    bool resumed_unfinished; /* it came from the place of unfinished games */
    const char *out;         /* where the record goes in the end, or NULL */
};

/* Gets the terminal ready, and the person at it; STATUS_DONE, or complained. */
int session_open(struct session *session);
void session_close(struct session *session);

/* Plays until the game is over (OUTCOME_MOVED) or left. */
enum outcome play_turns(struct session *session);

bool play_has_person(const struct session *session);

/* The screen. */
/* A sentence, broken into lines that fit the window. */
__attribute__((format(printf, 1, 2))) void say(const char *format, ...);
void show_opening(const struct session *session);
void show_position(const struct session *session);
void show_choices(const struct session *session, int most); /* so many of them */
/* What the move that leads on from `pos` does. */
void show_deed(const struct session *session, const void *pos, bz_move move,
               const struct bz_answer *answer);
/* What a move about to be made does. */
void show_move(const struct session *session, bz_move move, const struct bz_answer *answer);
void show_progress(void *context, const struct bz_info *info); /* a bz_listener's, for a session */
void show_end(const struct session *session);
/* " (value +3; 12 plies deep, …)"; nothing where the engine did not search. */
void format_thought(const struct bz_info *info, struct bz_buf *out);

/* What can be typed instead of a move. The table ends with a NULL name. */
struct play_word {
    const char *name;
    char letter;          /* a short form, or 0 */
    bool is_private;      /* not under a referee */
    const char *argument; /* "[FILE]", or NULL */
    const char *brief;
    enum outcome (*run)(struct session *session, const char *argument);
};
extern const struct play_word play_words[];
void play_word_form(const struct play_word *word, struct bz_buf *out);
/* The next of them that can be typed in this game, from `word` on; NULL after the last. */
const struct play_word *play_word_next(const struct session *session, const struct play_word *word);

/* Does what the line says: a move, a number, or one of the words. The answer goes to `reply`. */
enum outcome play_obey(struct session *session, const char *line);

#endif
