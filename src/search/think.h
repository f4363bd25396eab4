/*
 * think.h - the engine: the kernel's search, deepened ply by ply, on one thread or several.
 */
#ifndef SEARCH_THINK_H
#define SEARCH_THINK_H

#include "bazi/search.h"
#include "search/searcher.h"

struct bz_kernel;
struct bz_thinker;

/* The rules are the kernel's, or any where that is the generic one. */
struct bz_thinker *bz_thinker_new(const struct bz_kernel *kernel, const struct bz_rules *rules,
                                  int megabytes, int threads);
void bz_thinker_free(struct bz_thinker *thinker);
void bz_thinker_reset(struct bz_thinker *thinker);

/* How to search. */
struct bz_manner {
    int lines;    /* to report, 1 … BZ_LINES_MAX */
    bool reduces; /* what promises little less deeply; otherwise the tree has its full width */
    /* Optional: called after every depth but the last, with the nodes and the time that took, to
     * try and prove the position by other means. It fills in the nodes it took itself and, if it
     * has one, the proof: a win with its move, which then comes first; or a loss, to be put off. */
    void (*between)(void *context, uint64_t nodes, int64_t micros, struct bz_info *ret_info);
    void *context;
};

/* The best move, with what is known about it; reports every finished iteration, all its lines. Some
 * move comes back however soon it is stopped. */
bz_move bz_thinker_run(struct bz_thinker *thinker, const void *pos, const struct bz_limits *limits,
                       const struct bz_manner *manner, const struct bz_listener *listener,
                       struct bz_info *ret_info);

/* Finds out how many plies a game that is decided lasts if the winner hurries and the loser does
 * not, as far as about the effort allows that went into the proof. What it finds is told. */
void bz_thinker_measure(struct bz_thinker *thinker, const void *pos,
                        const struct bz_deadline *deadline, const struct bz_listener *listener,
                        struct bz_info *info);

/* Looks for a win within `distance` plies that is known to be there. `info` becomes that one; what
 * it was before, apart from the nodes, where this cannot be had within the deadline. */
bool bz_thinker_seek(struct bz_thinker *thinker, const void *pos, int distance,
                     const struct bz_deadline *deadline, struct bz_info *info);

#endif
