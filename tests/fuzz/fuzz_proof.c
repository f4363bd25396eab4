/*
 * fuzz_proof.c - any bytes as a certificate. With an odd first byte the rest is the file; otherwise
 * the next one is the winner, what follows up to a zero byte the record, the rest his choices, and
 * the header is made to fit.
 *
 * What is refused says so and changes nothing. What is accepted is a proof of the same again. The
 * walk ends soon after the flag is set, wherever it is.
 */
#include "fuzz.h"

#include <signal.h>
#include <sys/time.h>

#include "../support/forge.h"

enum { FILE_MAX = 1 << 16, MILLIS = 100 };

static atomic_bool stop;

static void set_stop(int signal)
{
    (void)signal;
    atomic_store(&stop, true);
}

static void set_alarm(int millis)
{
    const struct itimerval timer = {.it_value.tv_usec = millis * 1000};

    FUZZ_REQUIRE(signal(SIGVTALRM, set_stop) != SIG_ERR);
    FUZZ_REQUIRE(setitimer(ITIMER_VIRTUAL, &timer, NULL) == 0);
}

static void write_forged(const uint8_t *data, size_t size)
{
    static unsigned char bytes[FORGE_PROOF_HEADER + FILE_MAX];
    const uint8_t *end = memchr(data + 1, 0, size - 1);
    size_t text = end ? (size_t)(end - data) - 1 : size - 1;
    size_t choices = end ? (size - text - 2) / 2 * 2 : 0;

    memcpy(bytes, "bjcert01", 8);
    forge_set_field(bytes, 1, data[0]);
    forge_set_field(bytes, 2, text);
    forge_set_field(bytes, 3, choices / 2);
    memcpy(bytes + FORGE_PROOF_HEADER, data + 1, text);
    if (choices)
        memcpy(bytes + FORGE_PROOF_HEADER + text, end + 1, choices);
    forge_proof(bytes, FORGE_PROOF_HEADER + text + choices);
    fuzz_write(bytes, FORGE_PROOF_HEADER + text + choices);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bz_proof_finding finding = {.winner = 77}, again;
    struct bz_error err;
    int code;

    if (size < 2 || size > FILE_MAX / 2)
        return 0;
    if (data[0] % 2)
        fuzz_write(data + 1, size - 1);
    else
        write_forged(data + 1, size - 1);
    atomic_store(&stop, false);
    set_alarm(MILLIS);
    code = bz_proof_check(fuzz_path(), &stop, &finding, &err);
    set_alarm(0);
    if (code) {
        fuzz_error(&err, code);
        FUZZ_REQUIRE(finding.winner == 77);
        return 0;
    }
    FUZZ_REQUIRE(bz_proof_check(fuzz_path(), NULL, &again, &err) == BZ_OK);
    FUZZ_REQUIRE(finding.winner == again.winner && finding.positions == again.positions);
    return 0;
}
