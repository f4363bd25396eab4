/*
 * toy_darts.c - the toy game with chance in it.
 */
#include "toy_parts.h"

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

TOY_TEXT(darts, NULL)

static const struct bz_option darts_options[] = {
    {.name = "throws",
     .type = BZ_INTEGER,
     .fallback = "2",
     .min = 1,
     .max = DARTS_THROWS / 2,
     .brief = "throws of each player"},
    {.name = NULL},
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
