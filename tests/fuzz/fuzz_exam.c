/*
 * fuzz_exam.c - what a program says while it is checked. The first byte is a game; the rest, cut at
 * empty lines, is what a stranger says to one line after the other before it gives the answer it
 * owes, without which the checks would wait. Whatever that was, the checks come to an end, and what
 * they found can be shown on a terminal.
 */
#include "fuzz.h"

#include <pthread.h>
#include <sys/socket.h>

#include "base/utf8.h"
#include "exam/parts.h"

enum { MOST = 50000, LINE_MOST = 300000, PATIENCE = 60000, MOVETIME = 60000 };

static void (*const checks[])(struct exam *exam) = {
    check_greeting, check_name,    check_options, check_ready, check_movetime,
    check_moves,    check_queries, check_info,    check_stray,
};
enum { CHECKS = sizeof(checks) / sizeof(checks[0]) };

static void require_printable(const char *text)
{
    uint32_t code;

    for (size_t span; *text; text += span) {
        span = bz_utf8_read(text, &code);
        FUZZ_REQUIRE(span && bz_utf8_is_plain(code));
    }
}

static void require_decent(const struct finding *finding)
{
    if (finding->grade == GRADE_OK)
        return;
    require_printable(finding->text);
    FUZZ_REQUIRE(finding->advice);
    FUZZ_REQUIRE(finding->talk.count >= 0 && finding->talk.count <= TALK_LINES);
    for (int i = 0; i < finding->talk.count; i++)
        require_printable(finding->talk.lines[i]);
}

/* The program that is checked: a thread at the other end of the socket. */
struct stranger {
    int fd;
    const char *words;
    size_t left;
};

static void utter(const struct stranger *stranger, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(stranger->fd, text, length, MSG_NOSIGNAL);

        if (sent <= 0)
            return; /* nobody listens any more */
        text += sent;
        length -= (size_t)sent;
    }
}

static void answer(struct stranger *stranger, const char *line)
{
    static const char *const owed[][2] = {
        {"ugi\n", "ugiok\n"}, {"isready\n", "readyok\n"}, {"go ", "bestmove (none)\n"}};
    const char *cut = memmem(stranger->words, stranger->left, "\n\n", 2);
    size_t length = cut ? (size_t)(cut - stranger->words) + 2 : stranger->left;

    utter(stranger, stranger->words, length);
    stranger->words += length;
    stranger->left -= length;
    if (!cut)
        utter(stranger, "\n", 1);
    for (int i = 0; i < 3; i++)
        if (strncmp(line, owed[i][0], strlen(owed[i][0])) == 0)
            utter(stranger, owed[i][1], strlen(owed[i][1]));
}

static void *be_checked(void *context)
{
    struct stranger *stranger = context;
    FILE *questions = fdopen(stranger->fd, "r");
    char *line = malloc(LINE_MOST);

    FUZZ_REQUIRE(questions && line);
    while (fgets(line, LINE_MOST, questions))
        answer(stranger, line);
    free(line);
    fclose(questions);
    return NULL;
}

static void make_checks(struct exam *exam)
{
    for (int i = 0; i < CHECKS; i++) {
        talk_clear(&exam->talk);
        exam->found.grade = GRADE_OK;
        checks[i](exam);
        FUZZ_REQUIRE(exam->here && !exam->err.code);
        require_decent(&exam->found);
    }
    for (int i = 0; i < KEPT; i++)
        require_decent(&exam->kept[i]);
}

static void examine(struct exam *exam, const char *words, size_t length)
{
    struct stranger stranger = {.words = words, .left = length};
    pthread_t thread;
    struct bz_error err;
    int ends[2];

    FUZZ_REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    stranger.fd = ends[1];
    FUZZ_REQUIRE(pthread_create(&thread, NULL, be_checked, &stranger) == 0);
    FUZZ_REQUIRE(bz_channel_init(&exam->channel, ends[0], ends[0], -1, &err) == BZ_OK);
    exam->here = true;
    make_checks(exam);
    bz_channel_release(&exam->channel);
    FUZZ_REQUIRE(pthread_join(thread, NULL) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bz_house house = {.patience = PATIENCE};
    struct bz_setup setup;
    struct exam_order order = {
        .setup = &setup, .house = &house, .movetime = MOVETIME, .positions = 1, .seed = 1};
    struct exam *exam;

    if (size < 1 || size > MOST)
        return 0;
    exam = calloc(1, sizeof(*exam));
    FUZZ_REQUIRE(exam);
    fuzz_setup(data[0], &setup);
    exam->order = &order;
    bz_random_seed(&exam->random, order.seed);
    examine(exam, (const char *)data + 1, size - 1);
    free(exam);
    bz_setup_release(&setup);
    return 0;
}
