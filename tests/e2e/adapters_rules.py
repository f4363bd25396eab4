"""What the adapters tell course programs about the rules, beside golden cases and beside bazi."""

import copy
import importlib.util
import json
import os
import random
import sys
from collections import Counter

import drive
from tap import case, equal, run_cases
from ugi_session import Session, board_text, move_text

sys.dont_write_bytecode = True
GAMES = 60  # random ones a setting


def adapter(name):
    """A script of adapters/ as a module; our own tests have a ugi.py too."""
    path = os.path.join(drive.ROOT, "adapters", name + ".py")
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


ugi = adapter("ugi")
hotk, konane, angry = adapter("hotk"), adapter("konane"), adapter("angry")


def golden(game, name):
    with open(os.path.join(drive.ROOT, "tests", "golden", game, name), encoding="utf-8") as file:
        return json.load(file)


def step(session, fen, move):
    session.quiet(f"position fen {fen} moves {move}")
    return session.query("fen")


# --- Hand of the King ------------------------------------------------------------------------


def cards_of(letters, names=None):
    names = names or ["Varys" if letter == "V" else "x" for letter in letters]
    return [hotk.Card(hotk.LETTERS[letter], name, location)
            for location, (letter, name) in enumerate(zip(letters, names)) if letter != "."]


def letters_of(cards):
    letters = {house: letter for letter, house in hotk.LETTERS.items()}
    board = ["."] * 36
    for card in cards:
        board[card.get_location()] = letters[card.get_house()]
    return "".join(board)


def counts_of(player):
    return [len(cards) for cards in player.get_cards().values()]


def owners(players):
    one, two = (list(player.get_banners().values()) for player in players)
    return [a + 2 * b for a, b in zip(one, two)]


class CourseGame:
    """The course's main loop, made of the functions an agent has."""

    def __init__(self, cards, companions=()):
        self.cards, self.companions = cards, hotk.companion_cards(companions)
        self.players = [hotk.Player("1"), hotk.Player("2")]
        self.turn, self.due, self.house = 1, False, None

    def play(self, move):
        player = self.players[self.turn - 1]
        if self.due:
            house = hotk.make_companion_move(self.cards, self.companions, move, player)
            del self.companions[move[0]]
        else:
            house = self.house = hotk.make_move(self.cards, move, player)
        hotk.remove_unusable_companion_cards(self.cards, self.companions)
        hotk.set_banners(*self.players, house or self.house, self.turn)
        self.due = (not self.due and bool(self.companions)
                    and hotk.house_card_count(self.cards, self.house) == 0)
        if not self.due and move != ["Melisandre"]:
            self.turn = 3 - self.turn

    def fen(self):
        board = letters_of(self.cards)
        rows = board_text([board[start:start + 6] for start in range(0, 36, 6)])
        counts = "/".join(",".join(map(str, counts_of(player))) for player in self.players)
        banners = "".join("-12"[owner] for owner in owners(self.players))
        companions = ",".join(self.companions) or "-"
        return f"{rows} {counts} {banners} {self.turn} {companions} {'mc'[self.due]}"


def replay(one, companions):
    """A golden game: what was legal, in this order, and what each move did."""
    game = CourseGame(cards_of(one["start"], one["names"]), companions)
    for event in one["events"]:
        equal(game.turn, event["player"], "turn")
        equal(game.due, event["type"] == "companion", "a companion is due")
        if not game.due:
            equal(hotk.get_possible_moves(game.cards), event["legal"], "legal")
        before = {card.get_location() for card in game.cards}
        game.play(event["move"])
        if event["type"] == "move":
            equal(game.house, event["house"], "house")
            taken = before - {card.get_location() for card in game.cards} | {event["move"]}
            equal(taken - {hotk.find_varys(cards_of(one["last"]))}, set(event["captured"]), "taken")
        one["last"] = event["board"]
        equal([counts_of(player) for player in game.players], event["counts"], "counts")
        equal(owners(game.players), event["banners"], "banners")
        equal(letters_of(game.cards), event["board"], "board")
        if companions:
            equal(list(game.companions), event["companions"], "companions")
    equal(hotk.calculate_winner(*game.players), one["winner"], "winner")


@case
def hotk_games_of_the_course():
    for name, companions in (("phase1_games.json", ()), ("phase1_edge_games.json", ()),
                             ("phase2_games.json", hotk.CHOICES)):
        for one in golden("hotk", name):
            one["last"] = one["start"]
            replay(one, companions)


@case
def hotk_winners():
    path = os.path.join(drive.ROOT, "tests", "golden", "hotk", "winner_table.txt")
    with open(path, encoding="ascii") as file:
        table = file.read().split()[0]
    equal(len(table), 3**7)
    for index, winner in enumerate(table):
        players = [hotk.Player("1"), hotk.Player("2")]
        for number, house in enumerate(hotk.HOUSES):
            owner = index // 3**number % 3
            if owner:
                players[owner - 1].get_house_banner(house)
        equal(hotk.calculate_winner(*players), int(winner), f"winner {index}")


@case
def hotk_companions_of_the_course():
    for one in golden("hotk", "companion_validation.json"):
        fault = hotk.companion_fault(one["move"], cards_of(one["board"]), one["companions"])
        equal(fault is None, one["valid"], f"{one}: {fault}")
    for one in golden("hotk", "companion_unusable.json"):
        left = hotk.companion_cards(one["before"])
        hotk.remove_unusable_companion_cards(cards_of(one["board"]), left)
        equal(list(left), one["after"], f"{one}")


def hotk_answer(text):
    """What an agent would have returned for this move."""
    name, *choices = [word if word in hotk.CHOICES else int(word[1:]) * 6 - 102 + ord(word[0]) - 1
                      for word in text.split(":")]
    return [name, *choices] if name in hotk.CHOICES else name


def same_cards(table, game, exact):
    """The adapter's table shows the cards of the game; without `exact`, other names are allowed."""
    def seen(cards):
        return [(card.house, card.name if exact else "", card.location) for card in cards]

    if exact:
        equal(seen(table.cards), seen(game.cards), "cards")
    else:
        equal(sorted(seen(table.cards)), sorted(seen(game.cards)), "cards")
    for ours, theirs in zip(table.players, game.players):
        equal(ours.banners, theirs.banners, "banners")
        for house in hotk.HOUSES:
            equal(Counter(seen(ours.cards[house])) if exact else len(ours.cards[house]),
                  Counter(seen(theirs.cards[house])) if exact else len(theirs.cards[house]), house)


class Puppet(hotk.Agent):
    """An agent that returns what it is told to; its table follows the game."""

    def __init__(self, companions):
        self.companions, self.table, self.move = companions, hotk.Table(), None

    def _ask(self, position):
        return self.move


def hotk_random_game(session, dice, companions, seat):
    """Every position as bazi has it, and as one of the agents is shown it."""
    fen = session.query("fen")
    agent = Puppet(companions)
    agent.table.see(hotk.Position(fen))
    game = CourseGame(copy.deepcopy(agent.table.cards), companions)
    while session.query("gameover") == "false":
        legal = session.query("legalmoves").split()
        if not game.due:
            moves = [hotk.cell(move) for move in hotk.get_possible_moves(game.cards)]
            equal(sorted(moves), sorted(legal), "moves")
        text = dice.choice(legal)
        move = hotk_answer(text)
        if game.turn == seat:
            agent.table.see(hotk.Position(fen))
            same_cards(agent.table, game, exact=not companions)
            agent.move = move
            equal(agent.choose(hotk.Position(fen)), text, "answer")
        game.play(move)
        fen = step(session, fen, text)
        equal(game.fen(), fen, "position after " + text)
    winner = hotk.calculate_winner(*game.players)
    equal(session.query("result"), f"p{winner}win", "result")


@case
def hotk_random_games():
    for rules, companions in (("phase1", ()), ("phase2", hotk.CHOICES)):
        dice = random.Random(rules)
        with Session("hotk", "-o", "rules=" + rules) as session:
            for seed in range(GAMES):
                session.ask(f"setoption name Seed value {seed}")
                session.quiet("position startpos")
                hotk_random_game(session, dice, companions, 1 + seed % 2)


@case
def hotk_cards_captured_before_the_first_look():
    """The second player's first position tells exactly where the cards came from."""
    dice = random.Random(5)
    for one in golden("hotk", "phase1_games.json"):
        for _ in range(5):
            game = CourseGame(cards_of(one["start"]))
            move = dice.choice(hotk.get_possible_moves(game.cards))
            game.play(move)
            table = hotk.Table()
            table.see(hotk.Position(game.fen()))
            for house in hotk.HOUSES:
                equal({card.location for card in table.players[0].cards[house]},
                      {card.location for card in game.players[0].cards[house]}, house)
            names = [card.name for card in table.cards]
            names += [c.name for cards in table.players[0].cards.values() for c in cards]
            equal(sorted(names), sorted(["Varys", *sum(map(list, hotk.MEMBERS.values()), [])]))


@case
def hotk_moves_of_the_reports_agent():
    """An agent of phase 1 that looks at where captured cards came from plays what it played in the
    course."""
    path = os.path.join(drive.ROOT, "tests", "agents", "hotk_report.py")
    hotk.provide_modules(path)
    agent = ugi.load(path)
    games = {one["id"]: one for name in ("phase1_games.json", "phase1_edge_games.json")
             for one in golden("hotk", name)}
    compared = 0
    for one in golden("hotk", "report_agent_moves.json"):
        if one["nodes"] > 3000 or one["game"] not in games:
            continue
        game = CourseGame(cards_of(games[one["game"]]["start"]))
        table = hotk.Table()
        for event in games[one["game"]]["events"][:one["ply"]]:
            table.see(hotk.Position(game.fen()))
            game.play(event["move"])
        table.see(hotk.Position(game.fen()))
        equal(letters_of(table.cards), one["board"], "board")
        equal(agent.get_move(table.cards, *table.players), one["move"], f"move in {one}")
        compared += 1
    if compared < 5:
        raise AssertionError(f"only {compared} moves compared")


# --- Konane ----------------------------------------------------------------------------------


def rows_as_text(board):
    return ["".join(row) for row in board]


@case
def konane_positions_of_the_course():
    for one in golden("konane", "positions.json"):
        game = konane.Game(one["size"])
        board = [list(row) for row in one["board"]]
        equal(game.generateMoves(board, one["side"]), one["legal"], one["id"])
        for move, after in zip(one["legal"], one["after"]):
            equal(rows_as_text(game.nextBoard(board, one["side"], move)), after, f"{move}")
        equal(rows_as_text(board), one["board"], "the board itself")


def konane_random_game(session, dice, size):
    session.ask(f"setoption name size value {size}")
    session.quiet("position startpos")
    game = konane.Game(size)
    side, fen = "B", session.query("fen")
    while session.query("gameover") == "false":
        board, turn = konane.read_position(fen)
        equal((board, turn), (game.board, side), "position")
        moves = game.generateMoves(board, side)
        equal([move_text(move) for move in moves], session.query("legalmoves").split(), "moves")
        refused(game, board, side, moves, dice)
        move = dice.choice(moves)
        text = konane.read_answer(tuple(move), board, side)
        game.makeMove(side, move)
        side = game.opponent(side)
        fen = step(session, fen, text)
    equal(game.generateMoves(game.board, side), [], "moves at the end")


def refused(game, board, side, moves, dice):
    """What is not in the list is a GameError, once the opening is over."""
    for _ in range(0 if game.openingMove(board) else 30):
        move = [dice.randrange(-1, game.size + 1) for _ in range(4)]
        if dice.random() < 0.7:
            move[2:] = dice.choice([[move[0], move[3]], [move[2], move[1]]])
        try:
            game.nextBoard(board, side, move)
            allowed = True
        except konane.GameError:
            allowed = False
        equal(allowed, move in moves, f"{move} allowed")


@case
def konane_random_games():
    dice = random.Random(2)
    with Session("konane") as session:
        for number in range(GAMES):
            konane_random_game(session, dice, 4 + number % 7)


@case
def konane_framework():
    game = konane.Game(4)
    equal(str(game), "  0 1 2 3 \n0 B W B W \n1 W B W B \n2 B W B W \n3 W B W B \n")
    equal((game.size, game.half_the_size, game.distance(1, 2, 1, 6)), (4, 2, 4))
    equal(game.countSymbol(game.board, "B"), 8)
    equal((game.valid(3, 3), game.valid(3, 4), game.opponent("W")), (True, False, "B"))
    # Not a position of the game, but what the course's evaluation saw.
    equal(game.generateMoves(game.board, "W"), [[2, 1] * 2, [3, 2] * 2, [2, 3] * 2, [1, 2] * 2])
    simple, chance = konane.SimplePlayer(4), konane.RandomPlayer(4)
    stdout, sys.stdout = sys.stdout, sys.stderr
    try:
        game.playNGames(4, simple, chance)
    finally:
        sys.stdout = stdout
    equal(simple.wins + chance.wins, 4)
    equal(chance.results(), f"Random Wins:{chance.wins} Losses:{chance.losses}")


# --- Angry hen -------------------------------------------------------------------------------


def grid_of(text, width=10):
    return [list(text[start:start + width]) for start in range(0, len(text), width)]


@case
def angry_queens_of_the_course():
    for text, before, after, caught in golden("angry", "queen_policy.json"):
        grid = grid_of(text)
        equal(angry.AngryGame.get_queen_position(grid), tuple(before), "queen")
        moved = angry.queen_policy(grid, angry.RULES["game1"].queen_stops)
        equal(angry.AngryGame.get_queen_position(moved), tuple(after), text)
        equal(angry.AngryGame.is_hen_exists(moved), not caught, "hen")


def angry_sequence(one, rules):
    env = angry.AngryGame
    env.rules = rules
    grid, count = [list(row) for row in one["start"]], 0
    movers = {"hen": ("H", rules.hen_stops), "bird": ("B", angry.BIRD_STOPS)}
    for at in one["steps"]:
        if at["who"] == "queen":
            grid = angry.queen_policy(grid, rules.queen_stops)
        else:
            after = angry.moved(grid, movers[at["who"]][0], at["a"], movers[at["who"]][1])
            grid, count = (grid, count) if after is None else (after, count + 1)
        place = {"hen": env.get_hen_position, "queen": env.get_queen_position,
                 "bird": env.get_bird_position}
        for who, find in place.items():
            if who in at:
                equal(find(grid), at[who] and tuple(at[who]), who)
        equal((count, len(env.get_egg_coordinate(grid)), len(env.get_pig_coordinate(grid))),
              (at["n"], at["eggs"], at["pigs"]), "counters")
        equal((env.is_win(grid), env.is_lose(grid, count), env.calculate_score(grid, count)),
              (at["win"], at["lose"], at["score"]), "verdict")
    equal(rows_as_text(grid), one["final_grid"], "grid")


@case
def angry_games_of_the_course():
    for name, rules in (("fixed_sequences.json", "game1"), ("game2_sequences.json", "game2")):
        for one in golden("angry", name):
            angry_sequence(one, angry.RULES[rules])


def angry_successors(position):
    env = angry.AngryGame
    env.rules = position.rules
    generate = {"h": env.generate_hen_successors, "b": env.generate_bird_successors,
                "q": env.generate_queen_successors}[position.mover]
    return generate(position.grid)


def angry_random_game(session, dice):
    """The queen is a player, so that each of her steps is seen."""
    fen = session.query("fen")
    while session.query("gameover") == "false":
        position = angry.Position(fen)
        env = angry.AngryGame
        found = angry_successors(position)
        words = [angry.WORDS[action] for _, action in found]
        equal(words or ["stay"], session.query("legalmoves").split(), f"moves in {fen}")
        equal(str(env.calculate_score(position.grid, position.actions)),
              session.query("score").split()[0], f"score of {fen}")
        word = dice.choice(words or ["stay"])
        fen = step(session, fen, word)
        after = angry.Position(fen)
        if words:
            equal(after.grid, found[words.index(word)][0], f"after {word}")
    equal(env.is_win(after.grid) or env.is_lose(after.grid, after.actions), True, fen)


@case
def angry_random_games():
    dice = random.Random(4)
    for rules, names in (("game1", ("meadow", "maze", "gate", "chase")),
                         ("game2", ("escort", "hunt"))):
        for name in names:
            with Session("angry", "-o", f"rules={rules}", "-o", f"map={name}", "-o",
                         "queen=player") as session:
                for _ in range(6):
                    session.quiet("position startpos")
                    angry_random_game(session, dice)


@case
def angry_queen_follows_her_policy():
    dice = random.Random(6)
    for name in ("meadow", "maze", "chase", "coop"):
        with Session("angry", "-o", "map=" + name, "-o", "bump=free") as session:
            fen = session.query("fen")
            while session.query("gameover") == "false":
                position = angry.Position(fen)
                stops = position.rules
                word = dice.choice(angry.WORDS)
                moved = angry.moved(position.grid, "H", angry.WORDS.index(word), stops.hen_stops)
                grid = moved or position.grid
                if not angry.AngryGame.is_win(grid):
                    grid = angry.queen_policy(grid, stops.queen_stops)
                fen = step(session, fen, word)
                equal(angry.Position(fen).grid, grid, f"{word} to {fen}")


run_cases()
