/*
 * pairing.c - the door to the formats: asks the one in question for its rounds.
 */
#include "tourney/pairing.h"

#include <assert.h>

#include "tourney/draw.h"

int bz_pairing_check(const struct bz_pairing_input *in, struct bz_error *err)
{
    struct bz_draw *draw;
    int code = bz_draw_new(in, &draw, err);

    if (!code)
        bz_draw_free(draw);
    return code;
}

static bool somebody_leaves(const struct bz_pairing_input *in)
{
    for (int i = 0; in->out_from && i < in->players; i++)
        if (in->out_from[i] >= 0)
            return true;
    return false;
}

int bz_pairing_total(const struct bz_pairing_input *in, struct bz_pairing_total *ret_total,
                     struct bz_error *err)
{
    struct bz_pairing_input full;
    int code = bz_draw_settle(in, &full, err);
    bool replays = in->format == BZ_FORMAT_KNOCKOUT && in->replays > 0;
    int64_t encounters;

    if (code)
        return code;
    encounters = bz_draw_rules(in->format)->encounters(&full);
    *ret_total = (struct bz_pairing_total){
        .rounds = full.rounds,
        .encounters = encounters * (replays ? 1 + full.replays : 1),
        .games = encounters * (full.games + (replays ? full.replays * full.replay_games : 0)),
        .exact = !replays && !somebody_leaves(in),
    };
    return BZ_OK;
}

bool bz_pairing_is_fixed(const struct bz_pairing_input *in)
{
    return bz_draw_rules(in->format)->fixed;
}

int bz_pairing_room(const struct bz_pairing_input *in)
{
    return in->players * (in->format == BZ_FORMAT_KNOCKOUT ? 1 + in->replays : 1);
}

/* One round into the draft. */
static int fill(const struct bz_draw *draw, int round, struct bz_draft *draft, struct bz_error *err)
{
    int code = bz_draw_rules(draw->in.format)->round(draw, round, draft, err);

    if (!code && draft->full)
        code = bz_fail(err, BZ_ERROR_RANGE, "round %d has more than %d encounters", round + 1,
                       draft->max);
    return code;
}

int bz_pairing_round(const struct bz_pairing_input *in, int round, struct bz_encounter *ret_list,
                     int max, int *ret_count, struct bz_error *err)
{
    struct bz_draft draft = {.list = ret_list, .max = max};
    struct bz_draw *draw;
    int code = bz_draw_new(in, &draw, err);

    if (code)
        return code;
    if (round >= 0 && round < draw->in.rounds)
        code = fill(draw, round, &draft, err);
    bz_draw_free(draw);
    if (!code)
        *ret_count = draft.count;
    return code;
}

/* Leaves what is not done. */
static int drop_done(const struct bz_draw *draw, struct bz_draft *draft, struct bz_error *err)
{
    int left = 0;

    for (int i = 0; i < draft->count; i++) {
        const struct bz_encounter *encounter = &draft->list[i];

        if (bz_draw_find(draw, encounter))
            continue;
        if (bz_draw_numbered(draw, encounter->number))
            return bz_fail(err, BZ_ERROR_UNFIT, "the result of encounter %d is of other players",
                           encounter->number);
        draft->list[left++] = *encounter;
    }
    draft->count = left;
    return BZ_OK;
}

int bz_pairing_next(const struct bz_pairing_input *in, struct bz_encounter *ret_list, int max,
                    int *ret_count, struct bz_error *err)
{
    struct bz_draft draft = {.list = ret_list, .max = max};
    const struct bz_format_rules *rules = bz_draw_rules(in->format);
    struct bz_draw *draw;
    int code = bz_draw_new(in, &draw, err);

    if (code)
        return code;
    for (int round = rules->first ? rules->first(draw) : 0;
         round < draw->in.rounds && draft.count == 0 && !code; round++) {
        code = fill(draw, round, &draft, err);
        if (!code)
            code = drop_done(draw, &draft, err);
    }
    bz_draw_free(draw);
    if (!code)
        *ret_count = draft.count;
    return code;
}

struct bz_encounter_result bz_pairing_bye(const struct bz_pairing_input *in,
                                          const struct bz_encounter *bye)
{
    assert(bye->games == 0 && bye->count == 1);
    return (struct bz_encounter_result){.encounter = *bye, .points = {2 * in->games}};
}
