/*
 * test_classic.c - the textbook algorithms against plain recursion, closed forms and each other.
 */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "duet_konane.h"
#include "properties.h"
#include "toys.h"

enum { POSITIONS = 40 };

/* Everything the plain recursion needs to know. */
struct question {
    const struct bz_setup *setup;
    const struct bz_eval *eval;
    int me;
};

static double plain_final(const struct question *q, const union bz_pos *pos, int ply)
{
    int result[BZ_PLAYERS_MAX];
    double win = BZ_VALUE_WIN - ply;

    if (q->eval->conventions & BZ_EVAL_INFINITE)
        win = HUGE_VAL;
    q->setup->rules->result(pos, result);
    if (q->setup->rules->traits & BZ_HAS_POINTS)
        return result[q->me];
    return result[q->me] == 0 ? 0 : result[q->me] * win;
}

/* The value of pos for q->me: the largest for me, the smallest for others, the mean of chance. */
static double plain_value(const struct question *q, const union bz_pos *pos, int depth, int ply)
{
    const struct bz_rules *rules = q->setup->rules;
    bz_move moves[BZ_MOVES_MAX];
    uint32_t weights[BZ_MOVES_MAX];
    int count = rules->moves(pos, moves), turn = rules->turn(pos);
    double best = 0, total = 0;

    if (depth == 0 && (count > 0 || q->eval->conventions & BZ_EVAL_BLIND_LEAF))
        return q->eval->value(pos, q->me);
    if (count == 0)
        return plain_final(q, pos, ply);
    if (turn == BZ_CHANCE)
        rules->deal(pos, moves, weights);
    for (int i = 0; i < count; i++) {
        union bz_pos child = *pos;
        double value;

        rules->play(&child, moves[i]);
        value = plain_value(q, &child, depth - 1, ply + 1);
        if (turn == BZ_CHANCE) {
            best += weights[i] * value;
            total += weights[i];
        } else if (i == 0 || (turn == q->me ? value > best : value < best)) {
            best = value;
        }
    }
    return turn == BZ_CHANCE ? best / total : best;
}

/* The first of the best root moves, -inf never being the best. */
static bz_move plain_move(const struct question *q, const union bz_pos *pos, int depth,
                          double *ret_value)
{
    bz_move moves[BZ_MOVES_MAX], chosen = BZ_MOVE_NONE;
    int count = q->setup->rules->moves(pos, moves);

    *ret_value = -HUGE_VAL;
    for (int i = 0; i < count; i++) {
        union bz_pos child = *pos;
        double value;

        q->setup->rules->play(&child, moves[i]);
        value = plain_value(q, &child, depth - 1, 1);
        if (value > *ret_value) {
            *ret_value = value;
            chosen = moves[i];
        }
    }
    return chosen == BZ_MOVE_NONE ? moves[0] : chosen;
}

/* A random Konane position with at least one move; small boards end soon, large ones are wide. */
static void random_position(struct bz_random *random, struct bz_setup *setup, union bz_pos *ret_pos)
{
    static const char *const sizes[] = {"size=4", "size=5", "size=6", "size=8", "size=5x9"};

    for (;;) {
        int plies = (int)bz_random_below(random, 24);

        check_setup(setup, "konane", sizes[bz_random_below(random, 5)]);
        property_wander(setup, random, plies, ret_pos);
        if (!bz_is_over(setup, ret_pos))
            return;
        bz_setup_release(setup);
    }
}

/* Same value and same move as the plain recursion, for every evaluation. */
static void agrees_with_plain_recursion(const char *kind)
{
    struct bz_random random;

    bz_random_seed(&random, 31);
    for (int i = 0; i < POSITIONS; i++) {
        struct bz_setup setup;
        union bz_pos pos;

        random_position(&random, &setup, &pos);
        for (const struct bz_eval *eval = setup.rules->evals; eval->name; eval++)
            for (int plies = 1; plies <= 3; plies++) {
                struct question q = {&setup, eval, setup.rules->turn(&pos)};
                struct bz_answer answer;
                double value;
                bz_move move = plain_move(&q, &pos, plies, &value);
                char spec[80];

                snprintf(spec, sizeof(spec), "%s:plies=%d,eval=%s", kind, plies, eval->name);
                answer = check_answer(&setup, spec, &pos);
                check_number(answer.info.value, value, spec);
                assert_true(answer.move == move);
                assert_int_equal(answer.info.depth, plies);
            }
        bz_setup_release(&setup);
    }
}

static void minimax_is_plain_recursion(void **state)
{
    (void)state;
    agrees_with_plain_recursion("minimax");
}

static void alphabeta_is_plain_recursion(void **state)
{
    (void)state;
    agrees_with_plain_recursion("alphabeta");
}

static void expectiminimax_without_chance_is_minimax(void **state)
{
    (void)state;
    agrees_with_plain_recursion("expectiminimax");
}

/* Minimax looks at each position of each ply once, evaluates the last ply, and cuts nothing. */
static void minimax_counts_the_whole_tree(void **state)
{
    struct bz_random random;

    (void)state;
    bz_random_seed(&random, 32);
    for (int i = 0; i < POSITIONS; i++) {
        struct bz_setup setup;
        union bz_pos pos;

        random_position(&random, &setup, &pos);
        for (int plies = 1; plies <= 4; plies++) {
            struct bz_answer answer;
            uint64_t nodes = 0;
            char spec[64];

            for (int depth = 0; depth <= plies; depth++)
                nodes += duet_perft(&setup, &pos, depth);
            snprintf(spec, sizeof(spec), "minimax:plies=%d", plies);
            answer = check_answer(&setup, spec, &pos);
            assert_true(answer.info.nodes == nodes);
            assert_true(answer.info.leaves == duet_perft(&setup, &pos, plies));
            assert_true(answer.info.cutoffs == 0);
        }
        bz_setup_release(&setup);
    }
}

/* What a search did, counted by the test's own alpha-beta. */
struct tally {
    uint64_t nodes, leaves, cutoffs;
};

static double plain_alphabeta(const struct question *q, const union bz_pos *pos, int depth, int ply,
                              double alpha, double beta, struct tally *tally)
{
    const struct bz_rules *rules = q->setup->rules;
    bool mine = rules->turn(pos) == q->me, strict = q->eval->conventions & BZ_EVAL_STRICT_CUT;
    bz_move moves[BZ_MOVES_MAX];
    int count = rules->moves(pos, moves);
    double best = mine ? -HUGE_VAL : HUGE_VAL;

    tally->nodes++;
    tally->leaves += depth == 0;
    if (depth == 0 || count == 0)
        return plain_value(q, pos, depth, ply);
    for (int i = 0; i < count; i++) {
        union bz_pos child = *pos;
        double value;

        rules->play(&child, moves[i]);
        value = plain_alphabeta(q, &child, depth - 1, ply + 1, alpha, beta, tally);
        best = mine ? fmax(best, value) : fmin(best, value);
        alpha = mine ? fmax(alpha, best) : alpha;
        beta = mine ? beta : fmin(beta, best);
        if (strict ? beta < alpha : beta <= alpha) {
            tally->cutoffs += i + 1 < count;
            break;
        }
    }
    return best;
}

/* Node for node the textbook's, with the cut at equal bounds or, as the report has it, beyond. */
static void alphabeta_counts_are_the_textbooks(void **state)
{
    struct bz_random random;

    (void)state;
    bz_random_seed(&random, 36);
    for (int i = 0; i < POSITIONS; i++) {
        struct bz_setup setup;
        union bz_pos pos;

        random_position(&random, &setup, &pos);
        for (int k = 0; k < 2; k++) {
            const char *name = k == 0 ? "mobility" : "report"; /* cuts at, and beyond */
            struct bz_eval eval = {.name = NULL};
            struct question q = {&setup, &eval, setup.rules->turn(&pos)};
            struct tally tally = {0};
            struct bz_answer answer;
            char spec[64];

            for (const struct bz_eval *e = setup.rules->evals; e->name; e++)
                if (!strcmp(e->name, name))
                    eval = *e;
            assert_non_null(eval.name);
            snprintf(spec, sizeof(spec), "alphabeta:plies=4,eval=%s", name);
            answer = check_answer(&setup, spec, &pos);
            plain_alphabeta(&q, &pos, 4, 0, -HUGE_VAL, HUGE_VAL, &tally);
            assert_true(answer.info.nodes == tally.nodes);
            assert_true(answer.info.leaves == tally.leaves);
            assert_true(answer.info.cutoffs == tally.cutoffs);
        }
        bz_setup_release(&setup);
    }
}

static void alphabeta_looks_at_less(void **state)
{
    struct bz_random random;
    uint64_t both[2] = {0}, cutoffs = 0;

    (void)state;
    bz_random_seed(&random, 33);
    for (int i = 0; i < POSITIONS; i++) {
        struct bz_setup setup;
        union bz_pos pos;
        struct bz_answer all, some;

        random_position(&random, &setup, &pos);
        all = check_answer(&setup, "minimax:plies=4", &pos);
        some = check_answer(&setup, "alphabeta:plies=4", &pos);
        assert_true(some.info.nodes <= all.info.nodes);
        assert_true(some.info.leaves <= all.info.leaves);
        assert_true((some.info.cutoffs == 0) == (some.info.nodes == all.info.nodes));
        both[0] += all.info.nodes;
        both[1] += some.info.nodes;
        cutoffs += some.info.cutoffs;
        bz_setup_release(&setup);
    }
    assert_true(cutoffs > 0);
    assert_true(both[1] < both[0] / 2);
}

/* The line that comes with the answer is legal, begins with the move, and ends in its value. */
static void the_line_leads_to_the_value(void **state)
{
    static const char *const kinds[] = {"minimax", "alphabeta"};
    struct bz_random random;

    (void)state;
    bz_random_seed(&random, 34);
    for (int i = 0; i < POSITIONS; i++) {
        struct bz_setup setup;
        union bz_pos pos;

        random_position(&random, &setup, &pos);
        for (int k = 0; k < 2; k++) {
            struct question q = {&setup, &setup.rules->evals[0], setup.rules->turn(&pos)};
            struct bz_answer answer;
            union bz_pos end = pos;
            char spec[64];

            snprintf(spec, sizeof(spec), "%s:plies=3", kinds[k]);
            answer = check_answer(&setup, spec, &pos);
            assert_true(answer.info.pv_length >= 1);
            assert_true(answer.info.pv[0] == answer.move);
            for (int ply = 0; ply < answer.info.pv_length; ply++) {
                const char *text = check_move_text(&setup, &end, answer.info.pv[ply]);

                assert_true(check_move(&setup, &end, text) == answer.info.pv[ply]);
                setup.rules->play(&end, answer.info.pv[ply]);
            }
            assert_true(answer.info.pv_length == 3 || bz_is_over(&setup, &end));
            check_number(plain_value(&q, &end, 0, answer.info.pv_length), answer.info.value, spec);
        }
        bz_setup_release(&setup);
    }
}

/*
 * White has two pieces and Black one move. After c1-a1 the white piece on b1 is gone and the other
 * cannot move: Black has won in one ply.
 */
static void a_win_in_one_is_proved(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;
    struct bz_answer answer;

    (void)state;
    duet_from_drawing(&setup,
                      ". W B .\n"
                      ". . . .\n"
                      ". . . .\n"
                      "W . . .\n",
                      'b', &pos);
    answer = check_answer(&setup, "minimax:plies=3,eval=mobility", &pos);
    assert_string_equal(check_move_text(&setup, &pos, answer.move), "c1-a1");
    assert_int_equal(answer.info.proof, BZ_WIN);
    assert_int_equal(answer.info.distance, 1);
    check_number(answer.info.value, BZ_VALUE_WIN - 1, "value");
    bz_setup_release(&setup);
}

/* --- one player ----------------------------------------------------------------------------- */

/* The most that can be gathered from cards[first .. last], taken `taken` cards so far. */
static int most(const uint8_t *cards, int first, int last, int taken)
{
    int left, right;

    if (first > last)
        return 0;
    left = (taken + 1) * cards[first] + most(cards, first + 1, last, taken + 1);
    right = (taken + 1) * cards[last] + most(cards, first, last - 1, taken + 1);
    return left > right ? left : right;
}

static void gathers_the_most(void **state)
{
    static const char *const kinds[] = {"minimax", "alphabeta", "expectiminimax", "best"};

    (void)state;
    for (int n = 1; n <= TOY_CARDS_MAX; n += n == 6 ? 2 : 1) /* seven are refused */
        for (int k = 0; k < CHECK_COUNT(kinds); k++) {
            struct bz_setup setup;
            union bz_pos pos;
            struct bz_answer answer;
            char option[16], spec[64];

            snprintf(option, sizeof(option), "cards=%d", n);
            snprintf(spec, sizeof(spec), "%s:plies=%d", kinds[k], n);
            check_setup_of(&setup, &toy_gather, option);
            bz_start(&setup, &pos);
            answer = check_answer(&setup, spec, &pos);
            check_number(answer.info.value,
                         most(((const struct toy_gather *)(const void *)&pos)->cards, 0, n - 1, 0),
                         spec);
            assert_int_equal(answer.info.proof, BZ_UNDECIDED); /* points prove nothing */
            bz_setup_release(&setup);
        }
}

/* --- three players: the others are taken to play together ----------------------------------- */

/* With three stones or fewer I take them all; with more the other two can always leave me four
 * or more, or take the rest, so I lose. */
static void three_players_by_the_closed_form(void **state)
{
    static const char *const kinds[] = {"minimax", "alphabeta", "expectiminimax"};

    (void)state;
    for (int pile = 1; pile <= 14; pile++)
        for (int next = 1; next <= 3; next++)
            for (int k = 0; k < CHECK_COUNT(kinds); k++) {
                struct bz_setup setup;
                union bz_pos pos;
                struct bz_answer answer;
                char text[16], spec[64];

                snprintf(text, sizeof(text), "%d %d", pile, next);
                snprintf(spec, sizeof(spec), "%s:plies=%d", kinds[k], pile);
                check_setup_of(&setup, &toy_stones, "");
                check_parse(&setup, text, &pos);
                answer = check_answer(&setup, spec, &pos);
                /* Two opponents who act together win, but nobody makes them. */
                assert_int_equal(answer.info.proof, pile <= 3 ? BZ_WIN : BZ_UNDECIDED);
                if (pile <= 3)
                    assert_int_equal(answer.move, pile);
                bz_setup_release(&setup);
            }
}

static void three_players_by_plain_recursion(void **state)
{
    (void)state;
    for (int pile = 1; pile <= 20; pile++)
        for (int plies = 1; plies <= 5; plies++) {
            struct bz_setup setup;
            union bz_pos pos;
            struct question q = {&setup, NULL, 1};
            struct bz_answer answer;
            char text[16], spec[64];
            double value;
            bz_move move;

            snprintf(text, sizeof(text), "%d 2", pile);
            snprintf(spec, sizeof(spec), "alphabeta:plies=%d", plies);
            check_setup_of(&setup, &toy_stones, "");
            q.eval = &setup.rules->evals[0];
            check_parse(&setup, text, &pos);
            answer = check_answer(&setup, spec, &pos);
            move = plain_move(&q, &pos, plies, &value);
            check_number(answer.info.value, value, spec);
            assert_true(answer.move == move);
            bz_setup_release(&setup);
        }
}

/* --- chance --------------------------------------------------------------------------------- */

static void assert_close(double got, double wanted)
{
    if (!(fabs(got - wanted) <= 1e-9 * fmax(1, fabs(wanted))))
        fail_msg("%.17g, not %.17g", got, wanted);
}

static double million(const void *pos, int player)
{
    (void)pos;
    return player == 0 ? 1000000 : -1000000;
}

/* An evaluation that judges finished games itself may use any numbers: none of them is a proof. */
static void an_evaluation_of_finished_games_proves_nothing(void **state)
{
    static const struct bz_eval evals[] = {
        {.name = "million", .brief = "", .value = million, .conventions = BZ_EVAL_FINAL},
        {.name = NULL}};
    struct bz_setup setup;
    struct bz_rules rules;
    struct bz_answer answer;
    union bz_pos pos;

    (void)state;
    check_setup(&setup, "konane", "size=4");
    check_parse(&setup, "1WB1/4/4/W3 b", &pos);
    rules = *setup.rules;
    rules.evals = evals;
    setup.rules = &rules;
    answer = check_answer(&setup, "alphabeta:plies=3", &pos);
    check_number(answer.info.value, 1000000, "value");
    assert_int_equal(answer.info.leaves, 1);
    assert_int_equal(answer.info.proof, BZ_UNDECIDED);
    bz_setup_release(&setup);
}

/*
 * Red has 2 points and threw a 2, Blue has 2 and the last throw. Taking it makes 4: then Blue ends
 * on 3, 4 or 5 with chances 3/6, 2/6, 1/6, that is a win, a draw, a loss for Red, three plies on.
 */
static void dice_by_the_closed_form(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;
    struct bz_answer answer;

    (void)state;
    check_setup_of(&setup, &toy_darts, "");
    check_parse(&setup, "2,2 -- 1 2 4", &pos);
    answer = check_answer(&setup, "expectiminimax:plies=3", &pos);
    assert_string_equal(check_move_text(&setup, &pos, answer.move), "take");
    assert_close(answer.info.value, (3.0 / 6 - 1.0 / 6) * (BZ_VALUE_WIN - 3));
    assert_int_equal(answer.info.proof, BZ_UNDECIDED);
    bz_setup_release(&setup);
}

/* A horizon on a chance node is evaluated there; one on its outcomes takes their mean. */
static void dice_at_the_horizon(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    check_setup_of(&setup, &toy_darts, "");
    check_parse(&setup, "1,0 -x 1 3 2", &pos);
    assert_close(check_answer(&setup, "expectiminimax:plies=1", &pos).info.value, 4);
    assert_close(check_answer(&setup, "expectiminimax:plies=2", &pos).info.value, 4);
    /* Blue must take, doubled: 2, 4 or 6 with weights 3, 2, 1, on average 20/6. */
    assert_close(check_answer(&setup, "expectiminimax:plies=3", &pos).info.value, 4 - 20.0 / 6);
    bz_setup_release(&setup);
}

static void dice_by_plain_recursion(void **state)
{
    struct bz_random random;
    struct bz_setup setup;
    union bz_pos pos;
    int seen = 0;

    (void)state;
    bz_random_seed(&random, 35);
    check_setup_of(&setup, &toy_darts, "throws=3");
    for (int i = 0; i < 200; i++) {
        struct question q = {&setup, &setup.rules->evals[0], 0};

        property_wander(&setup, &random, 1 + (int)bz_random_below(&random, 11), &pos);
        if (setup.rules->turn(&pos) == BZ_CHANCE || bz_is_over(&setup, &pos))
            continue;
        seen++;
        q.me = setup.rules->turn(&pos);
        for (int plies = 1; plies <= 7; plies += 2) {
            char spec[64];
            double value;
            bz_move move = plain_move(&q, &pos, plies, &value);
            struct bz_answer answer;

            snprintf(spec, sizeof(spec), "expectiminimax:plies=%d", plies);
            answer = check_answer(&setup, spec, &pos);
            assert_close(answer.info.value, value);
            assert_true(answer.move == move);
        }
    }
    assert_true(seen > 50);
    bz_setup_release(&setup);
}

static void plain_minimax_refuses_dice(void **state)
{
    static const char *const kinds[] = {"minimax", "alphabeta:plies=3"};
    struct bz_setup setup;

    (void)state;
    check_setup_of(&setup, &toy_darts, "");
    for (int k = 0; k < CHECK_COUNT(kinds); k++) {
        struct bz_engine *engine = NULL;
        struct bz_error err;

        assert_int_equal(bz_engine_new(&setup, kinds[k], &engine, &err), BZ_ERROR_UNFIT);
        check_error(&err, BZ_ERROR_UNFIT, "darts chance expectiminimax");
        assert_null(engine);
    }
    bz_setup_release(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(minimax_is_plain_recursion),
        cmocka_unit_test(alphabeta_is_plain_recursion),
        cmocka_unit_test(expectiminimax_without_chance_is_minimax),
        cmocka_unit_test(minimax_counts_the_whole_tree),
        cmocka_unit_test(alphabeta_counts_are_the_textbooks),
        cmocka_unit_test(alphabeta_looks_at_less),
        cmocka_unit_test(the_line_leads_to_the_value),
        cmocka_unit_test(a_win_in_one_is_proved),
        cmocka_unit_test(gathers_the_most),
        cmocka_unit_test(three_players_by_the_closed_form),
        cmocka_unit_test(three_players_by_plain_recursion),
        cmocka_unit_test(an_evaluation_of_finished_games_proves_nothing),
        cmocka_unit_test(dice_by_the_closed_form),
        cmocka_unit_test(dice_at_the_horizon),
        cmocka_unit_test(dice_by_plain_recursion),
        cmocka_unit_test(plain_minimax_refuses_dice),
    };

    return CHECK_RUN(tests);
}
