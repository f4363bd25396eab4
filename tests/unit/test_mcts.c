/*
 * test_mcts.c - the Monte Carlo player, asked of every game in every setting: that it plays, that
 * it plays the same again, and what it makes of proofs.
 */
#include "check.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "properties.h"
#include "settings.h"
#include "toys.h"

/* --- every game in every setting ------------------------------------------------------------ */

typedef void each_setting(const struct bz_setup *setup, struct bz_random *random);

static void for_each_setting(each_setting *ask, uint64_t seed)
{
    struct bz_random random;
    struct bz_setup setup;
    const struct bz_game *game;

    bz_random_seed(&random, seed);
    for (int i = 0; (game = bz_game_at(i)); i++)
        for (const char *const *options = settings_of(game->name); *options; options++) {
            check_setup(&setup, game->name, *options);
            ask(&setup, &random);
            bz_setup_release(&setup);
        }
    for (int i = 0; toys[i]; i++) {
        check_setup_of(&setup, toys[i], "");
        ask(&setup, &random);
        bz_setup_release(&setup);
    }
}

/* A position somewhere in a random game in which somebody has to move; false if there was none. */
static bool somewhere(const struct bz_setup *setup, struct bz_random *random, int plies,
                      union bz_pos *ret_pos)
{
    for (int tries = 0; tries < 20; tries++) {
        property_wander(setup, random, (int)bz_random_below(random, (uint64_t)plies), ret_pos);
        if (!bz_is_over(setup, ret_pos) && setup->rules->turn(ret_pos) != BZ_CHANCE)
            return true;
    }
    return false;
}

static void check_line(const struct bz_setup *setup, const union bz_pos *from,
                       const struct bz_info *info)
{
    union bz_pos pos = *from;

    assert_in_range(info->pv_length, 1, BZ_DEPTH_MAX);
    assert_int_equal(info->depth, info->pv_length);
    assert_true(isfinite(info->value));
    for (int i = 0; i < info->pv_length; i++) {
        assert_true(bz_is_legal(setup, &pos, info->pv[i]));
        setup->rules->play(&pos, info->pv[i]);
    }
}

static void check_same(const struct bz_answer *a, const struct bz_answer *b)
{
    assert_true(a->move == b->move);
    assert_true(a->info.nodes == b->info.nodes);
    assert_int_equal(a->info.seldepth, b->info.seldepth);
    check_number(a->info.value, b->info.value, "value");
    assert_int_equal(a->info.pv_length, b->info.pv_length);
    assert_memory_equal(a->info.pv, b->info.pv, (size_t)a->info.pv_length * sizeof(bz_move));
}

static void plays_and_repeats(const struct bz_setup *setup, struct bz_random *random)
{
    static const char *const specs[] = {"mcts:nodes=150,hash=1",
                                        "mcts:nodes=60,hash=1,rollout=40,seed=5"};
    union bz_pos pos;

    for (int i = 0; i < CHECK_COUNT(specs) && somewhere(setup, random, 40, &pos); i++) {
        struct bz_engine *engine = check_engine(setup, specs[i]);
        struct bz_answer first, again, other = check_answer(setup, specs[i], &pos);

        bz_engine_think(engine, &pos, NULL, NULL, &first);
        bz_engine_think(engine, &pos, NULL, NULL, &again);
        assert_true(first.move == first.info.pv[0]);
        check_line(setup, &pos, &first.info);
        assert_in_range(first.info.nodes, 1, i ? 60 : 150);
        check_same(&first, &again);
        check_same(&first, &other);
        bz_engine_free(engine);
    }
}

static void every_setting_is_played_and_repeated(void **state)
{
    (void)state;
    for_each_setting(plays_and_repeats, 50);
}

/* Counted once and for all: every build must come to the same. */
static void the_tree_is_the_same_everywhere(void **state)
{
    static const struct {
        const char *game, *options, *spec, *move;
        int seldepth;
        double value;
    } known[] = {
        {"konane", "", "mcts:nodes=3000", "c5-c7", 7, 45.71},
        {"hotk", "rules=published players=3", "mcts:nodes=3000", "c3", 11, -0.22},
        {"monopoly", "", "mcts:nodes=3000,rollout=100", "buy", 11, -0.58},
        {"diamonds", "", "mcts:nodes=1000", "UP_RIGHT", 5, 324},
        {"angry", "rules=mdp", "mcts:nodes=1000,rollout=10", "right", 13, 1996.57},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(known); i++) {
        struct bz_random random;
        struct bz_setup setup;
        struct bz_answer answer;
        union bz_pos pos;
        const char *move;

        bz_random_seed(&random, 3);
        check_setup(&setup, known[i].game, known[i].options);
        assert_true(somewhere(&setup, &random, 12, &pos));
        answer = check_answer(&setup, known[i].spec, &pos);
        move = check_move_text(&setup, &pos, answer.move);
        if (strcmp(move, known[i].move) != 0 || answer.info.seldepth != known[i].seldepth ||
            answer.info.value != known[i].value)
            fail_msg("%s: %s, %d plies, %.2f", known[i].game, move, answer.info.seldepth,
                     answer.info.value);
        bz_setup_release(&setup);
    }
}

/* --- proofs --------------------------------------------------------------------------------- */

/* Three players: whoever cannot win decides who does, and then nothing is proved. */
static void a_kingmaker_proves_nothing(void **state)
{
    static const struct {
        const char *pos;
        enum bz_proof proof;
    } cases[] = {
        {"3 1", BZ_WIN},       /* takes them all */
        {"4 1", BZ_LOSS},      /* whatever is taken, the next one takes the rest */
        {"5 1", BZ_LOSS},      /* to the third after one stone, to the second after more */
        {"6 1", BZ_UNDECIDED}, /* after one stone the second has lost, and picks the winner */
    };
    struct bz_setup setup;

    (void)state;
    check_setup_of(&setup, &toy_stones, "");
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        union bz_pos pos;

        check_parse(&setup, cases[i].pos, &pos);
        assert_int_equal(check_answer(&setup, "mcts:nodes=2000,hash=1", &pos).info.proof,
                         cases[i].proof);
    }
    bz_setup_release(&setup);
}

/* --- limits --------------------------------------------------------------------------------- */

/* A pool too small for what is asked of it: the search goes on to its limit all the same. */
static void a_small_pool_is_enough(void **state)
{
    static const char *const settings[][2] = {
        {"hotk", "rules=phase2"}, {"hotk", "rules=published players=4"}, {"konane", "size=16"}};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(settings); i++) {
        struct bz_random random;
        struct bz_setup setup;
        struct bz_answer answer;
        union bz_pos pos;

        bz_random_seed(&random, 53);
        check_setup(&setup, settings[i][0], settings[i][1]);
        assert_true(somewhere(&setup, &random, 8, &pos));
        answer = check_answer(&setup, "mcts:nodes=8000,hash=1", &pos);
        assert_true(answer.info.nodes == 8000);
        check_line(&setup, &pos, &answer.info);
        bz_setup_release(&setup);
    }
}

static void depth_is_the_length_of_the_line(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    property_konane(&setup, "", 54, 10, &pos);
    for (int depth = 1; depth <= 5; depth++) {
        struct bz_engine *engine = check_engine(&setup, "mcts:hash=8");
        struct bz_limits limits = {.depth = depth};
        struct bz_answer one, two;

        bz_engine_think(engine, &pos, &limits, NULL, &one);
        bz_engine_think(engine, &pos, &limits, NULL, &two);
        assert_true(one.info.depth >= depth);
        check_same(&one, &two);
        bz_engine_free(engine);
    }
    bz_setup_release(&setup);
}

static void *set_soon(void *flag)
{
    struct timespec moment = {.tv_nsec = 20000000};

    nanosleep(&moment, NULL);
    atomic_store((atomic_bool *)flag, true);
    return NULL;
}

/* If the flag were not looked at, this would hang. */
static void a_stop_flag_ends_an_endless_search(void **state)
{
    static const char *const specs[] = {"mcts:hash=1", "mcts:hash=1,threads=3",
                                        "mcts:hash=1,rollout=1000"};

    (void)state;
    for (int i = 0; i < 2 * CHECK_COUNT(specs); i++) {
        struct bz_setup setup;
        union bz_pos pos;
        struct bz_engine *engine;
        atomic_bool stop = i % 2;
        struct bz_limits limits = {.stop = &stop, .infinite = true, .nodes = 10, .movetime = 1};
        struct bz_answer answer;
        pthread_t thread;

        property_konane(&setup, "size=14", 55, 10, &pos);
        engine = check_engine(&setup, specs[i / 2]);
        assert_int_equal(pthread_create(&thread, NULL, set_soon, &stop), 0);
        bz_engine_think(engine, &pos, &limits, NULL, &answer);
        assert_true(atomic_load(&stop));
        assert_true(bz_is_legal(&setup, &pos, answer.move));
        pthread_join(thread, NULL);
        bz_engine_free(engine);
        bz_setup_release(&setup);
    }
}

static void clocks_end_a_search(void **state)
{
    static const struct bz_limits limits[] = {
        {.movetime = 1}, {.time = {300, 300}}, {.time = {1, 1}}, {.time = {100, 100}}};
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    property_konane(&setup, "", 56, 6, &pos);
    for (int i = 0; i < CHECK_COUNT(limits); i++) {
        struct bz_engine *engine = check_engine(&setup, "mcts:hash=1,threads=2");
        struct bz_answer answer;

        bz_engine_think(engine, &pos, &limits[i], NULL, &answer);
        assert_true(bz_is_legal(&setup, &pos, answer.move));
        bz_engine_free(engine);
    }
    bz_setup_release(&setup);
}

/* --- reports -------------------------------------------------------------------------------- */

struct heard {
    const struct bz_setup *setup;
    const union bz_pos *pos;
    int lines, reports, rank;
    uint64_t nodes;
    bz_move first[16];
};

static void hear(void *context, const struct bz_info *info)
{
    struct heard *heard = context;

    check_line(heard->setup, heard->pos, info);
    if (info->rank == 1) {
        assert_true(heard->reports == 0 || heard->rank == heard->lines);
        assert_true(info->nodes >= heard->nodes);
        heard->reports++;
    } else {
        assert_int_equal(info->rank, heard->rank + 1);
        for (int i = 1; i < info->rank; i++)
            assert_true(info->pv[0] != heard->first[i]);
    }
    heard->rank = info->rank;
    heard->nodes = info->nodes;
    heard->first[info->rank] = info->pv[0];
}

static void lines_are_reported_in_order(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    property_konane(&setup, "", 57, 12, &pos);
    for (int wanted = 1; wanted <= 16; wanted += 5) {
        int count = setup.rules->count(&pos);
        struct heard heard = {&setup, &pos, wanted < count ? wanted : count, 0, 0, 0, {0}};
        struct bz_listener listener = {.info = hear, .context = &heard};
        struct bz_engine *engine;
        struct bz_answer answer;
        char spec[64];

        snprintf(spec, sizeof(spec), "mcts:nodes=5000,hash=4,multipv=%d", wanted);
        engine = check_engine(&setup, spec);
        bz_engine_think(engine, &pos, NULL, &listener, &answer);
        assert_true(heard.reports >= 4); /* 256 … 4096 walks, and the end */
        assert_int_equal(heard.rank, heard.lines);
        assert_true(answer.move == heard.first[1]);
        bz_engine_free(engine);
    }
    bz_setup_release(&setup);
}

struct row {
    int count;
    struct bz_info lines[16];
};

static void take_down(void *context, const struct bz_info *info)
{
    struct row *row = context;

    row->lines[info->rank - 1] = *info;
    row->count = info->rank;
}

/* The move that is played comes first, and the others by value; none that was never tried. */
static void check_row(const struct row *row, const struct bz_answer *answer)
{
    assert_in_range(row->count, 1, answer->info.nodes);
    assert_true(answer->move == row->lines[0].pv[0]);
    for (int i = 2; i < row->count; i++) {
        const struct bz_info *a = &row->lines[i - 1], *b = &row->lines[i];

        assert_true(a->proof >= b->proof);
        assert_true(a->proof > b->proof || a->value >= b->value);
        if (a->proof == b->proof && a->proof != BZ_UNDECIDED)
            assert_true(a->proof * a->distance <= b->proof * b->distance);
    }
}

static void other_lines_are_in_order_of_value(void **state)
{
    static const int nodes_of[] = {1, 10, 300, 20000};
    struct bz_setup setup;
    struct bz_random random;
    struct row row;
    int rows = 0;

    (void)state;
    check_setup(&setup, "konane", "size=5x4");
    bz_random_seed(&random, 58);
    for (int i = 0; i < 200; i++) {
        struct bz_limits limits = {.nodes = (uint64_t)nodes_of[i % CHECK_COUNT(nodes_of)]};
        struct bz_listener listener = {.info = take_down, .context = &row};
        struct bz_engine *engine;
        struct bz_answer answer;
        union bz_pos pos;

        if (!somewhere(&setup, &random, 12, &pos))
            continue;
        engine = check_engine(&setup, "mcts:hash=1,multipv=16");
        bz_engine_think(engine, &pos, &limits, &listener, &answer);
        check_row(&row, &answer);
        rows += row.count > 2;
        bz_engine_free(engine);
    }
    assert_true(rows > 40);
    bz_setup_release(&setup);
}

/* --- strength ------------------------------------------------------------------------------- */

/* How much better the first engine does than the second, seat by seat, from one start. */
static int duel(const struct bz_setup *setup, struct bz_engine *const engines[2],
                struct bz_random *random, int seat)
{
    const struct bz_rules *rules = setup->rules;
    int result[BZ_PLAYERS_MAX], count;
    bz_move moves[BZ_MOVES_MAX];
    union bz_pos pos;

    bz_start(setup, &pos);
    while ((count = rules->moves(&pos, moves)) > 0) {
        struct bz_answer answer = {.move = moves[bz_random_below(random, (uint64_t)count)]};
        int turn = rules->turn(&pos);

        if (turn != BZ_CHANCE)
            bz_engine_think(engines[turn != seat], &pos, NULL, NULL, &answer);
        rules->play(&pos, answer.move);
    }
    rules->result(&pos, result);
    return (result[seat] > result[!seat]) - (result[seat] < result[!seat]);
}

/* Ten games each, always the same ones. */
static void it_beats_random(void **state)
{
    static const char *const settings[][2] = {{"konane", "size=6"},
                                              {"hotk", ""},
                                              {"monopoly", "cap=30"},
                                              {"diamonds", "players=2 turns=15"},
                                              {"angry", "queen=player"}};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(settings); i++) {
        struct bz_random random;
        struct bz_setup setup;
        struct bz_engine *engines[2];
        int ahead = 0;

        bz_random_seed(&random, 58);
        check_setup(&setup, settings[i][0], settings[i][1]);
        engines[0] = check_engine(&setup, "mcts:nodes=100,hash=1");
        engines[1] = check_engine(&setup, "random:seed=1");
        for (int game = 0; game < 10; game++)
            ahead += duel(&setup, engines, &random, game % 2);
        if (ahead < 6)
            fail_msg("%s: only %d ahead", settings[i][0], ahead);
        bz_engine_free(engines[0]);
        bz_engine_free(engines[1]);
        bz_setup_release(&setup);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_setting_is_played_and_repeated),
        cmocka_unit_test(the_tree_is_the_same_everywhere),
        cmocka_unit_test(a_kingmaker_proves_nothing),
        cmocka_unit_test(a_small_pool_is_enough),
        cmocka_unit_test(depth_is_the_length_of_the_line),
        cmocka_unit_test(a_stop_flag_ends_an_endless_search),
        cmocka_unit_test(clocks_end_a_search),
        cmocka_unit_test(lines_are_reported_in_order),
        cmocka_unit_test(other_lines_are_in_order_of_value),
        cmocka_unit_test(it_beats_random),
    };

    return CHECK_RUN(tests);
}
