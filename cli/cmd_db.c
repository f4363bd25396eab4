/*
 * cmd_db.c - `bazi db`: a store of games looked into, searched, filled and checked.
 */
#include <string.h>

#include "db/db.h"
#include "tourney/luggage.h"

static const struct task {
    const char *name;
    enum bz_store_mode mode;
    int operands; /* the store among them */
    bool records; /* are read by the rules, with the files that their options name */
    int (*run)(const struct invocation *inv, struct bz_store *store);
} tasks[] = {
    {"list", BZ_STORE_READ, 2, false, db_list},    {"search", BZ_STORE_READ, 2, false, db_search},
    {"export", BZ_STORE_READ, 2, true, db_export}, {"import", BZ_STORE_CREATE, 3, false, db_import},
    {"check", BZ_STORE_READ, 2, true, db_check},
};

static const struct task *find_task(const char *name)
{
    for (size_t i = 0; i < sizeof(tasks) / sizeof(tasks[0]); i++)
        if (strcmp(tasks[i].name, name) == 0)
            return &tasks[i];
    return NULL;
}

int cmd_db(const struct invocation *inv)
{
    const char *name = invocation_operand(inv, 0);
    const struct task *task = find_task(name);
    struct bz_store *store = NULL;
    struct bz_error err;
    int status;

    if (!task)
        return complain("db: '%s' is none of list, search, export, import, check",
                        bz_quoted(name, strlen(name)).text);
    if (inv->operand_count != task->operands)
        return complain("db: %s takes %s", name,
                        task->operands == 2 ? "a STORE" : "a STORE and a FILE of games");
    status = bz_store_open(invocation_operand(inv, 1), task->mode, &store, &err);
    if (!status && task->records)
        status = bz_luggage_fetch_all(store, &err);
    if (status) {
        complain("db: %s", err.text);
        status = status == BZ_ERROR_DAMAGED && task->run == db_check ? STATUS_BAD : STATUS_USAGE;
    } else {
        status = task->run(inv, store);
    }
    bz_store_close(store);
    return status;
}
