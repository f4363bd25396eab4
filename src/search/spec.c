/*
 * spec.c - specs as text, for those who add to what a person wrote.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bazi/engine.h"

static bool has_key(const struct bz_option *options, const char *key)
{
    for (; options && options->name; options++)
        if (strcmp(options->name, key) == 0)
            return true;
    return false;
}

bool bz_spec_add(const char *spec, const char *key, const char *value, struct bz_buf *out)
{
    size_t length = strcspn(spec, ":");
    const struct bz_engine_kind *kind = bz_engine_kind_find(spec, length, NULL);

    if (!kind || !has_key(kind->options, key))
        return false;
    bz_buf_add(out, "%s%c%s=%s", spec, spec[length] ? ',' : ':', key, value);
    return true;
}

void bz_spec_seed(const char *spec, uint64_t seed, struct bz_buf *out)
{
    char number[24];

    snprintf(number, sizeof(number), "%" PRIu64, seed % INT32_MAX);
    if (strstr(spec, "seed=") || !bz_spec_add(spec, "seed", number, out))
        bz_buf_add(out, "%s", spec);
}
