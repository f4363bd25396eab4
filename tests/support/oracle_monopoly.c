/*
 * oracle_monopoly.c - see the header. A throw is counted over all faces of all dice, money is
 * looked up where it is needed, and nothing is kept that could be worked out.
 */
#include "oracle_monopoly.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct mono_board boards[] = {
    {"mini",
     1000,
     1,
     10,
     {{0, 0, 0},
      {200, 100, 180},
      {200, 100, 180},
      {300, 100, 270},
      {400, 100, 360},
      {0, 200, 0},
      {200, 100, 180},
      {200, 100, 180},
      {200, 100, 180},
      {200, 100, 180}}},
    {"lane",
     300,
     1,
     6,
     {{0, 0, 0}, {60, 20, 30}, {120, 60, 60}, {0, 50, 0}, {90, 35, 45}, {150, 80, 75}}},
    {"bazaar",
     1500,
     2,
     16,
     {{0, 0, 0},
      {100, 40, 80},
      {120, 50, 96},
      {160, 70, 128},
      {0, 120, 0},
      {250, 90, 250},
      {200, 90, 160},
      {280, 130, 224},
      {0, 0, 0},
      {300, 140, 240},
      {180, 60, 100},
      {220, 100, 176},
      {0, 200, 0},
      {240, 110, 192},
      {140, 60, 112},
      {400, 200, 300}}},
};

const struct mono_board *mono_board(const char *name)
{
    for (size_t i = 0; i < sizeof(boards) / sizeof(boards[0]); i++)
        if (!strcmp(boards[i].name, name))
            return &boards[i];
    return NULL;
}

void mono_start(struct mono *mono, const struct mono_board *board, int cap)
{
    *mono = (struct mono){.board = board, .cap = cap, .cash = {board->cash, board->cash}};
    memset(mono->owner, '.', (size_t)board->squares);
    mono->due = 'r';
}

bool mono_is_over(const struct mono *mono)
{
    return mono->cash[0] <= 0 || mono->cash[1] <= 0 || mono->turns >= mono->cap;
}

static int worth(const struct mono *mono, int player)
{
    int sum = mono->cash[player];

    for (int i = 0; i < mono->board->squares; i++)
        if (mono->owner[i] == '1' + player)
            sum += mono->board->square[i].price;
    return sum;
}

int mono_winner(const struct mono *mono)
{
    if (mono->cash[0] <= 0)
        return 2;
    if (mono->cash[1] <= 0)
        return 1;
    return worth(mono, 0) > worth(mono, 1) ? 1 : worth(mono, 0) < worth(mono, 1) ? 2 : 0;
}

int mono_weight(const struct mono *mono, int thrown)
{
    int count = 0;

    for (int a = 1; a <= 6; a++) {
        if (mono->board->dice == 1)
            count += a == thrown;
        for (int b = 1; mono->board->dice == 2 && b <= 6; b++)
            count += a + b == thrown;
    }
    return count;
}

/* The number in "roll7". */
static int thrown_in(const char *word)
{
    return (int)strtol(word + 4, NULL, 10);
}

static int say(char ret_words[12][8], int count, const char *word)
{
    snprintf(ret_words[count], 8, "%s", word);
    return count + 1;
}

int mono_moves(const struct mono *mono, char ret_words[12][8])
{
    int here = mono->place[mono->turn], count = 0;
    const struct mono_square *square = &mono->board->square[here];

    if (mono_is_over(mono))
        return 0;
    if (mono->due == 'r') {
        for (int thrown = 1; thrown <= 12; thrown++)
            if (mono_weight(mono, thrown) > 0)
                snprintf(ret_words[count++], 8, "roll%d", thrown);
        return count;
    }
    if (square->price == 0)
        return say(ret_words, 0, square->pay > 0 ? "fine" : "nothing");
    if (mono->owner[here] == '.') {
        if (mono->cash[mono->turn] > square->price)
            count = say(ret_words, count, "buy");
        return say(ret_words, count, "nothing");
    }
    if (mono->owner[here] != '1' + mono->turn)
        return say(ret_words, 0, "rent");
    return say(ret_words, say(ret_words, 0, "sell"), "nothing");
}

void mono_play(struct mono *mono, const char *word)
{
    int me = mono->turn, here = mono->place[me];
    const struct mono_square *square = &mono->board->square[here];

    if (!strncmp(word, "roll", 4)) {
        mono->place[me] = (here + thrown_in(word)) % mono->board->squares;
        mono->due = 'a';
        return;
    }
    if (!strcmp(word, "buy")) {
        mono->cash[me] -= square->price;
        mono->owner[here] = (char)('1' + me);
    } else if (!strcmp(word, "sell")) {
        mono->cash[me] += square->resale;
        mono->owner[here] = '.';
    } else if (!strcmp(word, "rent")) {
        mono->cash[me] -= square->pay;
        mono->cash[1 - me] += square->pay;
    } else if (!strcmp(word, "fine")) {
        mono->cash[me] -= square->pay;
    }
    mono->turns++;
    mono->turn = 1 - me;
    mono->due = 'r';
}

void mono_text(const struct mono *mono, char ret_text[MONO_TEXT_MAX])
{
    snprintf(ret_text, MONO_TEXT_MAX, "%d,%d %d,%d %s %d %c %d", mono->cash[0], mono->cash[1],
             mono->place[0], mono->place[1], mono->owner, mono->turn + 1, mono->due, mono->turns);
}

void mono_read(struct mono *mono, const char *text)
{
    int *const numbers[] = {&mono->cash[0], &mono->cash[1], &mono->place[0], &mono->place[1]};
    char *at = NULL;

    for (int i = 0; i < 4; i++, text = at + 1)
        *numbers[i] = (int)strtol(text, &at, 10);
    memcpy(mono->owner, text, (size_t)mono->board->squares);
    text += mono->board->squares;
    mono->turn = (int)strtol(text, &at, 10) - 1;
    mono->due = at[1];
    mono->turns = (int)strtol(at + 2, NULL, 10);
}

uint64_t mono_perft(const struct mono *mono, int depth)
{
    char words[12][8];
    int count = mono_moves(mono, words);
    uint64_t sum = 0;

    if (depth == 0)
        return 1;
    for (int i = 0; i < count; i++) {
        struct mono child = *mono;

        mono_play(&child, words[i]);
        sum += mono_perft(&child, depth - 1);
    }
    return sum;
}

static int64_t evaluate(const struct mono *mono, enum mono_eval eval)
{
    if (eval == MONO_ROBOT)
        return worth(mono, 1);
    if (eval == MONO_ZEROSUM_WIN && mono->cash[0] <= 0)
        return 1000000;
    if (eval == MONO_ZEROSUM_WIN && mono->cash[1] <= 0)
        return -1000000;
    return worth(mono, 1) - worth(mono, 0);
}

int64_t mono_value(const struct mono *mono, enum mono_eval eval, int depth, uint64_t *leaves)
{
    int unit = mono->board->dice == 1 ? 6 : 36;
    char words[12][8];
    int64_t best = 0, mean = 0;
    int count = depth > 0 ? mono_moves(mono, words) : 0;

    if (count == 0) {
        ++*leaves;
        best = evaluate(mono, eval);
        for (; depth > 0; depth--)
            best *= unit;
        return best;
    }
    for (int i = 0; i < count; i++) {
        struct mono child = *mono;
        int64_t value;

        mono_play(&child, words[i]);
        value = mono_value(&child, eval, depth - 1, leaves);
        if (mono->due == 'r')
            mean += mono_weight(mono, thrown_in(words[i])) * value;
        else if (i == 0 || (mono->turn == 1 ? value > best : value < best))
            best = value;
    }
    return mono->due == 'r' ? mean : best * unit;
}
