/*
 * test_engine.c - the players that compute: their specs, what they report, and that one spec
 * always plays the same.
 */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "properties.h"

/* Specs that between them use every kind and every key. */
static const char *const specs[] = {
    "best:plies=5",
    "best:nodes=3000,hash=1",
    "best:plies=4,multipv=3",
    "alphabeta",
    "alphabeta:plies=4,eval=report,resign=lost",
    "minimax:plies=2,eval=own",
    "minimax:plies=3,eval=movers,resign=never",
    "expectiminimax:plies=2",
    "random",
    "random:seed=77",
    "simple",
};

/* --- specs ---------------------------------------------------------------------------------- */

static void kinds_are_listed(void **state)
{
    int count = 0;

    (void)state;
    for (; bz_engine_kind_at(count); count++) {
        const struct bz_engine_kind *kind = bz_engine_kind_at(count);

        assert_true(strlen(kind->brief) > 0);
        property_options(kind->options);
        assert_ptr_equal(bz_engine_kind_find(kind->name, strlen(kind->name), NULL), kind);
    }
    assert_true(count >= 6);
    assert_null(bz_engine_kind_at(-1));
}

/* The name alone is a spec: all defaults are valid for the game. */
static void every_kind_plays_with_its_defaults(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    property_konane(&setup, "size=6", 1, 14, &pos);
    for (int i = 0; bz_engine_kind_at(i); i++) {
        struct bz_answer answer;

        const char *name = bz_engine_kind_at(i)->name;

        if (!strcmp(name, "report") || !strcmp(name, "alone")) /* that do not fit the game */
            continue;
        answer = check_answer(&setup, name, &pos);
        assert_true(bz_is_legal(&setup, &pos, answer.move));
        assert_false(answer.resigned);
    }
    bz_setup_release(&setup);
}

static void wrong_specs_say_what_exists(void **state)
{
    static const struct {
        const char *spec;
        int code;
        const char *words;
    } wrong[] = {
        {"", BZ_ERROR_UNKNOWN, "best alphabeta minimax expectiminimax report greedy random simple"},
        {"stockfish", BZ_ERROR_UNKNOWN, "stockfish best alphabeta minimax random simple"},
        {"Minimax", BZ_ERROR_UNKNOWN, "Minimax minimax"},
        {"minimax ", BZ_ERROR_UNKNOWN, "minimax best"},
        {"mini", BZ_ERROR_UNKNOWN, "mini best"},
        {"minimax,plies=3", BZ_ERROR_UNKNOWN, "minimax,plies=3 best"},
        {":plies=3", BZ_ERROR_UNKNOWN, "best alphabeta"},
        {"a\nb", BZ_ERROR_UNKNOWN, "a\\x0ab best"},
        {"minimax:", BZ_ERROR_SYNTAX, "minimax key=value"},
        {"minimax:plies", BZ_ERROR_SYNTAX, "minimax plies key=value"},
        {"minimax:plies=3,", BZ_ERROR_SYNTAX, "minimax key=value"},
        {"minimax:,plies=3", BZ_ERROR_SYNTAX, "minimax key=value"},
        {"minimax:plies=3,,eval=own", BZ_ERROR_SYNTAX, "minimax key=value"},
        {"minimax:depth=3", BZ_ERROR_UNKNOWN, "minimax depth plies eval resign"},
        {"minimax:=3", BZ_ERROR_UNKNOWN, "minimax plies eval resign"},
        {"minimax: plies=3", BZ_ERROR_UNKNOWN, "minimax plies eval resign"},
        {"minimax:plies=3:eval=own", BZ_ERROR_SYNTAX, "plies"},
        {"minimax:plies=", BZ_ERROR_SYNTAX, "plies"},
        {"minimax:plies=three", BZ_ERROR_SYNTAX, "plies three"},
        {"minimax:plies=3.5", BZ_ERROR_SYNTAX, "plies 3.5"},
        {"minimax:plies=0", BZ_ERROR_RANGE, "plies 0 1 255"},
        {"minimax:plies=-3", BZ_ERROR_RANGE, "plies -3"},
        {"minimax:plies=256", BZ_ERROR_RANGE, "plies 256 255"},
        {"minimax:plies=99999999999999999999", BZ_ERROR_RANGE, "plies"},
        {"minimax:eval=magic", BZ_ERROR_UNKNOWN, "magic mobility movers report own"},
        {"alphabeta:resign=maybe", BZ_ERROR_UNKNOWN, "resign maybe never lost"},
        {"alphabeta:resign=", BZ_ERROR_UNKNOWN, "resign never lost"},
        {"random:seed=-1", BZ_ERROR_RANGE, "seed -1"},
        {"random:plies=3", BZ_ERROR_UNKNOWN, "random plies seed"},
        {"simple:x=1", BZ_ERROR_UNKNOWN, "simple x"},
        {"best:hash=0", BZ_ERROR_RANGE, "hash 0"},
        {"best:threads=0", BZ_ERROR_RANGE, "threads 0"},
        {"best:threads=65", BZ_ERROR_RANGE, "threads 65 64"},
        {"best:multipv=0", BZ_ERROR_RANGE, "multipv 0"},
        {"best:eval=own", BZ_ERROR_UNFIT, "best own konane"},
        {"best:eval=other", BZ_ERROR_UNKNOWN, "konane other mobility movers"},
    };
    struct bz_setup setup;

    (void)state;
    check_setup(&setup, "konane", "");
    for (int i = 0; i < CHECK_COUNT(wrong); i++) {
        struct bz_engine *engine = NULL;
        struct bz_error err;

        if (bz_engine_new(&setup, wrong[i].spec, &engine, &err) == BZ_OK)
            fail_msg("'%s' was accepted", wrong[i].spec);
        check_error(&err, wrong[i].code, wrong[i].words);
        assert_null(engine);
    }
    bz_setup_release(&setup);
}

static void the_later_of_two_keys_wins(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    property_konane(&setup, "size=6", 2, 10, &pos);
    assert_int_equal(check_answer(&setup, "minimax:plies=3,plies=2", &pos).info.depth, 2);
    bz_setup_release(&setup);
}

static void freeing_nothing_is_allowed(void **state)
{
    (void)state;
    bz_engine_free(NULL);
}

/* --- the same spec plays the same ----------------------------------------------------------- */

static void assert_same_answer(const struct bz_answer *a, const struct bz_answer *b)
{
    assert_true(a->move == b->move);
    assert_int_equal(a->resigned, b->resigned);
    assert_true(a->info.nodes == b->info.nodes);
    check_number(a->info.value, b->info.value, "value");
    assert_int_equal(a->info.pv_length, b->info.pv_length);
    for (int i = 0; i < a->info.pv_length; i++)
        assert_true(a->info.pv[i] == b->info.pv[i]);
}

static void one_spec_always_plays_the_same(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    for (int plies = 0; plies < 30; plies += 6) {
        property_konane(&setup, "", 3, plies, &pos);
        for (int i = 0; i < CHECK_COUNT(specs); i++) {
            struct bz_answer one = check_answer(&setup, specs[i], &pos);
            struct bz_answer two = check_answer(&setup, specs[i], &pos);

            assert_true(one.resigned || bz_is_legal(&setup, &pos, one.move));
            assert_same_answer(&one, &two);
        }
        bz_setup_release(&setup);
    }
}

static void reset_forgets_everything(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    property_konane(&setup, "", 4, 12, &pos);
    for (int i = 0; i < CHECK_COUNT(specs); i++) {
        struct bz_engine *engine = check_engine(&setup, specs[i]);
        struct bz_answer first, again;

        bz_engine_think(engine, &pos, NULL, NULL, &first);
        bz_engine_think(engine, &pos, NULL, NULL, &again);
        bz_engine_reset(engine);
        bz_engine_think(engine, &pos, NULL, NULL, &again);
        if (strncmp(specs[i], "random", 6) != 0) /* which plays another game each time */
            assert_same_answer(&first, &again);
        bz_engine_free(engine);
    }
    bz_setup_release(&setup);
}

/* --- what is reported ----------------------------------------------------------------------- */

struct reports {
    const struct bz_setup *setup;
    const union bz_pos *pos;
    int count;
    struct bz_info last;
};

static void hear(void *context, const struct bz_info *info)
{
    struct reports *reports = context;
    union bz_pos pos = *reports->pos;

    assert_int_equal(info->depth, reports->last.depth + 1);
    assert_true(info->nodes > reports->last.nodes);
    assert_true(info->seldepth >= 0 && info->seldepth <= BZ_DEPTH_MAX);
    assert_in_range(info->pv_length, 1, info->depth);
    for (int i = 0; i < info->pv_length; i++) {
        assert_true(bz_is_legal(reports->setup, &pos, info->pv[i]));
        reports->setup->rules->play(&pos, info->pv[i]);
    }
    reports->count++;
    reports->last = *info;
}

static void every_iteration_is_reported(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct reports reports = {.setup = &setup, .pos = &pos};
        struct bz_listener listener = {.info = hear, .context = &reports};
        struct bz_engine *engine;
        struct bz_answer answer;

        property_konane(&setup, "", seed, 10 + (int)seed, &pos);
        engine = check_engine(&setup, "best:plies=6,hash=1");
        bz_engine_think(engine, &pos, NULL, &listener, &answer);
        assert_true(reports.count == 6 || answer.info.proof != BZ_UNDECIDED);
        assert_true(answer.move == reports.last.pv[0]);
        check_number(answer.info.value, reports.last.value, "last reported value");
        bz_engine_free(engine);
        bz_setup_release(&setup);
    }
}

struct lines {
    int wanted, depth, rank;
    double value;
    bz_move first[16];
};

static void hear_lines(void *context, const struct bz_info *info)
{
    struct lines *lines = context;

    if (info->rank == 1) {
        assert_true(lines->depth == 0 || lines->rank == lines->wanted);
        assert_int_equal(info->depth, lines->depth + 1);
    } else {
        assert_int_equal(info->depth, lines->depth);
        assert_int_equal(info->rank, lines->rank + 1);
        assert_true(info->value <= lines->value);
        for (int i = 1; i < info->rank; i++)
            assert_true(info->pv[0] != lines->first[i]);
    }
    lines->depth = info->depth;
    lines->rank = info->rank;
    lines->value = info->value;
    lines->first[info->rank] = info->pv[0];
}

/* Several lines: best first, each beginning with another move, and no more than there are moves. */
static void several_lines_come_in_order(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    for (int wanted = 2; wanted <= 12; wanted += 5) {
        struct lines lines = {0};
        struct bz_listener listener = {.info = hear_lines, .context = &lines};
        struct bz_engine *engine;
        struct bz_answer answer;
        char spec[64];
        int count;

        property_konane(&setup, "", 8, 12, &pos);
        count = setup.rules->count(&pos);
        lines.wanted = wanted < count ? wanted : count;
        snprintf(spec, sizeof(spec), "best:plies=4,hash=1,multipv=%d", wanted);
        engine = check_engine(&setup, spec);
        bz_engine_think(engine, &pos, NULL, &listener, &answer);
        assert_int_equal(lines.rank, lines.wanted);
        assert_int_equal(lines.depth, 4);
        assert_true(answer.move == lines.first[1]);
        bz_engine_free(engine);
        bz_setup_release(&setup);
    }
}

/* --- simple and random ---------------------------------------------------------------------- */

static void simple_takes_the_first_move(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;
    bz_move moves[BZ_MOVES_MAX];

    (void)state;
    for (int plies = 0; plies < 30; plies++) {
        property_konane(&setup, "", 11, plies, &pos);
        setup.rules->moves(&pos, moves);
        assert_true(check_answer(&setup, "simple", &pos).move == moves[0]);
        bz_setup_release(&setup);
    }
}

/* Four first moves; the statistic passes 40 by chance less than once in a hundred million. */
static void random_is_even(void **state)
{
    double counts[4] = {0}, sum = 0;
    struct bz_setup setup;
    struct bz_engine *engine;
    union bz_pos pos;
    bz_move moves[BZ_MOVES_MAX];

    (void)state;
    check_setup(&setup, "konane", "");
    bz_start(&setup, &pos);
    setup.rules->moves(&pos, moves);
    engine = check_engine(&setup, "random:seed=12");
    for (int i = 0; i < 40000; i++) {
        struct bz_answer answer;
        int k = 0;

        bz_engine_think(engine, &pos, NULL, NULL, &answer);
        while (k < 3 && moves[k] != answer.move)
            k++;
        assert_true(moves[k] == answer.move);
        counts[k]++;
    }
    for (int k = 0; k < 4; k++)
        sum += (counts[k] - 10000) * (counts[k] - 10000) / 10000;
    assert_true(sum < 40);
    bz_engine_free(engine);
    bz_setup_release(&setup);
}

static void random_depends_on_its_seed(void **state)
{
    static const char *const same[3] = {"random:seed=1", "random:seed=1", "random:seed=2"};
    struct bz_engine *engines[3];
    struct bz_setup setup;
    union bz_pos pos;
    int different = 0;

    (void)state;
    property_konane(&setup, "", 13, 16, &pos);
    for (int i = 0; i < 3; i++)
        engines[i] = check_engine(&setup, same[i]);
    for (int n = 0; n < 100; n++) {
        struct bz_answer answers[3];

        for (int i = 0; i < 3; i++)
            bz_engine_think(engines[i], &pos, NULL, NULL, &answers[i]);
        assert_true(answers[0].move == answers[1].move);
        different += answers[0].move != answers[2].move;
    }
    assert_true(different > 20);
    for (int i = 0; i < 3; i++)
        bz_engine_free(engines[i]);
    bz_setup_release(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_are_listed),
        cmocka_unit_test(every_kind_plays_with_its_defaults),
        cmocka_unit_test(wrong_specs_say_what_exists),
        cmocka_unit_test(the_later_of_two_keys_wins),
        cmocka_unit_test(freeing_nothing_is_allowed),
        cmocka_unit_test(one_spec_always_plays_the_same),
        cmocka_unit_test(reset_forgets_everything),
        cmocka_unit_test(every_iteration_is_reported),
        cmocka_unit_test(several_lines_come_in_order),
        cmocka_unit_test(simple_takes_the_first_move),
        cmocka_unit_test(random_is_even),
        cmocka_unit_test(random_depends_on_its_seed),
    };

    return CHECK_RUN(tests);
}
