/*
 * test_progress.c - how long a tournament will take, by the time in which games were played: an
 * outage of the store is none.
 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "tournament/progress.h"

#define SECONDS INT64_C(1000000)

enum { PLANNED = 100 };

/* A look so many seconds after the last one; the seconds that are said to be left, or -1. */
static long look_after(struct progress *progress, int64_t seconds, int64_t done)
{
    const struct bz_director director = {.planned = PLANNED, .planned_exactly = true};
    int64_t counts[BZ_STORE_STATES] = {
        [BZ_STORE_DONE] = done, [BZ_STORE_PLAYING] = 1, [BZ_STORE_QUEUED] = PLANNED - 1 - done};
    struct progress_words words;
    char *end;
    long left;
    const char *about;

    progress->looked -= seconds * SECONDS;
    progress_look(progress, &director, counts, true, &words);
    about = strstr(words.line, "about ");
    if (!about)
        return -1;
    left = strtol(about + strlen("about "), &end, 10);
    return !strcmp(end, " min left") ? 60 * left : !strcmp(end, " s left") ? left : -1;
}

static void time_in_which_games_are_played_counts(void **state)
{
    struct progress progress = progress_start(false);

    (void)state;
    progress.rewrites = true;
    assert_int_equal(look_after(&progress, 1, 0), -1);
    for (int i = 1; i <= 10; i++)
        assert_in_range(look_after(&progress, 1, i), PLANNED - i, 3 * PLANNED);
    assert_in_range(look_after(&progress, 1, 20), 45, 52); /* 12 s for 20 games, 80 more */
}

static void an_outage_is_not_playing(void **state)
{
    struct progress progress = progress_start(false);

    (void)state;
    progress.rewrites = true;
    look_after(&progress, 1, 0);
    for (int i = 1; i <= 10; i++)
        look_after(&progress, 1, 5 * i);
    assert_in_range(look_after(&progress, 600, 51), 10, 20); /* and not ten minutes */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_in_which_games_are_played_counts),
        cmocka_unit_test(an_outage_is_not_playing),
    };

    return CHECK_RUN(tests);
}
