/*
 * words.c - what happened, what would happen, and why it is over, in words.
 */
#include "angry.h"

static void add_cell(int cell, struct bz_buf *out)
{
    bz_buf_add(out, "%c%d", 'a' + cell % STRIDE, cell / STRIDE + 1);
}

/* The queen that acts: the first in row-major order. */
static int first_queen(const struct angry *pos)
{
    for (int cell = 0; cell < SIDE_GAME * STRIDE; cell++)
        if (angry_has(pos, QUEEN, cell))
            return cell;
    return NOWHERE;
}

/* What the hen finds on a cell, or NULL. */
static const char *find(const struct angry *pos, int cell)
{
    switch (angry_letter(pos, cell)) {
    case 'E':
        return "an egg, +200";
    case 'P':
        return angry_is_game(pos) ? "a pig, -200" : "a pig, +250";
    case 'S':
        return "the slingshot";
    case 'Q':
        return angry_is_game(pos) ? "the queen" : "a queen, -400";
    case 'G':
        return "the goal, +400";
    case 'X':
        return "TNT, -2000";
    default:
        return NULL;
    }
}

/* "goes up to c4: an egg, +200" */
static void tell_step(const char *who, const struct angry *before, int from, int to, bz_move move,
                      struct bz_buf *out)
{
    const char *found = find(before, to);

    if (from == to && move == STAY) {
        bz_buf_add(out, "%s cannot move and stays.", who);
        return;
    }
    if (from == to) {
        bz_buf_add(out, "%s cannot go %s and stays on ", who, angry_directions[move]);
        add_cell(to, out);
        bz_buf_char(out, '.');
        return;
    }
    bz_buf_add(out, "%s goes %s to ", who, angry_directions[move]);
    add_cell(to, out);
    bz_buf_add(out, found ? ": %s." : ".", found);
}

static void tell_queen(const struct angry *before, const struct angry *after, struct bz_buf *out)
{
    int from = first_queen(before), to = first_queen(after);

    if (after->hen == NOWHERE) {
        bz_buf_add(out, "The queen catches the hen.");
    } else if (from == to) {
        bz_buf_add(out, "The queen stays.");
    } else {
        bz_buf_add(out, "The queen comes to ");
        add_cell(to, out);
        bz_buf_char(out, '.');
    }
}

static void tell_bird(const struct angry *before, bz_move move, const struct angry *after,
                      struct bz_buf *out)
{
    bool caught = before->bird != after->bird && angry_has(before, QUEEN, after->bird);

    if (caught)
        bz_buf_add(out, "The bird goes %s and catches the queen.", angry_directions[move]);
    else
        tell_step("The bird", before, before->bird, after->bird, move, out);
}

static void tell_world(const struct angry *before, bz_move move, const struct angry *after,
                       struct bz_buf *out)
{
    if (before->phase == HEN_STEP) {
        bz_buf_add(out, "The hen wants to go %s.", angry_directions[move]);
        return;
    }
    tell_step(move == before->wish ? "The hen" : "The hen slips: she", before, before->hen,
              after->hen, move, out);
    if (after->rules == RL && after->n == STEPS_RL)
        bz_buf_add(out, " That was the last step: -1000.");
}

/* Where the hen has got to; a caught one has stepped before the queen did. */
static int hen_target(const struct angry *before, bz_move move, const struct angry *after)
{
    if (after->hen != NOWHERE)
        return after->hen;
    return after->n > before->n ? angry_step(before->hen, (int)move) : before->hen;
}

void angry_tell(const void *at, bz_move move, const void *then, struct bz_buf *out)
{
    const struct angry *before = at, *after = then;
    bool answered = !(before->flags & QUEEN_PLAYS) && after->phase != BIRD_STEP;

    if (!angry_is_game(before)) {
        tell_world(before, move, after, out);
        return;
    }
    if (before->phase == QUEEN_STEP) {
        tell_queen(before, after, out);
        return;
    }
    if (before->phase == BIRD_STEP)
        tell_bird(before, move, after, out);
    else
        tell_step("The hen", before, before->hen, hen_target(before, move, after), move, out);
    if (answered && !angry_is_won(after)) {
        bz_buf_char(out, ' ');
        tell_queen(before, after, out);
    }
}

void angry_explain(const void *at, bz_move move, struct bz_buf *out)
{
    const struct angry *pos = at;
    int from = pos->phase == QUEEN_STEP  ? first_queen(pos)
               : pos->phase == BIRD_STEP ? pos->bird
                                         : pos->hen;
    int to = angry_step(from, (int)move), row = to / STRIDE, col = to % STRIDE;
    bool outside = to < 0 || row >= angry_side(pos->rules) || col >= angry_side(pos->rules);
    const char *found = outside ? "the edge" : find(pos, to);

    if (move == STAY) {
        bz_buf_add(out, "there is no other move");
        return;
    }
    if (!outside)
        add_cell(to, out);
    if (found)
        bz_buf_add(out, outside ? "%s" : ": %s", found);
    if (!outside && angry_letter(pos, to) == 'R')
        bz_buf_add(out, ": a rock");
    if (pos->phase == HEN_STEP && !angry_is_game(pos))
        bz_buf_add(out, " (%.1f %%)", angry_intended(at, (int)move) / 10.0);
}

static const char *world_ending(const struct angry *pos)
{
    if (pos->rules == RL && pos->n == STEPS_RL)
        return "150 steps are used up";
    return angry_letter(pos, pos->hen) == 'g' ? "the hen reached the goal"
                                              : "the hen stepped on TNT";
}

void angry_ending(const void *at, struct bz_buf *out)
{
    const struct angry *pos = at;
    const char *why = "the hen reached the slingshot";
    bool decided = angry_is_won(pos) || pos->hen == NOWHERE;

    if (!angry_is_game(pos)) {
        bz_buf_add(out, "%s", world_ending(pos));
        return;
    }
    if (angry_count(pos, QUEEN) == 0)
        why = "the bird caught the queen";
    else if (pos->hen == NOWHERE)
        why = "the queen caught the hen";
    if (decided)
        bz_buf_add(out, "%s", why);
    if (pos->n >= angry_limit(pos->rules))
        bz_buf_add(out, "%s%d actions are used up", decided ? ", and " : "",
                   angry_limit(pos->rules));
}
