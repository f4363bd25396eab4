/*
 * frame.c - one ply of a recorded game: the board and the words about it.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "replay.h"
#include "text/layout.h"
#include "text/terminal.h"
#include "text/words.h"

static void play_to(const struct replay *replay, int ply, union bz_pos *ret_pos)
{
    const struct bz_record *record = replay->record;

    *ret_pos = record->start;
    for (int i = 0; i < ply; i++)
        record->setup->rules->play(ret_pos, record->moves[i]);
}

void replay_go(struct replay *replay, int ply)
{
    ply = ply < replay->first ? replay->first : ply > replay->last ? replay->last : ply;
    if (ply == replay->ply + 1 && ply > replay->first)
        replay->record->setup->rules->play(&replay->pos, replay->record->moves[ply - 1]);
    else
        play_to(replay, ply, &replay->pos);
    replay->ply = ply;
}

void replay_draw(const struct replay *replay, struct bz_buf *out)
{
    const struct bz_record *record = replay->record;
    bz_move last = replay->ply ? record->moves[replay->ply - 1] : BZ_MOVE_NONE;

    record->setup->game->text->draw(&replay->pos, replay->style, last, out);
}

/* The move that led here, with its number. */
static void add_move(const struct replay *replay, struct bz_buf *out)
{
    const struct bz_record *record = replay->record;
    char known[BZ_REMARK_TEXT_MAX] = "";
    struct bz_buf remark = BZ_BUF(known);
    union bz_pos before;

    play_to(replay, replay->ply - 1, &before);
    bz_buf_add(out, "%d. ", replay->ply);
    words_deed(record->setup, &before, record->moves[replay->ply - 1], out);
    if (out->text[out->length - 1] != '.')
        bz_buf_char(out, '.');
    if (record->remarks)
        bz_remark_format(&record->remarks[replay->ply - 1], &remark);
    if (remark.length)
        bz_buf_add(out, " (%s)", known + 1);
}

void replay_words(const struct replay *replay, int width, FILE *out)
{
    const struct bz_record *record = replay->record;
    char text[5 * BZ_NOTE_MAX] = "";
    struct bz_buf buf = BZ_BUF(text);

    if (replay->ply)
        add_move(replay, &buf);
    else
        bz_buf_add(&buf, "%s", record->length ? "The start." : "The start; no move was made.");
    layout_paragraph(out, text, 0, 0, width);
    if (replay->ply < record->length)
        return;
    bz_buf_clear(&buf);
    if (bz_record_is_over(record))
        words_end(record, &buf);
    else
        bz_buf_add(&buf, "The record ends here, the game is not over.");
    layout_paragraph(out, text, 0, 0, width);
    if (!record->note[0])
        return;
    bz_buf_clear(&buf);
    bz_buf_add(&buf, "Note: ");
    bz_buf_escape(&buf, record->note, "");
    layout_paragraph(out, text, 0, 0, width);
}

static void print_title(const struct bz_record *record)
{
    char text[1200] = "";
    struct bz_buf buf = BZ_BUF(text);

    words_seats(record, &buf);
    printf("%s: %s\n", record->setup->game->title, text);
    for (int i = 0; i < BZ_TAGS; i++) {
        bz_buf_clear(&buf);
        bz_buf_escape(&buf, record->tags[i], "");
        if (*text)
            printf("%s: %s\n", bz_tag_word((enum bz_tag)i), text);
    }
}

void replay_print(struct replay *replay)
{
    int width = terminal_is(stdout) ? terminal_width() : INT_MAX;

    print_title(replay->record);
    for (int ply = replay->first; ply <= replay->last; ply++) {
        char board[BZ_DRAWING_MAX] = "";
        struct bz_buf buf = BZ_BUF(board);

        replay_go(replay, ply);
        replay_draw(replay, &buf);
        printf("\n%s", board);
        replay_words(replay, width, stdout);
    }
}
