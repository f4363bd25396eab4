/*
 * test_prospect.c - small Swiss tournaments look ahead: a full schedule ends without a second
 * meeting or a second bye, whatever the results; and what is given up for it is no more than brute
 * force says. The search behind it, against all schedules of small graphs.
 */
#include "check.h"

#include <limits.h>
#include <string.h>

#include "base/clock.h"
#include "tourney.h"
#include "tourney/prospect.h"

enum { TINY = 8 };

/* Who may meet whom: in this round, and in this and all after it. */
struct graph {
    int count, rounds;
    unsigned now[TINY], open[TINY];
};

/* Whether those idle in this round, and then all in the others, can be paired. */
static bool can_follow(const struct graph *graph, unsigned idle)
{
    struct graph next = *graph;
    int first = 0;

    if (!idle) {
        idle = (1u << graph->count) - 1;
        next.rounds--;
        memcpy(next.now, next.open, sizeof(next.now));
    }
    if (next.rounds == 0)
        return true;
    while (!(idle >> first & 1))
        first++;
    for (int i = first + 1; i < graph->count; i++) {
        struct graph after = next;

        after.open[first] &= ~(1u << i);
        after.open[i] &= ~(1u << first);
        if (idle >> i & next.now[first] >> i & next.open[first] >> i & 1 &&
            can_follow(&after, idle & ~(1u << i | 1u << first)))
            return true;
    }
    return false;
}

static bool can_all(const struct graph *graph)
{
    return can_follow(graph, (1u << graph->count) - 1);
}

static void join(struct graph *graph, int a, int b)
{
    graph->open[a] |= 1u << b;
    graph->open[b] |= 1u << a;
    graph->now[a] |= 1u << b;
    graph->now[b] |= 1u << a;
}

/* The two meet in this round. */
static struct graph coupled(const struct graph *graph, int a, int b)
{
    struct graph other = *graph;

    for (int i = 0; i < graph->count; i++)
        other.now[i] &= ~(1u << a | 1u << b);
    other.now[a] = graph->now[a] & 1u << b;
    other.now[b] = graph->now[b] & 1u << a;
    return other;
}

static struct graph random_graph(struct bz_random *dice)
{
    int count = 2 + 2 * (int)bz_random_below(dice, TINY / 2);
    struct graph graph = {.count = count};
    unsigned density = 50 + (unsigned)bz_random_below(dice, 51);

    graph.rounds = 1 + (int)bz_random_below(dice, (uint64_t)(count < 4 ? count : 4));
    for (int a = 0; a < count; a++)
        for (int b = 0; b < a; b++)
            if (bz_random_below(dice, 100) < density)
                join(&graph, a, b);
    return graph;
}

/* Some are not to meet in this round, then some are to. */
static void check_takes(struct bz_prospect *prospect, struct graph *graph, struct bz_random *dice)
{
    struct graph narrow = *graph;
    int a = (int)bz_random_below(dice, (uint64_t)graph->count), b;
    bool can;

    narrow.now[a] = 0;
    for (int i = 0; i < graph->count; i++)
        narrow.now[a] |= bz_random_below(dice, 2) ? graph->now[a] & 1u << i : 0u;
    for (int i = 0; i < graph->count; i++)
        if (!(narrow.now[a] >> i & 1))
            narrow.now[i] &= ~(1u << a);
    can = can_all(&narrow);
    assert_int_equal(bz_prospect_narrow(prospect, narrow.now), can);
    *graph = can ? narrow : *graph;
    for (int tries = 0; tries < 20; tries++) {
        a = (int)bz_random_below(dice, (uint64_t)graph->count);
        b = (int)bz_random_below(dice, (uint64_t)graph->count);
        narrow = coupled(graph, a, b);
        can = a != b && can_all(&narrow);
        assert_int_equal(bz_prospect_take(prospect, a, b), can);
        *graph = can ? narrow : *graph;
    }
    for (int i = 0; i < graph->count; i++)
        assert_int_equal(prospect->mate[prospect->mate[i]], i);
}

static void searches_find_what_there_is(void **state)
{
    struct bz_random dice;
    int found = 0, all = 3000;

    (void)state;
    bz_random_seed(&dice, 1);
    for (int n = 0; n < all; n++) {
        struct graph graph = random_graph(&dice);
        struct bz_prospect prospect;
        bool can = can_all(&graph);

        bz_prospect_init(&prospect, graph.count, graph.rounds);
        memcpy(prospect.open, graph.open, sizeof(graph.open));
        assert_int_equal(bz_prospect_find(&prospect), can);
        if (can)
            check_takes(&prospect, &graph, &dice);
        found += can;
    }
    assert_in_range(found, all / 4, all - all / 4);
}

/* What a search cannot tell in time is not so, and a pair that was there is never refused. */
static void searches_are_bounded(void **state)
{
    struct bz_prospect prospect;

    (void)state;
    bz_prospect_init(&prospect, BZ_PROSPECT_MAX, BZ_PROSPECT_MAX - 1);
    for (int i = 0; i < BZ_PROSPECT_MAX; i++)
        prospect.open[i] = ((1u << BZ_PROSPECT_MAX) - 1) & ~(1u << i);
    assert_true(bz_prospect_find(&prospect));
    prospect.steps = 0;
    assert_false(bz_prospect_take(&prospect, 0, prospect.mate[1]));
    for (int i = 0; i < BZ_PROSPECT_MAX; i++)
        if (prospect.mate[i] > i)
            assert_true(bz_prospect_take(&prospect, i, prospect.mate[i]));
    assert_false(bz_prospect_find(&prospect));
}

static struct bz_pairing_input swiss(int players, int rounds, uint64_t dice)
{
    struct bz_pairing_input in = tourney_settings(BZ_FORMAT_SWISS, players);

    in.rounds = rounds;
    in.games = 1 + (int)(dice % 2);
    in.lots = dice % 3 == 0;
    in.seed = dice;
    return in;
}

/* Plays to the end; the longest that a round took to be paired. */
static int64_t play(struct tourney *tourney)
{
    int64_t longest = 0;

    for (;;) {
        int64_t began = bz_clock_micros(), took;
        int room = bz_pairing_room(&tourney->in), count;

        assert_int_equal(bz_pairing_next(&tourney->in, tourney->list, room, &count, NULL), BZ_OK);
        took = bz_clock_micros() - began;
        longest = took > longest ? took : longest;
        if (!tourney_ask(tourney))
            return longest;
        tourney_play(tourney);
    }
}

static int64_t check_schedule(int players, int rounds, uint64_t dice)
{
    struct bz_pairing_input in = swiss(players, rounds, dice);
    struct tourney tourney;
    int64_t longest;

    tourney_init(&tourney, &in, dice);
    longest = play(&tourney);
    assert_int_equal(tourney.in.done_count, rounds * ((players + 1) / 2));
    for (int a = 0; a < players; a++) {
        assert_in_range(tourney_byes(&tourney, a), 0, players % 2);
        for (int b = 0; b < a; b++)
            assert_in_range(tourney_meetings(&tourney, a, b), 0, 1);
    }
    tourney_release(&tourney);
    return longest;
}

static void nobody_meets_twice(void **state)
{
    (void)state;
    for (int players = 3; players <= BZ_PROSPECT_MAX; players++) {
        int64_t longest = 0;

        for (int rounds = 1; rounds < players + players % 2; rounds++)
            for (uint64_t dice = 0; dice < (players <= 10 ? 40 : 4); dice++) {
                int64_t took = check_schedule(players, rounds, dice);

                longest = took > longest ? took : longest;
            }
        print_message("# %d players: a round paired in %.3f ms at most\n", players,
                      (double)longest / 1e3);
    }
}

/* What may follow a round, as the test sees it. The bye is one more player. */
static struct graph look(const struct tourney *tourney, int round)
{
    int players = tourney->in.players, fewest = INT_MAX;
    struct graph graph = {.count = players + players % 2, .rounds = tourney->in.rounds - round};

    for (int i = 0; i < players; i++)
        fewest = tourney_byes(tourney, i) < fewest ? tourney_byes(tourney, i) : fewest;
    for (int a = 0; a < graph.count; a++)
        for (int b = 0; b < a; b++)
            if (a == players ? tourney_byes(tourney, b) == fewest
                             : tourney_meetings(tourney, a, b) == 0)
                join(&graph, a, b);
    return graph;
}

/* Players by points, then by number. */
static void list_table(const struct tourney *tourney, int64_t *ret_points, int *ret_order)
{
    memset(ret_points, 0, TINY * sizeof(*ret_points));
    for (int i = 0; i < tourney->in.done_count; i++)
        for (int k = 0; k < tourney->done[i].encounter.count; k++)
            ret_points[tourney->done[i].encounter.player[k]] += tourney->done[i].points[k];
    for (int i = 0; i < tourney->in.players; i++) {
        int at = i;

        for (; at > 0 && ret_points[ret_order[at - 1]] < ret_points[i]; at--)
            ret_order[at] = ret_order[at - 1];
        ret_order[at] = i;
    }
}

static int opponent_of(const struct tourney *tourney, int player)
{
    for (int i = 0; i < tourney->count; i++)
        for (int k = 0; k < tourney->list[i].count; k++)
            if (tourney->list[i].player[k] == player)
                return tourney->list[i].count == 1 ? tourney->in.players
                                                   : tourney->list[i].player[1 - k];
    fail_msg("player %d is not paired", player);
    return -1;
}

/* The lowest has it whose bye lets everything follow. */
static struct graph with_bye(const struct tourney *tourney, const struct graph *graph,
                             const int *order)
{
    int lowest = tourney->in.players - 1;
    struct graph next = coupled(graph, order[lowest], tourney->in.players);

    while (lowest > 0 && !can_all(&next))
        next = coupled(graph, order[--lowest], tourney->in.players);
    assert_int_equal(opponent_of(tourney, order[lowest]), tourney->in.players);
    return next;
}

/* From the top down nobody could have met anybody nearer in points, such that all can follow. */
static void check_round(const struct tourney *tourney)
{
    int order[TINY], players = tourney->in.players;
    int64_t points[TINY];
    struct graph graph = look(tourney, tourney->list[0].round);

    list_table(tourney, points, order);
    if (players % 2)
        graph = with_bye(tourney, &graph, order);
    for (int i = 0; i < players; i++) {
        int a = order[i], other = opponent_of(tourney, a);
        struct graph next = coupled(&graph, a, other);

        assert_true(can_all(&next));
        for (int k = i + 1; k < players && other < players; k++) {
            struct graph nearer = coupled(&graph, a, order[k]);

            if (points[order[k]] > points[other])
                assert_false(can_all(&nearer));
        }
        graph = next;
    }
}

static void no_more_is_given_up_than_must_be(void **state)
{
    (void)state;
    for (int players = 3; players < TINY; players++)
        for (int rounds = 1; rounds < players + players % 2; rounds++)
            for (uint64_t dice = 1; dice < 20; dice += 2) {
                struct bz_pairing_input in = swiss(players, rounds, dice);
                struct tourney tourney;

                in.lots = false;
                in.games = 2; /* seats do not matter then */
                tourney_init(&tourney, &in, dice);
                while (tourney_ask(&tourney)) {
                    check_round(&tourney);
                    tourney_play(&tourney);
                }
                tourney_release(&tourney);
            }
}

/* That somebody leaves is known later than the rounds he was in. */
static void rounds_do_not_know_who_leaves(void **state)
{
    (void)state;
    for (uint64_t dice = 0; dice < 50; dice++) {
        int out_from[9] = {-1, -1, -1, -1, -1, -1, -1, -1, -1}, left = (int)(dice % 7) + 1;
        struct bz_pairing_input in = swiss(9, 8, dice);
        struct bz_encounter before[9];
        struct tourney tourney;
        int count;

        in.out_from = out_from;
        tourney_init(&tourney, &in, dice);
        for (int round = 0; round < left; round++) {
            tourney_ask(&tourney);
            memcpy(before, tourney.list, sizeof(before));
            tourney_play(&tourney);
        }
        out_from[dice % 9] = out_from[dice % 5] = left;
        assert_int_equal(bz_pairing_round(&tourney.in, left - 1, tourney.list, 9, &count, NULL),
                         BZ_OK);
        assert_int_equal(count, 5);
        assert_memory_equal(tourney.list, before, 5 * sizeof(*before));
        tourney_finish(&tourney);
        tourney_release(&tourney);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(searches_find_what_there_is),
        cmocka_unit_test(searches_are_bounded),
        cmocka_unit_test(nobody_meets_twice),
        cmocka_unit_test(no_more_is_given_up_than_must_be),
        cmocka_unit_test(rounds_do_not_know_who_leaves),
    };

    return CHECK_RUN(tests);
}
