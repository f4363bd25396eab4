/*
 * hotk_notation.c - straight from the notation's page, sharing nothing with the library.
 */
#include "hotk_notation.h"

#include <stdio.h>

#include "check.h"

const char hotk_houses[] = "SGLTBYU";

void hotk_cell_text(int cell, char ret_text[8])
{
    struct bz_buf out = {.text = ret_text, .size = 8};

    bz_buf_add(&out, "%c%d", 'a' + cell % 6, cell / 6 + 1);
}

void hotk_add_board(struct bz_buf *out, const char *board)
{
    for (int row = 0; row < 6; row++) {
        int run = 0;

        for (int col = 0; col <= 6; col++) {
            char letter = col < 6 ? board[row * 6 + col] : '/';

            if (letter == '.') {
                run++;
                continue;
            }
            if (run)
                bz_buf_add(out, "%d", run);
            run = 0;
            if (col < 6 || row < 5)
                bz_buf_char(out, letter);
        }
    }
}

void hotk_add_counts(struct bz_buf *out, json_t *counts, bool backwards)
{
    for (size_t player = 0; player < 2; player++)
        for (size_t i = 0; i < HOTK_HOUSES; i++) {
            json_t *list = json_array_get(counts, player);
            size_t house = backwards ? HOTK_HOUSES - 1 - i : i;

            bz_buf_add(out, "%s%d",
                       i        ? ","
                       : player ? "/"
                                : " ",
                       (int)json_integer_value(json_array_get(list, house)));
        }
}

void hotk_add_banners(struct bz_buf *out, json_t *banners, bool backwards)
{
    bz_buf_char(out, ' ');
    for (size_t i = 0; i < HOTK_HOUSES; i++) {
        size_t house = backwards ? HOTK_HOUSES - 1 - i : i;

        bz_buf_char(out, "-12"[json_integer_value(json_array_get(banners, house))]);
    }
}

void hotk_add_companions(struct bz_buf *out, json_t *companions)
{
    bz_buf_add(out, json_array_size(companions) ? " " : " -");
    for (size_t i = 0; i < json_array_size(companions); i++)
        bz_buf_add(out, "%s%s", i ? "," : "", json_string_value(json_array_get(companions, i)));
}

void hotk_move_text(json_t *move, char ret_text[64])
{
    struct bz_buf out = {.text = ret_text, .size = 64};

    bz_buf_clear(&out);
    if (json_is_integer(move)) {
        hotk_cell_text((int)json_integer_value(move), ret_text);
        return;
    }
    for (size_t i = 0; i < json_array_size(move); i++) {
        json_t *part = json_array_get(move, i);
        char cell[8];

        if (json_is_integer(part))
            hotk_cell_text((int)json_integer_value(part), cell);
        bz_buf_add(&out, "%s%s", i ? ":" : "",
                   json_is_string(part) ? json_string_value(part) : cell);
    }
}

void hotk_cells_of(const struct bz_setup *setup, const union bz_pos *pos,
                   char ret_cells[HOTK_CELLS + 1])
{
    int cell = 0;

    for (const char *p = check_text(setup, pos); *p != ' '; p++) {
        int run = *p >= '1' && *p <= '6' ? *p - '0' : 0;

        for (int i = 0; i < run; i++)
            ret_cells[cell++] = '.';
        if (!run && *p != '/')
            ret_cells[cell++] = *p;
    }
    assert_int_equal(cell, HOTK_CELLS);
    ret_cells[cell] = '\0';
}
