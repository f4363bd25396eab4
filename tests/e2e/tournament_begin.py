"""A store that is locked, full or away while a tournament begins is waited for, as later on; one
that will never be any better is refused at once."""

import contextlib
import functools
import os
import re
import resource
import signal
import socket
import sqlite3
import subprocess

import postgres
from cup import Cup, RemoteCup, end_all, listen, wait_until
from drive import Terminal, run, scratch
from tap import case, contains, equal, lacks, run_cases

HEAVY = bool(os.environ.get("BAZI_HEAVY"))
PLAYERS = ["random", "greedy", "best:nodes=50"]
SHAPE = (PLAYERS, {"clock": {"nodes": 50}})
KEYS = {"game": "konane", "options": ["size=6"], "games": 4, "seed": 3}


@functools.cache
def calm_table():
    calm = Cup(*SHAPE, **KEYS)
    calm.play()
    return calm.table()


@contextlib.contextmanager
def started(cup, *args, **more):
    """A process that is gone in the end, whatever happens."""
    process = cup.start(*args, **more)
    try:
        yield process
    finally:
        end_all(process)


def waits(process, why):
    """It says once what it waits for, and that it does so."""
    said = listen(process, "waiting")
    contains(said, why)
    contains(said, "goes on by itself")


def ends(process, status=0):
    said = process.communicate(timeout=240)[0]
    equal(process.returncode, status, f"status of what said {said}")
    return said


def leaves(process, number):
    """A signal ends the waiting, and nothing more is said."""
    process.send_signal(number)
    equal(ends(process, 128 + number), "", "what it said")


def refused(result, words):
    equal(result.status, 2, f"status of {result!r}")
    equal(len(result.err.splitlines()), 1, f"lines of {result!r}")
    contains(result.err, words)
    lacks(result.err, "waiting")


# --- a queue --------------------------------------------------------------------------------------


@case
def a_queue_that_fills_up_is_shown_and_can_be_stopped():
    many = [{"name": f"p{i}", "spec": "random"} for i in range(90)]
    cup = Cup(many, game="konane", games=2000)
    total = 2000 * 90 * 89 // 2
    with Terminal(["tournament", *cup.arguments(cup.file)], env=cup.environment()) as terminal:
        terminal.expect(re.compile(rf"queueing \d+ of {total} games"))
        terminal.send("\x03")
        terminal.expect("Go on with: bazi tournament resume")
    queued = cup.number("SELECT count(*) FROM games WHERE state = 'queued'")
    equal(0 < queued < total, True, f"{queued} games")
    contains(cup.table(), f"0 games, {queued} in the queue.")
    with started(cup, "resume", "--quiet") as process:
        wait_until("it goes on", lambda: cup.number("SELECT count(*) FROM games") > queued)
        process.send_signal(signal.SIGTERM)
        lacks(ends(process, 128 + signal.SIGTERM), "queueing")


# --- a file ---------------------------------------------------------------------------------------


@contextlib.contextmanager
def locked(cup):
    """Nobody else gets at the file, to read or to write."""
    with contextlib.closing(sqlite3.connect(cup.store, timeout=30)) as thief:
        thief.execute("BEGIN EXCLUSIVE")
        yield
        thief.rollback()


@case
def a_locked_file_is_waited_for():
    cup = Cup(*SHAPE, **KEYS)
    with locked(cup):
        with started(cup, "run", cup.file) as process:
            waits(process, "database is locked")
            leaves(process, signal.SIGINT)
        with started(cup, "run", cup.file) as process:
            waits(process, "database is locked")
            leaves(process, signal.SIGTERM)
        again = cup.start("run", cup.file)
        waits(again, "database is locked")
    contains(ends(again), "bazi: goes on")
    equal(cup.table(), calm_table())


def begun(cup):
    """A tournament of which some is played."""
    with started(cup, "run", cup.file, "--concurrency", "1") as process:
        cup.wait_for(2, process)


@case
def whoever_goes_on_waits_for_the_lock():
    cup = Cup(*SHAPE, **{**KEYS, "games": 60})
    begun(cup)
    with locked(cup), started(cup, "resume") as process:
        waits(process, "database is locked")
        process.send_signal(signal.SIGTERM)
        contains(ends(process, 128 + signal.SIGTERM), "Go on with: bazi tournament resume")
    with started(cup, "--once", command="work") as worker:
        with locked(cup):
            waits(worker, "database is locked")
        contains(ends(worker), "games played")
    contains(cup.run("resume").out, "W-D-L")
    equal(cup.done(), 180, "games")


@case
def a_disk_full_from_the_start_is_waited_for():
    def fill():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    cup = Cup(*SHAPE, **KEYS)
    with started(cup, "run", cup.file, preexec_fn=fill) as process:
        waits(process, "cup.db")
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE,
                         (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        contains(ends(process), "bazi: goes on")
    equal(cup.table(), calm_table())


@case
def what_is_no_store_is_refused_at_once():
    cup = Cup(*SHAPE, **KEYS)
    cases = [(os.path.join(scratch(), "missing", "cup.db"), "unable to open"), (scratch(), "open"),
             (cup.file, "not a database")]
    for store, words in cases:
        refused(run(["tournament", "run", cup.file, "--store", store]), words)
        refused(run(["work", "--store", store]), words)
    refused(run(["work", "--store", cup.store]), "unable to open")
    with contextlib.closing(sqlite3.connect(cup.store)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    refused(cup.play(status=None), "not a store")
    refused(cup.run("resume", status=None), "not a store")


@case
def who_names_no_store_is_told_how_to():
    empty = scratch()
    for verb in ("resume", "table"):
        result = run(["tournament", verb], cwd=empty)
        refused(result, "no store here")
        refused(result, f"bazi tournament {verb} STORE")
        refused(run(["tournament", verb, "--store", "cup.db"], cwd=empty), "unable to open")
    equal(os.listdir(empty), [], "files")
    cup = Cup(*SHAPE, **KEYS)
    equal(cup.play().status, 0, "status")
    os.rename(cup.store, os.path.join(empty, "tournament.db"))
    equal(run(["tournament", "table"], cwd=empty).status, 0, "a store where it is looked for")


# --- a server -------------------------------------------------------------------------------------


def remote_case(function):
    return case(function) if postgres.binaries() else function


@contextlib.contextmanager
def absent(server):
    server.stop()
    try:
        yield
    finally:
        server.start()


@remote_case
def a_server_that_is_not_there_yet_is_waited_for():
    with postgres.Server() as server:
        cup = RemoteCup(server, *SHAPE, **KEYS)
        address = f'"127.0.0.1", port {server.port} failed'
        with absent(server):
            with started(cup, "run", cup.file) as process:
                waits(process, address)
                leaves(process, signal.SIGINT)
            with started(cup, command="work") as worker:
                waits(worker, address)
                leaves(worker, signal.SIGTERM)
            result = cup.run("table", status=None)
            refused(result, address)
            refused(run(["db", "list", server.url]), address)
            director = cup.start("run", cup.file)
            waits(director, address)
        contains(ends(director), "bazi: goes on")
        with absent(server):
            worker = cup.start("--once", command="work")
            waits(worker, address)
            director = cup.start("resume")
            waits(director, address)
        contains(ends(worker), "bazi: goes on")
        contains(ends(director), "bazi: goes on")
        equal(cup.table(), calm_table())


@contextlib.contextmanager
def table_locked(cup, table):
    """Somebody else's transaction has the table to itself."""
    server = cup.server
    hold = f"BEGIN; LOCK TABLE {table}; \\echo locked\nSELECT pg_sleep(3600);\n"
    thief = subprocess.Popen(server.command("psql", "-XAtq", server.url), stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd="/")
    try:
        thief.stdin.write(hold)
        thief.stdin.flush()
        listen(thief, "locked")
        yield
    finally:
        cup.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                  "WHERE query LIKE '%pg_sleep(3600)%' AND pid <> pg_backend_pid()")
        thief.kill()
        thief.communicate()


@remote_case
def a_locked_table_is_waited_for():
    with postgres.Server() as server:
        cup = RemoteCup(server, *SHAPE, **KEYS)
        begun(cup)
        for table in ("workers", "tournaments"):
            with table_locked(cup, table):
                process = cup.start("resume")
                waits(process, "lock timeout")
            contains(ends(process), "bazi: goes on")
        equal(cup.table(), calm_table())


@remote_case
def who_is_not_let_in_is_told_at_once():
    with postgres.Server() as server:
        cup = RemoteCup(server, *SHAPE, **KEYS)
        password = server.url.split(":")[2].split("@")[0]
        for url, words in ((server.url.replace(password, "guess"), "password"),
                           (server.url.replace(":" + password, ""), "password"),
                           (server.url.replace("//bazi:", "//nobody:"), "nobody"),
                           (server.url.replace("/postgres", "/nowhere"), "nowhere"),
                           (server.url + "?sslmode=nonsense", "sslmode"),
                           (server.url + "?nonsense=1", "nonsense")):
            refused(run(["tournament", "run", cup.file, "--store", url]), words)
            refused(run(["work", "--store", url]), words)
        refused(run(["work", "--once", "--store", server.url]), "empty")
        refused(cup.run("resume", status=None), "empty")


@remote_case
def workers_may_come_before_the_first_tournament():
    with postgres.Server() as server:
        cup = RemoteCup(server, *SHAPE, **KEYS)
        with started(cup, command="work") as worker:
            waits(worker, "this database is empty")
            leaves(worker, signal.SIGTERM)
        with started(cup, command="work") as worker:
            waits(worker, "this database is empty")
            with started(cup, "run", cup.file, "--watch") as director:
                listen(worker, "games at a time")
                ends(director)
        equal(cup.table(), calm_table())


@case
def a_wrong_name_is_named():
    cup = Cup(*SHAPE, store="postgres://bazi:secret@nowhere.invalid/bazi", **KEYS)
    with started(cup, "run", cup.file) as process:
        said = listen(process, "waiting")
        contains(said, "nowhere.invalid")
        lacks(said, "secret")
        leaves(process, signal.SIGINT)


@case
def a_server_that_says_nothing_is_not_waited_for_when_nobody_wants_to():
    """It takes connections and never answers."""
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        mute.listen(8)
        url = f"postgres://bazi@127.0.0.1:{mute.getsockname()[1]}/bazi"
        cup = Cup(*SHAPE, store=url, **KEYS)
        for args, command in ((("run", cup.file), "tournament"), ((), "work"),
                              (("table",), "tournament")):
            with started(cup, *args, command=command) as process:
                guest = mute.accept()[0]
                guest.recv(1)
                process.send_signal(signal.SIGTERM)
                ends(process, 128 + signal.SIGTERM)
                guest.close()
        if HEAVY:  # whoever only looks does so for twenty seconds
            refused(run(["db", "list", url]), "does not answer")


run_cases()
