"""Game II: hen and bird step at random, into walls too, as the course's first example did."""

import random

import pygame
from pygame.locals import *
from environment import AngryGame, PygameInit

random.seed(3)
env = AngryGame("hard")
screen, clock = PygameInit.initialization()
font = pygame.font.SysFont("Arial", 24)
env.reset()
counter = 0
running = True
while running:
    for event in pygame.event.get():
        if event.type == QUIT:
            running = False
    if pygame.key.get_pressed()[pygame.K_q]:
        running = False
    if counter % 3 == 0:
        env.hen_step(random.choice([0, 1, 2, 3]))
        running = not AngryGame.is_win(env.grid)
    if counter % 3 == 1:
        env.bird_step(random.choice([0, 1, 2, 3]))
        running = not AngryGame.is_win(env.grid)
    if counter % 3 == 2:
        env.queen_step()
        running = not AngryGame.is_lose(env.grid, env.num_actions)
    screen.blit(font.render(str(env.num_actions), True, (255, 255, 255)), (5, 5))
    env.render(screen)
    start = pygame.time.get_ticks()
    while pygame.time.get_ticks() - start < 500:
        clock.tick(60)
    counter += 1
pygame.quit()
