/*
 * page_failures.c - what went wrong with whose program, for its author.
 */
#include <inttypes.h>

#include "parts.h"
#include "remarks.h"
#include "text/html.h"

enum { SENTENCE_MAX = 512 };

static const char *deed_of(enum bz_ruling ruling)
{
#define DEED(name, word, deed) deed,
    static const char *const deeds[] = {"", BZ_RULING_LIST(DEED)};
#undef DEED

    return deeds[ruling];
}

static void write_failure(const struct failure *failure, FILE *out)
{
    fprintf(out, "<div class=\"failure\"><p>Game %" PRId64 ", round %d: %s.</p>\n",
            failure->number + 1, failure->round + 1, deed_of(failure->ruling));
    if (failure->note) {
        fputs("<p dir=\"auto\">", out);
        html_text(out, failure->note);
        fputs("</p>\n", out);
    }
    if (failure->excerpt) {
        fprintf(out, "<p class=\"faint\">%s of standard error:</p><pre dir=\"auto\">",
                failure->cut ? "The end" : "All");
        html_text(out, failure->excerpt);
        fputs("</pre>\n", out);
    }
    fputs("</div>\n", out);
}

static void write_player(const struct report *report, const struct bz_sheet_row *row, FILE *out)
{
    const struct failure *first;
    int count = failures_of(&report->failures, row->player, &first);
    char text[SENTENCE_MAX] = "";
    struct bz_buf line = BZ_BUF(text);

    fputs("<h3>", out);
    html_name(out, row->name);
    fputs("</h3>\n<p>", out);
    if (row->counts->out >= 0) {
        bz_buf_add(&line, "It ");
        remark_out(report->sheet, row->counts, &line);
    } else {
        remark_rulings(row->counts, &line);
    }
    html_text(out, text);
    fputs("</p>\n", out);
    for (int i = 0; i < count; i++)
        write_failure(&first[i], out);
    if (row->counts->faults > count)
        fprintf(out, "<p class=\"faint\">And %" PRId64 " more of the same kinds.</p>\n",
                row->counts->faults - count);
}

void page_failures(const struct report *report, FILE *out)
{
    const struct bz_sheet *sheet = report->sheet;
    bool any = false;

    fputs("<h2>Failures</h2>\n", out);
    for (int i = 0; i < sheet->count; i++) {
        if (!sheet->rows[i].counts->faults)
            continue;
        any = true;
        write_player(report, &sheet->rows[i], out);
    }
    if (!any)
        fputs("<p>None: nobody lost a game by what a program must not do.</p>\n", out);
}
