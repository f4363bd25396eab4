/*
 * store.c - how many games a second a store takes: each claimed, played by nobody, and handed in with
 * its record and 60 moves, every one a transaction that survives a loss of power.
 *
 *   store FOLDER     a file in that folder, and the server that $BAZI_STORE names
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/clock.h"
#include "store/store.h"

enum { PLIES = 60, CHUNK = 500, RECORD = 1500, CROWD_MAX = 4 };

static void insist(int code, const struct bz_error *err)
{
    if (!code)
        return;
    fprintf(stderr, "store: %s\n", err->text);
    exit(1);
}

static void enqueue(struct bz_store *store, int count)
{
    struct bz_store_player players[] = {{.number = 0, .name = "a"}, {.number = 1, .name = "b"}};
    struct bz_store_game games[CHUNK];
    struct bz_error err;
    char name[64];
    struct bz_store_tournament tournament = {.name = name};

    snprintf(name, sizeof(name), "bench %ld %lld", (long)getpid(), (long long)bz_clock_micros());
    insist(bz_store_tournament_add(store, &tournament, players, 2, &err), &err);
    for (int first = 0; first < count; first += CHUNK) {
        for (int i = 0; i < CHUNK; i++)
            games[i] = (struct bz_store_game){
                .tournament = tournament.id,
                .number = first + i,
                .game = "bench",
                .task = "play",
                .seat_count = 2,
                .seats = {{.player = players[0].id}, {.player = players[1].id}}};
        insist(bz_store_enqueue(store, games, CHUNK, &err), &err);
    }
}

static int finish(struct bz_store *store, struct bz_store_game *game, const char *record,
                  struct bz_error *err)
{
    struct bz_store_move moves[PLIES + 1];

    for (int i = 0; i <= PLIES; i++)
        moves[i] = (struct bz_store_move){i ? "a1-c1" : "",
                                          bz_mix((uint64_t)(game->id * (PLIES + 1) + i))};
    game->result = "p1win";
    game->plies = PLIES;
    game->record = record;
    game->moves = moves;
    game->move_count = PLIES + 1;
    return bz_store_finish(store, game, NULL, 0, err);
}

/* Takes games until there are none. */
static void work(const char *url)
{
    struct bz_store_worker worker = {.host = "bench", .session = ""};
    struct bz_store *store;
    struct bz_store_hand hand;
    struct bz_error err;
    char record[RECORD + 1];

    memset(record, 'x', RECORD);
    record[RECORD] = '\0';
    insist(bz_store_open(url, BZ_STORE_OPEN, &store, &err), &err);
    insist(bz_store_worker_add(store, &worker, &err), &err);
    do {
        insist(bz_store_claim(store, worker.id, 0, 4, &hand, &err), &err);
        for (int i = 0; i < hand.count; i++)
            insist(finish(store, &hand.games[i], record, &err), &err);
        bz_store_hand_release(&hand);
    } while (hand.count);
    insist(bz_store_worker_end(store, worker.id, BZ_STORE_LEFT, &err), &err);
    bz_store_close(store);
}

/* All workers are processes of their own, as they would be. */
static void measure(const char *what, const char *url, int workers, int count)
{
    struct bz_store *store;
    struct bz_error err;
    int64_t start;
    int status, failed = 0;

    insist(bz_store_open(url, BZ_STORE_CREATE, &store, &err), &err);
    enqueue(store, count);
    bz_store_close(store);
    fflush(stdout);
    start = bz_clock_micros();
    for (int i = 0; i < workers; i++)
        if (fork() == 0) {
            work(url);
            _exit(0);
        }
    while (wait(&status) > 0)
        failed |= status;
    if (failed)
        exit(1);
    printf("store, %-10s %d %s  %6.0f games/s\n", what, workers,
           workers == 1 ? "worker " : "workers", count * 1e6 / (double)(bz_clock_micros() - start));
}

int main(int argc, char **argv)
{
    static const char *const ends[] = {"/store.db", "/store.db-wal", "/store.db-shm", ""};
    const char *server = getenv("BAZI_STORE");
    char folder[200], path[240];

    if (argc != 2)
        return 2;
    snprintf(folder, sizeof(folder), "%s/bazi-bench-XXXXXX", argv[1]);
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof(path), "%s%s", folder, ends[0]);
    for (int workers = 1; workers <= CROWD_MAX; workers *= CROWD_MAX) {
        measure("SQLite", path, workers, 4 * CHUNK);
        if (server)
            measure("PostgreSQL", server, workers, 4 * CHUNK);
    }
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof(path), "%s%s", folder, ends[i]);
        remove(path);
    }
    return 0;
}
