/*
 * tune.c - learning the evaluation: play, learn, write, and in the end a check by matches.
 *
 * The first round plays with the evaluation `movers` and learns who won; later ones play with what
 * was just written and learn what the search made of it. So a file depends on the seed and the
 * numbers of games and rounds, and on no earlier file.
 */
#include "tune.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "bazi/buf.h"
#include "files/sealed.h"
#include "stats/estimate.h"

void tune_tell(const struct bz_tuning *tuning, const char *format, ...)
{
    char line[200];
    va_list args;

    va_start(args, format);
    vsnprintf(line, sizeof(line), format, args);
    va_end(args);
    if (tuning->tell)
        tuning->tell(tuning->context, line);
}

/* What is being made, and what its file will say about that. */
struct product {
    struct konane_weights weights;
    char text[1200];
    struct bz_buf comment;
};

static int write_product(const struct product *product, const struct bz_tuning *tuning,
                         struct bz_error *err)
{
    return konane_weights_save(&product->weights, product->text, tuning->out, err);
}

static int init_with_file(struct bz_setup *setup, const struct bz_game *game, const char *file,
                          struct bz_error *err)
{
    char assignment[BZ_VALUE_MAX + 16];
    const char *list = assignment;

    if (snprintf(assignment, sizeof(assignment), "weights=%s", file) >= (int)sizeof(assignment))
        return bz_fail(err, BZ_ERROR_RANGE, "%s: the name is too long", bz_quoted_path(file).text);
    return bz_setup_init(setup, game, &list, 1, err);
}

static int learn_from(const struct bz_setup *setup, const struct samples *samples,
                      const struct bz_tuning *tuning, int round, struct product *product,
                      struct bz_error *err)
{
    double loss = 0;
    int code = tune_fit(setup->world, samples, tuning, &product->weights, &loss, err);

    if (code)
        return code;
    bz_buf_clear(&product->comment);
    bz_buf_add(&product->comment,
               "# Made by: bazi tune konane --games %d --rounds %d --seed %llu\n"
               "# Round %d of %d: %zu positions; loss on the games held out: %.4f\n",
               tuning->games, tuning->rounds, (unsigned long long)tuning->seed, round + 1,
               tuning->rounds, samples->count, loss);
    return write_product(product, tuning, err);
}

static int run_round(const struct bz_setup *given, const struct bz_tuning *tuning, int round,
                     struct product *product, struct bz_error *err)
{
    const char *spec = round == 0 ? "best:eval=movers,hash=1" : "best:hash=1";
    struct samples samples = {NULL, 0};
    struct bz_setup setup;
    int code = init_with_file(&setup, given->game, round == 0 ? BZ_BUILT_IN : tuning->out, err);

    if (code)
        return code;
    code = tune_play(&setup, spec, round == 0 ? BELIEVE_RESULT : BELIEVE_SEARCH, tuning,
                     tuning->seed + (uint64_t)round, &samples, err);
    if (!code)
        tune_tell(tuning, "round %d: %zu positions of %d games", round + 1, samples.count,
                  tuning->games);
    if (!code)
        code = learn_from(&setup, &samples, tuning, round, product, err);
    free(samples.list);
    bz_setup_release(&setup);
    return code;
}

static void format_tally(const struct tally *tally, const char *opponent, int64_t movetime,
                         struct bz_buf *out)
{
    const struct bz_wdl wdl = {.wins = tally->won, .losses = tally->played - tally->won};
    const struct bz_outcomes outcomes = bz_outcomes_of_wdl(&wdl);
    struct bz_estimate share = bz_share(&outcomes);

    bz_buf_add(out, "won %d of %d against %s, %.1f %% (%.1f to %.1f), %lld ms a move", tally->won,
               tally->played, opponent, 100 * share.value, 100 * share.low, 100 * share.high,
               (long long)movetime);
}

static int check_against(const struct opponents *opponents, const char *name,
                         const struct bz_tuning *tuning, struct product *product,
                         struct bz_error *err)
{
    char text[160];
    struct bz_buf line = BZ_BUF(text);
    struct tally tally = {0, 0};
    int code = tune_match(opponents, tuning, &tally, err);

    if (code)
        return code;
    format_tally(&tally, name, tuning->movetime, &line);
    tune_tell(tuning, "%s", text);
    bz_buf_add(&product->comment, "# %s\n", text);
    return write_product(product, tuning, err);
}

/* The file against what the caller's setup has, and against `movers`. */
static int check(const struct bz_setup *given, const struct bz_tuning *tuning,
                 struct product *product, struct bz_error *err)
{
    const char *present = bz_setup_value(given, "weights")->text;
    struct bz_setup setup;
    struct opponents opponents = {.setup = {&setup, given}, .title = "checking"};
    int code = init_with_file(&setup, given->game, tuning->out, err);

    if (code)
        return code;
    opponents.spec[0] = "best:hash=16";
    opponents.spec[1] = "best:eval=movers,hash=16";
    code = check_against(&opponents, "movers", tuning, product, err);
    opponents.spec[1] = "best:hash=16";
    if (!code)
        code = check_against(&opponents, bz_quoted_path(present).text, tuning, product, err);
    bz_setup_release(&setup);
    return code;
}

int konane_tune(const struct bz_setup *setup, const struct bz_tuning *tuning, struct bz_error *err)
{
    const char *size = bz_setup_value(setup, "size")->text;
    struct product *product;
    int rows = 0, cols = 0, code = konane_parse_size(size, &rows, &cols, err);

    if (!code && (rows != 8 || cols != 8))
        code = bz_fail(err, BZ_ERROR_UNFIT, "konane learns on 8x8 only, for boards of every size");
    if (!code)
        code = bz_sealed_try(tuning->out, err);
    if (code)
        return code;
    product = calloc(1, sizeof(*product));
    if (!product)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for weights");
    product->comment = BZ_BUF(product->text);
    for (int round = 0; round < tuning->rounds && !code; round++)
        code = run_round(setup, tuning, round, product, err);
    if (!code && tuning->match)
        code = check(setup, tuning, product, err);
    free(product);
    return code;
}
