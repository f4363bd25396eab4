/*
 * advise.c - `best` by the table: every action with its chance, nothing searched.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/kept.h"
#include "bazi/engine.h"
#include "perfect.h"
#include "table.h"

enum { PATH_LONGEST = 4096 };

struct advice {
    const struct bz_setup *setup;
    struct table *table;
    struct endurance endurance;
};

bool monopoly_table_path(const struct bz_setup *setup, char *ret_path, size_t size)
{
    const char *name = bz_setup_value(setup, "table")->text;

    if (strcmp(name, "none") == 0)
        return false;
    if (strcmp(name, "auto") == 0)
        return monopoly_table_default_path(setup->world, ret_path, size);
    return bz_kept_path(name, ret_path, size) || snprintf(ret_path, size, "%s", name) < (int)size;
}

static void close_advice(void *state)
{
    struct advice *advice = state;

    if (!advice)
        return;
    monopoly_table_close(advice->table);
    monopoly_endurance_release(&advice->endurance);
    free(advice);
}

static int open_table(const struct bz_setup *setup, const char *path, struct advice **ret_advice,
                      struct bz_error *err)
{
    const struct monopoly_board *board = setup->world;
    struct advice *advice = calloc(1, sizeof(*advice));
    int code = advice ? monopoly_table_open(path, board, &advice->table, err)
                      : bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a table");

    if (!code) {
        const struct table_header *header = monopoly_table_header(advice->table);

        advice->setup = setup;
        code = monopoly_endurance_init(&advice->endurance, board, header->wealth * header->unit,
                                       board->cap, err);
    }
    if (code)
        close_advice(advice);
    else
        *ret_advice = advice;
    return code;
}

/* A table that cannot be used is an error where it was named. Elsewhere it is as good as none, and
 * the hint says why. */
static int open_advice(const struct bz_setup *setup, int megabytes, int threads, void **ret_state,
                       struct bz_error *err)
{
    bool named = strcmp(bz_setup_value(setup, "table")->text, "auto") != 0;
    struct advice *advice = NULL;
    char path[PATH_LONGEST];
    int code;

    (void)megabytes;
    (void)threads;
    if (!monopoly_table_path(setup, path, sizeof(path)))
        return BZ_OK;
    code = open_table(setup, path, &advice, named ? err : NULL);
    if (!code)
        *ret_state = advice;
    return named ? code : BZ_OK;
}

void monopoly_hint(const struct bz_setup *setup, struct bz_buf *out)
{
    char path[PATH_LONGEST];
    struct table *table;
    struct bz_error err;

    if (monopoly_solver.fits(setup, NULL))
        return;
    if (!monopoly_table_path(setup, path, sizeof(path)) || access(path, F_OK) != 0) {
        bz_buf_add(out, "There is no table of this board, so the computer searches; `bazi solve "
                        "monopoly` makes one, once, for exact answers.");
    } else if (monopoly_table_open(path, setup->world, &table, &err)) {
        bz_buf_add(out, "The computer searches, for its table is of no use: %s.", err.text);
    } else {
        monopoly_table_close(table);
    }
}

/* The chance of the player who acts, if he makes this move. */
static bool judge(struct advice *advice, const struct monopoly *pos, bz_move move,
                  double *ret_chance)
{
    const struct bz_rules *rules = advice->setup->rules;
    struct monopoly child = *pos;
    int result[SEATS];
    double chance;

    rules->play(&child, move);
    if (child.phase == OVER) {
        rules->result(&child, result);
        *ret_chance = (1 + result[pos->turn]) / 2.0;
        return true;
    }
    if (!monopoly_table_chance(advice->table, &child, &chance))
        return false;
    *ret_chance = 1 - chance;
    return true;
}

/* The moves, the best first, with their chances. */
struct options {
    int count;
    bz_move move[ACTIONS];
    double chance[ACTIONS];
};

static bool weigh(struct advice *advice, const struct monopoly *pos, struct options *ret_options)
{
    bz_move moves[ACTIONS];
    int count = monopoly_menu(pos, moves);
    bool deals = true;

    if (count > 1 && !monopoly_table_decision(advice->table, pos, &deals))
        return false;
    ret_options->count = count;
    for (int i = 0; i < count; i++) {
        int rank = deals ? i : count - 1 - i;

        ret_options->move[rank] = moves[i];
        if (!judge(advice, pos, moves[i], &ret_options->chance[rank]))
            return false;
    }
    /* The decision is that of the exact values; rounding must not seem to say otherwise. */
    if (count > 1 && ret_options->chance[1] > ret_options->chance[0])
        ret_options->chance[1] = ret_options->chance[0];
    return true;
}

static bool advise(void *state, const void *at, const struct bz_limits *limits, int lines,
                   const struct bz_listener *listener, struct bz_answer *ret_answer)
{
    struct advice *advice = state;
    const struct monopoly *pos = at;
    int64_t start = bz_clock_micros();
    struct options options;

    (void)limits;
    if (!monopoly_endurance_is_ample(&advice->endurance, pos) || !weigh(advice, pos, &options))
        return false;
    for (int i = 0; i < options.count; i++) {
        struct bz_info info = {
            .rank = i + 1,
            .depth = 1,
            .value = options.chance[i],
            .exact = true,
            .is_chance = true,
            .nodes = (uint64_t)options.count,
            .micros = bz_clock_micros() - start,
            .pv_length = 1,
            .pv = {options.move[i]},
        };

        if (i == 0) {
            ret_answer->move = options.move[0];
            ret_answer->info = info;
        }
        if (i < lines && listener && listener->info)
            listener->info(listener->context, &info);
    }
    return true;
}

const struct bz_adviser monopoly_adviser = {
    .open = open_advice,
    .close = close_advice,
    .advise = advise,
};
