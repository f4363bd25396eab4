"""The players of the course report: minimax and alpha-beta, own moves minus the opponent's."""

from konane import Game, Player

INFINITY = float("inf")


class MinMaxPlayer(Game, Player):
    def __init__(self, size, max_depth):
        Game.__init__(self, size)
        self.max_depth = max_depth

    def initialize(self, side):
        self.side = side
        self.name = "MinMax"

    def evaluate(self, board):
        own = self.generateMoves(board, self.side)
        return len(own) - len(self.generateMoves(board, self.opponent(self.side)))

    def value(self, board, depth, side):
        if depth == self.max_depth:
            return self.evaluate(board)
        values = [self.value(self.nextBoard(board, side, move), depth + 1, self.opponent(side))
                  for move in self.generateMoves(board, side)]
        if side == self.side:
            return max(values, default=-INFINITY)
        return min(values, default=INFINITY)

    def getMove(self, board):
        best, choice = -INFINITY, []
        for move in self.generateMoves(board, self.side):
            after = self.nextBoard(board, self.side, move)
            value = self.value(after, 2, self.opponent(self.side))
            if value > best:
                best, choice = value, move
        return choice


class AlphaBetaPlayer(MinMaxPlayer):
    def search(self, board, depth, side, alpha, beta):
        """(value, first best move)"""
        if depth == self.max_depth:
            return self.evaluate(board), []
        own = side == self.side
        best, choice = (-INFINITY if own else INFINITY), []
        for move in self.generateMoves(board, side):
            after = self.nextBoard(board, side, move)
            value, _ = self.search(after, depth + 1, self.opponent(side), alpha, beta)
            if value > best if own else value < best:
                best, choice = value, move
            if own:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if beta < alpha:
                break
        return best, choice

    def getMove(self, board):
        return self.search(board, 1, self.side, -INFINITY, INFINITY)[1]
