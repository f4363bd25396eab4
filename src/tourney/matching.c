/*
 * matching.c - Edmonds' search for augmenting paths, breadth first, blossoms shrunk by their base.
 *
 * A search grows a tree from a vertex without partner. Outer vertices are those an even alternating
 * path leads to: the root's lack of a partner can be handed over to any of them. An edge between
 * two outer vertices closes a blossom, which makes its inner vertices outer too.
 */
#include "tourney/matching.h"

#include <assert.h>
#include <string.h>

void bz_matching_init(struct bz_matching *matching, const bool *joined, int count)
{
    assert(count <= BZ_MATCHING_MAX);
    memset(matching, 0, sizeof(*matching));
    matching->count = count;
    matching->joined = joined;
    for (int i = 0; i < count; i++)
        matching->mate[i] = BZ_MATCHING_NONE;
}

static void make_outer(struct bz_matching *m, int vertex)
{
    if (m->outer[vertex])
        return;
    m->outer[vertex] = true;
    m->queue[m->queued++] = vertex;
}

static void start(struct bz_matching *m, int root)
{
    for (int i = 0; i < m->count; i++) {
        m->parent[i] = BZ_MATCHING_NONE;
        m->base[i] = i;
        m->outer[i] = false;
    }
    m->queued = 0;
    make_outer(m, root);
}

/* The base two steps nearer to the root. */
static int up(const struct bz_matching *m, int base)
{
    return m->base[m->parent[m->mate[base]]];
}

/* Where the ways of two outer vertices to the root meet. */
static int meeting(const struct bz_matching *m, int root, int a, int b)
{
    bool seen[BZ_MATCHING_MAX] = {false};

    for (a = m->base[a]; a != m->base[root]; a = up(m, a))
        seen[a] = true;
    seen[a] = true;
    for (b = m->base[b]; !seen[b];)
        b = up(m, b);
    return b;
}

/* Marks one side of a blossom, and lets its inner vertices be reached through the other side. */
static void bend(struct bz_matching *m, int vertex, int base, int child)
{
    while (m->base[vertex] != base) {
        int mate = m->mate[vertex];

        m->bent[m->base[vertex]] = m->bent[m->base[mate]] = true;
        m->parent[vertex] = child;
        child = mate;
        vertex = m->parent[mate];
    }
}

static void shrink(struct bz_matching *m, int root, int a, int b)
{
    int base = meeting(m, root, a, b);

    memset(m->bent, 0, sizeof(m->bent));
    bend(m, a, base, b);
    bend(m, b, base, a);
    for (int i = 0; i < m->count; i++)
        if (m->bent[m->base[i]]) {
            m->base[i] = base;
            make_outer(m, i);
        }
}

/* Grows the tree: the vertex without partner at the end of an augmenting path, or none. */
static int search(struct bz_matching *m, int root)
{
    start(m, root);
    for (int i = 0; i < m->queued; i++) {
        int a = m->queue[i];
        const bool *joined = m->joined + (size_t)a * (size_t)m->count;

        for (int b = 0; b < m->count; b++) {
            if (!joined[b] || m->gone[b] || m->base[a] == m->base[b] || m->mate[a] == b)
                continue;
            if (m->outer[b]) {
                shrink(m, root, a, b);
            } else if (m->parent[b] == BZ_MATCHING_NONE) {
                m->parent[b] = a;
                if (m->mate[b] == BZ_MATCHING_NONE)
                    return b;
                make_outer(m, m->mate[b]);
            }
        }
    }
    return BZ_MATCHING_NONE;
}

/* Swaps pairs along the way from an inner or new vertex to the root. */
static void flip(struct bz_matching *m, int vertex)
{
    while (vertex != BZ_MATCHING_NONE) {
        int parent = m->parent[vertex], next = m->mate[parent];

        m->mate[vertex] = parent;
        m->mate[parent] = vertex;
        vertex = next;
    }
}

static bool augment(struct bz_matching *m, int root)
{
    int end = search(m, root);

    if (end != BZ_MATCHING_NONE)
        flip(m, end);
    return end != BZ_MATCHING_NONE;
}

/* After a search in vain: gives its root a partner at the cost of the lowest outer vertex. */
static void hand_down(struct bz_matching *m, const int *ranking, int rank)
{
    for (int i = m->count - 1; i > rank; i--) {
        int vertex = ranking[i], mate = m->mate[vertex];

        if (m->gone[vertex] || !m->outer[vertex])
            continue;
        assert(mate != BZ_MATCHING_NONE);
        m->mate[vertex] = BZ_MATCHING_NONE;
        flip(m, mate);
        return;
    }
}

/* The sets of vertices that can have partners are independent sets of a matroid: what is best can
 * be had vertex by vertex. */
void bz_matching_cover(struct bz_matching *matching, const int *ranking)
{
    for (int rank = 0; rank < matching->count; rank++) {
        int vertex = ranking[rank];

        if (!matching->gone[vertex] && matching->mate[vertex] == BZ_MATCHING_NONE &&
            !augment(matching, vertex))
            hand_down(matching, ranking, rank);
    }
}

static void couple(struct bz_matching *m, int a, int b)
{
    m->mate[a] = b;
    m->mate[b] = a;
}

bool bz_matching_take(struct bz_matching *matching, int a, int b)
{
    int left = matching->mate[a], right = matching->mate[b];

    if (!matching->joined[(size_t)a * (size_t)matching->count + (size_t)b])
        return false;
    matching->gone[a] = matching->gone[b] = true;
    if (left == b)
        return true;
    matching->mate[left] = matching->mate[right] = BZ_MATCHING_NONE;
    if (augment(matching, left)) {
        couple(matching, a, b);
        return true;
    }
    couple(matching, a, left);
    couple(matching, b, right);
    matching->gone[a] = matching->gone[b] = false;
    return false;
}
