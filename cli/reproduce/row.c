/*
 * row.c - playing a row of a report.
 *
 * At every move of a player that is one of the compared searches, the others search the same
 * position with the same settings. They must choose the same move; their time is not counted.
 */
#include "row.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A seat at the table: its player, and the other searches where there is something to compare. */
struct seat {
    struct bz_engine *player;
    struct bz_engine *others[COMPARED_MAX];
    int own; /* which of the compared the player is, or -1 */
};

/* Where in the spec the settings behind the compared search begin; NULL if it is another one. */
static const char *settings_after(const char *spec, const char *compared)
{
    size_t length = strlen(compared);

    if (strncmp(spec, compared, length) != 0 || !strchr(":,", spec[length]))
        return NULL; /* the terminator is found by strchr as well */
    return spec + length + (spec[length] != '\0');
}

static int add_others(struct seat *seat, const struct row *row, const char *settings,
                      struct bz_error *err)
{
    for (int i = 0; i < row->compared; i++) {
        const char *compared = row->report->compared[i];
        char spec[BZ_NAME_MAX];
        struct bz_buf buf = BZ_BUF(spec);
        int code;

        if (i == seat->own)
            continue;
        bz_buf_add(&buf, "%s", compared);
        if (*settings)
            bz_buf_add(&buf, "%c%s", strchr(compared, ':') ? ',' : ':', settings);
        code = bz_engine_new(&row->setup, spec, &seat->others[i], err);
        if (code)
            return code;
    }
    return BZ_OK;
}

static int seat_init(struct seat *seat, const struct row *row, const char *spec, uint64_t seed,
                     struct bz_error *err)
{
    const char *settings = NULL;
    char seeded[BZ_NAME_MAX + 32];
    struct bz_buf buf = BZ_BUF(seeded);
    int code;

    *seat = (struct seat){.own = -1};
    bz_spec_seed(spec, seed, &buf);
    code = bz_engine_new(&row->setup, seeded, &seat->player, err);
    for (int i = 0; !code && !settings && i < row->compared; i++) {
        settings = settings_after(spec, row->report->compared[i]);
        seat->own = settings ? i : -1;
    }
    return code || !settings ? code : add_others(seat, row, settings, err);
}

static void seat_release(struct seat *seat)
{
    bz_engine_free(seat->player);
    for (int i = 0; i < COMPARED_MAX; i++)
        bz_engine_free(seat->others[i]);
}

struct table {
    struct row *row;
    struct seat seats[2];
    union bz_pos before; /* the position the last answer was given in */
};

/* Whoever was not asked answers the same question; only the player is timed. */
static void compare(void *context, const struct bz_record *record, const struct bz_answer *answer)
{
    struct table *table = context;
    struct row *row = table->row;
    union bz_pos before = table->before;
    const struct seat *seat;

    table->before = record->pos;
    if (!answer)
        return;
    seat = &table->seats[record->setup->rules->turn(&before)];
    row->seconds += (double)answer->info.micros / 1e6;
    if ((double)answer->info.micros / 1e6 > row->slowest)
        row->slowest = (double)answer->info.micros / 1e6;
    if (seat->own >= 0)
        row->nodes[seat->own] += answer->info.nodes;
    for (int i = 0; i < row->compared; i++) {
        struct bz_answer other;

        if (!seat->others[i])
            continue;
        bz_engine_think(seat->others[i], &before, NULL, NULL, &other);
        row->nodes[i] += other.info.nodes;
        row->differences += other.move != answer->move || other.resigned != answer->resigned;
    }
}

static int play_with_players(struct row *row, uint64_t seed, struct bz_error *err)
{
    struct table table = {.row = row, .before = row->record.pos};
    int players = row->setup.rules->players, code = BZ_OK;
    struct bz_random random;

    bz_random_seed(&random, seed);
    for (int i = 0; i < players && i < 2 && !code; i++) {
        const char *spec = row->published->players[i];

        snprintf(row->record.players[i], BZ_NAME_MAX, "%s", spec);
        code = seat_init(&table.seats[i], row, spec, seed * 2 + (uint64_t)i, err);
    }
    if (!code) {
        struct bz_engine *const engines[] = {table.seats[0].player, table.seats[1].player};

        code = bz_record_finish(&row->record, engines, &random, compare, &table, err);
    }
    seat_release(&table.seats[0]);
    seat_release(&table.seats[1]);
    return code;
}

static int play_moves(struct row *row, struct bz_error *err)
{
    const char *text = row->published->moves + strspn(row->published->moves, " ");

    while (*text) {
        size_t length = strcspn(text, " ");
        bz_move move;
        int code = bz_parse_move(&row->setup, &row->record.pos, text, length, &move, err);

        if (!code)
            code = bz_record_play(&row->record, move, err);
        if (code)
            return code;
        text += length + strspn(text + length, " ");
    }
    return BZ_OK;
}

/* The assignments of the row, of the user's map and of the seed, for those the game has. */
static int make_setup(struct row *row, const struct row_request *request, uint64_t seed,
                      struct bz_error *err)
{
    const char *assignments[BZ_OPTIONS_MAX + 2];
    char own[1024], map[BZ_VALUE_MAX + 40], seed_text[40];
    int count = 0;

    snprintf(own, sizeof(own), "%s", row->published->options ? row->published->options : "");
    for (char *at = strtok(own, " "); at && count < BZ_OPTIONS_MAX; at = strtok(NULL, " "))
        assignments[count++] = at;
    if (request->map) {
        snprintf(map, sizeof(map), "%s=%s", request->game->maps->option, request->map);
        assignments[count++] = map;
    }
    if (row_is_series(row) && bz_option_find(request->game->options, "", "seed", 4, NULL) >= 0) {
        snprintf(seed_text, sizeof(seed_text), "seed=%" PRIu64, seed);
        assignments[count++] = seed_text;
    }
    return bz_setup_init(&row->setup, request->game, assignments, count, err);
}

static int play_game(struct row *row, const struct row_request *request, uint64_t seed,
                     struct bz_error *err)
{
    int code = make_setup(row, request, seed, err);

    if (code)
        return code;
    bz_record_init(&row->record, &row->setup, NULL);
    code = row->published->moves ? play_moves(row, err) : play_with_players(row, seed, err);
    if (code)
        row_release(row);
    return code;
}

static int play_series(struct row *row, const struct row_request *request, struct bz_error *err)
{
    int games = row->published->games < request->games ? row->published->games : request->games;

    for (int i = 0; i < games; i++) {
        const char *result;
        int code;

        if (i > 0)
            row_release(row);
        code = play_game(row, request, (uint64_t)i, err);
        if (code)
            return code;
        result = bz_record_result(&row->record);
        row->games++;
        row->draws += strcmp(result, "draw") == 0;
        row->wins += result[0] == 'p' && result[1] == '1' + row->published->hero;
        if (request->progress && !request->progress(request->context, row->games, row->wins))
            break;
    }
    return BZ_OK;
}

int row_play(struct row *row, const struct row_request *request, struct bz_error *err)
{
    const struct bz_report *report = request->game->report;
    int code;

    *row = (struct row){.report = report, .published = &report->rows[request->index]};
    while (report->compared && row->compared < COMPARED_MAX && report->compared[row->compared])
        row->compared++;
    row->has_score = row->published->has_score;
    row->score = row->published->score;
    code = row_is_series(row) ? play_series(row, request, err) : play_game(row, request, 0, err);
    if (!code && report->published)
        row->has_score = report->published(&row->setup, request->index, &row->score);
    return code;
}

void row_release(struct row *row)
{
    bz_record_release(&row->record);
    bz_setup_release(&row->setup);
}

static int first_score(const struct row *row)
{
    int score[BZ_PLAYERS_MAX];

    row->setup.rules->score(&row->record.pos, score);
    return score[0];
}

enum row_verdict row_verdict(const struct row *row)
{
    const struct bz_report_row *published = row->published;
    bool same = row->differences == 0;

    if (row_is_series(row))
        same = same && row->wins >= published->least * row->games &&
               (published->seconds_a_move <= 0 || row->slowest <= published->seconds_a_move);
    if (published->result)
        same = same && strcmp(bz_record_result(&row->record), published->result) == 0;
    if (published->plies)
        same = same && row->record.length == published->plies;
    if (row->has_score)
        same = same && first_score(row) == row->score;
    if (!same)
        return ROW_DIFFERS;
    return row_is_series(row) || published->result || published->plies || row->has_score
               ? ROW_SAME
               : ROW_UNPUBLISHED;
}
