/*
 * toml.c - tables, keys and arrays of TOML.
 *
 * A table may be extended or not depending on how it came into being, which JSON's objects cannot
 * say: each one that is still open has a mark, found by its address. What has no mark is closed:
 * inline tables, arrays that were written out, and plain values.
 */
#include "files/toml.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/bits.h"
#include "files/json.h"
#include "files/toml_scalar.h"

enum kind {
    CLOSED,
    IMPLIED, /* by the header of a table within it */
    HEADED,  /* by a header of its own */
    DOTTED,  /* by a key with dots */
    LIST,    /* an array of tables */
};

struct mark {
    const json_t *value;
    enum kind kind;
};

/* A hash table of marks; never full, its size a power of two or 0. */
struct marks {
    struct mark *list;
    size_t size, used;
};

struct document {
    struct bz_toml_reader reader;
    struct marks marks;
};

/* A place among the tables, and how deep it is. */
struct spot {
    json_t *table;
    int depth;
};

static int no_memory(const struct document *doc)
{
    return bz_toml_fail(&doc->reader, doc->reader.at, BZ_ERROR_MEMORY, "not enough memory");
}

static int wrong(const struct document *doc, const char *where, const char *words)
{
    return bz_toml_fail(&doc->reader, where, BZ_ERROR_SYNTAX, "%s", words);
}

static struct mark *slot_of(const struct marks *marks, const json_t *value)
{
    size_t i = (size_t)bz_mix((uintptr_t)value);

    while (marks->list[i &= marks->size - 1].value && marks->list[i].value != value)
        i++;
    return &marks->list[i];
}

static enum kind kind_of(const struct document *doc, const json_t *value)
{
    return doc->marks.size ? slot_of(&doc->marks, value)->kind : CLOSED;
}

static int grow(struct document *doc)
{
    struct marks *old = &doc->marks, wider = {.size = old->size ? 2 * old->size : 64};

    wider.list = calloc(wider.size, sizeof(*wider.list));
    if (!wider.list)
        return no_memory(doc);
    for (size_t i = 0; i < old->size; i++)
        if (old->list[i].value)
            *slot_of(&wider, old->list[i].value) = old->list[i];
    wider.used = old->used;
    free(old->list);
    *old = wider;
    return BZ_OK;
}

static int set_mark(struct document *doc, const json_t *value, enum kind kind)
{
    struct mark *slot;

    if (2 * doc->marks.used >= doc->marks.size) {
        int code = grow(doc);

        if (code)
            return code;
    }
    slot = slot_of(&doc->marks, value);
    doc->marks.used += !slot->value;
    *slot = (struct mark){value, kind};
    return BZ_OK;
}

static void skip_blanks(struct document *doc)
{
    doc->reader.at += strspn(doc->reader.at, " \t");
}

/* Blanks, newlines and comments. */
static void skip_lines(struct document *doc)
{
    const char **at = &doc->reader.at;

    for (*at += strspn(*at, " \t\r\n"); **at == '#'; *at += strspn(*at, " \t\r\n"))
        *at += strcspn(*at, "\n");
}

static int deeper(const struct document *doc, int *depth)
{
    if (++*depth > BZ_TOML_DEPTH)
        return bz_toml_fail(&doc->reader, doc->reader.at, BZ_ERROR_RANGE,
                            "more than %d tables and arrays inside each other", BZ_TOML_DEPTH);
    return BZ_OK;
}

/* One name of a key, left in the scratch memory. */
static int read_name(struct document *doc)
{
    static const char bare[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    struct bz_toml_reader *reader = &doc->reader;
    size_t length = strspn(reader->at, bare);

    if (*reader->at == '"' || *reader->at == '\'')
        return bz_toml_string(reader, false, &length);
    if (length == 0)
        return wrong(doc, reader->at,
                     "a key is missing here; letters, digits, _ and - need no quotes");
    memcpy(reader->scratch, reader->at, length);
    reader->scratch[length] = '\0';
    reader->at += length;
    return BZ_OK;
}

/* Puts a new value under the name in the scratch memory, and marks it. Takes the value over. */
static int add(struct document *doc, json_t *table, json_t *value, enum kind kind)
{
    if (!value || json_object_set_new_nocheck(table, doc->reader.scratch, value))
        return no_memory(doc);
    return kind == CLOSED ? BZ_OK : set_mark(doc, value, kind);
}

/* Goes into the table of that name, and makes it if there is none. `kind` is how: IMPLIED within a
 * header, DOTTED within a key. */
static int enter(struct document *doc, const char *where, enum kind kind, struct spot *spot)
{
    json_t *next = json_object_get(spot->table, doc->reader.scratch);
    enum kind found = next ? kind_of(doc, next) : CLOSED;
    int code = deeper(doc, &spot->depth);

    if (!next && !code) {
        next = json_object();
        code = add(doc, spot->table, next, kind);
    } else if (!code && found == LIST && kind == IMPLIED) {
        next = json_array_get(next, json_array_size(next) - 1);
        code = deeper(doc, &spot->depth);
    } else if (!code && found == IMPLIED) {
        code = set_mark(doc, next, kind);
    } else if (!code && (found == CLOSED || (found != DOTTED && kind == DOTTED))) {
        code = bz_toml_fail(&doc->reader, where, BZ_ERROR_SYNTAX,
                            "'%s' is complete already: nothing can be added to it",
                            bz_quoted(doc->reader.scratch, strlen(doc->reader.scratch)).text);
    }
    if (!code)
        spot->table = next;
    return code;
}

/* Reads a key; enters the tables of all its names but the last one, which is left in the scratch
 * memory. */
static int read_key(struct document *doc, enum kind kind, const char **ret_where, struct spot *spot)
{
    for (;;) {
        int code;

        skip_blanks(doc);
        *ret_where = doc->reader.at;
        code = read_name(doc);
        if (code)
            return code;
        skip_blanks(doc);
        if (*doc->reader.at != '.')
            return BZ_OK;
        doc->reader.at++;
        code = enter(doc, *ret_where, kind, spot);
        if (code)
            return code;
    }
}

static int read_value(struct document *doc, int depth, json_t **ret_value);

static int twice(const struct document *doc, const char *where)
{
    return bz_toml_fail(&doc->reader, where, BZ_ERROR_SYNTAX,
                        "'%s' is there already: give every key once",
                        bz_quoted(doc->reader.scratch, strlen(doc->reader.scratch)).text);
}

/* key = value, into the table. */
static int read_pair(struct document *doc, struct spot spot)
{
    const char *where;
    json_t *value = NULL;
    char *name;
    int code = read_key(doc, DOTTED, &where, &spot);

    if (code)
        return code;
    if (json_object_get(spot.table, doc->reader.scratch))
        return twice(doc, where);
    if (*doc->reader.at != '=')
        return wrong(doc, doc->reader.at, "a key is followed by = and a value");
    doc->reader.at++;
    skip_blanks(doc);
    name = strdup(doc->reader.scratch); /* the value needs the scratch memory too */
    if (!name)
        return no_memory(doc);
    code = read_value(doc, spot.depth, &value);
    if (!code && json_object_set_new_nocheck(spot.table, name, value))
        code = no_memory(doc);
    free(name);
    return code;
}

static int read_array(struct document *doc, int depth, json_t *array)
{
    const char *start = doc->reader.at++;

    for (;;) {
        json_t *value;
        int code;

        skip_lines(doc);
        if (*doc->reader.at == ']')
            break;
        if (!*doc->reader.at)
            return wrong(doc, start, "the array that begins here has no end: add ]");
        code = read_value(doc, depth, &value);
        if (code)
            return code;
        if (json_array_append_new(array, value))
            return no_memory(doc);
        skip_lines(doc);
        if (*doc->reader.at == ']')
            break;
        if (*doc->reader.at != ',')
            return wrong(doc, doc->reader.at, "a comma or ] is missing here");
        doc->reader.at++;
    }
    doc->reader.at++;
    return BZ_OK;
}

static int read_inline(struct document *doc, int depth, json_t *table)
{
    doc->reader.at++;
    skip_blanks(doc);
    for (bool first = true; *doc->reader.at != '}'; first = false) {
        int code;

        if (!first && *doc->reader.at != ',')
            return wrong(doc, doc->reader.at,
                         "a comma or } is missing here; a table in braces stands on one line");
        doc->reader.at += !first;
        skip_blanks(doc);
        if (!first && *doc->reader.at == '}')
            return wrong(doc, doc->reader.at, "no comma before }");
        code = read_pair(doc, (struct spot){table, depth});
        if (code)
            return code;
        skip_blanks(doc);
    }
    doc->reader.at++;
    return BZ_OK;
}

static int read_value(struct document *doc, int depth, json_t **ret_value)
{
    json_t *value = NULL;
    size_t length;
    int code;

    switch (*doc->reader.at) {
    case '[':
    case '{':
        value = *doc->reader.at == '[' ? json_array() : json_object();
        code = value ? deeper(doc, &depth) : no_memory(doc);
        if (!code)
            code = *doc->reader.at == '[' ? read_array(doc, depth, value)
                                          : read_inline(doc, depth, value);
        break;
    case '"':
    case '\'':
        code = bz_toml_string(&doc->reader, true, &length);
        value = code ? NULL : json_stringn_nocheck(doc->reader.scratch, length);
        if (!code && !value)
            code = no_memory(doc);
        break;
    default:
        code = bz_toml_scalar(&doc->reader, &value);
    }
    if (code)
        json_decref(value);
    else
        *ret_value = value;
    return code;
}

/* The table a header [key] names. */
static int head_table(struct document *doc, const char *where, struct spot *spot)
{
    json_t *found = json_object_get(spot->table, doc->reader.scratch);
    int code = deeper(doc, &spot->depth);

    if (!code && found && kind_of(doc, found) != IMPLIED)
        return twice(doc, where);
    if (!code && found)
        code = set_mark(doc, found, HEADED);
    else if (!code)
        code = add(doc, spot->table, found = json_object(), HEADED);
    if (!code)
        spot->table = found;
    return code;
}

/* A new table at the end of the array a header [[key]] names. */
static int head_list(struct document *doc, const char *where, struct spot *spot)
{
    json_t *list = json_object_get(spot->table, doc->reader.scratch), *table;
    int code = deeper(doc, &spot->depth);

    if (!code)
        code = deeper(doc, &spot->depth);
    if (!code && list && kind_of(doc, list) != LIST)
        return twice(doc, where);
    if (!code && !list)
        code = add(doc, spot->table, list = json_array(), LIST);
    if (code)
        return code;
    table = json_object();
    if (!table || json_array_append_new(list, table))
        return no_memory(doc);
    spot->table = table;
    return set_mark(doc, table, HEADED);
}

static int read_header(struct document *doc, json_t *root, struct spot *ret_spot)
{
    bool list = doc->reader.at[1] == '[';
    struct spot spot = {root, 1};
    const char *where;
    int code;

    doc->reader.at += list ? 2 : 1;
    code = read_key(doc, IMPLIED, &where, &spot);
    if (code)
        return code;
    if (strncmp(doc->reader.at, "]]", list ? 2 : 1) != 0)
        return wrong(doc, doc->reader.at, list ? "]] is missing here" : "] is missing here");
    code = list ? head_list(doc, where, &spot) : head_table(doc, where, &spot);
    doc->reader.at += list ? 2 : 1;
    if (!code)
        *ret_spot = spot;
    return code;
}

static int read_lines(struct document *doc, json_t *root)
{
    struct spot spot = {root, 1};

    for (skip_lines(doc); *doc->reader.at; skip_lines(doc)) {
        int code = *doc->reader.at == '[' ? read_header(doc, root, &spot) : read_pair(doc, spot);

        if (code)
            return code;
        skip_blanks(doc);
        if (*doc->reader.at && !strchr("#\r\n", *doc->reader.at))
            return wrong(doc, doc->reader.at, "the line should end here, or a comment begin");
    }
    return BZ_OK;
}

int bz_toml_parse(const struct bz_source *source, json_t **ret_value, struct bz_error *err)
{
    struct document doc = {.reader = {.source = source, .at = source->text, .err = err}};
    json_t *root = json_object();
    int code;

    doc.reader.scratch = malloc(source->length + 1);
    code = root && doc.reader.scratch ? bz_toml_bytes(&doc.reader) : no_memory(&doc);
    if (!code)
        code = read_lines(&doc, root);
    free(doc.reader.scratch);
    free(doc.marks.list);
    if (code)
        json_decref(root);
    else
        *ret_value = root;
    return code;
}

static bool ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);

    return length >= tail && !strcasecmp(name + length - tail, ending);
}

int bz_toml_or_json(const struct bz_source *source, json_t **ret_value, struct bz_error *err)
{
    const char *begin = source->text + strspn(source->text, " \t\r\n");
    bool json =
        ends_in(source->name, ".json") || (!ends_in(source->name, ".toml") && *begin == '{');

    return json ? bz_json_parse(source, ret_value, err) : bz_toml_parse(source, ret_value, err);
}

int bz_toml_read(const char *path, size_t limit, struct bz_source *ret_source, json_t **ret_value,
                 struct bz_error *err)
{
    struct bz_source source;
    int code = bz_source_read(&source, path, limit, err);

    if (code)
        return code;
    code = bz_toml_or_json(&source, ret_value, err);
    if (code)
        bz_source_release(&source);
    else
        *ret_source = source;
    return code;
}

/* Whether the word that begins here can be a key, by what stands before it. */
static bool begins_key(const char *text, const char *word)
{
    while (word > text && strchr(" \t\"'", word[-1]))
        word--;
    return word == text || strchr("\n{,.[", word[-1]);
}

size_t bz_toml_place(const struct bz_source *source, const char *key, int n)
{
    size_t length = strlen(key);

    for (const char *at = strstr(source->text, key); at; at = strstr(at + 1, key)) {
        const char *after = at + length;

        after += strspn(after, " \t\"'");
        if (*after && strchr("=:]", *after) && begins_key(source->text, at) && n-- == 0)
            return (size_t)(at - source->text);
    }
    return 0;
}
