/*
 * best.c - the strongest player there is for a game: what the game's own adviser knows, or else the
 * kernel's search, with attempts at a proof between its depths where win and loss can be proved.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "bazi/proof.h"
#include "search/decide.h"
#include "search/kernel.h"
#include "search/player.h"
#include "search/think.h"
#include "search/time.h"

/* What proving gets of the time, or the nodes, that a search took; its nodes cost much more.
 * Nothing before the search is as large as NODES_LEAST. */
enum { SHARE_TIME = 3, SHARE_NODES = 16, NODES_LEAST = 4096 };

struct best {
    struct bz_thinker *thinker;
    struct bz_decider *decider; /* NULL for games it does not fit */
    const struct bz_adviser *adviser;
    void *advice; /* the adviser's own; NULL where there is none */
    /* The last win that was proved, as it was announced: of which position, and how. */
    bool winning;
    union bz_pos won;
    struct bz_info win;
};

/* One question to the decider, in parts. */
struct attempt {
    struct best *best;
    const void *pos;
    struct bz_deadline deadline; /* of the whole search */
};

/* The kernel compiled with the evaluation of that name; NULL, with an error, if there is none. */
static const struct bz_kernel *find_kernel(const struct bz_setup *setup, const char *name,
                                           struct bz_error *err)
{
    const struct bz_eval *eval = bz_player_eval(setup, name, err);

    if (eval && !eval->kernel)
        bz_fail(err, BZ_ERROR_UNFIT, "player best cannot search %s with evaluation '%s' here",
                setup->game->name, name);
    return eval ? eval->kernel : NULL;
}

/* The game's own adviser, where it has one that fits these options. */
static int call_adviser(const struct bz_engine *engine, struct best *best, int megabytes,
                        int threads, struct bz_error *err)
{
    const struct bz_solver *solver = engine->setup->game->solver;

    if (!solver || !solver->adviser || solver->fits(engine->setup, NULL))
        return BZ_OK;
    best->adviser = solver->adviser;
    return best->adviser->open(engine->setup, megabytes, threads, &best->advice, err);
}

static int best_init(struct bz_engine *engine, struct bz_error *err)
{
    const char *name = bz_player_value(engine, "eval")->text;
    const struct bz_kernel *kernel = engine->setup->kernel;
    int megabytes = (int)bz_player_number(engine, "hash");
    int threads = (int)bz_player_number(engine, "threads");
    bool may_prove = !bz_player_number(engine, "prove");
    bool proves = may_prove && bz_proof_fits(engine->rules);
    struct best *best = calloc(1, sizeof(*best));

    engine->state = best;
    if (!best)
        return bz_player_no_memory(engine, err);
    if (*name) {
        kernel = find_kernel(engine->setup, name, err);
        if (!kernel)
            return BZ_ERROR_UNFIT;
    }
    if (proves && megabytes > 1)
        megabytes /= 2;
    best->thinker =
        bz_thinker_new(kernel, kernel->rules ? kernel->rules : engine->rules, megabytes, threads);
    if (proves)
        best->decider = bz_decider_new(engine->setup, megabytes, threads);
    if (!best->thinker || (proves && !best->decider))
        return bz_player_no_memory(engine, err);
    if (proves)
        bz_decider_employ(best->decider, kernel);
    return may_prove && !*name ? call_adviser(engine, best, megabytes, threads, err) : BZ_OK;
}

static void best_release(struct bz_engine *engine)
{
    struct best *best = engine->state;

    if (!best)
        return;
    bz_thinker_free(best->thinker);
    bz_decider_free(best->decider);
    if (best->adviser)
        best->adviser->close(best->advice);
    free(best);
}

static void best_reset(struct bz_engine *engine)
{
    struct best *best = engine->state;

    bz_thinker_reset(best->thinker);
    if (best->decider)
        bz_decider_reset(best->decider);
    if (best->advice && best->adviser->reset)
        best->adviser->reset(best->advice);
    best->winning = false;
}

/* One attempt to decide a position. */
static void prove(struct best *best, const void *pos, const struct bz_deadline *deadline,
                  struct bz_info *ret_info)
{
    int64_t start = bz_clock_micros();
    bz_move move = BZ_MOVE_NONE;
    int length = 0;
    enum bz_proof proof = bz_decider_ask(best->decider, pos, deadline, &move, &length);

    *ret_info = (struct bz_info){
        .rank = 1,
        .depth = length,
        .seldepth = length,
        .value = proof * (BZ_VALUE_WIN - length),
        .proof = proof,
        .distance = length,
        .nodes = bz_decider_nodes(best->decider),
        .micros = bz_clock_micros() - start,
        .pv_length = proof == BZ_WIN,
        .pv = {move},
    };
}

/* What the search calls between two depths: a part of what the last one took. */
static void prove_between(void *context, uint64_t nodes, int64_t micros, struct bz_info *ret_info)
{
    struct attempt *attempt = context;
    struct bz_deadline share = attempt->deadline;
    int64_t until = bz_clock_micros() + micros / SHARE_TIME;

    if (share.nodes != UINT64_MAX)
        share.nodes = nodes / SHARE_NODES;
    else if (until < share.micros)
        share.micros = until;
    if (nodes >= NODES_LEAST)
        prove(attempt->best, attempt->pos, &share, ret_info);
}

/* How many plies after the win the position comes: none, one by the move that was answered, or two
 * by any reply to that; -1 if it is another one. */
static int plies_since(const struct bz_engine *engine, const struct best *best, const void *pos,
                       bool *ret_followed)
{
    const struct bz_rules *rules = engine->rules;
    const uint64_t hash = rules->hash(pos);
    union bz_pos next = best->won;
    bz_move moves[BZ_MOVES_MAX];
    int count;

    *ret_followed = true;
    if (rules->hash(&next) == hash)
        return 0;
    rules->play(&next, best->win.pv[0]);
    if (rules->hash(&next) == hash)
        return 1;
    count = rules->moves(&next, moves);
    for (int i = 0; i < count; i++) {
        union bz_pos child = next;

        rules->play(&child, moves[i]);
        *ret_followed = best->win.pv_length > 1 && moves[i] == best->win.pv[1];
        if (rules->hash(&child) == hash)
            return 2;
    }
    return -1;
}

/* What the win that was announced says of the position, if the winner is to move in it: that it is
 * won as much sooner; and, where the game went as expected, how. */
static bool recall_win(const struct bz_engine *engine, const struct best *best, const void *pos,
                       struct bz_info *ret_info)
{
    const struct bz_info *win = &best->win;
    bool followed;
    int plies;

    if (!best->winning || engine->rules->turn(pos) != engine->rules->turn(&best->won))
        return false;
    plies = plies_since(engine, best, pos, &followed);
    if (plies < 0 || plies >= win->distance)
        return false;
    *ret_info = (struct bz_info){.rank = 1, .proof = BZ_WIN, .distance = win->distance - plies};
    if (win->distance == BZ_DEPTH_MAX) /* not known */
        ret_info->distance = BZ_DEPTH_MAX;
    ret_info->depth = ret_info->seldepth = ret_info->distance;
    ret_info->value = BZ_VALUE_WIN - ret_info->distance;
    if (followed && win->pv_length > plies) {
        ret_info->pv_length = win->pv_length - plies;
        memcpy(ret_info->pv, win->pv + plies, (size_t)ret_info->pv_length * sizeof(bz_move));
    }
    return true;
}

static void note_win(const struct bz_engine *engine, struct best *best, const void *pos,
                     const struct bz_answer *answer)
{
    if (!best->decider || answer->info.proof != BZ_WIN)
        return; /* an older one stays one */
    best->winning = true;
    memcpy(&best->won, pos, engine->rules->pos_size);
    best->win = answer->info;
}

/* Half of what may be taken after these nodes; the other half is for what comes if that fails. */
static struct bz_deadline half_of(const struct bz_deadline *deadline, uint64_t nodes)
{
    struct bz_deadline half = *deadline;

    if (half.nodes != UINT64_MAX)
        half.nodes = nodes + bz_deadline_left(deadline, nodes) / 2;
    if (half.micros != INT64_MAX)
        half.micros -= (half.micros - bz_clock_micros()) / 2;
    return half;
}

/* Proves a win once more that is known to be there within `distance` plies. The decider may know
 * only of a longer one: then all that is left is for one that is as short. */
static bool win_again(struct best *best, const struct attempt *attempt, int distance,
                      struct bz_info *ret_info)
{
    struct bz_deadline rest = half_of(&attempt->deadline, 0);
    bool sure;

    prove(best, attempt->pos, &rest, ret_info);
    sure = ret_info->proof == BZ_WIN;
    if (sure && ret_info->distance <= distance)
        return true;
    rest = sure ? attempt->deadline : half_of(&attempt->deadline, ret_info->nodes);
    return bz_thinker_seek(best->thinker, attempt->pos, distance, &rest, ret_info) || sure;
}

/* Plays on a win that was proved before: it must not be lost again for want of time, so proving it
 * once more may take half of all there is and more. False if that was not enough. */
static bool go_on_winning(struct best *best, const struct attempt *attempt,
                          const struct bz_listener *listener, struct bz_answer *answer)
{
    struct bz_info *info = &answer->info;

    if (!info->pv_length && !win_again(best, attempt, info->distance, info))
        return false;
    if (listener->info)
        listener->info(listener->context, info);
    bz_thinker_measure(best->thinker, attempt->pos, &attempt->deadline, listener, info);
    answer->move = info->pv[0];
    return true;
}

/* Whether the move is in the game's book; only for play by the clock. */
static bool open_book(const struct bz_engine *engine, const void *pos,
                      const struct bz_limits *limits, const struct bz_listener *listener,
                      struct bz_answer *answer)
{
    bz_move move;
    int value = 0;

    if (!engine->rules->book || bz_player_number(engine, "book") || limits->infinite ||
        limits->depth || limits->nodes || bz_player_number(engine, "multipv") > 1 ||
        !engine->rules->book(pos, &move, &value) || !bz_is_legal(engine->setup, pos, move))
        return false;
    answer->move = move;
    answer->info = (struct bz_info){.rank = 1, .value = value, .pv_length = 1, .pv = {move}};
    if (listener->info)
        listener->info(listener->context, &answer->info);
    return true;
}

/* Who was asked first and does not know took some of the time, and these nodes, all the same. */
static void take_share(struct bz_limits *limits, const struct bz_deadline *deadline, uint64_t nodes)
{
    int64_t left = (deadline->micros - bz_clock_micros()) / 1000;

    if (deadline->micros != INT64_MAX)
        limits->movetime = left > 1 ? left : 1;
    if (limits->nodes)
        limits->nodes = limits->nodes > nodes ? limits->nodes - nodes : 1;
}

static void best_think(struct bz_engine *engine, const void *pos, const struct bz_limits *given,
                       const struct bz_listener *listener, struct bz_answer *answer)
{
    struct best *best = engine->state;
    struct bz_limits limits = bz_player_limits(engine, pos, given);
    struct attempt attempt = {best, pos, bz_deadline_of(&limits, engine->rules->turn(pos))};
    struct bz_manner manner = {.lines = (int)bz_player_number(engine, "multipv"),
                               .reduces = !bz_player_number(engine, "width")};

    if (open_book(engine, pos, &limits, listener, answer))
        return;
    if (best->advice && (limits.infinite || !limits.depth)) {
        if (best->adviser->advise(best->advice, pos, &limits, manner.lines, listener, answer))
            return;
        take_share(&limits, &attempt.deadline, 0);
    }
    if (limits.advice) { /* a move there has to be */
        limits = (struct bz_limits){.nodes = 1, .stop = limits.stop};
        answer->move =
            bz_thinker_run(best->thinker, pos, &limits, &manner, listener, &answer->info);
        return;
    }
    if (best->decider && (limits.infinite || !limits.depth)) {
        bz_decider_age(best->decider);
        if (manner.lines == 1 && !limits.infinite && recall_win(engine, best, pos, &answer->info)) {
            if (go_on_winning(best, &attempt, listener, answer)) {
                note_win(engine, best, pos, answer);
                return;
            }
            take_share(&limits, &attempt.deadline, answer->info.nodes);
        }
        manner.between = prove_between;
        manner.context = &attempt;
    }
    answer->move = bz_thinker_run(best->thinker, pos, &limits, &manner, listener, &answer->info);
    note_win(engine, best, pos, answer);
}

static const struct bz_option best_options[] = {
    BZ_PLAYER_PLIES(0, "0"),
    BZ_PLAYER_NODES("positions"),
    BZ_PLAYER_MOVETIME("plies or nodes limit it"),
    BZ_PLAYER_HASH("megabytes of table"),
    BZ_PLAYER_THREADS,
    BZ_PLAYER_MULTIPV,
    {.name = "eval",
     .type = BZ_TEXT,
     .fallback = "",
     .choices = "a name of the game's list",
     .brief = "how search and proof judge positions, where compiled in; its own unless given"},
    {.name = "width",
     .type = BZ_CHOICE,
     .fallback = "auto",
     .choices = "auto|full",
     .brief = "full: every line is searched to the full depth"},
    {.name = "book",
     .type = BZ_CHOICE,
     .fallback = "auto",
     .choices = "auto|never",
     .brief = "whether to play by the game's book where there is one, if the clock is the limit"},
    {.name = "prove",
     .type = BZ_CHOICE,
     .fallback = "auto",
     .choices = "auto|never",
     .brief = "whether to prove, plan or look up what can be known, instead of searching"},
    BZ_PLAYER_RESIGN,
    BZ_PLAYER_END};

const struct bz_player_kind bz_player_best = {
    .shown = {"best", "the strongest there is for the game", best_options},
    .init = best_init,
    .release = best_release,
    .reset = best_reset,
    .think = best_think,
};
