/*
 * board.c - what stands where, by letters, and the questions about a board that need no speed.
 */
#include <string.h>

#include "outlook.h"

enum { IN_GAMES = 1 << GAME1 | 1 << GAME2, IN_WORLDS = 1 << MDP | 1 << RL, HEN = -1, BIRD = -2 };

static const struct piece {
    char letter;
    int8_t plane;      /* or HEN, BIRD */
    uint8_t rules;     /* a bit for every rule set that knows it */
    const char *twice; /* why there cannot be two of them, or NULL */
} pieces[] = {
    {'R', ROCK, IN_GAMES | IN_WORLDS, NULL},
    {'P', PIG, IN_GAMES | IN_WORLDS, NULL},
    {'Q', QUEEN, IN_GAMES | IN_WORLDS, NULL},
    {'E', EGG, IN_GAMES, NULL},
    {'S', SLING, IN_GAMES, NULL},
    {'G', GOAL, IN_WORLDS, "a second goal"},
    {'X', TNT, 1 << RL, NULL},
    {'H', HEN, IN_GAMES | IN_WORLDS, "a second hen"},
    {'B', BIRD, 1 << GAME2, "a second bird"},
};

void angry_clear(struct angry *pos, int rules, unsigned flags)
{
    memset(pos, 0, sizeof(*pos));
    pos->rules = (uint8_t)rules;
    pos->flags = (uint8_t)flags;
    pos->hen = pos->bird = NOWHERE;
}

const char *angry_letters(int rules)
{
    static const char *const letters[] = {"T R P Q E S H", "T R P Q E S H B", "T R P Q G H",
                                          "T R P Q G X H"};

    return letters[rules];
}

/* The letter of the plane that has this cell, or T. */
static char tile_letter(const struct angry *pos, int cell)
{
    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++)
        if (pieces[i].plane >= 0 && pieces[i].rules >> pos->rules & 1 &&
            angry_has(pos, pieces[i].plane, cell))
            return pieces[i].letter;
    return 'T';
}

char angry_letter(const struct angry *pos, int cell)
{
    char tile = tile_letter(pos, cell);

    if (cell == pos->hen)
        return tile == 'G' ? 'g' : tile == 'X' ? 'x' : 'H';
    return cell == pos->bird ? 'B' : tile;
}

static bool put_piece(struct angry *pos, int cell, const struct piece *piece, const char **ret_why)
{
    uint8_t *walker = piece->plane == HEN ? &pos->hen : &pos->bird;
    bool there = piece->plane < 0 ? *walker != NOWHERE : !is_bare(pos, piece->plane);

    if (there && piece->twice) {
        *ret_why = piece->twice;
        return false;
    }
    if (piece->plane < 0)
        *walker = (uint8_t)cell;
    else
        add_to(pos, piece->plane, cell_set(cell));
    return true;
}

bool angry_put(struct angry *pos, int cell, char letter, const char **ret_why)
{
    char tile = letter == 'g' ? 'G' : letter == 'x' ? 'X' : letter;

    if (letter == 'T')
        return true;
    *ret_why = "no such piece in these rules";
    if (tile != letter && !angry_put(pos, cell, 'H', ret_why))
        return false;
    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++)
        if (pieces[i].letter == tile && pieces[i].rules >> pos->rules & 1)
            return put_piece(pos, cell, &pieces[i], ret_why);
    return false;
}

int angry_count(const struct angry *pos, int plane)
{
    return set_size(plane_set(pos, plane));
}

int angry_points(const struct angry *pos)
{
    return angry_is_game(pos) ? points(pos) : ((const struct angry_world *)pos)->points;
}

bool angry_is_won(const struct angry *pos)
{
    return won(pos);
}

bool angry_is_lost(const struct angry *pos)
{
    return lost(pos);
}

int angry_distance(const struct angry *pos, int from, int plane, bool past_pigs)
{
    cells closed = plane_set(pos, ROCK) | (past_pigs ? plane_set(pos, PIG) : 0);

    return distance(cell_set(from), plane_set(pos, plane), inside(pos->rules) & ~closed);
}

const char *angry_missing(const struct angry *pos)
{
    bool game = angry_is_game(pos);

    if (pos->hen == NOWHERE)
        return "there is no hen (H)";
    if (game && is_bare(pos, QUEEN))
        return "there is no queen (Q)";
    if (game && is_bare(pos, SLING))
        return "there is no slingshot (S)";
    if (!game && is_bare(pos, GOAL))
        return "there is no goal (G)";
    if (!game && angry_distance(pos, pos->hen, GOAL, false) < 0)
        return "rocks shut the hen off from the goal";
    return NULL;
}
