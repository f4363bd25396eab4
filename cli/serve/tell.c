/*
 * tell.c - a server's words. The games' threads call in one at a time.
 */
#include "tell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "text/json.h"
#include "text/layout.h"
#include "text/table.h"
#include "text/terminal.h"
#include "text/words.h"

enum { PAUSE = 500000, TEXT_MAX = 4096 };

static void erase(const struct teller *teller)
{
    if (teller->rewrites)
        terminal_erase_line(stderr);
}

/* --- the live line ---------------------------------------------------------------------------- */

static void show_progress(struct teller *teller)
{
    int64_t now = bz_clock_micros();
    double seconds = (double)(now - teller->since) * 1e-6;

    if (!teller->rewrites || teller->like_original || now - teller->told < PAUSE)
        return;
    teller->told = now;
    erase(teller);
    if (teller->games)
        fprintf(stderr, "%d of %d games over, %d being played, %.0f s", teller->over, teller->games,
                teller->begun - teller->over, seconds);
    else
        fprintf(stderr, "%d games over, %d being played, %.0f s", teller->over,
                teller->begun - teller->over, seconds);
}

static void joined(void *context, const struct bz_service_game *game, int player)
{
    struct teller *teller = context;
    const char *name = game->names[player], *colon = strrchr(name, ':');

    teller->begun = game->number + 1;
    if (teller->like_original) {
        printf("one agent connected:('%.*s', %s)\n", (int)(colon - name), name, colon + 1);
        fflush(stdout);
    }
    show_progress(teller);
}

static void acted(void *context, const struct bz_service_game *game, const struct bz_record *record,
                  int ply, const void *before, const struct bz_wire_reply *reply)
{
    struct teller *teller = context;
    bool is_asked = reply->heard == BZ_WIRE_HEARD_MOVE || reply->heard == BZ_WIRE_HEARD_LATE;
    char text[TEXT_MAX] = "";
    struct bz_buf out = BZ_BUF(text);

    (void)game;
    show_progress(teller);
    if (!teller->like_original)
        return;
    record->setup->game->wire->show(before, record->moves + ply, record->length - ply, is_asked,
                                    &out);
    fputs(text, stdout);
    fflush(stdout);
}

/* --- a round ---------------------------------------------------------------------------------- */

static double points_of(const struct bz_record *record, int player)
{
    char text[64] = "";
    struct bz_buf out = BZ_BUF(text);

    bz_format_score(record->setup, &record->pos, player, &out);
    return strtod(text, NULL);
}

static void count_round(struct teller *teller, const struct bz_record *record)
{
    const char *result = bz_record_result(record);

    teller->rounds++;
    teller->drawn += !strcmp(result, "draw");
    for (int i = 0; i < record->setup->rules->players; i++) {
        char won[24];

        snprintf(won, sizeof(won), "p%dwin", i + 1);
        teller->seats[i].won += !strcmp(result, won);
        teller->seats[i].points += points_of(record, i);
    }
}

static void print_counts(struct json *json, const struct bz_service_game *game)
{
    json_open(json, "late", '[');
    for (int i = 0; i < game->players; i++)
        json_whole(json, NULL, game->guests[i].late);
    json_close(json, ']');
    json_open(json, "wrong", '[');
    for (int i = 0; i < game->players; i++)
        json_whole(json, NULL, game->guests[i].wrong);
    json_close(json, ']');
    json_open(json, "left", '[');
    for (int i = 0; i < game->players; i++)
        json_whole(json, NULL, game->guests[i].left);
    json_close(json, ']');
}

static void open_json(struct json *json, const struct bz_service_game *game, const char *result)
{
    json_open(json, NULL, '{');
    json_whole(json, "game", game->number + 1);
    json_text(json, "result", result);
    json_open(json, "players", '[');
    for (int i = 0; i < game->players; i++)
        json_text(json, NULL, game->names[i]);
    json_close(json, ']');
}

static void print_json(const struct bz_service_game *game, const struct bz_record *record,
                       const char *log)
{
    struct json json = {.out = stdout};

    open_json(&json, game, bz_record_result(record));
    json_whole(&json, "round", game->round + 1);
    json_open(&json, "scores", '[');
    for (int i = 0; i < game->players; i++)
        json_number(&json, NULL, points_of(record, i));
    json_close(&json, ']');
    json_whole(&json, "plies", record->length);
    json_text(&json, "seed", record->tags[BZ_TAG_SEED]);
    print_counts(&json, game);
    json_text(&json, "log", log);
    json_close(&json, '}');
    json_end_line(&json);
    fflush(stdout);
}

static void print_round(const struct bz_service_game *game, const struct bz_record *record,
                        const char *log)
{
    char result[128] = "", points[256] = "";
    struct bz_buf out = BZ_BUF(result), more = BZ_BUF(points);

    if (bz_record_is_over(record))
        words_result(record, &out);
    else
        bz_buf_add(&out, "interrupted");
    words_points(record, &more);
    printf("game %s: %s,%s  %s\n", record->tags[BZ_TAG_ROUND], result, points, log);
    for (int i = 0; i < game->players; i++) {
        const struct bz_wire_guest *guest = &game->guests[i];

        if (guest->late || guest->wrong || guest->left)
            printf("  %s: %d answers late, %d no action, %d after it had left\n",
                   bz_player_name(record->setup->game, i), guest->late, guest->wrong, guest->left);
    }
    fflush(stdout);
}

static void round_over(void *context, const struct bz_service_game *game,
                       const struct bz_record *record)
{
    struct teller *teller = context;
    char log[PATH_MAX];
    struct bz_error err;

    erase(teller);
    if (files_write(&teller->files, record, game->number, log, &err)) {
        teller->trouble++;
        fprintf(stderr, "bazi: %s\n", err.text);
    }
    if (bz_record_is_over(record))
        count_round(teller, record);
    if (teller->as_json)
        print_json(game, record, log);
    else if (!teller->like_original)
        print_round(game, record, log);
    else if (bz_record_is_over(record))
        printf("finish round %d\n", game->round + 1);
    fflush(stdout);
}

/* --- a game ----------------------------------------------------------------------------------- */

static void print_failure(const struct teller *teller, const struct bz_service_game *game)
{
    struct json json = {.out = stdout};
    bool unwilling = game->end == BZ_SERVICE_UNWILLING;

    if (teller->as_json) {
        open_json(&json, game, unwilling ? "unwilling" : "failed");
        if (unwilling)
            json_whole(&json, "unwilling", game->unwilling + 1);
        else
            json_text(&json, "error", game->err.text);
        json_close(&json, '}');
        json_end_line(&json);
    } else if (unwilling && teller->like_original) {
        printf(" agent with id=%d not send confirm \n", game->unwilling + 1);
    } else if (unwilling) {
        printf("game %d: player %d did not confirm\n", game->number + 1, game->unwilling + 1);
    } else {
        fprintf(stderr, "bazi: game %d: %s\n", game->number + 1, game->err.text);
    }
    fflush(stdout);
}

static void ended(void *context, const struct bz_service_game *game)
{
    struct teller *teller = context;

    erase(teller);
    teller->over++;
    teller->unwilling += game->end == BZ_SERVICE_UNWILLING;
    teller->failed += game->end == BZ_SERVICE_FAILED;
    for (int i = 0; i < game->players; i++) {
        teller->seats[i].late += game->guests[i].late;
        teller->seats[i].wrong += game->guests[i].wrong;
        teller->seats[i].left += game->guests[i].left;
    }
    if (game->end == BZ_SERVICE_UNWILLING || game->end == BZ_SERVICE_FAILED)
        print_failure(teller, game);
    show_progress(teller);
}

struct bz_service_listener teller_listener(struct teller *teller)
{
    teller->rewrites = terminal_can_rewrite(stderr);
    teller->since = teller->told = bz_clock_micros();
    return (struct bz_service_listener){
        .context = teller, .joined = joined, .acted = acted, .round = round_over, .ended = ended};
}

/* --- the table -------------------------------------------------------------------------------- */

static void fill_row(const struct teller *teller, int player, struct table_row *row)
{
    const struct seat *seat = &teller->seats[player];
    struct bz_buf cells[TABLE_COLUMNS];

    table_open(row, cells);
    bz_buf_add(&cells[0], "%s", bz_player_name(teller->setup->game, player));
    bz_buf_add(&cells[1], "%d", seat->won);
    bz_buf_add(&cells[2], "%.1f", teller->rounds ? seat->points / teller->rounds : 0);
    bz_buf_add(&cells[3], "%d", seat->late);
    bz_buf_add(&cells[4], "%d", seat->wrong);
    bz_buf_add(&cells[5], "%d", seat->left);
}

void teller_sum_up(const struct teller *teller)
{
    static const char *const heads[] = {"", "won", "mean score", "late", "no action", "left"};
    int players = teller->setup->rules->players;
    struct table table = {.right = ~1u};
    struct table_row rows[BZ_PLAYERS_MAX + 1];

    erase(teller);
    if (teller->as_json || teller->like_original)
        return;
    printf("\n%d games, %d rounds played to the end, %d drawn", teller->over, teller->rounds,
           teller->drawn);
    if (teller->unwilling)
        printf(", %d games not confirmed", teller->unwilling);
    printf(", %.1f s\n", (double)(bz_clock_micros() - teller->since) * 1e-6);
    rows[0] = (struct table_row){{""}};
    for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
        snprintf(rows[0].text[i], sizeof(rows[0].text[i]), "%s", heads[i]);
    for (int i = 0; i < players; i++)
        fill_row(teller, i, &rows[i + 1]);
    for (int i = 0; i <= players; i++)
        table_fit(&table, &rows[i]);
    for (int i = 0; i <= players; i++) {
        table_print(&table, &rows[i]);
        putchar('\n');
    }
}
