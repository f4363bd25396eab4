/*
 * job.c - a game of a tournament. Everything about it follows from the plan and its task, so that
 * whoever plays it, and however often it had to be begun, plays the same game.
 */
#include "tourney/job.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

_Static_assert((int)BZ_PLAN_NAME_BYTES < (int)BZ_NAME_MAX, "a record has room for the names");

struct table {
    const struct bz_job *job;
    int64_t start;
    uint64_t seed;
    int seated[BZ_PLAYERS_MAX]; /* players, by their numbers */
    struct bz_house houses[BZ_PLAYERS_MAX];
    struct bz_player *players[BZ_PLAYERS_MAX];
};

static int read_task(struct table *table, struct bz_error *err)
{
    const struct bz_store_game *game = table->job->game;
    json_t *task = json_loads(game->task, JSON_REJECT_DUPLICATES, NULL);
    const json_t *start, *seed;
    int code = BZ_OK;

    start = json_object_get(task, "start");
    seed = json_object_get(task, "seed");
    if (json_is_integer(start) && json_integer_value(start) >= 0 && json_is_integer(seed)) {
        table->start = json_integer_value(start);
        table->seed = (uint64_t)json_integer_value(seed);
    } else {
        code = bz_fail(err, BZ_ERROR_DAMAGED, "game %" PRId64 " has no task", game->number);
    }
    json_decref(task);
    for (int seat = 0; seat < game->seat_count && !code; seat++) {
        table->seated[seat] = bz_roll_number(&table->job->book->roll, game->seats[seat].player);
        if (table->seated[seat] < 0)
            code = bz_fail(err, BZ_ERROR_DAMAGED, "game %" PRId64 " has players of nobody",
                           game->number);
    }
    return code;
}

static void set_tags(const struct table *table, const struct bz_control *control,
                     struct bz_record *record)
{
    const struct bz_plan *plan = &table->job->book->plan;
    struct bz_buf clock = BZ_BUF(record->tags[BZ_TAG_CLOCK]);

    snprintf(record->tags[BZ_TAG_EVENT], BZ_NAME_MAX, "%s", plan->name);
    snprintf(record->tags[BZ_TAG_ROUND], BZ_NAME_MAX, "%d.%" PRId64, table->job->game->round + 1,
             table->job->game->number + 1);
    snprintf(record->tags[BZ_TAG_SEED], BZ_NAME_MAX, "%" PRIu64, table->seed);
    bz_control_tell(control, &clock);
    for (int seat = 0; seat < table->job->game->seat_count; seat++)
        snprintf(record->players[seat], BZ_NAME_MAX, "%s", plan->players[table->seated[seat]].name);
}

static int open_game(const struct table *table, struct bz_job_result *result, struct bz_error *err)
{
    const struct bz_plan *plan = &table->job->book->plan;
    const char *options[2 * BZ_PLAN_OPTIONS_MAX];
    struct bz_fixture fixture = bz_plan_fixture(plan, (int)(table->start % INT32_MAX), options);
    int code;

    fixture.seed = table->seed;
    code = bz_fixture_open(&fixture, &result->setup, &result->record, err);
    if (!code && result->setup.rules->players != table->job->game->seat_count) {
        code = bz_fail(err, BZ_ERROR_UNFIT, "this start is for %d players, the tournament for %d",
                       result->setup.rules->players, table->job->game->seat_count);
        bz_record_release(&result->record);
        bz_setup_release(&result->setup);
    }
    return code;
}

/* A player of our own that cannot be made is a mistake of the plan; a program that cannot is its
 * author's, and has lost. */
static int seat_player(struct table *table, struct bz_job_result *result, int seat,
                       struct bz_error *err)
{
    const struct bz_book *book = table->job->book;
    int number = table->seated[seat];
    const char *spec = book->plan.players[number].spec;
    struct bz_house *house = &table->houses[seat];
    int code;

    *house = book->plan.house;
    house->unsafe_ok = house->unsafe_ok || table->job->unsafe_ok;
    house->own_commands = table->job->own_commands;
    house->stop = table->job->stop;
    house->home = book->homes[number][0] ? book->homes[number] : NULL;
    code = bz_player_new(&result->setup, spec, table->seed * 31 + (uint64_t)number, house,
                         &table->players[seat], err);
    if (code && code != BZ_ERROR_BUSY && code != BZ_ERROR_MEMORY && house->home) {
        bz_record_rule(&result->record, BZ_RULING_CRASHED, seat);
        snprintf(result->record.note, BZ_NOTE_MAX, "%s", err->text);
        code = BZ_OK;
    }
    return code;
}

static int64_t scaled(int64_t time, double scale)
{
    return (int64_t)((double)time * scale + 0.5);
}

static struct bz_control control_of(const struct bz_job *job)
{
    struct bz_control control = job->book->plan.control;

    control.movetime = scaled(control.movetime, job->scale);
    control.bank = scaled(control.bank, job->scale);
    control.main = scaled(control.main, job->scale);
    control.increment = scaled(control.increment, job->scale);
    return control;
}

static int play(struct table *table, struct bz_job_result *result, struct bz_error *err)
{
    const struct bz_job *job = table->job;
    struct bz_table game = {.record = &result->record,
                            .control = control_of(job),
                            .adjudication = job->book->plan.adjudication,
                            .luck = table->seed,
                            .stop = job->stop};

    set_tags(table, &game.control, &result->record);
    memcpy(game.players, table->players, sizeof(game.players));
    return bz_record_is_over(&result->record) ? BZ_OK : bz_referee_play(&game, err);
}

/* What programs said on standard error goes along, cut to what the store takes. */
static void keep_excerpts(const struct table *table, struct bz_job_result *result)
{
    for (int seat = 0; seat < table->job->game->seat_count; seat++) {
        struct bz_store_seat *kept = &result->entry.game.seats[seat];
        size_t length = 0, cut;
        const char *text =
            table->players[seat] ? bz_player_errors(table->players[seat], &length) : "";

        cut = length > BZ_STORE_EXCERPT_MAX ? length - BZ_STORE_EXCERPT_MAX : 0;
        kept->player = table->job->game->seats[seat].player;
        kept->name = result->record.players[seat];
        kept->excerpt = result->excerpts[seat] = length ? malloc(length - cut) : NULL;
        kept->excerpt_length = kept->excerpt ? length - cut : 0;
        if (kept->excerpt)
            memcpy(result->excerpts[seat], text + cut, length - cut);
    }
}

static int hand_in(const struct table *table, struct bz_job_result *result, int64_t begin,
                   struct bz_error *err)
{
    const struct bz_store_game *game = table->job->game;
    struct bz_store_game *done = &result->entry.game;
    int code = bz_store_entry_init(&result->entry, &result->record, err);

    if (code)
        return code;
    done->id = game->id;
    done->tournament = game->tournament;
    done->number = game->number;
    done->round = game->round;
    done->pairing = game->pairing;
    done->attempt = game->attempt;
    done->worker = game->worker;
    done->seconds = (double)(bz_clock_micros() - begin) * 1e-6;
    keep_excerpts(table, result);
    return BZ_OK;
}

int bz_job_play(const struct bz_job *job, struct bz_job_result *ret_result, struct bz_error *err)
{
    struct table table = {.job = job};
    int64_t begin = bz_clock_micros();
    int code = read_task(&table, err);

    memset(ret_result, 0, sizeof(*ret_result));
    if (!code)
        code = open_game(&table, ret_result, err);
    if (code)
        return code;
    for (int seat = 0; seat < job->game->seat_count && !code; seat++)
        if (ret_result->record.ruling == BZ_RULING_NONE)
            code = seat_player(&table, ret_result, seat, err);
    if (!code)
        code = play(&table, ret_result, err);
    if (!code)
        code = hand_in(&table, ret_result, begin, err);
    for (int seat = 0; seat < job->game->seat_count; seat++)
        bz_player_free(table.players[seat]);
    if (code)
        bz_job_result_release(ret_result);
    return code;
}

void bz_job_result_release(struct bz_job_result *result)
{
    for (int seat = 0; seat < BZ_PLAYERS_MAX; seat++)
        free(result->excerpts[seat]);
    bz_store_entry_release(&result->entry);
    bz_record_release(&result->record);
    bz_setup_release(&result->setup);
}
