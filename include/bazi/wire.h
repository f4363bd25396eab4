/*
 * wire.h - the protocol of a course's own server, for a game that had one: what the server and a
 * client of it say, so that neither program has to know the game.
 *
 * The server greets every client with a line and waits for its consent. Then whoever is to move
 * gets a line and answers with one word, without an end of line; what is no legal move counts as
 * `pass`. The last line goes to all.
 */
#ifndef BAZI_WIRE_H
#define BAZI_WIRE_H

#include "bazi/game.h"

enum {
    BZ_WIRE_LINE_MAX = 16 << 10, /* longest line of any game, its newline included */
    BZ_WIRE_REPLY_MAX = 2048,    /* the server reads no more at a time */
    BZ_WIRE_MEMORY_MAX = 8 << 10
};

/* What a configuration says beside the game's options. */
struct bz_wire_terms {
    char address[BZ_VALUE_MAX];
    int port;
    int rounds;
    int64_t limit; /* microseconds for a reply */
};

/* A file the server leaves behind: a form of the record (bz_export) and where it goes. A dated file
 * has the moment for its name, in the folder `path`, with `ending` behind it. */
struct bz_wire_file {
    const char *form;
    const char *path;
    const char *ending; /* NULL unless dated */
};

struct bz_wire {
    const char *const *habits; /* options as the original server had them; ends with NULL */
    const char *config;        /* the option that names a configuration */
    const char *consent;       /* the answer to the greeting, in capitals or not */
    const char *pass;
    const char *farewell;             /* how the last line begins */
    const struct bz_wire_file *files; /* ends with a NULL form */

    /* The terms of the setup's configuration, or the defaults where it has none. */
    int (*read_terms)(const struct bz_setup *setup, struct bz_wire_terms *ret_terms,
                      struct bz_error *err);
    void (*greet)(const void *pos, int player, struct bz_buf *out);
    void (*ask)(const void *pos, struct bz_buf *out); /* whoever's turn it is */
    void (*dismiss)(const void *pos, struct bz_buf *out);
    /* What the server's terminal showed of an action: the position before it, the move and its
     * outcomes, and whether it was asked for or stands in for a reply that was no move. */
    void (*show)(const void *before, const bz_move *moves, int count, bool is_asked,
                 struct bz_buf *out);

    /* The client's half. What it remembers between two lines is plain data of that size, all zero
     * at first. The setup's options say what no line tells. A line is given without its newline. */
    size_t memory_size;
    int (*hear_greeting)(void *memory, const char *line, size_t length, struct bz_error *err);
    /* Writes the position's text. On failure the memory is as it was. */
    int (*hear_turn)(void *memory, const struct bz_setup *setup, const char *line, size_t length,
                     struct bz_buf *ret_pos, struct bz_error *err);
};

#endif
