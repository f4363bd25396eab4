/*
 * heavy_konane.c - the golden cases that take long: every opening of 6x6 proved, the whole of 6x6,
 * and the deepest countings; and larger boards, whose winners `bazi check` has confirmed by the
 * certificates of `bazi solve --proof`.
 */
#include "cases.h"

#include "duet_konane.h"
#include "golden.h"

enum { MEGABYTES = 2048, LIGHT_COUNT = 60000000, LIGHT_PROOF = 400000 };

struct pair {
    int rows, cols;
    json_t *opening; /* NULL: the whole game */
    char winner;
};

static void remove_piece(struct oracle *oracle, json_t *cell)
{
    int8_t row = (int8_t)json_integer_value(json_array_get(cell, 0));
    int8_t col = (int8_t)json_integer_value(json_array_get(cell, 1));

    oracle_play(oracle, (struct oracle_move){row, col, row, col});
}

static void proof(void **state)
{
    const struct pair *pair = *state;
    struct oracle oracle;
    struct bz_setup setup;
    union bz_pos pos;

    oracle_start(&oracle, pair->rows, pair->cols);
    if (pair->opening) {
        remove_piece(&oracle, golden_get(pair->opening, "black_removes"));
        remove_piece(&oracle, golden_get(pair->opening, "white_removes"));
    }
    duet_from_oracle(&setup, &oracle, &pos);
    assert_int_equal(duet_winner(&setup, &pos, MEGABYTES), pair->winner);
    bz_setup_release(&setup);
}

static void perft(void **state)
{
    duet_golden_perft(*state, LIGHT_COUNT, INT64_MAX);
}

static void add_proofs(struct cases *cases, json_t *start, struct pair *pairs, int *used)
{
    json_t *list = golden_get(start, "openings");
    struct pair whole = {golden_int(start, "rows"), golden_int(start, "cols"), NULL,
                         golden_text(start, "winner")[0]};

    if (whole.rows * whole.cols < 36)
        return;
    pairs[*used] = whole;
    cases_add(cases, proof, &pairs[(*used)++], "winner of %dx%d", whole.rows, whole.cols);
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *opening = json_array_get(list, i);

        if (golden_int(opening, "nodes") < LIGHT_PROOF)
            continue;
        pairs[*used] = whole;
        pairs[*used].opening = opening;
        pairs[*used].winner = golden_text(opening, "winner")[0];
        cases_add(cases, proof, &pairs[(*used)++], "opening %zu of %dx%d", i, whole.rows,
                  whole.cols);
    }
}

static void add_large(struct cases *cases)
{
    static struct pair large[] = {
        {6, 7, NULL, 'W'},
        {7, 7, NULL, 'B'},
        {6, 8, NULL, 'W'},
    };

    for (size_t i = 0; i < sizeof(large) / sizeof(large[0]); i++)
        cases_add(cases, proof, &large[i], "winner of %dx%d", large[i].rows, large[i].cols);
}

static void add_perft(struct cases *cases, json_t *file)
{
    for (size_t i = 0; i < json_array_size(file); i++) {
        json_t *entry = json_array_get(file, i), *counts = golden_get(entry, "counts");

        for (size_t d = 0; d < json_array_size(counts); d++)
            if (json_integer_value(json_array_get(counts, d)) > LIGHT_COUNT) {
                cases_add(cases, perft, entry, "perft %s", golden_text(entry, "id"));
                break;
            }
    }
}

int main(void)
{
    static struct pair pairs[64];
    json_t *outcomes = golden_load("golden/konane/outcomes.json");
    json_t *counts = golden_load("golden/konane/perft.json");
    json_t *starts = golden_get(outcomes, "start_positions");
    struct cases cases = {0};
    int used = 0, failures;

    for (size_t i = 0; i < json_array_size(starts); i++)
        add_proofs(&cases, json_array_get(starts, i), pairs, &used);
    add_large(&cases);
    add_perft(&cases, counts);
    failures = cases_run(&cases);
    json_decref(outcomes);
    json_decref(counts);
    return failures;
}
