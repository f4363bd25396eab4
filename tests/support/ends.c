/*
 * ends.c - ends of Hand of the King and Konane, random ones and those that engines come to.
 *
 * The oracle keeps the position; the library is only asked for moves.
 */
#include "ends.h"

#include <stdlib.h>
#include <string.h>

#include "brute.h"
#include "duet_konane.h"
#include "hotk_notation.h"

enum { CARDS_MAX = 12 };

/* How a game comes to its end. */
enum origin { SCATTERED, WANDERED, PLAYED };

struct end {
    const char *game, *options, *spec;
    enum origin origin;
    int rules;      /* of the court */
    int rows, cols; /* of the stones */
    int games;
    bool small; /* too few nodes to see every win: only what was called won must be won */
};

struct match {
    const struct end *end;
    struct bz_setup setup;
    struct bz_engine *engine;
    struct brute_memory *memory;
    struct bz_random random;
    int won; /* games that were won at their beginning, and so at their end */
    int proofs;
    bool claimed; /* the engine has said of this game that it wins */
};

/* --- positions ------------------------------------------------------------------------------ */

static int cards_left(const struct brute *pos)
{
    int cards = 0;

    for (int i = 0; i < 36; i++)
        cards += pos->court.board[i] != '.' && pos->court.board[i] != 'V';
    return cards;
}

static void parse(struct match *match, const struct brute *pos, union bz_pos *ret_pos)
{
    char text[ORACLE_TEXT_MAX];

    brute_text(pos, text);
    check_parse(&match->setup, text, ret_pos);
}

/* A random move, or with `engine` its own; false if there is none. */
static bool make_move(struct match *match, struct bz_engine *engine, struct brute *pos)
{
    struct brute_move moves[BRUTE_MOVES_MAX];
    int count = brute_moves(pos, moves), choice;
    struct bz_answer answer;
    union bz_pos at;

    if (count == 0)
        return false;
    choice = (int)bz_random_below(&match->random, (uint64_t)count);
    if (engine) {
        const char *played;

        parse(match, pos, &at);
        bz_engine_think(engine, &at, NULL, NULL, &answer);
        played = check_move_text(&match->setup, &at, answer.move);
        for (choice = 0; strcmp(moves[choice].text, played) != 0;)
            assert_true(++choice < count);
    }
    brute_play(pos, &moves[choice]);
    return true;
}

/* The start of a game: a new deal, or the full board. */
static void start(struct match *match, struct brute *ret_pos)
{
    const struct end *end = match->end;
    char cells[HOTK_CELLS + 1], seed[24];
    union bz_pos pos;

    if (!ret_pos->is_court) {
        oracle_start(&ret_pos->stones, end->rows, end->cols);
        return;
    }
    snprintf(seed, sizeof(seed), "%d", (int)bz_random_below(&match->random, 100000));
    assert_int_equal(bz_setup_set(&match->setup, "seed", seed, NULL), BZ_OK);
    bz_start(&match->setup, &pos);
    hotk_cells_of(&match->setup, &pos, cells);
    court_start(&ret_pos->court, end->rules, 2, false, cells);
}

/* Whether this is where the game of that number is handed over: brute force sees its end. */
static bool is_late(const struct match *match, const struct brute *pos, int plies, int number)
{
    int cells = match->end->rows * match->end->cols;

    if (pos->is_court)
        return cards_left(pos) <= CARDS_MAX;
    return plies >= (cells - 16) * 3 / 4 + number % 6;
}

static void find_end(struct match *match, int number, struct brute *ret_pos)
{
    struct bz_engine *engine = NULL;

    ret_pos->is_court = match->end->rows == 0;
    if (match->end->origin == SCATTERED) {
        brute_scatter(&match->random, match->end->rules, 4 + number % (CARDS_MAX - 3),
                      &ret_pos->court);
        return;
    }
    start(match, ret_pos);
    if (match->end->origin == PLAYED)
        engine = check_engine(&match->setup, "best:nodes=300,hash=1");
    for (int plies = 0; !is_late(match, ret_pos, plies, number); plies++)
        if (!make_move(match, plies % 3 ? engine : NULL, ret_pos))
            break;
    bz_engine_free(engine);
}

/* --- play ----------------------------------------------------------------------------------- */

/* What an engine says of a position, against what is true. */
static void check_claim(const struct brute *pos, const struct bz_info *info, bool wins,
                        const char *spec)
{
    char text[ORACLE_TEXT_MAX];

    if (info->proof == BZ_UNDECIDED || (info->proof == BZ_WIN) == wins)
        return;
    brute_text(pos, text);
    fail_msg("%s says %s is %s", spec, text, wins ? "lost" : "won");
}

/* The engine's move in a position that is won, which keeps it so; false if that was too much to
 * ask. */
static bool win_on(struct match *match, struct brute *pos)
{
    struct brute_move moves[BRUTE_MOVES_MAX];
    int count = brute_moves(pos, moves), mover = brute_turn(pos), choice = 0;
    struct brute before = *pos;
    struct bz_answer answer;
    char text[ORACLE_TEXT_MAX];
    const char *played;
    union bz_pos at;

    parse(match, pos, &at);
    bz_engine_think(match->engine, &at, NULL, NULL, &answer);
    check_claim(pos, &answer.info, true, match->end->spec);
    match->claimed = match->claimed || answer.info.proof == BZ_WIN;
    match->proofs += answer.info.proof != BZ_UNDECIDED;
    played = check_move_text(&match->setup, &at, answer.move);
    while (choice < count && strcmp(moves[choice].text, played) != 0)
        choice++;
    assert_true(choice < count);
    brute_play(pos, &moves[choice]);
    if (brute_wins(match->memory, pos) == (brute_turn(pos) == mover))
        return true;
    brute_text(&before, text);
    if (!match->end->small || match->claimed)
        fail_msg("%s loses what was won: %s after %s", match->end->spec, played, text);
    return false;
}

/* The opponent's: one that wins if there is one at all, or else any. */
static void resist(struct match *match, struct brute *pos)
{
    struct brute_move moves[BRUTE_MOVES_MAX];
    int count = brute_moves(pos, moves), mover = brute_turn(pos);
    int choice = (int)bz_random_below(&match->random, (uint64_t)count);

    for (int i = 0; i < count; i++) {
        struct brute child = *pos;

        brute_play(&child, &moves[i]);
        if (brute_wins(match->memory, &child) == (brute_turn(&child) == mover))
            choice = i;
    }
    brute_play(pos, &moves[choice]);
}

static void play_end(struct match *match, struct brute pos)
{
    struct brute_move moves[BRUTE_MOVES_MAX];
    int winner = brute_turn(&pos);

    bz_engine_reset(match->engine);
    match->claimed = false;
    while (brute_moves(&pos, moves) > 0) {
        if (brute_turn(&pos) != winner)
            resist(match, &pos);
        else if (!win_on(match, &pos))
            return;
    }
    assert_true(brute_wins(match->memory, &pos) == (brute_turn(&pos) == winner));
    match->won++;
}

/* A position that is lost: nobody may say anything else of it. */
static void say(struct match *match, const struct brute *pos)
{
    struct bz_answer answer;
    union bz_pos at;

    parse(match, pos, &at);
    bz_engine_reset(match->engine);
    bz_engine_think(match->engine, &at, NULL, NULL, &answer);
    check_claim(pos, &answer.info, false, match->end->spec);
    match->proofs += answer.info.proof != BZ_UNDECIDED;
}

static void a_win_is_never_lost_again(void **state)
{
    struct match match = {.end = *state, .memory = brute_memory_new()};

    check_setup(&match.setup, match.end->game, match.end->options);
    bz_random_seed(&match.random, 9);
    match.engine = check_engine(&match.setup, match.end->spec);
    for (int i = 0; i < match.end->games; i++) {
        struct brute_move moves[BRUTE_MOVES_MAX];
        struct brute pos;

        memset(&pos, 0, sizeof(pos));
        find_end(&match, i, &pos);
        if (brute_moves(&pos, moves) == 0)
            continue;
        if (brute_wins(match.memory, &pos))
            play_end(&match, pos);
        else
            say(&match, &pos);
    }
    assert_true(match.won > match.end->games / 5);
    assert_true(match.proofs > match.end->games / 5);
    bz_engine_free(match.engine);
    brute_memory_free(match.memory);
    bz_setup_release(&match.setup);
}

void ends_add(struct cases *cases, int games)
{
    static const struct end ends[] = {
        {"hotk", "", "best:hash=1,nodes=20000", SCATTERED, COURT_PHASE1, 0, 0, 4, false},
        {"hotk", "", "best:hash=1,nodes=500", SCATTERED, COURT_PHASE1, 0, 0, 4, true},
        {"hotk", "", "best:hash=1", SCATTERED, COURT_PHASE1, 0, 0, 4, false},
        {"hotk", "", "best:hash=1,nodes=20000", PLAYED, COURT_PHASE1, 0, 0, 4, false},
        {"hotk", "", "best:hash=1,nodes=500", PLAYED, COURT_PHASE1, 0, 0, 4, true},
        {"hotk", "", "best:hash=1,threads=2", WANDERED, COURT_PHASE1, 0, 0, 1, false},
        {"hotk", "", "mcts:hash=1,nodes=1000", WANDERED, COURT_PHASE1, 0, 0, 2, true},
        {"konane", "size=4", "best:hash=1,nodes=2000", WANDERED, 0, 4, 4, 4, false},
        {"konane", "size=4x5", "best:hash=1,nodes=20000", WANDERED, 0, 4, 5, 4, false},
        {"konane", "size=5", "best:hash=1", PLAYED, 0, 5, 5, 2, false},
        {"konane", "size=5x6", "best:hash=1", WANDERED, 0, 5, 6, 2, false},
        {"konane", "size=5x6", "best:hash=1,nodes=500", WANDERED, 0, 5, 6, 4, true},
        {"konane", "size=5x6", "best:hash=1,threads=2", PLAYED, 0, 5, 6, 1, false},
        {"konane", "size=5x6", "mcts:hash=1,nodes=1000", WANDERED, 0, 5, 6, 2, true},
    };
    static struct end chosen[CHECK_COUNT(ends)];

    for (int i = 0; i < CHECK_COUNT(ends); i++) {
        chosen[i] = ends[i];
        chosen[i].games = ends[i].games * games;
        cases_add(cases, a_win_is_never_lost_again, &chosen[i], "%d ends of %s %s by %s",
                  chosen[i].games, ends[i].game, ends[i].options, ends[i].spec);
    }
}
