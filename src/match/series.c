/*
 * series.c - games one after another on every thread.
 *
 * A round belongs to one thread from its opening to its last move; only the counting is shared.
 */
#include "match/series.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "match/fixture.h"

struct hall {
    const struct bz_series *series;
    int seats, seatings;
    atomic_bool halt;     /* something went wrong, or the caller wants an end: searches see this */
    pthread_mutex_t lock; /* over the rest */
    int next;             /* round */
    struct bz_tally tallies[BZ_PLAYERS_MAX];
    int code;
    struct bz_series_fault *fault;
};

/* One round, on one thread. */
struct round {
    struct hall *hall;
    int number;
    struct bz_setup setup;
    struct bz_record opening;
    struct bz_player *players[BZ_PLAYERS_MAX];
    int points[BZ_PLAYERS_MAX]; /* in games so far; or what one got alone */
    int halves[BZ_PLAYERS_MAX]; /* half points for wins and draws */
};

static bool is_stopped(const struct hall *hall)
{
    const atomic_bool *stop = hall->series->stop;

    return atomic_load(&hall->halt) || (stop && atomic_load(stop));
}

/* The first failure is kept; all rounds stop. */
static void fail(struct hall *hall, int code, const struct bz_error *err, const char *fen)
{
    pthread_mutex_lock(&hall->lock);
    if (!hall->code) {
        hall->code = code;
        hall->fault->err = *err;
        memcpy(hall->fault->fen, fen, strlen(fen) + 1);
    }
    atomic_store(&hall->halt, true);
    pthread_mutex_unlock(&hall->lock);
}

static uint64_t seed_of(const struct round *round)
{
    return round->hall->series->seed + (uint64_t)round->number;
}

/* --- counting --------------------------------------------------------------------------------- */

static void count_result(struct bz_tally *tally, int result)
{
    tally->wins += result > 0;
    tally->draws += result == 0;
    tally->losses += result < 0;
}

/* By how many points of two, or by the result itself where there are none or a ruling. */
static int margin_at(const struct bz_record *record, int seat)
{
    const struct bz_rules *rules = record->setup->rules;
    int points[BZ_PLAYERS_MAX];

    if (rules->players != 2 || !(rules->traits & BZ_HAS_POINTS) || record->ruling != BZ_RULING_NONE)
        return bz_record_outcome(record, seat);
    rules->result(&record->pos, points);
    return points[seat] - points[!seat];
}

/* What one who plays alone got, also where it was enough; less than anything for one who lost. */
static int points_of(const struct bz_record *record)
{
    int results[BZ_PLAYERS_MAX];

    if (record->loser >= 0)
        return INT_MIN;
    if (record->ruling == BZ_RULING_NONE)
        record->setup->rules->result(&record->pos, results);
    else
        record->setup->rules->score(&record->pos, results);
    return results[0];
}

/* Takes a finished game into the tallies, as far as it says anything by itself. */
static void count_game(struct round *round, const struct bz_outcome *outcome)
{
    struct hall *hall = round->hall;

    for (int seat = 0; seat < hall->seats; seat++) {
        int player = outcome->seated[seat];
        struct bz_tally *tally = &hall->tallies[player];

        tally->games++;
        tally->faults +=
            bz_ruling_is_fault(outcome->record->ruling) && outcome->record->loser == seat;
        if (hall->seats > 1) {
            int margin = margin_at(outcome->record, seat);
            int result = bz_record_outcome(outcome->record, seat);

            count_result(tally, result);
            round->halves[player] += result + 1;
            tally->margin += margin;
            round->points[player] += margin;
        } else {
            round->points[player] = points_of(outcome->record);
            tally->points += round->points[player] == INT_MIN ? 0 : round->points[player];
        }
    }
}

static int sign(int a, int b)
{
    return (a > b) - (a < b);
}

/* All games of a round are over. */
static void count_round(const struct round *round)
{
    struct hall *hall = round->hall;
    int players = hall->series->players;

    for (int i = 0; i < players; i++) {
        struct bz_tally *tally = &hall->tallies[i];
        int best = INT_MIN, result;

        for (int other = 0; other < players; other++)
            if (other != i && round->points[other] > best)
                best = round->points[other];
        result = sign(round->points[i], best);
        if (hall->seats == 1 && players > 1)
            count_result(tally, result);
        if (players == 2 && !hall->series->fixed) {
            tally->pairs_won += result > 0;
            tally->pairs_shared += result == 0;
            tally->pairs_lost += result < 0;
        }
        if (hall->seats == 2 && !hall->series->fixed)
            tally->pairs.counts[round->halves[i]]++;
    }
}

/* --- a game ----------------------------------------------------------------------------------- */

static void report_illegal(struct round *round, const struct bz_record *record, int player)
{
    const char *spec = round->hall->series->specs[player];
    char fen[BZ_POS_TEXT_MAX];
    struct bz_buf buf = BZ_BUF(fen);
    struct bz_error err;

    round->setup.game->text->format(&record->pos, &buf);
    bz_fail(&err, BZ_ERROR_ILLEGAL, "player '%s' answered with no legal move",
            bz_quoted(spec, strlen(spec)).text);
    fail(round->hall, BZ_ERROR_ILLEGAL, &err, fen);
}

static void set_tags(const struct round *round, int seating, struct bz_record *record)
{
    const struct bz_series *series = round->hall->series;
    struct bz_buf clock = BZ_BUF(record->tags[BZ_TAG_CLOCK]);

    snprintf(record->tags[BZ_TAG_ROUND], BZ_NAME_MAX, series->fixed ? "%d" : "%d.%d",
             round->number + 1, seating + 1);
    snprintf(record->tags[BZ_TAG_SEED], BZ_NAME_MAX, "%" PRIu64, seed_of(round));
    bz_control_tell(&series->control, &clock);
}

/* The record of a game that is about to begin. */
static int open_record(const struct round *round, const struct bz_outcome *outcome,
                       struct bz_record *record, struct bz_error *err)
{
    int code = BZ_OK;

    bz_record_init(record, &round->setup, NULL);
    for (int i = 0; i < round->opening.length && !code; i++)
        code = bz_record_play(record, round->opening.moves[i], err);
    for (int seat = 0; seat < round->hall->seats; seat++)
        snprintf(record->players[seat], BZ_NAME_MAX, "%s",
                 round->hall->series->specs[outcome->seated[seat]]);
    set_tags(round, outcome->number - round->number * round->hall->seatings, record);
    return code;
}

static void tell(struct round *round, struct bz_outcome *outcome)
{
    struct hall *hall = round->hall;

    for (int seat = 0; seat < hall->seats; seat++)
        outcome->errors[seat] =
            bz_player_errors(round->players[outcome->seated[seat]], &outcome->error_lengths[seat]);
    pthread_mutex_lock(&hall->lock);
    outcome->tallies = hall->tallies;
    if (outcome->finished)
        count_game(round, outcome);
    if (outcome->finished && outcome->number % hall->seatings == hall->seatings - 1)
        count_round(round);
    if (hall->series->each && !hall->series->each(hall->series->context, outcome))
        atomic_store(&hall->halt, true);
    pthread_mutex_unlock(&hall->lock);
}

/* Plays the game of the record; false where the series cannot go on. */
static bool play_record(struct round *round, struct bz_outcome *outcome, struct bz_record *record)
{
    const struct bz_series *series = round->hall->series;
    struct bz_table table = {.record = record,
                             .control = series->control,
                             .adjudication = series->adjudication,
                             .luck = seed_of(round),
                             .stop = series->stop ? series->stop : &round->hall->halt};
    int64_t begin = bz_clock_micros();
    struct bz_error err;
    int code;

    for (int seat = 0; seat < round->hall->seats; seat++)
        table.players[seat] = round->players[outcome->seated[seat]];
    code = bz_referee_play(&table, &err);
    outcome->seconds = (double)(bz_clock_micros() - begin) * 1e-6;
    outcome->finished = !code;
    if (code == BZ_ERROR_STOPPED)
        atomic_store(&round->hall->halt, true); /* by the caller's flag or by a person who left */
    if (code && code != BZ_ERROR_STOPPED) {
        fail(round->hall, code, &err, "");
    } else if (record->ruling == BZ_RULING_ILLEGAL &&
               bz_player_is_engine(table.players[record->loser])) {
        report_illegal(round, record, outcome->seated[record->loser]);
        return false;
    } else {
        tell(round, outcome);
    }
    return !code;
}

static bool play_game(struct round *round, int seating)
{
    const struct hall *hall = round->hall;
    struct bz_record record;
    struct bz_outcome outcome = {.number = round->number * hall->seatings + seating,
                                 .round = round->number,
                                 .record = &record,
                                 .opening = round->opening.length};
    struct bz_error err;
    bool goes_on = true;

    for (int seat = 0; seat < hall->seats; seat++)
        outcome.seated[seat] = (seat + seating) % hall->series->players;
    if (open_record(round, &outcome, &record, &err)) {
        fail(round->hall, err.code, &err, "");
        goes_on = false;
    }
    goes_on = goes_on && play_record(round, &outcome, &record);
    bz_record_release(&record);
    return goes_on;
}

/* --- rounds ----------------------------------------------------------------------------------- */

/* The start of its games. */
static int open_round(struct round *round, struct bz_error *err)
{
    const struct bz_series *series = round->hall->series;
    struct bz_fixture fixture = {
        .game = series->game,
        .assignments = series->assignments,
        .assignment_count = series->assignment_count,
        .opening = series->opening,
        .seed = seed_of(round),
    };

    return bz_fixture_open(&fixture, &round->setup, &round->opening, err);
}

static int seat_players(struct round *round, struct bz_error *err)
{
    const struct bz_series *series = round->hall->series;
    int code = BZ_OK;

    for (int i = 0; i < series->players && !code; i++)
        code = bz_player_new(&round->setup, series->specs[i], 2 * seed_of(round) + (uint64_t)i,
                             series->house, &round->players[i], err);
    return code;
}

static void play_round(struct hall *hall, int number)
{
    struct round round = {.hall = hall, .number = number};
    struct bz_error err;
    int seating = 0, code = open_round(&round, &err);

    if (code) {
        fail(hall, code, &err, "");
        return;
    }
    code = seat_players(&round, &err);
    if (code)
        fail(hall, code, &err, "");
    while (!code && seating < hall->seatings && !is_stopped(hall) && play_game(&round, seating))
        seating++;
    for (int i = 0; i < hall->series->players; i++)
        bz_player_free(round.players[i]);
    bz_record_release(&round.opening);
    bz_setup_release(&round.setup);
}

static void *work(void *context)
{
    struct hall *hall = context;

    for (;;) {
        int number;

        pthread_mutex_lock(&hall->lock);
        number = hall->next++;
        pthread_mutex_unlock(&hall->lock);
        if (number >= hall->series->rounds || is_stopped(hall))
            return NULL;
        play_round(hall, number);
    }
}

/* How many seats the game has as it is set; negative where the players do not fit them. */
static int seats_of(const struct bz_series *series, struct bz_error *err)
{
    struct bz_setup setup;
    int seats, code;

    code = bz_setup_init(&setup, series->game, series->assignments, series->assignment_count, err);
    if (code)
        return code;
    seats = setup.rules->players;
    bz_setup_release(&setup);
    if (series->players == seats || (seats == 1 && series->players >= 1))
        return seats;
    return bz_fail(err, BZ_ERROR_UNFIT, "%s, as it is set, is played by %d; here are %d players",
                   series->game->name, seats, series->players);
}

static int seatings_of(const struct bz_series *series, int seats)
{
    return series->fixed && seats > 1 ? 1 : series->players;
}

int bz_series_games(const struct bz_series *series, struct bz_error *err)
{
    int seats = seats_of(series, err);

    return seats < 0 ? seats : series->rounds * seatings_of(series, seats);
}

int bz_series_play(const struct bz_series *series, struct bz_tally *ret_tallies,
                   struct bz_series_fault *ret_fault)
{
    struct hall hall = {.series = series, .fault = ret_fault};
    pthread_t threads[BZ_SERIES_THREADS_MAX];
    int started = 0;

    assert(series->threads >= 1 && series->threads <= BZ_SERIES_THREADS_MAX);
    assert(series->rounds >= 0 && series->rounds <= BZ_SERIES_ROUNDS_MAX);
    memset(ret_tallies, 0, (size_t)series->players * sizeof(*ret_tallies));
    ret_fault->fen[0] = '\0';
    hall.seats = seats_of(series, &ret_fault->err);
    if (hall.seats < 0)
        return hall.seats;
    hall.seatings = seatings_of(series, hall.seats);
    pthread_mutex_init(&hall.lock, NULL);
    while (started < series->threads - 1 && started < series->rounds - 1 &&
           pthread_create(&threads[started], NULL, work, &hall) == 0)
        started++;
    work(&hall);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&hall.lock);
    memcpy(ret_tallies, hall.tallies, (size_t)series->players * sizeof(*ret_tallies));
    return hall.code;
}

struct bz_outcomes bz_tally_games(const struct bz_tally *tally)
{
    return bz_outcomes_of_wdl(&(struct bz_wdl){tally->wins, tally->draws, tally->losses});
}

struct bz_outcomes bz_tally_rounds(const struct bz_tally *tally)
{
    return bz_outcomes_of_wdl(
        &(struct bz_wdl){tally->pairs_won, tally->pairs_shared, tally->pairs_lost});
}

struct bz_outcomes bz_tally_outcomes(const struct bz_tally *tally)
{
    struct bz_outcomes pairs = bz_outcomes_of_pairs(&tally->pairs);

    return bz_outcomes_total(&pairs) > 0 ? pairs : bz_tally_games(tally);
}
