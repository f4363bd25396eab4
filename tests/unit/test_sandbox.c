/*
 * test_sandbox.c - strangers' programs: what they get, how they end, and that nothing of them is
 * left. The attacks themselves are in tests/e2e/sandbox.py.
 */
#include "check.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "sandbox/sandbox.h"

/* Where the system forbids it there is nothing to test but that it says so. */
static bool is_offered(void)
{
    struct bz_protection items[BZ_PROTECTIONS_MAX];
    int count = bz_sandbox_probe(items);

    assert_in_range(count, 1, BZ_PROTECTIONS_MAX);
    for (int i = 0; i < count; i++)
        if (items[i].needed && !items[i].present) {
            print_message("# not offered here: %s: %s\n", items[i].name, items[i].detail);
            return false;
        }
    return true;
}
#define NEEDS_SANDBOX()    \
    do {                   \
        (void)state;       \
        if (!is_offered()) \
            skip();        \
    } while (0)

static const struct bz_confinement usual = BZ_CONFINEMENT_DEFAULT;

static void start_words(struct bz_process *process, const struct bz_confinement *confinement,
                        const char *const *argv)
{
    struct bz_error err;

    if (bz_process_start(argv, confinement, process, &err))
        fail_msg("%s: %s", argv[0], err.text);
}

/* A script for /bin/sh. */
static void start_shell(struct bz_process *process, const struct bz_confinement *confinement,
                        const char *script)
{
    const char *const argv[] = {"/bin/sh", "-c", script, NULL};

    start_words(process, confinement, argv);
}

/* Everything it prints, up to the end. */
static void read_all(int fd, char *ret_text, size_t size)
{
    size_t used = 0;
    ssize_t got;

    while (used < size - 1 && (got = read(fd, ret_text + used, size - 1 - used)) > 0)
        used += (size_t)got;
    ret_text[used] = '\0';
}

/* What the script prints, valid until the next call. */
static const char *output_of(const struct bz_confinement *confinement, const char *script)
{
    static char text[8192];
    struct bz_process process;

    start_shell(&process, confinement, script);
    read_all(process.out, text, sizeof(text));
    bz_process_end(&process, 5000, NULL);
    return text;
}

static struct bz_fate fate_of(const struct bz_confinement *confinement, const char *script,
                              int grace)
{
    struct bz_process process;
    struct bz_fate fate;

    start_shell(&process, confinement, script);
    bz_process_end(&process, grace, &fate);
    return fate;
}

static void a_line_is_answered(void **state)
{
    static const char *const argv[] = {"cat", NULL};
    struct bz_process process;
    struct bz_fate fate;
    char text[16] = "";

    NEEDS_SANDBOX();
    start_words(&process, &usual, argv);
    assert_false(bz_process_ended(&process, &fate));
    assert_int_equal(write(process.in, "ping\n", 5), 5);
    assert_int_equal(read(process.out, text, sizeof(text) - 1), 5);
    assert_string_equal(text, "ping\n");
    bz_process_end(&process, 5000, &fate); /* by closing its input */
    assert_int_equal(fate.end, BZ_END_EXIT);
    assert_int_equal(fate.number, 0);
    assert_string_equal(fate.text, "exit status 0");
}

static void it_sees_four_words_of_environment(void **state)
{
    NEEDS_SANDBOX();
    setenv("BAZI_SECRET", "1", 1);
    assert_string_equal(output_of(&usual, "unset PWD OLDPWD _; env | sort"),
                        "HOME=/agent-scratch\nLANG=C.UTF-8\nPATH=/usr/local/bin:/usr/bin:/bin\n"
                        "TMPDIR=/agent-scratch\n");
}

static void it_is_nobody_without_rights(void **state)
{
    NEEDS_SANDBOX();
    assert_string_equal(output_of(&usual, "id -u; grep -E '^(CapEff|CapBnd|NoNewPrivs|Seccomp):' "
                                          "/proc/self/status | tr -d '\\t'"),
                        "65534\nCapEff:0000000000000000\nCapBnd:0000000000000000\nNoNewPrivs:1\n"
                        "Seccomp:2\n");
}

static void ignored_and_blocked_signals_are_not_inherited(void **state)
{
    sigset_t blocked;

    NEEDS_SANDBOX();
    signal(SIGUSR1, SIG_IGN);
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &blocked, NULL);
    assert_string_equal(output_of(&usual, "grep -E 'Sig(Blk|Ign)' /proc/self/status | tr -d '\\t'"),
                        "SigBlk:0000000000000000\nSigIgn:0000000000000000\n");
    pthread_sigmask(SIG_UNBLOCK, &blocked, NULL);
    signal(SIGUSR1, SIG_DFL);
}

static void it_gets_three_descriptors(void **state)
{
    int leaked = open("/dev/null", O_RDONLY); /* inherited by any ordinary child */

    NEEDS_SANDBOX();
    assert_string_equal(output_of(&usual, "n=0; while [ $n -lt 256 ]; do"
                                          " [ -e /proc/$$/fd/$n ] && echo $n; n=$((n+1)); done"),
                        "0\n1\n2\n");
    close(leaked);
}

/* A folder that others may read, with a file called data in it. */
static void make_folder(char *path, size_t size)
{
    char file[128];
    FILE *out;

    snprintf(path, size, "/tmp/bazi-sandbox-XXXXXX");
    assert_non_null(mkdtemp(path));
    assert_int_equal(chmod(path, 0777), 0); /* whoever may write it otherwise */
    snprintf(file, sizeof(file), "%s/data", path);
    out = fopen(file, "w");
    assert_non_null(out);
    fputs("content\n", out);
    fclose(out);
}

static void remove_folder(const char *path)
{
    char file[128];

    snprintf(file, sizeof(file), "%s/data", path);
    unlink(file);
    assert_int_equal(rmdir(path), 0);
}

static void its_folder_is_read_only_and_where_it_begins(void **state)
{
    struct bz_confinement confinement = usual;
    char folder[64], wanted[128];

    NEEDS_SANDBOX();
    make_folder(folder, sizeof(folder));
    confinement.folder = folder;
    snprintf(wanted, sizeof(wanted), "%s\ncontent\nread-only\nwritable\n", folder);
    assert_string_equal(output_of(&confinement, "pwd; cat data; 2>&- >new || echo read-only;"
                                                " >$TMPDIR/new && echo writable"),
                        wanted);
    remove_folder(folder);
}

static void other_files_can_be_given(void **state)
{
    char folder[64], file[128], script[200];
    const char *const readable[] = {file, NULL};
    struct bz_confinement confinement = usual;

    NEEDS_SANDBOX();
    make_folder(folder, sizeof(folder));
    snprintf(file, sizeof(file), "%s/data", folder);
    snprintf(script, sizeof(script), "cat %s 2>&- || echo hidden", file);
    assert_string_equal(output_of(&usual, script), "hidden\n");
    confinement.readable = readable;
    assert_string_equal(output_of(&confinement, script), "content\n");
    remove_folder(folder);
}

static void a_scratch_folder_can_be_given(void **state)
{
    struct bz_confinement confinement = usual;
    char folder[64], wanted[160];

    NEEDS_SANDBOX();
    make_folder(folder, sizeof(folder));
    confinement.scratch = folder;
    snprintf(wanted, sizeof(wanted), "%s\n%s\nmore\n", folder, folder);
    assert_string_equal(
        output_of(&confinement, "pwd; echo $HOME; rm data; echo more >data; cat data"), wanted);
    remove_folder(folder);
}

/* A link in its folder leads nowhere, even to what the system has. */
static void links_do_not_lead_out(void **state)
{
    struct bz_confinement confinement = usual;
    char folder[64], link[128];

    NEEDS_SANDBOX();
    make_folder(folder, sizeof(folder));
    snprintf(link, sizeof(link), "%s/link", folder);
    assert_int_equal(symlink("/etc/passwd", link), 0);
    confinement.folder = folder;
    assert_string_equal(output_of(&confinement, "cat link 2>&- || echo nothing"), "nothing\n");
    unlink(link);
    remove_folder(folder);
}

static void not_started(const char *const *argv, const struct bz_confinement *confinement, int code,
                        const char *words)
{
    struct bz_process process = {.pid = 77};
    struct bz_error err;

    assert_int_equal(bz_process_start(argv, confinement, &process, &err), code);
    check_error(&err, code, words);
    assert_int_equal(process.pid, 77);
}

static void what_cannot_run_is_refused_at_once(void **state)
{
    char folder[64], file[128];
    struct bz_confinement confinement = usual;
    static const char *const own[] = {"./data", NULL}, *const missing[] = {"./missing", NULL};
    static const char *const unknown[] = {"no-such-program", NULL}, *const dir[] = {"/usr", NULL};

    NEEDS_SANDBOX();
    make_folder(folder, sizeof(folder));
    snprintf(file, sizeof(file), "%s/data", folder);
    confinement.folder = folder;
    not_started(missing, &confinement, BZ_ERROR_IO, "cannot started: ./missing: No such file");
    not_started(unknown, &confinement, BZ_ERROR_UNKNOWN, "cannot started: no-such-program");
    not_started(dir, &confinement, BZ_ERROR_IO, "cannot started: /usr: directory");
    not_started(own, &confinement, BZ_ERROR_IO, "cannot started: ./data: Permission denied");
    assert_int_equal(chmod(file, 0755), 0);
    not_started(own, &confinement, BZ_ERROR_IO, "cannot started: ./data: Exec format");
    remove_folder(folder);
}

static void folders_that_are_none_are_refused(void **state)
{
    static const char *const argv[] = {"true", NULL}, *const relative[] = {"data", NULL};
    static const char *const missing[] = {"/no/such/file", NULL};
    struct bz_confinement confinement = usual;

    NEEDS_SANDBOX();
    confinement.folder = "/no/such/folder";
    not_started(argv, &confinement, BZ_ERROR_IO, "/no/such/folder: No such file");
    confinement.folder = "/dev/null";
    not_started(argv, &confinement, BZ_ERROR_IO, "/dev/null: not a folder");
    confinement.folder = "/";
    not_started(argv, &confinement, BZ_ERROR_UNFIT, "/");
    confinement.folder = NULL;
    confinement.readable = relative;
    not_started(argv, &confinement, BZ_ERROR_SYNTAX, "data absolute");
    confinement.readable = missing;
    not_started(argv, &confinement, BZ_ERROR_IO, "/no/such/file");
    confinement.readable = NULL;
    confinement.scratch = "/no/such/scratch";
    not_started(argv, &confinement, BZ_ERROR_IO, "/no/such/scratch");
}

static void fates_are_told(void **state)
{
    struct bz_confinement confinement = usual;
    struct bz_fate fate;

    NEEDS_SANDBOX();
    fate = fate_of(&usual, "exit 3", 5000);
    assert_string_equal(fate.text, "exit status 3");
    assert_int_equal(fate.number, 3);
    fate = fate_of(&usual, "kill -SEGV $$", 5000);
    assert_int_equal(fate.end, BZ_END_SIGNAL);
    assert_string_equal(fate.text, "killed by signal 11 (Segmentation fault)");
    fate = fate_of(&usual, "trap '' TERM HUP INT; while :; do sleep 1; done", 50);
    assert_int_equal(fate.end, BZ_END_KILLED);
    confinement.cpu_seconds = 1;
    fate = fate_of(&confinement, "while :; do :; done", 60000);
    assert_int_equal(fate.end, BZ_END_CPU);
    assert_true(fate.cpu_micros > 0); /* the kernel's two ways to count differ */
}

/* The sum of all processes counts, not each alone. */
static void cpu_time_is_counted_together(void **state)
{
    struct bz_confinement confinement = usual;

    NEEDS_SANDBOX();
    confinement.cpu_seconds = 1;
    assert_int_equal(
        fate_of(&confinement, "for i in 1 2 3 4; do (while :; do :; done) & done; wait", 60000).end,
        BZ_END_CPU);
}

static void an_end_can_be_polled_for(void **state)
{
    struct bz_process process;
    struct bz_fate fate, again;

    NEEDS_SANDBOX();
    start_shell(&process, &usual, "read line; exit 4");
    assert_false(bz_process_ended(&process, &fate));
    assert_int_equal(write(process.in, "\n", 1), 1);
    assert_int_equal(poll(&(struct pollfd){.fd = process.ended, .events = POLLIN}, 1, 60000), 1);
    assert_true(bz_process_ended(&process, &fate));
    assert_true(bz_process_ended(&process, &again));
    assert_int_equal(fate.number, 4);
    bz_process_end(&process, 0, &again);
    assert_string_equal(again.text, "exit status 4");
}

static int open_descriptors(void)
{
    DIR *folder = opendir("/proc/self/fd");
    int count = 0;

    assert_non_null(folder);
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

/* Every kind of guest, one hundred in all: afterwards no child, descriptor or process is left. The
 * witness is the read end of their output, which closes with the last who holds the other. */
static void nothing_is_left(void **state)
{
    static const char *const scripts[] = {
        "true",
        "cat",
        "exec sleep 1000",
        "trap '' TERM HUP; while :; do sleep 1000; done",
        "(setsid sh -c 'sleep 1000 & sleep 1000' &) & exit 0",
        "b() { b | b & }; b; wait",
        "kill -KILL $$",
        "yes",
        "exec >&- 2>&- <&-; sleep 1000",
        "mkdir -p $TMPDIR/a/b/c; echo x >$TMPDIR/a/b/c/d",
    };
    int before = 0;

    NEEDS_SANDBOX();
    for (int i = 0; i < 100; i++) {
        struct bz_process process;
        int witness;

        if (i == 1) /* whatever the library opens once is open now */
            before = open_descriptors();
        start_shell(&process, &usual, scripts[i % CHECK_COUNT(scripts)]);
        witness = dup(process.out);
        if (i % 3 == 0)
            poll(NULL, 0, 10);
        bz_process_end(&process, i % 20, NULL);
        for (char bytes[4096]; read(witness, bytes, sizeof(bytes)) > 0;)
            continue;
        close(witness);
    }
    assert_int_equal(open_descriptors(), before);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

/* One thread's guests never hold another's pipes: each ends when its own input does. */
static void *play_host(void *context)
{
    static const char *const argv[] = {"cat", NULL};
    int *bad = context;

    for (int i = 0; i < 10; i++) {
        struct bz_process process;
        struct bz_error err;
        struct bz_fate fate;

        if (bz_process_start(argv, &usual, &process, &err)) {
            ++*bad;
            continue;
        }
        bz_process_end(&process, 60000, &fate);
        *bad += fate.end != BZ_END_EXIT || fate.number != 0;
    }
    return NULL;
}

static void many_threads_have_guests(void **state)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    int bad[THREADS] = {0};

    NEEDS_SANDBOX();
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, play_host, &bad[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(bad[i], 0);
    }
}

/* A process may outlive the thread that started it. */
static void *only_start(void *context)
{
    start_shell(context, &usual, "read line; exit 5");
    return NULL;
}

static void a_guest_may_outlive_its_thread(void **state)
{
    struct bz_process process;
    struct bz_fate fate;
    pthread_t thread;

    NEEDS_SANDBOX();
    assert_int_equal(pthread_create(&thread, NULL, only_start, &process), 0);
    pthread_join(thread, NULL);
    bz_process_end(&process, 60000, &fate);
    assert_string_equal(fate.text, "exit status 5");
}

static void commands_are_taken_apart(void **state)
{
    static const struct {
        const char *line, *words; /* each between brackets */
    } rows[] = {
        {"a", "[a]"},
        {"  python3\tagent.py  -v ", "[python3][agent.py][-v]"},
        {"'a b' \"c d\" e\\ f", "[a b][c d][e f]"},
        {"a'b'\"c\"d", "[abcd]"},
        {"x '' \"\"", "[x][][]"},
        {"x '$a|\"' \"'|&\\\"\\\\\\$\\x\"", "[x][$a|\"]['|&\"\\$\\x]"},
        {"x \\| \\' a=b #c ~", NULL},
        {"x \\| \\' a=b #c a~", "[x][|]['][a=b][#c][a~]"},
        {"C:/a %d {a,b} [x] !", "[C:/a][%d][{a,b}][[x]][!]"},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(rows); i++) {
        char text[200] = "";
        struct bz_buf out = BZ_BUF(text);
        struct bz_command command;
        struct bz_error err;
        int code = bz_command_parse(&command, rows[i].line, &err);

        if (!rows[i].words) {
            check_error(&err, BZ_ERROR_SYNTAX, "quotes");
            continue;
        }
        assert_int_equal(code, BZ_OK);
        for (int k = 0; k < command.count; k++)
            bz_buf_add(&out, "[%s]", command.argv[k]);
        assert_null(command.argv[command.count]);
        assert_string_equal(text, rows[i].words);
    }
}

static void refused_command(const char *line, int code, const char *words)
{
    struct bz_command command = {.count = 77};
    struct bz_error err;

    assert_int_equal(bz_command_parse(&command, line, &err), code);
    check_error(&err, code, words);
    assert_int_equal(command.count, 77);
}

static void what_needs_a_shell_is_refused(void **state)
{
    static const char *const lines[] = {"a | b", "a; b",     "a & b",   "a > b", "a < b",
                                        "a $b",  "a `b`",    "(a)",     "a *.x", "a ?",
                                        "~/a",   "a \"$b\"", "a \"`\"", "a b|",  "a &&b"};
    char line[BZ_COMMAND_MAX + 8];

    (void)state;
    for (int i = 0; i < CHECK_COUNT(lines); i++)
        refused_command(lines[i], BZ_ERROR_SYNTAX, "shell quotes character");
    refused_command("a | b", BZ_ERROR_SYNTAX, "character 3");
    refused_command("", BZ_ERROR_SYNTAX, "empty");
    refused_command(" \t", BZ_ERROR_SYNTAX, "empty");
    refused_command("'' a", BZ_ERROR_SYNTAX, "empty");
    refused_command("a 'b", BZ_ERROR_SYNTAX, "quotes");
    refused_command("a \"b\\\"", BZ_ERROR_SYNTAX, "quotes");
    refused_command("a \\", BZ_ERROR_SYNTAX, "backslash");
    refused_command("a\nb", BZ_ERROR_SYNTAX, "control 2");
    memset(line, 'a', sizeof(line));
    line[BZ_COMMAND_MAX] = '\0';
    refused_command(line, BZ_ERROR_RANGE, "4095");
    line[BZ_COMMAND_MAX - 1] = '\0';
    assert_int_equal(bz_command_parse(&(struct bz_command){0}, line, NULL), BZ_OK);
    for (int i = 0; i < 2 * BZ_COMMAND_WORDS + 2; i++)
        line[i] = i % 2 ? ' ' : 'a';
    line[2 * BZ_COMMAND_WORDS + 2] = '\0';
    refused_command(line, BZ_ERROR_RANGE, "64 words");
    line[2 * BZ_COMMAND_WORDS] = '\0';
    assert_int_equal(bz_command_parse(&(struct bz_command){0}, line, NULL), BZ_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_are_taken_apart),
        cmocka_unit_test(what_needs_a_shell_is_refused),
        cmocka_unit_test(a_line_is_answered),
        cmocka_unit_test(it_sees_four_words_of_environment),
        cmocka_unit_test(it_is_nobody_without_rights),
        cmocka_unit_test(ignored_and_blocked_signals_are_not_inherited),
        cmocka_unit_test(it_gets_three_descriptors),
        cmocka_unit_test(its_folder_is_read_only_and_where_it_begins),
        cmocka_unit_test(other_files_can_be_given),
        cmocka_unit_test(a_scratch_folder_can_be_given),
        cmocka_unit_test(links_do_not_lead_out),
        cmocka_unit_test(what_cannot_run_is_refused_at_once),
        cmocka_unit_test(folders_that_are_none_are_refused),
        cmocka_unit_test(fates_are_told),
        cmocka_unit_test(cpu_time_is_counted_together),
        cmocka_unit_test(an_end_can_be_polled_for),
        cmocka_unit_test(nothing_is_left),
        cmocka_unit_test(many_threads_have_guests),
        cmocka_unit_test(a_guest_may_outlive_its_thread),
    };

    signal(SIGPIPE, SIG_IGN);
    return CHECK_RUN(tests);
}
