/*
 * speech.c - what happened and what can be done, in the words people play this game with.
 */
#include "monopoly.h"

/* What a square is to the player who has come to it. */
static void say_square(const struct monopoly *pos, int player, struct bz_buf *out)
{
    const struct monopoly_board *board = pos->board;
    int square = pos->place[player], owner = pos->owner[square];

    bz_buf_add(out, "%s (square %d)", board->name[square], square);
    if (board->kind[square] == PENALTY)
        bz_buf_add(out, ": a fine of %d", board->charge[square]);
    else if (board->kind[square] != PROPERTY)
        bz_buf_add(out, ": nothing happens here");
    else if (!owner)
        bz_buf_add(out, ": nobody's, price %d, rent %d", board->price[square],
                   board->charge[square]);
    else if (owner == player + 1)
        bz_buf_add(out, ": %s's own, price %d, rent %d", monopoly_names[player],
                   board->price[square], board->charge[square]);
    else
        bz_buf_add(out, ": %s's, price %d, rent %d", monopoly_names[owner - 1],
                   board->price[square], board->charge[square]);
}

static void say_action(const struct monopoly *pos, bz_move move, struct bz_buf *out)
{
    const struct monopoly_board *board = pos->board;
    const char *who = monopoly_names[pos->turn];
    int square = monopoly_here(pos), owner = pos->owner[square];
    const char *name = board->name[square];

    switch (move) {
    case BUY:
        bz_buf_add(out, "%s buys %s for %d.", who, name, board->price[square]);
        break;
    case SELL:
        bz_buf_add(out, "%s sells %s to the bank for %d.", who, name, board->resale[square]);
        break;
    case RENT:
        bz_buf_add(out, "%s pays %s %d of rent for %s.", who, monopoly_names[owner - 1],
                   board->charge[square], name);
        break;
    case FINE:
        bz_buf_add(out, "%s pays a fine of %d.", who, board->charge[square]);
        break;
    default:
        bz_buf_add(out, "%s does nothing.", who);
        break;
    }
}

void monopoly_tell(const void *before, bz_move move, const void *after, struct bz_buf *out)
{
    const struct monopoly *then = before, *now = after;

    if (move >= ROLLED) {
        bz_buf_add(out, "%s rolls %d and comes to ", monopoly_names[then->turn],
                   (int)(move - ROLLED));
        say_square(now, then->turn, out);
        bz_buf_char(out, '.');
        return;
    }
    say_action(then, move, out);
    for (int i = 0; i < now->board->players; i++)
        bz_buf_add(out, "%s%s %d", i ? ", " : " Cash: ", monopoly_names[i], now->cash[i]);
    bz_buf_char(out, '.');
}

static void explain_roll(const struct monopoly *pos, int thrown, struct bz_buf *out)
{
    const struct monopoly_board *board = pos->board;

    bz_buf_add(out, "to %s", board->name[(monopoly_here(pos) + thrown) % board->squares]);
}

void monopoly_explain(const void *at, bz_move move, struct bz_buf *out)
{
    const struct monopoly *pos = at;
    const struct monopoly_board *board = pos->board;
    int square = monopoly_here(pos), owner = pos->owner[square];
    const char *name = board->name[square];

    if (move >= ROLLED)
        explain_roll(pos, (int)(move - ROLLED), out);
    else if (move == BUY)
        bz_buf_add(out, "%s for %d", name, board->price[square]);
    else if (move == SELL)
        bz_buf_add(out, "%s for %d", name, board->resale[square]);
    else if (move == RENT)
        bz_buf_add(out, "%d to %s for %s", board->charge[square], monopoly_names[owner - 1], name);
    else if (move == FINE)
        bz_buf_add(out, "%d to the bank", board->charge[square]);
    else
        bz_buf_add(out, board->kind[square] == PROPERTY ? "leave %s as it is" : "stay at %s", name);
}

void monopoly_ending(const void *at, struct bz_buf *out)
{
    const struct monopoly *pos = at;
    int last = monopoly_previous(pos);

    if (monopoly_is_bankrupt(pos, last)) {
        bz_buf_add(out, "%s is bankrupt with %d", monopoly_names[last], pos->cash[last]);
        return;
    }
    bz_buf_add(out, "after %d turns", pos->turns);
    for (int i = 0; i < pos->board->players; i++)
        bz_buf_add(out, "%s %s has %d", i ? "," : "", monopoly_names[i], monopoly_wealth(pos, i));
    bz_buf_add(out, " in cash and property");
}
