"""Phase 2: anything that is allowed."""

import random

from main import get_possible_moves

CHOICES = random.Random(7)


def choices_for(name, count, cards, companion_cards):
    places = [card.location for card in cards if card.name != "Varys" or name == "Ramsay"]
    if name == "Jaqen":
        others = [other for other in companion_cards if other != name]
        return CHOICES.sample(places, 2) + [CHOICES.choice(others)]
    return CHOICES.sample(places, count)


def get_move(cards, player1, player2, companion_cards, choose_companion):
    if not choose_companion:
        return CHOICES.choice(get_possible_moves(cards))
    name = CHOICES.choice(list(companion_cards))
    return [name] + choices_for(name, companion_cards[name]["Choice"], cards, companion_cards)
