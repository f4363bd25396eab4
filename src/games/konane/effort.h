/*
 * effort.h - what a prover may expect of a position at first sight. Part of the template rules.h.
 *
 * Whoever has few moves is nearly lost, so the work of beating a player grows with what he can
 * do: with his moves and the stones that can make them, less a part of what the other one has.
 * The sixth power was found on 6x6, 5x7 and 5x8 boards by node counts: linear in the moves takes
 * 3.5 times as many nodes on 6x6, the cube 40 % more, the fourth power 15 % more; not looking at
 * movable stones costs 25 % more, not looking at the other side 50 %, half of it 20 %. On 6x7 it
 * is five times better than the number of replies. Divided by 512 the numbers of small positions
 * still differ (by 4096 costs 20 %) and sums over large boards have room.
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
