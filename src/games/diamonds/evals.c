/*
 * evals.c - what a position promises: the score, and what the best next thing to fetch is worth.
 *
 * Going for something pays off step by step: every step towards it brings it nearer by more than
 * its price, and having it is worth more than standing beside it. So even a player who looks one
 * action ahead walks to what it wants, takes it, and goes on.
 */
#include "base/bits.h"
#include "diamonds.h"

enum { KEY_WORTH = 30 };

/* What the diamond taken last promises: half of the best pair it can begin. */
static int promise(const struct diamonds *pos, int last, const int left[COLOURS])
{
    const int16_t *row = diamonds_pairs[pos->world->variant == P3][last];
    int best = 0;

    for (int kind = 0; kind < COLOURS; kind++)
        if (left[kind] > 0 && row[kind] > best)
            best = row[kind];
    return best / 2;
}

static void count_left(const struct diamonds *pos, int ret_left[COLOURS])
{
    for (int kind = 0; kind < COLOURS; kind++)
        ret_left[kind] =
            pos->world->kinds[kind] - pos->agent[0].gems[kind] - pos->agent[1].gems[kind];
}

static int gem_worth(const struct diamonds *pos, int player, int left[COLOURS], int kind)
{
    const struct agent *me = &pos->agent[player];
    int now, then;

    if (pos->world->variant == V2021)
        return me->gems[kind] < diamonds_most[kind] &&
                       diamonds_score(pos, player) > PART * diamonds_least[kind]
                   ? diamonds_worth[kind]
                   : 0;
    now = promise(pos, me->last, left);
    left[kind]--;
    then = promise(pos, kind + 1, left);
    left[kind]++;
    return diamonds_pairs[pos->world->variant == P3][me->last][kind] + then - now;
}

static int points(const struct diamonds *pos, int player)
{
    int own = diamonds_score(pos, player);

    if (pos->world->players == 2)
        own -= diamonds_score(pos, !player);
    return own >= 0 ? own / PART : -((PART - 1 - own) / PART);
}

static int outlook(const struct diamonds *pos, int player)
{
    unsigned keys = pos->agent[player].keys, doors = pos->world->doors;
    int value = points(pos, player), left[COLOURS], worth[COLOURS];

    if (diamonds_is_over(pos) || pos->left == 0)
        return value;
    count_left(pos, left);
    for (int kind = 0; kind < COLOURS; kind++)
        worth[kind] = left[kind] ? gem_worth(pos, player, left, kind) : 0;
    if (pos->world->variant != V2021)
        value += promise(pos, pos->agent[player].last, left);
    return value + KEY_WORTH * bz_popcount(keys & doors) +
           diamonds_prospect(pos, player, worth, KEY_WORTH, doors & ~keys);
}

/* What a search looks with: further than a player needs who does not search. */
static int foresight(const struct diamonds *pos, int player)
{
    return pos->world->players == 2 && pos->world->ways ? diamonds_race(pos, player)
                                                        : outlook(pos, player);
}

int diamonds_eval(const void *pos)
{
    const struct diamonds *at = pos;

    return foresight(at, at->phase == ACT ? at->mover : 0);
}

static double collect(const void *pos, int player)
{
    return outlook(pos, player);
}

static double race(const void *pos, int player)
{
    return foresight(pos, player);
}

static double score(const void *pos, int player)
{
    return points(pos, player);
}

const struct bz_eval diamonds_evals[] = {
    {.name = "collect",
     .brief = "points, less the other's, and the best thing within reach less the way to it",
     .value = collect,
     .conventions = BZ_EVAL_FINAL | BZ_EVAL_WHOLE},
    {.name = "race",
     .brief = "of two players the lead at the end, if both fetch one thing after the other",
     .value = race,
     .conventions = BZ_EVAL_FINAL | BZ_EVAL_WHOLE},
    {.name = "score",
     .brief = "points, with two players less the other's",
     .value = score,
     .conventions = BZ_EVAL_FINAL | BZ_EVAL_WHOLE},
    {.name = NULL},
};
