/*
 * wire.c - messages as the course's server wrote them; clients split them at blanks, so that every
 * one of those counts.
 */
#include "wire.h"

#include <string.h>

#include "bazi/wire.h"
#include "log.h"

static void add_score(const struct diamonds *pos, int agent, int paid, struct bz_buf *out)
{
    diamonds_write_number(pos->world, diamonds_score(pos, agent) - PART * paid, out);
}

/* p2 read its tables as real numbers, p3 as whole ones. */
static void add_chances(enum variant variant, struct bz_buf *out)
{
    for (int ground = 0; ground < GROUNDS; ground++) {
        bz_buf_add(out, "%s\"%s\": {", ground ? ", " : "", diamonds_grounds[ground]);
        for (int asked = 0; asked <= NOOP; asked++) {
            bz_buf_add(out, "%s\"%s\": {", asked ? ", " : "", diamonds_words[asked]);
            for (int word = 0; word < SLIPS; word++) {
                int tenths = diamonds_published(variant, (enum ground)ground, asked, word);

                bz_buf_add(out, "%s\"%s\": ", word ? ", " : "", diamonds_words[word]);
                bz_buf_add(out, variant == P2 ? "%d.%d" : "%d", tenths / 10, tenths % 10);
            }
            bz_buf_char(out, '}');
        }
        bz_buf_char(out, '}');
    }
}

static void add_json_init(const struct diamonds *pos, int agent, struct bz_buf *out)
{
    const struct diamonds_world *world = pos->world;

    bz_buf_add(out, "{\"height\": %d, \"width\": %d, \"character\": \"%c\", \"id\": %d, ",
               world->rows, world->cols, 'A' + agent, agent + 1);
    bz_buf_add(out, "\"score\": ");
    add_score(pos, agent, 0, out);
    bz_buf_add(out, ", \"max_turn_count\": %d, \"agent_count\": %d, \"probabilities\": {",
               world->turns, world->players);
    add_chances(world->variant, out);
    bz_buf_add(out, "}}\n");
}

void diamonds_wire_init(const struct diamonds *pos, int agent, struct bz_buf *out)
{
    const struct diamonds_world *world = pos->world;

    if (world->variant == P2 || world->variant == P3) {
        add_json_init(pos, agent, out);
        return;
    }
    bz_buf_add(out, "%d %d %c %d ", world->rows, world->cols, 'A' + agent, agent + 1);
    add_score(pos, agent, 0, out);
    bz_buf_add(out, " %d %d ", world->turns, world->players);
    if (world->variant == V2021)
        bz_buf_add(out, "%d", world->trap_count);
    bz_buf_char(out, '\n');
}

void diamonds_wire_turn(const struct diamonds *pos, struct bz_buf *out)
{
    const struct diamonds_world *world = pos->world;
    bool old = world->variant == V2021;

    bz_buf_add(out, " %d", pos->turn);
    if (old)
        bz_buf_add(out, " %d", world->trap_count - pos->agent[pos->mover].traps);
    for (int i = 0; i < world->players; i++) {
        bz_buf_char(out, ' ');
        add_score(pos, i, old && i == pos->mover, out);
    }
    for (int i = 0; i < world->players; i++)
        for (int kind = 0; kind < COLOURS; kind++)
            bz_buf_add(out, " %d", pos->agent[i].gems[kind]);
    for (int cell = 0; cell < diamonds_cells(world); cell++) {
        bz_buf_char(out, ' ');
        diamonds_show_cell(pos, cell, pos->mover, out);
    }
    bz_buf_char(out, '\n');
}

void diamonds_wire_finish(const struct diamonds *pos, struct bz_buf *out)
{
    int a = diamonds_score(pos, 0), b = diamonds_score(pos, 1);

    if (pos->world->players == 1)
        bz_buf_add(out, "finish!\n");
    else if (a == b)
        bz_buf_add(out, "finish! Draw the game\n");
    else
        bz_buf_add(out, "finish! winner = agent %d\n", a > b ? 1 : 2);
}

/* --- the server's terminal -------------------------------------------------------------------- */

static void show_agent(const struct diamonds *pos, int index, struct bz_buf *out)
{
    const struct agent *agent = &pos->agent[index];

    bz_buf_add(out, "agent %d => score:", index + 1);
    add_score(pos, index, 0, out);
    for (int kind = 0; kind < COLOURS; kind++)
        bz_buf_add(out, " gem%d:%d", kind + 1, agent->gems[kind]);
    if (pos->world->variant == V2021)
        bz_buf_add(out, " trap_count:%d", pos->world->trap_count - agent->traps);
    bz_buf_add(out, " report: ");
}

/* p2 and p3 said what an action had become. */
static void show_fate(int asked, int word, struct bz_buf *out)
{
    bz_buf_add(out, "posted action=Actions.%s\nselected action= Actions.%s\n",
               diamonds_words[asked], diamonds_words[word]);
}

static void show(const void *before, const bz_move *moves, int count, bool is_asked,
                 struct bz_buf *out)
{
    const struct diamonds_world *world = ((const struct diamonds *)before)->world;
    union bz_pos memory = {0};
    struct diamonds *pos = (struct diamonds *)&memory;
    struct story story = {.word = NOOP};
    int mover, cell;

    memcpy(pos, before, diamonds_size(world));
    mover = pos->mover;
    cell = pos->agent[mover].cell;
    if (mover == 0)
        bz_buf_add(out, "____________________\nturn : %d \n \n", pos->turn);
    for (int i = 0; i < world->players * COLOURS; i++)
        bz_buf_add(out, "%s%d", i ? " " : "", pos->agent[i / COLOURS].gems[i % COLOURS]);
    bz_buf_add(out, "\n%s", is_asked ? "" : "not valid action \n");
    for (int i = 0; i < count; i++)
        diamonds_run(pos, moves[i], &story);
    if (world->variant == P2 || world->variant == P3)
        show_fate((int)moves[0], story.word, out);
    show_agent(pos, mover, out);
    diamonds_log_report(world, mover, cell, &story, out);
    bz_buf_char(out, '\n');
}

/* --- the hooks -------------------------------------------------------------------------------- */

static void greet(const void *pos, int player, struct bz_buf *out)
{
    diamonds_wire_init(pos, player, out);
}

static void ask(const void *pos, struct bz_buf *out)
{
    diamonds_wire_turn(pos, out);
}

static void dismiss(const void *pos, struct bz_buf *out)
{
    diamonds_wire_finish(pos, out);
}

static const char *const habits[] = {"barbed=enter", NULL};

static const struct bz_wire_file files[] = {
    {"outs", "outs.txt", NULL},
    {"gamelog", "game_logs", ".json"},
    {.form = NULL},
};

const struct bz_wire diamonds_wire = {
    .habits = habits,
    .config = "config",
    .consent = "CONFIRM",
    .pass = "NOOP",
    .farewell = "finish!",
    .files = files,
    .read_terms = diamonds_read_terms,
    .greet = greet,
    .ask = ask,
    .dismiss = dismiss,
    .show = show,
    .memory_size = sizeof(struct diamonds_memory),
    .hear_greeting = diamonds_hear_greeting,
    .hear_turn = diamonds_hear_turn,
};
