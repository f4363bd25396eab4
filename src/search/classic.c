/*
 * classic.c - the textbook algorithms.
 *
 * All three look at the game from one side: `me`, the player who is to move at the root, takes
 * the largest value, everyone else the smallest. The first of several equal moves is kept. A node
 * is a position looked at, a leaf a position evaluated, a cutoff a list of moves left unfinished.
 */
#include "search/classic.h"

#include <assert.h>
#include <math.h>

#include "base/bits.h"

/* What a finished game is worth to me; a win sooner is worth more, unless all are infinite. */
static double final_value(const struct bz_classic *c, const void *pos, int ply)
{
    const struct bz_rules *rules = c->s.space.rules;
    int result[BZ_PLAYERS_MAX];
    double win = BZ_VALUE_WIN - ply;

    if (c->eval->conventions & BZ_EVAL_INFINITE)
        win = HUGE_VAL;
    rules->result(pos, result);
    if (rules->traits & BZ_HAS_POINTS)
        return result[c->me];
    return result[c->me] > 0 ? win : result[c->me] < 0 ? -win : 0;
}

static double leaf_value(struct bz_classic *c, const void *pos, int ply)
{
    const struct bz_rules *rules = c->s.space.rules;
    bz_move *moves = bz_frame_moves(&c->s.space, rules, ply);
    const unsigned blind = BZ_EVAL_BLIND_LEAF | BZ_EVAL_FINAL;
    double value;

    c->s.leaves++;
    if (!(c->eval->conventions & blind) && rules->moves(pos, moves) == 0)
        return final_value(c, pos, ply);
    value = c->eval->value(pos, c->me);
    assert(c->eval->conventions & BZ_EVAL_FINAL || fabs(value) < BZ_VALUE_DECIDED);
    return value;
}

/* A position without moves, above the horizon. */
static double end_value(struct bz_classic *c, const void *pos, int ply)
{
    double value = c->eval->stuck ? c->eval->stuck(pos, c->me) : (double)NAN;

    if (!isnan(value))
        return value;
    if (c->eval->conventions & BZ_EVAL_FINAL)
        return leaf_value(c, pos, ply);
    return final_value(c, pos, ply);
}

/* Enters pos and lists its moves. Where there are none to search, because the horizon is reached or
 * the game is over, *ret_value is what pos is worth. */
static int branches(struct bz_classic *c, const void *pos, int depth, int ply, double *ret_value)
{
    const struct bz_rules *rules = c->s.space.rules;
    int count = 0;

    *ret_value = 0;
    bz_searcher_enter(&c->s, ply);
    if (c->s.stopped)
        return 0;
    if (depth > 0)
        count = rules->moves(pos, bz_frame_moves(&c->s.space, rules, ply));
    if (depth == 0)
        *ret_value = c->scale * leaf_value(c, pos, ply);
    else if (count == 0)
        *ret_value = c->scale * end_value(c, pos, ply);
    return count;
}

double bz_minimax(struct bz_classic *c, const void *pos, int depth, int ply, double alpha,
                  double beta)
{
    const struct bz_rules *rules = c->s.space.rules;
    const bz_move *moves = bz_frame_moves(&c->s.space, rules, ply);
    bool mine = rules->turn(pos) == c->me;
    double best;
    int count = branches(c, pos, depth, ply, &best);

    for (int i = 0; i < count; i++) {
        const void *child = bz_classic_child(c, pos, moves[i], ply);
        double value = bz_minimax(c, child, depth - 1, ply + 1, alpha, beta);

        if (i == 0 || (mine ? value > best : value < best)) {
            best = value;
            bz_searcher_extend(&c->s, ply, moves[i]);
        }
    }
    return best;
}

/* The window is empty: the players above would never let the game come here. */
static bool cut(const struct bz_classic *c, double alpha, double beta)
{
    return c->eval->conventions & BZ_EVAL_STRICT_CUT ? beta < alpha : beta <= alpha;
}

double bz_alphabeta(struct bz_classic *c, const void *pos, int depth, int ply, double alpha,
                    double beta)
{
    const struct bz_rules *rules = c->s.space.rules;
    const bz_move *moves = bz_frame_moves(&c->s.space, rules, ply);
    bool mine = rules->turn(pos) == c->me;
    double best;
    int count = branches(c, pos, depth, ply, &best);

    for (int i = 0; i < count; i++) {
        const void *child = bz_classic_child(c, pos, moves[i], ply);
        double value = bz_alphabeta(c, child, depth - 1, ply + 1, alpha, beta);

        if (i == 0 || (mine ? value > best : value < best)) {
            best = value;
            bz_searcher_extend(&c->s, ply, moves[i]);
        }
        if (mine && best > alpha)
            alpha = best;
        if (!mine && best < beta)
            beta = best;
        if (cut(c, alpha, beta)) {
            c->s.cutoffs += i + 1 < count;
            break;
        }
    }
    return best;
}

/* The mean of the outcomes' values, each with the weight the game gives it. */
static double chance_value(struct bz_classic *c, const void *pos, int depth, int ply)
{
    const struct bz_rules *rules = c->s.space.rules;
    bz_move *moves = bz_frame_moves(&c->s.space, rules, ply);
    const uint32_t *weights;
    double mean = 0, total;
    int count = bz_classic_deal(c, pos, ply, &weights, &total);

    for (int i = 0; i < count; i++) {
        const void *child = bz_classic_child(c, pos, moves[i], ply);
        double value = c->search(c, child, depth - 1, ply + 1, -HUGE_VAL, HUGE_VAL);

        mean += weights[i] * (value / total);
    }
    return mean;
}

int bz_classic_deal(struct bz_classic *c, const void *pos, int ply, const uint32_t **ret_weights,
                    double *ret_total)
{
    const struct bz_rules *rules = c->s.space.rules;
    uint32_t *weights = (uint32_t *)bz_frame_keys(&c->s.space, rules, ply);
    int count = rules->deal(pos, bz_frame_moves(&c->s.space, rules, ply), weights);

    *ret_weights = weights;
    *ret_total = 0;
    for (int i = 0; i < count; i++)
        *ret_total += weights[i];
    return count;
}

double bz_expectiminimax(struct bz_classic *c, const void *pos, int depth, int ply, double alpha,
                         double beta)
{
    const struct bz_rules *rules = c->s.space.rules;
    const bz_move *moves = bz_frame_moves(&c->s.space, rules, ply);
    int turn = rules->turn(pos);
    double best;
    int count = branches(c, pos, depth, ply, &best);

    if (count > 0 && turn == BZ_CHANCE)
        return c->prune == BZ_PRUNE_NONE ? chance_value(c, pos, depth, ply)
                                         : bz_star_value(c, pos, depth, ply, alpha, beta);
    for (int i = 0; i < count; i++) {
        const void *child = bz_classic_child(c, pos, moves[i], ply);
        double value = bz_expectiminimax(c, child, depth - 1, ply + 1, alpha, beta);

        if (i == 0 || (turn == c->me ? value > best : value < best)) {
            best = value;
            bz_searcher_extend(&c->s, ply, moves[i]);
        }
        if (c->prune == BZ_PRUNE_NONE)
            continue;
        if (turn == c->me ? best >= beta : best <= alpha) {
            c->s.cutoffs += i + 1 < count;
            break;
        }
        if (turn == c->me && best > alpha)
            alpha = best;
        if (turn != c->me && best < beta)
            beta = best;
    }
    return best;
}

/* The horizon is the next position that somebody has to move in. */
double bz_greedy(struct bz_classic *c, const void *pos, int depth, int ply, double alpha,
                 double beta)
{
    (void)depth;
    return bz_expectiminimax(c, pos, c->s.space.rules->turn(pos) == BZ_CHANCE, ply, alpha, beta);
}

/* Whether a value as large as a win's means that the game is decided. A mean over chance does not,
 * nor does a loss to opponents who would have to act together. */
static bool can_prove(const struct bz_classic *c, bool loss)
{
    const struct bz_rules *rules = c->s.space.rules;

    return !(rules->traits & (BZ_HAS_POINTS | BZ_HAS_CHANCE)) &&
           !(c->eval->conventions & BZ_EVAL_FINAL) && (rules->players <= 2 || !loss);
}

/* A value that was carried as a whole number all the way is known exactly. */
static void fill_fraction(const struct bz_classic *c, double value, struct bz_info *info)
{
    int64_t divisor;

    info->numerator = info->denominator = 0;
    if (!c->exact || !isfinite(value))
        return;
    divisor = (int64_t)bz_common_divisor((uint64_t)fabs(value), (uint64_t)c->scale);
    info->numerator = (int64_t)value / divisor;
    info->denominator = (int64_t)c->scale / divisor;
}

static void fill_info(const struct bz_classic *c, int depth, double value, struct bz_info *info)
{
    const struct bz_searcher *s = &c->s;

    info->rank = 1;
    info->depth = depth;
    info->seldepth = s->seldepth;
    info->value = value / c->scale;
    fill_fraction(c, value, info);
    info->nodes = s->nodes;
    info->leaves = s->leaves;
    info->cutoffs = s->cutoffs;
    info->pv_length = s->length[0];
    memcpy(info->pv, s->line[0], (size_t)s->length[0] * sizeof(bz_move));
    info->proof = BZ_UNDECIDED;
    if (fabs(value) < BZ_VALUE_DECIDED || !can_prove(c, value < 0)) /* unscaled where it can */
        return;
    info->proof = value > 0 ? BZ_WIN : BZ_LOSS;
    info->distance = isinf(value) ? s->length[0] : BZ_VALUE_WIN - (int)fabs(value);
}

/*
 * Means over chance stay whole numbers if every value is multiplied beforehand by what all the
 * deals on the way can divide by: one `unit` a ply. As long as that fits into the 53 bits of a
 * double nothing is ever rounded, and equal moves stay equal.
 */
static void choose_scale(struct bz_classic *c, const void *root, int depth)
{
    const struct bz_rules *rules = c->s.space.rules;
    const double largest = 0x1p51 / BZ_VALUE_INFINITE;
    double scale = 1, unit;

    c->scale = 1;
    c->exact = false;
    if (!(c->eval->conventions & BZ_EVAL_WHOLE) || !rules->unit)
        return;
    unit = rules->unit(root);
    for (int i = 0; i < depth; i++)
        scale = fmin(scale * unit, 2 * largest);
    if (scale > largest)
        return;
    c->scale = scale;
    c->exact = true;
}

void bz_classic_enter(struct bz_classic *c, const void *pos, int depth, void *ret_root)
{
    const struct bz_rules *rules = c->s.space.rules;

    memcpy(ret_root, pos, rules->pos_size);
    c->eval = c->given->enter ? c->given->enter(ret_root) : c->given;
    c->me = c->eval->viewer ? c->eval->viewer - 1 : rules->turn(ret_root);
    choose_scale(c, ret_root, depth);
    if (c->prune != BZ_PRUNE_NONE)
        bz_star_enter(c, ret_root);
}

/* The best found so far is the edge of the window the other moves have to get across. */
static double root_value(struct bz_classic *c, const void *child, int depth, bool mine, double best)
{
    return mine ? c->search(c, child, depth - 1, 1, best, HUGE_VAL)
                : c->search(c, child, depth - 1, 1, -HUGE_VAL, best);
}

bool bz_classic_root(struct bz_classic *c, const void *pos, int depth, bz_move *ret_move,
                     struct bz_info *ret_info)
{
    const struct bz_rules *rules = c->s.space.rules;
    bz_move *moves = bz_frame_moves(&c->s.space, rules, 0);
    bz_move chosen = BZ_MOVE_NONE;
    union bz_pos root;
    double best;
    int count;
    bool mine;

    bz_classic_enter(c, pos, depth, &root);
    mine = rules->turn(&root) == c->me;
    best = mine ? -HUGE_VAL : HUGE_VAL;
    count = rules->moves(&root, moves);
    bz_searcher_enter(&c->s, 0);
    for (int i = 0; i < count; i++) {
        double value = root_value(c, bz_classic_child(c, &root, moves[i], 0), depth, mine, best);
        bool better = mine ? value > best : value < best;

        if (c->s.stopped) {
            if (chosen != BZ_MOVE_NONE)
                *ret_move = chosen;
            return false;
        }
        if (i == 0 || better)
            bz_searcher_extend(&c->s, 0, moves[i]);
        if (better) {
            best = value;
            chosen = moves[i];
        }
        if (mine && c->search == bz_alphabeta && cut(c, best, HUGE_VAL))
            break; /* nothing is better than plus infinity */
    }
    *ret_move = chosen;
    fill_info(c, depth, best, ret_info);
    return true;
}
