/*
 * advise.c - `best` by the table: every action with its chance, nothing searched.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/kept.h"
#include "bazi/engine.h"
#include "outlook.h"
#include "perfect.h"

enum { PATH_LONGEST = 4096 };

struct advice {
    const struct bz_setup *setup;
    struct table *table;
    struct outlook *outlook;
    struct endurance endurance;
    char path[PATH_LONGEST]; /* of the table */
    bool told;               /* that it is damaged */
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
    monopoly_outlook_free(advice->outlook);
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
        advice->outlook = monopoly_outlook_new(setup);
        if (!advice->outlook)
            code = bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a table");
    }
    if (!code) {
        const struct table_header *header = monopoly_table_header(advice->table);

        advice->setup = setup;
        snprintf(advice->path, sizeof(advice->path), "%s", path);
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

/* What is asked of the table at a time. */
struct inquiry {
    struct advice *advice;
    int refine; /* from so many positions, 0: the table's own value */
    struct bz_deadline deadline;
    double rough; /* how far an answer may be off */
};

static bool ask(struct inquiry *inquiry, const struct monopoly *pos, double *ret_chance)
{
    struct advice *advice = inquiry->advice;
    double rough = 0.5 / BLOCK_ONE;
    bool known = inquiry->refine
                     ? monopoly_outlook_chance(advice->outlook, advice->table, pos, inquiry->refine,
                                               &inquiry->deadline, ret_chance, &rough)
                     : monopoly_table_chance(advice->table, pos, ret_chance);

    inquiry->rough = fmax(inquiry->rough, rough);
    return known;
}

/* The chance of the player who acts, if he makes this move. */
static bool judge(struct inquiry *inquiry, const struct monopoly *pos, bz_move move,
                  double *ret_chance)
{
    const struct bz_rules *rules = inquiry->advice->setup->rules;
    struct monopoly child = *pos;
    int result[SEATS];
    double chance;

    rules->play(&child, move);
    if (child.phase == OVER) {
        rules->result(&child, result);
        *ret_chance = (1 + result[pos->turn]) / 2.0;
        return true;
    }
    if (!ask(inquiry, &child, &chance))
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

static bool weigh(struct inquiry *inquiry, const struct monopoly *pos, struct options *ret_options)
{
    bz_move moves[ACTIONS];
    int count = monopoly_menu(pos, moves);
    bool deals = true;

    if (count > 1 && !monopoly_table_decision(inquiry->advice->table, pos, &deals))
        return false;
    ret_options->count = count;
    for (int i = 0; i < count; i++) {
        int rank = deals ? i : count - 1 - i;

        ret_options->move[rank] = moves[i];
        if (!judge(inquiry, pos, moves[i], &ret_options->chance[rank]))
            return false;
    }
    /* The decision is that of the exact values; rounding must not seem to say otherwise. */
    if (count > 1 && ret_options->chance[1] > ret_options->chance[0])
        ret_options->chance[1] = ret_options->chance[0];
    return true;
}

/* How many digits of a chance mean something: the last one may be off by one. */
static int decimals(double rough)
{
    int digits = 6;

    while (digits > 0 && rough > 1e-6) {
        rough /= 10;
        digits--;
    }
    return digits;
}

/* That a record turned out to be damaged, once. */
static void complain(struct advice *advice, struct bz_answer *ret_answer)
{
    if (!monopoly_table_is_damaged(advice->table) || advice->told)
        return;
    advice->told = true;
    bz_fail(&ret_answer->trouble, BZ_ERROR_SYNTAX,
            "table %s: a part of it is damaged, so the computer searches where it is needed; solve "
            "the board anew",
            bz_quoted_path(advice->path).text);
}

static bool advise(void *state, const void *at, const struct bz_limits *limits, int lines,
                   const struct bz_listener *listener, struct bz_answer *ret_answer)
{
    struct advice *advice = state;
    const struct monopoly *pos = at;
    int64_t start = bz_clock_micros();
    struct inquiry inquiry = {
        .advice = advice, .refine = limits->refine, .deadline = bz_deadline_of(limits, pos->turn)};
    struct options options;

    if (!monopoly_endurance_is_ample(&advice->endurance, pos))
        return false;
    if (!weigh(&inquiry, pos, &options)) {
        complain(advice, ret_answer);
        return false;
    }
    for (int i = 0; i < options.count; i++) {
        struct bz_info info = {
            .rank = i + 1,
            .depth = 1,
            .value = options.chance[i],
            .exact = true,
            .decimals = decimals(inquiry.rough),
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
