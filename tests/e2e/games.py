"""Every game of the registry from outside: played, driven, counted, explained, on every map."""

import json
import os
import random
from fractions import Fraction

import drive
from tap import case_for, contains, equal, lacks, run_cases
from ugi_session import Session

PLIES = 60
HEAVY = bool(os.environ.get("BAZI_HEAVY"))


def good(args, **more):
    result = drive.run(args, **more)
    equal(result.status, 0, f"{args}: {result.err}")
    return result


GAMES = [json.loads(line) for line in good(["games", "--json"]).out.splitlines()]


def settings(game):
    """Each choice of each option once, beside the defaults."""
    yield []
    for option in game["options"]:
        if option["type"] == "choice":
            for value in option["domain"].split("|"):
                if value != option["default"]:
                    yield ["-o", f"{option['name']}={value}"]


def check_node(session, fen):
    """What must hold at every position; the legal moves."""
    moves = session.query("legalmoves").split()
    equal(session.query("gameover"), "true" if not moves else "false")
    turn = session.query("turn")
    equal(turn == "none", not moves, "turn")
    equal(session.query("result") == "none", bool(moves), "result")
    for move in moves[:5]:
        equal(session.query(f"islegal {move}"), "true", move)
    equal(session.query("islegal nonsense"), "false")
    if turn == "chance":
        words = session.query("chance").split()
        equal(words[::2], moves)
        shares = [Fraction(word) for word in words[1::2]]
        equal(sum(shares), 1, "probabilities")
        equal(min(shares) > 0, True, "probabilities")
    session.quiet(f"position fen {fen}")
    equal(session.query("fen"), fen)
    equal(session.query("legalmoves").split(), moves)
    return moves


def random_game(game, flags):
    dice = random.Random(f"{game}{flags}")
    with Session(game, *flags) as session:
        start = session.query("fen")
        played = []
        for _ in range(PLIES):
            words = ["position startpos", "moves", *played] if played else ["position startpos"]
            session.quiet(" ".join(words))
            fen = session.query("fen")
            moves = check_node(session, fen)
            if not moves:
                break
            played.append(dice.choice(moves))
        session.quiet("position startpos")
        equal(session.query("fen"), start)
        contains(session.error(f"position startpos moves {' '.join(played)} nonsense"), "nonsense")
        equal(session.query("fen"), start)


def searches(game):
    with Session(game) as session:
        played = []
        while session.query("turn") == "chance":
            played.append(session.query("legalmoves").split()[0])
            session.quiet("position startpos moves " + " ".join(played))
        moves = session.query("legalmoves").split()
        for engine in ["best", "expectiminimax", "mcts", "greedy", "random", "simple"]:
            session.quiet(f"setoption name Engine value {engine}")
            contains(moves, session.go("depth 2").move)
        equal(session.go("movetime 50").move in moves, True)


def drawn(game):
    with Session(game) as session:
        session.send("d", "isready")
        lines = session.until("readyok")[:-1]
        equal(len(lines) > 2, True, lines)
    for colour in ({"TERM": "dumb", "LC_ALL": "C"}, {}):
        out = good(["play", game, "--demo", "--p1", "random", "--seed", "3"] + (
            ["--p2", "random"] if many(game) else []), env=colour).out
        equal("\x1b" in out, False, "escapes in a pipe")


def many(game):
    return next(one for one in GAMES if one["name"] == game)["players_min"] > 1


def demo(game):
    record = os.path.join(drive.scratch(), "game.record")
    players = ["--p1", "random"] + (["--p2", "random"] if many(game) else [])
    out = good(["play", game, "--demo", *players, "--seed", "5", "--out", record]).out
    again = good(["play", game, "--demo", *players, "--seed", "5"]).out
    equal(out, again, "the same seed")
    with open(record, encoding="utf-8") as file:
        contains(file.read(), f'[Game "{game}"]')
    contains(drive.run(["export", "nonsense", record]).err, "export: ")
    contains(drive.run(["play", "--resume", record]).err, "over already")


def counts(game):
    one = int(good(["perft", game, "1"]).out.split()[1])
    divided = good(["perft", game, "2", "--divide"]).out.splitlines()
    equal(len(divided) - 1 >= one, True, divided)
    contains(good(["rules", game]).out, "# ")
    contains(good(["rules", game, "--man"]).out, ".SH OPTIONS")


def reproduces(game):
    few = [] if HEAVY else ["--games", "6"]
    result = drive.run(["reproduce", game, "--json", *few], timeout=900)
    equal(result.status in (0, 1), True, result.err)
    rows = [json.loads(line) for line in result.out.splitlines()]
    equal(len(rows) > 0, True)
    for row in rows:
        if HEAVY or "games" not in row:  # six games prove nothing about a series
            equal(row["same"], True, row["label"])
    lacks(good(["games"]).out, "(null)")


def each_map(line):
    game, option = line.split()
    name = option.split("=")[1]
    path = os.path.join(drive.ROOT, "maps", game, name + ".txt")
    fits = 0
    for flags in settings(next(one for one in GAMES if one["name"] == game)):
        result = drive.run(["map", "check", path, "--game", game, *flags])
        if result.status == 0:
            fits += 1
            contains(result.out, f"a good map for {game}")
            shown = good(["map", "show", path, "--game", game, *flags]).out
            equal(len(shown.splitlines()) > 2, True)
        else:
            equal(len(result.err.splitlines()), 1, result.err)
    equal(fits > 0, True, f"{path} fits no rules")


for one in GAMES:
    title = one["name"]
    for flags in settings(one):
        case_for(f"{title} {' '.join(flags[1:])}: a random game, position by position",
                 random_game, title, flags)
    for function in (searches, drawn, demo, counts, reproduces):
        case_for(f"{title}: {function.__name__}", function, title)
for row in good(["map", "list"]).out.splitlines():
    case_for(f"map {row.split()[0]} {row.split()[1]}", each_map, row)

run_cases()
