/*
 * lobby.h - where players come in who connect by themselves. Any number of games may wait at one
 * port; each gets connections in turn.
 */
#ifndef MATCH_LOBBY_H
#define MATCH_LOBBY_H

#include <stdatomic.h>
#include <stdint.h>

#include "bazi/error.h"

struct bz_lobby;

struct bz_lobby *bz_lobby_new(void); /* NULL without memory */
void bz_lobby_free(struct bz_lobby *lobby);

/* Listens at "PORT" of this machine only, or at "ADDRESS:PORT"; *ret_door names it. */
int bz_lobby_open(struct bz_lobby *lobby, const char *where, int *ret_door, struct bz_error *err);
/* Waits for somebody until that moment of bz_clock_micros. */
int bz_lobby_wait(struct bz_lobby *lobby, int door, int64_t until, const atomic_bool *stop,
                  int *ret_socket, struct bz_error *err);
/* Takes somebody back who may be needed again. Those who are not are told to quit in the end. */
void bz_lobby_return(struct bz_lobby *lobby, int door, int socket);
/* The port of a door. */
int bz_lobby_port(struct bz_lobby *lobby, int door);

#endif
