"""Phase 2: looks one move ahead, and tries every companion with every choice."""

import copy
import itertools

import main
from utils.classes import Card, Player


def worth(player1, player2):
    banners = sum(player1.get_banners().values()) - sum(player2.get_banners().values())
    return banners + (0.5 if main.calculate_winner(player1, player2) == 1 else 0)


def moves_of(cards, companion_cards):
    places = [card.get_location() for card in cards if card.get_house() != "No House"]
    for name, facts in companion_cards.items():
        if name == "Jaqen":
            others = [other for other in companion_cards if other != name]
            for first, second in itertools.combinations(places[:6], 2):
                for other in others:
                    yield [name, first, second, other]
        elif facts["Choice"] == 2:
            anything = places[:6] + [main.find_varys(cards)]
            yield from ([name, *pair] for pair in itertools.permutations(anything, 2))
        elif facts["Choice"] == 1:
            yield from ([name, place] for place in places)
        else:
            yield [name]


def after_companion(cards, player1, player2, companion_cards, move):
    cards, player1, player2, companions = copy.deepcopy(
        (cards, player1, player2, companion_cards))
    house = main.make_companion_move(cards, companions, move, player1)
    del companions[move[0]]
    main.remove_unusable_companion_cards(cards, companions)
    main.set_banners(player1, player2, house, 1)
    return worth(player1, player2), len(companions)


def after_move(cards, player1, player2, move):
    cards, player1, player2 = copy.deepcopy((cards, player1, player2))
    house = main.make_move(cards, move, player1)
    main.set_banners(player1, player2, house, 1)
    bonus = 0.25 if main.house_card_count(cards, house) == 0 else 0
    return worth(player1, player2) + bonus


def get_move(cards, player1, player2, companion_cards, choose_companion):
    assert isinstance(cards[0], Card) and isinstance(player2, Player)
    if choose_companion:
        return max(moves_of(cards, companion_cards),
                   key=lambda move: after_companion(cards, player1, player2, companion_cards, move))
    return max(main.get_possible_moves(cards),
               key=lambda move: after_move(cards, player1, player2, move))
