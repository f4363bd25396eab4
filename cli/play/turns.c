/*
 * turns.c - the turns of a game of our own: players are asked, chance is drawn.
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
    for (int i = 0; i < session->setup->rules->players; i++)
        if (bz_player_is_person(session->players[i]))
            return true;
    return false;
}

static enum outcome play_move(struct session *session, bz_move move)
{
    struct bz_error err;

    if (bz_record_play(session->game, move, &err)) {
        complain("%s", err.text);
        return OUTCOME_FAILED;
    }
    return OUTCOME_MOVED;
}

static enum outcome chance_turn(struct session *session)
{
    bz_move move = bz_chance_draw(session->setup, &session->record->pos, &session->random);

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
    struct bz_buf note = BZ_BUF(session->game->note);

    bz_record_rule(session->game, reply->ruling, player);
    bz_buf_add(&note, "%s", reply->note);
    if (reply->ruling == BZ_RULING_RESIGNED)
        say("%s resigns.", bz_player_name(session->setup->game, player));
    else
        say("%s: %s.", session->record->players[player], reply->note);
    return OUTCOME_MOVED;
}

/* Tells the player of the game, where that has not happened yet, and asks for a move. */
static void ask_player(struct session *session, int player, struct bz_reply *ret_reply)
{
    struct bz_listener listener = {.info = show_progress, .context = session};
    struct bz_limits limits = {0};
    struct bz_question question = {.record = session->record,
                                   .seat = player,
                                   .limits = &limits,
                                   .allowed = INT64_MAX,
                                   .listener = &listener,
                                   .stop = interrupt_flag()};

    if (session->brisk && strcmp(session->record->players[player], PLAYER_BEST) == 0)
        limits.nodes = BRISK_NODES;
    if (!bz_player_is_engine(session->players[player]) &&
        !bz_player_is_person(session->players[player]))
        limits.movetime = BZ_MOVETIME_DEFAULT;
    if (!session->begun[player])
        bz_player_begin(session->players[player], session->record, player, ret_reply);
    if (session->begun[player] ||
        (ret_reply->ruling == BZ_RULING_NONE && !ret_reply->stopped && !ret_reply->trouble))
        bz_player_ask(session->players[player], &question, ret_reply);
    session->begun[player] = true;
}

/* Others than people think out of sight, and in a demonstration not too fast. */
static enum outcome wait_for(struct session *session, int player, struct bz_reply *ret_reply)
{
    int64_t begin = bz_clock_micros();
    enum outcome outcome;

    if (session->rewrites)
        printf("  %s: thinking", bz_player_name(session->setup->game, player));
    fflush(stdout);
    ask_player(session, player, ret_reply);
    outcome = rest(session->pause, begin);
    if (session->rewrites)
        terminal_erase_line(stdout);
    return interrupt_signal() ? OUTCOME_STOP : outcome;
}

static enum outcome player_turn(struct session *session, int player)
{
    enum outcome outcome = OUTCOME_MOVED;
    struct bz_reply reply;

    if (bz_player_is_person(session->players[player])) {
        ask_player(session, player, &reply);
        if (reply.stopped)
            return session->outcome;
    } else {
        outcome = wait_for(session, player, &reply);
    }
    if (outcome != OUTCOME_MOVED)
        return outcome;
    if (reply.trouble) {
        complain("%s: %s", session->record->players[player], reply.note);
        return OUTCOME_FAILED;
    }
    if (reply.ruling != BZ_RULING_NONE)
        return show_ruling(session, player, &reply);
    show_move(session, reply.answer.move, &reply.answer);
    return play_move(session, reply.answer.move);
}

enum outcome play_turns(struct session *session)
{
    const struct bz_rules *rules = session->setup->rules;
    bool watched = !play_has_person(session);
    int first = rules->turn(&session->record->pos);

    if (!watched && (first == BZ_CHANCE || !bz_player_is_person(session->players[first])))
        show_position(session); /* otherwise a person's turn begins with it */
    while (!bz_record_is_over(session->record)) {
        int turn = rules->turn(&session->record->pos);
        enum outcome outcome;

        if (turn != BZ_CHANCE && watched)
            show_position(session);
        if (turn == BZ_CHANCE)
            outcome = chance_turn(session);
        else
            outcome = player_turn(session, turn);
        if (outcome != OUTCOME_MOVED)
            return outcome;
        bz_referee_bound(session->game, BZ_PLIES_MOST);
        if (fflush(stdout))
            return OUTCOME_LEFT; /* nobody sees it any more */
    }
    return OUTCOME_MOVED;
}
