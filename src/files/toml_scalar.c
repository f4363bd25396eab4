/*
 * toml_scalar.c - strings, numbers and truths of TOML, read to the letter of its specification.
 *
 * The reader goes on only behind something whole; every refusal says what to write instead.
 */
#include "files/toml_scalar.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int bz_toml_fail(const struct bz_toml_reader *reader, const char *where, int code,
                 const char *format, ...)
{
    char text[200];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    return bz_source_fail(reader->source, (size_t)(where - reader->source->text), reader->err, code,
                          "%s", text);
}

static int wrong(const struct bz_toml_reader *reader, const char *where, const char *words)
{
    return bz_toml_fail(reader, where, BZ_ERROR_SYNTAX, "%s", words);
}

static bool is_scalar_value(unsigned long code)
{
    return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

/* How many bytes the character takes; 0 where the bytes are none. */
static int utf8_length(const unsigned char *p)
{
    static const unsigned long least[] = {0, 0, 0x80, 0x800, 0x10000};
    int length = *p < 0x80 ? 1 : *p >> 5 == 6 ? 2 : *p >> 4 == 14 ? 3 : *p >> 3 == 30 ? 4 : 0;
    unsigned long code = length > 1 ? *p & (0x7fu >> length) : *p;

    for (int i = 1; i < length; i++) {
        if (p[i] >> 6 != 2)
            return 0;
        code = code << 6 | (p[i] & 0x3f);
    }
    return length && code >= least[length] && is_scalar_value(code) ? length : 0;
}

int bz_toml_bytes(const struct bz_toml_reader *reader)
{
    const char *p = reader->source->text;

    if (!strncmp(p, "\xef\xbb\xbf", 3))
        return wrong(reader, p, "begins with a byte order mark: save the file without it");
    while (*p) {
        int length = utf8_length((const unsigned char *)p);

        if (!length)
            return wrong(reader, p, "not UTF-8: save the file in that encoding");
        if (*p == '\r' && p[1] != '\n')
            return wrong(reader, p, "a carriage return alone: end lines with a newline");
        if (length == 1 && (*p < ' ' || *p == 0x7f) && !strchr("\t\r\n", *p))
            return bz_toml_fail(reader, p, BZ_ERROR_SYNTAX,
                                "a control character: write \\u%04X in a string with double quotes",
                                (unsigned)*p);
        p += length;
    }
    return BZ_OK;
}

static size_t put_utf8(char *out, unsigned long code)
{
    int length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};

    for (int i = length - 1; i > 0; i--, code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)(first[length] | code);
    return (size_t)length;
}

/* \uXXXX or \UXXXXXXXX, the reader at the letter. */
static int code_point(struct bz_toml_reader *reader, char *out, size_t *length)
{
    const char *start = reader->at - 1;
    size_t digits = *reader->at == 'u' ? 4 : 8;
    unsigned long code = 0;

    reader->at++;
    for (size_t i = 0; i < digits; i++, reader->at++) {
        char digit[2] = {*reader->at, '\0'};

        if (!isxdigit((unsigned char)*digit))
            return bz_toml_fail(reader, start, BZ_ERROR_SYNTAX, "\\%c needs %zu hexadecimal digits",
                                start[1], digits);
        code = code << 4 | strtoul(digit, NULL, 16);
    }
    if (!is_scalar_value(code))
        return wrong(reader, start, "no such character: \\u goes to D7FF, and from E000 to 10FFFF");
    if (code == 0)
        return wrong(reader, start, "a zero byte is not allowed in a text");
    *length += put_utf8(out + *length, code);
    return BZ_OK;
}

/* A backslash at the end of a line joins it with the next one that is not blank. */
static bool joins_lines(struct bz_toml_reader *reader)
{
    const char *p = reader->at + 1 + strspn(reader->at + 1, " \t");

    if (*p != '\n' && *p != '\r')
        return false;
    reader->at = p + strspn(p, " \t\r\n");
    return true;
}

static int escape(struct bz_toml_reader *reader, bool lines, char *out, size_t *length)
{
    static const char letters[] = "btnfr\"\\", meant[] = "\b\t\n\f\r\"\\";
    const char *start = reader->at, *letter;

    if (lines && joins_lines(reader))
        return BZ_OK;
    reader->at++;
    if (*reader->at == 'u' || *reader->at == 'U')
        return code_point(reader, out, length);
    letter = *reader->at ? strchr(letters, *reader->at) : NULL;
    if (!letter)
        return wrong(reader, start,
                     "unknown escape: write \\\\ for a backslash, or use single quotes");
    reader->at++;
    out[(*length)++] = meant[letter - letters];
    return BZ_OK;
}

static bool is_end(const char *at, char quote, bool lines)
{
    return *at == quote && (!lines || (at[1] == quote && at[2] == quote));
}

/* The characters between the quotes. */
static int string_body(struct bz_toml_reader *reader, char quote, bool lines, size_t *ret_length)
{
    const char *start = reader->at;
    char *out = reader->scratch;
    size_t length = 0;

    while (!is_end(reader->at, quote, lines)) {
        if (!*reader->at)
            return wrong(reader, start, "the string that begins here has no end: add quotes");
        if (!lines && (*reader->at == '\n' || *reader->at == '\r'))
            return wrong(reader, reader->at,
                         "the line ends within a string: close it, or use three quotes");
        if (*reader->at == '\\' && quote == '"') {
            int code = escape(reader, lines, out, &length);

            if (code)
                return code;
        } else if (*reader->at == '\r') {
            reader->at++; /* lines end the same whoever wrote them */
        } else {
            out[length++] = *reader->at++;
        }
    }
    if (lines) /* of up to five quotes the last three are the end */
        for (int i = 0; i < 2 && reader->at[3] == quote; i++)
            out[length++] = *reader->at++;
    out[length] = '\0';
    *ret_length = length;
    return BZ_OK;
}

int bz_toml_string(struct bz_toml_reader *reader, bool lines, size_t *ret_length)
{
    const char *start = reader->at;
    char quote = *start;
    bool triple = start[1] == quote && start[2] == quote;
    int code;

    if (triple && !lines)
        return wrong(reader, start, "a key has no three quotes: write it with one");
    reader->at += triple ? 3 : 1;
    if (triple) /* the first newline is no part of the text */
        reader->at += *reader->at == '\n' ? 1 : *reader->at == '\r' ? 2 : 0;
    code = string_body(reader, quote, triple, ret_length);
    if (!code)
        reader->at += triple ? 3 : 1;
    return code;
}

static bool is_digit(char c, bool hexadecimal)
{
    return hexadecimal ? isxdigit((unsigned char)c) : isdigit((unsigned char)c);
}

/* The word with its underscores left out; false if one does not stand between two digits. */
static bool without_underscores(const char *word, size_t length, bool hexadecimal, char *out)
{
    for (size_t i = 0; i < length; i++) {
        if (word[i] != '_')
            *out++ = word[i];
        else if (i == 0 || i + 1 == length || !is_digit(word[i - 1], hexadecimal) ||
                 !is_digit(word[i + 1], hexadecimal))
            return false;
    }
    *out = '\0';
    return true;
}

/* 0x, 0o and 0b. */
static int based(const struct bz_toml_reader *reader, char letter, json_t **ret_value)
{
    int base = letter == 'x' ? 16 : letter == 'o' ? 8 : 2;
    const char *digits = reader->scratch;
    const char *allowed = base == 16 ? "0123456789abcdefABCDEF" : base == 8 ? "01234567" : "01";
    unsigned long long number;

    if (!*digits || digits[strspn(digits, allowed)])
        return bz_toml_fail(reader, reader->at, BZ_ERROR_SYNTAX, "not a number of base %d", base);
    errno = 0;
    number = strtoull(digits, NULL, base);
    if (errno || number > INT64_MAX)
        return bz_toml_fail(reader, reader->at, BZ_ERROR_RANGE, "a number beyond 2^63 - 1");
    *ret_value = json_integer((json_int_t)number);
    return BZ_OK;
}

static size_t digits_at(const char *text)
{
    return strspn(text, "0123456789");
}

/* How the text is a number: 'i' an integer, 'f' a float, 0 not at all. */
static char shape(const char *text)
{
    const char *p = text + (*text == '+' || *text == '-');
    size_t whole = digits_at(p);
    char kind = 'i';

    if (!whole || (whole > 1 && *p == '0'))
        return 0;
    p += whole;
    if (*p == '.') {
        if (!digits_at(p + 1))
            return 0;
        p += 1 + digits_at(p + 1);
        kind = 'f';
    }
    if (*p == 'e' || *p == 'E') {
        p += 1 + (p[1] == '+' || p[1] == '-');
        if (!digits_at(p))
            return 0;
        p += digits_at(p);
        kind = 'f';
    }
    return *p ? 0 : kind;
}

/* A guess at what somebody meant who wrote no number. */
static int not_a_number(const struct bz_toml_reader *reader, const char *word, size_t length)
{
    const char *p = word + (*word == '+' || *word == '-');

    if (!strncmp(p, "inf", 3) || !strncmp(p, "nan", 3))
        return wrong(reader, word, "neither inf nor nan: write a finite number");
    if (digits_at(word) == 4 && word[4] == '-')
        return wrong(reader, word, "dates have no place here: write it as a string, in quotes");
    if (digits_at(word) == 2 && word[2] == ':')
        return wrong(reader, word, "times have no place here: write it as a string, in quotes");
    if (digits_at(p) > 1 && *p == '0')
        return wrong(reader, word, "a number must not begin with 0");
    if (*p == '.' || digits_at(p) > 0)
        return bz_toml_fail(reader, word, BZ_ERROR_SYNTAX,
                            "'%s' is no number; write such as 12, "
                            "1_000, 0x1f, 0.5 or 1e-3",
                            bz_quoted(word, length).text);
    if (length == 0)
        return wrong(reader, word, "a value is missing here");
    return bz_toml_fail(reader, word, BZ_ERROR_SYNTAX,
                        "'%s' is no value; a string needs quotes, and truths are true and false",
                        bz_quoted(word, length).text);
}

static int number(const struct bz_toml_reader *reader, const char *word, size_t length,
                  json_t **ret_value)
{
    const char *digits = reader->scratch;
    bool is_based = word[0] == '0' && length > 1 && strchr("xob", word[1]);
    size_t prefix = is_based ? 2 : 0;
    long long whole;
    double real;

    if (!without_underscores(word + prefix, length - prefix, is_based, reader->scratch))
        return isdigit((unsigned char)word[*word == '+' || *word == '-'])
                   ? wrong(reader, word, "an underscore stands only between two digits")
                   : not_a_number(reader, word, length);
    if (is_based)
        return based(reader, word[1], ret_value);
    errno = 0;
    switch (shape(digits)) {
    case 'i':
        whole = strtoll(digits, NULL, 10);
        if (errno)
            return bz_toml_fail(reader, word, BZ_ERROR_RANGE, "a number beyond 2^63 - 1");
        *ret_value = json_integer(whole);
        return BZ_OK;
    case 'f':
        real = strtod(digits, NULL);
        if (!isfinite(real))
            return bz_toml_fail(reader, word, BZ_ERROR_RANGE, "a number beyond 1.7e308");
        *ret_value = json_real(real);
        return BZ_OK;
    default:
        return not_a_number(reader, word, length);
    }
}

static bool is_word(const char *word, size_t length, const char *wanted)
{
    return length == strlen(wanted) && !memcmp(word, wanted, length);
}

int bz_toml_scalar(struct bz_toml_reader *reader, json_t **ret_value)
{
    const char *word = reader->at;
    size_t length = strcspn(word, " \t\r\n,]}#=\"'[{");
    json_t *value = NULL;
    int code = BZ_OK;

    if (is_word(word, length, "true") || is_word(word, length, "false"))
        value = json_boolean(*word == 't');
    else
        code = number(reader, word, length, &value);
    if (code)
        return code;
    if (!value)
        return bz_toml_fail(reader, word, BZ_ERROR_MEMORY, "not enough memory");
    reader->at += length;
    *ret_value = value;
    return BZ_OK;
}
