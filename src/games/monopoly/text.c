/*
 * text.c - positions and moves in writing.
 *
 * A position is read field by field, and then asked whether it can be: money, owners, and whose
 * turn it is must fit together. The number of turns played need not be even when Human is next, so
 * that positions can be set up with either player to move.
 */
#include <string.h>

#include "monopoly.h"

const char *const monopoly_actions[ACTIONS] = {"buy", "nothing", "sell", "rent", "fine"};

struct cursor {
    const char *text;
    size_t length, at;
    struct bz_error *err;
};

static int refuse(const struct cursor *c, size_t place, const char *what)
{
    return bz_fail(c->err, BZ_ERROR_SYNTAX, "position, character %zu: %s ('%s')", place + 1, what,
                   bz_quoted(c->text + place, c->length - place).text);
}

/* The character here, or a blank at the end. */
static char here(const struct cursor *c)
{
    return (char)(c->at < c->length ? c->text[c->at] : ' ');
}

static int skip(struct cursor *c, char wanted, const char *what)
{
    if (c->at == c->length || c->text[c->at] != wanted)
        return refuse(c, c->at, what);
    c->at++;
    return BZ_OK;
}

/* A whole number up to the next comma or blank, written the shortest way. */
static int read_number(struct cursor *c, const char *what, int min, int max, int *ret_number)
{
    const char *text = c->text + c->at;
    size_t place = c->at, sign = here(c) == '-';
    struct bz_error err;
    int64_t number;
    int code;

    while (here(c) != ' ' && here(c) != ',')
        c->at++;
    code = bz_parse_integer(text, c->at - place, min, max, what, &number, &err);
    if (code)
        return bz_fail(c->err, code, "position, character %zu: %s", place + 1, err.text);
    if (text[sign] == '0' && c->at - place > 1)
        return refuse(c, place, "numbers are written without a zero in front");
    *ret_number = (int)number;
    return BZ_OK;
}

/* One number a player, with commas between them. */
static int read_numbers(struct cursor *c, int players, const char *what, int min, int max,
                        int *ret_numbers)
{
    int code = BZ_OK;

    for (int i = 0; i < players && !code; i++) {
        code = read_number(c, what, min, max, &ret_numbers[i]);
        if (!code)
            code = i + 1 < players
                       ? skip(c, ',', "expected a comma and the next player's number")
                       : skip(c, ' ', "expected a blank after one number for each player");
    }
    return code;
}

static int read_owners(struct cursor *c, struct monopoly *pos)
{
    const struct monopoly_board *board = pos->board;

    for (int i = 0; i < board->squares; i++, c->at++) {
        char letter = here(c);

        if (letter == ' ')
            return bz_fail(c->err, BZ_ERROR_SYNTAX,
                           "position, character %zu: %d owners, but the board has %d squares",
                           c->at + 1, i, board->squares);
        if (letter != '.' && (letter < '1' || letter >= '1' + board->players))
            return refuse(c, c->at, "expected . or the number of an owner");
        if (letter != '.' && board->kind[i] != PROPERTY)
            return bz_fail(c->err, BZ_ERROR_ILLEGAL,
                           "position, character %zu: nobody can own %s, square %d", c->at + 1,
                           board->name[i], i);
        pos->owner[i] = (uint8_t)(letter == '.' ? 0 : letter - '0');
    }
    if (here(c) != ' ')
        return bz_fail(c->err, BZ_ERROR_SYNTAX,
                       "position, character %zu: more owners than the board has squares, %d",
                       c->at + 1, board->squares);
    return skip(c, ' ', "expected a blank after the owners");
}

static int read_turn(struct cursor *c, struct monopoly *pos)
{
    int turn, turns, code = read_number(c, "turn", 1, pos->board->players, &turn);

    if (!code)
        code = skip(c, ' ', "expected a blank after the turn");
    if (code)
        return code;
    if (here(c) != 'r' && here(c) != 'a')
        return refuse(c, c->at, "expected r or a: a roll or an action is due");
    pos->phase = here(c) == 'r' ? ROLL : ACT;
    c->at++;
    code = skip(c, ' ', "expected a blank and the number of turns played");
    if (!code)
        code = read_number(c, "turns played", 0, pos->board->cap, &turns);
    if (code)
        return code;
    if (c->at != c->length)
        return refuse(c, c->at, "nothing may follow the number of turns");
    pos->turn = (uint8_t)(turn - 1);
    pos->turns = (uint16_t)turns;
    return BZ_OK;
}

static int read_fields(struct cursor *c, struct monopoly *pos)
{
    const struct monopoly_board *board = pos->board;
    int numbers[PLAYERS_MAX];
    int floor = board->worst ? 1 - board->worst : 1;
    int code = read_numbers(c, board->players, "cash", floor, WEALTH_MAX, numbers);

    for (int i = 0; i < board->players && !code; i++)
        pos->cash[i] = numbers[i];
    if (!code)
        code = read_numbers(c, board->players, "square", 0, board->squares - 1, numbers);
    for (int i = 0; i < board->players && !code; i++)
        pos->place[i] = (uint8_t)numbers[i];
    if (!code)
        code = read_owners(c, pos);
    return code ? code : read_turn(c, pos);
}

/* Nobody is bankrupt, or the one who acted last. */
static int check_bankrupt(const struct monopoly *pos, struct bz_error *err)
{
    int bankrupt = 0;

    for (int i = 0; i < pos->board->players; i++) {
        if (!monopoly_is_bankrupt(pos, i))
            continue;
        if (bankrupt++)
            return bz_fail(err, BZ_ERROR_ILLEGAL, "position: two players cannot both be bankrupt");
        if (pos->phase == ACT)
            return bz_fail(err, BZ_ERROR_ILLEGAL,
                           "position: player %d is bankrupt, so no action is due", i + 1);
        if (i != monopoly_previous(pos))
            return bz_fail(err, BZ_ERROR_ILLEGAL,
                           "position: player %d is bankrupt without having had the last turn",
                           i + 1);
    }
    return BZ_OK;
}

static int check(const struct monopoly *pos, struct bz_error *err)
{
    int64_t total = 0;

    for (int i = 0; i < pos->board->players; i++)
        total += monopoly_wealth(pos, i);
    if (total > WEALTH_MAX)
        return bz_fail(err, BZ_ERROR_RANGE,
                       "position: all cash and property together are more than %d", WEALTH_MAX);
    if (pos->turns == pos->board->cap && pos->phase == ACT)
        return bz_fail(err, BZ_ERROR_ILLEGAL,
                       "position: all %d turns are played, so no action is due", pos->board->cap);
    return check_bankrupt(pos, err);
}

static bool is_over(const struct monopoly *pos)
{
    return pos->turns == pos->board->cap || monopoly_is_bankrupt(pos, monopoly_previous(pos));
}

static int parse(const struct bz_setup *setup, const char *text, size_t length, void *ret_pos,
                 struct bz_error *err)
{
    struct cursor c = {text, length, 0, err};
    struct monopoly pos;
    int code;

    memset(&pos, 0, sizeof(pos));
    pos.board = setup->world;
    code = read_fields(&c, &pos);
    if (!code)
        code = check(&pos, err);
    if (code)
        return code;
    if (is_over(&pos))
        pos.phase = OVER;
    memcpy(ret_pos, &pos, sizeof(pos));
    return BZ_OK;
}

static void format(const void *at, struct bz_buf *out)
{
    const struct monopoly *pos = at;
    const struct monopoly_board *board = pos->board;

    for (int i = 0; i < board->players; i++)
        bz_buf_add(out, "%s%d", i ? "," : "", pos->cash[i]);
    for (int i = 0; i < board->players; i++)
        bz_buf_add(out, "%c%d", i ? ',' : ' ', pos->place[i]);
    bz_buf_char(out, ' ');
    for (int i = 0; i < board->squares; i++)
        bz_buf_char(out, (char)(pos->owner[i] ? '0' + pos->owner[i] : '.'));
    bz_buf_add(out, " %d %c %d", pos->turn + 1, pos->phase == ACT ? 'a' : 'r', pos->turns);
}

static void format_move(const void *at, bz_move move, struct bz_buf *out)
{
    (void)at;
    if (move >= ROLLED)
        bz_buf_add(out, "roll%d", (int)(move - ROLLED));
    else
        bz_buf_add(out, "%s", monopoly_actions[move]);
}

static void list_menu(const struct monopoly *pos, struct bz_buf *out)
{
    bz_move moves[ACTIONS];
    int count = monopoly_menu(pos, moves);

    for (int i = 0; i < count; i++)
        bz_buf_add(out, "%s%s", i ? " or " : "", monopoly_actions[moves[i]]);
}

/* Moves have one spelling only; what comes here is none of them. */
static int read_move(const void *at, const char *text, size_t length, bz_move *ret_move,
                     struct bz_error *err)
{
    const struct monopoly *pos = at;
    const struct monopoly_board *board = pos->board;
    const char *who = monopoly_names[pos->turn];
    struct bz_quote shown = bz_quoted(text, length);
    int square = monopoly_here(pos);
    char menu[40] = "";
    struct bz_buf out = BZ_BUF(menu);

    (void)ret_move;
    if (pos->phase == ROLL)
        return bz_fail(err, BZ_ERROR_ILLEGAL, "'%s': %s's roll is due, roll%d to roll%d",
                       shown.text, who, board->dice, board->dice * FACES);
    list_menu(pos, &out);
    if (length == strlen("buy") && !memcmp(text, "buy", length) &&
        board->kind[square] == PROPERTY && !pos->owner[square])
        return bz_fail(err, BZ_ERROR_ILLEGAL,
                       "'buy': %s costs %d; %s has %d and needs more than the price",
                       board->name[square], board->price[square], who, pos->cash[pos->turn]);
    return bz_fail(err, BZ_ERROR_ILLEGAL, "'%s': %s is at %s and can choose %s", shown.text, who,
                   board->name[square], menu);
}

const struct bz_text monopoly_text = {
    .parse = parse,
    .format = format,
    .format_move = format_move,
    .read_move = read_move,
    .ending = monopoly_ending,
    .tell = monopoly_tell,
    .explain = monopoly_explain,
    .draw = monopoly_draw,
};
