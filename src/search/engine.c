/*
 * engine.c - the players that compute: a table of kinds, and reading their specs.
 */
#include "bazi/engine.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "bazi/random.h"
#include "search/classic.h"
#include "search/think.h"
#include "search/time.h"

struct engine_kind {
    struct bz_engine_kind shown;
    int (*init)(struct bz_engine *engine, struct bz_error *err); /* may be NULL */
    void (*think)(struct bz_engine *engine, const void *pos, const struct bz_limits *limits,
                  const struct bz_listener *listener, struct bz_answer *answer);
    bz_classic_search *search; /* of the textbook kinds */
};

struct bz_engine {
    const struct bz_setup *setup;
    const struct bz_rules *rules; /* the setup's when the engine was made */
    const struct engine_kind *kind;
    struct bz_value values[BZ_OPTIONS_MAX]; /* in the order of the kind's options */
    bool resigns;
    struct bz_random random;
    struct bz_classic *classic;
    struct bz_thinker *thinker;
};

/* The value of a spec's key, or NULL for a kind without it. */
static const struct bz_value *value_of(const struct bz_engine *engine, const char *key)
{
    const struct bz_option *options = engine->kind->shown.options;

    for (int i = 0; options[i].name; i++)
        if (!strcmp(options[i].name, key))
            return &engine->values[i];
    return NULL;
}

static int64_t number_of(const struct bz_engine *engine, const char *key)
{
    const struct bz_value *value = value_of(engine, key);

    return value ? value->number : 0;
}

/* Random and simple. */

static int random_init(struct bz_engine *engine, struct bz_error *err)
{
    (void)err;
    bz_random_seed(&engine->random, (uint64_t)number_of(engine, "seed"));
    return BZ_OK;
}

static void random_think(struct bz_engine *engine, const void *pos, const struct bz_limits *limits,
                         const struct bz_listener *listener, struct bz_answer *answer)
{
    bz_move moves[BZ_MOVES_MAX];
    int count = engine->setup->rules->moves(pos, moves);

    (void)limits;
    (void)listener;
    answer->move = moves[bz_random_below(&engine->random, (uint64_t)count)];
}

static void simple_think(struct bz_engine *engine, const void *pos, const struct bz_limits *limits,
                         const struct bz_listener *listener, struct bz_answer *answer)
{
    bz_move moves[BZ_MOVES_MAX];

    (void)limits;
    (void)listener;
    engine->setup->rules->moves(pos, moves);
    answer->move = moves[0];
}

/* The textbook players. */

/* NULL, with the list of what exists, for a name the game does not have. */
static const struct bz_eval *find_eval(const struct bz_setup *setup, const char *name,
                                       struct bz_error *err)
{
    const struct bz_eval *evals = setup->rules->evals;
    char names[120] = "";
    struct bz_buf list = BZ_BUF(names);

    for (int i = 0; evals[i].name; i++) {
        if (!strcmp(evals[i].name, name))
            return &evals[i];
        bz_buf_add(&list, "%s%s", i ? ", " : "", evals[i].name);
    }
    bz_fail(err, BZ_ERROR_UNKNOWN, "%s has no evaluation '%s'; there are: %s", setup->game->name,
            bz_quoted(name, strlen(name)).text, names);
    return NULL;
}

static int classic_init_with(struct bz_engine *engine, bz_classic_search *search,
                             const struct bz_eval *eval, struct bz_error *err)
{
    if (!eval)
        return BZ_ERROR_UNKNOWN;
    engine->classic = calloc(1, sizeof(*engine->classic));
    if (!engine->classic ||
        bz_space_init(&engine->classic->s.space, engine->setup->rules, BZ_DEPTH_MAX + 1))
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a player");
    engine->classic->search = search;
    engine->classic->given = eval;
    return BZ_OK;
}

static int classic_init(struct bz_engine *engine, struct bz_error *err)
{
    const char *name = value_of(engine, "eval")->text;

    return classic_init_with(
        engine, engine->kind->search,
        *name ? find_eval(engine->setup, name, err) : engine->setup->rules->evals, err);
}

static int expectiminimax_init(struct bz_engine *engine, struct bz_error *err)
{
    int code = classic_init(engine, err);

    if (code)
        return code;
    engine->classic->prune = (enum bz_prune)number_of(engine, "prune");
    if (engine->classic->prune != BZ_PRUNE_NONE && !engine->classic->given->range)
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "evaluation '%s' of %s has no bounds, which prune=%s needs",
                       engine->classic->given->name, engine->setup->game->name,
                       value_of(engine, "prune")->text);
    return BZ_OK;
}

static int deterministic_init(struct bz_engine *engine, struct bz_error *err)
{
    if (engine->setup->rules->traits & BZ_HAS_CHANCE)
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
static void classic_deepen(struct bz_engine *engine, const void *pos,
                           const struct bz_limits *limits, int first, int last,
                           const struct bz_listener *listener, struct bz_answer *answer)
{
    struct bz_classic *c = engine->classic;
    struct bz_searcher *s = &c->s;
    int turn = engine->setup->rules->turn(pos);
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
    int turn = engine->setup->rules->turn(pos);
    bool fixed = !bz_limits_any(limits, turn) || (limits->depth && !limits->infinite);
    int depth = limits->depth ? limits->depth : (int)number_of(engine, "plies");

    classic_deepen(engine, pos, limits, fixed ? depth : 1, fixed ? depth : BZ_DEPTH_MAX, listener,
                   answer);
}

static void greedy_think(struct bz_engine *engine, const void *pos, const struct bz_limits *given,
                         const struct bz_listener *listener, struct bz_answer *answer)
{
    const struct bz_limits limits = {.depth = 1, .stop = given->stop};

    classic_think(engine, pos, &limits, listener, answer);
}

/* The agent of the game's report: how deep it looks is its own affair. */

static const struct engine_kind *find_kind(const char *name, size_t length, struct bz_error *err);

static int report_init(struct bz_engine *engine, struct bz_error *err)
{
    const struct bz_agent *agent = engine->setup->rules->agent;

    if (!agent)
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "%s, as it is set, has no report whose player has a depth rule of its own",
                       engine->setup->game->name);
    return classic_init_with(engine, find_kind(agent->search, strlen(agent->search), NULL)->search,
                             find_eval(engine->setup, agent->eval, err), err);
}

static void report_think(struct bz_engine *engine, const void *pos, const struct bz_limits *given,
                         const struct bz_listener *listener, struct bz_answer *answer)
{
    const struct bz_limits limits = {.depth = engine->rules->agent->plies(pos),
                                     .stop = given->stop};

    classic_think(engine, pos, &limits, listener, answer);
}

/* The best there is: the kernel where it fits, expectiminimax where it does not. */

static int best_init(struct bz_engine *engine, struct bz_error *err)
{
    if (!bz_thinker_fits(engine->setup->rules))
        return classic_init_with(engine, bz_expectiminimax, engine->setup->rules->evals, err);
    engine->thinker = bz_thinker_new(engine->setup, (int)number_of(engine, "hash"),
                                     (int)number_of(engine, "threads"));
    if (!engine->thinker)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for %s MB of table and %s threads",
                       value_of(engine, "hash")->text, value_of(engine, "threads")->text);
    return BZ_OK;
}

enum { FORCED_MILLISECONDS = 20 }; /* for a value; the move itself needs no thought */

static bool is_forced(const struct bz_engine *engine, const void *pos)
{
    bz_move moves[BZ_MOVES_MAX];

    return engine->rules->moves(pos, moves) == 1;
}

static void best_think(struct bz_engine *engine, const void *pos, const struct bz_limits *given,
                       const struct bz_listener *listener, struct bz_answer *answer)
{
    struct bz_limits limits = *given;

    if (!bz_limits_any(&limits, engine->setup->rules->turn(pos))) {
        limits.depth = (int)number_of(engine, "plies");
        limits.nodes = (uint64_t)number_of(engine, "nodes");
        limits.movetime = number_of(engine, "movetime");
        if (limits.depth || limits.nodes)
            limits.movetime = 0;
    }
    if (!limits.depth && !limits.nodes && !limits.infinite && is_forced(engine, pos))
        limits = (struct bz_limits){.movetime = FORCED_MILLISECONDS, .stop = limits.stop};
    if (engine->thinker)
        answer->move = bz_thinker_run(engine->thinker, pos, &limits,
                                      (int)number_of(engine, "multipv"), listener, &answer->info);
    else
        classic_deepen(engine, pos, &limits, 1,
                       limits.depth && !limits.infinite ? limits.depth : BZ_DEPTH_MAX, listener,
                       answer);
}

/* The table of kinds. */

#define RESIGN                                                                                 \
    {                                                                                          \
        .name = "resign", .type = BZ_CHOICE, .fallback = "game", .choices = "game|never|lost", \
        .brief = "give up when every move loses; `game` does as the game's own option says"    \
    }
#define EVAL                                                                                     \
    {                                                                                            \
        .name = "eval", .type = BZ_TEXT, .fallback = "", .choices = "a name of the game's list", \
        .brief = "how leaves are judged; the game's first evaluation unless given"               \
    }
#define PLIES(least, standard)                                                   \
    {                                                                            \
        .name = "plies", .type = BZ_INTEGER, .fallback = standard, .min = least, \
        .max = BZ_DEPTH_MAX, .brief = "how many moves ahead to look"             \
    }
#define END          \
    {                \
        .name = NULL \
    }

static const struct bz_option simple_options[] = {END};
static const struct bz_option random_options[] = {{.name = "seed",
                                                   .type = BZ_INTEGER,
                                                   .fallback = "0",
                                                   .max = INT64_MAX,
                                                   .brief = "the same seed plays the same moves"},
                                                  END};
static const struct bz_option minimax_options[] = {PLIES(1, "3"), EVAL, RESIGN, END};
static const struct bz_option alphabeta_options[] = {PLIES(1, "5"), EVAL, RESIGN, END};
static const struct bz_option expectiminimax_options[] = {
    PLIES(1, "3"),
    EVAL,
    {.name = "prune",
     .type = BZ_CHOICE,
     .fallback = "none",
     .choices = "none|star1|star2",
     .brief = "leave out chance outcomes that cannot matter; the value stays the same"},
    RESIGN,
    END};
static const struct bz_option greedy_options[] = {EVAL, END};
static const struct bz_option best_options[] = {
    PLIES(0, "0"),
    {.name = "nodes",
     .type = BZ_INTEGER,
     .fallback = "0",
     .max = INT64_MAX,
     .brief = "stop after so many positions; 0 for no such limit"},
    {.name = "movetime",
     .type = BZ_INTEGER,
     .fallback = "1000",
     .min = 1,
     .max = 86400000,
     .brief = "milliseconds a move, unless plies or nodes limit it"},
    {.name = "hash",
     .type = BZ_INTEGER,
     .fallback = "64",
     .min = 1,
     .max = BZ_MEGABYTES_MAX,
     .brief = "megabytes of table"},
    {.name = "threads",
     .type = BZ_INTEGER,
     .fallback = "1",
     .min = 1,
     .max = BZ_THREADS_MAX,
     .brief = "how many threads search together"},
    {.name = "multipv",
     .type = BZ_INTEGER,
     .fallback = "1",
     .min = 1,
     .max = BZ_LINES_MAX,
     .brief = "how many lines to report"},
    RESIGN,
    END};

static const struct engine_kind kinds[] = {
    {{"best", "the strongest there is for the game", best_options}, best_init, best_think, NULL},
    {{"alphabeta", "minimax that skips what cannot matter", alphabeta_options},
     deterministic_init,
     classic_think,
     bz_alphabeta},
    {{"minimax", "looks at every line, to a fixed depth", minimax_options},
     deterministic_init,
     classic_think,
     bz_minimax},
    {{"expectiminimax", "minimax with the mean over chance", expectiminimax_options},
     expectiminimax_init,
     classic_think,
     bz_expectiminimax},
    {{"report", "the course report's player, with its own depth", simple_options},
     report_init,
     report_think,
     NULL},
    {{"greedy", "the move that looks best right away", greedy_options},
     classic_init,
     greedy_think,
     bz_greedy},
    {{"random", "any legal move", random_options}, random_init, random_think, NULL},
    {{"simple", "the first legal move", simple_options}, NULL, simple_think, NULL},
};

enum { KIND_COUNT = sizeof(kinds) / sizeof(kinds[0]) };

const struct bz_engine_kind *bz_engine_kind_at(int index)
{
    return index >= 0 && index < KIND_COUNT ? &kinds[index].shown : NULL;
}

static const struct engine_kind *find_kind(const char *name, size_t length, struct bz_error *err)
{
    char names[120] = "";
    struct bz_buf list = BZ_BUF(names);

    for (int i = 0; i < KIND_COUNT; i++) {
        const char *known = kinds[i].shown.name;

        if (strlen(known) == length && !memcmp(known, name, length))
            return &kinds[i];
        bz_buf_add(&list, "%s%s", i ? ", " : "", known);
    }
    bz_fail(err, BZ_ERROR_UNKNOWN, "no player '%s'; there are: %s", bz_quoted(name, length).text,
            names);
    return NULL;
}

const struct bz_engine_kind *bz_engine_kind_find(const char *name, size_t length,
                                                 struct bz_error *err)
{
    const struct engine_kind *kind = find_kind(name, length, err);

    return kind ? &kind->shown : NULL;
}

/* "key=value" up to the next comma. */
static int read_key(struct bz_engine *engine, const char *text, size_t length, struct bz_error *err)
{
    const struct bz_engine_kind *kind = &engine->kind->shown;
    const char *equals = memchr(text, '=', length);
    char what[40];
    int index;

    if (!equals)
        return bz_fail(err, BZ_ERROR_SYNTAX, "player %s: '%s' is not of the form key=value",
                       kind->name, bz_quoted(text, length).text);
    snprintf(what, sizeof(what), "player %s", kind->name);
    index = bz_option_find(kind->options, what, text, (size_t)(equals - text), err);
    if (index < 0)
        return index;
    return bz_option_parse(&kind->options[index], equals + 1, length - (size_t)(equals + 1 - text),
                           &engine->values[index], err);
}

static int read_spec(struct bz_engine *engine, const char *spec, struct bz_error *err)
{
    size_t length = strcspn(spec, ":");
    const char *rest = spec + length;

    engine->kind = find_kind(spec, length, err);
    if (!engine->kind)
        return BZ_ERROR_UNKNOWN;
    bz_option_defaults(engine->kind->shown.options, engine->values);
    while (*rest) {
        int code;

        rest++;
        length = strcspn(rest, ",");
        code = read_key(engine, rest, length, err);
        if (code)
            return code;
        rest += length;
    }
    return BZ_OK;
}

/* The spec's own word, or the game's option of that name. */
static bool wants_to_resign(const struct bz_engine *engine)
{
    const struct bz_value *value = value_of(engine, "resign");

    if (value && !strcmp(value->text, "game"))
        value = bz_setup_value(engine->setup, "resign");
    return value && !strcmp(value->text, "lost");
}

int bz_engine_new(const struct bz_setup *setup, const char *spec, struct bz_engine **ret_engine,
                  struct bz_error *err)
{
    struct bz_engine *engine = calloc(1, sizeof(*engine));
    int code;

    if (!engine)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a player");
    engine->setup = setup;
    engine->rules = setup->rules;
    code = read_spec(engine, spec, err);
    if (!code) {
        engine->resigns = wants_to_resign(engine);
        code = engine->kind->init ? engine->kind->init(engine, err) : BZ_OK;
    }
    if (code) {
        bz_engine_free(engine);
        return code;
    }
    *ret_engine = engine;
    return BZ_OK;
}

void bz_engine_free(struct bz_engine *engine)
{
    if (!engine)
        return;
    if (engine->classic)
        bz_space_release(&engine->classic->s.space);
    free(engine->classic);
    bz_thinker_free(engine->thinker);
    free(engine);
}

void bz_engine_reset(struct bz_engine *engine)
{
    if (engine->thinker)
        bz_thinker_reset(engine->thinker);
    if (engine->kind->think == random_think)
        random_init(engine, NULL);
}

void bz_engine_think(struct bz_engine *engine, const void *pos, const struct bz_limits *limits,
                     const struct bz_listener *listener, struct bz_answer *ret_answer)
{
    static const struct bz_limits unlimited = {0};
    static const struct bz_listener nobody = {0};
    bz_move first[BZ_MOVES_MAX];
    int count = engine->setup->rules->moves(pos, first);

    assert(count > 0 && engine->rules->turn(pos) != BZ_CHANCE);
    assert(engine->rules == engine->setup->rules); /* else the setup has changed under it */
    assert(!limits || (limits->depth >= 0 && limits->depth <= BZ_DEPTH_MAX));
    (void)count;
    *ret_answer = (struct bz_answer){.move = first[0]};
    engine->kind->think(engine, pos, limits ? limits : &unlimited, listener ? listener : &nobody,
                        ret_answer);
    if (engine->resigns && ret_answer->info.proof == BZ_LOSS) {
        ret_answer->move = BZ_MOVE_NONE;
        ret_answer->resigned = true;
    } else if (ret_answer->move == BZ_MOVE_NONE) {
        ret_answer->move = first[0];
    }
}
