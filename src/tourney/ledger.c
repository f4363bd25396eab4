/*
 * ledger.c - one pass over the games, in the order of their numbers.
 */
#include "tourney/ledger.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tourney/roll.h"

enum { ALONE_MOST = 100000 }; /* points that a game alone can bring or cost */

/* What a game says of the strength of those who played it. */
enum evidence { FRESH, REPEATED, FORFEITED };

/* One game, as it counts. */
struct line {
    int64_t number;
    int round, seats, teams;
    int player[BZ_PLAYERS_MAX];
    int outcome[BZ_PLAYERS_MAX]; /* 1, 0, -1 */
    double points[BZ_PLAYERS_MAX];
    bool absent[BZ_PLAYERS_MAX]; /* he was out by then */
    enum evidence evidence;
};

/* What somebody who played alone got out of a start. */
struct score {
    bool present;
    double points;
    enum evidence evidence;
};

/* How many faults in a row a player has now: at least, and at most. The two differ behind a game
 * that is not over, or of which it is not known yet whether it counts. Somebody is out only when
 * both are enough at once, so that no game played later can change it. */
struct conduct {
    int least, most;
    bool doubtful; /* `most` has been enough: he may be out */
};

struct reader {
    struct bz_ledger *ledger;
    const struct bz_plan *plan;
    int64_t stride;
    struct bz_roll roll;
    struct conduct *conduct; /* of each player */
    bool partial;            /* games are missing, and nobody is out yet: they may be no faults */
    struct line last;        /* the game before, for pairs */
    /* Where one plays alone: what everybody got out of the starts of this round. */
    int round;
    struct score *alone;
    int code;
    struct bz_error *err;
};

static struct bz_ledger_cell *cell_of(struct bz_ledger *ledger, int player, int rival)
{
    return &ledger->cells[(size_t)player * (size_t)ledger->players + (size_t)rival];
}

const struct bz_ledger_cell *bz_ledger_cell(const struct bz_ledger *ledger, int player, int rival)
{
    return &ledger->cells[(size_t)player * (size_t)ledger->players + (size_t)rival];
}

int64_t bz_ledger_stride(const struct bz_plan *plan)
{
    const struct bz_pairing_input *in = &plan->pairing;

    return in->replay_games > in->games ? in->replay_games : in->games;
}

int64_t bz_ledger_start(const struct bz_plan *plan, int round, int64_t number, int seats)
{
    int64_t stride = bz_ledger_stride(plan), starts = (stride + seats - 1) / seats;
    int64_t sets = plan->pairing.format == BZ_FORMAT_KNOCKOUT ? 1 + plan->pairing.replays : 1;
    int64_t set = (plan->same ? 0 : round * sets) + number / stride % sets;

    return set * starts + number % stride / seats;
}

/* --- evidence --------------------------------------------------------------------------------- */

struct bz_outcomes bz_ledger_outcomes(const struct bz_ledger_cell *cell, int64_t *ret_left)
{
    struct bz_outcomes pairs = bz_outcomes_of_pairs(&cell->pairs);
    int64_t paired = 2 * bz_outcomes_total(&pairs);
    int64_t games = bz_wdl_total(&cell->wdl) - cell->forfeits;

    *ret_left = 0;
    if (paired == 0 || 2 * paired < games)
        return bz_outcomes_of_wdl(&cell->fresh);
    *ret_left = games - paired;
    return bz_outcomes_of_pairs(&cell->fresh_pairs);
}

struct bz_estimate bz_ledger_share(const struct bz_wdl *all, const struct bz_outcomes *fresh,
                                   double worth)
{
    struct bz_outcomes outcomes = bz_outcomes_of_wdl(all);
    struct bz_estimate share = bz_share_worth(fresh, worth);

    share.value = bz_outcomes_moments(&outcomes).mean;
    share.low = fmin(share.low, share.value);
    share.high = fmax(share.high, share.value);
    return share;
}

int64_t bz_ledger_repeats(const struct bz_ledger_cell *cell)
{
    return bz_wdl_total(&cell->wdl) - bz_wdl_total(&cell->fresh) - cell->forfeits;
}

/* Of two games or scores together. */
static enum evidence of_both(enum evidence a, enum evidence b)
{
    if (a == FORFEITED || b == FORFEITED)
        return FORFEITED;
    return a == REPEATED && b == REPEATED ? REPEATED : FRESH;
}

/* --- players ---------------------------------------------------------------------------------- */

bool bz_ledger_is_out(const struct bz_ledger *ledger, int player, int64_t number)
{
    int64_t out = ledger->rows[player].out;

    return out >= 0 && number >= out;
}

/* --- counting --------------------------------------------------------------------------------- */

static void count_outcome(struct bz_wdl *wdl, int outcome)
{
    wdl->wins += outcome > 0;
    wdl->draws += outcome == 0;
    wdl->losses += outcome < 0;
}

/* The worth counts where it is fresh. */
static void count_row(struct bz_ledger_row *row, int outcome, enum evidence evidence, double worth)
{
    count_outcome(&row->wdl, outcome);
    if (evidence != FRESH)
        return;
    count_outcome(&row->fresh, outcome);
    row->worth += worth;
}

static void count_cell(struct bz_ledger_cell *cell, int outcome, enum evidence evidence,
                       double worth)
{
    count_outcome(&cell->wdl, outcome);
    cell->forfeits += evidence == FORFEITED;
    if (evidence != FRESH)
        return;
    count_outcome(&cell->fresh, outcome);
    cell->worth += worth;
}

static int compare(double a, double b)
{
    return (a > b) - (a < b);
}

/* How the one at seat a fared against the one at seat b. */
static int outcome_between(const struct line *line, int a, int b)
{
    if (line->seats == 2)
        return line->outcome[a];
    return compare(line->outcome[a], line->outcome[b]);
}

static bool are_partners(const struct line *line, int a, int b)
{
    return line->teams && a % line->teams == b % line->teams;
}

/* Two who are both out have both lost, but not to each other. Partners win and lose together. */
static bool have_met(const struct line *line, int a, int b)
{
    return line->player[a] != line->player[b] && !(line->absent[a] && line->absent[b]) &&
           !are_partners(line, a, b);
}

/* The game before was the same with the seats exchanged: together they are a pair. */
static void count_pair(struct reader *reader, const struct line *line)
{
    const struct line *last = &reader->last;
    bool first = line->number % reader->stride % 2 == 0;
    enum evidence evidence = of_both(line->evidence, last->evidence);

    if (first || line->seats != 2 || last->seats != 2 || last->number != line->number - 1 ||
        last->player[0] != line->player[1] || last->player[1] != line->player[0] ||
        evidence == FORFEITED)
        return;
    for (int seat = 0; seat < 2; seat++) {
        struct bz_ledger_cell *cell =
            cell_of(reader->ledger, line->player[seat], line->player[!seat]);
        int score = line->outcome[seat] + last->outcome[!seat] + 2;

        cell->pairs.counts[score]++;
        cell->fresh_pairs.counts[score] += evidence == FRESH;
    }
}

static struct bz_ledger_encounter *encounter_of(struct reader *reader, const struct line *line)
{
    struct bz_ledger *ledger = reader->ledger;
    int number = (int)(line->number / reader->stride);
    struct bz_ledger_encounter *list = ledger->encounters, *fresh;
    size_t count = (size_t)ledger->encounter_count;

    if (count && list[count - 1].number == number)
        return &list[count - 1];
    if ((count & (count - 1)) == 0) {
        list = realloc(list, (count ? 2 * count : 1) * sizeof(*list));
        if (!list)
            return NULL;
        ledger->encounters = list;
    }
    fresh = &list[count];
    ledger->encounter_count++;
    *fresh =
        (struct bz_ledger_encounter){.number = number, .round = line->round, .count = line->seats};
    memcpy(fresh->player, line->player, sizeof(fresh->player));
    return fresh;
}

/* What one game brings the one at this seat: two points for every rival he did better than, one for
 * every one as good. Alone it is what the game counts, and a lost game is worse than any other. */
static int64_t points_of(const struct line *line, int seat)
{
    int64_t points = 0;

    if (line->seats == 1)
        return line->outcome[0] < 0               ? -ALONE_MOST
               : line->points[0] > ALONE_MOST - 1 ? ALONE_MOST - 1
               : line->points[0] < 1 - ALONE_MOST ? 1 - ALONE_MOST
                                                  : (int64_t)line->points[0];
    for (int other = 0; other < line->seats; other++)
        if (other != seat && !are_partners(line, seat, other))
            points += outcome_between(line, seat, other) + 1;
    return points;
}

static int count_encounter(struct reader *reader, const struct line *line)
{
    struct bz_ledger_encounter *encounter = encounter_of(reader, line);

    if (!encounter)
        return bz_fail(reader->err, BZ_ERROR_MEMORY, "not enough memory for the results");
    encounter->games++;
    for (int seat = 0; seat < line->seats; seat++)
        for (int i = 0; i < encounter->count; i++)
            if (encounter->player[i] == line->player[seat])
                encounter->points[i] += points_of(line, seat);
    return BZ_OK;
}

/* The g-th of a player's scores. */
static struct score *score_of(const struct reader *reader, int player, int g)
{
    return &reader->alone[(size_t)player * (size_t)reader->stride + (size_t)g];
}

static void compare_alone(struct reader *reader, int a, int b, int g, double worth)
{
    const struct score *score = score_of(reader, a, g), *other = score_of(reader, b, g);
    int outcome = compare(score->points, other->points);
    enum evidence evidence = of_both(score->evidence, other->evidence);

    if (!score->present || !other->present)
        return;
    count_row(&reader->ledger->rows[a], outcome, evidence, worth);
    count_cell(cell_of(reader->ledger, a, b), outcome, evidence, worth);
}

/* Who got more out of one start, among all who have played it. */
static void settle_start(struct reader *reader, int g)
{
    int players = reader->ledger->players, played = 0;
    double worth;

    for (int a = 0; a < players; a++) {
        const struct score *score = score_of(reader, a, g);

        played += score->present && score->evidence != FORFEITED;
    }
    worth = bz_worth_among(played);
    for (int a = 0; a < players; a++)
        for (int b = 0; b < players; b++)
            if (a != b)
                compare_alone(reader, a, b, g, worth);
}

/* Everybody has played the starts of this round alone. */
static void settle_round(struct reader *reader)
{
    for (int g = 0; g < (int)reader->stride; g++)
        settle_start(reader, g);
    memset(reader->alone, 0,
           (size_t)reader->ledger->players * (size_t)reader->stride * sizeof(*reader->alone));
}

static void count_alone(struct reader *reader, const struct line *line)
{
    if (line->round != reader->round)
        settle_round(reader);
    reader->round = line->round;
    *score_of(reader, line->player[0], (int)(line->number % reader->stride)) =
        (struct score){.present = true,
                       .points = line->outcome[0] < 0 ? -1e300 : line->points[0],
                       .evidence = line->evidence};
}

/* How the one at this seat fared against each of the others. */
static void count_rivals(struct bz_ledger *ledger, const struct line *line, int seat)
{
    for (int other = 0; other < line->seats; other++)
        if (have_met(line, seat, other))
            count_cell(cell_of(ledger, line->player[seat], line->player[other]),
                       outcome_between(line, seat, other), line->evidence, 1);
}

static int count_line(struct reader *reader, const struct line *line)
{
    for (int seat = 0; seat < line->seats; seat++) {
        struct bz_ledger_row *row = &reader->ledger->rows[line->player[seat]];

        row->points += line->points[seat];
        if (line->seats > 1)
            count_row(row, line->outcome[seat], line->evidence, 1);
        count_rivals(reader->ledger, line, seat);
    }
    if (line->seats == 1)
        count_alone(reader, line);
    count_pair(reader, line);
    reader->last = *line;
    return count_encounter(reader, line);
}

/* --- reading a game --------------------------------------------------------------------------- */

static enum bz_ruling ruling_of(const char *word)
{
    for (int ruling = 1; ruling < BZ_RULINGS; ruling++)
        if (!strcmp(word, bz_ruling_word((enum bz_ruling)ruling)))
            return (enum bz_ruling)ruling;
    return BZ_RULING_NONE;
}

static bool is_faulty(const struct bz_store_game *game, int seat)
{
    return game->loser == seat && bz_ruling_is_fault(ruling_of(game->ruling));
}

/* Counts what the ruling says of its loser. */
static void count_ruling(struct reader *reader, const struct bz_store_game *game,
                         const struct line *line)
{
    enum bz_ruling ruling = ruling_of(game->ruling);

    for (int seat = 0; seat < line->seats; seat++) {
        struct bz_ledger_row *row = &reader->ledger->rows[line->player[seat]];

        row->games++;
        row->faults += is_faulty(game, seat);
        if (game->loser == seat && ruling != BZ_RULING_NONE)
            row->rulings[ruling]++;
    }
}

/* Whether a game of nobody who is out surely counts: it is over, and none of its players may turn
 * out to have been out before it. */
static bool is_settled(const struct reader *reader, const struct bz_store_game *game,
                       const struct line *line)
{
    bool settled = game->state == BZ_STORE_DONE;

    for (int seat = 0; seat < line->seats; seat++)
        settled = settled && !reader->conduct[line->player[seat]].doubtful;
    return settled;
}

/* Sees whether one of the players has had enough. */
static void judge(struct reader *reader, const struct bz_store_game *game, const struct line *line)
{
    bool settled = is_settled(reader, game, line), over = game->state == BZ_STORE_DONE;
    int failures = reader->plan->failures;
    int enough = failures && !reader->partial ? failures : INT_MAX;

    for (int seat = 0; seat < line->seats; seat++) {
        struct conduct *conduct = &reader->conduct[line->player[seat]];
        bool faulty = !over || is_faulty(game, seat);

        if (faulty && conduct->most < enough)
            conduct->most++;
        else if (!faulty && settled)
            conduct->most = 0;
        if (settled && faulty)
            conduct->least++;
        else if (!over || !faulty)
            conduct->least = 0;
        if (conduct->most < enough)
            continue;
        if (conduct->least >= enough && !conduct->doubtful)
            reader->ledger->rows[line->player[seat]].out = game->number + 1;
        else
            conduct->doubtful = true;
    }
}

/* A game of one who is out: lost for him, won for the others. */
static bool forfeit(struct reader *reader, struct line *line)
{
    bool any = false;

    for (int seat = 0; seat < line->seats; seat++)
        any = any || bz_ledger_is_out(reader->ledger, line->player[seat], line->number);
    line->evidence = any ? FORFEITED : FRESH;
    for (int seat = 0; any && seat < line->seats; seat++) {
        bool out = bz_ledger_is_out(reader->ledger, line->player[seat], line->number);

        reader->ledger->rows[line->player[seat]].forfeits += out;
        line->absent[seat] = out;
        line->outcome[seat] = out ? -1 : 1;
        line->points[seat] = 0;
    }
    return any;
}

static int take_line(struct reader *reader, const struct bz_store_game *game, struct line *line)
{
    static const int outcomes[] = {
        [BZ_STORE_NONE] = -1, [BZ_STORE_WIN] = 1, [BZ_STORE_DRAW] = 0, [BZ_STORE_LOSS] = -1};

    *line = (struct line){.number = game->number,
                          .round = game->round,
                          .seats = game->seat_count,
                          .teams = reader->plan->teams};
    if (game->seat_count < 1 || game->seat_count > BZ_PLAYERS_MAX)
        return bz_fail(reader->err, BZ_ERROR_DAMAGED, "game %lld has no seats",
                       (long long)game->number);
    for (int seat = 0; seat < game->seat_count; seat++) {
        line->player[seat] = bz_roll_number(&reader->roll, game->seats[seat].player);
        line->outcome[seat] = outcomes[game->seats[seat].result];
        line->points[seat] = game->seats[seat].points;
        if (line->seats == 1)
            line->outcome[seat] = game->loser >= 0 ? -1 : 1;
        if (line->player[seat] < 0)
            return bz_fail(reader->err, BZ_ERROR_DAMAGED, "game %lld has players of nobody",
                           (long long)game->number);
    }
    return BZ_OK;
}

static int read_game(void *context, const struct bz_store_game *game)
{
    struct reader *reader = context;
    struct line line;
    int code = take_line(reader, game, &line);
    bool out;

    if (code)
        return code;
    out = forfeit(reader, &line);
    if (out)
        return count_line(reader, &line);
    judge(reader, game, &line);
    if (game->state != BZ_STORE_DONE) {
        reader->ledger->unfinished++;
        return BZ_OK;
    }
    if (bz_repeats_have(&reader->ledger->repeats, line.number))
        line.evidence = REPEATED;
    reader->ledger->repeated += line.evidence == REPEATED;
    reader->ledger->games++;
    reader->ledger->plies += game->plies;
    reader->ledger->seconds += game->seconds;
    count_ruling(reader, game, &line);
    return count_line(reader, &line);
}

/* --- doors ------------------------------------------------------------------------------------ */

static bool allocate(struct reader *reader)
{
    struct bz_ledger *ledger = reader->ledger;
    size_t players = (size_t)ledger->players, starts = players * (size_t)reader->stride;
    bool alone = reader->plan->pairing.seats == 1;

    ledger->rows = calloc(players, sizeof(*ledger->rows));
    ledger->cells = calloc(players * players, sizeof(*ledger->cells));
    ledger->out_from = calloc(players, sizeof(*ledger->out_from));
    reader->conduct = calloc(players, sizeof(*reader->conduct));
    reader->alone = calloc(alone ? starts : 1, sizeof(*reader->alone));
    return ledger->rows && ledger->cells && ledger->out_from && reader->conduct && reader->alone;
}

static int note_state(void *context, const struct bz_store_tournament *tournament)
{
    struct reader *reader = context;

    reader->partial = !strcmp(tournament->state, BZ_STATE_NEW);
    return 0;
}

static int read_all(struct reader *reader, struct bz_store *store, int64_t tournament)
{
    struct bz_store_filter filter = {.tournament = tournament};
    int code;

    if (!allocate(reader))
        return bz_fail(reader->err, BZ_ERROR_MEMORY, "not enough memory for the table");
    for (int i = 0; i < reader->ledger->players; i++)
        reader->ledger->rows[i].out = reader->ledger->out_from[i] = -1;
    code = bz_store_tournaments(store, tournament, note_state, reader, reader->err);
    if (!code)
        code = bz_roll_call(&reader->roll, store, tournament, reader->ledger->players, reader->err);
    if (!code)
        code =
            bz_repeats_find(&reader->ledger->repeats, store, tournament, reader->plan, reader->err);
    if (!code)
        code = bz_store_games(store, &filter, read_game, reader, reader->err);
    if (code)
        return code;
    if (reader->plan->pairing.seats == 1)
        settle_round(reader);
    return bz_ledger_conclude(reader->ledger, reader->plan, reader->err);
}

int bz_ledger_read(struct bz_ledger *ret_ledger, struct bz_store *store, int64_t tournament,
                   const struct bz_plan *plan, struct bz_error *err)
{
    struct bz_ledger ledger = {.players = plan->player_count};
    struct reader reader = {.ledger = &ledger,
                            .plan = plan,
                            .stride = bz_ledger_stride(plan),
                            .last = {.number = -2},
                            .err = err};
    int code = read_all(&reader, store, tournament);

    bz_roll_release(&reader.roll);
    free(reader.conduct);
    free(reader.alone);
    if (code)
        bz_ledger_release(&ledger);
    else
        *ret_ledger = ledger;
    return code;
}

void bz_ledger_release(struct bz_ledger *ledger)
{
    free(ledger->rows);
    free(ledger->cells);
    free(ledger->encounters);
    free(ledger->results);
    free(ledger->out_from);
    bz_repeats_release(&ledger->repeats);
    *ledger = (struct bz_ledger){.players = 0};
}
