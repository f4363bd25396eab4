/*
 * draw.c - the map as people see it: the server's print-out, or a grid with the cells' names
 * around it, and below it how everyone stands.
 *
 * A cell is three columns wide: traps, then an agent or what lies there, then what the agent stands
 * on.
 */
#include <string.h>

#include "diamonds.h"
#include "games/grid.h"

/* How a tile looks in one column, and its colour on a dark and on a light terminal alike. */
struct look {
    char tile;
    const char *plain, *framed, *colour, *name;
};

static const struct look looks[] = {
    {'E', ".", "·", "\x1b[38;5;244m", "nothing"},
    {'W', "#", "█", "\x1b[38;5;240m", "wall"},
    {'1', "1", "1", "\x1b[1;33m", "yellow diamond"},
    {'2', "2", "2", "\x1b[1;32m", "green diamond"},
    {'3', "3", "3", "\x1b[1;31m", "red diamond"},
    {'4', "4", "4", "\x1b[1;34m", "blue diamond"},
    {'g', "g", "g", "\x1b[32m", "green key"},
    {'y', "y", "y", "\x1b[33m", "yellow key"},
    {'r', "r", "r", "\x1b[31m", "red key"},
    {'G', "G", "G", "\x1b[30;42m", "green door"},
    {'Y', "Y", "Y", "\x1b[30;43m", "yellow door"},
    {'R', "R", "R", "\x1b[30;41m", "red door"},
    {'*', "*", "*", "\x1b[35m", "wire"},
    {'T', "T", "◎", "\x1b[36m", "teleport"},
};

enum { LOOKS = sizeof(looks) / sizeof(looks[0]) };

static const char *const agent_colours[AGENTS_MAX] = {"\x1b[1;97;44m", "\x1b[1;97;45m"};

static const struct look *look_of(char tile)
{
    for (int i = 0; i < LOOKS; i++)
        if (looks[i].tile == tile)
            return &looks[i];
    return &looks[0];
}

const char *diamonds_tile_name(char tile)
{
    return look_of(tile)->name;
}

static const char *glyph(char tile, enum bz_draw_style style)
{
    const struct look *look = look_of(tile);

    return style == BZ_DRAW_ASCII ? look->plain : look->framed;
}

/* The agent standing there, or -1; where two do, the one who acts. */
static int agent_on(const struct diamonds *pos, int cell)
{
    for (int i = 0; i < pos->world->players; i++) {
        int agent = (pos->mover + i) % pos->world->players;

        if (pos->agent[agent].cell == cell)
            return agent;
    }
    return -1;
}

static char trap_mark(const struct diamonds *pos, int cell)
{
    bool a, b;

    if (pos->world->variant != V2021)
        return ' ';
    a = diamonds_has(diamonds_traps(pos, 0), cell);
    b = diamonds_has(diamonds_traps(pos, 1), cell);
    return a && b ? 'x' : a ? 'a' : b ? 'b' : ' ';
}

static void draw_cell(const struct diamonds *pos, int cell, enum bz_draw_style style,
                      struct bz_buf *out)
{
    char tile = diamonds_tile(pos, cell), left = trap_mark(pos, cell);
    int agent = agent_on(pos, cell);
    bool colour = style == BZ_DRAW_COLOUR;

    if (agent >= 0) {
        bz_buf_add(out, "%s%c%c%s%s", colour ? agent_colours[agent] : "", left, 'A' + agent,
                   tile == 'E' ? " " : glyph(tile, style), colour ? "\x1b[0m" : "");
        return;
    }
    if (colour)
        bz_buf_add(out, "%s", look_of(tile)->colour);
    if (tile == 'W')
        bz_buf_add(out, "%s%s%s", glyph(tile, style), glyph(tile, style), glyph(tile, style));
    else
        bz_buf_add(out, "%c%s ", left, glyph(tile, style));
    if (colour)
        bz_buf_add(out, "\x1b[0m");
}

struct picture {
    const struct diamonds *pos;
    enum bz_draw_style style;
};

static void draw_at(const void *context, int row, int col, struct bz_buf *out)
{
    const struct picture *picture = context;

    draw_cell(picture->pos, row * picture->pos->world->cols + col, picture->style, out);
}

static void draw_grid(const struct diamonds *pos, enum bz_draw_style style, struct bz_buf *out)
{
    const struct picture picture = {pos, style};

    bz_grid_draw(&(struct bz_grid){.rows = pos->world->rows,
                                   .cols = pos->world->cols,
                                   .style = style,
                                   .cell = draw_at,
                                   .context = &picture},
                 out);
}

static bool has_tile(const struct diamonds *pos, char tile)
{
    for (int cell = 0; cell < diamonds_cells(pos->world); cell++)
        if (diamonds_tile(pos, cell) == tile)
            return true;
    return false;
}

/* What can be seen on the map, walls apart, in lines that fit a terminal. */
static void draw_legend(const struct diamonds *pos, enum bz_draw_style style, struct bz_buf *out)
{
    int shown = 0;

    for (int i = 2; i < LOOKS; i++) {
        if (!has_tile(pos, looks[i].tile))
            continue;
        bz_buf_add(out, "%s", shown == 0 ? "    " : shown % 4 == 0 ? "\n    " : "   ");
        bz_buf_add(out, "%s%s%s %s", style == BZ_DRAW_COLOUR ? looks[i].colour : "",
                   glyph(looks[i].tile, style), style == BZ_DRAW_COLOUR ? "\x1b[0m" : "",
                   looks[i].name);
        shown++;
    }
    if (shown)
        bz_buf_char(out, '\n');
}

static void draw_plain(const struct diamonds *pos, struct bz_buf *out)
{
    const struct diamonds_world *world = pos->world;

    for (int cell = 0; cell < diamonds_cells(world); cell++) {
        char text[8] = "";
        struct bz_buf buf = BZ_BUF(text);

        diamonds_show_cell(pos, cell, -1, &buf);
        bz_buf_add(out, "%-4s%s", text, (cell + 1) % world->cols ? "" : "\n");
    }
}

static void draw_agent(const struct diamonds *pos, int index, struct bz_buf *out)
{
    const struct agent *agent = &pos->agent[index];
    bool old = pos->world->variant == V2021;

    bz_buf_add(out, "%c on ", 'A' + index);
    diamonds_format_cell(pos->world, agent->cell, out);
    bz_buf_add(out, ": score ");
    diamonds_write_number(pos->world, diamonds_score(pos, index), out);
    bz_buf_add(out, ", diamonds %d %d %d %d", agent->gems[0], agent->gems[1], agent->gems[2],
               agent->gems[3]);
    if (agent->last)
        bz_buf_add(out, " (last %s)", diamonds_colours[agent->last - 1]);
    if (agent->keys) {
        bz_buf_add(out, ", keys");
        for (int i = 0; i < KEYS; i++)
            if (agent->keys >> i & 1)
                bz_buf_add(out, " %s", diamonds_key_names[i]);
    }
    if (old)
        bz_buf_add(out, ", traps left %d", pos->world->trap_count - agent->traps);
    if (agent->hits)
        bz_buf_add(out, ", hits %d", agent->hits);
    if (agent->hurts)
        bz_buf_add(out, old ? ", trapped %d" : ", wire %d", agent->hurts);
    bz_buf_char(out, '\n');
}

static void draw_turn(const struct diamonds *pos, struct bz_buf *out)
{
    if (diamonds_is_over(pos))
        bz_buf_add(out, "after turn %d of %d\n", pos->turn - 1, pos->world->turns);
    else if (pos->phase == ACT)
        bz_buf_add(out, "turn %d of %d, %c acts\n", pos->turn, pos->world->turns, 'A' + pos->mover);
    else
        bz_buf_add(out, "turn %d of %d, %c wants %s and %s\n", pos->turn, pos->world->turns,
                   'A' + pos->mover, diamonds_words[pos->asked],
                   pos->phase == SLIP ? "may slip" : "goes through a teleport");
}

void diamonds_draw(const void *at, enum bz_draw_style style, bz_move last, struct bz_buf *out)
{
    const struct diamonds *pos = at;

    (void)last; /* the agents show where the last move led */
    if (style == BZ_DRAW_PLAIN)
        bz_buf_add(out, "TURN %d \n", pos->turn);
    else
        draw_turn(pos, out);
    if (style == BZ_DRAW_PLAIN) {
        draw_plain(pos, out);
        bz_buf_add(out, "----------\n");
    } else {
        draw_grid(pos, style, out);
        draw_legend(pos, style, out);
    }
    for (int i = 0; i < pos->world->players; i++)
        draw_agent(pos, i, out);
}
