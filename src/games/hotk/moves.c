/*
 * moves.c - moves in writing: the names they have, other ways to spell them, why one was refused,
 * and what it did.
 */
#include <string.h>

#include "hotk.h"

/* What the arguments of a companion are. */
enum kind { NOTHING, CARD, PIECE /* a card or Varys */, HOUSE, VICTIM, OTHER };
enum { ARGUMENTS = 3 };

static const uint8_t course_kinds[COMPANIONS][ARGUMENTS] = {
    [JON] = {CARD}, [RAMSAY] = {PIECE, PIECE}, [SANDOR] = {CARD}, [JAQEN] = {CARD, CARD, OTHER}};
static const uint8_t published_kinds[COMPANIONS][ARGUMENTS] = {
    [JON] = {HOUSE}, [RAMSAY] = {PIECE, PIECE}, [SANDOR] = {CARD}, [JAQEN] = {CARD, VICTIM, OTHER}};

static const uint8_t *kinds_of(const struct hotk *pos, int companion)
{
    return hotk_rules(pos) == PUBLISHED ? published_kinds[companion] : course_kinds[companion];
}

/* --- Writing -------------------------------------------------------------------------------- */

void hotk_format_cell(int cell, struct bz_buf *out)
{
    bz_buf_add(out, "%c%d", 'a' + cell % SIDE, cell / SIDE + 1);
}

static void format_argument(enum kind kind, int value, struct bz_buf *out)
{
    bz_buf_char(out, ':');
    if (kind == HOUSE)
        bz_buf_char(out, hotk_letters[value]);
    else if (kind == VICTIM)
        bz_buf_add(out, "%d%c", (value >> 4) + 1, hotk_letters[value & 15]);
    else if (kind == OTHER)
        bz_buf_add(out, "%s", hotk_companions[value]);
    else
        hotk_format_cell(value, out);
}

void hotk_format_move(const void *at, bz_move move, struct bz_buf *out)
{
    int which = hotk_called(move);
    const uint8_t *kinds;

    if (which < 0) {
        hotk_format_cell((int)move, out);
        return;
    }
    kinds = kinds_of(at, which);
    bz_buf_add(out, "%s", hotk_companions[which]);
    for (int i = 0; i < ARGUMENTS && kinds[i]; i++)
        format_argument((enum kind)kinds[i], hotk_argument(move, i), out);
}

/* --- Reading what is not the text of a legal move ------------------------------------------- */

/* A part of the text between colons. */
struct word {
    const char *text;
    size_t length;
};

enum { WORDS_MAX = ARGUMENTS + 2 };

/* Splits at colons; a text with too many of them is one word too long as well. */
static int split(const char *text, size_t length, struct word ret_words[WORDS_MAX])
{
    int n = 0;

    for (size_t at = 0; n < WORDS_MAX; at++) {
        const char *colon = memchr(text + at, ':', length - at);
        size_t end = colon ? (size_t)(colon - text) : length;

        ret_words[n++] = (struct word){text + at, end - at};
        if (!colon)
            break;
        at = end;
    }
    return n;
}

static int read_cell(struct word word)
{
    int col, row;

    if (word.length != 2)
        return -1;
    col = word.text[0] - 'a';
    row = word.text[1] - '1';
    return col >= 0 && col < SIDE && row >= 0 && row < SIDE ? row * SIDE + col : -1;
}

static int read_house(struct word word)
{
    const char *found = word.length == 1 ? memchr(hotk_letters, *word.text, HOUSES) : NULL;

    return found ? (int)(found - hotk_letters) : -1;
}

static int read_name(struct word word)
{
    for (int which = 0; which < COMPANIONS; which++)
        if (strlen(hotk_companions[which]) == word.length &&
            !memcmp(hotk_companions[which], word.text, word.length))
            return which;
    return -1;
}

static int read_victim(const struct hotk *pos, struct word word)
{
    int player, house;

    if (word.length != 2)
        return -1;
    player = word.text[0] - '1';
    house = read_house((struct word){word.text + 1, 1});
    return player >= 0 && player < hotk_players(pos) && house >= 0 ? hotk_victim(player, house)
                                                                   : -1;
}

static int read_argument(const struct hotk *pos, enum kind kind, struct word word)
{
    switch (kind) {
    case HOUSE: /* by its letter, or by one of its cards */
        return read_cell(word) < 0 ? read_house(word) : hotk_house_at(pos, read_cell(word));
    case VICTIM:
        return read_victim(pos, word);
    case OTHER:
        return read_name(word);
    default:
        return read_cell(word);
    }
}

/* Why the argument cannot be used, or NULL. */
static const char *argument_fault(const struct hotk *pos, enum kind kind, int value)
{
    if (kind == OTHER && value == JAQEN)
        return "Jaqen does not send himself away";
    if (kind == OTHER && !(pos->companions >> value & 1))
        return "that companion is not there any more";
    if (kind == VICTIM && !hotk_count(pos, value >> 4, value & 15))
        return "that player has nobody of that house";
    if (kind == CARD && value == pos->varys)
        return "Varys cannot be chosen";
    if ((kind == CARD || kind == PIECE) && value != pos->varys && hotk_house_at(pos, value) < 0)
        return "no card lies there";
    return NULL;
}

static int refuse(struct word text, struct bz_error *err, int code, const char *why)
{
    return bz_fail(err, code, "'%s': %s", bz_quoted(text.text, text.length).text, why);
}

/* Two cells may come in either order; the text of the move has the smaller first. */
static bz_move make_call(int which, const uint8_t *kinds, const int *value)
{
    bool pair = kinds[1] == PIECE || kinds[1] == CARD;

    if (pair && value[0] > value[1])
        return hotk_call(which, value[1], value[0], value[2]);
    return hotk_call(which, value[0], value[1], value[2]);
}

/* If it is, the move is not legal, or its text would have been found among the others. */
static bool is_spelled(const struct hotk *pos, bz_move move, struct word text)
{
    char written[BZ_MOVE_TEXT_MAX];
    struct bz_buf out = BZ_BUF(written);

    hotk_format_move(pos, move, &out);
    return out.length == text.length && !memcmp(written, text.text, text.length);
}

static int read_call(const struct hotk *pos, struct word text, const struct word *words, int count,
                     bz_move *ret_move, struct bz_error *err)
{
    int which = read_name(words[0]), value[ARGUMENTS] = {0}, wanted = 0;
    const uint8_t *kinds = kinds_of(pos, which);
    bz_move move;

    if (!hotk_is_due(pos))
        return refuse(text, err, BZ_ERROR_ILLEGAL, "no companion is due, Varys has to move");
    if (!(pos->companions >> which & 1))
        return refuse(text, err, BZ_ERROR_ILLEGAL, "this companion is not there any more");
    while (wanted < ARGUMENTS && kinds[wanted])
        wanted++;
    if (count - 1 != wanted)
        return bz_fail(err, BZ_ERROR_SYNTAX, "'%s': %s takes %d arguments, each after a colon",
                       bz_quoted(text.text, text.length).text, hotk_companions[which], wanted);
    for (int i = 0; i < wanted; i++) {
        const char *fault;

        value[i] = read_argument(pos, (enum kind)kinds[i], words[i + 1]);
        if (value[i] < 0)
            return refuse(words[i + 1], err, BZ_ERROR_SYNTAX,
                          kinds[i] == HOUSE    ? "expected the letter of a house"
                          : kinds[i] == VICTIM ? "expected a player and a house, as in 2S"
                          : kinds[i] == OTHER  ? "expected the name of a companion"
                                               : "expected a cell, a1 to f6");
        fault = argument_fault(pos, (enum kind)kinds[i], value[i]);
        if (fault)
            return refuse(words[i + 1], err, BZ_ERROR_ILLEGAL, fault);
    }
    if ((kinds[1] == PIECE || kinds[1] == CARD) && value[0] == value[1])
        return refuse(text, err, BZ_ERROR_ILLEGAL, "the two cells are the same");
    move = make_call(which, kinds, value);
    if (is_spelled(pos, move, text))
        return refuse(text, err, BZ_ERROR_ILLEGAL, "this companion cannot be used now");
    *ret_move = move;
    return BZ_OK;
}

static int explain_step(const struct hotk *pos, int cell, struct word text, struct bz_error *err)
{
    if (hotk_is_due(pos))
        return refuse(text, err, BZ_ERROR_ILLEGAL, "a companion has to be chosen first");
    if (cell == pos->varys)
        return refuse(text, err, BZ_ERROR_ILLEGAL, "Varys stands there already");
    if (hotk_house_at(pos, cell) < 0)
        return refuse(text, err, BZ_ERROR_ILLEGAL, "no card lies there");
    if (!(hotk_targets(pos) & hotk_bit(cell)))
        return refuse(text, err, BZ_ERROR_ILLEGAL, "it is not in the row or column of Varys");
    return refuse(text, err, BZ_ERROR_ILLEGAL, "a card of the same house lies farther that way");
}

int hotk_read_move(const void *at, const char *text, size_t length, bz_move *ret_move,
                   struct bz_error *err)
{
    const struct hotk *pos = at;
    struct word whole = {text, length}, words[WORDS_MAX];
    int count = split(text, length, words), cell = read_cell(whole);

    if (read_name(words[0]) >= 0)
        return read_call(pos, whole, words, count, ret_move, err);
    if (cell >= 0)
        return explain_step(pos, cell, whole, err);
    return refuse(whole, err, BZ_ERROR_SYNTAX,
                  hotk_is_due(pos) ? "not a companion; write Sandor:c3 or Ramsay:a1:b2"
                                   : "not a cell; write where Varys goes, as c4");
}

/* --- What happened -------------------------------------------------------------------------- */

/* "a Stark", "2 Starks". */
static void format_members(int count, int house, struct bz_buf *out)
{
    if (count == 1)
        bz_buf_add(out, "a %s", hotk_names[house]);
    else
        bz_buf_add(out, "%d %ss", count, hotk_names[house]);
}

static void tell_banner(const struct hotk *before, const struct hotk *after, int house,
                        const char *how, struct bz_buf *out)
{
    if (hotk_holder(after, house) == before->turn && hotk_holder(before, house) != before->turn)
        bz_buf_add(out, "%s the %s banner", how, hotk_names[house]);
}

static void tell_death(const struct hotk *before, int cell, struct bz_buf *out)
{
    bz_buf_add(out, "a %s at ", hotk_names[hotk_house_at(before, cell)]);
    hotk_format_cell(cell, out);
}

static void tell_jaqen(const struct hotk *before, bz_move move, struct bz_buf *out)
{
    int second = hotk_argument(move, 1);

    bz_buf_add(out, ", who kills ");
    tell_death(before, hotk_argument(move, 0), out);
    bz_buf_add(out, " and ");
    if (hotk_rules(before) == PUBLISHED)
        bz_buf_add(out, "a %s of Player %d", hotk_names[second & 15], (second >> 4) + 1);
    else
        tell_death(before, second, out);
    bz_buf_add(out, " and sends %s away", hotk_companions[hotk_argument(move, 2)]);
}

static void tell_members(const struct hotk *before, const struct hotk *after, int house, int count,
                         struct bz_buf *out)
{
    bz_buf_add(out, ", who counts as ");
    format_members(count, house, out);
    tell_banner(before, after, house, ", and takes", out);
}

static void tell_call(const struct hotk *before, bz_move move, const struct hotk *after,
                      struct bz_buf *out)
{
    int which = hotk_called(move), first = hotk_argument(move, 0);
    int house = hotk_rules(before) == PUBLISHED ? first : hotk_house_at(before, first);

    bz_buf_add(out, "calls %s", hotk_companions[which]);
    if (which == JON)
        tell_members(before, after, house, 2, out);
    else if (which == GENDRY)
        tell_members(before, after, BARATHEON, 1, out);
    else if (which == SANDOR) {
        bz_buf_add(out, ", who kills ");
        tell_death(before, first, out);
    } else if (which == RAMSAY) {
        bz_buf_add(out, ", who exchanges ");
        hotk_format_cell(first, out);
        bz_buf_add(out, " and ");
        hotk_format_cell(hotk_argument(move, 1), out);
    } else if (which == JAQEN)
        tell_jaqen(before, move, out);
    else
        bz_buf_add(out, " and moves again");
}

void hotk_tell(const void *at, bz_move move, const void *then, struct bz_buf *out)
{
    const struct hotk *before = at, *after = then;
    int player = before->turn, house;

    bz_buf_add(out, "Player %d ", player + 1);
    if (hotk_called(move) >= 0) {
        tell_call(before, move, after, out);
        return;
    }
    house = hotk_house_at(before, (int)move);
    bz_buf_add(out, "takes ");
    format_members(hotk_count(after, player, house) - hotk_count(before, player, house), house,
                   out);
    bz_buf_add(out, " at ");
    hotk_format_cell((int)move, out);
    tell_banner(before, after, house, " and", out);
    if (hotk_is_due(after))
        bz_buf_add(out, "; a companion is to be chosen");
}

/* What each side has, the winner told apart only where the numbers do not. */
void hotk_ending(const void *at, struct bz_buf *out)
{
    const struct hotk *pos = at;
    int players = hotk_players(pos), sides = players == 3 ? 3 : 2, won = hotk_winner(pos);
    int banners[SEATS] = {0}, equal = 0;

    for (int player = 0; player < players; player++)
        banners[player % sides] += bz_popcount(hotk_banners(pos, player));
    bz_buf_add(out, "Varys has nowhere to go; banners ");
    for (int side = 0; side < sides; side++) {
        bz_buf_add(out, "%s%d", side ? " to " : "", banners[side]);
        equal += banners[side] == banners[won];
    }
    if (equal > 1)
        bz_buf_add(out, ", and the largest house decides");
}
