/*
 * dossier.c - all games of one submission out of the store, and what is to be said of them.
 */
#include <stdlib.h>
#include <string.h>

#include "grade/mark.h"

struct clerk {
    struct bz_dossier *dossier;
    const struct bz_plan *plan;
    const char *name;
    int64_t out; /* the first number that does not count, or -1 */
    struct bz_error *err;
};

static int no_memory(const struct clerk *clerk)
{
    return bz_fail(clerk->err, BZ_ERROR_MEMORY, "not enough memory for the games");
}

/* A copy with a zero behind it; free() it. */
static char *copy_bytes(const char *bytes, size_t length)
{
    char *copy = malloc(length + 1);

    if (copy && length)
        memcpy(copy, bytes, length);
    if (copy)
        copy[length] = '\0';
    return copy;
}

/* The plan's own copy of a name, which stays. */
static const char *name_of(const struct bz_plan *plan, const char *name)
{
    for (int i = 0; i < plan->player_count; i++)
        if (!strcmp(plan->players[i].name, name))
            return plan->players[i].name;
    return "";
}

/* What the record knows that the store's columns do not. */
static int read_record(const struct clerk *clerk, struct bz_case *one)
{
    struct bz_buf reason = BZ_BUF(one->reason);
    struct bz_setup setup;
    struct bz_record record;
    int code = bz_record_read(one->record, strlen(one->record), &setup, &record, clerk->err);

    if (code)
        return code;
    bz_buf_clear(&reason);
    bz_record_reason(&record, &reason);
    one->outcome = bz_record_outcome(&record, one->seat);
    if (record.ruling != BZ_RULING_NONE && record.loser == one->seat) {
        one->ruling = record.ruling;
        one->fault = bz_ruling_is_fault(record.ruling);
        memcpy(one->note, record.note, sizeof(one->note));
    }
    bz_record_release(&record);
    bz_setup_release(&setup);
    return BZ_OK;
}

static int seat_of(const struct bz_store_game *game, const char *name)
{
    for (int seat = 0; seat < game->seat_count; seat++)
        if (!strcmp(game->seats[seat].name, name))
            return seat;
    return -1;
}

static int fill(const struct clerk *clerk, const struct bz_store_game *game, struct bz_case *one)
{
    const struct bz_store_seat *seat;

    *one = (struct bz_case){.number = game->number, .plies = game->plies, .rival = ""};
    one->seat = seat_of(game, clerk->name);
    if (one->seat < 0)
        return bz_fail(clerk->err, BZ_ERROR_DAMAGED, "game %lld is somebody else's",
                       (long long)game->number);
    seat = &game->seats[one->seat];
    if (game->seat_count == 2)
        one->rival = name_of(clerk->plan, game->seats[!one->seat].name);
    one->points = seat->points;
    one->excerpt_length = seat->excerpt_length;
    one->excerpt = copy_bytes(seat->excerpt, seat->excerpt_length);
    one->record = copy_bytes(game->record, strlen(game->record));
    if (!one->excerpt || !one->record)
        return no_memory(clerk);
    return read_record(clerk, one);
}

static int take_game(void *context, const struct bz_store_game *game)
{
    const struct clerk *clerk = context;
    struct bz_dossier *dossier = clerk->dossier;
    int code;

    if (clerk->out >= 0 && game->number >= clerk->out)
        return BZ_OK; /* it was being played when the program was taken out */
    if ((dossier->count & (dossier->count - 1)) == 0) {
        size_t room = dossier->count ? 2 * (size_t)dossier->count : 1;
        struct bz_case *more = realloc(dossier->cases, room * sizeof(*more));

        if (!more)
            return no_memory(clerk);
        dossier->cases = more;
    }
    code = fill(clerk, game, &dossier->cases[dossier->count++]);
    dossier->faults += !code && dossier->cases[dossier->count - 1].fault;
    return code;
}

int bz_dossier_read(struct bz_dossier *ret_dossier, struct bz_store *store, int64_t tournament,
                    const struct bz_plan *plan, const struct bz_ledger *ledger, int player,
                    struct bz_error *err)
{
    struct bz_dossier dossier = {.cases = NULL};
    struct clerk clerk = {.dossier = &dossier,
                          .plan = plan,
                          .name = plan->players[player].name,
                          .out = ledger->rows[player].out,
                          .err = err};
    struct bz_store_filter filter = {.tournament = tournament,
                                     .player = clerk.name,
                                     .by_state = true,
                                     .state = BZ_STORE_DONE,
                                     .records = true};
    int code = bz_store_games(store, &filter, take_game, &clerk, err);

    if (code)
        bz_dossier_release(&dossier);
    else
        *ret_dossier = dossier;
    return code;
}

void bz_dossier_release(struct bz_dossier *dossier)
{
    for (int i = 0; i < dossier->count; i++) {
        free(dossier->cases[i].excerpt);
        free(dossier->cases[i].record);
    }
    free(dossier->cases);
}
