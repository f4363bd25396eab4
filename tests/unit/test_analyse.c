/*
 * test_analyse.c - judging games: proofs and marks against brute force, means against fractions
 * worked out by hand.
 */
#include "check.h"

#include <string.h>

#include "analyse/game.h"
#include "analyse/mean.h"
#include "analyse/verdict.h"
#include "properties.h"
#include "toys.h"

/* 1 or -1 for the player to move: the whole tree, as plain as can be. */
static int brute(const struct bz_setup *setup, const void *pos)
{
    bz_move moves[BZ_MOVES_MAX];
    int count = setup->rules->moves(pos, moves), best = -1;

    for (int i = 0; i < count && best < 0; i++) {
        union bz_pos child;

        memcpy(&child, pos, setup->rules->pos_size);
        setup->rules->play(&child, moves[i]);
        best = -brute(setup, &child);
    }
    return best;
}

static int brute_move(const struct bz_setup *setup, const void *pos, bz_move move)
{
    union bz_pos child;

    memcpy(&child, pos, setup->rules->pos_size);
    setup->rules->play(&child, move);
    return -brute(setup, &child);
}

static int winning_moves(const struct bz_setup *setup, const void *pos, int *ret_count)
{
    bz_move moves[BZ_MOVES_MAX];
    int wins = 0;

    *ret_count = setup->rules->moves(pos, moves);
    for (int i = 0; i < *ret_count; i++)
        wins += brute_move(setup, pos, moves[i]) > 0;
    return wins;
}

/* A random game from the start to its end. */
static void random_record(struct bz_record *record, const struct bz_setup *setup, uint64_t seed)
{
    struct bz_random random;
    struct bz_error err;

    bz_random_seed(&random, seed);
    bz_record_init(record, setup, NULL);
    while (!bz_record_is_over(record)) {
        bz_move moves[BZ_MOVES_MAX], move;
        int count = setup->rules->moves(&record->pos, moves);

        move = setup->rules->turn(&record->pos) == BZ_CHANCE
                   ? bz_chance_draw(setup, &record->pos, &random)
                   : moves[bz_random_below(&random, (uint64_t)count)];
        assert_int_equal(bz_record_play(record, move, &err), BZ_OK);
    }
}

/* A random game of konane and what a judge has to say about it. */
struct case_study {
    struct bz_setup setup;
    struct bz_record record;
    struct judge judge;
    struct review review;
};

static void study(struct case_study *c, const char *options, uint64_t seed, const char *spec,
                  int depth)
{
    struct bz_limits limits = {.depth = depth};
    struct bz_error err;

    check_setup(&c->setup, "konane", options);
    random_record(&c->record, &c->setup, seed);
    if (judge_init(&c->judge, &c->setup, spec, 1, &limits, &err))
        fail_msg("%s", err.text);
    c->review = (struct review){.first = 0};
    assert_int_equal(review_run(&c->review, &c->judge, &c->record, &err), BZ_OK);
    assert_int_equal(c->review.first, 0);
}

static void study_release(struct case_study *c)
{
    review_release(&c->review);
    judge_release(&c->judge);
    bz_record_release(&c->record);
    bz_setup_release(&c->setup);
}

static void check_proof(const struct verdict *v, int truth)
{
    if (v->proof != BZ_UNDECIDED)
        assert_int_equal((int)v->proof, truth);
}

/* With everything searched to the end, the marks are just what brute force says. */
static void check_marks(const struct review *review, int *counts)
{
    const struct bz_setup *setup = review->record->setup;

    for (int i = 0; i < review->record->length; i++) {
        const struct row *row = &review->rows[i];
        const void *pos = review_position(review, i);
        int choices, wins = winning_moves(setup, pos, &choices);
        int played = brute_move(setup, pos, row->played);

        assert_int_equal((int)row->before.proof, wins ? 1 : -1);
        assert_int_equal((int)row->after.proof, played);
        assert_int_equal(brute_move(setup, pos, row->best), wins ? 1 : -1);
        assert_int_equal(row->mark == MARK_BLUNDER, wins > 0 && played < 0);
        assert_int_equal(row->mark == MARK_ONLY, wins == 1 && played > 0 && choices > 1);
        counts[row->mark]++;
    }
}

static void marks_are_what_brute_force_says(void **state)
{
    int counts[4] = {0};

    (void)state;
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct case_study c;

        study(&c, seed % 2 ? "size=4x5" : "size=4", seed, "best:hash=1", 60);
        check_marks(&c.review, counts);
        study_release(&c);
    }
    assert_true(counts[MARK_BLUNDER] > 5);
    assert_true(counts[MARK_ONLY] > 5);
    assert_int_equal(counts[MARK_MISTAKE], 0);
}

/* Searches too shallow to know everything never prove what is false, whoever judges. */
static void shallow_judges_prove_nothing_false(void **state)
{
    static const char *const specs[] = {"best:hash=1", "alphabeta", "greedy"};
    int proofs = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct case_study c;

        study(&c, "size=4x5", seed, specs[seed % 3], 1 + (int)seed % 4);
        for (int i = 0; i < c.record.length; i++) {
            const struct row *row = &c.review.rows[i];
            const void *pos = review_position(&c.review, i);
            int before = brute(&c.setup, pos), after = brute_move(&c.setup, pos, row->played);

            check_proof(&row->before, before);
            check_proof(&row->after, after);
            proofs += row->after.proof != BZ_UNDECIDED;
            assert_true(row->cost >= 0);
            if (row->mark == MARK_BLUNDER)
                assert_true(before > 0 && after < 0);
        }
        study_release(&c);
    }
    assert_true(proofs > 20);
}

static struct verdict fraction(int64_t numerator, int64_t denominator)
{
    return (struct verdict){.certainty = ESTIMATED,
                            .value = (double)numerator / (double)denominator,
                            .numerator = numerator,
                            .denominator = denominator};
}

static void means_are_exact_fractions(void **state)
{
    struct verdict half = fraction(1, 2), third = fraction(-1, 3), out;
    struct verdict huge = fraction(INT64_MAX - 1, 7);
    struct mean mean = {0};

    (void)state;
    mean_add(&mean, &half, 3);
    mean_add(&mean, &third, 2);
    mean_close(&mean, &out); /* (3/2 - 2/3) / 5 */
    assert_int_equal(out.numerator, 1);
    assert_int_equal(out.denominator, 6);
    check_number(out.value * 6 > 0.999999 && out.value * 6 < 1.000001, 1, "value");
    mean_add(&mean, &huge, 5);
    mean_close(&mean, &out);
    assert_int_equal(out.denominator, 0);
    assert_true(out.value > 1e17);
}

/* All won is won, one lost outcome is not; the least certain one decides how certain it is. */
static void a_mean_is_as_sure_as_its_parts(void **state)
{
    struct verdict win = {.certainty = PROVED, .proof = BZ_WIN, .distance = 3, .value = 1};
    struct verdict won = {.certainty = OVER, .proof = BZ_WIN, .value = 1};
    struct verdict loss = {.certainty = PROVED, .proof = BZ_LOSS, .distance = 7, .value = -1};
    struct verdict guess = {.certainty = ESTIMATED, .value = 0.5, .depth = 4}, out;
    struct mean mean = {0};

    (void)state;
    mean_add(&mean, &won, 1);
    mean_add(&mean, &win, 1);
    mean_close(&mean, &out);
    assert_int_equal((int)out.proof, BZ_WIN);
    assert_int_equal((int)out.certainty, PROVED);
    assert_int_equal(out.distance, 3);
    mean_add(&mean, &loss, 2);
    mean_close(&mean, &out);
    assert_int_equal((int)out.proof, BZ_UNDECIDED);
    assert_int_equal((int)out.certainty, PROVED);
    check_number(out.value, 0, "mean");
    mean_add(&mean, &guess, 1);
    mean_close(&mean, &out);
    assert_int_equal((int)out.certainty, ESTIMATED);
    assert_int_equal(out.depth, 4);
}

/* The mean of a throw is its outcomes' mean, and luck adds up to nothing over all of them. */
static void luck_is_fair(void **state)
{
    struct bz_setup setup;
    struct judge judge;
    struct bz_limits limits = {.depth = 3};
    struct bz_error err;
    struct line lines[8];
    struct verdict mean, alone;
    union bz_pos pos;
    double luck = 0;
    int count;

    (void)state;
    check_setup_of(&setup, &toy_darts, "");
    bz_start(&setup, &pos);
    assert_int_equal(setup.rules->turn(&pos), BZ_CHANCE);
    assert_true(setup.rules->moves_max <= 8);
    if (judge_init(&judge, &setup, "expectiminimax", 1, &limits, &err))
        fail_msg("%s", err.text);
    count = judge_fan(&judge, &pos, 0, lines, &mean);
    assert_int_equal(count, 3);
    for (int i = 0; i < count; i++) {
        union bz_pos child = pos;

        setup.rules->play(&child, lines[i].move);
        judge_position(&judge, &child, 0, &alone);
        check_number(lines[i].verdict.value, alone.value, "an outcome by itself");
        luck += lines[i].weight * (lines[i].verdict.value - mean.value);
    }
    assert_true(luck < 1e-9 && luck > -1e-9);
    judge_position(&judge, &pos, 1, &alone);
    check_number(alone.value, -mean.value, "the other side of it");
    judge_release(&judge);
    bz_setup_release(&setup);
}

/* Lines told by the engine itself and lines found move by move agree, once all is known. */
static void both_ways_to_lines_agree(void **state)
{
    static const char *const specs[] = {"best:hash=1", "alphabeta"};
    struct line lines[BZ_MOVES_MAX / 16];

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct bz_setup setup;
        struct judge judge;
        struct bz_limits limits = {.depth = 20};
        struct bz_error err;
        union bz_pos pos;
        int count;

        check_setup(&setup, "konane", "size=4");
        bz_start(&setup, &pos);
        check_play(&setup, &pos, "a1");
        assert_true(setup.rules->moves_max <= CHECK_COUNT(lines));
        if (judge_init(&judge, &setup, specs[i], 16, &limits, &err))
            fail_msg("%s", err.text);
        count = judge_lines(&judge, &pos, lines);
        assert_true(count > 1);
        for (int k = 0; k < count; k++) {
            assert_int_equal((int)lines[k].verdict.proof, brute_move(&setup, &pos, lines[k].move));
            if (k > 0)
                assert_true(verdict_compare(&lines[k - 1].verdict, &lines[k].verdict) >= 0);
        }
        judge_release(&judge);
        bz_setup_release(&setup);
    }
}

static void keys_are_added_where_a_player_has_them(void **state)
{
    char text[80] = "as it was";
    struct bz_buf buf = BZ_BUF(text);

    (void)state;
    assert_false(bz_spec_add("random", "threads", "2", &buf));
    assert_false(bz_spec_add("nobody", "threads", "2", &buf));
    assert_string_equal(text, "as it was");
    assert_true(bz_spec_add("best", "threads", "2", &buf));
    assert_string_equal(text, "best:threads=2");
    buf = BZ_BUF(text);
    assert_true(bz_spec_add("minimax:plies=3", "eval", "mobility", &buf));
    assert_string_equal(text, "minimax:plies=3,eval=mobility");
}

/* a1 b1 a3-a1, and then a move that is not there. */
static void lines_end_where_they_go_astray(void **state)
{
    struct bz_setup setup;
    struct bz_record record;
    bz_move moves[5];
    char text[80];
    struct bz_buf buf = BZ_BUF(text);

    (void)state;
    check_setup(&setup, "konane", "size=4");
    bz_record_init(&record, &setup, NULL);
    check_record(&record, "a1 b1 a3-a1");
    memcpy(moves, record.moves, 3 * sizeof(*moves));
    moves[3] = moves[4] = moves[0];
    bz_format_line(&setup, &record.start, moves, 5, &buf);
    assert_string_equal(text, "a1 b1 a3-a1");
    assert_true(bz_is_legal(&setup, &record.start, moves[0]));
    assert_false(bz_is_legal(&setup, &record.pos, moves[0]));
    bz_record_release(&record);
    bz_setup_release(&setup);
}

/* What a position is worth by the game's own solver. */
static double solved(const struct bz_setup *setup, const union bz_pos *pos)
{
    struct bz_solve_options options = {.threads = 1, .megabytes = 64};
    struct bz_solution solution;
    struct bz_error err;

    if (bz_solve(setup, pos, &options, &solution, &err))
        fail_msg("%s", err.text);
    assert_true(solution.solved);
    return solution.lower;
}

/* Behind a roll the solver is asked as well: the value is the mean of what it says. */
static void a_roll_is_worth_the_mean_of_solutions(void **state)
{
    static const struct {
        const char *game, *options, *move;
    } cases[] = {{"diamonds", "rules=p2 map=slippery turns=30", "RIGHT"},
                 {"angry", "rules=mdp", "right"}};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        struct bz_limits limits = {.nodes = 200000000};
        struct bz_setup setup;
        struct bz_error err;
        struct judge judge;
        struct verdict verdict;
        union bz_pos pos;
        bz_move outcomes[BZ_MOVES_MAX];
        uint32_t weights[BZ_MOVES_MAX];
        double sum = 0, all = 0;
        int count;

        check_setup(&setup, cases[i].game, cases[i].options);
        bz_start(&setup, &pos);
        check_play(&setup, &pos, cases[i].move);
        count = setup.rules->deal(&pos, outcomes, weights);
        for (int k = 0; k < count; k++) {
            union bz_pos child = pos;

            setup.rules->play(&child, outcomes[k]);
            sum += solved(&setup, &child) * weights[k];
            all += weights[k];
        }
        if (judge_init(&judge, &setup, "best", 1, &limits, &err))
            fail_msg("%s", err.text);
        judge_position(&judge, &pos, 0, &verdict);
        assert_true(verdict_is_certain(&verdict));
        assert_true(verdict.value - sum / all < 1e-6 && sum / all - verdict.value < 1e-6);
        judge_release(&judge);
        bz_setup_release(&setup);
    }
}

/* Chances lie between 1 and -1, where a finished game is one or the other. */
static void a_mean_of_chances_counts_ends_as_certain(void **state)
{
    const struct bz_info even = {.depth = 1, .value = 0.5, .exact = true, .is_chance = true};
    const struct verdict won = {.certainty = OVER, .proof = BZ_WIN, .value = BZ_VALUE_WIN};
    struct bz_setup setup;
    struct judge judge;
    struct bz_limits limits = {.nodes = 1};
    struct mean mean = {0};
    struct verdict half, out;
    struct bz_error err;
    char text[40] = "";
    struct bz_buf buf = BZ_BUF(text);

    (void)state;
    check_setup(&setup, "monopoly", "table=none");
    if (judge_init(&judge, &setup, "best:hash=1", 1, &limits, &err))
        fail_msg("%s", err.text);
    judge_read(&judge, &even, 1, 0, &half);
    check_number(half.value, 0, "an even chance");
    mean_add(&mean, &half, 1);
    mean_add(&mean, &won, 3);
    mean_close(&mean, &out);
    assert_true(out.is_chance && out.proof == BZ_UNDECIDED);
    check_number(out.value, 0.75, "mean");
    verdict_turn(&out);
    verdict_value(&out, &buf);
    assert_string_equal(text, "12.50 %");
    judge_release(&judge);
    bz_setup_release(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_are_what_brute_force_says),
        cmocka_unit_test(shallow_judges_prove_nothing_false),
        cmocka_unit_test(means_are_exact_fractions),
        cmocka_unit_test(a_mean_is_as_sure_as_its_parts),
        cmocka_unit_test(a_roll_is_worth_the_mean_of_solutions),
        cmocka_unit_test(a_mean_of_chances_counts_ends_as_certain),
        cmocka_unit_test(luck_is_fair),
        cmocka_unit_test(both_ways_to_lines_agree),
        cmocka_unit_test(keys_are_added_where_a_player_has_them),
        cmocka_unit_test(lines_end_where_they_go_astray),
    };

    return CHECK_RUN(tests);
}
