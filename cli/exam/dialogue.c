/*
 * dialogue.c - the program and the conversation with it.
 *
 * Whatever it does, nothing here takes longer than the house is patient; and a program that did not
 * answer is ended, so that an answer which comes too late is never taken for that to another
 * question.
 */
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "match/guest.h"
#include "parts.h"

enum {
    FLUSH_MICROS = 500000, /* for what it has not flushed to come out when it ends */
    ERRORS_SHOWN = 6
};

static const char flush_advice[] =
    "Did you forget to flush? Output into a pipe is kept back until its buffer is full. Python: "
    "print(..., flush=True); C: fflush(stdout) after every line; Java: System.out.flush(); Node "
    "and shell scripts flush by themselves. And read line by line, not until the end of the "
    "input.";
static const char slow_advice[] =
    "It has answered before, so it is still thinking, or caught in a loop that never ends. Put a "
    "line that writes to standard error where you think it is; what it writes is shown here with "
    "!. If it has printed its answer, did you forget to flush?";
static const char crash_advice[] =
    "Lines with ! are what it wrote to standard error. Try it by hand: type the lines with > into "
    "your program and look at what happens. In the sandbox it can read its own folder only, and "
    "write only to its temporary one.";

int64_t exam_patience(const struct exam *exam, int64_t most_millis)
{
    int64_t patience = exam->order->house->patience;

    return (patience < most_millis ? patience : most_millis) * 1000;
}

bool exam_start(struct exam *exam)
{
    struct bz_error err;

    exam->record = NULL;
    if (!bz_program_start(&exam->program, exam->order->house, &exam->channel, &err)) {
        exam->here = true;
        return true;
    }
    exam->hopeless = true;
    if (err.code == BZ_ERROR_UNFIT || err.code == BZ_ERROR_MEMORY || err.code == BZ_ERROR_BUSY)
        exam->err = err;
    exam_fault(exam,
               "The command is looked for in /usr/local/bin, /usr/bin and /bin, or is a path; a "
               "script needs its interpreter in front, or a first line such as "
               "#!/usr/bin/env python3 and to be executable (chmod +x).",
               "your program cannot be started: %s", err.text);
    return false;
}

void exam_end(struct exam *exam)
{
    if (!exam->here)
        return;
    bz_channel_release(&exam->channel);
    bz_process_end(&exam->program.process, 0, NULL);
    exam->here = false;
}

bool exam_await_end(struct exam *exam, int64_t millis, struct bz_fate *ret_fate)
{
    int64_t until = bz_clock_micros() + exam_patience(exam, millis);

    while (!bz_process_ended(&exam->program.process, ret_fate)) {
        struct pollfd ended = {.fd = exam->program.process.ended, .events = POLLIN};

        if (bz_clock_micros() > until)
            return false;
        poll(&ended, 1, 10);
        bz_channel_drain(&exam->channel);
    }
    return true;
}

bool exam_say(struct exam *exam, const char *line)
{
    talk_add(&exam->talk, '>', line, strlen(line));
    return bz_channel_say(&exam->channel, line, strlen(line),
                          bz_clock_micros() + exam_patience(exam, INT64_MAX / 1000));
}

static void judge(struct exam *exam, struct token line)
{
    static const char *const known[] = {"id",       "option",   "ugiok", "readyok",
                                        "bestmove", "response", NULL};
    struct tokens words = {line.text, line.text + line.length};
    struct token word = token_next(&words);

    if (token_is(word, "info")) {
        info_judge(exam, line, words);
        return;
    }
    for (int i = 0; known[i]; i++)
        if (token_is(word, known[i]))
            return;
    exam_keep(
        exam, KEPT_STRAY, GRADE_HINT,
        "The referee skips such lines. What is meant for people belongs on standard error, or "
        "into a line that begins with 'info string'.",
        line, "your program printed a line that answers nothing");
}

enum bz_heard exam_hear(struct exam *exam, int64_t until, struct token *ret_line)
{
    enum bz_heard heard;

    *ret_line = (struct token){"", 0};
    heard = bz_channel_hear(&exam->channel, until, exam->order->house->stop, &ret_line->text,
                            &ret_line->length);
    if (heard == BZ_HEARD_LINE) {
        talk_add(&exam->talk, '<', ret_line->text, ret_line->length);
        judge(exam, *ret_line);
    }
    if (heard == BZ_HEARD_STOP)
        exam->stopped = true;
    return heard;
}

bool line_begins(struct token line, const char *word, struct tokens *ret_rest)
{
    *ret_rest = (struct tokens){line.text, line.text + line.length};
    return token_is(token_next(ret_rest), word);
}

enum bz_heard exam_hear_word(struct exam *exam, const char *word, int64_t until,
                             struct tokens *ret_rest)
{
    for (;;) {
        struct token line;
        enum bz_heard heard = exam_hear(exam, until, &line);

        if (heard != BZ_HEARD_LINE || line_begins(line, word, ret_rest))
            return heard;
    }
}

/* --- when nothing comes ----------------------------------------------------------------------- */

/* The end of what it wrote to standard error. */
static void show_errors(struct exam *exam)
{
    const struct bz_channel *channel = &exam->channel;
    const char *at = channel->errors, *end = at + channel->error_length;
    int lines = 0;

    for (const char *c = at; c < end; c++)
        lines += *c == '\n';
    for (lines -= ERRORS_SHOWN; at < end; lines--) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));

        if (!line_end)
            line_end = end;
        if (lines <= 0 && line_end > at)
            talk_add(&exam->talk, '!', at, (size_t)(line_end - at));
        at = line_end + 1;
    }
}

static void fail_by_end(struct exam *exam, const char *wanted)
{
    struct bz_fate fate;
    bool ended;

    bz_channel_drain(&exam->channel);
    ended = bz_program_ended(&exam->program, &fate);
    bz_channel_drain(&exam->channel);
    show_errors(exam);
    if (ended)
        exam_fault(exam, crash_advice, "your program ended (%s) instead of sending '%s'", fate.text,
                   wanted);
    else
        exam_fault(exam, "Keep standard output open until 'quit' comes.",
                   "your program closed its output instead of sending '%s'", wanted);
}

/* Whether the answer comes out as soon as the input ends. */
static bool is_kept_back(struct exam *exam, const char *wanted)
{
    struct tokens rest;

    if (exam->channel.in >= 0)
        close(exam->channel.in);
    exam->channel.in = -1;
    return exam_hear_word(exam, wanted, bz_clock_micros() + FLUSH_MICROS, &rest) == BZ_HEARD_LINE;
}

static void fail_by_silence(struct exam *exam, const char *wanted, int64_t micros)
{
    size_t rest = exam->channel.end - exam->channel.start;
    double seconds = (double)micros * 1e-6;

    show_errors(exam);
    if (exam->channel.skipping)
        exam_fault(exam, "End every line with a newline, and keep lines short.",
                   "your program sent a line of more than %d bytes, and no '%s' within %.3f s",
                   BZ_CHANNEL_LINE_MAX, wanted, seconds);
    else if (rest > 0)
        exam_fault(exam, "End every line with a newline (\\n), also the last one.",
                   "your program sent '%s' without the end of the line, and then nothing for the "
                   "%.3f s it had",
                   bz_quoted(exam->channel.memory + exam->channel.start, rest).text, seconds);
    else if (is_kept_back(exam, wanted))
        exam_fault(exam, flush_advice,
                   "your program printed '%s', but it came only when its input was closed, more "
                   "than %.3f s late",
                   wanted, seconds);
    else
        exam_fault(exam, exam->channel.said.count ? slow_advice : flush_advice,
                   "your program did not send '%s' within %.3f s", wanted, seconds);
}

void exam_fail(struct exam *exam, enum bz_heard heard, const char *wanted, int64_t micros)
{
    if (heard == BZ_HEARD_END)
        fail_by_end(exam, wanted);
    else if (heard == BZ_HEARD_FLOOD)
        exam_fault(exam, "A few info lines a move are plenty; check for a loop that never ends.",
                   "your program sent more than %d MB without '%s'", BZ_CHANNEL_FLOOD >> 20,
                   wanted);
    else if (heard == BZ_HEARD_NOTHING)
        fail_by_silence(exam, wanted, micros);
    exam_end(exam);
}

bool exam_listen(struct exam *exam, const char *line, const char *wanted,
                 void (*each)(void *context, struct token line), void *context)
{
    int64_t patience = exam_patience(exam, INT64_MAX / 1000), until;

    exam_say(exam, line); /* where nobody reads, nobody will answer either */
    until = bz_clock_micros() + patience;
    for (;;) {
        struct token said;
        struct tokens rest;
        enum bz_heard heard = exam_hear(exam, until, &said);

        if (heard != BZ_HEARD_LINE) {
            exam_fail(exam, heard, wanted, patience);
            return false;
        }
        if (line_begins(said, wanted, &rest))
            return true;
        if (each)
            each(context, said);
    }
}

bool exam_expect(struct exam *exam, const char *line, const char *wanted)
{
    return exam_listen(exam, line, wanted, NULL, NULL);
}

bool exam_exchange(struct exam *exam, const char *line, const char *wanted)
{
    bz_channel_question(&exam->channel);
    return exam_expect(exam, line, wanted);
}

bool exam_settle(struct exam *exam)
{
    const struct bz_setup *setup = exam->order->setup;

    bz_channel_question(&exam->channel);
    for (int i = 0; setup->game->options[i].name; i++) {
        char text[BZ_GUEST_OPTION_MAX];
        struct bz_buf line = BZ_BUF(text);

        if (bz_guest_option(setup, i, &line))
            exam_say(exam, text);
    }
    exam_say(exam, "uginewgame");
    return exam_expect(exam, "isready", "readyok");
}
