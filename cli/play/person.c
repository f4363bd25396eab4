/*
 * person.c - the person at the terminal as a player: what he sees, is asked and answers.
 *
 * In a game of our own everything that happens is on the screen already when he is asked. Under a
 * referee it is shown at his turn and at the end, since nobody tells of single moves before.
 */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "command.h"
#include "play.h"
#include "text/terminal.h"
#include "text/words.h"

/* --- the game of a referee -------------------------------------------------------------------- */

static void begin(void *context, const struct bz_record *record, int seat)
{
    struct session *session = context;

    (void)seat;
    if (session->game || session->record)
        return; /* our own, or he sits at another seat of it, too */
    session->record = record;
    session->setup = record->setup;
    session->shown = 0;
    show_opening(session);
}

/* What was played since he saw the game last. */
static void show_news(struct session *session)
{
    const struct bz_record *record = session->record;
    union bz_pos pos = record->start;

    for (int i = 0; i < record->length; i++) {
        if (i >= session->shown)
            show_deed(session, &pos, record->moves[i], NULL);
        session->setup->rules->play(&pos, record->moves[i]);
    }
    session->shown = record->length;
}

static void end(void *context)
{
    struct session *session = context;

    if (session->game || !session->record)
        return;
    show_news(session);
    if (bz_record_is_over(session->record))
        show_end(session);
    session->record = NULL;
}

/* --- a turn ----------------------------------------------------------------------------------- */

static int digits(int number)
{
    int count = 1;

    while (number >= 10) {
        number /= 10;
        count++;
    }
    return count;
}

static void list_moves(struct session *session)
{
    struct choices *choices = &session->choices;
    int wide;

    choices->count = session->setup->rules->moves(&session->record->pos, choices->moves);
    wide = digits(choices->count);
    for (int i = 0; i < choices->count; i++) {
        struct bz_buf buf = BZ_BUF(choices->labels[i]);

        bz_buf_add(&buf, "%*d ", wide, i + 1);
        choices->texts[i] = choices->labels[i] + buf.length;
        bz_format_move(session->setup, &session->record->pos, choices->moves[i], &buf);
    }
}

/* The words that Tab completes: the moves and everything else that can be typed. */
static void list_words(const struct session *session, const char **ret_words)
{
    const struct play_word *word = play_words;
    int count = 0;

    for (int i = 0; i < session->choices.count; i++)
        ret_words[count++] = session->choices.texts[i];
    for (; (word = play_word_next(session, word)); word++)
        ret_words[count++] = word->name;
    ret_words[count] = NULL;
}

static enum outcome ask_once(struct session *session, int seat, int64_t deadline)
{
    const char *words[BZ_MOVES_MAX + WORDS_MAX];
    char label[64], line[PROMPT_LINE_MAX + 1];
    struct bz_buf buf = BZ_BUF(label);

    list_words(session, words);
    bz_buf_add(&buf, "%s> ", bz_player_name(session->setup->game, seat));
    switch (prompt_ask(session->prompt, label, words, deadline, line)) {
    case PROMPT_LINE:
        return play_obey(session, line);
    case PROMPT_TOO_LONG:
        say("A line has at most %d characters; that one was longer and is not read.",
            PROMPT_LINE_MAX);
        return OUTCOME_ASK;
    case PROMPT_LATE:
        session->reply->ruling = BZ_RULING_LATE;
        return OUTCOME_MOVED;
    case PROMPT_END:
        return OUTCOME_LEFT;
    case PROMPT_STOP:
        break;
    }
    return OUTCOME_STOP;
}

static void ask(void *context, const struct bz_question *question, struct bz_reply *reply)
{
    struct session *session = context;
    int64_t deadline =
        question->allowed == INT64_MAX ? INT64_MAX : bz_clock_micros() + question->allowed;

    session->reply = reply;
    if (!session->game)
        show_news(session);
    list_moves(session);
    show_position(session);
    show_choices(session, CHOICES_SHOWN);
    if (question->allowed != INT64_MAX)
        say("There are %.1f s for it.", (double)question->allowed * 1e-6);
    do
        session->outcome = ask_once(session, question->seat, deadline);
    while (session->outcome == OUTCOME_ASK && !ferror(stdout));
    if (session->outcome == OUTCOME_ASK)
        session->outcome = OUTCOME_LEFT; /* nobody sees it any more */
    reply->stopped = reply->ruling == BZ_RULING_NONE && reply->answer.move == BZ_MOVE_NONE;
}

int session_open(struct session *session)
{
    session->person =
        (struct bz_person){.context = session, .begin = begin, .ask = ask, .end = end};
    session->style = terminal_draw_style();
    session->rewrites = terminal_can_rewrite(stdout);
    session->prompt = prompt_new();
    return session->prompt ? STATUS_DONE : complain("not enough memory");
}

void session_close(struct session *session)
{
    prompt_free(session->prompt);
    bz_engine_free(session->adviser);
}
