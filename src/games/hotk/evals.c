/*
 * evals.c - evaluations for the textbook algorithms, and the agent of the course report.
 */
#include "safety.h"

/* --- For any number of players -------------------------------------------------------------- */

/* Ten a banner, one a member collected, for a player and his partner. */
static int worth(const struct hotk *pos, int player)
{
    int players = hotk_players(pos), sum = 0;

    for (int other = 0; other < players; other++) {
        uint32_t count = pos->count[other];

        if (hotk_opposed(players, player, other))
            continue;
        sum += 10 * bz_popcount(hotk_banners(pos, other));
        for (; count; count >>= 4)
            sum += (int)(count & 15);
    }
    return sum;
}

static double banners(const void *at, int player)
{
    int players = hotk_players(at), best = 0;

    for (int other = 0; other < players; other++)
        if (hotk_opposed(players, player, other) && worth(at, other) > best)
            best = worth(at, other);
    return worth(at, player) - best;
}

static double safety(const void *at, int player)
{
    const struct hotk *pos = at;
    int value = hotk_stand(pos, pos->companions).value;

    return player == 0 ? value : -value;
}

/* --- The report's --------------------------------------------------------------------------- */

/* The worth of a banner: ten times the report's own number for the house, and two, since what was
 * to be the number of cards counts a single key. */
static const int report_worth[HOUSES] = {92, 72, 72, 62, 52, 92, 102};

static int report_banners(unsigned held)
{
    int sum = 0;

    for (; held; held &= held - 1)
        sum += report_worth[bz_lowest(held)];
    return sum;
}

static double report(const void *at, int player)
{
    const struct hotk *pos = at;
    uint64_t near = hotk_row[pos->varys] | hotk_column[pos->varys];
    int value = report_banners(hotk_banners(pos, 0)) - report_banners(hotk_banners(pos, 1)) +
                3 * (bz_popcount(pos->taken[0] & near) - bz_popcount(pos->taken[1] & near));

    return player == 0 ? value : -value;
}

/* Near the end the agent asks nothing but who would win if it were over now. */
static double report_deep(const void *at, int player)
{
    return hotk_winner(at) == player ? 2000 : -2000;
}

static int cards_with_varys(const struct hotk *pos)
{
    return bz_popcount(hotk_cards(pos)) + 1;
}

/* The agent takes itself for the first player, whichever it is. */
static const struct bz_eval *report_enter(void *root)
{
    static const struct bz_eval flat = {
        .name = "report", .value = report, .conventions = BZ_EVAL_FINAL | BZ_EVAL_WHOLE};
    static const struct bz_eval deep = {
        .name = "report", .value = report_deep, .conventions = BZ_EVAL_FINAL | BZ_EVAL_WHOLE};
    struct hotk *pos = root;

    pos->turn = 0;
    return cards_with_varys(pos) <= 16 ? &deep : &flat;
}

static int report_plies(const void *root)
{
    return cards_with_varys(root) < 25 ? 9 : 5;
}

#define BANNERS                                                                           \
    {                                                                                     \
        .name = "banners", .brief = "banners ahead, then members ahead", .value = banners \
    }
#define SAFETY                                                                                   \
    {                                                                                            \
        .name = "safety", .brief = "banners by how safe they are, as the best player sees them", \
        .value = safety                                                                          \
    }

const struct bz_eval hotk_evals_phase1[] = {
    BANNERS,
    SAFETY,
    {.name = "report",
     .brief = "the course report's, with its conventions at leaves and near the end",
     .value = report,
     .conventions = BZ_EVAL_FINAL | BZ_EVAL_WHOLE,
     .enter = report_enter},
    {.name = NULL},
};

const struct bz_eval hotk_evals_two[] = {BANNERS, SAFETY, {.name = NULL}};
const struct bz_eval hotk_evals_many[] = {BANNERS, {.name = NULL}};

const struct bz_agent hotk_agent = {"alphabeta", "report", report_plies};
