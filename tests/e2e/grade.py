"""Grading: a folder of submissions, good ones in several languages and bad ones of every kind.
Everybody gets a row and a page that names the fault; the points are those of the games in the
store; and a run that was killed in the middle ends with the same table as one that was not.

With BAZI_HEAVY there are forty submissions, else about half as many."""

import csv
import glob
import html
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import time

from drive import BAZI, environment, run, scratch
from tap import case, case_for, contains, equal, lacks, run_cases

HEAVY = bool(os.environ.get("BAZI_HEAVY"))
AGENT = os.environ.get("BAZI_AGENT")

BASELINES = """\
game = "konane"
options = ["size=4"]
games = 2
failures = 2
seed = 7

[clock]
movetime = 3000

[sandbox]
patience = 30000

[grade]
build_seconds = 40
full = 0.5
weights = ["first=1", "second=3"]

[[players]]
name = "first"
spec = "random:seed=3"

[[players]]
name = "second"
spec = "greedy"
"""

PLAYER = """\
from konane import Game, Player
class Mine(Game, Player):
    def __init__(self, size):
        Game.__init__(self, size)
        self.asked = 0
    def initialize(self, side):
        self.side = side
    def getMove(self, board):
        self.asked += 1
%s
        moves = self.generateMoves(board, self.side)
        return moves[%d] if moves else []
"""

# These speak the protocol and give up when asked: legal, and in any language.
C = """\
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[9999];
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "ugi", 3)) puts("id name c\\nugiok");
        if (!strncmp(line, "isready", 7)) puts("readyok");
        if (!strncmp(line, "go", 2)) puts("bestmove resign");
        if (!strncmp(line, "quit", 4)) return 0;
        fflush(stdout);
    }
}
"""
SHELL = """\
while read -r word rest; do
case $word in
ugi) echo id name sh; echo ugiok ;;
isready) echo readyok ;;
go) %s ;;
quit) exit ;;
esac
done
"""
NODE = """\
const answers = {ugi: "id name js\\nugiok", isready: "readyok", go: "bestmove resign"};
require("readline").createInterface({input: process.stdin}).on("line", line => {
    const word = line.split(" ")[0];
    if (word === "quit") process.exit(0);
    if (answers[word]) console.log(answers[word]);
});
"""
JAVA = """\
import java.util.Scanner;
public class Main {
    public static void main(String[] words) {
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            String word = in.nextLine().split(" ")[0];
            if (word.equals("ugi")) System.out.println("id name java\\nugiok");
            if (word.equals("isready")) System.out.println("readyok");
            if (word.equals("go")) System.out.println("bestmove resign");
            if (word.equals("quit")) return;
        }
    }
}
"""


def python(fault="", index=0):
    return {"agent.py": PLAYER % ("        " + fault if fault else "        pass", index)}


LINK = object()  # to /

PERSIAN = "علی رضایی"
MARKUP = "<img src=x onerror=alert(1)> & \"Co\""
FORMULA = "=cmd()"

# Name: (files, what its page must say); those that play without a fault say nothing.
GOOD = {
    "parisa": python(),
    PERSIAN: {"project/" + name: text for name, text in python(index=-1).items()},
    MARKUP: python(index=0),
    FORMULA: {**python(), "data": LINK},
    "carol": {"agent.c": C},
    "maker": {"Makefile": "agent: main.c\n\t$(CC) -o $@ main.c\n", "main.c": C},
    "shelly": {"agent.sh": SHELL % "echo bestmove resign"},
    "noted": {"bazi.toml": 'build = "mv player.txt player.sh"\nrun = "sh player.sh"\n',
              "player.txt": SHELL % "echo bestmove resign"},
}
if shutil.which("node", path="/usr/local/bin:/usr/bin:/bin"):
    GOOD["nodine"] = {"agent.js": NODE}
if shutil.which("javac", path="/usr/local/bin:/usr/bin:/bin") and HEAVY:
    GOOD["javad"] = {"Main.java": JAVA}

BAD = {
    "syntax": ({"agent.py": "def getMove(board:\n    return []\n"}, ["SyntaxError"]),
    "uncompiled": ({"agent.c": "int main(void)\n{\n    return nothing;\n}\n"},
                   ["does not build", "agent.c:3:", "error", "nothing"]),
    "early": ({"agent.py": "raise RuntimeError('no config')\n"}, ["RuntimeError: no config"]),
    "later": (python("if self.asked > 1: 1 / 0"), ["ZeroDivisionError", "agent.py"]),
    "hanging": (python("while self.asked: pass"), ["Game 1", "did not answer"]),
    "flooding": ({"agent.sh": SHELL % "while :; do echo info string much; done"}, ["flooded"]),
    "illegal": (python("return [0, 0, 3, 3]"), ["illegal"]),
    "nosy": (python("open('/etc/passwd').read()"), ["/etc/passwd", "FileNotFoundError"]),
    "forking": (python("import os\n        while True: os.fork()"), ["fork", "Error"]),
    "vandal": (python("open('/usr/evil', 'w').write('x')"), ["/usr/evil", "Error"]),
    "leaving": ({"agent.sh": SHELL % "exec >&-; sleep 1000"}, ["closed its output"]),
    "nothing": ({}, ["the folder is empty"]),
    "linked": ({"everything": LINK}, ["links", "not followed"]),
    "unknown": ({"README.txt": "soon\n"}, ["nothing here can be run"]),
    "impostor": ({"bazi.toml": 'run = "best"\n'}, ["cannot be started", "best"]),
    "slowbuild": ({"Makefile": "all:\n\tsleep 1000\n"}, ["took too long"]),
    "bigbuild": ({"Makefile": "all:\n\tfor i in 1 2 3 4 5; do head -c 40000000 /dev/zero > $$i; "
                              "done; sleep 1000\n"}, ["wrote too much"]),
    "moved": ({"Makefile": "all:\n\tcd .. && rm -r src && ln -s /etc src\n"},
              ["took away the folder"]),
    "planted": ({"Makefile": "all:\n\tln -s /bin/sh agent\n"}, ["left no program 'agent'"]),
    "twofaced": ({"one.py": "", "two.py": ""}, ["which one is run?"]),
}
ORDINARY = {"syntax", "uncompiled", "early", "later", "hanging", "flooding", "illegal", "nosy",
            "leaving", "nothing", "linked", "impostor", "bigbuild", "moved"}


def everybody():
    """All submissions by name; forty of them in the heavy form."""
    bad = {name: files for name, (files, _) in BAD.items() if HEAVY or name in ORDINARY}
    names = {**GOOD, **bad}
    for number in range(40 - len(names) if HEAVY else 0):
        names[f"copy {number}"] = python(index=number % 2 - 1)
    return names


def write_submissions(folder):
    for name, files in everybody().items():
        os.makedirs(os.path.join(folder, name))
        for path, text in files.items():
            place = os.path.join(folder, name, path)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            if text is LINK:
                os.symlink("/", place)
            else:
                with open(place, "w", encoding="utf-8") as file:
                    file.write(text)
    with open(os.path.join(folder, "stray.txt"), "w", encoding="utf-8") as file:
        file.write("nobody's\n")


BASE = scratch()
DIR, FILE = os.path.join(BASE, "submissions"), os.path.join(BASE, "baselines.toml")
os.mkdir(DIR)
write_submissions(DIR)
with open(FILE, "w", encoding="utf-8") as baselines:
    baselines.write(BASELINES)


def order(out):
    return ["grade", DIR, "--against", FILE, "--out", out, "--concurrency", "4"]


def rows(out):
    with open(os.path.join(out, "grades.csv"), encoding="utf-8", newline="") as file:
        return {row["student"].removeprefix("'"): row for row in csv.DictReader(file)}


def page(out, row):
    with open(os.path.join(out, row["page"]), encoding="utf-8") as file:
        return file.read()


OUT = os.path.join(BASE, "grades")
RESULT = run(order(OUT), timeout=1200)


@case
def it_finishes_and_everybody_has_a_row_and_a_page():
    equal(RESULT.status, 0, f"status, {RESULT}")
    table = rows(OUT)
    equal(set(table), set(everybody()), "students")
    pages = {row["page"] for row in table.values()}
    equal(len(pages), len(table), "pages")
    for name, row in table.items():
        text = page(OUT, row)
        contains(text, f"<bdi dir=\"auto\">{html.escape(name)}</bdi>".replace("&#x27;", "&#39;"))
        lacks(text, "<img")
        contains(text, "</html>")


def a_fault_is_named(name, words):
    row = rows(OUT)[name]
    text = html.unescape(page(OUT, row))
    for word in words:
        contains(text, word, f"the page of {name}")
    equal(float(row["points"]), 0.0, "points")
    equal(float(row["grade"]), 0.0, "grade")
    equal(bool(row["remark"]), True, "a remark")
    lacks(row["remark"], "\n")


for bad_name, (_, bad_words) in BAD.items():
    if bad_name in everybody():
        case_for(f"the page of '{bad_name}' names its fault", a_fault_is_named, bad_name, bad_words)


def games_in_store(out):
    """(won, drawn, lost) of each player against each other one, from the store itself."""
    store = sqlite3.connect(f"file:{os.path.join(out, 'grades.db')}?mode=ro", uri=True)
    found = {}
    for mine, his, result in store.execute(
            "SELECT p.name, q.name, s.result FROM seats s JOIN seats t ON t.game = s.game "
            "AND t.seat <> s.seat JOIN players p ON p.id = s.player JOIN players q "
            "ON q.id = t.player JOIN games g ON g.id = s.game WHERE g.state = 'done'"):
        counts = found.setdefault((mine, his), [0, 0, 0])
        counts[("win", "draw", "loss").index(result)] += 1
    store.close()
    return found


@case
def points_and_grades_are_those_of_the_games():
    store = games_in_store(OUT)
    for name, row in rows(OUT).items():
        if name not in GOOD and not name.startswith("copy"):
            continue
        slug = row["page"].removesuffix(".html")
        each = [store[slug, rival] for rival in ("first", "second")]
        won, drawn, lost = (sum(counts[i] for counts in each) for i in range(3))
        equal([int(row[k]) for k in ("won", "drawn", "lost", "games")], [won, drawn, lost, 4], name)
        equal(float(row["points"]), won + drawn / 2, name)
        shares = [(w + d / 2) / (w + d + l) for w, d, l in each]
        equal([float(row["score first"]), float(row["score second"])], shares, name)
        grade = 100 * min(1, (shares[0] + 3 * shares[1]) / 4 / 0.5)
        equal(abs(float(row["grade"]) - grade) < 0.006, True, f"{name}: {row['grade']}, {grade}")
        equal(row["failures"], "0", name)
        equal(row["remark"], "", name)
    equal(sum(float(row["points"]) for row in rows(OUT).values()) > 0, True, "somebody won")


@case
def the_same_program_gets_the_same_from_the_same_starts():
    table = table_of(OUT)
    equal(table[MARKUP][:-1], table["parisa"][:-1], "but for the page")


@case
def the_table_on_the_screen_has_the_names_of_the_folders():
    lines = RESULT.out.splitlines()
    for name in (PERSIAN, FORMULA, "parisa", MARKUP[:31] + "…"):
        equal(sum(line.startswith(name + "  ") for line in lines), 1, f"rows of {name}: {RESULT}")
    base, wide = scratch(), "金" * 30
    for name in ("O'Neil & co", "a\nb", wide):
        os.makedirs(os.path.join(base, "in", name))
    result = run(["grade", os.path.join(base, "in"), "--against", FILE])
    for name in ("O'Neil & co", "a\\x0ab", wide):
        contains("\n" + result.out, f"\n{name} cannot play: the folder is empty")
    contains(result.out, "\n" + "金" * 15 + "…  ")


@case
def submissions_meet_baselines_only():
    for pair in games_in_store(OUT):
        equal(len({"first", "second"} & set(pair)), 1, f"{pair}")


@case
def a_page_tells_nothing_of_others():
    table = rows(OUT)
    text = page(OUT, table["parisa"])
    for name in ("syntax", "uncompiled", PERSIAN, "carol"):
        lacks(text, name)
    with open(os.path.join(OUT, "parisa.record"), encoding="utf-8") as file:
        lacks(file.read(), "carol")


@case
def a_game_of_the_page_can_be_replayed():
    result = run(["replay", os.path.join(OUT, "later.record"), "--number", "1"])
    equal(result.status, 0, f"status, {result}")
    contains(page(OUT, rows(OUT)["later"]), "bazi replay later.record --number 1")


@case
def links_are_left_out_and_that_is_said():
    contains(html.unescape(page(OUT, rows(OUT)[FORMULA])), "'data'")
    with open(os.path.join(OUT, "grades.csv"), encoding="utf-8") as file:
        contains(file.read(), "\"'=cmd()\"")  # no spreadsheet takes it for a formula


@case
def nothing_of_a_build_is_left_behind():
    equal(glob.glob(os.path.join(OUT, "builds", "*", "pen-*")), [], "pens")


@case
def the_same_command_again_plays_nothing():
    before = games_in_store(OUT)
    result = run([*order(OUT), "--json"], timeout=300)
    equal(result.status, 0, f"status, {result}")
    answer = json.loads(result.out)
    equal(len(answer["students"]), len(everybody()), "students")
    equal(answer["baselines"], ["first", "second"], "baselines")
    equal(games_in_store(OUT), before, "games")


def done(out):
    """How many games the store has."""
    try:
        store = sqlite3.connect(f"file:{os.path.join(out, 'grades.db')}?mode=ro", uri=True)
        count = store.execute("SELECT count(*) FROM games WHERE state = 'done'").fetchone()[0]
        store.close()
        return count
    except sqlite3.Error:
        return 0


def kill_when(out, ready):
    """Runs it until that is so, and kills it in the middle."""
    program = subprocess.Popen([BAZI, *order(out)], env=environment(), stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    while not ready() and program.poll() is None:
        time.sleep(0.02)
    program.send_signal(signal.SIGKILL)
    return program.wait()


def table_of(out):
    columns = ["points", "games", "won", "drawn", "lost", "score first", "score second", "failures",
               "grade", "run", "page"]
    return {name: [row[column] for column in columns] for name, row in rows(out).items()}


@case
def a_run_that_was_killed_goes_on_to_the_same_table():
    out = os.path.join(BASE, "killed")
    sheets = os.path.join(out, "builds", "*", "sheet.json")
    equal(kill_when(out, lambda: len(glob.glob(sheets)) > 2), -signal.SIGKILL, "while building")
    equal(kill_when(out, lambda: done(out) > 3), -signal.SIGKILL, "while playing")
    equal(kill_when(out, lambda: done(out) > 20), -signal.SIGKILL, "while playing")
    result = run(order(out), timeout=1200)
    equal(result.status, 0, f"status, {result}")
    equal(table_of(out), table_of(OUT), "the table")


@case
def another_submission_is_another_result():
    folder = os.path.join(scratch(), "submissions")
    shutil.copytree(os.path.join(DIR, "parisa"), os.path.join(folder, "parisa"))
    args = ["grade", folder, "--against", FILE]
    out = os.path.join(os.path.dirname(folder), "grades")
    equal(run(args).status, 0, "status")
    equal(float(rows(out)["parisa"]["points"]) > 0, True, "points")
    with open(os.path.join(folder, "parisa", "agent.py"), "w", encoding="utf-8") as file:
        file.write("raise RuntimeError('broken now')\n")
    equal(run(args).status, 0, "status")
    contains(rows(out)["parisa"]["remark"], "broken now")


@case
def a_page_belongs_to_one_student_and_goes_with_him():
    base = scratch()
    folder, out = os.path.join(base, "in"), os.path.join(base, "out")

    def grade_these(**programs):
        shutil.rmtree(folder, ignore_errors=True)
        for name, program in programs.items():
            os.makedirs(os.path.join(folder, name))
            with open(os.path.join(folder, name, "agent.sh"), "w", encoding="utf-8") as file:
                file.write(SHELL % program)
        result = run(["grade", folder, "--against", FILE, "--out", out], timeout=300)
        equal(result.status, 0, repr(result))
        pages = {name: row["page"].removesuffix(".html") for name, row in rows(out).items()}
        equal({name for name in os.listdir(out) if name.endswith((".html", ".record"))},
              {slug + end for slug in pages.values() for end in (".html", ".record")}
              | {"mine.html", "mine.record"}, "files")
        return pages

    os.mkdir(out)
    for name in ("mine.html", "mine.record"):
        with open(os.path.join(out, name), "w", encoding="utf-8") as file:
            file.write("the instructor's\n")
    resign = "echo bestmove resign"
    equal(grade_these(ali=resign), {"ali": "ali"})
    equal(grade_these(ali=resign, Ali="exit"), {"ali": "ali-94419b", "Ali": "Ali-862ef3"})
    equal(grade_these(Ali="exit"), {"Ali": "Ali"})
    os.rename(os.path.join(folder, "Ali", "agent.sh"), os.path.join(folder, "Ali", "README"))
    equal(run(["grade", folder, "--against", FILE, "--out", out]).status, 0, "nobody plays")
    equal(sorted(name for name in os.listdir(out) if name.endswith((".html", ".record"))),
          ["Ali.html", "mine.html", "mine.record"], "files")


def refused(args, words):
    result = run(args)
    equal(result.status, 2, f"status, {result}")
    contains(result.err, words)
    equal(len(result.err.splitlines()), 1, "lines")


@case
def a_page_says_that_games_are_repeats():
    base = scratch()
    os.makedirs(os.path.join(base, "in", "parisa"))
    with open(os.path.join(base, "in", "parisa", "agent.py"), "w", encoding="utf-8") as file:
        file.write(python()["agent.py"])
    terms, out = os.path.join(base, "baselines.toml"), os.path.join(base, "out")
    with open(terms, "w", encoding="utf-8") as file:
        file.write('game = "konane"\noptions = ["size=4"]\ngames = 6\n[openings]\nplies = 0\n'
                   '[[players]]\nspec = "greedy"\n')
    result = run(["grade", os.path.join(base, "in"), "--against", terms, "--out", out],
                 timeout=300)
    equal(result.status, 0, repr(result))
    contains(page(out, rows(out)["parisa"]),
             "4 of the games repeat an earlier one, move for move, and count once in the interval")


@case
def wrong_orders_are_refused():
    empty = scratch()
    refused(["grade", DIR], "--against")
    refused(["grade", DIR, "--against", os.path.join(BASE, "none.toml")], "none.toml")
    refused(["grade", os.path.join(BASE, "none"), "--against", FILE], "none")
    refused(["grade", empty, "--against", FILE], "no folders")
    refused(["grade", DIR, "--against", FILE, "--out", os.path.join(DIR, "x")], "--out")
    shutil.rmtree(os.path.join(DIR, "x"))


def wrong_terms(change, words):
    path = os.path.join(scratch(), "baselines.toml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(re.sub(*change, BASELINES))
    refused(["grade", DIR, "--against", path, "--out", scratch()], words)


for terms_name, terms_change, terms_words in (
        ("an unknown key", ("build_seconds", "build_minutes"), "no key 'build_minutes'"),
        ("an unknown baseline", ("second=3", "third=3"), "no baseline 'third'"),
        ("a weight that is none", ("second=3", "second"), "weights"),
        ("weights of nothing", ("first=1\", \"second=3", "first=0\", \"second=0"), "weights"),
        ("a share above one", ("full = 0.5", "full = 2"), "full takes a number"),
        ("a game for three", ("\"konane\"\noptions = ..size=4..", "\"hotk\"\noptions = "
                              "[\"rules=published\", \"players=3\"]"), "one or two seats")):
    case_for(f"{terms_name} is refused", wrong_terms, terms_change, terms_words)

run_cases()
