/*
 * test_toml.c - TOML: what the specification allows is read as it says, what it forbids is refused
 * with the place and some advice, and either language is picked by a file's name or its text.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files/toml.h"

static struct bz_source source_of(const char *name, char *text)
{
    struct bz_source source = {.text = text, .length = strlen(text)};

    snprintf(source.name, sizeof(source.name), "%s", name);
    return source;
}

/* Parses a copy whose end is the end of its memory. */
static int parse(const char *text, json_t **ret_value, struct bz_error *err)
{
    char *copy = strdup(text);
    struct bz_source source;
    int code;

    assert_non_null(copy);
    source = source_of("f", copy);
    code = bz_toml_parse(&source, ret_value, err);
    free(copy);
    return code;
}

struct reading {
    const char *toml, *json;
};

static void reads(const struct reading *cases, int count)
{
    for (int i = 0; i < count; i++) {
        struct bz_error err = {.code = 0};
        json_t *got = NULL, *wanted = json_loads(cases[i].json, JSON_REJECT_DUPLICATES, NULL);

        assert_non_null(wanted);
        if (parse(cases[i].toml, &got, &err))
            fail_msg("%s: %s", cases[i].toml, err.text);
        if (!json_equal(got, wanted))
            fail_msg("%s: is %s", cases[i].toml, json_dumps(got, JSON_COMPACT));
        json_decref(got);
        json_decref(wanted);
    }
}

struct refusal {
    const char *toml, *words;
};

static void refuses(const struct refusal *cases, int count)
{
    for (int i = 0; i < count; i++) {
        struct bz_error err = {.code = 0};
        json_t *value = NULL;
        int code = parse(cases[i].toml, &value, &err);

        if (!code)
            fail_msg("accepted: %s", cases[i].toml);
        check_error(&err, code, cases[i].words);
        assert_null(value);
    }
}

static void keys(void **state)
{
    static const struct reading cases[] = {
        {"", "{}"},
        {"\n\n# only a comment", "{}"},
        {"a = 1", "{\"a\": 1}"},
        {"a=1 # why\r\nb=2\r\n", "{\"a\": 1, \"b\": 2}"},
        {"bare_key-1 = 1\n1234 = 2", "{\"bare_key-1\": 1, \"1234\": 2}"},
        {"\"a b\" = 1\n'c \"d\"' = 2\n\"\" = 3", "{\"a b\": 1, \"c \\\"d\\\"\": 2, \"\": 3}"},
        {"\"\\u00e9\" = 1", "{\"\u00e9\": 1}"},
        {"a.b.c = 1\na.b.d = 2\na.\"e.f\" = 3",
         "{\"a\": {\"b\": {\"c\": 1, \"d\": 2}, \"e.f\": 3}}"},
        {"a . b\t. c = 1", "{\"a\": {\"b\": {\"c\": 1}}}"},
        {"3.14 = 'pi'", "{\"3\": {\"14\": \"pi\"}}"},
        {"a.x = 1\nb.x = 2\na.y = 3", "{\"a\": {\"x\": 1, \"y\": 3}, \"b\": {\"x\": 2}}"},
        {"true = true\ninf = 1", "{\"true\": true, \"inf\": 1}"},
    };
    static const struct refusal wrong[] = {
        {"a", "f:1:2: followed"},
        {"a =", "f:1:4: missing"},
        {"a = # none", "f:1:5: missing"},
        {"= 1", "f:1:1: key missing"},
        {"a = 1 b = 2", "f:1:7: line end"},
        {"a\n= 1", "f:1:2: followed"},
        {"a. = 1", "f:1:4: key missing"},
        {".a = 1", "f:1:1: key missing"},
        {"a..b = 1", "f:1:3: key missing"},
        {"ü = 1", "f:1:1: key missing quotes"},
        {"a b = 1", "f:1:3: followed"},
        {"\"\"\"a\"\"\" = 1", "f:1:1: three"},
        {"a = 1\n\na = 2", "f:3:1: 'a' already once"},
        {"a = 1\n\"a\" = 2", "f:2:1: 'a' already"},
        {"a = 1\na.b = 2", "f:2:1: 'a' complete"},
        {"a.b = 1\na = 2", "f:2:1: 'a' already"},
        {"a.b = 1\na.b.c = 2", "f:2:3: 'b' complete"},
        {"\"a = 1", "f:1:2: no end"},
        {"\"a\n\" = 1", "f:1:3: line ends"},
    };

    (void)state;
    reads(cases, CHECK_COUNT(cases));
    refuses(wrong, CHECK_COUNT(wrong));
}

static void strings(void **state)
{
    static const struct reading cases[] = {
        {"a = \"\"\nb = ''\nc = \"\"\"\"\"\"\nd = ''''''",
         "{\"a\": \"\", \"b\": \"\", \"c\": \"\", \"d\": \"\"}"},
        {"a = \"\\b\\t\\n\\f\\r\\\"\\\\\"", "{\"a\": \"\\b\\t\\n\\f\\r\\\"\\\\\"}"},
        {"a = \"\\u00E9\\U0001D11E\"", "{\"a\": \"\u00e9\U0001d11e\"}"},
        {"a = \"\\u007F\\u0080\\u07ff\\u0800\\uFFFF\\U00010000\\U0010FFFF\"",
         "{\"a\": \"\\u007f\\u0080\\u07ff\\u0800\\uffff\\ud800\\udc00\\udbff\\udfff\"}"},
        {"a = 'C:\\new\\'", "{\"a\": \"C:\\\\new\\\\\"}"},
        {"a = \"a # b\" # c", "{\"a\": \"a # b\"}"},
        {"a = \"tab\there\"", "{\"a\": \"tab\\there\"}"},
        {"a = \"\"\"\none\r\ntwo\"\"\"", "{\"a\": \"one\\ntwo\"}"},
        {"a = \"\"\"\r\none\"\"\"", "{\"a\": \"one\"}"},
        {"a = \"\"\"\n\none\"\"\"", "{\"a\": \"\\none\"}"},
        {"a = \"\"\"one \\\n\n   two \\  \n three\\\n\"\"\"", "{\"a\": \"one two three\"}"},
        {"a = \"\"\"x\"y\"\"z\\\"\"\"\"\"\"", "{\"a\": \"x\\\"y\\\"\\\"z\\\"\\\"\\\"\"}"},
        {"a = \"\"\"\"in\"\"\"\"", "{\"a\": \"\\\"in\\\"\"}"},
        {"a = \"\"\"\"\"in\"\"\"\"\"", "{\"a\": \"\\\"\\\"in\\\"\\\"\"}"},
        {"a = '''\n'one'\n\\n''two'''''", "{\"a\": \"'one'\\n\\\\n''two''\"}"},
    };
    static const struct refusal wrong[] = {
        {"a = \"open", "f:1:6: no end"},
        {"a = 'open\n'", "f:1:10: line ends three"},
        {"a = \"\"\"open\"\"", "f:1:8: no end"},
        {"a = '''open\n\n", "f:1:8: no end"},
        {"a = \"\\q\"", "f:1:6: escape backslash single"},
        {"a = \"\\x41\"", "f:1:6: escape"},
        {"a = \"\\ \"", "f:1:6: escape"},
        {"a = \"\"\"\\ b\"\"\"", "f:1:8: escape"},
        {"a = \"\\", "f:1:6: escape"},
        {"a = \"\\u12\"", "f:1:6: 4 digits"},
        {"a = \"\\U0001D11\"", "f:1:6: 8 digits"},
        {"a = \"\\uD800\"", "f:1:6: no such character"},
        {"a = \"\\udfff\"", "f:1:6: no such character"},
        {"a = \"\\U00110000\"", "f:1:6: no such character"},
        {"a = \"\\UFFFFFFFF\"", "f:1:6: no such character"},
        {"a = \"\\u0000\"", "f:1:6: zero byte"},
        {"a = \"one\" \"two\"", "f:1:11: line end"},
        {"a = \"\"\"six\"\"\"\"\"\"", "f:1:16: line end"},
        {"a = '''six''''''", "f:1:16: line end"},
    };

    (void)state;
    reads(cases, CHECK_COUNT(cases));
    refuses(wrong, CHECK_COUNT(wrong));
}

static void numbers(void **state)
{
    static const struct reading cases[] = {
        {"a = [0, +0, -0, 99, +99, -17]", "{\"a\": [0, 0, 0, 99, 99, -17]}"},
        {"a = [1_000, 5_349_221, 1_2_3]", "{\"a\": [1000, 5349221, 123]}"},
        {"a = [0xDEADBEEF, 0xdead_beef, 0o755, 0b1101_0110, 0x00ff]",
         "{\"a\": [3735928559, 3735928559, 493, 214, 255]}"},
        {"a = [9223372036854775807, -9223372036854775808, 0x7fffffffffffffff]",
         "{\"a\": [9223372036854775807, -9223372036854775808, 9223372036854775807]}"},
        {"a = [1.0, +1.5, -0.01, 5e+22, 1e06, -2E-2, 6.626e-34, 1_0.0_1, 0e0, -0.0]",
         "{\"a\": [1.0, 1.5, -0.01, 5e22, 1e6, -2e-2, 6.626e-34, 10.01, 0.0, -0.0]}"},
        {"a = [true, false]", "{\"a\": [true, false]}"},
    };
    static const struct refusal wrong[] = {
        {"a = 01", "f:1:5: begin 0"},
        {"a = -01", "f:1:5: begin 0"},
        {"a = 00.5", "f:1:5: begin 0"},
        {"a = 1_", "f:1:5: underscore"},
        {"a = _1", "f:1:5: no value"},
        {"a = 1__0", "f:1:5: underscore"},
        {"a = 1_.5", "f:1:5: underscore"},
        {"a = 1._5", "f:1:5: underscore"},
        {"a = 1_e5", "f:1:5: underscore"},
        {"a = 0x_1", "f:1:5: underscore"},
        {"a = 0b_1", "f:1:5: underscore"},
        {"a = +_1", "f:1:5: no value"},
        {"a = 1.", "f:1:5: '1.' no number"},
        {"a = .5", "f:1:5: '.5' no number"},
        {"a = 1e", "f:1:5: no number"},
        {"a = 1e5.0", "f:1:5: no number"},
        {"a = 1.2.3", "f:1:5: no number"},
        {"a = ++1", "f:1:5: no value"},
        {"a = 1 2", "f:1:7: line end"},
        {"a = 0x", "f:1:5: base 16"},
        {"a = 0xg", "f:1:5: base 16"},
        {"a = 0o8", "f:1:5: base 8"},
        {"a = 0b2", "f:1:5: base 2"},
        {"a = 0X1", "f:1:5: no number"},
        {"a = +0x1", "f:1:5: no number"},
        {"a = 9223372036854775808", "f:1:5: beyond"},
        {"a = -9223372036854775809", "f:1:5: beyond"},
        {"a = 0x8000000000000000", "f:1:5: beyond"},
        {"a = 0b1_0000000000000000000000000000000000000000000000000000000000000000",
         "f:1:5: beyond"},
        {"a = 1e999", "f:1:5: beyond"},
        {"a = inf", "f:1:5: finite"},
        {"a = -inf", "f:1:5: finite"},
        {"a = +nan", "f:1:5: finite"},
        {"a = True", "f:1:5: 'True' true false"},
        {"a = truer", "f:1:5: 'truer'"},
        {"a = yes", "f:1:5: 'yes' quotes"},
        {"a = 1979-05-27", "f:1:5: dates string"},
        {"a = 1979-05-27T07:32:00Z", "f:1:5: dates string"},
        {"a = 1979-05-27 07:32:00", "f:1:5: dates string"},
        {"a = 07:32:00", "f:1:5: times string"},
    };

    (void)state;
    reads(cases, CHECK_COUNT(cases));
    refuses(wrong, CHECK_COUNT(wrong));
}

static void arrays(void **state)
{
    static const struct reading cases[] = {
        {"a = []", "{\"a\": []}"},
        {"a = [ 1, 'b', [2.5, []], {c = 1}, ]", "{\"a\": [1, \"b\", [2.5, []], {\"c\": 1}]}"},
        {"a = [ # first\n 1 # one\n , # comma\n\n 2,\r\n# end\n]", "{\"a\": [1, 2]}"},
        {"a = [[1, 2], ['a', \"b\"]]", "{\"a\": [[1, 2], [\"a\", \"b\"]]}"},
    };
    static const struct refusal wrong[] = {
        {"a = [1, 2", "f:1:10: comma missing"}, {"a = [1,\n\n", "f:1:5: no end"},
        {"a = [1 2]", "f:1:8: comma"},          {"a = [,]", "f:1:6: missing"},
        {"a = [1,,2]", "f:1:8: missing"},       {"a = [1]]", "f:1:8: line end"},
        {"a = [b = 1]", "f:1:6: 'b' no value"},
    };

    (void)state;
    reads(cases, CHECK_COUNT(cases));
    refuses(wrong, CHECK_COUNT(wrong));
}

static void inline_tables(void **state)
{
    static const struct reading cases[] = {
        {"a = {}", "{\"a\": {}}"},
        {"a = { x = 1, y = {z.w = [2,\n3]} }",
         "{\"a\": {\"x\": 1, \"y\": {\"z\": {\"w\": [2, 3]}}}}"},
        {"a = {b.c = 1, b.d = 2}", "{\"a\": {\"b\": {\"c\": 1, \"d\": 2}}}"},
        {"a = [{b = 1}, {b = 2}]", "{\"a\": [{\"b\": 1}, {\"b\": 2}]}"},
    };
    static const struct refusal wrong[] = {
        {"a = {x = 1,}", "f:1:12: comma"},
        {"a = {x = 1\n}", "f:1:11: one line"},
        {"a = {\n}", "f:1:6: key missing"},
        {"a = {x = 1", "f:1:11: }"},
        {"a = {,}", "f:1:6: key missing"},
        {"a = {x = 1 y = 2}", "f:1:12: comma"},
        {"a = {x = 1, x = 2}", "f:1:13: 'x' already"},
        {"a = {x = 1, x.y = 2}", "f:1:13: 'x' complete"},
        {"a = {x = {y = 1}, x.z = 2}", "f:1:19: 'x' complete"},
        {"a = {}\na.b = 1", "f:2:1: 'a' complete"},
        {"a = {}\n[a]", "f:2:2: 'a' already"},
        {"a = {b.c = 1}\n[a.b.d]", "f:2:2: 'a' complete"},
        {"a = [{}]\n[[a]]", "f:2:3: 'a' already"},
        {"a = [{}]\n[a.b]", "f:2:2: 'a' complete"},
    };

    (void)state;
    reads(cases, CHECK_COUNT(cases));
    refuses(wrong, CHECK_COUNT(wrong));
}

static void tables(void **state)
{
    static const struct reading cases[] = {
        {"[a]", "{\"a\": {}}"},
        {"x = 0\n[ a . \"b c\" ] # why\nx = 1\n[d]\nx = 2",
         "{\"x\": 0, \"a\": {\"b c\": {\"x\": 1}}, \"d\": {\"x\": 2}}"},
        {"[a.b.c]\nx = 1\n[a]\ny = 2\n[a.b]\nz = 3",
         "{\"a\": {\"b\": {\"c\": {\"x\": 1}, \"z\": 3}, \"y\": 2}}"},
        {"[a]\nb.c = 1\n[a.b.d]\nx = 2", "{\"a\": {\"b\": {\"c\": 1, \"d\": {\"x\": 2}}}}"},
        {"[[p]]\nn = 1\n[[p]]\n[[p]]\nn = 3", "{\"p\": [{\"n\": 1}, {}, {\"n\": 3}]}"},
        {"[[f]]\nn = 1\n[f.t]\nx = 1\n[[f.v]]\nm = 1\n[[f.v]]\nm = 2\n[[f]]\n[f.t]\nx = 2",
         "{\"f\": [{\"n\": 1, \"t\": {\"x\": 1}, \"v\": [{\"m\": 1}, {\"m\": 2}]}, {\"t\": {\"x\": "
         "2}}]}"},
        {"[[a.b]]\nx = 1\n[a]\ny = 2", "{\"a\": {\"b\": [{\"x\": 1}], \"y\": 2}}"},
    };
    static const struct refusal wrong[] = {
        {"[a]\n[b]\n[a]", "f:3:2: 'a' already"},
        {"[a]\nb = 1\n[a.b]", "f:3:4: 'b' already"},
        {"a = 1\n[a.b]", "f:2:2: 'a' complete"},
        {"a.b = 1\n[a]", "f:2:2: 'a' already"},
        {"[f]\na.x = 1\n[f.a]", "f:3:4: 'a' already"},
        {"[a.b.c]\nz = 9\n[a]\nb.c.t = 1", "f:4:3: 'c' complete"},
        {"[a.b]\n[a]\nb.x = 1", "f:3:1: 'b' complete"},
        {"[[a]]\n[a]", "f:2:2: 'a' already"},
        {"[a]\n[[a]]", "f:2:3: 'a' already"},
        {"[a.b]\n[[a]]", "f:2:3: 'a' already"},
        {"a = []\n[[a]]", "f:2:3: 'a' already"},
        {"[[a.b]]\n[a]\nb.y = 2", "f:3:1: 'b' complete"},
        {"[[a]]\nb = 1\nb = 2", "f:3:1: 'b' already"},
        {"[]", "f:1:2: key missing"},
        {"[a", "f:1:3: ]"},
        {"[a]]", "f:1:4: line end"},
        {"[[a]", "f:1:4: ]]"},
        {"[ [a]]", "f:1:3: key missing"},
        {"[[a] ]", "f:1:4: ]]"},
        {"[a.]", "f:1:4: key missing"},
        {"[a] b = 1", "f:1:5: line end"},
        {"[a\n]", "f:1:3: ]"},
    };

    (void)state;
    reads(cases, CHECK_COUNT(cases));
    refuses(wrong, CHECK_COUNT(wrong));
}

static void bytes(void **state)
{
    static const struct refusal wrong[] = {
        {"\xef\xbb\xbf"
         "a = 1",
         "f:1:1: mark"},
        {"a = '\xff'", "f:1:6: UTF-8"},
        {"a = '\xc3'", "f:1:6: UTF-8"},
        {"# \xc0\x80", "f:1:3: UTF-8"},
        {"# \xe0\x9f\xbf", "f:1:3: UTF-8"},
        {"# \xed\xa0\x80", "f:1:3: UTF-8"},
        {"# \xf4\x90\x80\x80", "f:1:3: UTF-8"},
        {"# \xf8\x88\x80\x80\x80", "f:1:3: UTF-8"},
        {"# \xe2\x82", "f:1:3: UTF-8"},
        {"a = 'x\x01'", "f:1:7: control \\u0001"},
        {"a = 1 # \x7f", "f:1:9: control \\u007F"},
        {"a = 1\rb = 2", "f:1:6: carriage"},
        {"a = 1\n\r", "f:2:1: carriage"},
        {"a = '''x\ry'''", "f:1:9: carriage"},
        {"a = 1\f", "f:1:6: control"},
    };
    static const struct reading cases[] = {
        {"# \u00e9\u20ac\U0001d11e\na = '\u00e9\u20ac\U0001d11e'",
         "{\"a\": \"\u00e9\u20ac\U0001d11e\"}"},
    };

    (void)state;
    refuses(wrong, CHECK_COUNT(wrong));
    reads(cases, CHECK_COUNT(cases));
}

/* `count` times the unit, then the rest, and what becomes of it. */
static int parse_repeated(const char *begin, const char *unit, int count, const char *rest)
{
    size_t length = strlen(unit), room = strlen(begin) + length * (size_t)count + strlen(rest) + 1;
    char *text = malloc(room), *end;
    struct bz_error err = {.code = 0};
    json_t *value = NULL;
    int code;

    assert_non_null(text);
    end = stpcpy(text, begin);
    for (int i = 0; i < count; i++)
        end = stpcpy(end, unit);
    strcpy(end, rest);
    code = parse(text, &value, &err);
    if (code)
        check_error(&err, code, "f:1:");
    json_decref(value);
    free(text);
    return code;
}

/* Whichever way something is nested, a hundred is the end. */
static void nesting_is_bounded(void **state)
{
    (void)state;
    assert_int_equal(parse_repeated("a = ", "[", 1 << 20, ""), BZ_ERROR_RANGE);
    assert_int_equal(parse_repeated("a = ", "{a=", 1 << 18, ""), BZ_ERROR_RANGE);
    assert_int_equal(parse_repeated("", "a.", 1 << 18, "a = 1"), BZ_ERROR_RANGE);
    assert_int_equal(parse_repeated("[", "a.", 1 << 18, "a]"), BZ_ERROR_RANGE);
    assert_int_equal(parse_repeated("[", "a.", 60,
                                    "a]\nb = [[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]"
                                    "]]]]]"),
                     BZ_OK);
    assert_int_equal(parse_repeated("[", "a.", BZ_TOML_DEPTH - 2, "a]"), BZ_OK);
    assert_int_equal(parse_repeated("[", "a.", BZ_TOML_DEPTH - 1, "a]"), BZ_ERROR_RANGE);
    assert_int_equal(parse_repeated("[[", "a.", BZ_TOML_DEPTH - 3, "a]]"), BZ_OK);
    assert_int_equal(parse_repeated("[[", "a.", BZ_TOML_DEPTH - 2, "a]]"), BZ_ERROR_RANGE);
}

/* Ten thousand tables: none is forgotten. */
static void many_tables(void **state)
{
    enum { TABLES = 10000 };
    char *text = malloc(TABLES * 16 + 32), *end = text;
    struct bz_error err;
    json_t *value;

    (void)state;
    assert_non_null(text);
    for (int i = 0; i < TABLES; i++)
        end += sprintf(end, "[t%d.s]\n", i);
    assert_int_equal(parse(text, &value, NULL), BZ_OK);
    assert_int_equal(json_object_size(value), TABLES);
    json_decref(value);
    strcpy(end, "[t0]\n[t9.s]");
    assert_int_equal(parse(text, &value, &err), BZ_ERROR_SYNTAX);
    check_error(&err, BZ_ERROR_SYNTAX, "f:10002:5: 's' already");
    free(text);
}

static void language_is_picked(void **state)
{
    static const struct {
        const char *name, *text;
        bool good;
    } cases[] = {
        {"x.toml", "a = 1", true},     {"x.json", "{\"a\": 1}", true},  {"x", "a = 1", true},
        {"x", " \n {\"a\": 1}", true}, {"x.toml", "{\"a\": 1}", false}, {"x.json", "a = 1", false},
        {"x.TOML", "a = 1", true},     {"x.Json", "{\"a\": 1}", true},  {"toml", "a = 1", true},
        {"x", "[a]\nb = 1", true},     {"x", "{\"a\": 1", false},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        char text[40];
        struct bz_source source;
        json_t *value = NULL;

        snprintf(text, sizeof(text), "%s", cases[i].text);
        source = source_of(cases[i].name, text);
        assert_int_equal(bz_toml_or_json(&source, &value, NULL),
                         cases[i].good ? BZ_OK : BZ_ERROR_SYNTAX);
        assert_int_equal(value != NULL, cases[i].good);
        json_decref(value);
    }
}

static void files_are_read(void **state)
{
    char path[] = "/tmp/bazi-toml-XXXXXX.toml";
    struct bz_source source = {.length = 77};
    struct bz_error err;
    json_t *value = NULL;
    int fd = mkstemps(path, 5);

    (void)state;
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "a = 1\n", 6), 6);
    assert_int_equal(bz_toml_read(path, 5, &source, &value, &err), BZ_ERROR_RANGE);
    assert_int_equal(source.length, 77);
    assert_int_equal(bz_toml_read(path, 100, &source, &value, &err), BZ_OK);
    assert_int_equal(json_integer_value(json_object_get(value, "a")), 1);
    assert_string_equal(source.name, path);
    bz_source_release(&source);
    json_decref(value);
    value = NULL;
    assert_int_equal(write(fd, "a = 2\n", 6), 6);
    close(fd);
    assert_int_equal(bz_toml_read(path, 100, &source, &value, &err), BZ_ERROR_SYNTAX);
    check_error(&err, BZ_ERROR_SYNTAX, ".toml:2:1:");
    assert_null(value);
    unlink(path);
    assert_int_equal(bz_toml_read(path, 100, &source, &value, &err), BZ_ERROR_IO);
}

static void places_are_found(void **state)
{
    static const struct {
        const char *text, *key;
        int n;
        size_t place;
    } cases[] = {
        {"a = 1\nb = 'a = 2'", "b", 0, 6},
        {"aa = 1\na = 2", "a", 0, 7},
        {"x.a = 1", "a", 0, 2},
        {"[t]\na = 1\n[[p]]\na = 2\n[[p]]\na = 3", "a", 2, 28},
        {"[t]\n[[p]]\n[[p]]", "p", 1, 12},
        {"t = {b = 1, a = 2}", "a", 0, 12},
        {"\"a\" = 1", "a", 0, 1},
        {"{\"b\": \"a\",\n \"a\" : 2}", "a", 0, 13},
        {"b = 1", "a", 0, 0},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        char text[60];
        struct bz_source source;

        snprintf(text, sizeof(text), "%s", cases[i].text);
        source = source_of("f", text);
        assert_int_equal(bz_toml_place(&source, cases[i].key, cases[i].n), cases[i].place);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys),           cmocka_unit_test(strings),
        cmocka_unit_test(numbers),        cmocka_unit_test(arrays),
        cmocka_unit_test(inline_tables),  cmocka_unit_test(tables),
        cmocka_unit_test(bytes),          cmocka_unit_test(nesting_is_bounded),
        cmocka_unit_test(many_tables),    cmocka_unit_test(language_is_picked),
        cmocka_unit_test(files_are_read), cmocka_unit_test(places_are_found),
    };

    return CHECK_RUN(tests);
}
