/*
 * kinds.h - the kinds of players, one file each.
 */
#ifndef MATCH_KINDS_H
#define MATCH_KINDS_H

#include "match/player.h"

extern const struct bz_player_kind bz_engine_kind;  /* one of ours; `rest` is its whole spec */
extern const struct bz_player_kind bz_person_kind;  /* whoever the program can ask */
extern const struct bz_player_kind bz_command_kind; /* a program that speaks UGI */
extern const struct bz_player_kind bz_script_kind;  /* a course's program behind an adapter */
extern const struct bz_player_kind bz_socket_kind;  /* a connection that speaks UGI */
extern const struct bz_player_kind bz_wire_kind;    /* a client of a course's own server */

#endif
