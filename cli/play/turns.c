/*
 * play_turns.c - the turns of a game: people are asked, engines think, chance is drawn.
 */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "command.h"
#include "interrupt.h"
#include "match/referee.h"
#include "play.h"
#include "text/terminal.h"
#include "text/words.h"

enum { BRISK_NODES = 200000 }; /* a demonstration should not make anyone wait */

bool play_has_person(const struct session *session)
{
    for (int i = 0; i < session->setup.rules->players; i++)
        if (!session->players[i])
            return true;
    return false;
}

static int digits(int number)
{
    int count = 1;

    while (number >= 10) {
        number /= 10;
        count++;
    }
    return count;
}

void play_list_moves(struct session *session)
{
    struct choices *choices = &session->choices;
    int wide;

    choices->count = session->setup.rules->moves(&session->record.pos, choices->moves);
    wide = digits(choices->count);
    for (int i = 0; i < choices->count; i++) {
        struct bz_buf buf = BZ_BUF(choices->labels[i]);

        bz_buf_add(&buf, "%*d ", wide, i + 1);
        choices->texts[i] = choices->labels[i] + buf.length;
        bz_format_move(&session->setup, &session->record.pos, choices->moves[i], &buf);
    }
}

static enum outcome play_move(struct session *session, bz_move move)
{
    struct bz_error err;

    if (bz_record_play(&session->record, move, &err)) {
        complain("%s", err.text);
        return OUTCOME_FAILED;
    }
    return OUTCOME_MOVED;
}

static enum outcome chance_turn(struct session *session)
{
    bz_move move = bz_chance_draw(&session->setup, &session->record.pos, &session->random);

    show_move(session, move, NULL);
    return play_move(session, move);
}

/* Rests for what is left of the pause. */
static enum outcome rest(double pause, int64_t since)
{
    double left;

    while ((left = pause - (double)(bz_clock_micros() - since) / 1e6) > 0)
        if (interrupt_wait(-1, left) == WAIT_STOP)
            return OUTCOME_STOP;
    return OUTCOME_MOVED;
}

/* What a ruling, or giving up, looks like. */
static enum outcome show_ruling(struct session *session, int player, const struct bz_reply *reply)
{
    struct bz_buf note = BZ_BUF(session->record.note);

    bz_record_rule(&session->record, reply->ruling, player);
    bz_buf_add(&note, "%s", reply->note);
    if (reply->ruling == BZ_RULING_RESIGNED)
        say("%s resigns.", bz_player_name(session->setup.game, player));
    else
        say("%s: %s.", session->record.players[player], reply->note);
    return OUTCOME_MOVED;
}

/* Tells the player of the game, where that has not happened yet, and asks for a move. */
static void ask_player(struct session *session, int player, struct bz_reply *ret_reply)
{
    struct bz_listener listener = {.info = show_progress, .context = session};
    struct bz_limits limits = {0};
    struct bz_question question = {.record = &session->record,
                                   .seat = player,
                                   .limits = &limits,
                                   .allowed = INT64_MAX,
                                   .listener = &listener,
                                   .stop = interrupt_flag()};

    if (session->brisk && strcmp(session->record.players[player], PLAYER_BEST) == 0)
        limits.nodes = BRISK_NODES;
    if (!bz_player_is_engine(session->players[player]))
        limits.movetime = BZ_MOVETIME_DEFAULT;
    if (!session->begun[player])
        bz_player_begin(session->players[player], &session->record, player, ret_reply);
    if (session->begun[player] || (ret_reply->ruling == BZ_RULING_NONE && !ret_reply->stopped))
        bz_player_ask(session->players[player], &question, ret_reply);
    session->begun[player] = true;
}

static enum outcome engine_turn(struct session *session, int player)
{
    int64_t begin = bz_clock_micros();
    struct bz_reply reply;
    enum outcome outcome;

    if (session->rewrites)
        printf("  %s: thinking", bz_player_name(session->setup.game, player));
    fflush(stdout);
    ask_player(session, player, &reply);
    outcome = rest(session->pause, begin);
    if (session->rewrites)
        terminal_erase_line(stdout);
    if (outcome == OUTCOME_STOP || interrupt_signal())
        return OUTCOME_STOP;
    if (reply.ruling != BZ_RULING_NONE)
        return show_ruling(session, player, &reply);
    show_move(session, reply.answer.move, &reply.answer);
    return play_move(session, reply.answer.move);
}

/* The words that Tab completes: the moves and everything else that can be typed. */
static void list_words(const struct session *session, const char **ret_words)
{
    int count = 0;

    for (int i = 0; i < session->choices.count; i++)
        ret_words[count++] = session->choices.texts[i];
    for (const struct play_word *word = play_words; word->name; word++)
        ret_words[count++] = word->name;
    ret_words[count] = NULL;
}

static enum outcome ask(struct session *session, int player)
{
    const char *words[BZ_MOVES_MAX + WORDS_MAX];
    char label[64], line[PROMPT_LINE_MAX + 1];
    struct bz_buf buf = BZ_BUF(label);

    list_words(session, words);
    bz_buf_add(&buf, "%s> ", bz_player_name(session->setup.game, player));
    switch (prompt_ask(session->prompt, label, words, line)) {
    case PROMPT_LINE:
        return play_obey(session, line);
    case PROMPT_TOO_LONG:
        say("A line has at most %d characters; that one was longer and is not read.",
            PROMPT_LINE_MAX);
        return OUTCOME_ASK;
    case PROMPT_END:
        return OUTCOME_LEFT;
    case PROMPT_STOP:
        break;
    }
    return OUTCOME_STOP;
}

static enum outcome human_turn(struct session *session, int player)
{
    enum outcome outcome;

    play_list_moves(session);
    show_position(session);
    show_choices(session, CHOICES_SHOWN);
    do
        outcome = ask(session, player);
    while (outcome == OUTCOME_ASK && !ferror(stdout));
    return outcome == OUTCOME_ASK ? OUTCOME_LEFT : outcome;
}

enum outcome play_turns(struct session *session)
{
    const struct bz_rules *rules = session->setup.rules;
    bool watched = !play_has_person(session);
    int first = rules->turn(&session->record.pos);

    if (!watched && (first == BZ_CHANCE || session->players[first]))
        show_position(session); /* otherwise a person's turn begins with it */
    while (!bz_record_is_over(&session->record)) {
        int turn = rules->turn(&session->record.pos);
        enum outcome outcome;

        if (turn != BZ_CHANCE && watched)
            show_position(session);
        if (turn == BZ_CHANCE)
            outcome = chance_turn(session);
        else if (session->players[turn])
            outcome = engine_turn(session, turn);
        else
            outcome = human_turn(session, turn);
        if (outcome != OUTCOME_MOVED)
            return outcome;
        if (fflush(stdout))
            return OUTCOME_LEFT; /* nobody sees it any more */
    }
    return OUTCOME_MOVED;
}
