/*
 * test_monopoly_oracle.c - the library against a plain program, over thousands of random games:
 * positions, menus, ends, throws, counts and the values of expectiminimax.
 */
#include "cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle_monopoly.h"

enum { GAMES = 1500, SEARCHES = 120, PERFT_MAX = 6, DRAWS = 36000 };

struct room {
    const char *board;
    int cap;
};

static struct room rooms[] = {
    {"mini", 500}, {"lane", 500}, {"bazaar", 500}, {"mini", 12}, {"bazaar", 7}};

static void init(const struct room *room, struct bz_setup *setup, struct mono *ret_mono)
{
    char options[64];

    snprintf(options, sizeof(options), "board=%s cap=%d", room->board, room->cap);
    check_setup(setup, "monopoly", options);
    mono_start(ret_mono, mono_board(room->board), room->cap);
}

/* The same position, the same moves in the same order, the same end. */
static int agree(const struct bz_setup *setup, const union bz_pos *pos, const struct mono *mono,
                 char words[12][8])
{
    bz_move moves[BZ_MOVES_MAX];
    char text[MONO_TEXT_MAX];
    int count = mono_moves(mono, words), score[2];

    mono_text(mono, text);
    assert_string_equal(check_text(setup, pos), text);
    assert_int_equal(setup->rules->moves(pos, moves), count);
    for (int i = 0; i < count; i++)
        assert_string_equal(check_move_text(setup, pos, moves[i]), words[i]);
    setup->rules->score(pos, score);
    assert_int_equal(score[0], mono->cash[0]);
    assert_int_equal(score[1], mono->cash[1]);
    if (count > 0)
        assert_int_equal(setup->rules->turn(pos), mono->due == 'r' ? BZ_CHANCE : mono->turn);
    return count;
}

static void agree_on_the_end(const struct bz_setup *setup, const union bz_pos *pos,
                             const struct mono *mono)
{
    static const int wanted[3][2] = {{0, 0}, {1, -1}, {-1, 1}};
    int result[2], winner = mono_winner(mono);

    assert_true(mono_is_over(mono));
    setup->rules->result(pos, result);
    assert_int_equal(result[0], wanted[winner][0]);
    assert_int_equal(result[1], wanted[winner][1]);
}

static void random_games(void **state)
{
    const struct room *room = *state;
    struct bz_random random;
    int ends[3] = {0};

    bz_random_seed(&random, 5);
    for (int game = 0; game < GAMES; game++) {
        struct bz_setup setup;
        struct mono mono;
        union bz_pos pos;
        char words[12][8];
        int count;

        init(room, &setup, &mono);
        bz_start(&setup, &pos);
        while ((count = agree(&setup, &pos, &mono, words)) > 0) {
            const char *word = words[bz_random_below(&random, (uint64_t)count)];

            check_play(&setup, &pos, word);
            mono_play(&mono, word);
        }
        agree_on_the_end(&setup, &pos, &mono);
        ends[mono_winner(&mono)]++;
        bz_setup_release(&setup);
    }
    assert_true(ends[1] > 0 && ends[2] > 0); /* else it was no test of results */
}

/* Random positions from the library's own games, in both. */
static void wander(const struct bz_setup *setup, struct mono *mono, struct bz_random *random,
                   int plies, union bz_pos *ret_pos)
{
    char words[12][8];
    int count;

    bz_start(setup, ret_pos);
    for (; plies > 0 && (count = mono_moves(mono, words)) > 0; plies--) {
        const char *word = words[bz_random_below(random, (uint64_t)count)];

        check_play(setup, ret_pos, word);
        mono_play(mono, word);
    }
}

static void counts(void **state)
{
    const struct room *room = *state;
    struct bz_random random;

    bz_random_seed(&random, 6);
    for (int i = 0; i < 20; i++) {
        struct bz_setup setup;
        struct mono mono;
        union bz_pos pos;

        init(room, &setup, &mono);
        wander(&setup, &mono, &random, i * 3, &pos);
        for (int depth = 0; depth <= PERFT_MAX - mono.board->dice; depth++) {
            uint64_t count = 0;

            assert_int_equal(bz_perft(&setup, &pos, depth, NULL, &count, NULL), BZ_OK);
            assert_int_equal(count, mono_perft(&mono, depth));
        }
        bz_setup_release(&setup);
    }
}

/* The engine's fraction is the oracle's: always the robot's value, which the human keeps small. */
static void same_value(const struct bz_setup *setup, const union bz_pos *pos,
                       const struct mono *mono, int depth)
{
    static const char *const evals[] = {"robot", "zerosum", "zerosum+win"};
    static const char *const prunes[] = {"none", "star1", "star2"};

    for (int i = 0; i < 9; i++) {
        int64_t power = 1, wanted;
        uint64_t leaves = 0;
        struct bz_info info;
        char spec[80];

        snprintf(spec, sizeof(spec), "expectiminimax:plies=%d,eval=%s,prune=%s", depth,
                 evals[i / 3], prunes[i % 3]);
        info = check_answer(setup, spec, pos).info;
        wanted = mono_value(mono, (enum mono_eval)(i / 3), depth, &leaves);
        for (int k = 0; k < depth; k++)
            power *= mono->board->dice == 1 ? 6 : 36;
        assert_true(info.denominator > 0 && power % info.denominator == 0);
        assert_int_equal(info.numerator * (power / info.denominator), wanted);
        if (i % 3 == 0)
            assert_int_equal(info.leaves, leaves);
    }
}

static void values(void **state)
{
    const struct room *room = *state;
    struct bz_random random;
    int searched = 0;

    bz_random_seed(&random, 7);
    for (int i = 0; i < SEARCHES; i++) {
        struct bz_setup setup;
        struct mono mono;
        union bz_pos pos;

        init(room, &setup, &mono);
        wander(&setup, &mono, &random, (int)bz_random_below(&random, 30) * 2 + 1, &pos);
        if (!mono_is_over(&mono)) {
            same_value(&setup, &pos, &mono, 1 + i % (mono.board->dice == 1 ? 6 : 4));
            searched++;
        }
        bz_setup_release(&setup);
    }
    assert_true(searched > 0);
}

static int thrown_by(const struct bz_setup *setup, const union bz_pos *pos, bz_move move)
{
    return (int)strtol(check_move_text(setup, pos, move) + 4, NULL, 10);
}

/* Weights are those of counting, their sum divides the unit, and what is drawn follows them:
 * chi-square at a fixed seed, against the point one in ten thousand of 5 or 10 degrees. */
static void throws(void **state)
{
    const struct room *room = *state;
    int seen[16] = {0}, count;
    uint32_t weights[BZ_MOVES_MAX], total = 0;
    bz_move moves[BZ_MOVES_MAX];
    struct bz_random random;
    struct bz_setup setup;
    struct mono mono;
    union bz_pos pos;
    double chi = 0;

    init(room, &setup, &mono);
    bz_start(&setup, &pos);
    count = setup.rules->deal(&pos, moves, weights);
    for (int i = 0; i < count; i++) {
        int thrown = thrown_by(&setup, &pos, moves[i]);

        assert_int_equal(weights[i], mono_weight(&mono, thrown));
        total += weights[i];
    }
    assert_int_equal(total, mono.board->dice == 1 ? 6 : 36);
    assert_int_equal(setup.rules->unit(&pos), total);
    bz_random_seed(&random, 8);
    for (int i = 0; i < DRAWS; i++)
        seen[thrown_by(&setup, &pos, bz_chance_draw(&setup, &pos, &random))]++;
    for (int i = 0; i < count; i++) {
        double wanted = (double)DRAWS * weights[i] / total;
        double off = seen[i + mono.board->dice] - wanted;

        chi += off * off / wanted;
    }
    assert_true(chi < (count == 6 ? 25.7 : 35.6));
    bz_setup_release(&setup);
}

/* A line of the game's perft.txt in the oracle: options, position. */
static void read_line(char *options, const char *position, struct mono *ret_mono)
{
    const char *board = "mini";
    int cap = 500;

    for (char *word = strtok(options, " "); word; word = strtok(NULL, " ")) {
        if (!strncmp(word, "board=", 6))
            board = word + 6;
        if (!strncmp(word, "cap=", 4))
            cap = (int)strtol(word + 4, NULL, 10);
    }
    mono_start(ret_mono, mono_board(board), cap);
    if (strcmp(position, "start") != 0)
        mono_read(ret_mono, position);
}

/* The file that the library is tested against says what the oracle counts. */
static void perft_file(void **state)
{
    FILE *file = fopen(check_path("../src/games/monopoly/perft.txt"), "r");
    char line[512], options[64], position[128];
    int lines = 0, used;

    (void)state;
    assert_non_null(file);
    for (; fgets(line, sizeof(line), file); lines++) {
        struct mono mono;
        int depth = 0;

        if (sscanf(line, "%63[^;]; %127[^;];%n", options, position, &used) != 2 || line[0] == '#')
            continue;
        position[strlen(position) - 1] = '\0';
        read_line(options, position, &mono);
        for (char *at = line + used, *end; *at && *at != '\n'; at = end)
            assert_int_equal(strtoull(at, &end, 10), mono_perft(&mono, ++depth));
    }
    assert_true(lines > 10);
    fclose(file);
}

int main(void)
{
    struct cases cases = {0};

    for (int i = 0; i < CHECK_COUNT(rooms); i++) {
        struct room *room = &rooms[i];

        cases_add(&cases, random_games, room, "%s cap %d: random games", room->board, room->cap);
        cases_add(&cases, counts, room, "%s cap %d: perft", room->board, room->cap);
        cases_add(&cases, values, room, "%s cap %d: expectiminimax", room->board, room->cap);
        cases_add(&cases, throws, room, "%s cap %d: throws", room->board, room->cap);
    }
    cases_add(&cases, perft_file, NULL, "perft.txt is right");
    return cases_run(&cases);
}
