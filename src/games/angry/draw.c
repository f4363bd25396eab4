/*
 * draw.c - the board: the original's letters, and a picture with the cells' names around it.
 */
#include "angry.h"
#include "games/grid.h"

static void draw_plain(const struct angry *pos, struct bz_buf *out)
{
    int side = angry_side(pos->rules);

    for (int row = 0; row < side; row++) {
        for (int col = 0; col < side; col++)
            bz_buf_char(out, angry_letter(pos, angry_cell(row, col)));
        bz_buf_char(out, '\n');
    }
    bz_buf_add(out, "Current Score == %d\n", angry_points(pos));
}

/* How a piece looks: three columns each, and its colours. */
struct look {
    char letter;
    const char *ascii, *framed, *colour, *name;
};

#define GRASS "\x1b[48;5;22m"

static const struct look looks[] = {
    {'T', " . ", " · ", GRASS "\x1b[38;5;28m · ", NULL},
    {'R', "###", "▒▒▒", "\x1b[48;5;240m\x1b[38;5;236m▒▒▒", "rock"},
    {'E', " o ", " ○ ", GRASS "\x1b[38;5;230m ● ", "egg"},
    {'P', " p ", " π ", GRASS "\x1b[38;5;212m π ", "pig"},
    {'S', " Y ", " Y ", GRASS "\x1b[1;38;5;215m Y ", "slingshot"},
    {'G', " Y ", " Y ", GRASS "\x1b[1;38;5;215m Y ", "goal"},
    {'X', " * ", " ✱ ", "\x1b[48;5;52m\x1b[1;38;5;196m ✱ ", "TNT"},
    {'Q', " Q ", " ♛ ", "\x1b[48;5;53m\x1b[1;38;5;213m ♛ ", "queen"},
    {'B', " B ", " ▲ ", "\x1b[48;5;88m\x1b[1;38;5;210m ▲ ", "bird"},
    {'H', "<H>", "‹H›", "\x1b[48;5;178m\x1b[1;38;5;16m H ", "hen"},
    {'g', "<Y>", "‹Y›", "\x1b[48;5;178m\x1b[1;38;5;16m Y ", NULL},
    {'x', "<*>", "‹✱›", "\x1b[48;5;178m\x1b[1;38;5;196m ✱ ", NULL},
};

enum { LOOKS = sizeof(looks) / sizeof(looks[0]) };

static const struct look *look_of(char letter)
{
    int i = 0;

    while (looks[i].letter != letter)
        i++;
    return &looks[i];
}

static void add_look(const struct look *look, enum bz_draw_style style, struct bz_buf *out)
{
    if (style == BZ_DRAW_COLOUR)
        bz_buf_add(out, "%s\x1b[0m", look->colour);
    else
        bz_buf_add(out, "%s", style == BZ_DRAW_ASCII ? look->ascii : look->framed);
}

/* The pieces of these rules and their names; the hen and what she may stand on need none. */
static void draw_legend(const struct angry *pos, enum bz_draw_style style, struct bz_buf *out)
{
    const char *known = angry_letters(pos->rules);

    bz_buf_add(out, "   ");
    for (int i = 0; i < LOOKS; i++)
        for (const char *p = known; looks[i].name && *p; p++)
            if (*p == looks[i].letter) {
                bz_buf_char(out, ' ');
                add_look(&looks[i], style, out);
                bz_buf_add(out, " %s", looks[i].name);
            }
    bz_buf_char(out, '\n');
}

static void draw_state(const struct angry *pos, struct bz_buf *out)
{
    int limit = angry_limit(pos->rules);
    const char *counted = angry_is_game(pos) ? "actions" : "steps";

    bz_buf_add(out, "    %s %d", counted, pos->n);
    if (limit)
        bz_buf_add(out, " of %d", limit);
    if (angry_is_game(pos))
        bz_buf_add(out, "   eggs %d", angry_count(pos, EGG));
    bz_buf_add(out, "   pigs %d   score %d", angry_count(pos, PIG), angry_points(pos));
    if (pos->phase == CHANCE_STEP)
        bz_buf_add(out, "   on her way %s", angry_directions[pos->wish]);
    bz_buf_char(out, '\n');
}

struct picture {
    const struct angry *pos;
    enum bz_draw_style style;
};

static void draw_at(const void *context, int row, int col, struct bz_buf *out)
{
    const struct picture *picture = context;

    add_look(look_of(angry_letter(picture->pos, angry_cell(row, col))), picture->style, out);
}

static void draw_picture(const struct angry *pos, enum bz_draw_style style, struct bz_buf *out)
{
    const struct picture picture = {pos, style};
    int side = angry_side(pos->rules);

    bz_grid_draw(
        &(struct bz_grid){
            .rows = side, .cols = side, .style = style, .cell = draw_at, .context = &picture},
        out);
    draw_legend(pos, style, out);
    draw_state(pos, out);
}

/* A direction alone does not say where a move began, so the last one is not marked. */
void angry_draw(const void *pos, enum bz_draw_style style, bz_move last, struct bz_buf *out)
{
    (void)last;
    if (style == BZ_DRAW_PLAIN)
        draw_plain(pos, out);
    else
        draw_picture(pos, style, out);
}
