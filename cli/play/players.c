/*
 * players.c - who plays.
 */
#include "play.h"

#include <inttypes.h>
#include <string.h>

#include "text/words.h"

static int unknown(const char *spec, size_t length, struct bz_error *err)
{
    const char *words[WORDS_MAX];
    char names[160];
    struct bz_buf list = BZ_BUF(names);

    words_players(words);
    for (int i = 0; words[i]; i++)
        bz_buf_add(&list, "%s%s", i ? ", " : "", words[i]);
    return bz_fail(err, BZ_ERROR_UNKNOWN, "no player '%s'; there are: %s",
                   bz_quoted(spec, length).text, names);
}

int player_new(const struct bz_setup *setup, const char *spec, uint64_t seed,
               struct bz_engine **ret_engine, struct bz_error *err)
{
    size_t length = strcspn(spec, ":");
    char seeded[BZ_NAME_MAX + 32], number[24];
    struct bz_buf buf = BZ_BUF(seeded);

    if (strlen(spec) >= BZ_NAME_MAX)
        return bz_fail(err, BZ_ERROR_RANGE, "a player's spec has at most %d characters",
                       BZ_NAME_MAX - 1);
    if (strcmp(spec, PLAYER_HUMAN) == 0) {
        *ret_engine = NULL;
        return BZ_OK;
    }
    if (!bz_engine_kind_find(spec, length, NULL))
        return unknown(spec, length, err);
    snprintf(number, sizeof(number), "%" PRIu64, seed & INT64_MAX);
    if (strstr(spec, "seed=") || !bz_spec_add(spec, "seed", number, &buf))
        bz_buf_add(&buf, "%s", spec);
    return bz_engine_new(setup, seeded, ret_engine, err);
}
