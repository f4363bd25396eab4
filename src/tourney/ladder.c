/*
 * ladder.c - players in an order, and challenges up to a few places above.
 *
 * A round has one distance, from one place up to the reach and then from one again; everybody plays
 * at most once in it. Whoever beats the one above takes his place, and he the other's; a draw
 * changes nothing. Who leaves is taken out of the order.
 */
#include <string.h>

#include "tourney/draw.h"

struct ladder {
    int order[BZ_PAIRING_PLAYERS_MAX]; /* from the top */
    int count;
    int gone[BZ_PAIRING_PLAYERS_MAX]; /* in the order of leaving */
    int gone_count;
    int seats[BZ_PAIRING_PLAYERS_MAX]; /* by player: how often he began, less how often not */
};

static int rounds_of(const struct bz_pairing_input *in)
{
    return in->rounds ? in->rounds : in->players;
}

/* The distance of a round, and the place from which on players are paired off. */
static void shape(const struct bz_pairing_input *in, int count, int round, int *ret_distance,
                  int *ret_start)
{
    int reach = in->reach < count ? in->reach : count - 1;

    *ret_distance = 1 + round % reach;
    *ret_start = round / reach % 2 == 1 && count > 2 * *ret_distance ? *ret_distance : 0;
}

/* The next place above which somebody is challenged, or -1. */
static int next_place(int place, int start, int distance, int count)
{
    place = place < 0 ? start : place + 1;
    if ((place - start) % (2 * distance) >= distance)
        place += distance;
    return place + distance < count ? place : -1;
}

static int64_t encounters_of(const struct bz_pairing_input *in)
{
    int64_t encounters = 0;

    for (int round = 0; round < in->rounds; round++) {
        int distance, start, place = -1;

        shape(in, in->players, round, &distance, &start);
        while ((place = next_place(place, start, distance, in->players)) >= 0)
            encounters++;
    }
    return encounters;
}

/* Of those who leave together the lowest one leaves first. */
static void drop_gone(const struct bz_draw *draw, int round, struct ladder *ladder)
{
    int left = 0;

    for (int i = ladder->count - 1; i >= 0; i--)
        if (!bz_draw_plays(draw, ladder->order[i], round))
            ladder->gone[ladder->gone_count++] = ladder->order[i];
    for (int i = 0; i < ladder->count; i++)
        if (bz_draw_plays(draw, ladder->order[i], round))
            ladder->order[left++] = ladder->order[i];
    ladder->count = left;
}

/* The challenger begins, unless he did so more often. */
static struct bz_encounter challenge(const struct bz_draw *draw, const struct ladder *ladder,
                                     int number, int round, int place, int distance)
{
    int above = ladder->order[place], below = ladder->order[place + distance];
    bool begins = ladder->seats[below] <= ladder->seats[above];

    return (struct bz_encounter){.number = number,
                                 .round = round,
                                 .games = draw->in.games,
                                 .count = 2,
                                 .player = {begins ? below : above, begins ? above : below}};
}

static void settle(struct ladder *ladder, const struct bz_encounter_result *result, int place,
                   int distance)
{
    const int *player = result->encounter.player;
    int winner = bz_draw_winner(result);

    ladder->seats[player[0]]++;
    ladder->seats[player[1]]--;
    if (winner >= 0 && player[winner] == ladder->order[place + distance]) {
        ladder->order[place + distance] = ladder->order[place];
        ladder->order[place] = player[winner];
    }
}

/* Plays a round; true if all its results are there. */
static bool play_round(const struct bz_draw *draw, int round, struct ladder *ladder,
                       struct bz_draft *draft)
{
    int distance, start, place = -1, number = round * (draw->in.players / 2);
    bool all = true;

    drop_gone(draw, round, ladder);
    if (ladder->count < 2)
        return true;
    shape(&draw->in, ladder->count, round, &distance, &start);
    while ((place = next_place(place, start, distance, ladder->count)) >= 0) {
        struct bz_encounter encounter = challenge(draw, ladder, number++, round, place, distance);
        const struct bz_encounter_result *result = bz_draw_find(draw, &encounter);

        if (draft)
            bz_draft_add(draft, &encounter);
        if (result)
            settle(ladder, result, place, distance);
        else
            all = false;
    }
    return all;
}

/* Plays all rounds before `end`; the first one that is not done, or `end`. */
static int play_before(const struct bz_draw *draw, int end, struct ladder *ladder)
{
    int round = 0;

    memset(ladder, 0, sizeof(*ladder));
    memcpy(ladder->order, draw->order, sizeof(ladder->order));
    ladder->count = draw->in.players;
    while (round < end && play_round(draw, round, ladder, NULL))
        round++;
    return round;
}

static int first(const struct bz_draw *draw)
{
    struct ladder ladder;

    return play_before(draw, draw->in.rounds, &ladder);
}

static int ladder_round(const struct bz_draw *draw, int round, struct bz_draft *draft,
                        struct bz_error *err)
{
    struct ladder ladder;
    int open = play_before(draw, round, &ladder);

    if (open < round)
        return bz_fail(err, BZ_ERROR_UNFIT, "round %d waits for results of round %d", round + 1,
                       open + 1);
    play_round(draw, round, &ladder, draft);
    return BZ_OK;
}

/* Whoever left last stands above those who left before. */
static void judge(const struct bz_draw *draw, struct bz_standing *rows, struct bz_keys *keys)
{
    struct ladder ladder;

    (void)rows;
    play_before(draw, draw->in.rounds, &ladder);
    for (int i = 0; i < ladder.count; i++)
        keys[ladder.order[i]] = (struct bz_keys){{draw->in.players - i}};
    for (int i = 0; i < ladder.gone_count; i++)
        keys[ladder.gone[i]] = (struct bz_keys){{i - draw->in.players}};
}

const struct bz_format_rules bz_ladder = {
    .name = "a ladder",
    .rounds = rounds_of,
    .encounters = encounters_of,
    .first = first,
    .round = ladder_round,
    .judge = judge,
};
