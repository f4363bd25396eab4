/*
 * knockout.c - who loses is out.
 *
 * The field is filled up to a power of two with nobody, and laid out so that the first two seeds
 * can only meet in the final, the first four in the semi-finals, and so on: whoever meets nobody
 * has a bye, which are the highest seeds. The bracket is played again from the first round on every
 * time; seeds, not players, stand in it.
 */
#include <assert.h>
#include <string.h>

#include "tourney/draw.h"

enum { NOBODY = -1, OPEN = -2, SLOTS = 1024 };

struct bracket {
    int size, rounds;
    int slot[SLOTS];                   /* who is left, from one round to the next */
    int seats[BZ_PAIRING_PLAYERS_MAX]; /* by seed: how often he began, less how often he did not */
    int out[BZ_PAIRING_PLAYERS_MAX];   /* by seed: the round he was beaten in, or -1 */
    int semi[2], third;                /* the losers of the semi-finals, and the better of them */
};

static int rounds_of(const struct bz_pairing_input *in)
{
    int rounds = 0;

    while (1 << rounds < in->players)
        rounds++;
    return rounds;
}

static int64_t encounters_of(const struct bz_pairing_input *in)
{
    return in->players - 1 + (in->third_place && in->players >= 4);
}

static void bracket_init(struct bracket *bracket, const struct bz_pairing_input *in)
{
    *bracket = (struct bracket){
        .rounds = in->rounds, .size = 1 << in->rounds, .semi = {NOBODY, NOBODY}, .third = NOBODY};
    for (int size = 2; size <= bracket->size; size *= 2)
        for (int i = size / 2 - 1; i >= 0; i--) {
            int seed = bracket->slot[i];

            bracket->slot[2 * i] = seed;
            bracket->slot[2 * i + 1] = size - 1 - seed;
        }
    for (int i = 0; i < bracket->size; i++)
        if (bracket->slot[i] >= in->players)
            bracket->slot[i] = NOBODY;
    memset(bracket->out, -1, sizeof(bracket->out));
}

static bool is_there(const struct bz_draw *draw, int seed, int round)
{
    return seed >= 0 && bz_draw_plays(draw, draw->order[seed], round);
}

/* The games of two, and again after draws, until one has won: the winning seed, or OPEN. */
static int play(const struct bz_draw *draw, struct bracket *bracket, int match, int round, int a,
                int b, struct bz_draft *draft)
{
    int better = a < b ? a : b, worse = a < b ? b : a;
    bool first = bracket->seats[better] <= bracket->seats[worse];

    bracket->seats[better] += first ? 1 : -1;
    bracket->seats[worse] -= first ? 1 : -1;
    for (int replay = 0; replay <= draw->in.replays; replay++, first = !first) {
        const struct bz_encounter encounter = {
            .number = match * (draw->in.replays + 1) + replay,
            .round = round,
            .replay = replay,
            .games = replay ? draw->in.replay_games : draw->in.games,
            .count = 2,
            .player = {draw->order[first ? better : worse], draw->order[first ? worse : better]}};
        const struct bz_encounter_result *result = bz_draw_find(draw, &encounter);

        if (draft)
            bz_draft_add(draft, &encounter);
        if (!result)
            return OPEN;
        if (bz_draw_winner(result) >= 0)
            return draw->rank[encounter.player[bz_draw_winner(result)]];
    }
    return better;
}

/* One match, if there are two for it: who goes on. */
static int decide(const struct bz_draw *draw, struct bracket *bracket, int match, int round, int a,
                  int b, struct bz_draft *draft)
{
    bool a_there = is_there(draw, a, round), b_there = is_there(draw, b, round);
    int winner = a_there ? a : b_there ? b : NOBODY;

    if (a_there && b_there)
        winner = play(draw, bracket, match, round, a, b, draft);
    else if (winner >= 0 && draft)
        bz_draft_bye(match * (draw->in.replays + 1), round, draw->order[winner], draft);
    return winner;
}

static void beat(struct bracket *bracket, int seed, int winner, int round)
{
    if (seed >= 0 && seed != winner)
        bracket->out[seed] = round;
}

/* All matches of a round; false if some are open. */
static bool play_round(const struct bz_draw *draw, struct bracket *bracket, int round,
                       struct bz_draft *draft)
{
    int matches = bracket->size >> (round + 1), before = bracket->size - 2 * matches;
    bool last = round == bracket->rounds - 1, all = true;

    for (int i = 0; i < matches; i++) {
        int a = bracket->slot[2 * i], b = bracket->slot[2 * i + 1];
        int winner = decide(draw, bracket, before + i, round, a, b, draft);

        bracket->slot[i] = winner;
        if (winner == OPEN) {
            all = false;
            continue;
        }
        beat(bracket, a, winner, round);
        beat(bracket, b, winner, round);
        if (matches == 2)
            bracket->semi[i] = winner == a ? b : a;
    }
    if (last && draw->in.third_place && bracket->semi[0] >= 0 && bracket->semi[1] >= 0) {
        bracket->third = decide(draw, bracket, bracket->size - 1, round, bracket->semi[0],
                                bracket->semi[1], draft);
        all = all && bracket->third != OPEN;
    }
    return all;
}

static int knockout_round(const struct bz_draw *draw, int round, struct bz_draft *draft,
                          struct bz_error *err)
{
    struct bracket bracket;

    bracket_init(&bracket, &draw->in);
    for (int i = 0; i < round; i++)
        if (!play_round(draw, &bracket, i, NULL))
            return bz_fail(err, BZ_ERROR_UNFIT, "round %d waits for results of round %d", round + 1,
                           i + 1);
    play_round(draw, &bracket, round, draft);
    return BZ_OK;
}

static void judge(const struct bz_draw *draw, struct bz_standing *rows, struct bz_keys *keys)
{
    struct bracket bracket;
    int round = 0;

    bracket_init(&bracket, &draw->in);
    while (round < bracket.rounds && play_round(draw, &bracket, round, NULL))
        round++;
    for (int seed = 0; seed < draw->in.players; seed++) {
        int player = draw->order[seed], out = bracket.out[seed];

        rows[player].out = out;
        keys[player] =
            (struct bz_keys){{out < 0 ? bracket.rounds : out, seed == bracket.third ? 1 : 0}};
    }
}

const struct bz_format_rules bz_knockout = {
    .name = "a knockout",
    .rounds = rounds_of,
    .encounters = encounters_of,
    .round = knockout_round,
    .judge = judge,
};
