/*
 * person_player.c - a person at a table, asked by whatever the program has to ask people with.
 */
#include <assert.h>

#include "base/clock.h"
#include "match/kinds.h"

static int open_person(const struct bz_setup *setup, const char *rest, const struct bz_house *house,
                       void **ret_state, struct bz_error *err)
{
    (void)setup;
    if (*rest)
        return bz_fail(err, BZ_ERROR_SYNTAX, "a person has no settings: %s", bz_person_kind.form);
    if (!house || !house->person)
        return bz_fail(err, BZ_ERROR_UNFIT, "nobody can be asked here: no person can play");
    *ret_state = house->person;
    return BZ_OK;
}

static void close_person(void *state)
{
    (void)state; /* the program's own */
}

static void begin(void *state, const struct bz_record *record, int seat, struct bz_reply *reply)
{
    const struct bz_person *person = state;

    (void)reply;
    if (person->begin)
        person->begin(person->context, record, seat);
}

static void ask(void *state, const struct bz_question *question, struct bz_reply *reply)
{
    const struct bz_person *person = state;
    int64_t begin = bz_clock_micros();

    person->ask(person->context, question, reply);
    reply->micros = bz_clock_micros() - begin;
    assert(reply->stopped || reply->ruling != BZ_RULING_NONE ||
           bz_is_legal(question->record->setup, &question->record->pos, reply->answer.move));
}

static void end(void *state)
{
    const struct bz_person *person = state;

    if (person->end)
        person->end(person->context);
}

const struct bz_player_kind bz_person_kind = {
    .name = "human",
    .form = "human",
    .brief = "a person at this terminal",
    .open = open_person,
    .close = close_person,
    .begin = begin,
    .ask = ask,
    .end = end,
};
