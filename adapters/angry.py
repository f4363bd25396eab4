"""Angry hen: lets a course script, which makes an AngryGame and steps through it, play by UGI. See
ugi.py for the protocol.

    python3 angry.py SCRIPT.py

The script runs unchanged, as __main__, once a game. Making the environment waits for the first
`go`; the template it names does not matter, the position is the match's. `hen_step` and `bird_step`
answer the `go`, `queen_step` waits for the next one, whose position shows what the queen did. When
the script ends before the game, what is asked after that is answered `resign`. Nothing is drawn:
pygame is a stand-in, whether or not the real one is installed. The worlds mdp and rl have an
interface of their own, which is not this one.
"""

import importlib
import importlib.machinery
import os
import runpy
import sys
import types

import ugi

WORDS = ("up", "down", "left", "right")
STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
# What stops whom.
HEN_STOPS, QUEEN_STOPS = {"game1": "RQ", "game2": "RQB"}, {"game1": "RSPE", "game2": "RSPEB"}
BIRD_STOPS = "HERSP"


class Rules:
    """What differs between the two games."""

    def __init__(self, name, limit, win):
        self.limit, self.win, self.bird = limit, win, name == "game2"
        self.hen_stops, self.queen_stops = HEN_STOPS[name], QUEEN_STOPS[name]


RULES = {"game1": Rules("game1", 150, 400), "game2": Rules("game2", 200, 250)}


# --- Boards ----------------------------------------------------------------------------------


def find_all(grid, symbol):
    return [(r, c) for r, row in enumerate(grid) for c, tile in enumerate(row) if tile == symbol]


def find_first(grid, symbol):
    """(row, column), or None."""
    return next(((r, row.index(symbol)) for r, row in enumerate(grid) if symbol in row), None)


def target(grid, at, action, stops):
    """Where a step leads to, or None where it is stopped."""
    row, column = at[0] + STEPS[action][0], at[1] + STEPS[action][1]
    inside = 0 <= row < len(grid) and 0 <= column < len(grid[row])
    return (row, column) if inside and grid[row][column] not in stops else None


def moved(grid, symbol, action, stops):
    """A copy of the grid after a step, or None where it is stopped."""
    at = find_first(grid, symbol)
    to = target(grid, at, action, stops) if at else None
    if to is None:
        return None
    after = [list(row) for row in grid]
    after[at[0]][at[1]] = "T"
    after[to[0]][to[1]] = symbol
    return after


def successors(grid, symbol, stops):
    """(grid, action) for every step that is possible, in the order of the actions."""
    tried = [(moved(grid, symbol, action, stops), action) for action in range(len(STEPS))]
    return [(after, action) for after, action in tried if after is not None]


def distances(grid, goal, stops):
    """How far each cell is from the goal; cells without a way are missing."""
    far, frontier = {goal: 0}, [goal]
    for at in frontier:
        for action in range(len(STEPS)):
            to = target(grid, at, action, stops)
            if to is not None and to not in far:
                far[to] = far[at] + 1
                frontier.append(to)
    return far


def queen_policy(grid, stops):
    """The grid after the step that brings the queen nearest to the hen, the first of equals."""
    hen, queen = find_first(grid, "H"), find_first(grid, "Q")
    if hen is None or queen is None:
        return grid
    far = distances(grid, hen, stops)
    ways = [(far[to], action) for action in range(len(STEPS))
            for to in [target(grid, queen, action, stops)] if to in far]
    return moved(grid, "Q", min(ways)[1], stops) if ways else grid


class Position:
    """What a FEN says: `H9/... h 0 game1 policy forbid`."""

    def __init__(self, fen):
        fields = fen.split()
        if fields[3] not in RULES:
            raise ugi.Refused("the course's environment is that of game1 and game2")
        self.grid = ugi.rows_of(fields[0], "T")
        self.mover, self.actions = fields[1], int(fields[2])
        self.rules, self.free = RULES[fields[3]], fields[5] == "free"
        self.policy = fields[4] == "policy"


def read_position(fen):
    position = Position(fen)
    if position.mover not in ("h", "b"):
        raise ugi.Refused("programs of the course play the hen and the bird, not the queen")
    return position


# --- What scripts import from game or environment --------------------------------------------


class AngryGame:
    """The environment. `grid` is for the script, to change as it likes; what counts is `_grid`."""

    protocol = None  # set by whoever starts a script
    rules = RULES["game1"]

    def __init__(self, template="simple", *_, **__):
        self._moves = 0
        self._over = False
        self._look()
        self._show()

    def reset(self):
        """The game stands at its beginning; in the middle of one, that is given up, and the next
        one begins with the script anew."""
        if self._moves:
            resign(self.protocol, "the program began again in the middle of a game")

    def hen_step(self, action):
        self._step("h", "H", action, self.rules.hen_stops)

    def bird_step(self, action):
        if self.rules.bird:
            self._step("b", "B", action, BIRD_STOPS)

    def queen_step(self):
        """What the queen did is in the next position, or known if it ends the game."""
        if self._over:
            return
        if self._due:
            self._let_pass()
        if self.rules.bird and self._last.mover == "h":
            self._look()
            self._let_pass()
        after = queen_policy(self._grid, self.rules.queen_stops)
        if self._last.policy and self.is_lose(after, self.num_actions):
            self._grid, self._over = after, True
        else:
            self._look()
        self._show()

    def render(self, screen=None):
        pass

    def _show(self):
        self.grid = [list(row) for row in self._grid]
        self._over = self._over or self.is_win(self._grid)

    def _look(self):
        """Takes over the position of the next `go`; one that is due is kept."""
        if not self.protocol.pending:
            self.protocol.ask()
        self._due = self._last = self.protocol.position
        self._grid, self.num_actions = self._due.grid, self._due.actions
        AngryGame.rules = self._due.rules

    def _step(self, mover, symbol, action, stops):
        if not self._over:
            self._turn_to(mover)
        number = ugi.whole(action)
        if number is None or not 0 <= number < len(STEPS):
            fault = ugi.wrong(action, "not an action from 0 to 3")
            self._answer(fault.text, str(fault))
            return
        after = moved(self._grid, symbol, number, stops)
        self._answer(*self._word(symbol, number, stops, after is None))
        if after is not None:
            self._grid = after
            self.num_actions += 1
        self._show()

    def _turn_to(self, mover):
        """Where the script skipped somebody, a mover of its own stays; the queen has moved."""
        while True:
            if not self._due:
                self._look()
            if self._due.mover == mover:
                return
            self._let_pass()

    def _word(self, symbol, number, stops, bumps):
        """(the answer to the `go`, what is wrong with it or None)"""
        if not bumps or self._last.free:
            return WORDS[number], None
        if not successors(self._grid, symbol, stops):
            return "stay", None
        return WORDS[number], f"{WORDS[number]} is stopped there; with bump=free that is a wait"

    def _let_pass(self):
        """The script does not use its turn: by a free bump, or where nothing else is possible."""
        hen = self._due.mover == "h"
        symbol, stops = ("H", self.rules.hen_stops) if hen else ("B", BIRD_STOPS)
        possible = [action for _, action in successors(self._grid, symbol, stops)]
        bumps = [action for action in range(len(STEPS)) if action not in possible]
        if self._due.free and bumps:
            self._answer(WORDS[bumps[0]])
        elif not possible:
            self._answer("stay")
        else:
            resign(self.protocol, "the program let a turn pass")

    def _answer(self, text, fault=None):
        if not self._due:
            return
        if fault:
            self.protocol.info(fault)
        self._due = None
        self._moves += 1
        self.num_actions += text == "stay"
        self.protocol.answer(text)

    @classmethod
    def generate_hen_successors(cls, grid):
        return successors(grid, "H", cls.rules.hen_stops)

    @classmethod
    def generate_bird_successors(cls, grid):
        return successors(grid, "B", BIRD_STOPS)

    @classmethod
    def generate_queen_successors(cls, grid):
        return successors(grid, "Q", cls.rules.queen_stops)

    @classmethod
    def get_egg_coordinate(cls, grid):
        return find_all(grid, "E")

    @classmethod
    def get_pig_coordinate(cls, grid):
        return find_all(grid, "P")

    @classmethod
    def get_hen_position(cls, grid):
        return find_first(grid, "H")

    @classmethod
    def get_bird_position(cls, grid):
        return find_first(grid, "B")

    @classmethod
    def get_queen_position(cls, grid):
        return find_first(grid, "Q")

    @classmethod
    def get_slingshot_position(cls, grid):
        return find_first(grid, "S")

    @classmethod
    def is_hen_exists(cls, grid):
        return cls.get_hen_position(grid) is not None

    @classmethod
    def is_bird_exists(cls, grid):
        return cls.get_bird_position(grid) is not None

    @classmethod
    def is_queen_exists(cls, grid):
        return cls.get_queen_position(grid) is not None

    @classmethod
    def is_win(cls, grid):
        return cls.get_slingshot_position(grid) is None or not cls.is_queen_exists(grid)

    @classmethod
    def is_lose(cls, grid, num_actions):
        return not cls.is_hen_exists(grid) or num_actions >= cls.rules.limit

    @classmethod
    def calculate_score(cls, grid, num_actions):
        eggs, pigs = len(find_all(grid, "E")), len(find_all(grid, "P"))
        score = 200 * (8 - eggs) - 200 * (8 - pigs) - num_actions
        score += cls.rules.win * cls.is_win(grid) - 1000 * cls.is_lose(grid, num_actions)
        return score + 600 * (cls.rules.bird and not cls.is_queen_exists(grid))

    @classmethod
    def print_grid(cls, grid):
        for row in grid:
            print(" ".join(row))


class PygameInit:
    @classmethod
    def initialization(cls):
        """(screen, clock)"""
        return Nothing(), Nothing()


# --- A pygame that does nothing --------------------------------------------------------------


class Nothing:
    """Whatever is asked of it, and false, empty and zero."""

    def __init__(self, *_, **__):
        pass

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing()

    def __call__(self, *_, **__):
        return Nothing()

    def __getitem__(self, key):
        return Nothing()

    def __setitem__(self, key, value):
        pass

    def __bool__(self):
        return False

    def __iter__(self):
        return iter(())

    def __len__(self):
        return 0

    def __int__(self):
        return 0

    def __float__(self):
        return 0.0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False

    def _zero(self, *_):
        return 0

    __index__ = __int__
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = _zero
    __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __or__ = __ror__ = __and__ = _zero
    __lt__ = __le__ = __gt__ = __ge__ = _zero


class StandIn(types.ModuleType):
    """pygame and each of its parts."""

    ticks = 0
    __all__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing()

    def get(self, *_, **__):
        """pygame.event.get()"""
        return []

    def get_ticks(self):
        """Time flies: a loop that waits for an animation ends at once."""
        StandIn.ticks += 1000
        return StandIn.ticks


class Finder:
    """Finds pygame and everything below it."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.split(".")[0] != "pygame":
            return None
        return importlib.machinery.ModuleSpec(name, Finder, is_package=True)

    @staticmethod
    def create_module(spec):
        return StandIn(spec.name)

    @staticmethod
    def exec_module(module):
        pass


def provide_modules():
    for name in ("game", "environment"):
        ugi.provide(name, AngryGame=AngryGame, PygameInit=PygameInit)
    sys.meta_path.insert(0, Finder)
    for part in ("event", "time"):  # the others are as good as Nothing
        importlib.import_module("pygame." + part)


# --- Running the script ----------------------------------------------------------------------


def play(path):
    """Runs the script to its end."""
    with ugi.Guard("program", path):
        try:
            runpy.run_path(path, run_name="__main__")
        except SystemExit as end:
            if isinstance(end, (ugi.Ended, ugi.NewGame)) or end.code not in (None, 0):
                raise


def resign(protocol, why):
    """The rest of the game, without the script."""
    while True:
        if protocol.pending:
            protocol.info(why)
            protocol.answer("resign")
        protocol.ask()


def main():
    path, _ = ugi.arguments(name_wanted=False)
    provide_modules()
    protocol = AngryGame.protocol = ugi.Protocol(os.path.basename(path), read_position)
    while True:
        try:
            play(path)
            resign(protocol, "the program came to its end")
        except ugi.NewGame:
            continue
        except ugi.Ended as end:
            ugi.leave(end.code)


if __name__ == "__main__":
    main()
