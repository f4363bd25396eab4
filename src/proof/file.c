/*
 * file.c - a certificate as a file: a header, the game, its options and the position as the text of
 * a record without moves, and two bytes for each position of the winner, the place of his move in
 * the order of generation, as the walk comes by.
 *
 * Everything is checked against a sum before any of it is believed; numbers are little-endian.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bits.h"
#include "bazi/record.h"
#include "bazi/search.h"
#include "proof/walk.h"

enum { FIELDS = 5, HEADER_BYTES = FIELDS * 8, TEXT_MAX = 1 << 16 };
#define MAGIC UINT64_C(0x3130747265636a62) /* "bjcert01" */

struct header {
    uint64_t magic, winner;
    uint64_t text;      /* bytes of the record */
    uint64_t positions; /* choices after it */
    uint64_t sum;       /* over the other fields and all that follows */
};

static int failed(struct bz_error *err, const char *doing, const char *path)
{
    return bz_fail(err, BZ_ERROR_IO, "proof %s: %s: %s", bz_quoted_path(path).text, doing,
                   strerror(errno));
}

static void pack(const struct header *header, unsigned char ret_bytes[HEADER_BYTES])
{
    const uint64_t fields[FIELDS] = {header->magic, header->winner, header->text, header->positions,
                                     header->sum};

    for (int i = 0; i < HEADER_BYTES; i++)
        ret_bytes[i] = (unsigned char)(fields[i / 8] >> 8 * (i % 8));
}

static struct header unpack(const unsigned char bytes[HEADER_BYTES])
{
    uint64_t fields[FIELDS] = {0};

    for (int i = 0; i < HEADER_BYTES; i++)
        fields[i / 8] |= (uint64_t)bytes[i] << 8 * (i % 8);
    return (struct header){fields[0], fields[1], fields[2], fields[3], fields[4]};
}

static uint64_t summed(uint64_t sum, const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sum = bz_mix(sum ^ bytes[i]);
    return sum;
}

static uint64_t with_fields(uint64_t sum, const struct header *header)
{
    return bz_mix(bz_mix(bz_mix(sum ^ header->winner) ^ header->text) ^ header->positions);
}

/* --- writing -------------------------------------------------------------------------------- */

struct writing {
    FILE *file;
    struct header header;
    bz_proof_chooser *choose;
    void *context;
};

static int choose_and_write(void *context, const void *pos, const bz_move *moves, int count,
                            int *ret_choice, struct bz_error *err)
{
    struct writing *w = context;
    unsigned char bytes[2];
    int code = w->choose(w->context, pos, moves, count, ret_choice, err);

    if (code)
        return code;
    bytes[0] = (unsigned char)(*ret_choice & 0xff);
    bytes[1] = (unsigned char)(*ret_choice >> 8);
    w->header.sum = summed(w->header.sum, bytes, sizeof(bytes));
    if (fwrite(bytes, sizeof(bytes), 1, w->file) != 1)
        return bz_fail(err, BZ_ERROR_IO, "the proof cannot be written: %s", strerror(errno));
    return BZ_OK;
}

/* The setup without what only helps players: a proof holds without it, and can be checked where the
 * files it names are not. It borrows the world. */
static struct bz_setup without_help(const struct bz_setup *setup)
{
    const struct bz_option *options = setup->game->options;
    struct bz_setup bare = *setup;

    for (int i = 0; options[i].name; i++)
        if (options[i].helps)
            bz_option_parse(&options[i], options[i].fallback, strlen(options[i].fallback),
                            &bare.values[i], NULL);
    return bare;
}

/* The record that says what is proved, between the header's place and the choices. */
static int write_text(struct writing *w, const struct bz_setup *setup, const void *pos,
                      struct bz_error *err)
{
    unsigned char zeros[HEADER_BYTES] = {0};
    const struct bz_setup bare = without_help(setup);
    struct bz_record record;
    char *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);
    int code = BZ_ERROR_IO;

    if (!memory)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a proof");
    bz_record_init(&record, &bare, pos);
    code = bz_record_write(&record, memory, err);
    bz_record_release(&record);
    fclose(memory);
    if (!code && (fwrite(zeros, sizeof(zeros), 1, w->file) != 1 ||
                  fwrite(text, 1, length, w->file) != length))
        code = bz_fail(err, BZ_ERROR_IO, "the proof cannot be written: %s", strerror(errno));
    w->header.text = length;
    w->header.sum = summed(0, (const unsigned char *)text, length);
    free(text);
    return code;
}

static int write_header(struct writing *w, struct bz_error *err)
{
    unsigned char bytes[HEADER_BYTES];

    w->header.sum = with_fields(w->header.sum, &w->header);
    pack(&w->header, bytes);
    if (fseek(w->file, 0, SEEK_SET) != 0 || fwrite(bytes, sizeof(bytes), 1, w->file) != 1 ||
        fflush(w->file) != 0 || fsync(fileno(w->file)) != 0)
        return bz_fail(err, BZ_ERROR_IO, "the proof cannot be written: %s", strerror(errno));
    return BZ_OK;
}

int bz_proof_write(const char *path, const struct bz_setup *setup, const void *pos, int winner,
                   bz_proof_chooser *choose, void *context, uint64_t *ret_positions,
                   struct bz_error *err)
{
    struct writing w = {.header = {.magic = MAGIC, .winner = (uint64_t)winner},
                        .choose = choose,
                        .context = context};
    char draft[PATH_MAX];
    int code;

    if (snprintf(draft, sizeof(draft), "%s.part", path) >= (int)sizeof(draft))
        return bz_fail(err, BZ_ERROR_IO, "proof %s: the name is too long",
                       bz_quoted_path(path).text);
    w.file = fopen(draft, "wb");
    if (!w.file)
        return failed(err, "cannot be created", path);
    code = write_text(&w, setup, pos, err);
    if (!code)
        code = bz_proof_walk(setup, pos, winner, choose_and_write, &w, &w.header.positions, err);
    if (!code)
        code = write_header(&w, err);
    if (fclose(w.file) != 0 && !code)
        code = failed(err, "cannot be written", path);
    if (!code && rename(draft, path) != 0)
        code = failed(err, "cannot be replaced", path);
    if (code)
        remove(draft);
    else
        *ret_positions = w.header.positions;
    return code;
}

/* --- checking ------------------------------------------------------------------------------- */

struct checking {
    FILE *file;
    struct header header;
    char text[TEXT_MAX];
    const atomic_bool *stop;
    uint64_t used; /* choices */
};

static int read_choice(void *context, const void *pos, const bz_move *moves, int count,
                       int *ret_choice, struct bz_error *err)
{
    struct checking *c = context;
    unsigned char bytes[2];

    (void)pos;
    (void)moves;
    (void)count;
    if (c->stop && atomic_load_explicit(c->stop, memory_order_relaxed))
        return bz_fail(err, BZ_ERROR_STOPPED, "stopped after %llu positions",
                       (unsigned long long)c->used);
    if (c->used++ == c->header.positions || fread(bytes, sizeof(bytes), 1, c->file) != 1)
        return bz_fail(err, BZ_ERROR_ILLEGAL, "the proof has no more moves after %llu positions",
                       (unsigned long long)c->used - 1);
    *ret_choice = bytes[0] | bytes[1] << 8;
    return BZ_OK;
}

/* Whether the file is whole. The text is kept. */
static bool is_sound(struct checking *c)
{
    unsigned char batch[4096];
    uint64_t sum, left = c->header.positions * 2;

    if (c->header.text > sizeof(c->text) || c->header.positions > UINT64_MAX / 4 ||
        fread(c->text, 1, (size_t)c->header.text, c->file) != c->header.text)
        return false;
    sum = summed(0, (const unsigned char *)c->text, (size_t)c->header.text);
    while (left > 0) {
        size_t count = left < sizeof(batch) ? (size_t)left : sizeof(batch);

        if (fread(batch, 1, count, c->file) != count)
            return false;
        sum = summed(sum, batch, count);
        left -= count;
    }
    return with_fields(sum, &c->header) == c->header.sum && fgetc(c->file) == EOF;
}

/* What it is about. */
static void describe(const struct bz_setup *setup, const void *pos,
                     struct bz_proof_finding *ret_finding)
{
    const struct bz_option *option = setup->game->options;
    struct bz_buf options = BZ_BUF(ret_finding->options);
    struct bz_buf position = BZ_BUF(ret_finding->position);
    union bz_pos start;

    snprintf(ret_finding->game, sizeof(ret_finding->game), "%s", setup->game->name);
    for (int i = 0; option[i].name; i++)
        if (strcmp(setup->values[i].text, option[i].fallback) != 0)
            bz_buf_add(&options, " -o %s=%s", option[i].name, setup->values[i].text);
    bz_start(setup, &start);
    if (memcmp(&start, pos, setup->rules->pos_size) != 0)
        setup->game->text->format(pos, &position);
}

static int walk_file(struct checking *c, struct bz_proof_finding *ret_finding, struct bz_error *err)
{
    const struct bz_record_part part = {
        .text = c->text, .length = (size_t)c->header.text, .line = 1, .bare = true};
    struct bz_setup setup;
    struct bz_record record;
    uint64_t positions;
    int code = bz_record_read_part(&part, &setup, &record, err);

    if (code)
        return code;
    if (c->header.winner >= (uint64_t)setup.rules->players)
        code = bz_fail(err, BZ_ERROR_RANGE, "the game has no player %llu",
                       (unsigned long long)c->header.winner + 1);
    else if (fseek(c->file, (long)(HEADER_BYTES + c->header.text), SEEK_SET) != 0)
        code = bz_fail(err, BZ_ERROR_IO, "cannot be read: %s", strerror(errno));
    if (!code)
        code = bz_proof_walk(&setup, &record.pos, (int)c->header.winner, read_choice, c, &positions,
                             err);
    if (!code && positions != c->header.positions)
        code = bz_fail(err, BZ_ERROR_ILLEGAL, "moves are left over after %llu positions",
                       (unsigned long long)positions);
    if (!code) {
        *ret_finding =
            (struct bz_proof_finding){.winner = (int)c->header.winner, .positions = positions};
        describe(&setup, &record.pos, ret_finding);
    }
    bz_record_release(&record);
    bz_setup_release(&setup);
    return code;
}

static int check_file(struct checking *c, struct bz_proof_finding *ret_finding,
                      struct bz_error *err)
{
    unsigned char bytes[HEADER_BYTES];

    if (fread(bytes, sizeof(bytes), 1, c->file) != 1)
        return bz_fail(err, BZ_ERROR_SYNTAX, "not a proof of this program");
    c->header = unpack(bytes);
    if (c->header.magic != MAGIC)
        return bz_fail(err, BZ_ERROR_SYNTAX, "not a proof of this program");
    if (!is_sound(c))
        return bz_fail(err, BZ_ERROR_SYNTAX, "damaged; write it anew");
    return walk_file(c, ret_finding, err);
}

/* The solver whose certificates begin as this file does, or NULL. */
static const struct bz_solver *own_kind(FILE *file)
{
    char line[128] = "";
    const struct bz_game *game;

    if (!fgets(line, sizeof(line), file))
        line[0] = '\0';
    rewind(file);
    for (int i = 0; (game = bz_game_at(i)); i++)
        if (game->solver && game->solver->check && !strcmp(line, game->solver->title))
            return game->solver;
    return NULL;
}

int bz_proof_check(const char *path, const atomic_bool *stop, struct bz_proof_finding *ret_finding,
                   struct bz_error *err)
{
    struct checking *c = calloc(1, sizeof(*c));
    const struct bz_solver *solver;
    struct bz_error inner;
    int code;

    if (!c)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory to check a proof");
    c->stop = stop;
    c->file = fopen(path, "rb");
    if (!c->file) {
        code = failed(err, "cannot be opened", path);
    } else {
        solver = own_kind(c->file);
        code = solver ? solver->check(path, stop, ret_finding, &inner)
                      : check_file(c, ret_finding, &inner);
        if (code)
            bz_fail(err, code, "proof %s: %s", bz_quoted_path(path).text, inner.text);
        fclose(c->file);
    }
    free(c);
    return code;
}
