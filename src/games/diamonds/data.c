/*
 * data.c - the numbers of the rules: words, prices, pair tables and chances. Nothing is computed.
 */
#include "diamonds.h"

const char *const diamonds_variants[VARIANTS] = {"p1", "p2", "p3", "v2021"};

const char *const diamonds_words[WORDS] = {"UP",       "DOWN",     "LEFT",       "RIGHT",
                                           "UP_RIGHT", "UP_LEFT",  "DOWN_RIGHT", "DOWN_LEFT",
                                           "NOOP",     "TELEPORT", "TRAP"};

const uint8_t diamonds_costs[WORDS] = {1, 1, 1, 1, 2, 2, 2, 2, 0, 0, 0};

const int8_t diamonds_steps[STEPS][2] = {{-1, 0}, {1, 0},   {0, -1}, {0, 1},
                                         {-1, 1}, {-1, -1}, {1, 1},  {1, -1}};

#define NINE UP, DOWN, LEFT, RIGHT, UP_RIGHT, UP_LEFT, DOWN_RIGHT, DOWN_LEFT, NOOP

const struct diamonds_list diamonds_lists[VARIANTS] = {
    [P1] = {9, {NINE}},
    [P2] = {9, {NINE}},
    [P3] = {10, {NINE, TELEPORT}},
    [V2021] = {7, {UP, DOWN, LEFT, RIGHT, NOOP, TELEPORT, TRAP}},
};

/* Row: the diamond taken before, the first row for none; column: the one taken now. */
const int16_t diamonds_pairs[2][COLOURS + 1][COLOURS] = {
    {{50, 0, 0, 0}, {50, 200, 100, 0}, {100, 50, 200, 100}, {50, 100, 50, 200}, {250, 50, 100, 50}},
    {{10, 20, 30, 40},
     {200, 100, 50, 150},
     {100, 300, 200, 150},
     {100, 200, 300, 150},
     {100, 250, 200, 300}},
};

const int diamonds_worth[COLOURS] = {10, 25, 35, 75};
const int diamonds_least[COLOURS] = {-100000, 15, 50, 140};
const int diamonds_most[COLOURS] = {15, 8, 5, 4};

const char *const diamonds_colours[COLOURS] = {"yellow", "green", "red", "blue"};
const char *const diamonds_key_names[KEYS] = {"green", "yellow", "red"};

const char *const diamonds_grounds[GROUNDS] = {"normal", "slider", "barbed", "teleport"};

/* Tenths, ':' for ten. Most rows of `normal` come to eleven, one to nine: so it was published. */
static const char published[GROUNDS][TELEPORT][SLIPS + 1] = {
    [NORMAL] = {"9000110000", "0900001100", "0090000000", "0009010100", "1001900000", "1010090000",
                "0101009000", "0110000900", "00000000:0"},
    [SLIDER] = {"4000330000", "0400003300", "0040000000", "0004030300", "3003400000", "3030040000",
                "0303004000", "0330000400", "00000000:0"},
    [BARBED] = {"5000000050", "0500000050", "0050000050", "0005000050", "0000500050", "0000050050",
                "0000005050", "0000000550", "00000000:0"},
    [TELEPORTING] = {"5000000005", "0500000005", "0050000005", "0005000005", "0000500005",
                     "0000050005", "0000005005", "0000000505", "00000000:0"},
};

int diamonds_published(enum variant variant, enum ground ground, int asked, int word)
{
    int done = asked;

    if (variant == P2)
        return published[ground][asked][word] - '0';
    if (ground == TELEPORTING && asked == NOOP)
        done = TELEPORT;
    return word == done ? 10 : 0;
}

/* What the walk makes of them: a row is used up from the left until ten tenths are spent, and what
 * is missing at the end is NOOP. A test takes that walk. */
const uint8_t diamonds_chances[GROUNDS][TELEPORT][SLIPS] =
    {
        [NORMAL] =
            {
                {9, 0, 0, 0, 1, 0, 0, 0, 0, 0},
                {0, 9, 0, 0, 0, 0, 1, 0, 0, 0},
                {0, 0, 9, 0, 0, 0, 0, 0, 1, 0},
                {0, 0, 0, 9, 0, 1, 0, 0, 0, 0},
                {1, 0, 0, 1, 8, 0, 0, 0, 0, 0},
                {1, 0, 1, 0, 0, 8, 0, 0, 0, 0},
                {0, 1, 0, 1, 0, 0, 8, 0, 0, 0},
                {0, 1, 1, 0, 0, 0, 0, 8, 0, 0},
                {0, 0, 0, 0, 0, 0, 0, 0, 10, 0},
            },
        [SLIDER] = {{0}}, /* nothing ever stands on what it has just taken */
        [BARBED] =
            {
                {5, 0, 0, 0, 0, 0, 0, 0, 5, 0},
                {0, 5, 0, 0, 0, 0, 0, 0, 5, 0},
                {0, 0, 5, 0, 0, 0, 0, 0, 5, 0},
                {0, 0, 0, 5, 0, 0, 0, 0, 5, 0},
                {0, 0, 0, 0, 5, 0, 0, 0, 5, 0},
                {0, 0, 0, 0, 0, 5, 0, 0, 5, 0},
                {0, 0, 0, 0, 0, 0, 5, 0, 5, 0},
                {0, 0, 0, 0, 0, 0, 0, 5, 5, 0},
                {0, 0, 0, 0, 0, 0, 0, 0, 10, 0},
            },
        [TELEPORTING] =
            {
                {5, 0, 0, 0, 0, 0, 0, 0, 0, 5},
                {0, 5, 0, 0, 0, 0, 0, 0, 0, 5},
                {0, 0, 5, 0, 0, 0, 0, 0, 0, 5},
                {0, 0, 0, 5, 0, 0, 0, 0, 0, 5},
                {0, 0, 0, 0, 5, 0, 0, 0, 0, 5},
                {0, 0, 0, 0, 0, 5, 0, 0, 0, 5},
                {0, 0, 0, 0, 0, 0, 5, 0, 0, 5},
                {0, 0, 0, 0, 0, 0, 0, 5, 0, 5},
                {0, 0, 0, 0, 0, 0, 0, 0, 10, 0},
            },
};
