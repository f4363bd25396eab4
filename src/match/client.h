/*
 * client.h - an engine as a client of a course's own server.
 *
 * Every line is followed, but only the last one that has come is answered, and no answer is sent
 * when a newer question is already there: so a client that was too slow is in step again at once.
 */
#ifndef MATCH_CLIENT_H
#define MATCH_CLIENT_H

#include "bazi/engine.h"
#include "bazi/wire.h"

struct bz_client_listener {
    void *context;
    /* What the server said of an error of ours, or what was wrong with a line of its. */
    void (*trouble)(void *context, const char *text);
    void (*moved)(void *context, const struct bz_setup *setup, const void *pos,
                  const char *word); /* the answer that is sent */
};

struct bz_client {
    const struct bz_setup *setup; /* says which game, and what no line tells */
    const char *spec;
    int64_t movetime; /* milliseconds */
    const atomic_bool *stop;
    struct bz_client_listener listener;
};

struct bz_client_end {
    bool dismissed;              /* the last line came; otherwise the server closed before */
    char farewell[BZ_VALUE_MAX]; /* that line, safe to print */
    int turns, passed;           /* answered; of them with `pass` because a line made no sense */
};

/* Plays until the server has dismissed us or closed. */
int bz_client_run(const struct bz_client *client, int connection, struct bz_client_end *ret_end,
                  struct bz_error *err);

#endif
