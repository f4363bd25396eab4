/*
 * test_monopoly_text.c - what is read and what is refused: positions, boards, moves, options; and
 * what people are told.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A board in a file of its own, for as long as a test needs it. */
struct draft {
    char path[64];
};

static struct draft draft_bytes(const char *bytes, size_t size)
{
    struct draft draft = {"/tmp/bazi-board-XXXXXX"};
    int file = mkstemp(draft.path);

    assert_true(file >= 0);
    assert_int_equal(write(file, bytes, size), size);
    assert_int_equal(close(file), 0);
    return draft;
}

static struct draft draft_text(const char *text)
{
    return draft_bytes(text, strlen(text));
}

static int init_with(struct bz_setup *setup, const char *path, struct bz_error *err)
{
    char assignment[BZ_VALUE_MAX];
    const char *const assignments[] = {assignment};

    snprintf(assignment, sizeof(assignment), "board=%s", path);
    return bz_setup_init(setup, bz_game_find("monopoly", NULL), assignments, 1, err);
}

/* --- positions ------------------------------------------------------------------------------- */

static void positions_read_back(void **state)
{
    static const struct {
        const char *options, *text;
        bool over;
    } good[] = {
        {"", "1000,1000 0,0 .......... 1 r 0", false},
        {"", "800,1000 2,4 ..1....... 2 a 1", false},
        {"", "330,270 7,1 .2121.2121 2 a 0", false},
        {"", "1,1 9,9 .1111.1111 1 a 499", false},
        {"", "560,0 4,5 .2..1.2... 1 r 22", true},
        {"", "-199,560 5,4 .2..1.2... 2 r 23", true},
        {"", "900000,0 0,0 .......... 1 r 2", true},
        {"", "700,700 1,2 .......... 1 r 500", true},
        {"", "0,700 1,2 .......... 2 r 500", true},
        {"cap=10", "700,700 1,2 .......... 2 r 10", true},
        {"board=lane", "300,300 5,0 .12.12 2 r 3", false},
        {"board=bazaar", "1500,1500 15,0 .112.12..1.2.121 1 a 3", false},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(good); i++) {
        struct bz_setup setup;
        union bz_pos pos;

        check_setup(&setup, "monopoly", good[i].options);
        check_parse(&setup, good[i].text, &pos);
        assert_string_equal(check_text(&setup, &pos), good[i].text);
        assert_int_equal(bz_is_over(&setup, &pos), good[i].over);
        bz_setup_release(&setup);
    }
}

struct refused {
    const char *text;
    int code;
    const char *words;
};

static void positions_are_refused(void **state)
{
    static const struct refused bad[] = {
        {"", BZ_ERROR_SYNTAX, "character 1: cash whole"},
        {"1000", BZ_ERROR_SYNTAX, "character 5: comma"},
        {"1000,", BZ_ERROR_SYNTAX, "character 6: cash"},
        {"1000,1000,1000 0,0 .......... 1 r 0", BZ_ERROR_SYNTAX, "character 10: blank"},
        {"1000,1000", BZ_ERROR_SYNTAX, "character 10: blank"},
        {"x,1000 0,0 .......... 1 r 0", BZ_ERROR_SYNTAX, "cash 'x'"},
        {" 1000,1000 0,0 .......... 1 r 0", BZ_ERROR_SYNTAX, "character 1: cash"},
        {"1000,1000  0,0 .......... 1 r 0", BZ_ERROR_SYNTAX, "character 11: square"},
        {"1000,900001 0,0 .......... 1 r 0", BZ_ERROR_RANGE, "cash 900001 -199 900000"},
        {"1000,99999999999999999999 0,0 .......... 1 r 0", BZ_ERROR_RANGE, "cash 9999"},
        {"-200,1000 0,0 .......... 2 r 1", BZ_ERROR_RANGE, "cash -200 -199"},
        {"+100,1000 0,0 .......... 2 r 1", BZ_ERROR_SYNTAX, "cash +100"},
        {"0100,1000 0,0 .......... 2 r 1", BZ_ERROR_SYNTAX, "zero in front"},
        {"-0,1000 0,0 .......... 2 r 1", BZ_ERROR_SYNTAX, "zero in front"},
        {"1000,1000 0,10 .......... 1 r 0", BZ_ERROR_RANGE, "square 10 0 9"},
        {"1000,1000 -1,0 .......... 1 r 0", BZ_ERROR_RANGE, "square -1"},
        {"1000,1000 0 .......... 1 r 0", BZ_ERROR_SYNTAX, "comma"},
        {"1000,1000 0,0 ......... 1 r 0", BZ_ERROR_SYNTAX, "9 owners 10 squares"},
        {"1000,1000 0,0 ........... 1 r 0", BZ_ERROR_SYNTAX, "more owners 10"},
        {"1000,1000 0,0 ....3..... 1 r 0", BZ_ERROR_SYNTAX, "character 19: owner"},
        {"1000,1000 0,0 ....0..... 1 r 0", BZ_ERROR_SYNTAX, "character 19: owner"},
        {"1000,1000 0,0 1......... 1 r 0", BZ_ERROR_ILLEGAL, "character 15: own Start"},
        {"1000,1000 0,0 .....2.... 1 r 0", BZ_ERROR_ILLEGAL, "character 20: own prison"},
        {"1000,1000 0,0 .......... 0 r 0", BZ_ERROR_RANGE, "turn 0"},
        {"1000,1000 0,0 .......... 3 r 0", BZ_ERROR_RANGE, "turn 3"},
        {"1000,1000 0,0 .......... 1 x 0", BZ_ERROR_SYNTAX, "r or a"},
        {"1000,1000 0,0 .......... 1", BZ_ERROR_SYNTAX, "blank"},
        {"1000,1000 0,0 .......... 1 ", BZ_ERROR_SYNTAX, "r or a"},
        {"1000,1000 0,0 .......... 1 r", BZ_ERROR_SYNTAX, "turns"},
        {"1000,1000 0,0 .......... 1 r ", BZ_ERROR_SYNTAX, "turns"},
        {"1000,1000 0,0 .......... 1 ra 0", BZ_ERROR_SYNTAX, "blank"},
        {"1000,1000 0,0 .......... 1 r -1", BZ_ERROR_RANGE, "turns -1"},
        {"1000,1000 0,0 .......... 1 r 501", BZ_ERROR_RANGE, "turns 501 500"},
        {"1000,1000 0,0 .......... 1 r 0 ", BZ_ERROR_SYNTAX, "nothing follow"},
        {"1000,1000 0,0 .......... 1 r 0,0", BZ_ERROR_SYNTAX, "nothing follow"},
        {"1000,1000 0,0 .......... 1 a 500", BZ_ERROR_ILLEGAL, "500 turns action"},
        {"0,0 0,0 .......... 1 r 8", BZ_ERROR_ILLEGAL, "bankrupt"},
        {"-5,-5 0,0 .......... 2 r 8", BZ_ERROR_ILLEGAL, "bankrupt"},
        {"0,900 0,0 .......... 2 a 8", BZ_ERROR_ILLEGAL, "player 1 bankrupt action"},
        {"900,0 0,0 .......... 2 r 8", BZ_ERROR_ILLEGAL, "player 2 bankrupt last"},
        {"500000,500000 0,0 .......... 1 r 0", BZ_ERROR_RANGE, "together 900000"},
        {"899900,1 0,0 .1........ 1 r 0", BZ_ERROR_RANGE, "together 900000"},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(bad); i++)
        check_no_position("monopoly", "", bad[i].text, bad[i].code, bad[i].words);
}

/* A position has as many squares as the board of its setup, which no position changes. */
static void positions_belong_to_their_board(void **state)
{
    static const char text[] = "1000,1000 0,0 .......... 1 r 0";
    struct bz_setup setup;
    struct bz_error err;
    union bz_pos pos;

    (void)state;
    check_setup(&setup, "monopoly", "board=lane");
    assert_int_equal(bz_parse(&setup, text, strlen(text), &pos, &err), BZ_ERROR_SYNTAX);
    check_error(&err, BZ_ERROR_SYNTAX, "more owners 6");
    bz_setup_release(&setup);
}

/* Where nothing has to be paid nobody can go below 1. */
static void without_payments_nobody_is_bankrupt(void **state)
{
    struct draft draft = draft_text("cash 10\nstart A\nrest B\n");
    static const char text[] = "0,10 0,0 .. 2 r 1";
    struct bz_setup setup;
    struct bz_error err;
    union bz_pos pos;

    (void)state;
    assert_int_equal(init_with(&setup, draft.path, &err), BZ_OK);
    assert_int_equal(bz_parse(&setup, text, strlen(text), &pos, &err), BZ_ERROR_RANGE);
    check_error(&err, BZ_ERROR_RANGE, "cash 1 900000");
    bz_setup_release(&setup);
    unlink(draft.path);
}

/* --- boards ---------------------------------------------------------------------------------- */

#define HEAD "cash 100\nstart A\n"

static void boards_are_refused(void **state)
{
    static const struct refused bad[] = {
        {"", BZ_ERROR_SYNTAX, ":1:1: cash"},
        {"# nothing\n\n", BZ_ERROR_SYNTAX, ":3:1: cash"},
        {"cash 100\n", BZ_ERROR_RANGE, ":2:1: no squares 2 40"},
        {HEAD, BZ_ERROR_RANGE, ":3:1: only one square"},
        {"start A\nrest B\n", BZ_ERROR_SYNTAX, ":3:1: cash"},
        {"cash 100\n  hotel A\n", BZ_ERROR_UNKNOWN, ":2:3: unknown 'hotel' property"},
        {"Cash 100\n", BZ_ERROR_UNKNOWN, ":1:1: unknown 'Cash'"},
        {"cash\n", BZ_ERROR_SYNTAX, ":1:5: cash: number 100000"},
        {"cash # 5\n", BZ_ERROR_SYNTAX, ":1:6: cash: number"},
        {"cash 1e3\n", BZ_ERROR_SYNTAX, ":1:6: cash: '1e3'"},
        {"cash 0\n", BZ_ERROR_RANGE, ":1:6: cash: 0"},
        {"cash 100001\n", BZ_ERROR_RANGE, ":1:6: cash: 100001"},
        {"cash 99999999999999999999\n", BZ_ERROR_RANGE, ":1:6: cash:"},
        {"cash 100 200\n", BZ_ERROR_SYNTAX, ":1:10: nothing follow"},
        {"cash 100\ncash 100\n", BZ_ERROR_SYNTAX, ":2:1: second 'cash'"},
        {"dice 3\n", BZ_ERROR_RANGE, ":1:6: dice: 3"},
        {"resale 101\n", BZ_ERROR_RANGE, ":1:8: resale: 101"},
        {"players 1\n", BZ_ERROR_RANGE, ":1:9: players: 1"},
        {"players 9\n", BZ_ERROR_RANGE, ":1:9: players: 9"},
        {"players 4\n", BZ_ERROR_UNFIT, ":1:1: players: only 2"},
        {HEAD "dice 2\n", BZ_ERROR_SYNTAX, ":3:1: 'dice' before first square"},
        {"cash 100\nrest A\n", BZ_ERROR_SYNTAX, ":2:1: first start"},
        {HEAD "start B\n", BZ_ERROR_SYNTAX, ":3:1: second start"},
        {HEAD "property\n", BZ_ERROR_SYNTAX, ":3:9: property: name"},
        {HEAD "property \"\" price 1 rent 1\n", BZ_ERROR_SYNTAX, ":3:10: property: name"},
        {HEAD "property \"B price 1\nrent 1\"\n", BZ_ERROR_SYNTAX, ":3:10: quotation closed"},
        {HEAD "property B\n", BZ_ERROR_SYNTAX, ":3:11: B no price"},
        {HEAD "property B price 5\n", BZ_ERROR_SYNTAX, ":3:19: B no rent"},
        {HEAD "property B price\n", BZ_ERROR_SYNTAX, ":3:17: price: number"},
        {HEAD "property B price 0 rent 1\n", BZ_ERROR_RANGE, ":3:18: price: 0"},
        {HEAD "property B price 10001 rent 1\n", BZ_ERROR_RANGE, ":3:18: price: 10001 10000"},
        {HEAD "property B price 5 rent -1\n", BZ_ERROR_RANGE, ":3:25: rent: -1"},
        {HEAD "property B price 5 price 5 rent 1\n", BZ_ERROR_SYNTAX, ":3:20: second 'price'"},
        {HEAD "property B price 5 rent 1 amount 3\n", BZ_ERROR_UNKNOWN, ":3:27: property 'amount'"},
        {HEAD "property B price 5 rent 1 resale 6\n", BZ_ERROR_RANGE, "B 6 price 5"},
        {HEAD "property B price 5 rent 1 house 6\n", BZ_ERROR_SYNTAX, "B houses group"},
        {HEAD "property B price 5 rent 1 group\n", BZ_ERROR_SYNTAX, ":3:32: group: name"},
        {HEAD "property B price 5 rent 1\nproperty B price 5 rent 1\n", BZ_ERROR_SYNTAX,
         ":4:1: second property 'B'"},
        {HEAD "property abcdefghijklmnopqrstu price 5 rent 1\n", BZ_ERROR_RANGE,
         ":3:10: longer 20"},
        {HEAD "property \"a\tb\" price 5 rent 1\n", BZ_ERROR_SYNTAX, ":3:10: printable"},
        {HEAD "property \xd8\xa7 price 5 rent 1\n", BZ_ERROR_SYNTAX, ":3:10: printable"},
        {HEAD "fine B\n", BZ_ERROR_SYNTAX, ":3:7: B no amount"},
        {HEAD "fine B price 3\n", BZ_ERROR_UNKNOWN, ":3:8: fine 'price'"},
        {HEAD "fine B amount 10001\n", BZ_ERROR_RANGE, ":3:15: amount: 10001"},
        {HEAD "rest B amount 3\n", BZ_ERROR_UNKNOWN, ":3:8: rest 'amount'"},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(bad); i++) {
        struct draft draft = draft_text(bad[i].text);
        struct bz_setup setup;
        struct bz_error err = {0};
        int code = init_with(&setup, draft.path, &err);

        unlink(draft.path);
        if (code != bad[i].code)
            fail_msg("'%s': %d, %s", bad[i].text, code, err.text);
        check_error(&err, bad[i].code, bad[i].words);
    }
}

/* As many squares as there may be, and one more; the names are as long as they may be. */
static void make_large(struct bz_buf *out, int squares)
{
    bz_buf_add(out, "cash 100000\nstart abcdefghijklmnopqrst\n");
    for (int i = 1; i < squares; i++)
        bz_buf_add(out, "property \"abcdefghij klmno %3d\" price 10000 rent 10000\n", i);
}

static void boards_have_a_largest_size(void **state)
{
    static char text[8192];
    struct bz_setup setup;
    struct bz_error err;

    (void)state;
    for (int squares = 40; squares <= 41; squares++) {
        struct bz_buf out = BZ_BUF(text);
        struct draft draft;
        int code;

        make_large(&out, squares);
        assert_false(out.full);
        draft = draft_text(text);
        code = init_with(&setup, draft.path, &err);
        unlink(draft.path);
        if (squares == 40) {
            assert_int_equal(code, BZ_OK);
            bz_setup_release(&setup);
        } else {
            assert_int_equal(code, BZ_ERROR_RANGE);
            check_error(&err, BZ_ERROR_RANGE, ":42:1: 40 squares");
        }
    }
}

static void files_that_are_no_boards(void **state)
{
    size_t size = 10 << 20;
    char *large = malloc(size);
    struct draft draft;
    struct bz_setup setup;
    struct bz_error err;

    (void)state;
    assert_non_null(large);
    memset(large, '#', size);
    draft = draft_bytes(large, size);
    assert_int_equal(init_with(&setup, draft.path, &err), BZ_ERROR_RANGE);
    check_error(&err, BZ_ERROR_RANGE, "longer 65536");
    unlink(draft.path);
    free(large);

    draft = draft_bytes("cash 1\0", 7);
    assert_int_equal(init_with(&setup, draft.path, &err), BZ_ERROR_SYNTAX);
    check_error(&err, BZ_ERROR_SYNTAX, ":1:7: zero byte");
    unlink(draft.path);

    assert_int_equal(init_with(&setup, draft.path, &err), BZ_ERROR_IO);
    assert_int_equal(init_with(&setup, "/tmp", &err), BZ_ERROR_IO);
    assert_int_equal(init_with(&setup, "", &err), BZ_ERROR_IO);
}

/* Carriage returns, tabs, comments and a last line without an end are all right. */
static void boards_may_be_written_freely(void **state)
{
    struct draft draft = draft_text("players\t2 # both\r\n\r\ncash 70\r\nstart \"The # Gate\"\r\n"
                                    "property B rent 7 group g price 5 house 2\r\n"
                                    "property C rent 7 price 5 group g resale 0 # cheap\r\n"
                                    "fine D amount 3");
    struct bz_setup setup;
    struct bz_error err;
    union bz_pos pos;

    (void)state;
    if (init_with(&setup, draft.path, &err))
        fail_msg("%s", err.text);
    unlink(draft.path);
    bz_start(&setup, &pos);
    assert_string_equal(check_text(&setup, &pos), "70,70 0,0 .... 1 r 0");
    check_play(&setup, &pos, "roll1 buy roll2 buy roll4 sell roll4 sell");
    assert_string_equal(check_text(&setup, &pos), "69,65 1,2 .... 1 r 4"); /* 90 % of 5 is 4 */
    bz_setup_release(&setup);
}

static void options_are_refused(void **state)
{
    static const struct refused bad[] = {
        {"board=full", BZ_ERROR_UNFIT, "full reserved mini lane bazaar"},
        {"board=no-such-board", BZ_ERROR_IO, "no-such-board"},
        {"cap=0", BZ_ERROR_RANGE, "cap 0"},
        {"cap=10001", BZ_ERROR_RANGE, "cap 10001"},
        {"cap=ten", BZ_ERROR_SYNTAX, "cap ten"},
        {"size=8", BZ_ERROR_UNKNOWN, "size board cap"},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(bad); i++) {
        struct bz_setup setup;
        struct bz_error err = {0};

        assert_int_equal(
            bz_setup_init(&setup, bz_game_find("monopoly", NULL), &bad[i].text, 1, &err),
            bad[i].code);
        check_error(&err, bad[i].code, bad[i].words);
    }
}

/* --- moves ----------------------------------------------------------------------------------- */

static void moves_are_refused_with_reasons(void **state)
{
    static const struct {
        const char *position, *move, *words;
    } bad[] = {
        {"1000,1000 0,0 .......... 1 r 0", "buy", "Human's roll roll1 roll6"},
        {"1000,1000 0,0 .......... 1 r 0", "roll7", "roll1 roll6"},
        {"1000,1000 0,0 .......... 1 r 0", "roll01", "roll1 roll6"},
        {"1000,1000 3,0 .......... 1 a 0", "roll1", "Human Airport buy or nothing"},
        {"1000,200 3,7 .......... 2 a 0", "buy", "tehran costs 200 Robot has 200 more"},
        {"1000,1000 5,0 .......... 1 a 0", "nothing", "Human prison fine"},
        {"1000,1000 5,0 .......... 1 a 0", "buy", "Human prison fine"},
        {"1000,1000 3,0 ...2...... 1 a 0", "nothing", "Human Airport rent"},
        {"1000,1000 3,0 ...1...... 1 a 0", "buy", "Airport sell or nothing"},
        {"1000,1000 3,0 ...1...... 1 a 0", "", "Airport sell or nothing"},
        {"1000,0 3,0 ...1...... 1 r 2", "roll1", "over"},
    };
    struct bz_setup setup;

    (void)state;
    check_setup(&setup, "monopoly", "");
    for (int i = 0; i < CHECK_COUNT(bad); i++) {
        struct bz_error err = {0};
        bz_move move = 12345;
        union bz_pos pos;

        check_parse(&setup, bad[i].position, &pos);
        assert_int_equal(bz_parse_move(&setup, &pos, bad[i].move, strlen(bad[i].move), &move, &err),
                         BZ_ERROR_ILLEGAL);
        check_error(&err, BZ_ERROR_ILLEGAL, bad[i].words);
        assert_int_equal(move, 12345);
    }
    bz_setup_release(&setup);
}

/* --- words ----------------------------------------------------------------------------------- */

static void moves_are_told_and_explained(void **state)
{
    static const struct {
        const char *position, *move, *explained, *told;
    } moves[] = {
        {"1000,1000 0,0 .......... 1 r 0", "roll3", "to Airport",
         "Human rolls 3 and comes to Airport (square 3): nobody's, price 300, rent 100."},
        {"1000,1000 0,9 .......... 2 r 1", "roll1", "to Start",
         "Robot rolls 1 and comes to Start (square 0): nothing happens here."},
        {"1000,1000 0,0 .......... 1 r 0", "roll5", "to prison",
         "Human rolls 5 and comes to prison (square 5): a fine of 200."},
        {"1000,1000 0,9 ..1....... 2 r 1", "roll3", "to tabriz",
         "Robot rolls 3 and comes to tabriz (square 2): Human's, price 200, rent 100."},
        {"1000,1000 0,9 ..2....... 2 r 1", "roll3", "to tabriz",
         "Robot rolls 3 and comes to tabriz (square 2): Robot's own, price 200, rent 100."},
        {"1000,1000 2,0 .......... 1 a 0", "buy", "tabriz for 200",
         "Human buys tabriz for 200. Cash: Human 800, Robot 1000."},
        {"1000,1000 2,0 .......... 1 a 0", "nothing", "leave tabriz as it is",
         "Human does nothing. Cash: Human 1000, Robot 1000."},
        {"1000,1000 0,0 .......... 1 a 0", "nothing", "stay at Start",
         "Human does nothing. Cash: Human 1000, Robot 1000."},
        {"1000,1000 0,3 ...2...... 2 a 1", "sell", "Airport for 270",
         "Robot sells Airport to the bank for 270. Cash: Human 1000, Robot 1270."},
        {"1000,50 0,3 ...1...... 2 a 1", "rent", "100 to Human for Airport",
         "Robot pays Human 100 of rent for Airport. Cash: Human 1100, Robot -50."},
        {"1000,500 0,5 ...1...... 2 a 1", "fine", "200 to the bank",
         "Robot pays a fine of 200. Cash: Human 1000, Robot 300."},
    };
    struct bz_setup setup;

    (void)state;
    check_setup(&setup, "monopoly", "");
    for (int i = 0; i < CHECK_COUNT(moves); i++) {
        char told[200] = "", explained[80] = "";
        struct bz_buf first = BZ_BUF(told), second = BZ_BUF(explained);
        union bz_pos before, after;
        bz_move move;

        check_parse(&setup, moves[i].position, &before);
        move = check_move(&setup, &before, moves[i].move);
        after = before;
        setup.rules->play(&after, move);
        setup.game->text->tell(&before, move, &after, &first);
        setup.game->text->explain(&before, move, &second);
        assert_string_equal(told, moves[i].told);
        assert_string_equal(explained, moves[i].explained);
    }
    bz_setup_release(&setup);
}

static void ends_are_told(void **state)
{
    static const struct {
        const char *position, *words;
        int first; /* what player 1 gets */
    } ends[] = {
        {"560,-100 4,5 .2..1.2... 1 r 22", "Robot is bankrupt with -100", 1},
        {"0,400 4,5 .2..1.2... 2 r 23", "Human is bankrupt with 0", -1},
        {"500,400 4,5 .1........ 1 r 30",
         "after 30 turns Human has 700, Robot has 400 in cash and property", 1},
        {"500,400 4,5 .2........ 1 r 30",
         "after 30 turns Human has 500, Robot has 600 in cash and property", -1},
        {"500,300 4,5 .2........ 1 r 30",
         "after 30 turns Human has 500, Robot has 500 in cash and property", 0},
    };
    struct bz_setup setup;

    (void)state;
    check_setup(&setup, "monopoly", "cap=30");
    for (int i = 0; i < CHECK_COUNT(ends); i++) {
        char told[120] = "";
        struct bz_buf out = BZ_BUF(told);
        union bz_pos pos;
        int result[2];

        check_parse(&setup, ends[i].position, &pos);
        assert_true(bz_is_over(&setup, &pos));
        setup.game->text->ending(&pos, &out);
        assert_string_equal(told, ends[i].words);
        setup.rules->result(&pos, result);
        assert_int_equal(result[0], ends[i].first);
        assert_int_equal(result[1], -ends[i].first);
    }
    bz_setup_release(&setup);
}

/* Columns of a line on a terminal: no continuation bytes, no colours. */
static int columns(const char *line)
{
    int count = 0;

    for (; *line && *line != '\n'; line++) {
        if (*line == '\x1b')
            line = strchr(line, 'm');
        else
            count += ((unsigned char)*line & 0xc0) != 0x80;
    }
    return count;
}

static void drawings_fit_a_terminal(void **state)
{
    static char text[8192], drawing[BZ_DRAWING_MAX];
    struct bz_buf large = BZ_BUF(text);
    const char *boards[] = {"mini", "lane", "bazaar", NULL};
    struct draft draft;

    (void)state;
    make_large(&large, 40);
    draft = draft_text(text);
    boards[3] = draft.path;
    for (int i = 0; i < CHECK_COUNT(boards); i++) {
        struct bz_setup setup;
        struct bz_error err;
        union bz_pos pos;

        if (init_with(&setup, boards[i], &err))
            fail_msg("%s", err.text);
        bz_start(&setup, &pos);
        check_play(&setup, &pos, "roll4");
        for (int style = BZ_DRAW_PLAIN; style <= BZ_DRAW_COLOUR; style++) {
            struct bz_buf out = BZ_BUF(drawing);

            setup.game->text->draw(&pos, (enum bz_draw_style)style, BZ_MOVE_NONE, &out);
            for (const char *line = drawing; *line; line = strchr(line, '\n') + 1)
                assert_true(columns(line) <= 80);
        }
        bz_setup_release(&setup);
    }
    unlink(draft.path);
}

static void the_track_is_drawn(void **state)
{
    static const char wanted[] = "   #  square    price   rent  owner  here   1 Human\n"
                                 "   0  Gate                                    cash        300\n"
                                 "   1  Bakery       60     20  Human  1        property     60\n"
                                 "   2  Smithy      120     60                2 Robot\n"
                                 "  >3  Tollgate   fine     50         2        cash        250\n"
                                 "   4  Mill         90     35  Robot           property     90\n"
                                 "   5  Inn         150     80                turn 5 of 500\n"
                                 "                                            Human rolls\n";
    char drawing[1024] = "";
    struct bz_buf out = BZ_BUF(drawing);
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    check_setup(&setup, "monopoly", "board=lane");
    check_parse(&setup, "300,300 1,3 .1..2. 2 a 3", &pos);
    check_play(&setup, &pos, "fine");
    setup.game->text->draw(&pos, BZ_DRAW_PLAIN, 4, &out);
    assert_string_equal(drawing, wanted);
    bz_setup_release(&setup);
}

static void boards_are_described(void **state)
{
    char text[400] = "";
    struct bz_buf out = BZ_BUF(text);
    struct bz_setup setup;

    (void)state;
    check_setup(&setup, "monopoly", "board=bazaar");
    assert_string_equal(setup.game->maps->option, "board");
    setup.game->maps->describe(&setup, &out);
    assert_string_equal(text, "squares: 16\n"
                              "properties: 12, prices 2590, rents 1140 in all\n"
                              "fines: 2, 320 in all\n"
                              "groups: 3\n"
                              "dice: 2\n"
                              "cash at the start: 1500 each\n");
    bz_setup_release(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_read_back),
        cmocka_unit_test(positions_are_refused),
        cmocka_unit_test(positions_belong_to_their_board),
        cmocka_unit_test(without_payments_nobody_is_bankrupt),
        cmocka_unit_test(boards_are_refused),
        cmocka_unit_test(boards_have_a_largest_size),
        cmocka_unit_test(files_that_are_no_boards),
        cmocka_unit_test(boards_may_be_written_freely),
        cmocka_unit_test(options_are_refused),
        cmocka_unit_test(moves_are_refused_with_reasons),
        cmocka_unit_test(moves_are_told_and_explained),
        cmocka_unit_test(ends_are_told),
        cmocka_unit_test(drawings_fit_a_terminal),
        cmocka_unit_test(the_track_is_drawn),
        cmocka_unit_test(boards_are_described),
    };

    return CHECK_RUN(tests);
}
