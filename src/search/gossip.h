/*
 * gossip.h - processes that prove one position together tell each other what they find out while
 * they search, as threads do through the table they share.
 */
#ifndef SEARCH_GOSSIP_H
#define SEARCH_GOSSIP_H

#include "bazi/cluster.h"
#include "search/decide.h"

struct bz_gossip;

/* Before the decider starts. NULL without memory. */
struct bz_gossip *bz_gossip_new(const struct bz_cluster *cluster, struct bz_decider *decider);
void bz_gossip_free(struct bz_gossip *gossip);

/* What a rank has to say; afterwards, what all have said together. */
struct bz_gossip_news {
    enum bz_proof answer;
    bz_move move; /* where that is a win */
    bool stopped; /* somebody wants it to end */
    uint64_t nodes;
};

/* Again and again in all ranks, while the decider runs. Whoever has not got the answer when another
 * one has is halted. */
void bz_gossip_tell(struct bz_gossip *gossip, struct bz_gossip_news *news);

#endif
