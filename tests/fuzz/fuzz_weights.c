/*
 * fuzz_weights.c - any bytes as the weights of Konane. With an odd first byte the rest is the file,
 * sealed if the byte has its second bit; otherwise the next three are a place in the program's own
 * weights, what follows is written over them there, and all is sealed.
 *
 * What is refused changes nothing; what is accepted is written as a file that reads the same.
 */
#include "fuzz.h"

#include "bazi/asset.h"
#include "files/sealed.h"
#include "games/konane/weights.h"

enum { FILE_MAX = 1 << 20, SEAL = sizeof("sum 0123456789abcdef\n") - 1, SEALED = 2 };

static void write_sealed(const uint8_t *data, size_t size)
{
    static char text[FILE_MAX];
    struct bz_buf out = BZ_BUF(text);

    bz_buf_text(&out, (const char *)data, size);
    FUZZ_REQUIRE(!out.full && bz_sealed_write(fuzz_path(), &out, NULL) == BZ_OK);
}

/* The program's own, with something else at that place. */
static void write_over(const uint8_t *data, size_t size)
{
    static uint8_t text[FILE_MAX];
    const struct bz_asset *own = bz_asset_find("weights/konane.txt");
    size_t length = own->length - SEAL;
    size_t at = ((size_t)data[0] << 16 | (size_t)data[1] << 8 | data[2]) % length;

    memcpy(text, own->text, length);
    for (size_t i = 3; i < size && at + i - 3 < length; i++)
        text[at + i - 3] = data[i];
    write_sealed(text, length);
}

static void same_again(const struct konane_weights *weights)
{
    static struct konane_weights again;

    FUZZ_REQUIRE(konane_weights_save(weights, "", fuzz_path(), NULL) == BZ_OK);
    FUZZ_REQUIRE(konane_weights_load(fuzz_path(), &again, NULL) == BZ_OK);
    FUZZ_REQUIRE(!memcmp(weights, &again, sizeof(again)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct konane_weights weights, untouched;
    struct bz_error err;
    int code;

    if (size < 4 || size > FILE_MAX / 2)
        return 0;
    if (data[0] % 2 == 0)
        write_over(data + 1, size - 1);
    else if (data[0] & SEALED)
        write_sealed(data + 1, size - 1);
    else
        fuzz_write(data + 1, size - 1);
    memset(&weights, 0x5a, sizeof(weights));
    memset(&untouched, 0x5a, sizeof(untouched));
    code = konane_weights_load(fuzz_path(), &weights, &err);
    if (code) {
        fuzz_error(&err, code);
        FUZZ_REQUIRE(!memcmp(&weights, &untouched, sizeof(weights)));
    } else {
        same_again(&weights);
    }
    return 0;
}
