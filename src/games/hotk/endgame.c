/*
 * endgame.c - a search of phase 1 to its end, win or loss, for positions with few cards.
 *
 * Nearly all the work of a proof is done here, where it is worth while to have positions of their
 * own: the cards of a proof never move, so that a set of cells says what is left of every house,
 * and seven bytes of a word say how the player to move stands in all houses at once. There is no
 * table: Varys seldom comes to the same cell with the same cards taken in another order, and
 * remembering every position saves 14 % of the nodes only, for a cache miss each.
 */
#include "endgame.h"

#include "safety.h"
#include "search/body.h"

/* With 18 cards a search takes a fraction of a millisecond, which is how long it is deaf to being
 * stopped; 16 and 20 cards were not faster. */
enum { CARDS_MAX = 18, TARGETS_MAX = 2 * (SIDE - 1) };

/* A byte a house. CENTRE is a stand of 0; the highest bits are free for comparing. */
#define BYTES   UINT64_C(0x01010101010101)
#define HIGHEST (BYTES << 7)
enum { CENTRE = 64 };

struct rest {
    uint64_t cards;
    uint64_t stands; /* of the player to move */
    uint64_t bars;   /* the smallest stand in each house that is safe */
    int varys;
};

struct endgame {
    uint64_t kin[CELLS];  /* the cells of the house that a cell's card is of, taken or not */
    uint8_t shift[CELLS]; /* where the bytes of that house are */
    uint64_t nodes;
};

/* In which houses a is at least b, as highest bits. */
static inline uint64_t at_least(uint64_t a, uint64_t b)
{
    return ((a | HIGHEST) - b) & HIGHEST;
}

/* The same stands, as the opponent sees them. */
static inline uint64_t reverse(uint64_t stands)
{
    return 2 * CENTRE * BYTES - stands;
}

/* A lead of more than what is left; with nothing left, the banner. */
static inline int bar_of(int more)
{
    return CENTRE + (more ? more + 2 : 1);
}

static inline int more_of(int bar)
{
    return bar > CENTRE + 1 ? bar - CENTRE - 2 : 0;
}

/* A stand after taking some: those ahead or level keep their offset of one, and whoever draws level
 * takes the banner. */
static inline int raise(int stand, int members)
{
    int now = stand + members;

    if (stand > 0)
        return now;
    return stand == 0 ? now + 1 : now >= -1 ? now + 2 : now;
}

/* 1 if the player to move has won whatever happens, -1 if he has lost, else 0. */
static inline int settled(const struct rest *rest)
{
    if (bz_popcount(at_least(rest->stands, rest->bars)) > HOUSES / 2)
        return 1;
    return bz_popcount(at_least(reverse(rest->stands), rest->bars)) > HOUSES / 2 ? -1 : 0;
}

/* The same where the game is over. */
static inline int verdict(const struct rest *rest)
{
    const uint64_t banner = (CENTRE + 1) * BYTES;
    uint64_t own = at_least(rest->stands, banner), others = at_least(reverse(rest->stands), banner);
    uint64_t all = own | others;
    int lead = bz_popcount(own) - bz_popcount(others);

    return lead ? (lead > 0 ? 1 : -1) : own & (all & (0 - all)) ? 1 : -1;
}

/* Varys walks along a line to a cell. Returns what the opponent's hopes in that house change by. */
static inline int walk(const struct endgame *e, const struct rest *rest, uint64_t line, int to,
                       struct rest *ret_child)
{
    int low = rest->varys < to ? rest->varys : to, high = rest->varys < to ? to : rest->varys;
    uint64_t way = (2 * hotk_bit(high) - hotk_bit(low)) & line;
    uint64_t cards = e->kin[to] & rest->cards & way;
    int shift = e->shift[to], members = bz_popcount(cards);
    int stand = (int)(rest->stands >> shift & 0x7f) - CENTRE, now = raise(stand, members);
    int bar = (int)(rest->bars >> shift & 0x7f), more = more_of(bar);
    uint64_t changed = rest->stands + ((uint64_t)(now - stand) << shift);

    ret_child->cards = rest->cards ^ cards;
    ret_child->stands = reverse(changed);
    ret_child->bars = rest->bars - ((uint64_t)(bar - bar_of(more - members)) << shift);
    ret_child->varys = to;
    return hotk_hopes[more - members][STAND_MAX - now] - hotk_hopes[more][STAND_MAX - stand];
}

/* Whether the player to move wins; the game is not over. Children that are decided at once come
 * first, then those in which the opponent has least to hope for: the first one tried is enough in
 * 95 % of the positions that are won. */
static bool wins(struct endgame *e, const struct rest *rest)
{
    struct rest children[TARGETS_MAX];
    int keys[TARGETS_MAX], places[TARGETS_MAX], open = 0;
    const uint64_t lines[2] = {hotk_row[rest->varys], hotk_column[rest->varys]};

    e->nodes++;
    for (int i = 0; i < 2; i++)
        for (uint64_t left = lines[i] & rest->cards; left; left &= left - 1) {
            struct rest *child = &children[open];
            int to = bz_lowest(left), change = walk(e, rest, lines[i], to, child);
            int replies = bz_popcount((hotk_row[to] | hotk_column[to]) & child->cards);
            int known = replies ? settled(child) : verdict(child);

            if (known < 0)
                return true;
            if (known > 0)
                continue;
            keys[open] = change + REPLY_WORTH * replies;
            places[open] = open;
            open++;
        }
    for (int i = 0; i < open; i++)
        if (!wins(e, &children[bz_pick(keys, places, open, i)]))
            return true;
    return false;
}

static void enter_house(const struct hotk *pos, int house, struct endgame *e, struct rest *rest)
{
    uint64_t cells = hotk_house(pos, house);
    int lead = hotk_count(pos, pos->turn, house) - hotk_count(pos, !pos->turn, house);
    int held = (int)(hotk_banners(pos, pos->turn) >> house & 1) -
               (int)(hotk_banners(pos, !pos->turn) >> house & 1);

    rest->stands |= (uint64_t)(CENTRE + lead + held) << 8 * house;
    rest->bars |= (uint64_t)bar_of(bz_popcount(cells)) << 8 * house;
    for (uint64_t left = cells; left; left &= left - 1) {
        e->kin[bz_lowest(left)] = cells;
        e->shift[bz_lowest(left)] = (uint8_t)(8 * house);
    }
}

int hotk_endgame(const void *at, uint64_t *nodes)
{
    const struct hotk *pos = at;
    struct rest rest = {.cards = hotk_cards(pos), .varys = pos->varys};
    struct endgame e;
    bool won;

    if (bz_popcount(rest.cards) > CARDS_MAX)
        return 0;
    e.nodes = 0;
    for (int house = 0; house < HOUSES; house++)
        enter_house(pos, house, &e, &rest);
    won = hotk_targets(pos) ? wins(&e, &rest) : verdict(&rest) > 0;
    *nodes += e.nodes;
    return won ? 1 : -1;
}
