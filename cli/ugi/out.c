/*
 * out.c - the session's way out.
 *
 * The buffer is locked from opening to closing a line, so lines of the two threads never mix. It
 * holds the longest line there can be. After a failed write everything is dropped in silence.
 */
#include <stdarg.h>
#include <stdio.h>

#include "parts.h"

int ugi_out_init(struct ugi_out *out, ugi_write *write, void *context)
{
    out->write = write;
    out->context = context;
    atomic_init(&out->failed, false);
    out->line = BZ_BUF(out->text);
    return pthread_mutex_init(&out->lock, NULL) ? -1 : 0;
}

void ugi_out_release(struct ugi_out *out)
{
    pthread_mutex_destroy(&out->lock);
}

struct bz_buf *ugi_open(struct ugi *ugi)
{
    pthread_mutex_lock(&ugi->out.lock);
    bz_buf_clear(&ugi->out.line);
    return &ugi->out.line;
}

void ugi_close(struct ugi *ugi)
{
    struct ugi_out *out = &ugi->out;

    bz_buf_char(&out->line, '\n');
    if (out->line.full)
        out->line.text[out->line.length - 1] = '\n';
    if (!atomic_load(&out->failed) && out->write(out->context, out->line.text, out->line.length))
        atomic_store(&out->failed, true);
    pthread_mutex_unlock(&out->lock);
}

__attribute__((format(printf, 3, 0))) static void say(struct ugi *ugi, const char *start,
                                                      const char *format, va_list args)
{
    char text[1024];

    vsnprintf(text, sizeof(text), format, args);
    bz_buf_add(ugi_open(ugi), "%s%s", start, text);
    ugi_close(ugi);
}

void ugi_say(struct ugi *ugi, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say(ugi, "", format, args);
    va_end(args);
}

void ugi_error(struct ugi *ugi, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say(ugi, "info string error: ", format, args);
    va_end(args);
}
