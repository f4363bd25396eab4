/*
 * prospect.c - a schedule for the rounds left, by backtracking.
 *
 * A place is a player in a round; the one with fewest opponents left is filled first. Opponents are
 * tried in a circle that turns with the rounds, as in the schedules of a round robin: nearly every
 * search for one that exists finds it without going back. Tried from the lowest on they fall into
 * small closed circles, and a field of 14 takes for ever.
 */
#include "tourney/prospect.h"

#include <assert.h>
#include <string.h>

#include "base/bits.h"

/* All searches of a round together; each gets a share of what is left. With sixteen a search takes
 * 70 steps, one in two thousand more than a thousand; all of them are some 30 ms. */
enum { STEPS = 50000, SHARE = 4 };

enum { NOBODY = -1 };

struct search {
    int count, rounds, steps;
    uint32_t now[BZ_PROSPECT_MAX], open[BZ_PROSPECT_MAX];
    uint32_t idle[BZ_PROSPECT_MAX]; /* by round: who has no opponent yet */
    int mate[BZ_PROSPECT_MAX];      /* in the first of them */
};

struct place {
    int round, player;
    uint32_t choices;
};

void bz_prospect_init(struct bz_prospect *prospect, int count, int rounds)
{
    assert(count % 2 == 0 && count <= BZ_PROSPECT_MAX);
    *prospect = (struct bz_prospect){.count = count, .rounds = rounds, .steps = STEPS};
}

static uint32_t choices(const struct search *search, int round, int player)
{
    uint32_t fresh = search->open[player] & search->idle[round];

    return round == 0 ? fresh & search->now[player] : fresh;
}

/* The place with fewest choices; of NOBODY if all are filled. */
static struct place narrowest(const struct search *search)
{
    struct place best = {.player = NOBODY};
    int fewest = BZ_PROSPECT_MAX;

    for (int round = 0; round < search->rounds && fewest > 0; round++)
        for (uint32_t left = search->idle[round]; left; left &= left - 1) {
            int player = bz_lowest(left);
            uint32_t some = choices(search, round, player);

            if (bz_popcount(some) >= fewest)
                continue;
            fewest = bz_popcount(some);
            best = (struct place){.round = round, .player = player, .choices = some};
        }
    return best;
}

/* Makes two a pair, or undoes it. */
static void turn(struct search *search, int round, int a, int b)
{
    search->open[a] ^= 1u << b;
    search->open[b] ^= 1u << a;
    search->idle[round] ^= 1u << a | 1u << b;
    if (round == 0) {
        search->mate[a] = b;
        search->mate[b] = a;
    }
}

/* Fills all places that are left; each call fills one. */
static bool fill(struct search *search)
{
    struct place place = narrowest(search);
    int count = search->count;

    if (place.player == NOBODY)
        return true;
    for (int i = 0; i < count; i++) {
        int other = (place.round + count - place.player + i) % count;

        if (!(place.choices >> other & 1))
            continue;
        if (search->steps-- <= 0)
            return false;
        turn(search, place.round, place.player, other);
        if (fill(search))
            return true;
        turn(search, place.round, place.player, other);
    }
    return false;
}

/* Whether everybody has as many left to meet as there are rounds. */
static bool are_enough(const struct bz_prospect *prospect)
{
    for (int i = 0; i < prospect->count; i++)
        if (bz_popcount(prospect->open[i]) < prospect->rounds)
            return false;
    return true;
}

/* What cannot be told in time counts as impossible. */
static bool can_go_on(struct bz_prospect *prospect, const uint32_t *now)
{
    struct search search = {.count = prospect->count, .rounds = prospect->rounds};
    size_t size = (size_t)prospect->count * sizeof(*now);
    int share = prospect->steps / SHARE;
    bool found;

    memcpy(search.now, now, size);
    memcpy(search.open, prospect->open, size);
    for (int i = 0; i < search.rounds; i++)
        search.idle[i] = (1u << search.count) - 1;
    search.steps = share;
    found = fill(&search);
    prospect->steps -= share - (search.steps < 0 ? 0 : search.steps);
    if (!found)
        return false;
    memcpy(prospect->now, search.now, sizeof(search.now));
    memcpy(prospect->mate, search.mate, sizeof(search.mate));
    return true;
}

bool bz_prospect_find(struct bz_prospect *prospect)
{
    return are_enough(prospect) && can_go_on(prospect, prospect->open);
}

bool bz_prospect_narrow(struct bz_prospect *prospect, const uint32_t *now)
{
    uint32_t both[BZ_PROSPECT_MAX];

    for (int i = 0; i < prospect->count; i++)
        both[i] = prospect->now[i] & now[i];
    return can_go_on(prospect, both);
}

/* A pair that is no other's choice any more. */
static void couple(uint32_t *now, int count, int a, int b)
{
    for (int i = 0; i < count; i++)
        now[i] &= ~(1u << a | 1u << b);
    now[a] = 1u << b;
    now[b] = 1u << a;
}

bool bz_prospect_take(struct bz_prospect *prospect, int a, int b)
{
    uint32_t now[BZ_PROSPECT_MAX];

    if (!(prospect->now[a] >> b & 1))
        return false;
    memcpy(now, prospect->now, sizeof(now));
    couple(now, prospect->count, a, b);
    if (prospect->mate[a] != b)
        return can_go_on(prospect, now);
    memcpy(prospect->now, now, sizeof(now));
    return true;
}
