"""`bazi db`: games of a file into a store, found there again, and out of it byte for byte; on both
databases."""

import json
import os
import re
import sqlite3

from drive import run, scratch
from postgres import Server, binaries
from tap import case, case_for, contains, equal, run_cases

GAMES = [json.loads(line)["name"] for line in run(["games", "--json"]).out.splitlines()]
FOLDER = scratch()
FILE = os.path.join(FOLDER, "games.txt")


def done(*args, status=0):
    result = run(["db", *args])
    equal(result.status, status, result)
    return result.out


def make_games():
    """Two matches of different games in one file, and their parts."""
    texts = []
    for game, options in (("konane", ["-o", "size=6"]), ("hotk", [])):
        path = os.path.join(FOLDER, game)
        result = run(["match", "--game", game, *options, "random:seed=1", "greedy", "--games", "10",
                      "--seed", "5", "--out", path])
        equal(result.status, 0, result.err)
        with open(path, encoding="utf-8") as file:
            texts.append(file.read())
    with open(FILE, "w", encoding="utf-8") as file:
        file.write("\n".join(texts))
    return re.split(r"\n\n(?=\[)", "\n".join(texts).rstrip("\n"))


PARTS = make_games()


def header(part, name):
    found = re.search(rf'^\[{name} "(.*)"\]$', part, re.MULTILINE)
    return found[1] if found else ""


def wanted(**headers):
    """The numbers of the games whose headers are these."""
    return [number for number, part in enumerate(PARTS, 1)
            if all(header(part, name) == value for name, value in headers.items())]


def found(store, *args):
    result = run(["db", "search", store, "--json", *args])
    numbers = [json.loads(line)["number"] for line in result.out.splitlines()]
    equal(result.status, 0 if numbers else 1, result)
    return numbers


@case
def games_without_a_plan_are_told_of():
    store = os.path.join(scratch(), "friday.db")
    done("import", store, FILE, "--name", "friday")
    for verb in ("table", "resume"):
        result = run(["tournament", verb, store])
        equal(result.status, 2, result)
        contains(result.err, "these games were imported and have no plan")
        contains(result.err, "bazi db list")
        equal(len(result.err.splitlines()), 1, "lines")


def there_and_back(store):
    equal(done("import", store, FILE, "--name", "both"), f"{len(PARTS)} games of 2 players\n")
    contains(done("list", store), "both")
    contains(done("list", store, "--name", "both"), "greedy")
    with open(FILE, encoding="utf-8") as file:
        equal(done("export", store, "--name", "both"), file.read())
    lines = done("export", store, "--json").splitlines()
    equal([json.loads(line)["game"] for line in lines], [header(part, "Game") for part in PARTS])
    equal(done("check", store), "sound\n")


def searches(store):
    everything = list(range(1, len(PARTS) + 1))
    equal(found(store), everything)
    for game in ("konane", "hotk"):
        equal(found(store, "--game", game), wanted(Game=game))
    for result in ("p1win", "p2win", "draw"):
        equal(found(store, "--result", result), wanted(Result=result))
        equal(found(store, "--result", result, "--game", "konane"),
              wanted(Result=result, Game="konane"))
    equal(found(store, "--player", "greedy"), everything)
    equal(found(store, "--player", "Greedy"), [])
    equal(found(store, "--name", "both", "--ruling", "late"), [])
    equal(found(store, "--ruling", ""), wanted(Ruling=""))
    for result in ("p3win", "p1p3win", "done"):
        equal(found(store, "--result", result), [])


def positions(store):
    """Every position of the first game is found there, and in all games that reached it."""
    lines = [json.loads(line) for line in run(["export", "json", FILE, "--fens"]).out.splitlines()]
    for ply in (1, 5, len(lines[0]["moves"])):
        fen = lines[0]["moves"][ply - 1]["fen"]
        reached = [number for number, line in enumerate(lines, 1) if line["game"] == "konane"
                   and fen in [line["start"]] + [move["fen"] for move in line["moves"]]]
        equal(found(store, "--game", "konane", "--position", fen), reached)
    equal(found(store, "--game", "konane", "--position", lines[0]["start"]), wanted(Game="konane"))


def second_import_is_refused(store):
    result = run(["db", "import", store, FILE, "--name", "both"])
    equal(result.status, 2)
    contains(result.err, "already")
    equal(found(store), list(range(1, len(PARTS) + 1)))


def cases_of(kind, store):
    for function in (there_and_back, searches, positions, second_import_is_refused):
        case_for(f"{kind}: {function.__name__.replace('_', ' ')}", function, store)


@case
def every_fault_is_found():
    """What the store says beside a record must be what the record says."""
    faults = {
        "UPDATE games SET result = 'draw' WHERE number = 3": "result",
        "UPDATE games SET plies = plies + 1 WHERE number = 3": "plies",
        "UPDATE games SET print = print + 1 WHERE number = 3": "fingerprint",
        "UPDATE games SET record = replace(record, 'a', 'b') WHERE number = 3": "record",
        "UPDATE games SET ruling = 'late' WHERE number = 3": "ruling",
        "UPDATE moves SET position = position + 1 WHERE ply = 4": "move 4",
        "UPDATE moves SET move = 'z9' WHERE ply = 2": "move 2",
        "DELETE FROM moves WHERE ply = 4": "move 4",
        "UPDATE seats SET result = 'draw' WHERE seat = 1": "seat",
        "DELETE FROM seats": "nobody",
        "DELETE FROM players": "player does not exist",
        "UPDATE games SET state = 'playing'": "played by nobody",
    }
    for sql, words in faults.items():
        store = os.path.join(scratch(), "store.db")
        done("import", store, FILE, "--name", "x")
        with sqlite3.connect(store) as door:
            door.execute(sql)
        door.close()
        contains(done("check", store, status=1), words, sql)


@case
def an_interrupted_import_goes_on():
    store = os.path.join(scratch(), "store.db")
    done("import", store, FILE, "--name", "x")
    with sqlite3.connect(store) as door:
        for table, column in (("moves", "game"), ("seats", "game"), ("games", "id")):
            door.execute(f"DELETE FROM {table} WHERE {column} > 7")
        door.execute("UPDATE tournaments SET state = 'importing'")
    door.close()
    equal(found(store), list(range(1, 8)))
    done("import", store, FILE, "--name", "x")
    equal(found(store), list(range(1, len(PARTS) + 1)))
    equal(done("check", store), "sound\n")


@case
def wrong_usage_is_refused():
    store = os.path.join(scratch(), "store.db")
    done("import", store, FILE, "--name", "both")
    for args, words in (
            (["look", store], "none of list"),
            (["list", store, FILE], "takes a STORE"),
            (["list", os.path.join(FOLDER, "absent.db")], "absent.db"),
            (["list", FILE], "games.txt"),
            (["import", store, FILE], "--name"),
            (["list", store, "--name", "nothing"], "no tournament"),
            (["search", store, "--result", "foo"], "'foo' is none of draw, done, p1win, p2win"),
            (["search", store, "--result", "p2p1win"], "p1p2win"),
            (["search", store, "--result", "p1winner"], "none of"),
            (["export", store, "--result", ""], "none of"),
            (["search", store, "--ruling", "foo"], "'foo' is none of resigned, illegal, late"),
            (["export", store, "--ruling", "lat"], "adjudged, drawn"),
            (["search", store, "--position", "x"], "--game"),
            (["search", store, "--game", "konane", "--position", "x"], "--position")):
        result = run(["db", *args])
        equal(result.status, 2, result)
        contains(result.err, words)


@case
def a_file_that_cannot_be_imported_makes_no_store():
    folder = scratch()
    store, broken = os.path.join(folder, "store.db"), os.path.join(folder, "broken.txt")
    with open(broken, "w", encoding="utf-8") as file:
        file.write(PARTS[0] + "\n\n" + PARTS[1].replace("1. ", "1. zz ", 1))
    for args in ([broken, "--name", "x"], [os.path.join(folder, "absent"), "--name", "x"], [FILE]):
        result = run(["db", "import", store, *args])
        equal((result.status, len(result.err.splitlines())), (2, 1), result)
        equal(os.listdir(folder), ["broken.txt"], "files")


cases_of("sqlite", os.path.join(FOLDER, "store.db"))
if binaries():
    with Server() as server:
        cases_of("postgres", server.url)
        run_cases()
else:
    run_cases()
