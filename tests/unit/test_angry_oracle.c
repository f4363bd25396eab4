/*
 * test_angry_oracle.c - random games on random boards, move for move beside the slow oracle, and
 * the report's search beside the original's recursion.
 */
#include "cases.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bazi/asset.h"
#include "oracle_angry.h"

enum { GAMES = 400, PLIES_MAX = 700, SEARCHES = 60 };

struct variant {
    const char *name;
    enum hen_rules rules;
    bool queen_plays, bump_free;
};

static struct variant variants[] = {
    {"game1", HEN_GAME1, false, false},
    {"game1, free bumps", HEN_GAME1, false, true},
    {"game1, a queen who plays", HEN_GAME1, true, false},
    {"game1, a queen who plays and free bumps", HEN_GAME1, true, true},
    {"game2", HEN_GAME2, false, false},
    {"game2, free bumps", HEN_GAME2, false, true},
    {"game2, a queen who plays", HEN_GAME2, true, false},
    {"game2, a queen who plays and free bumps", HEN_GAME2, true, true},
    {"mdp", HEN_MDP, false, false},
    {"rl", HEN_RL, false, false},
};

static void start(const struct hen_oracle *o, struct bz_setup *setup, union bz_pos *ret_pos)
{
    char text[HEN_TEXT_MAX];

    hen_text(o, text);
    check_setup(setup, "angry", "");
    check_parse(setup, text, ret_pos);
}

/* Same text, same score, same moves in the same order; the number of moves. */
static int agree(const struct hen_oracle *o, const struct bz_setup *setup, const union bz_pos *pos,
                 int moves[HEN_MOVES])
{
    static const char *const words[] = {"up", "down", "left", "right", "stay"};
    int count = hen_moves(o, moves), score[BZ_PLAYERS_MAX];
    bz_move listed[BZ_MOVES_MAX];
    char text[HEN_TEXT_MAX];

    hen_text(o, text);
    assert_string_equal(check_text(setup, pos), text);
    setup->rules->score(pos, score);
    assert_int_equal(score[0], hen_score(o));
    if (o->queen_plays)
        assert_int_equal(score[1], -hen_score(o));
    assert_int_equal(setup->rules->moves(pos, listed), count);
    for (int i = 0; i < count; i++) {
        char word[16];

        snprintf(word, sizeof(word), "%s%s", o->wish >= 0 ? "slip:" : "", words[moves[i]]);
        assert_string_equal(check_move_text(setup, pos, listed[i]), word);
    }
    return count;
}

/* True if the game came to an end. */
static bool play_along(const struct variant *variant, uint64_t seed)
{
    struct hen_oracle o;
    struct bz_setup setup;
    union bz_pos pos;
    struct bz_random random;
    int moves[HEN_MOVES], count = 1;

    hen_random(&o, variant->rules, variant->queen_plays, variant->bump_free, seed);
    start(&o, &setup, &pos);
    bz_random_seed(&random, seed);
    for (int ply = 0; ply < PLIES_MAX && (count = agree(&o, &setup, &pos, moves)) > 0; ply++) {
        int i = (int)bz_random_below(&random, (uint64_t)count);
        bz_move listed[BZ_MOVES_MAX];

        setup.rules->moves(&pos, listed);
        setup.rules->play(&pos, listed[i]);
        hen_play(&o, moves[i]);
    }
    bz_setup_release(&setup);
    return count == 0;
}

static void random_games(void **state)
{
    int ended = 0;

    for (uint64_t seed = 0; seed < GAMES; seed++)
        ended += play_along(*state, seed);
    assert_true(ended > GAMES / 2);
}

/* From some way into a game; a hen who cannot step has nothing to search. */
static bool search_along(uint64_t seed, int depth, const char *options)
{
    struct hen_oracle o;
    struct hen_search wanted;
    struct bz_setup setup;
    struct bz_answer answer;
    union bz_pos pos;
    struct bz_random random;
    int moves[HEN_MOVES];
    char spec[64];

    hen_random(&o, HEN_GAME1, false, !strcmp(options, "free"), seed);
    bz_random_seed(&random, seed);
    for (uint64_t ply = bz_random_below(&random, 20); ply > 0; ply--) {
        int count = hen_moves(&o, moves);

        if (count > 0)
            hen_play(&o, moves[bz_random_below(&random, (uint64_t)count)]);
    }
    if (hen_moves(&o, moves) == 0)
        return false;
    if (seed % 5 == 0)
        o.n = 148; /* the end is within the horizon */
    wanted = hen_min_max(&o, depth);
    if (wanted.action < 0)
        return false;
    start(&o, &setup, &pos);
    snprintf(spec, sizeof(spec), "alphabeta:plies=%d,eval=report", depth);
    answer = check_answer(&setup, spec, &pos);
    assert_int_equal(answer.move, wanted.action);
    check_number(answer.info.value, wanted.value, spec);
    assert_int_equal(answer.info.leaves, wanted.leaves);
    bz_setup_release(&setup);
    return true;
}

static void report_search(void **state)
{
    int searched = 0;

    for (uint64_t seed = 0; seed < SEARCHES; seed++)
        for (int depth = 1; depth <= 7; depth++)
            searched += search_along(seed, depth, *state);
    assert_true(searched > SEARCHES * 3);
}

/* A queen without moves is worth plus infinity, and the moves behind that one, here the egg that
 * lets her out, are not looked at. */
static void shut_in_queen(void **state)
{
    char letters[HEN_SIDE * HEN_SIDE + 1];

    (void)state;
    memset(letters, 'T', sizeof(letters));
    memcpy(letters, "QR", 2);
    memcpy(letters + HEN_SIDE, "EH", 2);
    letters[HEN_SIDE * HEN_SIDE - 1] = 'S';
    for (int depth = 2; depth <= 7; depth++) {
        struct hen_oracle o;
        struct hen_search wanted;
        struct bz_setup setup;
        struct bz_answer answer;
        union bz_pos pos;
        char spec[64];

        hen_init(&o, HEN_GAME1, false, false, letters);
        wanted = hen_min_max(&o, depth);
        assert_true(isinf(wanted.value) && wanted.leaves == 0);
        start(&o, &setup, &pos);
        snprintf(spec, sizeof(spec), "alphabeta:plies=%d,eval=report", depth);
        answer = check_answer(&setup, spec, &pos);
        assert_int_equal(answer.move, wanted.action);
        check_number(answer.info.value, wanted.value, spec);
        assert_int_equal(answer.info.leaves, wanted.leaves);
        bz_setup_release(&setup);
    }
}

/* A whole game of the report's agent on one of our maps, every search beside the oracle's. */
static void agents_game(const char *map, int depth)
{
    char options[64], spec[64], letters[HEN_SIDE * HEN_SIDE + 1] = "";
    struct hen_oracle o;
    struct bz_setup setup;
    struct bz_engine *engine;
    union bz_pos pos;
    int moves[HEN_MOVES], count = 0;

    snprintf(options, sizeof(options), "maps/angry/%s.txt", map);
    for (const char *p = bz_asset_find(options)->text; *p; p++)
        if (*p != '\n')
            letters[count++] = *p;
    hen_init(&o, HEN_GAME1, false, false, letters);
    snprintf(options, sizeof(options), "map=%s", map);
    check_setup(&setup, "angry", options);
    bz_start(&setup, &pos);
    snprintf(spec, sizeof(spec), "alphabeta:plies=%d,eval=report", depth);
    engine = check_engine(&setup, spec);
    while (agree(&o, &setup, &pos, moves) > 0) {
        struct hen_search wanted = hen_min_max(&o, depth);
        struct bz_answer answer;

        bz_engine_think(engine, &pos, NULL, NULL, &answer);
        if (wanted.action >= 0)
            assert_int_equal(answer.move, wanted.action);
        check_number(answer.info.value, wanted.value, spec);
        assert_int_equal(answer.info.leaves, wanted.leaves);
        setup.rules->play(&pos, answer.move);
        hen_play(&o, (int)answer.move);
    }
    bz_engine_free(engine);
    bz_setup_release(&setup);
}

static void agents_games(void **state)
{
    for (int depth = 1; depth <= 6; depth++)
        agents_game(*state, depth);
}

/* It chooses seven plies by itself. */
static void agents_depth(void **state)
{
    struct bz_setup setup;
    struct bz_answer own, fixed;
    union bz_pos pos;

    (void)state;
    agents_game("meadow", 7);
    check_setup(&setup, "angry", "");
    bz_start(&setup, &pos);
    own = check_answer(&setup, "report", &pos);
    fixed = check_answer(&setup, "alphabeta:plies=7,eval=report", &pos);
    assert_int_equal(own.move, fixed.move);
    assert_int_equal(own.info.leaves, fixed.info.leaves);
    check_number(own.info.value, fixed.info.value, "value");
    bz_setup_release(&setup);
}

int main(void)
{
    static char maps[][12] = {"meadow", "maze", "fortress", "gate", "chase", "coop", "corridors"};
    static char forbid[] = "forbid", free_bumps[] = "free";
    struct cases cases = {0};

    for (int i = 0; i < CHECK_COUNT(variants); i++)
        cases_add(&cases, random_games, &variants[i], "random games: %s", variants[i].name);
    cases_add(&cases, report_search, forbid, "the report's search, action, value and leaves");
    cases_add(&cases, report_search, free_bumps, "the report's search with free bumps");
    cases_add(&cases, shut_in_queen, NULL, "the report's search of a queen shut in");
    for (int i = 0; i < CHECK_COUNT(maps); i++)
        cases_add(&cases, agents_games, maps[i], "games of the report's agent: %s", maps[i]);
    cases_add(&cases, agents_depth, NULL, "the report's agent looks seven plies ahead");
    return cases_run(&cases);
}
