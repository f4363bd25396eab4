"""Hand of the King: lets a course agent, `get_move(cards, player1, player2)` or the same with
`companion_cards, choose_companion`, play by UGI. See ugi.py for the protocol.

    python3 hotk.py AGENT.py[:FUNCTION]

A position's text has letters for cards, so names are ours: the members of a house, in the order
below, lie on its cells in ascending order when the game begins. From then on every card is
followed from position to position, for agents look at where a captured card came from. Where the
adapter has not seen the beginning, captured cards get the empty cells, those nearest to Varys
first: that is right for the second player's first move, and a guess later on.
"""

import copy
import os

import ugi

SIDE, VARYS, NO_HOUSE = 6, "Varys", "No House"
MEMBERS = {
    "Stark": ("Bran", "Robb", "Lyanna", "Rickon", "Sansa", "Eddard", "Catelyn", "Arya"),
    "Greyjoy": ("Theon", "Balon", "Euron", "Asha", "Rodrik", "Aeron", "Victarion"),
    "Lannister": ("Tywin", "Joffrey", "Jaime", "Cersei", "Kevan", "Tyrion"),
    "Targaryen": ("Daenerys", "Aerys", "Aegon 1", "Viserys", "Rhaegar"),
    "Baratheon": ("Robert", "Stannis", "Renly", "Shireen"),
    "Tyrell": ("Garlan", "Olenna", "Margaery"),
    "Tully": ("Edmure", "Hoster"),
}
HOUSES = tuple(MEMBERS)
LETTERS = dict(zip("SGLTBYU", HOUSES), V=NO_HOUSE)
CHOICES = {"Jon": 1, "Gendry": 0, "Ramsay": 2, "Sandor": 1, "Jaqen": 3, "Melisandre": 0}


# --- What agents import from utils.classes ---------------------------------------------------


class Card:
    def __init__(self, house, name, location):
        self.house, self.name, self.location = house, name, location

    def get_house(self):
        return self.house

    def get_name(self):
        return self.name

    def get_location(self):
        return self.location

    def set_location(self, location):
        self.location = location

    def __repr__(self):
        return f"Card({self.house!r}, {self.name!r}, {self.location!r})"


class Player:
    def __init__(self, agent):
        self.agent = agent
        self.cards = {house: [] for house in HOUSES}
        self.banners = {house: 0 for house in HOUSES}

    def get_agent(self):
        return self.agent

    def get_cards(self):
        return self.cards

    def get_banners(self):
        return self.banners

    def add_card(self, card):
        self.cards[card.get_house()].append(card)

    def get_house_banner(self, house):
        """Takes the banner, in spite of its name."""
        self.banners[house] = 1

    def remove_house_banner(self, house):
        self.banners[house] = 0


# --- What agents import from main ------------------------------------------------------------


def find_varys(cards):
    return next(card.get_location() for card in cards if card.get_name() == VARYS)


def find_card(cards, location):
    return next((card for card in cards if card.get_location() == location), None)


def house_card_count(cards, house):
    return sum(card.get_house() == house for card in cards)


def get_possible_moves(cards):
    """The cards in Varys' row and column, in the order of the list."""
    row, column = divmod(find_varys(cards), SIDE)
    return [card.get_location() for card in cards if card.get_name() != VARYS
            and (card.get_location() // SIDE == row or card.get_location() % SIDE == column)]


def between(location, a, b):
    """Whether a location lies strictly between two others of one row or column."""
    step = 1 if a // SIDE == b // SIDE else SIDE
    return min(a, b) < location < max(a, b) and (location - a) % step == 0


def make_move(cards, move, player):
    """Varys goes to `move`; the cards he collects, those on the way first. Their house."""
    varys, target = find_varys(cards), find_card(cards, move)
    house = target.get_house()
    taken = [card for card in cards
             if card.get_house() == house and between(card.get_location(), varys, move)] + [target]
    for card in taken:
        player.add_card(card)
        cards.remove(card)
    find_card(cards, varys).set_location(move)
    return house


def make_companion_move(cards, companion_cards, move, player):
    """Does what the companion does, except that the caller takes the companion itself away. The
    house that was added to, or None."""
    name, *choices = move
    house = None
    if name == "Jon":
        house = find_card(cards, choices[0]).get_house()
        card = Card(house, "Jon Snow", -1)
        player.add_card(card)
        player.add_card(card)
    elif name == "Gendry":
        house = "Baratheon"
        player.add_card(Card(house, "Gendry", -1))
    elif name == "Ramsay":
        first, second = (find_card(cards, location) for location in choices)
        location = first.get_location()
        first.set_location(second.get_location())
        second.set_location(location)
    elif name in ("Sandor", "Jaqen"):
        for card in [find_card(cards, location) for location in choices[:2]]:
            cards.remove(card)
        if name == "Jaqen":
            del companion_cards[choices[2]]
    return house


def remove_unusable_companion_cards(cards, companion_cards):
    if len(cards) < 2:
        companion_cards.pop("Ramsay", None)
    if not get_possible_moves(cards):
        companion_cards.pop("Melisandre", None)
    for name in list(companion_cards):
        if companion_cards[name]["Choice"] > len(cards) - 1:
            del companion_cards[name]
    if list(companion_cards) == ["Jaqen"]:
        del companion_cards["Jaqen"]


def banner_owner(house, player1, player2, last_house, last_turn):
    """1, 2, or 0 for nobody."""
    one, two = (len(player.get_cards()[house]) for player in (player1, player2))
    if one != two:
        return 1 if one > two else 2
    if house == last_house:
        return last_turn
    if player1.get_banners()[house] == player2.get_banners()[house]:
        return 0
    return 1 if player1.get_banners()[house] else 2


def set_banners(player1, player2, last_house, last_turn):
    """Who holds which banner now; each player's (number of cards, colour on the screen)."""
    status = {}, {}
    for house in HOUSES:
        owner = banner_owner(house, player1, player2, last_house, last_turn)
        for number, player in enumerate((player1, player2), 1):
            if owner:
                (player.get_house_banner if owner == number else player.remove_house_banner)(house)
            count = len(player.get_cards()[house])
            status[number - 1][house] = count, "Green" if owner == number and count else "White"
    return status


def calculate_winner(player1, player2):
    """1 or 2; 0 if nobody holds a banner, which no game ends with."""
    one, two = player1.get_banners(), player2.get_banners()
    lead = sum(one.values()) - sum(two.values())
    for house in HOUSES:  # the largest first
        lead = lead or one[house] - two[house]
    return 1 if lead > 0 else 2 if lead < 0 else 0


MAIN = (find_varys, find_card, house_card_count, get_possible_moves, make_move, make_companion_move,
        remove_unusable_companion_cards, set_banners, calculate_winner, Card, Player)


def provide_modules(path):
    """The modules of the framework; what else is in the agent's own utils/ can be imported too."""
    ugi.provide("main", **{thing.__name__: thing for thing in MAIN})
    classes = ugi.provide("utils.classes", Card=Card, Player=Player)
    folder = os.path.join(os.path.dirname(os.path.abspath(path)), "utils")
    ugi.provide("utils", classes=classes, __path__=[folder])


# --- Positions -------------------------------------------------------------------------------


class Position:
    """What a FEN says: letters by location, counts, banners, whose turn, companions, what is due.
    """

    def __init__(self, fen):
        fields = fen.split()
        rows = ugi.rows_of(fields[0], ".")
        if len(rows) != SIDE or len(rows[0]) != SIDE:
            raise ugi.Refused(f"{ugi.clean(fields[0])}: not six rows of six")
        self.houses = {row * SIDE + column: LETTERS.get(letter)
                       for row, letters in enumerate(rows)
                       for column, letter in enumerate(letters) if letter != "."}
        if None in self.houses.values() or list(self.houses.values()).count(NO_HOUSE) != 1:
            raise ugi.Refused(f"{ugi.clean(fields[0])}: not the cards of the game")
        counts = [player.split(",") for player in fields[1].split("/")]
        self.counts = [{house: int(numbers[index]) for index, house in enumerate(HOUSES)}
                       for numbers in counts]
        if len(self.counts) != 2:
            raise ugi.Refused("agents of the course play with two players")
        self.holders = {house: fields[2][number] for number, house in enumerate(HOUSES)}
        self.turn = (1, 2)[int(fields[3]) - 1]
        names = set(fields[4].split(","))
        self.companions = [name for name in CHOICES if name in names]
        self.due = fields[5] == "c"


class Table:
    """The cards of one game, followed from position to position."""

    def __init__(self):
        self.cards = None
        self.players = None

    def see(self, position):
        """Brings the table up to what the position says."""
        if self.cards is None or not self._follow(position):
            self._lay_out(position)
        for number, player in enumerate(self.players, 1):
            player.banners = {house: int(position.holders[house] == str(number))
                              for house in HOUSES}

    def _lay_out(self, position):
        """A table of which nothing is known but this position."""
        self.players = [Player("player1"), Player("player2")]
        self.cards = [Card(house, VARYS if house == NO_HOUSE else "", location)
                      for location, house in sorted(position.houses.items())]
        row, column = divmod(find_varys(self.cards), SIDE)
        free = [location for location in range(SIDE * SIDE)
                if position.houses.get(location, NO_HOUSE) == NO_HOUSE]
        free.sort(key=lambda at: abs(at // SIDE - row) + abs(at % SIDE - column))
        for house, names in MEMBERS.items():
            cards = [card for card in self.cards if card.house == house]
            for player, counts in zip(self.players, position.counts):
                for _ in range(counts[house]):
                    player.add_card(Card(house, "Jon Snow", -1))
                    if len(cards) < len(names):  # what is more than the members are companions
                        cards.append(player.cards[house][-1])
                        cards[-1].location = free.pop(0)
            cards.sort(key=lambda card: card.location)
            for card, name in zip(cards, names):
                card.name = name

    def _follow(self, position):
        """What happened since: cards that changed places, were captured or killed. Whether the
        counts then agree."""
        gone = [card for card in self.cards if position.houses.get(card.location) != card.house]
        kept = {card.location for card in self.cards if card not in gone}
        for location in sorted(set(position.houses) - kept):
            card = next((c for c in gone if c.house == position.houses[location]), None)
            if card is None:
                return False
            card.location = location
            gone.remove(card)
        self.cards = [card for card in self.cards if card not in gone]
        for player, counts in zip(self.players, position.counts):
            self._hand_over(gone, player, counts)
        return all(len(player.cards[house]) == counts[house] for house in HOUSES
                   for player, counts in zip(self.players, position.counts))

    def _hand_over(self, gone, player, counts):
        """Gives a player what the counts say he has more than he had."""
        for house in HOUSES:
            fresh = [card for card in gone if card.house == house]
            for _ in range(counts[house] - len(player.cards[house])):
                card = fresh.pop(0) if fresh else Card(house, "Jon Snow", -1)
                player.add_card(card)
                if card in gone:
                    gone.remove(card)

    def play(self, move, position):
        """The agent's own move, so that the next position shows only what the opponent did."""
        player = self.players[position.turn - 1]
        if position.due:
            make_companion_move(self.cards, companion_cards(position.companions), move, player)
        else:
            make_move(self.cards, move, player)


def companion_cards(names):
    """As agents see them; Row and Column are places on the course's screen."""
    return {name: {"Row": index // 3, "Column": index % 3, "Choice": CHOICES[name]}
            for index, name in enumerate(CHOICES) if name in names}


# --- Answers ---------------------------------------------------------------------------------


def cell(location):
    return ugi.cell(*divmod(location, SIDE))


def read_location(answer, cards):
    """(the location, its text) of an answer to a move of Varys, or Wrong."""
    location = ugi.whole(answer)
    if location is None or not 0 <= location < SIDE * SIDE:
        raise ugi.wrong(answer, "not a location from 0 to 35")
    legal = get_possible_moves(cards)
    if location not in legal:
        raise ugi.wrong(answer, f"legal were {legal}", cell(location))
    return location, cell(location)


def companion_fault(move, cards, companions):
    """What is wrong with a list [name, choices...], or None."""
    name, *choices = move
    if name not in companions:
        return f"{ugi.shown(name)} is not one of {list(companions)}"
    if len(choices) != CHOICES[name]:
        return f"{name} takes {CHOICES[name]} choices"
    if name == "Jaqen":
        other = choices.pop()
        if other == name or other not in companions:
            return f"{ugi.shown(other)} is not another companion"
    usable = [card.location for card in cards if card.name != VARYS or name == "Ramsay"]
    for index, location in enumerate(choices):
        if location not in usable:
            return f"there is no card {name} could take at {ugi.shown(location)}"
        if location in choices[:index]:
            return f"{location} is there twice"
    return None


def read_companion(answer, cards, companions):
    """(the list, its text) of an answer where a companion is due, or Wrong."""
    if not isinstance(answer, (list, tuple)) or not answer or not isinstance(answer[0], str):
        raise ugi.wrong(answer, "a companion was due: a list [name, choices...]")
    move = [choice if isinstance(choice, str) else ugi.whole(choice) for choice in answer]
    fault = companion_fault(move, cards, companions)
    if fault:
        raise ugi.wrong(answer, fault)
    return move, ":".join(choice if isinstance(choice, str) else cell(choice) for choice in move)


class Agent:
    def __init__(self, path, name):
        module = ugi.load(path)
        self.path, self.name = path, name or "get_move"
        self.function = getattr(module, self.name, None)
        if not callable(self.function):
            ugi.usage(f"{os.path.basename(path)} has no function {self.name}")
        self.companions = ugi.parameters(self.function)[1] >= 5
        self.table = Table()

    def forget(self):
        self.table = Table()

    def choose(self, position):
        self.table.see(position)
        cards = self.table.cards
        if not self.companions and position.due:
            raise ugi.Wrong("a companion is due, and this agent was written for phase 1", "resign")
        answer = self._ask(position)
        if position.due:
            move, text = read_companion(answer, cards, position.companions)
        else:
            move, text = read_location(answer, cards)
        self.table.play(move, position)
        return text

    def _ask(self, position):
        given = [self.table.cards, *self.table.players]
        if self.companions:
            given += [companion_cards(position.companions), position.due]
        with ugi.Guard(self.name, self.path):
            return self.function(*map(copy.deepcopy, given))


def main():
    path, name = ugi.arguments()
    provide_modules(path)
    protocol = ugi.Protocol(os.path.basename(path), Position)
    agent = Agent(path, name)
    ugi.serve(protocol, agent.choose, agent.forget)


if __name__ == "__main__":
    main()
