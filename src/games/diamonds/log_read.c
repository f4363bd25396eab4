/*
 * log_read.c - a game from the JSON log of the course's server. The log tells positions and how
 * actions went, not what was asked for: every action is looked for among all there are, and the
 * game is played again by the rules. Nothing is believed: each entry must be, value for value, the
 * one that log.c writes for the position reached.
 */
#include <stdlib.h>
#include <string.h>

#include "files/json.h"
#include "log.h"

enum { LOG_MAX = 32 << 20, CHAIN = 3 /* moves of one action: a word, a slip, an exit */ };

struct log {
    struct bz_source source;
    json_t *entries;
    size_t count, at; /* the entry looked at, from 0 */
    struct bz_error err;
};

static json_t *entry_at(const struct log *log)
{
    return json_array_get(log->entries, log->at);
}

static int refuse(struct log *log, int code, const char *what)
{
    return bz_fail(&log->err, code, "%s: entry %zu: %s", log->source.name, log->at + 1, what);
}

/* --- comparing -------------------------------------------------------------------------------- */

/* Whether the log goes on with this entry, or for NULL with the end of the game; steps over it. */
static bool are_next(struct log *log, const struct diamonds *pos, const struct log_entry *entry)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    json_t *ours = NULL;
    size_t same = 0;

    if (!out)
        return false;
    fputc('[', out);
    if (entry)
        diamonds_log_entry(pos, entry, true, out);
    else
        diamonds_log_finish(pos, true, out);
    fputc(']', out);
    if (fclose(out) == 0)
        ours = json_loadb(text, length, 0, NULL);
    while (same < json_array_size(ours) &&
           json_equal(json_array_get(ours, same), json_array_get(log->entries, log->at + same)))
        same++;
    if (!ours || same < json_array_size(ours))
        same = 0;
    json_decref(ours);
    free(text);
    log->at += same;
    return same > 0;
}

/* --- the setup -------------------------------------------------------------------------------- */

/* What is taken for granted while the log is read. */
struct guess {
    enum variant variant;
    bool on_entry;
    int turns;
};

static int add_map(struct log *log, json_t *map, struct bz_buf *out, int *ret_cells)
{
    size_t rows = json_array_size(map), cols = json_array_size(json_array_get(map, 0));

    if (rows < 1 || rows > SIDE_MAX || cols < 1 || cols > SIDE_MAX)
        return refuse(log, BZ_ERROR_SYNTAX, "\"map\" is no map of 1x1 to 25x25");
    for (size_t i = 0; i < rows * cols; i++) {
        json_t *row = json_array_get(map, i / cols);
        const char *text = json_string_value(json_array_get(row, i % cols));

        if (!text || !strchr("EWT1234gyrGYR*", *text) || !*text || json_array_size(row) != cols)
            return refuse(log, BZ_ERROR_SYNTAX, "\"map\" has a row or a cell that is none");
        if (i && i % cols == 0)
            bz_buf_char(out, '/');
        bz_buf_char(out, *text);
        for (int agent = 0; agent < AGENTS_MAX; agent++)
            if (strchr(text + 1, 'A' + agent))
                ret_cells[agent] = (int)i;
    }
    return BZ_OK;
}

/* Everyone's first score, as the log has it: with a point or without. */
static int add_score(struct log *log, json_t *info, struct bz_buf *out)
{
    json_t *score = json_object_get(info, "score");
    char text[40];
    struct bz_buf number = BZ_BUF(text);

    if (!json_is_number(score))
        return refuse(log, BZ_ERROR_SYNTAX, "\"score\" is no number");
    bz_buf_number(&number, json_number_value(score));
    bz_buf_add(out, "%s%s", text, json_is_real(score) && !strchr(text, '.') ? ".0" : "");
    return BZ_OK;
}

/* The first entry as a position's text, under these assumptions. */
static int add_start(struct log *log, const struct guess *guess, struct bz_buf *out)
{
    json_t *first = json_array_get(log->entries, 0);
    json_t *infos = json_object_get(first, "agents_info"), *info = json_array_get(infos, 0);
    json_t *map = json_object_get(first, "map"), *traps = json_object_get(info, "trap_count");
    int cells[AGENTS_MAX] = {-1, -1}, cols = (int)json_array_size(json_array_get(map, 0)), code;

    bz_buf_add(out, "%s ", diamonds_variants[guess->variant]);
    code = add_map(log, map, out, cells);
    if (code)
        return code;
    bz_buf_add(out, " %d,", guess->turns);
    code = add_score(log, info, out);
    if (code)
        return code;
    bz_buf_add(out, ",%lld,%s", traps ? (long long)json_integer_value(traps) : 3,
               guess->on_entry ? "enter" : "stay");
    for (size_t i = 0; i < json_array_size(infos); i++) {
        if (cells[i] < 0)
            return refuse(log, BZ_ERROR_ILLEGAL, "an agent is nowhere on the map");
        bz_buf_add(out, " %c%d,-,0,0.0.0.0,0,0,0,0%s", 'a' + cells[i] % cols, cells[i] / cols + 1,
                   guess->variant == V2021 ? ",-" : "");
    }
    bz_buf_add(out, " 1 A -");
    return BZ_OK;
}

static int open_start(struct log *log, const struct guess *guess, struct bz_setup *ret_setup,
                      union bz_pos *ret_pos)
{
    char text[BZ_POS_TEXT_MAX] = "";
    struct bz_buf out = BZ_BUF(text);
    struct bz_error inner;
    int code = add_start(log, guess, &out);

    if (code)
        return code;
    code = bz_setup_init(ret_setup, bz_game_find("diamonds", NULL), NULL, 0, &inner);
    if (code)
        return refuse(log, code, inner.text);
    code = bz_parse(ret_setup, text, out.length, ret_pos, &inner);
    if (code) {
        bz_setup_release(ret_setup);
        return refuse(log, code, inner.text);
    }
    return BZ_OK;
}

/* --- actions ---------------------------------------------------------------------------------- */

/* An action on its way: the moves so far, and where they have led. */
struct chain {
    union bz_pos pos;
    bz_move moves[CHAIN];
    int length;
};

/* Adds a move; whether the action is complete and the next entry is what came of it. */
static bool fits(struct log *log, const union bz_pos *before, struct chain *chain, bz_move move)
{
    const struct diamonds *from = (const struct diamonds *)before;
    struct diamonds *pos = (struct diamonds *)&chain->pos;
    json_t *theirs = json_object_get(entry_at(log), "report");
    char text[REPORT_MAX] = "";
    struct bz_buf report = BZ_BUF(text);
    struct log_entry entry = {.turn = from->turn, .agent = from->mover + 1, .report = text};
    struct story story;

    chain->moves[chain->length++] = move;
    if (!diamonds_run(pos, move, &story))
        return false;
    bz_buf_add(&report, "agent %d :", from->mover + 1);
    diamonds_log_report(pos->world, from->mover, from->agent[from->mover].cell, &story, &report);
    return json_is_string(theirs) && !strcmp(text, json_string_value(theirs)) &&
           are_next(log, pos, &entry);
}

/* Where the entry says that the agent is. */
static int cell_in(json_t *entry, const struct diamonds_world *world, int agent)
{
    json_t *map = json_object_get(entry, "map");

    for (int cell = 0; cell < diamonds_cells(world); cell++) {
        json_t *row = json_array_get(map, (size_t)(cell / world->cols));
        const char *text = json_string_value(json_array_get(row, (size_t)(cell % world->cols)));

        if (text && *text && strchr(text + 1, 'A' + agent))
            return cell;
    }
    return -1;
}

/* An exit is where the agent is now, or where somebody stood in its way. */
static bool find_exit(struct log *log, const union bz_pos *before, struct chain *chain)
{
    const struct diamonds *pos = (const struct diamonds *)before;
    int now = cell_in(entry_at(log), pos->world, pos->mover), here = pos->agent[pos->mover].cell;
    int ends[] = {now, pos->world->players == 2 ? pos->agent[!pos->mover].cell : -1};

    for (int i = 0; i < 2; i++) {
        struct chain next = *chain;

        if (ends[i] < 0 || ends[i] == here || pos->world->place[ends[i]].tile != 'T')
            continue;
        if (fits(log, before, &next, EXITED | (bz_move)ends[i])) {
            *chain = next;
            return true;
        }
    }
    return false;
}

static bool find_slip(struct log *log, const union bz_pos *before, struct chain *chain)
{
    const struct diamonds *pos = (const struct diamonds *)&chain->pos;
    const struct bz_rules *rules = diamonds_rules_of(pos->world);
    bz_move slips[SLIPS];
    int count = rules->moves(pos, slips);

    for (int i = 0; i < count; i++) {
        struct chain next = *chain;

        if (fits(log, before, &next, slips[i]) ||
            (((struct diamonds *)&next.pos)->phase == EXIT && find_exit(log, before, &next))) {
            *chain = next;
            return true;
        }
    }
    return false;
}

/* The first action that does what the next entry says. Another one that does the same would leave
 * the same position: word, target and cost are all there is to an action. */
static bool find_action(struct log *log, const union bz_pos *before, struct chain *ret_chain)
{
    const struct diamonds *pos = (const struct diamonds *)before;
    const struct diamonds_list *list = &diamonds_lists[pos->world->variant];

    for (int i = 0; i < list->count; i++) {
        const struct diamonds *now = (const struct diamonds *)&ret_chain->pos;

        *ret_chain = (struct chain){.pos = *before};
        if (fits(log, before, ret_chain, list->word[i]) ||
            (now->phase == SLIP && find_slip(log, before, ret_chain)) ||
            (now->phase == EXIT && find_exit(log, before, ret_chain)))
            return true;
    }
    return false;
}

static int refuse_action(struct log *log, const struct diamonds *pos)
{
    const char *report = json_string_value(json_object_get(entry_at(log), "report"));

    return bz_fail(&log->err, BZ_ERROR_ILLEGAL,
                   "%s: entry %zu: by the rules %s no action of agent %d in turn %d leads here; "
                   "it is reported as '%s'",
                   log->source.name, log->at + 1, diamonds_variants[pos->world->variant],
                   pos->mover + 1, pos->turn,
                   bz_quoted(report ? report : "", report ? strlen(report) : 0).text);
}

/* --- the game --------------------------------------------------------------------------------- */

static int play_action(struct log *log, struct bz_record *record)
{
    struct chain chain;
    int code = BZ_OK;

    if (bz_record_is_over(record))
        return refuse(log, BZ_ERROR_ILLEGAL, "the game is over before");
    if (!find_action(log, &record->pos, &chain))
        return refuse_action(log, (const struct diamonds *)&record->pos);
    for (int i = 0; i < chain.length && !code; i++)
        code = bz_record_play(record, chain.moves[i], &log->err);
    return code;
}

static int play_all(struct log *log, struct bz_record *record)
{
    const struct diamonds *pos = (const struct diamonds *)&record->pos;
    int code = BZ_OK;

    log->at = 0;
    if (!diamonds_is_over(pos) && !are_next(log, pos, &(struct log_entry){.turn = 1, .report = ""}))
        return refuse(log, BZ_ERROR_ILLEGAL, "this is not how a game begins");
    while (!code && log->at < log->count && !json_is_true(json_object_get(entry_at(log), "finish")))
        code = play_action(log, record);
    if (code)
        return code;
    if (diamonds_is_over(pos) && !are_next(log, pos, NULL))
        return refuse(log, BZ_ERROR_ILLEGAL, "this is not how the game ends");
    if (log->at < log->count)
        return refuse(log, BZ_ERROR_ILLEGAL, "the game does not end here");
    return BZ_OK;
}

static int try_guess(struct log *log, const struct guess *guess, struct bz_setup *ret_setup,
                     struct bz_record *ret_record)
{
    struct bz_setup setup;
    struct bz_record record;
    union bz_pos start;
    int code;

    log->at = 0;
    code = open_start(log, guess, &setup, &start);
    if (code)
        return code;
    bz_record_init(&record, &setup, &start);
    code = play_all(log, &record);
    if (code) {
        bz_record_release(&record);
        bz_setup_release(&setup);
        return code;
    }
    *ret_setup = setup;
    *ret_record = record;
    ret_record->setup = ret_setup;
    return BZ_OK;
}

/* --- what the log does not tell --------------------------------------------------------------- */

/* What was told, or -1. */
struct told {
    int variant, on_entry, turns;
};

static bool is_for(const char *assignment, int option)
{
    const char *name = diamonds_options[option].name;

    return !strncmp(assignment, name, strlen(name)) && assignment[strlen(name)] == '=';
}

static int read_told(const char *const *assignments, int count, struct told *ret_told,
                     struct bz_error *err)
{
    *ret_told = (struct told){-1, -1, -1};
    for (int i = 0; i < count; i++) {
        int option = is_for(assignments[i], OPTION_RULES)    ? OPTION_RULES
                     : is_for(assignments[i], OPTION_BARBED) ? OPTION_BARBED
                                                             : OPTION_TURNS;
        const char *value = strchr(assignments[i], '=');
        struct bz_value read;
        int code;

        if (!is_for(assignments[i], option))
            return bz_fail(err, BZ_ERROR_UNFIT,
                           "'%s': a log tells everything but rules, barbed and turns",
                           bz_quoted(assignments[i], strlen(assignments[i])).text);
        code = bz_option_parse(&diamonds_options[option], value + 1, strlen(value + 1), &read, err);
        if (code)
            return code;
        *(option == OPTION_RULES    ? &ret_told->variant
          : option == OPTION_BARBED ? &ret_told->on_entry
                                    : &ret_told->turns) = (int)read.number;
    }
    return BZ_OK;
}

/* A log with an end tells when that was; of another one only the turns so far are known. */
static int turns_of(const struct log *log, const struct told *told)
{
    const struct bz_option *option = &diamonds_options[OPTION_TURNS];
    json_t *last = json_array_get(log->entries, log->count - 1);
    json_int_t turn = json_integer_value(json_object_get(last, "turn"));
    struct bz_value usual = {.number = 0};

    if (told->turns >= 0)
        return told->turns;
    turn = turn < 0 ? 0 : turn > TURNS_MAX ? TURNS_MAX : turn;
    bz_option_parse(option, option->fallback, strlen(option->fallback), &usual, NULL);
    return (int)(json_is_true(json_object_get(last, "finish")) || turn > usual.number
                     ? turn
                     : usual.number);
}

/* The rule sets of 2022 write the same keys, and our own games may count wire another way: the
 * first assumption under which the whole log comes out. Where none does, the complaint is that of
 * the one that went furthest. */
static int guess_all(struct log *log, const struct told *told, struct bz_setup *ret_setup,
                     struct bz_record *ret_record)
{
    static const enum variant order[] = {P1, P3, P2, V2021};
    json_t *infos = json_object_get(json_array_get(log->entries, 0), "agents_info");
    bool old = json_object_get(json_array_get(infos, 0), "trap_count") != NULL;
    struct bz_error worst = {.code = BZ_OK};
    size_t furthest = 0;
    int code = BZ_ERROR_UNFIT;

    for (int i = 0; i < 2 * VARIANTS && code; i++) {
        struct guess guess = {order[i / 2], i % 2 == 0, turns_of(log, told)};

        if ((told->variant >= 0 && told->variant != (int)guess.variant) ||
            (told->variant < 0 && old != (guess.variant == V2021)) ||
            (told->on_entry >= 0 && told->on_entry != guess.on_entry))
            continue;
        code = try_guess(log, &guess, ret_setup, ret_record);
        if (code && (worst.code == BZ_OK || log->at > furthest)) {
            worst = log->err;
            furthest = log->at;
        }
    }
    log->err = worst;
    return code ? worst.code : BZ_OK;
}

static int check_shape(struct log *log)
{
    json_t *infos = json_object_get(json_array_get(log->entries, 0), "agents_info");
    size_t agents = json_array_size(infos);

    if (!json_is_array(log->entries) || !log->count)
        return bz_fail(&log->err, BZ_ERROR_SYNTAX, "%s: a log is a list of entries",
                       log->source.name);
    if (agents < 1 || agents > AGENTS_MAX || !json_is_object(json_array_get(infos, 0)))
        return refuse(log, BZ_ERROR_SYNTAX, "\"agents_info\" must tell of one agent or two");
    return BZ_OK;
}

static int read_log(const char *path, const char *const *assignments, int count,
                    struct bz_setup *ret_setup, struct bz_record *ret_record, struct bz_error *err)
{
    struct log log = {.entries = NULL};
    struct told told;
    int code = read_told(assignments, count, &told, err);

    if (!code)
        code = bz_source_read(&log.source, path, LOG_MAX, err);
    if (code)
        return code;
    code = bz_json_parse(&log.source, &log.entries, &log.err);
    if (!code) {
        log.count = json_array_size(log.entries);
        code = check_shape(&log);
    }
    if (!code)
        code = guess_all(&log, &told, ret_setup, ret_record);
    if (code && err)
        *err = log.err;
    json_decref(log.entries);
    bz_source_release(&log.source);
    return code;
}

const struct bz_import diamonds_imports[] = {
    {"gamelog", "the JSON log of the course's server", read_log},
    {.name = NULL},
};
