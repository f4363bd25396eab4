/*
 * oracle_hotk.c - the rules as the specification tells them, one after the other.
 */
#include "oracle_hotk.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char houses[] = "SGLTBYU";
static const char *const companions[6] = {"Jon",    "Gendry", "Ramsay",
                                          "Sandor", "Jaqen",  "Melisandre"};

static int varys(const struct court *c)
{
    return (int)(strchr(c->board, 'V') - c->board);
}

static bool is_card(const struct court *c, int cell)
{
    return c->board[cell] != '.' && c->board[cell] != 'V';
}

static int cards(const struct court *c)
{
    int n = 0;

    for (int cell = 0; cell < 36; cell++)
        n += is_card(c, cell);
    return n;
}

static bool on_board(const struct court *c, int house)
{
    return strchr(c->board, houses[house]) != NULL;
}

static int house_at(const struct court *c, int cell)
{
    return (int)(strchr(houses, c->board[cell]) - houses);
}

static int cell_of(const char *text)
{
    return (text[1] - '1') * 6 + text[0] - 'a';
}

static void cell_name(int cell, char ret_name[4])
{
    ret_name[0] = (char)('a' + cell % 6);
    ret_name[1] = (char)('1' + cell / 6);
    ret_name[2] = '\0';
}

static bool opposed(const struct court *c, int a, int b)
{
    return c->players == 4 ? a % 2 != b % 2 : a != b;
}

void court_start(struct court *c, int rules, int players, bool with, const char *board)
{
    memset(c, 0, sizeof(*c));
    c->rules = rules;
    c->players = players;
    c->turn = 1;
    snprintf(c->board, sizeof(c->board), "%s", board);
    for (int i = 0; i < 6; i++)
        c->companion[i] = with && rules != COURT_PHASE1;
}

/* --- Moves of Varys ------------------------------------------------------------------------- */

/* Walks from a cell to the edge; the cells come nearest first. */
static int ray(int from, int down, int right, int ret_cells[5])
{
    int row = from / 6 + down, col = from % 6 + right, n = 0;

    for (; row >= 0 && row < 6 && col >= 0 && col < 6; row += down, col += right)
        ret_cells[n++] = row * 6 + col;
    return n;
}

static int farthest_moves(const struct court *c, int *ret_cells)
{
    static const int ways[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    int n = 0;

    for (int way = 0; way < 4; way++) {
        int cells[5], length = ray(varys(c), ways[way][0], ways[way][1], cells);

        for (int i = length - 1; i >= 0; i--) {
            bool farther = false;

            for (int j = i + 1; j < length; j++)
                farther |= c->board[cells[j]] == c->board[cells[i]];
            if (is_card(c, cells[i]) && !farther)
                ret_cells[n++] = cells[i];
        }
    }
    return n;
}

static int varys_moves(const struct court *c, int *ret_cells)
{
    int n = 0;

    if (c->rules == COURT_PUBLISHED)
        return farthest_moves(c, ret_cells);
    for (int cell = 0; cell < 36; cell++)
        if (is_card(c, cell) && (cell / 6 == varys(c) / 6 || cell % 6 == varys(c) % 6))
            ret_cells[n++] = cell;
    return n;
}

/* --- Companions ----------------------------------------------------------------------------- */

static int companions_left(const struct court *c)
{
    int n = 0;

    for (int i = 0; i < 6; i++)
        n += c->companion[i];
    return n;
}

static bool can_move(const struct court *c)
{
    int cells[36];

    return varys_moves(c, cells) > 0;
}

/* Section 3, in the order given there. */
static void delete_unusable(struct court *c)
{
    static const int choices[6] = {1, 0, 2, 1, 3, 0};

    if (c->rules != COURT_PHASE2)
        return;
    if (cards(c) + 1 < 2)
        c->companion[2] = false;
    if (!can_move(c))
        c->companion[5] = false;
    for (int i = 0; i < 6; i++)
        if (choices[i] > cards(c))
            c->companion[i] = false;
    if (companions_left(c) == 1 && c->companion[4])
        c->companion[4] = false;
}

/* By the published rules: whether there is anything for a companion to do. */
static bool can_act(const struct court *c, int which)
{
    if (!c->companion[which] || c->rules != COURT_PUBLISHED)
        return c->companion[which];
    switch (which) {
    case 2:
    case 3:
        return cards(c) > 0;
    case 4:
        return cards(c) > 0 && companions_left(c) > 1;
    case 5:
        return can_move(c);
    default:
        return true;
    }
}

static int add_jaqen(const struct court *c, const char *arguments,
                     char (*ret_moves)[COURT_MOVE_SIZE])
{
    int n = 0;

    for (int other = 0; other < 6; other++)
        if (other != 4 && c->companion[other])
            snprintf(ret_moves[n++], COURT_MOVE_SIZE, "Jaqen:%.6s:%s", arguments,
                     companions[other]);
    return n;
}

static int jaqen_moves(const struct court *c, char (*ret_moves)[COURT_MOVE_SIZE])
{
    char first[4], second[4], both[16];
    int n = 0;

    for (int a = 0; a < 36; a++) {
        cell_name(a, first);
        for (int b = a + 1; c->rules == COURT_PHASE2 && is_card(c, a) && b < 36; b++) {
            if (!is_card(c, b))
                continue;
            cell_name(b, second);
            snprintf(both, sizeof(both), "%s:%s", first, second);
            n += add_jaqen(c, both, ret_moves + n);
        }
        for (int i = 0; c->rules == COURT_PUBLISHED && is_card(c, a) && i < c->players * 7; i++) {
            if (!c->count[i / 7][i % 7])
                continue;
            snprintf(both, sizeof(both), "%s:%d%c", first, i / 7 + 1, houses[i % 7]);
            n += add_jaqen(c, both, ret_moves + n);
        }
    }
    return n;
}

/* Moves of a companion who is given one cell or one house. */
static int single_moves(const struct court *c, int which, char (*ret_moves)[COURT_MOVE_SIZE])
{
    char name[4];
    int n = 0;

    if (which == 0 && c->rules == COURT_PUBLISHED) {
        for (; n < 7; n++)
            snprintf(ret_moves[n], COURT_MOVE_SIZE, "Jon:%c", houses[n]);
        return n;
    }
    for (int cell = 0; cell < 36; cell++) {
        if (!is_card(c, cell))
            continue;
        cell_name(cell, name);
        snprintf(ret_moves[n++], COURT_MOVE_SIZE, "%s:%s", companions[which], name);
    }
    return n;
}

static int ramsay_moves(const struct court *c, char (*ret_moves)[COURT_MOVE_SIZE])
{
    char first[4], second[4];
    int n = 0;

    for (int a = 0; a < 36; a++)
        for (int b = a + 1; b < 36; b++) {
            if (c->board[a] == '.' || c->board[b] == '.')
                continue;
            cell_name(a, first);
            cell_name(b, second);
            snprintf(ret_moves[n++], COURT_MOVE_SIZE, "Ramsay:%s:%s", first, second);
        }
    return n;
}

int court_moves(const struct court *c, char (*ret_moves)[COURT_MOVE_SIZE])
{
    int cells[36], n = 0;

    if (!c->due) {
        n = varys_moves(c, cells);
        for (int i = 0; i < n; i++)
            cell_name(cells[i], ret_moves[i]);
        return n;
    }
    for (int which = 0; which < 6; which++) {
        if (!can_act(c, which))
            continue;
        if (which == 0 || which == 3)
            n += single_moves(c, which, ret_moves + n);
        else if (which == 2)
            n += ramsay_moves(c, ret_moves + n);
        else if (which == 4)
            n += jaqen_moves(c, ret_moves + n);
        else
            snprintf(ret_moves[n++], COURT_MOVE_SIZE, "%s", companions[which]);
    }
    return n;
}

/* --- Playing -------------------------------------------------------------------------------- */

/* Section 2, rule 4: all houses, and the mover gets a tie in the one just captured. */
static void recompute(struct court *c, int captured)
{
    for (int house = 0; house < 7; house++) {
        int one = c->count[0][house], two = c->count[1][house];

        if (one > two)
            c->owner[house] = 1;
        else if (two > one)
            c->owner[house] = 2;
        else if (house == captured && one > 0)
            c->owner[house] = c->turn;
    }
}

/* Section 4: at least as many as every opponent. */
static void banners(struct court *c, int captured)
{
    if (c->rules != COURT_PUBLISHED) {
        recompute(c, captured);
        return;
    }
    if (captured < 0)
        return;
    for (int other = 1; other <= c->players; other++)
        if (opposed(c, c->turn, other) &&
            c->count[other - 1][captured] > c->count[c->turn - 1][captured])
            return;
    c->owner[captured] = c->turn;
}

static void pass(struct court *c)
{
    c->turn = c->turn % c->players + 1;
}

static void play_varys(struct court *c, int to)
{
    static const int ways[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    int from = varys(c), house = house_at(c, to);
    bool choice = false;

    for (int way = 0; way < 4; way++) {
        int cells[5], length = ray(from, ways[way][0], ways[way][1], cells), end = 0;

        while (end < length && cells[end] != to)
            end++;
        for (int i = 0; end < length && i <= end; i++)
            if (c->board[cells[i]] == houses[house]) {
                c->board[cells[i]] = '.';
                c->count[c->turn - 1][house]++;
            }
    }
    c->board[from] = '.';
    c->board[to] = 'V';
    banners(c, house);
    delete_unusable(c);
    for (int which = 0; which < 6; which++)
        choice |= can_act(c, which);
    if (!on_board(c, house) && choice)
        c->due = true;
    else
        pass(c);
}

static void play_jaqen(struct court *c, const char *arguments)
{
    const char *other = strchr(arguments + 3, ':') + 1;

    c->board[cell_of(arguments)] = '.';
    if (c->rules == COURT_PHASE2)
        c->board[cell_of(arguments + 3)] = '.';
    else
        c->count[arguments[3] - '1'][strchr(houses, arguments[4]) - houses]--;
    for (int i = 0; i < 6; i++)
        if (!strcmp(companions[i], other))
            c->companion[i] = false;
}

/* Returns the house whose members the mover got, or -1. */
static int act(struct court *c, int which, const char *arguments)
{
    int house = -1, a, b;
    char card;

    switch (which) {
    case 0:
        house = c->rules == COURT_PUBLISHED ? (int)(strchr(houses, *arguments) - houses)
                                            : house_at(c, cell_of(arguments));
        c->count[c->turn - 1][house] += 2;
        break;
    case 1:
        house = 4;
        c->count[c->turn - 1][house]++;
        break;
    case 2:
        a = cell_of(arguments);
        b = cell_of(arguments + 3);
        card = c->board[a];
        c->board[a] = c->board[b];
        c->board[b] = card;
        break;
    case 3:
        c->board[cell_of(arguments)] = '.';
        break;
    case 4:
        play_jaqen(c, arguments);
        break;
    default:
        break;
    }
    return house;
}

void court_play(struct court *c, const char *move)
{
    for (int which = 0; which < 6; which++) {
        size_t length = strlen(companions[which]);
        int house;

        if (strncmp(move, companions[which], length) != 0)
            continue;
        c->companion[which] = false;
        house = act(c, which, move[length] ? move + length + 1 : "");
        delete_unusable(c);
        banners(c, house);
        c->due = false;
        if (which != 5)
            pass(c);
        return;
    }
    play_varys(c, cell_of(move));
}

/* --- The end, and texts --------------------------------------------------------------------- */

/* Banners of a player and whoever is not against him; *ret_largest is the first house they hold. */
static int side_banners(const struct court *c, int player, int *ret_largest)
{
    int n = 0;

    *ret_largest = 7;
    for (int house = 6; house >= 0; house--)
        if (c->owner[house] && !opposed(c, c->owner[house], player)) {
            n++;
            *ret_largest = house;
        }
    return n;
}

void court_result(const struct court *c, int *ret_result)
{
    int best = -1, best_largest = 7, winner = 1;

    for (int player = 1; player <= c->players; player++) {
        int largest, n = side_banners(c, player, &largest);

        if (n > best || (n == best && largest < best_largest)) {
            best = n;
            best_largest = largest;
            winner = player;
        }
    }
    for (int player = 1; player <= c->players; player++)
        ret_result[player - 1] = opposed(c, player, winner) ? -1 : 1;
}

static void add(char text[COURT_TEXT_SIZE], const char *more)
{
    size_t length = strlen(text);

    assert(length + strlen(more) < COURT_TEXT_SIZE);
    snprintf(text + length, COURT_TEXT_SIZE - length, "%s", more);
}

static void add_number(char text[COURT_TEXT_SIZE], const char *before, int number)
{
    char digits[16];

    snprintf(digits, sizeof(digits), "%s%d", before, number);
    add(text, digits);
}

static void add_board(const struct court *c, char text[COURT_TEXT_SIZE])
{
    for (int row = 0; row < 6; row++) {
        int run = 0;

        for (int col = 0; col < 6; col++) {
            char letter[2] = {c->board[row * 6 + col], '\0'};

            if (letter[0] == '.') {
                run++;
                continue;
            }
            if (run)
                add_number(text, "", run);
            run = 0;
            add(text, letter);
        }
        if (run)
            add_number(text, "", run);
        add(text, row < 5 ? "/" : " ");
    }
}

void court_text(const struct court *c, char text[COURT_TEXT_SIZE])
{
    bool first = true;

    text[0] = '\0';
    add_board(c, text);
    for (int player = 0; player < c->players; player++)
        for (int house = 0; house < 7; house++)
            add_number(text, house ? "," : player ? "/" : "", c->count[player][house]);
    add(text, " ");
    for (int house = 0; house < 7; house++)
        if (c->owner[house])
            add_number(text, "", c->owner[house]);
        else
            add(text, "-");
    add_number(text, " ", c->turn);
    add(text, " ");
    for (int i = 0; i < 6; i++)
        if (c->companion[i]) {
            add(text, first ? "" : ",");
            add(text, companions[i]);
            first = false;
        }
    add(text, first ? "- " : " ");
    add(text, c->due ? "c" : "m");
}
