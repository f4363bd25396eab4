/*
 * session.h - a session of the Universal Game Interface: lines in, lines out.
 *
 * The session belongs to the caller and is fed by one thread. It has a search thread of its own
 * from beginning to end, so that `isready` and `stop` are heard while the engine thinks and
 * nothing is allocated between `go` and `bestmove`. The position it holds is always a valid one;
 * a command that fails changes nothing.
 */
#ifndef UGI_SESSION_H
#define UGI_SESSION_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "bazi/bazi.h"

enum {
    /* The longest line: every outcome of a chance node with its probability. */
    UGI_TEXT_MAX = BZ_MOVES_MAX * (BZ_MOVE_TEXT_MAX + 24),
    UGI_NAMES_MAX = 512,
    UGI_SPEC_MAX = 1024
};

/* Writes all of the text and returns 0, or -1; called with one or more whole lines. */
typedef int ugi_write(void *context, const char *text, size_t length);

/* The way out, shared by the two threads. */
struct ugi_out {
    pthread_mutex_t lock;
    ugi_write *write;
    void *context;
    atomic_bool failed; /* nobody can be reached any more */
    struct bz_buf line;
    char text[UGI_TEXT_MAX];
};

enum ugi_option {
    UGI_ENGINE,
    UGI_DEPTH,
    UGI_EVAL,
    UGI_PRUNE,
    UGI_HASH,
    UGI_THREADS,
    UGI_MULTIPV,
    UGI_SEED,
    UGI_OPTIONS
};

/* The engine's options. Those nobody set are left to the engine. */
struct ugi_options {
    struct bz_option table[UGI_OPTIONS + 1];
    struct bz_value values[UGI_OPTIONS];
    bool given[UGI_OPTIONS];
    char engines[UGI_NAMES_MAX], evals[UGI_NAMES_MAX]; /* choices of the table */
};

enum ugi_state {
    UGI_IDLE,
    UGI_SEARCHING,
    UGI_ANSWERING, /* the search is over, as whoever hears its answer will know at once */
    UGI_LEAVING
};

struct ugi_search {
    pthread_t thread;
    pthread_mutex_t lock;   /* guards state */
    pthread_cond_t changed; /* state or stop */
    enum ugi_state state;
    atomic_bool stop;
    int perft;      /* plies to count, or -1 for a search */
    int deferred;   /* `isready` asked during a perft, whose answer comes first */
    bool pointless; /* a finished game or a chance node */
    bool informed;  /* an info line was written */
    struct bz_limits limits;
    struct bz_answer answer;
};

/* For a caller who must not wait: searches and perft are cut down to this. Zero is no ceiling. */
struct ugi_ceiling {
    uint64_t nodes;
    int perft;
};

/* For a caller who reads on while a search runs: called by its thread whenever one is over. */
struct ugi_bell {
    void (*ring)(void *context);
    void *context;
};

struct ugi {
    struct ugi_out out;
    struct ugi_options options;
    struct bz_setup base;                    /* the game with the options that were set */
    struct bz_setup fitted;                  /* of a position whose text overrules options */
    struct bz_setup *setup;                  /* of the position: one of these two */
    struct bz_value initial[BZ_OPTIONS_MAX]; /* what base began with */
    union bz_pos pos;
    bz_move last; /* the move that led to pos, or BZ_MOVE_NONE */
    bool at_start;
    struct bz_engine *engine; /* made for setup and spec, or NULL */
    char spec[UGI_SPEC_MAX];
    bool hinted; /* what would let it know more has been said */
    struct ugi_search search;
    struct ugi_ceiling ceiling;
    struct ugi_bell bell; /* to be set before the first line */
};

/* Starts a session at the game's starting position. On success the setup is the session's. */
int ugi_init(struct ugi *ugi, const struct bz_setup *setup, ugi_write *write, void *context,
             struct bz_error *err);

/* Ends it as the end of the input does: a search without limits is stopped, one with limits may
 * finish if that takes no more than ten seconds and somebody listens. Either gives its bestmove. */
void ugi_release(struct ugi *ugi);

/* Carries out one line; any bytes will do. False when it is time to leave: after `quit`, which
 * stops a search, or when writing has failed. */
bool ugi_line(struct ugi *ugi, const char *text, size_t length);

/* What a line is to somebody who reads on while a search runs. */
enum ugi_call { UGI_CALL_OTHER, UGI_CALL_ISREADY, UGI_CALL_STOP, UGI_CALL_QUIT };
enum ugi_call ugi_call_of(const char *text, size_t length);
/* Whether ugi_line would wait for as long as a search with limits or a count takes. */
bool ugi_must_wait(struct ugi *ugi, const char *text, size_t length);

/* Writes "info string error: …". */
__attribute__((format(printf, 2, 3))) void ugi_error(struct ugi *ugi, const char *format, ...);

#endif
