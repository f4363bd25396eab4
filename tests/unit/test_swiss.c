/*
 * test_swiss.c - Swiss pairings against brute force: no second bye while somebody has had none, no
 * second meeting while there is a way, the lowest gets the bye, and from the top down nobody could
 * have had an opponent nearer in points. The matching behind it, against all matchings of small
 * graphs.
 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "tourney.h"
#include "tourney/matching.h"

enum { SMALL = 10 };

/* The most pairs that the vertices of the set can form. */
static int most_pairs(const bool *joined, int count, unsigned set)
{
    int best, first = 0;

    if (!set)
        return 0;
    while (!(set >> first & 1))
        first++;
    set &= ~(1u << first);
    best = most_pairs(joined, count, set);
    for (int i = first + 1; i < count; i++)
        if (set >> i & 1 && joined[first * count + i]) {
            int pairs = 1 + most_pairs(joined, count, set & ~(1u << i));

            best = pairs > best ? pairs : best;
        }
    return best;
}

static void random_graph(struct bz_random *dice, int count, unsigned density, bool *ret_joined)
{
    memset(ret_joined, 0, (size_t)(count * count) * sizeof(*ret_joined));
    for (int a = 0; a < count; a++)
        for (int b = 0; b < a; b++)
            ret_joined[a * count + b] = ret_joined[b * count + a] =
                bz_random_below(dice, 100) < density;
}

static void shuffled(struct bz_random *dice, int count, int *ret_order)
{
    for (int i = 0; i < count; i++) {
        int k = (int)bz_random_below(dice, (uint64_t)i + 1);

        ret_order[i] = ret_order[k];
        ret_order[k] = i;
    }
}

/* The vertices that are left out are those that a greedy choice with brute force leaves out. */
static void check_cover(const struct bz_matching *matching, const bool *joined, int count,
                        const int *ranking)
{
    unsigned all = (1u << count) - 1, left_out = 0;
    int pairs = 0, most = most_pairs(joined, count, all);

    for (int i = 0; i < count; i++) {
        int mate = matching->mate[i];

        assert_true(mate == BZ_MATCHING_NONE ||
                    (matching->mate[mate] == i && joined[i * count + mate]));
        pairs += mate != BZ_MATCHING_NONE;
    }
    assert_int_equal(pairs, 2 * most);
    for (int i = count - 1; i >= 0; i--) {
        unsigned without = left_out | 1u << ranking[i];

        if (most_pairs(joined, count, all & ~without) == most)
            left_out = without;
    }
    for (int i = 0; i < count; i++)
        assert_int_equal(matching->mate[i] == BZ_MATCHING_NONE, left_out >> i & 1);
}

/* Pairs can be taken exactly where the rest can still be paired off. */
static void check_takes(struct bz_matching *matching, const bool *joined, int count,
                        struct bz_random *dice)
{
    unsigned set = 0;

    for (int i = 0; i < count; i++) {
        matching->gone[i] = matching->mate[i] == BZ_MATCHING_NONE;
        set |= matching->gone[i] ? 0u : 1u << i;
    }
    for (int tries = 0; tries < 30 && set; tries++) {
        int a = (int)bz_random_below(dice, (uint64_t)count);
        int b = (int)bz_random_below(dice, (uint64_t)count);
        unsigned rest = set & ~(1u << a) & ~(1u << b);
        bool can = joined[a * count + b] &&
                   2 * most_pairs(joined, count, rest) == __builtin_popcount(rest);

        if (a == b || !(set >> a & 1) || !(set >> b & 1))
            continue;
        assert_int_equal(bz_matching_take(matching, a, b), can);
        set = can ? rest : set;
    }
}

static void matchings_are_the_best(void **state)
{
    static struct bz_matching matching;
    struct bz_random dice;
    bool joined[SMALL * SMALL];
    int ranking[SMALL];

    (void)state;
    bz_random_seed(&dice, 1);
    for (int n = 0; n < 3000; n++) {
        int count = 1 + (int)bz_random_below(&dice, SMALL);

        random_graph(&dice, count, 10 + (unsigned)bz_random_below(&dice, 60), joined);
        shuffled(&dice, count, ranking);
        bz_matching_init(&matching, joined, count);
        bz_matching_cover(&matching, ranking);
        check_cover(&matching, joined, count, ranking);
        check_takes(&matching, joined, count, &dice);
    }
}

/* The history as the test sees it, by player. */
struct view {
    int count;
    bool fresh[SMALL * SMALL]; /* who have not met */
    int64_t points[SMALL];
    int byes[SMALL];
    int seats[SMALL]; /* how much more often he sat at the first than at the second */
    int order[SMALL]; /* by points, then by the first ranking, which is the players' order */
};

static void look(const struct tourney *tourney, struct view *view)
{
    *view = (struct view){.count = tourney->in.players};
    for (int i = 0; i < tourney->in.done_count; i++)
        for (int k = 0; k < tourney->done[i].encounter.count; k++)
            view->points[tourney->done[i].encounter.player[k]] += tourney->done[i].points[k];
    for (int i = 0; i < view->count; i++) {
        int at = i;

        view->byes[i] = tourney_byes(tourney, i);
        view->seats[i] = tourney_seated(tourney, i, 0) - tourney_seated(tourney, i, 1);
        for (int k = 0; k < view->count; k++)
            view->fresh[i * view->count + k] = i != k && tourney_meetings(tourney, i, k) == 0;
        for (; at > 0 && view->points[view->order[at - 1]] < view->points[i]; at--)
            view->order[at] = view->order[at - 1];
        view->order[at] = i;
    }
}

/* Whether the set can be paired off without a second meeting. */
static bool pairs_off(const struct view *view, unsigned set)
{
    return 2 * most_pairs(view->fresh, view->count, set) == __builtin_popcount(set);
}

static int fewest_byes(const struct view *view)
{
    int fewest = view->byes[0];

    for (int i = 1; i < view->count; i++)
        fewest = view->byes[i] < fewest ? view->byes[i] : fewest;
    return fewest;
}

/* How many fresh pairs there can be: with a bye, of those who have had fewest, for each of them in
 * turn; and the lowest whose bye leaves so many, or -1 where nobody needs one. */
static int most_fresh(const struct view *view, int *ret_bye)
{
    unsigned all = (1u << view->count) - 1;
    int most = -1;

    *ret_bye = -1;
    if (view->count % 2 == 0)
        return most_pairs(view->fresh, view->count, all);
    for (int i = view->count - 1; i >= 0; i--) {
        int player = view->order[i];
        int pairs = most_pairs(view->fresh, view->count, all & ~(1u << player));

        if (view->byes[player] > fewest_byes(view) || pairs <= most)
            continue;
        most = pairs;
        *ret_bye = player;
    }
    return most;
}

/* Whether one of them will have had a seat three times more often than the other. */
static bool strains(const struct view *view, int a, int b)
{
    return (view->seats[a] >= 2 && view->seats[b] >= 2) ||
           (view->seats[a] <= -2 && view->seats[b] <= -2);
}

/* Without those two of whom one would have had a seat three times more often than the other. */
static struct view balanced(const struct view *view)
{
    struct view other = *view;

    for (int a = 0; a < view->count; a++)
        for (int b = 0; b < view->count; b++)
            if (strains(view, a, b))
                other.fresh[a * view->count + b] = false;
    return other;
}

/* The nearest in points below, such that all others can be paired off. */
static int64_t least_gap(const struct view *view, int player, unsigned rest)
{
    int64_t least = INT64_MAX;

    for (int i = 0; i < view->count; i++)
        if (rest >> i & 1 && view->fresh[player * view->count + i] &&
            pairs_off(view, rest & ~(1u << i)) && view->points[player] - view->points[i] < least)
            least = view->points[player] - view->points[i];
    return least;
}

static int opponent_of(const struct tourney *tourney, int player)
{
    for (int i = 0; i < tourney->count; i++)
        for (int k = 0; k < tourney->list[i].count; k++)
            if (tourney->list[i].player[k] == player)
                return tourney->list[i].count == 1 ? -1 : tourney->list[i].player[1 - k];
    fail_msg("player %d is not paired", player);
    return -1;
}

/* A round that can be paired with fresh opponents is, and as it should be. */
static void check_fresh(const struct tourney *tourney, const struct view *view, int bye)
{
    unsigned rest = (1u << view->count) - 1;
    struct view even = balanced(view);

    if (bye >= 0) {
        assert_int_equal(opponent_of(tourney, bye), -1);
        rest &= ~(1u << bye);
    }
    if (pairs_off(&even, rest))
        view = &even;
    for (int i = 0; i < view->count; i++) {
        int player = view->order[i], other;

        if (!(rest >> player & 1))
            continue;
        rest &= ~(1u << player);
        other = opponent_of(tourney, player);
        assert_true(other >= 0 && view->fresh[player * view->count + other]);
        assert_int_equal(view->points[player] - view->points[other], least_gap(view, player, rest));
        rest &= ~(1u << other);
    }
}

/* Otherwise as few meet again as can be. */
static void check_stale(const struct tourney *tourney, const struct view *view, int most)
{
    int fresh = 0;

    for (int i = 0; i < view->count; i++) {
        int other = opponent_of(tourney, i);

        fresh += other >= 0 && view->fresh[i * view->count + other];
        if (other < 0)
            assert_int_equal(view->byes[i], fewest_byes(view));
    }
    assert_int_equal(fresh, 2 * most);
}

/* How many rounds were of each kind is returned, lest the test should test nothing. */
static void check_tournament(int players, int rounds, int games, uint64_t dice, int *fresh_rounds,
                             int *stale_rounds)
{
    const struct bz_pairing_input in = {.format = BZ_FORMAT_SWISS,
                                        .players = players,
                                        .seats = 2,
                                        .games = games,
                                        .rounds = rounds,
                                        .seed = dice};
    struct tourney tourney;

    tourney_init(&tourney, &in, dice);
    while (tourney_ask(&tourney)) {
        struct view view;
        int bye, most;

        look(&tourney, &view);
        most = most_fresh(&view, &bye);
        if (most == players / 2) {
            check_fresh(&tourney, &view, bye);
            ++*fresh_rounds;
        } else {
            check_stale(&tourney, &view, most);
            ++*stale_rounds;
        }
        tourney_play(&tourney);
    }
    assert_int_equal(tourney.in.done_count, rounds * ((players + 1) / 2));
    tourney_release(&tourney);
}

/* So many rounds that none looks ahead; test_prospect.c has those that do. */
static void nobody_meets_twice_while_avoidable(void **state)
{
    int fresh = 0, stale = 0;

    (void)state;
    for (uint64_t dice = 0; dice < 40; dice++)
        for (int players = 2; players <= SMALL; players++)
            check_tournament(players, players + 1, 1 + (int)(dice % 2), dice, &fresh, &stale);
    assert_true(fresh > 1000);
    assert_true(stale > 300);
}

/* Whatever the field, the rounds and the results: nobody has two byes more than anybody else. */
static void byes_go_round(void **state)
{
    (void)state;
    for (int players = 3; players < SMALL; players += 2)
        for (int rounds = 1; rounds <= 2 * players + 1; rounds++)
            for (uint64_t dice = 0; dice < 25; dice++) {
                const struct bz_pairing_input in = {.format = BZ_FORMAT_SWISS,
                                                    .players = players,
                                                    .seats = 2,
                                                    .games = 1 + (int)(dice % 2),
                                                    .rounds = rounds,
                                                    .lots = dice % 3 == 0,
                                                    .seed = dice};
                struct tourney tourney;

                tourney_init(&tourney, &in, dice);
                tourney_finish(&tourney);
                for (int i = 0; i < players; i++)
                    assert_in_range(tourney_byes(&tourney, i), rounds / players,
                                    (rounds + players - 1) / players);
                tourney_release(&tourney);
            }
}

/* After everybody has met everybody, a third meeting waits until there is no second one. */
static void meetings_stay_even(void **state)
{
    const struct bz_pairing_input in = {
        .format = BZ_FORMAT_SWISS, .players = 4, .seats = 2, .games = 2, .rounds = 9};

    (void)state;
    for (uint64_t dice = 0; dice < 20; dice++) {
        struct tourney tourney;

        tourney_init(&tourney, &in, dice);
        tourney_finish(&tourney);
        for (int a = 0; a < 4; a++)
            for (int b = 0; b < a; b++)
                assert_int_equal(tourney_meetings(&tourney, a, b), 3);
        tourney_release(&tourney);
    }
}

/* With one game each, nobody gets one seat much more often than the other. */
static void seats_are_balanced(void **state)
{
    (void)state;
    for (int dice = 0; dice < 60; dice++) {
        int players = 20 + dice % 45;
        const struct bz_pairing_input in = {
            .format = BZ_FORMAT_SWISS, .players = players, .seats = 2, .games = 1, .rounds = 7};
        struct tourney tourney;

        tourney_init(&tourney, &in, (uint64_t)dice);
        tourney_finish(&tourney);
        for (int i = 0; i < players; i++)
            assert_in_range(tourney_seated(&tourney, i, 0) - tourney_seated(&tourney, i, 1) + 2, 0,
                            4);
        tourney_release(&tourney);
    }
}

/* Who leaves is not paired any more; the others go on. */
static void players_may_leave(void **state)
{
    int out_from[] = {-1, 2, -1, -1, 0, 3, -1};
    const struct bz_pairing_input in = {.format = BZ_FORMAT_SWISS,
                                        .players = 7,
                                        .seats = 2,
                                        .games = 2,
                                        .rounds = 4,
                                        .out_from = out_from};
    struct tourney tourney;
    int rounds[7] = {0};

    (void)state;
    tourney_init(&tourney, &in, 5);
    tourney_finish(&tourney);
    for (int i = 0; i < tourney.in.done_count; i++)
        for (int k = 0; k < tourney.done[i].encounter.count; k++)
            rounds[tourney.done[i].encounter.player[k]]++;
    for (int i = 0; i < 7; i++)
        assert_int_equal(rounds[i], out_from[i] < 0 ? 4 : out_from[i]);
    tourney_release(&tourney);
}

static void rounds_wait_for_results(void **state)
{
    const struct bz_pairing_input in = {
        .format = BZ_FORMAT_SWISS, .players = 6, .seats = 2, .games = 2, .rounds = 3};
    struct bz_encounter list[6];
    struct bz_error err;
    struct tourney tourney;
    int count = 77;

    (void)state;
    tourney_init(&tourney, &in, 5);
    assert_int_equal(bz_pairing_round(&tourney.in, 1, list, 6, &count, &err), BZ_ERROR_UNFIT);
    check_error(&err, BZ_ERROR_UNFIT, "round 2 waits");
    assert_int_equal(count, 77);
    assert_int_equal(bz_pairing_round(&tourney.in, 3, list, 6, &count, &err), BZ_OK);
    assert_int_equal(count, 0);
    tourney_ask(&tourney);
    tourney_play(&tourney);
    assert_int_equal(bz_pairing_round(&tourney.in, 1, list, 6, &count, &err), BZ_OK);
    assert_int_equal(count, 3);
    tourney_release(&tourney);
}

/* Half played, a round is asked for again: what is left is what was not played. */
static void a_round_stays_while_it_is_played(void **state)
{
    const struct bz_pairing_input in = {
        .format = BZ_FORMAT_SWISS, .players = 20, .seats = 2, .games = 1, .rounds = 6, .seed = 9};
    struct bz_encounter list[20];
    struct tourney tourney;

    (void)state;
    tourney_init(&tourney, &in, 5);
    while (tourney_ask(&tourney)) {
        int count = tourney.count;

        memcpy(list, tourney.list, sizeof(list));
        for (int i = 0; i < count; i++) {
            struct bz_encounter_result result = tourney_dice(&tourney, &list[i]);

            tourney_add(&tourney, &result);
            tourney_ask(&tourney);
            if (i + 1 < count)
                assert_memory_equal(tourney.list, &list[i + 1],
                                    (size_t)(count - i - 1) * sizeof(*list));
        }
    }
    assert_int_equal(tourney.in.done_count, 60);
    tourney_release(&tourney);
}

/* A small table by hand: A beats B, C beats D, A draws C, B beats D; two points a win. */
static void tie_breaks(void **state)
{
    static const int meets[4][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}};
    static const int points[4][2] = {{2, 0}, {2, 0}, {1, 1}, {2, 0}};
    static const struct bz_standing wanted[4] = {
        {.player = 0,
         .place = 1,
         .points = 3,
         .buchholz = 5,
         .sonneborn = 7,
         .wins = 1,
         .draws = 1},
        {.player = 2,
         .place = 2,
         .points = 3,
         .buchholz = 3,
         .sonneborn = 3,
         .wins = 1,
         .draws = 1},
        {.player = 1,
         .place = 3,
         .points = 2,
         .buchholz = 3,
         .sonneborn = 0,
         .wins = 1,
         .losses = 1},
        {.player = 3, .place = 4, .points = 0, .buchholz = 5, .sonneborn = 0, .losses = 2},
    };
    struct bz_encounter_result done[4];
    const struct bz_pairing_input in = {.format = BZ_FORMAT_SWISS,
                                        .players = 4,
                                        .seats = 2,
                                        .games = 1,
                                        .rounds = 2,
                                        .done = done,
                                        .done_count = 4};
    struct bz_standing table[4];

    (void)state;
    for (int i = 0; i < 4; i++)
        done[i] = (struct bz_encounter_result){.encounter = {.number = i,
                                                             .round = i / 2,
                                                             .games = 1,
                                                             .count = 2,
                                                             .player = {meets[i][0], meets[i][1]}},
                                               .points = {points[i][0], points[i][1]}};
    assert_int_equal(bz_pairing_standings(&in, table, NULL), BZ_OK);
    for (int i = 0; i < 4; i++) {
        struct bz_standing row = wanted[i];

        row.out = -1;
        row.encounters = 2;
        assert_memory_equal(&table[i], &row, sizeof(row));
    }
}

/* A bye is a win, and for the tie-breaks an opponent as good as oneself. */
static void byes_count_as_wins(void **state)
{
    for (int scoring = BZ_SCORING_GAMES; scoring <= BZ_SCORING_ENCOUNTERS; scoring++) {
        const struct bz_pairing_input in = {.format = BZ_FORMAT_SWISS,
                                            .scoring = (enum bz_scoring)scoring,
                                            .players = 3,
                                            .seats = 2,
                                            .games = 4,
                                            .rounds = 1};
        int64_t points = scoring == BZ_SCORING_GAMES ? 8 : 2;
        struct bz_standing table[3];
        struct tourney tourney;

        (void)state;
        tourney_init(&tourney, &in, 1);
        tourney_finish(&tourney);
        tourney_table(&tourney, table);
        for (int i = 0; i < 3; i++)
            if (table[i].byes) {
                assert_int_equal(table[i].player, 2);
                assert_int_equal(table[i].points, points);
                assert_int_equal(table[i].buchholz, points);
                assert_int_equal(table[i].sonneborn, points * points);
                assert_int_equal(table[i].encounters, 0);
            }
        tourney_release(&tourney);
    }
}

/* A thousand players are paired, none twice with the same. */
static void large_fields(void **state)
{
    const struct bz_pairing_input in = {.format = BZ_FORMAT_SWISS,
                                        .players = 999,
                                        .seats = 2,
                                        .games = 1,
                                        .rounds = 12,
                                        .lots = true,
                                        .seed = 3};
    static bool met[999][999];
    struct tourney tourney;

    (void)state;
    tourney_init(&tourney, &in, 5);
    tourney_finish(&tourney);
    assert_int_equal(tourney.in.done_count, 12 * 500);
    for (int i = 0; i < tourney.in.done_count; i++) {
        const struct bz_encounter *encounter = &tourney.done[i].encounter;
        int a = encounter->player[0], b = encounter->count == 2 ? encounter->player[1] : a;

        assert_false(met[a][b]);
        met[a][b] = met[b][a] = true;
    }
    tourney_release(&tourney);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matchings_are_the_best),
        cmocka_unit_test(nobody_meets_twice_while_avoidable),
        cmocka_unit_test(byes_go_round),
        cmocka_unit_test(meetings_stay_even),
        cmocka_unit_test(seats_are_balanced),
        cmocka_unit_test(players_may_leave),
        cmocka_unit_test(rounds_wait_for_results),
        cmocka_unit_test(a_round_stays_while_it_is_played),
        cmocka_unit_test(tie_breaks),
        cmocka_unit_test(byes_count_as_wins),
        cmocka_unit_test(large_fields),
    };

    return CHECK_RUN(tests);
}
