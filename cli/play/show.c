/*
 * show.c - what a game looks like on the screen.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "play.h"
#include "text/layout.h"
#include "text/terminal.h"
#include "text/words.h"

static const char *name_of(const struct session *session, int player)
{
    return bz_player_name(session->setup->game, player);
}

void say(const char *format, ...)
{
    char text[1200];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    layout_paragraph(stdout, text, 0, 0, terminal_is(stdout) ? terminal_width() : INT_MAX);
}

static void draw(const struct session *session, struct bz_buf *out)
{
    const struct bz_record *record = session->record;
    bz_move last = record->length ? record->moves[record->length - 1] : BZ_MOVE_NONE;

    session->setup->game->text->draw(&record->pos, session->style, last, out);
}

/* The columns the widest line of the board takes. */
static int board_width(const struct session *session)
{
    char board[BZ_DRAWING_MAX];
    struct bz_buf buf = BZ_BUF(board);
    int widest = 0;

    draw(session, &buf);
    for (char *line = strtok(board, "\n"); line; line = strtok(NULL, "\n"))
        if (layout_width(line) > widest)
            widest = layout_width(line);
    return widest;
}

void show_opening(const struct session *session)
{
    const struct bz_game *game = session->setup->game;
    char text[1024];
    struct bz_buf buf = BZ_BUF(text);

    bz_buf_add(&buf, "%s: ", game->title);
    words_seats(session->record, &buf);
    say("%s", text);
    if ((!session->game || play_has_person(session)) && prompt_is_live(session->prompt))
        say("Type a move, its number, or 'help'.");
    if (terminal_is(stdout) && board_width(session) > terminal_width())
        say("The board is %d columns wide, this window only %d.", board_width(session),
            terminal_width());
}

void show_position(const struct session *session)
{
    char board[BZ_DRAWING_MAX];
    struct bz_buf buf = BZ_BUF(board);

    draw(session, &buf);
    printf("\n%s\n", board);
}

/* A numbered menu, one choice a line, with what each would do. */
static void show_menu(const struct session *session, int count)
{
    const struct choices *choices = &session->choices;
    int wide = 0;

    for (int i = 0; i < count; i++)
        if (layout_width(choices->labels[i]) > wide)
            wide = layout_width(choices->labels[i]);
    for (int i = 0; i < count; i++) {
        char text[200] = "";
        struct bz_buf buf = BZ_BUF(text);

        session->setup->game->text->explain(&session->record->pos, choices->moves[i], &buf);
        printf("  %-*s  %s\n", wide, choices->labels[i], text);
    }
}

void show_choices(const struct session *session, int most)
{
    const struct choices *choices = &session->choices;
    const char *labels[BZ_MOVES_MAX];
    int turn = session->setup->rules->turn(&session->record->pos);
    int count = choices->count < most ? choices->count : most;

    for (int i = 0; i < count; i++)
        labels[i] = choices->labels[i];
    printf("%s to move, %d %s:\n", name_of(session, turn), choices->count,
           choices->count == 1 ? "choice" : "choices");
    if (session->setup->game->text->explain)
        show_menu(session, count);
    else
        layout_columns(stdout, labels, count, 2, terminal_width());
    if (count < choices->count)
        say("… and %d more; 'moves' lists them all.", choices->count - count);
}

/* "value +3", "proved: 1261", "sees a win in 5 plies" */
static void format_knowledge(const struct bz_info *info, struct bz_buf *out)
{
    const char *outcome = info->proof == BZ_WIN || info->value > 0 ? "win" : "loss";

    if (info->proof != BZ_UNDECIDED && info->distance > 0)
        bz_buf_add(out, "sees a %s in %d %s", outcome, info->distance,
                   info->distance == 1 ? "ply" : "plies");
    else if (info->proof != BZ_UNDECIDED || isinf(info->value))
        bz_buf_add(out, "sees a %s", outcome);
    else if (info->is_chance)
        bz_buf_add(out, "wins %.*f %% of the time", info->decimals ? info->decimals - 2 : 4,
                   100 * info->value);
    else if (info->exact)
        bz_buf_add(out, "proved: %.6g", info->value);
    else if (info->value == 0)
        bz_buf_add(out, "value 0");
    else
        bz_buf_add(out, fabs(info->value) < 1000 ? "value %+.4g" : "value %+.0f", info->value);
    if (!info->exact && info->has_bound)
        bz_buf_add(out, ", at most %.6g", info->bound);
}

void format_thought(const struct bz_info *info, struct bz_buf *out)
{
    if (info->depth <= 0)
        return;
    bz_buf_add(out, " (");
    format_knowledge(info, out);
    if (!info->exact)
        bz_buf_add(out, "; %d %s deep", info->depth, info->depth == 1 ? "ply" : "plies");
    bz_buf_add(out, ", ");
    layout_count(out, info->nodes);
    bz_buf_add(out, " nodes, %.2f s)", (double)info->micros / 1e6);
}

void show_deed(const struct session *session, const void *pos, bz_move move,
               const struct bz_answer *answer)
{
    char line[1000] = "";
    struct bz_buf buf = BZ_BUF(line);
    bool ended;

    words_deed(session->setup, pos, move, &buf);
    ended = buf.length && line[buf.length - 1] == '.';
    if (answer)
        format_thought(&answer->info, &buf);
    if (!ended)
        bz_buf_char(&buf, '.');
    say("%s", line);
    if (answer && answer->trouble.code)
        say("%s.", answer->trouble.text);
    fflush(stdout);
}

void show_move(const struct session *session, bz_move move, const struct bz_answer *answer)
{
    show_deed(session, &session->record->pos, move, answer);
}

void show_progress(void *context, const struct bz_info *info)
{
    const struct session *session = context;
    char text[160], move[BZ_MOVE_TEXT_MAX];
    struct bz_buf buf = BZ_BUF(text), move_buf = BZ_BUF(move);
    int turn = session->setup->rules->turn(&session->record->pos);

    if (!session->rewrites || info->rank > 1)
        return;
    bz_buf_add(&buf, "  %s: depth %d, ", name_of(session, turn), info->depth);
    format_knowledge(info, &buf);
    if (info->pv_length > 0) {
        bz_format_move(session->setup, &session->record->pos, info->pv[0], &move_buf);
        bz_buf_add(&buf, ", %s", move);
    }
    terminal_erase_line(stdout);
    printf("%.*s", terminal_width() - 1, text);
    fflush(stdout);
}

void show_end(const struct session *session)
{
    char text[400];
    struct bz_buf buf = BZ_BUF(text);

    words_end(session->record, &buf);
    show_position(session);
    say("%s", text);
}
