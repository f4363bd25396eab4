/*
 * cmd_grade.c - `bazi grade`: a folder of submissions against baselines, a table for the instructor
 * and a page for every student.
 *
 * Each step leaves behind what the next one needs, so that the same command goes on after whatever
 * ended it.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command.h"
#include "grade/grade.h"
#include "interrupt.h"
#include "tournament/entrance.h"
#include "tournament/hall.h"
#include "tournament/order.h"

struct places {
    char submissions[PATH_MAX], out[PATH_MAX];
    char builds[PATH_MAX], store[PATH_MAX];
};

/* --- places ----------------------------------------------------------------------------------- */

static bool lies_in(const char *path, const char *folder)
{
    size_t length = strlen(folder);

    return !strncmp(path, folder, length) && (path[length] == '/' || !path[length]);
}

static int make_folder(const char *path, char ret_real[PATH_MAX])
{
    if ((mkdir(path, 0755) && errno != EEXIST) || !realpath(path, ret_real))
        return complain("grade: %s: %s", bz_quoted_path(path).text, strerror(errno));
    return STATUS_DONE;
}

static int find_places(const struct invocation *inv, struct places *ret_places)
{
    const char *given = invocation_value(inv, "out"), *folder = invocation_operand(inv, 0);
    char path[PATH_MAX + 16];

    if (!realpath(folder, ret_places->submissions))
        return complain("grade: %s: %s", bz_quoted_path(folder).text, strerror(errno));
    snprintf(path, sizeof(path), "%s", given ? given : ret_places->submissions);
    if (!given)
        snprintf(strrchr(path, '/'), 16, "/grades");
    if (make_folder(path, ret_places->out))
        return STATUS_USAGE;
    if (lies_in(ret_places->out, ret_places->submissions))
        return complain("grade: the results cannot lie among the submissions; give --out FOLDER");
    snprintf(path, sizeof(path), "%.3900s/builds", ret_places->out);
    snprintf(ret_places->store, sizeof(ret_places->store), "%.3900s/grades.db", ret_places->out);
    return make_folder(path, ret_places->builds);
}

/* --- steps ------------------------------------------------------------------------------------ */

static int read_roster(const struct bz_terms *terms, const char *folder,
                       struct bz_roster *ret_roster)
{
    const char *taken[BZ_PAIRING_PLAYERS_MAX];
    struct bz_error err;

    for (int i = 0; i < terms->baselines; i++)
        taken[i] = terms->plan.players[i].name;
    if (bz_roster_read(ret_roster, folder, taken, terms->baselines, &err))
        return complain("grade: %s", err.text);
    if (ret_roster->count && ret_roster->count + terms->baselines <= BZ_PAIRING_PLAYERS_MAX)
        return STATUS_DONE;
    if (ret_roster->count)
        complain("grade: more than %d submissions", BZ_PAIRING_PLAYERS_MAX - terms->baselines);
    else
        complain("grade: %s holds no folders, and a submission is a folder",
                 bz_quoted_path(folder).text);
    bz_roster_release(ret_roster);
    return STATUS_USAGE;
}

static int prepare(const struct invocation *inv, const struct bz_terms *terms,
                   const struct places *places, struct bz_roster *roster, int threads)
{
    struct bz_workshop workshop = {
        .folder = places->submissions,
        .place = places->builds,
        .order = {.game = terms->plan.game, .run = terms->run, .build = terms->build},
        .build_seconds = terms->build_seconds,
        .unsafe_ok = terms->plan.house.unsafe_ok || invocation_has(inv, "unsafe-ok"),
        .stop = interrupt_flag()};

    if (roster->stray && !invocation_has(inv, "json"))
        printf("%d file%s beside the folders %s nobody's and left alone\n", roster->stray,
               roster->stray == 1 ? "" : "s", roster->stray == 1 ? "is" : "are");
    return workshop_prepare(&workshop, roster, threads, invocation_has(inv, "json"));
}

static bool somebody_plays(const struct bz_roster *roster)
{
    for (int i = 0; i < roster->count; i++)
        if (roster->list[i].ready)
            return true;
    return false;
}

/* A baseline that fails gives its points away. */
static void warn_of_baselines(const struct gradebook *book)
{
    for (int b = 0; book->ledger && b < book->terms->baselines; b++)
        if (book->ledger->rows[b].faults)
            fprintf(stderr, "bazi: the baseline %s lost %lld games by a fault of its own\n",
                    book->plan->players[b].name, (long long)book->ledger->rows[b].faults);
}

static int write_all(const struct invocation *inv, struct gradebook *book)
{
    struct bz_error err;
    int code;

    book->remarks = calloc((size_t)book->roster->count, sizeof(*book->remarks));
    if (!book->remarks)
        return complain("grade: not enough memory for the table");
    code = sweep_stale(book, &err);
    for (int i = 0; i < book->roster->count && !code; i++)
        code = page_write(book, i, &err);
    if (!code)
        code = sheet_write(book, &err);
    if (code)
        complain("grade: %s", err.text);
    else if (invocation_has(inv, "json"))
        sheet_json(book);
    else
        sheet_print(book);
    warn_of_baselines(book);
    free(book->remarks);
    return code ? STATUS_USAGE : STATUS_DONE;
}

/* The games, and then everything that is made from them. */
static int conduct(const struct invocation *inv, const struct gradebook *book, const char *url,
                   struct bz_director *director, int threads)
{
    struct hall hall = {.store = url,
                        .threads = threads,
                        .unsafe_ok = invocation_has(inv, "unsafe-ok"),
                        .own_commands = true,
                        .verbose = invocation_has(inv, "verbose") && !invocation_has(inv, "json"),
                        .quiet = true};
    struct gradebook whole = *book;
    struct bz_ledger ledger;
    struct bz_error err;
    int status = hall_play(&hall, director);

    if (status) {
        if (status != STATUS_USAGE)
            fprintf(stderr, "bazi: grade: stopped; the same command goes on\n");
        return status;
    }
    whole.plan = &director->plan;
    whole.store = director->store;
    whole.tournament = director->tournament;
    if (bz_ledger_read(&ledger, director->store, director->tournament, &director->plan, &err))
        return complain("grade: %s", err.text);
    whole.ledger = &ledger;
    status = write_all(inv, &whole);
    bz_ledger_release(&ledger);
    return status;
}

static int play(const struct invocation *inv, struct gradebook *book, const char *url, int threads)
{
    struct bz_director director;
    struct bz_store *store;
    struct bz_plan plan;
    struct bz_error err;
    int status;

    if (!somebody_plays(book->roster))
        return write_all(inv, book);
    if (bz_terms_plan(book->terms, book->roster, &plan, &err))
        return complain("grade: %s", err.text);
    if (entrance_begin(url, &plan, &store, &director, &err)) {
        bz_plan_release(&plan);
        return entrance_refuse("grade", &err);
    }
    status = conduct(inv, book, url, &director, threads);
    bz_director_release(&director);
    bz_store_close(store);
    return status;
}

static int grade(const struct invocation *inv, const struct bz_terms *terms)
{
    struct places places;
    struct bz_roster roster;
    struct gradebook book = {.terms = terms, .roster = &roster};
    int threads, status = order_threads(inv, terms->plan.concurrency, &threads);

    if (!status)
        status = find_places(inv, &places);
    if (!status)
        status = read_roster(terms, places.submissions, &roster);
    if (status)
        return status;
    book.out = places.out;
    status = prepare(inv, terms, &places, &roster, threads);
    if (!status)
        status = play(inv, &book, places.store, threads);
    bz_roster_release(&roster);
    return status;
}

int cmd_grade(const struct invocation *inv)
{
    const char *against = invocation_value(inv, "against");
    struct bz_terms terms;
    struct bz_error err;
    int status;

    if (!against)
        return complain("grade: against whom? --against FILE, a tournament file whose players are "
                        "the baselines");
    if (bz_terms_read(&terms, against, &err))
        return complain("grade: %s", err.text);
    if (terms.plan.note[0])
        fprintf(stderr, "bazi: %s\n", terms.plan.note);
    interrupt_catch();
    status = grade(inv, &terms);
    bz_terms_release(&terms);
    return status;
}
