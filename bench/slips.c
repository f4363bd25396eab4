/*
 * slips.c - lone agents on slippery ground: what players reach on average, each with the same luck,
 * and by how much they differ from the first of them; and best play where it can be computed.
 *
 *   slips [GAMES [SPEC | OPTION | MAP]...]      a spec begins with '@', an option has a '='
 *
 * Without maps some of our own; without specs those that the sampler of `best` is compared with.
 * The number in brackets is the standard error.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "board.h"

enum { LIST_MAX = 32 };

static const char *const own[] = {"first-steps", "slippery", "village", "crowded", "giant"};
static const char *const standard[] = {"greedy", "mcts:movetime=100", "best:movetime=100"};

struct list {
    const char *text[LIST_MAX];
    int count;
};

static void add(struct list *list, const char *text)
{
    if (list->count == LIST_MAX)
        fail("too many arguments");
    list->text[list->count++] = text;
}

/* One game; the luck is that of its number. */
static double play(const struct bz_setup *setup, struct bz_engine *engine, int number)
{
    const struct bz_rules *rules = setup->rules;
    struct bz_random luck;
    int score[BZ_PLAYERS_MAX];
    union bz_pos pos;

    bz_random_seed(&luck, (uint64_t)number);
    bz_start(setup, &pos);
    bz_engine_reset(engine);
    while (!bz_is_over(setup, &pos)) {
        struct bz_answer answer;

        if (rules->turn(&pos) == BZ_CHANCE) {
            rules->play(&pos, bz_chance_draw(setup, &pos, &luck));
            continue;
        }
        bz_engine_think(engine, &pos, NULL, NULL, &answer);
        rules->play(&pos, answer.move);
    }
    rules->result(&pos, score);
    return score[0];
}

static void print_mean(const double *values, int count)
{
    double sum = 0, squares = 0;

    for (int i = 0; i < count; i++) {
        sum += values[i];
        squares += values[i] * values[i];
    }
    sum /= count;
    printf(" %8.1f (%5.1f)", sum, sqrt(fmax(squares / count - sum * sum, 0) / count));
}

static void run(const struct bz_setup *setup, const struct list *specs, int games)
{
    double *first = calloc((size_t)games, sizeof(*first));
    double *scores = calloc((size_t)games, sizeof(*scores));

    if (!first || !scores)
        fail("not enough memory");
    for (int i = 0; i < specs->count; i++) {
        clock_t before = clock();
        struct bz_engine *engine;
        struct bz_error err;

        if (bz_engine_new(setup, specs->text[i], &engine, &err))
            fail(err.text);
        for (int game = 0; game < games; game++) {
            double score = play(setup, engine, game);

            scores[game] = i ? score - first[game] : score;
            first[game] = i ? first[game] : score;
        }
        printf("    %-28s", specs->text[i]);
        print_mean(scores, games);
        printf("  %8.1f s\n", (double)(clock() - before) / CLOCKS_PER_SEC);
        fflush(stdout);
        bz_engine_free(engine);
    }
    free(first);
    free(scores);
}

static void print_optimum(const struct bz_setup *setup)
{
    const struct bz_solve_options options = {.threads = 1, .megabytes = 512, .nodes = 2000000000};
    struct bz_solution solution;
    struct bz_error err;
    union bz_pos pos;

    bz_start(setup, &pos);
    if (bz_solve(setup, &pos, &options, &solution, &err) || !solution.solved)
        printf("    too large to be solved\n");
    else
        printf("    %-28s %8.1f\n", "best play", solution.lower);
}

static void compare(const char *title, const struct list *options, const struct list *specs,
                    int games)
{
    struct bz_setup setup;
    struct bz_error err;

    if (bz_setup_init(&setup, bz_game_find("diamonds", NULL), options->text, options->count, &err))
        fail(err.text);
    printf("%s\n", title);
    print_optimum(&setup);
    run(&setup, specs, games);
    bz_setup_release(&setup);
}

static void compare_map(const char *map, struct list options, const struct list *specs, int games)
{
    char chosen[512];

    snprintf(chosen, sizeof(chosen), "map=%s", map);
    add(&options, chosen);
    compare(map, &options, specs, games);
}

int main(int argc, char **argv)
{
    struct list options = {{"rules=p2"}, 1}, specs = {.count = 0}, maps = {.count = 0};
    long games = argc > 1 ? strtol(argv[1], NULL, 10) : 20;

    if (games < 1 || games > 1000000)
        fail("the first argument is a number of games");
    for (int i = 2; i < argc; i++) {
        if (argv[i][0] == '@')
            add(&specs, argv[i] + 1);
        else
            add(strchr(argv[i], '=') ? &options : &maps, argv[i]);
    }
    for (size_t i = 0; specs.count == 0 && i < 3; i++)
        add(&specs, standard[i]);
    for (size_t i = 0; maps.count == 0 && i < sizeof(own) / sizeof(own[0]); i++)
        add(&maps, own[i]);
    printf("diamonds, p2, %ld games: mean score of the first, the others' difference\n", games);
    for (int i = 0; i < maps.count; i++)
        compare_map(maps.text[i], options, &specs, (int)games);
    return 0;
}
