/*
 * fuzz_move.c - any bytes as a move. The first byte picks the game and its setting, the next two a
 * position: how many random plies in, and by which seed.
 *
 * The texts of the legal moves are understood, each as its own move; whatever else is understood
 * is another spelling of one of them.
 */
#include "fuzz.h"

enum { PLIES = 64 };

static bool is_legal(const struct bz_setup *setup, const union bz_pos *pos, const char *text,
                     size_t length, bz_move *ret_move)
{
    bz_move moves[BZ_MOVES_MAX];
    int count = setup->rules->moves(pos, moves);

    for (int i = 0; i < count; i++) {
        char written[BZ_MOVE_TEXT_MAX] = "";
        struct bz_buf out = BZ_BUF(written);

        bz_buf_clear(&out);
        bz_format_move(setup, pos, moves[i], &out);
        FUZZ_REQUIRE(!out.full);
        if (out.length == length && !memcmp(written, text, length)) {
            *ret_move = moves[i];
            return true;
        }
    }
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const bz_move untouched = 12345;
    struct bz_setup setup;
    union bz_pos pos;
    struct bz_error err;
    bz_move move = untouched, wanted = 0;
    const char *text;
    int code;

    if (size < 3)
        return 0;
    fuzz_setup(data[0], &setup);
    fuzz_wander(&setup, data[1] % PLIES, data[2], &pos);
    text = (const char *)data + 3;
    code = bz_parse_move(&setup, &pos, text, size - 3, &move, &err);
    if (is_legal(&setup, &pos, text, size - 3, &wanted)) {
        FUZZ_REQUIRE(code == BZ_OK && move == wanted);
    } else if (code == BZ_OK) {
        FUZZ_REQUIRE(bz_is_legal(&setup, &pos, move));
    } else {
        fuzz_error(&err, code);
        FUZZ_REQUIRE(move == untouched);
    }
    bz_setup_release(&setup);
    return 0;
}
