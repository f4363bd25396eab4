/*
 * coder.c - models from counts, and the writing half of the coder.
 *
 * The state is at least 2^23 between two symbols and below 2^31, a byte at a time goes out when it
 * would grow beyond; the reader takes the bytes back in the opposite order.
 */
#include "coder.h"

#include <assert.h>
#include <string.h>

#include "base/bits.h"

#define LEAST (1u << 23)

/* Every symbol gets one part, and the rest in proportion; what rounding leaves goes to the most
 * frequent. */
static void share_out(const uint64_t *seen, uint16_t *ret_start)
{
    uint64_t total = 0;
    int spare = CODER_TOTAL - CODER_SYMBOLS, left = spare, most = 0;
    int part[CODER_SYMBOLS];

    for (int i = 0; i < CODER_SYMBOLS; i++) {
        total += seen[i];
        most = seen[i] > seen[most] ? i : most;
    }
    for (int i = 0; i < CODER_SYMBOLS; i++) {
        int more = total ? (int)((double)seen[i] / (double)total * spare) : 0;

        part[i] = 1 + more;
        left -= more;
    }
    part[most] += left;
    ret_start[0] = 0;
    for (int i = 0; i < CODER_SYMBOLS; i++)
        ret_start[i + 1] = (uint16_t)(ret_start[i] + part[i]);
}

void monopoly_model_make(struct model *model, const struct tally *tally)
{
    for (int i = 0; i < CODER_CONTEXTS; i++)
        share_out(tally->seen[i], model->start[i]);
}

void monopoly_hints_make(struct hints *hints, const struct model *model)
{
    for (int i = 0; i < CODER_CONTEXTS; i++) {
        int symbol = 0;

        for (int k = 0; k < CODER_HINTS; k++) {
            while (k << (CODER_BITS - CODER_HINT_BITS) >= model->start[i][symbol + 1])
                symbol++;
            hints->first[i][k] = (uint8_t)symbol;
        }
    }
}

bool monopoly_model_is_sound(const struct model *model)
{
    for (int i = 0; i < CODER_CONTEXTS; i++) {
        const uint16_t *start = model->start[i];

        if (start[0] != 0 || start[CODER_SYMBOLS] != CODER_TOTAL)
            return false;
        for (int k = 0; k < CODER_SYMBOLS; k++)
            if (start[k] >= start[k + 1])
                return false;
    }
    return true;
}

/* Bytes are put from the end of the room towards its beginning. */
struct encoder {
    uint32_t state;
    uint8_t *at, *begin;
};

/* Room is checked before every number: one takes at most six bytes. */
static void put(struct encoder *encoder, uint32_t start, uint32_t part, int bits)
{
    while (encoder->state >= (LEAST >> bits << 8) * part) {
        *--encoder->at = (uint8_t)encoder->state;
        encoder->state >>= 8;
    }
    encoder->state = (encoder->state / part << bits) + encoder->state % part + start;
}

static void put_number(struct encoder *encoder, const struct model *model, struct tally *tally,
                       uint32_t entry)
{
    unsigned context = entry >> 24, number = entry & 0xffffff, symbol = number;
    const uint16_t *start = model->start[context];

    assert(context < CODER_CONTEXTS && number <= CODER_LARGEST);
    if (number >= CODER_SINGLE) {
        int bits = bz_highest(number) - 1;

        symbol = CODER_SINGLE + 2 * (unsigned)(bits - 3) + (number >> bits & 1);
        put(encoder, number & ((1u << bits) - 1), 1, bits);
    }
    put(encoder, start[symbol], (uint32_t)(start[symbol + 1] - start[symbol]), CODER_BITS);
    tally->seen[context][symbol]++;
}

size_t monopoly_coder_write(const struct pending *pending, const struct model *model,
                            struct tally *tally, uint8_t *bytes, size_t room)
{
    struct encoder encoder = {LEAST, bytes + room, bytes};
    size_t size;

    if (pending->count > pending->room)
        return 0;
    for (size_t i = pending->count; i-- > 0;) {
        if (encoder.at - bytes < 12)
            return 0;
        put_number(&encoder, model, tally, pending->number[i]);
    }
    for (int i = 0; i < 4; i++, encoder.state >>= 8)
        *--encoder.at = (uint8_t)encoder.state;
    size = (size_t)(bytes + room - encoder.at);
    memmove(bytes, encoder.at, size);
    return size;
}

void monopoly_decoder_init(struct decoder *decoder, const struct model *model,
                           const struct hints *hints, const uint8_t *bytes, size_t size)
{
    *decoder = (struct decoder){.model = model, .hints = hints, .at = bytes, .end = bytes + size};
    for (int i = 0; i < 4; i++)
        decoder->state =
            decoder->state << 8 | (decoder->at < decoder->end ? *decoder->at++ : 0x55u);
}
