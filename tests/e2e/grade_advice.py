"""What authors of submissions read when something is wrong with them: the same in every run, in their
own words and script, and as much of it as helps."""

import csv
import os

from drive import run, scratch
from tap import case, contains, equal, run_cases

UGI = """\
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "quit":
        break
    if word == "go":
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


run_cases()
