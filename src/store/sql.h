/*
 * sql.h - statements as the rest of the store writes them: one text for every database, parameters
 * always bound, never pasted.
 *
 *     bz_sql_run(store, "DELETE FROM ratings WHERE player = $1", VALUES(INTEGER(id)), err)
 *
 * A row's columns are read by the functions below; a column that does not hold what it has to makes
 * the query fail as damaged, so that the reader need not look after each.
 */
#ifndef STORE_SQL_H
#define STORE_SQL_H

#include <string.h>

#include "store/backend.h"

enum { BZ_STATEMENTS_MAX = 64, BZ_SQL_MAX = 4096 };

/* A statement that is kept ready. */
struct bz_prepared {
    char *sql;
    void *handle;
    uint64_t used; /* when, by the store's count of statements */
};

struct bz_store {
    const struct bz_backend *backend;
    void *db;
    struct bz_prepared prepared[BZ_STATEMENTS_MAX];
    int prepared_count;
    uint64_t clock;
};

#define INTEGER(number_)                                      \
    (struct bz_datum)                                         \
    {                                                         \
        .kind = BZ_SQL_INTEGER, .integer = (int64_t)(number_) \
    }
#define REAL(number_)                          \
    (struct bz_datum)                          \
    {                                          \
        .kind = BZ_SQL_REAL, .real = (number_) \
    }
#define BYTES(bytes_, length_)                                                    \
    (struct bz_datum)                                                             \
    {                                                                             \
        .kind = BZ_SQL_BYTES, .text = (const char *)(bytes_), .length = (length_) \
    }
#define TEXT(text_) bz_text_value(text_)
/* A row elsewhere; 0 is none. */
#define REFERENCE(id_) bz_reference_value(id_)
#define VALUES(...)                         \
    (const struct bz_datum[]){__VA_ARGS__}, \
        (int)(sizeof((struct bz_datum[]){__VA_ARGS__}) / sizeof(struct bz_datum))
#define NO_VALUES NULL, 0

/* NULL is the empty text. */
static inline struct bz_datum bz_text_value(const char *text)
{
    return (struct bz_datum){
        .kind = BZ_SQL_TEXT, .text = text ? text : "", .length = text ? strlen(text) : 0};
}

static inline struct bz_datum bz_reference_value(int64_t id)
{
    return (struct bz_datum){.kind = id ? BZ_SQL_INTEGER : BZ_SQL_NULL, .integer = id};
}

/* Every public function is one of these: begin, work, end. `end` commits where code is BZ_OK, or
 * else rolls back, and returns the code, or that of the failed commit. */
int bz_sql_begin(struct bz_store *store, enum bz_access access, struct bz_error *err);
int bz_sql_end(struct bz_store *store, int code, struct bz_error *err);

struct bz_query {
    struct bz_store *store;
    void *handle;
    bool bad; /* some column did not hold what it has to */
};

int bz_query_open(struct bz_query *query, struct bz_store *store, const char *sql,
                  const struct bz_datum *values, int count, struct bz_error *err);
/* 1: a row, 0: no more, or a code. */
int bz_query_step(struct bz_query *query, struct bz_error *err);
/* Returns the code it is given, or that of bad columns. */
int bz_query_close(struct bz_query *query, int code, struct bz_error *err);

int64_t bz_column_integer(struct bz_query *query, int column);
int bz_column_int(struct bz_query *query, int column);
double bz_column_real(struct bz_query *query, int column);
const char *bz_column_bytes(struct bz_query *query, int column, size_t *ret_length);
/* Ends at its first zero byte. */
const char *bz_column_text(struct bz_query *query, int column);
/* Which of the words, which end with NULL, stands there. */
int bz_column_word(struct bz_query *query, int column, const char *const *words);

/* A statement without rows; how many rows it changed, where ret_changes is not NULL. */
int bz_sql_run_counted(struct bz_store *store, const char *sql, const struct bz_datum *values,
                       int count, int64_t *ret_changes, struct bz_error *err);
int bz_sql_run(struct bz_store *store, const char *sql, const struct bz_datum *values, int count,
               struct bz_error *err);
/* The one whole number a statement returns; *ret_number keeps its value where there is no row. */
int bz_sql_ask(struct bz_store *store, const char *sql, const struct bz_datum *values, int count,
               int64_t *ret_number, struct bz_error *err);
/* Calls `row` for every row. */
typedef int bz_each_row(void *context, struct bz_query *query);
int bz_sql_walk(struct bz_store *store, const char *sql, const struct bz_datum *values, int count,
                bz_each_row *row, void *context, struct bz_error *err);

/* The last two, each as a transaction of its own. */
int bz_sql_read_number(struct bz_store *store, const char *sql, const struct bz_datum *values,
                       int count, int64_t *ret_number, struct bz_error *err);
int bz_sql_read(struct bz_store *store, const char *sql, const struct bz_datum *values, int count,
                bz_each_row *row, void *context, struct bz_error *err);

/* Now, UTC, for people: "2026-07-14T09:30:00Z". */
struct bz_moment {
    char text[32];
};
struct bz_moment bz_moment_now(void);

#endif
