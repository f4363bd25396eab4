/*
 * json.c - games and standings of a match, for programs: one object a line.
 */
#include "text/json.h"

#include "comparison.h"
#include "parts.h"
#include "stats/estimate.h"

void contest_json_game(const struct contest *contest, const struct bz_outcome *outcome)
{
    const struct bz_record *record = outcome->record;
    struct json json = {.out = stdout};
    char why[512];
    struct bz_buf reason = BZ_BUF(why);

    bz_record_reason(record, &reason);
    json_open(&json, NULL, '{');
    json_whole(&json, "game", outcome->number + 1);
    json_whole(&json, "round", outcome->round + 1);
    json_open(&json, "players", '[');
    for (int seat = 0; seat < record->setup->rules->players; seat++)
        json_text(&json, NULL, contest->series->specs[outcome->seated[seat]]);
    json_close(&json, ']');
    json_text(&json, "result", bz_record_result(record));
    json_text(&json, "reason", why);
    if (record->ruling != BZ_RULING_NONE)
        json_text(&json, "ruling", bz_ruling_word(record->ruling));
    if (record->loser >= 0)
        json_whole(&json, "loser", record->loser + 1);
    if (record->note[0])
        json_text(&json, "note", record->note);
    json_whole(&json, "plies", record->length);
    json_rounded(&json, "seconds", outcome->seconds, DECIMALS_SECONDS);
    json_text(&json, "seed", record->tags[BZ_TAG_SEED]);
    json_close(&json, '}');
    json_end_line(&json);
}

void contest_json_table(const struct contest *contest, const struct bz_tally *tallies)
{
    const struct bz_outcomes outcomes = bz_tally_outcomes(&tallies[0]);
    struct json json = {.out = stdout};

    json_open(&json, NULL, '{');
    json_open(&json, "standings", '[');
    for (int i = 0; i < contest->series->players; i++) {
        const struct bz_tally *tally = &tallies[i];
        const struct bz_outcomes own = bz_tally_outcomes(tally);
        struct bz_estimate share = bz_share(&own);

        json_open(&json, NULL, '{');
        json_text(&json, "player", contest->series->specs[i]);
        json_whole(&json, "games", tally->games);
        json_whole(&json, "won", tally->wins);
        json_whole(&json, "drawn", tally->draws);
        json_whole(&json, "lost", tally->losses);
        json_whole(&json, "faults", tally->faults);
        json_rounded(&json, "score", share.value, DECIMALS_SHARE);
        json_rounded(&json, "low", share.low, DECIMALS_SHARE);
        json_rounded(&json, "high", share.high, DECIMALS_SHARE);
        json_whole(&json, "pairs_won", tally->pairs_won);
        json_whole(&json, "pairs_shared", tally->pairs_shared);
        json_whole(&json, "pairs_lost", tally->pairs_lost);
        json_number(&json, "points", tally->points);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    if (contest->series->players == 2)
        comparison_json(&json, "comparison", &outcomes);
    json_close(&json, '}');
    json_end_line(&json);
}
