"""The command line: every command's good path, every kind of wrong usage, what is generated."""

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time

from drive import BAZI, Terminal, environment, run
from tap import case, case_for, contains, equal, lacks, run_cases

COMMANDS = run(["help", "--list"]).out.split()
GAMES = [json.loads(line) for line in run(["games", "--json"]).out.splitlines()]
GAME = GAMES[0]["name"]


def good(args, **more):
    result = run(args, **more)
    equal(result.status, 0, f"status of {args} ({result.err.strip()})")
    return result


def bad(args, *parts, **more):
    """Refused with status 2, one line on stderr, nothing on stdout."""
    result = run(args, **more)
    equal(result.status, 2, f"status of {args}")
    equal(result.out, "", "stdout")
    lines = result.err.splitlines()
    equal(len(lines), 1, f"lines on stderr ({result.err!r})")
    equal(lines[0][:6], "bazi: ", "beginning of the line")
    for part in parts:
        contains(lines[0], part, "stderr")


# Good paths

@case
def games_lists_every_game_with_options():
    text = good(["games"]).out
    for game in GAMES:
        contains(text, game["name"])
        contains(text, game["title"])
        for option in game["options"]:
            contains(text, f"-o {option['name']}={option['default']}")


@case
def games_as_json_has_one_object_a_line():
    for game in GAMES:
        equal(sorted(game), ["brief", "name", "options", "players_max", "players_min", "title"])


@case
def perft_ends_with_the_count():
    equal(good(["perft", GAME, "4"]).out, "nodes 172\n")
    equal(good(["perft", GAME, "0"]).out, "nodes 1\n")
    equal(good(["perft", "-o", "size=4", GAME, "3"]).out, "nodes 16\n")
    equal(good(["perft", "--option=size=4", GAME, "--", "3"]).out, "nodes 16\n")
    equal(good(["perft", "-osize=4", GAME, "3"]).err, "", "stderr without a terminal")


@case
def perft_divide_adds_up():
    lines = good(["perft", GAME, "4", "--divide"]).out.splitlines()
    total = sum(int(line.split()[1]) for line in lines[:-1])
    equal(lines[-1], f"nodes {total}")
    equal(total, 172)


@case
def perft_json_has_the_branches():
    answer = json.loads(good(["perft", GAME, "3", "--divide", "--json"]).out)
    equal(answer["nodes"], sum(answer["moves"].values()))
    equal(json.loads(good(["perft", GAME, "3", "--json"]).out)["nodes"], answer["nodes"])


@case
def perft_from_a_position():
    equal(good(["perft", GAME, "1", "--fen", "BW2/WBWB/BWBW/WBWB b"]).out, "nodes 2\n")


@case
def solve_proves_small_boards():
    equal(good(["solve", GAME, "-o", "size=4"]).out.splitlines()[-1], "solved p2win")
    result = good(["solve", GAME, "-o", "size=5"])
    equal(result.out, "solved p1win\n")
    contains(result.err, "nodes in")
    contains(result.err, "best move")


@case
def solve_as_json():
    answer = json.loads(good(["solve", GAME, "-o", "size=4", "--json"]).out)
    equal((answer["solved"], answer["result"], answer["lower"], answer["upper"]),
          (True, "p2win", -1, -1))


@case
def solve_interrupted_says_so_and_goes_on_from_its_checkpoint():
    folder = tempfile.mkdtemp()
    try:
        file = os.path.join(folder, "point")
        args = [BAZI, "solve", GAME, "-o", "size=7", "--checkpoint", file, "--memory", "64"]
        process = subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env=environment())
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        equal(process.returncode, 1, f"status ({err})")
        equal(out.splitlines()[-1], "unsolved lower -1 upper 1")
        equal(os.path.exists(file), True, "checkpoint written")
    finally:
        shutil.rmtree(folder)


@case
def solve_goes_on_to_the_same_result():
    folder = tempfile.mkdtemp()
    try:
        file = os.path.join(folder, "point")
        args = ["solve", GAME, "-o", "size=5x6", "--checkpoint", file]
        first = good(args + ["--interval", "1"])
        equal(first.out, good(args).out)
        bad(["solve", GAME, "-o", "size=5", "--checkpoint", file], "checkpoint", "another")
        with open(file, "r+b") as damaged:
            damaged.seek(100)
            damaged.write(b"damage")
        bad(args, "checkpoint", "damaged")
    finally:
        shutil.rmtree(folder)


def small_disk():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # writing then fails as on a full disk
    resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))


@case
def a_full_disk_loses_nothing():
    folder = tempfile.mkdtemp()
    try:
        file = os.path.join(folder, "point")
        args = ["solve", GAME, "-o", "size=5x6", "--checkpoint", file]
        before = good(args).out
        with open(file, "rb") as saved:
            content = saved.read()
        equal(len(content) > 65536, True, "size of the checkpoint")
        result = subprocess.run([BAZI, *args], capture_output=True, text=True, env=environment(),
                                preexec_fn=small_disk, check=False, timeout=60)
        equal((result.returncode, result.stdout), (0, before))
        with open(file, "rb") as saved:
            equal(saved.read() == content, True, "checkpoint as it was")
        equal(os.listdir(folder), ["point"])
    finally:
        shutil.rmtree(folder)


@case
def a_book_is_written_and_played_by():
    folder = tempfile.mkdtemp()
    try:
        file = os.path.join(folder, "book")
        good(["book", GAME, "--positions", "5", "--movetime", "20", "--out", file])
        script = f"setoption name book value {file}\nposition startpos\ngo movetime 60000\nquit\n"
        answer = good(["ugi", GAME], stdin=script).out
        contains(answer, "info depth 0 ")
        contains(answer, "bestmove ")
        with open(file, "ab") as longer:
            longer.write(b"x")
        bad(["perft", GAME, "1", "-o", f"book={file}"], "book", "checksum")
        alone = good(["ugi", GAME, "-o", f"book={file}", "-o", "size=6"], stdin="perft 1\nquit\n")
        contains(alone.err, "checksum", "playing on without it")
        equal(alone.out, "nodes 4\n")
        os.mkfifo(os.path.join(folder, "pipe")) # that nobody writes to
        bad(["perft", GAME, "1", "-o", f"book={folder}/pipe"], "pipe", "does not begin with")
        bad(["book", GAMES[1]["name"]], "keeps no openings", GAME)
        bad(["tune", GAMES[1]["name"]], "learns", GAME)
        told = good(["help", "tune"]).out
        equal([game["name"] for game in GAMES if f"\n  {game['name']} " in told], [GAME])
        for command in ("book", "tune"): # hours of work, if it were begun
            bad([command, GAME, "--out", os.path.join(file, "x")], "cannot be written")
    finally:
        shutil.rmtree(folder)


@case
def a_proof_is_written_and_checked():
    folder = tempfile.mkdtemp()
    try:
        file = os.path.join(folder, "proof")
        for size, winner in (("4", "p2win"), ("5", "p1win")):
            good(["solve", GAME, "-o", f"size={size}", "--proof", file])
            what = f"{GAME} -o size={size}, from the start"
            found = re.fullmatch(rf"{what}\nproved (\w+), (\d+) positions\n",
                                 good(["check", file]).out)
            equal(found[1], winner)
        fen = "BW2/W3/4/4 b"
        good(["solve", GAME, "-o", "size=4", "--fen", fen, "--proof", file])
        contains(good(["check", file]).out, f"{GAME} -o size=4, position {fen}\n")
        equal(os.listdir(folder), ["proof"])
        with open(file, "ab") as longer:
            longer.write(b"x")
        bad(["check", file], "proof", "damaged")
        bad(["check", __file__], "not a proof")
        bad(["check", os.path.join(folder, "nothing")], "nothing", "cannot be opened")
        bad(["solve", GAME, "-o", "size=4", "--proof", os.path.join(file, "x")], "proof")
    finally:
        shutil.rmtree(folder)


@case
def bench_prints_the_same_signature_twice():
    first, second = (good(["bench", GAME, "--signature"], timeout=300).out.splitlines()
                     for _ in range(2))
    equal(len(first), 1)
    for one, other in zip(first, second):
        equal(re.fullmatch(r"bench \w+ nodes \d+ nps \d+", one) is not None, True, one)
        equal(one.split()[:4], other.split()[:4], "signature")


@case
def bench_of_one_game_as_json():
    answer = json.loads(good(["bench", GAME, "--signature", "--json"], timeout=300).out)
    equal(sorted(answer), ["game", "nodes", "nps", "seconds"])
    equal(answer["game"], GAME)
    equal(answer["nodes"] > 0 and answer["nps"] > 0, True)


@case
def reproduce_finds_everything_as_published():
    result = good(["reproduce", GAME], timeout=300)
    lines = result.out.splitlines()
    rows = [line for line in lines if line.startswith("game ")]
    contains(lines[-1], f"{len(rows)} of {len(rows)} reproduced")
    lacks(result.out, "DIFFERS")
    contains(result.out, "minimax 3,957,990, alphabeta 417,392")


@case
def reproduce_as_json_has_one_object_a_game():
    rows = [json.loads(line) for line in good(["reproduce", GAME, "--json"],
                                              timeout=300).out.splitlines()]
    for row in rows:
        equal(row["same"], True, f"game {row['label']}")
        equal(row["differences"], 0)
        equal((row["result"], row["plies"]), (row["published_result"], row["published_plies"]))
        equal(len(row["nodes"]), 2)
        equal(row["board"].count("\n") > 4, True)


@case
def version_in_three_ways():
    text = good(["version"]).out
    equal(re.fullmatch(r"bazi \d+\.\d+\.\d+\n", text) is not None, True, text)
    equal(good(["--version"]).out, text)
    equal(good(["-V"]).out, text)


# Help and what else is generated

@case
def help_in_three_ways():
    text = good(["help"]).out
    for name in COMMANDS:
        contains(text, name)
    equal(good(["--help"]).out, text)
    equal(good(["-h"]).out, text)


def help_of(name):
    text = good(["help", name]).out
    equal(good([name, "--help"]).out, text)
    equal(good([name, "-h", "--whatever"]).out, text)
    contains(text, f"bazi {name}")
    contains(text, "Examples:")
    lacks(text, "GAME 6")
    lacks(text, "(null)")
    too_wide = [line for line in text.splitlines() if len(line) > 80]
    equal(too_wide, [], "lines wider than 80 columns")


for command in COMMANDS:
    case_for(f"help of {command}", help_of, command)


@case
def help_fits_a_narrow_window():
    for name in COMMANDS:
        text = good(["help", name], env={"COLUMNS": "50"}).out
        wide = [line for line in text.splitlines() if len(line) > 50 and not line.startswith("  ")]
        equal(wide, [], f"wide lines in the help of {name}")


def parses(shell, command):
    script = good(["help", "--completion", shell]).out
    contains(script, GAME)
    contains(script, "alphabeta")
    contains(script, "checkpoint")
    done = subprocess.run([shell, *command], input=script, text=True, capture_output=True,
                          check=False, env=environment())
    equal((done.returncode, done.stderr), (0, ""), f"{shell} says")


case_for("completion for bash parses", parses, "bash", ["-n"])
case_for("completion for zsh parses", parses, "zsh", ["-n"])
case_for("completion for fish parses", parses, "fish", ["--no-execute"])


def bash_completes(*words):
    """What bash would offer after `bazi words…`, the last of which is unfinished."""
    script = good(["help", "--completion", "bash"]).out
    line = " ".join(f"'{word}'" for word in ("bazi", *words))
    script += f"\ncompopt() {{ :; }}\nCOMP_WORDS=({line}); COMP_CWORD={len(words)}; _bazi\n"
    script += 'printf "%s\\n" "${COMPREPLY[@]}"\n'
    done = subprocess.run(["bash"], input=script, text=True, capture_output=True, check=True)
    return done.stdout.split()


@case
def bash_completes_commands_flags_games_and_players():
    equal(bash_completes("pl"), ["play"])
    equal(bash_completes("play", "--de"), ["--demo"])
    equal(bash_completes("perft", GAME[:3]), [GAME])
    equal(bash_completes("play", "--p2", "alp"), ["alphabeta"])
    equal(bash_completes("play", "--p1", "hu"), ["human"])
    equal(bash_completes("help", "--completion", ""), ["bash", "zsh", "fish"])
    contains(bash_completes("play", "-o", ""), GAMES[0]["options"][0]["name"] + "=")


def fish_completes(*words):
    """The same of fish, in its order, without the explanations."""
    script = good(["help", "--completion", "fish"]).out
    script += f"\ncomplete -C '{' '.join(('bazi', *words))}'\n"
    done = subprocess.run(["fish"], input=script, text=True, capture_output=True, check=True,
                          env=environment())
    return [line.split("\t")[0] for line in done.stdout.splitlines()]


@case
def fish_completes_commands_flags_games_and_players():
    equal(fish_completes("pl"), ["play"])
    equal(fish_completes("play", "--de"), ["--demo"])
    equal(fish_completes("perft", GAME[:3]), [GAME])
    equal(fish_completes("play", "--p2", "alp"), ["alphabeta"])
    equal(sorted(fish_completes("help", "--completion", "")), ["bash", "fish", "zsh"])
    contains(fish_completes("play", "-o", ""), GAMES[0]["options"][0]["name"] + "=")


def man_page(*words):
    text = good(["help", "--man", *words]).out
    equal(text.startswith(".TH BAZI"), True, "a title line")
    equal(text, good(["help", "--man", *words], env={"COLUMNS": "30"}).out, "the same bytes")
    done = subprocess.run(["groff", "-man", "-ww", "-z"], input=text, text=True,
                          capture_output=True, check=False)
    equal((done.returncode, done.stdout, done.stderr), (0, "", ""), "groff says")


case_for("manual page of the program", man_page)
for command in COMMANDS:
    case_for(f"manual page of {command}", man_page, command)


# Wrong usage

WRONG = [
    ("no command", [], ["help"]),
    ("an unknown command", ["nonsense"], ["nonsense", "bazi help"]),
    ("a misspelt command", ["gmaes"], ["gmaes", "'games'"]),
    ("a beginning of a command", ["repro"], ["'reproduce'"]),
    ("an unknown flag", ["games", "--colour"], ["--colour", "games"]),
    ("a misspelt flag", ["solve", GAME, "--treads", "2"], ["--treads", "--threads"]),
    ("an unknown letter", ["games", "-z"], ["-z"]),
    ("a flag twice", ["games", "--json", "--json"], ["--json", "twice"]),
    ("a value for a switch", ["games", "--json=yes"], ["--json"]),
    ("a flag without its value", ["play", "--p1"], ["--p1", "SPEC"]),
    ("an operand too many", ["games", GAME], [GAME]),
    ("an operand too few", ["perft", GAME], ["GAME N"]),
    ("an empty command", [""], ["''"]),
    ("control characters are not echoed", ["a\x1b[31m\nb"], ["\\x1b"]),
    ("a command as long as a novel", ["x" * 5000], ["xxx"]),
    ("too many options", ["perft", GAME, "1"] + ["-o", "size=4"] * 70, ["flags"]),
    ("help about nothing", ["help", "nothing"], ["nothing"]),
    ("help about a misspelt command", ["help", "solv"], ["'solve'"]),
    ("an unknown shell", ["help", "--completion", "csh"], ["csh", "bash"]),
    ("two kinds of help", ["help", "--man", "--list"], ["--man"]),
    ("an unknown game", ["perft", "chess", "3"], ["chess", GAME]),
    ("perft of nothing", ["perft", GAME, ""], ["N"]),
    ("perft of words", ["perft", GAME, "three"], ["three"]),
    ("perft of half a number", ["perft", GAME, "3x"], ["3x"]),
    ("perft of a negative number", ["perft", GAME, "-3"], ["-3"]),
    ("perft of an absurd number", ["perft", GAME, "99999999999999999999"], ["9999"]),
    ("an unknown option", ["perft", GAME, "1", "-o", "colour=red"], ["colour", "size"]),
    ("an option without a value", ["perft", GAME, "1", "-o", "size"], ["size"]),
    ("an option out of range", ["perft", GAME, "1", "-o", "size=99"], ["99"]),
    ("a malformed position", ["perft", GAME, "1", "--fen", "BWXB b"], ["XB"]),
    ("an empty position", ["perft", GAME, "1", "--fen", ""], []),
    ("an explanation as JSON", ["solve", GAME, "--explain", "--json"], ["--explain", "--json"]),
    ("no interval", ["solve", GAME, "--interval", "0"], ["--interval"]),
    ("no threads", ["solve", GAME, "--threads", "0"], ["--threads"]),
    ("too much memory", ["solve", GAME, "--memory", "99999999999"], ["--memory"]),
    ("memory in words", ["solve", GAME, "--memory", "lots"], ["--memory", "lots"]),
    ("a map where there are none", ["reproduce", GAME, "--map", "x"], ["map"]),
    ("reproduce an unknown game", ["reproduce", "chess"], ["chess"]),
    ("bench an unknown game", ["bench", GAME, "chess"], ["chess"]),
    ("ugi without a game", ["ugi"], ["GAME"]),
    ("ugi of an unknown game", ["ugi", "chess"], ["chess"]),
    ("an unknown player", ["play", "--p2", "kasparov"], ["kasparov", "human", "minimax", "best"]),
    ("a player's unknown key", ["play", "--p2", "minimax:depth=3"], ["depth", "plies"]),
    ("a player's wrong value", ["play", "--p2", "minimax:plies=lots"], ["lots"]),
    ("a player's spec without end", ["play", "--p2", "minimax:" + "p" * 500], ["255"]),
    ("a person with settings", ["play", "--p1", "human:plies=3"], ["human"]),
    ("a person in a demonstration", ["play", "--demo", "--p1", "human"], ["demonstration"]),
    ("a wrong seed", ["play", "--seed", "-1", "--demo"], ["--seed"]),
    ("a record nobody can write", ["play", "--out", "/no/such/folder/x"], ["--out", "/no/such"]),
    ("a record that is a folder", ["play", "--out", "/"], ["--out"]),
    ("nothing to resume", ["play", "--resume"], ["no saved game"]),
    ("nothing of this game to resume", ["play", "--resume", GAME], [GAME]),
    ("a file to resume that is not there", ["play", "--resume", "/no/such"], ["/no/such"]),
    ("a file to resume that is no record", ["play", "--resume=/etc/passwd"], ["/etc/passwd"]),
    ("resume with a position", ["play", "--resume", "--fen", "x"], ["--fen"]),
    ("a finished position", ["play", GAME, "--fen", "B3/4/4/4 w"], ["over"]),
]
for name, arguments, parts in WRONG:
    case_for(f"refused: {name}", bad, arguments, *parts)


# Output nobody takes

def lost_output(args, open_stdout):
    with open_stdout() as stdout:
        result = run(args, stdout=stdout)
    equal(result.status, 1, "status")
    equal(len(result.err.splitlines()), 1, f"lines on stderr ({result.err!r})")
    equal(result.err[:6], "bazi: ")


def full_disk():
    return open("/dev/full", "wb")


def closed_pipe():
    ends = os.pipe()
    os.close(ends[0])
    return os.fdopen(ends[1], "wb", closefd=True)


def unwritable():
    return open("/dev/null", "rb")


SPEAKING = [["games"], ["help"], ["version"], ["perft", GAME, "2"], ["help", "--man"],
            ["help", "--completion", "bash"], ["games", "--json"],
            ["play", "--demo", "-o", "size=4"]]
for speaking in SPEAKING:
    shown = " ".join(speaking)
    case_for(f"full disk: {shown}", lost_output, speaking, full_disk)
    case_for(f"closed pipe: {shown}", lost_output, speaking, closed_pipe)
    case_for(f"closed stdout: {shown}", lost_output, speaking, unwritable)


@case
def without_standard_streams_nothing_is_mistaken_for_them():
    folder = tempfile.mkdtemp()
    try:
        file = os.path.join(folder, "record")
        done = subprocess.run(["sh", "-c", '"$0" play --demo -o size=4 --out "$1" <&- >&- 2>&-',
                               BAZI, file], env=environment(), check=False, timeout=60)
        equal(done.returncode, 1)
        with open(file, encoding="utf-8") as record:
            contains(record.read(), "[Game ")
    finally:
        shutil.rmtree(folder)


@case
def on_a_terminal_perft_tells_its_speed():
    with Terminal(["perft", GAME, "5"]) as terminal:
        terminal.expect(re.compile(r"892 sequences in [\d.]+ s"))
        terminal.expect("nodes 892")
        equal(terminal.wait(), 0)


run_cases()
