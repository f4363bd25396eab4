/*
 * test_pairing.c - round robin, gauntlet and groups over many sizes: everybody meets whom he should
 * as often as he should, seats are shared out, and what cannot be is refused.
 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "tourney.h"

static int seat_difference(const struct tourney *tourney, int player)
{
    return abs(tourney_seated(tourney, player, 0) - tourney_seated(tourney, player, 1));
}

/* After each round nobody has played two encounters more than another, nor one seat three times
 * more often. */
static void check_so_far(const struct tourney *tourney)
{
    int least = 1 << 30, most = 0;

    for (int i = 0; i < tourney->in.players; i++) {
        int played = tourney_seated(tourney, i, 0) + tourney_seated(tourney, i, 1);

        least = played < least ? played : least;
        most = played > most ? played : most;
        assert_true(seat_difference(tourney, i) <= 2);
    }
    assert_true(most - least <= 1);
}

static void round_robins(void **state)
{
    (void)state;
    for (int players = 2; players <= 21; players++)
        for (int cycles = 1; cycles <= 3; cycles++) {
            struct bz_pairing_input in = tourney_settings(BZ_FORMAT_ROUND_ROBIN, players);
            struct tourney tourney;

            in.cycles = cycles;
            in.lots = players % 3 == 0;
            in.seed = (uint64_t)players;
            tourney_init(&tourney, &in, 1);
            while (tourney_ask(&tourney)) {
                tourney_play(&tourney);
                check_so_far(&tourney);
            }
            tourney_release(&tourney);
            tourney_whole(&tourney, &in, 1);
            for (int a = 0; a < players; a++) {
                assert_true(seat_difference(&tourney, a) <= 1);
                for (int b = 0; b < a; b++)
                    assert_int_equal(tourney_meetings(&tourney, a, b), cycles);
            }
            assert_true(tourney_total(&in).exact);
            tourney_release(&tourney);
        }
}

static void gauntlets(void **state)
{
    (void)state;
    for (int players = 2; players <= 13; players++)
        for (int challengers = 1; challengers < players; challengers++)
            for (int cycles = 1; cycles <= 3; cycles++) {
                struct bz_pairing_input in = tourney_settings(BZ_FORMAT_GAUNTLET, players);
                struct tourney tourney;

                in.challengers = challengers;
                in.cycles = cycles;
                in.lots = true;
                in.seed = (uint64_t)cycles;
                tourney_whole(&tourney, &in, 1);
                for (int a = 0; a < players; a++) {
                    assert_true(seat_difference(&tourney, a) <= 1);
                    for (int b = 0; b < a; b++)
                        assert_int_equal(tourney_meetings(&tourney, a, b),
                                         (a < challengers) == (b < challengers) ? 0 : cycles);
                }
                assert_true(tourney_total(&in).exact);
                tourney_release(&tourney);
            }
}

/* Some have played more: the share of the points decides. */
static void gauntlets_are_judged_by_shares(void **state)
{
    struct bz_pairing_input in = tourney_settings(BZ_FORMAT_GAUNTLET, 4);
    struct tourney tourney;
    struct bz_standing table[4];

    (void)state;
    tourney_init(&tourney, &in, 1);
    while (tourney_ask(&tourney)) {
        struct bz_encounter_result result = {.encounter = tourney.list[0]};
        int challenger = result.encounter.player[0] == 0 ? 0 : 1;

        /* The challenger beats 1 and 2, and loses to 3. */
        result.points[result.encounter.player[1 - challenger] == 3 ? 1 - challenger : challenger] =
            2;
        tourney_add(&tourney, &result);
    }
    tourney_table(&tourney, table);
    assert_int_equal(table[0].player, 3);
    assert_int_equal(table[1].player, 0);
    assert_int_equal(table[1].points, 4);
    assert_int_equal(table[2].place, 3);
    assert_int_equal(table[3].place, 3);
    tourney_release(&tourney);
}

static unsigned set_of(const struct bz_encounter *encounter)
{
    unsigned set = 0;

    for (int i = 0; i < encounter->count; i++)
        set |= 1u << encounter->player[i];
    assert_int_equal(__builtin_popcount(set), encounter->count);
    return set;
}

/* Every group plays as often as there are cycles. */
static void all_groups(void **state)
{
    static int played[1 << 10];

    (void)state;
    for (int players = 3; players <= 10; players++)
        for (int seats = 3; seats <= players && seats <= BZ_PAIRING_SEATS_MAX; seats++) {
            struct bz_pairing_input in = tourney_settings(BZ_FORMAT_ROUND_ROBIN, players);
            struct tourney tourney;

            in.seats = seats;
            in.cycles = 1 + players % 2;
            tourney_whole(&tourney, &in, 1);
            memset(played, 0, sizeof(played));
            for (int i = 0; i < tourney.in.done_count; i++)
                played[set_of(&tourney.done[i].encounter)]++;
            for (unsigned set = 0; set < 1u << players; set++)
                assert_int_equal(played[set], __builtin_popcount(set) == seats ? in.cycles : 0);
            tourney_release(&tourney);
        }
}

/* In every round of a tournament of groups everybody has every seat once. */
static void groups_share_seats(void **state)
{
    (void)state;
    for (int players = 3; players <= 30; players++)
        for (int seats = 3; seats <= 5 && seats <= players; seats++) {
            struct bz_pairing_input in = tourney_settings(BZ_FORMAT_GROUPS, players);
            struct tourney tourney;
            int rounds = tourney_total(&(struct bz_pairing_input){.format = BZ_FORMAT_GROUPS,
                                                                  .players = players,
                                                                  .seats = seats,
                                                                  .games = 1})
                             .rounds;

            in.seats = seats;
            tourney_whole(&tourney, &in, 1);
            for (int i = 0; i < players; i++)
                for (int seat = 0; seat < seats; seat++)
                    assert_int_equal(tourney_seated(&tourney, i, seat), rounds);
            tourney_release(&tourney);
        }
}

/* The Fano plane, and the projective plane of order three: everybody meets everybody once. And in
 * general everybody meets everybody about as often. */
static void groups_meet_evenly(void **state)
{
    static const struct {
        int players, seats, rounds, least, most;
    } cases[] = {{7, 3, 1, 1, 1},  {13, 4, 1, 1, 1},  {13, 3, 4, 1, 3}, {9, 3, 4, 2, 4},
                 {16, 4, 5, 2, 5}, {40, 4, 13, 2, 5}, {5, 5, 2, 10, 10}};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        struct bz_pairing_input in = tourney_settings(BZ_FORMAT_GROUPS, cases[i].players);
        struct tourney tourney;

        in.seats = cases[i].seats;
        in.rounds = cases[i].rounds;
        tourney_whole(&tourney, &in, 1);
        for (int a = 0; a < in.players; a++)
            for (int b = 0; b < a; b++)
                assert_in_range(tourney_meetings(&tourney, a, b), cases[i].least, cases[i].most);
        tourney_release(&tourney);
    }
}

static void everybody_alone(void **state)
{
    struct bz_pairing_input in = tourney_settings(BZ_FORMAT_ROUND_ROBIN, 5);
    struct tourney tourney;
    struct bz_standing table[5];

    (void)state;
    in.seats = 1;
    in.cycles = 3;
    tourney_init(&tourney, &in, 1);
    for (int round = 0; round < 3; round++) {
        assert_true(tourney_ask(&tourney));
        assert_int_equal(tourney.count, 5);
        for (int i = 0; i < 5; i++) {
            struct bz_encounter_result result = {.encounter = tourney.list[i]};

            assert_int_equal(result.encounter.round, round);
            result.points[0] = 100 * result.encounter.player[0] - 250;
            tourney_add(&tourney, &result);
        }
    }
    assert_false(tourney_ask(&tourney));
    tourney_table(&tourney, table);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(table[i].player, 4 - i);
        assert_int_equal(table[i].points, 3 * (100 * (4 - i) - 250));
        assert_int_equal(table[i].wins + table[i].draws + table[i].losses, 0);
    }
    tourney_release(&tourney);
}

/* Who has left has no encounters any more, and all others have theirs. */
static void players_may_leave(void **state)
{
    const int out_from[] = {-1, 3, -1, 0, -1, -1};
    struct bz_pairing_input in = tourney_settings(BZ_FORMAT_ROUND_ROBIN, 6);
    struct tourney tourney;
    int played[6] = {0};

    (void)state;
    in.out_from = out_from;
    tourney_whole(&tourney, &in, 1);
    for (int i = 0; i < tourney.in.done_count; i++)
        for (int k = 0; k < 2; k++)
            played[tourney.done[i].encounter.player[k]]++;
    assert_int_equal(played[3], 0);
    assert_in_range(played[1], 2, 3);
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < a; b++)
            if (out_from[a] < 0 && out_from[b] < 0)
                assert_int_equal(tourney_meetings(&tourney, a, b), 1);
    tourney_release(&tourney);
}

/* The same seed gives the same tournament, another one another; without lots it is the order. */
static void seeds_decide(void **state)
{
    (void)state;
    for (int format = BZ_FORMAT_ROUND_ROBIN; format <= BZ_FORMAT_LADDER; format++) {
        struct bz_pairing_input in = tourney_settings((enum bz_format)format, 16);
        struct bz_encounter list[3][16];
        int count = 0;

        in.lots = true;
        in.challengers = 5;
        for (int i = 0; i < 3; i++) {
            memset(list[i], 0, sizeof(list[i]));
            in.seed = i == 2 ? 8 : 7;
            assert_int_equal(bz_pairing_next(&in, list[i], 16, &count, NULL), BZ_OK);
            assert_true(count > 0);
        }
        assert_memory_equal(list[0], list[1], sizeof(list[0]));
        assert_memory_not_equal(list[0], list[2], sizeof(list[0]));
    }
}

static void what_cannot_be_is_refused(void **state)
{
    static const struct {
        struct bz_pairing_input in;
        int code;
        const char *words;
    } cases[] = {
        {{.players = 0, .seats = 2, .games = 1}, BZ_ERROR_RANGE, "players 0"},
        {{.players = 1001, .seats = 2, .games = 1}, BZ_ERROR_RANGE, "players 1000"},
        {{.players = 4, .seats = 9, .games = 1}, BZ_ERROR_RANGE, "seats 8"},
        {{.players = 4, .seats = 2}, BZ_ERROR_RANGE, "games 0"},
        {{.players = 4, .seats = 2, .games = 1, .cycles = -1}, BZ_ERROR_RANGE, "cycles -1"},
        {{.players = 4, .seats = 2, .games = 1, .cycles = 9999}, BZ_ERROR_RANGE, "rounds"},
        {{.players = 100, .seats = 8, .games = 1}, BZ_ERROR_RANGE, "rounds"},
        {{.players = 1, .seats = 2, .games = 1}, BZ_ERROR_UNFIT, "2 seats"},
        {{.format = BZ_FORMAT_SWISS, .players = 4, .seats = 3, .games = 1},
         BZ_ERROR_UNFIT,
         "Swiss two seats"},
        {{.format = BZ_FORMAT_KNOCKOUT, .players = 4, .seats = 1, .games = 1},
         BZ_ERROR_UNFIT,
         "knockout two seats"},
        {{.format = BZ_FORMAT_GROUPS, .players = 4, .seats = 2, .games = 1},
         BZ_ERROR_UNFIT,
         "groups round robin"},
        {{.format = BZ_FORMAT_GAUNTLET, .players = 4, .seats = 2, .games = 1, .challengers = 4},
         BZ_ERROR_UNFIT,
         "4 challengers nobody"},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        struct bz_encounter list[4];
        struct bz_pairing_total total;
        struct bz_error err;
        int count = 77;

        assert_int_equal(bz_pairing_check(&cases[i].in, &err), cases[i].code);
        check_error(&err, cases[i].code, cases[i].words);
        assert_int_equal(bz_pairing_next(&cases[i].in, list, 4, &count, &err), cases[i].code);
        assert_int_equal(bz_pairing_total(&cases[i].in, &total, &err), cases[i].code);
        assert_int_equal(count, 77);
    }
}

/* Results that cannot be of this tournament. */
static void strange_results_are_refused(void **state)
{
    static const struct bz_encounter_result good = {
        .encounter = {.number = 0, .round = 0, .games = 1, .count = 2, .player = {0, 3}},
        .points = {2, 0}};
    struct bz_pairing_input in = tourney_settings(BZ_FORMAT_KNOCKOUT, 4);
    struct bz_encounter_result done[2];
    struct bz_encounter list[4];
    struct bz_error err;
    int count = 77;

    (void)state;
    in.done = done;
    in.done_count = 1;
    done[0] = good;
    assert_int_equal(bz_pairing_next(&in, list, 4, &count, &err), BZ_OK);
    assert_int_equal(count, 1);
    for (int i = 0; i < 9; i++) {
        struct bz_encounter *encounter = &done[0].encounter;

        done[0] = good;
        done[1] = good;
        in.done_count = 1 + (i == 8);
        encounter->number = i == 0 ? -1 : 0;
        encounter->round = i == 1 ? 2 : 0;
        encounter->games = i == 2 ? -1 : 1;
        encounter->count = i == 3 ? 1 : 2;
        encounter->player[1] = i == 4 ? 4 : i == 5 ? 0 : i == 6 ? 2 : 3;
        done[0].points[0] = i == 7 ? 3 : 2;
        assert_int_equal(bz_pairing_next(&in, list, 4, &count, &err), BZ_ERROR_UNFIT);
        check_error(&err, BZ_ERROR_UNFIT, "encounter");
        assert_int_equal(bz_pairing_check(&in, NULL), i == 6 ? BZ_OK : BZ_ERROR_UNFIT);
    }
}

static void room_is_minded(void **state)
{
    struct bz_pairing_input in = tourney_settings(BZ_FORMAT_ROUND_ROBIN, 8);
    struct bz_encounter list[4];
    struct bz_error err;
    int count = 77;

    (void)state;
    assert_int_equal(bz_pairing_next(&in, list, 3, &count, &err), BZ_ERROR_RANGE);
    check_error(&err, BZ_ERROR_RANGE, "round 1 3 encounters");
    assert_int_equal(count, 77);
    assert_int_equal(bz_pairing_next(&in, list, 4, &count, &err), BZ_OK);
    assert_int_equal(count, 4);
    assert_true(bz_pairing_is_fixed(&in));
    in.format = BZ_FORMAT_SWISS;
    assert_false(bz_pairing_is_fixed(&in));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_robins),
        cmocka_unit_test(gauntlets),
        cmocka_unit_test(gauntlets_are_judged_by_shares),
        cmocka_unit_test(all_groups),
        cmocka_unit_test(groups_share_seats),
        cmocka_unit_test(groups_meet_evenly),
        cmocka_unit_test(everybody_alone),
        cmocka_unit_test(players_may_leave),
        cmocka_unit_test(seeds_decide),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(strange_results_are_refused),
        cmocka_unit_test(room_is_minded),
    };

    return CHECK_RUN(tests);
}
