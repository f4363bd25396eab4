/*
 * fuzz_plan.c - any bytes as a plan's certificate. With an odd first byte the rest is the file;
 * otherwise it follows the title and is sealed.
 *
 * What is refused changes nothing. What is accepted is written as a file that reads the same, and
 * is checked, which ends soon after the flag is set.
 */
#include "fuzz.h"

#include <signal.h>
#include <sys/time.h>

#include "files/sealed.h"
#include "games/diamonds/plan_file.h"

enum { INPUT_MAX = 1 << 16, MILLIS = 50 };

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

static void write_sealed(const uint8_t *data, size_t size)
{
    static char text[2 * INPUT_MAX];
    struct bz_buf out = BZ_BUF(text);

    bz_buf_add(&out, PLAN_CERTIFICATE);
    bz_buf_text(&out, (const char *)data, size);
    FUZZ_REQUIRE(!out.full && bz_sealed_write(fuzz_path(), &out, NULL) == BZ_OK);
}

static void verify(const struct plan_file *file)
{
    struct bz_error err;
    uint64_t labels = 77;
    int code;

    atomic_store(&stop, false);
    set_alarm(MILLIS);
    code = plan_verify(file, &stop, &labels, &err);
    set_alarm(0);
    if (code) {
        fuzz_error(&err, code);
        FUZZ_REQUIRE(labels == 77);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct plan_file file, again;
    struct bz_error err;
    int code;

    if (size < 2 || size > INPUT_MAX)
        return 0;
    if (data[0] % 2)
        fuzz_write(data + 1, size - 1);
    else
        write_sealed(data + 1, size - 1);
    memset(&file, 0, sizeof(file));
    code = plan_file_read(fuzz_path(), PLAN_CERTIFICATE, &file, &err);
    if (code) {
        fuzz_error(&err, code);
        return 0;
    }
    FUZZ_REQUIRE(plan_file_write(fuzz_path(), PLAN_CERTIFICATE, &file, NULL) == BZ_OK);
    FUZZ_REQUIRE(plan_file_read(fuzz_path(), PLAN_CERTIFICATE, &again, NULL) == BZ_OK);
    FUZZ_REQUIRE(!strcmp(file.position, again.position) && file.count == again.count &&
                 file.toll == again.toll && file.upper == again.upper);
    FUZZ_REQUIRE(!memcmp(file.penalty, again.penalty, sizeof(file.penalty)));
    verify(&file);
    return 0;
}
