/*
 * standings.c - the table: what everybody has got, and who comes where.
 */
#include <stdlib.h>
#include <string.h>

#include "tourney/draw.h"

struct entry {
    struct bz_standing row;
    struct bz_keys keys;
    int rank; /* the first ranking orders those whom nothing tells apart */
};

/* Better than everybody else at the table is a win, and than nobody a loss. */
static void count_outcome(const struct bz_encounter_result *result, int i, struct bz_standing *row)
{
    int better = 0, equal = 0;

    for (int k = 0; k < result->encounter.count; k++) {
        better += k != i && result->points[k] > result->points[i];
        equal += k != i && result->points[k] == result->points[i];
    }
    row->encounters++;
    if (result->encounter.count > 1)
        ++*(better ? &row->losses : equal ? &row->draws : &row->wins);
}

static void count_points(const struct bz_draw *draw, struct bz_standing *rows)
{
    for (int n = 0; n < draw->in.done_count; n++) {
        const struct bz_encounter_result *result = draw->done[n];

        for (int i = 0; i < result->encounter.count; i++) {
            struct bz_standing *row = &rows[result->encounter.player[i]];

            row->points += bz_draw_points(draw, result, i);
            if (result->encounter.games == 0)
                row->byes++;
            else
                count_outcome(result, i, row);
        }
    }
}

/* Of two players each is the other's opponent; a bye is one with one's own points. */
static void count_opponents(const struct bz_draw *draw, struct bz_standing *rows)
{
    for (int n = 0; n < draw->in.done_count && draw->in.seats == 2; n++) {
        const struct bz_encounter_result *result = draw->done[n];
        const int *player = result->encounter.player;
        int count = result->encounter.count;

        for (int i = 0; i < count; i++) {
            int64_t points = rows[player[count - 1 - i]].points;

            rows[player[i]].buchholz += points;
            rows[player[i]].sonneborn += points * bz_draw_points(draw, result, i);
        }
    }
}

static int by_keys(const struct bz_keys *a, const struct bz_keys *b)
{
    for (int i = 0; i < 3; i++)
        if (a->key[i] != b->key[i])
            return a->key[i] > b->key[i] ? -1 : 1;
    return 0;
}

static int by_place(const void *a, const void *b)
{
    const struct entry *left = a, *right = b;
    int order = by_keys(&left->keys, &right->keys);

    return order ? order : left->rank - right->rank;
}

static void sort_rows(const struct bz_draw *draw, struct bz_standing *rows,
                      const struct bz_keys *keys, struct entry *entries)
{
    int players = draw->in.players;

    for (int i = 0; i < players; i++)
        entries[i] = (struct entry){rows[i], keys[i], draw->rank[i]};
    qsort(entries, (size_t)players, sizeof(*entries), by_place);
    for (int i = 0; i < players; i++) {
        bool shared = i > 0 && by_keys(&entries[i - 1].keys, &entries[i].keys) == 0;

        entries[i].row.place = shared ? entries[i - 1].row.place : i + 1;
        rows[i] = entries[i].row;
    }
}

int bz_pairing_standings(const struct bz_pairing_input *in, struct bz_standing *ret_table,
                         struct bz_error *err)
{
    struct bz_keys keys[BZ_PAIRING_PLAYERS_MAX];
    struct entry *entries;
    struct bz_draw *draw;
    int code = bz_draw_new(in, &draw, err);

    if (code)
        return code;
    entries = calloc((size_t)in->players, sizeof(*entries));
    if (entries) {
        for (int i = 0; i < in->players; i++)
            ret_table[i] = (struct bz_standing){.player = i, .out = -1};
        count_points(draw, ret_table);
        count_opponents(draw, ret_table);
        bz_draw_rules(in->format)->judge(draw, ret_table, keys);
        sort_rows(draw, ret_table, keys, entries);
    } else {
        code = bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the table");
    }
    free(entries);
    bz_draw_free(draw);
    return code;
}
