/*
 * obey.c - what can be typed during a game: a move, its number, or a word.
 *
 * A legal move always wins over a word of ours, so no game has to avoid our names.
 */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "interrupt.h"
#include "play.h"
#include "save.h"
#include "text/layout.h"
#include "text/terminal.h"
#include "text/words.h"

enum { HINT_MILLISECONDS = 1000 };

static int to_move(const struct session *session)
{
    return session->setup->rules->turn(&session->record->pos);
}

static enum outcome do_moves(struct session *session, const char *argument)
{
    (void)argument;
    show_choices(session, BZ_MOVES_MAX);
    return OUTCOME_ASK;
}

static enum outcome do_board(struct session *session, const char *argument)
{
    (void)argument;
    show_position(session);
    return OUTCOME_ASK;
}

/* How many plies lead back to the last turn of a person, 0 if there was none. */
static int plies_to_own_turn(const struct session *session)
{
    const struct bz_record *record = session->record;
    union bz_pos pos = record->start;
    int last = record->length;

    for (int i = 0; i < record->length; i++) {
        int turn = session->setup->rules->turn(&pos);

        if (turn != BZ_CHANCE && bz_player_is_person(session->players[turn]))
            last = i;
        session->setup->rules->play(&pos, record->moves[i]);
    }
    return record->length - last;
}

static enum outcome do_undo(struct session *session, const char *argument)
{
    int plies = plies_to_own_turn(session);

    (void)argument;
    if (plies == 0) {
        say("There is no move of yours to take back.");
        return OUTCOME_ASK;
    }
    bz_record_undo(session->game, plies);
    memset(session->begun, 0, sizeof(session->begun));
    say("%d %s taken back.", plies, plies == 1 ? "ply" : "plies");
    return OUTCOME_MOVED;
}

static void print_hint(const struct session *session, const struct bz_answer *answer)
{
    char text[200];
    struct bz_buf buf = BZ_BUF(text);

    bz_buf_add(&buf, "Hint: ");
    bz_format_move(session->setup, &session->record->pos, answer->move, &buf);
    format_thought(&answer->info, &buf);
    bz_buf_char(&buf, '.');
    say("%s", text);
    if (answer->trouble.code)
        say("%s.", answer->trouble.text);
}

static enum outcome do_hint(struct session *session, const char *argument)
{
    struct bz_limits limits = {.movetime = HINT_MILLISECONDS, .stop = interrupt_flag()};
    struct bz_listener listener = {.info = show_progress, .context = session};
    struct bz_answer answer;
    struct bz_error err;

    (void)argument;
    if (!session->adviser && bz_engine_new(session->setup, PLAYER_BEST, &session->adviser, &err)) {
        say("No hint: %s.", err.text);
        return OUTCOME_ASK;
    }
    bz_engine_think(session->adviser, &session->record->pos, &limits, &listener, &answer);
    if (session->rewrites)
        terminal_erase_line(stdout);
    if (interrupt_signal())
        return OUTCOME_STOP;
    print_hint(session, &answer);
    return OUTCOME_ASK;
}

static enum outcome do_eval(struct session *session, const char *argument)
{
    const struct bz_rules *rules = session->setup->rules;
    char points[40];

    (void)argument;
    printf("Points:");
    for (int i = 0; i < rules->players; i++) {
        struct bz_buf buf = BZ_BUF(points);

        bz_format_score(session->setup, &session->record->pos, i, &buf);
        printf("%s %s %s", i ? "," : "", bz_player_name(session->setup->game, i), points);
    }
    if (rules->eval)
        printf(". At a glance: %+d for %s", rules->eval(&session->record->pos),
               bz_player_name(session->setup->game, to_move(session)));
    puts(".");
    return OUTCOME_ASK;
}

static enum outcome do_fen(struct session *session, const char *argument)
{
    char text[BZ_POS_TEXT_MAX];
    struct bz_buf buf = BZ_BUF(text);

    (void)argument;
    session->setup->game->text->format(&session->record->pos, &buf);
    puts(text);
    return OUTCOME_ASK;
}

static enum outcome do_save(struct session *session, const char *argument)
{
    struct bz_error err;
    int code = *argument ? save_write(session->record, argument, &err)
                         : save_unfinished(session->record, session->resumed_unfinished, &err);

    if (code) {
        say("Not saved: %s.", err.text);
        return OUTCOME_ASK;
    }
    if (*argument)
        say("Saved; go on with: bazi play --resume %s", argument);
    else
        say("Saved; go on with: bazi play --resume");
    session->resumed_unfinished |= !*argument;
    return OUTCOME_ASK;
}

static enum outcome do_resign(struct session *session, const char *argument)
{
    (void)argument;
    if (session->setup->rules->players > 2) {
        say("With more than two players nobody can give up for all; 'quit' leaves the game.");
        return OUTCOME_ASK;
    }
    session->reply->ruling = BZ_RULING_RESIGNED;
    return OUTCOME_MOVED;
}

static enum outcome do_quit(struct session *session, const char *argument)
{
    (void)session;
    (void)argument;
    return OUTCOME_LEFT;
}

static enum outcome do_help(struct session *session, const char *argument)
{
    const struct play_word *word = play_words;

    (void)argument;
    say("Type a move as it is listed, or its number, or one of these:");
    for (; (word = play_word_next(session, word)); word++) {
        char form[40];
        struct bz_buf buf = BZ_BUF(form);

        play_word_form(word, &buf);
        printf("  %s", form);
        layout_paragraph(stdout, word->brief, 2 + layout_width(form), 18, terminal_width());
    }
    return OUTCOME_ASK;
}

const struct play_word play_words[] = {
    {"moves", 'm', false, NULL, "list the legal moves again", do_moves},
    {"board", 'b', false, NULL, "draw the position again", do_board},
    {"undo", 'u', true, NULL, "take back everything since your last turn, and that one", do_undo},
    {"hint", 'h', true, NULL, "ask the best engine for a move", do_hint},
    {"eval", 'e', false, NULL, "points, and what the position is worth at a glance", do_eval},
    {"fen", 'f', false, NULL, "print the position as one line of text", do_fen},
    {"save", 's', true, "[FILE]", "save the game and go on playing", do_save},
    {"resign", 0, false, NULL, "give the game up", do_resign},
    {"help", '?', false, NULL, "this list", do_help},
    {"quit", 'q', false, NULL, "leave; 'bazi play' saves the game", do_quit},
    {.name = NULL},
};

void play_word_form(const struct play_word *word, struct bz_buf *out)
{
    bz_buf_add(out, "%s", word->name);
    if (word->letter)
        bz_buf_add(out, ", %c", word->letter);
    if (word->argument)
        bz_buf_add(out, " %s", word->argument);
}

const struct play_word *play_word_next(const struct session *session, const struct play_word *word)
{
    while (word->name && word->is_private && !session->game)
        word++;
    return word->name ? word : NULL;
}

static enum outcome answer(struct session *session, bz_move move)
{
    session->reply->answer.move = move;
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
    return answer(session, session->choices.moves[number - 1]);
}

static bool is_number(const char *text)
{
    size_t sign = *text == '-' || *text == '+';

    return text[sign] && strspn(text + sign, "0123456789") == strlen(text + sign);
}

/* The word a line begins with, and where its argument is. */
static const struct play_word *find_word(const struct session *session, const char *line,
                                         const char **ret_argument)
{
    const struct play_word *word = play_words;
    size_t length = strcspn(line, " ");

    *ret_argument = line + length + strspn(line + length, " ");
    for (; (word = play_word_next(session, word)); word++) {
        bool named = strlen(word->name) == length && memcmp(word->name, line, length) == 0;
        bool short_form = length == 1 && word->letter == line[0];

        if ((named || short_form) && (word->argument || !**ret_argument))
            return word;
    }
    return NULL;
}

static void trim(const char *line, char *ret_text)
{
    size_t length;

    line += strspn(line, " \t");
    length = strlen(line);
    while (length > 0 && strchr(" \t", line[length - 1]))
        length--;
    memcpy(ret_text, line, length);
    ret_text[length] = '\0';
}

enum outcome play_obey(struct session *session, const char *line)
{
    char text[PROMPT_LINE_MAX + 1];
    const struct play_word *word;
    const char *argument;
    struct bz_error err;
    bz_move move;

    trim(line, text);
    if (!*text)
        return OUTCOME_ASK;
    if (bz_parse_move(session->setup, &session->record->pos, text, strlen(text), &move, &err) == 0)
        return answer(session, move);
    if (is_number(text))
        return obey_number(session, text);
    word = find_word(session, text, &argument);
    if (word)
        return word->run(session, argument);
    say("%s ('help' says what can be typed)", err.text);
    return OUTCOME_ASK;
}
