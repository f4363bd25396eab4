/*
 * greeting.c - checks before any game: starting, saying hello, and bearing with what is not
 * understood.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "parts.h"

enum { QUIET_MICROS = 150000, LONG_LINE = 100000, TWICE = 2, CRLF_MILLIS = 2000 };

static const char ignore_advice[] =
    "What your program does not understand it has to skip: read a line, look at its first word, "
    "and go on with the next line if you do not know it.";

static double millis_since(int64_t begin)
{
    return (double)(bz_clock_micros() - begin) * 1e-3;
}

void check_start(struct exam *exam)
{
    int64_t begin = bz_clock_micros();

    if (exam_start(exam))
        exam_remark(exam, "%.0f ms", millis_since(begin));
}

static bool is_answer(struct token line)
{
    struct tokens rest;

    return line_begins(line, "ugiok", &rest) || line_begins(line, "readyok", &rest) ||
           line_begins(line, "bestmove", &rest);
}

void check_quiet(struct exam *exam)
{
    int64_t until = bz_clock_micros() + QUIET_MICROS;
    struct token line;
    enum bz_heard heard;

    while ((heard = exam_hear(exam, until, &line)) == BZ_HEARD_LINE)
        if (is_answer(line))
            exam_fault(exam, "Wait for the question: read a line first, then answer it.",
                       "your program answered before anything was asked");
        else
            exam_hint(exam, "The referee skips it; better print nothing before 'ugi' came.",
                      "your program printed something before it was asked");
    exam->kept[KEPT_STRAY].grade = GRADE_OK; /* it was told already */
    if (heard == BZ_HEARD_END || heard == BZ_HEARD_FLOOD) {
        exam_fail(exam, heard, "ugiok", 0);
        exam->hopeless = true;
    }
}

/* --- the answer to ugi ------------------------------------------------------------------------ */

/* An option line: what is missing or wrong, or NULL. Where a value may have blanks in it, it ends
 * before the next word that means something. */
struct option {
    struct token type, standard, min, max;
    int words; /* of its name */
    int choices;
    bool has_default;
};

static void read_option(struct tokens words, struct option *ret_option)
{
    struct token word = token_next(&words);
    bool named = token_is(word, "name");

    *ret_option = (struct option){.words = 0};
    for (word = token_next(&words); named && word.length && !token_is(word, "type");
         word = token_next(&words))
        ret_option->words++;
    if (word.length)
        ret_option->type = token_next(&words);
    while ((word = token_next(&words)).length) {
        if (token_is(word, "default")) {
            ret_option->standard = token_next(&words);
            ret_option->has_default = true;
        } else if (token_is(word, "min")) {
            ret_option->min = token_next(&words);
        } else if (token_is(word, "max")) {
            ret_option->max = token_next(&words);
        } else if (token_is(word, "var")) {
            ret_option->choices++;
        }
    }
}

static const char *spin_fault(const struct option *option)
{
    int64_t standard, min, max;

    if (!read_integer(option->min, INT64_MIN, &min) || !read_integer(option->max, INT64_MIN, &max))
        return "a spin has whole numbers behind 'min' and 'max'";
    if (!read_integer(option->standard, INT64_MIN, &standard) || standard < min || standard > max)
        return "the default of a spin is a whole number between min and max";
    return NULL;
}

static const char *option_fault(const struct option *option)
{
    static const char *const types[] = {"check", "spin", "combo", "button", "string", NULL};
    int i = 0;

    while (types[i] && !token_is(option->type, types[i]))
        i++;
    if (option->words == 0)
        return "the name is missing";
    if (!types[i])
        return "the type is none of check, spin, combo, button and string";
    if (!option->has_default && !token_is(option->type, "button"))
        return "the default is missing";
    if (token_is(option->type, "check") && !token_is(option->standard, "true") &&
        !token_is(option->standard, "false"))
        return "the default of a check is true or false";
    if (token_is(option->type, "combo") && option->choices == 0)
        return "a combo lists its values, each behind 'var'";
    return token_is(option->type, "spin") ? spin_fault(option) : NULL;
}

static void take_greeting(void *context, struct token line)
{
    struct exam *exam = context;
    struct tokens words;
    struct option option;
    const char *fault;

    if (line_begins(line, "id", &words) && token_is(token_next(&words), "name"))
        exam->named = tokens_rest(&words).length > 0;
    if (!line_begins(line, "option", &words))
        return;
    exam->options++;
    read_option(words, &option);
    fault = option_fault(&option);
    if (fault)
        exam_keep(exam, KEPT_OPTION, GRADE_FAULT,
                  "Written: option name Level type spin default 3 min 1 max 9; option name Style "
                  "type combo default calm var calm var wild. Options are not required.",
                  line, "of an option line %s", fault);
}

void check_greeting(struct exam *exam)
{
    int64_t begin = bz_clock_micros();

    bz_channel_question(&exam->channel);
    if (exam_listen(exam, "ugi", "ugiok", take_greeting, exam))
        exam_remark(exam, "%.0f ms", millis_since(begin));
    else
        exam->hopeless = true;
}

void check_name(struct exam *exam)
{
    if (!exam->named)
        exam_fault(exam, "Print 'id name NAME' before 'ugiok'; tables of results show it.",
                   "no line 'id name NAME' stood before 'ugiok'");
}

void check_options(struct exam *exam)
{
    if (exam->kept[KEPT_OPTION].grade == GRADE_OK)
        exam_remark(exam, "%d options", exam->options);
    else
        exam->found = exam->kept[KEPT_OPTION];
}

/* --- bearing with it -------------------------------------------------------------------------- */

void check_ready(struct exam *exam)
{
    int64_t begin = bz_clock_micros();

    for (int i = 0; i < TWICE && exam->here; i++)
        exam_exchange(exam, "isready", "readyok");
    exam_remark(exam, "%.1f ms each", millis_since(begin) / TWICE);
    exam->hopeless = !exam->here;
}

/* Says a line to which no answer is owed; it has to be there still. */
static void bear(struct exam *exam, const char *line)
{
    bz_channel_question(&exam->channel);
    exam_say(exam, line);
    if (!exam_expect(exam, "isready", "readyok"))
        exam->found.advice = ignore_advice;
}

void check_unknown(struct exam *exam)
{
    bear(exam, "xyzzy plugh 42");
}

void check_empty(struct exam *exam)
{
    bear(exam, "");
    if (exam->here)
        bear(exam, "   ");
}

void check_long(struct exam *exam)
{
    memset(exam->line, 'x', LONG_LINE);
    exam->line[LONG_LINE] = '\0';
    bear(exam, exam->line);
}

void check_setoption(struct exam *exam)
{
    bear(exam, "setoption name NoSuchOptionAnywhere value 1");
}

void check_crlf(struct exam *exam)
{
    struct tokens rest;

    bz_channel_question(&exam->channel);
    exam_say(exam, "isready\r");
    if (exam_hear_word(exam, "readyok", bz_clock_micros() + exam_patience(exam, CRLF_MILLIS),
                       &rest) == BZ_HEARD_LINE)
        return;
    exam_hint(exam,
              "The referee ends its lines with \\n alone. Programs on other systems may not: "
              "strip \\r from the end of a line.",
              "your program did not understand a line that ends with \\r\\n");
    exam_end(exam);
}

void check_newgame(struct exam *exam)
{
    exam_settle(exam);
}
