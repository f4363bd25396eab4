/*
 * sheet.c - all submissions in one table: as CSV, as JSON, and on the screen.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "bazi/buf.h"
#include "grade.h"
#include "text/csv.h"
#include "text/layout.h"
#include "text/output.h"
#include "text/table.h"

enum { NAME_ON_SCREEN = 32 };
enum column { NAME, POINTS, GAMES, RESULTS, FAULTS, GRADE };

int64_t sheet_faults(const struct gradebook *book, int index)
{
    int player = book->roster->list[index].player;

    return player >= 0 ? book->ledger->rows[player].faults : 0;
}

void sheet_name(const struct bz_submission *one, struct bz_buf *out)
{
    bz_buf_clear(out);
    bz_buf_escape(out, one->name, "");
}

/* --- CSV -------------------------------------------------------------------------------------- */

static void csv_head(struct csv *csv, const struct bz_terms *terms)
{
    static const char *const before[] = {"student", "points", "games", "won", "drawn", "lost"};
    static const char *const behind[] = {"failures", "grade", "remark", "run", "page"};

    for (size_t i = 0; i < sizeof(before) / sizeof(before[0]); i++)
        csv_text(csv, before[i]);
    for (int b = 0; b < terms->baselines; b++) {
        char name[BZ_PLAN_NAME_BYTES + 8];

        snprintf(name, sizeof(name), "score %s", terms->plan.players[b].name);
        csv_text(csv, name);
    }
    for (size_t i = 0; i < sizeof(behind) / sizeof(behind[0]); i++)
        csv_text(csv, behind[i]);
    csv_end_row(csv);
}

static double rounded(double number, double unit)
{
    return round(number * unit) / unit;
}

static void csv_row(struct csv *csv, const struct gradebook *book, int index)
{
    const struct bz_submission *one = &book->roster->list[index];
    struct bz_mark mark = bz_mark_of(book->terms, book->ledger, one->player);
    char name[SHEET_NAME], page[BZ_SLUG_MAX + 8];
    struct bz_buf clean = BZ_BUF(name);

    sheet_name(one, &clean);
    csv_text(csv, name);
    csv_number(csv, mark.points);
    csv_whole(csv, mark.games);
    csv_whole(csv, mark.wdl.wins);
    csv_whole(csv, mark.wdl.draws);
    csv_whole(csv, mark.wdl.losses);
    for (int b = 0; b < book->terms->baselines; b++) {
        struct bz_wdl wdl = bz_mark_against(book->ledger, one->player, b);

        csv_number(csv, rounded(bz_mark_share(&wdl), 1e4));
    }
    csv_whole(csv, sheet_faults(book, index));
    csv_number(csv, rounded(mark.grade, 100));
    csv_text(csv, book->remarks[index]);
    csv_text(csv, one->recipe.spec);
    snprintf(page, sizeof(page), "%s.html", one->slug);
    csv_text(csv, page);
    csv_end_row(csv);
}

int sheet_write(const struct gradebook *book, struct bz_error *err)
{
    char path[PATH_MAX];
    struct output output;
    struct csv csv;
    int code;

    snprintf(path, sizeof(path), "%.3900s/grades.csv", book->out);
    code = output_open(&output, path, err);
    if (code)
        return code;
    csv = (struct csv){.out = output.file};
    csv_head(&csv, book->terms);
    for (int i = 0; i < book->roster->count; i++)
        csv_row(&csv, book, i);
    return output_close(&output, true, err);
}

/* --- the screen ------------------------------------------------------------------------------- */

static void fill_row(const struct gradebook *book, int index, struct table_row *row)
{
    const struct bz_submission *one = &book->roster->list[index];
    struct bz_mark mark = bz_mark_of(book->terms, book->ledger, one->player);
    int64_t faults = sheet_faults(book, index);
    struct bz_buf out[TABLE_COLUMNS];
    char name[SHEET_NAME];
    struct bz_buf clean = BZ_BUF(name);

    table_open(row, out);
    sheet_name(one, &clean);
    layout_shorten(&out[NAME], name, NAME_ON_SCREEN);
    bz_buf_add(&out[POINTS], "%g", mark.points);
    bz_buf_add(&out[GAMES], "%" PRId64, mark.games);
    bz_buf_add(&out[RESULTS], "%" PRId64 "-%" PRId64 "-%" PRId64, mark.wdl.wins, mark.wdl.draws,
               mark.wdl.losses);
    if (!one->ready)
        bz_buf_add(&out[FAULTS], "cannot play");
    else if (faults)
        bz_buf_add(&out[FAULTS], "%" PRId64 "%s", faults,
                   book->ledger->rows[one->player].out >= 0 ? ", out" : "");
    bz_buf_add(&out[GRADE], "%.1f", mark.grade);
}

static void fill_head(struct table_row *row)
{
    static const char *const names[] = {"student",        "points",   "games",
                                        "won-drawn-lost", "failures", "grade"};
    struct bz_buf out[TABLE_COLUMNS];

    table_open(row, out);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        bz_buf_add(&out[i], "%s", names[i]);
}

void sheet_print(const struct gradebook *book)
{
    struct table table = {.right = 1u << POINTS | 1u << GAMES | 1u << RESULTS | 1u << FAULTS |
                                   1u << GRADE};
    struct table_row row;

    fill_head(&row);
    table_fit(&table, &row);
    for (int i = 0; i < book->roster->count; i++) {
        fill_row(book, i, &row);
        table_fit(&table, &row);
    }
    fill_head(&row);
    table_print(&table, &row);
    putchar('\n');
    for (int i = 0; i < book->roster->count; i++) {
        fill_row(book, i, &row);
        table_print(&table, &row);
        putchar('\n');
    }
    printf("\n%d submissions; the table is %s/grades.csv, and beside it is a page for each.\n",
           book->roster->count, book->out);
}

/* --- JSON ------------------------------------------------------------------------------------- */

static void json_student(struct json *json, const struct gradebook *book, int index)
{
    const struct bz_submission *one = &book->roster->list[index];
    struct bz_mark mark = bz_mark_of(book->terms, book->ledger, one->player);
    char name[SHEET_NAME];
    struct bz_buf clean = BZ_BUF(name);

    sheet_name(one, &clean);
    json_open(json, NULL, '{');
    json_text(json, "student", name);
    json_text(json, "slug", one->slug);
    json_bool(json, "ready", one->ready);
    json_number(json, "points", mark.points);
    json_whole(json, "games", mark.games);
    json_whole(json, "won", mark.wdl.wins);
    json_whole(json, "drawn", mark.wdl.draws);
    json_whole(json, "lost", mark.wdl.losses);
    json_open(json, "scores", '[');
    for (int b = 0; b < book->terms->baselines; b++) {
        struct bz_wdl wdl = bz_mark_against(book->ledger, one->player, b);

        json_number(json, NULL, bz_mark_share(&wdl));
    }
    json_close(json, ']');
    json_whole(json, "failures", sheet_faults(book, index));
    json_number(json, "grade", mark.grade);
    json_text(json, "remark", book->remarks[index]);
    json_text(json, "run", one->recipe.spec);
    json_close(json, '}');
}

void sheet_json(const struct gradebook *book)
{
    struct json json = {.out = stdout};

    json_open(&json, NULL, '{');
    json_text(&json, "out", book->out);
    json_text(&json, "tournament", book->plan ? book->plan->name : "");
    json_open(&json, "baselines", '[');
    for (int b = 0; b < book->terms->baselines; b++)
        json_text(&json, NULL, book->terms->plan.players[b].name);
    json_close(&json, ']');
    json_open(&json, "students", '[');
    for (int i = 0; i < book->roster->count; i++)
        json_student(&json, book, i);
    json_close(&json, ']');
    json_close(&json, '}');
    json_end_line(&json);
}
