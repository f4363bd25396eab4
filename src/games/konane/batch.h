/*
 * batch.h - all children of a position at once, on boards of one word. Part of rules.h.
 *
 * A jump changes the line it goes along and one cell of every line it crosses. What that does to
 * the jumps of a line is looked up by its occupied cells, for every place at once; so the counts of
 * all children cost a few additions of vectors, and then two for each child.
 */

/* What a single jump changes, by its direction (0 along a row, 1 along a column): in jumps, or in
 * what lines are worth. */
struct effects {
    vector along[2][8];  /* by the line, then by the first of the three cells */
    vector across[2][8]; /* by the first of the three cells, then by the line */
    const struct konane_line *line[2][8];
    unsigned total; /* now, of the whole board */
};

/* From the lines. */
static inline void fill_effects(struct effects *e)
{
    vector toggled[2][8];

    e->total = 0;
    _Pragma("GCC unroll 8") for (int i = 0; i < 8; i++)
    {
        const struct konane_line *row = e->line[0][i], *column = e->line[1][i];

        e->along[0][i] = load(row->tripled);
        e->along[1][i] = load(column->tripled);
        toggled[0][i] = load(row->toggled);
        toggled[1][i] = load(column->toggled);
        e->total += (unsigned)row->total + column->total;
    }
    _Pragma("GCC unroll 6") for (int i = 0; i < 6; i++)
    {
        e->across[0][i] = toggled[1][i] + toggled[1][i + 1] + toggled[1][i + 2];
        e->across[1][i] = toggled[0][i] + toggled[0][i + 1] + toggled[0][i + 2];
    }
}

/* The table of the lines of one direction. */
static inline const struct konane_line (*lines_of(const struct konane *pos, int way))[256]
{
    const struct konane_world *world = pos->world;

    return world->lines[way && world->oblong];
}

static inline void read_jumps(struct effects *e, const struct konane *pos, uint64_t columns)
{
    uint64_t occupied = pos->plane[BLACK] | pos->plane[WHITE];
    const struct konane_line(*rows)[256] = lines_of(pos, 0), (*cols)[256] = lines_of(pos, 1);

    for (int i = 0; i < 8; i++) {
        e->line[0][i] = &rows[i % 2][occupied >> 8 * i & 0xff];
        e->line[1][i] = &cols[i % 2][columns >> 8 * i & 0xff];
    }
    fill_effects(e);
}

static inline void read_worth(struct effects *e, const struct konane *pos, uint64_t columns,
                              int phase, int mover)
{
    uint64_t occupied = pos->plane[BLACK] | pos->plane[WHITE];

    for (int i = 0; i < 8; i++) {
        e->line[0][i] = worth_of(pos->world, phase, 0, i, mover, occupied >> 8 * i & 0xff);
        e->line[1][i] = worth_of(pos->world, phase, 1, i, mover, columns >> 8 * i & 0xff);
    }
    fill_effects(e);
}

/* The total after a single jump. The first of its three cells is the one left, or two
 * before it. */
static inline unsigned after_single(const struct effects *e, int from, int direction)
{
    const uint16_t *along = (const uint16_t *)e->along, *across = (const uint16_t *)e->across;
    bool column = direction % 2 == 0, backward = direction == NORTH || direction == WEST;
    int turned = (from & 7) << 3 | from >> 3;
    int a = (column ? 64 + turned : from) - (backward ? 2 : 0);
    int b = (column ? 64 + from : turned) - (backward ? 16 : 0);

    return e->total + along[a] + across[b];
}

/* Jumps after a run of jumps: the line it is along looked up anew, and each line it crosses. */
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
    unsigned jumps = e->total - e->line[way][at]->total + table[at % 2][occupied ^ changed].total;

    for (; changed; changed &= changed - 1)
        jumps += e->line[!way][bz_lowest(changed)]->toggled[at];
    return jumps;
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

/* What all children have in common. A single jump takes one stone, so the phase is known. */
struct batch {
    const struct konane *pos;
    struct effects jumps, worth;
    /* On 8x8: the areas, what each is worth, what all are worth and the tempo. */
    uint32_t area[AREAS];
    int16_t area_value[AREAS];
    uint16_t areas;
    /* Elsewhere: the windows, and what they are worth. */
    struct windows windows;
    const int16_t *values;
    /* By the direction of a single jump and the first of its three cells: what the windows that see
     * none of them are worth, and the tempo. */
    vector rest[2][8];
};

/* Lane i of the result is lane i + n of v. */
#define LANES_FROM(v, n)                                                                    \
    __builtin_shufflevector(v, (vector){0}, n, (n) + 1, (n) + 2, (n) + 3, (n) + 4, (n) + 5, \
                            (n) + 6, (n) + 7)

/* A jump is seen by windows that begin up to two cells before it: five along it by three across. */
static inline void fill_rest(struct batch *b, int tempo)
{
    vector value[12], threes[12], fives[12], all = {0}; /* by row; there are windows in six */

    _Pragma("GCC unroll 12") for (int row = 0; row < 12; row++)
    {
        const uint16_t *at = b->windows.index + row * WINDOWS_STRIDE;
        vector pairs;

        value[row] = (vector){0};
        if (row >= 2 && row < 8)
            for (int col = 2; col < 8; col++)
                value[row][col] = (uint16_t)b->values[at[col]];
        all += value[row];
        pairs = value[row] + LANES_FROM(value[row], 1);
        threes[row] = pairs + LANES_FROM(value[row], 2);
        fives[row] = pairs + LANES_FROM(pairs, 2) + LANES_FROM(value[row], 4);
    }
    all += LANES_FROM(all, 4);
    all += LANES_FROM(all, 2);
    all = (vector){0} + (uint16_t)(all[0] + all[1] + tempo);
    _Pragma("GCC unroll 8") for (int row = 0; row < 8; row++)
    {
        b->rest[0][row] = all - fives[row] - fives[row + 1] - fives[row + 2];
        b->rest[1][row] = all - threes[row] - threes[row + 1] - threes[row + 2] - threes[row + 3] -
                          threes[row + 4];
    }
}

static inline void read_area_values(struct batch *b, uint64_t occupied, int mover, int tempo)
{
    const int16_t *weights = b->pos->world->weights->area;

    read_areas(occupied, mover, b->area);
    b->areas = (uint16_t)tempo;
    for (int i = 0; i < AREAS; i++) {
        b->area_value[i] = weights[b->area[i]];
        b->areas = (uint16_t)(b->areas + b->area_value[i]);
    }
}

static inline void read_learned(struct batch *b, const struct konane *pos, uint64_t columns)
{
    const struct konane_world *world = pos->world;
    uint64_t occupied = pos->plane[BLACK] | pos->plane[WHITE];
    int phase = world->phase[bz_popcount(occupied) - 1];

    read_worth(&b->worth, pos, columns, phase, !pos->turn);
    if (world->eight) {
        read_area_values(b, occupied, !pos->turn, world->basics->tempo[phase]);
        return;
    }
    read_windows(&b->windows, world, occupied, !pos->turn);
    b->values = world->windows[phase];
    fill_rest(b, world->basics->tempo[phase]);
}

static inline void read_batch(struct batch *b, const struct konane *pos)
{
    uint64_t columns = transposed(pos->plane[BLACK] | pos->plane[WHITE]);

    b->pos = pos;
    read_jumps(&b->jumps, pos, columns);
    if (JUDGE == LEARNED)
        read_learned(b, pos, columns);
}

/* What windows are worth after a single jump, and the tempo. The bits of its three cells in each of
 * the windows that see them are always the same. */
static inline uint16_t windows_after(const struct batch *b, int low, bool column)
{
    static const unsigned along[2][5] = {{04, 06, 07, 03, 01}, {0100, 0110, 0111, 0011, 0001}};
    const uint16_t *index = b->windows.index + low;
    uint16_t sum = ((const uint16_t *)b->rest[column])[low];

    _Pragma("GCC unroll 5") for (int i = 0; i < 5; i++)
        _Pragma("GCC unroll 3") for (int k = 0; k < 3; k++)
    {
        unsigned bits = along[column][i] << (2 - k) * (column ? 1 : 3);
        unsigned before = index[column ? i * WINDOWS_STRIDE + k : k * WINDOWS_STRIDE + i];

        sum = (uint16_t)(sum + b->values[before ^ bits]);
    }
    return sum;
}

/* What areas are worth after a single jump, and the tempo. */
static inline uint16_t areas_after(const struct batch *b, int low, bool column)
{
    const struct konane_world *world = b->pos->world;
    const struct konane_touch *touch = world->touch[!b->pos->turn][column][low];
    uint16_t sum = b->areas;

    _Pragma("GCC unroll 9") for (int i = 0; i < TOUCHED; i++)
    {
        size_t area = touch[i].area, index = b->area[area] ^ touch[i].cells;

        sum = (uint16_t)(sum + world->weights->area[index] - b->area_value[area]);
    }
    return sum;
}

static inline int learned_after(const struct batch *b, int from, int direction)
{
    bool backward = direction == NORTH || direction == WEST, column = direction % 2 == 0;
    int low = backward ? from + leap[direction] : from;
    uint16_t rest =
        b->pos->world->eight ? areas_after(b, low, column) : windows_after(b, low, column);

    return (int16_t)(after_single(&b->worth, from, direction) + rest) / KONANE_GRAIN;
}

/* Where the jumps of the player who is next are counted: the shift of their byte. */
static inline int next_byte(const struct konane *pos)
{
    return pos->turn == WHITE ? 0 : 8;
}

/* Jumps of the opponent, minus those of the player who moved; or BZ_ENDED. */
static inline int judge_jumps(const struct batch *b, unsigned jumps)
{
    int next = next_byte(b->pos);
    int own = (int)(jumps >> next & 0xff), other = (int)(jumps >> (8 - next) & 0xff);

    return own ? own - other : BZ_ENDED;
}

/* What the opponent thinks of the position after a single jump, which leaves these jumps. */
static inline int judge_single(const struct batch *b, unsigned jumps, int from, int direction)
{
    int lead = judge_jumps(b, jumps);

    return JUDGE == LEARNED && lead != BZ_ENDED ? learned_after(b, from, direction) : lead;
}

/* The same after a run of jumps, which is rare enough to judge anew what was learned. */
static inline int judge_run(const struct batch *b, unsigned jumps, int from, int to)
{
    int lead = judge_jumps(b, jumps);
    union bz_pos memory;

    if (JUDGE != LEARNED || lead == BZ_ENDED)
        return lead;
    return learned_value(make_child(b->pos, konane_move(from, to), &memory, 0));
}

static inline int expand_opening(const struct konane *pos, bz_move *ret_moves, int *ret_values)
{
    int n = konane_opening_moves(pos, ret_moves);

    for (int i = 0; i < n; i++) {
        union bz_pos memory;
        const struct konane *child = make_child(pos, ret_moves[i], &memory, 0);

        ret_values[i] = !count(child)      ? BZ_ENDED
                        : JUDGE == LEARNED ? learned_value(child)
                                           : jumps_lead(child, child->turn);
    }
    return n;
}

/* Every jump, in the order of `moves`; and the jumps of both players after it, unless ret_jumps is
 * NULL. */
static inline int expand_jumps(const struct konane *pos, bz_move *ret_moves, int *ret_values,
                               uint16_t *ret_jumps)
{
    struct bits enemy = plane(pos, !pos->turn), empty = plane(pos, EMPTY);
    struct bits spring[DIRECTIONS], movers = {{0}};
    int n = 0;
    struct batch b;

    read_batch(&b, pos);
    EACH_DIRECTION(d) {
        spring[d] = springs(enemy, empty, d);
        movers = either(movers, spring[d]);
    }
    movers = both(movers, plane(pos, pos->turn));
    for (uint64_t left = movers.word[0]; left; left &= left - 1) {
        int from = bz_lowest(left);

        EACH_DIRECTION(d) {
            int to = from + leap[d];
            unsigned jumps;

            if (!has(spring[d], from))
                continue;
            jumps = after_single(&b.jumps, from, d);
            if (ret_jumps)
                ret_jumps[n] = (uint16_t)jumps;
            ret_moves[n] = konane_move(from, to);
            ret_values[n++] = judge_single(&b, jumps, from, d);
            while (has(spring[d], to)) {
                to += leap[d];
                jumps = after_run(&b.jumps, pos, from, to);
                if (ret_jumps)
                    ret_jumps[n] = (uint16_t)jumps;
                ret_moves[n] = konane_move(from, to);
                ret_values[n++] = judge_run(&b, jumps, from, to);
            }
        }
    }
    return n;
}

static inline int add_movers(const struct konane *child, int value)
{
    return value == BZ_ENDED ? value : value + movers_lead(child, child->turn);
}

static inline int expand(const void *at, bz_move *ret_moves, void *ret_children, int *ret_values)
{
    const struct konane *pos = at;
    union bz_pos memory;
    int n = __builtin_expect(is_opening(pos), 0) ? expand_opening(pos, ret_moves, ret_values)
                                                 : expand_jumps(pos, ret_moves, ret_values, NULL);

    for (int i = 0; ret_children && i < n; i++)
        make_child(pos, ret_moves[i], ret_children, i);
    for (int i = 0; JUDGE == MOVERS && i < n; i++)
        ret_values[i] = add_movers(make_child(pos, ret_moves[i], &memory, 0), ret_values[i]);
    return n;
}
