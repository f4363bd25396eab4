/*
 * explain.c - a plan for a person: drawn on the map, leg by leg with what it brings, and why there
 * is no better one. Everything is read off by playing the plan once more.
 */
#include <string.h>

#include "games/grid.h"
#include "plan.h"

enum { NUMBER_MAX = 99 };

struct picture {
    const struct diamonds *pos; /* at the end */
    int start;
    char arrow[CELLS_MAX];     /* how the plan left or, at its end, entered the cell */
    uint8_t number[CELLS_MAX]; /* of the leg that ended there by taking something */
};

/* Where a plan stands between two words. */
struct scene {
    union bz_pos memory;
    struct diamonds *pos;
    int turns, cost, legs;
};

static const char arrows[STEPS] = {'^', 'v', '<', '>', '/', '\\', '\\', '/'};

static void draw_cell(const void *context, int row, int col, struct bz_buf *out)
{
    const struct picture *picture = context;
    int cell = row * picture->pos->world->cols + col;
    char tile = diamonds_tile(picture->pos, cell), arrow = picture->arrow[cell];

    if (cell == picture->start)
        bz_buf_add(out, " A ");
    else if (picture->number[cell])
        bz_buf_add(out, "%2d ", picture->number[cell]);
    else if (tile == 'W')
        bz_buf_add(out, "###");
    else if (tile >= '1' && tile <= '4')
        bz_buf_add(out, "(%c)", tile);
    else if (arrow)
        bz_buf_add(out, "%c%c ", tile == 'E' || tile == 'T' ? ' ' : tile, arrow);
    else
        bz_buf_add(out, " %c ", tile == 'E' || tile == 'T' ? '.' : tile);
}

static void draw(const struct picture *picture, struct bz_buf *out)
{
    bz_grid_draw(&(struct bz_grid){.rows = picture->pos->world->rows,
                                   .cols = picture->pos->world->cols,
                                   .style = BZ_DRAW_ASCII,
                                   .cell = draw_cell,
                                   .context = picture},
                 out);
    bz_buf_add(out, "A start, 1 2 3 where leg 1, 2, 3 ends, ^ > / the way, (1) left lying, # wall, "
                    "* wire, g y r keys, G Y R doors\n");
}

/* A score as the game writes it. */
struct number {
    char text[24];
};

static struct number number_of(const struct diamonds *pos, int eighths)
{
    struct number number = {""};
    struct bz_buf buf = BZ_BUF(number.text);

    diamonds_write_number(pos->world, eighths, &buf);
    return number;
}

static int taken_so_far(const struct diamonds *pos)
{
    int taken = 0;

    for (int i = 0; i < pos->world->words; i++)
        taken += bz_popcount(pos->bits[i]);
    return taken;
}

/* One line of the table: everything since the last thing taken. */
static void add_leg(struct scene *scene, struct picture *picture, int before, struct bz_buf *out)
{
    const struct place *place = &scene->pos->world->place[scene->pos->agent[0].cell];
    int cell = scene->pos->agent[0].cell;
    char to[8] = "";
    struct bz_buf to_buf = BZ_BUF(to);

    diamonds_format_cell(scene->pos->world, cell, &to_buf);
    scene->legs++;
    bz_buf_add(out, "%4d %-3s %-10s %4d %4d %4d %5s\n", scene->legs, to,
               place->gem ? diamonds_colours[place->gem - 1] : diamonds_tile_name(place->tile),
               scene->turns, scene->cost, scene->pos->agent[0].points - before,
               number_of(scene->pos, diamonds_score(scene->pos, 0)).text);
    if (scene->legs <= NUMBER_MAX)
        picture->number[cell] = (uint8_t)scene->legs;
    scene->turns = scene->cost = 0;
}

static void play_word(struct scene *scene, struct picture *picture, int word, struct bz_buf *out)
{
    struct diamonds *pos = scene->pos;
    struct story story;
    int taken = taken_so_far(pos), score = diamonds_score(pos, 0), points = pos->agent[0].points;

    if (word < STEPS)
        picture->arrow[pos->agent[0].cell] = arrows[word];
    diamonds_run(pos, (bz_move)word, &story);
    scene->turns++;
    scene->cost += pos->agent[0].points - points + (score - diamonds_score(pos, 0)) / PART;
    if (taken_so_far(pos) > taken)
        add_leg(scene, picture, points, out);
}

/* Why there is no better plan than the one shown. */
static void say_proof(const struct diamonds *pos, const struct plan_answer *answer,
                      const char *game, struct bz_buf *out)
{
    struct number best = number_of(pos, plan_eighths(answer, answer->lower));
    int easier = answer->easier < answer->upper ? answer->upper : answer->easier;

    if (pos->left == 0 || pos->turn > pos->world->turns)
        bz_buf_add(out, "No plan brings more than %s: there is nothing left to take, or no turn.\n",
                   best.text);
    else if (answer->easier == INT32_MAX)
        bz_buf_add(out, "No plan brings more than %s. That was proved before.\n", best.text);
    else
        bz_buf_add(out,
                   "No plan brings more than %s. In an easier game, where diamonds are never in "
                   "the way and %s, an agent gets at most %s. Every beginning of a plan from which "
                   "that game still promised more than %s was followed until it did not.\n",
                   best.text, game, number_of(pos, plan_eighths(answer, easier)).text, best.text);
}

static void say_why(const struct diamonds *pos, const struct plan_answer *answer,
                    struct bz_buf *out)
{
    struct number lower = number_of(pos, plan_eighths(answer, answer->lower));
    struct number upper = number_of(pos, plan_eighths(answer, answer->upper));
    const char *game = answer->forgets ? "may be taken again for a penalty once they are forgotten"
                                       : "any number of turns may be used at a price";

    if (!answer->is_bounded)
        bz_buf_add(out,
                   "There is more on this map than plans are made for (%d diamonds, %d keys): "
                   "the plan leaves the rest alone. No plan brings more than %s, which is every "
                   "diamond at the best price there is for its colour.\n",
                   PLAN_GEMS, PLAN_TILES, upper.text);
    else if (answer->lower == answer->upper)
        say_proof(pos, answer, game, out);
    else
        bz_buf_add(out,
                   "No plan brings more than %s: an easier game, where diamonds are never in the "
                   "way and %s, promises no more. Whether one brings more than %s is not known "
                   "yet.\n",
                   upper.text, game, lower.text);
}

void plan_explain(const struct diamonds *pos, const struct plan_answer *answer, struct bz_buf *out)
{
    struct scene scene = {0};
    struct picture picture = {.start = pos->agent[0].cell};
    char table[(PLAN_LENGTH + 1) * 64 + 1] = "";
    struct bz_buf legs = BZ_BUF(table);

    memcpy(&scene.memory, pos, diamonds_size(pos->world));
    scene.pos = (struct diamonds *)(void *)scene.memory.bytes;
    for (int i = 0; i < answer->count && !diamonds_is_over(scene.pos); i++)
        play_word(&scene, &picture, answer->words[i], &legs);
    picture.pos = scene.pos;
    draw(&picture, out);
    if (scene.legs > 0)
        bz_buf_add(out, "\n leg to  takes      turn cost gain score\n%s", table);
    bz_buf_add(out, "\nThe plan takes %d of %d turns that are left and ends with a score of %s.\n",
               answer->count, pos->world->turns - pos->turn + 1,
               number_of(pos, plan_eighths(answer, answer->lower)).text);
    say_why(pos, answer, out);
}
