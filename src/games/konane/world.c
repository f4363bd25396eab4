/*
 * world.c - what can be known of a board from its size alone: the jumps of every line.
 */
#include <stdlib.h>

#include "konane.h"

/* Jumps from one cell along a line of that length, in steps of +1 or -1. */
static int count_run(int length, unsigned occupied, int from, int step)
{
    int jumps = 0;

    for (int to = from + 2 * step; to >= 0 && to < length; to += 2 * step) {
        if (!(occupied >> (to - step) & 1) || occupied >> to & 1)
            break;
        jumps++;
    }
    return jumps;
}

static uint16_t count_line(int length, int first, unsigned occupied)
{
    int count[2] = {0, 0};

    for (int cell = 0; cell < length; cell++)
        if (occupied >> cell & 1)
            count[(first + cell) % 2] +=
                count_run(length, occupied, cell, 1) + count_run(length, occupied, cell, -1);
    return (uint16_t)(count[BLACK] | count[WHITE] << 8);
}

static void fill_line(struct konane_line *line, int length, int first, unsigned occupied)
{
    line->jumps = count_line(length, first, occupied);
    for (int i = 0; i < 8; i++)
        line->toggled[i] = (uint16_t)(count_line(length, first, occupied ^ 1u << i) - line->jumps);
    for (int i = 0; i < 6; i++)
        line->tripled[i] = (uint16_t)(count_line(length, first, occupied ^ 7u << i) - line->jumps);
}

static void fill_lines(struct konane_line lines[2][256], int length)
{
    for (int first = BLACK; first <= WHITE; first++)
        for (unsigned occupied = 0; occupied < 256; occupied++)
            fill_line(&lines[first][occupied], length, first, occupied);
}

struct konane_world *konane_world_new(int rows, int cols)
{
    struct konane_world *world = calloc(1, sizeof(*world));

    if (!world || konane_words(rows, cols) > 1)
        return world;
    fill_lines(world->lines[0], cols);
    world->oblong = rows != cols;
    if (world->oblong)
        fill_lines(world->lines[1], rows);
    return world;
}
