"""Returns one wrong thing after the other."""

import main


class Odd:
    def __repr__(self):
        raise RuntimeError("no words")

    def __eq__(self, other):
        raise RuntimeError("no comparison")


ANSWERS = [99, -1, None, "c4", [0, 1], 1.5, float("nan"), Odd(), "a\nbestmove a1", "é" * 500, {}]


def get_move(cards, player1, player2):
    if ANSWERS:
        return ANSWERS.pop(0)
    return main.find_varys(cards)
