"""bazi analyse and bazi bench: positions, chance, whole games, for people and for programs."""

import json
import os
import re
import signal

from drive import Terminal, run, scratch
from tap import case, case_for, contains, equal, lacks, run_cases

GAMES = [json.loads(line)["name"] for line in run(["games", "--json"]).out.splitlines()]
WON = "a1 b1 a3-a1 b3-b1 d2-b2 d3-b3"  # a whole game on 4x4, won by White
LIMIT = ["--nodes", "20000"]


def good(args, **more):
    result = run(args, **more)
    equal(result.status, 0, f"status of {args} ({result.err.strip()})")
    equal(result.err, "", f"stderr of {args}")
    return result.out


def bad(args, *parts):
    """Refused with status 2, one line on stderr, nothing on stdout."""
    result = run(args)
    equal((result.status, result.out), (2, ""), f"status and stdout of {args}")
    equal(len(result.err.splitlines()), 1, f"lines on stderr ({result.err!r})")
    for part in parts:
        contains(result.err, part, "stderr")


def position(*args):
    return json.loads(good(["analyse", *args, "--json"]))


def save(text):
    file = os.path.join(scratch(), "game.record")
    with open(file, "w", encoding="utf-8") as out:
        out.write(text)
    return file


def record(*args):
    """A game the program played against itself."""
    file = os.path.join(scratch(), "game.record")
    equal(run(["play", *args, "--demo", "--seed", "3", "--out", file]).status, 0, "play")
    return file


def rows(file, *args):
    """The moves' objects and the summary."""
    lines = [json.loads(line) for line in
             good(["analyse", "--record", file, *args, "--json"], timeout=120).splitlines()]
    return lines[:-1], lines[-1]


# Positions

@case
def a_proved_position_says_who_wins_and_when():
    out = good(["analyse", "konane", "-o", "size=4"])
    contains(out, "Black to move. Proved: White wins in 6 plies.")
    contains(out, "   └────────────┘", "the board")
    equal(len(re.findall(r"^\S+ +loss  proved, \d plies  ", out, re.M)), 3, "lines")
    lacks(out, "\x1b", "colours in a pipe")


@case
def an_estimate_says_how_deep():
    out = good(["analyse", "konane", "--depth", "5", "--lines", "2"])
    contains(out, "Estimated to depth 5: ")
    equal(len(re.findall(r"^\S+ +\S+  depth 5  ", out, re.M)), 2, "lines")


@case
def moves_lead_to_the_position():
    there = position("konane", "-o", "size=4", "--moves", "a1 b1", "--depth", "3")
    equal(there["fen"], "2BW/WBWB/BWBW/WBWB b")
    equal(position("konane", "--fen", there["fen"], "--depth", "3")["lines"], there["lines"])


@case
def a_finished_game_says_how_it_ended():
    out = good(["analyse", "konane", "-o", "size=4", "--moves", WON])
    contains(out, "The game is over. White wins: Black has no move left.")
    answer = position("konane", "-o", "size=4", "--moves", WON)
    equal((answer["turn"], answer["certainty"], answer["proof"]), ("over", "over", "loss"))
    equal(answer["lines"], [])


@case
def a_roll_shows_outcomes_and_their_mean():
    out = good(["analyse", "monopoly", "--depth", "4"])
    contains(out, "6 outcomes")
    contains(out, "the mean of the outcomes by their chances")
    equal(len(re.findall(r"^roll\d +1/6 ", out, re.M)), 6, "outcomes")
    answer = position("monopoly", "--depth", "4")
    equal(answer["turn"], "chance")
    values = [outcome["value"] for outcome in answer["outcomes"]]
    equal(abs(sum(values) / 6 - answer["value"]) < 1e-9, True, f"the mean of {values}")
    contains("/".join(outcome["probability"] for outcome in answer["outcomes"]), "1/6")


@case
def a_table_gives_exact_chances():
    board = ["-o", "board=lane"]
    table = ["-o", "table=" + os.path.join(scratch(), "lane.table")]
    solved = run(["solve", "monopoly", *board, "--table", table[1][6:], "--explain"])
    contains(solved.out, "The choice that matters most: Inn")
    value = re.search(r"^solved value (\S+)$", solved.out, re.M)
    equal(abs(float(value.group(1)) - 0.528113947) < 2e-8, True, value.group(1))
    known = ["monopoly", *board, *table, "--movetime", "60000"]  # it takes what it needs
    out = good(["analyse", *known])
    contains(out, "Human wins 52.81 % of the time with perfect play.")
    equal(len(re.findall(r"^roll\d +1/6 +\d+\.\d\d %  from a table ", out, re.M)), 6, "outcomes")
    lacks(out, "bazi solve")
    answer = position(*known, "--moves", "roll5")
    equal([line["move"] for line in answer["lines"]], ["buy", "nothing"])
    equal(abs(answer["chance"] - 0.666684) < 2e-4, True, f"{answer['chance']}")
    there = ["--fen", "50,35 1,0 .11.22 1 a 0"]
    contains(good(["analyse", *known, *there]), "nothing  59.76 %  from a table")
    lines = position(*known, *there)["lines"]
    for line, truth in zip(lines, (0.6074831, 0.5975711)):
        equal(abs(line["chance"] - truth) < 1.5e-5, True, f"{line}")
        equal(len(str(line["chance"])) <= 7, True, "no digits that mean nothing")


@case
def without_a_table_it_says_what_would_help():
    contains(good(["analyse", "monopoly", *LIMIT]), "`bazi solve monopoly` makes one")


@case
def players_are_computed():
    out = good(["evaluate", "monopoly", "greedy", "best", "-o", "board=lane"])
    equal([line.split(":")[0] for line in out.splitlines()],
          ["greedy against best", "best against greedy"])
    first = json.loads(good(["evaluate", "monopoly", "best", "best", "-o", "board=lane",
                             "--json"]).splitlines()[0])
    equal(abs(first["value"] - 0.528114) < 1e-6, True, f"{first}")
    bad(["evaluate", "monopoly", "mcts", "best", "-o", "board=lane"], "cannot be", "report")
    bad(["evaluate", "konane", "best", "best"], "no way")


@case
def choices_before_a_roll_are_compared():
    answer = position("monopoly", "--moves", "roll3", "--depth", "4")
    equal(sorted(line["move"] for line in answer["lines"]), ["buy", "nothing"])
    values = [line["value"] for line in answer["lines"]]
    equal(values, sorted(values, reverse=True), "best first")
    equal(answer["value"], values[0])


@case
def three_players_get_lines_too():
    answer = position("hotk", "-o", "rules=published", "-o", "players=3", *LIMIT)
    equal(len(answer["lines"]), 3)


def every_game_can_be_analysed(name):
    answer = position(name, *LIMIT)
    equal(answer["game"], name)
    equal(answer["certainty"] in ("estimated", "proved"), True, answer["certainty"])
    equal(len(answer.get("lines") or answer["outcomes"]) > 0, True, "lines")
    contains(good(["analyse", name, *LIMIT]), " nodes in ")


for game in GAMES:
    case_for(f"every game can be analysed: {game}", every_game_can_be_analysed, game)


@case
def another_player_may_judge():
    answer = position("konane", "--engine", "minimax", "--depth", "3", "--lines", "16")
    other = position("konane", "--engine", "alphabeta", "--depth", "3", "--lines", "16")
    equal([line["value"] for line in answer["lines"]], [line["value"] for line in other["lines"]])
    equal(answer["nodes"] > other["nodes"], True, "nodes")


@case
def nodes_make_it_repeatable():
    first, second = (position("konane", *LIMIT) for _ in range(2))
    for answer in (first, second):
        del answer["seconds"]
    equal(first, second)


# Whole games

@case
def a_thrown_away_win_is_found_and_told():
    # Black wins 5x5. Every move of this game is searched to its end.
    file = record("konane", "-o", "size=5", "--p1", "random", "--p2", "random")
    moves, total = rows(file, "--depth", "60")
    equal(total["judged"], len(moves))
    blunders = [row for row in moves if row.get("mark") == "blunder"]
    equal(len(blunders) > 0, True, "a random game has blunders")
    for row in blunders:
        equal((row["before"]["proof"], row["after"]["proof"]), ("win", "loss"), f"{row}")
        equal(row["best"] != row["move"], True, f"{row}")
    equal(total["turning_point"], blunders[-1]["number"])
    equal(sum(player["blunders"] for player in total["players"]), len(blunders))
    out = good(["analyse", "--record", file, "--depth", "60"])
    equal(len(re.findall(r"the win  \?\?$", out, re.M)), len(blunders))
    contains(out, f"Turning point: move {blunders[-1]['number']}, ")
    contains(out, "lost the game: ")


@case
def proofs_of_a_game_are_those_of_the_solver():
    file = record("konane", "-o", "size=5", "--p1", "random", "--p2", "random")
    moves, _ = rows(file, "--depth", "4")
    with open(file, encoding="utf-8") as text:
        played = text.read().split("\n\n")[1].split()
    equal([row["move"] for row in moves], played)
    for count in (2, 4, 6):
        truth = position("konane", "-o", "size=5", "--moves", " ".join(played[:count]),
                         "--depth", "60")
        said = moves[count]["before"].get("proof")
        equal(said in (None, truth["proof"]), True, f"move {count + 1}: {said}")


@case
def what_moves_cost_adds_up():
    file = record("hotk", "--p1", "greedy", "--p2", "random")
    moves, total = rows(file, "--depth", "3")
    for player in total["players"]:
        own = [row for row in moves if row["player"] == player["player"]]
        cost = sum(row.get("cost", 0) for row in own)
        equal(abs(cost - player["cost"]) < 1e-6, True, "cost")
        equal(player["moves"], len(own))
        for row in own:
            if "cost" in row and "value" in row["before"] and "value" in row["after"]:
                equal(row["cost"], row["before"]["value"] - row["after"]["value"], f"{row}")
            equal(row.get("cost", 0) >= 0, True, "no move is better than the best")


@case
def rolls_are_luck_and_no_mistakes():
    file = record("monopoly", "--p1", "greedy", "--p2", "random")
    moves, total = rows(file, "--depth", "2")
    rolls = [row for row in moves if row["chance"]]
    equal(len(rolls) > 3, True, "rolls")
    for row in rolls:
        equal("mark" in row or "cost" in row or "best" in row, False, f"{row}")
    for player in total["players"]:
        luck = sum(row["luck"] for row in rolls if row["player"] == player["player"])
        equal(abs(luck - player["luck"]) < 1e-6 * max(1, abs(luck)), True, "luck")
    contains(good(["analyse", "--record", file, "--depth", "1"]), " luck")


@case
def one_player_alone_is_judged_too():
    file = record("angry", "-o", "rules=mdp", "--p1", "greedy")
    moves, total = rows(file, "--nodes", "200")
    equal([len(moves), len(total["players"])], [total["plies"], 1])


@case
def a_record_without_moves_is_no_mistake():
    file = save('[Game "konane"]\n[Result "none"]\n\n')
    contains(good(["analyse", "--record", file]), "no moves")


# On a terminal, and interrupted

def interrupted(args, progress):
    """What is shown when the interrupt comes after this much progress."""
    with Terminal(args) as terminal:
        terminal.expect(re.compile(progress))
        terminal.signal(signal.SIGINT)
        equal(terminal.wait(), 130, "status")
        return terminal.text


@case
def an_interrupt_shows_what_is_known_so_far():
    contains(interrupted(["analyse", "konane", "--movetime", "600000"], r"depth 5, "),
             "Estimated to depth ")
    file = record("konane", "--p1", "greedy", "--p2", "greedy")
    out = interrupted(["analyse", "--record", file, "--movetime", "600000"], r"moves judged")
    contains(out, "Interrupted: judged from move ")
    contains(out, "White: ")


@case
def a_terminal_shows_progress_and_keeps_within_its_width():
    with Terminal(["analyse", "konane", "--movetime", "600"], columns=60) as terminal:
        terminal.expect(re.compile(r"depth \d+, .* nodes, "))
        terminal.expect("proof")
        equal(terminal.wait(), 0)
        shown = terminal.text.split("to move.")[1]
        equal(max(len(line) for line in shown.splitlines()) <= 60, True, shown)
    file = record("konane", "-o", "size=5", "--p1", "greedy", "--p2", "greedy")
    with Terminal(["analyse", "--record", file, "--movetime", "50"]) as terminal:
        terminal.expect(re.compile(r"\d+ of \d+ moves judged, .* s left"))
        terminal.expect("wins after")
        equal(terminal.wait(), 0)


# Wrong usage

PUBLISHED = '[Game "hotk"]\n[Options "rules=published players=3"]\n[Result "none"]\n\n'
WRONG = [
    ("neither game nor record", [], ["--record"]),
    ("an unknown game", ["chess"], ["chess"]),
    ("a game and a record", ["konane", "--record", "x"], ["record"]),
    ("a record and a position", ["--record", "x", "--fen", "y"], ["--fen"]),
    ("a record and lines", ["--record", "x", "--lines", "2"], ["--lines"]),
    ("a record that is not there", ["--record", "/no/such"], ["/no/such"]),
    ("a record of three players", ["--record", save(PUBLISHED)], ["one or two"]),
    ("two limits", ["konane", "--depth", "3", "--nodes", "5"], ["exclude"]),
    ("depth nought", ["konane", "--depth", "0"], ["--depth"]),
    ("no time", ["konane", "--movetime", "0"], ["--movetime"]),
    ("no lines", ["konane", "--lines", "0"], ["--lines"]),
    ("a wrong move", ["konane", "--moves", "a1 zz"], ["--moves", "zz"]),
    ("a wrong position", ["konane", "--fen", "BWXB b"], ["XB"]),
    ("an unknown player", ["konane", "--engine", "kasparov"], ["kasparov"]),
    ("a player without values", ["konane", "--engine", "random"], ["random"]),
    ("a player without threads", ["konane", "--engine", "minimax", "--threads", "2"], ["threads"]),
    ("a player's wrong key", ["konane", "--engine", "minimax:depth=3"], ["depth"]),
    ("a spec without end", ["konane", "--engine", "best:" + "p" * 500], ["255"]),
]
for what, arguments, words in WRONG:
    case_for(f"refused: {what}", bad, ["analyse", *arguments], *words)


# The textbooks beside the engine

@case
def bench_compares_on_the_same_positions():
    lines = good(["bench", "konane"], timeout=300).splitlines()
    equal(lines[0].split()[:2], ["bench", "konane"])
    compared = [line.split() for line in lines[1:]]
    equal([line[:3] for line in compared],
          [["compare", "konane", player] for player in ("minimax", "alphabeta", "best")])
    nodes = [int(line[6].replace(",", "")) for line in compared]
    equal(nodes[0] > nodes[1] > nodes[2], True, f"minimax, alphabeta, best: {nodes}")


@case
def bench_as_json_has_both_parts():
    answer = json.loads(good(["bench", "monopoly", "--json"], timeout=300))
    plain, star, best = answer["compare"]
    equal([plain["player"], star["player"], best["player"]],
          ["expectiminimax:prune=none", "expectiminimax:prune=star1", "best"])
    equal(plain["nodes"] >= star["nodes"] > 0, True, "star1 looks at no more")
    equal(abs(star["nodes_ratio"] - star["nodes"] / best["nodes"]) < 1e-9, True, "ratio")


run_cases()
