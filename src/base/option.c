/*
 * option.c - reading settings strictly: a value is checked whole before anything is stored.
 */
#include "bazi/option.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>
#include <strings.h>

static void list_names(const struct bz_option *table, struct bz_buf *out)
{
    for (const struct bz_option *o = table; o->name; o++)
        bz_buf_add(out, "%s%s", o == table ? "" : ", ", o->name);
}

int bz_option_find(const struct bz_option *table, const char *what, const char *name, size_t length,
                   struct bz_error *err)
{
    char names[160] = "";
    struct bz_buf list = BZ_BUF(names);

    for (int i = 0; table[i].name; i++)
        if (strlen(table[i].name) == length && !strncasecmp(table[i].name, name, length))
            return i;
    list_names(table, &list);
    if (!list.length)
        return bz_fail(err, BZ_ERROR_UNKNOWN, "%s has no options, so no '%s'", what,
                       bz_quoted(name, length).text);
    return bz_fail(err, BZ_ERROR_UNKNOWN, "%s has no option '%s'; there are: %s", what,
                   bz_quoted(name, length).text, names);
}

bool bz_option_only_helps(const struct bz_option *table, const char *assignment)
{
    size_t length = strcspn(assignment, "=");
    int index = bz_option_find(table, "", assignment, length, NULL);

    return index >= 0 && table[index].helps && assignment[length];
}

int bz_parse_integer(const char *text, size_t length, int64_t min, int64_t max, const char *what,
                     int64_t *ret_number, struct bz_error *err)
{
    bool negative = length > 0 && text[0] == '-';
    size_t i = negative ? 1 : 0;
    int64_t number = 0;

    if (i == length)
        return bz_fail(err, BZ_ERROR_SYNTAX, "%s: '%s' is not a whole number", what,
                       bz_quoted(text, length).text);
    for (; i < length; i++) {
        int digit = text[i] - '0';

        if (digit < 0 || digit > 9)
            return bz_fail(err, BZ_ERROR_SYNTAX, "%s: '%s' is not a whole number", what,
                           bz_quoted(text, length).text);
        if (__builtin_mul_overflow(number, 10, &number) ||
            __builtin_add_overflow(number, negative ? -digit : digit, &number))
            goto out_of_range;
    }
    if (number < min || number > max)
        goto out_of_range;
    *ret_number = number;
    return BZ_OK;

out_of_range:
    return bz_fail(err, BZ_ERROR_RANGE, "%s: %s is not between %" PRId64 " and %" PRId64, what,
                   bz_quoted(text, length).text, min, max);
}

static int find_choice(const char *choices, const char *text, size_t length)
{
    int index = 0;

    for (const char *word = choices;; index++) {
        size_t size = strcspn(word, "|");

        if (size == length && !memcmp(word, text, length))
            return index;
        if (!word[size])
            return -1;
        word += size + 1;
    }
}

int bz_option_parse(const struct bz_option *option, const char *text, size_t length,
                    struct bz_value *ret_value, struct bz_error *err)
{
    int64_t number = 0;
    int code;

    if (length >= BZ_VALUE_MAX)
        return bz_fail(err, BZ_ERROR_RANGE,
                       "%s: a value of %zu characters is too long (at most %d)", option->name,
                       length, BZ_VALUE_MAX - 1);
    if (memchr(text, '\0', length))
        return bz_fail(err, BZ_ERROR_SYNTAX, "%s: the value has a zero byte in it", option->name);
    if (option->type == BZ_INTEGER) {
        code = bz_parse_integer(text, length, option->min, option->max, option->name, &number, err);
        if (code)
            return code;
    } else if (option->type == BZ_CHOICE) {
        number = find_choice(option->choices, text, length);
        if (number < 0)
            return bz_fail(err, BZ_ERROR_UNKNOWN, "%s: '%s' is not one of %s", option->name,
                           bz_quoted(text, length).text, option->choices);
    }
    ret_value->number = number;
    memcpy(ret_value->text, text, length);
    ret_value->text[length] = '\0';
    return BZ_OK;
}

bool bz_option_is_file(const struct bz_option *option, const char *value)
{
    return option->type == BZ_FILE && *value &&
           !(option->words && find_choice(option->words, value, strlen(value)) >= 0);
}

void bz_option_defaults(const struct bz_option *table, struct bz_value *ret_values)
{
    for (int i = 0; table[i].name; i++) {
        const char *text = table[i].fallback;
        int code = bz_option_parse(&table[i], text, strlen(text), &ret_values[i], NULL);

        assert(!code);
        (void)code;
    }
}

void bz_option_domain(const struct bz_option *option, struct bz_buf *out)
{
    switch (option->type) {
    case BZ_INTEGER:
        bz_buf_add(out, "%" PRId64, option->min);
        if (option->max == INT64_MAX)
            bz_buf_add(out, " or more");
        else
            bz_buf_add(out, "..%" PRId64, option->max);
        break;
    case BZ_CHOICE:
        bz_buf_add(out, "%s", option->choices);
        break;
    case BZ_TEXT:
    case BZ_FILE:
        bz_buf_add(out, "%s", option->choices ? option->choices : "text");
        break;
    }
}
