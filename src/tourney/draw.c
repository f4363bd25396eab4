/*
 * draw.c - settings and results, checked before a format sees them.
 *
 * Results are trusted for what they say, never for being there once, in order, or of this
 * tournament.
 */
#include "tourney/draw.h"

#include <assert.h>
#include <stdlib.h>

#include "bazi/random.h"

const struct bz_format_rules *bz_draw_rules(enum bz_format format)
{
    static const struct bz_format_rules *const table[] = {
        [BZ_FORMAT_ROUND_ROBIN] = &bz_round_robin, [BZ_FORMAT_GAUNTLET] = &bz_gauntlet,
        [BZ_FORMAT_KNOCKOUT] = &bz_knockout,       [BZ_FORMAT_SWISS] = &bz_swiss,
        [BZ_FORMAT_LADDER] = &bz_ladder,           [BZ_FORMAT_GROUPS] = &bz_groups,
    };

    assert((size_t)format < sizeof(table) / sizeof(table[0]));
    return table[format];
}

static int check_range(const char *what, int number, int least, int most, struct bz_error *err)
{
    if (number >= least && number <= most)
        return BZ_OK;
    return bz_fail(err, BZ_ERROR_RANGE, "%s: %d is not between %d and %d", what, number, least,
                   most);
}

static int check_ranges(const struct bz_pairing_input *in, struct bz_error *err)
{
    const struct {
        const char *what;
        int number, least, most;
    } ranges[] = {
        {"seats", in->seats, 1, BZ_PAIRING_SEATS_MAX},
        {"players", in->players, 1, BZ_PAIRING_PLAYERS_MAX},
        {"games", in->games, 1, BZ_PAIRING_GAMES_MAX},
        {"cycles", in->cycles, 0, BZ_PAIRING_ROUNDS_MAX},
        {"rounds", in->rounds, 0, BZ_PAIRING_ROUNDS_MAX},
        {"challengers", in->challengers, 0, BZ_PAIRING_PLAYERS_MAX},
        {"reach", in->reach, 0, BZ_PAIRING_PLAYERS_MAX},
        {"replays", in->replays, 0, BZ_PAIRING_REPLAYS_MAX},
        {"games of a replay", in->replay_games, 0, BZ_PAIRING_GAMES_MAX},
    };

    for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
        int code =
            check_range(ranges[i].what, ranges[i].number, ranges[i].least, ranges[i].most, err);

        if (code)
            return code;
    }
    return BZ_OK;
}

static int check_fit(const struct bz_pairing_input *in, struct bz_error *err)
{
    const char *name = bz_draw_rules(in->format)->name;
    bool for_two = in->format != BZ_FORMAT_ROUND_ROBIN && in->format != BZ_FORMAT_GROUPS;

    if (for_two && in->seats != 2)
        return bz_fail(err, BZ_ERROR_UNFIT, "%s is for games with two seats, not %d", name,
                       in->seats);
    if (in->format == BZ_FORMAT_GROUPS && in->seats < 3)
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "groups are for games with more than two seats: play a round robin");
    if (in->players < in->seats)
        return bz_fail(err, BZ_ERROR_UNFIT, "a game with %d seats needs more than %d players",
                       in->seats, in->players);
    if (in->format == BZ_FORMAT_GAUNTLET && in->challengers >= in->players)
        return bz_fail(err, BZ_ERROR_UNFIT, "%d challengers of %d players leave nobody to meet",
                       in->challengers, in->players);
    return BZ_OK;
}

static int at_least_one(int number)
{
    return number ? number : 1;
}

static struct bz_pairing_input with_defaults(const struct bz_pairing_input *in)
{
    struct bz_pairing_input full = *in;

    full.cycles = at_least_one(in->cycles);
    full.challengers = at_least_one(in->challengers);
    full.reach = at_least_one(in->reach);
    full.replay_games = in->replay_games ? in->replay_games : in->games;
    full.rounds = bz_draw_rules(in->format)->rounds(&full);
    return full;
}

int bz_draw_settle(const struct bz_pairing_input *in, struct bz_pairing_input *ret_full,
                   struct bz_error *err)
{
    struct bz_pairing_input full;
    int code = check_ranges(in, err);

    if (!code)
        code = check_fit(in, err);
    if (code)
        return code;
    full = with_defaults(in);
    code = check_range("rounds", full.rounds, 0, BZ_PAIRING_ROUNDS_MAX, err);
    if (!code)
        *ret_full = full;
    return code;
}

static bool players_fit(const struct bz_pairing_input *in, const struct bz_encounter *encounter)
{
    bool seen[BZ_PAIRING_PLAYERS_MAX] = {false};

    if (encounter->count != in->seats && (encounter->count != 1 || encounter->games != 0))
        return false;
    for (int i = 0; i < encounter->count; i++) {
        int player = encounter->player[i];

        if (player < 0 || player >= in->players || seen[player])
            return false;
        seen[player] = true;
    }
    return true;
}

static bool points_fit(const struct bz_pairing_input *in, const struct bz_encounter_result *result)
{
    enum { ALONE_MAX = 1 << 30 };
    const struct bz_encounter *encounter = &result->encounter;
    bool bye = encounter->games == 0;
    int64_t most = bye              ? 2 * in->games
                   : in->seats == 1 ? ALONE_MAX
                                    : (int64_t)2 * (in->seats - 1) * encounter->games;

    for (int i = 0; i < encounter->count; i++)
        if (result->points[i] > most || result->points[i] < (in->seats == 1 ? -most : 0))
            return false;
    return true;
}

static int check_result(const struct bz_pairing_input *in, const struct bz_encounter_result *result,
                        struct bz_error *err)
{
    const struct bz_encounter *encounter = &result->encounter;

    if (encounter->number < 0 || encounter->round < 0 || encounter->round >= in->rounds ||
        encounter->games < 0 || encounter->games > BZ_PAIRING_GAMES_MAX)
        return bz_fail(err, BZ_ERROR_UNFIT, "there is no encounter %d in round %d",
                       encounter->number, encounter->round);
    if (!players_fit(in, encounter))
        return bz_fail(err, BZ_ERROR_UNFIT, "encounter %d: players that cannot meet",
                       encounter->number);
    if (!points_fit(in, result))
        return bz_fail(err, BZ_ERROR_UNFIT, "encounter %d: more points than its games can give",
                       encounter->number);
    return BZ_OK;
}

enum { ENTRY = sizeof(const struct bz_encounter_result *) }; /* of the sorted list */

static int by_number(const void *a, const void *b)
{
    int left = (*(const struct bz_encounter_result *const *)a)->encounter.number;
    int right = (*(const struct bz_encounter_result *const *)b)->encounter.number;

    return (left > right) - (left < right);
}

/* Checks the results and sorts them. */
static int sort_results(struct bz_draw *draw, struct bz_error *err)
{
    size_t count = (size_t)draw->in.done_count;

    draw->done = calloc(count + 1, ENTRY);
    if (!draw->done)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for %zu results", count);
    for (size_t i = 0; i < count; i++) {
        int code = check_result(&draw->in, &draw->in.done[i], err);

        if (code)
            return code;
        draw->done[i] = &draw->in.done[i];
    }
    qsort(draw->done, count, ENTRY, by_number);
    for (size_t i = 1; i < count; i++)
        if (draw->done[i]->encounter.number == draw->done[i - 1]->encounter.number)
            return bz_fail(err, BZ_ERROR_UNFIT, "encounter %d has two results",
                           draw->done[i]->encounter.number);
    return BZ_OK;
}

/* Challengers stay where they are. */
static void draw_lots(struct bz_draw *draw)
{
    int kept = draw->in.format == BZ_FORMAT_GAUNTLET ? draw->in.challengers : 0;
    struct bz_random random;

    bz_random_seed(&random, draw->in.seed);
    for (int i = 0; i < draw->in.players; i++)
        draw->order[i] = i;
    for (int i = draw->in.players - 1; draw->in.lots && i > kept; i--) {
        int k = kept + (int)bz_random_below(&random, (uint64_t)(i - kept + 1));
        int player = draw->order[i];

        draw->order[i] = draw->order[k];
        draw->order[k] = player;
    }
    for (int i = 0; i < draw->in.players; i++)
        draw->rank[draw->order[i]] = i;
}

void bz_draw_free(struct bz_draw *draw)
{
    if (draw)
        free(draw->done);
    free(draw);
}

int bz_draw_new(const struct bz_pairing_input *in, struct bz_draw **ret_draw, struct bz_error *err)
{
    struct bz_draw *draw = calloc(1, sizeof(*draw));
    int code = draw ? bz_draw_settle(in, &draw->in, err)
                    : bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the pairings");

    if (!code)
        code = sort_results(draw, err);
    if (code) {
        bz_draw_free(draw);
        return code;
    }
    draw_lots(draw);
    *ret_draw = draw;
    return BZ_OK;
}

bool bz_draw_plays(const struct bz_draw *draw, int player, int round)
{
    const int *out = draw->in.out_from;

    return !out || out[player] < 0 || out[player] > round;
}

static bool same_players(const struct bz_encounter *a, const struct bz_encounter *b)
{
    if (a->count != b->count || a->round != b->round || (a->games == 0) != (b->games == 0))
        return false;
    for (int i = 0; i < a->count; i++)
        if (a->player[i] != b->player[i])
            return false;
    return true;
}

const struct bz_encounter_result *bz_draw_numbered(const struct bz_draw *draw, int number)
{
    const struct bz_encounter_result key = {.encounter.number = number}, *wanted = &key;
    const struct bz_encounter_result **found =
        bsearch(&wanted, draw->done, (size_t)draw->in.done_count, ENTRY, by_number);

    return found ? *found : NULL;
}

const struct bz_encounter_result *bz_draw_find(const struct bz_draw *draw,
                                               const struct bz_encounter *encounter)
{
    const struct bz_encounter_result *found = bz_draw_numbered(draw, encounter->number);

    return found && same_players(&found->encounter, encounter) ? found : NULL;
}

int64_t bz_draw_points(const struct bz_draw *draw, const struct bz_encounter_result *result, int i)
{
    int64_t points = 0;

    if (draw->in.scoring == BZ_SCORING_GAMES || draw->in.seats == 1)
        return result->points[i];
    if (result->encounter.games == 0)
        return 2;
    for (int k = 0; k < result->encounter.count; k++)
        if (k != i)
            points += (result->points[i] > result->points[k]) * 2 +
                      (result->points[i] == result->points[k]);
    return points;
}

int bz_draw_winner(const struct bz_encounter_result *result)
{
    if (result->points[0] == result->points[1])
        return -1;
    return result->points[1] > result->points[0];
}

void bz_draft_add(struct bz_draft *draft, const struct bz_encounter *encounter)
{
    if (draft->count == draft->max)
        draft->full = true;
    else
        draft->list[draft->count++] = *encounter;
}

void bz_draft_pair(const struct bz_draw *draw, int number, int round, int first, int second,
                   struct bz_draft *draft)
{
    const struct bz_encounter encounter = {.number = number,
                                           .round = round,
                                           .games = draw->in.games,
                                           .count = 2,
                                           .player = {first, second}};

    if (bz_draw_plays(draw, first, round) && bz_draw_plays(draw, second, round))
        bz_draft_add(draft, &encounter);
}

void bz_draft_bye(int number, int round, int player, struct bz_draft *draft)
{
    const struct bz_encounter bye = {
        .number = number, .round = round, .count = 1, .player = {player}};

    bz_draft_add(draft, &bye);
}
