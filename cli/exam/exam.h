/*
 * exam.h - somebody's program, checked for whether it speaks UGI as a match needs it; every check
 * is printed when it is done, with what to do about a fault.
 */
#ifndef EXAM_H
#define EXAM_H

#include "match/player.h"

struct exam_order {
    const struct bz_setup *setup;
    const struct bz_house *house;
    const char *command;
    int64_t movetime; /* milliseconds a move, */
    int64_t margin;   /* of which so many more are forgiven */
    int positions;    /* to ask for a move in */
    uint64_t seed;
    bool as_json;
};

struct exam_tally {
    int checks, faults, hints;
    int omitted; /* checks that could not be made */
};

/* Makes all checks. Fails only where it is not the program's fault: a command line that is none, no
 * sandbox, no memory, or BZ_ERROR_STOPPED. */
int exam_run(const struct exam_order *order, struct exam_tally *ret_tally, struct bz_error *err);

#endif
