/*
 * fuzz_toml.c - any bytes as TOML, or as whichever of TOML and JSON they look like.
 *
 * What is refused is named by line and column in one line; what is accepted is an object that can
 * be written as JSON and read back as the same.
 */
#include "fuzz.h"

#include "files/json.h"
#include "files/toml.h"

static void can_be_written(const json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_t *again;

    FUZZ_REQUIRE(text);
    again = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    FUZZ_REQUIRE(again && json_equal(value, again));
    json_decref(again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bz_source source = {.name = "f", .length = size};
    struct bz_error err;
    json_t *value = NULL;
    int code;

    if (memchr(data, '\0', size)) /* a source has none */
        return 0;
    source.text = malloc(size + 1);
    FUZZ_REQUIRE(source.text);
    if (size > 0)
        memcpy(source.text, data, size);
    source.text[size] = '\0';
    code = bz_toml_or_json(&source, &value, &err);
    if (code) {
        fuzz_error(&err, code);
        FUZZ_REQUIRE(!value && !strncmp(err.text, "f:", 2));
    } else {
        can_be_written(value);
        json_decref(value);
    }
    bz_source_release(&source);
    return 0;
}
