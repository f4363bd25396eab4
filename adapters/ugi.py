"""The protocol side of every adapter: a program of a course sits behind it and plays by UGI.

The contract with whoever starts an adapter:

    python3 GAME.py FILE[:NAME]      this file must lie beside GAME.py

* A position is always sent whole, `position fen FEN`; `startpos` and `moves` are refused. `go` is
  answered by one `bestmove`, whatever limits it names: a program of a course knows no clock.
  `uginewgame` separates games. Commands wait while the program thinks, `stop` too.
* The program is loaded before the first command is read, so that `ugiok` means it is ready.
* What it prints goes to stderr, also by os.write and from its own subprocesses. It reads nothing.
* A wrong answer becomes an `info string` that says what it was, and a `bestmove` no referee takes.
* If it raises something, stderr ends with one line `adapter: your ... raised ...`, and the exit
  status is 3. Status 2 is for a wrong command line; 0 follows `quit` and the end of the input.
"""

import inspect
import os
import sys
import threading
import traceback
import types

TEXT_MAX = 60  # what a referee needs to see of a wrong answer
NOTE_MAX = 400
PATIENCE = 2.0  # seconds the program's own threads get to end


class Refused(Exception):
    """A position that the adapter cannot show to the program, and why."""


class Wrong(Exception):
    """A wrong answer: what is wrong with it, and the text that goes to the referee."""

    def __init__(self, reason, text):
        super().__init__(reason)
        self.text = text


class Ended(SystemExit):
    """Nobody will ask for a move any more."""


class NewGame(SystemExit):
    """The game is over, and another one begins."""


class Protocol:
    """Commands in, answers out. `read` makes a position of a FEN; options are numbers by name."""

    def __init__(self, name, read, options=()):
        self._read, self._name = read, name
        self.options = dict(options)
        self.position = None
        self.pending = False  # there is a `go` without its bestmove
        self._played = False  # something was asked since the game began
        self._out = os.dup(1)
        self._in = os.fdopen(os.dup(0), "rb")
        _hide_streams()

    def ask(self):
        """Waits for the next `go`; the position it is about."""
        while True:
            words = self._command()
            if not words:
                continue
            handle = getattr(self, "_do_" + words[0], None)
            if handle is None:
                self.info(f"error: unknown command {clean(words[0])}")
            elif handle(words[1:]):
                return self.position

    def answer(self, move):
        """The one answer to the last `go`; nothing if that has been answered."""
        if self.pending:
            self.pending = False
            self._say("bestmove " + move)

    def info(self, text):
        self._say("info string " + clean(text, NOTE_MAX))

    def _command(self):
        line = self._in.readline(1 << 16)
        if not line:
            raise Ended(0)
        return line.decode("utf-8", "replace").split()

    def _say(self, line):
        data = line.encode("ascii", "backslashreplace") + b"\n"
        try:
            while data:
                data = data[os.write(self._out, data):]
        except OSError:
            raise Ended(0) from None

    def _do_ugi(self, _):
        self._say("id name " + clean(self._name))
        self._say("id author a program of a course")
        for option, value in self.options.items():
            self._say(f"option name {option} type spin default {value} min 1 max 99")
        self._say("ugiok")

    def _do_isready(self, _):
        self._say("readyok")

    def _do_uginewgame(self, _):
        self.position = None
        if self._played:
            self._played = False
            raise NewGame(0)

    def _do_setoption(self, words):
        """setoption name N value V"""
        if len(words) == 4 and words[1] in self.options and words[3] in map(str, range(1, 100)):
            self.options[words[1]] = int(words[3])
        else:
            self.info("ignored: setoption " + " ".join(words))

    def _do_position(self, words):
        self.position = None  # a move in an old one would be worse than none
        try:
            if words[:1] != ["fen"] or "moves" in words:
                raise Refused("an adapter takes whole positions: position fen FEN")
            self.position = self._read(" ".join(words[1:]))
        except Refused as refusal:
            self.info(f"error: {refusal}")
        except (ValueError, LookupError):
            self.info("error: not a position of this game: " + " ".join(words[1:]))

    def _do_go(self, _):
        if self.position is None:
            self.info("error: no position to move in")
            self._say("bestmove (none)")
            return False
        self.pending = self._played = True
        return True

    def _do_stop(self, _):
        pass

    def _do_quit(self, _):
        raise Ended(0)


def _hide_streams():
    """Descriptors 0 and 1 lead to nowhere and to stderr: the real ones are the protocol's."""
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    os.dup2(2, 1)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)


def clean(text, limit=TEXT_MAX):
    """One line of printable ASCII, not too long."""
    text = "".join(c if c.isprintable() else " " for c in str(text))
    text = " ".join(text.encode("ascii", "backslashreplace").decode().split())
    return text if len(text) <= limit else text[:limit - 3] + "..."


def shown(value):
    """A value as its program would write it."""
    try:
        return clean(repr(value))
    except Exception:  # the repr is the program's own
        return clean(object.__repr__(value))


def wrong(value, reason, text=None):
    """The Wrong of this value; `text` where there is a notation for it."""
    text = text or shown(value).replace(" ", "") or "nothing"
    return Wrong(f"{shown(value)} was returned: {reason}", text)


def whole(value):
    """The number that value is or equals, as the courses' `==` sees it; None if it is none."""
    try:
        number = int(value)
        return number if not isinstance(value, str) and bool(value == number) else None
    except Exception:  # a value of a class of its own may do anything
        return None


def cell(row, column):
    """a1 is row 0, column 0."""
    return f"{chr(ord('a') + column)}{row + 1}"


def rows_of(text, empty):
    """The rows of a FEN as lists of letters; a number is that many times `empty`."""
    rows = []
    for row in text.split("/"):
        cells, number = [], ""
        for letter in row + "/":
            if letter in "0123456789":
                number += letter
                continue
            cells += [empty] * min(int(number or 0), 64)
            number = ""
            cells.append(letter)
        rows.append(cells[:-1])
    if len({len(row) for row in rows}) != 1:
        raise Refused(f"{clean(text)}: rows of different lengths")
    return rows


def provide(name, **contents):
    """A module of this name, for the program to import; ours goes before a file of that name."""
    module = types.ModuleType(name)
    module.__dict__.update(contents)
    sys.modules[name] = module
    return module


def arguments(name_wanted=True):
    """(file, name or None) of the command line. The program sees itself as sys.argv[0]."""
    if len(sys.argv) != 2:
        usage("usage: python3 " + os.path.basename(sys.argv[0]) + " FILE[:NAME]")
    path, name = sys.argv[1], None
    if not os.path.exists(path) and ":" in path:
        path, _, name = path.rpartition(":")
    if not os.path.isfile(path):
        usage(f"{clean(path, NOTE_MAX)}: no such file")
    if name is not None and not name_wanted:
        usage(f"{clean(name)}: the whole file plays, there is nothing to choose in it")
    sys.argv[:] = [path]
    # The program's folder takes the place of ours, and our file leaves its name to the program.
    sys.path[0] = os.path.dirname(os.path.abspath(path))
    sys.modules.pop("ugi", None)
    return path, name


def usage(text):
    print("adapter: " + text, file=sys.stderr)
    sys.exit(2)


def load(path):
    """The program as a module."""
    stem = os.path.splitext(os.path.basename(path))[0]
    name = stem if stem not in sys.modules else "agent"
    module = types.ModuleType(name)
    module.__file__ = path
    sys.modules[name] = module
    with Guard("program", path), open(path, "rb") as file:
        exec(compile(file.read(), path, "exec"), module.__dict__)
    return module


class Guard:
    """Around everything that is the program's: what it raises ends the adapter with a note."""

    def __init__(self, what, path):
        self.what, self.path = what, path

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is None or isinstance(error, (Ended, NewGame, Wrong)):
            return False
        traceback.print_exception(kind, error, trace)
        sys.stdout.flush()
        place = f" ({self._place(error, trace)})"
        deed = _deed(kind, error).removesuffix(place)  # Python says it of a syntax error itself
        what = f"your {self.what} {deed}{place}"
        print("adapter: " + clean(what, NOTE_MAX), file=sys.stderr, flush=True)
        leave(3)
        return False

    def _place(self, error, trace):
        """The last line of the program itself on the way to the error."""
        file, line = self.path, None
        if isinstance(error, SyntaxError) and error.filename:
            file, line = error.filename, error.lineno
        for frame, number in traceback.walk_tb(trace):
            if frame.f_code.co_filename == self.path:
                file, line = self.path, number
        name = os.path.basename(file)
        return f"{name}, line {line}" if line else name


def _deed(kind, error):
    if isinstance(error, SystemExit):
        return f"called exit({'' if error.code is None else shown(error.code)})"
    text = clean(error, NOTE_MAX // 2)
    return f"raised {kind.__name__}" + (f": {text}" if text else "")


def leave(status):
    """The process ends now; the program's threads and exit handlers have a moment to do so."""
    watch = threading.Timer(PATIENCE, os._exit, [status])
    watch.daemon = True
    watch.start()
    raise Ended(status)


def parameters(function):
    """(least, most) number of arguments a function can be called with, by position."""
    kinds = inspect.Parameter
    least = most = 0
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind == kinds.VAR_POSITIONAL:
            most = 99
        elif parameter.kind in (kinds.POSITIONAL_ONLY, kinds.POSITIONAL_OR_KEYWORD):
            least += parameter.default is kinds.empty
            most += 1
    return least, most


def serve(protocol, choose, forget):
    """Answers every `go` by what `choose` makes of the position; `forget` begins a new game."""
    while True:
        try:
            position = protocol.ask()
            protocol.answer(choose(position))
        except Wrong as fault:
            protocol.info(str(fault))
            protocol.answer(fault.text)
        except NewGame:
            forget()
        except Ended as end:
            leave(end.code)
