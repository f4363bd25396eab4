/*
 * program.c - from a command line to a running program.
 */
#include "match/program.h"

#include <libgen.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/kept.h"

enum { DEATH_MILLIS = 200 }; /* between the end of its output and that of the process */

static bool is_file(const char *path)
{
    struct stat there;

    return stat(path, &there) == 0 && S_ISREG(there.st_mode);
}

/* An interpreter, say: it can be read from everywhere, and the program is another word. */
static bool is_system(const char *path)
{
    return !strncmp(path, "/usr/", 5) || !strncmp(path, "/bin/", 5);
}

/* Its folder, and the file as it is named from there. */
static bool place_in_folder(struct bz_program *program, const char *file)
{
    char path[PATH_MAX], again[PATH_MAX];

    if (!is_file(file) || !realpath(file, path) || is_system(path))
        return false;
    memcpy(again, path, sizeof(again));
    snprintf(program->file, sizeof(program->file), "./%s", basename(again));
    snprintf(program->folder, sizeof(program->folder), "%s", dirname(path));
    return true;
}

static int find_folder(struct bz_program *program, struct bz_error *err)
{
    for (int i = 0; i < program->command.count; i++) {
        const char **word = &program->command.argv[i];

        if ((i == 0 && !strchr(*word, '/')) || !place_in_folder(program, *word))
            continue;
        *word = program->file;
        return BZ_OK;
    }
    if (!realpath(".", program->folder))
        return bz_fail(err, BZ_ERROR_IO, "the current folder cannot be found");
    return BZ_OK;
}

static int settle_home(struct bz_program *program, const char *home, struct bz_error *err)
{
    if (realpath(home, program->folder))
        return BZ_OK;
    return bz_fail(err, BZ_ERROR_IO, "there is no folder %s", bz_quoted_path(home).text);
}

int bz_program_init(struct bz_program *program, const char *line, const char *home,
                    struct bz_error *err)
{
    int code = bz_command_parse(&program->command, line, err);

    if (code)
        return code;
    return home ? settle_home(program, home, err) : find_folder(program, err);
}

/* The same for one file, as it is named from the folder. */
static int place_file(struct bz_program *program, const char *file, const char *home,
                      struct bz_error *err)
{
    char path[2 * PATH_MAX];

    if (!home)
        return place_in_folder(program, file)
                   ? BZ_OK
                   : bz_fail(err, BZ_ERROR_IO, "there is no file %s", bz_quoted_path(file).text);
    snprintf(path, sizeof(path), "%s/%s", home, file);
    if (!is_file(path))
        return bz_fail(err, BZ_ERROR_IO, "there is no file %s", bz_quoted_path(path).text);
    if (snprintf(program->file, sizeof(program->file), "./%s", file) >= PATH_MAX)
        return bz_fail(err, BZ_ERROR_RANGE, "the name of the file is too long");
    return settle_home(program, home, err);
}

int bz_program_adapt(struct bz_program *program, const char *folder, const char *script,
                     const char *file, const char *home, struct bz_error *err)
{
    const char *name = is_file(file) ? NULL : strrchr(file, ':');
    size_t length = name ? (size_t)(name - file) : strlen(file), used;
    char alone[PATH_MAX];
    int code;

    if (length >= sizeof(alone))
        return bz_fail(err, BZ_ERROR_RANGE, "the name of the file is too long");
    memcpy(alone, file, length);
    alone[length] = '\0';
    code = place_file(program, alone, home, err);
    if (code)
        return code;
    used = strlen(program->file);
    snprintf(program->file + used, sizeof(program->file) - used, "%s", name ? name : "");
    program->readable[0] = folder;
    program->command.count = 3;
    program->command.argv[0] = "python3";
    program->command.argv[1] = script;
    program->command.argv[2] = program->file;
    program->command.argv[3] = NULL;
    return BZ_OK;
}

void bz_program_show(struct bz_program *program, const struct bz_setup *setup)
{
    int used = program->readable[0] ? 1 : 0;

    for (int i = 0; setup->game->options[i].name; i++)
        if (bz_kept_folder(setup->values[i].text, program->kept[i], PATH_MAX))
            program->readable[used++] = program->kept[i];
    program->readable[used] = NULL;
}

static struct bz_confinement confinement_of(const struct bz_house *house)
{
    struct bz_confinement confinement = BZ_CONFINEMENT_DEFAULT;

    confinement.unsafe_ok = house->unsafe_ok;
    if (house->megabytes)
        confinement.memory = house->megabytes << 20;
    return confinement;
}

int bz_program_start(struct bz_program *program, const struct bz_house *house,
                     struct bz_channel *ret_channel, struct bz_error *err)
{
    struct bz_confinement confinement = confinement_of(house);
    struct bz_process *process = &program->process;
    int code;

    confinement.folder = program->folder;
    confinement.readable = program->readable;
    code = bz_process_start(program->command.argv, &confinement, process, err);
    if (code)
        return code;
    code = bz_channel_init(ret_channel, process->in, process->out, process->err, err);
    if (code) {
        bz_process_end(process, 0, NULL);
        return code;
    }
    process->in = process->out = process->err = -1; /* the channel's from now on */
    return BZ_OK;
}

/* What it did to be refused is hard to tell: a stranger's file can name an interpreter that no
 * sandbox takes. A machine that cannot start the simplest program cannot start any. */
bool bz_program_is_innocent(const struct bz_house *house, struct bz_error *err)
{
    static const char *const simplest[] = {"true", NULL};
    struct bz_confinement confinement = confinement_of(house);
    struct bz_process process;
    struct bz_error why;

    if (err->code == BZ_ERROR_UNKNOWN)
        return !house->own_commands;
    if (err->code == BZ_ERROR_BUSY || err->code == BZ_ERROR_MEMORY)
        return true;
    if (bz_process_start(simplest, &confinement, &process, &why)) {
        *err = why;
        return true;
    }
    bz_process_end(&process, 0, NULL);
    return false;
}

bool bz_program_ended(struct bz_program *program, struct bz_fate *ret_fate)
{
    struct pollfd ended = {.fd = program->process.ended, .events = POLLIN};

    poll(&ended, 1, DEATH_MILLIS);
    return bz_process_ended(&program->process, ret_fate);
}
