/*
 * search.c - the search thread, which waits for work from the first line to the last.
 *
 * Until state is UGI_IDLE again the search thread reads position, setup, engine and options, and
 * the other thread leaves them alone: every command that changes them settles the search first.
 * A perft is work of the same kind. The answer is written before the state goes back to UGI_IDLE,
 * so it comes before any answer to a command that waited.
 */
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "parts.h"

enum { FINISH_SECONDS = 10, COUNT_SECONDS = 1, STACK_SIZE = 16 << 20 };

static void hear(void *context, const struct bz_info *info)
{
    struct ugi *ugi = context;

    ugi->search.informed = true;
    ugi_say_info(ugi, info);
}

static void think(struct ugi *ugi)
{
    struct ugi_search *search = &ugi->search;
    const struct bz_listener listener = {.info = hear, .context = ugi};

    search->informed = false;
    memset(&search->answer, 0, sizeof(search->answer));
    search->answer.move = BZ_MOVE_NONE;
    if (!search->pointless)
        bz_engine_think(ugi->engine, &ugi->pos, &search->limits, &listener, &search->answer);
}

static void enter(struct ugi_search *search, enum ugi_state state)
{
    pthread_mutex_lock(&search->lock);
    search->state = state;
    pthread_cond_broadcast(&search->changed);
    pthread_mutex_unlock(&search->lock);
}

static void count(struct ugi *ugi)
{
    struct bz_error err;
    uint64_t nodes;
    int code = bz_perft(ugi->setup, &ugi->pos, ugi->search.perft, &ugi->search.stop, &nodes, &err);

    enter(&ugi->search, UGI_ANSWERING);
    if (code)
        ugi_error(ugi, "%s", err.text);
    else
        ugi_say(ugi, "nodes %" PRIu64, nodes);
}

/* A search without limits keeps its answer to itself until it is told to stop. */
static void search_and_answer(struct ugi *ugi)
{
    struct ugi_search *search = &ugi->search;

    think(ugi);
    pthread_mutex_lock(&search->lock);
    while (search->limits.infinite && !atomic_load(&search->stop))
        pthread_cond_wait(&search->changed, &search->lock);
    search->state = UGI_ANSWERING;
    pthread_mutex_unlock(&search->lock);
    ugi_say_answer(ugi, &search->answer);
}

static void *serve(void *context)
{
    struct ugi *ugi = context;
    struct ugi_search *search = &ugi->search;

    pthread_mutex_lock(&search->lock);
    for (;;) {
        while (search->state == UGI_IDLE)
            pthread_cond_wait(&search->changed, &search->lock);
        if (search->state == UGI_LEAVING)
            break;
        pthread_mutex_unlock(&search->lock);
        if (search->perft >= 0)
            count(ugi);
        else
            search_and_answer(ugi);
        pthread_mutex_lock(&search->lock);
        for (; search->deferred > 0; search->deferred--)
            ugi_say(ugi, "readyok");
        search->state = UGI_IDLE;
        pthread_cond_broadcast(&search->changed);
        if (ugi->bell.ring)
            ugi->bell.ring(ugi->bell.context);
    }
    pthread_mutex_unlock(&search->lock);
    return NULL;
}

static int start_thread(struct ugi *ugi)
{
    pthread_attr_t attributes;
    int code = pthread_attr_init(&attributes);

    if (code)
        return -1;
    code = pthread_attr_setstacksize(&attributes, STACK_SIZE);
    if (!code)
        code = pthread_create(&ugi->search.thread, &attributes, serve, ugi);
    pthread_attr_destroy(&attributes);
    return code ? -1 : 0;
}

/* A condition whose timeouts do not follow changes of the calendar clock. */
static int init_condition(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    int code = pthread_condattr_init(&attributes);

    if (code)
        return -1;
    code = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    if (!code)
        code = pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
    return code ? -1 : 0;
}

int ugi_search_init(struct ugi *ugi)
{
    struct ugi_search *search = &ugi->search;

    search->state = UGI_IDLE;
    search->perft = -1;
    atomic_init(&search->stop, false);
    if (pthread_mutex_init(&search->lock, NULL))
        return -1;
    if (init_condition(&search->changed))
        goto no_condition;
    if (start_thread(ugi))
        goto no_thread;
    return 0;

no_thread:
    pthread_cond_destroy(&search->changed);
no_condition:
    pthread_mutex_destroy(&search->lock);
    return -1;
}

void ugi_search_release(struct ugi *ugi)
{
    struct ugi_search *search = &ugi->search;

    ugi_search_finish(ugi);
    enter(search, UGI_LEAVING);
    pthread_join(search->thread, NULL);
    pthread_cond_destroy(&search->changed);
    pthread_mutex_destroy(&search->lock);
}

static enum ugi_state state_of(struct ugi_search *search)
{
    enum ugi_state state;

    pthread_mutex_lock(&search->lock);
    state = search->state;
    pthread_mutex_unlock(&search->lock);
    return state;
}

bool ugi_search_running(struct ugi *ugi)
{
    return state_of(&ugi->search) != UGI_IDLE;
}

bool ugi_search_lasts(struct ugi *ugi)
{
    return state_of(&ugi->search) == UGI_SEARCHING && !ugi->search.limits.infinite;
}

bool ugi_search_defers(struct ugi *ugi)
{
    struct ugi_search *search = &ugi->search;
    bool counting;

    pthread_mutex_lock(&search->lock);
    counting = search->state != UGI_IDLE && search->perft >= 0;
    search->deferred += counting;
    pthread_mutex_unlock(&search->lock);
    return counting;
}

void ugi_search_start(struct ugi *ugi, const struct bz_limits *limits)
{
    struct ugi_search *search = &ugi->search;

    search->perft = -1;
    search->limits = *limits;
    search->limits.stop = &search->stop;
    atomic_store(&search->stop, false);
    search->pointless =
        ugi->setup->rules->turn(&ugi->pos) == BZ_CHANCE || bz_is_over(ugi->setup, &ugi->pos);
    enter(search, UGI_SEARCHING);
}

void ugi_search_perft(struct ugi *ugi, int plies)
{
    ugi->search.perft = plies;
    ugi->search.limits = (struct bz_limits){0};
    atomic_store(&ugi->search.stop, false);
    enter(&ugi->search, UGI_SEARCHING);
}

void ugi_search_stop(struct ugi *ugi)
{
    pthread_mutex_lock(&ugi->search.lock);
    atomic_store(&ugi->search.stop, true);
    pthread_cond_broadcast(&ugi->search.changed);
    pthread_mutex_unlock(&ugi->search.lock);
}

void ugi_search_settle(struct ugi *ugi)
{
    struct ugi_search *search = &ugi->search;

    if (search->limits.infinite)
        ugi_search_stop(ugi);
    pthread_mutex_lock(&search->lock);
    while (search->state != UGI_IDLE)
        pthread_cond_wait(&search->changed, &search->lock);
    pthread_mutex_unlock(&search->lock);
}

/* What runs for longer is stopped. */
static void end_within(struct ugi *ugi, int seconds)
{
    struct ugi_search *search = &ugi->search;
    struct timespec end;
    int code = 0;

    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += seconds;
    pthread_mutex_lock(&search->lock);
    while (search->state != UGI_IDLE && !code)
        code = pthread_cond_timedwait(&search->changed, &search->lock, &end);
    pthread_mutex_unlock(&search->lock);
    ugi_search_stop(ugi);
    ugi_search_settle(ugi);
}

void ugi_search_finish(struct ugi *ugi)
{
    bool in_vain = ugi->search.limits.infinite || atomic_load(&ugi->out.failed);

    end_within(ugi, in_vain ? 0 : FINISH_SECONDS);
}

/* A search has a move at any time. Half a count is nothing, and most take no time at all. */
void ugi_search_quit(struct ugi *ugi)
{
    end_within(ugi, ugi->search.perft >= 0 ? COUNT_SECONDS : 0);
}
