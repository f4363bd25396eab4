/*
 * cmd_import.c - `bazi import`: a record from a form that other programs write.
 */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "play/save.h"

/* NULL, with a complaint that lists what exists. */
static const struct bz_import *find_format(const char *name)
{
    char names[200] = "";
    struct bz_buf list = BZ_BUF(names);

    for (int i = 0; bz_game_at(i); i++)
        for (const struct bz_import *form = bz_game_at(i)->imports; form && form->name; form++) {
            if (strcmp(form->name, name) == 0)
                return form;
            bz_buf_add(&list, "%s%s (%s)", list.length ? ", " : "", form->name, form->brief);
        }
    complain("import: no form '%s'; there are: %s", bz_quoted(name, strlen(name)).text, names);
    return NULL;
}

int cmd_import(const struct invocation *inv)
{
    const struct bz_import *form = find_format(invocation_operand(inv, 0));
    const char *assignments[FLAGS_MAX], *out = invocation_value(inv, "out");
    int count = invocation_values(inv, "option", assignments), code;
    struct bz_setup setup;
    struct bz_record record;
    struct bz_error err;

    if (!form)
        return STATUS_USAGE;
    if (form->read(invocation_operand(inv, 1), assignments, count, &setup, &record, &err))
        return complain("import: %s", err.text);
    code = out ? save_write(&record, out, &err) : bz_record_write(&record, stdout, &err);
    if (code)
        complain("import: %s", err.text);
    bz_record_release(&record);
    bz_setup_release(&setup);
    return code ? STATUS_BAD : STATUS_DONE;
}
