/*
 * contest.c - what happens when a game of a match is over: it is kept first and told then.
 */
#include "contest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "parts.h"
#include "text/terminal.h"

static bool keep_record(struct contest *contest, const struct bz_record *record)
{
    struct bz_error err;

    if (!contest->out)
        return true;
    if (contest->follows)
        fputc('\n', contest->out);
    contest->follows = true;
    if (bz_record_write(record, contest->out, &err) == BZ_OK)
        return true;
    complain("match: %s", err.text);
    return false;
}

/* What the program at this seat wrote to its standard error, in a file of its own. */
static bool keep_errors(const struct contest *contest, const struct bz_outcome *outcome, int seat)
{
    char path[4096];
    size_t length = outcome->error_lengths[seat];
    FILE *file;

    snprintf(path, sizeof(path), "%s/game%04d.p%d.stderr", contest->folder, outcome->number + 1,
             seat + 1);
    file = fopen(path, "w");
    if (file && fwrite(outcome->errors[seat], 1, length, file) == length && !fclose(file))
        return true;
    complain("match: %s: cannot be written: %s", bz_quoted_path(path).text, strerror(errno));
    return false;
}

static bool keep(struct contest *contest, const struct bz_outcome *outcome)
{
    bool kept = keep_record(contest, outcome->record);

    for (int seat = 0; kept && contest->folder && seat < outcome->record->setup->rules->players;
         seat++)
        if (outcome->error_lengths[seat] > 0)
            kept = keep_errors(contest, outcome, seat);
    return kept;
}

bool contest_game(void *context, const struct bz_outcome *outcome)
{
    struct contest *contest = context;

    if (contest->rewrites)
        terminal_erase_line(stderr);
    if (!keep(contest, outcome)) {
        contest->failed = true;
        return false;
    }
    if (!outcome->finished)
        return true;
    contest->prints[contest->print_count++] = bz_record_print(outcome->record) + (uint64_t)outcome->seated[0];
    if (contest->as_json)
        contest_json_game(contest, outcome);
    else
        contest_show_game(contest, outcome);
    fflush(stdout);
    if (contest->rewrites)
        contest_show_progress(contest, &outcome->tallies[0], contest->print_count);
    return !ferror(stdout);
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static int count_copies(struct contest *contest)
{
    int copies = 0;

    qsort(contest->prints, (size_t)contest->print_count, sizeof(*contest->prints), compare);
    for (int i = 1; i < contest->print_count; i++)
        copies += contest->prints[i] == contest->prints[i - 1];
    return copies;
}

void contest_end(struct contest *contest, const struct bz_tally *tallies)
{
    int copies = count_copies(contest);

    if (contest->rewrites)
        terminal_erase_line(stderr);
    if (contest->as_json) {
        contest_json_table(contest, tallies);
        return;
    }
    contest_show_table(contest, tallies);
    if (copies)
        printf("\n%d of %d games are copies of others; --opening 6 lets them begin differently.\n",
               copies, contest->print_count);
}
