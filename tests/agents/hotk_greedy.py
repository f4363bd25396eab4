"""Phase 1: takes as many cards as possible."""

import copy

from main import get_possible_moves, make_move
from utils.classes import Player


def get_move(cards, player1, player2):
    best, most = None, -1
    for move in get_possible_moves(cards):
        me = Player("me")
        house = make_move(copy.deepcopy(cards), move, me)
        if len(me.get_cards()[house]) > most:
            best, most = move, len(me.get_cards()[house])
    return best
