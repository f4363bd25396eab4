/*
 * option.h - named settings: one table says what exists, and everything else (parsing, checking,
 * --help, the protocol's `option` lines, the keys of a player spec) is read off that table.
 */
#ifndef BAZI_OPTION_H
#define BAZI_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bazi/buf.h"
#include "bazi/error.h"

enum { BZ_OPTIONS_MAX = 16, BZ_VALUE_MAX = 256 };

enum bz_option_type {
    BZ_INTEGER, /* min … max */
    BZ_CHOICE,  /* one of the words of `choices` */
    BZ_TEXT,    /* checked by whoever reads it */
    BZ_FILE     /* the same; what it names is read from a file */
};

/* A table of these ends with an entry whose name is NULL. */
struct bz_option {
    const char *name;
    enum bz_option_type type;
    const char *fallback; /* the default, as text; it must itself be valid */
    const char *choices;  /* BZ_CHOICE: words separated by '|'; else what it takes, in words */
    int64_t min, max;     /* BZ_INTEGER */
    const char *brief;
    /* BZ_FILE, optional: values that name no file, separated by '|'; nor do the maps that come with
     * the program. And the name of another file that the one at `path` refers to, from its folder;
     * false without. So a file goes along with a game to machines that do not have it. */
    const char *words;
    bool (*refers)(const char *path, char ret_name[BZ_VALUE_MAX]);
    bool helps; /* BZ_FILE: some players are better for it; the game is the same without */
};

/* What an option is set to. The text is as given; `number` is the integer, or the index of the
 * choice. */
struct bz_value {
    int64_t number;
    char text[BZ_VALUE_MAX];
};

/* Position in the table, capitals or not, or BZ_ERROR_UNKNOWN with an error that lists what exists.
 * `what` names the table's owner in that message ("konane", "player minimax"). */
int bz_option_find(const struct bz_option *table, const char *what, const char *name, size_t length,
                   struct bz_error *err);

/* Checks text against the option and stores it; on failure *ret_value stays as it was. */
int bz_option_parse(const struct bz_option *option, const char *text, size_t length,
                    struct bz_value *ret_value, struct bz_error *err);

/* Whether a value may be the name of a file, as far as the option can tell. */
bool bz_option_is_file(const struct bz_option *option, const char *value);

/* Whether "name=value" sets an option that only helps players. */
bool bz_option_only_helps(const struct bz_option *table, const char *assignment);

/* Fills values with the table's defaults. */
void bz_option_defaults(const struct bz_option *table, struct bz_value *ret_values);

/* The allowed values in words: "4..16", "never|lost", "text". */
void bz_option_domain(const struct bz_option *option, struct bz_buf *out);

/* A whole decimal number between min and max, nothing before or after it. `what` names it in
 * the message. */
int bz_parse_integer(const char *text, size_t length, int64_t min, int64_t max, const char *what,
                     int64_t *ret_number, struct bz_error *err);

#endif
