/*
 * oracle_diamonds.c - the rules section by section, with lists and characters instead of bits.
 */
#include "oracle_diamonds.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is(const struct oracle_diamonds *game, const char *rules)
{
    return !strcmp(game->rules, rules);
}

void oracle_diamonds_start(struct oracle_diamonds *game)
{
    memset(game->agent, 0, sizeof(game->agent));
    game->agent[1].y = game->height - 1;
    game->agent[1].x = game->width - 1;
    game->turn = 1;
    game->who = 0;
}

static bool gems_left(const struct oracle_diamonds *game)
{
    for (int y = 0; y < game->height; y++)
        if (strpbrk(game->map[y], "1234"))
            return true;
    return false;
}

bool oracle_diamonds_over(const struct oracle_diamonds *game)
{
    if (game->turn > game->turns)
        return true;
    return game->players == 1 && game->turn > 1 && !is(game, "v2021") && !gems_left(game);
}

static int pair(const struct oracle_diamonds *game, int before, int now)
{
    static const int rows[2][5][4] = {{{50, 0, 0, 0},
                                       {50, 200, 100, 0},
                                       {100, 50, 200, 100},
                                       {50, 100, 50, 200},
                                       {250, 50, 100, 50}},
                                      {{10, 20, 30, 40},
                                       {200, 100, 50, 150},
                                       {100, 300, 200, 150},
                                       {100, 200, 300, 150},
                                       {100, 250, 200, 300}}};

    return now ? rows[is(game, "p3")][before][now - 1] : 0;
}

static int count_kind(const struct oracle_agent *agent, int kind)
{
    int n = 0;

    for (int i = 0; i < agent->gems; i++)
        n += agent->gem[i] == kind;
    return n;
}

double oracle_diamonds_score(const struct oracle_diamonds *game, int who)
{
    const struct oracle_agent *agent = &game->agent[who];
    double score = game->init - 20 * agent->hits;

    if (is(game, "v2021"))
        return score + 10 * count_kind(agent, 1) + 25 * count_kind(agent, 2) +
               35 * count_kind(agent, 3) + 75 * count_kind(agent, 4) - 40 * agent->hurts -
               agent->turns;
    for (int i = 0; i < agent->gems; i++)
        score += pair(game, i ? agent->gem[i - 1] : 0, agent->gem[i]);
    return score - 20 * agent->hurts - agent->straight - 2 * agent->diagonal;
}

const char *oracle_diamonds_word(const struct oracle_diamonds *game, int n)
{
    static const char *const new[] = {"UP",       "DOWN",     "LEFT",       "RIGHT",
                                      "UP_RIGHT", "UP_LEFT",  "DOWN_RIGHT", "DOWN_LEFT",
                                      "NOOP",     "TELEPORT", NULL};
    static const char *const old[] = {"UP",   "DOWN",     "LEFT", "RIGHT",
                                      "NOOP", "TELEPORT", "TRAP", NULL};

    if (is(game, "v2021"))
        return old[n];
    return n == 9 && !is(game, "p3") ? NULL : new[n];
}

static char under(const struct oracle_diamonds *game)
{
    const struct oracle_agent *me = &game->agent[game->who];

    return game->map[me->y][me->x];
}

/* A row of the shipped table: pairs of a word and its probability, in the order of the walk. */
static const char *row_of(char tile, const char *word, char text[120])
{
    static const char *const normal[][2] = {
        {"UP", "UP .9 UP_RIGHT .1 UP_LEFT .1"},
        {"DOWN", "DOWN .9 DOWN_RIGHT .1 DOWN_LEFT .1"},
        {"LEFT", "LEFT .9"},
        {"RIGHT", "RIGHT .9 UP_LEFT .1 DOWN_LEFT .1"},
        {"UP_RIGHT", "UP .1 RIGHT .1 UP_RIGHT .9"},
        {"UP_LEFT", "UP .1 LEFT .1 UP_LEFT .9"},
        {"DOWN_RIGHT", "DOWN .1 RIGHT .1 DOWN_RIGHT .9"},
        {"DOWN_LEFT", "DOWN .1 LEFT .1 DOWN_LEFT .9"},
    };

    snprintf(text, 120, "%s .5 %s .5", word, tile == '*' ? "NOOP" : "TELEPORT");
    for (int i = 0; i < 8 && tile != '*' && tile != 'T'; i++)
        if (!strcmp(normal[i][0], word))
            snprintf(text, 120, "%s", normal[i][1]);
    return text;
}

const char *oracle_diamonds_becomes(const struct oracle_diamonds *game, const char *word, double u)
{
    static char found[16];
    char text[120];
    int used;

    if (is(game, "p3") && !strcmp(word, "NOOP") && under(game) == 'T')
        return "TELEPORT";
    if (!is(game, "p2") || !strcmp(word, "NOOP"))
        return word;
    for (const char *at = row_of(under(game), word, text);
         sscanf(at, "%15s%n", found, &used) == 1;) {
        char *end;
        double p = strtod(at + used, &end);

        if (u <= p)
            return found;
        u -= p;
        at = end;
    }
    return "NOOP";
}

int oracle_diamonds_exits(const struct oracle_diamonds *game, int ret_places[][2])
{
    const struct oracle_agent *me = &game->agent[game->who];
    int n = 0;

    if (under(game) != 'T')
        return 0;
    for (int y = 0; y < game->height; y++)
        for (int x = 0; x < game->width; x++)
            if (game->map[y][x] == 'T' && (y != me->y || x != me->x)) {
                ret_places[n][0] = y;
                ret_places[n++][1] = x;
            }
    return n;
}

static void take(struct oracle_diamonds *game, struct oracle_agent *me)
{
    static const int least[] = {0, -100000, 15, 50, 140}, most[] = {0, 15, 8, 5, 4};
    char *tile = &game->map[me->y][me->x];

    if (*tile >= '1' && *tile <= '4') {
        int kind = *tile - '0';

        if (is(game, "v2021") && (oracle_diamonds_score(game, game->who) < least[kind] ||
                                  count_kind(me, kind) >= most[kind]))
            return;
        me->gem[me->gems++] = kind;
        *tile = 'E';
    } else if (strchr("gyr", *tile)) {
        me->key[strchr("gyr", *tile) - "gyr"] = true;
        *tile = 'E';
    }
}

static bool is_closed(const struct oracle_agent *me, char tile)
{
    return tile == 'W' || (tile == 'G' && !me->key[0]) || (tile == 'Y' && !me->key[1]) ||
           (tile == 'R' && !me->key[2]);
}

static void enter(struct oracle_diamonds *game, int y, int x, const char *word, char *report)
{
    struct oracle_agent *me = &game->agent[game->who], *other = &game->agent[!game->who];
    int id = game->who + 1;

    snprintf(report, REPORT_TEXT_MAX, "agent %d :accepted action : %s", id, word);
    if (game->players == 2 && other->y == y && other->x == x) {
        if (oracle_diamonds_score(game, game->who) >= oracle_diamonds_score(game, !game->who))
            other->hits++;
        else
            me->hits++;
        return;
    }
    if (is_closed(me, game->map[y][x])) {
        snprintf(report, REPORT_TEXT_MAX,
                 "agent %d :agent %d can't move  in tile (%d, %d) because it is wall %s", id, id, y,
                 x, is(game, "v2021") ? "" : "or forbidden tile");
        return;
    }
    me->y = y;
    me->x = x;
    take(game, me);
    if (game->on_entry && game->map[y][x] == '*')
        me->hurts++;
}

static void step(struct oracle_diamonds *game, const char *word, char *report)
{
    struct oracle_agent *me = &game->agent[game->who];
    int y = me->y + (strstr(word, "DOWN") != NULL) - (strstr(word, "UP") != NULL);
    int x = me->x + (strstr(word, "RIGHT") != NULL) - (strstr(word, "LEFT") != NULL);
    char shown[16] = "";

    if (y >= 0 && y < game->height && x >= 0 && x < game->width) {
        enter(game, y, x, word, report);
        return;
    }
    for (int i = 0; word[i]; i++)
        shown[i] = is(game, "v2021") ? (char)tolower((unsigned char)word[i]) : word[i];
    snprintf(report, REPORT_TEXT_MAX, "agent %d :can't go %s in address = (%d, %d) with agent %d",
             game->who + 1, shown, me->y, me->x, game->who + 1);
}

static bool has_trap(const struct oracle_agent *agent, int y, int x)
{
    for (int i = 0; i < agent->traps; i++)
        if (agent->trap_y[i] == y && agent->trap_x[i] == x)
            return true;
    return false;
}

static void trap(struct oracle_diamonds *game, char *report)
{
    struct oracle_agent *me = &game->agent[game->who];
    int id = game->who + 1;

    if (game->trap_count - me->traps <= 0)
        snprintf(report, REPORT_TEXT_MAX, "agent %d :agent %d does not have trap", id, id);
    else if (has_trap(me, me->y, me->x))
        snprintf(report, REPORT_TEXT_MAX,
                 "agent %d :exist a trap in tile = (%d, %d) , when agent %d wanted put ", id, me->y,
                 me->x, id);
    else if (under(game) == 'T')
        snprintf(report, REPORT_TEXT_MAX, "agent %d :can't put trap on teleport [agent = %d]", id,
                 id);
    else if (me->traps == 20)
        snprintf(report, REPORT_TEXT_MAX, "agent %d :list index out of range", id);
    else if (oracle_diamonds_score(game, game->who) <= 35 * (me->traps + 1))
        snprintf(report, REPORT_TEXT_MAX, "agent %d :trap constraint failed for agent %d", id, id);
    else {
        me->trap_y[me->traps] = me->y;
        me->trap_x[me->traps++] = me->x;
        snprintf(report, REPORT_TEXT_MAX, "agent %d :accepted action : TRAP", id);
    }
}

static void teleport(struct oracle_diamonds *game, const char *requested, int n, char *report)
{
    static int places[LIST_MAX][2];
    const struct oracle_agent *me = &game->agent[game->who];
    int id = game->who + 1, exits = oracle_diamonds_exits(game, places);

    if (is(game, "p3") && !strcmp(requested, "TELEPORT"))
        snprintf(report, REPORT_TEXT_MAX,
                 "agent %d :agent %d send invalid action or time out for sending it ", id, id);
    else if (exits == 0)
        snprintf(report, REPORT_TEXT_MAX, "agent %d :agent %d can't teleport in tile (%d, %d) ", id,
                 id, me->y, me->x);
    else
        enter(game, places[n][0], places[n][1], "TELEPORT", report);
}

void oracle_diamonds_act(struct oracle_diamonds *game, const char *requested, const char *executed,
                         int n, char ret_report[REPORT_TEXT_MAX])
{
    struct oracle_agent *me = &game->agent[game->who];

    me->turns = game->turn;
    if (!strcmp(executed, "NOOP"))
        snprintf(ret_report, REPORT_TEXT_MAX, "agent %d :accepted action : NOOP", game->who + 1);
    else if (!strcmp(executed, "TELEPORT"))
        teleport(game, requested, n, ret_report);
    else if (!strcmp(executed, "TRAP"))
        trap(game, ret_report);
    else
        step(game, executed, ret_report);
    if (strchr(requested, '_'))
        me->diagonal++;
    else if (strcmp(requested, "NOOP") != 0 && strcmp(requested, "TELEPORT") != 0)
        me->straight++;
    if (!game->on_entry && under(game) == '*')
        me->hurts++;
    if (game->players == 2 && has_trap(&game->agent[!game->who], me->y, me->x))
        me->hurts++;
    if (game->who + 1 < game->players) {
        game->who = 1;
    } else {
        game->who = 0;
        game->turn++;
    }
}

/* The sequences that begin with the action having become `executed`. */
static unsigned long perft_executed(const struct oracle_diamonds *game, const char *asked,
                                    const char *executed, int depth)
{
    static int places[LIST_MAX][2];
    struct oracle_diamonds after;
    char report[REPORT_TEXT_MAX];
    unsigned long total = 0;
    bool ported = !strcmp(executed, "TELEPORT") && !(is(game, "p3") && !strcmp(asked, "TELEPORT"));
    int exits = ported ? oracle_diamonds_exits(game, places) : 0;

    if (exits < 2) {
        after = *game;
        oracle_diamonds_act(&after, asked, executed, 0, report);
        return oracle_diamonds_perft(&after, depth);
    }
    if (depth == 0)
        return 1;
    for (int n = 0; n < exits; n++) {
        after = *game;
        oracle_diamonds_act(&after, asked, executed, n, report);
        total += oracle_diamonds_perft(&after, depth - 1);
    }
    return total;
}

/* All that a word can become, each once: found by trying numbers in every tenth. */
static unsigned long perft_asked(const struct oracle_diamonds *game, const char *asked, int depth)
{
    char seen[10][16];
    unsigned long total = 0;
    int count = 0;

    for (int i = 0; i < 10; i++) {
        const char *word = oracle_diamonds_becomes(game, asked, i / 10.0 + 0.05);
        int k = 0;

        while (k < count && strcmp(seen[k], word) != 0)
            k++;
        if (k == count)
            snprintf(seen[count++], sizeof(seen[0]), "%s", word);
    }
    if (count == 1)
        return perft_executed(game, asked, seen[0], depth);
    if (depth == 0)
        return 1;
    for (int k = 0; k < count; k++)
        total += perft_executed(game, asked, seen[k], depth - 1);
    return total;
}

unsigned long oracle_diamonds_perft(const struct oracle_diamonds *game, int depth)
{
    unsigned long total = 0;
    const char *word;

    if (depth == 0)
        return 1;
    if (oracle_diamonds_over(game))
        return 0;
    for (int n = 0; (word = oracle_diamonds_word(game, n)) != NULL; n++)
        total += perft_asked(game, word, depth - 1);
    return total;
}
