/*
 * test_konane_golden.c - what the original program did, move for move: one case a golden entry.
 */
#include "cases.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "duet_konane.h"
#include "golden.h"

/* Longer countings and the long proofs of 6x6 are in heavy_konane.c. */
enum { PERFT_BUDGET = 60000000, PROOF_BUDGET = 400000, PROOF_MEGABYTES = 16 };

/* --- positions.json: legal moves in order, boards after each -------------------------------- */

static void position(void **state)
{
    json_t *entry = *state, *legal = golden_get(entry, "legal"),
           *after = golden_get(entry, "after");
    struct oracle oracle;
    struct bz_setup setup;
    union bz_pos pos;
    bz_move moves[BZ_MOVES_MAX];

    golden_board(golden_get(entry, "board"), golden_text(entry, "side"), &oracle);
    duet_from_oracle(&setup, &oracle, &pos);
    assert_int_equal(setup.rules->moves(&pos, moves), json_array_size(legal));
    assert_int_equal(setup.rules->count(&pos), golden_int(entry, "count"));
    for (size_t i = 0; i < json_array_size(legal); i++) {
        struct oracle wanted;
        union bz_pos child = pos;
        char text[16];

        oracle_move_text(golden_move(json_array_get(legal, i)), text);
        assert_string_equal(check_move_text(&setup, &pos, moves[i]), text);
        golden_board(json_array_get(after, i), oracle.side == ORACLE_BLACK ? "W" : "B", &wanted);
        setup.rules->play(&child, moves[i]);
        duet_agree(&setup, &child, &wanted);
    }
    bz_setup_release(&setup);
}

/* The score is each player's number of moves; outside the opening it is there for both. */
static void both_counts(void **state)
{
    json_t *entry = *state;
    struct oracle oracle;
    struct bz_setup setup;
    union bz_pos pos;
    int score[2], mover;

    golden_board(golden_get(entry, "board"), golden_text(entry, "side"), &oracle);
    duet_from_oracle(&setup, &oracle, &pos);
    mover = setup.rules->turn(&pos);
    setup.rules->score(&pos, score);
    assert_int_equal(score[mover], golden_int(entry, "count"));
    assert_int_equal(score[!mover], golden_int(entry, "opp_count"));
    bz_setup_release(&setup);
}

static void add_positions(struct cases *cases, json_t *file)
{
    for (size_t i = 0; i < json_array_size(file); i++) {
        json_t *entry = json_array_get(file, i);

        cases_add(cases, position, entry, "position %s", golden_text(entry, "id"));
        if (json_is_integer(golden_get(entry, "opp_count")))
            cases_add(cases, both_counts, entry, "position %s: counts of both",
                      golden_text(entry, "id"));
    }
}

/* --- perft.json ----------------------------------------------------------------------------- */

static void perft(void **state)
{
    duet_golden_perft(*state, -1, PERFT_BUDGET);
}

static void add_perft(struct cases *cases, json_t *file)
{
    for (size_t i = 0; i < json_array_size(file); i++) {
        json_t *entry = json_array_get(file, i);

        cases_add(cases, perft, entry, "perft %s", golden_text(entry, "id"));
    }
}

/* --- report_games.json: whole games between the report's players ---------------------------- */

/* "mm:4" looks three plies ahead. */
static void spec_of(const char *player, char ret_spec[64])
{
    int depth;

    if (!strcmp(player, "simple")) {
        snprintf(ret_spec, 64, "simple");
        return;
    }
    depth = player[3] - '0';
    snprintf(ret_spec, 64, "%s:plies=%d,eval=report,resign=lost",
             player[0] == 'm' ? "minimax" : "alphabeta", depth - 1);
}

static struct bz_engine *golden_engine(const struct bz_setup *setup, json_t *entry,
                                       const char *colour)
{
    char spec[64];

    spec_of(golden_text(entry, colour), spec);
    return check_engine(setup, spec);
}

static void compare_game(const struct bz_record *record, json_t *entry)
{
    json_t *moves = golden_get(entry, "moves");
    union bz_pos pos = record->start;

    assert_int_equal(record->length, golden_int(entry, "plies"));
    for (int i = 0; i < record->length; i++) {
        json_t *move = json_array_get(moves, (size_t)i), *numbers = json_array();
        char text[16];

        for (size_t k = 1; k <= 4; k++)
            json_array_append(numbers, json_array_get(move, k));
        oracle_move_text(golden_move(numbers), text);
        json_decref(numbers);
        assert_string_equal(check_move_text(record->setup, &pos, record->moves[i]), text);
        record->setup->rules->play(&pos, record->moves[i]);
    }
}

static void report_game(void **state)
{
    json_t *entry = *state;
    bool black_wins = golden_text(entry, "winner")[0] == 'B';
    struct bz_setup setup;
    struct bz_engine *engines[2];
    struct bz_record record;
    struct bz_random random;
    struct bz_error err;
    struct oracle final;

    check_setup(&setup, "konane", "");
    engines[0] = golden_engine(&setup, entry, "black");
    engines[1] = golden_engine(&setup, entry, "white");
    bz_record_init(&record, &setup, NULL);
    bz_random_seed(&random, 0);
    assert_int_equal(bz_record_finish(&record, engines, &random, NULL, NULL, &err), BZ_OK);
    compare_game(&record, entry);
    golden_board(golden_get(entry, "final"), record.length % 2 ? "W" : "B", &final);
    duet_agree(&setup, &record.pos, &final);
    assert_string_equal(bz_record_result(&record), black_wins ? "p1win" : "p2win");
    bz_record_release(&record);
    bz_engine_free(engines[0]);
    bz_engine_free(engines[1]);
    bz_setup_release(&setup);
}

static void add_games(struct cases *cases, json_t *file)
{
    for (size_t i = 0; i < json_array_size(file); i++) {
        json_t *entry = json_array_get(file, i);

        cases_add(cases, report_game, entry, "game %s", golden_text(entry, "id"));
    }
}

/* --- search_values.json: move and value of single searches ---------------------------------- */

/* The value of the best root move; -inf stands for a lost one. */
static double best_value(json_t *root)
{
    double best = -HUGE_VAL;

    for (size_t i = 0; i < json_array_size(root); i++) {
        json_t *value = json_array_get(json_array_get(root, i), 1);

        if (json_is_number(value))
            best = fmax(best, json_number_value(value));
        else if (!strcmp(json_string_value(value), "inf"))
            best = HUGE_VAL;
    }
    return best;
}

static void search_value(void **state, const char *kind)
{
    json_t *entry = *state, *move = golden_get(entry, "move");
    const char *eval = strcmp(golden_text(entry, "eval"), "own") == 0 ? "own" : "report";
    struct oracle oracle;
    struct bz_setup setup;
    union bz_pos pos;
    struct bz_answer answer;
    char spec[64], text[16];

    golden_board(golden_get(entry, "board"), golden_text(entry, "side"), &oracle);
    duet_from_oracle(&setup, &oracle, &pos);
    snprintf(spec, sizeof(spec), "%s:plies=%d,eval=%s,resign=lost", kind,
             golden_int(entry, "plies"), eval);
    answer = check_answer(&setup, spec, &pos);
    check_number(answer.info.value, best_value(golden_get(entry, "root")), spec);
    if (json_array_size(move) == 0) {
        assert_true(answer.resigned);
        assert_true(answer.move == BZ_MOVE_NONE);
    } else {
        oracle_move_text(golden_move(move), text);
        assert_false(answer.resigned);
        assert_string_equal(check_move_text(&setup, &pos, answer.move), text);
    }
    bz_setup_release(&setup);
}

static void minimax_value(void **state)
{
    search_value(state, "minimax");
}

static void alphabeta_value(void **state)
{
    search_value(state, "alphabeta");
}

/* With resign=never the first legal move is played where the original gave up. */
static void plays_on(void **state)
{
    json_t *entry = *state;
    struct oracle oracle;
    struct bz_setup setup;
    union bz_pos pos;
    struct bz_answer answer;
    bz_move moves[BZ_MOVES_MAX];
    char spec[64];

    golden_board(golden_get(entry, "board"), golden_text(entry, "side"), &oracle);
    duet_from_oracle(&setup, &oracle, &pos);
    snprintf(spec, sizeof(spec), "alphabeta:plies=%d,eval=report,resign=never",
             golden_int(entry, "plies"));
    answer = check_answer(&setup, spec, &pos);
    setup.rules->moves(&pos, moves);
    assert_false(answer.resigned);
    assert_true(answer.move == moves[0]);
    bz_setup_release(&setup);
}

static void add_values(struct cases *cases, json_t *file)
{
    for (size_t i = 0; i < json_array_size(file); i++) {
        json_t *entry = json_array_get(file, i);
        int size = golden_int(entry, "size"), plies = golden_int(entry, "plies");
        const char *eval = golden_text(entry, "eval");

        cases_add(cases, minimax_value, entry, "search %zu: %dx%d minimax %s %d", i, size, size,
                  eval, plies);
        cases_add(cases, alphabeta_value, entry, "search %zu: %dx%d alphabeta %s %d", i, size, size,
                  eval, plies);
        if (json_array_size(golden_get(entry, "move")) == 0)
            cases_add(cases, plays_on, entry, "search %zu: plays on", i);
    }
}

/* --- outcomes.json: perfect play ------------------------------------------------------------ */

static void outcome(void **state)
{
    json_t *entry = *state;
    struct oracle oracle;
    struct bz_setup setup;
    union bz_pos pos;

    golden_board(golden_get(entry, "board"), golden_text(entry, "side"), &oracle);
    duet_from_oracle(&setup, &oracle, &pos);
    assert_int_equal(duet_winner(&setup, &pos, PROOF_MEGABYTES), golden_text(entry, "winner")[0]);
    bz_setup_release(&setup);
}

static void start_of(json_t *entry, struct bz_setup *setup, union bz_pos *ret_pos)
{
    struct oracle oracle;

    oracle_start(&oracle, golden_int(entry, "rows"), golden_int(entry, "cols"));
    duet_from_oracle(setup, &oracle, ret_pos);
}

static void whole_game(void **state)
{
    json_t *entry = *state;
    struct bz_setup setup;
    union bz_pos pos;

    start_of(entry, &setup, &pos);
    assert_int_equal(duet_winner(&setup, &pos, PROOF_MEGABYTES), golden_text(entry, "winner")[0]);
    bz_setup_release(&setup);
}

static void play_removal(const struct bz_setup *setup, union bz_pos *pos, json_t *cell)
{
    int8_t row = (int8_t)json_integer_value(json_array_get(cell, 0));
    int8_t col = (int8_t)json_integer_value(json_array_get(cell, 1));
    char text[16];

    oracle_move_text((struct oracle_move){row, col, row, col}, text);
    setup->rules->play(pos, check_move(setup, pos, text));
}

/* The openings of one board are listed in generation order, and all of them are there. */
static void openings(void **state)
{
    json_t *entry = *state, *list = golden_get(entry, "openings");
    struct bz_setup setup;
    union bz_pos start;
    size_t seen = 0;
    bz_move first[BZ_MOVES_MAX], second[BZ_MOVES_MAX];
    int firsts;

    start_of(entry, &setup, &start);
    firsts = setup.rules->moves(&start, first);
    for (int i = 0; i < firsts; i++) {
        union bz_pos one = start;
        int seconds;

        setup.rules->play(&one, first[i]);
        seconds = setup.rules->moves(&one, second);
        for (int j = 0; j < seconds; j++, seen++) {
            json_t *pair = json_array_get(list, seen);
            union bz_pos two = one, wanted = start;

            assert_non_null(pair);
            setup.rules->play(&two, second[j]);
            play_removal(&setup, &wanted, golden_get(pair, "black_removes"));
            play_removal(&setup, &wanted, golden_get(pair, "white_removes"));
            assert_memory_equal(&two, &wanted, setup.rules->pos_size);
            if (golden_int(pair, "nodes") < PROOF_BUDGET)
                assert_int_equal(duet_winner(&setup, &two, PROOF_MEGABYTES),
                                 golden_text(pair, "winner")[0]);
        }
    }
    assert_int_equal(seen, json_array_size(list));
    bz_setup_release(&setup);
}

static void add_outcomes(struct cases *cases, json_t *file)
{
    json_t *starts = golden_get(file, "start_positions"),
           *positions = golden_get(file, "positions");

    for (size_t i = 0; i < json_array_size(starts); i++) {
        json_t *entry = json_array_get(starts, i);
        int rows = golden_int(entry, "rows"), cols = golden_int(entry, "cols");

        cases_add(cases, openings, entry, "openings of %dx%d", rows, cols);
        if (rows * cols < 36)
            cases_add(cases, whole_game, entry, "winner of %dx%d", rows, cols);
    }
    for (size_t i = 0; i < json_array_size(positions); i++) {
        json_t *entry = json_array_get(positions, i);
        int size = golden_int(entry, "size");

        cases_add(cases, outcome, entry, "outcome %zu: %dx%d", i, size, size);
    }
}

int main(void)
{
    static const struct {
        const char *name;
        void (*add)(struct cases *cases, json_t *file);
    } files[] = {
        {"golden/konane/positions.json", add_positions},
        {"golden/konane/perft.json", add_perft},
        {"golden/konane/report_games.json", add_games},
        {"golden/konane/search_values.json", add_values},
        {"golden/konane/outcomes.json", add_outcomes},
    };
    json_t *loaded[CHECK_COUNT(files)];
    struct cases cases = {0};
    int failures;

    for (int i = 0; i < CHECK_COUNT(files); i++) {
        loaded[i] = golden_load(files[i].name);
        files[i].add(&cases, loaded[i]);
    }
    failures = cases_run(&cases);
    for (int i = 0; i < CHECK_COUNT(files); i++)
        json_decref(loaded[i]);
    return failures;
}
