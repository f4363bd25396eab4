/*
 * space.h - the memory one search walks in: a frame a ply, with room for all children of a
 * position, their moves, their sorting keys and the order they are tried in. Allocated once,
 * before the search starts; what the search never touches never becomes real.
 */
#ifndef SEARCH_SPACE_H
#define SEARCH_SPACE_H

#include <string.h>

#include "base/pages.h"
#include "bazi/game.h"
#include "bazi/search.h"

#define BZ_INLINE static inline __attribute__((always_inline))

struct bz_space {
    const struct bz_rules *rules;
    unsigned char *memory;
    size_t size;
    const atomic_bool *stop; /* of perft; may be NULL */
};

static inline size_t bz_frame_size(const struct bz_rules *rules)
{
    size_t size = (size_t)rules->moves_max * (rules->pos_size + sizeof(bz_move) + 2 * sizeof(int));

    return (size + 63) / 64 * 64;
}

/* The children come first, so that they are aligned; pos_size is a multiple of 8. */
static inline void *bz_frame_child(const struct bz_space *space, const struct bz_rules *rules,
                                   int ply, int index)
{
    return space->memory + (size_t)ply * bz_frame_size(rules) + (size_t)index * rules->pos_size;
}

static inline bz_move *bz_frame_moves(const struct bz_space *space, const struct bz_rules *rules,
                                      int ply)
{
    return bz_frame_child(space, rules, ply, rules->moves_max);
}

static inline int *bz_frame_keys(const struct bz_space *space, const struct bz_rules *rules,
                                 int ply)
{
    return (int *)(bz_frame_moves(space, rules, ply) + rules->moves_max);
}

static inline int *bz_frame_places(const struct bz_space *space, const struct bz_rules *rules,
                                   int ply)
{
    return bz_frame_keys(space, rules, ply) + rules->moves_max;
}

/* df-pn has these in place of keys and places. */
static inline struct bz_effort *bz_frame_efforts(const struct bz_space *space,
                                                 const struct bz_rules *rules, int ply)
{
    return (struct bz_effort *)bz_frame_keys(space, rules, ply);
}

/* The index-th child of pos, made in the frame of this ply. */
BZ_INLINE void *bz_child(const struct bz_space *space, const struct bz_rules *rules,
                         const void *pos, bz_move move, int ply, int index)
{
    void *child = bz_frame_child(space, rules, ply, index);

    memcpy(child, pos, rules->pos_size);
    rules->play(child, move);
    return child;
}

/* Room for `plies` frames. */
static inline int bz_space_init(struct bz_space *space, const struct bz_rules *rules, int plies)
{
    space->rules = rules;
    space->stop = NULL;
    space->size = (size_t)plies * bz_frame_size(rules);
    space->memory = bz_pages_new(space->size, false);
    return space->memory ? BZ_OK : BZ_ERROR_MEMORY;
}

static inline void bz_space_release(struct bz_space *space)
{
    bz_pages_free(space->memory, space->size);
    space->memory = NULL;
}

#endif
