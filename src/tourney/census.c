/*
 * census.c - beats that change, and beats that do not.
 */
#include "tourney/census.h"

#include "base/clock.h"

enum { GLANCES = 8 }; /* at least, before somebody is given up */

/* One look at all of them. */
struct look {
    struct bz_census *census;
    int64_t self, elapsed; /* since the last one, as far as it counts */
    int64_t dead[BZ_CENSUS_MAX];
    int dead_count;
};

/* What we know of another worker; NULL where there are too many to remember. */
static struct bz_watched *find(struct bz_census *census, const struct bz_store_worker *other)
{
    struct bz_watched *fresh;

    for (int i = 0; i < census->count; i++)
        if (census->others[i].id == other->id)
            return &census->others[i];
    if (census->count == BZ_CENSUS_MAX)
        return NULL;
    fresh = &census->others[census->count++];
    *fresh = (struct bz_watched){.id = other->id, .beat = other->beat};
    return fresh;
}

/* Whether nothing has been heard of it for too long. */
static bool is_silent(const struct look *look, const struct bz_store_worker *other)
{
    struct bz_watched *seen = find(look->census, other);

    if (!seen)
        return false;
    seen->silent = seen->beat == other->beat ? seen->silent + look->elapsed : 0;
    seen->beat = other->beat;
    seen->there = true;
    return seen->silent > look->census->silence;
}

static int count_worker(void *context, const struct bz_store_worker *other)
{
    struct look *look = context;

    if (other->id == look->self || look->dead_count == BZ_CENSUS_MAX)
        return 0;
    if (bz_identity_is_gone(look->census->identity, other->session, other->pid) ||
        is_silent(look, other))
        look->dead[look->dead_count++] = other->id;
    return 0;
}

/* Those who left need not be remembered. */
static void forget(struct bz_census *census)
{
    int kept = 0;

    for (int i = 0; i < census->count; i++) {
        if (!census->others[i].there)
            continue;
        census->others[kept] = census->others[i];
        census->others[kept++].there = false;
    }
    census->count = kept;
}

int bz_census_hold(struct bz_census *census, int64_t self, struct bz_error *err)
{
    int64_t now = bz_clock_micros(), most = census->silence / GLANCES;
    struct look look = {.census = census, .self = self};
    int code;

    look.elapsed = census->last_look ? now - census->last_look : 0;
    if (look.elapsed > most)
        look.elapsed = most;
    code = bz_store_workers(census->store, false, count_worker, &look, err);
    if (code)
        return code;
    census->last_look = now;
    forget(census);
    for (int i = 0; i < look.dead_count && !code; i++)
        code = bz_store_worker_end(census->store, look.dead[i], BZ_STORE_DEAD, err);
    return code;
}
