"""Files the program writes for itself, and what becomes of it when they are not what they were:
weights, books, proofs and checkpoints, given to every command that takes them."""

import os
import resource
import signal
import subprocess
import time

from drive import BAZI, environment, run, scratch
from tap import case, case_for, contains, equal, run_cases
from ugi_session import Session

LEARN = ["tune", "konane", "--games", "24", "--rounds", "1"]
TUNE = [*LEARN, "--match", "0", "--out"]
POSITION = "position startpos moves d4 e4"


def good(args, **more):
    result = run(args, **more)
    equal(result.status, 0, f"status of {args} ({result.err.strip()})")
    return result


def refused(args, *parts):
    """One line that names the file and says what is wrong with it, and a status that says so."""
    result = run(args)
    equal(result.status, 2, f"status of {args} ({result!r})")
    equal(result.out, "", f"stdout of {args}")
    equal(len(result.err.splitlines()), 1, f"lines of {result.err!r}")
    for part in ("bazi: ", *parts):
        contains(result.err, part)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)
    return path


def tuned(folder, *more):
    path = os.path.join(folder, "tuned")
    good([*TUNE, path, *more])
    return path


# --- learning ----------------------------------------------------------------------------------

@case
def what_was_learned_is_played_by():
    folder = scratch()
    file = tuned(folder)
    equal(os.listdir(folder), ["tuned"])
    contains(read(file).decode(), "# Made by: bazi tune konane --games 24 --rounds 1 --seed 1\n")
    good(["perft", "konane", "2", "-o", f"weights={file}"])
    with Session("konane", "-o", f"weights={file}") as learned, Session() as own:
        searches = []
        for session in (learned, own):
            session.quiet(POSITION)
            searches.append(session.go("depth 6"))
        equal(searches[0].infos[-1]["depth"], 6)
        equal(searches[0].infos == searches[1].infos, False, "the same search as by other weights")


@case
def learning_is_the_same_with_two_threads_and_not_with_another_seed():
    first = read(tuned(scratch()))
    equal(read(tuned(scratch(), "--threads", "2")) == first, True, "the same bytes")
    equal(read(tuned(scratch(), "--seed", "2")) == first, False, "the same bytes by another seed")


@case
def a_match_is_part_of_the_file():
    file = os.path.join(scratch(), "tuned")
    good([*LEARN, "--match", "2", "--time", "1", "--out", file])
    contains(read(file).decode(), " of 2 against movers, ")
    contains(read(file).decode(), " of 2 against built-in, ")


@case
def an_interrupt_keeps_what_was_written():
    wanted = read(tuned(scratch()))
    file = os.path.join(scratch(), "tuned")
    process = subprocess.Popen([BAZI, *LEARN, "--match", "1000", "--time", "1000", "--out", file],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
    try:
        while not os.path.exists(file) and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    finally:
        process.kill()
    equal(process.returncode, 130, f"status ({err!r})")
    equal(read(file) == wanted, True, "the file as without a match")
    equal(os.listdir(os.path.dirname(file)), ["tuned"])


def small_disk(room=4096):
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # writing then fails as on a full disk
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))


def tiny_disk():
    small_disk(256)


@case
def a_full_disk_keeps_the_weights_there_were():
    file = tuned(scratch())
    before = read(file)
    result = subprocess.run([BAZI, *TUNE, file, "--seed", "2"], capture_output=True, text=True,
                            env=environment(), preexec_fn=small_disk, check=False, timeout=60)
    equal(result.returncode, 2)
    equal(len(result.stderr.splitlines()), 1, result.stderr)
    contains(result.stderr, "cannot be written: File too large")
    equal(read(file) == before, True, "the file as it was")
    equal(os.listdir(os.path.dirname(file)), ["tuned"])


@case
def a_full_disk_keeps_the_answer():
    for args, answer in ((["konane", "-o", "size=5x6"], "solved p2win\n"),
                         (["diamonds", "-o", "map=village"], "solved value 1876\n")):
        proof = os.path.join(scratch(), "proof")
        result = subprocess.run([BAZI, "solve", *args, "--proof", proof], capture_output=True,
                                text=True, env=environment(), preexec_fn=tiny_disk, check=False,
                                timeout=60)
        equal((result.returncode, result.stdout), (1, answer), f"{args} ({result.stderr})")
        contains(result.stderr, "cannot be written: File too large")
        equal(os.listdir(os.path.dirname(proof)), [])


@case
def no_file_takes_the_place_of_a_device():
    full = os.path.join(scratch(), "full")  # only a link: a failure must not cost the device
    os.symlink("/dev/full", full)
    for args in ([*TUNE, full],
                 ["book", "konane", "--positions", "1", "--movetime", "1", "--out", full]):
        result = run(args)
        equal(result.status, 2)
        contains(result.err, "full: cannot be written: No space left on device")
    for option in ("--checkpoint", "--proof"):
        refused(["solve", "konane", "-o", "size=4", option, full], "full: ", "no file")
    equal(os.path.islink(full), True, "still a link")


# --- files that are not what they were ---------------------------------------------------------

def make_weights(path):
    good([*TUNE, path])


def make_book(path):
    good(["book", "konane", "--positions", "3", "--movetime", "5", "--out", path])


def make_proof(path):
    good(["solve", "konane", "-o", "size=4", "--proof", path])


def make_checkpoint(path):
    good(["solve", "konane", "-o", "size=4", "--checkpoint", path])


def takers(option):
    """Every command that takes the game's options, but for engines."""
    return lambda path: [[*command, "-o", f"{option}={path}"] for command in (
        ["perft", "konane", "1"], ["solve", "konane"], ["analyse", "konane"],
        ["play", "konane", "--demo"], ["tune", "konane"], ["book", "konane"])]


KINDS = {
    "weights": (make_weights, takers("weights")),
    "book": (make_book, takers("book")),
    "proof": (make_proof, lambda path: [["check", path]]),
    "checkpoint": (make_checkpoint,
                   lambda path: [["solve", "konane", "-o", "size=4", "--checkpoint", path]]),
}


def spoilt(kind, folder):
    """The ways a file can be wrong, by name."""
    whole = os.path.join(folder, "whole")
    KINDS[kind][0](whole)
    content = read(whole)
    middle = len(content) // 2
    other = os.path.join(folder, "other")
    KINDS["proof" if kind != "proof" else "checkpoint"][0](other)
    yield "damaged", content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1:]
    yield "cut-off", content[:middle]
    yield "longer", content + b"x"
    yield "empty", b""
    yield "foreign", read(other)
    yield "noise", bytes(range(256)) * 16


def every_command_refuses(kind):
    folder = scratch()
    for name, content in spoilt(kind, folder):
        path = write(os.path.join(folder, name), content)
        for args in KINDS[kind][1](path):
            refused(args, name)
            equal(read(path) == content, True, f"{path} as it was")


for one in KINDS:
    case_for(f"a spoilt {one} is refused by every command", every_command_refuses, one)


def the_engine_plays_on(option):
    folder = scratch()
    with Session() as session:
        session.quiet(POSITION)
        before = session.go("depth 5")
        for name, content in spoilt(option, folder):
            path = write(os.path.join(folder, name), content)
            contains(session.error(f"setoption name {option} value {path}"), name)
            session.quiet("uginewgame", POSITION)
            after = session.go("depth 5")
            equal((after.move, after.score), (before.move, before.score), "what it plays")
        contains(session.error(f"setoption name {option} value {folder}/nothing"), "nothing")
        equal(session.go("depth 5").move, before.move)


def the_engine_begins(option):
    folder = scratch()
    for name, content in spoilt(option, folder):
        path = write(os.path.join(folder, name), content)
        result = run(["ugi", "konane", "-o", f"{option}={path}"], stdin="perft 1\nquit\n")
        equal((result.status, result.out), (0, "nodes 4\n"), f"what it did with {name}")
        contains(result.err, name, "playing on without it")


for one in ("weights", "book"):
    case_for(f"the engine plays on without a spoilt {one}", the_engine_plays_on, one)
    case_for(f"the engine begins without a spoilt {one}", the_engine_begins, one)


run_cases()
