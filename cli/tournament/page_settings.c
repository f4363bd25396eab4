/*
 * page_settings.c - how a tournament was set up, and how to play it again.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "text/html.h"

enum { VALUE_MAX = 400, FILE_MAX = 256 << 10 };

static json_t *without_store(const struct bz_plan *plan)
{
    json_t *copy = json_copy(plan->config);

    if (copy)
        json_object_del(copy, "store");
    return copy;
}

char *tournament_settings(const struct bz_plan *plan, bool indented)
{
    json_t *config = without_store(plan);
    size_t flags = JSON_SORT_KEYS | (indented ? JSON_INDENT(2) : JSON_COMPACT);
    char *text = config ? json_dumps(config, flags) : NULL;

    json_decref(config);
    return text;
}

/* What a key was set to; NULL where it was not. */
static const json_t *value_of(const struct bz_plan *plan, const struct bz_key *key)
{
    const json_t *section =
        key->section[0] ? json_object_get(plan->config, key->section) : plan->config;

    return json_object_get(section, key->name);
}

static int write_setting(const struct bz_key *key, const json_t *value, FILE *out,
                         struct bz_error *err)
{
    char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);

    if (!text)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the settings");
    fprintf(out, "<tr><th scope=\"row\">%s%s%s</th><td><bdi dir=\"auto\">", key->section,
            key->section[0] ? "." : "", key->name);
    if (json_is_string(value))
        html_text(out, json_string_value(value));
    else if (strlen(text) > VALUE_MAX)
        fprintf(out, "%zu items", json_array_size(value));
    else
        html_text(out, text);
    fputs("</bdi></td></tr>\n", out);
    free(text);
    return BZ_OK;
}

/* Players are in the table; where the store is concerns nobody else. */
static bool is_shown(const struct bz_key *key)
{
    return strcmp(key->section, "players") != 0 && strcmp(key->name, "store") != 0;
}

static int write_file(const struct bz_plan *plan, FILE *out, struct bz_error *err)
{
    char *text = tournament_settings(plan, true);

    if (!text)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the settings");
    if (strlen(text) > FILE_MAX) {
        fputs("<p>The tournament's file is too long for this page; its store has it.</p>\n", out);
    } else {
        fputs("<details><summary>The tournament's file</summary><pre dir=\"ltr\">", out);
        html_text(out, text);
        fputs("</pre></details>\n", out);
    }
    free(text);
    return BZ_OK;
}

int page_settings(const struct report *report, FILE *out, struct bz_error *err)
{
    const struct bz_plan *plan = report->sheet->plan;
    int code = BZ_OK;

    fputs("<h2>Settings</h2>\n<div class=\"wide\"><table class=\"settings\"><tbody>\n", out);
    for (const struct bz_key *key = bz_plan_keys; key->name && !code; key++)
        if (is_shown(key) && value_of(plan, key))
            code = write_setting(key, value_of(plan, key), out, err);
    fputs("</tbody></table></div>\n<p>What is not listed is as it is unless said otherwise.</p>\n",
          out);
    if (code)
        return code;
    fprintf(out,
            "<h2>Again</h2>\n<p>Save the tournament's file below as <code>again.json</code>, with "
            "the programs of the players where it says, and run <code>bazi tournament "
            "again.json</code>. The seed is %" PRIu64 ": it gives the same pairings, openings, "
            "deals and dice, and where players are limited by nodes or depth, and deterministic, "
            "the same games.</p>\n",
            plan->pairing.seed);
    return write_file(plan, out, err);
}
