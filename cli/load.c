/*
 * load.c - from the name of a file to the games in it, one in memory at a time.
 */
#include "load.h"

#include <stdio.h>
#include <string.h>

#include "files/source.h"

static int refuse(const struct invocation *inv, const char *why)
{
    return complain("%s: %s", inv->command->name, why);
}

static bool is_log(const char *path)
{
    size_t length = strlen(path);

    return length > 5 && strcmp(path + length - 5, ".json") == 0;
}

/* The first game that can make something of it; with several, the last complaint counts. */
static int load_log(const struct invocation *inv, const char *path, load_each *each, void *context)
{
    struct bz_error err = {.text = "no game reads logs"};

    for (int i = 0; bz_game_at(i); i++)
        for (const struct bz_import *form = bz_game_at(i)->imports; form && form->name; form++) {
            struct bz_setup setup;
            struct bz_record record;
            int status;

            if (form->read(path, NULL, 0, &setup, &record, &err))
                continue;
            status = each(context, &record);
            bz_record_release(&record);
            bz_setup_release(&setup);
            return status;
        }
    return refuse(inv, err.text);
}

static int load_part(const struct invocation *inv, const struct bz_source *source,
                     const struct bz_record_part *part, load_each *each, void *context)
{
    struct bz_setup setup;
    struct bz_record record;
    struct bz_error err;
    int status;

    if (bz_record_read_part(part, &setup, &record, &err))
        return complain("%s: %s: %s", inv->command->name, source->name, err.text);
    status = each(context, &record);
    bz_record_release(&record);
    bz_setup_release(&setup);
    return status;
}

static int count_games(const struct bz_source *source)
{
    struct bz_record_part part = {.text = NULL};
    int count = 0;

    while (bz_record_part_next(source->text, source->length, &part))
        count++;
    return count;
}

/* `number` is 0 for all. */
static int load_records(const struct invocation *inv, const struct bz_source *source,
                        int64_t number, load_each *each, void *context)
{
    struct bz_record_part part = {.text = NULL};
    int count = count_games(source), status = STATUS_DONE;

    if (number > count)
        return complain("%s: --number: %s holds %d %s", inv->command->name, source->name, count,
                        count == 1 ? "game" : "games");
    if (number && count > 1 && !invocation_has(inv, "number"))
        fprintf(stderr, "game 1 of %d; --number N takes another\n", count);
    for (int i = 1; i <= count && status == STATUS_DONE; i++) {
        bz_record_part_next(source->text, source->length, &part);
        if (!number || number == i)
            status = load_part(inv, source, &part, each, context);
    }
    return status;
}

int load_games(const struct invocation *inv, const char *path, bool all, load_each *each,
               void *context)
{
    struct bz_source source;
    struct bz_error err;
    int64_t number = all ? 0 : 1;
    int status;

    if (invocation_number(inv, "number", 1, INT32_MAX, &number))
        return STATUS_USAGE;
    if (is_log(path))
        return number > 1 ? refuse(inv, "--number: a log holds one game")
                          : load_log(inv, path, each, context);
    if (bz_source_read(&source, path, BZ_RECORDS_TEXT_MAX, &err))
        return refuse(inv, err.text);
    status = load_records(inv, &source, number, each, context);
    bz_source_release(&source);
    return status;
}
