/*
 * comparison.c - the estimates about two players, a line each.
 */
#include "comparison.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>

#include "stats/estimate.h"

enum { LINE_MAX = 160, WORD_WIDTH = 12 };

/* Wins come first where games are told, points rise where pairs are. */
static int64_t count_at(const struct bz_outcomes *outcomes, int place)
{
    bool pairs = bz_outcomes_are_pairs(outcomes);

    return outcomes->counts[pairs ? place : outcomes->kinds - 1 - place];
}

void comparison_counts(const struct bz_outcomes *outcomes, struct bz_buf *out)
{
    for (int i = 0; i < outcomes->kinds; i++)
        bz_buf_add(out, "%s%" PRId64, i ? "-" : "", count_at(outcomes, i));
}

void comparison_ratio(const struct bz_sprt_state *state, struct bz_buf *out)
{
    double llr = fabs(state->llr) < 0.005 ? 0 : state->llr; /* never -0.00 */

    bz_buf_add(out, "%.2f (%.2f, %.2f)", llr, state->lower, state->upper);
}

void comparison_line(const char *word, const char *format, ...)
{
    va_list args;

    printf("%-*s ", WORD_WIDTH, word);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
}

static void show_estimate(const char *word, const struct bz_estimate *estimate)
{
    char text[LINE_MAX];
    struct bz_buf line = BZ_BUF(text);

    bz_estimate_format(estimate, 1, &line);
    comparison_line(word, "%s", text);
}

/* Nobody is superior for certain. */
static void show_superiority(double percent)
{
    if (percent > 99.9)
        comparison_line("superiority", "over 99.9 %%");
    else if (percent < 0.1)
        comparison_line("superiority", "under 0.1 %%");
    else
        comparison_line("superiority", "%.1f %%", percent);
}

void comparison_show_score(const struct bz_outcomes *outcomes)
{
    struct bz_estimate share = bz_share(outcomes);
    char text[LINE_MAX];
    struct bz_buf line = BZ_BUF(text);

    bz_estimate_format_share(&share, &line);
    comparison_line("score", "%s", text);
}

/* Where nothing was lost, or nothing won, the value too is the prior's. */
static const char *ends_of(const struct bz_estimate *estimate)
{
    if (estimate->low_open && estimate->high_open)
        return "; Elo by Jeffreys' prior";
    if (estimate->low_open)
        return "; Elo and its lower end by Jeffreys' prior";
    return estimate->high_open ? "; Elo and its upper end by Jeffreys' prior" : "";
}

void comparison_show(const struct bz_outcomes *outcomes)
{
    struct bz_estimate share = bz_share(outcomes), elo = bz_elo(outcomes);
    struct bz_estimate normalised = bz_normalised_elo(outcomes);
    char text[LINE_MAX];
    struct bz_buf line = BZ_BUF(text);

    comparison_counts(outcomes, &line);
    if (bz_outcomes_are_pairs(outcomes))
        comparison_line("pairs", "%s, of 0 to 2 points", text);
    show_estimate("Elo", &elo);
    show_estimate("normalised", &normalised);
    show_superiority(100 * bz_superiority(outcomes));
    comparison_line("95 % by", "%s%s", share.method, ends_of(&share));
}

void comparison_json_estimate(struct json *json, const char *key,
                              const struct bz_estimate *estimate, int decimals)
{
    json_open(json, key, '{');
    json_rounded(json, "value", estimate->value, decimals);
    json_rounded(json, "low", estimate->low, decimals);
    json_rounded(json, "high", estimate->high, decimals);
    json_bool(json, "low_open", estimate->low_open);
    json_bool(json, "high_open", estimate->high_open);
    json_text(json, "method", estimate->method);
    json_close(json, '}');
}

void comparison_json(struct json *json, const char *key, const struct bz_outcomes *outcomes)
{
    struct bz_estimate share = bz_share(outcomes), elo = bz_elo(outcomes);
    struct bz_estimate normalised = bz_normalised_elo(outcomes);

    json_open(json, key, '{');
    json_text(json, "of", bz_outcomes_are_pairs(outcomes) ? "pairs" : "games");
    json_open(json, "counts", '[');
    for (int i = 0; i < outcomes->kinds; i++)
        json_whole(json, NULL, count_at(outcomes, i));
    json_close(json, ']');
    comparison_json_estimate(json, "score", &share, DECIMALS_SHARE);
    comparison_json_estimate(json, "elo", &elo, DECIMALS_ELO);
    comparison_json_estimate(json, "normalised_elo", &normalised, DECIMALS_ELO);
    json_rounded(json, "superiority", bz_superiority(outcomes), DECIMALS_SHARE);
    json_close(json, '}');
}
