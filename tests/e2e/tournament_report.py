"""The result of a tournament in all its forms: they agree with each other and with what was played.

What was played is taken from the lines that -v prints, game by game.
"""

import csv
import functools
import io
import json
import os
import re
import unicodedata
from collections import Counter
from html.parser import HTMLParser

import cup as cups
from drive import Terminal, run, scratch
from tap import case, case_for, contains, equal, lacks, run_cases

SCRIPT = "<script>alert(1)</script>"
PERSIAN = "علی\u200cرضا \"شطرنج\u200cباز\""
WIDE = "爱好者, whose name goes on and on & on"
NOISY = "it's noisy"

# Loses every game by what it must not do, and says a lot that a page must not repeat as it is.
PROGRAM = r"""
import sys
for line in sys.stdin:
    word = line.split()[:1]
    if word == ["ugi"]:
        print("id name noisy\nugiok", flush=True)
    elif word == ["isready"]:
        print("readyok", flush=True)
    elif word == ["go"]:
        sys.stderr.buffer.write(b"x" * 9000)
        sys.stderr.buffer.write(b"\n<b>\xd8\xb3\xd9\x84</b> \x00\xff\x1b[31m ends here\n")
        sys.exit(3)
"""


class Cup:
    """A tournament that was played: its folder, its store and the lines of its games."""

    def __init__(self, players, head="", tail="", status=0):
        self.folder = scratch()
        self.store = os.path.join(self.folder, "cup.db")
        os.mkdir(os.path.join(self.folder, "noisy"))
        with open(os.path.join(self.folder, "noisy", "agent.py"), "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        text = f'game = "konane"\noptions = ["size=4"]\nseed = 5\n{head}\n'
        text += f"[clock]\nnodes = 50\n{tail}"
        for name, spec in players:
            quoted = json.dumps(name, ensure_ascii=False)
            text += f'[[players]]\nname = {quoted}\nspec = "{spec}"\n'
            if spec.startswith("cmd:"):
                text += 'folder = "noisy"\n'
        path = os.path.join(self.folder, "cup.toml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        self.played = run(["tournament", path, "--store", self.store, "-v", "--concurrency", "2"])
        equal(self.played.status, status, f"status ({self.played!r})")

    def ask(self, *args, verb="table"):
        result = run(["tournament", verb, self.store, *args])
        equal((result.status, result.err), (0, ""), f"{args}")
        return result.out

    def page(self):
        path = os.path.join(self.folder, "page.html")
        self.ask("--html", path)
        with open(path, encoding="utf-8") as file:
            return file.read()

    def games(self):
        """number: (players, result), from the lines of the games."""
        line = re.compile(r"^game (\d+): (.*), (p1win|p2win|draw): ", re.MULTILINE)
        found = line.findall(self.played.out)
        return {int(number): (names.split(" - "), result) for number, names, result in found}

    def forms(self):
        """Everything that can be printed."""
        yield from (self.ask(), self.ask("--cross"), self.ask("--csv"), self.ask("--csv", "games"))
        yield from (self.ask("--json"), self.page(), self.ask("1", "2", verb="compare"))
        yield self.ask("2", "1", "--json", verb="compare")


@functools.lru_cache(None)
def cup():
    return Cup([(SCRIPT, "random"), (PERSIAN, "greedy"), (WIDE, "alphabeta:plies=2"),
                (NOISY, "cmd:/usr/bin/python3 agent.py")], "games = 6\nfailures = 0\n")


def counted(games):
    """(player, rival): (won, drawn, lost, pairs by points), of all games."""
    wdl, pairs = {}, {}
    scores = {"p1win": (2, 0), "p2win": (0, 2), "draw": (1, 1)}
    for number, (names, result) in games.items():
        for seat in range(2):
            key = names[seat], names[1 - seat]
            score = scores[result][seat]
            wdl.setdefault(key, Counter())[score] += 1
            if number % 2 == 0:  # the second game of a pair, the seats exchanged
                before, other = games[number - 1]
                equal(before, names[::-1], f"seats of games {number - 1} and {number}")
                pairs.setdefault(key, Counter())[score + scores[other][1 - seat]] += 1
    return {key: (wdl[key][2], wdl[key][1], wdl[key][0],
                  [pairs.get(key, Counter())[i] for i in range(5)]) for key in wdl}


def rows_of(text):
    equal(text.count("\r\n"), text.count("\n"), "ends of lines")
    return list(csv.DictReader(io.StringIO(text, newline="")))


@case
def json_agrees_with_the_games():
    games, report = cup().games(), json.loads(cup().ask("--json"))
    equal(len(games), 36)
    equal(report["games"], 36)
    wanted = counted(games)
    got = {(c["player"], c["rival"]): (c["won"], c["drawn"], c["lost"], c["pairs"])
           for c in report["cross"]}
    equal(len(got), 6)
    for key, value in got.items():
        equal(value, wanted[key], f"cross table of {key}")
    for player in report["players"]:
        mine = [value for (name, _), value in wanted.items() if name == player["player"]]
        equal((player["won"], player["drawn"], player["lost"]),
              tuple(sum(value[i] for value in mine) for i in range(3)), player["player"])
        share = (player["won"] + player["drawn"] / 2) / 18
        lacks(json.dumps(player["elo"]), "e-")
        equal(player["score"]["value"], round(share, 6), f"score of {player}")
    places = [player["place"] for player in report["players"]]
    equal(places, sorted(places))


@case
def csv_agrees_with_json():
    report, rows = json.loads(cup().ask("--json")), rows_of(cup().ask("--csv"))
    equal([row["player"] for row in rows], [player["player"] for player in report["players"]])
    for row, player in zip(rows, report["players"]):
        for key in ("place", "games", "won", "drawn", "lost", "faults", "forfeits"):
            equal(int(row[key]), player[key], f"{key} of {row['player']}")
        for key in ("value", "low", "high"):
            column = "elo" if key == "value" else f"elo_{key}"
            equal(float(row[column]), player["elo"][key], column)
            equal(len(row[column].partition(".")[2]) <= 2, True, f"{column} is {row[column]}")
        equal(int(row["by_crashed"]), player["rulings"].get("crashed", 0))


def digits(number):
    return len(repr(number).partition(".")[2])


@case
def shares_have_six_digits():
    report = json.loads(cup().ask("--json"))
    shares = [pair["comparison"]["superiority"] for pair in report["cross"]]
    shares += [float(row["superior_to_next"]) for row in rows_of(cup().ask("--csv"))
               if row["superior_to_next"]]
    equal(len(shares) > 3 and max(map(digits, shares)) <= 6, True, f"{shares}")


@case
def csv_has_every_game():
    games, rows = cup().games(), rows_of(cup().ask("--csv", "games"))
    equal({int(row["game"]): ([row["player_1"], row["player_2"]], row["result"]) for row in rows},
          games)
    for row in rows:
        equal(len(row["seconds"].partition(".")[2]) <= 6, True, f"{row['seconds']} seconds")
    crashed = [row for row in rows if row["ruling"] == "crashed"]
    equal(len(crashed), 18)
    equal({row["loser"] for row in crashed}, {NOISY})


@case
def failures_are_bounded_and_told():
    report = json.loads(cup().ask("--json"))
    noisy = [player for player in report["players"] if player["player"] == NOISY][0]
    equal((noisy["faults"], noisy["lost"]), (18, 18))
    equal([failure["player"] for failure in report["failures"]], [NOISY] * 5)
    for failure in report["failures"]:
        contains(failure["note"], "exit status 3")
        contains(failure["stderr"], "<b>سل</b> \\x00\\xff\\x1b[31m ends here\n")
        equal(len(failure["stderr"]) <= 4096, True)


class Page(HTMLParser):
    """Whether elements are closed in order, which there are, and what stands in <bdi>."""

    VOID = {"meta", "br", "line", "circle", "rect"}

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.attributes, self.names, self.styles = [], set(), [], [], ""
        self.feed(text)
        self.close()
        equal(self.open, [], "elements left open")

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes += attrs
        if tag not in self.VOID:
            self.open.append(tag)
        if tag == "bdi":
            self.names.append("")

    def handle_startendtag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            equal(self.open.pop(), tag, "closed element")

    def handle_data(self, data):
        if self.open and self.open[-1] == "bdi":
            self.names[-1] += data
        if self.open and self.open[-1] == "style":
            self.styles += data


@case
def the_page_stands_alone_and_is_harmless():
    text = cup().page()
    page = Page(text)
    for name in (SCRIPT, PERSIAN, WIDE, NOISY):
        equal(page.names.count(name) >= 4, True, f"{name!r} in table, cross table and plots")
    equal(page.tags & {"script", "link", "img", "iframe", "object", "b", "a", "base"}, set())
    for name, value in page.attributes:
        equal(name in ("src", "href", "style", "srcset") or name.startswith("on"), False, name)
        lacks(value or "", "http://")
    for part in ("url(", "@import", "http", "//"):
        lacks(page.styles, part, "style")
    contains(text, "&lt;script&gt;")
    lacks(text, "&amp;lt;")
    contains(text, "exit status 3")
    contains(text, "&lt;b&gt;سل&lt;/b&gt; \\x00\\xff\\x1b[31m ends here")
    contains(text, "And 13 more of the same kinds.")
    lacks(text, "x" * 5000)


@case
def nothing_is_drawn_before_the_first_result():
    begun = cups.Cup(["best", "greedy"], {"clock": {"movetime": 60000}}, game="konane", games=2)
    with cups.Hall(begun) as hall:
        hall.start("run", begun.file, "--concurrency", "1")
        cups.wait_until("there is a queue", lambda: begun.number("SELECT count(*) FROM games"))
    path = os.path.join(scratch(), "begun.html")
    begun.run("table", "--html", path)
    with open(path, encoding="utf-8") as file:
        page = file.read()
    contains(page, "0 games, 2 in the queue.</p>")
    for words in ("Cross table", "Ratings", "Results", "never met"):
        lacks(page, words)
    contains(page, "Settings")


@case
def a_page_is_written_whole_or_not_at_all():
    folder = scratch()
    path = os.path.join(folder, "page.html")
    with open(path, "w", encoding="utf-8") as file:
        file.write("before")
    cup().ask("--html", path)
    equal(os.listdir(folder), ["page.html"])
    with open(path, encoding="utf-8") as file:
        equal(file.read().endswith("</body></html>\n"), True)
    result = run(["tournament", "table", cup().store, "--html", os.path.join(folder, "no", "x")])
    equal((result.status, len(result.err.splitlines())), (2, 1))
    equal(os.listdir(folder), ["page.html"])


@case
def the_table_comes_before_the_page():
    table = cup().ask()
    for path in ("/dev/full", os.path.join(scratch(), "no", "x")):
        result = run(["tournament", "table", cup().store, "--html", path])
        equal((result.status, result.out, len(result.err.splitlines())), (2, table, 1))
        contains(result.err, "cannot be written")


@case
def the_longest_names_are_whole():
    names = ["پ" * 60, "𝄞" * 60]
    long = Cup([(name, "random") for name in names], head="games = 2")
    for form in ([], ["--cross"], ["--csv"]):
        text = long.ask(*form)
        for name in names:
            contains(text, name)
    contains(long.ask(*names, verb="compare"), " against ")
    refused = Cup([("پ" * 61, "random")], status=2)
    contains(refused.played.err, "player 1 needs a name of at most 60 characters")


@case
def the_store_is_nobodys_business():
    secret = "hunter2.db"
    other = Cup([("a", "random"), ("b", "random")], f'store = "{secret}"')
    for text in other.forms():
        lacks(text, secret)


def columns(text):
    """Columns of a text on a screen, by Unicode's own tables."""
    return sum(0 if unicodedata.category(c) in ("Mn", "Me", "Cf") else
               2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def on_screen(args, width):
    with Terminal(["tournament", "table", cup().store, *args], columns=width) as terminal:
        equal(terminal.wait(), 0)
        lacks(terminal.raw, "\x1b")
        return terminal.text.splitlines()


def fits(width):
    table, cross = on_screen([], width), on_screen(["--cross"], width)
    for line in table + cross:
        equal(columns(line) <= width, True, f"{line!r} in {width} columns")
    rows = table[1:5]
    equal([row[0] for row in rows], ["1", "2", "3", "4"])
    equal(len({columns(re.match(r".*\d-\d+-\d+", row)[0]) for row in rows}), 1, f"{rows}")
    equal(len({columns(re.match(r".* [+-]\d+ ± ", row)[0]) for row in rows}), 1, f"{rows}")


for size in (100, 80, 60, 40):
    case_for(f"the tables fit {size} columns", fits, size)


@case
def two_players_are_compared():
    report = json.loads(cup().ask("--json"))
    first = report["cross"][0]
    got = json.loads(cup().ask(first["player"], first["rival"], "--json", verb="compare"))
    equal(got, first)
    back = json.loads(cup().ask(first["rival"], first["player"], "--json", verb="compare"))
    equal((back["won"], back["drawn"], back["lost"]), (first["lost"], first["drawn"], first["won"]))
    equal(back["pairs"], first["pairs"][::-1])
    ratings = [pair["comparison"]["elo"]["value"] for pair in (back, first)]
    equal(abs(sum(ratings)) < 1e-9, True, "both ways")
    text = cup().ask("1", "2", verb="compare")
    contains(text, f"{report['players'][0]['player']} against {report['players'][1]['player']}")
    contains(text, "normalised")
    for args in (["1", "nobody"], ["1", "9"], ["1"]):
        result = run(["tournament", "compare", cup().store, *args])
        equal((result.status, len(result.err.splitlines())), (2, 1), f"{args}")


@case
def nobody_is_compared_with_himself():
    name = json.loads(cup().ask("--json"))["players"][0]["player"]
    for args in (["1", "1"], [name, name], ["1", name, "--json"]):
        result = run(["tournament", "compare", cup().store, *args])
        equal((result.status, result.out), (2, ""), f"{args}")
        equal(result.err, f"bazi: tournament: these are the same player: {name}\n")


@case
def forms_that_do_not_go_together_are_refused():
    for args in (["table", "--csv", "--json"], ["table", "--csv", "moves"], ["resume", "--json"],
                 ["table", "--cross", "--json"]):
        result = run(["tournament", args[0], cup().store, *args[1:]])
        equal((result.status, len(result.err.splitlines())), (2, 1), f"{args}")


TWO = [("a", "random"), ("b", "random")]
LOSER = [("good", "random"), ("bad", "cmd:/usr/bin/python3 agent.py")]
TINY = {
    "one game": (TWO, "games = 1\n", ""),
    "two games": (TWO, "games = 2\n", ""),
    "all lost": (LOSER, "games = 2\nfailures = 0\n", ""),
    "one is out": (LOSER, "games = 8\nfailures = 2\n", ""),
    "all drawn": (TWO, "games = 4\n", "[adjudication]\nplies = 1\n[openings]\nplies = 0\n"),
    "nobody to play with": (TWO + [("c", "random")],
                            'format = "swiss"\nrounds = 1\ngames = 1\n', ""),
    "knockout": (TWO + [("c", "random")], 'format = "knockout"\n', ""),
}


def stays_finite(name):
    small = Cup(*TINY[name])
    for text in small.forms():
        found = re.search(r"(?i)(?<![a-z])(nan|inf|infinity)(?![a-z])", text)
        equal(found, None, f"{name}: {text}")
    report = json.loads(small.ask("--json"))
    equal(sum(p["won"] for p in report["players"]), sum(p["lost"] for p in report["players"]))
    if name == "all drawn":
        equal([p["drawn"] for p in report["players"]], [4, 4])
    if name == "one is out":
        bad = report["players"][1]
        equal((bad["player"], bad["out_from_game"], bad["forfeits"]), ("bad", 3, 6))
        contains(small.ask(),
                 "bad is out from game 3 on, for it lost 2 in a row by faults (crashed 2)")
    if name == "nobody to play with":
        alone = [p for p in report["players"] if p["games"] == 0]
        equal([(p["standing"]["byes"], "elo" in p) for p in alone], [(1, False)])
    if name == "knockout":
        equal(report["players"][0]["standing"]["stage"], "won")
        equal(report["players"][1]["standing"]["stage"], "final")


for tiny in TINY:
    case_for(f"no number is missing: {tiny}", stays_finite, tiny)


@case
def points_are_summed_up_and_compared():
    folder = scratch()
    path = os.path.join(folder, "points.toml")
    with open(path, "w", encoding="utf-8") as file:
        file.write('game = "diamonds"\noptions = ["players=2", "rules=p2", "turns=8"]\ngames = 4\n'
                   "[clock]\nnodes = 20\n"
                   '[[players]]\nspec = "random"\n[[players]]\nspec = "greedy"\n')
    equal(run(["tournament", path]).status, 0)
    store = os.path.join(folder, "points.db")
    rows = rows_of(run(["tournament", "table", store, "--csv", "games"]).out)
    report = json.loads(run(["tournament", "table", store, "--json"]).out)
    points = {}
    for row in rows:
        for seat in "12":
            points.setdefault(row[f"player_{seat}"], []).append(float(row[f"points_{seat}"]))
    for player in report["players"]:
        mine = sorted(points[player["player"]])
        got = player["points"]
        equal((got["count"], got["least"], got["most"]), (4, mine[0], mine[-1]))
        equal(abs(got["mean"] - sum(mine) / 4) < 1e-9, True)
        equal(abs(got["median"] - (mine[1] + mine[2]) / 2) < 1e-9, True)
    cross = report["cross"][0]
    wanted = (sum(points[cross["player"]]) - sum(points[cross["rival"]])) / 2
    equal(cross["points"]["starts"], 2)
    equal(abs(cross["points"]["difference"]["value"] - wanted) < 1e-9, True)
    page = os.path.join(folder, "points.html")
    equal(run(["tournament", "table", store, "--html", page]).status, 0)
    with open(page, encoding="utf-8") as file:
        contains(file.read(), 'class="bin"')


run_cases()
