/*
 * html.c - the five characters that mean something to a browser.
 */
#include "html.h"

void html_text(FILE *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
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
            fputc(*text, out);
        }
    }
}

void html_name(FILE *out, const char *name)
{
    fputs("<bdi dir=\"auto\">", out);
    html_text(out, name);
    fputs("</bdi>", out);
}
