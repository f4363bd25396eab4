/*
 * plan_check.c - every key and value of a tournament file against the table of keys, with the line
 * where one is wrong.
 */
#include <stdlib.h>
#include <string.h>

#include "files/toml.h"
#include "tourney/plan_parts.h"

const struct bz_key *bz_plan_key(const char *section, const char *name)
{
    for (const struct bz_key *key = bz_plan_keys; key->name; key++)
        if (!strcmp(key->section, section) && !strcmp(key->name, name))
            return key;
    return NULL;
}

static bool is_section(const char *name)
{
    for (const struct bz_key *key = bz_plan_keys; key->name; key++)
        if (key->section[0] && !strcmp(key->section, name))
            return true;
    return false;
}

/* Whether it is written [NAME] or [[NAME]]. */
static bool is_table(const json_t *value)
{
    return json_is_object(value) || json_is_object(json_array_get(value, 0));
}

static int refuse_section(const struct bz_source *source, const char *name, struct bz_error *err)
{
    char names[200];
    struct bz_buf list = BZ_BUF(names);
    const char *last = "";

    bz_buf_clear(&list);
    for (const struct bz_key *key = bz_plan_keys; key->name; key++) {
        bool many = !strcmp(key->section, "players");

        if (strcmp(key->section, last) != 0)
            bz_buf_add(&list, "%s%s[%s]%s", list.length ? ", " : "", many ? "[" : "", key->section,
                       many ? "]" : "");
        last = key->section;
    }
    return bz_source_fail(source, bz_toml_place(source, name, 0), err, BZ_ERROR_UNKNOWN,
                          "no section '%s'; there are: %s", bz_quoted(name, strlen(name)).text,
                          names);
}

static int refuse_key(const struct bz_source *source, const char *section, const char *name,
                      struct bz_error *err)
{
    char names[200];
    struct bz_buf list = BZ_BUF(names);

    bz_buf_clear(&list);
    for (const struct bz_key *key = bz_plan_keys; key->name; key++)
        if (!strcmp(key->section, section))
            bz_buf_add(&list, "%s%s", list.length ? ", " : "", key->name);
    return bz_source_fail(source, bz_toml_place(source, name, 0), err, BZ_ERROR_UNKNOWN,
                          "no key '%s'%s%s; there are: %s", bz_quoted(name, strlen(name)).text,
                          section[0] ? " in " : "", section, names);
}

static bool is_text_list(json_t *value)
{
    size_t index;
    json_t *item;

    json_array_foreach(value, index, item) if (!json_is_string(item)) return false;
    return json_is_array(value);
}

/* What is wrong with a value, in a few words; NULL where nothing is. */
static const char *objection(const struct bz_key *key, json_t *value)
{
    switch (key->type) {
    case BZ_KEY_TEXT:
        return json_is_string(value) && json_string_length(value) ? NULL : "takes a text";
    case BZ_KEY_CHOICE:
        return json_is_string(value) && bz_plan_choice(key, json_string_value(value)) >= 0
                   ? NULL
                   : "takes one of these:";
    case BZ_KEY_INTEGER:
        return json_is_integer(value) && json_number_value(value) >= key->min &&
                       json_number_value(value) <= key->max
                   ? NULL
                   : "takes a whole number";
    case BZ_KEY_REAL:
        return json_is_number(value) && json_number_value(value) >= key->min &&
                       json_number_value(value) <= key->max
                   ? NULL
                   : "takes a number";
    case BZ_KEY_TRUTH:
        return json_is_boolean(value) ? NULL : "takes true or false";
    case BZ_KEY_LIST:
        return is_text_list(value) ? NULL : "takes a list of texts";
    }
    return NULL;
}

static int check_value(const struct bz_source *source, const struct bz_key *key, json_t *value,
                       struct bz_error *err)
{
    const char *wrong = objection(key, value);
    char range[80] = "";

    if (!wrong)
        return BZ_OK;
    if (key->type == BZ_KEY_INTEGER || key->type == BZ_KEY_REAL)
        snprintf(range, sizeof(range), " from %.0f to %.0f", key->min, key->max);
    return bz_source_fail(source, bz_toml_place(source, key->name, 0), err, BZ_ERROR_RANGE,
                          "%s %s%s%s%s", key->name, wrong, range, key->choices ? " " : "",
                          key->choices ? key->choices : "");
}

static int check_table(const struct bz_source *source, const char *section, json_t *table,
                       struct bz_error *err)
{
    const char *name;
    json_t *value;
    int code = BZ_OK;

    if (!json_is_object(table))
        return bz_source_fail(source, bz_toml_place(source, section, 0), err, BZ_ERROR_SYNTAX,
                              "%s is a table, written [%s]", section, section);
    json_object_foreach(table, name, value)
    {
        const struct bz_key *key = bz_plan_key(section, name);

        if (!section[0] && is_section(name))
            continue;
        if (!section[0] && !key && is_table(value))
            return refuse_section(source, name, err);
        code = key ? check_value(source, key, value, err) : refuse_key(source, section, name, err);
        if (code)
            return code;
    }
    return BZ_OK;
}

static int check_players(const struct bz_source *source, json_t *players, struct bz_error *err)
{
    size_t index;
    json_t *player;

    if (players && !is_table(players))
        return bz_source_fail(source, bz_toml_place(source, "players", 0), err, BZ_ERROR_SYNTAX,
                              "players are tables, each written [[players]]");
    if (json_is_object(players))
        return bz_source_fail(source, bz_toml_place(source, "players", 0), err, BZ_ERROR_SYNTAX,
                              "every player is a [[players]], in two pairs of brackets");
    if (json_array_size(players) == 0)
        return bz_source_fail(source, 0, err, BZ_ERROR_SYNTAX,
                              "nobody plays; every player is a [[players]] with a spec");
    if (json_array_size(players) > BZ_PAIRING_PLAYERS_MAX)
        return bz_source_fail(source, 0, err, BZ_ERROR_RANGE, "more than %d players",
                              BZ_PAIRING_PLAYERS_MAX);
    json_array_foreach(players, index, player)
    {
        int code = check_table(source, "players", player, err);

        if (code)
            return code;
        if (!json_object_get(player, "spec"))
            return bz_source_fail(source, bz_toml_place(source, "players", (int)index), err,
                                  BZ_ERROR_SYNTAX, "player %d has no spec", (int)index + 1);
    }
    return BZ_OK;
}

int bz_plan_check(const struct bz_source *source, json_t *config, struct bz_error *err)
{
    int code = check_table(source, "", config, err);
    const char *name;
    json_t *value;

    json_object_foreach(config, name, value)
    {
        if (code)
            return code;
        if (is_section(name) && strcmp(name, "players") != 0)
            code = check_table(source, name, value, err);
    }
    if (!code && !json_object_get(config, "game"))
        code = bz_source_fail(source, 0, err, BZ_ERROR_SYNTAX,
                              "which game? game = \"%s\", or another of 'bazi games'",
                              bz_game_at(0)->name);
    return code ? code : check_players(source, json_object_get(config, "players"), err);
}

/* The index-th word of a choice, with as many letters as its length. */
static const char *choice_at(const struct bz_key *key, int index, int *ret_length)
{
    const char *at = key->choices;

    while (index-- > 0)
        at = strchr(at, '|') + 1;
    *ret_length = (int)strcspn(at, "|");
    return at;
}

static int refuse_format(const struct bz_source *source, const struct bz_key *key, int format,
                         struct bz_error *err)
{
    const struct bz_key *formats = bz_plan_key("", "format");
    char words[120];
    struct bz_buf list = BZ_BUF(words);
    const char *word;
    int length;

    bz_buf_clear(&list);
    for (int i = 0; key->formats >> i; i++) {
        word = choice_at(formats, i, &length);
        if (key->formats >> i & 1)
            bz_buf_add(&list, "%s%.*s", list.length ? ", " : "", length, word);
    }
    word = choice_at(formats, format, &length);
    return bz_source_fail(source, bz_toml_place(source, key->name, 0), err, BZ_ERROR_UNFIT,
                          "%s is for %s; the format is %.*s", key->name, words, length, word);
}

/* A key that the format does not have would be an intention that nobody hears of. Only files are
 * looked at: what a store has was played as it is. */
int bz_plan_check_formats(const struct bz_source *source, json_t *config, struct bz_error *err)
{
    const char *word = json_string_value(json_object_get(config, "format")), *name;
    int format = word ? bz_plan_choice(bz_plan_key("", "format"), word) : 0;
    json_t *value;

    json_object_foreach(config, name, value)
    {
        const struct bz_key *key = bz_plan_key("", name);

        if (key && key->formats && !(key->formats >> format & 1))
            return refuse_format(source, key, format, err);
    }
    return BZ_OK;
}

int bz_plan_choice(const struct bz_key *key, const char *word)
{
    size_t length = strlen(word);
    int index = 0;

    for (const char *at = key->choices; at; index++) {
        size_t span = strcspn(at, "|");

        if (span == length && !memcmp(at, word, length))
            return index;
        at = at[span] ? at + span + 1 : NULL;
    }
    return -1;
}
