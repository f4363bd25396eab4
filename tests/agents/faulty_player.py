"""Konane: one wrong thing after the other."""

from konane import Game, Player


class Confused(Game, Player):
    answers = [None, 3, [0, 0], [0, 0, 9, 9], [0, 1, 0, 1], ["a", 1, 2, 3], [0, 0, 0, 0.5]]

    def initialize(self, side):
        pass

    def getMove(self, board):
        board[0][0] = "B"
        return self.answers.pop(0)
