/*
 * director.c - from a plan to a queue of games, and from games to the next round.
 */
#include "tourney/director.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "tourney/luggage.h"
#include "tourney/roll.h"
#include "tourney/sheet.h"

enum { BATCH = 256 }; /* games put into the queue at once */

#define STATE_NEW     "new" /* the players' files are not all there */
#define STATE_RUNNING "running"
#define STATE_OVER    "over"

/* --- queueing --------------------------------------------------------------------------------- */

/* Games on their way into the queue. */
struct batch {
    struct bz_director *director;
    const struct bz_roll *roll;
    struct bz_store_game games[BATCH];
    char tasks[BATCH][64];
    int count;
    struct bz_error *err;
};

static int flush(struct batch *batch)
{
    int count = batch->count;

    batch->count = 0;
    return count ? bz_store_enqueue(batch->director->store, batch->games, count, batch->err)
                 : BZ_OK;
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

static int add_encounters(struct batch *batch, const struct bz_encounter *list, int count)
{
    int code = BZ_OK;

    for (int i = 0; i < count && !code; i++)
        for (int index = 0; index < list[i].games && !code; index++)
            code = add_game(batch, &list[i], index);
    return code;
}

/* Room for the encounters of a round, and whose they are. */
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

static int open_desk(struct bz_director *director, struct desk *desk, struct bz_error *err)
{
    int code;

    *desk = (struct desk){.room = bz_pairing_room(&director->plan.pairing)};
    desk->batch = calloc(1, sizeof(*desk->batch));
    desk->list = calloc((size_t)desk->room, sizeof(*desk->list));
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

/* All rounds of a tournament that is known from the start. */
static int queue_fixed(struct bz_director *director, struct bz_error *err)
{
    struct desk desk;
    int count = 1, code = open_desk(director, &desk, err);

    if (code)
        return code;
    for (int round = 0; count > 0 && !code; round++) {
        code = bz_pairing_round(&director->plan.pairing, round, desk.list, desk.room, &count, err);
        if (!code)
            code = add_encounters(desk.batch, desk.list, count);
    }
    if (!code)
        code = flush(desk.batch);
    close_desk(&desk);
    return code;
}

/* What follows from the results so far; how many encounters that is. */
static int queue_next(struct bz_director *director, const struct bz_ledger *ledger, int *ret_count,
                      struct bz_error *err)
{
    struct bz_pairing_input in = bz_ledger_input(ledger, &director->plan);
    struct desk desk;
    int code = open_desk(director, &desk, err);

    if (code)
        return code;
    code = bz_pairing_next(&in, desk.list, desk.room, ret_count, err);
    if (!code)
        code = add_encounters(desk.batch, desk.list, *ret_count);
    if (!code)
        code = flush(desk.batch);
    close_desk(&desk);
    return code;
}

/* --- those who are out ------------------------------------------------------------------------ */

struct idle {
    const struct bz_ledger *ledger;
    int64_t *ids; /* of players who are out, by number; 0 for the others */
    int64_t games[BATCH];
    int count;
};

static int note_idle(void *context, const struct bz_store_game *game)
{
    struct idle *idle = context;
    bool out = false;

    for (int seat = 0; seat < game->seat_count && !out; seat++)
        for (int i = 0; i < idle->ledger->players && !out; i++)
            out = idle->ids[i] == game->seats[seat].player &&
                  game->number >= idle->ledger->rows[i].out;
    if (out)
        idle->games[idle->count++] = game->id;
    return idle->count == BATCH;
}

static int tell_out(struct bz_director *director, int player, int64_t id, struct bz_error *err)
{
    char text[200];
    struct bz_store_event event = {
        .tournament = director->tournament, .kind = "out", .text = text, .player = id};

    snprintf(text, sizeof(text),
             "%s is out: it lost %d games in a row by crashing or the like; its other games count "
             "as lost",
             director->plan.players[player].name, director->plan.failures);
    return bz_store_event_add(director->store, &event, err);
}

struct states {
    const struct bz_ledger *ledger;
    int64_t *ids; /* of those who are out */
    bool *fresh;  /* nobody has been told yet */
    int outs;
};

static int note_state(void *context, const struct bz_store_player *player)
{
    struct states *states = context;
    int number = player->number;

    if (number < 0 || number >= states->ledger->players || states->ledger->rows[number].out < 0)
        return 0;
    states->ids[number] = player->id;
    states->fresh[number] = strcmp(player->state, "out") != 0;
    states->outs++;
    return 0;
}

/* Tells who is out, and takes their games out of the queue. */
static int sort_out(struct bz_director *director, const struct bz_ledger *ledger,
                    struct states *states, struct bz_error *err)
{
    struct idle idle = {.ledger = ledger, .ids = states->ids};
    struct bz_store_filter filter = {
        .tournament = director->tournament, .by_state = true, .state = BZ_STORE_QUEUED};
    int code = BZ_OK;

    for (int i = 0; i < ledger->players && !code; i++) {
        if (!states->fresh[i])
            continue;
        code = bz_store_player_state(director->store, states->ids[i], "out", err);
        if (!code)
            code = tell_out(director, i, states->ids[i], err);
    }
    do {
        idle.count = 0;
        if (!code)
            code = bz_store_games(director->store, &filter, note_idle, &idle, err);
        if (code == 1)
            code = BZ_OK;
        if (!code && idle.count)
            code = bz_store_void(director->store, idle.games, idle.count, err);
    } while (!code && idle.count == BATCH);
    return code;
}

static int dismiss(struct bz_director *director, const struct bz_ledger *ledger,
                   struct bz_error *err)
{
    struct states states = {.ledger = ledger};
    int code;

    states.ids = calloc((size_t)ledger->players, sizeof(*states.ids));
    states.fresh = calloc((size_t)ledger->players, sizeof(*states.fresh));
    code = states.ids && states.fresh
               ? bz_store_players(director->store, director->tournament, note_state, &states, err)
               : bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the players");
    if (!code && states.outs)
        code = sort_out(director, ledger, &states, err);
    free(states.ids);
    free(states.fresh);
    return code;
}

/* --- the end ---------------------------------------------------------------------------------- */

static int keep_ratings(struct bz_director *director, const struct bz_ledger *ledger,
                        struct bz_error *err)
{
    size_t players = (size_t)ledger->players;
    struct bz_estimate *estimates = calloc(players, sizeof(*estimates));
    struct bz_store_rating *ratings = calloc(players, sizeof(*ratings));
    struct bz_roll roll = {.ids = NULL};
    int groups, code = BZ_ERROR_MEMORY;

    if (estimates && ratings)
        code = bz_sheet_rate(ledger, estimates, &groups, err);
    if (!code)
        code = bz_roll_call(&roll, director->store, director->tournament, ledger->players, err);
    for (int i = 0; i < ledger->players && !code; i++)
        ratings[i] = (struct bz_store_rating){roll.ids[i], estimates[i].value, estimates[i].low,
                                              estimates[i].high, ledger->rows[i].games};
    if (!code)
        code = bz_store_ratings_set(director->store, director->tournament, ratings, ledger->players,
                                    err);
    free(estimates);
    free(ratings);
    bz_roll_release(&roll);
    return code;
}

static int finish(struct bz_director *director, const struct bz_ledger *ledger,
                  struct bz_error *err)
{
    int code = keep_ratings(director, ledger, err);

    return code ? code
                : bz_store_tournament_state(director->store, director->tournament, STATE_OVER, err);
}

/* --- a step ----------------------------------------------------------------------------------- */

static int note_event(void *context, const struct bz_store_event *event)
{
    struct bz_director *director = context;

    director->last_event = event->id;
    if (director->tell)
        director->tell(director->context, event);
    return 0;
}

/* Something new happened since the last look: somebody failed. */
static int look_for_events(struct bz_director *director, bool *ret_new, struct bz_error *err)
{
    int64_t before = director->last_event;
    int code =
        bz_store_events(director->store, director->tournament, before, note_event, director, err);

    *ret_new = director->last_event != before;
    return code;
}

/* Taking stock costs the more, the more games there are: it gets a tenth of the time. */
static bool is_due(const struct bz_director *director)
{
    return bz_clock_micros() - director->stock_time >= 10 * director->stock_micros;
}

/* Reads everything there is and does what follows from it. */
static int take_stock(struct bz_director *director, bool idle, bool *ret_over, struct bz_error *err)
{
    struct bz_ledger ledger;
    int count = 0, code;

    code = bz_ledger_read(&ledger, director->store, director->tournament, &director->plan, err);
    if (code)
        return code;
    if (director->plan.failures)
        code = dismiss(director, &ledger, err);
    if (!code && idle && !bz_pairing_is_fixed(&director->plan.pairing))
        code = queue_next(director, &ledger, &count, err);
    if (!code && idle && ledger.unfinished == 0 && count == 0) {
        code = finish(director, &ledger, err);
        *ret_over = !code;
    }
    bz_ledger_release(&ledger);
    return code;
}

int bz_director_step(struct bz_director *director, bool *ret_over, struct bz_error *err)
{
    int64_t counts[BZ_STORE_STATES];
    int64_t begin = bz_clock_micros();
    bool news, idle;
    int code = look_for_events(director, &news, err);

    *ret_over = false;
    if (!code)
        code = bz_store_count(director->store, director->tournament, counts, err);
    if (code)
        return code;
    idle = counts[BZ_STORE_QUEUED] + counts[BZ_STORE_PLAYING] == 0;
    director->news = director->news || news;
    if (!idle && !(director->news && is_due(director)))
        return BZ_OK;
    code = take_stock(director, idle, ret_over, err);
    director->news = director->news && code;
    director->stock_time = bz_clock_micros();
    director->stock_micros = director->stock_time - begin;
    return code;
}

/* --- beginning -------------------------------------------------------------------------------- */

static int count_games(struct bz_director *director, struct bz_error *err)
{
    struct bz_pairing_total total;
    int code = bz_pairing_total(&director->plan.pairing, &total, err);

    if (code)
        return code;
    director->planned = total.games;
    director->planned_exactly = total.exact;
    return BZ_OK;
}

/* Everything of a new tournament that the store does not have yet; harmless to do again. */
static int furnish(struct bz_director *director, struct bz_error *err)
{
    const struct bz_plan *plan = &director->plan;
    struct desk desk;
    int code = open_desk(director, &desk, err);

    if (code)
        return code;
    for (int i = 0; i < plan->player_count && !code; i++)
        if (plan->players[i].folder)
            code = bz_luggage_pack(director->store, desk.roll.ids[i], plan->players[i].folder, err);
    close_desk(&desk);
    if (!code && bz_pairing_is_fixed(&plan->pairing))
        code = queue_fixed(director, err);
    return code ? code
                : bz_store_tournament_state(director->store, director->tournament, STATE_RUNNING,
                                            err);
}

static int add(struct bz_director *director, char *text, struct bz_error *err)
{
    const struct bz_plan *plan = &director->plan;
    struct bz_store_player *players = calloc((size_t)plan->player_count, sizeof(*players));
    struct bz_store_tournament tournament = {
        .name = plan->name, .config = text, .state = STATE_NEW, .seed = plan->pairing.seed};
    int code = BZ_ERROR_MEMORY;

    for (int i = 0; players && i < plan->player_count; i++)
        players[i] = (struct bz_store_player){.number = i,
                                              .name = plan->players[i].name,
                                              .spec = plan->players[i].spec,
                                              .state = "in"};
    if (players)
        code =
            bz_store_tournament_add(director->store, &tournament, players, plan->player_count, err);
    free(players);
    director->tournament = tournament.id;
    return code;
}

/* A tournament as the store has it. */
struct found {
    const char *name; /* wanted, or NULL */
    int64_t id;
    char *config;
    bool is_new;
};

static int note_tournament(void *context, const struct bz_store_tournament *tournament)
{
    struct found *found = context;
    bool fits = found->name ? !strcmp(found->name, tournament->name)
                            : !found->id || strcmp(tournament->state, STATE_OVER) != 0;

    if (!fits)
        return 0;
    free(found->config);
    found->config = strdup(tournament->config);
    found->id = tournament->id;
    found->is_new = !strcmp(tournament->state, STATE_NEW);
    return 0;
}

static int start(struct bz_director *director, bool is_new, struct bz_error *err)
{
    int code = count_games(director, err);

    if (!code && is_new)
        code = furnish(director, err);
    return code;
}

int bz_director_begin(struct bz_director *ret_director, struct bz_store *store,
                      struct bz_plan *plan, struct bz_error *err)
{
    struct bz_director director = {.store = store, .plan = *plan};
    struct found found = {.name = plan->name};
    char *text = bz_plan_text(plan);
    int code = text ? bz_store_tournaments(store, 0, note_tournament, &found, err)
                    : bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the plan");

    director.tournament = found.id;
    if (!code && !found.id)
        code = bz_luggage_send(store, text, err); /* first: no tournament is without its files */
    if (!code && !found.id)
        code = add(&director, text, err);
    else if (!code && (!found.config || !bz_plan_is(plan, found.config)))
        code = bz_fail(err, BZ_ERROR_UNFIT,
                       "the store has a tournament '%s' with another plan; give this one another "
                       "name, or go on with that one by 'bazi tournament resume'",
                       bz_quoted(plan->name, strlen(plan->name)).text);
    if (!code)
        code = start(&director, !found.id || found.is_new, err);
    free(text);
    free(found.config);
    if (!code)
        *ret_director = director;
    return code;
}

int bz_director_resume(struct bz_director *ret_director, struct bz_store *store, const char *name,
                       bool looks, struct bz_error *err)
{
    struct bz_director director = {.store = store};
    struct found found = {.name = name};
    int code = bz_store_tournaments(store, 0, note_tournament, &found, err);

    if (!code && !found.id)
        code = bz_fail(err, BZ_ERROR_UNKNOWN, "the store has no tournament%s%s", name ? " " : "",
                       name ? bz_quoted(name, strlen(name)).text : "");
    if (!code && !found.config)
        code = bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the plan");
    if (!code)
        code = bz_luggage_fetch(store, found.config, err);
    if (!code)
        code = bz_plan_parse(&director.plan, found.config, err);
    director.tournament = found.id;
    free(found.config);
    if (code)
        return code;
    code = start(&director, found.is_new && !looks, err);
    if (code)
        bz_plan_release(&director.plan);
    else
        *ret_director = director;
    return code;
}

void bz_director_release(struct bz_director *director)
{
    bz_plan_release(&director->plan);
}
