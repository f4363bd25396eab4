/*
 * parts.h - what the files of this room share: the exam as it stands, and its conversation.
 */
#ifndef EXAM_PARTS_H
#define EXAM_PARTS_H

#include "exam.h"
#include "match/program.h"
#include "ugi/tokens.h"

enum grade { GRADE_OK, GRADE_HINT, GRADE_FAULT };

enum { TALK_LINES = 12, TALK_TEXT = 4096, FINDING_TEXT = 1200, LINE_SIZE = 1 << 18 };

/* What was said, made safe to show: "> isready", "< readyok", "! last words". */
struct talk {
    char lines[TALK_LINES][TALK_TEXT];
    int count, omitted;
};

struct finding {
    enum grade grade;
    char text[FINDING_TEXT]; /* what is wrong; of what is right, what else there is to say */
    const char *advice;
    struct talk talk;
};

/* Findings made by the way, and told when their check comes. */
enum kept { KEPT_OPTION, KEPT_INFO, KEPT_STRAY, KEPT };

struct exam {
    const struct exam_order *order;
    struct bz_program program;
    struct bz_channel channel;
    bool here;     /* it is running */
    bool hopeless; /* there is no point in going on */
    bool stopped;  /* by the person who waits for the result */
    int lives;     /* how often it may still be started again after a fault */
    struct talk talk;
    struct finding found;
    struct finding kept[KEPT];
    bool named;
    int options, infos;             /* lines it sent */
    const char *advised;            /* what was printed last */
    const struct bz_record *record; /* where it is to move, or NULL */
    struct bz_random random;
    char line[LINE_SIZE];
    struct bz_error err; /* why the exam itself failed */
};

struct check {
    const char *name;
    const char *shows;
    void (*run)(struct exam *exam);
    bool alone; /* needs no program that waits for questions */
};

/* talk.c: what was said and what was found. Of a check the first fault is kept, or a hint. */
void talk_clear(struct talk *talk);
void talk_add(struct talk *talk, char mark, const char *text, size_t length);
__attribute__((format(printf, 3, 4))) void exam_fault(struct exam *exam, const char *advice,
                                                      const char *format, ...);
__attribute__((format(printf, 3, 4))) void exam_hint(struct exam *exam, const char *advice,
                                                     const char *format, ...);
/* Something to say of a check without a fault. */
__attribute__((format(printf, 2, 3))) void exam_remark(struct exam *exam, const char *format, ...);
/* Keeps a finding about one line for the check it belongs to. */
__attribute__((format(printf, 6, 7))) void exam_keep(struct exam *exam, enum kept kept,
                                                     enum grade grade, const char *advice,
                                                     struct token line, const char *format, ...);

/* dialogue.c */
int64_t exam_patience(const struct exam *exam, int64_t most_millis); /* microseconds */
bool exam_start(struct exam *exam);
/* Ends it, with everything it started. */
void exam_end(struct exam *exam);
/* Waits for it to end by itself. */
bool exam_await_end(struct exam *exam, int64_t millis, struct bz_fate *ret_fate);
bool exam_say(struct exam *exam, const char *line);
enum bz_heard exam_hear(struct exam *exam, int64_t until, struct token *ret_line);
/* Listens until a line begins with that word. */
enum bz_heard exam_hear_word(struct exam *exam, const char *word, int64_t until,
                             struct tokens *ret_rest);
/* Whether the line begins with that word, and what stands behind it. */
bool line_begins(struct token line, const char *word, struct tokens *ret_rest);
/* Says something and listens until a line begins with the word that answers it; `each` gets the
 * lines before that one. False where it does not come: a fault, and it is ended. */
bool exam_listen(struct exam *exam, const char *line, const char *wanted,
                 void (*each)(void *context, struct token line), void *context);
/* The same with nobody for the lines before. */
bool exam_expect(struct exam *exam, const char *line, const char *wanted);
/* The same, forgetting what was asked before. */
bool exam_exchange(struct exam *exam, const char *line, const char *wanted);
/* It did not say what it should have: a fault that explains why, and it is ended. */
void exam_fail(struct exam *exam, enum bz_heard heard, const char *wanted, int64_t micros);
/* The game's options, a new game, and `isready`. */
bool exam_settle(struct exam *exam);

/* info.c: whether an info line is as it should be. */
void info_judge(struct exam *exam, struct token line, struct tokens words);
bool read_integer(struct token token, int64_t min, int64_t *ret_number);

/* strolls.c: positions to ask about. */
/* The first one in which somebody has to move. */
int stroll_open(struct exam *exam, struct bz_record *record);
/* One from a game played at random; not over, and nobody rolls dice. */
int stroll_random(struct exam *exam, struct bz_record *record);
/* The end of a game played at random, or false if that takes too long. */
bool stroll_to_end(struct exam *exam, struct bz_record *record);
/* "position ..." into exam->line: the moves from so many plies on, before them the start of the
 * game or a FEN. */
void stroll_line(struct exam *exam, const struct bz_record *record, int plies);

/* greeting.c, moves.c, queries.c, farewell.c */
void check_start(struct exam *exam);
void check_quiet(struct exam *exam);
void check_greeting(struct exam *exam);
void check_name(struct exam *exam);
void check_options(struct exam *exam);
void check_ready(struct exam *exam);
void check_unknown(struct exam *exam);
void check_empty(struct exam *exam);
void check_long(struct exam *exam);
void check_setoption(struct exam *exam);
void check_crlf(struct exam *exam);
void check_newgame(struct exam *exam);
void check_movetime(struct exam *exam);
void check_depth(struct exam *exam);
void check_nodes(struct exam *exam);
void check_clock(struct exam *exam);
void check_moves(struct exam *exam);
void check_fen(struct exam *exam);
void check_fen_moves(struct exam *exam);
void check_queries(struct exam *exam);
void check_infinite(struct exam *exam);
void check_finished(struct exam *exam);
void check_info(struct exam *exam);
void check_stray(struct exam *exam);
void check_quit(struct exam *exam);
void check_input_end(struct exam *exam);

/* report.c */
void report_check(struct exam *exam, const struct check *check);
void report_end(const struct exam *exam, const struct exam_tally *tally);

#endif
