/*
 * fuzz_ugi.c - any bytes as a session of the protocol. The first byte picks the game and its
 * setting; the rest is cut at line ends.
 *
 * Whatever comes in, only whole lines of printable text come out, no more answers than questions,
 * and the session stands on a position that can be written and read. Searches and counts are cut
 * short by the session's ceiling; what would only cost memory or threads is left out.
 */
#include "fuzz.h"

#include "ugi/session.h"

enum { NODES = 300, PERFT = 3, LINES_MAX = 64 };

struct tally {
    int lines, answers;
};

static int inspect(void *context, const char *text, size_t length)
{
    struct tally *tally = context;

    FUZZ_REQUIRE(length > 0 && text[length - 1] == '\n');
    for (size_t i = 0; i < length; i++)
        FUZZ_REQUIRE(text[i] == '\n' || (text[i] >= ' ' && text[i] <= '~'));
    tally->answers += length > 9 && !memcmp(text, "bestmove ", 9);
    return 0;
}

static bool mentions(const char *line, size_t length, const char *word)
{
    return memmem(line, length, word, strlen(word)) != NULL;
}

static void feed(struct ugi *ugi, const char *text, size_t length, struct tally *tally)
{
    static const char small[] = "setoption name Hash value 1";

    ugi_line(ugi, small, sizeof(small) - 1);
    for (; length > 0 && tally->lines < LINES_MAX; tally->lines++) {
        const char *end = memchr(text, '\n', length);
        size_t size = end ? (size_t)(end - text) : length;

        if (!mentions(text, size, "Hash") && !mentions(text, size, "Threads") &&
            !ugi_line(ugi, text, size))
            return;
        size += end != NULL;
        text += size;
        length -= size;
    }
}

static void stands_firm(const struct ugi *ugi)
{
    char text[BZ_POS_TEXT_MAX];
    size_t length = fuzz_format(ugi->setup, &ugi->pos, text);
    union bz_pos again;

    FUZZ_REQUIRE(ugi->setup->game->text->parse(ugi->setup, text, length, &again, NULL) == BZ_OK);
    FUZZ_REQUIRE(ugi->setup->rules->hash(&again) == ugi->setup->rules->hash(&ugi->pos));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct tally tally = {0};
    struct bz_setup setup;
    struct ugi *ugi;

    if (size == 0)
        return 0;
    ugi = malloc(sizeof(*ugi));
    FUZZ_REQUIRE(ugi);
    fuzz_setup(data[0], &setup);
    FUZZ_REQUIRE(ugi_init(ugi, &setup, inspect, &tally, NULL) == BZ_OK);
    ugi->ceiling = (struct ugi_ceiling){.nodes = NODES, .perft = PERFT};
    feed(ugi, (const char *)data + 1, size - 1, &tally);
    stands_firm(ugi);
    ugi_release(ugi);
    FUZZ_REQUIRE(tally.answers <= tally.lines);
    free(ugi);
    return 0;
}
