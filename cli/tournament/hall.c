/*
 * hall.c - the loop around a director and a worker: once a second a beat and a step, and a line
 * that says how far it is.
 */
#include "hall.h"

#include <inttypes.h>
#include <pthread.h>
#include <string.h>

#include "base/clock.h"
#include "command.h"
#include "entrance.h"
#include "interrupt.h"
#include "progress.h"
#include "text/layout.h"
#include "text/terminal.h"
#include "tourney/identity.h"
#include "tourney/pace.h"
#include "tourney/worker.h"

#define STEP_SECONDS 0.5
#define IDLE_SECONDS 0.05
#define BEAT_MICROS  1000000

enum { LOOKS = 10 }; /* whether there is nothing to do, from one step to the next */

/* What is shown meanwhile. The worker's threads tell it, this one draws it. */
struct show {
    const struct hall *hall;
    bool rewrites;
    pthread_mutex_t lock; /* over the rest, and standard output */
    int64_t finished;     /* here */
};

static void erase(const struct show *show)
{
    if (show->rewrites)
        terminal_erase_line(stderr);
}

static void show_game(void *context, const struct bz_work_done *done)
{
    struct show *show = context;
    const struct bz_store_game *game = done->game;
    const struct bz_record *record = done->record;

    pthread_mutex_lock(&show->lock);
    show->finished++;
    if (show->hall->verbose || (record->note[0] && !show->hall->quiet)) {
        char why[512] = "";
        struct bz_buf reason = BZ_BUF(why);

        erase(show);
        bz_record_reason(record, &reason);
        printf("game %" PRId64 ":", game->number + 1);
        for (int seat = 0; seat < game->seat_count; seat++)
            printf("%s %s", seat ? " -" : "", record->players[seat]);
        printf(", %s: %s (%d plies, %.1f s)\n", game->result, why, record->length, game->seconds);
        if (record->note[0])
            printf("  to the author of %s: %s\n",
                   record->players[record->loser >= 0 ? record->loser : 0], record->note);
        fflush(stdout);
    }
    pthread_mutex_unlock(&show->lock);
}

static void show_waiting(void *context, const char *why)
{
    struct show *show = context;

    pthread_mutex_lock(&show->lock);
    erase(show);
    entrance_tell(why);
    pthread_mutex_unlock(&show->lock);
}

static void show_warning(void *context, const char *text)
{
    struct show *show = context;

    if (show->hall->mute)
        return;
    pthread_mutex_lock(&show->lock);
    erase(show);
    fprintf(stderr, "bazi: %s\n", text);
    pthread_mutex_unlock(&show->lock);
}

/* A machine has given itself its name. */
static void show_death(struct show *show, const struct bz_store_event *event)
{
    char memory[300];
    struct bz_buf text = BZ_BUF(memory);

    bz_buf_clear(&text);
    bz_buf_escape(&text, event->text, "");
    show_warning(show, memory);
}

/* Faults are told with their games. */
static void show_event(void *context, const struct bz_store_event *event)
{
    struct show *show = context;

    if (!strcmp(event->kind, "dead"))
        show_death(show, event);
    if (show->hall->quiet || strcmp(event->kind, "out") != 0)
        return;
    pthread_mutex_lock(&show->lock);
    erase(show);
    printf("%s\n", event->text);
    fflush(stdout);
    pthread_mutex_unlock(&show->lock);
}

/* --- the worker ------------------------------------------------------------------------------- */

struct station {
    struct show show;
    int64_t beaten; /* when its worker last gave a sign of life */
    struct bz_work work;
    struct bz_worker *worker;
    struct bz_pace pace;
    struct progress progress;
};

static int open_station(struct station *station, const struct hall *hall, int64_t tournament,
                        double speed, struct bz_error *err)
{
    station->show = (struct show){.hall = hall, .rewrites = terminal_can_rewrite(stderr)};
    pthread_mutex_init(&station->show.lock, NULL);
    station->work = (struct bz_work){.store = hall->store,
                                     .tournament = tournament,
                                     .threads = hall->threads,
                                     .silence = hall->silence,
                                     .unsafe_ok = hall->unsafe_ok,
                                     .own_commands = hall->own_commands,
                                     .speed = speed,
                                     .stop = interrupt_flag(),
                                     .finished = show_game,
                                     .waiting = show_waiting,
                                     .context = &station->show};
    station->worker = NULL;
    station->pace.told_count = 0;
    station->progress = progress_start(hall->mute);
    return entrance_work(&station->work, &station->worker, err);
}

static void close_station(struct station *station)
{
    erase(&station->show);
    bz_worker_free(station->worker);
    pthread_mutex_destroy(&station->show.lock);
}

static int beat(struct station *station, struct bz_error *err)
{
    int code = bz_worker_beat(station->worker, err);

    station->beaten = bz_clock_micros();

    return code ? code : bz_worker_trouble(station->worker, err);
}

/* A large round goes into the queue: what goes wrong with the beat, the next step says. */
static void beat_meanwhile(void *context, int64_t queued, int64_t total)
{
    struct station *station = context;
    struct bz_error err;

    (void)queued;
    (void)total;
    if (bz_clock_micros() - station->beaten > BEAT_MICROS)
        (void)beat(station, &err);
}

/* --- a tournament ----------------------------------------------------------------------------- */

/* Others may be there to play; one who only watches does not count himself. */
static bool is_anybody(const struct station *station)
{
    return station->work.threads > 0 || station->pace.workers > 1;
}

static void show_progress(struct station *station, const struct bz_director *director,
                          const int64_t *counts)
{
    struct progress *progress = &station->progress;
    struct progress_words words;

    progress_look(progress, director, counts, is_anybody(station), &words);
    if (words.warning[0])
        show_warning(&station->show, words.warning);
    if (!words.line[0])
        return;
    if (!progress->rewrites) {
        show_warning(&station->show, words.line);
        return;
    }
    pthread_mutex_lock(&station->show.lock);
    terminal_erase_line(stderr);
    layout_cut(stderr, words.line, strlen(words.line), terminal_width() - 1);
    fflush(stderr);
    pthread_mutex_unlock(&station->show.lock);
}

/* What the director says of the store being away is what the worker says too: it is told once. */
static int step(struct station *station, struct bz_director *director, bool *ret_over,
                struct bz_error *err)
{
    int code = beat(station, err);

    if (!code)
        code = bz_director_step(director, ret_over, err);
    if (!code)
        code = bz_pace_look(&station->pace, director->store, show_warning, &station->show, err);
    if (bz_worker_is_idle(station->worker))
        bz_worker_nudge(station->worker);
    return code == BZ_ERROR_BUSY || code == BZ_ERROR_STOPPED ? BZ_OK : code;
}

/* Waits for the next step; not for long where those who play here have nothing to do, perhaps
 * because a round is over. */
static void pause_step(const struct station *station)
{
    bool resting = false;

    for (int i = 0; i < LOOKS && !resting; i++) {
        if (interrupt_wait(-1, IDLE_SECONDS) == WAIT_STOP)
            return;
        resting = station->work.threads > 0 && bz_worker_is_idle(station->worker);
    }
}

static int conduct(struct station *station, struct bz_director *director, struct bz_error *err)
{
    int64_t counts[BZ_STORE_STATES];
    bool over = false;
    int code = BZ_OK;

    director->tell = show_event;
    director->context = &station->show;
    director->filling =
        (struct bz_filling){.stop = interrupt_flag(), .tell = beat_meanwhile, .context = station};
    while (!code && !over && !interrupt_signal()) {
        code = step(station, director, &over, err);
        if (!code && !over && !bz_store_count(director->store, director->tournament, counts, err))
            show_progress(station, director, counts);
        if (!code && !over)
            pause_step(station);
    }
    director->tell = NULL;
    director->filling = (struct bz_filling){.stop = NULL};
    return code;
}

int hall_play(const struct hall *hall, struct bz_director *director)
{
    struct station station;
    struct bz_error err;
    double speed = 0;
    int code = entrance_fill(director, hall->mute, &err);

    if (!code && director->plan.speed > 0)
        code = bz_identity_speed(&speed, &err);
    if (!code)
        code = open_station(&station, hall, director->tournament, speed, &err);
    if (code)
        return entrance_refuse("tournament", &err);
    code = conduct(&station, director, &err);
    close_station(&station);
    if (code)
        return complain("tournament: %s", err.text);
    return interrupt_signal() ? interrupt_status() : STATUS_DONE;
}

/* --- work ------------------------------------------------------------------------------------- */

static bool is_empty(struct bz_store *store)
{
    struct bz_error err;
    bool any;

    return !bz_store_unfinished(store, 0, &any, &err) && !any;
}

/* With a store it ends where that has nothing left to play. */
static int labour(struct station *station, struct bz_store *store, struct bz_error *err)
{
    int code = BZ_OK;

    while (!code && !interrupt_signal()) {
        code = beat(station, err);
        if (!code && store && bz_worker_is_idle(station->worker) && is_empty(store))
            break;
        if (station->show.rewrites) {
            pthread_mutex_lock(&station->show.lock);
            terminal_erase_line(stderr);
            fprintf(stderr, "%" PRId64 " games played here", station->show.finished);
            fflush(stderr);
            pthread_mutex_unlock(&station->show.lock);
        }
        if (!code)
            interrupt_wait(-1, STEP_SECONDS);
    }
    return code;
}

int hall_work(const struct hall *hall, bool once)
{
    struct station station;
    struct bz_store *store = NULL;
    struct bz_error err;
    double speed;
    int code = bz_identity_speed(&speed, &err);

    if (!code && once)
        code = entrance_open(hall->store, BZ_STORE_OPEN, &store, &err);
    if (!code)
        code = open_station(&station, hall, 0, speed, &err);
    if (code) {
        bz_store_close(store);
        return entrance_refuse("work", &err);
    }
    printf("%d games at a time, speed %.2f\n", hall->threads, speed);
    fflush(stdout);
    code = labour(&station, store, &err);
    close_station(&station);
    printf("%" PRId64 " games played\n", station.show.finished);
    bz_store_close(store);
    if (code)
        return complain("work: %s", err.text);
    return interrupt_signal() ? interrupt_status() : STATUS_DONE;
}
