/*
 * notes.c - putting notes together; each part leaves room for those behind it.
 */
#include "match/notes.h"

#include <string.h>

#include "base/utf8.h"

enum { LEGAL_ROOM = 160, ERRORS_SHOWN = 160, PLACE_SHOWN = 160, WORDS_SHOWN = 2 };

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
    while (length > 0 && !note->full) {
        uint32_t code;
        size_t span = bz_utf8_read_in(text, length, &code);

        if (span && bz_utf8_is_plain(code)) {
            note->full = span >= note->size - note->length;
            bz_buf_text(note, text, note->full ? 0 : span);
        } else {
            span = 1;
            bz_buf_add(note, "\\x%02x", (unsigned char)*text);
        }
        text += span;
        length -= span;
    }
}

/* How much of it there is without a character whose end was cut off. */
static size_t whole(const char *text, size_t length)
{
    size_t last = length;
    uint32_t code;

    while (last > 0 && length - last < 4 && ((unsigned char)text[last - 1] & 0xc0) == 0x80)
        last--;
    if (last == 0 || (unsigned char)text[last - 1] < 0xc0)
        return length;
    return bz_utf8_read_in(text + last - 1, length - last + 1, &code) ? length : last - 1;
}

static void add_lines(struct bz_buf *note, const char *before, const struct bz_memory *memory)
{
    int first = memory->count > WORDS_SHOWN ? memory->count - WORDS_SHOWN : 0;

    for (int i = first; i < memory->count; i++) {
        int place = i % BZ_CHANNEL_LINES;
        const char *line = memory->lines[place];
        bool cut = memory->lengths[place] == BZ_CHANNEL_CUT;

        bz_buf_add(note, "%s '", i == first ? before : ",");
        bz_note_text(note, line, cut ? whole(line, BZ_CHANNEL_CUT) : memory->lengths[place]);
        bz_buf_add(note, "%s'", cut ? "..." : "");
    }
}

/* --- last words ------------------------------------------------------------------------------- */

/* A line without the blanks around it. */
struct line {
    const char *text;
    size_t length;
    bool indented;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool begins(const struct line *line, const char *word)
{
    return line->length >= strlen(word) && !memcmp(line->text, word, strlen(word));
}

static bool has(const struct line *line, const char *word)
{
    return memmem(line->text, line->length, word, strlen(word)) != NULL;
}

/* The line that ends here; where the one before it ends, or NULL if there is none. */
static const char *line_before(const char *text, const char *end, struct line *ret_line)
{
    const char *begin = end, *before;

    while (begin > text && begin[-1] != '\n')
        begin--;
    before = begin > text ? begin - 1 : NULL;
    while (begin < end && is_blank(end[-1]))
        end--;
    ret_line->indented = begin < end && is_blank(*begin);
    while (begin < end && is_blank(*begin))
        begin++;
    ret_line->text = begin;
    ret_line->length = (size_t)(end - begin);
    return before;
}

/* What stands behind the line that names the error: where it was, and what an interpreter adds. */
static bool is_trailing(const struct line *line)
{
    return line->length == 0 || (line->indented && !begins(line, "what():")) ||
           begins(line, "Node.js v") || begins(line, "}") || begins(line, "note: run with");
}

/* "at think (agent.js:1:42)", but in what the author wrote */
static bool is_place_behind(const struct line *line)
{
    return line->indented && begins(line, "at ") && !has(line, "java.base/") && !has(line, "node:");
}

/* The last line that names an error, or says anything, and the nearest one that says where. */
static void find_words(const char *text, size_t length, struct line *ret_words,
                       struct line *ret_place)
{
    struct line line, last = {.length = 0}, behind = {.length = 0}, before = {.length = 0};
    const char *at = text + length;
    bool found = false;

    while (at && !found) {
        at = line_before(text, at, &line);
        found = !is_trailing(&line);
        if (!last.length)
            last = line;
        if (is_place_behind(&line))
            behind = line;
    }
    *ret_words = found ? line : last;
    while (at && found && !behind.length && !before.length) {
        at = line_before(text, at, &line);
        if (line.indented && begins(&line, "File \""))
            before = line;
        else if (!line.indented && line.length)
            break; /* of something else */
    }
    *ret_place = behind.length ? behind : before;
}

/* A place without the folders, which say nothing to its author. */
static void add_place(struct bz_buf *note, const struct line *place)
{
    size_t skip = strcspn(place->text, " ") + 1, rest = place->length - skip;
    const char *at = place->text + skip;

    if (rest > PLACE_SHOWN)
        return;
    bz_buf_add(note, ", at '");
    while (rest > 0) {
        size_t span = 0, name = 0;

        for (; span < rest && !strchr("\"()", at[span]); span++)
            name = at[span] == '/' ? span + 1 : name;
        span += span < rest;
        bz_note_text(note, at + name, span - name);
        at += span;
        rest -= span;
    }
    bz_buf_add(note, "'");
}

static void add_errors(struct bz_buf *note, const struct bz_channel *channel)
{
    struct line words, place;
    size_t cut;

    find_words(channel->errors, channel->error_length, &words, &place);
    if (!words.length)
        return;
    cut = words.length > ERRORS_SHOWN ? words.length - ERRORS_SHOWN : 0;
    while (cut && cut < words.length && ((unsigned char)words.text[cut] & 0xc0) == 0x80)
        cut++;
    bz_buf_add(note, "; its last words on standard error: '%s", cut ? "..." : "");
    bz_note_text(note, words.text + cut, words.length - cut);
    bz_buf_add(note, "'");
    if (place.length)
        add_place(note, &place);
}

/* --- the talk --------------------------------------------------------------------------------- */

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
