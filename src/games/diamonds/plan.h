/*
 * plan.h - planning for a lone agent of p1: what the planner's files share.
 *
 *   plan_walk.c    walking from a cell to all spots
 *   plan_model.c   a position as spots (the start, diamonds, keys) and the legs between them
 *   plan_greedy.c  some plan at once
 *   plan_bound.c   what can be had at most from any spot on, were forgetting allowed
 *   plan_penalty.c the penalties that make such a bound a good one
 *   plan_whole.c   the same with nothing forgotten, where there are few enough diamonds
 *   plan_search.c  plans, layer by layer, and whether any better one can have been missed
 *   plan_anneal.c  good plans soon, by changing an order of spots at random
 *   plan_beam.c    plans word by word, where there are too many diamonds for spots
 *   plan.c         the planner: these in turn, better and better, until time is up
 *
 * A plan is a sequence of spots. It ends on the last diamond it takes, because standing still
 * costs nothing there. Keys lie on a plan's way only to open doors: to have one never hurts.
 *
 * A stand is a spot together with the colour taken last, which a key does not change. Values
 * inside the planner are what the rest of the game brings, in points; bounds are in sixteenths.
 */
#ifndef DIAMONDS_PLAN_H
#define DIAMONDS_PLAN_H

#include "base/bits.h"
#include "bazi/random.h"
#include "diamonds.h"
#include "plan_file.h"
#include "search/searcher.h"

enum {
    PLAN_GEMS = 64,  /* diamonds a plan can tell apart */
    PLAN_TILES = 24, /* with keys */
    PLAN_SPOTS = 1 + PLAN_GEMS + PLAN_TILES,
    PLAN_LASTS = COLOURS + 1,
    PLAN_STANDS = 1 + PLAN_GEMS + PLAN_TILES * PLAN_LASTS,
    PLAN_LENGTH = PLAN_GEMS + KEYS, /* spots a plan can have after the start */
    PLAN_KEYSETS = 1 << KEYS,
    PLAN_NEAR = 12, /* diamonds a stand can remember */
    PLAN_PART = 16, /* bounds are finer than points */
    PLAN_LEAST_MEGABYTES = 16,
    PLAN_WORK_SEARCH = 1000, /* of a search for legs, as measured */
    PLAN_NONE = INT32_MIN / 2,
    PLAN_FAR = INT32_MAX / 2
};

/* Memory, handed out from the front and taken back all at once. */
struct plan_room {
    unsigned char *at;
    size_t left;
};

/* NULL where there is not enough. */
void *plan_take(struct plan_room *room, size_t count, size_t size);

/* One of several ways from a spot to another: more turns, but cheaper than those before. */
struct plan_way {
    uint16_t turns, cost;
};

struct plan_leg {
    uint32_t open, barred; /* the first way if all diamonds between were gone; if none */
    uint16_t open_count, barred_count; /* 0: there is none */
    uint64_t stones; /* diamonds that would help if they were gone; 0 where nothing can */
};

/* Ways that depend on what is gone, as far as they were needed. */
struct plan_memo {
    uint64_t gone; /* of the leg's stones */
    uint32_t leg;  /* its index and 1, or 0 */
    uint32_t first;
    uint32_t count;
};

struct plan_model {
    const struct diamonds_world *world;
    int turns;             /* that are left */
    int within;            /* no plan takes more, where that is less */
    int idle;              /* the value of taking nothing */
    int score, fraction;   /* so far: whole points, and the eighths there are beside them */
    unsigned keys, useful; /* at hand; to be had and of some use */
    bool partial; /* diamonds or keys had to be left out: plans are possible, bounds are not */
    int gems, tiles, spots, stands;
    uint16_t cell[PLAN_SPOTS];
    uint8_t colour[PLAN_SPOTS]; /* of a diamond; of the start, the last one before */
    uint8_t key[PLAN_SPOTS];
    int16_t spot_at[CELLS_MAX];     /* what lies there, 0 for nothing, -1 where nobody may go */
    int early[PLAN_SPOTS];          /* no plan is there in fewer turns */
    uint64_t of_colour[PLAN_LASTS]; /* diamonds: bit 0 is spot 1 */
    int kinds[COLOURS];             /* of all diamonds left, within reach or not */
    struct plan_leg *legs;          /* of a key set, from, to */
    struct plan_way *ways;
    uint32_t way_count, way_room;
    struct plan_memo *memos;
    uint32_t memo_mask, memo_count;
    uint32_t memo_ways; /* where the ways of the memos begin */
    uint64_t searches;  /* for legs, so far */
    struct {
        int32_t cost[CELLS_MAX];
        uint16_t at[2][CELLS_MAX];
        int32_t paid[2][CELLS_MAX];
        int16_t listed[CELLS_MAX];
        struct plan_way found[PLAN_SPOTS][CELLS_MAX];
        uint16_t count[PLAN_SPOTS];
    } map; /* the search for legs */
};

/* The limits, and how much work was done. */
struct plan_clock {
    struct bz_deadline deadline;
    uint64_t work, look_at;
    bool stopped;
    void (*look)(void *context); /* at every look at the clock; may be NULL */
    void *context;
};

/* Adds to the work; whether to stop. */
static inline bool plan_tick(struct plan_clock *clock, uint64_t work)
{
    clock->work += work;
    if (clock->work >= clock->look_at && !clock->stopped) {
        clock->stopped = bz_deadline_passed(&clock->deadline, clock->work, &clock->look_at);
        if (clock->look)
            clock->look(clock->context);
    }
    return clock->stopped;
}

static inline int plan_stand(const struct plan_model *model, int spot, int last)
{
    return spot <= model->gems ? spot : spot + (spot - model->gems - 1) * (PLAN_LASTS - 1) + last;
}

static inline int plan_spot(const struct plan_model *model, int stand)
{
    return stand <= model->gems ? stand : model->gems + 1 + (stand - model->gems - 1) / PLAN_LASTS;
}

static inline int plan_last(const struct plan_model *model, int stand)
{
    return stand <= model->gems ? model->colour[stand] : (stand - model->gems - 1) % PLAN_LASTS;
}

static inline int plan_gain(int last, int colour)
{
    return diamonds_pairs[0][last][colour - 1];
}

/* Whether these keys can be had, beside those at hand. */
static inline bool plan_is_keyset(const struct plan_model *model, unsigned keys)
{
    return (keys & model->keys) == model->keys && !(keys & ~(model->keys | model->useful));
}

/* Whether an agent with these keys can stand there. */
static inline bool plan_may_stand(const struct plan_model *model, unsigned keys, int stand)
{
    unsigned key = model->key[plan_spot(model, stand)];

    return stand <= model->gems || ((key & keys) && (key & model->useful));
}

static inline const struct plan_leg *plan_leg(const struct plan_model *model, unsigned keys,
                                              int from, int to)
{
    return &model
                ->legs[((size_t)keys * (size_t)model->spots + (size_t)from) * (size_t)model->spots +
                       (size_t)to];
}

static inline bool plan_may_enter(const struct plan_model *model, int cell, unsigned keys)
{
    return cell >= 0 && model->spot_at[cell] >= 0 && !(model->world->place[cell].need & ~keys);
}

/* --- plan_walk.c ------------------------------------------------------------------------------ */

/* Finds the ways from a cell to all spots when these diamonds are gone, into model->map. */
void plan_explore(struct plan_model *model, int origin, unsigned keys, uint64_t gone);
/* The value of taking nothing. */
int plan_idle(struct plan_model *model);
/* The words that lead from one spot to the next by this way; their number. */
int plan_steps(struct plan_model *model, unsigned keys, int from, int to, uint64_t gone,
               struct plan_way way, uint8_t *ret_words);
/* The words of doing nothing; their number, the rest is NOOP. */
int plan_idle_steps(struct plan_model *model, uint8_t *ret_words);

/* --- plan_model.c ----------------------------------------------------------------------------- */

/* What lies there, without the legs between. */
void plan_model_begin(struct plan_model *model, const struct diamonds *pos);
/* The legs; whether there was memory and time enough. */
bool plan_model_measure(struct plan_model *model, struct plan_room *room, struct plan_clock *clock);
/* The ways of a leg when these diamonds are gone: bit 0 is spot 1. Good until the next call. */
int plan_ways(struct plan_model *model, unsigned keys, int from, int to, uint64_t gone,
              const struct plan_way **ret_ways);

/* --- plan_greedy.c ---------------------------------------------------------------------------- */

/* The words of some plan, within milliseconds, and within the nodes once it has taken something;
 * their number. */
int plan_greedy(struct plan_model *model, struct plan_clock *clock, uint8_t *ret_words);

/* --- plan_whole.c ----------------------------------------------------------------------------- */

enum {
    PLAN_QUARTERS = 4,
    PLAN_LANES = 8, /* raised together */
    PLAN_WHOLE_GEMS = 22,
    PLAN_WHOLE_STANDS = 96,
    PLAN_WHOLE_BLOCK = 256, /* sets that are filled in one go */
    PLAN_WHOLE_SHARE = 13   /* sixteenths of the memory that their values may take */
};

/* What can be had with some keys, by set of diamonds taken and by diamond stood on. Who stands on
 * one has taken it: so a set and what it lacks can share a row. */
struct plan_sets {
    uint32_t reached;             /* diamonds within reach */
    uint8_t gem[PLAN_WHOLE_GEMS]; /* by digit of a set's number */
    uint32_t part[3][256];        /* of a set's number, by byte of its bits */
    size_t count;
    int lanes; /* of a row: the diamonds within reach, by digit, and some to spare */
    int all;   /* with those of the other stands, whose values are not kept */
    uint8_t lane[PLAN_WHOLE_STANDS];
    size_t base;                                                      /* where the rows begin */
    int16_t worth[PLAN_WHOLE_STANDS][PLAN_WHOLE_STANDS + PLAN_LANES]; /* to a stand from a lane */
};

/* What is still possible for every set of diamonds taken, were turns not limited but paid for. */
struct plan_whole {
    const struct plan_model *model;
    int32_t toll; /* for a turn, in quarters of a point, as everything here */
    struct plan_sets sets[PLAN_KEYSETS];
    int16_t *values;
    size_t size;     /* of them all */
    uint64_t effort; /* of filling them: sets by lanes */
    /* The lanes that are not kept, of the sets at work. */
    int16_t fleeting[PLAN_KEYSETS][PLAN_WHOLE_BLOCK][PLAN_WHOLE_STANDS];
};

/* Returns how many values there will be, 0 if there is too much on the map. */
size_t plan_whole_init(struct plan_whole *whole, const struct plan_model *model);
/* Fills `values`, which is the caller's. False if stopped. */
bool plan_whole_fill(struct plan_whole *whole, int32_t toll, struct plan_clock *clock);
/* The most a game can bring from here on, were it not for the turns. */
int plan_whole_hope(const struct plan_whole *whole, unsigned keys, int stand, uint64_t taken);

/* --- plan_bound.c ----------------------------------------------------------------------------- */

/* One step of the easier game: from a stand by a way to a spot. */
struct plan_arc {
    size_t next;   /* where the tables of the stand reached begin */
    uint32_t size; /* of its rows */
    uint32_t map;  /* from memory to memory */
    int32_t worth;
    uint32_t use;    /* of what is limited */
    unsigned colour; /* what is taken, or 0 */
};

/* What is still possible, were an agent to remember only some of the diamonds it has taken, so
 * that it may take the others again, at a penalty which is given back for every one once. */
struct plan_bound {
    struct plan_model *model;
    struct plan_whole whole; /* without `values` where there is no room for them */
    bool shares;             /* they are in `table` */
    int32_t penalty[PLAN_GEMS + 1], best_penalty[PLAN_GEMS + 1]; /* of the diamond at spot i + 1 */
    enum plan_limit limit;
    /* Where diamonds are limited, what is left is a number with a digit for every kind of them. */
    int unit[PLAN_LASTS], most[PLAN_LASTS], full;
    int32_t toll, best_toll; /* for a turn where turns are not limited; given back for all turns */
    int32_t last_toll;       /* before turns were limited */
    double push[PLAN_GEMS + 1];
    double pace;
    int stale;                  /* rounds without a better bound */
    int32_t top, best_top;      /* of the whole game, in sixteenths */
    bool mapped;                /* `maps` are those of `near` */
    bool ready;                 /* the tables are those of `penalty` */
    uint64_t near[PLAN_STANDS]; /* what is remembered there */
    int8_t near_list[PLAN_STANDS][PLAN_NEAR];
    int8_t near_count[PLAN_STANDS];
    uint64_t effort; /* of filling the tables */
    int32_t *table;
    size_t table_room;
    size_t base[PLAN_KEYSETS][PLAN_STANDS];
    uint16_t *maps; /* memory at a stand to memory at a spot's stand */
    size_t maps_room;
    struct plan_arc *arcs; /* of one key set, by stand */
    size_t arcs_room;
    size_t arc_end[PLAN_STANDS + 1];
    uint32_t map_base[PLAN_STANDS][PLAN_SPOTS];
    int visits[PLAN_GEMS];
    uint8_t walk[1024]; /* spots of the best walk, the start not included */
    int walk_length, walk_turns;
};

/* The pace of the steps to better penalties and how it slows down, by trial on random maps of 20
 * diamonds. */
#define PACE_FIRST 0.7
#define PACE_AGAIN 0.1
#define PACE_LEAST 0.02

/* `spare` is for what `room` is too small for. */
bool plan_bound_init(struct plan_bound *bound, struct plan_model *model, struct plan_room *room,
                     struct plan_room *spare);
/* What the walks have a limited number of. False, and all as it was, if the tables have no room for
 * that. */
bool plan_bound_limit(struct plan_bound *bound, enum plan_limit limit);
/* Fills the tables for the present penalties. False if stopped. */
bool plan_bound_fill(struct plan_bound *bound, struct plan_clock *clock);
/* Makes stands remember what the best walk took twice. False if nothing can be added, or filling
 * the tables would take more work than this. */
bool plan_bound_grow(struct plan_bound *bound, uint64_t effort);
/* Goes over to remembering everything: tolls stay, penalties are no more. False if stopped. */
bool plan_bound_remember(struct plan_bound *bound, struct plan_clock *clock);

static inline int plan_memory(const struct plan_bound *bound, int stand, uint64_t taken)
{
    int memory = 0;

    for (int i = 0; i < bound->near_count[stand]; i++)
        memory |= (int)(taken >> bound->near_list[stand][i] & 1) << i;
    return memory;
}

/* The most a game can bring from here on, in sixteenths, before the penalties are given back. */
static inline int32_t plan_hope(const struct plan_bound *bound, unsigned keys, int stand,
                                int turns_left, uint64_t taken)
{
    const struct plan_model *model = bound->model;
    size_t size = ((size_t)1 << bound->near_count[stand]) + 1;
    int left = turns_left - model->turns + model->within;

    if (bound->limit == PLAN_WHOLE)
        return PLAN_PART / PLAN_QUARTERS * plan_whole_hope(&bound->whole, keys, stand, taken) +
               bound->toll * turns_left;
    if (bound->limit != PLAN_TURNS) {
        left = bound->full;
        for (int colour = 1; colour <= COLOURS; colour++)
            left -= bound->unit[colour] * bz_popcount(taken & model->of_colour[colour]);
    }
    return bound->table[bound->base[keys][stand] + (size_t)left * size +
                        (size_t)plan_memory(bound, stand, taken)] +
           bound->toll * turns_left;
}

/* --- plan_penalty.c --------------------------------------------------------------------------- */

/* Moves the penalties to where the bound may be lower, given the value of a plan. */
void plan_bound_adjust(struct plan_bound *bound, int lower);
/* Whether that hardly helps any more. */
bool plan_bound_rests(const struct plan_bound *bound);
/* Goes back to the best penalties there were. */
void plan_bound_recall(struct plan_bound *bound);

/* --- plan_search.c ---------------------------------------------------------------------------- */

struct plan_label {
    uint64_t taken;
    int32_t value, hope; /* in points; in sixteenths, PLAN_NONE for one that is out */
    int32_t rest;        /* the penalties of what is not taken */
    uint32_t parent, next;
    uint16_t turns;
    uint8_t stand, keys;
};

/* Spots in the order in which they are visited. */
struct plan_order {
    int length;
    uint8_t spot[PLAN_LENGTH];
};

struct plan_search {
    struct plan_model *model;
    struct plan_bound *bound;
    struct plan_label *labels;
    uint32_t label_room;
    uint32_t *index; /* by state, the first label of the next layer and 1 */
    uint32_t index_mask;
    /* The best plan: its spots with the way taken to each. */
    int best, length;
    uint8_t spots[PLAN_LENGTH];
    struct plan_way ways[PLAN_LENGTH];
};

bool plan_search_init(struct plan_search *search, struct plan_model *model,
                      struct plan_bound *bound, struct plan_room *room);
/* One pass with at most so many labels a layer. *ret_upper is what no plan can exceed, the best
 * one's value where nothing was left out. False if stopped: then only a better plan counts. */
bool plan_search_run(struct plan_search *search, uint32_t width, struct plan_clock *clock,
                     int *ret_upper);
/* Looks at this order only, by all ways. False if stopped. */
bool plan_search_order(struct plan_search *search, const struct plan_order *order,
                       struct plan_clock *clock);

/* --- plan_anneal.c ---------------------------------------------------------------------------- */

enum { PLAN_ODDS = 256 };

/* What an order needs to know of a leg. */
struct plan_hop {
    struct plan_way barred, open; /* the best one, around all diamonds and if all were gone */
    uint64_t stones;
};

/* Somewhere on an order's way. */
struct plan_stage {
    uint64_t taken;
    int value, turns, spot, last;
    unsigned keys;
};

struct plan_anneal {
    struct plan_model *model;
    int toll; /* for a turn */
    struct bz_random random;
    uint64_t bits; /* drawn and not used yet */
    int bits_left;
    double odds[PLAN_ODDS]; /* by how many times the heat a change may be worse */
    struct plan_hop hop[PLAN_KEYSETS][PLAN_SPOTS][PLAN_SPOTS];
    uint8_t near[PLAN_SPOTS][PLAN_SPOTS], near_count[PLAN_SPOTS];
    struct plan_order now, best;
    int best_value;                           /* at least */
    int8_t place[PLAN_SPOTS];                 /* in the present order, or -1 */
    struct plan_stage stage[PLAN_LENGTH + 1]; /* of it */
};

/* For a model; `toll` is what a turn is worth, more or less. */
void plan_anneal_init(struct plan_anneal *anneal, struct plan_model *model, int toll);
/* One run, which leaves what it found in `best`. False if stopped before its end. */
bool plan_anneal_run(struct plan_anneal *anneal, struct plan_clock *clock);
/* The same, shorter, for something better than this order. */
bool plan_anneal_again(struct plan_anneal *anneal, const struct plan_order *order,
                       struct plan_clock *clock);

/* --- plan_beam.c ------------------------------------------------------------------------------ */

/* A position of the next layer: what it promises, and by which word it comes from where. */
struct plan_kid {
    uint64_t state;
    int score, value;
    uint32_t from;
};

struct plan_beam {
    const struct diamonds *start;
    size_t size; /* of a position */
    int turns;
    uint32_t width;
    struct plan_room room;
    unsigned char *layer[2];
    struct plan_kid *kids;
    uint32_t count;  /* of them */
    uint32_t *index; /* by state, a kid and 1 */
    uint32_t index_mask;
    uint32_t *trail; /* by turn and place in its layer, as `from` */
    int first, best, best_turn;
    uint32_t best_at;
};

/* For the rest of the game, with some of the room. */
void plan_beam_init(struct plan_beam *beam, const struct diamonds *pos, struct plan_room *room);
/* Whether there is room for a beam. */
bool plan_beam_fits(struct plan_beam *beam);
/* Runs one from where the first `from` of the words lead to, and puts the others after them. False
 * if stopped: then they lead not as far. */
bool plan_beam_run(struct plan_beam *beam, int from, struct plan_clock *clock, uint8_t *words,
                   int *ret_count);
/* Makes the next ones wider. */
void plan_beam_widen(struct plan_beam *beam);

/* --- plan.c ----------------------------------------------------------------------------------- */

struct plan;

/* With all the memory it will ever use, and more where that allows a proof. NULL if there is not
 * that much. */
struct plan *plan_new(int megabytes, int spare_megabytes);
void plan_free(struct plan *plan);

/* What is known of a position. */
struct plan_answer {
    int lower, upper; /* final scores in whole points */
    int fraction;     /* the eighths that every final score has beside them */
    bool is_bounded;  /* false: there is too much on the map, and the upper one is coarse */
    int coarse;       /* a bound without any search */
    int easier;       /* what the easier game behind the bound brings by itself */
    bool forgets;     /* in that game things are forgotten; otherwise turns are paid for */
    int count;        /* of words; after them NOOP, to the end */
    const uint8_t *words;
    uint64_t work;
    int enough; /* where a proof will take long for want of memory: megabytes that would do, or 0 */
};

/* A final score in eighths. */
static inline int plan_eighths(const struct plan_answer *answer, int points)
{
    return PART * points + answer->fraction;
}

/* Before thinking: a plan known from elsewhere, as words, and penalties by cell, for a start. */
struct plan_hint {
    const uint8_t *words;
    int count;
    int upper;                   /* a bound known from elsewhere, in whole points; or INT32_MAX */
    const int32_t *penalties;    /* by cell, or NULL */
    void (*look)(void *context); /* called whenever the clock is looked at, or NULL */
    void *context;
};

/* Called whenever more is known. */
typedef void plan_listener(void *context, const struct plan_answer *answer);

/* Plans from the position on until the best is known or the deadline has passed; some plan there is
 * always. False if there was not the memory. Allocates nothing. */
bool plan_think(struct plan *plan, const struct diamonds *pos, const struct bz_deadline *deadline,
                const struct plan_hint *hint, plan_listener *listener, void *context,
                struct plan_answer *ret_answer);
/* What the bound was found with, for a file; the rest of it is left alone. */
void plan_export(const struct plan *plan, struct plan_file *file);
/* For a person: the plan on the map, its legs, and why there is no better one. */
void plan_explain(const struct diamonds *pos, const struct plan_answer *answer, struct bz_buf *out);

extern const struct bz_solver diamonds_planner;
extern const struct bz_adviser diamonds_adviser;

#endif
