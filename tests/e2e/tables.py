"""Tables of Monopoly from outside: interrupted, written by several, without room, of no use."""

import os
import resource
import signal
import struct
import subprocess
import time

from drive import BAZI, environment, run, scratch
from tap import case, case_for, contains, equal, lacks, run_cases

LANE = ["solve", "monopoly", "-o", "board=lane"]


def start(args, **more):
    return subprocess.Popen([BAZI, *args], env=environment(), stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)


def content(path):
    with open(path, "rb") as file:
        return file.read()


def whole(folder):
    """The table as one undisturbed run writes it."""
    path = os.path.join(folder, "whole.table")
    equal(run([*LANE, "--table", path]).status, 0, "status")
    return content(path)


def interrupt(args, draft):
    """Ctrl-C when some layers are written; true if that was in time."""
    process = start(args)
    while process.poll() is None and not (os.path.exists(draft) and os.path.getsize(draft) > 20000):
        time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=100)
    equal(process.returncode in (0, 1), True, f"status {process.returncode}: {err}")
    return "unsolved" in out


@case
def what_was_interrupted_goes_on_to_the_same_table():
    folder = scratch()
    table, saved = os.path.join(folder, "lane.table"), os.path.join(folder, "saved")
    args = [*LANE, "--table", table, "--checkpoint", saved]
    wanted = whole(folder)
    for _ in range(20):
        if interrupt(args, table + ".part"):
            break
        os.remove(table)
    equal(sorted(os.listdir(folder)), ["lane.table.part", "saved", "whole.table"], "files")
    equal(run(args).status, 0, "status")
    equal(content(table) == wanted, True, "the same table")
    equal(sorted(os.listdir(folder)), ["lane.table", "whole.table"], "files")


@case
def several_processes_write_one_table():
    folder = scratch()
    table, wanted = os.path.join(folder, "lane.table"), whole(folder)
    done = 0
    for process in [start([*LANE, "--table", table]) for _ in range(4)]:
        out, err = process.communicate(timeout=100)
        done += process.returncode == 0
        if process.returncode:
            equal((process.returncode, out), (2, ""), err)
            contains(err, "another process is writing it")
    equal(done > 0, True, "one at least")
    equal(content(table) == wanted, True, "the same table")
    equal(sorted(os.listdir(folder)), ["lane.table", "whole.table"], "files")


@case
def without_room_it_says_so_and_leaves_nothing():
    folder = scratch()

    def small_files():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))

    process = start([*LANE, "--table", os.path.join(folder, "lane.table")],
                    preexec_fn=small_files)
    out, err = process.communicate(timeout=100)
    equal((process.returncode, out), (2, ""), err)
    contains(err, "cannot be written: File too large")
    equal(os.listdir(folder), [], "files")


def spoil(path, how):
    with open(path, "r+b") as file:
        if how == "cut off":
            file.truncate(5000)
        elif how == "changed":
            file.seek(-100, os.SEEK_END)
            file.write(b"\xff" * 50)
        else:
            file.truncate(0)
            file.write(b"nothing of ours " * 100)


def plays_on(how):
    """A table that is of no use in its usual place: the computer searches, and says why."""
    home = {"XDG_DATA_HOME": scratch()}
    board = ["-o", "board=lane"]
    equal(run(LANE, env=home).status, 0, "status")
    folder = os.path.join(home["XDG_DATA_HOME"], "bazi")
    table = os.path.join(folder, os.listdir(folder)[0])
    spoil(table, how)
    result = run(["analyse", "monopoly", *board, "--nodes", "20000"], env=home)
    equal((result.status, result.err), (0, ""), "status and stderr")
    contains(result.out, "The computer searches, for its table is of no use")
    lacks(result.out, "perfect play")
    result = run(["ugi", "monopoly", *board], env=home,
                 stdin="uginewgame\nposition startpos moves roll5\ngo nodes 2000\nquit\n")
    contains(result.out, "info string The computer searches")
    contains(result.out, "bestmove")
    named = run(["analyse", "monopoly", *board, "-o", f"table={table}"], env=home)
    equal((named.status, named.out), (2, ""), "a table that was named must be of use")
    equal(run(LANE, env=home).status, 0, "a new one is made")
    contains(run(["analyse", "monopoly", *board], env=home).out, "with perfect play")


def damage_records(path):
    """A byte in every thousand of them, and nothing else."""
    with open(path, "r+b") as file:
        table = bytearray(file.read())
        end = struct.unpack_from("=Q", table, 48)[0]  # where the models begin
        for at in range(200, end, 1000):
            table[at] ^= 0x55
        file.seek(0)
        file.write(table)


@case
def records_that_are_damaged_are_told_of_and_made_anew():
    home = {"XDG_DATA_HOME": scratch()}
    board = ["-o", "board=lane"]
    equal(run(LANE, env=home).status, 0, "status")
    folder = os.path.join(home["XDG_DATA_HOME"], "bazi")
    table = os.path.join(folder, os.listdir(folder)[0])
    wanted = content(table)
    damage_records(table)
    for more in ([], ["-o", f"table={table}"]):
        result = run(["analyse", "monopoly", *board, *more, "--nodes", "20000"], env=home)
        equal(result.status, 0, "status")
        contains(result.err, "a part of it is damaged")
        equal(result.err.count("damaged"), 1, "once")
        lacks(result.out, "perfect play")
    result = run(["ugi", "monopoly", *board], env=home,
                 stdin="uginewgame\nposition startpos moves roll5\ngo nodes 2000\n"
                       "go nodes 2000\nquit\n")
    equal(result.out.count("damaged"), 1, "once")
    equal(run(LANE, env=home).status, 0, "status")
    equal(content(table) == wanted, True, "a new table")


@case
def a_game_whose_table_is_there_is_solved_again_and_that_is_said():
    home = {"XDG_DATA_HOME": scratch()}
    lacks(run(LANE, env=home).err, "again")
    contains(run([*LANE, "--explain"], env=home).err, "there is a sound table already")


@case
def a_table_nobody_asked_for_does_not_keep_the_value():
    result = run(LANE, env={"XDG_DATA_HOME": "/proc/nope"})
    equal(result.status, 0, result.err)
    contains(result.out, "solved value 0.52811394")
    contains(result.err, "not kept: table")
    asked = run([*LANE, "--table", "/proc/nope/lane.table"])
    equal((asked.status, asked.out), (2, ""), asked.err)


@case
def a_table_takes_the_place_of_files_only():
    folder = scratch()
    pipe = os.path.join(folder, "pipe")
    os.mkfifo(pipe)
    for place in (folder, pipe):
        result = run([*LANE, "--table", place])
        equal((result.status, result.out), (2, ""), result.err)
        contains(result.err, "there is something that is no file")
    equal(os.listdir(folder), ["pipe"], "files")


@case
def a_checkpoint_knows_its_table_by_any_path():
    folder = scratch()
    table, saved = os.path.join(folder, "lane.table"), os.path.join(folder, "saved")
    other = os.path.join(folder, "..", os.path.basename(folder), "lane.table")
    for _ in range(20):
        if interrupt([*LANE, "--table", other, "--checkpoint", saved], table + ".part"):
            break
        os.remove(table)
    equal(run([*LANE, "--table", table, "--checkpoint", saved]).status, 0, "status")
    equal(os.listdir(folder), ["lane.table"], "files")


for damage in ("cut off", "changed", "replaced"):
    case_for(f"with a table {damage} it plays on by search", plays_on, damage)


run_cases()
