/*
 * outlook.h - what a position of the games is worth in points: those there are, and those in sight.
 */
#ifndef ANGRY_OUTLOOK_H
#define ANGRY_OUTLOOK_H

#include "bits.h"

enum { EGG_POINTS = 200, PIG_POINTS = -200, FIXED_COUNT = 8, LOSS_POINTS = -1000 };

static inline bool won(const struct angry *pos)
{
    return is_bare(pos, SLING) || is_bare(pos, QUEEN);
}

static inline bool lost(const struct angry *pos)
{
    return pos->hen == NOWHERE || pos->n >= angry_limit(pos->rules);
}

/* The game's own score. Eight eggs and eight pigs are taken for granted, whatever the map has. */
static inline int points(const struct angry *pos)
{
    int score = EGG_POINTS * (FIXED_COUNT - set_size(plane_set(pos, EGG))) +
                PIG_POINTS * (FIXED_COUNT - set_size(plane_set(pos, PIG))) - pos->n;

    if (won(pos))
        score += pos->rules == GAME1 ? 400 : 250;
    if (lost(pos))
        score += LOSS_POINTS;
    if (pos->rules == GAME2 && is_bare(pos, QUEEN))
        score += 600;
    return score;
}

/* An egg in sight is worth half of one eaten, so that eating it pays at any distance of the next,
 * and a step towards it twice the point it costs. With few actions left only the way out counts. */
enum { EGG_HOPE = 100, OUT_HOPE = 200, STEP_COST = 2, HURRY = 40 };

/* Eating pigs is thought of only where there is no other way out. */
static inline int outlook(const struct angry *pos)
{
    cells hen = cell_set(pos->hen), queen = plane_set(pos, QUEEN), slings = plane_set(pos, SLING);
    cells open = inside(pos->rules) & ~(plane_set(pos, ROCK) | queen | cell_set(pos->bird));
    cells clean = open & ~plane_set(pos, PIG);
    int value = points(pos), out, eggs = 0, egg;

    if (pos->phase == OVER)
        return value;
    if (pos->phase == QUEEN_STEP && around(first_of(queen)) & hen)
        return value + LOSS_POINTS;
    out = distance(hen, slings, clean);
    if (out < 0) {
        clean = open;
        out = distance(hen, slings, clean);
        value += PIG_POINTS;
    }
    if (pos->n + HURRY < angry_limit(pos->rules))
        eggs = in_sight(hen, plane_set(pos, EGG), clean & ~slings, &egg);
    if (out >= 0)
        value += OUT_HOPE;
    if (eggs)
        return value + EGG_HOPE * eggs - STEP_COST * egg;
    return value - STEP_COST * (out < 0 ? 0 : out);
}

#endif
