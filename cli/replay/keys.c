/*
 * keys.c - keys one by one: those with a name come as a sequence of bytes behind an escape.
 */
#include <errno.h>
#include <stddef.h>
#include <unistd.h>

#include "interrupt.h"
#include "replay.h"

enum { ESCAPE = 0x1b };

/* Ctrl-Z would leave the screen as it is to the shell. */
void keys_again(const struct keys *keys)
{
    struct termios raw = keys->before;

    raw.c_lflag &= (tcflag_t) ~(ICANON | ECHO);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    raw.c_cc[VSUSP] = _POSIX_VDISABLE;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
}

bool keys_open(struct keys *keys)
{
    *keys = (struct keys){.next = 0};
    if (tcgetattr(STDIN_FILENO, &keys->before))
        return false;
    keys_again(keys);
    return true;
}

void keys_close(const struct keys *keys)
{
    tcsetattr(STDIN_FILENO, TCSADRAIN, &keys->before);
}

/* 0, or what came instead of bytes. */
static int fill(struct keys *keys, double seconds)
{
    enum wait_event event = interrupt_wait(STDIN_FILENO, seconds);
    ssize_t got;

    if (event != WAIT_READY)
        return event == WAIT_TIMEOUT ? KEY_TIMEOUT : event == WAIT_REDRAW ? KEY_REDRAW : KEY_STOP;
    got = read(STDIN_FILENO, keys->data, sizeof(keys->data));
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return KEY_OTHER;
    if (got <= 0)
        return KEY_STOP;
    keys->next = 0;
    keys->end = (size_t)got;
    return 0;
}

/* The byte behind an escape, -1 where there is none: then it was the key Escape. */
static int byte_behind(struct keys *keys)
{
    if (keys->next == keys->end && fill(keys, 0.05))
        return -1;
    return keys->data[keys->next++];
}

/* ESC [ A, ESC O A, ESC [ 1 ~ */
static int named_key(struct keys *keys)
{
    int kind = byte_behind(keys), c, number = 0;

    if (kind != '[' && kind != 'O')
        return KEY_OTHER;
    for (c = byte_behind(keys); (c >= '0' && c <= '9') || c == ';'; c = byte_behind(keys))
        number = c == ';' || number > 99 ? 0 : number * 10 + c - '0';
    switch (c) {
    case 'A':
        return KEY_UP;
    case 'B':
        return KEY_DOWN;
    case 'C':
        return KEY_RIGHT;
    case 'D':
        return KEY_LEFT;
    case 'H':
        return KEY_HOME;
    case 'F':
        return KEY_END;
    case '~':
        return number == 1 || number == 7   ? KEY_HOME
               : number == 4 || number == 8 ? KEY_END
                                            : KEY_OTHER;
    default:
        return KEY_OTHER;
    }
}

int keys_wait(struct keys *keys, double seconds)
{
    int key = keys->next == keys->end ? fill(keys, seconds) : 0;

    if (key)
        return key;
    key = keys->data[keys->next++];
    return key == ESCAPE ? named_key(keys) : key;
}
