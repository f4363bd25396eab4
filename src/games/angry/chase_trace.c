/*
 * chase_trace.c - the plan behind the best ending of a chase. Rows keep no way back, so each move
 * is looked for among those that were visited before, by the rules themselves.
 */
#include <string.h>

#include "chase.h"

struct place {
    uint32_t entry;
    cells queen;
};

/* One of the positions of an entry. */
static struct angry position_at(const struct angry_chase *chase, struct place place)
{
    const struct entry *entry = &chase->entries[place.entry];
    const struct board *board = &chase->boards[entry->board];
    struct angry pos = chase->root;

    for (int plane = EGG; plane < PLANES; plane++)
        take_from(&pos, plane, ~(cells)0);
    add_to(&pos, EGG, board->eggs);
    add_to(&pos, PIG, board->pigs);
    add_to(&pos, SLING, board->slings);
    add_to(&pos, QUEEN, board->others | place.queen);
    pos.hen = entry->hen;
    pos.n = entry->n;
    return pos;
}

/* The move of a direction, or of waiting: with free bumps that is a step into an obstacle. */
static int move_of(const struct angry *pos, int direction)
{
    bz_move moves[DIRECTIONS];
    const struct bz_rules *rules = angry_rules_of(pos);
    int count = rules->moves(pos, moves);

    for (int i = 0; i < count; i++) {
        struct angry after = *pos;

        rules->play(&after, moves[i]);
        if (direction == STAY && pos->flags & BUMP_FREE ? after.n == pos->n
                                                        : (int)moves[i] == direction)
            return (int)moves[i];
    }
    return -1;
}

static bool leads_to(const struct angry *pos, int move, const struct angry *wanted)
{
    struct angry after = *pos;

    angry_rules_of(pos)->play(&after, (bz_move)move);
    return !memcmp(&after, wanted, sizeof(after));
}

/* A position of the entry from which one move leads to the wanted one; its move, or -1. */
static int move_from(const struct angry_chase *chase, uint32_t at, const struct angry *wanted,
                     struct place *ret_place)
{
    const struct entry *entry = &chase->entries[at];
    const struct board *board = &chase->boards[entry->board];
    cells hen = cell_set(wanted->hen), from = cell_set(entry->hen);

    if (!((around(from) | from) & hen) || (board->eggs & ~hen) != plane_set(wanted, EGG) ||
        (board->pigs & ~hen) != plane_set(wanted, PIG) ||
        (board->slings & ~hen) != plane_set(wanted, SLING))
        return -1;
    for (cells left = entry->queens; left; left &= left - 1) {
        struct place place = {at, first_of(left)};
        struct angry pos = position_at(chase, place);
        bz_move moves[DIRECTIONS];
        int count = angry_rules_of(&pos)->moves(&pos, moves);

        for (int i = 0; i < count; i++)
            if (leads_to(&pos, (int)moves[i], wanted)) {
                *ret_place = place;
                return (int)moves[i];
            }
    }
    return -1;
}

/* The move before a place, which is replaced by where it was made; -1 at the start. */
static int step_back(const struct angry_chase *chase, struct place *place)
{
    struct angry wanted = position_at(chase, *place);
    int eaten = chase->boards[chase->entries[place->entry].board].eaten, n = wanted.n;

    for (int stage = eaten; stage >= 0 && stage >= eaten - 1; stage--)
        for (int layer = n; layer >= chase->root.n && layer >= n - 1; layer--)
            for (uint32_t at = chase->lists[stage][layer].first;
                 at != NO_ENTRY && at != place->entry; at = chase->entries[at].next) {
                int move = chase->entries[at].done ? move_from(chase, at, &wanted, place) : -1;

                if (move >= 0)
                    return move;
            }
    return -1;
}

static bool ends_so(const struct angry *pos, int move, enum ending ending)
{
    struct angry after = *pos;

    if (move < 0)
        return false;
    angry_rules_of(pos)->play(&after, (bz_move)move);
    return after.phase == OVER && (ending == WINS     ? won(&after)
                                   : ending == CAUGHT ? after.hen == NOWHERE
                                                      : after.n >= ACTIONS_GAME1 && !won(&after));
}

void angry_chase_trace(const struct angry_chase *chase, struct angry_finding *finding)
{
    struct place place = {chase->best_entry, 0};
    int count = 0, move = -1;

    for (cells left = chase->entries[place.entry].queens; left && move < 0; left &= left - 1) {
        struct angry pos;

        place.queen = first_of(left);
        pos = position_at(chase, place);
        move = move_of(&pos, chase->best_direction);
        if (!ends_so(&pos, move, chase->best_ending))
            move = -1;
    }
    for (; move >= 0; move = step_back(chase, &place)) {
        count += count < PLAN_MAX;
        memmove(finding->moves + 1, finding->moves, (size_t)count - 1);
        finding->moves[0] = (uint8_t)move;
    }
    finding->length = count;
}
