/*
 * book_write.c - thinking openings through: the position nearest to the start first, then whatever
 * the opponent may answer to the move found. So each side has its moves against everything, as far
 * as the book goes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bazi/book.h"
#include "bazi/engine.h"
#include "book.h"
#include "files/sealed.h"
#include "konane.h"

enum { SAVE_EVERY = 16 };

/* Positions of one word, waiting in the order they came up. */
struct queue {
    union bz_pos *waiting;
    int count, next, room;
};

struct author {
    const struct bz_setup *setup;
    const struct bz_booking *booking;
    struct bz_engine *engine;
    struct konane_book book, seen; /* what is thought through, and what was ever put in the queue */
    struct queue queue;
    struct bz_error *err;
};

static int short_of_memory(struct author *author)
{
    return bz_fail(author->err, BZ_ERROR_MEMORY, "not enough memory for a book");
}

/* Each position once, whichever image of it comes up first. */
static int enqueue(struct author *author, const union bz_pos *pos)
{
    struct queue *queue = &author->queue;
    struct konane_page page = {.value = 0};

    if (bz_is_over(author->setup, pos) || queue->count == queue->room ||
        konane_book_find(&author->seen, pos, &page))
        return BZ_OK;
    page.move = 0;
    if (konane_book_add(&author->seen, pos, page))
        return short_of_memory(author);
    queue->waiting[queue->count++] = *pos;
    return BZ_OK;
}

static int enqueue_children(struct author *author, const union bz_pos *pos)
{
    const struct bz_rules *rules = author->setup->rules;
    bz_move moves[BZ_MOVES_MAX];
    int count = rules->moves(pos, moves), code = BZ_OK;

    for (int i = 0; i < count && !code; i++) {
        union bz_pos child = *pos;

        rules->play(&child, moves[i]);
        code = enqueue(author, &child);
    }
    return code;
}

static int save(struct author *author)
{
    const struct konane *pos = (const void *)&author->queue.waiting[0];
    char comment[160];

    snprintf(comment, sizeof(comment),
             "# Made by: bazi book konane --positions %d --movetime %lld\n",
             author->booking->positions, (long long)author->booking->movetime);
    return konane_book_save(&author->book, pos->rows, pos->cols, comment, author->booking->out,
                            author->err);
}

/* One position thought through, and what may follow put in the queue. */
static int think_through(struct author *author, const union bz_pos *pos)
{
    const struct bz_limits limits = {.movetime = author->booking->movetime,
                                     .stop = author->booking->stop};
    union bz_pos after = *pos;
    struct bz_answer answer;
    struct konane_page page;

    bz_engine_reset(author->engine);
    bz_engine_think(author->engine, pos, &limits, NULL, &answer);
    if (author->booking->stop && atomic_load(author->booking->stop))
        return bz_fail(author->err, BZ_ERROR_STOPPED, "stopped");
    page = (struct konane_page){
        .move = answer.move, .value = (int)answer.info.value, .depth = answer.info.depth};
    if (konane_book_add(&author->book, pos, page))
        return short_of_memory(author);
    author->setup->rules->play(&after, answer.move);
    return enqueue_children(author, &after);
}

static int write_pages(struct author *author)
{
    struct queue *queue = &author->queue;
    const struct bz_booking *booking = author->booking;
    int code = BZ_OK;

    while (!code && queue->next < queue->count) {
        union bz_pos pos = queue->waiting[queue->next++];

        code = think_through(author, &pos);
        if (!code && queue->next % SAVE_EVERY == 0)
            code = save(author);
        if (booking->progress)
            booking->progress(booking->context, "thinking",
                              (double)queue->next / (double)queue->room);
    }
    if (author->book.count > 0 && (!code || code == BZ_ERROR_STOPPED)) {
        int saved = save(author);

        code = code ? code : saved;
    }
    return code;
}

static int write_book(struct author *author)
{
    union bz_pos start;
    int code;

    bz_start(author->setup, &start);
    code = enqueue(author, &start);
    if (!code)
        code = enqueue_children(author, &start);
    return code ? code : write_pages(author);
}

int konane_write_book(const struct bz_setup *setup, const struct bz_booking *booking,
                      struct bz_error *err)
{
    struct author author = {.setup = setup, .booking = booking, .err = err};
    char spec[64];
    int code;

    if (setup->rules->book == NULL)
        return bz_fail(err, BZ_ERROR_UNFIT, "konane keeps no book for boards beyond 8x8");
    snprintf(spec, sizeof(spec), "best:book=never,hash=256,threads=%d", booking->threads);
    code = bz_sealed_try(booking->out, err);
    if (!code)
        code = bz_engine_new(setup, spec, &author.engine, err);
    if (code)
        return code;
    author.queue.room = booking->positions;
    author.queue.waiting = calloc((size_t)booking->positions, sizeof(*author.queue.waiting));
    code = author.queue.waiting ? write_book(&author) : short_of_memory(&author);
    free(author.queue.waiting);
    konane_book_release(&author.book);
    konane_book_release(&author.seen);
    bz_engine_free(author.engine);
    return code;
}
