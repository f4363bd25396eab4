/*
 * cmd_tournament.c - `bazi tournament`: begin one, go on with one, look at one.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "interrupt.h"
#include "text/output.h"
#include "tournament/advice.h"
#include "tournament/entrance.h"
#include "tournament/hall.h"
#include "tournament/order.h"
#include "tournament/tournament.h"

#define EXAMPLE_FILE "tournament.toml"

/* --- init ------------------------------------------------------------------------------------- */

static void put_text(void *context, const char *text)
{
    fputs(text, context);
}

static int write_example(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    bool failed;

    if (!file)
        return complain("tournament: %s: cannot be written: %s", bz_quoted_path(path).text,
                        strerror(errno));
    bz_plan_example(put_text, file);
    failed = ferror(file);
    if (fclose(file) || failed)
        return complain("tournament: %s: cannot be written: %s", bz_quoted_path(path).text,
                        strerror(errno));
    printf("%s: edit it, then: bazi tournament %s\n", path, path);
    return STATUS_DONE;
}

/* --- the result ------------------------------------------------------------------------------- */

static int write_page(const struct report *report, const char *path, struct bz_error *err)
{
    struct output output;
    int closed, code = output_open(&output, path, err);

    if (code)
        return code;
    code = tournament_page(report, output.file, err);
    closed = output_close(&output, !code, code ? NULL : err);
    return code ? code : closed;
}

/* What was asked for beside the page, if anything was. */
static int print_form(const struct invocation *inv, const struct report *report,
                      struct bz_error *err)
{
    const char *rows = invocation_value(inv, "csv");

    if (invocation_has(inv, "json"))
        return tournament_json(report, err);
    if (rows && !strcmp(rows, "games"))
        return tournament_csv_games(report, err);
    if (invocation_has(inv, "csv"))
        tournament_csv_players(report->sheet);
    else if (invocation_has(inv, "cross"))
        tournament_print_cross(report->sheet);
    else
        tournament_print_table(report->sheet);
    return BZ_OK;
}

static int print_report(const struct invocation *inv, const struct bz_director *director,
                        const struct bz_sheet *sheet, struct bz_error *err)
{
    struct report report = {
        .store = director->store, .tournament = director->tournament, .sheet = sheet};
    const char *page = invocation_value(inv, "html");
    int code = BZ_OK;

    if (page || invocation_has(inv, "json"))
        code = failures_read(&report.failures, report.store, report.tournament, sheet, err);
    if (code)
        return code;
    code = print_form(inv, &report, err); /* first: a full disk shall not take the table along */
    if (page && !code)
        code = write_page(&report, page, err);
    failures_release(&report.failures);
    return code;
}

static int compare(const struct invocation *inv, const struct bz_sheet *sheet, struct bz_error *err)
{
    int players[2];

    for (int i = 0; i < 2; i++) {
        const char *name = invocation_operand(inv, 2 + i);

        players[i] = tournament_find(sheet, name);
        if (players[i] < 0)
            return bz_fail(err, BZ_ERROR_UNKNOWN, "there is no player '%s' in it",
                           bz_quoted(name, strlen(name)).text);
    }
    if (players[0] == players[1])
        return bz_fail(err, BZ_ERROR_UNFIT, "these are the same player: %s",
                       sheet->plan->players[players[0]].name);
    if (invocation_has(inv, "json"))
        return tournament_json_comparison(sheet, players[0], players[1], err);
    return tournament_print_comparison(sheet, players[0], players[1], err);
}

static int print_result(const struct invocation *inv, const struct bz_director *director)
{
    struct bz_sheet sheet;
    struct bz_error err;
    int code = bz_sheet_read(&sheet, director->store, director->tournament, &director->plan, &err);

    if (code)
        return complain("tournament: %s", err.text);
    if (!strcmp(invocation_operand(inv, 0), "compare"))
        code = compare(inv, &sheet, &err);
    else
        code = print_report(inv, director, &sheet, &err);
    bz_sheet_release(&sheet);
    return code ? complain("tournament: %s", err.text) : STATUS_DONE;
}

/* Forms for programs stand alone on standard output, so nothing is played beside them. */
static int check_forms(const struct invocation *inv, const char *verb)
{
    const char *rows = invocation_value(inv, "csv");
    bool csv = invocation_has(inv, "csv"), json = invocation_has(inv, "json");
    bool compares = !strcmp(verb, "compare"), looks = compares || !strcmp(verb, "table");

    if (csv && rows && strcmp(rows, "players") != 0 && strcmp(rows, "games") != 0)
        return complain("tournament: --csv has 'players' or 'games' as its rows, not '%s'",
                        bz_quoted(rows, strlen(rows)).text);
    if (csv + json + invocation_has(inv, "cross") > 1)
        return complain("tournament: only one of --csv, --json and --cross at a time");
    if ((csv || json) && !looks)
        return complain("tournament: --csv and --json are for 'bazi tournament table STORE'");
    if (compares && (csv || invocation_has(inv, "cross") || invocation_has(inv, "html")))
        return complain("tournament: 'compare' has no form but --json");
    if (compares != (inv->operand_count == 4) || (!compares && inv->operand_count > 2))
        return complain("tournament: two players are for 'bazi tournament compare STORE A B'");
    return STATUS_DONE;
}

/* --- playing ---------------------------------------------------------------------------------- */

static int play(const struct invocation *inv, const char *url, struct bz_director *director)
{
    struct hall hall = {.store = url,
                        .unsafe_ok = invocation_has(inv, "unsafe-ok"),
                        .verbose = invocation_has(inv, "verbose"),
                        .quiet = invocation_has(inv, "quiet"),
                        .mute = invocation_has(inv, "quiet")};
    int status = order_threads(inv, director->plan.concurrency, &hall.threads);

    if (!status)
        status = order_silence(inv, &hall.silence);
    if (status)
        return status;
    if (invocation_has(inv, "watch"))
        hall.threads = 0;
    status = hall_play(&hall, director);
    if (status == STATUS_USAGE)
        return status;
    if (print_result(inv, director) && status == STATUS_DONE)
        return STATUS_USAGE;
    if (status != STATUS_DONE)
        advice_resume(director, url, invocation_has(inv, "name"));
    return status;
}

/* The url of the store: given, the plan's, or beside the file. */
static const char *store_of(const struct invocation *inv, const struct bz_plan *plan,
                            const char *file, char *ret_path, size_t size)
{
    if (invocation_has(inv, "store"))
        return invocation_value(inv, "store");
    if (plan && plan->store)
        return plan->store;
    order_store(file, ret_path, size);
    return ret_path;
}

/* The same for what may be a store itself, or a file of which only that is wanted. */
static const char *store_named(const struct invocation *inv, const char *file, char *ret_path,
                               size_t size)
{
    struct bz_plan plan;
    bool kept;

    order_store(file, ret_path, size);
    kept = !strcmp(file, ret_path) || !access(ret_path, F_OK);
    if (invocation_has(inv, "store") || kept || bz_plan_read(&plan, file, NULL))
        return store_of(inv, NULL, file, ret_path, size);
    if (plan.store)
        snprintf(ret_path, size, "%s", plan.store);
    bz_plan_release(&plan);
    return ret_path;
}

static int begin(const struct invocation *inv, const char *file)
{
    char path[PATH_MAX];
    struct bz_director director;
    struct bz_store *store;
    struct bz_plan plan;
    struct bz_error err;
    const char *url;
    int status;

    if (bz_plan_read(&plan, file, &err))
        return complain("tournament: %s", err.text);
    if (plan.note[0])
        fprintf(stderr, "bazi: %s\n", plan.note);
    url = store_of(inv, &plan, file, path, sizeof(path));
    if (entrance_begin(url, &plan, &store, &director, &err)) {
        bz_plan_release(&plan);
        return entrance_refuse("tournament", &err);
    }
    if (director.note[0])
        fprintf(stderr, "bazi: %s\n", director.note);
    status = play(inv, url, &director);
    bz_director_release(&director);
    bz_store_close(store);
    return status;
}

/* Nobody said which store, and there is none where it would be. */
static bool is_nowhere(const struct invocation *inv, const char *file, const char *url)
{
    return !file && !invocation_has(inv, "store") && !strstr(url, "://") &&
           strncmp(url, "sqlite:", strlen("sqlite:")) != 0 && access(url, F_OK) && errno == ENOENT;
}

/* A tournament that a store has: played on, or only looked at. */
static int go_on(const struct invocation *inv, const char *file, bool plays)
{
    const char *name = invocation_value(inv, "name");
    char path[PATH_MAX];
    const char *url = store_named(inv, file ? file : EXAMPLE_FILE, path, sizeof(path));
    struct bz_director director;
    struct bz_store *store;
    struct bz_error err;
    int status;

    if (is_nowhere(inv, file, url))
        return complain("tournament: there is no store here by the name of '%s'; which one? bazi "
                        "tournament %s STORE",
                        bz_quoted_path(url).text, plays ? "resume" : "table");
    if (entrance_resume(url, name, plays, &store, &director, &err))
        return entrance_refuse("tournament", &err);
    status = plays ? play(inv, url, &director) : print_result(inv, &director);
    bz_director_release(&director);
    bz_store_close(store);
    return status;
}

int cmd_tournament(const struct invocation *inv)
{
    const char *verb = invocation_operand(inv, 0), *file = invocation_operand(inv, 1);
    int status = check_forms(inv, verb);

    if (status)
        return status;
    if (!strcmp(verb, "init"))
        return write_example(file ? file : EXAMPLE_FILE);
    interrupt_catch();
    if (!strcmp(verb, "resume"))
        return go_on(inv, file, true);
    if (!strcmp(verb, "table") || !strcmp(verb, "compare"))
        return go_on(inv, file, false);
    if (!strcmp(verb, "run") && !file)
        return complain("tournament: run which file? bazi tournament run FILE");
    if (strcmp(verb, "run") != 0 && file)
        return complain(
            "tournament: there is no '%s'; there are: init, run, resume, table, compare",
            bz_quoted(verb, strlen(verb)).text);
    return begin(inv, file ? file : verb);
}
