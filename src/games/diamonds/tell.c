/*
 * tell.c - what an action did, for people: the difference between two positions in sentences.
 */
#include <string.h>

#include "diamonds.h"

static const char *const refusals[] = {
    [OFF_MAP] = "that is off the map",
    [NOT_A_WORD] = "the word is refused; stay on a teleport to use it",
    [NO_TELEPORT] = "there is no teleport here",
    [NO_TRAP_LEFT] = "no trap is left",
    [TRAP_IS_HERE] = "its own trap is here already",
    [TRAP_ON_TELEPORT] = "a teleport holds no trap",
    [TRAP_TOO_DEAR] = "its score is too low for one more trap",
    [TRAPS_EXHAUSTED] = "nobody may set so many traps",
};

static void tell_pending(const struct diamonds *after, int mover, struct bz_buf *out)
{
    bz_buf_add(out, "%c wants %s", 'A' + mover, diamonds_words[after->asked]);
    bz_buf_add(out, after->phase == SLIP ? ", and may slip." : ", through a teleport.");
}

static void tell_refusal(const struct diamonds *before, const struct story *story,
                         struct bz_buf *out)
{
    const struct diamonds_world *world = before->world;

    bz_buf_add(out, " is refused: ");
    if (story->verdict != BLOCKED) {
        bz_buf_add(out, "%s", refusals[story->verdict]);
        return;
    }
    diamonds_format_cell(world, story->target, out);
    bz_buf_add(out, world->place[story->target].tile == 'W' ? " is a wall"
                                                            : " is a door without its key");
}

static void tell_finds(const struct agent *then, const struct agent *now, struct bz_buf *out)
{
    for (int i = 0; i < COLOURS; i++)
        if (now->gems[i] > then->gems[i])
            bz_buf_add(out, ", a %s diamond: %+d", diamonds_colours[i], now->points - then->points);
    for (int i = 0; i < KEYS; i++)
        if ((now->keys & ~then->keys) >> i & 1)
            bz_buf_add(out, ", the %s key", diamonds_key_names[i]);
}

void diamonds_tell(const void *at, bz_move move, const void *then, struct bz_buf *out)
{
    const struct diamonds *before = at, *after = then;
    union bz_pos memory;
    struct diamonds *pos = (struct diamonds *)&memory;
    const struct agent *was = &before->agent[before->mover], *is = &after->agent[before->mover];
    struct story story;

    memcpy(pos, before, diamonds_size(before->world));
    if (!diamonds_run(pos, move, &story)) {
        tell_pending(after, before->mover, out);
        return;
    }
    bz_buf_add(out, "%c: %s", 'A' + before->mover, diamonds_words[story.word]);
    if (story.verdict != ACCEPTED)
        tell_refusal(before, &story, out);
    else if (story.hit >= 0)
        bz_buf_add(out, " runs into %c, which costs %c 20", 'A' + !before->mover, 'A' + story.hit);
    else if (story.target >= 0) {
        bz_buf_add(out, " to ");
        diamonds_format_cell(before->world, is->cell, out);
        tell_finds(was, is, out);
    }
    if (is->hurts > was->hurts)
        bz_buf_add(out, before->world->variant == V2021 ? "; a trap: -40" : "; barbed wire: -20");
    bz_buf_char(out, '.');
}
