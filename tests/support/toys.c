/*
 * toys.c - the toy games as whole descriptors, searched by the generic kernel; darts has a file of
 * its own.
 */
#include "toy_parts.h"

/* --- gather --------------------------------------------------------------------------------- */

static int worlds;

int toy_worlds(void)
{
    return worlds;
}

static void gather_start(const struct bz_setup *setup, void *ret_pos)
{
    struct toy_gather pos = {.left = (uint8_t)bz_setup_value(setup, "cards")->number};

    memcpy(pos.cards, setup->world, pos.left);
    memcpy(ret_pos, &pos, sizeof(pos));
}

static int gather_moves(const void *at, bz_move *ret_moves)
{
    const struct toy_gather *pos = at;
    int count = pos->left > 1 ? 2 : pos->left;

    for (int i = 0; i < count; i++)
        ret_moves[i] = (bz_move)i;
    return count;
}

static void gather_play(void *at, bz_move move)
{
    struct toy_gather *pos = at;
    int card = pos->cards[move == 0 ? 0 : pos->left - 1];

    if (move == 0)
        memmove(pos->cards, pos->cards + 1, TOY_CARDS_MAX - 1);
    pos->left--;
    pos->cards[pos->left] = 0;
    pos->taken++;
    pos->points += pos->taken * card;
}

static int gather_turn(const void *at)
{
    (void)at;
    return 0;
}

static void gather_result(const void *at, int *ret_result)
{
    ret_result[0] = ((const struct toy_gather *)at)->points;
}

static uint64_t gather_hash(const void *at)
{
    return hash_bytes(at, sizeof(struct toy_gather));
}

static int gather_eval(const void *at)
{
    return ((const struct toy_gather *)at)->points;
}

static double gather_points(const void *at, int player)
{
    (void)player;
    return ((const struct toy_gather *)at)->points;
}

static void gather_format(const void *at, struct bz_buf *out)
{
    const struct toy_gather *pos = at;

    for (int i = 0; i < pos->left; i++)
        bz_buf_add(out, "%d", pos->cards[i]);
    bz_buf_add(out, "%s %d %d", pos->left ? "" : "-", pos->taken, pos->points);
}

/* A position has its own number of cards, those taken included. */
static int gather_fit(struct bz_setup *setup, const char *text, size_t length, struct bz_error *err)
{
    char copy[64], row[16];
    int taken;

    if (terminated(text, length, copy, err))
        return BZ_ERROR_SYNTAX;
    /* NOLINTNEXTLINE(cert-err34-c) -- checked again by parse */
    if (sscanf(copy, "%8[1-9-] %d", row, &taken) != 2 || taken < 0 || taken > TOY_CARDS_MAX)
        return bz_fail(err, BZ_ERROR_SYNTAX, "no position of this toy");
    taken += row[0] == '-' ? 0 : (int)strlen(row);
    snprintf(copy, sizeof(copy), "%d", taken);
    return bz_option_parse(&setup->game->options[0], copy, strlen(copy), &setup->values[0], err);
}

static int gather_parse(const struct bz_setup *setup, const char *text, size_t length,
                        void *ret_pos, struct bz_error *err)
{
    char copy[64], row[16];
    int taken, points;
    struct toy_gather pos = {0};

    if (terminated(text, length, copy, err))
        return BZ_ERROR_SYNTAX;
    /* NOLINTNEXTLINE(cert-err34-c) -- accept() compares with what was read */
    if (sscanf(copy, "%8s %d %d", row, &taken, &points) != 3)
        return bz_fail(err, BZ_ERROR_SYNTAX, "no position of this toy");
    for (const char *p = row; *p >= '1' && *p <= '9'; p++)
        pos.cards[pos.left++] = (uint8_t)(*p - '0');
    pos.taken = (uint8_t)taken;
    pos.points = points;
    return accept(setup, &pos, copy, err, ret_pos);
}

static void gather_format_move(const void *at, bz_move move, struct bz_buf *out)
{
    (void)at;
    bz_buf_add(out, "%s", move == 0 ? "left" : "right");
}

/* --- stones --------------------------------------------------------------------------------- */

static void stones_start(const struct bz_setup *setup, void *ret_pos)
{
    struct toy_stones pos = {.pile = (int32_t)bz_setup_value(setup, "pile")->number};

    memcpy(ret_pos, &pos, sizeof(pos));
}

static int stones_count(const void *at)
{
    const struct toy_stones *pos = at;

    return pos->pile < 3 ? pos->pile : 3;
}

static int stones_moves(const void *at, bz_move *ret_moves)
{
    int count = stones_count(at);

    for (int i = 0; i < count; i++)
        ret_moves[i] = (bz_move)(i + 1);
    return count;
}

static void stones_play(void *at, bz_move move)
{
    struct toy_stones *pos = at;

    pos->pile -= (int32_t)move;
    pos->next = (pos->next + 1) % 3;
}

static int stones_turn(const void *at)
{
    return ((const struct toy_stones *)at)->next;
}

static void stones_result(const void *at, int *ret_result)
{
    int last = (stones_turn(at) + 2) % 3;

    for (int player = 0; player < 3; player++)
        ret_result[player] = player == last ? 1 : -1;
}

static void stones_score(const void *at, int *ret_score)
{
    for (int player = 0; player < 3; player++)
        ret_score[player] = ((const struct toy_stones *)at)->pile;
}

static uint64_t stones_hash(const void *at)
{
    return hash_bytes(at, sizeof(struct toy_stones));
}

/* Something to see at the horizon: stones left over a multiple of four, for the one to move. */
static double stones_over(const void *at, int player)
{
    const struct toy_stones *pos = at;

    return player == pos->next ? pos->pile % 4 : -(pos->pile % 4) / 2.0;
}

static int stones_eval(const void *at)
{
    return ((const struct toy_stones *)at)->pile % 4;
}

static void stones_format(const void *at, struct bz_buf *out)
{
    const struct toy_stones *pos = at;

    bz_buf_add(out, "%d %d", pos->pile, pos->next + 1);
}

static int stones_parse(const struct bz_setup *setup, const char *text, size_t length,
                        void *ret_pos, struct bz_error *err)
{
    char copy[64];
    struct toy_stones pos = {0};

    if (terminated(text, length, copy, err))
        return BZ_ERROR_SYNTAX;
    /* NOLINTNEXTLINE(cert-err34-c) -- accept() compares with what was read */
    if (sscanf(copy, "%d %d", &pos.pile, &pos.next) != 2 || pos.next < 1 || pos.next > 3 ||
        pos.pile < 0 || pos.pile > 1000)
        return bz_fail(err, BZ_ERROR_SYNTAX, "no position of this toy");
    pos.next--;
    return accept(setup, &pos, copy, err, ret_pos);
}

static void stones_format_move(const void *at, bz_move move, struct bz_buf *out)
{
    (void)at;
    bz_buf_add(out, "take%u", move);
}

/* --- descriptors ---------------------------------------------------------------------------- */

static const struct bz_eval gather_evals[] = {
    {.name = "points", .brief = "points so far", .value = gather_points},
    {.name = NULL},
};

static const struct bz_rules gather_rules = {
    .pos_size = sizeof(struct toy_gather),
    .moves_max = 2,
    .players = 1,
    .traits = BZ_HAS_POINTS,
    .start = gather_start,
    .moves = gather_moves,
    .play = gather_play,
    .turn = gather_turn,
    .result = gather_result,
    .score = gather_result,
    .hash = gather_hash,
    .eval = gather_eval,
    .evals = gather_evals,
};

static const struct bz_eval stones_evals[] = {
    {.name = "over", .brief = "stones over a multiple of four", .value = stones_over},
    {.name = NULL},
};

static const struct bz_rules stones_rules = {
    .pos_size = sizeof(struct toy_stones),
    .moves_max = 3,
    .players = 3,
    .traits = BZ_NO_DRAWS,
    .start = stones_start,
    .moves = stones_moves,
    .play = stones_play,
    .turn = stones_turn,
    .result = stones_result,
    .score = stones_score,
    .hash = stones_hash,
    .count = stones_count,
    .eval = stones_eval,
    .evals = stones_evals,
};

TOY_TEXT(gather, gather_fit)
TOY_TEXT(stones, NULL)

static const struct bz_option gather_options[] = {
    {.name = "cards",
     .type = BZ_INTEGER,
     .fallback = "6",
     .min = 1,
     .max = TOY_CARDS_MAX,
     .brief = "cards in the row"},
    {.name = NULL},
};

static const struct bz_option stones_options[] = {
    {.name = "pile",
     .type = BZ_INTEGER,
     .fallback = "10",
     .min = 1,
     .max = 100,
     .brief = "stones in the pile"},
    {.name = NULL},
};

static int gather_prepare(struct bz_setup *setup, struct bz_error *err)
{
    static const uint8_t row[TOY_CARDS_MAX] = {3, 1, 5, 9, 2, 6, 4, 8};
    uint8_t *cards;

    if (bz_setup_value(setup, "cards")->number == 7)
        return bz_fail(err, BZ_ERROR_UNFIT, "cards: 7 are too many and too few");
    cards = malloc(sizeof(row));
    if (!cards)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the cards");
    memcpy(cards, row, sizeof(row));
    setup->world = cards;
    worlds++;
    return gather_choose(setup, err);
}

static void gather_release(const void *world)
{
    free((void *)(uintptr_t)world);
    worlds--;
}

const struct bz_game toy_gather = {
    .name = "gather",
    .title = "Gather",
    .brief = "take a card from either end; late cards count more",
    .players_min = 1,
    .players_max = 1,
    .options = gather_options,
    .text = &gather_text,
    .prepare = gather_prepare,
    .release = gather_release,
};

const struct bz_game toy_stones = {
    .name = "stones",
    .title = "Stones",
    .brief = "three players, one pile, the last stone wins",
    .players_min = 3,
    .players_max = 3,
    .options = stones_options,
    .text = &stones_text,
    .prepare = stones_choose,
};

const struct bz_game *const toys[] = {&toy_gather, &toy_stones, &toy_darts, NULL};
