/*
 * player.c - from a spec to a player.
 */
#include "match/player.h"

#include <stdlib.h>
#include <string.h>

#include "match/kinds.h"

static const struct bz_player_kind *const kinds[] = {
    &bz_person_kind, &bz_command_kind, &bz_script_kind, &bz_socket_kind, &bz_wire_kind, NULL};

struct bz_player {
    const struct bz_player_kind *kind;
    void *state;
};

const struct bz_player_kind *bz_player_kind_at(int index)
{
    return kinds[index];
}

/* The kind of a spec whose name is so long. */
static const struct bz_player_kind *find(const char *spec, size_t length)
{
    for (int i = 0; kinds[i]; i++)
        if (strlen(kinds[i]->name) == length && !memcmp(kinds[i]->name, spec, length) &&
            (spec[length] || !strchr(kinds[i]->form, ':')))
            return kinds[i];
    return bz_engine_kind_find(spec, length, NULL) ? &bz_engine_kind : NULL;
}

static int refuse(const char *spec, size_t length, struct bz_error *err)
{
    char names[280];
    struct bz_buf list = BZ_BUF(names);

    bz_buf_add(&list, "%s", bz_person_kind.form);
    for (int i = 0; bz_engine_kind_at(i); i++)
        bz_buf_add(&list, ", %s", bz_engine_kind_at(i)->name);
    for (int i = 1; kinds[i]; i++)
        bz_buf_add(&list, ", %s", kinds[i]->form);
    return bz_fail(err, BZ_ERROR_UNKNOWN, "no player '%s'; there are: %s",
                   bz_quoted(spec, length).text, names);
}

static int open_engine(const struct bz_setup *setup, const char *spec, uint64_t seed,
                       void **ret_state, struct bz_error *err)
{
    char seeded[BZ_NAME_MAX + 32];
    struct bz_buf buf = BZ_BUF(seeded);

    bz_spec_seed(spec, seed, &buf);
    return bz_engine_kind.open(setup, seeded, NULL, ret_state, err);
}

int bz_player_new(const struct bz_setup *setup, const char *spec, uint64_t seed,
                  const struct bz_house *house, struct bz_player **ret_player, struct bz_error *err)
{
    size_t length = strcspn(spec, ":");
    const struct bz_player_kind *kind = find(spec, length);
    struct bz_player *player;
    void *state;
    int code;

    if (strlen(spec) >= BZ_NAME_MAX)
        return bz_fail(err, BZ_ERROR_RANGE, "a player's spec has at most %d characters",
                       BZ_NAME_MAX - 1);
    if (!kind)
        return refuse(spec, length, err);
    code = kind == &bz_engine_kind
               ? open_engine(setup, spec, seed, &state, err)
               : kind->open(setup, spec + length + (spec[length] == ':'), house, &state, err);
    if (code)
        return code;
    player = malloc(sizeof(*player));
    if (!player) {
        kind->close(state);
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a player");
    }
    *player = (struct bz_player){kind, state};
    *ret_player = player;
    return BZ_OK;
}

void bz_player_free(struct bz_player *player)
{
    if (!player)
        return;
    player->kind->close(player->state);
    free(player);
}

static void clear(struct bz_reply *reply)
{
    *reply = (struct bz_reply){.answer = {.move = BZ_MOVE_NONE}};
}

void bz_player_begin(struct bz_player *player, const struct bz_record *record, int seat,
                     struct bz_reply *ret_reply)
{
    clear(ret_reply);
    player->kind->begin(player->state, record, seat, ret_reply);
}

void bz_player_ask(struct bz_player *player, const struct bz_question *question,
                   struct bz_reply *ret_reply)
{
    clear(ret_reply);
    player->kind->ask(player->state, question, ret_reply);
}

void bz_player_end(struct bz_player *player)
{
    player->kind->end(player->state);
}

const char *bz_player_errors(struct bz_player *player, size_t *ret_length)
{
    *ret_length = 0;
    return player->kind->errors ? player->kind->errors(player->state, ret_length) : "";
}

bool bz_player_is_person(const struct bz_player *player)
{
    return player->kind == &bz_person_kind;
}

bool bz_player_is_engine(const struct bz_player *player)
{
    return player->kind == &bz_engine_kind;
}
