/*
 * players.c - who plays.
 */
#include "play.h"

#include <string.h>

#include "text/words.h"

static int unknown(const char *spec, size_t length, struct bz_error *err)
{
    const char *words[WORDS_MAX];
    char names[280];
    struct bz_buf list = BZ_BUF(names);

    words_players(words);
    for (int i = 0; words[i]; i++)
        bz_buf_add(&list, "%s%s", i ? ", " : "", words[i]);
    for (int i = 0; bz_player_kind_at(i); i++)
        bz_buf_add(&list, ", %s", bz_player_kind_at(i)->form);
    return bz_fail(err, BZ_ERROR_UNKNOWN, "no player '%s'; there are: %s",
                   bz_quoted(spec, length).text, names);
}

int player_new(const struct session *session, const char *spec, uint64_t seed,
               struct bz_player **ret_player, struct bz_error *err)
{
    if (strcmp(spec, PLAYER_HUMAN) == 0) {
        *ret_player = NULL;
        return BZ_OK;
    }
    if (!bz_player_exists(spec))
        return unknown(spec, strcspn(spec, ":"), err);
    return bz_player_new(&session->setup, spec, seed, &session->house, ret_player, err);
}
