/*
 * hotk.c - the game's descriptor, its options, and what happens once a game: its start and who has
 * won. The moves are in rules.h.
 */
#include "hotk.h"

#include <stdlib.h>
#include <string.h>

#include "search/kernel.h"

#define ROW(cell)    (UINT64_C(0x3f) << (cell) / SIDE * SIDE)
#define COLUMN(cell) (UINT64_C(0x41041041) << (cell) % SIDE)

/* A function of every cell, in order. */
#define SIX(f, c) f(c), f((c) + 1), f((c) + 2), f((c) + 3), f((c) + 4), f((c) + 5)
#define EVERY(f)  SIX(f, 0), SIX(f, 6), SIX(f, 12), SIX(f, 18), SIX(f, 24), SIX(f, 30)

const uint64_t hotk_row[CELLS] = {EVERY(ROW)};
const uint64_t hotk_column[CELLS] = {EVERY(COLUMN)};

const int hotk_sizes[HOUSES] = {8, 7, 6, 5, 4, 3, 2};
const char hotk_letters[] = "SGLTBYUV";
const char *const hotk_names[HOUSES] = {"Stark",     "Greyjoy", "Lannister", "Targaryen",
                                        "Baratheon", "Tyrell",  "Tully"};
const char *const hotk_companions[COMPANIONS] = {"Jon",    "Gendry", "Ramsay",
                                                 "Sandor", "Jaqen",  "Melisandre"};

void hotk_put(struct hotk *pos, int cell, char letter)
{
    size_t house = (size_t)(strchr(hotk_letters, letter) - hotk_letters);

    if (letter == 'V') {
        pos->varys = (uint8_t)cell;
        return;
    }
    for (int i = 0; i < 3; i++)
        pos->plane[i] |= (uint64_t)((house + 1) >> i & 1) << cell;
}

enum { AUTO, DEALT, NONE }; /* the option `companions` */

/* The published rules deal companions with the cards; a board that is given comes from the game's
 * ancestors, which know none, and is played without them unless asked for. */
static bool has_companions(const struct bz_setup *setup, int rules)
{
    bool given = bz_setup_value(setup, "board")->text[0] != '\0';
    int64_t asked = bz_setup_value(setup, "companions")->number;

    if (rules == PHASE1 || asked == NONE)
        return false;
    return asked == DEALT || rules == PHASE2 || !given;
}

void hotk_start(const struct bz_setup *setup, void *ret_pos)
{
    const struct hotk_deal *deal = setup->world;
    struct hotk *pos = ret_pos;
    int rules = (int)bz_setup_value(setup, "rules")->number;

    memset(pos, 0, sizeof(*pos));
    pos->state = hotk_state(rules, (int)bz_setup_value(setup, "players")->number);
    if (has_companions(setup, rules))
        pos->companions = ALL_COMPANIONS;
    for (int cell = 0; cell < CELLS; cell++)
        hotk_put(pos, cell, deal->cell[cell]);
}

/* What a player and his partner hold together. */
static unsigned team_banners(const struct hotk *pos, int player)
{
    int players = hotk_players(pos);
    unsigned all = 0;

    for (int other = 0; other < players; other++)
        if (!hotk_opposed(players, player, other))
            all |= hotk_banners(pos, other);
    return all;
}

int hotk_winner(const struct hotk *pos)
{
    int players = hotk_players(pos), teams = players == 3 ? 3 : 2;
    int won = (pos->turn + teams - 1) % teams;
    unsigned best = 0;

    for (int player = 0; player < teams; player++) {
        unsigned held = team_banners(pos, player);
        int lead = bz_popcount(held) - bz_popcount(best);

        /* Of two sets of different houses the one with the largest house has the lowest bit. */
        if (lead > 0 || (lead == 0 && held && (held & (0u - held)) < (best & (0u - best)))) {
            won = player;
            best = held;
        }
    }
    return won;
}

static int prepare(struct bz_setup *setup, struct bz_error *err)
{
    static const struct bz_kernel *const published[] = {
        &hotk_kernel_published_2, &hotk_kernel_published_3, &hotk_kernel_published_4};
    int rules = (int)bz_setup_value(setup, "rules")->number;
    int players = (int)bz_setup_value(setup, "players")->number, code;
    struct hotk_deal *deal;

    if (players > 2 && rules != PUBLISHED)
        return bz_fail(err, BZ_ERROR_UNFIT, "players=%d: only rules=published has more than two",
                       players);
    deal = calloc(1, sizeof(*deal));
    if (!deal)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a deal");
    code = hotk_deal(setup, deal, err);
    if (code) {
        free(deal);
        return code;
    }
    setup->world = deal;
    setup->kernel = rules == PHASE1   ? &hotk_kernel_phase1
                    : rules == PHASE2 ? &hotk_kernel_phase2
                                      : published[players - 2];
    setup->rules = setup->kernel->rules;
    return BZ_OK;
}

static void release(const void *world)
{
    free((void *)(uintptr_t)world);
}

static const struct bz_option options[] = {
    {.name = "rules",
     .type = BZ_CHOICE,
     .fallback = "phase1",
     .choices = "phase1|phase2|published",
     .brief = "the course's game, without or with companions, or the published one"},
    {.name = "players",
     .type = BZ_INTEGER,
     .fallback = "2",
     .min = 2,
     .max = SEATS,
     .brief = "how many play; more than two by the published rules, four in two teams"},
    {.name = "companions",
     .type = BZ_CHOICE,
     .fallback = "auto",
     .choices = "auto|dealt|none",
     .brief = "whether companions take part; auto leaves them out of a published game on a given "
              "board"},
    {.name = "deal",
     .type = BZ_CHOICE,
     .fallback = "fair",
     .choices = "fair|course",
     .brief = "how cards are shuffled; the course's way puts the large houses at the end"},
    {.name = "board",
     .type = BZ_FILE,
     .fallback = "",
     .choices = "36 letters, or a file of the course",
     .brief = "the cards as they lie at the start, instead of a deal"},
    {.name = "seed",
     .type = BZ_INTEGER,
     .fallback = "0",
     .min = 0,
     .max = INT64_MAX,
     .brief = "which deal"},
    {.name = NULL},
};

static const struct bz_maps maps = {.option = "board"};

const struct bz_game bz_game_hotk = {
    .name = "hotk",
    .title = "Hand of the King",
    .brief = "send Varys through King's Landing and win the banners of the great houses",
    .players_min = 2,
    .players_max = SEATS,
    .options = options,
    .text = &hotk_text,
    .prepare = prepare,
    .release = release,
    .report = &hotk_report,
    .maps = &maps,
    .adapter = "adapters/hotk.py",
};
