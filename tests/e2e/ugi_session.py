"""A conversation with `bazi ugi`, one command and its answer at a time; and Konane as the protocol
writes it."""

import json
import os
import queue
import re
import subprocess
import threading

import drive

START = "BWBWBWBW/WBWBWBWB/" * 3 + "BWBWBWBW/WBWBWBWB b"
JUMPS = "BW1W1WBW/1BWBWBWB/" + "BWBWBWBW/WBWBWBWB/" * 2 + "BWBWBWBW/WBWBWBWB b"
SIX = "BWBWBW/WBWBWB/" * 2 + "BWBWBW/WBWBWB b"


class Silence(AssertionError):
    """Nothing came in time, or the program ended."""


class Session:
    """The program under `ugi GAME`, or another `command` that speaks the protocol; its output read
    line by line by a thread of its own."""

    def __init__(self, game="konane", *args, env=None, command=None):
        self.process = subprocess.Popen(command or [drive.BAZI, "ugi", game, *args],
                                        stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=drive.environment(env))
        self._lines = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.kill()

    def _read(self):
        for line in self.process.stdout:
            self._lines.put(line.decode(errors="replace").rstrip("\n"))
        self._lines.put(None)

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._reader.join()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                stream.close()
            except BrokenPipeError:
                pass

    def send(self, *commands):
        data = b"".join(c if isinstance(c, bytes) else c.encode() + b"\n" for c in commands)
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def line(self, timeout=30):
        """The next line of output."""
        try:
            line = self._lines.get(timeout=timeout)
        except queue.Empty:
            raise Silence(f"nothing in {timeout} s") from None
        if line is None:
            raise Silence(f"it ended: {self.process.stderr.read().decode(errors='replace')}")
        return line

    def until(self, start, timeout=60):
        """All lines up to the first that begins so."""
        seen = []
        while not seen or not seen[-1].startswith(start):
            seen.append(self.line(timeout))
        return seen

    def silent(self, seconds):
        """True if nothing comes in this time."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            return True
        raise AssertionError(f"unexpected: {line!r}")

    def ask(self, command, timeout=60):
        """What a command that answers at once has to say: everything before a `readyok`."""
        self.send(command, "isready")
        return self.until("readyok", timeout)[:-1]

    def one(self, command, timeout=60):
        lines = self.ask(command, timeout)
        if len(lines) != 1:
            raise AssertionError(f"{command!r} gave {lines!r}, not one line")
        return lines[0]

    def query(self, what):
        """The answer to a query, without `response`."""
        line = self.one("query " + what)
        if line != "response" and not line.startswith("response "):
            raise AssertionError(f"query {what!r}: {line!r}")
        return line[len("response "):]

    def quiet(self, *commands):
        """Commands that must have nothing to say."""
        for command in commands:
            lines = self.ask(command)
            if lines:
                raise AssertionError(f"{command!r} gave {lines!r}")

    def error(self, command):
        """A command that must be refused with one error line; its text."""
        line = self.one(command)
        if not line.startswith("info string error: "):
            raise AssertionError(f"{command!r} gave {line!r}, not an error")
        return line[len("info string error: "):]

    def go(self, limits="", timeout=120):
        """A search to its end."""
        self.send(("go " + limits).strip())
        return Search(self.until("bestmove ", timeout))

    def leave(self, timeout=30):
        """Closes its input; the exit status, and what it still said."""
        self.process.stdin.close()
        status = self.process.wait(timeout)
        self._reader.join()
        rest = []
        while (line := self._lines.get()) is not None:
            rest.append(line)
        return status, rest


class Search:
    """The lines of one search, taken apart."""

    def __init__(self, lines):
        self.lines = lines
        self.move = lines[-1].split()[1]
        self.infos = [parse_info(line) for line in lines if line.startswith("info depth ")]

    @property
    def score(self):
        """("value", number), ("win", plies) or ("loss", plies) of the last line."""
        return self.infos[-1]["score"]


def parse_info(line):
    """An info line as a dictionary; the pv as a list."""
    words = line.split()
    info = {}
    at = 1
    while at < len(words):
        key = words[at]
        if key == "pv":
            info["pv"] = words[at + 1:]
            break
        if key == "score":
            info["score"] = (words[at + 1], float(words[at + 2]))
            at += 3
        else:
            info[key] = int(words[at + 1])
            at += 2
    return info


def golden(name):
    path = os.path.join(drive.ROOT, "tests", "golden", "konane", name)
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def cell(row, column):
    return f"{chr(ord('a') + column)}{row + 1}"


def move_text(move):
    r1, c1, r2, c2 = move
    return cell(r1, c1) if (r1, c1) == (r2, c2) else f"{cell(r1, c1)}-{cell(r2, c2)}"


def board_text(rows):
    return "/".join(re.sub(r"\.+", lambda run: str(len(run.group())), row) for row in rows)


def fen_of(one):
    return f"{board_text(one['board'])} {one['side'].lower()}"


def full_fen(rows, columns):
    lines = ["".join("BW"[(r + c) % 2] for c in range(columns)) for r in range(rows)]
    return "/".join(lines) + " b"
