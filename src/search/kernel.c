/*
 * kernel.c - the kernel's text once more, with the rules read at run time, for games that have
 * no stamped kernel and as the other half of the kernel = generic test.
 */
#include "search/kernel.h"

static uint64_t perft(const struct bz_space *space, const void *pos, int depth, int ply)
{
    return bz_perft_body(space->rules, perft, space, pos, depth, ply);
}

static int node(struct bz_searcher *s, const void *pos, int depth, int ply, int alpha, int beta)
{
    return bz_node_body(s->space.rules, node, s, pos, depth, ply, alpha, beta);
}

static bool prove(struct bz_prover *p, const void *pos, int ply)
{
    return bz_prove_body(p->space.rules, prove, p, pos, ply);
}

static struct bz_proven dfpn(struct bz_prover *p, const void *pos, uint64_t key,
                             struct bz_effort limit, int ply)
{
    return bz_dfpn_body(p->space.rules, dfpn, p, pos, key, limit, ply);
}

const struct bz_kernel bz_kernel_generic = {
    .perft = perft, .node = node, .prove = prove, .dfpn = dfpn};

int bz_perft(const struct bz_setup *setup, const void *pos, int depth, const atomic_bool *stop,
             uint64_t *ret_count, struct bz_error *err)
{
    struct bz_space space;
    uint64_t count;

    assert(depth >= 0 && depth <= BZ_DEPTH_MAX);
    if (bz_space_init(&space, setup->rules, depth + 1))
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for perft %d", depth);
    space.stop = stop;
    count = setup->kernel->perft(&space, pos, depth, 0);
    bz_space_release(&space);
    if (stop && atomic_load(stop))
        return bz_fail(err, BZ_ERROR_STOPPED, "perft %d was stopped", depth);
    *ret_count = count;
    return BZ_OK;
}
