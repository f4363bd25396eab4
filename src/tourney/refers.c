/*
 * refers.c - what a tournament file refers to, found beside it and taken along.
 *
 * The lines of a file of openings become part of the plan. A file that an option names is kept
 * (base/kept.h), and a map of one's own among the openings becomes a position, which carries it
 * along: what the plan says afterwards means the same on every machine, but for programs without a
 * folder, which stay on this one.
 */
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/kept.h"
#include "files/toml.h"
#include "match/fixture.h"
#include "sandbox/sandbox.h"
#include "tourney/luggage.h"
#include "tourney/plan_parts.h"

enum { NAME_MAX_KEPT = 160, ASSIGNMENT_MAX = PATH_MAX + BZ_VALUE_MAX };

struct refers {
    struct bz_plan *plan;
    json_t *config; /* the plan's */
    const struct bz_source *source;
    const struct bz_game *game; /* NULL: there is none of that name, which is said later */
    char folder[PATH_MAX];      /* of the tournament file */
    json_t *known;              /* values by the paths of the files, each of which is kept once */
};

/* A name as seen from where we are, if it was given as seen from the plan. */
static void join(const struct refers *refers, const char *name, char ret_path[2 * PATH_MAX])
{
    snprintf(ret_path, (size_t)2 * PATH_MAX, "%s%s%s", name[0] == '/' ? "" : refers->folder,
             name[0] == '/' ? "" : "/", name);
}

/* A name as seen from anywhere, if there is a file or folder of that name beside the plan. */
static bool locate(const struct refers *refers, const char *name, char ret_path[PATH_MAX])
{
    char path[2 * PATH_MAX];

    join(refers, name, path);
    return realpath(path, ret_path) != NULL;
}

/* --- files of options ------------------------------------------------------------------------- */

static bool is_file(const char *path, struct stat *ret_there)
{
    return strlen(path) < PATH_MAX && !stat(path, ret_there) && S_ISREG(ret_there->st_mode);
}

/* The file that a value names: a kept one, one beside the plan, one beside us. */
static bool find_file(const struct refers *refers, const char *value, char ret_path[2 * PATH_MAX],
                      struct stat *ret_there)
{
    if (bz_kept_path(value, ret_path, PATH_MAX) && is_file(ret_path, ret_there))
        return true;
    join(refers, value, ret_path);
    if (is_file(ret_path, ret_there))
        return true;
    snprintf(ret_path, (size_t)2 * PATH_MAX, "%s", value);
    return is_file(ret_path, ret_there);
}

/* The option of an assignment, if it may be a file that the program does not have; or NULL. */
static const struct bz_option *file_option(const struct refers *refers, const char *assignment)
{
    const struct bz_game *game = refers->game;
    const char *equals = game ? strchr(assignment, '=') : NULL;
    int index = equals ? bz_option_find(game->options, game->name, assignment,
                                        (size_t)(equals - assignment), NULL)
                       : -1;

    return index >= 0 && bz_option_is_file(&game->options[index], equals + 1) &&
                   !bz_source_has_map(game->name, equals + 1)
               ? &game->options[index]
               : NULL;
}

/* What its copy is called: the same, as far as that can be shown and is not too long. */
static const char *name_of(const char *value)
{
    const char *slash = strrchr(value, '/'), *name = slash ? slash + 1 : value;

    for (const char *at = name; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            return "file";
    return strlen(name) <= NAME_MAX_KEPT ? name : "file";
}

/* A file too large to go along: every machine has its own, of the same name. */
static void leave(struct refers *refers, const char *path, char ret_value[PATH_MAX])
{
    if (!realpath(path, ret_value))
        snprintf(ret_value, PATH_MAX, "%.*s", PATH_MAX - 1, path);
    snprintf(refers->plan->note, sizeof(refers->plan->note),
             "%s: larger than %d MB, so it does not go along; every machine needs its own",
             bz_quoted_path(ret_value).text, BZ_STORE_FILE_MAX >> 20);
}

static int keep_file(struct refers *refers, const struct bz_option *option, const char *value,
                     const char *path, const struct stat *there, struct bz_error *err)
{
    char kept[PATH_MAX], other[BZ_VALUE_MAX];
    bool refers_to = option->refers && option->refers(path, other) && bz_is_inside(other);
    int code = BZ_OK;

    if (there->st_size > BZ_STORE_FILE_MAX)
        leave(refers, path, kept);
    else
        code = bz_luggage_keep(path, name_of(value), refers_to ? other : NULL, kept, err);
    if (!code && json_object_set_new_nocheck(refers->known, path, json_string_nocheck(kept)))
        code = bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the names of files");
    return code;
}

/* An assignment whose value means the same on every machine; "" where it does already. */
static int keep(struct refers *refers, const char *assignment, char ret_assignment[ASSIGNMENT_MAX],
                struct bz_error *err)
{
    const struct bz_option *option = file_option(refers, assignment);
    char path[2 * PATH_MAX];
    const char *value;
    struct stat there;
    int code = BZ_OK;

    ret_assignment[0] = '\0';
    if (!option)
        return BZ_OK;
    value = strchr(assignment, '=') + 1;
    if (!find_file(refers, value, path, &there))
        return BZ_OK;
    if (!json_object_get(refers->known, path))
        code = keep_file(refers, option, value, path, &there, err);
    if (!code)
        snprintf(ret_assignment, ASSIGNMENT_MAX, "%s=%s", option->name,
                 json_string_value(json_object_get(refers->known, path)));
    return code;
}

static int absorb_options(struct refers *refers, struct bz_error *err)
{
    json_t *options = json_object_get(refers->config, "options"), *value;
    char kept[ASSIGNMENT_MAX];
    size_t index;

    json_array_foreach(options, index, value)
    {
        int code = keep(refers, json_string_value(value), kept, err);

        if (code)
            return code;
        if (*kept)
            json_array_set_new(options, index, json_string(kept));
    }
    return BZ_OK;
}

/* --- openings --------------------------------------------------------------------------------- */

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

/* The same for a line, if it can be read. */
static json_t *line_as_position(const struct refers *refers, const char *line)
{
    const json_t *options = json_object_get(refers->config, "options");
    const char *given[BZ_PLAN_OPTIONS_MAX], *list[2 * BZ_PLAN_OPTIONS_MAX];
    struct bz_plan_start start;
    struct bz_fixture fixture;
    json_t *position;
    int count = 0;

    if (bz_plan_start_parse(&start, line, NULL))
        return NULL;
    while (count < (int)json_array_size(options) && count < BZ_PLAN_OPTIONS_MAX) {
        given[count] = json_string_value(json_array_get(options, (size_t)count));
        count++;
    }
    fixture = bz_plan_start_fixture(refers->game, given, count, &start, list);
    position = as_position(&fixture);
    free(start.line);
    return position;
}

/* Writes a line with what it refers to put in its place; whether it refers to anything. */
static int rewrite(struct refers *refers, const struct bz_plan_start *start, FILE *out,
                   bool *ret_refers, struct bz_error *err)
{
    char kept[ASSIGNMENT_MAX];

    for (int i = 0; i < start->assignment_count; i++) {
        int code = keep(refers, start->assignments[i], kept, err);

        if (code)
            return code;
        *ret_refers = *ret_refers || *kept;
        fprintf(out, "%s%s", i ? " " : "", *kept ? kept : start->assignments[i]);
    }
    if (start->fen)
        fprintf(out, " fen %s", start->fen);
    if (start->moves)
        fprintf(out, " moves %s", start->moves);
    return BZ_OK;
}

/* The line with what it refers to put in its place; NULL where it refers to nothing. */
static int absorb_line(struct refers *refers, const char *line, json_t **ret_line,
                       struct bz_error *err)
{
    char *text = NULL;
    size_t length;
    FILE *out;
    struct bz_plan_start start;
    bool changed = false;
    int code;

    *ret_line = NULL;
    if (bz_plan_start_parse(&start, line, NULL)) /* which is said later */
        return BZ_OK;
    out = open_memstream(&text, &length);
    code = out ? rewrite(refers, &start, out, &changed, err)
               : bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the openings");
    free(start.line);
    if (out && fclose(out) && !code)
        code = bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the openings");
    if (!code && changed) {
        *ret_line = line_as_position(refers, text);
        if (!*ret_line)
            *ret_line = json_string(text);
    }
    free(text);
    return code;
}

static int absorb_starts(struct refers *refers, struct bz_error *err)
{
    json_t *list = json_object_get(json_object_get(refers->config, "openings"), "list"), *value;
    size_t index;

    json_array_foreach(list, index, value)
    {
        json_t *absorbed;
        int code = absorb_line(refers, json_string_value(value), &absorbed, err);

        if (code)
            return code;
        if (absorbed)
            json_array_set_new(list, index, absorbed);
    }
    return BZ_OK;
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

/* --- programs --------------------------------------------------------------------------------- */

/* A file as seen from anywhere: one beside the plan, or one beside us. Links stay what they are. */
static bool find_program(const struct refers *refers, const char *name, char ret_path[PATH_MAX])
{
    const char *const folders[] = {refers->folder, "."};
    char folder[PATH_MAX], path[2 * PATH_MAX];
    struct stat there;

    for (int i = 0; i < 2; i++) {
        if (!realpath(folders[i], folder))
            continue;
        snprintf(path, sizeof(path), "%s/%s", folder, name + (strncmp(name, "./", 2) ? 0 : 2));
        if (!is_file(path, &there))
            continue;
        memcpy(ret_path, path, strlen(path) + 1);
        return true;
    }
    return false;
}

/* A word of a command, in quotes if need be. */
static void add_word(struct bz_buf *out, const char *word)
{
    bool plain = *word && !strpbrk(word, " \t\\\"'|&;<>()$`*?~");

    bz_buf_add(out, "%s", plain ? "" : "'");
    for (; *word; word++)
        if (*word == '\'')
            bz_buf_add(out, "'\\''");
        else
            bz_buf_char(out, *word);
    bz_buf_add(out, "%s", plain ? "" : "'");
}

/* The word of a command that is the program's own file: the first, where that is a path, or the
 * first other one that is there. Its number, with its path; negative where there is none. */
static int own_word(const struct refers *refers, const struct bz_command *command,
                    char ret_path[PATH_MAX])
{
    bool named = strchr(command->argv[0], '/') != NULL;

    for (int i = !named; i < command->count; i++) {
        if (command->argv[i][0] != '/' && find_program(refers, command->argv[i], ret_path))
            return i;
        if (named)
            break;
    }
    return -1;
}

static int settle_command(const struct refers *refers, const char *line, struct bz_buf *out,
                          struct bz_error *err)
{
    struct bz_command command;
    char path[PATH_MAX];
    int own;

    if (bz_command_parse(&command, line, NULL)) /* which is said later */
        return BZ_OK;
    own = own_word(refers, &command, path);
    if (own < 0 && command.argv[0][0] != '/' && strchr(command.argv[0], '/'))
        return bz_fail(err, BZ_ERROR_IO, "there is no program %s",
                       bz_quoted_path(command.argv[0]).text);
    if (own < 0)
        return BZ_OK;
    for (int i = 0; i < command.count; i++) {
        bz_buf_add(out, "%s", i ? " " : "cmd:");
        add_word(out, i == own ? path : command.argv[i]);
    }
    return BZ_OK;
}

/* FILE, or FILE:NAME. */
static void settle_script(const struct refers *refers, const char *file, struct bz_buf *out)
{
    const char *name = strrchr(file, ':');
    char alone[PATH_MAX] = "", path[PATH_MAX];

    if (name)
        snprintf(alone, sizeof(alone), "%.*s", (int)(name - file), file);
    if (*file == '/')
        return;
    if (find_program(refers, file, path))
        bz_buf_add(out, "py:%s", path);
    else if (*alone && find_program(refers, alone, path))
        bz_buf_add(out, "py:%s%s", path, name);
}

/* The spec of a program as it means the same wherever we are; empty where it does already. */
static int settle_spec(const struct refers *refers, const char *spec, struct bz_buf *out,
                       struct bz_error *err)
{
    int code = BZ_OK;

    if (!strncmp(spec, "cmd:", 4))
        code = settle_command(refers, spec + 4, out, err);
    else if (!strncmp(spec, "py:", 3))
        settle_script(refers, spec + 3, out);
    if (!code && (out->full || out->length >= BZ_NAME_MAX))
        code = bz_fail(err, BZ_ERROR_RANGE, "the whole path of its program is too long");
    return code;
}

/* Programs without a folder stay where they are. */
static int absorb_programs(const struct refers *refers, struct bz_error *err)
{
    json_t *players = json_object_get(refers->config, "players"), *player;
    size_t index;

    json_array_foreach(players, index, player)
    {
        json_t *spec = json_object_get(player, "spec");
        char text[2 * PATH_MAX] = "";
        struct bz_buf settled = BZ_BUF(text);
        struct bz_error why;

        if (json_object_get(player, "folder"))
            continue;
        if (settle_spec(refers, json_string_value(spec), &settled, &why))
            return bz_source_fail(
                refers->source, bz_toml_place(refers->source, "spec", (int)index), err, why.code,
                "player %d: %s; folder = \"...\" says where it lies", (int)index + 1, why.text);
        if (!settled.length)
            continue;
        if (!json_object_get(player, "name"))
            json_object_set(player, "name", spec);
        json_object_set_new(player, "spec", json_string(text));
    }
    return BZ_OK;
}

/* --- the rest --------------------------------------------------------------------------------- */

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

int bz_plan_complete(struct bz_plan *plan, const char *path, const struct bz_source *source,
                     struct bz_error *err)
{
    struct refers refers = {.plan = plan, .config = plan->config, .source = source};
    char copy[PATH_MAX];
    int code;

    snprintf(copy, sizeof(copy), "%s", path);
    snprintf(refers.folder, sizeof(refers.folder), "%s", dirname(copy));
    name_it(plan->config, path);
    refers.game = bz_game_find(json_string_value(json_object_get(plan->config, "game")), NULL);
    refers.known = json_object();
    code = absorb_file(&refers, err);
    if (!code)
        code = absorb_folders(&refers, err);
    if (!code)
        code = absorb_programs(&refers, err);
    if (!code)
        code = absorb_options(&refers, err);
    if (!code)
        code = absorb_starts(&refers, err);
    json_decref(refers.known);
    return code;
}
