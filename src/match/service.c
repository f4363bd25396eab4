/*
 * service.c - one thread lets clients in, the others play. What they share is the listener, which
 * only one of them calls at a time.
 */
#include "match/service.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "net/tcp.h"

struct hall;

struct table {
    struct hall *hall;
    pthread_t thread;
    bool taken;       /* a thread is to be joined */
    atomic_bool over; /* it has nothing left to do */
    struct bz_service_game game;
};

struct hall {
    const struct bz_service *service;
    pthread_mutex_t lock; /* over the listener */
    struct table tables[BZ_TABLES_MAX];
};

uint64_t bz_service_seed(uint64_t seed, int game, int round)
{
    return (seed + ((uint64_t)game << 32) + (uint64_t)round) & INT64_MAX;
}

/* --- telling ---------------------------------------------------------------------------------- */

static void tell_joined(struct hall *hall, const struct bz_service_game *game, int player)
{
    const struct bz_service_listener *listener = &hall->service->listener;

    pthread_mutex_lock(&hall->lock);
    if (listener->joined)
        listener->joined(listener->context, game, player);
    pthread_mutex_unlock(&hall->lock);
}

static void tell_acted(struct hall *hall, const struct bz_service_game *game,
                       const struct bz_record *record, int ply, const void *before,
                       const struct bz_wire_reply *reply)
{
    const struct bz_service_listener *listener = &hall->service->listener;

    pthread_mutex_lock(&hall->lock);
    if (listener->acted)
        listener->acted(listener->context, game, record, ply, before, reply);
    pthread_mutex_unlock(&hall->lock);
}

static void tell_round(struct hall *hall, const struct bz_service_game *game,
                       const struct bz_record *record)
{
    const struct bz_service_listener *listener = &hall->service->listener;

    pthread_mutex_lock(&hall->lock);
    if (listener->round)
        listener->round(listener->context, game, record);
    pthread_mutex_unlock(&hall->lock);
}

static void tell_ended(struct hall *hall, const struct bz_service_game *game)
{
    const struct bz_service_listener *listener = &hall->service->listener;

    pthread_mutex_lock(&hall->lock);
    if (listener->ended)
        listener->ended(listener->context, game);
    pthread_mutex_unlock(&hall->lock);
}

/* --- one round -------------------------------------------------------------------------------- */

/* A setup and a start of this round's own. The start is read back from its text, so that a record
 * of it needs no file beside it. */
static int prepare_round(const struct bz_service *service, uint64_t seed,
                         struct bz_setup *ret_setup, union bz_pos *ret_start, struct bz_error *err)
{
    char number[24], text[BZ_POS_TEXT_MAX];
    struct bz_buf out = BZ_BUF(text);
    int code = BZ_OK;

    bz_setup_copy(service->setup, ret_setup);
    snprintf(number, sizeof(number), "%" PRIu64, seed);
    if (bz_setup_value(ret_setup, "seed"))
        code = bz_setup_set(ret_setup, "seed", number, err);
    if (!code) {
        bz_start(ret_setup, ret_start);
        ret_setup->game->text->format(ret_start, &out);
        code = bz_parse(ret_setup, text, out.length, ret_start, err);
    }
    if (code)
        bz_setup_release(ret_setup);
    return code;
}

static void name_players(const struct bz_service_game *game, struct bz_record *record,
                         uint64_t seed)
{
    for (int i = 0; i < game->players; i++)
        memcpy(record->players[i], game->names[i], sizeof(record->players[i]));
    snprintf(record->tags[BZ_TAG_ROUND], sizeof(record->tags[0]), "%d.%d", game->number + 1,
             game->round + 1);
    snprintf(record->tags[BZ_TAG_SEED], sizeof(record->tags[0]), "%" PRIu64, seed);
}

/* A reply, the move it means, and what chance makes of it. */
static int take_turn(struct hall *hall, struct bz_service_game *game, struct bz_record *record,
                     struct bz_random *dice, struct bz_error *err)
{
    const struct bz_service *service = hall->service;
    const struct bz_rules *rules = record->setup->rules;
    struct bz_wire_guest *guest = &game->guests[rules->turn(&record->pos)];
    struct bz_remark remark = {.left = -1, .value = (double)NAN};
    union bz_pos before = record->pos;
    int ply = record->length, code;
    struct bz_wire_reply reply;

    code = bz_wire_guest_ask(guest, record, service->terms.limit, service->stop, &reply, err);
    if (code)
        return code;
    remark.micros = reply.micros;
    code = bz_record_remark(record, reply.move, &remark, err);
    while (!code && rules->turn(&record->pos) == BZ_CHANCE)
        code = bz_record_play(record, bz_chance_draw(record->setup, &record->pos, dice), err);
    if (!code)
        tell_acted(hall, game, record, ply, &before, &reply);
    return code;
}

/* Greets before the first round and dismisses after the last. */
static int greet_all(struct hall *hall, struct bz_service_game *game, const void *pos,
                     struct bz_error *err)
{
    const struct bz_service *service = hall->service;

    for (int i = 0; i < game->players; i++) {
        bool consents = false;
        int code = bz_wire_guest_greet(&game->guests[i], service->setup->game->wire, pos, i,
                                       service->stop, &consents, err);

        if (code)
            return code;
        if (!consents) {
            game->end = BZ_SERVICE_UNWILLING;
            game->unwilling = i;
            return BZ_OK;
        }
    }
    return BZ_OK;
}

static int play_round(struct hall *hall, struct bz_service_game *game, struct bz_record *record,
                      uint64_t seed, struct bz_error *err)
{
    const struct bz_service *service = hall->service;
    struct bz_random dice;
    int code = BZ_OK;

    bz_random_seed(&dice, seed);
    name_players(game, record, seed);
    while (!code && !bz_record_is_over(record))
        code = take_turn(hall, game, record, &dice, err);
    tell_round(hall, game, record);
    for (int i = 0; i < game->players && !code && game->round + 1 == game->rounds; i++)
        bz_wire_guest_dismiss(&game->guests[i], record->setup->game->wire, &record->pos,
                              service->stop);
    return code;
}

static int play_one(struct hall *hall, struct bz_service_game *game, struct bz_error *err)
{
    const struct bz_service *service = hall->service;
    uint64_t seed = bz_service_seed(service->seed, game->number, game->round);
    struct bz_setup setup;
    union bz_pos start;
    struct bz_record *record = malloc(sizeof(*record));
    int code;

    if (!record)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a game");
    code = prepare_round(service, seed, &setup, &start, err);
    if (!code) {
        if (game->round == 0)
            code = greet_all(hall, game, &start, err);
        if (!code && game->end == BZ_SERVICE_PLAYED) {
            bz_record_init(record, &setup, &start);
            code = play_round(hall, game, record, seed, err);
            bz_record_release(record);
        }
        bz_setup_release(&setup);
    }
    free(record);
    return code;
}

/* --- a game on its thread --------------------------------------------------------------------- */

static void *play_game(void *context)
{
    struct table *table = context;
    struct bz_service_game *game = &table->game;
    const atomic_bool *stop = table->hall->service->stop;
    int code = BZ_OK;

    game->begin = bz_clock_micros();
    for (game->round = 0; game->round < game->rounds && !code && game->end == BZ_SERVICE_PLAYED;
         game->round++)
        code = play_one(table->hall, game, &game->err);
    if (code)
        game->end = code == BZ_ERROR_STOPPED ? BZ_SERVICE_STOPPED : BZ_SERVICE_FAILED;
    for (int i = 0; i < game->players; i++)
        bz_wire_guest_drop(&game->guests[i], stop);
    tell_ended(table->hall, game);
    atomic_store(&table->over, true);
    return NULL;
}

static void join(struct table *table)
{
    pthread_join(table->thread, NULL);
    table->taken = false;
}

/* A free table, as soon as there is one; NULL when stopped. */
static struct table *find_table(struct hall *hall)
{
    const atomic_bool *stop = hall->service->stop;

    while (!(stop && atomic_load(stop))) {
        for (int i = 0; i < BZ_TABLES_MAX; i++) {
            struct table *table = &hall->tables[i];

            if (table->taken && atomic_load(&table->over))
                join(table);
            if (!table->taken)
                return table;
        }
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return NULL;
}

/* Strict guests who left while they waited for others make room. */
static void clear_seats(struct bz_service_game *game)
{
    int kept = 0;

    for (int i = 0; i < game->players; i++) {
        if (game->guests[i].strict && !bz_tcp_is_open(game->guests[i].connection)) {
            bz_tcp_close(game->guests[i].connection);
            continue;
        }
        game->guests[kept] = game->guests[i];
        memmove(game->names[kept++], game->names[i], sizeof(game->names[i]));
    }
    game->players = kept;
}

/* Lets in as many as a game needs. */
static int fill_table(struct hall *hall, struct table *table, int number, int listener,
                      struct bz_error *err)
{
    const struct bz_service *service = hall->service;
    struct bz_service_game *game = &table->game;
    int fd, port, code = BZ_OK;

    *game = (struct bz_service_game){.number = number, .rounds = service->terms.rounds};
    table->hall = hall;
    atomic_store(&table->over, false);
    while (!code && game->players < service->setup->rules->players) {
        struct bz_buf name = BZ_BUF(game->names[game->players]);

        code = bz_tcp_accept(listener, BZ_FOREVER, service->stop, &fd, err);
        if (code)
            break;
        bz_wire_guest_init(&game->guests[game->players], fd, service->strict);
        bz_tcp_peer(fd, &name, &port);
        bz_buf_add(&name, ":%d", port);
        tell_joined(hall, game, game->players++);
        clear_seats(game);
    }
    if (!code && pthread_create(&table->thread, NULL, play_game, table))
        code = bz_fail(err, BZ_ERROR_MEMORY, "no thread can be started for a game");
    for (int i = 0; i < game->players && code; i++)
        bz_tcp_close(game->guests[i].connection);
    table->taken = !code;
    return code;
}

int bz_service_run(const struct bz_service *service, int listener, struct bz_error *err)
{
    struct hall *hall = calloc(1, sizeof(*hall));
    struct table *table;
    int code = BZ_OK;

    if (!hall)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a server");
    hall->service = service;
    pthread_mutex_init(&hall->lock, NULL);
    for (int n = 0; !code && (service->games == 0 || n < service->games); n++) {
        table = find_table(hall);
        code = table ? fill_table(hall, table, n, listener, err)
                     : bz_fail(err, BZ_ERROR_STOPPED, "interrupted");
    }
    for (int i = 0; i < BZ_TABLES_MAX; i++)
        if (hall->tables[i].taken)
            join(&hall->tables[i]);
    pthread_mutex_destroy(&hall->lock);
    free(hall);
    return code;
}
