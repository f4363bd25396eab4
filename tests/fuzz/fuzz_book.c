/*
 * fuzz_book.c - any bytes as a book of Konane. The first byte says whether they are sealed, and of
 * which board the setup is.
 *
 * What is refused changes nothing; what is accepted is written as a file that reads the same, and
 * asked for any position it answers something or nothing.
 */
#include "fuzz.h"

#include "files/sealed.h"
#include "games/konane/book.h"

enum { FILE_MAX = 1 << 16, POSITIONS = 12 };

struct board {
    const char *options;
    int rows, cols;
    struct bz_setup setup; /* made once: that takes longer than a book */
};

static struct board *board_of(uint8_t choice)
{
    static struct board boards[] = {{.options = "size=8", .rows = 8, .cols = 8},
                                    {.options = "size=4", .rows = 4, .cols = 4},
                                    {.options = "size=5", .rows = 5, .cols = 5},
                                    {.options = "size=4x6", .rows = 4, .cols = 6}};
    struct board *board = &boards[choice % 4];

    if (!board->setup.game)
        FUZZ_REQUIRE(fuzz_options(&board->setup, bz_game_find("konane", NULL), board->options,
                                  NULL) == BZ_OK);
    return board;
}

static void write_sealed(const uint8_t *data, size_t size)
{
    static char text[FILE_MAX];
    struct bz_buf out = BZ_BUF(text);

    bz_buf_text(&out, (const char *)data, size);
    FUZZ_REQUIRE(!out.full && bz_sealed_write(fuzz_path(), &out, NULL) == BZ_OK);
}

static void same_again(const struct konane_book *book, const struct board *board)
{
    struct konane_book again;

    FUZZ_REQUIRE(konane_book_save(book, board->rows, board->cols, "", fuzz_path(), NULL) == BZ_OK);
    FUZZ_REQUIRE(konane_book_load(fuzz_path(), board->rows, board->cols, &again, NULL) == BZ_OK);
    FUZZ_REQUIRE(again.count == book->count);
    for (int i = 0; i < book->count; i++) {
        const struct konane_page *one = &book->pages[i], *two = &again.pages[i];

        FUZZ_REQUIRE(one->occupied == two->occupied && one->turn == two->turn);
        FUZZ_REQUIRE(one->move == two->move && one->value == two->value);
        FUZZ_REQUIRE(one->depth == two->depth);
    }
    konane_book_release(&again);
}

static void can_be_asked(const struct konane_book *book, const struct board *board)
{
    for (int i = 0; i < POSITIONS; i++) {
        struct konane_page page;
        union bz_pos pos;

        fuzz_wander(&board->setup, (unsigned)(i / 3), (uint8_t)i, &pos);
        if (konane_book_find(book, &pos, &page))
            FUZZ_REQUIRE(page.move < 1 << 16);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct board *board;
    struct konane_book book = {NULL, 77};
    struct bz_error err;
    int code;

    if (size == 0 || size > FILE_MAX / 2)
        return 0;
    board = board_of(data[0] / 2);
    if (data[0] % 2)
        write_sealed(data + 1, size - 1);
    else
        fuzz_write(data + 1, size - 1);
    code = konane_book_load(fuzz_path(), board->rows, board->cols, &book, &err);
    if (code) {
        fuzz_error(&err, code);
        FUZZ_REQUIRE(!book.pages && book.count == 77);
        return 0;
    }
    same_again(&book, board);
    can_be_asked(&book, board);
    konane_book_release(&book);
    return 0;
}
