"""`bazi serve-agents` and `bazi agent`: the course's protocol on a real socket, against what was
captured of the original server, and against clients that do everything wrong."""

import glob
import json
import os
import re
import signal
import socket
import subprocess
import time

from drive import BAZI, ROOT, environment, run, scratch
from tap import case, case_for, contains, equal, lacks, run_cases
from wire_clients import LIMIT, ROOM, Client, Server, connect, play, words


# --- as the original ---------------------------------------------------------------------------

def script_of(player):
    return player["raw"] if "raw" in player else words(*player["actions"])


def direction(chunks, which):
    return "".join(text for way, text in chunks if way == which)


def same_log(log, steps):
    """Every entry of the log against a step of the golden case."""
    equal(len(log), len(steps), "entries of the log")
    for entry, step in zip(log, steps):
        for key in ("turn", "agent", "finish", "winner_id", "report"):
            equal(entry[key], step[key], key)
        infos = entry["agents_info"]
        equal([info.pop("score") for info in infos], step["scores"], "scores")
        equal(infos, step["info"], "counts")
        for agent, (row, column) in enumerate(step["pos"]):
            contains(entry["map"][row][column], "AB"[agent], "cell of an agent")


def console(text):
    """What a terminal shows, without colours, and without ports, which differ."""
    text = re.sub(r"\x1b\[\d+m", "", text)
    return re.sub(r"(one agent connected:\('127.0.0.1', )\d+", r"\1N", text)


def golden(path):
    with open(path, encoding="utf-8") as file:
        wanted = json.load(file)
    server = Server(wanted["config"], wanted["map"], rules=wanted["version"])
    clients = play(server, *map(script_of, wanted["players"]))
    equal(server.end(), wanted["server_exit"], "status of the server")
    for client, chunks in zip(clients, wanted["wire"]):
        equal(client.heard.decode("latin-1"), direction(chunks, "S>C"), "what the client heard")
        equal(client.said.decode("latin-1"), direction(chunks, "C>S"), "what it said")
    tail = console(wanted["stdout_tail"])[40:]  # its beginning may be half a line
    equal(console(server.out)[-len(tail):], tail, "console")
    if not wanted["rounds"]:
        equal(server.logs(), [], "logs")
        return
    equal(server.text("outs.txt"), wanted["outs_txt"], "outs.txt")
    logs = server.logs()
    equal(len(logs), len(wanted["rounds"]), "rounds")
    for log, played in zip(logs, wanted["rounds"]):
        same_log(log, played["steps"])


for case_file in sorted(glob.glob(os.path.join(ROOT, "tests/golden/diamonds/[pt][0-9]*_*.json"))
                        + glob.glob(os.path.join(os.environ.get("BAZI_MORE_GOLDEN", "-"), "*"))):
    case_for("golden " + os.path.basename(case_file), golden, case_file)


@case
def rounds_begin_afresh_on_the_same_connection():
    server = Server({"round_repeat": 3, "turn_count": 2}, ["EE1E"])
    client, = play(server, words("RIGHT", "NOOP", "LEFT", "RIGHT", "RIGHT"))
    equal(server.end(), 0)
    equal(client.heard.decode(), "1 4 A 1 0 2 1 \n"
          " 1 0 0 0 0 0 EA E 1 E\n 2 -1 0 0 0 0 E EA 1 E\n"
          " 1 0 0 0 0 0 EA E 1 E\n 2 -1 0 0 0 0 EA E 1 E\n"
          " 1 0 0 0 0 0 EA E 1 E\n 2 -1 0 0 0 0 E EA 1 E\nfinish!\n")
    equal(len(server.logs()), 3, "logs")
    equal(server.text("outs.txt"), "TURN 1 \nEA  E   1   E   \n----------\n"
          "TURN 2 \nE   EA  1   E   \n----------\n")
    equal([line for line in server.out.splitlines() if "finish" in line],
          ["finish round 1", "finish round 2", "finish round 3"])


@case
def two_late_words_are_glued_together():
    server = Server({"time_out": 0.2, "turn_count": 4}, ROOM)
    play(server, [{"nosend": True}, {"send": "RIGHTDOWN"}, {"send": "DOWN"}])
    equal(server.end(), 0)
    equal([entry["report"] for entry in server.logs()[0][1:4]],
          ["agent 1 :accepted action : NOOP"] * 2 + ["agent 1 :accepted action : DOWN"])
    equal(server.out.count("not valid action"), 1)


@case
def a_word_is_stripped_and_noise_is_no_word():
    server = Server({"turn_count": 3}, ROOM)
    play(server, words("\xc3(\xff\0", " RIGHT\r\n", "\tDOWN\x1f"))
    equal(server.end(), 0)
    equal([entry["agents_info"][0]["score"] for entry in server.logs()[0][1:4]], [0, -1, -2])


# --- clients that do everything wrong ----------------------------------------------------------

def close_hard(connection):
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    connection.close()


def leave(connection, stage, close):
    """Closes after that many lines, each of them answered."""
    for number in range(stage):
        connection.recv(4096)
        connection.sendall(b"CONFIRM" if number == 0 else b"LEFT")
    close(connection)


def noise(connection):
    connection.recv(4096)
    connection.sendall(b"CONFIRM")
    for number in range(8):
        connection.recv(4096)
        connection.sendall(bytes((7 * i + number) % 256 for i in range(5000)))
    connection.close()


def flood(connection):
    """100 MB, and never reads again."""
    connection.recv(4096)
    connection.sendall(b"CONFIRM")
    connection.recv(4096)
    block = b"UP" * (1 << 19)
    for _ in range(100):
        connection.sendall(block)


def half_word(connection):
    connection.recv(4096)
    connection.sendall(b"CONFIRM")
    connection.recv(4096)
    connection.sendall(b"LE")


def bad_company(behave, args, *arguments):
    """A good client and a bad one; the good one's game goes to its end."""
    server = Server({"player_count": 2, "turn_count": 8, "time_out": 0.2}, ROOM, args)
    good = Client(server, words(*["DOWN", "RIGHT"] * 4))
    bad = connect(server)
    good.start()
    try:
        behave(bad, *arguments)
    except OSError:
        pass  # the server may be gone by then
    good.join(LIMIT)
    equal(good.is_alive(), False, "the good client waits")
    bad.close()
    equal(server.end(), 0, f"status ({server.err})")
    return server, good.heard.decode()


def played_to_the_end(behave, args, *arguments):
    server, heard = bad_company(behave, args, *arguments)
    contains(heard, "finish! winner = agent ")
    log = server.logs()[0]
    equal(log[-1]["finish"], True)
    equal(len(log), 19, "entries of the log")


for flags in ([], ["--strict"]):
    said = " ".join(["from", *flags])
    for bad_stage in (1, 2, 5):
        for how in (socket.socket.close, close_hard):
            case_for(f"leaves after {bad_stage} {how.__name__} {said}", played_to_the_end, leave,
                     flags, bad_stage, how)
    case_for(f"noise {said}", played_to_the_end, noise, flags)
    case_for(f"half a word {said}", played_to_the_end, half_word, flags)
    case_for(f"flood {said}", played_to_the_end, flood, flags)


@case
def leaves_before_the_greeting():
    for close in (socket.socket.close, close_hard):
        server, heard = bad_company(leave, [], 0, close)
        equal(heard, "3 4 A 1 0 8 2 \n")
        contains(server.out, "agent with id=2 not send confirm")
        equal(server.logs(), [])


@case
def who_says_nothing_is_waited_for_until_an_interrupt():
    server = Server({}, ROOM)
    client = connect(server)
    equal(client.recv(100), b"3 4 A 1 0 5 1 \n")
    equal(server.stop(signal.SIGINT), 130)
    equal(client.recv(100), b"")
    client.close()


# --- many games --------------------------------------------------------------------------------

@case
def sixty_four_games_at_once():
    out = os.path.join(scratch(), "games")
    server = Server({"player_count": 2, "turn_count": 30}, ROOM,
                    ["--games", "64", "--json", "--out", out])
    scripts = [words(*["RIGHT", "DOWN", "UP_LEFT", "x"] * (n % 3)) for n in range(128)]
    clients = play(server, *scripts)
    equal(server.end(), 0)
    lines = [json.loads(line) for line in server.out.splitlines()]
    equal(sorted(line["game"] for line in lines), list(range(1, 65)), "games")
    equal({line["plies"] for line in lines}, {60}, "plies")
    equal(sum(sum(line["wrong"]) for line in lines), sum(n % 3 for n in range(128)), "wrong words")
    equal(len(server.logs()), 64, "logs")
    equal(len({line["log"] for line in lines}), 64, "names of logs")
    equal(sum(name.startswith("outs_") for name in os.listdir(server.folder)), 64, "outs")
    for client in clients:
        contains(client.heard.decode(), "finish!")
    with open(out, encoding="ascii") as file:
        equal(file.read().count("[Game "), 64, "records")


@case
def games_without_end_leave_nothing_behind():
    server = Server({"turn_count": 3}, ROOM, ["--games", "0"])
    descriptors = f"/proc/{server.process.pid}/fd"
    before = len(os.listdir(descriptors))
    for _ in range(20):
        play(server, words("RIGHT"))
    deadline = time.monotonic() + LIMIT
    while len(os.listdir(descriptors)) > before and time.monotonic() < deadline:
        time.sleep(0.05)
    equal(len(os.listdir(descriptors)), before, "open files")
    equal(server.stop(signal.SIGINT), 0)
    contains(server.out, "20 games, 20 rounds played to the end, 0 drawn")
    equal(len(server.logs()), 20, "logs")


@case
def an_interrupt_keeps_what_was_played():
    out = os.path.join(scratch(), "games")
    server = Server({"turn_count": 9, "time_out": 60}, ROOM, ["--out", out])
    client = Client(server, words("RIGHT", "DOWN") + [{"nosend": True}] * 9)
    client.start()
    while b" 3 -2" not in client.heard and client.is_alive():
        time.sleep(0.01)
    equal(server.stop(signal.SIGINT), 130)
    client.join(LIMIT)
    log, = server.logs()
    equal([entry["report"] for entry in log],
          ["", "agent 1 :accepted action : RIGHT", "agent 1 :accepted action : DOWN"])
    equal(server.text("outs.txt").count("TURN"), 2)
    equal(run(["export", "gamelog", out]).status, 0)
    lacks(client.heard.decode(), "finish")


@case
def a_killed_server_has_lost_nothing_of_finished_rounds():
    out = os.path.join(scratch(), "games")
    server = Server({"turn_count": 2, "round_repeat": 3, "time_out": 60}, ROOM, ["--out", out])
    client = Client(server, words("RIGHT", "DOWN", "DOWN", "RIGHT", "LEFT") + [{"nosend": True}])
    client.start()
    while client.heard.count(b"\n 2 ") < 3 and client.is_alive():
        time.sleep(0.01)
    equal(server.stop(signal.SIGKILL), -signal.SIGKILL)
    client.join(LIMIT)
    equal([[entry["report"][27:] for entry in log[1:3]] for log in server.logs()],
          [["RIGHT", "DOWN"], ["DOWN", "RIGHT"]])
    equal(server.text("outs.txt"), "TURN 1 \nEA  E   E   E   \nE   E   E   E   \nE   E   1   E   \n"
          "----------\nTURN 2 \nE   E   E   E   \nEA  E   E   E   \nE   E   1   E   \n----------\n")
    with open(out, encoding="utf-8") as file:
        equal(file.read().count("[Game "), 2, "records")


# --- chance ------------------------------------------------------------------------------------

SLIPPERY = ["EEEEE", "ETE*E", "E1ETE", "EEEEE", "ETEEE"]


def slide(seed, **more):
    server = Server({"player_count": 2, "turn_count": 20, "round_repeat": 2, **more}, SLIPPERY,
                    ["--seed", str(seed)], rules="p2")
    walk = ["RIGHT", "DOWN", "UP", "DOWN_LEFT", "UP_LEFT"]
    play(server, words(*walk * 9), words(*walk * 9))
    equal(server.end(), 0)
    equal(server.seed, seed)
    return server.logs()


@case
def chance_can_be_played_again():
    first = slide(5)
    equal(slide(5), first, "the game of the same seed")
    for other in (slide(6), first[::-1]):
        if other == first:
            raise AssertionError("another seed, or another round, and the same game")


@case
def corners_are_drawn_for_every_round():
    starts = set()
    for seed in range(4):
        for log in slide(seed, init_random_location=True, turn_count=1):
            cells = [cell for row in log[0]["map"] for cell in row]
            equal(sorted(cell for cell in cells if len(cell) > 1), ["EA", "EB"])
            starts.add(cells.index("EA"))
    equal(starts <= {0, 4, 20, 24} and len(starts) > 1, True, f"corners {starts}")


# --- what is refused ---------------------------------------------------------------------------

def refused(args, config, rows, *parts):
    folder = scratch()
    os.mkdir(os.path.join(folder, "maps"))
    with open(os.path.join(folder, "maps", "m.txt"), "w", encoding="ascii") as file:
        file.write("\n".join(rows))
    with open(os.path.join(folder, "config.json"), "w", encoding="ascii") as file:
        file.write(config if isinstance(config, str) else json.dumps(config))
    result = run(["serve-agents", *args], cwd=folder)
    equal(result.status, 2, f"status ({result!r})")
    equal(len(result.err.splitlines()), 1, f"lines of {result.err!r}")
    for part in parts:
        contains(result.err, part)


GOOD = {"map": "m.txt", "server_ip": "127.0.0.1", "server_port": 0, "player_count": 1,
        "time_out": 1, "init_score": 0, "turn_count": 5, "init_random_location": False}


@case
def wrong_configurations_are_refused():
    refused([], "{", ["EE"], "config.json:1:")
    refused([], {**GOOD, "player_count": 3}, ["EE"], "config.json:1:", "player_count")
    refused([], {**GOOD, "time_out": -1}, ["EE"], "time_out", "seconds")
    refused([], {**GOOD, "time_out": 1e9}, ["EE"], "time_out")
    refused([], {**GOOD, "server_ip": ""}, ["EE"], "server_ip")
    refused([], {**GOOD, "server_ip": "192.0.2.1"}, ["EE"], "cannot listen at 192.0.2.1")
    refused([], {**GOOD, "server_port": 70000}, ["EE"], "server_port")
    refused([], {**GOOD, "round_repeat": 0}, ["EE"], "round_repeat")
    refused([], {**GOOD, "map": "other.txt"}, ["EE"], "maps/other.txt")
    refused([], GOOD, ["E1"], "maps/m.txt:1:2: the four corners")
    refused(["-o", "rules=p3"], GOOD, ["EE"], 'no "probabilities_xlsx"')
    refused(["--config", "none.json"], GOOD, ["EE"], "none.json")
    refused(["--map", "nowhere"], GOOD, ["EE"], "nowhere")
    refused(["--port", "65536"], GOOD, ["EE"], "--port")
    refused(["--games", "-1"], GOOD, ["EE"], "--games")
    refused(["--logs", "config.json"], GOOD, ["EE"], "cannot be written")
    refused(["konane"], GOOD, ["EE"], "konane had no server of its own", "diamonds")


@case
def flags_overrule_the_configuration():
    server = Server({"map": "none.txt", "server_port": 1}, ["EE"],
                    ["--port", "0", "--map", "maps/m.txt", "--logs", "kept", "-o", "barbed=stay"])
    client, = play(server, [])
    equal(server.end(), 0)
    contains(client.heard.decode(), "1 2 A 1 0 5 1 \n")
    equal(len(os.listdir(server.path("kept", "game_logs"))), 1)


# --- our own client ----------------------------------------------------------------------------

def agents(server, count, *args):
    """Our clients, joined one after the other, to their end."""
    found = [subprocess.Popen([BAZI, "agent", "diamonds", "--port", str(server.port), *args],
                              env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
             for _ in range(count)]
    texts = [process.communicate(timeout=LIMIT) for process in found]
    return [(process.returncode, out.decode(), err.decode())
            for process, (out, err) in zip(found, texts)]


def our_client(rules, players, rows, args):
    out = os.path.join(scratch(), "game")
    server = Server({"player_count": players, "turn_count": 25, "init_score": 20,
                     "round_repeat": 2 if "random" in args else 1}, rows,
                    ["--out", out, "--seed", "3"], rules)
    for status, said, error in agents(server, players, *args):
        equal((status, error), (0, ""), "status and errors of the client")
        contains(said, "finish!")
        contains(said, " 0 of them without understanding")
    equal(server.end(), 0)
    lacks(server.out, "not valid")
    if "random" not in args:
        name, = os.listdir(server.path("game_logs"))
        equal(run(["export", "gamelog", out]).out, server.text("game_logs", name), "log")


DOORS = ["EEgE1E", "EWGWEE", "E1*1WE", "EWWWyE", "E2Y3rE", "TWRWET", "E4E41E"]
OLD = ["EE1EE", "T2W3E", "EE1ET", "E11EE", "ET4EE"]
for rule in ("p1", "p2", "p3", "v2021"):
    for number in (1, 2):
        board = OLD if rule == "v2021" else DOORS
        case_for(f"our client plays {rule} with {number}", our_client, rule, number, board,
                 ["--movetime", "10"])
        case_for(f"our client strays in {rule} with {number}", our_client, rule, number, board,
                 ["--engine", "random"])


@case
def our_client_finds_the_best_way():
    server = Server({"turn_count": 12}, ["E2E", "E1E", "E3E"])
    (status, said, error), = agents(server, 1, "--movetime", "300")
    equal((status, error), (0, ""))
    server.end()
    plan = run(["solve", "diamonds", "--fen",
                "p1 E2E/E1E/E3E 12,0,3,enter a1,-,0,0.0.0.0,0,0,0,0 1 A -"])
    equal(server.logs()[0][-1]["agents_info"][0]["score"],
          float(plan.out.split()[-1]), f"score ({said!r}, {plan!r})")


def strange_server(*lines):
    """A server that says this, reading once after each, and closes."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(LIMIT)
    process = subprocess.Popen(
        [BAZI, "agent", "diamonds", "--port", str(listener.getsockname()[1]), "--engine", "simple"],
        env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    connection, _ = listener.accept()
    connection.settimeout(LIMIT)
    said = b""
    for line in lines:
        connection.sendall(line)
        said += connection.recv(100)
    connection.close()
    listener.close()
    out, err = process.communicate(timeout=LIMIT)
    return process.returncode, out.decode(), err.decode(), said


@case
def our_client_survives_a_strange_server():
    greeting = b"1 2 A 1 0 5 1 \n"
    for lines, status, word in (((), 1, "closed"), ((greeting,), 1, "closed"),
                                ((greeting, b" 1 0 0 0 0 0 EA E\n"), 1, "closed"),
                                ((greeting, b" 1 0 0 0 0 0 EA"), 1, "closed")):
        if lines and not lines[-1].endswith(b"\n"):
            continue  # nothing to read after half a line
        got = strange_server(*lines)
        equal(got[0], status, f"status of {lines} {got}")
        contains(got[2], word)
    code, _, err, said = strange_server(greeting, b" 1 0 0 0 0 0 EA \x1b[31m\n",
                                        b"error: so\x1bwhat\n 2 0 0 0 0 0 EA E\n")
    equal((code, said), (1, b"CONFIRMNOOPNOOP"))
    lacks(err, "\x1b")
    contains(err, "error: so?what")


@case
def our_client_refuses_what_is_no_greeting():
    for line in (b"\x00\xff\n", b"HTTP/1.1 400 Bad Request\r\n", b"x" * 40000, b"{}\n"):
        listener = socket.create_server(("127.0.0.1", 0))
        process = subprocess.Popen(
            [BAZI, "agent", "diamonds", "--port", str(listener.getsockname()[1])],
            env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        connection, _ = listener.accept()
        connection.sendall(line)
        out, err = process.communicate(timeout=LIMIT)
        equal((process.returncode, out), (2, b""), f"status and output for {line[:20]}")
        equal(len(err.splitlines()), 1, f"lines of {err}")
        connection.close()
        listener.close()


@case
def our_client_is_told_what_is_wrong():
    for args, part in ((["diamonds", "--engine", "nobody"], "nobody"),
                       (["konane"], "had no server"), (["diamonds", "--port", "0"], "--port"),
                       (["diamonds", "--port", "1"], "cannot reach 127.0.0.1 port 1")):
        result = run(["agent", *args])
        equal(result.status, 2, f"status of {args}")
        contains(result.err, part)


run_cases()
