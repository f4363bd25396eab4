/*
 * oracle_angry.c - straight from the specification, section by section.
 */
#include "oracle_angry.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bazi/random.h"

enum { HEN, BIRD, QUEEN };

static const int step_row[] = {-1, 1, 0, 0, 0}, step_col[] = {0, 0, -1, 1, 0};
static const char *const words[] = {"up", "down", "left", "right", "stay"};

static bool is_world(const struct hen_oracle *o)
{
    return o->rules >= HEN_MDP;
}

static int side(const struct hen_oracle *o)
{
    return is_world(o) ? 8 : 10;
}

static int count(const struct hen_oracle *o, char letter)
{
    int n = 0;

    for (int r = 0; r < side(o); r++)
        for (int c = 0; c < side(o); c++)
            n += o->grid[r][c] == letter;
    return n;
}

static bool find(const struct hen_oracle *o, char letter, int *ret_r, int *ret_c)
{
    *ret_r = *ret_c = 0;
    for (int r = 0; r < side(o); r++)
        for (int c = 0; c < side(o); c++)
            if (o->grid[r][c] == letter) {
                *ret_r = r;
                *ret_c = c;
                return true;
            }
    return false;
}

/* The letter one step from a cell, '#' outside. */
static char beside(const struct hen_oracle *o, int r, int c, int d)
{
    r += step_row[d];
    c += step_col[d];
    return r < 0 || c < 0 || r >= side(o) || c >= side(o) ? '#' : o->grid[r][c];
}

/* --- 1.4, 3: the end and the score --- */

static bool win(const struct hen_oracle *o)
{
    return count(o, 'S') == 0 || count(o, 'Q') == 0;
}

static bool lose(const struct hen_oracle *o)
{
    return count(o, 'H') == 0 || o->n >= (o->rules == HEN_GAME1 ? 150 : 200);
}

int hen_score(const struct hen_oracle *o)
{
    int score;

    if (is_world(o))
        return o->points;
    score = 200 * (8 - count(o, 'E')) - 200 * (8 - count(o, 'P')) - o->n;
    if (o->rules == HEN_GAME1)
        return score + (win(o) ? 400 : 0) - (lose(o) ? 1000 : 0);
    return score + (win(o) ? 250 : 0) - (lose(o) ? 1000 : 0) + (count(o, 'Q') == 0 ? 600 : 0);
}

/* --- 1.2, 1.3, 3: steps --- */

static const char *closed_to(const struct hen_oracle *o, int who)
{
    if (who == HEN)
        return o->rules == HEN_GAME1 ? "#QR" : "#BQR";
    if (who == BIRD)
        return "#HERSP";
    return o->rules == HEN_GAME1 ? "#RSPE" : "#RBSPE";
}

static char letter_of(int who)
{
    return "HBQ"[who];
}

static bool can_go(const struct hen_oracle *o, int who, int d)
{
    int r, c;

    return find(o, letter_of(who), &r, &c) && !strchr(closed_to(o, who), beside(o, r, c, d));
}

static void go(struct hen_oracle *o, int who, int d)
{
    int r, c;

    if (d == 4 || !can_go(o, who, d))
        return;
    find(o, letter_of(who), &r, &c);
    o->grid[r][c] = 'T';
    o->grid[r + step_row[d]][c + step_col[d]] = letter_of(who);
    o->n += who != QUEEN;
}

/* Plain breadth-first search between two cells over letters that are not closed; -1 for no way. */
static int path(const struct hen_oracle *o, int r, int c, char goal, const char *closed)
{
    int queue[100], distance[100], head = 0, tail = 0;

    memset(distance, -1, sizeof(distance));
    distance[r * 10 + c] = 0;
    queue[tail++] = r * 10 + c;
    while (head < tail) {
        int at = queue[head++];

        if (o->grid[at / 10][at % 10] == goal)
            return distance[at];
        for (int d = 0; d < 4; d++) {
            int next = at + 10 * step_row[d] + step_col[d];
            char letter = beside(o, at / 10, at % 10, d);

            if (letter == '#' || strchr(closed, letter) || distance[next] >= 0)
                continue;
            distance[next] = distance[at] + 1;
            queue[tail++] = next;
        }
    }
    return -1;
}

static int policy(const struct hen_oracle *o)
{
    int best = 4, least = -1, r, c;

    find(o, 'Q', &r, &c);
    for (int d = 0; d < 4; d++) {
        int cost;

        if (!can_go(o, QUEEN, d))
            continue;
        cost = path(o, r + step_row[d], c + step_col[d], 'H', closed_to(o, QUEEN));
        if (cost >= 0 && (least < 0 || cost < least)) {
            least = cost;
            best = d;
        }
    }
    return best;
}

/* --- 1.5: the loop --- */

static int who_is_next(const struct hen_oracle *o)
{
    if (o->rules == HEN_GAME2)
        return o->counter % 3;
    return o->counter % 2 ? QUEEN : HEN;
}

static void iterate(struct hen_oracle *o, int choice)
{
    int who = who_is_next(o);

    if (win(o) || lose(o))
        o->running = false;
    go(o, who, choice);
    if (who == HEN && choice == 4)
        o->n++; /* our own rule: a hen who cannot move has acted all the same */
    if (who != QUEEN && win(o))
        o->running = false;
    if (who == QUEEN && lose(o))
        o->running = false;
    o->counter++;
}

static void settle(struct hen_oracle *o)
{
    while (o->running) {
        int who = who_is_next(o);

        if (who == QUEEN && !o->queen_plays)
            iterate(o, policy(o));
        else if (who == BIRD && count(o, 'B') == 0)
            iterate(o, 4);
        else
            break;
    }
}

/* --- 4: the worlds --- */

static int world_moves(const struct hen_oracle *o, int ret_moves[HEN_MOVES])
{
    static const int across[4][2] = {{2, 3}, {2, 3}, {0, 1}, {0, 1}};

    if (!o->running)
        return 0;
    if (o->wish < 0) {
        for (int d = 0; d < 4; d++)
            ret_moves[d] = d;
        return 4;
    }
    ret_moves[0] = o->wish;
    ret_moves[1] = across[o->wish][0];
    ret_moves[2] = across[o->wish][1];
    return 3;
}

static void world_play(struct hen_oracle *o, int move)
{
    int reward = -1;
    char *tile;

    if (o->wish < 0) {
        o->wish = move;
        return;
    }
    o->wish = -1;
    o->n++;
    if (!strchr("#R", beside(o, o->row, o->col, move))) {
        o->row += step_row[move];
        o->col += step_col[move];
    }
    tile = &o->grid[o->row][o->col];
    if (*tile == 'P')
        reward = 250;
    if (*tile == 'Q')
        reward = -400;
    if (*tile == 'G')
        reward = 400;
    if (*tile == 'X')
        reward = -2000;
    if (*tile == 'G' || *tile == 'X')
        o->running = false;
    else
        *tile = 'T';
    if (o->rules == HEN_RL && o->n == 150) {
        reward = -1000;
        o->running = false;
    }
    o->points += reward;
}

/* --- what the tests ask for --- */

int hen_moves(const struct hen_oracle *o, int ret_moves[HEN_MOVES])
{
    int who = who_is_next(o), n = 0;

    if (is_world(o))
        return world_moves(o, ret_moves);
    if (!o->running)
        return 0;
    for (int d = 0; d < 4; d++)
        if (can_go(o, who, d) || (o->bump_free && who != QUEEN))
            ret_moves[n++] = d;
    if (n == 0)
        ret_moves[n++] = 4;
    return n;
}

void hen_play(struct hen_oracle *o, int move)
{
    if (is_world(o)) {
        world_play(o, move);
        return;
    }
    iterate(o, move);
    settle(o);
}

void hen_init(struct hen_oracle *o, enum hen_rules rules, bool queen_plays, bool bump_free,
              const char *letters)
{
    *o = (struct hen_oracle){.rules = rules,
                             .queen_plays = queen_plays,
                             .bump_free = bump_free,
                             .running = true,
                             .wish = -1};
    for (int i = 0; i < side(o) * side(o); i++)
        o->grid[i / side(o)][i % side(o)] = letters[i];
}

/* Mostly ground, with what the rules need at least once. */
static void scatter(struct bz_random *random, char *letters, int cells, const char *needed,
                    const char *many)
{
    uint64_t density = bz_random_below(random, 8) + 1;

    memset(letters, 'T', (size_t)cells);
    for (int i = 0; i < cells; i++)
        if (bz_random_below(random, 12) < density)
            letters[i] = many[bz_random_below(random, strlen(many))];
    for (const char *p = needed; *p; p++) {
        size_t at;

        do
            at = bz_random_below(random, (uint64_t)cells);
        while (letters[at] != 'T' && strchr(needed, letters[at]));
        letters[at] = *p;
    }
}

static bool goal_is_near(const struct hen_oracle *o)
{
    return path(o, 0, 0, 'G', "R") >= 0;
}

void hen_random(struct hen_oracle *o, enum hen_rules rules, bool queen_plays, bool bump_free,
                uint64_t seed)
{
    static const char *const many[] = {"REPREPRS", "REPREPRR", "RPQR", "RPQRX"};
    char letters[HEN_SIDE * HEN_SIDE];
    struct bz_random random;

    bz_random_seed(&random, seed);
    do {
        bool second = bz_random_below(&random, 4) == 0;

        if (rules >= HEN_MDP) {
            scatter(&random, letters, 64, "", many[rules]);
            letters[0] = 'T';
            letters[63] = 'G';
        } else {
            scatter(&random, letters, 100, second ? "HQSQ" : "HQS", many[rules]);
            if (rules == HEN_GAME2 && bz_random_below(&random, 5) > 0)
                *(char *)memchr(letters, 'T', sizeof(letters)) = 'B';
        }
        hen_init(o, rules, queen_plays, bump_free, letters);
        o->seed = bz_random_below(&random, 1000);
    } while (rules >= HEN_MDP && !goal_is_near(o));
}

static const char *turn_word(const struct hen_oracle *o)
{
    if (!o->running)
        return "-";
    if (is_world(o))
        return o->wish < 0 ? "h" : words[o->wish];
    return who_is_next(o) == HEN ? "h" : who_is_next(o) == BIRD ? "b" : "q";
}

static char shown(const struct hen_oracle *o, int r, int c)
{
    char letter = o->grid[r][c];

    if (!is_world(o) || r != o->row || c != o->col)
        return letter;
    return letter == 'G' ? 'g' : letter == 'X' ? 'x' : 'H';
}

void hen_text(const struct hen_oracle *o, char ret_text[HEN_TEXT_MAX])
{
    static const char *const rules[] = {"game1", "game2", "mdp", "rl"};
    char *out = ret_text;

    for (int r = 0; r < side(o); r++) {
        int run = 0;

        for (int c = 0; c < side(o); c++) {
            char letter = shown(o, r, c);

            run += letter == 'T';
            if (run && (letter != 'T' || c + 1 == side(o))) {
                out += sprintf(out, "%d", run);
                run = 0;
            }
            if (letter != 'T')
                *out++ = letter;
        }
        *out++ = r + 1 < side(o) ? '/' : ' ';
    }
    out += sprintf(out, "%s %d %s ", turn_word(o), o->n, rules[o->rules]);
    if (is_world(o))
        sprintf(out, "%llu %d", (unsigned long long)o->seed, o->points);
    else
        sprintf(out, "%s %s", o->queen_plays ? "player" : "policy",
                o->bump_free ? "free" : "forbid");
}

/* --- 2: the report's agent --- */

static int dist(const struct hen_oracle *o, char from, char goal, const char *blocked)
{
    int r, c, steps;

    find(o, from, &r, &c);
    steps = path(o, r, c, goal, blocked);
    return steps < 0 ? 18 : steps;
}

static double heuristic(const struct hen_oracle *o)
{
    int eggs = count(o, 'E'), pigs = count(o, 'P'), sd, qd;
    double ef, qf, sf;

    if (count(o, 'H') == 0)
        return -1000.0 - o->n;
    if (win(o) && eggs == 0)
        return 100;
    sd = dist(o, 'H', 'S', "PR");
    qd = dist(o, 'Q', 'H', "BR");
    qf = qd <= 4 ? 0.1 : 0;
    if (eggs > 0) {
        ef = 10.0 / dist(o, 'H', 'E', "BRQS") - 10 * eggs;
        sf = 8 - eggs;
    } else {
        ef = 0;
        sf = 10;
    }
    return ef + qd * qf + pigs * 0.5 - o->n + sf / sd;
}

static struct hen_search min_max(const struct hen_oracle *o, int depth, bool is_max, double alpha,
                                 double beta)
{
    struct hen_search found = {is_max ? -HUGE_VAL : HUGE_VAL, -1, 0};
    int who = is_max ? HEN : QUEEN;

    if (depth == 0 || win(o) || lose(o))
        return (struct hen_search){heuristic(o), -1, 1};
    for (int d = 0; d < 4; d++) {
        struct hen_oracle child = *o;
        struct hen_search v;

        if (!can_go(o, who, d))
            continue;
        go(&child, who, d);
        v = min_max(&child, depth - 1, !is_max, alpha, beta);
        found.leaves += v.leaves;
        if (is_max ? v.value > found.value : v.value < found.value) {
            found.value = v.value;
            found.action = d;
        }
        if (is_max && v.value > alpha)
            alpha = v.value;
        if (!is_max && v.value < beta)
            beta = v.value;
        if (beta <= alpha)
            break;
    }
    return found;
}

struct hen_search hen_min_max(const struct hen_oracle *o, int depth)
{
    return min_max(o, depth, true, -HUGE_VAL, HUGE_VAL);
}
