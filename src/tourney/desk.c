/*
 * desk.c - encounters become games in the queue.
 *
 * Games are handed out in the order in which they come into the queue, and encounters take turns:
 * whenever somebody looks all players have played about as much. The numbers of games do not follow
 * that order; they are by encounter.
 */
#include "tourney/desk.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tourney/roll.h"

enum {
    BATCH = 256,   /* games put into the queue at once */
    LEAD_MAX = 12, /* games at the first turn of an encounter */
    SPAN = 65536   /* encounters that take turns */
};

/* Games on their way into the queue. */
struct batch {
    const struct bz_director *director;
    const struct bz_roll *roll;
    struct bz_store_game games[BATCH];
    char tasks[BATCH][64];
    int count;
    struct bz_error *err;
};

static uint64_t mix(uint64_t a, uint64_t b)
{
    struct bz_random random;

    bz_random_seed(&random, a ^ (b * UINT64_C(0x9e3779b97f4a7c15)));
    return bz_random_next(&random) >> 12; /* a double holds it, and so does every reader of JSON */
}

static int flush(struct batch *batch)
{
    int count = batch->count;

    batch->count = 0;
    return count ? bz_store_enqueue(batch->director->store, batch->games, count, batch->err)
                 : BZ_OK;
}

/* Games that differ only in the seats begin alike; so do those of other encounters of the round, or
 * of the whole tournament. A replay begins otherwise than what it replays, or players that always
 * do the same would draw for ever. */
static int64_t start_of(const struct bz_plan *plan, const struct bz_encounter *encounter, int index)
{
    const struct bz_pairing_input *in = &plan->pairing;
    int64_t starts = (bz_ledger_stride(plan) + encounter->count - 1) / encounter->count;
    int64_t sets = in->format == BZ_FORMAT_KNOCKOUT ? 1 + in->replays : 1; /* in a round */
    int64_t set = (plan->same ? 0 : encounter->round * sets) + encounter->replay;

    return set * starts + index / encounter->count;
}

/* The index-th game of an encounter. */
static int add_game(struct batch *batch, const struct bz_encounter *encounter, int index)
{
    const struct bz_plan *plan = &batch->director->plan;
    int64_t start = start_of(plan, encounter, index);
    struct bz_store_game *game = &batch->games[batch->count];

    *game = (struct bz_store_game){
        .tournament = batch->director->tournament,
        .number = encounter->number * bz_ledger_stride(plan) + index,
        .round = encounter->round,
        .pairing = encounter->number,
        .game = plan->game->name,
        .task = batch->tasks[batch->count],
        .seat_count = encounter->count,
        .result = "",
        .ruling = "",
        .record = "",
        .loser = -1,
    };
    snprintf(batch->tasks[batch->count], sizeof(batch->tasks[0]),
             "{\"start\":%" PRId64 ",\"seed\":%" PRIu64 "}", start,
             mix(plan->pairing.seed, (uint64_t)start));
    for (int seat = 0; seat < encounter->count; seat++)
        game->seats[seat].player =
            batch->roll->ids[encounter->player[(seat + index) % encounter->count]];
    return ++batch->count == BATCH ? flush(batch) : BZ_OK;
}

/* How many games of an encounter follow each other: those with the same start. Only the first turn
 * is longer: whoever fails in every game is found to be out by his first encounter. */
static int turn_of(const struct bz_plan *plan, int from)
{
    int wanted = from || plan->failures < 1  ? 1
                 : plan->failures < LEAD_MAX ? plan->failures
                                             : LEAD_MAX;
    int seats = plan->pairing.seats;

    return (wanted + seats - 1) / seats * seats;
}

static int add_encounters(struct batch *batch, const struct bz_encounter *list, int count)
{
    const struct bz_plan *plan = &batch->director->plan;
    int64_t stride = bz_ledger_stride(plan);
    int turn, code = BZ_OK;

    for (int from = 0; from < stride && !code; from += turn) {
        turn = turn_of(plan, from);
        for (int i = 0; i < count && !code; i++)
            for (int index = from; index < from + turn && index < list[i].games && !code; index++)
                code = add_game(batch, &list[i], index);
    }
    return code;
}

/* Room for the encounters of a round beside those that wait for it, and whose they are. */
struct desk {
    struct batch *batch;
    struct bz_encounter *list;
    struct bz_roll roll;
    int room;
};

static void close_desk(struct desk *desk)
{
    free(desk->batch);
    free(desk->list);
    bz_roll_release(&desk->roll);
}

static int open_desk(const struct bz_director *director, struct desk *desk, struct bz_error *err)
{
    int code;

    *desk = (struct desk){.room = bz_pairing_room(&director->plan.pairing)};
    desk->batch = calloc(1, sizeof(*desk->batch));
    desk->list = calloc((size_t)desk->room + SPAN, sizeof(*desk->list));
    code = desk->batch && desk->list
               ? bz_roll_call(&desk->roll, director->store, director->tournament,
                              director->plan.player_count, err)
               : bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the pairings");
    if (code) {
        close_desk(desk);
        return code;
    }
    desk->batch->director = director;
    desk->batch->roll = &desk->roll;
    desk->batch->err = err;
    return BZ_OK;
}

/* Rounds from this one on into the list: all that are left of the cycle, unless it is huge. */
static int gather(struct desk *desk, const struct bz_plan *plan, int cycle, int *round,
                  int *ret_count, struct bz_error *err)
{
    int count = 0, code = BZ_OK;

    do {
        int more = 0;

        code = bz_pairing_round(&plan->pairing, (*round)++, desk->list + count, desk->room, &more,
                                err);
        count += more;
    } while (!code && *round % cycle != 0 && count < SPAN);
    *ret_count = count;
    return code;
}

int bz_desk_queue_all(const struct bz_director *director, struct bz_error *err)
{
    const struct bz_plan *plan = &director->plan;
    struct bz_pairing_total total;
    struct desk desk;
    int cycles = plan->pairing.cycles ? plan->pairing.cycles : 1, count;
    int code = bz_pairing_total(&plan->pairing, &total, err);

    if (!code)
        code = open_desk(director, &desk, err);
    if (code)
        return code;
    for (int round = 0; round < total.rounds && !code;) {
        code = gather(&desk, plan, (total.rounds + cycles - 1) / cycles, &round, &count, err);
        if (!code)
            code = add_encounters(desk.batch, desk.list, count);
    }
    if (!code)
        code = flush(desk.batch);
    close_desk(&desk);
    return code;
}

int bz_desk_queue_next(const struct bz_director *director, const struct bz_ledger *ledger,
                       int *ret_count, int *ret_round, struct bz_error *err)
{
    struct bz_pairing_input in = bz_ledger_input(ledger, &director->plan);
    struct desk desk;
    int code = open_desk(director, &desk, err);

    if (code)
        return code;
    code = bz_pairing_next(&in, desk.list, desk.room, ret_count, err);
    if (!code)
        code = add_encounters(desk.batch, desk.list, *ret_count);
    if (!code && *ret_count)
        *ret_round = desk.list[0].round + 1;
    if (!code)
        code = flush(desk.batch);
    close_desk(&desk);
    return code;
}
