/*
 * test_hotk_golden.c - what the original programs did, move for move: one case a golden entry.
 */
#include "cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden.h"

enum { CELLS = 36, HOUSES = 7, NAMES_MAX = 64, PROOF_MEGABYTES = 16 };

static const char letters[] = "SGLTBYU";

/* --- Golden data as the notation writes it -------------------------------------------------- */

static void cell_text(int cell, char ret_text[8])
{
    snprintf(ret_text, 8, "%c%d", 'a' + cell % 6, cell / 6 + 1);
}

/* 36 letters as rows with run lengths. */
static void add_board(struct bz_buf *out, const char *board)
{
    for (int row = 0; row < 6; row++) {
        int run = 0;

        for (int col = 0; col <= 6; col++) {
            char letter = col < 6 ? board[row * 6 + col] : '/';

            if (letter == '.') {
                run++;
                continue;
            }
            if (run)
                bz_buf_add(out, "%d", run);
            run = 0;
            if (col < 6 || row < 5)
                bz_buf_char(out, letter);
        }
    }
}

/* Seven numbers; `backwards` where the entry begins with the smallest house. */
static void add_counts(struct bz_buf *out, json_t *counts, bool backwards)
{
    for (size_t player = 0; player < 2; player++)
        for (size_t i = 0; i < HOUSES; i++) {
            json_t *list = json_array_get(counts, player);
            size_t house = backwards ? HOUSES - 1 - i : i;

            bz_buf_add(out, "%s%d", i ? "," : player ? "/" : " ",
                       (int)json_integer_value(json_array_get(list, house)));
        }
}

static void add_banners(struct bz_buf *out, json_t *banners, bool backwards)
{
    bz_buf_char(out, ' ');
    for (size_t i = 0; i < HOUSES; i++) {
        size_t house = backwards ? HOUSES - 1 - i : i;

        bz_buf_char(out, "-12"[json_integer_value(json_array_get(banners, house))]);
    }
}

static void add_companions(struct bz_buf *out, json_t *companions)
{
    bz_buf_add(out, json_array_size(companions) ? " " : " -");
    for (size_t i = 0; i < json_array_size(companions); i++)
        bz_buf_add(out, "%s%s", i ? "," : "", json_string_value(json_array_get(companions, i)));
}

/* A move of the golden files: a location, or a companion's name with its choices. */
static void move_text(json_t *move, char ret_text[64])
{
    struct bz_buf out = {.text = ret_text, .size = 64};

    bz_buf_clear(&out);
    if (json_is_integer(move)) {
        cell_text((int)json_integer_value(move), ret_text);
        return;
    }
    for (size_t i = 0; i < json_array_size(move); i++) {
        json_t *part = json_array_get(move, i);
        char cell[8];

        if (json_is_integer(part))
            cell_text((int)json_integer_value(part), cell);
        bz_buf_add(&out, "%s%s", i ? ":" : "",
                   json_is_string(part) ? json_string_value(part) : cell);
    }
}

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
    int count = setup->rules->moves(pos, moves), wanted[CELLS];

    assert_int_equal(count, json_array_size(legal));
    assert_in_range(count, 1, CELLS);
    for (int i = 0; i < count; i++)
        wanted[i] = (int)json_integer_value(json_array_get(legal, (size_t)i));
    if (sorted)
        qsort(wanted, (size_t)count, sizeof(wanted[0]), compare_numbers);
    for (int i = 0; i < count; i++) {
        char text[8];

        cell_text(wanted[i], text);
        assert_string_equal(check_move_text(setup, pos, moves[i]), text);
    }
}

/* The letters of a position's text, one a cell. */
static void cells_of(const struct bz_setup *setup, const union bz_pos *pos, char ret[CELLS + 1])
{
    int cell = 0;

    for (const char *p = check_text(setup, pos); *p != ' '; p++) {
        int run = *p >= '1' && *p <= '6' ? *p - '0' : 0;

        for (int i = 0; i < run; i++)
            ret[cell++] = '.';
        if (!run && *p != '/')
            ret[cell++] = *p;
    }
    assert_int_equal(cell, CELLS);
    ret[cell] = '\0';
}

/* The cards that went are those of the event, all of its house. */
static void check_captured(const char *before, const char *after, json_t *captured, char house)
{
    size_t gone = 0;

    for (int cell = 0; cell < CELLS; cell++) {
        json_t *wanted = json_array_get(captured, gone);

        if (!strchr(letters, before[cell]) || strchr(letters, after[cell]))
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
    static const char *const names[HOUSES] = {"Stark",     "Greyjoy", "Lannister", "Targaryen",
                                              "Baratheon", "Tyrell",  "Tully"};

    for (int i = 0; i < HOUSES; i++)
        if (!strcmp(names[i], house))
            return letters[i];
    return '?';
}

/* The position after an event: what is due and whose turn it is, the next event tells. */
static void check_after(const struct bz_setup *setup, const union bz_pos *pos, json_t *event,
                        json_t *next)
{
    char wanted[BZ_POS_TEXT_MAX];
    struct bz_buf out = BZ_BUF(wanted);
    bool due = next && !strcmp(golden_text(next, "type"), "companion");

    add_board(&out, golden_text(event, "board"));
    add_counts(&out, golden_get(event, "counts"), false);
    add_banners(&out, golden_get(event, "banners"), false);
    bz_buf_add(&out, " %d", next ? golden_int(next, "player") : setup->rules->turn(pos) + 1);
    add_companions(&out, json_object_get(event, "companions"));
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
        char text[64], before[CELLS + 1], after[CELLS + 1];

        cells_of(&setup, &pos, before);
        if (json_object_get(event, "legal"))
            check_legal_cells(&setup, &pos, golden_get(event, "legal"), sorted);
        move_text(golden_get(event, "move"), text);
        setup.rules->play(&pos, check_move(&setup, &pos, text));
        cells_of(&setup, &pos, after);
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

static void add_games(struct cases *cases, json_t *file, CMUnitTestFunction *game)
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

/* Numbers are sizes of houses, 1 is Varys. */
static char letter_of_number(json_t *number)
{
    json_int_t n = json_integer_value(number);

    return n == 1 ? 'V' : letters[8 - n];
}

static void check_after_furthest(const struct bz_setup *setup, const union bz_pos *pos,
                                 const char *board, json_t *event)
{
    char wanted[BZ_POS_TEXT_MAX];
    struct bz_buf out = BZ_BUF(wanted);

    add_board(&out, board);
    add_counts(&out, golden_get(event, "counts"), true);
    add_banners(&out, golden_get(event, "banners"), true);
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

    for (size_t i = 0; i < CELLS; i++)
        options[length++] = letter_of_number(json_array_get(start, i));
    check_setup(&setup, "hotk", options);
    bz_start(&setup, &pos);
    for (size_t i = 0; i < json_array_size(events); i++) {
        json_t *event = json_array_get(events, i);
        char text[64], before[CELLS + 1], after[CELLS + 1];

        cells_of(&setup, &pos, before);
        assert_int_equal(setup.rules->turn(&pos) + 1, golden_int(event, "player"));
        check_legal_cells(&setup, &pos, golden_get(event, "legal"), false);
        move_text(golden_get(event, "move"), text);
        setup.rules->play(&pos, check_move(&setup, &pos, text));
        cells_of(&setup, &pos, after);
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
    int owner[HOUSES];

    for (int house = 0; house < HOUSES; house++, index /= 3)
        owner[house] = index % 3;
    bz_buf_add(&out, "V5/6/6/6/6/6");
    for (int player = 1; player <= 2; player++)
        for (int house = 0; house < HOUSES; house++)
            bz_buf_add(&out, "%s%d", house ? "," : player == 1 ? " " : "/",
                       owner[house] == player);
    bz_buf_char(&out, ' ');
    for (int house = 0; house < HOUSES; house++)
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

    add_board(&out, board);
    bz_buf_add(&out, " 0,0,0,0,0,0,0/0,0,0,0,0,0,0 ------- 1");
    add_companions(&out, companions);
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
    move_text(golden_get(entry, "move"), text);
    code = bz_parse_move(&setup, &pos, text, strlen(text), &move, &err);
    assert_int_equal(code == BZ_OK, json_is_true(valid));
    if (code == BZ_OK)
        assert_true(check_legal(&setup, &pos, move));
    else
        assert_true(strlen(err.text) > 0);
    bz_setup_release(&setup);
}

static void add_validation(struct cases *cases, json_t *file)
{
    for (size_t i = 0; i < json_array_size(file); i++) {
        json_t *entry = json_array_get(file, i);
        char text[64];

        move_text(golden_get(entry, "move"), text);
        cases_add(cases, validation, entry, "companion move %zu: %s", i, text);
    }
}

/* Puts Varys one step back, on an empty cell next to his own, and a card where he stood, so that
 * taking it gives the board of the entry. */
static void step_back(const char *board, char ret_board[CELLS + 1], char ret_move[8])
{
    static const int steps[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    int varys = (int)(strchr(board, 'V') - board);

    snprintf(ret_board, CELLS + 1, "%s", board);
    cell_text(varys, ret_move);
    for (int i = 0; i < 4; i++) {
        int row = varys / 6 + steps[i][0], col = varys % 6 + steps[i][1];

        if (row < 0 || row > 5 || col < 0 || col > 5 || board[row * 6 + col] != '.')
            continue;
        ret_board[row * 6 + col] = 'V';
        for (int house = 0; house < HOUSES; house++) {
            int found = 0;

            for (const char *p = board; *p; p++)
                found += *p == letters[house];
            if (found < 8 - house)
                ret_board[varys] = letters[house];
        }
        return;
    }
    ret_board[0] = '\0';
}

static void unusable(void **state)
{
    json_t *entry = *state;
    struct bz_setup setup;
    union bz_pos pos;
    char before[CELLS + 1], move[8], after[BZ_POS_TEXT_MAX];
    struct bz_buf out = BZ_BUF(after);

    step_back(golden_text(entry, "board"), before, move);
    if (!before[0]) {
        skip();
        return;
    }
    companion_position(&setup, before, golden_get(entry, "before"), 'm', &pos);
    check_play(&setup, &pos, move);
    add_companions(&out, golden_get(entry, "after"));
    bz_buf_char(&out, ' ');
    assert_non_null(strstr(check_text(&setup, &pos), after));
    snprintf(after, sizeof(after), "%s", check_text(&setup, &pos));
    out = (struct bz_buf)BZ_BUF(before);
    cells_of(&setup, &pos, before);
    assert_string_equal(before, golden_text(entry, "board"));
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
    return solution.value > 0 ? 1 : 2;
}

static bool is_listed(json_t *cells, const char *text)
{
    for (size_t i = 0; i < json_array_size(cells); i++) {
        char cell[8];

        cell_text((int)json_integer_value(json_array_get(cells, i)), cell);
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

    add_board(&out, golden_text(entry, "board"));
    add_counts(&out, golden_get(entry, "counts"), false);
    add_banners(&out, golden_get(entry, "banners"), false);
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

    add_board(&out, golden_text(entry, "board"));
    add_counts(&out, golden_get(entry, "counts"), false);
    add_banners(&out, golden_get(entry, "banners"), false);
    bz_buf_add(&out, " %d - m ", turn);
    for (const char *p = golden_text(entry, "captor"); *p; p++)
        bz_buf_char(&out, *p == '0' ? '.' : *p);
    check_setup(&setup, "hotk", "");
    check_parse(&setup, text, &pos);
    answer = check_answer(&setup, spec, &pos);
    cell_text(golden_int(entry, "move"), cell);
    assert_string_equal(check_move_text(&setup, &pos, answer.move), cell);
    check_number(answer.info.value, golden_int(entry, "value"), spec);
    assert_int_equal(answer.info.depth, golden_int(entry, "depth"));
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
