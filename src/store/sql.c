/*
 * sql.c - statements: translated, prepared once, bound, and read row by row.
 *
 * The statements used last are kept prepared; which of them depends on nothing but their text.
 */
#include "store/sql.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "base/utf8.h"
#include "bazi/buf.h"

static const char *meaning(const struct bz_backend *backend, const char *word, size_t length)
{
    for (int i = 0; backend->words[i][0]; i++)
        if (strlen(backend->words[i][0]) == length &&
            strncmp(backend->words[i][0], word, length) == 0)
            return backend->words[i][1];
    return "";
}

/* Puts the database's own words in place of ours. */
static void translate(const struct bz_backend *backend, const char *sql, struct bz_buf *out)
{
    while (*sql) {
        if (*sql == '$') {
            bz_buf_char(out, backend->mark);
            sql++;
        } else if (*sql == '@') {
            size_t length = 0;
            const char *own;

            while (islower((unsigned char)sql[1 + length]))
                length++;
            own = meaning(backend, sql + 1, length);
            bz_buf_text(out, own, strlen(own));
            sql += 1 + length;
        } else {
            bz_buf_char(out, *sql++);
        }
    }
}

/* The place for one more: the last one, or that of the statement not used for longest. */
static struct bz_prepared *make_room(struct bz_store *store)
{
    struct bz_prepared *oldest = &store->prepared[0];

    if (store->prepared_count < BZ_STATEMENTS_MAX)
        return &store->prepared[store->prepared_count++];
    for (int i = 1; i < BZ_STATEMENTS_MAX; i++)
        if (store->prepared[i].used < oldest->used)
            oldest = &store->prepared[i];
    store->backend->drop(oldest->handle);
    free(oldest->sql);
    return oldest;
}

static int prepare(struct bz_store *store, const char *sql, void **ret_handle, struct bz_error *err)
{
    char text[BZ_SQL_MAX];
    struct bz_buf buf = BZ_BUF(text);
    struct bz_prepared one = {.used = ++store->clock};
    int code;

    for (int i = 0; i < store->prepared_count; i++)
        if (strcmp(store->prepared[i].sql, sql) == 0) {
            store->prepared[i].used = store->clock;
            *ret_handle = store->prepared[i].handle;
            return BZ_OK;
        }
    translate(store->backend, sql, &buf);
    if (buf.full)
        return bz_fail(err, BZ_ERROR_RANGE, "a statement is too long");
    one.sql = strdup(sql);
    if (!one.sql)
        return bz_fail(err, BZ_ERROR_MEMORY, "no memory for a statement");
    code = store->backend->prepare(store->db, text, &one.handle, err);
    if (code) {
        free(one.sql);
        return code;
    }
    *make_room(store) = one;
    *ret_handle = one.handle;
    return BZ_OK;
}

int bz_sql_begin(struct bz_store *store, enum bz_access access, struct bz_error *err)
{
    return store->backend->begin(store->db, access, err);
}

int bz_sql_end(struct bz_store *store, int code, struct bz_error *err)
{
    if (!code)
        code = store->backend->commit(store->db, err);
    if (code)
        store->backend->rollback(store->db);
    return code;
}

/* The same on every database: one of them takes no text that is not UTF-8. */
static int check_values(const struct bz_datum *values, int count, struct bz_error *err)
{
    for (int i = 0; i < count; i++) {
        if (values[i].length >
            (values[i].kind == BZ_SQL_TEXT ? (size_t)BZ_STORE_TEXT_MAX : (size_t)BZ_STORE_FILE_MAX))
            return bz_fail(err, BZ_ERROR_RANGE, "%zu bytes are more than the store takes",
                           values[i].length);
        if (values[i].kind == BZ_SQL_REAL && !isfinite(values[i].real))
            return bz_fail(err, BZ_ERROR_RANGE, "the store takes no number that is not finite");
        if (values[i].kind == BZ_SQL_TEXT && !bz_utf8_is(values[i].text))
            return bz_fail(err, BZ_ERROR_SYNTAX, "'%s' is not UTF-8",
                           bz_quoted(values[i].text, values[i].length).text);
    }
    return BZ_OK;
}

int bz_query_open(struct bz_query *query, struct bz_store *store, const char *sql,
                  const struct bz_datum *values, int count, struct bz_error *err)
{
    int code = check_values(values, count, err);

    *query = (struct bz_query){.store = store};
    if (!code)
        code = prepare(store, sql, &query->handle, err);
    if (code)
        return code;
    code = store->backend->start(query->handle, values, count, err);
    if (code)
        store->backend->stop(query->handle);
    return code;
}

int bz_query_step(struct bz_query *query, struct bz_error *err)
{
    return query->store->backend->step(query->handle, err);
}

int bz_query_close(struct bz_query *query, int code, struct bz_error *err)
{
    query->store->backend->stop(query->handle);
    if (!code && query->bad)
        return bz_fail(err, BZ_ERROR_DAMAGED, "the store is damaged: a column holds nonsense");
    return code;
}

int64_t bz_column_integer(struct bz_query *query, int column)
{
    const struct bz_backend *backend = query->store->backend;

    return backend->is_null(query->handle, column) ? 0 : backend->integer(query->handle, column);
}

int bz_column_int(struct bz_query *query, int column)
{
    int64_t number = bz_column_integer(query, column);

    if (number < INT_MIN || number > INT_MAX) {
        query->bad = true;
        return 0;
    }
    return (int)number;
}

double bz_column_real(struct bz_query *query, int column)
{
    const struct bz_backend *backend = query->store->backend;

    return backend->is_null(query->handle, column) ? 0 : backend->real(query->handle, column);
}

const char *bz_column_bytes(struct bz_query *query, int column, size_t *ret_length)
{
    return query->store->backend->bytes(query->handle, column, ret_length);
}

const char *bz_column_text(struct bz_query *query, int column)
{
    size_t length = 0;
    const char *text = bz_column_bytes(query, column, &length);

    return length ? text : "";
}

int bz_column_word(struct bz_query *query, int column, const char *const *words)
{
    const char *text = bz_column_text(query, column);

    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    query->bad = true;
    return 0;
}

int bz_sql_run_counted(struct bz_store *store, const char *sql, const struct bz_datum *values,
                       int count, int64_t *ret_changes, struct bz_error *err)
{
    struct bz_query query;
    int code = bz_query_open(&query, store, sql, values, count, err);

    if (code)
        return code;
    do
        code = bz_query_step(&query, err);
    while (code > 0);
    if (!code && ret_changes)
        *ret_changes = store->backend->changes(query.handle);
    return bz_query_close(&query, code, err);
}

int bz_sql_run(struct bz_store *store, const char *sql, const struct bz_datum *values, int count,
               struct bz_error *err)
{
    return bz_sql_run_counted(store, sql, values, count, NULL, err);
}

int bz_sql_walk(struct bz_store *store, const char *sql, const struct bz_datum *values, int count,
                bz_each_row *row, void *context, struct bz_error *err)
{
    struct bz_query query;
    int code = bz_query_open(&query, store, sql, values, count, err);

    if (code)
        return code;
    while ((code = bz_query_step(&query, err)) > 0) {
        code = row(context, &query);
        if (code || query.bad)
            break;
    }
    return bz_query_close(&query, code, err);
}

static int take_number(void *context, struct bz_query *query)
{
    *(int64_t *)context = bz_column_integer(query, 0);
    return BZ_OK;
}

int bz_sql_ask(struct bz_store *store, const char *sql, const struct bz_datum *values, int count,
               int64_t *ret_number, struct bz_error *err)
{
    return bz_sql_walk(store, sql, values, count, take_number, ret_number, err);
}

int bz_sql_read(struct bz_store *store, const char *sql, const struct bz_datum *values, int count,
                bz_each_row *row, void *context, struct bz_error *err)
{
    int code = bz_sql_begin(store, BZ_SQL_READ, err);

    if (code)
        return code;
    return bz_sql_end(store, bz_sql_walk(store, sql, values, count, row, context, err), err);
}

int bz_sql_read_number(struct bz_store *store, const char *sql, const struct bz_datum *values,
                       int count, int64_t *ret_number, struct bz_error *err)
{
    return bz_sql_read(store, sql, values, count, take_number, ret_number, err);
}

struct bz_moment bz_moment_now(void)
{
    struct bz_moment moment = {""};
    time_t now = time(NULL);
    struct tm utc;

    if (gmtime_r(&now, &utc))
        strftime(moment.text, sizeof(moment.text), "%Y-%m-%dT%H:%M:%SZ", &utc);
    return moment;
}
