/*
 * record_json.h - a recorded game as one JSON object on one line.
 */
#ifndef TEXT_RECORD_JSON_H
#define TEXT_RECORD_JSON_H

#include "bazi/bazi.h"

/* With the position behind every move where `fens` is set. What is not known is left out. Texts of
 * strangers have backslashes, control characters and bytes that are no UTF-8 written \xNN. */
void record_json(const struct bz_record *record, bool fens, FILE *out);

#endif
