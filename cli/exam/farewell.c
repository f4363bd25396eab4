/*
 * farewell.c - checks of how things end: a search, a game, and the program.
 */
#include <inttypes.h>
#include <unistd.h>

#include "base/clock.h"
#include "parts.h"

enum {
    THINK_MICROS = 100000, /* before it is told to stop */
    STOP_MILLIS = 3000,
    NONE_MILLIS = 2000, /* beyond the time of a move, for an answer nobody needs */
    QUIT_MILLIS = 5000,
    CLOSE_MILLIS = 2000,
    MOVES_SHOWN = 300 /* a longer game is told by its last position */
};

/* Where nothing is owed, whoever does not answer is started anew and no harm is done. */
static void excuse(struct exam *exam, const char *advice, const char *what)
{
    exam_hint(exam, advice, "%s", what);
    exam_end(exam);
}

void check_infinite(struct exam *exam)
{
    struct bz_record record;
    struct tokens rest;

    if (!stroll_open(exam, &record)) {
        exam->record = &record;
        stroll_line(exam, &record, 0);
        bz_channel_question(&exam->channel);
        exam_say(exam, exam->line);
        exam_say(exam, "go infinite");
        if (exam_hear_word(exam, "bestmove", bz_clock_micros() + THINK_MICROS, &rest) ==
            BZ_HEARD_LINE) {
            exam_remark(exam, "it did not wait for 'stop', which does no harm");
        } else {
            exam_say(exam, "stop");
            if (exam_hear_word(exam, "bestmove",
                               bz_clock_micros() + exam_patience(exam, STOP_MILLIS),
                               &rest) != BZ_HEARD_LINE)
                excuse(exam,
                       "The referee needs neither 'go infinite' nor 'stop'; tools for analysis do. "
                       "It takes a thread that reads while another one thinks.",
                       "your program did not answer 'stop' with its best move so far");
        }
    }
    exam->record = NULL;
    bz_record_release(&record);
}

static void judge_none(struct exam *exam, enum bz_heard heard, struct tokens rest)
{
    static const char advice[] = "The referee never asks in such a position; 'bestmove (none)' "
                                 "would be right.";

    if (heard != BZ_HEARD_LINE)
        excuse(exam, advice, "your program did not answer 'go' where the game is over");
    else if (!token_is(token_next(&rest), "(none)"))
        exam_hint(exam, advice, "your program answered with a move where the game is over");
}

void check_finished(struct exam *exam)
{
    struct bz_record record;
    struct tokens rest;
    char go[64];
    struct bz_buf line = BZ_BUF(go);

    bz_random_seed(&exam->random, exam->order->seed);
    if (stroll_to_end(exam, &record)) {
        bz_buf_add(&line, "go movetime %" PRId64, exam->order->movetime);
        stroll_line(exam, &record, record.length > MOVES_SHOWN ? record.length : 0);
        bz_channel_question(&exam->channel);
        exam_say(exam, exam->line);
        exam_say(exam, go);
        judge_none(exam,
                   exam_hear_word(exam, "bestmove",
                                  bz_clock_micros() + exam->order->movetime * 1000 +
                                      exam_patience(exam, NONE_MILLIS),
                                  &rest),
                   rest);
    } else {
        exam_remark(exam, "not made: games played at random do not end here");
    }
    bz_record_release(&record);
}

void check_quit(struct exam *exam)
{
    struct bz_fate fate;

    bz_channel_question(&exam->channel);
    exam_say(exam, "quit");
    if (!exam_await_end(exam, QUIT_MILLIS, &fate))
        exam_fault(exam,
                   "Leave the loop that reads lines when 'quit' comes; threads that still "
                   "think have to end too.",
                   "your program was still running %.3f s after 'quit'",
                   (double)exam_patience(exam, QUIT_MILLIS) * 1e-6);
    else if (fate.end != BZ_END_EXIT || fate.number != 0)
        exam_fault(exam, "End with exit status 0: return 0 from main, or sys.exit(0).",
                   "your program ended badly after 'quit': %s", fate.text);
    else if (fate.left)
        exam_hint(exam,
                  "A match ends it without asking. Wait for the processes you start, or end "
                  "them, before your program ends.",
                  "your program ended and left a process of its own running");
    exam_end(exam);
}

void check_input_end(struct exam *exam)
{
    struct bz_fate fate;

    talk_add(&exam->talk, '>', "(the end of the input)", 22);
    close(exam->channel.in);
    exam->channel.in = -1;
    if (!exam_await_end(exam, CLOSE_MILLIS, &fate))
        exam_hint(exam,
                  "End when there is nothing more to read: somebody may stop the match. "
                  "(Python: 'for line in sys.stdin' ends by itself.)",
                  "your program was still running %.3f s after its input had ended",
                  (double)exam_patience(exam, CLOSE_MILLIS) * 1e-6);
    exam_end(exam);
}
