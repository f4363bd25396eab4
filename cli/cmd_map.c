/*
 * cmd_map.c - `bazi map`: maps and boards are listed, checked, shown and made.
 *
 * A map belongs to a game. Unless one is named, it is the game of the folder the file lies in, or
 * else the first whose rules accept it.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "command.h"
#include "text/terminal.h"

enum { MAP_TEXT_MAX = 1 << 20 };

/* The game asked for. NULL with an empty error if none was. */
static const struct bz_game *asked_game(const struct invocation *inv, struct bz_error *err)
{
    const char *name = invocation_value(inv, "game");
    const struct bz_game *game = name ? bz_game_find(name, err) : NULL;

    if (game && !game->maps) {
        bz_fail(err, BZ_ERROR_UNFIT, "%s has no maps", game->name);
        return NULL;
    }
    return game;
}

/* The game one of whose maps this would be, to judge by the folder. */
static const struct bz_game *game_of_folder(const char *path)
{
    for (int i = 0; bz_game_at(i); i++) {
        char folder[80];

        snprintf(folder, sizeof(folder), "%s/", bz_game_at(i)->name);
        if (bz_game_at(i)->maps && strstr(path, folder))
            return bz_game_at(i);
    }
    return NULL;
}

/* Loads the map with the options given and one more, or NULL. */
static int load_with(const struct invocation *inv, const struct bz_game *game, const char *file,
                     const char *more, struct bz_setup *ret_setup, struct bz_error *err)
{
    const char *assignments[FLAGS_MAX + 2];
    char map[PATH_MAX + 80];
    int count = invocation_values(inv, "option", assignments);

    snprintf(map, sizeof(map), "%s=%s", game->maps->option, file);
    assignments[count++] = map;
    if (more)
        assignments[count++] = more;
    return bz_setup_init(ret_setup, game, assignments, count, err);
}

/* The rule sets of the game, "game1|game2"; empty for one without a choice, or when it has been
 * made already. */
static const char *rule_sets(const struct invocation *inv, const struct bz_game *game)
{
    int index = bz_option_find(game->options, game->name, "rules", 5, NULL);

    if (index < 0 || game->options[index].type != BZ_CHOICE || invocation_has(inv, "option"))
        return "";
    return game->options[index].choices;
}

/* A map need not be made for the rules that come first: unless they were asked for, all are tried.
 * Where it fits none, the first ones say why. */
static int load(const struct invocation *inv, const struct bz_game *game, const char *file,
                struct bz_setup *ret_setup, struct bz_error *err)
{
    const char *word = rule_sets(inv, game);
    int code = load_with(inv, game, file, NULL, ret_setup, err);

    for (size_t length; code && *word; word += length + (word[length] == '|')) {
        char rules[80];

        length = strcspn(word, "|");
        snprintf(rules, sizeof(rules), "rules=%.*s", (int)length, word);
        if (!load_with(inv, game, file, rules, ret_setup, NULL))
            return BZ_OK;
    }
    return code;
}

/* How far into the text an error lies, to judge by its "FILE:LINE:COLUMN: ". */
static long depth_of(const struct bz_error *err)
{
    const char *at = strchr(err->text, ':');

    for (; at; at = strchr(at + 1, ':')) {
        char *end;
        long line = strtol(at + 1, &end, 10), column;

        if (end == at + 1 || *end != ':')
            continue;
        column = strtol(end + 1, &end, 10);
        return line * 1000 + (column < 1000 ? column : 999);
    }
    return 0;
}

/* Loads the map for whichever game it fits; where it fits none, the one that read furthest says
 * why: that is the one it was most likely meant for. */
static int load_any(const struct invocation *inv, const char *file, struct bz_setup *ret_setup,
                    struct bz_error *err)
{
    long deepest = -1;

    bz_fail(err, BZ_ERROR_UNFIT, "no game has maps");
    for (int i = 0; bz_game_at(i); i++) {
        struct bz_error own;

        if (!bz_game_at(i)->maps)
            continue;
        if (!load(inv, bz_game_at(i), file, ret_setup, &own))
            return BZ_OK;
        if (depth_of(&own) > deepest) {
            deepest = depth_of(&own);
            *err = own;
            if (deepest > 0)
                bz_fail(err, own.code, "%s (for %s)", own.text, bz_game_at(i)->name);
        }
    }
    return err->code ? err->code : BZ_ERROR_UNFIT;
}

static int open_map(const struct invocation *inv, struct bz_setup *ret_setup)
{
    const char *file = invocation_operand(inv, 1);
    struct bz_error err = {.code = BZ_OK};
    const struct bz_game *game = asked_game(inv, &err);
    int code = err.code;

    if (!file) {
        complain("map: which file? (bazi map %s FILE)", invocation_operand(inv, 0));
        return STATUS_USAGE;
    }
    if (!game && !code)
        game = game_of_folder(file);
    if (!code)
        code = game ? load(inv, game, file, ret_setup, &err) : load_any(inv, file, ret_setup, &err);
    if (code) {
        complain("%s", err.text);
        return STATUS_USAGE;
    }
    return STATUS_DONE;
}

static void describe(const struct bz_setup *setup)
{
    char text[4096] = "";
    struct bz_buf buf = BZ_BUF(text);

    if (setup->game->maps->describe)
        setup->game->maps->describe(setup, &buf);
    fputs(text, stdout);
}

static int map_check(const struct invocation *inv)
{
    const struct bz_value *rules;
    struct bz_setup setup;

    if (open_map(inv, &setup))
        return STATUS_USAGE;
    rules = bz_setup_value(&setup, "rules");
    printf("%s: a good map for %s", invocation_operand(inv, 1), setup.game->name);
    if (rules)
        printf(" (rules=%s)", rules->text);
    putchar('\n');
    describe(&setup);
    bz_setup_release(&setup);
    return STATUS_DONE;
}

static int map_show(const struct invocation *inv)
{
    char drawing[BZ_DRAWING_MAX];
    struct bz_buf buf = BZ_BUF(drawing);
    struct bz_setup setup;
    union bz_pos pos;

    if (open_map(inv, &setup))
        return STATUS_USAGE;
    bz_start(&setup, &pos);
    setup.game->text->draw(&pos, terminal_draw_style(), BZ_MOVE_NONE, &buf);
    printf("%s\n", drawing);
    describe(&setup);
    bz_setup_release(&setup);
    return STATUS_DONE;
}

static int map_list(const struct invocation *inv)
{
    struct bz_error err = {.code = BZ_OK};
    const struct bz_game *asked = asked_game(inv, &err);

    if (invocation_operand(inv, 1))
        return complain("map: list takes no file");
    if (err.code)
        return complain("%s", err.text);
    for (int i = 0; bz_game_at(i); i++) {
        const struct bz_game *game = bz_game_at(i);
        char folder[80];
        size_t length;

        length = (size_t)snprintf(folder, sizeof(folder), "maps/%s/", game->name);
        for (int k = 0; bz_asset_at(k) && (!asked || asked == game); k++) {
            const char *name = bz_asset_at(k)->name;

            if (strncmp(name, folder, length) == 0)
                printf("%-10s %s=%.*s\n", game->name, game->maps->option,
                       (int)(strlen(name) - length - 4), name + length);
        }
    }
    return STATUS_DONE;
}

/* Reads --size and the -o of a new map into values. */
static int read_values(const struct invocation *inv, const struct bz_maps *maps,
                       struct bz_value *ret_values, struct bz_error *err)
{
    const char *given[FLAGS_MAX + 1];
    char size[80];
    int count = invocation_values(inv, "option", given);

    bz_option_defaults(maps->options, ret_values);
    if (invocation_value(inv, "size")) {
        snprintf(size, sizeof(size), "size=%s", invocation_value(inv, "size"));
        given[count++] = size;
    }
    for (int i = 0; i < count; i++) {
        size_t length = strcspn(given[i], "=");
        const char *value = given[i] + length + (given[i][length] == '=');
        int index = bz_option_find(maps->options, "a new map", given[i], length, err);
        int code = index < 0 ? index
                             : bz_option_parse(&maps->options[index], value, strlen(value),
                                               &ret_values[index], err);

        if (code)
            return code;
    }
    return BZ_OK;
}

/* A map that exists already is not written over. */
static int write_map(const char *text, const char *path)
{
    FILE *out = path ? fopen(path, "wx") : stdout;

    if (!out || fputs(text, out) == EOF || (path && fclose(out)))
        return complain("map: %s: cannot be written: %s", path ? bz_quoted_path(path).text : "",
                        strerror(errno));
    return STATUS_DONE;
}

static const struct bz_game *first_maker(void)
{
    for (int i = 0; bz_game_at(i); i++)
        if (bz_game_at(i)->maps && bz_game_at(i)->maps->generate)
            return bz_game_at(i);
    return NULL;
}

static int map_new(const struct invocation *inv)
{
    struct bz_value values[BZ_OPTIONS_MAX];
    struct bz_error err = {.code = BZ_OK};
    const struct bz_game *game = asked_game(inv, &err);
    int64_t seed = getpid();
    uint32_t drawn;
    struct bz_buf buf = {.size = MAP_TEXT_MAX};
    int status;

    if (!game && !err.code)
        game = first_maker();
    if (!game)
        return complain("map: %s", err.code ? err.text : "no game makes new maps");
    if (!game->maps->generate)
        return complain("map: new maps are not made for %s", game->name);
    if (getrandom(&drawn, sizeof(drawn), GRND_NONBLOCK) == sizeof(drawn))
        seed = drawn % 1000000;
    if (invocation_number(inv, "seed", 0, INT64_MAX, &seed))
        return STATUS_USAGE;
    buf.text = calloc(1, buf.size);
    if (!buf.text)
        return complain("map: not enough memory");
    if (read_values(inv, game->maps, values, &err) ||
        game->maps->generate(values, (uint64_t)seed, &buf, &err))
        status = complain("map: %s", err.text);
    else
        status = write_map(buf.text, invocation_operand(inv, 1));
    free(buf.text);
    return status;
}

int cmd_map(const struct invocation *inv)
{
    static const struct {
        const char *name;
        int (*run)(const struct invocation *inv);
    } actions[] = {{"check", map_check}, {"show", map_show}, {"new", map_new}, {"list", map_list}};
    const char *name = invocation_operand(inv, 0), *file = invocation_operand(inv, 1);

    if (file && bz_game_find(file, NULL))
        return complain("map: %s is a game, not a file; say --game %s", file, file);
    for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++)
        if (strcmp(actions[i].name, name) == 0)
            return actions[i].run(inv);
    return complain("map: '%s' is none of check, show, new, list",
                    bz_quoted(name, strlen(name)).text);
}
