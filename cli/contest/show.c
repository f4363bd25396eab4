/*
 * show.c - games and standings of a match, for people.
 */
#include <limits.h>
#include <string.h>

#include "base/clock.h"
#include "comparison.h"
#include "parts.h"
#include "stats/estimate.h"
#include "text/layout.h"
#include "text/table.h"
#include "text/terminal.h"

enum { NAME_ON_SCREEN = 18, NAME_ELSEWHERE = TABLE_CELL / 4 - 1, TEXT_MAX = 2 * BZ_NOTE_MAX };

/* On a screen a long one is cut at the front: the end of a command says more than its folder. */
static void add_name(const struct contest *contest, int player, struct bz_buf *out)
{
    const char *spec = contest->series->specs[player];
    size_t most = terminal_is(stdout) ? NAME_ON_SCREEN : NAME_ELSEWHERE, length = strlen(spec);

    if (length > most)
        bz_buf_add(out, "...%s", spec + length - most + 3);
    else
        bz_buf_add(out, "%s", spec);
}

static void print_paragraph(const char *text, int indent)
{
    layout_paragraph(stdout, text, 0, indent, terminal_is(stdout) ? terminal_width() : INT_MAX);
}

void contest_show_game(const struct contest *contest, const struct bz_outcome *outcome)
{
    const struct bz_record *record = outcome->record;
    char text[TEXT_MAX] = "", why[512];
    struct bz_buf line = BZ_BUF(text), reason = BZ_BUF(why);

    bz_record_reason(record, &reason);
    bz_buf_add(&line, "game %d: ", outcome->number + 1);
    for (int seat = 0; seat < record->setup->rules->players; seat++) {
        bz_buf_add(&line, "%s", seat ? " - " : "");
        add_name(contest, outcome->seated[seat], &line);
    }
    bz_buf_add(&line, ", %s: %s (%d plies, %.1f s)", bz_record_result(record), why, record->length,
               outcome->seconds);
    print_paragraph(text, 0);
    if (!record->note[0])
        return;
    bz_buf_clear(&line);
    bz_buf_add(&line, "to the author of %s: %s",
               contest->series->specs[outcome->seated[record->loser]], record->note);
    print_paragraph(text, 2);
}

/* "LLR 1.23 (-2.94, 2.94), pairs 0-1-5-2-0, Elo +35.2 [-44.9, +115.3]" */
static void add_test(const struct contest *contest, const struct bz_tally *tally,
                     struct bz_buf *out)
{
    const struct bz_outcomes outcomes = bz_tally_outcomes(tally);
    struct bz_sprt_state state = bz_sprt_judge(contest->sprt, &outcomes);
    struct bz_estimate elo = bz_elo(&outcomes);

    bz_buf_add(out, ", LLR ");
    comparison_ratio(&state, out);
    if (bz_outcomes_are_pairs(&outcomes)) {
        bz_buf_add(out, ", pairs ");
        comparison_counts(&outcomes, out);
    }
    bz_buf_add(out, ", Elo ");
    bz_estimate_format(&elo, 1, out);
}

void contest_show_progress(const struct contest *contest, const struct bz_tally *tally, int done)
{
    double seconds = (double)(bz_clock_micros() - contest->begin) * 1e-6;
    char text[512];
    struct bz_buf line = BZ_BUF(text);

    bz_buf_add(&line, "%d of %d games, first player %d-%d-%d", done, contest->games, tally->wins,
               tally->draws, tally->losses);
    if (contest->sprt)
        add_test(contest, tally, &line);
    else
        bz_buf_add(&line, ", about %.0f s left", seconds / done * (contest->games - done));
    layout_cut(stderr, text, line.length, terminal_width() - 1);
    fflush(stderr);
}

/* The columns: player, games, won, drawn, lost, score, interval, faults; or points alone. */
static void fill_row(const struct contest *contest, const struct bz_tally *tally, int player,
                     struct table_row *row)
{
    struct bz_buf cells[TABLE_COLUMNS];
    bool alone = contest->series->players == 1;
    const struct bz_outcomes outcomes = bz_tally_outcomes(tally);
    struct bz_estimate share = bz_share(&outcomes);

    table_open(row, cells);
    add_name(contest, player, &cells[0]);
    bz_buf_add(&cells[1], "%d", tally->games);
    if (!alone)
        bz_buf_add(&cells[2], "%d-%d-%d", tally->wins, tally->draws, tally->losses);
    if (!alone && bz_outcomes_total(&outcomes) > 0) {
        bz_buf_add(&cells[3], "%.1f%%", 100 * share.value);
        bz_buf_add(&cells[4], "%.1f-%.1f", 100 * share.low, 100 * share.high);
    }
    if (tally->pairs_won + tally->pairs_shared + tally->pairs_lost > 0)
        bz_buf_add(&cells[5], "%d-%d-%d", tally->pairs_won, tally->pairs_shared, tally->pairs_lost);
    if (tally->points != 0 && tally->games > 0)
        bz_buf_add(&cells[6], "%.2f", tally->points / tally->games);
    if (tally->faults > 0)
        bz_buf_add(&cells[7], "%d", tally->faults);
}

static void fill_head(struct table_row *row, const struct table *table)
{
    static const char *const names[] = {"player", "games",    "won-drawn-lost", "score",
                                        "95 %",   "in pairs", "points",         "faults"};
    struct bz_buf cells[TABLE_COLUMNS];

    table_open(row, cells);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (table->widths[i] > 0)
            bz_buf_add(&cells[i], "%s", names[i]);
}

void contest_show_table(const struct contest *contest, const struct bz_tally *tallies)
{
    struct table table = {.right = 0xfe};
    struct table_row head, rows[BZ_PLAYERS_MAX];
    const struct bz_outcomes outcomes = bz_tally_outcomes(&tallies[0]);
    int players = contest->series->players;

    for (int i = 0; i < players; i++) {
        fill_row(contest, &tallies[i], i, &rows[i]);
        table_fit(&table, &rows[i]);
    }
    fill_head(&head, &table);
    table_fit(&table, &head);
    printf("\n");
    table_print(&table, &head);
    printf("\n");
    for (int i = 0; i < players; i++) {
        table_print(&table, &rows[i]);
        printf("\n");
    }
    if (players == 2 && bz_outcomes_total(&outcomes) > 0) {
        printf("\n%s against %s\n", contest->series->specs[0], contest->series->specs[1]);
        comparison_show(&outcomes);
    }
}
