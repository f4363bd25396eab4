"""Konane: three moves, then none. Breaks the board it was given."""

from konane import RandomPlayer


class TiredPlayer(RandomPlayer):
    def initialize(self, side):
        super().initialize(side)
        self.strength = 3

    def getMove(self, board):
        self.strength -= 1
        move = super().getMove(board) if self.strength >= 0 else []
        board.clear()
        return move
