/*
 * service.h - a course's own server: lets clients in, seats them in the order they come, and plays
 * a game on a thread of its own with every group that is complete.
 *
 * The number of games at once is bounded; who comes when all tables are taken waits outside.
 */
#ifndef MATCH_SERVICE_H
#define MATCH_SERVICE_H

#include "bazi/record.h"
#include "match/wire_guest.h"

enum { BZ_TABLES_MAX = 128 };

enum bz_service_end {
    BZ_SERVICE_PLAYED,
    BZ_SERVICE_UNWILLING, /* somebody did not consent */
    BZ_SERVICE_STOPPED,   /* the flag was set */
    BZ_SERVICE_FAILED     /* something went wrong here, which `err` tells */
};

/* One game, of one or more rounds. */
struct bz_service_game {
    int number; /* from 0, by the order in which clients came */
    int players, rounds;
    struct bz_wire_guest guests[BZ_PLAYERS_MAX];
    char names[BZ_PLAYERS_MAX][BZ_NAME_MAX]; /* addresses */
    int round;                               /* the one being played, from 0 */
    enum bz_service_end end;
    int unwilling; /* the player */
    int64_t begin;
    struct bz_error err;
};

/* What a listener is told, one call at a time, from the games' threads. Any may be NULL. */
struct bz_service_listener {
    void *context;
    void (*joined)(void *context, const struct bz_service_game *game, int player);
    /* An action is complete: the record's moves from `ply` on are the move and its outcomes, taken
     * in `before`. */
    void (*acted)(void *context, const struct bz_service_game *game, const struct bz_record *record,
                  int ply, const void *before, const struct bz_wire_reply *reply);
    /* A round is over, or has been stopped. */
    void (*round)(void *context, const struct bz_service_game *game,
                  const struct bz_record *record);
    void (*ended)(void *context, const struct bz_service_game *game);
};

struct bz_service {
    const struct bz_setup *setup; /* of a game with a wire */
    struct bz_wire_terms terms;
    bool strict;
    int games; /* how many, or 0: until it is stopped */
    uint64_t seed;
    const atomic_bool *stop;
    struct bz_service_listener listener;
};

/* The seed of one round: of what chance brings in it, and of the game's option of that name. */
uint64_t bz_service_seed(uint64_t seed, int game, int round);

/* Serves at a listening socket until all games are over or the flag is set. */
int bz_service_run(const struct bz_service *service, int listener, struct bz_error *err);

#endif
