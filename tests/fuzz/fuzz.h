/*
 * fuzz.h - what the fuzz targets share: picking a game and a setting by the first byte, and ending
 * the run where a property does not hold.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../support/settings.h"
#include "bazi/bazi.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Unlike assert, it is there in every build. */
#define FUZZ_REQUIRE(condition)                                                            \
    do {                                                                                   \
        if (!(condition)) {                                                                \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                                       \
        }                                                                                  \
    } while (0)

static inline void fuzz_remove_file(void);

/* The one file of a target, for what the library reads by name: made once, removed at the end. */
static inline const char *fuzz_path(void)
{
    static char path[] = "/tmp/bazi-fuzz-XXXXXX";
    static bool made;

    if (!made) {
        FUZZ_REQUIRE(close(mkstemp(path)) == 0 && atexit(fuzz_remove_file) == 0);
        made = true;
    }
    return path;
}

static inline void fuzz_remove_file(void)
{
    unlink(fuzz_path());
}

/* Writes the file anew. */
static inline void fuzz_write(const void *data, size_t size)
{
    FILE *file = fopen(fuzz_path(), "wb");

    FUZZ_REQUIRE(file);
    FUZZ_REQUIRE(fwrite(data, 1, size, file) == size);
    FUZZ_REQUIRE(fclose(file) == 0);
}

/* A setup with blank-separated assignments. */
static inline int fuzz_options(struct bz_setup *setup, const struct bz_game *game,
                               const char *options, struct bz_error *err)
{
    char line[256];
    const char *words[16];
    int count = 0;

    FUZZ_REQUIRE(strlen(options) < sizeof(line));
    strcpy(line, options);
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " "))
        words[count++] = word;
    return bz_setup_init(setup, game, words, count, err);
}

/* The upper three bits of the byte are the game's place in the table of settings, the others its
 * setting; places beyond the table are for games that are not in it. */
static inline const struct bz_game *fuzz_game(uint8_t choice, const char **ret_options)
{
    const struct settings *table = settings_table();
    int place = choice >> 5, rows = 0, games = 0;
    const struct bz_game *game;
    const char *const *options;

    while (table[rows].game)
        rows++;
    while (bz_game_at(games))
        games++;
    FUZZ_REQUIRE(games > 0);
    game = place < rows ? bz_game_find(table[place].game, NULL) : bz_game_at(place % games);
    FUZZ_REQUIRE(game);
    options = settings_of(game->name);
    *ret_options = options[(choice & 31) % settings_count(options)];
    return game;
}

/* A setup of one of the registered games in one of its settings. */
static inline void fuzz_setup(uint8_t choice, struct bz_setup *setup)
{
    const char *options;
    const struct bz_game *game = fuzz_game(choice, &options);

    FUZZ_REQUIRE(fuzz_options(setup, game, options, NULL) == BZ_OK);
}

/* An error says something, in one line that can be shown. */
static inline void fuzz_error(const struct bz_error *err, int code)
{
    FUZZ_REQUIRE(code < 0 && err->code == code);
    FUZZ_REQUIRE(memchr(err->text, '\0', sizeof(err->text)) && err->text[0]);
    for (const char *p = err->text; *p; p++)
        FUZZ_REQUIRE(isprint((unsigned char)*p));
}

/* A game that is read from something. */
struct fuzz_reading {
    struct bz_setup setup;
    struct bz_record record;
};

static inline void fuzz_reading_begin(struct fuzz_reading *reading)
{
    memset(reading, 0x5a, sizeof(*reading));
}

/* Whether it was understood; what is refused touches nothing. */
static inline bool fuzz_reading_is(const struct fuzz_reading *reading, int code,
                                   const struct bz_error *err)
{
    const unsigned char *bytes = (const unsigned char *)reading;

    if (!code)
        return true;
    fuzz_error(err, code);
    for (size_t i = 0; i < sizeof(*reading); i++)
        FUZZ_REQUIRE(bytes[i] == 0x5a);
    return false;
}

static inline void fuzz_reading_end(struct fuzz_reading *reading)
{
    bz_record_release(&reading->record);
    bz_setup_release(&reading->setup);
}

static inline size_t fuzz_format(const struct bz_setup *setup, const void *pos,
                                 char ret_text[BZ_POS_TEXT_MAX])
{
    struct bz_buf out = {.text = ret_text, .size = BZ_POS_TEXT_MAX};

    bz_buf_clear(&out);
    setup->game->text->format(pos, &out);
    FUZZ_REQUIRE(!out.full && out.length > 0);
    return out.length;
}

/* Up to `plies` random moves from the start. */
static inline void fuzz_wander(const struct bz_setup *setup, unsigned plies, uint8_t seed,
                               union bz_pos *ret_pos)
{
    bz_move moves[BZ_MOVES_MAX];
    struct bz_random random;
    int count;

    bz_random_seed(&random, seed);
    memset(ret_pos, 0, sizeof(*ret_pos));
    bz_start(setup, ret_pos);
    for (; plies > 0 && (count = setup->rules->moves(ret_pos, moves)) > 0; plies--)
        setup->rules->play(ret_pos, moves[bz_random_below(&random, (uint64_t)count)]);
}

#endif
