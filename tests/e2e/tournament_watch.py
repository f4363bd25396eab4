"""What is said while a tournament is played elsewhere: who died, that nobody is there, how far it
is; also where nobody looks at a terminal."""

import time

from cup import Cup, Hall, listen, wait_until
from drive import run
from tap import case, contains, equal, lacks, run_cases

NODES = {"clock": {"nodes": 300}}


def konane(players=("greedy", "best:nodes=300", "random", "simple"), **keys):
    return Cup(players, NODES, game="konane", options=["size=6"], **keys)


@case
def who_dies_is_told_of():
    with Hall(konane(games=40)) as hall:
        director = hall.direct()
        worker = hall.work()
        wait_until("it is there", lambda: hall.id_of(worker))
        number = hall.id_of(worker)
        hall.cup.stop_at_play(worker, number)
        hall.kill(worker)
        line = listen(director, "was given up").splitlines()[-1]
        equal(line.startswith(f"bazi: worker {number} on "), True, f"said: {line!r}")
        equal(hall.cup.number("SELECT count(*) FROM events WHERE kind = 'dead' AND worker = "
                              f"{number}"), 1, "events")
        hall.work("--once")
        lacks(hall.end(director), "was given up", "said again")


@case
def that_nobody_is_there_is_told_once():
    cup = konane(games=2, format="swiss", rounds=2)
    with Hall(cup) as hall:
        director = hall.direct()
        said = listen(director, "no worker is there; start 'bazi work --store STORE'")
        lacks(said, "left", "a guess without anything to go by")
        time.sleep(1)
        hall.work()
        said = hall.end(director)
        contains(said, "bazi: round 2 of 2, 4 of 8 games, ")
        lacks(said, "no worker")


@case
def quiet_means_quiet():
    cup = Cup(["greedy", {"name": "bad", "spec": "cmd:AGENT konane stillborn 1"}], NODES,
              game="konane", options=["size=6"], games=8, failures=2)
    result = cup.play("--quiet")
    equal(result.err, "")
    equal(result.out, run(["tournament", "table", cup.store]).out)


run_cases()
