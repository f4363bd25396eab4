/*
 * player.h - whoever sits at a table. A player is told of every game it plays and asked for every
 * move; what it is behind that, an engine of ours, a person, a program in its sandbox or somebody
 * at the other end of a connection, only its own file knows.
 */
#ifndef MATCH_PLAYER_H
#define MATCH_PLAYER_H

#include "bazi/bazi.h"

struct bz_player;
struct bz_lobby;
struct bz_question;
struct bz_reply;

/* How a person is asked. Only the program knows: nothing in here reads or writes a terminal. */
struct bz_person {
    void *context;
    /* A game begins. The record grows with it until its end. May be NULL. */
    void (*begin)(void *context, const struct bz_record *record, int seat);
    /* Leaves a legal move or a ruling (resigned, late) in the reply, or `stopped`: nobody wants to
     * go on with this game. */
    void (*ask)(void *context, const struct bz_question *question, struct bz_reply *reply);
    /* The game is over, or given up. Once for each of his seats. May be NULL. */
    void (*end)(void *context);
};

/* The house rules for players from outside. */
struct bz_house {
    struct bz_person *person; /* who plays where the spec says `human`; NULL: nobody is there */
    struct bz_lobby *lobby;   /* where connections come in; needed for tcp: */
    int64_t patience;  /* milliseconds to start and to say hello, and for a move without limit */
    int64_t megabytes; /* of memory for a program, 0 for the sandbox's own ceiling */
    const char *home;  /* folder of a program's files; NULL: found from its command line */
    bool unsafe_ok;    /* also where the sandbox lacks a protection */
    bool own_commands; /* whoever wrote a program says how it is started: what is missing then is
                          his mistake, and not this machine's */
    const atomic_bool *stop;
};

/* A move that is wanted. */
struct bz_question {
    const struct bz_record *record; /* the game so far; it is this player's turn */
    int seat;
    const struct bz_limits *limits;     /* NULL: the player's own */
    int64_t allowed;                    /* microseconds it may take, INT64_MAX for any */
    const struct bz_listener *listener; /* may be NULL */
    const atomic_bool *stop;            /* may be NULL */
};

struct bz_reply {
    enum bz_ruling ruling;   /* none: the answer is a legal move */
    bool stopped;            /* the flag was set, or a person left; nothing else counts */
    int trouble;             /* a code: this machine cannot have it play; the note says why */
    struct bz_answer answer; /* with what the player said of it; a value it did not say is NAN */
    int64_t micros;          /* it took */
    char note[BZ_NOTE_MAX];  /* with a ruling: what its author should know */
};

/* One kind of player. */
struct bz_player_kind {
    const char *name;  /* before the colon of a spec */
    const char *form;  /* "cmd:COMMAND LINE"; without a colon where nothing has to follow */
    const char *brief; /* what that is */
    /* Makes the state from what stands behind the colon. */
    int (*open)(const struct bz_setup *setup, const char *rest, const struct bz_house *house,
                void **ret_state, struct bz_error *err);
    void (*close)(void *state);
    /* A game begins. With a ruling the game is over before it began, and the note says why. */
    void (*begin)(void *state, const struct bz_record *record, int seat, struct bz_reply *reply);
    void (*ask)(void *state, const struct bz_question *question, struct bz_reply *reply);
    /* The game is over, or given up. Nothing of it is left running. */
    void (*end)(void *state);
    /* What it wrote to its standard error in this game, or in the last one. Optional. */
    const char *(*errors)(void *state, size_t *ret_length);
};

/* All kinds but the engines', whose names engine.h lists; NULL after the last. */
const struct bz_player_kind *bz_player_kind_at(int index);

/* The player of a spec. The setup, unchanged, and the house must outlive it. An engine that can be
 * seeded and is not gets `seed`. */
int bz_player_new(const struct bz_setup *setup, const char *spec, uint64_t seed,
                  const struct bz_house *house, struct bz_player **ret_player,
                  struct bz_error *err);
void bz_player_free(struct bz_player *player);

void bz_player_begin(struct bz_player *player, const struct bz_record *record, int seat,
                     struct bz_reply *ret_reply);
void bz_player_ask(struct bz_player *player, const struct bz_question *question,
                   struct bz_reply *ret_reply);
void bz_player_end(struct bz_player *player);
const char *bz_player_errors(struct bz_player *player, size_t *ret_length);
/* Whether it may take its time where nobody set a limit. */
bool bz_player_is_person(const struct bz_player *player);
/* Whether it is one of ours. An illegal move is then a bug of this program. */
bool bz_player_is_engine(const struct bz_player *player);

#endif
