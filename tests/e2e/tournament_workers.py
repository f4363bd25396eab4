"""A tournament on PostgreSQL with several workers, of which some die, sleep or come back, ends with
the table of one process alone."""

import os
import signal
import sys
import time

import postgres
from cup import CALM, Cup, Hall, RemoteCup, field, wait_until
from tap import case, contains, equal, run_cases

HEAVY = bool(os.environ.get("BAZI_HEAVY"))
GAMES = 16 if HEAVY else 4
GOOD = ["random", "greedy", "best:nodes=300", {"name": "another", "spec": "alphabeta:plies=2"}]


def plan(**keys):
    settings = {"game": "konane", "options": ["size=6"], "games": GAMES, "failures": 3, "seed": 5,
                **keys}
    return (field(GOOD), {"clock": CALM}), settings


def sleep_through(cup, process, worker):
    """A worker that is stopped loses its games, and gets rid of nothing when it wakes up."""
    finished = f"SELECT count(*) FROM games WHERE worker = {worker} AND state = 'done'"
    cup.stop_at_play(process, worker)
    before = cup.number(finished)
    wait_until("the sleeper is given up",
               lambda: cup.number(f"SELECT count(*) FROM workers WHERE id = {worker} AND "
                                  "life = 'dead'"))
    equal(cup.number(f"SELECT count(*) FROM games WHERE worker = {worker} AND state <> 'done'"), 0,
          "games that nobody else can have")
    process.send_signal(signal.SIGCONT)
    wait_until("it comes back under another number",
               lambda: cup.number("SELECT count(*) FROM workers WHERE id > "
                                  f"{worker} AND pid = {process.pid}"))
    return lambda: equal(cup.number(finished), before, "games of one who was given up")


@case
def three_workers_and_a_director_die_and_sleep():
    shape, keys = plan(format="round-robin")
    alone = Cup(*shape, **keys)
    alone.play("--concurrency", "2")
    with postgres.Server() as server, Hall(RemoteCup(server, *shape, **keys)) as hall:
        cup = hall.cup
        director = hall.direct()
        wait_until("there is a queue", cup.is_open)
        sleeper = hall.work()
        wait_until("it is there", lambda: hall.id_of(sleeper))
        refused = sleep_through(cup, sleeper, hall.id_of(sleeper))
        first, second = hall.work(), hall.work()
        wait_until("they are there", lambda: hall.id_of(first) and hall.id_of(second))
        hall.kill(first)
        hall.kill(director)
        director = hall.direct()
        cup.wait_for(cup.done() + 5, director)
        hall.kill(second)
        contains(hall.end(director, timeout=600), "W-D-L")
        sleeper.send_signal(signal.SIGTERM)
        hall.end(sleeper, 128 + signal.SIGTERM)
        refused()
        equal(cup.rulings(), {"crashed", "flooded", "hung", "illegal", "left"},
              "what the bad agents did")
        equal(cup.table(), alone.table(), "the table")
        equal(cup.number("SELECT count(*) FROM workers WHERE life = 'alive'"), 0, "workers")
        cup.no_agents()
        equal(os.listdir(cup.temporary), [], "left in the folder for temporary files")


@case
def a_server_that_goes_away_is_waited_for():
    shape, keys = plan(format="swiss", rounds=3)
    alone = Cup(*shape, **keys)
    alone.play("--concurrency", "2")
    with postgres.Server() as server, Hall(RemoteCup(server, *shape, **keys)) as hall:
        director = hall.direct()
        wait_until("there is a queue", hall.cup.is_open)
        worker = hall.work()
        hall.cup.wait_for(10, director)
        server.stop()
        time.sleep(3)  # longer than anybody may be silent
        server.start()
        said = hall.end(director, timeout=600)
        contains(said, "bazi: waiting: PostgreSQL")
        contains(said, "bazi: goes on")
        worker.send_signal(signal.SIGINT)
        said = hall.end(worker, 128 + signal.SIGINT)
        contains(said, "bazi: waiting: PostgreSQL")
        equal(hall.cup.table(), alone.table(), "the table")
        equal(hall.cup.number("SELECT count(*) FROM workers WHERE life = 'dead'"), 0,
              "workers given up while there was no server")


if not postgres.binaries():
    print("1..0 # SKIP there is no PostgreSQL here")
    sys.exit(0)
run_cases()
