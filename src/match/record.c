/*
 * record.c - a game as it is played: moves added, taken back, and the end told in words.
 */
#include "bazi/record.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const words[] = {[BZ_RULING_NONE] = "",
#define WORD(name, word, deed) [BZ_RULING_##name] = (word),
                                    BZ_RULING_LIST(WORD)
#undef WORD
};

static const char *const deeds[] = {[BZ_RULING_NONE] = "",
#define DEED(name, word, deed) [BZ_RULING_##name] = (deed),
                                    BZ_RULING_LIST(DEED)
#undef DEED
};

bool bz_ruling_is_fault(enum bz_ruling ruling)
{
    return ruling > BZ_RULING_RESIGNED && ruling < BZ_RULING_ADJUDGED;
}

const char *bz_ruling_word(enum bz_ruling ruling)
{
    return words[ruling];
}

void bz_ruling_format(enum bz_ruling ruling, int loser, struct bz_buf *out)
{
    bz_buf_add(out, "%s", words[ruling]);
    if (loser >= 0)
        bz_buf_add(out, " p%d", loser + 1);
}

const char *bz_tag_word(enum bz_tag tag)
{
    static const char *const tags[] = {
#define TAG(name, word) word,
        BZ_TAG_LIST(TAG)
#undef TAG
    };

    return tags[tag];
}

void bz_record_init(struct bz_record *record, const struct bz_setup *setup, const void *start)
{
    memset(record, 0, sizeof(*record));
    record->setup = setup;
    record->loser = -1;
    record->from_start = start == NULL;
    if (start)
        memcpy(&record->start, start, setup->rules->pos_size);
    else
        bz_start(setup, &record->start);
    record->pos = record->start;
}

void bz_record_release(struct bz_record *record)
{
    if (!record)
        return;
    free(record->moves);
    free(record->remarks);
    record->moves = NULL;
    record->remarks = NULL;
    record->length = record->capacity = 0;
}

static int refuse_memory(struct bz_error *err)
{
    return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the record");
}

static int grow_remarks(struct bz_record *record, int capacity, struct bz_error *err)
{
    struct bz_remark *remarks =
        realloc(record->remarks, (size_t)capacity * sizeof(*record->remarks));

    if (!remarks)
        return refuse_memory(err);
    for (int i = record->remarks ? record->capacity : 0; i < capacity; i++)
        remarks[i] = bz_remark_none;
    record->remarks = remarks;
    return BZ_OK;
}

static int grow(struct bz_record *record, struct bz_error *err)
{
    int capacity = record->capacity ? record->capacity * 2 : 128;
    bz_move *moves;

    if (capacity > BZ_RECORD_PLIES_MAX)
        capacity = BZ_RECORD_PLIES_MAX;
    if (record->length == capacity)
        return bz_fail(err, BZ_ERROR_RANGE, "a record holds at most %d moves", BZ_RECORD_PLIES_MAX);
    moves = realloc(record->moves, (size_t)capacity * sizeof(*moves));
    if (!moves)
        return refuse_memory(err);
    record->moves = moves;
    if (record->remarks && grow_remarks(record, capacity, err))
        return BZ_ERROR_MEMORY;
    record->capacity = capacity;
    return BZ_OK;
}

int bz_record_play(struct bz_record *record, bz_move move, struct bz_error *err)
{
    if (record->length == record->capacity) {
        int code = grow(record, err);

        if (code)
            return code;
    }
    record->moves[record->length] = move;
    if (record->remarks)
        record->remarks[record->length] = bz_remark_none;
    record->length++;
    record->setup->rules->play(&record->pos, move);
    return BZ_OK;
}

int bz_record_remark(struct bz_record *record, bz_move move, const struct bz_remark *remark,
                     struct bz_error *err)
{
    int code = bz_record_play(record, move, err);

    if (!code && !record->remarks)
        code = grow_remarks(record, record->capacity, err);
    if (!code)
        record->remarks[record->length - 1] = *remark;
    return code;
}

void bz_record_rule(struct bz_record *record, enum bz_ruling ruling, int loser)
{
    assert(!bz_record_is_over(record) && ruling != BZ_RULING_NONE);
    assert((ruling == BZ_RULING_DRAWN) == (loser < 0) && loser < record->setup->rules->players);
    record->ruling = ruling;
    record->loser = loser;
}

void bz_record_undo(struct bz_record *record, int plies)
{
    record->ruling = BZ_RULING_NONE;
    record->loser = -1;
    record->note[0] = '\0';
    record->length = plies < record->length ? record->length - plies : 0;
    record->pos = record->start;
    for (int i = 0; i < record->length; i++)
        record->setup->rules->play(&record->pos, record->moves[i]);
}

bool bz_record_is_over(const struct bz_record *record)
{
    return record->ruling != BZ_RULING_NONE || bz_is_over(record->setup, &record->pos);
}

/* Those with the most, a bit each; none where all have the same. All but the one whom a ruling
 * names have won. */
static unsigned winners_of(const struct bz_record *record)
{
    int result[BZ_PLAYERS_MAX], players = record->setup->rules->players, most;
    unsigned winners = 0, all = (1u << players) - 1;

    if (record->ruling != BZ_RULING_NONE)
        return record->loser < 0 ? 0 : all & ~(1u << record->loser);
    record->setup->rules->result(&record->pos, result);
    most = result[0];
    for (int i = 1; i < players; i++)
        most = result[i] > most ? result[i] : most;
    for (int i = 0; i < players; i++)
        winners |= (unsigned)(result[i] == most) << i;
    return winners == all ? 0 : winners;
}

const char *bz_record_result(const struct bz_record *record)
{
    static const char *const wins[129] = {
        [0] = "draw",     [1] = "p1win",      [2] = "p2win",      [3] = "p1p2win",
        [4] = "p3win",    [5] = "p1p3win",    [6] = "p2p3win",    [7] = "p1p2p3win",
        [8] = "p4win",    [9] = "p1p4win",    [10] = "p2p4win",   [11] = "p1p2p4win",
        [12] = "p3p4win", [13] = "p1p3p4win", [14] = "p2p3p4win", [16] = "p5win",
        [32] = "p6win",   [64] = "p7win",     [128] = "p8win",
    };
    unsigned winners;

    if (!bz_record_is_over(record))
        return "none";
    if (record->setup->rules->players == 1)
        return "done";
    winners = winners_of(record);
    return winners < sizeof(wins) / sizeof(wins[0]) && wins[winners] ? wins[winners] : wins[0];
}

int bz_record_outcome(const struct bz_record *record, int seat)
{
    const char *result = bz_record_result(record);
    char winner[16];

    if (strcmp(result, "draw") == 0)
        return 0;
    snprintf(winner, sizeof(winner), "p%d", seat + 1);
    return strstr(result, winner) ? 1 : -1;
}

void bz_record_reason(const struct bz_record *record, struct bz_buf *out)
{
    const struct bz_game *game = record->setup->game;

    if (!bz_record_is_over(record))
        bz_buf_add(out, "the game is not over");
    else if (record->loser >= 0)
        bz_buf_add(out, "%s %s", bz_player_name(game, record->loser), deeds[record->ruling]);
    else if (record->ruling != BZ_RULING_NONE)
        bz_buf_add(out,
                   record->setup->rules->players > 1 ? "judged to be a draw" : "judged to be over");
    else if (game->text->ending)
        game->text->ending(&record->pos, out);
    else
        bz_buf_add(out, "the game is over");
}

bz_move bz_chance_draw(const struct bz_setup *setup, const void *pos, struct bz_random *random)
{
    bz_move moves[BZ_MOVES_MAX];
    uint32_t weights[BZ_MOVES_MAX];
    int count = setup->rules->deal(pos, moves, weights), i = 0;
    uint64_t total = 0, draw;

    assert(count > 0);
    for (int k = 0; k < count; k++)
        total += weights[k];
    for (draw = bz_random_below(random, total); draw >= weights[i]; i++)
        draw -= weights[i];
    return moves[i];
}

int bz_record_finish(struct bz_record *record, struct bz_engine *const *engines,
                     struct bz_random *random, bz_record_listener *each, void *context,
                     struct bz_error *err)
{
    const struct bz_setup *setup = record->setup;

    while (!bz_record_is_over(record)) {
        int turn = setup->rules->turn(&record->pos), code;
        struct bz_answer answer;

        if (turn == BZ_CHANCE) {
            code = bz_record_play(record, bz_chance_draw(setup, &record->pos, random), err);
        } else {
            bz_engine_think(engines[turn], &record->pos, NULL, NULL, &answer);
            if (answer.resigned)
                bz_record_rule(record, BZ_RULING_RESIGNED, turn);
            code = answer.resigned ? BZ_OK : bz_record_play(record, answer.move, err);
        }
        if (code)
            return code;
        if (each)
            each(context, record, turn == BZ_CHANCE ? NULL : &answer);
    }
    return BZ_OK;
}
