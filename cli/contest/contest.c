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
#include "trial.h"

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
    complain("%s: %s", contest->command, err.text);
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
    complain("%s: %s: cannot be written: %s", contest->command, bz_quoted_path(path).text,
             strerror(errno));
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

/* After whole rounds only, which have two games in a test. Those that end while others are being
 * stopped do not change what was decided. */
static void decide(struct contest *contest, const struct bz_outcome *outcome)
{
    struct evidence *evidence = &contest->evidence;

    if (!contest->sprt || contest->decided || !evidence_take(evidence, outcome) ||
        bz_sprt_judge(contest->sprt, &evidence->outcomes).verdict == BZ_SPRT_OPEN)
        return;
    contest->decided = true;
    memcpy(contest->verdict, outcome->tallies, sizeof(contest->verdict));
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
    contest->prints[contest->print_count++] = evidence_print(outcome);
    if (contest->as_json && !contest->sprt)
        contest_json_game(contest, outcome);
    else if (!contest->as_json && (!contest->sprt || outcome->record->note[0]))
        contest_show_game(contest, outcome);
    fflush(stdout);
    decide(contest, outcome);
    if (contest->rewrites)
        contest_show_progress(contest, &outcome->tallies[0], contest->print_count);
    return !ferror(stdout) && !contest->decided;
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

static void tell_copies(const struct contest *contest, int copies, const char *remark)
{
    if (copies)
        printf("\n%d of %d games are copies of others%s; --opening 6 lets them begin "
               "differently.\n",
               copies, contest->print_count, remark);
}

void contest_end(struct contest *contest, const struct bz_tally *tallies)
{
    if (contest->as_json) {
        contest_json_table(contest, tallies);
        return;
    }
    contest_show_table(contest, tallies);
    tell_copies(contest, count_copies(contest), "");
}

enum bz_sprt_verdict contest_end_test(struct contest *contest, const struct bz_tally *tallies)
{
    const struct bz_tally *counted = contest->decided ? contest->verdict : tallies;
    const struct bz_outcomes *fresh = &contest->evidence.outcomes;
    struct trial trial = {
        .sprt = contest->sprt,
        .names = {contest->series->specs[0], contest->series->specs[1]},
        .tallies = counted,
        .copies = count_copies(contest),
        .outcomes = bz_outcomes_total(fresh) > 0 ? *fresh : bz_tally_outcomes(&counted[0])};
    enum bz_sprt_verdict verdict = trial_report(&trial, contest->as_json);

    if (!contest->as_json)
        tell_copies(contest, trial.copies, " and pairs played again count once");
    return verdict;
}
