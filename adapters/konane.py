"""Konane: lets a player of the teaching framework, a class with initialize(side) and
getMove(board), play by UGI. See ugi.py for the protocol.

    python3 konane.py PLAYER.py[:CLASS]

Without CLASS it is the last class of the file that has a getMove. It is made anew for every game,
with the board's size, and with the option Depth as well if it wants a second argument.
"""

import copy
import os
import random

import ugi

EMPTY, DEPTH = ".", 4
DIRECTIONS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # N, E, S, W: the order is part of the framework


# --- What players import from konane or game -------------------------------------------------


class GameError(Exception):
    """A move that the board does not allow."""


class Game:
    def __init__(self, n):
        self.size = n
        self.half_the_size = n // 2
        self.reset()

    def reset(self):
        self.board = [["BW"[(r + c) % 2] for c in range(self.size)] for r in range(self.size)]

    def __str__(self):
        return self.boardToStr(self.board)

    def boardToStr(self, board):
        rows = ["  " + "".join(f"{c} " for c in range(self.size))]
        rows += [f"{r} " + "".join(f"{symbol} " for symbol in row) for r, row in enumerate(board)]
        return "\n".join(rows) + "\n"

    def valid(self, row, col):
        return 0 <= row < self.size and 0 <= col < self.size

    def contains(self, board, row, col, symbol):
        return self.valid(row, col) and board[row][col] == symbol

    def countSymbol(self, board, symbol):
        return sum(row.count(symbol) for row in board)

    def opponent(self, side):
        return "W" if side == "B" else "B"

    def distance(self, r1, c1, r2, c2):
        return abs(r1 - r2 + c1 - c2)

    def makeMove(self, side, move):
        self.board = self.nextBoard(self.board, side, move)

    def nextBoard(self, board, side, move):
        """The board after a move, as a copy; a GameError if there is no such move."""
        r1, c1, r2, c2 = move
        after = [list(row) for row in board]
        if not self.contains(board, r1, c1, side):
            raise GameError(f"{list(move)}: no stone of {side} there")
        after[r1][c1] = EMPTY
        if (r1, c1) == (r2, c2):
            if not self.openingMove(board):
                raise GameError(f"{list(move)}: stones are taken off in the opening only")
            return after
        r1, c1 = self._jump(after, self.opponent(side), move)
        after[r1][c1] = side
        return after

    def _jump(self, after, opponent, move):
        """Takes off what is jumped over; where the stone lands."""
        r1, c1, r2, c2 = move
        rd, cd = (r2 > r1) - (r2 < r1), (c2 > c1) - (c2 < c1)
        if (rd and cd) or self.distance(*move) % 2:
            raise GameError(f"{list(move)}: not a straight line of jumps")
        while (r1, c1) != (r2, c2):
            if not (self.contains(after, r1 + rd, c1 + cd, opponent)
                    and self.contains(after, r1 + 2 * rd, c1 + 2 * cd, EMPTY)):
                raise GameError(f"{list(move)}: no jump from {r1} {c1}")
            after[r1 + rd][c1 + cd] = EMPTY
            r1, c1 = r1 + 2 * rd, c1 + 2 * cd
        return r1, c1

    def openingMove(self, board):
        return self.countSymbol(board, EMPTY) <= 1

    def generateFirstMoves(self, board):
        half = self.half_the_size
        return [[p] * 4 for p in (0, self.size - 1, half, half - 1)]

    def generateSecondMoves(self, board):
        last, half = self.size - 1, self.half_the_size
        if board[0][0] == EMPTY:
            cells = [(0, 1), (1, 0)]
        elif board[last][last] == EMPTY:
            cells = [(last, last - 1), (last - 1, last)]
        else:
            p = half - 1 if board[half - 1][half - 1] == EMPTY else half
            cells = [(p, p - 1), (p + 1, p), (p, p + 1), (p - 1, p)]
        return [[r, c, r, c] for r, c in cells]

    def check(self, board, r, c, rd, cd, factor, opponent):
        """The jumps from (r, c) in a direction; `factor` is how far off the first enemy is."""
        moves = []
        while (self.contains(board, r + factor * rd, c + factor * cd, opponent)
               and self.contains(board, r + (factor + 1) * rd, c + (factor + 1) * cd, EMPTY)):
            moves.append([r, c, r + (factor + 1) * rd, c + (factor + 1) * cd])
            factor += 2
        return moves

    def generateMoves(self, board, side):
        if self.openingMove(board):
            first = side == "B"
            return self.generateFirstMoves(board) if first else self.generateSecondMoves(board)
        opponent = self.opponent(side)
        return [move for r in range(self.size) for c in range(self.size) if board[r][c] == side
                for rd, cd in DIRECTIONS for move in self.check(board, r, c, rd, cd, 1, opponent)]

    def playOneGame(self, p1, p2, show=False):
        """p1 is black. The winner's name."""
        self.reset()
        p1.initialize("B")
        p2.initialize("W")
        mover, other, side = p1, p2, "B"
        while True:
            if show:
                print(self, f"{mover.name}'s turn", sep="\n")
            move = mover.getMove(copy.deepcopy(self.board))
            try:
                legal = bool(move) and self.makeMove(side, move) is None
            except GameError as error:
                print("Game over: Invalid move", error)
                legal = False
            if not legal:
                mover.lost()
                other.won()
                return other.name
            mover, other, side = other, mover, self.opponent(side)

    def playNGames(self, n, p1, p2, show=False):
        """The players take turns at being black."""
        players = p1, p2
        for _ in range(n):
            print(self.playOneGame(*players, show), "wins")
            players = players[::-1]
        print(p1.results())
        print(p2.results())


class Player:
    name = "Player"
    wins = 0
    losses = 0

    def results(self):
        return f"{self.name} Wins:{self.wins} Losses:{self.losses}"

    def won(self):
        self.wins += 1

    def lost(self):
        self.losses += 1

    def reset(self):
        self.wins = self.losses = 0

    def initialize(self, side):
        raise NotImplementedError("initialize(side) is the player's own")

    def getMove(self, board):
        raise NotImplementedError("getMove(board) is the player's own")


class SimplePlayer(Game, Player):
    """Plays the first move of the list."""

    def initialize(self, side):
        self.side, self.name = side, "Simple"

    def getMove(self, board):
        return self.pick(self.generateMoves(board, self.side))

    def pick(self, moves):
        return moves[0] if moves else []


class RandomPlayer(SimplePlayer):
    def initialize(self, side):
        self.side, self.name = side, "Random"

    def pick(self, moves):
        return random.choice(moves) if moves else []


class HumanPlayer(SimplePlayer):
    """Somebody who types the number of a move, or -1 to give up."""

    def initialize(self, side):
        self.side, self.name = side, "Human"

    def pick(self, moves):
        for number, move in enumerate(moves):
            print(f"{number}: {move}")
        number = int(input("Enter choice: ")) if moves else -1
        return moves[number] if number >= 0 else []


FRAMEWORK = (GameError, Game, Player, SimplePlayer, RandomPlayer, HumanPlayer)


def provide_modules():
    for name in ("konane", "game"):
        ugi.provide(name, **{thing.__name__: thing for thing in FRAMEWORK})


# --- Positions and answers -------------------------------------------------------------------


def read_position(fen):
    """(board, side) of a FEN."""
    rows, side = fen.split()
    board = ugi.rows_of(rows, EMPTY)
    if len(board) != len(board[0]):
        raise ugi.Refused("players of the framework know square boards only")
    if side not in ("b", "w") or not {*sum(board, [])} <= {"B", "W", EMPTY}:
        raise ValueError(fen)
    return board, side.upper()


def move_text(move):
    r1, c1, r2, c2 = move
    jump = (r1, c1) != (r2, c2)
    return ugi.cell(r1, c1) + ("-" + ugi.cell(r2, c2) if jump else "")


def read_answer(answer, board, side):
    """The text of what getMove returned, or Wrong."""
    if isinstance(answer, (list, tuple)) and not answer:
        return "resign"
    if not isinstance(answer, (list, tuple)) or len(answer) != 4:
        raise ugi.wrong(answer, "not a list [r1, c1, r2, c2]")
    move = [ugi.whole(number) for number in answer]
    if any(number is None or not 0 <= number < len(board) for number in move):
        raise ugi.wrong(answer, f"rows and columns are numbers from 0 to {len(board) - 1}")
    legal = Game(len(board)).generateMoves(board, side)
    if move not in legal:
        raise ugi.wrong(answer, f"legal were {legal}", move_text(move))
    return move_text(move)


def player_class(module, name, path):
    """The class of that name, or the last one of the file that has a getMove and is not one of the
    framework's own, copied into it."""
    if name:
        found = getattr(module, name, None)
    else:
        own = [thing for thing in vars(module).values() if isinstance(thing, type)
               and thing.__module__ == module.__name__ and hasattr(thing, "getMove")]
        known = {thing.__name__ for thing in FRAMEWORK}
        own.sort(key=lambda thing: thing.__name__ not in known)
        found = own[-1] if own else None
    if not callable(getattr(found, "getMove", None)):
        ugi.usage(f"{os.path.basename(path)} has no class {name or ''} with a getMove")
    return found


class Agent:
    def __init__(self, path, name, options):
        self.path, self.options = path, options
        self.kind = player_class(ugi.load(path), name, path)
        self.player = self.seat = None

    def forget(self):
        self.player = None

    def choose(self, position):
        board, side = position
        if self.player is None or self.seat != (len(board), side):
            self.seat = len(board), side
            self._sit_down()
        with ugi.Guard("getMove", self.path):
            answer = self.player.getMove(copy.deepcopy(board))
        return read_answer(answer, board, side)

    def _sit_down(self):
        size, side = self.seat
        with ugi.Guard(self.kind.__name__, self.path):
            least, most = ugi.parameters(self.kind)
            given = size, self.options["Depth"]
            self.player = self.kind(*given[:max(least, min(most, 1))])
            if not hasattr(self.player, "name"):
                self.player.name = self.kind.__name__
            self.player.initialize(side)


def main():
    path, name = ugi.arguments()
    provide_modules()
    protocol = ugi.Protocol(os.path.basename(path), read_position, {"Depth": DEPTH})
    agent = Agent(path, name, protocol.options)
    ugi.serve(protocol, agent.choose, agent.forget)


if __name__ == "__main__":
    main()
