/*
 * tune_fit.c - logistic regression: the weights with which the value of a position best foretells
 * who wins from it.
 *
 * Twice: windows and jumps, which are meant for every board; and lines, areas and jumps, for 8x8.
 * What it costs to foretell the games held out, beyond what is in the nature of the samples, was
 * 0.0344 with lines added to the windows, 0.0304 with windows of their own and twice the phases,
 * and 0.0286 with areas in place of those windows; of 300 games at 100 ms a move, each of the last
 * two won 166 and 173 against the one before. A weight's step shrinks with the squares of its
 * gradients so far, so that rare patterns learn as fast as common ones.
 */
#include <math.h>
#include <stdlib.h>

#include "base/bits.h"
#include "bazi/random.h"
#include "images.h"
#include "tune.h"

/* First guesses, never tuned; the loss hardly falls any more in the last epoch. */
enum { EPOCHS = 4, HELD_OUT = 10 /* every tenth game */ };
static const double step = 0.03, slowing[EPOCHS] = {1, 1, 0.3, 0.1}, floor_of_squares = 1e-3;

enum {
    WEIGHTS = sizeof(struct konane_weights) / sizeof(int16_t),
    PHASE_WINDOWS = KONANE_WINDOWS * 2 * KONANE_PATTERNS,
    PHASE_LINES = KONANE_RANKS * 256,
    FEATURES_MAX = 6 * 6 + 3 /* windows; there are fewer lines and areas */
};

/* What a position is made of: which weights count, and how many times each. */
struct features {
    int count;
    int index[FEATURES_MAX];
    double times[FEATURES_MAX];
};

struct learner {
    const struct konane_world *world;
    const struct samples *samples;
    const struct bz_tuning *tuning;
    bool eight; /* what is being learned now */
    struct bz_random random;
    int window[6][6][KONANE_PATTERNS];
    double weight[WEIGHTS], squares[WEIGHTS];
};

static void add(struct features *f, int index, double times)
{
    f->index[f->count] = index;
    f->times[f->count++] = times;
}

/* Where the weight of each window's patterns is, within a phase. */
static void map_windows(struct learner *l)
{
    for (int row = 0; row < 6; row++)
        for (int col = 0; col < 6; col++)
            for (unsigned pattern = 0; pattern < KONANE_PATTERNS; pattern++) {
                unsigned read = row > 2 ? konane_flip_rows(pattern) : pattern;
                struct konane_place place =
                    konane_place(row > 2 ? 5 - row : row, col > 2 ? 5 - col : col,
                                 col > 2 ? konane_flip_columns(read) : read);

                l->window[row][col][pattern] =
                    (place.window * 2 + (row + col) % 2) * KONANE_PATTERNS + (int)place.pattern;
            }
}

static unsigned read_line(uint64_t occupied, int way, int line)
{
    unsigned cells = 0;

    if (!way)
        return occupied >> 8 * line & 0xff;
    for (int i = 0; i < 8; i++)
        cells |= (unsigned)(occupied >> (8 * i + line) & 1) << i;
    return cells;
}

static void find_windows(const struct learner *l, uint64_t occupied, int phase, struct features *f)
{
    for (int row = 0; row < 6; row++)
        for (int col = 0; col < 6; col++) {
            uint64_t at = occupied >> (8 * row + col);
            unsigned pattern = (at & 7) | (at >> 5 & 070) | (at >> 10 & 0700);

            add(f, phase * PHASE_WINDOWS + l->window[row][col][pattern], 1);
        }
}

static void find_basics(const struct learner *l, uint64_t occupied, int phase, struct features *f)
{
    int first = l->eight ? KONANE_WEIGHT_AT(eight) : KONANE_WEIGHT_AT(any);
    unsigned jumps = 0;

    for (int i = 0; i < 16; i++)
        jumps += l->world->lines[0][i % 2][read_line(occupied, i / 8, i % 8)].total;
    add(f, first + 2 * phase, jumps & 0xff);
    add(f, first + 2 * phase + 1, jumps >> 8);
    add(f, first + 2 * KONANE_PHASES + phase, 1);
}

static void find_lines(uint64_t occupied, int phase, struct features *f)
{
    for (int i = 0; i < 16; i++) {
        int line = i % 8, rank = line < 4 ? line : 7 - line;
        unsigned cells = read_line(occupied, i / 8, line);

        if (line % 2)
            cells = konane_reverse(cells);
        add(f, KONANE_WEIGHT_AT(line) + phase * PHASE_LINES + rank * 256 + (int)cells, 1);
    }
}

static void find_areas(uint64_t occupied, struct features *f)
{
    uint32_t index[AREAS];

    read_areas(occupied, BLACK, index);
    for (int i = 0; i < AREAS; i++)
        add(f, KONANE_WEIGHT_AT(area) + (int)konane_area(index[i]), 1);
}

static void find_features(const struct learner *l, const struct sample *sample,
                          struct features *ret_features)
{
    uint64_t occupied = sample->occupied;
    int phase = l->world->phase[bz_popcount(occupied)];

    ret_features->count = 0;
    find_basics(l, occupied, phase, ret_features);
    if (l->eight) {
        find_lines(occupied, phase, ret_features);
        find_areas(occupied, ret_features);
    } else {
        find_windows(l, occupied, phase, ret_features);
    }
}

static double value_of(const struct learner *l, const struct features *f)
{
    double value = 0;

    for (int i = 0; i < f->count; i++)
        value += l->weight[f->index[i]] * f->times[i];
    return value;
}

/* What it costs to have said this of a position that is won so often. */
static double cost(double value, double chance)
{
    return chance * log1p(exp(-value)) + (1 - chance) * log1p(exp(value));
}

static void learn(struct learner *l, size_t at, double rate)
{
    const struct sample *sample = &l->samples->list[at];
    struct features f;
    double error;

    find_features(l, sample, &f);
    error = 1 / (1 + exp(-value_of(l, &f))) - (double)sample->chance;
    for (int i = 0; i < f.count; i++) {
        double slope = error * f.times[i], *squares = &l->squares[f.index[i]];

        *squares += slope * slope;
        l->weight[f.index[i]] -= rate * slope / (sqrt(*squares) + floor_of_squares);
    }
}

static bool is_held_out(const struct sample *sample)
{
    return sample->game % HELD_OUT == 0;
}

/* As many positions as there are, each time any of them. */
static void learn_epoch(struct learner *l, double rate, double done)
{
    size_t count = l->samples->count;

    for (size_t i = 0; i < count && !tune_stopped(l->tuning); i++) {
        size_t at = bz_random_below(&l->random, count);

        if (!is_held_out(&l->samples->list[at]))
            learn(l, at, rate);
        if (i % 65536 == 0)
            tune_progress(l->tuning, "learning", done + (double)i / (double)count / (2 * EPOCHS));
    }
}

/* The mean cost over the games held out, as by the weights so far. */
static double measure(const struct learner *l)
{
    double sum = 0;
    size_t count = 0;

    for (size_t i = 0; i < l->samples->count; i++) {
        const struct sample *sample = &l->samples->list[i];
        struct features f;

        if (!is_held_out(sample))
            continue;
        find_features(l, sample, &f);
        sum += cost(value_of(l, &f), (double)sample->chance);
        count++;
    }
    return count ? sum / (double)count : 0;
}

static double learn_part(struct learner *l, bool eight)
{
    double loss = 0;

    l->eight = eight;
    for (int epoch = 0; epoch < EPOCHS && !tune_stopped(l->tuning); epoch++) {
        learn_epoch(l, step * slowing[epoch], (double)(eight * EPOCHS + epoch) / (2 * EPOCHS));
        loss = measure(l);
        tune_tell(l->tuning, "%s, epoch %d: loss %.4f on the games held out",
                  eight ? "for 8x8" : "for any board", epoch + 1, loss);
    }
    return loss;
}

static int16_t rounded(double weight, double max)
{
    return (int16_t)lround(fmax(-max, fmin(max, weight * KONANE_UNIT)));
}

static bool is_basic(int i)
{
    const int count = sizeof(struct konane_basics) / sizeof(int16_t);

    return (i >= KONANE_WEIGHT_AT(any) && i < KONANE_WEIGHT_AT(any) + count) ||
           (i >= KONANE_WEIGHT_AT(eight) && i < KONANE_WEIGHT_AT(eight) + count);
}

static void round_weights(const struct learner *l, struct konane_weights *ret_weights)
{
    int16_t *to = (int16_t *)ret_weights, *area = ret_weights->area;

    for (int i = 0; i < WEIGHTS; i++)
        to[i] = rounded(l->weight[i], is_basic(i) ? KONANE_JUMP_MAX : KONANE_WEIGHT_MAX);
    for (uint32_t i = 0; i < KONANE_AREA_KINDS << 16; i++)
        area[i] = area[konane_area(i)];
}

int tune_fit(const struct konane_world *world, const struct samples *samples,
             const struct bz_tuning *tuning, struct konane_weights *ret_weights, double *ret_loss,
             struct bz_error *err)
{
    struct learner *l = calloc(1, sizeof(*l));
    int code = BZ_OK;

    if (!l)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory to learn");
    l->world = world;
    l->samples = samples;
    l->tuning = tuning;
    bz_random_seed(&l->random, tuning->seed);
    map_windows(l);
    learn_part(l, false);
    *ret_loss = learn_part(l, true);
    round_weights(l, ret_weights);
    if (tune_stopped(tuning))
        code = bz_fail(err, BZ_ERROR_STOPPED, "stopped");
    free(l);
    return code;
}
