"""Matches: players of ours, programs in the sandbox and over TCP, and everything a program can do
wrong; what is ruled, what its author is told, and that nothing is left behind."""

import json
import os
import random
import signal
import socket
import subprocess
import threading
import time

from drive import BAZI, Terminal, environment, run, scratch
from tap import case, case_for, contains, equal, lacks, run_cases

AGENT = os.environ.get("BAZI_AGENT", "")
CHECKED = os.environ.get("BAZI_CHECKED", BAZI)
HEAVY = bool(os.environ.get("BAZI_HEAVY"))


def agent(mode, when=2, game="konane"):
    return f"cmd:{AGENT} {game} {mode} {when}"


def match(*args, status=0, **more):
    """The games and the standings."""
    result = run(["match", *args, "--json"], **more)
    if status is not None:
        equal(result.status, status, f"status of {args} ({result!r})")
    lines = [json.loads(line) for line in result.out.splitlines()]
    return lines[:-1], lines[-1]["standings"]


def agents_running():
    """Processes of the misbehaving agent, whoever their parents are."""
    found = []
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and os.readlink(f"/proc/{name}/exe") == os.path.realpath(AGENT):
                found.append(name)
        except OSError:
            pass
    return found


def nothing_left(folder):
    deadline = time.monotonic() + 5
    while agents_running() and time.monotonic() < deadline:
        time.sleep(0.05)
    equal(agents_running(), [], "agents still running")
    equal(os.listdir(folder), [], "left in the folder for temporary files")


@case
def our_own_players_meet():
    games, standings = match("best:nodes=500", "random", "--games", "4", "--pairs")
    equal([game["result"] for game in games], ["p1win", "p2win", "p1win", "p2win"])
    equal([game["players"][0] for game in games], ["best:nodes=500", "random"] * 2)
    equal((standings[0]["won"], standings[1]["lost"], standings[0]["pairs_won"]), (4, 4, 2))


@case
def two_players_are_compared():
    result = run(["match", "best:nodes=500", "random", "--games", "4", "--pairs", "--json"])
    comparison = json.loads(result.out.splitlines()[-1])["comparison"]
    equal((comparison["of"], comparison["counts"]), ("pairs", [0, 0, 0, 0, 2]))
    elo = comparison["elo"]
    equal(elo["low"] < 0 < elo["value"] < elo["high"], True, "two pairs prove nothing")
    equal((elo["high_open"], elo["low_open"]), (True, False))
    result = run(["match", "random", "random", "--games", "3"])
    contains(result.out, "random against random")
    contains(result.out, "Elo")
    lacks(result.out, "pairs  ")
    lacks(run(["match", "--game", "hotk", "-o", "rules=published", "-o", "players=3", "simple",
               "simple", "simple", "--games", "1"]).out, "against")


@case
def the_same_seed_gives_the_same_games_whatever_the_threads():
    def play(threads):
        folder = scratch()
        out = os.path.join(folder, "games")
        match("--game", "monopoly", "random", "greedy", "--games", "8", "--pairs", "--seed", "7",
              "--concurrency", threads, "--out", out)
        with open(out, encoding="utf-8") as file:
            text = file.read()
        return sorted(part.split("\n\n", 1)[1].split("{")[0] for part in text.split("[Game")[1:])
    equal(play("1"), play("3"))


@case
def a_pair_has_the_same_dice():
    folder = scratch()
    out = os.path.join(folder, "games")
    match("--game", "monopoly", "simple", "simple", "--games", "2", "--pairs", "--out", out)
    with open(out, encoding="utf-8") as file:
        moves = [game.split("\n\n", 1)[1].split() for game in file.read().split("[Game")[1:]]
    rolls = [[word for word in game if word.startswith("roll")] for game in moves]
    equal(rolls[0], rolls[1])


@case
def one_who_plays_alone_is_compared_on_the_same_map():
    games, standings = match("--game", "diamonds", "-o", "map=first-steps", "best:nodes=2000",
                             "random", "--games", "2", "--pairs")
    equal([len(game["players"]) for game in games], [1, 1])
    equal((standings[0]["won"], standings[1]["lost"]), (1, 1))


@case
def a_game_without_end_is_ended():
    game, options = "angry", ["-o", "rules=mdp"]
    games, standings = match("--game", game, *options, "simple", "greedy", "--games", "2")
    equal([(one["ruling"], one["plies"]) for one in games if one["players"] == ["simple"]],
          [("drawn", 10000)])
    equal((standings[0]["lost"], standings[0]["faults"]), (1, 0))
    games, _ = match("--game", game, *options, "simple", "--games", "1", "--plies", "300")
    equal(games[0]["plies"], 300)
    shown = run(["play", game, *options, "--demo", "--p1", "simple"])
    equal(shown.status, 0)
    contains(shown.out, "after 50000 plies: judged to be over")


@case
def three_rotate():
    games, standings = match("--game", "hotk", "-o", "rules=published", "-o", "players=3", "greedy",
                             "random", "simple", "--games", "3", "--pairs")
    equal([game["players"][0] for game in games], ["greedy", "random", "simple"])
    equal([row["games"] for row in standings], [3, 3, 3])


@case
def a_good_program_plays_every_game():
    for game in ("konane", "hotk", "monopoly", "diamonds", "angry"):
        options = ["-o", "players=2"] if game == "diamonds" else []
        options = ["-o", "queen=player"] if game == "angry" else options
        command = f"cmd:{CHECKED} ugi {game}"
        games, standings = match("--game", game, *options, command, "random", "--games", "2",
                                 "--pairs", "--nodes", "200")
        equal(standings[0]["faults"], 0, f"faults in {game}: {games}")


# What an agent does at its second move, how that is ruled, and what its author reads.
FAULTS = [
    ("crash", "crashed", "signal 11"),
    ("exit", "crashed", "exit status 3"),
    ("hang", "hung", "did not send 'bestmove' within 0."),
    ("stubborn", "hung", "did not send 'bestmove'"),
    ("flood", "flooded", "more than 8 MB"),
    ("complain", "flooded", "more than 8 MB"),
    ("bomb", "hung", "did not send 'bestmove'"),
    ("half", "hung", "without the end of its line 'bestmove d'"),
    ("late", "late", "it had 0.150 s, with a margin of 0.050 s"),
    ("deaf", "hung", "did not send 'bestmove'"),
    ("mute", "left", "closed its output"),
    ("illegal", "illegal", "answered 'z99', which is no legal move; legal"),
    ("silent", "silent", "did not send 'ugiok'"),
    ("stillborn", "crashed", "exit status 7"),
]


def ruled(mode, ruling, words):
    folder = scratch()
    games, standings = match(agent(mode), "random", "--games", "1", "--movetime", "150",
                             "--patience", "2000", status=1, env={"TMPDIR": folder})
    equal(games[0]["result"], "p2win")
    equal(games[0]["ruling"], ruling)
    contains(games[0]["note"], words)
    if mode not in ("silent", "stillborn", "late"):
        contains(games[0]["note"], "move 3: ")
        contains(games[0]["note"], "it had received")
    equal(standings[0]["faults"], 1)
    nothing_left(folder)


for fault in FAULTS:
    case_for(f"what becomes of one that does this: {fault[0]}", ruled, *fault)


@case
def memory_is_limited():
    games, _ = match(agent("memory"), "random", "--games", "1", "--movetime", "20000",
                     "--memory", "200", status=1)
    equal(games[0]["ruling"], "crashed")


@case
def a_daemon_dies_with_its_game():
    folder = scratch()
    match(agent("daemon"), "random", "--games", "2", env={"TMPDIR": folder})
    nothing_left(folder)


@case
def noise_is_let_pass_and_nothing_of_it_reaches_the_terminal():
    folder = scratch()
    out = os.path.join(folder, "games")
    result = run(["match", agent("noise"), agent("noise"), "--games", "1", "--out", out])
    equal(result.status, 0)
    lacks(result.out + result.err, "\033")
    with open(out, encoding="utf-8") as file:
        lacks(file.read(), "\033")


@case
def what_a_program_complains_about_is_kept():
    folder = scratch()
    match(agent("stderr"), "random", "--games", "1", "--logs", os.path.join(folder, "logs"))
    with open(os.path.join(folder, "logs", "game0001.p1.stderr"), encoding="utf-8") as file:
        equal(file.read(), "Traceback: something is wrong\n")


@case
def a_program_that_cannot_be_started_is_told_why():
    games, _ = match("cmd:./no-such-program", "random", "--games", "1", status=1)
    contains(games[0]["note"], "no-such-program")
    result = run(["match", "cmd:echo 'unclosed", "random"])
    equal(result.status, 2)


@case
def resigning_is_no_fault():
    games, standings = match(agent("resign"), "random", "--games", "1")
    equal((games[0]["ruling"], standings[0]["faults"]), ("resigned", 0))


@case
def games_are_adjudged_by_what_the_players_say():
    games, _ = match(agent("good"), agent("good"), "--games", "1", "--draw", "4:1:10")
    equal((games[0]["result"], games[0]["plies"]), ("draw", 10))
    games, _ = match("random", "random", "--games", "1", "--plies", "5")
    equal((games[0]["result"], games[0]["ruling"], games[0]["plies"]), ("draw", "drawn", 5))
    games, _ = match("best:plies=4", "random", "--games", "1", "--pairs", "--resign", "1:100000")
    equal({game["result"] for game in games if "ruling" in game} <= {"p1win", "p2win"}, True)


def visitor(port, lines):
    """A client that answers with what a real engine says."""
    deadline = time.monotonic() + 10
    while True:
        try:
            connection = socket.create_connection(("127.0.0.1", port), timeout=10)
            break
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
    engine = subprocess.Popen([BAZI, "ugi", "konane"], stdin=connection, stdout=connection,
                              env=environment())
    lines.append(engine.wait(timeout=60))
    connection.close()


def old_client(port, ends):
    """A client of the course's server, as soon as there is one."""
    deadline = time.monotonic() + 10
    result = None
    while result is None or ("refused" in result.err and time.monotonic() < deadline):
        time.sleep(0.02)
        result = run(["agent", "diamonds", "--port", str(port), "--engine", "greedy"])
    ends.append(result)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@case
def somebody_connects_and_plays():
    port, ends = free_port(), []
    thread = threading.Thread(target=visitor, args=(port, ends))
    thread.start()
    games, standings = match(f"tcp:{port}", "random", "--games", "3", "--nodes", "300")
    thread.join()
    equal([game["result"] for game in games], ["p1win"] * 3)
    equal(ends, [0])


@case
def a_client_of_the_course_s_server_plays_in_every_edition():
    for rules in ("p1", "p2", "p3", "v2021"):
        port, ends = free_port(), []
        thread = threading.Thread(target=old_client, args=(port, ends))
        thread.start()
        games, standings = match(
            "--game", "diamonds", "-o", f"rules={rules}", "-o", "players=2", "-o", "turns=12",
            f"wire:{port}", "random", "--games", "1", "--movetime", "5000")
        equal(standings[0]["faults"], 0, f"faults with {rules}: {games}")
        thread.join()
        contains(ends[0].out, "finish!")
        equal(ends[0].status, 0)


@case
def nobody_connects():
    games, _ = match(f"tcp:{free_port()}", "random", "--games", "1", "--patience", "300", status=1)
    equal(games[0]["ruling"], "silent")
    contains(games[0]["note"], "nobody connected to port")


@case
def an_interrupt_keeps_what_was_played():
    folder = scratch()
    out = os.path.join(folder, "games")
    process = subprocess.Popen(
        [BAZI, "match", agent("good"), "random", "--games", "100000", "--out", out],
        stdout=subprocess.PIPE, text=True, env=environment({"TMPDIR": folder}))
    for _ in range(3):
        process.stdout.readline()
    process.send_signal(signal.SIGINT)
    rest = process.communicate(timeout=30)[0]
    equal(process.returncode, 130)
    contains(rest, "won-drawn-lost")
    with open(out, encoding="utf-8") as file:
        text = file.read()
    equal(text.count("[Game ") >= 3, True, "games kept")
    os.remove(out)
    nothing_left(folder)


@case
def copies_are_noticed():
    result = run(["match", "simple", "simple", "--games", "3"])
    contains(result.out, "2 of 3 games are copies")
    result = run(["match", "simple", "simple", "--games", "3", "--opening", "6"])
    lacks(result.out, "copies")


@case
def wrong_orders_are_refused():
    for args, words in [
            (["best"], "played by 2"),
            ([], "who is to play"),
            (["best", "nobody"], "no player 'nobody'"),
            (["best", "human:plies=3"], "no settings"),
            (["best", "human", "--concurrency", "2"], "--concurrency"),
            (["best", "human", "--json"], "--json"),
            (["best", "random", "--tc", "x"], "--tc takes"),
            (["best", "random", "--bank", "100"], "--movetime"),
            (["best", "random", "--resign", "3"], "MOVES:VALUE"),
            (["best", "random", "--draw", "a:b"], "MOVES:VALUE"),
            (["best", "random", "--games", "0"], "--games"),
            (["best", "--p2", "random"], "one after another"),
            (["best", "random", "--out", "/nonexistent/file"], "cannot be written"),
            (["best", "random", "--game", "chess"], "chess")]:
        result = run(["match", *args])
        equal(result.status, 2, f"status of {args}")
        equal(len(result.err.splitlines()), 1, f"lines of {result.err!r}")
        contains(result.err, words)


PERSON = ["match", "human", "simple", "-o", "size=4"]


@case
def a_person_plays_a_match_in_the_terminal():
    out = os.path.join(scratch(), "games")
    with Terminal([*PERSON, "--games", "2", "--pairs", "--out", out]) as terminal:
        terminal.expect("Black (human) against White (simple)")
        terminal.expect("Black> ")
        terminal.line("a1")
        terminal.expect("Black plays a1.")
        terminal.expect("White plays b1.")
        terminal.expect("Black> ")
        terminal.line("undo")
        terminal.expect("is not a move")
        terminal.line("resign")
        terminal.expect("White wins after 2 plies: Black resigned.")
        terminal.expect("game 1: human - simple, p2win: Black resigned")
        terminal.expect("Black (simple) against White (human)")
        terminal.expect("Black plays a1.")
        terminal.expect("White> ")
        terminal.line("b1")
        terminal.expect("White> ")
        terminal.line("quit")
        terminal.expect("human")
        equal(terminal.wait(), 0)
    with open(out, encoding="utf-8") as file:
        first, second = file.read().split("[Game")[1:]
    contains(first, '[Result "p2win"]')
    contains(second, '[Result "none"]')
    contains(second, " b1 {")


@case
def a_person_plays_to_the_end_of_the_game():
    # Always the first move there is, against one who does the same.
    done = run([*PERSON, "--games", "1"], "1\n" * 40)
    wanted, _ = match("simple", "simple", "-o", "size=4", "--games", "1")
    equal(done.status, 0, repr(done))
    contains(done.out, f"human - simple, {wanted[0]['result']}: {wanted[0]['reason']} "
             f"({wanted[0]['plies']} plies")


@case
def two_people_share_a_terminal():
    done = run(["match", "human", "human", "-o", "size=4", "--games", "1"], "a1\nb1\nresign\n")
    contains(done.out, "p2win: Black resigned (2 plies")
    equal(done.out.count("Black (human) against White (human)"), 1)
    equal(done.out.count("Black plays a1."), 1)


@case
def a_person_has_no_clock_unless_one_is_set():
    with Terminal([*PERSON, "--games", "1", "--movetime", "300"]) as terminal:
        terminal.expect("There are 0.3 s for it.")
        terminal.expect("Black overstepped the time")
        equal(terminal.wait(), 1)
    with Terminal([*PERSON, "--games", "1"]) as terminal:
        terminal.expect("Black> ")
        lacks(terminal.text, " s for it")
        terminal.send("a1\x03")
        terminal.expect("won-drawn-lost")
        equal(terminal.wait(), 130)


@case
def clocks_run():
    games, standings = match("best", "best", "--games", "1", "-o", "size=6", "--tc", "1+0.02")
    equal(standings[0]["faults"] + standings[1]["faults"], 0)
    games, _ = match(agent("late", 3), "random", "--games", "1", "--movetime", "100", "--bank",
                     "900")
    equal("ruling" in games[0], False, "late once, with a bank")


@case
def hundreds_of_games_with_all_of_them_end_with_a_ruling_each():
    folder, many = scratch(), 500 if HEAVY else 40
    modes = [mode for mode, _, _ in FAULTS if mode not in ("silent", "bomb")] + [
        "good", "daemon", "noise", "twice", "resign", "stderr"]
    modes += ["silent", "bomb"] if HEAVY else []
    pick = random.Random(5)
    played = 0
    while played < many:
        games, _ = match(agent(pick.choice(modes), pick.randint(1, 4)),
                         agent(pick.choice(modes), pick.randint(1, 4)), "--games", "10",
                         "--movetime", "60", "--patience", "1500", "--concurrency", "4",
                         "--seed", str(played + 1), status=None, env={"TMPDIR": folder})
        equal(len(games), 10)
        equal({game["result"] for game in games} <= {"p1win", "p2win"}, True)
        played += len(games)
    nothing_left(folder)


run_cases()
