/*
 * dismissal.c - players who are out: told once, and their games taken out of the queue.
 */
#include "tourney/dismissal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 256 }; /* games taken out of the queue at once */

struct dismissal {
    struct bz_store *store;
    int64_t tournament;
    const struct bz_plan *plan;
    const struct bz_ledger *ledger;
    int64_t *ids; /* of those who are out, by number; 0 for the others */
    bool *fresh;  /* nobody has been told yet */
    int outs;
    int64_t games[BATCH]; /* that nobody needs to play */
    int count;
};

static int note_player(void *context, const struct bz_store_player *player)
{
    struct dismissal *dismissal = context;
    int number = player->number;

    if (number < 0 || number >= dismissal->ledger->players ||
        dismissal->ledger->rows[number].out < 0)
        return 0;
    dismissal->ids[number] = player->id;
    dismissal->fresh[number] = strcmp(player->state, "out") != 0;
    dismissal->outs++;
    return 0;
}

static int note_game(void *context, const struct bz_store_game *game)
{
    struct dismissal *dismissal = context;
    bool out = false;

    for (int seat = 0; seat < game->seat_count && !out; seat++)
        for (int i = 0; i < dismissal->ledger->players && !out; i++)
            out = dismissal->ids[i] == game->seats[seat].player &&
                  game->number >= dismissal->ledger->rows[i].out;
    if (out)
        dismissal->games[dismissal->count++] = game->id;
    return dismissal->count == BATCH;
}

static int tell(const struct dismissal *dismissal, int player, struct bz_error *err)
{
    int64_t id = dismissal->ids[player];
    char text[BZ_PLAN_NAME_BYTES + 160];
    struct bz_store_event event = {
        .tournament = dismissal->tournament, .kind = "out", .text = text, .player = id};

    snprintf(text, sizeof(text),
             "%s is out: it lost %d games in a row by crashing or the like; its other games count "
             "as lost",
             dismissal->plan->players[player].name, dismissal->plan->failures);
    return bz_store_player_state(dismissal->store, id, "out", &event, err);
}

static int empty_queue(struct dismissal *dismissal, struct bz_error *err)
{
    struct bz_store_filter filter = {
        .tournament = dismissal->tournament, .by_state = true, .state = BZ_STORE_QUEUED};
    int code;

    do {
        dismissal->count = 0;
        code = bz_store_games(dismissal->store, &filter, note_game, dismissal, err);
        if (code == 1)
            code = BZ_OK;
        if (!code && dismissal->count)
            code = bz_store_void(dismissal->store, dismissal->games, dismissal->count, err);
    } while (!code && dismissal->count == BATCH);
    return code;
}

static int sort_out(struct dismissal *dismissal, struct bz_error *err)
{
    int code =
        bz_store_players(dismissal->store, dismissal->tournament, note_player, dismissal, err);

    for (int i = 0; i < dismissal->ledger->players && !code; i++)
        if (dismissal->fresh[i])
            code = tell(dismissal, i, err);
    return code || !dismissal->outs ? code : empty_queue(dismissal, err);
}

int bz_dismiss(struct bz_store *store, int64_t tournament, const struct bz_plan *plan,
               const struct bz_ledger *ledger, struct bz_error *err)
{
    struct dismissal dismissal = {
        .store = store, .tournament = tournament, .plan = plan, .ledger = ledger};
    int code;

    dismissal.ids = calloc((size_t)ledger->players, sizeof(*dismissal.ids));
    dismissal.fresh = calloc((size_t)ledger->players, sizeof(*dismissal.fresh));
    code = dismissal.ids && dismissal.fresh
               ? sort_out(&dismissal, err)
               : bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the players");
    free(dismissal.ids);
    free(dismissal.fresh);
    return code;
}
