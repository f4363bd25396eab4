/*
 * angry.c - the game's descriptor, its options, and the world of a setup: its starting position.
 */
#include "angry.h"

#include <stdlib.h>
#include <string.h>

#include "files/source.h"
#include "search/kernel.h"

enum { MAP_BYTES_MAX = 1 << 16 };

const char *const angry_directions[] = {"up", "down", "left", "right", "stay"};

const struct bz_option angry_options[] = {
    [OPTION_RULES] = {.name = "rules",
                      .type = BZ_CHOICE,
                      .fallback = "game1",
                      .choices = "game1|game2|mdp|rl",
                      .brief = "hen and queen, the same with a bird, or a world of slipping steps"},
    [OPTION_MAP] = {.name = "map",
                    .type = BZ_FILE,
                    .fallback = ANGRY_MAP_DEFAULT,
                    .words = ANGRY_MAP_DEFAULT,
                    .choices = "a map's name or a file; default is the rules' own",
                    .brief = "where it is played; the default of mdp and rl comes from the seed"},
    [OPTION_QUEEN] = {.name = "queen",
                      .type = BZ_CHOICE,
                      .fallback = "policy",
                      .choices = "policy|player",
                      .brief = "whether the queen answers by herself or is the second player"},
    [OPTION_BUMP] = {.name = "bump",
                     .type = BZ_CHOICE,
                     .fallback = "forbid",
                     .choices = "forbid|free",
                     .brief = "a move into an obstacle: not legal, or a wait that costs nothing"},
    [OPTION_SEED] = {.name = "seed",
                     .type = BZ_INTEGER,
                     .fallback = "0",
                     .max = INT64_MAX,
                     .brief = "mdp and rl: the random world, and how likely steps slip"},
    {.name = NULL},
};

unsigned angry_flags(const struct bz_value *values)
{
    if (values[OPTION_RULES].number > GAME2)
        return 0;
    return (values[OPTION_QUEEN].number ? QUEEN_PLAYS : 0) |
           (values[OPTION_BUMP].number ? BUMP_FREE : 0);
}

static int read_map(const char *name, struct angry *pos, struct bz_error *err)
{
    struct bz_source source;
    int code = bz_source_map(&source, "angry", name, MAP_BYTES_MAX, err);

    if (code)
        return code;
    code = angry_read_map(&source, pos, err);
    bz_source_release(&source);
    return code;
}

/* From a position's text, from the map of that name, or the rules' own. */
static int fill_board(const struct bz_setup *setup, struct angry *pos, struct bz_error *err)
{
    static const char *const own[] = {[GAME1] = "meadow", [GAME2] = "escort"};
    const char *name = setup->values[OPTION_MAP].text;
    bool standard = !strcmp(name, ANGRY_MAP_DEFAULT);

    if (setup->origin[0])
        return angry_read_rows(setup->origin, strlen(setup->origin), pos, err);
    if (!standard || angry_is_game(pos))
        return read_map(standard ? own[pos->rules] : name, pos, err);
    angry_random_world(pos, (uint64_t)setup->values[OPTION_SEED].number);
    return BZ_OK;
}

static bool is_playable(const struct angry *pos)
{
    return !angry_missing(pos) && angry_letter(pos, pos->hen) == 'H';
}

static const struct bz_kernel *kernel_of(const struct angry *pos)
{
    static const struct bz_kernel *const kernels[][2] = {
        [GAME1] = {&angry_game1_policy, &angry_game1_player},
        [GAME2] = {&angry_game2_policy, &angry_game2_player},
        [MDP] = {&angry_world_kernel, &angry_world_kernel},
        [RL] = {&angry_world_kernel, &angry_world_kernel},
    };

    return kernels[pos->rules][pos->flags & QUEEN_PLAYS ? 1 : 0];
}

const struct bz_rules *angry_rules_of(const struct angry *pos)
{
    return kernel_of(pos)->rules;
}

static int prepare(struct bz_setup *setup, struct bz_error *err)
{
    int rules = (int)setup->values[OPTION_RULES].number, code;
    struct angry_world *world = calloc(1, sizeof(*world));

    if (!world)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a map");
    angry_clear(&world->board, rules, angry_flags(setup->values));
    code = fill_board(setup, &world->board, err);
    if (code) {
        free(world);
        return code;
    }
    world->board.phase = is_playable(&world->board) ? HEN_STEP : OVER;
    if (!angry_is_game(&world->board))
        world->seed = (uint64_t)setup->values[OPTION_SEED].number;
    setup->world = world;
    setup->kernel = kernel_of(&world->board);
    setup->rules = setup->kernel->rules;
    return BZ_OK;
}

static void release(const void *world)
{
    free((void *)(uintptr_t)world);
}

void angry_start(const struct bz_setup *setup, void *ret_pos)
{
    memcpy(ret_pos, setup->world, setup->rules->pos_size);
}

static const char *const player_names[] = {"Hen", "Queen"};

const struct bz_game bz_game_angry = {
    .name = "angry",
    .title = "Angry hen",
    .brief = "a hen gathers eggs and runs for the slingshot, the queen at her heels",
    .players_min = 1,
    .players_max = 2,
    .player_names = player_names,
    .options = angry_options,
    .text = &angry_text,
    .prepare = prepare,
    .release = release,
    .report = &angry_report,
    .maps = &angry_maps,
    .solver = &angry_solver,
    .adapter = "adapters/angry.py",
};
