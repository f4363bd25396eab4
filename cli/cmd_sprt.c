/*
 * cmd_sprt.c - `bazi sprt`: games until it is clear which of two hypotheses holds, or the test of
 * counts given by hand.
 */
#include <inttypes.h>
#include <string.h>

#include "command.h"
#include "contest/order.h"
#include "contest/trial.h"
#include "interrupt.h"

enum { GAMES_DEFAULT = 20000 };

static const int64_t COUNT_MOST = BZ_COUNT_MAX / BZ_PAIR_SCORES;

static int read_model(const struct invocation *inv, enum bz_elo_model *ret_model)
{
    const char *name = invocation_value(inv, "model");

    if (!name || strcmp(name, "logistic") == 0)
        *ret_model = BZ_ELO_LOGISTIC;
    else if (strcmp(name, "normalised") == 0)
        *ret_model = BZ_ELO_NORMALISED;
    else
        return complain("sprt: --model is logistic or normalised, not '%s'",
                        bz_quoted(name, strlen(name)).text);
    return STATUS_DONE;
}

static int read_test(const struct invocation *inv, struct bz_sprt *sprt)
{
    const double most = BZ_SPRT_ELO_MAX;
    struct bz_error err;

    *sprt = (struct bz_sprt){.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05};
    if (read_model(inv, &sprt->model) || invocation_real(inv, "elo0", -most, most, &sprt->elo0) ||
        invocation_real(inv, "elo1", -most, most, &sprt->elo1) ||
        invocation_real(inv, "alpha", 0, 1, &sprt->alpha) ||
        invocation_real(inv, "beta", 0, 1, &sprt->beta))
        return STATUS_USAGE;
    if (bz_sprt_check(sprt, &err))
        return complain("sprt: %s", err.text);
    return STATUS_DONE;
}

/* Counts with commas between them, as many as stand there; how many, or a code. */
static int read_counts(const char *text, int64_t *ret_counts)
{
    for (int count = 0; count < BZ_PAIR_SCORES; count++) {
        size_t length = strcspn(text, ",");
        int code =
            bz_parse_integer(text, length, 0, COUNT_MOST, "a count", &ret_counts[count], NULL);

        if (code)
            return code;
        if (!text[length])
            return count + 1;
        text += length + 1;
    }
    return BZ_ERROR_SYNTAX;
}

static int status_of(enum bz_sprt_verdict verdict)
{
    return verdict == BZ_SPRT_H1 ? STATUS_DONE : STATUS_BAD;
}

static int judge_counts(const struct invocation *inv, const struct bz_sprt *sprt)
{
    struct trial trial = {.sprt = sprt};
    int64_t counts[BZ_PAIR_SCORES];
    int count = read_counts(invocation_value(inv, "results"), counts);

    if (inv->operand_count)
        return complain("sprt: with --results nobody plays; name no players");
    if (count == BZ_PAIR_SCORES) {
        struct bz_pairs pairs;

        memcpy(pairs.counts, counts, sizeof(pairs.counts));
        trial.outcomes = bz_outcomes_of_pairs(&pairs);
    } else if (count == 3) {
        trial.outcomes = bz_outcomes_of_wdl(&(struct bz_wdl){counts[0], counts[1], counts[2]});
    } else if (count == BZ_ERROR_RANGE) {
        return complain("sprt: --results takes counts from 0 to %" PRId64, COUNT_MOST);
    } else {
        return complain("sprt: --results takes WON,DRAWN,LOST or the pairs of 0, 1/2, 1, 1 1/2 and "
                        "2 points: 0,5,20,9,1");
    }
    return status_of(trial_report(&trial, invocation_has(inv, "json")));
}

static int end(struct order *order, const struct bz_tally *tallies)
{
    enum bz_sprt_verdict verdict = contest_end_test(&order->contest, tallies);

    if (verdict == BZ_SPRT_OPEN && interrupt_signal())
        return interrupt_status();
    return status_of(verdict);
}

int cmd_sprt(const struct invocation *inv)
{
    struct order order = {.games_default = GAMES_DEFAULT, .pairs = true, .varied = true};
    struct bz_sprt sprt;
    int status = read_test(inv, &sprt);

    if (status)
        return status;
    if (invocation_has(inv, "results"))
        return judge_counts(inv, &sprt);
    if (inv->operand_count != 2)
        return complain("sprt: name two players: bazi sprt A B");
    order.contest.sprt = &sprt;
    return order_run(inv, &order, end);
}
