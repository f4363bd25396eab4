/*
 * konane.c - the game's descriptor, its options, and the opening, which happens twice a game and
 * may take its time. The jumps are in rules.h.
 */
#include "konane.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "files/sealed.h"
#include "search/kernel.h"

int konane_parse_size(const char *text, int *ret_rows, int *ret_cols, struct bz_error *err)
{
    const char *cross = strchr(text, 'x');
    size_t first = cross ? (size_t)(cross - text) : strlen(text);
    const char *second = cross ? cross + 1 : text;
    int64_t rows, cols;
    int code = bz_parse_integer(text, first, SIDE_MIN, SIDE_MAX, "size", &rows, err);

    if (!code)
        code = bz_parse_integer(second, strlen(second), SIDE_MIN, SIDE_MAX, "size", &cols, err);
    if (code == BZ_ERROR_SYNTAX)
        bz_fail(err, code,
                "size: '%s' is neither a number from %d to %d nor two of them, as in 6x7",
                bz_quoted(text, strlen(text)).text, SIDE_MIN, SIDE_MAX);
    if (code)
        return code;
    *ret_rows = (int)rows;
    *ret_cols = (int)cols;
    return BZ_OK;
}

void konane_clear(struct konane *pos, const struct konane_world *world, int rows, int cols)
{
    int words = konane_words(rows, cols);

    memset(pos, 0, sizeof(*pos) + (size_t)(3 * words) * sizeof(pos->plane[0]));
    pos->world = world;
    pos->rows = (uint8_t)rows;
    pos->cols = (uint8_t)cols;
    pos->words = (uint8_t)words;
}

void konane_put(struct konane *pos, int plane, int row, int col)
{
    int cell = konane_cell(pos, row, col);

    pos->plane[plane * pos->words + cell / 64] |= UINT64_C(1) << (cell % 64);
}

void konane_start(const struct bz_setup *setup, void *ret_pos)
{
    struct konane *pos = ret_pos;
    int rows = 0, cols = 0;
    int code = konane_parse_size(bz_setup_value(setup, "size")->text, &rows, &cols, NULL);

    assert(!code);
    (void)code;
    konane_clear(pos, setup->world, rows, cols);
    for (int row = 0; row < rows; row++)
        for (int col = 0; col < cols; col++)
            konane_put(pos, (row + col) % 2, row, col);
}

int konane_holes(const struct konane *pos)
{
    int holes = 0;

    for (int i = 0; i < pos->words; i++)
        holes += bz_popcount(pos->plane[EMPTY * pos->words + i]);
    return holes;
}

/* Square boards keep the original's four cells and its order; on others it is every black corner,
 * then every black cell of the central block, row by row. */
int konane_first_cells(const struct konane *pos, int *ret_cells)
{
    int rows = pos->rows, cols = pos->cols, n = 0;
    int middle_row = rows / 2, middle_col = cols / 2;

    if (rows == cols) {
        ret_cells[n++] = konane_cell(pos, 0, 0);
        ret_cells[n++] = konane_cell(pos, rows - 1, cols - 1);
        ret_cells[n++] = konane_cell(pos, middle_row, middle_col);
        ret_cells[n++] = konane_cell(pos, middle_row - 1, middle_col - 1);
        return n;
    }
    for (int row = 0; row < rows; row += rows - 1)
        for (int col = 0; col < cols; col += cols - 1)
            if ((row + col) % 2 == BLACK)
                ret_cells[n++] = konane_cell(pos, row, col);
    for (int row = middle_row - 1; row <= middle_row; row++)
        for (int col = middle_col - 1; col <= middle_col; col++)
            if ((row + col) % 2 == BLACK)
                ret_cells[n++] = konane_cell(pos, row, col);
    return n;
}

static int find_hole(const struct konane *pos)
{
    for (int i = 0; i < pos->words; i++)
        if (pos->plane[EMPTY * pos->words + i])
            return i * 64 + bz_lowest(pos->plane[EMPTY * pos->words + i]);
    return -1;
}

/* Neighbours in the order W, S, E, N on square boards (the corner at the top left: E before S),
 * in the order N, E, S, W on others. */
int konane_second_cells(const struct konane *pos, int *ret_cells)
{
    static const int square[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    static const int corner[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    static const int oblong[4][2] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
    int hole = find_hole(pos), stride = konane_stride(pos), n = 0;
    const int(*order)[2] = pos->rows != pos->cols ? oblong : hole == 0 ? corner : square;

    for (int i = 0; i < 4; i++) {
        int row = hole / stride + order[i][0], col = hole % stride + order[i][1];

        if (konane_inside(pos, row, col))
            ret_cells[n++] = konane_cell(pos, row, col);
    }
    return n;
}

int konane_opening_moves(const struct konane *pos, bz_move *ret_moves)
{
    int cells[OPENING_MAX];
    int n =
        konane_holes(pos) == 0 ? konane_first_cells(pos, cells) : konane_second_cells(pos, cells);

    for (int i = 0; i < n; i++)
        ret_moves[i] = konane_move(cells[i], cells[i]);
    return n;
}

static int prepare(struct bz_setup *setup, struct bz_error *err)
{
    static const struct bz_kernel *const kernels[WORDS_MAX] = {&konane_kernel_1, &konane_kernel_2,
                                                               &konane_kernel_3, &konane_kernel_4};
    struct konane_world *world;
    int rows, cols;
    int code = konane_parse_size(bz_setup_value(setup, "size")->text, &rows, &cols, err);

    if (!code)
        code = konane_world_new(rows, cols, bz_setup_value(setup, "weights")->text,
                                bz_setup_value(setup, "book")->text, &world, err);
    if (code)
        return code;
    setup->world = world;
    setup->kernel = kernels[konane_words(rows, cols) - 1];
    setup->rules = setup->kernel->rules;
    return BZ_OK;
}

static void release(const void *world)
{
    konane_world_free((struct konane_world *)(uintptr_t)world);
}

static const struct bz_option options[] = {
    {.name = "size",
     .type = BZ_TEXT,
     .fallback = "8",
     .choices = "4..16, or rows x columns as in 6x7",
     .brief = "the board: one number for a square"},
    {.name = "resign",
     .type = BZ_CHOICE,
     .fallback = "never",
     .choices = "never|lost",
     .brief = "whether a computer player gives up when every move loses"},
    {.name = "weights",
     .type = BZ_FILE,
     .fallback = BZ_BUILT_IN,
     .words = "built-in",
     .helps = true,
     .choices = "built-in, or a file",
     .brief = "what the evaluation 'learned' has learned"},
    {.name = "book",
     .type = BZ_FILE,
     .fallback = BZ_BUILT_IN,
     .words = "built-in|none",
     .helps = true,
     .choices = "built-in, none, or a file",
     .brief = "openings thought through beforehand, for boards of one size"},
    {.name = NULL},
};

static const char *const player_names[] = {"Black", "White"};

const struct bz_game bz_game_konane = {
    .name = "konane",
    .title = "Konane",
    .brief = "Hawaiian checkers: jump over the enemy; whoever cannot jump loses",
    .players_min = 2,
    .players_max = 2,
    .player_names = player_names,
    .options = options,
    .text = &konane_text,
    .prepare = prepare,
    .release = release,
    .report = &konane_report,
    .tune = konane_tune,
    .write_book = konane_write_book,
    .adapter = "adapters/konane.py",
};
