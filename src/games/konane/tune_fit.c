/*
 * tune_fit.c - logistic regression: the weights with which the value of a position best foretells
 * who wins from it.
 *
 * First windows and jumps, which are meant for every board; then, with those fixed, the lines of
 * 8x8, for what windows do not see. Both at once would be a little better there (0.483 held out
 * instead of 0.485, in a trial with 680,000 positions), but then windows alone fit no other board.
 * A weight's step shrinks with the squares of its gradients so far, so that rare patterns learn as
 * fast as common ones.
 */
#include <math.h>
#include <stdlib.h>

#include "base/bits.h"
#include "bazi/random.h"
#include "tune.h"

/* First guesses, never tuned; the loss hardly falls any more in the last epoch. */
enum { EPOCHS = 4, HELD_OUT = 10 /* every tenth game */ };
static const double step = 0.03, slowing[EPOCHS] = {1, 1, 0.3, 0.1}, floor_of_squares = 1e-3;

enum {
    WEIGHTS = sizeof(struct konane_weights) / sizeof(int16_t),
    LINE_FIRST = offsetof(struct konane_weights, line) / sizeof(int16_t),
    JUMPS_FIRST = offsetof(struct konane_weights, jumps) / sizeof(int16_t),
    TEMPO_FIRST = offsetof(struct konane_weights, tempo) / sizeof(int16_t),
    PHASE_WINDOWS = KONANE_WINDOWS * 2 * KONANE_PATTERNS,
    PHASE_LINES = KONANE_RANKS * 256,
    FEATURES_MAX = 6 * 6 + 3
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
    bool lines; /* what is being learned now */
    struct bz_random random;
    float *known; /* of each sample: its value by what was learned before */
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
    unsigned jumps = 0;

    for (int row = 0; row < 6; row++)
        for (int col = 0; col < 6; col++) {
            uint64_t at = occupied >> (8 * row + col);
            unsigned pattern = (at & 7) | (at >> 5 & 070) | (at >> 10 & 0700);

            add(f, phase * PHASE_WINDOWS + l->window[row][col][pattern], 1);
        }
    for (int i = 0; i < 16; i++)
        jumps += l->world->lines[0][i % 2][read_line(occupied, i / 8, i % 8)].total;
    add(f, JUMPS_FIRST + 2 * phase, jumps & 0xff);
    add(f, JUMPS_FIRST + 2 * phase + 1, jumps >> 8);
    add(f, TEMPO_FIRST + phase, 1);
}

static void find_lines(uint64_t occupied, int phase, struct features *f)
{
    for (int i = 0; i < 16; i++) {
        int line = i % 8, rank = line < 4 ? line : 7 - line;
        unsigned cells = read_line(occupied, i / 8, line);

        if (line % 2)
            cells = konane_reverse(cells);
        add(f, LINE_FIRST + phase * PHASE_LINES + rank * 256 + (int)cells, 1);
    }
}

static void find_features(const struct learner *l, const struct sample *sample,
                          struct features *ret_features)
{
    uint64_t occupied = sample->occupied;
    int phase = l->world->phase[bz_popcount(occupied)];

    ret_features->count = 0;
    if (l->lines)
        find_lines(occupied, phase, ret_features);
    else
        find_windows(l, occupied, phase, ret_features);
}

static double value_of(const struct learner *l, size_t at, const struct features *f)
{
    double value = (double)l->known[at];

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
    error = 1 / (1 + exp(-value_of(l, at, &f))) - (double)sample->chance;
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

/* The mean cost over the games held out, as by the weights so far; `keep` what is known then. */
static double measure(struct learner *l, bool keep)
{
    double sum = 0;
    size_t count = 0;

    for (size_t i = 0; i < l->samples->count; i++) {
        const struct sample *sample = &l->samples->list[i];
        struct features f;
        double value;

        if (!keep && !is_held_out(sample))
            continue;
        find_features(l, sample, &f);
        value = value_of(l, i, &f);
        if (is_held_out(sample)) {
            sum += cost(value, (double)sample->chance);
            count++;
        }
        if (keep)
            l->known[i] = (float)value;
    }
    return count ? sum / (double)count : 0;
}

static double learn_part(struct learner *l, bool lines)
{
    double loss = 0;

    l->lines = lines;
    for (int epoch = 0; epoch < EPOCHS && !tune_stopped(l->tuning); epoch++) {
        learn_epoch(l, step * slowing[epoch], (double)(lines * EPOCHS + epoch) / (2 * EPOCHS));
        loss = measure(l, epoch == EPOCHS - 1);
        tune_tell(l->tuning, "%s, epoch %d: loss %.4f on the games held out",
                  lines ? "lines" : "windows", epoch + 1, loss);
    }
    return loss;
}

static void round_weights(const struct learner *l, struct konane_weights *ret_weights)
{
    int16_t *rounded = (int16_t *)ret_weights;

    for (int i = 0; i < WEIGHTS; i++) {
        double max = i < JUMPS_FIRST ? KONANE_WEIGHT_MAX : KONANE_JUMP_MAX;

        rounded[i] = (int16_t)lround(fmax(-max, fmin(max, l->weight[i] * KONANE_UNIT)));
    }
}

int tune_fit(const struct konane_world *world, const struct samples *samples,
             const struct bz_tuning *tuning, struct konane_weights *ret_weights, double *ret_loss,
             struct bz_error *err)
{
    struct learner *l = calloc(1, sizeof(*l));
    float *known = calloc(samples->count + 1, sizeof(*known));
    int code = BZ_OK;

    if (!l || !known) {
        code = bz_fail(err, BZ_ERROR_MEMORY, "not enough memory to learn from %zu positions",
                       samples->count);
    } else {
        l->world = world;
        l->samples = samples;
        l->tuning = tuning;
        l->known = known;
        bz_random_seed(&l->random, tuning->seed);
        map_windows(l);
        learn_part(l, false);
        *ret_loss = learn_part(l, true);
        round_weights(l, ret_weights);
        if (tune_stopped(tuning))
            code = bz_fail(err, BZ_ERROR_STOPPED, "stopped");
    }
    free(known);
    free(l);
    return code;
}
