/*
 * angry.h - what the files of this room share: the position, its cells, and the words for them.
 *
 * Every rule set plays on one kind of board: bitboards of 128 bits with a stride of eleven cells a
 * row. The eleventh column, and on the small boards everything beyond 8x8, is never `inside`, so a
 * step over the edge lands on a cell nobody may enter and nothing has to ask for columns.
 *
 * A position holds everything the rules depend on and points nowhere. The world of a setup is its
 * starting position.
 */
#ifndef ANGRY_H
#define ANGRY_H

#include "bazi/game.h"

enum angry_rules { GAME1, GAME2, MDP, RL }; /* in the order of the option */

enum { STRIDE = 11, SIDE_GAME = 10, SIDE_WORLD = 8, NOWHERE = 255 };

/* What can stand on a cell beside the hen and the bird. In the worlds of mdp and rl there are
 * neither eggs nor a slingshot: their planes hold the TNT and the goal. */
enum angry_plane { ROCK, EGG, PIG, SLING, QUEEN, PLANES, TNT = EGG, GOAL = SLING };

/* Whose step it is. CHANCE is about to decide where a requested step goes. */
enum angry_phase { HEN_STEP, BIRD_STEP, QUEEN_STEP, CHANCE_STEP, OVER };

enum angry_flag {
    BUMP_FREE = 1,    /* all four moves are listed; one into an obstacle is a free wait */
    QUEEN_PLAYS = 2,  /* the queen is player 2; otherwise she follows her policy at once */
    REPORT_SEARCH = 4 /* seen by the report's agent: a free queen, and no step after the end */
};

/* A move or an outcome is a direction, in generation order, or no step at all. */
enum angry_direction { UP, DOWN, LEFT, RIGHT, DIRECTIONS, STAY = DIRECTIONS };

struct angry {
    uint64_t plane[PLANES][2];
    uint8_t rules, flags, phase;
    uint8_t hen, bird; /* cells, or NOWHERE */
    uint8_t wish;      /* the direction chance is to decide about; 0 otherwise */
    uint16_t n;        /* counted actions */
};

/* A position of mdp and rl. */
struct angry_world {
    struct angry board;
    uint64_t seed; /* of the probabilities */
    int32_t points;
    uint32_t unused;
};

enum {
    STEPS_RL = 150,
    STEPS_MAX = 60000,   /* mdp has no limit; beyond this its steps are no longer counted */
    POINTS_MAX = 900000, /* nor do points go further than this either way */
    ACTIONS_GAME1 = 150,
    ACTIONS_GAME2 = 200
};

static inline bool angry_is_game(const struct angry *pos)
{
    return pos->rules <= GAME2;
}

static inline int angry_side(int rules)
{
    return rules <= GAME2 ? SIDE_GAME : SIDE_WORLD;
}

/* Counted actions that end the game; 0 where nothing is counted. */
static inline int angry_limit(int rules)
{
    return rules == GAME1   ? ACTIONS_GAME1
           : rules == GAME2 ? ACTIONS_GAME2
           : rules == RL    ? STEPS_RL
                            : 0;
}

static inline int angry_cell(int row, int col)
{
    return row * STRIDE + col;
}

static inline int angry_step(int cell, int direction)
{
    static const int8_t delta[DIRECTIONS + 1] = {-STRIDE, STRIDE, -1, 1, 0};

    return cell + delta[direction];
}

static inline bool angry_has(const struct angry *pos, int plane, int cell)
{
    return pos->plane[plane][cell / 64] >> (cell % 64) & 1;
}

/* The option table, and its values in their order. */
enum { OPTION_RULES, OPTION_MAP, OPTION_QUEEN, OPTION_BUMP, OPTION_SEED };
extern const struct bz_option angry_options[];
/* The value of an option that means the map, or the random world, of the rules' own. */
#define ANGRY_MAP_DEFAULT "default"
unsigned angry_flags(const struct bz_value *values);

extern const char *const angry_directions[DIRECTIONS + 1]; /* "up", ..., "stay" */

/* How likely the step asked for is in this world, in thousandths. */
int angry_intended(const struct angry_world *pos, int direction);

/* board.c: what stands where. */

/* An empty board, nobody on it. */
void angry_clear(struct angry *pos, int rules, unsigned flags);
/* The letter of a cell as maps and positions write it, T for ground; in the worlds g and x where
 * the hen stands on the goal or on TNT. */
char angry_letter(const struct angry *pos, int cell);
/* Puts what the letter means on an empty cell; false with *ret_why in words where it cannot be. */
bool angry_put(struct angry *pos, int cell, char letter, const char **ret_why);
/* Every letter these rules know. */
const char *angry_letters(int rules);
int angry_count(const struct angry *pos, int plane);
/* Points at any time, and whether a game is won or lost; both can hold. */
int angry_points(const struct angry *pos);
bool angry_is_won(const struct angry *pos);
bool angry_is_lost(const struct angry *pos);
/* Steps from one cell to the nearest of a plane, past rocks and, if told so, past pigs; -1 if there
 * is no way. */
int angry_distance(const struct angry *pos, int from, int plane, bool past_pigs);
/* Something everybody needs is missing: said in words; NULL where nothing is. */
const char *angry_missing(const struct angry *pos);

/* map.c: maps from files, from positions, and at random. */

struct bz_source;
/* As many lines of as many letters as the board of pos has, which is empty. */
int angry_read_map(const struct bz_source *source, struct angry *pos, struct bz_error *err);
/* The rows of a position's text, all of it. */
int angry_read_rows(const char *text, size_t length, struct angry *pos, struct bz_error *err);
void angry_write_rows(const struct angry *pos, struct bz_buf *out);
/* The random world of mdp or rl that belongs to this seed. */
void angry_random_world(struct angry *pos, uint64_t seed);
extern const struct bz_maps angry_maps;

void angry_draw(const void *pos, enum bz_draw_style style, bz_move last, struct bz_buf *out);
void angry_tell(const void *before, bz_move move, const void *after, struct bz_buf *out);
void angry_explain(const void *pos, bz_move move, struct bz_buf *out);
void angry_ending(const void *pos, struct bz_buf *out);

void angry_start(const struct bz_setup *setup, void *ret_pos);
/* The rules this position is played by. */
const struct bz_rules *angry_rules_of(const struct angry *pos);

/* The rules, each with its search: by whether there is a bird, and whether the queen plays. */
extern const struct bz_kernel angry_game1_policy, angry_game1_player;
extern const struct bz_kernel angry_game2_policy, angry_game2_player;
extern const struct bz_kernel angry_world_kernel;

extern const struct bz_eval angry_game1_evals[], angry_game2_evals[];
extern const struct bz_agent angry_agent; /* of the course report */

extern const struct bz_text angry_text;
extern const struct bz_report angry_report;
extern const struct bz_solver angry_solver;

#endif
