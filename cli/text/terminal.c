/*
 * terminal.c - guesses about the terminal, each from one place and overridable by environment.
 */
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool terminal_is(FILE *stream)
{
    int fd = fileno(stream);

    return fd >= 0 && isatty(fd);
}

static bool is_set(const char *name)
{
    const char *value = getenv(name);

    return value && *value;
}

bool terminal_can_rewrite(FILE *stream)
{
    const char *term = getenv("TERM");

    return terminal_is(stream) && term && *term && strcmp(term, "dumb") != 0;
}

static int environment_width(void)
{
    const char *text = getenv("COLUMNS");
    long columns = text ? strtol(text, NULL, 10) : 0;

    return columns > 0 && columns < 10000 ? (int)columns : 80;
}

int terminal_height(void)
{
    struct winsize size;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0)
        return size.ws_row;
    return 24;
}

int terminal_width(void)
{
    struct winsize size;
    int columns = 0;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        columns = size.ws_col;
    if (columns == 0)
        columns = environment_width();
    return columns < 20 ? 20 : columns;
}

/* Where no locale is chosen at all, as in a bare container, a terminal of today is taken at its
 * word: it shows UTF-8. */
bool terminal_is_utf8(void)
{
    const char *names[] = {"LC_ALL", "LC_CTYPE", "LANG"};

    for (int i = 0; i < 3; i++) {
        const char *locale = getenv(names[i]);

        if (locale && *locale)
            return strcasestr(locale, "utf-8") || strcasestr(locale, "utf8");
    }
    return terminal_can_rewrite(stdout);
}

enum bz_draw_style terminal_draw_style(void)
{
    if (!terminal_is_utf8())
        return BZ_DRAW_ASCII;
    return terminal_can_rewrite(stdout) && !is_set("NO_COLOR") ? BZ_DRAW_COLOUR : BZ_DRAW_FRAMED;
}

void terminal_erase_line(FILE *stream)
{
    fputs("\r\x1b[K", stream);
    fflush(stream);
}
