/*
 * effort.h - what a prover may expect of a position at first sight. Part of the template rules.h.
 *
 * Whoever has few moves is nearly lost, so the work of beating a player grows with his moves; and
 * it is less the surer the learned evaluation is that he loses. Found by node counts, over twenty
 * positions of 8x8 after 26 plies of the engine's own play, 6x6 and 5x8, with weights of an earlier
 * tuning. Without the evaluation the first take 2.3 times as many nodes, and then the best power is
 * the sixth and a player's moves count less by a quarter of the other's; with the evaluation alone
 * twice as many. Counting the stones that can move besides takes 3 % fewer nodes and more time.
 *
 * These are single runs of some forty variants, and another order among equals alone moved 5x8 from
 * 8.7 to 11.9 M nodes: only the large factors say something. With the present weights a TILT of 3,
 * 4, 5 takes 2.2, 1.8, 2.3 M nodes on sixty positions after 26 plies, and 23, 22, 26 M on 7x7.
 *
 * Tried and left out: dropping from the key what no sequence of jumps can ever touch (3 % fewer
 * nodes for twice the time), and splitting into regions that share no possible jump: after 26 plies
 * on 8x8, 99.8 % of the positions met are a single region.
 */
enum { LABOUR_MAX = 500000, TILT_MAX = 60, TILT = 4 };

/* The work of beating a player with so many moves, twice as much for every TILT that he is ahead:
 * in between on a straight line. */
static inline int labour(int moves, int lead)
{
    int tilt = lead < -TILT_MAX ? 0 : lead > TILT_MAX ? 2 * TILT_MAX : lead + TILT_MAX;
    int64_t square = (int64_t)moves * moves, work = square * square * 2 / 5;

    work = work * (TILT + tilt % TILT) / TILT;
    work = (work << tilt / TILT) >> TILT_MAX / TILT;
    return work < LABOUR_MAX ? (int)work + 1 : LABOUR_MAX;
}

/* The same by moves alone, for kernels that judge in another way. */
static inline int plain_labour(int own, int other)
{
    int64_t left = own - other / 4, cube = left * left * left;

    if (left <= 0)
        return 1;
    return cube * cube / 512 < LABOUR_MAX ? (int)(cube * cube / 512) + 1 : LABOUR_MAX;
}

static inline struct bz_effort effort_of(int own, int other, int value)
{
    if (JUDGE == LEARNED)
        return (struct bz_effort){labour(other, -value), labour(own, value)};
    return (struct bz_effort){plain_labour(other, own), plain_labour(own, other)};
}

static inline struct bz_effort effort(const void *at)
{
    const struct konane *pos = at;

    return effort_of(count_jumps(pos, pos->turn), count_jumps(pos, !pos->turn),
                     JUDGE == LEARNED ? learned_value(pos) : 0);
}

#if WORDS == 1
static inline int efforts(const void *at, bz_move *ret_moves, void *ret_children,
                          struct bz_effort *ret_efforts)
{
    const struct konane *pos = at;
    uint16_t jumps[MOVES_MAX];
    int values[MOVES_MAX], n, next = next_byte(pos);

    if (is_opening(pos)) {
        n = konane_opening_moves(pos, ret_moves);
        for (int i = 0; i < n; i++)
            ret_efforts[i] = effort(make_child(pos, ret_moves[i], ret_children, i));
        return n;
    }
    n = expand_jumps(pos, ret_moves, values, jumps);
    for (int i = 0; i < n; i++) {
        int own = jumps[i] >> next & 0xff, other = jumps[i] >> (8 - next) & 0xff;

        make_child(pos, ret_moves[i], ret_children, i);
        ret_efforts[i] =
            own ? effort_of(own, other, values[i]) : (struct bz_effort){.win = LABOUR_MAX};
    }
    return n;
}
#endif
