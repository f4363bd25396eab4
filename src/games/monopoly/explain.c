/*
 * explain.c - the table of actions of a position, or of every throw, in words.
 */
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

/* "buy 55.10 %, nothing 53.22 %", the best first. */
static void list_actions(const struct wanted *wanted, const struct monopoly *pos,
                         struct bz_buf *out)
{
    bz_move moves[OUTCOMES_MAX];
    int count = wanted->setup->rules->moves(pos, moves);
    double chance[2] = {0};
    union bz_pos child;

    for (int i = 0; i < count; i++) {
        play(wanted, pos, moves[i], &child);
        chance[i] = seen(wanted, pos, &child);
    }
    for (int k = 0; k < count; k++) {
        int i = count == 2 && chance[1] > chance[0] ? 1 - k : k;

        bz_buf_add(out, "%s%s %.4f %%", k ? ", " : "", monopoly_actions[moves[i]], 100 * chance[i]);
    }
    if (count == 2)
        bz_buf_add(out, " (worth %.4f)",
                   100 * (chance[1] > chance[0] ? chance[1] - chance[0] : chance[0] - chance[1]));
}

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

        play(wanted, pos, moves[i], &child);
        bz_buf_add(out, "  %2d  %2u in %d  %-*s  %8.4f %%   ", (int)(moves[i] - ROLLED), weights[i],
                   total, LABEL_MAX, board->name[monopoly_here(there)],
                   100 * seen(wanted, pos, &child));
        list_actions(wanted, there, out);
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
        bz_buf_add(out, "  %-8s %8.4f %%   ", monopoly_actions[moves[i]],
                   100 * seen(wanted, pos, &child));
        monopoly_explain(pos, moves[i], out);
        bz_buf_char(out, '\n');
    }
}

/* The square where it matters most that the player chooses well. */
static void explain_most(const struct wanted *wanted, const struct monopoly *pos,
                         struct bz_buf *out)
{
    bz_move moves[OUTCOMES_MAX], actions[OUTCOMES_MAX];
    int count = wanted->setup->rules->moves(pos, moves);
    const char *where = "";
    double most = 0;

    for (int i = 0; i < count; i++) {
        union bz_pos child, bought, left;
        double worth;

        play(wanted, pos, moves[i], &child);
        if (wanted->setup->rules->moves(&child, actions) < 2)
            continue;
        play(wanted, &child, actions[0], &bought);
        play(wanted, &child, actions[1], &left);
        worth = monopoly_wanted_chance(wanted, &bought) - monopoly_wanted_chance(wanted, &left);
        worth = worth < 0 ? -worth : worth;
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
        bz_buf_add(out, ": going first is worth %.4f %%", 100 * (2 * chance - 1));
    bz_buf_add(out, ".\n\n");
    if (pos->phase == ROLL) {
        explain_throws(wanted, pos, out);
        bz_buf_char(out, '\n');
        explain_most(wanted, pos, out);
    } else {
        explain_actions(wanted, pos, out);
    }
}
