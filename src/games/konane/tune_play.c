/*
 * tune_play.c - the games a tuner learns from, and those it checks the result by.
 *
 * A game depends on its number alone: it begins at random with a seed of its own, and the players
 * forget all before it. So any number of threads, each taking the next number, play the same games.
 */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "bazi/engine.h"
#include "bazi/random.h"
#include "tune.h"

enum { PLIES_MAX = 64 }; /* a jump takes a stone, and there are 64 */

/* Plays that many plies at random, or fewer where the game ends. */
static void wander(const struct bz_setup *setup, struct bz_random *random, int plies,
                   union bz_pos *pos)
{
    bz_move moves[BZ_MOVES_MAX];

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
    enum belief belief;
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

/* A game while it is played. */
struct lesson {
    struct bz_engine *engine;
    uint32_t number;
    int count;
    struct sample list[PLIES_MAX];
};

/* How likely the player to move is to win, as a search has it. */
static float chance_of(const struct bz_info *info)
{
    double value = (double)info->value * KONANE_GRAIN / KONANE_UNIT;

    return info->proof == BZ_UNDECIDED ? (float)(1 / (1 + exp(-value))) : info->proof == BZ_WIN;
}

/* Asks what to do in a position and takes note of it. */
static void ask(struct lesson *lesson, const union bz_pos *pos, struct bz_answer *ret_answer)
{
    const struct bz_limits limits = {.nodes = LEARN_NODES};

    bz_engine_think(lesson->engine, pos, &limits, NULL, ret_answer);
    lesson->list[lesson->count++] =
        (struct sample){.occupied = seen_by_mover((const struct konane *)pos),
                        .game = lesson->number,
                        .chance = chance_of(&ret_answer->info)};
}

/* The players moved in turn, and the last sample's mover has won or not. */
static void believe_result(struct lesson *lesson, bool won)
{
    for (int i = lesson->count - 1; i >= 0; i--, won = !won)
        lesson->list[i].chance = won;
}

static bool play_to_learn(struct crowd *crowd, struct bz_engine *const engines[2], int number)
{
    const struct bz_setup *setup = crowd->players->setup[0];
    struct lesson lesson = {.engine = engines[0], .number = (uint32_t)number};
    struct game *learned = &crowd->learned[number];
    struct bz_random random;
    struct bz_answer answer;
    union bz_pos pos;

    bz_random_seed(&random, bz_mix(crowd->seed) + (uint64_t)number);
    bz_start(setup, &pos);
    wander(setup, &random, 2 + (int)bz_random_below(&random, LEARN_OPENING), &pos);
    while (!bz_is_over(setup, &pos)) {
        ask(&lesson, &pos, &answer);
        if (answer.info.proof != BZ_UNDECIDED)
            break;
        setup->rules->play(&pos, answer.move);
    }
    if (crowd->belief == BELIEVE_RESULT && lesson.count)
        believe_result(&lesson, answer.info.proof != BZ_LOSS);
    learned->count = lesson.count;
    learned->list = malloc((size_t)(lesson.count + 1) * sizeof(*lesson.list));
    if (learned->list)
        memcpy(learned->list, lesson.list, (size_t)lesson.count * sizeof(*lesson.list));
    return learned->list;
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

int tune_play(const struct bz_setup *setup, const char *spec, enum belief belief,
              const struct bz_tuning *tuning, uint64_t seed, struct samples *ret_samples,
              struct bz_error *err)
{
    const struct opponents same = {{setup, setup}, {spec, spec}, "playing"};
    struct crowd crowd = {.tuning = tuning,
                          .players = &same,
                          .belief = belief,
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

        bz_start(setup[i], &pos[i]);
        wander(setup[i], &same, plies, &pos[i]);
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
