/*
 * decide.c - threads that prove one position together, heard by each other only through the table.
 *
 * Whichever thread finishes first has the answer and stops the others. Where nobody wants to watch,
 * the first of them is the caller's own: many small questions to a single one cost no waking up,
 * and whoever times a player by its processor sees it work.
 */
#include "search/decide.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "search/kernel.h"
#include "search/team.h"

struct worker {
    struct bz_prover prover;
    enum bz_proof proof;
};

struct bz_decider {
    const struct bz_setup *setup;
    const struct bz_kernel *kernel;
    struct bz_proof_table table;
    uint64_t lines_max;     /* what it may grow to; its memory is there, but not yet real */
    struct worker *workers; /* one for each helper of the team */
    struct bz_team team;
    int threads;
    bool joined; /* the caller is the first of them; the first helper rests */
    union bz_pos pos;
    atomic_bool halt; /* one has the answer */
};

/* df-pn everywhere but in games that rank their moves by what a player may hope for: there the
 * depth-first prover was measured to be better (Hand of the King). */
static bool is_depth_first(const struct bz_rules *rules)
{
    return rules->prospect != NULL;
}

bool bz_decider_can_tell(const struct bz_rules *rules)
{
    return !is_depth_first(rules);
}

static size_t table_bytes(const struct bz_proof_table *table)
{
    return table->lines * BZ_PROOF_WAYS * sizeof(*table->slots);
}

static size_t branch_bytes(const struct bz_rules *rules)
{
    return (size_t)(BZ_DEPTH_MAX + 1) * (size_t)rules->moves_max * sizeof(struct bz_branch);
}

/* The verdict of the prover, and its winning move and length if there are any. */
static enum bz_proof prove(const struct bz_decider *d, struct bz_prover *p)
{
    const struct bz_setup *setup = d->setup;
    const void *pos = &d->pos;
    const struct bz_effort all = {BZ_EFFORT_MAX, BZ_EFFORT_MAX};
    bool wins;

    if (bz_is_over(setup, pos)) {
        p->length = 0;
        return bz_final_value(setup->rules, 0, pos, 0) > 0 ? BZ_WIN : BZ_LOSS;
    }
    if (is_depth_first(setup->rules)) {
        p->length = setup->rules->ends_within ? setup->rules->ends_within(pos) : BZ_DEPTH_MAX;
        wins = d->kernel->prove(p, pos, 0);
    } else {
        uint64_t key = bz_proof_key(setup->rules, pos);

        wins = d->kernel->dfpn(p, pos, key, all, 0).effort.win == 0;
    }
    return p->stopped ? BZ_UNDECIDED : wins ? BZ_WIN : BZ_LOSS;
}

/* Each thread keeps its answer to itself: two that have one agree who wins. */
static void work(void *context, int number)
{
    struct bz_decider *d = context;
    struct worker *worker = &d->workers[number - 1];

    worker->proof = prove(d, &worker->prover);
    if (worker->proof != BZ_UNDECIDED)
        atomic_store(&d->halt, true);
}

static void help(void *context, int number)
{
    const struct bz_decider *d = context;

    if (!d->joined || number > 1)
        work(context, number);
}

static void prepare(struct bz_decider *d, const void *pos, const struct bz_deadline *deadline)
{
    memcpy(&d->pos, pos, d->setup->rules->pos_size);
    atomic_store(&d->halt, false);
    for (int i = 0; i < d->threads; i++) {
        struct bz_prover *p = &d->workers[i].prover;

        d->workers[i].proof = BZ_UNDECIDED;
        p->deadline = *deadline;
        if (deadline->nodes != UINT64_MAX)
            p->deadline.nodes = deadline->nodes / (uint64_t)d->threads;
        p->halt = &d->halt;
        p->look_at = 0;
        p->look_back_at = 0;
        p->retreat = BZ_STAY;
        p->winning = BZ_MOVE_NONE;
        p->stopped = false;
        atomic_store_explicit(&p->nodes, 0, memory_order_relaxed);
        atomic_store_explicit(&p->root, 0, memory_order_relaxed);
        atomic_store_explicit(&p->open, 0, memory_order_relaxed);
    }
}

void bz_decider_start(struct bz_decider *decider, const void *pos,
                      const struct bz_deadline *deadline)
{
    prepare(decider, pos, deadline);
    decider->joined = false;
    bz_team_call(&decider->team);
}

bool bz_decider_wait(struct bz_decider *decider, int millis)
{
    return bz_team_wait_for(&decider->team, millis);
}

enum bz_proof bz_decider_answer(const struct bz_decider *decider, bz_move *ret_move,
                                int *ret_length)
{
    const struct worker *worker = decider->workers;

    while (worker->proof == BZ_UNDECIDED && worker < &decider->workers[decider->threads - 1])
        worker++;
    *ret_move = worker->proof == BZ_WIN ? worker->prover.winning : BZ_MOVE_NONE;
    *ret_length = worker->proof == BZ_UNDECIDED ? 0 : worker->prover.length;
    return worker->proof;
}

enum bz_proof bz_decider_ask(struct bz_decider *decider, const void *pos,
                             const struct bz_deadline *deadline, bz_move *ret_move, int *ret_length)
{
    prepare(decider, pos, deadline);
    decider->joined = true;
    if (decider->threads > 1)
        bz_team_call(&decider->team);
    work(decider, 1);
    if (decider->threads > 1)
        bz_team_wait(&decider->team);
    return bz_decider_answer(decider, ret_move, ret_length);
}

void bz_decider_age(struct bz_decider *decider)
{
    decider->table.generation = (decider->table.generation + 1) % BZ_GENERATIONS;
}

enum bz_proof bz_decider_run(struct bz_decider *decider, const void *pos,
                             const struct bz_deadline *deadline, bz_move *ret_move, int *ret_length,
                             uint64_t *ret_nodes)
{
    enum bz_proof proof;

    bz_decider_age(decider);
    proof = bz_decider_ask(decider, pos, deadline, ret_move, ret_length);
    *ret_nodes = bz_decider_nodes(decider);
    return proof;
}

uint64_t bz_decider_nodes(const struct bz_decider *decider)
{
    uint64_t nodes = 0;

    for (int i = 0; i < decider->threads; i++)
        nodes += atomic_load_explicit(&decider->workers[i].prover.nodes, memory_order_relaxed);
    return nodes;
}

struct bz_effort bz_decider_effort(const struct bz_decider *decider, int *ret_open)
{
    const struct bz_prover *p = &decider->workers[0].prover;

    *ret_open = atomic_load_explicit(&p->open, memory_order_relaxed);
    return bz_dfpn_unpack(atomic_load_explicit(&p->root, memory_order_relaxed)).effort;
}

/* The whole table would take too long to look at. */
double bz_decider_fill(const struct bz_decider *decider)
{
    uint64_t sample = decider->table.lines * BZ_PROOF_WAYS, used = 0;

    if (sample > 4096)
        sample = 4096;
    for (uint64_t i = 0; i < sample; i++)
        used += atomic_load_explicit(&decider->table.slots[i].word, memory_order_relaxed) != 0;
    return (double)used / (double)sample;
}

/* Of the depth-first prover a slot is one word and the data its verdict; the two bits of the hash
 * that its slot lacks are those of its line. */
static bool read_slot(const struct bz_decider *d, uint64_t index, struct bz_proof_entry *ret_entry)
{
    const struct bz_proof_slot *slot = &d->table.slots[index];
    uint64_t word = atomic_load_explicit(&slot->word, memory_order_relaxed), data;

    if (is_depth_first(d->setup->rules)) {
        *ret_entry =
            (struct bz_proof_entry){(word & ~UINT64_C(3)) | (index / BZ_PROOF_WAYS & 3), word & 3};
        return word & 3;
    }
    if (index % 2 == 1)
        return false;
    data = atomic_load_explicit(&slot[1].word, memory_order_relaxed);
    *ret_entry = (struct bz_proof_entry){word ^ data, data & ((UINT64_C(1) << 59) - 1)};
    return data;
}

bool bz_decider_next(const struct bz_decider *decider, uint64_t *cursor,
                     struct bz_proof_entry *ret_entry)
{
    while (*cursor < decider->table.lines * BZ_PROOF_WAYS)
        if (read_slot(decider, (*cursor)++, ret_entry))
            return true;
    return false;
}

void bz_decider_add(struct bz_decider *decider, const struct bz_proof_entry *entry)
{
    if (is_depth_first(decider->setup->rules))
        bz_proof_table_store(&decider->table, entry->hash, (enum bz_verdict)(entry->data & 3));
    else
        bz_dfpn_store(&decider->table, entry->hash, entry->data);
}

void bz_decider_reset(struct bz_decider *decider)
{
    bz_pages_clear(decider->table.slots, table_bytes(&decider->table));
    decider->table.generation = 0;
}

static bool table_init(struct bz_decider *d, int megabytes)
{
    struct bz_proof_table *table = &d->table;

    table->lines = 1;
    while (table_bytes(table) * 2 <= (size_t)megabytes << 20)
        table->lines *= 2;
    d->lines_max = table->lines;
    table->slots = bz_pages_new(table_bytes(table), true);
    return table->slots;
}

void bz_decider_shrink(struct bz_decider *decider, int megabytes)
{
    struct bz_proof_table *table = &decider->table;

    while (table->lines > 4 && table_bytes(table) > (size_t)megabytes << 20)
        table->lines /= 2;
}

/* An entry moves by a multiple of the old size and keeps its place in the line, so that no two of
 * them meet. */
static void move_entry(struct bz_decider *d, uint64_t index)
{
    struct bz_proof_slot *slots = d->table.slots;
    struct bz_proof_entry entry;
    uint64_t target;

    if (!read_slot(d, index, &entry))
        return;
    target = (entry.hash & (d->table.lines - 1)) * BZ_PROOF_WAYS + index % BZ_PROOF_WAYS;
    for (uint64_t i = 0; i < (is_depth_first(d->setup->rules) ? 1 : 2) && target != index; i++) {
        atomic_store_explicit(&slots[target + i].word,
                              atomic_load_explicit(&slots[index + i].word, memory_order_relaxed),
                              memory_order_relaxed);
        atomic_store_explicit(&slots[index + i].word, 0, memory_order_relaxed);
    }
}

bool bz_decider_grow(struct bz_decider *decider)
{
    struct bz_decider *d = decider;
    uint64_t before = d->table.lines;

    if (before == d->lines_max)
        return false;
    d->table.lines = before * 4 < d->lines_max ? before * 4 : d->lines_max;
    for (uint64_t i = 0; i < before * BZ_PROOF_WAYS; i++)
        move_entry(d, i);
    return true;
}

/* Where a game searches small positions by itself, most nodes never see the table. */
uint64_t bz_decider_room(const struct bz_decider *decider)
{
    uint64_t slots = decider->table.lines * BZ_DFPN_WAYS;

    if (decider->table.lines == decider->lines_max)
        return UINT64_MAX;
    return decider->setup->rules->endgame ? 256 * slots : slots;
}

static bool furnish(struct bz_decider *d, struct worker *worker)
{
    const struct bz_rules *rules = d->setup->rules;
    struct bz_prover *p = &worker->prover;

    p->table = &d->table;
    p->seed = (uint64_t)(worker - d->workers);
    p->shared = d->threads > 1;
    if (bz_space_init(&p->space, rules, BZ_DEPTH_MAX + 1))
        return false;
    p->branches = is_depth_first(rules) ? NULL : bz_pages_new(branch_bytes(rules), false);
    return is_depth_first(rules) || p->branches;
}

struct bz_decider *bz_decider_new(const struct bz_setup *setup, int megabytes, int threads)
{
    struct bz_decider *d = calloc(1, sizeof(*d));
    bool ready;

    if (!d)
        return NULL;
    d->setup = setup;
    d->kernel = setup->kernel;
    d->threads = threads;
    d->workers = calloc((size_t)threads, sizeof(*d->workers));
    ready = d->workers && table_init(d, megabytes);
    for (int i = 0; i < threads && ready; i++)
        ready = furnish(d, &d->workers[i]);
    if (ready && !bz_team_init(&d->team, threads, help, d))
        return d;
    bz_decider_free(d);
    return NULL;
}

void bz_decider_employ(struct bz_decider *decider, const struct bz_kernel *kernel)
{
    decider->kernel = kernel;
}

bool bz_decider_join(struct bz_decider *decider, int number)
{
    for (int i = 0; i < decider->threads; i++) {
        struct bz_prover *p = &decider->workers[i].prover;

        p->seed = (uint64_t)number * BZ_THREADS_MAX + (uint64_t)i;
        p->shared = true;
        p->log = bz_pages_new(sizeof(*p->log), false);
        if (!p->log)
            return false;
    }
    return true;
}

bool bz_decider_tell(struct bz_decider *decider, struct bz_proof_entry *ret_entry)
{
    for (int i = 0; i < decider->threads; i++)
        if (bz_proof_log_take(decider->workers[i].prover.log, ret_entry))
            return true;
    return false;
}

void bz_decider_halt(struct bz_decider *decider)
{
    atomic_store(&decider->halt, true);
}

void bz_decider_free(struct bz_decider *decider)
{
    struct bz_decider *d = decider;

    if (!d)
        return;
    bz_team_release(&d->team);
    for (int i = 0; d->workers && i < d->threads; i++) {
        struct bz_prover *p = &d->workers[i].prover;

        bz_pages_free(p->branches, branch_bytes(d->setup->rules));
        bz_pages_free(p->log, sizeof(*p->log));
        bz_space_release(&p->space);
    }
    d->table.lines = d->lines_max;
    bz_pages_free(d->table.slots, table_bytes(&d->table));
    free(d->workers);
    free(d);
}
