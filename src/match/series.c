/*
 * series.c - games of two players, one after another on every thread.
 *
 * A pair belongs to one thread from its opening to its last move; only the counting is shared.
 */
#include "match/series.h"

#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/share.h"

enum { OPENING_PLIES = 6, OPENING_TRIES = 100 };

struct hall {
    const struct bz_series *series;
    atomic_bool halt;     /* something went wrong, or the caller wants an end: searches see this */
    pthread_mutex_t lock; /* over the rest */
    int next;             /* pair */
    struct bz_tally tally;
    int code;
    struct bz_series_fault *fault;
};

/* One pair, on one thread. */
struct table {
    struct hall *hall;
    int number;
    struct bz_setup setup;
    union bz_pos start;
    struct bz_engine *engines[2];
    struct bz_random luck;
};

static bool is_stopped(const struct hall *hall)
{
    const atomic_bool *stop = hall->series->stop;

    return atomic_load(&hall->halt) || (stop && atomic_load(stop));
}

/* The first failure is kept; all tables stop. */
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

static void count_pair(struct hall *hall, int points)
{
    pthread_mutex_lock(&hall->lock);
    hall->tally.pairs_won += points > 0;
    hall->tally.pairs_shared += points == 0;
    hall->tally.pairs_lost += points < 0;
    pthread_mutex_unlock(&hall->lock);
}

static void count_game(struct hall *hall, int result)
{
    struct bz_tally *tally = &hall->tally;

    pthread_mutex_lock(&hall->lock);
    tally->games++;
    tally->wins += result > 0;
    tally->draws += result == 0;
    tally->losses += result < 0;
    if (hall->series->each)
        hall->series->each(hall->series->context, tally);
    pthread_mutex_unlock(&hall->lock);
}

/* Plays at random from the start; false where that ended the game. */
static bool stroll(const struct bz_setup *setup, int plies, uint64_t seed, union bz_pos *ret_pos)
{
    const struct bz_rules *rules = setup->rules;
    struct bz_random random;

    bz_random_seed(&random, seed);
    bz_start(setup, ret_pos);
    for (int i = 0; i < plies; i++) {
        bz_move moves[BZ_MOVES_MAX];
        int count = rules->moves(ret_pos, moves);
        bz_move move;

        if (count == 0)
            return false;
        move = rules->turn(ret_pos) == BZ_CHANCE ? bz_chance_draw(setup, ret_pos, &random)
                                                 : moves[bz_random_below(&random, (uint64_t)count)];
        rules->play(ret_pos, move);
    }
    return !bz_is_over(setup, ret_pos);
}

static uint64_t seed_of(const struct table *table)
{
    return table->hall->series->seed + (uint64_t)table->number;
}

/* Deals, or plays an opening. One that ends the game is replaced by another. */
static int set_start(struct table *table, struct bz_error *err)
{
    const struct bz_series *series = table->hall->series;
    bool dealt = bz_setup_value(&table->setup, "seed") != NULL;
    bool rolls = table->setup.rules->traits & BZ_HAS_CHANCE;
    int plies = series->opening || dealt || rolls ? series->opening : OPENING_PLIES;
    char seed[24];

    snprintf(seed, sizeof(seed), "%" PRIu64, seed_of(table) % INT32_MAX);
    if (dealt && bz_setup_set(&table->setup, "seed", seed, err))
        return BZ_ERROR_UNFIT;
    for (int i = 0; i < OPENING_TRIES; i++)
        if (stroll(&table->setup, plies, seed_of(table) + (uint64_t)i * BZ_SERIES_PAIRS_MAX,
                   &table->start))
            return BZ_OK;
    return bz_fail(err, BZ_ERROR_UNFIT, "%s is over within %d plies at random", series->game->name,
                   plies);
}

/* A player that can be seeded and is not plays every pair differently. */
static int make_player(struct table *table, int index, struct bz_error *err)
{
    const char *spec = table->hall->series->specs[index];
    char seeded[2 * BZ_NAME_MAX], number[24];
    struct bz_buf buf = BZ_BUF(seeded);

    if (strlen(spec) >= BZ_NAME_MAX)
        return bz_fail(err, BZ_ERROR_RANGE, "a player's spec has at most %d characters",
                       BZ_NAME_MAX - 1);
    snprintf(number, sizeof(number), "%" PRIu64,
             (2 * seed_of(table) + (uint64_t)index) % INT32_MAX);
    if (strstr(spec, "seed=") || !bz_spec_add(spec, "seed", number, &buf))
        bz_buf_add(&buf, "%s", spec);
    return bz_engine_new(&table->setup, seeded, &table->engines[index], err);
}

static void report_illegal(struct table *table, const void *pos, int player)
{
    char fen[BZ_POS_TEXT_MAX];
    struct bz_buf buf = BZ_BUF(fen);
    struct bz_error err;

    table->setup.game->text->format(pos, &buf);
    bz_fail(
        &err, BZ_ERROR_ILLEGAL, "player '%s' answered with no legal move",
        bz_quoted(table->hall->series->specs[player], strlen(table->hall->series->specs[player]))
            .text);
    fail(table->hall, BZ_ERROR_ILLEGAL, &err, fen);
}

/* The move of the player whose turn it is, or the dice's. False where the game cannot go on. */
static bool choose(struct table *table, struct bz_record *record, int seat, bz_move *ret_move)
{
    const struct bz_series *series = table->hall->series;
    struct bz_limits limits = series->limits;
    int turn = table->setup.rules->turn(&record->pos), player = turn == seat ? 0 : 1;
    struct bz_answer answer;

    if (turn == BZ_CHANCE) {
        *ret_move = bz_chance_draw(&table->setup, &record->pos, &table->luck);
        return true;
    }
    limits.stop = series->stop ? series->stop : &table->hall->halt;
    bz_engine_think(table->engines[player], &record->pos, &limits, NULL, &answer);
    *ret_move = answer.move;
    if (is_stopped(table->hall))
        return false;
    if (answer.resigned) {
        record->resigned = turn;
    } else if (!bz_is_legal(&table->setup, &record->pos, answer.move)) {
        report_illegal(table, &record->pos, player);
        return false;
    }
    return true;
}

/* A game in which the first of the two sits at `seat`, and 1, 0, -1 where he won, drew, lost it;
 * false if it was not finished. */
static bool play_game(struct table *table, int seat, int *ret_result)
{
    struct bz_record record;
    struct bz_error err;
    bool goes_on = true;
    const char *result;

    bz_record_init(&record, &table->setup, &table->start);
    bz_random_seed(&table->luck, seed_of(table));
    bz_engine_reset(table->engines[0]);
    bz_engine_reset(table->engines[1]);
    while (goes_on && !bz_record_is_over(&record)) {
        bz_move move;

        goes_on = choose(table, &record, seat, &move);
        if (goes_on && record.resigned < 0 && bz_record_play(&record, move, &err)) {
            fail(table->hall, err.code, &err, "");
            goes_on = false;
        }
    }
    result = bz_record_result(&record);
    *ret_result = strcmp(result, "draw") == 0 ? 0 : result[1] - '1' == seat ? 1 : -1;
    if (goes_on)
        count_game(table->hall, *ret_result);
    bz_record_release(&record);
    return goes_on;
}

static int set_table(struct table *table, struct bz_error *err)
{
    int code = set_start(table, err);

    for (int i = 0; i < 2 && !code; i++)
        code = make_player(table, i, err);
    return code;
}

static void play_pair(struct hall *hall, int number)
{
    const struct bz_series *series = hall->series;
    struct table table = {.hall = hall, .number = number};
    struct bz_error err;
    int there, back;
    int code = bz_setup_init(&table.setup, series->game, series->assignments,
                             series->assignment_count, &err);

    if (code) {
        fail(hall, code, &err, "");
        return;
    }
    code = set_table(&table, &err);
    if (code)
        fail(hall, code, &err, "");
    else if (play_game(&table, 0, &there) && play_game(&table, 1, &back))
        count_pair(hall, there + back);
    for (int i = 0; i < 2; i++)
        bz_engine_free(table.engines[i]);
    bz_setup_release(&table.setup);
}

static void *work(void *context)
{
    struct hall *hall = context;

    for (;;) {
        int number;

        pthread_mutex_lock(&hall->lock);
        number = hall->next++;
        pthread_mutex_unlock(&hall->lock);
        if (number >= hall->series->pairs || is_stopped(hall))
            return NULL;
        play_pair(hall, number);
    }
}

/* Whether two can play it as it is set. */
static int check(const struct bz_series *series, struct bz_error *err)
{
    struct bz_setup setup;
    int code =
        bz_setup_init(&setup, series->game, series->assignments, series->assignment_count, err);

    if (code)
        return code;
    if (setup.rules->players != 2)
        code = bz_fail(err, BZ_ERROR_UNFIT, "a match needs two players; %s, as it is set, has %d",
                       series->game->name, setup.rules->players);
    bz_setup_release(&setup);
    return code;
}

int bz_series_play(const struct bz_series *series, struct bz_tally *ret_tally,
                   struct bz_series_fault *ret_fault)
{
    struct hall hall = {.series = series, .fault = ret_fault};
    pthread_t threads[BZ_SERIES_THREADS_MAX];
    int started = 0, code = check(series, &ret_fault->err);

    assert(series->threads >= 1 && series->threads <= BZ_SERIES_THREADS_MAX);
    assert(series->pairs >= 0 && series->pairs <= BZ_SERIES_PAIRS_MAX);
    *ret_tally = (struct bz_tally){0};
    ret_fault->fen[0] = '\0';
    if (code)
        return code;
    pthread_mutex_init(&hall.lock, NULL);
    while (started < series->threads && started < series->pairs &&
           pthread_create(&threads[started], NULL, work, &hall) == 0)
        started++;
    if (started == 0)
        work(&hall);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&hall.lock);
    *ret_tally = hall.tally;
    return hall.code;
}

double bz_tally_score(const struct bz_tally *tally)
{
    return tally->games ? (tally->wins + 0.5 * tally->draws) / tally->games : 0;
}

void bz_tally_interval(const struct bz_tally *tally, double *ret_low, double *ret_high)
{
    bz_share_interval(tally->wins + 0.5 * tally->draws, tally->games, ret_low, ret_high);
}
