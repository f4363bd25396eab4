"""Programs of the courses at the table: whole games through the adapters, with bazi as referee, and
programs that do everything wrong."""

import os
import random
import re
import shutil
import sys

import drive
from tap import case, contains, equal, run_cases
from ugi_session import Session, golden, move_text

SEED = 11


class Adapter(Session):
    """A course program behind the adapter of its game."""

    def __init__(self, game, agent, folder=None):
        script = os.path.join(drive.ROOT, "adapters", game + ".py")
        path = os.path.join(folder or os.path.join(drive.ROOT, "tests", "agents"), agent)
        super().__init__(command=[sys.executable, script, path],
                         env={"PYTHONDONTWRITEBYTECODE": "1"})

    def move_in(self, fen):
        """(the infos, the move) the program answers with."""
        self.send("position fen " + fen, "go movetime 1000")
        *infos, answer = self.until("bestmove ")
        return infos, answer[len("bestmove "):]

    def chosen(self, fen):
        """The move of a program that does nothing wrong."""
        infos, move = self.move_in(fen)
        equal(infos, [], "complaints")
        return move

    def end(self, *commands):
        """Sends the last commands; exit status, what it still said, and its stderr."""
        self.send(*commands)
        status, said = self.leave()
        return status, said, self.process.stderr.read().decode(errors="replace")


class Chance:
    """The other player: any legal move."""

    def __init__(self, referee):
        self.referee, self.dice = referee, random.Random(SEED)

    def chosen(self, _):
        return self.dice.choice(self.referee.query("legalmoves").split())


def play(referee, *players):
    """A game to its end, or to a resignation. The moves."""
    moves = []
    while referee.query("gameover") == "false":
        fen = referee.query("fen")
        player = players[int(referee.query("turn")[1]) - 1]
        move = player.chosen(fen)
        moves.append(move)
        if move == "resign":
            break
        equal(referee.query("islegal " + move), "true", f"{move} in {fen}")
        referee.quiet(f"position fen {fen} moves {move}")
    return moves


def play_agent(game, agent, options=(), seats=(0, 1)):
    """A program in each of these seats, against chance; the endings of stderr."""
    for seat in seats:
        with Session(game, *options) as referee, Adapter(game, agent) as player:
            players = [player, Chance(referee)]
            play(referee, *(players[::-1] if seat else players))
            status, said, err = player.end("quit")
            equal((status, said), (0, []), err)


def first_fen(game, *options):
    with Session(game, *options) as referee:
        return referee.query("fen")


# --- Programs that play ----------------------------------------------------------------------


@case
def the_handshake():
    with Adapter("konane", "konane_minimax.py") as player:
        equal(player.ask("ugi"), ["id name konane_minimax.py", "id author a program of a course",
                                  "option name Depth type spin default 4 min 1 max 99", "ugiok"])
        equal(player.ask("uginewgame"), [])
        equal(player.ask("setoption name Depth value 3"), [])
        contains(player.one("setoption name Hash value 3"), "info string ignored")
        contains(player.one("castle"), "info string error: unknown command castle")
        contains(player.one("position startpos"), "info string error")
        contains(player.one("position fen BW/WB b moves a1"), "info string error")
        contains(player.one("position fen nonsense"), "info string error")
        contains(player.one("position fen BWB/WB b"), "rows of different lengths")
        contains(player.one("position fen BWBW/WBWB b"), "square boards")
        player.send("go")
        equal(player.until("bestmove")[-1], "bestmove (none)")
        equal(player.end(b"stop\n\n"), (0, [], ""))


@case
def hotk_agents_play():
    play_agent("hotk", "hotk_greedy.py")
    play_agent("hotk", "hotk_greedy.py:get_move")


@case
def hotk_agents_of_phase_2_play():
    for seed in range(4):
        options = ("-o", "rules=phase2", "-o", f"Seed={seed}")
        play_agent("hotk", "hotk_companions.py", options)
        play_agent("hotk", "hotk_random.py", options)
    play_agent("hotk", "hotk_companions.py")  # phase 1 is phase 2 without companions


@case
def hotk_agents_may_break_what_they_are_given():
    play_agent("hotk", "faulty_vandal.py", ("-o", "rules=phase2"))


@case
def one_process_plays_many_games():
    with Session("hotk", "-o", "rules=phase2") as referee, \
            Adapter("hotk", "hotk_random.py") as player:
        for _ in range(3):
            referee.quiet("position startpos")
            equal(player.ask("uginewgame"), [])
            play(referee, player, player)


@case
def konane_games_of_the_course():
    """The report's players, written for the framework, play the report's games again."""
    names = {"ab": "AlphaBetaPlayer", "mm": "MinMaxPlayer"}
    for wanted in ("ab:4-vs-ab:4", "mm:4-vs-ab:4"):
        one = next(one for one in golden("report_games.json") if one["id"] == wanted)
        with Session("konane") as referee:
            players = []
            for kind, depth in (one[side].split(":") for side in ("black", "white")):
                players.append(Adapter("konane", "konane_minimax.py:" + names[kind]))
                players[-1].quiet(f"setoption name Depth value {depth}")
            moves = play(referee, *players)
            equal(moves, [move_text(move) for _, *move in one["moves"]] + ["resign"], wanted)
            for player in players:
                player.kill()


@case
def konane_players_of_the_framework():
    for size in (4, 7):
        options = ("-o", f"size={size}")
        play_agent("konane", "konane_minimax.py", options)
        play_agent("konane", "konane_own_game.py", options)
        play_agent("konane", "faulty_gives_up.py:RandomPlayer", options)


@case
def konane_players_give_up():
    with Session("konane") as referee, Adapter("konane", "faulty_gives_up.py") as player:
        moves = play(referee, player, Chance(referee))
        equal((len(moves), moves[-1]), (7, "resign"))


@case
def angry_scripts_play():
    for options in (["map=meadow"], ["map=maze", "bump=free"], ["map=chase"], ["queen=player"]):
        assignments = [word for option in options for word in ("-o", option)]
        with Session("angry", *assignments) as referee, \
                Adapter("angry", "angry_minimax.py") as player:
            play(referee, player, Chance(referee))
            score = referee.query("score").split()[0]
            status, said, err = player.end("quit")
            equal((status, said), (0, []), err)
            if "queen=player" not in options:  # the script itself has come to the end
                equal(err.split("\n")[-2], f"Current Score == {score}")


@case
def angry_scripts_with_a_bird_play():
    """They bump, which is free as in the course."""
    for name in ("escort", "hunt"):
        options = ("-o", "rules=game2", "-o", "map=" + name, "-o", "bump=free")
        play_agent("angry", "angry_bird.py", options, seats=(0,))


@case
def angry_scripts_play_many_games():
    with Session("angry") as referee, Adapter("angry", "angry_minimax.py") as player:
        for _ in range(2):
            referee.quiet("position startpos")
            equal(player.ask("uginewgame"), [])
            last = play(referee, player)
            equal(last[-1] == "resign", False)
        # And a game that ends in the middle of the script.
        equal(player.ask("uginewgame"), [])
        equal(player.chosen(first_fen("angry")) == "resign", False)
        equal(player.ask("uginewgame"), [])
        equal(player.chosen(first_fen("angry")) == "resign", False)
        equal(player.end()[0], 0)


# --- Programs that do not --------------------------------------------------------------------


def dies(game, agent, fen, last_line):
    """Status 3, a traceback, and this note to its author at the end."""
    with Adapter(game, agent) as player:
        status, said, err = player.end("position fen " + fen, "go")
        equal((status, said), (3, []), err)
        contains(err, "Traceback")
        equal(err.rstrip("\n").split("\n")[-1], last_line)


@case
def the_author_is_told_where_it_crashed():
    fen = first_fen("hotk")
    dies("hotk", "faulty_raises.py", fen, "adapter: your get_move raised ValueError: invalid "
         "literal for int() with base 10: 'many' (faulty_raises.py, line 2)")
    dies("hotk", "faulty_reads.py", fen, "adapter: your get_move raised EOFError: EOF when reading "
         "a line (faulty_reads.py, line 2)")
    dies("hotk", "faulty_exits.py", fen,
         "adapter: your get_move called exit('that is enough') (faulty_exits.py, line 5)")
    dies("angry", "hotk_greedy.py", fen,
         "adapter: your program raised ModuleNotFoundError: No module named 'main' "
         "(hotk_greedy.py, line 5)")


@case
def programs_that_cannot_be_loaded():
    with Adapter("hotk", "faulty_syntax.py") as player:
        status, said, err = player.end()
        equal((status, said), (3, []))
        contains(err.split("\n")[-2], "adapter: your program raised SyntaxError: ")
        contains(err.split("\n")[-2], "(faulty_syntax.py, line 1)")
    for game, agent, text in (("hotk", "none.py", "no such file"),
                              ("hotk", "hotk_greedy.py:nobody", "no function nobody"),
                              ("konane", "konane_minimax.py:Nobody", "no class Nobody"),
                              ("konane", "faulty_endless.py", "no class  with a getMove"),
                              ("angry", "angry_bird.py:main", "nothing to choose")):
        with Adapter(game, agent) as player:
            status, said, err = player.end()
            equal((status, said, err.count("\n")), (2, [], 1), err)
            contains(err, "adapter: ")
            contains(err, text)


def answers_nonsense(game, agent, fen, wanted, *options):
    """One wrong answer after the other: each is explained, and each is illegal. Of an answer that
    ends with a star only the beginning is compared."""
    with Session(game, *options) as referee, Adapter(game, agent) as player:
        referee.quiet("position fen " + fen)
        for answer, text in wanted:
            infos, move = player.move_in(fen)
            if answer.endswith("*"):
                contains(move[:len(answer) - 1], answer[:-1])
            else:
                equal(move, answer, "bestmove")
            equal(len(infos), 1)
            contains(infos[0], "info string ")
            contains(infos[0], text)
            equal(len(move.split()), 1)
            equal(referee.query("islegal " + move), "false", move)
        equal(player.end("quit")[0], 0)


@case
def hotk_nonsense_is_ruled_out():
    answers_nonsense("hotk", "faulty_nonsense.py", first_fen("hotk"), [
        ("99", "99 was returned: not a location from 0 to 35"), ("-1", "-1 was returned"),
        ("None", "None was returned"), ("'c4'", "'c4' was returned"), ("[0,1]", "[0, 1] was"),
        ("1.5", "1.5 was"), ("nan", "nan was"), ("<faulty_nonsense.Oddobject*", "Odd object"),
        ("'a\\nbestmovea1'", "bestmove a1"), ("'\\xe9\\xe9*", "..."), ("{}", "{} was"),
        ("e4", "22 was returned: legal were [4, 10, 16, 18,")])


@case
def hotk_companion_nonsense_is_ruled_out():
    fen = "2UUVG/2GB1L/GYB3/6/BL4/6 5,1,3,3,0,1,0/3,3,1,2,1,1,0 121122- 2 Jon,Ramsay,Sandor,Jaqen c"
    answers_nonsense("hotk", "faulty_companions.py", fen, [
        ("5", "a companion was due"), ("[]", "a companion was due"),
        ("['Arya']", "'Arya' is not one of ['Jon', 'Ramsay', 'Sandor', 'Jaqen']"),
        ("['Jon']", "Jon takes 1 choices"), ("['Jon',99]", "no card Jon could take at 99"),
        ("['Ramsay',0,0]", "no card Ramsay could take at 0"),
        ("['Jaqen',0,1,'Jaqen']", "'Jaqen' is not another companion"),
        ("[3,4]", "companion was due"), ("'Gendry'", "companion was due"),
        ("['Sandor','c4']", "no card Sandor could take at 'c4'")],
        "-o", "rules=phase2")


@case
def agents_of_phase_1_cannot_choose_companions():
    fen = "2UUVG/2GB1L/GYB3/6/BL4/6 5,1,3,3,0,1,0/3,3,1,2,1,1,0 121122- 2 Jon,Sandor c"
    with Adapter("hotk", "hotk_greedy.py") as player:
        infos, move = player.move_in(fen)
        equal(move, "resign")
        contains(infos[0], "written for phase 1")


@case
def konane_nonsense_is_ruled_out():
    wanted = ("None", "3", "[0,0]", "[0,0,9,9]", "b1", "['a',1,2,3]", "[0,0,0,0.5]")
    answers_nonsense("konane", "faulty_player.py", first_fen("konane"),
                     [(answer, " was returned: ") for answer in wanted])


@case
def angry_nonsense_is_ruled_out():
    fen = first_fen("angry")
    with Adapter("angry", "faulty_action.py") as player:
        equal(player.move_in(fen), (
            ["info string 'up' was returned: not an action from 0 to 3"], "'up'"))
        equal(player.end()[0], 0)
    with Adapter("angry", "angry_bird.py") as player:  # bumps, where that is forbidden
        seen = [player.move_in(fen)]
        while seen[-1][1] != "resign" and not seen[-1][0] and len(seen) < 40:
            seen.append(player.move_in(fen))
        contains(" ".join(seen[-1][0]), "is stopped there")
    with Adapter("angry", "angry_minimax.py") as player:
        contains(player.one("position fen 8/8/8/8/8/8/8/H6G h 0 mdp 0 0"), "game1 and game2")
        contains(player.one("position fen " + fen.replace(" h ", " q ")), "not the queen")


@case
def scripts_that_end_early_resign():
    with Session("angry") as referee, Adapter("angry", "faulty_script.py") as player:
        seen = []
        for _ in range(2):
            fen = referee.query("fen")
            referee.quiet(f"position fen {fen} moves {player.chosen(fen)}")
            rows = referee.query("fen").split()[0]
            seen.append(re.sub(r"\d+", lambda run: "T" * int(run.group()), rows))
        infos, move = player.move_in(referee.query("fen"))
        equal((infos, move), (["info string the program came to its end"], "resign"))
        equal(player.move_in(referee.query("fen"))[1], "resign")
        equal(player.ask("uginewgame"), [])
        equal(player.chosen(fen) == "resign", False)
        status, _, err = player.end()
        equal((status, err.split()), (0, seen), "what the script saw")


@case
def prints_do_not_disturb_the_protocol():
    """Nor does a thread that never ends keep the process alive."""
    with Session("hotk") as referee, Adapter("hotk", "faulty_noisy.py") as player:
        fen = referee.query("fen")
        for _ in range(3):
            equal(player.chosen(fen), referee.query("legalmoves").split()[-1])
        status, said, err = player.end()
        equal((status, said), (0, []))
        equal(err.count("bestmove a1\n"), 1 + 3 * 1002)
        equal(err.count("bestmove \u2665\n"), 3)


@case
def an_endless_loop_says_nothing():
    with Adapter("hotk", "faulty_endless.py") as player:
        player.send("position fen " + first_fen("hotk"), "go", "stop", "quit")
        player.silent(0.5)


def spoiled(dice, fen):
    """A position with a few characters changed."""
    letters = list(fen)
    for _ in range(dice.randrange(1, 4)):
        at = dice.randrange(len(letters))
        letters[at] = dice.choice(["", " ", "/", "9", "-", "X", ",", "\u00b2", "99999" * 999])
    return "position fen " + "".join(letters)


@case
def noise_is_refused():
    dice = random.Random(9)
    for game, agent in (("hotk", "hotk_greedy.py"), ("konane", "konane_minimax.py"),
                        ("angry", "angry_minimax.py")):
        fen = first_fen(game)
        with Adapter(game, agent) as player:
            for _ in range(100):
                noise = bytes(dice.randrange(256) for _ in range(30)).replace(b"\n", b"") + b"\n"
                for line in player.ask(spoiled(dice, fen)) + player.ask(b"x" + noise):
                    contains(line, "info string error: ")
                    equal(line.isascii() and line.isprintable() and len(line) < 500, True, line)
            equal(player.end("quit"), (0, [], ""))


@case
def programs_bring_their_own_files():
    """A helper beside the agent, one in its own utils/, and an old main.py that nobody runs."""
    folder = drive.scratch()
    agents = os.path.join(drive.ROOT, "tests", "agents")
    shutil.copy(os.path.join(agents, "hotk_greedy.py"), os.path.join(folder, "helper.py"))
    os.mkdir(os.path.join(folder, "utils"))
    texts = {"main.py": "raise SystemExit('a game was started')\n",
             "ugi.py": "WORD = 'mine'\n", "hotk.py": "WORD = 'mine'\n",
             "utils/extra.py": "LAST = -1\n",
             "agent.py": "import main, helper, ugi, hotk\nfrom utils.extra import LAST\n"
                         "assert ugi.WORD == hotk.WORD == 'mine'\n"
                         "def get_move(cards, player1, player2):\n"
                         "    helper.get_move(cards, player1, player2)\n"
                         "    return main.get_possible_moves(cards)[LAST]\n"}
    for name, text in texts.items():
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write(text)
    with Session("hotk") as referee, Adapter("hotk", "agent.py", folder) as player:
        equal(player.chosen(referee.query("fen")), referee.query("legalmoves").split()[-1])


run_cases()
