/*
 * sheet.c - a judged game on paper: a row a move, and what it all came to.
 */
#include <limits.h>
#include <stdio.h>

#include "analyse/game.h"
#include "analyse/verdict.h"
#include "text/layout.h"
#include "text/table.h"
#include "text/terminal.h"
#include "text/words.h"

static const char *const signs[] = {"", "!", "?", "??"};
static const char *const mark_names[] = {"", "only", "mistake", "blunder"};

/* In the order of the columns. */
enum cell { NUMBER, PLAYER, MOVE, BETTER, BEFORE, AFTER, COST, MARK };

static void add_cost(double cost, bool is_chance, struct bz_buf *out)
{
    if (is_chance)
        bz_buf_add(out, "%.2f %%", 50 * cost);
    else
        bz_buf_add(out, cost < 1000 ? "%.4g" : "%.0f", cost);
}

static void format_cost(const struct row *row, struct bz_buf *out)
{
    if (row->chance && row->has_cost) {
        verdict_difference(row->cost, row->is_chance, out);
        bz_buf_add(out, " luck");
    } else if (row->has_cost && row->cost > 0) {
        add_cost(row->cost, row->is_chance, out);
    } else if (!row->has_cost && row->mark == MARK_BLUNDER) {
        bz_buf_add(out, row->before.proof == BZ_WIN ? "the win" : "the draw");
    } else if (!row->has_cost) {
        bz_buf_add(out, "unclear");
    }
}

static void fill(const struct review *review, int index, struct table_row *ret_cells)
{
    const struct bz_setup *setup = review->record->setup;
    const struct row *row = &review->rows[index];
    const void *pos = review_position(review, index);
    struct bz_buf buf[TABLE_COLUMNS];

    table_open(ret_cells, buf);
    bz_buf_add(&buf[NUMBER], "%d", index + 1);
    bz_buf_add(&buf[PLAYER], "%s", bz_player_name(setup->game, row->player));
    bz_format_move(setup, pos, row->played, &buf[MOVE]);
    if (row->best != row->played)
        bz_format_move(setup, pos, row->best, &buf[BETTER]);
    verdict_short(&row->before, &buf[BEFORE]);
    verdict_short(&row->after, &buf[AFTER]);
    format_cost(row, &buf[COST]);
    bz_buf_add(&buf[MARK], "%s", signs[row->mark]);
}

static void print_rows(const struct review *review)
{
    const struct table_row head = {
        {"#", "player", "move", "better", "before", "after", "cost", ""}};
    struct table table = {.right = 1u << NUMBER | 1u << BEFORE | 1u << AFTER | 1u << COST};
    struct table_row cells;

    table_fit(&table, &head);
    for (int i = review->first; i < review->record->length; i++) {
        fill(review, i, &cells);
        table_fit(&table, &cells);
    }
    table_print(&table, &head);
    putchar('\n');
    for (int i = review->first; i < review->record->length; i++) {
        fill(review, i, &cells);
        table_print(&table, &cells);
        putchar('\n');
    }
}

/* One player's game in sums. */
struct total {
    int moves, blunders, mistakes;
    double cost, luck;
    bool lucky; /* there was chance in it */
    bool is_chance;
    int decimals;
};

static struct total total_of(const struct review *review, int player)
{
    struct total total = {0};

    for (int i = review->first; i < review->record->length; i++) {
        const struct row *row = &review->rows[i];

        if (row->player != player)
            continue;
        total.lucky |= row->chance;
        total.is_chance |= row->is_chance;
        if (row->before.decimals)
            total.decimals = row->before.decimals;
        if (row->chance) {
            total.luck += row->cost;
            continue;
        }
        total.moves++;
        total.blunders += row->mark == MARK_BLUNDER;
        total.mistakes += row->mark >= MARK_MISTAKE;
        total.cost += row->cost;
    }
    return total;
}

/* The last move that provably threw something away, or else the costliest mistake, or -1. */
static int turning_point(const struct review *review)
{
    int found = -1;

    for (int i = review->first; i < review->record->length; i++) {
        const struct row *row = &review->rows[i], *best = &review->rows[found < 0 ? i : found];

        if (row->mark < MARK_MISTAKE || row->mark < best->mark)
            continue;
        if (found < 0 || row->mark > best->mark || row->mark == MARK_BLUNDER || !row->has_cost ||
            (best->has_cost && row->cost > best->cost))
            found = i;
    }
    return found;
}

static void say(const char *text)
{
    layout_paragraph(stdout, text, 0, 0, terminal_is(stdout) ? terminal_width() : INT_MAX);
}

static void print_total(const struct review *review, int player)
{
    struct total total = total_of(review, player);
    char text[300];
    struct bz_buf buf = BZ_BUF(text);

    bz_buf_add(&buf, "%s: %d %s in %d %s", bz_player_name(review->record->setup->game, player),
               total.mistakes, total.mistakes == 1 ? "mistake" : "mistakes", total.moves,
               total.moves == 1 ? "move" : "moves");
    if (total.blunders)
        bz_buf_add(&buf, ", %d of them proved", total.blunders);
    bz_buf_add(&buf, "; cost ");
    add_cost(total.cost, total.is_chance, &buf);
    bz_buf_add(&buf, " in all");
    if (total.lucky) {
        bz_buf_add(&buf, "; luck ");
        verdict_difference(total.luck, total.is_chance, &buf);
    }
    bz_buf_add(&buf, ".");
    say(text);
}

static void print_turning_point(const struct review *review)
{
    const struct bz_setup *setup = review->record->setup;
    int index = turning_point(review);
    const struct row *row = &review->rows[index < 0 ? 0 : index];
    char played[BZ_MOVE_TEXT_MAX], best[BZ_MOVE_TEXT_MAX], text[500];
    struct bz_buf played_buf = BZ_BUF(played), best_buf = BZ_BUF(best), buf = BZ_BUF(text);

    if (index < 0)
        return;
    bz_format_move(setup, review_position(review, index), row->played, &played_buf);
    bz_format_move(setup, review_position(review, index), row->best, &best_buf);
    bz_buf_add(&buf, "Turning point: move %d, %s's %s ", index + 1,
               bz_player_name(setup->game, row->player), played);
    if (row->mark == MARK_BLUNDER && row->before.proof == BZ_WIN)
        bz_buf_add(&buf, "lost the game: %s was proved to win in %s%d plies.", best,
                   row->before.measured ? "" : "at most ", row->before.distance);
    else if (row->has_cost || row->is_chance) {
        bz_buf_add(&buf, "cost ");
        add_cost(row->cost, row->is_chance, &buf);
        bz_buf_add(&buf, "%s: better was %s.",
                   row->is_chance              ? " of chances to win"
                   : row->mark == MARK_BLUNDER ? ""
                                               : " by estimate",
                   best);
    } else
        bz_buf_add(&buf, "was doubtful: better was %s.", best);
    say(text);
}

static void print_ending(const struct review *review)
{
    const struct bz_record *record = review->record;
    char text[400];
    struct bz_buf buf = BZ_BUF(text);

    if (bz_record_is_over(record)) {
        words_result(record, &buf);
        bz_buf_add(&buf, " after %d %s: ", record->length, record->length == 1 ? "ply" : "plies");
        bz_record_reason(record, &buf);
        bz_buf_add(&buf, ".");
        words_points(record, &buf);
    } else {
        bz_buf_add(&buf, "The game is not over after %d %s.", record->length,
                   record->length == 1 ? "ply" : "plies");
    }
    say(text);
}

void review_print(const struct review *review)
{
    const struct bz_record *record = review->record;

    if (review->first == record->length) {
        say(record->length ? "Interrupted before a move was judged." : "The record has no moves.");
        return;
    }
    print_rows(review);
    putchar('\n');
    if (review->first > 0)
        printf("Interrupted: judged from move %d on.\n", review->first + 1);
    print_ending(review);
    for (int i = 0; i < record->setup->rules->players; i++)
        print_total(review, i);
    print_turning_point(review);
}

static void json_row(struct json *json, const struct review *review, int index)
{
    const struct row *row = &review->rows[index];
    struct table_row cells;

    fill(review, index, &cells);
    json_open(json, NULL, '{');
    json_whole(json, "number", index + 1);
    json_bool(json, "chance", row->chance);
    json_whole(json, "player", row->player + 1);
    json_text(json, "move", cells.text[MOVE]);
    if (!row->chance)
        json_text(json, "best", row->best == row->played ? cells.text[MOVE] : cells.text[BETTER]);
    json_open(json, "before", '{');
    verdict_json(json, &row->before);
    json_close(json, '}');
    json_open(json, "after", '{');
    verdict_json(json, &row->after);
    json_close(json, '}');
    if (row->has_cost)
        verdict_json_share(json, row->chance ? "luck" : "cost",
                           row->is_chance ? row->cost / 2 : row->cost, row->before.decimals);
    if (row->mark != MARK_NONE)
        json_text(json, "mark", mark_names[row->mark]);
    json_close(json, '}');
    json_end_line(json);
}

static void json_totals(struct json *json, const struct review *review)
{
    json_open(json, "players", '[');
    for (int i = 0; i < review->record->setup->rules->players; i++) {
        struct total total = total_of(review, i);

        json_open(json, NULL, '{');
        json_whole(json, "player", i + 1);
        json_whole(json, "moves", total.moves);
        json_whole(json, "mistakes", total.mistakes);
        json_whole(json, "blunders", total.blunders);
        verdict_json_share(json, "cost", total.is_chance ? total.cost / 2 : total.cost,
                           total.decimals);
        if (total.lucky)
            verdict_json_share(json, "luck", total.is_chance ? total.luck / 2 : total.luck,
                               total.decimals);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void review_print_json(const struct review *review)
{
    struct json json = {.out = stdout};
    int turning = turning_point(review);

    for (int i = review->first; i < review->record->length; i++)
        json_row(&json, review, i);
    json_open(&json, NULL, '{');
    json_text(&json, "game", review->record->setup->game->name);
    json_text(&json, "result", bz_record_result(review->record));
    json_whole(&json, "plies", review->record->length);
    json_whole(&json, "judged", review->record->length - review->first);
    json_totals(&json, review);
    if (turning >= 0)
        json_whole(&json, "turning_point", turning + 1);
    json_count(&json, "nodes", review->judge->nodes);
    json_close(&json, '}');
    json_end_line(&json);
}
