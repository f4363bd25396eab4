/*
 * star.c - Star1 and Star2 (Ballard 1983): leaving out outcomes that cannot matter any more.
 *
 * Every value lies between `least` and `most`. So the outcomes not yet searched can move the mean
 * only so far: once it must end outside the window, the rest is skipped (Star1). Star2 first looks
 * at one move behind each outcome, which bounds that outcome's value from one side.
 *
 * Both return what the full search returns wherever that lies inside the window. In an exact search
 * all sums here are sums of whole numbers; only a child's window is rounded, outwards.
 */
#include <math.h>

#include "search/classic.h"

enum { FAN_MAX = 64 }; /* Star2 keeps bounds for so many outcomes; wider nodes do with Star1 */

/* A chance node being worked on. Sums are of weight times value over the total weight. */
struct fan {
    const uint32_t *weights;
    double total;
    int count, depth, ply;
    double alpha, beta;
    double done;                /* of the outcomes searched */
    double low, high;           /* of the others, at their bounds */
    const double *lows, *highs; /* bounds of each outcome, or NULL for the common ones */
};

void bz_star_enter(struct bz_classic *c, const void *root)
{
    const unsigned points = c->s.space.rules->traits & BZ_HAS_POINTS;

    c->eval->range(root, c->me, &c->least, &c->most);
    if (!points && !(c->eval->conventions & BZ_EVAL_FINAL)) {
        c->least = fmin(c->least, -BZ_VALUE_WIN);
        c->most = fmax(c->most, BZ_VALUE_WIN);
    }
    c->least *= c->scale;
    c->most *= c->scale;
}

/* What an outcome of value v adds to the mean. */
static double share(const struct fan *fan, int i, double v)
{
    return fan->weights[i] * (v / fan->total);
}

/* Searches outcome i with the window in which it still matters. */
static double outcome_value(struct bz_classic *c, const struct fan *fan, const void *child, int i)
{
    double slack = c->exact ? 1 : 1e-9 * (c->most - c->least);
    double share_of_one = fan->weights[i] / fan->total;
    double low = floor((fan->alpha - fan->done - fan->high) / share_of_one) - slack;
    double high = ceil((fan->beta - fan->done - fan->low) / share_of_one) + slack;

    return bz_expectiminimax(c, child, fan->depth - 1, fan->ply + 1, fmax(low, c->least - slack),
                             fmin(high, c->most + slack));
}

static double low_of(const struct bz_classic *c, const struct fan *fan, int i)
{
    return fan->lows ? fan->lows[i] : c->least;
}

static double high_of(const struct bz_classic *c, const struct fan *fan, int i)
{
    return fan->highs ? fan->highs[i] : c->most;
}

static double star1(struct bz_classic *c, struct fan *fan, const void *pos)
{
    const bz_move *moves = bz_frame_moves(&c->s.space, c->s.space.rules, fan->ply);

    for (int i = 0; i < fan->count; i++) {
        const void *child = bz_classic_child(c, pos, moves[i], fan->ply);
        double value;

        fan->low -= share(fan, i, low_of(c, fan, i));
        fan->high -= share(fan, i, high_of(c, fan, i));
        value = outcome_value(c, fan, child, i);
        fan->done += share(fan, i, value);
        if (i + 1 == fan->count)
            break;
        if (fan->done + fan->low >= fan->beta || fan->done + fan->high <= fan->alpha) {
            c->s.cutoffs++;
            return fan->done + fan->low >= fan->beta ? fan->done + fan->low : fan->done + fan->high;
        }
    }
    return fan->done;
}

/* One move behind outcome i: a lower bound if I am the one to choose there, else an upper one. */
static void probe(struct bz_classic *c, const struct fan *fan, const void *child, double *low,
                  double *high)
{
    const struct bz_rules *rules = c->s.space.rules;
    bz_move *moves = bz_frame_moves(&c->s.space, rules, fan->ply + 1);
    int turn = rules->turn(child);
    double value;

    if (turn == BZ_CHANCE || rules->moves(child, moves) < 2)
        return;
    value = bz_expectiminimax(c, bz_classic_child(c, child, moves[0], fan->ply + 1), fan->depth - 2,
                              fan->ply + 2, c->least - 1, c->most + 1);
    if (turn == c->me)
        *low = fmax(*low, value);
    else
        *high = fmin(*high, value);
}

/* Fills the bounds by probing. True as soon as they decide the node; *ret_value is then a bound. */
static bool probe_all(struct bz_classic *c, struct fan *fan, const void *pos, double *lows,
                      double *highs, double *ret_value)
{
    const bz_move *moves = bz_frame_moves(&c->s.space, c->s.space.rules, fan->ply);

    for (int i = 0; i < fan->count; i++) {
        lows[i] = c->least;
        highs[i] = c->most;
        probe(c, fan, bz_classic_child(c, pos, moves[i], fan->ply), &lows[i], &highs[i]);
        fan->low += share(fan, i, lows[i] - c->least);
        fan->high -= share(fan, i, c->most - highs[i]);
        if (fan->low >= fan->beta || fan->high <= fan->alpha) {
            c->s.cutoffs++;
            *ret_value = fan->low >= fan->beta ? fan->low : fan->high;
            return true;
        }
    }
    fan->lows = lows;
    fan->highs = highs;
    return false;
}

double bz_star_value(struct bz_classic *c, const void *pos, int depth, int ply, double alpha,
                     double beta)
{
    struct fan fan = {.depth = depth, .ply = ply, .alpha = alpha, .beta = beta};
    double lows[FAN_MAX], highs[FAN_MAX], bound;

    fan.count = bz_classic_deal(c, pos, ply, &fan.weights, &fan.total);
    fan.low = c->least;
    fan.high = c->most;
    if (c->prune == BZ_PRUNE_STAR2 && depth > 1 && fan.count <= FAN_MAX &&
        probe_all(c, &fan, pos, lows, highs, &bound))
        return bound;
    return star1(c, &fan, pos);
}
