def get_move(cards, player1, player2):
    return int(input("your move? "))
