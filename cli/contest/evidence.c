/*
 * evidence.c - rounds by their starts.
 *
 * Equal rounds have equal results, so those that are held back as repeats of the first can be
 * counted afterwards, all in its place.
 */
#include "evidence.h"

#include <stdlib.h>

enum { GAMES_A_ROUND = 2 };

struct evidence_start {
    uint64_t key;        /* 0: none is here */
    uint64_t print;      /* of the first round; 0: none is over yet */
    int place;           /* of its result among the outcomes */
    int64_t repeats;     /* of it, held back */
    bool went_otherwise; /* another one did */
};

static uint64_t fold(uint64_t print, uint64_t more)
{
    return (print ^ more) * UINT64_C(0x100000001b3) + (print >> 29);
}

static uint64_t fold_moves(uint64_t print, const struct bz_record *record, int count)
{
    for (int i = 0; i < count; i++)
        print = fold(print, (uint64_t)record->moves[i]);
    return print;
}

static uint64_t print_start(const struct bz_record *record)
{
    return record->setup->rules->hash(&record->start);
}

uint64_t evidence_print(const struct bz_outcome *outcome)
{
    const struct bz_record *record = outcome->record;

    return fold_moves(print_start(record) + (uint64_t)outcome->seated[0], record, record->length);
}

bool evidence_open(struct evidence *evidence, int rounds)
{
    size_t room = 2;

    while (room <= 2 * (size_t)rounds)
        room *= 2;
    *evidence = (struct evidence){.room = room};
    evidence->prints = calloc((size_t)rounds, sizeof(*evidence->prints));
    evidence->starts = calloc(room, sizeof(*evidence->starts));
    return evidence->prints && evidence->starts;
}

void evidence_close(struct evidence *evidence)
{
    free(evidence->prints);
    free(evidence->starts);
}

static struct evidence_start *find_start(struct evidence *evidence,
                                         const struct bz_outcome *outcome)
{
    uint64_t key = fold_moves(print_start(outcome->record), outcome->record, outcome->opening) | 1;
    size_t at = (size_t)fold(key, key >> 32);

    for (;; at++) {
        struct evidence_start *start = &evidence->starts[at & (evidence->room - 1)];

        if (start->key == key || !start->key) {
            start->key = key;
            return start;
        }
    }
}

/* What the last round of the series added to its counts. */
static int find_new(const struct bz_outcomes *now, const struct bz_outcomes *before)
{
    for (int i = 0; i < now->kinds; i++)
        if (now->counts[i] > before->counts[i])
            return i;
    return now->kinds / 2;
}

static void count_round(struct evidence *evidence, struct evidence_start *start, uint64_t print,
                        int place)
{
    int64_t *counts = evidence->outcomes.counts;

    if (!start->print) {
        start->print = print;
        start->place = place;
    } else if (!start->went_otherwise && start->print == print) {
        start->repeats++;
        return;
    } else {
        counts[start->place] += start->repeats;
        start->repeats = 0;
        start->went_otherwise = true;
    }
    counts[place]++;
}

bool evidence_take(struct evidence *evidence, const struct bz_outcome *outcome)
{
    const struct bz_tally *tally = &outcome->tallies[0];
    bool alone = outcome->record->setup->rules->players == 1;
    struct bz_outcomes now = alone ? bz_tally_games(tally) : bz_outcomes_of_pairs(&tally->pairs);
    uint64_t *print = &evidence->prints[outcome->round];

    *print = fold(*print, evidence_print(outcome));
    if (outcome->number % GAMES_A_ROUND == 0)
        return false;
    evidence->outcomes.kinds = now.kinds;
    count_round(evidence, find_start(evidence, outcome), *print | 1,
                find_new(&now, &evidence->before));
    evidence->before = now;
    return true;
}
