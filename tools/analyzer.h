/*
 * analyzer.h - included before every file clang-tidy reads, and nowhere else.
 *
 * Tells the analyzer, which sees no other file, that bz_fail returns the code it is given.
 */
#include "bazi/error.h"

#define bz_fail(err, code, ...) (bz_fail(err, code, __VA_ARGS__), (code))
