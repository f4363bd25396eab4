/*
 * remarks.c - what is said of a table and its rows, whatever form it has.
 */
#include "remarks.h"

#include <inttypes.h>

const char *remark_format(const struct bz_sheet *sheet)
{
    static const char *const words[] = {
        [BZ_FORMAT_ROUND_ROBIN] = "round robin", [BZ_FORMAT_GAUNTLET] = "gauntlet",
        [BZ_FORMAT_KNOCKOUT] = "knockout",       [BZ_FORMAT_SWISS] = "Swiss",
        [BZ_FORMAT_LADDER] = "ladder",           [BZ_FORMAT_GROUPS] = "groups",
    };

    return words[sheet->plan->pairing.format];
}

int64_t remark_games(const struct bz_sheet *sheet, const struct bz_sheet_row *row)
{
    const struct bz_wdl *wdl = &row->counts->wdl;

    if (sheet->plan->pairing.seats == 1)
        return row->counts->games;
    return wdl->wins + wdl->draws + wdl->losses;
}

void remark_half(int64_t doubled, struct bz_buf *out)
{
    if (doubled / 2 || doubled % 2 == 0)
        bz_buf_add(out, "%" PRId64, doubled / 2);
    if (doubled % 2)
        bz_buf_add(out, "\u00bd");
}

bool remark_has_opponents(const struct bz_sheet *sheet)
{
    return sheet->plan->pairing.format == BZ_FORMAT_SWISS && sheet->plan->pairing.seats == 2;
}

void remark_stage(const struct bz_sheet *sheet, const struct bz_standing *standing,
                  struct bz_buf *out)
{
    struct bz_pairing_total total;
    struct bz_error err;
    int left = 0;

    if (sheet->plan->pairing.format != BZ_FORMAT_KNOCKOUT ||
        bz_pairing_total(&sheet->plan->pairing, &total, &err))
        return;
    for (int i = 0; i < sheet->count; i++)
        left += sheet->rows[i].standing.out < 0;
    if (standing->out < 0)
        bz_buf_add(out, "%s", left == 1 ? "won" : "");
    else if (standing->out == total.rounds - 1)
        bz_buf_add(out, "final");
    else
        bz_buf_add(out, "round %d", standing->out + 1);
}

bool remark_superiority(const struct bz_sheet *sheet, int row, double *ret_likelihood)
{
    struct bz_outcomes outcomes;

    if (row + 1 >= sheet->count)
        return false;
    outcomes = bz_sheet_outcomes(sheet, sheet->rows[row].player, sheet->rows[row + 1].player);
    *ret_likelihood = bz_superiority(&outcomes);
    return bz_outcomes_total(&outcomes) > 0;
}

void remark_likelihood(double likelihood, struct bz_buf *out)
{
    if (likelihood > 0.999)
        bz_buf_add(out, "over 99.9%%");
    else if (likelihood < 0.001)
        bz_buf_add(out, "under 0.1%%");
    else
        bz_buf_add(out, "%.1f%%", 100 * likelihood);
}

void remark_chance(double probability, struct bz_buf *out)
{
    if (probability < 0.0001)
        bz_buf_add(out, "under 0.0001");
    else
        bz_buf_add(out, "%.4f", probability);
}

void remark_rulings(const struct bz_ledger_row *counts, struct bz_buf *out)
{
    const char *comma = "";

    for (int ruling = 1; ruling < BZ_RULINGS; ruling++) {
        if (!counts->rulings[ruling])
            continue;
        bz_buf_add(out, "%s%s %" PRId64, comma, bz_ruling_word((enum bz_ruling)ruling),
                   counts->rulings[ruling]);
        comma = ", ";
    }
}

void remark_out(const struct bz_sheet *sheet, const struct bz_ledger_row *counts,
                struct bz_buf *out)
{
    if (counts->out < 0)
        return;
    bz_buf_add(out, "is out from game %" PRId64 " on, for it lost %d in a row by faults (",
               counts->out + 1, sheet->plan->failures);
    remark_rulings(counts, out);
    bz_buf_add(out, ")");
    if (counts->forfeits)
        bz_buf_add(out, "; %" PRId64 " %s as lost", counts->forfeits,
                   counts->forfeits == 1 ? "game counts" : "games count");
    bz_buf_add(out, ".");
}

bool remark_has_results(const struct bz_sheet *sheet)
{
    for (int i = 0; i < sheet->count; i++) {
        const struct bz_wdl *wdl = &sheet->rows[i].counts->wdl;

        if (wdl->wins + wdl->draws + wdl->losses)
            return true;
    }
    return false;
}

/* Whether a player neither won nor lost everything. */
static bool is_mixed(const struct bz_ledger *ledger, int player)
{
    int64_t scored = 0, yielded = 0;

    for (int rival = 0; rival < ledger->players; rival++) {
        const struct bz_wdl *wdl = &bz_ledger_cell(ledger, player, rival)->wdl;

        scored += wdl->wins + wdl->draws;
        yielded += wdl->losses + wdl->draws;
    }
    return scored && yielded;
}

/* What the ratings' 0 is the mean of: see bz_field. */
static const char *zero_of(const struct bz_ledger *ledger)
{
    int mixed = 0;

    for (int i = 0; i < ledger->players; i++)
        mixed += is_mixed(ledger, i);
    return mixed < 2 ? "all" : "all who neither won nor lost everything";
}

static void add_total(const struct bz_sheet *sheet, struct bz_buf *out)
{
    const struct bz_ledger *ledger = &sheet->ledger;

    bz_buf_add(out, "%" PRId64 " %s", ledger->games, ledger->games == 1 ? "game" : "games");
    if (ledger->unfinished)
        bz_buf_add(out, ", %" PRId64 " in the queue", ledger->unfinished);
    bz_buf_char(out, '.');
    if (remark_has_results(sheet))
        bz_buf_add(out, " Elo with 95 %% intervals by Bradley and Terry's model, 0 the mean of %s.",
                   zero_of(ledger));
}

static void add_copies(const struct bz_sheet *sheet, struct bz_buf *out)
{
    int64_t copies = sheet->copies, repeats = sheet->ledger.repeated;

    if (!copies)
        return;
    bz_buf_add(out, "%" PRId64 " %s the same as another one, move for move", copies,
               copies == 1 ? "game is" : "games are");
    if (repeats)
        bz_buf_add(out,
                   "; %" PRId64 " of them repeat%s an earlier game of the same players and "
                   "count%s once in all estimates",
                   repeats, repeats == 1 ? "s" : "", repeats == 1 ? "s" : "");
    bz_buf_add(out, ". Different openings would tell more.");
}

bool remark_at(const struct bz_sheet *sheet, int index, struct bz_buf *out)
{
    switch (index) {
    case 0:
        add_total(sheet, out);
        return true;
    case 1:
        if (sheet->plan->pairing.seats == 1)
            bz_buf_add(out, "Everybody plays alone: won, drawn and lost is against each of the "
                            "others from the same start.");
        return true;
    case 2:
        if (sheet->groups > 1 && remark_has_results(sheet))
            bz_buf_add(out,
                       "Some players never met, not even by way of others: %d groups, whose "
                       "ratings cannot be compared.",
                       sheet->groups);
        return true;
    case 3:
        add_copies(sheet, out);
        return true;
    default:
        return false;
    }
}
