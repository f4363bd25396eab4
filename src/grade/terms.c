/*
 * terms.c - from a file of baselines to the tournament that grades.
 *
 * Where two play it is a gauntlet, which the baselines run: submissions never meet. Where one plays
 * alone everybody does, from the same starts, and whoever got more out of one has won it.
 */
#include "grade/terms.h"

#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "base/utf8.h"

enum { GIVEN_MAX = BZ_PLAN_NAME_MAX - 20 }; /* characters of a name that gets a hash behind it */

static const char somebody[] = "submission";

/* --- reading ---------------------------------------------------------------------------------- */

static int seats_of(const json_t *config, struct bz_error *err)
{
    const json_t *options = json_object_get(config, "options");
    const char *list[BZ_PLAN_OPTIONS_MAX];
    const struct bz_game *game;
    struct bz_setup setup;
    int count = 0, seats;

    game = bz_game_find(json_string_value(json_object_get(config, "game")), err);
    if (!game)
        return BZ_ERROR_UNKNOWN;
    for (; count < (int)json_array_size(options) && count < BZ_PLAN_OPTIONS_MAX; count++)
        list[count] = json_string_value(json_array_get(options, (size_t)count));
    if (bz_setup_init(&setup, game, list, count, err))
        return err->code;
    seats = setup.rules->players;
    bz_setup_release(&setup);
    return seats;
}

/* Everybody has the same starts: who meets a baseline later must not have it easier. What would be
 * more cycles of these is more games. */
static bool level(json_t *config)
{
    const json_t *games = json_object_get(config, "games"), *cycles;
    json_t *openings = json_object_get(config, "openings");
    json_int_t count = games ? json_integer_value(games) : BZ_PLAN_GAMES_DEFAULT;

    cycles = json_object_get(config, "cycles");
    count *= cycles ? json_integer_value(cycles) : 1;
    json_object_del(config, "cycles");
    if (!openings && !json_object_set_new(config, "openings", json_object()))
        openings = json_object_get(config, "openings");
    return openings && !json_object_set_new(config, "games", json_integer(count)) &&
           !json_object_set_new(openings, "same", json_true());
}

/* A tournament needs somebody against the baselines before anybody is known. */
static int amend(json_t *config, struct bz_error *err)
{
    json_t *players = json_object_get(config, "players");
    int baselines = (int)json_array_size(players), seats = seats_of(config, err);

    if (seats < 0)
        return seats;
    if (seats > 2)
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "grading is for games with one or two seats, and this has %d", seats);
    json_object_del(config, "store");
    json_object_del(config, "lots");
    if (!level(config) ||
        json_object_set_new(config, "format",
                            json_string(seats == 1 ? "round-robin" : "gauntlet")) ||
        json_object_set_new(config, "challengers", json_integer(baselines)) ||
        json_array_append_new(players, json_pack("{s:s, s:s}", "name", somebody, "spec", "random")))
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the players");
    return BZ_OK;
}

static int fetch_weight(struct bz_terms *terms, const char *text, struct bz_error *err)
{
    const char *equals = strrchr(text, '=');
    char *end = NULL;
    double weight = equals ? strtod(equals + 1, &end) : -1;

    if (!equals || end == equals + 1 || *end || !(weight >= 0 && weight <= 1e6))
        return bz_fail(err, BZ_ERROR_SYNTAX,
                       "weights: '%s' is not a baseline's name, '=' and a number",
                       bz_quoted(text, strlen(text)).text);
    for (int i = 0; i < terms->baselines; i++) {
        const char *name = terms->plan.players[i].name;

        if (strlen(name) == (size_t)(equals - text) && !strncmp(name, text, strlen(name))) {
            terms->weights[i] = weight;
            return BZ_OK;
        }
    }
    return bz_fail(err, BZ_ERROR_UNKNOWN, "weights: there is no baseline '%s'",
                   bz_quoted(text, (size_t)(equals - text)).text);
}

static int fetch_weights(struct bz_terms *terms, const json_t *list, struct bz_error *err)
{
    double sum = 0;
    int code = BZ_OK;

    terms->weights = calloc((size_t)terms->baselines, sizeof(*terms->weights));
    if (!terms->weights)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the weights");
    for (int i = 0; i < terms->baselines; i++)
        terms->weights[i] = 1;
    for (size_t i = 0; i < json_array_size(list) && !code; i++)
        code = fetch_weight(terms, json_string_value(json_array_get(list, i)), err);
    for (int i = 0; i < terms->baselines; i++)
        sum += terms->weights[i];
    if (!code && sum <= 0)
        code = bz_fail(err, BZ_ERROR_RANGE, "weights: no baseline counts anything");
    return code;
}

int bz_terms_read(struct bz_terms *ret_terms, const char *path, struct bz_error *err)
{
    struct bz_terms terms = {.weights = NULL};
    const json_t *section;
    int code = bz_plan_read_amended(&terms.plan, path, amend, err);

    if (code)
        return code;
    section = json_object_get(terms.plan.config, "grade");
    terms.baselines = terms.plan.player_count - 1;
    terms.run = json_string_value(json_object_get(section, "run"));
    terms.build = json_string_value(json_object_get(section, "build"));
    terms.build_seconds = (int)bz_plan_number(&terms.plan, "grade", "build_seconds");
    terms.full = bz_plan_number(&terms.plan, "grade", "full");
    terms.highest = bz_plan_number(&terms.plan, "grade", "highest");
    code = fetch_weights(&terms, json_object_get(section, "weights"), err);
    if (code)
        bz_terms_release(&terms);
    else
        *ret_terms = terms;
    return code;
}

void bz_terms_release(struct bz_terms *terms)
{
    free(terms->weights);
    bz_plan_release(&terms->plan);
}

/* --- the tournament --------------------------------------------------------------------------- */

static json_t *enrol(json_t *config, struct bz_roster *roster, int baselines)
{
    json_t *players = json_object_get(config, "players"), *keys = json_array();
    bool whole = keys && !json_array_remove(players, (size_t)baselines);
    int number = baselines;

    for (int i = 0; i < roster->count && whole; i++) {
        struct bz_submission *one = &roster->list[i];

        if (!one->ready)
            continue;
        one->player = number++;
        whole =
            !json_array_append_new(players, json_pack("{s:s, s:s, s:s}", "name", one->slug, "spec",
                                                      one->recipe.spec, "folder", one->home)) &&
            !json_array_append_new(keys, json_string(one->key));
    }
    if (whole)
        return keys;
    json_decref(keys);
    return NULL;
}

/* Named by all that matters. How points become grades does not: that may be changed afterwards. */
static bool name_by_content(json_t *config, json_t *keys)
{
    const char *given = json_string_value(json_object_get(config, "name"));
    char hash[BZ_SHA256_TEXT], name[BZ_PLAN_NAME_BYTES + 1], *text;
    json_t *whole;

    json_object_del(config, "grade");
    whole = json_pack("{s:O, s:O}", "config", config, "keys", keys);
    text = whole ? json_dumps(whole, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    json_decref(whole);
    if (!text)
        return false;
    bz_sha256(text, strlen(text), hash);
    free(text);
    if (!given || bz_utf8_count(given, GIVEN_MAX) > GIVEN_MAX)
        given = "grade";
    snprintf(name, sizeof(name), "%s %.12s", given, hash);
    return !json_object_set_new(config, "name", json_string(name));
}

int bz_terms_plan(const struct bz_terms *terms, struct bz_roster *roster, struct bz_plan *ret_plan,
                  struct bz_error *err)
{
    json_t *config = json_deep_copy(terms->plan.config);
    json_t *keys = config ? enrol(config, roster, terms->baselines) : NULL;
    char *text = keys && name_by_content(config, keys) ? json_dumps(config, JSON_COMPACT) : NULL;
    int code = text ? bz_plan_parse(ret_plan, text, err)
                    : bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the plan");

    free(text);
    json_decref(keys);
    json_decref(config);
    return code;
}
