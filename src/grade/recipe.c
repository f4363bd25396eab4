/*
 * recipe.c - one rule after the other; the first that fits is taken.
 */
#include "grade/recipe.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "files/toml.h"

enum { NAMES = 60, NAME_BYTES = 60, NOTE_BYTES = 64 << 10, LOOK_BYTES = 1 << 20 };

/* The files right in the folder, by name. */
struct shelf {
    const char *folder;
    const struct bz_recipe_order *order;
    struct dirent **entries;
    int count;
};

static int is_file(const struct shelf *shelf, const char *name, struct stat *ret_info)
{
    char path[2 * PATH_MAX];

    snprintf(path, sizeof(path), "%s/%s", shelf->folder, name);
    return !lstat(path, ret_info) && S_ISREG(ret_info->st_mode);
}

static bool has(const struct shelf *shelf, const char *name)
{
    struct stat info;

    return is_file(shelf, name, &info);
}

static bool has_program(const struct shelf *shelf, const char *name)
{
    struct stat info;

    return is_file(shelf, name, &info) && (info.st_mode & 0111);
}

/* One that needs no quotes in any command, and is no option of one. */
static bool is_simple(const char *name)
{
    for (const char *at = name; *at; at++)
        if ((unsigned char)*at <= ' ' || strchr("\"'\\$`|&;<>()*?[]#~=%!{}:", *at))
            return false;
    return *name != '-' && *name != '.' && strlen(name) <= NAME_BYTES;
}

/* Those with this ending, at most `max`; how many there are. */
static int with_ending(const struct shelf *shelf, const char *ending, const char **ret_names,
                       int max)
{
    size_t length = strlen(ending);
    int count = 0;

    for (int i = 0; i < shelf->count; i++) {
        const char *name = shelf->entries[i]->d_name;
        size_t all = strlen(name);

        if (all <= length || strcmp(name + all - length, ending) != 0 || !is_simple(name) ||
            !has(shelf, name))
            continue;
        if (count < max)
            ret_names[count] = name;
        count++;
    }
    return count;
}

/* The file to begin with: one of the usual names, or the only one of its kind. NULL: there is none,
 * or nobody can tell. */
static const char *main_file(const struct shelf *shelf, const char *ending, int *ret_count)
{
    static const char *const usual[] = {"agent", "main", "Main", "Agent", "player", "bot", "index"};
    const char *names[NAMES];
    int count = with_ending(shelf, ending, names, NAMES);

    *ret_count = count;
    for (size_t u = 0; u < sizeof(usual) / sizeof(usual[0]); u++)
        for (int i = 0; i < count && i < NAMES; i++)
            if (strlen(names[i]) == strlen(usual[u]) + strlen(ending) &&
                !strncmp(names[i], usual[u], strlen(usual[u])))
                return names[i];
    return count == 1 ? names[0] : NULL;
}

/* --- the rules -------------------------------------------------------------------------------- */

/* Only programs: whatever else a spec may name is not the author's work. */
static void set_run(struct bz_recipe *recipe, const char *run)
{
    bool kind = !strncmp(run, "cmd:", 4) || !strncmp(run, "py:", 3);

    snprintf(recipe->spec, sizeof(recipe->spec), "%s%s", kind ? "" : "cmd:", run);
}

static bool by_makefile(const struct shelf *shelf, struct bz_recipe *recipe)
{
    if (!has(shelf, "Makefile") && !has(shelf, "makefile") && !has(shelf, "GNUmakefile"))
        return false;
    snprintf(recipe->how, sizeof(recipe->how), "a Makefile: make, then ./agent");
    snprintf(recipe->build, sizeof(recipe->build), "make");
    snprintf(recipe->wanted, sizeof(recipe->wanted), "agent");
    set_run(recipe, "./agent");
    return true;
}

static bool by_program(const struct shelf *shelf, struct bz_recipe *recipe)
{
    if (!has_program(shelf, "agent"))
        return false;
    snprintf(recipe->how, sizeof(recipe->how), "a program, ./agent");
    set_run(recipe, "./agent");
    return true;
}

/* Whether a text has a word; of a big file only the beginning is looked at. */
static bool mentions(const struct shelf *shelf, const char *name, const char *word)
{
    char path[2 * PATH_MAX], *text = malloc(LOOK_BYTES + 1);
    FILE *file;
    size_t length;
    bool found = false;

    snprintf(path, sizeof(path), "%s/%s", shelf->folder, name);
    file = text ? fopen(path, "re") : NULL;
    if (file) {
        length = fread(text, 1, LOOK_BYTES, file);
        found = memmem(text, length, word, strlen(word)) != NULL;
        fclose(file);
    }
    free(text);
    return found;
}

/* A program that never says ugiok was written for the course. */
static bool by_python(const struct shelf *shelf, struct bz_recipe *recipe)
{
    int count;
    const char *name = main_file(shelf, ".py", &count);

    if (!name)
        return false;
    if (shelf->order->game->adapter && !mentions(shelf, name, "ugiok")) {
        snprintf(recipe->how, sizeof(recipe->how), "%.60s, Python with the course's interface",
                 name);
        snprintf(recipe->spec, sizeof(recipe->spec), "py:%s", name);
        return true;
    }
    snprintf(recipe->how, sizeof(recipe->how), "%.60s, Python that speaks UGI", name);
    snprintf(recipe->spec, sizeof(recipe->spec), "cmd:python3 %s", name);
    return true;
}

static void add_names(struct bz_recipe *recipe, const char *const *names, int count)
{
    for (int i = 0; i < count && i < NAMES; i++) {
        size_t length = strlen(recipe->build);

        snprintf(recipe->build + length, sizeof(recipe->build) - length, " %s", names[i]);
    }
}

static bool by_compiler(const struct shelf *shelf, const char *ending, const char *compiler,
                        const char *rest, struct bz_recipe *recipe)
{
    const char *names[NAMES];
    int count = with_ending(shelf, ending, names, NAMES);
    size_t length;

    if (!count)
        return false;
    snprintf(recipe->how, sizeof(recipe->how), "%d %s file%s, compiled; then ./agent", count,
             ending, count == 1 ? "" : "s");
    snprintf(recipe->build, sizeof(recipe->build), "%s -O2 -o agent", compiler);
    add_names(recipe, names, count);
    length = strlen(recipe->build);
    snprintf(recipe->build + length, sizeof(recipe->build) - length, "%s", rest);
    snprintf(recipe->wanted, sizeof(recipe->wanted), "agent");
    set_run(recipe, "./agent");
    return true;
}

static bool by_java(const struct shelf *shelf, struct bz_recipe *recipe)
{
    const char *names[NAMES], *name;
    int all = with_ending(shelf, ".java", names, NAMES), count;

    name = main_file(shelf, ".java", &count);
    if (!name)
        return false;
    snprintf(recipe->how, sizeof(recipe->how), "%.60s, compiled by javac", name);
    snprintf(recipe->build, sizeof(recipe->build), "javac -d .");
    add_names(recipe, names, all);
    snprintf(recipe->spec, sizeof(recipe->spec), "cmd:java -cp . %.*s",
             (int)(strlen(name) - strlen(".java")), name);
    return true;
}

static bool by_interpreter(const struct shelf *shelf, const char *ending, const char *interpreter,
                           struct bz_recipe *recipe)
{
    int count;
    const char *name = main_file(shelf, ending, &count);

    if (!name)
        return false;
    snprintf(recipe->how, sizeof(recipe->how), "%.60s, run by %s", name, interpreter);
    snprintf(recipe->spec, sizeof(recipe->spec), "cmd:%s %s", interpreter, name);
    return true;
}

static bool by_files(const struct shelf *shelf, struct bz_recipe *recipe)
{
    return by_makefile(shelf, recipe) || by_program(shelf, recipe) || by_python(shelf, recipe) ||
           by_compiler(shelf, ".c", "cc", " -lm -pthread", recipe) ||
           by_compiler(shelf, ".cpp", "c++", " -pthread", recipe) || by_java(shelf, recipe) ||
           by_interpreter(shelf, ".js", "node", recipe) ||
           by_interpreter(shelf, ".sh", "sh", recipe);
}

/* --- what somebody says ----------------------------------------------------------------------- */

/* A text of the file; NULL where it is missing. */
static int take_text(const struct bz_source *source, const json_t *config, const char *key,
                     const char **ret_text, struct bz_error *err)
{
    const json_t *value = json_object_get(config, key);

    *ret_text = json_string_value(value);
    if (value && (!*ret_text || strlen(*ret_text) > BZ_RECIPE_LINE - 8 || !**ret_text))
        return bz_source_fail(source, bz_toml_place(source, key, 0), err, BZ_ERROR_UNKNOWN,
                              "%s takes a command", key);
    return BZ_OK;
}

static int take_note(const struct bz_source *source, const json_t *config, struct bz_recipe *recipe,
                     struct bz_error *err)
{
    const char *run, *build;
    int code = take_text(source, config, "run", &run, err);

    if (!code)
        code = take_text(source, config, "build", &build, err);
    if (code)
        return code;
    if (!run)
        return bz_source_fail(source, 0, err, BZ_ERROR_UNKNOWN,
                              "it says nothing of run = \"python3 agent.py\" or the like");
    snprintf(recipe->how, sizeof(recipe->how), "its bazi.toml");
    snprintf(recipe->build, sizeof(recipe->build), "%s", build ? build : "");
    set_run(recipe, run);
    return BZ_OK;
}

/* The author's own word. */
static int by_note(const struct shelf *shelf, struct bz_recipe *recipe, struct bz_error *err)
{
    char path[2 * PATH_MAX];
    struct bz_source source;
    json_t *config;
    int code;

    snprintf(path, sizeof(path), "%s/bazi.toml", shelf->folder);
    if (bz_source_read_as(&source, path, "bazi.toml", NOTE_BYTES, err))
        return BZ_ERROR_UNKNOWN;
    code = bz_toml_parse(&source, &config, err);
    if (code) {
        bz_source_release(&source);
        return BZ_ERROR_UNKNOWN;
    }
    code = take_note(&source, config, recipe, err);
    json_decref(config);
    bz_source_release(&source);
    return code;
}

/* Something that was packed and not unpacked; NULL where there is none. */
static const char *find_archive(const struct shelf *shelf)
{
    static const char *const endings[] = {".zip",     ".tar",    ".tar.gz", ".tgz",
                                          ".tar.bz2", ".tar.xz", ".rar",    ".7z"};

    for (int i = 0; i < shelf->count; i++)
        for (size_t e = 0; e < sizeof(endings) / sizeof(endings[0]); e++) {
            const char *name = shelf->entries[i]->d_name;
            size_t all = strlen(name), length = strlen(endings[e]);

            if (all > length && !strcasecmp(name + all - length, endings[e]) && has(shelf, name))
                return name;
        }
    return NULL;
}

static int give_up(const struct shelf *shelf, struct bz_error *err)
{
    const char *archive = find_archive(shelf);
    int python;

    if (!shelf->count)
        return bz_fail(err, BZ_ERROR_UNKNOWN, "the folder is empty");
    if (!main_file(shelf, ".py", &python) && python > 1)
        return bz_fail(err, BZ_ERROR_UNKNOWN,
                       "%d Python files, and none is called agent.py: which one is run?", python);
    if (archive)
        return bz_fail(err, BZ_ERROR_UNKNOWN,
                       "nothing here can be run before '%s' is unpacked into the folder",
                       bz_quoted(archive, strlen(archive)).text);
    return bz_fail(err, BZ_ERROR_UNKNOWN,
                   "nothing here can be run: there is no bazi.toml, Makefile, agent, agent.py, "
                   "agent.c, Main.java or agent.js");
}

static int find(const struct shelf *shelf, struct bz_recipe *recipe, struct bz_error *err)
{
    const struct bz_recipe_order *order = shelf->order;
    int code = BZ_OK;

    if (order->run) {
        snprintf(recipe->how, sizeof(recipe->how), "as the instructor says");
        set_run(recipe, order->run);
    } else if (has(shelf, "bazi.toml")) {
        code = by_note(shelf, recipe, err);
    } else if (!by_files(shelf, recipe)) {
        code = give_up(shelf, err);
    }
    if (order->build)
        snprintf(recipe->build, sizeof(recipe->build), "%s", order->build);
    return code;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

int bz_recipe_find(const char *folder, const struct bz_recipe_order *order,
                   struct bz_recipe *ret_recipe, struct bz_error *err)
{
    struct shelf shelf = {.folder = folder, .order = order};
    int code;

    memset(ret_recipe, 0, sizeof(*ret_recipe));
    shelf.count = scandir(folder, &shelf.entries, is_visible, alphasort);
    if (shelf.count < 0)
        return bz_fail(err, BZ_ERROR_UNKNOWN, "the folder cannot be read");
    code = find(&shelf, ret_recipe, err);
    for (int i = 0; i < shelf.count; i++)
        free(shelf.entries[i]);
    free(shelf.entries);
    return code;
}
