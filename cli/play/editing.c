/*
 * editing.c - libedit, fed with keys by our own reader.
 *
 * libedit's reader would swallow the first signal and go on; ours gives up at once, so Ctrl-C and a
 * closed terminal end the game as they should. libedit installs no signal handlers here.
 */
#include "prompt.h"

#include <histedit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "text/layout.h"
#include "text/terminal.h"

enum { HISTORY_MAX = 200, CANDIDATES_MAX = 1200 };

struct editing {
    EditLine *el;
    History *history;
    char label[64]; /* libedit wants it writable */
    const char *const *words;
    int64_t deadline;
    enum prompt_event event; /* of the byte read last */
};

static struct editing *self(EditLine *el)
{
    void *data = NULL;

    el_get(el, EL_CLIENTDATA, &data);
    return data;
}

static char *label_of(EditLine *el)
{
    return self(el)->label;
}

/* After a pause in the background the terminal may have lost the mode libedit set. */
static void redraw(void *context)
{
    EditLine *el = context;

    el_resize(el);
    el_set(el, EL_PREP_TERM, 0);
    el_set(el, EL_PREP_TERM, 1);
    el_set(el, EL_REFRESH);
}

/* One byte: 1, or 0 at the end, or -1 after a signal or when the time is over. */
static int read_byte(EditLine *el, char *ret_byte)
{
    struct editing *editing = self(el);
    size_t length;

    editing->event = prompt_read(editing->deadline, redraw, el, ret_byte, 1, &length);
    if (editing->event == PROMPT_LINE)
        return 1;
    return editing->event == PROMPT_END ? 0 : -1;
}

static int read_key(EditLine *el, wchar_t *ret_key)
{
    mbstate_t state = {0};

    for (;;) {
        char byte;
        int got = read_byte(el, &byte);
        size_t used;

        if (got <= 0)
            return got;
        used = mbrtowc(ret_key, &byte, 1, &state);
        if (used == (size_t)-2)
            continue;
        if (used == (size_t)-1)
            *ret_key = L'?';
        return 1;
    }
}

/* How long a beginning the two have in common. */
static size_t common(const char *a, const char *b)
{
    size_t length = 0;

    while (a[length] && a[length] == b[length])
        length++;
    return length;
}

/* The words that begin as the line does; *ret_shared gets the length they all share. */
static int candidates(const struct editing *editing, const char *typed, size_t length,
                      const char **ret_words, size_t *ret_shared)
{
    int count = 0;

    for (const char *const *word = editing->words; *word && count < CANDIDATES_MAX; word++) {
        size_t shared;

        if (strncmp(*word, typed, length) != 0)
            continue;
        shared = count == 0 ? strlen(*word) : common(ret_words[0], *word);
        if (count == 0 || shared < *ret_shared)
            *ret_shared = shared;
        ret_words[count++] = *word;
    }
    return count;
}

/* Tab: adds what is certain; where nothing is, shows the choice. */
static unsigned char complete(EditLine *el, int key)
{
    const LineInfo *line = el_line(el);
    size_t length = (size_t)(line->cursor - line->buffer), shared = 0;
    const char *found[CANDIDATES_MAX];
    int count = candidates(self(el), line->buffer, length, found, &shared);

    (void)key;
    if (count == 0)
        return CC_REFRESH_BEEP;
    if (shared > length) {
        char rest[PROMPT_LINE_MAX];

        snprintf(rest, sizeof(rest), "%.*s", (int)(shared - length), found[0] + length);
        return el_insertstr(el, rest) == 0 ? CC_REFRESH : CC_ERROR;
    }
    if (count == 1)
        return CC_NORM;
    putchar('\n');
    layout_columns(stdout, found, count, 2, terminal_width());
    fflush(stdout);
    return CC_REDISPLAY;
}

static void configure(struct editing *editing)
{
    EditLine *el = editing->el;
    HistEvent event;

    el_set(el, EL_CLIENTDATA, editing);
    el_set(el, EL_PROMPT, label_of);
    el_set(el, EL_EDITOR, "emacs");
    el_set(el, EL_SIGNAL, 0);
    el_set(el, EL_GETCFN, read_key);
    /* the narrow call would copy both strings and lose the copies */
    el_wset(el, EL_ADDFN, L"bazi-complete", L"complete a move or a command", complete);
    el_set(el, EL_BIND, "^I", "bazi-complete", NULL);
    if (editing->history) {
        history(editing->history, &event, H_SETSIZE, HISTORY_MAX);
        history(editing->history, &event, H_SETUNIQUE, 1);
        el_set(el, EL_HIST, history, editing->history);
    }
}

struct editing *editing_new(void)
{
    struct editing *editing = calloc(1, sizeof(*editing));

    if (!editing)
        return NULL;
    editing->el = el_init("bazi", stdin, stdout, stderr);
    if (!editing->el) {
        free(editing);
        return NULL;
    }
    editing->history = history_init();
    configure(editing);
    return editing;
}

void editing_free(struct editing *editing)
{
    if (!editing)
        return;
    el_end(editing->el);
    if (editing->history)
        history_end(editing->history);
    free(editing);
}

enum prompt_event editing_ask(struct editing *editing, const char *label, const char *const *words,
                              int64_t deadline, char *ret_line)
{
    const char *line;
    HistEvent event;
    int length = 0;

    snprintf(editing->label, sizeof(editing->label), "%s", label);
    editing->words = words;
    editing->deadline = deadline;
    editing->event = PROMPT_LINE;
    el_resize(editing->el);
    line = el_gets(editing->el, &length);
    if (editing->event == PROMPT_STOP || editing->event == PROMPT_LATE)
        return editing->event;
    if (!line || length <= 0)
        return PROMPT_END;
    if (line[length - 1] == '\n')
        length--;
    if (length > PROMPT_LINE_MAX)
        return PROMPT_TOO_LONG;
    memcpy(ret_line, line, (size_t)length);
    ret_line[length] = '\0';
    if (length > 0 && editing->history)
        history(editing->history, &event, H_ENTER, ret_line);
    return PROMPT_LINE;
}
