/*
 * book.c - looking positions up, and the file: a title, comments, the board, a line a position, and
 * a seal.
 */
#include "book.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/sealed.h"
#include "images.h"
#include "konane.h"

enum { FILE_MAX = 1 << 23, LINE_MAX = 80 };

static const char title[] = "bazi konane book 1\n";

/* Images, numbered: 1 reflects, 2 turns, 3 does both. Each undoes itself. */
enum { REFLECTED = 1, TURNED = 2, IMAGES = 4 };

static bool has_image(const struct konane *pos, int image)
{
    return (!(image & REFLECTED) || pos->rows == pos->cols) &&
           (!(image & TURNED) || (pos->rows + pos->cols) % 2 == 0);
}

static uint64_t image_of(const struct konane *pos, int image)
{
    uint64_t occupied = pos->plane[BLACK] | pos->plane[WHITE];

    if (image & REFLECTED)
        occupied = transposed(occupied);
    if (image & TURNED)
        occupied = turned(occupied) >> ((8 - pos->rows) * 8 + 8 - pos->cols);
    return occupied;
}

static int cell_image(const struct konane *pos, int cell, int image)
{
    int row = cell / 8, col = cell % 8;

    if (image & REFLECTED) {
        row = cell % 8;
        col = cell / 8;
    }
    if (image & TURNED) {
        row = pos->rows - 1 - row;
        col = pos->cols - 1 - col;
    }
    return row * 8 + col;
}

static bz_move move_image(const struct konane *pos, bz_move move, int image)
{
    return konane_move(cell_image(pos, konane_from(move), image),
                       cell_image(pos, konane_to(move), image));
}

/* The image that stands in the book. */
static uint64_t least_image(const struct konane *pos, int *ret_image)
{
    uint64_t least = image_of(pos, 0);

    *ret_image = 0;
    for (int image = 1; image < IMAGES; image++)
        if (has_image(pos, image) && image_of(pos, image) < least) {
            least = image_of(pos, image);
            *ret_image = image;
        }
    return least;
}

static int compare(const void *a, const void *b)
{
    const struct konane_page *one = a, *two = b;

    if (one->occupied != two->occupied)
        return one->occupied < two->occupied ? -1 : 1;
    return one->turn - two->turn;
}

static struct konane_page *look_up(const struct konane_book *book, uint64_t occupied, uint8_t turn)
{
    struct konane_page key = {.occupied = occupied, .turn = turn};

    return book->count ? bsearch(&key, book->pages, (size_t)book->count, sizeof(key), compare)
                       : NULL;
}

bool konane_book_find(const struct konane_book *book, const void *at, struct konane_page *ret_page)
{
    const struct konane *pos = at;
    const struct konane_page *page;
    int image;
    uint64_t occupied = least_image(pos, &image);

    page = look_up(book, occupied, pos->turn);
    if (!page)
        return false;
    *ret_page = *page;
    ret_page->move = move_image(pos, page->move, image);
    return true;
}

int konane_book_add(struct konane_book *book, const void *at, struct konane_page page)
{
    const struct konane *pos = at;
    struct konane_page *pages, *old;
    int image;

    page.occupied = least_image(pos, &image);
    page.turn = pos->turn;
    page.move = move_image(pos, page.move, image);
    old = look_up(book, page.occupied, page.turn);
    if (old) {
        *old = page;
        return BZ_OK;
    }
    pages = realloc(book->pages, ((size_t)book->count + 1) * sizeof(*pages));
    if (!pages)
        return BZ_ERROR_MEMORY;
    pages[book->count++] = page;
    book->pages = pages;
    qsort(pages, (size_t)book->count, sizeof(*pages), compare);
    return BZ_OK;
}

void konane_book_release(struct konane_book *book)
{
    free(book->pages);
    *book = (struct konane_book){NULL, 0};
}

/* Writing. */

static void format_cell(int cell, struct bz_buf *out)
{
    bz_buf_add(out, "%c%d", 'a' + cell % 8, cell / 8 + 1);
}

static void format_page(const struct konane_page *page, struct bz_buf *out)
{
    bz_buf_add(out, "%016" PRIx64 " %c ", page->occupied, "bw"[page->turn]);
    format_cell(konane_from(page->move), out);
    format_cell(konane_to(page->move), out);
    bz_buf_add(out, " %d %d\n", page->value, page->depth);
}

int konane_book_save(const struct konane_book *book, int rows, int cols, const char *comment,
                     const char *path, struct bz_error *err)
{
    size_t size = (size_t)book->count * LINE_MAX + 4096;
    char *text = malloc(size);
    struct bz_buf out = {.text = text, .size = size};
    int code;

    if (!text)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a book");
    bz_buf_add(&out, "%s%sboard %dx%d\n", title, comment, rows, cols);
    for (int i = 0; i < book->count; i++)
        format_page(&book->pages[i], &out);
    code = bz_sealed_write(path, &out, err);
    free(text);
    return code;
}

/* Reading accepts exactly what writing makes: a page is read and compared with itself written. */

struct board {
    int rows, cols;
};

static bool read_cell(const char *text, struct board board, int *ret_cell)
{
    if (text[0] < 'a' || text[0] >= 'a' + board.cols || text[1] < '1' ||
        text[1] >= '1' + board.rows)
        return false;
    *ret_cell = (text[1] - '1') * 8 + text[0] - 'a';
    return true;
}

static bool read_page(const char *text, struct board board, struct konane_page *ret_page)
{
    enum { TURN = 17, FROM = 19, TO = 21, VALUE = 23, LEAST = 28 };
    char line[LINE_MAX], again[LINE_MAX], *end;
    struct bz_buf out = BZ_BUF(again);
    struct konane_page page;
    int from, to;

    snprintf(line, sizeof(line), "%.*s", (int)strcspn(text, "\n") + 1, text);
    if (strlen(line) < LEAST || !read_cell(line + FROM, board, &from) ||
        !read_cell(line + TO, board, &to))
        return false;
    page.occupied = strtoull(line, NULL, 16);
    page.turn = line[TURN] == 'w';
    page.move = konane_move(from, to);
    page.value = (int)strtol(line + VALUE, &end, 10);
    page.depth = (int)strtol(end, NULL, 10);
    format_page(&page, &out);
    *ret_page = page;
    return !strcmp(line, again);
}

/* The lines between the board and the seal. */
static int read_pages(const struct bz_source *source, size_t at, size_t end, struct board board,
                      struct konane_book *book, struct bz_error *err)
{
    while (at < end) {
        struct konane_page *page = &book->pages[book->count];

        if (book->count == KONANE_PAGES_MAX || !read_page(source->text + at, board, page) ||
            (book->count && compare(page - 1, page) >= 0))
            return bz_source_fail(source, at, err, BZ_ERROR_SYNTAX, "this is no page of a book");
        book->count++;
        at += strcspn(source->text + at, "\n") + 1;
    }
    return BZ_OK;
}

/* A book for another board is an empty one. */
static int read_source(const struct bz_source *source, size_t end, int rows, int cols,
                       struct konane_book *ret_book, struct bz_error *err)
{
    struct konane_book book = {NULL, 0};
    size_t at = sizeof(title) - 1;
    char board[24];
    int length = snprintf(board, sizeof(board), "board %dx%d\n", rows, cols), code = BZ_OK;

    while (at < end && source->text[at] == '#')
        at += strcspn(source->text + at, "\n") + 1;
    if (strncmp(source->text + at, "board ", 6) != 0)
        return bz_source_fail(source, at, err, BZ_ERROR_SYNTAX, "the board is not named here");
    if (!strncmp(source->text + at, board, (size_t)length)) {
        book.pages = malloc(((end - at) / 24 + 1) * sizeof(*book.pages));
        code = book.pages ? read_pages(source, at + (size_t)length, end, (struct board){rows, cols},
                                       &book, err)
                          : bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a book");
    }
    if (code)
        konane_book_release(&book);
    else
        *ret_book = book;
    return code;
}

int konane_book_load(const char *name, int rows, int cols, struct konane_book *ret_book,
                     struct bz_error *err)
{
    struct bz_source source;
    size_t end;
    int code;

    if (!strcmp(name, "none")) {
        *ret_book = (struct konane_book){NULL, 0};
        return BZ_OK;
    }
    code = bz_sealed_read(&source, name, "book/konane.txt", title, FILE_MAX, &end, err);
    if (code)
        return code;
    code = read_source(&source, end, rows, cols, ret_book, err);
    bz_source_release(&source);
    return code;
}
