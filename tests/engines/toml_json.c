/*
 * toml_json.c - TOML on standard input to JSON, for tests that compare with another reader.
 *
 * Documents come one after the other, each ended by a zero byte; each is answered by one line, the
 * JSON or "error: ..." with the message.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/toml.h"

enum { TEXT_MAX = 1 << 20 };

static void answer(char *text, size_t length)
{
    const struct bz_source source = {.name = "-", .text = text, .length = length};
    struct bz_error err;
    json_t *value;
    char *line;

    if (bz_toml_parse(&source, &value, &err)) {
        printf("error: %s\n", err.text);
        return;
    }
    line = json_dumps(value, JSON_COMPACT);
    json_decref(value);
    if (!line)
        exit(1);
    puts(line);
    free(line);
}

int main(void)
{
    static char text[TEXT_MAX];
    size_t length = 0;

    for (int c = getchar(); c != EOF; c = getchar()) {
        if (length == sizeof(text))
            return 1;
        text[length] = (char)c;
        if (c != '\0') {
            length++;
            continue;
        }
        answer(text, length);
        length = 0;
    }
    return length > 0;
}
