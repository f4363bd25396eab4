/*
 * record_json.c - a recorded game as one JSON object on one line.
 */
#include "record_json.h"

#include <math.h>
#include <string.h>

#include "json.h"

/* A stranger's text: JSON knows nothing but UTF-8. */
static void put_text(struct json *json, const char *key, const char *text)
{
    char escaped[4 * BZ_NOTE_MAX] = "";
    struct bz_buf buf = BZ_BUF(escaped);

    bz_buf_escape(&buf, text, "\\");
    json_text(json, key, escaped);
}

static void put_options(struct json *json, const struct bz_setup *setup)
{
    const struct bz_option *options = setup->game->options;

    json_open(json, "options", '{');
    for (int i = 0; options[i].name; i++)
        if (strcmp(setup->values[i].text, options[i].fallback) != 0)
            put_text(json, options[i].name, setup->values[i].text);
    json_close(json, '}');
}

static void put_position(struct json *json, const char *key, const struct bz_setup *setup,
                         const void *pos)
{
    char text[BZ_POS_TEXT_MAX] = "";
    struct bz_buf buf = BZ_BUF(text);

    setup->game->text->format(pos, &buf);
    json_text(json, key, text);
}

static void put_headers(struct json *json, const struct bz_record *record)
{
    const struct bz_setup *setup = record->setup;

    json_text(json, "game", setup->game->name);
    put_options(json, setup);
    for (int i = 0; i < BZ_TAGS; i++) {
        char key[16] = "";

        for (size_t c = 0; bz_tag_word((enum bz_tag)i)[c]; c++)
            key[c] = (char)(bz_tag_word((enum bz_tag)i)[c] | 0x20);
        if (record->tags[i][0])
            put_text(json, key, record->tags[i]);
    }
    json_open(json, "players", '[');
    for (int i = 0; i < setup->rules->players; i++)
        put_text(json, NULL, record->players[i]);
    json_close(json, ']');
    json_bool(json, "fromstart", record->from_start);
    put_position(json, "start", setup, &record->start);
}

static void put_remark(struct json *json, const struct bz_remark *remark)
{
    if (remark->micros >= 0)
        json_whole(json, "micros", remark->micros);
    if (remark->left >= 0)
        json_whole(json, "leftmillis", remark->left);
    if (isinf(remark->value))
        json_text(json, "value", remark->value > 0 ? "inf" : "-inf");
    else if (!isnan(remark->value))
        json_number(json, "value", remark->value);
    if (remark->proof != BZ_UNDECIDED)
        json_whole(json, remark->proof == BZ_WIN ? "win" : "loss", remark->distance);
    if (remark->depth > 0)
        json_whole(json, "depth", remark->depth);
    if (remark->nodes > 0)
        json_count(json, "nodes", remark->nodes);
}

static void put_ply(struct json *json, const struct bz_record *record, int ply, bool fens,
                    union bz_pos *pos)
{
    const struct bz_setup *setup = record->setup;
    int player = setup->rules->turn(pos);
    char text[BZ_MOVE_TEXT_MAX];
    struct bz_buf buf = BZ_BUF(text);

    bz_format_move(setup, pos, record->moves[ply], &buf);
    setup->rules->play(pos, record->moves[ply]);
    json_open(json, NULL, '{');
    json_whole(json, "ply", ply + 1);
    if (player == BZ_CHANCE)
        json_bool(json, "chance", true);
    else
        json_whole(json, "player", player + 1);
    json_text(json, "move", text);
    if (record->remarks)
        put_remark(json, &record->remarks[ply]);
    if (fens)
        put_position(json, "fen", setup, pos);
    json_close(json, '}');
}

static void put_ending(struct json *json, const struct bz_record *record)
{
    char text[512] = "";
    struct bz_buf buf = BZ_BUF(text);

    json_text(json, "result", bz_record_result(record));
    if (bz_record_is_over(record)) {
        bz_record_reason(record, &buf);
        json_text(json, "reason", text);
    }
    if (record->ruling != BZ_RULING_NONE)
        json_text(json, "ruling", bz_ruling_word(record->ruling));
    if (record->loser >= 0)
        json_whole(json, "loser", record->loser + 1);
    if (record->note[0])
        put_text(json, "note", record->note);
}

void record_json(const struct bz_record *record, bool fens, FILE *out)
{
    struct json json = {.out = out};
    union bz_pos pos = record->start;

    json_open(&json, NULL, '{');
    put_headers(&json, record);
    json_open(&json, "moves", '[');
    for (int i = 0; i < record->length; i++)
        put_ply(&json, record, i, fens, &pos);
    json_close(&json, ']');
    put_position(&json, "fen", record->setup, &record->pos);
    put_ending(&json, record);
    json_close(&json, '}');
    json_end_line(&json);
}
