/*
 * play_obey.c - what a typed line means: a move, a number of the list, or a word.
 */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "play.h"

static enum outcome make_move(struct session *session, bz_move move)
{
    struct bz_error err;
    int turn = session->setup.rules->turn(&session->record.pos);
    show_move(session, turn, move, NULL);
    if (bz_record_play(&session->record, move, &err)) {
        complain("%s", err.text);
        return OUTCOME_FAILED;
    }
    return OUTCOME_MOVED;
}

static enum outcome obey_number(struct session *session, const char *text)
{
    int64_t number;
    struct bz_error err;
    if (bz_parse_integer(text, strlen(text), 1, session->choices.count, "number", &number, &err)) {
        say("There is no choice %.20s; they go from 1 to %d.", text, session->choices.count);
        return OUTCOME_ASK;
    }
    return make_move(session, session->choices.moves[number - 1]);
}

static bool is_number(const char *text)
{
    size_t sign = *text == '-' || *text == '+';
    return text[sign] && strspn(text + sign, "0123456789") == strlen(text + sign);
}

/* The word a line begins with, and where its argument is. */
static const struct play_word *find_word(const char *line, const char **ret_argument)
{
    size_t length = strcspn(line, " ");
    *ret_argument = line + length + strspn(line + length, " ");
    for (const struct play_word *word = play_words; word->name; word++) {
        bool named = strlen(word->name) == length && memcmp(word->name, line, length) == 0;
        bool short_form = length == 1 && word->letter == line[0];
        if ((named || short_form) && (word->argument || !**ret_argument))
            return word;
    }
    return NULL;
}

static void trim(const char *line, char *ret_text)
{
    line += strspn(line, " \t");
    size_t length = strlen(line);
    while (length > 0 && strchr(" \t", line[length - 1]))
        length--;
    memcpy(ret_text, line, length);
    ret_text[length] = '\0';
}

enum outcome play_obey(struct session *session, const char *line)
{
    char text[PROMPT_LINE_MAX + 1];
    trim(line, text);
    if (!*text)
        return OUTCOME_ASK;
    bz_move move;
    struct bz_error err;
    if (bz_parse_move(&session->setup, &session->record.pos, text, strlen(text), &move, &err) == 0)
        return make_move(session, move);
    if (is_number(text))
        return obey_number(session, text);
    const char *argument;
    const struct play_word *word = find_word(text, &argument);
    if (word)
        return word->run(session, argument);
    say("%s ('help' says what can be typed)", err.text);
    return OUTCOME_ASK;
}
