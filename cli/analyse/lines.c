/*
 * lines.c - the best few moves of a position, not only the best.
 *
 * An engine that tells several lines is asked for them. Of any other the positions after all the
 * moves are searched, to equal depth, and compared.
 */
#include <stdlib.h>
#include <string.h>

#include "analyse/judge.h"

int verdict_compare(const struct verdict *a, const struct verdict *b)
{
    if (a->proof != b->proof)
        return a->proof > b->proof ? 1 : -1;
    if (a->proof != BZ_UNDECIDED) /* sooner when winning, later when losing */
        return (int)a->proof * ((a->distance < b->distance) - (a->distance > b->distance));
    return (a->value > b->value) - (a->value < b->value);
}

static int best_first(const void *a, const void *b)
{
    const struct line *left = a, *right = b;
    int order = -verdict_compare(&left->verdict, &right->verdict);

    return order ? order : (int)left->weight - (int)right->weight;
}

/* The latest infos by rank, and those of the last depth at which all ranks were told. */
struct hearing {
    struct judge *judge;
    int count, whole_count;
    struct bz_info infos[JUDGE_LINES_MAX], whole[JUDGE_LINES_MAX];
};

static void hear(void *context, const struct bz_info *info)
{
    struct hearing *h = context;

    if (info->rank > h->judge->lines || info->pv_length == 0)
        return;
    if (info->rank == 1 && h->count > 0 && h->count >= h->whole_count) {
        memcpy(h->whole, h->infos, sizeof(h->whole));
        h->whole_count = h->count;
    }
    h->infos[info->rank - 1] = *info;
    h->count = info->rank;
    if (h->judge->listener.info)
        h->judge->listener.info(h->judge->listener.context, info);
}

static bool has_move(const struct line *lines, int count, bz_move move)
{
    for (int i = 0; i < count; i++)
        if (lines[i].move == move)
            return true;
    return false;
}

/* Lines of the deepest iteration first, then what an earlier one knew of other moves. */
static int collect(const struct hearing *h, int turn, struct line *ret_lines)
{
    int earlier = h->whole_count > 1 ? h->whole_count : 0; /* alone it is a best move outdated */
    int count = 0;

    for (int i = 0; i < h->count + earlier && count < h->judge->lines; i++) {
        const struct bz_info *info = i < h->count ? &h->infos[i] : &h->whole[i - h->count];
        struct line *line = &ret_lines[count];

        if (has_move(ret_lines, count, info->pv[0]))
            continue;
        judge_read(h->judge, info, turn, turn, &line->verdict);
        line->move = line->verdict.move = info->pv[0];
        line->weight = 1;
        line->length = info->pv_length - 1;
        memcpy(line->next, info->pv + 1, (size_t)line->length * sizeof(bz_move));
        count++;
    }
    return count;
}

static int listen(struct judge *judge, const void *pos, const struct bz_limits *limits,
                  struct line *ret_lines)
{
    struct hearing *h = calloc(1, sizeof(*h));
    struct bz_answer answer;
    int count;

    if (!h)
        return 0;
    h->judge = judge;
    judge_ask(judge, pos, limits, &(struct bz_listener){.info = hear, .context = h}, &answer);
    count = collect(h, judge->setup->rules->turn(pos), ret_lines);
    free(h);
    return count;
}

/* Whether this engine tells more than one line of this position. */
static bool tells_lines(struct judge *judge, const void *pos, struct line *scratch)
{
    struct bz_limits shallow = {.depth = 1, .stop = judge->limits.stop};
    struct bz_listener silent = {.info = NULL}, listener = judge->listener;
    int count;

    judge->listener = silent;
    count = listen(judge, pos, &shallow, scratch);
    judge->listener = listener;
    judge->nodes = 0;
    return count > 1;
}

int judge_lines(struct judge *judge, const void *pos, struct line *ret_lines)
{
    const struct bz_rules *rules = judge->setup->rules;
    bz_move moves[BZ_MOVES_MAX];
    int choices = rules->moves(pos, moves);
    int wanted = choices < judge->lines ? choices : judge->lines;

    if (wanted == 1 || rules->players > 2 || tells_lines(judge, pos, ret_lines))
        return listen(judge, pos, &judge->limits, ret_lines);
    judge_fan(judge, pos, rules->turn(pos), ret_lines, NULL);
    for (int i = 0; i < choices; i++)
        ret_lines[i].weight = (uint32_t)i; /* equal moves stay in the game's order */
    qsort(ret_lines, (size_t)choices, sizeof(*ret_lines), best_first);
    return wanted;
}
