/*
 * test_director.c - a queue that fills up may be interrupted as often as one likes: it holds the
 * same games in the same order in the end, and nothing is decided before.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "stores.h"
#include "tourney/director.h"

enum { ROOM = 1024 };

#define OK(call)                      \
    do {                              \
        if ((call) != BZ_OK)          \
            fail_msg("%s", err.text); \
    } while (0)

#define LETTER   "𝄞"
#define ROBIN    "\"games\":100,\"failures\":3"
#define KNOCKOUT "\"games\":200,\"format\":\"knockout\",\"replays\":0"

/* Sets the flag when so many games are in the queue. */
struct patience {
    atomic_bool stop;
    int64_t most, seen, total;
};

static void look(void *context, int64_t queued, int64_t total)
{
    struct patience *patience = context;

    assert_true(queued > patience->seen && queued <= total);
    patience->seen = queued;
    patience->total = total;
    if (queued >= patience->most)
        atomic_store(&patience->stop, true);
}

static void watch(struct bz_director *director, struct patience *patience, int64_t most)
{
    patience->most = most;
    patience->seen = patience->total = 0;
    atomic_store(&patience->stop, false);
    director->filling =
        (struct bz_filling){.stop = &patience->stop, .tell = look, .context = patience};
}

/* The last player has the longest name there is, in bytes. */
static void begin(struct bz_store *store, const char *name, const char *rest,
                  struct bz_director *ret_director)
{
    char text[400 + BZ_PLAN_NAME_BYTES], longest[BZ_PLAN_NAME_BYTES + 1] = "";
    struct bz_error err;
    struct bz_plan plan;

    while (strlen(longest) < BZ_PLAN_NAME_BYTES)
        strcat(longest, LETTER);
    snprintf(text, sizeof(text),
             "{\"name\":\"%s\",\"game\":\"konane\",%s,\"players\":["
             "{\"name\":\"a\",\"spec\":\"random\"},{\"name\":\"b\",\"spec\":\"random\"},"
             "{\"name\":\"c\",\"spec\":\"random\"},{\"name\":\"%s\",\"spec\":\"random\"}]}",
             name, rest, longest);
    OK(bz_plan_parse(&plan, text, &err));
    OK(bz_director_begin(ret_director, store, &plan, &err));
}

/* What can be claimed, in that order. */
struct queue {
    int64_t numbers[ROOM];
    char tasks[ROOM][64];
    int seats[ROOM][2]; /* players' numbers */
    int count;
};

static int note_first(void *context, const struct bz_store_player *player)
{
    int64_t *first = context;

    if (player->number == 0)
        *first = player->id;
    return 0;
}

/* Hands every game in: whoever sits at the second seat loses, by a fault where that is wanted. */
static void empty_queue(struct bz_store *store, const struct bz_director *director, bool faulty,
                        struct queue *queue)
{
    int64_t worker = stores_worker(store), first = 0;
    struct bz_store_hand hand;
    struct bz_error err;
    int count;

    OK(bz_store_players(store, director->tournament, note_first, &first, &err));
    do {
        OK(bz_store_claim(store, worker, director->tournament, BZ_STORE_CLAIM_MAX, &hand, &err));
        count = hand.count;
        for (int i = 0; i < count; i++) {
            struct bz_store_game game = hand.games[i];
            int at = queue->count++;

            assert_true(at < ROOM);
            queue->numbers[at] = game.number;
            snprintf(queue->tasks[at], sizeof(queue->tasks[at]), "%s", game.task);
            for (int seat = 0; seat < 2; seat++)
                queue->seats[at][seat] = (int)(game.seats[seat].player - first);
            game.result = "p1win";
            game.ruling = faulty ? bz_ruling_word(BZ_RULING_CRASHED) : "";
            game.loser = faulty ? 1 : -1;
            game.record = "";
            game.seats[0].result = BZ_STORE_WIN;
            game.seats[1].result = BZ_STORE_LOSS;
            OK(bz_store_finish(store, &game, NULL, 0, &err));
        }
        bz_store_hand_release(&hand);
    } while (count > 0);
}

static int64_t queued(struct bz_store *store, const struct bz_director *director)
{
    int64_t counts[BZ_STORE_STATES];
    struct bz_error err;

    OK(bz_store_count(store, director->tournament, counts, &err));
    return counts[BZ_STORE_QUEUED];
}

/* Stopped twice, by whoever happens to direct it. */
static void the_queue_is_the_same(void **state)
{
    struct bz_store *store = stores_open(*state, BZ_STORE_CREATE);
    static struct queue whole, parts;
    struct bz_director director;
    struct patience patience;
    struct bz_error err;

    whole.count = parts.count = 0;
    begin(store, "whole", ROBIN, &director);
    watch(&director, &patience, INT64_MAX);
    OK(bz_director_fill(&director, &err));
    assert_int_equal(patience.seen, 600);
    assert_int_equal(patience.total, 600);
    empty_queue(store, &director, false, &whole);
    bz_director_release(&director);

    begin(store, "parts", ROBIN, &director);
    for (int i = 0; i < 2; i++) {
        watch(&director, &patience, 256 * (i + 1));
        assert_int_equal(bz_director_fill(&director, &err), BZ_ERROR_STOPPED);
        check_error(&err, BZ_ERROR_STOPPED, i ? "512 of 600" : "256 of 600");
        assert_int_equal(queued(store, &director), 256 * (i + 1));
        bz_director_release(&director);
        OK(bz_director_resume(&director, store, "parts", false, &err));
        assert_true(director.is_new);
    }
    watch(&director, &patience, 600); /* too late to be stopped */
    OK(bz_director_fill(&director, &err));
    assert_false(director.is_new);
    empty_queue(store, &director, false, &parts);
    bz_director_release(&director);
    assert_int_equal(parts.count, 600);
    assert_memory_equal(&parts, &whole, sizeof(whole));
    bz_store_close(store);
}

/* Whoever plays what is there already: nothing is over, and nobody out. */
static void nothing_is_decided_before(void **state)
{
    struct bz_store *store = stores_open(*state, BZ_STORE_CREATE);
    static struct queue queue;
    struct bz_director director;
    struct patience patience;
    struct bz_ledger ledger;
    struct bz_error err;
    bool over = true;

    queue.count = 0;
    begin(store, "cup", ROBIN, &director);
    watch(&director, &patience, 1);
    assert_int_equal(bz_director_step(&director, &over, &err), BZ_ERROR_STOPPED);
    assert_false(over);
    empty_queue(store, &director, true, &queue);
    OK(bz_ledger_read(&ledger, store, director.tournament, &director.plan, &err));
    assert_int_equal(ledger.games, 256);
    for (int i = 0; i < 4; i++)
        assert_int_equal(ledger.rows[i].out, -1);
    bz_ledger_release(&ledger);
    watch(&director, &patience, INT64_MAX);
    OK(bz_director_step(&director, &over, &err));
    assert_false(over);
    assert_int_equal(queued(store, &director), 344);
    empty_queue(store, &director, false, &queue);
    OK(bz_director_step(&director, &over, &err));
    assert_true(over);
    bz_director_release(&director);
    bz_store_close(store);
}

/* A round of a knockout is stopped and gone on with as well. */
static void rounds_may_be_stopped(void **state)
{
    struct bz_store *store = stores_open(*state, BZ_STORE_CREATE);
    static struct queue queue;
    struct bz_director director;
    struct patience patience;
    struct bz_error err;
    bool over = false;

    queue.count = 0;
    begin(store, "cup", KNOCKOUT, &director);
    watch(&director, &patience, 1);
    assert_int_equal(bz_director_step(&director, &over, &err), BZ_ERROR_STOPPED);
    assert_int_equal(patience.total, 400);
    assert_int_equal(queued(store, &director), 256);
    for (int i = 0; i < 20 && !over; i++) {
        watch(&director, &patience, INT64_MAX);
        OK(bz_director_step(&director, &over, &err));
        empty_queue(store, &director, false, &queue);
    }
    assert_true(over);
    bz_director_release(&director);
    bz_store_close(store);
}

static int note_event(void *context, const struct bz_store_event *event)
{
    int *outs = context;

    assert_true(bz_utf8_is(event->text));
    *outs += !strcmp(event->kind, "out") && strstr(event->text, LETTER " is out: it lost");
    return 0;
}

/* Whoever is out is told by his name, however long. */
static void whole_names_are_told(void **state)
{
    struct bz_store *store = stores_open(*state, BZ_STORE_CREATE);
    static struct queue queue;
    struct bz_director director;
    struct bz_error err;
    bool over = false;
    int outs = 0;

    queue.count = 0;
    begin(store, "cup", "\"games\":1,\"failures\":1", &director);
    OK(bz_director_fill(&director, &err));
    empty_queue(store, &director, true, &queue);
    OK(bz_director_step(&director, &over, &err));
    assert_true(over);
    OK(bz_store_events(store, director.tournament, 0, note_event, &outs, &err));
    assert_int_equal(outs, 1);
    bz_director_release(&director);
    bz_store_close(store);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, stores_make, stores_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(the_queue_is_the_same),
        CASE(nothing_is_decided_before),
        CASE(rounds_may_be_stopped),
        CASE(whole_names_are_told),
    };

    return CHECK_RUN(tests);
}
