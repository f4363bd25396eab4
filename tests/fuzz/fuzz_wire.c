/*
 * fuzz_wire.c - any bytes as what comes over a course's wire or stands in its configuration. The
 * first byte chooses: a configuration, or lines for a client, the first of which is the greeting.
 *
 * What is refused changes nothing; a position that is heard is one of the game or is refused.
 */
#include "fuzz.h"

#include "bazi/wire.h"

enum { INPUT_MAX = 1 << 16 };

static const struct bz_game *game_with_wire(void)
{
    for (int i = 0; bz_game_at(i); i++)
        if (bz_game_at(i)->wire)
            return bz_game_at(i);
    return NULL;
}

static void read_config(const struct bz_game *game, const uint8_t *data, size_t size)
{
    static const char *const rules[] = {"p1", "p2", "p3", "v2021"};
    struct bz_wire_terms terms = {.port = -77};
    struct bz_setup setup;
    struct bz_error err;
    char options[256];
    int code, at = bz_option_find(game->options, game->name, game->wire->config,
                                  strlen(game->wire->config), &err);

    fuzz_write(data + 1, size - 1);
    snprintf(options, sizeof(options), "rules=%s", rules[data[0] % 4]);
    FUZZ_REQUIRE(fuzz_options(&setup, game, options, &err) == BZ_OK);
    /* The map it names need not be there: only what is read without it. */
    snprintf(setup.values[at].text, sizeof(setup.values[at].text), "%s", fuzz_path());
    code = game->wire->read_terms(&setup, &terms, &err);
    if (code) {
        fuzz_error(&err, code);
        FUZZ_REQUIRE(terms.port == -77);
    } else {
        FUZZ_REQUIRE(terms.port >= 0 && terms.port <= 65535 && terms.rounds >= 1 &&
                     terms.limit >= 0 && memchr(terms.address, '\0', sizeof(terms.address)));
    }
    bz_setup_release(&setup);
}

/* One line; whether a position came of it. */
static void hear(const struct bz_wire *wire, void *memory, struct bz_setup *setup, const char *line,
                 size_t length)
{
    static char before[BZ_WIRE_MEMORY_MAX];
    char text[BZ_POS_TEXT_MAX];
    struct bz_buf out = BZ_BUF(text);
    struct bz_error err;
    union bz_pos pos;
    int code;

    memcpy(before, memory, wire->memory_size);
    code = wire->hear_turn(memory, setup, line, length, &out, &err);
    if (code) {
        fuzz_error(&err, code);
        FUZZ_REQUIRE(!memcmp(before, memory, wire->memory_size));
        return;
    }
    FUZZ_REQUIRE(!out.full);
    code = bz_parse(setup, text, out.length, &pos, &err);
    if (code)
        fuzz_error(&err, code);
    else
        FUZZ_REQUIRE(setup->rules->turn(&pos) != BZ_CHANCE);
}

static void listen(const struct bz_game *game, const char *text, size_t length)
{
    static max_align_t memory[BZ_WIRE_MEMORY_MAX / sizeof(max_align_t)];
    const struct bz_wire *wire = game->wire;
    struct bz_setup setup;
    struct bz_error err;

    memset(memory, 0, sizeof(memory));
    FUZZ_REQUIRE(fuzz_options(&setup, game, "", &err) == BZ_OK);
    for (int number = 0; length; number++) {
        const char *end = memchr(text, '\n', length);
        size_t line = end ? (size_t)(end - text) : length;

        if (number > 0)
            hear(wire, memory, &setup, text, line);
        else if (wire->hear_greeting(memory, text, line, &err))
            fuzz_error(&err, err.code);
        text += line + (end != NULL);
        length -= line + (end != NULL);
    }
    bz_setup_release(&setup);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct bz_game *game = game_with_wire();

    if (size < 2 || size > INPUT_MAX)
        return 0;
    if (data[0] < 0x40)
        read_config(game, data, size);
    else
        listen(game, (const char *)data + 1, size - 1);
    return 0;
}
