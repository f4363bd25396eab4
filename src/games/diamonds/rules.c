/*
 * rules.c - the rules for every rule set, and what of them other files need.
 */
#include "rules.h"

bool diamonds_is_over(const struct diamonds *pos)
{
    return is_over(pos);
}

int diamonds_score(const struct diamonds *pos, int agent)
{
    return eighths(pos, agent);
}

bool diamonds_run(struct diamonds *pos, bz_move move, struct story *ret_story)
{
    return run(pos, move, ret_story);
}

bool diamonds_may_slip(const struct diamonds *pos, int asked)
{
    return may_slip(pos, asked);
}

bool diamonds_has_exits(const struct diamonds *pos, int asked, int word)
{
    return has_exits(pos, asked, word);
}

size_t diamonds_size(const struct diamonds_world *world)
{
    int traps = world->variant == V2021 ? AGENTS_MAX * TRAP_WORDS : 0;

    return DIAMONDS_SIZE((size_t)(world->words + traps));
}

void diamonds_clear(const struct diamonds_world *world, struct diamonds *ret_pos)
{
    memset(ret_pos, 0, diamonds_size(world));
    ret_pos->world = world;
    ret_pos->turn = 1;
    ret_pos->left = (uint16_t)world->gems;
    for (int i = 0; i < world->players; i++)
        ret_pos->agent[i].cell = world->start[i];
}

/* One line a number of players, size of position, and whether there is chance. */
#define RULES(players_, words)                                                                     \
    {                                                                                              \
        {.pos_size = DIAMONDS_SIZE(words),                                                         \
         .moves_max = WORDS,                                                                       \
         .players = (players_),                                                                    \
         .traits = BZ_HAS_POINTS,                                                                  \
         DIAMONDS_RULES},                                                                          \
        {                                                                                          \
            .pos_size = DIAMONDS_SIZE(words), .moves_max = EXITS_MAX, .players = (players_),       \
            .traits = BZ_HAS_POINTS | BZ_HAS_CHANCE, .deal = deal, .roller = roller, .unit = unit, \
            DIAMONDS_RULES                                                                         \
        }                                                                                          \
    }

const struct bz_rules *diamonds_rules_of(const struct diamonds_world *world)
{
    static const struct bz_rules rules[AGENTS_MAX][2][2][2] = {
        {{RULES(1, 1), RULES(1, WIDE)},
         {RULES(1, 1 + AGENTS_MAX * TRAP_WORDS), RULES(1, WIDE + AGENTS_MAX * TRAP_WORDS)}},
        {{RULES(2, 1), RULES(2, WIDE)},
         {RULES(2, 1 + AGENTS_MAX * TRAP_WORDS), RULES(2, WIDE + AGENTS_MAX * TRAP_WORDS)}},
    };

    return &rules[world->players - 1][world->variant == V2021][world->words == WIDE]
                 [world->unit > 1];
}
