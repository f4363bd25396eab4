/*
 * test_monopoly_golden.c - recorded games step by step, and the exact values of expectiminimax at
 * all four kinds of nodes: one case a golden entry.
 */
#include "cases.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden.h"
#include "oracle_monopoly.h"
#include "search/classic.h"

enum { ROBOT = 1 };

/* "H" and "R" are written 1 and 2. */
static void owners(const char *letters, char ret_owners[MONO_SQUARES_MAX + 1])
{
    snprintf(ret_owners, MONO_SQUARES_MAX + 1, "%s", letters);
    for (char *p = ret_owners; *p; p++)
        *p = (char)(*p == 'H' ? '1' : *p == 'R' ? '2' : '.');
}

static int pair(json_t *object, const char *key, size_t index)
{
    return (int)json_integer_value(json_array_get(golden_get(object, key), index));
}

/* A position from the members cash, positions and owners. */
static void text_of(json_t *entry, int turn, char due, int turns, char ret_text[MONO_TEXT_MAX])
{
    char letters[MONO_SQUARES_MAX + 1];

    owners(golden_text(entry, "owners"), letters);
    snprintf(ret_text, MONO_TEXT_MAX, "%d,%d %d,%d %s %d %c %d", pair(entry, "cash", 0),
             pair(entry, "cash", 1), pair(entry, "positions", 0), pair(entry, "positions", 1),
             letters, turn + 1, due, turns);
}

/* --- games.json ------------------------------------------------------------------------------ */

static void turn_of_a_game(const struct bz_setup *setup, union bz_pos *pos, json_t *step)
{
    json_t *menu = golden_get(step, "menu");
    int player = golden_int(step, "player");
    bz_move moves[BZ_MOVES_MAX];
    char text[MONO_TEXT_MAX];

    assert_int_equal(setup->rules->turn(pos), BZ_CHANCE);
    assert_int_equal(setup->rules->roller(pos), player);
    snprintf(text, sizeof(text), "roll%d", golden_int(step, "roll"));
    check_play(setup, pos, text);
    assert_int_equal(setup->rules->turn(pos), player);
    assert_int_equal(setup->rules->moves(pos, moves), json_array_size(menu));
    for (size_t i = 0; i < json_array_size(menu); i++)
        assert_string_equal(check_move_text(setup, pos, moves[i]),
                            json_string_value(json_array_get(menu, i)));
    check_play(setup, pos, golden_text(step, "action"));
    assert_int_equal(pair(step, "positions", (size_t)player), golden_int(step, "pos"));
    text_of(step, !player, 'r', golden_int(step, "t"), text);
    assert_string_equal(check_text(setup, pos), text);
}

static void game(void **state)
{
    json_t *entry = *state, *trace = golden_get(entry, "trace");
    const char *wanted = golden_text(entry, "result");
    struct bz_setup setup;
    union bz_pos pos;
    int result[2];

    check_setup(&setup, "monopoly", "");
    bz_start(&setup, &pos);
    for (size_t i = 0; i < json_array_size(trace); i++)
        turn_of_a_game(&setup, &pos, json_array_get(trace, i));
    assert_int_equal(bz_is_over(&setup, &pos), strcmp(wanted, "unfinished") != 0);
    if (bz_is_over(&setup, &pos)) {
        setup.rules->result(&pos, result);
        assert_int_equal(result[0], strcmp(wanted, "human") == 0 ? 1 : -1);
        assert_int_equal(result[1], -result[0]);
    }
    bz_setup_release(&setup);
}

/* --- expectiminimax.json --------------------------------------------------------------------- */

static json_t *file_of_values;

static json_t *find_state(const char *name)
{
    json_t *states = golden_get(file_of_values, "states");

    for (size_t i = 0; i < json_array_size(states); i++)
        if (!strcmp(golden_text(json_array_get(states, i), "name"), name))
            return json_array_get(states, i);
    fail_msg("no state %s", name);
    return NULL;
}

/* The four kinds: max and min act, cmax and cmin wait for the throw of the one who acts then. */
static void place(json_t *entry, struct bz_setup *setup, union bz_pos *ret_pos,
                  struct mono *ret_mono)
{
    const char *node = golden_text(entry, "node");
    json_t *state = find_state(golden_text(entry, "state"));
    char text[MONO_TEXT_MAX], due = (char)(node[0] == 'c' ? 'r' : 'a');
    int turn = strstr(node, "max") ? ROBOT : 0;

    check_setup(setup, "monopoly", "");
    text_of(state, turn, due, 0, text);
    check_parse(setup, text, ret_pos);
    assert_string_equal(check_text(setup, ret_pos), text);
    mono_start(ret_mono, mono_board("mini"), 500);
    for (size_t i = 0; i < 2; i++) {
        ret_mono->cash[i] = pair(state, "cash", i);
        ret_mono->place[i] = pair(state, "positions", i);
    }
    owners(golden_text(state, "owners"), ret_mono->owner);
    ret_mono->turn = turn;
    ret_mono->due = due;
}

static int64_t power_of_six(int n)
{
    return n == 0 ? 1 : 6 * power_of_six(n - 1);
}

/* A value times 6 to the power of depth is the golden fraction. */
static void same_fraction(int64_t scaled, int depth, const char *fraction)
{
    char *end = NULL;
    int64_t numerator = strtoll(fraction, &end, 10), denominator;

    assert_int_equal(*end, '/');
    denominator = strtoll(end + 1, &end, 10);
    assert_true(*end == '\0' && denominator > 0);
    assert_int_equal(power_of_six(depth) % denominator, 0);
    assert_int_equal(scaled, numerator * (power_of_six(depth) / denominator));
}

static enum mono_eval eval_of(json_t *entry)
{
    const char *name = golden_text(entry, "eval");

    return !strcmp(name, "robot")     ? MONO_ROBOT
           : !strcmp(name, "zerosum") ? MONO_ZEROSUM
                                      : MONO_ZEROSUM_WIN;
}

static const struct bz_eval *library_eval(const struct bz_setup *setup, const char *name)
{
    const struct bz_eval *eval = setup->rules->evals;

    while (eval->name && strcmp(eval->name, name) != 0)
        eval++;
    assert_non_null(eval->name);
    return eval;
}

/* The library's search at any node, for the robot; scaled like the oracle's value. */
static int64_t search(const struct bz_setup *setup, const union bz_pos *pos, json_t *entry,
                      int depth, enum bz_prune prune, uint64_t *ret_leaves)
{
    static const atomic_bool never = false;
    struct bz_classic *c = calloc(1, sizeof(*c));
    double value;

    assert_non_null(c);
    assert_int_equal(bz_space_init(&c->s.space, setup->rules, BZ_DEPTH_MAX + 1), BZ_OK);
    c->s.deadline = (struct bz_deadline){&never, UINT64_MAX, INT64_MAX};
    c->search = bz_expectiminimax;
    c->prune = prune;
    c->given = c->eval = library_eval(setup, golden_text(entry, "eval"));
    c->me = ROBOT;
    c->scale = (double)power_of_six(depth);
    c->exact = true;
    if (prune != BZ_PRUNE_NONE)
        bz_star_enter(c, pos);
    value = bz_expectiminimax(c, pos, depth, 0, -HUGE_VAL, HUGE_VAL);
    *ret_leaves = c->s.leaves;
    bz_space_release(&c->s.space);
    free(c);
    return (int64_t)value;
}

/* Each action by itself, and the first of the best. */
static void actions(const struct bz_setup *setup, const union bz_pos *pos, const struct mono *mono,
                    json_t *entry)
{
    json_t *list = golden_get(entry, "actions");
    int depth = golden_int(entry, "depth"), best = 0;
    int64_t best_value = 0;

    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *action = json_array_get(list, i);
        const char *word = json_string_value(json_array_get(action, 0));
        const char *wanted = json_string_value(json_array_get(action, 1));
        struct mono oracle = *mono;
        union bz_pos child = *pos;
        uint64_t leaves = 0;
        int64_t value;

        mono_play(&oracle, word);
        check_play(setup, &child, word);
        value = search(setup, &child, entry, depth - 1, BZ_PRUNE_NONE, &leaves);
        same_fraction(value, depth - 1, wanted);
        assert_int_equal(mono_value(&oracle, eval_of(entry), depth - 1, &leaves), value);
        if (i == 0 || (mono->turn == ROBOT ? value > best_value : value < best_value)) {
            best = (int)i;
            best_value = value;
        }
    }
    assert_string_equal(json_string_value(json_array_get(json_array_get(list, (size_t)best), 0)),
                        golden_text(entry, "best"));
}

/* The player that people meet, where it is the robot's turn to act. */
static void player(const struct bz_setup *setup, const union bz_pos *pos, json_t *entry)
{
    static const char *const prunes[] = {"none", "star1", "star2"};
    json_t *leaves = golden_get(entry, "leaves");

    for (int i = 0; i < 3; i++) {
        struct bz_answer answer;
        char spec[80], fraction[64];

        snprintf(spec, sizeof(spec), "expectiminimax:plies=%d,eval=%s,prune=%s",
                 golden_int(entry, "depth"), golden_text(entry, "eval"), prunes[i]);
        answer = check_answer(setup, spec, pos);
        snprintf(fraction, sizeof(fraction), "%" PRId64 "/%" PRId64, answer.info.numerator,
                 answer.info.denominator);
        assert_string_equal(fraction, golden_text(entry, "value"));
        assert_string_equal(check_move_text(setup, pos, answer.move), golden_text(entry, "best"));
        if (i == 0 && json_is_integer(leaves))
            assert_int_equal(answer.info.leaves, json_integer_value(leaves));
    }
}

static void value(void **state)
{
    json_t *entry = *state, *wanted_leaves = golden_get(entry, "leaves");
    const char *wanted = golden_text(entry, "value");
    int depth = golden_int(entry, "depth");
    uint64_t leaves = 0, oracle_leaves = 0;
    struct bz_setup setup;
    struct mono mono;
    union bz_pos pos;

    place(entry, &setup, &pos, &mono);
    same_fraction(mono_value(&mono, eval_of(entry), depth, &oracle_leaves), depth, wanted);
    for (int prune = BZ_PRUNE_STAR2; prune >= BZ_PRUNE_NONE; prune--)
        same_fraction(search(&setup, &pos, entry, depth, (enum bz_prune)prune, &leaves), depth,
                      wanted);
    assert_int_equal(leaves, oracle_leaves); /* of the last, which left nothing out */
    if (json_is_integer(wanted_leaves))
        assert_int_equal(leaves, json_integer_value(wanted_leaves));
    if (mono.due == 'a')
        actions(&setup, &pos, &mono, entry);
    if (mono.due == 'a' && mono.turn == ROBOT)
        player(&setup, &pos, entry);
    bz_setup_release(&setup);
}

/* What the course report's robot would do: buy whenever it can, never sell. */
static void report(void **state)
{
    json_t *entry = *state;
    struct bz_setup setup;
    struct bz_answer answer;
    struct mono mono;
    union bz_pos pos;
    char words[12][8];
    int count;

    place(entry, &setup, &pos, &mono);
    count = mono_moves(&mono, words);
    answer = check_answer(&setup, "report", &pos);
    assert_int_equal(answer.info.depth, 2);
    assert_string_equal(check_move_text(&setup, &pos, answer.move),
                        strcmp(words[0], "sell") != 0 ? words[0] : words[count - 1]);
    bz_setup_release(&setup);
}

int main(void)
{
    struct cases cases = {0};
    json_t *games = golden_load("golden/monopoly/games.json"), *values;
    int failures;

    file_of_values = golden_load("golden/monopoly/expectiminimax.json");
    values = golden_get(file_of_values, "cases");
    for (size_t i = 0; i < json_array_size(games); i++) {
        json_t *entry = json_array_get(games, i);

        cases_add(&cases, game, entry, "game %s", golden_text(entry, "id"));
    }
    for (size_t i = 0; i < json_array_size(values); i++) {
        json_t *entry = json_array_get(values, i);
        const char *state = golden_text(entry, "state"), *node = golden_text(entry, "node");

        cases_add(&cases, value, entry, "%s at %s, %s, %d plies", state, node,
                  golden_text(entry, "eval"), golden_int(entry, "depth"));
        if (!strcmp(node, "max") && golden_int(entry, "depth") == 2)
            cases_add(&cases, report, entry, "%s: the report's robot", state);
    }
    failures = cases_run(&cases);
    json_decref(games);
    json_decref(file_of_values);
    return failures;
}
