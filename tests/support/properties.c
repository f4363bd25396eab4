/*
 * properties.c - the questions put to every game. Memory around whatever a game writes is painted
 * beforehand, so that one byte too many is seen.
 */
#include "properties.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "search/kernel.h"

enum { PAINT = 0xa5, PLIES_MAX = 1200, TEXTS_MAX = 100, DRAWING_MAX = 1 << 16 };

static void word_has_only(const char *word, const char *marks)
{
    assert_non_null(word);
    assert_true(strlen(word) > 0 && strlen(word) < 32);
    for (const char *p = word; *p; p++)
        assert_true(islower((unsigned char)*p) || isdigit((unsigned char)*p) || strchr(marks, *p));
}

static void word_is_plain(const char *word)
{
    word_has_only(word, "_");
}

static void line_is_plain(const char *line)
{
    assert_non_null(line);
    assert_true(strlen(line) > 0 && strlen(line) < 100);
    for (const char *p = line; *p; p++)
        assert_true(isprint((unsigned char)*p));
}

static void choices_are_words(const char *choices)
{
    char word[64];
    int used;

    assert_non_null(choices);
    assert_true(choices[0] != '\0' && choices[strlen(choices) - 1] != '|');
    for (const char *p = choices; sscanf(p, "%63[^|]%n", word, &used) == 1;) {
        assert_true(strlen(word) > 0);
        p += used;
        if (*p == '|')
            p++;
    }
}

void property_options(const struct bz_option *table)
{
    struct bz_value values[BZ_OPTIONS_MAX];
    int count = 0;

    assert_non_null(table);
    for (; table[count].name; count++) {
        const struct bz_option *option = &table[count];
        struct bz_error err;

        assert_true(count < BZ_OPTIONS_MAX);
        word_is_plain(option->name);
        line_is_plain(option->brief);
        assert_non_null(option->fallback);
        if (option->type == BZ_CHOICE)
            choices_are_words(option->choices);
        if (option->type == BZ_INTEGER)
            assert_true(option->min < option->max);
        if (bz_option_parse(option, option->fallback, strlen(option->fallback), &values[count],
                            &err))
            fail_msg("the default of %s: %s", option->name, err.text);
        assert_int_equal(bz_option_find(table, "it", option->name, strlen(option->name), &err),
                         count);
    }
}

void property_descriptor(const struct bz_game *game)
{
    word_is_plain(game->name);
    line_is_plain(game->title);
    line_is_plain(game->brief);
    assert_in_range(game->players_min, 1, BZ_PLAYERS_MAX);
    assert_in_range(game->players_max, game->players_min, BZ_PLAYERS_MAX);
    property_options(game->options);
    assert_non_null(game->prepare);
    assert_non_null(game->text);
    assert_non_null(game->text->parse);
    assert_non_null(game->text->format);
    assert_non_null(game->text->format_move);
    assert_non_null(game->text->draw);
    for (int player = 0; player < game->players_max; player++)
        line_is_plain(bz_player_name(game, player));
}

static void evals_are_named(const struct bz_eval *evals)
{
    const unsigned known =
        BZ_EVAL_BLIND_LEAF | BZ_EVAL_INFINITE | BZ_EVAL_STRICT_CUT | BZ_EVAL_FINAL | BZ_EVAL_WHOLE;

    assert_non_null(evals);
    assert_non_null(evals[0].name);
    for (int i = 0; evals[i].name; i++) {
        word_has_only(evals[i].name, "_+");
        line_is_plain(evals[i].brief);
        assert_non_null(evals[i].value);
        assert_int_equal(evals[i].conventions & ~known, 0);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(evals[i].name, evals[j].name);
    }
}

void property_rules(const struct bz_setup *setup)
{
    const struct bz_rules *rules = setup->rules;

    assert_non_null(setup->kernel);
    assert_non_null(rules);
    assert_in_range(rules->pos_size, 1, BZ_POS_MAX);
    assert_in_range(rules->moves_max, 1, BZ_MOVES_MAX);
    assert_int_equal(rules->pos_size % 8, 0); /* positions stand in rows, each one aligned */
    if (rules->traits & BZ_ZERO_SUM)
        assert_int_equal(rules->players, 2);
    assert_in_range(rules->players, setup->game->players_min, setup->game->players_max);
    assert_non_null(rules->start);
    assert_non_null(rules->moves);
    assert_non_null(rules->play);
    assert_non_null(rules->turn);
    assert_non_null(rules->result);
    assert_non_null(rules->score);
    assert_non_null(rules->hash);
    if (setup->rules->traits & BZ_HAS_CHANCE) {
        assert_non_null(rules->deal);
        assert_non_null(rules->roller);
    }
    evals_are_named(rules->evals);
}

/* The position's bytes may be read but not written by anything but play. */
struct frozen {
    union bz_pos pos;
};

static void freeze(const union bz_pos *pos, struct frozen *ret_frozen)
{
    ret_frozen->pos = *pos;
}

static void assert_frozen(const struct frozen *frozen, const union bz_pos *pos)
{
    assert_memory_equal(&frozen->pos, pos, sizeof(*pos));
}

static int compare_moves(const void *a, const void *b)
{
    bz_move one = *(const bz_move *)a, two = *(const bz_move *)b;

    return one < two ? -1 : one > two;
}

/* Lists the moves into painted memory. */
static int list(const struct bz_setup *setup, const union bz_pos *pos, bz_move *ret_moves)
{
    static bz_move sorted[BZ_MOVES_MAX];
    const struct bz_rules *rules = setup->rules;
    int count;

    memset(ret_moves, PAINT, (BZ_MOVES_MAX + 1) * sizeof(ret_moves[0]));
    count = rules->moves(pos, ret_moves);
    assert_in_range(count, 0, rules->moves_max);
    for (int i = count; i <= BZ_MOVES_MAX; i++)
        assert_true(ret_moves[i] == 0xa5a5a5a5u);
    if (rules->count)
        assert_int_equal(rules->count(pos), count);
    assert_int_equal(bz_is_over(setup, pos), count == 0);
    memcpy(sorted, ret_moves, (size_t)count * sizeof(sorted[0]));
    qsort(sorted, (size_t)count, sizeof(sorted[0]), compare_moves);
    for (int i = 0; i < count; i++)
        assert_true(sorted[i] != (i ? sorted[i - 1] : BZ_MOVE_NONE) && sorted[i] != BZ_MOVE_NONE);
    return count;
}

/* Since every text reads back as its own move, no two moves share one. Of a very long list only
 * some are tried. */
static void texts_of_moves(const struct bz_setup *setup, const union bz_pos *pos,
                           const bz_move *moves, int count)
{
    for (int i = 0; i < count; i += 1 + count / TEXTS_MAX) {
        const char *text = check_move_text(setup, pos, moves[i]);
        char longer[BZ_MOVE_TEXT_MAX + 1];
        bz_move read = BZ_MOVE_NONE;

        assert_true(strlen(text) > 0);
        for (const char *p = text; *p; p++)
            assert_true(isgraph((unsigned char)*p));
        assert_int_equal(bz_parse_move(setup, pos, text, strlen(text), &read, NULL), BZ_OK);
        assert_true(read == moves[i]);
        snprintf(longer, sizeof(longer), "%s~", text);
        read = 12345;
        assert_true(bz_parse_move(setup, pos, longer, strlen(longer), &read, NULL) < 0);
        assert_true(read == 12345);
    }
}

static void same_position(const struct bz_setup *setup, const union bz_pos *pos,
                          const struct bz_setup *other, const union bz_pos *copy)
{
    bz_move moves[BZ_MOVES_MAX], copied[BZ_MOVES_MAX];
    int count = setup->rules->moves(pos, moves);

    assert_int_equal(other->rules->moves(copy, copied), count);
    for (int i = 0; i < count; i += 1 + count / TEXTS_MAX) {
        char text[BZ_MOVE_TEXT_MAX];

        snprintf(text, sizeof(text), "%s", check_move_text(setup, pos, moves[i]));
        assert_string_equal(check_move_text(other, copy, copied[i]), text);
    }
    assert_int_equal(setup->rules->turn(pos), other->rules->turn(copy));
    assert_true(setup->rules->hash(pos) == other->rules->hash(copy));
}

/* The text, read in a setup of its own with the same options, is the same position. */
static void text_of_position(const struct bz_setup *setup, const union bz_pos *pos)
{
    static char assignments[BZ_OPTIONS_MAX][BZ_VALUE_MAX + 40];
    char text[BZ_POS_TEXT_MAX];
    const char *list[BZ_OPTIONS_MAX];
    struct bz_setup other;
    struct bz_error err;
    union bz_pos copy;
    int count = 0;

    for (const struct bz_option *option = setup->game->options; option->name; option++) {
        snprintf(assignments[count], sizeof(assignments[0]), "%s=%s", option->name,
                 setup->values[count].text);
        list[count] = assignments[count];
        count++;
    }
    if (bz_setup_init(&other, setup->game, list, count, &err))
        fail_msg("%s", err.text);
    snprintf(text, sizeof(text), "%s", check_text(setup, pos));
    for (const char *p = text; *p; p++)
        assert_true(isprint((unsigned char)*p));
    memset(&copy, PAINT, sizeof(copy));
    check_parse(&other, text, &copy);
    assert_string_equal(check_text(&other, &copy), text);
    same_position(setup, pos, &other, &copy);
    bz_setup_release(&other);
}

static void drawings(const struct bz_setup *setup, const union bz_pos *pos, bz_move last)
{
    static char memory[DRAWING_MAX];

    for (int style = BZ_DRAW_PLAIN; style <= BZ_DRAW_COLOUR; style++) {
        struct bz_buf out = BZ_BUF(memory);

        bz_buf_clear(&out);
        setup->game->text->draw(pos, (enum bz_draw_style)style, last, &out);
        assert_false(out.full);
        assert_true(out.length > 0);
        assert_int_equal(memory[out.length - 1], '\n');
        for (size_t i = 0; style == BZ_DRAW_PLAIN && i < out.length; i++)
            assert_true(memory[i] == '\n' || isprint((unsigned char)memory[i]));
        for (size_t i = 0; style == BZ_DRAW_FRAMED && i < out.length; i++)
            assert_true(memory[i] != '\x1b');
    }
}

/* The value is what the conventions promise, and within the bounds known at the start. */
static void value_of(const struct bz_eval *eval, const void *start, const void *pos, int player)
{
    double value = eval->value(pos, player), least, most;

    assert_true(isfinite(value));
    if (eval->conventions & BZ_EVAL_WHOLE)
        assert_true(value == floor(value));
    if (!eval->range)
        return;
    eval->range(start, player, &least, &most);
    assert_true(least <= value && value <= most);
}

static void values(const struct bz_setup *setup, const void *start, const union bz_pos *pos)
{
    const struct bz_rules *rules = setup->rules;
    int score[BZ_PLAYERS_MAX + 1];
    int most = rules->traits & BZ_HAS_CHANCE && !(rules->traits & BZ_HAS_POINTS)
                   ? BZ_VALUE_SURE
                   : BZ_VALUE_DECIDED - 1;

    if (rules->eval)
        assert_in_range(rules->eval(pos) + most, 0, 2 * most);
    for (int i = 0; rules->evals[i].name; i++)
        for (int player = 0; player < rules->players; player++)
            value_of(&rules->evals[i], start, pos, player);
    memset(score, PAINT, sizeof(score));
    rules->score(pos, score);
    for (int i = rules->players; i <= BZ_PLAYERS_MAX; i++)
        assert_true(score[i] == (int)0xa5a5a5a5u);
}

/* The batch says what one child at a time says: its moves, its children, their values. */
static void batch(const struct bz_rules *rules, const union bz_pos *pos, const bz_move *moves,
                  int count)
{
    static unsigned char children[BZ_MOVES_MAX * 64];
    bz_move listed[BZ_MOVES_MAX], again[BZ_MOVES_MAX];
    int given[BZ_MOVES_MAX], repeated[BZ_MOVES_MAX];

    if (!rules->expand || rules->turn(pos) == BZ_CHANCE)
        return;
    assert_true(rules->pos_size * (size_t)rules->moves_max <= sizeof(children));
    assert_int_equal(rules->expand(pos, listed, children, given), count);
    assert_int_equal(rules->expand(pos, again, NULL, repeated), count);
    for (int i = 0; i < count; i++) {
        union bz_pos child = *pos;

        rules->play(&child, moves[i]);
        assert_true(listed[i] == moves[i] && again[i] == moves[i]);
        assert_memory_equal(children + (size_t)i * rules->pos_size, &child, rules->pos_size);
        assert_int_equal(given[i],
                         rules->moves(&child, again + count) ? rules->eval(&child) : BZ_ENDED);
        assert_int_equal(repeated[i], given[i]);
    }
}

/* And what effort each child may take. */
static void efforts(const struct bz_rules *rules, const union bz_pos *pos, const bz_move *moves,
                    int count)
{
    static unsigned char children[BZ_MOVES_MAX * 64];
    struct bz_effort given[BZ_MOVES_MAX];
    bz_move listed[BZ_MOVES_MAX], replies[BZ_MOVES_MAX];

    if (!rules->efforts)
        return;
    assert_int_equal(rules->efforts(pos, listed, children, given), count);
    for (int i = 0; i < count; i++) {
        union bz_pos child = *pos;
        struct bz_effort effort;

        rules->play(&child, moves[i]);
        effort = rules->effort(&child);
        assert_true(listed[i] == moves[i]);
        assert_memory_equal(children + (size_t)i * rules->pos_size, &child, rules->pos_size);
        if (rules->moves(&child, replies) == 0)
            effort.loss = given[i].win = effort.win = 0;
        assert_int_equal(given[i].win, effort.win);
        assert_int_equal(given[i].loss, effort.loss);
    }
}

static void batches(const struct bz_setup *setup, const union bz_pos *pos, const bz_move *moves,
                    int count)
{
    const struct bz_eval *evals = setup->rules->evals;

    batch(setup->rules, pos, moves, count);
    efforts(setup->rules, pos, moves, count);
    for (int i = 0; evals[i].name; i++)
        if (evals[i].kernel) {
            batch(evals[i].kernel->rules, pos, moves, count);
            efforts(evals[i].kernel->rules, pos, moves, count);
        }
}

static void result_of_the_end(const struct bz_setup *setup, const union bz_pos *pos)
{
    const struct bz_rules *rules = setup->rules;
    unsigned traits = setup->rules->traits;
    int result[BZ_PLAYERS_MAX + 1], sum = 0;

    memset(result, PAINT, sizeof(result));
    rules->result(pos, result);
    for (int i = rules->players; i <= BZ_PLAYERS_MAX; i++)
        assert_true(result[i] == (int)0xa5a5a5a5u);
    for (int i = 0; i < rules->players; i++) {
        if (!(traits & BZ_HAS_POINTS))
            assert_true(result[i] >= -1 && result[i] <= 1);
        if (traits & BZ_NO_DRAWS)
            assert_int_not_equal(result[i], 0);
        sum += result[i];
    }
    if (traits & BZ_ZERO_SUM)
        assert_int_equal(sum, 0);
}

static void whose_turn(const struct bz_setup *setup, const union bz_pos *pos, const bz_move *moves,
                       int count)
{
    const struct bz_rules *rules = setup->rules;
    bz_move dealt[BZ_MOVES_MAX];
    uint32_t weights[BZ_MOVES_MAX];
    uint64_t sum = 0;
    int turn = rules->turn(pos);

    if (turn != BZ_CHANCE) {
        assert_in_range(turn, 0, rules->players - 1);
        return;
    }
    assert_true(setup->rules->traits & BZ_HAS_CHANCE);
    assert_in_range(rules->roller(pos), 0, rules->players - 1);
    assert_int_equal(rules->deal(pos, dealt, weights), count);
    for (int i = 0; i < count; i++) {
        assert_true(dealt[i] == moves[i]);
        sum += weights[i];
    }
    assert_true(count > 0 && sum > 0);
    if (rules->unit)
        assert_int_equal(rules->unit(pos) % sum, 0);
}

/* Plays the move on two painted copies: the same bytes come out, and only bytes of the position. */
static void play(const struct bz_setup *setup, union bz_pos *pos, bz_move move)
{
    union bz_pos one, two;
    size_t size = setup->rules->pos_size;
    struct frozen parent;

    freeze(pos, &parent);
    memset(&one, PAINT, sizeof(one));
    memset(&two, ~PAINT & 0xff, sizeof(two));
    memcpy(&one, pos, size);
    memcpy(&two, pos, size);
    setup->rules->play(&one, move);
    setup->rules->play(&two, move);
    assert_memory_equal(&one, &two, size);
    for (size_t i = size; i < sizeof(one); i++)
        assert_true(one.bytes[i] == PAINT);
    assert_frozen(&parent, pos);
    memcpy(pos, &one, size);
}

/* The hash does not look beyond the position, and two with the same hash are written the same. */
static void hash_tells_apart(const struct bz_setup *setup, const union bz_pos *pos,
                             union bz_pos *seen, int ply)
{
    uint64_t hash = setup->rules->hash(pos);
    char text[BZ_POS_TEXT_MAX];

    memset(&seen[ply], 0, sizeof(seen[ply]));
    memcpy(&seen[ply], pos, setup->rules->pos_size);
    assert_true(setup->rules->hash(&seen[ply]) == hash);
    for (int i = 0; i < ply; i++) {
        if (setup->rules->hash(&seen[i]) != hash)
            continue;
        snprintf(text, sizeof(text), "%s", check_text(setup, pos));
        assert_string_equal(check_text(setup, &seen[i]), text);
    }
}

/* True if it came to an end. */
static bool random_game(const struct bz_setup *setup, struct bz_random *random)
{
    static union bz_pos seen[PLIES_MAX];
    static bz_move moves[BZ_MOVES_MAX + 1];
    bz_move last = BZ_MOVE_NONE;
    union bz_pos pos;

    memset(&pos, PAINT, sizeof(pos));
    bz_start(setup, &pos);
    for (size_t i = setup->rules->pos_size; i < sizeof(pos); i++)
        assert_true(pos.bytes[i] == PAINT);
    for (int ply = 0; ply < PLIES_MAX; ply++) {
        struct frozen frozen;
        int count;

        freeze(&pos, &frozen);
        count = list(setup, &pos, moves);
        whose_turn(setup, &pos, moves, count);
        texts_of_moves(setup, &pos, moves, count);
        text_of_position(setup, &pos);
        drawings(setup, &pos, last);
        hash_tells_apart(setup, &pos, seen, ply);
        values(setup, seen, &pos);
        batches(setup, &pos, moves, count);
        if (count == 0)
            result_of_the_end(setup, &pos);
        assert_frozen(&frozen, &pos);
        if (count == 0)
            return true;
        last = moves[bz_random_below(random, (uint64_t)count)];
        play(setup, &pos, last);
    }
    return false;
}

void property_random_play(const struct bz_setup *setup, uint64_t seed, int games)
{
    struct bz_random random;
    int ended = 0;

    bz_random_seed(&random, seed);
    for (int i = 0; i < games; i++)
        ended += random_game(setup, &random);
    assert_true(ended > 0);
}

void property_wander(const struct bz_setup *setup, struct bz_random *random, int plies,
                     union bz_pos *ret_pos)
{
    bz_move moves[BZ_MOVES_MAX];

    memset(ret_pos, 0, sizeof(*ret_pos));
    bz_start(setup, ret_pos);
    for (int i = 0; i < plies; i++) {
        int count = setup->rules->moves(ret_pos, moves);

        if (count == 0)
            return;
        setup->rules->play(ret_pos, moves[bz_random_below(random, (uint64_t)count)]);
    }
}

void property_konane(struct bz_setup *setup, const char *options, uint64_t seed, int plies,
                     union bz_pos *ret_pos)
{
    struct bz_random random;

    check_setup(setup, "konane", options);
    bz_random_seed(&random, seed);
    property_wander(setup, &random, plies, ret_pos);
    assert_false(bz_is_over(setup, ret_pos));
}
