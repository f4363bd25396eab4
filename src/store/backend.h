/*
 * backend.h - what a database must be able to do for the store, and no more.
 *
 * The statements are written once, for both, with `$1` for parameters and `@word` for the few
 * things that databases call by different names. Only one statement is open at a time.
 */
#ifndef STORE_BACKEND_H
#define STORE_BACKEND_H

#include "store/store.h"

enum bz_datum_kind { BZ_SQL_NULL, BZ_SQL_INTEGER, BZ_SQL_REAL, BZ_SQL_TEXT, BZ_SQL_BYTES };

struct bz_datum {
    enum bz_datum_kind kind;
    int64_t integer;
    double real;
    const char *text; /* or bytes */
    size_t length;
};

/* What a transaction is for. ALONE: nobody else creates or upgrades a store meanwhile. */
enum bz_access { BZ_SQL_READ, BZ_SQL_WRITE, BZ_SQL_ALONE };

struct bz_backend {
    const char *const (*words)[2]; /* what an `@word` means; ends with NULL */
    char mark;                     /* in place of the `$` of a parameter */

    int (*open)(const char *where, enum bz_store_mode mode, struct bz_store_wait wait,
                void **ret_db, struct bz_error *err);
    void (*close)(void *db);
    /* Begins a transaction, over a new connection where the old one is lost. */
    int (*begin)(void *db, enum bz_access access, struct bz_error *err);
    int (*commit)(void *db, struct bz_error *err);
    void (*rollback)(void *db);
    /* What the database itself has to say about its own health. NULL: nothing. */
    const char *check;

    int (*prepare)(void *db, const char *sql, void **ret_statement, struct bz_error *err);
    void (*drop)(void *statement);
    int (*start)(void *statement, const struct bz_datum *values, int count, struct bz_error *err);
    int (*step)(void *statement, struct bz_error *err); /* 1: a row, 0: no more, or a code */
    void (*stop)(void *statement);
    int64_t (*changes)(void *statement); /* rows, behind the last step */
    bool (*is_null)(void *statement, int column);
    int64_t (*integer)(void *statement, int column);
    double (*real)(void *statement, int column);
    const char *(*bytes)(void *statement, int column, size_t *ret_length);
};

extern const struct bz_backend bz_store_sqlite;
extern const struct bz_backend bz_store_postgres;

#endif
