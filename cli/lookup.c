/*
 * lookup.c - commands found by name, and the games each is for.
 */
#include <string.h>

#include "needs.h"

static bool learns(const struct bz_game *game)
{
    return game->tune;
}

static bool keeps_book(const struct bz_game *game)
{
    return game->write_book;
}

static bool has_wire(const struct bz_game *game)
{
    return game->wire;
}

static bool is_computed(const struct bz_game *game)
{
    return game->solver && game->solver->evaluate;
}

const struct need need_learning = {learns, "has no evaluation that learns"};
const struct need need_book = {keeps_book, "keeps no openings"};
const struct need need_wire = {has_wire, "had no server of its own"};
const struct need need_computing = {is_computed, "has no way to compute how players fare"};

const struct command *command_find(const char *name)
{
    for (const struct command *command = commands; command->name; command++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}

static bool is_for(const struct command *command, const struct bz_game *game)
{
    return !command || !command->need || command->need->met(game);
}

const struct bz_game *command_game(const struct command *command, int index)
{
    const struct bz_game *game;

    for (int i = 0; (game = bz_game_at(i)); i++)
        if (is_for(command, game) && index-- == 0)
            return game;
    return NULL;
}

const struct bz_game *invocation_game(const struct invocation *inv, const char *name)
{
    const struct command *command = inv->command;
    const struct bz_game *game, *other;
    struct bz_error err;
    char names[200];
    struct bz_buf buf = BZ_BUF(names);

    if (!name)
        return command_game(command, 0);
    game = bz_game_find(name, &err);
    if (!game)
        complain("%s", err.text);
    if (!game || is_for(command, game))
        return game;
    for (int i = 0; (other = command_game(command, i)); i++)
        bz_buf_add(&buf, "%s%s", i ? ", " : "", other->name);
    complain("%s: %s %s; games that can: %s", command->name, name, command->need->lack, names);
    return NULL;
}
