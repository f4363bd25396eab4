/*
 * savings.h - a checkpoint: pieces of memory between two layers, with a checksum.
 */
#ifndef MONOPOLY_SAVINGS_H
#define MONOPOLY_SAVINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bazi/error.h"

struct savings {
    const char *path;
    uint64_t subject; /* what it belongs to */
    /* Calls `each` for every piece of memory that belongs to it when that layer is done, always in
     * the same order; stops and returns false where `each` does. */
    bool (*pieces)(void *context, int layer, bool (*each)(void *, void *, size_t), void *whose);
    void *context;
};

/* Beside the old file and then in its place. */
int monopoly_savings_write(const struct savings *savings, int layer, struct bz_error *err);

/* Fills the pieces; *ret_layer stays 0 if there is no file. After a failure the pieces may be
 * anything. */
int monopoly_savings_read(const struct savings *savings, int most, int *ret_layer,
                          struct bz_error *err);

#endif
