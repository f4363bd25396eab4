/*
 * example.c - a tournament file to begin with, written from the table of keys.
 */
#include <stdio.h>
#include <string.h>

#include "tourney/plan.h"

static const char players[] =
    "\n# Players are built in, or programs: docs/agents.md says how those are written.\n"
    "[[players]]\nname = \"strong\"\nspec = \"best\"\n"
    "\n[[players]]\nspec = \"greedy\"\n"
    "\n[[players]]\nspec = \"random\"\n"
    "\n# [[players]]\n# name = \"Parisa\"\n"
    "# folder = \"submissions/parisa\"\n# spec = \"cmd:python3 agent.py\"\n";

static void put_key(const struct bz_key *key, void (*put)(void *, const char *), void *context)
{
    char line[400];

    if (key->brief[0]) {
        snprintf(line, sizeof(line), "# %s\n", key->brief);
        put(context, line);
    }
    if (!strcmp(key->name, "game"))
        snprintf(line, sizeof(line), "game = \"%s\"\n", bz_game_at(0)->name);
    else
        snprintf(line, sizeof(line), "# %s = %s\n", key->name, key->sample ? key->sample : "...");
    put(context, line);
}

void bz_plan_example(void (*put)(void *context, const char *text), void *context)
{
    const char *section = "";

    put(context,
        "# A tournament: bazi tournament FILE. What is commented out is what counts anyway.\n");
    for (const struct bz_key *key = bz_plan_keys; key->name; key++) {
        if (!strcmp(key->section, "players"))
            break;
        if (strcmp(section, key->section) != 0) {
            char line[80];

            section = key->section;
            snprintf(line, sizeof(line), "\n[%s]\n", section);
            put(context, line);
        }
        put_key(key, put, context);
    }
    put(context, players);
}
