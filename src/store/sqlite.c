/*
 * sqlite.c - a store in one file.
 *
 * Write-ahead log, every commit on the disk before it is reported, foreign keys checked. The file
 * is a stranger's: its schema may call no function, and its pages are checked as they are read.
 */
#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/clock.h"
#include "store/backend.h"

enum { ROW_MAX = BZ_STORE_FILE_MAX + (1 << 20) };

struct database {
    sqlite3 *db;
    int64_t patience, since; /* microseconds */
};

struct statement {
    sqlite3 *db;
    sqlite3_stmt *handle;
    int64_t changes;
};

/* A file that cannot be opened now: it will be once there is room again. */
static bool is_shortage(int error)
{
    return error == ENOSPC || error == EDQUOT || error == EMFILE || error == ENFILE ||
           error == ENOMEM || error == EIO;
}

/* What the caller may do about it. */
static int classify(sqlite3 *db, int result)
{
    switch (result) {
    case SQLITE_IOERR_SHORT_READ:
    case SQLITE_IOERR_CORRUPTFS:
        return BZ_ERROR_DAMAGED;
    }
    switch (result & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_PROTOCOL:
        return BZ_ERROR_BUSY;
    case SQLITE_CANTOPEN:
        return is_shortage(sqlite3_system_errno(db)) ? BZ_ERROR_BUSY : BZ_ERROR_IO;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_ERROR:
    case SQLITE_FORMAT:
    case SQLITE_MISMATCH:
    case SQLITE_SCHEMA:
        return BZ_ERROR_DAMAGED;
    case SQLITE_CONSTRAINT:
        return BZ_ERROR_UNFIT;
    case SQLITE_TOOBIG:
        return BZ_ERROR_RANGE;
    case SQLITE_NOMEM:
        return BZ_ERROR_MEMORY;
    default:
        return BZ_ERROR_IO;
    }
}

static int refuse(sqlite3 *db, int result, struct bz_error *err)
{
    const char *why = sqlite3_errmsg(db), *file = sqlite3_db_filename(db, "main");

    return bz_fail(err, classify(db, result), "%s: %s", bz_quoted_path(file ? file : "").text,
                   bz_quoted(why, strlen(why)).text);
}

static int exec(sqlite3 *db, const char *sql, struct bz_error *err)
{
    int result = sqlite3_exec(db, sql, NULL, NULL, NULL);

    return result == SQLITE_OK ? BZ_OK : refuse(db, result, err);
}

/* Short steps of different length: SQLite's own waits grow, and whoever waits longest gets nothing
 * while others are quick. */
static int wait_for_lock(void *context, int count)
{
    struct database *database = context;
    int64_t now = bz_clock_micros();

    if (!count)
        database->since = now;
    if (now - database->since >= database->patience)
        return 0;
    usleep(300 + (unsigned)(bz_mix((uint64_t)now) % 1200));
    return 1;
}

static int configure(struct database *database, enum bz_store_mode mode, struct bz_error *err)
{
    sqlite3 *db = database->db;
    int code;

    sqlite3_extended_result_codes(db, 1);
    sqlite3_busy_handler(db, wait_for_lock, database);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, ROW_MAX);
    sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_FKEY, 1, NULL);
    code = exec(db, "PRAGMA cell_size_check = ON; PRAGMA synchronous = FULL", err);
    if (!code && mode == BZ_STORE_CREATE)
        code = exec(db, "PRAGMA journal_mode = WAL", err);
    return code;
}

static void sqlite_close(void *context)
{
    struct database *database = context;

    sqlite3_close(database->db);
    free(database);
}

static int sqlite_open(const char *where, enum bz_store_mode mode, struct bz_store_wait wait,
                       void **ret_db, struct bz_error *err)
{
    static const int flags[] = {
        [BZ_STORE_READ] = SQLITE_OPEN_READONLY,
        [BZ_STORE_OPEN] = SQLITE_OPEN_READWRITE,
        [BZ_STORE_CREATE] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
    };
    struct database *database = calloc(1, sizeof(*database));
    int result, code;

    if (!database)
        return bz_fail(err, BZ_ERROR_MEMORY, "no memory for a database");
    database->patience = (int64_t)wait.millis * 1000;
    result = sqlite3_open_v2(where, &database->db, flags[mode] | SQLITE_OPEN_NOMUTEX, NULL);
    if (result != SQLITE_OK)
        code = bz_fail(err, classify(database->db, result), "%s: %s", bz_quoted_path(where).text,
                       sqlite3_errmsg(database->db));
    else
        code = configure(database, mode, err);
    if (code) {
        sqlite_close(database);
        return code;
    }
    *ret_db = database;
    return BZ_OK;
}

static int begin(void *context, enum bz_access access, struct bz_error *err)
{
    return exec(((struct database *)context)->db,
                access == BZ_SQL_READ ? "BEGIN" : "BEGIN IMMEDIATE", err);
}

static int commit(void *context, struct bz_error *err)
{
    return exec(((struct database *)context)->db, "COMMIT", err);
}

static void rollback(void *context)
{
    sqlite3 *db = ((struct database *)context)->db;

    if (!sqlite3_get_autocommit(db))
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
}

static int prepare(void *context, const char *sql, void **ret_statement, struct bz_error *err)
{
    sqlite3 *db = ((struct database *)context)->db;
    struct statement *statement = calloc(1, sizeof(*statement));
    int result;

    if (!statement)
        return bz_fail(err, BZ_ERROR_MEMORY, "no memory for a statement");
    statement->db = db;
    result = sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement->handle, NULL);
    if (result != SQLITE_OK) {
        free(statement);
        return refuse(db, result, err);
    }
    *ret_statement = statement;
    return BZ_OK;
}

static void drop(void *context)
{
    struct statement *statement = context;

    sqlite3_finalize(statement->handle);
    free(statement);
}

/* The caller's texts stay where they are until the statement is stopped. */
static int bind(sqlite3_stmt *handle, int at, const struct bz_datum *value)
{
    switch (value->kind) {
    case BZ_SQL_INTEGER:
        return sqlite3_bind_int64(handle, at, value->integer);
    case BZ_SQL_REAL:
        return sqlite3_bind_double(handle, at, value->real);
    case BZ_SQL_TEXT:
        return sqlite3_bind_text64(handle, at, value->text, value->length, SQLITE_STATIC,
                                   SQLITE_UTF8);
    case BZ_SQL_BYTES:
        return sqlite3_bind_blob64(handle, at, value->length ? value->text : "", value->length,
                                   SQLITE_STATIC);
    case BZ_SQL_NULL:
        break;
    }
    return sqlite3_bind_null(handle, at);
}

static int start(void *context, const struct bz_datum *values, int count, struct bz_error *err)
{
    struct statement *statement = context;

    for (int i = 0; i < count; i++) {
        int result = bind(statement->handle, i + 1, &values[i]);

        if (result != SQLITE_OK)
            return refuse(statement->db, result, err);
    }
    return BZ_OK;
}

static int step(void *context, struct bz_error *err)
{
    struct statement *statement = context;
    int result = sqlite3_step(statement->handle);

    if (result == SQLITE_ROW)
        return 1;
    if (result != SQLITE_DONE)
        return refuse(statement->db, result, err);
    statement->changes = sqlite3_changes64(statement->db);
    return 0;
}

static void stop(void *context)
{
    struct statement *statement = context;

    sqlite3_reset(statement->handle);
    sqlite3_clear_bindings(statement->handle);
}

static int64_t changes(void *context)
{
    return ((struct statement *)context)->changes;
}

static bool is_null(void *context, int column)
{
    return sqlite3_column_type(((struct statement *)context)->handle, column) == SQLITE_NULL;
}

static int64_t integer(void *context, int column)
{
    return sqlite3_column_int64(((struct statement *)context)->handle, column);
}

static double real(void *context, int column)
{
    return sqlite3_column_double(((struct statement *)context)->handle, column);
}

static const char *bytes(void *context, int column, size_t *ret_length)
{
    sqlite3_stmt *handle = ((struct statement *)context)->handle;
    bool blob = sqlite3_column_type(handle, column) == SQLITE_BLOB;
    const void *content =
        blob ? sqlite3_column_blob(handle, column) : sqlite3_column_text(handle, column);

    *ret_length = content ? (size_t)sqlite3_column_bytes(handle, column) : 0;
    return content ? content : "";
}

static const char *const words[][2] = {
    {"id", "INTEGER PRIMARY KEY"},
    {"blob", "BLOB"},
    {"keyed", "WITHOUT ROWID"},
    {"skip", ""},
    {"share", ""},
    {"tables", "(SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite%') AS tables"},
    {NULL, NULL},
};

const struct bz_backend bz_store_sqlite = {
    .words = words,
    .mark = '?',
    .open = sqlite_open,
    .close = sqlite_close,
    .begin = begin,
    .commit = commit,
    .rollback = rollback,
    .check = "SELECT * FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
    .prepare = prepare,
    .drop = drop,
    .start = start,
    .step = step,
    .stop = stop,
    .changes = changes,
    .is_null = is_null,
    .integer = integer,
    .real = real,
    .bytes = bytes,
};
