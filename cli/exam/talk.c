/*
 * talk.c - what was said, and what was found.
 *
 * Where there is no room for more lines the oldest that was received goes: the question is worth
 * more than its many answers.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "match/notes.h"
#include "parts.h"

enum { SENT_SHOWN = 3900, HEARD_SHOWN = 300 };

void talk_clear(struct talk *talk)
{
    talk->count = talk->omitted = 0;
}

static void make_room(struct talk *talk)
{
    int gone = 0;

    while (gone < talk->count - 1 && talk->lines[gone][0] == '>')
        gone++;
    memmove(talk->lines[gone], talk->lines[gone + 1],
            (size_t)(talk->count - gone - 1) * sizeof(talk->lines[0]));
    talk->count--;
    talk->omitted++;
}

void talk_add(struct talk *talk, char mark, const char *text, size_t length)
{
    char whole[4 * TALK_TEXT];
    struct bz_buf safe = BZ_BUF(whole), line;
    size_t shown = mark == '>' ? SENT_SHOWN : HEARD_SHOWN;

    if (talk->count == TALK_LINES)
        make_room(talk);
    line = BZ_BUF(talk->lines[talk->count]);
    talk->count++;
    bz_note_text(&safe, text, length < TALK_TEXT ? length : TALK_TEXT);
    bz_buf_add(&line, "%c ", mark);
    bz_buf_text(&line, whole, safe.length < shown ? safe.length : shown);
    if (safe.length > shown || length > TALK_TEXT)
        bz_buf_add(&line, "... (%zu bytes)", length);
}

__attribute__((format(printf, 4, 0))) static void find(struct finding *finding, enum grade grade,
                                                       const char *advice, const char *format,
                                                       va_list args)
{
    finding->grade = grade;
    finding->advice = advice;
    vsnprintf(finding->text, sizeof(finding->text), format, args);
}

void exam_fault(struct exam *exam, const char *advice, const char *format, ...)
{
    va_list args;

    if (exam->found.grade == GRADE_FAULT || exam->stopped)
        return;
    va_start(args, format);
    find(&exam->found, GRADE_FAULT, advice, format, args);
    va_end(args);
    exam->found.talk = exam->talk;
}

void exam_hint(struct exam *exam, const char *advice, const char *format, ...)
{
    va_list args;

    if (exam->found.grade != GRADE_OK || exam->stopped)
        return;
    va_start(args, format);
    find(&exam->found, GRADE_HINT, advice, format, args);
    va_end(args);
    exam->found.talk = exam->talk;
}

void exam_remark(struct exam *exam, const char *format, ...)
{
    va_list args;

    if (exam->found.grade != GRADE_OK)
        return;
    va_start(args, format);
    find(&exam->found, GRADE_OK, NULL, format, args);
    va_end(args);
}

void exam_keep(struct exam *exam, enum kept kept, enum grade grade, const char *advice,
               struct token line, const char *format, ...)
{
    struct finding *finding = &exam->kept[kept];
    va_list args;

    if (finding->grade >= grade)
        return;
    va_start(args, format);
    find(finding, grade, advice, format, args);
    va_end(args);
    talk_clear(&finding->talk);
    talk_add(&finding->talk, '<', line.text, line.length);
}
