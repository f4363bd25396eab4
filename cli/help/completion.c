/*
 * completion.c - completion scripts for three shells, from the table of commands.
 *
 * Names of games, players and options are written into the script when it is made; none of the
 * three calls the program while a person types.
 */
#include <string.h>

#include "help.h"
#include "text/words.h"

const char *const *completion_shells(void)
{
    static const char *const shells[] = {"bash", "zsh", "fish", NULL};

    return shells;
}

static void put_words(FILE *out, const char *const *words)
{
    for (int i = 0; words[i]; i++)
        fprintf(out, "%s%s", i ? " " : "", words[i]);
}

static void put_commands(FILE *out)
{
    for (const struct command *command = commands; command->name; command++)
        fprintf(out, "%s%s", command == commands ? "" : " ", command->name);
}

static void put_options(FILE *out)
{
    const char *blank = "";

    for (int i = 0; bz_game_at(i); i++)
        for (const struct bz_option *option = bz_game_at(i)->options; option && option->name;
             option++, blank = " ")
            fprintf(out, "%s%s=", blank, option->name);
}

static void put_games(FILE *out, const struct command *command)
{
    const struct bz_game *game;

    for (int i = 0; (game = command_game(command, i)); i++)
        fprintf(out, "%s%s", i ? " " : "", game->name);
}

/* What can stand there, separated by blanks; nothing for files. */
static void put_candidates(FILE *out, const struct command *command, enum completion completes)
{
    const char *words[WORDS_MAX];

    if (completes == COMPLETE_GAME)
        put_games(out, command);
    else if (completes == COMPLETE_PLAYER && words_players(words))
        put_words(out, words);
    else if (completes == COMPLETE_OPTION)
        put_options(out);
    else if (completes == COMPLETE_COMMAND)
        put_commands(out);
    else if (completes == COMPLETE_SHELL)
        put_words(out, completion_shells());
}

/* A text between single quotes; `special` characters get a backslash. */
static void put_quoted(FILE *out, const char *text, const char *special)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\'", out);
        else if (strchr(special, *text))
            fputc('\\', out);
        fputc(*text, out);
    }
}

static void bash_argument(FILE *out, const struct command *command, const struct flag *flag)
{
    fprintf(out, "    '%s --%s'", command->name, flag->name);
    if (flag->letter)
        fprintf(out, "|'%s -%c'", command->name, flag->letter);
    fputs(")\n        ", out);
    if (flag->completes == COMPLETE_OPTION)
        fputs("compopt -o nospace\n        ", out);
    fputs(flag->completes == COMPLETE_FILE ? "COMPREPLY=($(compgen -f -- \"$word\"))\n"
                                           : "COMPREPLY=($(compgen -W '",
          out);
    if (flag->completes != COMPLETE_FILE) {
        put_candidates(out, command, flag->completes);
        fputs("' -- \"$word\"))\n", out);
    }
    fputs("        return ;;\n", out);
}

static void bash_command(FILE *out, const struct command *command)
{
    fprintf(out, "    %s) choices='", command->name);
    put_candidates(out, command, command->completes);
    for (const struct flag *flag = command->flags; flag->name; flag++)
        fprintf(out, " --%s", flag->name);
    fputs(" --help' ;;\n", out);
}

static void bash(FILE *out)
{
    fputs("# bash completion for bazi\n_bazi()\n{\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} choices=\n"
          "    COMPREPLY=()\n    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
          "        COMPREPLY=($(compgen -W '",
          out);
    put_commands(out);
    fputs(" --help --version' -- \"$word\"))\n        return\n    fi\n"
          "    case \"${COMP_WORDS[1]} $before\" in\n",
          out);
    for (const struct command *command = commands; command->name; command++)
        for (const struct flag *flag = command->flags; flag->name; flag++)
            if (flag->argument)
                bash_argument(out, command, flag);
    fputs("    esac\n    case \"${COMP_WORDS[1]}\" in\n", out);
    for (const struct command *command = commands; command->name; command++)
        bash_command(out, command);
    fputs("    esac\n    COMPREPLY=($(compgen -W \"$choices\" -- \"$word\"))\n}\n"
          "complete -F _bazi bazi\n",
          out);
}

static void zsh_flag(FILE *out, const struct command *command, const struct flag *flag)
{
    fputs(" \\\n            ", out);
    if (flag->letter)
        fprintf(out, "'*'{-%c,--%s}'[", flag->letter, flag->name);
    else
        fprintf(out, "'%s--%s[", flag->many ? "*" : "", flag->name);
    put_quoted(out, flag->brief, "[]:");
    fputc(']', out);
    if (flag->argument) {
        fprintf(out, "%s%s:", flag->optional ? "::" : ":", flag->argument);
        fputs(flag->completes == COMPLETE_FILE ? "_files" : "(", out);
        put_candidates(out, command, flag->completes);
        fputs(flag->completes == COMPLETE_FILE ? "" : ")", out);
    }
    fputc('\'', out);
}

static void zsh_command(FILE *out, const struct command *command)
{
    fprintf(out, "    %s)\n        _arguments '--help[print a help text]'", command->name);
    for (const struct flag *flag = command->flags; flag->name; flag++)
        zsh_flag(out, command, flag);
    if (command->completes != COMPLETE_NOTHING) {
        fputs(" \\\n            '*:argument:(", out);
        put_candidates(out, command, command->completes);
        fputs(")'", out);
    }
    fputs(" ;;\n", out);
}

static void zsh(FILE *out)
{
    fputs("#compdef bazi\n_bazi()\n{\n    local -a bazi_commands\n    bazi_commands=(\n", out);
    for (const struct command *command = commands; command->name; command++) {
        fprintf(out, "        '%s:", command->name);
        put_quoted(out, command->brief, "");
        fputs("'\n", out);
    }
    fputs("    )\n    if (( CURRENT == 2 )); then\n"
          "        _describe command bazi_commands\n        return\n    fi\n"
          "    shift words\n    (( CURRENT-- ))\n    case $words[1] in\n",
          out);
    for (const struct command *command = commands; command->name; command++)
        zsh_command(out, command);
    fputs("    esac\n}\nif [[ $funcstack[1] == _bazi ]]; then\n    _bazi \"$@\"\nelse\n"
          "    compdef _bazi bazi\nfi\n",
          out);
}

static void fish_flag(FILE *out, const struct command *command, const struct flag *flag)
{
    fprintf(out, "complete -c bazi -n '__fish_seen_subcommand_from %s' -l %s", command->name,
            flag->name);
    if (flag->letter)
        fprintf(out, " -s %c", flag->letter);
    if (flag->argument && flag->completes == COMPLETE_FILE) {
        fputs(" -r -F", out);
    } else if (flag->argument) {
        fputs(" -x -a '", out);
        put_candidates(out, command, flag->completes);
        fputc('\'', out);
    }
    fputs(" -d '", out);
    put_quoted(out, flag->brief, "\\");
    fputs("'\n", out);
}

static void fish(FILE *out)
{
    fputs("# fish completion for bazi\ncomplete -c bazi -f\n", out);
    for (const struct command *command = commands; command->name; command++) {
        fprintf(out, "complete -c bazi -n __fish_use_subcommand -a %s -d '", command->name);
        put_quoted(out, command->brief, "\\");
        fputs("'\n", out);
        for (const struct flag *flag = command->flags; flag->name; flag++)
            fish_flag(out, command, flag);
        if (command->completes == COMPLETE_NOTHING)
            continue;
        fprintf(out, "complete -c bazi -n '__fish_seen_subcommand_from %s' -a '", command->name);
        put_candidates(out, command, command->completes);
        fputs("'\n", out);
    }
}

int completion_script(FILE *out, const char *shell)
{
    static void (*const writers[])(FILE *) = {bash, zsh, fish};
    const char *const *shells = completion_shells();

    for (int i = 0; shells[i]; i++)
        if (strcmp(shells[i], shell) == 0) {
            writers[i](out);
            return STATUS_DONE;
        }
    return complain("help: no completion for the shell '%s'; there are bash, zsh and fish",
                    bz_quoted(shell, strlen(shell)).text);
}
