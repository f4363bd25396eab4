/*
 * record_text.c - records as text, written plainly and read strictly.
 *
 * Reading builds a new setup and a new record beside the caller's and hands them over only when
 * the last character has been understood.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bazi/record.h"

enum { LINE_WIDTH = 80, REASON_MAX = 512 };

static bool is_plain(char c)
{
    return (unsigned char)c >= ' ' && c != 0x7f && c != '"' && c != '\\';
}

/* A value as it stands between quotes: whatever could be taken for something else is \xNN. */
static void write_escaped(const char *text, const char *special, FILE *out)
{
    for (; *text; text++)
        if (is_plain(*text) && !strchr(special, *text))
            fputc(*text, out);
        else
            fprintf(out, "\\x%02x", (unsigned char)*text);
}

static void write_options(const struct bz_setup *setup, FILE *out)
{
    const struct bz_option *options = setup->game->options;
    const char *before = "[Options \"";
    bool any = false;

    for (int i = 0; options[i].name; i++) {
        if (!strcmp(setup->values[i].text, options[i].fallback))
            continue;
        fprintf(out, "%s%s=", any ? " " : before, options[i].name);
        write_escaped(setup->values[i].text, " ", out);
        any = true;
    }
    if (any)
        fputs("\"]\n", out);
}

static void write_headers(const struct bz_record *record, FILE *out)
{
    const struct bz_setup *setup = record->setup;
    char text[BZ_POS_TEXT_MAX] = "", why[REASON_MAX] = "";
    struct bz_buf buf = BZ_BUF(text), reason = BZ_BUF(why);

    fprintf(out, "[Game \"%s\"]\n", setup->game->name);
    write_options(setup, out);
    for (int i = 0; i < setup->rules->players; i++) {
        if (!record->players[i][0])
            continue;
        fprintf(out, "[P%d \"", i + 1);
        write_escaped(record->players[i], "", out);
        fputs("\"]\n", out);
    }
    if (!record->from_start) {
        setup->game->text->format(&record->start, &buf);
        fprintf(out, "[Start \"%s\"]\n", text);
    }
    fprintf(out, "[Result \"%s\"]\n", bz_record_result(record));
    bz_record_reason(record, &reason);
    if (bz_record_is_over(record))
        fprintf(out, "[Reason \"%s\"]\n", why);
    if (record->resigned >= 0)
        fprintf(out, "[Resigned \"p%d\"]\n", record->resigned + 1);
}

static void write_moves(const struct bz_record *record, FILE *out)
{
    const struct bz_setup *setup = record->setup;
    union bz_pos pos = record->start;
    size_t column = 0;

    fputc('\n', out);
    for (int i = 0; i < record->length; i++) {
        char text[BZ_MOVE_TEXT_MAX];
        struct bz_buf buf = BZ_BUF(text);

        bz_format_move(setup, &pos, record->moves[i], &buf);
        setup->rules->play(&pos, record->moves[i]);
        if (column && column + 1 + buf.length > LINE_WIDTH) {
            fputc('\n', out);
            column = 0;
        }
        fprintf(out, "%s%s", column ? " " : "", text);
        column += buf.length + (column ? 1 : 0);
    }
    if (column)
        fputc('\n', out);
}

int bz_record_write(const struct bz_record *record, FILE *out, struct bz_error *err)
{
    write_headers(record, out);
    write_moves(record, out);
    if (fflush(out) != 0 || ferror(out))
        return bz_fail(err, BZ_ERROR_IO, "the record cannot be written");
    return BZ_OK;
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
    struct header game, options, start, result, reason, resigned;
    struct header players[BZ_PLAYERS_MAX];
};

static struct header *claim_of(struct claims *claims, const struct header *h)
{
    if (h->name_length == 2 && h->name[0] == 'P' && h->name[1] >= '1' &&
        h->name[1] < '1' + BZ_PLAYERS_MAX)
        return &claims->players[h->name[1] - '1'];
    return is_named(h, "Game")       ? &claims->game
           : is_named(h, "Options")  ? &claims->options
           : is_named(h, "Start")    ? &claims->start
           : is_named(h, "Result")   ? &claims->result
           : is_named(h, "Reason")   ? &claims->reason
           : is_named(h, "Resigned") ? &claims->resigned
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
                             "no such header; there are Game, Options, P1 ..., Start, Result, "
                             "Reason, Resigned");
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
    code = bz_setup_init(ret_setup, game, assignments, count, &inner);
    if (!code)
        return BZ_OK;
    return refuse_at(r, claims->options.name ? &claims->options.place : &claims->game.place, code,
                     inner.text);
}

static int read_names(const struct reader *r, const struct claims *claims, struct bz_record *record)
{
    for (int i = 0; i < BZ_PLAYERS_MAX; i++) {
        const struct header *h = &claims->players[i];

        if (h->name && i >= record->setup->rules->players)
            return refuse_at(r, &h->place, BZ_ERROR_RANGE, "the game has no such player");
        if (!unescape(h->value, h->value_length, record->players[i], BZ_NAME_MAX))
            return refuse_at(r, &h->place, BZ_ERROR_RANGE, "the player's name cannot be read");
    }
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
    return read_names(r, claims, record);
}

#define BLANKS " \t\r\n" /* people edit records: between moves any of these will do */

static int read_move(struct reader *r, struct bz_record *record)
{
    struct place start = r->place;
    const char *text = r->text + start.at;
    struct bz_error inner;
    bz_move move;

    while (!at_end(r) && (!here(r) || !strchr(BLANKS, here(r))))
        r->place.at++;
    if (bz_parse_move(record->setup, &record->pos, text, r->place.at - start.at, &move, &inner) ||
        bz_record_play(record, move, &inner))
        return refuse_at(r, &start, inner.code, inner.text);
    return BZ_OK;
}

static void skip_blanks(struct reader *r)
{
    while (!at_end(r) && here(r) && strchr(BLANKS, here(r))) {
        if (here(r) == '\n')
            skip_line_end(r);
        else
            r->place.at++;
    }
}

static int read_moves(struct reader *r, struct bz_record *record)
{
    skip_blanks(r);
    while (!at_end(r)) {
        int code = read_move(r, record);

        if (code)
            return code;
        if (at_end(r))
            return refuse(r, BZ_ERROR_SYNTAX, "the last line has no end");
        skip_blanks(r);
    }
    return BZ_OK;
}

/* The headers must say what the moves show. */
static int check_claims(const struct reader *r, const struct claims *claims,
                        struct bz_record *record)
{
    char text[REASON_MAX] = "";
    struct bz_buf reason = BZ_BUF(text);

    assert(record->setup);
    if (claims->resigned.value_length == 2 && claims->resigned.value[0] == 'p')
        record->resigned = claims->resigned.value[1] - '1';
    if (claims->resigned.name &&
        (record->resigned < 0 || record->resigned >= record->setup->rules->players ||
         bz_is_over(record->setup, &record->pos)))
        return refuse_at(r, &claims->resigned.place, BZ_ERROR_UNFIT,
                         "the Resigned header does not fit the game");
    if (!is_value(&claims->result, bz_record_result(record)))
        return refuse_at(r, &claims->result.place, BZ_ERROR_UNFIT,
                         "the Result header is not what the moves lead to");
    bz_record_reason(record, &reason);
    if (claims->reason.name && (!bz_record_is_over(record) || !is_value(&claims->reason, text)))
        return refuse_at(r, &claims->reason.place, BZ_ERROR_UNFIT,
                         "the Reason header is not what the moves lead to");
    return BZ_OK;
}

int bz_record_read(const char *text, size_t length, struct bz_setup *ret_setup,
                   struct bz_record *ret_record, struct bz_error *err)
{
    struct reader r = {.text = text, .length = length, .place = {.line = 1}, .err = err};
    struct claims claims = {0};
    struct bz_setup setup;
    struct bz_record record = {0};
    int code;

    if (length > BZ_RECORD_TEXT_MAX)
        return bz_fail(err, BZ_ERROR_RANGE, "a record of %zu bytes is too long", length);
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
