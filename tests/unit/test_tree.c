/*
 * test_tree.c - folders walked and removed, and files named by what is in them.
 */
#include "check.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/kept.h"
#include "base/tree.h"

#define HASH "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

/* Each test has a folder of its own and begins there. */
static int enter_place(void **state)
{
    char *place = strdup("/tmp/bazi-tree-XXXXXX");

    assert_non_null(place);
    assert_non_null(mkdtemp(place));
    assert_int_equal(chdir(place), 0);
    *state = place;
    return 0;
}

static int leave_place(void **state)
{
    struct stat there;

    assert_int_equal(chdir("/"), 0);
    bz_tree_remove(*state);
    assert_int_equal(lstat(*state, &there), -1);
    free(*state);
    return 0;
}

static void add_file(const char *path, const char *text)
{
    assert_true(bz_tree_folders(path, 0755));
    assert_true(bz_tree_write(path, 0644, text, strlen(text)));
}

/* --- walks ------------------------------------------------------------------------------------ */

struct seen {
    char text[400];
    struct bz_buf list;
};

static int see_file(void *context, const struct bz_tree_file *file, struct bz_error *err)
{
    struct seen *seen = context;
    char *content;
    void *bytes = NULL;
    int code = bz_tree_content(file, &bytes, err);

    if (code)
        return code;
    content = bytes;
    bz_buf_add(&seen->list, "%s%s=%.*s ", file->name, file->runs ? "*" : "", (int)file->size,
               content);
    free(bytes);
    return BZ_OK;
}

static int see_folder(void *context, const char *name, struct bz_error *err)
{
    struct seen *seen = context;

    (void)err;
    bz_buf_add(&seen->list, "%s/ ", name);
    return BZ_OK;
}

static int see_other(void *context, const char *name, struct bz_error *err)
{
    struct seen *seen = context;

    (void)err;
    bz_buf_add(&seen->list, "(%s) ", bz_quoted(name, strlen(name)).text);
    return BZ_OK;
}

static int walk(const char *root, int64_t bytes, struct seen *ret_seen)
{
    struct bz_tree_visitor visitor = {bytes, see_file, see_folder, see_other, ret_seen};
    struct bz_buf list = BZ_BUF(ret_seen->text);

    ret_seen->text[0] = '\0';
    ret_seen->list = list;
    return bz_tree_walk(root, &visitor, NULL);
}

static void files_come_in_order_and_nothing_else_does(void **state)
{
    struct seen seen;

    (void)state;
    add_file("b/c", "3");
    add_file("b.txt", "22");
    add_file("a", "");
    add_file(".git/config", "of a tool");
    add_file("z\nz", "no name for a table");
    assert_int_equal(chmod("a", 0755), 0);
    assert_int_equal(symlink("/etc/passwd", "link"), 0);
    assert_int_equal(symlink("b", "folder"), 0);
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_int_equal(walk(".", 3, &seen), BZ_OK);
    assert_string_equal(seen.text, "a*= b/ b/c=3 b.txt=22 (folder) (link) (pipe) (z\\x0az) ");
    assert_int_equal(walk("folder", 1, &seen), BZ_OK); /* the root may be a link */
    assert_string_equal(seen.text, "c=3 ");
    assert_int_equal(walk(".", 2, &seen), BZ_ERROR_RANGE);
    assert_int_equal(walk("none", 2, &seen), BZ_ERROR_IO);
}

static void the_only_entry_is_found(void **state)
{
    char *only;

    (void)state;
    assert_null(bz_tree_only("."));
    add_file("a/b/c", "");
    only = bz_tree_only("a");
    assert_string_equal(only, "b");
    free(only);
    add_file("a/d", "");
    assert_null(bz_tree_only("a"));
}

static void nothing_is_written_over(void **state)
{
    (void)state;
    add_file("a", "old");
    assert_int_equal(symlink("elsewhere", "link"), 0);
    assert_false(bz_tree_write("a", 0644, "new", 3));
    assert_false(bz_tree_write("link", 0644, "new", 3));
    assert_false(bz_tree_folders("a/b/c", 0755));
}

/* Deeper than any path is long, with names as the removal itself gives, and without rights. */
static void whatever_is_there_can_be_removed(void **state)
{
    char name[201];
    struct stat there;

    memset(name, 'd', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    add_file("top/0/1/2/file", "");
    add_file("top/1/0/file", "");
    add_file("kept", "");
    assert_int_equal(symlink("../kept", "top/link"), 0);
    assert_int_equal(chdir("top"), 0);
    for (int i = 0; i < 40; i++) {
        assert_int_equal(mkdir(name, 0700), 0);
        assert_int_equal(chdir(name), 0);
    }
    assert_int_equal(chdir(*state), 0);
    assert_int_equal(chmod("top/0/1", 0), 0);
    bz_tree_remove("top");
    assert_int_equal(lstat("top", &there), -1);
    assert_int_equal(lstat("kept", &there), 0);
}

/* --- names ------------------------------------------------------------------------------------ */

static void names_stay_in_their_folder(void **state)
{
    static const char *const inside[] = {"a", "a/b", "...", ".a/b..", "a b/c"};
    static const char *const outside[] = {"",    "/",     "/a", "a/",   "a//b", ".",
                                          "./a", "a/./b", "..", "../a", "a/..", "a/../b"};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(inside); i++)
        assert_true(bz_is_inside(inside[i]));
    for (int i = 0; i < CHECK_COUNT(outside); i++)
        assert_false(bz_is_inside(outside[i]));
}

static void kept_files_have_one_place(void **state)
{
    static const char *const others[] = {"",
                                         "own.txt",
                                         "@own.txt",
                                         "@" HASH,
                                         "@" HASH "/",
                                         "@" HASH "/../a",
                                         "@" HASH "0/a",
                                         "@0123/a",
                                         "@" HASH "//etc/passwd"};
    char path[PATH_MAX], small[16];

    (void)state;
    assert_int_equal(setenv("XDG_CACHE_HOME", "/cache", 1), 0);
    assert_string_equal(bz_kept_name("@" HASH "/maps/own.txt"), "maps/own.txt");
    assert_true(bz_kept_path("@" HASH "/maps/own.txt", path, sizeof(path)));
    assert_string_equal(path, "/cache/bazi/files/" HASH "/maps/own.txt");
    assert_true(bz_kept_folder("@" HASH "/maps/own.txt", path, sizeof(path)));
    assert_string_equal(path, "/cache/bazi/files/" HASH);
    assert_false(bz_kept_path("@" HASH "/a", small, sizeof(small)));
    for (int i = 0; i < CHECK_COUNT(others); i++) {
        assert_null(bz_kept_name(others[i]));
        assert_false(bz_kept_path(others[i], path, sizeof(path)));
        assert_false(bz_kept_folder(others[i], path, sizeof(path)));
    }
}

static void kept_files_are_found_in_texts(void **state)
{
    const char *text = "[\"a=@no\",\"b=@" HASH "/x\",\"@" HASH "/\",\"c=@" HASH "/y\"]";
    char hash[BZ_SHA256_TEXT] = "";

    (void)state;
    text = bz_kept_find(text, hash);
    assert_string_equal(hash, HASH);
    assert_int_equal(strncmp(text, "/x", 2), 0);
    text = bz_kept_find(text, hash);
    assert_int_equal(strncmp(text, "/y", 2), 0);
    assert_null(bz_kept_find(text, hash));
}

#define IN_A_PLACE(test) cmocka_unit_test_setup_teardown(test, enter_place, leave_place)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_PLACE(files_come_in_order_and_nothing_else_does),
        IN_A_PLACE(the_only_entry_is_found),
        IN_A_PLACE(nothing_is_written_over),
        IN_A_PLACE(whatever_is_there_can_be_removed),
        cmocka_unit_test(names_stay_in_their_folder),
        cmocka_unit_test(kept_files_have_one_place),
        cmocka_unit_test(kept_files_are_found_in_texts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
