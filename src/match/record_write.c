/*
 * record_write.c - records as text: whatever a stranger brought into one is escaped, whatever is
 * not known is left out.
 */
#include <assert.h>
#include <string.h>

#include "bazi/record.h"

enum { LINE_WIDTH = 80, REASON_MAX = 512 };

/* --- headers ---------------------------------------------------------------------------------- */

/* A value as it stands between quotes. */
static void write_escaped(const char *text, const char *special, FILE *out)
{
    char escaped[4 * BZ_NOTE_MAX] = "";
    struct bz_buf buf = BZ_BUF(escaped);

    bz_buf_escape(&buf, text, special);
    assert(!buf.full);
    fputs(escaped, out);
}

static void write_header(const char *name, const char *value, FILE *out)
{
    if (!*value)
        return;
    fprintf(out, "[%s \"", name);
    write_escaped(value, "\"\\", out);
    fputs("\"]\n", out);
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
        write_escaped(setup->values[i].text, "\"\\ ", out);
        any = true;
    }
    if (any)
        fputs("\"]\n", out);
}

static void write_people(const struct bz_record *record, FILE *out)
{
    for (int i = 0; i < BZ_TAGS; i++)
        write_header(bz_tag_word((enum bz_tag)i), record->tags[i], out);
    for (int i = 0; i < record->setup->rules->players; i++)
        write_header((const char[]){'P', (char)('1' + i), '\0'}, record->players[i], out);
}

static void write_ending(const struct bz_record *record, FILE *out)
{
    char why[REASON_MAX] = "", text[40] = "";
    struct bz_buf reason = BZ_BUF(why), ruling = BZ_BUF(text);

    write_header("Result", bz_record_result(record), out);
    if (bz_record_is_over(record)) {
        bz_record_reason(record, &reason);
        write_header("Reason", why, out);
    }
    bz_ruling_format(record->ruling, record->loser, &ruling);
    write_header("Ruling", text, out);
    write_header("Note", record->note, out);
}

static void write_headers(const struct bz_record *record, FILE *out)
{
    const struct bz_setup *setup = record->setup;
    char text[BZ_POS_TEXT_MAX] = "";
    struct bz_buf buf = BZ_BUF(text);

    write_header("Game", setup->game->name, out);
    write_options(setup, out);
    write_people(record, out);
    if (!record->from_start) {
        setup->game->text->format(&record->start, &buf);
        fprintf(out, "[Start \"%s\"]\n", text);
    }
    write_ending(record, out);
}

/* --- moves ------------------------------------------------------------------------------------ */

/* A move with what is known of it stays on one line. */
static void format_ply(const struct bz_record *record, const union bz_pos *pos, int ply,
                       struct bz_buf *out)
{
    char text[BZ_REMARK_TEXT_MAX] = "";
    struct bz_buf comment = BZ_BUF(text);

    bz_format_move(record->setup, pos, record->moves[ply], out);
    if (record->remarks)
        bz_remark_format(&record->remarks[ply], &comment);
    if (comment.length)
        bz_buf_add(out, " {%s}", text + 1);
}

static void write_moves(const struct bz_record *record, FILE *out)
{
    union bz_pos pos = record->start;
    size_t column = 0;

    fputc('\n', out);
    for (int i = 0; i < record->length; i++) {
        char text[BZ_MOVE_TEXT_MAX + BZ_REMARK_TEXT_MAX];
        struct bz_buf buf = BZ_BUF(text);

        format_ply(record, &pos, i, &buf);
        record->setup->rules->play(&pos, record->moves[i]);
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
