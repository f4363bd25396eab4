/*
 * screen.c - a game on the whole screen, redrawn in place: the board above, cut to the window where
 * it must be, then the words, and on the last row how fast it goes.
 *
 * The other screen of the terminal is used, so that what was there before comes back in the end,
 * also by Ctrl-C.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "interrupt.h"
#include "replay.h"
#include "text/layout.h"
#include "text/terminal.h"
#include "text/words.h"

/* The original's: half a second a frame to begin with, a tenth more or less a key. */
enum { TENTHS = 5, TENTHS_LEAST = 2, TENTHS_MOST = 20 };

struct screen {
    struct replay *replay;
    struct keys keys;
    int tenths; /* of a second a frame */
    bool paused, help;
    int top;      /* the first line of the board that is shown */
    int64_t next; /* when the next frame is due */
};

/* --- drawing ---------------------------------------------------------------------------------- */

static int count_lines(const char *text)
{
    int lines = 0;

    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* Lines of a text from `top` on, at most so many; whether one had to be cut. */
static bool put_lines(const char *text, int top, int most, int width)
{
    bool cut = false;

    for (int line = 0; *text; line++) {
        size_t length = strcspn(text, "\n");

        if (line >= top && line < top + most) {
            fputs("\x1b[K", stdout); /* before the text: behind a full line it would take a part */
            cut |= layout_cut(stdout, text, length, width);
            putchar('\n');
        }
        text += length + (text[length] == '\n');
    }
    return cut;
}

static void put_status(const struct screen *screen, bool cut, int width)
{
    const struct replay *replay = screen->replay;
    char text[200] = "";
    struct bz_buf buf = BZ_BUF(text);

    bz_buf_add(&buf, "%d/%d %s %d.%d s%s  ? keys", replay->ply, replay->record->length,
               screen->paused ? "paused" : "playing", screen->tenths / 10, screen->tenths % 10,
               cut ? ", board cut" : "");
    fputs("\x1b[K", stdout);
    layout_cut(stdout, text, strlen(text), width);
}

/* The words about the ply, or about the keys, to be freed. */
static char *words_of(const struct screen *screen, int width)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    if (!out)
        return NULL;
    if (screen->help)
        layout_paragraph(out,
                         "e faster, w slower, s pause, r restart, q quit; space, n, right: on; "
                         "p, left: back; home, end; up, down: scroll",
                         0, 0, width);
    else
        replay_words(screen->replay, width, out);
    fclose(out);
    return text;
}

static void put_title(const struct screen *screen, int width)
{
    const struct bz_record *record = screen->replay->record;
    char text[1200] = "";
    struct bz_buf buf = BZ_BUF(text);

    bz_buf_add(&buf, "%s: ", record->setup->game->title);
    words_seats(record, &buf);
    put_lines(text, 0, 1, width);
}

static void draw(struct screen *screen)
{
    char board[BZ_DRAWING_MAX] = "";
    struct bz_buf buf = BZ_BUF(board);
    int width = terminal_width(), height = terminal_height(), rest, lines, spoken;
    char *words = words_of(screen, width);
    bool cut;

    replay_draw(screen->replay, &buf);
    lines = count_lines(board);
    spoken = words ? count_lines(words) : 0;
    rest = height > 2 ? height - 2 : 0;
    spoken = spoken > (rest + 1) / 2 ? (rest + 1) / 2 : spoken;
    rest -= spoken;
    if (screen->top > lines - rest)
        screen->top = lines > rest ? lines - rest : 0;
    fputs("\x1b[H", stdout);
    if (height > 1)
        put_title(screen, width);
    cut = put_lines(board, screen->top, rest, width) || lines > rest;
    if (words)
        put_lines(words, 0, spoken, width);
    put_status(screen, cut, width);
    fputs("\x1b[J", stdout);
    fflush(stdout);
    free(words);
}

/* The other screen, empty, without a cursor, lines that stop at its edge; and back. */
static void enter(void)
{
    fputs("\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[H\x1b[J", stdout);
}

static void leave(void)
{
    fputs("\x1b[?7h\x1b[?25h\x1b[?1049l", stdout);
    fflush(stdout);
}

/* --- keys ------------------------------------------------------------------------------------- */

static void set_due(struct screen *screen)
{
    screen->next = bz_clock_micros() + screen->tenths * INT64_C(100000);
}

/* Whoever turns the pages himself does not want them to go on by themselves. */
static void step(struct screen *screen, int ply)
{
    screen->paused = true;
    replay_go(screen->replay, ply);
}

static void go_on(struct screen *screen)
{
    replay_go(screen->replay, screen->replay->ply + 1);
    screen->paused = screen->replay->ply == screen->replay->last;
    set_due(screen);
}

static void set_paused(struct screen *screen, bool paused)
{
    screen->paused = paused || screen->replay->ply == screen->replay->last;
    set_due(screen);
}

/* False for the key that ends it. */
static bool obey(struct screen *screen, int key)
{
    struct replay *replay = screen->replay;

    screen->help = key == '?' && !screen->help;
    switch (key) {
    case 'e':
        screen->tenths -= screen->tenths >= TENTHS_LEAST;
        set_due(screen);
        break;
    case 'w':
        screen->tenths += screen->tenths <= TENTHS_MOST;
        set_due(screen);
        break;
    case 's':
        set_paused(screen, !screen->paused);
        break;
    case 'r':
        replay_go(replay, replay->first);
        set_paused(screen, false);
        break;
    case ' ':
    case 'n':
    case KEY_RIGHT:
        step(screen, replay->ply + 1);
        break;
    case 'p':
    case KEY_LEFT:
        step(screen, replay->ply - 1);
        break;
    case KEY_HOME:
        step(screen, replay->first);
        break;
    case KEY_END:
        step(screen, replay->last);
        break;
    case KEY_UP:
        screen->top -= screen->top > 0;
        break;
    case KEY_DOWN:
        screen->top++;
        break;
    default:
        break;
    }
    return key != 'q';
}

static double seconds_left(const struct screen *screen)
{
    int64_t left = screen->next - bz_clock_micros();

    return screen->paused ? -1 : left > 0 ? (double)left / 1e6 : 0;
}

static void run(struct screen *screen)
{
    int key = KEY_REDRAW;

    do {
        if (key == KEY_TIMEOUT) {
            go_on(screen);
        } else if (key == KEY_REDRAW) {
            keys_again(&screen->keys);
            enter();
        } else if (!obey(screen, key)) {
            return;
        }
        draw(screen);
        key = keys_wait(&screen->keys, seconds_left(screen));
    } while (key != KEY_STOP);
}

int replay_watch(struct replay *replay)
{
    struct screen screen = {.replay = replay, .tenths = TENTHS};

    replay_go(replay, replay->first);
    if (!keys_open(&screen.keys)) {
        replay_print(replay);
        return 0;
    }
    interrupt_catch();
    set_paused(&screen, false);
    run(&screen);
    leave();
    keys_close(&screen.keys);
    return interrupt_signal() ? interrupt_status() : 0;
}
