/*
 * help.c - help for reading in the terminal, and the phrases the other generated texts share.
 */
#include "help.h"

#include <string.h>

#include "match/player.h"
#include "play/play.h"
#include "text/layout.h"
#include "text/terminal.h"
#include "text/words.h"

enum { LEFT = 2, TEXT_COLUMN = 28, READABLE = 84 };

const struct help_status help_statuses[] = {
    {"0", "done"},
    {"1", "the work was done and its answer is bad, or could not be written"},
    {"2", "wrong usage or input; one line on standard error says what and where"},
    {NULL, NULL},
};

static int width(void)
{
    int columns = terminal_width();

    return columns < READABLE ? columns : READABLE;
}

void help_flag_form(const struct flag *flag, struct bz_buf *out)
{
    if (flag->letter)
        bz_buf_add(out, "-%c, ", flag->letter);
    bz_buf_add(out, "--%s", flag->name);
    if (flag->argument)
        bz_buf_add(out, flag->optional ? " [%s]" : " %s", flag->argument);
}

void help_synopsis(const struct command *command, struct bz_buf *out)
{
    bz_buf_add(out, "bazi %s", command->name);
    if (*command->operands)
        bz_buf_add(out, " %s", command->operands);
    for (const struct flag *flag = command->flags; flag->name; flag++) {
        bz_buf_add(out, " [");
        if (flag->letter && flag->argument)
            bz_buf_add(out, "-%c %s", flag->letter, flag->argument);
        else if (flag->letter)
            bz_buf_add(out, "-%c", flag->letter);
        else
            help_flag_form(flag, out);
        bz_buf_add(out, flag->many ? "]..." : "]");
    }
}

void help_example(const struct command *command, const char *text, struct bz_buf *out)
{
    for (const char *game; (game = strstr(text, "GAME")); text = game + 4) {
        bz_buf_text(out, text, (size_t)(game - text));
        bz_buf_add(out, "%s", command_game(command, 0)->name);
    }
    bz_buf_add(out, "%s", text);
}

void help_option_form(const struct bz_option *option, struct bz_buf *out)
{
    bz_buf_add(out, "%s=", option->name);
    bz_option_domain(option, out);
    if (*option->fallback)
        bz_buf_add(out, ", default %s", option->fallback);
}

void help_kind_text(const struct bz_engine_kind *kind, struct bz_buf *out)
{
    bz_buf_add(out, "%s", kind->brief);
    for (const struct bz_option *key = kind->options; key && key->name; key++)
        bz_buf_add(out, "%s%s%s%s", key == kind->options ? "; " : ", ", key->name,
                   *key->fallback ? "=" : "", key->fallback);
}

/* Whether a kind before this one, or an earlier option of its own, has that name. */
static bool is_known_key(int kind, const char *name)
{
    for (int i = 0; i < kind; i++)
        for (const struct bz_option *key = bz_engine_kind_at(i)->options; key && key->name; key++)
            if (strcmp(key->name, name) == 0)
                return true;
    return false;
}

const struct bz_option *help_key_at(int index)
{
    const struct bz_engine_kind *kind;

    for (int i = 0; (kind = bz_engine_kind_at(i)); i++)
        for (const struct bz_option *key = kind->options; key && key->name; key++)
            if (!is_known_key(i, key->name) && index-- == 0)
                return key;
    return NULL;
}

/* "  form    explanation", the explanation in its own column or below. */
static void entry(FILE *out, int indent, const char *form, const char *brief)
{
    int column = indent + layout_width(form);

    fprintf(out, "%*s%s", indent, "", form);
    layout_paragraph(out, brief, column, width() < 60 ? indent + 6 : TEXT_COLUMN, width());
}

static void option_entries(FILE *out, const struct bz_option *options, int indent)
{
    for (const struct bz_option *option = options; option && option->name; option++) {
        char form[160];
        struct bz_buf buf = BZ_BUF(form);

        help_option_form(option, &buf);
        entry(out, indent, form, option->brief);
    }
}

static void games_section(FILE *out, const struct command *command)
{
    const struct bz_game *game;

    fputs("\nGames, with the options -o sets:\n", out);
    for (int i = 0; (game = command_game(command, i)); i++) {
        entry(out, LEFT, game->name, game->brief);
        option_entries(out, game->options, LEFT + 2);
    }
}

static void maps_section(FILE *out)
{
    fputs("\nNew maps, with the options -o sets for them:\n", out);
    for (int i = 0; bz_game_at(i); i++) {
        const struct bz_maps *maps = bz_game_at(i)->maps;

        if (!maps || !maps->options)
            continue;
        entry(out, LEFT, bz_game_at(i)->name, bz_game_at(i)->title);
        option_entries(out, maps->options, LEFT + 2);
    }
}

void help_list_players(FILE *out, const struct command *command, help_item *print)
{
    const struct bz_player_kind *other;
    const struct bz_engine_kind *kind;

    for (int i = 0; command->topics & TOPIC_GUESTS && (other = bz_player_kind_at(i)); i++)
        print(out, other->form, other->brief);
    for (int i = 0; (kind = bz_engine_kind_at(i)); i++) {
        char text[300];
        struct bz_buf buf = BZ_BUF(text);

        help_kind_text(kind, &buf);
        print(out, kind->name, text);
    }
}

void help_list_keys(FILE *out, help_item *print)
{
    const struct bz_option *key;

    for (int i = 0; (key = help_key_at(i)); i++)
        print(out, key->name, key->brief);
}

void help_list_words(FILE *out, help_item *print)
{
    for (const struct play_word *word = play_words; word->name; word++) {
        char form[40];
        struct bz_buf buf = BZ_BUF(form);

        play_word_form(word, &buf);
        print(out, form, word->brief);
    }
}

static void item(FILE *out, const char *tag, const char *text)
{
    entry(out, LEFT, tag, text);
}

static void players_section(FILE *out, const struct command *command)
{
    fputc('\n', out);
    layout_paragraph(out,
                     "Players, written NAME or NAME:KEY=VALUE,KEY=VALUE, with their keys and "
                     "defaults:",
                     0, 0, width());
    help_list_players(out, command, item);
    fputs("\nTheir keys:\n", out);
    help_list_keys(out, item);
}

static void keys_section(FILE *out)
{
    fputs("\nDuring a game:\n", out);
    help_list_words(out, item);
}

static void flags_section(FILE *out, const struct command *command)
{
    fputs("\nFlags:\n", out);
    for (const struct flag *flag = command->flags; flag->name; flag++) {
        char form[80];
        struct bz_buf buf = BZ_BUF(form);

        help_flag_form(flag, &buf);
        entry(out, LEFT, form, flag->brief);
    }
    entry(out, LEFT, "-h, --help", "this text");
}

static void examples_section(FILE *out, const struct command *command)
{
    fputs("\nExamples:\n", out);
    for (const char *const *text = command->examples; *text; text += 2) {
        char line[160];
        struct bz_buf buf = BZ_BUF(line);

        help_example(command, text[0], &buf);
        fprintf(out, "%*s%s\n", LEFT, "", line);
        layout_paragraph(out, text[1], 0, LEFT + 4, width());
    }
}

void help_command(FILE *out, const struct command *command)
{
    char title[160], synopsis[512];
    struct bz_buf title_buf = BZ_BUF(title), buf = BZ_BUF(synopsis);

    bz_buf_add(&title_buf, "bazi %s - %s", command->name, command->brief);
    layout_paragraph(out, title, 0, 0, width());
    fputs("\nUsage:\n", out);
    help_synopsis(command, &buf);
    layout_paragraph(out, synopsis, 0, LEFT, width());
    for (const char *const *text = command->details; *text; text++) {
        fputc('\n', out);
        layout_paragraph(out, *text, 0, 0, width());
    }
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
}

void help_program(FILE *out)
{
    fputs("bazi - play turn-based games, and study how a computer plays them\n\n"
          "Usage:\n  bazi COMMAND [arguments]\n\nCommands:\n",
          out);
    for (const struct command *command = commands; command->name; command++)
        entry(out, LEFT, command->name, command->brief);
    fputc('\n', out);
    layout_paragraph(out,
                     "'bazi help COMMAND' or 'bazi COMMAND --help' explains one of them; "
                     "'bazi play' starts a game.",
                     0, 0, width());
    fputs("\nExit status:\n", out);
    for (const struct help_status *status = help_statuses; status->number; status++) {
        fprintf(out, "%*s%s", LEFT, "", status->number);
        layout_paragraph(out, status->meaning, LEFT + 1, LEFT + 4, width());
    }
}
