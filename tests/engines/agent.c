/*
 * agent.c - a program that plays by the rules of the interface until it is asked for the Nth time,
 * and then does what the referee and the sandbox have to survive. Some modes are habits instead:
 * what beginners get wrong from the first line to the last.
 *
 *   agent GAME MODE [N]        MODE `good` never misbehaves; N is 1 unless said otherwise
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bazi/bazi.h"

struct agent {
    struct bz_setup setup;
    union bz_pos pos;
    const char *mode;
    int asked, when;
};

static bool has_mode(const struct agent *agent, const char *mode)
{
    return !strcmp(agent->mode, mode);
}

static void rest(double seconds)
{
    struct timespec time = {.tv_sec = (time_t)seconds,
                            .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};

    nanosleep(&time, NULL);
}

static void hang(void)
{
    for (;;)
        rest(1000);
}

static void flood(int fd)
{
    char noise[4096];

    memset(noise, 'x', sizeof(noise));
    noise[100] = '\n';
    for (int i = 0; i < 25600; i++) /* 100 MB */
        if (write(fd, noise, sizeof(noise)) < 0)
            return;
}

static void fork_bomb(void)
{
    for (int i = 0; i < 100000; i++)
        if (fork() < 0)
            rest(0.001);
    hang();
}

/* A child of a child that has left its session, and would outlive everything. */
static void daemonize(void)
{
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            signal(SIGTERM, SIG_IGN);
            hang();
        }
        _exit(0);
    }
}

static void eat_memory(void)
{
    for (int i = 0; i < 4096; i++) {
        char *more = malloc(1 << 20);

        if (!more)
            break;
        memset(more, i, 1 << 20);
    }
    abort();
}

static void say_move(const struct agent *agent)
{
    bz_move moves[BZ_MOVES_MAX];
    char text[BZ_MOVE_TEXT_MAX];
    struct bz_buf buf = BZ_BUF(text);

    if (agent->setup.rules->moves(&agent->pos, moves) == 0)
        bz_buf_add(&buf, "(none)");
    else
        bz_format_move(&agent->setup, &agent->pos, moves[0], &buf);
    if (has_mode(agent, "badinfo"))
        puts("info depth deep score value 0.5");
    else if (has_mode(agent, "oddinfo"))
        puts("info depth 1 mood good");
    else if (has_mode(agent, "badpv"))
        puts("info depth 1 pv z99");
    else
        puts("info depth 1 score value 0.5 nodes 1");
    printf("bestmove %s\n", text);
}

/* What the mode does instead of answering, or before it. */
static void misbehave(const struct agent *agent)
{
    const char *mode = agent->mode;

    if (!strcmp(mode, "crash"))
        raise(SIGSEGV);
    else if (!strcmp(mode, "exit"))
        exit(3);
    else if (!strcmp(mode, "hang"))
        hang();
    else if (!strcmp(mode, "stubborn")) {
        signal(SIGTERM, SIG_IGN);
        signal(SIGINT, SIG_IGN);
        signal(SIGHUP, SIG_IGN);
        hang();
    } else if (!strcmp(mode, "flood"))
        flood(STDOUT_FILENO);
    else if (!strcmp(mode, "complain"))
        flood(STDERR_FILENO);
    else if (!strcmp(mode, "bomb"))
        fork_bomb();
    else if (!strcmp(mode, "daemon"))
        daemonize();
    else if (!strcmp(mode, "memory"))
        eat_memory();
    else if (!strcmp(mode, "half")) {
        fputs("bestmove d", stdout);
        fflush(stdout);
        hang();
    } else if (!strcmp(mode, "late"))
        rest(0.4);
    else if (!strcmp(mode, "deaf")) {
        close(STDIN_FILENO);
        hang();
    } else if (!strcmp(mode, "mute")) {
        close(STDOUT_FILENO);
        hang();
    } else if (!strcmp(mode, "noise")) {
        fwrite("\0\033[2J\377\001bestmove \033]0;x\007\n", 1, 22, stdout);
        fflush(stdout);
    } else if (!strcmp(mode, "illegal"))
        puts("bestmove z99");
    else if (!strcmp(mode, "twice"))
        say_move(agent);
    else if (!strcmp(mode, "resign"))
        puts("bestmove resign");
    else if (!strcmp(mode, "stderr"))
        fputs("Traceback: something is wrong\n", stderr);
}

static void answer(struct agent *agent)
{
    if (++agent->asked == agent->when)
        misbehave(agent);
    if (has_mode(agent, "slow"))
        rest(0.15);
    say_move(agent);
}

static void take_position(struct agent *agent, char *text)
{
    char *moves = strstr(text, " moves"), *word;
    struct bz_error err;

    if (moves)
        *moves = '\0';
    if (!strncmp(text, "fen ", 4)) {
        if (bz_parse(&agent->setup, text + 4, strlen(text + 4), &agent->pos, &err))
            fprintf(stderr, "%s\n", err.text);
    } else {
        bz_start(&agent->setup, &agent->pos);
    }
    if (has_mode(agent, "forgetful"))
        moves = NULL;
    for (word = moves ? strtok(moves + 6, " ") : NULL; word; word = strtok(NULL, " ")) {
        bz_move move;

        if (!bz_parse_move(&agent->setup, &agent->pos, word, strlen(word), &move, &err))
            agent->setup.rules->play(&agent->pos, move);
    }
}

/* The legal moves from the last to the first; a liar leaves one out. */
static void list_moves(const struct agent *agent)
{
    bz_move moves[BZ_MOVES_MAX];
    int count = agent->setup.rules->moves(&agent->pos, moves);

    fputs("response", stdout);
    for (int i = count - 1; i >= has_mode(agent, "liar"); i--) {
        char text[BZ_MOVE_TEXT_MAX];
        struct bz_buf buf = BZ_BUF(text);

        bz_format_move(&agent->setup, &agent->pos, moves[i], &buf);
        printf(" %s", text);
    }
    puts("");
}

static void greet(const struct agent *agent)
{
    if (!has_mode(agent, "nameless"))
        puts("id name agent");
    if (has_mode(agent, "badoption"))
        puts("option name Level type spin default ten min 1 max 9");
    puts("ugiok");
}

/* What is done with a line nobody can know. */
static void wonder(const struct agent *agent, const char *line)
{
    if (has_mode(agent, "brittle")) {
        fprintf(stderr, "what is '%s'?\n", line);
        exit(4);
    }
    if (has_mode(agent, "loud"))
        printf("what is '%.20s'?\n", line);
}

static bool obey(struct agent *agent, char *line)
{
    line[strcspn(line, has_mode(agent, "newline") ? "\n" : "\r\n")] = '\0';
    if (!strcmp(line, "ugi"))
        greet(agent);
    else if (!strcmp(line, "isready"))
        puts("readyok");
    else if (!strncmp(line, "position ", 9))
        take_position(agent, line + 9);
    else if (!strncmp(line, "go", 2))
        answer(agent);
    else if (!strcmp(line, "quit") && !has_mode(agent, "staying"))
        return false;
    else if (!strcmp(line, "query legalmoves") &&
             (has_mode(agent, "liar") || has_mode(agent, "helpful")))
        list_moves(agent);
    else if (!strcmp(line, "xyzzy plugh 42"))
        wonder(agent, line);
    if (!has_mode(agent, "unflushed"))
        fflush(stdout);
    return true;
}

int main(int argc, char **argv)
{
    static char line[1 << 20];
    struct agent agent = {.when = argc > 3 ? (int)strtol(argv[3], NULL, 10) : 1,
                          .mode = argc > 2 ? argv[2] : "good"};
    struct bz_error err;
    const struct bz_game *game = bz_game_find(argc > 1 ? argv[1] : "", &err);

    if (!game || bz_setup_init(&agent.setup, game, NULL, 0, &err)) {
        fprintf(stderr, "agent: %s\n", err.text);
        return 2;
    }
    if (!strcmp(agent.mode, "silent"))
        hang();
    if (!strcmp(agent.mode, "stillborn"))
        return 7;
    if (!strcmp(agent.mode, "eager")) {
        puts("Welcome!");
        fflush(stdout);
    }
    while (fgets(line, sizeof(line), stdin) && obey(&agent, line))
        continue;
    if (!strcmp(agent.mode, "clinging") && feof(stdin))
        hang();
    bz_setup_release(&agent.setup);
    return strcmp(agent.mode, "failing") ? 0 : 5;
}
