/*
 * words.c - names from the registries, and the guess at what a misspelt one was to be.
 */
#include "words.h"

#include <string.h>

int words_players(const char **ret_words)
{
    int count = 0;

    ret_words[count++] = PLAYER_HUMAN;
    while (count < WORDS_MAX - 1 && bz_engine_kind_at(count - 1)) {
        ret_words[count] = bz_engine_kind_at(count - 1)->name;
        count++;
    }
    ret_words[count] = NULL;
    return count;
}

void words_result(const struct bz_record *record, struct bz_buf *out)
{
    const char *result = bz_record_result(record);
    int winners = 0;

    for (; *result == 'p'; result += 2)
        bz_buf_add(out, "%s%s", winners++ ? " and " : "",
                   bz_player_name(record->setup->game, result[1] - '1'));
    if (winners)
        bz_buf_add(out, winners > 1 ? " win" : " wins");
    else
        bz_buf_add(out, "%s", strcmp(result, "draw") == 0 ? "A draw" : "The end");
}

void words_seats(const struct bz_record *record, struct bz_buf *out)
{
    for (int i = 0; i < record->setup->rules->players; i++) {
        bz_buf_add(out, "%s%s", i ? " against " : "", bz_player_name(record->setup->game, i));
        if (!record->players[i][0])
            continue;
        bz_buf_add(out, " (");
        bz_buf_escape(out, record->players[i], "");
        bz_buf_char(out, ')');
    }
}

void words_deed(const struct bz_setup *setup, const void *pos, bz_move move, struct bz_buf *out)
{
    union bz_pos after;
    int player = setup->rules->turn(pos);

    if (setup->game->text->tell) {
        memcpy(&after, pos, setup->rules->pos_size);
        setup->rules->play(&after, move);
        setup->game->text->tell(pos, move, &after, out);
        return;
    }
    if (player == BZ_CHANCE)
        bz_buf_add(out, "Chance brings ");
    else
        bz_buf_add(out, "%s plays ", bz_player_name(setup->game, player));
    bz_format_move(setup, pos, move, out);
}

void words_end(const struct bz_record *record, struct bz_buf *out)
{
    words_result(record, out);
    bz_buf_add(out, " after %d %s: ", record->length, record->length == 1 ? "ply" : "plies");
    bz_record_reason(record, out);
    bz_buf_add(out, ".");
    words_points(record, out);
}

void words_points(const struct bz_record *record, struct bz_buf *out)
{
    const struct bz_rules *rules = record->setup->rules;

    for (int i = 0; rules->traits & BZ_HAS_POINTS && i < rules->players; i++) {
        bz_buf_add(out, "%s%s ", i ? ", " : " ", bz_player_name(record->setup->game, i));
        bz_format_score(record->setup, &record->pos, i, out);
    }
}

static int smallest(int a, int b, int c)
{
    int least = a < b ? a : b;

    return least < c ? least : c;
}

enum { GUESS_MAX = 32 };

/* Levenshtein's distance, one row at a time; longer words count as far away. */
static int distance(const char *a, const char *b)
{
    size_t rows = strlen(a), columns = strlen(b);
    int row[GUESS_MAX + 1];

    if (rows > GUESS_MAX || columns > GUESS_MAX)
        return GUESS_MAX;
    for (size_t c = 0; c <= columns; c++)
        row[c] = (int)c;
    for (size_t r = 1; r <= rows; r++) {
        int corner = row[0];

        row[0] = (int)r;
        for (size_t c = 1; c <= columns; c++) {
            int change = corner + (a[r - 1] != b[c - 1]);

            corner = row[c];
            row[c] = smallest(change, row[c] + 1, row[c - 1] + 1);
        }
    }
    return row[columns];
}

const char *nearest_word(const char *text, const char *const *words)
{
    const char *best = NULL;
    int least = (int)strlen(text) / 3 + 1; /* a third of it may be wrong */

    for (; *words; words++) {
        int far = distance(text, *words);

        if (strncmp(text, *words, strlen(text)) == 0 && *text)
            far = 0;
        if (far < least || (far == least && !best)) {
            best = *words;
            least = far;
        }
    }
    return best;
}

void words_hint(const struct bz_setup *setup, const char *spec, struct bz_buf *out)
{
    const struct bz_solver *solver = setup->game->solver;
    size_t length = strcspn(spec, ":");

    if (solver && solver->hint && length == strlen("best") && !strncmp(spec, "best", length))
        solver->hint(setup, out);
}
