/*
 * test_diamonds_golden.c - what the course's server did, action by action: scores, counters,
 * places and reports of its log, outs.txt, and every byte it sent.
 */
#include "cases.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gamelog.h"
#include "games/diamonds/wire.h"
#include "golden.h"

enum { TEXT_MAX = 1 << 20, FILES_MAX = 256 };

/* --- starting a case -------------------------------------------------------------------------- */

static void add_rows(json_t *rows, struct bz_buf *out)
{
    for (size_t i = 0; i < json_array_size(rows); i++)
        bz_buf_add(out, "%s%s", i ? "/" : "", json_string_value(json_array_get(rows, i)));
}

/* The start as a position's text: rules, map, settings, and agents that have done nothing. */
static void start_text(json_t *rows, const char *rules, json_t *config, struct bz_buf *out)
{
    json_t *init = json_object_get(config, "init_score");
    json_t *traps = json_object_get(config, "trap_count");
    const char *none = !strcmp(rules, "v2021") ? ",-,0,0.0.0.0,0,0,0,0,-" : ",-,0,0.0.0.0,0,0,0,0";
    int players = golden_int(config, "player_count");

    bz_buf_add(out, "%s ", rules);
    add_rows(rows, out);
    bz_buf_add(out, " %d,", golden_int(config, "turn_count"));
    bz_buf_add(out, json_is_real(init) ? "%.1f" : "%.0f", json_number_value(init));
    bz_buf_add(out, ",%d,enter a1%s", traps ? (int)json_integer_value(traps) : 3, none);
    if (players == 2)
        bz_buf_add(out, " %c%zu%s",
                   'a' + (int)strlen(json_string_value(json_array_get(rows, 0))) - 1,
                   json_array_size(rows), none);
    bz_buf_add(out, " 1 A -");
}

static void start_case(struct bz_setup *setup, json_t *rows, const char *rules, json_t *config,
                       struct bz_record *ret_record)
{
    char text[BZ_POS_TEXT_MAX];
    struct bz_buf out = BZ_BUF(text);
    union bz_pos pos;

    start_text(rows, rules, config, &out);
    check_setup(setup, "diamonds", "");
    check_parse(setup, text, &pos);
    assert_string_equal(strchr(check_text(setup, &pos), ' '), strchr(text, ' '));
    bz_record_init(ret_record, setup, &pos);
}

static void play_text(struct bz_record *record, const char *text)
{
    assert_int_equal(bz_record_play(record, check_move(record->setup, &record->pos, text), NULL),
                     BZ_OK);
}

/* --- what a client did in a turn -------------------------------------------------------------- */

static bool is_action(const struct bz_record *record, const char *word)
{
    bz_move move;

    return bz_parse_move(record->setup, &record->pos, word, strlen(word), &move, NULL) == BZ_OK;
}

/* The word of turn `turn` (from 0); whatever the server could not read counts as NOOP. */
static const char *action_of(const struct bz_record *record, json_t *player, size_t turn)
{
    json_t *actions = json_object_get(player, "actions"), *raw = json_object_get(player, "raw");
    const char *word = json_string_value(json_array_get(actions, turn));

    for (size_t i = 0; i < json_array_size(raw); i++) {
        json_t *entry = json_array_get(raw, i);

        if (json_object_get(entry, "close"))
            break;
        if (json_object_get(entry, "confirm"))
            continue;
        if (turn-- == 0) {
            word = json_string_value(json_object_get(entry, "send"));
            break;
        }
    }
    return word && is_action(record, word) ? word : "NOOP";
}

/* --- comparing -------------------------------------------------------------------------------- */

static char *exported(const struct bz_record *record, const char *name)
{
    const struct bz_export *export = record->setup->game->exports;
    char *text = calloc(1, TEXT_MAX);
    FILE *file = fmemopen(text, TEXT_MAX, "w");
    struct bz_error err;

    while (strcmp(export->name, name) != 0)
        export ++;
    assert_non_null(file);
    if (export->write(record, file, &err))
        fail_msg("%s", err.text);
    fclose(file);
    return text;
}

static void same_json(json_t *got, json_t *wanted, const char *what)
{
    if (!json_equal(got, wanted)) {
        char *a = json_dumps(got, JSON_ENCODE_ANY), *b = json_dumps(wanted, JSON_ENCODE_ANY);

        fail_msg("%s: %s, not %s", what, a, b);
    }
}

/* Where the agents stand, by the letters in the log's map. */
static void same_places(json_t *map, json_t *wanted)
{
    for (size_t agent = 0; agent < json_array_size(wanted); agent++) {
        json_t *place = json_array_get(wanted, agent);
        size_t row = (size_t)json_integer_value(json_array_get(place, 0));
        size_t col = (size_t)json_integer_value(json_array_get(place, 1));
        const char *cell = json_string_value(json_array_get(json_array_get(map, row), col));

        assert_non_null(cell);
        assert_non_null(strchr(cell, (int)('A' + agent)));
    }
}

static void same_step(json_t *entry, json_t *step)
{
    static const char *const keys[] = {"turn", "agent", "finish", "winner_id", "report"};
    json_t *infos = golden_get(entry, "agents_info"), *scores = golden_get(step, "scores");
    json_t *wanted = json_object_get(step, "info");

    for (int i = 0; i < CHECK_COUNT(keys); i++)
        if (json_object_get(step, keys[i]))
            same_json(golden_get(entry, keys[i]), json_object_get(step, keys[i]), keys[i]);
    assert_int_equal(json_array_size(infos), json_array_size(scores));
    for (size_t i = 0; i < json_array_size(infos); i++) {
        json_t *info = json_array_get(infos, i);

        same_json(golden_get(info, "score"), json_array_get(scores, i), "score");
        json_object_del(info, "score");
        if (wanted)
            same_json(info, json_array_get(wanted, i), "info");
    }
    same_places(golden_get(entry, "map"), golden_get(step, "pos"));
}

static void same_map(json_t *map, json_t *wanted)
{
    for (size_t row = 0; row < json_array_size(wanted); row++) {
        char line[1024] = "";
        struct bz_buf out = BZ_BUF(line);
        json_t *cells = json_array_get(map, row);

        for (size_t i = 0; i < json_array_size(cells); i++)
            bz_buf_add(&out, "%s%s", i ? "|" : "", json_string_value(json_array_get(cells, i)));
        assert_string_equal(line, json_string_value(json_array_get(wanted, row)));
    }
}

/* Which is read back on the way. */
static json_t *log_of(const struct bz_record *record)
{
    char *text = exported(record, "gamelog");
    json_error_t error;
    json_t *log = json_loads(text, JSON_REJECT_DUPLICATES, &error);

    gamelog_round_trip(record, "");

    if (!log)
        fail_msg("the log is not JSON: %s", error.text);
    free(text);
    return log;
}

static void same_steps(json_t *log, json_t *steps)
{
    assert_int_equal(json_array_size(log), json_array_size(steps));
    for (size_t i = 0; i < json_array_size(steps); i++)
        same_step(json_array_get(log, i), json_array_get(steps, i));
}

/* --- the bytes on the wire -------------------------------------------------------------------- */

static void same_wire(json_t *chunks, const char *sent)
{
    for (size_t i = 0; i < json_array_size(chunks); i++) {
        json_t *chunk = json_array_get(chunks, i);
        const char *text = json_string_value(json_array_get(chunk, 1));

        if (strcmp(json_string_value(json_array_get(chunk, 0)), "S>C") != 0)
            continue;
        if (strncmp(sent, text, strlen(text)) != 0)
            fail_msg("sent '%.200s', not '%.200s'", sent, text);
        sent += strlen(text);
    }
    assert_string_equal(sent, "");
}

struct wires {
    char text[2][TEXT_MAX];
    struct bz_buf out[2];
};

static void game(void **state)
{
    json_t *entry = *state, *rounds = golden_get(entry, "rounds");
    json_t *players = golden_get(entry, "players"), *wire = golden_get(entry, "wire"), *log;
    struct wires *wires = calloc(1, sizeof(*wires));
    struct bz_setup setup;
    struct bz_record record;
    char *outs;

    start_case(&setup, golden_get(entry, "map"), golden_text(entry, "version"),
               golden_get(entry, "config"), &record);
    for (int i = 0; i < setup.rules->players; i++) {
        wires->out[i] = BZ_BUF(wires->text[i]);
        diamonds_wire_init((const struct diamonds *)&record.pos, i, &wires->out[i]);
    }
    while (json_array_size(rounds) && !bz_record_is_over(&record)) {
        int agent = setup.rules->turn(&record.pos);
        const struct diamonds *pos = (const struct diamonds *)&record.pos;
        json_t *player = json_array_get(players, (size_t)agent);

        diamonds_wire_turn(pos, &wires->out[agent]);
        play_text(&record, action_of(&record, player, pos->turn - 1u));
    }
    if (json_array_size(rounds)) {
        json_t *round = json_array_get(rounds, 0);

        for (int i = 0; i < setup.rules->players; i++)
            diamonds_wire_finish((const struct diamonds *)&record.pos, &wires->out[i]);
        log = log_of(&record);
        same_map(golden_get(json_array_get(log, json_array_size(log) - 1), "map"),
                 golden_get(round, "final_map"));
        same_steps(log, golden_get(round, "steps"));
        json_decref(log);
    }
    outs = exported(&record, "outs");
    assert_string_equal(outs, golden_text(entry, "outs_txt"));
    for (int i = 0; i < setup.rules->players; i++)
        same_wire(json_array_get(wire, (size_t)i), wires->text[i]);
    free(outs);
    free(wires);
    bz_record_release(&record);
    bz_setup_release(&setup);
}

/* --- phase 2 with the numbers drawn ----------------------------------------------------------- */

/* The original's walk along a row of its table. */
static const char *walk(json_t *row, double u)
{
    const char *word;
    json_t *p;

    json_object_foreach(row, word, p)
    {
        if (u <= json_number_value(p))
            return word;
        u -= json_number_value(p);
    }
    return "NOOP";
}

static const char *ground(const struct diamonds *pos)
{
    char tile = diamonds_tile(pos, pos->agent[pos->mover].cell);

    return tile == '*' ? "barbed" : tile == 'T' ? "teleport" : "normal";
}

static void play_drawn(struct bz_record *record, json_t *tables, const char *asked, json_t *draws)
{
    const struct diamonds *pos = (const struct diamonds *)&record->pos;
    json_t *row = golden_get(golden_get(tables, ground(pos)), asked);
    double u = json_number_value(json_array_get(json_array_get(draws, 0), 1));
    char text[BZ_MOVE_TEXT_MAX];
    bz_move exits[BZ_MOVES_MAX];

    play_text(record, asked);
    if (pos->phase == SLIP) {
        snprintf(text, sizeof(text), "slip:%s", walk(row, u));
        play_text(record, text);
    }
    if (pos->phase == EXIT) {
        json_t *choice = json_array_get(draws, 1);
        int count = record->setup->rules->moves(pos, exits);

        assert_int_equal(count, json_integer_value(json_array_get(choice, 2)));
        bz_record_play(record, exits[json_integer_value(json_array_get(choice, 1))], NULL);
    }
}

static void stochastic(void **state)
{
    json_t *entry = *state, *steps = golden_get(entry, "steps"), *log, *tables, *first;
    json_t *players = golden_get(entry, "players"), *config;
    char line[DIAMONDS_LINE_MAX];
    struct bz_buf out = BZ_BUF(line);
    struct bz_setup setup;
    struct bz_record record;
    const char *message;

    config = json_pack("{s:i,s:i,s:O}", "player_count", (int)json_array_size(players), "init_score",
                       0, "turn_count", golden_get(entry, "turn_count"));
    start_case(&setup, golden_get(entry, "map"), "p2", config, &record);
    diamonds_wire_init((const struct diamonds *)&record.pos, 0, &out);
    message = json_string_value(golden_get(entry, "init_message"));
    if (message)
        assert_int_equal(strncmp(line, message, out.length - 1), 0);
    first = json_loads(line, 0, NULL);
    tables = golden_get(first, "probabilities");
    for (size_t i = 0; i < json_array_size(steps); i++) {
        json_t *step = json_array_get(steps, i), *agent = golden_get(step, "agent");
        size_t turn = (size_t)golden_int(step, "turn") - 1;
        json_t *words;
        const char *word;

        if (json_is_null(agent))
            continue;
        words = json_array_get(players, (size_t)json_integer_value(agent) - 1);
        word = json_string_value(json_array_get(words, turn));
        play_drawn(&record, tables, word ? word : "NOOP", json_object_get(step, "draws"));
    }
    assert_true(bz_record_is_over(&record));
    log = log_of(&record);
    same_steps(log, steps);
    json_decref(log);
    json_decref(first);
    json_decref(config);
    bz_record_release(&record);
    bz_setup_release(&setup);
}

/* --- maps accepted and refused ---------------------------------------------------------------- */

/* What the original's message corresponds to in ours. */
static const char *sense_of(const char *error)
{
    static const struct {
        const char *theirs, *ours;
    } senses[] = {{"number of exist teleports", "only teleport"},
                  {"map corners", "four corners"},
                  {"length of each row", "where the first has"},
                  {"is not valid map character", "is no tile"},
                  {"can't bigger", "too large"},
                  {"list index", "no map"}};

    for (int i = 0; i < CHECK_COUNT(senses); i++)
        if (strstr(error, senses[i].theirs))
            return senses[i].ours;
    fail_msg("no such refusal: %s", error);
    return NULL;
}

static void map_check(void **state)
{
    json_t *entry = *state;
    const char *text = golden_text(entry, "map_text"), *assignment[1];
    char path[] = "/tmp/bazi-map-XXXXXX", option[64];
    FILE *file = fdopen(mkstemp(path), "w");
    struct bz_error err = {0};
    struct bz_setup setup;
    int code;

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    snprintf(option, sizeof(option), "map=%s", path);
    assignment[0] = option;
    code = bz_setup_init(&setup, bz_game_find("diamonds", NULL), assignment, 1, &err);
    remove(path);
    if (json_is_true(golden_get(entry, "ok"))) {
        const struct diamonds_world *world = setup.world;

        if (code)
            fail_msg("%s", err.text);
        assert_int_equal(world->rows, golden_int(entry, "height"));
        assert_int_equal(world->cols, golden_int(entry, "width"));
        bz_setup_release(&setup);
    } else {
        assert_true(code < 0);
        if (!strstr(err.text, sense_of(golden_text(entry, "error"))))
            fail_msg("'%s' refused as '%s'", text, err.text);
    }
}

/* --- the list --------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Every file of the folder but the two that hold several cases. */
static int list_files(char *ret_names[FILES_MAX])
{
    DIR *folder = opendir(check_path("golden/diamonds"));
    int count = 0;

    assert_non_null(folder);
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder))
        if (strstr(entry->d_name, ".json") && strcmp(entry->d_name, "map_check.json") != 0 &&
            strcmp(entry->d_name, "phase2_stochastic.json") != 0 && count < FILES_MAX)
            ret_names[count++] = strdup(entry->d_name);
    closedir(folder);
    qsort(ret_names, (size_t)count, sizeof(ret_names[0]), by_name);
    return count;
}

static void all_files_are_there(void **state)
{
    assert_true(*(int *)*state >= 44);
}

int main(void)
{
    json_t *chance = golden_load("golden/diamonds/phase2_stochastic.json");
    json_t *maps = golden_load("golden/diamonds/map_check.json"), *games[FILES_MAX], *entry;
    char *names[FILES_MAX];
    struct cases cases = {0};
    int count = list_files(names), failures;
    const char *key;

    cases_add(&cases, all_files_are_there, &count, "all files are there");
    for (int i = 0; i < count; i++) {
        char path[512];

        snprintf(path, sizeof(path), "golden/diamonds/%s", names[i]);
        games[i] = golden_load(path);
        cases_add(&cases, game, games[i], "game %s", golden_text(games[i], "name"));
    }
    for (size_t i = 0; i < json_array_size(chance); i++) {
        entry = json_array_get(chance, i);
        cases_add(&cases, stochastic, entry, "slips %s", golden_text(entry, "name"));
    }
    json_object_foreach(golden_get(maps, "p1"), key, entry)
        cases_add(&cases, map_check, entry, "map %s", key);
    failures = cases_run(&cases);
    for (int i = 0; i < count; i++) {
        json_decref(games[i]);
        free(names[i]);
    }
    json_decref(chance);
    json_decref(maps);
    return failures;
}
