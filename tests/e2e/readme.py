"""The examples of README.md, executed.

A ```console block holds lines `$ command`, each followed by what it prints. `…` within a line
stands for anything on that line; a line of nothing but `…` for any number of lines.
"""

import os
import re
import subprocess

from drive import BAZI, ROOT, environment, scratch
from tap import case, case_for, equal, run_cases

README = os.path.join(ROOT, "README.md")


def blocks(text):
    return re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def sessions(block):
    """(command, expected lines) of a block; a command ending with a backslash goes on."""
    found = []
    for line in block.splitlines():
        if found and found[-1][0].endswith("\\"):
            found[-1][0] = found[-1][0][:-1] + line
        elif line.startswith("$ "):
            found.append([line[2:], []])
        elif found:
            found[-1][1].append(line)
    return found


def pattern(lines):
    parts = []
    for line in lines:
        if line.strip() == "…":
            parts.append(r"(?:[^\n]*\n)*?")
        else:
            parts.append("[^\n]*".join(re.escape(piece.rstrip()) for piece in line.split("…"))
                         + r"[ ]*\n")
    return re.compile("".join(parts))


def execute(command, expected, folder):
    done = subprocess.run(["bash", "-c", command], cwd=folder, text=True, timeout=300, check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env=with_path())
    got = done.stdout if done.stdout.endswith("\n") or not done.stdout else done.stdout + "\n"
    while expected and not expected[-1].strip():
        expected = expected[:-1]
    if not pattern(expected).fullmatch(got):
        raise AssertionError("printed\n" + got + "\nwhere README.md has\n" + "\n".join(expected))


def with_path():
    """`bazi` and `./bazi` both mean the program under test."""
    folder = scratch()
    os.symlink(BAZI, os.path.join(folder, "bazi"))
    env = environment()
    env["PATH"] = folder + os.pathsep + env["PATH"]
    return env


def working_folder():
    folder = scratch()
    os.symlink(BAZI, os.path.join(folder, "bazi"))
    return folder


def is_build(command):
    return command.split()[0] in ("make", "git", "cd", "sudo")


with open(README, encoding="utf-8") as file:
    readme = file.read()
place = working_folder()
for examples in blocks(readme):
    for example, wanted in sessions(examples):
        if not is_build(example):
            case_for(example, execute, example, wanted, place)


@case
def the_readme_has_examples():
    equal(len(blocks(readme)) > 0, True, "console blocks")


run_cases()
