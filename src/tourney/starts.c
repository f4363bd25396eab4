/*
 * starts.c - where games begin: lines of a tournament file, or of a file of openings.
 *
 * A line is options of the game and then perhaps `fen` with a position or `moves` with moves. A map
 * of one's own becomes a position, which carries it along, before anything is kept: what the plan
 * says afterwards means the same on every machine.
 */
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "files/toml.h"
#include "match/fixture.h"
#include "tourney/plan_parts.h"

/* --- one line --------------------------------------------------------------------------------- */

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

/* The fixture of a start, its options behind those of the tournament, in the caller's list. */
static struct bz_fixture fixture_of(const struct bz_game *game, const char *const *options,
                                    int option_count, const struct bz_plan_start *start,
                                    const char **ret_list)
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
        fixture_of(plan->game, plan->options, plan->option_count, start, ret_list);

    fixture.opening = plan->opening;
    return fixture;
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

/* --- what the file refers to ------------------------------------------------------------------ */

struct refers {
    json_t *config;
    const struct bz_source *source;
    char folder[PATH_MAX]; /* of the tournament file */
};

/* A name as seen from anywhere, if there is a file or folder of that name beside the plan. */
static bool locate(const struct refers *refers, const char *name, char ret_path[PATH_MAX])
{
    char path[2 * PATH_MAX];

    snprintf(path, sizeof(path), "%s%s%s", name[0] == '/' ? "" : refers->folder,
             name[0] == '/' ? "" : "/", name);
    return realpath(path, ret_path) != NULL;
}

/* Whether an option's value is a file beside the plan; then the option with its whole name. */
static bool locate_value(const struct refers *refers, const char *assignment,
                         char ret_assignment[PATH_MAX + BZ_VALUE_MAX])
{
    const char *value = strchr(assignment, '=') + 1;
    char path[PATH_MAX];
    struct stat there;

    if (!*value || !locate(refers, value, path) || stat(path, &there) || !S_ISREG(there.st_mode))
        return false;
    snprintf(ret_assignment, PATH_MAX + BZ_VALUE_MAX, "%.*s%s", (int)(value - assignment),
             assignment, path);
    return true;
}

/* A position of the fixture as `fen …`, if that carries its whole world along; NULL if not. */
static json_t *as_position(const struct bz_fixture *fixture)
{
    char line[BZ_POS_TEXT_MAX + 8];
    struct bz_buf text = BZ_BUF(line);
    struct bz_setup setup, again;
    struct bz_record record;
    union bz_pos pos;
    bool whole = false;

    if (bz_fixture_open(fixture, &setup, &record, NULL))
        return NULL;
    bz_buf_add(&text, "fen ");
    setup.game->text->format(&record.pos, &text);
    if (!text.full && !bz_setup_init(&again, fixture->game, NULL, 0, NULL)) {
        whole = !bz_parse(&again, line + 4, text.length - 4, &pos, NULL) && again.origin[0];
        bz_setup_release(&again);
    }
    bz_record_release(&record);
    bz_setup_release(&setup);
    return whole ? json_string(line) : NULL;
}

/* The line with what it refers to put in its place; NULL where it refers to nothing. */
static json_t *absorb_line(const struct refers *refers, const char *line)
{
    const char *game = json_string_value(json_object_get(refers->config, "game"));
    const json_t *options = json_object_get(refers->config, "options");
    const char *given[BZ_PLAN_OPTIONS_MAX], *list[2 * BZ_PLAN_OPTIONS_MAX];
    char located[PATH_MAX + BZ_VALUE_MAX];
    struct bz_plan_start start;
    struct bz_fixture fixture;
    json_t *absorbed = NULL;
    int count = 0;

    if (bz_plan_start_parse(&start, line, NULL))
        return NULL;
    while (count < (int)json_array_size(options) && count < BZ_PLAN_OPTIONS_MAX) {
        given[count] = json_string_value(json_array_get(options, (size_t)count));
        count++;
    }
    for (int i = 0; i < start.assignment_count && !absorbed; i++) {
        if (!locate_value(refers, start.assignments[i], located))
            continue;
        start.assignments[i] = located;
        fixture = fixture_of(bz_game_find(game, NULL), given, count, &start, list);
        absorbed = fixture.game ? as_position(&fixture) : NULL;
        if (!absorbed && start.assignment_count == 1 && !start.fen && !start.moves)
            absorbed = json_string(located);
    }
    free(start.line);
    return absorbed;
}

/* The game's own options stay what they are, but are found from anywhere. */
static void absorb_options(const struct refers *refers)
{
    json_t *options = json_object_get(refers->config, "options"), *value;
    char located[PATH_MAX + BZ_VALUE_MAX];
    size_t index;

    json_array_foreach(options, index,
                       value) if (strchr(json_string_value(value), '=') &&
                                  locate_value(refers, json_string_value(value), located))
        json_array_set_new(options, index, json_string(located));
}

static void absorb_starts(const struct refers *refers)
{
    json_t *list = json_object_get(json_object_get(refers->config, "openings"), "list"), *value;
    size_t index;

    json_array_foreach(list, index, value)
    {
        json_t *absorbed = absorb_line(refers, json_string_value(value));

        if (absorbed)
            json_array_set_new(list, index, absorbed);
    }
}

/* Puts the lines of the file of openings behind those of the list. */
static int absorb_file(const struct refers *refers, struct bz_error *err)
{
    json_t *openings = json_object_get(refers->config, "openings");
    const char *name = json_string_value(json_object_get(openings, "file"));
    json_t *list = json_object_get(openings, "list");
    struct bz_source lines;
    char path[PATH_MAX];
    int code;

    if (!name)
        return BZ_OK;
    if (!locate(refers, name, path))
        return bz_source_fail(refers->source, bz_toml_place(refers->source, "file", 0), err,
                              BZ_ERROR_IO, "there is no file %s", bz_quoted_path(name).text);
    code = bz_source_read(&lines, path, BZ_PLAN_FILE_MAX, err);
    if (code)
        return code;
    if (!list) {
        list = json_array();
        json_object_set_new(openings, "list", list);
    }
    for (char *at = lines.text, *line; (line = strsep(&at, "\n"));) {
        line[strcspn(line, "\r#")] = '\0';
        line += strspn(line, " \t");
        if (*line)
            json_array_append_new(list, json_string(line));
    }
    bz_source_release(&lines);
    json_object_del(openings, "file");
    return BZ_OK;
}

static int absorb_folders(const struct refers *refers, struct bz_error *err)
{
    json_t *players = json_object_get(refers->config, "players"), *player;
    size_t index;

    json_array_foreach(players, index, player)
    {
        const char *folder = json_string_value(json_object_get(player, "folder"));
        char path[PATH_MAX];
        struct stat there;

        if (!folder)
            continue;
        if (!locate(refers, folder, path) || stat(path, &there) || !S_ISDIR(there.st_mode))
            return bz_source_fail(
                refers->source, bz_toml_place(refers->source, "folder", (int)index), err,
                BZ_ERROR_IO, "there is no folder %s", bz_quoted_path(folder).text);
        json_object_set_new(player, "folder", json_string(path));
    }
    return BZ_OK;
}

/* Its name, where the file does not say: the file's own, without what is behind the last dot. */
static void name_it(json_t *config, const char *path)
{
    char copy[PATH_MAX], *name, *dot;

    snprintf(copy, sizeof(copy), "%s", path);
    name = basename(copy);
    dot = strrchr(name, '.');
    if (dot && dot != name)
        *dot = '\0';
    if (!json_object_get(config, "name"))
        json_object_set_new(config, "name", json_string(name));
}

int bz_plan_complete(json_t *config, const char *path, const struct bz_source *source,
                     struct bz_error *err)
{
    struct refers refers = {.config = config, .source = source};
    char copy[PATH_MAX];
    int code;

    snprintf(copy, sizeof(copy), "%s", path);
    snprintf(refers.folder, sizeof(refers.folder), "%s", dirname(copy));
    name_it(config, path);
    code = absorb_file(&refers, err);
    if (!code)
        code = absorb_folders(&refers, err);
    if (!code) {
        absorb_options(&refers);
        absorb_starts(&refers);
    }
    return code;
}
