/*
 * verdict.c - one place for how a value, a proof and a distance are worded.
 */
#include "analyse/verdict.h"

#include <math.h>

void verdict_number(double number, struct bz_buf *out)
{
    if (number == 0)
        bz_buf_add(out, "0");
    else
        bz_buf_add(out, fabs(number) < 1000 ? "%+.4g" : "%+.0f", number);
}

void verdict_difference(double difference, bool is_chance, struct bz_buf *out)
{
    if (is_chance)
        bz_buf_add(out, "%+.2f %%", 50 * difference);
    else
        verdict_number(difference, out);
}

static const char *proof_word(enum bz_proof proof)
{
    return proof == BZ_WIN ? "win" : "loss";
}

static const char *plies(int count)
{
    return count == 1 ? "ply" : "plies";
}

void verdict_value(const struct verdict *v, struct bz_buf *out)
{
    if (v->certainty == UNKNOWN)
        bz_buf_add(out, "?");
    else if (v->proof != BZ_UNDECIDED)
        bz_buf_add(out, "%s", proof_word(v->proof));
    else if (v->is_chance)
        bz_buf_add(out, "%.*f %%", v->decimals == 3 ? 1 : 2, 50 * (1 + v->value));
    else
        verdict_number(v->value, out);
}

void verdict_fraction(const struct verdict *v, struct bz_buf *out)
{
    if (v->certainty != UNKNOWN && v->proof == BZ_UNDECIDED && v->denominator > 1 && !v->is_chance)
        bz_buf_fraction(out, v->numerator, v->denominator);
}

/* "17 plies", or "at most 17 plies" where that was not measured; nothing if it is not known. */
static void add_distance(const struct verdict *v, const char *before, struct bz_buf *out)
{
    if (v->distance > 0)
        bz_buf_add(out, "%s%s%d %s", before, v->measured ? "" : "at most ", v->distance,
                   plies(v->distance));
}

void verdict_proof(const struct verdict *v, struct bz_buf *out)
{
    if (v->certainty == OVER)
        bz_buf_add(out, "the end");
    else if (v->certainty == PROVED && v->decimals)
        bz_buf_add(out, "from a table");
    else if (v->certainty == PROVED && v->is_chance)
        bz_buf_add(out, "exact");
    else if (v->certainty == PROVED) {
        bz_buf_add(out, "proved");
        add_distance(v, ", ", out);
    } else if (v->certainty == ESTIMATED)
        bz_buf_add(out, "depth %d", v->depth);
    else
        bz_buf_add(out, "unknown");
}

void verdict_short(const struct verdict *v, struct bz_buf *out)
{
    verdict_value(v, out);
    if (v->certainty == PROVED && v->proof != BZ_UNDECIDED && v->distance > 0)
        bz_buf_add(out, " in %d", v->distance);
}

void verdict_sentence(const struct bz_setup *setup, const struct verdict *v, int player,
                      struct bz_buf *out)
{
    const char *name = bz_player_name(setup->game, player);
    char value[60], fraction[60] = "";
    struct bz_buf buf = BZ_BUF(value), fraction_buf = BZ_BUF(fraction);

    verdict_fraction(v, &fraction_buf);
    verdict_value(v, &buf);
    if (*fraction)
        bz_buf_add(&buf, " (%s)", fraction);
    if (v->certainty == UNKNOWN) {
        bz_buf_add(out, "Nothing is known yet: it was stopped too early.");
    } else if (v->proof != BZ_UNDECIDED) {
        if (setup->rules->players == 2 && v->proof == BZ_LOSS)
            bz_buf_add(out, "Proved: %s wins", bz_player_name(setup->game, 1 - player));
        else
            bz_buf_add(out, "Proved: %s %s", name, v->proof == BZ_WIN ? "wins" : "loses");
        add_distance(v, " in ", out);
        bz_buf_add(out, ".");
    } else if (v->is_chance && v->certainty == PROVED) {
        bz_buf_add(out, "%s wins %s of the time with perfect play.", name, value);
    } else if (v->certainty == ESTIMATED) {
        bz_buf_add(out, "Estimated to depth %d: %s for %s.", v->depth, value, name);
    } else {
        bz_buf_add(out, "Proved: %s for %s.", value, name);
    }
}

void verdict_json_share(struct json *json, const char *key, double share, int decimals)
{
    if (decimals)
        json_rounded(json, key, share, decimals);
    else
        json_number(json, key, share);
}

void verdict_json(struct json *json, const struct verdict *v)
{
    static const char *const certainties[] = {"unknown", "estimated", "proved", "over"};
    char fraction[60] = "";
    struct bz_buf buf = BZ_BUF(fraction);

    json_text(json, "certainty", certainties[v->certainty]);
    if (v->certainty == UNKNOWN)
        return;
    if (v->proof == BZ_UNDECIDED && v->is_chance)
        verdict_json_share(json, "chance", (1 + v->value) / 2, v->decimals);
    else if (v->proof == BZ_UNDECIDED)
        json_number(json, "value", v->value);
    else
        json_text(json, "proof", proof_word(v->proof));
    verdict_fraction(v, &buf);
    if (*fraction)
        json_text(json, "fraction", fraction);
    if (v->certainty == PROVED && v->proof != BZ_UNDECIDED)
        json_whole(json, "distance", v->distance);
    if (v->certainty == PROVED && v->proof != BZ_UNDECIDED)
        json_bool(json, "measured", v->measured);
    if (v->certainty == ESTIMATED)
        json_whole(json, "depth", v->depth);
}
