/*
 * fen.c - positions as one line: the rules, the map as it was at the start with a dash behind what
 * is gone, the settings, each agent, and whose turn it is.
 *
 *     p1 E1-E/EEE 100,0,3,stay b1,-,1,1.0.0.0,50,1,0,0 2 A -
 *
 * Reading believes nothing: what the map and the number of turns make impossible is refused.
 */
#include <string.h>

#include "bazi/option.h"
#include "diamonds.h"

enum { FIELDS_MIN = 7, FIELDS_MAX = 8 };

struct fields {
    const char *text; /* the whole line */
    const char *at[FIELDS_MAX];
    size_t length[FIELDS_MAX];
    int count;
};

/* A field being read. */
struct cursor {
    const char *text; /* the whole line, for columns */
    const char *at, *end;
    struct bz_error *err;
};

static int refuse(const struct cursor *c, int code, const char *what)
{
    return bz_fail(c->err, code, "position, column %zu: %s", (size_t)(c->at - c->text) + 1, what);
}

static struct cursor cursor_of(const struct fields *fields, int index, struct bz_error *err)
{
    return (struct cursor){fields->text, fields->at[index],
                           fields->at[index] + fields->length[index], err};
}

static int split(const char *text, size_t length, struct fields *ret_fields, struct bz_error *err)
{
    const char *end = text + length;

    *ret_fields = (struct fields){.text = text};
    for (const char *at = text;; at++) {
        const char *blank = memchr(at, ' ', (size_t)(end - at));
        size_t size = (size_t)((blank ? blank : end) - at);

        if (size == 0)
            return bz_fail(err, BZ_ERROR_SYNTAX, "position, column %zu: a field is missing here",
                           (size_t)(at - text) + 1);
        if (ret_fields->count == FIELDS_MAX)
            return bz_fail(err, BZ_ERROR_SYNTAX,
                           "position, column %zu: nothing may follow what is due",
                           (size_t)(at - text) + 1);
        ret_fields->at[ret_fields->count] = at;
        ret_fields->length[ret_fields->count++] = size;
        if (!blank)
            break;
        at = blank;
    }
    if (ret_fields->count < FIELDS_MIN)
        return bz_fail(err, BZ_ERROR_SYNTAX,
                       "position: %d fields, wanted: rules, map, settings, one or two agents, "
                       "turn, A or B, what is due",
                       ret_fields->count);
    return BZ_OK;
}

static int set_option(struct bz_setup *setup, int option, const char *text, size_t length,
                      struct bz_error *err)
{
    return bz_option_parse(&diamonds_options[option], text, length, &setup->values[option], err);
}

/* turns, first score, traps, barbed: the next one, up to a comma or the end. */
static int set_from(struct bz_setup *setup, int option, struct cursor *c)
{
    const char *comma = memchr(c->at, ',', (size_t)(c->end - c->at));
    const char *stop = comma ? comma : c->end;
    int code = set_option(setup, option, c->at, (size_t)(stop - c->at), c->err);

    if (!code && (option == OPTION_BARBED) != (comma == NULL))
        return refuse(c, BZ_ERROR_SYNTAX, "settings are turns,score,traps,barbed");
    c->at = comma ? comma + 1 : c->end;
    return code;
}

/* The dashes are the position's, the tiles the world's. */
static int set_origin(struct bz_setup *setup, struct cursor *c)
{
    size_t used = 0;

    for (const char *p = c->at; p < c->end; p++) {
        if (*p == '-' && p > c->at && p[-1] != '-')
            continue;
        if (*p <= ' ' || *p > '~') {
            c->at = p;
            return refuse(c, BZ_ERROR_SYNTAX, "no such thing stands in a map");
        }
        setup->origin[used++] = *p;
    }
    setup->origin[used] = '\0';
    return BZ_OK;
}

int diamonds_fit(struct bz_setup *setup, const char *text, size_t length, struct bz_error *err)
{
    static const int settings[] = {OPTION_TURNS, OPTION_INIT, OPTION_TRAPS, OPTION_BARBED};
    struct fields fields;
    struct cursor c;
    int init, code = split(text, length, &fields, err);
    bool is_real;

    if (code)
        return code;
    code = set_option(setup, OPTION_RULES, fields.at[0], fields.length[0], err);
    c = cursor_of(&fields, 1, err);
    if (!code)
        code = set_origin(setup, &c);
    c = cursor_of(&fields, 2, err);
    for (int i = 0; i < 4 && !code; i++)
        code = set_from(setup, settings[i], &c);
    if (!code)
        code = diamonds_read_init(setup->values[OPTION_INIT].text,
                                  strlen(setup->values[OPTION_INIT].text), &init, &is_real, err);
    if (!code)
        code = set_option(setup, OPTION_PLAYERS, fields.count == FIELDS_MIN ? "1" : "2", 1, err);
    if (!code)
        code = set_option(setup, OPTION_CONFIG, "", 0, err);
    return code;
}

static bool accept(struct cursor *c, char wanted)
{
    if (c->at == c->end || *c->at != wanted)
        return false;
    c->at++;
    return true;
}

static int expect(struct cursor *c, char wanted, const char *what)
{
    return accept(c, wanted) ? BZ_OK : refuse(c, BZ_ERROR_SYNTAX, what);
}

static bool is_digit(const struct cursor *c)
{
    return c->at < c->end && *c->at >= '0' && *c->at <= '9';
}

/* Up to six digits, no zero before others; what is too large is refused by whoever knows. */
static int read_number(struct cursor *c, int *ret_number)
{
    const char *begin = c->at;
    int number = 0;

    for (; is_digit(c); c->at++) {
        number = number * 10 + (*c->at - '0');
        if (c->at - begin == 6 || (c->at > begin && *begin == '0'))
            return refuse(c, BZ_ERROR_RANGE, "this number is too long");
    }
    if (c->at == begin)
        return refuse(c, BZ_ERROR_SYNTAX, "expected a number");
    *ret_number = number;
    return BZ_OK;
}

static int read_limited(struct cursor *c, int most, uint16_t *ret_number)
{
    struct cursor before = *c;
    int number = 0, code = read_number(c, &number);

    if (!code && number > most)
        code = refuse(&before, BZ_ERROR_RANGE, "more than there can be by now");
    if (!code)
        *ret_number = (uint16_t)number;
    return code;
}

static int read_cell(struct cursor *c, const struct diamonds_world *world, int *ret_cell)
{
    struct cursor before = *c;
    int col, row, code;

    if (c->at == c->end || *c->at < 'a' || *c->at >= 'a' + world->cols)
        return refuse(c, BZ_ERROR_SYNTAX, "expected a cell of the map, such as a1");
    col = *c->at++ - 'a';
    code = read_number(c, &row);
    if (code)
        return code;
    if (row < 1 || row > world->rows)
        return refuse(&before, BZ_ERROR_RANGE, "this cell is not on the map");
    *ret_cell = (row - 1) * world->cols + col;
    return BZ_OK;
}

/* The map is the world's; only what is gone is new. */
static int read_map(struct cursor *c, struct diamonds *pos)
{
    const struct diamonds_world *world = pos->world;

    for (int cell = 0; cell < diamonds_cells(world); cell++) {
        const struct place *place = &world->place[cell];

        if (cell && cell % world->cols == 0 && !accept(c, '/'))
            return refuse(c, BZ_ERROR_SYNTAX, "expected / and the next row");
        if (!accept(c, place->tile))
            return refuse(c, BZ_ERROR_SYNTAX, "this is not the map of the setup");
        if (!accept(c, '-'))
            continue;
        if (place->item < 0) {
            c->at--;
            return refuse(c, BZ_ERROR_ILLEGAL, "only diamonds and keys can be gone");
        }
        diamonds_add(pos->bits, place->item);
        pos->left = (uint16_t)(pos->left - (place->gem != 0));
    }
    return c->at == c->end ? BZ_OK : refuse(c, BZ_ERROR_SYNTAX, "the map ends here");
}

static int read_keys(struct cursor *c, uint8_t *ret_keys)
{
    static const char letters[] = "gyr";

    *ret_keys = 0;
    if (accept(c, '-'))
        return BZ_OK;
    for (int i = 0; i < KEYS; i++)
        if (accept(c, letters[i]))
            *ret_keys |= (uint8_t)(1 << i);
    return *ret_keys ? BZ_OK : refuse(c, BZ_ERROR_SYNTAX, "expected keys in the order gyr, or -");
}

static int read_traps(struct cursor *c, struct diamonds *pos, struct agent *agent)
{
    uint64_t *traps = pos->bits + pos->world->words + (agent - pos->agent) * TRAP_WORDS;
    int last = -1, code = BZ_OK;

    if (accept(c, '-'))
        return BZ_OK;
    do {
        struct cursor before = *c;
        int cell = -1;

        code = read_cell(c, pos->world, &cell);
        if (code)
            return code;
        if (cell <= last || strchr("TW", pos->world->place[cell].tile) ||
            agent->traps == TRAPS_MAX || agent->traps == pos->world->trap_count)
            return refuse(&before, BZ_ERROR_ILLEGAL,
                          "this trap is one too many, out of order, or where none can be");
        last = cell;
        agent->traps++;
        diamonds_add(traps, cell);
    } while (accept(c, '.'));
    return code;
}

static int read_gems(struct cursor *c, struct agent *agent)
{
    uint16_t last = 0;
    int code = read_limited(c, COLOURS, &last);

    agent->last = (uint8_t)last;
    for (int i = 0; i < COLOURS && !code; i++) {
        code = expect(c, i ? '.' : ',', i ? "expected . and a number" : "expected a comma");
        if (!code)
            code = read_limited(c, CELLS_MAX, &agent->gems[i]);
    }
    return code;
}

/* `acts` is how often the agent has acted so far, `all` how often anybody has. */
static int read_counts(struct cursor *c, struct agent *agent, int acts, int all)
{
    const int most[] = {2 * acts, all, acts};
    uint16_t *const counts[] = {&agent->cost, &agent->hits, &agent->hurts};
    int points = 0, code = expect(c, ',', "expected a comma");

    if (!code)
        code = read_number(c, &points);
    agent->points = points;
    for (int i = 0; i < 3 && !code; i++) {
        code = expect(c, ',', "expected a comma");
        if (!code)
            code = read_limited(c, most[i], counts[i]);
    }
    return code;
}

static int read_agent(struct cursor *c, struct diamonds *pos, int index)
{
    struct agent *agent = &pos->agent[index];
    int acts = pos->turn - 1 + (index < pos->mover), cell = 0;
    int all = (pos->turn - 1) * pos->world->players + pos->mover;
    int code = read_cell(c, pos->world, &cell);

    agent->cell = (uint16_t)cell;
    if (!code)
        code = expect(c, ',', "expected a comma");
    if (!code)
        code = read_keys(c, &agent->keys);
    if (!code)
        code = expect(c, ',', "expected a comma");
    if (!code)
        code = read_gems(c, agent);
    if (!code)
        code = read_counts(c, agent, acts, all);
    if (!code && pos->world->variant == V2021) {
        code = expect(c, ',', "expected a comma and the traps, or -");
        if (!code)
            code = read_traps(c, pos, agent);
    }
    if (!code && c->at != c->end)
        code = refuse(c, BZ_ERROR_SYNTAX, "the agent ends here");
    return code;
}

static int read_turn(struct cursor *c, struct diamonds *pos)
{
    int code = read_limited(c, pos->world->turns + 1, &pos->turn);

    if (!code && (c->at != c->end || pos->turn == 0))
        code = refuse(c, BZ_ERROR_SYNTAX, "expected the number of a turn, from 1");
    return code;
}

static int read_mover(struct cursor *c, struct diamonds *pos)
{
    int mover = *c->at - 'A';

    if (mover < 0 || mover >= pos->world->players || c->at + 1 != c->end)
        return refuse(c, BZ_ERROR_SYNTAX, "expected the agent to act");
    if (mover && pos->turn > pos->world->turns)
        return refuse(c, BZ_ERROR_ILLEGAL, "all turns are over: it would be A's");
    pos->mover = (uint8_t)mover;
    return BZ_OK;
}

/* Whether asking for the word can lead through a teleport. */
static bool may_teleport(enum variant variant, int word)
{
    return variant == P2 ? word != NOOP : word == (variant == P3 ? NOOP : TELEPORT);
}

/* "-", or "slip:UP", or "exit:NOOP": the word that was asked for. */
static int read_due(struct cursor *c, struct diamonds *pos)
{
    size_t length = (size_t)(c->end - c->at);
    bool slip = length > 5 && !memcmp(c->at, "slip:", 5);
    bool exit = length > 5 && !memcmp(c->at, "exit:", 5);
    const struct diamonds_list *list = &diamonds_lists[pos->world->variant];

    if (length == 1 && *c->at == '-')
        return BZ_OK;
    for (int i = 0; (slip || exit) && i < list->count && !diamonds_is_over(pos); i++) {
        int word = list->word[i];

        if (strlen(diamonds_words[word]) != length - 5 ||
            memcmp(diamonds_words[word], c->at + 5, length - 5) != 0)
            continue;
        if (slip ? !diamonds_may_slip(pos, word)
                 : !may_teleport(pos->world->variant, word) ||
                       !diamonds_has_exits(pos, word, TELEPORT))
            break;
        pos->phase = slip ? SLIP : EXIT;
        pos->asked = (uint8_t)word;
        return BZ_OK;
    }
    return refuse(c, BZ_ERROR_ILLEGAL, "nothing like this can be due here; - for an action");
}

/* What the map says was taken, against what the agents say they have. */
static int check_taken(const struct diamonds *pos, struct bz_error *err)
{
    const struct diamonds_world *world = pos->world;
    int gems[COLOURS] = {0}, keys[KEYS] = {0}, all = 0;

    for (int cell = 0; cell < diamonds_cells(world); cell++) {
        const struct place *place = &world->place[cell];

        if (place->item < 0 || !diamonds_has(pos->bits, place->item))
            continue;
        all++;
        if (place->gem)
            gems[place->gem - 1]++;
        for (int i = 0; i < KEYS; i++)
            keys[i] += place->key >> i & 1;
    }
    if (all > (pos->turn - 1) * world->players + pos->mover)
        return bz_fail(err, BZ_ERROR_ILLEGAL, "position: more is gone than there were actions");
    for (int i = 0; i < COLOURS; i++)
        if (gems[i] != pos->agent[0].gems[i] + pos->agent[1].gems[i])
            return bz_fail(err, BZ_ERROR_ILLEGAL,
                           "position: %d %s diamonds are gone, and the agents have %d", gems[i],
                           diamonds_colours[i], pos->agent[0].gems[i] + pos->agent[1].gems[i]);
    for (int i = 0; i < KEYS; i++) {
        int held = (pos->agent[0].keys >> i & 1) + (pos->agent[1].keys >> i & 1);

        if (held > keys[i] || (keys[i] && !held))
            return bz_fail(err, BZ_ERROR_ILLEGAL,
                           "position: %d %s keys are gone, and %d agents have one", keys[i],
                           diamonds_key_names[i], held);
    }
    return BZ_OK;
}

/* Points fit the number of diamonds; in v2021 they follow from it. */
static bool points_are_possible(const struct diamonds *pos, const struct agent *agent)
{
    int total = 0, worth = 0;

    for (int i = 0; i < COLOURS; i++) {
        total += agent->gems[i];
        worth += agent->gems[i] * diamonds_worth[i];
    }
    if (pos->world->variant == V2021) {
        for (int i = 0; i < COLOURS; i++)
            if (agent->gems[i] > diamonds_most[i])
                return false;
        return agent->points == worth && agent->last == 0;
    }
    if ((agent->last == 0) != (total == 0) || (agent->last && !agent->gems[agent->last - 1]))
        return false;
    return agent->points <= 300 * total && agent->points % 10 == 0;
}

static int check_agent(const struct diamonds *pos, int index, struct bz_error *err)
{
    const struct diamonds_world *world = pos->world;
    const struct agent *agent = &pos->agent[index];
    const struct place *place = &world->place[agent->cell];
    int acts = pos->turn - 1 + (index < pos->mover);
    char name = (char)('A' + index);

    if (place->need & ~agent->keys)
        return bz_fail(err, BZ_ERROR_ILLEGAL, "position: %c stands in a wall or a locked door",
                       name);
    if (world->variant != V2021 && place->item >= 0 && !diamonds_has(pos->bits, place->item))
        return bz_fail(err, BZ_ERROR_ILLEGAL,
                       "position: %c stands on a diamond or a key without having it", name);
    if (!points_are_possible(pos, agent))
        return bz_fail(err, BZ_ERROR_ILLEGAL,
                       "position: the diamonds of %c and its points do not fit", name);
    if (world->variant == V2021 && (agent->cost != acts || agent->traps > acts))
        return bz_fail(err, BZ_ERROR_ILLEGAL,
                       "position: %c has acted %d times, which its turns and traps do not fit",
                       name, acts);
    return BZ_OK;
}

/* Only where a map is a single row, column or cell can two start on one corner. */
static bool share_a_start(const struct diamonds *pos)
{
    const struct diamonds_world *world = pos->world;
    int row = pos->agent[0].cell / world->cols, col = pos->agent[0].cell % world->cols;

    return (world->rows == 1 || world->cols == 1) && (row == 0 || row == world->rows - 1) &&
           (col == 0 || col == world->cols - 1);
}

static int check_both(const struct diamonds *pos, struct bz_error *err)
{
    const struct agent *a = pos->agent;
    bool alone = pos->world->players == 1;
    int all = (pos->turn - 1) * pos->world->players + pos->mover;

    if (alone && (a[0].hits || (pos->world->variant == V2021 && a[0].hurts)))
        return bz_fail(err, BZ_ERROR_ILLEGAL, "position: nobody is there who could hurt A");
    if (alone)
        return BZ_OK;
    if (a[0].cell == a[1].cell && !share_a_start(pos))
        return bz_fail(err, BZ_ERROR_ILLEGAL, "position: both agents stand on the same cell");
    if (a[0].hits + a[1].hits > all)
        return bz_fail(err, BZ_ERROR_ILLEGAL, "position: more hits than there were actions");
    return BZ_OK;
}

static int check(const struct diamonds *pos, struct bz_error *err)
{
    int code = check_taken(pos, err);

    for (int i = 0; i < pos->world->players && !code; i++)
        code = check_agent(pos, i, err);
    return code ? code : check_both(pos, err);
}

int diamonds_parse(const struct bz_setup *setup, const char *text, size_t length, void *ret_pos,
                   struct bz_error *err)
{
    const struct diamonds_world *world = setup->world;
    union bz_pos memory;
    struct diamonds *pos = (struct diamonds *)&memory;
    struct fields fields;
    struct cursor c;
    int code = split(text, length, &fields, err), turn;

    if (code)
        return code;
    turn = fields.count - 3;
    diamonds_clear(world, pos);
    c = cursor_of(&fields, 1, err);
    code = read_map(&c, pos);
    c = cursor_of(&fields, turn, err);
    if (!code)
        code = read_turn(&c, pos);
    c = cursor_of(&fields, turn + 1, err);
    if (!code)
        code = read_mover(&c, pos);
    for (int i = 0; i < world->players && !code; i++) {
        c = cursor_of(&fields, 3 + i, err);
        code = read_agent(&c, pos, i);
    }
    if (!code)
        code = check(pos, err);
    c = cursor_of(&fields, turn + 2, err);
    if (!code)
        code = read_due(&c, pos);
    if (!code)
        memcpy(ret_pos, pos, setup->rules->pos_size);
    return code;
}

void diamonds_format_cell(const struct diamonds_world *world, int cell, struct bz_buf *out)
{
    bz_buf_add(out, "%c%d", 'a' + cell % world->cols, cell / world->cols + 1);
}

static void format_map(const struct diamonds *pos, struct bz_buf *out)
{
    const struct diamonds_world *world = pos->world;

    for (int cell = 0; cell < diamonds_cells(world); cell++) {
        const struct place *place = &world->place[cell];

        if (cell && cell % world->cols == 0)
            bz_buf_char(out, '/');
        bz_buf_char(out, place->tile);
        if (place->item >= 0 && diamonds_has(pos->bits, place->item))
            bz_buf_char(out, '-');
    }
}

static void format_traps(const struct diamonds *pos, int index, struct bz_buf *out)
{
    const uint64_t *traps = diamonds_traps(pos, index);
    char before = ',';

    for (int cell = 0; cell < diamonds_cells(pos->world); cell++)
        if (diamonds_has(traps, cell)) {
            bz_buf_char(out, before);
            diamonds_format_cell(pos->world, cell, out);
            before = '.';
        }
    if (before == ',')
        bz_buf_add(out, ",-");
}

static void format_agent(const struct diamonds *pos, int index, struct bz_buf *out)
{
    const struct agent *agent = &pos->agent[index];

    bz_buf_char(out, ' ');
    diamonds_format_cell(pos->world, agent->cell, out);
    bz_buf_char(out, ',');
    for (int i = 0; i < KEYS; i++)
        if (agent->keys >> i & 1)
            bz_buf_char(out, "gyr"[i]);
    if (!agent->keys)
        bz_buf_char(out, '-');
    bz_buf_add(out, ",%d,%d.%d.%d.%d,%d,%d,%d,%d", agent->last, agent->gems[0], agent->gems[1],
               agent->gems[2], agent->gems[3], agent->points, agent->cost, agent->hits,
               agent->hurts);
    if (pos->world->variant == V2021)
        format_traps(pos, index, out);
}

void diamonds_format(const void *at, struct bz_buf *out)
{
    const struct diamonds *pos = at;
    const struct diamonds_world *world = pos->world;

    bz_buf_add(out, "%s ", diamonds_variants[world->variant]);
    format_map(pos, out);
    bz_buf_add(out, " %d,", world->turns);
    diamonds_write_number(world, world->init, out);
    bz_buf_add(out, ",%d,%s", world->trap_count, world->on_entry ? "enter" : "stay");
    for (int i = 0; i < world->players; i++)
        format_agent(pos, i, out);
    bz_buf_add(out, " %d %c ", pos->turn, 'A' + pos->mover);
    if (pos->phase == ACT)
        bz_buf_char(out, '-');
    else
        bz_buf_add(out, "%s:%s", pos->phase == SLIP ? "slip" : "exit", diamonds_words[pos->asked]);
}
