/*
 * brute.c - every move of every position, each position once.
 *
 * The memory compares positions byte for byte; when it is half full it forgets everything.
 */
#include "brute.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"

enum { SLOTS = 1 << 18 };

struct slot {
    char key[BRUTE_KEY]; /* a position, never all zeros */
    bool used, wins;
};

struct brute_memory {
    struct slot slots[SLOTS];
    int used;
};

struct brute_memory *brute_memory_new(void)
{
    struct brute_memory *memory = calloc(1, sizeof(*memory));

    assert(memory);
    return memory;
}

void brute_memory_free(struct brute_memory *memory)
{
    free(memory);
}

int brute_moves(const struct brute *pos, struct brute_move ret_moves[BRUTE_MOVES_MAX])
{
    char texts[BRUTE_MOVES_MAX][COURT_MOVE_SIZE];
    struct oracle_move jumps[ORACLE_MOVES_MAX];
    int count = pos->is_court ? court_moves(&pos->court, texts) : oracle_moves(&pos->stones, jumps);

    assert(count <= BRUTE_MOVES_MAX);
    for (int i = 0; i < count; i++) {
        if (pos->is_court) {
            memcpy(ret_moves[i].text, texts[i], sizeof(texts[i]));
        } else {
            ret_moves[i].jump = jumps[i];
            oracle_move_text(jumps[i], ret_moves[i].text);
        }
    }
    return count;
}

void brute_play(struct brute *pos, const struct brute_move *move)
{
    if (pos->is_court)
        court_play(&pos->court, move->text);
    else
        oracle_play(&pos->stones, move->jump);
}

int brute_turn(const struct brute *pos)
{
    return pos->is_court ? pos->court.turn - 1 : pos->stones.side == ORACLE_WHITE;
}

void brute_text(const struct brute *pos, char ret_text[ORACLE_TEXT_MAX])
{
    if (pos->is_court)
        court_text(&pos->court, ret_text);
    else
        oracle_fen(&pos->stones, ret_text);
}

/* Of a finished game; whoever cannot move has lost at Konane. */
static bool has_won(const struct brute *pos)
{
    int result[4];

    if (!pos->is_court)
        return false;
    court_result(&pos->court, result);
    return result[pos->court.turn - 1] > 0;
}

static void make_key(const struct brute *pos, char ret_key[BRUTE_KEY])
{
    const struct court *court = &pos->court;
    char *end = ret_key;

    memset(ret_key, 0, BRUTE_KEY);
    *end++ = (char)(1 + brute_turn(pos));
    if (!pos->is_court) {
        assert(pos->stones.rows * pos->stones.cols < BRUTE_KEY - 2);
        *end++ = (char)pos->stones.cols;
        memcpy(end, pos->stones.cell, (size_t)(pos->stones.rows * pos->stones.cols));
        return;
    }
    memcpy(end, court->board, 36);
    end += 36;
    for (int house = 0; house < 7; house++) {
        *end++ = (char)court->count[0][house];
        *end++ = (char)court->count[1][house];
        *end++ = (char)court->owner[house];
    }
}

static struct slot *find(struct brute_memory *memory, const char key[BRUTE_KEY])
{
    uint64_t hash = 0;
    struct slot *slot;

    for (int i = 0; i < BRUTE_KEY; i++)
        hash = bz_mix(hash ^ (unsigned char)key[i]);
    slot = &memory->slots[hash % SLOTS];
    while (slot->used && memcmp(slot->key, key, BRUTE_KEY) != 0)
        slot = slot == &memory->slots[SLOTS - 1] ? memory->slots : slot + 1;
    return slot;
}

static void remember(struct brute_memory *memory, const char key[BRUTE_KEY], bool wins)
{
    struct slot *slot;

    if (memory->used == SLOTS / 2)
        memset(memory, 0, sizeof(*memory));
    slot = find(memory, key);
    memory->used++;
    memcpy(slot->key, key, BRUTE_KEY);
    slot->used = true;
    slot->wins = wins;
}

bool brute_wins(struct brute_memory *memory, const struct brute *pos)
{
    struct brute_move moves[BRUTE_MOVES_MAX];
    char key[BRUTE_KEY];
    const struct slot *known;
    bool wins = false;
    int count;

    make_key(pos, key);
    known = find(memory, key);
    if (known->used)
        return known->wins;
    count = brute_moves(pos, moves);
    if (count == 0)
        wins = has_won(pos);
    for (int i = 0; i < count && !wins; i++) {
        struct brute child = *pos;

        brute_play(&child, &moves[i]);
        wins = brute_wins(memory, &child) == (brute_turn(&child) == brute_turn(pos));
    }
    remember(memory, key, wins);
    return wins;
}

/* A cell of the square of that side in the corner. */
static int pick_cell(struct bz_random *random, int side)
{
    return (int)(6 * bz_random_below(random, (uint64_t)side) +
                 bz_random_below(random, (uint64_t)side));
}

void brute_scatter(struct bz_random *random, int rules, int cards, struct court *ret_court)
{
    static const char letters[] = "SGLTBYU";
    static const int sizes[7] = {8, 7, 6, 5, 4, 3, 2};
    struct court court = {.rules = rules, .players = 2};
    int left[7], cell, side = 3;

    while (side < 6 && (side * side <= cards || bz_random_below(random, 3) == 0))
        side++;
    memcpy(left, sizes, sizeof(left));
    memset(court.board, '.', 36);
    court.board[pick_cell(random, side)] = 'V';
    while (cards > 0) {
        int house = (int)bz_random_below(random, 7);

        cell = pick_cell(random, side);
        if (left[house] == 0 || court.board[cell] != '.')
            continue;
        court.board[cell] = letters[house];
        left[house]--;
        cards--;
    }
    for (int house = 0; house < 7; house++) {
        int first = 0, lead;

        for (int i = 0; i < left[house]; i++)
            first += bz_random_below(random, 2) == 0;
        lead = 2 * first - left[house];
        court.count[0][house] = first;
        court.count[1][house] = left[house] - first;
        if (left[house])
            court.owner[house] = lead ? 1 + (lead < 0) : 1 + (int)bz_random_below(random, 2);
    }
    court.turn = 1 + (int)bz_random_below(random, 2);
    *ret_court = court;
}
