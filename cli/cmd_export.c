/*
 * cmd_export.c - `bazi export`: a recorded game in the form that tools for that game read.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "play/save.h"

/* NULL, with a complaint that lists what exists. */
static const struct bz_export *find_format(const struct bz_game *game, const char *name)
{
    char names[200] = "";
    struct bz_buf list = BZ_BUF(names);

    for (const struct bz_export *format = game->exports; format && format->name; format++) {
        if (strcmp(format->name, name) == 0)
            return format;
        bz_buf_add(&list, "%s%s", list.length ? ", " : "", format->name);
    }
    if (list.length)
        complain("export: %s has no form '%s'; there are: %s", game->name,
                 bz_quoted(name, strlen(name)).text, names);
    else
        complain("export: %s has no other form than its record", game->name);
    return NULL;
}

static int write_to(const struct bz_export *format, const struct bz_record *record,
                    const char *path)
{
    struct bz_error err;
    FILE *out = path ? fopen(path, "w") : stdout;
    int code;

    if (!out)
        return complain("export: %s: cannot be written: %s", bz_quoted_path(path).text,
                        strerror(errno));
    code = format->write(record, out, &err);
    if (path && fclose(out) && !code)
        return complain("export: %s: cannot be written: %s", bz_quoted_path(path).text,
                        strerror(errno));
    return code ? complain("export: %s", err.text) : STATUS_DONE;
}

int cmd_export(const struct invocation *inv)
{
    const struct bz_export *format;
    struct bz_setup setup;
    struct bz_record record;
    struct bz_error err;
    int status = STATUS_USAGE;

    if (save_read(invocation_operand(inv, 1), &setup, &record, &err))
        return complain("export: %s", err.text);
    format = find_format(setup.game, invocation_operand(inv, 0));
    if (format)
        status = write_to(format, &record, invocation_value(inv, "out"));
    bz_record_release(&record);
    bz_setup_release(&setup);
    return status;
}
