/*
 * store.c - how many games a second a store takes: claimed, played by nobody, and handed in with
 * their records and 60 moves each, one or several a transaction that survives a loss of power.
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

enum { PLIES = 60, BATCH = 16, CHUNK = 500, RECORD = 1500, CROWD = 4 };

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

static void end_game(struct bz_store_game *game, const char *record, struct bz_store_move *moves)
{
    for (int i = 0; i <= PLIES; i++)
        moves[i] = (struct bz_store_move){i ? "a1-c1" : "",
                                          bz_mix((uint64_t)(game->id * (PLIES + 1) + i))};
    game->result = "p1win";
    game->plies = PLIES;
    game->record = record;
    game->moves = moves;
    game->move_count = PLIES + 1;
}

/* Takes games, so many at once, until there are none. */
static void work(const char *url, int batch)
{
    struct bz_store_move moves[BATCH][PLIES + 1];
    int codes[BATCH];
    struct bz_store_worker worker = {.host = "bench", .session = ""};
    struct bz_store *store;
    struct bz_store_hand hand;
    struct bz_error err;
    char record[RECORD + 1];

    memset(record, 'x', RECORD);
    record[RECORD] = '\0';
    insist(bz_store_open(url, BZ_STORE_OPEN, &store, &err), &err);
    insist(bz_store_worker_add(store, &worker, &err), &err);
    for (;;) {
        insist(bz_store_claim(store, worker.id, 0, batch, &hand, &err), &err);
        if (!hand.count)
            break;
        for (int i = 0; i < hand.count; i++)
            end_game(&hand.games[i], record, moves[i]);
        insist(bz_store_finish_all(store, hand.games, hand.count, NULL, 0, codes, &err), &err);
        bz_store_hand_release(&hand);
    }
    insist(bz_store_worker_end(store, worker.id, BZ_STORE_LEFT, &err), &err);
    bz_store_close(store);
}

static void check_done(const char *url)
{
    int64_t counts[BZ_STORE_STATES];
    struct bz_store *store;
    struct bz_error err;

    insist(bz_store_open(url, BZ_STORE_READ, &store, &err), &err);
    insist(bz_store_count(store, 0, counts, &err), &err);
    bz_store_close(store);
    if (counts[BZ_STORE_QUEUED] || counts[BZ_STORE_PLAYING]) {
        fprintf(stderr, "store: some games were left\n");
        exit(1);
    }
}

/* All workers are processes of their own, as they would be. */
static void measure(const char *what, const char *url, int workers, int batch)
{
    struct bz_store *store;
    struct bz_error err;
    int64_t start;
    int status, failed = 0, count = batch > 1 ? 4 * CHUNK : CHUNK;

    insist(bz_store_open(url, BZ_STORE_CREATE, &store, &err), &err);
    enqueue(store, count);
    bz_store_close(store);
    fflush(stdout);
    start = bz_clock_micros();
    for (int i = 0; i < workers; i++)
        if (fork() == 0) {
            work(url, batch);
            _exit(0);
        }
    while (wait(&status) > 0)
        failed |= status;
    if (failed)
        exit(1);
    printf("store, %-10s %d %s %2d a transaction  %6.0f games/s\n", what, workers,
           workers == 1 ? "worker, " : "workers,", batch,
           count * 1e6 / (double)(bz_clock_micros() - start));
    check_done(url);
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
    for (int i = 0; i < 4; i++) {
        int workers = i < 2 ? 1 : CROWD, batch = i % 2 ? BATCH : 1;

        measure("SQLite", path, workers, batch);
        if (server)
            measure("PostgreSQL", server, workers, batch);
    }
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof(path), "%s%s", folder, ends[i]);
        remove(path);
    }
    return 0;
}
