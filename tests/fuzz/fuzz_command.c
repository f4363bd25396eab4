/*
 * fuzz_command.c - any bytes as a command line. What is refused says why; what is accepted is a few
 * words which, written in quotes, are read as the same words again.
 */
#include "fuzz.h"
#include "sandbox/sandbox.h"

static void add_quoted(char **at, const char *word)
{
    *(*at)++ = '\'';
    for (; *word; word++) {
        if (*word == '\'') {
            memcpy(*at, "'\\''", 4);
            *at += 4;
        } else {
            *(*at)++ = *word;
        }
    }
    *(*at)++ = '\'';
    *(*at)++ = ' ';
}

static void same_again(const struct bz_command *command)
{
    static char line[BZ_COMMAND_MAX * 6];
    struct bz_command again;
    char *at = line;

    for (int i = 0; i < command->count; i++)
        add_quoted(&at, command->argv[i]);
    *at = '\0';
    if (strlen(line) >= BZ_COMMAND_MAX)
        return;
    FUZZ_REQUIRE(bz_command_parse(&again, line, NULL) == BZ_OK);
    FUZZ_REQUIRE(again.count == command->count && !again.argv[again.count]);
    for (int i = 0; i < again.count; i++)
        FUZZ_REQUIRE(strcmp(again.argv[i], command->argv[i]) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *line = malloc(size + 1);
    struct bz_command command = {.count = -1};
    struct bz_error err;
    int code;

    FUZZ_REQUIRE(line);
    memcpy(line, data, size);
    line[size] = '\0';
    code = bz_command_parse(&command, line, &err);
    if (code) {
        fuzz_error(&err, code);
        FUZZ_REQUIRE(command.count == -1);
    } else {
        FUZZ_REQUIRE(command.count > 0 && command.count <= BZ_COMMAND_WORDS && *command.argv[0]);
        same_again(&command);
    }
    free(line);
    return 0;
}
