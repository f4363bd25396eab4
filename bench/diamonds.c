/*
 * diamonds.c - plans of a lone agent: the score and its bound after one second, how long it took to
 * the best plan and to the proof that there is no better one. Our own maps, or those given. Of our
 * own the best score known stands at the end, and whether it was met within a second.
 *
 *   diamonds [SECONDS [OPTION | MAP]...]      10 seconds a map at most; an option has a '='
 *   diamonds --random N [SECONDS [FIRST]]     N random maps of 20 diamonds, both rules for wire,
 *                                             numbered from FIRST on
 *
 * Beside the time on the clock stands the processor's, which tells a busy machine from a slow
 * planner.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "bazi/random.h"
#include "board.h"

enum { OPTIONS = 8, TRIES = 1000, DOORS_EACH = 4 };

/* Our own maps and the best scores known with 100 turns, either rule for wire; all but that of
 * `giant` are proved. */
static const struct own {
    const char *map;
    int best;
} own[] = {{"first-steps", 442},    {"corridor", 865},   {"two-colours", 1126},
           {"rainbow", 1709},       {"village", 1876},   {"wire-shortcut", 602},
           {"three-keys", 807},     {"door-maze", 1668}, {"crowded", 8483},
           {"false-friends", 1635}, {"locked-out", 244}, {"giant", 5313}};

/* What was heard while the planner ran. */
struct heard {
    int64_t clock;
    double best, early, early_bound; /* a value, and after one second of the processor */
    double when;                     /* seconds to the best plan */
    double seconds, cpu;
};

static double cpu_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void listen(void *context, const struct bz_info *info)
{
    struct heard *heard = context;
    double seconds = (double)(bz_clock_micros() - heard->clock) * 1e-6;

    if (info->value > heard->best) {
        heard->best = info->value;
        heard->when = seconds;
    }
    if (cpu_seconds() - heard->cpu <= 1) {
        heard->early = info->value;
        heard->early_bound = info->bound;
    }
}

static void think(struct bz_setup *setup, const union bz_pos *pos, long seconds,
                  struct heard *ret_heard, struct bz_answer *ret_answer)
{
    struct bz_limits limits = {.movetime = seconds * 1000};
    struct bz_listener listener = {listen, ret_heard};
    struct bz_engine *engine;
    struct bz_error err;

    if (bz_engine_new(setup, "best:hash=512", &engine, &err))
        fail(err.text);
    *ret_heard = (struct heard){.best = -1e9, .clock = bz_clock_micros(), .cpu = cpu_seconds()};
    bz_engine_think(engine, pos, &limits, &listener, ret_answer);
    ret_heard->seconds = (double)(bz_clock_micros() - ret_heard->clock) * 1e-6;
    ret_heard->cpu = cpu_seconds() - ret_heard->cpu;
    bz_engine_free(engine);
}

/* The best score known, and whether it was met; nothing where none is known. */
static void print_known(const char *map, const char *const *given, int count, double early)
{
    bool usual = true;

    for (int i = 0; i < count; i++)
        usual = usual && !strncmp(given[i], "barbed=", 7);
    for (size_t i = 0; usual && i < sizeof(own) / sizeof(own[0]); i++)
        if (!strcmp(own[i].map, map))
            printf(" %7d %s", own[i].best, early >= own[i].best ? "met" : "NOT MET");
    printf("\n");
}

static void plan(const char *map, const char *const *given, int count, long seconds)
{
    const char *assignments[OPTIONS + 1];
    char chosen[512];
    struct bz_setup setup;
    struct bz_error err;
    struct bz_answer answer;
    struct heard heard;
    union bz_pos pos;

    snprintf(chosen, sizeof(chosen), "map=%s", map);
    memcpy(assignments, given, (size_t)count * sizeof(*given));
    assignments[count] = chosen;
    if (bz_setup_init(&setup, bz_game_find("diamonds", NULL), assignments, count + 1, &err))
        fail(err.text);
    bz_start(&setup, &pos);
    think(&setup, &pos, seconds, &heard, &answer);
    printf("%-24.24s %7.0f %7.0f   %7.0f %7.0f %-6s %8.3f %8.3f %8.3f",
           strlen(map) > 24 ? map + strlen(map) - 24 : map, heard.early, heard.early_bound,
           answer.info.value, answer.info.bound, answer.info.exact ? "proved" : "", heard.when,
           heard.seconds, heard.cpu);
    print_known(map, given, count, heard.early);
    fflush(stdout);
    bz_setup_release(&setup);
}

/* --- random maps ------------------------------------------------------------------------------ */

/* Floor that is not in a corner; 0 where that is hard to find. */
static size_t find_floor(struct bz_random *random, const char *text)
{
    size_t length = strlen(text), cols = strcspn(text, "\n");

    for (int i = 0; i < TRIES; i++) {
        size_t at = (size_t)bz_random_below(random, length);
        size_t row = at / (cols + 1), col = at % (cols + 1);
        bool edge = row == 0 || at + cols + 1 >= length;

        if (text[at] == 'E' && !(edge && (col == 0 || col == cols - 1)))
            return at;
    }
    return 0;
}

/* Keys anywhere and doors in the way, which is harder than rooms: a key saves a detour or not. */
static void add_keys(int number, int colours, char *text)
{
    struct bz_random random;

    bz_random_seed(&random, (uint64_t)number);
    for (int i = 0; i < colours * (1 + DOORS_EACH); i++) {
        size_t at = find_floor(&random, text);

        if (at)
            text[at] = i < colours ? "gyr"[i] : "GYR"[i % colours];
    }
}

/* A map of 20 diamonds as the text of a position: small and large, open and full of walls, with
 * wire, and up to three locked rooms; every fourth has up to three keys to doors anywhere. */
static void draw_map(int number, struct bz_buf *out)
{
    static const char *const sizes[] = {"9x9", "10x14", "14x14", "12x20", "20x20", "25x25"};
    const struct bz_maps *maps = bz_game_find("diamonds", NULL)->maps;
    struct bz_value values[BZ_OPTIONS_MAX];
    struct bz_error err;
    char text[1024] = "", asked[5][24];
    struct bz_buf map = BZ_BUF(text);
    int size = number % 6, doors = size == 0 || number % 4 == 3 ? 0 : number / 6 % 4;

    snprintf(asked[0], sizeof(asked[0]), "size=%s", sizes[size]);
    snprintf(asked[1], sizeof(asked[1]), "gems=20");
    snprintf(asked[2], sizeof(asked[2]), "walls=%d", 5 + number * 7 % 25);
    snprintf(asked[3], sizeof(asked[3]), "wires=%d", number * 5 % 23);
    snprintf(asked[4], sizeof(asked[4]), "doors=%d", doors);
    bz_option_defaults(maps->options, values);
    for (int i = 0; i < 5; i++) {
        size_t name = strcspn(asked[i], "=");
        int index = bz_option_find(maps->options, "a map", asked[i], name, &err);

        if (bz_option_parse(&maps->options[index], asked[i] + name + 1, strlen(asked[i] + name + 1),
                            &values[index], &err))
            fail(err.text);
    }
    if (maps->generate(values, (uint64_t)number, &map, &err))
        fail(err.text);
    text[strlen(text) - 1] = '\0';
    if (number % 4 == 3)
        add_keys(number, 1 + number / 4 % 3, text);
    for (char *at = text; (at = strchr(at, '\n'));)
        *at = '/';
    bz_buf_add(out, "p1 %s 100,0,3,%s a1,-,0,0.0.0.0,0,0,0,0 1 A -", text,
               number % 2 ? "stay" : "enter");
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void plan_random(int count, long seconds, int first)
{
    double *cpu = calloc((size_t)count, sizeof(*cpu)), gaps = 0;
    int proved = 0;

    for (int i = 0; i < count; i++) {
        char text[BZ_POS_TEXT_MAX] = "";
        struct bz_buf out = BZ_BUF(text);
        struct bz_setup setup;
        struct bz_error err;
        struct bz_answer answer;
        struct heard heard;
        union bz_pos pos;

        draw_map(first + i, &out);
        if (bz_setup_init(&setup, bz_game_find("diamonds", NULL), NULL, 0, &err) ||
            bz_parse(&setup, text, strlen(text), &pos, &err))
            fail(err.text);
        think(&setup, &pos, seconds, &heard, &answer);
        cpu[i] = heard.cpu;
        if (answer.info.exact && heard.cpu <= 1)
            proved++;
        else
            gaps += 100 * (heard.early_bound - heard.early) / heard.early;
        printf("random %3d %7.0f %7.0f   %7.0f %7.0f %-6s %8.3f %8.3f\n", first + i, heard.early,
               heard.early_bound, answer.info.value, answer.info.bound,
               answer.info.exact ? "proved" : "", heard.seconds, heard.cpu);
        fflush(stdout);
        bz_setup_release(&setup);
    }
    qsort(cpu, (size_t)count, sizeof(*cpu), by_size);
    printf(
        "random maps of 20 diamonds: %d of %d proved in a second; CPU-s median %.3f, 95 %% %.3f, "
        "slowest %.3f; gap of the others after a second %.2f %%\n",
        proved, count, cpu[count / 2], cpu[count * 95 / 100], cpu[count - 1],
        count > proved ? gaps / (count - proved) : 0.0);
    free(cpu);
}

int main(int argc, char **argv)
{
    long seconds = argc > 1 ? strtol(argv[1], NULL, 10) : 10;
    const char *given[OPTIONS];
    int count = 0, maps = 0;

    if (argc > 2 && !strcmp(argv[1], "--random")) {
        plan_random((int)strtol(argv[2], NULL, 10), argc > 3 ? strtol(argv[3], NULL, 10) : 10,
                    argc > 4 ? (int)strtol(argv[4], NULL, 10) : 1);
        return 0;
    }
    if (seconds < 1 || seconds > 100000)
        fail("the first argument is a number of seconds");
    printf("%-24s %15s   %15s %-6s %8s %8s %8s %s\n", "diamonds, one agent",
           "after 1 s: plan, bound", "plan, bound", "", "to best", "to end", "CPU",
           "known, in 1 s");
    for (int i = 2; i < argc; i++) {
        if (strchr(argv[i], '=') && count < OPTIONS)
            given[count++] = argv[i];
        else
            plan(argv[i], given, count, seconds);
        maps += !strchr(argv[i], '=');
    }
    for (size_t i = 0; maps == 0 && i < sizeof(own) / sizeof(own[0]); i++)
        plan(own[i].map, given, count, seconds);
    return 0;
}
