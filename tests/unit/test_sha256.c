/*
 * test_sha256.c - SHA-256 of texts around the ends of its blocks, as others compute it.
 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"

static const struct {
    size_t length; /* so many letters a */
    const char *hash;
} cases[] = {
    {0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    {1, "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"},
    {55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"},
    {56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"},
    {63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"},
    {64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"},
    {65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"},
    {119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"},
    {120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"},
    {1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
};

static void repeated_letters(void **state)
{
    char *text = malloc(1000000), hash[BZ_SHA256_TEXT];

    (void)state;
    assert_non_null(text);
    memset(text, 'a', 1000000);
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        bz_sha256(text, cases[i].length, hash);
        assert_string_equal(hash, cases[i].hash);
    }
    free(text);
}

/* The examples of FIPS 180-4. */
static void published_examples(void **state)
{
    char hash[BZ_SHA256_TEXT];
    const char *two_blocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";

    (void)state;
    bz_sha256("abc", 3, hash);
    assert_string_equal(hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    bz_sha256(two_blocks, strlen(two_blocks), hash);
    assert_string_equal(hash, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repeated_letters),
        cmocka_unit_test(published_examples),
    };

    return CHECK_RUN(tests);
}
