/*
 * gamelog.c - logs of the course's server for Diamonds, written and read back.
 */
#include "gamelog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

char *gamelog_of(const struct bz_record *record)
{
    const struct bz_export *form = record->setup->game->exports;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    struct bz_error err;

    while (strcmp(form->name, "gamelog") != 0)
        form++;
    assert_non_null(out);
    if (form->write(record, out, &err))
        fail_msg("%s", err.text);
    assert_int_equal(fclose(out), 0);
    return text;
}

int gamelog_read(const char *text, const char *options, struct bz_setup *ret_setup,
                 struct bz_record *ret_record, struct bz_error *err)
{
    const struct bz_import *form = bz_game_find("diamonds", NULL)->imports;
    char path[] = "/tmp/bazi-log-XXXXXX", line[200];
    const char *assignments[8];
    int count = 0, code;
    FILE *file = fdopen(mkstemp(path), "w");

    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    snprintf(line, sizeof(line), "%s", options);
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " "))
        assignments[count++] = word;
    code = form->read(path, assignments, count, ret_setup, ret_record, err);
    unlink(path);
    return code;
}

void gamelog_round_trip(const struct bz_record *record, const char *options)
{
    char *text = gamelog_of(record), *again;
    struct bz_setup setup;
    struct bz_record read;
    struct bz_error err;

    if (gamelog_read(text, options, &setup, &read, &err))
        fail_msg("%s\n%.3000s", err.text, text);
    again = gamelog_of(&read);
    assert_string_equal(again, text);
    assert_string_equal(bz_record_result(&read), bz_record_result(record));
    free(again);
    free(text);
    bz_record_release(&read);
    bz_setup_release(&setup);
}
