/*
 * decide.h - who wins a position, by proof: a prover with all its memory made in advance, to be
 * asked again and again. What one position taught stays in the table for the next. For games with
 * bz_proof_fits.
 */
#ifndef SEARCH_DECIDE_H
#define SEARCH_DECIDE_H

#include "search/prover.h"

struct bz_decider;

/* Whether what it decides can be told to deciders of other processes: df-pn's entries can. */
bool bz_decider_can_tell(const struct bz_rules *rules);

/* At most so many megabytes of table, shared by the threads. NULL without memory. The setup must
 * outlive it. */
struct bz_decider *bz_decider_new(const struct bz_setup *setup, int megabytes, int threads);
void bz_decider_free(struct bz_decider *decider);
/* From now on the kernel compiled with another evaluation of the game does the work. */
void bz_decider_employ(struct bz_decider *decider, const struct bz_kernel *kernel);
/* Forgets everything. */
void bz_decider_reset(struct bz_decider *decider);

/* Of the player to move. BZ_UNDECIDED when a limit came first; a limit of nodes is one for all
 * threads together. *ret_move is a winning move where he wins, and otherwise BZ_MOVE_NONE;
 * *ret_length, when decided, a number of plies after which the game is over at the latest if the
 * winner plays on by this proof, BZ_DEPTH_MAX where that is not known. With one thread and no limit
 * of time the answer and the nodes are always the same. */
enum bz_proof bz_decider_run(struct bz_decider *decider, const void *pos,
                             const struct bz_deadline *deadline, bz_move *ret_move, int *ret_length,
                             uint64_t *ret_nodes);

/* The same as part of one large question: what the table knows ages only when told to. */
void bz_decider_age(struct bz_decider *decider);
enum bz_proof bz_decider_ask(struct bz_decider *decider, const void *pos,
                             const struct bz_deadline *deadline, bz_move *ret_move,
                             int *ret_length);

/* That in parts, for a caller who has something else to do meanwhile: start, wait until that says
 * true, then take the answer. */
void bz_decider_start(struct bz_decider *decider, const void *pos,
                      const struct bz_deadline *deadline);
bool bz_decider_wait(struct bz_decider *decider, int millis);
enum bz_proof bz_decider_answer(const struct bz_decider *decider, bz_move *ret_move,
                                int *ret_length);

/* Memory becomes real only where it is touched, and a table is touched all over: a short proof in
 * a large one spends most of its time on that (6x6 in 512 MB: two thirds). So a table may begin
 * with a part of its memory and grow fourfold, knowing what it knew, until bz_decider_grow says
 * false. It should when it has been searched for as many nodes as it has room. */
void bz_decider_shrink(struct bz_decider *decider, int megabytes);
bool bz_decider_grow(struct bz_decider *decider);
uint64_t bz_decider_room(const struct bz_decider *decider); /* UINT64_MAX: cannot grow */

/* While it runs or afterwards: nodes of all threads; the numbers of the root and how many of its
 * moves are not known to lose, as the first thread sees them, all zero where they are not
 * known. */
uint64_t bz_decider_nodes(const struct bz_decider *decider);
struct bz_effort bz_decider_effort(const struct bz_decider *decider, int *ret_open);
/* How much of the table is in use, from a sample. */
double bz_decider_fill(const struct bz_decider *decider);

/* For deciders of several processes that prove the same: each has a number of its own, from 0,
 * looks at new positions in its own way and so works elsewhere; and keeps what it finds out, to be
 * told to the others while it runs. False without memory. Only where bz_decider_can_tell. */
bool bz_decider_join(struct bz_decider *decider, int number);
bool bz_decider_tell(struct bz_decider *decider, struct bz_proof_entry *ret_entry);
/* Ends what runs: another one has the answer. */
void bz_decider_halt(struct bz_decider *decider);

/* Table entries one after the other, for a file. */
bool bz_decider_next(const struct bz_decider *decider, uint64_t *cursor,
                     struct bz_proof_entry *ret_entry);
void bz_decider_add(struct bz_decider *decider, const struct bz_proof_entry *entry);

#endif
