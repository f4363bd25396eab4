/*
 * fuzz_guest.c - what a program says when it is asked for a move: the first byte is a game, the
 * rest comes through a pipe. An answer is legal or ruled upon, and no byte of it reaches a note
 * that a terminal would obey.
 */
#include "fuzz.h"

#include <fcntl.h>
#include <math.h>

#include "base/clock.h"
#include "base/utf8.h"
#include "match/guest.h"

enum { MOST = 60000 }; /* what a pipe holds */

static void check_reply(const struct bz_record *record, const struct bz_reply *reply)
{
    if (reply->ruling == BZ_RULING_NONE)
        FUZZ_REQUIRE(bz_is_legal(record->setup, &record->pos, reply->answer.move));
    FUZZ_REQUIRE(reply->answer.info.depth >= 0 && !isinf(reply->answer.info.value));
    for (const char *at = reply->note; *at;) {
        uint32_t code = 0;
        size_t length = bz_utf8_read(at, &code);

        FUZZ_REQUIRE(length > 0 && bz_utf8_is_plain(code));
        at += length;
    }
}

static void hear_all(struct bz_guest *guest, const struct bz_record *record)
{
    struct bz_question question = {.record = record};

    for (;;) {
        struct bz_reply reply = {.answer = {.move = BZ_MOVE_NONE}};
        enum bz_heard heard =
            bz_guest_listen(guest, &question, bz_clock_micros() + 1000000, &reply);

        if (heard != BZ_HEARD_LINE) {
            FUZZ_REQUIRE(heard == BZ_HEARD_END);
            return;
        }
        check_reply(record, &reply);
    }
}

static void talk(const struct bz_record *record, const uint8_t *data, size_t size)
{
    struct bz_guest guest = {.here = true};
    int ends[2], nowhere = open("/dev/null", O_WRONLY);
    struct bz_error err;

    FUZZ_REQUIRE(nowhere >= 0 && pipe(ends) == 0);
    FUZZ_REQUIRE(write(ends[1], data, size) == (ssize_t)size && close(ends[1]) == 0);
    FUZZ_REQUIRE(bz_channel_init(&guest.channel, nowhere, ends[0], -1, &err) == BZ_OK);
    hear_all(&guest, record);
    bz_guest_release(&guest);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *options;
    const struct bz_game *game;
    struct bz_setup setup;
    struct bz_record record;
    struct bz_error err;
    bz_move moves[BZ_MOVES_MAX];

    if (size < 1 || size > MOST)
        return 0;
    game = fuzz_game(data[0], &options);
    if (fuzz_options(&setup, game, options, &err))
        return 0;
    bz_record_init(&record, &setup, NULL);
    while (setup.rules->turn(&record.pos) == BZ_CHANCE && setup.rules->moves(&record.pos, moves))
        FUZZ_REQUIRE(bz_record_play(&record, moves[0], &err) == BZ_OK);
    if (!bz_record_is_over(&record))
        talk(&record, data + 1, size - 1);
    bz_record_release(&record);
    bz_setup_release(&setup);
    return 0;
}
