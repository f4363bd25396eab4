/*
 * text.c - moves and what comes of them, in words.
 */
#include <string.h>

#include "diamonds.h"

static void format_move(const void *at, bz_move move, struct bz_buf *out)
{
    const struct diamonds *pos = at;

    if (move & EXITED) {
        bz_buf_add(out, "exit:");
        diamonds_format_cell(pos->world, (int)(move & 0xffff), out);
    } else {
        bz_buf_add(out, "%s%s", move & SLIPPED ? "slip:" : "", diamonds_words[move & 0xff]);
    }
}

/* Words have one spelling only; what comes here is none of them. */
static int read_move(const void *at, const char *text, size_t length, bz_move *ret_move,
                     struct bz_error *err)
{
    const struct diamonds *pos = at;
    const struct diamonds_list *list = &diamonds_lists[pos->world->variant];
    char names[120] = "";
    struct bz_buf out = BZ_BUF(names);

    (void)ret_move;
    if (pos->phase != ACT)
        return bz_fail(err, BZ_ERROR_ILLEGAL, "'%s': chance decides here, by %s",
                       bz_quoted(text, length).text,
                       pos->phase == SLIP ? "slip:WORD" : "exit:CELL");
    for (int i = 0; i < list->count; i++)
        bz_buf_add(&out, "%s%s", i ? " " : "", diamonds_words[list->word[i]]);
    return bz_fail(err, BZ_ERROR_SYNTAX, "'%s' is no action of %s; there are: %s",
                   bz_quoted(text, length).text, diamonds_variants[pos->world->variant], names);
}

static void ending(const void *at, struct bz_buf *out)
{
    const struct diamonds *pos = at;

    if (pos->turn > pos->world->turns)
        bz_buf_add(out, "all %d turns are over", pos->world->turns);
    else
        bz_buf_add(out, "no diamond is left");
}

static void format_score(const void *at, int player, struct bz_buf *out)
{
    const struct diamonds *pos = at;

    diamonds_write_number(pos->world, diamonds_score(pos, player), out);
}

/* Where a step would lead and what waits there; nothing about chance. */
static void explain(const void *at, bz_move move, struct bz_buf *out)
{
    const struct diamonds *pos = at;
    int cell = pos->agent[pos->mover].cell, to;

    if (move == NOOP)
        bz_buf_add(out, pos->world->variant == P3 && pos->world->place[cell].tile == 'T'
                            ? "through the teleport"
                            : "stay");
    if (move == TELEPORT && pos->world->variant == P3)
        bz_buf_add(out, "always refused");
    if (pos->phase != ACT || move >= STEPS)
        return;
    to = pos->world->next[move][cell];
    if (to < 0) {
        bz_buf_add(out, "off the map");
        return;
    }
    diamonds_format_cell(pos->world, to, out);
    if (pos->world->place[to].need & ~pos->agent[pos->mover].keys)
        bz_buf_add(out, pos->world->place[to].tile == 'W' ? ", a wall" : ", a locked door");
    else if (diamonds_tile(pos, to) != 'E')
        bz_buf_add(out, ", a %s", diamonds_tile_name(diamonds_tile(pos, to)));
}

const struct bz_text diamonds_text = {
    .fit = diamonds_fit,
    .parse = diamonds_parse,
    .format = diamonds_format,
    .format_move = format_move,
    .read_move = read_move,
    .ending = ending,
    .tell = diamonds_tell,
    .explain = explain,
    .format_score = format_score,
    .draw = diamonds_draw,
};
