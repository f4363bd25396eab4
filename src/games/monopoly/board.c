/*
 * board.c - reading a board: plain text, a setting or a square a line (docs/monopoly-board.md).
 *
 * Whatever is wrong is named by line and column; only a board without fault is ever returned.
 */
#include <string.h>

#include "files/source.h"
#include "monopoly.h"

enum { FILE_MAX = 64 << 10 };

struct reader {
    const struct bz_source *source;
    size_t at;
    struct bz_error *err;
    struct monopoly_board board;
    unsigned settings; /* those given, a bit each */
};

struct word {
    const char *text;
    size_t length, at; /* where it begins in the source, quotes included */
};

/* Fails at a place with the code; the text is for bz_source_fail. */
#define REFUSE(r, place, code, ...) bz_source_fail((r)->source, place, (r)->err, code, __VA_ARGS__)
#define SHOWN(word)                 bz_quoted((word)->text, (word)->length).text

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool is(const struct word *word, const char *text)
{
    return word->length == strlen(text) && !memcmp(word->text, text, word->length);
}

static int read_quoted(struct reader *r, struct word *ret_word)
{
    const char *text = r->source->text + r->at + 1;
    size_t length = strcspn(text, "\"\n");

    if (text[length] != '"')
        return REFUSE(r, r->at, BZ_ERROR_SYNTAX, "the quotation mark is not closed on this line");
    *ret_word = (struct word){text, length, r->at};
    r->at += length + 2;
    return 1;
}

/* The next word of the line: 1, or 0 at the end of the line or before a comment. */
static int next_word(struct reader *r, struct word *ret_word)
{
    const char *text = r->source->text;
    size_t start;

    while (is_blank(text[r->at]))
        r->at++;
    *ret_word = (struct word){text + r->at, 0, r->at};
    if (text[r->at] == '\0' || text[r->at] == '\n' || text[r->at] == '#')
        return 0;
    if (text[r->at] == '"')
        return read_quoted(r, ret_word);
    for (start = r->at; !strchr(" \t\r\n#\"", text[r->at]); r->at++)
        ;
    *ret_word = (struct word){text + start, r->at - start, start};
    return 1;
}

static int read_number(struct reader *r, const char *what, int min, int max, int32_t *ret_number)
{
    struct bz_error err;
    struct word word;
    int64_t number;
    int code = next_word(r, &word);

    if (code < 0)
        return code;
    if (code == 0)
        return REFUSE(r, word.at, BZ_ERROR_SYNTAX, "%s: expected a number from %d to %d", what, min,
                      max);
    code = bz_parse_integer(word.text, word.length, min, max, what, &number, &err);
    if (code)
        return REFUSE(r, word.at, code, "%s", err.text);
    *ret_number = (int32_t)number;
    return BZ_OK;
}

/* A name to be shown: printable, not empty, not too long. */
static int read_label(struct reader *r, const char *what, char ret_label[LABEL_MAX + 1])
{
    struct word word;
    int code = next_word(r, &word);

    if (code < 0)
        return code;
    if (word.length == 0)
        return REFUSE(r, word.at, BZ_ERROR_SYNTAX, "%s: expected a name", what);
    if (word.length > LABEL_MAX)
        return REFUSE(r, word.at, BZ_ERROR_RANGE, "%s: '%s' is longer than %d characters", what,
                      SHOWN(&word), LABEL_MAX);
    for (size_t i = 0; i < word.length; i++)
        if (word.text[i] < ' ' || word.text[i] > '~')
            return REFUSE(r, word.at, BZ_ERROR_SYNTAX,
                          "%s: '%s' has a character that is not printable ASCII", what,
                          SHOWN(&word));
    memcpy(ret_label, word.text, word.length);
    ret_label[word.length] = '\0';
    return BZ_OK;
}

/* Settings. */

struct setting {
    const char *name;
    int min, max;
    size_t slot;
};

static const struct setting settings[] = {
    {"players", 2, PLAYERS_MAX, offsetof(struct monopoly_board, players)},
    {"cash", 1, CASH_MAX, offsetof(struct monopoly_board, cash)},
    {"dice", 1, DICE_MAX, offsetof(struct monopoly_board, dice)},
    {"resale", 0, 100, offsetof(struct monopoly_board, resale_percent)},
};

enum { PLAYERS, CASH, SETTINGS = sizeof(settings) / sizeof(settings[0]) };

static int read_setting(struct reader *r, int index, size_t place)
{
    const struct setting *setting = &settings[index];
    int code;

    if (r->settings & 1u << index)
        return REFUSE(r, place, BZ_ERROR_SYNTAX, "a second '%s'", setting->name);
    if (r->board.squares)
        return REFUSE(r, place, BZ_ERROR_SYNTAX, "'%s' belongs before the first square",
                      setting->name);
    r->settings |= 1u << index;
    code = read_number(r, setting->name, setting->min, setting->max,
                       (int32_t *)((char *)&r->board + setting->slot));
    if (!code && index == PLAYERS && r->board.players != SEATS)
        return REFUSE(r, place, BZ_ERROR_UNFIT, "players: only %d can play so far", SEATS);
    return code;
}

/* Squares. */

static const char *const kinds[] = {
    [START] = "start", [REST] = "rest", [PROPERTY] = "property", [PENALTY] = "fine"};

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

struct field {
    const char *name;
    enum monopoly_kind kind;
    bool needed;
    int min;
    size_t slot; /* of the first square's number; 0 for a name */
};

enum { RESALE = 3, HOUSE, GROUP, FIELDS };

static const struct field fields[FIELDS] = {
    {"price", PROPERTY, true, 1, offsetof(struct monopoly_board, price)},
    {"rent", PROPERTY, true, 0, offsetof(struct monopoly_board, charge)},
    {"amount", PENALTY, true, 0, offsetof(struct monopoly_board, charge)},
    [RESALE] = {"resale", PROPERTY, false, 0, offsetof(struct monopoly_board, resale)},
    [HOUSE] = {"house", PROPERTY, false, 1, offsetof(struct monopoly_board, house)},
    [GROUP] = {"group", PROPERTY, false, 0, 0},
};

/* Squares of one group share its name, which is kept once. */
static int read_group(struct reader *r, int square)
{
    struct monopoly_board *board = &r->board;
    int code = read_label(r, "group", board->group_name[board->groups]), i = 0;

    if (code)
        return code;
    while (strcmp(board->group_name[i], board->group_name[board->groups]) != 0)
        i++;
    board->groups += i == board->groups;
    board->group[square] = (uint8_t)(i + 1);
    return BZ_OK;
}

static int read_field(struct reader *r, int square, const struct word *word, unsigned *given)
{
    enum monopoly_kind kind = (enum monopoly_kind)r->board.kind[square];
    int i = 0;

    while (i < FIELDS && (fields[i].kind != kind || !is(word, fields[i].name)))
        i++;
    if (i == FIELDS)
        return REFUSE(r, word->at, BZ_ERROR_UNKNOWN, "a square of kind %s has no '%s'", kinds[kind],
                      SHOWN(word));
    if (*given & 1u << i)
        return REFUSE(r, word->at, BZ_ERROR_SYNTAX, "a second '%s' of the same square",
                      fields[i].name);
    *given |= 1u << i;
    if (i == GROUP)
        return read_group(r, square);
    return read_number(r, fields[i].name, fields[i].min, MONEY_MAX,
                       (int32_t *)((char *)&r->board + fields[i].slot) + square);
}

/* What the fields of a square must be together; place is the end of its line. */
static int check_square(struct reader *r, int square, unsigned given, size_t place)
{
    struct monopoly_board *board = &r->board;

    for (int i = 0; i < FIELDS; i++)
        if (fields[i].kind == board->kind[square] && fields[i].needed && !(given & 1u << i))
            return REFUSE(r, place, BZ_ERROR_SYNTAX, "%s has no %s", board->name[square],
                          fields[i].name);
    if (given & 1u << HOUSE && !(given & 1u << GROUP))
        return REFUSE(r, place, BZ_ERROR_SYNTAX, "%s has houses but no group", board->name[square]);
    if (!(given & 1u << RESALE))
        board->resale[square] = board->price[square] * board->resale_percent / 100;
    if (board->resale[square] > board->price[square])
        return REFUSE(r, place, BZ_ERROR_RANGE, "%s is sold for %d, more than its price of %d",
                      board->name[square], board->resale[square], board->price[square]);
    return BZ_OK;
}

/* Whether a square of this kind may come next. */
static int check_place(const struct reader *r, int kind, size_t place)
{
    if (r->board.squares == SQUARES_MAX)
        return REFUSE(r, place, BZ_ERROR_RANGE, "more than %d squares", SQUARES_MAX);
    if (r->board.squares == 0 && kind != START)
        return REFUSE(r, place, BZ_ERROR_SYNTAX, "the first square must be the start");
    if (r->board.squares > 0 && kind == START)
        return REFUSE(r, place, BZ_ERROR_SYNTAX, "a second start");
    return BZ_OK;
}

/* Two properties of one name could not be told apart in a sentence. */
static int check_name(const struct reader *r, int square, size_t place)
{
    const struct monopoly_board *board = &r->board;

    for (int i = 0; i < square; i++)
        if (board->kind[i] == PROPERTY && board->kind[square] == PROPERTY &&
            !strcmp(board->name[i], board->name[square]))
            return REFUSE(r, place, BZ_ERROR_SYNTAX, "a second property called '%s'",
                          board->name[i]);
    return BZ_OK;
}

static int read_square(struct reader *r, int kind, size_t place)
{
    struct monopoly_board *board = &r->board;
    int square = board->squares, code = check_place(r, kind, place);
    unsigned given = 0;
    struct word word;

    if (code)
        return code;
    board->kind[square] = (uint8_t)kind;
    code = read_label(r, kinds[kind], board->name[square]);
    if (!code)
        code = check_name(r, square, place);
    if (code)
        return code;
    while ((code = next_word(r, &word)) > 0) {
        code = read_field(r, square, &word, &given);
        if (code)
            return code;
    }
    if (!code)
        code = check_square(r, square, given, word.at);
    if (board->worst < board->charge[square])
        board->worst = board->charge[square];
    board->squares++;
    return code;
}

static int read_line(struct reader *r)
{
    struct word word;
    int code = next_word(r, &word);

    if (code <= 0)
        return code;
    for (int i = 0; i < SETTINGS; i++)
        if (is(&word, settings[i].name)) {
            code = read_setting(r, i, word.at);
            if (!code && next_word(r, &word))
                return REFUSE(r, word.at, BZ_ERROR_SYNTAX, "nothing may follow the number");
            return code;
        }
    for (int kind = 0; kind < KINDS; kind++)
        if (is(&word, kinds[kind]))
            return read_square(r, kind, word.at);
    return REFUSE(r, word.at, BZ_ERROR_UNKNOWN,
                  "unknown word '%s'; a line begins with players, cash, dice, resale, start, "
                  "property, fine or rest",
                  SHOWN(&word));
}

static int read_board(struct reader *r)
{
    const char *text = r->source->text;

    for (;; r->at++) {
        int code = read_line(r);

        if (code)
            return code;
        r->at += strcspn(text + r->at, "\n");
        if (text[r->at] == '\0')
            break;
    }
    if (!(r->settings & 1u << CASH))
        return REFUSE(r, r->at, BZ_ERROR_SYNTAX, "no line says how much cash a player starts with");
    if (r->board.squares < SQUARES_MIN)
        return REFUSE(r, r->at, BZ_ERROR_RANGE, "%s: a board has from %d to %d",
                      r->board.squares ? "only one square" : "no squares", SQUARES_MIN,
                      SQUARES_MAX);
    return BZ_OK;
}

int monopoly_board_load(const char *name, struct monopoly_board *ret_board, struct bz_error *err)
{
    struct reader r = {.err = err, .board = {.players = SEATS, .dice = 1, .resale_percent = 90}};
    struct bz_source source;
    int code;

    if (!strcmp(name, "full"))
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "board: 'full', the game of 40 squares, is reserved and cannot be played "
                       "yet; there are mini, lane, bazaar, and files");
    code = bz_source_map(&source, "monopoly", name, FILE_MAX, err);
    if (code)
        return code;
    r.source = &source;
    code = read_board(&r);
    if (!code)
        *ret_board = r.board;
    bz_source_release(&source);
    return code;
}
