/*
 * test_hotk_golden.c - what the original programs did, move for move: one case a golden entry.
 */
#include "cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hotk_notation.h"

enum { PROOF_MEGABYTES = 16 };

/* --- Whole games ---------------------------------------------------------------------------- */

static int compare_numbers(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* The original lists by its cards' order, which is ours as long as Ramsay has moved none. */
static void check_legal_cells(const struct bz_setup *setup, const union bz_pos *pos, json_t *legal,
                              bool sorted)
{
    bz_move moves[BZ_MOVES_MAX];
    int count = setup->rules->moves(pos, moves), wanted[HOTK_CELLS];

    assert_int_equal(count, json_array_size(legal));
    assert_in_range(count, 1, HOTK_CELLS);
    for (int i = 0; i < count; i++)
        wanted[i] = (int)json_integer_value(json_array_get(legal, (size_t)i));
    if (sorted)
        qsort(wanted, (size_t)count, sizeof(wanted[0]), compare_numbers);
    for (int i = 0; i < count; i++) {
        char text[8];

        hotk_cell_text(wanted[i], text);
        assert_string_equal(check_move_text(setup, pos, moves[i]), text);
    }
}

/* The cards that went are those of the event, all of its house. */
static void check_captured(const char *before, const char *after, json_t *captured, char house)
{
    size_t gone = 0;

    for (int cell = 0; cell < HOTK_CELLS; cell++) {
        json_t *wanted = json_array_get(captured, gone);

        if (!strchr(hotk_houses, before[cell]) || strchr(hotk_houses, after[cell]))
            continue;
        assert_int_equal(before[cell], house);
        assert_non_null(wanted);
        gone++;
        for (size_t i = 0; i < json_array_size(captured); i++)
            if (json_integer_value(json_array_get(captured, i)) == cell)
                wanted = NULL;
        assert_null(wanted);
    }
    assert_int_equal(gone, json_array_size(captured));
}

static char letter_of(const char *house)
{
    static const char *const names[HOTK_HOUSES] = {"Stark",     "Greyjoy", "Lannister", "Targaryen",
                                                   "Baratheon", "Tyrell",  "Tully"};

    for (int i = 0; i < HOTK_HOUSES; i++)
        if (!strcmp(names[i], house))
            return hotk_houses[i];
    return '?';
}

/* The position after an event: what is due and whose turn it is, the next event tells. */
static void check_after(const struct bz_setup *setup, const union bz_pos *pos, json_t *event,
                        json_t *next)
{
    char wanted[BZ_POS_TEXT_MAX];
    struct bz_buf out = BZ_BUF(wanted);
    bool due = next && !strcmp(golden_text(next, "type"), "companion");

    hotk_add_board(&out, golden_text(event, "board"));
    hotk_add_counts(&out, golden_get(event, "counts"), false);
    hotk_add_banners(&out, golden_get(event, "banners"), false);
    bz_buf_add(&out, " %d", next ? golden_int(next, "player") : setup->rules->turn(pos) + 1);
    hotk_add_companions(&out, json_object_get(event, "companions"));
    bz_buf_add(&out, " %c", due ? 'c' : 'm');
    assert_string_equal(check_text(setup, pos), wanted);
}

static void check_winner(const struct bz_setup *setup, const union bz_pos *pos, int winner)
{
    int result[BZ_PLAYERS_MAX];

    assert_true(bz_is_over(setup, pos));
    setup->rules->result(pos, result);
    assert_int_equal(result[0], winner == 1 ? 1 : -1);
    assert_int_equal(result[1], winner == 2 ? 1 : -1);
}

static void course_game(json_t *entry, const char *rules, bool sorted)
{
    json_t *events = golden_get(entry, "events");
    struct bz_setup setup;
    union bz_pos pos;
    char options[128];

    snprintf(options, sizeof(options), "rules=%s board=%s", rules, golden_text(entry, "start"));
    check_setup(&setup, "hotk", options);
    bz_start(&setup, &pos);
    for (size_t i = 0; i < json_array_size(events); i++) {
        json_t *event = json_array_get(events, i);
        char text[64], before[HOTK_CELLS + 1], after[HOTK_CELLS + 1];

        hotk_cells_of(&setup, &pos, before);
        if (json_object_get(event, "legal"))
            check_legal_cells(&setup, &pos, golden_get(event, "legal"), sorted);
        hotk_move_text(golden_get(event, "move"), text);
        setup.rules->play(&pos, check_move(&setup, &pos, text));
        hotk_cells_of(&setup, &pos, after);
        if (!strcmp(golden_text(event, "type"), "move"))
            check_captured(before, after, golden_get(event, "captured"),
                           letter_of(golden_text(event, "house")));
        check_after(&setup, &pos, event, json_array_get(events, i + 1));
    }
    check_winner(&setup, &pos, golden_int(entry, "winner"));
    bz_setup_release(&setup);
}

static void phase1_game(void **state)
{
    course_game(*state, "phase1", false);
}

static void phase2_game(void **state)
{
    course_game(*state, "phase2", true);
}

static void add_games(struct cases *cases, json_t *file, CMUnitTestFunction game)
{
    for (size_t i = 0; i < json_array_size(file); i++) {
        json_t *entry = json_array_get(file, i);

        cases_add(cases, game, entry, "game %s", golden_text(entry, "id"));
    }
}

static void add_phase1(struct cases *cases, json_t *file)
{
    add_games(cases, file, phase1_game);
}

static void add_phase2(struct cases *cases, json_t *file)
{
    add_games(cases, file, phase2_game);
}

/* --- furthest_games.json: the published movement, without companions ------------------------ */

/* Numbers are sizes of hotk_houses, 1 is Varys. */
static char letter_of_number(json_t *number)
{
    json_int_t n = json_integer_value(number);

    return n == 1 ? 'V' : hotk_houses[8 - n];
}

static void check_after_furthest(const struct bz_setup *setup, const union bz_pos *pos,
                                 const char *board, json_t *event)
{
    char wanted[BZ_POS_TEXT_MAX];
    struct bz_buf out = BZ_BUF(wanted);

    hotk_add_board(&out, board);
    hotk_add_counts(&out, golden_get(event, "counts"), true);
    hotk_add_banners(&out, golden_get(event, "banners"), true);
    bz_buf_add(&out, " %d - m", 3 - golden_int(event, "player"));
    assert_string_equal(check_text(setup, pos), wanted);
}

static void furthest_game(void **state)
{
    json_t *entry = *state, *events = golden_get(entry, "events"),
           *start = golden_get(entry, "start");
    struct bz_setup setup;
    union bz_pos pos;
    char options[128] = "rules=published companions=none board=", result[64];
    int score[BZ_PLAYERS_MAX], winner = golden_int(entry, "winner");
    size_t length = strlen(options);

    for (size_t i = 0; i < HOTK_CELLS; i++)
        options[length++] = letter_of_number(json_array_get(start, i));
    check_setup(&setup, "hotk", options);
    bz_start(&setup, &pos);
    for (size_t i = 0; i < json_array_size(events); i++) {
        json_t *event = json_array_get(events, i);
        char text[64], before[HOTK_CELLS + 1], after[HOTK_CELLS + 1];

        hotk_cells_of(&setup, &pos, before);
        assert_int_equal(setup.rules->turn(&pos) + 1, golden_int(event, "player"));
        check_legal_cells(&setup, &pos, golden_get(event, "legal"), false);
        hotk_move_text(golden_get(event, "move"), text);
        setup.rules->play(&pos, check_move(&setup, &pos, text));
        hotk_cells_of(&setup, &pos, after);
        assert_int_equal(after[golden_int(event, "move")], 'V');
        check_captured(before, after, golden_get(event, "captured"),
                       letter_of_number(golden_get(event, "house")));
        check_after_furthest(&setup, &pos, after, event);
    }
    check_winner(&setup, &pos, winner);
    setup.rules->score(&pos, score);
    snprintf(result, sizeof(result), "P%d def P%d %d-%d", winner, 3 - winner, score[winner - 1],
             score[2 - winner]);
    assert_string_equal(result, golden_text(entry, "result"));
    bz_setup_release(&setup);
}

static void add_furthest(struct cases *cases, json_t *file)
{
    add_games(cases, file, furthest_game);
}

/* --- winner_table.txt: every way the banners can be shared ---------------------------------- */

static void read_table(char *ret_table, size_t size)
{
    FILE *file = fopen(check_path("golden/hotk/winner_table.txt"), "r");

    assert_non_null(file);
    assert_non_null(fgets(ret_table, (int)size, file));
    fclose(file);
    ret_table[strcspn(ret_table, "\n")] = '\0';
}

/* A finished game in which each holder of a banner has one card of its house. */
static void shared_banners(int index, char ret_text[128])
{
    struct bz_buf out = {.text = ret_text, .size = 128};
    int owner[HOTK_HOUSES];

    for (int house = 0; house < HOTK_HOUSES; house++, index /= 3)
        owner[house] = index % 3;
    bz_buf_add(&out, "V5/6/6/6/6/6");
    for (int player = 1; player <= 2; player++)
        for (int house = 0; house < HOTK_HOUSES; house++)
            bz_buf_add(&out, "%s%d", house ? "," : player == 1 ? " " : "/", owner[house] == player);
    bz_buf_char(&out, ' ');
    for (int house = 0; house < HOTK_HOUSES; house++)
        bz_buf_char(&out, "-12"[owner[house]]);
    bz_buf_add(&out, " %d - m", index % 2 + 1);
}

static void winner_table(void **state)
{
    enum { VECTORS = 2187 };
    char table[VECTORS + 16], text[128];
    struct bz_setup setup;
    union bz_pos pos;
    struct bz_error err;

    (void)state;
    read_table(table, sizeof(table));
    assert_int_equal(strlen(table), VECTORS);
    check_setup(&setup, "hotk", "");
    assert_int_equal(table[0], '0');
    shared_banners(0, text);
    assert_true(bz_parse(&setup, text, strlen(text), &pos, &err) < 0);
    check_error(&err, BZ_ERROR_ILLEGAL, "over nobody banner");
    for (int i = 1; i < VECTORS; i++) {
        shared_banners(i, text);
        check_parse(&setup, text, &pos);
        check_winner(&setup, &pos, table[i] - '0');
    }
    bz_setup_release(&setup);
}

/* --- Companions ----------------------------------------------------------------------------- */

static void companion_position(struct bz_setup *setup, const char *board, json_t *companions,
                               char due, union bz_pos *ret_pos)
{
    char text[BZ_POS_TEXT_MAX];
    struct bz_buf out = BZ_BUF(text);

    hotk_add_board(&out, board);
    bz_buf_add(&out, " 0,0,0,0,0,0,0/0,0,0,0,0,0,0 ------- 1");
    hotk_add_companions(&out, companions);
    bz_buf_add(&out, " %c", due);
    check_setup(setup, "hotk", "rules=phase2");
    check_parse(setup, text, ret_pos);
}

static void validation(void **state)
{
    json_t *entry = *state, *valid = golden_get(entry, "valid");
    struct bz_setup setup;
    union bz_pos pos;
    bz_move move = BZ_MOVE_NONE;
    struct bz_error err;
    char text[64];
    int code;

    companion_position(&setup, golden_text(entry, "board"), golden_get(entry, "companions"), 'c',
                       &pos);
    hotk_move_text(golden_get(entry, "move"), text);
    code = bz_parse_move(&setup, &pos, text, strlen(text), &move, &err);
    assert_int_equal(code == BZ_OK, json_is_true(valid));
    if (code == BZ_OK)
        assert_true(bz_is_legal(&setup, &pos, move));
    else
        assert_true(strlen(err.text) > 0);
    bz_setup_release(&setup);
}

static void add_validation(struct cases *cases, json_t *file)
{
    for (size_t i = 0; i < json_array_size(file); i++) {
        json_t *entry = json_array_get(file, i);
        char text[64];

        hotk_move_text(golden_get(entry, "move"), text);
        cases_add(cases, validation, entry, "companion move %zu: %s", i, text);
    }
}

/* A house of which a card is left over and none lies on the way between two cells, or -1. */
static int spare_house(const char *board, int from, int to)
{
    int step = (from < to ? 1 : -1) * (from / 6 == to / 6 ? 1 : 6);

    for (int house = 0; house < HOTK_HOUSES; house++) {
        int found = 0;

        for (const char *p = board; *p; p++)
            found += *p == hotk_houses[house];
        for (int cell = from; cell != to; cell += step)
            found += board[cell] == hotk_houses[house] ? 8 : 0;
        if (found < 8 - house)
            return house;
    }
    return -1;
}

/* Puts Varys back to an empty cell of his row or column, and a card where he stood, so that taking
 * it gives the board of the entry; false where the board is too full. */
static bool step_back(const char *board, char ret_board[HOTK_CELLS + 1], char ret_move[64])
{
    int varys = (int)(strchr(board, 'V') - board);

    snprintf(ret_board, HOTK_CELLS + 1, "%s", board);
    hotk_cell_text(varys, ret_move);
    for (int cell = 0; cell < HOTK_CELLS; cell++) {
        int house = -1;

        if (board[cell] == '.' && (cell / 6 == varys / 6 || cell % 6 == varys % 6))
            house = spare_house(board, cell, varys);
        if (house < 0)
            continue;
        ret_board[cell] = 'V';
        ret_board[varys] = hotk_houses[house];
        return true;
    }
    return false;
}

/* The companions leave after a move of Varys; or, where none can have led here, after Gendry, who
 * changes nothing on the board. */
static void unusable(void **state)
{
    json_t *entry = *state, *companions = json_deep_copy(golden_get(entry, "before"));
    struct bz_setup setup;
    union bz_pos pos;
    char board[HOTK_CELLS + 1], move[64], after[128];
    struct bz_buf out = BZ_BUF(after);
    bool walked = step_back(golden_text(entry, "board"), board, move);

    if (!walked) {
        snprintf(move, sizeof(move), "Gendry");
        json_array_insert_new(companions, 1, json_string("Gendry"));
    }
    companion_position(&setup, board, companions, walked ? 'm' : 'c', &pos);
    check_play(&setup, &pos, move);
    hotk_add_companions(&out, golden_get(entry, "after"));
    bz_buf_char(&out, ' ');
    assert_non_null(strstr(check_text(&setup, &pos), after));
    hotk_cells_of(&setup, &pos, board);
    assert_string_equal(board, golden_text(entry, "board"));
    json_decref(companions);
    bz_setup_release(&setup);
}

static void add_unusable(struct cases *cases, json_t *file)
{
    for (size_t i = 0; i < json_array_size(file); i++)
        cases_add(cases, unusable, json_array_get(file, i), "unusable companions %zu", i);
}

/* --- perft.json, endgames.json -------------------------------------------------------------- */

static void perft_of(json_t *entry, const char *key, const char *rules)
{
    json_t *counts = golden_get(entry, key);
    struct bz_setup setup;
    union bz_pos pos;
    char options[128];

    snprintf(options, sizeof(options), "%s board=%s", rules, golden_text(entry, "board"));
    check_setup(&setup, "hotk", options);
    bz_start(&setup, &pos);
    for (size_t i = 0; i < json_array_size(counts); i++) {
        uint64_t count = 0;

        assert_int_equal(bz_perft(&setup, &pos, (int)i + 1, NULL, &count, NULL), BZ_OK);
        assert_int_equal(count, json_integer_value(json_array_get(counts, i)));
    }
    bz_setup_release(&setup);
}

static void perft_free(void **state)
{
    perft_of(*state, "free", "rules=phase1");
}

static void perft_furthest(void **state)
{
    perft_of(*state, "furthest", "rules=published companions=none");
}

static void add_perft(struct cases *cases, json_t *file)
{
    for (size_t i = 0; i < json_array_size(file); i++) {
        cases_add(cases, perft_free, json_array_get(file, i), "perft %zu, free stop", i);
        cases_add(cases, perft_furthest, json_array_get(file, i), "perft %zu, farthest", i);
    }
}

static int proved_winner(const struct bz_setup *setup, const union bz_pos *pos)
{
    const struct bz_solve_options options = {.threads = 1, .megabytes = PROOF_MEGABYTES};
    struct bz_solution solution;

    assert_int_equal(bz_solve(setup, pos, &options, &solution, NULL), BZ_OK);
    assert_true(solution.solved);
    return solution.lower > 0 ? 1 : 2;
}

static bool is_listed(json_t *cells, const char *text)
{
    for (size_t i = 0; i < json_array_size(cells); i++) {
        char cell[8];

        hotk_cell_text((int)json_integer_value(json_array_get(cells, i)), cell);
        if (!strcmp(cell, text))
            return true;
    }
    return false;
}

static void endgame(void **state)
{
    json_t *entry = *state, *winning = golden_get(entry, "winning_moves");
    int turn = golden_int(entry, "turn"), count;
    char text[BZ_POS_TEXT_MAX];
    struct bz_buf out = BZ_BUF(text);
    struct bz_setup setup;
    union bz_pos pos;
    bz_move moves[BZ_MOVES_MAX];

    hotk_add_board(&out, golden_text(entry, "board"));
    hotk_add_counts(&out, golden_get(entry, "counts"), false);
    hotk_add_banners(&out, golden_get(entry, "banners"), false);
    bz_buf_add(&out, " %d - m", turn);
    check_setup(&setup, "hotk",
                strcmp(golden_text(entry, "rule"), "free") ? "rules=published" : "");
    check_parse(&setup, text, &pos);
    assert_int_equal(proved_winner(&setup, &pos), golden_int(entry, "winner"));
    count = setup.rules->moves(&pos, moves);
    for (int i = 0; i < count; i++) {
        union bz_pos child = pos;

        setup.rules->play(&child, moves[i]);
        assert_int_equal(proved_winner(&setup, &child) == turn,
                         is_listed(winning, check_move_text(&setup, &pos, moves[i])));
    }
    bz_setup_release(&setup);
}

static void add_endgames(struct cases *cases, json_t *file)
{
    for (size_t i = 0; i < json_array_size(file); i++)
        cases_add(cases, endgame, json_array_get(file, i), "endgame %zu", i);
}

/* --- report_agent_moves.json ---------------------------------------------------------------- */

/* The agent takes itself for player 1: in the seat of player 2 it finds the same. */
static void agent_answers(json_t *entry, int turn, const char *spec)
{
    char text[BZ_POS_TEXT_MAX], cell[8];
    struct bz_buf out = BZ_BUF(text);
    struct bz_answer answer;
    struct bz_setup setup;
    union bz_pos pos;

    hotk_add_board(&out, golden_text(entry, "board"));
    hotk_add_counts(&out, golden_get(entry, "counts"), false);
    hotk_add_banners(&out, golden_get(entry, "banners"), false);
    bz_buf_add(&out, " %d - m ", turn);
    for (const char *p = golden_text(entry, "captor"); *p; p++)
        bz_buf_char(&out, *p == '0' ? '.' : *p);
    check_setup(&setup, "hotk", "");
    check_parse(&setup, text, &pos);
    answer = check_answer(&setup, spec, &pos);
    hotk_cell_text(golden_int(entry, "move"), cell);
    assert_string_equal(check_move_text(&setup, &pos, answer.move), cell);
    check_number(answer.info.value, golden_int(entry, "value"), spec);
    assert_int_equal(answer.info.depth, golden_int(entry, "depth"));
    assert_int_equal(answer.info.nodes, golden_int(entry, "nodes"));
    bz_setup_release(&setup);
}

static void agent(void **state)
{
    json_t *entry = *state;
    char spec[64];

    snprintf(spec, sizeof(spec), "alphabeta:plies=%d,eval=report", golden_int(entry, "depth"));
    agent_answers(entry, 1, spec);
    agent_answers(entry, 2, spec);
    agent_answers(entry, 1, "report");
    agent_answers(entry, 2, "report");
}

static void add_agent(struct cases *cases, json_t *file)
{
    for (size_t i = 0; i < json_array_size(file); i++) {
        json_t *entry = json_array_get(file, i);

        cases_add(cases, agent, entry, "agent in %s at ply %d", golden_text(entry, "game"),
                  golden_int(entry, "ply"));
    }
}

int main(void)
{
    static const struct {
        const char *name;
        void (*add)(struct cases *cases, json_t *file);
    } files[] = {
        {"golden/hotk/phase1_games.json", add_phase1},
        {"golden/hotk/phase1_edge_games.json", add_phase1},
        {"golden/hotk/phase2_games.json", add_phase2},
        {"golden/hotk/furthest_games.json", add_furthest},
        {"golden/hotk/companion_validation.json", add_validation},
        {"golden/hotk/companion_unusable.json", add_unusable},
        {"golden/hotk/perft.json", add_perft},
        {"golden/hotk/endgames.json", add_endgames},
        {"golden/hotk/report_agent_moves.json", add_agent},
    };
    json_t *loaded[CHECK_COUNT(files)];
    struct cases cases = {0};
    int failures;

    cases_add(&cases, winner_table, NULL, "winners of all shared banners");
    for (int i = 0; i < CHECK_COUNT(files); i++) {
        loaded[i] = golden_load(files[i].name);
        files[i].add(&cases, loaded[i]);
    }
    failures = cases_run(&cases);
    for (int i = 0; i < CHECK_COUNT(files); i++)
        json_decref(loaded[i]);
    return failures;
}
