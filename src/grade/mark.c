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

/* Pairs where all games are in pairs; otherwise games. */
static struct bz_estimate share_of(const struct bz_mark *mark, const struct bz_pairs *pairs)
{
    struct bz_outcomes outcomes = bz_outcomes_of_pairs(pairs);

    if (2 * bz_outcomes_total(&outcomes) != mark->games)
        outcomes = bz_outcomes_of_wdl(&mark->wdl);
    return bz_share(&outcomes);
}

struct bz_mark bz_mark_of(const struct bz_terms *terms, const struct bz_ledger *ledger, int player)
{
    struct bz_mark mark = {.grade = 0};
    struct bz_pairs pairs = {.counts = {0}};
    double weights = 0;

    for (int b = 0; b < terms->baselines; b++) {
        struct bz_wdl wdl = bz_mark_against(ledger, player, b);

        mark.wdl.wins += wdl.wins;
        mark.wdl.draws += wdl.draws;
        mark.wdl.losses += wdl.losses;
        mark.weighted += terms->weights[b] * bz_mark_share(&wdl);
        weights += terms->weights[b];
        for (int i = 0; player >= 0 && i < BZ_PAIR_SCORES; i++)
            pairs.counts[i] += bz_ledger_cell(ledger, player, b)->pairs.counts[i];
    }
    mark.games = mark.wdl.wins + mark.wdl.draws + mark.wdl.losses;
    mark.points = (double)mark.wdl.wins + (double)mark.wdl.draws / 2;
    mark.weighted /= weights;
    mark.grade = terms->highest * (mark.weighted < terms->full ? mark.weighted / terms->full : 1);
    if (mark.games)
        mark.share = share_of(&mark, &pairs);
    return mark;
}
