/*
 * options.c - the options of engine and game: `ugi` lists them, `setoption` sets them.
 *
 * Both kinds are struct bz_option tables. The game's table is its own; the engine's is put
 * together here from the engines there are and the keys their specs take, so that a range or a
 * default is written down in one place only. Where a game has an option of the same name as the
 * engine (a seed that also deals the cards), one setting serves both.
 */
#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "parts.h"

/* Used where no engine has the key. */
static const struct bz_option plain_table[UGI_OPTIONS + 1] = {
    [UGI_ENGINE] = {.name = "Engine", .type = BZ_CHOICE, .fallback = "best"},
    [UGI_DEPTH] = {.name = "Depth", .type = BZ_INTEGER, .fallback = "0", .max = BZ_DEPTH_MAX},
    [UGI_EVAL] = {.name = "Eval", .type = BZ_CHOICE, .fallback = "none"},
    [UGI_PRUNE] = {.name = "Prune", .type = BZ_CHOICE, .fallback = "none", .choices = "none"},
    [UGI_HASH] = {.name = "Hash", .type = BZ_INTEGER, .fallback = "1", .min = 1, .max = 1},
    [UGI_THREADS] = {.name = "Threads", .type = BZ_INTEGER, .fallback = "1", .min = 1, .max = 1},
    [UGI_MULTIPV] = {.name = "MultiPV", .type = BZ_INTEGER, .fallback = "1", .min = 1, .max = 1},
    [UGI_SEED] = {.name = "Seed", .type = BZ_INTEGER, .fallback = "0"},
};

/* The first engine's option of that key, or NULL. */
static const struct bz_option *find_key(const char *key)
{
    const struct bz_engine_kind *kind;

    for (int i = 0; (kind = bz_engine_kind_at(i)); i++)
        for (const struct bz_option *option = kind->options; option && option->name; option++)
            if (!strcmp(option->name, key))
                return option;
    return NULL;
}

static void take_key(struct ugi_options *options, enum ugi_option which, const char *key)
{
    const struct bz_option *option = find_key(key);
    const char *name = options->table[which].name;

    if (!option)
        return;
    options->table[which] = *option;
    options->table[which].name = name;
}

static void list_engines(struct ugi_options *options)
{
    struct bz_buf names = BZ_BUF(options->engines);
    const struct bz_engine_kind *kind;

    for (int i = 0; (kind = bz_engine_kind_at(i)); i++)
        bz_buf_add(&names, "%s%s", i ? "|" : "", kind->name);
    options->table[UGI_ENGINE].choices = options->engines;
}

static void list_evals(struct ugi_options *options, const struct bz_eval *evals)
{
    struct bz_buf names = BZ_BUF(options->evals);

    for (int i = 0; evals && evals[i].name; i++)
        bz_buf_add(&names, "%s%s", i ? "|" : "", evals[i].name);
    if (!names.length)
        bz_buf_add(&names, "none");
    options->table[UGI_EVAL].choices = options->evals;
    options->table[UGI_EVAL].fallback = evals && evals->name ? evals->name : "none";
}

void ugi_options_init(struct ugi *ugi)
{
    struct ugi_options *options = &ugi->options;

    memcpy(options->table, plain_table, sizeof(plain_table));
    take_key(options, UGI_PRUNE, "prune");
    take_key(options, UGI_HASH, "hash");
    take_key(options, UGI_THREADS, "threads");
    take_key(options, UGI_MULTIPV, "multipv");
    take_key(options, UGI_SEED, "seed");
    list_engines(options);
    list_evals(options, ugi->setup->rules->evals);
    bz_option_defaults(options->table, options->values);
}

void ugi_options_refresh(struct ugi *ugi)
{
    struct ugi_options *options = &ugi->options;
    const struct bz_option *eval = &options->table[UGI_EVAL];
    struct bz_value *value = &options->values[UGI_EVAL];

    list_evals(options, ugi->setup->rules->evals);
    if (!bz_option_parse(eval, value->text, strlen(value->text), value, NULL))
        return;
    bz_option_parse(eval, eval->fallback, strlen(eval->fallback), value, NULL);
    options->given[UGI_EVAL] = false;
    ugi_say(ugi, "info string Eval is now %s", value->text);
}

const struct bz_eval *ugi_options_eval(const struct ugi *ugi)
{
    const struct bz_eval *evals = ugi->setup->rules->evals;

    return evals && evals->name ? &evals[ugi->options.values[UGI_EVAL].number] : NULL;
}

/* Place in the table, or -1. As in the protocol's ancestor, capitals make no difference. */
static int find_name(const struct bz_option *table, struct token name)
{
    for (int i = 0; table[i].name; i++)
        if (strlen(table[i].name) == name.length &&
            !strncasecmp(table[i].name, name.text, name.length))
            return i;
    return -1;
}

static struct token whole(const char *text)
{
    return (struct token){text, strlen(text)};
}

static void say_option(struct ugi *ugi, const struct bz_option *option, const char *name,
                       const char *standard)
{
    static const char *const types[] = {
        [BZ_INTEGER] = "spin", [BZ_CHOICE] = "combo", [BZ_TEXT] = "string", [BZ_FILE] = "string"};
    struct bz_buf *line = ugi_open(ugi);

    bz_buf_add(line, "option name %s type %s default %s", name, types[option->type],
               *standard ? standard : "<empty>");
    if (option->type == BZ_INTEGER)
        bz_buf_add(line, " min %" PRId64 " max %" PRId64, option->min, option->max);
    for (const char *word = option->choices; option->type == BZ_CHOICE && *word;) {
        size_t length = strcspn(word, "|");

        bz_buf_add(line, " var %.*s", (int)length, word);
        word += length + (word[length] == '|');
    }
    ugi_close(ugi);
}

void ugi_do_ugi(struct ugi *ugi, struct tokens *tokens)
{
    const struct bz_option *table = ugi->options.table, *game = ugi->base.game->options;

    (void)tokens;
    ugi_say(ugi, "id name bazi %s", bz_version());
    ugi_say(ugi, "id author the bazi developers");
    for (int i = 0; i < UGI_OPTIONS; i++)
        if (find_name(game, whole(table[i].name)) < 0)
            say_option(ugi, &table[i], table[i].name, table[i].fallback);
    for (int i = 0; game[i].name; i++) {
        int same = find_name(table, whole(game[i].name)); /* is written as the engine's is */

        say_option(ugi, &game[i], same < 0 ? game[i].name : table[same].name, ugi->initial[i].text);
    }
    ugi_say(ugi, "ugiok");
}

/* The names of the table, but for those that stand in another one. */
static void add_names(struct bz_buf *list, const struct bz_option *table,
                      const struct bz_option *other)
{
    for (; table->name; table++)
        if (find_name(other, whole(table->name)) < 0)
            bz_buf_add(list, "%s%s", list->length ? ", " : "", table->name);
}

static void refuse_name(struct ugi *ugi, struct token name)
{
    static const struct bz_option nothing = {.name = NULL};
    char names[512] = "";
    struct bz_buf list = BZ_BUF(names);

    add_names(&list, ugi->options.table, ugi->base.game->options);
    add_names(&list, ugi->base.game->options, &nothing);
    ugi_error(ugi, "no option '%s'; there are: %s", bz_quoted(name.text, name.length).text, names);
}

/* Sets an option of the engine. One that costs the session its engine is taken back; where there
 * was none before either, the blame lies elsewhere and it stays. */
static void set_engine_option(struct ugi *ugi, int index, struct token text)
{
    struct bz_value *value = &ugi->options.values[index], before = *value, after;
    bool *given = &ugi->options.given[index], was_given = *given;
    struct bz_error err;

    if (bz_option_parse(&ugi->options.table[index], text.text, text.length, value, &err)) {
        ugi_error(ugi, "%s", err.text);
        return;
    }
    *given = true;
    if (!ugi_engine_make(ugi, &err)) {
        if (index == UGI_SEED)
            bz_engine_reset(ugi->engine); /* begins anew, the old number given again included */
        return;
    }
    after = *value;
    *value = before;
    *given = was_given;
    if (!ugi_engine_make(ugi, NULL) || index == UGI_ENGINE) {
        ugi_error(ugi, "%s", err.text);
        return;
    }
    *value = after;
    *given = true;
}

static bool set_game_option(struct ugi *ugi, int index, struct token value)
{
    struct bz_value checked;
    struct bz_setup copy;
    struct bz_error err;
    int code =
        bz_option_parse(&ugi->base.game->options[index], value.text, value.length, &checked, &err);

    if (!code) {
        bz_setup_copy(&ugi->base, &copy);
        code = bz_setup_set(&copy, ugi->base.game->options[index].name, checked.text, &err);
        if (code)
            bz_setup_release(&copy);
    }
    if (code)
        ugi_error(ugi, "%s", err.text);
    else
        ugi_rebase(ugi, &copy);
    return !code;
}

static void set_option(struct ugi *ugi, struct token name, struct token value)
{
    int engine = find_name(ugi->options.table, name);
    int game = find_name(ugi->base.game->options, name);

    if (engine < 0 && game < 0) {
        refuse_name(ugi, name);
        return;
    }
    if (token_is(value, "<empty>"))
        value.length = 0;
    if (game >= 0 && !set_game_option(ugi, game, value))
        return;
    if (engine >= 0)
        set_engine_option(ugi, engine, value);
}

void ugi_do_setoption(struct ugi *ugi, struct tokens *tokens)
{
    struct token head = token_next(tokens), name = token_next(tokens), mid = token_next(tokens);

    if (token_is(head, "name") && name.length && token_is(mid, "value"))
        set_option(ugi, name, tokens_rest(tokens));
    else
        ugi_error(ugi, "setoption is written: setoption name NAME value VALUE");
}
