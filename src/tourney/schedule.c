/*
 * schedule.c - formats whose rounds are known before anything is played: round robin and gauntlet
 * for two, everybody alone, and groups for games with more seats.
 *
 * After every round all players have had as many encounters, give or take one, and every seat as
 * often: the table says something at any time. Who has left leaves holes; numbers stay.
 */
#include <assert.h>

#include "tourney/draw.h"

/* The round robin for two: the circle method. One player, or nobody, stands in the middle and all
 * others move on around him by one place a round. */

static int circle_rounds(const struct bz_pairing_input *in)
{
    return (in->players + in->players % 2 - 1) * in->cycles;
}

/* Seats change from round to round for everybody, but once, when he meets the one in the middle; in
 * the next cycle they are the other way round. */
static void circle_round(const struct bz_draw *draw, int round, struct bz_draft *draft)
{
    int places = draw->in.players + draw->in.players % 2, ring = places - 1, turn = round % ring;
    bool swap = round / ring % 2 == 1;

    for (int i = 0; i < places / 2; i++) {
        int a = i == 0 ? ring : (turn + i) % ring, b = (turn - i + ring) % ring;
        bool a_first = ((i == 0 ? turn + 1 : i) % 2 == 1) != swap;

        if (a < draw->in.players)
            bz_draft_pair(draw, round * (places / 2) + i, round, draw->order[a_first ? a : b],
                          draw->order[a_first ? b : a], draft);
    }
}

static void alone_round(const struct bz_draw *draw, int round, struct bz_draft *draft)
{
    for (int i = 0; i < draw->in.players; i++) {
        const struct bz_encounter encounter = {.number = round * draw->in.players + i,
                                               .round = round,
                                               .games = draw->in.games,
                                               .count = 1,
                                               .player = {draw->order[i]}};

        if (bz_draw_plays(draw, draw->order[i], round))
            bz_draft_add(draft, &encounter);
    }
}

/* Groups: a block of places on a circle, and all its rotations, make a round, in which everybody
 * has every seat once. */

struct block {
    int place[BZ_PAIRING_SEATS_MAX]; /* the first is 0 */
};

static void block_round(const struct bz_draw *draw, int round, const struct block *block,
                        int rotations, int shift, struct bz_draft *draft)
{
    int players = draw->in.players, seats = draw->in.seats;

    for (int turn = 0; turn < rotations; turn++) {
        struct bz_encounter encounter = {.number = round * players + turn,
                                         .round = round,
                                         .games = draw->in.games,
                                         .count = seats};
        bool all = true;

        for (int i = 0; i < seats; i++) {
            int player = draw->order[(block->place[(i + shift) % seats] + turn) % players];

            encounter.player[i] = player;
            all = all && bz_draw_plays(draw, player, round);
        }
        if (all)
            bz_draft_add(draft, &encounter);
    }
}

/* How often the block, which ascends, must be rotated to be itself again; 0 if one of its rotations
 * comes before it in the order of blocks, which will stand for it. */
static int orbit(const struct block *block, int seats, int players)
{
    int period = players;

    for (int from = seats - 1; from > 0; from--) {
        int order = 0;

        for (int i = 1; i < seats && order == 0; i++) {
            int place = block->place[(from + i) % seats] - block->place[from];

            order = (place < 0 ? place + players : place) - block->place[i];
        }
        if (order < 0)
            return 0;
        if (order == 0)
            period = block->place[from];
    }
    return period;
}

/* The next block that begins with 0; false after the last one. */
static bool next_block(struct block *block, int seats, int players)
{
    int i = seats - 1;

    while (i > 0 && block->place[i] == players - seats + i)
        i--;
    if (i == 0)
        return false;
    for (int place = block->place[i] + 1; i < seats; i++, place++)
        block->place[i] = place;
    return true;
}

/* The n-th block none of whose rotations came before, and its rotations; or, for n < 0, only how
 * many there are, up to a bit more than is allowed. */
static int find_block(const struct bz_pairing_input *in, int n, struct block *ret_block,
                      int *ret_rotations)
{
    struct block block = {.place = {0}};
    int count = 0;

    assert(in->seats > 2 && in->seats <= BZ_PAIRING_SEATS_MAX);
    for (int i = 0; i < in->seats; i++)
        block.place[i] = i;
    do {
        int rotations = orbit(&block, in->seats, in->players);

        if (rotations && count++ == n) {
            *ret_block = block;
            *ret_rotations = rotations;
            break;
        }
    } while (next_block(&block, in->seats, in->players) && count <= BZ_PAIRING_ROUNDS_MAX);
    return count;
}

/* How many groups there are, or a number that is too large anyway. */
static int64_t groups_of(const struct bz_pairing_input *in)
{
    const int64_t enough = (int64_t)1 << 40;
    int64_t groups = 1;

    for (int i = 0; i < in->seats && groups < enough; i++)
        groups = groups * (in->players - i) / (i + 1);
    return groups;
}

static int robin_rounds(const struct bz_pairing_input *in)
{
    if (in->seats == 1)
        return in->cycles;
    if (in->seats == 2)
        return circle_rounds(in);
    if (groups_of(in) / in->players > BZ_PAIRING_ROUNDS_MAX / in->cycles)
        return BZ_PAIRING_ROUNDS_MAX + 1;
    return find_block(in, -1, NULL, NULL) * in->cycles;
}

static int64_t robin_encounters(const struct bz_pairing_input *in)
{
    return groups_of(in) * in->cycles;
}

static int robin_round(const struct bz_draw *draw, int round, struct bz_draft *draft,
                       struct bz_error *err)
{
    struct block block = {.place = {0}};
    int rotations = 0, blocks;

    (void)err;
    switch (draw->in.seats) {
    case 1:
        alone_round(draw, round, draft);
        break;
    case 2:
        circle_round(draw, round, draft);
        break;
    default:
        blocks = draw->in.rounds / draw->in.cycles;
        find_block(&draw->in, round % blocks, &block, &rotations);
        block_round(draw, round, &block, rotations, round / blocks, draft);
    }
    return BZ_OK;
}

static void robin_judge(const struct bz_draw *draw, struct bz_standing *rows, struct bz_keys *keys)
{
    for (int i = 0; i < draw->in.players; i++)
        keys[i] = (struct bz_keys){{rows[i].points, rows[i].sonneborn}};
}

const struct bz_format_rules bz_round_robin = {
    .name = "a round robin",
    .fixed = true,
    .rounds = robin_rounds,
    .encounters = robin_encounters,
    .round = robin_round,
    .judge = robin_judge,
};

/* Groups such that all meet about as often. On a circle two places meet in a round as often as
 * their distance occurs in the block: a good block has the distances that were rare so far. */

static int distance(int a, int b, int players)
{
    int way = a > b ? a - b : b - a;

    return way > players / 2 ? players - way : way;
}

/* How often two places at that distance meet in all rotations of a block: those opposite each other
 * twice. */
static int weight(int way, int players)
{
    return 2 * way == players ? 2 : 1;
}

/* Counts the distances of a further place, or takes them back; how often they had been there. */
static int64_t add_place(const struct block *block, int size, int place, int players, int sign,
                         int *met)
{
    int64_t cost = 0;

    for (int i = 0; i < size; i++) {
        int way = distance(block->place[i], place, players);

        cost += (int64_t)met[way] * weight(way, players);
        met[way] += sign * weight(way, players);
    }
    return cost;
}

static bool has_place(const struct block *block, int size, int place)
{
    for (int i = 0; i < size; i++)
        if (block->place[i] == place)
            return true;
    return false;
}

static int best_place(const struct block *block, int size, int players, int *met)
{
    int best = 0;
    int64_t least = INT64_MAX;

    for (int place = 1; place < players; place++) {
        int64_t cost;

        if (has_place(block, size, place))
            continue;
        cost = add_place(block, size, place, players, 1, met);
        add_place(block, size, place, players, -1, met);
        if (cost < least) {
            least = cost;
            best = place;
        }
    }
    return best;
}

static int groups_round(const struct bz_draw *draw, int round, struct bz_draft *draft,
                        struct bz_error *err)
{
    int met[BZ_PAIRING_PLAYERS_MAX] = {0}, players = draw->in.players;
    struct block block = {.place = {0}};

    (void)err;
    for (int i = 0; i <= round; i++)
        for (int size = 1; size < draw->in.seats; size++) {
            block.place[size] = best_place(&block, size, players, met);
            add_place(&block, size, block.place[size], players, 1, met);
        }
    block_round(draw, round, &block, players, 0, draft);
    return BZ_OK;
}

/* So many that everybody meets everybody about once. */
static int groups_rounds(const struct bz_pairing_input *in)
{
    int met = in->seats * (in->seats - 1);

    return in->rounds ? in->rounds : (in->players - 1 + met - 1) / met;
}

static int64_t groups_encounters(const struct bz_pairing_input *in)
{
    return (int64_t)in->rounds * in->players;
}

const struct bz_format_rules bz_groups = {
    .name = "a tournament of groups",
    .fixed = true,
    .rounds = groups_rounds,
    .encounters = groups_encounters,
    .round = groups_round,
    .judge = robin_judge,
};

/* The gauntlet: challengers and others, each the next one in every round. */

static int gauntlet_turns(const struct bz_pairing_input *in)
{
    int others = in->players - in->challengers;

    return others > in->challengers ? others : in->challengers;
}

static int gauntlet_rounds(const struct bz_pairing_input *in)
{
    return gauntlet_turns(in) * in->cycles;
}

static int64_t gauntlet_encounters(const struct bz_pairing_input *in)
{
    return (int64_t)in->challengers * (in->players - in->challengers) * in->cycles;
}

static int gauntlet_round(const struct bz_draw *draw, int round, struct bz_draft *draft,
                          struct bz_error *err)
{
    int challengers = draw->in.challengers, others = draw->in.players - challengers;
    int turns = gauntlet_turns(&draw->in), width = challengers + others - turns;

    (void)err;
    for (int i = 0; i < width; i++) {
        int next = (round % turns + i) % turns;
        int a = others >= challengers ? i : next, b = others >= challengers ? next : i;
        int challenger = draw->order[a], other = draw->order[challengers + b];
        bool first = (a + b + round / turns) % 2 == 0;

        bz_draft_pair(draw, round * width + i, round, first ? challenger : other,
                      first ? other : challenger, draft);
    }
    return BZ_OK;
}

/* Some have met many and others few: the share of the points decides, in millionths. */
static void gauntlet_judge(const struct bz_draw *draw, struct bz_standing *rows,
                           struct bz_keys *keys)
{
    for (int i = 0; i < draw->in.players; i++)
        keys[i] = (struct bz_keys){
            {rows[i].encounters ? rows[i].points * 1000000 / rows[i].encounters : 0}};
}

const struct bz_format_rules bz_gauntlet = {
    .name = "a gauntlet",
    .fixed = true,
    .rounds = gauntlet_rounds,
    .encounters = gauntlet_encounters,
    .round = gauntlet_round,
    .judge = gauntlet_judge,
};
