/*
 * starts.c - where games begin: lines of a tournament file, or of a file of openings.
 *
 * A line is options of the game and then perhaps `fen` with a position or `moves` with moves.
 */
#include <stdlib.h>
#include <string.h>

#include "files/toml.h"
#include "match/fixture.h"
#include "tourney/plan_parts.h"

/* The next word, ended by a zero; NULL behind the last. */
static char *next_word(char **at)
{
    char *word = *at + strspn(*at, " \t");
    size_t length = strcspn(word, " \t");

    if (!length)
        return NULL;
    *at = word + length;
    if (**at)
        *(*at)++ = '\0';
    return word;
}

static int take_words(struct bz_plan_start *start, struct bz_error *err)
{
    char *at = start->line;

    for (char *word; (word = next_word(&at));) {
        char *rest = at + strspn(at, " \t");

        if (!strcmp(word, "fen") && *rest) {
            start->fen = rest;
            return BZ_OK;
        }
        if (!strcmp(word, "moves")) {
            start->moves = rest;
            return BZ_OK;
        }
        if (!strchr(word, '='))
            return bz_fail(err, BZ_ERROR_SYNTAX,
                           "'%s': a start is 'moves ...', 'fen ...', or options such as seed=7",
                           bz_quoted(word, strlen(word)).text);
        if (start->assignment_count == BZ_PLAN_OPTIONS_MAX)
            return bz_fail(err, BZ_ERROR_RANGE, "a start has more than %d options",
                           BZ_PLAN_OPTIONS_MAX);
        start->assignments[start->assignment_count++] = word;
    }
    return BZ_OK;
}

int bz_plan_start_parse(struct bz_plan_start *ret_start, const char *line, struct bz_error *err)
{
    struct bz_plan_start start = {.line = strdup(line)};
    int code;

    if (!start.line)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the openings");
    code = take_words(&start, err);
    if (code)
        free(start.line);
    else
        *ret_start = start;
    return code;
}

struct bz_fixture bz_plan_start_fixture(const struct bz_game *game, const char *const *options,
                                        int option_count, const struct bz_plan_start *start,
                                        const char *ret_list[2 * BZ_PLAN_OPTIONS_MAX])
{
    int count = 0;

    for (int i = 0; i < option_count; i++)
        ret_list[count++] = options[i];
    for (int i = 0; i < start->assignment_count; i++)
        ret_list[count++] = start->assignments[i];
    return (struct bz_fixture){.game = game,
                               .assignments = ret_list,
                               .assignment_count = count,
                               .fen = start->fen,
                               .moves = start->moves,
                               .opening = -1};
}

struct bz_fixture bz_plan_fixture(const struct bz_plan *plan, int index,
                                  const char *ret_list[2 * BZ_PLAN_OPTIONS_MAX])
{
    static const struct bz_plan_start none = {.line = NULL};
    const struct bz_plan_start *start =
        plan->start_count ? &plan->starts[index % plan->start_count] : &none;
    struct bz_fixture fixture =
        bz_plan_start_fixture(plan->game, plan->options, plan->option_count, start, ret_list);

    fixture.opening = plan->opening;
    return fixture;
}

uint64_t bz_plan_seed(const struct bz_plan *plan, int64_t start)
{
    struct bz_random random;

    bz_random_seed(&random, plan->pairing.seed ^ ((uint64_t)start * UINT64_C(0x9e3779b97f4a7c15)));
    return bz_random_next(&random) >> 12; /* a double holds it, and so does every reader of JSON */
}

static int try_fixture(const struct bz_fixture *fixture, struct bz_error *err)
{
    struct bz_setup setup;
    struct bz_record record;
    int code = bz_fixture_open(fixture, &setup, &record, err);

    if (code)
        return code;
    if (bz_record_is_over(&record))
        code = bz_fail(err, BZ_ERROR_UNFIT, "the game is over there");
    bz_record_release(&record);
    bz_setup_release(&setup);
    return code;
}

int bz_plan_fetch_starts(struct bz_plan *plan, const json_t *list, const struct bz_source *source,
                         struct bz_error *err)
{
    size_t count = json_array_size(list);
    struct bz_error why;

    if (count > BZ_PLAN_STARTS_MAX)
        return bz_source_fail(source, bz_toml_place(source, "list", 0), err, BZ_ERROR_RANGE,
                              "more than %d openings", BZ_PLAN_STARTS_MAX);
    plan->starts = count ? calloc(count, sizeof(*plan->starts)) : NULL;
    if (count && !plan->starts)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the openings");
    for (size_t i = 0; i < count; i++) {
        const char *line = json_string_value(json_array_get(list, i));
        const char *options[2 * BZ_PLAN_OPTIONS_MAX];
        struct bz_fixture fixture;
        int code = bz_plan_start_parse(&plan->starts[i], line, &why);

        if (!code) {
            plan->start_count++;
            fixture = bz_plan_fixture(plan, (int)i, options);
            fixture.opening = -1;
            code = try_fixture(&fixture, &why);
        }
        if (code)
            return bz_source_fail(source, bz_toml_place(source, "openings", 0), err, code,
                                  "opening %d: %s", (int)i + 1, why.text);
    }
    return BZ_OK;
}
