def weigh(cards):
    return int("many") * len(cards)


def get_move(cards, player1, player2):
    return weigh(cards)
