"""A tournament while somebody sets the clock, or the whole machine sleeps: the same table, nobody
late, nobody given up, and nothing printed that cannot be."""

import contextlib
import functools
import glob
import itertools
import os
import re
import signal
import threading
import time

import postgres
from cup import CALM, Cup, Hall, RemoteCup, wait_until
from drive import Terminal, is_sanitized, scratch
from tap import case, equal, lacks, run_cases

GOOD = ["random", "greedy", "best:nodes=300", {"name": "program", "spec": "cmd:AGENT konane good"}]
PAUSING = [*GOOD[:3], {"name": "program", "spec": "cmd:AGENT konane late 5"}]
SHAPE = (GOOD, {"clock": CALM})
KEYS = {"game": "konane", "options": ["size=6"], "games": 14, "seed": 4}
GAMES = 6 * KEYS["games"]
DAY, MONTH, DECADE = 86400, 30 * 86400, 3650 * 86400

LIBRARY = next(iter(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")), None)


class Clock:
    """The wall clock of some processes, which can be set while they run: seconds beside the true
    one. The clock that only goes forward stays as it is."""

    def __init__(self, offset):
        self.file = os.path.join(scratch(), "clock")
        self.set(offset)

    def set(self, offset):
        with open(self.file + ".new", "w", encoding="ascii") as file:
            file.write(f"{offset:+d}\n")
        os.replace(self.file + ".new", self.file)

    def environment(self):
        # The last one: without it Debian's library takes a wait by one clock for one by the other.
        return {"LD_PRELOAD": LIBRARY, "FAKETIME_TIMESTAMP_FILE": self.file,
                "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
                "FAKETIME_FORCE_MONOTONIC_FIX": "0"}

    @contextlib.contextmanager
    def jumping(self):
        """Forward by a day, back by a month, and so on, several times a second."""
        over = threading.Event()

        def jump():
            for offset in itertools.cycle((DAY, DAY - MONTH, 2 * DAY - MONTH, 0)):
                self.set(DECADE + offset)
                if over.wait(0.15):
                    return

        thread = threading.Thread(target=jump)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()


def new_clock():
    """Ten years ahead, so that a date in the store shows that it was looked at."""
    return Clock(DECADE)


@functools.cache
def calm_table():
    calm = Cup(*SHAPE, **KEYS)
    calm.play("--concurrency", "2")
    return calm.table()


def check_store(cup):
    """As if nothing had happened, but for the dates."""
    equal(cup.table(), calm_table(), "the table")
    equal(cup.rulings(), set(), "rulings")
    equal(cup.number("SELECT count(*) FROM workers WHERE life <> 'left'"), 0, "workers given up")
    equal(cup.number("SELECT count(*) FROM games WHERE seconds < 0 OR seconds > 600"), 0,
          "games that took no time, or days")


def check_dates(cup):
    year = int(cup.query("SELECT min(created) FROM tournaments")[0][0][:4])
    equal(year > time.gmtime().tm_year + 8, True, f"{year} is by the clock that was set")


def check_said(said):
    """Every duration is one of minutes at most, and nobody waited for anything."""
    lacks(said, "waiting")
    equal(re.findall(r"-\d+(?:\.\d)? (?:s|min|h)\b|\d h\b", said), [], "silly times")


def clock_case(function):
    """Where the clock can be set: not where a sanitizer has to be loaded first."""
    return case(function) if LIBRARY and not is_sanitized() else function


@clock_case
def a_clock_that_jumps_changes_nothing():
    cup, clock = Cup(*SHAPE, **KEYS), new_clock()
    with clock.jumping(), Hall(cup) as hall:
        said = hall.end(hall.start("run", cup.file, "--verbose", "--concurrency", "2",
                                   env=clock.environment()))
    check_dates(cup)
    check_store(cup)
    check_said(said)
    equal(len(re.findall(r"\(\d+ plies, \d+\.\d s\)", said)), GAMES, "games told")


@clock_case
def what_is_left_is_told_by_no_clock_that_jumps():
    # One at a time, with pauses: however fast the machine is, it is told what is left.
    cup, clock = Cup(PAUSING, *SHAPE[1:], **KEYS), new_clock()
    args = cup.arguments("run", cup.file, "--concurrency", "1")
    with clock.jumping(), Terminal(["tournament", *args],
                                   env={**cup.environment(), **clock.environment()}) as terminal:
        terminal.expect(re.compile(r"about \d+ (s|min) left"))
        equal(terminal.wait(timeout=280), 0, "status")
        check_said(terminal.text)
    check_dates(cup)
    check_store(cup)


def remote_case(function):
    return clock_case(function) if postgres.binaries() else function


@remote_case
def workers_whose_clocks_differ_and_jump_are_not_given_up():
    ahead, behind = new_clock(), Clock(-DECADE)
    with postgres.Server() as server, Hall(RemoteCup(server, *SHAPE, **KEYS)) as hall:
        with ahead.jumping():
            director = hall.direct(env=ahead.environment())
            wait_until("there is a queue", hall.cup.is_open)
            workers = [hall.work(env=clock.environment()) for clock in (ahead, behind)]
            check_said(hall.end(director))
            for worker in workers:
                worker.send_signal(signal.SIGTERM)
                check_said(hall.end(worker, 128 + signal.SIGTERM))
        for process in workers:
            equal(hall.cup.number("SELECT count(*) FROM games WHERE worker = (SELECT id FROM "
                                  f"workers WHERE pid = {process.pid})") > 0, True, "it played")
        check_dates(hall.cup)
        check_store(hall.cup)


def sleep_after(cup, games, *args):
    """Plays, and stops all processes for longer than anybody may be silent, whenever so many games
    are done; what was said."""
    with Hall(cup) as hall:
        process = hall.start("run", cup.file, *args)
        for number in games:
            cup.wait_for(number, process)
            time.sleep(0.2)
            os.killpg(process.pid, signal.SIGSTOP)
            time.sleep(3)
            os.killpg(process.pid, signal.SIGCONT)
        return hall.end(process)


@case
def a_machine_that_sleeps_goes_on():
    cup = Cup(*SHAPE, **KEYS)
    check_said(sleep_after(cup, (5, GAMES // 2), "--concurrency", "2"))
    check_store(cup)


@case
def who_thinks_while_the_machine_sleeps_is_not_late():
    """As good as always somebody is thinking. The margin is for sanitizers, not for the sleep."""
    clock = {"movetime": 50, "margin": 500}
    cup = Cup(["best", {"name": "other", "spec": "best"}], {"clock": clock}, game="konane",
              options=["size=8"], games=6)
    check_said(sleep_after(cup, (0, 2, 4), "--concurrency", "1"))
    equal(cup.rulings(), set(), "rulings")


run_cases()
