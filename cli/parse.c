/*
 * parse.c - the command line, read strictly by the table of commands.
 *
 * Anything the table does not know is refused with one line that names it and, where something
 * similar exists, suggests that.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "text/words.h"

int complain(const char *format, ...)
{
    char text[480];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    fflush(stdout);
    fprintf(stderr, "bazi: %s\n", text);
    return STATUS_USAGE;
}

/* Complains about a word that is none of the list. */
static int complain_unknown(const char *what, const char *word, const char *prefix,
                            const char *const *words, const char *see)
{
    const char *guess = nearest_word(word, words);
    struct bz_quote quote = bz_quoted(word, strlen(word));

    if (guess)
        return complain("unknown %s '%s%s'; did you mean '%s%s'?", what, prefix, quote.text, prefix,
                        guess);
    return complain("unknown %s '%s%s'; see '%s'", what, prefix, quote.text, see);
}

static int unknown_command(const char *word)
{
    const char *words[WORDS_MAX];
    int count = 0;

    for (const struct command *command = commands; command->name; command++)
        words[count++] = command->name;
    words[count] = NULL;
    return complain_unknown("command", word, "", words, "bazi help");
}

static int unknown_flag(const struct command *command, const char *word, size_t length)
{
    char name[64], what[80], see[80];
    const char *words[WORDS_MAX];
    int count = 0;

    for (const struct flag *flag = command->flags; flag->name; flag++)
        words[count++] = flag->name;
    words[count++] = "help";
    words[count] = NULL;
    snprintf(name, sizeof(name), "%.*s", (int)(length < 60 ? length : 60), word);
    snprintf(what, sizeof(what), "flag of %s", command->name);
    snprintf(see, sizeof(see), "bazi %s --help", command->name);
    return complain_unknown(what, name, "--", words, see);
}

/* Where the parser stands. */
struct cursor {
    char **argv;
    int argc, next;
    bool only_operands; /* after "--" */
};

static const char *take(struct cursor *at)
{
    return at->next < at->argc ? at->argv[at->next++] : NULL;
}

static int add_operand(struct invocation *inv, const char *text)
{
    const struct command *command = inv->command;

    if (inv->operand_count >= command->operands_max)
        return complain("%s: '%s' is one argument too many; see 'bazi %s --help'", command->name,
                        bz_quoted(text, strlen(text)).text, command->name);
    inv->operands[inv->operand_count++] = text;
    return STATUS_DONE;
}

/* Notes a flag; `value` is what stood behind '=' (or a letter), or NULL. */
static int add_flag(struct invocation *inv, const struct flag *flag, const char *value,
                    struct cursor *at)
{
    const char *name = inv->command->name;

    if (value && !flag->argument)
        return complain("%s: --%s takes no value", name, flag->name);
    if (!flag->many && invocation_has(inv, flag->name))
        return complain("%s: --%s is given twice", name, flag->name);
    if (inv->flag_count >= FLAGS_MAX)
        return complain("%s: more than %d flags", name, FLAGS_MAX);
    if (flag->argument && !value) {
        bool end = at->next >= at->argc || (flag->optional && at->argv[at->next][0] == '-');

        value = end ? NULL : take(at);
        if (!value && !flag->optional)
            return complain("%s: --%s needs a value: %s", name, flag->name, flag->argument);
    }
    inv->flags[inv->flag_count] = flag;
    inv->values[inv->flag_count++] = value;
    return STATUS_DONE;
}

static int read_long(struct invocation *inv, const char *text, struct cursor *at)
{
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : strlen(text);

    for (const struct flag *flag = inv->command->flags; flag->name; flag++)
        if (strlen(flag->name) == length && memcmp(flag->name, text, length) == 0)
            return add_flag(inv, flag, equals ? equals + 1 : NULL, at);
    return unknown_flag(inv->command, text, length);
}

static int read_letter(struct invocation *inv, const char *text, struct cursor *at)
{
    for (const struct flag *flag = inv->command->flags; flag->name; flag++)
        if (flag->letter == text[1])
            return add_flag(inv, flag, text[2] ? text + 2 : NULL, at);
    return complain("unknown flag of %s '%s'; see 'bazi %s --help'", inv->command->name,
                    bz_quoted(text, strlen(text)).text, inv->command->name);
}

/* "-" alone and negative numbers are operands. */
static bool is_operand(const char *text)
{
    return text[0] != '-' || !text[1] || strchr("0123456789", text[1]);
}

static int read_word(struct invocation *inv, const char *text, struct cursor *at)
{
    if (at->only_operands || is_operand(text))
        return add_operand(inv, text);
    if (strcmp(text, "--") == 0) {
        at->only_operands = true;
        return STATUS_DONE;
    }
    return text[1] == '-' ? read_long(inv, text + 2, at) : read_letter(inv, text, at);
}

static bool asks_help(const char *text)
{
    return strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0;
}

static void become_help(struct invocation *inv, const struct command *about)
{
    *inv = (struct invocation){.command = command_find("help")};
    if (about)
        inv->operands[inv->operand_count++] = about->name;
}

static int read_rest(struct invocation *inv, struct cursor *at)
{
    for (const char *text; (text = take(at));) {
        if (!at->only_operands && asks_help(text)) {
            become_help(inv, inv->command);
            return STATUS_DONE;
        }
        if (read_word(inv, text, at) != STATUS_DONE)
            return STATUS_USAGE;
    }
    if (inv->operand_count < inv->command->operands_min)
        return complain("%s: too few arguments; usage: bazi %s %s", inv->command->name,
                        inv->command->name, inv->command->operands);
    return STATUS_DONE;
}

int invocation_parse(int argc, char **argv, struct invocation *ret_inv)
{
    struct cursor at = {.argv = argv, .argc = argc, .next = 1};
    const char *name = take(&at);

    *ret_inv = (struct invocation){.command = NULL};
    if (!name)
        return complain("no command given; 'bazi play' starts a game, 'bazi help' lists the rest");
    if (asks_help(name)) {
        become_help(ret_inv, NULL);
        return STATUS_DONE;
    }
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0)
        name = "version";
    ret_inv->command = command_find(name);
    if (!ret_inv->command)
        return unknown_command(name);
    return read_rest(ret_inv, &at);
}
