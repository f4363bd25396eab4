/*
 * root.c - the root's moves are a list that is searched again and again, the best ones first.
 */
#include "search/root.h"

#include <stdlib.h>

#include "search/kernel.h"

int bz_root_init(struct bz_root *root, const struct bz_kernel *kernel, const struct bz_rules *rules)
{
    root->kernel = kernel;
    return bz_space_init(&root->searcher.space, rules, BZ_DEPTH_MAX + 1);
}

void bz_root_release(struct bz_root *root)
{
    bz_space_release(&root->searcher.space);
}

void bz_root_enter(struct bz_root *root, const void *pos, const struct bz_deadline *deadline,
                   bool reduces)
{
    struct bz_searcher *s = &root->searcher;
    const struct bz_rules *rules = s->space.rules;
    bz_move *moves = bz_frame_moves(&s->space, rules, 0);

    memcpy(&root->pos, pos, rules->pos_size);
    root->count = rules->moves(&root->pos, moves);
    for (int i = 0; i < root->count; i++)
        root->moves[i] = (struct bz_root_move){.move = moves[i]};
    memset(s->fame, 0, sizeof(s->fame));
    s->deadline = *deadline;
    s->hero = rules->turn(pos);
    s->reduces = reduces;
    s->nodes = s->leaves = s->cutoffs = s->look_at = 0;
    s->seldepth = 0;
    s->stopped = false;
    root->swing = 0;
}

void bz_root_bring(struct bz_root *root, int from, int to)
{
    struct bz_root_move *moves = root->moves, moved = moves[from];

    memmove(moves + to + 1, moves + to, (size_t)(from - to) * sizeof(*moves));
    moves[to] = moved;
}

void bz_root_prefer(struct bz_root *root, bz_move move)
{
    for (int i = 0; i < root->count; i++)
        if (root->moves[i].move == move)
            bz_root_bring(root, i, 0);
}

/* The value of a move's child for the player at the root, within the window. */
static int child_value(struct bz_root *root, bz_move move, int depth, int alpha, int beta)
{
    struct bz_searcher *s = &root->searcher;
    const struct bz_rules *rules = s->space.rules;
    const void *child = bz_child(&s->space, rules, &root->pos, move, 0, 0);
    bool same = bz_side(rules, s->hero, child) == bz_side(rules, s->hero, &root->pos);

    s->length[1] = 0;
    return bz_child_value(rules, root->kernel->node, s, child, same, depth - 1, 1, alpha, beta);
}

bool bz_root_window(struct bz_root *root, int depth, int rank, int low, int high)
{
    struct bz_searcher *s = &root->searcher;
    int alpha = low, best = rank;

    bz_searcher_enter(s, 0);
    for (int i = rank; i < root->count && alpha < high && !s->stopped; i++) {
        bz_move move = root->moves[i].move;
        int edge = i == rank ? high : alpha + 1;
        int value = child_value(root, move, depth, alpha, edge);

        if (value > alpha && value < high && i > rank && !s->stopped)
            value = child_value(root, move, depth, alpha, high);
        if (s->stopped)
            break;
        root->moves[i].value = value;
        if (value > alpha) {
            alpha = value;
            best = i;
            bz_searcher_extend(s, 0, move);
        }
    }
    if (s->stopped && (alpha == low || alpha <= -BZ_VALUE_DECIDED))
        return false;
    bz_root_bring(root, best, rank);
    return true;
}

static int widened(int edge, int by)
{
    int far = edge + by;

    return far >= BZ_VALUE_DECIDED || far <= -BZ_VALUE_DECIDED
               ? (by > 0 ? BZ_VALUE_INFINITE : -BZ_VALUE_INFINITE)
               : far;
}

/* Within a window around the last depth's value, opened on the side where that was too narrow
 * (aspiration: saves 5 % of the nodes). Its width follows how much values change, whatever the
 * game's scale. */
bool bz_root_search(struct bz_root *root, int depth, int rank)
{
    int before = root->moves[rank].value, by = 2 * root->swing + 1;
    bool narrow = rank == 0 && depth > 4;
    int low = narrow ? widened(before, -by) : -BZ_VALUE_INFINITE;
    int high = narrow ? widened(before, by) : BZ_VALUE_INFINITE;

    for (;; by *= 4) {
        int value;

        if (!bz_root_window(root, depth, rank, low, high))
            return false;
        value = root->moves[rank].value;
        if (value <= low && low > -BZ_VALUE_INFINITE)
            low = widened(value, -by);
        else if (value >= high && high < BZ_VALUE_INFINITE)
            high = widened(value, by);
        else if (rank == 0)
            break;
        else
            return true;
        if (root->searcher.stopped)
            return true;
    }
    root->swing = (root->swing + abs(root->moves[0].value - before)) / 2;
    return true;
}
