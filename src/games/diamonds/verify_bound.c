/*
 * verify_bound.c - finding a bound again, by a second and plainer program.
 *
 * All beginnings of plans are listed, longer and longer ones, and of those that have taken the same
 * things and stand on the same cell, the ones that are neither faster nor richer than another are
 * dropped. So are those whose hope, what they have plus the most an easier game can still bring, is
 * no more than the bound claims. If all are gone in the end and none got more, the claim is true.
 * The numbers in the file decide how much is dropped, never whether that is right.
 */
#include <stdlib.h>
#include <string.h>

#include "verify.h"

static int refused(const struct proof *p, const char *why)
{
    return bz_fail(p->err, BZ_ERROR_ILLEGAL, "%s", why);
}

static bool lies(const struct proof *p, int cell)
{
    const struct place *place = &p->world->place[cell];

    return place->item >= 0 && !diamonds_has(p->pos->bits, place->item);
}

/* --- walking ---------------------------------------------------------------------------------- */

/* One turn more from all cells that have just become cheaper. */
static bool walk_on(struct proof *p, unsigned keys, uint64_t gone, int from, const int *old,
                    const bool *fresh, bool *ret_fresh)
{
    bool any = false;

    memset(ret_fresh, 0, CELLS_MAX);
    for (int cell = 0; cell < diamonds_cells(p->world); cell++) {
        int spot = p->spot_at[cell];

        if (!fresh[cell] || (is_gem(p, spot) && !(gone >> (spot - 1) & 1) && cell != from))
            continue; /* a diamond that lies there ends a walk */
        for (int step = 0; step < STEPS; step++) {
            int to = p->world->next[step][cell], cost;

            if (to < 0 || (p->world->place[to].need & ~keys))
                continue;
            cost = old[cell] + diamonds_costs[step] + (p->world->place[to].tile == '*' ? WIRE : 0);
            if (cost < p->cost[to]) {
                p->cost[to] = cost;
                ret_fresh[to] = any = true;
            }
        }
    }
    return any;
}

/* The least cost to every cell in at most 1, 2, 3 … turns; whenever a spot gets cheaper, that is
 * another way. */
static void walk(struct proof *p, int from, unsigned keys, uint64_t gone)
{
    bool fresh[2][CELLS_MAX] = {{false}};
    int old[CELLS_MAX];

    memset(p->count, 0, sizeof(p->count));
    for (int i = 0; i < CELLS_MAX; i++)
        p->cost[i] = FAR;
    p->cost[from] = 0;
    fresh[0][from] = true;
    for (int turn = 1; turn <= p->turns; turn++) {
        bool *last = fresh[(turn - 1) % 2], *now = fresh[turn % 2];

        memcpy(old, p->cost, sizeof(old));
        if (!walk_on(p, keys, gone, from, old, last, now))
            return;
        for (int spot = 1; spot < p->spots; spot++)
            if (now[p->cell[spot]])
                p->found[spot][p->count[spot]++] = (struct way){turn, p->cost[p->cell[spot]]};
    }
}

/* --- the spots -------------------------------------------------------------------------------- */

static bool add_spot(struct proof *p, int cell)
{
    if (p->spots == SPOTS_MAX)
        return false;
    p->spot_at[cell] = p->spots;
    p->cell[p->spots++] = cell;
    return true;
}

/* All keys and all doors open: what cannot be reached so cannot be reached. */
static int find_spots(struct proof *p)
{
    p->cell[0] = p->pos->agent[0].cell;
    p->spots = 1;
    walk(p, p->cell[0], SETS - 1, UINT64_MAX);
    for (int cell = 0; cell < diamonds_cells(p->world); cell++)
        if (lies(p, cell) && p->world->place[cell].gem && p->cost[cell] < FAR) {
            if (p->gems++ == GEMS_MAX || !add_spot(p, cell))
                return refused(p, "there are too many diamonds to check a bound");
        }
    for (int cell = 0; cell < diamonds_cells(p->world); cell++)
        if (lies(p, cell) && (p->world->place[cell].key & p->doors) && p->cost[cell] < FAR)
            if (!add_spot(p, cell))
                return refused(p, "there are too many keys to check a bound");
    return lies(p, p->cell[0]) ? refused(p, "the agent stands on something to be taken") : BZ_OK;
}

static void find_near(struct proof *p)
{
    for (int spot = 1; spot < p->spots; spot++)
        for (int i = 0; i < p->file->near_count[p->cell[spot]]; i++) {
            int other = p->spot_at[p->file->near[p->cell[spot]][i]];

            if (is_gem(p, other) && other != spot)
                p->near[spot][p->near_count[spot]++] = other;
        }
}

static int find_legs(struct proof *p, unsigned keys)
{
    for (int from = 0; from < p->spots; from++) {
        if (is_stopped(p))
            return stopped(p);
        walk(p, p->cell[from], keys, UINT64_MAX);
        for (int to = 1; to < p->spots; to++) {
            struct leg *leg = &p->free[keys][from][to];

            leg->ways = calloc((size_t)p->count[to] + 1, sizeof(*leg->ways));
            if (!leg->ways)
                return no_memory(p);
            leg->count = p->count[to];
            memcpy(leg->ways, p->found[to], (size_t)leg->count * sizeof(*leg->ways));
        }
    }
    return BZ_OK;
}

/* --- all beginnings of plans ------------------------------------------------------------------ */

static int order(const void *a, const void *b)
{
    const struct label *x = a, *y = b;

    if (x->taken != y->taken)
        return x->taken < y->taken ? -1 : 1;
    if (x->keys != y->keys)
        return x->keys - y->keys;
    if (x->spot != y->spot)
        return x->spot - y->spot;
    if (x->last != y->last)
        return x->last - y->last;
    return x->turns != y->turns ? x->turns - y->turns : y->value - x->value;
}

static bool same_state(const struct label *x, const struct label *y)
{
    return x->taken == y->taken && x->keys == y->keys && x->spot == y->spot && x->last == y->last;
}

/* Drops what is neither faster nor richer than another. */
static void tidy(struct list *list)
{
    size_t kept = 0;

    if (list->count > 0) /* an empty list has no memory */
        qsort(list->labels, list->count, sizeof(*list->labels), order);
    for (size_t i = 0; i < list->count; i++) {
        const struct label *before = kept ? &list->labels[kept - 1] : NULL;

        if (!before || !same_state(before, &list->labels[i]) ||
            before->value < list->labels[i].value)
            list->labels[kept++] = list->labels[i];
    }
    list->count = kept;
}

static bool has_room(struct list *list)
{
    size_t room = list->room ? 2 * list->room : LABELS_FIRST;
    struct label *labels;

    if (list->count < list->room)
        return true;
    tidy(list);
    if (list->count < list->room / 2 || room > LABELS_MAX)
        return list->count < list->room;
    labels = realloc(list->labels, room * sizeof(*labels));
    if (!labels)
        return list->count < list->room;
    list->labels = labels;
    list->room = room;
    return true;
}

static int add_label(struct proof *p, struct label label)
{
    if (label.value > p->bound)
        return refused(p, "there is a plan that brings more than the bound");
    if (!verify_promises(p, &label))
        return BZ_OK;
    if (!has_room(&p->next))
        return no_memory(p);
    p->next.labels[p->next.count++] = label;
    p->labels++;
    return BZ_OK;
}

static int extend(struct proof *p, const struct label *label, int to)
{
    bool gem = is_gem(p, to);

    if (gem ? label->taken >> (to - 1) & 1 : !(key_of(p, to) & ~(unsigned)label->keys))
        return BZ_OK;
    for (int i = 0; i < p->count[to]; i++) {
        int last = verify_last(p, to, label->last);
        int gain = gem ? diamonds_pairs[0][label->last][last - 1] : 0;
        struct label longer = {
            .taken = label->taken | (gem ? UINT64_C(1) << (to - 1) : 0),
            .value = label->value + gain - p->found[to][i].cost,
            .turns = label->turns + p->found[to][i].turns,
            .spot = (uint8_t)to,
            .last = (uint8_t)last,
            .keys = (uint8_t)(label->keys | key_of(p, to)),
        };
        int code = longer.turns <= p->turns ? add_label(p, longer) : BZ_OK;

        if (code)
            return code;
    }
    return BZ_OK;
}

/* Labels come in order, so that those of one state need one walk. */
static int extend_all(struct proof *p)
{
    for (size_t i = 0; i < p->now.count; i++) {
        const struct label *label = &p->now.labels[i];
        int code = BZ_OK;

        if (is_stopped(p))
            return stopped(p);
        if (i == 0 || !same_state(&p->now.labels[i - 1], label))
            walk(p, p->cell[label->spot], label->keys, label->taken);
        for (int to = 1; to < p->spots && !code; to++)
            code = extend(p, label, to);
        if (code)
            return code;
    }
    return BZ_OK;
}

/* With nothing to take: leaving the wire, or staying on it. */
static int check_idle(struct proof *p)
{
    int best = 0, start = p->cell[0];

    if (!p->world->on_entry && p->world->place[start].tile == '*') {
        best = -WIRE * p->turns;
        walk(p, start, p->pos->agent[0].keys, 0);
        for (int cell = 0; cell < diamonds_cells(p->world); cell++)
            if (p->world->place[cell].tile != '*' && !is_gem(p, p->spot_at[cell]) &&
                -p->cost[cell] > best)
                best = -p->cost[cell];
    }
    return best > p->bound ? refused(p, "doing nothing brings more than the bound") : BZ_OK;
}

static int check_bound(struct proof *p)
{
    const struct agent *agent = &p->pos->agent[0];
    int code = find_spots(p);

    if (!code)
        code = check_idle(p);
    if (code)
        return code;
    find_near(p);
    code = verify_begin(p);
    for (unsigned keys = SETS; keys-- > 0 && !code;) {
        if ((keys & agent->keys) != agent->keys)
            continue;
        code = find_legs(p, keys);
        if (!code)
            code = verify_hopes(p, keys);
    }
    if (!code && !has_room(&p->next))
        code = no_memory(p);
    if (!code)
        p->next.labels[p->next.count++] = (struct label){.last = agent->last, .keys = agent->keys};
    while (!code && p->next.count > 0) {
        struct list swap = p->now;

        tidy(&p->next);
        p->now = p->next;
        p->next = swap;
        p->next.count = 0;
        code = extend_all(p);
    }
    return code;
}

static int turns_left(const struct diamonds *pos)
{
    int turns = pos->world->turns - pos->turn + 1;

    return diamonds_is_over(pos) ? 0 : pos->left == 0 ? 1 : turns;
}

static void release(struct proof *p)
{
    for (int i = 0; i < SPOTS_MAX; i++)
        for (int j = 0; j < SPOTS_MAX; j++) {
            free(p->map[i][j]);
            for (int keys = 0; keys < SETS; keys++)
                free(p->free[keys][i][j].ways);
        }
    for (int keys = 0; keys < SETS; keys++)
        for (int spot = 0; spot < SPOTS_MAX; spot++)
            for (int last = 0; last < LASTS; last++)
                free(p->hope[keys][spot][last]);
    free(p->now.labels);
    free(p->next.labels);
    free(p);
}

int verify_bound(const struct plan_file *file, const struct diamonds *pos, int bound,
                 const atomic_bool *stop, uint64_t *ret_labels, struct bz_error *err)
{
    struct proof *p = calloc(1, sizeof(*p));
    int code;

    if (!p)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory to check a plan");
    p->file = file;
    p->pos = pos;
    p->world = pos->world;
    p->stop = stop;
    p->err = err;
    p->doors = pos->world->doors & ~(unsigned)pos->agent[0].keys;
    p->turns = turns_left(pos);
    p->bound = bound;
    code = check_bound(p);
    if (!code)
        *ret_labels = p->labels;
    release(p);
    return code;
}
