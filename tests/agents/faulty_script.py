"""Angry hen: two steps, told as they go, and the program is over."""

from game import AngryGame

env = AngryGame()
for _ in range(2):
    env.hen_step(AngryGame.generate_hen_successors(env.grid)[0][1])
    env.queen_step()
    print("/".join(map("".join, env.grid)))
