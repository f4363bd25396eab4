/*
 * config.c - a course server's config.json: every key it needs, with the type it needs, before
 * anything of it is used.
 */
#include <stdio.h>
#include <string.h>

#include "bazi/wire.h"
#include "diamonds.h"
#include "files/json.h"

enum { CONFIG_MAX = 64 << 10, MAP_MAX = 64 << 10, SECONDS_MAX = 86400 };

enum type { TEXT, WHOLE, NUMBER, TRUTH };

struct entry {
    const char *key;
    enum type type;
    int64_t min, max; /* of a whole number */
    unsigned variants;
    bool optional;
};

enum { ALL = 1 << P1 | 1 << P2 | 1 << P3 | 1 << V2021 };

static const struct entry entries[] = {
    {"map", TEXT, 0, 0, ALL, false},
    {"server_ip", TEXT, 0, 0, ALL, false},
    {"server_port", WHOLE, 0, 65535, ALL, false},
    {"player_count", WHOLE, 1, 2, ALL, false},
    {"time_out", NUMBER, 0, 0, ALL, false},
    {"init_score", NUMBER, 0, 0, ALL, false},
    {"turn_count", WHOLE, 0, TURNS_MAX, ALL, false},
    {"init_random_location", TRUTH, 0, 0, ALL, false},
    {"round_repeat", WHOLE, 1, INT32_MAX, ALL, true}, /* the report's own sample has none */
    {"probabilities_xlsx", TEXT, 0, 0, 1 << P2 | 1 << P3, false},
    {"trap_count", WHOLE, 0, TRAP_COUNT_MAX, 1 << V2021, false},
};

struct config {
    struct bz_source source;
    json_t *root;
    enum variant variant;
};

/* The place of a key's value cannot be known better than by the key. */
static int refuse(const struct config *config, const char *key, struct bz_error *err,
                  const char *what)
{
    return bz_source_fail(&config->source, bz_json_place(&config->source, key, 0), err,
                          BZ_ERROR_SYNTAX, "\"%s\" must be %s", key, what);
}

static int check_entry(const struct config *config, const struct entry *entry, struct bz_error *err)
{
    const json_t *value = json_object_get(config->root, entry->key);
    char range[80];

    if (!value && entry->optional)
        return BZ_OK;
    if (!value)
        return bz_source_fail(&config->source, 0, err, BZ_ERROR_SYNTAX, "there is no \"%s\"",
                              entry->key);
    switch (entry->type) {
    case TEXT:
        return json_is_string(value) ? BZ_OK : refuse(config, entry->key, err, "a text");
    case NUMBER:
        return json_is_number(value) ? BZ_OK : refuse(config, entry->key, err, "a number");
    case TRUTH:
        return json_is_boolean(value) ? BZ_OK : refuse(config, entry->key, err, "true or false");
    case WHOLE:
        if (json_is_integer(value) && json_integer_value(value) >= entry->min &&
            json_integer_value(value) <= entry->max)
            return BZ_OK;
        break;
    }
    snprintf(range, sizeof(range), "a whole number between %d and %d", (int)entry->min,
             (int)entry->max);
    return refuse(config, entry->key, err, range);
}

static int check_entries(const struct config *config, struct bz_error *err)
{
    if (!json_is_object(config->root))
        return bz_source_fail(&config->source, 0, err, BZ_ERROR_SYNTAX,
                              "a configuration is an object, { ... }");
    for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++) {
        int code = BZ_OK;

        if (entries[i].variants >> config->variant & 1)
            code = check_entry(config, &entries[i], err);
        if (code)
            return code;
    }
    return BZ_OK;
}

static int number_of(const struct config *config, const char *key)
{
    return (int)json_integer_value(json_object_get(config->root, key));
}

/* As text, so that one reader decides what is allowed; a real keeps its point. */
static int take_init(const struct config *config, struct diamonds_world *world,
                     struct bz_error *err)
{
    const json_t *value = json_object_get(config->root, "init_score");
    char text[400];
    struct bz_error inner = {0};

    if (json_is_integer(value))
        snprintf(text, sizeof(text), "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else
        snprintf(text, sizeof(text), "%.10f", json_real_value(value));
    if (!diamonds_read_init(text, strlen(text), &world->init, &world->is_real, &inner))
        return BZ_OK;
    return bz_source_fail(&config->source, bz_json_place(&config->source, "init_score", 0), err,
                          inner.code, "%s", inner.text);
}

/* A map named by a configuration lies in maps/ beside it. */
static bool name_map(const struct config *config, char ret_name[BZ_VALUE_MAX])
{
    const char *name = json_string_value(json_object_get(config->root, "map"));

    return name && name[0] && !strchr(name, '/') &&
           snprintf(ret_name, BZ_VALUE_MAX, "maps/%s", name) < BZ_VALUE_MAX;
}

static int take_map(const struct config *config, const char *path, struct diamonds_world *world,
                    struct bz_error *err)
{
    const char *slash = strrchr(path, '/');
    char file[BZ_VALUE_MAX * 3], name[BZ_VALUE_MAX];
    struct bz_source source;
    int code;

    if (!name_map(config, name))
        return refuse(config, "map", err, "the name of a file in maps/");
    snprintf(file, sizeof(file), "%.*s%s", slash ? (int)(slash - path) + 1 : 0, path, name);
    code = bz_source_read(&source, file, MAP_MAX, err);
    if (code)
        return code;
    code = diamonds_read_map(world, &source, err);
    bz_source_release(&source);
    return code;
}

static int take(const struct config *config, const char *path, bool with_map,
                struct diamonds_world *world, bool *ret_random, struct bz_error *err)
{
    int code = take_init(config, world, err);

    if (!code && with_map)
        code = take_map(config, path, world, err);
    if (code)
        return code;
    world->players = number_of(config, "player_count");
    world->turns = number_of(config, "turn_count");
    if (config->variant == V2021)
        world->trap_count = number_of(config, "trap_count");
    *ret_random = json_is_true(json_object_get(config->root, "init_random_location"));
    return BZ_OK;
}

static void close_config(struct config *config)
{
    json_decref(config->root);
    bz_source_release(&config->source);
}

/* Reads and checks it; on failure there is nothing to close. */
static int open_config(struct config *config, const char *path, enum variant variant,
                       struct bz_error *err)
{
    int code;

    *config = (struct config){.root = NULL, .variant = variant};
    code = bz_source_read(&config->source, path, CONFIG_MAX, err);
    if (code)
        return code;
    code = bz_json_parse(&config->source, &config->root, err);
    if (!code)
        code = check_entries(config, err);
    if (code)
        close_config(config);
    return code;
}

bool diamonds_config_map(const char *path, char ret_name[BZ_VALUE_MAX])
{
    struct config config = {.root = NULL};
    bool named;

    if (bz_source_read(&config.source, path, CONFIG_MAX, NULL))
        return false;
    named = !bz_json_parse(&config.source, &config.root, NULL) && name_map(&config, ret_name);
    close_config(&config);
    return named;
}

int diamonds_read_config(struct diamonds_world *world, const char *path, bool with_map,
                         bool *ret_random, struct bz_error *err)
{
    struct config config;
    int code = open_config(&config, path, world->variant, err);

    if (code)
        return code;
    code = take(&config, path, with_map, world, ret_random, err);
    close_config(&config);
    return code;
}

static int take_terms(const struct config *config, struct bz_wire_terms *ret_terms,
                      struct bz_error *err)
{
    const char *address = json_string_value(json_object_get(config->root, "server_ip"));
    double seconds = json_number_value(json_object_get(config->root, "time_out"));

    if (!address[0] || strlen(address) >= sizeof(ret_terms->address))
        return refuse(config, "server_ip", err, "an address of this machine");
    if (!(seconds >= 0 && seconds <= SECONDS_MAX))
        return refuse(config, "time_out", err, "a number of seconds between 0 and 86400");
    snprintf(ret_terms->address, sizeof(ret_terms->address), "%s", address);
    ret_terms->limit = (int64_t)(seconds * 1e6);
    ret_terms->port = number_of(config, "server_port");
    if (json_object_get(config->root, "round_repeat"))
        ret_terms->rounds = number_of(config, "round_repeat");
    return BZ_OK;
}

int diamonds_read_terms(const struct bz_setup *setup, struct bz_wire_terms *ret_terms,
                        struct bz_error *err)
{
    struct bz_wire_terms terms = {"127.0.0.1", 9921, 1, 1000000};
    const char *path = setup->values[OPTION_CONFIG].text;
    struct config config;
    int code = BZ_OK;

    if (path[0]) {
        code = open_config(&config, path, (enum variant)setup->values[OPTION_RULES].number, err);
        if (code)
            return code;
        code = take_terms(&config, &terms, err);
        close_config(&config);
    }
    if (!code)
        *ret_terms = terms;
    return code;
}
