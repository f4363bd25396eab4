/*
 * hear.c - the course's protocol from a client's side: from the lines it hears to a position.
 *
 * No line tells which keys somebody has, in which order diamonds were taken, or what a score is
 * made of. But between two lines everyone acts once, so that whoever stands where something has
 * disappeared has it; and of a score only the sum counts for what follows. Only what the other
 * agent took before our first line, and its traps, can stay unknown; a door it stands in tells of a
 * key.
 */
#include <stdlib.h>
#include <string.h>

#include "bazi/option.h"
#include "files/json.h"
#include "wire.h"

enum { SCORE_MAX = 10000000, FIELDS_P1 = 7, FIELDS_V2021 = 8 };

static const char keys[] = "gyr", doors[] = "GYR";

/* --- words of a line -------------------------------------------------------------------------- */

struct words {
    const char *line, *at, *end;
    struct bz_error *err;
};

struct word_text {
    const char *text;
    size_t length;
};

static int refuse(const struct words *w, const char *what)
{
    return bz_fail(w->err, BZ_ERROR_SYNTAX, "line, column %zu: %s ('%s')",
                   (size_t)(w->at - w->line) + 1, what,
                   bz_quoted(w->at, (size_t)(w->end - w->at)).text);
}

/* The next word; words have one blank between them. */
static int next_word(struct words *w, const char *what, struct word_text *ret_word)
{
    const char *blank = memchr(w->at, ' ', (size_t)(w->end - w->at));
    const char *stop = blank ? blank : w->end;

    if (stop == w->at)
        return refuse(w, what);
    *ret_word = (struct word_text){w->at, (size_t)(stop - w->at)};
    w->at = stop;
    return BZ_OK;
}

static int skip_blank(struct words *w)
{
    if (w->at == w->end || *w->at != ' ')
        return refuse(w, "expected a blank");
    w->at++;
    return BZ_OK;
}

static int next_number(struct words *w, const char *what, int min, int max, int *ret_number)
{
    struct words before = *w;
    struct word_text word = {NULL, 0};
    int64_t number = 0;
    int code = next_word(w, what, &word);

    if (code)
        return code;
    if (bz_parse_integer(word.text, word.length, min, max, what, &number, NULL))
        return refuse(&before, what);
    *ret_number = (int)number;
    return BZ_OK;
}

/* A blank and a number. */
static int more_number(struct words *w, const char *what, int min, int max, int *ret_number)
{
    int code = skip_blank(w);

    return code ? code : next_number(w, what, min, max, ret_number);
}

/* "-12", "2.5": a score in eighths. */
static int next_score(struct words *w, int *ret_eighths)
{
    struct words before = *w;
    struct word_text word = {NULL, 0};
    char text[32], *end;
    double eighths;
    int code = next_word(w, "expected a score", &word);

    if (code)
        return code;
    if (word.length >= sizeof(text))
        return refuse(&before, "expected a score");
    memcpy(text, word.text, word.length);
    text[word.length] = '\0';
    eighths = PART * strtod(text, &end);
    if (strspn(text, "-.0123456789") < word.length || *end ||
        !(eighths > -SCORE_MAX && eighths < SCORE_MAX) || (int)eighths != eighths)
        return refuse(&before, "expected a score");
    *ret_eighths = (int)eighths;
    return BZ_OK;
}

/* --- the greeting ----------------------------------------------------------------------------- */

static int keep_init(struct diamonds_memory *memory, const char *text, size_t length,
                     struct bz_error *err)
{
    bool is_real;
    int init, code = diamonds_read_init(text, length, &init, &is_real, err);

    if (code)
        return code;
    if (length >= sizeof(memory->init))
        return bz_fail(err, BZ_ERROR_SYNTAX, "greeting: too long a score");
    memcpy(memory->init, text, length);
    memory->init[length] = '\0';
    return BZ_OK;
}

static int check_greeting(const struct diamonds_memory *memory, char letter, int id,
                          struct bz_error *err)
{
    int most = memory->variant == V2021 ? 20 : SIDE_MAX;

    if (memory->rows < 1 || memory->rows > most || memory->cols < 1 || memory->cols > most)
        return bz_fail(err, BZ_ERROR_RANGE, "greeting: no map is of %d x %d", memory->rows,
                       memory->cols);
    if (memory->players < 1 || memory->players > AGENTS_MAX || id < 1 || id > memory->players ||
        letter != 'A' + id - 1)
        return bz_fail(err, BZ_ERROR_SYNTAX, "greeting: %d agents, and this is none of them",
                       memory->players);
    return BZ_OK;
}

static int read_text_greeting(struct diamonds_memory *memory, struct words *w)
{
    struct word_text letter = {NULL, 0}, score = {NULL, 0};
    int id = 0, code = next_number(w, "expected the map's height", 1, SIDE_MAX, &memory->rows);

    if (!code)
        code = more_number(w, "expected the map's width", 1, SIDE_MAX, &memory->cols);
    if (!code)
        code = skip_blank(w);
    if (!code)
        code = next_word(w, "expected A or B", &letter);
    if (!code)
        code = more_number(w, "expected a number of an agent", 1, AGENTS_MAX, &id);
    if (!code)
        code = skip_blank(w);
    if (!code)
        code = next_word(w, "expected a score", &score);
    if (!code)
        code = keep_init(memory, score.text, score.length, w->err);
    if (!code)
        code = more_number(w, "expected a number of turns", 0, TURNS_MAX, &memory->turns);
    if (!code)
        code = more_number(w, "expected a number of agents", 1, AGENTS_MAX, &memory->players);
    if (!code)
        code = skip_blank(w);
    memory->variant = w->at == w->end ? P1 : V2021;
    if (!code && memory->variant == V2021)
        code = next_number(w, "expected a number of traps", 0, TRAP_COUNT_MAX, &memory->trap_count);
    if (!code && w->at != w->end)
        code = refuse(w, "a greeting ends here");
    memory->me = id - 1;
    return code ? code
                : check_greeting(memory, letter.length == 1 ? *letter.text : '?', id, w->err);
}

/* p2 slips: then some chance is neither 0 nor 1. */
static bool has_fractions(const json_t *table)
{
    const char *ground, *asked, *word;
    json_t *rows, *row, *chance;

    json_object_foreach((json_t *)(uintptr_t)table, ground, rows)
    {
        json_object_foreach(rows, asked, row)
        {
            json_object_foreach(row, word, chance)
            {
                double p = json_number_value(chance);

                if (p > 0 && p < 1)
                    return true;
            }
        }
    }
    return false;
}

static int take_json(struct diamonds_memory *memory, const json_t *root, struct bz_error *err)
{
    static const char *const names[] = {"height", "width",          "id",
                                        "score",  "max_turn_count", "agent_count"};
    const char *letter = json_string_value(json_object_get(root, "character"));
    const json_t *table = json_object_get(root, "probabilities");
    const json_t *score = json_object_get(root, "score");
    char text[64];
    int numbers[6] = {0}, code;

    for (int i = 0; i < 6; i++) {
        const json_t *value = json_object_get(root, names[i]);

        if (!json_is_number(value) || json_number_value(value) < -INIT_MAX ||
            json_number_value(value) > INIT_MAX)
            return bz_fail(err, BZ_ERROR_SYNTAX, "greeting: \"%s\" must be a number", names[i]);
        numbers[i] = (int)json_number_value(value);
    }
    if (!letter || !json_is_object(table))
        return bz_fail(err, BZ_ERROR_SYNTAX,
                       "greeting: \"character\" or \"probabilities\" are missing");
    memory->rows = numbers[0];
    memory->cols = numbers[1];
    memory->me = numbers[2] - 1;
    memory->turns = numbers[4] < 0 || numbers[4] > TURNS_MAX ? -1 : numbers[4];
    memory->players = numbers[5];
    memory->variant = has_fractions(table) ? P2 : P3;
    if (memory->turns < 0)
        return bz_fail(err, BZ_ERROR_RANGE, "greeting: no game has so many turns");
    snprintf(text, sizeof(text), json_is_integer(score) ? "%.0f" : "%.3f",
             json_number_value(score));
    code = keep_init(memory, text, strlen(text), err);
    return code ? code : check_greeting(memory, letter[1] ? '?' : letter[0], numbers[2], err);
}

static int read_json_greeting(struct diamonds_memory *memory, const char *line, size_t length,
                              struct bz_error *err)
{
    struct bz_source source = {.name = "greeting", .length = length};
    json_t *root = NULL;
    int code;

    if (memchr(line, '\0', length))
        return bz_fail(err, BZ_ERROR_SYNTAX, "greeting: a zero byte is no text");
    source.text = malloc(length + 1);
    if (!source.text)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a greeting");
    memcpy(source.text, line, length);
    source.text[length] = '\0';
    code = bz_json_parse(&source, &root, err);
    if (!code && !json_is_object(root))
        code = bz_fail(err, BZ_ERROR_SYNTAX, "greeting: expected an object, { ... }");
    if (!code)
        code = take_json(memory, root, err);
    json_decref(root);
    bz_source_release(&source);
    return code;
}

int diamonds_hear_greeting(void *memory, const char *line, size_t length, struct bz_error *err)
{
    struct diamonds_memory draft = {.trap_count = 3};
    struct words words = {line, line, line + length, err};
    int code = length && *line == '{' ? read_json_greeting(&draft, line, length, err)
                                      : read_text_greeting(&draft, &words);

    if (!code)
        *(struct diamonds_memory *)memory = draft;
    return code;
}

/* --- a turn ----------------------------------------------------------------------------------- */

/* One line, read but not yet believed. */
struct sight {
    int turn, traps_left;
    int score[AGENTS_MAX], gems[AGENTS_MAX][COLOURS], cell[AGENTS_MAX];
    char tile[CELLS_MAX];
    bool trap[CELLS_MAX];
};

static int read_cell(struct words *w, const struct diamonds_memory *memory, int cell,
                     struct sight *sight)
{
    const char *tiles = memory->variant == V2021 ? "EWT1234" : "EWT1234gyrGYR*";
    struct words before = *w;
    struct word_text word = {NULL, 0};
    int code = skip_blank(w);
    size_t used = 1;

    if (!code)
        code = next_word(w, "expected a cell of the map", &word);
    if (code)
        return code;
    sight->tile[cell] = word.text[0];
    for (int i = 0; i < memory->players; i++) {
        if (used < word.length && word.text[used] == 'A' + i) {
            if (sight->cell[i] >= 0)
                return refuse(&before, "this agent is in two places");
            sight->cell[i] = cell;
            used++;
        }
        if (memory->variant == V2021 && i == memory->me && used < word.length &&
            word.text[used] == 'a' + i) {
            sight->trap[cell] = true;
            used++;
        }
    }
    return used == word.length && word.text[0] && strchr(tiles, word.text[0])
               ? BZ_OK
               : refuse(&before, "expected a tile and who is there");
}

static int read_sight(struct words *w, const struct diamonds_memory *memory, struct sight *sight)
{
    int code = more_number(w, "expected the number of a turn", 1, memory->turns, &sight->turn);

    if (!code && memory->variant == V2021)
        code =
            more_number(w, "expected a number of traps", 0, memory->trap_count, &sight->traps_left);
    for (int i = 0; i < memory->players && !code; i++) {
        sight->cell[i] = -1;
        code = skip_blank(w);
        if (!code)
            code = next_score(w, &sight->score[i]);
    }
    for (int i = 0; i < memory->players * COLOURS && !code; i++)
        code = more_number(w, "expected a number of diamonds", 0, CELLS_MAX,
                           &sight->gems[i / COLOURS][i % COLOURS]);
    for (int cell = 0; cell < memory->rows * memory->cols && !code; cell++)
        code = read_cell(w, memory, cell, sight);
    if (!code && w->at != w->end)
        code = refuse(w, "the map ends here");
    for (int i = 0; i < memory->players && !code; i++)
        if (sight->cell[i] < 0)
            code = bz_fail(w->err, BZ_ERROR_SYNTAX, "line: agent %c is nowhere", 'A' + i);
    return code;
}

/* --- what it means ---------------------------------------------------------------------------- */

/* The colour of the one diamond an agent has more than before, or -1; -2 if that cannot be. */
static int new_gem(const struct diamonds_seen *agent, const int gems[COLOURS])
{
    int found = -1;

    for (int kind = 0; kind < COLOURS; kind++) {
        int more = gems[kind] - agent->gems[kind];

        if (more < 0 || more > 1 || (more && found >= 0))
            return -2;
        if (more)
            found = kind;
    }
    return found;
}

static void take_gem(const struct diamonds_memory *memory, struct diamonds_seen *agent, int kind)
{
    agent->gems[kind]++;
    if (memory->variant == V2021) {
        agent->points += diamonds_worth[kind];
        return;
    }
    agent->points += diamonds_pairs[memory->variant == P3][agent->last][kind];
    agent->last = (uint8_t)(kind + 1);
}

/* At the first line only the other agent can have acted, and what it took is seen nowhere else. */
static void begin_round(struct diamonds_memory *memory, const struct sight *sight)
{
    int other = !memory->me, kind;

    memset(memory->agent, 0, sizeof(memory->agent));
    memset(memory->gone, 0, sizeof(memory->gone));
    memcpy(memory->tiles, sight->tile, sizeof(memory->tiles));
    memory->first = memory->players == 2 ? sight->cell[other] : -1;
    if (memory->first < 0 || memory->me == 0)
        return;
    kind = new_gem(&memory->agent[other], sight->gems[other]);
    if (kind >= 0 && memory->tiles[memory->first] == 'E') {
        memory->tiles[memory->first] = (char)('1' + kind);
        memory->gone[memory->first] = true;
    }
}

static int follow_gems(struct diamonds_memory *memory, const struct sight *sight,
                       struct bz_error *err)
{
    for (int i = 0; i < memory->players; i++) {
        int kind = new_gem(&memory->agent[i], sight->gems[i]);

        if (kind < -1)
            return bz_fail(err, BZ_ERROR_ILLEGAL,
                           "line: nobody takes that many diamonds in one turn");
        if (kind >= 0)
            take_gem(memory, &memory->agent[i], kind);
    }
    return BZ_OK;
}

/* A key belongs to whoever stands where it was. */
static void take_key(struct diamonds_memory *memory, const struct sight *sight, int cell,
                     int colour)
{
    int who = memory->players == 2 && sight->cell[memory->me] != cell ? !memory->me : memory->me;

    memory->agent[who].keys |= (uint8_t)(1 << colour);
}

static int follow_map(struct diamonds_memory *memory, const struct sight *sight,
                      struct bz_error *err)
{
    for (int cell = 0; cell < memory->rows * memory->cols; cell++) {
        char was = memory->gone[cell] ? 'E' : memory->tiles[cell], now = sight->tile[cell];
        const char *key = strchr(keys, was);

        if (was == now)
            continue;
        if (now != 'E' || !strchr("1234gyr", was))
            return bz_fail(err, BZ_ERROR_ILLEGAL, "line: '%c' cannot become '%c' on a map", was,
                           now);
        memory->gone[cell] = true;
        if (key)
            take_key(memory, sight, cell, (int)(key - keys));
    }
    return BZ_OK;
}

/* Who stands in a door has its key, taken before our first line if we never saw it. */
static void follow_doors(struct diamonds_memory *memory)
{
    struct diamonds_seen *other = &memory->agent[!memory->me];
    const char *door = memory->players == 2 ? strchr(doors, memory->tiles[other->cell]) : NULL;
    int colour = door ? (int)(door - doors) : -1;

    if (!door || other->keys >> colour & 1 || memory->me == 0 || memory->first < 0 ||
        memory->tiles[memory->first] != 'E')
        return;
    other->keys |= (uint8_t)(1 << colour);
    memory->tiles[memory->first] = keys[colour];
    memory->gone[memory->first] = true;
}

static int follow(struct diamonds_memory *memory, const struct sight *sight, struct bz_error *err)
{
    int code;

    if (sight->turn == 1)
        begin_round(memory, sight);
    else if (sight->turn != memory->turn + 1)
        return bz_fail(err, BZ_ERROR_ILLEGAL, "line: turn %d cannot follow turn %d", sight->turn,
                       memory->turn);
    code = follow_gems(memory, sight, err);
    if (!code)
        code = follow_map(memory, sight, err);
    if (code)
        return code;
    memory->turn = sight->turn;
    memcpy(memory->trap, sight->trap, sizeof(memory->trap));
    for (int i = 0; i < memory->players; i++) {
        memory->agent[i].cell = sight->cell[i];
        memory->agent[i].score = sight->score[i];
    }
    follow_doors(memory);
    return BZ_OK;
}

/* --- the position's text ---------------------------------------------------------------------- */

/* What a score was diminished by, split into what could have been: only the sum is known. */
struct losses {
    int cost, hits, hurts;
};

static int split_losses(const struct diamonds_memory *memory, int index, int init,
                        struct losses *ret_losses, struct bz_error *err)
{
    const struct diamonds_seen *agent = &memory->agent[index];
    bool old = memory->variant == V2021, is_me = index == memory->me;
    int acts = memory->turn - 1 + (index < memory->me), rest;
    int size = old ? 2 : 1; /* of a hurt, in hits */
    int lost = init + PART * agent->points - agent->score - (old && is_me ? PART : 0);

    if (lost < 0 || lost % PART)
        return bz_fail(err, BZ_ERROR_ILLEGAL,
                       "line: the score of %c does not fit what it has taken", 'A' + index);
    lost /= PART;
    ret_losses->cost = old ? acts : lost;
    while (ret_losses->cost > (old ? acts : 2 * acts))
        ret_losses->cost -= 20;
    rest = (lost - ret_losses->cost) / 20;
    if (ret_losses->cost < 0 || lost < ret_losses->cost || (lost - ret_losses->cost) % 20)
        return bz_fail(err, BZ_ERROR_ILLEGAL, "line: nothing costs what %c has lost", 'A' + index);
    ret_losses->hurts = rest / size < acts ? rest / size : acts; /* there may be no one to hit */
    ret_losses->hits = rest - size * ret_losses->hurts;
    return BZ_OK;
}

static void write_cell(const struct diamonds_memory *memory, int cell, struct bz_buf *out)
{
    bz_buf_add(out, "%c%d", 'a' + cell % memory->cols, cell / memory->cols + 1);
}

static void write_keys(unsigned held, struct bz_buf *out)
{
    bz_buf_char(out, ',');
    if (!held)
        bz_buf_char(out, '-');
    for (int i = 0; i < KEYS; i++)
        if (held >> i & 1)
            bz_buf_char(out, keys[i]);
}

static void write_traps(const struct diamonds_memory *memory, bool ours, struct bz_buf *out)
{
    char between = ',';

    for (int cell = 0; ours && cell < memory->rows * memory->cols; cell++)
        if (memory->trap[cell]) {
            bz_buf_char(out, between);
            write_cell(memory, cell, out);
            between = '.';
        }
    if (between == ',')
        bz_buf_add(out, ",-");
}

static int write_agent(const struct diamonds_memory *memory, int index, int init,
                       struct bz_buf *out, struct bz_error *err)
{
    const struct diamonds_seen *agent = &memory->agent[index];
    struct losses losses = {0, 0, 0};
    int code = split_losses(memory, index, init, &losses, err);

    if (code)
        return code;
    bz_buf_char(out, ' ');
    write_cell(memory, agent->cell, out);
    write_keys(agent->keys, out);
    bz_buf_add(out, ",%d,%d.%d.%d.%d,%d,%d,%d,%d", agent->last, agent->gems[0], agent->gems[1],
               agent->gems[2], agent->gems[3], agent->points, losses.cost, losses.hits,
               losses.hurts);
    if (memory->variant == V2021)
        write_traps(memory, index == memory->me, out);
    return BZ_OK;
}

static int write_position(const struct diamonds_memory *memory, const char *barbed,
                          struct bz_buf *out, struct bz_error *err)
{
    bool is_real;
    int init = 0,
        code = diamonds_read_init(memory->init, strlen(memory->init), &init, &is_real, err);

    bz_buf_add(out, "%s ", diamonds_variants[memory->variant]);
    for (int cell = 0; cell < memory->rows * memory->cols; cell++)
        bz_buf_add(out, "%s%c%s", cell && cell % memory->cols == 0 ? "/" : "", memory->tiles[cell],
                   memory->gone[cell] ? "-" : "");
    bz_buf_add(out, " %d,%s,%d,%s", memory->turns, memory->init, memory->trap_count, barbed);
    for (int i = 0; i < memory->players && !code; i++)
        code = write_agent(memory, i, init, out, err);
    bz_buf_add(out, " %d %c -", memory->turn, 'A' + memory->me);
    return code;
}

int diamonds_hear_turn(void *memory, const struct bz_setup *setup, const char *line, size_t length,
                       struct bz_buf *ret_pos, struct bz_error *err)
{
    struct diamonds_memory draft = *(const struct diamonds_memory *)memory;
    struct words words = {line, line, line + length, err};
    struct sight sight = {.turn = 0};
    int code = draft.players ? read_sight(&words, &draft, &sight)
                             : bz_fail(err, BZ_ERROR_ILLEGAL, "line: there was no greeting");

    if (!code)
        code = follow(&draft, &sight, err);
    if (!code)
        code = write_position(&draft, setup->values[OPTION_BARBED].text, ret_pos, err);
    if (!code)
        *(struct diamonds_memory *)memory = draft;
    return code;
}
