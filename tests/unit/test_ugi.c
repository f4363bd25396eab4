/*
 * test_ugi.c - the session itself, driven line by line: games with dice, three players and one,
 * which no registered game has yet, and what is hard to provoke from outside.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "toys.h"
#include "ugi/session.h"

enum { HEARD_MAX = 1 << 16 };

struct desk {
    struct ugi *ugi;
    pthread_mutex_t lock;
    pthread_cond_t news;
    char heard[HEARD_MAX]; /* all that came since the last command */
    size_t length;
    bool deaf; /* writing fails */
};

static int hear(void *context, const char *text, size_t length)
{
    struct desk *desk = context;
    bool deaf;

    pthread_mutex_lock(&desk->lock);
    deaf = desk->deaf;
    if (length > 0 && text[length - 1] == '\n' && desk->length + length < HEARD_MAX) {
        memcpy(desk->heard + desk->length, text, length);
        desk->length += length;
        desk->heard[desk->length] = '\0';
    }
    pthread_cond_broadcast(&desk->news);
    pthread_mutex_unlock(&desk->lock);
    return deaf ? -1 : 0;
}

static void open_desk(struct desk *desk, const struct bz_game *game, const char *options)
{
    struct bz_setup setup;
    struct bz_error err;

    memset(desk, 0, sizeof(*desk));
    pthread_mutex_init(&desk->lock, NULL);
    pthread_cond_init(&desk->news, NULL);
    desk->ugi = malloc(sizeof(*desk->ugi));
    assert_non_null(desk->ugi);
    check_setup_of(&setup, game, options);
    assert_int_equal(ugi_init(desk->ugi, &setup, hear, desk, &err), BZ_OK);
}

static void close_desk(struct desk *desk)
{
    ugi_release(desk->ugi);
    free(desk->ugi);
    pthread_cond_destroy(&desk->news);
    pthread_mutex_destroy(&desk->lock);
}

static bool tell(struct desk *desk, const char *line)
{
    pthread_mutex_lock(&desk->lock);
    desk->length = 0;
    desk->heard[0] = '\0';
    pthread_mutex_unlock(&desk->lock);
    return ugi_line(desk->ugi, line, strlen(line));
}

/* What the command says is exactly this, line ends included. */
static void expect(struct desk *desk, const char *line, const char *wanted)
{
    assert_true(tell(desk, line));
    assert_string_equal(desk->heard, wanted);
}

/* What the command says begins so and is one line. */
static void expect_start(struct desk *desk, const char *line, const char *wanted)
{
    assert_true(tell(desk, line));
    if (strncmp(desk->heard, wanted, strlen(wanted)) != 0 ||
        strchr(desk->heard, '\n') != desk->heard + desk->length - 1)
        fail_msg("%s: got '%s', not one line '%s…'", line, desk->heard, wanted);
}

static bool knows(struct desk *desk, const char *text)
{
    bool found;

    pthread_mutex_lock(&desk->lock);
    found = strstr(desk->heard, text) != NULL;
    pthread_mutex_unlock(&desk->lock);
    return found;
}

static void await(struct desk *desk, const char *text)
{
    pthread_mutex_lock(&desk->lock);
    while (!strstr(desk->heard, text))
        pthread_cond_wait(&desk->news, &desk->lock);
    pthread_mutex_unlock(&desk->lock);
}

/* Counting is the search thread's work, so its answer comes when it is done. */
static void expect_count(struct desk *desk, const char *line, const char *wanted)
{
    assert_true(tell(desk, line));
    await(desk, "\n");
    assert_string_equal(desk->heard, wanted);
}

static void dice(void **state)
{
    struct desk desk;

    (void)state;
    open_desk(&desk, &toy_darts, "throws=2");
    expect(&desk, "query turn", "response chance\n");
    expect(&desk, "query p1turn", "response true\n");
    expect(&desk, "query chance", "response throw1 1/2 throw2 1/3 throw3 1/6\n");
    expect(&desk, "query legalmoves", "response throw1 throw2 throw3\n");
    expect(&desk, "query islegal throw2", "response true\n");
    expect(&desk, "query islegal take", "response false\n");
    expect(&desk, "query gameover", "response false\n");
    expect(&desk, "query result", "response none\n");
    expect_count(&desk, "perft 1", "nodes 3\n");
    expect_count(&desk, "perft 2", "nodes 6\n");
    expect(&desk, "position startpos moves throw3", "");
    expect(&desk, "query turn", "response p1\n");
    expect(&desk, "query chance", "response\n");
    expect(&desk, "query legalmoves", "response take save\n");
    expect(&desk, "position startpos moves throw3 take", "");
    expect(&desk, "query turn", "response chance\n");
    expect(&desk, "query p1turn", "response false\n");
    expect(&desk, "query score", "response 3 0\n");
    expect(&desk, "eval", "eval -3\n");
    expect(&desk, "query fen", "response 3,0 -- 2 0 3\n");
    expect(&desk, "position fen 3,3 -- 1 0 6", "");
    expect(&desk, "query turn", "response none\n");
    expect(&desk, "query result", "response draw\n");
    expect(&desk, "query p1turn", "response false\n");
    expect(&desk, "query chance", "response\n");
    close_desk(&desk);
}

static void no_search_at_a_chance_node(void **state)
{
    struct desk desk;

    (void)state;
    open_desk(&desk, &toy_darts, "");
    expect(&desk, "setoption name Engine value random", "");
    assert_true(tell(&desk, "go"));
    await(&desk, "\n");
    expect(&desk, "isready", "readyok\n");
    assert_true(tell(&desk, "go depth 3"));
    await(&desk, "bestmove (none)\n");
    assert_string_equal(desk.heard, "bestmove (none)\n");
    close_desk(&desk);
}

static void three_players(void **state)
{
    struct desk desk;

    (void)state;
    open_desk(&desk, &toy_stones, "pile=5");
    expect(&desk, "query turn", "response p1\n");
    expect(&desk, "query score", "response 5 5 5\n");
    expect(&desk, "position startpos moves take1 take2", "");
    expect(&desk, "query turn", "response p3\n");
    expect(&desk, "query result", "response none\n");
    expect(&desk, "position startpos moves take1 take2 take2", "");
    expect(&desk, "query turn", "response none\n");
    expect(&desk, "query result", "response p3win\n");
    expect(&desk, "query gameover", "response true\n");
    expect(&desk, "query legalmoves", "response\n");
    expect(&desk, "setoption name Engine value simple", "");
    expect(&desk, "position startpos", "");
    assert_true(tell(&desk, "go p1time 1000 p2time 1000 p3time 1000 p3inc 5"));
    await(&desk, "bestmove take1\n");
    close_desk(&desk);
}

static void one_player(void **state)
{
    struct desk desk;

    (void)state;
    open_desk(&desk, &toy_gather, "cards=2");
    expect(&desk, "query turn", "response p1\n");
    expect(&desk, "query result", "response none\n");
    expect(&desk, "position startpos moves left left", "");
    expect(&desk, "query result", "response done\n");
    expect(&desk, "query score", "response 5\n");
    expect(&desk, "d", "- 2 5\nfen - 2 5\n");
    close_desk(&desk);
}

static void a_changed_option_goes_back_to_the_start(void **state)
{
    struct desk desk;

    (void)state;
    open_desk(&desk, &toy_stones, "");
    expect(&desk, "setoption name pile value 7", "");
    expect(&desk, "query fen", "response 7 1\n");
    expect(&desk, "position startpos moves take1", "");
    expect(&desk, "setoption name pile value 9", "info string back at the starting position\n");
    expect(&desk, "query fen", "response 9 1\n");
    expect(&desk, "position startpos moves take1", "");
    expect_start(&desk, "setoption name pile value 1000", "info string error: ");
    expect(&desk, "query fen", "response 8 2\n");
    close_desk(&desk);
}

/* A search without limits keeps its answer until it is asked for, even where it has nothing
 * left to search. */
static void infinite_waits_for_stop(void **state)
{
    struct desk desk;

    (void)state;
    open_desk(&desk, bz_game_find("konane", NULL), "size=4");
    assert_true(tell(&desk, "go infinite"));
    await(&desk, "info depth");
    usleep(50000);
    assert_false(knows(&desk, "bestmove"));
    assert_true(tell(&desk, "isready"));
    await(&desk, "readyok\n");
    assert_false(knows(&desk, "bestmove"));
    assert_true(tell(&desk, "stop"));
    await(&desk, "bestmove ");
    assert_true(tell(&desk, "stop"));
    assert_true(tell(&desk, "isready"));
    assert_string_equal(desk.heard, "readyok\n");
    close_desk(&desk);
}

static void a_command_ends_an_infinite_search(void **state)
{
    static const char *const commands[] = {"go depth 1",
                                           "position startpos",
                                           "setoption name Depth value 3",
                                           "uginewgame",
                                           "perft 1",
                                           "query turn",
                                           "d",
                                           "eval"};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(commands); i++) {
        struct desk desk;

        open_desk(&desk, bz_game_find("konane", NULL), "");
        assert_true(tell(&desk, "go infinite"));
        await(&desk, "info depth");
        assert_true(tell(&desk, commands[i]));
        await(&desk, "bestmove ");
        close_desk(&desk);
    }
}

static void perft_can_be_stopped(void **state)
{
    struct desk desk;

    (void)state;
    open_desk(&desk, bz_game_find("konane", NULL), "");
    assert_true(tell(&desk, "perft 60"));
    assert_true(tell(&desk, "stop"));
    await(&desk, "info string error: perft 60 was stopped\n");
    expect_count(&desk, "perft 2", "nodes 12\n");
    close_desk(&desk);
}

static void the_end_gives_the_answer(void **state)
{
    static const char *const commands[] = {"go infinite", "go depth 3", "go movetime 30"};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(commands); i++) {
        struct desk desk;

        open_desk(&desk, bz_game_find("konane", NULL), "");
        assert_true(tell(&desk, commands[i]));
        assert_false(ugi_line(desk.ugi, "quit", 4));
        ugi_release(desk.ugi);
        assert_non_null(strstr(desk.heard, "bestmove "));
        free(desk.ugi);
    }
}

static void a_failed_write_ends_it(void **state)
{
    struct desk desk;

    (void)state;
    open_desk(&desk, &toy_stones, "");
    desk.deaf = true;
    assert_false(tell(&desk, "isready"));
    assert_false(tell(&desk, "d"));
    close_desk(&desk);
}

/* Zero bytes, blanks and tabs, words that only begin right. */
static void bytes_of_all_kinds(void **state)
{
    struct desk desk;
    char line[] = "isready\0";

    (void)state;
    open_desk(&desk, &toy_stones, "");
    expect(&desk, "", "");
    expect(&desk, " \t ", "");
    expect(&desk, "\t isready  ", "readyok\n");
    expect_start(&desk, "isread", "info string error: unknown command 'isread'");
    expect_start(&desk, "isready now", "info string error: ");
    expect_start(&desk, "\x01\xff\x7f", "info string error: unknown command '\\x01\\xff\\x7f'");
    assert_true(tell(&desk, ""));
    assert_true(ugi_line(desk.ugi, line, sizeof(line) - 1));
    assert_string_equal(desk.heard, "info string error: unknown command 'isready\\x00'\n");
    close_desk(&desk);
}

static void the_ceiling_holds(void **state)
{
    struct desk desk;

    (void)state;
    open_desk(&desk, bz_game_find("konane", NULL), "");
    desk.ugi->ceiling = (struct ugi_ceiling){.nodes = 1000, .perft = 2};
    expect_count(&desk, "perft 200", "nodes 12\n");
    assert_true(tell(&desk, "go depth 200"));
    await(&desk, "bestmove ");
    assert_true(tell(&desk, "setoption name Engine value minimax"));
    assert_true(tell(&desk, "go depth 200"));
    await(&desk, "bestmove ");
    close_desk(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dice),
        cmocka_unit_test(no_search_at_a_chance_node),
        cmocka_unit_test(three_players),
        cmocka_unit_test(one_player),
        cmocka_unit_test(a_changed_option_goes_back_to_the_start),
        cmocka_unit_test(infinite_waits_for_stop),
        cmocka_unit_test(a_command_ends_an_infinite_search),
        cmocka_unit_test(perft_can_be_stopped),
        cmocka_unit_test(the_end_gives_the_answer),
        cmocka_unit_test(a_failed_write_ends_it),
        cmocka_unit_test(bytes_of_all_kinds),
        cmocka_unit_test(the_ceiling_holds),
    };

    return CHECK_RUN(tests);
}
