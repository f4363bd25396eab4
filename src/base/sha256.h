/*
 * sha256.h - SHA-256 as FIPS 180-4 defines it: the name of a content.
 */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>

enum { BZ_SHA256_TEXT = 65 }; /* 64 hexadecimal digits, and the terminator */

void bz_sha256(const void *bytes, size_t length, char ret_text[BZ_SHA256_TEXT]);

#endif
