"""The order in which the games of a tournament are played: the table means something at any moment,
and nobody plays those that do not count."""

import signal

from cup import CALM, Cup
from tap import case, equal, run_cases

SIX = [{"name": name, "spec": "greedy"} for name in "abcdef"]


def konane(players=tuple(SIX), sections=None, **keys):
    return Cup(players, sections or {"clock": {"nodes": 50}}, game="konane", options=["size=6"],
               **keys)


def begun(cup):
    """The tournament when a few games are done."""
    process = cup.start("run", cup.file, "--concurrency", "1")
    cup.wait_for(1, process)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    return cup


def in_order(cup, columns):
    """The rows of all games, as they come into the queue."""
    return [tuple(int(field) for field in row)
            for row in cup.query(f"SELECT {columns} FROM games ORDER BY id")]


@case
def encounters_take_turns():
    queue = in_order(begun(konane(games=100)), "pairing, number - 100 * pairing")
    first, rest = queue[:15 * 6], queue[15 * 6:]
    equal(first, [(pairing, game) for pairing in range(15) for game in range(6)], "first games")
    equal(rest, [(pairing, start + game) for start in range(6, 100, 2) for pairing in range(15)
                 for game in range(2)], "then a pair of games each")


@case
def every_cycle_is_over_before_the_next():
    queue = in_order(begun(konane(games=8, cycles=2)), "pairing")
    equal([set(pairings) for pairings in (queue[:15 * 8], queue[15 * 8:])],
          [{(pairing,) for pairing in cycle} for cycle in (range(15), range(15, 30))])


@case
def so_do_those_of_a_round():
    queue = in_order(begun(konane(games=50, format="swiss", rounds=2)), "pairing")
    equal([row[0] for row in queue[:24]], [0] * 6 + [1] * 6 + [2] * 6 + [0, 0, 1, 1, 2, 2])


@case
def an_interrupted_table_is_fair():
    cup = konane(games=100)
    process = cup.start("run", cup.file, "--concurrency", "1")
    cup.wait_for(150, process)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    counts = [int(row[0]) for row in cup.query(
        "SELECT count(*) FROM seats s JOIN games g ON g.id = s.game AND g.state = 'done' "
        "GROUP BY s.player")]
    equal(len(counts) == 6 and max(counts) - min(counts) <= 6, True, f"games of each: {counts}")


@case
def games_of_one_who_is_out_do_not_begin():
    for threads, most in (("1", 3), ("2", 20)):
        cup = konane(["greedy", {"name": "bad", "spec": "cmd:AGENT konane stillborn 1"}],
                     {"clock": CALM}, games=40, failures=3)
        cup.play("--concurrency", threads)
        equal(3 <= cup.done() <= most, True, f"{cup.done()} games with {threads} at a time")
        equal(cup.number("SELECT count(*) FROM events WHERE kind = 'out'"), 1, "events")


run_cases()
