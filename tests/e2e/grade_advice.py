"""What authors of submissions read when something is wrong with them: the same in every run, in
their own words and script, and as much of it as helps."""

import csv
import html
import os
import shutil

from drive import run, scratch
from tap import case, contains, equal, run_cases

UGI = """\
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "quit":
        break
    if word == "isready":
        %s
    answer = {"ugi": "ugiok", "isready": "readyok", "go": "bestmove " + %s}.get(word)
    if answer:
        print(answer, flush=True)
"""


def grade(files, game="konane", options=("size=4",)):
    """The folder with the results for one student's files."""
    base = scratch()
    for name, content in files.items():
        path = os.path.join(base, "in", "parisa", name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
    terms, out = os.path.join(base, "baselines.toml"), os.path.join(base, "out")
    with open(terms, "w", encoding="utf-8") as file:
        file.write(f'game = "{game}"\noptions = {list(options)}\ngames = 1\n'
                   '[[players]]\nspec = "greedy"\n')
    result = run(["grade", os.path.join(base, "in"), "--against", terms, "--out", out],
                 timeout=300)
    equal(result.status, 0, repr(result))
    return out


def row_of(out):
    with open(os.path.join(out, "grades.csv"), encoding="utf-8", newline="") as file:
        row, = csv.DictReader(file)
    return row


@case
def one_who_never_comes_to_an_end_is_graded():
    out = grade({"agent.py": UGI % ("pass", '"up"')}, "angry", ["rules=mdp"])
    row = row_of(out)
    equal((row["games"], row["failures"], row["remark"]), ("1", "0", ""))
    with open(os.path.join(out, "parisa.html"), encoding="utf-8") as file:
        contains(file.read(), "10000")


def page_of(out):
    with open(os.path.join(out, "parisa.html"), encoding="utf-8") as file:
        return html.unescape(file.read())


@case
def a_spoilt_bazi_toml_is_told_of_in_the_same_words_every_time():
    for content, words in (("run = 3\n", "bazi.toml:1:1: run takes a command"),
                           ("run = \n", "bazi.toml:1:7: "),
                           (b"\0", "bazi.toml:1:1: a zero byte"),
                           ("x" * 70000, "bazi.toml: longer than the 65536 bytes allowed")):
        remarks = {row_of(grade({"bazi.toml": content}))["remark"] for _ in range(2)}
        equal(len(remarks), 1, f"{remarks}")
        contains(remarks.pop(), words)


@case
def an_error_in_persian_can_be_read():
    out = grade({"agent.py": UGI % ('raise ValueError("خطا در تخته\u202e")', '""')})
    words = ("'ValueError: خطا در تخته\\xe2\\x80\\xae', at "
             "'\"agent.py\", line 7, in <module>'")
    contains(row_of(out)["remark"], words)
    contains(page_of(out), words)


@case
def python_says_where_a_syntax_error_is_only_once():
    for files, words in (({"agent.py": "def move(:\n"},
                          "SyntaxError: invalid syntax (agent.py, line 1)"),
                         ({"agent.py": "\nimport mind\n", "mind.py": "def think(:\n"},
                          "SyntaxError: invalid syntax (mind.py, line 1) (agent.py, line 2)")):
        remark = row_of(grade(files))["remark"]
        contains(remark, words)
        equal([remark.count(f"({name}, line") for name in files], [1] * len(files), remark)


@case
def an_error_of_node_is_its_message():
    if not shutil.which("node", path="/usr/local/bin:/usr/bin:/bin"):
        return
    out = grade({"agent.js": "const mind = null;\nmind.think();\n"})
    contains(row_of(out)["remark"], "'TypeError: Cannot read properties of null (reading "
                                    "'think')', at 'Object.<anonymous> (agent.js:2:6)'")


@case
def an_archive_has_to_be_unpacked():
    for name in ("work.zip", "work.tar.gz", "WORK.ZIP"):
        contains(row_of(grade({name: b"PK", "README": ""}))["remark"],
                 f"nothing here can be run before '{name}' is unpacked into the folder")


run_cases()
