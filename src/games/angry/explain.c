/*
 * explain.c - why the answer is what it is, for a person: the way drawn on the map with the queen's
 * answers, what happens on it, and what shows that there is none better; in the worlds the policy
 * as arrows, and the values.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "games/grid.h"
#include "solve.h"

static void add_cell(int cell, struct bz_buf *out)
{
    bz_buf_add(out, "%c%d", 'a' + cell % STRIDE, cell / STRIDE + 1);
}

/* Pictures: each cell with a text of its own. */
struct picture {
    const struct angry *pos;
    char text[CELLS][8];
};

static void draw_at(const void *context, int row, int col, struct bz_buf *out)
{
    const struct picture *picture = context;

    bz_buf_add(out, "%s", picture->text[angry_cell(row, col)]);
}

/* The board as it is; what is walked over is written on top. */
static void begin_picture(struct picture *picture, const struct angry *pos)
{
    static const char letters[] = "TREPSGXQBHgx";
    static const char *const looks[] = {" . ", "###", " o ", " p ", " Y ", " Y ",
                                        " * ", " Q ", " B ", "<H>", "<Y>", "<*>"};

    picture->pos = pos;
    for (int cell = 0; cell < CELLS; cell++) {
        const char *at = strchr(letters, angry_letter(pos, cell));

        snprintf(picture->text[cell], sizeof(picture->text[cell]), "%s",
                 looks[at ? at - letters : 0]);
    }
}

static void end_picture(const struct picture *picture, struct bz_buf *out)
{
    int side = angry_side(picture->pos->rules);

    bz_grid_draw(&(struct bz_grid){.rows = side,
                                   .cols = side,
                                   .style = BZ_DRAW_ASCII,
                                   .cell = draw_at,
                                   .context = picture},
                 out);
}

/* The way of one of them: the number of the move on the cell where it led. */
enum walker { HEN_WALKS, BIRD_WALKS, QUEEN_WALKS };

static int place_of(const struct angry *pos, enum walker who)
{
    cells queens = plane_set(pos, QUEEN);

    if (who == QUEEN_WALKS)
        return queens ? index_of(first_of(queens)) : NOWHERE;
    return who == HEN_WALKS ? pos->hen : pos->bird;
}

static void draw_way(const struct angry *start, const struct angry_finding *finding,
                     enum walker who, struct bz_buf *out)
{
    static const char *const whose[] = {"The hen's way", "The bird's", "The queen's"};
    struct angry pos = *start;
    struct picture picture;
    int round = 1;

    begin_picture(&picture, start);
    for (int i = 0; i < finding->length; i++) {
        int before = place_of(&pos, who), after;
        bool hens = pos.phase == HEN_STEP;

        angry_rules_of(&pos)->play(&pos, finding->moves[i]);
        after = place_of(&pos, who);
        round += hens && i > 0;
        if (after != NOWHERE && after != before && picture.text[after][1] != 'H')
            snprintf(picture.text[after], sizeof(picture.text[after]), "%3d", round % 1000);
    }
    bz_buf_add(out, "%s, with the number of the last round that led to a cell:\n", whose[who]);
    end_picture(&picture, out);
}

/* What a move brought beside its step. */
static const char *event_of(const struct angry *before, const struct angry *after)
{
    if (angry_count(after, EGG) < angry_count(before, EGG))
        return "an egg, +200";
    if (angry_count(after, PIG) < angry_count(before, PIG))
        return after->hen == NOWHERE ? "a pig, -200, and caught" : "a pig, -200";
    if (angry_count(after, SLING) < angry_count(before, SLING))
        return angry_is_won(after) ? "the slingshot" : "a slingshot";
    if (angry_count(after, QUEEN) == 0)
        return "the queen is caught";
    if (after->hen == NOWHERE)
        return "the hen is caught";
    if (after->phase == OVER)
        return "the last action";
    return after->n == before->n && before->phase == HEN_STEP ? "a wait" : "";
}

static void add_place(int cell, struct bz_buf *out)
{
    char text[8] = "-";
    struct bz_buf buf = BZ_BUF(text);

    if (cell != NOWHERE) {
        bz_buf_clear(&buf);
        add_cell(cell, &buf);
    }
    bz_buf_add(out, " %5s", text);
}

static void list_moves(const struct angry *start, const struct angry_finding *finding,
                       struct bz_buf *out)
{
    static const char *const names[] = {"hen", "bird", "queen"};
    bool birds = start->rules == GAME2;
    struct angry pos = *start;

    bz_buf_add(out, "%5s %5s %5s %5s%s %5s %5s\n", "move", "who", "step", "hen",
               birds ? "  bird" : "", "queen", "score");
    for (int i = 0; i < finding->length; i++) {
        struct angry before = pos;
        const char *event;

        angry_rules_of(&pos)->play(&pos, finding->moves[i]);
        event = event_of(&before, &pos);
        bz_buf_add(out, "%5d %5s %5s", i + 1, names[before.phase],
                   angry_directions[finding->moves[i]]);
        add_place(pos.hen, out);
        if (birds)
            add_place(pos.bird, out);
        add_place(place_of(&pos, QUEEN_WALKS), out);
        bz_buf_add(out, " %5d%s%s\n", angry_points(&pos), *event ? "\t" : "", event);
    }
    if (pos.phase != OVER)
        bz_buf_add(out, "And so on: from here the values depend on every single action left.\n");
}

/* Why there is nothing better. */

static void argue_chase(const struct angry_finding *finding, const struct bz_solution *solution,
                        struct bz_buf *out)
{
    bz_buf_add(out, "If there were no queen, the hen could get %d and not more.\n", finding->alone);
    if (solution->solved && finding->lower == finding->alone) {
        bz_buf_add(out, "She gets just that, so no plan is better.\n");
        return;
    }
    if (!solution->solved) {
        bz_buf_add(out, "The best plan found brings %d, and no plan more than %d.\n",
                   finding->lower, finding->upper);
        return;
    }
    bz_buf_add(out,
               "With the queen it is %d: every way with at most %d pig%s eaten that could have "
               "brought more was followed to its end.\n",
               finding->lower, finding->pigs_tried, finding->pigs_tried == 1 ? "" : "s");
    if (finding->rest <= finding->lower)
        bz_buf_add(out, "With more pigs not more than %d could be had, queen or no queen.\n",
                   finding->rest);
}

static void argue_siege(const struct angry_finding *finding, const struct bz_solution *solution,
                        struct bz_buf *out)
{
    bz_buf_add(out, "If there were no queen, the hen could get at most %d.\n", finding->alone);
    if (!solution->solved) {
        bz_buf_add(out,
                   "Against a queen who plays she is sure of %d, and cannot be sure of more "
                   "than %d.\n",
                   finding->lower, finding->upper);
        return;
    }
    if (finding->rest <= finding->lower) {
        bz_buf_add(out,
                   "She can make sure of %d; with more than %d pig%s eaten not more than %d "
                   "could be had, queen or no queen.\n",
                   finding->lower, finding->pigs_tried, finding->pigs_tried == 1 ? "" : "s",
                   finding->rest);
        return;
    }
    bz_buf_add(out,
               "Worked out backwards from the last action, for every place of hen and queen and "
               "everything left on the board: "
               "the hen can make sure of %d eating at most %d pig%s, and the queen can hold her to "
               "%d, even if all pigs after the next one cost nothing.\n",
               finding->lower, finding->pigs_tried, finding->pigs_tried == 1 ? "" : "s",
               finding->upper);
}

static void argue_graph(const struct angry_finding *finding, const struct bz_solution *solution,
                        struct bz_buf *out)
{
    if (solution->solved)
        bz_buf_add(out, "Every position that can follow was looked at, with every number of "
                        "actions left: nobody can do better.\n");
    else
        bz_buf_add(out,
                   "There are more positions than the memory holds; all that can be said is that "
                   "the score will be from %d to %d.\n",
                   finding->lower, finding->upper);
}

/* What the first moves are worth. */
static void list_first(struct angry_mind *mind, const struct angry *pos, struct bz_buf *out)
{
    struct angry_work work = {.until = INT64_MAX, .most = UINT64_MAX};
    bz_move moves[DIRECTIONS];
    int count = angry_rules_of(pos)->moves(pos, moves);

    angry_work_begin(&work);
    bz_buf_add(out, "The moves there are, and the score in the end:\n");
    for (int i = 0; i < count; i++) {
        double lower, upper;

        bz_buf_add(out, "  %-6s", angry_directions[moves[i]]);
        if (!angry_mind_judge(mind, pos, moves[i], &work, &lower, &upper))
            bz_buf_add(out, " not known\n");
        else if (lower < upper)
            bz_buf_add(out, " from %.9g to %.9g\n", lower, upper);
        else
            bz_buf_add(out, " %.9g\n", lower);
    }
}

static void explain_game(struct angry_mind *mind, const struct angry *pos,
                         const struct bz_solution *solution, struct bz_buf *out)
{
    const struct angry_finding *finding = &mind->finding;

    if (finding->length > 0) {
        draw_way(pos, finding, HEN_WALKS, out);
        if (pos->rules == GAME2)
            draw_way(pos, finding, BIRD_WALKS, out);
        draw_way(pos, finding, QUEEN_WALKS, out);
        list_moves(pos, finding, out);
    }
    if (mind->chase)
        argue_chase(finding, solution, out);
    else if (mind->siege && angry_siege_fits(pos))
        argue_siege(finding, solution, out);
    else
        argue_graph(finding, solution, out);
    if (solution->solved)
        list_first(mind, pos, out);
}

/* The worlds. */

/* The hen on a cell of her own world, with what lay there taken; false if she cannot be there. */
static bool stand_at(const struct angry *pos, int cell, struct angry_world *ret_world)
{
    char letter = angry_letter(pos, cell);

    *ret_world = *(const struct angry_world *)pos;
    if (letter == 'R' || letter == 'G' || letter == 'X' ||
        angry_distance(pos, cell, GOAL, false) < 0)
        return false;
    take_from(&ret_world->board, PIG, cell_set(cell));
    take_from(&ret_world->board, QUEEN, cell_set(cell));
    ret_world->board.hen = (uint8_t)cell;
    ret_world->board.phase = HEN_STEP;
    ret_world->board.wish = 0;
    return true;
}

static void explain_world(struct angry_mind *mind, const struct angry *pos, struct bz_buf *out)
{
    int side = angry_side(pos->rules);
    struct picture picture;
    struct angry_world at;

    begin_picture(&picture, pos);
    for (int cell = 0; cell < side * STRIDE; cell++) {
        int best = 0;

        if (cell % STRIDE >= side || !stand_at(pos, cell, &at))
            continue;
        for (int d = 1; d < DIRECTIONS; d++)
            if (angry_slip_asked(mind->slip, &at, d) > angry_slip_asked(mind->slip, &at, best))
                best = d;
        picture.text[cell][1] = picture.text[cell][1] == '.' ? ' ' : picture.text[cell][1];
        picture.text[cell][2] = "^v<>"[best];
    }
    bz_buf_add(out, "Where to go from each cell, with all else as it is now; what lies on the cell "
                    "itself is taken:\n");
    end_picture(&picture, out);
    bz_buf_add(out,
               "What can be expected from each cell on, the points so far included, rounded:\n");
    for (int row = 0; row < side; row++) {
        for (int col = 0; col < side; col++) {
            if (stand_at(pos, angry_cell(row, col), &at))
                bz_buf_add(out, " %4.0f", angry_slip_value(mind->slip, &at));
            else
                bz_buf_add(out, " %4s", "-");
        }
        bz_buf_char(out, '\n');
    }
    bz_buf_add(out, "Each value is the best of four means of the values around, until none changes "
                    "any more: that is what proves them.\n");
    if (pos->phase == HEN_STEP)
        list_first(mind, pos, out);
}

void angry_explain_solution(struct angry_mind *mind, const struct angry *pos,
                            const struct bz_solution *solution, struct bz_buf *out)
{
    if (pos->phase == OVER)
        bz_buf_add(out, "The game is over.\n");
    else if (!mind->slip)
        explain_game(mind, pos, solution, out);
    else if (solution->solved)
        explain_world(mind, pos, out);
}
