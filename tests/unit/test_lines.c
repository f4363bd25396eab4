/*
 * test_lines.c - the lines that `best` tells: all that were asked for however it was stopped, and
 * whole where they are proved.
 */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "properties.h"

enum { LINES = 4, GAMES = 250 };

/* The lines of the last batch. */
struct told {
    struct bz_info lines[LINES];
    int count;
};

static void hear(void *context, const struct bz_info *info)
{
    struct told *told = context;

    assert_true(info->rank >= 1 && info->rank <= LINES);
    told->lines[info->rank - 1] = *info;
    told->count = info->rank;
}

static struct bz_answer think(const struct bz_setup *setup, const void *pos, const char *spec,
                              uint64_t nodes, struct told *ret_told)
{
    struct bz_engine *engine = check_engine(setup, spec);
    const struct bz_limits limits = {.nodes = nodes};
    const struct bz_listener listener = {.info = hear, .context = ret_told};
    struct bz_answer answer;

    ret_told->count = 0;
    bz_engine_think(engine, pos, &limits, &listener, &answer);
    bz_engine_free(engine);
    return answer;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static void a_stopped_depth_keeps_all_lines(void **state)
{
    static const char *const games[][2] = {{"konane", "size=8"}, {"hotk", "seed=3"}};
    bz_move moves[BZ_MOVES_MAX];
    struct told told;

    (void)state;
    for (int g = 0; g < CHECK_COUNT(games); g++) {
        struct bz_setup setup;
        struct bz_random random;
        union bz_pos pos;
        int wanted;

        check_setup(&setup, games[g][0], games[g][1]);
        bz_random_seed(&random, 21);
        property_wander(&setup, &random, 6, &pos);
        wanted = smaller(LINES, setup.rules->moves(&pos, moves));
        for (uint64_t nodes = 300; nodes < 30000; nodes = nodes * 4 / 3) {
            struct bz_answer answer = think(&setup, &pos, "best:hash=1,multipv=4", nodes, &told);

            assert_int_equal(told.count, wanted);
            assert_true(answer.move == told.lines[0].pv[0]);
            for (int i = 1; i < told.count; i++) {
                assert_true(told.lines[i].value <= told.lines[i - 1].value);
                for (int k = 0; k < i; k++)
                    assert_true(told.lines[i].pv[0] != told.lines[k].pv[0]);
            }
        }
        bz_setup_release(&setup);
    }
}

/* Played to its end, a measured line takes as many plies as it says, and ends as it says. */
static void check_way(const struct bz_setup *setup, const union bz_pos *from,
                      const struct bz_info *line)
{
    union bz_pos pos = *from;
    int me = setup->rules->turn(&pos), result[BZ_PLAYERS_MAX];

    assert_int_equal(line->pv_length, line->distance);
    for (int i = 0; i < line->pv_length; i++) {
        assert_true(bz_is_legal(setup, &pos, line->pv[i]));
        setup->rules->play(&pos, line->pv[i]);
    }
    assert_true(bz_is_over(setup, &pos));
    setup->rules->result(&pos, result);
    assert_int_equal(result[me], line->proof);
}

static void measured_lines_go_to_the_end(void **state)
{
    struct bz_setup setup;
    struct bz_random random;
    int measured = 0;

    (void)state;
    check_setup(&setup, "konane", "size=6");
    bz_random_seed(&random, 22);
    for (int i = 0; i < 60; i++) {
        const char *spec = i % 2 ? "best:hash=1,multipv=4" : "best:hash=1";
        struct told told;
        union bz_pos pos;

        property_wander(&setup, &random, 16, &pos);
        if (bz_is_over(&setup, &pos))
            continue;
        think(&setup, &pos, spec, 1000000, &told);
        for (int k = 0; k < told.count; k++)
            if (told.lines[k].measured) {
                check_way(&setup, &pos, &told.lines[k]);
                measured++;
            }
    }
    assert_true(measured > 50);
    bz_setup_release(&setup);
}

/* Where cards are left, no game lasts longer than there are cards. */
static void a_proved_deal_has_an_end_in_sight(void **state)
{
    struct bz_setup setup;
    struct bz_random random;
    int proved = 0;

    (void)state;
    check_setup(&setup, "hotk", "seed=5");
    bz_random_seed(&random, 23);
    for (int i = 0; i < 10; i++) {
        struct told told;
        union bz_pos pos;

        property_wander(&setup, &random, 12, &pos);
        if (bz_is_over(&setup, &pos))
            continue;
        think(&setup, &pos, "best:hash=4", 100000, &told);
        if (told.lines[0].proof == BZ_UNDECIDED)
            continue;
        assert_true(told.lines[0].distance <= 24);
        proved++;
    }
    assert_true(proved > 0);
    bz_setup_release(&setup);
}

/* Plays on by the player's moves and any replies: once a win within so many plies was announced,
 * every further one has to come two plies sooner. The number of them. */
static int play_to_the_end(const struct bz_setup *setup, struct bz_random *random,
                           struct bz_engine *engine, const struct bz_limits *limits,
                           union bz_pos *pos)
{
    struct bz_answer answer;
    bz_move moves[BZ_MOVES_MAX], reply;
    int within = BZ_DEPTH_MAX, announced = 0, count;

    while (!bz_is_over(setup, pos)) {
        bz_engine_think(engine, pos, limits, NULL, &answer);
        if (answer.info.proof == BZ_WIN || within < BZ_DEPTH_MAX) {
            assert_int_equal(answer.info.proof, BZ_WIN);
            if (answer.info.distance > within)
                fail_msg("a win in %d, after one in %d", answer.info.distance, within + 2);
            within = answer.info.distance - 2;
            announced++;
        }
        setup->rules->play(pos, answer.move);
        if (bz_is_over(setup, pos))
            break;
        count = setup->rules->moves(pos, moves);
        reply = moves[bz_random_below(random, (uint64_t)count)];
        if (answer.info.pv_length > 1 && bz_random_below(random, 2))
            reply = answer.info.pv[1]; /* as expected */
        setup->rules->play(pos, reply);
    }
    return announced;
}

static void a_win_is_as_near_as_announced(void **state)
{
    static const char *const boards[] = {"size=5x7", "size=8"};
    static const struct bz_limits limits_of[] = {{.nodes = 300}, {.nodes = 2000}};
    int announced = 0;

    (void)state;
    for (int i = 0; i < 4; i++) {
        struct bz_setup setup;
        struct bz_random random;
        struct bz_engine *engine;

        check_setup(&setup, "konane", boards[i / 2]);
        bz_random_seed(&random, 24);
        engine = check_engine(&setup, "best:hash=4");
        for (int game = 0; game < GAMES; game++) {
            union bz_pos pos;

            property_wander(&setup, &random, i < 2 ? 12 : 24, &pos);
            bz_engine_reset(engine);
            announced += play_to_the_end(&setup, &random, engine, &limits_of[i % 2], &pos);
        }
        bz_engine_free(engine);
        bz_setup_release(&setup);
    }
    assert_true(announced > 2000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stopped_depth_keeps_all_lines),
        cmocka_unit_test(measured_lines_go_to_the_end),
        cmocka_unit_test(a_proved_deal_has_an_end_in_sight),
        cmocka_unit_test(a_win_is_as_near_as_announced),
    };

    return CHECK_RUN(tests);
}
