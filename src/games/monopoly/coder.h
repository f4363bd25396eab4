/*
 * coder.h - symbols to bytes and back: rANS, an arithmetic coder with fixed frequencies for each
 * context.
 *
 * A model says how often each symbol is expected in each context, in parts of 4096; every symbol
 * has at least one part, so that anything can be written. Small numbers have a symbol each, larger
 * ones share two between a power of two and the next, and the rest is written as plain bits.
 */
#ifndef MONOPOLY_CODER_H
#define MONOPOLY_CODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CODER_BITS = 12,
    CODER_TOTAL = 1 << CODER_BITS,
    CODER_SYMBOLS = 36,
    CODER_SINGLE = 16, /* so many have a symbol each */
    CODER_CONTEXTS = 248,
    CODER_LARGEST = (1 << 14) - 1
};

/* Where a symbol's part of the frequencies begins; the last entry is CODER_TOTAL. */
struct model {
    uint16_t start[CODER_CONTEXTS][CODER_SYMBOLS + 1];
};

/* How often each symbol was seen. */
struct tally {
    uint64_t seen[CODER_CONTEXTS][CODER_SYMBOLS];
};

/* For reading: the first symbol that can be meant, by the upper bits of the place in the
 * frequencies. */
enum { CODER_HINT_BITS = 6, CODER_HINTS = 1 << CODER_HINT_BITS };

struct hints {
    uint8_t first[CODER_CONTEXTS][CODER_HINTS];
};

void monopoly_hints_make(struct hints *hints, const struct model *model);

void monopoly_model_make(struct model *model, const struct tally *tally);
bool monopoly_model_is_sound(const struct model *model);

/* Writing: numbers are collected, and then coded from the last to the first. */
struct pending {
    uint32_t *number; /* context << 24 | number */
    size_t count, room;
};

static inline void pending_add(struct pending *pending, int context, unsigned number)
{
    if (pending->count < pending->room)
        pending->number[pending->count] = (uint32_t)context << 24 | number;
    pending->count++;
}

/* Codes them into `room` bytes, and counts them; returns how many bytes it took, 0 if there was no
 * room. */
size_t monopoly_coder_write(const struct pending *pending, const struct model *model,
                            struct tally *tally, uint8_t *bytes, size_t room);

/* Reading. Whatever the bytes are it ends, with some numbers. */
struct decoder {
    const struct model *model;
    const struct hints *hints;
    const uint8_t *at, *end;
    uint32_t state;
};

void monopoly_decoder_init(struct decoder *decoder, const struct model *model,
                           const struct hints *hints, const uint8_t *bytes, size_t size);

static inline void decoder_fill(struct decoder *decoder)
{
    while (decoder->state < 1u << 23)
        decoder->state =
            decoder->state << 8 | (decoder->at < decoder->end ? *decoder->at++ : 0x55u);
}

/* At most 12 bits. */
static inline unsigned decoder_plain(struct decoder *decoder, int bits)
{
    unsigned number = decoder->state & ((1u << bits) - 1);

    decoder->state >>= bits;
    decoder_fill(decoder);
    return number;
}

static inline unsigned decoder_next(struct decoder *decoder, int context)
{
    const uint16_t *start = decoder->model->start[context];
    uint32_t slot = decoder->state & (CODER_TOTAL - 1);
    unsigned symbol = decoder->hints->first[context][slot >> (CODER_BITS - CODER_HINT_BITS)];

    while (slot >= start[symbol + 1])
        symbol++;
    decoder->state =
        (uint32_t)(start[symbol + 1] - start[symbol]) * (decoder->state >> CODER_BITS) + slot -
        start[symbol];
    decoder_fill(decoder);
    if (symbol >= CODER_SINGLE) {
        int bits = (int)(symbol - CODER_SINGLE) / 2 + 3;

        symbol = (2 | (symbol & 1)) << bits | decoder_plain(decoder, bits);
    }
    return symbol;
}

#endif
