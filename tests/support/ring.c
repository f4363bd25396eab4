/*
 * ring.c - sharing is copying: everyone shows where the own data are, waits, and takes the parts of
 * the others.
 */
#include "ring.h"

#include "check.h"

#include <pthread.h>
#include <string.h>

struct ring {
    pthread_barrier_t barrier;
    char *data[RING_MAX];
    int size;
    void (*work)(void *context, const struct bz_cluster *cluster);
    void *context;
};

struct seat {
    struct bz_cluster cluster; /* first: share finds the seat by it */
    struct ring *ring;
    pthread_t thread;
};

static void share(const struct bz_cluster *cluster, void *data, const uint64_t *offsets)
{
    struct ring *ring = ((const struct seat *)cluster)->ring;

    ring->data[cluster->rank] = data;
    pthread_barrier_wait(&ring->barrier);
    for (int i = 0; i < cluster->size; i++)
        if (i != cluster->rank && offsets[i + 1] > offsets[i])
            memcpy((char *)data + offsets[i], ring->data[i] + offsets[i],
                   (size_t)(offsets[i + 1] - offsets[i]));
    pthread_barrier_wait(&ring->barrier);
}

static void *sit(void *context)
{
    const struct seat *seat = context;

    seat->ring->work(seat->ring->context, &seat->cluster);
    return NULL;
}

void ring_run(int ranks, void (*work)(void *context, const struct bz_cluster *cluster),
              void *context)
{
    struct ring ring = {.size = ranks, .work = work, .context = context};
    struct seat seats[RING_MAX];

    assert_int_equal(pthread_barrier_init(&ring.barrier, NULL, (unsigned)ranks), 0);
    for (int i = 0; i < ranks; i++) {
        seats[i].cluster = (struct bz_cluster){.rank = i, .size = ranks, .share = share};
        seats[i].ring = &ring;
        assert_int_equal(pthread_create(&seats[i].thread, NULL, sit, &seats[i]), 0);
    }
    for (int i = 0; i < ranks; i++)
        pthread_join(seats[i].thread, NULL);
    pthread_barrier_destroy(&ring.barrier);
}
