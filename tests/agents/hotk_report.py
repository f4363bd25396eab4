"""Phase 1: the agent of the course report, which always computes for player 1."""

import copy

from main import (calculate_winner, find_varys, get_possible_moves, house_card_count, make_move,
                  set_banners)

WEIGHTS = {"Stark": 9, "Greyjoy": 7, "Lannister": 7, "Targaryen": 6, "Baratheon": 5, "Tyrell": 9,
           "Tully": 10}


def in_sight(player, varys):
    """Captured cards that came from Varys' row or column."""
    return sum(card.get_location() // 6 == varys // 6 or card.get_location() % 6 == varys % 6
               for cards in player.get_cards().values() for card in cards)


def evaluate(cards, player1, player2, deep):
    if deep:
        return 2000 if calculate_winner(player1, player2) == 1 else -2000
    value = 0
    for house, weight in WEIGHTS.items():
        value += (10 * weight + 2) * player1.get_banners()[house]
        value -= (10 * weight + 2) * player2.get_banners()[house]
    varys = find_varys(cards)
    return value + 3 * (in_sight(player1, varys) - in_sight(player2, varys))


def search(cards, player1, player2, depth, alpha, beta, turn, deep):
    """(value, first best move)"""
    moves = get_possible_moves(cards)
    if depth == 0 or not moves:
        return evaluate(cards, player1, player2, deep or not moves), None
    best, choice = (-10**9 if turn == 1 else 10**9), None
    for move in moves:
        after, one, two = copy.deepcopy((cards, player1, player2))
        house = make_move(after, move, one if turn == 1 else two)
        set_banners(one, two, house, turn)
        value, _ = search(after, one, two, depth - 1, alpha, beta, 3 - turn, deep)
        if value > best if turn == 1 else value < best:
            best, choice = value, move
        if turn == 1:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best, choice


def get_move(cards, player1, player2):
    left = sum(house_card_count(cards, house) for house in WEIGHTS) + 1
    depth = 9 if left < 25 else 5
    return search(cards, player1, player2, depth, -10**9, 10**9, 1, left <= 16)[1]
