/*
 * fuzz_record.c - any bytes as the text of a game, and of several.
 *
 * What is understood can be written, and what is written reads back as the same game and could be
 * shown on a terminal; what is refused touches nothing. The parts of a text are the whole of it.
 */
#include "fuzz.h"

static char *written(const struct bz_record *record, size_t *ret_length)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, ret_length);

    FUZZ_REQUIRE(out);
    FUZZ_REQUIRE(bz_record_write(record, out, NULL) == BZ_OK);
    FUZZ_REQUIRE(fclose(out) == 0);
    return text;
}

/* Each may point to a world of its own, so it is not the bytes that are compared. */
static void same_position(const struct bz_setup *setup, const union bz_pos *pos,
                          const struct bz_setup *other, const union bz_pos *copy)
{
    char text[BZ_POS_TEXT_MAX], again[BZ_POS_TEXT_MAX];
    size_t length = fuzz_format(setup, pos, text);

    FUZZ_REQUIRE(fuzz_format(other, copy, again) == length && !memcmp(text, again, length));
    FUZZ_REQUIRE(setup->rules->hash(pos) == other->rules->hash(copy));
}

static void same_again(const struct bz_record *record)
{
    size_t length, again_length;
    char *text = written(record, &length), *again;
    struct bz_setup setup;
    struct bz_record copy;

    FUZZ_REQUIRE(bz_record_read(text, length, &setup, &copy, NULL) == BZ_OK);
    FUZZ_REQUIRE(copy.length == record->length && copy.ruling == record->ruling &&
                 copy.loser == record->loser);
    FUZZ_REQUIRE(!copy.length ||
                 !memcmp(copy.moves, record->moves, (size_t)copy.length * sizeof(copy.moves[0])));
    same_position(record->setup, &record->pos, &setup, &copy.pos);
    FUZZ_REQUIRE(!memcmp(copy.players, record->players, sizeof(copy.players)));
    FUZZ_REQUIRE(!memcmp(copy.tags, record->tags, sizeof(copy.tags)));
    FUZZ_REQUIRE(!strcmp(copy.note, record->note));
    for (size_t i = 0; i < length; i++)
        FUZZ_REQUIRE((unsigned char)text[i] >= ' ' || text[i] == '\n');
    again = written(&copy, &again_length);
    FUZZ_REQUIRE(again_length == length && !memcmp(text, again, length));
    free(again);
    free(text);
    bz_record_release(&copy);
    bz_setup_release(&setup);
}

static void read_one(const struct bz_record_part *part)
{
    struct fuzz_reading reading;
    struct bz_error err;
    int code;

    fuzz_reading_begin(&reading);
    code = bz_record_read_part(part, &reading.setup, &reading.record, &err);
    if (!fuzz_reading_is(&reading, code, &err))
        return;
    same_again(&reading.record);
    fuzz_reading_end(&reading);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    struct bz_record_part whole = {.text = text, .length = size, .line = 1}, part = {.text = NULL};
    const char *end = text;

    read_one(&whole);
    for (int games = 0; bz_record_part_next(text, size, &part); games++) {
        FUZZ_REQUIRE(part.text == end && part.length <= size && (part.length || size == 0));
        end = part.text + part.length;
        if (games < 4 && part.length < size)
            read_one(&part);
        if (size == 0)
            break;
    }
    FUZZ_REQUIRE(end == text + size);
    return 0;
}
