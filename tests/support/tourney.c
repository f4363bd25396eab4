/*
 * tourney.c - a tournament played by dice. What every format must keep is checked on the way:
 * numbers are new, nobody sits down twice in a round for two, and asking changes nothing.
 */
#include "tourney.h"

#include <stdlib.h>
#include <string.h>

void tourney_init(struct tourney *tourney, const struct bz_pairing_input *in, uint64_t dice)
{
    *tourney = (struct tourney){.in = *in};
    bz_random_seed(&tourney->dice, dice);
    tourney->list = calloc((size_t)bz_pairing_room(in), sizeof(*tourney->list));
    assert_non_null(tourney->list);
}

void tourney_release(struct tourney *tourney)
{
    free(tourney->list);
    free(tourney->done);
}

static void check_list(const struct tourney *tourney)
{
    bool busy[BZ_PAIRING_PLAYERS_MAX] = {false};

    for (int i = 0; i < tourney->count; i++) {
        const struct bz_encounter *encounter = &tourney->list[i];

        assert_true(encounter->count == tourney->in.seats || encounter->games == 0);
        assert_int_equal(encounter->round, tourney->list[0].round);
        assert_true(i == 0 || encounter->number > tourney->list[i - 1].number);
        for (int k = 0; k < encounter->count; k++) {
            int player = encounter->player[k];
            const int *out = tourney->in.out_from;

            assert_in_range(player, 0, tourney->in.players - 1);
            assert_false(tourney->in.seats == 2 && busy[player]);
            assert_true(!out || out[player] < 0 || out[player] > encounter->round);
            busy[player] = true;
        }
    }
}

/* What is to be played is part of its round. */
static void check_round(const struct tourney *tourney, struct bz_encounter *memory)
{
    int count = -1, found = 0;

    assert_int_equal(bz_pairing_round(&tourney->in, tourney->list[0].round, memory,
                                      bz_pairing_room(&tourney->in), &count, NULL),
                     BZ_OK);
    for (int i = 0; i < count && found < tourney->count; i++)
        found += !memcmp(&memory[i], &tourney->list[found], sizeof(memory[i]));
    assert_int_equal(found, tourney->count);
}

bool tourney_ask(struct tourney *tourney)
{
    int room = bz_pairing_room(&tourney->in), again = -1;
    struct bz_encounter *memory = calloc((size_t)room, sizeof(*memory));
    struct bz_error err = {.code = 0};

    assert_non_null(memory);
    tourney->in.done = tourney->done;
    if (bz_pairing_next(&tourney->in, tourney->list, room, &tourney->count, &err))
        fail_msg("%s", err.text);
    assert_int_equal(bz_pairing_next(&tourney->in, memory, room, &again, &err), BZ_OK);
    assert_int_equal(again, tourney->count);
    assert_memory_equal(memory, tourney->list, (size_t)again * sizeof(*memory));
    check_list(tourney);
    if (tourney->count > 0)
        check_round(tourney, memory);
    free(memory);
    return tourney->count > 0;
}

void tourney_add(struct tourney *tourney, const struct bz_encounter_result *result)
{
    if (tourney->in.done_count == tourney->room) {
        tourney->room = 2 * tourney->room + 64;
        tourney->done = realloc(tourney->done, (size_t)tourney->room * sizeof(*tourney->done));
        assert_non_null(tourney->done);
    }
    tourney->done[tourney->in.done_count++] = *result;
    tourney->in.done = tourney->done;
}

struct bz_encounter_result tourney_dice(struct tourney *tourney,
                                        const struct bz_encounter *encounter)
{
    struct bz_encounter_result result = {.encounter = *encounter};

    if (encounter->games == 0)
        return bz_pairing_bye(&tourney->in, encounter);
    for (int game = 0; game < encounter->games; game++)
        for (int a = 0; a < encounter->count; a++)
            for (int b = 0; b < a; b++) {
                int64_t points = (int64_t)bz_random_below(&tourney->dice, 3);

                result.points[a] += points;
                result.points[b] += 2 - points;
            }
    return result;
}

void tourney_play(struct tourney *tourney)
{
    while (tourney->count > 0) {
        uint64_t chosen = bz_random_below(&tourney->dice, (uint64_t)tourney->count);
        struct bz_encounter_result result = tourney_dice(tourney, &tourney->list[chosen]);

        tourney_add(tourney, &result);
        tourney->list[chosen] = tourney->list[--tourney->count];
    }
}

void tourney_finish(struct tourney *tourney)
{
    while (tourney_ask(tourney))
        tourney_play(tourney);
}

struct bz_pairing_input tourney_settings(enum bz_format format, int players)
{
    return (struct bz_pairing_input){.format = format, .players = players, .seats = 2, .games = 1};
}

struct bz_pairing_total tourney_total(const struct bz_pairing_input *in)
{
    struct bz_pairing_total total;
    struct bz_error err = {.code = 0};

    if (bz_pairing_total(in, &total, &err))
        fail_msg("%s", err.text);
    return total;
}

void tourney_whole(struct tourney *tourney, const struct bz_pairing_input *in, uint64_t dice)
{
    struct bz_pairing_total total = tourney_total(in);
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

static int place_of(const struct bz_encounter *encounter, int player)
{
    for (int i = 0; i < encounter->count; i++)
        if (encounter->player[i] == player)
            return i;
    return -1;
}

int tourney_meetings(const struct tourney *tourney, int a, int b)
{
    int count = 0;

    for (int i = 0; i < tourney->in.done_count; i++)
        count += place_of(&tourney->done[i].encounter, a) >= 0 &&
                 place_of(&tourney->done[i].encounter, b) >= 0;
    return count;
}

int tourney_seated(const struct tourney *tourney, int player, int seat)
{
    int count = 0;

    for (int i = 0; i < tourney->in.done_count; i++)
        count += tourney->done[i].encounter.games % 2 == 1 &&
                 place_of(&tourney->done[i].encounter, player) == seat;
    return count;
}

int tourney_byes(const struct tourney *tourney, int player)
{
    int count = 0;

    for (int i = 0; i < tourney->in.done_count; i++)
        count +=
            tourney->done[i].encounter.games == 0 && tourney->done[i].encounter.player[0] == player;
    return count;
}

void tourney_table(const struct tourney *tourney, struct bz_standing *ret_table)
{
    bool seen[BZ_PAIRING_PLAYERS_MAX] = {false};
    struct bz_error err = {.code = 0};

    if (bz_pairing_standings(&tourney->in, ret_table, &err))
        fail_msg("%s", err.text);
    for (int i = 0; i < tourney->in.players; i++) {
        assert_in_range(ret_table[i].player, 0, tourney->in.players - 1);
        assert_false(seen[ret_table[i].player]);
        seen[ret_table[i].player] = true;
        assert_true(ret_table[i].place == i + 1 ||
                    (i > 0 && ret_table[i].place == ret_table[i - 1].place));
    }
}
