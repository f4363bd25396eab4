/*
 * record_read.c - records read strictly: nothing in a text is believed that the rules of the game
 * do not bear out, and nothing in it is passed over.
 */
#include <stdlib.h>
#include <string.h>

#include "bazi/record.h"

enum { REASON_MAX = 512 };

static bool is_plain(char c)
{
    return (unsigned char)c >= ' ' && c != 0x7f && c != '"' && c != '\\';
}

/* Where the reader is, and from where lines and columns are counted. */
struct place {
    size_t at, line_start;
    int line;
};

struct reader {
    const char *text;
    size_t length;
    struct place place;
    bool bare;
    struct bz_error *err;
};

/* `detail` is already safe to show. */
static int refuse_at(const struct reader *r, const struct place *place, int code,
                     const char *detail)
{
    return bz_fail(r->err, code, "record, line %d, column %zu: %s", place->line,
                   place->at - place->line_start + 1, detail);
}

static int refuse(const struct reader *r, int code, const char *detail)
{
    return refuse_at(r, &r->place, code, detail);
}

static bool at_end(const struct reader *r)
{
    return r->place.at == r->length;
}

/* The character here; not at the end. */
static char here(const struct reader *r)
{
    return r->text[r->place.at];
}

static bool continues(const struct reader *r, const char *with)
{
    size_t length = strlen(with);

    return r->length - r->place.at >= length && !memcmp(r->text + r->place.at, with, length);
}

static void skip_line_end(struct reader *r)
{
    r->place.at++;
    r->place.line++;
    r->place.line_start = r->place.at;
}

static bool is_name_character(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

struct header {
    const char *name, *value; /* the value still escaped */
    size_t name_length, value_length;
    struct place place;
};

/* [Name "value"], up to the end of the line. A value has no quote and no control character. */
static int read_header(struct reader *r, struct header *ret_header)
{
    struct header h = {.place = r->place};

    r->place.at++;
    h.name = r->text + r->place.at;
    while (!at_end(r) && is_name_character(here(r)))
        r->place.at++;
    h.name_length = (size_t)(r->text + r->place.at - h.name);
    if (!h.name_length || !continues(r, " \""))
        return refuse(r, BZ_ERROR_SYNTAX, "expected a header such as [Game \"name\"]");
    r->place.at += 2;
    h.value = r->text + r->place.at;
    while (!at_end(r) && (is_plain(here(r)) || here(r) == '\\'))
        r->place.at++;
    h.value_length = (size_t)(r->text + r->place.at - h.value);
    if (!continues(r, "\"]\n"))
        return refuse(r, BZ_ERROR_SYNTAX, "expected \"] and the end of the line");
    r->place.at += 2;
    *ret_header = h;
    return BZ_OK;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The text behind its escapes, terminated. False if it does not fit or an escape is none. */
static bool unescape(const char *text, size_t length, char *ret_text, size_t size)
{
    size_t used = 0;

    if (size == 0)
        return false;
    for (size_t i = 0; i < length; i++) {
        int c = (unsigned char)text[i];

        if (c == '\\') {
            if (length - i < 4 || text[i + 1] != 'x' || hex_digit(text[i + 2]) < 0 ||
                hex_digit(text[i + 3]) < 0)
                return false;
            c = hex_digit(text[i + 2]) * 16 + hex_digit(text[i + 3]);
            i += 3;
        }
        if (c == 0 || used + 1 >= size)
            return false;
        ret_text[used++] = (char)c;
    }
    ret_text[used] = '\0';
    return true;
}

static bool is_named(const struct header *h, const char *name)
{
    return h->name_length == strlen(name) && !memcmp(h->name, name, h->name_length);
}

static bool is_value(const struct header *h, const char *value)
{
    return h->value_length == strlen(value) && !memcmp(h->value, value, h->value_length);
}

/* What the headers say, before the moves have been looked at. */
struct claims {
    struct header game, options, start, result, reason, ruling, resigned, note;
    struct header players[BZ_PLAYERS_MAX], tags[BZ_TAGS];
};

static struct header *claim_of(struct claims *claims, const struct header *h)
{
    if (h->name_length == 2 && h->name[0] == 'P' && h->name[1] >= '1' &&
        h->name[1] < '1' + BZ_PLAYERS_MAX)
        return &claims->players[h->name[1] - '1'];
    for (int i = 0; i < BZ_TAGS; i++)
        if (is_named(h, bz_tag_word((enum bz_tag)i)))
            return &claims->tags[i];
    return is_named(h, "Game")       ? &claims->game
           : is_named(h, "Options")  ? &claims->options
           : is_named(h, "Start")    ? &claims->start
           : is_named(h, "Result")   ? &claims->result
           : is_named(h, "Reason")   ? &claims->reason
           : is_named(h, "Ruling")   ? &claims->ruling
           : is_named(h, "Resigned") ? &claims->resigned
           : is_named(h, "Note")     ? &claims->note
                                     : NULL;
}

static int read_headers(struct reader *r, struct claims *claims)
{
    while (!at_end(r) && here(r) == '[') {
        struct header h, *claim;
        int code = read_header(r, &h);

        if (code)
            return code;
        claim = claim_of(claims, &h);
        if (!claim)
            return refuse_at(r, &h.place, BZ_ERROR_UNKNOWN,
                             "no such header; there are Game, Options, Event, Date, Round, Seed, "
                             "Clock, P1 ..., Start, Result, Reason, Ruling, Note");
        if (claim->name)
            return refuse_at(r, &h.place, BZ_ERROR_UNKNOWN, "this header stands twice");
        *claim = h;
        skip_line_end(r);
    }
    if (!claims->game.name || !claims->result.name)
        return refuse(r, BZ_ERROR_SYNTAX, "a record needs the headers Game and Result");
    if (at_end(r) || here(r) != '\n')
        return refuse(r, BZ_ERROR_SYNTAX, "expected an empty line before the moves");
    skip_line_end(r);
    return BZ_OK;
}

/* The blank-separated name=value words of the Options header, unescaped into `memory`. */
static int read_options(const struct reader *r, const struct header *h, char *memory, size_t size,
                        const char **ret_assignments, int *ret_count)
{
    const char *at = h->value, *end = h->value + h->value_length;
    int count = 0;

    while (at < end) {
        const char *blank = memchr(at, ' ', (size_t)(end - at));
        size_t length = (size_t)((blank ? blank : end) - at);

        if (count == BZ_OPTIONS_MAX || !unescape(at, length, memory, size))
            return refuse_at(r, &h->place, BZ_ERROR_SYNTAX, "the options cannot be read");
        ret_assignments[count++] = memory;
        size -= strlen(memory) + 1;
        memory += strlen(memory) + 1;
        at += length + (blank ? 1 : 0);
    }
    *ret_count = count;
    return BZ_OK;
}

static int leave_out_help(const struct bz_game *game, const char **assignments, int count)
{
    int kept = 0;

    for (int i = 0; i < count; i++)
        if (!bz_option_only_helps(game->options, assignments[i]))
            assignments[kept++] = assignments[i];
    return kept;
}

static int read_setup(const struct reader *r, const struct claims *claims,
                      struct bz_setup *ret_setup)
{
    char memory[BZ_OPTIONS_MAX * BZ_VALUE_MAX], name[64] = "";
    const char *assignments[BZ_OPTIONS_MAX];
    const struct bz_game *game;
    struct bz_error inner;
    int count = 0, code;

    if (!unescape(claims->game.value, claims->game.value_length, name, sizeof(name)))
        return refuse_at(r, &claims->game.place, BZ_ERROR_UNKNOWN, "no game has such a name");
    game = bz_game_find(name, &inner);
    if (!game)
        return refuse_at(r, &claims->game.place, inner.code, inner.text);
    if (claims->options.name) {
        code = read_options(r, &claims->options, memory, sizeof(memory), assignments, &count);
        if (code)
            return code;
    }
    if (r->bare)
        count = leave_out_help(game, assignments, count);
    code = bz_setup_init(ret_setup, game, assignments, count, &inner);
    if (!code)
        return BZ_OK;
    return refuse_at(r, claims->options.name ? &claims->options.place : &claims->game.place, code,
                     inner.text);
}

static int read_texts(const struct reader *r, const struct claims *claims, struct bz_record *record)
{
    for (int i = 0; i < BZ_PLAYERS_MAX; i++) {
        const struct header *h = &claims->players[i];

        if (h->name && i >= record->setup->rules->players)
            return refuse_at(r, &h->place, BZ_ERROR_RANGE, "the game has no such player");
        if (!unescape(h->value, h->value_length, record->players[i], BZ_NAME_MAX))
            return refuse_at(r, &h->place, BZ_ERROR_RANGE, "the player's name cannot be read");
    }
    for (int i = 0; i < BZ_TAGS; i++)
        if (!unescape(claims->tags[i].value, claims->tags[i].value_length, record->tags[i],
                      BZ_NAME_MAX))
            return refuse_at(r, &claims->tags[i].place, BZ_ERROR_RANGE,
                             "this header's value cannot be read");
    if (!unescape(claims->note.value, claims->note.value_length, record->note, BZ_NOTE_MAX))
        return refuse_at(r, &claims->note.place, BZ_ERROR_RANGE, "the note cannot be read");
    return BZ_OK;
}

static int begin(const struct reader *r, const struct claims *claims, struct bz_setup *setup,
                 struct bz_record *record)
{
    const struct header *h = &claims->start;
    union bz_pos start;
    struct bz_error inner;

    if (h->name && bz_parse(setup, h->value, h->value_length, &start, &inner))
        return refuse_at(r, &h->place, inner.code, inner.text);
    bz_record_init(record, setup, h->name ? &start : NULL);
    return read_texts(r, claims, record);
}

#define BLANKS " \t\r\n" /* people edit records: between moves any of these will do */

static bool at_blank(const struct reader *r)
{
    return !at_end(r) && here(r) && strchr(BLANKS, here(r));
}

static void skip_blanks(struct reader *r)
{
    while (at_blank(r)) {
        if (here(r) == '\n')
            skip_line_end(r);
        else
            r->place.at++;
    }
}

/* {0.5s depth 3}: behind its move, at most one. */
static int read_comment(struct reader *r, struct bz_remark *ret_remark)
{
    const char *text = r->text + r->place.at + 1;
    const char *end = memchr(text, '}', r->length - r->place.at - 1);
    size_t wrong = 0;
    int code;

    if (!end)
        return refuse(r, BZ_ERROR_SYNTAX, "this comment has no end");
    code = bz_remark_parse(text, (size_t)(end - text), ret_remark, &wrong);
    r->place.at++;
    for (const char *stop = code ? text + wrong : end; r->text + r->place.at < stop;)
        if (here(r) == '\n')
            skip_line_end(r);
        else
            r->place.at++;
    if (code)
        return refuse(r, code,
                      "expected a comment such as {1.5s left 9s value 2 win 3 depth 4 nodes 5}");
    r->place.at++;
    return BZ_OK;
}

/* A move, and the comment that may stand behind it. */
static int read_ply(struct reader *r, struct bz_record *record)
{
    struct place start = r->place;
    const char *text = r->text + start.at;
    struct bz_remark remark;
    struct bz_error inner;
    bz_move move;
    int code;

    while (!at_end(r) && !at_blank(r))
        r->place.at++;
    if (bz_parse_move(record->setup, &record->pos, text, r->place.at - start.at, &move, &inner))
        return refuse_at(r, &start, inner.code, inner.text);
    skip_blanks(r);
    if (at_end(r) || here(r) != '{') {
        code = bz_record_play(record, move, &inner);
        return code ? refuse_at(r, &start, code, inner.text) : BZ_OK;
    }
    code = read_comment(r, &remark);
    if (code)
        return code;
    code = bz_record_remark(record, move, &remark, &inner);
    if (code)
        return refuse_at(r, &start, code, inner.text);
    if (!at_end(r) && !at_blank(r))
        return refuse(r, BZ_ERROR_SYNTAX, "expected a blank or the end of the line here");
    skip_blanks(r);
    return BZ_OK;
}

static int read_moves(struct reader *r, struct bz_record *record)
{
    int code = BZ_OK;

    skip_blanks(r);
    while (!at_end(r) && !code)
        code = read_ply(r, record);
    if (!code && r->text[r->length - 1] != '\n')
        return refuse(r, BZ_ERROR_SYNTAX, "the last line has no end");
    return code;
}

/* "crashed p2", "drawn" */
static bool parse_ruling(const struct header *h, int players, enum bz_ruling *ret_ruling,
                         int *ret_loser)
{
    for (enum bz_ruling ruling = BZ_RULING_NONE + 1; ruling < BZ_RULINGS; ruling++)
        for (int loser = ruling == BZ_RULING_DRAWN ? -1 : 0; loser < players; loser++) {
            char text[40];
            struct bz_buf buf = BZ_BUF(text);

            bz_ruling_format(ruling, loser, &buf);
            if (is_value(h, text)) {
                *ret_ruling = ruling;
                *ret_loser = loser;
                return true;
            }
            if (loser < 0)
                break;
        }
    return false;
}

/* What a referee decided; records of old have a header for one such thing only. */
static int read_ruling(const struct reader *r, const struct claims *claims,
                       struct bz_record *record)
{
    const struct header *h = claims->ruling.name ? &claims->ruling : &claims->resigned;
    int players = record->setup->rules->players, loser = -1;
    enum bz_ruling ruling = BZ_RULING_RESIGNED;

    if (!h->name)
        return BZ_OK;
    if (h == &claims->resigned && h->value_length == 2 && h->value[0] == 'p')
        loser = h->value[1] - '1';
    if ((claims->ruling.name && claims->resigned.name) || bz_is_over(record->setup, &record->pos) ||
        (h == &claims->resigned ? loser < 0 || loser >= players
                                : !parse_ruling(h, players, &ruling, &loser)))
        return refuse_at(r, &h->place, BZ_ERROR_UNFIT,
                         h == &claims->ruling ? "the Ruling header does not fit the game"
                                              : "the Resigned header does not fit the game");
    bz_record_rule(record, ruling, loser);
    return BZ_OK;
}

/* The headers must say what the moves show. */
static int check_claims(const struct reader *r, const struct claims *claims,
                        struct bz_record *record)
{
    char text[REASON_MAX] = "";
    struct bz_buf reason = BZ_BUF(text);
    int code = read_ruling(r, claims, record);

    if (code)
        return code;
    if (!is_value(&claims->result, bz_record_result(record)))
        return refuse_at(r, &claims->result.place, BZ_ERROR_UNFIT,
                         "the Result header is not what the moves lead to");
    bz_record_reason(record, &reason);
    if (claims->reason.name && (!bz_record_is_over(record) || !is_value(&claims->reason, text)))
        return refuse_at(r, &claims->reason.place, BZ_ERROR_UNFIT,
                         "the Reason header is not what the moves lead to");
    return BZ_OK;
}

int bz_record_read_part(const struct bz_record_part *part, struct bz_setup *ret_setup,
                        struct bz_record *ret_record, struct bz_error *err)
{
    struct reader r = {.text = part->text,
                       .length = part->length,
                       .place = {.line = part->line},
                       .bare = part->bare,
                       .err = err};
    struct claims claims = {0};
    struct bz_setup setup;
    struct bz_record record = {0};
    int code;

    if (part->length > BZ_RECORD_TEXT_MAX)
        return bz_fail(err, BZ_ERROR_RANGE, "record, line %d: a game of %zu bytes is too long",
                       part->line, part->length);
    code = read_headers(&r, &claims);
    if (!code)
        code = read_setup(&r, &claims, &setup);
    if (code)
        return code;
    code = begin(&r, &claims, &setup, &record);
    if (!code)
        code = read_moves(&r, &record);
    if (!code)
        code = check_claims(&r, &claims, &record);
    if (code) {
        bz_record_release(&record);
        bz_setup_release(&setup);
        return code;
    }
    *ret_setup = setup;
    *ret_record = record;
    ret_record->setup = ret_setup;
    return BZ_OK;
}

int bz_record_read(const char *text, size_t length, struct bz_setup *ret_setup,
                   struct bz_record *ret_record, struct bz_error *err)
{
    struct bz_record_part whole = {.text = text, .length = length, .line = 1};

    return bz_record_read_part(&whole, ret_setup, ret_record, err);
}

bool bz_record_part_next(const char *text, size_t length, struct bz_record_part *part)
{
    struct bz_record_part next = {.text = text, .line = 1};
    const char *end = text + length, *at;

    if (part->text) {
        next = (struct bz_record_part){.text = part->text + part->length, .line = part->line};
        for (size_t i = 0; i < part->length; i++)
            next.line += part->text[i] == '\n';
    }
    if (part->text && next.text == end)
        return false;
    at = next.text;
    do { /* a header behind an empty line begins another game */
        at = memchr(at, '\n', (size_t)(end - at));
        at = at ? at + 1 : end;
    } while (at < end && !(*at == '[' && at - next.text > 1 && at[-2] == '\n'));
    next.length = (size_t)(at - next.text);
    *part = next;
    return true;
}
