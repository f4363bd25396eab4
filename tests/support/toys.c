/*
 * toys.c - the toy games as whole descriptors, searched by the generic kernel.
 */
#include "toys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search/kernel.h"

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

/* Any plain position can be hashed byte by byte, since its unused bytes are zero. */
static uint64_t hash_bytes(const void *pos, size_t size)
{
    const unsigned char *bytes = pos;
    uint64_t hash = size;

    for (size_t i = 0; i < size; i++)
        hash = mix(hash, bytes[i]);
    return hash;
}

/* sscanf wants a terminated text; every text of a toy is short. */
static int terminated(const char *text, size_t length, char ret_copy[64], struct bz_error *err)
{
    if (length >= 64 || memchr(text, '\0', length))
        return bz_fail(err, BZ_ERROR_SYNTAX, "no position of this toy");
    memcpy(ret_copy, text, length);
    ret_copy[length] = '\0';
    return BZ_OK;
}

/* A reading is right if writing it gives the same text again. */
static int accept(const struct bz_setup *setup, const void *pos, const char *text,
                  struct bz_error *err, void *ret_pos)
{
    char again[64] = "";
    struct bz_buf out = BZ_BUF(again);

    setup->game->text->format(pos, &out);
    if (strcmp(again, text) != 0)
        return bz_fail(err, BZ_ERROR_SYNTAX, "no position of this toy");
    memcpy(ret_pos, pos, setup->rules->pos_size);
    return BZ_OK;
}

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

/* --- darts ---------------------------------------------------------------------------------- */

enum { DARTS_TAKE = 0, DARTS_SAVE = 4 }; /* 1 … 3 are throws */

static void darts_start(const struct bz_setup *setup, void *ret_pos)
{
    struct toy_darts pos = {
        .done = (int8_t)(DARTS_THROWS - 2 * (int)bz_setup_value(setup, "throws")->number)};

    memcpy(ret_pos, &pos, sizeof(pos));
}

static int darts_moves(const void *at, bz_move *ret_moves)
{
    const struct toy_darts *pos = at;

    if (pos->done == DARTS_THROWS)
        return 0;
    if (pos->thrown == 0) {
        for (int i = 0; i < 3; i++)
            ret_moves[i] = (bz_move)(i + 1);
        return 3;
    }
    ret_moves[0] = DARTS_TAKE;
    if (pos->saved[pos->next])
        return 1;
    ret_moves[1] = DARTS_SAVE;
    return 2;
}

static void darts_play(void *at, bz_move move)
{
    struct toy_darts *pos = at;
    int player = pos->next;

    if (pos->thrown == 0) {
        pos->thrown = (int8_t)move;
        return;
    }
    if (move == DARTS_TAKE) {
        pos->points[player] =
            (int8_t)(pos->points[player] + pos->thrown * (1 + pos->saved[player]));
        pos->saved[player] = 0;
    } else {
        pos->saved[player] = 1;
    }
    pos->thrown = 0;
    pos->next ^= 1;
    pos->done++;
}

static int darts_turn(const void *at)
{
    const struct toy_darts *pos = at;

    return pos->thrown == 0 && pos->done < DARTS_THROWS ? BZ_CHANCE : pos->next;
}

static int darts_roller(const void *at)
{
    return ((const struct toy_darts *)at)->next;
}

static int darts_deal(const void *at, bz_move *ret_moves, uint32_t *ret_weights)
{
    for (uint32_t i = 0; i < 3; i++)
        ret_weights[i] = 3 - i;
    return darts_moves(at, ret_moves);
}

static int darts_lead(const struct toy_darts *pos)
{
    return pos->points[0] - pos->points[1];
}

static void darts_result(const void *at, int *ret_result)
{
    int lead = darts_lead(at);

    ret_result[0] = (lead > 0) - (lead < 0);
    ret_result[1] = -ret_result[0];
}

static void darts_score(const void *at, int *ret_score)
{
    ret_score[0] = ((const struct toy_darts *)at)->points[0];
    ret_score[1] = ((const struct toy_darts *)at)->points[1];
}

static uint64_t darts_hash(const void *at)
{
    return hash_bytes(at, sizeof(struct toy_darts));
}

static double darts_value(const void *at, int player)
{
    return player == 0 ? darts_lead(at) : -darts_lead(at);
}

/* A throw is worth six at the most. */
static void darts_range(const void *root, int player, double *ret_least, double *ret_most)
{
    const struct toy_darts *pos = root;
    double now = darts_value(root, player), rest = 6.0 * (DARTS_THROWS - pos->done);

    *ret_least = now - rest;
    *ret_most = now + rest;
}

static uint32_t darts_unit(const void *at)
{
    (void)at;
    return 6;
}

static int darts_plies(const void *root)
{
    return ((const struct toy_darts *)root)->done < DARTS_THROWS - 2 ? 3 : 5;
}

static int darts_eval(const void *at)
{
    return (int)darts_value(at, ((const struct toy_darts *)at)->next);
}

static void darts_format(const void *at, struct bz_buf *out)
{
    const struct toy_darts *pos = at;

    bz_buf_add(out, "%d,%d %c%c %d %d %d", pos->points[0], pos->points[1],
               pos->saved[0] ? 'x' : '-', pos->saved[1] ? 'x' : '-', pos->next + 1, pos->thrown,
               pos->done);
}

static int darts_parse(const struct bz_setup *setup, const char *text, size_t length, void *ret_pos,
                       struct bz_error *err)
{
    char copy[64], saved[2];
    int points[2], next, thrown, done;
    struct toy_darts pos = {0};

    if (terminated(text, length, copy, err))
        return BZ_ERROR_SYNTAX;
    /* NOLINTNEXTLINE(cert-err34-c) -- accept() compares with what was read */
    if (sscanf(copy, "%d,%d %c%c %d %d %d", &points[0], &points[1], &saved[0], &saved[1], &next,
               &thrown, &done) != 7)
        return bz_fail(err, BZ_ERROR_SYNTAX, "no position of this toy");
    for (int player = 0; player < 2; player++) {
        pos.points[player] = (int8_t)points[player];
        pos.saved[player] = saved[player] == 'x';
    }
    if (next < 1 || next > 2 || thrown < 0 || thrown > 3 || done < 0 || done > DARTS_THROWS)
        return bz_fail(err, BZ_ERROR_RANGE, "no position of this toy");
    pos.next = (int8_t)(next - 1);
    pos.thrown = (int8_t)thrown;
    pos.done = (int8_t)done;
    return accept(setup, &pos, copy, err, ret_pos);
}

static void darts_format_move(const void *at, bz_move move, struct bz_buf *out)
{
    (void)at;
    if (move == DARTS_TAKE || move == DARTS_SAVE)
        bz_buf_add(out, "%s", move == DARTS_TAKE ? "take" : "save");
    else
        bz_buf_add(out, "throw%u", move);
}

/* --- descriptors ---------------------------------------------------------------------------- */

/* A toy is drawn as it is written. */
static void draw_line(void (*format)(const void *pos, struct bz_buf *out), const void *pos,
                      struct bz_buf *out)
{
    format(pos, out);
    bz_buf_char(out, '\n');
}

/* Stamps rules, text and descriptor of one toy; its functions are named after it. */
#define TOY_TEXT(toy, fit_)                                                         \
    static void toy##_draw(const void *pos, enum bz_draw_style style, bz_move last, \
                           struct bz_buf *out)                                      \
    {                                                                               \
        (void)style;                                                                \
        (void)last;                                                                 \
        draw_line(toy##_format, pos, out);                                          \
    }                                                                               \
    static int toy##_choose(struct bz_setup *setup, struct bz_error *err)           \
    {                                                                               \
        (void)err;                                                                  \
        setup->rules = &toy##_rules;                                                \
        setup->kernel = &bz_kernel_generic;                                         \
        return BZ_OK;                                                               \
    }                                                                               \
    static const struct bz_text toy##_text = {                                      \
        .fit = (fit_),                                                              \
        .parse = toy##_parse,                                                       \
        .format = toy##_format,                                                     \
        .format_move = toy##_format_move,                                           \
        .draw = toy##_draw,                                                         \
    };

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

static const struct bz_eval darts_evals[] = {
    {.name = "lead",
     .brief = "own points minus the other's",
     .value = darts_value,
     .conventions = BZ_EVAL_WHOLE,
     .range = darts_range},
    {.name = "blunt", .brief = "the same without bounds", .value = darts_value},
    {.name = NULL},
};

static const struct bz_agent darts_agent = {"expectiminimax", "lead", darts_plies};

static const struct bz_rules darts_rules = {
    .pos_size = sizeof(struct toy_darts),
    .moves_max = 3,
    .players = 2,
    .traits = BZ_HAS_CHANCE | BZ_ZERO_SUM,
    .start = darts_start,
    .moves = darts_moves,
    .play = darts_play,
    .turn = darts_turn,
    .result = darts_result,
    .score = darts_score,
    .hash = darts_hash,
    .eval = darts_eval,
    .deal = darts_deal,
    .roller = darts_roller,
    .unit = darts_unit,
    .evals = darts_evals,
    .agent = &darts_agent,
};

TOY_TEXT(gather, gather_fit)
TOY_TEXT(stones, NULL)
TOY_TEXT(darts, NULL)

static const struct bz_option gather_options[] = {
    {"cards", BZ_INTEGER, "6", NULL, 1, TOY_CARDS_MAX, "cards in the row"},
    {.name = NULL},
};

static const struct bz_option stones_options[] = {
    {"pile", BZ_INTEGER, "10", NULL, 1, 100, "stones in the pile"},
    {.name = NULL},
};

static const struct bz_option darts_options[] = {
    {"throws", BZ_INTEGER, "2", NULL, 1, DARTS_THROWS / 2, "throws of each player"},
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

static const char *const darts_names[] = {"Red", "Blue"};

const struct bz_game toy_darts = {
    .name = "darts",
    .title = "Darts",
    .brief = "throw, then take it or double the next one",
    .players_min = 2,
    .players_max = 2,
    .player_names = darts_names,
    .options = darts_options,
    .text = &darts_text,
    .prepare = darts_choose,
};

const struct bz_game *const toys[] = {&toy_gather, &toy_stones, &toy_darts, NULL};
