import sys


def get_move(cards, player1, player2):
    sys.exit("that is enough")
