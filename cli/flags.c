/*
 * flags.c - the flags of every command, a table each.
 */
#include "flags.h"

/* clang-format off */
const struct flag no_flags[] = {FLAG_END};

const struct flag games_flags[] = {
    FLAG_JSON("one JSON object a game instead of the table"),
    FLAG_END,
};

const struct flag play_flags[] = {
    FLAG_OPTION,
    {.name = "p1", .argument = "SPEC", .completes = COMPLETE_PLAYER,
     .brief = "the first player; human unless said otherwise"},
    {.name = "p2", .argument = "SPEC", .completes = COMPLETE_PLAYER,
     .brief = "the second player; best unless said otherwise"},
    FLAG_FEN,
    {.name = "seed", .argument = "N",
     .brief = "seed of dice and of players that play at random"},
    {.name = "demo", .brief = "let the computer play both sides, shown move by move"},
    {.name = "out", .argument = "FILE", .completes = COMPLETE_FILE,
     .brief = "write the record of the game to this file when it ends"},
    {.name = "unsafe-ok",
     .brief = "run programs even where the sandbox lacks a protection it needs"},
    {.name = "resume", .argument = "FILE", .optional = true, .completes = COMPLETE_FILE,
     .brief = "go on with a saved game: this one, or the one left last"},
    FLAG_END,
};

/* How games are played and kept, wherever a command plays many. */
#define FLAGS_OF_GAMES \
    {.name = "movetime", .argument = "MS", .brief = "milliseconds a move"}, \
    {.name = "bank", .argument = "MS", \
     .brief = "milliseconds in the whole game by which --movetime may be overstepped"}, \
    {.name = "tc", .argument = "MAIN+INC", \
     .brief = "a clock instead: seconds for the game, and more with every move"}, \
    {.name = "nodes", .argument = "N", .brief = "positions a move may look at"}, \
    {.name = "depth", .argument = "N", .brief = "plies a move may look ahead"}, \
    {.name = "margin", .argument = "MS", \
     .brief = "milliseconds every move is forgiven; 50 unless said otherwise"}, \
    {.name = "patience", .argument = "MS", \
     .brief = "how long a program may take to start, and for a move without a limit of time; " \
              "10000 unless said otherwise"}, \
    {.name = "opening", .argument = "N", \
     .brief = "play so many plies at random before the players begin"}, \
    {.name = "seed", .argument = "N", \
     .brief = "seed of openings, deals, dice and players; 1 unless said otherwise"}, \
    {.name = "concurrency", .argument = "N", \
     .brief = "games at the same time; 1 unless said otherwise"}, \
    {.name = "resign", .argument = "MOVES:VALUE", \
     .brief = "who says so often in a row that it is so far behind has lost"}, \
    {.name = "draw", .argument = "MOVES:VALUE[:PLIES]", \
     .brief = "a draw where nobody says for so long that it is worth more"}, \
    {.name = "plies", .argument = "N", \
     .brief = "a draw after so many plies; 10000 unless said otherwise"}, \
    {.name = "memory", .argument = "MB", .brief = "memory of a program in the sandbox"}, \
    {.name = "unsafe-ok", \
     .brief = "run programs even where the sandbox lacks a protection it needs"}, \
    {.name = "out", .argument = "FILE", .completes = COMPLETE_FILE, \
     .brief = "add the record of every game to this file"}, \
    {.name = "logs", .argument = "FOLDER", .completes = COMPLETE_FILE, \
     .brief = "keep what programs write to standard error here, a file a game"}

const struct flag match_flags[] = {
    {.name = "game", .argument = "GAME", .completes = COMPLETE_GAME,
     .brief = "what is played; the first game of the list unless said otherwise"},
    FLAG_OPTION,
    {.name = "p1", .argument = "SPEC", .completes = COMPLETE_PLAYER,
     .brief = "the first player, where they are not named one after another"},
    {.name = "p2", .argument = "SPEC", .completes = COMPLETE_PLAYER, .brief = "the second"},
    {.name = "p3", .argument = "SPEC", .completes = COMPLETE_PLAYER, .brief = "the third"},
    {.name = "p4", .argument = "SPEC", .completes = COMPLETE_PLAYER, .brief = "the fourth"},
    {.name = "games", .argument = "N", .brief = "how many games; 10 unless said otherwise"},
    {.name = "pairs",
     .brief = "play every opening, deal and luck once in each seating"},
    FLAGS_OF_GAMES,
    FLAG_JSON("one JSON object a game, and one with the standings"),
    FLAG_END,
};

const struct flag sprt_flags[] = {
    {.name = "game", .argument = "GAME", .completes = COMPLETE_GAME,
     .brief = "what is played; the first game of the list unless said otherwise"},
    FLAG_OPTION,
    {.name = "elo0", .argument = "ELO",
     .brief = "H0: the first player leads by no more than this, -200 to 200; 0 unless said "
              "otherwise"},
    {.name = "elo1", .argument = "ELO",
     .brief = "H1: it leads by at least this, -200 to 200; 10 unless said otherwise"},
    {.name = "alpha", .argument = "P",
     .brief = "how often H1 may be accepted though H0 is true; 0.05 unless said otherwise"},
    {.name = "beta", .argument = "P",
     .brief = "how often H0 may be accepted though H1 is true; 0.05 unless said otherwise"},
    {.name = "model", .argument = "MODEL",
     .brief = "what elo0 and elo1 are: logistic, as they are unless said otherwise, or normalised"},
    {.name = "results", .argument = "COUNTS",
     .brief = "play nothing, judge these: WON,DRAWN,LOST or the pairs of 0, 1/2, 1, 1 1/2 and 2 "
              "points"},
    {.name = "games", .argument = "N",
     .brief = "give up after so many games; 20000 unless said otherwise"},
    FLAGS_OF_GAMES,
    FLAG_JSON("one JSON object instead of the report"),
    FLAG_END,
};

#define FLAGS_OF_STORES                                                                            \
    {.name = "store", .argument = "STORE", .completes = COMPLETE_FILE,                             \
     .brief = "where games are kept: a file, or postgres://HOST/DATABASE"},                        \
    {.name = "concurrency", .argument = "N",                                                       \
     .brief = "games at a time on this machine; one a processor unless said otherwise"},           \
    {.name = "silence", .argument = "SECONDS",                                                     \
     .brief = "give a worker up that was silent for so long; 20 unless said otherwise"},           \
    {.name = "unsafe-ok",                                                                          \
     .brief = "run programs also where the system lacks a part of the sandbox"},                   \
    {.name = "verbose", .letter = 'v', .brief = "print every game when it is over"}

const struct flag tournament_flags[] = {
    FLAGS_OF_STORES,
    {.name = "name", .argument = "NAME",
     .brief = "which tournament of the store; the last one unless said otherwise"},
    {.name = "watch", .brief = "play nothing here: 'bazi work' does, on other machines"},
    {.name = "quiet", .brief = "print nothing but the table, and what is waited for"},
    {.name = "cross", .brief = "the cross table in place of the table"},
    {.name = "csv", .argument = "ROWS", .optional = true,
     .brief = "the table as comma-separated values: a row for each of the 'players', as it is "
              "unless said otherwise, or of the 'games'"},
    FLAG_JSON("everything as one JSON object in place of the table"),
    {.name = "html", .argument = "FILE", .completes = COMPLETE_FILE,
     .brief = "write a page with all of it, which needs nothing else, beside the table"},
    FLAG_END,
};

const struct flag grade_flags[] = {
    {.name = "against", .argument = "FILE", .completes = COMPLETE_FILE,
     .brief = "a tournament file whose players are the baselines"},
    {.name = "out", .argument = "FOLDER", .completes = COMPLETE_FILE,
     .brief = "where the table, the pages and the games go; grades, beside DIR, unless said "
              "otherwise"},
    {.name = "concurrency", .argument = "N",
     .brief = "builds and games at a time; one a processor unless said otherwise"},
    {.name = "unsafe-ok",
     .brief = "run programs also where the system lacks a part of the sandbox"},
    {.name = "verbose", .letter = 'v', .brief = "print every game when it is over"},
    FLAG_JSON("one JSON object instead of the table"),
    FLAG_END,
};

const struct flag work_flags[] = {
    FLAGS_OF_STORES,
    {.name = "once", .brief = "end when nothing is left to play"},
    FLAG_END,
};

const struct flag ugi_flags[] = {FLAG_OPTION, FLAG_END};

const struct flag ugi_check_flags[] = {
    {.name = "game", .argument = "GAME", .completes = COMPLETE_GAME,
     .brief = "what it plays; the first game of the list unless said otherwise"},
    FLAG_OPTION,
    {.name = "movetime", .argument = "MS",
     .brief = "milliseconds a move; 100 unless said otherwise"},
    {.name = "margin", .argument = "MS",
     .brief = "milliseconds every move is forgiven; 50 unless said otherwise"},
    {.name = "patience", .argument = "MS",
     .brief = "how long to wait for any other answer; 10000 unless said otherwise"},
    {.name = "positions", .argument = "N",
     .brief = "in how many positions to ask; 20 unless said otherwise"},
    {.name = "seed", .argument = "N", .brief = "seed of the positions; 1 unless said otherwise"},
    {.name = "unsafe-ok",
     .brief = "run the program even where the sandbox lacks a protection it needs"},
    FLAG_JSON("one JSON object a check, and one with the counts"),
    FLAG_END,
};

const struct flag perft_flags[] = {
    FLAG_OPTION,
    FLAG_FEN,
    {.name = "divide", .brief = "show the count behind each first move as well"},
    FLAG_JSON("one JSON object instead of text"),
    FLAG_END,
};

const struct flag solve_flags[] = {
    FLAG_OPTION,
    FLAG_FEN,
    FLAG_THREADS,
    {.name = "memory", .argument = "MB",
     .brief = "ceiling of the table in megabytes; 512 unless said otherwise"},
    {.name = "checkpoint", .argument = "FILE", .completes = COMPLETE_FILE,
     .brief = "go on from this file if it exists; save to it now and then and when interrupted"},
    {.name = "proof", .argument = "FILE", .completes = COMPLETE_FILE,
     .brief = "write a certificate of the win to this file, for 'bazi check'"},
    {.name = "table", .argument = "FILE", .completes = COMPLETE_FILE,
     .brief = "write what is found of all positions to this file, in games that keep such a table"},
    {.name = "interval", .argument = "SECONDS",
     .brief = "how often to save the checkpoint; 600 unless said otherwise"},
    {.name = "explain",
     .brief = "say why the answer is what it is; a game with a table is solved again for it"},
    {.name = "mpi", .brief = "one of several processes that mpirun has started"},
    FLAG_JSON("one JSON object instead of the last line"),
    FLAG_END,
};

const struct flag evaluate_flags[] = {
    FLAG_OPTION,
    FLAG_FEN,
    FLAG_THREADS,
    FLAG_JSON("one JSON object a seating"),
    FLAG_END,
};

const struct flag analyse_flags[] = {
    FLAG_OPTION,
    FLAG_FEN,
    {.name = "moves", .argument = "MOVES",
     .brief = "play these first, with a blank between them, chance outcomes among them"},
    {.name = "record", .argument = "FILE", .completes = COMPLETE_FILE,
     .brief = "judge every move of this game instead, as written by `bazi play --out`"},
    FLAG_NUMBER("of several games in the file, this one; the first unless said otherwise"),
    {.name = "movetime", .argument = "MS",
     .brief = "milliseconds a search; 1000 unless said otherwise, for a record 300"},
    {.name = "depth", .argument = "N", .brief = "search so many plies instead"},
    {.name = "nodes", .argument = "N", .brief = "search so many positions instead"},
    {.name = "lines", .argument = "K",
     .brief = "show the best so many moves; 3 unless said otherwise"},
    {.name = "threads", .argument = "N", .brief = "number of threads, where the player has some"},
    {.name = "engine", .argument = "SPEC", .completes = COMPLETE_PLAYER,
     .brief = "the player who judges; best unless said otherwise"},
    FLAG_JSON("one JSON object; for a record one a move, and one for the whole"),
    FLAG_END,
};

const struct flag book_flags[] = {
    FLAG_OPTION,
    {.name = "positions", .argument = "N",
     .brief = "how many to think through; 500 unless said otherwise"},
    {.name = "movetime", .argument = "MS",
     .brief = "milliseconds for each; 1000 unless said otherwise"},
    FLAG_THREADS,
    {.name = "out", .argument = "FILE", .completes = COMPLETE_FILE,
     .brief = "the file to write; GAME.book unless said otherwise"},
    FLAG_END,
};

const struct flag tune_flags[] = {
    FLAG_OPTION,
    {.name = "games", .argument = "N",
     .brief = "games to learn from in each round; 100000 unless said otherwise"},
    {.name = "rounds", .argument = "N",
     .brief = "how often to play and learn, each time with what was learned; 2 unless said "
              "otherwise"},
    {.name = "seed", .argument = "N", .brief = "seed of the games; 1 unless said otherwise"},
    FLAG_THREADS,
    {.name = "match", .argument = "N",
     .brief = "games against each opponent of the check; 100 unless said otherwise, 0 for none"},
    {.name = "time", .argument = "MS",
     .brief = "milliseconds a move in them; 100 unless said otherwise"},
    {.name = "out", .argument = "FILE", .completes = COMPLETE_FILE,
     .brief = "the file to write; GAME.weights unless said otherwise"},
    FLAG_END,
};

const struct flag bench_flags[] = {
    {.name = "signature", .brief = "only the first part, whose node counts are a signature"},
    FLAG_JSON("one JSON object a game, with both parts in it"),
    FLAG_END,
};

const struct flag reproduce_flags[] = {
    {.name = "map", .argument = "FILE", .completes = COMPLETE_FILE,
     .brief = "the map to play on, for a report whose results depend on one"},
    {.name = "games", .argument = "N",
     .brief = "play at most so many games of a series"},
    FLAG_JSON("one JSON object a published result"),
    FLAG_END,
};

const struct flag rules_flags[] = {
    {.name = "man", .brief = "print them as a manual page, with the options, as roff"},
    FLAG_END,
};

const struct flag map_flags[] = {
    {.name = "game", .argument = "GAME", .completes = COMPLETE_GAME,
     .brief = "whose map it is; otherwise told by its folder or its content"},
    {.name = "option", .letter = 'o', .many = true, .completes = COMPLETE_OPTION,
     .argument = "NAME=VALUE",
     .brief = "an option of the game, or of the map to be made; may be given several times"},
    {.name = "size", .argument = "HxW", .brief = "new: rows and columns of the map"},
    {.name = "seed", .argument = "N", .brief = "new: the same seed makes the same map"},
    FLAG_END,
};

const struct flag sandbox_flags[] = {
    {.name = "folder", .argument = "FOLDER", .completes = COMPLETE_FILE,
     .brief = "run: the program's own folder; the working directory unless said otherwise"},
    {.name = "unsafe-ok", .brief = "go on where this system forbids a part of the sandbox"},
    FLAG_JSON("check: one JSON object instead of the tables"),
    FLAG_END,
};

const struct flag db_flags[] = {
    {.name = "name", .argument = "NAME",
     .brief = "list: the players of this tournament; search, export: its games only; import: what "
              "to call the games"},
    {.name = "player", .argument = "NAME", .brief = "games in which somebody of this name played"},
    {.name = "game", .argument = "GAME", .completes = COMPLETE_GAME, .brief = "games of this kind"},
    {.name = "result", .argument = "RESULT", .brief = "games that ended so: p1win, draw ..."},
    {.name = "ruling", .argument = "WORD",
     .brief = "games that ended by this ruling: late, crashed ..."},
    {.name = "position", .argument = "FEN", .brief = "games of --game that reached this position"},
    {.name = "twins", .brief = "games that another of their tournament repeats move for move"},
    FLAG_OPTION,
    FLAG_NUMBER("import: of several games in the file only this one"),
    FLAG_JSON("list, search, export: one JSON object a line"),
    {.name = "out", .argument = "FILE", .completes = COMPLETE_FILE,
     .brief = "export: write to this file instead of standard output"},
    FLAG_END,
};

const struct flag export_flags[] = {
    FLAG_NUMBER("of several games in the file, this one; the first, or as JSON all of them"),
    {.name = "fens", .brief = "with json: the position behind every move too"},
    {.name = "out", .argument = "FILE", .completes = COMPLETE_FILE,
     .brief = "write to this file instead of standard output"},
    FLAG_END,
};

const struct flag import_flags[] = {
    {.name = "option", .letter = 'o', .many = true, .completes = COMPLETE_OPTION,
     .argument = "NAME=VALUE",
     .brief = "an option of the game that the file does not tell; may be given several times"},
    {.name = "out", .argument = "FILE", .completes = COMPLETE_FILE,
     .brief = "write to this file instead of standard output"},
    FLAG_END,
};

const struct flag replay_flags[] = {
    FLAG_NUMBER("of several games in the file, this one; the first unless said otherwise"),
    {.name = "plies", .argument = "A-B",
     .brief = "from the position behind ply A to the one behind ply B"},
    FLAG_END,
};

const struct flag serve_agents_flags[] = {
    {.name = "config", .argument = "FILE", .completes = COMPLETE_FILE,
     .brief = "the configuration; config.json unless said otherwise, if there is one"},
    FLAG_OPTION,
    {.name = "map", .argument = "FILE", .completes = COMPLETE_FILE,
     .brief = "the map, in place of the configuration's"},
    {.name = "port", .argument = "N",
     .brief = "the port, in place of the configuration's; 0 for any that is free"},
    {.name = "games", .argument = "N",
     .brief = "how many games, each with clients of its own; 1 unless said otherwise, 0 for no "
              "end"},
    {.name = "strict", .brief = "correct what was faulty in the original"},
    {.name = "seed", .argument = "N",
     .brief = "seed of what chance brings; a new one unless said otherwise"},
    {.name = "logs", .argument = "FOLDER", .completes = COMPLETE_FILE,
     .brief = "where the original's files go; here unless said otherwise"},
    {.name = "out", .argument = "FILE", .completes = COMPLETE_FILE,
     .brief = "add the games' records to this file"},
    FLAG_JSON("one JSON object a round instead of text"),
    FLAG_END,
};

const struct flag agent_flags[] = {
    {.name = "host", .argument = "HOST",
     .brief = "where the server is; this machine unless said otherwise"},
    {.name = "port", .argument = "N", .brief = "its port; the original's unless said otherwise"},
    {.name = "engine", .argument = "SPEC", .completes = COMPLETE_PLAYER,
     .brief = "the player; best unless said otherwise"},
    {.name = "movetime", .argument = "MS",
     .brief = "milliseconds a move; 500 unless said otherwise"},
    {.name = "option", .letter = 'o', .many = true, .completes = COMPLETE_OPTION,
     .argument = "NAME=VALUE", .brief = "an option of the game that the server does not tell"},
    FLAG_END,
};

const struct flag help_flags[] = {
    {.name = "completion", .argument = "SHELL", .completes = COMPLETE_SHELL,
     .brief = "print the completion script for bash, zsh or fish"},
    {.name = "man", .brief = "print the manual page, as roff"},
    {.name = "list", .brief = "print the names of the commands, one a line"},
    FLAG_END,
};
/* clang-format on */
