/*
 * golden.c - golden files are part of the tests: whatever is wrong with one ends the program.
 */
#include "golden.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static void bail_out(const char *what, const char *where)
{
    printf("Bail out! golden file: %s: %s\n", where, what);
    exit(1);
}

json_t *golden_load(const char *name)
{
    json_error_t error;
    json_t *root = json_load_file(check_path(name), JSON_REJECT_DUPLICATES, &error);

    if (!root)
        bail_out(error.text, name);
    return root;
}

json_t *golden_get(json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);

    if (!value)
        bail_out("no such member", key);
    return value;
}

int golden_int(json_t *object, const char *key)
{
    json_t *value = golden_get(object, key);

    if (!json_is_integer(value))
        bail_out("not a number", key);
    return (int)json_integer_value(value);
}

const char *golden_text(json_t *object, const char *key)
{
    json_t *value = golden_get(object, key);

    if (!json_is_string(value))
        bail_out("not a text", key);
    return json_string_value(value);
}

void golden_board(json_t *rows, const char *side, struct oracle *ret_oracle)
{
    char drawing[ORACLE_TEXT_MAX] = "";
    struct bz_buf out = BZ_BUF(drawing);

    for (size_t i = 0; i < json_array_size(rows); i++)
        bz_buf_add(&out, "%s/", json_string_value(json_array_get(rows, i)));
    if (out.full || !oracle_draw(ret_oracle, drawing, side[0] == 'B' ? ORACLE_BLACK : ORACLE_WHITE))
        bail_out("not a board", drawing);
}

struct oracle_move golden_move(json_t *numbers)
{
    int8_t cell[4];

    if (json_array_size(numbers) != 4)
        bail_out("not a move", "four numbers wanted");
    for (size_t i = 0; i < 4; i++)
        cell[i] = (int8_t)json_integer_value(json_array_get(numbers, i));
    return (struct oracle_move){cell[0], cell[1], cell[2], cell[3]};
}
