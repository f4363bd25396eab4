"""Files that a game's options name go along with a tournament: begun in one folder, it is played in
another one, on what is as good as another machine, when the files are long gone."""

import contextlib
import functools
import hashlib
import json
import os
import re
import shutil
import signal
import sqlite3

import postgres
from cup import CALM, Cup, RemoteCup, plan_text, wait_until
from drive import ROOT, run, scratch
from tap import case, case_for, contains, equal, run_cases

NODES = {"clock": {"nodes": 200, "movetime": 0}}
PLAYERS = ["greedy", "random", "best:nodes=200"]
HOUSES = {"Stark": 8, "Greyjoy": 7, "Lannister": 6, "Targaryen": 5, "Baratheon": 4, "Tyrell": 3,
          "Tully": 2, "No House": 1}
CONFIG = {"map": "own.txt", "server_ip": "127.0.0.1", "server_port": 0, "player_count": 1,
          "time_out": 1, "init_score": 3, "turn_count": 30, "init_random_location": False}
CARDS = [{"house": house, "name": "Varys" if house == "No House" else f"{house} {i}"}
         for house, count in HOUSES.items() for i in range(count)]
BOARD = """cash 250
start Gate
property Bakery price 60 rent 20
property Smithy price 120 rent 60
fine Tollgate amount 40
"""


def copy_of(game, name):
    with open(os.path.join(ROOT, "maps", game, name + ".txt"), encoding="utf-8") as file:
        return file.read()


def good(args):
    result = run(args)
    equal(result.status, 0, f"status of {args} ({result!r})")


def weights(path):
    good(["tune", "konane", "--games", "24", "--rounds", "1", "--match", "0", "--out", path])


def book(path):
    good(["book", "konane", "--positions", "3", "--movetime", "5", "--out", path])


def table(path):
    good(["solve", "monopoly", "-o", "board=" + os.path.join(os.path.dirname(path), "own.txt"),
          "--table", path])


def text(content):
    def write(path):
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)
    return write


# What is named how, and what the files are.
CASES = {
    "a board": (
        {"game": "monopoly", "options": ["board=own.txt", "cap=60"]}, {},
        {"own.txt": text(BOARD)}),
    "a board in a folder, with a blank": (
        {"game": "monopoly", "options": ["board=my boards/own one.txt", "cap=60"]}, {},
        {"my boards/own one.txt": text(BOARD)}),
    "a board and its table": (
        {"game": "monopoly", "options": ["board=own.txt", "table=own.table"]}, {},
        {"own.txt": text(BOARD), "own.table": table}),
    "boards of a list": (
        {"game": "monopoly", "options": ["cap=60"]},
        {"list": ["board=a.txt", "board=b.txt cap=40", "board=lane"]},
        {"a.txt": text(BOARD), "b.txt": text(BOARD.replace("250", "200"))}),
    "boards of a file of openings": (
        {"game": "monopoly", "options": ["cap=60"]}, {"file": "starts"},
        {"starts": text("board=a.txt\n# board=none.txt\nboard=lane\n"), "a.txt": text(BOARD)}),
    "a map": (
        {"game": "diamonds", "options": ["players=1", "map=own.txt"]}, {},
        {"own.txt": text(copy_of("diamonds", "corridor"))}),
    "a map and other options of a list": (
        {"game": "diamonds", "options": ["players=1"]},
        {"list": ["rules=p2 map=own.txt turns=20", "map=first-steps"]},
        {"own.txt": text(copy_of("diamonds", "corridor"))}),
    "a course's configuration with its map": (
        {"game": "diamonds", "options": ["config=course/config.json"]}, {},
        {"course/config.json": text(json.dumps(CONFIG)),
         "course/maps/own.txt": text(copy_of("diamonds", "corridor"))}),
    "another game's map": (
        {"game": "angry", "options": ["rules=mdp", "map=own.txt"]}, {},
        {"own.txt": text(copy_of("angry", "garden"))}),
    "cards as they lie": (
        {"game": "hotk", "options": ["board=board.json"]}, {},
        {"board.json": text(json.dumps([{**card, "location": i * 11 % 36}
                                        for i, card in enumerate(CARDS)]))}),
    "learned weights": (
        {"game": "konane", "options": ["size=6", "weights=tuned"]}, {}, {"tuned": weights}),
    "a book": ({"game": "konane", "options": ["book=openings"]}, {}, {"openings": book}),
}


def begin(settings, openings, files, make=Cup):
    """A cup and its files, everything in its own folder."""
    sections = {**NODES, **({"openings": openings} if openings else {})}
    cup = make(PLAYERS, sections, games=2, **settings)
    for name, write in files.items():
        path = os.path.join(cup.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write(path)
    return cup


def queue(cup):
    """Begins it without playing."""
    process = cup.start("run", cup.file, "--watch", cwd="/")
    wait_until("there is a queue", lambda: process.poll() is not None or cup.number(
        "SELECT count(*) FROM tournaments WHERE state = 'running'"))
    return process


def forget(cup):
    for name in os.listdir(cup.folder):
        path = os.path.join(cup.folder, name)
        if os.path.isdir(path):
            shutil.rmtree(path)
        elif not name.startswith("cup."):
            os.remove(path)


def end(process, status=0):
    said = process.communicate(timeout=120)[0]
    equal(process.returncode, status, f"status of what said {said}")
    return said


def elsewhere(*args, status=0):
    """As on another machine: another folder, another home."""
    result = run([*args], cwd=scratch(), timeout=120)
    equal(result.status, status, f"status of {args} ({result!r})")
    return result


def looks_the_same(here, there):
    """On a machine that has nothing but the store."""
    equal(elsewhere("tournament", "table", there.store).out, here.table(), "the table")
    equal(elsewhere("db", "check", there.store).out, "sound\n")
    equal(without_times(elsewhere("db", "export", there.store).out),
          without_times(run(["db", "export", here.store], env=here.environment()).out), "records")


def without_times(records):
    return re.sub(r"\b[0-9.]+s\b|\[Date[^\n]*\n", "", records).split()


def copies(cup, files):
    return {name: functools.partial(shutil.copy, os.path.join(cup.folder, name)) for name in files}


def goes_along(what):
    settings, openings, files = CASES[what]
    here = begin(settings, openings, files)
    there = begin(settings, openings, copies(here, files))
    here.play()
    director = queue(there)
    forget(there)
    elsewhere("work", "--store", there.store, "--once")
    end(director)
    equal(there.games(), here.games(), "games")
    looks_the_same(here, there)


for one in CASES:
    case_for(f"goes along: {one}", goes_along, one)


PLAYED = "SELECT count(DISTINCT worker) FROM games WHERE state = 'done'"


def another_machine(cup):
    return cup.start("--concurrency", "1", command="work", env={"HOME": scratch()}, cwd=scratch())


def two_machines(what):
    """A server, and two workers that have nothing in common but that."""
    settings, openings, files = CASES[what]
    settings = {**settings, "cycles": 100}
    here = begin(settings, openings, files)
    here.play()
    with postgres.Server() as server:
        there = begin(settings, openings, files, functools.partial(RemoteCup, server))
        director = queue(there)
        forget(there)
        workers = [another_machine(there)]
        there.wait_for(1, workers[0])
        workers[0].send_signal(signal.SIGSTOP)  # until the other one has come
        workers.append(another_machine(there))
        wait_until("both have played", lambda: there.number(PLAYED) == 2)
        workers[0].send_signal(signal.SIGCONT)
        end(director)
        for worker in workers:
            worker.send_signal(signal.SIGINT)
            end(worker, 128 + signal.SIGINT)
        looks_the_same(here, there)


if postgres.binaries():
    for one in ("a board", "a course's configuration with its map"):
        case_for(f"through a server to two machines: {one}", two_machines, one)


def interrupted(*args):
    """A cup of which some games are done."""
    cup = begin({"game": "monopoly", "options": ["board=own.txt", "cap=60"], "cycles": 40}, {},
                {"own.txt": text(BOARD)})
    process = cup.start("run", cup.file, "--concurrency", "1", *args)
    cup.wait_for(2, process)
    process.send_signal(signal.SIGINT)
    end(process, 128 + signal.SIGINT)
    return cup


@case
def what_it_began_with_is_what_it_goes_on_with():
    cup, whole = interrupted(), interrupted()
    whole.run("resume")
    text(BOARD.replace("250", "900"))(os.path.join(cup.folder, "own.txt"))
    contains(cup.play(status=2).err, "with another plan")
    elsewhere("tournament", "resume", "--store", cup.store)
    equal(cup.games(), whole.games(), "games")


def alter(cup, sql, *values):
    with contextlib.closing(sqlite3.connect(cup.store)) as base:
        base.execute(sql, values)
        base.commit()


def list_of(cup):
    """What the plan names, and the list of its files."""
    config = cup.query("SELECT config FROM tournaments")[0][0]
    name = re.search("=@([0-9a-f]{64})/", config).group(1)
    return name, bytes(cup.query("SELECT content FROM files WHERE hash = ?", name)[0][0])


@case
def what_is_not_as_it_was_is_not_used():
    for which in ("own.txt", "list"):
        cup = interrupted()
        name, content = list_of(cup)
        changed = name if which == "list" else content.decode("ascii").split()[0]
        alter(cup, "UPDATE files SET content = ? WHERE hash = ?",
              content if which != "list" else content + b"\n", changed)
        for args in (["work", "--store", cup.store, "--once"], ["db", "export", cup.store],
                     ["tournament", "table", cup.store]):
            contains(elsewhere(*args, status=2).err, "is not what it was")
        contains(elsewhere("db", "check", cup.store, status=1).err, "is not what it was")


@case
def nothing_is_written_elsewhere():
    cup = interrupted()
    name, content = list_of(cup)
    home = scratch()
    for path in ("../evil", "/evil", "a/../../evil", "./evil", ""):
        evil = content.replace(b"own.txt", path.encode("ascii"))
        new = hashlib.sha256(evil).hexdigest()
        alter(cup, "INSERT INTO files (hash, content) VALUES (?, ?)", new, evil)
        alter(cup, "UPDATE tournaments SET config = replace(config, ?, ?)", name, new)
        result = run(["work", "--store", cup.store, "--once"], env={"HOME": home})
        equal(result.status, 2, f"status ({result!r})")
        equal([names for _, _, names in os.walk(home) if names], [], "files")
        name = new


@case
def what_was_changed_on_this_machine_is_not_used():
    cup = interrupted()
    kept = [os.path.join(path, name) for path, _, names in os.walk(cup.home) for name in names]
    equal(len(kept), 1)
    text(BOARD.replace("250", "900"))(kept[0])
    contains(cup.run("resume").out, "240 games. Elo")
    with open(kept[0], encoding="ascii") as file:
        equal(file.read(), BOARD)


@case
def what_is_too_large_stays():
    cup = begin({"game": "monopoly", "options": ["table=big", "cap=60"]}, {}, {"big": text("")})
    os.truncate(os.path.join(cup.folder, "big"), (64 << 20) + 1)
    contains(cup.play().err, "larger than 64 MB, so it does not go along")
    contains(cup.query("SELECT config FROM tournaments")[0][0], "table=" + cup.folder)


@case
def maps_of_the_program_stay():
    cup = begin({"game": "monopoly", "options": ["board=lane", "cap=60"]}, {},
                {"lane": text("not the one")})
    cup.play()
    equal(cup.number("SELECT count(*) FROM files"), 0)


READER = """#!/bin/sh
while IFS= read -r line; do
    case $line in "setoption name book value "*) head -n 1 "${line#*value }" >&2 ;; esac
    printf '%s\\n' "$line"
done | ./agent konane good 0
"""


@case
def programs_are_told_where_it_is_and_can_read_it():
    cup = begin({"game": "konane", "options": ["size=8", "book=openings"]}, {},
                {"openings": book, "reader/play.sh": text(READER)})
    shutil.copy(cup.agent, os.path.join(cup.folder, "reader", "agent"))
    os.chmod(os.path.join(cup.folder, "reader", "play.sh"), 0o755)
    with open(os.path.join(cup.folder, "openings"), encoding="ascii") as file:
        first = file.readline()
    cup.write(plan_text(["random", {"spec": "cmd:./play.sh", "folder": "reader"}], {"clock": CALM},
                        game="konane", options=["size=8", "book=openings"]))
    director = queue(cup)
    forget(cup)
    elsewhere("work", "--store", cup.store, "--once")
    end(director)
    equal({bytes(row[0]).decode("ascii") for row in cup.query(
        "SELECT excerpt FROM seats WHERE length(excerpt) > 0")}, {first}, "what it read")


run_cases()
