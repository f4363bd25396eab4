/*
 * fuzz_checkpoint.c - any bytes as what a solver left behind. The first byte says whether they are
 * the whole file or entries that get a header made to fit, and which position is being solved; in
 * the entries a first word below 256 stands for the key of a position some plies on.
 *
 * What is refused adds nothing. Whatever is accepted, the solver stays within its limit, and a
 * winning move it names is legal.
 */
#include "fuzz.h"

#include "../support/forge.h"
#include "search/checkpoint.h"
#include "search/prover.h"

enum { FILE_MAX = 1 << 14, NODES = 3000, SUBJECT = 7 };

static const struct subject {
    const char *game, *options, *pos;
} subjects[] = {
    {"konane", "size=4", "BWBW/W2B/BWBW/WBWB b"},
    {"hotk", "",
     "2LGUL/1BYLT1/1BGTUT/1BSB2/1LSSL1/SVSGSL 1,4,0,0,0,1,0/1,0,0,2,0,1,0 21-2-2- 2 - m"},
};

/* Keys that matter, which nobody would guess. */
static uint64_t key_near(const struct bz_setup *setup, const union bz_pos *from, unsigned choice)
{
    union bz_pos pos = *from;
    bz_move moves[BZ_MOVES_MAX];
    int count;

    for (; choice && (count = setup->rules->moves(&pos, moves)) > 0; choice /= 8)
        setup->rules->play(&pos, moves[choice % 8 % (unsigned)count]);
    return bz_proof_key(setup->rules, &pos);
}

static void write_forged(const struct bz_setup *setup, const union bz_pos *pos, const uint8_t *data,
                         size_t size)
{
    static unsigned char bytes[FORGE_CHECKPOINT_HEADER + FILE_MAX];
    size_t length = FORGE_CHECKPOINT_HEADER + size / 16 * 16;

    memcpy(bytes, "zproof02", 8);
    forge_set_field(bytes, 1, SUBJECT);
    memcpy(bytes + FORGE_CHECKPOINT_HEADER, data, size);
    for (int i = 4; i < (int)(length / 8); i += 2)
        if (forge_field(bytes, i) < 256)
            forge_set_field(bytes, i, key_near(setup, pos, (unsigned)forge_field(bytes, i)));
    forge_checkpoint(bytes, length);
    fuzz_write(bytes, length);
}

static void solves_on(const struct bz_setup *setup, const union bz_pos *pos,
                      struct bz_decider *decider)
{
    static const atomic_bool never = false;
    const struct bz_deadline deadline = {&never, NODES, INT64_MAX};
    bz_move move;
    int length;
    uint64_t nodes;
    enum bz_proof proof = bz_decider_run(decider, pos, &deadline, &move, &length, &nodes);

    FUZZ_REQUIRE(proof == BZ_WIN ? bz_is_legal(setup, pos, move) : move == BZ_MOVE_NONE);
    FUZZ_REQUIRE(length >= 0 && length <= BZ_DEPTH_MAX);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct subject *subject = size ? &subjects[data[0] / 2 % 2] : NULL;
    struct bz_decider *decider;
    struct bz_proof_entry entry;
    struct bz_setup setup;
    struct bz_error err;
    union bz_pos pos;
    uint64_t cursor = 0;
    int code;

    if (size == 0 || size > FILE_MAX)
        return 0;
    FUZZ_REQUIRE(fuzz_options(&setup, bz_game_find(subject->game, NULL), subject->options, NULL) ==
                 BZ_OK);
    FUZZ_REQUIRE(bz_parse(&setup, subject->pos, strlen(subject->pos), &pos, NULL) == BZ_OK);
    decider = bz_decider_new(&setup, 1, 1);
    FUZZ_REQUIRE(decider);
    if (data[0] % 2)
        fuzz_write(data + 1, size - 1);
    else
        write_forged(&setup, &pos, data + 1, size - 1);
    code = bz_checkpoint_load(fuzz_path(), SUBJECT, decider, &err);
    if (code) {
        fuzz_error(&err, code);
        FUZZ_REQUIRE(!bz_decider_next(decider, &cursor, &entry));
    }
    solves_on(&setup, &pos, decider);
    bz_decider_free(decider);
    bz_setup_release(&setup);
    return 0;
}
