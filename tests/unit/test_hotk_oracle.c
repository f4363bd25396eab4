/*
 * test_hotk_oracle.c - random games by the library's rules and by the oracle's, side by side: the
 * same moves in the same order, the same positions, the same winners.
 */
#include "cases.h"

#include <stdio.h>
#include <string.h>

#include "oracle_hotk.h"

struct court_case {
    const char *options;
    int rules, players;
    bool companions;
    int games;
};

static const struct court_case court_cases[] = {
    {"rules=phase1", COURT_PHASE1, 2, false, 600},
    {"rules=phase1 deal=course", COURT_PHASE1, 2, false, 300},
    {"rules=phase2", COURT_PHASE2, 2, true, 400},
    {"rules=phase2 deal=course", COURT_PHASE2, 2, true, 200},
    {"rules=phase2 companions=none", COURT_PHASE2, 2, false, 100},
    {"rules=published", COURT_PUBLISHED, 2, true, 400},
    {"rules=published companions=none", COURT_PUBLISHED, 2, false, 300},
    {"rules=published players=3", COURT_PUBLISHED, 3, true, 300},
    {"rules=published players=3 companions=none", COURT_PUBLISHED, 3, false, 200},
    {"rules=published players=4", COURT_PUBLISHED, 4, true, 300},
    {"rules=published players=4 companions=none", COURT_PUBLISHED, 4, false, 200},
};

/* The 36 letters of a full board. */
static void start_board(const struct bz_setup *setup, const union bz_pos *pos, char ret_board[37])
{
    int n = 0;

    for (const char *p = check_text(setup, pos); *p != ' '; p++)
        if (*p != '/')
            ret_board[n++] = *p;
    assert_int_equal(n, 36);
    ret_board[n] = '\0';
}

static void same_moves(const struct bz_setup *setup, const union bz_pos *pos,
                       const struct court *court, const bz_move *moves, int count)
{
    static char wanted[COURT_MOVES_MAX][COURT_MOVE_SIZE];

    assert_int_equal(count, court_moves(court, wanted));
    assert_int_equal(count, setup->rules->count(pos));
    for (int i = 0; i < count; i++)
        if (strcmp(check_move_text(setup, pos, moves[i]), wanted[i]) != 0)
            fail_msg("move %d is %s, not %s", i, check_move_text(setup, pos, moves[i]), wanted[i]);
}

static void same_end(const struct bz_setup *setup, const union bz_pos *pos,
                     const struct court *court)
{
    int result[BZ_PLAYERS_MAX], wanted[4], score[BZ_PLAYERS_MAX];

    setup->rules->result(pos, result);
    setup->rules->score(pos, score);
    court_result(court, wanted);
    for (int player = 0; player < court->players; player++) {
        int banners = 0;

        for (int house = 0; house < 7; house++)
            banners += court->owner[house] == player + 1;
        assert_int_equal(result[player], wanted[player]);
        assert_int_equal(score[player], banners);
    }
}

/* Of companions each kind is as likely as any other, or Jaqen with his many choices would be all we
 * ever see. */
static bz_move pick(const bz_move *moves, int count, struct bz_random *random)
{
    bz_move wanted = moves[bz_random_below(random, (uint64_t)count)];
    uint32_t kind = (uint32_t)bz_random_below(random, 8) << 24;

    for (int i = 0; i < count; i++) {
        int at = (int)bz_random_below(random, (uint64_t)count);

        if ((moves[at] & 0xff000000u) == kind)
            return moves[at];
    }
    return wanted;
}

/* Once it is settled who wins, it stays so to the end; *winner is 0 before, or a player from 1. */
static void stays_settled(const struct bz_setup *setup, const union bz_pos *pos, int *winner)
{
    int settled = setup->rules->settled ? setup->rules->settled(pos) : 0;
    int turn = setup->rules->turn(pos);

    if (*winner)
        assert_int_not_equal(settled, 0);
    if (settled) {
        int now = (settled > 0 ? turn : !turn) + 1;

        assert_true(*winner == 0 || *winner == now);
        *winner = now;
    }
}

static void one_game(const struct court_case *given, uint64_t seed)
{
    static bz_move moves[BZ_MOVES_MAX];
    struct bz_setup setup;
    struct bz_random random;
    struct court court;
    union bz_pos pos;
    char text[COURT_TEXT_SIZE], board[37];
    int winner = 0, result[BZ_PLAYERS_MAX];

    snprintf(text, sizeof(text), "%s seed=%d", given->options, (int)seed);
    check_setup(&setup, "hotk", text);
    bz_random_seed(&random, seed);
    bz_start(&setup, &pos);
    start_board(&setup, &pos, board);
    court_start(&court, given->rules, given->players, given->companions, board);
    for (;;) {
        int count = setup.rules->moves(&pos, moves);
        bz_move move;

        court_text(&court, text);
        assert_string_equal(check_text(&setup, &pos), text);
        same_moves(&setup, &pos, &court, moves, count);
        stays_settled(&setup, &pos, &winner);
        if (count == 0)
            break;
        move = pick(moves, count, &random);
        court_play(&court, check_move_text(&setup, &pos, move));
        setup.rules->play(&pos, move);
    }
    same_end(&setup, &pos, &court);
    setup.rules->result(&pos, result);
    assert_true(winner == 0 || result[winner - 1] == 1);
    bz_setup_release(&setup);
}

static void games(void **state)
{
    const struct court_case *given = *state;

    for (int i = 0; i < given->games; i++)
        one_game(given, (uint64_t)i);
}

int main(void)
{
    static struct court_case copies[CHECK_COUNT(court_cases)];
    struct cases cases = {0};

    memcpy(copies, court_cases, sizeof(copies));
    for (int i = 0; i < CHECK_COUNT(court_cases); i++)
        cases_add(&cases, games, &copies[i], "%d games with %s", copies[i].games,
                  copies[i].options);
    return cases_run(&cases);
}
