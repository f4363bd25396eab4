/*
 * space.c - numbering: units, codes, holdings, and which layers there are.
 */
#include "space.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"

int monopoly_space_unit(const struct monopoly_board *board)
{
    uint64_t unit = (uint64_t)board->cash;

    for (int i = 0; i < board->squares; i++) {
        unit = bz_common_divisor(unit, (uint64_t)board->price[i]);
        unit = bz_common_divisor(unit, (uint64_t)board->charge[i]);
        unit = bz_common_divisor(unit, (uint64_t)board->resale[i]);
    }
    return (int)unit;
}

int monopoly_space_check(const struct monopoly_board *board, struct bz_error *err)
{
    int fines = 0, properties = 0;

    for (int i = 0; i < board->squares; i++) {
        fines += board->kind[i] == PENALTY && board->charge[i] > 0;
        properties += board->kind[i] == PROPERTY;
        if (board->kind[i] == PROPERTY && board->resale[i] == board->price[i])
            return bz_fail(err, BZ_ERROR_UNFIT,
                           "%s is sold for its full price, so positions come again without end: "
                           "this board cannot be solved",
                           board->name[i]);
    }
    if (!fines)
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "a board without fines need not come to an end: it cannot be solved");
    if (properties > PROPERTIES_MAX)
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "the board has %d properties, more than the %d that can be solved",
                       properties, PROPERTIES_MAX);
    return BZ_OK;
}

/* Squares, throws, and by how many layers play can fall from a square. */
static void copy_board(struct space *space, const struct monopoly_board *board)
{
    int total = board->dice == 1 ? FACES : FACES * FACES, power = 1;

    space->squares = board->squares;
    space->least = board->dice;
    space->throws = board->dice * (FACES - 1) + 1;
    for (int i = 0; i < space->throws; i++) {
        int ways = board->dice == 1 ? 1 : i < FACES ? i + 1 : space->throws - i;

        space->chance[i] = (double)ways / total;
    }
    for (int i = 0; i < board->squares; i++) {
        space->kind[i] = board->kind[i];
        space->price[i] = board->price[i] / space->unit;
        space->charge[i] = board->charge[i] / space->unit;
        space->resale[i] = board->resale[i] / space->unit;
        space->depth[i] = board->kind[i] == PROPERTY  ? space->price[i] - space->resale[i]
                          : board->kind[i] == PENALTY ? space->charge[i]
                                                      : 0;
        if (space->deepest < space->depth[i])
            space->deepest = space->depth[i];
        if (board->kind[i] == PROPERTY) {
            space->power[i] = power;
            space->properties++;
            power *= 3;
        }
    }
    space->codes = power;
}

static int exchange(int code)
{
    int exchanged = 0;

    for (int power = 1; code; code /= 3, power *= 3)
        exchanged += (3 - code % 3) % 3 * power;
    return exchanged;
}

static int count_unowned(const struct space *space, int code)
{
    int unowned = 0;

    for (int i = 0; i < space->properties; i++, code /= 3)
        unowned += code % 3 == 0;
    return unowned;
}

static int price_of(const struct space *space, int code)
{
    int sum = 0;

    for (int i = 0; i < space->squares; i++)
        sum += space_owner(space, code, i) ? space->price[i] : 0;
    return sum;
}

/* Holdings in an order in which buying only leads back: those with fewer properties unowned first.
 */
static void number_holdings(struct space *space)
{
    for (int unowned = 0; unowned <= space->properties; unowned++) {
        space->first[unowned] = space->holdings;
        for (int code = 0; code < space->codes; code++) {
            int other = space->mirrored ? exchange(code) : code;

            if (count_unowned(space, code) != unowned || other < code)
                continue;
            space->holding[code] = space->holding[other] = space->holdings;
            space->swapped[other] = other != code;
            space->code[space->holdings] = code;
            space->estate[space->holdings] = price_of(space, code);
            space->holdings++;
        }
    }
    space->first[space->properties + 1] = space->holdings;
}

static void find_layers(struct space *space)
{
    space->occurs[space->wealth] = true;
    for (int wealth = space->wealth; wealth > 0; wealth--)
        for (int i = 0; i < space->squares && space->occurs[wealth]; i++)
            if (wealth > space->depth[i])
                space->occurs[wealth - space->depth[i]] = true;
}

uint64_t monopoly_space_states(const struct space *space, int wealth)
{
    uint64_t pairs = (uint64_t)space->squares * (uint64_t)space->squares, states = 0;

    for (int i = 0; i < space->holdings && space->occurs[wealth]; i++)
        if (space_row(space, wealth, i) > 0)
            states += 2 * pairs * (uint64_t)space_row(space, wealth, i);
    return states;
}

/*
 * Both walk forward, so a value needs those of squares further on: with those renewed first, news
 * travels a whole lap at a time. The lap begins behind the largest fine, where much of it ends.
 */
static void set_order(struct space *space)
{
    int n = space->squares, fine = 0, at = 0;

    for (int i = 0; i < n; i++)
        if (space->kind[i] == PENALTY &&
            (space->kind[fine] != PENALTY || space->charge[i] > space->charge[fine]))
            fine = i;
    for (int sum = 2 * n - 2; sum >= 0; sum--)
        for (int x = sum < n ? 0 : sum - n + 1; x < n && x <= sum; x++)
            space->order[at++] = (uint16_t)((x + fine + 1) % n * n + (sum - x + fine + 1) % n);
}

int monopoly_space_init(struct space *space, const struct monopoly_board *board, int unit,
                        int wealth, bool mirrored, struct bz_error *err)
{
    int code = monopoly_space_check(board, err);
    size_t codes, layers = (size_t)wealth + 1;

    *space = (struct space){.unit = unit, .wealth = wealth, .mirrored = mirrored};
    if (code)
        return code;
    copy_board(space, board);
    codes = (size_t)space->codes;
    space->holding = calloc(codes, sizeof(*space->holding));
    space->code = calloc(codes, sizeof(*space->code));
    space->estate = calloc(codes, sizeof(*space->estate));
    space->swapped = calloc(codes, sizeof(*space->swapped));
    space->occurs = calloc(layers, sizeof(*space->occurs));
    space->order = calloc((size_t)(space->squares * space->squares), sizeof(*space->order));
    if (!space->holding || !space->code || !space->estate || !space->swapped || !space->occurs ||
        !space->order) {
        monopoly_space_release(space);
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory to number the positions");
    }
    number_holdings(space);
    find_layers(space);
    for (int i = 2; i <= space->wealth; i++)
        space->states += monopoly_space_states(space, i);
    set_order(space);
    return BZ_OK;
}

void monopoly_space_release(struct space *space)
{
    free(space->holding);
    free(space->code);
    free(space->estate);
    free(space->swapped);
    free(space->occurs);
    free(space->order);
    *space = (struct space){0};
}

bool monopoly_space_find(const struct space *space, const struct monopoly *pos,
                         struct place *ret_place)
{
    int code = 0, total = monopoly_wealth(pos, HUMAN) + monopoly_wealth(pos, ROBOT), x;
    struct place place = {0};

    if (pos->cash[HUMAN] <= 0 || pos->cash[ROBOT] <= 0 || pos->cash[HUMAN] % space->unit ||
        pos->cash[ROBOT] % space->unit || total / space->unit > space->wealth ||
        !space->occurs[total / space->unit])
        return false;
    for (int i = 0; i < space->squares; i++)
        code += space->power[i] * pos->owner[i];
    place.wealth = total / space->unit;
    place.holding = space->holding[code];
    place.swapped = space->swapped[code];
    x = place.swapped ? ROBOT : HUMAN;
    place.roller = pos->turn != x;
    place.x = pos->place[x];
    place.y = pos->place[!x];
    place.cash = pos->cash[x] / space->unit;
    *ret_place = place;
    return true;
}
