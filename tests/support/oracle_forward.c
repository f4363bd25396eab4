/*
 * oracle_forward.c - one group of positions after the other, each until nothing is left in it.
 */
#include "oracle_forward.h"

#include <stdlib.h>
#include <string.h>

enum { THROWS = 11, WON = -1, LOST = -2 };

struct group {
    int wealth, code, row; /* of one division of cash and places */
    double *mass;          /* NULL while nobody has been here */
};

/* Where a throw from a position leads, whatever is chosen there. */
struct step {
    struct group *group; /* NULL at the end of the game */
    int index;           /* or WON, LOST */
};

struct run {
    const struct bz_setup *setup;
    const struct monopoly_board *board;
    int unit, codes, wealth;
    int power[SQUARES_MAX];
    double least, chance[THROWS];
    int throws;
    struct group *groups; /* by wealth, then code */
    forward_choice *choice;
    void *context;
    struct forward *sum;
};

static int estate_of(const struct run *run, int code)
{
    int sum = 0;

    for (int i = 0; i < run->board->squares; i++)
        if (run->power[i] && code / run->power[i] % 3)
            sum += run->board->price[i] / run->unit;
    return sum;
}

static struct group *group_of(const struct run *run, const struct monopoly *pos)
{
    int wealth = (monopoly_wealth(pos, 0) + monopoly_wealth(pos, 1)) / run->unit, code = 0;
    struct group *group;

    for (int i = 0; i < run->board->squares; i++)
        code += run->power[i] * pos->owner[i];
    group = &run->groups[(size_t)wealth * (size_t)run->codes + (size_t)code];
    if (!group->mass) {
        group->wealth = wealth;
        group->code = code;
        group->row = wealth - estate_of(run, code) + 1;
        group->mass = calloc((size_t)(2 * run->board->squares * run->board->squares * group->row),
                             sizeof(*group->mass));
    }
    return group;
}

static int index_of(const struct run *run, const struct group *group, const struct monopoly *pos)
{
    int n = run->board->squares;

    return ((pos->turn * n + pos->place[0]) * n + pos->place[1]) * group->row +
           pos->cash[0] / run->unit;
}

static void position_of(const struct run *run, const struct group *group, int index,
                        struct monopoly *ret_pos)
{
    int n = run->board->squares, cash = index % group->row, places = index / group->row;
    int code = group->code, total = group->wealth - estate_of(run, code);

    memset(ret_pos, 0, sizeof(*ret_pos));
    ret_pos->board = run->board;
    ret_pos->turn = (uint8_t)(places / n / n);
    ret_pos->place[0] = (uint8_t)(places / n % n);
    ret_pos->place[1] = (uint8_t)(places % n);
    ret_pos->cash[0] = cash * run->unit;
    ret_pos->cash[1] = (total - cash) * run->unit;
    for (int i = 0; i < n; i++)
        ret_pos->owner[i] = (uint8_t)(run->power[i] ? code / run->power[i] % 3 : 0);
}

/* All steps from a position, by the rules. */
static void find_steps(const struct run *run, const struct group *group, int index,
                       struct step *ret_steps)
{
    const struct bz_rules *rules = run->setup->rules;
    bz_move throws[THROWS], moves[4];
    struct monopoly pos;

    position_of(run, group, index, &pos);
    rules->moves(&pos, throws);
    for (int i = 0; i < run->throws; i++) {
        struct monopoly there = pos;
        int count, result[2];

        rules->play(&there, throws[i]);
        count = rules->moves(&there, moves);
        rules->play(&there, moves[count > 1 ? run->choice(run->context, &there, moves) : 0]);
        if (there.phase == OVER) {
            rules->result(&there, result);
            ret_steps[i] = (struct step){NULL, result[0] > 0 ? WON : LOST};
        } else {
            there.turns = 0;
            ret_steps[i].group = group_of(run, &there);
            ret_steps[i].index = index_of(run, ret_steps[i].group, &there);
        }
    }
}

static void take_step(struct run *run, const struct step *step, double mass)
{
    if (step->group)
        step->group->mass[step->index] += mass;
    else if (step->index == WON)
        run->sum->wins += mass;
    else
        run->sum->losses += mass;
}

/* Moves everything that is in the group once; whether anything is left to do. */
static bool pass(struct run *run, struct group *group, struct step *steps, bool *known, int size)
{
    bool moved = false;

    for (int i = 0; i < size; i++) {
        double mass = group->mass[i];

        if (mass == 0)
            continue;
        group->mass[i] = 0;
        if (mass < run->least) {
            run->sum->lost += mass;
            continue;
        }
        moved = true;
        if (!known[i]) {
            find_steps(run, group, i, &steps[i * run->throws]);
            known[i] = true;
            run->sum->positions++;
        }
        for (int k = 0; k < run->throws; k++)
            take_step(run, &steps[i * run->throws + k], mass * run->chance[k]);
    }
    return moved;
}

static void empty(struct run *run, struct group *group)
{
    int size = 2 * run->board->squares * run->board->squares * group->row;
    struct step *steps = malloc((size_t)size * (size_t)run->throws * sizeof(*steps));
    bool *known = calloc((size_t)size, sizeof(*known));

    while (pass(run, group, steps, known, size))
        ;
    free(steps);
    free(known);
    free(group->mass);
    group->mass = NULL;
}

static int count_owned(int code)
{
    int owned = 0;

    for (; code; code /= 3)
        owned += code % 3 != 0;
    return owned;
}

static void set_out(struct run *run)
{
    bz_move throws[THROWS];
    uint32_t weights[THROWS];
    double total = 0;
    union bz_pos start;
    struct group *group;

    bz_start(run->setup, &start);
    run->throws = run->setup->rules->deal(&start, throws, weights);
    for (int i = 0; i < run->throws; i++)
        total += weights[i];
    for (int i = 0; i < run->throws; i++)
        run->chance[i] = weights[i] / total;
    group = group_of(run, (const void *)&start);
    group->mass[index_of(run, group, (const void *)&start)] = 1;
}

void forward_run(const struct bz_setup *setup, int unit, double least, forward_choice *choice,
                 void *context, struct forward *ret_forward)
{
    struct run run = {.setup = setup,
                      .board = setup->world,
                      .unit = unit,
                      .codes = 1,
                      .least = least,
                      .choice = choice,
                      .context = context,
                      .sum = ret_forward};

    *ret_forward = (struct forward){0};
    run.wealth = 2 * run.board->cash / unit;
    for (int i = 0; i < run.board->squares; i++)
        if (run.board->kind[i] == PROPERTY) {
            run.power[i] = run.codes;
            run.codes *= 3;
        }
    run.groups = calloc((size_t)(run.wealth + 1) * (size_t)run.codes, sizeof(*run.groups));
    set_out(&run);
    for (int wealth = run.wealth; wealth > 0; wealth--)
        for (int owned = 0; owned <= run.board->squares; owned++)
            for (int code = 0; code < run.codes; code++) {
                struct group *group =
                    &run.groups[(size_t)wealth * (size_t)run.codes + (size_t)code];

                if (group->mass && count_owned(code) == owned)
                    empty(&run, group);
            }
    free(run.groups);
}
