/*
 * reproduce.c - plays one game of a report and lets the other algorithm look over its shoulder.
 *
 * At every move of a player that runs one of the two compared algorithms the other one searches the
 * same position with the same settings. It must choose the same move; its time is not counted.
 */
#include "reproduce.h"

#include <stdio.h>
#include <string.h>

#include "stopwatch.h"

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
    *side = (struct side){.algorithm = algorithm_of(report, spec)};
    int code = bz_engine_new(&replay->setup, spec, &side->player, err);
    if (code || side->algorithm < 0)
        return code;
    char other[BZ_NAME_MAX];
    struct bz_buf buf = BZ_BUF(other);
    const char *settings = spec + strlen(report->compared[side->algorithm]);
    bz_buf_add(&buf, "%s%s", report->compared[!side->algorithm], settings);
    return bz_engine_new(&replay->setup, other, &side->shadow, err);
}

/* Both search; only the player is timed. */
static void choose(struct replay *replay, struct side *side, struct bz_answer *ret_answer)
{
    const struct bz_limits own_limits = {.depth = 0};
    double begin = stopwatch_now();
    bz_engine_think(side->player, &replay->record.pos, &own_limits, NULL, ret_answer);
    replay->seconds += stopwatch_now() - begin;
    if (!side->shadow)
        return;
    struct bz_answer other;
    bz_engine_think(side->shadow, &replay->record.pos, &own_limits, NULL, &other);
    replay->nodes[side->algorithm] += ret_answer->info.nodes;
    replay->nodes[!side->algorithm] += other.info.nodes;
    replay->differences += other.move != ret_answer->move || other.resigned != ret_answer->resigned;
}

static int play_all(struct replay *replay, struct side *sides, struct bz_error *err)
{
    struct bz_record *record = &replay->record;
    struct bz_random random;
    bz_random_seed(&random, 0);
    while (!bz_record_is_over(record)) {
        int turn = replay->setup.rules->turn(&record->pos);
        struct bz_answer answer = {.move = BZ_MOVE_NONE};
        if (turn == BZ_CHANCE)
            answer.move = bz_chance_draw(&replay->setup, &record->pos, &random);
        else
            choose(replay, &sides[turn], &answer);
        if (answer.resigned) {
            record->resigned = turn;
            break;
        }
        int code = bz_record_play(record, answer.move, err);
        if (code)
            return code;
    }
    return BZ_OK;
}

static int play_with_sides(struct replay *replay, struct bz_error *err)
{
    struct side sides[2] = {{.player = NULL}, {.player = NULL}};
    int code = BZ_OK;
    for (int i = 0; i < 2 && code == BZ_OK; i++) {
        const char *spec = replay->published->players[i];
        snprintf(replay->record.players[i], BZ_NAME_MAX, "%s", spec);
        code = side_init(&sides[i], replay, spec, err);
    }
    if (code == BZ_OK)
        code = play_all(replay, sides, err);
    side_release(&sides[0]);
    side_release(&sides[1]);
    return code;
}

int replay_play(struct replay *replay, const struct bz_game *game,
                const struct bz_report_game *published, const char *map, struct bz_error *err)
{
    char assignment[BZ_VALUE_MAX + 8];
    struct bz_buf buf = BZ_BUF(assignment);
    const char *const assignments[] = {assignment};
    bz_buf_add(&buf, "map=%s", map ? map : "");
    *replay = (struct replay){.report = game->report, .published = published};
    int code = bz_setup_init(&replay->setup, game, assignments, map ? 1 : 0, err);
    if (code)
        return code;
    bz_record_init(&replay->record, &replay->setup, NULL);
    code = play_with_sides(replay, err);
    if (code)
        replay_release(replay);
    return code;
}

void replay_release(struct replay *replay)
{
    bz_record_release(&replay->record);
    bz_setup_release(&replay->setup);
}

bool replay_is_same(const struct replay *replay)
{
    return replay->differences == 0 && replay->record.length == replay->published->plies &&
           strcmp(bz_record_result(&replay->record), replay->published->result) == 0;
}
