/*
 * check.h - what every test program starts with: cmocka, the library, and a few helpers that turn
 * the library's own error message into the message of the failing test.
 */
#ifndef CHECK_H
#define CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bazi/bazi.h"

#define CHECK_COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* The body of main: runs the array of tests and prints TAP. */
#define CHECK_RUN(tests) \
    (cmocka_set_message_output(CM_OUTPUT_TAP), cmocka_run_group_tests(tests, NULL, NULL))

/* A setup of the registered game with options such as "size=6 resign=lost", or "". */
void check_setup(struct bz_setup *setup, const char *game, const char *options);
/* The same for a game that need not be registered. */
void check_setup_of(struct bz_setup *setup, const struct bz_game *game, const char *options);

void check_parse(struct bz_setup *setup, const char *text, union bz_pos *ret_pos);
bz_move check_move(const struct bz_setup *setup, const void *pos, const char *text);
/* Plays the blank-separated moves. */
void check_play(const struct bz_setup *setup, union bz_pos *pos, const char *moves);

/* The same for a record. */
void check_record(struct bz_record *record, const char *moves);

struct bz_engine *check_engine(const struct bz_setup *setup, const char *spec);
/* What the engine of that spec answers, with the spec's own limits. */
struct bz_answer check_answer(const struct bz_setup *setup, const char *spec, const void *pos);

/* The error has this code, is one printable line, and contains each of the blank-separated words
 * of `words`. */
void check_error(const struct bz_error *err, int code, const char *words);

/* The text is no position of the game with these options, with that error; neither setup nor
 * position is touched. */
void check_no_position(const char *game, const char *options, const char *text, int code,
                       const char *words);

/* Texts, valid until the next call of the same function. */
const char *check_text(const struct bz_setup *setup, const void *pos);
const char *check_move_text(const struct bz_setup *setup, const void *pos, bz_move move);

/* A file below tests/, which is looked for in $BAZI_ROOT, or else where the program runs. */
const char *check_path(const char *name);

/* Exactly equal, infinities included. */
void check_number(double got, double wanted, const char *what);
/* Equal but for so much. */
void check_near(double got, double wanted, double off);

#endif
