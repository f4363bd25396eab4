"""Angry hen: an action there is not."""

from game import AngryGame

env = AngryGame()
env.grid[0][0] = "R"
env.hen_step("up")
env.queen_step()
