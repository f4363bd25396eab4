/*
 * queries.c - questions about the position. Nobody has to answer them; an answer has to be ours,
 * and ours is asked of the protocol's own session.
 */
#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "ugi/session.h"

enum { POSITIONS_MOST = 5 };

static const struct query {
    const char *line;
    bool any_order;   /* of the words */
    enum grade grade; /* of a difference */
} queries[] = {
    {"query legalmoves", true, GRADE_FAULT}, {"query gameover", false, GRADE_FAULT},
    {"query turn", false, GRADE_FAULT},      {"query p1turn", false, GRADE_FAULT},
    {"query result", false, GRADE_FAULT},    {"query score", false, GRADE_HINT},
    {"query fen", false, GRADE_HINT},
};
enum { QUERIES = sizeof(queries) / sizeof(queries[0]) };

/* Our side: a session, and the last line it wrote. */
struct model {
    struct ugi ugi;
    char answer[UGI_TEXT_MAX];
    size_t length;
};

static int take_answer(void *context, const char *text, size_t length)
{
    struct model *model = context;

    memcpy(model->answer, text, length);
    model->length = length - 1; /* without the line's end */
    return 0;
}

static bool open_model(struct exam *exam, struct model *model)
{
    struct bz_setup setup;

    bz_setup_copy(exam->order->setup, &setup);
    if (!ugi_init(&model->ugi, &setup, take_answer, model, &exam->err))
        return true;
    bz_setup_release(&setup);
    return false;
}

static struct tokens ask_model(struct model *model, const char *line)
{
    struct tokens words;

    ugi_line(&model->ugi, line, strlen(line));
    words = (struct tokens){model->answer, model->answer + model->length};
    token_next(&words);
    return words;
}

/* --- comparing -------------------------------------------------------------------------------- */

static bool has_word(struct tokens words, struct token wanted)
{
    struct token word;

    while ((word = token_next(&words)).length)
        if (word.length == wanted.length && !memcmp(word.text, wanted.text, word.length))
            return true;
    return false;
}

static int count_words(struct tokens words)
{
    int count = 0;

    while (token_next(&words).length)
        count++;
    return count;
}

/* A word of the first that the second has not; of no length where there is none. */
static struct token missing(struct tokens words, struct tokens others)
{
    struct token word = token_next(&words);

    while (word.length && has_word(others, word))
        word = token_next(&words);
    return word;
}

static void compare_sets(struct exam *exam, struct tokens theirs, struct tokens ours)
{
    int our_count = count_words(ours), their_count = count_words(theirs);
    struct token lacks = {"", 0}, extra = {"", 0};

    if (their_count <= 2 * our_count) {
        lacks = missing(ours, theirs);
        extra = missing(theirs, ours);
    }
    if (lacks.length || extra.length || our_count != their_count)
        exam_fault(exam, "Compare your rules with 'bazi rules GAME'.",
                   "your program lists %d legal moves, and there are %d; missing: '%s', not legal: "
                   "'%s'",
                   their_count, our_count, bz_quoted(lacks.text, lacks.length).text,
                   bz_quoted(extra.text, extra.length).text);
}

static void compare(struct exam *exam, const struct query *query, struct tokens theirs,
                    struct tokens ours)
{
    struct token their = tokens_rest(&theirs), our = tokens_rest(&ours);

    if (query->any_order) {
        compare_sets(exam, (struct tokens){their.text, their.text + their.length},
                     (struct tokens){our.text, our.text + our.length});
        return;
    }
    if (their.length == our.length && !memcmp(their.text, our.text, our.length))
        return;
    if (query->grade == GRADE_FAULT)
        exam_fault(exam, "Compare your rules with 'bazi rules GAME'; or do not answer queries.",
                   "to '%s' your program answered '%s', right is '%s'", query->line,
                   bz_quoted(their.text, their.length).text, bz_quoted(our.text, our.length).text);
    else
        exam_hint(exam, "Nothing depends on it in a match.",
                  "to '%s' your program answered '%s', bazi says '%s'", query->line,
                  bz_quoted(their.text, their.length).text, bz_quoted(our.text, our.length).text);
}

/* --- asking ----------------------------------------------------------------------------------- */

/* A query on its way. */
struct asking {
    struct exam *exam;
    struct model *model;
    const struct query *query;
    bool answered;
};

static void take_response(void *context, struct token line)
{
    struct asking *asking = context;
    struct tokens rest;

    if (!line_begins(line, "response", &rest))
        return;
    asking->answered = true;
    compare(asking->exam, asking->query, rest, ask_model(asking->model, asking->query->line));
}

/* One query about the position exam->line tells of. Whether it was answered. */
static bool ask(struct exam *exam, struct model *model, const struct query *query)
{
    struct asking asking = {exam, model, query, false};

    talk_clear(&exam->talk);
    bz_channel_question(&exam->channel);
    exam_say(exam, exam->line);
    exam_say(exam, query->line);
    return exam_listen(exam, "isready", "readyok", take_response, &asking) && asking.answered;
}

/* All queries in one position; how many were answered. */
static int ask_all(struct exam *exam, struct model *model, const struct bz_record *record)
{
    int answered = 0;

    stroll_line(exam, record, 0);
    ugi_line(&model->ugi, exam->line, strlen(exam->line));
    for (int i = 0; i < QUERIES && exam->here; i++)
        answered += ask(exam, model, &queries[i]);
    return answered;
}

static void ask_everywhere(struct exam *exam, struct model *model)
{
    int positions =
        exam->order->positions < POSITIONS_MOST ? exam->order->positions : POSITIONS_MOST;
    int answered = 0;

    bz_random_seed(&exam->random, exam->order->seed);
    for (int i = 0; i < positions && exam->here && (i == 0 || answered); i++) {
        struct bz_record record;

        if (!stroll_random(exam, &record))
            answered += ask_all(exam, model, &record);
        bz_record_release(&record);
    }
    if (answered)
        exam_remark(exam, "%d answers", answered);
    else
        exam_remark(exam, "it answers none, and need not");
}

void check_queries(struct exam *exam)
{
    struct model *model = calloc(1, sizeof(*model));

    if (!model) {
        bz_fail(&exam->err, BZ_ERROR_MEMORY, "not enough memory for a session");
        return;
    }
    if (open_model(exam, model)) {
        ask_everywhere(exam, model);
        ugi_release(&model->ugi);
    }
    free(model);
}
