/*
 * query.c - questions about the position, each answered by one line.
 */
#include "parts.h"

typedef void answer_with(struct ugi *ugi, struct bz_buf *line);

static void add_bool(struct bz_buf *line, bool yes)
{
    bz_buf_add(line, " %s", yes ? "true" : "false");
}

static void answer_gameover(struct ugi *ugi, struct bz_buf *line)
{
    add_bool(line, bz_is_over(ugi->setup, &ugi->pos));
}

static void answer_p1turn(struct ugi *ugi, struct bz_buf *line)
{
    const struct bz_rules *rules = ugi->setup->rules;
    int turn = rules->turn(&ugi->pos);

    if (turn == BZ_CHANCE && rules->roller)
        turn = rules->roller(&ugi->pos);
    add_bool(line, turn == 0 && !bz_is_over(ugi->setup, &ugi->pos));
}

static void answer_turn(struct ugi *ugi, struct bz_buf *line)
{
    int turn = ugi->setup->rules->turn(&ugi->pos);

    if (bz_is_over(ugi->setup, &ugi->pos))
        bz_buf_add(line, " none");
    else if (turn == BZ_CHANCE)
        bz_buf_add(line, " chance");
    else
        bz_buf_add(line, " p%d", turn + 1);
}

static void answer_result(struct ugi *ugi, struct bz_buf *line)
{
    struct bz_record record;

    bz_record_init(&record, ugi->setup, &ugi->pos);
    bz_buf_add(line, " %s", bz_record_result(&record));
    bz_record_release(&record);
}

static void answer_score(struct ugi *ugi, struct bz_buf *line)
{
    for (int i = 0; i < ugi->setup->rules->players; i++) {
        bz_buf_char(line, ' ');
        bz_format_score(ugi->setup, &ugi->pos, i, line);
    }
}

static void answer_fen(struct ugi *ugi, struct bz_buf *line)
{
    bz_buf_char(line, ' ');
    ugi->setup->game->text->format(&ugi->pos, line);
}

static void answer_legalmoves(struct ugi *ugi, struct bz_buf *line)
{
    bz_move moves[BZ_MOVES_MAX];
    int count = ugi->setup->rules->moves(&ugi->pos, moves);

    for (int i = 0; i < count; i++) {
        bz_buf_char(line, ' ');
        bz_format_move(ugi->setup, &ugi->pos, moves[i], line);
    }
}

static bool at_chance(const struct ugi *ugi)
{
    const struct bz_rules *rules = ugi->setup->rules;

    return rules->turn(&ugi->pos) == BZ_CHANCE && rules->deal && !bz_is_over(ugi->setup, &ugi->pos);
}

/* Nothing where chance has nothing to decide. */
static void answer_chance(struct ugi *ugi, struct bz_buf *line)
{
    bz_move moves[BZ_MOVES_MAX];
    uint32_t weights[BZ_MOVES_MAX];
    int count = at_chance(ugi) ? ugi->setup->rules->deal(&ugi->pos, moves, weights) : 0;
    int64_t total = 0;

    for (int i = 0; i < count; i++)
        total += weights[i];
    for (int i = 0; i < count; i++) {
        bz_buf_char(line, ' ');
        bz_format_move(ugi->setup, &ugi->pos, moves[i], line);
        bz_buf_char(line, ' ');
        bz_buf_fraction(line, weights[i], total);
    }
}

static void query_islegal(struct ugi *ugi, struct tokens *tokens)
{
    struct token text = token_next(tokens);
    bz_move move;

    if (!text.length || token_next(tokens).length)
        ugi_error(ugi, "query islegal takes exactly one move");
    else
        ugi_say(ugi, "response %s",
                bz_parse_move(ugi->setup, &ugi->pos, text.text, text.length, &move, NULL) ? "false"
                                                                                          : "true");
}

static const struct {
    const char *name;
    answer_with *answer;
} queries[] = {
    {"gameover", answer_gameover}, {"p1turn", answer_p1turn},         {"turn", answer_turn},
    {"result", answer_result},     {"score", answer_score},           {"fen", answer_fen},
    {"chance", answer_chance},     {"legalmoves", answer_legalmoves},
};

static answer_with *find_query(struct token name)
{
    for (size_t i = 0; i < sizeof(queries) / sizeof(queries[0]); i++)
        if (token_is(name, queries[i].name))
            return queries[i].answer;
    return NULL;
}

void ugi_do_query(struct ugi *ugi, struct tokens *tokens)
{
    struct token name = token_next(tokens), more;
    answer_with *answer = find_query(name);
    struct bz_buf *line;

    if (token_is(name, "islegal")) {
        query_islegal(ugi, tokens);
        return;
    }
    more = token_next(tokens);
    if (!answer) {
        ugi_error(ugi, "unknown query '%s'", bz_quoted(name.text, name.length).text);
    } else if (more.length) {
        ugi_error(ugi, "query %.*s takes nothing more: '%s'", (int)name.length, name.text,
                  bz_quoted(more.text, more.length).text);
    } else {
        line = ugi_open(ugi);
        bz_buf_add(line, "response");
        answer(ugi, line);
        ugi_close(ugi);
    }
}
