def get_move(cards, player1, player2):
    while True:
        pass
