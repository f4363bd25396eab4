"""Our TOML reader against Python's: the same values from thousands of documents, and where one is
refused by Python it is refused by ours.

Documents are written at random from the grammar, and then damaged at random. Ours may refuse more
than tomllib does: dates, inf and nan, zero bytes, numbers beyond 64 bits, and very deep nesting.
"""

import json
import os
import random
import subprocess
import tomllib

from tap import case, equal, run_cases

PROGRAM = os.environ["BAZI_TOML"]
# What only ours refuses, by the words it uses.
OURS = ("dates have", "times have", "inf nor nan", "zero byte", "beyond", "inside each other")


def ours(documents):
    """For each document a value, or the message it was refused with as a string."""
    stdin = b"".join(document.encode() + b"\0" for document in documents)
    done = subprocess.run([PROGRAM], input=stdin, stdout=subprocess.PIPE, check=True, timeout=120)
    lines = done.stdout.decode().split("\n")[:-1]
    equal(len(lines), len(documents), "answers")
    return [line if line.startswith("error: ") else json.loads(line) for line in lines]


class Writer:
    """A random document. Names are few, so that tables meet each other."""

    def __init__(self, seed):
        self.dice = random.Random(seed)

    def pick(self, *choices):
        return self.dice.choice(choices)

    def blank(self):
        return self.pick("", "", "", " ", "  ", "\t")

    def name(self):
        word = self.pick("a", "b", "c", "d", "e-1", "_", "7", "x y", "ü", "")
        if word and word.isascii() and " " not in word and self.dice.random() < 0.7:
            return word
        return self.pick(f'"{word}"', f"'{word}'")

    def key(self):
        parts = [self.name() for _ in range(self.pick(1, 1, 1, 2, 2, 3))]
        return self.pick(".", ".", " . ").join(parts)

    def digits(self, alphabet, most=6):
        text = "".join(self.pick(*alphabet) for _ in range(self.dice.randint(1, most)))
        if len(text) > 2 and self.dice.random() < 0.3:
            at = self.dice.randint(1, len(text) - 1)
            text = text[:at] + "_" + text[at:]
        return text

    def whole(self):
        first = self.pick(*"123456789")
        return self.pick("", "+", "-") + self.pick("0", first, first + self.digits("0123456789"))

    def number(self):
        kind = self.dice.randrange(6)
        if kind < 2:
            return self.whole()
        if kind == 2:
            return self.pick("0x" + self.digits("0123456789abcdefABCDEF"),
                             "0o" + self.digits("01234567"), "0b" + self.digits("01"))
        fraction = "." + self.digits("0123456789")
        power = self.pick("e", "E") + self.pick("", "+", "-") + self.digits("0123456789", 2)
        return self.whole() + self.pick(fraction, power, fraction + power)

    def characters(self, extra):
        usual = ["a", "b", " ", "#", "=", "[", "]", "ü", "€", "𝄞", "\t", ".", ","]
        return "".join(self.pick(*usual, *extra) for _ in range(self.dice.randint(0, 6)))

    def string(self):
        escapes = ["\\n", "\\t", '\\"', "\\\\", "\\b", "\\f", "\\r", "\\u00e9", "\\U0001D11E"]
        kind = self.dice.randrange(4)
        if kind == 0:
            return '"' + self.characters(escapes + ["'"]) + '"'
        if kind == 1:
            return "'" + self.characters(['"', "\\"]) + "'"
        if kind == 2:
            joins = ["\\\n", "\\  \n\n  ", "\n", "\r\n", '"a', "'"]
            return '"""' + self.characters(escapes + joins) + self.pick("", '"', '""') + '"""'
        return "'''" + self.characters(["\n", "\\", '"', "'a"]) + self.pick("", "'", "''") + "'''"

    def array(self, depth):
        gap = lambda: self.pick("", " ", "\n", " # why\n ")
        items = [gap() + self.value(depth + 1) + gap() for _ in range(self.pick(0, 1, 2, 3))]
        return "[" + ",".join(items) + ("," if items and self.dice.random() < 0.3 else "") \
            + gap() + "]"

    def inline(self, depth):
        pairs = [self.pair(depth + 1) for _ in range(self.pick(0, 1, 2))]
        return "{" + self.blank() + ", ".join(pairs) + self.blank() + "}"

    def value(self, depth=0):
        kind = self.dice.randrange(12)
        if depth < 3 and kind < 2:
            return self.array(depth)
        if depth < 3 and kind < 4:
            return self.inline(depth)
        if kind < 6:
            return self.pick("true", "false")
        return self.number() if kind < 9 else self.string()

    def pair(self, depth=0):
        return self.key() + self.blank() + "=" + self.blank() + self.value(depth)

    def line(self):
        kind = self.dice.randrange(10)
        if kind < 2:
            return f"[{self.blank()}{self.key()}{self.blank()}]"
        if kind < 3:
            return f"[[{self.key()}]]"
        return self.pair() if kind < 9 else ""

    def document(self, most=8):
        end = self.pick("\n", "\n", "\r\n")
        lines = [self.blank() + self.line() + self.blank() + self.pick("", "", "# note [ü]")
                 for _ in range(self.dice.randint(1, most))]
        return end.join(lines) + self.pick("", end)

    def damaged(self):
        text = self.document(5)
        for _ in range(self.pick(1, 1, 2)):
            at = self.dice.randint(0, len(text))
            cut = self.pick(0, 0, 1, 1, 3)
            text = text[:at] + self.pick("", *"[]{}=.,\"'\\\n\r#_0-+e:\x01\x7f", "0x", "'''",
                                         '"""', "inf", "1979-05-27", "\\u12") + text[at + cut:]
        return text


def theirs(document):
    """The value, or None where Python refuses it."""
    try:
        return tomllib.loads(document)
    except (tomllib.TOMLDecodeError, RecursionError):
        return None


def same(ours_, theirs_):
    """Equal with types: 1 is not 1.0, nor true."""
    if type(ours_) is not type(theirs_):
        return False
    if isinstance(ours_, dict):
        return list(ours_) == list(theirs_) and all(same(ours_[k], theirs_[k]) for k in ours_)
    if isinstance(ours_, list):
        return len(ours_) == len(theirs_) and all(map(same, ours_, theirs_))
    return ours_ == theirs_


def compare(documents):
    """How many were accepted by both and refused by both."""
    accepted = refused = 0
    for document, mine in zip(documents, ours(documents)):
        wanted = theirs(document)
        if isinstance(mine, str) and mine.startswith("error: "):
            if wanted is not None and not any(words in mine for words in OURS):
                raise AssertionError(f"{document!r}\nis {wanted!r}, but {mine}")
            refused += wanted is None
            continue
        if wanted is None:
            raise AssertionError(f"{document!r}\nis no TOML, but was read as {mine!r}")
        if not same(mine, wanted):
            raise AssertionError(f"{document!r}\nis {wanted!r}, but was read as {mine!r}")
        accepted += 1
    return accepted, refused


@case
def documents_are_read_as_python_reads_them():
    accepted, _ = compare([Writer(seed).document() for seed in range(3000)])
    assert accepted > 1000, f"only {accepted} documents were TOML"


@case
def what_python_refuses_is_refused():
    _, refused = compare([Writer(seed).damaged() for seed in range(3000)])
    assert refused > 1000, f"only {refused} documents were refused"


@case
def floats_come_back_to_the_last_digit():
    dice = random.Random(1)
    wanted = [dice.uniform(-1, 1) * 10.0 ** dice.randint(-300, 300) for _ in range(500)]
    text = "x = [" + ", ".join(map(repr, wanted)) + "]"
    equal(ours([text])[0]["x"], wanted)


run_cases()
