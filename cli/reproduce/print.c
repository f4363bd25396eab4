/*
 * print.c - a row of a report on paper: what was published, and what came out now.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "row.h"
#include "text/json.h"
#include "text/layout.h"

/* "Black wins after 41 plies: White has no move left" */
static void format_result(const struct row *row, struct bz_buf *out)
{
    const struct bz_record *record = &row->record;
    const char *result = bz_record_result(record);

    if (result[0] == 'p')
        bz_buf_add(out, "%s wins", bz_player_name(row->setup.game, result[1] - '1'));
    else
        bz_buf_add(out, "%s", result);
    bz_buf_add(out, " after %d plies: ", record->length);
    bz_record_reason(record, out);
}

static void format_scores(const struct row *row, struct bz_buf *out)
{
    for (int i = 0; i < row->setup.rules->players; i++) {
        bz_buf_add(out, "%s", i ? " to " : "");
        bz_format_score(&row->setup, &row->record.pos, i, out);
    }
}

static const char *claim(const struct row *row)
{
    return row->report->claim ? row->report->claim : "published";
}

static void print_result(const struct row *row)
{
    const struct bz_report_row *published = row->published;
    enum row_verdict verdict = row_verdict(row);
    char text[240];
    struct bz_buf buf = BZ_BUF(text);

    format_result(row, &buf);
    printf("  result  %s", text);
    if (verdict == ROW_SAME)
        printf(" (as %s)", claim(row));
    if (verdict == ROW_DIFFERS) {
        printf(" (DIFFERS");
        if (published->result)
            printf(": %s %s after %d plies", claim(row), published->result, published->plies);
        printf("; %d moves not agreed on)", row->differences);
    }
    putchar('\n');
}

static void print_score(const struct row *row)
{
    char text[80];
    struct bz_buf buf = BZ_BUF(text);

    if (!(row->setup.rules->traits & BZ_HAS_POINTS))
        return;
    format_scores(row, &buf);
    printf("  score   %s", text);
    if (row->has_score)
        printf(", %s %d", claim(row), row->score);
    putchar('\n');
}

static void print_nodes(const struct row *row)
{
    char text[200];
    struct bz_buf buf = BZ_BUF(text);
    uint64_t sum = 0;

    for (int i = 0; i < row->compared; i++) {
        sum += row->nodes[i];
        bz_buf_add(&buf, "%s%s ", i ? ", " : "", row->report->compared[i]);
        layout_count(&buf, row->nodes[i]);
        if (i > 0 && row->nodes[i] > 0)
            bz_buf_add(&buf, " (%.2f to 1)", (double)row->nodes[0] / (double)row->nodes[i]);
    }
    if (sum)
        printf("  nodes   %s\n", text);
}

static double ratio(const struct row *row)
{
    return row->seconds > 0 ? row->published->seconds / row->seconds : 0;
}

static void print_time(const struct row *row)
{
    char text[120];
    struct bz_buf buf = BZ_BUF(text);

    if (row->published->moves)
        return;
    layout_seconds(&buf, row->seconds);
    bz_buf_add(&buf, " s");
    if (row->published->seconds > 0) {
        bz_buf_add(&buf, ", published ");
        bz_buf_number(&buf, row->published->seconds);
        bz_buf_add(&buf, " s (%.0f times as fast)", ratio(row));
    }
    bz_buf_add(&buf, ", slowest move ");
    layout_seconds(&buf, row->slowest);
    bz_buf_add(&buf, " s");
    printf("  time    %s\n", text);
}

static void print_players(const struct row *row)
{
    const struct bz_game *game = row->setup.game;
    int wide = 7;

    for (int i = 0; i < row->setup.rules->players && i < 2; i++)
        if (layout_width(bz_player_name(game, i)) > wide)
            wide = layout_width(bz_player_name(game, i));
    for (int i = 0; i < row->setup.rules->players && i < 2 && !row->published->moves; i++)
        printf("  %-*s %s\n", wide, bz_player_name(game, i), row->published->players[i]);
    if (row->published->moves)
        printf("  moves   %d, replayed\n", row->record.length);
}

static void print_series(const struct row *row)
{
    const struct bz_report_row *published = row->published;
    double share = row->games ? (double)row->wins / row->games : 0;

    printf("  games   %d: %s won %d, drew %d, lost %d\n", row->games,
           bz_player_name(row->setup.game, published->hero), row->wins, row->draws,
           row->games - row->wins - row->draws);
    /* Two standard deviations of a share, the honest width of such a figure. */
    printf("  wins    %.1f%% (give or take %.1f)", 100 * share,
           200 * sqrt(share * (1 - share) / (row->games ? row->games : 1)));
    if (published->of)
        printf(", published %d of %d", published->wins, published->of);
    if (published->least > 0)
        printf(", wanted at least %.0f%%", 100 * published->least);
    printf("%s\n", row_verdict(row) == ROW_SAME ? "" : " (DIFFERS)");
}

static void print_board(const struct row *row)
{
    char board[BZ_DRAWING_MAX];
    struct bz_buf buf = BZ_BUF(board);

    row->setup.game->text->draw(&row->record.pos, BZ_DRAW_PLAIN, BZ_MOVE_NONE, &buf);
    printf("\n%s", board);
}

void row_print(const struct row *row)
{
    const struct bz_report_row *published = row->published;

    if (published == row->report->rows)
        printf("%s: %s\n\n", row->setup.game->title, row->report->source);
    printf("%s %s\n", row_is_series(row) ? "series" : "game", published->label);
    if (published->options)
        printf("  options %s\n", published->options);
    print_players(row);
    if (row_is_series(row)) {
        print_series(row);
    } else {
        print_result(row);
        print_score(row);
        print_nodes(row);
    }
    print_time(row);
    if (!row_is_series(row))
        print_board(row);
    putchar('\n');
}

static void json_series(struct json *json, const struct row *row)
{
    json_whole(json, "games", row->games);
    json_whole(json, "wins", row->wins);
    json_whole(json, "draws", row->draws);
    json_whole(json, "hero", row->published->hero + 1);
    json_number(json, "least", row->published->least);
    json_whole(json, "published_wins", row->published->wins);
    json_whole(json, "published_games", row->published->of);
}

static void json_scores(struct json *json, const struct row *row)
{
    int score[BZ_PLAYERS_MAX];

    row->setup.rules->score(&row->record.pos, score);
    json_open(json, "score", '[');
    for (int i = 0; i < row->setup.rules->players; i++)
        json_whole(json, NULL, score[i]);
    json_close(json, ']');
    if (row->has_score)
        json_whole(json, "published_score", row->score);
}

static void json_game(struct json *json, const struct row *row)
{
    const struct bz_report_row *published = row->published;
    char board[BZ_DRAWING_MAX], fen[BZ_POS_TEXT_MAX];
    struct bz_buf board_buf = BZ_BUF(board), fen_buf = BZ_BUF(fen);

    row->setup.game->text->draw(&row->record.pos, BZ_DRAW_PLAIN, BZ_MOVE_NONE, &board_buf);
    row->setup.game->text->format(&row->record.pos, &fen_buf);
    json_text(json, "result", bz_record_result(&row->record));
    json_whole(json, "plies", row->record.length);
    json_scores(json, row);
    json_text(json, "fen", fen);
    json_text(json, "board", board);
    json_open(json, "nodes", '{');
    for (int i = 0; i < row->compared; i++)
        json_count(json, row->report->compared[i], row->nodes[i]);
    json_close(json, '}');
    json_whole(json, "differences", row->differences);
    if (published->result)
        json_text(json, "published_result", published->result);
    if (published->plies)
        json_whole(json, "published_plies", published->plies);
    json_number(json, "published_seconds", published->seconds);
    json_number(json, "ratio", ratio(row));
}

void row_print_json(const struct row *row)
{
    static const char *const keys[] = {"p1", "p2"};
    struct json json = {.out = stdout};

    json_open(&json, NULL, '{');
    json_text(&json, "label", row->published->label);
    for (int i = 0; i < row->setup.rules->players && i < 2; i++)
        if (row->published->players[i])
            json_text(&json, keys[i], row->published->players[i]);
    if (row_is_series(row))
        json_series(&json, row);
    else
        json_game(&json, row);
    json_number(&json, "seconds", row->seconds);
    json_number(&json, "slowest", row->slowest);
    json_bool(&json, "same", row_verdict(row) != ROW_DIFFERS);
    json_close(&json, '}');
    json_end_line(&json);
}
