/*
 * engine.c - the engine of the session, made ahead of the search that will need it.
 *
 * An engine belongs to a setup and a spec. It is made anew only when one of them has changed, and
 * the old one goes first, so that two tables never have to fit into memory together.
 */
#include <string.h>

#include "parts.h"

static const struct {
    enum ugi_option option;
    const char *key;
} keys[] = {{UGI_EVAL, "eval"},       {UGI_PRUNE, "prune"},     {UGI_HASH, "hash"},
            {UGI_THREADS, "threads"}, {UGI_MULTIPV, "multipv"}, {UGI_SEED, "seed"}};

static bool has_key(const struct bz_engine_kind *kind, const char *key)
{
    for (const struct bz_option *option = kind->options; option && option->name; option++)
        if (!strcmp(option->name, key))
            return true;
    return false;
}

/* Whether `best` can search with the evaluation that was chosen; it keeps its own if not. */
static bool suits_best(const struct bz_setup *setup, const char *eval)
{
    const struct bz_eval *evals = setup->rules->evals;

    for (int i = 0; evals[i].name; i++)
        if (!strcmp(evals[i].name, eval))
            return evals[i].kernel != NULL;
    return false;
}

static void write_spec(const struct bz_setup *setup, const struct ugi_options *options,
                       struct bz_buf *spec)
{
    const char *name = options->values[UGI_ENGINE].text;
    const struct bz_engine_kind *kind = bz_engine_kind_find(name, strlen(name), NULL);
    char mark = ':';

    bz_buf_add(spec, "%s", name);
    for (size_t i = 0; kind && i < sizeof(keys) / sizeof(keys[0]); i++) {
        if (!options->given[keys[i].option] || !has_key(kind, keys[i].key))
            continue;
        if (keys[i].option == UGI_EVAL && !strcmp(name, "best") &&
            !suits_best(setup, options->values[UGI_EVAL].text))
            continue;
        bz_buf_add(spec, "%c%s=%s", mark, keys[i].key, options->values[keys[i].option].text);
        mark = ',';
    }
}

void ugi_engine_drop(struct ugi *ugi)
{
    bz_engine_free(ugi->engine);
    ugi->engine = NULL;
}

/* Once an engine, and not before it is asked: whoever only inquires waits for one line. */
void ugi_engine_hint(struct ugi *ugi)
{
    const struct bz_solver *solver = ugi->setup->game->solver;
    char text[400] = "";
    struct bz_buf hint = BZ_BUF(text);

    if (!ugi->hinted && solver && solver->hint && !strncmp(ugi->spec, "best", strlen("best")))
        solver->hint(ugi->setup, &hint);
    ugi->hinted = true;
    if (*text)
        ugi_say(ugi, "info string %s", text);
}

int ugi_engine_make(struct ugi *ugi, struct bz_error *err)
{
    char text[UGI_SPEC_MAX] = "";
    struct bz_buf spec = BZ_BUF(text);

    write_spec(ugi->setup, &ugi->options, &spec);
    if (ugi->engine && !strcmp(ugi->spec, text))
        return BZ_OK;
    ugi_engine_drop(ugi);
    memcpy(ugi->spec, text, sizeof(text));
    ugi->hinted = false;
    return bz_engine_new(ugi->setup, text, &ugi->engine, err);
}

void ugi_engine_refit(struct ugi *ugi)
{
    const struct bz_option *option = &ugi->options.table[UGI_ENGINE];
    struct bz_value *value = &ugi->options.values[UGI_ENGINE];
    struct bz_error err;

    if (ugi_engine_make(ugi, &err) != BZ_ERROR_UNFIT)
        return;
    bz_option_parse(option, option->fallback, strlen(option->fallback), value, NULL);
    ugi->options.given[UGI_ENGINE] = false;
    ugi_say(ugi, "info string Engine is now %s: %s", value->text, err.text);
    ugi_engine_make(ugi, NULL);
}
