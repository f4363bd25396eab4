/*
 * plan.c - what a process will see and where its program is.
 *
 * It sees the system's programs and libraries, what of /etc they cannot do without, a few devices,
 * its folder, and the home of an interpreter that is installed elsewhere. Never a person's home.
 */
#include "sandbox/plan.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

static const char search_path[] = "/usr/local/bin:/usr/bin:/bin";

static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                      "/dev/urandom"};

static const char *const system_parts[] = {"/usr",
                                           "/bin",
                                           "/sbin",
                                           "/lib",
                                           "/lib32",
                                           "/lib64",
                                           "/libx32",
                                           "/nix/store",
                                           "/etc/ld.so.cache",
                                           "/etc/ld.so.conf",
                                           "/etc/ld.so.conf.d",
                                           "/etc/alternatives",
                                           "/etc/ssl",
                                           "/etc/pki",
                                           "/etc/localtime"};

/* A copy that lives as long as the plan; NULL when there is no room. */
static const char *keep(struct bz_plan *plan, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = plan->text + plan->text_used;

    if (size > sizeof(plan->text) - plan->text_used)
        return NULL;
    memcpy(copy, text, size);
    plan->text_used += size;
    return copy;
}

static int too_much(struct bz_error *err)
{
    return bz_fail(err, BZ_ERROR_RANGE, "too many or too long files for one process");
}

static int add_view(struct bz_plan *plan, enum bz_view_kind kind, const char *path,
                    const char *target, struct bz_error *err)
{
    struct bz_view *view = &plan->views[plan->view_count];

    if (plan->view_count == BZ_VIEWS_MAX)
        return too_much(err);
    *view = (struct bz_view){.kind = kind, .path = keep(plan, path), .tree = -1};
    view->target = target ? keep(plan, target) : NULL;
    if (!view->path || (target && !view->target))
        return too_much(err);
    plan->view_count++;
    return BZ_OK;
}

/* Whether the path is the folder or lies in it. */
static bool lies_in(const char *path, const char *folder)
{
    size_t length = strlen(folder);

    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* Whether it will be there already. What links lead to is part of the system. */
static bool is_covered(const struct bz_plan *plan, const char *path)
{
    for (int i = 0; i < plan->view_count; i++)
        if (plan->views[i].kind != BZ_VIEW_DEVICE && lies_in(path, plan->views[i].path))
            return true;
    return false;
}

/* A file or folder to be read; *ret_error is 0 or why there is none. */
static int add_readable(struct bz_plan *plan, const char *path, int *ret_error,
                        struct bz_error *err)
{
    struct stat info;

    *ret_error = stat(path, &info) ? errno : 0;
    if (*ret_error || is_covered(plan, path))
        return BZ_OK;
    return add_view(plan, S_ISDIR(info.st_mode) ? BZ_VIEW_FOLDER : BZ_VIEW_FILE, path, NULL, err);
}

/* A part of the system: as it is, or as a link where it is one (/bin, mostly). */
static int add_system(struct bz_plan *plan, const char *path, struct bz_error *err)
{
    char target[PATH_MAX];
    ssize_t length = strncmp(path, "/etc/", 5) ? readlink(path, target, sizeof(target) - 1) : -1;
    int missing;

    if (length < 0)
        return add_readable(plan, path, &missing, err);
    target[length] = '\0';
    return add_view(plan, BZ_VIEW_LINK, path, target, err);
}

/* The configuration of interpreters has their version in its name. */
static int add_configurations(struct bz_plan *plan, struct bz_error *err)
{
    DIR *etc = opendir("/etc");
    const struct dirent *entry;
    int code = BZ_OK, missing;

    while (etc && !code && (entry = readdir(etc))) {
        char path[sizeof(entry->d_name) + 8];

        if (strncmp(entry->d_name, "java", 4) != 0 && strncmp(entry->d_name, "python", 6) != 0)
            continue;
        snprintf(path, sizeof(path), "/etc/%s", entry->d_name);
        code = add_readable(plan, path, &missing, err);
    }
    if (etc)
        closedir(etc);
    return code;
}

static int add_devices(struct bz_plan *plan, struct bz_error *err)
{
    static const char *const links[][2] = {{"/dev/fd", "/proc/self/fd"},
                                           {"/dev/stdin", "/proc/self/fd/0"},
                                           {"/dev/stdout", "/proc/self/fd/1"},
                                           {"/dev/stderr", "/proc/self/fd/2"}};
    int code = BZ_OK;

    for (size_t i = 0; !code && i < sizeof(devices) / sizeof(devices[0]); i++)
        if (access(devices[i], F_OK) == 0)
            code = add_view(plan, BZ_VIEW_DEVICE, devices[i], NULL, err);
    for (size_t i = 0; !code && i < sizeof(links) / sizeof(links[0]); i++)
        code = add_view(plan, BZ_VIEW_LINK, links[i][0], links[i][1], err);
    return code;
}

static int add_surroundings(struct bz_plan *plan, struct bz_error *err)
{
    int code = BZ_OK;

    for (size_t i = 0; !code && i < sizeof(system_parts) / sizeof(system_parts[0]); i++)
        code = add_system(plan, system_parts[i], err);
    if (!code)
        code = add_configurations(plan, err);
    return code ? code : add_devices(plan, err);
}

/* What the caller lets it read. */
static int add_given(struct bz_plan *plan, struct bz_error *err)
{
    const char *const *path = plan->limits.readable;
    int code = BZ_OK, missing;

    for (; !code && path && *path; path++) {
        if (**path != '/')
            return bz_fail(err, BZ_ERROR_SYNTAX, "%s: not an absolute path",
                           bz_quoted_path(*path).text);
        code = add_readable(plan, *path, &missing, err);
        if (!code && missing)
            return bz_fail(err, BZ_ERROR_IO, "%s: %s", bz_quoted_path(*path).text,
                           strerror(missing));
    }
    return code;
}

/* The folder is where the program begins, and must be readable for who it will be. */
static int add_folder(struct bz_plan *plan, struct bz_error *err)
{
    const char *folder = plan->limits.folder;
    char real[PATH_MAX];
    struct stat info;

    if (!folder)
        return BZ_OK;
    if (!realpath(folder, real) || stat(real, &info))
        return bz_fail(err, BZ_ERROR_IO, "%s: %s", bz_quoted_path(folder).text, strerror(errno));
    if (!S_ISDIR(info.st_mode))
        return bz_fail(err, BZ_ERROR_IO, "%s: not a folder", bz_quoted_path(folder).text);
    if (strcmp(real, "/") == 0)
        return bz_fail(err, BZ_ERROR_UNFIT, "a program's own folder cannot be /");
    if (plan->drop && info.st_uid != plan->uid && (info.st_mode & 5) != 5)
        return bz_fail(err, BZ_ERROR_IO,
                       "%s: others than its owner cannot read this folder, and started by root "
                       "the program runs as nobody (chmod -R o+rX helps)",
                       bz_quoted_path(folder).text);
    plan->cwd = keep(plan, real);
    if (!plan->cwd)
        return too_much(err);
    return is_covered(plan, real) ? BZ_OK : add_view(plan, BZ_VIEW_FOLDER, real, NULL, err);
}

/* Where an interpreter lives with its libraries: PREFIX of PREFIX/bin/python3 if there is a
 * PREFIX/lib. A person's home, or what homes lie in, is not such a place. */
static int add_prefix(struct bz_plan *plan, const char *program, struct bz_error *err)
{
    const char *home = getenv("HOME");
    char prefix[PATH_MAX], inner[PATH_MAX + 8];
    char *end;
    int missing;

    snprintf(prefix, sizeof(prefix), "%s", program);
    end = strrchr(prefix, '/');
    if (end)
        *end = '\0';
    end = strrchr(prefix, '/');
    if (!end || end == prefix || strcmp(end, "/bin") != 0)
        return BZ_OK;
    *end = '\0';
    snprintf(inner, sizeof(inner), "%s/lib", prefix);
    if (access(inner, F_OK) || (home && lies_in(home, prefix)) || strrchr(prefix, '/') == prefix)
        return BZ_OK;
    return add_readable(plan, prefix, &missing, err);
}

/* A program: itself, what it is a link to, and the prefixes of both. */
static int add_program(struct bz_plan *plan, const char *path, struct bz_error *err)
{
    char real[PATH_MAX];
    int missing;
    int code = add_readable(plan, path, &missing, err);

    if (!code)
        code = add_prefix(plan, path, err);
    if (code || !realpath(path, real) || strcmp(real, path) == 0)
        return code;
    code = add_readable(plan, real, &missing, err);
    return code ? code : add_prefix(plan, real, err);
}

/* A script needs its interpreter as well. */
static int add_interpreter(struct bz_plan *plan, const char *path, struct bz_error *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    char line[256];
    ssize_t got = fd < 0 ? 0 : read(fd, line, sizeof(line) - 1);
    char *name = line + 2;

    if (fd >= 0)
        close(fd);
    if (got < 4 || line[0] != '#' || line[1] != '!')
        return BZ_OK;
    line[got] = '\0';
    name += strspn(name, " \t");
    name[strcspn(name, " \t\r\n")] = '\0';
    return *name == '/' ? add_program(plan, name, err) : BZ_OK;
}

static int not_startable(const char *name, const char *why, struct bz_error *err)
{
    return bz_fail(err, BZ_ERROR_IO, "cannot be started: %s: %s", bz_quoted_path(name).text, why);
}

static int not_installed(const char *name, struct bz_error *err)
{
    return bz_fail(err, BZ_ERROR_UNKNOWN,
                   "cannot be started: %s: no such program on this machine (one of the agent's own "
                   "is called ./NAME)",
                   bz_quoted_path(name).text);
}

/* The absolute path of a program that is named by one, in a buffer of PATH_MAX. What is missing in
 * the program's own folder is no matter of the machine. */
static int find_file(const struct bz_plan *plan, const char *name, char *ret_path,
                     struct bz_error *err)
{
    char cwd[PATH_MAX] = "";
    const char *base = *name == '/' ? "" : plan->cwd;
    struct stat info;

    if (!base && !getcwd(cwd, sizeof(cwd)))
        return not_startable(name, strerror(errno), err);
    if (snprintf(ret_path, PATH_MAX, "%s%s%s", base ? base : cwd, *name == '/' ? "" : "/", name) >=
        PATH_MAX)
        return not_startable(name, strerror(ENAMETOOLONG), err);
    if (stat(ret_path, &info))
        return *name == '/' && errno == ENOENT ? not_installed(name, err)
                                               : not_startable(name, strerror(errno), err);
    return S_ISDIR(info.st_mode) ? not_startable(name, strerror(EISDIR), err) : BZ_OK;
}

/* The same for one that is named by a word. */
static int find_program(const struct bz_plan *plan, const char *name, char *ret_path,
                        struct bz_error *err)
{
    const char *part = search_path;

    if (strchr(name, '/'))
        return find_file(plan, name, ret_path, err);
    for (size_t length; *part; part += length + (part[length] == ':')) {
        length = strcspn(part, ":");
        if (snprintf(ret_path, PATH_MAX, "%.*s/%s", (int)length, part, name) < PATH_MAX &&
            access(ret_path, X_OK) == 0)
            return BZ_OK;
    }
    return not_installed(name, err);
}

static int plan_program(struct bz_plan *plan, struct bz_error *err)
{
    char path[PATH_MAX];
    int code = find_program(plan, plan->argv[0], path, err);

    if (!code)
        code = add_program(plan, path, err);
    if (!code)
        code = add_interpreter(plan, path, err);
    plan->program = code ? NULL : keep(plan, path);
    return code || plan->program ? code : too_much(err);
}

/* Processes and threads of the user, for kernels that count them all together. */
static rlim_t user_threads(uid_t uid)
{
    DIR *proc = opendir("/proc");
    const struct dirent *entry;
    rlim_t count = 0;

    while (proc && (entry = readdir(proc))) {
        char path[300];
        struct stat info;

        snprintf(path, sizeof(path), "/proc/%s/task", entry->d_name);
        if (entry->d_name[0] >= '0' && entry->d_name[0] <= '9' && stat(path, &info) == 0 &&
            info.st_uid == uid)
            count += info.st_nlink > 2 ? info.st_nlink - 2 : 1;
    }
    if (proc)
        closedir(proc);
    return count;
}

/* Since Linux 5.14 the limit counts within the user namespace. */
static bool counts_by_namespace(void)
{
    struct utsname system;
    int major = 0, minor = 0;

    if (uname(&system) == 0)
        sscanf(system.release, "%d.%d", &major, &minor); /* NOLINT(cert-err34-c) */
    return major > 5 || (major == 5 && minor >= 14);
}

/* Whether there is a nobody to become: not in every container. */
static bool has_nobody(const char *map)
{
    FILE *file = fopen(map, "re");
    unsigned first, outside, count;
    bool found = false;

    /* NOLINTNEXTLINE(cert-err34-c) */
    while (file && !found && fscanf(file, "%u %u %u", &first, &outside, &count) == 3)
        found = first <= BZ_NOBODY && BZ_NOBODY - first < count;
    if (file)
        fclose(file);
    return found;
}

static void plan_user(struct bz_plan *plan)
{
    plan->drop =
        geteuid() == 0 && has_nobody("/proc/self/uid_map") && has_nobody("/proc/self/gid_map");
    plan->uid = plan->drop ? BZ_NOBODY : geteuid();
    plan->gid = plan->drop ? BZ_NOBODY : getegid();
    snprintf(plan->scratch_options, sizeof(plan->scratch_options),
             "mode=700,nr_inodes=10000,size=%" PRId64, plan->limits.file_size);
    plan->process_limit = (rlim_t)plan->limits.processes + 1;
    if (!plan->namespaces || !counts_by_namespace())
        plan->process_limit += user_threads(plan->uid);
}

int bz_plan_make(struct bz_plan *ret_plan, const char *const argv[],
                 const struct bz_confinement *confinement, struct bz_error *err)
{
    int code;

    ret_plan->argv = argv;
    ret_plan->limits = *confinement;
    ret_plan->cwd = NULL;
    ret_plan->view_count = 0;
    ret_plan->text_used = 0;
    plan_user(ret_plan);
    code = add_surroundings(ret_plan, err);
    if (!code)
        code = add_folder(ret_plan, err);
    if (!code)
        code = add_given(ret_plan, err);
    if (!code)
        code = plan_program(ret_plan, err);
    return code ? code : bz_filter_make(ret_plan, err);
}

static int plan_environment(struct bz_plan *plan, struct bz_error *err)
{
    char text[PATH_MAX + 16];
    const char *const names[] = {"PATH", "HOME", "TMPDIR", "LANG"};
    const char *const values[] = {search_path, plan->scratch, plan->scratch, "C.UTF-8"};

    for (int i = 0; i < 4; i++) {
        snprintf(text, sizeof(text), "%s=%s", names[i], values[i]);
        plan->environment[i] = plan->text + plan->text_used;
        plan->environment[i + 1] = NULL;
        if (!keep(plan, text))
            return too_much(err);
    }
    return BZ_OK;
}

/* Where programs look for a place to write without asking; not where something else lies there. */
static int add_usual_places(struct bz_plan *plan, struct bz_error *err)
{
    bool taken = false;

    for (int i = 0; i < plan->view_count; i++)
        taken |= lies_in(plan->views[i].path, "/tmp");
    if (!taken && add_view(plan, BZ_VIEW_LINK, "/tmp", plan->scratch, err))
        return BZ_ERROR_RANGE;
    return add_view(plan, BZ_VIEW_LINK, "/dev/shm", plan->scratch, err);
}

int bz_plan_scratch(struct bz_plan *plan, const char *path, struct bz_error *err)
{
    char real[PATH_MAX];
    int code = BZ_OK;

    if (path && !realpath(path, real))
        return bz_fail(err, BZ_ERROR_IO, "%s: %s", bz_quoted_path(path).text, strerror(errno));
    plan->scratch = path ? keep(plan, real) : BZ_SCRATCH;
    if (!plan->scratch)
        return too_much(err);
    if (path)
        code = add_view(plan, BZ_VIEW_SCRATCH, plan->scratch, NULL, err);
    if (!code)
        code = add_usual_places(plan, err);
    if (!plan->cwd)
        plan->cwd = plan->scratch;
    return code ? code : plan_environment(plan, err);
}
