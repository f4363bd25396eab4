#include "rooms.h"

#include "settings.h"
#include "toys.h"

enum { ROOMS_MAX = 256 };

void rooms_add(struct cases *cases, void (*add)(struct cases *cases, struct room *room))
{
    static struct room rooms[ROOMS_MAX];
    int used = 0;

    for (int i = 0; bz_game_at(i); i++)
        for (const char *const *options = settings_of(bz_game_at(i)->name); *options; options++)
            rooms[used++] = (struct room){bz_game_at(i), *options};
    for (int i = 0; toys[i]; i++)
        rooms[used++] = (struct room){toys[i], ""};
    assert_true(used <= ROOMS_MAX);
    for (int i = 0; i < used; i++)
        add(cases, &rooms[i]);
}
