/*
 * guest.c - the referee's side of the Universal Game Interface.
 *
 * A guest owes nothing but two kinds of lines: `readyok` and its like when it is greeted, and one
 * `bestmove` to each question. Everything else it prints is looked at for what it thinks of the
 * position, and otherwise let pass.
 */
#include "match/guest.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/kept.h"
#include "match/notes.h"

enum { GRACE = 250000, FAREWELL = 20000 }; /* microseconds */

void bz_guest_release(struct bz_guest *guest)
{
    bz_channel_release(&guest->channel);
    free(guest->line);
    guest->line = NULL;
    guest->line_size = 0;
    guest->here = false;
}

/* --- what it is told -------------------------------------------------------------------------- */

static bool say(struct bz_guest *guest, const char *line, int64_t until)
{
    return bz_channel_say(&guest->channel, line, strlen(line), until);
}

/* A seed stays here: it would let a guest foretell the dice. */
bool bz_guest_option(const struct bz_setup *setup, int index, struct bz_buf *out)
{
    const struct bz_option *option = &setup->game->options[index];
    const struct bz_maps *maps = setup->game->maps;
    const char *value = setup->values[index].text;
    char path[PATH_MAX];

    if (!strcmp(value, option->fallback) || (maps && !strcmp(maps->option, option->name)) ||
        !strcmp(option->name, "seed"))
        return false;
    bz_buf_add(out, "setoption name %s value %s", option->name,
               bz_kept_path(value, path, sizeof(path)) ? path : value);
    return true;
}

static bool say_options(struct bz_guest *guest, const struct bz_setup *setup, int64_t until)
{
    bool told = true;

    for (int i = 0; setup->game->options[i].name && told; i++) {
        char text[BZ_GUEST_OPTION_MAX];
        struct bz_buf line = BZ_BUF(text);

        if (bz_guest_option(setup, i, &line))
            told = say(guest, text, until);
    }
    return told;
}

bool bz_guest_knows_start(const struct bz_record *record)
{
    const struct bz_setup *setup = record->setup;

    if (!record->from_start || setup->origin[0])
        return false;
    for (int i = 0; setup->game->options[i].name; i++)
        if (strcmp(setup->values[i].text, setup->game->options[i].fallback) != 0)
            return false;
    return true;
}

/* False for want of memory. */
static bool add(struct bz_guest *guest, const char *text, size_t length)
{
    if (guest->line_length + length + 1 > guest->line_size) {
        size_t size = 2 * guest->line_size + length + 1024;
        char *line = realloc(guest->line, size);

        if (!line)
            return false;
        guest->line = line;
        guest->line_size = size;
    }
    memcpy(guest->line + guest->line_length, text, length);
    guest->line_length += length;
    guest->line[guest->line_length] = '\0';
    return true;
}

static bool add_start(struct bz_guest *guest, const struct bz_record *record, const void *pos)
{
    char text[BZ_POS_TEXT_MAX + 32];
    struct bz_buf buf = BZ_BUF(text);

    if (bz_guest_knows_start(record) && !guest->plain) {
        bz_buf_add(&buf, "position startpos");
    } else {
        bz_buf_add(&buf, "position fen ");
        record->setup->game->text->format(pos, &buf);
    }
    guest->line_length = 0;
    guest->line_plies = 0;
    return add(guest, text, buf.length);
}

/* The line grows with the game: no move is written twice. */
static bool add_moves(struct bz_guest *guest, const struct bz_record *record)
{
    if (guest->line_plies == 0)
        guest->line_pos = record->start;
    if (guest->line_plies == 0 && record->length > 0 && !add(guest, " moves", 6))
        return false;
    for (; guest->line_plies < record->length; guest->line_plies++) {
        bz_move move = record->moves[guest->line_plies];
        char text[BZ_MOVE_TEXT_MAX + 1];
        struct bz_buf buf = BZ_BUF(text);

        bz_buf_char(&buf, ' ');
        bz_format_move(record->setup, &guest->line_pos, move, &buf);
        if (!add(guest, text, buf.length))
            return false;
        record->setup->rules->play(&guest->line_pos, move);
    }
    return true;
}

static bool say_position(struct bz_guest *guest, const struct bz_record *record, int64_t until)
{
    bool written = true;

    if (guest->plain || guest->line_length == 0)
        written = add_start(guest, record, guest->plain ? &record->pos : &record->start);
    if (!guest->plain && written)
        written = add_moves(guest, record);
    return written && bz_channel_say(&guest->channel, guest->line, guest->line_length, until);
}

static bool say_go(struct bz_guest *guest, const struct bz_limits *limits, int players,
                   int64_t until)
{
    char text[512];
    struct bz_buf line = BZ_BUF(text);

    bz_buf_add(&line, "go");
    if (limits->depth)
        bz_buf_add(&line, " depth %d", limits->depth);
    if (limits->nodes)
        bz_buf_add(&line, " nodes %" PRIu64, limits->nodes);
    if (limits->movetime)
        bz_buf_add(&line, " movetime %" PRId64, limits->movetime);
    for (int i = 0; i < players && limits->time[0]; i++)
        bz_buf_add(&line, " p%dtime %" PRId64 " p%dinc %" PRId64, i + 1, limits->time[i], i + 1,
                   limits->increment[i]);
    return say(guest, text, until);
}

/* --- what it says ----------------------------------------------------------------------------- */

struct words {
    const char *at, *end;
};

/* The next word of a line; its length is 0 at the end. */
static const char *next_word(struct words *words, size_t *ret_length)
{
    const char *begin;

    while (words->at < words->end && (*words->at == ' ' || *words->at == '\t'))
        words->at++;
    begin = words->at;
    while (words->at < words->end && *words->at != ' ' && *words->at != '\t')
        words->at++;
    *ret_length = (size_t)(words->at - begin);
    return begin;
}

static bool is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && !memcmp(text, word, length);
}

static bool next_integer(struct words *words, int64_t max, int64_t *ret_number)
{
    size_t length;
    const char *text = next_word(words, &length);

    return !bz_parse_integer(text, length, -max, max, "number", ret_number, NULL);
}

static bool next_number(struct words *words, double *ret_number)
{
    size_t length;
    const char *text = next_word(words, &length);
    char copy[40], *end;
    double number;

    if (length == 0 || length >= sizeof(copy))
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    number = strtod(copy, &end);
    if (*end || !isfinite(number))
        return false;
    *ret_number = number;
    return true;
}

static void take_score(struct words *words, struct bz_info *info)
{
    size_t length;
    const char *kind = next_word(words, &length);
    bool win = is_word(kind, length, "win"), loss = is_word(kind, length, "loss");
    int64_t plies;

    if ((win || loss) && next_integer(words, BZ_RECORD_PLIES_MAX, &plies) && plies >= 0) {
        info->proof = win ? BZ_WIN : BZ_LOSS;
        info->distance = (int)plies;
        info->value = win ? BZ_VALUE_WIN : -BZ_VALUE_WIN;
    } else if (is_word(kind, length, "value") || is_word(kind, length, "cp")) {
        info->proof = BZ_UNDECIDED;
        info->distance = 0;
        next_number(words, &info->value);
    }
}

/* What an info line says of the best line so far; what it does not know it leaves alone. */
static void take_info(struct words words, struct bz_info *info)
{
    struct bz_info said = *info;
    int64_t number;

    for (;;) {
        size_t length;
        const char *word = next_word(&words, &length);

        if (length == 0 || is_word(word, length, "pv") || is_word(word, length, "string"))
            break;
        if (is_word(word, length, "depth") && next_integer(&words, BZ_RECORD_PLIES_MAX, &number))
            said.depth = number > 0 ? (int)number : 0;
        else if (is_word(word, length, "nodes") && next_integer(&words, INT64_MAX, &number))
            said.nodes = number > 0 ? (uint64_t)number : 0;
        else if (is_word(word, length, "multipv") && next_integer(&words, 1000, &number) &&
                 number != 1)
            return;
        else if (is_word(word, length, "score"))
            take_score(&words, &said);
    }
    *info = said;
}

/* --- rulings ---------------------------------------------------------------------------------- */

/* It did not do what it should have; why, by what was heard last. `wanted` is what it owed. */
static void rule_silence(struct bz_guest *guest, enum bz_heard heard, int ply, int64_t micros,
                         const char *wanted, struct bz_reply *reply)
{
    struct bz_buf note = BZ_BUF(reply->note);

    bz_note_open(&note, ply);
    switch (heard) {
    case BZ_HEARD_END:
        bz_channel_drain(&guest->channel);
        reply->ruling = guest->fate(guest->context, &note);
        bz_buf_add(&note, " instead of sending '%s'", wanted);
        break;
    case BZ_HEARD_FLOOD:
        reply->ruling = BZ_RULING_FLOODED;
        bz_buf_add(&note, "your program sent more than %d MB without '%s'", BZ_CHANNEL_FLOOD >> 20,
                   wanted);
        break;
    default:
        reply->ruling = guest->channel.said.count ? BZ_RULING_HUNG : BZ_RULING_SILENT;
        bz_buf_add(&note, "your program did not send '%s' within %.3f s", wanted,
                   (double)micros * 1e-6);
        break;
    }
    bz_note_talk(&note, &guest->channel);
}

/* Something could not be said: it is gone, or does not read. */
static void rule_deaf(struct bz_guest *guest, int ply, int64_t micros, const char *wanted,
                      struct bz_reply *reply)
{
    const char *text;
    size_t length;
    enum bz_heard heard = bz_channel_hear(&guest->channel, 0, NULL, &text, &length);

    while (heard == BZ_HEARD_LINE)
        heard = bz_channel_hear(&guest->channel, 0, NULL, &text, &length);
    rule_silence(guest, heard, ply, micros, wanted, reply);
}

static void rule_illegal(struct bz_guest *guest, const struct bz_record *record, const char *text,
                         size_t length, struct bz_reply *reply)
{
    struct bz_buf note = BZ_BUF(reply->note);

    reply->ruling = BZ_RULING_ILLEGAL;
    bz_note_open(&note, record->length + 1);
    bz_buf_add(&note, "your program answered '%s', which is no legal move; ",
               bz_quoted(text, length).text);
    bz_note_legal(&note, record);
    bz_note_talk(&note, &guest->channel);
}

/* --- greeting and asking ---------------------------------------------------------------------- */

/* Says something and waits for the word that answers it. */
static bool exchange(struct bz_guest *guest, const char *line, const char *wanted, int64_t until,
                     struct bz_reply *reply)
{
    int64_t patience = guest->house->patience * 1000;
    enum bz_heard heard = BZ_HEARD_LINE;

    if (!say(guest, line, until)) {
        rule_deaf(guest, 0, patience, wanted, reply);
        return false;
    }
    while (heard == BZ_HEARD_LINE) {
        const char *text;
        size_t length, word_length;

        heard = bz_channel_hear(&guest->channel, until, guest->house->stop, &text, &length);
        if (heard == BZ_HEARD_LINE) {
            struct words words = {text, text + length};
            const char *word = next_word(&words, &word_length);

            if (is_word(word, word_length, wanted))
                return true;
        }
    }
    reply->stopped = heard == BZ_HEARD_STOP;
    if (!reply->stopped)
        rule_silence(guest, heard, 0, patience, wanted, reply);
    return false;
}

void bz_guest_begin(struct bz_guest *guest, const struct bz_record *record, struct bz_reply *reply)
{
    int64_t until = bz_clock_micros() + guest->house->patience * 1000;

    guest->line_length = 0;
    guest->line_plies = 0;
    bz_channel_question(&guest->channel);
    if (!exchange(guest, "ugi", "ugiok", until, reply))
        return;
    if (!say_options(guest, record->setup, until) || !say(guest, "uginewgame", until)) {
        rule_deaf(guest, 0, guest->house->patience * 1000, "readyok", reply);
        return;
    }
    exchange(guest, "isready", "readyok", until, reply);
}

/* What stands behind `bestmove`. */
static void take_answer(struct bz_guest *guest, const struct bz_record *record, struct words words,
                        struct bz_reply *reply)
{
    size_t length;
    const char *text = next_word(&words, &length);

    if (is_word(text, length, "resign"))
        reply->ruling = BZ_RULING_RESIGNED;
    else if (bz_parse_move(record->setup, &record->pos, text, length, &reply->answer.move, NULL))
        rule_illegal(guest, record, text, length, reply);
}

enum bz_heard bz_guest_listen(struct bz_guest *guest, const struct bz_question *question,
                              int64_t until, struct bz_reply *reply)
{
    for (;;) {
        const char *text, *word;
        size_t length, word_length;
        enum bz_heard heard =
            bz_channel_hear(&guest->channel, until, question->stop, &text, &length);
        struct words words;

        if (heard != BZ_HEARD_LINE)
            return heard;
        words = (struct words){text, text + length};
        word = next_word(&words, &word_length);
        if (is_word(word, word_length, "info"))
            take_info(words, &reply->answer.info);
        if (!is_word(word, word_length, "bestmove"))
            continue;
        take_answer(guest, question->record, words, reply);
        return heard;
    }
}

static struct bz_ration ration_of(const struct bz_guest *guest)
{
    return guest->ration ? guest->ration(guest->context) : (struct bz_ration){0, 0};
}

/* How much of the time since `before` is not the guest's: it was ready to run and had no processor.
 * Not what its other threads used meanwhile, and no more than anyone has patience for. */
static int64_t excuse(const struct bz_guest *guest, const struct bz_ration *before, int64_t micros)
{
    int64_t patience = guest->house->patience * 1000;
    struct bz_ration now = ration_of(guest);
    int64_t waited = now.waited - before->waited, idle = micros - (now.cpu - before->cpu);

    waited = waited < idle ? waited : idle;
    return waited < 0 ? 0 : waited < patience ? waited : patience;
}

/* Listens until the time is over, and longer if some of it was taken from the guest. What it took
 * of its own is in the reply. */
static enum bz_heard listen_fairly(struct bz_guest *guest, const struct bz_question *question,
                                   int64_t allowed, const struct bz_ration *before,
                                   struct bz_reply *reply)
{
    int64_t begin = bz_clock_micros(), excused = 0;

    for (;;) {
        bool endless = allowed > INT64_MAX / 2;
        int64_t until = endless ? INT64_MAX : begin + allowed + excused + GRACE;
        enum bz_heard heard = bz_guest_listen(guest, question, until, reply);
        int64_t micros = bz_clock_micros() - begin - guest->channel.lag, more = 0;

        if (micros - excused > allowed)
            more = excuse(guest, before, micros) - excused;
        excused += more > 0 ? more : 0;
        reply->micros = micros - excused;
        if (heard != BZ_HEARD_NOTHING || more <= 0)
            return heard;
    }
}

/* The clock begins when the question has been handed over, and ends with the line of the answer. */
void bz_guest_ask(struct bz_guest *guest, const struct bz_question *question,
                  struct bz_reply *reply)
{
    const struct bz_record *record = question->record;
    int64_t most = guest->house->patience * 1000, until = bz_clock_micros() + most;
    int64_t allowed =
        question->allowed < most || question->limits->movetime || question->limits->time[0]
            ? question->allowed
            : most;
    struct bz_ration before = ration_of(guest);
    enum bz_heard heard;

    bz_channel_question(&guest->channel);
    if (!say_position(guest, record, until) ||
        !say_go(guest, question->limits, record->setup->rules->players, until)) {
        rule_deaf(guest, record->length + 1, most, "bestmove", reply);
        return;
    }
    guest->channel.lag = 0;
    reply->answer.info.value = (double)NAN;
    heard = listen_fairly(guest, question, allowed, &before, reply);
    reply->answer.info.micros = reply->micros;
    reply->stopped = heard == BZ_HEARD_STOP;
    if (heard != BZ_HEARD_LINE && !reply->stopped)
        rule_silence(guest, heard, record->length + 1, allowed, "bestmove", reply);
}

void bz_guest_end(struct bz_guest *guest)
{
    if (guest->here)
        say(guest, "quit", bz_clock_micros() + FAREWELL);
}
