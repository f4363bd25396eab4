/*
 * test_grade.c - submissions before they play: under which name, from which files, by which recipe,
 * and which line of a build's output says what went wrong.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/tree.h"
#include "check.h"
#include "grade/roster.h"
#include "grade/walk.h"

/* A folder of a test's own. */
static int make_place(void **state)
{
    char *place = strdup("/tmp/bazi-grade-XXXXXX");

    assert_non_null(place);
    assert_non_null(mkdtemp(place));
    *state = place;
    return 0;
}

static int remove_place(void **state)
{
    struct stat info;

    bz_tree_remove(*state);
    assert_int_equal(lstat(*state, &info), -1);
    free(*state);
    return 0;
}

static void in(const char *place, const char *name, char ret_path[PATH_MAX])
{
    snprintf(ret_path, PATH_MAX, "%.2000s/%.250s", place, name);
}

static void add_folder(const char *place, const char *name)
{
    char path[PATH_MAX];

    in(place, name, path);
    assert_int_equal(mkdir(path, 0755), 0);
}

static void add_file(const char *place, const char *name, const char *text, mode_t mode)
{
    char path[PATH_MAX];
    FILE *file;

    in(place, name, path);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, mode), 0);
}

static void test_names_become_slugs_of_their_own(void **state)
{
    static const char *const taken[] = {"Random"};
    static const char turned[] = {'\xe2', '\x80', '\xae', 'e', 'x', 'e', '\0'};
    static const struct {
        const char *name, *slug;
    } cases[] = {{"#!?", "student"},
                 {"A C", "A-C"},
                 {"A B", "A-B-fea4c5"},
                 {"a-b", "a-b-d44362"},
                 {"b", "b"},
                 {"-rf", "rf"},
                 {"-- c--d -", "c--d"},
                 {"random", "random-a441b1"},
                 {"x\ny", "x-y"},
                 {"\xd8\xb9\xd9\x84\xdb\x8c", "\xd8\xb9\xd9\x84\xdb\x8c"},
                 {turned, "exe"}};
    const int count = CHECK_COUNT(cases);
    struct bz_roster roster;
    struct bz_error err;

    for (int i = 0; i < count; i++)
        add_folder(*state, cases[i].name);
    add_folder(*state, ".hidden");
    add_file(*state, "notes.txt", "", 0644);
    assert_int_equal(bz_roster_read(&roster, *state, taken, 1, &err), 0);
    assert_int_equal(roster.count, count);
    assert_int_equal(roster.stray, 1);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < roster.count; k++)
            if (!strcmp(roster.list[k].name, cases[i].name))
                assert_string_equal(roster.list[k].slug, cases[i].slug);
    for (int i = 0; i < roster.count; i++)
        for (int k = 0; k < i; k++)
            assert_int_not_equal(strcasecmp(roster.list[i].slug, roster.list[k].slug), 0);
    bz_roster_release(&roster);
}

/* The slug of one of them. */
static const char *slug_of(const struct bz_roster *roster, const char *name)
{
    for (int i = 0; i < roster->count; i++)
        if (!strcmp(roster->list[i].name, name))
            return roster->list[i].slug;
    fail_msg("%s is not there", name);
    return NULL;
}

/* Who comes later gets nobody's name, whatever he calls himself. */
static void test_a_slug_is_never_somebody_elses(void **state)
{
    static const char *const names[] = {"ali", "Ali", "ALI", "ali-94419b", "reza"};
    char before[CHECK_COUNT(names)][BZ_SLUG_MAX + 1];
    struct bz_roster roster;
    struct bz_error err;

    for (int count = 1; count <= CHECK_COUNT(names); count++) {
        add_folder(*state, names[count - 1]);
        assert_int_equal(bz_roster_read(&roster, *state, NULL, 0, &err), 0);
        for (int i = 0; i < count; i++)
            for (int k = 0; k < count - 1; k++)
                assert_true(i == k || strcasecmp(slug_of(&roster, names[i]), before[k]) != 0);
        for (int i = 0; i < count; i++)
            strcpy(before[i], slug_of(&roster, names[i]));
        bz_roster_release(&roster);
    }
}

static void test_long_names_are_cut_and_stay_apart(void **state)
{
    char name[201];
    struct bz_roster roster;
    struct bz_error err;

    for (int i = 0; i < 12; i++) {
        memset(name, 'n', sizeof(name) - 1);
        snprintf(name + 180, sizeof(name) - 180, "%d", i);
        add_folder(*state, name);
    }
    assert_int_equal(bz_roster_read(&roster, *state, NULL, 0, &err), 0);
    assert_int_equal(roster.count, 12);
    for (int i = 0; i < roster.count; i++) {
        assert_true(strlen(roster.list[i].slug) <= BZ_SLUG_MAX);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(roster.list[i].slug, roster.list[k].slug);
    }
    bz_roster_release(&roster);
}

/* The recipe of a folder with these files, up to NULL; a star before the name: executable. */
static int recipe_of(const char *place, const char *const *files, const struct bz_game *game,
                     struct bz_recipe *ret_recipe)
{
    struct bz_recipe_order order = {.game = game};
    char folder[PATH_MAX];
    struct bz_error err;
    int code;

    add_folder(place, "one");
    in(place, "one", folder);
    for (; *files; files += 2)
        add_file(folder, *files + (**files == '*'), files[1], **files == '*' ? 0755 : 0644);
    code = bz_recipe_find(folder, &order, ret_recipe, &err);
    bz_tree_remove(folder);
    return code;
}

static void test_files_tell_how_they_are_run(void **state)
{
    static const struct {
        const char *files[9];
        const char *build, *spec; /* NULL: nobody can tell */
    } cases[] = {
        {{"Makefile", "", "agent.py", "", NULL}, "make", "cmd:./agent"},
        {{"*agent", "", "agent.c", "", NULL}, "", "cmd:./agent"},
        {{"agent", "", NULL}, "", NULL},
        {{"agent.py", "print('ugiok')", "help.py", "", NULL}, "", "cmd:python3 agent.py"},
        {{"mine.py", "", NULL}, "", "py:mine.py"},
        {{"a.py", "", "b.py", "", NULL}, "", NULL},
        {{"b.c", "", "a.c", "", NULL}, "cc -O2 -o agent a.c b.c -lm -pthread", "cmd:./agent"},
        {{"Main.java", "", "X.java", "", NULL},
         "javac -d . Main.java X.java",
         "cmd:java -cp . Main"},
        {{"index.js", "", NULL}, "", "cmd:node index.js"},
        {{"agent.sh", "", NULL}, "", "cmd:sh agent.sh"},
        {{"bazi.toml", "run = \"best\"", "agent.py", "", NULL}, "", "cmd:best"},
        {{"bazi.toml", "run = \"py:x.py:Me\"\nbuild = \"a | b\"", NULL}, "a | b", "py:x.py:Me"},
        {{"bazi.toml", "build = \"make\"", NULL}, "", NULL},
        {{"bazi.toml", "run = 3", NULL}, "", NULL},
        {{"bazi.toml", "run = ", NULL}, "", NULL},
        {{"; rm -rf x.py", "", NULL}, "", NULL},
        {{"-x.sh", "", NULL}, "", NULL},
        {{NULL}, "", NULL},
    };
    const struct bz_game *game = bz_game_find("konane", NULL);

    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        struct bz_recipe recipe;
        int code = recipe_of(*state, cases[i].files, game, &recipe);

        assert_int_equal(code, cases[i].spec ? BZ_OK : BZ_ERROR_UNKNOWN);
        if (code)
            continue;
        assert_string_equal(recipe.spec, cases[i].spec);
        assert_string_equal(recipe.build, cases[i].build);
    }
}

static void test_a_copy_has_files_and_no_links(void **state)
{
    char folder[PATH_MAX], copy[PATH_MAX], link[PATH_MAX], one[65], other[65];
    struct bz_walk walk;
    struct bz_error err;
    struct stat info;

    add_folder(*state, "from");
    in(*state, "from", folder);
    in(*state, "to", copy);
    add_file(folder, "agent", "text", 0700);
    in(folder, "etc", link);
    assert_int_equal(symlink("/etc", link), 0);
    in(folder, "fifo", link);
    assert_int_equal(mkfifo(link, 0600), 0);
    assert_int_equal(bz_walk_copy(folder, copy, false, &walk, &err), 0);
    assert_int_equal(walk.files, 1);
    assert_int_equal(walk.left, 2);
    assert_string_equal(walk.first_left, "etc");
    in(copy, "agent", link);
    assert_int_equal(lstat(link, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0755);
    in(copy, "etc", link);
    assert_int_equal(lstat(link, &info), -1);
    assert_int_equal(bz_walk_digest(folder, one, &err), 0);
    assert_int_equal(bz_walk_digest(copy, other, &err), 0);
    assert_string_equal(one, other);
    add_file(copy, "more", "", 0644);
    assert_int_equal(bz_walk_digest(copy, other, &err), 0);
    assert_string_not_equal(one, other);
}

static void test_too_much_is_refused(void **state)
{
    char path[PATH_MAX];
    struct bz_error err;

    add_file(*state, "big", "", 0644);
    in(*state, "big", path);
    assert_int_equal(truncate(path, (off_t)BZ_WALK_BYTES + 1), 0);
    assert_int_equal(bz_walk_measure(*state, &err), BZ_ERROR_RANGE);
    assert_int_equal(unlink(path), 0);
    in(*state, "", path);
    for (int i = 0; i <= BZ_TREE_DEPTH; i++) {
        strncat(path, "/d", sizeof(path) - strlen(path) - 1);
        assert_int_equal(mkdir(path, 0755), 0);
    }
    assert_int_equal(bz_walk_measure(*state, &err), BZ_ERROR_RANGE);
}

static void test_the_line_that_says_it(void **state)
{
    static const struct {
        const char *output, *line;
    } cases[] = {{"", ""},
                 {"one\ntwo\n\n", "two"},
                 {"a.c: In function\na.c:3:5: error: x\nmake: *** Error 1\n", "a.c:3:5: error: x"},
                 {"Main.java:2: ERROR\r\nrest", "Main.java:2: ERROR"},
                 {"\x1b[31merror\xff\n", "\\x1b[31merror\\xff"}};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        char line[100];

        bz_build_cause(cases[i].output, strlen(cases[i].output), line, sizeof(line));
        assert_string_equal(line, cases[i].line);
    }
}

#define PLACED(test) cmocka_unit_test_setup_teardown(test, make_place, remove_place)

int main(void)
{
    const struct CMUnitTest tests[] = {
        PLACED(test_names_become_slugs_of_their_own),   PLACED(test_a_slug_is_never_somebody_elses),
        PLACED(test_long_names_are_cut_and_stay_apart), PLACED(test_files_tell_how_they_are_run),
        PLACED(test_a_copy_has_files_and_no_links),     PLACED(test_too_much_is_refused),
        cmocka_unit_test(test_the_line_that_says_it),
    };

    return CHECK_RUN(tests);
}
