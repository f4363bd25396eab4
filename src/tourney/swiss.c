/*
 * swiss.c - players with as many points meet.
 *
 * Nobody meets anybody twice if there is any way to pair the round without it; otherwise as few do
 * as possible. A small field is paired such that this stays so in the rounds to come, if they can
 * all be paired. Then, from the top of the table down, everybody gets the opponent that suits him
 * best of those that leave the others below a pairing: the smallest difference in points, then
 * seats that balance, then the middle of his group, so that its upper half meets its lower one.
 * Nobody gets one seat three times more than the other if the same players can be paired without.
 * Nobody has a second bye while another has had none, even if two must meet again for it; it goes
 * to the lowest of those whom it leaves fewest second meetings. Proved by matching.c and, where the
 * field is small, by prospect.c, not by luck.
 */
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "tourney/draw.h"
#include "tourney/matching.h"
#include "tourney/prospect.h"

enum { LEAN_MAX = 1 }; /* two who lean farther to one seat are not to meet */

/* What the rounds before have brought, by player. */
struct history {
    int64_t points[BZ_PAIRING_PLAYERS_MAX];
    int byes[BZ_PAIRING_PLAYERS_MAX];
    int seats[BZ_PAIRING_PLAYERS_MAX]; /* odd encounters: how often he began, less how often not */
    int last[BZ_PAIRING_PLAYERS_MAX];  /* 1: he began, -1: he did not, 0: new */
    int round_of[BZ_PAIRING_PLAYERS_MAX]; /* how many rounds he is done with */
};

/* One round in the making. Ranks, not players, are the vertices of the matching. */
struct work {
    const struct bz_draw *draw;
    int round, number;
    struct history past;
    int table[BZ_PAIRING_PLAYERS_MAX]; /* those who play, best first */
    int count;
    bool paired[BZ_PAIRING_PLAYERS_MAX]; /* by rank; also whoever has the bye */
    int bye;                             /* his rank, or BZ_MATCHING_NONE */
    int *met;                            /* count x count */
    bool *joined;
    struct bz_matching matching;
    bool foreseen; /* the rounds to come can be paired: prospect says so, and decides */
    struct bz_prospect prospect;
};

static int rounds_of(const struct bz_pairing_input *in)
{
    int rounds = 1, most = in->players - 1 + in->players % 2;

    if (in->rounds)
        return in->rounds;
    while (1 << (rounds - 1) < in->players)
        rounds++;
    return rounds < most ? rounds : most;
}

static int64_t encounters_of(const struct bz_pairing_input *in)
{
    return (int64_t)in->rounds * (in->players / 2);
}

/* The first round in which somebody who plays has no result. */
static int first(const struct bz_draw *draw)
{
    int *missing = calloc((size_t)draw->in.rounds + 1, sizeof(*missing)), round = 0;

    if (!missing)
        return 0; /* the round will say so */
    for (int i = 0; i < draw->in.players; i++) {
        const int *out = draw->in.out_from;
        int end = out && out[i] >= 0 && out[i] < draw->in.rounds ? out[i] : draw->in.rounds;

        missing[0]++;
        missing[end]--;
    }
    for (int i = 1; i <= draw->in.rounds; i++)
        missing[i] += missing[i - 1];
    for (int i = 0; i < draw->in.done_count; i++)
        missing[draw->done[i]->encounter.round] -= draw->done[i]->encounter.count;
    while (round < draw->in.rounds && missing[round] <= 0)
        round++;
    free(missing);
    return round;
}

static void count_result(struct work *work, const struct bz_encounter_result *result)
{
    const struct bz_encounter *encounter = &result->encounter;
    const int *player = encounter->player;
    struct history *past = &work->past;

    for (int i = 0; i < encounter->count; i++) {
        past->points[player[i]] += bz_draw_points(work->draw, result, i);
        past->round_of[player[i]]++;
    }
    if (encounter->count == 1) {
        past->byes[player[0]]++;
        return;
    }
    for (int i = 0; i < 2; i++) {
        past->last[player[i]] = i == 0 ? 1 : -1;
        past->seats[player[i]] += encounter->games % 2 ? past->last[player[i]] : 0;
    }
}

static bool is_before(const struct work *work, int a, int b)
{
    const int64_t *points = work->past.points;

    if (points[a] != points[b])
        return points[a] > points[b];
    return work->draw->rank[a] < work->draw->rank[b];
}

static void make_table(struct work *work)
{
    for (int i = 0; i < work->draw->in.players; i++) {
        int player = work->draw->order[i], at = work->count;

        if (!bz_draw_plays(work->draw, player, work->round))
            continue;
        for (; at > 0 && is_before(work, player, work->table[at - 1]); at--)
            work->table[at] = work->table[at - 1];
        work->table[at] = player;
        work->count++;
    }
}

static int *met(const struct work *work, int a, int b)
{
    return &work->met[(size_t)a * (size_t)work->count + (size_t)b];
}

static void count_meetings(struct work *work)
{
    int rank[BZ_PAIRING_PLAYERS_MAX];

    memset(rank, -1, sizeof(rank));
    for (int i = 0; i < work->count; i++)
        rank[work->table[i]] = i;
    for (int i = 0; i < work->draw->in.done_count; i++) {
        const struct bz_encounter *encounter = &work->draw->done[i]->encounter;
        int a = rank[encounter->player[0]], b = rank[encounter->player[1]];

        if (encounter->count == 2 && encounter->round < work->round && a >= 0 && b >= 0) {
            ++*met(work, a, b);
            ++*met(work, b, a);
        }
    }
}

static int work_init(struct work *work, const struct bz_draw *draw, int round, struct bz_error *err)
{
    size_t cells;

    work->draw = draw;
    work->round = round;
    work->bye = BZ_MATCHING_NONE;
    work->number = round * ((draw->in.players + 1) / 2);
    for (int i = 0; i < draw->in.done_count; i++)
        if (draw->done[i]->encounter.round < round)
            count_result(work, draw->done[i]);
    for (int i = 0; i < draw->in.players; i++)
        if (work->past.round_of[i] > round ||
            (bz_draw_plays(draw, i, round) && work->past.round_of[i] < round))
            return bz_fail(err, BZ_ERROR_UNFIT,
                           "round %d waits: player %d has %d results of the rounds before",
                           round + 1, i + 1, work->past.round_of[i]);
    make_table(work);
    cells = (size_t)work->count * (size_t)work->count;
    work->met = calloc(cells + 1, sizeof(*work->met));
    work->joined = calloc(cells + 1, sizeof(*work->joined));
    if (!work->met || !work->joined)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory to pair %d players", work->count);
    count_meetings(work);
    return BZ_OK;
}

static void work_free(struct work *work)
{
    free(work->met);
    free(work->joined);
    free(work);
}

static int byes_of(const struct work *work, int rank)
{
    return work->past.byes[work->table[rank]];
}

/* Whoever has had most byes, then by rank: the last one is the first to go without opponent. */
static void list_needs(const struct work *work, int *ret_ranking)
{
    for (int i = 0; i < work->count; i++) {
        int at = i;

        for (; at > 0 && byes_of(work, ret_ranking[at - 1]) < byes_of(work, i); at--)
            ret_ranking[at] = ret_ranking[at - 1];
        ret_ranking[at] = i;
    }
}

/* How far both lean to the same seat. */
static int seat_clash(const struct work *work, int a, int b)
{
    int left = work->past.seats[a], right = work->past.seats[b];

    if ((left > 0) != (right > 0) || left == 0 || right == 0)
        return 0;
    return abs(left) < abs(right) ? abs(left) : abs(right);
}

/* Matches those not paired yet, none who met more often than `limit` times, or lean farther than
 * `lean` to the same seat. */
static void match(struct work *work, int limit, int lean)
{
    int ranking[BZ_PAIRING_PLAYERS_MAX];

    for (int a = 0; a < work->count; a++)
        for (int b = 0; b < work->count; b++)
            work->joined[(size_t)a * (size_t)work->count + (size_t)b] =
                a != b && *met(work, a, b) <= limit &&
                seat_clash(work, work->table[a], work->table[b]) <= lean;
    bz_matching_init(&work->matching, work->joined, work->count);
    memcpy(work->matching.gone, work->paired, sizeof(work->paired));
    list_needs(work, ranking);
    bz_matching_cover(&work->matching, ranking);
}

/* With balanced seats, unless that leaves out others than it must. */
static void match_well(struct work *work, int limit)
{
    bool left[BZ_PAIRING_PLAYERS_MAX], same = true;

    match(work, limit, INT_MAX);
    for (int i = 0; i < work->count; i++)
        left[i] = work->matching.mate[i] == BZ_MATCHING_NONE;
    match(work, limit, LEAN_MAX);
    for (int i = 0; i < work->count; i++)
        same = same && left[i] == (work->matching.mate[i] == BZ_MATCHING_NONE);
    if (!same)
        match(work, limit, INT_MAX);
}

/* How little an opponent suits; the first that differs decides. */
struct misfit {
    int64_t points;
    int seats, distance;
};

static bool is_better(const struct misfit *a, const struct misfit *b)
{
    if (a->points != b->points)
        return a->points < b->points;
    if (a->seats != b->seats)
        return a->seats < b->seats;
    return a->distance < b->distance;
}

/* Those below who are to be paired still, in the order of the table. */
static int list_below(const struct work *work, int rank, int *ret_list)
{
    int count = 0;

    for (int i = rank + 1; i < work->count; i++)
        if (!work->matching.gone[i])
            ret_list[count++] = i;
    return count;
}

static void rate(const struct work *work, int rank, const int *list, int count,
                 struct misfit *ret_misfits)
{
    const int64_t *points = work->past.points;
    int player = work->table[rank], group = 0;

    while (group < count && points[work->table[list[group]]] == points[player])
        group++;
    for (int i = 0; i < count; i++) {
        int other = work->table[list[i]];
        int middle = i < group ? group / 2 : group;

        ret_misfits[i] = (struct misfit){.points = points[player] - points[other],
                                         .seats = seat_clash(work, player, other),
                                         .distance = abs(i - middle)};
    }
}

/* Makes two a pair, if everybody else keeps an opponent. */
static bool take(struct work *work, int rank, int other)
{
    if (!work->foreseen)
        return bz_matching_take(&work->matching, rank, other);
    if (!bz_prospect_take(&work->prospect, rank, other))
        return false;
    work->matching.gone[rank] = work->matching.gone[other] = true;
    return true;
}

/* The best opponent that leaves everybody else one. His partner for now always does. */
static int pick(struct work *work, int rank)
{
    struct misfit misfits[BZ_PAIRING_PLAYERS_MAX];
    int list[BZ_PAIRING_PLAYERS_MAX], count = list_below(work, rank, list);

    rate(work, rank, list, count, misfits);
    for (;;) {
        int best = 0, chosen;

        assert(count > 0);
        for (int i = 1; i < count; i++)
            if (is_better(&misfits[i], &misfits[best]))
                best = i;
        chosen = list[best];
        if (take(work, rank, chosen))
            return chosen;
        count--;
        memmove(list + best, list + best + 1, (size_t)(count - best) * sizeof(*list));
        memmove(misfits + best, misfits + best + 1, (size_t)(count - best) * sizeof(*misfits));
    }
}

/* Whoever began less often begins; else who did not begin last; else they alternate. */
static bool begins(const struct work *work, int a, int b)
{
    const struct history *past = &work->past;

    if (past->seats[a] != past->seats[b])
        return past->seats[a] < past->seats[b];
    if (past->last[a] != past->last[b])
        return past->last[a] < past->last[b];
    return ((uint64_t)work->number + work->draw->in.seed) % 2 == 0;
}

static void pair(struct work *work, int rank, int other, struct bz_draft *draft)
{
    int a = work->table[rank], b = work->table[other];
    bool a_begins = begins(work, a, b);

    work->paired[rank] = work->paired[other] = true;
    bz_draft_pair(work->draw, work->number, work->round, a_begins ? a : b, a_begins ? b : a, draft);
    work->number++;
}

/* Somebody has to go without an opponent. Where all who have had fewest byes have one now, the
 * lowest of them loses his: a bye is worth a won encounter, and weighs more than a second meeting.
 */
static bool shift_bye(struct work *work)
{
    int ranking[BZ_PAIRING_PLAYERS_MAX] = {0}, lowest = BZ_MATCHING_NONE;

    list_needs(work, ranking);
    for (int i = work->count - 1; i >= 0; i--) {
        int rank = ranking[i];

        if (work->paired[rank])
            continue;
        if (lowest == BZ_MATCHING_NONE)
            lowest = rank;
        if (byes_of(work, rank) > byes_of(work, lowest))
            break;
        if (work->matching.mate[rank] == BZ_MATCHING_NONE)
            return false;
    }
    assert(lowest != BZ_MATCHING_NONE); /* he who has no partner, if nobody else */
    work->bye = lowest;
    work->paired[lowest] = true;
    return true;
}

/* Sets those without partner aside; how many there are, and one of them. */
static int set_aside(struct work *work, int *ret_one)
{
    int count = 0;

    for (int i = 0; i < work->count; i++)
        if (!work->paired[i] && work->matching.mate[i] == BZ_MATCHING_NONE) {
            work->matching.gone[i] = true;
            *ret_one = i;
            count++;
        }
    return count;
}

/* All who are not gone. */
static void pair_all(struct work *work, struct bz_draft *draft)
{
    for (int i = 0; i < work->count; i++)
        if (!work->matching.gone[i])
            pair(work, i, pick(work, i), draft);
}

/* Pairs as many of those left as can be with opponents met at most `limit` times; how many are
 * left then. */
static int pair_level(struct work *work, int left, int limit, struct bz_draft *draft)
{
    int one = BZ_MATCHING_NONE;

    match_well(work, limit);
    if (left % 2 && shift_bye(work))
        match_well(work, limit);
    left = set_aside(work, &one);
    pair_all(work, draft);
    if (left != 1)
        return left;
    work->bye = one;
    return 0;
}

/* Whether this round and those to come can be paired without second meetings, and byes for those
 * who have had fewest. Whoever is here is taken to stay: who leaves later must not change a round
 * that was paired. The last round has nothing to look ahead to. */
static bool foresee(struct work *work)
{
    int count = work->count, rounds = work->draw->in.rounds - work->round, fewest = INT_MAX;
    struct bz_prospect *prospect = &work->prospect;

    if (rounds == 1 || count > BZ_PROSPECT_MAX - count % 2)
        return false;
    bz_prospect_init(prospect, count + count % 2, rounds);
    for (int i = 0; i < count; i++)
        fewest = byes_of(work, i) < fewest ? byes_of(work, i) : fewest;
    for (int a = 0; a < prospect->count; a++)
        for (int b = 0; b < a; b++)
            if (a == count ? byes_of(work, b) == fewest : *met(work, a, b) == 0) {
                prospect->open[a] |= 1u << b;
                prospect->open[b] |= 1u << a;
            }
    return bz_prospect_find(prospect);
}

static void foresee_bye(struct work *work)
{
    int rank = work->count - 1;

    while (!bz_prospect_take(&work->prospect, work->count, rank))
        rank--;
    work->bye = rank;
    work->matching.gone[rank] = true;
}

/* Nobody who leans too far, if it can be. */
static void foresee_seats(struct work *work)
{
    uint32_t fit[BZ_PROSPECT_MAX];

    for (int a = 0; a < BZ_PROSPECT_MAX; a++) {
        fit[a] = UINT32_MAX;
        for (int b = 0; a < work->count && b < work->count; b++)
            if (seat_clash(work, work->table[a], work->table[b]) > LEAN_MAX)
                fit[a] &= ~(1u << b);
    }
    bz_prospect_narrow(&work->prospect, fit);
}

/* A whole round after which the others can follow, if there is one. */
static bool pair_ahead(struct work *work, struct bz_draft *draft)
{
    work->foreseen = foresee(work);
    if (!work->foreseen)
        return false;
    if (work->count % 2)
        foresee_bye(work);
    foresee_seats(work);
    pair_all(work, draft);
    return true;
}

static int swiss_round(const struct bz_draw *draw, int round, struct bz_draft *draft,
                       struct bz_error *err)
{
    struct work *work = calloc(1, sizeof(*work));
    int left;
    int code = work ? work_init(work, draw, round, err)
                    : bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the pairings");

    if (!work)
        return code;
    left = code || pair_ahead(work, draft) ? 0 : work->count;
    for (int limit = 0; left > 0; limit++)
        left = pair_level(work, left, limit, draft);
    if (work->bye != BZ_MATCHING_NONE)
        bz_draft_bye(work->number, round, work->table[work->bye], draft);
    work_free(work);
    return code;
}

static void judge(const struct bz_draw *draw, struct bz_standing *rows, struct bz_keys *keys)
{
    for (int i = 0; i < draw->in.players; i++)
        keys[i] = (struct bz_keys){{rows[i].points, rows[i].buchholz, rows[i].sonneborn}};
}

const struct bz_format_rules bz_swiss = {
    .name = "a Swiss tournament",
    .rounds = rounds_of,
    .encounters = encounters_of,
    .first = first,
    .round = swiss_round,
    .judge = judge,
};
