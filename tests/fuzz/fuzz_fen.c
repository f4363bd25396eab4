/*
 * fuzz_fen.c - any bytes as a position. The first byte picks the game and its setting.
 *
 * What is understood is written as a text that means the same position; what is refused has
 * changed neither setup nor position.
 */
#include "fuzz.h"

static void same_again(const struct bz_setup *setup, const union bz_pos *pos)
{
    char text[BZ_POS_TEXT_MAX], again[BZ_POS_TEXT_MAX];
    size_t length = fuzz_format(setup, pos, text);
    struct bz_setup other;
    union bz_pos copy;

    bz_setup_copy(setup, &other);
    FUZZ_REQUIRE(bz_parse(&other, text, length, &copy, NULL) == BZ_OK);
    FUZZ_REQUIRE(fuzz_format(&other, &copy, again) == length && !memcmp(text, again, length));
    FUZZ_REQUIRE(other.rules->hash(&copy) == setup->rules->hash(pos));
    FUZZ_REQUIRE(other.rules->turn(&copy) == setup->rules->turn(pos));
    bz_setup_release(&other);
}

static void can_be_used(const struct bz_setup *setup, const union bz_pos *pos)
{
    static char drawing[1 << 16];
    bz_move moves[BZ_MOVES_MAX];
    int count = setup->rules->moves(pos, moves), numbers[BZ_PLAYERS_MAX];
    struct bz_buf out = BZ_BUF(drawing);

    FUZZ_REQUIRE(count >= 0 && count <= setup->rules->moves_max);
    FUZZ_REQUIRE(!setup->rules->count || setup->rules->count(pos) == count);
    for (int i = 0; i < count; i++) {
        union bz_pos child = *pos;

        setup->rules->play(&child, moves[i]);
        if (i == 0)
            same_again(setup, &child);
    }
    setup->rules->score(pos, numbers);
    if (count == 0)
        setup->rules->result(pos, numbers);
    for (int style = BZ_DRAW_PLAIN; style <= BZ_DRAW_COLOUR; style++) {
        bz_buf_clear(&out);
        setup->game->text->draw(pos, (enum bz_draw_style)style, BZ_MOVE_NONE, &out);
        FUZZ_REQUIRE(!out.full);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bz_setup setup, before;
    union bz_pos pos, untouched;
    struct bz_error err;
    int code;

    if (size == 0)
        return 0;
    fuzz_setup(data[0], &setup);
    before = setup;
    memset(&pos, 0x5a, sizeof(pos));
    untouched = pos;
    code = bz_parse(&setup, (const char *)data + 1, size - 1, &pos, &err);
    if (code) {
        fuzz_error(&err, code);
        FUZZ_REQUIRE(!memcmp(&pos, &untouched, sizeof(pos)));
        FUZZ_REQUIRE(setup.rules == before.rules && setup.world == before.world);
        FUZZ_REQUIRE(!memcmp(setup.values, before.values, sizeof(setup.values)));
    } else {
        same_again(&setup, &pos);
        can_be_used(&setup, &pos);
    }
    bz_setup_release(&setup);
    return 0;
}
