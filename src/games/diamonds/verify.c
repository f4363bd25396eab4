/*
 * verify.c - believing a plan: it is played by the rules, and its bound is found again by a program
 * that shares nothing with the planner but the rules and the file.
 */
#include "verify.h"

#include <string.h>

/* The final score, in eighths, when the plan's words are followed by NOOP to the end. */
static int play(const struct plan_file *file, const struct diamonds *start)
{
    union bz_pos memory;
    struct diamonds *pos = (struct diamonds *)(void *)memory.bytes;
    const struct bz_rules *rules = diamonds_rules_of(start->world);

    memcpy(&memory, start, rules->pos_size);
    for (int i = 0; !diamonds_is_over(pos); i++)
        rules->play(pos, i < file->count ? file->words[i] : NOOP);
    return diamonds_score(pos, 0);
}

static int verify(const struct plan_file *file, const struct diamonds *pos, const atomic_bool *stop,
                  uint64_t *ret_labels, struct bz_error *err)
{
    int bound = diamonds_points(file->upper - diamonds_score(pos, 0)); /* what it brings is whole */

    if (pos->world->variant != P1 || pos->world->players != 1)
        return bz_fail(err, BZ_ERROR_UNFIT, "plans are for one agent and rules=p1");
    if (play(file, pos) != file->lower)
        return bz_fail(err, BZ_ERROR_ILLEGAL, "the plan does not bring what it says");
    return verify_bound(file, pos, bound, stop, ret_labels, err);
}

int plan_verify(const struct plan_file *file, const atomic_bool *stop, uint64_t *ret_labels,
                struct bz_error *err)
{
    struct bz_setup setup;
    union bz_pos pos;
    int code = bz_setup_init(&setup, bz_game_find("diamonds", NULL), NULL, 0, err);

    if (code)
        return code;
    code = bz_parse(&setup, file->position, strlen(file->position), &pos, err);
    if (!code)
        code =
            verify(file, (const struct diamonds *)(const void *)pos.bytes, stop, ret_labels, err);
    bz_setup_release(&setup);
    return code;
}
