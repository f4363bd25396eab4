/*
 * text.c - Konane in writing: positions, moves, and why a move was refused.
 */
#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "games/cursor.h"
#include "konane.h"

/* A board as its text says it is, before anyone has asked whether it can be. */
struct sketch {
    int rows, cols;
    char cell[SIDE_MAX][SIDE_MAX];
};

/* One number of empty cells. */
static int read_run(struct bz_cursor *c, struct sketch *sketch, int *col, struct bz_error *err)
{
    int run = 0;
    struct bz_cursor first = *c;

    if (c->text[c->at] == '0')
        return bz_cursor_refuse(c, err, "a run of empty cells does not begin with 0");
    for (; c->at < c->length && bz_is_digit(c->text[c->at]); c->at++) {
        run = run * 10 + (c->text[c->at] - '0');
        if (*col + run > SIDE_MAX)
            return bz_cursor_refuse(&first, err, "the row is longer than 16 cells");
    }
    memset(&sketch->cell[sketch->rows][*col], '.', (size_t)run);
    *col += run;
    return BZ_OK;
}

static int read_row(struct bz_cursor *c, struct sketch *sketch, struct bz_error *err)
{
    int col = 0;

    while (c->at < c->length && c->text[c->at] != '/' && c->text[c->at] != ' ') {
        char letter = c->text[c->at];

        if (bz_is_digit(letter)) {
            int code = read_run(c, sketch, &col, err);

            if (code)
                return code;
            continue;
        }
        if (letter != 'B' && letter != 'W')
            return bz_cursor_refuse(c, err, "expected B, W, a number of empty cells or /");
        if (col == SIDE_MAX)
            return bz_cursor_refuse(c, err, "the row is longer than 16 cells");
        if (letter != "BW"[(sketch->rows + col) % 2])
            return bz_cursor_refuse(c, err, "this colour never stands on this cell");
        sketch->cell[sketch->rows][col++] = letter;
        c->at++;
    }
    if (sketch->rows && col != sketch->cols)
        return bz_fail(err, BZ_ERROR_SYNTAX,
                       "position, character %zu: row %d has %d cells, the first row has %d",
                       c->at + 1, sketch->rows + 1, col, sketch->cols);
    sketch->cols = col;
    sketch->rows++;
    return BZ_OK;
}

static int read_board(struct bz_cursor *c, struct sketch *sketch, struct bz_error *err)
{
    for (sketch->rows = 0;; c->at++) {
        int code;

        if (sketch->rows == SIDE_MAX)
            return bz_cursor_refuse(c, err, "the board has more than 16 rows");
        code = read_row(c, sketch, err);
        if (code)
            return code;
        if (c->at == c->length || c->text[c->at] != '/')
            break;
    }
    if (sketch->rows < SIDE_MIN || sketch->cols < SIDE_MIN)
        return bz_fail(err, BZ_ERROR_RANGE,
                       "position: a board of %d x %d is too small, the least is %d x %d",
                       sketch->rows, sketch->cols, SIDE_MIN, SIDE_MIN);
    return BZ_OK;
}

static int read_side(struct bz_cursor *c, uint8_t *ret_turn, struct bz_error *err)
{
    if (c->at == c->length || c->text[c->at] != ' ')
        return bz_cursor_refuse(c, err, "expected a blank and the side to move, b or w");
    c->at++;
    if (c->at == c->length || (c->text[c->at] != 'b' && c->text[c->at] != 'w'))
        return bz_cursor_refuse(c, err, "expected the side to move, b or w");
    *ret_turn = c->text[c->at] == 'b' ? BLACK : WHITE;
    c->at++;
    if (c->at != c->length)
        return bz_cursor_refuse(c, err, "nothing may follow the side to move");
    return BZ_OK;
}

/* The opening rule leaves only a few boards with no hole or one. */
static int check_opening(const struct konane *pos, struct bz_error *err)
{
    int cells[OPENING_MAX], n, holes = konane_holes(pos);

    if (holes == 0 && pos->turn != BLACK)
        return bz_fail(err, BZ_ERROR_ILLEGAL, "position: on a full board it is Black's turn");
    if (holes == 1 && pos->turn != WHITE)
        return bz_fail(err, BZ_ERROR_ILLEGAL, "position: with exactly one hole it is White's turn");
    if (holes != 1)
        return BZ_OK;
    n = konane_first_cells(pos, cells);
    for (int i = 0; i < n; i++)
        if (konane_has(pos, EMPTY, cells[i]))
            return BZ_OK;
    return bz_fail(err, BZ_ERROR_ILLEGAL,
                   "position: Black cannot have opened where the only hole is");
}

static int parse(const struct bz_setup *setup, const char *text, size_t length, void *ret_pos,
                 struct bz_error *err)
{
    struct bz_cursor c = {text, length, 0};
    struct sketch sketch;
    union bz_pos memory;
    struct konane *pos = (struct konane *)&memory;
    int code = read_board(&c, &sketch, err);

    if (code)
        return code;
    konane_clear(pos, setup->world, sketch.rows, sketch.cols);
    for (int row = 0; row < sketch.rows; row++)
        for (int col = 0; col < sketch.cols; col++) {
            char letter = sketch.cell[row][col];

            konane_put(pos, letter == 'B' ? BLACK : letter == 'W' ? WHITE : EMPTY, row, col);
        }
    code = read_side(&c, &pos->turn, err);
    if (!code)
        code = check_opening(pos, err);
    if (!code)
        memcpy(ret_pos, pos, setup->rules->pos_size);
    return code;
}

/* A position's own size wins over the option. */
static int fit(struct bz_setup *setup, const char *text, size_t length, struct bz_error *err)
{
    struct bz_cursor c = {text, length, 0};
    struct sketch sketch;
    struct bz_buf size = {.text = setup->values[0].text, .size = sizeof(setup->values[0].text)};
    int code = read_board(&c, &sketch, err);

    if (code)
        return code;
    bz_buf_add(&size, sketch.rows == sketch.cols ? "%d" : "%dx%d", sketch.rows, sketch.cols);
    return BZ_OK;
}

static void format(const void *at, struct bz_buf *out)
{
    const struct konane *pos = at;

    for (int row = 0; row < pos->rows; row++) {
        int run = 0;

        if (row)
            bz_buf_char(out, '/');
        for (int col = 0; col < pos->cols; col++) {
            int cell = konane_cell(pos, row, col);

            if (konane_has(pos, EMPTY, cell)) {
                run++;
                continue;
            }
            if (run)
                bz_buf_add(out, "%d", run);
            run = 0;
            bz_buf_char(out, konane_has(pos, BLACK, cell) ? 'B' : 'W');
        }
        if (run)
            bz_buf_add(out, "%d", run);
    }
    bz_buf_add(out, " %c", pos->turn == BLACK ? 'b' : 'w');
}

static void format_cell(const struct konane *pos, int cell, struct bz_buf *out)
{
    int stride = konane_stride(pos);

    bz_buf_add(out, "%c%d", 'a' + cell % stride, cell / stride + 1);
}

static void format_move(const void *at, bz_move move, struct bz_buf *out)
{
    format_cell(at, konane_from(move), out);
    if (konane_to(move) == konane_from(move))
        return;
    bz_buf_char(out, '-');
    format_cell(at, konane_to(move), out);
}

/* A cell such as c4 at *at; -1 if there is none of this sketch. */
static int read_cell(const struct konane *pos, const char *text, size_t length, size_t *at)
{
    int col, row = 0;

    if (*at == length)
        return -1;
    col = text[(*at)++] - 'a';
    for (; *at < length && bz_is_digit(text[*at]) && row <= SIDE_MAX; (*at)++)
        row = row * 10 + (text[*at] - '0');
    return konane_inside(pos, row - 1, col) ? konane_cell(pos, row - 1, col) : -1;
}

static int explain_removal(const struct konane *pos, const char *shown, struct bz_error *err)
{
    bz_move moves[OPENING_MAX];
    int n = konane_opening_moves(pos, moves);
    char list[80] = "";
    struct bz_buf out = BZ_BUF(list);

    for (int i = 0; i < n; i++) {
        bz_buf_text(&out, ", ", i ? 2 : 0);
        format_move(pos, moves[i], &out);
    }
    return bz_fail(err, BZ_ERROR_ILLEGAL, "'%s': in the opening %s removes one own piece of %s",
                   shown, pos->turn == BLACK ? "Black" : "White", list);
}

/* The first thing wrong along the way of a jump that is straight and of even length. */
static int explain_run(const struct konane *pos, int from, int to, const char *shown,
                       struct bz_error *err)
{
    int stride = konane_stride(pos);
    int step = (to > from ? 1 : -1) * (abs(to - from) < stride ? 1 : stride);
    char where[8] = "";
    struct bz_buf out = BZ_BUF(where);

    for (int cell = from; cell != to; cell += 2 * step) {
        if (!konane_has(pos, !pos->turn, cell + step)) {
            format_cell(pos, cell + step, &out);
            return bz_fail(err, BZ_ERROR_ILLEGAL,
                           "'%s': there is no enemy piece on %s to jump over", shown, where);
        }
        if (!konane_has(pos, EMPTY, cell + 2 * step)) {
            format_cell(pos, cell + 2 * step, &out);
            return bz_fail(err, BZ_ERROR_ILLEGAL, "'%s': %s is not empty", shown, where);
        }
    }
    return bz_fail(err, BZ_ERROR_ILLEGAL, "'%s' is not a legal move here", shown);
}

static int explain_jump(const struct konane *pos, int from, int to, const char *shown,
                        struct bz_error *err)
{
    int stride = konane_stride(pos);
    int rows = abs(to / stride - from / stride), cols = abs(to % stride - from % stride);

    if (konane_has(pos, EMPTY, from))
        return bz_fail(err, BZ_ERROR_ILLEGAL, "'%s': no piece stands there to move", shown);
    if (!konane_has(pos, pos->turn, from))
        return bz_fail(err, BZ_ERROR_ILLEGAL, "'%s': that piece is the opponent's", shown);
    if (from == to)
        return bz_fail(err, BZ_ERROR_ILLEGAL, "'%s': pieces are removed in the opening only",
                       shown);
    if ((rows && cols) || (rows + cols) % 2)
        return bz_fail(err, BZ_ERROR_ILLEGAL,
                       "'%s': a jump goes straight and lands two, four, ... cells away", shown);
    return explain_run(pos, from, to, shown, err);
}

/* Moves have one spelling only; what comes here is none of them. */
static int read_move(const void *at, const char *text, size_t length, bz_move *ret_move,
                     struct bz_error *err)
{
    const struct konane *pos = at;
    struct bz_quote shown = bz_quoted(text, length);
    size_t i = 0;
    int from = read_cell(pos, text, length, &i), to = from;

    (void)ret_move;
    if (i < length && text[i] == '-') {
        i++;
        to = read_cell(pos, text, length, &i);
    }
    if (i < length || from < 0 || to < 0)
        return bz_fail(err, BZ_ERROR_SYNTAX, "'%s' is not a move of this board; write %s",
                       shown.text, konane_holes(pos) < 2 ? "a removal as d4" : "a jump as c1-e1");
    if (konane_holes(pos) < 2)
        return explain_removal(pos, shown.text, err);
    return explain_jump(pos, from, to, shown.text, err);
}

static void ending(const void *at, struct bz_buf *out)
{
    const struct konane *pos = at;

    bz_buf_add(out, "%s has no move left", pos->turn == BLACK ? "Black" : "White");
}

const struct bz_text konane_text = {
    .fit = fit,
    .parse = parse,
    .format = format,
    .format_move = format_move,
    .read_move = read_move,
    .ending = ending,
    .draw = konane_draw,
};
