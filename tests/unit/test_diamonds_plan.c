/*
 * test_diamonds_plan.c - plans of a lone agent: against trying everything on small maps, checked by
 * the verifier, stopped and gone on with, written and damaged.
 */
#include "brute_diamonds.h"
#include "check.h"
#include "folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/diamonds/plan.h"

enum { GAMES = 150, TEXT_MAX = 1 << 16, EXPLANATION_MAX = 64 << 10 };

static const struct bz_solve_options usual = {.threads = 1, .megabytes = 64};

static struct bz_solution solve(const struct bz_setup *setup, const union bz_pos *pos,
                                const struct bz_solve_options *options)
{
    struct bz_solution solution;
    struct bz_error err;

    if (bz_solve(setup, pos, options, &solution, &err))
        fail_msg("%s", err.text);
    return solution;
}

/* --- against brute force ---------------------------------------------------------------------- */

static int below(struct bz_random *random, int limit)
{
    return (int)bz_random_below(random, (uint64_t)limit);
}

static void compare_once(struct bz_random *random, const char *path)
{
    struct bz_solve_options options = usual;
    struct bz_proof_finding finding;
    struct bz_solution solution;
    struct bz_setup setup;
    struct bz_error err;
    union bz_pos pos;
    char text[BRUTE_TEXT];
    double best;

    brute_diamonds_draw(random, &setup, &pos, text);
    options.proof = path;
    solution = solve(&setup, &pos, &options);
    best = brute_diamonds(&setup, &pos);
    if (!solution.solved || solution.lower != best)
        fail_msg("%s: %g to %g instead of %g", text, solution.lower, solution.upper, best);
    if (bz_proof_check(path, NULL, &finding, &err))
        fail_msg("%s: %s", text, err.text);
    assert_true(finding.lower == best && finding.upper == best);
    bz_setup_release(&setup);
}

static void small_maps_agree_with_brute_force(void **state)
{
    const struct folder *files = *state;
    struct bz_random random;

    bz_random_seed(&random, 5);
    for (int i = 0; i < GAMES; i++)
        compare_once(&random, files->path);
}

/* Keys that are gone and that nobody has: no text of a position can say so, but nothing breaks. */
static void lost_keys_open_nothing(void **state)
{
    struct bz_random random;

    (void)state;
    bz_random_seed(&random, 6);
    for (int i = 0; i < GAMES; i++) {
        struct bz_solution solution;
        struct bz_setup setup;
        union bz_pos pos;
        struct diamonds *d = (struct diamonds *)(void *)pos.bytes;
        char text[BRUTE_TEXT];

        brute_diamonds_draw(&random, &setup, &pos, text);
        d->agent[0].keys &= (uint8_t)below(&random, 1 << KEYS);
        for (int cell = 0; cell < diamonds_cells(d->world); cell++)
            if (d->world->place[cell].key && below(&random, 2))
                d->bits[d->world->place[cell].item / 64] |= UINT64_C(1)
                                                            << d->world->place[cell].item % 64;
        solution = solve(&setup, &pos, &usual);
        assert_true(solution.solved);
        assert_true(solution.lower == brute_diamonds(&setup, &pos));
        bz_setup_release(&setup);
    }
}

/* Enough diamonds for bounds that forget nothing, with keys, and short of turns. */
static void sets_of_diamonds_are_proved(void **state)
{
    static const struct {
        const char *position;
        int value;
    } cases[] = {
        {"p1 E3E3E2EEE/EEE1E*E14/3EW3EEWWW/E4EWEEEE3/EEWWWWWEE/EEW1*EW2E/E*WWWGW4E/EEEEEEEEE/"
         "E1*EgW34E 100,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 A -",
         2739},
        {"p1 EEEE4WE*E/EWgEWWWEE/EEEEW4WE*/22E3W2WEE/13E1WEWEE/3EEEWGW1W/EWEEE*4*E/W33EE2EWE/"
         "EEEEEEE2E 35,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 A -",
         2304},
        {"p1 EW*E4EEWE/EE321EEE*/2EEWWEE41/2g4WWWW3E/E2EW33WE*/EEEW33WEE/EEEWEEWEW/EEEWGWWEE/"
         "EEEE*E4WE 35,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 A -",
         2154},
    };
    const struct folder *files = *state;

    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        static struct plan_file file;
        struct bz_solve_options options = usual;
        struct bz_solution solution;
        struct bz_setup setup;
        struct bz_error err;
        uint64_t labels;
        union bz_pos pos;

        check_setup(&setup, "diamonds", "");
        check_parse(&setup, cases[i].position, &pos);
        options.proof = files->path;
        options.megabytes = 512;
        solution = solve(&setup, &pos, &options);
        assert_true(solution.solved);
        assert_int_equal((int)solution.lower, cases[i].value);
        assert_int_equal(plan_file_read(files->path, PLAN_CERTIFICATE, &file, &err), BZ_OK);
        assert_int_equal(file.limit, PLAN_WHOLE);
        assert_int_equal(plan_verify(&file, NULL, &labels, &err), BZ_OK);
        file.upper--;
        assert_int_equal(plan_verify(&file, NULL, &labels, &err), BZ_ERROR_ILLEGAL);
        bz_setup_release(&setup);
    }
}

/* Twenty diamonds and three keys: too much for the memory of a small table, which says so, but not
 * for what the solver and the player use unless told otherwise. */
static void three_keys_are_proved_with_the_usual_memory(void **state)
{
    static const char position[] =
        "p1 E1E2WEWWEWWEEEEE/EEWE4WEYEEEEEGE1/E2EEEEYEWWWEWEE3/WWE1EEEEEEEEW4E2/"
        "EEWEEYREEEE4WGE1/EW3EEEEEEWEEEEWr/EEEGEEWEEEgEEEEE/E41WW1EE3EEREWWE/3EW2EW3EWyWWEEEW/"
        "EEEEEEEEEEE3WWEE 100,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 A -";
    struct bz_solve_options options = usual;
    struct bz_limits limits = {.nodes = 400000000};
    struct bz_solution solution;
    struct bz_engine *engine;
    struct bz_answer answer;
    struct bz_setup setup;
    struct bz_error err;
    union bz_pos pos;

    (void)state;
    check_setup(&setup, "diamonds", "");
    check_parse(&setup, position, &pos);
    options.nodes = 30000000;
    solution = solve(&setup, &pos, &options);
    assert_false(solution.solved);
    assert_true(solution.enough_megabytes > options.megabytes);
    options.nodes = limits.nodes;
    options.megabytes = solution.enough_megabytes;
    assert_true(options.megabytes <= 512);
    solution = solve(&setup, &pos, &options);
    assert_true(solution.solved);
    assert_int_equal((int)solution.lower, 3622);
    assert_int_equal(bz_engine_new(&setup, "best", &engine, &err), BZ_OK);
    bz_engine_think(engine, &pos, &limits, NULL, &answer);
    assert_true(answer.info.exact);
    assert_int_equal((int)answer.info.value, 3622);
    bz_engine_free(engine);
    bz_setup_release(&setup);
}

/* --- our own maps ----------------------------------------------------------------------------- */

static void our_maps_are_proved(void **state)
{
    static const struct {
        const char *options;
        int value;
    } cases[] = {
        {"map=first-steps", 442},
        {"map=corridor", 865},
        {"map=two-colours", 1126},
        {"map=rainbow", 1709},
        {"map=wire-shortcut", 602},
        {"map=village", 1876},
        {"map=three-keys", 807},
        {"map=door-maze", 1668},
        {"map=false-friends barbed=enter", 1635},
        {"map=locked-out", 244},
        {"map=teleport-ring", 240},
        {"map=crowded", 8483},
    };
    const struct folder *files = *state;

    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        struct bz_solve_options options = usual;
        struct bz_proof_finding finding;
        struct bz_solution solution;
        struct bz_setup setup;
        struct bz_error err;
        union bz_pos pos;

        check_setup(&setup, "diamonds", cases[i].options);
        bz_start(&setup, &pos);
        options.proof = files->path;
        solution = solve(&setup, &pos, &options);
        assert_true(solution.solved);
        assert_int_equal((int)solution.lower, cases[i].value);
        if (bz_proof_check(files->path, NULL, &finding, &err))
            fail_msg("%s: %s", cases[i].options, err.text);
        bz_setup_release(&setup);
    }
}

/* What a first score has beside whole points stays to the end. */
static void fractions_of_a_score_are_kept(void **state)
{
    static const struct {
        const char *options;
        double value;
    } cases[] = {
        {"map=first-steps init_score=2.5", 444.5},
        {"map=first-steps init_score=-2.5", 439.5},
        {"map=first-steps init_score=0.875", 442.875},
        {"map=first-steps init_score=-0.125", 441.875},
        {"map=first-steps init_score=2.5 turns=0", 2.5},
    };
    const struct folder *files = *state;

    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        struct bz_solve_options options = usual;
        struct bz_proof_finding finding;
        struct bz_solution solution;
        struct bz_engine *engine;
        struct bz_answer answer;
        struct bz_setup setup;
        struct bz_error err;
        union bz_pos pos;

        check_setup(&setup, "diamonds", cases[i].options);
        bz_start(&setup, &pos);
        options.proof = files->path;
        solution = solve(&setup, &pos, &options);
        assert_true(solution.solved && solution.lower == cases[i].value);
        assert_int_equal(bz_proof_check(files->path, NULL, &finding, &err), BZ_OK);
        assert_true(finding.lower == cases[i].value && finding.upper == cases[i].value);
        assert_int_equal(bz_engine_new(&setup, "best:hash=16", &engine, &err), BZ_OK);
        if (!bz_is_over(&setup, &pos)) {
            bz_engine_think(engine, &pos, NULL, NULL, &answer);
            assert_true(answer.info.exact && answer.info.value == cases[i].value);
            assert_true(answer.info.bound == cases[i].value);
        }
        bz_engine_free(engine);
        bz_setup_release(&setup);
    }
}

/* --- certificates ----------------------------------------------------------------------------- */

static size_t read_whole(const char *path, char *ret_text)
{
    FILE *file = fopen(path, "rb");
    size_t length;

    assert_non_null(file);
    length = fread(ret_text, 1, TEXT_MAX, file);
    fclose(file);
    return length;
}

static void write_whole(const char *path, const char *text, size_t length)
{
    FILE *file;

    remove(path);
    file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void certify(const char *options_text, const char *path)
{
    struct bz_solve_options options = usual;
    struct bz_setup setup;
    union bz_pos pos;

    check_setup(&setup, "diamonds", options_text);
    bz_start(&setup, &pos);
    options.proof = path;
    assert_true(solve(&setup, &pos, &options).solved);
    bz_setup_release(&setup);
}

static void every_byte_of_a_certificate_counts(void **state)
{
    static char text[TEXT_MAX];
    const struct folder *files = *state;
    struct bz_proof_finding finding;
    struct bz_error err;
    size_t length;

    certify("map=first-steps", files->path);
    length = read_whole(files->path, text);
    for (size_t i = 0; i < length; i++) {
        text[i] ^= 1;
        write_whole(files->path, text, length);
        assert_true(bz_proof_check(files->path, NULL, &finding, &err) < 0);
        text[i] ^= 1;
    }
    for (size_t cut = 0; cut < length; cut += 7) {
        write_whole(files->path, text, cut);
        assert_true(bz_proof_check(files->path, NULL, &finding, &err) < 0);
    }
}

/* What a liar would seal: a higher score, a lower bound, another plan. */
static void lies_are_found_out(void **state)
{
    static struct plan_file file, liar;
    const struct folder *files = *state;
    struct bz_error err;
    uint64_t labels;

    certify("map=village", files->path);
    assert_int_equal(plan_file_read(files->path, PLAN_CERTIFICATE, &file, &err), BZ_OK);
    assert_int_equal(plan_verify(&file, NULL, &labels, &err), BZ_OK);
    liar = file;
    liar.upper--;
    assert_int_equal(plan_verify(&liar, NULL, &labels, &err), BZ_ERROR_ILLEGAL);
    liar = file;
    liar.lower++;
    assert_int_equal(plan_verify(&liar, NULL, &labels, &err), BZ_ERROR_ILLEGAL);
    liar = file;
    liar.words[0] = UP;
    assert_int_equal(plan_verify(&liar, NULL, &labels, &err), BZ_ERROR_ILLEGAL);
}

/* Penalties decide how much work it is, never what is true. */
static void any_penalties_will_do(void **state)
{
    static struct plan_file file;
    const struct folder *files = *state;
    struct bz_error err;
    struct bz_random random;
    uint64_t labels;

    bz_random_seed(&random, 9);
    certify("map=rainbow", files->path);
    assert_int_equal(plan_file_read(files->path, PLAN_CERTIFICATE, &file, &err), BZ_OK);
    for (int i = 0; i < 10; i++) {
        for (int cell = 0; cell < CELLS_MAX; cell++)
            if (file.penalty[cell])
                file.penalty[cell] = 1 + below(&random, 5000);
        file.toll = below(&random, 100);
        file.limit = (enum plan_limit)(i % (PLAN_WHOLE + 1));
        assert_int_equal(plan_verify(&file, NULL, &labels, &err), BZ_OK);
        file.upper--;
        assert_int_equal(plan_verify(&file, NULL, &labels, &err), BZ_ERROR_ILLEGAL);
        file.upper++;
    }
}

/* What was stopped leaves the proof of what it knew, once it knows a bound at all. */
static void a_stopped_run_leaves_a_certificate(void **state)
{
    const struct folder *files = *state;
    struct bz_solve_options options = usual;
    struct bz_proof_finding finding;
    struct bz_solution solution;
    struct bz_setup setup;
    struct bz_error err;
    union bz_pos pos;

    check_setup(&setup, "diamonds", "map=giant");
    bz_start(&setup, &pos);
    options.proof = files->path;
    options.nodes = 100;
    assert_int_equal(solve(&setup, &pos, &options).trouble.code, BZ_ERROR_UNFIT);
    options.nodes = 80000000;
    solution = solve(&setup, &pos, &options);
    assert_false(solution.solved);
    assert_int_equal(solution.trouble.code, BZ_OK);
    if (bz_proof_check(files->path, NULL, &finding, &err))
        fail_msg("%s", err.text);
    assert_true(finding.lower == solution.lower && finding.upper == solution.upper);
    bz_setup_release(&setup);
}

/* --- checkpoints ------------------------------------------------------------------------------ */

static void a_stopped_run_goes_on(void **state)
{
    const struct folder *files = *state;
    struct bz_solve_options options = usual;
    struct bz_solution solution;
    struct bz_setup setup;
    struct bz_error err;
    union bz_pos pos;

    check_setup(&setup, "diamonds", "map=contested");
    bz_start(&setup, &pos);
    options.checkpoint = files->path;
    options.nodes = 3000000;
    solution = solve(&setup, &pos, &options);
    assert_false(solution.solved);
    assert_true(solution.lower < solution.upper);
    options.nodes = 0;
    solution = solve(&setup, &pos, &options);
    assert_true(solution.solved);
    assert_int_equal((int)solution.lower, 3429);
    setup.rules->play(&pos, RIGHT);
    assert_int_equal(bz_solve(&setup, &pos, &options, &solution, &err), BZ_ERROR_UNFIT);
    bz_setup_release(&setup);
}

/* --- large maps ------------------------------------------------------------------------------- */

/* More diamonds than a plan can tell apart: still a plan, and a bound that is one. */
static void a_floor_of_diamonds_has_a_plan(void **state)
{
    char text[1024] = "";
    struct bz_buf out = BZ_BUF(text);
    struct bz_solve_options options = usual;
    struct bz_solution solution;
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    bz_buf_add(&out, "p1 ");
    for (int cell = 0; cell < CELLS_MAX; cell++) {
        bool corner = cell == 0 || cell == 24 || cell == 600 || cell == 624;

        bz_buf_char(&out, corner ? 'E' : (char)('1' + cell % 4));
        if (cell % 25 == 24)
            bz_buf_char(&out, cell < 624 ? '/' : ' ');
    }
    bz_buf_add(&out, "100,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 A -");
    check_setup(&setup, "diamonds", "");
    check_parse(&setup, text, &pos);
    options.nodes = 30000000;
    solution = solve(&setup, &pos, &options);
    assert_false(solution.solved);
    assert_true(solution.lower > 3000 && solution.upper > solution.lower);
    bz_setup_release(&setup);
}

/* The label search alone has 5188 by then. */
static void a_large_map_has_a_good_plan_soon(void **state)
{
    struct bz_solve_options options = usual;
    struct bz_solution solution;
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    check_setup(&setup, "diamonds", "map=giant");
    bz_start(&setup, &pos);
    options.nodes = 80000000;
    solution = solve(&setup, &pos, &options);
    assert_true(solution.lower >= 5300 && solution.upper > solution.lower);
    bz_setup_release(&setup);
}

/* --- words ------------------------------------------------------------------------------------ */

static void plans_are_explained(void **state)
{
    static char text[EXPLANATION_MAX];
    struct bz_buf out = BZ_BUF(text);
    struct bz_solve_options options = usual;
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    options.explain = &out;
    check_setup(&setup, "diamonds", "map=first-steps");
    bz_start(&setup, &pos);
    solve(&setup, &pos, &options);
    assert_string_equal(
        text, "     a  b  c  d  e\n"
              "   +---------------+\n"
              " 1 | A  .  .  .  . | 1\n"
              " 2 | .  >  1  .  . | 2\n"
              " 3 | .  2  .  .  . | 3\n"
              " 4 | .  .  >  3  . | 4\n"
              " 5 | .  .  .  .  . | 5\n"
              "   +---------------+\n"
              "     a  b  c  d  e\n"
              "A start, 1 2 3 where leg 1, 2, 3 ends, ^ > / the way, (1) left lying, # wall, "
              "* wire, g y r keys, G Y R doors\n"
              "\n"
              " leg to  takes      turn cost gain score\n"
              "   1 c2  yellow        2    3   50    47\n"
              "   2 b3  green         1    2  200   245\n"
              "   3 d4  red           2    3  200   442\n"
              "\n"
              "The plan takes 5 of 100 turns that are left and ends with a score of 442.\n"
              "No plan brings more than 442. In an easier game, where diamonds are never in "
              "the way and may be taken again for a penalty once they are forgotten, an agent "
              "gets at most 442. Every beginning of a plan from which that game still "
              "promised more than 442 was followed until it did not.\n");
    bz_setup_release(&setup);
}

/* Where nothing can be taken no easier game was played. */
static void an_empty_map_is_explained(void **state)
{
    static char text[EXPLANATION_MAX];
    struct bz_buf out = BZ_BUF(text);
    struct bz_solve_options options = usual;
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    options.explain = &out;
    check_setup(&setup, "diamonds", "");
    check_parse(&setup, "p1 EE 100,-0.5,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 A -", &pos);
    assert_true(solve(&setup, &pos, &options).solved);
    assert_non_null(strstr(text, "ends with a score of -0.5.\n"
                                 "No plan brings more than -0.5: there is nothing left to take"));
    bz_setup_release(&setup);
}

static void other_rules_are_refused(void **state)
{
    static const char *const cases[] = {"rules=p3", "rules=v2021", "players=2"};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        struct bz_solution solution;
        struct bz_setup setup;
        struct bz_error err;
        union bz_pos pos;

        check_setup(&setup, "diamonds", cases[i]);
        bz_start(&setup, &pos);
        assert_int_equal(bz_solve(&setup, &pos, &usual, &solution, &err), BZ_ERROR_UNFIT);
        assert_non_null(strstr(err.text, "solved"));
        bz_setup_release(&setup);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(small_maps_agree_with_brute_force, folder_make,
                                        folder_remove),
        cmocka_unit_test(lost_keys_open_nothing),
        cmocka_unit_test_setup_teardown(sets_of_diamonds_are_proved, folder_make, folder_remove),
        cmocka_unit_test(three_keys_are_proved_with_the_usual_memory),
        cmocka_unit_test_setup_teardown(our_maps_are_proved, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(fractions_of_a_score_are_kept, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(every_byte_of_a_certificate_counts, folder_make,
                                        folder_remove),
        cmocka_unit_test_setup_teardown(lies_are_found_out, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(any_penalties_will_do, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(a_stopped_run_leaves_a_certificate, folder_make,
                                        folder_remove),
        cmocka_unit_test_setup_teardown(a_stopped_run_goes_on, folder_make, folder_remove),
        cmocka_unit_test(a_floor_of_diamonds_has_a_plan),
        cmocka_unit_test(a_large_map_has_a_good_plan_soon),
        cmocka_unit_test(plans_are_explained),
        cmocka_unit_test(an_empty_map_is_explained),
        cmocka_unit_test(other_rules_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
