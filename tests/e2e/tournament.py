"""bazi tournament from outside: formats, openings, repetition, mistakes in files, going on."""

import contextlib
import json
import os
import shutil
import signal
import sqlite3
import time

from cup import CALM, Cup, plan_text
from drive import ROOT, run, scratch
from tap import case, case_for, contains, equal, lacks, run_cases

NODES = {"clock": {"nodes": 150}}
LONG = {"clock": {"nodes": 20000}}  # games that are not over before something happens to them
FIVE = ["random", "greedy", "simple", "best:nodes=100", {"name": "second", "spec": "random"}]


def konane(players=FIVE, sections=None, **keys):
    return Cup(players, {**NODES, **(sections or {})}, game="konane", options=["size=6"], **keys)


def rows(text):
    """The table as lists of words, best first."""
    lines = text.splitlines()
    head = next(number for number, line in enumerate(lines) if "W-D-L" in line)
    return [line.split() for line in lines[head + 1:lines.index("", head)]]


def players_by_game(cup):
    """The players' numbers by seat, game for game."""
    names = dict(cup.query("SELECT id, number FROM players"))
    return [tuple(names[int(player)] for player in game[4].split(",")) for game in cup.games()]


# --- formats --------------------------------------------------------------------------------------


@case
def in_a_round_robin_everybody_meets_everybody_on_both_seats():
    cup = konane(format="round-robin", games=2)
    result = cup.play("--concurrency", "2")
    pairs = players_by_game(cup)
    equal(sorted(pairs), sorted((a, b) for a in range(5) for b in range(5) if a != b))
    equal(len(rows(result.out)), 5)
    contains(result.out, "20 games. Elo")
    equal(rows(result.out)[0][1], "best:nodes=100")


@case
def in_a_gauntlet_the_first_meet_the_others():
    cup = konane(format="gauntlet", challengers=2, games=2)
    cup.play()
    equal({tuple(sorted(pair)) for pair in players_by_game(cup)},
          {(a, b) for a in (0, 1) for b in (2, 3, 4)})


@case
def in_a_knockout_who_loses_is_out():
    cup = konane(format="knockout", games=2, replays=1, third_place=True)
    result = cup.play()
    equal(len(rows(result.out)), 5)
    rounds = [game[1] for game in cup.games()]
    equal(rounds, sorted(rounds), "rounds in the order of numbers")
    beaten = set()
    for number in sorted(set(rounds[:-1])):
        pairs = [pair for pair, game in zip(players_by_game(cup), cup.games()) if game[1] == number]
        if number < max(rounds):
            equal(beaten & {player for pair in pairs for player in pair}, set(), "play again")
        beaten |= losers(cup, number)


def losers(cup, round_number):
    """Who won less than half of his games in a round."""
    balance = {}
    for pair, game in zip(players_by_game(cup), cup.games()):
        if game[1] == round_number:
            for seat, player in enumerate(pair):
                balance[player] = balance.get(player, 0) + (
                    1 if game[2] == f"p{seat + 1}win" else -1)
    return {player for player, points in balance.items() if points < 0}


@case
def in_a_swiss_tournament_nobody_meets_twice_and_one_has_a_bye():
    cup = konane(format="swiss", rounds=4, games=2)
    cup.play()
    met = [tuple(sorted(pair)) for pair in players_by_game(cup)]
    equal(len(met), 16)
    equal(all(met.count(pair) == 2 for pair in met), True, f"met once, in two games: {met}")


@case
def on_a_ladder_challenges_go_up_by_a_place():
    cup = konane(format="ladder", rounds=4, games=2)
    result = cup.play()
    equal(len(rows(result.out)), 5)
    equal(len(cup.games()) >= 8, True, "games")


@case
def three_sit_in_groups():
    cup = Cup(FIVE, NODES, game="hotk", options=["rules=published", "players=3"], format="groups",
              games=3)
    result = cup.play()
    equal(all(len(set(group)) == 3 for group in players_by_game(cup)), True)
    equal(len(rows(result.out)), 5)
    for first in range(0, len(cup.games()), 3):
        seats = players_by_game(cup)[first:first + 3]
        equal([len({group[seat] for group in seats}) for seat in range(3)], [3, 3, 3], "seats")


@case
def four_in_two_teams():
    cup = Cup(FIVE[:4], NODES, game="hotk", options=["rules=published", "players=4"],
              format="round-robin", games=4)
    contains(cup.play().out, "4 games. Elo")


@case
def one_who_plays_alone_is_compared_with_the_others():
    cup = Cup(["greedy", "random", "simple"], {**NODES, "openings": {
        "list": ["map=first-steps", "map=village"]}}, game="diamonds", options=["players=1"],
        games=2)
    table = rows(cup.play().out)
    equal(len(cup.games()), 6)
    points = dict(cup.query("SELECT p.name, sum(s.points) FROM seats s JOIN players p "
                            "ON p.id = s.player GROUP BY p.id"))
    equal([row[1] for row in table], sorted(points, key=lambda name: -points[name]))


@case
def a_player_alone_who_crashes_is_last():
    cup = Cup(["random", {"name": "bad", "spec": "cmd:AGENT diamonds exit 2"}], NODES,
              game="diamonds", options=["players=1", "map=first-steps", "init_score=-1000"],
              games=2)
    table = rows(cup.play().out)
    equal([row[1] for row in table], ["random", "bad"])
    equal([row[3] for row in table], ["2-0-0", "0-0-2"])


@case
def dice_are_the_same_for_both_seatings():
    cup = Cup(["simple", {"name": "twin", "spec": "simple"}], NODES, game="monopoly", games=4)
    cup.play()
    rolls = [[word for word in game[5].split() if word.startswith("roll")] for game in cup.games()]
    equal((rolls[0], rolls[2]), (rolls[1], rolls[3]))
    equal(rolls[0] == rolls[2], False, "other dice in the next pair")


# --- the same again -------------------------------------------------------------------------------


def repeats(**keys):
    """One game at a time and three at a time: the same pairings, the same games."""
    first, again = konane(seed=3, **keys), konane(seed=3, **keys)
    first.play("--concurrency", "1")
    again.play("--concurrency", "3")
    equal(again.games(), first.games())
    equal(again.table(), first.table())
    other = konane(seed=4, **keys)
    other.play()
    equal(other.games() == first.games(), False, "another seed, the same games")


for name in ("round-robin", "gauntlet", "knockout", "swiss", "ladder"):
    case_for(f"the same seed gives the same games: {name}", lambda form: repeats(format=form), name)


@case
def the_same_seed_gives_the_same_dice():
    cups = [Cup(["simple", "random", "greedy"], NODES, game="monopoly", seed=9) for _ in range(2)]
    for number, cup in enumerate(cups):
        cup.play("--concurrency", str(number + 1))
    equal(cups[0].games(), cups[1].games())


# --- openings -------------------------------------------------------------------------------------


def first_moves(cup, count):
    return [" ".join(game[5].split()[:count]) for game in cup.games()]


@case
def openings_come_in_turn_from_a_list_and_a_file():
    cup = konane(FIVE[:2], {"openings": {"list": ["moves d4 d3"], "file": "more.txt"}}, games=6)
    with open(os.path.join(cup.folder, "more.txt"), "w", encoding="ascii") as file:
        file.write("# two more\nmoves c3 c4\n\nmoves d4 c4  # the last\n")
    cup.play()
    equal(first_moves(cup, 2), ["d4 d3"] * 2 + ["c3 c4"] * 2 + ["d4 c4"] * 2)


OPENINGS = ["moves a1 a2", "moves d4 d3", "moves f6 f5", "moves a1 b1", "moves c3 c4"]


def draws(openings):
    """A final of two who always do the same: pairs of games that nobody wins."""
    cup = konane([{"name": name, "spec": "greedy"} for name in "AB"], {"openings": openings},
                 format="knockout", games=2)
    cup.play()
    equal(len(cup.games()), 6, "games")
    return cup


@case
def a_replay_begins_otherwise():
    for openings in ({"list": OPENINGS}, {"list": OPENINGS, "same": True}):
        equal(first_moves(draws(openings), 2), ["a1 a2"] * 2 + ["d4 d3"] * 2 + ["f6 f5"] * 2)
    cup = draws({})
    equal(len(set(first_moves(cup, 6))), 3, "openings at random")
    equal(len(cup.query("SELECT DISTINCT task FROM games")), 3, "seeds")


@case
def a_position_is_a_start():
    fen = "BWBWBW/WBWBWB/BW1WBW/WB1BWB/BWBWBW/WBWBWB b"
    cup = konane(FIVE[:2], {"openings": {"list": [f"fen {fen}"]}}, games=2)
    cup.play()
    for record in cup.query("SELECT record FROM games"):
        contains(record[0], fen)


@case
def deals_are_numbers():
    cup = Cup(FIVE[:2], {**NODES, "openings": {"list": ["seed=7", "seed=8"]}}, game="hotk", games=4)
    cup.play()
    records = [row[0] for row in cup.query("SELECT record FROM games ORDER BY number")]
    starts = [next(line for line in text.splitlines() if "seed" in line) for text in records]
    equal((starts[0], starts[2]), (starts[1], starts[3]))
    equal(starts[0] == starts[2], False)


@case
def a_map_of_one_s_own_goes_along():
    cup = Cup(["greedy", "random"], {**NODES, "openings": {"list": ["map=own.txt"]}},
              game="diamonds", options=["players=1"], games=1)
    own = os.path.join(cup.folder, "own.txt")
    shutil.copy(os.path.join(ROOT, "maps", "diamonds", "corridor.txt"), own)
    process = cup.start("run", cup.file)
    process.communicate(timeout=60)
    os.remove(own)
    process = cup.run("resume")
    there = Cup(["greedy", "random"], {**NODES, "openings": {"list": ["map=corridor"]}},
                game="diamonds", options=["players=1"], games=1)
    there.play()
    equal([game[5] for game in cup.games()], [game[5] for game in there.games()])


@case
def copies_are_reported():
    cup = konane(["simple", "greedy"], {"openings": {"plies": 0}}, games=6)
    contains(cup.play().out, "4 games are the same as another one, move for move")
    cup = konane(["simple", "greedy"], games=2)
    lacks(cup.play().out, "repeat")


def compared(cup, player, rival):
    result = run(["tournament", "compare", cup.store, player, rival], env=cup.environment())
    equal(result.status, 0, repr(result))
    return result.out


@case
def repeats_count_once():
    # One ply at random: a handful of openings, and players who do the same on each of them.
    cup = konane(["simple", "greedy"], {"openings": {"plies": 1}}, games=40)
    contains(cup.play().out, "count once in all estimates")
    table = json.loads(cup.run("table", "--json").out)
    different = cup.query("SELECT count(*) FROM (SELECT DISTINCT g.print, s.player FROM games g "
                          "JOIN seats s ON s.game = g.id WHERE s.seat = 0)")[0][0]
    equal(table["repeats"], 40 - different)
    met = table["cross"][0]
    equal((met["repeats"], met["unpaired"]), (40 - different, 0))
    equal(sum(met["pairs"]), 20)
    equal(2 * sum(met["comparison"]["counts"]), different)
    contains(compared(cup, "simple", "greedy"),
             f"{40 - different} of them repeat an earlier game and count once")


@case
def one_start_is_one_observation():
    cup = Cup(["greedy", "simple"], {"clock": {"nodes": 100},
                                     "openings": {"list": ["map=village"]}},
              game="diamonds", options=["players=1"], games=20)
    cup.play()
    text = compared(cup, "greedy", "simple")
    contains(text, "19 of them repeat an earlier game and count once")
    contains(text, "1 start in common: nothing is known of the spread")
    contains(text, "superiority  75.0 %")
    points = json.loads(cup.run("table", "--json").out)["cross"][0]["points"]
    equal((points["starts"], points["difference"]["low"], points["difference"]["high"]),
          (1, None, None))
    cup = Cup(["greedy", "random"], {"clock": {"nodes": 100},
                                     "openings": {"list": ["map=village"]}},
              game="diamonds", options=["players=1"], games=20)
    cup.play()
    contains(compared(cup, "greedy", "random"), "under 0.0001, Wilcoxon's")


@case
def pairs_stay_pairs_when_one_game_is_over():
    cup = konane(["simple", "random"], games=3)
    cup.play()
    text = compared(cup, "simple", "random")
    contains(text, "pairs")
    contains(text, "1 of them has no second game to a pair and is left out")


# --- mistakes -------------------------------------------------------------------------------------

GAME = 'game = "konane"\n'
TWO = '[[players]]\nspec = "random"\n[[players]]\nspec = "greedy"\n'
WRONG = [
    ("unknown key", GAME + "gmaes = 2\n" + TWO, "cup.toml:2:1: no key 'gmaes'; there are: name, "),
    ("unknown section", GAME + "[clocks]\n" + TWO, "no section 'clocks'"),
    ("unknown key in a section", GAME + "[clock]\nmoves = 3\n" + TWO, "no key 'moves' in clock"),
    ("wrong type", GAME + 'games = "two"\n' + TWO, "cup.toml:2:1: games takes a whole number"),
    ("out of range", GAME + "games = 0\n" + TWO, "from 1 to"),
    ("a choice", GAME + 'format = "league"\n' + TWO, "round-robin|gauntlet"),
    ("not TOML", GAME + "games = \n" + TWO, "cup.toml:2:"),
    ("no game", TWO, "which game?"),
    ("another game", 'game = "chess"\n' + TWO, "chess"),
    ("a key of another format", GAME + "rounds = 3\n" + TWO,
     "cup.toml:2:1: rounds is for swiss, ladder, groups; the format is round-robin"),
    ("a key of knockouts", GAME + 'format = "ladder"\nthird_place = true\n' + TWO,
     "cup.toml:3:1: third_place is for knockout; the format is ladder"),
    ("an option that is none", GAME + 'options = ["colour=red"]\n' + TWO, "colour"),
    ("an option without a value", GAME + 'options = ["size"]\n' + TWO, "size"),
    ("no players", GAME, "nobody plays"),
    ("one player", GAME + '[[players]]\nspec = "random"\n', "2 seats"),
    ("a player without a spec", GAME + '[[players]]\nname = "x"\n', "player 1 has no spec"),
    ("two of one name", GAME + TWO + '[[players]]\nspec = "greedy"\n',
     "two players are called 'greedy'"),
    ("a name too long", GAME + TWO + f'[[players]]\nname = "{"x" * 70}"\nspec = "best"\n', "name"),
    ("nobody's spec", GAME + TWO + '[[players]]\nspec = "bset"\n', "player 3: no player 'bset'"),
    ("a wrong parameter", GAME + TWO + '[[players]]\nspec = "best:colour=2"\n', "colour"),
    ("one who would connect", GAME + TWO + '[[players]]\nspec = "tcp:4000"\n', "player 3: "),
    ("a folder that is not there", GAME + TWO + '[[players]]\nspec = "cmd:./a"\nfolder = "a"\n',
     "there is no folder a"),
    ("a folder that is a file",
     GAME + TWO + '[[players]]\nspec = "cmd:./a"\nfolder = "cup.toml"\n',
     "there is no folder cup.toml"),
    ("openings that are not there", GAME + '[openings]\nfile = "a.txt"\n' + TWO,
     "there is no file a.txt"),
    ("an illegal opening", GAME + '[openings]\nlist = ["moves a1 h8"]\n' + TWO, "opening 1: "),
    ("an opening that is none", GAME + '[openings]\nlist = ["a1"]\n' + TWO, "a start is"),
    ("a knockout for three", 'game = "hotk"\noptions = ["rules=published", "players=3"]\n'
     'format = "knockout"\n' + TWO + '[[players]]\nspec = "simple"\n', "knockout"),
    ("groups of more than there are", 'game = "hotk"\noptions = ["rules=published", "players=3"]\n'
     'format = "groups"\n' + TWO, "3"),
]


def refused(text, words):
    cup = Cup()
    cup.write(text)
    result = cup.play(status=2)
    equal(len(result.err.splitlines()), 1, f"lines of {result.err!r}")
    equal(result.out, "")
    contains(result.err, words)
    equal(os.listdir(cup.folder), ["cup.toml"], "what is there")


for wrong in WRONG:
    case_for(f"refused: {wrong[0]}", refused, *wrong[1:])


@case
def json_does_as_well():
    cup = Cup()
    cup.file = os.path.join(cup.folder, "cup.json")
    with open(cup.file, "w", encoding="utf-8") as file:
        json.dump({"game": "konane", "options": ["size=6"], "clock": {"nodes": 50},
                   "players": [{"spec": "random"}, {"spec": "greedy"}]}, file)
    contains(cup.play().out, "2 games. Elo")


OTHERS = ("rounds", "challengers", "reach", "replays", "third_place")  # not of a round robin


@case
def the_example_can_be_played():
    folder = scratch()
    result = run(["tournament", "init"], cwd=folder)
    contains(result.out, "bazi tournament tournament.toml")
    equal(run(["tournament", "init"], cwd=folder).status, 2, "status of a second one")
    path = os.path.join(folder, "tournament.toml")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:  # all that counts anyway, said aloud
        lines = [line[2:] if line.startswith("# ") and " = " in line and "..." not in line and
                 line.split()[1].replace("_", "").isalpha() and
                 line.split()[1] not in OTHERS else line
                 for line in text.split("# [[players]]")[0].splitlines()]
        file.write("\n".join(lines).replace("nodes = 0", "nodes = 50") + "\n")
    contains(run(["tournament", "tournament.toml"], cwd=folder).out, "6 games. Elo")


# --- going on -------------------------------------------------------------------------------------


def interrupted(number):
    cup = konane(["best:nodes=20000", "random", "greedy"], LONG, games=100)
    process = cup.start("run", cup.file, "--concurrency", "2")
    cup.wait_for(3, process)
    process.send_signal(number)
    said = process.communicate(timeout=60)[0]
    equal(process.returncode, 128 + number)
    contains(said, "W-D-L")
    contains(said, "in the queue")
    contains(said, f"Go on with: bazi tournament resume {cup.store}")
    cup.nothing_left()
    equal(cup.number("SELECT count(*) FROM games WHERE state = 'playing'"), 0, "games left behind")
    equal(cup.done() >= 3, True)


for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    case_for(f"stopped by {sign.name}", interrupted, sign)


@case
def one_of_several_is_gone_on_with_by_its_name():
    cup = konane(FIVE[:2], name="first")
    cup.play()
    cup.write('name = "Ann\'s cup"\n' + plan_text(["best:nodes=20000", "random"], NODES,
                                                 game="konane", games=400))
    process = cup.start("run", cup.file)
    cup.wait_for(4, process)
    process.send_signal(signal.SIGINT)
    contains(process.communicate(timeout=60)[0],
             f"resume {cup.store} --name 'Ann'\\''s cup'\n")


def half_played():
    cup = konane(["best:nodes=20000", "random", "greedy"], LONG, games=10)
    process = cup.start("run", cup.file)
    cup.wait_for(3, process)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    return cup


@case
def it_goes_on_by_its_store_and_by_its_file():
    cup = half_played()
    contains(run(["tournament", "table", cup.store]).out, "in the queue")
    contains(run(["tournament", "table", cup.file]).out, "in the queue")
    out = run(["tournament", "resume", cup.file], env=cup.environment()).out
    contains(out, "30 games. Elo")
    contains(run(["tournament", "resume", cup.store], env=cup.environment()).out, "30 games. Elo")
    contains(run(["tournament", cup.file], env=cup.environment()).out, "30 games. Elo")


@case
def its_file_may_say_where_it_is_kept():
    folder = scratch()
    store = os.path.join(folder, "elsewhere.db")
    cup = Cup(FIVE[:2], NODES, game="konane", options=["size=6"], store=store)
    cup.write(f'store = "{store}"\n' + plan_text(FIVE[:2], NODES, game="konane"))
    run(["tournament", cup.file])
    equal(os.listdir(cup.folder), ["cup.toml"])
    contains(run(["tournament", "table", cup.file]).out, "2 games. Elo")
    contains(run(["tournament", "resume", cup.file]).out, "2 games. Elo")


@case
def another_plan_of_the_same_name_is_refused():
    cup = half_played()
    with open(cup.file, encoding="utf-8") as file:
        text = file.read()
    cup.write(text.replace("games = 10", "games = 12"))
    result = cup.play(status=2)
    contains(result.err, "with another plan")
    equal(len(result.err.splitlines()), 1)
    cup.write('name = "second"\n' + text.replace("games = 10", "games = 2"))
    contains(cup.play().out, "6 games. Elo")
    contains(cup.run("resume", "--name", "cup").out, "30 games. Elo")
    contains(cup.run("table", "--name", "second").out, "6 games. Elo")
    contains(cup.run("table", "--name", "third", status=2).err, "third")
    contains(cup.run("table").out, "6 games. Elo", "the last of those that are over")


@case
def how_many_at_a_time_may_change():
    cup = half_played()
    with open(cup.file, encoding="utf-8") as file:
        text = file.read()
    cup.write("concurrency = 2\n" + text)
    contains(cup.play().out, "30 games. Elo")


@case
def stores_that_are_none_are_refused():
    cup = konane(FIVE[:2])
    for content in (b"", b"This is no database. " * 100):
        with open(cup.store, "wb") as file:
            file.write(content)
        for verb in ("resume", "table"):
            result = cup.run(verb, status=2)
            equal(len(result.err.splitlines()), 1, f"lines of {result.err!r}")
    contains(cup.play(status=2).err, "cup.db")
    os.remove(cup.store)
    contains(cup.run("resume", status=2).err, "cup.db")
    equal(os.path.exists(cup.store), False, "resume made a store")


@case
def a_game_without_end_keeps_nobody_from_playing():
    cup = Cup(FIVE[:3], game="angry", options=["rules=mdp"], games=2)
    contains(cup.play().out, "6 games. Elo")
    equal(cup.query("SELECT DISTINCT plies FROM games WHERE ruling = 'drawn'"), [(10000,)])
    contains(cup.run("resume").out, "6 games. Elo")
    equal(run(["db", "check", cup.store]).out, "sound\n")


# --- machines -------------------------------------------------------------------------------------


def time_and_speed(meant):
    """Seconds a move where machines of a certain speed have 10 ms, and how fast this one is."""
    cup = konane(FIVE[:2], {"clock": {"nodes": 50, "movetime": 10, "speed": meant}})
    cup.play()
    clock, = {line for record in cup.query("SELECT record FROM games")
              for line in record[0].splitlines() if line.startswith("[Clock ")}
    return float(clock.split('"')[1].split()[0]), cup.query("SELECT speed FROM workers")[0][0]


@case
def a_machine_slower_than_meant_gets_more_time_up_to_a_limit():
    seconds, speed = time_and_speed(1e6)
    equal(seconds, 0.04, "on a machine that is a snail")
    meant = round(1.5 * speed, 3)
    seconds, speed = time_and_speed(meant)
    wanted = 0.01 * min(4, max(1, meant / speed))
    equal(abs(seconds - wanted) < 0.002, True, f"{seconds} s at a speed of {speed}, not {wanted}")


@case
def a_slow_machine_is_told_of_once():
    cup = konane(["best", "random"], {"clock": {"movetime": 50, "speed": 0.001}}, games=200)
    process = cup.start("run", cup.file)
    cup.wait_for(1, process)
    with contextlib.closing(sqlite3.connect(cup.store, timeout=30)) as base:
        base.execute("INSERT INTO workers (host, session, pid, beat, speed, life, started) "
                     "VALUES ('faster', 'elsewhere', 1, 0, 1e6, 'alive', '')")
        base.commit()
    line = next(line for line in process.stdout if "has speed" in line)
    contains(line, "bazi: worker 1 on ")
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    lacks(process.communicate(timeout=60)[0], "has speed")


# --- programs -------------------------------------------------------------------------------------


@case
def one_who_keeps_crashing_is_out_and_reported():
    cup = konane(["random", "greedy", {"name": "bad", "spec": "cmd:AGENT konane exit 2"}],
                 {"clock": CALM}, games=200, failures=3)
    result = cup.play("--concurrency", "1")
    cup.nothing_left()
    row = next(row for row in rows(result.out) if row[1] == "bad")
    equal(row[3], "0-0-400")
    equal(row[-2:], ["3,", "out"])
    equal(cup.number("SELECT count(*) FROM events WHERE kind = 'out'"), 1, "events")
    equal(cup.done() < 600, True, "games that nobody needed to play")
    contains(result.out, "bad is out: it lost 3 games in a row")


run_cases()
