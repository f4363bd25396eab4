/*
 * prepare.c - one submission on its way from a folder of its author's to a player.
 *
 *     PLACE/SLUG/sheet.json   what came out, written last
 *     PLACE/SLUG/files/       what plays
 *     PLACE/SLUG/pen-XXXXXX/  the build, while it runs
 *
 * Whatever its author did wrong ends in a remark; only trouble of our own is an error.
 */
#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sha256.h"
#include "base/tree.h"
#include "bazi/buf.h"
#include "files/json.h"
#include "grade/roster.h"
#include "grade/walk.h"

enum { SHEET_BYTES = 1 << 20, VERSION = 1 };

struct bench {
    const struct bz_workshop *workshop;
    struct bz_submission *submission;
    char source[PATH_MAX];                /* the author's */
    char folder[PATH_MAX], pen[PATH_MAX]; /* ours */
    struct bz_error *err;
};

static int own_trouble(const struct bench *bench, const char *path)
{
    return bz_fail(bench->err, BZ_ERROR_IO, "%s: %s", bz_quoted_path(path).text, strerror(errno));
}

__attribute__((format(printf, 2, 3))) static void set_remark(struct bench *bench,
                                                             const char *format, ...)
{
    struct bz_buf out = BZ_BUF(bench->submission->remark);
    char text[BZ_REMARK_MAX];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    bz_buf_clear(&out);
    bz_buf_escape(&out, text, "");
}

/* --- the sheet -------------------------------------------------------------------------------- */

static json_t *text_or_null(const char *text, size_t length)
{
    json_t *value = json_stringn(text, length);

    return value ? value : json_null();
}

/* The output of a build as UTF-8: what is none becomes a question mark. */
static json_t *output_value(const struct bz_submission *submission)
{
    char *copy = malloc(submission->output_length + 1);
    json_t *value;

    if (!submission->output || !copy) {
        free(copy);
        return json_null();
    }
    memcpy(copy, submission->output, submission->output_length);
    value = json_stringn(copy, submission->output_length);
    for (size_t i = 0; !value && i < submission->output_length; i++)
        if ((unsigned char)copy[i] >= 0x80 || !copy[i])
            copy[i] = '?';
    if (!value)
        value = text_or_null(copy, submission->output_length);
    free(copy);
    return value;
}

static int write_sheet(const struct bench *bench)
{
    const struct bz_submission *made = bench->submission;
    char path[PATH_MAX + 32], fresh[PATH_MAX + 32];
    json_t *sheet =
        json_pack("{s:i, s:s, s:b, s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:o, s:I}", "version",
                  VERSION, "key", made->key, "ready", made->ready, "remark", made->remark, "cause",
                  made->cause, "notice", made->notice, "how", made->recipe.how, "build",
                  made->recipe.build, "spec", made->recipe.spec, "built", made->built, "output",
                  output_value(made), "dropped", (json_int_t)made->output_dropped);
    bool whole;

    snprintf(path, sizeof(path), "%s/sheet.json", bench->folder);
    snprintf(fresh, sizeof(fresh), "%s/sheet.new", bench->folder);
    whole = sheet && !json_dump_file(sheet, fresh, JSON_INDENT(1)) && !rename(fresh, path);
    json_decref(sheet);
    return whole ? BZ_OK : own_trouble(bench, path);
}

static void take_text(const json_t *sheet, const char *key, char *ret_text, size_t size)
{
    const char *text = json_string_value(json_object_get(sheet, key));

    snprintf(ret_text, size, "%s", text ? text : "");
}

static bool take_output(struct bz_submission *made, const json_t *sheet)
{
    const json_t *output = json_object_get(sheet, "output");

    made->output_length = json_string_length(output);
    made->output_dropped = json_integer_value(json_object_get(sheet, "dropped"));
    made->output = made->output_length ? malloc(made->output_length) : NULL;
    if (made->output)
        memcpy(made->output, json_string_value(output), made->output_length);
    return made->output || !made->output_length;
}

/* Whether the same files were prepared before; then the sheet says how it went. */
static bool read_sheet(struct bench *bench)
{
    struct bz_submission *made = bench->submission;
    char path[PATH_MAX + 32], key[sizeof(made->key)];
    struct bz_source source;
    json_t *sheet = NULL;
    bool same = false;

    snprintf(path, sizeof(path), "%s/sheet.json", bench->folder);
    if (bz_source_read(&source, path, SHEET_BYTES, NULL))
        return false;
    if (!bz_json_parse(&source, &sheet, NULL)) {
        take_text(sheet, "key", key, sizeof(key));
        same = !strcmp(key, made->key) &&
               json_integer_value(json_object_get(sheet, "version")) == VERSION;
    }
    bz_source_release(&source);
    if (same) {
        take_text(sheet, "remark", made->remark, sizeof(made->remark));
        take_text(sheet, "cause", made->cause, sizeof(made->cause));
        take_text(sheet, "notice", made->notice, sizeof(made->notice));
        take_text(sheet, "how", made->recipe.how, sizeof(made->recipe.how));
        take_text(sheet, "build", made->recipe.build, sizeof(made->recipe.build));
        take_text(sheet, "spec", made->recipe.spec, sizeof(made->recipe.spec));
        made->ready = json_is_true(json_object_get(sheet, "ready"));
        made->built = json_is_true(json_object_get(sheet, "built"));
        same = take_output(made, sheet);
    }
    json_decref(sheet);
    return same;
}

/* --- steps ------------------------------------------------------------------------------------ */

/* What the result depends on. False where the files cannot be used; the remark says why. */
static bool identify(struct bench *bench)
{
    const struct bz_workshop *workshop = bench->workshop;
    char all[2 * BZ_RECIPE_LINE + 256], digest[BZ_SHA256_TEXT];
    struct stat info;
    struct bz_error why;

    snprintf(bench->source, sizeof(bench->source), "%.2000s/%.1000s", workshop->folder,
             bench->submission->name);
    if (lstat(bench->source, &info) || !S_ISDIR(info.st_mode)) {
        set_remark(bench, "the submission is a link, which is not followed, and no folder");
        return false;
    }
    bz_walk_enter(bench->source);
    if (bz_walk_digest(bench->source, digest, &why)) {
        set_remark(bench, "its files cannot be used: %s", why.text);
        return false;
    }
    snprintf(all, sizeof(all), "%s\n%s\n%.4000s\n%.4000s\n%d\n", digest, workshop->order.game->name,
             workshop->order.run ? workshop->order.run : "",
             workshop->order.build ? workshop->order.build : "", workshop->build_seconds);
    bz_sha256(all, strlen(all), bench->submission->key);
    return true;
}

static void notice_left(struct bench *bench, const struct bz_walk *walk)
{
    if (walk->left)
        snprintf(bench->submission->notice, sizeof(bench->submission->notice),
                 "%d left out, because only ordinary files and folders are taken, no links: '%s'%s",
                 walk->left, walk->first_left, walk->left > 1 ? " and others" : "");
}

/* A copy of the files, which a build may change. */
static int open_pen(struct bench *bench, bool *ret_usable)
{
    char files[PATH_MAX + 8];
    struct bz_walk walk;
    struct bz_error why;
    int code;

    snprintf(bench->pen, sizeof(bench->pen), "%.3000s/pen-XXXXXX", bench->folder);
    if (!mkdtemp(bench->pen) || chmod(bench->pen, 0777))
        return own_trouble(bench, bench->pen);
    snprintf(files, sizeof(files), "%s/src", bench->pen);
    code = bz_walk_copy(bench->source, files, true, &walk, &why);
    if (code == BZ_ERROR_BUSY)
        return bz_fail(bench->err, code, "%s", why.text);
    if (code)
        set_remark(bench, "its files cannot be used: %s", why.text);
    else if (!walk.files && !walk.left)
        set_remark(bench, "the folder is empty: nothing was handed in");
    else if (!walk.files)
        set_remark(bench, "nothing was handed in but links ('%s'), which are not followed",
                   walk.first_left);
    *ret_usable = !code && walk.files;
    if (*ret_usable)
        notice_left(bench, &walk);
    return BZ_OK;
}

static int keep_output(struct bench *bench, const struct bz_build *build)
{
    struct bz_submission *made = bench->submission;

    made->output_length = (size_t)build->length;
    made->output_dropped = build->dropped;
    made->output = build->length ? malloc(made->output_length) : NULL;
    if (build->length && !made->output)
        return bz_fail(bench->err, BZ_ERROR_MEMORY, "not enough memory for a build's output");
    if (build->length)
        memcpy(made->output, build->output, made->output_length);
    return BZ_OK;
}

static int judge_build(struct bench *bench, const struct bz_build *build, bool *ret_usable)
{
    struct bz_submission *made = bench->submission;
    int code = keep_output(bench, build);

    made->built = true;
    *ret_usable = build->good;
    if (build->good)
        return code;
    if (build->ended)
        bz_build_cause(build->output, (size_t)build->length, made->cause, sizeof(made->cause));
    set_remark(bench, "it does not build: '%.100s' %s%s%s%.300s", made->recipe.build,
               build->ended ? "ended with " : "failed: ", build->fate, made->cause[0] ? ": " : "",
               made->cause);
    return code;
}

static int build(struct bench *bench, bool *ret_usable)
{
    const struct bz_workshop *workshop = bench->workshop;
    struct bz_build_order order = {.pen = bench->pen,
                                   .line = bench->submission->recipe.build,
                                   .seconds = workshop->build_seconds,
                                   .unsafe_ok = workshop->unsafe_ok,
                                   .stop = workshop->stop};
    struct bz_build *result;
    int code;

    if (!bench->submission->recipe.build[0])
        return BZ_OK;
    result = malloc(sizeof(*result));
    if (!result)
        return bz_fail(bench->err, BZ_ERROR_MEMORY, "not enough memory for a build");
    code = bz_build_run(&order, result, bench->err);
    if (!code)
        code = judge_build(bench, result, ret_usable);
    free(result);
    return code;
}

/* What the build left of a program, if it is one. A stranger may have put anything there. */
static bool has_result(struct bench *bench)
{
    const char *wanted = bench->submission->recipe.wanted;
    char path[PATH_MAX + 300];
    struct stat info;

    snprintf(path, sizeof(path), "%s/src", bench->pen);
    if (lstat(path, &info) || !S_ISDIR(info.st_mode)) {
        set_remark(bench, "the build took away the folder it was run in");
        return false;
    }
    snprintf(path, sizeof(path), "%s/src/%s", bench->pen, wanted);
    if (!*wanted || (!lstat(path, &info) && S_ISREG(info.st_mode) && (info.st_mode & 0111)))
        return true;
    set_remark(bench, "the build left no program '%s' behind (%s)", wanted,
               bench->submission->recipe.how);
    return false;
}

/* The built files, out of reach of whoever built them. */
static int collect(struct bench *bench, bool *ret_usable)
{
    char path[PATH_MAX + 8];
    struct bz_walk walk;
    struct bz_error why;
    int code;

    *ret_usable = has_result(bench);
    if (!*ret_usable)
        return BZ_OK;
    snprintf(path, sizeof(path), "%s/src", bench->pen);
    code = bz_walk_copy(path, bench->submission->home, false, &walk, &why);
    if (code == BZ_ERROR_BUSY)
        return bz_fail(bench->err, code, "%s", why.text);
    *ret_usable = !code && walk.files;
    if (code)
        set_remark(bench, "what the build left behind cannot be used: %s", why.text);
    else if (!walk.files)
        set_remark(bench, "the build left no files behind");
    return BZ_OK;
}

static int make(struct bench *bench)
{
    struct bz_submission *made = bench->submission;
    char files[PATH_MAX + 8];
    struct bz_error why;
    bool usable = false;
    int code = open_pen(bench, &usable);

    snprintf(files, sizeof(files), "%s/src", bench->pen);
    if (!code && usable && bz_recipe_find(files, &bench->workshop->order, &made->recipe, &why)) {
        set_remark(bench, "%s", why.text);
        usable = false;
    }
    if (!code && usable)
        code = build(bench, &usable);
    if (!code && usable)
        code = collect(bench, &usable);
    made->ready = !code && usable;
    bz_tree_remove(bench->pen);
    return code;
}

int bz_roster_prepare(const struct bz_workshop *workshop, struct bz_submission *submission,
                      bool *ret_fresh, struct bz_error *err)
{
    struct bench bench = {.workshop = workshop, .submission = submission, .err = err};
    int code;

    snprintf(bench.folder, sizeof(bench.folder), "%.3000s/%s", workshop->place, submission->slug);
    snprintf(submission->home, sizeof(submission->home), "%.3900s/files", bench.folder);
    *ret_fresh = !identify(&bench);
    if (*ret_fresh || read_sheet(&bench))
        return BZ_OK;
    *ret_fresh = true;
    bz_tree_remove(bench.folder);
    if (mkdir(bench.folder, 0755))
        return own_trouble(&bench, bench.folder);
    code = make(&bench);
    return code ? code : write_sheet(&bench);
}
