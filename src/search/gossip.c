/*
 * gossip.c - positions and what is thought of them go straight from one table into the others,
 * which take them as they take those of a thread.
 */
#include "search/gossip.h"

#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "search/cluster.h"
#include "search/prover.h"

enum { TOLD_MAX = 1 << 16 }; /* positions a rank tells at once: a megabyte */

/* What a rank says beside its positions. */
struct word {
    struct bz_gossip_news news;
    uint64_t count;
};

struct bz_gossip {
    const struct bz_cluster *cluster;
    struct bz_decider *decider;
    struct word *words;             /* one a rank */
    struct bz_proof_entry *entries; /* of all ranks */
};

static size_t entry_bytes(const struct bz_cluster *cluster)
{
    return (size_t)cluster->size * TOLD_MAX * sizeof(struct bz_proof_entry);
}

void bz_gossip_free(struct bz_gossip *gossip)
{
    if (!gossip)
        return;
    bz_pages_free(gossip->entries, entry_bytes(gossip->cluster));
    free(gossip->words);
    free(gossip);
}

struct bz_gossip *bz_gossip_new(const struct bz_cluster *cluster, struct bz_decider *decider)
{
    struct bz_gossip *gossip = calloc(1, sizeof(*gossip));

    if (!gossip)
        return NULL;
    gossip->cluster = cluster;
    gossip->decider = decider;
    gossip->words = calloc((size_t)cluster->size, sizeof(*gossip->words));
    gossip->entries = bz_pages_new(entry_bytes(cluster), false);
    if (gossip->words && gossip->entries && bz_decider_join(decider, cluster->rank))
        return gossip;
    bz_gossip_free(gossip);
    return NULL;
}

/* Puts this rank's positions where they belong among all, once it is known how many each has. */
static void share_entries(struct bz_gossip *gossip)
{
    const struct bz_cluster *cluster = gossip->cluster;
    struct bz_proof_entry *entries = gossip->entries;
    uint64_t offsets[BZ_RANKS_MAX + 1] = {0}, own, mine = gossip->words[cluster->rank].count;

    for (int i = 0; i < cluster->size; i++)
        offsets[i + 1] = offsets[i] + gossip->words[i].count * sizeof(*entries);
    own = offsets[cluster->rank] / sizeof(*entries);
    memmove(entries + own, entries, mine * sizeof(*entries));
    cluster->share(cluster, entries, offsets);
    for (uint64_t i = 0; i < offsets[cluster->size] / sizeof(*entries); i++)
        if (i < own || i >= own + mine)
            bz_decider_add(gossip->decider, &entries[i]);
}

/* All ranks that have an answer agree who wins; the first one's counts. */
static void sum_up(const struct word *words, int size, struct bz_gossip_news *ret_news)
{
    *ret_news = words[0].news;
    for (int i = 1; i < size; i++) {
        const struct bz_gossip_news *news = &words[i].news;

        ret_news->nodes += news->nodes;
        ret_news->stopped |= news->stopped;
        if (ret_news->answer == BZ_UNDECIDED) {
            ret_news->answer = news->answer;
            ret_news->move = news->move;
        }
    }
}

void bz_gossip_tell(struct bz_gossip *gossip, struct bz_gossip_news *news)
{
    const struct bz_cluster *cluster = gossip->cluster;
    struct word *own = &gossip->words[cluster->rank];

    memset(own, 0, sizeof(*own));
    own->news = *news;
    while (own->count < TOLD_MAX && bz_decider_tell(gossip->decider, &gossip->entries[own->count]))
        own->count++;
    bz_cluster_share_each(cluster, gossip->words, sizeof(*gossip->words));
    share_entries(gossip);
    sum_up(gossip->words, cluster->size, news);
    if (news->answer != BZ_UNDECIDED || news->stopped)
        bz_decider_halt(gossip->decider);
}
