"""The checker of other people's programs: good ones pass, every kind of mistake gets its name."""

import json
import os
import re
import shutil
import signal
import subprocess
import time

from drive import BAZI, environment, run, scratch
from tap import case, case_for, contains, equal, lacks, run_cases

GAMES = [json.loads(line) for line in run(["games", "--json"]).out.splitlines()]
GAME = GAMES[0]["name"]
# The program that is checked; a sanitized one needs more memory than a sandbox gives, but the
# checker may be one.
CHECKED = os.environ.get("BAZI_CHECKED", BAZI)

# No move is ever late unless a case says so: this machine may be slow.
QUICK = {"--movetime": "20", "--positions": "4", "--margin": "60000"}
IMPATIENT = ["--patience", "1500"]


def folder():
    """A directory that programs in the sandbox can read, whoever they are run as."""
    path = scratch()
    os.chmod(path, 0o755)
    return path


def own_agent():
    """The misbehaving agent under a name no other process has."""
    path = os.path.join(folder(), f"agent-{os.getpid()}-{time.monotonic_ns()}")
    shutil.copy(os.environ["BAZI_AGENT"], path)
    return path


AGENT = own_agent()


def script(name, text):
    path = os.path.join(folder(), name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def running(name):
    """Processes whose command line has this in it."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                line = file.read()
        except OSError:
            continue
        if name.encode() in line and b"ugi-check" not in line:
            found.append(pid)
    return found


def quick(*flags):
    """These flags, and those of QUICK that are not among them."""
    return [word for flag, value in QUICK.items() if flag not in flags
            for word in (flag, value)] + list(flags)


def examine(command, *flags, game=GAME):
    """What each check found, by its name; the counts under None."""
    result = run(["ugi-check", command, "--game", game, "--json", *quick(*flags)])
    lines = [json.loads(line) for line in result.out.splitlines()]
    if not lines:
        raise AssertionError(f"nothing printed: {result}")
    found = {line.get("check"): line for line in lines}
    grades = [line["grade"] for line in lines[:-1]]
    equal(found[None]["checks"], len(grades), "checks counted")
    equal(found[None]["faults"], grades.count("fault"), "faults counted")
    equal(found[None]["hints"], grades.count("hint"), "hints counted")
    equal(result.status, 1 if found[None]["faults"] else 0, "status")
    equal(result.err, "", "stderr")
    return found


def findings(found):
    return {name: line["grade"] for name, line in found.items()
            if name and line["grade"] != "ok"}


# Programs without fault

def ours_passes(game, *flags):
    found = examine(f"{CHECKED} ugi {game}", *flags, game=game)
    equal(findings(found), {}, "findings")
    equal(found[None]["omitted"], 0, "checks left out")
    contains(found["queries"]["remark"], "answers", "queries")
    lacks(found["queries"]["remark"], "none", "queries")


for entry in GAMES:
    case_for(f"our own program passes for {entry['name']}", ours_passes, entry["name"])
    if any(option["name"] == "seed" for option in entry["options"]):
        case_for(f"and with an option for {entry['name']}", ours_passes, entry["name"],
                 "-o", "seed=7")


def modest_passes(mode):
    found = examine(f"{AGENT} {GAME} {mode}")
    equal(findings(found), {}, "findings")


case_for("a program that does only what it must passes", modest_passes, "good")
case_for("queries may list moves in any order", modest_passes, "helpful")


# Every mistake has its name. The second column is where it is found, and nothing else is.

MISTAKES = [
    ("stillborn", "quiet", "fault", "exit status 7", ""),
    ("eager", "quiet", "hint", "before it was asked", "< Welcome!"),
    ("silent", "ugi", "fault", "did not send 'ugiok' within 1.500 s", "> ugi"),
    ("unflushed", "ugi", "fault", "came only when its input was closed", "< ugiok"),
    ("nameless", "name", "fault", "'id name NAME'", ""),
    ("badoption", "options", "fault", "default of a spin", "< option name Level"),
    ("brittle", "unknown", "fault", "exit status 4", "! what is 'xyzzy plugh 42'?"),
    ("loud", "stray", "hint", "answers nothing", "< what is 'xyzzy plugh 42'?"),
    ("newline", "crlf", "hint", "\\r\\n", "> isready\\x0d"),
    ("illegal", "movetime", "fault", "'z99', which is no legal move", "< bestmove z99"),
    ("crash", "movetime", "fault", "Segmentation fault", "> go movetime 20"),
    ("exit", "movetime", "fault", "exit status 3", "> go movetime 20"),
    ("hang", "movetime", "fault", "did not send 'bestmove' within", "> go movetime 20"),
    ("stubborn", "movetime", "fault", "did not send 'bestmove' within", "> go movetime 20"),
    ("half", "movetime", "fault", "'bestmove d' without the end of the line", "> go movetime 20"),
    ("flood", "movetime", "fault", "more than 8 MB", "< xxxx"),
    ("complain", "movetime", "fault", "more than 8 MB", "> go movetime 20"),
    ("mute", "movetime", "fault", "closed its output", "> go movetime 20"),
    ("deaf", "movetime", "fault", "did not send 'bestmove' within", "> go movetime 20"),
    ("twice", "movetime", "fault", "second 'bestmove'", "< bestmove"),
    ("badinfo", "info", "fault", "'deep', where a whole number belongs", "< info depth deep"),
    ("oddinfo", "info", "hint", "'mood'", "< info depth 1 mood good"),
    ("badpv", "info", "fault", "'z99' in the pv", "< info depth 1 pv z99"),
    ("noise", "stray", "hint", "answers nothing", "< \\x00\\x1b[2J\\xff\\x01bestmove"),
    ("liar", "queries", "fault", "legal moves, and there are", "> query legalmoves"),
    ("staying", "quit", "fault", "still running", "> quit"),
    ("failing", "quit", "fault", "exit status 5", "> quit"),
    ("daemon", "quit", "hint", "left a process", "> quit"),
    ("clinging", "input-end", "hint", "still running", "> (the end of the input)"),
]


def mistake_is_named(mode, name, grade, part, line):
    found = examine(f"{AGENT} {GAME} {mode}", *IMPATIENT)
    equal(findings(found), {name: grade}, "findings")
    contains(found[name]["finding"], part, "finding")
    equal(bool(found[name]["advice"]), True, "advice")
    if line:
        contains("\n".join(found[name]["talk"]), line, "talk")
    equal(running(os.path.basename(AGENT)), [], "left running")


for row in MISTAKES:
    case_for(f"mistake: {row[0]}", mistake_is_named, *row)


@case
def who_ignores_the_moves_is_found_out():
    found = examine(f"{AGENT} {GAME} forgetful")
    equal(findings(found), {"moves": "fault", "fen-moves": "fault", "finished": "hint"})
    contains(found["moves"]["finding"], "legal are")
    contains(found["moves"]["talk"][0], "> position startpos moves ")


@case
def who_is_always_late_is_told_by_how_much():
    found = examine(f"{AGENT} {GAME} slow", "--margin", "20", "--positions", "1")
    equal(findings(found), {name: "fault" for name in ("movetime", "moves", "fen", "fen-moves")})
    contains(found["movetime"]["finding"], "it had 0.020 s, and 20 ms are forgiven")


@case
def a_program_that_is_none_is_a_fault():
    found = examine("no-such-program-anywhere")
    equal(findings(found), {"start": "fault"})
    contains(found["start"]["finding"], "no-such-program-anywhere")


# What beginners write

GREETER = """import sys
for line in sys.stdin:
    word = line.split()[0] if line.split() else ''
    if word == 'ugi':
        print('id name greeter')
        print('ugiok'{flush})
    elif word == 'isready':
        print('readyok'{flush})
    elif word == 'quit':
        break
    elif word not in ('', 'setoption', 'uginewgame'):
        {other}
"""


def greeter(flush, other):
    return "/usr/bin/python3 " + script(
        "greeter.py", GREETER.format(flush=", flush=True" if flush else "", other=other))


@case
def python_without_flush_is_recognized():
    found = examine(greeter(False, "pass"), *IMPATIENT)
    equal(findings(found), {"ugi": "fault"})
    contains(found["ugi"]["finding"], "only when its input was closed")
    contains(found["ugi"]["advice"], "Did you forget to flush?")
    contains(found["ugi"]["advice"], "flush=True")


@case
def python_that_raises_shows_its_traceback():
    found = examine(greeter(True, "raise KeyError(word)"))
    equal(found["unknown"]["grade"], "fault")
    contains("\n".join(found["unknown"]["talk"]), "! KeyError: 'xyzzy'")


@case
def python_that_never_moves_is_told():
    found = examine(greeter(True, "pass"), *IMPATIENT)
    equal(findings(found), {"movetime": "fault"})
    contains(found["movetime"]["advice"], "still thinking")


@case
def who_resigns_is_not_blamed():
    found = examine(greeter(True, "if word == 'go': print('bestmove resign', flush=True)"))
    equal(findings(found), {"finished": "hint"})


@case
def a_shell_script_with_half_lines_is_told():
    path = script("half.sh", "while read -r line; do printf 'ugiok'; done\n")
    found = examine(f"/bin/sh {path}", *IMPATIENT)
    equal(findings(found), {"ugi": "fault"})
    contains(found["ugi"]["finding"], "'ugiok' without the end of the line")


# For people

@case
def the_text_is_safe_and_says_what_to_do():
    result = run(["ugi-check", f"{AGENT} {GAME} noise", *quick()])
    equal(re.findall(r"[^ -~\n]", result.out), [], "characters that are not plain")
    contains(result.out, "hint   stray")
    contains(result.out, "< \\x00\\x1b[2J")
    equal(result.out.splitlines()[-1], "26 checks, 0 faults, 1 hints")


@case
def the_text_of_a_fault_has_all_parts():
    result = run(["ugi-check", f"{AGENT} {GAME} brittle", *quick()])
    equal(result.status, 1)
    for part in ("FAULT  unknown", "your program ended (exit status 4)", "> xyzzy plugh 42",
                 "! what is 'xyzzy plugh 42'?", "it has to skip", "ok     isready"):
        contains(result.out, part)


@case
def the_same_seed_asks_the_same():
    talk = [examine(f"{AGENT} {GAME} forgetful", "--seed", seed)["moves"]["talk"]
            for seed in ("3", "3", "4")]
    equal(talk[0], talk[1])
    equal(talk[0] != talk[2], True, "another seed asks something else")


@case
def an_interrupt_leaves_nothing_running():
    command = [BAZI, "ugi-check", f"{AGENT} {GAME} silent", "--patience", "60000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment()) as process:
        equal(process.stdout.readline().startswith(b"ok     start"), True, "first line")
        process.send_signal(signal.SIGINT)
        equal(process.wait(30), 130, "status")
    equal(running(os.path.basename(AGENT)), [], "left running")


# Wrong usage

def refused(args, *parts):
    result = run(["ugi-check", *args])
    equal(result.status, 2, "status")
    equal(result.out, "", "stdout")
    equal(len(result.err.splitlines()), 1, "lines on stderr")
    for part in parts:
        contains(result.err, part)


case_for("a command in several words is refused", refused, ["python3", "agent.py"],
         "one argument, in quotes", "bazi ugi-check 'python3 agent.py'")
case_for("what needs a shell is refused", refused, ["agent | tee log"], "no shell reads it")
case_for("no command is refused", refused, [], "too few arguments")
case_for("an unknown game is refused", refused, ["--game", "nonsense", "agent"], "nonsense")
case_for("a number out of range is refused", refused, ["--positions", "0", "agent"], "--positions")

run_cases()
