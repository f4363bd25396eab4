/*
 * test_konane_book.c - the book of openings: every image of a position finds its page, a file comes
 * back as it was written, and one that is damaged in any byte does not come back at all.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "games/konane/book.h"
#include "properties.h"

enum { PAGES = 40 };

static const char *file_name(void)
{
    static char name[64];

    snprintf(name, sizeof(name), "/tmp/bazi-book-%ld", (long)getpid());
    return name;
}

/* A book of random positions, each with its first legal move. */
static void fill(struct bz_setup *setup, struct konane_book *book)
{
    struct bz_random random;

    bz_random_seed(&random, 8);
    *book = (struct konane_book){NULL, 0};
    for (int i = 0; i < PAGES; i++) {
        bz_move moves[BZ_MOVES_MAX];
        union bz_pos pos;

        property_wander(setup, &random, i % 12, &pos);
        if (setup->rules->moves(&pos, moves) > 0)
            assert_int_equal(
                konane_book_add(book, &pos, (struct konane_page){.move = moves[0], .value = i - 9}),
                BZ_OK);
    }
    assert_true(book->count > 10);
}

static void an_image_has_the_image_of_the_move(void **state)
{
    static const char *const moves[][2] = {{"e5", "e4"}, {"d4", "d5"}, {"e5", "d5"}, {"d4", "e4"}};
    struct konane_book book = {NULL, 0};
    struct bz_setup setup;
    bz_move move;

    (void)state;
    check_setup(&setup, "konane", "");
    for (int i = 0; i < CHECK_COUNT(moves); i++) {
        struct konane_page page = {.value = 0};
        union bz_pos pos;
        struct bz_error err;
        bool known = i % 2; /* the second of each two is half a turn of the first */

        bz_start(&setup, &pos);
        assert_int_equal(bz_parse_move(&setup, &pos, moves[i][0], 2, &move, &err), BZ_OK);
        setup.rules->play(&pos, move);
        assert_int_equal(bz_parse_move(&setup, &pos, moves[i][1], 2, &move, &err), BZ_OK);
        page.move = move;
        if (!known)
            assert_int_equal(konane_book_add(&book, &pos, page), BZ_OK);
        assert_true(konane_book_find(&book, &pos, &page));
        assert_true(bz_is_legal(&setup, &pos, page.move));
        if (i < 2)
            assert_true(page.move == move);
    }
    assert_int_equal(book.count, 1);
    konane_book_release(&book);
    bz_setup_release(&setup);
}

static void a_file_comes_back(void **state)
{
    struct konane_book book, again;
    struct bz_setup setup;
    struct bz_error err;

    (void)state;
    check_setup(&setup, "konane", "");
    fill(&setup, &book);
    assert_int_equal(konane_book_save(&book, 8, 8, "# a test\n", file_name(), &err), BZ_OK);
    assert_int_equal(konane_book_load(file_name(), 8, 8, &again, &err), BZ_OK);
    assert_int_equal(again.count, book.count);
    for (int i = 0; i < book.count; i++) {
        assert_true(again.pages[i].occupied == book.pages[i].occupied);
        assert_true(again.pages[i].move == book.pages[i].move);
        assert_int_equal(again.pages[i].turn, book.pages[i].turn);
        assert_int_equal(again.pages[i].value, book.pages[i].value);
    }
    konane_book_release(&again);
    assert_int_equal(konane_book_load(file_name(), 6, 6, &again, &err), BZ_OK);
    assert_int_equal(again.count, 0);
    assert_int_equal(konane_book_save(&book, 8, 8, "", "/nowhere/book", &err), BZ_ERROR_IO);
    remove(file_name());
    assert_int_equal(konane_book_load(file_name(), 8, 8, &again, &err), BZ_ERROR_IO);
    konane_book_release(&book);
    bz_setup_release(&setup);
}

static void write_bytes(const char *text, size_t length)
{
    FILE *file = fopen(file_name(), "w");

    assert_non_null(file);
    assert_true(fwrite(text, 1, length, file) == length);
    assert_int_equal(fclose(file), 0);
}

static void every_damage_is_seen(void **state)
{
    static char text[1 << 14];
    struct konane_book book, again = {NULL, 0};
    struct bz_setup setup;
    struct bz_error err;
    size_t length;
    FILE *file;

    (void)state;
    check_setup(&setup, "konane", "");
    fill(&setup, &book);
    assert_int_equal(konane_book_save(&book, 8, 8, "# a test\n", file_name(), &err), BZ_OK);
    file = fopen(file_name(), "r");
    assert_non_null(file);
    length = fread(text, 1, sizeof(text), file);
    fclose(file);
    assert_in_range(length, 100, sizeof(text) - 1);
    for (size_t i = 0; i < length; i++) {
        text[i] ^= 1;
        write_bytes(text, length);
        assert_true(konane_book_load(file_name(), 8, 8, &again, &err) < 0);
        text[i] ^= 1;
        write_bytes(text, i);
        assert_true(konane_book_load(file_name(), 8, 8, &again, &err) < 0);
    }
    assert_null(again.pages);
    remove(file_name());
    konane_book_release(&book);
    bz_setup_release(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_image_has_the_image_of_the_move),
        cmocka_unit_test(a_file_comes_back),
        cmocka_unit_test(every_damage_is_seen),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
