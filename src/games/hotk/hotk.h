/*
 * hotk.h - what the files of this room share: the position, its moves, and the names of things.
 *
 * The board is three bit planes of 36 cells, row by row, which together hold a number for every
 * cell: 0 for none, 1 … 7 for a card of that house. Varys stands on a cell whose number is 0.
 * A position is one cache line.
 */
#ifndef HOTK_H
#define HOTK_H

#include <assert.h>

#include "base/bits.h"
#include "bazi/game.h"

enum { SIDE = 6, CELLS = SIDE * SIDE, HOUSES = 7, SEATS = 4 };
enum { STARK, GREYJOY, LANNISTER, TARGARYEN, BARATHEON, TYRELL, TULLY };
enum { JON, GENDRY, RAMSAY, SANDOR, JAQEN, MELISANDRE, COMPANIONS };
enum { ALL_COMPANIONS = (1 << COMPANIONS) - 1 };

/* The settings, in the order of the option's choices; rules.h asks the preprocessor. */
#define PHASE1    0
#define PHASE2    1
#define PUBLISHED 2

struct hotk {
    uint64_t plane[3];
    uint64_t taken[2];     /* phase 1: the cells from which each player took cards */
    uint32_t count[SEATS]; /* members of each house a player has, four bits a house */
    uint32_t banners;      /* a byte a player, a bit a house */
    uint8_t varys;
    uint8_t turn;
    uint8_t companions; /* still to be had, a bit each */
    uint8_t state;      /* see below */
};

/* The state: whether a companion has to be chosen, and, for those who know the position only, the
 * rules and the number of players. */
enum { DUE = 1, RULES_SHIFT = 1, SEATS_SHIFT = 3 };

static inline uint8_t hotk_state(int rules, int players)
{
    return (uint8_t)(rules << RULES_SHIFT | (players - 2) << SEATS_SHIFT);
}

static inline int hotk_rules(const struct hotk *pos)
{
    return pos->state >> RULES_SHIFT & 3;
}

static inline int hotk_players(const struct hotk *pos)
{
    return (pos->state >> SEATS_SHIFT & 3) + 2;
}

static inline bool hotk_is_due(const struct hotk *pos)
{
    return pos->state & DUE;
}

static inline uint64_t hotk_bit(int cell)
{
    return UINT64_C(1) << cell;
}

/* Every card but Varys. */
static inline uint64_t hotk_cards(const struct hotk *pos)
{
    return pos->plane[0] | pos->plane[1] | pos->plane[2];
}

/* The house of the card on a cell, or -1. */
static inline int hotk_house_at(const struct hotk *pos, int cell)
{
    return (int)((pos->plane[0] >> cell & 1) | (pos->plane[1] >> cell & 1) << 1 |
                 (pos->plane[2] >> cell & 1) << 2) -
           1;
}

/* The cards of a house. */
static inline uint64_t hotk_house(const struct hotk *pos, int house)
{
    uint64_t number = (uint64_t)house + 1;

    return (pos->plane[0] ^ ((number & 1) - 1)) & (pos->plane[1] ^ ((number >> 1 & 1) - 1)) &
           (pos->plane[2] ^ ((number >> 2 & 1) - 1));
}

static inline int hotk_count(const struct hotk *pos, int player, int house)
{
    return (int)(pos->count[player] >> 4 * house & 15);
}

static inline unsigned hotk_banners(const struct hotk *pos, int player)
{
    return pos->banners >> 8 * player & 0x7f;
}

/* Who holds the banner of a house, or -1. */
static inline int hotk_holder(const struct hotk *pos, int house)
{
    for (int player = 0; player < SEATS; player++)
        if (hotk_banners(pos, player) >> house & 1)
            return player;
    return -1;
}

/* Rows and columns through every cell, the cell included. */
extern const uint64_t hotk_row[CELLS], hotk_column[CELLS];

/* The cards Varys could walk to, were it not for the rule of the farthest. */
static inline uint64_t hotk_targets(const struct hotk *pos)
{
    return (hotk_row[pos->varys] | hotk_column[pos->varys]) & hotk_cards(pos);
}

/* Whether two players are against each other: of four, those opposite are partners. */
static inline bool hotk_opposed(int players, int a, int b)
{
    return players == 4 ? (a ^ b) & 1 : a != b;
}

/* A move is the cell Varys walks to; or a companion, counted from 1 in the top byte, and up to
 * three arguments in the others: cells, and for Jaqen a companion. By the published rules Jon's
 * argument is a house, and Jaqen's second one a player and a house. */
static inline bz_move hotk_call(int companion, int a, int b, int c)
{
    return (bz_move)(companion + 1) << 24 | (bz_move)(a | b << 8 | c << 16);
}

/* The companion of a move, or -1. */
static inline int hotk_called(bz_move move)
{
    return (int)(move >> 24) - 1;
}

static inline int hotk_argument(bz_move move, int index)
{
    return (int)(move >> 8 * index & 0xff);
}

static inline int hotk_victim(int player, int house)
{
    return player << 4 | house;
}

extern const int hotk_sizes[HOUSES];
extern const char hotk_letters[];            /* of the houses, then V */
extern const char *const hotk_names[HOUSES]; /* "Stark" */
extern const char *const hotk_companions[COMPANIONS];

/* How a game begins: a letter a cell. The world of a setup. */
struct hotk_deal {
    char cell[CELLS];
};

/* The deal the options ask for. */
int hotk_deal(const struct bz_setup *setup, struct hotk_deal *ret_deal, struct bz_error *err);

void hotk_put(struct hotk *pos, int cell, char letter);
void hotk_start(const struct bz_setup *setup, void *ret_pos);

/* Who has won, going by the banners as they are; of partners, the one with the smaller number. With
 * no banner anywhere, which no game comes to, it is whoever is not to move. */
int hotk_winner(const struct hotk *pos);

/* Writing: "c4", and "Stark" or "Starks". */
void hotk_format_cell(int cell, struct bz_buf *out);
void hotk_format_move(const void *at, bz_move move, struct bz_buf *out);
int hotk_read_move(const void *at, const char *text, size_t length, bz_move *ret_move,
                   struct bz_error *err);
void hotk_ending(const void *at, struct bz_buf *out);
void hotk_tell(const void *before, bz_move move, const void *after, struct bz_buf *out);
void hotk_draw(const void *at, enum bz_draw_style style, bz_move last, struct bz_buf *out);

/* Evaluations, for two players and for any number; and the report's agent. */
extern const struct bz_eval hotk_evals_phase1[], hotk_evals_two[], hotk_evals_many[];
extern const struct bz_agent hotk_agent;

/* The rules compiled for each setting, with their search. */
extern const struct bz_kernel hotk_kernel_phase1, hotk_kernel_phase2, hotk_kernel_published_2,
    hotk_kernel_published_3, hotk_kernel_published_4;

extern const struct bz_text hotk_text;
extern const struct bz_report hotk_report;

#endif
