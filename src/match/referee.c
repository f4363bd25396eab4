/*
 * referee.c - asking, timing, ruling.
 */
#include "match/referee.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

#include "match/notes.h"

/* A game in progress. */
struct play {
    const struct bz_table *table;
    struct bz_record *record;
    struct bz_random luck;
    int64_t left[BZ_PLAYERS_MAX]; /* microseconds on the clock, or in the bank */
    int losing[BZ_PLAYERS_MAX];   /* moves in a row at which it said it was lost */
    int level;                    /* moves in a row that were worth nothing much */
};

static bool has_clock(const struct bz_control *control)
{
    return control->main > 0;
}

static bool is_limited(const struct bz_control *control)
{
    return control->depth || control->nodes || control->movetime || has_clock(control);
}

static struct bz_limits limits_of(const struct play *play, int seat)
{
    const struct bz_control *control = &play->table->control;
    const struct bz_player *player = play->table->players[seat];
    struct bz_limits limits = {
        .depth = control->depth, .nodes = control->nodes, .movetime = control->movetime};

    for (int i = 0; has_clock(control) && i < play->record->setup->rules->players; i++) {
        limits.time[i] = play->left[i] > 1000 ? play->left[i] / 1000 : 1;
        limits.increment[i] = control->increment;
    }
    if (!is_limited(control) && !bz_player_is_engine(player) && !bz_player_is_person(player))
        limits.movetime = BZ_MOVETIME_DEFAULT;
    return limits;
}

/* Microseconds for this move, the margin among them. */
static int64_t allowed_to(const struct play *play, int seat, const struct bz_limits *limits)
{
    const struct bz_control *control = &play->table->control;
    int64_t margin = control->margin * 1000, allowed = INT64_MAX;

    if (limits->movetime)
        allowed = limits->movetime * 1000 + margin;
    if (limits->movetime && !has_clock(control))
        allowed += play->left[seat];
    if (has_clock(control) && play->left[seat] + margin < allowed)
        allowed = play->left[seat] + margin;
    return allowed;
}

static struct bz_remark remark_on(const struct bz_reply *reply)
{
    const struct bz_info *info = &reply->answer.info;

    return (struct bz_remark){.micros = reply->micros,
                              .left = -1,
                              .depth = info->depth,
                              .nodes = info->nodes,
                              .value = info->depth > 0 ? info->value : (double)NAN,
                              .proof = info->proof,
                              .distance = info->proof == BZ_UNDECIDED ? 0 : info->distance};
}

/* Takes what was used off the clock, or out of the bank. */
static void charge(struct play *play, int seat, const struct bz_limits *limits,
                   struct bz_remark *remark)
{
    const struct bz_control *control = &play->table->control;
    int64_t *left = &play->left[seat], over = remark->micros - limits->movetime * 1000;

    if (has_clock(control)) {
        *left -= remark->micros < *left ? remark->micros : *left;
        *left += control->increment * 1000;
        remark->left = *left / 1000;
    } else if (control->bank) {
        *left -= over > 0 ? (over < *left ? over : *left) : 0;
        remark->left = *left / 1000;
    }
}

/* --- rulings ---------------------------------------------------------------------------------- */

static void rule(struct play *play, int seat, const struct bz_reply *reply)
{
    struct bz_buf note = BZ_BUF(play->record->note);

    bz_record_rule(play->record, reply->ruling, seat);
    bz_buf_add(&note, "%s", reply->note);
}

static void rule_late(const struct play *play, int seat, int64_t allowed, struct bz_reply *reply)
{
    const struct bz_control *control = &play->table->control;
    struct bz_buf note = BZ_BUF(reply->note);

    reply->ruling = BZ_RULING_LATE;
    if (bz_player_is_person(play->table->players[seat]))
        return; /* notes are for authors of programs */
    bz_note_open(&note, play->record->length + 1);
    bz_buf_add(&note, "your program answered after %.3f s; it had %.3f s, with a margin of %.3f s",
               (double)reply->micros * 1e-6, (double)(allowed - control->margin * 1000) * 1e-6,
               (double)control->margin * 1e-3);
}

/* Behind what the other is said to be by the player itself. */
static bool is_lost(const struct bz_adjudication *rules, const struct bz_remark *remark)
{
    return remark->proof == BZ_LOSS || remark->value <= -rules->resign_value;
}

static bool is_level(const struct bz_adjudication *rules, const struct bz_remark *remark)
{
    return remark->proof == BZ_UNDECIDED && fabs(remark->value) <= rules->draw_value;
}

/* After a move by `seat`. */
static void adjudge(struct play *play, int seat, const struct bz_remark *remark)
{
    const struct bz_adjudication *rules = &play->table->adjudication;
    struct bz_record *record = play->record;

    play->losing[seat] = is_lost(rules, remark) ? play->losing[seat] + 1 : 0;
    play->level = is_level(rules, remark) ? play->level + 1 : 0;
    if (bz_record_is_over(record) || record->setup->rules->players < 2)
        return;
    if (rules->resign_moves && play->losing[seat] >= rules->resign_moves)
        bz_record_rule(record, BZ_RULING_ADJUDGED, seat);
    else if (rules->draw_moves && play->level >= rules->draw_moves &&
             record->length >= rules->draw_from)
        bz_record_rule(record, BZ_RULING_DRAWN, -1);
}

void bz_referee_bound(struct bz_record *record, int plies)
{
    int bound = plies ? plies : BZ_PLIES_DEFAULT;

    if (record->length >= (bound < BZ_PLIES_MOST ? bound : BZ_PLIES_MOST) &&
        !bz_record_is_over(record))
        bz_record_rule(record, BZ_RULING_DRAWN, -1);
}

/* --- the game --------------------------------------------------------------------------------- */

static int player_turn(struct play *play, int seat, struct bz_error *err)
{
    const struct bz_table *table = play->table;
    struct bz_limits limits = limits_of(play, seat);
    int64_t allowed = allowed_to(play, seat, &limits);
    struct bz_question question = {.record = play->record,
                                   .seat = seat,
                                   .limits = &limits,
                                   .allowed = allowed,
                                   .stop = table->stop};
    struct bz_remark remark;
    struct bz_reply reply;
    int code;

    bz_player_ask(table->players[seat], &question, &reply);
    if (reply.stopped)
        return bz_fail(err, BZ_ERROR_STOPPED, "the game was stopped");
    if (reply.ruling == BZ_RULING_NONE && reply.micros > allowed)
        rule_late(play, seat, allowed, &reply);
    if (reply.ruling != BZ_RULING_NONE) {
        rule(play, seat, &reply);
        return BZ_OK;
    }
    remark = remark_on(&reply);
    charge(play, seat, &limits, &remark);
    code = bz_record_remark(play->record, reply.answer.move, &remark, err);
    if (!code)
        adjudge(play, seat, &remark);
    return code;
}

static int take_turn(struct play *play, struct bz_error *err)
{
    const struct bz_table *table = play->table;
    struct bz_record *record = play->record;
    int turn = record->setup->rules->turn(&record->pos), code;

    if (turn == BZ_CHANCE)
        code =
            bz_record_play(record, bz_chance_draw(record->setup, &record->pos, &play->luck), err);
    else
        code = player_turn(play, turn, err);
    if (!code && table->each)
        table->each(table->context, record);
    if (!code)
        bz_referee_bound(record, table->adjudication.plies);
    return code;
}

/* Everyone comes to the table; who cannot has lost. */
static int seat_all(struct play *play, int *ret_seated, struct bz_error *err)
{
    int players = play->record->setup->rules->players;

    for (*ret_seated = 0; *ret_seated < players && !bz_record_is_over(play->record);) {
        int seat = (*ret_seated)++;
        struct bz_reply reply;

        bz_player_begin(play->table->players[seat], play->record, seat, &reply);
        if (reply.stopped)
            return bz_fail(err, BZ_ERROR_STOPPED, "the game was stopped");
        if (reply.trouble)
            return bz_fail(err, reply.trouble, "%s: %s", play->record->players[seat], reply.note);
        if (reply.ruling != BZ_RULING_NONE)
            rule(play, seat, &reply);
    }
    return BZ_OK;
}

int bz_referee_play(const struct bz_table *table, struct bz_error *err)
{
    const struct bz_control *control = &table->control;
    struct play play = {.table = table, .record = table->record};
    int seated, code;

    bz_random_seed(&play.luck, table->luck);
    for (int i = 0; i < BZ_PLAYERS_MAX; i++)
        play.left[i] = 1000 * (has_clock(control) ? control->main : control->bank);
    code = seat_all(&play, &seated, err);
    while (!code && !bz_record_is_over(table->record))
        code = table->stop && atomic_load(table->stop)
                   ? bz_fail(err, BZ_ERROR_STOPPED, "the game was stopped")
                   : take_turn(&play, err);
    for (int i = 0; i < seated; i++)
        bz_player_end(table->players[i]);
    return code;
}

static void tell_part(struct bz_buf *out, double number, const char *unit)
{
    bz_buf_add(out, "%s%g %s", out->length ? ", " : "", number, unit);
}

void bz_control_tell(const struct bz_control *control, struct bz_buf *out)
{
    if (control->main)
        tell_part(out, (double)control->main * 1e-3, "s");
    if (control->main && control->increment)
        bz_buf_add(out, " + %g s a move", (double)control->increment * 1e-3);
    if (control->movetime)
        tell_part(out, (double)control->movetime * 1e-3, "s a move");
    if (control->bank && !control->main)
        bz_buf_add(out, " and %g s in the bank", (double)control->bank * 1e-3);
    if (control->nodes)
        tell_part(out, (double)control->nodes, "nodes");
    if (control->depth)
        tell_part(out, (double)control->depth, "plies");
    if (!is_limited(control))
        bz_buf_add(out, "as they like");
}
