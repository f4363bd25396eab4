"""Phase 2: wrong answers where a companion is due."""

from main import get_possible_moves

ANSWERS = [5, [], ["Arya"], ["Jon"], ["Jon", 99], ["Ramsay", 0, 0], ["Jaqen", 0, 1, "Jaqen"],
           [3, 4], "Gendry", ["Sandor", "c4"]]


def get_move(cards, player1, player2, companion_cards, choose_companion):
    return ANSWERS.pop(0) if choose_companion else get_possible_moves(cards)[0]
