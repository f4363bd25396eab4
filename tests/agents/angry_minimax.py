"""Game I: a script with the course's loop and a search of depth 3."""

import math

import pygame
from game import AngryGame, PygameInit

DEPTH = 3


def distance(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) if a and b else 18


def evaluate(grid, num_actions):
    hen = AngryGame.get_hen_position(grid)
    goals = AngryGame.get_egg_coordinate(grid) or [AngryGame.get_slingshot_position(grid)]
    near = min(distance(hen, goal) for goal in goals)
    return AngryGame.calculate_score(grid, num_actions) - 3 * near


def search(grid, depth, hens, alpha, beta, num_actions):
    over = AngryGame.is_win(grid) or AngryGame.is_lose(grid, num_actions)
    if depth == 0 or over:
        return evaluate(grid, num_actions), None
    best, choice = (-math.inf if hens else math.inf), None
    generate = AngryGame.generate_hen_successors if hens else AngryGame.generate_queen_successors
    for after, action in generate(grid):
        value, _ = search(after, depth - 1, not hens, alpha, beta, num_actions + hens)
        if value > best if hens else value < best:
            best, choice = value, action
        if hens:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best, choice


if __name__ == "__main__":
    env = AngryGame(template="simple")
    screen, clock = PygameInit.initialization()
    env.reset()
    counter = 0
    running = True
    while running:
        if AngryGame.is_win(env.grid) or AngryGame.is_lose(env.grid, env.num_actions):
            running = False
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                pygame.quit()
                exit()
        if counter % 2 == 0:
            _, action = search(env.grid, DEPTH, True, -math.inf, math.inf, env.num_actions)
            if action is not None:
                env.hen_step(action)
            env.render(screen)
            if AngryGame.is_win(env.grid):
                running = False
        if counter % 2 == 1:
            env.queen_step()
            env.render(screen)
            if AngryGame.is_lose(env.grid, env.num_actions):
                running = False
        counter += 1
        pygame.display.flip()
        clock.tick(9)
        print(f"Current Score == {AngryGame.calculate_score(env.grid, env.num_actions)}")
    pygame.quit()
