/*
 * verify_hope.c - the easier game behind a bound, played by the verifier.
 *
 * The agent may walk over diamonds and forgets the ones it has taken, except for those it remembers
 * on the cell where it stands; but turns are limited, or diamonds, or diamonds of each colour. Each
 * diamond taken costs its penalty and each turn the toll; all penalties of what is left and the
 * toll of all turns are given back beforehand. For a real plan that is at least fair, so no real
 * plan gets more than the easier game's best.
 *
 * Or it forgets nothing, and there is a hope for every set of diamonds; then turns cost the toll,
 * and nothing else is limited.
 */
#include <stdlib.h>

#include "verify.h"

/* Which diamonds a memory at a spot stands for, the one at the spot itself included. */
static uint64_t recalled(const struct proof *p, int spot, int memory)
{
    uint64_t taken = is_gem(p, spot) ? UINT64_C(1) << (spot - 1) : 0;

    for (int i = 0; i < p->near_count[spot]; i++)
        if (memory >> i & 1)
            taken |= UINT64_C(1) << (p->near[spot][i] - 1);
    return taken;
}

static int memory_of(const struct proof *p, int spot, uint64_t taken)
{
    int memory = 0;

    for (int i = 0; i < p->near_count[spot]; i++)
        memory |= (int)(taken >> (p->near[spot][i] - 1) & 1) << i;
    return memory;
}

static int make_maps(struct proof *p)
{
    for (int from = 0; from < p->spots; from++)
        for (int to = 1; to < p->spots; to++) {
            int size = 1 << p->near_count[from];
            uint16_t *map = calloc((size_t)size, sizeof(*map));

            if (!map)
                return no_memory(p);
            p->map[from][to] = map;
            for (int memory = 0; memory < size; memory++)
                map[memory] = (uint16_t)memory_of(p, to, recalled(p, from, memory));
        }
    return BZ_OK;
}

int verify_last(const struct proof *p, int spot, int last)
{
    return is_gem(p, spot) ? p->world->place[p->cell[spot]].gem : last;
}

static int usage(const struct proof *p, int to, struct way way)
{
    if (p->file->limit == PLAN_TURNS)
        return way.turns;
    return is_gem(p, to) ? p->unit[verify_last(p, to, 0)] : 0;
}

static bool may_use(const struct proof *p, int to, struct way way, int left)
{
    int colour = verify_last(p, to, 0);

    if (p->file->limit == PLAN_TURNS || !is_gem(p, to))
        return usage(p, to, way) <= left;
    return left / p->unit[colour] % (p->most[colour] + 1) > 0;
}

/* Raises the hopes of a stand, whatever is remembered there, to those of going on to a spot. */
static void hope_for(const struct proof *p, unsigned keys, int from, int last, int left, int to,
                     int32_t *hopes)
{
    const struct leg *leg = &p->free[keys][from][to];
    bool gem = is_gem(p, to);
    int32_t worth = gem ? PART_OF * diamonds_pairs[0][last][verify_last(p, to, last) - 1] -
                              p->file->penalty[p->cell[to]]
                        : 0;

    for (int i = 0; i < leg->count; i++) {
        int use = usage(p, to, leg->ways[i]);
        int32_t paid = PART_OF * leg->ways[i].cost + p->file->toll * leg->ways[i].turns;
        const int32_t *next = p->hope[keys | key_of(p, to)][to][verify_last(p, to, last)];

        if (!may_use(p, to, leg->ways[i], left))
            continue;
        next += (size_t)(left - use) << p->near_count[to];
        for (int memory = 0; memory < 1 << p->near_count[from]; memory++) {
            int32_t value = worth - paid + next[p->map[from][to][memory]];

            if (gem && (recalled(p, from, memory) >> (to - 1) & 1))
                continue;
            if (value > hopes[memory])
                hopes[memory] = value;
        }
    }
}

static bool may_stand(const struct proof *p, unsigned keys, int spot, int last)
{
    if (spot > p->gems)
        return key_of(p, spot) & keys;
    return last == (spot ? p->world->place[p->cell[spot]].gem : p->pos->agent[0].last);
}

static int make_tables(struct proof *p, unsigned keys)
{
    for (int spot = 0; spot < p->spots; spot++)
        for (int last = 0; last < LASTS; last++) {
            size_t size = p->file->limit == PLAN_WHOLE
                              ? (size_t)1 << p->gems
                              : ((size_t)p->limit + 1) << p->near_count[spot];

            if (!may_stand(p, keys, spot, last))
                continue;
            p->hopes += size;
            if (p->hopes <= HOPES_MAX)
                p->hope[keys][spot][last] = calloc(size, sizeof(int32_t));
            if (!p->hope[keys][spot][last])
                return no_memory(p);
        }
    return BZ_OK;
}

static int fill_hopes(struct proof *p, unsigned keys)
{
    for (int left = 0; left <= p->limit; left++)
        for (int spot = 0; spot < p->spots; spot++) {
            if (is_stopped(p))
                return stopped(p);
            for (int last = 0; last < LASTS; last++)
                for (int to = 1; may_stand(p, keys, spot, last) && to < p->spots; to++)
                    if (to != spot && (is_gem(p, to) || (key_of(p, to) & ~keys)))
                        hope_for(p, keys, spot, last, left, to,
                                 p->hope[keys][spot][last] + ((size_t)left << p->near_count[spot]));
        }
    return BZ_OK;
}

/* --- nothing forgotten ------------------------------------------------------------------------ */

static void find_best(struct proof *p, unsigned keys)
{
    for (int from = 0; from < p->spots; from++)
        for (int to = 1; to < p->spots; to++) {
            const struct leg *leg = &p->free[keys][from][to];

            p->best[keys][from][to] = FAR;
            for (int i = 0; i < leg->count; i++) {
                int32_t paid = PART_OF * leg->ways[i].cost + p->file->toll * leg->ways[i].turns;

                if (paid < p->best[keys][from][to])
                    p->best[keys][from][to] = paid;
            }
        }
}

/* The most that can follow for somebody who has taken that set. */
static int32_t hope_of_set(const struct proof *p, unsigned keys, int from, int last, size_t set)
{
    int32_t most = 0;

    for (int to = 1; to < p->spots; to++) {
        size_t then = is_gem(p, to) ? set | (size_t)1 << (to - 1) : set;
        int next = verify_last(p, to, last);
        int32_t value = -p->best[keys][from][to];

        if (is_gem(p, to) ? then == set : !(key_of(p, to) & ~keys))
            continue;
        if (is_gem(p, to))
            value += PART_OF * diamonds_pairs[0][last][next - 1] - p->file->penalty[p->cell[to]];
        if (value > -FAR / 2)
            value += p->hope[keys | key_of(p, to)][to][next][then];
        most = value > most ? value : most;
    }
    return most;
}

static int fill_sets(struct proof *p, unsigned keys)
{
    find_best(p, keys);
    for (size_t set = (size_t)1 << p->gems; set-- > 0;) {
        if (is_stopped(p))
            return stopped(p);
        for (int spot = 0; spot < p->spots; spot++)
            for (int last = 0; last < LASTS; last++)
                if (may_stand(p, keys, spot, last) && (!is_gem(p, spot) || (set >> (spot - 1) & 1)))
                    p->hope[keys][spot][last][set] = hope_of_set(p, keys, spot, last, set);
    }
    return BZ_OK;
}

/* --- both ------------------------------------------------------------------------------------- */

int verify_begin(struct proof *p)
{
    int unit = 1, counts[LASTS] = {0};

    if (p->file->limit == PLAN_WHOLE)
        return p->gems <= WHOLE_MAX ? BZ_OK
                                    : bz_fail(p->err, BZ_ERROR_ILLEGAL,
                                              "there are too many diamonds for all their sets");
    for (int gem = 1; gem <= p->gems; gem++)
        counts[verify_last(p, gem, 0)]++;
    for (int colour = 1; colour < LASTS; colour++) {
        bool alike = p->file->limit == PLAN_COUNT;

        p->unit[colour] = unit;
        p->most[colour] = alike ? p->gems : counts[colour];
        p->limit += unit * counts[colour];
        unit *= alike ? 1 : counts[colour] + 1;
    }
    if (p->file->limit == PLAN_TURNS)
        p->limit = p->turns;
    return make_maps(p);
}

int verify_hopes(struct proof *p, unsigned keys)
{
    int code = make_tables(p, keys);

    if (code)
        return code;
    return p->file->limit == PLAN_WHOLE ? fill_sets(p, keys) : fill_hopes(p, keys);
}

/* Where the hope of a label stands in its table. */
static size_t place_of(const struct proof *p, const struct label *label)
{
    int left = p->limit;

    if (p->file->limit == PLAN_WHOLE)
        return label->taken;
    for (int gem = 1; gem <= p->gems && p->file->limit != PLAN_TURNS; gem++)
        if (label->taken >> (gem - 1) & 1)
            left -= p->unit[verify_last(p, gem, 0)];
    if (p->file->limit == PLAN_TURNS)
        left -= label->turns;
    return ((size_t)left << p->near_count[label->spot]) +
           (size_t)memory_of(p, label->spot, label->taken);
}

bool verify_promises(const struct proof *p, const struct label *label)
{
    int64_t hope = p->hope[label->keys][label->spot][label->last][place_of(p, label)];

    hope += PART_OF * (int64_t)label->value + (int64_t)p->file->toll * (p->turns - label->turns);
    for (int gem = 1; gem <= p->gems; gem++)
        if (!(label->taken >> (gem - 1) & 1))
            hope += p->file->penalty[p->cell[gem]];
    return hope >= PART_OF * ((int64_t)p->bound + 1);
}
