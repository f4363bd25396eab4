/*
 * sealed.h - texts the program writes for itself and reads back: a title first, a checksum last, so
 * that nothing can be damaged, cut off or taken for something else without being seen.
 */
#ifndef FILES_SEALED_H
#define FILES_SEALED_H

#include "bazi/buf.h"
#include "files/source.h"

#define BZ_BUILT_IN "built-in"

/* Reads the file of that name, at most `limit` bytes, or for BZ_BUILT_IN the program's own text
 * `own`. It has this title, a line with its newline, and an unbroken seal. *ret_end is where the
 * seal begins: the text between is sound. */
int bz_sealed_read(struct bz_source *source, const char *name, const char *own, const char *title,
                   size_t limit, size_t *ret_end, struct bz_error *err);

/* Whether a file of that name can be written, before the work is done that will fill it. */
int bz_sealed_try(const char *path, struct bz_error *err);
/* Adds the seal to the text and writes it to the file, beside its place first and then there at
 * once: a full disk does not cost the old one. */
int bz_sealed_write(const char *path, struct bz_buf *text, struct bz_error *err);

#endif
