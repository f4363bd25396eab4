/*
 * fuzz_map.c - any bytes as the map of a game. The first byte picks the game and its setting; the
 * rest becomes a file, for that is how maps come in.
 *
 * What is refused is named in one line; what is accepted gives a game that starts, and can be
 * described, drawn, written and played.
 */
#include "fuzz.h"

enum { PLIES = 40 };

static void can_be_seen(const struct bz_setup *setup, const union bz_pos *pos)
{
    static char memory[BZ_DRAWING_MAX];
    struct bz_buf out = BZ_BUF(memory);

    for (int style = BZ_DRAW_PLAIN; style <= BZ_DRAW_COLOUR; style++) {
        bz_buf_clear(&out);
        setup->game->text->draw(pos, (enum bz_draw_style)style, BZ_MOVE_NONE, &out);
        FUZZ_REQUIRE(!out.full && out.length > 0);
    }
    if (setup->game->maps->describe) {
        bz_buf_clear(&out);
        setup->game->maps->describe(setup, &out);
        FUZZ_REQUIRE(!out.full);
    }
}

/* Written and read again, in a setup of the same map. */
static void same_again(const struct bz_setup *setup, const union bz_pos *pos)
{
    char text[BZ_POS_TEXT_MAX], again[BZ_POS_TEXT_MAX];
    size_t length = fuzz_format(setup, pos, text);
    struct bz_setup other;
    union bz_pos copy;

    bz_setup_copy(setup, &other);
    FUZZ_REQUIRE(bz_parse(&other, text, length, &copy, NULL) == BZ_OK);
    FUZZ_REQUIRE(fuzz_format(&other, &copy, again) == length && !memcmp(text, again, length));
    bz_setup_release(&other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *setting = "";
    const struct bz_game *game = size > 0 ? fuzz_game(data[0], &setting) : NULL;
    char options[240];
    struct bz_setup setup;
    struct bz_error err;
    union bz_pos pos;
    int code;

    if (!game || !game->maps)
        return 0;
    fuzz_write(data + 1, size - 1);
    snprintf(options, sizeof(options), "%s %s=%s", setting, game->maps->option, fuzz_path());
    code = fuzz_options(&setup, game, options, &err);
    if (code) {
        fuzz_error(&err, code);
        return 0;
    }
    bz_start(&setup, &pos);
    can_be_seen(&setup, &pos);
    same_again(&setup, &pos);
    fuzz_wander(&setup, PLIES, data[size - 1], &pos);
    can_be_seen(&setup, &pos);
    same_again(&setup, &pos);
    bz_setup_release(&setup);
    return 0;
}
