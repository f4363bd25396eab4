/*
 * notes.c - putting notes together; each part leaves room for those behind it.
 */
#include "match/notes.h"

#include <string.h>

enum { LEGAL_ROOM = 160, ERRORS_SHOWN = 160, WORDS_SHOWN = 2 };

void bz_note_open(struct bz_buf *note, int ply)
{
    if (ply > 0)
        bz_buf_add(note, "move %d: ", ply);
}

void bz_note_absence(struct bz_buf *note, int port, int64_t patience)
{
    bz_buf_add(note, "nobody connected to port %d within %g s", port, (double)patience * 1e-3);
}

void bz_note_legal(struct bz_buf *note, const struct bz_record *record)
{
    bz_move moves[BZ_MOVES_MAX];
    int count = record->setup->rules->moves(&record->pos, moves);
    size_t ceiling = note->length + LEGAL_ROOM;

    bz_buf_add(note, "legal %s", count == 1 ? "is" : "are");
    for (int i = 0; i < count; i++) {
        if (note->length > ceiling) {
            bz_buf_add(note, " and %d more", count - i);
            break;
        }
        bz_buf_add(note, i ? ", " : " ");
        bz_format_move(record->setup, &record->pos, moves[i], note);
    }
}

void bz_note_text(struct bz_buf *note, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] >= ' ' && text[i] < 0x7f)
            bz_buf_char(note, text[i]);
        else
            bz_buf_add(note, "\\x%02x", (unsigned char)text[i]);
}

static void add_lines(struct bz_buf *note, const char *before, const struct bz_memory *memory)
{
    int first = memory->count > WORDS_SHOWN ? memory->count - WORDS_SHOWN : 0;

    for (int i = first; i < memory->count; i++) {
        int place = i % BZ_CHANNEL_LINES;

        bz_buf_add(note, "%s '", i == first ? before : ",");
        bz_note_text(note, memory->lines[place], memory->lengths[place]);
        bz_buf_add(note, "%s'", memory->lengths[place] == BZ_CHANNEL_CUT ? "..." : "");
    }
}

/* The last line of it that says something. */
static void add_errors(struct bz_buf *note, const struct bz_channel *channel)
{
    size_t end = channel->error_length, begin;

    while (end > 0 && strchr(" \r\n\t", channel->errors[end - 1]))
        end--;
    for (begin = end; begin > 0 && channel->errors[begin - 1] != '\n';)
        begin--;
    if (begin == end)
        return;
    if (end - begin > ERRORS_SHOWN)
        begin = end - ERRORS_SHOWN;
    bz_buf_add(note, "; its last words on standard error: '");
    bz_note_text(note, channel->errors + begin, end - begin);
    bz_buf_add(note, "'");
}

void bz_note_talk(struct bz_buf *note, const struct bz_channel *channel)
{
    size_t rest = channel->end - channel->start;

    add_errors(note, channel);
    add_lines(note, "; it had received", &channel->told);
    if (channel->said.count)
        add_lines(note, "; it had said", &channel->said);
    if (rest > 0 && !memchr(channel->memory + channel->start, '\n', rest)) {
        bz_buf_add(note, "; and without the end of its line '");
        bz_note_text(note, channel->memory + channel->start, rest < 40 ? rest : 40);
        bz_buf_add(note, "'");
    }
}
