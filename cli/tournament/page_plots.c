/*
 * page_plots.c - pictures for the page, as SVG. Names stand beside a picture, not in it, so that
 * the browser sets them in their own direction; a row of a table is a player.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "parts.h"
#include "text/html.h"

enum { TICKS = 5, BINS = 24, TEXT_MAX = 160 };

struct scale {
    double low, high;
};

static double percent(const struct scale *scale, double value)
{
    return 100 * (value - scale->low) / (scale->high - scale->low);
}

static void open_plot(const char *title, const char *remark, FILE *out)
{
    fprintf(out, "<h2>%s</h2>\n<p class=\"faint\">%s</p>\n<table class=\"plot\"><tbody>\n", title,
            remark);
}

static void open_row(const struct bz_sheet_row *row, FILE *out)
{
    fputs("<tr><th class=\"name\" scope=\"row\">", out);
    html_name(out, row->name);
    fputs("</th><td>", out);
}

static void close_row(const char *value, FILE *out)
{
    fprintf(out, "</td><td class=\"value\">%s</td></tr>\n", value);
}

/* --- ratings ---------------------------------------------------------------------------------- */

static bool is_rated(const struct bz_sheet_row *row)
{
    const struct bz_wdl *wdl = &row->counts->wdl;

    return wdl->wins + wdl->draws + wdl->losses > 0 && isfinite(row->rating.low) &&
           isfinite(row->rating.high);
}

static struct scale rating_scale(const struct bz_sheet *sheet)
{
    struct scale scale = {-50, 50};
    double edge;

    for (int i = 0; i < sheet->count; i++) {
        if (!is_rated(&sheet->rows[i]))
            continue;
        scale.low = fmin(scale.low, sheet->rows[i].rating.low);
        scale.high = fmax(scale.high, sheet->rows[i].rating.high);
    }
    edge = (scale.high - scale.low) / 30;
    return (struct scale){scale.low - edge, scale.high + edge};
}

/* 1, 2 or 5 with zeros, so that there are a handful of them. */
static double step_of(const struct scale *scale)
{
    double wanted = (scale->high - scale->low) / TICKS, unit = pow(10, floor(log10(wanted)));

    return unit * (wanted <= unit ? 1 : wanted <= 2 * unit ? 2 : wanted <= 5 * unit ? 5 : 10);
}

static void draw_ticks(const struct scale *scale, FILE *out)
{
    double step = step_of(scale);

    for (int at = (int)ceil(scale->low / step); at * step <= scale->high; at++)
        fprintf(out, "<line class=\"%s\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"-20%%\" y2=\"120%%\"/>",
                at == 0 ? "zero" : "tick", percent(scale, at * step), percent(scale, at * step));
}

/* Every second label gives way on a phone. */
static void draw_label(const struct scale *scale, int at, double step, FILE *out)
{
    fprintf(out, "<text%s x=\"%.2f%%\" y=\"80%%\">", at % 2 ? " class=\"odd\"" : "",
            percent(scale, at * step));
    if (at)
        fprintf(out, "%+.0f</text>", at * step);
    else
        fputs("0</text>", out);
}

static void draw_axis(const struct scale *scale, FILE *out)
{
    double step = step_of(scale);

    fputs("</tbody><tfoot><tr class=\"axis\"><th></th><td><svg aria-hidden=\"true\">", out);
    for (int at = (int)ceil(scale->low / step); at * step <= scale->high; at++)
        draw_label(scale, at, step, out);
    fputs("</svg></td><td></td></tr></tfoot></table>\n", out);
}

static void draw_rating(const struct scale *scale, const struct bz_estimate *rating, FILE *out)
{
    fputs("<svg role=\"img\">", out);
    draw_ticks(scale, out);
    fprintf(out,
            "<line class=\"error\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"50%%\" y2=\"50%%\"/>"
            "<circle class=\"value\" cx=\"%.2f%%\" cy=\"50%%\" r=\"6\"/>",
            percent(scale, rating->low), percent(scale, rating->high),
            percent(scale, rating->value));
    fprintf(out, "<title>%+.1f, 95 %% from %+.1f to %+.1f</title></svg>", rating->value,
            rating->low, rating->high);
}

void page_ratings(const struct bz_sheet *sheet, FILE *out)
{
    struct scale scale = rating_scale(sheet);

    open_plot("Ratings", "Elo; the bars are intervals of 95 %.", out);
    for (int i = 0; i < sheet->count; i++) {
        char text[TEXT_MAX] = "";
        struct bz_buf value = BZ_BUF(text);

        open_row(&sheet->rows[i], out);
        if (is_rated(&sheet->rows[i])) {
            draw_rating(&scale, &sheet->rows[i].rating, out);
            bz_estimate_format_short(&sheet->rows[i].rating, 0, &value);
        }
        close_row(text, out);
    }
    draw_axis(&scale, out);
}

/* --- results ---------------------------------------------------------------------------------- */

static void draw_part(const char *kind, double from, double width, FILE *out)
{
    if (width > 0)
        fprintf(out,
                "<rect class=\"%s\" x=\"%.2f%%\" width=\"%.2f%%\" y=\"20%%\" height=\"60%%\"/>",
                kind, from, width);
}

static void draw_results(const struct bz_wdl *wdl, FILE *out)
{
    double all = (double)(wdl->wins + wdl->draws + wdl->losses);
    double wins = 100 * (double)wdl->wins / all, draws = 100 * (double)wdl->draws / all;

    fputs("<svg aria-hidden=\"true\">", out);
    draw_part("win", 0, wins, out);
    draw_part("draw", wins, draws, out);
    draw_part("loss", wins + draws, 100 * (double)wdl->losses / all, out);
    fputs("</svg>", out);
}

void page_results(const struct bz_sheet *sheet, FILE *out)
{
    open_plot("Results",
              "<span class=\"key win\"></span> won <span class=\"key draw\"></span> drawn "
              "<span class=\"key loss\"></span> lost",
              out);
    for (int i = 0; i < sheet->count; i++) {
        const struct bz_wdl *wdl = &sheet->rows[i].counts->wdl;
        char value[TEXT_MAX];

        open_row(&sheet->rows[i], out);
        if (wdl->wins + wdl->draws + wdl->losses)
            draw_results(wdl, out);
        snprintf(value, sizeof(value), "%" PRId64 "\u2013%" PRId64 "\u2013%" PRId64, wdl->wins,
                 wdl->draws, wdl->losses);
        close_row(value, out);
    }
    fputs("</tbody></table>\n", out);
}

/* --- points ----------------------------------------------------------------------------------- */

struct histogram {
    struct scale scale;
    int (*bins)[BINS]; /* by player */
    double tallest;    /* the greatest share of one player's games in one bin */
};

static void count_bins(const struct bz_sheet *sheet, struct histogram *histogram)
{
    struct scale *scale = &histogram->scale;

    *scale = (struct scale){sheet->scores[0].points, sheet->scores[0].points};
    for (size_t i = 0; i < sheet->score_count; i++) {
        scale->low = fmin(scale->low, sheet->scores[i].points);
        scale->high = fmax(scale->high, sheet->scores[i].points);
    }
    if (scale->high <= scale->low) /* all the same: a bin in the middle */
        *scale = (struct scale){scale->low - 1, scale->low + 1};
    for (size_t i = 0; i < sheet->score_count; i++) {
        int bin = (int)(percent(scale, sheet->scores[i].points) * BINS / 100);

        histogram->bins[sheet->scores[i].player][bin < BINS ? bin : BINS - 1]++;
    }
    for (int i = 0; i < sheet->count; i++)
        for (int bin = 0; bin < BINS && sheet->rows[i].points.count; bin++)
            histogram->tallest =
                fmax(histogram->tallest, (double)histogram->bins[sheet->rows[i].player][bin] /
                                             sheet->rows[i].points.count);
}

static void draw_histogram(const struct histogram *histogram, const struct bz_sheet_row *row,
                           FILE *out)
{
    const int *bins = histogram->bins[row->player];

    fputs("<svg class=\"tall\" aria-hidden=\"true\">", out);
    for (int bin = 0; bin < BINS; bin++) {
        double height = 100.0 * bins[bin] / row->points.count /
                        (histogram->tallest > 0 ? histogram->tallest : 1);

        if (bins[bin])
            fprintf(out,
                    "<rect class=\"bin\" x=\"%.2f%%\" width=\"%.2f%%\" y=\"%.2f%%\" "
                    "height=\"%.2f%%\"><title>%d</title></rect>",
                    100.0 * bin / BINS + 0.2, 100.0 / BINS - 0.4, 100 - height, height, bins[bin]);
    }
    fputs("<line class=\"base\" x1=\"0\" x2=\"100%\" y1=\"100%\" y2=\"100%\"/></svg>", out);
}

static void draw_histograms(const struct bz_sheet *sheet, const struct histogram *histogram,
                            FILE *out)
{
    open_plot("Points", "How often a player got how many of the game's own points.", out);
    for (int i = 0; i < sheet->count; i++) {
        const struct bz_summary *points = &sheet->rows[i].points;
        char value[TEXT_MAX] = "";

        open_row(&sheet->rows[i], out);
        if (points->count) {
            draw_histogram(histogram, &sheet->rows[i], out);
            snprintf(value, sizeof(value), "median %.1f<br>%.1f \u2026 %.1f", points->median,
                     points->least, points->most);
        }
        close_row(value, out);
    }
    fprintf(out,
            "</tbody><tfoot><tr class=\"axis\"><th></th><td><svg aria-hidden=\"true\">"
            "<text class=\"first\" x=\"0\" y=\"80%%\">%.1f</text>"
            "<text class=\"last\" x=\"100%%\" y=\"80%%\">%.1f</text></svg></td><td></td></tr>"
            "</tfoot></table>\n",
            histogram->scale.low, histogram->scale.high);
}

int page_points(const struct bz_sheet *sheet, FILE *out, struct bz_error *err)
{
    struct histogram histogram = {.tallest = 0};

    if (!sheet->score_count)
        return BZ_OK;
    histogram.bins = calloc((size_t)sheet->count, sizeof(*histogram.bins));
    if (!histogram.bins)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the points");
    count_bins(sheet, &histogram);
    draw_histograms(sheet, &histogram, out);
    free(histogram.bins);
    return BZ_OK;
}
