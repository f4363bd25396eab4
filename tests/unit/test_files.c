/*
 * test_files.c - texts from files and from inside the program: read whole or refused, and every
 * mistake named by line and column.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files/json.h"
#include "files/source.h"

/* A file with this content; its name is valid until the next call. */
static const char *file_with(const char *content, size_t length)
{
    static char path[64];
    int fd;

    snprintf(path, sizeof(path), "/tmp/bazi-files-XXXXXX");
    fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, content, length), length);
    close(fd);
    return path;
}

static void a_file_is_read_whole(void **state)
{
    const char *path = file_with("one\ntwo\n", 8);
    struct bz_source source;
    struct bz_error err;

    (void)state;
    assert_int_equal(bz_source_read(&source, path, 8, &err), BZ_OK);
    unlink(path);
    assert_string_equal(source.text, "one\ntwo\n");
    assert_int_equal(source.length, 8);
    assert_string_equal(source.name, path);
    bz_source_release(&source);
    bz_source_release(&source);
    bz_source_release(NULL);
}

static void an_empty_file_is_a_text(void **state)
{
    const char *path = file_with("", 0);
    struct bz_source source;

    (void)state;
    assert_int_equal(bz_source_read(&source, path, 8, NULL), BZ_OK);
    unlink(path);
    assert_int_equal(source.length, 0);
    bz_source_release(&source);
}

static void refused(const char *path, size_t limit, int code, const char *words)
{
    struct bz_source source = {.length = 77};
    struct bz_error err;

    assert_int_equal(bz_source_read(&source, path, limit, &err), code);
    check_error(&err, code, words);
    assert_int_equal(source.length, 77);
}

static void what_cannot_be_read_is_refused(void **state)
{
    const char *path;

    (void)state;
    refused("/no/such/file", 100, BZ_ERROR_IO, "/no/such/file No such");
    refused("/", 100, BZ_ERROR_IO, "/ directory");
    path = file_with("123456789", 9);
    refused(path, 8, BZ_ERROR_RANGE, "8 bytes");
    unlink(path);
    refused("/dev/zero", 1 << 20, BZ_ERROR_RANGE, "/dev/zero bytes");
    path = file_with("ab\ncd\0ef", 8);
    refused(path, 100, BZ_ERROR_SYNTAX, ":2:3: zero");
    unlink(path);
}

static void places_are_lines_and_columns(void **state)
{
    static const struct {
        size_t offset;
        const char *place;
    } cases[] = {
        {0, "x:1:1: no"}, {2, "x:1:3: no"}, {3, "x:2:1: no"}, {4, "x:3:1: no"}, {7, "x:3:4: no"}};
    char text[] = "ab\n\ncde";
    const struct bz_source source = {.name = "x", .text = text, .length = 7};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        struct bz_error err;

        assert_int_equal(bz_source_fail(&source, cases[i].offset, &err, BZ_ERROR_RANGE, "no"),
                         BZ_ERROR_RANGE);
        assert_string_equal(err.text, cases[i].place);
    }
}

/* Every asset can be found by its name, and a map of ours is read without a file. */
static void assets_are_found(void **state)
{
    (void)state;
    assert_null(bz_asset_find("maps/none/none.txt"));
    assert_null(bz_asset_at(-1));
    for (int i = 0; bz_asset_at(i); i++) {
        const struct bz_asset *asset = bz_asset_at(i);

        assert_ptr_equal(bz_asset_find(asset->name), asset);
        assert_int_equal(strlen(asset->text), asset->length);
        assert_true(i == 0 || strcmp(bz_asset_at(i - 1)->name, asset->name) < 0);
    }
}

static void every_game_explains_itself(void **state)
{
    (void)state;
    for (int i = 0; bz_game_at(i); i++) {
        char name[80];
        const struct bz_asset *rules;

        snprintf(name, sizeof(name), "rules/%s.md", bz_game_at(i)->name);
        rules = bz_asset_find(name);
        assert_non_null(rules);
        assert_true(rules->length > 200);
        assert_non_null(strstr(rules->text, bz_game_at(i)->title));
    }
}

/* A game's adapter is there, and so is the protocol it is written on. */
static void adapters_are_there(void **state)
{
    int count = 0;

    (void)state;
    assert_non_null(bz_asset_find("adapters/ugi.py"));
    for (int i = 0; bz_game_at(i); i++) {
        const char *name = bz_game_at(i)->adapter;

        if (!name)
            continue;
        assert_non_null(bz_asset_find(name));
        assert_non_null(strstr(bz_asset_find(name)->text, "import ugi"));
        count++;
    }
    assert_true(count > 0);
}

static void maps_of_ours_need_no_file(void **state)
{
    (void)state;
    for (int i = 0; bz_asset_at(i); i++) {
        char game[40], name[80];
        struct bz_source source;

        if (sscanf(bz_asset_at(i)->name, "maps/%39[^/]/%79[^.].txt", game, name) != 2)
            continue;
        assert_int_equal(bz_source_map(&source, game, name, 1 << 20, NULL), BZ_OK);
        assert_string_equal(source.text, bz_asset_at(i)->text);
        assert_string_equal(source.name, bz_asset_at(i)->name);
        bz_source_release(&source);
    }
}

static struct bz_source source_of(char *text)
{
    return (struct bz_source){.name = "f", .text = text, .length = strlen(text)};
}

static void json_is_strict(void **state)
{
    static const struct {
        const char *text, *words;
    } wrong[] = {
        {"", "f:1:1:"},        {"{\n \"a\": 1,\n \"a\": 2}", "f:3: duplicate"},
        {"{\"a\": 1", "f:1:"}, {"{\"a\": 01}", "f:1:"},
        {"[1, 2] 3", "f:1:"},  {"{\"a\": \"\xff\"}", "f:1:"},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(wrong); i++) {
        char text[80];
        struct bz_source source;
        struct bz_error err;
        json_t *value = NULL;

        snprintf(text, sizeof(text), "%s", wrong[i].text);
        source = source_of(text);
        assert_int_equal(bz_json_parse(&source, &value, &err), BZ_ERROR_SYNTAX);
        check_error(&err, BZ_ERROR_SYNTAX, wrong[i].words);
        assert_null(value);
    }
}

/* Far too many brackets are an error, not a crash. */
static void json_nesting_is_bounded(void **state)
{
    size_t depth = 1 << 20;
    struct bz_source source = {.name = "f", .text = malloc(depth + 1), .length = depth};
    json_t *value = NULL;

    (void)state;
    assert_non_null(source.text);
    memset(source.text, '[', depth);
    source.text[depth] = '\0';
    assert_int_equal(bz_json_parse(&source, &value, NULL), BZ_ERROR_SYNTAX);
    bz_source_release(&source);
}

static void keys_are_found_where_they_stand(void **state)
{
    char text[] = "{\"a\": \"b\", \"b\" : 1, \"c\": {\"b\":2}}";
    const struct bz_source source = source_of(text);

    (void)state;
    assert_int_equal(bz_json_place(&source, "a", 0), 1);
    assert_int_equal(bz_json_place(&source, "b", 0), 11);
    assert_int_equal(bz_json_place(&source, "b", 1), 26);
    assert_int_equal(bz_json_place(&source, "d", 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_read_whole),
        cmocka_unit_test(an_empty_file_is_a_text),
        cmocka_unit_test(what_cannot_be_read_is_refused),
        cmocka_unit_test(places_are_lines_and_columns),
        cmocka_unit_test(assets_are_found),
        cmocka_unit_test(every_game_explains_itself),
        cmocka_unit_test(adapters_are_there),
        cmocka_unit_test(maps_of_ours_need_no_file),
        cmocka_unit_test(json_is_strict),
        cmocka_unit_test(json_nesting_is_bounded),
        cmocka_unit_test(keys_are_found_where_they_stand),
    };

    return CHECK_RUN(tests);
}
