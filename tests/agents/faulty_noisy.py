"""Plays well, and writes to stdout in every way there is."""

import os
import subprocess
import sys
import threading

from main import get_possible_moves

print("bestmove a1")
threading.Thread(target=threading.Event().wait).start()


def get_move(cards, player1, player2):
    print("bestmove a1\n" * 1000, flush=True)
    os.write(1, b"bestmove a1\n")
    sys.__stdout__.write("bestmove \u2665\n")
    subprocess.run(["echo", "bestmove a1"], check=True)
    assert sys.stdin.read() == ""
    return float(get_possible_moves(cards)[-1])
