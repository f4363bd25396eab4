/*
 * race.c - how a game of two agents may go on: both fetch one thing after the other, always what
 * brings most for the time it takes and is not the other's sooner, until the turns are over.
 *
 * Everything is in tenths, of points and of turns. A thing belongs to who sets out for it first.
 */
#include "base/bits.h"
#include "diamonds.h"

/* A thing costs a turn more than its way, so that near ones are not all that counts; what a key
 * leads to is worth KEY_GAIN a diamond; points that come DELAY tenths of a turn later count half.
 * SETTLE was compared with half and twice as much in short matches against `greedy`, KEY_GAIN
 * likewise on three maps; differences were within the noise. DELAY is a guess: without any, agents
 * put off what nobody else can take. */
enum { TENTHS = 10, SETTLE = 10, KEY_LEAST = 30, KEY_GAIN = 60, DELAY = 1000 };
/* A step nearer to the other agent, in tenths of a point, and from where on it counts. CHASE was
 * compared with three and eight times as much in twenty pairs against `alone` each, on the course's
 * ten maps for two: differences were within the noise. HUNT is a guess. Points for traps that are
 * set, and less for things that lie on traps, were worth nothing. */
enum { CHASE = 5, CHASE_FAR = 40, HUNT = 25, HUNT_FAR = 25 };
enum { LATER = INT32_MAX, FAR = UINT16_MAX };

struct runner {
    int time;  /* when it is where it goes to, from now on; LATER if it has stopped */
    int gain;  /* of what it fetches on the way */
    int value; /* the same, less for what comes later */
    int score; /* v2021: now */
    unsigned keys;
    int cell, last;
    int had[COLOURS];
    const struct diamonds_way *ways;
};

struct race {
    const struct diamonds *pos;
    int waiting;    /* the agent that waits for what the other chooses, or -1 */
    uint64_t there; /* things that can be fetched */
    int left[COLOURS];
    int horizon;
    struct runner runner[AGENTS_MAX];
};

static void stand(struct race *race, struct runner *r)
{
    r->ways = diamonds_ways_from(race->pos->world, r->keys, r->cell);
}

/* The best pair that a diamond of this colour can begin. */
static int best_pair(const struct race *race, int last, int without)
{
    const int16_t *row = diamonds_pairs[race->pos->world->variant == P3][last];
    int best = 0;

    for (int kind = 0; kind < COLOURS; kind++)
        if (race->left[kind] > (kind == without) && row[kind] > best)
            best = row[kind];
    return best;
}

/* What taking this kind brings at that time. */
static int gain_of(const struct race *race, const struct runner *r, int kind, int time)
{
    if (race->pos->world->variant != V2021)
        return TENTHS * diamonds_pairs[race->pos->world->variant == P3][r->last][kind];
    if (r->had[kind] >= diamonds_most[kind] ||
        r->score + r->gain - time < TENTHS * diamonds_least[kind])
        return 0;
    return TENTHS * diamonds_worth[kind];
}

/* What a key promises: something for each diamond that only it leads to. */
static int key_gain(const struct race *race, const struct runner *r, int cell, unsigned key)
{
    const struct diamonds_world *world = race->pos->world;
    const struct diamonds_way *then = diamonds_ways_from(world, r->keys | key, cell);
    int count = 0;

    if (!(key & world->doors & ~r->keys))
        return 0;
    for (uint64_t rest = race->there; rest && count < 3; rest &= rest - 1) {
        int item = bz_lowest(rest);

        count += r->ways[item].turns == FAR && then[item].turns != FAR &&
                 world->place[world->ways->cell_of[item]].gem;
    }
    return TENTHS * (count ? KEY_GAIN * count : KEY_LEAST);
}

/* What fetching the thing promises for each turn it takes. */
static double appeal(const struct race *race, const struct runner *r, const int *outlook, int item)
{
    const struct diamonds_world *world = race->pos->world;
    const struct place *place = &world->place[world->ways->cell_of[item]];
    const struct diamonds_way *way = &r->ways[item];
    int gain;

    if (place->key)
        gain = key_gain(race, r, world->ways->cell_of[item], place->key);
    else
        gain = gain_of(race, r, place->gem - 1, r->time + way->turns) + outlook[place->gem - 1];
    return (double)(gain - way->cost) / (way->turns + SETTLE);
}

/* The other may be there sooner; of two who come in the same turn, A acts first. */
static bool is_late(const struct race *race, int agent, int item)
{
    const struct runner *me = &race->runner[agent], *other = &race->runner[!agent];
    int mine = me->time + me->ways[item].turns, theirs;

    if (other->time == LATER)
        return false;
    theirs = other->time + other->ways[item].turns;
    return theirs < mine || (theirs == mine && agent == 1);
}

static void look_out(const struct race *race, int ret_outlook[COLOURS])
{
    bool old = race->pos->world->variant == V2021;

    for (int kind = 0; kind < COLOURS; kind++)
        ret_outlook[kind] = old ? 0 : TENTHS * best_pair(race, kind + 1, kind) * 3 / 10;
}

/* Where the agent goes next, or -1; and whether there would be something if the other did not come
 * first. */
static int choose(const struct race *race, int agent, bool *ret_waits)
{
    const struct runner *r = &race->runner[agent];
    int choice = -1, outlook[COLOURS];
    double best = 0;

    *ret_waits = false;
    look_out(race, outlook);
    for (uint64_t rest = race->there; rest; rest &= rest - 1) {
        int item = bz_lowest(rest);
        double value;

        if (r->ways[item].turns > race->horizon - r->time)
            continue;
        value = appeal(race, r, outlook, item);
        if (value <= best)
            continue;
        if (is_late(race, agent, item)) {
            *ret_waits = true;
            continue;
        }
        best = value;
        choice = item;
    }
    return choice;
}

static void fetch(struct race *race, struct runner *r, int item)
{
    const struct diamonds_world *world = race->pos->world;
    int cell = world->ways->cell_of[item];
    const struct place *place = &world->place[cell];

    int gain = -r->ways[item].cost;

    r->time += r->ways[item].turns;
    if (place->gem) {
        gain += gain_of(race, r, place->gem - 1, r->time);
        r->had[place->gem - 1]++;
        r->last = place->gem;
        race->left[place->gem - 1]--;
    }
    r->gain += gain;
    r->value += gain * DELAY / (DELAY + r->time);
    r->keys |= place->key;
    r->cell = cell;
    race->there &= ~(UINT64_C(1) << item);
    race->waiting = -1;
    stand(race, r);
}

static void line_up(struct race *race, int agent)
{
    const struct diamonds *pos = race->pos;
    const struct agent *a = &pos->agent[agent];
    struct runner *r = &race->runner[agent];

    *r = (struct runner){.keys = a->keys, .cell = a->cell, .last = a->last};
    r->time = pos->mover > agent ? TENTHS : 0;
    if (pos->world->variant == V2021)
        r->score = diamonds_score(pos, agent) * TENTHS / PART;
    for (int kind = 0; kind < COLOURS; kind++)
        r->had[kind] = a->gems[kind];
    stand(race, r);
}

/* Who decides next, or -1 when both have stopped. */
static int next_agent(const struct race *race)
{
    const struct runner *a = &race->runner[0], *b = &race->runner[1];

    if (race->waiting >= 0)
        return !race->waiting;
    return a->time == LATER && b->time == LATER ? -1 : b->time < a->time;
}

/* Nothing to go for, or nothing before the other has chosen. */
static void pass(struct race *race, int agent, bool waits)
{
    if (waits && race->waiting < 0 && race->runner[!agent].time != LATER) {
        race->waiting = agent;
        return;
    }
    race->runner[agent].time = LATER;
    race->waiting = -1;
}

static void run(struct race *race)
{
    int agent;

    while ((agent = next_agent(race)) >= 0) {
        bool waits;
        int item = choose(race, agent, &waits);

        if (item >= 0)
            fetch(race, &race->runner[agent], item);
        else
            pass(race, agent, waits);
    }
}

static int whole(int parts, int of)
{
    return parts >= 0 ? parts / of : -((of - 1 - parts) / of);
}

/* Who would win a collision. A turn of v2021 is paid before its action: of two with as many points
 * he who acts now would be the one hit. In the other rules he would be the one to hit. */
static bool is_stronger(const struct diamonds *pos, int agent)
{
    int lead = diamonds_score(pos, agent) - diamonds_score(pos, !agent);

    return lead > 0 || (lead == 0 && (pos->mover == agent) == (pos->world->variant != V2021));
}

/* The stronger one can hit the other again and again, for nothing but the turn: the nearer it is,
 * the better. Where actions cost something that is worth it only when nothing else is left to do,
 * and a step nearer has to be worth more than the dearest step. */
static int grip(const struct diamonds *pos, int agent, bool idle)
{
    const struct diamonds_world *world = pos->world;
    bool old = world->variant == V2021;
    int steps, worth, far = old ? CHASE_FAR : HUNT_FAR;

    if (!world->apart || (!old && !idle))
        return 0;
    steps = world->apart[pos->agent[agent].cell * diamonds_cells(world) + pos->agent[!agent].cell];
    if (steps >= far || steps > world->turns - pos->turn)
        return 0;
    worth = (far - steps) * (old ? CHASE : HUNT) / TENTHS;
    return is_stronger(pos, agent) ? worth : -worth;
}

int diamonds_race(const struct diamonds *pos, int agent)
{
    int lead = diamonds_score(pos, agent) - diamonds_score(pos, !agent), items;
    struct race race;
    bool idle;

    if (diamonds_is_over(pos))
        return whole(lead, PART);
    if (pos->left == 0)
        return whole(lead, PART) + grip(pos, agent, true);
    items = pos->world->ways->items;
    race.pos = pos;
    race.waiting = -1;
    race.there = ~pos->bits[0] & (items < 64 ? (UINT64_C(1) << items) - 1 : UINT64_MAX);
    race.horizon = TENTHS * (pos->world->turns - pos->turn + 1);
    for (int kind = 0; kind < COLOURS; kind++)
        race.left[kind] =
            pos->world->kinds[kind] - pos->agent[0].gems[kind] - pos->agent[1].gems[kind];
    line_up(&race, 0);
    line_up(&race, 1);
    run(&race);
    idle = race.runner[0].gain == 0 && race.runner[1].gain == 0;
    lead = whole(lead, PART) + grip(pos, agent, idle);
    return lead + whole(race.runner[agent].value - race.runner[!agent].value, TENTHS);
}
