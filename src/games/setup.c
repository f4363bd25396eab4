/*
 * setup.c - a game with its options fixed, and the positions that belong to it.
 *
 * Every change is prepared in a copy first: a setup is either the old one or wholly the new one.
 */
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "bazi/game.h"
#include "search/kernel.h"

/* Gives up one hold on a world; the last one releases it. */
static void let_go(struct bz_setup *setup)
{
    if (!setup->holders || atomic_fetch_sub(setup->holders, 1) > 1)
        return;
    if (setup->game->release)
        setup->game->release(setup->world);
    free(setup->holders);
}

void bz_setup_release(struct bz_setup *setup)
{
    if (!setup)
        return;
    let_go(setup);
    setup->world = NULL;
    setup->holders = NULL;
}

/* Prepares `draft`, whose values have changed; on failure it holds nothing. */
static int prepare(struct bz_setup *draft, struct bz_error *err)
{
    int code;

    draft->world = NULL;
    draft->kernel = NULL;
    draft->holders = malloc(sizeof(*draft->holders));
    if (!draft->holders)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a game");
    atomic_init(draft->holders, 1);
    code = draft->game->prepare(draft, err);
    if (code) {
        free(draft->holders);
        return code;
    }
    if (!draft->kernel)
        draft->kernel = &bz_kernel_generic;
    return BZ_OK;
}

/* Makes `draft`, whose values have changed, the new content of `setup`. */
static int adopt(struct bz_setup *setup, struct bz_setup *draft, struct bz_error *err)
{
    int code = prepare(draft, err);

    if (code)
        return code;
    bz_setup_release(setup);
    *setup = *draft;
    return BZ_OK;
}

static int assign(struct bz_setup *draft, const char *name, size_t length, const char *value,
                  struct bz_error *err)
{
    const struct bz_game *game = draft->game;
    int index = bz_option_find(game->options, game->name, name, length, err);

    if (index < 0)
        return index;
    return bz_option_parse(&game->options[index], value, strlen(value), &draft->values[index], err);
}

int bz_setup_init(struct bz_setup *setup, const struct bz_game *game,
                  const char *const *assignments, int count, struct bz_error *err)
{
    struct bz_setup draft = {.game = game};
    struct bz_setup empty = {.game = game};
    int code;

    bz_option_defaults(game->options, draft.values);
    for (int i = 0; i < count; i++) {
        const char *text = assignments[i];
        const char *equals = strchr(text, '=');

        if (!equals)
            return bz_fail(err, BZ_ERROR_SYNTAX, "option '%s' is not of the form name=value",
                           bz_quoted(text, strlen(text)).text);
        code = assign(&draft, text, (size_t)(equals - text), equals + 1, err);
        if (code)
            return code;
    }
    code = adopt(&empty, &draft, err);
    if (!code)
        *setup = empty;
    return code;
}

void bz_setup_copy(const struct bz_setup *setup, struct bz_setup *ret_copy)
{
    atomic_fetch_add(setup->holders, 1);
    *ret_copy = *setup;
}

bool bz_setup_equal(const struct bz_setup *a, const struct bz_setup *b)
{
    for (int i = 0; a->game->options[i].name; i++)
        if (strcmp(a->values[i].text, b->values[i].text) != 0)
            return false;
    return !strcmp(a->origin, b->origin);
}

int bz_setup_set(struct bz_setup *setup, const char *name, const char *value, struct bz_error *err)
{
    struct bz_setup draft = *setup;
    int code = assign(&draft, name, strlen(name), value, err);

    draft.origin[0] = '\0';
    return code ? code : adopt(setup, &draft, err);
}

int bz_setup_vary(const struct bz_setup *setup, const char *name, const char *value,
                  struct bz_setup *ret_setup, struct bz_error *err)
{
    struct bz_setup draft = *setup;
    int code = assign(&draft, name, strlen(name), value, err);

    if (!code)
        code = prepare(&draft, err);
    if (!code)
        *ret_setup = draft;
    return code;
}

const struct bz_value *bz_setup_value(const struct bz_setup *setup, const char *name)
{
    const struct bz_option *options = setup->game->options;

    for (int i = 0; options[i].name; i++)
        if (!strcmp(options[i].name, name))
            return &setup->values[i];
    return NULL;
}

void bz_start(const struct bz_setup *setup, union bz_pos *ret_pos)
{
    setup->rules->start(setup, ret_pos);
}

int bz_parse(struct bz_setup *setup, const char *text, size_t length, union bz_pos *ret_pos,
             struct bz_error *err)
{
    const struct bz_text *notation = setup->game->text;
    struct bz_setup draft = *setup;
    struct bz_setup fitted = {.game = setup->game};
    int code;

    if (length >= BZ_POS_TEXT_MAX)
        return bz_fail(err, BZ_ERROR_RANGE, "a position of %zu characters is too long (at most %d)",
                       length, BZ_POS_TEXT_MAX - 1);
    if (!notation->fit)
        return notation->parse(setup, text, length, ret_pos, err);
    code = notation->fit(&draft, text, length, err);
    if (code)
        return code;
    if (bz_setup_equal(&draft, setup)) /* keeps its world, and with it all its positions */
        return notation->parse(setup, text, length, ret_pos, err);
    code = adopt(&fitted, &draft, err);
    if (code)
        return code;
    code = notation->parse(&fitted, text, length, ret_pos, err);
    if (code) {
        bz_setup_release(&fitted);
        return code;
    }
    bz_setup_release(setup);
    *setup = fitted;
    return BZ_OK;
}

bool bz_is_over(const struct bz_setup *setup, const void *pos)
{
    bz_move moves[BZ_MOVES_MAX];

    if (setup->rules->count)
        return setup->rules->count(pos) == 0;
    return setup->rules->moves(pos, moves) == 0;
}

void bz_format_move(const struct bz_setup *setup, const void *pos, bz_move move, struct bz_buf *out)
{
    setup->game->text->format_move(pos, move, out);
}

bool bz_is_legal(const struct bz_setup *setup, const void *pos, bz_move move)
{
    bz_move moves[BZ_MOVES_MAX];
    int count = setup->rules->moves(pos, moves);

    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

void bz_format_line(const struct bz_setup *setup, const void *pos, const bz_move *moves, int count,
                    struct bz_buf *out)
{
    union bz_pos at;

    memcpy(&at, pos, setup->rules->pos_size);
    for (int i = 0; i < count && bz_is_legal(setup, &at, moves[i]); i++) {
        if (i > 0)
            bz_buf_char(out, ' ');
        bz_format_move(setup, &at, moves[i], out);
        setup->rules->play(&at, moves[i]);
    }
}

void bz_format_score(const struct bz_setup *setup, const void *pos, int player, struct bz_buf *out)
{
    int score[BZ_PLAYERS_MAX];

    if (setup->game->text->format_score) {
        setup->game->text->format_score(pos, player, out);
        return;
    }
    setup->rules->score(pos, score);
    bz_buf_add(out, "%d", score[player]);
}

/* A text is a legal move if it is how one of the legal moves is written. */
int bz_parse_move(const struct bz_setup *setup, const void *pos, const char *text, size_t length,
                  bz_move *ret_move, struct bz_error *err)
{
    const struct bz_text *notation = setup->game->text;
    bz_move moves[BZ_MOVES_MAX];
    int count = setup->rules->moves(pos, moves);
    char written[BZ_MOVE_TEXT_MAX];

    for (int i = 0; i < count; i++) {
        struct bz_buf out = BZ_BUF(written);

        notation->format_move(pos, moves[i], &out);
        assert(!out.full);
        if (out.length == length && !memcmp(written, text, length)) {
            *ret_move = moves[i];
            return BZ_OK;
        }
    }
    if (!count)
        return bz_fail(err, BZ_ERROR_ILLEGAL, "'%s' is not possible: the game is over",
                       bz_quoted(text, length).text);
    if (notation->read_move)
        return notation->read_move(pos, text, length, ret_move, err);
    return bz_fail(err, BZ_ERROR_ILLEGAL, "'%s' is not a legal move here",
                   bz_quoted(text, length).text);
}
