/*
 * cmd_rules.c - `bazi rules`: a game explained to people, from the text in its own folder.
 */
#include <stdio.h>

#include "command.h"
#include "help/help.h"
#include "help/prose.h"
#include "text/terminal.h"

int cmd_rules(const struct invocation *inv)
{
    struct bz_error err;
    const struct bz_game *game = bz_game_find(invocation_operand(inv, 0), &err);
    const struct bz_asset *rules;
    char name[80];

    if (!game)
        return complain("%s", err.text);
    snprintf(name, sizeof(name), "rules/%s.md", game->name);
    rules = bz_asset_find(name);
    if (!rules)
        return complain("rules: there is no text about %s", game->name);
    if (invocation_has(inv, "man"))
        man_game(stdout, game, rules->text);
    else if (terminal_is(stdout))
        prose_for_terminal(rules->text);
    else
        fwrite(rules->text, 1, rules->length, stdout);
    return STATUS_DONE;
}
