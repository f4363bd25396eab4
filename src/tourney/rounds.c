/*
 * rounds.c - from games to encounters: which are over, with what result, and what is to be played.
 *
 * Only the results are kept anywhere. Which encounters there are follows from them and the plan, so
 * that two who look at the same store can never disagree.
 */
#include <stdlib.h>
#include <string.h>

#include "tourney/ledger.h"

static const struct bz_ledger_encounter *find_encounter(const struct bz_ledger *ledger, int number)
{
    int low = 0, high = ledger->encounter_count;

    while (low < high) {
        int middle = low + (high - low) / 2;

        if (ledger->encounters[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < ledger->encounter_count && ledger->encounters[low].number == number
               ? &ledger->encounters[low]
               : NULL;
}

/* The result of an encounter if all its games are over, or of a bye. Where no round waits for
 * another, one that has begun counts as far as it has come: the table so far is about games. */
static bool conclude(const struct bz_ledger *ledger, const struct bz_pairing_input *in,
                     const struct bz_encounter *encounter, struct bz_encounter_result *ret_result)
{
    const struct bz_ledger_encounter *played = find_encounter(ledger, encounter->number);

    if (encounter->games == 0) {
        *ret_result = bz_pairing_bye(in, encounter);
        return true;
    }
    if (!played || (played->games < encounter->games && !bz_pairing_is_fixed(in)))
        return false;
    *ret_result = (struct bz_encounter_result){.encounter = *encounter};
    for (int i = 0; i < encounter->count; i++)
        for (int k = 0; k < played->count; k++)
            if (played->player[k] == encounter->player[i])
                ret_result->points[i] = played->points[k];
    return true;
}

static bool make_room(struct bz_ledger *ledger, int count)
{
    size_t wanted = (size_t)ledger->result_count + (size_t)count;
    struct bz_encounter_result *more = realloc(ledger->results, wanted * sizeof(*ledger->results));

    if (more)
        ledger->results = more;
    return more != NULL;
}

/* From which round on nobody plays against those who are out. Where all rounds are known from the
 * start they stay in, and lose. */
static void set_out_from(struct bz_ledger *ledger, const struct bz_plan *plan)
{
    int64_t stride = bz_ledger_stride(plan);

    for (int i = 0; i < ledger->players; i++) {
        int64_t out = ledger->rows[i].out;

        ledger->out_from[i] = -1;
        for (int k = 0; out >= 0 && k < ledger->encounter_count; k++)
            if (ledger->encounters[k].number <= (out - 1) / stride)
                ledger->out_from[i] = ledger->encounters[k].round + 1;
    }
}

/* Adds the results of those encounters that are over; how many, or a code. */
static int conclude_some(struct bz_ledger *ledger, const struct bz_pairing_input *in,
                         const struct bz_encounter *list, int count, struct bz_error *err)
{
    int added = 0;

    if (!make_room(ledger, count + 1))
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the results");
    for (int i = 0; i < count; i++)
        added += conclude(ledger, in, &list[i], &ledger->results[ledger->result_count + added]);
    ledger->result_count += added;
    return added;
}

/* All rounds are known: each is looked at by itself. */
static int conclude_fixed(struct bz_ledger *ledger, const struct bz_plan *plan,
                          struct bz_encounter *list, int room, struct bz_error *err)
{
    struct bz_pairing_input in = plan->pairing;
    int count = 1, code = BZ_OK;

    for (int round = 0; code >= 0 && count > 0; round++) {
        code = bz_pairing_round(&in, round, list, room, &count, err);
        if (!code)
            code = conclude_some(ledger, &in, list, count, err);
    }
    return code < 0 ? code : BZ_OK;
}

/* Every round follows from those before it. */
static int conclude_grown(struct bz_ledger *ledger, const struct bz_plan *plan,
                          struct bz_encounter *list, int room, struct bz_error *err)
{
    int count = 0, added = 1;

    while (added > 0) {
        struct bz_pairing_input in = bz_ledger_input(ledger, plan);
        int code = bz_pairing_next(&in, list, room, &count, err);

        added = code ? code : conclude_some(ledger, &in, list, count, err);
    }
    return added;
}

int bz_ledger_conclude(struct bz_ledger *ledger, const struct bz_plan *plan, struct bz_error *err)
{
    int room = bz_pairing_room(&plan->pairing), code;
    struct bz_encounter *list = calloc((size_t)room, sizeof(*list));

    if (!list)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the pairings");
    set_out_from(ledger, plan);
    code = (bz_pairing_is_fixed(&plan->pairing) ? conclude_fixed : conclude_grown)(ledger, plan,
                                                                                   list, room, err);
    free(list);
    return code;
}

struct bz_pairing_input bz_ledger_input(const struct bz_ledger *ledger, const struct bz_plan *plan)
{
    struct bz_pairing_input in = plan->pairing;

    in.out_from = bz_pairing_is_fixed(&in) ? NULL : ledger->out_from;
    in.done = ledger->results;
    in.done_count = ledger->result_count;
    return in;
}
