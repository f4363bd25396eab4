"""Programs that are handed in with a folder: what is played is what was handed in, whatever becomes
of the folder, and nothing else."""

import os
import shutil
import signal

from cup import CALM, Cup, plan_text
from tap import case, case_for, contains, equal, run_cases


def script(folder, name, moves):
    """A program that always plays the first or the last of the legal moves."""
    os.makedirs(os.path.join(folder, name, "parts"))
    with open(os.path.join(folder, name, "parts", "choice.sh"), "w", encoding="ascii") as file:
        file.write(f"CHOICE={moves}\n")
    path = os.path.join(folder, name, "play.sh")
    with open(path, "w", encoding="ascii") as file:
        file.write("#!/bin/sh\n. parts/choice.sh\nexec ./agent konane $CHOICE 1\n")
    os.chmod(path, 0o755)


def handed_in(rival, games):
    """A cup of a program in a folder against somebody."""
    cup = Cup()
    script(cup.folder, "sub", "good")
    shutil.copy(cup.agent, os.path.join(cup.folder, "sub", "agent"))
    cup.write(plan_text([rival, {"name": "sub", "spec": "cmd:./play.sh", "folder": "sub"}],
                        {"clock": CALM}, game="konane", options=["size=6"], games=games))
    return cup


def begin_and_stop(cup):
    process = cup.start("run", cup.file, "--concurrency", "1")
    cup.wait_for(2, process)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)


@case
def programs_are_played_as_they_were_handed_in():
    cup = handed_in("best:nodes=30000", 40)
    begin_and_stop(cup)
    with open(os.path.join(cup.folder, "sub", "parts", "choice.sh"), "w", encoding="ascii") as file:
        file.write("CHOICE=exit\n")
    cup.run("resume")
    equal(cup.number("SELECT count(*) FROM games WHERE ruling <> ''"), 0, "games lost by faults")
    shutil.rmtree(cup.home)  # as on a machine that never saw them
    os.mkdir(cup.home)
    shutil.rmtree(os.path.join(cup.folder, "sub"))
    contains(cup.run("resume").out, "40 games. Elo")


@case
def files_that_changed_since_are_told_of():
    cup = handed_in("random", 2)
    equal((cup.play().err, cup.play().err), ("", ""))
    os.chmod(os.path.join(cup.folder, "sub", "agent"), 0o600)
    result = cup.play()
    contains(result.err, "bazi: the files of sub have changed since the tournament began")
    contains(result.out, "2 games. Elo")


def files_that_came_to_harm_are_fetched_again(damage):
    cup = handed_in("best:nodes=30000", 20)
    begin_and_stop(cup)
    kept = [os.path.join(path, name) for path, _, names in os.walk(cup.home) for name in names
            if name == "choice.sh"]
    equal(len(kept), 1)
    with open(kept[0], "w", encoding="ascii") as file:
        file.write(damage)
    cup.run("resume")
    equal(cup.number("SELECT count(*) FROM games WHERE ruling <> ''"), 0, "games lost by faults")
    with open(kept[0], encoding="ascii") as file:
        equal(file.read(), "CHOICE=good\n")
    equal([name for _, folders, _ in os.walk(cup.home) for name in folders if "new-" in name], [])


for what, damage in (("changed", "CHOICE=exit\n"), ("cut off", "")):
    case_for(f"a program's files, {what}", files_that_came_to_harm_are_fetched_again, damage)


@case
def a_link_does_not_go_along():
    cup = Cup()
    script(cup.folder, "sub", "good")
    os.symlink("/etc/passwd", os.path.join(cup.folder, "sub", "secret"))
    cup.write(plan_text(["random", {"name": "sub", "spec": "cmd:./play.sh", "folder": "sub"}],
                        game="konane"))
    contains(cup.play(status=2).err, "links cannot go along")


# Programs without a folder: they stay where they are, beside the tournament file.
BESIDE = ("cmd:./play.sh", "cmd:sh play.sh", "cmd:'sub folder/play.sh' 'an argument'",
          "cmd:sh 'sub folder/play.sh'")


def beside(spec):
    cup = Cup()
    script(cup.folder, "sub folder", "good")
    shutil.copy(cup.agent, os.path.join(cup.folder, "sub folder", "agent"))
    shutil.copytree(os.path.join(cup.folder, "sub folder"), cup.folder, dirs_exist_ok=True)
    os.chmod(cup.folder, 0o755)  # root lets programs run as nobody
    cup.write(plan_text(["random", spec], {"clock": CALM}, game="konane", options=["size=6"]))
    return cup


def it_does_not_matter_where_one_is(spec):
    cup = beside(spec)
    contains(cup.play(cwd="/").out, "2 games. Elo")
    equal(cup.rulings(), set(), "games lost by faults")
    equal(cup.query("SELECT name FROM players WHERE number = 1"), [(spec,)])
    contains(cup.play(cwd=cup.folder).out, "2 games. Elo", "the same plan")


for beside_spec in BESIDE:
    case_for(f"{beside_spec} is looked for beside the file", it_does_not_matter_where_one_is,
             beside_spec)


@case
def what_is_not_there_is_told_before_the_first_game():
    for spec, words in (("cmd:./gone.sh", "player 2: there is no program ./gone.sh; folder = "),
                        ("py:gone.py", "player 2: there is no file gone.py")):
        cup = beside(spec)
        contains(cup.play(status=2).err, words)
    deep = "x" * 240
    cup = beside({"name": "deep", "spec": f"cmd:./{deep}/play.sh"})
    shutil.copytree(os.path.join(cup.folder, "sub folder"), os.path.join(cup.folder, deep))
    contains(cup.play(status=2).err, "the whole path of its program is too long; folder = ")


run_cases()
