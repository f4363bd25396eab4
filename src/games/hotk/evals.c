/*
 * evals.c - what positions are worth: to the engine, to the textbook algorithms, and to the agent
 * of the course report.
 */
#include "safety.h"

/* Fitted by logistic regression to 444,000 positions with 4 to 26 cards, from games of mixed
 * strength on random deals, whose winner was proved; it names the winner of 87 % of others. What it
 * has found: who is one member ahead is better off with an even number to come, since the last
 * one to collect takes the banner when level. Few positions have a large lead with many to come:
 * such entries were taken over from a house with two fewer. */
const int16_t hotk_hopes[MEMBERS_MAX + 1][2 * STAND_MAX + 1] = {
    {-405, -405, -405, -405, -405, -405, -405, -405, -405, 0, 419, 419, 419, 419, 419, 419, 419,
     419, 419},
    {-405, -405, -405, -405, -405, -405, -405, -7, 18, 0, 64, 63, 419, 419, 419, 419, 419, 419,
     419},
    {-405, -405, -405, -405, -405, -405, -223, -177, -27, -5, 27, 203, 237, 419, 419, 419, 419, 419,
     419},
    {-405, -405, -405, -405, -405, -337, -293, -117, 6, 7, 13, 105, 285, 318, 419, 419, 419, 419,
     419},
    {-405, -405, -405, -405, -406, -359, -233, -142, -16, -16, -15, 134, 200, 325, 360, 419, 419,
     419, 419},
    {-405, -405, -405, -364, -364, -332, -252, -131, -10, -11, -22, 85, 207, 273, 377, 377, 419,
     419, 419},
    {-405, -405, -364, -364, -406, -359, -235, -132, -24, -35, -25, 85, 167, 325, 360, 377, 377,
     419, 419},
    {-405, -364, -364, -364, -364, -332, -252, -132, -10, -27, -22, 62, 207, 273, 377, 377, 377,
     377, 419},
    {-364, -364, -364, -364, -406, -359, -235, -132, -24, -44, -25, 85, 167, 325, 360, 377, 377,
     377, 377},
};

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
    int value = hotk_look(pos, hotk_rules(pos), pos->companions).value;

    return player == pos->turn ? value : -value;
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
