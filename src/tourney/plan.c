/*
 * plan.c - from the values of a tournament file to a plan. They were checked before (plan_check.c),
 * so that fetching them cannot fail.
 */
#include "tourney/plan.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "files/json.h"
#include "files/toml.h"
#include "match/fixture.h"
#include "tourney/plan_parts.h"

/* --- fetching --------------------------------------------------------------------------------- */

static const json_t *value_of(const struct bz_plan *plan, const char *section, const char *name)
{
    const json_t *table = section[0] ? json_object_get(plan->config, section) : plan->config;

    return json_object_get(table, name);
}

static double number_of(const struct bz_plan *plan, const char *section, const char *name)
{
    const json_t *value = value_of(plan, section, name);
    const struct bz_key *key = bz_plan_key(section, name);

    return value ? json_number_value(value) : key->sample ? strtod(key->sample, NULL) : 0;
}

static int integer_of(const struct bz_plan *plan, const char *section, const char *name)
{
    return (int)number_of(plan, section, name);
}

static bool truth_of(const struct bz_plan *plan, const char *section, const char *name)
{
    return json_is_true(value_of(plan, section, name));
}

static int choice_of(const struct bz_plan *plan, const char *section, const char *name)
{
    const json_t *value = value_of(plan, section, name);

    return value ? bz_plan_choice(bz_plan_key(section, name), json_string_value(value)) : 0;
}

static void fetch_pairing(struct bz_plan *plan, int seats)
{
    struct bz_pairing_input *in = &plan->pairing;

    in->format = (enum bz_format)choice_of(plan, "", "format");
    in->scoring = (enum bz_scoring)choice_of(plan, "", "scoring");
    in->players = plan->player_count;
    in->seats = seats;
    in->games = integer_of(plan, "", "games");
    in->cycles = integer_of(plan, "", "cycles");
    in->rounds = integer_of(plan, "", "rounds");
    in->challengers = integer_of(plan, "", "challengers");
    in->reach = integer_of(plan, "", "reach");
    in->replays = integer_of(plan, "", "replays");
    in->third_place = truth_of(plan, "", "third_place");
    in->lots = truth_of(plan, "", "lots");
    in->seed = (uint64_t)number_of(plan, "", "seed");
}

static void fetch_control(struct bz_plan *plan)
{
    struct bz_control *control = &plan->control;

    control->depth = integer_of(plan, "clock", "depth");
    control->nodes = (uint64_t)number_of(plan, "clock", "nodes");
    control->main = (int64_t)(number_of(plan, "clock", "time") * 1000 + 0.5);
    control->increment = (int64_t)(number_of(plan, "clock", "increment") * 1000 + 0.5);
    control->bank = (int64_t)number_of(plan, "clock", "bank");
    control->margin = (int64_t)number_of(plan, "clock", "margin");
    if (value_of(plan, "clock", "movetime") || !(control->depth || control->nodes || control->main))
        control->movetime = (int64_t)number_of(plan, "clock", "movetime");
}

static void fetch_rest(struct bz_plan *plan)
{
    struct bz_adjudication *rules = &plan->adjudication;

    plan->store = json_string_value(value_of(plan, "", "store"));
    plan->concurrency = integer_of(plan, "", "concurrency");
    plan->failures = integer_of(plan, "", "failures");
    plan->speed = number_of(plan, "clock", "speed");
    rules->resign_moves = integer_of(plan, "adjudication", "resign_moves");
    rules->resign_value = number_of(plan, "adjudication", "resign_value");
    rules->draw_moves = integer_of(plan, "adjudication", "draw_moves");
    rules->draw_value = number_of(plan, "adjudication", "draw_value");
    rules->draw_from = integer_of(plan, "adjudication", "draw_from");
    rules->plies = integer_of(plan, "adjudication", "plies");
    plan->house.megabytes = (int64_t)number_of(plan, "sandbox", "memory");
    plan->house.patience = (int64_t)number_of(plan, "sandbox", "patience");
    plan->house.unsafe_ok = truth_of(plan, "sandbox", "unsafe_ok");
    plan->same = truth_of(plan, "openings", "same");
    if (value_of(plan, "openings", "plies"))
        plan->opening = integer_of(plan, "openings", "plies");
    if (plan->start_count || value_of(plan, "openings", "plies"))
        plan->opening = plan->opening ? plan->opening : -1;
}

static int fetch_options(struct bz_plan *plan, const struct bz_source *source, struct bz_error *err)
{
    const json_t *list = value_of(plan, "", "options");
    size_t count = json_array_size(list);

    if (count > BZ_PLAN_OPTIONS_MAX)
        return bz_source_fail(source, bz_toml_place(source, "options", 0), err, BZ_ERROR_RANGE,
                              "more than %d options", BZ_PLAN_OPTIONS_MAX);
    for (size_t i = 0; i < count; i++)
        plan->options[i] = json_string_value(json_array_get(list, i));
    plan->option_count = (int)count;
    return BZ_OK;
}

/* A name is shown in tables and files: one line of printable characters, not too long. */
static bool is_name(const char *text)
{
    int count = bz_utf8_count(text, BZ_PLAN_NAME_MAX);
    bool fine = count > 0 && count <= BZ_PLAN_NAME_MAX && text[0] != ' ';

    for (size_t i = 0; fine && text[i]; i++)
        fine = (unsigned char)text[i] >= ' ' && text[i] != 0x7f;
    return fine;
}

static int check_name(const struct bz_plan *plan, const struct bz_source *source, int index,
                      struct bz_error *err)
{
    const char *name = plan->players[index].name;
    size_t place = bz_toml_place(source, "players", index);

    if (!is_name(name))
        return bz_source_fail(source, place, err, BZ_ERROR_RANGE,
                              "player %d needs a name of at most %d characters", index + 1,
                              BZ_PLAN_NAME_MAX);
    for (int i = 0; i < index; i++)
        if (!strcmp(plan->players[i].name, name))
            return bz_source_fail(source, place, err, BZ_ERROR_UNFIT,
                                  "two players are called '%s'; give one of them another name",
                                  bz_quoted(name, strlen(name)).text);
    return BZ_OK;
}

static int fetch_players(struct bz_plan *plan, const struct bz_source *source, struct bz_error *err)
{
    const json_t *list = json_object_get(plan->config, "players");
    int count = (int)json_array_size(list), code = BZ_OK;

    plan->players = calloc((size_t)count, sizeof(*plan->players));
    if (!plan->players)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the players");
    plan->player_count = count;
    for (int i = 0; i < count && !code; i++) {
        const json_t *item = json_array_get(list, (size_t)i), *name = json_object_get(item, "name");
        struct bz_plan_player *player = &plan->players[i];

        player->spec = json_string_value(json_object_get(item, "spec"));
        player->name = name ? json_string_value(name) : player->spec;
        player->folder = json_string_value(json_object_get(item, "folder"));
        code = check_name(plan, source, i, err);
    }
    return code;
}

/* How many sit down together, and in which teams. */
static int fetch_seats(struct bz_plan *plan, int *ret_seats, struct bz_error *err)
{
    struct bz_fixture fixture = {.game = plan->game,
                                 .assignments = plan->options,
                                 .assignment_count = plan->option_count,
                                 .opening = -1};
    struct bz_setup setup;
    struct bz_record record;
    int code = bz_fixture_open(&fixture, &setup, &record, err);

    if (code)
        return code;
    *ret_seats = setup.rules->players;
    plan->teams = setup.rules->teams;
    bz_record_release(&record);
    bz_setup_release(&setup);
    return BZ_OK;
}

static int fetch_game(struct bz_plan *plan, const struct bz_source *source, struct bz_error *err)
{
    struct bz_error why;
    int seats;

    plan->game = bz_game_find(json_string_value(value_of(plan, "", "game")), &why);
    if (!plan->game)
        return bz_source_fail(source, bz_toml_place(source, "game", 0), err, why.code, "%s",
                              why.text);
    if (fetch_seats(plan, &seats, &why))
        return bz_source_fail(source, bz_toml_place(source, "options", 0), err, why.code, "%s",
                              why.text);
    fetch_pairing(plan, seats);
    if (bz_pairing_check(&plan->pairing, &why))
        return bz_source_fail(source, 0, err, why.code, "%s", why.text);
    return BZ_OK;
}

static int fetch(struct bz_plan *plan, const struct bz_source *source, struct bz_error *err)
{
    int code = fetch_options(plan, source, err);

    plan->name = json_string_value(value_of(plan, "", "name"));
    if (!code && (!plan->name || !is_name(plan->name)))
        code = bz_source_fail(source, bz_toml_place(source, "name", 0), err, BZ_ERROR_RANGE,
                              "a tournament's name has 1 to %d printable characters",
                              BZ_PLAN_NAME_MAX);
    if (!code)
        code = fetch_players(plan, source, err);
    if (!code)
        code = fetch_game(plan, source, err);
    if (!code)
        code = bz_plan_fetch_starts(plan, value_of(plan, "openings", "list"), source, err);
    if (!code) {
        fetch_control(plan);
        fetch_rest(plan);
    }
    return code;
}

/* Makes every player once: who cannot be made at all is a mistake of the file. Whether a program
 * runs is found out when it plays. */
static int try_players(const struct bz_plan *plan, const struct bz_source *source,
                       struct bz_error *err)
{
    const char *options[2 * BZ_PLAN_OPTIONS_MAX];
    struct bz_fixture fixture = bz_plan_fixture(plan, 0, options);
    struct bz_house house = plan->house;
    struct bz_setup setup;
    struct bz_record record;
    struct bz_error why;
    int code = bz_fixture_open(&fixture, &setup, &record, err);

    if (code)
        return code;
    for (int i = 0; i < plan->player_count && !code; i++) {
        struct bz_player *player = NULL;

        house.home = plan->players[i].folder;
        code = bz_player_new(&setup, plan->players[i].spec, 0, &house, &player, &why);
        bz_player_free(player);
        if (code)
            bz_source_fail(source, bz_toml_place(source, "spec", i), err, code, "player %d: %s",
                           i + 1, why.text);
    }
    bz_record_release(&record);
    bz_setup_release(&setup);
    return code;
}

/* More games than anybody plays are a slip of the pen, and would fill the disk before it shows. */
static int check_total(const struct bz_plan *plan, const struct bz_source *source,
                       struct bz_error *err)
{
    struct bz_pairing_input in = plan->pairing;
    struct bz_pairing_total total;

    in.replays = 0; /* perhaps there are none */
    if (bz_pairing_total(&in, &total, err) || total.games <= BZ_PLAN_GAMES_MAX)
        return BZ_OK;
    return bz_source_fail(source, bz_toml_place(source, "games", 0), err, BZ_ERROR_RANGE,
                          "these are %lld games; a tournament has at most %d",
                          (long long)total.games, BZ_PLAN_GAMES_MAX);
}

/* --- doors ------------------------------------------------------------------------------------ */

double bz_plan_number(const struct bz_plan *plan, const char *section, const char *name)
{
    return number_of(plan, section, name);
}

int bz_plan_parse(struct bz_plan *ret_plan, const char *text, struct bz_error *err)
{
    struct bz_source source = {.name = "plan", .text = strdup(text), .length = strlen(text)};
    struct bz_plan plan = {.config = NULL};
    int code = source.text ? bz_json_parse(&source, &plan.config, err)
                           : bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the plan");

    if (!code)
        code = bz_plan_check(&source, plan.config, err);
    if (!code)
        code = fetch(&plan, &source, err);
    free(source.text);
    if (code)
        bz_plan_release(&plan);
    else
        *ret_plan = plan;
    return code;
}

int bz_plan_read(struct bz_plan *ret_plan, const char *path, struct bz_error *err)
{
    return bz_plan_read_amended(ret_plan, path, NULL, err);
}

int bz_plan_read_amended(struct bz_plan *ret_plan, const char *path, bz_plan_amend *amend,
                         struct bz_error *err)
{
    struct bz_plan plan = {.config = NULL};
    struct bz_source source;
    int code = bz_toml_read(path, BZ_PLAN_FILE_MAX, &source, &plan.config, err);

    if (code)
        return code;
    code = bz_plan_check(&source, plan.config, err);
    if (!code)
        code = bz_plan_check_formats(&source, plan.config, err);
    if (!code)
        code = bz_plan_complete(&plan, path, &source, err);
    if (!code && amend)
        code = amend(plan.config, err);
    if (!code)
        code = fetch(&plan, &source, err);
    if (!code)
        code = check_total(&plan, &source, err);
    if (!code)
        code = try_players(&plan, &source, err);
    bz_source_release(&source);
    if (code)
        bz_plan_release(&plan);
    else
        *ret_plan = plan;
    return code;
}

void bz_plan_release(struct bz_plan *plan)
{
    for (int i = 0; i < plan->start_count; i++)
        free(plan->starts[i].line);
    free(plan->starts);
    free(plan->players);
    json_decref(plan->config);
}

char *bz_plan_text(const struct bz_plan *plan)
{
    return json_dumps(plan->config, JSON_COMPACT | JSON_SORT_KEYS);
}

/* What decides the games. */
static void strip(json_t *config)
{
    json_object_del(config, "store");
    json_object_del(config, "concurrency");
}

bool bz_plan_is(const struct bz_plan *plan, const char *text)
{
    json_t *mine = json_deep_copy(plan->config);
    json_t *other = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    bool same;

    strip(mine);
    strip(other);
    same = mine && other && json_equal(mine, other);
    json_decref(mine);
    json_decref(other);
    return same;
}
