/*
 * error.h - how the library says that something went wrong.
 *
 * Every function that can fail on bad input returns 0 or a negative code from the one list
 * below, leaves its outputs untouched, and describes the failure in one line for a person.
 * A bug in the caller is an assertion, never a code.
 */
#ifndef BAZI_ERROR_H
#define BAZI_ERROR_H

#include <stddef.h>

#define BZ_ERROR_LIST(X)                              \
    X(SYNTAX, "not written the way it has to be")     \
    X(RANGE, "a number or a size out of its range")   \
    X(UNKNOWN, "no such name")                        \
    X(ILLEGAL, "not allowed in this position")        \
    X(UNFIT, "not possible for this game or setting") \
    X(STOPPED, "stopped before it was done")          \
    X(LATE, "not done in time")                       \
    X(MEMORY, "not enough memory")                    \
    X(IO, "reading or writing failed")                \
    X(BUSY, "not at the moment; try again")           \
    X(DAMAGED, "damaged, foreign or too new")         \
    X(STALE, "taken away in the meantime")

enum bz_code {
    BZ_OK = 0,
    BZ_CODES_BEFORE_FIRST = -100, /* codes are negative, in the order of the list */
#define BZ_CODE(name, brief) BZ_ERROR_##name,
    BZ_ERROR_LIST(BZ_CODE)
#undef BZ_CODE
};

struct bz_error {
    int code;
    char text[240]; /* one line, no newline, printable characters only */
};

/* Fills err (which may be NULL) and returns code, so that a caller can `return bz_fail(…)`. */
__attribute__((format(printf, 3, 4))) int bz_fail(struct bz_error *err, int code,
                                                  const char *format, ...);

/* The brief text of a code, "unknown error" for a number that is none. */
const char *bz_code_brief(int code);

/* A stranger's text made safe to show: at most a few dozen characters, the rest cut with "...",
 * control and non-ASCII bytes written as \xNN. Use as bz_quoted(text, length).text. */
struct bz_quote {
    char text[64];
};
struct bz_quote bz_quoted(const char *text, size_t length);

/* The same for the name of a file, whose end says more than its beginning. */
struct bz_path_quote {
    char text[120];
};
struct bz_path_quote bz_quoted_path(const char *path);

#endif
