/*
 * man.c - manual pages, written as roff from the table of commands.
 *
 * Every text goes through man_text(), so that nothing in a brief can become a request. The pages
 * carry no date: the same source gives the same bytes.
 */
#include <string.h>

#include "help.h"
#include "play/play.h"
#include "prose.h"
#include "text/words.h"

/* One character of UTF-8; returns its length. */
static size_t escape_wide(FILE *out, const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    size_t length = *c >= 0xf0 ? 4 : *c >= 0xe0 ? 3 : *c >= 0xc0 ? 2 : 1;
    unsigned point = *c;

    if (strncmp(text, "…", strlen("…")) == 0) {
        fputs("...", out);
        return strlen("…");
    }
    point &= length > 1 ? 0xffu >> (length + 1) : 0x3fu;
    for (size_t i = 1; i < length && c[i]; i++)
        point = point << 6 | (c[i] & 0x3fu);
    fprintf(out, "\\[u%04X]", point);
    return strnlen(text, length);
}

void man_text(FILE *out, const char *text)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", out);
    while (*text) {
        if ((unsigned char)*text >= 0x80) {
            text += escape_wide(out, text);
            continue;
        }
        if (*text == '-')
            fputs("\\-", out);
        else if (*text == '\\')
            fputs("\\e", out);
        else if (*text == '\'')
            fputs("\\(aq", out);
        else
            fputc(*text, out);
        text++;
    }
}

static void line(FILE *out, const char *request, const char *text)
{
    fputs(request, out);
    man_text(out, text);
    fputc('\n', out);
}

/* A tagged paragraph: the term in bold, then its explanation. */
static void tagged(FILE *out, const char *term, const char *text)
{
    fputs(".TP\n\\fB", out);
    man_text(out, term);
    fputs("\\fR\n", out);
    line(out, "", text);
}

static void title(FILE *out, const char *name, int section, const char *brief)
{
    fputs(".TH ", out);
    for (const char *c = name; *c; c++)
        fputc(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c, out);
    fprintf(out, " %d \"\" \"bazi %s\" \"%s\"\n.SH NAME\n", section, bz_version(),
            section == 6 ? "Games" : "User Commands");
    man_text(out, name);
    fputs(" \\- ", out);
    line(out, "", brief);
}

static void status_section(FILE *out)
{
    fputs(".SH EXIT STATUS\n", out);
    for (const struct help_status *status = help_statuses; status->number; status++)
        tagged(out, status->number, status->meaning);
}

static void flags_section(FILE *out, const struct command *command)
{
    fputs(".SH OPTIONS\n", out);
    for (const struct flag *flag = command->flags; flag->name; flag++) {
        char form[80];
        struct bz_buf buf = BZ_BUF(form);

        help_flag_form(flag, &buf);
        tagged(out, form, flag->brief);
    }
    tagged(out, "-h, --help", "print a help text");
}

static void options(FILE *out, const struct bz_option *table)
{
    fputs(".RS\n", out);
    for (const struct bz_option *option = table; option && option->name; option++) {
        char form[160];
        struct bz_buf buf = BZ_BUF(form);

        help_option_form(option, &buf);
        tagged(out, form, option->brief);
    }
    fputs(".RE\n", out);
}

static void games_section(FILE *out, const struct command *command)
{
    const struct bz_game *game;

    fputs(".SH GAMES\n", out);
    for (int i = 0; (game = command_game(command, i)); i++) {
        tagged(out, game->name, game->brief);
        options(out, game->options);
    }
}

static void maps_section(FILE *out)
{
    fputs(".SH NEW MAPS\n", out);
    for (int i = 0; bz_game_at(i); i++) {
        const struct bz_maps *maps = bz_game_at(i)->maps;

        if (!maps || !maps->options)
            continue;
        tagged(out, bz_game_at(i)->name, bz_game_at(i)->title);
        options(out, maps->options);
    }
}

static void players_section(FILE *out, const struct command *command)
{
    fputs(
        ".SH PLAYERS\nA player is written NAME or NAME:KEY=VALUE,KEY=VALUE. These are the players, "
        "with their keys and defaults.\n",
        out);
    help_list_players(out, command, tagged);
    fputs(".PP\nThe keys mean:\n", out);
    help_list_keys(out, tagged);
}

static void keys_section(FILE *out)
{
    fputs(".SH DURING A GAME\n", out);
    help_list_words(out, tagged);
}

static void examples_section(FILE *out, const struct command *command)
{
    fputs(".SH EXAMPLES\n", out);
    for (const char *const *text = command->examples; *text; text += 2) {
        char example[160];
        struct bz_buf buf = BZ_BUF(example);

        help_example(command, text[0], &buf);
        tagged(out, example, text[1]);
    }
}

void man_command(FILE *out, const struct command *command)
{
    char name[40], synopsis[512];
    struct bz_buf buf = BZ_BUF(name), form = BZ_BUF(synopsis);

    bz_buf_add(&buf, "bazi-%s", command->name);
    title(out, name, 1, command->brief);
    help_synopsis(command, &form);
    line(out, ".SH SYNOPSIS\n", synopsis);
    fputs(".SH DESCRIPTION\n", out);
    for (const char *const *text = command->details; *text; text++)
        line(out, text == command->details ? "" : ".PP\n", *text);
    flags_section(out, command);
    if (command->topics & TOPIC_KEYS)
        keys_section(out);
    if (command->topics & TOPIC_PLAYERS)
        players_section(out, command);
    if (command->topics & TOPIC_GAMES)
        games_section(out, command);
    if (command->topics & TOPIC_MAPS)
        maps_section(out);
    examples_section(out, command);
    status_section(out);
    fputs(".SH SEE ALSO\n.BR bazi (1)\n", out);
}

void man_program(FILE *out)
{
    title(out, "bazi", 1, "play turn-based games, and study how a computer plays them");
    line(out, ".SH SYNOPSIS\n", "bazi COMMAND [arguments]");
    line(out, ".SH DESCRIPTION\n",
         "Every command has a manual page of its own, bazi-COMMAND(1), and a help text, "
         "'bazi COMMAND --help'.");
    fputs(".SH COMMANDS\n", out);
    for (const struct command *command = commands; command->name; command++)
        tagged(out, command->name, command->brief);
    games_section(out, NULL);
    status_section(out);
    fputs(".SH SEE ALSO\n", out);
    for (const struct command *command = commands; command->name; command++)
        fprintf(out, ".BR bazi\\-%s (1)%s\n", command->name, command[1].name ? "," : "");
}

void man_game(FILE *out, const struct bz_game *game, const char *rules)
{
    char name[40];
    struct bz_buf buf = BZ_BUF(name);

    bz_buf_add(&buf, "bazi-%s", game->name);
    title(out, name, 6, game->brief);
    prose_for_man(rules);
    fputs(".SH OPTIONS\n", out);
    options(out, game->options);
    fputs(".SH SEE ALSO\n.BR bazi (1),\n.BR bazi\\-play (1)\n", out);
}
