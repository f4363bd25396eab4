/*
 * rules.h - the rules. A template: a file for each setting defines RULES, PLAYERS and KERNEL and
 * includes it once, so that phase 1 pays nothing for the companions and two players nothing for
 * four.
 *
 * Nothing but the house just collected can change its banner: its collector takes it with at least
 * as many members as every opponent. All other banners are as they must be already, because
 * positions in which they are not are refused.
 */
#include "hotk.h"

#include "endgame.h"
#include "safety.h"
#include "search/kernel.h"

enum { STEPS_MAX = 2 * (SIDE - 1) }; /* ways Varys can go */

/* The mover has collected members of this house. */
static inline void claim(struct hotk *pos, int house)
{
    int mine = hotk_count(pos, pos->turn, house);

    for (int player = 0; player < PLAYERS; player++)
        if (hotk_opposed(PLAYERS, pos->turn, player) && hotk_count(pos, player, house) > mine)
            return;
    pos->banners &= ~(0x01010101u << house);
    pos->banners |= 1u << (8 * pos->turn + house);
}

static inline void collect(struct hotk *pos, int house, int members)
{
    pos->count[pos->turn] += (uint32_t)members << 4 * house;
    claim(pos, house);
}

static inline void remove_cards(struct hotk *pos, uint64_t cards)
{
    for (int i = 0; i < 3; i++)
        pos->plane[i] &= ~cards;
}

/* Varys walks to a cell; the cards of its house on the way, the last one included, are taken.
 * Returns that house. */
static inline int walk(struct hotk *pos, int to)
{
    int from = pos->varys, house = hotk_house_at(pos, to);
    int low = from < to ? from : to, high = from < to ? to : from;
    uint64_t line = hotk_row[from] & hotk_bit(to) ? hotk_row[from] : hotk_column[from];
    uint64_t way = (2 * hotk_bit(high) - hotk_bit(low)) & line;
    uint64_t cards = hotk_house(pos, house) & way;

    remove_cards(pos, cards);
    if (RULES == PHASE1)
        pos->taken[pos->turn] |= cards;
    pos->varys = (uint8_t)to;
    collect(pos, house, bz_popcount(cards));
    return house;
}

static inline void pass(struct hotk *pos)
{
    pos->turn = (uint8_t)(PLAYERS == 2 ? pos->turn ^ 1 : (pos->turn + 1) % PLAYERS);
}

#if RULES == PUBLISHED
/* The farthest card of every house among those on one side of Varys, from the edge inwards: the
 * lowest cell is at the edge above and to the left of him, the highest below and to the right. */
static inline int scan(const struct hotk *pos, uint64_t cards, bool from_above, bz_move *ret_moves)
{
    unsigned seen = 0;
    int n = 0;

    while (cards) {
        int cell = from_above ? bz_lowest(cards) : bz_highest(cards);
        unsigned house = 1u << hotk_house_at(pos, cell);

        if (!(seen & house))
            ret_moves[n++] = (bz_move)cell;
        seen |= house;
        cards ^= hotk_bit(cell);
    }
    return n;
}

static inline int steps(const struct hotk *pos, bz_move *ret_moves)
{
    uint64_t cards = hotk_cards(pos), before = hotk_bit(pos->varys) - 1;
    uint64_t column = hotk_column[pos->varys] & cards, row = hotk_row[pos->varys] & cards;
    int n = scan(pos, column & before, true, ret_moves);

    n += scan(pos, column & ~before, false, ret_moves + n);
    n += scan(pos, row & before, true, ret_moves + n);
    return n + scan(pos, row & ~before, false, ret_moves + n);
}

static inline int count_steps(const struct hotk *pos)
{
    bz_move moves[STEPS_MAX];

    return steps(pos, moves);
}
#else
static inline int steps(const struct hotk *pos, bz_move *ret_moves)
{
    int n = 0;

    for (uint64_t left = hotk_targets(pos); left; left &= left - 1)
        ret_moves[n++] = (bz_move)bz_lowest(left);
    return n;
}

static inline int count_steps(const struct hotk *pos)
{
    return bz_popcount(hotk_targets(pos));
}
#endif

#if RULES != PHASE1
#include "companions.h"
#else
enum { MOVES_MAX = STEPS_MAX };

static inline int moves(const void *at, bz_move *ret_moves)
{
    return steps(at, ret_moves);
}

static inline int count(const void *at)
{
    return count_steps(at);
}

static inline void play(void *at, bz_move move)
{
    walk(at, (int)move);
    pass(at);
}
#endif

static inline int turn(const void *at)
{
    const struct hotk *pos = at;

    return pos->turn;
}

/* Of two players: the lead in banners, or else the banner of the largest house. */
static inline int winner(const struct hotk *pos)
{
#if PLAYERS == 2
    unsigned own = hotk_banners(pos, 0), all = own | hotk_banners(pos, 1);
    int lead = 2 * bz_popcount(own) - bz_popcount(all);

    if (all)
        return lead ? lead < 0 : !(own & (all & (0u - all)));
#endif
    return hotk_winner(pos);
}

static inline void result(const void *at, int *ret_result)
{
    int won = winner(at);

    for (int player = 0; player < PLAYERS; player++)
        ret_result[player] = hotk_opposed(PLAYERS, player, won) ? -1 : 1;
}

static void score(const void *at, int *ret_score)
{
    for (int player = 0; player < PLAYERS; player++)
        ret_score[player] = bz_popcount(hotk_banners(at, player));
}

/* Three words hold everything two players can see: 36 bits of a plane and 28 of a count, twice,
 * and the rest beside the third plane. */
static inline uint64_t hash(const void *at)
{
    const struct hotk *pos = at;
    uint64_t rest = (pos->banners & 0x7f) | (pos->banners >> 8 & 0x7f) << 7 |
                    (uint64_t)pos->varys << 14 | (uint64_t)pos->companions << 20 |
                    (uint64_t)(pos->turn & 1) << 26 | (uint64_t)(pos->state & DUE) << 27;
    uint64_t h = bz_mix(pos->plane[0] | (uint64_t)pos->count[0] << CELLS);

    h = bz_mix(h ^ (pos->plane[1] | (uint64_t)pos->count[1] << CELLS));
    h = bz_mix(h + (pos->plane[2] | rest << CELLS));
    if (PLAYERS == 2)
        return h;
    h = bz_mix(h ^ (pos->count[2] | (uint64_t)pos->count[3] << 32));
    return bz_mix(h ^ (pos->banners >> 16 | (uint64_t)pos->turn << 32));
}

#if PLAYERS == 2
static inline struct hotk_standing standing(const struct hotk *pos)
{
    return hotk_look(pos, RULES, RULES == PHASE1 ? 0 : pos->companions);
}

static inline int eval(const void *at)
{
    return standing(at).value;
}

/* Four banners of seven that nobody can take. */
static inline int settled(const void *at)
{
    struct hotk_standing now = standing(at);

    if (now.safe[0] > HOUSES / 2)
        return 1;
    return now.safe[1] > HOUSES / 2 ? -1 : 0;
}

/* Beside the houses it counts where Varys can go. */
static inline int prospect(const void *at)
{
    return RULES == PHASE1 ? eval(at) + REPLY_WORTH * count(at) : 16 * eval(at) + count(at);
}
#endif

#if RULES == PHASE1
/* Every ply takes a card. */
static inline int ends_within(const void *at)
{
    return bz_popcount(hotk_cards(at));
}
#endif

static const struct bz_rules rules = {
    .pos_size = sizeof(struct hotk),
    .moves_max = MOVES_MAX,
    .players = PLAYERS,
    .teams = PLAYERS == 4 ? 2 : 0,
    .traits = PLAYERS == 2 ? BZ_ZERO_SUM | BZ_NO_DRAWS : BZ_NO_DRAWS,
    .start = hotk_start,
    .moves = moves,
    .play = play,
    .turn = turn,
    .result = result,
    .score = score,
    .hash = hash,
    .count = count,
#if PLAYERS == 2
    .eval = eval,
    .settled = settled,
    .prospect = prospect,
#endif
#if RULES == PHASE1
    .ends_within = ends_within,
    .endgame = hotk_endgame,
    .evals = hotk_evals_phase1,
    .agent = &hotk_agent,
#else
    .evals = PLAYERS == 2 ? hotk_evals_two : hotk_evals_many,
#endif
};

BZ_KERNEL(KERNEL, rules)
