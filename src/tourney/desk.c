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
    int64_t queued, total; /* games, those that were in the queue before among them */
    struct bz_error *err;
};

/* Where somebody wants it to end, it does, unless all is done: what is in the queue stays there,
 * and is not taken twice. */
static int flush(struct batch *batch)
{
    const struct bz_filling *filling = &batch->director->filling;
    int count = batch->count, code;

    batch->count = 0;
    if (!count)
        return BZ_OK;
    code = bz_store_enqueue(batch->director->store, batch->games, count, batch->err);
    if (code)
        return code;
    batch->queued += count;
    if (filling->tell)
        filling->tell(filling->context, batch->queued, batch->total);
    if (filling->stop && atomic_load(filling->stop) && batch->queued < batch->total)
        return bz_fail(batch->err, BZ_ERROR_STOPPED,
                       "stopped with %" PRId64 " of %" PRId64 " games in the queue", batch->queued,
                       batch->total);
    return BZ_OK;
}

/* The index-th game of an encounter. */
static int add_game(struct batch *batch, const struct bz_encounter *encounter, int index)
{
    const struct bz_plan *plan = &batch->director->plan;
    int64_t number = encounter->number * bz_ledger_stride(plan) + index;
    int64_t start = bz_ledger_start(plan, encounter->round, number, encounter->count);
    struct bz_store_game *game = &batch->games[batch->count];

    *game = (struct bz_store_game){
        .tournament = batch->director->tournament,
        .number = number,
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
             "{\"start\":%" PRId64 ",\"seed\":%" PRIu64 "}", start, bz_plan_seed(plan, start));
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
    desk.batch->total = total.games;
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
    for (int i = 0; i < *ret_count && !code; i++)
        desk.batch->total += desk.list[i].games;
    if (!code)
        code = add_encounters(desk.batch, desk.list, *ret_count);
    if (!code && *ret_count)
        *ret_round = desk.list[0].round + 1;
    if (!code)
        code = flush(desk.batch);
    close_desk(&desk);
    return code;
}
