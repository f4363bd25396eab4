/*
 * info.c - what a search has to say, as lines of the protocol.
 */
#include <inttypes.h>

#include "parts.h"

static void add_score(struct bz_buf *line, const struct bz_info *info)
{
    if (info->proof == BZ_WIN) {
        bz_buf_add(line, " score win %d", info->distance);
    } else if (info->proof == BZ_LOSS) {
        bz_buf_add(line, " score loss %d", info->distance);
    } else {
        bz_buf_add(line, " score value ");
        if (info->decimals)
            bz_buf_add(line, "%.*f", info->decimals, info->value);
        else
            bz_buf_number(line, info->value);
    }
}

static void add_knowledge(struct bz_buf *line, const struct bz_info *info)
{
    if (info->exact && info->decimals) {
        bz_buf_add(line, "info string from a table, to %d decimals", info->decimals);
    } else if (info->exact) {
        bz_buf_add(line, "info string proved");
    } else {
        bz_buf_add(line, "info string at most ");
        bz_buf_number(line, info->bound);
    }
}

void ugi_say_info(struct ugi *ugi, const struct bz_info *info)
{
    struct bz_buf *line = ugi_open(ugi);
    double seconds = (double)(info->micros > 0 ? info->micros : 1) / 1e6;

    bz_buf_add(line, "info depth %d seldepth %d", info->depth, info->seldepth);
    if (ugi->options.values[UGI_MULTIPV].number > 1)
        bz_buf_add(line, " multipv %d", info->rank);
    add_score(line, info);
    bz_buf_add(line, " nodes %" PRIu64 " nps %.0f time %" PRId64, info->nodes,
               (double)info->nodes / seconds, info->micros / 1000);
    if (info->pv_length > 0) {
        bz_buf_add(line, " pv ");
        bz_format_line(ugi->setup, &ugi->pos, info->pv, info->pv_length, line);
    }
    ugi_close(ugi);
    if (info->exact || info->has_bound) {
        line = ugi_open(ugi);
        add_knowledge(line, info);
        ugi_close(ugi);
    }
    if (info->denominator > 1) {
        line = ugi_open(ugi);
        bz_buf_add(line, "info string value ");
        bz_buf_fraction(line, info->numerator, info->denominator);
        ugi_close(ugi);
    }
}

void ugi_say_answer(struct ugi *ugi, const struct bz_answer *answer)
{
    struct bz_buf *line;

    if (!ugi->search.informed && answer->info.depth > 0)
        ugi_say_info(ugi, &answer->info);
    if (answer->info.depth > 0)
        ugi_say(ugi, "info string leaves %" PRIu64 " cutoffs %" PRIu64, answer->info.leaves,
                answer->info.cutoffs);
    if (answer->trouble.code)
        ugi_say(ugi, "info string %s", answer->trouble.text);
    line = ugi_open(ugi);
    bz_buf_add(line, "bestmove ");
    if (answer->resigned)
        bz_buf_add(line, "resign");
    else if (answer->move == BZ_MOVE_NONE)
        bz_buf_add(line, "(none)");
    else
        bz_format_move(ugi->setup, &ugi->pos, answer->move, line);
    ugi_close(ugi);
}
