/*
 * test_pairing.c - round robin, gauntlet, groups, knockout and ladder over many sizes: everybody
 * meets whom he should as often as he should, seats are shared out, brackets are those of the
 * textbooks, and what cannot be is refused.
 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "tourney.h"

static struct bz_pairing_input settings(enum bz_format format, int players)
{
    return (struct bz_pairing_input){.format = format, .players = players, .seats = 2, .games = 1};
}

static struct bz_pairing_total total_of(const struct bz_pairing_input *in)
{
    struct bz_pairing_total total;
    struct bz_error err = {.code = 0};

    if (bz_pairing_total(in, &total, &err))
        fail_msg("%s", err.text);
    return total;
}

/* Plays it all; the total was right, or at least not too low. */
static void finish(struct tourney *tourney, const struct bz_pairing_input *in, uint64_t dice)
{
    struct bz_pairing_total total = total_of(in);
    int64_t encounters = 0, games = 0;

    tourney_init(tourney, in, dice);
    tourney_finish(tourney);
    for (int i = 0; i < tourney->in.done_count; i++) {
        const struct bz_encounter *encounter = &tourney->done[i].encounter;

        assert_true(encounter->round < total.rounds);
        encounters += encounter->games > 0;
        games += encounter->games;
    }
    assert_true(encounters <= total.encounters && games <= total.games);
    assert_true(!total.exact || (encounters == total.encounters && games == total.games));
}

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
            struct bz_pairing_input in = settings(BZ_FORMAT_ROUND_ROBIN, players);
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
            finish(&tourney, &in, 1);
            for (int a = 0; a < players; a++) {
                assert_true(seat_difference(&tourney, a) <= 1);
                for (int b = 0; b < a; b++)
                    assert_int_equal(tourney_meetings(&tourney, a, b), cycles);
            }
            assert_true(total_of(&in).exact);
            tourney_release(&tourney);
        }
}

static void gauntlets(void **state)
{
    (void)state;
    for (int players = 2; players <= 13; players++)
        for (int challengers = 1; challengers < players; challengers++)
            for (int cycles = 1; cycles <= 3; cycles++) {
                struct bz_pairing_input in = settings(BZ_FORMAT_GAUNTLET, players);
                struct tourney tourney;

                in.challengers = challengers;
                in.cycles = cycles;
                in.lots = true;
                in.seed = (uint64_t)cycles;
                finish(&tourney, &in, 1);
                for (int a = 0; a < players; a++) {
                    assert_true(seat_difference(&tourney, a) <= 1);
                    for (int b = 0; b < a; b++)
                        assert_int_equal(tourney_meetings(&tourney, a, b),
                                         (a < challengers) == (b < challengers) ? 0 : cycles);
                }
                assert_true(total_of(&in).exact);
                tourney_release(&tourney);
            }
}

/* Some have played more: the share of the points decides. */
static void gauntlets_are_judged_by_shares(void **state)
{
    struct bz_pairing_input in = settings(BZ_FORMAT_GAUNTLET, 4);
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
            struct bz_pairing_input in = settings(BZ_FORMAT_ROUND_ROBIN, players);
            struct tourney tourney;

            in.seats = seats;
            in.cycles = 1 + players % 2;
            finish(&tourney, &in, 1);
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
            struct bz_pairing_input in = settings(BZ_FORMAT_GROUPS, players);
            struct tourney tourney;
            int rounds = total_of(&(struct bz_pairing_input){.format = BZ_FORMAT_GROUPS,
                                                             .players = players,
                                                             .seats = seats,
                                                             .games = 1})
                             .rounds;

            in.seats = seats;
            finish(&tourney, &in, 1);
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
        struct bz_pairing_input in = settings(BZ_FORMAT_GROUPS, cases[i].players);
        struct tourney tourney;

        in.seats = cases[i].seats;
        in.rounds = cases[i].rounds;
        finish(&tourney, &in, 1);
        for (int a = 0; a < in.players; a++)
            for (int b = 0; b < a; b++)
                assert_in_range(tourney_meetings(&tourney, a, b), cases[i].least, cases[i].most);
        tourney_release(&tourney);
    }
}

static void everybody_alone(void **state)
{
    struct bz_pairing_input in = settings(BZ_FORMAT_ROUND_ROBIN, 5);
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
    struct bz_pairing_input in = settings(BZ_FORMAT_ROUND_ROBIN, 6);
    struct tourney tourney;
    int played[6] = {0};

    (void)state;
    in.out_from = out_from;
    finish(&tourney, &in, 1);
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
        struct bz_pairing_input in = settings(BZ_FORMAT_KNOCKOUT, players);
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
        assert_int_equal(round, total_of(&in).rounds);
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
            struct bz_pairing_input in = settings(BZ_FORMAT_KNOCKOUT, players);
            struct bz_standing table[33];
            struct tourney tourney;
            int third = players >= 3 ? 2 : 0;

            in.replays = kind % 3;
            in.third_place = kind >= 3;
            in.lots = true;
            in.games = 2;
            in.replay_games = 1;
            in.seed = (uint64_t)kind;
            finish(&tourney, &in, (uint64_t)(players * 7 + kind));
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
    struct bz_pairing_input in = settings(BZ_FORMAT_KNOCKOUT, 4);
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
    assert_int_equal(total_of(&in).encounters, 9);
    assert_int_equal(total_of(&in).games, 3 * (4 + 2));
    assert_false(total_of(&in).exact);
    tourney_release(&tourney);
}

/* Who leaves is beaten without a game. */
static void knockouts_without_some(void **state)
{
    const int out_from[] = {1, -1, -1, 0, 0, 1, -1, -1};
    struct bz_pairing_input in = settings(BZ_FORMAT_KNOCKOUT, 8);
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
            struct bz_pairing_input in = settings(BZ_FORMAT_LADDER, players);
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
            assert_int_equal(total_of(&in).encounters, tourney.in.done_count);
            assert_true(total_of(&in).exact);
            tourney_release(&tourney);
        }
}

/* Everybody gets to play, and whoever leaves is below all others. */
static void ladders_without_some(void **state)
{
    const int out_from[] = {4, -1, -1, 2, -1, -1, -1};
    struct bz_pairing_input in = settings(BZ_FORMAT_LADDER, 7);
    struct bz_standing table[7];
    struct tourney tourney;

    (void)state;
    in.out_from = out_from;
    in.reach = 2;
    finish(&tourney, &in, 4);
    tourney_table(&tourney, table);
    assert_int_equal(table[5].player, 0);
    assert_int_equal(table[6].player, 3);
    for (int i = 0; i < 5; i++)
        assert_true(table[i].encounters >= 3);
    tourney_release(&tourney);
}

/* The same seed gives the same tournament, another one another; without lots it is the order. */
static void seeds_decide(void **state)
{
    (void)state;
    for (int format = BZ_FORMAT_ROUND_ROBIN; format <= BZ_FORMAT_LADDER; format++) {
        struct bz_pairing_input in = settings((enum bz_format)format, 16);
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
    struct bz_pairing_input in = settings(BZ_FORMAT_KNOCKOUT, 4);
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
    struct bz_pairing_input in = settings(BZ_FORMAT_ROUND_ROBIN, 8);
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
        cmocka_unit_test(brackets),
        cmocka_unit_test(knockouts_end),
        cmocka_unit_test(draws_are_played_again),
        cmocka_unit_test(knockouts_without_some),
        cmocka_unit_test(ladders),
        cmocka_unit_test(ladders_without_some),
        cmocka_unit_test(seeds_decide),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(strange_results_are_refused),
        cmocka_unit_test(room_is_minded),
    };

    return CHECK_RUN(tests);
}
