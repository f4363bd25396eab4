/*
 * toy_parts.h - what the descriptors of all toy games share.
 */
#ifndef TOY_PARTS_H
#define TOY_PARTS_H

#include "toys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search/kernel.h"

static inline uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

/* Any plain position can be hashed byte by byte, since its unused bytes are zero. */
static inline uint64_t hash_bytes(const void *pos, size_t size)
{
    const unsigned char *bytes = pos;
    uint64_t hash = size;

    for (size_t i = 0; i < size; i++)
        hash = mix(hash, bytes[i]);
    return hash;
}

/* sscanf wants a terminated text; every text of a toy is short. */
static inline int terminated(const char *text, size_t length, char ret_copy[64],
                             struct bz_error *err)
{
    if (length >= 64 || memchr(text, '\0', length))
        return bz_fail(err, BZ_ERROR_SYNTAX, "no position of this toy");
    memcpy(ret_copy, text, length);
    ret_copy[length] = '\0';
    return BZ_OK;
}

/* A reading is right if writing it gives the same text again. */
static inline int accept(const struct bz_setup *setup, const void *pos, const char *text,
                         struct bz_error *err, void *ret_pos)
{
    char again[64] = "";
    struct bz_buf out = BZ_BUF(again);

    setup->game->text->format(pos, &out);
    if (strcmp(again, text) != 0)
        return bz_fail(err, BZ_ERROR_SYNTAX, "no position of this toy");
    memcpy(ret_pos, pos, setup->rules->pos_size);
    return BZ_OK;
}

/* A toy is drawn as it is written. */
static inline void draw_line(void (*format)(const void *pos, struct bz_buf *out), const void *pos,
                             struct bz_buf *out)
{
    format(pos, out);
    bz_buf_char(out, '\n');
}

/* Stamps rules, text and descriptor of one toy; its functions are named after it. */
#define TOY_TEXT(toy, fit_)                                                         \
    static void toy##_draw(const void *pos, enum bz_draw_style style, bz_move last, \
                           struct bz_buf *out)                                      \
    {                                                                               \
        (void)style;                                                                \
        (void)last;                                                                 \
        draw_line(toy##_format, pos, out);                                          \
    }                                                                               \
    static int toy##_choose(struct bz_setup *setup, struct bz_error *err)           \
    {                                                                               \
        (void)err;                                                                  \
        setup->rules = &toy##_rules;                                                \
        setup->kernel = &bz_kernel_generic;                                         \
        return BZ_OK;                                                               \
    }                                                                               \
    static const struct bz_text toy##_text = {                                      \
        .fit = (fit_),                                                              \
        .parse = toy##_parse,                                                       \
        .format = toy##_format,                                                     \
        .format_move = toy##_format_move,                                           \
        .draw = toy##_draw,                                                         \
    };

#endif
