/*
 * records.c - games of any kind with everything a record can hold, and how two are compared.
 */
#include "records.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "properties.h"

char *record_text(const struct bz_record *record)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    struct bz_error err;

    assert_non_null(out);
    if (bz_record_write(record, out, &err))
        fail_msg("%s", err.text);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void assert_same_position(const struct bz_setup *setup, const void *pos,
                                 const struct bz_setup *other, const void *copy)
{
    char text[BZ_POS_TEXT_MAX];

    snprintf(text, sizeof(text), "%s", check_text(setup, pos));
    assert_string_equal(check_text(other, copy), text);
}

static struct bz_remark remark_of(const struct bz_record *record, int ply)
{
    return record->remarks ? record->remarks[ply] : bz_remark_none;
}

static void assert_same_remark(struct bz_remark a, struct bz_remark b)
{
    assert_true(a.micros == b.micros && a.left == b.left && a.nodes == b.nodes);
    assert_true(isnan(a.value) ? isnan(b.value) : !memcmp(&a.value, &b.value, sizeof(a.value)));
    assert_int_equal(a.depth, b.depth);
    assert_int_equal(a.proof, b.proof);
    assert_int_equal(a.distance, b.distance);
}

void record_same(const struct bz_record *a, const struct bz_record *b)
{
    assert_int_equal(a->length, b->length);
    assert_int_equal(a->ruling, b->ruling);
    assert_int_equal(a->loser, b->loser);
    assert_int_equal(a->from_start, b->from_start);
    assert_same_position(a->setup, &a->start, b->setup, &b->start);
    assert_same_position(a->setup, &a->pos, b->setup, &b->pos);
    for (int i = 0; i < a->length; i++)
        assert_true(a->moves[i] == b->moves[i]);
    for (int i = 0; i < BZ_PLAYERS_MAX; i++)
        assert_string_equal(a->players[i], b->players[i]);
    for (int i = 0; i < BZ_TAGS; i++)
        assert_string_equal(a->tags[i], b->tags[i]);
    assert_string_equal(a->note, b->note);
    for (int i = 0; i < a->length; i++)
        assert_same_remark(remark_of(a, i), remark_of(b, i));
}

void record_round_trip(const struct bz_record *record)
{
    char *text = record_text(record), *again;
    struct bz_setup setup;
    struct bz_record read;
    struct bz_error err;

    if (bz_record_read(text, strlen(text), &setup, &read, &err))
        fail_msg("%s\n%s", err.text, text);
    assert_ptr_equal(read.setup, &setup);
    record_same(record, &read);
    again = record_text(&read);
    assert_string_equal(again, text);
    free(again);
    free(text);
    bz_record_release(&read);
    bz_setup_release(&setup);
}

/* Any number of the type, the largest and the smallest more often than they deserve. */
static uint64_t some_bits(struct bz_random *random)
{
    uint64_t bits = bz_random_next(random);

    return bz_random_below(random, 8) ? bits >> bz_random_below(random, 64) : UINT64_MAX;
}

static int64_t some_time(struct bz_random *random)
{
    return bz_random_below(random, 3) ? (int64_t)(some_bits(random) >> 1) : -1;
}

static double some_value(struct bz_random *random)
{
    static const double odd[] = {0.0, -0.0, HUGE_VAL, -HUGE_VAL, 0.1, 1e300, 5e-324, -3.5};
    uint64_t bits = bz_random_next(random), kind = bz_random_below(random, 12);
    double value;

    memcpy(&value, &bits, sizeof(value));
    return kind < 8 ? odd[kind] : kind < 10 || isnan(value) ? (double)NAN : value;
}

static struct bz_remark some_remark(struct bz_random *random)
{
    struct bz_remark remark = {
        .micros = some_time(random),
        .left = some_time(random),
        .depth = bz_random_below(random, 2) ? (int)(some_bits(random) & INT32_MAX) : 0,
        .nodes = bz_random_below(random, 2) ? some_bits(random) : 0,
        .value = some_value(random),
        .proof = (enum bz_proof)((int)bz_random_below(random, 3) - 1),
    };

    if (remark.proof != BZ_UNDECIDED)
        remark.distance = (int)(some_bits(random) & INT32_MAX);
    return remark;
}

/* Up to `size` - 1 bytes, any but zero. */
static void some_text(struct bz_random *random, char *ret_text, size_t size)
{
    static const char *const nasty[] = {"\"]\n\n[Game \"", "\x1b[2J", "\\x41",
                                        "\xc2\x9b",        "سیاه",    "}"};
    size_t length = bz_random_below(random, 3) ? bz_random_below(random, size) : 0;
    const char *phrase = nasty[bz_random_below(random, CHECK_COUNT(nasty))];

    for (size_t i = 0; i < length; i++)
        ret_text[i] = (char)(1 + bz_random_below(random, 255));
    ret_text[length] = '\0';
    if (strlen(phrase) < length)
        memcpy(ret_text, phrase, strlen(phrase));
}

static void add_knowledge(struct bz_record *record, struct bz_random *random)
{
    int players = record->setup->rules->players;
    enum bz_ruling ruling = (enum bz_ruling)bz_random_below(random, BZ_RULINGS);

    if (!bz_record_is_over(record) && ruling != BZ_RULING_NONE)
        bz_record_rule(record, ruling,
                       ruling == BZ_RULING_DRAWN ? -1
                                                 : (int)bz_random_below(random, (uint64_t)players));
    for (int i = 0; i < players; i++)
        some_text(random, record->players[i], BZ_NAME_MAX);
    for (int i = 0; i < BZ_TAGS; i++)
        some_text(random, record->tags[i], BZ_NAME_MAX);
    some_text(random, record->note, BZ_NOTE_MAX);
}

static void some_moves(struct bz_record *record, struct bz_random *random, int plies)
{
    const struct bz_setup *setup = record->setup;
    bz_move moves[BZ_MOVES_MAX];
    int count;

    for (; plies > 0 && (count = setup->rules->moves(&record->pos, moves)) > 0; plies--) {
        bz_move move = moves[bz_random_below(random, (uint64_t)count)];
        struct bz_remark remark = some_remark(random);

        if (bz_random_below(random, 3))
            assert_int_equal(bz_record_remark(record, move, &remark, NULL), BZ_OK);
        else
            assert_int_equal(bz_record_play(record, move, NULL), BZ_OK);
    }
}

void record_some(const struct bz_setup *setup, struct bz_random *random,
                 struct bz_record *ret_record)
{
    union bz_pos start;

    property_wander(setup, random, (int)bz_random_below(random, 6), &start);
    bz_record_init(ret_record, setup, bz_random_below(random, 2) ? &start : NULL);
    some_moves(ret_record, random, (int)bz_random_below(random, 60));
    add_knowledge(ret_record, random);
}
