/*
 * fuzz_store.c - any bytes as a store in a file. What is refused says so; what is opened can be
 * read and audited to the end, whatever is in it.
 */
#include "fuzz.h"

#include "store/entry.h"

enum { FILE_MAX = 1 << 18 };

static int see_game(void *context, const struct bz_store_game *game)
{
    size_t *total = context;

    FUZZ_REQUIRE(game->id && game->seat_count <= BZ_STORE_SEATS_MAX);
    FUZZ_REQUIRE(bz_store_state_word(game->state));
    *total += strlen(game->record) + strlen(game->task) + strlen(game->result);
    for (int i = 0; i < game->seat_count; i++)
        *total += strlen(game->seats[i].name) + game->seats[i].excerpt_length;
    return 0;
}

static int see_fault(void *context, const char *text)
{
    *(size_t *)context += strlen(text);
    return 0;
}

static void remove_beside(const char *end)
{
    char path[80];

    snprintf(path, sizeof(path), "%s%s", fuzz_path(), end);
    unlink(path);
}

static void read_all(struct bz_store *store)
{
    struct bz_store_filter filter = {.records = true};
    struct bz_error err;
    size_t total = 0;
    int code = bz_store_games(store, &filter, see_game, &total, &err);

    if (code)
        fuzz_error(&err, code);
    code = bz_store_audit(store, see_fault, &total, &err);
    if (code)
        fuzz_error(&err, code);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bz_store *store = NULL;
    struct bz_error err;
    int code;

    if (size > FILE_MAX)
        return 0;
    fuzz_write(data, size);
    code = bz_store_open(fuzz_path(), BZ_STORE_READ, &store, &err);
    if (code) {
        fuzz_error(&err, code);
        FUZZ_REQUIRE(!store);
    } else {
        read_all(store);
        bz_store_close(store);
    }
    remove_beside("-wal");
    remove_beside("-shm");
    remove_beside("-journal");
    return 0;
}
