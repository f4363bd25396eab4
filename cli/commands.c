/*
 * commands.c - the table of commands: names, flags and the words that explain them.
 *
 * Games and players are never listed here; the generated texts take them from the registry.
 */
#include <string.h>

#include "command.h"

#define FLAG_OPTION                                                                                \
    {                                                                                              \
        .name = "option", .letter = 'o', .many = true, .completes = COMPLETE_OPTION,               \
        .argument = "NAME=VALUE", .brief = "set an option of the game; may be given several times" \
    }
#define FLAG_FEN                                                    \
    {                                                               \
        .name = "fen", .argument = "FEN",                           \
        .brief = "begin at this position instead of the game's own" \
    }
#define FLAG_JSON(what)               \
    {                                 \
        .name = "json", .brief = what \
    }
#define FLAG_THREADS                                                                              \
    {                                                                                             \
        .name = "threads", .argument = "N", .brief = "number of threads; 1 unless said otherwise" \
    }
#define FLAG_END     \
    {                \
        .name = NULL \
    }
#define TEXTS(...)        \
    (const char *const[]) \
    {                     \
        __VA_ARGS__, NULL \
    }

/* clang-format off */
static const struct flag no_flags[] = {FLAG_END};

static const struct flag games_flags[] = {
    FLAG_JSON("one JSON object a game instead of the table"),
    FLAG_END,
};

static const struct flag play_flags[] = {
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
    {.name = "resume", .argument = "FILE", .optional = true, .completes = COMPLETE_FILE,
     .brief = "go on with a saved game: this one, or the one left last"},
    FLAG_END,
};

static const struct flag ugi_flags[] = {FLAG_OPTION, FLAG_END};

static const struct flag perft_flags[] = {
    FLAG_OPTION,
    FLAG_FEN,
    {.name = "divide", .brief = "show the count behind each first move as well"},
    FLAG_JSON("one JSON object instead of text"),
    FLAG_END,
};

static const struct flag solve_flags[] = {
    FLAG_OPTION,
    FLAG_FEN,
    FLAG_THREADS,
    {.name = "memory", .argument = "MB",
     .brief = "ceiling of the table in megabytes; 512 unless said otherwise"},
    {.name = "checkpoint", .argument = "FILE", .completes = COMPLETE_FILE,
     .brief = "go on from this file if it exists; save to it now and then and when interrupted"},
    {.name = "proof", .argument = "FILE", .completes = COMPLETE_FILE,
     .brief = "write a certificate of the win to this file, for 'bazi check'"},
    {.name = "interval", .argument = "SECONDS",
     .brief = "how often to save the checkpoint; 600 unless said otherwise"},
    {.name = "explain", .brief = "say why the answer is what it is"},
    FLAG_JSON("one JSON object instead of the last line"),
    FLAG_END,
};

static const struct flag analyse_flags[] = {
    FLAG_OPTION,
    FLAG_FEN,
    {.name = "moves", .argument = "MOVES",
     .brief = "play these first, with a blank between them, chance outcomes among them"},
    {.name = "record", .argument = "FILE", .completes = COMPLETE_FILE,
     .brief = "judge every move of this game instead, as written by `bazi play --out`"},
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

static const struct flag book_flags[] = {
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

static const struct flag tune_flags[] = {
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

static const struct flag bench_flags[] = {
    {.name = "signature", .brief = "only the first part, whose node counts are a signature"},
    FLAG_JSON("one JSON object a game, with both parts in it"),
    FLAG_END,
};

static const struct flag reproduce_flags[] = {
    {.name = "map", .argument = "FILE", .completes = COMPLETE_FILE,
     .brief = "the map to play on, for a report whose results depend on one"},
    {.name = "games", .argument = "N",
     .brief = "play at most so many games of a series"},
    FLAG_JSON("one JSON object a published result"),
    FLAG_END,
};

static const struct flag rules_flags[] = {
    {.name = "man", .brief = "print them as a manual page, with the options, as roff"},
    FLAG_END,
};

static const struct flag map_flags[] = {
    {.name = "game", .argument = "GAME", .completes = COMPLETE_GAME,
     .brief = "whose map it is; otherwise told by its folder or its content"},
    {.name = "option", .letter = 'o', .many = true, .completes = COMPLETE_OPTION,
     .argument = "NAME=VALUE",
     .brief = "an option of the game, or of the map to be made; may be given several times"},
    {.name = "size", .argument = "HxW", .brief = "new: rows and columns of the map"},
    {.name = "seed", .argument = "N", .brief = "new: the same seed makes the same map"},
    FLAG_END,
};

static const struct flag export_flags[] = {
    {.name = "out", .argument = "FILE", .completes = COMPLETE_FILE,
     .brief = "write to this file instead of standard output"},
    FLAG_END,
};

static const struct flag help_flags[] = {
    {.name = "completion", .argument = "SHELL", .completes = COMPLETE_SHELL,
     .brief = "print the completion script for bash, zsh or fish"},
    {.name = "man", .brief = "print the manual page, as roff"},
    {.name = "list", .brief = "print the names of the commands, one a line"},
    FLAG_END,
};

const struct command commands[] = {
    {
        .name = "play",
        .brief = "play a game in the terminal",
        .operands = "[GAME]",
        .operands_max = 1,
        .completes = COMPLETE_GAME,
        .topics = TOPIC_PLAYERS | TOPIC_GAMES | TOPIC_KEYS,
        .details = TEXTS(
            "Without a name the first game of the list is played, you against the computer. Moves "
            "are typed as text or by their number in the list. When standard input is not a "
            "terminal the moves are read from it, one a line.",
            "A game left unfinished is saved in $XDG_STATE_HOME/bazi (or ~/.local/state/bazi) and "
            "goes on with --resume. With --demo nothing is asked and nothing is saved."),
        .examples = TEXTS(
            "bazi play", "play against the computer",
            "bazi play --p1 alphabeta:plies=4 --p2 human", "take the second side, against a "
            "textbook search",
            "bazi play --demo", "watch the computer play itself",
            "bazi play --resume", "go on with the game left last"),
        .flags = play_flags,
        .run = cmd_play,
    },
    {
        .name = "games",
        .brief = "list the games and their options",
        .operands = "",
        .details = TEXTS("Prints every game that can be played, with its options as they are "
                         "unless said otherwise, and the values they take."),
        .examples = TEXTS("bazi games", "show the list", "bazi games --json", "the same for a "
                          "program"),
        .flags = games_flags,
        .run = cmd_games,
    },
    {
        .name = "rules",
        .brief = "explain the rules of a game",
        .operands = "GAME",
        .operands_min = 1,
        .operands_max = 1,
        .completes = COMPLETE_GAME,
        .topics = TOPIC_GAMES,
        .details = TEXTS("Prints the rules in prose, and how moves and positions are written: "
                         "filled to the width of a terminal, or as Markdown into a pipe."),
        .examples = TEXTS("bazi rules GAME", "read them", "bazi rules GAME > rules.md",
                          "keep them"),
        .flags = rules_flags,
        .run = cmd_rules,
    },
    {
        .name = "map",
        .brief = "list, check, show and make maps",
        .operands = "check|show|new|list [FILE]",
        .operands_min = 1,
        .operands_max = 2,
        .topics = TOPIC_GAMES | TOPIC_MAPS,
        .details = TEXTS("check reads a map, or a board, and says what is in it or what is wrong "
                         "with it, by line and column. show draws it as the game would begin. new "
                         "makes one in which everything worth having can be reached, into the "
                         "file or on standard output. list names "
                         "those that come with the program; such a name can stand for a file."),
        .examples = TEXTS("bazi map check FILE", "look for mistakes",
                          "bazi map new --size 9x12 --seed 7 FILE", "make one",
                          "bazi map show FILE", "look at it"),
        .flags = map_flags,
        .run = cmd_map,
    },
    {
        .name = "export",
        .brief = "write a recorded game in another form",
        .operands = "FORMAT RECORD",
        .operands_min = 2,
        .operands_max = 2,
        .completes = COMPLETE_FILE,
        .details = TEXTS("A game may have forms of its own beside the record that `bazi play "
                         "--out` writes, such as the log that a course's viewer reads. A wrong "
                         "FORMAT gets the list of those there are."),
        .examples = TEXTS("bazi export gamelog game.record --out log.json",
                          "make a log for a viewer"),
        .flags = export_flags,
        .run = cmd_export,
    },
    {
        .name = "ugi",
        .brief = "speak the Universal Game Interface on standard input and output",
        .operands = "GAME",
        .operands_min = 1,
        .operands_max = 1,
        .completes = COMPLETE_GAME,
        .topics = TOPIC_GAMES,
        .details = TEXTS("One command a line on standard input, answers on standard output. This "
                         "is how match runners, test tools and other programs drive a game."),
        .examples = TEXTS("bazi ugi GAME", "wait for commands such as 'position startpos' and "
                          "'go depth 8'"),
        .flags = ugi_flags,
        .run = cmd_ugi,
    },
    {
        .name = "perft",
        .brief = "count the move sequences of a given length",
        .operands = "GAME N",
        .operands_min = 2,
        .operands_max = 2,
        .completes = COMPLETE_GAME,
        .topics = TOPIC_GAMES,
        .details = TEXTS("Counts the sequences of exactly N plies; a chance outcome is a ply. The "
                         "last line is 'nodes COUNT'."),
        .examples = TEXTS("bazi perft GAME 6", "count the sequences of six plies",
                          "bazi perft GAME 4 --divide", "show which first move has how many"),
        .flags = perft_flags,
        .run = cmd_perft,
    },
    {
        .name = "solve",
        .brief = "prove who wins a position, or what it is worth",
        .operands = "GAME",
        .operands_min = 1,
        .operands_max = 1,
        .completes = COMPLETE_GAME,
        .topics = TOPIC_GAMES,
        .details = TEXTS("The last line is 'solved p1win', 'solved p2win', 'solved draw', "
                         "'solved value V' in a game of points or chance, or "
                         "'unsolved lower L upper U' with exit status 1. Progress, nodes, time and "
                         "a move that keeps the value go to standard error.",
                         "The proof and disproof numbers of the progress estimate how much work "
                         "is left until the player to move is shown to win or to lose; the "
                         "one that falls to 0 decides. They are no forecast of the time.",
                         "An interrupt stops the work in an orderly way; with --checkpoint the "
                         "same command goes on from there."),
        .examples = TEXTS("bazi solve GAME", "solve the starting position",
                          "bazi solve GAME --memory 2048 --checkpoint game.solve",
                          "a long one, that may be interrupted",
                          "bazi solve GAME --proof game.proof", "and prove it to others"),
        .flags = solve_flags,
        .run = cmd_solve,
    },
    {
        .name = "analyse",
        .brief = "say what a position is worth, or what the moves of a game cost",
        .operands = "[GAME]",
        .operands_max = 1,
        .completes = COMPLETE_GAME,
        .topics = TOPIC_GAMES | TOPIC_PLAYERS,
        .details = TEXTS(
            "Shows the position, whether its value is proved or estimated, and the best lines. At "
            "a chance node it shows every outcome with its probability and value, and the mean. "
            "An interrupt ends the search and shows what is known so far.",
            "With --record the moves of a whole game are judged, from the last to the first, the "
            "best move and the one played by searches of the positions after them within the same "
            "limits. The cost of a move is the value of the position after the best move less that "
            "of the position after the move played, both for the player who moved and on the "
            "engine's own scale (points, in a game of points).",
            "Marks: ?? worse than the best move, both values being proved; ? by estimate, a cost "
            "of more than a quarter of the range the estimates of the game span, or a proof on one "
            "side only where the other side's estimate says the opposite; ! the only move that "
            "keeps a proved win. For an outcome of chance the table tells the luck: its value less "
            "the mean."),
        .examples = TEXTS("bazi analyse GAME", "judge the starting position",
                          "bazi analyse GAME --movetime 10000 --lines 5", "think longer, show more",
                          "bazi analyse --record game.record", "find the mistakes of a game"),
        .flags = analyse_flags,
        .run = cmd_analyse,
    },
    {
        .name = "check",
        .brief = "check a proof that solve wrote",
        .operands = "FILE",
        .operands_min = 1,
        .operands_max = 1,
        .completes = COMPLETE_FILE,
        .details = TEXTS("Walks through everything the loser can do and makes the winner's moves "
                         "from the file, by the rules of the game alone. Prints 'proved p2win, N "
                         "positions', N counting those where the winner moves. A plan's proof "
                         "is replayed, and its bound found again by other means: 'proved value "
                         "2714, N positions', N counting the beginnings of plans. A proof that "
                         "fails is refused with the moves that lead there and exit status 1, a "
                         "file that is damaged or none with exit status 2."),
        .examples = TEXTS("bazi check game.proof", "believe it or not"),
        .flags = no_flags,
        .run = cmd_check,
    },
    {
        .name = "book",
        .brief = "think openings through and write them down",
        .operands = "GAME",
        .operands_min = 1,
        .operands_max = 1,
        .completes = COMPLETE_GAME,
        .topics = TOPIC_GAMES,
        .details = TEXTS("Begins with the starting position and goes on with whatever may be "
                         "answered to the moves found, for both players, the nearest positions "
                         "first. The file is written now and then; an interrupt keeps it."),
        .examples = TEXTS("bazi book GAME --positions 1000 --movetime 5000",
                          "takes an hour and more"),
        .flags = book_flags,
        .run = cmd_book,
    },
    {
        .name = "tune",
        .brief = "learn an evaluation from games of the program against itself",
        .operands = "GAME",
        .operands_min = 1,
        .operands_max = 1,
        .completes = COMPLETE_GAME,
        .topics = TOPIC_GAMES,
        .details = TEXTS("Plays, learns who wins from which positions, and writes what was "
                         "learned after every round; then checks it by matches at equal time "
                         "against what the program uses now and against a plain evaluation. "
                         "Losses and results go to standard output, progress to standard error.",
                         "The same seed, games and rounds learn the same, whatever the number of "
                         "threads. An interrupt keeps what was written."),
        .examples = TEXTS("bazi tune GAME", "takes minutes",
                          "bazi tune GAME --threads 2 --games 400000 --out better.weights",
                          "takes longer"),
        .flags = tune_flags,
        .run = cmd_tune,
    },
    {
        .name = "bench",
        .brief = "measure the search; its node count is the same everywhere",
        .operands = "[GAME...]",
        .operands_max = OPERANDS_MAX,
        .completes = COMPLETE_GAME,
        .topics = TOPIC_GAMES,
        .details = TEXTS("Prints 'bench GAME nodes COUNT nps RATE' a game. COUNT depends on "
                         "nothing but the code: a change that should not alter the search "
                         "must not alter it.",
                         "Then the textbook algorithms beside the engine, on the same positions "
                         "to the same depth, a line each that begins with 'compare GAME': nodes, "
                         "seconds, and both as multiples of the engine's."),
        .examples = TEXTS("bazi bench", "measure every game",
                          "bazi bench --signature", "the node counts alone"),
        .flags = bench_flags,
        .run = cmd_bench,
    },
    {
        .name = "reproduce",
        .brief = "play what a course report published again and compare",
        .operands = "GAME",
        .operands_min = 1,
        .operands_max = 1,
        .completes = COMPLETE_GAME,
        .topics = TOPIC_GAMES,
        .details = TEXTS("For each published game: players, winner, plies, score, final position, "
                         "nodes of the compared searches on the same positions, the time of the "
                         "moves played and the published time. For a series of games: wins, "
                         "draws, losses and the slowest move. The exit status is 1 if anything "
                         "differs."),
        .examples = TEXTS("bazi reproduce GAME", "play and compare them all",
                          "bazi reproduce GAME --json", "the same for a program"),
        .flags = reproduce_flags,
        .run = cmd_reproduce,
    },
    {
        .name = "help",
        .brief = "explain the program or one command",
        .operands = "[COMMAND]",
        .operands_max = 1,
        .completes = COMPLETE_COMMAND,
        .details = TEXTS("Prints the help text, or with a flag the manual page or the completion "
                         "script made from the same table."),
        .examples = TEXTS("bazi help play", "explain one command",
                          "bazi help --man play | man -l -", "read it as a manual page",
                          "source <(bazi help --completion bash)", "complete in this shell"),
        .flags = help_flags,
        .run = cmd_help,
    },
    {
        .name = "version",
        .brief = "print the version",
        .operands = "",
        .details = TEXTS("Prints the program's name and version."),
        .examples = TEXTS("bazi version", "print it"),
        .flags = no_flags,
        .run = cmd_version,
    },
    {.name = NULL},
};
/* clang-format on */

const struct command *command_find(const char *name)
{
    for (const struct command *command = commands; command->name; command++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}
