"""A tournament with all kinds of bad agents, killed again and again, ends with the table of one
that nobody disturbed."""

import os
import random
import signal

from cup import CALM, Cup, field
from tap import case, equal, run_cases

HEAVY = bool(os.environ.get("BAZI_HEAVY"))
GAMES, KILLS = (16, 20) if HEAVY else (2, 5)
RULINGS = {"crashed", "flooded", "hung", "illegal", "left"}
GOOD = ["random", "greedy", "best:nodes=300", {"name": "another", "spec": "alphabeta:plies=2"}]


def cup(**keys):
    return Cup(field(GOOD), {"clock": CALM}, game="konane", options=["size=6"], games=GAMES,
               seed=11, **keys)


def kill(process, alone):
    """SIGKILL for the whole session, or to be nasty only for the process itself."""
    (os.kill if alone else os.killpg)(process.pid, signal.SIGKILL)
    equal(process.wait(), -signal.SIGKILL, "status")
    process.stdout.close()


def disturb(tried, targets, dice):
    """Plays until so many games are done, and kills; then goes on to the next."""
    for number, target in enumerate(targets):
        verb = ["run", tried.file] if number == 0 else ["resume"]
        process = tried.start(*verb, "--concurrency", "2")
        tried.wait_for(target, process)
        kill(process, alone=dice.random() < 0.5)
        tried.no_agents()
    return tried.run("resume", "--concurrency", "2", timeout=1500)


def compare(seed, **keys):
    calm, tried, dice = cup(**keys), cup(**keys), random.Random(seed)
    calm.play("--concurrency", "2" if HEAVY else "1", timeout=1500)
    equal(calm.rulings(), RULINGS, "what the bad agents did")
    last = calm.done() * 9 // 10
    targets = sorted(dice.randrange(last) for _ in range(KILLS))
    calm.run("resume")  # which has nothing to do
    disturb(tried, targets, dice)
    calm.nothing_left()
    tried.nothing_left()
    equal(tried.table(), calm.table(), f"the table after kills at {targets}, seed {seed}")
    # The same games count; of those that do not, for somebody was out, some may have been played.
    common = {row[0]: row for row in calm.games()}
    for row in tried.games():
        if row[0] in common:
            equal(row, common[row[0]], "a game")


@case
def a_round_robin_survives():
    compare(1, format="round-robin", failures=0 if HEAVY else 3)


@case
def a_swiss_tournament_survives():
    compare(2, format="swiss", rounds=4 * GAMES, failures=3)


run_cases()
