/*
 * diamonds.c - the game's descriptor and its options, and how they make a world.
 */
#include "diamonds.h"

#include <stdlib.h>
#include <string.h>

#include "bazi/random.h"
#include "files/source.h"
#include "plan.h"
#include "search/kernel.h"

enum { MAP_MAX = 64 << 10 };

static const char *const maps_of[VARIANTS] = {"village", "slippery", "contested", "traps"};

/* The text a position brought with it, its rows on lines again. */
static int read_origin(struct diamonds_world *world, const char *origin, struct bz_error *err)
{
    char text[BZ_POS_TEXT_MAX];
    struct bz_source source = {.name = "position", .text = text, .length = strlen(origin)};

    for (size_t i = 0; i <= source.length; i++)
        text[i] = (char)(origin[i] == '/' ? '\n' : origin[i]);
    return diamonds_read_map(world, &source, err);
}

static int read_named(struct diamonds_world *world, const char *name, struct bz_error *err)
{
    struct bz_source source;
    int code;

    if (!strcmp(name, "auto"))
        name = maps_of[world->variant];
    code = bz_source_map(&source, "diamonds", name, MAP_MAX, err);
    if (code)
        return code;
    code = diamonds_read_map(world, &source, err);
    bz_source_release(&source);
    return code;
}

/* Top left, bottom right, top right, bottom left: in this order, or shuffled. */
static void place_agents(struct diamonds_world *world, bool random, uint64_t seed)
{
    int cells = diamonds_cells(world);
    int corners[] = {0, cells - 1, world->cols - 1, cells - world->cols};
    struct bz_random dice;

    bz_random_seed(&dice, seed);
    for (int i = 3; i > 0 && random; i--) {
        int j = (int)bz_random_below(&dice, (uint64_t)i + 1), swap = corners[i];

        corners[i] = corners[j];
        corners[j] = swap;
    }
    for (int i = 0; i < AGENTS_MAX; i++)
        world->start[i] = (uint16_t)corners[i];
}

static int fill_world(struct diamonds_world *world, const struct bz_setup *setup,
                      struct bz_error *err)
{
    const struct bz_value *values = setup->values;
    const char *init = values[OPTION_INIT].text, *config = values[OPTION_CONFIG].text;
    const char *map = values[OPTION_MAP].text;
    bool random = values[OPTION_RANDOM].number == 1, has_map = strcmp(map, "auto") != 0;
    int code;

    world->variant = (enum variant)values[OPTION_RULES].number;
    world->players = (int)values[OPTION_PLAYERS].number + 1;
    world->turns = (int)values[OPTION_TURNS].number;
    world->trap_count = (int)values[OPTION_TRAPS].number;
    world->on_entry = values[OPTION_BARBED].number == 1;
    code = diamonds_read_init(init, strlen(init), &world->init, &world->is_real, err);
    if (code)
        return code;
    if (setup->origin[0])
        code = read_origin(world, setup->origin, err);
    else if (config[0])
        code = diamonds_read_config(world, config, !has_map, &random, err);
    if (!code && !setup->origin[0] && (has_map || !config[0]))
        code = read_named(world, map, err);
    if (code)
        return code;
    diamonds_finish_world(world);
    place_agents(world, random, (uint64_t)values[OPTION_SEED].number);
    return BZ_OK;
}

/* The other is neither in the way nor after anything, and its traps are not seen. */
static bz_move isolate(const struct bz_setup *alone, const void *at, void *ret_pos)
{
    const struct diamonds *pos = at;
    struct diamonds *lone = ret_pos;

    diamonds_clear(alone->world, lone);
    lone->turn = pos->turn;
    lone->left = pos->left;
    lone->agent[0] = pos->agent[pos->mover];
    memcpy(lone->bits, pos->bits, (size_t)pos->world->words * sizeof(*pos->bits));
    return NOOP;
}

static void release(const void *world)
{
    struct diamonds_world *ours = (void *)(uintptr_t)world; /* since prepare */

    free(ours->apart);
    free(ours->ways);
    free(ours);
}

/* What an evaluation looks up, for those that do. */
static int survey(struct diamonds_world *world, struct bz_error *err)
{
    bool two = world->players == 2;

    if (world->words != 1 || (!two && world->variant != P2))
        return BZ_OK;
    if (diamonds_make_ways(world, &world->ways) ||
        (two && diamonds_make_apart(world, &world->apart)))
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the ways over a map");
    return BZ_OK;
}

static int prepare(struct bz_setup *setup, struct bz_error *err)
{
    struct diamonds_world *world = calloc(1, sizeof(*world));
    int code;

    if (!world)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a map");
    code = fill_world(world, setup, err);
    if (!code)
        code = survey(world, err);
    if (code) {
        release(world);
        return code;
    }
    setup->world = world;
    setup->rules = diamonds_rules_of(world);
    if (world->unit == 1 && world->words == 1 && world->variant != V2021) {
        setup->kernel = world->players == 1 ? &diamonds_solo : &diamonds_duo;
        setup->rules = setup->kernel->rules;
    }
    return BZ_OK;
}

const struct bz_option diamonds_options[] = {
    {.name = "rules",
     .type = BZ_CHOICE,
     .fallback = "p1",
     .choices = "p1|p2|p3|v2021",
     .brief = "the rule set: the course's three phases of 2022, or its game of 2021"},
    {.name = "map",
     .type = BZ_FILE,
     .fallback = "auto",
     .words = "auto",
     .choices = "one of the program's maps, a file, or auto",
     .brief = "the map; auto is the one that suits the rules"},
    {.name = "players",
     .type = BZ_CHOICE,
     .fallback = "1",
     .choices = "1|2",
     .brief = "how many agents play"},
    {.name = "turns",
     .type = BZ_INTEGER,
     .fallback = "100",
     .max = TURNS_MAX,
     .brief = "turns until the end"},
    {.name = "init_score",
     .type = BZ_TEXT,
     .fallback = "0",
     .choices = "-100000..100000, whole or in eighths as 2.5",
     .brief = "the score everyone starts with"},
    {.name = "trap_count",
     .type = BZ_INTEGER,
     .fallback = "3",
     .max = TRAP_COUNT_MAX,
     .brief = "traps an agent has, in v2021"},
    {.name = "barbed",
     .type = BZ_CHOICE,
     .fallback = "stay",
     .choices = "stay|enter",
     .brief = "wire costs 20 for every turn ended on it, or on entering only"},
    {.name = "random_start",
     .type = BZ_CHOICE,
     .fallback = "false",
     .choices = "false|true",
     .brief = "whether the agents start in corners drawn by lot"},
    {.name = "seed",
     .type = BZ_INTEGER,
     .fallback = "0",
     .max = INT64_MAX,
     .brief = "seed of that lot"},
    {.name = "config",
     .type = BZ_FILE,
     .fallback = "",
     .refers = diamonds_config_map,
     .choices = "a file, or nothing",
     .brief = "a course server's config.json, in place of the options it has keys for but map"},
    {.name = NULL},
};

static const char *const player_names[] = {"A", "B"};

const struct bz_game bz_game_diamonds = {
    .name = "diamonds",
    .title = "Diamonds",
    .brief = "collect diamonds in the best order, past walls, doors, wire and a rival",
    .players_min = 1,
    .players_max = 2,
    .player_names = player_names,
    .options = diamonds_options,
    .text = &diamonds_text,
    .prepare = prepare,
    .release = release,
    .isolate = isolate,
    .report = &diamonds_report,
    .maps = &diamonds_maps,
    .exports = diamonds_exports,
    .imports = diamonds_imports,
    .solver = &diamonds_solver,
    .wire = &diamonds_wire,
};
