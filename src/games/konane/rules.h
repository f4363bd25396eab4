/*
 * rules.h - jumping, for boards of WORDS words. A template: konane_1.c to konane_4.c define WORDS,
 * KERNEL and JUDGE and include it once each, so that a board of one word is plain word arithmetic
 * and pays nothing for the wide ones. JUDGE is the evaluation the search is compiled with.
 *
 * "Springs" are the cells from which a piece, if one stood there, could jump in a direction: an
 * enemy ahead and an empty cell behind it. A run of jumps goes on while it lands on springs.
 */
#include "images.h"
#include "konane.h"

#include "base/bits.h"
#include "search/kernel.h"

enum { STRIDE = WORDS == 1 ? 8 : 16 };
enum { POS_SIZE = sizeof(struct konane) + 3 * WORDS * sizeof(uint64_t) };
enum { NORTH, EAST, SOUTH, WEST, DIRECTIONS };

static const int leap[DIRECTIONS] = {-2 * STRIDE, 2, 2 * STRIDE, -2};

/* Columns from which two to the east, or two to the west, is still on the same row. */
#define COLUMNS_EAST (STRIDE == 8 ? 0x3f3f3f3f3f3f3f3fu : 0x3fff3fff3fff3fffu)
#define COLUMNS_WEST (STRIDE == 8 ? 0xfcfcfcfcfcfcfcfcu : 0xfffcfffcfffcfffcu)
#define FIRST_COLUMN (STRIDE == 8 ? 0x0101010101010101u : 0x0001000100010001u)

/* No line gives more than (length - 1) / 2 jumps a direction, because runs cannot overlap. */
enum { MOVES_MAX = WORDS == 1 ? 4 * 8 * 3 : 4 * 16 * 7 };

/* Unrolled from the start, so that a few words stay in registers. */
#define EACH_WORD(i)      _Pragma("GCC unroll 4") for (int i = 0; i < WORDS; i++)
#define EACH_DIRECTION(d) _Pragma("GCC unroll 4") for (int d = 0; d < DIRECTIONS; d++)

struct bits {
    uint64_t word[WORDS];
};

static inline struct bits both(struct bits a, struct bits b)
{
    EACH_WORD(i)
        a.word[i] &= b.word[i];
    return a;
}

static inline struct bits either(struct bits a, struct bits b)
{
    EACH_WORD(i)
        a.word[i] |= b.word[i];
    return a;
}

static inline struct bits within(struct bits a, uint64_t columns)
{
    EACH_WORD(i)
        a.word[i] &= columns;
    return a;
}

/* Cell i of the result is cell i + n of a. */
static inline struct bits ahead(struct bits a, int n)
{
    EACH_WORD(i)
        a.word[i] = a.word[i] >> n | (i + 1 < WORDS ? a.word[i + 1] << (64 - n) : 0);
    return a;
}

/* Cell i of the result is cell i - n of a. */
static inline struct bits behind(struct bits a, int n)
{
    struct bits b;

    EACH_WORD(i)
        b.word[i] = a.word[i] << n | (i > 0 ? a.word[i - 1] >> (64 - n) : 0);
    return b;
}

/* As numbers, the first word lowest. */
static inline struct bits minus(struct bits a, struct bits b)
{
    uint64_t borrow = 0;

    EACH_WORD(i) {
        uint64_t word = a.word[i];

        a.word[i] = word - b.word[i] - borrow;
        borrow = word < b.word[i] || (borrow && word == b.word[i]);
    }
    return a;
}

static inline bool any(struct bits a)
{
    uint64_t all = 0;

    EACH_WORD(i)
        all |= a.word[i];
    return all != 0;
}

static inline int size(struct bits a)
{
    int n = 0;

    EACH_WORD(i)
        n += bz_popcount(a.word[i]);
    return n;
}

static inline bool has(struct bits a, int cell)
{
    return a.word[WORDS == 1 ? 0 : cell / 64] >> (cell % 64) & 1;
}

static inline struct bits plane(const struct konane *pos, int which)
{
    struct bits a;

    EACH_WORD(i)
        a.word[i] = pos->plane[which * WORDS + i];
    return a;
}

static inline struct bits single(int cell)
{
    struct bits a;

    EACH_WORD(i)
        a.word[i] = WORDS == 1 || cell / 64 == i ? UINT64_C(1) << (cell % 64) : 0;
    return a;
}

static inline void toggle(struct konane *pos, int which, struct bits a)
{
    EACH_WORD(i)
        pos->plane[which * WORDS + i] ^= a.word[i];
}

static inline struct bits springs(struct bits enemy, struct bits empty, int direction)
{
    switch (direction) {
    case NORTH:
        return both(behind(enemy, STRIDE), behind(empty, 2 * STRIDE));
    case EAST:
        return within(both(ahead(enemy, 1), ahead(empty, 2)), COLUMNS_EAST);
    case SOUTH:
        return both(ahead(enemy, STRIDE), ahead(empty, 2 * STRIDE));
    default:
        return within(both(behind(enemy, 1), behind(empty, 2)), COLUMNS_WEST);
    }
}

/* Where pieces land that jump once in that direction. */
static inline struct bits landed(struct bits pieces, int direction)
{
    int n = leap[direction];

    return n > 0 ? behind(pieces, n) : ahead(pieces, -n);
}

/* Jumps of one player, whoever is to move. Single and double jumps are counted without asking
 * whether there are any; longer runs are rare enough for a branch that is nearly never taken. */
static inline int count_jumps(const struct konane *pos, int player)
{
    struct bits own = plane(pos, player), enemy = plane(pos, !player), empty = plane(pos, EMPTY);
    struct bits further[DIRECTIONS], longer = {{0}}, spring[DIRECTIONS];
    int n = 0;

    _Pragma("GCC unroll 4") for (int d = 0; d < DIRECTIONS; d++)
    {
        struct bits first, second;

        spring[d] = springs(enemy, empty, d);
        first = both(own, spring[d]);
        second = both(landed(first, d), spring[d]);
        n += size(first) + size(second);
        further[d] = both(landed(second, d), spring[d]);
        longer = either(longer, further[d]);
    }
    if (__builtin_expect(!any(longer), 1))
        return n;
    for (int d = 0; d < DIRECTIONS; d++)
        for (; any(further[d]); further[d] = both(landed(further[d], d), spring[d]))
            n += size(further[d]);
    return n;
}

/* At most one cell is empty. */
static inline bool is_opening(const struct konane *pos)
{
    uint64_t more = 0, some = 0;

    for (int i = 0; i < WORDS; i++) {
        uint64_t word = pos->plane[EMPTY * WORDS + i];

        more |= (word & (word - 1)) | (some && word);
        some |= word;
    }
    return !more;
}

static inline int count(const void *at)
{
    const struct konane *pos = at;
    bz_move moves[OPENING_MAX];

    if (__builtin_expect(is_opening(pos), 0))
        return konane_opening_moves(pos, moves);
    return count_jumps(pos, pos->turn);
}

/* The directions in which a piece on this cell can jump, as bits. */
static inline unsigned directions(const struct bits spring[DIRECTIONS], int cell)
{
    unsigned found = 0;

    EACH_DIRECTION(d)
        found |= (unsigned)has(spring[d], cell) << d;
    return found;
}

static inline int moves(const void *at, bz_move *ret_moves)
{
    const struct konane *pos = at;
    struct bits own = plane(pos, pos->turn), enemy = plane(pos, !pos->turn);
    struct bits empty = plane(pos, EMPTY), spring[DIRECTIONS], movers = {{0}};
    int n = 0;

    if (__builtin_expect(is_opening(pos), 0))
        return konane_opening_moves(pos, ret_moves);
    EACH_DIRECTION(d) {
        spring[d] = springs(enemy, empty, d);
        movers = either(movers, spring[d]);
    }
    movers = both(movers, own);
    EACH_WORD(i)
        for (uint64_t left = movers.word[i]; left; left &= left - 1) {
            int from = i * 64 + bz_lowest(left);

            for (unsigned ways = directions(spring, from); ways; ways &= ways - 1) {
                int d = bz_lowest(ways), to = from;

                do {
                    to += leap[d];
                    ret_moves[n++] = konane_move(from, to);
                } while (has(spring[d], to));
            }
        }
    return n;
}

/* The enemies jumped over are those between the two cells, on their row or column; a removal has
 * none. Without a branch, because nothing about a move can be predicted. */
static inline void play(void *at, bz_move move)
{
    struct konane *pos = at;
    int from = konane_from(move), to = konane_to(move);
    int low = from < to ? from : to, high = from < to ? to : from;
    uint64_t line = high - low < STRIDE ? ~UINT64_C(0) : FIRST_COLUMN << (from % STRIDE);
    struct bits between = within(minus(single(high), single(low)), line);
    struct bits taken = both(between, plane(pos, !pos->turn));
    struct bits moved = either(single(from), single(to));

    toggle(pos, pos->turn, moved);
    toggle(pos, !pos->turn, taken);
    toggle(pos, EMPTY, either(moved, taken));
    pos->turn ^= 1;
}

static inline int turn(const void *at)
{
    const struct konane *pos = at;

    return pos->turn;
}

static void result(const void *at, int *ret_result)
{
    int loser = turn(at);

    ret_result[loser] = -1;
    ret_result[!loser] = 1;
}

static void score(const void *at, int *ret_score)
{
    const struct konane *pos = at;

    ret_score[pos->turn] = count(pos);
    ret_score[!pos->turn] = count_jumps(pos, !pos->turn);
}

/* Boards of different size and positions with different players to move start apart. */
static inline uint64_t seed(const struct konane *pos, int mover)
{
    return (uint64_t)(pos->rows << 16 | pos->cols << 8 | mover) * 0x9e3779b97f4a7c15u;
}

/* Black stands on even cells only and White on odd ones, so where anything stands says who. On one
 * word the mix is a bijection: two positions of the same size and turn never collide. */
static inline uint64_t hash(const void *at)
{
    const struct konane *pos = at;
    uint64_t h = seed(pos, pos->turn);

    EACH_WORD(i)
        h = bz_mix(h ^ pos->plane[BLACK * WORDS + i] ^ pos->plane[WHITE * WORDS + i]);
    return h;
}

#if WORDS == 1
/* A position as an image shows it. */
struct view {
    uint64_t occupied;
    int mover;
};

static inline struct view lesser(struct view a, struct view b)
{
    return a.occupied < b.occupied || (a.occupied == b.occupied && a.mover < b.mover) ? a : b;
}

/* The least of the images: jumping is the same for both colours, so where an image exchanges them
 * it exchanges the players too. */
static inline struct view least_image(const struct konane *pos, uint64_t occupied)
{
    bool by_cols = pos->cols % 2 == 0, by_rows = pos->rows % 2 == 0;
    uint64_t upside_down = upended(occupied, pos->rows);
    struct view images[4] = {{occupied, pos->turn},
                             {mirrored(occupied, pos->cols), pos->turn ^ by_cols},
                             {upside_down, pos->turn ^ by_rows},
                             {mirrored(upside_down, pos->cols), pos->turn ^ by_cols ^ by_rows}};
    struct view least = images[0];

    for (int i = 0; i < 4; i++) {
        least = lesser(least, images[i]);
        if (pos->rows == pos->cols)
            least = lesser(least, (struct view){transposed(images[i].occupied), images[i].mover});
    }
    return least;
}

/* With three fifths of the cells empty images hardly meet any more, and a proof after 26 plies on
 * 8x8 takes a sixth less time if nobody looks for them. */
static uint64_t image_hash(const void *at)
{
    const struct konane *pos = at;
    struct view view = {pos->plane[BLACK] | pos->plane[WHITE], pos->turn};

    if (5 * bz_popcount(view.occupied) >= 2 * pos->rows * pos->cols)
        view = least_image(pos, view.occupied);
    return bz_mix(view.occupied ^ seed(pos, view.mover));
}
#endif

static inline struct bits movable(const struct konane *pos, int player)
{
    struct bits enemy = plane(pos, !player), empty = plane(pos, EMPTY), all = {{0}};

    EACH_DIRECTION(d)
        all = either(all, springs(enemy, empty, d));
    return both(all, plane(pos, player));
}

/* Own pieces that can move, minus the other's. */
static inline int movers_lead(const struct konane *pos, int player)
{
    return size(movable(pos, player)) - size(movable(pos, !player));
}

static inline int jumps_lead(const struct konane *pos, int player)
{
    return count_jumps(pos, player) - count_jumps(pos, !player);
}

#include "learned.h"

static inline int eval(const void *at)
{
    const struct konane *pos = at;

    if (JUDGE == LEARNED)
        return learned_value(pos);
    return jumps_lead(pos, pos->turn) + (JUDGE == MOVERS ? movers_lead(pos, pos->turn) : 0);
}

/* With movers, whatever part of the board is empty, 2, 4, 6 plies more made a standard deviation of
 * 1.3, 1.9, 2.4 in 150 positions. Rounded up. */
static int drift(const void *at, int plies)
{
    return 1 + (JUDGE == MOVERS ? (plies + 3) * 3 / 8 : learned_drift(at, plies));
}

#if WORDS == 1
#include "batch.h"
#endif

#if WORDS == 1
static bool book(const void *at, bz_move *ret_move, int *ret_value)
{
    const struct konane *pos = at;
    struct konane_page page;

    if (!konane_book_find(&pos->world->book, pos, &page))
        return false;
    *ret_move = page.move;
    *ret_value = page.value;
    return true;
}
#endif

static double mobility(const void *at, int player)
{
    return jumps_lead(at, player);
}

/* The original's generator asked for the player who is not to move in the opening: Black gets the
 * first removals again, White on a full board the neighbours of the middle. */
static int report_count(const struct konane *pos, int player)
{
    int cells[OPENING_MAX];

    if (!is_opening(pos))
        return count_jumps(pos, player);
    if (player == BLACK)
        return konane_first_cells(pos, cells);
    return konane_holes(pos) ? konane_second_cells(pos, cells) : 4;
}

static double report(const void *at, int player)
{
    return report_count(at, player) - report_count(at, !player);
}

static double own(const void *at, int player)
{
    return report_count(at, player);
}

static double movers(const void *at, int player)
{
    return mobility(at, player) + movers_lead(at, player);
}

static double learned(const void *at, int player)
{
    int value = learned_value(at);

    return player == turn(at) ? value : -value;
}

#define KERNEL_OF(eval) (WORDS == 1 ? &konane_kernel_1_##eval : NULL)
#include "effort.h"

#define KERNEL_LEARNED               \
    (WORDS == 1   ? &konane_kernel_1 \
     : WORDS == 2 ? &konane_kernel_2 \
     : WORDS == 3 ? &konane_kernel_3 \
                  : &konane_kernel_4)

enum { ORIGINAL = BZ_EVAL_BLIND_LEAF | BZ_EVAL_INFINITE | BZ_EVAL_STRICT_CUT };

static const struct bz_eval evals[] = {
    {.name = "mobility",
     .brief = "own moves minus the opponent's",
     .value = mobility,
     .kernel = KERNEL_OF(mobility)},
    {.name = "movers",
     .brief = "mobility, plus own stones that can move minus the opponent's",
     .value = movers,
     .kernel = KERNEL_OF(movers)},
    {.name = "learned",
     .brief = "patterns of stones, as learned from games of the program against itself",
     .value = learned,
     .kernel = KERNEL_LEARNED},
    {.name = "report",
     .brief = "mobility with the course report's conventions at leaves and ends",
     .value = report,
     .conventions = ORIGINAL},
    {.name = "own",
     .brief = "own moves only, as the report's listing prints it",
     .value = own,
     .conventions = ORIGINAL},
    {.name = NULL},
};

static const struct bz_rules rules = {
    .pos_size = POS_SIZE,
    .moves_max = MOVES_MAX,
    .players = 2,
    .traits = BZ_ZERO_SUM | BZ_NO_DRAWS,
    .start = konane_start,
    .moves = moves,
    .play = play,
    .turn = turn,
    .result = result,
    .score = score,
    .hash = hash,
    .count = count,
#if WORDS == 1
    .image_hash = image_hash,
#endif
    .eval = eval,
    .drift = JUDGE == MOBILITY ? NULL : drift,
#if WORDS == 1
    .book = book,
    .expand = expand,
#endif
    .effort = effort,
#if WORDS == 1
    .efforts = efforts,
#endif
    .evals = evals,
};

BZ_KERNEL(KERNEL, rules)
