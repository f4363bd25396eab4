/*
 * cmd_db.c - `bazi db`: a store of games looked into, searched, filled and checked.
 */
#include <string.h>

#include "db/db.h"
#include "tourney/luggage.h"

static const struct task {
    const char *name;
    int operands; /* the store among them */
    bool records; /* are read by the rules, with the files that their options name */
    int (*look)(const struct invocation *inv, struct bz_store *store);
    int (*fill)(const struct invocation *inv); /* instead: opens the store itself */
} tasks[] = {
    {"list", 2, false, db_list, NULL},    {"search", 2, false, db_search, NULL},
    {"export", 2, true, db_export, NULL}, {"import", 3, false, NULL, db_import},
    {"check", 2, true, db_check, NULL},
};

static const struct task *find_task(const char *name)
{
    for (size_t i = 0; i < sizeof(tasks) / sizeof(tasks[0]); i++)
        if (strcmp(tasks[i].name, name) == 0)
            return &tasks[i];
    return NULL;
}

static int look(const struct invocation *inv, const struct task *task)
{
    struct bz_store *store = NULL;
    struct bz_error err;
    int status = bz_store_open(invocation_operand(inv, 1), BZ_STORE_READ, &store, &err);

    if (!status && task->records)
        status = bz_luggage_fetch_all(store, &err);
    if (status) {
        complain("db: %s", err.text);
        status = status == BZ_ERROR_DAMAGED && task->look == db_check ? STATUS_BAD : STATUS_USAGE;
    } else {
        status = task->look(inv, store);
    }
    bz_store_close(store);
    return status;
}

int cmd_db(const struct invocation *inv)
{
    const char *name = invocation_operand(inv, 0);
    const struct task *task = find_task(name);

    if (!task)
        return complain("db: '%s' is none of list, search, export, import, check",
                        bz_quoted(name, strlen(name)).text);
    if (inv->operand_count != task->operands)
        return complain("db: %s takes %s", name,
                        task->operands == 2 ? "a STORE" : "a STORE and a FILE of games");
    return task->fill ? task->fill(inv) : look(inv, task);
}
