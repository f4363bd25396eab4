/*
 * tt.c - the memory of the transposition table.
 */
#include "search/tt.h"

#include "base/pages.h"
#include "bazi/error.h"

static size_t bytes(const struct bz_tt *tt)
{
    return tt->lines * BZ_TT_WAYS * sizeof(*tt->slots);
}

int bz_tt_init(struct bz_tt *tt, int megabytes)
{
    struct bz_tt new = {.lines = 1};

    while (bytes(&new) * 2 <= (size_t)megabytes << 20)
        new.lines *= 2;
    new.slots = bz_pages_new(bytes(&new), true);
    if (!new.slots)
        return BZ_ERROR_MEMORY;
    *tt = new;
    return BZ_OK;
}

void bz_tt_release(struct bz_tt *tt)
{
    bz_pages_free(tt->slots, bytes(tt));
    *tt = (struct bz_tt){0};
}

/* An all-zero slot has no data and is never found. */
void bz_tt_clear(struct bz_tt *tt)
{
    bz_pages_clear(tt->slots, bytes(tt));
    tt->generation = 0;
}
