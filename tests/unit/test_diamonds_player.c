/*
 * test_diamonds_player.c - plans of a lone agent as `best` plays them: kept, made anew, and there
 * whatever the limit.
 */
#include "check.h"

#include <string.h>

#include "games/diamonds/plan.h"

enum { FIELD = 20, FIELDS = 8, FIELD_NODES = 4000000 };

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

struct game {
    struct bz_setup setup;
    struct bz_engine *engine;
    union bz_pos pos;
};

static void open_game(struct game *game, const char *options, const char *spec)
{
    struct bz_error err;

    check_setup(&game->setup, "diamonds", options);
    if (bz_engine_new(&game->setup, spec, &game->engine, &err))
        fail_msg("%s", err.text);
    bz_start(&game->setup, &game->pos);
}

static void close_game(struct game *game)
{
    bz_engine_free(game->engine);
    bz_setup_release(&game->setup);
}

static int score_of(const struct game *game)
{
    int score[BZ_PLAYERS_MAX];

    game->setup.rules->score(&game->pos, score);
    return score[0];
}

/* With hardly any time a move it must not lose what it once had. */
static void play_through(const char *options, const char *spec, int nodes, int *ret_first)
{
    struct bz_limits limits = {.nodes = (uint64_t)nodes};
    struct game game;
    double least = -1e9;

    open_game(&game, options, spec);
    *ret_first = 0;
    while (!bz_is_over(&game.setup, &game.pos)) {
        struct bz_answer answer;

        bz_engine_think(game.engine, &game.pos, &limits, NULL, &answer);
        assert_true(bz_is_legal(&game.setup, &game.pos, answer.move));
        assert_true(answer.info.value >= least);
        assert_true(answer.info.has_bound && answer.info.bound >= answer.info.value);
        least = answer.info.value;
        game.setup.rules->play(&game.pos, answer.move);
        *ret_first = score_of(&game);
    }
    assert_int_equal(*ret_first, (int)least);
    close_game(&game);
}

static void the_player_keeps_its_plan(void **state)
{
    int score, again;

    (void)state;
    play_through("map=village", "best:hash=16", 0, &score);
    assert_int_equal(score, 1876);
    play_through("map=contested", "best:hash=16", 40000, &score);
    play_through("map=contested", "best:hash=16", 40000, &again);
    assert_int_equal(score, again);
}

/* All those moves are not for nothing: the first plan has 4708. */
static void the_player_improves_its_plan(void **state)
{
    int score;

    (void)state;
    play_through("map=giant", "best:hash=16", 3000000, &score);
    assert_true(score >= 5250);
}

/* Pushed off its way it plans anew. */
static void the_player_replans(void **state)
{
    struct game game;
    struct bz_answer answer;

    (void)state;
    open_game(&game, "map=rainbow", "best:hash=16");
    for (int i = 0; i < 6; i++) {
        union bz_pos other = game.pos;
        int best = (int)solve(&game.setup, &game.pos, &usual).lower;

        bz_engine_think(game.engine, &game.pos, NULL, NULL, &answer);
        assert_true(answer.info.exact);
        assert_int_equal((int)answer.info.value, best);
        game.setup.rules->play(&game.pos, i % 2 ? answer.move : DOWN);
        assert_true(memcmp(&other, &game.pos, game.setup.rules->pos_size) != 0);
    }
    close_game(&game);
}

/* Too little time to measure the map, a move or all of them: there is a plan all the same. */
static void the_player_always_has_a_plan(void **state)
{
    static const int limits_of[] = {1, 100, 5000, 20000};
    int score;

    (void)state;
    for (int i = 0; i < CHECK_COUNT(limits_of); i++) {
        play_through("map=giant", "best:hash=16", limits_of[i], &score);
        assert_true(score >= 1500);
    }
}

/* Even with the first plan, which takes something: on these maps at the second look around at the
 * latest. And then there may be one piece of work too much. */
static void the_player_keeps_to_its_nodes(void **state)
{
    enum { PIECE = 256 };
    static const char *const maps[] = {"", "map=giant", "map=village"};
    static const int limits_of[] = {1, 1000, 3000, 10000, 40000};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(maps) * CHECK_COUNT(limits_of); i++) {
        int most = limits_of[i / CHECK_COUNT(maps)];
        struct bz_limits limits = {.nodes = (uint64_t)most};
        struct game game;
        struct bz_answer answer;

        open_game(&game, maps[i % CHECK_COUNT(maps)], "best:hash=16");
        bz_engine_think(game.engine, &game.pos, &limits, NULL, &answer);
        most = most > 2 * PLAN_WORK_SEARCH ? most : 2 * PLAN_WORK_SEARCH;
        assert_in_range(answer.info.nodes, 1, most + PIECE);
        close_game(&game);
    }
}

static void the_player_stops_at_once(void **state)
{
    static const int limits_of[] = {1, 100, 5000, 20000};
    struct game game;
    struct bz_answer answer;
    atomic_bool stop = true;
    struct bz_limits limits = {.infinite = true, .stop = &stop};

    (void)state;
    open_game(&game, "map=giant", "best:hash=16");
    bz_engine_think(game.engine, &game.pos, &limits, NULL, &answer);
    assert_true(bz_is_legal(&game.setup, &game.pos, answer.move));
    for (int i = 0; i < CHECK_COUNT(limits_of); i++) {
        limits = (struct bz_limits){.nodes = (uint64_t)limits_of[i]};
        bz_engine_think(game.engine, &game.pos, &limits, NULL, &answer);
        assert_true(bz_is_legal(&game.setup, &game.pos, answer.move));
    }
    close_game(&game);
}

/* --- several lines ---------------------------------------------------------------------------- */

enum { MOVES = 9 };

struct told {
    int count;
    struct bz_info lines[MOVES];
};

static void hear(void *context, const struct bz_info *info)
{
    struct told *told = context;

    assert_in_range(info->rank, 1, MOVES);
    told->lines[info->rank - 1] = *info;
    told->count = info->rank;
}

/* Played to its end, a line brings what it says. */
static void check_line(const struct game *game, const struct bz_info *line)
{
    struct game other = *game;

    for (int i = 0; !bz_is_over(&other.setup, &other.pos); i++) {
        bz_move move = i < line->pv_length ? line->pv[i] : NOOP;

        assert_true(bz_is_legal(&other.setup, &other.pos, move));
        other.setup.rules->play(&other.pos, move);
    }
    assert_int_equal(score_of(&other), (int)line->value);
}

static struct bz_answer think_lines(struct game *game, uint64_t nodes, struct told *ret_told)
{
    const struct bz_limits limits = {.nodes = nodes};
    const struct bz_listener listener = {.info = hear, .context = ret_told};
    struct bz_answer answer;

    bz_engine_think(game->engine, &game->pos, &limits, &listener, &answer);
    assert_true(answer.move == ret_told->lines[0].pv[0]);
    for (int i = 0; i < ret_told->count; i++) {
        check_line(game, &ret_told->lines[i]);
        assert_true(ret_told->lines[i].bound >= ret_told->lines[i].value);
        assert_true(i == 0 || ret_told->lines[i].value <= ret_told->lines[i - 1].value);
        for (int k = 0; k < i; k++)
            assert_true(ret_told->lines[i].pv[0] != ret_told->lines[k].pv[0]);
    }
    return answer;
}

/* Every line is the best there is behind its move, to the last turn. */
static void lines_are_plans_of_all_moves(void **state)
{
    struct game game;
    struct told told;

    (void)state;
    open_game(&game, "map=rainbow", "best:hash=16,multipv=9");
    while (!bz_is_over(&game.setup, &game.pos)) {
        struct bz_answer answer = think_lines(&game, 1000000000, &told);

        assert_int_equal(told.count, MOVES);
        for (int i = 0; i < MOVES; i++) {
            union bz_pos after = game.pos;

            game.setup.rules->play(&after, told.lines[i].pv[0]);
            assert_true(told.lines[i].exact);
            assert_int_equal((int)told.lines[i].value,
                             (int)solve(&game.setup, &after, &usual).lower);
        }
        game.setup.rules->play(&game.pos, answer.move);
    }
    close_game(&game);
}

/* What is left over of the first plan's share is for the other moves. */
static void lines_keep_to_the_nodes(void **state)
{
    enum { MOST_OVER = 2 * (2 * PLAN_WORK_SEARCH + 256) };
    static const char *const maps[] = {"", "map=giant", "map=contested"};
    static const int limits_of[] = {1, 5000, 20000, 100000, 3000000};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(maps) * CHECK_COUNT(limits_of); i++) {
        int most = limits_of[i / CHECK_COUNT(maps)];
        struct game game;
        struct told told;

        open_game(&game, maps[i % CHECK_COUNT(maps)], "best:hash=16,multipv=4");
        for (int turn = 0; turn < 3; turn++) {
            struct bz_answer answer = think_lines(&game, (uint64_t)most, &told);

            assert_int_equal(told.count, most < 20000 ? told.count : 4);
            assert_in_range(answer.info.nodes, 0, most + MOST_OVER);
            assert_true(answer.info.has_bound);
            game.setup.rules->play(&game.pos, answer.move);
        }
        close_game(&game);
    }
}

static void endless_lines_end_when_all_is_known(void **state)
{
    const struct bz_limits limits = {.infinite = true};
    struct game game;
    struct told told;
    const struct bz_listener listener = {.info = hear, .context = &told};
    struct bz_answer answer;

    (void)state;
    open_game(&game, "map=village", "best:hash=64,multipv=3");
    bz_engine_think(game.engine, &game.pos, &limits, &listener, &answer);
    assert_int_equal(told.count, 3);
    assert_true(answer.info.exact && told.lines[1].exact && told.lines[2].exact);
    close_game(&game);
}

/* --- more diamonds than a plan of spots can tell apart ---------------------------------------- */

/* A field of floor with some walls, a quarter to three quarters of it diamonds. */
static void draw_field(struct bz_random *random, char *ret_text, size_t size)
{
    struct bz_buf out = {.text = ret_text, .size = size};
    uint64_t share = 4 + bz_random_below(random, 8);

    bz_buf_add(&out, "p1 ");
    for (int cell = 0; cell < FIELD * FIELD; cell++) {
        bool corner = cell % FIELD % (FIELD - 1) == 0 && cell / FIELD % (FIELD - 1) == 0;
        uint64_t drawn = corner ? 15 : bz_random_below(random, 16);

        bz_buf_char(&out, drawn < share ? (char)('1' + bz_random_below(random, COLOURS))
                          : drawn == 14 ? 'W'
                                        : 'E');
        if (cell % FIELD == FIELD - 1)
            bz_buf_char(&out, cell < FIELD * FIELD - 1 ? '/' : ' ');
    }
    bz_buf_add(&out, "60,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 A -");
}

static int play_field(const char *text, const char *spec)
{
    struct game game;
    struct bz_error err;
    int score;

    check_setup(&game.setup, "diamonds", "");
    check_parse(&game.setup, text, &game.pos);
    if (bz_engine_new(&game.setup, spec, &game.engine, &err))
        fail_msg("%s", err.text);
    while (!bz_is_over(&game.setup, &game.pos)) {
        struct bz_answer answer;

        bz_engine_think(game.engine, &game.pos, NULL, NULL, &answer);
        game.setup.rules->play(&game.pos, answer.move);
    }
    score = score_of(&game);
    close_game(&game);
    return score;
}

static int solve_field(const char *text)
{
    struct bz_solve_options options = usual;
    struct bz_solution solution;
    struct bz_setup setup;
    union bz_pos pos;

    check_setup(&setup, "diamonds", "");
    check_parse(&setup, text, &pos);
    options.nodes = FIELD_NODES;
    solution = solve(&setup, &pos, &options);
    bz_setup_release(&setup);
    return (int)solution.lower;
}

/* The nearest diamonds are not all there is: who looks a few actions ahead must not be better. */
static void the_diamonds_behind_the_nearest_count(void **state)
{
    struct bz_random random;
    char text[1024];

    (void)state;
    bz_random_seed(&random, 12);
    for (int i = 0; i < FIELDS; i++) {
        int greedy, ahead, planned;

        draw_field(&random, text, sizeof(text));
        greedy = play_field(text, "greedy");
        ahead = play_field(text, "alphabeta:plies=3");
        planned = solve_field(text);
        if (planned < greedy || planned < ahead)
            fail_msg("%s: %d, but greedy %d, alphabeta %d", text, planned, greedy, ahead);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_player_keeps_its_plan),
        cmocka_unit_test(the_player_improves_its_plan),
        cmocka_unit_test(the_player_replans),
        cmocka_unit_test(the_player_always_has_a_plan),
        cmocka_unit_test(the_player_keeps_to_its_nodes),
        cmocka_unit_test(the_player_stops_at_once),
        cmocka_unit_test(lines_are_plans_of_all_moves),
        cmocka_unit_test(lines_keep_to_the_nodes),
        cmocka_unit_test(endless_lines_end_when_all_is_known),
        cmocka_unit_test(the_diamonds_behind_the_nearest_count),
    };

    return CHECK_RUN(tests);
}
