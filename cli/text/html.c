/*
 * html.c - the five characters that mean something to a browser, and those nobody would see.
 */
#include "html.h"

#include <string.h>

#include "base/utf8.h"

enum { TAIL_BYTES = 8 << 10 };

static void put_code(FILE *out, const char *text, size_t length, uint32_t code)
{
    switch (code) {
    case '<':
        fputs("&lt;", out);
        break;
    case '>':
        fputs("&gt;", out);
        break;
    case '&':
        fputs("&amp;", out);
        break;
    case '"':
        fputs("&quot;", out);
        break;
    case '\'':
        fputs("&#39;", out);
        break;
    default:
        if ((code < ' ' && code != '\n' && code != '\t') || (code >= 0x7f && code < 0xa0) ||
            (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069))
            fputs("\xef\xbf\xbd", out); /* what would not be seen, or turn the text around */
        else
            fwrite(text, 1, length, out);
    }
}

void html_bytes(FILE *out, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        char here[5] = "";
        size_t rest = length - at, span;
        uint32_t code = 0;

        memcpy(here, text + at, rest < 4 ? rest : 4);
        span = bz_utf8_read(here, &code);
        if (!span || span > rest) {
            fputs("\xef\xbf\xbd", out);
            span = 1;
        } else {
            put_code(out, here, span, code);
        }
        at += span;
    }
}

void html_text(FILE *out, const char *text)
{
    html_bytes(out, text, strlen(text));
}

void html_tail(FILE *out, const char *text, size_t length, int lines)
{
    size_t begin = length;

    while (length && strchr("\r\n", text[length - 1]))
        length--;
    for (begin = length; begin > 0 && length - begin < TAIL_BYTES; begin--)
        if (text[begin - 1] == '\n' && --lines == 0)
            break;
    if (begin > 0)
        fputs("...\n", out);
    html_bytes(out, text + begin, length - begin);
}

void html_name(FILE *out, const char *name)
{
    fputs("<bdi dir=\"auto\">", out);
    html_text(out, name);
    fputs("</bdi>", out);
}
