/*
 * postgres.c - a store on a server, for many machines.
 *
 * Results come row by row and in binary, so that no answer is ever whole in memory. A connection
 * that was lost is opened again when the next transaction begins; statements prepared over the old
 * one, known by its generation, are then prepared again.
 */
#include <inttypes.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "store/backend.h"

enum {
    CONNECT_SECONDS = 20, /* time for two of a server's addresses that do not answer */
    LOOK_MILLIS = 100,    /* at whether anybody still wants to wait */
    PARAMETERS_MAX = 400,
    NUMBER_TEXT = 32
};

struct database {
    PGconn *conn;
    struct bz_store_wait wait;
    unsigned generation, statements;
    bool read_only;
};

struct statement {
    struct database *db;
    char name[16];
    char *sql;
    unsigned generation; /* 0: not prepared yet */
    PGresult *row;
    int64_t changes;
    bool open;
};

/* What the caller may do about it, by SQLSTATE; without one the connection is gone. */
static int classify(const char *state)
{
    static const struct {
        const char *prefix;
        int code;
    } classes[] = {
        {"08", BZ_ERROR_BUSY},    /* connection */
        {"40", BZ_ERROR_BUSY},    /* deadlock and the like */
        {"53", BZ_ERROR_BUSY},    /* disk full, too many connections */
        {"55", BZ_ERROR_BUSY},    /* locked */
        {"57", BZ_ERROR_BUSY},    /* shutting down */
        {"58", BZ_ERROR_BUSY},    /* input and output of the server */
        {"22", BZ_ERROR_RANGE},   /* a value that does not fit */
        {"23", BZ_ERROR_UNFIT},   /* a constraint */
        {"25P03", BZ_ERROR_BUSY}, /* stopped for too long in the middle of a transaction */
        {"25", BZ_ERROR_IO},      /* read-only */
        {"28", BZ_ERROR_IO},      /* not allowed in */
        {"42501", BZ_ERROR_IO},   /* not allowed */
        {"42", BZ_ERROR_DAMAGED}, /* no such table or column */
        {"XX", BZ_ERROR_DAMAGED}, /* broken */
    };

    for (size_t i = 0; state && i < sizeof(classes) / sizeof(classes[0]); i++)
        if (strncmp(state, classes[i].prefix, strlen(classes[i].prefix)) == 0)
            return classes[i].code;
    return state ? BZ_ERROR_IO : BZ_ERROR_BUSY;
}

/* The server's first line, without what a terminal would take for a command. */
static int refuse(const struct database *db, const PGresult *result, struct bz_error *err)
{
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *why = result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    char line[200];
    size_t length;

    if (!why)
        why = PQerrorMessage(db->conn);
    length = strcspn(why, "\n");
    if (length >= sizeof(line))
        length = sizeof(line) - 1;
    for (size_t i = 0; i < length; i++)
        line[i] = (char)(why[i] >= ' ' && why[i] < 0x7f ? why[i] : '?');
    line[length] = '\0';
    return bz_fail(err, classify(state), "PostgreSQL: %s", line);
}

static int exec(struct database *db, const char *sql, struct bz_error *err)
{
    PGresult *result = PQexec(db->conn, sql);
    ExecStatusType status = PQresultStatus(result);
    int code = BZ_OK;

    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        code = refuse(db, result, err);
    PQclear(result);
    return code;
}

/* Whoever stops in the middle of a transaction must not keep its locks for ever, and a machine that
 * is gone without a word not its place on the server, of which there are a hundred. */
static int greet(struct database *db, struct bz_error *err)
{
    char sql[500];

    snprintf(sql, sizeof(sql),
             "SET client_min_messages = warning; SET synchronous_commit = on; "
             "SET lock_timeout = %d; SET idle_in_transaction_session_timeout = %d; "
             "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; "
             "SET tcp_keepalives_count = 3; SET tcp_user_timeout = 20000; "
             "SET default_transaction_read_only = %s",
             db->wait.millis, BZ_STORE_PATIENCE, db->read_only ? "on" : "off");
    return exec(db, sql, err);
}

/* What the server has to say beside its answers is nobody's business. */
static void hush(void *context, const PGresult *notice)
{
    (void)context;
    (void)notice;
}

static void pg_close(void *context)
{
    struct database *db = context;

    PQfinish(db->conn);
    free(db);
}

/* Brings a connection that was begun to its end, by one of libpq's two functions for that. */
static int connect_on(struct database *db, PostgresPollingStatusType (*go_on)(PGconn *),
                      struct bz_error *err)
{
    int64_t end = bz_clock_micros() + CONNECT_SECONDS * INT64_C(1000000);
    PostgresPollingStatusType next = PGRES_POLLING_WRITING;

    while (PQstatus(db->conn) != CONNECTION_BAD && next != PGRES_POLLING_OK) {
        struct pollfd line = {.fd = PQsocket(db->conn),
                              .events = next == PGRES_POLLING_READING ? POLLIN : POLLOUT};

        if (bz_clock_micros() > end || (db->wait.stop && atomic_load(db->wait.stop)))
            return bz_fail(err, BZ_ERROR_BUSY, "PostgreSQL: %s, port %s, does not answer",
                           bz_quoted_path(PQhost(db->conn)).text, PQport(db->conn));
        if (poll(&line, 1, LOOK_MILLIS) > 0)
            next = go_on(db->conn);
    }
    return next == PGRES_POLLING_OK ? greet(db, err) : refuse(db, NULL, err);
}

/* The SQLSTATE in what a server says that lets nobody in, "FATAL:  28P01: …", or NULL: libpq keeps
 * it nowhere else. */
static const char *state_in(const char *message)
{
    static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

    while ((message = strstr(message, ":  "))) {
        message += 3;
        if (strspn(message, digits) == 5 && message[5] == ':')
            return message;
    }
    return NULL;
}

/* The first connection. Whoever is not let in because of who he is, or asks for nonsense, need not
 * wait; later it was all right once, and may be again. */
static int meet(struct database *db, const char *const *names, const char *const *values,
                struct bz_error *err)
{
    bool nonsense;
    int code;

    db->conn = PQconnectStartParams(names, values, 1);
    nonsense =
        PQstatus(db->conn) == CONNECTION_BAD && PQpingParams(names, values, 1) == PQPING_NO_ATTEMPT;
    PQsetNoticeReceiver(db->conn, hush, NULL);
    PQsetErrorVerbosity(db->conn, PQERRORS_VERBOSE);
    code = connect_on(db, PQconnectPoll, err);
    if (code == BZ_ERROR_BUSY && (nonsense || PQconnectionNeedsPassword(db->conn)))
        code = BZ_ERROR_IO;
    else if (code == BZ_ERROR_BUSY)
        code = classify(state_in(PQerrorMessage(db->conn)));
    if (code && err)
        err->code = code;
    return code;
}

static int pg_open(const char *where, enum bz_store_mode mode, struct bz_store_wait wait,
                   void **ret_db, struct bz_error *err)
{
    /* The URL comes last and has the last word. A server that is gone without a word is noticed
     * sooner than others give us up: by what it does not confirm, or while we wait for it. */
    const char *const names[] = {"connect_timeout",     "tcp_user_timeout", "keepalives_idle",
                                 "keepalives_interval", "keepalives_count", "application_name",
                                 "client_encoding",     "dbname",           NULL};
    const char *const values[] = {"10", "10000", "5", "3", "3", "bazi", "UTF8", where, NULL};
    struct database *db = calloc(1, sizeof(*db));
    int code;

    if (!db)
        return bz_fail(err, BZ_ERROR_MEMORY, "no memory for a connection");
    db->wait = wait;
    db->generation = 1;
    db->read_only = mode == BZ_STORE_READ;
    code = meet(db, names, values, err);
    if (code) {
        pg_close(db);
        return code;
    }
    *ret_db = db;
    return BZ_OK;
}

static int begin(void *context, enum bz_access access, struct bz_error *err)
{
    static const char *const texts[] = {
        [BZ_SQL_READ] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        [BZ_SQL_WRITE] = "BEGIN",
        [BZ_SQL_ALONE] = "BEGIN; SELECT pg_advisory_xact_lock(7014853201)",
    };
    struct database *db = context;
    int code = exec(db, texts[access], err);

    if (!code || PQstatus(db->conn) == CONNECTION_OK)
        return code;
    PQresetStart(db->conn);
    db->generation++;
    code = connect_on(db, PQresetPoll, err);
    return code ? code : exec(db, texts[access], err);
}

/* The server rolls a failed transaction back when asked to commit it, and says so in one word. */
static int commit(void *context, struct bz_error *err)
{
    struct database *db = context;
    PGresult *result = PQexec(db->conn, "COMMIT");
    int code = BZ_OK;

    if (PQresultStatus(result) != PGRES_COMMAND_OK)
        code = refuse(db, result, err);
    else if (strcmp(PQcmdStatus(result), "COMMIT") != 0)
        code = bz_fail(err, BZ_ERROR_BUSY, "PostgreSQL: the transaction was rolled back");
    PQclear(result);
    return code;
}

static void rollback(void *context)
{
    struct database *db = context;

    if (PQtransactionStatus(db->conn) != PQTRANS_IDLE)
        exec(db, "ROLLBACK", NULL);
}

static int prepare(void *context, const char *sql, void **ret_statement, struct bz_error *err)
{
    struct database *db = context;
    struct statement *statement = calloc(1, sizeof(*statement));

    if (statement)
        statement->sql = strdup(sql);
    if (!statement || !statement->sql) {
        free(statement);
        return bz_fail(err, BZ_ERROR_MEMORY, "no memory for a statement");
    }
    statement->db = db;
    snprintf(statement->name, sizeof(statement->name), "s%u", db->statements++);
    *ret_statement = statement;
    return BZ_OK;
}

/* Prepares it over the connection there is now. */
static int make_ready(struct statement *statement, struct bz_error *err)
{
    struct database *db = statement->db;
    PGresult *result;
    int code = BZ_OK;

    if (statement->generation == db->generation)
        return BZ_OK;
    result = PQprepare(db->conn, statement->name, statement->sql, 0, NULL);
    if (PQresultStatus(result) == PGRES_COMMAND_OK)
        statement->generation = db->generation;
    else
        code = refuse(db, result, err);
    PQclear(result);
    return code;
}

static void clear_row(struct statement *statement)
{
    PQclear(statement->row);
    statement->row = NULL;
}

static void stop(void *context)
{
    struct statement *statement = context;

    do
        clear_row(statement);
    while (statement->open && (statement->row = PQgetResult(statement->db->conn)));
    statement->open = false;
}

static void drop(void *context)
{
    struct statement *statement = context;
    char sql[40];

    stop(statement);
    if (statement->generation == statement->db->generation) {
        snprintf(sql, sizeof(sql), "DEALLOCATE %s", statement->name);
        exec(statement->db, sql, NULL);
    }
    free(statement->sql);
    free(statement);
}

/* Parameters as libpq wants them. */
struct parameters {
    const char *values[PARAMETERS_MAX];
    int lengths[PARAMETERS_MAX], formats[PARAMETERS_MAX];
    char numbers[PARAMETERS_MAX][NUMBER_TEXT];
};

static void set_parameter(struct parameters *all, int at, const struct bz_datum *value)
{
    bool number = value->kind == BZ_SQL_INTEGER || value->kind == BZ_SQL_REAL;

    if (value->kind == BZ_SQL_INTEGER)
        snprintf(all->numbers[at], NUMBER_TEXT, "%" PRId64, value->integer);
    else if (value->kind == BZ_SQL_REAL)
        snprintf(all->numbers[at], NUMBER_TEXT, "%.17g", value->real);
    all->formats[at] = value->kind == BZ_SQL_BYTES;
    all->lengths[at] = number ? 0 : (int)value->length;
    all->values[at] = number                       ? all->numbers[at]
                      : value->kind == BZ_SQL_NULL ? NULL
                      : value->length              ? value->text
                                                   : "";
}

static int start(void *context, const struct bz_datum *values, int count, struct bz_error *err)
{
    struct statement *statement = context;
    PGconn *conn = statement->db->conn;
    struct parameters all;
    int code = make_ready(statement, err);

    if (code)
        return code;
    for (int i = 0; i < count; i++)
        set_parameter(&all, i, &values[i]);
    if (!PQsendQueryPrepared(conn, statement->name, count, all.values, all.lengths, all.formats, 1))
        return refuse(statement->db, NULL, err);
    statement->open = true;
    statement->changes = 0;
    PQsetSingleRowMode(conn);
    return BZ_OK;
}

static int step(void *context, struct bz_error *err)
{
    struct statement *statement = context;

    clear_row(statement);
    statement->row = PQgetResult(statement->db->conn);
    switch (PQresultStatus(statement->row)) {
    case PGRES_SINGLE_TUPLE:
        statement->changes++;
        return 1;
    case PGRES_TUPLES_OK:
        return 0;
    case PGRES_COMMAND_OK:
        statement->changes = strtoll(PQcmdTuples(statement->row), NULL, 10);
        return 0;
    default:
        return refuse(statement->db, statement->row, err);
    }
}

static int64_t changes(void *context)
{
    return ((struct statement *)context)->changes;
}

static bool is_null(void *context, int column)
{
    return PQgetisnull(((struct statement *)context)->row, 0, column) != 0;
}

static const char *bytes(void *context, int column, size_t *ret_length)
{
    const struct statement *statement = context;

    *ret_length = (size_t)PQgetlength(statement->row, 0, column);
    return PQgetvalue(statement->row, 0, column);
}

/* A number of 4 or 8 bytes, the highest first; 0 for anything else. */
static int64_t integer(void *context, int column)
{
    size_t length;
    const unsigned char *at = (const unsigned char *)bytes(context, column, &length);
    uint64_t number = 0;

    if (length != 4 && length != 8)
        return 0;
    for (size_t i = 0; i < length; i++)
        number = number << 8 | at[i];
    return length == 4 ? (int32_t)(uint32_t)number : (int64_t)number;
}

static double real(void *context, int column)
{
    int64_t word = integer(context, column);
    double number;

    memcpy(&number, &word, sizeof(number));
    return number;
}

static const char *const words[][2] = {
    {"id", "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"},
    {"blob", "BYTEA"},
    {"keyed", ""},
    {"skip", "FOR UPDATE SKIP LOCKED"},
    {"share", "FOR SHARE"},
    {"tables", "(SELECT table_name::text AS name FROM information_schema.tables"
               " WHERE table_schema = current_schema()) AS tables"},
    {NULL, NULL},
};

const struct bz_backend bz_store_postgres = {
    .words = words,
    .mark = '$',
    .open = pg_open,
    .close = pg_close,
    .begin = begin,
    .commit = commit,
    .rollback = rollback,
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
