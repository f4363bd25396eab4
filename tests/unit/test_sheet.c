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

enum { PLAYERS_MAX = 20, SEATS_MAX = 4, NAME_ROOM = 60 };

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
    int players[SEATS_MAX];
    int outcome; /* of the first seat, and every other one */
    int faulty;  /* the seat that crashed, from 1 on; 0: nobody did */
    double points[SEATS_MAX];
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
    OK(bz_director_fill(&cup->director, &err));
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
    game.ruling = fate.faulty ? bz_ruling_word(BZ_RULING_CRASHED) : "";
    game.record = "";
    game.loser = fate.faulty - 1;
    game.print = fate.print ? fate.print : UINT64_C(1000000) + (uint64_t)game.number;
    for (int seat = 0; seat < game.seat_count; seat++) {
        game.seats[seat].points = fate.points[seat];
        if (game.seat_count > 1)
            game.seats[seat].result = results[(seat % 2 ? -fate.outcome : fate.outcome) + 1];
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

/* a and b do the same on every start, c never does. */
static void draw_lots(void *context, struct fate *fate)
{
    int player = fate->players[0];

    fate->points[0] = player == 2 ? (double)bz_random_below(context, 1000) : player * 500;
    fate->print = player == 2 ? 0 : 7 + (uint64_t)player;
}

static void a_start_played_again_is_one(void **state)
{
    struct bz_random dice;
    struct bz_signed_ranks ranks;
    struct bz_estimate mean;
    struct bz_error err;
    struct cup cup;

    bz_random_seed(&dice, 1);
    open_cup(&cup, *state, "again", 3,
             ALONE "\"games\":20,\"openings\":{\"list\":[\"map=village\"]}");
    play_cup(&cup, 1000, draw_lots, &dice);
    assert_int_equal(cup.sheet.ledger.repeated, 2 * 19);
    assert_int_equal(cup.sheet.copies, 2 * 19);
    assert_int_equal(bz_ledger_repeats(bz_ledger_cell(&cup.sheet.ledger, 0, 1)), 19);
    assert_int_equal(bz_ledger_repeats(bz_ledger_cell(&cup.sheet.ledger, 0, 2)), 0);
    assert_int_equal(cup.sheet.ledger.rows[0].games, 20);
    for (int row = 0; row < cup.sheet.count; row++)
        assert_int_equal(cup.sheet.rows[row].points.count,
                         cup.sheet.rows[row].player == 2 ? 20 : 1);
    assert_int_equal(bz_sheet_compare(&cup.sheet, 1, 0, &mean, &ranks, &err), 1);
    assert_true(mean.low_open && mean.high_open);
    check_near(mean.value, 500, 0);
    assert_int_equal(ranks.used, 1);
    assert_int_equal(bz_sheet_compare(&cup.sheet, 2, 0, &mean, &ranks, &err), 20);
    assert_false(mean.low_open);
    close_cup(&cup);
}

/* --- two players ------------------------------------------------------------------------------ */

#define NO_OPENING ",\"openings\":{\"plies\":0}"

/* The first seat wins, always by the same moves; but for one game where that is wanted. */
static void same_again(void *context, struct fate *fate)
{
    const int64_t *odd = context;

    fate->outcome = 1;
    fate->print = fate->number == *odd ? 0 : 5;
}

static double width(const struct bz_estimate *estimate)
{
    return estimate->high - estimate->low;
}

static void a_game_played_again_is_one(void **state)
{
    int64_t odd = -1, left;
    const struct bz_ledger_cell *cell;
    struct bz_outcomes outcomes;
    struct cup cup;

    open_cup(&cup, *state, "again", 2, "\"game\":\"konane\",\"games\":100" NO_OPENING);
    play_cup(&cup, 1000, same_again, &odd);
    cell = bz_ledger_cell(&cup.sheet.ledger, 0, 1);
    outcomes = bz_ledger_outcomes(cell, &left);
    assert_int_equal(bz_wdl_total(&cell->wdl), 100);
    assert_int_equal(bz_ledger_repeats(cell), 98);
    assert_int_equal(bz_outcomes_total(&outcomes), 1);
    assert_int_equal(outcomes.counts[2], 1);
    assert_int_equal(left, 0);
    assert_true(width(&cup.sheet.rows[0].share) > 0.9);
    assert_true(width(&cup.sheet.rows[0].rating) > 400);
    close_cup(&cup);
}

/* One game went otherwise: somebody draws lots when a begins, but not when b does. */
static void one_other_game_makes_all_count(void **state)
{
    int64_t odd = 40;
    const struct bz_ledger_cell *cell;
    struct cup cup;

    open_cup(&cup, *state, "other", 2, "\"game\":\"konane\",\"games\":100" NO_OPENING);
    play_cup(&cup, 1000, same_again, &odd);
    cell = bz_ledger_cell(&cup.sheet.ledger, 0, 1);
    assert_int_equal(bz_ledger_repeats(cell), 49);
    assert_int_equal(bz_wdl_total(&cell->fresh), 51);
    close_cup(&cup);
}

/* The same moves from another start are not the same game; here there are two starts. */
static void starts_are_told_apart(void **state)
{
    int64_t odd = 4;
    const struct bz_ledger_cell *cell;
    struct cup cup;

    open_cup(&cup, *state, "starts", 2,
             "\"game\":\"konane\",\"games\":40,\"openings\":{\"list\":[\"moves d4 d5\","
             "\"moves e5 e4\"]}");
    play_cup(&cup, 1000, same_again, &odd);
    cell = bz_ledger_cell(&cup.sheet.ledger, 0, 1);
    assert_int_equal(bz_ledger_repeats(cell), 3 * 9); /* not where game 5 went otherwise */
    close_cup(&cup);
}

static void as_luck_has_it(void *context, struct fate *fate)
{
    (void)context;
    fate->outcome = 1;
    fate->print = 10 + (uint64_t)fate->number % 6 / 2;
}

/* Every encounter has the same luck: games go differently from start to start, but as they went
 * from the same start before. */
static void the_same_luck_is_the_same_start(void **state)
{
    struct cup cup;

    open_cup(&cup, *state, "luck", 2,
             "\"game\":\"monopoly\",\"games\":6,\"cycles\":2,\"openings\":{\"same\":true}");
    play_cup(&cup, 1000, as_luck_has_it, NULL);
    assert_int_equal(cup.games, 12);
    assert_int_equal(cup.sheet.ledger.repeated, 6);
    close_cup(&cup);
}

static void nothing_but_fresh(void *context, struct fate *fate)
{
    (void)context;
    fate->outcome = fate->number % 3 == 2 ? 1 : 0;
}

static struct bz_outcomes outcomes_of(const struct cup *cup, int64_t *ret_left)
{
    return bz_ledger_outcomes(bz_ledger_cell(&cup->sheet.ledger, 0, 1), ret_left);
}

/* One game without the other of its pair is left out, and the pairs are kept. */
static void whole_pairs_are_kept(void **state)
{
    struct bz_outcomes outcomes;
    struct cup cup;
    int64_t left;

    open_cup(&cup, *state, "odd", 2, "\"game\":\"konane\",\"games\":3,\"cycles\":4");
    play_cup(&cup, 1000, nothing_but_fresh, NULL);
    outcomes = outcomes_of(&cup, &left);
    assert_int_equal(cup.games, 12);
    assert_true(bz_outcomes_are_pairs(&outcomes));
    assert_int_equal(bz_outcomes_total(&outcomes), 4);
    assert_int_equal(left, 4);
    close_cup(&cup);
    open_cup(&cup, *state, "unfinished", 2, "\"game\":\"konane\",\"games\":20");
    play_cup(&cup, 7, nothing_but_fresh, NULL);
    outcomes = outcomes_of(&cup, &left);
    assert_int_equal(bz_outcomes_total(&outcomes), 3);
    assert_int_equal(left, 1);
    close_cup(&cup);
    open_cup(&cup, *state, "single", 2, "\"game\":\"konane\",\"games\":1,\"cycles\":5");
    play_cup(&cup, 1000, nothing_but_fresh, NULL);
    outcomes = outcomes_of(&cup, &left);
    assert_false(bz_outcomes_are_pairs(&outcomes));
    assert_int_equal(bz_outcomes_total(&outcomes), 5);
    assert_int_equal(left, 0);
    close_cup(&cup);
}

/* Player 0 wins, for 1 always crashes, or begins to after some games. */
static void crash(void *context, struct fate *fate)
{
    const int64_t *from = context;

    fate->outcome = fate->players[0] == 0 ? 1 : -1;
    fate->faulty = fate->number < *from ? 0 : fate->players[0] == 1 ? 1 : 2;
}

/* Who is out loses games that nobody plays: they count, and prove nothing. */
static void games_nobody_played_are_no_evidence(void **state)
{
    const struct bz_ledger_cell *cell;
    struct bz_outcomes outcomes;
    struct cup cup;
    int64_t from = 0, left;

    open_cup(&cup, *state, "forfeits", 2, "\"game\":\"konane\",\"games\":1000");
    play_cup(&cup, 1000, crash, &from);
    cell = bz_ledger_cell(&cup.sheet.ledger, 0, 1);
    outcomes = outcomes_of(&cup, &left);
    assert_int_equal(cell->wdl.wins, 1000);
    assert_int_equal(cell->forfeits, 995);
    assert_int_equal(bz_ledger_repeats(cell), 0);
    assert_int_equal(bz_outcomes_total(&outcomes), 2);
    assert_int_equal(left, 1);
    assert_true(width(&cup.sheet.rows[0].share) > 0.3);
    assert_true(width(&cup.sheet.rows[0].rating) > 400);
    close_cup(&cup);
}

/* Also where he played for a while before; the game whose other one nobody played has no pair. */
static void forfeits_are_told_from_repeats(void **state)
{
    const struct bz_ledger_cell *cell;
    struct cup cup;
    int64_t from = 40;

    open_cup(&cup, *state, "late", 2, "\"game\":\"konane\",\"games\":100");
    play_cup(&cup, 1000, crash, &from);
    cell = bz_ledger_cell(&cup.sheet.ledger, 1, 0);
    assert_int_equal(cell->wdl.losses, 100);
    assert_int_equal(cell->fresh.losses, 45);
    assert_int_equal(cell->forfeits, 55);
    assert_int_equal(cell->pairs.counts[0], 22);
    close_cup(&cup);
}

/* --- teams ------------------------------------------------------------------------------------ */

/* The team with player 0 wins. */
static void first_wins(void *context, struct fate *fate)
{
    (void)context;
    fate->outcome = fate->players[0] == 0 || fate->players[2] == 0 ? 1 : -1;
}

/* Partners win and lose together: that says nothing of who is better. */
static void partners_do_not_meet(void **state)
{
    const struct bz_ledger *ledger;
    int64_t meetings = 0;
    struct cup cup;

    open_cup(&cup, *state, "teams", 5,
             "\"game\":\"hotk\",\"options\":[\"rules=published\",\"players=4\"],\"games\":4");
    play_cup(&cup, 1000, first_wins, NULL);
    ledger = &cup.sheet.ledger;
    assert_int_equal(cup.games, 20);
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < 5; b++) {
            struct bz_wdl wdl = bz_ledger_cell(ledger, a, b)->wdl;

            assert_int_equal(wdl.draws, 0);
            meetings += bz_wdl_total(&wdl);
        }
    assert_int_equal(meetings, 20 * 4 * 2); /* everybody has two rivals in a game */
    for (int i = 0; i < ledger->result_count; i++)
        for (int k = 0; k < SEATS_MAX; k++)
            assert_int_equal(ledger->results[i].points[k] % 4, 0);
    close_cup(&cup);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, stores_make, stores_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(equals_look_equal),          CASE(a_start_played_again_is_one),
        CASE(a_game_played_again_is_one), CASE(one_other_game_makes_all_count),
        CASE(starts_are_told_apart),      CASE(the_same_luck_is_the_same_start),
        CASE(whole_pairs_are_kept),       CASE(games_nobody_played_are_no_evidence),
        CASE(partners_do_not_meet),       CASE(forfeits_are_told_from_repeats),
    };

    return CHECK_RUN(tests);
}
