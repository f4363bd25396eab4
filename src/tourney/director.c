/*
 * director.c - from a plan to a queue of games, and from games to the next round.
 */
#include "tourney/director.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "tourney/desk.h"
#include "tourney/dismissal.h"
#include "tourney/luggage.h"
#include "tourney/roll.h"
#include "tourney/sheet.h"

#define STATE_RUNNING "running"
#define STATE_OVER    "over"

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
    if (director->tell && (director->looked || strcmp(event->kind, "dead") != 0))
        director->tell(director->context, event);
    return 0;
}

/* Something new happened since the last look: somebody failed. */
static int look_for_events(struct bz_director *director, bool *ret_new, struct bz_error *err)
{
    int64_t before = director->last_event;
    int code =
        bz_store_events(director->store, director->tournament, before, note_event, director, err);

    director->looked = director->looked || !code;
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
        code = bz_dismiss(director->store, director->tournament, &director->plan, &ledger, err);
    if (!code && idle && !bz_pairing_is_fixed(&director->plan.pairing))
        code = bz_desk_queue_next(director, &ledger, &count, &director->round, err);
    if (!code && idle && ledger.unfinished == 0 && count == 0) {
        code = finish(director, &ledger, err);
        *ret_over = !code;
    }
    bz_ledger_release(&ledger);
    return code;
}

int bz_director_step(struct bz_director *director, bool *ret_over, struct bz_error *err)
{
    int64_t begin = bz_clock_micros();
    bool news, busy;
    int code = bz_director_fill(director, err);

    *ret_over = false;
    if (!code)
        code = look_for_events(director, &news, err);
    if (!code)
        code = bz_store_unfinished(director->store, director->tournament, &busy, err);
    if (code)
        return code;
    director->news = director->news || news;
    if (busy && !(director->news && is_due(director)))
        return BZ_OK;
    code = take_stock(director, !busy, ret_over, err);
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
    director->rounds = total.rounds;
    director->planned_exactly = total.exact;
    return BZ_OK;
}

/* The players' files of a new tournament; harmless to do again. */
static int furnish(struct bz_director *director, struct bz_error *err)
{
    const struct bz_plan *plan = &director->plan;
    struct bz_roll roll;
    int code = bz_roll_call(&roll, director->store, director->tournament, plan->player_count, err);

    if (code)
        return code;
    for (int i = 0; i < plan->player_count && !code; i++)
        if (plan->players[i].folder)
            code = bz_luggage_pack(director->store, roll.ids[i], plan->players[i].folder, err);
    bz_roll_release(&roll);
    return code;
}

int bz_director_fill(struct bz_director *director, struct bz_error *err)
{
    int code = BZ_OK;

    if (!director->is_new)
        return BZ_OK;
    if (bz_pairing_is_fixed(&director->plan.pairing))
        code = bz_desk_queue_all(director, err);
    if (!code)
        code = bz_store_tournament_state(director->store, director->tournament, STATE_RUNNING, err);
    director->is_new = code;
    director->news = !code; /* somebody may have failed meanwhile */
    return code;
}

static int add(struct bz_director *director, char *text, struct bz_error *err)
{
    const struct bz_plan *plan = &director->plan;
    struct bz_store_player *players = calloc((size_t)plan->player_count, sizeof(*players));
    struct bz_store_tournament tournament = {
        .name = plan->name, .config = text, .state = BZ_STATE_NEW, .seed = plan->pairing.seed};
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
    int interest;
};

/* The more, the sooner somebody means it who names none: games to be played, games that were, and
 * games that come from elsewhere. */
static int interest_of(const struct bz_store_tournament *tournament)
{
    if (!strcmp(tournament->state, BZ_STATE_NEW) || !strcmp(tournament->state, STATE_RUNNING))
        return 2;
    return !strcmp(tournament->state, STATE_OVER);
}

static int note_tournament(void *context, const struct bz_store_tournament *tournament)
{
    struct found *found = context;
    int interest = interest_of(tournament);
    bool fits = found->name ? !strcmp(found->name, tournament->name) : interest >= found->interest;

    if (!fits)
        return 0;
    found->interest = interest;
    free(found->config);
    found->config = strdup(tournament->config);
    found->id = tournament->id;
    found->is_new = !strcmp(tournament->state, BZ_STATE_NEW);
    return 0;
}

static int start(struct bz_director *director, bool is_new, struct bz_error *err)
{
    int code = count_games(director, err);

    if (!code && is_new)
        code = furnish(director, err);
    director->is_new = is_new;
    return code;
}

/* The files of a program that was handed in are played, whatever has become of them. */
static int look_for_changes(struct bz_director *director, struct bz_error *err)
{
    const struct bz_plan *plan = &director->plan;
    struct bz_roll roll;
    int code = bz_roll_call(&roll, director->store, director->tournament, plan->player_count, err);
    bool same = true;

    if (code)
        return code;
    for (int i = 0; i < plan->player_count && same && !code; i++) {
        const struct bz_plan_player *player = &plan->players[i];

        if (player->folder)
            code = bz_luggage_compare(director->store, roll.ids[i], player->folder, &same, err);
        if (!same)
            snprintf(director->note, sizeof(director->note),
                     "the files of %s have changed since the tournament began, which knows only "
                     "those of then; to play with the new ones give it another name",
                     player->name);
    }
    bz_roll_release(&roll);
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
    if (!code && found.id && !found.is_new)
        code = look_for_changes(&director, err);
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
    if (!code && !found.config[0])
        code =
            bz_fail(err, BZ_ERROR_UNFIT,
                    "these games were imported and have no plan to be counted or played by; 'bazi "
                    "db list', 'search' and 'export' show them");
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
