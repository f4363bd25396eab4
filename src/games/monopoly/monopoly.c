/*
 * monopoly.c - the game's descriptor, its options, and what there is to say about a board.
 */
#include "monopoly.h"

#include <stdlib.h>

#include "search/kernel.h"

const char *const monopoly_names[] = {"Human", "Robot"};

static int prepare(struct bz_setup *setup, struct bz_error *err)
{
    struct monopoly_board *board = malloc(sizeof(*board));
    int code = board ? monopoly_board_load(bz_setup_value(setup, "board")->text, board, err)
                     : bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a board");

    if (code) {
        free(board);
        return code;
    }
    board->cap = (int)bz_setup_value(setup, "cap")->number;
    setup->world = board;
    setup->kernel = &monopoly_kernel;
    setup->rules = monopoly_kernel.rules;
    return BZ_OK;
}

static void release(const void *world)
{
    free((void *)(uintptr_t)world);
}

/* How many squares are of a kind, and the sum of a column over them. */
static int tally(const struct monopoly_board *board, int kind, const int32_t *column, int *ret_sum)
{
    int count = 0;

    *ret_sum = 0;
    for (int i = 0; i < board->squares; i++)
        if (board->kind[i] == kind) {
            count++;
            *ret_sum += column[i];
        }
    return count;
}

static void describe(const struct bz_setup *setup, struct bz_buf *out)
{
    const struct monopoly_board *board = setup->world;
    int price, rent, fine;
    int properties = tally(board, PROPERTY, board->price, &price);
    int fines = tally(board, PENALTY, board->charge, &fine);

    tally(board, PROPERTY, board->charge, &rent);
    bz_buf_add(out, "squares: %d\n", board->squares);
    bz_buf_add(out, "properties: %d, prices %d, rents %d in all\n", properties, price, rent);
    bz_buf_add(out, "fines: %d, %d in all\n", fines, fine);
    bz_buf_add(out, "groups: %d\n", board->groups);
    bz_buf_add(out, "dice: %d\n", board->dice);
    bz_buf_add(out, "cash at the start: %d each\n", board->cash);
}

static const struct bz_option options[] = {
    {.name = "board",
     .type = BZ_FILE,
     .fallback = "mini",
     .words = "full",
     .choices = "mini, lane, bazaar, or a file",
     .brief = "the squares, their prices and rents, the cash and the dice"},
    {.name = "cap",
     .type = BZ_INTEGER,
     .fallback = "500",
     .min = 1,
     .max = CAP_MAX,
     .brief = "turns, each player's counted, after which the richer one wins"},
    {.name = "table",
     .type = BZ_FILE,
     .fallback = "auto",
     .words = "auto|none",
     .helps = true,
     .choices = "auto, none, or a file",
     .brief = "all positions, as `bazi solve` wrote them; auto: where it puts them by itself"},
    {.name = NULL},
};

static const struct bz_maps maps = {.option = "board", .describe = describe};

const struct bz_game bz_game_monopoly = {
    .name = "monopoly",
    .title = "Monopoly",
    .brief = "buy, sell and pay rent around a small board; whoever runs out of cash loses",
    .players_min = SEATS,
    .players_max = SEATS,
    .player_names = monopoly_names,
    .options = options,
    .text = &monopoly_text,
    .prepare = prepare,
    .release = release,
    .report = &monopoly_report,
    .maps = &maps,
    .solver = &monopoly_solver,
};
