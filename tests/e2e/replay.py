"""A recorded game shown again: by keys at a real terminal, and once into a pipe."""

import os
import re
import signal
import time

from drive import Terminal, run, scratch
from tap import case, case_for, contains, equal, lacks, run_cases

RECORD = os.path.join(scratch(), "game.record")
with open(RECORD, "w", encoding="utf-8") as out:
    out.write('[Game "konane"]\n[Options "size=4"]\n[P1 "human"]\n[P2 "best"]\n[Result "p1win"]\n'
              '[Ruling "late p2"]\n[Note "one second was not enough"]\n\n'
              "a1 {2s} b1 {0.25s value 3.5 depth 4} a3-a1 d1-b1\n")
PLIES = 4


def opened(**more):
    terminal = Terminal(["replay", RECORD], **more)
    terminal.expect(f"0/{PLIES} playing 0.5 s")
    return terminal


def at(terminal, ply, state="paused"):
    return terminal.expect(f"{ply}/{PLIES} {state} ")


def ended(terminal, status=0):
    equal(terminal.wait(5), status)
    equal(terminal.raw.endswith("\x1b[?1049l") or "\x1b[?1049l" in terminal.raw, True,
          "the old screen is back")
    contains(terminal.raw, "\x1b[?25h", "the cursor is back")
    equal(terminal.echoes(), True, "the terminal is as it was")


@case
def it_goes_on_by_itself_and_stops_at_the_end():
    with opened() as terminal:
        for ply in range(1, PLIES):
            at(terminal, ply, "playing")
        at(terminal, PLIES)
        contains(terminal.text, "2. White plays b1. (0.25s value 3.5 depth 4)")
        contains(terminal.text, "Black wins after 4 plies: White overstepped the time.")
        contains(terminal.text, "Note: one second was not enough")
        equal(terminal.echoes(), False)
        terminal.send("q")
        ended(terminal)


@case
def pages_are_turned_by_keys():
    with opened() as terminal:
        for keys, ply in (("\x1b[H", 0), (" ", 1), ("n", 2), ("\x1b[C", 3), ("\x1b[C", 4),
                          ("n", 4), ("\x1b[D", 3), ("p", 2), ("\x1bOD", 1), ("\x1b[4~", 4),
                          ("\x1b[1~", 0), ("\x1b[F", 4), ("\x1bOH", 0), ("p", 0)):
            terminal.send(keys)
            at(terminal, ply)
        terminal.send("q")
        ended(terminal)


@case
def pause_goes_on_and_restart_begins_again():
    with opened() as terminal:
        terminal.send("\x1b[Hs")
        at(terminal, 0, "playing")
        at(terminal, 1, "playing")
        terminal.send("s")
        at(terminal, 1)
        terminal.send("\x1b[F")
        at(terminal, PLIES)
        terminal.send("s")
        at(terminal, PLIES)
        terminal.send("r")
        at(terminal, 0, "playing")
        at(terminal, 1, "playing")
        terminal.send("q")
        ended(terminal)


@case
def faster_and_slower_have_their_limits():
    with opened() as terminal:
        terminal.send("\x1b[H")
        at(terminal, 0)
        for _ in range(8):
            terminal.send("e")
        terminal.expect("paused 0.1 s")
        for _ in range(30):
            terminal.send("w")
        terminal.expect("paused 2.1 s")
        terminal.send("e")
        terminal.expect("paused 2.0 s")
        terminal.send("q")
        ended(terminal)


@case
def help_comes_and_goes():
    with opened() as terminal:
        terminal.send("\x1b[H?")
        terminal.expect("e faster, w slower")
        terminal.send("?")
        terminal.expect("The start.")
        terminal.send("q")
        ended(terminal)


def by_signal(number, status):
    with opened() as terminal:
        if number == signal.SIGINT:
            terminal.send("\x03")
        else:
            terminal.signal(number)
        ended(terminal, status)


case_for("an interrupt restores the terminal", by_signal, signal.SIGINT, 130)
case_for("an end restores the terminal", by_signal, signal.SIGTERM, 143)


@case
def noise_does_no_harm():
    with opened() as terminal:
        terminal.send("\x1b")
        time.sleep(0.2)
        terminal.send("\x1b[9;9;9999999999~\x1b[\x1bO\x1b\x1b[Zxyz\x01\x7f\x1a")
        time.sleep(0.2)
        terminal.send("\x1b[F")
        at(terminal, PLIES)
        terminal.send("q")
        ended(terminal)


def rows_of(raw):
    """The rows of the last frame."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", raw.split("\x1b[H")[-1]).splitlines()


def fits(columns, rows):
    with opened(columns=80, rows=40) as terminal:
        terminal.send("\x1b[F")
        at(terminal, PLIES)
        terminal.resize(columns, rows)
        time.sleep(0.3)
        terminal.send("?")
        time.sleep(0.3)
        terminal.send("?q")
        ended(terminal)
        frame = rows_of(terminal.raw.split("\x1b[?7h")[0])
        equal(len(frame) <= max(rows, 2), True, f"{len(frame)} rows: {frame}")
        equal(max(map(len, frame)) <= max(columns, 20), True, str(frame))


for size in ((80, 24), (40, 20), (30, 8), (20, 5), (10, 3), (200, 60), (5, 1)):
    case_for("fits into %dx%d" % size, fits, *size)


@case
def a_pipe_gets_every_position_once():
    out = run(["replay", RECORD]).out
    lacks(out, "\x1b")
    equal(len(re.findall(r"^ *a +b +c +d *$", out, re.MULTILINE)), 2 * (PLIES + 1))
    contains(out, "Konane: Black (human) against White (best)\n")
    contains(out, "1. Black plays a1. (2s)\n")
    contains(out.splitlines()[-1], "Note: one second was not enough")


@case
def plies_can_be_chosen():
    for plies, wanted in (("2-3", ["2.", "3."]), ("3-", ["3.", "4."]), ("-1", ["The", "1."]),
                          ("2", ["2."]), ("0", ["The"]), ("4-99", ["4."])):
        out = run(["replay", RECORD, "--plies", plies]).out
        equal(re.findall(r"^(\d+\.|The) ", out, re.MULTILINE), wanted, plies)
    for plies in ("3-2", "9", "x", "1-x", "--", ""):
        result = run(["replay", RECORD, "--plies", plies])
        equal(result.status, 0 if plies == "" else 2, plies)


@case
def a_dumb_terminal_gets_what_a_pipe_gets():
    with Terminal(["replay", RECORD], env={"TERM": "dumb"}) as terminal:
        terminal.expect("Note: one second")
        equal(terminal.wait(), 0)
        lacks(terminal.raw, "\x1b")


@case
def colours_only_where_wanted():
    for env, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"LC_ALL": "C"}, False)):
        with opened(env=env) as terminal:
            terminal.send("q")
            ended(terminal)
            equal("\x1b[48;5" in terminal.raw, coloured, f"colour with {env}")


@case
def what_is_no_record_is_refused():
    for file in ("/nonexistent", "/dev/null", __file__):
        result = run(["replay", file])
        equal(result.status, 2)
        contains(result.err, "bazi: replay: ")


run_cases()
