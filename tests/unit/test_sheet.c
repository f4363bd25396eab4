/*
 * test_sheet.c - what a table says of games that were made up: how sure it is, and of what.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stores.h"
#include "tourney/director.h"
#include "tourney/sheet.h"

enum { PLAYERS_MAX = 20, NAME_ROOM = 60 };

#define OK(call)                      \
    do {                              \
        if ((call) != BZ_OK)          \
            fail_msg("%s", err.text); \
    } while (0)

/* A tournament whose games are made up. */
struct cup {
    struct bz_store *store;
    struct bz_director director;
    struct bz_sheet sheet;
    int64_t worker, first; /* the first player */
    int games;
};

/* How a game ends; the players' numbers, by seats. */
struct fate {
    int64_t number;
    int players[2];
    int outcome; /* of the first seat */
    double points[2];
    uint64_t print;
};
typedef void invent(void *context, struct fate *fate);

static int take_first(void *context, const struct bz_store_player *player)
{
    struct cup *cup = context;

    if (player->number == 0)
        cup->first = player->id;
    return 0;
}

/* Players are called a, b ...; the rest of the plan is the caller's. */
static void open_cup(struct cup *cup, const struct stores *stores, const char *name, int players,
                     const char *rest)
{
    char text[200 + PLAYERS_MAX * NAME_ROOM];
    struct bz_buf config = BZ_BUF(text);
    struct bz_error err;
    struct bz_plan plan;

    *cup = (struct cup){.store = stores_open(stores, BZ_STORE_CREATE)};
    bz_buf_add(&config, "{\"name\":\"%s\",%s,\"players\":[", name, rest);
    for (int i = 0; i < players; i++)
        bz_buf_add(&config, "%s{\"name\":\"%c\",\"spec\":\"random\"}", i ? "," : "", 'a' + i);
    bz_buf_add(&config, "]}");
    OK(bz_plan_parse(&plan, text, &err));
    OK(bz_director_begin(&cup->director, cup->store, &plan, &err));
    OK(bz_store_players(cup->store, cup->director.tournament, take_first, cup, &err));
    cup->worker = stores_worker(cup->store);
}

static void hand_in(const struct cup *cup, const struct bz_store_game *claimed, invent *how,
                    void *context)
{
    static const enum bz_store_result results[] = {BZ_STORE_LOSS, BZ_STORE_DRAW, BZ_STORE_WIN};
    static const char *const words[] = {"p2win", "draw", "p1win"};
    struct bz_store_game game = *claimed;
    struct fate fate = {.number = game.number};
    struct bz_error err;

    for (int seat = 0; seat < game.seat_count; seat++)
        fate.players[seat] = (int)(game.seats[seat].player - cup->first);
    how(context, &fate);
    game.result = game.seat_count == 1 ? "over" : words[fate.outcome + 1];
    game.ruling = game.record = "";
    game.loser = -1;
    game.print = fate.print ? fate.print : UINT64_C(1000000) + (uint64_t)game.number;
    for (int seat = 0; seat < game.seat_count; seat++) {
        game.seats[seat].points = fate.points[seat];
        if (game.seat_count == 2)
            game.seats[seat].result = results[(seat ? -fate.outcome : fate.outcome) + 1];
    }
    OK(bz_store_finish(cup->store, &game, NULL, 0, &err));
}

/* Plays at most so many games, by their numbers. */
static void play_cup(struct cup *cup, int most, invent *how, void *context)
{
    struct bz_store_hand hand;
    struct bz_error err;
    int played = 0;

    do {
        int room = most - played < BZ_STORE_CLAIM_MAX ? most - played : BZ_STORE_CLAIM_MAX;

        OK(bz_store_claim(cup->store, cup->worker, cup->director.tournament, room, &hand, &err));
        for (int i = 0; i < hand.count; i++)
            hand_in(cup, &hand.games[i], how, context);
        played += hand.count;
        room = hand.count;
        bz_store_hand_release(&hand);
        if (!room)
            break;
    } while (played < most);
    cup->games = played;
    OK(bz_sheet_read(&cup->sheet, cup->store, cup->director.tournament, &cup->director.plan, &err));
}

static void close_cup(struct cup *cup)
{
    bz_sheet_release(&cup->sheet);
    bz_director_release(&cup->director);
    bz_store_close(cup->store);
}

/* --- alone ------------------------------------------------------------------------------------ */

#define ALONE "\"game\":\"diamonds\",\"options\":[\"players=1\"],"

static void draw_points(void *context, struct fate *fate)
{
    fate->points[0] = (double)bz_random_below(context, 10000);
}

static bool is_off(const struct bz_estimate *estimate, double truth)
{
    return truth < estimate->low || estimate->high < truth;
}

/* Twenty who are equally good: hardly one is said not to be. */
static void equals_look_equal(void **state)
{
    struct bz_random dice;
    int shares = 0, ratings = 0;

    bz_random_seed(&dice, 1);
    for (int i = 0; i < 5; i++) {
        char name[8];
        struct cup cup;

        snprintf(name, sizeof(name), "t%d", i);
        open_cup(&cup, *state, name, PLAYERS_MAX, ALONE "\"games\":4");
        play_cup(&cup, 1000, draw_points, &dice);
        assert_int_equal(cup.games, 4 * PLAYERS_MAX);
        for (int row = 0; row < cup.sheet.count; row++) {
            shares += is_off(&cup.sheet.rows[row].share, 0.5);
            ratings += is_off(&cup.sheet.rows[row].rating, 0);
        }
        close_cup(&cup);
    }
    assert_in_range(shares, 0, 7); /* of 100 */
    assert_in_range(ratings, 0, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(equals_look_equal, stores_make, stores_remove),
    };

    return CHECK_RUN(tests);
}
