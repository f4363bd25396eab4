/*
 * fuzz_tourney.c - any bytes as the plan of a tournament, as a store might hand it over.
 *
 * What is refused is named in one line; what is accepted has a text that is the same plan.
 */
#include "fuzz.h"

#include "tourney/plan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), *kept, *twice;
    struct bz_plan plan, again;
    struct bz_error err;
    int code;

    FUZZ_REQUIRE(text);
    memcpy(text, data, size);
    text[size] = '\0';
    code = bz_plan_parse(&plan, text, &err);
    free(text);
    if (code) {
        fuzz_error(&err, code);
        return 0;
    }
    kept = bz_plan_text(&plan);
    FUZZ_REQUIRE(kept && bz_plan_parse(&again, kept, &err) == BZ_OK);
    twice = bz_plan_text(&again);
    FUZZ_REQUIRE(twice && !strcmp(kept, twice));
    free(kept);
    free(twice);
    bz_plan_release(&plan);
    bz_plan_release(&again);
    return 0;
}
