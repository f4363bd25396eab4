/*
 * effort.h - what a prover may expect of a position at first sight. Part of the template rules.h.
 *
 * Whoever has few moves is nearly lost, so the work of beating a player grows with what he can
 * do: with his moves and the stones that can make them, less a part of what the other one has.
 * Found by node counts over 6x6, 5x7 and 5x8. Against the sixth power the cube takes 1.7 times as
 * many nodes and the fourth power 1.4 times, numbers linear in the moves 3.6 times on 6x6; leaving
 * out the movable stones takes 1.2 times as many, the other side 1.6 times, half of it 1.9 times.
 * Divided by 512 the numbers of small positions still differ (by 4096: 1.3 times) and sums over
 * large boards have room.
 *
 * These are single runs of some forty variants on the same three boards, and another order among
 * equals alone moved 5x8 from 8.7 to 11.9 M nodes: only the large factors say something.
 *
 * Tried and left out: dropping from the key what no sequence of jumps can ever touch (3 % fewer
 * nodes for twice the time), and splitting into regions that share no possible jump: after 26 plies
 * on 8x8, 99.8 % of the positions met are a single region.
 */
static inline int freedom(const struct konane *pos, int player)
{
    struct bits own = plane(pos, player), enemy = plane(pos, !player), empty = plane(pos, EMPTY);
    struct bits movers = {{0}};
    int jumps = 0;

    EACH_DIRECTION(d) {
        struct bits spring = springs(enemy, empty, d), landing = both(own, spring);

        movers = either(movers, landing);
        for (; any(landing); landing = both(landed(landing, d), spring))
            jumps += size(landing);
    }
    return jumps + size(movers);
}

static inline int labour(int own, int other)
{
    enum { MOST = 500000 };
    int64_t left = own - other / 4, cube = left * left * left;

    if (left <= 0)
        return 1;
    return cube * cube / 512 < MOST ? (int)(cube * cube / 512) + 1 : MOST;
}

static inline struct bz_effort effort(const void *at)
{
    const struct konane *pos = at;
    int mine = freedom(pos, pos->turn), yours = freedom(pos, !pos->turn);

    return (struct bz_effort){.win = labour(yours, mine), .loss = labour(mine, yours)};
}
