/*
 * session.c - the session and its table of commands.
 */
#include "session.h"

#include <inttypes.h>
#include <string.h>

#include "parts.h"

static void do_isready(struct ugi *ugi, struct tokens *tokens)
{
    (void)tokens;
    if (ugi_search_defers(ugi))
        return;
    if (!ugi_search_running(ugi))
        ugi_engine_make(ugi, NULL);
    ugi_say(ugi, "readyok");
}

static void do_uginewgame(struct ugi *ugi, struct tokens *tokens)
{
    (void)tokens;
    ugi_to_start(ugi);
    if (!ugi_engine_make(ugi, NULL))
        bz_engine_reset(ugi->engine);
}

static void do_stop(struct ugi *ugi, struct tokens *tokens)
{
    (void)tokens;
    ugi_search_stop(ugi);
}

static void do_perft(struct ugi *ugi, struct tokens *tokens)
{
    struct token depth = token_next(tokens);
    int64_t plies = 0;
    struct bz_error err;
    int code = bz_parse_integer(depth.text, depth.length, 0, BZ_DEPTH_MAX, "perft", &plies, &err);

    if (!code && token_next(tokens).length)
        code = bz_fail(&err, BZ_ERROR_SYNTAX, "perft takes exactly one number");
    if (ugi->ceiling.perft && plies > ugi->ceiling.perft)
        plies = ugi->ceiling.perft;
    if (code)
        ugi_error(ugi, "%s", err.text);
    else
        ugi_search_perft(ugi, (int)plies);
}

/* At a chance node the evaluation speaks for the player whose roll it is. */
static int speaker(const struct ugi *ugi)
{
    const struct bz_rules *rules = ugi->setup->rules;
    int turn = rules->turn(&ugi->pos);

    if (turn == BZ_CHANCE)
        turn = rules->roller ? rules->roller(&ugi->pos) : 0;
    return turn;
}

static void do_eval(struct ugi *ugi, struct tokens *tokens)
{
    const struct bz_eval *eval = ugi_options_eval(ugi);
    struct bz_buf *line;

    (void)tokens;
    if (!eval) {
        ugi_error(ugi, "%s has no evaluation", ugi->base.game->name);
        return;
    }
    line = ugi_open(ugi);
    bz_buf_add(line, "eval ");
    bz_buf_number(line, eval->value(&ugi->pos, eval->viewer ? eval->viewer - 1 : speaker(ugi)));
    ugi_close(ugi);
}

static void do_d(struct ugi *ugi, struct tokens *tokens)
{
    const struct bz_text *text = ugi->setup->game->text;
    struct bz_buf *lines = ugi_open(ugi);

    (void)tokens;
    text->draw(&ugi->pos, BZ_DRAW_ASCII, ugi->last, lines);
    bz_buf_add(lines, "fen ");
    text->format(&ugi->pos, lines);
    ugi_close(ugi);
}

enum { SETTLES = 1, TAKES_WORDS = 2 };

static const struct ugi_command {
    const char *name;
    unsigned traits;
    void (*run)(struct ugi *ugi, struct tokens *tokens);
} table[] = {
    {"ugi", 0, ugi_do_ugi},
    {"isready", 0, do_isready},
    {"setoption", SETTLES | TAKES_WORDS, ugi_do_setoption},
    {"uginewgame", SETTLES, do_uginewgame},
    {"position", SETTLES | TAKES_WORDS, ugi_do_position},
    {"go", SETTLES | TAKES_WORDS, ugi_do_go},
    {"stop", 0, do_stop},
    {"query", SETTLES | TAKES_WORDS, ugi_do_query},
    {"perft", SETTLES | TAKES_WORDS, do_perft},
    {"eval", SETTLES, do_eval},
    {"d", SETTLES, do_d},
    {"quit", 0, NULL},
};

static const struct ugi_command *find_command(struct token name)
{
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
        if (token_is(name, table[i].name))
            return &table[i];
    return NULL;
}

/* False for `quit`. */
static bool run(struct ugi *ugi, const struct ugi_command *command, struct tokens *tokens)
{
    struct tokens rest = *tokens;
    struct token more = token_next(&rest);

    if (more.length && !(command->traits & TAKES_WORDS)) {
        ugi_error(ugi, "%s takes nothing more: '%s'", command->name,
                  bz_quoted(more.text, more.length).text);
        return true;
    }
    if (!command->run) {
        ugi_search_quit(ugi);
        return false;
    }
    if (command->traits & SETTLES)
        ugi_search_settle(ugi);
    command->run(ugi, tokens);
    return true;
}

/* Of a line with anything more the error must come in its turn. */
enum ugi_call ugi_call_of(const char *text, size_t length)
{
    struct tokens tokens = {.at = text, .end = text + length};
    struct token name = token_next(&tokens);

    if (token_next(&tokens).length)
        return UGI_CALL_OTHER;
    return token_is(name, "isready") ? UGI_CALL_ISREADY
           : token_is(name, "stop")  ? UGI_CALL_STOP
           : token_is(name, "quit")  ? UGI_CALL_QUIT
                                     : UGI_CALL_OTHER;
}

bool ugi_must_wait(struct ugi *ugi, const char *text, size_t length)
{
    struct tokens tokens = {.at = text, .end = text + length};
    const struct ugi_command *command = find_command(token_next(&tokens));

    return command && command->traits & SETTLES && ugi_search_lasts(ugi);
}

bool ugi_line(struct ugi *ugi, const char *text, size_t length)
{
    struct tokens tokens = {.at = text, .end = text + length};
    struct token name = token_next(&tokens);
    const struct ugi_command *command = find_command(name);

    if (command && !run(ugi, command, &tokens))
        return false;
    if (!command && name.length)
        ugi_error(ugi, "unknown command '%s'", bz_quoted(name.text, name.length).text);
    return !atomic_load(&ugi->out.failed);
}

int ugi_init(struct ugi *ugi, const struct bz_setup *setup, ugi_write *write, void *context,
             struct bz_error *err)
{
    memset(ugi, 0, sizeof(*ugi));
    if (ugi_out_init(&ugi->out, write, context))
        return bz_fail(err, BZ_ERROR_MEMORY, "no memory for the protocol's output");
    if (ugi_search_init(ugi)) {
        ugi_out_release(&ugi->out);
        return bz_fail(err, BZ_ERROR_MEMORY, "the search thread cannot be started");
    }
    ugi->base = *setup;
    ugi->setup = &ugi->base;
    memcpy(ugi->initial, setup->values, sizeof(ugi->initial));
    ugi_options_init(ugi);
    ugi_to_start(ugi);
    return BZ_OK;
}

void ugi_release(struct ugi *ugi)
{
    if (!ugi)
        return;
    ugi_search_release(ugi);
    ugi_out_release(&ugi->out);
    ugi_engine_drop(ugi);
    if (ugi->setup == &ugi->fitted)
        bz_setup_release(&ugi->fitted);
    bz_setup_release(&ugi->base);
}
