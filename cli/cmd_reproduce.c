/*
 * cmd_reproduce.c - `bazi reproduce`: a report's games and ours, side by side, row by row.
 *
 * At every move of a player that runs one of the two compared algorithms the other one searches the
 * same position with the same settings. It must choose the same move; its time is not counted.
 */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "command.h"
#include "text/json.h"
#include "text/layout.h"

/* One published game, played again. */
struct replay {
    const struct bz_report *report;
    const struct bz_report_row *published;
    struct bz_setup setup;
    struct bz_record record;
    uint64_t nodes[2]; /* of the two compared algorithms, over the same positions */
    int differences;   /* moves on which the two did not agree */
    double seconds;    /* thinking time of the players themselves */
};

/* A side of the game: its player, and the other algorithm where there is something to compare. */
struct side {
    struct bz_engine *player, *shadow;
    int algorithm; /* which of the two the player is, or -1 */
};

/* Which of the compared algorithms a spec names, or -1. */
static int algorithm_of(const struct bz_report *report, const char *spec)
{
    for (int i = 0; report->compared && i < 2; i++) {
        size_t length = strlen(report->compared[i]);

        if (strncmp(spec, report->compared[i], length) == 0 &&
            (spec[length] == ':' || spec[length] == '\0'))
            return i;
    }
    return -1;
}

static void side_release(struct side *side)
{
    bz_engine_free(side->player);
    bz_engine_free(side->shadow);
}

static int side_init(struct side *side, const struct replay *replay, const char *spec,
                     struct bz_error *err)
{
    const struct bz_report *report = replay->report;
    char other[BZ_NAME_MAX];
    struct bz_buf buf = BZ_BUF(other);
    const char *settings;
    int code;

    *side = (struct side){.algorithm = algorithm_of(report, spec)};
    code = bz_engine_new(&replay->setup, spec, &side->player, err);
    if (code || side->algorithm < 0)
        return code;
    settings = spec + strlen(report->compared[side->algorithm]);
    bz_buf_add(&buf, "%s%s", report->compared[!side->algorithm], settings);
    return bz_engine_new(&replay->setup, other, &side->shadow, err);
}

/* What is compared while the game goes on. */
struct comparison {
    struct replay *replay;
    struct side sides[2];
    union bz_pos before; /* the position the last answer was given in */
};

/* The shadow of whoever has just moved answers the same question; only the player is timed. */
static void compare(void *context, const struct bz_record *record, const struct bz_answer *answer)
{
    struct comparison *comparison = context;
    struct replay *replay = comparison->replay;
    int turn = record->setup->rules->turn(&comparison->before);

    if (answer) {
        struct side *side = &comparison->sides[turn];
        struct bz_answer other;

        replay->seconds += (double)answer->info.micros / 1e6;
        if (side->shadow) {
            bz_engine_think(side->shadow, &comparison->before, NULL, NULL, &other);
            replay->nodes[side->algorithm] += answer->info.nodes;
            replay->nodes[!side->algorithm] += other.info.nodes;
            replay->differences += other.move != answer->move || other.resigned != answer->resigned;
        }
    }
    comparison->before = record->pos;
}

static int play_with_sides(struct replay *replay, struct bz_error *err)
{
    struct comparison comparison = {.replay = replay, .before = replay->record.pos};
    struct side *sides = comparison.sides;
    struct bz_random random;
    int code = BZ_OK;

    bz_random_seed(&random, 0);
    for (int i = 0; i < 2 && code == BZ_OK; i++) {
        const char *spec = replay->published->players[i];

        snprintf(replay->record.players[i], BZ_NAME_MAX, "%s", spec);
        code = side_init(&sides[i], replay, spec, err);
    }
    if (code == BZ_OK) {
        struct bz_engine *const engines[] = {sides[0].player, sides[1].player};

        code = bz_record_finish(&replay->record, engines, &random, compare, &comparison, err);
    }
    side_release(&sides[0]);
    side_release(&sides[1]);
    return code;
}

static void replay_release(struct replay *replay)
{
    bz_record_release(&replay->record);
    bz_setup_release(&replay->setup);
}

/* Plays the game to its end; `map` may be NULL. On success the replay is to be released. */
static int replay_play(struct replay *replay, const struct bz_game *game,
                       const struct bz_report_row *published, const char *map, struct bz_error *err)
{
    char assignment[BZ_VALUE_MAX + 8];
    struct bz_buf buf = BZ_BUF(assignment);
    const char *const assignments[] = {assignment};
    int code;

    bz_buf_add(&buf, "map=%s", map ? map : "");
    *replay = (struct replay){.report = game->report, .published = published};
    code = bz_setup_init(&replay->setup, game, assignments, map ? 1 : 0, err);
    if (code)
        return code;
    bz_record_init(&replay->record, &replay->setup, NULL);
    code = play_with_sides(replay, err);
    if (code)
        replay_release(replay);
    return code;
}

/* Everything as published, and both algorithms of one mind. */
static bool replay_is_same(const struct replay *replay)
{
    return replay->differences == 0 && replay->record.length == replay->published->plies &&
           strcmp(bz_record_result(&replay->record), replay->published->result) == 0;
}

/* "Black wins after 41 plies: White has no move left" */
static void format_result(const struct replay *replay, struct bz_buf *out)
{
    const struct bz_record *record = &replay->record;
    const char *result = bz_record_result(record);

    if (result[0] == 'p')
        bz_buf_add(out, "%s wins", bz_player_name(replay->setup.game, result[1] - '1'));
    else
        bz_buf_add(out, "%s", result);
    bz_buf_add(out, " after %d plies: ", record->length);
    bz_record_reason(record, out);
}

static void print_result(const struct replay *replay)
{
    const struct bz_report_row *published = replay->published;
    char text[240];
    struct bz_buf buf = BZ_BUF(text);

    format_result(replay, &buf);
    if (replay_is_same(replay))
        printf("  result  %s (as published)\n", text);
    else
        printf("  result  %s (DIFFERS: published %s after %d plies; %d moves not agreed on)\n",
               text, published->result, published->plies, replay->differences);
}

static void print_nodes(const struct replay *replay)
{
    const uint64_t *nodes = replay->nodes;
    char text[160];
    struct bz_buf buf = BZ_BUF(text);

    if (!replay->report->compared || nodes[0] + nodes[1] == 0)
        return;
    for (int i = 0; i < 2; i++) {
        bz_buf_add(&buf, "%s%s ", i ? ", " : "", replay->report->compared[i]);
        layout_count(&buf, nodes[i]);
    }
    if (nodes[1] > 0)
        bz_buf_add(&buf, " (%.1f to 1)", (double)nodes[0] / (double)nodes[1]);
    printf("  nodes   %s\n", text);
}

static double ratio(const struct replay *replay)
{
    return replay->seconds > 0 ? replay->published->seconds / replay->seconds : 0;
}

static void print_time(const struct replay *replay)
{
    char text[80];
    struct bz_buf buf = BZ_BUF(text);

    layout_seconds(&buf, replay->seconds);
    bz_buf_add(&buf, " s");
    if (replay->published->seconds > 0) {
        bz_buf_add(&buf, ", published ");
        bz_buf_number(&buf, replay->published->seconds);
        bz_buf_add(&buf, " s (%.0f times as fast)", ratio(replay));
    }
    printf("  time    %s\n", text);
}

static void draw(const struct replay *replay, struct bz_buf *out)
{
    replay->setup.game->text->draw(&replay->record.pos, BZ_DRAW_PLAIN, BZ_MOVE_NONE, out);
}

static void print_row(const struct replay *replay)
{
    char board[BZ_DRAWING_MAX];
    struct bz_buf buf = BZ_BUF(board);
    const struct bz_report_row *published = replay->published;

    draw(replay, &buf);
    if (published == replay->report->rows)
        printf("%s: %s\n\n", replay->setup.game->title, replay->report->source);
    printf("game %s\n", published->label);
    for (int i = 0; i < 2; i++)
        printf("  %-7s %s\n", bz_player_name(replay->setup.game, i), published->players[i]);
    print_result(replay);
    print_nodes(replay);
    print_time(replay);
    printf("\n%s\n", board);
}

static void json_played(struct json *json, const struct replay *replay)
{
    char board[BZ_DRAWING_MAX], fen[BZ_POS_TEXT_MAX];
    struct bz_buf board_buf = BZ_BUF(board), fen_buf = BZ_BUF(fen);

    draw(replay, &board_buf);
    replay->setup.game->text->format(&replay->record.pos, &fen_buf);
    json_text(json, "result", bz_record_result(&replay->record));
    json_integer(json, "plies", replay->record.length);
    json_text(json, "fen", fen);
    json_text(json, "board", board);
    json_number(json, "seconds", replay->seconds);
}

static void json_row(const struct replay *replay)
{
    const struct bz_report_row *published = replay->published;
    struct json json = {.out = stdout};

    json_open(&json, NULL, '{');
    json_text(&json, "label", published->label);
    json_text(&json, "p1", published->players[0]);
    json_text(&json, "p2", published->players[1]);
    json_played(&json, replay);
    json_open(&json, "nodes", '{');
    for (int i = 0; replay->report->compared && i < 2; i++)
        json_count(&json, replay->report->compared[i], replay->nodes[i]);
    json_close(&json, '}');
    json_integer(&json, "differences", replay->differences);
    json_text(&json, "published_result", published->result);
    json_integer(&json, "published_plies", published->plies);
    json_number(&json, "published_seconds", published->seconds);
    json_number(&json, "ratio", ratio(replay));
    json_bool(&json, "same", replay_is_same(replay));
    json_close(&json, '}');
    json_end_line(&json);
}

/* Plays and prints them all; counts those that came out as published. Stops where a game cannot be
 * played at all or nobody reads on. */
static int reproduce(const struct bz_game *game, const char *map, bool as_json, int *ret_same,
                     int *ret_count)
{
    for (const struct bz_report_row *row = game->report->rows; row->label; row++) {
        struct replay replay;
        struct bz_error err;

        if (replay_play(&replay, game, row, map, &err))
            return complain("reproduce: game %s: %s", row->label, err.text);
        if (as_json)
            json_row(&replay);
        else
            print_row(&replay);
        *ret_same += replay_is_same(&replay);
        *ret_count += 1;
        replay_release(&replay);
        if (fflush(stdout) || ferror(stdout))
            return STATUS_BAD;
    }
    return STATUS_DONE;
}

int cmd_reproduce(const struct invocation *inv)
{
    struct bz_error err;
    const struct bz_game *game = bz_game_find(invocation_operand(inv, 0), &err);
    bool as_json = invocation_has(inv, "json");
    int64_t begin = bz_clock_micros();
    int same = 0, count = 0, status;

    if (!game)
        return complain("%s", err.text);
    if (!game->report)
        return complain("reproduce: there is no published report of %s", game->name);
    status = reproduce(game, invocation_value(inv, "map"), as_json, &same, &count);
    if (status != STATUS_DONE)
        return status;
    if (!as_json)
        printf("%d of %d games as published, in %.1f s with both algorithms\n", same, count,
               (double)(bz_clock_micros() - begin) / 1e6);
    return same == count ? STATUS_DONE : STATUS_BAD;
}
