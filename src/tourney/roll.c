/*
 * roll.c - players by number and by id. Those of a tournament were added together, so that their
 * ids mostly follow each other.
 */
#include "tourney/roll.h"

#include <stdlib.h>

static int note(void *context, const struct bz_store_player *player)
{
    struct bz_roll *roll = context;

    if (player->number < 0 || player->number >= roll->count || roll->ids[player->number])
        return 1;
    roll->ids[player->number] = player->id;
    return 0;
}

int bz_roll_call(struct bz_roll *ret_roll, struct bz_store *store, int64_t tournament, int count,
                 struct bz_error *err)
{
    struct bz_roll roll = {.ids = calloc((size_t)count, sizeof(*roll.ids)), .count = count};
    int code = roll.ids ? bz_store_players(store, tournament, note, &roll, err)
                        : bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the players");
    bool whole = code != 1;

    for (int i = 0; i < count && !code; i++)
        whole = whole && roll.ids[i];
    if (!whole)
        code = bz_fail(err, BZ_ERROR_DAMAGED, "the store has other players than the plan");
    if (code)
        bz_roll_release(&roll);
    else
        *ret_roll = roll;
    return code;
}

void bz_roll_release(struct bz_roll *roll)
{
    free(roll->ids);
    *roll = (struct bz_roll){.ids = NULL};
}

int bz_roll_number(const struct bz_roll *roll, int64_t id)
{
    int64_t guess = id - roll->ids[0];

    if (guess >= 0 && guess < roll->count && roll->ids[guess] == id)
        return (int)guess;
    for (int i = 0; i < roll->count; i++)
        if (roll->ids[i] == id)
            return i;
    return -1;
}
