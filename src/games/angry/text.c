/*
 * text.c - positions and moves in writing.
 *
 * A position is six fields: the rows of the board, whose step it is, the counted actions, the
 * rules, and then for the games who moves the queen and what a bump is, for the worlds of mdp and
 * rl the seed and the points.
 */
#include <string.h>

#include "angry.h"

enum { ROWS, TURN, ACTIONS, RULES, FIRST, SECOND, FIELDS };
enum { QUEEN_CHOICE = FIRST, BUMP_CHOICE = SECOND, SEED = FIRST, POINTS = SECOND };

struct field {
    const char *text;
    size_t length;
};

static int refuse(const char *text, const struct field *field, struct bz_error *err,
                  const char *what)
{
    return bz_fail(err, BZ_ERROR_SYNTAX, "position, character %zu: %s, not '%s'",
                   (size_t)(field->text - text) + 1, what,
                   bz_quoted(field->text, field->length).text);
}

static bool is_word(const struct field *field, const char *word)
{
    return field->length == strlen(word) && !memcmp(field->text, word, field->length);
}

static int split(const char *text, size_t length, struct field ret_fields[FIELDS],
                 struct bz_error *err)
{
    size_t at = 0;

    for (int i = 0; i < FIELDS; i++) {
        const char *blank = memchr(text + at, ' ', length - at);
        size_t end = blank && i + 1 < FIELDS ? (size_t)(blank - text) : length;

        if (end == at || (!blank && i + 1 < FIELDS))
            return bz_fail(err, BZ_ERROR_SYNTAX,
                           "position: rows, turn, actions, rules and two more fields are needed, "
                           "one blank between; field %d is %s",
                           end == at ? i + 1 : i + 2, end == at ? "empty" : "missing");
        ret_fields[i] = (struct field){text + at, end - at};
        at = end + 1;
    }
    return BZ_OK;
}

/* A field as the value of an option. */
static int set_option(int option, const struct field *field, struct bz_value *values,
                      struct bz_error *err)
{
    return bz_option_parse(&angry_options[option], field->text, field->length, &values[option],
                           err);
}

/* Rules, and the two options that go with them. */
static int read_options(const struct field fields[FIELDS], struct bz_value *values,
                        struct bz_error *err)
{
    int code = set_option(OPTION_RULES, &fields[RULES], values, err);

    if (code)
        return code;
    if (values[OPTION_RULES].number > GAME2)
        return set_option(OPTION_SEED, &fields[SEED], values, err);
    code = set_option(OPTION_QUEEN, &fields[QUEEN_CHOICE], values, err);
    return code ? code : set_option(OPTION_BUMP, &fields[BUMP_CHOICE], values, err);
}

/* A position brings its map along; the map that was set would not fit other rules. */
static int fit(struct bz_setup *setup, const char *text, size_t length, struct bz_error *err)
{
    static const struct field standard = {ANGRY_MAP_DEFAULT, sizeof(ANGRY_MAP_DEFAULT) - 1};
    int64_t rules = setup->values[OPTION_RULES].number;
    struct field fields[FIELDS];
    struct bz_buf origin = BZ_BUF(setup->origin);
    int code = split(text, length, fields, err);

    if (!code)
        code = read_options(fields, setup->values, err);
    if (!code && rules != setup->values[OPTION_RULES].number)
        code = set_option(OPTION_MAP, &standard, setup->values, err);
    if (code)
        return code;
    bz_buf_clear(&origin);
    bz_buf_text(&origin, fields[ROWS].text, fields[ROWS].length);
    return BZ_OK;
}

static int read_actions(const struct field *field, struct angry *pos, struct bz_error *err)
{
    int limit = angry_limit(pos->rules);
    int64_t n;
    /* A bird may take one more action than there are. */
    int most = pos->rules == MDP ? STEPS_MAX : pos->rules == GAME2 ? limit + 1 : limit;
    int code = bz_parse_integer(field->text, field->length, 0, most, "position: actions", &n, err);

    if (!code)
        pos->n = (uint16_t)n;
    return code;
}

static int illegal(struct bz_error *err, const char *what)
{
    return bz_fail(err, BZ_ERROR_ILLEGAL, "position: %s", what);
}

/* A game is over when something is missing or the actions are used up, and only then. Pieces cannot
 * vanish at will: a queen only under a bird, the hen and the last slingshot never both. */
static int check_over(const struct angry *pos, struct bz_error *err)
{
    bool slings = angry_count(pos, SLING) > 0, queens = angry_count(pos, QUEEN) > 0;
    bool hen = pos->hen != NOWHERE, late = pos->n >= angry_limit(pos->rules);

    if (hen && slings && queens && !late)
        return illegal(err, "it is somebody's turn (h, q or b) while nothing has ended the game");
    if (!hen + !slings + !queens > 1)
        return illegal(err, "hen, queen and slingshot: only one of them can be missing");
    if (!queens && pos->bird == NOWHERE)
        return illegal(err, "there is no queen (Q), and no bird to have caught her");
    if (!slings && pos->n == 0)
        return illegal(err, "nobody reaches the slingshot without an action");
    return BZ_OK;
}

static int check_game(const struct angry *pos, struct bz_error *err)
{
    int limit = angry_limit(pos->rules);
    const char *missing = angry_missing(pos);

    if (pos->phase == OVER)
        return check_over(pos, err);
    if (missing)
        return illegal(err, missing);
    if (pos->phase == HEN_STEP && pos->n >= limit)
        return illegal(err, "the actions are used up, so the game is over (-)");
    if (pos->n > limit)
        return illegal(err, "more actions than there are, so the game is over (-)");
    if (pos->phase == BIRD_STEP && pos->bird == NOWHERE)
        return illegal(err, "it is the turn of a bird that is not there");
    return BZ_OK;
}

static int read_game_turn(const char *text, const struct field *field, struct angry *pos,
                          struct bz_error *err)
{
    static const struct {
        const char *word;
        enum angry_phase phase;
    } words[] = {{"h", HEN_STEP}, {"b", BIRD_STEP}, {"q", QUEEN_STEP}, {"-", OVER}};

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (is_word(field, words[i].word)) {
            pos->phase = (uint8_t)words[i].phase;
            if (pos->phase == BIRD_STEP && pos->rules != GAME2)
                return illegal(err, "only game2 has a bird (b)");
            if (pos->phase == QUEEN_STEP && !(pos->flags & QUEEN_PLAYS))
                return illegal(err, "a queen that follows her policy has no turn (q) of her own");
            return check_game(pos, err);
        }
    return refuse(text, field, err, "expected whose turn it is, h, b, q or -");
}

static int check_world(const struct angry *pos, struct bz_error *err)
{
    const char *missing = angry_missing(pos);
    bool late = pos->rules == RL && pos->n == STEPS_RL;
    bool ended = late || angry_letter(pos, pos->hen == NOWHERE ? 0 : pos->hen) != 'H';

    if (missing)
        return illegal(err, missing);
    if (pos->phase == OVER && !ended)
        return illegal(err, "it is somebody's turn while nothing has ended the game");
    if (pos->phase != OVER && ended)
        return illegal(err, late ? "the steps are used up, so the game is over (-)"
                                 : "on the goal or on TNT the game is over (-)");
    return BZ_OK;
}

static int read_world_turn(const char *text, const struct field *field, struct angry *pos,
                           struct bz_error *err)
{
    if (is_word(field, "-")) {
        pos->phase = OVER;
        return check_world(pos, err);
    }
    if (is_word(field, "h"))
        return check_world(pos, err);
    for (int d = 0; d < DIRECTIONS; d++)
        if (is_word(field, angry_directions[d])) {
            pos->phase = CHANCE_STEP;
            pos->wish = (uint8_t)d;
            return check_world(pos, err);
        }
    return refuse(text, field, err, "expected h, the direction chance decides about, or -");
}

static int read_world(const char *text, const struct field fields[FIELDS],
                      const struct bz_value *values, struct angry_world *world,
                      struct bz_error *err)
{
    int64_t points;
    int code = bz_parse_integer(fields[POINTS].text, fields[POINTS].length, -POINTS_MAX, POINTS_MAX,
                                "position: points", &points, err);

    if (code)
        return code;
    world->points = (int32_t)points;
    world->seed = (uint64_t)values[OPTION_SEED].number;
    return read_world_turn(text, &fields[TURN], &world->board, err);
}

static int parse(const struct bz_setup *setup, const char *text, size_t length, void *ret_pos,
                 struct bz_error *err)
{
    struct bz_value values[BZ_OPTIONS_MAX];
    struct field fields[FIELDS];
    struct angry_world world;
    struct angry *pos = &world.board;
    int code = split(text, length, fields, err);

    if (!code)
        code = read_options(fields, values, err);
    if (code)
        return code;
    memset(&world, 0, sizeof(world));
    angry_clear(pos, (int)values[OPTION_RULES].number, angry_flags(values));
    code = angry_read_rows(fields[ROWS].text, fields[ROWS].length, pos, err);
    if (!code)
        code = read_actions(&fields[ACTIONS], pos, err);
    if (!code)
        code = angry_is_game(pos) ? read_game_turn(text, &fields[TURN], pos, err)
                                  : read_world(text, fields, values, &world, err);
    if (!code)
        memcpy(ret_pos, &world, setup->rules->pos_size);
    return code;
}

static const char *choice(int option, size_t index)
{
    const char *word = angry_options[option].choices;

    for (; index > 0; index--)
        word += strcspn(word, "|") + 1;
    return word;
}

static void add_choice(int option, size_t index, struct bz_buf *out)
{
    const char *word = choice(option, index);

    bz_buf_char(out, ' ');
    bz_buf_text(out, word, strcspn(word, "|"));
}

static void format(const void *at, struct bz_buf *out)
{
    static const char *const turns[] = {"h", "b", "q", "", "-"};
    const struct angry *pos = at;
    const struct angry_world *world = at;

    angry_write_rows(pos, out);
    bz_buf_add(out, " %s %d",
               pos->phase == CHANCE_STEP ? angry_directions[pos->wish] : turns[pos->phase], pos->n);
    add_choice(OPTION_RULES, pos->rules, out);
    if (angry_is_game(pos)) {
        add_choice(OPTION_QUEEN, pos->flags & QUEEN_PLAYS ? 1 : 0, out);
        add_choice(OPTION_BUMP, pos->flags & BUMP_FREE ? 1 : 0, out);
    } else {
        bz_buf_add(out, " %llu %d", (unsigned long long)world->seed, world->points);
    }
}

static void format_move(const void *at, bz_move move, struct bz_buf *out)
{
    const struct angry *pos = at;

    bz_buf_add(out, "%s%s", pos->phase == CHANCE_STEP ? "slip:" : "", angry_directions[move]);
}

/* What stands in the way of a step in that direction. */
static const char *obstacle(const struct angry *pos, int direction)
{
    int side = angry_side(pos->rules), from = pos->hen;
    int row, col;
    char letter;

    if (pos->phase == BIRD_STEP)
        from = pos->bird;
    for (int cell = 0; pos->phase == QUEEN_STEP && cell < SIDE_GAME * STRIDE; cell++)
        if (angry_has(pos, QUEEN, cell)) {
            from = cell;
            break;
        }
    row = from / STRIDE + (direction == DOWN) - (direction == UP);
    col = from % STRIDE + (direction == RIGHT) - (direction == LEFT);
    if (row < 0 || row >= side || col < 0 || col >= side)
        return "the edge of the board";
    letter = angry_letter(pos, angry_cell(row, col));
    return letter == 'R'   ? "a rock"
           : letter == 'Q' ? "the queen"
           : letter == 'B' ? "the bird"
           : letter == 'H' ? "the hen"
           : letter == 'E' ? "an egg"
           : letter == 'P' ? "a pig"
                           : "the slingshot";
}

static bool is_listed(const struct angry *pos, int direction)
{
    bz_move moves[DIRECTIONS];
    int count = angry_rules_of(pos)->moves(pos, moves);

    for (int i = 0; i < count; i++)
        if (moves[i] == (bz_move)direction)
            return true;
    return false;
}

/* First letters do for the directions; the rest is explained. */
static int read_move(const void *at, const char *text, size_t length, bz_move *ret_move,
                     struct bz_error *err)
{
    const struct angry *pos = at;
    struct bz_quote shown = bz_quoted(text, length);
    const struct field field = {text, length};

    if (pos->phase == CHANCE_STEP)
        return bz_fail(err, BZ_ERROR_ILLEGAL, "'%s': chance is to decide, by slip:%s or aside",
                       shown.text, angry_directions[pos->wish]);
    for (int d = 0; d < DIRECTIONS; d++) {
        bool brief = length == 1 && text[0] == angry_directions[d][0];

        if (!brief && !is_word(&field, angry_directions[d]))
            continue;
        if (!is_listed(pos, d))
            return bz_fail(err, BZ_ERROR_ILLEGAL, "'%s': %s is in the way", shown.text,
                           obstacle(pos, d));
        *ret_move = (bz_move)d;
        return BZ_OK;
    }
    if (is_word(&field, angry_directions[STAY]))
        return bz_fail(err, BZ_ERROR_ILLEGAL, "'stay' is for those who cannot move");
    return bz_fail(err, BZ_ERROR_SYNTAX, "'%s' is not a move; write up, down, left or right",
                   shown.text);
}

const struct bz_text angry_text = {
    .fit = fit,
    .parse = parse,
    .format = format,
    .format_move = format_move,
    .read_move = read_move,
    .ending = angry_ending,
    .tell = angry_tell,
    .explain = angry_explain,
    .draw = angry_draw,
};
