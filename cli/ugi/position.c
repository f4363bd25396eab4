/*
 * position.c - where the session stands.
 *
 * A new position is worked out beside the old one, which gives way only when the last move has
 * proved legal. Where a position's text overrules options, it gets a setup of its own; `base`
 * keeps what was set, and `position startpos` returns to it. Positions may point into their
 * setup's world, so a setup is released only when neither position nor engine uses it.
 */
#include "parts.h"

/* A position in the making. */
struct draft {
    struct bz_setup *setup; /* base, fitted, or the copy below */
    struct bz_setup copy;
    union bz_pos pos;
    bz_move last;
    bool at_start;
};

/* Makes setup the one in use. The engine of another one goes. */
static void use_setup(struct ugi *ugi, struct bz_setup *setup)
{
    if (ugi->setup == setup)
        return;
    ugi_engine_drop(ugi);
    if (ugi->setup == &ugi->fitted)
        bz_setup_release(&ugi->fitted);
    ugi->setup = setup;
}

static void adopt(struct ugi *ugi, const struct draft *draft)
{
    if (draft->setup == &draft->copy) {
        use_setup(ugi, &ugi->base);
        ugi->fitted = draft->copy;
        use_setup(ugi, &ugi->fitted);
    } else {
        use_setup(ugi, draft->setup);
    }
    ugi->pos = draft->pos;
    ugi->last = draft->last;
    ugi->at_start = draft->at_start;
    ugi_options_refresh(ugi);
}

static void discard(struct draft *draft)
{
    if (draft->setup == &draft->copy)
        bz_setup_release(&draft->copy);
}

void ugi_to_start(struct ugi *ugi)
{
    struct draft draft = {.setup = &ugi->base, .last = BZ_MOVE_NONE, .at_start = true};

    bz_start(draft.setup, &draft.pos);
    adopt(ugi, &draft);
}

void ugi_rebase(struct ugi *ugi, const struct bz_setup *setup)
{
    bool moved = !ugi->at_start;

    use_setup(ugi, &ugi->base);
    ugi_engine_drop(ugi);
    bz_setup_release(&ugi->base);
    ugi->base = *setup;
    ugi_to_start(ugi);
    if (moved)
        ugi_say(ugi, "info string back at the starting position");
    ugi_engine_refit(ugi);
}

/* Reads a position whose text may ask for another setup than there is. */
static int parse_fitting(struct ugi *ugi, struct token fen, struct draft *draft,
                         struct bz_error *err)
{
    int code;

    bz_setup_copy(&ugi->base, &draft->copy);
    draft->setup = &draft->copy;
    code = bz_parse(&draft->copy, fen.text, fen.length, &draft->pos, err);
    if (code) {
        discard(draft);
        return code;
    }
    if (bz_setup_equal(&draft->copy, ugi->setup)) {
        discard(draft);
        draft->setup = ugi->setup;
        return bz_parse(ugi->setup, fen.text, fen.length, &draft->pos, err);
    }
    return BZ_OK;
}

static int parse_fen(struct ugi *ugi, struct token fen, struct draft *draft, struct bz_error *err)
{
    if (ugi->base.game->text->fit)
        return parse_fitting(ugi, fen, draft, err);
    draft->setup = &ugi->base;
    return bz_parse(&ugi->base, fen.text, fen.length, &draft->pos, err);
}

/* The words up to `moves`, which is taken too, or up to the end. */
static struct token take_fen(struct tokens *tokens, bool *ret_moves)
{
    struct token fen = token_next(tokens);
    const char *end = fen.text;

    *ret_moves = false;
    for (struct token next = fen; next.length; next = token_next(tokens)) {
        if (token_is(next, "moves")) {
            *ret_moves = true;
            break;
        }
        end = next.text + next.length;
    }
    fen.length = (size_t)(end - fen.text);
    return fen;
}

static bool play_moves(struct ugi *ugi, struct tokens *tokens, struct draft *draft)
{
    int number = 1;

    for (struct token token = token_next(tokens); token.length; token = token_next(tokens)) {
        struct bz_error err;
        bz_move move;

        if (bz_parse_move(draft->setup, &draft->pos, token.text, token.length, &move, &err)) {
            ugi_error(ugi, "illegal move '%s' at move %d: %s",
                      bz_quoted(token.text, token.length).text, number, err.text);
            return false;
        }
        draft->setup->rules->play(&draft->pos, move);
        draft->last = move;
        draft->at_start = false;
        number++;
    }
    return true;
}

/* Reads what follows `position`, up to the list of moves. */
static bool read_start(struct ugi *ugi, struct tokens *tokens, struct draft *draft, bool *ret_moves)
{
    struct token kind = token_next(tokens), fen;
    struct bz_error err;

    if (token_is(kind, "startpos")) {
        struct token next = token_next(tokens);

        *ret_moves = token_is(next, "moves");
        if (next.length && !*ret_moves) {
            ugi_error(ugi, "expected 'moves', not '%s'", bz_quoted(next.text, next.length).text);
            return false;
        }
        bz_start(draft->setup, &draft->pos);
        draft->at_start = true;
        return true;
    }
    if (!token_is(kind, "fen")) {
        ugi_error(ugi, "expected 'startpos' or 'fen', not '%s'",
                  bz_quoted(kind.text, kind.length).text);
        return false;
    }
    fen = take_fen(tokens, ret_moves);
    if (parse_fen(ugi, fen, draft, &err)) {
        ugi_error(ugi, "fen '%s': %s", bz_quoted(fen.text, fen.length).text, err.text);
        return false;
    }
    return true;
}

void ugi_do_position(struct ugi *ugi, struct tokens *tokens)
{
    struct draft draft = {.setup = &ugi->base, .last = BZ_MOVE_NONE};
    bool moves;

    if (!read_start(ugi, tokens, &draft, &moves))
        return;
    if (moves && !play_moves(ugi, tokens, &draft)) {
        discard(&draft);
        return;
    }
    adopt(ugi, &draft);
    ugi_engine_refit(ugi);
}
