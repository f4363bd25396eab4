/*
 * batch.h - all children of a position at once, on boards of one word. Part of rules.h.
 *
 * A jump changes the line it goes along and one cell of every line it crosses. What that does to
 * the jumps of a line is looked up by its occupied cells, for every place at once; so the counts of
 * all children cost a few additions of vectors, and then two for each child.
 */

typedef uint16_t vector __attribute__((vector_size(16)));

/* What a single jump changes, by its direction (0 along a row, 1 along a column). */
struct effects {
    vector along[2][8];  /* by the line, then by the first of the three cells */
    vector across[2][8]; /* by the first of the three cells, then by the line */
    const struct konane_line *line[2][8];
    unsigned jumps; /* now, of the whole board */
};

static inline vector load(const uint16_t *words)
{
    vector v;

    memcpy(&v, words, sizeof(v));
    return v;
}

/* The table of the lines of one direction. */
static inline const struct konane_line (*lines_of(const struct konane *pos, int way))[256]
{
    const struct konane_world *world = pos->world;

    return world->lines[way && world->oblong];
}

static inline void read_lines(struct effects *e, const struct konane *pos)
{
    uint64_t occupied = pos->plane[BLACK] | pos->plane[WHITE], columns = transposed(occupied);
    const struct konane_line(*rows)[256] = lines_of(pos, 0), (*cols)[256] = lines_of(pos, 1);
    vector toggled[2][8];

    e->jumps = 0;
    _Pragma("GCC unroll 8") for (int i = 0; i < 8; i++)
    {
        const struct konane_line *row = &rows[i % 2][occupied >> 8 * i & 0xff];
        const struct konane_line *column = &cols[i % 2][columns >> 8 * i & 0xff];

        e->line[0][i] = row;
        e->line[1][i] = column;
        e->along[0][i] = load(row->tripled);
        e->along[1][i] = load(column->tripled);
        toggled[0][i] = load(row->toggled);
        toggled[1][i] = load(column->toggled);
        e->jumps += (unsigned)row->jumps + column->jumps;
    }
    _Pragma("GCC unroll 6") for (int i = 0; i < 6; i++)
    {
        e->across[0][i] = toggled[1][i] + toggled[1][i + 1] + toggled[1][i + 2];
        e->across[1][i] = toggled[0][i] + toggled[0][i + 1] + toggled[0][i + 2];
    }
}

/* Jumps on the board after a single jump. The first of its three cells is the one left, or two
 * before it. */
static inline unsigned after_single(const struct effects *e, int from, int direction)
{
    const uint16_t *along = (const uint16_t *)e->along, *across = (const uint16_t *)e->across;
    bool column = direction % 2 == 0, backward = direction == NORTH || direction == WEST;
    int turned = (from & 7) << 3 | from >> 3;
    int a = (column ? 64 + turned : from) - (backward ? 2 : 0);
    int b = (column ? 64 + from : turned) - (backward ? 16 : 0);

    return e->jumps + along[a] + across[b];
}

/* After a run of jumps: the line it is along looked up anew, and each line it crosses. */
static inline unsigned after_run(const struct effects *e, const struct konane *pos, int from,
                                 int to)
{
    int way = (from ^ to) >= 8, at = way ? from % 8 : from / 8;
    int a = way ? from / 8 : from % 8, b = way ? to / 8 : to % 8;
    int low = a < b ? a : b, high = a < b ? b : a;
    const struct konane_line(*table)[256] = lines_of(pos, way);
    unsigned enemies = ((1u << high) - (1u << low)) & 0xaau >> low % 2;
    unsigned changed = enemies | 1u << low | 1u << high;
    size_t occupied = (size_t)(e->line[way][at] - table[at % 2]);
    unsigned jumps = e->jumps - e->line[way][at]->jumps + table[at % 2][occupied ^ changed].jumps;

    for (; changed; changed &= changed - 1)
        jumps += e->line[!way][bz_lowest(changed)]->toggled[at];
    return jumps;
}

/* What the mover thinks of a position with these jumps. */
static inline int judge(unsigned jumps, int mover)
{
    int black = (int)(jumps & 0xff), white = (int)(jumps >> 8 & 0xff);
    int own = mover == BLACK ? black : white;

    return own ? 2 * own - black - white : BZ_ENDED;
}

/* The index-th of the children that follow each other in memory. */
static inline struct konane *make_child(const struct konane *pos, bz_move move, void *children,
                                        int index)
{
    struct konane *child = (struct konane *)((char *)children + (size_t)index * POS_SIZE);

    memcpy(child, pos, POS_SIZE);
    play(child, move);
    return child;
}

static inline int expand_opening(const struct konane *pos, bz_move *ret_moves, int *ret_values)
{
    int n = konane_opening_moves(pos, ret_moves);

    for (int i = 0; i < n; i++) {
        union bz_pos memory;
        const struct konane *child = make_child(pos, ret_moves[i], &memory, 0);

        ret_values[i] = count(child) ? jumps_lead(child, child->turn) : BZ_ENDED;
    }
    return n;
}

/* Every jump, in the order of `moves`. */
static inline int expand_jumps(const struct konane *pos, bz_move *ret_moves, int *ret_values)
{
    struct bits enemy = plane(pos, !pos->turn), empty = plane(pos, EMPTY);
    struct bits spring[DIRECTIONS], movers = {{0}};
    int n = 0, next = !pos->turn;
    struct effects e;

    read_lines(&e, pos);
    EACH_DIRECTION(d) {
        spring[d] = springs(enemy, empty, d);
        movers = either(movers, spring[d]);
    }
    movers = both(movers, plane(pos, pos->turn));
    for (uint64_t left = movers.word[0]; left; left &= left - 1) {
        int from = bz_lowest(left);

        EACH_DIRECTION(d) {
            int to = from + leap[d];

            if (!has(spring[d], from))
                continue;
            ret_moves[n] = konane_move(from, to);
            ret_values[n++] = judge(after_single(&e, from, d), next);
            while (has(spring[d], to)) {
                to += leap[d];
                ret_moves[n] = konane_move(from, to);
                ret_values[n++] = judge(after_run(&e, pos, from, to), next);
            }
        }
    }
    return n;
}

static inline int expand(const void *at, bz_move *ret_moves, void *ret_children, int *ret_values)
{
    const struct konane *pos = at;
    union bz_pos memory;
    int n = __builtin_expect(is_opening(pos), 0) ? expand_opening(pos, ret_moves, ret_values)
                                                 : expand_jumps(pos, ret_moves, ret_values);

    if (!ret_children && JUDGE == MOBILITY)
        return n;
    for (int i = 0; i < n; i++) {
        const struct konane *child = make_child(
            pos, ret_moves[i], ret_children ? ret_children : &memory, ret_children ? i : 0);

        if (JUDGE == MOVERS && ret_values[i] != BZ_ENDED)
            ret_values[i] += movers_lead(child, child->turn);
    }
    return n;
}
