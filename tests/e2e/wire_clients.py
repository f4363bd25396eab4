"""Clients of the Diamonds server as people wrote them, well and badly, and the server to meet them.

A client is a list of what to do for each line it gets, as in the golden cases: {"confirm": text},
{"send": text}, {"nosend": true}, {"close": true}; afterwards it sends NOOP for ever.
"""

import json
import os
import re
import socket
import subprocess
import threading

from drive import BAZI, environment, scratch

LIMIT = 60  # seconds nothing takes
ROOM = ["EEEE", "EEEE", "EE1E"]  # a small map


class Server:
    """`bazi serve-agents` on a free port, in a folder of its own."""

    def __init__(self, config, rows, args=(), rules="p1"):
        self.folder = scratch()
        os.mkdir(os.path.join(self.folder, "maps"))
        with open(os.path.join(self.folder, "maps", "m.txt"), "w", encoding="ascii") as file:
            file.write("\n".join(rows))
        config = {"map": "m.txt", "server_ip": "127.0.0.1", "server_port": 0, "player_count": 1,
                  "time_out": 1, "init_score": 0, "turn_count": 5, "init_random_location": False,
                  "round_repeat": 1, "probabilities_xlsx": "1.xlsx", "trap_count": 3, **config}
        with open(os.path.join(self.folder, "config.json"), "w", encoding="ascii") as file:
            json.dump(config, file)
        self.process = subprocess.Popen(
            [BAZI, "serve-agents", "-o", f"rules={rules}", *args], cwd=self.folder,
            env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        self.first = self.process.stderr.readline().decode()
        found = re.search(r"port (\d+), seed (\d+)", self.first)
        if not found:
            raise AssertionError(f"the server said {self.first!r}")
        self.port, self.seed = int(found[1]), int(found[2])
        self.out = self.err = ""

    def end(self, timeout=LIMIT):
        """Its status, when it has ended by itself."""
        try:
            out, err = self.process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise AssertionError("the server does not end") from None
        self.out, self.err = out.decode(), err.decode()
        return self.process.returncode

    def stop(self, number):
        self.process.send_signal(number)
        return self.end()

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def text(self, *names):
        with open(self.path(*names), encoding="ascii") as file:
            return file.read()

    def logs(self):
        """The game logs, oldest first."""
        folder = self.path("game_logs")
        names = sorted(os.listdir(folder),
                       key=lambda name: [int(part) for part in name.split(".")[0].split("_")])
        return [json.loads(self.text("game_logs", name)) for name in names]


def connect(server):
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=LIMIT)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


class Client(threading.Thread):
    """Does what its script says; `heard` and `said` are the bytes of each direction."""

    def __init__(self, server, script):
        super().__init__(daemon=True)
        self.connection = connect(server)
        self.script = list(script)
        self.heard = self.said = b""

    def say(self, text):
        self.connection.sendall(text.encode("latin-1"))
        self.said += text.encode("latin-1")

    def lines(self):
        """The lines as they come; `heard` grows with them."""
        while True:
            begin = len(self.heard)
            while not self.heard.endswith(b"\n") or len(self.heard) == begin:
                byte = self.connection.recv(1)
                if not byte:
                    return
                self.heard += byte
            yield self.heard[begin:].decode("latin-1")

    def follow(self):
        for number, line in enumerate(self.lines()):
            if line.startswith(("finish!", "error:")):
                continue
            confirms = self.script and "confirm" in self.script[0]
            if number == 0 and not confirms:
                self.say("CONFIRM")
                continue
            todo = self.script.pop(0) if self.script else {"send": "NOOP"}
            if "close" in todo:
                self.connection.shutdown(socket.SHUT_WR)
                self.script = [{"nosend": True}] * 10000
            elif "nosend" not in todo:
                self.say(todo.get("confirm", todo.get("send")))

    def run(self):
        try:
            self.follow()
        except OSError:
            pass  # the server need not wait for the last word
        self.connection.close()


def words(*actions):
    return [{"send": word} for word in actions]


def play(server, *scripts):
    """All clients to their end, seated in this order."""
    clients = [Client(server, script) for script in scripts]
    for client in clients:
        client.start()
    for client in clients:
        client.join(LIMIT)
        if client.is_alive():
            raise AssertionError("a client waits for ever")
    return clients
