/*
 * help.h - what is generated from the table of commands.
 */
#ifndef HELP_H
#define HELP_H

#include <stdio.h>

#include "command.h"

/* Help for reading in the terminal: of the program, or of one command. */
void help_program(FILE *out);
void help_command(FILE *out, const struct command *command);

/* Manual pages as roff. */
void man_program(FILE *out);
void man_command(FILE *out, const struct command *command);
void man_game(FILE *out, const struct bz_game *game, const char *rules); /* rules as Markdown */
/* A text in which nothing can become a request. */
void man_text(FILE *out, const char *text);

/* The completion script; complains and returns STATUS_USAGE for an unknown shell. */
int completion_script(FILE *out, const char *shell);
const char *const *completion_shells(void);

/* Parts the texts share. "--out FILE", "-o, --option NAME=VALUE", "--resume[=FILE]". */
void help_flag_form(const struct flag *flag, struct bz_buf *out);
/* "bazi play [GAME] [flags]" */
void help_synopsis(const struct command *command, struct bz_buf *out);
/* A text of the table with GAME replaced by the name of a game that the command is for. */
void help_example(const struct command *command, const char *text, struct bz_buf *out);
/* "size=4 … 16, default 8" */
void help_option_form(const struct bz_option *option, struct bz_buf *out);

/* The players, their keys, and what can be typed during a game, each printed as an item. */
typedef void help_item(FILE *out, const char *tag, const char *text);
void help_list_players(FILE *out, const struct command *command, help_item *print);
void help_list_keys(FILE *out, help_item *print);
void help_list_words(FILE *out, help_item *print);

/* "minimax that …; plies=5, eval, resign=game" */
void help_kind_text(const struct bz_engine_kind *kind, struct bz_buf *out);
/* The keys of all kinds of players, each once, NULL after the last. */
const struct bz_option *help_key_at(int index);

struct help_status {
    const char *number, *meaning;
};
extern const struct help_status help_statuses[]; /* ends with a NULL number */

#endif
