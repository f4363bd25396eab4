/*
 * page.c - one page for one author: what the program earned, and what went wrong with it. Nothing
 * on it is about other submissions, and it needs no network.
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "grade.h"
#include "text/html.h"
#include "text/output.h"

enum { DETAILED = 20, ERROR_LINES = 40 };

static const char style[] =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;"
    "color:#1b1b1b;background:#fff}"
    "h1,h2,h3{line-height:1.2}h2{margin-top:2rem}"
    "table{border-collapse:collapse}th,td{padding:.2rem .7rem;border-bottom:1px solid #ccc;"
    "text-align:start}td.n,th.n{text-align:end}"
    "pre{background:#f4f4f4;padding:.7rem;overflow-x:auto;white-space:pre-wrap;"
    "overflow-wrap:anywhere;font-size:14px}"
    ".grade{font-size:2rem;font-weight:700}.bad{color:#a40000}"
    "@media(prefers-color-scheme:dark){body{color:#e8e8e8;background:#181818}"
    "pre{background:#262626}.bad{color:#ff8a80}th,td{border-color:#444}}";

/* A page being written. */
struct page {
    const struct gradebook *book;
    const struct bz_submission *one;
    struct bz_mark mark;
    struct bz_dossier dossier;
    FILE *out;
};

static const char *plural(int64_t count)
{
    return count == 1 ? "" : "s";
}

/* --- the head --------------------------------------------------------------------------------- */

static void put_occasion(const struct page *page)
{
    const struct bz_plan *plan = &page->book->terms->plan;
    char clock[200] = "";
    struct bz_buf words = BZ_BUF(clock);

    bz_control_tell(&plan->control, &words);
    fputs("<p>", page->out);
    html_text(page->out, plan->game->name);
    for (int i = 0; i < plan->option_count; i++) {
        fputc(' ', page->out);
        html_text(page->out, plan->options[i]);
    }
    fputs(", ", page->out);
    html_text(page->out, clock);
    fputs("</p>\n", page->out);
}

/* Games that the interval is made without. */
static void put_left_out(const struct page *page)
{
    int64_t repeats = page->mark.repeats, unpaired = page->mark.unpaired;
    int64_t forfeits = page->mark.forfeits;

    if (repeats)
        fprintf(page->out,
                " %" PRId64 " of the games repeat%s an earlier one, move for move, and count%s "
                "once in the interval.",
                repeats, repeats == 1 ? "s" : "", repeats == 1 ? "s" : "");
    if (forfeits)
        fprintf(page->out,
                " %" PRId64 " game%s lost without being played, the program being out, and no part "
                "of the interval.",
                forfeits, forfeits == 1 ? " was" : "s were");
    if (unpaired)
        fprintf(page->out,
                " %" PRId64 " game%s, without the same start with the seats exchanged, %s no part "
                "of the interval.",
                unpaired, plural(unpaired), unpaired == 1 ? "is" : "are");
}

static void put_grade(const struct page *page)
{
    const struct bz_terms *terms = page->book->terms;
    const struct bz_mark *mark = &page->mark;
    char share[100] = "";
    struct bz_buf words = BZ_BUF(share);

    fprintf(page->out, "<p class=\"grade\">%.1f of %g</p>\n", mark->grade, terms->highest);
    if (!mark->games)
        return;
    bz_estimate_format_share(&mark->share, &words);
    fprintf(page->out,
            "<p>%g point%s of %" PRId64 " game%s: %" PRId64 " won, %" PRId64 " drawn, %" PRId64
            " lost. That is %s of the points; the interval of 95 %% says how much luck there may "
            "be in it (%s).",
            mark->points, mark->points == 1 ? "" : "s", mark->games, plural(mark->games),
            mark->wdl.wins, mark->wdl.draws, mark->wdl.losses, share, mark->share.method);
    put_left_out(page);
    fputs("</p>\n", page->out);
    if (terms->full < 1)
        fprintf(page->out, "<p>%g %% of the points are worth the highest grade.</p>\n",
                100 * terms->full);
}

static void put_run(const struct page *page)
{
    const struct bz_recipe *recipe = &page->one->recipe;

    if (!recipe->spec[0])
        return;
    fputs("<h2>How it was run</h2>\n<p>Found: ", page->out);
    html_text(page->out, recipe->how);
    fputs(".</p>\n<pre>", page->out);
    if (recipe->build[0]) {
        fputs("build: ", page->out);
        html_text(page->out, recipe->build);
        fputc('\n', page->out);
    }
    fputs("run:   ", page->out);
    html_text(page->out, recipe->spec);
    fputs("</pre>\n", page->out);
}

static void put_build(const struct page *page)
{
    const struct bz_submission *one = page->one;

    if (one->notice[0]) {
        fputs("<p>Of the files handed in, ", page->out);
        html_text(page->out, one->notice);
        fputs(".</p>\n", page->out);
    }
    if (!one->built)
        return;
    if (one->cause[0]) {
        fputs("<p>The line that says it:</p>\n<pre class=\"bad\">", page->out);
        html_text(page->out, one->cause);
        fputs("</pre>\n", page->out);
    }
    fputs("<h3>What the build printed</h3>\n<pre dir=\"ltr\">", page->out);
    html_bytes(page->out, one->output ? one->output : "", one->output_length);
    if (one->output_dropped)
        fprintf(page->out, "\n... and %" PRId64 " more bytes", one->output_dropped);
    fputs(one->output_length ? "</pre>\n" : "(nothing)</pre>\n", page->out);
}

/* --- results ---------------------------------------------------------------------------------- */

static void put_baselines(const struct page *page)
{
    const struct bz_terms *terms = page->book->terms;

    fputs("<h2>Against the baselines</h2>\n<table><tr><th>baseline</th><th class=\"n\">counts</th>"
          "<th class=\"n\">games</th><th class=\"n\">won</th><th class=\"n\">drawn</th>"
          "<th class=\"n\">lost</th><th class=\"n\">score</th></tr>\n",
          page->out);
    for (int b = 0; b < terms->baselines; b++) {
        struct bz_wdl wdl = bz_mark_against(page->book->ledger, page->one->player, b);

        fputs("<tr><td><bdi>", page->out);
        html_text(page->out, terms->plan.players[b].name);
        fprintf(page->out,
                "</bdi></td><td class=\"n\">%g</td><td class=\"n\">%" PRId64
                "</td><td class=\"n\">%" PRId64 "</td><td class=\"n\">%" PRId64
                "</td><td class=\"n\">%" PRId64 "</td><td class=\"n\">%.1f %%</td></tr>\n",
                terms->weights[b], wdl.wins + wdl.draws + wdl.losses, wdl.wins, wdl.draws,
                wdl.losses, 100 * bz_mark_share(&wdl));
    }
    fputs("</table>\n", page->out);
}

static void put_out(const struct page *page)
{
    const struct bz_ledger_row *row = &page->book->ledger->rows[page->one->player];

    if (row->out < 0)
        return;
    fprintf(
        page->out,
        "<p class=\"bad\">After %d games in a row that it lost by a fault the program was taken "
        "out; %" PRId64 " game%s that it did not play count%s as lost.</p>\n",
        page->book->plan->failures, row->forfeits, plural(row->forfeits),
        row->forfeits == 1 ? "s" : "");
}

static void put_errors(FILE *out, const struct bz_case *one)
{
    if (!one->excerpt_length) {
        fputs("<p>It wrote nothing to standard error.</p>\n", out);
        return;
    }
    fputs("<p>The end of its standard error:</p>\n<pre dir=\"ltr\">", out);
    html_tail(out, one->excerpt, one->excerpt_length, ERROR_LINES);
    fputs("</pre>\n", out);
}

static void put_fault(const struct page *page, int index)
{
    const struct bz_case *one = &page->dossier.cases[index];
    FILE *out = page->out;

    fprintf(out, "<h3>Game %d", index + 1);
    if (one->rival[0]) {
        fputs(" against <bdi>", out);
        html_text(out, one->rival);
        fprintf(out, "</bdi>, as player %d", one->seat + 1);
    }
    fprintf(out, ": %s</h3>\n<p>After %d plies. ", bz_ruling_word(one->ruling), one->plies);
    html_text(out, one->reason);
    fputs(".</p>\n<pre class=\"bad\" dir=\"ltr\">", out);
    html_text(out, one->note[0] ? one->note : one->reason);
    fputs("</pre>\n", out);
    put_errors(out, one);
    fprintf(out, "<p>To see it: <code>bazi replay %s.record --number %d</code></p>\n",
            page->one->slug, index + 1);
}

static void put_faults(const struct page *page)
{
    int shown = 0;

    if (!page->dossier.faults)
        return;
    fprintf(page->out,
            "<h2>What went wrong</h2>\n<p>%d game%s lost by what a program must not "
            "do.</p>\n",
            page->dossier.faults, plural(page->dossier.faults));
    for (int i = 0; i < page->dossier.count && shown < DETAILED; i++)
        if (page->dossier.cases[i].fault) {
            put_fault(page, i);
            shown++;
        }
    if (page->dossier.faults > shown)
        fprintf(page->out, "<p>And %d more like these; the list of games has them.</p>\n",
                page->dossier.faults - shown);
}

/* What a game brought; of one that is played alone, points. */
static void put_result(FILE *out, const struct bz_case *one)
{
    static const char *const results[] = {"lost", "drawn", "won"};

    if (one->fault || one->rival[0])
        fputs(one->fault ? bz_ruling_word(one->ruling) : results[one->outcome + 1], out);
    else
        fprintf(out, "%g points", one->points);
}

static void put_game(const struct page *page, int index)
{
    const struct bz_case *one = &page->dossier.cases[index];

    fprintf(page->out, "<tr><td class=\"n\">%d</td><td><bdi>", index + 1);
    html_text(page->out, one->rival[0] ? one->rival : "nobody");
    fprintf(page->out, "</bdi></td><td class=\"n\">%d</td><td%s>", one->seat + 1,
            one->fault ? " class=\"bad\"" : "");
    put_result(page->out, one);
    fprintf(page->out, "</td><td class=\"n\">%d</td><td>", one->plies);
    html_text(page->out, one->reason);
    fputs("</td></tr>\n", page->out);
}

static void put_games(const struct page *page)
{
    if (!page->dossier.count)
        return;
    fprintf(page->out,
            "<h2>Games</h2>\n<p>All of them are in <code>%s.record</code>; <code>bazi replay "
            "%s.record --number N</code> shows one.</p>\n<table><tr><th class=\"n\">game</th>"
            "<th>against</th><th class=\"n\">as player</th><th>result</th>"
            "<th class=\"n\">plies</th><th>how</th></tr>\n",
            page->one->slug, page->one->slug);
    for (int i = 0; i < page->dossier.count; i++)
        put_game(page, i);
    fputs("</table>\n", page->out);
}

static void put_page(const struct page *page)
{
    const struct bz_submission *one = page->one;

    fputs("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
          "<meta name=\"viewport\" content=\"width=device-width\"><title>",
          page->out);
    html_text(page->out, one->name);
    fprintf(page->out, "</title><style>%s</style></head><body>\n<h1><bdi dir=\"auto\">", style);
    html_text(page->out, one->name);
    fputs("</bdi></h1>\n", page->out);
    put_occasion(page);
    put_grade(page);
    if (!one->ready) {
        fputs("<p class=\"bad\">The program could not play: ", page->out);
        html_text(page->out, one->remark);
        fputs(".</p>\n", page->out);
    } else {
        put_out(page);
        put_baselines(page);
        put_faults(page);
    }
    put_run(page);
    put_build(page);
    put_games(page);
    fputs("</body></html>\n", page->out);
}

/* --- files ------------------------------------------------------------------------------------ */

static void put_records(const struct page *page, FILE *out)
{
    for (int i = 0; i < page->dossier.count; i++)
        fprintf(out, "%s%s", i ? "\n" : "", page->dossier.cases[i].record);
}

static int write_file(struct page *page, const char *ending, bool records, struct bz_error *err)
{
    struct output output;
    char path[PATH_MAX];
    int code;

    snprintf(path, sizeof(path), "%.3900s/%s%s", page->book->out, page->one->slug, ending);
    code = output_open(&output, path, err);
    if (code)
        return code;
    page->out = output.file;
    if (records)
        put_records(page, page->out);
    else
        put_page(page);
    return output_close(&output, true, err);
}

/* One line for the table: what the first fault was, and how often there were any. */
static void make_remark(const struct page *page, char ret_remark[BZ_REMARK_MAX])
{
    const struct bz_dossier *dossier = &page->dossier;
    struct bz_buf out = {.text = ret_remark, .size = BZ_REMARK_MAX};

    bz_buf_clear(&out);
    if (!page->one->ready)
        bz_buf_add(&out, "%s", page->one->remark);
    for (int i = 0; i < dossier->count; i++) {
        const struct bz_case *one = &dossier->cases[i];

        if (!one->fault)
            continue;

        bz_buf_add(&out, "%d of %d games lost by a fault%s; game %d, %s: ", dossier->faults,
                   dossier->count,
                   page->book->ledger->rows[page->one->player].out >= 0 ? ", then out" : "", i + 1,
                   bz_ruling_word(one->ruling));
        bz_buf_escape(&out, one->note[0] ? one->note : one->reason, "");
        return;
    }
}

int page_write(const struct gradebook *book, int index, struct bz_error *err)
{
    const struct bz_submission *one = &book->roster->list[index];
    struct page page = {.book = book, .one = one};
    int code = BZ_OK;

    page.mark = bz_mark_of(book->terms, book->ledger, one->player);
    if (one->player >= 0)
        code = bz_dossier_read(&page.dossier, book->store, book->tournament, book->plan,
                               book->ledger, one->player, err);
    if (code)
        return code;
    make_remark(&page, book->remarks[index]);
    code = write_file(&page, ".html", false, err);
    if (!code && page.dossier.count)
        code = write_file(&page, ".record", true, err);
    bz_dossier_release(&page.dossier);
    return code;
}
