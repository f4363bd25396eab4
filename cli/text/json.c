/*
 * json.c - the few rules of JSON.
 */
#include "json.h"

#include <inttypes.h>
#include <math.h>

#include "bazi/buf.h"

static void quote(FILE *out, const char *text)
{
    fputc('"', out);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '"' || *c == '\\')
            fprintf(out, "\\%c", *c);
        else if (*c == '\n')
            fputs("\\n", out);
        else if (*c < 0x20 || *c == 0x7f)
            fprintf(out, "\\u%04x", *c);
        else
            fputc(*c, out);
    }
    fputc('"', out);
}

static void begin(struct json *json, const char *key)
{
    if (json->follows)
        fputs(", ", json->out);
    json->follows = true;
    if (key) {
        quote(json->out, key);
        fputs(": ", json->out);
    }
}

void json_open(struct json *json, const char *key, char bracket)
{
    begin(json, key);
    fputc(bracket, json->out);
    json->follows = false;
}

void json_close(struct json *json, char bracket)
{
    fputc(bracket, json->out);
    json->follows = true;
}

void json_end_line(struct json *json)
{
    fputc('\n', json->out);
    fflush(json->out);
    json->follows = false;
}

void json_text(struct json *json, const char *key, const char *text)
{
    begin(json, key);
    quote(json->out, text);
}

void json_whole(struct json *json, const char *key, int64_t number)
{
    begin(json, key);
    fprintf(json->out, "%" PRId64, number);
}

void json_count(struct json *json, const char *key, uint64_t number)
{
    begin(json, key);
    fprintf(json->out, "%" PRIu64, number);
}

void json_number(struct json *json, const char *key, double number)
{
    char text[40];
    struct bz_buf buf = BZ_BUF(text);

    begin(json, key);
    bz_buf_number(&buf, number);
    fputs(isfinite(number) ? text : "null", json->out);
}

void json_rounded(struct json *json, const char *key, double number, int decimals)
{
    json_number(json, key, number_rounded(number, decimals));
}

void json_bool(struct json *json, const char *key, bool value)
{
    begin(json, key);
    fputs(value ? "true" : "false", json->out);
}

void json_ready(struct json *json, const char *key, const char *value)
{
    begin(json, key);
    fputs(value, json->out);
}
