"""What a tournament does when its store is locked, full, cut off or broken: it waits, says so, and
goes on; nothing that was half written is ever counted."""

import contextlib
import functools
import os
import resource
import shutil
import signal
import sqlite3
import time

from cup import Cup, Hall, end_all, listen
from tap import case, contains, equal, lacks, run_cases

PLAYERS = ["random", "greedy", "best:nodes=1000"]
FIRST_CARD = """
def get_move(cards, player1, player2):
    at = next(card.get_location() for card in cards if card.get_name() == "Varys")
    return next(there for there in sorted(card.get_location() for card in cards)
                if there != at and (there // 6 == at // 6 or there % 6 == at % 6))
"""
# Starts a command on a machine that has no namespaces left for sandboxes.
POOR = ["unshare", "--user", "--map-root-user", "sh", "-c",
        'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"', "sh"]


def cup():
    return Cup(PLAYERS, {"clock": {"nodes": 1000}}, game="konane", options=["size=6"], games=60,
               seed=2)


@functools.cache
def calm_table():
    calm = cup()
    calm.play()
    return calm.table()


@case
def a_locked_database_is_waited_for():
    locked = cup()
    process = locked.start("run", locked.file, "--concurrency", "2")
    locked.wait_for(20, process)
    with contextlib.closing(sqlite3.connect(locked.store, timeout=30)) as thief:
        thief.execute("BEGIN IMMEDIATE")
        contains(listen(process, "waiting"), "database is locked")
        thief.rollback()
    said = process.communicate(timeout=120)[0]
    equal(process.returncode, 0)
    contains(said, "bazi: goes on")
    equal(locked.table(), calm_table())


@case
def an_interrupt_is_heard_while_it_waits():
    locked = cup()
    process = locked.start("run", locked.file, "--concurrency", "2")
    locked.wait_for(20, process)
    with contextlib.closing(sqlite3.connect(locked.store, timeout=30)) as thief:
        thief.execute("BEGIN IMMEDIATE")
        listen(process, "waiting")
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=60)[0]
        thief.rollback()
    equal(process.returncode, 128 + signal.SIGINT, f"status of what said {said}")
    contains(said, "Go on with: bazi tournament resume")
    locked.run("resume")
    equal(locked.table(), calm_table())


def fill_disk(full):
    """Begins to play, and lets no file grow much further; a write that would then fails as on
    a full disk. What the process said, and the process."""
    process = full.start("run", full.file, "--concurrency", "2",
                         preexec_fn=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN))
    full.wait_for(20, process)
    size = max(os.path.getsize(full.store + end) for end in ("", "-wal")) + 20000
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    return listen(process, "waiting"), process


@case
def a_full_disk_is_waited_for():
    full = cup()
    said, process = fill_disk(full)
    before = full.done()
    equal(before < 180, True, f"games done: {before}")
    time.sleep(3)
    equal(full.done(), before, "games done on a full disk")
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE,
                     (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    said += process.communicate(timeout=120)[0]
    equal(process.returncode, 0, f"status of what said {said}")
    equal(said.count("bazi: waiting"), said.count("bazi: goes on"), "waited and went on")
    equal(1 <= said.count("bazi: goes on") <= 2, True, f"told again and again: {said}")
    lacks(said, "malformed")
    equal(full.table(), calm_table())


@case
def a_disk_that_stays_full_loses_nothing():
    full = cup()
    _, process = fill_disk(full)
    end_all(process)
    full.run("resume")
    equal(full.table(), calm_table())


@case
def a_store_cut_off_in_the_middle_is_no_result():
    broken = cup()
    broken.play()
    whole = os.path.getsize(broken.store)
    table = broken.table()
    for part in (0.9, 0.5, 0.2, 0.05):
        cut = cup()
        shutil.copy(broken.store, cut.store)
        os.truncate(cut.store, int(whole * part) // 4096 * 4096)
        for verb in ("table", "resume"):
            result = cut.run(verb, status=None)
            if result.status == 0:  # what is gone was nobody's result
                equal(result.out, table, f"{verb} of a store cut to {part}")
            else:
                equal(result.status, 2, f"status of {verb}")
                equal(len(result.err.splitlines()), 1, f"lines of {result!r}")


@case
def a_log_cut_off_anywhere_leaves_whole_games():
    """Power fails while the end of the log is being written."""
    torn = cup()
    torn.kill_after(100)
    log = torn.store + "-wal"
    os.truncate(log, os.path.getsize(log) * 2 // 3 + 1234)
    done = torn.done()
    equal(torn.number("SELECT count(*) FROM games g WHERE state = 'done' AND (record = '' OR "
                      "plies + 1 <> (SELECT count(*) FROM moves m WHERE m.game = g.id))"), 0,
          "half a game")
    equal(torn.number("SELECT count(*) FROM games g WHERE state <> 'done' AND EXISTS "
                      "(SELECT 1 FROM moves m WHERE m.game = g.id)"), 0, "moves of no game")
    torn.run("resume")
    equal(torn.done() >= done, True)
    equal(torn.table(), calm_table())


@case
def a_game_that_is_refused_takes_no_other_along():
    """Several are handed in together."""
    odd = cup()
    odd.kill_after(5)
    refused = odd.number("SELECT max(id) - 40 FROM games")
    with contextlib.closing(sqlite3.connect(odd.store, timeout=30)) as base, base:
        base.execute(f"INSERT INTO moves (game, ply, move, position) VALUES ({refused}, 0, '', 0)")
    contains(odd.run("resume", "--concurrency", "1", status=2).err, "constraint failed")
    equal(odd.number(f"SELECT count(*) FROM games WHERE id < {refused} AND state <> 'done'"), 0,
          "games before it that do not count")
    with contextlib.closing(sqlite3.connect(odd.store, timeout=30)) as base, base:
        base.execute(f"DELETE FROM moves WHERE game = {refused}")
    odd.run("resume")
    equal(odd.table(), calm_table())


def cup_with(program):
    return Cup(["greedy", {"name": "ann", "spec": program}], {"clock": {"nodes": 200}},
               game="konane", options=["size=6"], games=6)


@case
def a_machine_without_a_sandbox_blames_nobody():
    poor = cup_with("cmd:AGENT konane good 6")
    process = poor.start("run", poor.file, through=POOR)
    said = process.communicate(timeout=200)[0]
    equal(process.returncode, 2, f"status of what said {said}")
    contains(said, "ann: this system refuses the sandbox")
    equal(poor.done(), 0, "games")
    poor.run("resume")
    equal((poor.done(), poor.rulings()), (6, set()))


@case
def a_machine_without_a_program_blames_nobody():
    for program in ("no-such-program", "/opt/none/bin/java"):
        lacks_it = cup_with(f"cmd:{program} -jar agent.jar")
        contains(lacks_it.play(status=2).err,
                 f"ann: cannot be started: {program}: no such program on this machine")
        equal(lacks_it.done(), 0, "games")


@case
def a_machine_that_is_full_waits_and_blames_nobody():
    full = Cup(["greedy", {"name": "ann", "spec": "py:agent.py", "folder": "ann"}],
               {"clock": {"nodes": 200}}, game="hotk", games=6)
    folder, missing = os.path.join(full.folder, "ann"), os.path.join(full.temporary, "missing")
    os.mkdir(folder)
    with open(os.path.join(folder, "agent.py"), "w", encoding="ascii") as file:
        file.write(FIRST_CARD)
    with Hall(full) as hall:
        director = hall.direct()
        worker = hall.work("--once", env={"TMPDIR": missing})
        said = listen(worker, "bazi: waiting: no folder for temporary files")
        os.mkdir(missing)
        contains(said + hall.end(worker), "bazi: goes on")
        hall.end(director)
    equal((full.done(), full.rulings()), (6, set()))


run_cases()
