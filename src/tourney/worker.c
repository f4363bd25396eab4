/*
 * worker.c - threads that claim and play, and one that hands in, over one connection to the store.
 *
 * The lock is over the connection and what is known of tournaments; games are played without it.
 * Short games are claimed several at a time, so that the queue costs little. Those that end while
 * the store is at work are handed in together.
 */
#include "tourney/worker.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "tourney/census.h"
#include "tourney/dismissal.h"
#include "tourney/job.h"
#include "tourney/luggage.h"
#include "tourney/shelf.h"
#include "tourney/tray.h"

enum {
    THREADS_MAX = 64,
    SHORT_MICROS = 100000, /* together, games claimed at once should take about so long */
    PAUSE_MILLIS = 200,    /* between two looks at an empty queue, or at a store that is away */
    PAUSE_MAX_MILLIS = 2000
};

/* What a worker may have to wait for. */
enum need { TO_READ = 1, TO_CLAIM = 2, TO_HAND_IN = 4, TO_BEAT = 8, FOR_ROOM = 16 };

struct bz_worker {
    const struct bz_work *work;
    struct bz_store *store;
    struct bz_identity identity;
    int64_t id;
    char base[PATH_MAX];
    atomic_bool halt; /* games are given up */
    pthread_t threads[THREADS_MAX];
    int thread_count;
    pthread_t clerk;
    bool has_clerk;
    struct bz_tray tray;     /* what they played and he has not taken yet */
    struct bz_bundle bundle; /* what he took */
    pthread_mutex_t lock;    /* over the rest, and the store */
    pthread_cond_t wake, handed;
    struct bz_shelf shelf;
    int busy;                         /* threads that have a game, or wait for it to be handed in */
    int64_t held[BZ_STORE_CLAIM_MAX]; /* the games they have */
    int held_count;
    bool in_doubt;   /* the store may think that we have others */
    int64_t typical; /* microseconds a game took, lately */
    unsigned waits;  /* what it needs; somebody has been told */
    int code;        /* of what cannot be mended */
    struct bz_error trouble;
    int64_t stock_time, stock_micros; /* when stock was last taken, and how long it took */
    struct bz_census census;
};

static bool is_stopped(const struct bz_worker *worker)
{
    return atomic_load(&worker->halt);
}

static void rest(struct bz_worker *worker, int millis)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)millis % 1000 * 1000000L;
    until.tv_sec += millis / 1000 + until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_cond_timedwait(&worker->wake, &worker->lock, &until);
}

/* It waits for one thing, or with "" not any more. Whoever was told that it waits is told that it
 * goes on when all of it goes again: on a full disk a sign of life may still be written, and no
 * game. */
static void say_waiting(struct bz_worker *worker, enum need need, const char *why)
{
    unsigned before = worker->waits;

    worker->waits = *why ? before | need : before & ~(unsigned)need;
    if (!before != !worker->waits && worker->work->waiting)
        worker->work->waiting(worker->work->context, why);
}

/* Whether to try again: the store is away for now, and nobody wants us to stop. */
static bool shall_retry(struct bz_worker *worker, enum need need, int code,
                        const struct bz_error *err)
{
    if (code != BZ_ERROR_BUSY) {
        say_waiting(worker, need, "");
        return false;
    }
    say_waiting(worker, need, err->text);
    rest(worker, PAUSE_MILLIS);
    return !is_stopped(worker);
}

static void break_off(struct bz_worker *worker, const struct bz_error *err)
{
    if (!worker->code) {
        worker->code = err->code;
        worker->trouble = *err;
    }
    atomic_store(&worker->halt, true);
    pthread_cond_broadcast(&worker->wake);
}

/* --- with the lock ---------------------------------------------------------------------------- */

/* The book of a tournament; whoever takes it gives it back. Another thread may open it as well,
 * while this one waits for the store. */
static struct bz_book *take_book(struct bz_worker *worker, int64_t tournament, struct bz_error *err)
{
    struct bz_book *book = bz_shelf_take(&worker->shelf, tournament), *other;
    int code;

    if (book)
        return book;
    book = malloc(sizeof(*book));
    if (!book) {
        bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a tournament");
        return NULL;
    }
    do
        code = bz_book_open(book, worker->store, tournament, worker->base, err);
    while (shall_retry(worker, TO_READ, code, err));
    other = bz_shelf_take(&worker->shelf, tournament);
    if (!code && !other) {
        bz_shelf_add(&worker->shelf, book);
        return book;
    }
    if (!code)
        bz_book_close(book);
    free(book);
    return other;
}

static bool is_fault(const struct bz_record *record)
{
    return bz_ruling_is_fault(record->ruling) && record->loser >= 0;
}

/* How many games to take at once; all threads together hold no more than can be kept. */
static int appetite(const struct bz_worker *worker)
{
    int64_t games = worker->typical ? SHORT_MICROS / worker->typical : 1;
    int most = BZ_STORE_CLAIM_MAX / (worker->work->threads + 1);

    return games < 1 || most < 1 ? 1 : games > most ? most : (int)games;
}

static void hold(struct bz_worker *worker, const struct bz_store_hand *hand)
{
    for (int i = 0; i < hand->count && worker->held_count < BZ_STORE_CLAIM_MAX; i++)
        worker->held[worker->held_count++] = hand->games[i].id;
}

static void let_go(struct bz_worker *worker, int64_t game)
{
    for (int i = 0; i < worker->held_count; i++)
        if (worker->held[i] == game)
            worker->held[i] = worker->held[--worker->held_count];
    pthread_cond_broadcast(&worker->handed);
}

static bool is_held(const struct bz_worker *worker, int64_t game)
{
    for (int i = 0; i < worker->held_count; i++)
        if (worker->held[i] == game)
            return true;
    return false;
}

static int register_worker(struct bz_worker *worker, struct bz_error *err)
{
    struct bz_store_worker row = {.host = worker->identity.host,
                                  .session = worker->identity.session,
                                  .pid = worker->identity.pid,
                                  .speed = worker->work->speed};
    int code = bz_store_worker_add(worker->store, &row, err);

    if (!code)
        worker->id = row.id;
    return code;
}

/* Claims games. Others that the store may think we have go back first: nobody else would ever play
 * them while this worker lives. */
static int claim_once(struct bz_worker *worker, struct bz_store_hand *hand, struct bz_error *err)
{
    int code = BZ_OK;

    if (worker->in_doubt)
        code = bz_store_keep(worker->store, worker->id, worker->held, worker->held_count, err);
    if (code)
        return code;
    code = bz_store_claim(worker->store, worker->id, worker->work->tournament, appetite(worker),
                          hand, err);
    worker->in_doubt = code == BZ_ERROR_BUSY;
    if (!code)
        hold(worker, hand);
    return code;
}

/* The next games; none where there are none or the worker has to stop. */
static int claim(struct bz_worker *worker, struct bz_store_hand *hand)
{
    struct bz_error err;
    int code;

    hand->count = 0;
    do {
        code = claim_once(worker, hand, &err);
        if (code == BZ_ERROR_STALE) /* we were given up: begin again under another number */
            code = register_worker(worker, &err) ? err.code : BZ_ERROR_STALE;
    } while (code == BZ_ERROR_STALE || shall_retry(worker, TO_CLAIM, code, &err));
    if (code && code != BZ_ERROR_BUSY)
        break_off(worker, &err);
    return code ? 0 : hand->count;
}

/* Takes the games of those who are out out of the queue. It costs the more, the more games there
 * are, and gets a tenth of the time; what goes wrong here the director does better. */
static void take_stock(struct bz_worker *worker, const struct bz_book *book)
{
    struct bz_ledger ledger;
    struct bz_error err;
    int64_t begin = bz_clock_micros();

    if (begin - worker->stock_time < 10 * worker->stock_micros)
        return;
    if (bz_ledger_read(&ledger, worker->store, book->tournament, &book->plan, &err))
        return;
    (void)bz_dismiss(worker->store, book->tournament, &book->plan, &ledger, &err);
    bz_ledger_release(&ledger);
    worker->stock_time = bz_clock_micros();
    worker->stock_micros = worker->stock_time - begin;
}

/* Somebody has lost so many games in a row by faults that he may be out. His next game shall not
 * begin before that is known, so nobody waits for the director. */
static void count_faults(struct bz_worker *worker, const struct bz_job_result *result)
{
    const struct bz_store_game *game = &result->entry.game;
    struct bz_error err;
    struct bz_book *book = take_book(worker, game->tournament, &err);
    bool enough = false;

    if (!book)
        return;
    for (int seat = 0; seat < game->seat_count && book->plan.failures; seat++) {
        int *streak = &book->streaks[bz_roll_number(&book->roll, game->seats[seat].player)];

        *streak = is_fault(&result->record) && result->record.loser == seat ? *streak + 1 : 0;
        enough = enough || *streak >= book->plan.failures;
    }
    if (enough)
        take_stock(worker, book);
    bz_shelf_return(&worker->shelf, book);
}

/* A game was handed in, or will never be. */
static void conclude(struct bz_worker *worker, const struct bz_job_result *result, int code,
                     const struct bz_error *err)
{
    const struct bz_store_game *game = &result->entry.game;
    struct bz_work_done done = {game, &result->record};

    say_waiting(worker, FOR_ROOM, "");
    worker->typical = (3 * worker->typical + (int64_t)(game->seconds * 1e6) + 1) / 4 + 1;
    if (is_fault(&result->record))
        worker->typical = SHORT_MICROS; /* the next ones one by one: perhaps they are not needed */
    if (!code)
        count_faults(worker, result);
    if (!code && worker->work->finished)
        worker->work->finished(worker->work->context, &done);
    if (code && code != BZ_ERROR_BUSY && code != BZ_ERROR_STALE)
        break_off(worker, err);
    let_go(worker, game->id);
}

static int hand_in(struct bz_worker *worker, int first, int count, int *ret_codes,
                   struct bz_error *err)
{
    int code;

    do
        code = bz_bundle_hand_in(&worker->bundle, worker->store, first, count, ret_codes, err);
    while (shall_retry(worker, TO_HAND_IN, code, err));
    return code;
}

/* Hands the bundle in. One that the store refuses must not take the others along. */
static void hand_in_all(struct bz_worker *worker)
{
    const struct bz_bundle *bundle = &worker->bundle;
    struct bz_error err;
    int codes[BZ_BUNDLE_MAX], code = hand_in(worker, 0, bundle->count, codes, &err);
    bool apart = code && code != BZ_ERROR_BUSY && bundle->count > 1;

    for (int i = 0; i < bundle->count; i++) {
        if (apart)
            code = hand_in(worker, i, 1, &codes[i], &err);
        conclude(worker, bundle->results[i], code ? code : codes[i], &err);
    }
}

/* --- the clerk -------------------------------------------------------------------------------- */

static void *keep_books(void *context)
{
    struct bz_worker *worker = context;

    while (bz_tray_take(&worker->tray, &worker->bundle)) {
        pthread_mutex_lock(&worker->lock);
        hand_in_all(worker);
        pthread_mutex_unlock(&worker->lock);
        bz_bundle_release(&worker->bundle);
    }
    return NULL;
}

/* --- a thread --------------------------------------------------------------------------------- */

/* How much longer everybody thinks on a machine of this speed. Of one that is far slower than meant
 * something else is wrong; the others shall not wait for it for ever. */
static double scale_of(const struct bz_book *book, double speed)
{
    double scale = speed > 0 ? book->plan.speed / speed : 1;

    return scale < 1 ? 1 : scale > BZ_WORK_SCALE_MAX ? BZ_WORK_SCALE_MAX : scale;
}

/* Whether there is something to hand in. *book is that of the game before, or NULL; the lock is
 * needed only for another one. */
static bool play(struct bz_worker *worker, const struct bz_store_game *game, struct bz_book **book,
                 bool *ret_fault)
{
    struct bz_job job = {.book = *book,
                         .game = game,
                         .unsafe_ok = worker->work->unsafe_ok,
                         .own_commands = worker->work->own_commands,
                         .scale = 1,
                         .stop = &worker->halt};
    struct bz_job_result *result = malloc(sizeof(*result));
    struct bz_error err = {.code = BZ_ERROR_MEMORY, .text = "not enough memory for a game"};
    int code = BZ_ERROR_MEMORY;

    if (!job.book || job.book->tournament != game->tournament) {
        pthread_mutex_lock(&worker->lock);
        bz_shelf_return(&worker->shelf, *book);
        job.book = *book = take_book(worker, game->tournament, &err);
        pthread_mutex_unlock(&worker->lock);
    }
    if (job.book)
        job.scale = scale_of(job.book, worker->work->speed);
    if (job.book && result)
        code = bz_job_play(&job, result, &err);
    else if (err.code)
        code = err.code;
    if (!code) {
        *ret_fault = is_fault(&result->record);
        bz_tray_put(&worker->tray, result);
        return true;
    }
    free(result);
    pthread_mutex_lock(&worker->lock);
    if (code == BZ_ERROR_BUSY) {
        say_waiting(worker, FOR_ROOM, err.text);
        rest(worker, PAUSE_MILLIS);
    } else if (code != BZ_ERROR_STOPPED) {
        break_off(worker, &err);
    }
    pthread_mutex_unlock(&worker->lock);
    return false;
}

/* Plays all these games, and waits until they are handed in. Those it could not play go back, and
 * those behind one that was lost by a fault: perhaps they need not be played. */
static void play_all(struct bz_worker *worker, const struct bz_store_hand *hand)
{
    bool played[BZ_STORE_CLAIM_MAX] = {false};
    struct bz_book *book = NULL;
    bool fault = false;

    for (int i = 0; i < hand->count && !fault && !is_stopped(worker); i++)
        played[i] = play(worker, &hand->games[i], &book, &fault);
    pthread_mutex_lock(&worker->lock);
    for (int i = 0; i < hand->count; i++) {
        if (!played[i]) {
            let_go(worker, hand->games[i].id);
            worker->in_doubt = true;
        }
        while (is_held(worker, hand->games[i].id))
            pthread_cond_wait(&worker->handed, &worker->lock);
    }
    bz_shelf_return(&worker->shelf, book);
    pthread_mutex_unlock(&worker->lock);
}

static void *labour(void *context)
{
    struct bz_worker *worker = context;
    struct bz_store_hand *hand = calloc(1, sizeof(*hand));
    int pause = PAUSE_MILLIS;

    pthread_mutex_lock(&worker->lock);
    while (hand && !is_stopped(worker)) {
        int count = claim(worker, hand);

        if (count == 0) {
            if (!is_stopped(worker))
                rest(worker, pause);
            pause = pause * 2 > PAUSE_MAX_MILLIS ? PAUSE_MAX_MILLIS : pause * 2;
            continue;
        }
        pause = PAUSE_MILLIS;
        worker->busy++;
        pthread_mutex_unlock(&worker->lock);
        play_all(worker, hand);
        pthread_mutex_lock(&worker->lock);
        bz_store_hand_release(hand);
        worker->busy--;
    }
    pthread_mutex_unlock(&worker->lock);
    free(hand);
    return NULL;
}

/* --- life and death --------------------------------------------------------------------------- */

int bz_worker_beat(struct bz_worker *worker, struct bz_error *err)
{
    int code;

    pthread_mutex_lock(&worker->lock);
    code = bz_store_beat(worker->store, worker->id, err);
    if (code == BZ_ERROR_STALE)
        code = register_worker(worker, err);
    if (!code)
        code = bz_census_hold(&worker->census, worker->id, err);
    say_waiting(worker, TO_BEAT, code == BZ_ERROR_BUSY ? err->text : "");
    pthread_mutex_unlock(&worker->lock);
    return code == BZ_ERROR_BUSY ? BZ_OK : code;
}

void bz_worker_nudge(struct bz_worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    pthread_cond_broadcast(&worker->wake);
    pthread_mutex_unlock(&worker->lock);
}

bool bz_worker_is_idle(struct bz_worker *worker)
{
    bool idle;

    pthread_mutex_lock(&worker->lock);
    idle = worker->busy == 0;
    pthread_mutex_unlock(&worker->lock);
    return idle;
}

int bz_worker_trouble(struct bz_worker *worker, struct bz_error *err)
{
    int code;

    pthread_mutex_lock(&worker->lock);
    code = worker->code;
    if (code)
        *err = worker->trouble;
    pthread_mutex_unlock(&worker->lock);
    return code;
}

/* --- doors ------------------------------------------------------------------------------------ */

static int open_worker(struct bz_worker *worker, struct bz_error *err)
{
    struct bz_store_wait wait = {BZ_WORK_PATIENCE, worker->work->stop};
    int code = bz_luggage_base(worker->base, err);

    bz_identity_init(&worker->identity);
    if (!code)
        code = bz_store_open_waiting(worker->work->store, BZ_STORE_OPEN, wait, &worker->store, err);
    worker->census = (struct bz_census){.store = worker->store,
                                        .identity = &worker->identity,
                                        .silence = worker->work->silence * INT64_C(1000000)};
    if (!code)
        code = register_worker(worker, err);
    if (!code)
        code = bz_census_hold(&worker->census, worker->id, err);
    return worker->id && code == BZ_ERROR_BUSY ? BZ_OK : code; /* the next beat buries them */
}

/* Somebody may set the wall clock; nobody shall wait longer for it. */
static void init_wake(pthread_cond_t *wake)
{
    pthread_condattr_t attributes;

    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(wake, &attributes);
    pthread_condattr_destroy(&attributes);
}

static void start_threads(struct bz_worker *worker)
{
    worker->has_clerk =
        worker->work->threads > 0 && pthread_create(&worker->clerk, NULL, keep_books, worker) == 0;
    while (worker->has_clerk && worker->thread_count < worker->work->threads &&
           worker->thread_count < THREADS_MAX &&
           pthread_create(&worker->threads[worker->thread_count], NULL, labour, worker) == 0)
        worker->thread_count++;
}

int bz_worker_new(const struct bz_work *work, struct bz_worker **ret_worker, struct bz_error *err)
{
    struct bz_worker *worker = calloc(1, sizeof(*worker));
    int code;

    if (!worker)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a worker");
    worker->work = work;
    pthread_mutex_init(&worker->lock, NULL);
    init_wake(&worker->wake);
    pthread_cond_init(&worker->handed, NULL);
    bz_tray_init(&worker->tray);
    code = open_worker(worker, err);
    if (!code) {
        start_threads(worker);
        if (worker->thread_count == 0 && work->threads > 0)
            code = bz_fail(err, BZ_ERROR_MEMORY, "no thread could be started");
    }
    if (code)
        bz_worker_free(worker);
    else
        *ret_worker = worker;
    return code;
}

void bz_worker_free(struct bz_worker *worker)
{
    struct bz_error err;

    if (!worker)
        return;
    pthread_mutex_lock(&worker->lock);
    atomic_store(&worker->halt, true);
    pthread_cond_broadcast(&worker->wake);
    pthread_mutex_unlock(&worker->lock);
    for (int i = 0; i < worker->thread_count; i++)
        pthread_join(worker->threads[i], NULL);
    bz_tray_close(&worker->tray);
    if (worker->has_clerk)
        pthread_join(worker->clerk, NULL);
    if (worker->id)
        bz_store_worker_end(worker->store, worker->id, BZ_STORE_LEFT, &err);
    bz_shelf_clear(&worker->shelf);
    bz_store_close(worker->store);
    bz_tray_release(&worker->tray);
    pthread_cond_destroy(&worker->wake);
    pthread_cond_destroy(&worker->handed);
    pthread_mutex_destroy(&worker->lock);
    free(worker);
}
