/*
 * test_truth.c - nothing a player calls proved is refuted by brute force: the ends of random games,
 * in every game and setting, by the engine and by the Monte Carlo player, with one thread and more.
 */
#include "check.h"

#include <math.h>
#include <string.h>

#include "rooms.h"

/* What each player can be sure of, and may hope for, if everybody takes the best for himself and
 * nothing is known about how ties are broken; and when the game is over at the latest if whoever
 * wins hurries and whoever loses delays. */
struct truth {
    double low[BZ_PLAYERS_MAX], high[BZ_PLAYERS_MAX];
    int plies;
};

struct brute {
    const struct bz_rules *rules;
    int budget; /* positions; negative when it was too small */
};

enum { BRUTE_DEPTH = 10, BRUTE_BUDGET = 4000, BRUTE_MOVES = 64, LATE_MAX = 12, NODES = 3000 };

static struct truth finished(const struct bz_rules *rules, const void *pos)
{
    bool lead =
        rules->players > 1 && rules->traits & BZ_HAS_POINTS && !(rules->traits & BZ_ZERO_SUM);
    struct truth truth = {.plies = 0};
    int result[BZ_PLAYERS_MAX];

    rules->result(pos, result);
    for (int p = 0; p < rules->players; p++) {
        int most = INT32_MIN;

        for (int q = 0; q < rules->players; q++)
            most = q != p && result[q] > most ? result[q] : most;
        truth.low[p] = truth.high[p] = lead ? result[p] - most : result[p];
    }
    return truth;
}

/* Adds what may be chosen to what may happen. */
static void join(const struct brute *brute, struct truth *truth, const struct truth *child,
                 bool any)
{
    for (int p = 0; p < brute->rules->players; p++) {
        if (!any || child->low[p] < truth->low[p])
            truth->low[p] = child->low[p];
        if (!any || child->high[p] > truth->high[p])
            truth->high[p] = child->high[p];
    }
}

static struct truth choose(const struct brute *brute, const struct truth *children, int count,
                           int turn)
{
    struct truth truth = {.plies = 0};
    double sure = -HUGE_VAL, hope = -HUGE_VAL;
    bool any = false, wins;

    for (int i = 0; i < count; i++) {
        sure = fmax(sure, children[i].low[turn]);
        hope = fmax(hope, children[i].high[turn]);
    }
    wins = !(brute->rules->traits & BZ_HAS_POINTS) && sure >= 1;
    for (int i = 0; i < count; i++) {
        int plies = 1 + children[i].plies;

        if ((wins ? children[i].low[turn] : children[i].high[turn]) < sure)
            continue;
        join(brute, &truth, &children[i], any);
        if (!any || (wins ? plies < truth.plies : plies > truth.plies))
            truth.plies = plies;
        any = true;
    }
    truth.low[turn] = sure;
    truth.high[turn] = hope;
    return truth;
}

static struct truth average(const struct brute *brute, const struct truth *children, int count,
                            const uint32_t *weights)
{
    struct truth truth = {.plies = 0};
    double total = 0;

    for (int i = 0; i < count; i++)
        total += weights[i];
    for (int i = 0; i < count; i++) {
        for (int p = 0; p < brute->rules->players; p++) {
            truth.low[p] += children[i].low[p] * weights[i];
            truth.high[p] += children[i].high[p] * weights[i];
        }
        if (1 + children[i].plies > truth.plies)
            truth.plies = 1 + children[i].plies;
    }
    for (int p = 0; p < brute->rules->players; p++) { /* whole numbers until here */
        truth.low[p] /= total;
        truth.high[p] /= total;
    }
    return truth;
}

static struct truth search_all(struct brute *brute, const union bz_pos *pos, int depth)
{
    const struct bz_rules *rules = brute->rules;
    struct truth children[BRUTE_MOVES];
    uint32_t weights[BZ_MOVES_MAX];
    bz_move moves[BZ_MOVES_MAX];
    int count = rules->moves(pos, moves), turn = rules->turn(pos);

    if (count == 0)
        return finished(rules, pos);
    if (--brute->budget < 0 || depth == 0 || count > BRUTE_MOVES) {
        brute->budget = -1;
        return (struct truth){.plies = 0};
    }
    if (turn == BZ_CHANCE)
        rules->deal(pos, moves, weights);
    for (int i = 0; i < count; i++) {
        union bz_pos child = *pos;

        rules->play(&child, moves[i]);
        children[i] = search_all(brute, &child, depth - 1);
    }
    return turn == BZ_CHANCE ? average(brute, children, count, weights)
                             : choose(brute, children, count, turn);
}

/* The last positions of a random game, the last before the end first; how many. */
static int late_positions(const struct bz_setup *setup, struct bz_random *random,
                          union bz_pos ret_late[LATE_MAX])
{
    union bz_pos path[LATE_MAX], pos;
    bz_move moves[BZ_MOVES_MAX];
    int plies = 0, count;

    memset(&pos, 0, sizeof(pos));
    bz_start(setup, &pos);
    while ((count = setup->rules->moves(&pos, moves)) > 0 && plies < 2000) {
        path[plies++ % LATE_MAX] = pos;
        setup->rules->play(&pos, moves[bz_random_below(random, (uint64_t)count)]);
    }
    if (count > 0)
        return 0;
    count = plies < LATE_MAX ? plies : LATE_MAX;
    for (int i = 0; i < count; i++)
        ret_late[i] = path[(plies - 1 - i) % LATE_MAX];
    return count;
}

/* Where `best` says how long the game goes on, and not how long at most. */
static bool is_measured(const struct bz_setup *setup, const char *spec)
{
    return !strncmp(spec, "best", 4) && setup->rules->players == 2 &&
           !(setup->rules->traits & BZ_HAS_CHANCE);
}

static void check_proof(const struct bz_setup *setup, const union bz_pos *pos,
                        const struct truth *truth, const char *spec, const struct bz_info *info)
{
    int me = setup->rules->turn(pos);

    if (info->proof == BZ_UNDECIDED)
        return;
    assert_false(setup->rules->traits & BZ_HAS_POINTS);
    check_number(truth->low[me], info->proof, "at least");
    check_number(truth->high[me], info->proof, "at most");
    assert_true(info->distance >= truth->plies);
    if (is_measured(setup, spec))
        assert_int_equal(info->distance, truth->plies);
}

/* The Monte Carlo player's values are the truth's, in hundredths where it is no points, once it has
 * come to an end by itself. */
static void check_value(const struct bz_setup *setup, const union bz_pos *pos,
                        const struct truth *truth, const struct bz_info *info)
{
    int me = setup->rules->turn(pos), unit = setup->rules->traits & BZ_HAS_POINTS ? 1 : 100;

    if (info->nodes == NODES)
        return;
    assert_true(info->value >= truth->low[me] * unit - 0.01);
    assert_true(info->value <= truth->high[me] * unit + 0.01);
}

static int check_late(const struct bz_setup *setup, const union bz_pos *pos, const char *spec)
{
    struct brute brute = {setup->rules, BRUTE_BUDGET};
    struct truth truth = search_all(&brute, pos, BRUTE_DEPTH);
    struct bz_info info;

    if (brute.budget < 0)
        return 0;
    info = check_answer(setup, spec, pos).info;
    check_proof(setup, pos, &truth, spec, &info);
    if (!strncmp(spec, "mcts", 4))
        check_value(setup, pos, &truth, &info);
    return 1;
}

static int rooms, known; /* seen so far: rooms, and ends of games within reach of brute force */

static void nothing_proved_is_wrong(void **state)
{
    static const char *const specs[] = {"mcts:nodes=3000,hash=2",
                                        "mcts:nodes=3000,hash=2,rollout=30",
                                        "mcts:nodes=3000,hash=2,threads=3",
                                        "best:nodes=3000,hash=2",
                                        "best:nodes=3000,hash=2,prove=never",
                                        "best:nodes=3000,hash=2,threads=3"};
    const struct room *room = *state;
    struct bz_random random;
    struct bz_setup setup;
    union bz_pos late[LATE_MAX];

    check_setup_of(&setup, room->game, room->options);
    bz_random_seed(&random, 51);
    for (int game = 0; game < CHECK_COUNT(specs); game++) {
        int count = late_positions(&setup, &random, late);

        for (int i = 0; i < count; i++)
            if (setup.rules->turn(&late[i]) != BZ_CHANCE)
                known += check_late(&setup, &late[i], specs[game]);
    }
    bz_setup_release(&setup);
    rooms++;
}

/* Not every room has any: where the end is a long way off, or chance has too many ways. */
static void that_was_a_lot(void **state)
{
    (void)state;
    assert_true(known >= 15 * rooms || rooms < 20);
}

static void add_room(struct cases *cases, struct room *room)
{
    cases_add(cases, nothing_proved_is_wrong, room, "%s %s", room->game->name, room->options);
}

int main(void)
{
    struct cases cases = {0};

    rooms_add(&cases, add_room);
    cases_add(&cases, that_was_a_lot, NULL, "enough ends of games");
    return cases_run(&cases);
}
