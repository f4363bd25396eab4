/*
 * table_files.h - tables of Monopoly as files, whole and on their way.
 */
#ifndef TABLE_FILES_H
#define TABLE_FILES_H

#include <sys/types.h>

#include "small_boards.h"

/* Whole files; free() the bytes. Whatever fails fails the test. */
uint8_t *table_slurp(const char *path, size_t *ret_size);
void table_spill(const char *path, const uint8_t *bytes, size_t size);
void table_check(const char *path, const uint8_t *wanted, size_t wanted_size);
/* Whether there is a file of that name with this tail. */
bool table_is_there(const char *path, const char *tail);

/* A board that takes a moment. */
void lane_make(struct small_board *c, const struct folder *folder);

/* Solves it, with a table and a checkpoint, until the draft of the table has grown to some size. */
int lane_solve_until(const struct small_board *c, const char *checkpoint, off_t size,
                     struct bz_solution *ret_solution, struct bz_error *err);
/* Leaves a checkpoint and a draft of the board. */
void lane_interrupt(const struct small_board *c, const char *checkpoint);
/* From there it comes to this table, and nothing else is left. */
void lane_check_goes_on(const struct small_board *c, const char *checkpoint, const uint8_t *whole,
                        size_t size);
/* The table as one run writes it, which is gone then. */
uint8_t *lane_solve_whole(const struct small_board *c, size_t *ret_size);

#endif
