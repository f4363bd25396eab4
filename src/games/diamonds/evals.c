/*
 * evals.c - what a position promises: the score, and what the best next thing to fetch is worth.
 *
 * Going for something pays off step by step: every step towards it brings it nearer by its price
 * and one more, and having it is worth more than standing beside it. So even a player who looks one
 * action ahead walks to what it wants, takes it, and goes on.
 */
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

/* What is on the map, what of it can be got at, and which keys still open something. */
struct view {
    int distance[CELLS_MAX];
    int left[COLOURS];
    unsigned doors;
};

static bool is_there(const struct diamonds *pos, const struct place *place)
{
    return place->item >= 0 && !diamonds_has(pos->bits, place->item);
}

static void look(const struct diamonds *pos, int player, struct view *ret_view)
{
    const struct agent *me = &pos->agent[player];
    const struct diamonds_world *world = pos->world;

    diamonds_distances(pos, me->cell, me->keys, ret_view->distance);
    for (int kind = 0; kind < COLOURS; kind++)
        ret_view->left[kind] = 0;
    ret_view->doors = 0;
    for (int cell = 0; cell < diamonds_cells(world); cell++) {
        const struct place *place = &world->place[cell];

        if (place->gem && is_there(pos, place))
            ret_view->left[place->gem - 1]++;
        ret_view->doors |= place->need & (NEED_MORE - 1);
    }
}

static int gem_worth(const struct diamonds *pos, int player, struct view *view, int kind)
{
    const struct agent *me = &pos->agent[player];
    int now, then;

    if (pos->world->variant == V2021)
        return me->gems[kind] < diamonds_most[kind] &&
                       diamonds_score(pos, player) > PART * diamonds_least[kind]
                   ? diamonds_worth[kind]
                   : 0;
    now = promise(pos, me->last, view->left);
    view->left[kind]--;
    then = promise(pos, kind + 1, view->left);
    view->left[kind]++;
    return diamonds_pairs[pos->world->variant == P3][me->last][kind] + then - now;
}

/* The best of what can be fetched, its way paid. */
static int prospect(const struct diamonds *pos, int player, struct view *view)
{
    const struct diamonds_world *world = pos->world;
    int worth[COLOURS], best = 0;

    for (int kind = 0; kind < COLOURS; kind++)
        worth[kind] = view->left[kind] ? gem_worth(pos, player, view, kind) : 0;
    for (int cell = 0; cell < diamonds_cells(world); cell++) {
        const struct place *place = &world->place[cell];
        int value = 0;

        if (!is_there(pos, place) || view->distance[cell] == FAR)
            continue;
        if (place->gem)
            value = worth[place->gem - 1];
        else if (view->doors & place->key & ~pos->agent[player].keys)
            value = KEY_WORTH;
        value -= view->distance[cell];
        if (value > best)
            best = value;
    }
    return best;
}

static int keys_worth(const struct diamonds *pos, int player, const struct view *view)
{
    unsigned useful = pos->agent[player].keys & view->doors;

    return KEY_WORTH * __builtin_popcount(useful);
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
    struct view view;
    int value = points(pos, player);

    if (diamonds_is_over(pos) || pos->left == 0)
        return value;
    look(pos, player, &view);
    value += keys_worth(pos, player, &view) + prospect(pos, player, &view);
    if (pos->world->variant != V2021)
        value += promise(pos, pos->agent[player].last, view.left);
    return value;
}

int diamonds_eval(const void *pos)
{
    const struct diamonds *at = pos;

    return outlook(at, at->mover);
}

static double collect(const void *pos, int player)
{
    return outlook(pos, player);
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
    {.name = "score",
     .brief = "points, with two players less the other's",
     .value = score,
     .conventions = BZ_EVAL_FINAL | BZ_EVAL_WHOLE},
    {.name = NULL},
};
