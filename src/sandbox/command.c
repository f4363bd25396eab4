/*
 * command.c - a command line taken apart. No shell ever sees it, so whatever would need one is
 * refused: better than a program that gets a '|' as an argument and nobody knows why.
 */
#include "sandbox/sandbox.h"

#include <string.h>

struct reader {
    const char *line, *at;
    char *out; /* words are never longer than what they were written as */
};

static int refuse(const struct reader *reader, struct bz_error *err)
{
    return bz_fail(err, BZ_ERROR_SYNTAX,
                   "character %td of the command: no shell reads it, so '%c' needs quotes",
                   reader->at - reader->line + 1, *reader->at);
}

/* What stands between quotes; the opening one has been read. */
static int read_quoted(struct reader *reader, char quote, struct bz_error *err)
{
    for (; *reader->at != quote; reader->at++) {
        if (*reader->at == '\0')
            return bz_fail(err, BZ_ERROR_SYNTAX, "the command ends within quotes (%c)", quote);
        if (quote == '"' && strchr("$`", *reader->at))
            return refuse(reader, err);
        if (quote == '"' && *reader->at == '\\' && reader->at[1] && strchr("\\\"$`", reader->at[1]))
            reader->at++;
        *reader->out++ = *reader->at;
    }
    reader->at++;
    return BZ_OK;
}

static int read_word(struct reader *reader, struct bz_error *err)
{
    if (*reader->at == '~')
        return refuse(reader, err);
    while (*reader->at && !strchr(" \t", *reader->at)) {
        char c = *reader->at;

        if (strchr("|&;<>()$`*?", c))
            return refuse(reader, err);
        if ((unsigned char)c < ' ' || c == 0x7f)
            return bz_fail(err, BZ_ERROR_SYNTAX, "character %td of the command is a control one",
                           reader->at - reader->line + 1);
        reader->at++;
        if (c == '"' || c == '\'') {
            int code = read_quoted(reader, c, err);

            if (code)
                return code;
            continue;
        }
        if (c == '\\' && *reader->at == '\0')
            return bz_fail(err, BZ_ERROR_SYNTAX, "the command ends with a backslash");
        *reader->out++ = c == '\\' ? *reader->at++ : c;
    }
    *reader->out++ = '\0';
    return BZ_OK;
}

static int split(struct bz_command *command, struct reader *reader, struct bz_error *err)
{
    for (;;) {
        int code;

        reader->at += strspn(reader->at, " \t");
        if (*reader->at == '\0')
            break;
        if (command->count == BZ_COMMAND_WORDS)
            return bz_fail(err, BZ_ERROR_RANGE, "the command has more than %d words",
                           BZ_COMMAND_WORDS);
        command->argv[command->count++] = reader->out;
        code = read_word(reader, err);
        if (code)
            return code;
    }
    command->argv[command->count] = NULL;
    if (command->count == 0 || command->argv[0][0] == '\0')
        return bz_fail(err, BZ_ERROR_SYNTAX, "the command is empty");
    return BZ_OK;
}

int bz_command_parse(struct bz_command *ret_command, const char *line, struct bz_error *err)
{
    struct bz_command draft = {.count = 0};
    struct reader reader = {line, line, draft.text};
    int code;

    if (strlen(line) >= BZ_COMMAND_MAX)
        return bz_fail(err, BZ_ERROR_RANGE, "the command is longer than %d bytes",
                       BZ_COMMAND_MAX - 1);
    code = split(&draft, &reader, err);
    if (code)
        return code;
    *ret_command = draft;
    for (int i = 0; i < draft.count; i++)
        ret_command->argv[i] = ret_command->text + (draft.argv[i] - draft.text);
    return BZ_OK;
}
