/*
 * fuzz_option.c - any bytes as settings. The first byte picks the game and its setting; the rest
 * are lines, "name=value" for the game or, where one begins with '@', a player spec.
 *
 * What is refused changes nothing; what is accepted gives a setup that starts and a player that
 * moves.
 */
#include "fuzz.h"

enum { LINE_SIZE = 512, LINES_MAX = 16, NODES = 200 };

/* A table of ten megabytes or more, or ten threads, would only test the machine. */
static bool is_large(const char *spec)
{
    static const char *const keys[] = {"hash=", "threads="};

    if (!strncmp(spec, "best", 4) && !strstr(spec, "hash="))
        return true;
    for (int i = 0; i < 2; i++)
        for (const char *p = strstr(spec, keys[i]); p; p = strstr(p + 1, keys[i])) {
            const char *number = p + strlen(keys[i]);

            if (isdigit((unsigned char)number[0]) && isdigit((unsigned char)number[1]))
                return true;
        }
    return false;
}

static void try_spec(const struct bz_setup *setup, const char *spec)
{
    struct bz_engine *engine = NULL;
    struct bz_limits limits = {.nodes = NODES};
    struct bz_answer answer;
    struct bz_error err;
    union bz_pos pos;
    int code;

    if (is_large(spec))
        return;
    code = bz_engine_new(setup, spec, &engine, &err);
    if (code) {
        fuzz_error(&err, code);
        FUZZ_REQUIRE(!engine);
        return;
    }
    fuzz_wander(setup, 4, 1, &pos);
    if (!bz_is_over(setup, &pos) && setup->rules->turn(&pos) != BZ_CHANCE) {
        bz_engine_think(engine, &pos, &limits, NULL, &answer);
        FUZZ_REQUIRE(answer.resigned == (answer.move == BZ_MOVE_NONE));
    }
    bz_engine_free(engine);
}

static void starts(const struct bz_setup *setup)
{
    char text[BZ_POS_TEXT_MAX];
    union bz_pos pos;

    bz_start(setup, &pos);
    FUZZ_REQUIRE(!bz_is_over(setup, &pos));
    fuzz_format(setup, &pos, text);
}

static void try_assignment(struct bz_setup *setup, char *line)
{
    const char *assignment = line;
    struct bz_setup fresh, before = *setup;
    struct bz_error err;
    int alone = bz_setup_init(&fresh, setup->game, &assignment, 1, &err), code;
    char *equals = strchr(line, '=');

    if (alone)
        fuzz_error(&err, alone);
    else
        starts(&fresh);
    if (!alone)
        bz_setup_release(&fresh);
    if (!equals) {
        FUZZ_REQUIRE(alone);
        return;
    }
    *equals = '\0';
    code = bz_setup_set(setup, line, equals + 1, &err);
    if (code) {
        fuzz_error(&err, code);
        FUZZ_REQUIRE(setup->rules == before.rules && setup->world == before.world);
        FUZZ_REQUIRE(!memcmp(setup->values, before.values, sizeof(before.values)));
    } else {
        starts(setup);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bz_setup setup;
    size_t at = 1;

    if (size == 0)
        return 0;
    fuzz_setup(data[0], &setup);
    for (int lines = 0; at < size && lines < LINES_MAX; lines++) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t length = end ? (size_t)(end - data) - at : size - at;
        char line[LINE_SIZE];

        if (length < sizeof(line)) {
            memcpy(line, data + at, length);
            line[length] = '\0';
            if (line[0] == '@')
                try_spec(&setup, line + 1);
            else
                try_assignment(&setup, line);
        }
        at += length + 1;
    }
    bz_setup_release(&setup);
    return 0;
}
