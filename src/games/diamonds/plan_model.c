/*
 * plan_model.c - a position as spots and legs.
 *
 * A leg is a walk to the next spot that enters no diamond on the way, for that would take it. What
 * counts of a walk is its turns and its cost; of all walks only those are kept that are cheaper
 * than every faster one. Which walks there are depends on the diamonds that are gone, but only on
 * those that could lie on a better walk than the ones around all diamonds: the leg's stones.
 * For most legs there are none.
 */
#include <string.h>

#include "base/bits.h"
#include "plan.h"

enum { FAR = PLAN_FAR, LEG_WORK = 256, MEMOS_MAX = 1 << 18 };

void *plan_take(struct plan_room *room, size_t count, size_t size)
{
    size_t bytes = (count * size + 63) / 64 * 64;
    void *taken = room->at;

    if (count > SIZE_MAX / 2 / size || bytes > room->left)
        return NULL;
    room->at += bytes;
    room->left -= bytes;
    return taken;
}

/* --- legs ------------------------------------------------------------------------------------- */

static bool add_ways(struct plan_model *model, int spot, uint32_t *ret_first, uint16_t *ret_count)
{
    uint16_t count = model->map.count[spot];

    if (model->way_room - model->way_count < count)
        return false;
    memcpy(model->ways + model->way_count, model->map.found[spot], count * sizeof(*model->ways));
    *ret_first = model->way_count;
    *ret_count = count;
    model->way_count += count;
    return true;
}

static bool find_legs_from(struct plan_model *model, unsigned keys, int from)
{
    for (int gone = 0; gone < 2; gone++) {
        plan_explore(model, model->cell[from], keys, gone ? UINT64_MAX : 0);
        for (int to = 1; to < model->spots; to++) {
            struct plan_leg *leg = &model->legs[plan_leg(model, keys, from, to) - model->legs];

            if (to == from)
                continue;
            if (!add_ways(model, to, gone ? &leg->open : &leg->barred,
                          gone ? &leg->open_count : &leg->barred_count))
                return false;
        }
    }
    return true;
}

/* Whether one of the walks through a diamond beats all ways around. */
static bool helps(const struct plan_model *model, const struct plan_leg *to_stone,
                  const struct plan_leg *from_stone, const struct plan_leg *leg)
{
    for (int i = 0; i < to_stone->open_count; i++)
        for (int j = 0; j < from_stone->open_count; j++) {
            struct plan_way a = model->ways[to_stone->open + (uint32_t)i];
            struct plan_way b = model->ways[from_stone->open + (uint32_t)j];
            bool beaten = false;

            for (int k = 0; k < leg->barred_count && !beaten; k++) {
                struct plan_way c = model->ways[leg->barred + (uint32_t)k];

                beaten = c.turns <= a.turns + b.turns && c.cost <= a.cost + b.cost;
            }
            if (!beaten)
                return true;
        }
    return false;
}

static void find_stones(struct plan_model *model, unsigned keys, int from, int to)
{
    struct plan_leg *leg = &model->legs[plan_leg(model, keys, from, to) - model->legs];

    if (leg->open_count == leg->barred_count &&
        !memcmp(model->ways + leg->open, model->ways + leg->barred,
                leg->open_count * sizeof(*model->ways)))
        return;
    for (int stone = 1; stone <= model->gems; stone++)
        if (stone != from && stone != to &&
            helps(model, plan_leg(model, keys, from, stone), plan_leg(model, keys, stone, to), leg))
            leg->stones |= UINT64_C(1) << (stone - 1);
}

static bool find_legs(struct plan_model *model, struct plan_clock *clock)
{
    for (unsigned keys = 0; keys < PLAN_KEYSETS; keys++) {
        if (!plan_is_keyset(model, keys))
            continue;
        for (int from = 0; from < model->spots; from++)
            if (plan_tick(clock, LEG_WORK) || !find_legs_from(model, keys, from))
                return false;
        for (int from = 0; from < model->spots; from++) {
            if (plan_tick(clock, LEG_WORK))
                return false;
            for (int to = 1; to < model->spots; to++)
                if (to != from)
                    find_stones(model, keys, from, to);
        }
    }
    return true;
}

static bool same_ways(const struct plan_model *model, uint32_t a, int a_count, uint32_t b,
                      int b_count)
{
    return a_count == b_count &&
           !memcmp(model->ways + a, model->ways + b, (size_t)a_count * sizeof(*model->ways));
}

/* Whether a key changes no leg, whatever other keys there are. */
static bool is_useless(const struct plan_model *model, unsigned key)
{
    for (unsigned keys = 0; keys < PLAN_KEYSETS; keys++) {
        if (!plan_is_keyset(model, keys) || (keys & key))
            continue;
        for (int from = 0; from < model->spots; from++)
            for (int to = 1; to < model->spots; to++) {
                const struct plan_leg *a = plan_leg(model, keys, from, to);
                const struct plan_leg *b = plan_leg(model, keys | key, from, to);

                if (!same_ways(model, a->open, a->open_count, b->open, b->open_count) ||
                    !same_ways(model, a->barred, a->barred_count, b->barred, b->barred_count))
                    return false;
            }
    }
    return true;
}

/* --- spots ------------------------------------------------------------------------------------ */

/* Turns to every cell if all diamonds were floor, with these keys; cells are in `at` by turns. */
static int flood(struct plan_model *model, unsigned keys)
{
    int count = 1, origin = model->cell[0];

    for (int i = 0; i < diamonds_cells(model->world); i++)
        model->map.cost[i] = FAR;
    model->map.cost[origin] = 0;
    model->map.at[0][0] = (uint16_t)origin;
    for (int i = 0; i < count; i++)
        for (int step = 0; step < STEPS; step++) {
            int cell = model->map.at[0][i], target = model->world->next[step][cell];

            if (!plan_may_enter(model, target, keys) || model->map.cost[target] != FAR ||
                model->map.cost[cell] >= model->turns)
                continue;
            model->map.cost[target] = model->map.cost[cell] + 1;
            model->map.at[0][count++] = (uint16_t)target;
        }
    return count;
}

static bool lies_there(const struct diamonds *pos, int cell)
{
    const struct place *place = &pos->world->place[cell];

    return place->item >= 0 && !diamonds_has(pos->bits, place->item);
}

/* All keys that can be had, and the cells that can be reached with them; their number. */
static int reach(struct plan_model *model, const struct diamonds *pos, unsigned *ret_keys)
{
    unsigned keys = model->keys, more = keys;
    int count;

    do {
        keys = more;
        count = flood(model, keys);
        for (int i = 0; i < count; i++)
            if (lies_there(pos, model->map.at[0][i]))
                more |= model->world->place[model->map.at[0][i]].key;
    } while (more != keys);
    *ret_keys = keys;
    return count;
}

static void add_spot(struct plan_model *model, int cell)
{
    const struct place *place = &model->world->place[cell];
    int turns = model->map.cost[cell];

    model->cell[model->spots] = (uint16_t)cell;
    model->colour[model->spots] = place->gem;
    model->key[model->spots] = place->key;
    model->early[model->spots] = turns > 0 ? turns : 2; /* under the agent's feet: away and back */
    model->spot_at[cell] = (int16_t)model->spots++;
}

/* The nearest come first: if there are too many, the others are left alone. */
static void add_spots(struct plan_model *model, const struct diamonds *pos, int count)
{
    const struct place *place = model->world->place;

    for (int i = 0; i < count; i++) {
        int cell = model->map.at[0][i];

        if (!lies_there(pos, cell) || !place[cell].gem)
            continue;
        if (model->gems < PLAN_GEMS) {
            model->of_colour[place[cell].gem] |= UINT64_C(1) << model->gems++;
            add_spot(model, cell);
        } else {
            model->spot_at[cell] = -1;
            model->partial = true;
        }
    }
    for (int i = 0; i < count; i++) {
        int cell = model->map.at[0][i];

        if (!lies_there(pos, cell) || !(place[cell].key & model->useful))
            continue;
        if (model->tiles < PLAN_TILES) {
            add_spot(model, cell);
            model->tiles++;
        } else {
            model->partial = true;
        }
    }
    model->stands = 1 + model->gems + model->tiles * PLAN_LASTS;
}

/* --- the whole -------------------------------------------------------------------------------- */

/* No plan takes more turns: a way is the cheapest for its turns, so if it takes longer than the
 * cheapest one around all diamonds it costs less than that; and a turn costs a point. */
static int most_turns(const struct plan_model *model)
{
    int64_t longest = 1, all;

    for (unsigned keys = 0; keys < PLAN_KEYSETS; keys++)
        for (int from = 0; plan_is_keyset(model, keys) && from < model->spots; from++)
            for (int to = 1; to < model->spots; to++) {
                const struct plan_leg *leg = plan_leg(model, keys, from, to);
                int64_t most = leg->barred_count
                                   ? model->ways[leg->barred + leg->barred_count - 1u].cost
                               : leg->open_count ? diamonds_cells(model->world)
                                                 : 0;

                longest = most > longest ? most : longest;
            }
    all = longest * (model->gems + bz_popcount(model->useful));
    return all < model->turns ? (int)all : model->turns;
}

static int turns_left(const struct diamonds *pos)
{
    int turns = pos->world->turns - pos->turn + 1;

    if (pos->left == 0 && turns > 0)
        return pos->turn == 1 ? 1 : 0;
    return turns > 0 ? turns : 0;
}

static bool make_room(struct plan_model *model, struct plan_room *room)
{
    size_t pairs = (size_t)model->spots * (size_t)model->spots;
    uint32_t memos = 1024;

    model->legs = plan_take(room, PLAN_KEYSETS * pairs, sizeof(*model->legs));
    while (memos * 2 * sizeof(*model->memos) <= room->left / 32 && memos < MEMOS_MAX)
        memos *= 2;
    model->memos = plan_take(room, memos, sizeof(*model->memos));
    model->memo_mask = memos - 1;
    model->way_room = (uint32_t)(room->left / 16 / sizeof(*model->ways));
    model->ways = plan_take(room, model->way_room, sizeof(*model->ways));
    if (!model->legs || !model->memos || !model->ways)
        return false;
    memset(model->legs, 0, PLAN_KEYSETS * pairs * sizeof(*model->legs));
    memset(model->memos, 0, memos * sizeof(*model->memos));
    return true;
}

static void look_around(struct plan_model *model, const struct diamonds *pos)
{
    unsigned reachable;
    int count;

    memset(model, 0, offsetof(struct plan_model, map));
    model->world = pos->world;
    model->turns = turns_left(pos);
    model->keys = pos->agent[0].keys;
    model->cell[0] = pos->agent[0].cell;
    model->colour[0] = pos->agent[0].last;
    model->spots = 1;
    for (int cell = 0; cell < diamonds_cells(pos->world); cell++)
        if (pos->world->place[cell].gem && lies_there(pos, cell))
            model->kinds[pos->world->place[cell].gem - 1]++;
    count = reach(model, pos, &reachable);
    model->useful = reachable & ~model->keys & pos->world->doors;
    add_spots(model, pos, count);
}

void plan_model_begin(struct plan_model *model, const struct diamonds *pos)
{
    look_around(model, pos);
    model->score = diamonds_points(diamonds_score(pos, 0));
    model->fraction = diamonds_score(pos, 0) - PART * model->score;
    model->idle = plan_idle(model);
}

bool plan_model_measure(struct plan_model *model, struct plan_room *room, struct plan_clock *clock)
{
    if (!make_room(model, room) || !find_legs(model, clock))
        return false;
    for (unsigned key = 1; key < PLAN_KEYSETS; key <<= 1)
        if ((model->useful & key) && is_useless(model, key))
            model->useful &= ~key;
    model->within = most_turns(model);
    model->memo_ways = model->way_count;
    return true;
}

/* --- legs that depend on what is gone --------------------------------------------------------- */

static struct plan_memo *memo_of(struct plan_model *model, uint32_t leg, uint64_t gone)
{
    uint64_t at = bz_mix(gone ^ (uint64_t)leg << 40 ^ leg);

    while (model->memos[at & model->memo_mask].leg &&
           (model->memos[at & model->memo_mask].leg != leg + 1 ||
            model->memos[at & model->memo_mask].gone != gone))
        at++;
    return &model->memos[at & model->memo_mask];
}

static void forget(struct plan_model *model)
{
    memset(model->memos, 0, (model->memo_mask + 1) * sizeof(*model->memos));
    model->memo_count = 0;
    model->way_count = model->memo_ways;
}

static void keep(struct plan_model *model, uint32_t leg, uint64_t gone, int to)
{
    struct plan_memo *memo = memo_of(model, leg, gone);
    uint16_t count = 0;

    if (memo->leg)
        return;
    memo->leg = leg + 1;
    memo->gone = gone;
    add_ways(model, to, &memo->first, &count);
    memo->count = count;
    model->memo_count++;
}

/* Whether all that a search for legs can find has its place. */
static bool has_room(const struct plan_model *model)
{
    uint32_t all = 0;

    for (int to = 1; to < model->spots; to++)
        all += model->map.count[to];
    return model->way_room - model->way_count >= all &&
           model->memo_count + (uint32_t)model->spots < model->memo_mask / 2;
}

/* What is found on the way to one spot is kept for all. */
static void find_again(struct plan_model *model, unsigned keys, int from, uint64_t gone)
{
    plan_explore(model, model->cell[from], keys, gone);
    if (!has_room(model))
        forget(model);
    for (int to = 1; to < model->spots && has_room(model); to++) {
        const struct plan_leg *leg = plan_leg(model, keys, from, to);

        if (to != from && leg->stones)
            keep(model, (uint32_t)(leg - model->legs), gone & leg->stones, to);
    }
}

int plan_ways(struct plan_model *model, unsigned keys, int from, int to, uint64_t gone,
              const struct plan_way **ret_ways)
{
    const struct plan_leg *leg = plan_leg(model, keys, from, to);
    const struct plan_memo *memo;

    if (!(leg->stones & gone)) {
        *ret_ways = model->ways + leg->barred;
        return leg->barred_count;
    }
    memo = memo_of(model, (uint32_t)(leg - model->legs), gone & leg->stones);
    if (!memo->leg) {
        find_again(model, keys, from, gone);
        memo = memo_of(model, (uint32_t)(leg - model->legs), gone & leg->stones);
        if (!memo->leg) { /* more than can be kept: only what was found just now */
            *ret_ways = model->map.found[to];
            return model->map.count[to];
        }
    }
    *ret_ways = model->ways + memo->first;
    return (int)memo->count;
}
