/*
 * test_knockout.c - knockouts and ladders: brackets are those of the textbooks, draws are played
 * again, one is left; and the order of a ladder is what comes of its results.
 */
#include "check.h"

#include <stdlib.h>

#include "tourney.h"

/* Plays what was asked for: the player with the lower number wins, or all is drawn. */
static void play_by_number(struct tourney *tourney, bool drawn)
{
    for (int i = 0; i < tourney->count; i++) {
        struct bz_encounter_result result = {.encounter = tourney->list[i]};

        if (result.encounter.games == 0)
            result = bz_pairing_bye(&tourney->in, &tourney->list[i]);
        else if (drawn)
            result.points[0] = result.points[1] = result.encounter.games;
        else
            result.points[result.encounter.player[1] < result.encounter.player[0]] =
                2 * result.encounter.games;
        tourney_add(tourney, &result);
    }
}

/* How many of the field are left after so many rounds, by halving what was filled up. */
static int left_after(int players, int rounds)
{
    int size = 1;

    while (size < players)
        size *= 2;
    return rounds == 0 ? players : size >> rounds;
}

/* Where the favourites win, seed n meets the one that the textbook says: both numbers, from 1 on,
 * add up to one more than there are left. */
static void brackets(void **state)
{
    (void)state;
    for (int players = 2; players <= 33; players++) {
        struct bz_pairing_input in = tourney_settings(BZ_FORMAT_KNOCKOUT, players);
        struct bz_standing table[33];
        struct tourney tourney;
        int round = 0;

        tourney_init(&tourney, &in, 1);
        for (; tourney_ask(&tourney); round++) {
            int size = 2 * left_after(players, round + 1), byes = size - left_after(players, round);

            for (int i = 0; i < tourney.count; i++) {
                const struct bz_encounter *encounter = &tourney.list[i];

                assert_int_equal(encounter->round, round);
                if (encounter->count == 1)
                    assert_true(encounter->player[0] < byes);
                else
                    assert_int_equal(encounter->player[0] + encounter->player[1], size - 1);
            }
            assert_int_equal(tourney.count, size / 2);
            play_by_number(&tourney, false);
        }
        assert_int_equal(round, tourney_total(&in).rounds);
        tourney_table(&tourney, table);
        for (int i = 0; i < players; i++) {
            int player = table[i].player, out = table[i].out;

            assert_int_equal(player, i);
            assert_true(i == 0 ? out == -1 : i >= left_after(players, out + 1));
            assert_true(i == 0 || i < left_after(players, out));
            assert_int_equal(table[i].place, i == 0 ? 1 : left_after(players, out + 1) + 1);
        }
        tourney_release(&tourney);
    }
}

/* By dice, with and without draws, replays and third place: one is left, and everybody else was
 * beaten once. */
static void knockouts_end(void **state)
{
    (void)state;
    for (int players = 2; players <= 33; players++)
        for (int kind = 0; kind < 6; kind++) {
            struct bz_pairing_input in = tourney_settings(BZ_FORMAT_KNOCKOUT, players);
            struct bz_standing table[33];
            struct tourney tourney;
            int third = players >= 3 ? 2 : 0;

            in.replays = kind % 3;
            in.third_place = kind >= 3;
            in.lots = true;
            in.games = 2;
            in.replay_games = 1;
            in.seed = (uint64_t)kind;
            tourney_whole(&tourney, &in, (uint64_t)(players * 7 + kind));
            tourney_table(&tourney, table);
            assert_int_equal(table[0].out, -1);
            for (int i = 1; i < players; i++)
                assert_true(table[i].out >= 0 &&
                            table[i].out <= table[i - 1].out + 1000 * (i == 1));
            assert_int_equal(table[1].place, 2);
            if (third && players >= 4)
                assert_int_equal(table[3].place, in.third_place ? 4 : 3);
            tourney_release(&tourney);
        }
}

/* Draw after draw: as many replays as there may be, seats in turn, then the better seed. */
static void draws_are_played_again(void **state)
{
    struct bz_pairing_input in = tourney_settings(BZ_FORMAT_KNOCKOUT, 4);
    struct bz_standing table[4];
    struct tourney tourney;

    (void)state;
    in.games = 4;
    in.replays = 2;
    in.replay_games = 1;
    tourney_init(&tourney, &in, 1);
    for (int round = 0; round < 2; round++)
        for (int replay = 0; replay <= 2; replay++) {
            assert_true(tourney_ask(&tourney));
            assert_int_equal(tourney.count, 2 - round);
            assert_int_equal(tourney.list[0].round, round);
            assert_int_equal(tourney.list[0].replay, replay);
            assert_int_equal(tourney.list[0].games, replay ? 1 : 4);
            if (round == 0)
                assert_int_equal(tourney.list[0].player[replay % 2], 0);
            play_by_number(&tourney, true);
        }
    assert_false(tourney_ask(&tourney));
    tourney_table(&tourney, table);
    assert_int_equal(table[0].player, 0);
    assert_int_equal(table[1].player, 1);
    assert_int_equal(tourney_total(&in).encounters, 9);
    assert_int_equal(tourney_total(&in).games, 3 * (4 + 2));
    assert_false(tourney_total(&in).exact);
    tourney_release(&tourney);
}

/* Who leaves is beaten without a game. */
static void knockouts_without_some(void **state)
{
    const int out_from[] = {1, -1, -1, 0, 0, 1, -1, -1};
    struct bz_pairing_input in = tourney_settings(BZ_FORMAT_KNOCKOUT, 8);
    struct bz_standing table[8];
    struct tourney tourney;

    (void)state;
    in.out_from = out_from;
    in.third_place = true;
    tourney_init(&tourney, &in, 1);
    while (tourney_ask(&tourney))
        play_by_number(&tourney, false);
    tourney_table(&tourney, table);
    /* 0-7, 1-6, 2-5 are played and 3-4 by nobody; 0 leaves: so 1 meets 2, and plays nobody then. */
    assert_int_equal(table[0].player, 1);
    assert_int_equal(table[0].byes, 1);
    assert_int_equal(tourney_byes(&tourney, 2), 1);
    tourney_release(&tourney);
}

/* The order of the ladder is what comes of swapping, played again by hand. */
static void ladders(void **state)
{
    (void)state;
    for (int players = 2; players <= 20; players++)
        for (int reach = 1; reach <= 4; reach++) {
            struct bz_pairing_input in = tourney_settings(BZ_FORMAT_LADDER, players);
            struct bz_standing table[20];
            struct tourney tourney;
            int place[20], swaps = 0;

            in.reach = reach;
            in.rounds = 12;
            tourney_init(&tourney, &in, (uint64_t)(players + reach));
            for (int i = 0; i < players; i++)
                place[i] = i;
            while (tourney_ask(&tourney)) {
                int from = tourney.in.done_count;

                for (int i = 0; i < tourney.count; i++)
                    assert_in_range(
                        abs(place[tourney.list[i].player[0]] - place[tourney.list[i].player[1]]), 1,
                        reach);
                tourney_play(&tourney);
                for (int i = from; i < tourney.in.done_count; i++) {
                    const struct bz_encounter_result *result = &tourney.done[i];
                    int winner = result->points[1] > result->points[0];
                    int a = result->encounter.player[winner];
                    int b = result->encounter.player[1 - winner], old = place[a];

                    if (result->points[0] == result->points[1] || place[a] < place[b])
                        continue;
                    place[a] = place[b];
                    place[b] = old;
                    swaps++;
                }
            }
            tourney_table(&tourney, table);
            for (int i = 0; i < players; i++) {
                assert_int_equal(place[table[i].player], i);
                assert_int_equal(table[i].place, i + 1);
            }
            assert_true(swaps > 0);
            assert_int_equal(tourney_total(&in).encounters, tourney.in.done_count);
            assert_true(tourney_total(&in).exact);
            tourney_release(&tourney);
        }
}

/* Everybody gets to play, and whoever leaves is below all others. */
static void ladders_without_some(void **state)
{
    const int out_from[] = {4, -1, -1, 2, -1, -1, -1};
    struct bz_pairing_input in = tourney_settings(BZ_FORMAT_LADDER, 7);
    struct bz_standing table[7];
    struct tourney tourney;

    (void)state;
    in.out_from = out_from;
    in.reach = 2;
    tourney_whole(&tourney, &in, 4);
    tourney_table(&tourney, table);
    assert_int_equal(table[5].player, 0);
    assert_int_equal(table[6].player, 3);
    for (int i = 0; i < 5; i++)
        assert_true(table[i].encounters >= 3);
    tourney_release(&tourney);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(brackets),
        cmocka_unit_test(knockouts_end),
        cmocka_unit_test(draws_are_played_again),
        cmocka_unit_test(knockouts_without_some),
        cmocka_unit_test(ladders),
        cmocka_unit_test(ladders_without_some),
    };

    return CHECK_RUN(tests);
}
