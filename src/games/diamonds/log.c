/*
 * log.c - a record in the files the course's server wrote: outs.txt, what an agent saw before every
 * action, and the JSON log its viewer reads. Byte for byte, spaces included.
 */
#include "log.h"

#include <string.h>

enum { CELL_MAX = 8, NUMBER_MAX = 32 };

/* Each agent's letter, then its traps, in the order of the agents. */
void diamonds_show_cell(const struct diamonds *pos, int cell, int owner, struct bz_buf *out)
{
    bz_buf_char(out, diamonds_tile(pos, cell));
    for (int i = 0; i < pos->world->players; i++) {
        if (pos->agent[i].cell == cell)
            bz_buf_char(out, (char)('A' + i));
        if (pos->world->variant == V2021 && (owner < 0 || owner == i) &&
            diamonds_has(diamonds_traps(pos, i), cell))
            bz_buf_char(out, (char)('a' + i));
    }
}

/* --- outs.txt --------------------------------------------------------------------------------- */

static void write_sight(const struct diamonds *pos, FILE *out)
{
    const struct diamonds_world *world = pos->world;

    fprintf(out, "TURN %d \n", pos->turn);
    for (int cell = 0; cell < diamonds_cells(world); cell++) {
        char text[CELL_MAX] = "";
        struct bz_buf buf = BZ_BUF(text);

        diamonds_show_cell(pos, cell, -1, &buf);
        fprintf(out, "%-4s%s", text, (cell + 1) % world->cols ? "" : "\n");
    }
    fputs("----------\n", out);
}

static int written(FILE *out, struct bz_error *err)
{
    if (fflush(out) != 0 || ferror(out))
        return bz_fail(err, BZ_ERROR_IO, "the file cannot be written");
    return BZ_OK;
}

static int write_outs(const struct bz_record *record, FILE *out, struct bz_error *err)
{
    union bz_pos memory = record->start;
    struct diamonds *pos = (struct diamonds *)&memory;

    for (int i = 0; i < record->length; i++) {
        struct story story;

        if (pos->phase == ACT)
            write_sight(pos, out);
        diamonds_run(pos, record->moves[i], &story);
    }
    return written(out, err);
}

/* --- the JSON log ----------------------------------------------------------------------------- */

void diamonds_log_report(const struct diamonds_world *world, int agent, int cell,
                         const struct story *story, struct bz_buf *out)
{
    const char *word = diamonds_words[story->word];
    bool old = world->variant == V2021;
    int id = agent + 1, row = cell / world->cols, col = cell % world->cols;

    switch (story->verdict) {
    case ACCEPTED:
        bz_buf_add(out, "accepted action : %s", word);
        break;
    case OFF_MAP:
        bz_buf_add(out, "can't go ");
        for (; *word; word++)
            bz_buf_char(out, (char)(old && *word != '_' ? *word | 0x20 : *word));
        bz_buf_add(out, " in address = (%d, %d) with agent %d", row, col, id);
        break;
    case BLOCKED:
        bz_buf_add(out, "agent %d can't move  in tile (%d, %d) because it is wall %s", id,
                   story->target / world->cols, story->target % world->cols,
                   old ? "" : "or forbidden tile");
        break;
    case NOT_A_WORD:
        bz_buf_add(out, "agent %d send invalid action or time out for sending it ", id);
        break;
    case NO_TELEPORT:
        bz_buf_add(out, "agent %d can't teleport in tile (%d, %d) ", id, row, col);
        break;
    case NO_TRAP_LEFT:
        bz_buf_add(out, "agent %d does not have trap", id);
        break;
    case TRAP_IS_HERE:
        bz_buf_add(out, "exist a trap in tile = (%d, %d) , when agent %d wanted put ", row, col,
                   id);
        break;
    case TRAP_ON_TELEPORT:
        bz_buf_add(out, "can't put trap on teleport [agent = %d]", id);
        break;
    case TRAP_TOO_DEAR:
        bz_buf_add(out, "trap constraint failed for agent %d", id);
        break;
    case TRAPS_EXHAUSTED:
        bz_buf_add(out, "list index out of range");
        break;
    }
}

static void write_info(const struct diamonds *pos, int index, FILE *out)
{
    const struct agent *agent = &pos->agent[index];
    const struct diamonds_world *world = pos->world;
    char score[NUMBER_MAX];
    struct bz_buf buf = BZ_BUF(score);
    bool old = world->variant == V2021;

    diamonds_write_number(world, diamonds_score(pos, index), &buf);
    fprintf(out, "%s{\"score\": %s, ", index ? ", " : "", score);
    if (old)
        fprintf(out, "\"trap_count\": %d, ", world->trap_count - agent->traps);
    fprintf(out, "\"hit_hurts_count\": %d, \"%s_hurts_count\": %d", agent->hits,
            old ? "trap" : "barbed", agent->hurts);
    for (int i = 0; i < COLOURS; i++)
        fprintf(out, ", \"gem%d\": %d", i + 1, agent->gems[i]);
    fputc('}', out);
}

static void write_map(const struct diamonds *pos, FILE *out)
{
    const struct diamonds_world *world = pos->world;

    for (int cell = 0; cell < diamonds_cells(world); cell++) {
        int col = cell % world->cols;
        char text[CELL_MAX] = "";
        struct bz_buf buf = BZ_BUF(text);

        diamonds_show_cell(pos, cell, -1, &buf);
        fprintf(out, "%s\"%s\"%s",
                col    ? ", "
                : cell ? ", ["
                       : "[",
                text, col + 1 == world->cols ? "]" : "");
    }
}

static void write_id(int id, FILE *out)
{
    if (id)
        fprintf(out, "%d", id);
    else
        fputs("null", out);
}

void diamonds_log_entry(const struct diamonds *pos, const struct log_entry *entry, bool first,
                        FILE *out)
{
    fprintf(out, "%s{\"turn\": %d, \"agent\": ", first ? "" : ", ", entry->turn);
    write_id(entry->agent, out);
    fputs(", \"agents_info\": [", out);
    for (int i = 0; i < pos->world->players; i++)
        write_info(pos, i, out);
    fprintf(out, "], \"finish\": %s, \"winner_id\": ", entry->finish ? "true" : "false");
    write_id(entry->winner, out);
    fputs(", \"map\": [", out);
    write_map(pos, out);
    fprintf(out, "], \"report\": \"%s\"}", entry->report);
}

/* A winner is announced twice, once to each agent. */
void diamonds_log_finish(const struct diamonds *pos, bool first, FILE *out)
{
    struct log_entry entry = {.turn = pos->turn - 1, .finish = true, .report = "finish!"};
    char text[REPORT_MAX];
    struct bz_buf report = BZ_BUF(text);
    int a = diamonds_score(pos, 0), b = diamonds_score(pos, 1);

    if (pos->world->players == 1) {
        diamonds_log_entry(pos, &entry, first, out);
        return;
    }
    entry.winner = a > b ? 1 : a < b ? 2 : 0;
    entry.report = text;
    if (entry.winner)
        bz_buf_add(&report, "finish! winner = agent %d", entry.winner);
    else
        bz_buf_add(&report, "finish! The game ended in a draw");
    diamonds_log_entry(pos, &entry, first, out);
    if (entry.winner)
        diamonds_log_entry(pos, &entry, false, out);
}

static int write_log(const struct bz_record *record, FILE *out, struct bz_error *err)
{
    union bz_pos memory = record->start;
    struct diamonds *pos = (struct diamonds *)&memory;
    bool begun = !diamonds_is_over(pos);

    fputc('[', out);
    if (begun)
        diamonds_log_entry(pos, &(struct log_entry){.turn = pos->turn, .report = ""}, true, out);
    for (int i = 0; i < record->length; i++) {
        char text[REPORT_MAX];
        struct bz_buf report = BZ_BUF(text);
        struct log_entry entry = {.turn = pos->turn, .agent = pos->mover + 1, .report = text};
        int mover = pos->mover, cell = pos->agent[mover].cell;
        struct story story;

        if (!diamonds_run(pos, record->moves[i], &story))
            continue;
        bz_buf_add(&report, "agent %d :", mover + 1);
        diamonds_log_report(pos->world, mover, cell, &story, &report);
        diamonds_log_entry(pos, &entry, false, out);
    }
    if (diamonds_is_over(pos))
        diamonds_log_finish(pos, !begun, out);
    fputc(']', out);
    return written(out, err);
}

const struct bz_export diamonds_exports[] = {
    {"outs", "outs.txt of the course's server: the map before every action", write_outs},
    {"gamelog", "the JSON log of the course's server, for its viewer", write_log},
    {.name = NULL},
};
