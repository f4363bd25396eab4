/*
 * games.c - the registry: an array made from games.def, and nothing before main.
 */
#include <string.h>

#include "bazi/bazi.h"

#define GAME(name) extern const struct bz_game bz_game_##name;
#include "games.def"
#undef GAME

static const struct bz_game *const games[] = {
#define GAME(name) &bz_game_##name,
#include "games.def"
#undef GAME
};

enum { GAME_COUNT = sizeof(games) / sizeof(games[0]) };

const struct bz_game *bz_game_at(int index)
{
    return index >= 0 && index < GAME_COUNT ? games[index] : NULL;
}

const struct bz_game *bz_game_find(const char *name, struct bz_error *err)
{
    char names[160] = "";
    struct bz_buf list = BZ_BUF(names);

    for (int i = 0; i < GAME_COUNT; i++) {
        if (!strcmp(games[i]->name, name))
            return games[i];
        bz_buf_add(&list, "%s%s", i ? ", " : "", games[i]->name);
    }
    bz_fail(err, BZ_ERROR_UNKNOWN, "no game '%s'; there are: %s",
            bz_quoted(name, strlen(name)).text, names);
    return NULL;
}

const char *bz_player_name(const struct bz_game *game, int player)
{
    static const char *const numbered[BZ_PLAYERS_MAX] = {
        "Player 1", "Player 2", "Player 3", "Player 4",
        "Player 5", "Player 6", "Player 7", "Player 8",
    };

    return game->player_names ? game->player_names[player] : numbered[player];
}

const char *bz_version(void)
{
    return BAZI_VERSION;
}
