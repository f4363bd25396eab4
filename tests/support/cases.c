/*
 * cases.c - a growing list of cmocka tests with names of their own.
 */
#include "cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *must(void *memory)
{
    if (!memory) {
        fputs("Bail out! no memory\n", stdout);
        exit(1);
    }
    return memory;
}

void cases_add(struct cases *cases, CMUnitTestFunction function, void *state, const char *format,
               ...)
{
    char name[256];
    char *copy;
    va_list args;

    va_start(args, format);
    vsnprintf(name, sizeof(name), format, args);
    va_end(args);
    if (cases->count == cases->capacity) {
        cases->capacity = cases->capacity ? 2 * cases->capacity : 16;
        cases->tests = must(realloc(cases->tests, cases->capacity * sizeof(cases->tests[0])));
    }
    copy = must(strdup(name));
    cases->tests[cases->count++] =
        (struct CMUnitTest){.name = copy, .test_func = function, .initial_state = state};
}

int cases_run(struct cases *cases)
{
    int failures;

    cmocka_set_message_output(CM_OUTPUT_TAP);
    if (getenv("BAZI_ONLY"))
        cmocka_set_test_filter(getenv("BAZI_ONLY"));
    failures = _cmocka_run_group_tests("cases", cases->tests, cases->count, NULL, NULL);
    for (size_t i = 0; i < cases->count; i++)
        free((void *)(uintptr_t)cases->tests[i].name);
    free(cases->tests);
    *cases = (struct cases){0};
    return failures;
}
