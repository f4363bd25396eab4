/*
 * invocation.c - what the commands ask of a parsed command line.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/processors.h"
#include "command.h"

const char *invocation_operand(const struct invocation *inv, int index)
{
    return index < inv->operand_count ? inv->operands[index] : NULL;
}

bool invocation_knows(const struct invocation *inv, const char *name)
{
    for (const struct flag *flag = inv->command->flags; flag->name; flag++)
        if (strcmp(flag->name, name) == 0)
            return true;
    return false;
}

/* The place of the last flag of that name, or -1. */
static int find(const struct invocation *inv, const char *name)
{
    assert(invocation_knows(inv, name));
    for (int i = inv->flag_count - 1; i >= 0; i--)
        if (strcmp(inv->flags[i]->name, name) == 0)
            return i;
    return -1;
}

bool invocation_has(const struct invocation *inv, const char *name)
{
    return find(inv, name) >= 0;
}

const char *invocation_value(const struct invocation *inv, const char *name)
{
    int place = find(inv, name);

    return place < 0 ? NULL : inv->values[place];
}

int invocation_values(const struct invocation *inv, const char *name, const char **ret_values)
{
    int count = 0;

    for (int i = 0; i < inv->flag_count; i++)
        if (strcmp(inv->flags[i]->name, name) == 0)
            ret_values[count++] = inv->values[i];
    return count;
}

int invocation_number(const struct invocation *inv, const char *name, int64_t min, int64_t max,
                      int64_t *ret_number)
{
    const char *text = invocation_value(inv, name);
    char what[40];
    struct bz_buf buf = BZ_BUF(what);
    struct bz_error err;

    if (!text)
        return STATUS_DONE;
    bz_buf_add(&buf, "--%s", name);
    if (bz_parse_integer(text, strlen(text), min, max, what, ret_number, &err))
        return complain("%s", err.text);
    return STATUS_DONE;
}

int invocation_real(const struct invocation *inv, const char *name, double min, double max,
                    double *ret_number)
{
    const char *text = invocation_value(inv, name);
    double number;
    char *end;

    if (!text)
        return STATUS_DONE;
    number = strtod(text, &end);
    if (end == text || *end || !(number >= min && number <= max))
        return complain("--%s takes a number from %g to %g, not '%s'", name, min, max,
                        bz_quoted(text, strlen(text)).text);
    *ret_number = number;
    return STATUS_DONE;
}

int invocation_threads(const struct invocation *inv, int *ret_threads)
{
    int64_t threads = inv->cluster ? 1 : bz_processors(BZ_THREADS_MAX);
    int status = invocation_number(inv, "threads", 1, BZ_THREADS_MAX, &threads);

    *ret_threads = (int)threads;
    return status;
}

int invocation_setup(const struct invocation *inv, const char *game, struct bz_setup *ret_setup,
                     union bz_pos *ret_pos)
{
    const char *assignments[FLAGS_MAX], *fen;
    struct bz_error err;
    const struct bz_game *found = invocation_game(inv, game);
    int count;

    if (!found)
        return STATUS_USAGE;
    count = invocation_values(inv, "option", assignments);
    if (bz_setup_init(ret_setup, found, assignments, count, &err))
        return complain("%s", err.text);
    fen = invocation_knows(inv, "fen") ? invocation_value(inv, "fen") : NULL;
    if (!fen) {
        bz_start(ret_setup, ret_pos);
    } else if (bz_parse(ret_setup, fen, strlen(fen), ret_pos, &err)) {
        bz_setup_release(ret_setup);
        return complain("%s", err.text);
    }
    return STATUS_DONE;
}
