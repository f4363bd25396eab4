/*
 * textbook.c - the players of the textbooks: minimax, alpha-beta, expectiminimax and greedy, and
 * the agent of a course report, which is one of them with a depth rule of its own.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "search/player.h"
#include "search/time.h"

static int init_with(struct bz_engine *engine, bz_classic_search *search,
                     const struct bz_eval *eval, struct bz_error *err)
{
    struct bz_classic *c;

    if (!eval)
        return BZ_ERROR_UNKNOWN;
    engine->state = c = calloc(1, sizeof(*c));
    if (!c || bz_space_init(&c->s.space, engine->rules, BZ_DEPTH_MAX + 1))
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a player");
    c->search = search;
    c->given = eval;
    return BZ_OK;
}

static void release(struct bz_engine *engine)
{
    struct bz_classic *c = engine->state;

    if (c)
        bz_space_release(&c->s.space);
    free(c);
}

static int classic_init(struct bz_engine *engine, struct bz_error *err)
{
    const char *name = bz_player_value(engine, "eval")->text;

    return init_with(engine, engine->kind->search,
                     *name ? bz_player_eval(engine->setup, name, err) : engine->rules->evals, err);
}

static int expectiminimax_init(struct bz_engine *engine, struct bz_error *err)
{
    int code = classic_init(engine, err);
    struct bz_classic *c = engine->state;

    if (code)
        return code;
    c->prune = (enum bz_prune)bz_player_number(engine, "prune");
    if (c->prune != BZ_PRUNE_NONE && !c->given->range)
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "evaluation '%s' of %s has no bounds, which prune=%s needs", c->given->name,
                       engine->setup->game->name, bz_player_value(engine, "prune")->text);
    return BZ_OK;
}

static int deterministic_init(struct bz_engine *engine, struct bz_error *err)
{
    if (engine->rules->traits & BZ_HAS_CHANCE)
        return bz_fail(err, BZ_ERROR_UNFIT, "%s has chance in it: use expectiminimax, not %s",
                       engine->setup->game->name, engine->kind->shown.name);
    return classic_init(engine, err);
}

static void tell(const struct bz_listener *listener, const struct bz_info *info)
{
    if (listener->info)
        listener->info(listener->context, info);
}

/* Searches of depth first … last, until a limit is reached. */
static void deepen(struct bz_engine *engine, const void *pos, const struct bz_limits *limits,
                   int first, int last, const struct bz_listener *listener,
                   struct bz_answer *answer)
{
    struct bz_classic *c = engine->state;
    struct bz_searcher *s = &c->s;
    int turn = engine->rules->turn(pos);
    int64_t start = bz_clock_micros();

    s->deadline = bz_deadline_of(limits, turn);
    s->stopped = false;
    s->nodes = s->leaves = s->cutoffs = s->look_at = 0;
    s->seldepth = 0;
    for (int depth = first; depth <= last; depth++) {
        bz_move move = answer->move;
        bool finished = bz_classic_root(c, pos, depth, &move, &answer->info);

        if (finished || first == last)
            answer->move = move;
        if (!finished)
            break;
        answer->info.micros = bz_clock_micros() - start;
        tell(listener, &answer->info);
        if (answer->info.proof != BZ_UNDECIDED)
            break;
    }
    answer->info.nodes = s->nodes;
    answer->info.leaves = s->leaves;
    answer->info.cutoffs = s->cutoffs;
    answer->info.micros = bz_clock_micros() - start;
}

/* One search of the given depth, or deeper and deeper ones when only time or nodes are limited. */
static void classic_think(struct bz_engine *engine, const void *pos, const struct bz_limits *limits,
                          const struct bz_listener *listener, struct bz_answer *answer)
{
    int turn = engine->rules->turn(pos);
    bool fixed = !bz_limits_any(limits, turn) || (limits->depth && !limits->infinite);
    int depth = limits->depth ? limits->depth : (int)bz_player_number(engine, "plies");

    deepen(engine, pos, limits, fixed ? depth : 1, fixed ? depth : BZ_DEPTH_MAX, listener, answer);
}

static void greedy_think(struct bz_engine *engine, const void *pos, const struct bz_limits *given,
                         const struct bz_listener *listener, struct bz_answer *answer)
{
    const struct bz_limits limits = {.depth = 1, .stop = given->stop};

    classic_think(engine, pos, &limits, listener, answer);
}

/* The agent of the game's report: how deep it looks is its own affair. */

static int report_init(struct bz_engine *engine, struct bz_error *err)
{
    static const struct bz_player_kind *const kinds[] = {&bz_player_alphabeta, &bz_player_minimax,
                                                         &bz_player_expectiminimax, NULL};
    const struct bz_agent *agent = engine->rules->agent;
    bz_classic_search *search = NULL;

    if (!agent)
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "%s, as it is set, has no report whose player has a depth rule of its own",
                       engine->setup->game->name);
    for (int i = 0; kinds[i]; i++)
        if (!strcmp(kinds[i]->shown.name, agent->search))
            search = kinds[i]->search;
    assert(search);
    return init_with(engine, search, bz_player_eval(engine->setup, agent->eval, err), err);
}

static void report_think(struct bz_engine *engine, const void *pos, const struct bz_limits *given,
                         const struct bz_listener *listener, struct bz_answer *answer)
{
    const struct bz_limits limits = {.depth = engine->rules->agent->plies(pos),
                                     .stop = given->stop};

    classic_think(engine, pos, &limits, listener, answer);
}

static const struct bz_option report_options[] = {BZ_PLAYER_END};
static const struct bz_option greedy_options[] = {BZ_PLAYER_EVAL, BZ_PLAYER_END};
static const struct bz_option minimax_options[] = {BZ_PLAYER_PLIES(1, "3"), BZ_PLAYER_EVAL,
                                                   BZ_PLAYER_RESIGN, BZ_PLAYER_END};
static const struct bz_option alphabeta_options[] = {BZ_PLAYER_PLIES(1, "5"), BZ_PLAYER_EVAL,
                                                     BZ_PLAYER_RESIGN, BZ_PLAYER_END};
static const struct bz_option expectiminimax_options[] = {
    BZ_PLAYER_PLIES(1, "3"),
    BZ_PLAYER_EVAL,
    {.name = "prune",
     .type = BZ_CHOICE,
     .fallback = "none",
     .choices = "none|star1|star2",
     .brief = "leave out chance outcomes that cannot matter; the value stays the same"},
    BZ_PLAYER_RESIGN,
    BZ_PLAYER_END};

const struct bz_player_kind bz_player_alphabeta = {
    .shown = {"alphabeta", "minimax that skips what cannot matter", alphabeta_options},
    .init = deterministic_init,
    .release = release,
    .think = classic_think,
    .search = bz_alphabeta,
};

const struct bz_player_kind bz_player_minimax = {
    .shown = {"minimax", "looks at every line, to a fixed depth", minimax_options},
    .init = deterministic_init,
    .release = release,
    .think = classic_think,
    .search = bz_minimax,
};

const struct bz_player_kind bz_player_expectiminimax = {
    .shown = {"expectiminimax", "minimax with the mean over chance", expectiminimax_options},
    .init = expectiminimax_init,
    .release = release,
    .think = classic_think,
    .search = bz_expectiminimax,
};

const struct bz_player_kind bz_player_report = {
    .shown = {"report", "the course report's player, with its own depth", report_options},
    .init = report_init,
    .release = release,
    .think = report_think,
};

const struct bz_player_kind bz_player_greedy = {
    .shown = {"greedy", "the move that looks best right away", greedy_options},
    .init = classic_init,
    .release = release,
    .think = greedy_think,
    .search = bz_greedy,
};
