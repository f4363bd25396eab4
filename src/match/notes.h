/*
 * notes.h - one line to the author of a program that lost by a ruling: what it did, what it should
 * have done, and what had been said. A stranger's words are made safe to show.
 */
#ifndef MATCH_NOTES_H
#define MATCH_NOTES_H

#include "bazi/record.h"
#include "match/channel.h"

/* "move 14: ", or nothing before the first. */
void bz_note_open(struct bz_buf *note, int ply);
/* A stranger's text in its own script, with whatever else is no plain character as \xNN. */
void bz_note_text(struct bz_buf *note, const char *text, size_t length);
/* Nobody came to that port in so many milliseconds. */
void bz_note_absence(struct bz_buf *note, int port, int64_t patience);
/* "legal are a1, b2 and 10 more" */
void bz_note_legal(struct bz_buf *note, const struct bz_record *record);
/* What it had received, and what it said last; of an error what and where it was. */
void bz_note_talk(struct bz_buf *note, const struct bz_channel *channel);

#endif
