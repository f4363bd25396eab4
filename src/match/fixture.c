/*
 * fixture.c - deals and openings.
 *
 * Where the game has an option `seed` every seed is another deal. Where that changes nothing, as on
 * most maps, and there is no chance, games would all be the same: some plies are played at random
 * first. Who plays alone has nobody to share an opening with, and begins where the map says.
 */
#include "match/fixture.h"

#include <inttypes.h>
#include <string.h>

enum { OPENING_PLIES = 6, OPENING_TRIES = 100, TRY_STEP = 1 << 20, DEALS_COMPARED = 4 };

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

/* The text of the position that this deal begins with; false where there is no such deal. */
static bool write_deal(const struct bz_fixture *fixture, int seed, char ret_fen[BZ_POS_TEXT_MAX])
{
    struct bz_fixture dealt = *fixture;
    struct bz_buf fen = {.text = ret_fen, .size = BZ_POS_TEXT_MAX};
    struct bz_setup setup;
    union bz_pos pos;
    bool done;

    if (bz_setup_init(&setup, dealt.game, dealt.assignments, dealt.assignment_count, NULL))
        return false;
    dealt.seed = (uint64_t)seed;
    done = deal(&dealt, &setup, NULL) == BZ_OK;
    if (done) {
        bz_start(&setup, &pos);
        setup.game->text->format(&pos, &fen);
    }
    bz_setup_release(&setup);
    return done;
}

static bool deals_differ(const struct bz_fixture *fixture)
{
    char first[BZ_POS_TEXT_MAX] = "", other[BZ_POS_TEXT_MAX] = "";
    bool differ = false, dealt = write_deal(fixture, 0, first);

    for (int seed = 1; dealt && !differ && seed < DEALS_COMPARED; seed++) {
        dealt = write_deal(fixture, seed, other);
        differ = dealt && strcmp(first, other) != 0;
    }
    return differ;
}

static int plies_of(const struct bz_fixture *fixture, const struct bz_setup *setup)
{
    bool begun = fixture->fen || fixture->moves;

    if (fixture->opening)
        return fixture->opening < 0 ? 0 : fixture->opening;
    if (begun || setup->rules->players == 1 || setup->rules->traits & BZ_HAS_CHANCE)
        return 0;
    return bz_setup_value(setup, "seed") && deals_differ(fixture) ? 0 : OPENING_PLIES;
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
