/*
 * solve.c - what a position is worth: the game's own solver, or a decider with a file behind it.
 *
 * The calling thread only waits, reports progress, saves now and then and passes the caller's stop
 * on. In a cluster every rank does so; the first one reads and writes for all.
 */
#include <string.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/clock.h"
#include "bazi/proof.h"
#include "bazi/search.h"
#include "search/checkpoint.h"
#include "search/cluster.h"
#include "search/decide.h"
#include "search/gossip.h"
#include "search/time.h"

enum {
    MEGABYTES_FIRST = 16, /* of table; enough for a million positions */
    WAIT_ALONE = 50,      /* milliseconds until something else may be due, */
    WAIT_TOGETHER = 10    /* or something to be told */
};

/* A proof at work. */
struct proof {
    const struct bz_setup *setup;
    const void *pos;
    const struct bz_solve_options *options;
    struct bz_decider *decider;
    struct bz_gossip *gossip; /* NULL without a cluster */
    uint64_t subject;
    int64_t start, reported, saved; /* on the clock */
    struct bz_error trouble;        /* with saving */
    uint64_t nodes;                 /* of the parts that are done */
    enum bz_proof answer;
    bz_move move; /* where that is a win */
    int moves;
};

static uint64_t mix_text(uint64_t subject, const char *text)
{
    for (; *text; text++)
        subject = bz_mix(subject ^ (unsigned char)*text);
    return bz_mix(subject);
}

/* What is being proved, as one number: the game, every option as given, the part of a text the
 * world was made from, and the position. */
static uint64_t subject_of(const struct bz_setup *setup, const void *pos)
{
    char text[BZ_POS_TEXT_MAX];
    struct bz_buf out = BZ_BUF(text);
    uint64_t subject = mix_text(0, setup->game->name);

    for (int i = 0; setup->game->options[i].name; i++)
        subject = mix_text(subject, setup->values[i].text);
    subject = mix_text(subject, setup->origin);
    setup->game->text->format(pos, &out);
    return mix_text(subject, text);
}

static double seconds_between(int64_t from, int64_t to)
{
    return (double)(to - from) * 1e-6;
}

static void report(struct proof *proof, int64_t now)
{
    const struct bz_solve_options *options = proof->options;
    struct bz_progress progress = {
        .nodes = proof->nodes + bz_decider_nodes(proof->decider),
        .seconds = seconds_between(proof->start, now),
        .fill = bz_decider_fill(proof->decider),
        .moves = proof->moves,
        .saved = proof->saved ? seconds_between(proof->saved, now) : -1,
        .trouble = *proof->trouble.text ? proof->trouble.text : NULL,
    };

    proof->reported = now;
    progress.effort = bz_decider_effort(proof->decider, &progress.open);
    options->progress(options->context, &progress);
}

/* A failure is no reason to give up: there is still an answer to hope for, and the older file. */
static void save(struct proof *proof)
{
    proof->trouble = (struct bz_error){0};
    bz_checkpoint_save(proof->options->checkpoint, proof->subject, proof->decider, &proof->trouble);
    proof->saved = bz_clock_micros();
}

/* What is due while it runs: a word to the caller, a checkpoint. */
static void tend(struct proof *proof)
{
    const struct bz_solve_options *options = proof->options;
    int64_t now = bz_clock_micros(), since = proof->saved ? proof->saved : proof->start;

    if (options->progress && now - proof->reported >= 500000)
        report(proof, now);
    if (options->checkpoint && options->interval && bz_cluster_leads(options->cluster) &&
        now - since >= options->interval * INT64_C(1000000))
        save(proof);
}

/* In parts, each as long as its table is large. */
static void decide_alone(struct proof *proof)
{
    const struct bz_limits limits = {.infinite = true, .stop = proof->options->stop};
    struct bz_deadline deadline = bz_deadline_of(&limits, 0);
    uint64_t most = proof->options->nodes ? proof->options->nodes : UINT64_MAX;
    int length;

    do {
        uint64_t room = bz_decider_room(proof->decider);

        deadline.nodes = most - proof->nodes < room ? most - proof->nodes : room;
        bz_decider_start(proof->decider, proof->pos, &deadline);
        while (!bz_decider_wait(proof->decider, WAIT_ALONE))
            tend(proof);
        proof->nodes += bz_decider_nodes(proof->decider);
        proof->answer = bz_decider_answer(proof->decider, &proof->move, &length);
    } while (proof->answer == BZ_UNDECIDED && !atomic_load(deadline.stop) && proof->nodes < most &&
             bz_decider_grow(proof->decider));
}

/* All ranks search from the start to the end, and talk meanwhile. Whoever comes to an end without
 * an answer has been stopped. */
static void decide_together(struct proof *proof)
{
    const struct bz_limits limits = {.infinite = true, .stop = proof->options->stop};
    struct bz_deadline deadline = bz_deadline_of(&limits, 0);
    uint64_t most = proof->options->nodes ? proof->options->nodes : UINT64_MAX;
    struct bz_gossip_news news;
    int length;

    bz_decider_start(proof->decider, proof->pos, &deadline);
    do {
        bool done = bz_decider_wait(proof->decider, WAIT_TOGETHER);

        tend(proof);
        news = (struct bz_gossip_news){.move = BZ_MOVE_NONE};
        if (done)
            news.answer = bz_decider_answer(proof->decider, &news.move, &length);
        news.nodes = bz_decider_nodes(proof->decider);
        news.stopped = done && news.answer == BZ_UNDECIDED;
        bz_gossip_tell(proof->gossip, &news);
    } while (news.answer == BZ_UNDECIDED && !news.stopped && news.nodes < most);
    bz_decider_halt(proof->decider);
    while (!bz_decider_wait(proof->decider, WAIT_ALONE)) {
    }
    proof->nodes = news.nodes;
    proof->answer = news.answer;
    proof->move = news.move;
}

static void conclude(const struct proof *proof, struct bz_solution *ret_solution)
{
    const struct bz_rules *rules = proof->setup->rules;
    bz_move moves[BZ_MOVES_MAX];
    int sign = rules->turn(proof->pos) == 0 ? 1 : -1;
    enum bz_proof answer = proof->answer;

    *ret_solution = (struct bz_solution){
        .solved = answer != BZ_UNDECIDED,
        .lower = answer != BZ_UNDECIDED ? answer * sign : -1,
        .upper = answer != BZ_UNDECIDED ? answer * sign : 1,
        .move = proof->move,
        .nodes = proof->nodes,
        .seconds = seconds_between(proof->start, bz_clock_micros()),
    };
    if (answer == BZ_LOSS && rules->moves(proof->pos, moves) > 0)
        ret_solution->move = moves[0]; /* where all lose, one is as good as another */
}

static int choose(void *context, const void *pos, const bz_move *moves, int count, int *ret_choice,
                  struct bz_error *err)
{
    struct proof *proof = context;
    const struct bz_limits limits = {.infinite = true, .stop = proof->options->stop};
    struct bz_deadline deadline = bz_deadline_of(&limits, 0);
    bz_move move;
    int length;
    enum bz_proof answer = bz_decider_ask(proof->decider, pos, &deadline, &move, &length);

    proof->nodes += bz_decider_nodes(proof->decider);
    if (answer == BZ_UNDECIDED)
        return bz_fail(err, BZ_ERROR_STOPPED, "the proof was not written: stopped");
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            *ret_choice = i;
    return BZ_OK;
}

/* The winner's moves once more, from the table or, where that has forgotten them, by search. */
static int certify(struct proof *proof, const struct bz_solution *solution, struct bz_error *err)
{
    int winner = solution->lower > 0 ? 0 : 1;
    uint64_t positions;

    return bz_proof_write(proof->options->proof, proof->setup, proof->pos, winner, choose, proof,
                          &positions, err);
}

/* What there is to be read, and whether what is to be written can be. */
static int prepare_files(struct proof *proof, struct bz_error *err)
{
    const struct bz_solve_options *options = proof->options;
    int code = BZ_OK;

    if (options->checkpoint)
        code = bz_checkpoint_try("checkpoint", options->checkpoint, err);
    if (options->proof && !code)
        code = bz_checkpoint_try("proof", options->proof, err);
    if (options->checkpoint && !code)
        code = bz_checkpoint_load(options->checkpoint, proof->subject, proof->decider, err);
    return code;
}

/* What is to be there at the end. A proof that is done needs no checkpoint. */
static void keep_files(struct proof *proof, struct bz_solution *solution)
{
    const struct bz_solve_options *options = proof->options;
    struct bz_error failure = {0};

    if (options->checkpoint && bz_cluster_leads(options->cluster))
        bz_checkpoint_save(options->checkpoint, proof->subject, proof->decider, &failure);
    if (!solution->solved)
        solution->trouble = failure;
    else if (options->proof)
        certify(proof, solution, &solution->trouble);
}

static int run(struct proof *proof, struct bz_solution *ret_solution, struct bz_error *err)
{
    const struct bz_solve_options *options = proof->options;
    bool leads = bz_cluster_leads(options->cluster);
    int code;

    if (!proof->gossip && (!options->checkpoint || access(options->checkpoint, F_OK) != 0))
        bz_decider_shrink(proof->decider, MEGABYTES_FIRST);
    code = bz_cluster_agree(options->cluster, leads ? prepare_files(proof, err) : BZ_OK, err);
    if (code)
        return code;
    if (proof->gossip)
        decide_together(proof);
    else
        decide_alone(proof);
    conclude(proof, ret_solution);
    keep_files(proof, ret_solution);
    return BZ_OK;
}

/* The decider, and in a cluster what tells the others of it. */
static int equip(struct proof *proof, struct bz_error *err)
{
    const struct bz_solve_options *options = proof->options;
    const struct bz_cluster *cluster = options->cluster;

    proof->decider = bz_decider_new(proof->setup, options->megabytes, options->threads);
    if (cluster && proof->decider)
        proof->gossip = bz_gossip_new(cluster, proof->decider);
    if (!proof->decider || (cluster && !proof->gossip))
        return bz_fail(err, BZ_ERROR_MEMORY,
                       "not enough memory for a table of %d MB and %d threads", options->megabytes,
                       options->threads);
    return BZ_OK;
}

static int prove(const struct bz_setup *setup, const void *pos,
                 const struct bz_solve_options *options, struct bz_solution *ret_solution,
                 struct bz_error *err)
{
    bz_move moves[BZ_MOVES_MAX];
    struct proof proof = {
        .setup = setup,
        .pos = pos,
        .options = options,
        .subject = subject_of(setup, pos),
        .start = bz_clock_micros(),
        .moves = setup->rules->moves(pos, moves),
    };
    struct bz_solution solution = {.move = BZ_MOVE_NONE};
    int code;

    proof.reported = proof.start;
    code = bz_cluster_agree(options->cluster, equip(&proof, err), err);
    if (!code)
        code = run(&proof, &solution, err);
    bz_gossip_free(proof.gossip);
    bz_decider_free(proof.decider);
    if (!code)
        *ret_solution = solution;
    return code;
}

static int check_fit(const struct bz_setup *setup, const struct bz_solve_options *options,
                     struct bz_error *err)
{
    if (setup->game->solver) {
        int code = setup->game->solver->fits(setup, err);

        if (code)
            return code;
    } else if (!bz_proof_fits(setup->rules)) {
        return bz_fail(err, BZ_ERROR_UNFIT, "%s with these options has no solver yet",
                       setup->game->name);
    }
    if (options->explain && !setup->game->solver)
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "%s has no explanation but its proof: write that, and check it",
                       setup->game->name);
    if (options->table && !setup->game->solver)
        return bz_fail(err, BZ_ERROR_UNFIT, "%s keeps no table of all its positions",
                       setup->game->name);
    if (options->cluster && options->proof)
        return bz_fail(
            err, BZ_ERROR_UNFIT,
            "several processes write no proof: save a checkpoint, and let one go on from "
            "there with the proof");
    if (options->cluster &&
        (setup->game->solver ? !setup->game->solver->together : !bz_decider_can_tell(setup->rules)))
        return bz_fail(err, BZ_ERROR_UNFIT, "%s is not solved by several processes",
                       setup->game->name);
    if (options->threads < 1 || options->threads > BZ_THREADS_MAX)
        return bz_fail(err, BZ_ERROR_RANGE, "threads: %d is not between 1 and %d", options->threads,
                       BZ_THREADS_MAX);
    if (options->megabytes < 1 || options->megabytes > BZ_MEGABYTES_MAX)
        return bz_fail(err, BZ_ERROR_RANGE, "memory: %d MB is not between 1 and %d",
                       options->megabytes, BZ_MEGABYTES_MAX);
    return BZ_OK;
}

int bz_solve(const struct bz_setup *setup, const void *pos, const struct bz_solve_options *options,
             struct bz_solution *ret_solution, struct bz_error *err)
{
    int code = check_fit(setup, options, err);

    if (code)
        return code;
    if (setup->game->solver)
        return setup->game->solver->solve(setup, pos, options, ret_solution, err);
    return prove(setup, pos, options, ret_solution, err);
}
