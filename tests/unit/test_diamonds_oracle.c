/*
 * test_diamonds_oracle.c - thousands of random games on random maps: the library against the plain
 * program written from the rules, after every action, in every rule set.
 */
#include "cases.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/diamonds/diamonds.h"
#include "oracle_diamonds.h"

enum { GAMES = 400, LOG_MAX = 4 << 20, SAMPLES = 100 };

struct match {
    struct oracle_diamonds oracle;
    struct bz_setup setup;
    struct bz_record record;
    struct bz_random random;
    json_t *reports;
};

static int below(struct match *match, int limit)
{
    return (int)bz_random_below(&match->random, (uint64_t)limit);
}

/* --- a random map and random settings --------------------------------------------------------- */

static void draw_map(struct match *match)
{
    struct oracle_diamonds *game = &match->oracle;
    bool old = !strcmp(game->rules, "v2021");
    const char *tiles = old ? "EEEEEWT11223344" : "EEEEEEWWT11223344gyrGYR**";
    int most = below(match, 20) ? 8 : 20, teleports = 0;

    game->height = 1 + below(match, most);
    game->width = 1 + below(match, most);
    for (int y = 0; y < game->height; y++) {
        for (int x = 0; x < game->width; x++) {
            bool corner = (y == 0 || y == game->height - 1) && (x == 0 || x == game->width - 1);
            char tile = tiles[below(match, (int)strlen(tiles))];

            game->map[y][x] = corner ? 'E' : tile;
            teleports += !corner && tile == 'T';
        }
        game->map[y][game->width] = '\0';
    }
    for (int y = 0; y < game->height && teleports == 1; y++)
        if (strchr(game->map[y], 'T'))
            *strchr(game->map[y], 'T') = 'E';
}

static void open_match(struct match *match)
{
    struct oracle_diamonds *game = &match->oracle;
    const char *none = strcmp(game->rules, "v2021") ? "" : ",-";
    int eighths = below(match, 2) ? below(match, 1600) - 400 : 0;
    char text[BZ_POS_TEXT_MAX];
    struct bz_buf out = BZ_BUF(text);
    union bz_pos pos;

    draw_map(match);
    game->on_entry = below(match, 2);
    game->players = 1 + below(match, 2);
    game->turns = below(match, 40);
    game->trap_count = below(match, 30);
    game->init = eighths / 8.0;
    oracle_diamonds_start(game);
    bz_buf_add(&out, "%s ", game->rules);
    for (int y = 0; y < game->height; y++)
        bz_buf_add(&out, "%s%s", y ? "/" : "", game->map[y]);
    bz_buf_add(&out, " %d,%.3f,%d,%s", game->turns, game->init, game->trap_count,
               game->on_entry ? "enter" : "stay");
    for (int i = 0; i < game->players; i++)
        bz_buf_add(&out, " %c%d,-,0,0.0.0.0,0,0,0,0%s", 'a' + game->agent[i].x,
                   game->agent[i].y + 1, none);
    bz_buf_add(&out, " 1 A -");
    check_setup(&match->setup, "diamonds", "");
    check_parse(&match->setup, text, &pos);
    bz_record_init(&match->record, &match->setup, &pos);
    match->reports = json_array();
}

static void close_match(struct match *match)
{
    json_decref(match->reports);
    bz_record_release(&match->record);
    bz_setup_release(&match->setup);
}

/* --- the same position ------------------------------------------------------------------------ */

static void same_agent(const struct match *match, int who)
{
    const struct oracle_agent *wanted = &match->oracle.agent[who];
    const struct diamonds *pos = (const struct diamonds *)&match->record.pos;
    const struct agent *agent = &pos->agent[who];
    int gems[5] = {0};

    assert_int_equal(agent->cell, wanted->y * match->oracle.width + wanted->x);
    for (int i = 0; i < 3; i++)
        assert_int_equal(agent->keys >> i & 1, wanted->key[i]);
    for (int i = 0; i < wanted->gems; i++)
        gems[wanted->gem[i]]++;
    for (int i = 0; i < 4; i++)
        assert_int_equal(agent->gems[i], gems[i + 1]);
    assert_int_equal(agent->hits, wanted->hits);
    assert_int_equal(agent->hurts, wanted->hurts);
    assert_int_equal(agent->traps, wanted->traps);
    check_number(diamonds_score(pos, who) / 8.0, oracle_diamonds_score(&match->oracle, who),
                 "score");
}

static void same_position(const struct match *match)
{
    const struct oracle_diamonds *game = &match->oracle;
    const struct diamonds *pos = (const struct diamonds *)&match->record.pos;

    assert_int_equal(bz_record_is_over(&match->record), oracle_diamonds_over(game));
    assert_int_equal(pos->turn, game->turn);
    assert_int_equal(pos->mover, game->who);
    for (int i = 0; i < game->players; i++)
        same_agent(match, i);
    for (int cell = 0; cell < game->height * game->width; cell++)
        assert_int_equal(diamonds_tile(pos, cell),
                         game->map[cell / game->width][cell % game->width]);
}

static void same_words(const struct match *match)
{
    bz_move moves[BZ_MOVES_MAX];
    int count = match->setup.rules->moves(&match->record.pos, moves);

    for (int i = 0; i < count; i++)
        assert_string_equal(check_move_text(&match->setup, &match->record.pos, moves[i]),
                            oracle_diamonds_word(&match->oracle, i));
    assert_null(oracle_diamonds_word(&match->oracle, count));
}

/* --- chance ----------------------------------------------------------------------------------- */

/* How many of a hundred numbers, evenly spread, turn the word into that one. */
static int frequency(const struct match *match, const char *word, const char *into)
{
    int n = 0;

    for (int i = 0; i < SAMPLES; i++)
        n += !strcmp(oracle_diamonds_becomes(&match->oracle, word, (i + 0.5) / SAMPLES), into);
    return n;
}

static const char *same_slips(struct match *match, const char *asked)
{
    static char word[16];
    bz_move moves[BZ_MOVES_MAX];
    uint32_t weights[BZ_MOVES_MAX];
    const struct bz_rules *rules = match->setup.rules;
    int count = rules->deal(&match->record.pos, moves, weights), sum = 0, chosen;

    assert_true(count > 1);
    for (int i = 0; i < count; i++) {
        const char *text = check_move_text(&match->setup, &match->record.pos, moves[i]);

        assert_memory_equal(text, "slip:", 5);
        assert_int_equal(weights[i] * 10, frequency(match, asked, text + 5));
        sum += (int)weights[i];
    }
    assert_int_equal(sum, 10);
    assert_int_equal(rules->unit(&match->record.pos) % 10, 0);
    assert_int_equal(rules->roller(&match->record.pos), match->oracle.who);
    chosen = below(match, count);
    snprintf(word, sizeof(word), "%s",
             check_move_text(&match->setup, &match->record.pos, moves[chosen]) + 5);
    bz_record_play(&match->record, moves[chosen], NULL);
    return word;
}

static int same_exits(struct match *match)
{
    static int places[LIST_MAX][2];
    bz_move moves[BZ_MOVES_MAX];
    uint32_t weights[BZ_MOVES_MAX];
    const struct bz_rules *rules = match->setup.rules;
    int count = rules->deal(&match->record.pos, moves, weights), chosen;

    assert_int_equal(count, oracle_diamonds_exits(&match->oracle, places));
    assert_true(count > 1);
    assert_int_equal(rules->unit(&match->record.pos) % (uint32_t)count, 0);
    for (int i = 0; i < count; i++) {
        char text[BZ_MOVE_TEXT_MAX];

        snprintf(text, sizeof(text), "exit:%c%d", 'a' + places[i][1], places[i][0] + 1);
        assert_string_equal(check_move_text(&match->setup, &match->record.pos, moves[i]), text);
        assert_int_equal(weights[i], weights[0]);
    }
    chosen = below(match, count);
    bz_record_play(&match->record, moves[chosen], NULL);
    return chosen;
}

/* --- one action, one game --------------------------------------------------------------------- */

static bool at_chance(const struct match *match, const char *kind)
{
    bz_move moves[BZ_MOVES_MAX];

    if (match->setup.rules->turn(&match->record.pos) != BZ_CHANCE)
        return false;
    match->setup.rules->moves(&match->record.pos, moves);
    return !strncmp(check_move_text(&match->setup, &match->record.pos, moves[0]), kind, 4);
}

static void one_action(struct match *match)
{
    char asked[16], executed[16], report[REPORT_TEXT_MAX];
    int words = 0, exit = 0;

    while (oracle_diamonds_word(&match->oracle, words))
        words++;
    snprintf(asked, sizeof(asked), "%s", oracle_diamonds_word(&match->oracle, below(match, words)));
    bz_record_play(&match->record, check_move(&match->setup, &match->record.pos, asked), NULL);
    snprintf(executed, sizeof(executed), "%s", oracle_diamonds_becomes(&match->oracle, asked, 0.5));
    assert_int_equal(at_chance(match, "slip"), frequency(match, asked, executed) < SAMPLES);
    if (at_chance(match, "slip"))
        snprintf(executed, sizeof(executed), "%s", same_slips(match, asked));
    if (at_chance(match, "exit"))
        exit = same_exits(match);
    oracle_diamonds_act(&match->oracle, asked, executed, exit, report);
    json_array_append_new(match->reports, json_string(report));
}

static void same_reports(const struct match *match)
{
    const struct bz_export *log = &match->setup.game->exports[1];
    char *text = calloc(1, LOG_MAX);
    FILE *file = fmemopen(text, LOG_MAX, "w");
    json_t *entries, *entry;
    size_t i, n = 0;

    assert_int_equal(log->write(&match->record, file, NULL), BZ_OK);
    fclose(file);
    entries = json_loads(text, 0, NULL);
    assert_non_null(entries);
    json_array_foreach(entries, i, entry)
    {
        if (json_is_integer(json_object_get(entry, "agent")))
            assert_string_equal(json_string_value(json_object_get(entry, "report")),
                                json_string_value(json_array_get(match->reports, n++)));
    }
    assert_int_equal(n, json_array_size(match->reports));
    json_decref(entries);
    free(text);
}

static void one_game(struct match *match)
{
    open_match(match);
    same_position(match);
    while (!oracle_diamonds_over(&match->oracle)) {
        same_words(match);
        one_action(match);
        same_position(match);
    }
    same_reports(match);
    close_match(match);
}

static void same_perft(struct match *match)
{
    uint64_t count = 0;

    open_match(match);
    for (int i = below(match, 8); i > 0 && !oracle_diamonds_over(&match->oracle); i--)
        one_action(match);
    for (int depth = 0; depth <= 3; depth++) {
        assert_int_equal(bz_perft(&match->setup, &match->record.pos, depth, NULL, &count, NULL),
                         BZ_OK);
        assert_int_equal(count, oracle_diamonds_perft(&match->oracle, depth));
    }
    close_match(match);
}

static void random_games(void **state)
{
    static struct match match;

    memset(&match, 0, sizeof(match));
    match.oracle.rules = *state;
    bz_random_seed(&match.random, 1401);
    for (int i = 0; i < GAMES; i++)
        one_game(&match);
    for (int i = 0; i < GAMES / 10; i++)
        same_perft(&match);
}

/* --- report.c --------------------------------------------------------------------------------- */

/* Plays a row's words by the oracle alone: chance outcomes stand behind what was asked for. */
static void play_row(struct oracle_diamonds *game, const char *moves)
{
    static int places[LIST_MAX][2];
    char asked[32], word[32], report[REPORT_TEXT_MAX], col;
    int used, row, n, exits;

    while (sscanf(moves, "%31s%n", asked, &used) == 1) {
        const char *executed = oracle_diamonds_becomes(game, asked, 0.5);

        moves += used;
        n = 0;
        if (sscanf(moves, " slip:%31s%n", word, &used) == 1) {
            executed = word;
            moves += used;
        }
        if (sscanf(moves, " exit:%c%n", &col, &used) == 1) {
            char *end;

            row = (int)strtol(moves + used, &end, 10);
            used = (int)(end - moves);
            exits = oracle_diamonds_exits(game, places);
            while (n < exits && (places[n][0] != row - 1 || places[n][1] != col - 'a'))
                n++;
            assert_true(n < exits);
            moves += used;
        }
        oracle_diamonds_act(game, asked, executed, n, report);
    }
    assert_true(oracle_diamonds_over(game));
}

static void report_rows(void **state)
{
    const struct bz_game *game = bz_game_find("diamonds", NULL);

    (void)state;
    for (const struct bz_report_row *row = game->report->rows; row->label; row++) {
        static struct oracle_diamonds oracle;
        struct bz_setup setup;
        const struct diamonds_world *world;

        check_setup(&setup, "diamonds", row->options);
        world = setup.world;
        oracle = (struct oracle_diamonds){.rules = bz_setup_value(&setup, "rules")->text,
                                          .on_entry = world->on_entry,
                                          .players = world->players,
                                          .turns = world->turns,
                                          .trap_count = world->trap_count,
                                          .init = world->init / 8.0,
                                          .height = world->rows,
                                          .width = world->cols};
        for (int cell = 0; cell < world->rows * world->cols; cell++)
            oracle.map[cell / world->cols][cell % world->cols] = world->place[cell].tile;
        oracle_diamonds_start(&oracle);
        play_row(&oracle, row->moves);
        assert_true(row->has_score);
        check_number(row->score, oracle_diamonds_score(&oracle, 0), row->label);
        bz_setup_release(&setup);
    }
}

int main(void)
{
    static char rules[][8] = {"p1", "p2", "p3", "v2021"};
    struct cases cases = {0};

    for (int i = 0; i < CHECK_COUNT(rules); i++)
        cases_add(&cases, random_games, rules[i], "%s: random games on random maps", rules[i]);
    cases_add(&cases, report_rows, NULL, "the scores to reproduce");
    return cases_run(&cases);
}
