/*
 * means.c - one text, stamped out for one die and two, with and without an eye on what changes.
 */
#include "means.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define WIDE __attribute__((target_clones("default", "avx2")))
#else
#define WIDE
#endif

#define INLINE static inline __attribute__((always_inline))

/* One die: all faces alike. */
INLINE double mean_6(const double *const *row, int i)
{
    return ((row[0][i] + row[1][i]) + (row[2][i] + row[3][i]) + (row[4][i] + row[5][i])) *
           (1.0 / 6);
}

/* Two dice: 2 is as likely as 12. */
INLINE double mean_11(const double *const *row, int i)
{
    double sum = (row[0][i] + row[10][i]) + 2 * (row[1][i] + row[9][i]);

    sum += 3 * (row[2][i] + row[8][i]) + 4 * (row[3][i] + row[7][i]);
    sum += 5 * (row[4][i] + row[6][i]) + 6 * row[5][i];
    return sum * (1.0 / 36);
}

INLINE double choose(double mean, enum choice choice, const double *other, const double *share,
                     int i)
{
    switch (choice) {
    case LARGER:
        return other[i] > mean ? other[i] : mean;
    case SMALLER:
        return other[i] < mean ? other[i] : mean;
    case BLEND:
        return other[i] + share[i] * mean;
    default:
        return mean;
    }
}

#define STAMP(name, mean, choice)                                                        \
    WIDE static void name(double *restrict out, const double *const *given, int length,  \
                          const double *restrict other, const double *restrict share)    \
    {                                                                                    \
        const double *row[11];                                                           \
                                                                                         \
        for (int k = 0; k < 11; k++)                                                     \
            row[k] = given[k];                                                           \
        for (int i = 0; i < length; i++)                                                 \
            out[i] = choose(mean(row, i), choice, other, share, i);                      \
    }                                                                                    \
    WIDE static int64_t name##_counted(double *restrict out, const double *const *given, \
                                       int length, const double *restrict other,         \
                                       const double *restrict share, double still)       \
    {                                                                                    \
        const double *row[11];                                                           \
        int64_t changes = 0;                                                             \
                                                                                         \
        for (int k = 0; k < 11; k++)                                                     \
            row[k] = given[k];                                                           \
        for (int i = 0; i < length; i++) {                                               \
            double now = choose(mean(row, i), choice, other, share, i);                  \
                                                                                         \
            changes += fabs(now - out[i]) > still;                                       \
            out[i] = now;                                                                \
        }                                                                                \
        return changes;                                                                  \
    }

STAMP(take_6, mean_6, TAKE)
STAMP(larger_6, mean_6, LARGER)
STAMP(smaller_6, mean_6, SMALLER)
STAMP(blend_6, mean_6, BLEND)
STAMP(take_11, mean_11, TAKE)
STAMP(larger_11, mean_11, LARGER)
STAMP(smaller_11, mean_11, SMALLER)
STAMP(blend_11, mean_11, BLEND)

typedef void loop(double *restrict, const double *const *, int, const double *restrict,
                  const double *restrict);
typedef int64_t counted(double *restrict, const double *const *, int, const double *restrict,
                        const double *restrict, double);

void monopoly_means_put(double *restrict out, const struct fan *fan, int length, enum choice choice,
                        const double *restrict other, const double *restrict share)
{
    static loop *const loops[2][4] = {
        {take_6, larger_6, smaller_6, blend_6},
        {take_11, larger_11, smaller_11, blend_11},
    };

    assert(fan->count == 6 || fan->count == 11);
    loops[fan->count == 11][choice](out, fan->row, length, other, share);
}

bool monopoly_means_change(double *restrict out, const struct fan *fan, int length,
                           enum choice choice, const double *restrict other,
                           const double *restrict share, double still)
{
    static counted *const loops[2][4] = {
        {take_6_counted, larger_6_counted, smaller_6_counted, blend_6_counted},
        {take_11_counted, larger_11_counted, smaller_11_counted, blend_11_counted},
    };

    assert(fan->count == 6 || fan->count == 11);
    return loops[fan->count == 11][choice](out, fan->row, length, other, share, still) > 0;
}
