/*
 * walk.c - every reply of the opponent, depth first, without recursion.
 *
 * Positions of the winner are kept whole and compared whole: that two of them are the same is never
 * a matter of luck.
 */
#include "proof/walk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "bazi/search.h"

enum { SEEN_FIRST = 1024, LINE_MAX = 150 };
#define SEEN_MAX (UINT64_C(1) << 30)

/* The winner's positions so far, in the order of their visit, and where to find them. */
struct seen {
    size_t pos_size;
    unsigned char *positions;
    uint32_t *index;      /* open addressing; 1 + place among the positions, or 0 */
    uint64_t count, room; /* at most half of the index is in use; a power of two */
};

struct frame {
    union bz_pos pos;
    bz_move *moves; /* still to be walked, from `next` on */
    int count, next;
};

struct walk {
    const struct bz_setup *setup;
    int winner;
    bz_proof_chooser *choose;
    void *context;
    struct bz_error *err;
    struct seen seen;
    struct frame *frames;
    bz_move *moves; /* of all frames */
    int depth;
};

static uint64_t hash_of(const struct seen *seen, const unsigned char *bytes)
{
    uint64_t hash = 0, word;

    for (size_t i = 0; i < seen->pos_size; i += sizeof(word)) {
        memcpy(&word, bytes + i, sizeof(word));
        hash = bz_mix(hash ^ word) + i;
    }
    return hash;
}

/* The place in the index where this position is or would be. */
static uint32_t *place_of(const struct seen *seen, const unsigned char *bytes)
{
    uint64_t mask = 2 * seen->room - 1, at = hash_of(seen, bytes) & mask;

    while (seen->index[at] &&
           memcmp(seen->positions + (size_t)(seen->index[at] - 1) * seen->pos_size, bytes,
                  seen->pos_size) != 0)
        at = (at + 1) & mask;
    return &seen->index[at];
}

static bool grow(struct seen *seen)
{
    uint64_t room = seen->room ? 2 * seen->room : SEEN_FIRST;
    unsigned char *positions = NULL;
    uint32_t *index = NULL;

    if (room <= SEEN_MAX)
        positions = realloc(seen->positions, (size_t)room * seen->pos_size);
    if (!positions)
        return false;
    seen->positions = positions;
    index = calloc((size_t)room * 2, sizeof(*index));
    if (!index)
        return false;
    free(seen->index);
    seen->index = index;
    seen->room = room;
    for (uint64_t i = 0; i < seen->count; i++)
        *place_of(seen, positions + (size_t)i * seen->pos_size) = (uint32_t)(i + 1);
    return true;
}

/* Adds a position; *ret_new says whether it had not been there. False without memory. */
static bool add(struct seen *seen, const void *pos, bool *ret_new)
{
    uint32_t *place;

    if (seen->count == seen->room && !grow(seen))
        return false;
    place = place_of(seen, pos);
    *ret_new = !*place;
    if (*place)
        return true;
    memcpy(seen->positions + (size_t)seen->count * seen->pos_size, pos, seen->pos_size);
    *place = (uint32_t)++seen->count;
    return true;
}

/* Says what is wrong at the end of the line that is being walked, which is `moves` long. */
static int refute(const struct walk *w, const char *what)
{
    char text[LINE_MAX] = "";
    struct bz_buf line = BZ_BUF(text);

    for (int i = 0; i < w->depth; i++) {
        const struct frame *frame = &w->frames[i];

        bz_buf_add(&line, " ");
        bz_format_move(w->setup, &frame->pos, frame->moves[frame->next - 1], &line);
    }
    return bz_fail(w->err, BZ_ERROR_ILLEGAL, "%s%s%s%s: %s", w->depth ? "after" : "at the start",
                   text, line.full ? " ..." : "", w->depth ? "" : "", what);
}

static int check_end(const struct walk *w, const void *pos)
{
    int result[BZ_PLAYERS_MAX] = {0};
    bool won;

    w->setup->rules->result(pos, result);
    won = result[w->winner] == 1 && result[1 - w->winner] == -1;
    return won ? BZ_OK : refute(w, "the game is over and not won");
}

/* Leaves of the frame's moves the one the winner makes, or none where he has been before. */
static int ask(struct walk *w, struct frame *frame)
{
    int choice = -1, code;
    bool is_new = false;

    if (!add(&w->seen, &frame->pos, &is_new))
        return bz_fail(w->err, BZ_ERROR_MEMORY, "not enough memory for %llu positions",
                       (unsigned long long)w->seen.count);
    if (!is_new) {
        frame->count = 0;
        return BZ_OK;
    }
    code = w->choose(w->context, &frame->pos, frame->moves, frame->count, &choice, w->err);
    if (code)
        return code;
    if (choice < 0 || choice >= frame->count)
        return refute(w, "the winner's move is none of those he has");
    frame->moves[0] = frame->moves[choice];
    frame->count = 1;
    return BZ_OK;
}

/* Goes to a position: nothing is left to walk there if it is over or was seen. */
static int enter(struct walk *w, const void *pos)
{
    const struct bz_rules *rules = w->setup->rules;
    struct frame *frame = &w->frames[w->depth];
    int code;

    if (w->depth == BZ_DEPTH_MAX)
        return refute(w, "the game goes on for too long");
    memcpy(&frame->pos, pos, rules->pos_size);
    frame->moves = w->moves + (size_t)w->depth * (size_t)rules->moves_max;
    frame->next = 0;
    frame->count = rules->moves(pos, frame->moves);
    if (frame->count == 0)
        return check_end(w, pos);
    code = rules->turn(pos) == w->winner ? ask(w, frame) : BZ_OK;
    if (!code && frame->count > 0)
        w->depth++;
    return code;
}

static int walk(struct walk *w, const void *pos)
{
    int code = enter(w, pos);

    while (!code && w->depth > 0) {
        struct frame *frame = &w->frames[w->depth - 1];
        union bz_pos child;

        if (frame->next == frame->count) {
            w->depth--;
            continue;
        }
        memcpy(&child, &frame->pos, w->setup->rules->pos_size);
        w->setup->rules->play(&child, frame->moves[frame->next++]);
        code = enter(w, &child);
    }
    return code;
}

bool bz_proof_fits(const struct bz_rules *rules)
{
    const unsigned wanted = BZ_ZERO_SUM | BZ_NO_DRAWS, unwanted = BZ_HAS_CHANCE | BZ_HAS_POINTS;

    return (rules->traits & wanted) == wanted && !(rules->traits & unwanted) && rules->players == 2;
}

int bz_proof_walk(const struct bz_setup *setup, const void *pos, int winner,
                  bz_proof_chooser *choose, void *context, uint64_t *ret_positions,
                  struct bz_error *err)
{
    struct walk w = {.setup = setup,
                     .winner = winner,
                     .choose = choose,
                     .context = context,
                     .err = err,
                     .seen = {.pos_size = setup->rules->pos_size}};
    int code;

    assert(winner >= 0 && winner < setup->rules->players);
    if (!bz_proof_fits(setup->rules))
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "%s with these options is no game of win and loss for two without chance",
                       setup->game->name);
    w.frames = calloc(BZ_DEPTH_MAX + 1, sizeof(*w.frames));
    w.moves = calloc((size_t)(BZ_DEPTH_MAX + 1) * (size_t)setup->rules->moves_max, sizeof(bz_move));
    code = w.frames && w.moves ? walk(&w, pos)
                               : bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a proof");
    if (!code)
        *ret_positions = w.seen.count;
    free(w.frames);
    free(w.moves);
    free(w.seen.positions);
    free(w.seen.index);
    return code;
}
