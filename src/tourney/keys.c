/*
 * keys.c - every key of a tournament file, once: reading, checking and the example go by it.
 */
#include "tourney/plan.h"

#define NUMBERS(least, most) .type = BZ_KEY_INTEGER, .min = (least), .max = (most)
#define REALS(least, most)   .type = BZ_KEY_REAL, .min = (least), .max = (most)
#define FORMAT(name)         (1U << BZ_FORMAT_##name)

enum { MILLIS = 86400000, BIG = 1000000 };

/* clang-format off */
const struct bz_key bz_plan_keys[] = {
    {"", "name", BZ_KEY_TEXT, .sample = "\"cup\"",
     .brief = "what it is called; the file's name unless given"},
    {"", "game", BZ_KEY_TEXT, .sample = NULL, .brief = "what is played: see 'bazi games'"},
    {"", "options", BZ_KEY_LIST, .sample = "[]", .brief = "options of the game, [\"size=6\"]"},
    {"", "format", BZ_KEY_CHOICE, .choices = "round-robin|gauntlet|knockout|swiss|ladder|groups",
     .sample = "\"round-robin\"",
     .brief = "round-robin, gauntlet, knockout, swiss, ladder or groups"},
    {"", "games", NUMBERS(1, BZ_PAIRING_GAMES_MAX), .sample = "2",
     .brief = "games whenever two meet; an even number shares the seats fairly"},
    {"", "cycles", NUMBERS(1, BZ_PAIRING_ROUNDS_MAX), .sample = "1",
     .formats = FORMAT(ROUND_ROBIN) | FORMAT(GAUNTLET),
     .brief = "round robin and gauntlet: how often everybody meets everybody"},
    {"", "rounds", NUMBERS(0, BZ_PAIRING_ROUNDS_MAX), .sample = "0",
     .formats = FORMAT(SWISS) | FORMAT(LADDER) | FORMAT(GROUPS),
     .brief = "Swiss, ladder, groups: how many rounds; 0: as many as are usual"},
    {"", "challengers", NUMBERS(1, BZ_PAIRING_PLAYERS_MAX), .sample = "1",
     .formats = FORMAT(GAUNTLET),
     .brief = "gauntlet: so many of the first players meet all others"},
    {"", "reach", NUMBERS(1, BZ_PAIRING_PLAYERS_MAX), .sample = "1",
     .formats = FORMAT(LADDER),
     .brief = "ladder: how many places up a challenge may go"},
    {"", "replays", NUMBERS(0, BZ_PAIRING_REPLAYS_MAX), .sample = "2",
     .formats = FORMAT(KNOCKOUT),
     .brief = "knockout: how often a draw is played again before the better seed goes on"},
    {"", "third_place", BZ_KEY_TRUTH, .sample = "false", .formats = FORMAT(KNOCKOUT),
     .brief = "knockout: play for the third place"},
    {"", "lots", BZ_KEY_TRUTH, .sample = "false",
     .brief = "rank the players by lot at first, not in the order of this file"},
    {"", "scoring", BZ_KEY_CHOICE, .choices = "games|encounters", .sample = "\"games\"",
     .brief = "what counts: points of games, or who won each encounter"},
    {"", "seed", NUMBERS(0, 9007199254740992.0), .sample = "1",
     .brief = "of pairings, openings, deals and dice"},
    {"", "concurrency", NUMBERS(0, 64), .sample = "0",
     .brief = "games at a time; 0: one a processor"},
    {"", "failures", NUMBERS(0, BIG), .sample = "5",
     .brief = "who loses so many games in a row by crashing or the like is out; 0: nobody"},
    {"", "store", BZ_KEY_TEXT, .sample = NULL,
     .brief = "where all is kept, a file or postgres://...; beside this file unless given"},

    {"openings", "plies", NUMBERS(0, 1000), .sample = NULL,
     .brief = "plies at random first; 0: none; unless given as many as different games need"},
    {"openings", "list", BZ_KEY_LIST, .sample = "[]",
     .brief = "starts in turn: [\"moves a1 b1\", \"seed=7\", \"map=village\", "
              "\"map=own.txt\", \"fen ...\"]"},
    {"openings", "same", BZ_KEY_TRUTH, .sample = "false",
     .brief = "the same openings and luck for every encounter; else every round has its own"},
    {"openings", "file", BZ_KEY_TEXT, .sample = NULL, .brief = "the same, one a line"},

    {"clock", "movetime", NUMBERS(0, MILLIS), .sample = "1000",
     .brief = "milliseconds a move; what counts where no limit is given"},
    {"clock", "bank", NUMBERS(0, MILLIS), .sample = "0",
     .brief = "milliseconds to overstep that with, in the whole game"},
    {"clock", "time", REALS(0, 86400), .sample = "0", .brief = "seconds for the game"},
    {"clock", "increment", REALS(0, 3600), .sample = "0",
     .brief = "seconds added after every move"},
    {"clock", "nodes", NUMBERS(0, 9007199254740992.0), .sample = "0",
     .brief = "positions a move; games of our own players can then be repeated exactly"},
    {"clock", "depth", NUMBERS(0, BZ_DEPTH_MAX), .sample = "0", .brief = "plies to look ahead"},
    {"clock", "margin", NUMBERS(0, MILLIS), .sample = "50",
     .brief = "milliseconds every move is forgiven"},
    {"clock", "speed", REALS(0, 1e6), .sample = "0",
     .brief = "times are meant for machines of this speed, as 'bazi work' prints it; slower "
              "ones get more"},

    {"adjudication", "resign_moves", NUMBERS(0, BIG), .sample = "0",
     .brief = "who says so often in a row that it is resign_value behind, has lost"},
    {"adjudication", "resign_value", REALS(-1e9, 1e9), .sample = "0", .brief = ""},
    {"adjudication", "draw_moves", NUMBERS(0, BIG), .sample = "0",
     .brief = "where nobody says for so long that it is worth more than draw_value, it is drawn"},
    {"adjudication", "draw_value", REALS(-1e9, 1e9), .sample = "0", .brief = ""},
    {"adjudication", "draw_from", NUMBERS(0, BIG), .sample = "0", .brief = "after so many plies"},
    {"adjudication", "plies", NUMBERS(0, BZ_PLIES_MOST), .sample = "10000",
     .brief = "drawn in any case after so many"},

    {"sandbox", "memory", NUMBERS(0, 1 << 20), .sample = "0",
     .brief = "megabytes for a program; 0: the sandbox's own limit"},
    {"sandbox", "patience", NUMBERS(1, MILLIS), .sample = "10000",
     .brief = "milliseconds to start and say hello"},
    {"sandbox", "unsafe_ok", BZ_KEY_TRUTH, .sample = "false",
     .brief = "also where the system lacks a protection"},

    {"players", "name", BZ_KEY_TEXT, .sample = NULL,
     .brief = "in the table; the spec unless given"},
    {"players", "spec", BZ_KEY_TEXT, .sample = NULL,
     .brief = "as for 'bazi match': best, alphabeta:plies=4, cmd:./agent, py:agent.py"},
    {"players", "folder", BZ_KEY_TEXT, .sample = NULL,
     .brief = "of a program: its files, which go along to every machine"},

    {"grade", "run", BZ_KEY_TEXT, .sample = NULL,
     .brief = "grading: how every submission is run, \"python3 agent.py\"; found out unless given"},
    {"grade", "build", BZ_KEY_TEXT, .sample = NULL,
     .brief = "grading: what a shell does with a submission first; found out unless given"},
    {"grade", "build_seconds", NUMBERS(1, 3600), .sample = "60",
     .brief = "grading: how long that may take"},
    {"grade", "full", REALS(0.01, 1), .sample = "1",
     .brief = "grading: the share of the points that is worth the highest grade"},
    {"grade", "highest", REALS(0, BIG), .sample = "100", .brief = "grading: the highest grade"},
    {"grade", "weights", BZ_KEY_LIST, .sample = "[]",
     .brief = "grading: what a baseline counts, [\"best=2\"]; 1 unless given"},
    {NULL, NULL, BZ_KEY_TEXT, .brief = NULL},
};
/* clang-format on */
