/*
 * test_series.c - matches: pairs are fair, threads change nothing, faults are told, and people are
 * asked like anybody else.
 */
#include "check.h"

#include <string.h>

#include "match/series.h"
#include "toys.h"

static struct bz_series series_of(const char *game, const char *p1, const char *p2, int pairs)
{
    return (struct bz_series){.game = bz_game_find(game, NULL),
                              .specs = {p1, p2},
                              .players = 2,
                              .rounds = pairs,
                              .threads = 1};
}

static struct bz_tally play(const struct bz_series *series)
{
    struct bz_series_fault fault;
    struct bz_tally tallies[BZ_PLAYERS_MAX];
    int code = bz_series_play(series, tallies, &fault);

    if (code)
        fail_msg("%s %s", fault.err.text, fault.fen);
    assert_int_equal(tallies[0].wins + tallies[0].draws + tallies[0].losses, tallies[0].games);
    assert_int_equal(tallies[1].wins, tallies[0].losses);
    assert_int_equal(tallies[1].pairs_won, tallies[0].pairs_lost);
    return tallies[0];
}

static void seats_are_exchanged(void **state)
{
    struct bz_series series = series_of("konane", "greedy", "random:seed=5", 12);
    struct bz_tally there, back;

    (void)state;
    there = play(&series);
    assert_int_equal(there.games, 24);
    series.specs[0] = "random:seed=5";
    series.specs[1] = "greedy";
    back = play(&series);
    assert_int_equal(back.wins, there.losses);
    assert_int_equal(back.losses, there.wins);
    assert_int_equal(there.pairs_won + there.pairs_shared + there.pairs_lost, 12);
    assert_int_equal(back.pairs_won, there.pairs_lost);
    assert_int_equal(back.pairs_lost, there.pairs_won);
}

/* The same player on both sides: what the opening gives to one it gives to the other. */
static void nobody_beats_himself(void **state)
{
    static const char *const games[] = {"konane", "hotk", "monopoly"};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(games); i++) {
        struct bz_series series = series_of(games[i], "greedy", "greedy", 5);
        struct bz_tally tally = play(&series);

        assert_int_equal(tally.games, 10);
        assert_int_equal(tally.wins, tally.losses);
        assert_int_equal(tally.pairs_shared, 5);
    }
}

static void threads_change_nothing(void **state)
{
    struct bz_series series = series_of("hotk", "greedy", "random", 20);
    struct bz_tally alone = play(&series), together;

    (void)state;
    series.threads = 3;
    together = play(&series);
    assert_memory_equal(&alone, &together, sizeof(alone));
    assert_true(alone.wins > 20);
    assert_true(alone.wins < 40); /* or a change of seed could not show */
    series.seed = 1000;
    together = play(&series);
    assert_int_equal(together.games, alone.games);
}

static bool count_calls(void *context, const struct bz_outcome *outcome)
{
    int *calls = context;

    assert_true(outcome->finished && bz_record_is_over(outcome->record));
    assert_int_equal(outcome->tallies[0].games, ++*calls);
    return true;
}

static void every_game_is_told(void **state)
{
    struct bz_series series = series_of("konane", "random", "random", 8);
    int calls = 0;

    (void)state;
    series.threads = 2;
    series.each = count_calls;
    series.context = &calls;
    play(&series);
    assert_int_equal(calls, 16);
}

static void ends_when_told(void **state)
{
    struct bz_series series = series_of("konane", "best", "best", 1000);
    atomic_bool stop = true;

    (void)state;
    series.stop = &stop;
    assert_int_equal(play(&series).games, 0);
}

static void refuse(const struct bz_series *series, int code, const char *words)
{
    struct bz_series_fault fault;
    struct bz_tally tallies[BZ_PLAYERS_MAX];

    assert_int_equal(bz_series_play(series, tallies, &fault), code);
    check_error(&fault.err, code, words);
    assert_int_equal(tallies[0].games, 0);
}

static void wrong_ones_are_refused(void **state)
{
    const char *options[] = {"size=6", "size=77"};
    struct bz_series series = series_of("konane", "best", "nobody", 3);

    (void)state;
    refuse(&series, BZ_ERROR_UNKNOWN, "nobody alphabeta");
    series.specs[1] = "alphabeta:plies=x";
    refuse(&series, BZ_ERROR_SYNTAX, "plies");
    series.specs[1] = "greedy";
    series.opening = 1000;
    refuse(&series, BZ_ERROR_UNFIT, "1000 plies");
    series.assignments = options;
    series.assignment_count = 2;
    refuse(&series, BZ_ERROR_RANGE, "size");
    series = series_of("konane", "greedy", "greedy", 3);
    series.players = 3;
    series.specs[2] = "greedy";
    refuse(&series, BZ_ERROR_UNFIT, "played by 2");
}

/* A game whose moves change while nobody looks: whatever a player answers is no longer there. */

static struct bz_rules shifting;

static int shifting_moves(const void *pos, bz_move *ret_moves)
{
    static bz_move next;

    (void)pos;
    ret_moves[0] = next++;
    return 1;
}

static int shifting_prepare(struct bz_setup *setup, struct bz_error *err)
{
    int code = bz_game_find("konane", NULL)->prepare(setup, err);

    if (code)
        return code;
    shifting = *setup->rules;
    shifting.moves = shifting_moves;
    shifting.count = NULL;
    setup->rules = &shifting;
    return BZ_OK;
}

static void an_illegal_answer_ends_it_with_the_position(void **state)
{
    struct bz_game game = *bz_game_find("konane", NULL);
    struct bz_series series = series_of("konane", "simple", "simple", 3);
    struct bz_series_fault fault;
    struct bz_tally tallies[BZ_PLAYERS_MAX];

    (void)state;
    game.prepare = shifting_prepare;
    game.options = bz_game_find("konane", NULL)->options;
    series.game = &game;
    series.opening = -1; /* none: a shifting game has no moves to begin with */
    assert_int_equal(bz_series_play(&series, tallies, &fault), BZ_ERROR_ILLEGAL);
    check_error(&fault.err, BZ_ERROR_ILLEGAL, "simple");
    assert_string_equal(fault.fen, "BWBWBWBW/WBWBWBWB/BWBWBWBW/WBWBWBWB/BWBWBWBW/WBWBWBWB/"
                                   "BWBWBWBW/WBWBWBWB b");
    assert_int_equal(tallies[0].games, 0);
}

/* Points of a game and wins of a pair are counted apart, and both agree with the games. */
static void pairs_are_counted_by_their_points(void **state)
{
    struct bz_series series = series_of("hotk", "greedy", "random", 20);
    struct bz_tally tally = play(&series);
    struct bz_outcomes pairs = bz_outcomes_of_pairs(&tally.pairs), best = bz_tally_outcomes(&tally);
    int64_t points = 0;

    (void)state;
    for (int i = 0; i < BZ_PAIR_SCORES; i++)
        points += i * tally.pairs.counts[i];
    assert_int_equal(bz_outcomes_total(&pairs), 20);
    assert_int_equal(points, 2 * tally.wins + tally.draws);
    assert_int_equal(best.kinds, pairs.kinds);
    assert_memory_equal(best.counts, pairs.counts, sizeof(pairs.counts));
    series.fixed = true;
    tally = play(&series);
    best = bz_tally_outcomes(&tally);
    assert_false(bz_outcomes_are_pairs(&best));
    assert_int_equal(bz_outcomes_total(&best), 20);
    assert_int_equal(best.counts[2], tally.wins);
}

/* When the second game of a pair is told, the pair is counted. */
static bool count_pairs(void *context, const struct bz_outcome *outcome)
{
    const struct bz_outcomes pairs = bz_outcomes_of_pairs(&outcome->tallies[0].pairs);
    int *calls = context;

    assert_int_equal(bz_outcomes_total(&pairs), ++*calls / 2);
    return *calls < 6;
}

static void a_pair_is_known_with_its_last_game(void **state)
{
    struct bz_series series = series_of("konane", "random", "random", 8);
    int calls = 0;

    (void)state;
    series.each = count_pairs;
    series.context = &calls;
    assert_int_equal(play(&series).games, 6);
}

/* --- games without end ------------------------------------------------------------------------ */

/* `simple` walks against the edge of the board, and `greedy` to the goal. */
static struct bz_series endless(const char *p1, const char *p2)
{
    static const char *const options[] = {"rules=mdp"};
    struct bz_series series = series_of("angry", p1, p2, 1);

    series.assignments = options;
    series.assignment_count = 1;
    return series;
}

static bool note_length(void *context, const struct bz_outcome *outcome)
{
    int *length = context;

    if (outcome->seated[0] == 0) {
        assert_int_equal(outcome->record->ruling, BZ_RULING_DRAWN);
        assert_int_equal(outcome->record->loser, -1);
        *length = outcome->record->length;
    }
    return true;
}

static void a_game_without_end_is_ended(void **state)
{
    static const int bounds[][2] = {
        {0, BZ_PLIES_DEFAULT}, {300, 300}, {BZ_RECORD_PLIES_MAX, BZ_PLIES_MOST}};
    struct bz_series series = endless("simple", "greedy");
    int length = 0;

    (void)state;
    series.each = note_length;
    series.context = &length;
    for (int i = 0; i < CHECK_COUNT(bounds); i++) {
        series.adjudication.plies = bounds[i][0];
        assert_int_equal(play(&series).losses, 1);
        assert_int_equal(length, bounds[i][1]);
    }
}

/* Every step costs a point, and those of a game that was broken off are known too. */
static void what_was_got_until_then_counts(void **state)
{
    struct bz_series series = endless("simple", "simple");
    struct bz_tally tally = play(&series);

    (void)state;
    assert_int_equal(tally.draws, 1);
    assert_true(tally.points <= -BZ_PLIES_DEFAULT / 2.0);
}

/* --- people ----------------------------------------------------------------------------------- */

/* Somebody who does always the same, and counts. */
struct somebody {
    int begun, asked, ended;
    int tires; /* leaves when asked so often; 0: never */
    bool gives_up;
};

static void sit_down(void *context, const struct bz_record *record, int seat)
{
    struct somebody *somebody = context;

    assert_true(seat >= 0 && seat < record->setup->rules->players);
    somebody->begun++;
}

static void choose(void *context, const struct bz_question *question, struct bz_reply *reply)
{
    struct somebody *somebody = context;
    const struct bz_record *record = question->record;
    bz_move moves[BZ_MOVES_MAX];

    assert_int_equal(record->setup->rules->turn(&record->pos), question->seat);
    assert_true(question->allowed == INT64_MAX);
    if (++somebody->asked == somebody->tires) {
        reply->stopped = true;
    } else if (somebody->gives_up) {
        reply->ruling = BZ_RULING_RESIGNED;
    } else {
        record->setup->rules->moves(&record->pos, moves);
        reply->answer.move = moves[0];
    }
}

static void stand_up(void *context)
{
    struct somebody *somebody = context;

    somebody->ended++;
}

/* A series with him, who does as `simple` does, and what came of it. */
static struct bz_tally play_with(struct somebody *somebody, const char *other, int pairs)
{
    struct bz_person person = {
        .context = somebody, .begin = sit_down, .ask = choose, .end = stand_up};
    struct bz_house house = {.person = &person};
    struct bz_series series = series_of("konane", "human", other, pairs);

    series.house = &house;
    return play(&series);
}

static void a_person_is_a_player(void **state)
{
    struct somebody somebody = {0}, both = {0}, loser = {.gives_up = true};
    struct bz_series series = series_of("konane", "simple", "greedy", 4);
    struct bz_tally wanted = play(&series), got = play_with(&somebody, "greedy", 4);

    (void)state;
    assert_memory_equal(&got, &wanted, sizeof(got));
    assert_int_equal(somebody.begun, 8);
    assert_int_equal(somebody.ended, 8);
    play_with(&both, "human", 4);
    assert_int_equal(both.begun, 16);
    got = play_with(&loser, "simple", 4);
    assert_int_equal(got.losses, 8);
    assert_int_equal(got.faults, 0);
    assert_int_equal(loser.asked, 8);
}

static void who_leaves_ends_the_series(void **state)
{
    struct somebody somebody = {.gives_up = true, .tires = 4};
    struct bz_tally tally = play_with(&somebody, "simple", 20);

    (void)state;
    assert_int_equal(tally.games, 3);
    assert_int_equal(somebody.asked, 4);
    assert_int_equal(somebody.begun, somebody.ended);
}

static void nobody_plays_where_nobody_can_be_asked(void **state)
{
    static const char *const specs[] = {"human", "human:", "human:plies=3"};
    struct bz_house house = {.person = NULL};
    struct bz_player *player = NULL;
    struct bz_setup setup;
    struct bz_error err;

    (void)state;
    assert_int_equal(bz_setup_init(&setup, bz_game_find("konane", NULL), NULL, 0, &err), BZ_OK);
    for (int i = 0; i < CHECK_COUNT(specs); i++) {
        assert_true(bz_player_new(&setup, specs[i], 1, &house, &player, &err) < 0);
        assert_null(player);
        assert_non_null(strstr(err.text, i < 2 ? "nobody" : "settings"));
    }
    bz_setup_release(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_are_exchanged),
        cmocka_unit_test(nobody_beats_himself),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(every_game_is_told),
        cmocka_unit_test(ends_when_told),
        cmocka_unit_test(wrong_ones_are_refused),
        cmocka_unit_test(an_illegal_answer_ends_it_with_the_position),
        cmocka_unit_test(pairs_are_counted_by_their_points),
        cmocka_unit_test(a_pair_is_known_with_its_last_game),
        cmocka_unit_test(a_game_without_end_is_ended),
        cmocka_unit_test(what_was_got_until_then_counts),
        cmocka_unit_test(a_person_is_a_player),
        cmocka_unit_test(who_leaves_ends_the_series),
        cmocka_unit_test(nobody_plays_where_nobody_can_be_asked),
    };

    return CHECK_RUN(tests);
}
