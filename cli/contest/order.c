/*
 * order.c - from the flags that `bazi match` and `bazi sprt` share to a series of games.
 */
#include "order.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "interrupt.h"
#include "match/fixture.h"
#include "match/lobby.h"
#include "text/terminal.h"
#include "text/words.h"

enum { MILLIS_MAX = 86400000, PLIES_MAX = BZ_PLIES_MOST };

/* Complains in the command's name. */
__attribute__((format(printf, 2, 3))) static int refuse(const struct invocation *inv,
                                                        const char *format, ...)
{
    char text[512];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    return complain("%s: %s", inv->command->name, text);
}

static int number_of(const struct invocation *inv, const char *name, int64_t min, int64_t max,
                     int *ret_number)
{
    int64_t number = *ret_number;
    int status = invocation_number(inv, name, min, max, &number);

    *ret_number = (int)number;
    return status;
}

/* Numbers with colons between them, as many as stand there; how many, or negative. */
static int read_numbers(const char *text, double *ret_numbers, int most)
{
    int count = 0;

    while (count < most) {
        char *end;
        double number = strtod(text, &end);

        if (end == text || !isfinite(number))
            return -1;
        ret_numbers[count++] = number;
        if (!*end)
            return count;
        if (*end != ':')
            return -1;
        text = end + 1;
    }
    return -1;
}

/* "60+0.5", in seconds. */
static int read_clock(const struct invocation *inv, struct bz_control *control)
{
    const char *text = invocation_value(inv, "tc");
    char *end;
    double main, increment = 0;

    if (!text)
        return STATUS_DONE;
    main = strtod(text, &end);
    if (end != text && *end == '+')
        increment = strtod(end + 1, &end);
    if (end == text || *end || !(main > 0 && main <= 86400) ||
        !(increment >= 0 && increment < 3600))
        return refuse(inv, "--tc takes seconds for the game and for each move: 60+0.5");
    control->main = (int64_t)(main * 1000 + 0.5);
    control->increment = (int64_t)(increment * 1000 + 0.5);
    return STATUS_DONE;
}

static int read_control(const struct invocation *inv, struct bz_control *control)
{
    int64_t nodes = 0;

    control->margin = BZ_MARGIN_DEFAULT;
    if (invocation_number(inv, "movetime", 1, MILLIS_MAX, &control->movetime) ||
        invocation_number(inv, "bank", 0, MILLIS_MAX, &control->bank) ||
        invocation_number(inv, "margin", 0, MILLIS_MAX, &control->margin) ||
        invocation_number(inv, "nodes", 1, INT64_MAX, &nodes) ||
        number_of(inv, "depth", 1, BZ_DEPTH_MAX, &control->depth) || read_clock(inv, control))
        return STATUS_USAGE;
    control->nodes = (uint64_t)nodes;
    if (control->bank && !control->movetime)
        return refuse(inv, "--bank is what --movetime may be overstepped with; give both");
    return STATUS_DONE;
}

static int read_adjudication(const struct invocation *inv, struct bz_adjudication *rules)
{
    const char *resign = invocation_value(inv, "resign"), *draw = invocation_value(inv, "draw");
    double numbers[3] = {0, 0, 0};

    if (resign && (read_numbers(resign, numbers, 2) != 2 || !(numbers[0] >= 1 && numbers[0] < 1e6)))
        return refuse(inv, "--resign takes MOVES:VALUE, such as 3:500");
    if (resign) {
        rules->resign_moves = (int)numbers[0];
        rules->resign_value = numbers[1];
    }
    numbers[2] = 0;
    if (draw && (read_numbers(draw, numbers, 3) < 2 || !(numbers[0] >= 1 && numbers[0] < 1e6) ||
                 !(numbers[2] >= 0 && numbers[2] < 1e6)))
        return refuse(inv, "--draw takes MOVES:VALUE or MOVES:VALUE:PLIES, such as 8:5:60");
    if (draw) {
        rules->draw_moves = (int)numbers[0];
        rules->draw_value = numbers[1];
        rules->draw_from = (int)numbers[2];
    }
    return number_of(inv, "plies", 1, PLIES_MAX, &rules->plies);
}

/* Named by flags, or one after another. */
static int read_players(const struct invocation *inv, struct bz_series *series)
{
    static const char *const flags[] = {"p1", "p2", "p3", "p4"};

    for (int i = 0; i < inv->operand_count; i++)
        series->specs[series->players++] = invocation_operand(inv, i);
    for (int i = 0; i < 4; i++) {
        if (!invocation_knows(inv, flags[i]) || !invocation_has(inv, flags[i]))
            continue;
        if (inv->operand_count || series->players != i)
            return refuse(inv, "players are named one after another, or by --p1, --p2 and so "
                               "on without a gap");
        series->specs[series->players++] = invocation_value(inv, flags[i]);
    }
    if (series->players == 0)
        return refuse(inv, "who is to play? Name the players: bazi %s best random",
                      inv->command->name);
    return STATUS_DONE;
}

/* As many rounds as the games need. */
static int read_games(const struct invocation *inv, struct order *order)
{
    struct bz_series *series = &order->series;
    int games = order->games_default, each;
    struct bz_error err;

    if (number_of(inv, "games", 1, BZ_SERIES_ROUNDS_MAX, &games))
        return STATUS_USAGE;
    series->fixed = !order->pairs;
    series->rounds = 1;
    each = bz_series_games(series, &err);
    if (each <= 0)
        return refuse(inv, "%s", err.text);
    series->rounds = (games + each - 1) / each;
    order->contest.games = series->rounds * each;
    return STATUS_DONE;
}

static int read_series(const struct invocation *inv, struct order *order)
{
    struct bz_series *series = &order->series;
    const char *game = invocation_value(inv, "game");
    int64_t seed = 1;
    struct bz_error err;

    series->game = game ? bz_game_find(game, &err) : bz_game_at(0);
    if (!series->game)
        return refuse(inv, "%s", err.text);
    series->assignment_count = invocation_values(inv, "option", order->assignments);
    series->assignments = order->assignments;
    series->opening = 0;
    series->threads = 1;
    if (number_of(inv, "opening", 0, BZ_OPENING_MAX, &series->opening) ||
        number_of(inv, "concurrency", 1, BZ_SERIES_THREADS_MAX, &series->threads) ||
        invocation_number(inv, "seed", 0, INT64_MAX, &seed) || read_players(inv, series) ||
        read_control(inv, &series->control) || read_adjudication(inv, &series->adjudication) ||
        read_games(inv, order))
        return STATUS_USAGE;
    if (series->opening == 0 && (!order->varied || invocation_has(inv, "opening")))
        series->opening = -1;
    series->seed = (uint64_t)seed;
    return STATUS_DONE;
}

static int read_house(const struct invocation *inv, struct bz_house *house)
{
    house->patience = BZ_PATIENCE_DEFAULT;
    house->unsafe_ok = invocation_has(inv, "unsafe-ok");
    house->stop = interrupt_flag();
    if (invocation_number(inv, "patience", 1, MILLIS_MAX, &house->patience) ||
        invocation_number(inv, "memory", 1, BZ_MEGABYTES_MAX, &house->megabytes))
        return STATUS_USAGE;
    house->lobby = bz_lobby_new();
    return house->lobby ? STATUS_DONE : refuse(inv, "not enough memory");
}

/* A person has this terminal to himself, one game at a time. */
static int seat_person(const struct invocation *inv, struct order *order)
{
    const struct bz_series *series = &order->series;
    bool plays = false;

    for (int i = 0; i < series->players; i++)
        plays |= strcmp(series->specs[i], PLAYER_HUMAN) == 0;
    if (!plays)
        return STATUS_DONE;
    if (order->contest.sprt)
        return refuse(inv, "people play with 'bazi play' or 'bazi match', not for as long as this");
    if (series->threads > 1 || order->contest.as_json)
        return refuse(inv, "where a person plays there is no --concurrency and no --json");
    order->session = calloc(1, sizeof(*order->session));
    if (!order->session)
        return refuse(inv, "not enough memory");
    order->house.person = &order->session->person;
    order->contest.rewrites = false;
    return session_open(order->session);
}

static int open_files(const struct invocation *inv, struct contest *contest)
{
    const char *out = invocation_value(inv, "out");
    struct stat there;

    contest->folder = invocation_value(inv, "logs");
    if (contest->folder && mkdir(contest->folder, 0777) && errno != EEXIST)
        return refuse(inv, "%s: cannot be made: %s", bz_quoted_path(contest->folder).text,
                      strerror(errno));
    if (!out)
        return STATUS_DONE;
    contest->out = fopen(out, "a");
    if (!contest->out || fstat(fileno(contest->out), &there))
        return refuse(inv, "%s: cannot be written: %s", bz_quoted_path(out).text, strerror(errno));
    contest->follows = there.st_size > 0;
    return STATUS_DONE;
}

static int read_order(const struct invocation *inv, struct order *order)
{
    struct contest *contest = &order->contest;

    order->series.house = &order->house;
    order->series.stop = interrupt_flag();
    order->series.each = contest_game;
    order->series.context = contest;
    contest->series = &order->series;
    contest->command = inv->command->name;
    contest->as_json = invocation_has(inv, "json");
    contest->rewrites = terminal_can_rewrite(stderr);
    contest->begin = bz_clock_micros();
    if (read_series(inv, order) || read_house(inv, &order->house) || seat_person(inv, order) ||
        open_files(inv, contest))
        return STATUS_USAGE;
    contest->prints = calloc((size_t)contest->games, sizeof(*contest->prints));
    if (!contest->prints ||
        (contest->sprt && !evidence_open(&contest->evidence, order->series.rounds)))
        return refuse(inv, "not enough memory");
    return STATUS_DONE;
}

static int play(struct order *order, struct bz_tally *ret_tallies)
{
    struct bz_series_fault fault;
    int code = bz_series_play(&order->series, ret_tallies, &fault);

    if (order->contest.rewrites)
        terminal_erase_line(stderr);
    if (code)
        return complain("%s: %s%s%s", order->contest.command, fault.err.text,
                        fault.fen[0] ? ": " : "", fault.fen);
    return order->contest.failed ? STATUS_USAGE : STATUS_DONE;
}

static void release(struct order *order)
{
    if (order->contest.out)
        fclose(order->contest.out);
    free(order->contest.prints);
    evidence_close(&order->contest.evidence);
    bz_lobby_free(order->house.lobby);
    if (order->session)
        session_close(order->session);
    free(order->session);
}

int order_run(const struct invocation *inv, struct order *order,
              int (*end)(struct order *order, const struct bz_tally *tallies))
{
    struct bz_tally tallies[BZ_PLAYERS_MAX];
    int status;

    interrupt_catch();
    status = read_order(inv, order);
    if (status == STATUS_DONE)
        status = play(order, tallies);
    if (status == STATUS_DONE)
        status = end(order, tallies);
    release(order);
    return status;
}
