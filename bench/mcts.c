/*
 * mcts.c - how fast the Monte Carlo player walks, in every game: with the evaluation at the leaf,
 * and with games played to the end at random. The number of walks is fixed, so that moves and
 * values are the same on every machine.
 */
#include "board.h"

/* Thousands of walks a second. */
static double speed(const struct bz_setup *setup, const union bz_pos *pos, const char *spec)
{
    struct bz_engine *engine = NULL;
    struct bz_answer answer;
    struct bz_error err;

    if (bz_engine_new(setup, spec, &engine, &err))
        fail(err.text);
    bz_engine_think(engine, pos, NULL, NULL, &answer); /* its memory becomes real */
    bz_engine_think(engine, pos, NULL, NULL, &answer);
    bz_engine_free(engine);
    return (double)answer.info.nodes * 1e3 /
           (double)(answer.info.micros > 0 ? answer.info.micros : 1);
}

static void row(const char *game, const char *option)
{
    struct bz_setup setup;
    union bz_pos pos;

    begin(&setup, game, option, &pos);
    printf("%-10s %-18s %12.0f %12.0f\n", game, option ? option : "",
           speed(&setup, &pos, "mcts:nodes=30000"),
           speed(&setup, &pos, "mcts:nodes=10000,rollout=1000"));
    bz_setup_release(&setup);
}

int main(void)
{
    printf("%-29s %12s %12s\n", "mcts, thousand walks/s", "evaluated", "played out");
    row("konane", NULL);
    row("konane", "size=16");
    row("hotk", NULL);
    row("hotk", "rules=published");
    row("monopoly", NULL);
    row("diamonds", NULL);
    row("diamonds", "players=2");
    row("angry", NULL);
    row("angry", "queen=player");
    row("angry", "rules=mdp");
    return 0;
}
