/*
 * url.c - the address of a store as it may be shown: without what libpq would read as a password.
 */
#include "store/store.h"

#include <string.h>

#define BLANK "PASSWORD"

/* "USER:PASSWORD@", which ends before the first slash; what stands behind it. */
static const char *show_user(const char *at, struct bz_buf *out)
{
    size_t length = strcspn(at, "@/"), name = strcspn(at, ":@/");

    if (at[length] != '@' || name == length)
        return at;
    bz_buf_text(out, at, name);
    bz_buf_add(out, ":" BLANK);
    return at + length;
}

/* Of "…?password=…&sslpassword=…" the names. */
static void show_rest(const char *at, struct bz_buf *out)
{
    static const char secret[] = "password=";

    while (*at) {
        if (strncmp(at, secret, strlen(secret)) != 0) {
            bz_buf_char(out, *at++);
            continue;
        }
        bz_buf_add(out, "%s" BLANK, secret);
        at += strcspn(at, "&");
    }
}

void bz_store_url_show(const char *url, struct bz_buf *out)
{
    const char *host = strncmp(url, "postgres", 8) ? NULL : strstr(url, "://");

    if (!host) {
        bz_buf_add(out, "%s", url);
        return;
    }
    host += strlen("://");
    bz_buf_text(out, url, (size_t)(host - url));
    show_rest(show_user(host, out), out);
}
