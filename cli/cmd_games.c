/*
 * cmd_games.c - `bazi games`: what is in the registry.
 */
#include <stdio.h>

#include "command.h"
#include "text/json.h"
#include "text/layout.h"
#include "text/terminal.h"

static void print_players(const struct bz_game *game, struct bz_buf *out)
{
    if (game->players_min == game->players_max)
        bz_buf_add(out, "%d", game->players_min);
    else
        bz_buf_add(out, "%d to %d", game->players_min, game->players_max);
    bz_buf_add(out, game->players_max == 1 ? " player" : " players");
}

static void print_option(const struct bz_option *option, int indent, int width)
{
    char form[BZ_VALUE_MAX], text[400];
    struct bz_buf form_buf = BZ_BUF(form), buf = BZ_BUF(text);

    bz_buf_add(&form_buf, "-o %s=%s", option->name, option->fallback);
    bz_buf_add(&buf, "%s (", option->brief);
    bz_option_domain(option, &buf);
    bz_buf_char(&buf, ')');
    printf("%*s%s", indent, "", form);
    layout_paragraph(stdout, text, indent + layout_width(form), indent + 18, width);
}

static void print_game(const struct bz_game *game, int width)
{
    char head[160];
    struct bz_buf buf = BZ_BUF(head);
    int indent = width < 60 ? 2 : 12;

    bz_buf_add(&buf, "%s, ", game->title);
    print_players(game, &buf);
    printf("%-11s %s\n", game->name, head);
    layout_paragraph(stdout, game->brief, 0, indent, width);
    for (const struct bz_option *option = game->options; option && option->name; option++)
        print_option(option, indent, width);
}

static const char *const type_names[] = {
    [BZ_INTEGER] = "integer", [BZ_CHOICE] = "choice", [BZ_TEXT] = "text", [BZ_FILE] = "text"};

static void json_option(struct json *json, const struct bz_option *option)
{
    char domain[160];
    struct bz_buf buf = BZ_BUF(domain);

    bz_option_domain(option, &buf);
    json_open(json, NULL, '{');
    json_text(json, "name", option->name);
    json_text(json, "type", type_names[option->type]);
    json_text(json, "domain", domain);
    json_text(json, "default", option->fallback);
    json_text(json, "brief", option->brief);
    json_close(json, '}');
}

static void json_game(const struct bz_game *game)
{
    struct json json = {.out = stdout};

    json_open(&json, NULL, '{');
    json_text(&json, "name", game->name);
    json_text(&json, "title", game->title);
    json_text(&json, "brief", game->brief);
    json_whole(&json, "players_min", game->players_min);
    json_whole(&json, "players_max", game->players_max);
    json_open(&json, "options", '[');
    for (const struct bz_option *option = game->options; option && option->name; option++)
        json_option(&json, option);
    json_close(&json, ']');
    json_close(&json, '}');
    json_end_line(&json);
}

int cmd_games(const struct invocation *inv)
{
    bool json = invocation_has(inv, "json");

    for (int i = 0; bz_game_at(i); i++)
        if (json)
            json_game(bz_game_at(i));
        else
            print_game(bz_game_at(i), terminal_width());
    return STATUS_DONE;
}
