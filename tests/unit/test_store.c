/*
 * test_store.c - what is put into a store comes out again: the same on every database.
 */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stores.h"

enum { GAMES = 60, PLAYERS = 4 };

#define OK(call)                      \
    do {                              \
        if ((call) != BZ_OK)          \
            fail_msg("%s", err.text); \
    } while (0)

static void a_password_is_not_shown(void **state)
{
    static const char *const urls[][2] = {
        {"games.db", "games.db"},
        {"sqlite:a:b@c.db", "sqlite:a:b@c.db"},
        {"postgres:a@b", "postgres:a@b"},
        {"postgres://server/bazi", "postgres://server/bazi"},
        {"postgres://ann@server:5432/bazi", "postgres://ann@server:5432/bazi"},
        {"postgres://ann:s3:cret@server:5432/b", "postgres://ann:PASSWORD@server:5432/b"},
        {"postgresql://:x@/b?host=/tmp", "postgresql://:PASSWORD@/b?host=/tmp"},
        {"postgres://server:1/a:b@c", "postgres://server:1/a:b@c"},
        {"postgres://s/b?user=a&password=x%26y&sslpassword=z&sslmode=require",
         "postgres://s/b?user=a&password=PASSWORD&sslpassword=PASSWORD&sslmode=require"},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(urls); i++) {
        char text[200] = "";
        struct bz_buf shown = BZ_BUF(text);

        bz_store_url_show(urls[i][0], &shown);
        assert_string_equal(text, urls[i][1]);
    }
}

static int see_tournament(void *context, const struct bz_store_tournament *tournament)
{
    assert_string_equal(tournament->name, "Friday's \"cup\"; DROP TABLE games; --");
    assert_string_equal(tournament->config, "[games]\n");
    assert_string_equal(tournament->state, "over");
    assert_true(tournament->seed == 0xfedcba9876543210u);
    assert_int_equal(strlen(tournament->created), strlen("2026-07-14T09:30:00Z"));
    ++*(int *)context;
    return 0;
}

static int see_player(void *context, const struct bz_store_player *player)
{
    int *count = context;

    assert_int_equal(player->number, *count);
    assert_string_equal(player->name, ((const char *[]){"a", "b", "c", "d"})[*count]);
    assert_string_equal(player->spec, "random:seed=1");
    assert_string_equal(player->state, *count == 1 ? "withdrawn" : "in");
    ++*count;
    return 0;
}

static void tournaments(void **state)
{
    static const char name[] = "Friday's \"cup\"; DROP TABLE games; --";
    struct bz_store *store = stores_open(*state, BZ_STORE_CREATE);
    struct bz_store_tournament again = {.name = name, .id = -7};
    struct bz_error err;
    int64_t players[PLAYERS], id = stores_tournament(store, name, PLAYERS, players), found = 0;
    int count = 0;

    OK(bz_store_tournament_find(store, name, &found, &err));
    assert_int_equal(found, id);
    assert_int_equal(bz_store_tournament_find(store, "Friday", &found, &err), BZ_ERROR_UNKNOWN);
    assert_int_equal(bz_store_tournament_add(store, &again, NULL, 0, &err), BZ_ERROR_UNFIT);
    check_error(&err, BZ_ERROR_UNFIT, "already Friday");
    assert_int_equal(again.id, -7);
    OK(bz_store_tournament_state(store, id, "over", &err));
    assert_int_equal(bz_store_tournament_state(store, 12345, "over", &err), BZ_ERROR_UNKNOWN);
    OK(bz_store_player_state(store, players[1], "withdrawn", NULL, &err));
    bz_store_close(store);

    store = stores_open(*state, BZ_STORE_READ);
    OK(bz_store_tournaments(store, 0, see_tournament, &count, &err));
    OK(bz_store_tournaments(store, id, see_tournament, &count, &err));
    OK(bz_store_tournaments(store, id + 1, see_tournament, &count, &err));
    assert_int_equal(count, 2);
    count = 0;
    OK(bz_store_players(store, id, see_player, &count, &err));
    assert_int_equal(count, PLAYERS);
    bz_store_close(store);
}

/* A tournament with a player twice is none at all. */
static void all_or_nothing(void **state)
{
    struct bz_store *store = stores_open(*state, BZ_STORE_CREATE);
    struct bz_store_tournament tournament = {.name = "x"};
    struct bz_store_player twice[] = {{.number = 0, .name = "a"}, {.number = 0, .name = "b"}};
    struct bz_error err;
    int64_t found = -1;

    assert_int_equal(bz_store_tournament_add(store, &tournament, twice, 2, &err), BZ_ERROR_UNFIT);
    assert_int_equal(bz_store_tournament_find(store, "x", &found, &err), BZ_ERROR_UNKNOWN);
    assert_int_equal(found, -1);
    bz_store_close(store);
}

static void texts_are_utf8(void **state)
{
    struct bz_store *store = stores_open(*state, BZ_STORE_CREATE);
    struct bz_store_tournament wrong = {.name = "\xc3("}, right = {.name = "Kōnane ♟ 🂡"};
    struct bz_error err;
    int64_t found = 0;

    assert_int_equal(bz_store_tournament_add(store, &wrong, NULL, 0, &err), BZ_ERROR_SYNTAX);
    OK(bz_store_tournament_add(store, &right, NULL, 0, &err));
    OK(bz_store_tournament_find(store, "Kōnane ♟ 🂡", &found, &err));
    assert_int_equal(found, right.id);
    bz_store_close(store);
}

/* Neither database may have its own idea of what infinity is. */
static void numbers_are_finite(void **state)
{
    struct bz_store *store = stores_open(*state, BZ_STORE_CREATE);
    struct bz_error err;
    int64_t players[1], id = stores_tournament(store, "t", 1, players);
    struct bz_store_rating ratings[] = {{players[0], (double)NAN, 0, 0, 1},
                                        {players[0], 0, -(double)INFINITY, 0, 1}};

    for (int i = 0; i < 2; i++)
        assert_int_equal(bz_store_ratings_set(store, id, &ratings[i], 1, &err), BZ_ERROR_RANGE);
    bz_store_close(store);
}

/* Of what a program said last the end is kept. */
static void long_excerpts(void **state)
{
    struct bz_store *store = stores_open(*state, BZ_STORE_CREATE);
    struct bz_error err;
    int64_t players[1], id = stores_tournament(store, "t", 1, players);
    size_t length = BZ_STORE_EXCERPT_MAX + 5;
    char *said = calloc(1, length);
    struct bz_store_game game = {
        .tournament = id,
        .seat_count = 1,
        .seats = {{.player = players[0], .excerpt = said, .excerpt_length = length}}};

    assert_non_null(said);
    memset(said, 'x', 5);
    OK(bz_store_enqueue(store, &game, 1, &err));
    assert_int_equal(back_door_ask(*state, "SELECT length(excerpt) FROM seats"),
                     BZ_STORE_EXCERPT_MAX);
    free(said);
    bz_store_close(store);
}

static int see_file(void *context, const struct bz_store_file *file)
{
    struct bz_store_file *files = context;

    while (files->path && strcmp(files->path, file->path) != 0)
        files++;
    assert_non_null(files->path);
    assert_int_equal(files->mode, file->mode);
    assert_string_equal(files->hash, file->hash);
    files->mode = -1; /* seen */
    return 0;
}

static void files_travel(void **state)
{
    struct bz_store *store = stores_open(*state, BZ_STORE_CREATE);
    struct bz_store_file files[] = {
        {.path = "run", .mode = 0755}, {.path = "lib/x", .mode = 0644}, {.path = NULL}};
    struct bz_error err;
    int64_t players[1];
    void *content = NULL;
    size_t length = 0;

    stores_tournament(store, "t", 1, players);
    OK(bz_store_file_put(store, "\0binary\xff", 8, files[0].hash, &err));
    OK(bz_store_file_put(store, "\0binary\xff", 8, files[1].hash, &err));
    assert_string_equal(files[0].hash, files[1].hash);
    OK(bz_store_file_put(store, NULL, 0, files[1].hash, &err));
    assert_int_equal(back_door_ask(*state, "SELECT count(*) FROM files"), 2);
    OK(bz_store_player_files_set(store, players[0], files, 1, &err));
    OK(bz_store_player_files_set(store, players[0], files, 2, &err));
    OK(bz_store_player_files(store, players[0], see_file, files, &err));
    assert_true(files[0].mode == -1 && files[1].mode == -1);

    OK(bz_store_file_get(store, files[0].hash, &content, &length, &err));
    assert_int_equal(length, 8);
    assert_memory_equal(content, "\0binary\xff", 8);
    free(content);
    OK(bz_store_file_get(store, files[1].hash, &content, &length, &err));
    assert_int_equal(length, 0);
    free(content);
    assert_int_equal(bz_store_file_get(store, "abc", &content, &length, &err), BZ_ERROR_UNKNOWN);
    back_door_say(*state, "UPDATE files SET content = 'other'");
    assert_int_equal(bz_store_file_get(store, files[0].hash, &content, &length, &err),
                     BZ_ERROR_DAMAGED);
    bz_store_close(store);
}

/* Finishes all games that are queued. */
static void play_all(struct bz_store *store)
{
    int64_t worker = stores_worker(store);
    struct bz_store_hand hand;
    struct bz_error err;

    for (;;) {
        OK(bz_store_claim(store, worker, 0, 7, &hand, &err));
        if (!hand.count)
            break;
        for (int i = 0; i < hand.count; i++)
            OK(stores_finish(store, &hand.games[i], &err));
        bz_store_hand_release(&hand);
    }
}

struct walk {
    int64_t next[GAMES]; /* numbers that are still to come */
    int count, at;
    bool records;
};

static int see_game(void *context, const struct bz_store_game *game)
{
    struct walk *walk = context;
    int64_t n = game->number;

    assert_true(walk->at < walk->count);
    assert_int_equal(n, walk->next[walk->at++]);
    assert_string_equal(game->game, n % 5 ? "chess" : "go");
    assert_int_equal(game->state, BZ_STORE_DONE);
    assert_int_equal(game->attempt, 1);
    assert_int_equal(game->round, n / 2);
    assert_int_equal(game->pairing, n / 4);
    assert_int_equal(game->plies, STORES_MOVES - 1);
    assert_string_equal(game->ruling, n % 7 ? "" : "crashed");
    assert_int_equal(game->loser, n % 7 ? -1 : 1);
    assert_true(game->seconds == 0.25);
    assert_true(game->print == (uint64_t)n / 2 * 2 + 0x8000000000000000u);
    assert_string_equal(game->record, walk->records ? "a record" : "");
    assert_string_equal(game->task, walk->records ? "go on" : "");
    assert_int_equal(game->seat_count, 2);
    assert_true(game->seats[1].points == (double)(n + 1) / 2);
    assert_string_equal(game->seats[0].name, ((const char *[]){"a", "b", "c", "d"})[n % PLAYERS]);
    assert_int_equal(game->seats[0].excerpt_length, walk->records ? 2 : 0);
    if (walk->records)
        assert_memory_equal(game->seats[0].excerpt, "\0\xff", 2);
    return 0;
}

/* The players of a game, as stores_enqueue seats them. */
static bool sits(int64_t number, int player)
{
    int first = (int)(number % PLAYERS);
    int second = (int)((first + 1 + number / PLAYERS % (PLAYERS - 1)) % PLAYERS);

    return player == first || player == second;
}

static bool wanted(const struct bz_store_filter *filter, int64_t n)
{
    static const char *const results[] = {"p1win", "p2win", "draw"};

    return (!filter->player || sits(n, filter->player[0] - 'a')) &&
           (!filter->game || strcmp(filter->game, n % 5 ? "chess" : "go") == 0) &&
           (!filter->result || strcmp(filter->result, results[n % 3]) == 0) &&
           (!filter->ruling || (strcmp(filter->ruling, "crashed") == 0) == (n % 7 == 0)) &&
           (!filter->by_position || (int64_t)filter->position / 1000 == n) &&
           (!filter->by_state || filter->state == BZ_STORE_DONE);
}

static void filters(void **state)
{
    static const struct bz_store_filter cases[] = {
        {.records = false},
        {.records = true},
        {.player = "b"},
        {.player = "nobody"},
        {.game = "go", .records = true},
        {.result = "draw", .player = "c"},
        {.ruling = "crashed"},
        {.ruling = ""},
        {.by_position = true, .position = 17020},
        {.by_position = true, .position = 17021},
        {.by_state = true, .state = BZ_STORE_DONE, .game = "chess", .result = "p1win"},
        {.by_state = true, .state = BZ_STORE_QUEUED},
    };
    struct bz_store *store = stores_open(*state, BZ_STORE_CREATE);
    struct bz_error err;
    int64_t players[PLAYERS], id = stores_tournament(store, "t", PLAYERS, players);
    int64_t others[PLAYERS];

    stores_tournament(store, "u", PLAYERS, others);
    stores_enqueue(store, id, players, PLAYERS, GAMES);
    play_all(store);
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        struct walk walk = {.records = cases[i].records};

        for (int n = 0; n < GAMES; n++)
            if (wanted(&cases[i], n) && (!cases[i].by_position || cases[i].position % 1000 < 21))
                walk.next[walk.count++] = n;
        OK(bz_store_games(store, &cases[i], see_game, &walk, &err));
        assert_int_equal(walk.at, walk.count);
    }
    assert_int_equal(back_door_ask(*state, "SELECT count(*) FROM moves"), GAMES * STORES_MOVES);
    bz_store_close(store);
}

static int stop_at_once(void *context, const struct bz_store_game *game)
{
    (void)game;
    ++*(int *)context;
    return 77;
}

static int count_game(void *context, const struct bz_store_game *game)
{
    (void)game;
    ++*(int *)context;
    return 0;
}

static void walks_and_twins(void **state)
{
    struct bz_store *store = stores_open(*state, BZ_STORE_CREATE);
    struct bz_store_filter all = {.tournament = 0}, twins = {.twins = true};
    struct bz_error err;
    int64_t players[PLAYERS], id = stores_tournament(store, "t", PLAYERS, players);
    int64_t counts[BZ_STORE_STATES], ids[2];
    int seen = 0;

    stores_enqueue(store, id, players, PLAYERS, 9);
    stores_enqueue(store, id, players, PLAYERS, 11); /* nine of them again */
    ids[0] = back_door_ask(*state, "SELECT id FROM games WHERE number = 9");
    ids[1] = back_door_ask(*state, "SELECT id FROM games WHERE number = 10");
    OK(bz_store_void(store, ids, 1, &err));
    OK(bz_store_count(store, id, counts, &err));
    assert_int_equal(counts[BZ_STORE_QUEUED], 10);
    assert_int_equal(counts[BZ_STORE_VOID], 1);
    play_all(store);
    OK(bz_store_void(store, ids, 2, &err)); /* what is done is done */
    OK(bz_store_count(store, 0, counts, &err));
    assert_int_equal(counts[BZ_STORE_DONE], 10);
    assert_int_equal(bz_store_games(store, &all, stop_at_once, &seen, &err), 77);
    assert_int_equal(seen, 1);
    OK(bz_store_games(store, &twins, count_game, &seen, &err));
    assert_int_equal(seen, 1 + 8); /* 8 and 10 have no twin */
    bz_store_close(store);
}

static int add_score(void *context, const struct bz_store_score *score)
{
    struct bz_store_score(*all)[PLAYERS] = context;

    all[score->player - 1][score->rival - 1] = *score;
    return 0;
}

/* Compared with a sum over the games as they were written. */
static void scores(void **state)
{
    struct bz_store *store = stores_open(*state, BZ_STORE_CREATE);
    struct bz_store_score got[PLAYERS][PLAYERS] = {{{0}}}, want[PLAYERS][PLAYERS] = {{{0}}};
    struct bz_error err;
    int64_t players[PLAYERS], id = stores_tournament(store, "t", PLAYERS, players);

    stores_enqueue(store, id, players, PLAYERS, GAMES);
    play_all(store);
    OK(bz_store_scores(store, id, add_score, got, &err));
    for (int n = 0; n < GAMES; n++)
        for (int i = 0; i < PLAYERS; i++)
            for (int j = 0; j < PLAYERS; j++) {
                struct bz_store_score *score = &want[i][j];
                int seat = n % PLAYERS != i;

                if (i == j || !sits(n, i) || !sits(n, j))
                    continue;
                score->games++;
                score->draws += n % 3 == 2;
                score->wins += n % 3 == seat;
                score->losses += n % 3 == !seat;
                score->points += (n + seat) / 2.0;
                score->rival_points += (n + !seat) / 2.0;
            }
    for (int i = 0; i < PLAYERS; i++)
        for (int j = 0; j < PLAYERS; j++) {
            assert_int_equal(got[i][j].games, want[i][j].games);
            assert_int_equal(got[i][j].wins, want[i][j].wins);
            assert_int_equal(got[i][j].draws, want[i][j].draws);
            assert_int_equal(got[i][j].losses, want[i][j].losses);
            assert_true(got[i][j].points == want[i][j].points);
            assert_true(got[i][j].rival_points == want[i][j].rival_points);
        }
    bz_store_close(store);
}

static int see_event(void *context, const struct bz_store_event *event)
{
    int64_t *last = context;

    assert_true(event->id > *last);
    assert_string_equal(event->kind, "pause");
    assert_string_equal(event->text, *last ? "two\nlines" : "one");
    assert_int_equal(event->worker, 0);
    assert_true((event->player != 0) == (*last != 0));
    *last = event->id;
    return 0;
}

static int see_rating(void *context, const struct bz_store_rating *rating)
{
    double *least = context;

    assert_true(rating->rating < *least);
    assert_true(rating->low == rating->rating - 0.1 && rating->high == rating->rating + 0.1);
    assert_int_equal(rating->games, 12);
    *least = rating->rating;
    return 0;
}

static void events_and_ratings(void **state)
{
    struct bz_store *store = stores_open(*state, BZ_STORE_CREATE);
    struct bz_store_rating ratings[2];
    struct bz_error err;
    int64_t players[2], id = stores_tournament(store, "t", 2, players), last = 0, first;
    double least = 1e9;
    struct bz_store_event event = {.tournament = id, .kind = "pause", .text = "one"};

    OK(bz_store_event_add(store, &event, &err));
    event.text = "two\nlines";
    event.player = players[1];
    OK(bz_store_event_add(store, &event, &err));
    OK(bz_store_events(store, id, 0, see_event, &last, &err));
    first = back_door_ask(*state, "SELECT min(id) FROM events");
    assert_true(last > first);
    OK(bz_store_events(store, id, first, see_event, &first, &err));
    assert_int_equal(first, last);

    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 2; i++)
            ratings[i] =
                (struct bz_store_rating){players[i], i / 3.0, i / 3.0 - 0.1, i / 3.0 + 0.1, 12};
        OK(bz_store_ratings_set(store, id, ratings, 2, &err));
    }
    OK(bz_store_ratings(store, id, see_rating, &least, &err));
    assert_true(least == 0.0);
    assert_int_equal(back_door_ask(*state, "SELECT count(*) FROM ratings"), 2);
    bz_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_password_is_not_shown),
        cmocka_unit_test_setup_teardown(tournaments, stores_make, stores_remove),
        cmocka_unit_test_setup_teardown(all_or_nothing, stores_make, stores_remove),
        cmocka_unit_test_setup_teardown(texts_are_utf8, stores_make, stores_remove),
        cmocka_unit_test_setup_teardown(numbers_are_finite, stores_make, stores_remove),
        cmocka_unit_test_setup_teardown(long_excerpts, stores_make, stores_remove),
        cmocka_unit_test_setup_teardown(files_travel, stores_make, stores_remove),
        cmocka_unit_test_setup_teardown(filters, stores_make, stores_remove),
        cmocka_unit_test_setup_teardown(walks_and_twins, stores_make, stores_remove),
        cmocka_unit_test_setup_teardown(scores, stores_make, stores_remove),
        cmocka_unit_test_setup_teardown(events_and_ratings, stores_make, stores_remove),
    };

    return CHECK_RUN(tests);
}
