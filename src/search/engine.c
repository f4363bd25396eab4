/*
 * engine.c - the players that compute: the table of their kinds, and reading their specs.
 */
#include "bazi/engine.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search/player.h"
#include "search/time.h"

/* In the order in which lists name them. */
static const struct bz_player_kind *const kinds[] = {
    &bz_player_best,   &bz_player_alphabeta, &bz_player_minimax, &bz_player_expectiminimax,
    &bz_player_mcts,   &bz_player_report,    &bz_player_greedy,  &bz_player_alone,
    &bz_player_random, &bz_player_simple,
};

enum { KIND_COUNT = sizeof(kinds) / sizeof(kinds[0]) };

const struct bz_engine_kind *bz_engine_kind_at(int index)
{
    return index >= 0 && index < KIND_COUNT ? &kinds[index]->shown : NULL;
}

static const struct bz_player_kind *find_kind(const char *name, size_t length, struct bz_error *err)
{
    char names[120] = "";
    struct bz_buf list = BZ_BUF(names);

    for (int i = 0; i < KIND_COUNT; i++) {
        const char *known = kinds[i]->shown.name;

        if (strlen(known) == length && !memcmp(known, name, length))
            return kinds[i];
        bz_buf_add(&list, "%s%s", i ? ", " : "", known);
    }
    bz_fail(err, BZ_ERROR_UNKNOWN, "no player '%s'; there are: %s", bz_quoted(name, length).text,
            names);
    return NULL;
}

const struct bz_engine_kind *bz_engine_kind_find(const char *name, size_t length,
                                                 struct bz_error *err)
{
    const struct bz_player_kind *kind = find_kind(name, length, err);

    return kind ? &kind->shown : NULL;
}

const struct bz_value *bz_player_value(const struct bz_engine *engine, const char *key)
{
    const struct bz_option *options = engine->kind->shown.options;

    for (int i = 0; options[i].name; i++)
        if (!strcmp(options[i].name, key))
            return &engine->values[i];
    return NULL;
}

int64_t bz_player_number(const struct bz_engine *engine, const char *key)
{
    const struct bz_value *value = bz_player_value(engine, key);

    return value ? value->number : 0;
}

enum { FORCED_MILLISECONDS = 20 }; /* for a value; the move itself needs no thought */

static bool is_forced(const struct bz_engine *engine, const void *pos)
{
    bz_move moves[BZ_MOVES_MAX];

    return engine->rules->moves(pos, moves) == 1;
}

struct bz_limits bz_player_limits(const struct bz_engine *engine, const void *pos,
                                  const struct bz_limits *given)
{
    struct bz_limits limits = *given;

    if (!bz_limits_any(&limits, engine->rules->turn(pos))) {
        limits.depth = (int)bz_player_number(engine, "plies");
        limits.nodes = (uint64_t)bz_player_number(engine, "nodes");
        limits.movetime = bz_player_number(engine, "movetime");
        if (limits.depth || limits.nodes)
            limits.movetime = 0;
    }
    if (!limits.depth && !limits.nodes && !limits.infinite && is_forced(engine, pos))
        limits = (struct bz_limits){
            .movetime = FORCED_MILLISECONDS, .stop = limits.stop, .refine = limits.refine};
    return limits;
}

int bz_player_no_memory(const struct bz_engine *engine, struct bz_error *err)
{
    return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for %s MB of table and %s threads",
                   bz_player_value(engine, "hash")->text, bz_player_value(engine, "threads")->text);
}

const struct bz_eval *bz_player_eval(const struct bz_setup *setup, const char *name,
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
    const struct bz_value *value = bz_player_value(engine, "resign");

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
    if (engine->kind && engine->kind->release)
        engine->kind->release(engine);
    free(engine);
}

void bz_engine_reset(struct bz_engine *engine)
{
    if (engine->kind->reset)
        engine->kind->reset(engine);
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
