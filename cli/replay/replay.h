/*
 * replay.h - a recorded game shown again, ply by ply.
 */
#ifndef REPLAY_H
#define REPLAY_H

#include <termios.h>

#include "bazi/bazi.h"

struct replay {
    const struct bz_record *record;
    int first, last; /* the plies to show; 0 is the start */
    int ply;         /* shown now, and */
    union bz_pos pos;
    enum bz_draw_style style;
};

/* Goes to that ply, or to the nearest one there is to show. */
void replay_go(struct replay *replay, int ply);
/* What there is to say about the ply: the move that led here, what is known of it, and behind the
 * last one how the game ended. Lines end with a newline and are no wider than `width`. */
void replay_words(const struct replay *replay, int width, FILE *out);
void replay_draw(const struct replay *replay, struct bz_buf *out);

/* Every ply once, for a pipe. */
void replay_print(struct replay *replay);
/* In place, by keys; ends with the exit status. */
int replay_watch(struct replay *replay);

/* --- keys.c ----------------------------------------------------------------------------------- */

/* What a key or the wait for one may be beside a character. */
enum key {
    KEY_TIMEOUT = 256,
    KEY_REDRAW, /* the window changed, or the program goes on after a pause */
    KEY_STOP,   /* a signal, or nobody is at the keys any more */
    KEY_OTHER,
    KEY_UP,
    KEY_DOWN,
    KEY_RIGHT,
    KEY_LEFT,
    KEY_HOME,
    KEY_END
};

struct keys {
    struct termios before; /* of the terminal, to be restored */
    unsigned char data[64];
    size_t next, end;
};

/* From here on keys come one by one and are not echoed; Ctrl-C is still a signal. False where that
 * cannot be had. */
bool keys_open(struct keys *keys);
void keys_again(const struct keys *keys); /* after a pause in which others had the terminal */
void keys_close(const struct keys *keys);
/* A character or an enum key. Waits for so many seconds, for ever if negative. */
int keys_wait(struct keys *keys, double seconds);

#endif
