/*
 * text.c - positions in writing. A text is first read as it stands, field by field, and then asked
 * whether a game could have come to it: no house has more members than there are, and whoever holds
 * a banner could have taken it. Cards may be missing, so that an ending can be set up with few.
 */
#include <string.h>

#include "games/cursor.h"
#include "hotk.h"

/* --- Reading, field by field ---------------------------------------------------------------- */

static int read_row(struct bz_cursor *c, int row, struct hotk *pos, int *varys,
                    struct bz_error *err)
{
    bool after_run = false;
    int col = 0;

    while (col < SIDE) {
        char letter = bz_cursor_peek(c);

        if (letter >= '1' && letter <= '0' + SIDE - col && !after_run) {
            col += letter - '0';
            after_run = true;
        } else if (letter && strchr(hotk_letters, letter)) {
            if (letter == 'V' && (*varys)++)
                return bz_cursor_refuse(c, err, "there is only one Varys");
            hotk_put(pos, row * SIDE + col++, letter);
            after_run = false;
        } else {
            return bz_cursor_refuse(
                c, err,
                bz_is_digit(letter)
                    ? "no such number of empty cells fits here"
                    : "expected a card, one of SGLTBYUV, or a number of empty cells");
        }
        c->at++;
    }
    return BZ_OK;
}

static int read_board(struct bz_cursor *c, struct hotk *pos, struct bz_error *err)
{
    int varys = 0;

    for (int row = 0; row < SIDE; row++) {
        int code;

        if (row && !bz_cursor_accept(c, '/'))
            return bz_cursor_refuse(c, err, "expected / and the next of six rows of six cells");
        code = read_row(c, row, pos, &varys, err);
        if (code)
            return code;
    }
    if (!varys)
        return bz_cursor_refuse(c, err, "there is no Varys on the board");
    return BZ_OK;
}

/* A number that fits into four bits, written without zeros before it. */
static int read_count(struct bz_cursor *c, uint32_t *ret_count, struct bz_error *err)
{
    struct bz_cursor first = *c;
    uint32_t n = 0;

    if (!bz_is_digit(bz_cursor_peek(c)))
        return bz_cursor_refuse(c, err, "expected the number of members of a house");
    for (; bz_is_digit(bz_cursor_peek(c)); c->at++) {
        n = n * 10 + (uint32_t)(bz_cursor_peek(c) - '0');
        if (n > 15)
            return bz_cursor_refuse(&first, err, "no house has so many members");
    }
    if (c->text[first.at] == '0' && c->at > first.at + 1)
        return bz_cursor_refuse(&first, err, "a number does not begin with 0");
    *ret_count = n;
    return BZ_OK;
}

static int read_counts(struct bz_cursor *c, struct hotk *pos, struct bz_error *err)
{
    int players = hotk_players(pos);

    for (int player = 0; player < players; player++)
        for (int house = 0; house < HOUSES; house++) {
            uint32_t n = 0;
            int code;

            if (house && !bz_cursor_accept(c, ','))
                return bz_cursor_refuse(c, err, "expected a comma and the next of seven numbers");
            if (!house && player && !bz_cursor_accept(c, '/'))
                return bz_cursor_refuse(c, err,
                                        "expected / and what the next player has collected");
            code = read_count(c, &n, err);
            if (code)
                return code;
            pos->count[player] |= n << 4 * house;
        }
    return BZ_OK;
}

static int read_banners(struct bz_cursor *c, struct hotk *pos, struct bz_error *err)
{
    for (int house = 0; house < HOUSES; house++, c->at++) {
        int player = bz_cursor_peek(c) - '1';

        if (bz_cursor_peek(c) == '-')
            continue;
        if (player < 0 || player >= hotk_players(pos))
            return bz_cursor_refuse(c, err, "expected who holds a banner, a player's number or -");
        pos->banners |= 1u << (8 * player + house);
    }
    return BZ_OK;
}

static int read_turn(struct bz_cursor *c, struct hotk *pos, struct bz_error *err)
{
    int player = bz_cursor_peek(c) - '1';

    if (player < 0 || player >= hotk_players(pos))
        return bz_cursor_refuse(c, err, "expected the number of the player to move");
    pos->turn = (uint8_t)player;
    c->at++;
    return BZ_OK;
}

static bool accept_word(struct bz_cursor *c, const char *word)
{
    size_t length = strlen(word);

    if (c->length - c->at < length || memcmp(c->text + c->at, word, length) != 0)
        return false;
    c->at += length;
    return true;
}

static int read_companion(struct bz_cursor *c, struct hotk *pos, struct bz_error *err)
{
    struct bz_cursor first = *c;

    for (int which = 0; which < COMPANIONS; which++) {
        if (!accept_word(c, hotk_companions[which]))
            continue;
        if (pos->companions >> which)
            return bz_cursor_refuse(
                &first, err,
                "companions are named once each, in the order Jon, Gendry, Ramsay, "
                "Sandor, Jaqen, Melisandre");
        pos->companions |= (uint8_t)(1u << which);
        return BZ_OK;
    }
    return bz_cursor_refuse(c, err, "expected the name of a companion");
}

static int read_companions(struct bz_cursor *c, struct hotk *pos, struct bz_error *err)
{
    struct bz_cursor first = *c;
    int code;

    if (bz_cursor_accept(c, '-'))
        return BZ_OK;
    do {
        code = read_companion(c, pos, err);
    } while (!code && bz_cursor_accept(c, ','));
    if (!code && hotk_rules(pos) == PHASE1)
        return bz_cursor_refuse(&first, err, "there are no companions with rules=phase1, write -");
    return code;
}

static int read_due(struct bz_cursor *c, struct hotk *pos, struct bz_error *err)
{
    if (bz_cursor_accept(c, 'm'))
        return BZ_OK;
    if (bz_cursor_peek(c) != 'c')
        return bz_cursor_refuse(c, err, "expected what is due, m for a move or c for a companion");
    if (!pos->companions)
        return bz_cursor_refuse(c, err, "there is no companion to choose");
    c->at++;
    pos->state |= DUE;
    return BZ_OK;
}

/* Who took the card that lay on each cell at the start: not part of the position by the rules, but
 * the report's agent looks at it. */
static int read_captors(struct bz_cursor *c, struct hotk *pos, struct bz_error *err)
{
    if (hotk_rules(pos) != PHASE1)
        return bz_cursor_refuse(c, err, "only with rules=phase1 something may follow what is due");
    for (int cell = 0; cell < CELLS; cell++, c->at++) {
        char captor = bz_cursor_peek(c);

        if (captor == '.' || captor == '0')
            continue;
        if (captor != '1' && captor != '2')
            return bz_cursor_refuse(c, err, "expected who took the card from each cell, 1, 2 or .");
        if (hotk_cards(pos) & hotk_bit(cell))
            return bz_cursor_refuse(c, err, "the card of this cell is still there");
        pos->taken[captor - '1'] |= hotk_bit(cell);
    }
    return BZ_OK;
}

/* --- Whether it can be ---------------------------------------------------------------------- */

static int members(const struct hotk *pos, int house)
{
    int n = bz_popcount(hotk_house(pos, house));

    for (int player = 0; player < SEATS; player++)
        n += hotk_count(pos, player, house);
    return n;
}

static bool gone(const struct hotk *pos, int companion)
{
    return hotk_rules(pos) != PHASE1 && !(pos->companions >> companion & 1);
}

/* Gendry counts as one Baratheon, and Jon as two of one house, once they have been called. */
static int check_members(const struct hotk *pos, struct bz_error *err)
{
    int jon = gone(pos, JON) ? 2 : 0;

    for (int house = 0; house < HOUSES; house++) {
        int over = members(pos, house) - hotk_sizes[house];

        if (house == BARATHEON && gone(pos, GENDRY))
            over--;
        if (over > jon)
            return bz_fail(err, BZ_ERROR_ILLEGAL,
                           "position: %d %ss, on the board and collected; there are %d",
                           members(pos, house), hotk_names[house], hotk_sizes[house]);
        if (over > 0)
            jon = 0;
    }
    return BZ_OK;
}

/* How far the holder of a banner, or his partner, is behind the best of the opponents. */
static int arrears(const struct hotk *pos, int house, int holder)
{
    int players = hotk_players(pos), own = 0, best = 0;

    for (int player = 0; player < players; player++) {
        int n = hotk_count(pos, player, house);

        if (!hotk_opposed(players, player, holder))
            own = n > own ? n : own;
        else
            best = n > best ? n : best;
    }
    return best - own;
}

/* Jaqen, by the published rules, can have killed one member that its owner's banner rests on. */
static int check_banners(const struct hotk *pos, struct bz_error *err)
{
    int killed = hotk_rules(pos) == PUBLISHED && gone(pos, JAQEN);

    for (int house = 0; house < HOUSES; house++) {
        int holder = hotk_holder(pos, house), all = 0, behind;

        for (int player = 0; player < SEATS; player++)
            all += hotk_count(pos, player, house);
        if (holder < 0 && all)
            return bz_fail(err, BZ_ERROR_ILLEGAL,
                           "position: %ss have been collected, but nobody holds their banner",
                           hotk_names[house]);
        if (holder < 0)
            continue;
        behind = all ? arrears(pos, house, holder) : 1;
        if (behind > killed)
            return bz_fail(err, BZ_ERROR_ILLEGAL,
                           "position: player %d cannot hold the banner of %s", holder + 1,
                           hotk_names[house]);
        if (behind > 0)
            killed = 0;
    }
    return BZ_OK;
}

/* A game that is over was won, so there is a banner; and the cells cards came from are as many as
 * the cards, where they are told. */
static int check_rest(const struct bz_setup *setup, const struct hotk *pos, bool told,
                      struct bz_error *err)
{
    int taken[2] = {0};

    if (setup->rules->count(pos) == 0 && hotk_is_due(pos))
        return bz_fail(err, BZ_ERROR_ILLEGAL, "position: a companion is due, but none can be used");
    if (setup->rules->count(pos) == 0 && !pos->banners)
        return bz_fail(err, BZ_ERROR_ILLEGAL,
                       "position: the game is over, but nobody holds a banner");
    for (int house = 0; house < HOUSES; house++)
        for (int player = 0; player < 2; player++)
            taken[player] += hotk_count(pos, player, house);
    for (int player = 0; player < 2; player++)
        if (told && bz_popcount(pos->taken[player]) != taken[player])
            return bz_fail(err, BZ_ERROR_ILLEGAL,
                           "position: player %d has %d cards, taken from %d cells", player + 1,
                           taken[player], bz_popcount(pos->taken[player]));
    return BZ_OK;
}

/* --- The whole ------------------------------------------------------------------------------ */

static int parse(const struct bz_setup *setup, const char *text, size_t length, void *ret_pos,
                 struct bz_error *err)
{
    static int (*const fields[])(struct bz_cursor * c, struct hotk * pos, struct bz_error * err) = {
        read_board, read_counts, read_banners, read_turn, read_companions, read_due};
    enum { FIELDS = sizeof(fields) / sizeof(fields[0]) };
    struct bz_cursor c = {text, length, 0};
    struct hotk pos = {.state = hotk_state((int)bz_setup_value(setup, "rules")->number,
                                           (int)bz_setup_value(setup, "players")->number)};
    int code = BZ_OK;
    bool told;

    for (int i = 0; i < FIELDS && !code; i++) {
        if (i && !bz_cursor_accept(&c, ' '))
            return bz_cursor_refuse(&c, err, "expected a blank and the next field");
        code = fields[i](&c, &pos, err);
    }
    told = !code && bz_cursor_accept(&c, ' ');
    if (told)
        code = read_captors(&c, &pos, err);
    if (!code && c.at != length)
        code = bz_cursor_refuse(&c, err, "nothing may follow here");
    if (!code)
        code = check_members(&pos, err);
    if (!code)
        code = check_banners(&pos, err);
    if (!code)
        code = check_rest(setup, &pos, told, err);
    if (!code)
        memcpy(ret_pos, &pos, sizeof(pos));
    return code;
}

/* By the published rules the number of players is the position's own. */
static int fit(struct bz_setup *setup, const char *text, size_t length, struct bz_error *err)
{
    const char *counts = memchr(text, ' ', length);
    int players = 1;

    (void)err;
    for (const char *p = counts ? counts + 1 : text + length; p < text + length && *p != ' '; p++)
        players += *p == '/';
    for (int i = 0; setup->game->options[i].name; i++) {
        struct bz_value *value = &setup->values[i];
        struct bz_buf out = {.text = value->text, .size = sizeof(value->text)};

        if (strcmp(setup->game->options[i].name, "players") != 0 || players < 2 ||
            players > SEATS || bz_setup_value(setup, "rules")->number != PUBLISHED)
            continue;
        value->number = players;
        bz_buf_add(&out, "%d", players);
    }
    return BZ_OK;
}

static void format_board(const struct hotk *pos, struct bz_buf *out)
{
    for (int cell = 0, run = 0; cell < CELLS; cell++) {
        int house = hotk_house_at(pos, cell);
        bool last = cell % SIDE == SIDE - 1, empty = house < 0 && cell != pos->varys;

        run += empty;
        if (run && (last || !empty)) {
            bz_buf_add(out, "%d", run);
            run = 0;
        }
        if (!empty)
            bz_buf_char(out, house < 0 ? 'V' : hotk_letters[house]);
        if (last && cell < CELLS - 1)
            bz_buf_char(out, '/');
    }
}

static void format_companions(const struct hotk *pos, struct bz_buf *out)
{
    if (!pos->companions)
        bz_buf_char(out, '-');
    for (unsigned left = pos->companions; left; left &= left - 1)
        bz_buf_add(out, "%s%s", hotk_companions[bz_lowest(left)], left & (left - 1) ? "," : "");
}

static void format(const void *at, struct bz_buf *out)
{
    const struct hotk *pos = at;

    format_board(pos, out);
    for (int player = 0; player < hotk_players(pos); player++)
        for (int house = 0; house < HOUSES; house++)
            bz_buf_add(out, "%c%d",
                       house    ? ','
                       : player ? '/'
                                : ' ',
                       hotk_count(pos, player, house));
    bz_buf_char(out, ' ');
    for (int house = 0; house < HOUSES; house++)
        bz_buf_char(out, "-1234"[hotk_holder(pos, house) + 1]);
    bz_buf_add(out, " %d ", pos->turn + 1);
    format_companions(pos, out);
    bz_buf_add(out, " %c", hotk_is_due(pos) ? 'c' : 'm');
}

const struct bz_text hotk_text = {
    .fit = fit,
    .parse = parse,
    .format = format,
    .format_move = hotk_format_move,
    .read_move = hotk_read_move,
    .ending = hotk_ending,
    .tell = hotk_tell,
    .draw = hotk_draw,
};
