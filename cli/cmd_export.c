/*
 * cmd_export.c - `bazi export`: recorded games as JSON, or in a form that tools for the game read.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "load.h"
#include "text/record_json.h"

#define JSON "json" /* of every game, and of all games in a file */

struct order {
    const char *format, *path; /* the path is NULL for standard output */
    bool fens;
    FILE *out; /* opened when the first game is there */
};

/* NULL, with a complaint that lists what exists. */
static const struct bz_export *find_format(const struct bz_game *game, const char *name)
{
    char names[200] = JSON;
    struct bz_buf list = BZ_BUF(names);

    list.length = strlen(names);
    for (const struct bz_export *format = game->exports; format && format->name; format++) {
        if (strcmp(format->name, name) == 0)
            return format;
        bz_buf_add(&list, ", %s", format->name);
    }
    complain("export: %s has no form '%s'; there are: %s", game->name,
             bz_quoted(name, strlen(name)).text, names);
    return NULL;
}

static int refuse_path(const struct order *order)
{
    return complain("export: %s: cannot be written: %s",
                    order->path ? bz_quoted_path(order->path).text : "standard output",
                    strerror(errno));
}

static int write_game(void *context, const struct bz_record *record)
{
    struct order *order = context;
    bool as_json = strcmp(order->format, JSON) == 0;
    const struct bz_export *format =
        as_json ? NULL : find_format(record->setup->game, order->format);
    struct bz_error err;

    if (!as_json && !format)
        return STATUS_USAGE;
    if (!order->out)
        order->out = order->path ? fopen(order->path, "w") : stdout;
    if (!order->out)
        return refuse_path(order);
    if (!as_json)
        return format->write(record, order->out, &err) ? complain("export: %s", err.text)
                                                       : STATUS_DONE;
    record_json(record, order->fens, order->out);
    return ferror(order->out) ? refuse_path(order) : STATUS_DONE;
}

int cmd_export(const struct invocation *inv)
{
    struct order order = {.format = invocation_operand(inv, 0),
                          .path = invocation_value(inv, "out"),
                          .fens = invocation_has(inv, "fens")};
    bool as_json = strcmp(order.format, JSON) == 0;
    int status;

    if (order.fens && !as_json)
        return complain("export: --fens goes with " JSON);
    status = load_games(inv, invocation_operand(inv, 1), as_json, write_game, &order);
    if (order.path && order.out && fclose(order.out) && status == STATUS_DONE)
        return refuse_path(&order);
    return status;
}
