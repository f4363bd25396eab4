/*
 * tune_play.c - the games a tuner learns from, and those it checks the result by.
 *
 * A game depends on its number alone: it begins at random with a seed of its own, and the players
 * forget all before it. So any number of threads, each taking the next number, play the same games.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "bazi/engine.h"
#include "bazi/random.h"
#include "tune.h"

enum { PLIES_MAX = 64 }; /* a jump takes a stone, and there are 64 */

/* Plays that many plies at random, or fewer where the game ends. */
static void open_at_random(const struct bz_setup *setup, struct bz_random *random, int plies,
                           union bz_pos *pos)
{
    bz_move moves[BZ_MOVES_MAX];

    bz_start(setup, pos);
    for (int i = 0; i < plies; i++) {
        int count = setup->rules->moves(pos, moves);

        if (!count)
            return;
        setup->rules->play(pos, moves[bz_random_below(random, (uint64_t)count)]);
    }
}

/* Threads at work on numbered games. */
struct crowd {
    const struct bz_tuning *tuning;
    const struct opponents *players; /* the same twice, to learn from */
    uint64_t seed;
    int games;
    atomic_int next;
    /* Plays game `number` and keeps what came of it. False without memory. */
    bool (*game)(struct crowd *crowd, struct bz_engine *const engines[2], int number);
    struct game *learned; /* by number, of games to learn from */
    uint8_t *won;         /* by number, of a match: 1 if the first player did */
    pthread_mutex_t lock; /* over the rest */
    int code;
    struct bz_error err;
};

struct game {
    struct sample *list;
    int count;
};

static void work(struct crowd *crowd, bool telling)
{
    struct bz_engine *engines[2] = {NULL, NULL};
    struct bz_error err;
    int code = BZ_OK, number;

    for (int i = 0; i < 2 && !code; i++)
        code = bz_engine_new(crowd->players->setup[i], crowd->players->spec[i], &engines[i], &err);
    while (!code && !tune_stopped(crowd->tuning) &&
           (number = atomic_fetch_add(&crowd->next, 1)) < crowd->games) {
        bz_engine_reset(engines[0]);
        bz_engine_reset(engines[1]);
        if (!crowd->game(crowd, engines, number))
            code = bz_fail(&err, BZ_ERROR_MEMORY, "not enough memory for %d games", crowd->games);
        if (telling)
            tune_progress(crowd->tuning, crowd->players->title, (double)number / crowd->games);
    }
    bz_engine_free(engines[0]);
    bz_engine_free(engines[1]);
    if (!code)
        return;
    pthread_mutex_lock(&crowd->lock);
    crowd->code = code;
    crowd->err = err;
    pthread_mutex_unlock(&crowd->lock);
    atomic_store(&crowd->next, crowd->games);
}

static void *helper(void *context)
{
    work(context, false);
    return NULL;
}

/* The calling thread works too. */
static int work_together(struct crowd *crowd, struct bz_error *err)
{
    pthread_t threads[BZ_THREADS_MAX];
    int started = 1;

    pthread_mutex_init(&crowd->lock, NULL);
    while (started < crowd->tuning->threads &&
           !pthread_create(&threads[started], NULL, helper, crowd))
        started++;
    work(crowd, true);
    for (int i = 1; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&crowd->lock);
    if (crowd->code)
        return bz_fail(err, crowd->code, "%s", crowd->err.text);
    if (tune_stopped(crowd->tuning))
        return bz_fail(err, BZ_ERROR_STOPPED, "stopped");
    return BZ_OK;
}

/* The board as the player to move sees it: as if he were Black. */
static uint64_t seen_by_mover(const struct konane *pos)
{
    uint64_t occupied = pos->plane[BLACK] | pos->plane[WHITE], image = 0;

    if (pos->turn == BLACK)
        return occupied;
    for (int row = 0; row < 8; row++)
        image |= (uint64_t)konane_reverse(occupied >> 8 * row & 0xff) << 8 * row;
    return image;
}

/* Random for up to OPENING plies, so that there is something to learn about every phase; then each
 * player's best, until it is proved who wins. 1500 nodes make 27 positions in 3 ms. */
enum { LEARN_OPENING = 22, LEARN_NODES = 1500 };

static bool play_to_learn(struct crowd *crowd, struct bz_engine *const engines[2], int number)
{
    const struct bz_setup *setup = crowd->players->setup[0];
    const struct bz_limits limits = {.nodes = LEARN_NODES};
    struct sample list[PLIES_MAX];
    struct bz_random random;
    struct bz_answer answer = {.move = BZ_MOVE_NONE};
    union bz_pos pos;
    const struct konane *at = (const struct konane *)&pos;
    int count = 0, winner;

    bz_random_seed(&random, bz_mix(crowd->seed) + (uint64_t)number);
    open_at_random(setup, &random, 2 + (int)bz_random_below(&random, LEARN_OPENING), &pos);
    while (!bz_is_over(setup, &pos) && answer.info.proof == BZ_UNDECIDED) {
        if (count)
            setup->rules->play(&pos, answer.move);
        if (bz_is_over(setup, &pos))
            break;
        list[count++] = (struct sample){
            .occupied = seen_by_mover(at), .game = (uint32_t)number, .turn = at->turn};
        bz_engine_think(engines[0], &pos, &limits, NULL, &answer);
    }
    winner = answer.info.proof == BZ_WIN ? at->turn : !at->turn;
    for (int i = 0; i < count; i++)
        list[i].won = list[i].turn == winner;
    crowd->learned[number].list = malloc((size_t)(count + 1) * sizeof(*list));
    if (!crowd->learned[number].list)
        return false;
    memcpy(crowd->learned[number].list, list, (size_t)count * sizeof(*list));
    crowd->learned[number].count = count;
    return true;
}

/* All positions in the order of the games, which are given up. */
static int gather(struct game *games, int count, struct samples *ret_samples, struct bz_error *err)
{
    struct samples all = {NULL, 0};

    for (int i = 0; i < count; i++)
        all.count += (size_t)games[i].count;
    all.list = malloc((all.count + 1) * sizeof(*all.list));
    if (!all.list)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for %zu positions", all.count);
    all.count = 0;
    for (int i = 0; i < count; i++) {
        memcpy(all.list + all.count, games[i].list, (size_t)games[i].count * sizeof(*all.list));
        all.count += (size_t)games[i].count;
    }
    *ret_samples = all;
    return BZ_OK;
}

int tune_play(const struct bz_setup *setup, const char *spec, const struct bz_tuning *tuning,
              uint64_t seed, struct samples *ret_samples, struct bz_error *err)
{
    const struct opponents same = {{setup, setup}, {spec, spec}, "playing"};
    struct crowd crowd = {.tuning = tuning,
                          .players = &same,
                          .seed = seed,
                          .games = tuning->games,
                          .game = play_to_learn,
                          .learned = calloc((size_t)tuning->games, sizeof(struct game))};
    int code;

    if (!crowd.learned)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for %d games", tuning->games);
    code = work_together(&crowd, err);
    if (!code)
        code = gather(crowd.learned, crowd.games, ret_samples, err);
    for (int i = 0; i < crowd.games; i++)
        free(crowd.learned[i].list);
    free(crowd.learned);
    return code;
}

/* Two games with one opening, each player first in one of them; 4 to 9 plies of it are random. */
static bool play_to_check(struct crowd *crowd, struct bz_engine *const engines[2], int number)
{
    const struct bz_setup *const *setup = crowd->players->setup;
    const struct bz_limits limits = {.movetime = crowd->tuning->movetime,
                                     .stop = crowd->tuning->stop};
    struct bz_random random;
    struct bz_answer answer;
    union bz_pos pos[2]; /* each belongs to its player's setup */
    int seat = number % 2, plies;

    bz_random_seed(&random, bz_mix(crowd->seed) + (uint64_t)number / 2);
    plies = 4 + (int)bz_random_below(&random, 6);
    for (int i = 0; i < 2; i++) {
        struct bz_random same = random;

        open_at_random(setup[i], &same, plies, &pos[i]);
    }
    while (!bz_is_over(setup[0], &pos[0])) {
        int mover = setup[0]->rules->turn(&pos[0]) ^ seat;

        bz_engine_think(engines[mover], &pos[mover], &limits, NULL, &answer);
        setup[0]->rules->play(&pos[0], answer.move);
        setup[1]->rules->play(&pos[1], answer.move);
    }
    crowd->won[number] = (setup[0]->rules->turn(&pos[0]) ^ seat) == 1;
    return true;
}

int tune_match(const struct opponents *opponents, const struct bz_tuning *tuning,
               struct tally *ret_tally, struct bz_error *err)
{
    struct crowd crowd = {.tuning = tuning,
                          .players = opponents,
                          .seed = ~tuning->seed,
                          .games = tuning->match,
                          .game = play_to_check,
                          .won = calloc((size_t)tuning->match, 1)};
    int code;

    if (!crowd.won)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for %d games", tuning->match);
    code = work_together(&crowd, err);
    *ret_tally = (struct tally){.played = crowd.games};
    for (int i = 0; i < crowd.games; i++)
        ret_tally->won += crowd.won[i];
    free(crowd.won);
    return code;
}
