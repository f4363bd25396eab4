/*
 * learned.h - the learned evaluation of a position: what its windows and lines are worth to the
 * player to move. Part of rules.h; batch.h does the same for all children at once.
 */

static inline int count_stones(const struct konane *pos)
{
    return size(plane(pos, BLACK)) + size(plane(pos, WHITE));
}

/* On boards other than 8x8 about 1.4 standard deviations: in 300 positions the value of a search of
 * 1 to 9 plies and that of one 2, 4 or 6 plies deeper differed by a standard deviation of the empty
 * cells times the plies and two more, a 46th, of 64 cells. On 8x8 values are surer and less is
 * better: of 34, 46, 62 and 90 as the divisor each was played against the one before, at 100 ms a
 * move, and won 139 of 249, 111 of 205, and 34 of 72 games. */
static inline int learned_drift(const struct konane *pos, int plies)
{
    int cells = pos->rows * pos->cols, divisor = pos->world->eight ? 62 : 34;

    return (cells - count_stones(pos)) * 64 * (plies + 2) / (cells * divisor);
}

#if WORDS == 1

typedef uint16_t vector __attribute__((vector_size(16)));

static inline vector load(const uint16_t *words)
{
    vector v;

    memcpy(&v, words, sizeof(v));
    return v;
}

/* The windows of a board as indices of their values, by first cell, counted in rows and columns
 * from two before the board. Those that are not wholly on it are nowhere; the first two of each row
 * are, and so stand for the two after the last of the row before. */
enum { WINDOWS_STRIDE = 8, WINDOWS_ROWS = 11 };

struct windows {
    uint16_t index[WINDOWS_ROWS * WINDOWS_STRIDE];
};

static inline void read_windows(struct windows *w, const struct konane_world *world,
                                uint64_t occupied, int mover)
{
    const vector weight = {0, 0, 128, 64, 32, 16, 8, 4}, none = {0};
    vector threes[8]; /* the cells of a row from each on */

    _Pragma("GCC unroll 8") for (int row = 0; row < 8; row++) threes[row] =
        weight * (uint16_t)(occupied >> 8 * row & 0xff) >> 7 & 7;
    _Pragma("GCC unroll 11") for (int row = 0; row < WINDOWS_ROWS; row++)
    {
        vector index = none + (uint16_t)NOWHERE;

        if (row >= 2 && row < 8)
            index = (threes[row - 2] | threes[row - 1] << 3 | threes[row] << 6) +
                    load(world->slot[mover][row - 2]);
        memcpy(w->index + row * WINDOWS_STRIDE, &index, sizeof(index));
    }
}

/* Values are added in words, which may wrap; what weights are like no sum is near that. */
static inline uint16_t sum_windows(const struct windows *w, const int16_t *values)
{
    uint16_t sum = 0;

    for (int row = 2; row < 8; row++)
        _Pragma("GCC unroll 6") for (int col = 2; col < 8; col++) sum =
            (uint16_t)(sum + values[w->index[row * WINDOWS_STRIDE + col]]);
    return sum;
}

/* Rows and columns, as the mover sees them. */
static inline const struct konane_line *worth_of(const struct konane_world *world, int phase,
                                                 int way, int line, int mover, unsigned occupied)
{
    return &world->worth[phase][way && world->oblong][mover == BLACK ? line : 7 - line][occupied];
}

static inline uint16_t sum_lines(const struct konane_world *world, uint64_t occupied, int phase,
                                 int mover)
{
    uint64_t columns = transposed(occupied);
    unsigned sum = 0;

    for (int i = 0; i < 8; i++)
        sum += (unsigned)worth_of(world, phase, 0, i, mover, occupied >> 8 * i & 0xff)->total +
               worth_of(world, phase, 1, i, mover, columns >> 8 * i & 0xff)->total;
    return (uint16_t)sum;
}

static inline uint16_t sum_areas(const struct konane_world *world, uint64_t occupied, int mover)
{
    uint32_t index[AREAS];
    uint16_t sum = 0;

    read_areas(occupied, mover, index);
    for (int i = 0; i < AREAS; i++)
        sum = (uint16_t)(sum + world->weights->area[index[i]]);
    return sum;
}

static inline int learned_value(const struct konane *pos)
{
    const struct konane_world *world = pos->world;
    uint64_t occupied = pos->plane[BLACK] | pos->plane[WHITE];
    int phase = world->phase[bz_popcount(occupied)];
    uint16_t sum = sum_lines(world, occupied, phase, pos->turn), rest;
    struct windows w;

    if (world->eight) {
        rest = sum_areas(world, occupied, pos->turn);
    } else {
        read_windows(&w, world, occupied, pos->turn);
        rest = sum_windows(&w, world->windows[phase]);
    }
    return (int16_t)(world->basics->tempo[phase] + sum + rest) / KONANE_GRAIN;
}

#else

static inline unsigned read_row(const struct konane *pos, int row)
{
    uint64_t word = pos->plane[BLACK * WORDS + row / 4] | pos->plane[WHITE * WORDS + row / 4];

    return word >> row % 4 * 16 & 0xffff;
}

static inline int sum_windows(const struct konane *pos, const int16_t *values)
{
    unsigned first = read_row(pos, 0), second = read_row(pos, 1);
    int sum = 0;

    for (int row = 0; row < pos->rows - 2; row++) {
        const uint16_t *slot = pos->world->slot[pos->turn][row] + 2;
        unsigned third = read_row(pos, row + 2);

        for (int col = 0; col < pos->cols - 2; col++)
            sum += values[slot[col] + (first >> col & 7) + ((second >> col & 7) << 3) +
                          ((third >> col & 7) << 6)];
        first = second;
        second = third;
    }
    return sum;
}

static inline int learned_value(const struct konane *pos)
{
    const struct konane_world *world = pos->world;
    int phase = world->phase[count_stones(pos)];
    const int16_t *jumps = world->basics->jumps[phase];

    return (world->basics->tempo[phase] + sum_windows(pos, world->windows[phase]) +
            jumps[0] * count_jumps(pos, pos->turn) + jumps[1] * count_jumps(pos, !pos->turn)) /
           KONANE_GRAIN;
}

#endif
