/*
 * moves.c - checks of what it is there for: being asked for moves.
 */
#include <inttypes.h>
#include <string.h>

#include "base/clock.h"
#include "match/notes.h"
#include "parts.h"

enum { CLOCK_MILLIS = 3000, GRACE_MICROS = 250000, ATTEMPTS = 3 };

/* --- one question ----------------------------------------------------------------------------- */

/* The moves and what it was told are what an author needs to find the mistake. */
static void blame_move(struct exam *exam, struct token move, const char *why)
{
    const struct bz_record *record = exam->record;
    char text[400], fen[BZ_POS_TEXT_MAX] = "";
    struct bz_buf legal = BZ_BUF(text), position = BZ_BUF(fen);

    bz_note_legal(&legal, record);
    record->setup->game->text->format(&record->pos, &position);
    exam_fault(
        exam,
        "Write moves exactly as the list of legal ones has them ('bazi rules GAME' explains "
        "the notation). If the move would be legal in another position, your program missed "
        "one of the moves in the 'position' line, or kept something from an earlier one.",
        "your program answered '%s', which is no legal move (%s); %s; the position is %.500s",
        bz_quoted(move.text, move.length).text, why, text, fen);
}

static void judge_move(struct exam *exam, struct tokens words)
{
    struct token move = token_next(&words);
    struct bz_error err;
    bz_move unused;

    if (move.length == 0)
        exam_fault(exam, "Written: bestmove MOVE", "your program sent 'bestmove' without a move");
    else if (!token_is(move, "resign") && bz_parse_move(exam->record->setup, &exam->record->pos,
                                                        move.text, move.length, &unused, &err))
        blame_move(exam, move, err.text);
}

/* Also what never came. */
static bool is_late(const struct exam *exam, int64_t micros, int64_t allowed)
{
    return micros == INT64_MAX || (allowed && micros > (allowed + exam->order->margin) * 1000);
}

static void blame_time(struct exam *exam, int64_t micros, int64_t allowed)
{
    exam_fault(exam,
               "Stop thinking a little before the time is over: look at the clock between two "
               "moves, not only between two depths.",
               "asked %d times, your program never took less than %.3f s for this move; it had "
               "%.3f s, and %" PRId64 " ms are forgiven",
               ATTEMPTS, (double)micros * 1e-6, (double)allowed * 1e-3, exam->order->margin);
}

/* A line between its answer and being ready, when there must be nothing more. */
static void judge_rest(void *context, struct token line)
{
    struct tokens rest;

    if (line_begins(line, "bestmove", &rest))
        exam_fault(context, "Print 'bestmove' once for each 'go', when the search is over.",
                   "your program sent a second 'bestmove' to one 'go'");
}

/* Asks for a move in exam->record, of which exam->line tells. Whether it was answered well; and how
 * long that took. */
static bool ask_once(struct exam *exam, const char *go, int64_t allowed, int64_t *ret_micros)
{
    int64_t patience = exam_patience(exam, INT64_MAX / 1000), begin;
    int64_t wait = allowed * 1000 + GRACE_MICROS;
    struct tokens rest;
    enum bz_heard heard;

    if (wait < patience)
        wait = patience;
    talk_clear(&exam->talk);
    bz_channel_question(&exam->channel);
    exam_say(exam, exam->line);
    exam_say(exam, go);
    begin = bz_clock_micros();
    exam->channel.lag = 0;
    heard = exam_hear_word(exam, "bestmove", begin + wait, &rest);
    *ret_micros = bz_clock_micros() - begin - exam->channel.lag;
    if (heard != BZ_HEARD_LINE) {
        exam_fail(exam, heard, "bestmove", wait);
        return false;
    }
    judge_move(exam, rest);
    return exam_listen(exam, "isready", "readyok", judge_rest, exam) &&
           exam->found.grade != GRADE_FAULT;
}

/* The same, again if it was late: that may have been the machine. `allowed` is 0 without a limit of
 * time; *longest grows. */
static bool ask(struct exam *exam, const char *go, int64_t allowed, int64_t *longest)
{
    int64_t shortest = INT64_MAX;

    for (int i = 0; i < ATTEMPTS && is_late(exam, shortest, allowed); i++) {
        int64_t micros;

        if (!ask_once(exam, go, allowed, &micros))
            return false;
        if (micros < shortest)
            shortest = micros;
    }
    if (is_late(exam, shortest, allowed))
        blame_time(exam, shortest, allowed);
    if (shortest > *longest)
        *longest = shortest;
    return exam->found.grade != GRADE_FAULT;
}

/* --- ways to ask ------------------------------------------------------------------------------ */

/* Once, where the game begins. */
static void ask_first(struct exam *exam, const char *go, int64_t allowed)
{
    struct bz_record record;
    int64_t micros = 0;

    if (!stroll_open(exam, &record)) {
        exam->record = &record;
        stroll_line(exam, &record, 0);
        if (ask(exam, go, allowed, &micros) && allowed)
            exam_remark(exam, "%.0f ms of %" PRId64, (double)micros * 1e-3, allowed);
        else
            exam_remark(exam, "%.0f ms", (double)micros * 1e-3);
    }
    exam->record = NULL;
    bz_record_release(&record);
}

static void write_movetime(const struct exam *exam, struct bz_buf *out)
{
    bz_buf_add(out, "go movetime %" PRId64, exam->order->movetime);
}

void check_movetime(struct exam *exam)
{
    char go[64];
    struct bz_buf line = BZ_BUF(go);

    write_movetime(exam, &line);
    ask_first(exam, go, exam->order->movetime);
    exam->hopeless = !exam->here; /* what it is there for, it does not do */
}

void check_depth(struct exam *exam)
{
    ask_first(exam, "go depth 1", 0);
}

void check_nodes(struct exam *exam)
{
    ask_first(exam, "go nodes 100", 0);
}

void check_clock(struct exam *exam)
{
    char go[512];
    struct bz_buf line = BZ_BUF(go);

    bz_buf_add(&line, "go");
    for (int i = 0; i < exam->order->setup->rules->players; i++)
        bz_buf_add(&line, " p%dtime %d p%dinc 100", i + 1, CLOCK_MILLIS, i + 1);
    ask_first(exam, go, CLOCK_MILLIS);
}

/* --- positions -------------------------------------------------------------------------------- */

/* Asks in one random position after the other; of each, so much is told as a FEN and the rest as
 * moves: nothing, half, or all. The same positions each time. */
static void ask_everywhere(struct exam *exam, int halves)
{
    int64_t longest = 0;
    char go[64];
    struct bz_buf line = BZ_BUF(go);
    bool good = true;

    write_movetime(exam, &line);
    bz_random_seed(&exam->random, exam->order->seed);
    for (int i = 0; i < exam->order->positions && good; i++) {
        struct bz_record record;

        good = !stroll_random(exam, &record) && !bz_record_is_over(&record);
        if (good) {
            exam->record = &record;
            stroll_line(exam, &record, record.length * halves / 2);
            good = ask(exam, go, exam->order->movetime, &longest);
        }
        exam->record = NULL;
        bz_record_release(&record);
    }
    exam_remark(exam, "%d positions, at most %.0f ms of %" PRId64, exam->order->positions,
                (double)longest * 1e-3, exam->order->movetime);
}

void check_moves(struct exam *exam)
{
    ask_everywhere(exam, 0);
}

void check_fen(struct exam *exam)
{
    ask_everywhere(exam, 2);
}

void check_fen_moves(struct exam *exam)
{
    ask_everywhere(exam, 1);
}

void check_info(struct exam *exam)
{
    if (exam->kept[KEPT_INFO].grade != GRADE_OK)
        exam->found = exam->kept[KEPT_INFO];
    else if (exam->infos)
        exam_remark(exam, "%d lines", exam->infos);
    else
        exam_remark(exam, "it sent none, and need not");
}

void check_stray(struct exam *exam)
{
    if (exam->kept[KEPT_STRAY].grade != GRADE_OK)
        exam->found = exam->kept[KEPT_STRAY];
}
