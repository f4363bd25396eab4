/*
 * process_player.c - programs in the sandbox that speak UGI: one process a game, started before it
 * and gone with everything it started when the game is over.
 */
#include <stdlib.h>

#include "match/adapter.h"
#include "match/guest.h"
#include "match/kinds.h"
#include "match/program.h"

enum { FAREWELL_MILLIS = 100 };

struct program {
    struct bz_program program;
    bool running;
    struct bz_guest guest;
    char adapters[BZ_ADAPTER_PATH], script[BZ_ADAPTER_PATH]; /* of a course's program */
};

static enum bz_ruling fate(void *context, struct bz_buf *out)
{
    struct program *program = context;
    struct bz_fate fate;

    if (!bz_program_ended(&program->program, &fate)) {
        bz_buf_add(out, "your program closed its output");
        return BZ_RULING_LEFT;
    }
    bz_buf_add(out, "your program ended (%s)", fate.text);
    return BZ_RULING_CRASHED;
}

static struct bz_ration ration(void *context)
{
    struct program *program = context;

    return bz_process_ration(&program->program.process);
}

static struct program *program_new(const struct bz_house *house, struct bz_error *err)
{
    struct program *program = calloc(1, sizeof(*program));

    if (program)
        program->guest =
            (struct bz_guest){.house = house, .fate = fate, .ration = ration, .context = program};
    else
        bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a player");
    return program;
}

static void close_program(void *state);

static int open_command(const struct bz_setup *setup, const char *rest,
                        const struct bz_house *house, void **ret_state, struct bz_error *err)
{
    struct program *program = program_new(house, err);
    int code =
        program ? bz_program_init(&program->program, rest, house->home, err) : BZ_ERROR_MEMORY;

    if (code) {
        close_program(program);
        return code;
    }
    bz_program_show(&program->program, setup);
    *ret_state = program;
    return BZ_OK;
}

static int open_script(const struct bz_setup *setup, const char *rest, const struct bz_house *house,
                       void **ret_state, struct bz_error *err)
{
    struct program *program = program_new(house, err);
    int code = program ? bz_adapter_unpack(setup->game, program->adapters, program->script, err)
                       : BZ_ERROR_MEMORY;

    if (!code)
        code = bz_program_adapt(&program->program, program->adapters, program->script, rest,
                                house->home, err);
    if (code) {
        close_program(program);
        return code;
    }
    bz_program_show(&program->program, setup);
    program->guest.plain = true;
    *ret_state = program;
    return BZ_OK;
}

static void end(void *state)
{
    struct program *program = state;

    if (!program->running)
        return;
    bz_guest_end(&program->guest);
    bz_channel_drain(&program->guest.channel);
    bz_guest_release(&program->guest);
    bz_process_end(&program->program.process, FAREWELL_MILLIS, NULL);
    program->running = false;
}

static void close_program(void *state)
{
    struct program *program = state;

    if (!program)
        return;
    end(program);
    bz_adapter_remove(program->adapters);
    free(program);
}

static void begin(void *state, const struct bz_record *record, int seat, struct bz_reply *reply)
{
    struct program *program = state;
    struct bz_error err;

    (void)seat;
    end(program);
    if (bz_program_start(&program->program, program->guest.house, &program->guest.channel, &err)) {
        struct bz_buf note = BZ_BUF(reply->note);

        if (bz_program_is_innocent(program->guest.house, &err)) {
            reply->trouble = err.code;
            bz_buf_add(&note, "%s", err.text);
        } else {
            reply->ruling = BZ_RULING_CRASHED;
            bz_buf_add(&note, "your program cannot be started: %s", err.text);
        }
        return;
    }
    program->guest.here = program->running = true;
    bz_guest_begin(&program->guest, record, reply);
}

static void ask(void *state, const struct bz_question *question, struct bz_reply *reply)
{
    struct program *program = state;

    bz_guest_ask(&program->guest, question, reply);
}

static const char *errors(void *state, size_t *ret_length)
{
    const struct program *program = state;

    *ret_length = program->guest.channel.error_length;
    return program->guest.channel.errors;
}

const struct bz_player_kind bz_command_kind = {
    .name = "cmd",
    .form = "cmd:COMMAND LINE",
    .brief = "a program that speaks UGI, in the sandbox",
    .open = open_command,
    .close = close_program,
    .begin = begin,
    .ask = ask,
    .end = end,
    .errors = errors,
};

const struct bz_player_kind bz_script_kind = {
    .name = "py",
    .form = "py:FILE[:NAME]",
    .brief = "a Python program written for the game's course, in the sandbox",
    .open = open_script,
    .close = close_program,
    .begin = begin,
    .ask = ask,
    .end = end,
    .errors = errors,
};
