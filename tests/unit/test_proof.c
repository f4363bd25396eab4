/*
 * test_proof.c - certificates: written, checked, damaged, cut, forged, and refused.
 */
#include "check.h"
#include "folder.h"
#include "forge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BYTES_MAX = 1 << 16, HEADER = FORGE_PROOF_HEADER };

static struct bz_solution prove(const char *game, const char *options, const char *fen,
                                const char *path, struct bz_proof_finding *ret_finding)
{
    const struct bz_solve_options how = {.threads = 1, .megabytes = 1, .proof = path};
    struct bz_setup setup;
    struct bz_solution solution;
    struct bz_error err;
    union bz_pos pos;

    check_setup(&setup, game, options);
    bz_start(&setup, &pos);
    if (fen)
        check_parse(&setup, fen, &pos);
    if (bz_solve(&setup, &pos, &how, &solution, &err) ||
        bz_proof_check(path, NULL, ret_finding, &err))
        fail_msg("%s", err.text);
    assert_string_equal(ret_finding->game, game);
    bz_setup_release(&setup);
    return solution;
}

static void proofs_hold(void **state)
{
    static const struct {
        const char *game, *options, *fen;
    } cases[] = {
        {"konane", "size=4", NULL},
        {"konane", "size=5", NULL},
        {"konane", "", "BWBWBW/WB1BWB/BW3W/WB1BWB/BWBWBW/WBWBWB b"},
        {"konane", "", "B2W/4/4/W2B b"}, /* over already */
        {"konane", "size=4x16", "BW2BW10/WB14/16/2WB10WB b"},
    };
    const struct folder *files = *state;

    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        struct bz_proof_finding finding;
        struct bz_solution solution =
            prove(cases[i].game, cases[i].options, cases[i].fen, files->path, &finding);

        assert_true(solution.solved);
        assert_int_equal(finding.winner, solution.lower > 0 ? 0 : 1);
        assert_true(finding.positions < 1000000);
    }
}

static size_t read_whole(const char *path, unsigned char *ret_bytes)
{
    FILE *file = fopen(path, "rb");
    size_t length;

    assert_non_null(file);
    length = fread(ret_bytes, 1, BYTES_MAX, file);
    assert_true(length > HEADER && length < BYTES_MAX);
    fclose(file);
    return length;
}

static void write_whole(const char *path, const unsigned char *bytes, size_t length)
{
    FILE *file;

    remove(path); /* some file systems wait for the disk when a file is written over */
    file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static int check(const struct folder *files, const unsigned char *bytes, size_t length,
                 struct bz_error *err)
{
    struct bz_proof_finding finding = {.winner = 77};
    int code;

    write_whole(files->path, bytes, length);
    code = bz_proof_check(files->path, NULL, &finding, err);
    if (code) {
        check_error(err, code, "proof");
        assert_int_equal(finding.winner, 77);
    }
    return code;
}

static void a_damaged_file_is_refused(void **state)
{
    static unsigned char whole[BYTES_MAX], damaged[BYTES_MAX];
    const struct folder *files = *state;
    struct bz_proof_finding finding;
    struct bz_error err;
    size_t length;

    prove("konane", "size=4", NULL, files->path, &finding);
    length = read_whole(files->path, whole);
    for (size_t i = 0; i < length; i++) {
        memcpy(damaged, whole, length);
        damaged[i] ^= (unsigned char)(1 << i % 8);
        assert_int_equal(check(files, damaged, length, &err), BZ_ERROR_SYNTAX);
        assert_int_equal(check(files, whole, i, &err), BZ_ERROR_SYNTAX);
    }
    memcpy(damaged, whole, length);
    damaged[length] = 0;
    assert_int_equal(check(files, damaged, length + 1, &err), BZ_ERROR_SYNTAX);
    assert_int_equal(bz_proof_check("/nonexistent/proof", NULL, &finding, &err), BZ_ERROR_IO);
    check_error(&err, BZ_ERROR_IO, "/nonexistent/proof");
}

/* With a right sum, every byte of it may be anything. Whatever is accepted is still a win of the
 * same player: a position has only one winner. */
static void a_forged_file_proves_nothing_false(void **state)
{
    static unsigned char whole[BYTES_MAX], forged[BYTES_MAX];
    const struct folder *files = *state;
    struct bz_proof_finding finding;
    struct bz_random random;
    struct bz_error err;
    size_t length;
    int refuted = 0;

    prove("konane", "size=4", NULL, files->path, &finding);
    length = read_whole(files->path, whole);
    forge_proof(whole, length);
    assert_int_equal(check(files, whole, length, &err), BZ_OK); /* that is how it is done */
    bz_random_seed(&random, 8);
    for (int i = 0; i < 3000; i++) {
        size_t at = 8 + bz_random_below(&random, length - 8);
        int code;

        memcpy(forged, whole, length);
        forged[at] = (unsigned char)bz_random_below(&random, 256);
        forge_proof(forged, length);
        code = check(files, forged, length, &err);
        refuted += code == BZ_ERROR_ILLEGAL;
        if (!code && at >= HEADER) {
            assert_int_equal(bz_proof_check(files->path, NULL, &finding, &err), BZ_OK);
            assert_int_equal(finding.winner, 1);
        }
    }
    assert_true(refuted > 100);
    memcpy(forged, whole, length);
    forged[8] = 0; /* the winner */
    forge_proof(forged, length);
    assert_int_equal(check(files, forged, length, &err), BZ_ERROR_ILLEGAL);
}

/* A file with a right sum that says this player wins the position of the record without a move. */
static int check_claim(const struct folder *files, const char *record, int winner,
                       struct bz_error *err)
{
    unsigned char bytes[HEADER + 1024] = "bjcert01";
    size_t length = strlen(record);

    assert_true(length <= sizeof(bytes) - HEADER);
    forge_set_field(bytes, 1, (uint64_t)winner);
    forge_set_field(bytes, 2, length);
    memcpy(bytes + HEADER, record, length);
    forge_proof(bytes, HEADER + length);
    return check(files, bytes, HEADER + length, err);
}

/* Points are no wins, chance has no best answer, and a third player may help the loser. */
static void only_games_of_win_and_loss_are_proved(void **state)
{
    static const char *const records[] = {
        "[Game \"diamonds\"]\n[Options \"players=2 turns=0 init_score=5\"]\n[Result \"draw\"]\n\n",
        "[Game \"diamonds\"]\n[Options \"players=2\"]\n[Result \"none\"]\n\n",
        "[Game \"diamonds\"]\n[Options \"rules=p2 players=2\"]\n[Result \"none\"]\n\n",
        "[Game \"angry\"]\n[Options \"queen=player\"]\n[Result \"none\"]\n\n",
        "[Game \"monopoly\"]\n[Result \"none\"]\n\n",
        "[Game \"hotk\"]\n[Options \"rules=published players=3\"]\n[Result \"none\"]\n\n",
    };
    static const char lost[] = "[Game \"konane\"]\n[Start \"4/4/4/4 b\"]\n[Result \"p2win\"]\n\n";
    const struct folder *files = *state;
    struct bz_error err;

    for (int i = 0; i < CHECK_COUNT(records); i++)
        for (int winner = 0; winner < 2; winner++) {
            assert_int_equal(check_claim(files, records[i], winner, &err), BZ_ERROR_UNFIT);
            check_error(&err, BZ_ERROR_UNFIT, "win and loss");
        }
    assert_int_equal(check_claim(files, lost, 1, &err), BZ_OK);
    assert_int_equal(check_claim(files, lost, 0, &err), BZ_ERROR_ILLEGAL);
}

/* What only helps players is no part of a claim: a file for it need not be there when the proof is
 * checked, whether an older version wrote the name down or not. */
static void what_only_helps_is_left_out(void **state)
{
    static unsigned char bytes[BYTES_MAX], older[BYTES_MAX];
    static const char plain[] = "[Options \"size=4\"]",
                      named[] = "[Options \"size=4 weights=/nonexistent/w book=/nonexistent/b\"]";
    const size_t more = sizeof(named) - sizeof(plain);
    const struct folder *files = *state;
    struct bz_proof_finding finding;
    unsigned char *options;
    struct bz_error err;
    size_t length, before;

    prove("konane", "size=4 book=none", NULL, files->path, &finding);
    assert_string_equal(finding.options, " -o size=4");
    length = read_whole(files->path, bytes);
    options = memmem(bytes, length, plain, sizeof(plain) - 1);
    assert_non_null(options);
    before = (size_t)(options - bytes);
    memcpy(older, bytes, before);
    memcpy(older + before, named, sizeof(named) - 1);
    memcpy(older + before + sizeof(named) - 1, options + sizeof(plain) - 1,
           length - before - (sizeof(plain) - 1));
    forge_set_field(older, 2, forge_field(older, 2) + more);
    forge_proof(older, length + more);
    assert_int_equal(check(files, older, length + more, &err), BZ_OK);
    assert_int_equal(bz_proof_check(files->path, NULL, &finding, &err), BZ_OK);
    assert_string_equal(finding.options, " -o size=4");
}

static int first_move(void *context, const void *pos, const bz_move *moves, int count,
                      int *ret_choice, struct bz_error *err)
{
    (void)pos;
    (void)moves;
    (void)count;
    (void)err;
    *ret_choice = *(const int *)context;
    return BZ_OK;
}

/* Choices that do not win, or are none, are shown with the moves that lead there; an older file
 * stays. */
static void a_bad_choice_is_shown(void **state)
{
    static const struct {
        int choice;
        const char *words;
    } cases[] = {{0, "after over won"}, {99, "after none"}, {-1, "after none"}};
    const struct folder *files = *state;
    struct bz_proof_finding finding;
    struct bz_setup setup;
    union bz_pos pos;

    prove("konane", "size=4", NULL, files->path, &finding);
    check_setup(&setup, "konane", "size=4");
    bz_start(&setup, &pos);
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        int choice = cases[i].choice;
        uint64_t positions = 77;
        struct bz_error err;

        assert_int_equal(
            bz_proof_write(files->path, &setup, &pos, 1, first_move, &choice, &positions, &err),
            BZ_ERROR_ILLEGAL);
        check_error(&err, BZ_ERROR_ILLEGAL, cases[i].words);
        assert_true(positions == 77);
        assert_int_equal(bz_proof_check(files->path, NULL, &finding, &err), BZ_OK);
    }
    bz_setup_release(&setup);
}

static void checking_can_be_stopped(void **state)
{
    const struct folder *files = *state;
    const atomic_bool stop = true;
    struct bz_proof_finding finding;
    struct bz_error err;

    prove("konane", "size=5", NULL, files->path, &finding);
    assert_int_equal(bz_proof_check(files->path, &stop, &finding, &err), BZ_ERROR_STOPPED);
}

static void a_proof_that_cannot_be_written_is_an_error(void **state)
{
    const struct bz_solve_options how = {
        .threads = 1, .megabytes = 1, .proof = "/nonexistent/folder/proof"};
    struct bz_setup setup;
    struct bz_solution solution;
    struct bz_error err;
    union bz_pos pos;

    (void)state;
    check_setup(&setup, "konane", "size=4");
    bz_start(&setup, &pos);
    assert_int_equal(bz_solve(&setup, &pos, &how, &solution, &err), BZ_ERROR_IO);
    check_error(&err, BZ_ERROR_IO, "proof /nonexistent/folder/proof");
    bz_setup_release(&setup);
}

int main(void)
{
#define WITH_FILES(test) cmocka_unit_test_setup_teardown(test, folder_make, folder_remove)
    const struct CMUnitTest tests[] = {
        WITH_FILES(proofs_hold),
        WITH_FILES(a_damaged_file_is_refused),
        WITH_FILES(a_forged_file_proves_nothing_false),
        WITH_FILES(only_games_of_win_and_loss_are_proved),
        WITH_FILES(what_only_helps_is_left_out),
        WITH_FILES(a_bad_choice_is_shown),
        WITH_FILES(checking_can_be_stopped),
        cmocka_unit_test(a_proof_that_cannot_be_written_is_an_error),
    };

    return CHECK_RUN(tests);
}
