/*
 * sandbox.c - what it costs to start a program in the sandbox instead of plainly.
 *
 * Both by the clock, from the call until the program has run and is gone, and in CPU time of
 * everybody involved; the clock suffers when the machine has other work, the best of many does not.
 */
#include "board.h"

#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "sandbox/sandbox.h"

enum { TIMES = 100 };

static const char *const nothing[] = {"/bin/true", NULL};

static void start_plain(void)
{
    pid_t pid;

    if (posix_spawn(&pid, nothing[0], NULL, NULL, (char *const *)(uintptr_t)nothing, environ))
        fail("/bin/true cannot be started");
    waitpid(pid, NULL, 0);
}

static void start_confined(void)
{
    static const struct bz_confinement confinement = BZ_CONFINEMENT_DEFAULT;
    struct bz_process process;
    struct bz_error err;

    if (bz_process_start(nothing, &confinement, &process, &err))
        fail(err.text);
    bz_process_end(&process, 10000, NULL);
}

static double cpu_millis(void)
{
    double sum = 0;

    for (int i = 0; i < 2; i++) {
        struct rusage usage;

        getrusage(i ? RUSAGE_CHILDREN : RUSAGE_SELF, &usage);
        sum += (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
               (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-3;
    }
    return sum;
}

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;

    return *x < *y ? -1 : *x > *y;
}

struct cost {
    double best, median, cpu;
};

static struct cost measure(const char *name, void (*start)(void))
{
    double times[TIMES], before = cpu_millis();
    struct cost cost;

    for (int i = 0; i < TIMES; i++) {
        int64_t begin = bz_clock_micros();

        start();
        times[i] = (double)(bz_clock_micros() - begin) * 1e-3;
    }
    qsort(times, TIMES, sizeof(times[0]), by_size);
    cost = (struct cost){times[0], times[TIMES / 2], (cpu_millis() - before) / TIMES};
    printf("%-37s %8.2f %8.2f %10.2f\n", name, cost.best, cost.median, cost.cpu);
    return cost;
}

int main(void)
{
    struct cost plain, confined;

    printf("%-37s %8s %8s %10s\n", "milliseconds to start and end a program", "best", "median",
           "CPU");
    plain = measure("plain", start_plain);
    confined = measure("in the sandbox", start_confined);
    printf("%-37s %8.2f %8.2f %10.2f\n", "more", confined.best - plain.best,
           confined.median - plain.median, confined.cpu - plain.cpu);
    return 0;
}
