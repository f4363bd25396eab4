"""Searching through the engine protocol: limits, answers, stopping and the end of a session."""

import os
import re
import signal
import subprocess
import time

import drive
from tap import case, contains, equal, lacks, run_cases
from ugi_session import Search, Session, board_text

INFO = re.compile(r"info depth \d+ seldepth \d+( multipv \d+)? score (value -?\d+(\.\d+)?|win \d+|"
                  r"loss \d+) nodes \d+ nps \d+ time \d+( pv( \S+)+)?")


@case
def info_lines():
    with Session() as s:
        s.quiet("position startpos moves a1 b1")
        for engine in ("best", "alphabeta", "minimax", "expectiminimax"):
            s.quiet("setoption name Engine value " + engine)
            search = s.go("depth 4")
            for line in search.lines[:-1]:
                known = INFO.fullmatch(line) or re.fullmatch(
                    r"info string leaves \d+ cutoffs \d+", line)
                equal(bool(known), True, line)
            info = search.infos[-1]
            equal(info["depth"], 4, engine)
            equal(info["pv"][0], search.move, engine)
            equal("multipv" in info, False)
            s.quiet("position startpos moves a1 b1 " + " ".join(info["pv"]),
                    "position startpos moves a1 b1")
            counted = [line for line in search.lines if " leaves " in line]
            equal(len(counted), 1, engine)


@case
def textbook_engines_agree():
    with Session() as s:
        s.quiet("setoption name Eval value report")
        played = "a1 b1"
        for _ in range(6):
            answers = []
            for engine in ("minimax", "alphabeta", "expectiminimax"):
                s.quiet("setoption name Engine value " + engine,
                        "position startpos moves " + played)
                search = s.go("depth 4")
                answers.append((search.move, search.score))
            equal(answers[0], answers[1])
            equal(answers[0], answers[2])
            played += " " + answers[0][0]


@case
def simple_and_random():
    with Session() as s:
        s.quiet("setoption name Engine value simple", "position startpos moves a1 b1")
        legal = s.query("legalmoves").split()
        equal(s.go().lines, ["bestmove " + legal[0]])
        s.quiet("setoption name Engine value random")
        for _ in range(10):
            equal(s.go("depth 3").move in legal, True)


@case
def several_lines():
    with Session() as s:
        s.quiet("setoption name MultiPV value 3", "position startpos")
        search = s.go("depth 5")
        last = [info for info in search.infos if info["depth"] == 5]
        equal([info["multipv"] for info in last], [1, 2, 3])
        equal(len({info["pv"][0] for info in last}), 3, "different first moves")
        equal(last[0]["pv"][0], search.move)


@case
def the_limits():
    with Session() as s:
        s.quiet("position startpos moves a1 b1")
        legal = s.query("legalmoves").split()
        for limits in ("depth 1", "depth 6", "nodes 1", "nodes 1000", "nodes 5000 depth 30",
                       "movetime 1", "movetime 50", "p1time 1000 p2time 1000",
                       "p1time 1000 p2time 1000 p1inc 10 p2inc 10",
                       "p2inc 0 p1inc 0 p2time 5 p1time 5", "p1time 0 p2time 0",
                       "depth 3 movetime 1000 nodes 100000",
                       "  depth \t 2  ", "p1inc 5 depth 2", "p2time 100 depth 1"):
            for engine in ("best", "alphabeta", "mcts"):
                s.quiet("setoption name Engine value " + engine)
                search = s.go(limits)
                equal(search.move in legal, True, limits)
                equal(sum(line.startswith("bestmove") for line in search.lines), 1)
        s.silent(0.05)


@case
def depth_is_kept():
    with Session() as s:
        s.quiet("position startpos moves a1 b1")
        equal(s.go("depth 3").infos[-1]["depth"], 3)
        s.quiet("setoption name Depth value 4")
        equal(s.go().infos[-1]["depth"], 4, "the option")
        equal(s.go("depth 2").infos[-1]["depth"], 2, "go overrules it")
        equal(s.go("movetime 5000").infos[-1]["depth"], 4, "beside another limit")


@case
def movetime_is_kept():
    with Session() as s:
        s.quiet("setoption name book value none")
        for millis in (30, 300):
            start = time.monotonic()
            s.go(f"movetime {millis}")
            spent = time.monotonic() - start
            equal(spent < millis / 1000 + 2, True, f"{spent} s")


@case
def a_go_that_is_not_understood_searches_nothing():
    with Session() as s:
        for wrong in ("depth", "depth 0", "depth -1", "depth 256", "depth x", "depth 3x", "nodes",
                      "nodes 0", "nodes -5", "nodes 99999999999999999999", "movetime",
                      "movetime 0", "movetime -1", "movetime 1.5", "movetime 99999999999999",
                      "p1time", "p1time -1", "p1time x", "p9time 5", "p0time 5", "ptime 5", "p1 5",
                      "p1inc", "wtime 5", "infinite infinite", "depth 3 depth 4",
                      "nodes 3 nodes 3", "p1time 3 p1time 3", "p1inc 0 p1inc 0 depth 1",
                      "p1time 0 p1time 0", "mate 3",
                      "ponder", "searchmoves a1", "5", "depth 3 nonsense",
                      "nonsense depth 3", "DEPTH 3", "depth nodes 3", "\x01"):
            s.error("go " + wrong)
        s.silent(0.05)
        equal(s.go("depth 1").move in s.query("legalmoves").split(), True)


@case
def an_infinite_search_answers_and_stops():
    with Session() as s:
        s.send("go infinite")
        s.until("info depth")
        start = time.monotonic()
        s.send("isready")
        s.until("readyok", 5)
        s.send("stop")
        lines = s.until("bestmove ", 10)
        equal(time.monotonic() - start < 3, True, "promptness")
        equal(lines[-1].split()[1] in s.query("legalmoves").split(), True)
        s.silent(0.05)


@case
def every_engine_stops():
    for engine in ("best", "alphabeta", "minimax", "expectiminimax", "mcts", "random", "simple"):
        with Session() as s:
            s.quiet("setoption name Engine value " + engine, "position startpos moves a1 b1")
            s.send("go infinite")
            s.send("isready")
            s.until("readyok", 5)
            lines = s.ask("isready", 5)
            equal(any(line.startswith("bestmove") for line in lines), False, engine)
            start = time.monotonic()
            s.send("stop")
            s.until("bestmove ", 10)
            equal(time.monotonic() - start < 2, True, engine)
            s.send("go depth 200")
            s.send("stop")
            s.until("bestmove ", 10)


@case
def an_exhausted_infinite_search_waits():
    with Session("konane", "-o", "size=4") as s:
        s.quiet("position startpos moves a1 b1 a3-a1")
        s.send("go infinite")
        s.until("info depth")
        time.sleep(0.3)
        lines = s.ask("isready")
        equal(any(line.startswith("bestmove") for line in lines), False, "early")
        s.send("stop")
        s.until("bestmove ")
        s.quiet("position fen 1W2/4/4/2W1 b")
        s.send("go infinite")
        s.silent(0.1)
        s.send("stop")
        equal(s.line(), "bestmove (none)")


@case
def commands_wait_for_a_limited_search():
    commands = ["position startpos moves d4", "query fen", "go depth 2",
                "setoption name Depth value 1", "uginewgame", "perft 2", "d", "eval"]
    with Session() as s:
        s.quiet("setoption name book value none")
        for command in commands:
            s.quiet("setoption name Depth value 0", "position startpos moves a1 b1")
            s.send("go movetime 150", command)
            lines = s.until("bestmove ")
            equal(any(not line.startswith("info ") for line in lines[:-1]), False, command)
            if command.startswith("go "):
                s.until("bestmove ")
            lacks("\n".join(s.ask("")), "bestmove")


@case
def commands_stop_an_infinite_search():
    for command in ("position startpos", "query fen", "setoption name Depth value 1", "uginewgame",
                    "perft 2", "d", "eval"):
        with Session() as s:
            s.send("go infinite")
            s.until("info depth")
            lines = s.ask(command, 10)
            equal(sum(line.startswith("bestmove") for line in lines), 1, command)
    with Session() as s:
        s.send("go infinite", "go depth 1")
        s.until("bestmove ", 10)
        s.until("bestmove ", 10)


@case
def quit_in_the_middle():
    for ending in ("quit", None):
        with Session() as s:
            s.send("go infinite")
            s.until("info depth")
            start = time.monotonic()
            if ending:
                s.send(ending)
            status, rest = s.leave()
            equal(status, 0)
            equal(time.monotonic() - start < 3, True, "promptness")
            equal(sum(line.startswith("bestmove") for line in rest), 1)


SETTLING = ["position startpos moves d4", "query turn", "setoption name Depth value 2",
            "uginewgame", "go depth 1", "perft 1", "eval", "d"]


@case
def stop_is_heard_behind_a_command_that_waits():
    for command in SETTLING:
        with Session() as s:
            s.quiet("setoption name book value none")
            s.send("go movetime 60000", command)
            s.until("info depth")
            start = time.monotonic()
            s.send("stop")
            s.until("bestmove ", 30)
            equal(time.monotonic() - start < 3, True, command)
            if command.startswith("go "):
                s.until("bestmove ")
            lacks("\n".join(s.ask("")), "bestmove")


@case
def stop_ends_every_search_before_it():
    with Session() as s:
        s.quiet("setoption name book value none")
        s.send("go movetime 60000", "query turn", "go movetime 60000", "query fen", "perft 60",
               "go infinite", "stop", "query gameover", "go depth 3")
        start = time.monotonic()
        lines = [line for line in s.until("response false", 30) if line[:5] != "info "]
        equal(time.monotonic() - start < 5, True, "promptness")
        equal([line.split()[0] for line in lines],
              ["bestmove", "response", "bestmove", "response", "bestmove", "response"])
        equal(Search(s.until("bestmove ")).infos[-1]["depth"], 3, "what comes behind goes on")


@case
def a_question_is_answered_while_others_wait():
    with Session() as s:
        s.quiet("setoption name book value none")
        s.send("go movetime 60000", "query turn", "isready", "isready")
        equal([line for line in s.until("readyok", 30) if line[:5] != "info "], ["readyok"])
        s.until("readyok", 5)
        s.send("stop", "isready")
        equal([line for line in s.until("response", 30) if line[:5] != "info "][-1],
              "response p1")


@case
def quit_is_heard_behind_commands_that_wait():
    with Session() as s:
        s.quiet("setoption name book value none")
        start = time.monotonic()
        s.send("go nodes 1000000000000000000", "query turn", "go movetime 60000", "d x", "quit")
        equal(s.process.wait(30), 0)
        equal(time.monotonic() - start < 5, True, "promptness")
        lines = [line for line in s.leave()[1] if not INFO.fullmatch(line)]
        equal([line.split()[0] for line in lines if " leaves " not in line],
              ["bestmove", "response", "bestmove", "info"])


@case
def the_end_is_heard_behind_commands_that_wait():
    start = time.monotonic()
    result = drive.run(["ugi", "konane"], "setoption name book value none\n"
                       "go nodes 1000000000000000000\nquery turn\n", timeout=60)
    equal(result.status, 0)
    equal(result.out.splitlines()[-1], "response p1")
    equal(9 < time.monotonic() - start < 30, True, "its time")


@case
def more_lines_than_can_be_kept():
    with Session() as s:
        s.quiet("setoption name book value none")
        s.send("go movetime 500", *["query turn", "query gameover"] * 100000)
        s.until("bestmove ")
        for _ in range(100000):
            equal((s.line(), s.line()), ("response p1", "response false"))
        s.quiet("")


@case
def the_end_behind_more_lines_than_can_be_kept():
    count = ((1 << 20) + (1 << 16)) // len("query turn\n")
    with Session() as s:
        s.quiet("setoption name book value none")
        s.send("go nodes 1000000000000000000", *["query turn"] * count)
        start = time.monotonic()
        status, rest = s.leave(60)
        equal((status, rest.count("response p1")), (0, count))
        equal(time.monotonic() - start < 30, True, "its time")


@case
def the_longest_line_is_kept():
    longest = "position startpos moves a1 b1" + " " * ((1 << 20) - 29)
    with Session() as s:
        s.quiet("setoption name book value none")
        s.send("go movetime 300", "query turn", longest, longest + " ", "query turn", longest)
        s.until("bestmove ")
        equal(s.line(), "response p1")
        contains(s.line(), "was left out")
        equal(s.line(), "response p1")
        equal(s.query("fen").startswith("2BWBWBW/"), True, "the position")


@case
def a_script_that_quits_gets_its_answers():
    script = "setoption name book value none\nposition startpos\ngo depth 9\n"
    alone = drive.run(["ugi", "konane"], script).out.splitlines()
    for ending in ("quit\n", "go depth 8\nquit\n", "quit\nnonsense\n"):
        result = drive.run(["ugi", "konane"], script + ending)
        equal(result.status, 0)
        contains(result.out, "info depth 9 ")
        contains(result.out, [line for line in alone if line.startswith("bestmove")][0])


@case
def quit_does_not_wait_for_a_limit():
    for limits in ("nodes 1000000000000000000", "movetime 60000", "p1time 900000 p2time 900000"):
        with Session() as s:
            s.quiet("setoption name book value none")
            s.send("go " + limits)
            s.until("info depth")
            start = time.monotonic()
            s.send("quit")
            equal(s.process.wait(30), 0)
            equal(time.monotonic() - start < 3, True, "promptness")
            s.until("bestmove ")


@case
def quit_lets_a_short_count_finish():
    for count, answer in (("perft 3", "nodes 28"),
                          ("perft 60", "info string error: perft 60 was stopped")):
        with Session() as s:
            start = time.monotonic()
            s.send(count, "quit")
            equal(s.until(answer)[-1], answer)
            equal(s.process.wait(30), 0)
            equal(time.monotonic() - start < 6, True, "promptness")


@case
def a_script_gets_its_answers():
    script = ("position startpos moves a1 b1\ngo depth 6\nposition startpos\ngo depth 2\n"
              "go movetime 200\n")
    for ending in ("", "quit\n", "quit", "go infinite\n", "quit\nnonsense\n"):
        result = drive.run(["ugi", "konane"], script + ending)
        equal(result.status, 0)
        equal(result.err, "")
        equal(result.out.count("bestmove"), 3 + ("infinite" in ending), ending)
        lacks(result.out, "nonsense")


@case
def a_long_limited_search_ends_with_the_input():
    start = time.monotonic()
    result = drive.run(["ugi", "konane"], "go depth 200\n", timeout=60)
    spent = time.monotonic() - start
    equal(result.status, 0)
    equal(result.out.count("bestmove"), 1)
    equal(9 < spent < 30, True, f"{spent} s")


@case
def a_reader_who_leaves():
    process = subprocess.Popen([drive.BAZI, "ugi", "konane"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env=drive.environment())
    process.stdin.write(b"isready\n")
    process.stdin.flush()
    equal(process.stdout.readline(), b"readyok\n")
    process.stdout.close()
    try:
        process.stdin.write(b"go depth 100\n" + b"isready\n" * 5)
        process.stdin.close()
    except BrokenPipeError:
        pass
    equal(process.wait(30), 0, "status")
    equal(process.stderr.read(), b"")
    process.stderr.close()


@case
def a_full_disk_is_a_failure():
    with open("/dev/full", "wb") as full:
        result = drive.run(["ugi", "konane"], "isready\n" * 3, stdout=full)
    equal(result.status, 1)


@case
def input_that_cannot_be_read():
    done = subprocess.run([drive.BAZI, "ugi", "konane"], stdin=subprocess.DEVNULL, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=drive.environment())
    equal((done.returncode, done.stdout, done.stderr), (0, b"", b""))
    done = subprocess.run(["sh", "-c", f"exec '{drive.BAZI}' ugi konane <&-"], check=False,
                          stdout=subprocess.PIPE, env=drive.environment())
    equal(done.returncode, 0)


@case
def a_stopped_and_continued_process_goes_on():
    with Session() as s:
        s.quiet("isready")
        s.process.send_signal(signal.SIGSTOP)
        s.process.send_signal(signal.SIGCONT)
        s.quiet("isready")


@case
def two_threads_search():
    with Session() as s:
        s.quiet("setoption name book value none", "setoption name Threads value 2",
                "position startpos moves a1 b1")
        legal = s.query("legalmoves").split()
        for _ in range(5):
            equal(s.go("movetime 50").move in legal, True)
            s.send("go infinite")
            time.sleep(0.02)
            s.send("stop")
            equal(s.until("bestmove ")[-1].split()[1] in legal, True)


@case
def the_same_search_twice():
    def lines():
        with Session() as s:
            s.quiet("position startpos moves a1 b1")
            return [(i["depth"], i["score"], i["nodes"], i["pv"]) for i in s.go("depth 9").infos]
    equal(lines(), lines())


@case
def a_whole_game_against_itself():
    with Session("konane", "-o", "size=6") as s:
        moves = []
        while s.query("gameover") == "false":
            turn = s.query("turn")
            equal(turn, f"p{len(moves) % 2 + 1}")
            moves.append(s.go("nodes 3000").move)
            s.quiet("position startpos moves " + " ".join(moves))
        equal(s.query("result"), f"p{(len(moves) - 1) % 2 + 1}win", "whoever moved last")


@case
def resigning():
    lost = ".W.....W ..W..B.B ...W.... .......B B....... ..W....B B.....BW WBW..BWB".split()
    fen = board_text(lost) + " b"
    for engine in ("best", "alphabeta", "minimax"):
        with Session() as s:
            s.quiet("setoption name Engine value " + engine, "setoption name Eval value report",
                    "position fen " + fen)
            search = s.go("depth 3")
            equal((search.move, search.score[0]), ("b8-d8", "loss"))
            s.ask("setoption name resign value lost")
            s.quiet("position fen " + fen)
            equal(s.go("depth 3").move, "resign")


run_cases()
