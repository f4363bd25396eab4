/*
 * position.c - one position: what it is worth and the best ways to go on, or at a chance node what
 * each outcome would bring, or how the game ended.
 */
#include "analyse/position.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/verdict.h"
#include "base/clock.h"
#include "text/layout.h"
#include "text/table.h"
#include "text/terminal.h"
#include "text/words.h"

/* What was found out, by whichever way fits the position. */
struct findings {
    int player; /* for whom the values are told */
    bool over, chance;
    struct verdict verdict; /* of the position */
    struct line *lines;
    int count;
    double seconds;
};

/* The columns before a line. */
enum cell { MOVE, CHANCE, VALUE, FRACTION, PROOF };

static int width(void)
{
    return terminal_is(stdout) ? terminal_width() : INT_MAX;
}

/* Of a chance node the one whose roll it is. */
static int player_at(const struct bz_rules *rules, const void *pos)
{
    int turn = rules->turn(pos);

    if (turn != BZ_CHANCE)
        return turn;
    return rules->roller ? rules->roller(pos) : 0;
}

static void find_out(struct judge *judge, const void *pos, struct findings *ret)
{
    const struct bz_rules *rules = judge->setup->rules;
    int64_t begin = bz_clock_micros();

    *ret =
        (struct findings){.player = player_at(rules, pos), .over = bz_is_over(judge->setup, pos)};
    ret->chance = !ret->over && rules->turn(pos) == BZ_CHANCE;
    ret->lines = ret->over ? NULL : calloc((size_t)rules->moves_max, sizeof(*ret->lines));
    if (!ret->lines)
        judge_position(judge, pos, ret->player, &ret->verdict);
    else if (ret->chance)
        ret->count = judge_fan(judge, pos, ret->player, ret->lines, &ret->verdict);
    else
        ret->count = judge_lines(judge, pos, ret->lines);
    if (ret->count > 0 && !ret->chance)
        ret->verdict = ret->lines[0].verdict;
    ret->seconds = (double)(bz_clock_micros() - begin) / 1e6;
}

static void format_chance(const struct findings *found, const struct line *line, struct bz_buf *out)
{
    int64_t total = 0;

    for (int i = 0; i < found->count; i++)
        total += found->lines[i].weight;
    bz_buf_fraction(out, line->weight, total);
}

/* How the game would go on behind a line's first move. */
static void format_rest(const struct bz_setup *setup, const void *pos, const struct line *line,
                        struct bz_buf *out)
{
    union bz_pos child;

    memcpy(&child, pos, setup->rules->pos_size);
    setup->rules->play(&child, line->move);
    bz_format_line(setup, &child, line->next, line->length, out);
}

static void fill(const struct bz_setup *setup, const void *pos, const struct findings *found,
                 const struct line *line, struct table_row *ret_cells)
{
    struct bz_buf buf[TABLE_COLUMNS];

    table_open(ret_cells, buf);
    bz_format_move(setup, pos, line->move, &buf[MOVE]);
    if (found->chance)
        format_chance(found, line, &buf[CHANCE]);
    verdict_value(&line->verdict, &buf[VALUE]);
    verdict_fraction(&line->verdict, &buf[FRACTION]);
    verdict_proof(&line->verdict, &buf[PROOF]);
}

/* The cells, and beside them the line, if there is one, broken to fit. */
static void print_row(const struct table *table, const struct table_row *cells, const char *rest)
{
    int column = table_print(table, cells);

    if (*rest)
        layout_paragraph(stdout, rest, column, table_width(table) + 2, width());
    else
        putchar('\n');
}

static void print_table(const struct bz_setup *setup, const void *pos, const struct findings *found)
{
    const struct table_row moves = {{"move", "", "value", "", "proof"}};
    const struct table_row outcomes = {{"outcome", "chance", "value", "", "proof"}};
    const struct table_row *head = found->chance ? &outcomes : &moves;
    struct table table = {.right = 1u << VALUE | 1u << FRACTION};
    struct table_row cells;
    bool has_lines = false;

    table_fit(&table, head);
    for (int i = 0; i < found->count; i++) {
        fill(setup, pos, found, &found->lines[i], &cells);
        table_fit(&table, &cells);
        has_lines |= found->lines[i].length > 0;
    }
    print_row(&table, head, has_lines ? "line" : "");
    for (int i = 0; i < found->count; i++) {
        char rest[BZ_DEPTH_MAX * 16];
        struct bz_buf buf = BZ_BUF(rest);

        bz_buf_clear(&buf);
        fill(setup, pos, found, &found->lines[i], &cells);
        format_rest(setup, pos, &found->lines[i], &buf);
        print_row(&table, &cells, rest);
    }
}

static void say(const char *text)
{
    layout_paragraph(stdout, text, 0, 0, width());
}

/* "The game is over. Black wins: White has no move left." */
static void format_end(const struct bz_setup *setup, const void *pos, struct bz_buf *out)
{
    struct bz_record record;

    bz_record_init(&record, setup, pos);
    bz_buf_add(out, "The game is over. ");
    words_result(&record, out);
    bz_buf_add(out, ": ");
    bz_record_reason(&record, out);
    bz_buf_add(out, ".");
    words_points(&record, out);
    bz_record_release(&record);
}

static void print_effort(const struct judge *judge, const struct findings *found)
{
    char text[120];
    struct bz_buf buf = BZ_BUF(text);

    layout_count(&buf, judge->nodes);
    bz_buf_add(&buf, " nodes in ");
    layout_seconds(&buf, found->seconds);
    bz_buf_add(&buf, " s.");
    say(text);
}

static void print_findings(const struct judge *judge, const void *pos, const struct findings *found)
{
    const struct bz_setup *setup = judge->setup;
    const char *name = bz_player_name(setup->game, found->player);
    char text[600];
    struct bz_buf buf = BZ_BUF(text);

    if (found->chance && setup->rules->roller)
        bz_buf_add(&buf, "%s's roll, %d outcomes. ", name, found->count);
    else if (found->chance)
        bz_buf_add(&buf, "Chance decides, %d outcomes. ", found->count);
    else
        bz_buf_add(&buf, "%s to move. ", name);
    verdict_sentence(setup, &found->verdict, found->player, &buf);
    if (found->chance && found->verdict.certainty != UNKNOWN)
        bz_buf_add(&buf, " That is the mean of the outcomes by their chances.");
    say(text);
    print_effort(judge, found);
    if (found->count > 0) {
        putchar('\n');
        print_table(setup, pos, found);
    }
}

void position_show(struct judge *judge, const void *pos, bz_move last)
{
    const struct bz_setup *setup = judge->setup;
    char board[BZ_DRAWING_MAX], text[400];
    struct bz_buf board_buf = BZ_BUF(board), buf = BZ_BUF(text);
    struct findings found;

    setup->game->text->draw(pos, terminal_draw_style(), last, &board_buf);
    printf("%s\n", board);
    fflush(stdout);
    find_out(judge, pos, &found);
    if (terminal_can_rewrite(stderr))
        terminal_erase_line(stderr);
    if (found.over) {
        format_end(setup, pos, &buf);
        say(text);
    } else {
        print_findings(judge, pos, &found);
    }
    free(found.lines);
}

static void json_line(struct json *json, const struct bz_setup *setup, const void *pos,
                      const struct findings *found, const struct line *line)
{
    char move[BZ_MOVE_TEXT_MAX], chance[60], rest[BZ_DEPTH_MAX * 16];
    struct bz_buf move_buf = BZ_BUF(move), chance_buf = BZ_BUF(chance), rest_buf = BZ_BUF(rest);

    bz_buf_clear(&rest_buf);
    bz_format_move(setup, pos, line->move, &move_buf);
    format_rest(setup, pos, line, &rest_buf);
    json_open(json, NULL, '{');
    json_text(json, "move", move);
    if (found->chance) {
        format_chance(found, line, &chance_buf);
        json_text(json, "probability", chance);
    }
    verdict_json(json, &line->verdict);
    json_text(json, "line", rest);
    json_close(json, '}');
}

void position_print_json(struct judge *judge, const void *pos)
{
    const struct bz_setup *setup = judge->setup;
    struct json json = {.out = stdout};
    char fen[BZ_POS_TEXT_MAX], end[400];
    struct bz_buf fen_buf = BZ_BUF(fen), end_buf = BZ_BUF(end);
    struct findings found;

    setup->game->text->format(pos, &fen_buf);
    find_out(judge, pos, &found);
    if (terminal_can_rewrite(stderr))
        terminal_erase_line(stderr);
    json_open(&json, NULL, '{');
    json_text(&json, "game", setup->game->name);
    json_text(&json, "fen", fen);
    json_text(&json, "turn", found.over ? "over" : found.chance ? "chance" : "player");
    json_whole(&json, "player", found.player + 1);
    verdict_json(&json, &found.verdict);
    if (found.over) {
        format_end(setup, pos, &end_buf);
        json_text(&json, "end", end);
    }
    json_open(&json, found.chance ? "outcomes" : "lines", '[');
    for (int i = 0; i < found.count; i++)
        json_line(&json, setup, pos, &found, &found.lines[i]);
    json_close(&json, ']');
    json_count(&json, "nodes", judge->nodes);
    json_number(&json, "seconds", found.seconds);
    json_close(&json, '}');
    json_end_line(&json);
    free(found.lines);
}
