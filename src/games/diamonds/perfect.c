/*
 * perfect.c - the solver of the game: the planner for one agent of p1, the tables of slips for one
 * agent of p2. Whoever is asked is chosen by the setup alone.
 */
#include <stdlib.h>

#include "bazi/search.h"
#include "plan.h"
#include "slips.h"

/* An adviser and which one it is. */
struct advice {
    const struct bz_adviser *by;
    void *state;
};

static bool has_slips(const struct bz_setup *setup)
{
    const struct diamonds_world *world = setup->world;

    return world->variant == P2 && world->players == 1;
}

static int fits(const struct bz_setup *setup, struct bz_error *err)
{
    const struct diamonds_world *world = setup->world;

    if (world->players == 2)
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "diamonds: two agents are not solved but searched, by best");
    if (world->variant == P1)
        return diamonds_planner.fits(setup, err);
    if (world->variant == P2)
        return slip_model_fits(world, err);
    return bz_fail(err, BZ_ERROR_UNFIT, "diamonds: a lone agent is solved in p1 and p2, not in %s",
                   diamonds_variants[world->variant]);
}

static int solve(const struct bz_setup *setup, const void *pos,
                 const struct bz_solve_options *options, struct bz_solution *ret_solution,
                 struct bz_error *err)
{
    if (!has_slips(setup))
        return diamonds_planner.solve(setup, pos, options, ret_solution, err);
    if (options->checkpoint || options->proof)
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "diamonds: slips are solved without a checkpoint or a proof");
    return diamonds_slip_solve(setup, pos, options, ret_solution, err);
}

static int open_advice(const struct bz_setup *setup, int megabytes, int threads, void **ret_state,
                       struct bz_error *err)
{
    struct advice *advice = calloc(1, sizeof(*advice));
    int code;

    if (!advice)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a player");
    advice->by = has_slips(setup) ? &diamonds_slip_adviser : diamonds_planner.adviser;
    code = advice->by->open(setup, megabytes, threads, &advice->state, err);
    if (code || !advice->state)
        free(advice);
    else
        *ret_state = advice;
    return code;
}

static void close_advice(void *state)
{
    struct advice *advice = state;

    if (advice)
        advice->by->close(advice->state);
    free(advice);
}

static void reset(void *state)
{
    struct advice *advice = state;

    advice->by->reset(advice->state);
}

static bool advise(void *state, const void *pos, const struct bz_limits *limits, int lines,
                   const struct bz_listener *listener, struct bz_answer *ret_answer)
{
    struct advice *advice = state;

    return advice->by->advise(advice->state, pos, limits, lines, listener, ret_answer);
}

static const struct bz_adviser adviser = {
    .open = open_advice,
    .close = close_advice,
    .reset = reset,
    .advise = advise,
};

static int check(const char *path, const atomic_bool *stop, struct bz_proof_finding *ret_finding,
                 struct bz_error *err)
{
    return diamonds_planner.check(path, stop, ret_finding, err);
}

const struct bz_solver diamonds_solver = {
    .name = "planner",
    .fits = fits,
    .solve = solve,
    .adviser = &adviser,
    .title = PLAN_CERTIFICATE,
    .check = check,
};
