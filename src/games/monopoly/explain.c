/*
 * explain.c - the table of actions of a position, or of every throw, in words.
 */
#include <math.h>
#include <string.h>

#include "perfect.h"

static void play(const struct wanted *wanted, const void *pos, bz_move move, union bz_pos *ret_pos)
{
    memcpy(ret_pos, pos, sizeof(struct monopoly));
    wanted->setup->rules->play(ret_pos, move);
}

/* A chance as the player sees it whose turn it is at pos. */
static double seen(const struct wanted *wanted, const struct monopoly *pos, const void *at)
{
    double chance = monopoly_wanted_chance(wanted, at);

    return pos->turn == HUMAN ? chance : 1 - chance;
}

/* The best action, the first of the menu where they are equal, and how much better than the other
 * it is. */
static bz_move best_action(const struct wanted *wanted, const struct monopoly *pos,
                           double *ret_worth)
{
    bz_move moves[OUTCOMES_MAX];
    int count = wanted->setup->rules->moves(pos, moves);
    double chance[2] = {0};
    union bz_pos child;

    for (int i = 0; i < count; i++) {
        play(wanted, pos, moves[i], &child);
        chance[i] = seen(wanted, pos, &child);
    }
    *ret_worth = count == 2 ? fabs(chance[0] - chance[1]) : 0;
    return moves[count == 2 && chance[1] > chance[0]];
}

static int longest_name(const struct monopoly_board *board)
{
    int longest = 0;

    for (int i = 0; i < board->squares; i++)
        if ((int)strlen(board->name[i]) > longest)
            longest = (int)strlen(board->name[i]);
    return longest;
}

/* A line a throw: its chance, the square, the chance to win there, the best action and how much
 * better it is than the other. */
static void explain_throws(const struct wanted *wanted, const struct monopoly *pos,
                           struct bz_buf *out)
{
    const struct monopoly_board *board = pos->board;
    bz_move moves[OUTCOMES_MAX];
    uint32_t weights[OUTCOMES_MAX];
    int count = wanted->setup->rules->deal(pos, moves, weights);
    int total = board->dice == 1 ? FACES : FACES * FACES;

    for (int i = 0; i < count; i++) {
        union bz_pos child;
        const struct monopoly *there = (const void *)&child;
        double worth;
        bz_move best;

        play(wanted, pos, moves[i], &child);
        best = best_action(wanted, there, &worth);
        bz_buf_add(out, "  %2d  %u/%d  %-*s %8.4f %%\t%s", (int)(moves[i] - ROLLED), weights[i],
                   total, longest_name(board), board->name[monopoly_here(there)],
                   100 * seen(wanted, pos, &child), monopoly_actions[best]);
        if (worth > 0)
            bz_buf_add(out, " (+%.4f)", 100 * worth);
        bz_buf_char(out, '\n');
    }
}

static void explain_actions(const struct wanted *wanted, const struct monopoly *pos,
                            struct bz_buf *out)
{
    bz_move moves[OUTCOMES_MAX];
    int count = wanted->setup->rules->moves(pos, moves);

    for (int i = 0; i < count; i++) {
        union bz_pos child;

        play(wanted, pos, moves[i], &child);
        bz_buf_add(out, "  %-8s %8.4f %%\t", monopoly_actions[moves[i]],
                   100 * seen(wanted, pos, &child));
        monopoly_explain(pos, moves[i], out);
        bz_buf_char(out, '\n');
    }
}

/* The square where it matters most that the player chooses well. */
static void explain_most(const struct wanted *wanted, const struct monopoly *pos,
                         struct bz_buf *out)
{
    bz_move moves[OUTCOMES_MAX];
    int count = wanted->setup->rules->moves(pos, moves);
    const char *where = "";
    double most = 0;

    for (int i = 0; i < count; i++) {
        union bz_pos child;
        double worth;

        play(wanted, pos, moves[i], &child);
        best_action(wanted, (const void *)&child, &worth);
        if (worth > most) {
            most = worth;
            where = pos->board->name[monopoly_here((const void *)&child)];
        }
    }
    if (most > 0)
        bz_buf_add(out, "The choice that matters most: %s, where the wrong one costs %.4f %%.\n",
                   where, 100 * most);
}

void monopoly_perfect_explain(const struct wanted *wanted, const void *at, struct bz_buf *out)
{
    const struct monopoly *pos = at;
    double chance = seen(wanted, pos, pos);

    bz_buf_add(out, "%s %s, and wins with a chance of %.4f %% if both play perfectly",
               monopoly_names[pos->turn], pos->phase == ROLL ? "is to throw" : "is to act",
               100 * chance);
    if (pos->turns == 0 && pos->phase == ROLL)
        bz_buf_add(out, ". Going first is worth %.4f %%", 100 * (2 * chance - 1));
    bz_buf_add(out, ".\n\n");
    if (pos->phase == ROLL) {
        explain_throws(wanted, pos, out);
        bz_buf_char(out, '\n');
        explain_most(wanted, pos, out);
    } else {
        explain_actions(wanted, pos, out);
    }
}
