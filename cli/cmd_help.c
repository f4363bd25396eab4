/*
 * cmd_help.c - `bazi help`: the texts generated from the table of commands.
 */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "help/help.h"
#include "text/words.h"

static int unknown(const char *name)
{
    struct bz_quote quoted = bz_quoted(name, strlen(name));
    const char *words[WORDS_MAX], *guess;
    int count = 0;

    for (const struct command *command = commands; command->name; command++)
        words[count++] = command->name;
    words[count] = NULL;
    guess = nearest_word(name, words);
    if (guess)
        return complain("help: no command '%s'; did you mean '%s'?", quoted.text, guess);
    return complain("help: no command '%s'; 'bazi help' lists them", quoted.text);
}

static int list(void)
{
    for (const struct command *command = commands; command->name; command++)
        puts(command->name);
    return STATUS_DONE;
}

int cmd_help(const struct invocation *inv)
{
    const char *name = invocation_operand(inv, 0);
    const char *shell = invocation_value(inv, "completion");
    bool man = invocation_has(inv, "man"), names = invocation_has(inv, "list");
    const struct command *about = name ? command_find(name) : NULL;

    if ((shell != NULL) + man + names > 1 || (name && (shell || names)))
        return complain("help: --completion, --man and --list exclude each other, and only --man "
                        "takes a command");
    if (name && !about)
        return unknown(name);
    if (names)
        return list();
    if (shell)
        return completion_script(stdout, shell);
    if (man && about)
        man_command(stdout, about);
    else if (man)
        man_program(stdout);
    else if (about)
        help_command(stdout, about);
    else
        help_program(stdout);
    return STATUS_DONE;
}
