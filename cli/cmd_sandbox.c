/*
 * cmd_sandbox.c - `bazi sandbox`: what this machine offers, the attacks tried for real, and a
 * program run by hand as a match would run it.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "attack/attack.h"
#include "command.h"
#include "text/json.h"

static void print_protection(const struct bz_protection *item)
{
    printf("%-20s %-8s", item->name, item->present ? "yes" : "MISSING");
    if (!item->present)
        printf(" %s%swithout it: %s", item->detail, *item->detail ? "; " : "", item->lost);
    else if (*item->detail)
        printf(" %s", item->detail);
    putchar('\n');
}

static void json_protection(struct json *json, const struct bz_protection *item)
{
    json_open(json, NULL, '{');
    json_text(json, "name", item->name);
    json_bool(json, "present", item->present);
    json_bool(json, "needed", item->needed);
    json_text(json, "detail", item->detail);
    json_text(json, "lost", item->lost);
    json_close(json, '}');
}

static void report_protections(struct json *json)
{
    struct bz_protection items[BZ_PROTECTIONS_MAX];
    int count = bz_sandbox_probe(items);

    if (json)
        json_open(json, "protections", '[');
    for (int i = 0; i < count; i++) {
        if (json)
            json_protection(json, &items[i]);
        else
            print_protection(&items[i]);
    }
    if (json)
        json_close(json, ']');
}

static void report_attack(struct json *json, const struct attack *attack,
                          const struct finding *finding)
{
    if (!json) {
        printf("%-32s %-12s %s\n", attack->brief, finding->stopped ? "stopped" : "NOT STOPPED",
               finding->by);
        fflush(stdout);
        return;
    }
    json_open(json, NULL, '{');
    json_text(json, "name", attack->name);
    json_text(json, "brief", attack->brief);
    json_bool(json, "stopped", finding->stopped);
    json_text(json, "by", finding->by);
    json_close(json, '}');
}

/* Tries them all; returns how many were not stopped. */
static int report_attacks(struct json *json, const struct stage *stage)
{
    int open = 0;

    if (json)
        json_open(json, "attacks", '[');
    else
        putchar('\n');
    for (const struct attack *attack = attacks; attack->name; attack++) {
        struct finding finding = {.stopped = false};
        struct bz_error err;

        if (stage_try(stage, attack, &finding, &err))
            snprintf(finding.by, sizeof(finding.by), "not tried: %.100s", err.text);
        report_attack(json, attack, &finding);
        open += !finding.stopped;
    }
    if (json)
        json_close(json, ']');
    return open;
}

static int sandbox_check(const struct invocation *inv)
{
    struct json json = {.out = stdout}, *out = invocation_has(inv, "json") ? &json : NULL;
    struct stage stage;
    struct bz_error err;
    int open;

    if (inv->operand_count > 1)
        return complain("sandbox: check takes no command");
    if (stage_init(&stage, invocation_has(inv, "unsafe-ok"), &err))
        return complain("sandbox: %s", err.text);
    if (out)
        json_open(out, NULL, '{');
    report_protections(out);
    open = report_attacks(out, &stage);
    stage_release(&stage);
    if (out) {
        json_whole(out, "open", open);
        json_close(out, '}');
        json_end_line(out);
    } else if (open) {
        printf("\n%d not stopped\n", open);
    } else {
        printf("\nall stopped\n");
    }
    return open ? STATUS_BAD : STATUS_DONE;
}

/* Bytes on their way from one descriptor to another; -1 where an end is closed. */
struct flow {
    int from, *to;
    size_t length, sent;
    char bytes[4096];
};

static void flow_close(struct flow *flow)
{
    if (*flow->to > STDERR_FILENO)
        close(*flow->to);
    *flow->to = -1;
    flow->from = -1;
    flow->length = flow->sent = 0;
}

/* Does what the descriptor is ready for: reads when there is nothing to write. */
static void flow_step(struct flow *flow)
{
    ssize_t moved;

    if (flow->sent == flow->length) {
        moved = read(flow->from, flow->bytes, sizeof(flow->bytes));
        flow->length = moved > 0 ? (size_t)moved : 0;
        flow->sent = 0;
    } else {
        moved = write(*flow->to, flow->bytes + flow->sent, flow->length - flow->sent);
        flow->sent += moved > 0 ? (size_t)moved : 0;
    }
    if (moved == 0 || (moved < 0 && errno != EAGAIN && errno != EINTR))
        flow_close(flow);
}

/* Carries everything to and fro until the program has closed its outputs. */
static void relay(struct bz_process *process)
{
    int out = STDOUT_FILENO, err = STDERR_FILENO;
    struct flow flows[] = {{.from = STDIN_FILENO, .to = &process->in},
                           {.from = process->out, .to = &out},
                           {.from = process->err, .to = &err}};

    fcntl(process->in, F_SETFL, O_NONBLOCK);
    while (flows[1].from >= 0 || flows[2].from >= 0) {
        struct pollfd ends[3];

        for (int i = 0; i < 3; i++) {
            bool full = flows[i].sent < flows[i].length;

            ends[i] = (struct pollfd){.fd = full ? *flows[i].to : flows[i].from,
                                      .events = full ? POLLOUT : POLLIN};
        }
        if (poll(ends, 3, -1) < 0 && errno != EINTR)
            return;
        for (int i = 0; i < 3; i++)
            if (ends[i].fd >= 0 && ends[i].revents)
                flow_step(&flows[i]);
    }
}

static int sandbox_run(const struct invocation *inv)
{
    const char *argv[OPERANDS_MAX + 1] = {NULL};
    struct bz_confinement confinement = BZ_CONFINEMENT_DEFAULT;
    struct bz_process process;
    struct bz_error err;
    struct bz_fate fate;

    if (inv->operand_count < 2)
        return complain("sandbox: which command? (bazi sandbox run -- COMMAND...)");
    for (int i = 1; i < inv->operand_count; i++)
        argv[i - 1] = inv->operands[i];
    confinement.folder = invocation_value(inv, "folder") ? invocation_value(inv, "folder") : ".";
    confinement.unsafe_ok = invocation_has(inv, "unsafe-ok");
    if (bz_process_start(argv, &confinement, &process, &err))
        return complain("sandbox: %s%s", err.text,
                        err.code == BZ_ERROR_UNFIT ? " (--unsafe-ok goes on without)" : "");
    if (!process.namespaces)
        complain("sandbox: no namespaces here: not everything is stopped, see bazi sandbox check");
    relay(&process);
    bz_process_end(&process, 1000, &fate);
    fprintf(stderr, "bazi: %s, %.2f s of CPU time\n", fate.text, (double)fate.cpu_micros * 1e-6);
    return fate.end == BZ_END_EXIT && fate.number == 0 ? STATUS_DONE : STATUS_BAD;
}

int cmd_sandbox(const struct invocation *inv)
{
    const char *name = invocation_operand(inv, 0);

    if (strcmp(name, "check") == 0)
        return sandbox_check(inv);
    if (strcmp(name, "run") == 0)
        return sandbox_run(inv);
    if (strcmp(name, "attack") == 0) /* what check calls; of no use to a person */
        return attack_run(inv->operand_count - 1, inv->operands + 1);
    return complain("sandbox: '%s' is none of check, run", bz_quoted(name, strlen(name)).text);
}
