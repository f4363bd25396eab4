/*
 * siege_ask.c - what a siege knows of a position: between floor and ceiling, and the line on which
 * the hen goes by the one and the queen by the other.
 */
#include <limits.h>

#include "siege_rows.h"

/* The board of a position that may come from the base; -1 if it cannot, or eats too many pigs. */
static int board_of(const struct angry_siege *siege, const struct angry *pos)
{
    cells things = plane_set(pos, EGG) | plane_set(pos, SLING), pigs = plane_set(pos, PIG);
    int mask = 0, set = 0;

    for (int i = 0; i < siege->things; i++) {
        mask |= (int)(things >> siege->thing[i] & 1) << i;
        things &= ~cell_set(siege->thing[i]);
    }
    for (int i = 0; i < siege->pigs && set >= 0; i++) {
        if (!(pigs & cell_set(siege->pig[i])))
            set = siege->more[set][i];
        pigs &= ~cell_set(siege->pig[i]);
    }
    if (things || pigs || set < 0 || plane_set(pos, ROCK) != plane_set(&siege->base, ROCK) ||
        pos->flags != siege->base.flags || angry_count(pos, QUEEN) != 1 || pos->n < siege->base.n)
        return -1;
    return board_with(siege, set, mask);
}

/* Rows of this time tell what a position and its moves are worth. */
static int time_of(const struct angry *pos)
{
    return ACTIONS_GAME1 - pos->n - 1;
}

static bool has_time(const struct angry_siege *siege, int time)
{
    return (siege->time == time && siege->turn == 0) || siege->settled <= time;
}

/* After a step of the hen the row of one time later is there as well. */
static bool can_read(const struct angry_siege *siege, const struct angry *pos)
{
    return has_time(siege, time_of(pos)) ||
           (pos->phase == QUEEN_STEP && has_time(siege, time_of(pos) + 1));
}

/* What the hen gets on this board. */
static int read_worth(const struct angry_siege *siege, const struct angry *pos, int board)
{
    int queen = index_of(plane_set(pos, QUEEN)), time = time_of(pos);
    struct scene scene = {.siege = siege, .board = board, .hen = -1};
    cells left = things_left(siege, board);
    int16_t row[ROW], answered[ROW];

    if (pos->phase == QUEEN_STEP && has_time(siege, time + 1))
        return points(pos) + row_at(siege, board, pos->hen, time + 1, row)[queen];
    set_ground(&scene, left);
    set_scene(&scene, pos->hen, left);
    best_row(&scene, time, row);
    if (pos->phase == HEN_STEP)
        return points(pos) + row[queen];
    queen_row(&scene, row, answered);
    return points(pos) + answered[queen];
}

bool angry_siege_value(const struct angry_siege *siege, const struct angry *pos, int *ret_lower,
                       int *ret_upper)
{
    int board;

    if (pos->phase == OVER || pos->n >= ACTIONS_GAME1) {
        *ret_lower = *ret_upper = points(pos);
        return true;
    }
    board = siege->begun ? board_of(siege, pos) : -1;
    if (board < 0 || !can_read(siege, pos))
        return false;
    *ret_lower = *ret_upper = read_worth(siege, pos, board);
    if (siege->sides == 2)
        *ret_upper = read_worth(siege, pos, board + siege->pig_set_count * siege->each);
    return true;
}

/* What the hen could get if she were alone on the board and pigs cost nothing. */
static int most_alone(struct angry_siege *siege, const struct angry *pos)
{
    struct angry_eggs eggs = angry_list_eggs(pos);
    unsigned mask = angry_egg_mask(&eggs, plane_set(pos, EGG));

    angry_relax(pos, &eggs, inside(GAME1) & ~plane_set(pos, ROCK), siege->alone);
    return points(pos) + WIN_POINTS + EGG_POINTS * angry_count(pos, EGG) -
           siege->alone->cost[mask][pos->hen];
}

/* The hen goes by the floor, the queen by the ceiling. Real steps before waits, which would never
 * end. */
static int pick(const struct angry_siege *siege, const struct angry *pos)
{
    const struct bz_rules *rules = angry_rules_of(pos);
    bz_move moves[DIRECTIONS];
    int count = rules->moves(pos, moves), best = -1, best_rank = 0;

    for (int i = 0; i < count; i++) {
        struct angry after = *pos;
        int lower, upper, rank;

        rules->play(&after, moves[i]);
        if (!angry_siege_value(siege, &after, &lower, &upper))
            continue;
        rank = 2 * (pos->phase == HEN_STEP ? lower : -upper) + (after.n > pos->n);
        if (best < 0 || rank > best_rank) {
            best = (int)moves[i];
            best_rank = rank;
        }
    }
    return best;
}

static void follow(const struct angry_siege *siege, const struct angry *pos,
                   struct angry_finding *finding)
{
    struct angry at = *pos;
    int move;

    finding->length = 0;
    while (at.phase != OVER && finding->length < PLAN_MAX && (move = pick(siege, &at)) >= 0) {
        finding->moves[finding->length++] = (uint8_t)move;
        angry_rules_of(&at)->play(&at, (bz_move)move);
    }
}

/* With the pigs that are kept apart now. */
static enum angry_status examine(struct angry_siege *siege, const struct angry *pos,
                                 struct angry_work *work, struct angry_finding *finding)
{
    int eaten = angry_count(&siege->base, PIG) - angry_count(pos, PIG), lower, upper, rest;

    if (!has_time(siege, time_of(pos)) && !angry_siege_iterate(siege, time_of(pos), work))
        return ANGRY_STOPPED;
    finding->pigs_tried = siege->allowed;
    if (!angry_siege_value(siege, pos, &lower, &upper))
        return ANGRY_TOO_LARGE;
    finding->lower = lower > finding->lower ? lower : finding->lower;
    finding->upper = upper < finding->upper ? upper : finding->upper;
    /* To get more than that she would have to eat more pigs than pay, on some line of play. */
    finding->rest = rest = finding->alone + PIG_POINTS * (siege->allowed + 1 - eaten);
    rest = rest > lower ? rest : lower;
    finding->upper = rest < finding->upper ? rest : finding->upper;
    if (finding->lower < finding->upper)
        return ANGRY_TOO_LARGE;
    return upper < NEVER / 2 ? ANGRY_ENDLESS : ANGRY_SOLVED;
}

/* Whether what is there can be used, now or when it is finished. */
static bool goes_with(const struct angry_siege *siege, const struct angry *pos)
{
    return siege->begun && board_of(siege, pos) >= 0 &&
           (has_time(siege, time_of(pos)) || siege->time < time_of(pos));
}

void angry_siege_run(struct angry_siege *siege, const struct angry *pos, struct angry_work *work,
                     struct angry_finding *ret_finding)
{
    int allowed = 0;

    ret_finding->lower = angry_worst(pos);
    ret_finding->upper = ret_finding->alone = most_alone(siege, pos);
    ret_finding->length = ret_finding->pigs_tried = 0;
    ret_finding->status = ANGRY_TOO_LARGE;
    siege->begun = goes_with(siege, pos);
    while (ret_finding->status == ANGRY_TOO_LARGE) {
        if (!siege->begun && !angry_siege_begin(siege, pos, allowed))
            return;
        ret_finding->status = examine(siege, pos, work, ret_finding);
        allowed = siege->allowed + 1;
        siege->begun = ret_finding->status != ANGRY_TOO_LARGE;
    }
    if (ret_finding->status == ANGRY_SOLVED)
        follow(siege, pos, ret_finding);
}
