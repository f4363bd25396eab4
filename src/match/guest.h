/*
 * guest.h - somebody at the other end of a channel who speaks the Universal Game Interface.
 */
#ifndef MATCH_GUEST_H
#define MATCH_GUEST_H

#include <limits.h>

#include "match/channel.h"
#include "match/player.h"
#include "sandbox/sandbox.h"

struct bz_guest {
    const struct bz_house *house;
    struct bz_channel channel;
    bool here;  /* there is a channel */
    bool plain; /* is told where the game is, never how it came there */
    /* Called when it says no more. Adds "it ended with exit status 3" or the like, and returns what
     * that is: crashed or left. */
    enum bz_ruling (*fate)(void *context, struct bz_buf *out);
    /* What the machine gave it so far; NULL where nobody knows. */
    struct bz_ration (*ration)(void *context);
    void *context;
    char *line; /* "position ... moves ...", as long as it has become in this game */
    size_t line_size, line_length;
    int line_plies;        /* that stand in it, */
    union bz_pos line_pos; /* and where they lead */
};

void bz_guest_release(struct bz_guest *guest);

/* Says hello, sets the options of the game and waits until the guest is ready. */
void bz_guest_begin(struct bz_guest *guest, const struct bz_record *record, struct bz_reply *reply);
void bz_guest_ask(struct bz_guest *guest, const struct bz_question *question,
                  struct bz_reply *reply);
/* Reads lines until the answer, or until nothing more comes; what was heard last. */
enum bz_heard bz_guest_listen(struct bz_guest *guest, const struct bz_question *question,
                              int64_t until, struct bz_reply *reply);
enum { BZ_GUEST_OPTION_MAX = PATH_MAX + BZ_VALUE_MAX };
/* The line that sets an option which is not as it is by itself, or false. A map is not told: the
 * position's text says what was in it. Another file is told by its path. */
bool bz_guest_option(const struct bz_setup *setup, int index, struct bz_buf *out);
/* Whether the game began where `position startpos` does. */
bool bz_guest_knows_start(const struct bz_record *record);
/* Says good-bye, if there is anybody. */
void bz_guest_end(struct bz_guest *guest);

#endif
