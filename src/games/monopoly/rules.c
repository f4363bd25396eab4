/*
 * rules.c - the hot half: a throw, an action, a throw, an action.
 *
 * A position waits for a throw (ROLL), for an action of the player who has thrown (ACT), or for
 * nothing any more (OVER). Only the player who acts can pay, so only that player can be bankrupt.
 */
#include <string.h>

#include "base/bits.h"
#include "monopoly.h"
#include "search/kernel.h"

static void start(const struct bz_setup *setup, void *ret_pos)
{
    const struct monopoly_board *board = setup->world;
    struct monopoly *pos = ret_pos;

    memset(pos, 0, sizeof(*pos));
    pos->board = board;
    for (int player = 0; player < board->players; player++)
        pos->cash[player] = board->cash;
}

/* Throws of two dice: 2 … 12, out of 36; of one: 1 … 6, all alike. */
static inline int deal(const void *at, bz_move *ret_moves, uint32_t *ret_weights)
{
    const struct monopoly *pos = at;
    int dice = pos->board->dice, count = dice * (FACES - 1) + 1;

    if (pos->phase != ROLL)
        return 0;
    for (int i = 0; i < count; i++) {
        ret_moves[i] = (bz_move)(ROLLED + dice + i);
        ret_weights[i] = dice == 1 ? 1 : (uint32_t)(i < FACES ? i + 1 : count - i);
    }
    return count;
}

static inline int menu(const struct monopoly *pos, bz_move *ret_moves)
{
    const struct monopoly_board *board = pos->board;
    int square = monopoly_here(pos), owner = pos->owner[square], n = 0;

    if (board->kind[square] == PENALTY)
        ret_moves[n++] = FINE;
    else if (owner && owner != pos->turn + 1)
        ret_moves[n++] = RENT;
    if (n)
        return n;
    if (owner)
        ret_moves[n++] = SELL;
    else if (board->kind[square] == PROPERTY && pos->cash[pos->turn] > board->price[square])
        ret_moves[n++] = BUY;
    ret_moves[n++] = NOTHING;
    return n;
}

int monopoly_menu(const struct monopoly *pos, bz_move *ret_moves)
{
    return pos->phase == ACT ? menu(pos, ret_moves) : 0;
}

static inline int moves(const void *at, bz_move *ret_moves)
{
    const struct monopoly *pos = at;
    int dice = pos->board->dice, count = dice * (FACES - 1) + 1;

    if (pos->phase == OVER)
        return 0;
    if (pos->phase == ACT)
        return menu(pos, ret_moves);
    for (int i = 0; i < count; i++)
        ret_moves[i] = (bz_move)(ROLLED + dice + i);
    return count;
}

static inline void act(struct monopoly *pos, bz_move move)
{
    const struct monopoly_board *board = pos->board;
    int square = monopoly_here(pos), player = pos->turn;

    switch (move) {
    case BUY:
        pos->cash[player] -= board->price[square];
        pos->owner[square] = (uint8_t)(player + 1);
        break;
    case SELL:
        pos->cash[player] += board->resale[square];
        pos->owner[square] = 0;
        break;
    case RENT:
        pos->cash[player] -= board->charge[square];
        pos->cash[pos->owner[square] - 1] += board->charge[square];
        break;
    case FINE:
        pos->cash[player] -= board->charge[square];
        break;
    default:
        break;
    }
    pos->turns++;
    pos->phase = monopoly_is_bankrupt(pos, player) || pos->turns >= board->cap ? OVER : ROLL;
    pos->turn = (uint8_t)(player + 1 == board->players ? 0 : player + 1);
}

static inline void play(void *at, bz_move move)
{
    struct monopoly *pos = at;

    if (move < ROLLED) {
        act(pos, move);
    } else {
        int place = monopoly_here(pos) + (int)(move - ROLLED);

        pos->place[pos->turn] = (uint8_t)(place % pos->board->squares);
        pos->phase = ACT;
    }
}

static inline int turn(const void *at)
{
    const struct monopoly *pos = at;

    return pos->phase == ROLL ? BZ_CHANCE : pos->turn;
}

static int roller(const void *at)
{
    return ((const struct monopoly *)at)->turn;
}

static uint32_t unit(const void *at)
{
    return ((const struct monopoly *)at)->board->dice == 1 ? FACES : FACES * FACES;
}

/* Whoever is bankrupt loses; after the last turn allowed it is cash and property that count. */
static void result(const void *at, int *ret_result)
{
    const struct monopoly *pos = at;
    int ahead = monopoly_is_bankrupt(pos, ROBOT) ? 1
                : monopoly_is_bankrupt(pos, HUMAN)
                    ? -1
                    : monopoly_wealth(pos, HUMAN) - monopoly_wealth(pos, ROBOT);

    ret_result[HUMAN] = (ahead > 0) - (ahead < 0);
    ret_result[ROBOT] = -ret_result[HUMAN];
}

static void score(const void *at, int *ret_score)
{
    const struct monopoly *pos = at;

    for (int player = 0; player < SEATS; player++)
        ret_score[player] = pos->cash[player];
}

/* Everything behind the pointer to the board. */
static uint64_t hash(const void *at)
{
    enum { WORDS = (sizeof(struct monopoly) - sizeof(void *)) / sizeof(uint64_t) };
    uint64_t word[WORDS], sum = 0;

    memcpy(word, (const char *)at + sizeof(void *), sizeof(word));
    for (int i = 0; i < WORDS; i++)
        sum = bz_mix(sum + word[i] + 0x9e3779b97f4a7c15u);
    return sum;
}

static double robot(const void *at, int player)
{
    return monopoly_wealth(at, player);
}

static double zerosum(const void *at, int player)
{
    return monopoly_wealth(at, player) - monopoly_wealth(at, !player);
}

static double zerosum_win(const void *at, int player)
{
    if (monopoly_is_bankrupt(at, !player))
        return WIN;
    if (monopoly_is_bankrupt(at, player))
        return -WIN;
    return zerosum(at, player);
}

/* Chances as the best player sees them: what one has, and a round of rent, set against all the
 * money there is at the start. Matches against six plies of `lead` tell no margin from 1500 to
 * 20000 apart; more rent, and smaller margins, lose a few games of a hundred. */
enum { MARGIN = 2000 };

static int eval(const void *at)
{
    const struct monopoly *pos = at;
    int mover = turn(pos), me = mover == BZ_CHANCE ? HUMAN : mover, rents = 0;
    int64_t lead;

    for (int i = 0; i < pos->board->squares; i++)
        if (pos->owner[i])
            rents += pos->owner[i] == me + 1 ? pos->board->charge[i] : -pos->board->charge[i];
    lead = monopoly_wealth(pos, me) - monopoly_wealth(pos, !me) + rents;
    return (int)(BZ_VALUE_SURE * lead / ((lead < 0 ? -lead : lead) + MARGIN));
}

/*
 * How poor a player can become, and how rich.
 *
 * Least: whoever acts has at least 1, or the game would be over. Buying needs more than the price
 * and leaves at least 1; a payment takes at most `worst`; nothing else takes cash. So cash never
 * falls below 1 - worst, unless it is there already and the game over; property is never negative.
 *
 * Most: cash and property of all players together never grow. Buying turns cash into the same
 * worth of property, selling returns at most the price, rent goes from one to another, a fine to
 * the bank. What one player has is that total less what the others have, each at least their least.
 */
static double poorest(const struct monopoly *pos, int player)
{
    int floor = 1 - pos->board->worst;

    return pos->cash[player] < floor ? pos->cash[player] : floor;
}

static double richest(const struct monopoly *pos, int player)
{
    double total = 0;

    for (int i = 0; i < pos->board->players; i++)
        total += monopoly_wealth(pos, i) - (i == player ? 0 : poorest(pos, i));
    return total;
}

static void robot_range(const void *root, int player, double *ret_least, double *ret_most)
{
    *ret_least = poorest(root, player);
    *ret_most = richest(root, player);
}

/* The difference of the two is largest where one is richest and the other poorest. */
static void zerosum_range(const void *root, int player, double *ret_least, double *ret_most)
{
    *ret_least = poorest(root, player) - richest(root, !player);
    *ret_most = richest(root, player) - poorest(root, !player);
}

/* Wins and losses lie outside all fortunes. */
static void zerosum_win_range(const void *root, int player, double *ret_least, double *ret_most)
{
    (void)root;
    (void)player;
    *ret_least = -WIN;
    *ret_most = WIN;
}

enum { LIKE_LEAVES = BZ_EVAL_FINAL | BZ_EVAL_WHOLE };

/* The report's own evaluations are the robot's, which the human makes as small as possible. */
#define FOR_ROBOT(name_, brief_, value_)                                      \
    {                                                                         \
        .name = name_, .brief = brief_, .value = value_, .viewer = ROBOT + 1, \
        .conventions = LIKE_LEAVES, .range = value_##_range                   \
    }

static const struct bz_eval evals[] = {
    {.name = "lead",
     .brief = "own cash and property less the opponent's, 1000000 either way for a bankruptcy",
     .value = zerosum_win,
     .conventions = LIKE_LEAVES,
     .range = zerosum_win_range},
    FOR_ROBOT("robot", "the robot's cash and the prices of its property", robot),
    FOR_ROBOT("zerosum", "that, less the same of the human", zerosum),
    FOR_ROBOT("zerosum+win", "like zerosum, but 1000000 either way for a bankruptcy", zerosum_win),
    FOR_ROBOT("report", "the course report's evaluation: robot", robot),
    {.name = NULL},
};

/* The report's robot looks at its own action and the human's throw. */
static int report_plies(const void *root)
{
    (void)root;
    return 2;
}

static const struct bz_agent agent = {"expectiminimax", "report", report_plies};

static const struct bz_rules rules = {
    .pos_size = sizeof(struct monopoly),
    .moves_max = OUTCOMES_MAX,
    .players = SEATS,
    .traits = BZ_HAS_CHANCE | BZ_ZERO_SUM,
    .start = start,
    .moves = moves,
    .play = play,
    .turn = turn,
    .result = result,
    .score = score,
    .hash = hash,
    .deal = deal,
    .roller = roller,
    .unit = unit,
    .eval = eval,
    .evals = evals,
    .agent = &agent,
};

BZ_KERNEL(monopoly_kernel, rules)
