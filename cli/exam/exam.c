/*
 * exam.c - the table of checks, and the way through it.
 *
 * A check that ended the program is followed by one with a new one; not for ever, since each may
 * have taken as long as the house is patient.
 */
#include "exam.h"

#include <stdlib.h>

#include "parts.h"

enum { LIVES = 4 };

static const struct check checks[] = {
    {"start", "starts in the sandbox", check_start, true},
    {"quiet", "waits until it is asked", check_quiet, true},
    {"ugi", "answers 'ugi' with 'ugiok'", check_greeting, true},
    {"name", "says its name", check_name, true},
    {"options", "lists its options in the right form, if any", check_options, true},
    {"isready", "answers 'isready' with 'readyok', and again", check_ready, false},
    {"unknown", "skips a command it does not know", check_unknown, false},
    {"empty", "skips empty lines", check_empty, false},
    {"long", "skips a very long line", check_long, false},
    {"setoption", "skips an option it does not have", check_setoption, false},
    {"crlf", "understands lines that end with \\r\\n", check_crlf, false},
    {"newgame", "takes 'uginewgame' and the options of the game", check_newgame, false},
    {"movetime", "answers 'go movetime' with one legal move, in time", check_movetime, false},
    {"depth", "answers 'go depth 1'", check_depth, false},
    {"nodes", "answers 'go nodes 100'", check_nodes, false},
    {"clock", "answers 'go' with clocks", check_clock, false},
    {"moves", "follows 'position startpos moves'", check_moves, false},
    {"fen", "reads 'position fen'", check_fen, false},
    {"fen-moves", "reads 'position fen' with moves behind it", check_fen_moves, false},
    {"queries", "answers queries correctly, if at all", check_queries, false},
    {"infinite", "answers 'stop' after 'go infinite'", check_infinite, false},
    {"finished", "answers 'bestmove (none)' when the game is over", check_finished, false},
    {"info", "writes info lines in the right form, if any", check_info, true},
    {"stray", "prints nothing but answers", check_stray, true},
    {"quit", "ends when told to, and leaves nothing behind", check_quit, false},
    {"input-end", "ends when its input ends", check_input_end, false},
};
enum { CHECKS = sizeof(checks) / sizeof(checks[0]) };

/* A new one in place of one that was ended. */
static bool rejoin(struct exam *exam)
{
    if (exam->here)
        return true;
    if (!exam_start(exam))
        return false;
    return exam_exchange(exam, "ugi", "ugiok") && exam_settle(exam);
}

static void count(struct exam *exam, struct exam_tally *tally)
{
    tally->checks++;
    tally->faults += exam->found.grade == GRADE_FAULT;
    tally->hints += exam->found.grade == GRADE_HINT;
    if (exam->found.grade == GRADE_FAULT && !exam->here && --exam->lives == 0)
        exam->hopeless = true;
}

static void clear(struct exam *exam)
{
    talk_clear(&exam->talk);
    exam->found.grade = GRADE_OK;
    exam->found.text[0] = '\0';
    exam->found.advice = NULL;
}

static void make_check(struct exam *exam, const struct check *check, struct exam_tally *tally)
{
    clear(exam);
    if (check->alone || rejoin(exam)) {
        talk_clear(&exam->talk);
        check->run(exam);
    }
    if (exam->stopped || exam->err.code)
        return;
    report_check(exam, check);
    count(exam, tally);
}

static int make_checks(struct exam *exam, struct exam_tally *tally, struct bz_error *err)
{
    for (int i = 0; i < CHECKS && !exam->stopped && !exam->err.code; i++)
        if (exam->hopeless)
            tally->omitted++;
        else
            make_check(exam, &checks[i], tally);
    exam_end(exam);
    if (exam->stopped)
        return bz_fail(err, BZ_ERROR_STOPPED, "stopped");
    if (exam->err.code)
        return bz_fail(err, exam->err.code, "%s", exam->err.text);
    report_end(exam, tally);
    return BZ_OK;
}

int exam_run(const struct exam_order *order, struct exam_tally *ret_tally, struct bz_error *err)
{
    struct exam *exam = calloc(1, sizeof(*exam));
    int code;

    if (!exam)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the checks");
    *ret_tally = (struct exam_tally){0};
    exam->order = order;
    exam->lives = LIVES;
    bz_random_seed(&exam->random, order->seed);
    code = bz_program_init(&exam->program, order->command, NULL, err);
    if (!code)
        code = make_checks(exam, ret_tally, err);
    free(exam);
    return code;
}
