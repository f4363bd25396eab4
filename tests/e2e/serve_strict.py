"""`bazi serve-agents --strict`: what was faulty in the course's protocol, corrected."""

import json
import re
import time

from tap import case, contains, equal, lacks, run_cases
from wire_clients import LIMIT, ROOM, Client, Server, connect, play, words


def strict(config, script, rows=None, args=()):
    server = Server(config, rows or ROOM, ["--strict", *args])
    client, = play(server, script)
    equal(server.end(), 0, f"status ({server.err})")
    return server, client.heard.decode()


@case
def strict_tells_what_was_wrong_before_the_next_line():
    server, heard = strict({"turn_count": 3}, words("up\n", "RIGHT", "DO\x1bWN\n"))
    equal(heard, "3 4 A 1 0 3 1 \n 1 0 0 0 0 0 EA E E E E E E E E E 1 E\n"
          "error: 'up' is no action of this game, NOOP was done instead\n"
          " 2 0 0 0 0 0 EA E E E E E E E E E 1 E\n"
          " 3 -1 0 0 0 0 E EA E E E E E E E E 1 E\n"
          "error: 'DO\\x1bWN' is no action of this game, NOOP was done instead\nfinish!\n")
    equal(server.out.count("not valid action"), 2)


@case
def strict_drops_a_late_answer():
    server = Server({"turn_count": 6, "time_out": 1}, ROOM, ["--strict"])
    client = Client(server, [])
    lines = client.lines()
    equal(next(lines), "3 4 A 1 0 6 1 \n")
    client.say("CONFIRM")
    contains(next(lines), " 1 0 ")
    time.sleep(1.3)
    client.say("RIGHT")  # for turn 1, which is over
    equal(next(lines), "error: your answer to an earlier turn came too late and was not used\n")
    contains(next(lines), " 0 0 0 0 0 EA ")
    client.say("DOWN")
    contains(next(lines), " -1 0 0 0 0 E E E E EA ")
    client.connection.close()
    equal(server.end(), 0)
    lacks(json.dumps(server.logs()), "RIGHT", "log")


@case
def strict_does_not_ask_again_who_still_owes_an_answer():
    server, heard = strict({"turn_count": 6, "time_out": 0.1}, [{"nosend": True}] * 9)
    equal(heard.count("EA"), 1, "questions")
    contains(heard, "error: no answer within 0.1 s, NOOP was done instead until it came\nfinish!")
    equal(len(server.logs()[0]), 8, "entries")


@case
def strict_takes_no_answer_for_that_to_another_turn():
    # Whatever the delay, what is done in a turn is what was said to that turn, or nothing.
    def word(turn):
        return ["RIGHT", "DOWN", "DOWN_RIGHT", "LEFT", "UP"][turn % 5]
    limit, delays = 0.2, [0, 1.5, 4.1, 0, 3.9, 6.5, 4.5, 2.2]
    rows = ["E" * 20] * 18 + ["E" * 19 + "1", "E" * 20]
    server = Server({"turn_count": 60, "time_out": limit}, rows, ["--strict"])
    client = Client(server, [])
    asked, lines = [], client.lines()
    next(lines)
    client.say("CONFIRM")
    for line in lines:
        if line.startswith(("error", "finish")):
            continue
        asked.append(int(line.split()[0]))
        if len(asked) <= len(delays):
            time.sleep(delays[len(asked) - 1] * limit)
        client.say(word(asked[-1]))
    equal(server.end(), 0)
    log, done = server.logs()[0], 0
    for turn, entry in enumerate(log[1:61], 1):
        heard = re.search(r"(?:action :|go) (\w+)", entry["report"])[1]
        contains([word(turn) if turn in asked else "NOOP", "NOOP"], heard, f"turn {turn}")
        done += heard != "NOOP"
    equal(done > 0, True, "some answers were in time")
    equal(len(asked) < 60, True, "some turns were not asked for")


@case
def strict_ignores_what_was_said_too_early():
    server, heard = strict({"turn_count": 2}, [{"confirm": "CONFIRM\n"}, {"send": "RIGHT\n"}])
    lacks(heard, "error")
    server = Server({"turn_count": 2, "player_count": 2}, ROOM, ["--strict"])
    # The first is asked only after the second has confirmed: its word is there by then.
    first, second = connect(server), Client(server, words("LEFT"))
    first.sendall(b"CONFIRM")
    second.heard = second.connection.recv(100)  # the greeting
    first.sendall(b"RIGHT")
    time.sleep(0.1)
    second.say("CONFIRM")
    second.script[:0] = [{"confirm": ""}]
    second.start()
    heard = b""
    while b"finish" not in heard:
        got = first.recv(4096)
        equal(bool(got), True, f"more after {heard}")
        if got.endswith(b"\n") and b" E E " in got:
            first.sendall(b"NOOP")
        heard += got
    first.close()
    second.join(LIMIT)
    equal(server.end(), 0)
    contains(heard.decode(), "error: what you said before you were asked was not used\n 1 0")
    lacks(json.dumps(server.logs()), "RIGHT", "log")


@case
def strict_hears_a_word_in_pieces():
    server = Server({"turn_count": 1}, ROOM, ["--strict"])
    client = connect(server)
    client.recv(100)
    for piece in (b"CON", b"FIRM"):
        time.sleep(0.02)
        client.sendall(piece)
    client.recv(4096)
    for piece in (b"RI", b"GH", b"T"):
        time.sleep(0.02)
        client.sendall(piece)
    while client.recv(4096):
        pass
    client.close()
    equal(server.end(), 0)
    contains(server.out, "accepted action : RIGHT")


@case
def strict_does_not_seat_who_has_left():
    server = Server({"player_count": 2, "turn_count": 2}, ROOM, ["--strict"])
    connect(server).close()
    time.sleep(0.05)
    for client in play(server, words("RIGHT"), words("LEFT")):
        contains(client.heard.decode(), "finish! winner = agent 2\n")
    equal(server.end(), 0)


@case
def strict_says_why_it_does_not_begin():
    server, heard = strict({}, [{"confirm": "HELLO\n"}])
    equal(heard, "3 4 A 1 0 5 1 \nerror: expected CONFIRM within 10 s, got 'HELLO\\x0a'\n")
    contains(server.out, "agent with id=1 not send confirm")


run_cases()
