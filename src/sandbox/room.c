/*
 * room.c - a root folder with nothing in it but what the plan lists, all read-only.
 *
 * The pieces are taken up first, as mounts that hang nowhere; then the old root is gone for good,
 * and only then the pieces are put in their places: no link within one of them can lead out.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/guard.h"

static bool restrict_mount(int tree, const char *path, unsigned flags, uint64_t attributes)
{
    struct mount_attr attr = {.attr_set = attributes, .propagation = MS_PRIVATE};

    return syscall(SYS_mount_setattr, tree, path, flags, &attr, sizeof(attr)) == 0;
}

static uint64_t attributes_of(enum bz_view_kind kind)
{
    switch (kind) {
    case BZ_VIEW_SCRATCH:
        return MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
    case BZ_VIEW_DEVICE:
        return MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC;
    default:
        return MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
    }
}

/* A /proc that shows its own processes only; -1 where the kernel does not let us have one. */
static int open_proc(void)
{
    int fs = (int)syscall(SYS_fsopen, "proc", FSOPEN_CLOEXEC), tree = -1;

    if (fs < 0)
        return -1;
    if (syscall(SYS_fsconfig, fs, FSCONFIG_SET_STRING, "subset", "pid", 0) == 0 &&
        syscall(SYS_fsconfig, fs, FSCONFIG_SET_STRING, "hidepid", "ptraceable", 0) == 0 &&
        syscall(SYS_fsconfig, fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0) == 0)
        tree = (int)syscall(SYS_fsmount, fs, FSMOUNT_CLOEXEC,
                            MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC);
    syscall(SYS_close, fs);
    return tree;
}

bool bz_room_gather(struct bz_plan *plan, int *ret_proc, struct bz_trouble *ret_trouble)
{
    const unsigned flags = OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE;

    for (int i = 0; i < plan->view_count; i++) {
        struct bz_view *view = &plan->views[i];

        if (view->kind == BZ_VIEW_LINK)
            continue;
        view->tree = (int)syscall(SYS_open_tree, AT_FDCWD, view->path, flags);
        if (view->tree < 0 || !restrict_mount(view->tree, "", AT_EMPTY_PATH | AT_RECURSIVE,
                                              attributes_of(view->kind)))
            return bz_trouble_at(ret_trouble, BZ_STEP_TREE, i);
    }
    *ret_proc = open_proc();
    return true;
}

/* The folders above a path; those that are there already, or lie in a read-only view, may fail. */
static void make_parents(const char *path)
{
    char folder[PATH_MAX];

    for (size_t i = 0; i < sizeof(folder) - 1 && path[i]; i++) {
        if (i > 0 && path[i] == '/') {
            folder[i] = '\0';
            syscall(SYS_mkdirat, AT_FDCWD, folder, 0755);
        }
        folder[i] = path[i];
    }
}

static bool hang(int tree, const char *path)
{
    return syscall(SYS_move_mount, tree, "", AT_FDCWD, path, MOVE_MOUNT_F_EMPTY_PATH) == 0 &&
           syscall(SYS_close, tree) == 0;
}

static bool place(const struct bz_view *view)
{
    long fd;

    make_parents(view->path);
    if (view->kind == BZ_VIEW_LINK) /* a view may be in its place, which then matters more */
        return syscall(SYS_symlinkat, view->target, AT_FDCWD, view->path) == 0 || errno == EEXIST;
    if (view->kind == BZ_VIEW_FOLDER || view->kind == BZ_VIEW_SCRATCH) {
        syscall(SYS_mkdirat, AT_FDCWD, view->path, 0755);
    } else {
        fd = syscall(SYS_openat, AT_FDCWD, view->path, O_CREAT | O_WRONLY | O_CLOEXEC, 0444);
        if (fd >= 0)
            syscall(SYS_close, fd);
    }
    return hang(view->tree, view->path);
}

/* An empty root instead of the old one. It is mounted where there surely is a folder. */
static bool change_root(void)
{
    static const char spot[] = "/usr";

    return syscall(SYS_mount, "tmpfs", spot, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m") ==
               0 &&
           syscall(SYS_chdir, spot) == 0 && syscall(SYS_pivot_root, ".", ".") == 0 &&
           syscall(SYS_umount2, ".", MNT_DETACH) == 0 && syscall(SYS_chdir, "/") == 0;
}

static bool make_scratch(const struct bz_plan *plan)
{
    return syscall(SYS_mkdirat, AT_FDCWD, BZ_SCRATCH, 0755) == 0 &&
           syscall(SYS_mount, "tmpfs", BZ_SCRATCH, "tmpfs", MS_NOSUID | MS_NODEV,
                   plan->scratch_options) == 0;
}

bool bz_room_build(const struct bz_plan *plan, int proc, struct bz_trouble *ret_trouble)
{
    if (!change_root())
        return bz_trouble_at(ret_trouble, BZ_STEP_ROOT, 0);
    for (int i = 0; i < plan->view_count; i++)
        if (!place(&plan->views[i]))
            return bz_trouble_at(ret_trouble, BZ_STEP_PLACE, i);
    if (!plan->limits.scratch && !make_scratch(plan))
        return bz_trouble_at(ret_trouble, BZ_STEP_SCRATCH, 0);
    if (proc >= 0) {
        syscall(SYS_mkdirat, AT_FDCWD, "/proc", 0555);
        if (!hang(proc, "/proc"))
            return bz_trouble_at(ret_trouble, BZ_STEP_ROOT, 0);
    }
    if (!restrict_mount(AT_FDCWD, "/", 0, MOUNT_ATTR_RDONLY))
        return bz_trouble_at(ret_trouble, BZ_STEP_ROOT, 0);
    return true;
}
