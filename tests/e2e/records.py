"""Records in other forms: JSON of every game, the course's log there and back, files of games."""

import json
import os

from drive import run, scratch
from tap import case, case_for, contains, equal, lacks, run_cases

GAMES = [json.loads(line) for line in run(["games", "--json"]).out.splitlines()]
FOLDER = scratch()


def path(name):
    return os.path.join(FOLDER, name)


def write(name, text):
    with open(path(name), "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
        file.write(text)
    return path(name)


def read(name):
    with open(path(name), encoding="utf-8") as file:
        return file.read()


def played(game, name, *options, players=2):
    """A quick game of two who play at random, recorded."""
    args = ["play", game, "--demo", "--seed", "3", "--p1", "random:seed=1", "--out", path(name)]
    args += ["--p2", "random:seed=2"] if players > 1 else []
    for option in options:
        args += ["-o", option]
    result = run(args)
    equal(result.status, 0, result.err)
    return path(name)


def exported(*args):
    result = run(["export", *args])
    equal(result.status, 0, result.err)
    return result.out


def moves_of(record):
    return record.split("\n\n", 1)[1].split()


def as_json(name):
    players = 1 if run(["play", name, "--demo", "--p1", "random", "--p2", "random"]).status else 2
    file = played(name, name + ".record", players=players)
    game = json.loads(exported("json", file))
    equal(game["game"], name)
    equal(game["players"][0], "random:seed=1")
    equal(game["result"] != "none", True)
    contains(read(name + ".record"), f'[Reason "{game["reason"]}"]')
    equal([move["move"] for move in game["moves"]], moves_of(read(name + ".record")))
    equal([move["ply"] for move in game["moves"]], list(range(1, len(game["moves"]) + 1)))
    equal(all(("player" in move) != move.get("chance", False) for move in game["moves"]), True)
    full = json.loads(exported("json", file, "--fens"))
    equal(full["moves"][-1]["fen"], game["fen"])
    equal("fen" in game["moves"][0], False)


for one in GAMES:
    case_for(f"as JSON: {one['name']}", as_json, one["name"])

HEAD = '[Game "konane"]\n[Options "size=4"]\n'
HOSTILE = (HEAD + '[Event "Cup \\x1b[2J"]\n[P1 "\\x1b]0;gone\\x07"]\n[P2 "سیاه"]\n'
           '[Result "p1win"]\n'
           '[Reason "White stopped running"]\n[Ruling "crashed p2"]\n'
           '[Note "it said \\x22\\xff\\x1b[31m\\x5c\\x22"]\n\n'
           "a1 {0.5s left 9.25s value -inf win 3 depth 2 nodes 18446744073709551615}\n"
           "b1 {value 0.1}\n")


@case
def what_is_known_is_in_the_json():
    game = json.loads(exported("json", write("hostile", HOSTILE)))
    equal(game["event"], "Cup \\x1b[2J")
    equal(game["options"], {"size": "4"})
    equal(game["players"], ["\\x1b]0;gone\\x07", "سیاه"])
    equal([game[key] for key in ("ruling", "loser", "result")], ["crashed", 2, "p1win"])
    equal(game["note"], 'it said "\\xff\\x1b[31m\\x5c"')
    equal(game["moves"][0], {"ply": 1, "player": 1, "move": "a1", "micros": 500000,
                             "leftmillis": 9250, "value": "-inf", "win": 3, "depth": 2,
                             "nodes": 18446744073709551615})
    equal(game["moves"][1]["value"], 0.1)


@case
def names_and_notes_never_reach_the_terminal_as_commands():
    file = write("hostile", HOSTILE)
    for args in (["replay", file], ["export", "json", file], ["analyse", "--record", file]):
        lacks(run(args).out, "\x1b", str(args))
    out = run(["replay", file]).out
    contains(out, "Black (\\x1b]0;gone\\x07) against White (سیاه)")
    contains(out, 'Note: it said "\\xff\\x1b[31m\\"')
    unfinished = HEAD + '[P1 "human"]\n[P2 "random:seed=1\\x1b[2J"]\n[Result "none"]\n\na1 b1\n'
    lacks(run(["play", "--resume", write("unfinished", unfinished)]).err, "\x1b")


# Files of games

def several():
    first, second = HEAD + '[Result "none"]\n\na1 b1\n', HEAD + '[Result "none"]\n\nd4\n'
    return write("several", first + "\n" + second + "\n" + HEAD + '[Result "none"]\n\n')


@case
def a_file_may_hold_several_games():
    file = several()
    games = [json.loads(line) for line in exported("json", file).splitlines()]
    equal([len(game["moves"]) for game in games], [2, 1, 0])
    equal(len(json.loads(exported("json", file, "--number", "2"))["moves"]), 1)


@case
def one_of_several_is_taken_by_its_number():
    file = several()
    first = run(["replay", file])
    contains(first.err, "game 1 of 3; --number N takes another")
    contains(first.out, "White plays b1.")
    contains(run(["replay", file, "--number", "2"]).out, "Black plays d4.")
    equal(run(["replay", file, "--number", "2"]).err, "")
    contains(run(["replay", file, "--number", "3"]).out, "no move was made")
    contains(run(["analyse", "--record", file, "--number", "2", "--nodes", "50"]).out, "d4")
    for number in ("0", "4", "x"):
        result = run(["replay", file, "--number", number])
        equal(result.status, 2)
        contains(result.err, "--number")
    contains(run(["replay", file, "--number", "4"]).err, "holds 3 games")


@case
def a_wrong_game_is_told_by_its_line():
    file = write("wrong", HEAD + '[Result "none"]\n\na1\n\n' + HEAD + '[Result "none"]\n\na1 a1\n')
    result = run(["export", "json", file])
    equal(result.status, 2)
    contains(result.err, "line 11, column 4")
    equal(len(result.out.splitlines()), 1, "the first game is good")


# The course's log

LOGS = {"p1": [], "p2": ["rules=p2"], "p3": ["rules=p3", "players=2"],
        "v2021": ["rules=v2021", "players=2", "init_score=200"]}


def there_and_back(name):
    options = [*LOGS[name], "turns=25", "barbed=enter"]
    record = played("diamonds", name + ".record", *options, players=len(options) // 2)
    log = path(name + ".json")
    equal(run(["export", "gamelog", record, "--out", log]).status, 0)
    back = run(["import", "gamelog", log, "-o", f"rules={name}", "--out", path(name + ".back")])
    equal(back.status, 0, back.err)
    equal(exported("gamelog", path(name + ".back")), read(name + ".json"))
    result = run(["import", "gamelog", log])
    equal(exported("gamelog", write("guessed", result.out)), read(name + ".json"))
    replayed = run(["replay", log, "--plies", "2"])
    equal(replayed.status, 0, replayed.err)
    contains(replayed.out, "2. A:" if name in ("p1", "p2") else "2. B:")


for one in LOGS:
    case_for(f"there and back: {one}", there_and_back, one)


@case
def a_log_of_what_cannot_be_is_refused():
    record = played("diamonds", "forged.record", "turns=5", players=1)
    text = exported("gamelog", record).replace('"turn": 3', '"turn": 4', 1)
    result = run(["import", "gamelog", write("forged.json", text)])
    equal(result.status, 2)
    contains(result.err, "entry 4: ")
    equal(run(["replay", path("forged.json")]).status, 2)
    result = run(["import", "nonsense", path("forged.json")])
    contains(result.err, "there are: gamelog")


@case
def what_cannot_be_written_is_told():
    file = several()
    for args in (["export", "json", file, "--out", "/dev/full"],
                 ["export", "json", file, "--out", "/nonexistent/file"]):
        result = run(args)
        equal(result.status != 0, True)
        contains(result.err, "cannot be written")
    equal(run(["export", "gamelog", file, "--fens"]).status, 2)


run_cases()
