/*
 * test_diamonds_slips.c - slippery ground and rivals: expected scores of a lone agent against
 * trying everything with the rules themselves, and short duels against a plain walk to the end.
 */
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "bazi/engine.h"
#include "bazi/random.h"
#include "games/diamonds/slips.h"
#include "search/time.h"

enum {
    MAPS = 60,
    DUELS = 25,
    ENDS = 6,
    SAMPLE_ERROR = 12,
    SLOTS = 1 << 18,
    EXPLANATION_MAX = 64 << 10
};

static int below(struct bz_random *random, int limit)
{
    return (int)bz_random_below(random, (uint64_t)limit);
}

/* A small map, as the text of a position. */
static void draw_position(struct bz_random *random, const char *rules, int players, int turns,
                          char *ret_text, size_t size)
{
    static const char tiles[] = "EEEEW*123412yYTT";
    struct bz_buf out = {.text = ret_text, .size = size};
    int rows = 2 + below(random, 2), cols = 2 + below(random, 3), ports = 0, things = 0;
    char map[4][8] = {{0}};

    for (int row = 0; row < rows; row++)
        for (int col = 0; col < cols; col++) {
            bool corner = (row == 0 || row == rows - 1) && (col == 0 || col == cols - 1);
            char tile = corner ? 'E' : tiles[below(random, (int)strlen(tiles))];

            things += strchr("1234y", tile) != NULL;
            ports += tile == 'T';
            map[row][col] = (char)(things > 4 && strchr("1234y", tile) ? 'E' : tile);
        }
    bz_buf_add(&out, "%s ", rules);
    for (int row = 0; row < rows; row++) {
        for (int col = 0; col < cols; col++)
            bz_buf_char(&out, ports < 2 && map[row][col] == 'T' ? 'E' : map[row][col]);
        bz_buf_char(&out, row + 1 < rows ? '/' : ' ');
    }
    bz_buf_add(&out, "%d,%d,3,%s a1,-,0,0.0.0.0,0,0,0,0", turns, below(random, 50) - 20,
               below(random, 2) ? "stay" : "enter");
    if (players == 2)
        bz_buf_add(&out, " %c%d,-,0,0.0.0.0,0,0,0,0", 'a' + cols - 1, rows);
    bz_buf_add(&out, " 1 A -");
}

/* The last four to six turns of a duel without chance: two rows, a few things. */
static void draw_end(struct bz_random *random, const char *rules, char *ret_text, size_t size)
{
    struct bz_buf out = {.text = ret_text, .size = size};
    bool old = !strcmp(rules, "v2021");
    const char *tiles = old ? "EEEW1234" : "EEEW*1234", *traps = old ? ",-" : "";

    bz_buf_add(&out, "%s E", rules);
    for (int i = 0; i < 2; i++)
        bz_buf_char(&out, tiles[below(random, (int)strlen(tiles))]);
    bz_buf_add(&out, "E/E");
    for (int i = 0; i < 2; i++)
        bz_buf_char(&out, tiles[below(random, (int)strlen(tiles))]);
    bz_buf_add(&out, "E %d,%d,2,enter a1,-,0,0.0.0.0,0,0,0,0%s d2,-,0,0.0.0.0,0,0,0,0%s 1 A -",
               4 + below(random, 3), below(random, 60), traps, traps);
}

/* --- trying everything ------------------------------------------------------------------------ */

struct memo {
    uint64_t key;
    double value;
};

static struct memo memos[SLOTS];

/* What A is ahead by at the end, or what it has where it is alone. */
static double final_value(const struct bz_setup *setup, const union bz_pos *pos)
{
    int score[BZ_PLAYERS_MAX] = {0};

    setup->rules->result(pos, score);
    return setup->rules->players == 2 ? score[0] - score[1] : score[0];
}

static double brute(const struct bz_setup *setup, const union bz_pos *pos);

static double mean(const struct bz_setup *setup, const union bz_pos *pos)
{
    bz_move moves[EXITS_MAX];
    uint32_t weights[EXITS_MAX];
    int count = setup->rules->deal(pos, moves, weights);
    double sum = 0, total = 0;

    for (int i = 0; i < count; i++) {
        union bz_pos child = *pos;

        setup->rules->play(&child, moves[i]);
        sum += weights[i] * brute(setup, &child);
        total += weights[i];
    }
    return sum / total;
}

static double brute(const struct bz_setup *setup, const union bz_pos *pos)
{
    uint64_t key = setup->rules->hash(pos);
    struct memo *memo = &memos[key % SLOTS];
    int turn = setup->rules->turn(pos), count;
    bz_move moves[EXITS_MAX];
    double best = turn == 1 ? 1e300 : -1e300;

    if (memo->key == key)
        return memo->value;
    if (turn == BZ_CHANCE)
        return mean(setup, pos);
    count = setup->rules->moves(pos, moves);
    if (count == 0)
        return final_value(setup, pos);
    for (int i = 0; i < count; i++) {
        union bz_pos child = *pos;
        double value;

        setup->rules->play(&child, moves[i]);
        value = brute(setup, &child);
        best = turn == 1 ? fmin(best, value) : fmax(best, value);
    }
    *memo = (struct memo){key, best};
    return best;
}

/* --- slips ------------------------------------------------------------------------------------ */

static void open_position(const char *text, struct bz_setup *setup, union bz_pos *ret_pos)
{
    struct bz_error err;

    assert_int_equal(bz_setup_init(setup, bz_game_find("diamonds", &err), NULL, 0, &err), 0);
    if (bz_parse(setup, text, strlen(text), ret_pos, &err))
        fail_msg("%s: %s", text, err.text);
    memset(memos, 0, sizeof(memos));
}

/* To the middle of a game, where an agent is to act. */
static void play_some(struct bz_random *random, const struct bz_setup *setup, union bz_pos *pos)
{
    bz_move moves[EXITS_MAX];
    int count, plies = below(random, 2) ? below(random, 6) : 0;

    while ((plies-- > 0 || setup->rules->turn(pos) == BZ_CHANCE) &&
           (count = setup->rules->moves(pos, moves)) > 0)
        setup->rules->play(pos, moves[below(random, count)]);
}

static double solved(const struct bz_setup *setup, const union bz_pos *pos, bz_move *ret_move)
{
    const struct bz_solve_options options = {.threads = 1, .megabytes = 16};
    struct bz_solution solution;
    struct bz_error err;

    if (bz_solve(setup, pos, &options, &solution, &err))
        fail_msg("%s", err.text);
    assert_true(solution.solved);
    *ret_move = solution.move;
    return solution.lower;
}

static void expected_scores_are_those_of_trying_everything(void **state)
{
    struct bz_random random;

    (void)state;
    bz_random_seed(&random, 5);
    for (int i = 0; i < MAPS; i++) {
        struct bz_setup setup;
        union bz_pos pos;
        char text[256];
        bz_move move;
        double value;

        draw_position(&random, "p2", 1, below(&random, 6), text, sizeof(text));
        open_position(text, &setup, &pos);
        play_some(&random, &setup, &pos);
        value = brute(&setup, &pos);
        if (fabs(solved(&setup, &pos, &move) - value) > 1e-6)
            fail_msg("%s: %.9g, not %.9g", text, solved(&setup, &pos, &move), value);
        if (move != BZ_MOVE_NONE) {
            setup.rules->play(&pos, move);
            assert_true(fabs(brute(&setup, &pos) - value) < 1e-6);
        }
        bz_setup_release(&setup);
    }
}

/* Sampled values are those of playing an order, whatever comes: no action is worth more than best
 * play after it, but for the error of the mean, and the best one is worth nearly as much. */
static void sampled_values_are_near_the_exact_ones(void **state)
{
    const struct bz_limits none = {.infinite = true};
    struct bz_deadline deadline = bz_deadline_of(&none, 0);
    double lost = 0, worth = 0;
    struct bz_random random;

    (void)state;
    bz_random_seed(&random, 11);
    for (int i = 0; i < MAPS; i++) {
        struct slip_sampler *sampler;
        struct slip_table *table = calloc(1, sizeof(*table));
        struct slip_model model;
        struct bz_setup setup;
        union bz_pos pos;
        char text[256];
        double exact[SLIP_ACTIONS], sampled[SLIP_ACTIONS];
        uint64_t nodes = 0;
        int best = 0, choice = 0;

        draw_position(&random, "p2", 1, 10 + below(&random, 30), text, sizeof(text));
        open_position(text, &setup, &pos);
        assert_int_equal(slip_model_init(&model, setup.world, NULL), 0);
        sampler = slip_sampler_new(&model, 1 << 20);
        table->room = 1 << 16;
        table->entry = malloc(table->room * sizeof(*table->entry));
        assert_true(sampler && table->entry && slip_begin(table, &model, (void *)&pos));
        assert_true(slip_go_on(table, &deadline, &nodes));
        slip_judge(table, (void *)&pos, exact);
        slip_sample(sampler, (void *)&pos, 100000, &deadline, sampled, &nodes);
        for (int word = 0; word < SLIP_ACTIONS; word++) {
            if (sampled[word] > exact[word] + SAMPLE_ERROR)
                fail_msg("%s: %s %.9g, not %.9g", text, diamonds_words[word], sampled[word],
                         exact[word]);
            best = exact[word] > exact[best] ? word : best;
            choice = sampled[word] > sampled[choice] ? word : choice;
        }
        lost += exact[best] - exact[choice];
        worth += exact[best];
        slip_sampler_free(sampler);
        slip_model_release(&model);
        free(table->entry);
        free(table);
        bz_setup_release(&setup);
    }
    if (lost > worth / 50)
        fail_msg("choices lose %.9g of %.9g", lost, worth);
}

/* From the first move to the last: as good as promised before every one. */
static void best_plays_what_was_solved(void **state)
{
    const char *text = "p2 E1EE/ET*2/E3TE 6,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 A -";
    const struct bz_limits limits = {.infinite = true};
    const struct bz_listener listener = {0};
    struct bz_engine *engine;
    struct bz_answer answer;
    struct bz_random random;
    struct bz_setup setup;
    struct bz_error err;
    union bz_pos pos;

    (void)state;
    bz_random_seed(&random, 1);
    open_position(text, &setup, &pos);
    assert_int_equal(bz_engine_new(&setup, "best", &engine, &err), 0);
    while (!bz_is_over(&setup, &pos)) {
        if (setup.rules->turn(&pos) == BZ_CHANCE) {
            bz_move moves[EXITS_MAX];

            setup.rules->play(&pos, moves[below(&random, setup.rules->moves(&pos, moves))]);
            continue;
        }
        bz_engine_think(engine, &pos, &limits, &listener, &answer);
        assert_true(answer.info.exact);
        assert_true(fabs(answer.info.value - brute(&setup, &pos)) < 1e-6);
        setup.rules->play(&pos, answer.move);
    }
    bz_engine_free(engine);
    bz_setup_release(&setup);
}

static void what_cannot_be_solved_is_refused_in_words(void **state)
{
    static const char *const crowded[] = {"rules=p2", "map=giant"};
    static const char *const rivals[] = {"rules=p3", "players=2"};
    const struct bz_solve_options options = {.threads = 1, .megabytes = 16};
    struct bz_solution solution;
    struct bz_setup setup;
    struct bz_error err;
    union bz_pos pos;

    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(
            bz_setup_init(&setup, bz_game_find("diamonds", &err), i ? rivals : crowded, 2, &err),
            0);
        bz_start(&setup, &pos);
        assert_int_equal(bz_solve(&setup, &pos, &options, &solution, &err), BZ_ERROR_UNFIT);
        assert_non_null(strstr(err.text, i ? "two agents" : "more than"));
        bz_setup_release(&setup);
    }
}

static void an_explanation_draws_the_policy(void **state)
{
    static const char *const options[] = {"rules=p2", "map=first-steps"};
    static char text[EXPLANATION_MAX];
    struct bz_buf out = BZ_BUF(text);
    const struct bz_solve_options solving = {.threads = 1, .megabytes = 16, .explain = &out};
    struct bz_solution solution;
    struct bz_setup setup;
    struct bz_error err;
    union bz_pos pos;

    (void)state;
    assert_int_equal(bz_setup_init(&setup, bz_game_find("diamonds", &err), options, 2, &err), 0);
    bz_start(&setup, &pos);
    assert_int_equal(bz_solve(&setup, &pos, &solving, &solution, &err), 0);
    assert_non_null(strstr(text, "Expected score with best play: 440.918434"));
    assert_non_null(strstr(text, " >A v  v  v  v "));
    assert_non_null(strstr(text, "b1 90% a1 10%"));
    bz_setup_release(&setup);
}

/* --- duels ------------------------------------------------------------------------------------ */

/* Searched to its end, a short game is worth what trying everything says, whatever the evaluation
 * thought of it. Where teleports have several exits, values are rounded on the way. */
static void short_duels_are_searched_to_their_end(void **state)
{
    static const char *const rules[] = {"p1", "p3"};
    const struct bz_limits limits = {.depth = 12};
    const struct bz_listener listener = {0};
    struct bz_random random;

    (void)state;
    bz_random_seed(&random, 3);
    for (int i = 0; i < DUELS; i++) {
        struct bz_engine *engine;
        struct bz_answer answer;
        struct bz_setup setup;
        struct bz_error err;
        union bz_pos pos;
        char text[256];
        double value;

        draw_position(&random, rules[i % 2], 2, 1 + below(&random, 3), text, sizeof(text));
        open_position(text, &setup, &pos);
        play_some(&random, &setup, &pos);
        if (!bz_is_over(&setup, &pos)) {
            assert_int_equal(bz_engine_new(&setup, "best:hash=4,width=full", &engine, &err), 0);
            bz_engine_think(engine, &pos, &limits, &listener, &answer);
            value = brute(&setup, &pos) * (setup.rules->turn(&pos) ? -1 : 1);
            if (fabs(answer.info.value - value) > 6)
                fail_msg("%s: %.9g, not %.9g", text, answer.info.value, value);
            bz_engine_free(engine);
        }
        bz_setup_release(&setup);
    }
}

/* From some turns before the end on both play what keeps the value that trying everything finds. */
static void ends_are_never_spoilt(void **state)
{
    static const char *const rules[] = {"p1", "p3", "v2021"};
    const struct bz_limits limits = {.nodes = 60000};
    struct bz_random random;

    (void)state;
    bz_random_seed(&random, 17);
    for (int i = 0; i < ENDS; i++) {
        struct bz_engine *engine;
        struct bz_answer answer;
        struct bz_setup setup;
        struct bz_error err;
        union bz_pos pos;
        char text[256];
        double value;

        draw_end(&random, rules[i % 3], text, sizeof(text));
        open_position(text, &setup, &pos);
        assert_int_equal(bz_engine_new(&setup, "best:hash=4", &engine, &err), 0);
        value = brute(&setup, &pos);
        while (!bz_is_over(&setup, &pos)) {
            int turn = setup.rules->turn(&pos);
            double after;

            bz_engine_think(engine, &pos, &limits, NULL, &answer);
            setup.rules->play(&pos, answer.move);
            after = brute(&setup, &pos);
            if (turn ? after > value : after < value)
                fail_msg("%s: %.9g, not %.9g", text, after, value);
        }
        bz_engine_free(engine);
        bz_setup_release(&setup);
    }
}

/* With nothing left to take, who wins collisions walks up to somebody who only stands there and
 * hits him; who would lose them keeps away. In v2021 two with as many points are not equal. */
static void the_stronger_goes_after_the_other(void **state)
{
    static const struct {
        const char *text;
        int hunter;
        bool hits;
    } cases[] = {
        {"v2021 EEEEEE/EEWWEE/EEWEEE/EEEEEE 20,0,3,stay a1,-,0,0.0.0.0,0,0,0,0,- "
         "f4,-,0,0.0.0.0,0,0,0,0,- 1 A -",
         1, true},
        {"v2021 EEEEEE/EEWWEE/EEWEEE/EEEEEE 20,0,3,stay a1,-,0,0.0.0.0,0,0,0,0,- "
         "f4,-,0,0.0.0.0,0,0,0,0,- 1 A -",
         0, false},
        {"p3 EEEEEE/EEWWEE/EEWEE4-/EEEEEE 20,0,3,stay a1,-,4,0.0.0.1,40,0,0,0 "
         "f4,-,0,0.0.0.0,0,0,0,0 2 A -",
         0, true},
    };
    const struct bz_limits limits = {.depth = 4};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        struct bz_engine *engine;
        struct bz_answer answer;
        struct bz_setup setup;
        struct bz_error err;
        union bz_pos pos;
        const struct diamonds *at = (const void *)&pos;

        open_position(cases[i].text, &setup, &pos);
        assert_int_equal(bz_engine_new(&setup, "best:hash=4", &engine, &err), 0);
        while (!bz_is_over(&setup, &pos)) {
            answer.move = NOOP;
            if (setup.rules->turn(&pos) == cases[i].hunter)
                bz_engine_think(engine, &pos, &limits, NULL, &answer);
            setup.rules->play(&pos, answer.move);
        }
        assert_int_equal(at->agent[cases[i].hunter].hits, 0);
        assert_int_equal(at->agent[!cases[i].hunter].hits > 5, cases[i].hits);
        bz_engine_free(engine);
        bz_setup_release(&setup);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expected_scores_are_those_of_trying_everything),
        cmocka_unit_test(sampled_values_are_near_the_exact_ones),
        cmocka_unit_test(best_plays_what_was_solved),
        cmocka_unit_test(what_cannot_be_solved_is_refused_in_words),
        cmocka_unit_test(an_explanation_draws_the_policy),
        cmocka_unit_test(short_duels_are_searched_to_their_end),
        cmocka_unit_test(ends_are_never_spoilt),
        cmocka_unit_test(the_stronger_goes_after_the_other),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
