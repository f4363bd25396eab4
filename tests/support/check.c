/*
 * check.c - helpers of the tests. Whatever goes wrong in one ends the test that called it.
 */
#include "check.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 32, LINE_MAX_LENGTH = 2048 };

/* Splits at blanks, in place. */
static int split(char *line, char *ret_words[WORDS_MAX])
{
    int count = 0;

    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
        assert_true(count < WORDS_MAX);
        ret_words[count++] = word;
    }
    return count;
}

void check_setup_of(struct bz_setup *setup, const struct bz_game *game, const char *options)
{
    char line[LINE_MAX_LENGTH];
    char *words[WORDS_MAX];
    const char *assignments[WORDS_MAX];
    struct bz_error err;
    int count;

    assert_true(strlen(options) < sizeof(line));
    snprintf(line, sizeof(line), "%s", options);
    count = split(line, words);
    for (int i = 0; i < count; i++)
        assignments[i] = words[i];
    if (bz_setup_init(setup, game, assignments, count, &err))
        fail_msg("%s with '%s': %s", game->name, options, err.text);
}

void check_setup(struct bz_setup *setup, const char *game, const char *options)
{
    struct bz_error err;
    const struct bz_game *found = bz_game_find(game, &err);

    if (!found)
        fail_msg("%s", err.text);
    check_setup_of(setup, found, options);
}

void check_parse(struct bz_setup *setup, const char *text, union bz_pos *ret_pos)
{
    struct bz_error err;

    if (bz_parse(setup, text, strlen(text), ret_pos, &err))
        fail_msg("'%s': %s", text, err.text);
}

bz_move check_move(const struct bz_setup *setup, const void *pos, const char *text)
{
    struct bz_error err;
    bz_move move = BZ_MOVE_NONE;

    if (bz_parse_move(setup, pos, text, strlen(text), &move, &err))
        fail_msg("'%s' in '%s': %s", text, check_text(setup, pos), err.text);
    return move;
}

void check_play(const struct bz_setup *setup, union bz_pos *pos, const char *moves)
{
    char word[BZ_MOVE_TEXT_MAX];
    int used;

    for (const char *p = moves; sscanf(p, "%63s%n", word, &used) == 1; p += used)
        setup->rules->play(pos, check_move(setup, pos, word));
}

void check_record(struct bz_record *record, const char *moves)
{
    char word[BZ_MOVE_TEXT_MAX];
    int used;

    for (const char *p = moves; sscanf(p, "%63s%n", word, &used) == 1; p += used)
        assert_int_equal(
            bz_record_play(record, check_move(record->setup, &record->pos, word), NULL), BZ_OK);
}

struct bz_engine *check_engine(const struct bz_setup *setup, const char *spec)
{
    struct bz_engine *engine = NULL;
    struct bz_error err;

    if (bz_engine_new(setup, spec, &engine, &err))
        fail_msg("%s: %s", spec, err.text);
    assert_non_null(engine);
    return engine;
}

struct bz_answer check_answer(const struct bz_setup *setup, const char *spec, const void *pos)
{
    struct bz_engine *engine = check_engine(setup, spec);
    struct bz_limits limits = {0};
    struct bz_answer answer;

    bz_engine_think(engine, pos, &limits, NULL, &answer);
    bz_engine_free(engine);
    return answer;
}

void check_error(const struct bz_error *err, int code, const char *words)
{
    char line[LINE_MAX_LENGTH];
    char *word[WORDS_MAX];
    int count;

    assert_non_null(memchr(err->text, '\0', sizeof(err->text)));
    for (const char *p = err->text; *p; p++)
        if (!isprint((unsigned char)*p))
            fail_msg("unprintable byte %02x in: %s", (unsigned char)*p, err->text);
    if (err->code != code)
        fail_msg("code %d (%s), not %d (%s): %s", err->code, bz_code_brief(err->code), code,
                 bz_code_brief(code), err->text);
    snprintf(line, sizeof(line), "%s", words);
    count = split(line, word);
    for (int i = 0; i < count; i++)
        if (!strstr(err->text, word[i]))
            fail_msg("no '%s' in: %s", word[i], err->text);
}

void check_no_position(const char *game, const char *options, const char *text, int code,
                       const char *words)
{
    struct bz_setup setup, untouched;
    union bz_pos pos, before;
    struct bz_error err;

    check_setup(&setup, game, options);
    untouched = setup;
    memset(&pos, 0x5a, sizeof(pos));
    before = pos;
    if (bz_parse(&setup, text, strlen(text), &pos, &err) == BZ_OK)
        fail_msg("'%s' was accepted", text);
    check_error(&err, code, words);
    assert_memory_equal(&pos, &before, sizeof(pos));
    assert_memory_equal(&setup, &untouched, sizeof(setup));
    bz_setup_release(&setup);
}

const char *check_text(const struct bz_setup *setup, const void *pos)
{
    static char text[BZ_POS_TEXT_MAX];
    struct bz_buf out = BZ_BUF(text);

    bz_buf_clear(&out);
    setup->game->text->format(pos, &out);
    assert_false(out.full);
    return text;
}

const char *check_move_text(const struct bz_setup *setup, const void *pos, bz_move move)
{
    static char text[BZ_MOVE_TEXT_MAX];
    struct bz_buf out = BZ_BUF(text);

    bz_buf_clear(&out);
    bz_format_move(setup, pos, move, &out);
    assert_false(out.full);
    return text;
}

const char *check_path(const char *name)
{
    static char path[4096];
    const char *root = getenv("BAZI_ROOT");

    snprintf(path, sizeof(path), "%s/tests/%s", root ? root : ".", name);
    return path;
}

void check_near(double got, double wanted, double off)
{
    if (!(fabs(got - wanted) <= off))
        fail_msg("%.12g is not %.12g", got, wanted);
}

void check_number(double got, double wanted, const char *what)
{
    if (!(got <= wanted && got >= wanted))
        fail_msg("%s: %.17g, not %.17g", what, got, wanted);
}
