/*
 * info.c - lines in which a program tells what it thinks. None is owed; those that come are written
 * into records, so their numbers should be numbers and their moves moves.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"

static const char form_advice[] =
    "Written: info depth 3 score value 0.5 nodes 1200 time 15 pv MOVE MOVE. What is meant for "
    "people stands behind 'info string'.";

bool read_integer(struct token token, int64_t min, int64_t *ret_number)
{
    return !bz_parse_integer(token.text, token.length, min, INT64_MAX, "number", ret_number, NULL);
}

static bool is_number(struct token token)
{
    char copy[40], *end;

    if (token.length == 0 || token.length >= sizeof(copy))
        return false;
    memcpy(copy, token.text, token.length);
    copy[token.length] = '\0';
    return isfinite(strtod(copy, &end)) && !*end;
}

static void judge_integer(struct exam *exam, struct token line, struct token key,
                          struct token value)
{
    int64_t number;

    if (!read_integer(value, 0, &number))
        exam_keep(exam, KEPT_INFO, GRADE_FAULT, form_advice, line,
                  "behind '%s' an info line has '%s', where a whole number belongs",
                  bz_quoted(key.text, key.length).text, bz_quoted(value.text, value.length).text);
}

static void judge_score(struct exam *exam, struct token line, struct tokens *words)
{
    struct token kind = token_next(words), value = token_next(words);
    int64_t number;

    if (!token_is(kind, "value") && !token_is(kind, "cp") && !token_is(kind, "win") &&
        !token_is(kind, "loss"))
        exam_keep(exam, KEPT_INFO, GRADE_HINT,
                  "Known are: score value V (on your own scale), score cp V, score win N and score "
                  "loss N (N plies to the end).",
                  line, "the referee knows no 'score %s'", bz_quoted(kind.text, kind.length).text);
    else if (token_is(kind, "win") || token_is(kind, "loss") ? !read_integer(value, 0, &number)
                                                             : !is_number(value))
        exam_keep(exam, KEPT_INFO, GRADE_FAULT, form_advice, line,
                  "behind 'score %s' an info line has '%s', where a number belongs",
                  bz_quoted(kind.text, kind.length).text, bz_quoted(value.text, value.length).text);
}

/* The moves it expects, from the position it was asked about. */
static void judge_pv(struct exam *exam, struct token line, struct tokens *words)
{
    const struct bz_setup *setup = exam->order->setup;
    union bz_pos pos;
    struct token word;

    if (!exam->record)
        return;
    pos = exam->record->pos;
    while ((word = token_next(words)).length) {
        struct bz_error err;
        bz_move move;

        if (bz_parse_move(setup, &pos, word.text, word.length, &move, &err)) {
            exam_keep(exam, KEPT_INFO, GRADE_FAULT,
                      "A pv is the line of moves you expect, from the position you were asked "
                      "about, and ends the info line.",
                      line, "'%s' in the pv is no legal move there: %s",
                      bz_quoted(word.text, word.length).text, err.text);
            return;
        }
        setup->rules->play(&pos, move);
    }
}

/* False where the rest of the line is of no interest. */
static bool judge_key(struct exam *exam, struct token line, struct token key, struct tokens *words)
{
    static const char *const integers[] = {"depth",   "seldepth",       "nodes",    "nps",
                                           "time",    "multipv",        "hashfull", "tbhits",
                                           "cpuload", "currmovenumber", NULL};

    for (int i = 0; integers[i]; i++)
        if (token_is(key, integers[i])) {
            judge_integer(exam, line, key, token_next(words));
            return true;
        }
    if (token_is(key, "score")) {
        judge_score(exam, line, words);
    } else if (token_is(key, "pv")) {
        judge_pv(exam, line, words);
        return false;
    } else if (token_is(key, "currmove")) {
        token_next(words);
    } else if (!token_is(key, "lowerbound") && !token_is(key, "upperbound")) {
        exam_keep(exam, KEPT_INFO, GRADE_HINT, form_advice, line, "no info line has a word '%s'",
                  bz_quoted(key.text, key.length).text);
        return false;
    }
    return true;
}

void info_judge(struct exam *exam, struct token line, struct tokens words)
{
    struct token key;

    exam->infos++;
    do
        key = token_next(&words);
    while (key.length && !token_is(key, "string") && judge_key(exam, line, key, &words));
}
