/*
 * mark.c - points and grades from a ledger.
 */
#include "grade/mark.h"

struct bz_wdl bz_mark_against(const struct bz_ledger *ledger, int player, int baseline)
{
    return player >= 0 ? bz_ledger_cell(ledger, player, baseline)->wdl : (struct bz_wdl){.wins = 0};
}

double bz_mark_share(const struct bz_wdl *wdl)
{
    int64_t games = wdl->wins + wdl->draws + wdl->losses;

    return games ? ((double)wdl->wins + (double)wdl->draws / 2) / (double)games : 0;
}

static void add_wdl(struct bz_wdl *sum, const struct bz_wdl *wdl)
{
    sum->wins += wdl->wins;
    sum->draws += wdl->draws;
    sum->losses += wdl->losses;
}

static void add_cell(struct bz_ledger_cell *sum, const struct bz_ledger_cell *cell)
{
    add_wdl(&sum->wdl, &cell->wdl);
    add_wdl(&sum->fresh, &cell->fresh);
    sum->forfeits += cell->forfeits;
    for (int i = 0; i < BZ_PAIR_SCORES; i++) {
        sum->pairs.counts[i] += cell->pairs.counts[i];
        sum->fresh_pairs.counts[i] += cell->fresh_pairs.counts[i];
    }
}

/* Alone, all comparisons on a start hang on the one score there. */
static void estimate(struct bz_mark *mark, const struct bz_terms *terms,
                     const struct bz_ledger_cell *all)
{
    struct bz_outcomes outcomes = bz_ledger_outcomes(all, &mark->unpaired);
    int rivals = terms->plan.pairing.seats == 1 ? terms->baselines : 1;

    mark->share = bz_ledger_share(&all->wdl, &outcomes, bz_worth_among(rivals + 1));
    mark->repeats = bz_ledger_repeats(all);
    mark->forfeits = all->forfeits;
}

struct bz_mark bz_mark_of(const struct bz_terms *terms, const struct bz_ledger *ledger, int player)
{
    struct bz_mark mark = {.grade = 0};
    struct bz_ledger_cell all = {.worth = 0};
    double weights = 0;

    for (int b = 0; b < terms->baselines; b++) {
        struct bz_wdl wdl = bz_mark_against(ledger, player, b);

        if (player >= 0)
            add_cell(&all, bz_ledger_cell(ledger, player, b));
        mark.weighted += terms->weights[b] * bz_mark_share(&wdl);
        weights += terms->weights[b];
    }
    mark.wdl = all.wdl;
    mark.games = bz_wdl_total(&mark.wdl);
    mark.points = (double)mark.wdl.wins + (double)mark.wdl.draws / 2;
    mark.weighted /= weights;
    mark.grade = terms->highest * (mark.weighted < terms->full ? mark.weighted / terms->full : 1);
    if (mark.games)
        estimate(&mark, terms, &all);
    return mark;
}
