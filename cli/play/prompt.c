/*
 * prompt.c - asking for a line, by libedit or by hand.
 *
 * All bytes come through interrupt_wait, so a signal ends the asking at once. No line is ever
 * split: what is too long is read to its end and dropped.
 */
#include "prompt.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "interrupt.h"
#include "text/terminal.h"

struct prompt {
    struct editing *editing; /* NULL where lines are read by hand */
    bool live;
    char data[4096]; /* read, but not yet asked for */
    size_t next, end;
};

struct prompt *prompt_new(void)
{
    struct prompt *prompt = calloc(1, sizeof(*prompt));

    if (!prompt)
        return NULL;
    prompt->live = terminal_is(stdin) && terminal_is(stdout);
    if (prompt->live && terminal_can_rewrite(stdout))
        prompt->editing = editing_new();
    return prompt;
}

void prompt_free(struct prompt *prompt)
{
    if (!prompt)
        return;
    editing_free(prompt->editing);
    free(prompt);
}

bool prompt_is_live(const struct prompt *prompt)
{
    return prompt->live;
}

/* Seconds until then, negative where there is no end. */
static double seconds_until(int64_t deadline)
{
    int64_t now = bz_clock_micros();

    if (deadline == INT64_MAX)
        return -1;
    return deadline > now ? (double)(deadline - now) * 1e-6 : 0;
}

enum prompt_event prompt_read(int64_t deadline, void (*redraw)(void *context), void *context,
                              char *ret_data, size_t size, size_t *ret_length)
{
    for (;;) {
        enum wait_event event = interrupt_wait(STDIN_FILENO, seconds_until(deadline));
        ssize_t got;

        if (event == WAIT_STOP)
            return PROMPT_STOP;
        if (event == WAIT_TIMEOUT)
            return PROMPT_LATE;
        if (event == WAIT_REDRAW) {
            if (redraw)
                redraw(context);
            continue;
        }
        got = read(STDIN_FILENO, ret_data, size);
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got <= 0)
            return PROMPT_END;
        *ret_length = (size_t)got;
        return PROMPT_LINE;
    }
}

static enum prompt_event fill(struct prompt *prompt, int64_t deadline)
{
    enum prompt_event event =
        prompt_read(deadline, NULL, NULL, prompt->data, sizeof(prompt->data), &prompt->end);

    prompt->next = 0;
    if (event != PROMPT_LINE)
        prompt->end = 0;
    return event;
}

/* A zero byte would hide the rest of its line, so it counts as a character nobody means. */
static char tame(char c)
{
    return c ? c : '?';
}

static enum prompt_event read_plainly(struct prompt *prompt, int64_t deadline, char *ret_line)
{
    size_t length = 0;

    for (;;) {
        char c;

        if (prompt->next == prompt->end) {
            enum prompt_event event = fill(prompt, deadline);

            if (event == PROMPT_END && length > 0)
                break; /* a last line without an end */
            if (event != PROMPT_LINE)
                return event;
        }
        c = prompt->data[prompt->next++];
        if (c == '\n')
            break;
        if (length < PROMPT_LINE_MAX)
            ret_line[length] = tame(c);
        length++;
    }
    if (length > PROMPT_LINE_MAX)
        return PROMPT_TOO_LONG;
    if (length > 0 && ret_line[length - 1] == '\r')
        length--;
    ret_line[length] = '\0';
    return PROMPT_LINE;
}

enum prompt_event prompt_ask(struct prompt *prompt, const char *label, const char *const *words,
                             int64_t deadline, char *ret_line)
{
    enum prompt_event event;

    if (prompt->live && !prompt->editing)
        fputs(label, stdout);
    fflush(stdout);
    event = prompt->editing ? editing_ask(prompt->editing, label, words, deadline, ret_line)
                            : read_plainly(prompt, deadline, ret_line);
    if (prompt->live && event != PROMPT_LINE)
        putchar('\n'); /* leave the line of the prompt */
    return event;
}
