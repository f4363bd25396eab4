/*
 * oracle_konane.c - the rules of Konane over an array, with nothing clever in them.
 *
 * A child is a copy of its parent with a move played; only the cells that the board has are copied.
 */
#include "oracle_konane.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* North, east, south, west: the order of the original. */
static const int ROW_STEP[4] = {-1, 0, 1, 0};
static const int COL_STEP[4] = {0, 1, 0, -1};

struct list {
    struct oracle_move *moves;
    int length;
};

static bool on_board(const struct oracle *oracle, int r, int c)
{
    return r >= 0 && r < oracle->rows && c >= 0 && c < oracle->cols;
}

static int at(const struct oracle *oracle, int r, int c)
{
    return oracle->cell[r * oracle->cols + c];
}

static void put(struct oracle *oracle, int r, int c, enum oracle_cell what)
{
    oracle->cell[r * oracle->cols + c] = (int8_t)what;
}

static enum oracle_cell colour_of(int r, int c)
{
    return (r + c) % 2 == 0 ? ORACLE_BLACK : ORACLE_WHITE;
}

static int other(int side)
{
    return side == ORACLE_BLACK ? ORACLE_WHITE : ORACLE_BLACK;
}

void oracle_start(struct oracle *oracle, int rows, int cols)
{
    assert(rows <= ORACLE_SIZE_MAX && cols <= ORACLE_SIZE_MAX);
    memset(oracle, 0, sizeof(*oracle));
    oracle->rows = rows;
    oracle->cols = cols;
    oracle->side = ORACLE_BLACK;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++)
            put(oracle, r, c, colour_of(r, c));
}

bool oracle_draw(struct oracle *oracle, const char *drawing, int side)
{
    struct oracle drawn = {.side = side};
    int length = 0, width = 0;

    for (const char *p = drawing;; p++) {
        bool row_ends = *p == '\0' || *p == '\n' || *p == '/';

        if (row_ends && width > 0) {
            if (drawn.cols != 0 && drawn.cols != width)
                return false;
            drawn.cols = width;
            drawn.rows++;
            width = 0;
        } else if (*p == 'B' || *p == 'W' || *p == '.') {
            if (length == ORACLE_CELLS_MAX)
                return false;
            drawn.cell[length++] =
                (int8_t)(*p == 'B' ? ORACLE_BLACK : (*p == 'W' ? ORACLE_WHITE : ORACLE_EMPTY));
            width++;
        } else if (!row_ends && *p != ' ') {
            return false;
        }
        if (*p == '\0')
            break;
    }
    if (drawn.rows > ORACLE_SIZE_MAX || drawn.cols > ORACLE_SIZE_MAX)
        return false;
    *oracle = drawn;
    return true;
}

static void add(struct list *list, int r1, int c1, int r2, int c2)
{
    assert(list->length < ORACLE_MOVES_MAX);
    list->moves[list->length++] =
        (struct oracle_move){(int8_t)r1, (int8_t)c1, (int8_t)r2, (int8_t)c2};
}

static void add_removal(const struct oracle *oracle, struct list *list, int r, int c)
{
    if (on_board(oracle, r, c) && at(oracle, r, c) == oracle->side)
        add(list, r, c, r, c);
}

/* Two ends of the diagonal and the two cells at its middle. */
static void first_moves_square(const struct oracle *oracle, struct list *list)
{
    int n = oracle->rows, half = n / 2;

    add_removal(oracle, list, 0, 0);
    add_removal(oracle, list, n - 1, n - 1);
    add_removal(oracle, list, half, half);
    add_removal(oracle, list, half - 1, half - 1);
}

/* Black corners row by row, then the black cells of the central block row by row. */
static void first_moves_rectangle(const struct oracle *oracle, struct list *list)
{
    int last_row = oracle->rows - 1, last_col = oracle->cols - 1;
    int half_row = oracle->rows / 2, half_col = oracle->cols / 2;

    add_removal(oracle, list, 0, 0);
    add_removal(oracle, list, 0, last_col);
    add_removal(oracle, list, last_row, 0);
    add_removal(oracle, list, last_row, last_col);
    add_removal(oracle, list, half_row - 1, half_col - 1);
    add_removal(oracle, list, half_row - 1, half_col);
    add_removal(oracle, list, half_row, half_col - 1);
    add_removal(oracle, list, half_row, half_col);
}

/* Neighbours of the hole (r, c). On a square board the original goes west, south, east, north,
 * but at the first corner east before south; on a rectangle it is north, east, south, west. */
static void second_moves(const struct oracle *oracle, struct list *list, int r, int c)
{
    static const int square[4] = {3, 2, 1, 0};
    static const int first_corner[4] = {1, 2, 3, 0};
    static const int rectangle[4] = {0, 1, 2, 3};
    const int *order = rectangle;

    if (oracle->rows == oracle->cols)
        order = r == 0 && c == 0 ? first_corner : square;
    for (int i = 0; i < 4; i++)
        add_removal(oracle, list, r + ROW_STEP[order[i]], c + COL_STEP[order[i]]);
}

/* Every prefix of the run of jumps from (r, c) in direction d. */
static void jumps(const struct oracle *oracle, struct list *list, int r, int c, int d)
{
    int enemy = other(oracle->side);
    int dr = ROW_STEP[d], dc = COL_STEP[d];
    int to_r = r + 2 * dr, to_c = c + 2 * dc;

    while (on_board(oracle, to_r, to_c) && at(oracle, to_r - dr, to_c - dc) == enemy &&
           at(oracle, to_r, to_c) == ORACLE_EMPTY) {
        add(list, r, c, to_r, to_c);
        to_r += 2 * dr;
        to_c += 2 * dc;
    }
}

/* Counts the empty cells, but no further than two: from there on the opening is over. */
static int holes(const struct oracle *oracle, int *ret_r, int *ret_c)
{
    int count = 0;

    for (int i = 0; i < oracle->rows * oracle->cols && count < 2; i++) {
        if (oracle->cell[i] == ORACLE_EMPTY) {
            *ret_r = i / oracle->cols;
            *ret_c = i % oracle->cols;
            count++;
        }
    }
    return count;
}

int oracle_moves(const struct oracle *oracle, struct oracle_move *ret_moves)
{
    struct list list = {.moves = ret_moves};
    int hole_r = 0, hole_c = 0;
    int empty = holes(oracle, &hole_r, &hole_c);

    if (empty == 0) {
        if (oracle->rows == oracle->cols)
            first_moves_square(oracle, &list);
        else
            first_moves_rectangle(oracle, &list);
    } else if (empty == 1) {
        second_moves(oracle, &list, hole_r, hole_c);
    } else {
        for (int r = 0; r < oracle->rows; r++)
            for (int c = 0; c < oracle->cols; c++)
                if (at(oracle, r, c) == oracle->side)
                    for (int d = 0; d < 4; d++)
                        jumps(oracle, &list, r, c, d);
    }
    return list.length;
}

void oracle_play(struct oracle *oracle, struct oracle_move move)
{
    int dr = (move.r2 > move.r1) - (move.r2 < move.r1);
    int dc = (move.c2 > move.c1) - (move.c2 < move.c1);
    int r = move.r1, c = move.c1;

    put(oracle, r, c, ORACLE_EMPTY);
    while (r != move.r2 || c != move.c2) {
        put(oracle, r + dr, c + dc, ORACLE_EMPTY);
        r += 2 * dr;
        c += 2 * dc;
    }
    if (dr != 0 || dc != 0)
        put(oracle, r, c, (enum oracle_cell)oracle->side);
    oracle->side = other(oracle->side);
}

static void make_child(const struct oracle *oracle, struct oracle_move move,
                       struct oracle *ret_child)
{
    size_t cells = (size_t)(oracle->rows * oracle->cols);

    memcpy(ret_child, oracle, offsetof(struct oracle, cell) + cells);
    oracle_play(ret_child, move);
}

uint64_t oracle_perft(const struct oracle *oracle, int depth)
{
    struct oracle_move moves[ORACLE_MOVES_MAX];
    uint64_t sum = 0;
    int count;

    if (depth == 0)
        return 1;
    count = oracle_moves(oracle, moves);
    if (depth == 1)
        return (uint64_t)count;
    for (int i = 0; i < count; i++) {
        struct oracle child;

        make_child(oracle, moves[i], &child);
        sum += oracle_perft(&child, depth - 1);
    }
    return sum;
}

bool oracle_wins(const struct oracle *oracle)
{
    struct oracle_move moves[ORACLE_MOVES_MAX];
    int count = oracle_moves(oracle, moves);

    for (int i = 0; i < count; i++) {
        struct oracle child;

        make_child(oracle, moves[i], &child);
        if (!oracle_wins(&child))
            return true;
    }
    return false;
}

void oracle_fen(const struct oracle *oracle, char ret_text[ORACLE_TEXT_MAX])
{
    char *p = ret_text;

    for (int r = 0; r < oracle->rows; r++) {
        int run = 0;

        for (int c = 0; c < oracle->cols; c++) {
            int what = at(oracle, r, c);

            if (what == ORACLE_EMPTY) {
                run++;
                continue;
            }
            if (run > 0)
                p += sprintf(p, "%d", run);
            run = 0;
            *p++ = what == ORACLE_BLACK ? 'B' : 'W';
        }
        if (run > 0)
            p += sprintf(p, "%d", run);
        *p++ = r + 1 < oracle->rows ? '/' : ' ';
    }
    *p++ = oracle->side == ORACLE_BLACK ? 'b' : 'w';
    *p = '\0';
}

void oracle_move_text(struct oracle_move move, char ret_text[16])
{
    int length = sprintf(ret_text, "%c%d", 'a' + move.c1, move.r1 + 1);

    if (move.r1 != move.r2 || move.c1 != move.c2)
        sprintf(ret_text + length, "-%c%d", 'a' + move.c2, move.r2 + 1);
}
