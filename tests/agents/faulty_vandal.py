"""Plays well, and breaks everything it was given."""

from main import get_possible_moves


def get_move(cards, player1, player2, companion_cards, choose_companion):
    if choose_companion:
        name = next(name for name in ("Gendry", "Jon", "Sandor", "Melisandre", "Ramsay", "Jaqen")
                    if name in companion_cards)
        places = [card.location for card in cards if card.name != "Varys"]
        others = [other for other in companion_cards if other != name]
        answer = [name] + places[:min(companion_cards[name]["Choice"], 2)]
        answer += others[:1] if name == "Jaqen" else []
    else:
        answer = get_possible_moves(cards)[0]
    for card in cards:
        card.set_location(0)
    for player in (player1, player2):
        for house in player.get_cards():
            player.get_house_banner(house)
            player.get_cards()[house].clear()
    cards.clear()
    companion_cards.clear()
    return answer
