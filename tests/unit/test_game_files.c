/*
 * test_game_files.c - every registered game against the files in its own folder:
 * perft.txt, the number of move sequences, and solved.txt, who wins. Both have lines
 * "options ; position ; facts", with "-" for no options and "start" for the starting position.
 */
#include "check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_LENGTH = 2048 };

struct line {
    struct bz_setup setup;
    union bz_pos pos;
    char facts[LINE_MAX_LENGTH];
};

/* The text up to the next " ; " or the end, and the rest behind it. */
static char *field(char **rest)
{
    char *start = *rest, *end = strstr(start, " ; ");

    *rest = end ? end + 3 : start + strlen(start);
    if (end)
        *end = '\0';
    return start;
}

static void read_line(const struct bz_game *game, char *text, struct line *ret_line)
{
    const char *options = field(&text), *position = field(&text);

    check_setup_of(&ret_line->setup, game, strcmp(options, "-") != 0 ? options : "");
    if (!strcmp(position, "start"))
        bz_start(&ret_line->setup, &ret_line->pos);
    else
        check_parse(&ret_line->setup, position, &ret_line->pos);
    snprintf(ret_line->facts, sizeof(ret_line->facts), "%s", text);
}

static int check_file(const struct bz_game *game, const char *name,
                      void (*check)(const struct line *line))
{
    char path[512], text[LINE_MAX_LENGTH];
    const char *root = getenv("BAZI_ROOT");
    int lines = 0;
    FILE *file;

    assert_non_null(root);
    snprintf(path, sizeof(path), "%s/src/games/%s/%s", root, game->name, name);
    file = fopen(path, "r");
    if (!file)
        fail_msg("%s has no %s", game->name, name);
    while (fgets(text, sizeof(text), file)) {
        struct line line;

        text[strcspn(text, "\n")] = '\0';
        if (text[0] == '#' || text[0] == '\0')
            continue;
        read_line(game, text, &line);
        check(&line);
        bz_setup_release(&line.setup);
        lines++;
    }
    fclose(file);
    return lines;
}

static void check_perft(const struct line *line)
{
    const char *at = line->facts;
    char *end;
    int depth = 0;

    for (uint64_t wanted = strtoull(at, &end, 10); end != at; wanted = strtoull(at, &end, 10)) {
        uint64_t count = 0;

        assert_int_equal(bz_perft(&line->setup, &line->pos, ++depth, NULL, &count, NULL), BZ_OK);
        if (count != wanted)
            fail_msg("perft %d is %" PRIu64 ", the file says %" PRIu64, depth, count, wanted);
        at = end;
    }
    assert_true(depth > 0);
}

static void check_solved(const struct line *line)
{
    const struct bz_solve_options options = {.threads = 1, .megabytes = 64};
    struct bz_solution solution;
    struct bz_error err = {0};
    const char *result;

    if (bz_solve(&line->setup, &line->pos, &options, &solution, &err))
        fail_msg("%s", err.text);
    assert_true(solution.solved);
    result = solution.lower > 0 ? "p1win" : solution.lower < 0 ? "p2win" : "draw";
    assert_string_equal(result, line->facts);
}

static void perft_files(void **state)
{
    (void)state;
    for (int i = 0; bz_game_at(i); i++)
        assert_true(check_file(bz_game_at(i), "perft.txt", check_perft) > 0);
}

/* Only games of win and loss without chance have a file to be proved. */
static void solved_files(void **state)
{
    (void)state;
    for (int i = 0; bz_game_at(i); i++) {
        struct bz_setup setup;

        check_setup_of(&setup, bz_game_at(i), "");
        if (setup.rules->traits & BZ_NO_DRAWS && !(setup.rules->traits & BZ_HAS_CHANCE))
            assert_true(check_file(bz_game_at(i), "solved.txt", check_solved) > 0);
        bz_setup_release(&setup);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(perft_files),
                                       cmocka_unit_test(solved_files)};

    return CHECK_RUN(tests);
}
