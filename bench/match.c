/*
 * match.c - what the referee costs: processor time a ply, players included, between two of our own
 * that do not think and between two programs in their sandboxes that do not think either, their
 * start and end counted in.
 *
 *   match AGENT      a program for `cmd:`, which gets the game and `good` as its arguments
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "match/series.h"

struct count {
    int games, plies;
};

static double processor(int who)
{
    struct rusage used;

    getrusage(who, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
}

static bool count_plies(void *context, const struct bz_outcome *outcome)
{
    struct count *count = context;

    count->games++;
    count->plies += outcome->record->length;
    return true;
}

static void measure(const char *what, const char *spec, int rounds, double target)
{
    struct bz_house house = {.patience = BZ_PATIENCE_DEFAULT};
    struct count count = {0, 0};
    struct bz_series series = {.game = bz_game_at(0),
                               .specs = {spec, spec},
                               .players = 2,
                               .control = {.margin = BZ_PATIENCE_DEFAULT},
                               .house = &house,
                               .rounds = rounds,
                               .opening = 6,
                               .threads = 1,
                               .each = count_plies,
                               .context = &count};
    struct bz_tally tallies[2];
    struct bz_series_fault fault;
    double before = processor(RUSAGE_SELF) + processor(RUSAGE_CHILDREN), used;

    if (bz_series_play(&series, tallies, &fault) || tallies[0].faults || tallies[1].faults) {
        fprintf(stderr, "match: %s: the games could not be played\n", what);
        exit(1);
    }
    used = processor(RUSAGE_SELF) + processor(RUSAGE_CHILDREN) - before;
    printf("referee, %-9s %5d games %6d plies  %.4f CPU-ms a ply (at most %.1f)\n", what,
           count.games, count.plies, used / count.plies * 1e3, target);
}

int main(int argc, char **argv)
{
    char spec[BZ_NAME_MAX];

    if (argc != 2)
        return 2;
    snprintf(spec, sizeof(spec), "cmd:%s %s good", argv[1], bz_game_at(0)->name);
    measure("engines", "random", 1000, 0.1);
    measure("programs", spec, 50, 0.3);
    return 0;
}
