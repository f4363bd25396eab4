/*
 * fixture.c - deals and openings.
 *
 * Where the game has an option `seed` every seed is another deal. Elsewhere, and without chance,
 * games would all be the same: some plies are played at random first.
 */
#include "match/fixture.h"

#include <inttypes.h>
#include <string.h>

enum { OPENING_PLIES = 6, OPENING_TRIES = 100, TRY_STEP = 1 << 20 };

/* A deal that was asked for is kept. */
static bool is_dealt(const struct bz_fixture *fixture)
{
    for (int i = 0; i < fixture->assignment_count; i++)
        if (!strncmp(fixture->assignments[i], "seed=", 5))
            return true;
    return false;
}

static int deal(const struct bz_fixture *fixture, struct bz_setup *setup, struct bz_error *err)
{
    char seed[24];

    if (fixture->fen || is_dealt(fixture) || !bz_setup_value(setup, "seed"))
        return BZ_OK;
    snprintf(seed, sizeof(seed), "%" PRIu64, fixture->seed % INT32_MAX);
    return bz_setup_set(setup, "seed", seed, err);
}

static int play_given(struct bz_record *record, const char *moves, struct bz_error *err)
{
    for (const char *at = moves; at && *at;) {
        size_t length = strcspn(at, " ");
        bz_move move;
        int code = length ? bz_parse_move(record->setup, &record->pos, at, length, &move, err) : 0;

        if (!code && length)
            code = bz_record_play(record, move, err);
        if (code)
            return code;
        at += length + (at[length] == ' ');
    }
    return BZ_OK;
}

/* Plays at random from where the record is; false where that ended the game. */
static bool stroll(struct bz_record *record, int plies, uint64_t seed)
{
    const struct bz_setup *setup = record->setup;
    struct bz_random random;

    bz_random_seed(&random, seed);
    for (int i = 0; i < plies; i++) {
        bz_move moves[BZ_MOVES_MAX];
        int count = setup->rules->moves(&record->pos, moves);
        bz_move move;

        if (count == 0)
            return false;
        move = setup->rules->turn(&record->pos) == BZ_CHANCE
                   ? bz_chance_draw(setup, &record->pos, &random)
                   : moves[bz_random_below(&random, (uint64_t)count)];
        if (bz_record_play(record, move, NULL))
            return false;
    }
    return plies == 0 || !bz_record_is_over(record);
}

static int plies_of(const struct bz_fixture *fixture, const struct bz_setup *setup)
{
    bool differs = fixture->fen || fixture->moves || bz_setup_value(setup, "seed") ||
                   setup->rules->traits & BZ_HAS_CHANCE;

    if (fixture->opening)
        return fixture->opening < 0 ? 0 : fixture->opening;
    return differs ? 0 : OPENING_PLIES;
}

/* An opening that ends the game is replaced by another. */
static int play_random(const struct bz_fixture *fixture, struct bz_record *record,
                       struct bz_error *err)
{
    int plies = plies_of(fixture, record->setup), given = record->length;

    for (int i = 0; i < OPENING_TRIES; i++) {
        if (stroll(record, plies, fixture->seed + (uint64_t)i * TRY_STEP))
            return BZ_OK;
        bz_record_undo(record, record->length - given);
    }
    return bz_fail(err, BZ_ERROR_UNFIT, "%s is over within %d plies at random", fixture->game->name,
                   plies);
}

int bz_fixture_open(const struct bz_fixture *fixture, struct bz_setup *ret_setup,
                    struct bz_record *ret_record, struct bz_error *err)
{
    union bz_pos start;
    int code = bz_setup_init(ret_setup, fixture->game, fixture->assignments,
                             fixture->assignment_count, err);

    if (code)
        return code;
    code = deal(fixture, ret_setup, err);
    if (!code && fixture->fen)
        code = bz_parse(ret_setup, fixture->fen, strlen(fixture->fen), &start, err);
    if (!code) {
        bz_record_init(ret_record, ret_setup, fixture->fen ? &start : NULL);
        code = play_given(ret_record, fixture->moves, err);
        if (!code)
            code = play_random(fixture, ret_record, err);
        if (code)
            bz_record_release(ret_record);
    }
    if (code)
        bz_setup_release(ret_setup);
    return code;
}
