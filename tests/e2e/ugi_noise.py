"""Noise on standard input: the protocol stays alive, small and polite.

64 MB of it as a rule, a whole gigabyte with BAZI_HEAVY=1; the same bytes every time.
"""

import os
import random
import re
import subprocess
import threading

import drive
from tap import case, equal, run_cases

MEGABYTE = 1 << 20
HEAVY = os.environ.get("BAZI_HEAVY") == "1"
TOTAL = (1024 if HEAVY else 64) * MEGABYTE
GROWTH = 8 * MEGABYTE  # allowed beyond what a session needs that has only said `isready`

WORDS = ("ugi isready setoption name value position startpos fen moves go depth nodes query "
         "legalmoves islegal perft eval d stop a1 b1 c1-a1 h8 BWBW/WBWB b w 0 1 2 8 -1 256 "
         "99999999999999999999 \x00 \xff size resign lost Depth info string").split(" ")


def bytes_noise(source, size):
    """Any bytes at all."""
    return source.randbytes(size)


def lines_noise(source, size):
    """Short lines of any bytes."""
    data = bytearray(source.randbytes(size))
    data[::23] = b"\n" * len(data[::23])
    return bytes(data)


def endless_noise(source, size):
    """One line that never ends."""
    return source.randbytes(size).replace(b"\n", b"n")


def word_noise(source, size):
    """The protocol's own words in the wrong order. Lines that would search or count long are
    possible only with small numbers, since no larger ones stand in the list."""
    block = []
    for _ in range(20000):
        line = " ".join(source.choice(WORDS) for _ in range(source.randrange(1, 7)))
        if line.startswith(("perft 8", "go")) or "Hash" in line:
            continue
        block.append(line)
    text = ("\n".join(block) + "\n").encode("latin1")
    return (text * (size // len(text) + 1))[:size]


def memory_peak(pid):
    """The most memory the process ever had, in bytes."""
    with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:
        return int(re.search(r"VmHWM:\s+(\d+) kB", file.read()).group(1)) * 1024


class Listener(threading.Thread):
    """Reads everything, keeps the last of it, and checks that it is made of whole, clean lines."""

    def __init__(self, stream):
        super().__init__(daemon=True)
        self.stream, self.tail, self.dirty = stream, b"", None
        self.ready = threading.Event()  # the last answer has come, or nothing more will come
        self.start()

    def run(self):
        clean = re.compile(rb"[ -~\n]*")
        while data := self.stream.read1(1 << 16):
            if not clean.fullmatch(data):
                self.dirty = data
            self.tail = (self.tail + data)[-200:]
            if self.tail.endswith(b"nodes 28\nreadyok\n"):
                self.ready.set()
        self.ready.set()


def feed(kind, total):
    """Writes the noise, then sees that the program still answers; its memory peak."""
    source = random.Random(20191)
    process = subprocess.Popen([drive.BAZI, "ugi", "konane"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, env=drive.environment())
    listener = Listener(process.stdout)
    try:
        block = kind(source, 8 * MEGABYTE) if total else b""
        for _ in range(total // (8 * MEGABYTE)):
            process.stdin.write(block)
            block = block[1:] + block[:1]  # the same noise, but cut differently
        # no word of the noise is a 3, so this answer comes once
        process.stdin.write(b"\nposition startpos\nperft 3\nisready\n")
        process.stdin.flush()
        listener.ready.wait(120)
        if not listener.tail.endswith(b"nodes 28\nreadyok\n"):
            raise AssertionError(f"no answer after the noise; last of all {listener.tail!r}")
        peak = memory_peak(process.pid)
        process.stdin.close()
        equal(process.wait(30), 0, "status")
        listener.join()
        equal(listener.dirty, None, "output")
        return peak
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def survives(kind, total):
    quiet, loud = feed(kind, 0), feed(kind, total)
    if "SAN_OPTIONS" not in " ".join(os.environ):  # sanitizers keep freed memory for a while
        equal(loud < quiet + GROWTH, True, f"peak {loud >> 10} kB, without noise {quiet >> 10} kB")


@case
def any_bytes():
    survives(bytes_noise, TOTAL)


@case
def short_lines():
    survives(lines_noise, 16 * MEGABYTE)


@case
def an_endless_line():
    survives(endless_noise, TOTAL)


@case
def words_in_the_wrong_order():
    survives(word_noise, 8 * MEGABYTE)


run_cases()
