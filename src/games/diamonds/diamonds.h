/*
 * diamonds.h - what the files of this room share: the world a map makes, the position in it, and
 * the words agents act with.
 *
 * Rows and columns count from 0 at the top left; a cell is row * cols + column. Whatever can be
 * taken (diamonds and keys) has a number of its own, and a position keeps one bit for each: set
 * when it is gone. Everything else about the map never changes and stays in the world.
 */
#ifndef DIAMONDS_H
#define DIAMONDS_H

#include "bazi/game.h"

enum variant { P1, P2, P3, V2021, VARIANTS };

/* What an agent can ask for, in the order of the original's lists. The first eight are steps. */
enum word {
    UP,
    DOWN,
    LEFT,
    RIGHT,
    UP_RIGHT,
    UP_LEFT,
    DOWN_RIGHT,
    DOWN_LEFT,
    NOOP,
    TELEPORT,
    TRAP,
    WORDS,
    STEPS = NOOP,
    SLIPS = TELEPORT + 1 /* words an action can turn into */
};

enum {
    SIDE_MAX = 25,
    CELLS_MAX = SIDE_MAX * SIDE_MAX,
    AGENTS_MAX = 2,
    COLOURS = 4, /* of diamonds: yellow, green, red, blue */
    KEYS = 3,    /* green, yellow, red */
    TURNS_MAX = 10000,
    INIT_MAX = 100000,
    PART = 8, /* scores are kept in eighths, which a double holds exactly */
    TRAPS_MAX = 20,
    TRAP_COUNT_MAX = 1000,
    WIDE = 10,      /* words of bits for every cell of the largest map */
    TRAP_WORDS = 7, /* the same where maps are smaller */
    NEED_MORE = 8,  /* the key nobody has: of walls */
    EXITS_MAX = CELLS_MAX
};

/* One place of the map. */
struct place {
    char tile;
    uint8_t gem;  /* 1 … 4 where a diamond lay at the start, or 0 */
    uint8_t key;  /* a bit of `keys` where a key lay, or 0 */
    uint8_t need; /* keys needed to enter */
    int16_t item; /* its bit where something can be taken, or -1 */
};

/* To a thing, in tenths of turns and of points. */
struct diamonds_way {
    uint16_t turns, cost;
};

enum { THINGS_MAX = 64 }; /* of a map whose ways are kept */

struct diamonds_ways {
    int items;
    uint8_t set_of[NEED_MORE]; /* which of the tables below is that of a set of keys */
    uint16_t cell_of[THINGS_MAX];
    struct diamonds_way way[]; /* of a set and a cell, to every thing */
};

struct diamonds_world {
    enum variant variant;
    int players, rows, cols, turns, trap_count;
    int init;      /* everyone's first score, in eighths */
    bool is_real;  /* scores are written with a point, as a configuration's 2.0 asks for */
    bool on_entry; /* wire hurts on entering only, not for every turn that ends on it */
    int words;     /* of the bits of things taken */
    int gems, teleports;
    int kinds[COLOURS]; /* of diamonds */
    unsigned doors;     /* the keys that open any */
    uint32_t unit;
    uint16_t start[AGENTS_MAX];
    struct place place[CELLS_MAX];
    int16_t next[STEPS][CELLS_MAX]; /* the cell a step leads to, or -1 off the map */
    uint16_t teleport[CELLS_MAX];   /* their cells, row by row */
    struct diamonds_ways *ways;     /* NULL where nobody asks, or there is too much to take */
    uint8_t *apart;                 /* steps between two cells; NULL where nobody asks */
};

struct agent {
    uint16_t cell;
    uint8_t keys;
    uint8_t last; /* the diamond taken last, or 0; not kept where the order does not count */
    uint16_t gems[COLOURS];
    int32_t points; /* for diamonds */
    uint16_t cost;  /* of actions; in v2021 of turns */
    uint16_t hits;
    uint16_t hurts; /* by wire; in v2021 by traps */
    uint8_t traps;  /* set so far */
    uint8_t unused;
};

enum phase {
    ACT,
    SLIP,
    EXIT
}; /* an agent is to act, or chance: what it does, where it comes out */

struct diamonds {
    const struct diamonds_world *world;
    uint16_t turn; /* from 1; one more than there are when all are over */
    uint16_t left; /* diamonds on the map */
    uint8_t mover, phase;
    uint8_t asked; /* the word behind a chance node */
    uint8_t unused;
    struct agent agent[AGENTS_MAX];
    uint64_t bits[]; /* things taken; in v2021 then the cells of each agent's traps */
};

/* A move is a word, a word an action slipped into, or the cell of an exit. */
enum { SLIPPED = 0x100, EXITED = 0x10000 };

static inline bool diamonds_has(const uint64_t *bits, int at)
{
    return bits[at / 64] >> (at % 64) & 1;
}

static inline void diamonds_add(uint64_t *bits, int at)
{
    bits[at / 64] |= UINT64_C(1) << (at % 64);
}

static inline const uint64_t *diamonds_traps(const struct diamonds *pos, int agent)
{
    return pos->bits + pos->world->words + agent * TRAP_WORDS;
}

static inline int diamonds_cells(const struct diamonds_world *world)
{
    return world->rows * world->cols;
}

/* What lies on a cell now. */
static inline char diamonds_tile(const struct diamonds *pos, int cell)
{
    const struct place *place = &pos->world->place[cell];

    return place->item >= 0 && diamonds_has(pos->bits, place->item) ? 'E' : place->tile;
}

/* How an action ended. */
enum verdict {
    ACCEPTED,
    OFF_MAP,
    BLOCKED,
    NOT_A_WORD,
    NO_TELEPORT,
    NO_TRAP_LEFT,
    TRAP_IS_HERE,
    TRAP_ON_TELEPORT,
    TRAP_TOO_DEAR,
    TRAPS_EXHAUSTED
};

struct story {
    enum verdict verdict;
    int word;   /* executed */
    int target; /* the cell it wanted to enter, or -1 */
    int hit;    /* the agent hit, or -1 */
};

/* --- data.c: the tables of the rules ---------------------------------------------------------- */

extern const char *const diamonds_variants[VARIANTS];
extern const char *const diamonds_words[WORDS];
extern const uint8_t diamonds_costs[WORDS];
struct diamonds_list {
    int count;
    uint8_t word[WORDS];
};
extern const struct diamonds_list diamonds_lists[VARIANTS];   /* the words of each rule set */
extern const int16_t diamonds_pairs[2][COLOURS + 1][COLOURS]; /* p1 and p2; p3 */
extern const int8_t diamonds_steps[STEPS][2];                 /* rows, columns */
/* v2021: what a diamond is worth, the least score to take it with, and how many one may have. */
extern const int diamonds_worth[COLOURS], diamonds_least[COLOURS], diamonds_most[COLOURS];
extern const char *const diamonds_colours[COLOURS];
extern const char *const diamonds_key_names[KEYS];

/* The chances of p2 and p3 as they were published, in tenths: rows are words asked for, columns
 * words done. The walk the original makes through a row gives what really happens. */
enum ground { NORMAL, SLIDER, BARBED, TELEPORTING, GROUNDS };
extern const char *const diamonds_grounds[GROUNDS];
int diamonds_published(enum variant variant, enum ground ground, int asked, int word);
extern const uint8_t diamonds_chances[GROUNDS][TELEPORT][SLIPS]; /* of p2, as they happen */

/* --- world.c ---------------------------------------------------------------------------------- */

struct bz_source;
/* Checks a map file's text and puts it into the world, whose variant is set. */
int diamonds_read_map(struct diamonds_world *world, const struct bz_source *source,
                      struct bz_error *err);
/* Everything that follows from the map, the variant and the options. */
void diamonds_finish_world(struct diamonds_world *world);

/* The whole points of a score, cut off downwards. */
static inline int diamonds_points(int eighths)
{
    return eighths >= 0 ? eighths / PART : -((PART - 1 - eighths) / PART);
}
/* "2.5", "-3", "100.0": a number in eighths within INIT_MAX. */
int diamonds_read_init(const char *text, size_t length, int *ret_init, bool *ret_is_real,
                       struct bz_error *err);
/* The same, written as Python writes it. */
void diamonds_write_number(const struct diamonds_world *world, int eighths, struct bz_buf *out);

/* --- config.c --------------------------------------------------------------------------------- */

struct bz_wire_terms;
/* Takes everything a course's config.json says, the map included if that is asked for. */
int diamonds_read_config(struct diamonds_world *world, const char *path, bool with_map,
                         bool *ret_random, struct bz_error *err);
/* The name of its map, as seen from the folder it lies in; false without. */
bool diamonds_config_map(const char *path, char ret_name[BZ_VALUE_MAX]);
/* What it says beside the options. */
int diamonds_read_terms(const struct bz_setup *setup, struct bz_wire_terms *ret_terms,
                        struct bz_error *err);

/* --- rules.c ---------------------------------------------------------------------------------- */

extern const struct bz_kernel diamonds_solo, diamonds_duo;
/* The rules without a kernel of their own. */
const struct bz_rules *diamonds_rules_of(const struct diamonds_world *world);
bool diamonds_is_over(const struct diamonds *pos);
/* An agent's score in eighths. */
int diamonds_score(const struct diamonds *pos, int agent);
/* Plays a move; whether an agent's action is complete now, and if so how it went. */
bool diamonds_run(struct diamonds *pos, bz_move move, struct story *ret_story);
void diamonds_clear(const struct diamonds_world *world, struct diamonds *ret_pos);
size_t diamonds_size(const struct diamonds_world *world);
/* Whether the word leads to chance: which word it becomes, or which exit it comes to. */
bool diamonds_may_slip(const struct diamonds *pos, int asked);
bool diamonds_has_exits(const struct diamonds *pos, int asked, int word);

/* --- evals.c ---------------------------------------------------------------------------------- */

extern const struct bz_eval diamonds_evals[];
int diamonds_eval(const void *pos);

/* --- ways.c ----------------------------------------------------------------------------------- */

/* For a map with at most THINGS_MAX things. */
int diamonds_make_ways(const struct diamonds_world *world, struct diamonds_ways **ret_ways);
/* How many steps it is from each cell to each with no key, as far as that fits. */
int diamonds_make_apart(const struct diamonds_world *world, uint8_t **ret_apart);

/* From a cell with these keys, to every thing. */
static inline const struct diamonds_way *diamonds_ways_from(const struct diamonds_world *world,
                                                            unsigned keys, int cell)
{
    const struct diamonds_ways *ways = world->ways;
    int at = ways->set_of[keys] * diamonds_cells(world) + cell;

    return ways->way + (size_t)at * (size_t)ways->items;
}

/* --- race.c ----------------------------------------------------------------------------------- */

/* For two agents on a map with ways: by how much that agent will be ahead at the end. */
int diamonds_race(const struct diamonds *pos, int agent);

/* --- reach.c ---------------------------------------------------------------------------------- */

/* The best of what can be fetched with the keys at hand, the way paid. `worth` is of diamonds,
 * `useful` the keys that are worth `key_worth`. */
int diamonds_prospect(const struct diamonds *pos, int agent, const int worth[COLOURS],
                      int key_worth, unsigned useful);
/* The cells that can be entered from a start on, picking up keys on the way. */
void diamonds_reach(const struct diamonds_world *world, int from, uint64_t ret_cells[WIDE]);

/* --- perfect.c -------------------------------------------------------------------------------- */

extern const struct bz_solver diamonds_solver;

/* --- texts ------------------------------------------------------------------------------------ */

extern const struct bz_text diamonds_text;
extern const struct bz_export diamonds_exports[];
extern const struct bz_import diamonds_imports[];
extern const struct bz_maps diamonds_maps;
extern const struct bz_report diamonds_report;
extern const struct bz_wire diamonds_wire;

int diamonds_fit(struct bz_setup *setup, const char *text, size_t length, struct bz_error *err);
int diamonds_parse(const struct bz_setup *setup, const char *text, size_t length, void *ret_pos,
                   struct bz_error *err);
void diamonds_format(const void *pos, struct bz_buf *out);
void diamonds_format_cell(const struct diamonds_world *world, int cell, struct bz_buf *out);
/* "yellow diamond", "wire" */
const char *diamonds_tile_name(char tile);
void diamonds_draw(const void *pos, enum bz_draw_style style, bz_move last, struct bz_buf *out);
void diamonds_tell(const void *before, bz_move move, const void *after, struct bz_buf *out);
/* A cell as the logs and the wire show it: tile, agents and traps, those of one agent only or, for
 * -1, of all. */
void diamonds_show_cell(const struct diamonds *pos, int cell, int owner, struct bz_buf *out);

/* The options, in the order of the table. */
enum {
    OPTION_RULES,
    OPTION_MAP,
    OPTION_PLAYERS,
    OPTION_TURNS,
    OPTION_INIT,
    OPTION_TRAPS,
    OPTION_BARBED,
    OPTION_RANDOM,
    OPTION_SEED,
    OPTION_CONFIG
};
extern const struct bz_option diamonds_options[];

#endif
