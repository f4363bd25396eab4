/*
 * settings.h - the option settings in which tests and fuzzers try each game, beside its defaults.
 *
 * A game without a line here is tried with its defaults alone.
 */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <string.h>

enum { SETTINGS_MAX = 24 };

struct settings {
    const char *game;
    const char *options[SETTINGS_MAX]; /* ends with NULL */
};

/* Blank-separated assignments; the defaults first. A new game comes last: the fuzzers' seeds name
 * games by their place in this table, which ends with a NULL name. */
static inline const struct settings *settings_table(void)
{
    static const struct settings table[] = {
        {"konane",
         {"", "size=4", "size=5", "size=6", "size=7", "size=9", "size=10", "size=12", "size=13",
          "size=16", "size=4x6", "size=5x9", "size=16x4", "size=4x16", "size=8x7", "size=11x14",
          NULL}},
        {"hotk",
         {"", "rules=phase2", "rules=published", "deal=course seed=7",
          "rules=published companions=none", "rules=published players=3",
          "rules=published players=4 seed=5", NULL}},
        {"monopoly", {"", "board=lane", "board=bazaar", "cap=1", "cap=30", NULL}},
        {"diamonds",
         {"turns=60", "players=2 turns=30", "map=first-steps init_score=2.5",
          "map=corridor players=2 turns=20 random_start=true seed=3",
          "map=giant turns=40 barbed=enter", "rules=p2 turns=30",
          "rules=p2 map=teleport-ring players=2 turns=20", "rules=p3 players=2 turns=30",
          "rules=p3 map=teleport-ring turns=40", "rules=v2021 turns=60",
          "rules=v2021 players=2 turns=40 init_score=300 trap_count=20", "turns=0", NULL}},
        {"angry",
         {"", "bump=free", "queen=player", "queen=player bump=free", "map=maze", "map=gate",
          "map=coop queen=player", "rules=game2", "rules=game2 queen=player",
          "rules=game2 map=hunt bump=free", "rules=mdp", "rules=mdp map=garden seed=7",
          "rules=rl seed=3", "rules=rl map=minefield", NULL}},
        {.game = NULL},
    };

    return table;
}

static inline const char *const *settings_of(const char *game)
{
    static const struct settings defaults = {"", {"", NULL}};

    for (const struct settings *settings = settings_table(); settings->game; settings++)
        if (!strcmp(settings->game, game))
            return settings->options;
    return defaults.options;
}

static inline int settings_count(const char *const *options)
{
    int count = 0;

    while (options[count])
        count++;
    return count;
}

#endif
