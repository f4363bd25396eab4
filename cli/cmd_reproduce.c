/*
 * cmd_reproduce.c - `bazi reproduce`: a report's games and ours, side by side, row by row.
 */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "json.h"
#include "layout.h"
#include "reproduce.h"
#include "stopwatch.h"

enum { BOARD_MAX = 1 << 14 };

/* "Black wins after 41 plies: White has no move left" */
static void format_result(const struct replay *replay, struct bz_buf *out)
{
    const struct bz_record *record = &replay->record;
    const char *result = bz_record_result(record);
    if (result[0] == 'p')
        bz_buf_add(out, "%s wins", bz_player_name(replay->setup.game, result[1] - '1'));
    else
        bz_buf_add(out, "%s", result);
    bz_buf_add(out, " after %d plies: ", record->length);
    bz_record_reason(record, out);
}

static void print_result(const struct replay *replay)
{
    const struct bz_report_game *published = replay->published;
    char text[240];
    struct bz_buf buf = BZ_BUF(text);
    format_result(replay, &buf);
    if (replay_is_same(replay))
        printf("  result  %s (as published)\n", text);
    else
        printf("  result  %s (DIFFERS: published %s after %d plies; %d moves not agreed on)\n",
               text, published->result, published->plies, replay->differences);
}

static void print_nodes(const struct replay *replay)
{
    const uint64_t *nodes = replay->nodes;
    if (!replay->report->compared || nodes[0] + nodes[1] == 0)
        return;
    char text[160];
    struct bz_buf buf = BZ_BUF(text);
    for (int i = 0; i < 2; i++) {
        bz_buf_add(&buf, "%s%s ", i ? ", " : "", replay->report->compared[i]);
        layout_count(&buf, nodes[i]);
    }
    if (nodes[1] > 0)
        bz_buf_add(&buf, " (%.1f to 1)", (double)nodes[0] / (double)nodes[1]);
    printf("  nodes   %s\n", text);
}

static double ratio(const struct replay *replay)
{
    return replay->seconds > 0 ? replay->published->seconds / replay->seconds : 0;
}

static void print_time(const struct replay *replay)
{
    char text[80];
    struct bz_buf buf = BZ_BUF(text);
    layout_seconds(&buf, replay->seconds);
    bz_buf_add(&buf, " s");
    if (replay->published->seconds > 0) {
        bz_buf_add(&buf, ", published ");
        bz_buf_number(&buf, replay->published->seconds);
        bz_buf_add(&buf, " s (%.0f times as fast)", ratio(replay));
    }
    printf("  time    %s\n", text);
}

static void draw(const struct replay *replay, struct bz_buf *out)
{
    replay->setup.game->text->draw(&replay->record.pos, BZ_DRAW_PLAIN, BZ_MOVE_NONE, out);
}

static void print_row(const struct replay *replay)
{
    char board[BOARD_MAX];
    struct bz_buf buf = BZ_BUF(board);
    draw(replay, &buf);
    const struct bz_report_game *published = replay->published;
    if (published == replay->report->games)
        printf("%s: %s\n\n", replay->setup.game->title, replay->report->source);
    printf("game %s\n", published->label);
    for (int i = 0; i < 2; i++)
        printf("  %-7s %s\n", bz_player_name(replay->setup.game, i), published->players[i]);
    print_result(replay);
    print_nodes(replay);
    print_time(replay);
    printf("\n%s\n", board);
}

static void json_played(struct json *json, const struct replay *replay)
{
    char board[BOARD_MAX], fen[BZ_POS_TEXT_MAX];
    struct bz_buf board_buf = BZ_BUF(board), fen_buf = BZ_BUF(fen);
    draw(replay, &board_buf);
    replay->setup.game->text->format(&replay->record.pos, &fen_buf);
    json_text(json, "result", bz_record_result(&replay->record));
    json_integer(json, "plies", replay->record.length);
    json_text(json, "fen", fen);
    json_text(json, "board", board);
    json_number(json, "seconds", replay->seconds);
}

static void json_row(const struct replay *replay)
{
    const struct bz_report_game *published = replay->published;
    struct json json = {.out = stdout};
    json_open(&json, NULL, '{');
    json_text(&json, "label", published->label);
    json_text(&json, "p1", published->players[0]);
    json_text(&json, "p2", published->players[1]);
    json_played(&json, replay);
    json_open(&json, "nodes", '{');
    for (int i = 0; replay->report->compared && i < 2; i++)
        json_count(&json, replay->report->compared[i], replay->nodes[i]);
    json_close(&json, '}');
    json_integer(&json, "differences", replay->differences);
    json_text(&json, "published_result", published->result);
    json_integer(&json, "published_plies", published->plies);
    json_number(&json, "published_seconds", published->seconds);
    json_number(&json, "ratio", ratio(replay));
    json_bool(&json, "same", replay_is_same(replay));
    json_close(&json, '}');
    json_end_line(&json);
}

/* Plays and prints them all; counts those that came out as published. Stops where a game cannot be
 * played at all or nobody reads on. */
static int reproduce(const struct bz_game *game, const char *map, bool as_json, int *ret_same,
                     int *ret_count)
{
    for (const struct bz_report_game *row = game->report->games; row->label; row++) {
        struct replay replay;
        struct bz_error err;
        if (replay_play(&replay, game, row, map, &err))
            return complain("reproduce: game %s: %s", row->label, err.text);
        if (as_json)
            json_row(&replay);
        else
            print_row(&replay);
        *ret_same += replay_is_same(&replay);
        *ret_count += 1;
        replay_release(&replay);
        if (fflush(stdout) || ferror(stdout))
            return STATUS_BAD;
    }
    return STATUS_DONE;
}

int cmd_reproduce(const struct invocation *inv)
{
    struct bz_error err;
    const struct bz_game *game = bz_game_find(invocation_operand(inv, 0), &err);
    if (!game)
        return complain("%s", err.text);
    if (!game->report)
        return complain("reproduce: there is no published report of %s", game->name);
    bool as_json = invocation_has(inv, "json");
    double begin = stopwatch_now();
    int same = 0, count = 0;
    int status = reproduce(game, invocation_value(inv, "map"), as_json, &same, &count);
    if (status != STATUS_DONE)
        return status;
    if (!as_json)
        printf("%d of %d games as published, in %.1f s with both algorithms\n", same, count,
               stopwatch_now() - begin);
    return same == count ? STATUS_DONE : STATUS_BAD;
}
