"""Several processes that solve together, started by mpirun: the same answers as one, whatever
happens to them."""

import os
import signal
import subprocess
import time

from drive import BAZI, environment, run, scratch
from tap import case, case_for, contains, equal, run_cases

ALLOWED = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def start(ranks, args):
    """mpirun with so many processes of `bazi args…`."""
    return subprocess.Popen(
        ["mpirun", "--oversubscribe", "-np", str(ranks), BAZI, *args], env=environment(ALLOWED),
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finish(ranks, args):
    process = start(ranks, args)
    out, err = process.communicate(timeout=200)
    return process.returncode, out, err


def same_as_one(ranks, args):
    alone = run(["solve", *args])
    status, out, err = finish(ranks, ["solve", "--mpi", *args])
    equal(status, 0, f"status, with {err!r}")
    equal(out, alone.out, "answer")


for size in ("5", "4x6", "6"):
    for ranks in (2, 4):
        case_for(f"{ranks} ranks prove {size} like one process", same_as_one, ranks,
                 ["konane", "-o", f"size={size}"])


for ranks in (2, 4):
    case_for(f"{ranks} ranks solve a board of Monopoly like one process", same_as_one, ranks,
             ["monopoly", "-o", "board=lane"])


@case
def threads_and_ranks_go_together():
    same_as_one(2, ["konane", "-o", "size=5x6", "--threads", "2"])


@case
def without_mpirun_it_is_a_cluster_of_one():
    equal(run(["solve", "--mpi", "konane", "-o", "size=5"], env=ALLOWED).out, "solved p1win\n")


@case
def only_one_rank_complains():
    status, out, err = finish(2, ["solve", "--mpi", "konane", "-o", "size=99"])
    equal((status, out, err.count("bazi: ")), (2, "", 1), err)


@case
def what_is_proved_in_another_way_is_refused():
    status, _, err = finish(2, ["solve", "--mpi", "hotk"])
    equal(status, 2)
    contains(err, "is not solved by several processes")


def descendants(pid):
    """The processes a process has started, and theirs."""
    found = []
    for child in subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True,
                                text=True, check=False).stdout.split():
        found += [int(child), *descendants(child)]
    return found


def wait_for(path, process):
    deadline = time.monotonic() + 100
    while not os.path.exists(path) and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)


@case
def a_killed_rank_ends_the_job_and_the_checkpoint_goes_on():
    saved = os.path.join(scratch(), "saved")
    args = ["solve", "--mpi", "konane", "-o", "size=6x7", "--checkpoint", saved, "--interval", "1"]
    process = start(2, args)
    wait_for(saved, process)
    equal(process.poll(), None, "it runs until it is killed")
    os.kill(descendants(process.pid)[-1], signal.SIGKILL)
    process.communicate(timeout=100)
    equal(process.returncode != 0, True, "the job fails")
    status, out, err = finish(2, args[:-2])
    equal((status, out), (0, "solved p2win\n"), err)


@case
def an_interrupt_stops_all_and_saves():
    saved = os.path.join(scratch(), "saved")
    process = start(2, ["solve", "--mpi", "konane", "-o", "size=7x8", "--checkpoint", saved])
    time.sleep(3)
    for pid in descendants(process.pid):
        os.kill(pid, signal.SIGINT)
    out, err = process.communicate(timeout=100)
    contains(out, "unsolved lower -1 upper 1", err)
    equal(os.path.exists(saved), True, "a checkpoint")


@case
def a_board_of_monopoly_is_interrupted_and_gone_on_with():
    folder = scratch()
    saved, board = os.path.join(folder, "saved"), os.path.join(folder, "board.txt")
    with open(board, "w", encoding="utf-8") as out:
        out.write("cash 1200\nresale 75\nstart Gate\nfine F amount 50\n")
        out.write("".join(f"property P{i} price 200 rent 100\n" for i in range(7)))
    args = ["monopoly", "-o", f"board={board}", "-o", "cap=10000", "-o", "table=none"]
    more = ["--checkpoint", saved, "--interval", "1"]
    wanted = run(["solve", *args]).out
    process = start(2, ["solve", "--mpi", *args, *more])
    wait_for(saved, process)
    equal(process.poll(), None, "it runs until it is interrupted")
    for pid in descendants(process.pid):
        os.kill(pid, signal.SIGINT)
    out, err = process.communicate(timeout=100)
    contains(out, "unsolved lower 0 upper 1", err)
    status, out, err = finish(2, ["solve", "--mpi", *args, *more])
    equal((status, out), (0, wanted), err)


run_cases()
