"""The game of docs/adding-a-game.md, built from the page's own blocks, passes the suite."""
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from tap import case, contains, equal, run_cases

ROOT = Path(os.environ["BAZI_ROOT"])
BLOCK = re.compile(r"^```(\w+) (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TESTS = ["test_registry", "test_game_files", "test_kernel"]


def write(tree, path, text):
    target = tree / path
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("a", encoding="utf-8") as out:
        out.write(text)


def patch(tree, path, text):
    """Adds each + line behind the last line of context before it, or at the end of the file."""
    lines = (tree / path).read_text(encoding="utf-8").splitlines()
    place = len(lines)
    for line in text.splitlines():
        if line.startswith("+"):
            lines.insert(place, line[1:])
            place += 1
        else:
            place = lines.index(line[1:]) + 1
    (tree / path).write_text("\n".join(lines) + "\n", encoding="utf-8")


def follow_the_page(tree):
    for name in ["include", "src", "cli", "tests", "tools", "bench", "docs", "maps", "adapters",
                 "meson.build",
                 "meson_options.txt"]:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tree / name)
        elif source.exists():
            shutil.copy(source, tree / name)
    page = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
    for kind, path, text in BLOCK.findall(page):
        (patch if kind == "diff" else write)(tree, path, text)


def command(tree, *words, **more):
    return subprocess.run(words, cwd=tree, check=False, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=280, **more)


with tempfile.TemporaryDirectory() as folder:
    TREE = Path(folder) / "tree"
    TREE.mkdir()
    follow_the_page(TREE)
    BUILD = TREE / "build"

    @case
    def the_page_builds():
        made = command(TREE, "tools/meson", "setup", "build", "-Dbuildtype=debug", "-Db_lto=false",
                       "-Ddefault_library=static", "-Ddocs=false", "-Dtests=true",
                       "-Dwerror=true")
        equal(made.returncode, 0, made.stdout)
        made = command(TREE, "ninja", "-C", "build", "cli/bazi",
                       *[f"tests/{name}" for name in TESTS])
        equal(made.returncode, 0, made.stdout[-3000:])

    @case
    def the_suite_accepts_the_new_game():
        for name in TESTS:
            env = {**os.environ, "BAZI_ROOT": str(TREE), "BAZI_ONLY": "nim*"}
            result = command(TREE, str(BUILD / "tests" / name), env=env)
            equal(result.returncode, 0, f"{name}: {result.stdout[-2000:]}")
            if name != "test_game_files":
                contains(result.stdout, "- nim")

    @case
    def its_commands_work_as_the_page_says():
        page = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
        for line, answer in re.findall(r"^    \$ \./bazi (.*)\n    (.*)$", page, re.MULTILINE):
            result = command(TREE, str(BUILD / "cli/bazi"), *line.split())
            equal(result.stdout.splitlines()[-1], answer, line)
        contains(command(TREE, str(BUILD / "cli/bazi"), "rules", "nim").stdout, "heaps")
        played = command(TREE, str(BUILD / "cli/bazi"), "play", "nim", "--demo")
        contains(played.stdout, "took the last stone")

    @case
    def nothing_else_knows_it():
        equal(command(TREE, "tools/check-layers").stdout, "")
        equal(command(TREE, "tools/check-sizes").stdout, "")
        equal(command(TREE, "tools/check-lists").stdout, "")

    run_cases()
