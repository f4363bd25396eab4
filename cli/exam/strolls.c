/*
 * strolls.c - positions to ask about, from games played at random; the same for the same seed.
 */
#include "match/guest.h"
#include "parts.h"

enum { PLIES_MOST = 300, END_PLIES_MOST = 20000, ATTEMPTS = 100 };

static bool is_chance(const struct bz_record *record)
{
    return record->setup->rules->turn(&record->pos) == BZ_CHANCE;
}

static int step(struct exam *exam, struct bz_record *record)
{
    bz_move moves[BZ_MOVES_MAX], move;
    int count;

    if (is_chance(record)) {
        move = bz_chance_draw(record->setup, &record->pos, &exam->random);
    } else {
        count = record->setup->rules->moves(&record->pos, moves);
        move = moves[bz_random_below(&exam->random, (uint64_t)count)];
    }
    return bz_record_play(record, move, &exam->err);
}

/* On until somebody has to move. */
static int settle(struct exam *exam, struct bz_record *record)
{
    int code = BZ_OK;

    while (!code && !bz_record_is_over(record) && is_chance(record))
        code = step(exam, record);
    return code;
}

static int walk(struct exam *exam, struct bz_record *record, int most)
{
    int code = BZ_OK;

    while (!code && record->length < most && !bz_record_is_over(record))
        code = step(exam, record);
    return code;
}

int stroll_open(struct exam *exam, struct bz_record *record)
{
    bz_record_init(record, exam->order->setup, NULL);
    return settle(exam, record);
}

int stroll_random(struct exam *exam, struct bz_record *record)
{
    int code = BZ_OK;

    bz_record_init(record, exam->order->setup, NULL);
    for (int i = 0; i < ATTEMPTS && !code; i++) {
        bz_record_undo(record, record->length);
        code = walk(exam, record, PLIES_MOST);
        bz_record_undo(record, (int)bz_random_below(&exam->random, (uint64_t)record->length + 1));
        if (!code)
            code = settle(exam, record);
        if (!bz_record_is_over(record))
            break;
    }
    return code;
}

bool stroll_to_end(struct exam *exam, struct bz_record *record)
{
    bz_record_init(record, exam->order->setup, NULL);
    return !walk(exam, record, END_PLIES_MOST) && bz_record_is_over(record);
}

void stroll_line(struct exam *exam, const struct bz_record *record, int plies)
{
    const struct bz_setup *setup = record->setup;
    struct bz_buf line = BZ_BUF(exam->line);
    union bz_pos pos = record->start;

    for (int i = 0; i < plies; i++)
        setup->rules->play(&pos, record->moves[i]);
    if (plies == 0 && bz_guest_knows_start(record)) {
        bz_buf_add(&line, "position startpos");
    } else {
        bz_buf_add(&line, "position fen ");
        setup->game->text->format(&pos, &line);
    }
    for (int i = plies; i < record->length; i++) {
        bz_buf_add(&line, i == plies ? " moves " : " ");
        bz_format_move(setup, &pos, record->moves[i], &line);
        setup->rules->play(&pos, record->moves[i]);
    }
}
