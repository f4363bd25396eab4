/*
 * commands.c - the table of commands: names, flags and the words that explain them.
 *
 * Games and players are never listed here; the generated texts take them from the registry.
 */
#include "command.h"
#include "flags.h"
#include "needs.h"

/* clang-format off */
const struct command commands[] = {
    {
        .name = "play",
        .brief = "play a game in the terminal",
        .operands = "[GAME]",
        .operands_max = 1,
        .completes = COMPLETE_GAME,
        .topics = TOPIC_PLAYERS | TOPIC_GUESTS | TOPIC_GAMES | TOPIC_KEYS,
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
        .name = "match",
        .brief = "let players meet, programs from anywhere among them",
        .operands = "[SPEC...]",
        .operands_max = BZ_PLAYERS_MAX,
        .completes = COMPLETE_PLAYER,
        .topics = TOPIC_PLAYERS | TOPIC_GUESTS | TOPIC_GAMES,
        .details = TEXTS(
            "Plays games between the players and prints each when it is over, and a table in the "
            "end. A program of your own is cmd:COMMAND LINE; it speaks UGI on its standard input "
            "and output and runs in a sandbox. tcp:PORT waits for one that connects. human is "
            "whoever sits at this terminal: no clock runs for him unless one is set, and what he "
            "typed stands.",
            "A program that answers with no legal move, too late, too much or not at all loses "
            "the game, and a note says what it did and what it had been told. The exit status is "
            "then 1.",
            "Time is measured from the moment the question has been handed over until the answer "
            "is there, without what either program spent waiting for a processor, and every "
            "move is forgiven the margin."),
        .examples = TEXTS(
            "bazi match best random --games 4 --movetime 50", "four games of the first game",
            "bazi match --game GAME --p1 'cmd:python3 agent.py' --p2 greedy --pairs",
            "your program against ours, in both seats"),
        .flags = match_flags,
        .run = cmd_match,
    },
    {
        .name = "sprt",
        .brief = "play until it is clear whether one player is better, and no longer",
        .operands = "[A B]",
        .operands_max = 2,
        .completes = COMPLETE_PLAYER,
        .topics = TOPIC_PLAYERS | TOPIC_GAMES,
        .details = TEXTS(
            "A sequential probability ratio test: after every pair of games the likelihood of the "
            "results is compared under two hypotheses about A's lead over B, elo0 (H0) and elo1 "
            "(H1), until one is accepted. Every opening, deal and luck is played once in each "
            "seating; games of two without a deal or dice begin with six plies at random unless "
            "--opening says otherwise. Pairs that are the same as an earlier one from the same "
            "start, move for move, count once, for copies prove nothing. The test is the "
            "generalised one of Van den Bergh that Stockfish's fishtest uses, over pairs by their "
            "points; where one plays alone, over rounds won, drawn and lost.",
            "Normalised Elo counts the lead in standard deviations of a game (347.4 to one), so "
            "that a test takes about as long in a game of many draws as in one of few.",
            "The report says what the games show besides: the score, Elo and normalised Elo, each "
            "with an interval of 95 % and its method, and the likelihood that A is the better one. "
            "These do not know that the test chose when to stop, and flatter whoever it stopped "
            "for.",
            "The exit status is 0 where H1 was accepted and 1 where H0 was or --games were played "
            "without a decision; an interrupt prints what there is. Games are told only where a "
            "program did something wrong."),
        .examples = TEXTS(
            "bazi sprt best:nodes=2000 best:nodes=1000 --elo0 0 --elo1 30",
            "is twice the work worth anything?",
            "bazi sprt cmd:./new cmd:./old --elo0 -5 --elo1 0 --tc 10+0.1",
            "is the new version at least no worse?",
            "bazi sprt --results 0,5,20,9,1 --elo0 0 --elo1 10 --model normalised",
            "judge pairs played elsewhere"),
        .flags = sprt_flags,
        .run = cmd_sprt,
    },
    {
        .name = "tournament",
        .brief = "many players, a table nobody can argue with",
        .operands = "[VERB] [FILE] [PLAYER PLAYER]",
        .operands_min = 1,
        .operands_max = 4,
        .completes = COMPLETE_FILE,
        .details = TEXTS(
            "Plays the tournament that FILE describes, in TOML or JSON, and prints its table. "
            "'init' writes a file to begin with, every key explained. What is played is kept in a "
            "store, beside FILE unless said otherwise: whatever happens, 'resume STORE' goes on, "
            "and nothing is lost or counted twice. 'table STORE' prints the table so far, at any "
            "moment and from anywhere, or another form of it; 'compare STORE A B' tells how two "
            "players, named or numbered by the rows of the table, fared against each other.",
            "With a store in PostgreSQL other machines play along: bazi work --store URL."),
        .examples = TEXTS(
            "bazi tournament init cup.toml", "a file to edit",
            "bazi tournament cup.toml", "play it; what is played is kept in cup.db",
            "bazi tournament resume cup.db", "go on after whatever happened",
            "bazi tournament table cup.db", "the table so far",
            "bazi tournament table cup.db --html cup.html", "and a page to show around",
            "bazi tournament table cup.db --csv games", "every game, for a spreadsheet",
            "bazi tournament compare cup.db 1 2", "the first two of the table, with intervals"),
        .flags = tournament_flags,
        .run = cmd_tournament,
    },
    {
        .name = "grade",
        .brief = "build and run a folder of submissions against baselines, and grade them",
        .operands = "DIR",
        .operands_min = 1,
        .operands_max = 1,
        .completes = COMPLETE_FILE,
        .details = TEXTS(
            "Every folder in DIR is somebody's submission, in any language. Each is copied, built "
            "in the sandbox if there is something to build, and plays against every player of the "
            "file. How it is built and run is found out from its files, or said in a bazi.toml "
            "among them, or in the section [grade] of the file.",
            "What comes out is grades.csv for the instructor and, for each student, a page with "
            "the score, the games and everything that went wrong. Whatever a submission does, its "
            "author gets a result and an explanation. Interrupted, the same command goes on."),
        .examples = TEXTS(
            "bazi grade submissions --against baselines.toml", "into the folder grades",
            "bazi tournament table grades/grades.db", "the table so far, meanwhile"),
        .flags = grade_flags,
        .run = cmd_grade,
    },
    {
        .name = "work",
        .brief = "play for the tournaments of a store, beside other machines",
        .operands = "",
        .details = TEXTS(
            "Takes games from the queue of the store, plays them and hands them in, until it is "
            "interrupted. Programs' files, and maps and the like that options name, come out of "
            "the store; programs run in the sandbox of this machine. A game that a worker could "
            "not finish is played again by another one.",
            "Its speed is printed first, for the 'speed' of a tournament's clock."),
        .examples = TEXTS("bazi work --store postgres://HOST/DATABASE", "until Ctrl-C",
                          "bazi work --store cup.db --once", "until nothing is left to play"),
        .flags = work_flags,
        .run = cmd_work,
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
        .name = "sandbox",
        .brief = "check the sandbox of strangers' programs, or run one in it",
        .operands = "check|run [COMMAND...]",
        .operands_min = 1,
        .operands_max = OPERANDS_MAX,
        .completes = COMPLETE_FILE,
        .details = TEXTS("check says what this system offers to confine a program, then starts "
                         "itself as an attacker that tries what a hostile program would, and says "
                         "what stopped it. The exit status is 1 if anything was not stopped.",
                         "run starts a program as a match would: without network, with its folder "
                         "to read, a scratch folder (TMPDIR) to write, and limits on memory, CPU "
                         "time, processes and files. Its input and output are passed on; how it "
                         "ended is printed on standard error. The exit status is 1 unless it was "
                         "0."),
        .examples = TEXTS("bazi sandbox check", "is this machine safe for strangers' programs?",
                          "bazi sandbox run -- python3 agent.py", "try one's own program by hand"),
        .flags = sandbox_flags,
        .run = cmd_sandbox,
    },
    {
        .name = "db",
        .brief = "look into a store of games, search it, fill it, check it",
        .operands = "list|search|export|import|check STORE [FILE]",
        .operands_min = 2,
        .operands_max = 3,
        .completes = COMPLETE_FILE,
        .topics = TOPIC_GAMES,
        .details = TEXTS("A STORE is a file, which SQLite can read too, or a PostgreSQL database, "
                         "postgres://USER@HOST/NAME. Tournaments keep their games in one; import "
                         "adds the games of a file of records.",
                         "search prints a line for every game that fits all the flags, and its "
                         "exit status is 1 if there is none; export writes the records of those "
                         "that are done. check plays every game through once more, compares what "
                         "else is stored about it, prints what is wrong, and its exit status is 1 "
                         "if anything is."),
        .examples = TEXTS("bazi db import games.db FILE --name friday", "keep the games of a file",
                          "bazi db search games.db --player best --ruling late",
                          "when did it overstep the time?",
                          "bazi db export games.db --name friday > friday.txt",
                          "the records of a tournament",
                          "bazi db check games.db", "is everything as it should be?"),
        .flags = db_flags,
        .run = cmd_db,
    },
    {
        .name = "export",
        .brief = "write a recorded game in another form",
        .operands = "FORMAT RECORD",
        .operands_min = 2,
        .operands_max = 2,
        .completes = COMPLETE_FILE,
        .details = TEXTS("json is one object a game, a line each, for all games in the file: "
                         "headers, moves, what is known of each, result and reason. A game may "
                         "have forms of its own beside it, such as the log that a course's viewer "
                         "reads. A wrong FORMAT gets the list of those there are."),
        .examples = TEXTS("bazi export json games.record", "for a program",
                          "bazi export gamelog game.record --out log.json",
                          "make a log for a viewer"),
        .flags = export_flags,
        .run = cmd_export,
    },
    {
        .name = "import",
        .brief = "make a record of a game from another form",
        .operands = "FORMAT FILE",
        .operands_min = 2,
        .operands_max = 2,
        .completes = COMPLETE_FILE,
        .details = TEXTS("The game is played again by the rules, and a file that tells of anything "
                         "else than what they lead to is refused with the place. What the file "
                         "does not tell for sure, such as a rule set, can be told with -o."),
        .examples = TEXTS("bazi import gamelog log.json --out game.record",
                          "from the log of a course's server"),
        .flags = import_flags,
        .run = cmd_import,
    },
    {
        .name = "replay",
        .brief = "show a recorded game again, move by move",
        .operands = "FILE",
        .operands_min = 1,
        .operands_max = 1,
        .completes = COMPLETE_FILE,
        .details = TEXTS("On a terminal the game goes on by itself, half a second a frame, and "
                         "stops at its end. Keys: e faster, w slower, s pause and on, r from the "
                         "start, q quit; space, n or the right arrow one ply on, p or the left "
                         "arrow one back, home and end, up and down where the board is taller than "
                         "the window, ? for this list. Into a pipe every position is printed once.",
                         "The file is a record, or a course's log whose name ends with .json."),
        .examples = TEXTS("bazi replay game.record", "watch it",
                          "bazi replay games.record --number 12 --plies 30- | less",
                          "read the end of the twelfth game"),
        .flags = replay_flags,
        .run = cmd_replay,
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
                         "is how match runners, test tools and other programs drive a game.",
                         "While a search runs, 'isready', 'stop' and 'quit' are heard at once. "
                         "Lines that have to wait for its end are kept in order, a mebibyte of "
                         "them at least; beyond that nothing is read until then. Where the input "
                         "ends, with or without a 'quit', a search has ten more seconds."),
        .examples = TEXTS("bazi ugi GAME", "wait for commands such as 'position startpos' and "
                          "'go depth 8'"),
        .flags = ugi_flags,
        .run = cmd_ugi,
    },
    {
        .name = "ugi-check",
        .brief = "tell what is wrong with a program that speaks UGI",
        .operands = "COMMAND",
        .operands_min = 1,
        .operands_max = OPERANDS_MAX,
        .completes = COMPLETE_FILE,
        .topics = TOPIC_GAMES,
        .details = TEXTS(
            "Starts the program in the sandbox, exactly as a match does, and goes through a list "
            "of checks: how it starts and says hello, what it does with lines it does not know, "
            "whether its moves are legal and in time in positions from games played at random, and "
            "how it ends. The command is one argument, in quotes, without anything only a shell "
            "understands.",
            "Each check is 'ok', a 'FAULT', which may cost a game, or a 'hint'. Behind these two "
            "stands what was expected, the lines sent (>), received (<) and written to standard "
            "error (!), and what to do about it. The last line counts: 'N checks, F faults, H "
            "hints'. The exit status is 1 if there is a fault.",
            "What a program has to do: read lines; answer 'ugi' with 'id name NAME' and 'ugiok', "
            "'isready' with 'readyok', 'go' with 'bestmove MOVE' for the position that 'position "
            "startpos moves ...' or 'position fen ... moves ...' told last; end at 'quit'; skip "
            "all it does not know; and flush after every line."),
        .examples = TEXTS(
            "bazi ugi-check 'python3 agent.py' --game GAME", "check a program of your own",
            "bazi ugi-check './agent --fast' --positions 200 --movetime 20", "more positions, less "
            "time",
            "bazi ugi-check 'bazi ugi GAME' --json", "for a program"),
        .flags = ugi_check_flags,
        .run = cmd_ugi_check,
    },
    {
        .name = "serve-agents",
        .brief = "be the server of a course, for the clients people already have",
        .operands = "[GAME]",
        .operands_max = 1,
        .completes = COMPLETE_GAME,
        .need = &need_wire,
        .details = TEXTS(
            "Speaks the course's own protocol byte for byte, takes its configuration, and leaves "
            "behind the files it left. Options are as the original had them (where wire hurts, it "
            "does so on entering) unless -o says otherwise; -o rules=... chooses among its "
            "editions. It listens on this machine only, unless the configuration's server_ip "
            "names another address.",
            "With --games, clients fill game after game in the order they connect; all are played "
            "at once, each game has files of its own, and a table at the end sums up. An "
            "interrupt ends the games being played; what was played of them is kept.",
            "With --strict an answer that comes too late is dropped instead of standing for the "
            "next turn, a word may come in pieces, the confirmation has ten seconds, and a "
            "client is told what was wrong: in a line 'error: ...' directly before its next line, "
            "which clients that use the last line they received never notice."),
        .examples = TEXTS(
            "bazi serve-agents --config config.json", "one game, as the original played it",
            "bazi serve-agents --strict --games 0 --logs logs --out games.txt",
            "let a class play all day"),
        .flags = serve_agents_flags,
        .run = cmd_serve_agents,
    },
    {
        .name = "agent",
        .brief = "join the server of a course as one of its clients",
        .operands = "GAME",
        .operands_min = 1,
        .operands_max = 1,
        .completes = COMPLETE_GAME,
        .need = &need_wire,
        .topics = TOPIC_PLAYERS,
        .details = TEXTS(
            "Connects to 'bazi serve-agents' or to the course's original server, learns from its "
            "greeting which edition of the game is played, and answers until it is over. The last "
            "line of the server is printed; exit status 1 if it closed before that."),
        .examples = TEXTS("bazi agent GAME --port 9921", "play against whoever else is there",
                          "bazi agent GAME --host HOST --engine random", "a weak opponent"),
        .flags = agent_flags,
        .run = cmd_agent,
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
                          "bazi solve GAME --proof game.proof", "and prove it to others",
                          "mpirun -np 4 bazi solve --mpi GAME --checkpoint game.solve",
                          "let four processes work on it, where bazi was built with MPI"),
        .flags = solve_flags,
        .run = cmd_solve,
    },
    {
        .name = "evaluate",
        .brief = "compute how two players fare against each other",
        .operands = "GAME A B",
        .operands_min = 3,
        .operands_max = 3,
        .completes = COMPLETE_GAME,
        .need = &need_computing,
        .topics = TOPIC_GAMES,
        .details = TEXTS("Prints what the first player gets, exactly and without a game being "
                         "played: once with A as the first player and once with B, a line each "
                         "('A against B: 0.540765'). For games that are small enough to be known "
                         "completely; which players can be computed is the game's affair, and a "
                         "wrong one gets their list. It takes as long as solving the game, twice "
                         "or more."),
        .examples = TEXTS("bazi evaluate GAME greedy best", "how far greedy is from perfect play",
                          "bazi evaluate GAME random random --json", "for a program"),
        .flags = evaluate_flags,
        .run = cmd_evaluate,
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
            "Where a game's own table is asked, values are chances to win with perfect play, told "
            "to as many digits as are known, and costs are points of a hundred; ? then costs at "
            "least one of them, ?? five.",
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
                         "from the file, by the rules of the game alone. Prints what it is a "
                         "proof of, and 'proved p2win, N "
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
        .need = &need_book,
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
        .need = &need_learning,
        .topics = TOPIC_GAMES,
        .details = TEXTS("Plays, learns who wins from which positions, and writes what was "
                         "learned after every round; then checks it by matches at equal time "
                         "against what the program uses now and against a plain evaluation. "
                         "Losses and results go to standard output, progress to standard error.",
                         "The same seed, games and rounds learn the same, whatever the number of "
                         "threads. An interrupt keeps what was written."),
        .examples = TEXTS("bazi tune GAME", "takes minutes",
                          "bazi tune GAME --games 400000 --out better.weights",
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
