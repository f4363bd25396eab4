/*
 * test_ledger.c - the order in which games are handed in does not matter: who is out is decided
 * once, never taken back, and in the end what a plain walk over all games says.
 */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "stores.h"
#include "tourney/director.h"

enum { PLAYERS = 6, GAMES = 60, FAILURES = 3, ORDERS = 12 };

#define OK(call)                      \
    do {                              \
        if ((call) != BZ_OK)          \
            fail_msg("%s", err.text); \
    } while (0)

static const char config[] =
    "{\"name\":\"%s\",\"game\":\"konane\",\"games\":2,\"cycles\":2,\"failures\":3,\"players\":["
    "{\"name\":\"a\",\"spec\":\"random\"},{\"name\":\"b\",\"spec\":\"random\"},"
    "{\"name\":\"c\",\"spec\":\"random\"},{\"name\":\"d\",\"spec\":\"random\"},"
    "{\"name\":\"e\",\"spec\":\"random\"},{\"name\":\"f\",\"spec\":\"random\"}]}";

/* What happens in a game, whoever plays it and whenever: who loses, and whether by a fault. */
struct fate {
    int loser;
    bool faulty;
    int64_t players[2];
};

static void draw_fates(struct fate *fates, const struct bz_store_hand *hand, uint64_t seed)
{
    struct bz_random dice;

    bz_random_seed(&dice, seed);
    for (int i = 0; i < GAMES; i++) {
        fates[i].loser = (int)bz_random_below(&dice, 2);
        fates[i].faulty = bz_random_below(&dice, 10) < 8;
        for (int seat = 0; seat < 2; seat++)
            fates[i].players[seat] = hand->games[i].seats[seat].player;
    }
}

static void hand_in(struct bz_store *store, const struct bz_store_game *claimed,
                    const struct fate *fate)
{
    struct bz_store_game game = *claimed;
    struct bz_error err;

    game.result = fate->loser ? "p1win" : "p2win";
    game.ruling = fate->faulty ? bz_ruling_word(BZ_RULING_CRASHED) : "";
    game.loser = fate->faulty ? fate->loser : -1;
    game.record = "";
    for (int seat = 0; seat < 2; seat++)
        game.seats[seat].result = seat == fate->loser ? BZ_STORE_LOSS : BZ_STORE_WIN;
    OK(bz_store_finish(store, &game, NULL, 0, &err));
}

/* The game from which on each is out, found by a walk over all games; -1 for nobody. */
static void walk(const struct fate *fates, int64_t first, int64_t *ret_out)
{
    int streaks[PLAYERS] = {0};

    for (int i = 0; i < PLAYERS; i++)
        ret_out[i] = -1;
    for (int i = 0; i < GAMES; i++) {
        int64_t a = fates[i].players[0] - first, b = fates[i].players[1] - first;

        if (ret_out[a] >= 0 || ret_out[b] >= 0)
            continue;
        for (int seat = 0; seat < 2; seat++) {
            int64_t player = seat ? b : a;

            streaks[player] = fates[i].faulty && fates[i].loser == seat ? streaks[player] + 1 : 0;
            if (streaks[player] == FAILURES)
                ret_out[player] = i + 1;
        }
    }
}

static void shuffle(int *order, uint64_t seed)
{
    struct bz_random dice;

    bz_random_seed(&dice, seed);
    for (int i = 0; i < GAMES; i++)
        order[i] = i;
    for (int i = GAMES - 1; i > 0; i--) {
        int other = (int)bz_random_below(&dice, (uint64_t)i + 1), kept = order[i];

        order[i] = order[other];
        order[other] = kept;
    }
}

static int64_t lowest_player(const struct bz_store_hand *hand)
{
    int64_t lowest = INT64_MAX;

    for (int i = 0; i < hand->count; i++)
        for (int seat = 0; seat < 2; seat++)
            if (hand->games[i].seats[seat].player < lowest)
                lowest = hand->games[i].seats[seat].player;
    return lowest;
}

/* Hands all games in, in this order, and looks at the ledger after each. */
static void play_in_order(struct bz_store *store, const struct bz_director *director,
                          const struct bz_store_hand *hand, const struct fate *fates, uint64_t seed)
{
    int64_t wanted[PLAYERS];
    struct bz_ledger ledger;
    struct bz_error err;
    int order[GAMES], outs = 0;

    walk(fates, lowest_player(hand), wanted);
    shuffle(order, seed);
    for (int i = 0; i < GAMES; i++) {
        int now = 0;

        hand_in(store, &hand->games[order[i]], &fates[order[i]]);
        OK(bz_ledger_read(&ledger, store, director->tournament, &director->plan, &err));
        for (int player = 0; player < PLAYERS; player++) {
            if (ledger.rows[player].out >= 0) /* never too early, and never another game */
                assert_int_equal(ledger.rows[player].out, wanted[player]);
            now += ledger.rows[player].out >= 0;
        }
        assert_true(now >= outs);
        outs = now;
        if (i == GAMES - 1)
            for (int player = 0; player < PLAYERS; player++)
                assert_int_equal(ledger.rows[player].out, wanted[player]);
        bz_ledger_release(&ledger);
    }
}

static void any_order(void **state)
{
    struct bz_store *store = stores_open(*state, BZ_STORE_CREATE);
    struct bz_store_hand hand;
    struct fate fates[GAMES];
    int64_t worker = stores_worker(store);
    struct bz_error err;

    for (uint64_t seed = 1; seed <= ORDERS; seed++) {
        struct bz_director director;
        struct bz_plan plan;
        char name[16], text[sizeof(config) + sizeof(name)];

        snprintf(name, sizeof(name), "t%d", (int)seed);
        snprintf(text, sizeof(text), config, name);
        OK(bz_plan_parse(&plan, text, &err));
        OK(bz_director_begin(&director, store, &plan, &err));
        OK(bz_director_fill(&director, &err));
        OK(bz_store_claim(store, worker, director.tournament, GAMES, &hand, &err));
        assert_int_equal(hand.count, GAMES);
        draw_fates(fates, &hand, seed);
        play_in_order(store, &director, &hand, fates, seed);
        bz_store_hand_release(&hand);
        bz_director_release(&director);
    }
    bz_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(any_order, stores_make, stores_remove),
    };

    return CHECK_RUN(tests);
}
