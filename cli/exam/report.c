/*
 * report.c - checks as they are printed: for people, or as JSON, an object a check.
 */
#include <stdio.h>

#include "parts.h"
#include "text/json.h"
#include "text/layout.h"
#include "text/terminal.h"

enum { NAME_WIDTH = 11, INDENT = 7, ENDLESS = 1 << 20 };

static const char *const marks[] = {
    [GRADE_OK] = "ok", [GRADE_HINT] = "hint", [GRADE_FAULT] = "FAULT"};
static const char *const words[] = {
    [GRADE_OK] = "ok", [GRADE_HINT] = "hint", [GRADE_FAULT] = "fault"};

/* Advice that was given just before is not repeated. */
static void print_finding(const struct finding *finding, const char *advised)
{
    const struct talk *talk = &finding->talk;
    int width = terminal_is(stdout) ? terminal_width() : ENDLESS;

    layout_paragraph(stdout, finding->text, 0, INDENT, width);
    for (int i = 0; i < talk->count; i++)
        printf("         %s\n", talk->lines[i]);
    if (talk->omitted)
        printf("         (lines left out: %d)\n", talk->omitted);
    if (finding->advice && finding->advice != advised)
        layout_paragraph(stdout, finding->advice, 0, INDENT, width);
}

static void print_json(const struct finding *finding, const struct check *check)
{
    struct json json = {.out = stdout};

    json_open(&json, NULL, '{');
    json_text(&json, "check", check->name);
    json_text(&json, "grade", words[finding->grade]);
    json_text(&json, "shows", check->shows);
    if (finding->text[0])
        json_text(&json, finding->grade == GRADE_OK ? "remark" : "finding", finding->text);
    if (finding->grade != GRADE_OK) {
        if (finding->advice)
            json_text(&json, "advice", finding->advice);
        json_open(&json, "talk", '[');
        for (int i = 0; i < finding->talk.count; i++)
            json_text(&json, NULL, finding->talk.lines[i]);
        json_close(&json, ']');
    }
    json_close(&json, '}');
    json_end_line(&json);
}

void report_check(struct exam *exam, const struct check *check)
{
    const struct finding *found = &exam->found;

    if (exam->order->as_json) {
        print_json(found, check);
    } else {
        printf("%-6s %-*s %s", marks[found->grade], NAME_WIDTH, check->name, check->shows);
        if (found->grade == GRADE_OK && found->text[0])
            printf(" (%s)", found->text);
        printf("\n");
        if (found->grade != GRADE_OK) {
            print_finding(found, exam->advised);
            exam->advised = found->advice;
        }
    }
    fflush(stdout);
}

void report_end(const struct exam *exam, const struct exam_tally *tally)
{
    struct json json = {.out = stdout};

    if (!exam->order->as_json) {
        if (tally->omitted)
            printf("%d more checks make no sense before this is mended\n", tally->omitted);
        printf("%d checks, %d faults, %d hints\n", tally->checks, tally->faults, tally->hints);
        return;
    }
    json_open(&json, NULL, '{');
    json_whole(&json, "checks", tally->checks);
    json_whole(&json, "faults", tally->faults);
    json_whole(&json, "hints", tally->hints);
    json_whole(&json, "omitted", tally->omitted);
    json_close(&json, '}');
    json_end_line(&json);
}
