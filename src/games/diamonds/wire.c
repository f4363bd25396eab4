/*
 * wire.c - messages as the course's server wrote them; clients split them at blanks, so that every
 * one of those counts.
 */
#include "wire.h"

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
