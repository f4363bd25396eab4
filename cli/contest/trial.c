/*
 * trial.c - the report of a sequential test.
 */
#include "trial.h"

#include "comparison.h"

static const char *const model_names[] = {"logistic", "normalised"};
static const char *const verdict_words[] = {"undecided", "H0", "H1"};

static void show_games(const struct trial *trial)
{
    const struct bz_tally *tally = &trial->tallies[0];

    printf("%s against %s\n", trial->names[0], trial->names[1]);
    comparison_line("games", "%d, %d-%d-%d won-drawn-lost", tally->games, tally->wins, tally->draws,
                    tally->losses);
    if (tally->faults || trial->tallies[1].faults)
        comparison_line("faults", "%d and %d games lost by what a program must not do",
                        tally->faults, trial->tallies[1].faults);
}

static void show_verdict(const struct trial *trial, const struct bz_sprt_state *state)
{
    const struct bz_sprt *sprt = trial->sprt;
    bool decided = state->verdict != BZ_SPRT_OPEN;
    char text[80];
    struct bz_buf ratio = BZ_BUF(text);

    comparison_ratio(state, &ratio);
    comparison_line("hypotheses", "H0 %g, H1 %g, %s Elo", sprt->elo0, sprt->elo1,
                    model_names[sprt->model]);
    comparison_line("LLR", "%s, errors %g and %g", text, sprt->alpha, sprt->beta);
    comparison_line("verdict", "%s%s", verdict_words[state->verdict], decided ? " accepted" : "");
}

static void json_games(const struct trial *trial, struct json *json)
{
    const struct bz_tally *tally = &trial->tallies[0];

    json_open(json, "players", '[');
    json_text(json, NULL, trial->names[0]);
    json_text(json, NULL, trial->names[1]);
    json_close(json, ']');
    json_whole(json, "games", tally->games);
    json_whole(json, "won", tally->wins);
    json_whole(json, "drawn", tally->draws);
    json_whole(json, "lost", tally->losses);
    json_whole(json, "copies", trial->copies);
    json_open(json, "faults", '[');
    json_whole(json, NULL, tally->faults);
    json_whole(json, NULL, trial->tallies[1].faults);
    json_close(json, ']');
}

static void json_report(const struct trial *trial, const struct bz_sprt_state *state)
{
    const struct bz_sprt *sprt = trial->sprt;
    struct json json = {.out = stdout};

    json_open(&json, NULL, '{');
    if (trial->tallies)
        json_games(trial, &json);
    comparison_json(&json, "comparison", &trial->outcomes);
    json_text(&json, "model", model_names[sprt->model]);
    json_number(&json, "elo0", sprt->elo0);
    json_number(&json, "elo1", sprt->elo1);
    json_number(&json, "alpha", sprt->alpha);
    json_number(&json, "beta", sprt->beta);
    json_number(&json, "llr", state->llr);
    json_number(&json, "lower", state->lower);
    json_number(&json, "upper", state->upper);
    json_text(&json, "verdict", verdict_words[state->verdict]);
    json_close(&json, '}');
    json_end_line(&json);
}

enum bz_sprt_verdict trial_report(const struct trial *trial, bool as_json)
{
    struct bz_sprt_state state = bz_sprt_judge(trial->sprt, &trial->outcomes);

    if (as_json) {
        json_report(trial, &state);
        return state.verdict;
    }
    if (trial->tallies)
        show_games(trial);
    comparison_show_score(&trial->outcomes);
    comparison_show(&trial->outcomes);
    show_verdict(trial, &state);
    return state.verdict;
}
