/*
 * tune.h - what the files of the tuner share.
 */
#ifndef KONANE_TUNE_H
#define KONANE_TUNE_H

#include "bazi/tune.h"
#include "konane.h"

/* A position that was met, and how likely its mover is to win. */
struct sample {
    uint64_t occupied; /* as the mover sees it: White's board is mirrored, and becomes Black's */
    uint32_t game;
    float chance;
};

struct samples {
    struct sample *list;
    size_t count;
};

/* Whom to believe about a position: who won from it, or what the search said of it, which needs an
 * evaluation that speaks of chances. With 10,000 positions a move, believing the search wins 89.5 %
 * of 400 games against `movers`, believing results 83.0 %. */
enum belief { BELIEVE_RESULT, BELIEVE_SEARCH };

/* Plays games of `spec` against itself. The same whatever the number of threads, unless stopped:
 * then BZ_ERROR_STOPPED. */
int tune_play(const struct bz_setup *setup, const char *spec, enum belief belief,
              const struct bz_tuning *tuning, uint64_t seed, struct samples *ret_samples,
              struct bz_error *err);

/* Players of different setups; how many games the first won of how many played. */
struct opponents {
    const struct bz_setup *setup[2];
    const char *spec[2];
    const char *title; /* for progress */
};
struct tally {
    int won, played;
};
int tune_match(const struct opponents *opponents, const struct bz_tuning *tuning,
               struct tally *ret_tally, struct bz_error *err);

/* Learns from the samples; *ret_loss is what it costs on the games that were held out. */
int tune_fit(const struct konane_world *world, const struct samples *samples,
             const struct bz_tuning *tuning, struct konane_weights *ret_weights, double *ret_loss,
             struct bz_error *err);

__attribute__((format(printf, 2, 3))) void tune_tell(const struct bz_tuning *tuning,
                                                     const char *format, ...);

static inline bool tune_stopped(const struct bz_tuning *tuning)
{
    return tuning->stop && atomic_load_explicit(tuning->stop, memory_order_relaxed);
}

static inline void tune_progress(const struct bz_tuning *tuning, const char *doing, double done)
{
    if (tuning->progress)
        tuning->progress(tuning->context, doing, done);
}

#endif
