/*
 * test_angry_golden.c - what the original programs did, step for step: one case a golden entry.
 */
#include "cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden.h"

enum { SIDE_MAX = 10, TEXT_MAX = 512 };

static const char *const words[] = {"up", "down", "left", "right"};

/* Rows of letters, as an array of texts or of arrays of texts, in the form a position has. */
static void rows_text(json_t *grid, char ret_text[TEXT_MAX])
{
    size_t side = json_array_size(grid);
    struct bz_buf out = {.text = ret_text, .size = TEXT_MAX};

    bz_buf_clear(&out);
    for (size_t r = 0; r < side; r++) {
        json_t *row = json_array_get(grid, r);
        int run = 0;

        if (r)
            bz_buf_char(&out, '/');
        for (size_t c = 0; c < side; c++) {
            const char *tile = json_is_string(row) ? json_string_value(row) + c
                                                   : json_string_value(json_array_get(row, c));
            char letter = strcmp(tile, "TNT") == 0 ? 'X' : *tile;

            run += letter == 'T';
            if (run && (letter != 'T' || c + 1 == side)) {
                bz_buf_add(&out, "%d", run);
                run = 0;
            }
            if (letter != 'T')
                bz_buf_char(&out, letter);
        }
    }
}

static void start_at(json_t *grid, const char *rest, struct bz_setup *setup, union bz_pos *ret_pos)
{
    char rows[TEXT_MAX], text[TEXT_MAX + 64];

    rows_text(grid, rows);
    snprintf(text, sizeof(text), "%s %s", rows, rest);
    check_setup(setup, "angry", "");
    check_parse(setup, text, ret_pos);
}

/* The letter of a cell of the position, as the plain drawing shows it. */
static char letter_at(const struct bz_setup *setup, const void *pos, json_t *cell)
{
    static char drawing[BZ_DRAWING_MAX];
    struct bz_buf out = BZ_BUF(drawing);
    size_t side = setup->rules->traits & BZ_HAS_CHANCE ? 8 : 10;
    size_t row = (size_t)json_integer_value(json_array_get(cell, 0));
    size_t col = (size_t)json_integer_value(json_array_get(cell, 1));

    bz_buf_clear(&out);
    setup->game->text->draw(pos, BZ_DRAW_PLAIN, BZ_MOVE_NONE, &out);
    return drawing[row * (side + 1) + col];
}

static size_t occurrences(const char *text, char letter)
{
    size_t n = 0;

    for (; *text && *text != ' '; text++)
        n += *text == letter;
    return n;
}

/* The third field of a position: its counted actions. */
static long counted(const char *text)
{
    const char *blank = strchr(strchr(text, ' ') + 1, ' ');
    char *end;
    long n = strtol(blank, &end, 10);

    assert_true(end > blank + 1);
    return n;
}

/* Every field of a step: where everybody is, what is left, the counter and the score. */
static void compare_step(const struct bz_setup *setup, const union bz_pos *pos, json_t *step)
{
    static const struct {
        const char *key;
        char letter;
    } walkers[] = {{"hen", 'H'}, {"queen", 'Q'}, {"bird", 'B'}};
    const char *text = check_text(setup, pos);
    int score[BZ_PLAYERS_MAX];

    for (int i = 0; i < CHECK_COUNT(walkers); i++) {
        json_t *cell = json_object_get(step, walkers[i].key);

        if (json_is_array(cell))
            assert_int_equal(letter_at(setup, pos, cell), walkers[i].letter);
        else
            assert_int_equal(occurrences(text, walkers[i].letter), 0);
    }
    assert_int_equal(counted(text), golden_int(step, "n"));
    assert_int_equal(occurrences(text, 'E'), golden_int(step, "eggs"));
    assert_int_equal(occurrences(text, 'P'), golden_int(step, "pigs"));
    setup->rules->score(pos, score);
    assert_int_equal(score[0], golden_int(step, "score"));
}

static bool is_queens(json_t *step)
{
    return strcmp(golden_text(step, "who"), "queen") == 0;
}

/* Free bumps; the queen's steps are seen after the move she answers. */
static void sequence(json_t *entry, const char *rules)
{
    json_t *steps = golden_get(entry, "steps");
    size_t count = json_array_size(steps);
    struct bz_setup setup;
    union bz_pos pos;
    char rest[64], rows[TEXT_MAX];
    const char *text;

    snprintf(rest, sizeof(rest), "h 0 %s policy free", rules);
    start_at(golden_get(entry, "start"), rest, &setup, &pos);
    for (size_t i = 0; i < count; i++) {
        json_t *step = json_array_get(steps, i);

        assert_false(bz_is_over(&setup, &pos));
        setup.rules->play(&pos, check_move(&setup, &pos, words[golden_int(step, "a")]));
        if (i + 1 < count && is_queens(json_array_get(steps, i + 1)))
            step = json_array_get(steps, ++i);
        compare_step(&setup, &pos, step);
    }
    assert_int_equal(bz_is_over(&setup, &pos), !strcmp(golden_text(entry, "ended"), "finished"));
    rows_text(golden_get(entry, "final_grid"), rows);
    text = check_text(&setup, &pos);
    assert_int_equal(strcspn(text, " "), strlen(rows));
    assert_memory_equal(text, rows, strlen(rows));
    bz_setup_release(&setup);
}

static void game1_sequence(void **state)
{
    sequence(*state, "game1");
}

static void game2_sequence(void **state)
{
    sequence(*state, "game2");
}

/* The queen's answer to a board is seen by letting the hen bump on it, or step onto it. */
static void queen_answer(void **state)
{
    json_t *entry = *state, *grid = json_array();
    const char *letters = json_string_value(json_array_get(entry, 0));
    int hen = (int)(strchr(letters, 'H') - letters), move = -1;
    char board[101], row[SIDE_MAX + 1] = "";
    struct bz_setup setup;
    union bz_pos pos;

    snprintf(board, sizeof(board), "%s", letters);
    for (int d = 0; d < 4 && move < 0; d++) {
        int r = hen / 10 + (d == 1) - (d == 0), c = hen % 10 + (d == 3) - (d == 2);

        if (r < 0 || r > 9 || c < 0 || c > 9 || strchr("RQ", letters[r * 10 + c])) {
            move = d;
        } else if (letters[r * 10 + c] == 'T') {
            board[hen] = 'T';
            board[r * 10 + c] = 'H';
            move = d ^ 1;
        }
    }
    assert_true(move >= 0);
    for (int r = 0; r < 10; r++) {
        memcpy(row, board + (ptrdiff_t)10 * r, 10);
        json_array_append_new(grid, json_string(row));
    }
    start_at(grid, "h 0 game1 policy free", &setup, &pos);
    json_decref(grid);
    assert_int_equal(letter_at(&setup, &pos, json_array_get(entry, 1)), 'Q');
    setup.rules->play(&pos, (bz_move)move);
    assert_int_equal(letter_at(&setup, &pos, json_array_get(entry, 2)), 'Q');
    assert_int_equal(bz_is_over(&setup, &pos), json_integer_value(json_array_get(entry, 3)));
    bz_setup_release(&setup);
}

/* Requested and executed direction, the cell reached, the reward, the end. */
static void episode(void **state)
{
    json_t *entry = *state, *steps = golden_get(entry, "steps"), *grid = golden_get(entry, "grid");
    bool rl = golden_text(entry, "name")[0] == 'r';
    int before = 0, now;
    struct bz_setup setup;
    union bz_pos pos;

    json_array_set_new(json_array_get(grid, 0), 0, json_string("H"));
    start_at(grid, rl ? "h 0 rl 5 0" : "h 0 mdp 5 0", &setup, &pos);
    for (size_t i = 0; i < json_array_size(steps); i++, before = now) {
        json_t *step = json_array_get(steps, i);
        int asked = (int)json_integer_value(json_array_get(step, 0));
        int done = (int)json_integer_value(json_array_get(step, 1));
        char slip[16];

        setup.rules->play(&pos, check_move(&setup, &pos, words[asked]));
        assert_int_equal(setup.rules->turn(&pos), BZ_CHANCE);
        snprintf(slip, sizeof(slip), "slip:%s", words[done]);
        setup.rules->play(&pos, check_move(&setup, &pos, slip));
        assert_non_null(strchr("Hgx", letter_at(&setup, &pos, json_array_get(step, 2))));
        setup.rules->score(&pos, &now);
        assert_int_equal(now - before, json_integer_value(json_array_get(step, 3)));
        assert_int_equal(bz_is_over(&setup, &pos), json_is_true(json_array_get(step, 4)));
    }
    assert_int_equal(before, golden_int(entry, "total"));
    bz_setup_release(&setup);
}

static void add_named(struct cases *cases, json_t *file, CMUnitTestFunction function)
{
    for (size_t i = 0; i < json_array_size(file); i++) {
        json_t *entry = json_array_get(file, i);

        cases_add(cases, function, entry, "%s", golden_text(entry, "name"));
    }
}

int main(void)
{
    json_t *game1 = golden_load("golden/angry/fixed_sequences.json");
    json_t *game2 = golden_load("golden/angry/game2_sequences.json");
    json_t *worlds = golden_load("golden/angry/mdp_rl_steps.json");
    json_t *queens = golden_load("golden/angry/queen_policy.json");
    struct cases cases = {0};
    int failures;

    add_named(&cases, game1, game1_sequence);
    add_named(&cases, game2, game2_sequence);
    add_named(&cases, worlds, episode);
    for (size_t i = 0; i < json_array_size(queens); i++)
        cases_add(&cases, queen_answer, json_array_get(queens, i), "queen's policy %zu", i);
    failures = cases_run(&cases);
    json_decref(game1);
    json_decref(game2);
    json_decref(worlds);
    json_decref(queens);
    return failures;
}
