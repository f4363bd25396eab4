/*
 * cmd_play.c - `bazi play`: from flags to a game, and from its end to files and an exit status.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "command.h"
#include "interrupt.h"
#include "match/lobby.h"
#include "play/play.h"
#include "play/save.h"
#include "text/layout.h"
#include "text/terminal.h"
#include "text/words.h"

enum { GUEST_PATIENCE = 60000 }; /* milliseconds for programs from outside; people can wait */

/* A game in the terminal with what it is about. */
struct sitting {
    struct bz_setup setup;
    struct bz_record record;
    struct session session;
};

#define DEMO_PAUSE 0.7 /* seconds; enough to see a move, not enough to yawn */

/* The file to go on from: the one named, or the place of that game's unfinished one. */
static int find_saved(const struct invocation *inv, char ret_path[PATH_MAX])
{
    const char *file = invocation_value(inv, "resume"), *game = invocation_operand(inv, 0);
    const struct bz_game *found;
    struct bz_error err = {.code = BZ_OK};
    int code = BZ_OK;

    if (file && game)
        return complain("play: a game's name and a file to resume exclude each other");
    if (!game && file && bz_game_find(file, NULL))
        game = file;
    found = game ? bz_game_find(game, &err) : NULL;
    if (err.code)
        return complain("%s", err.text);
    if (found && save_place(found, ret_path, &err) == BZ_OK && access(ret_path, F_OK))
        return complain("play: there is no saved game of %s", found->name);
    if (found)
        code = save_place(found, ret_path, &err);
    else if (!file)
        code = save_latest(ret_path, &err);
    else if (snprintf(ret_path, PATH_MAX, "%s", file) >= PATH_MAX)
        return complain("play: the name of the file is too long");
    return code ? complain("play: %s", err.text) : STATUS_DONE;
}

static int open_saved(const struct invocation *inv, struct sitting *sitting)
{
    char path[PATH_MAX], place[PATH_MAX];
    struct bz_error err;

    if (invocation_has(inv, "option") || invocation_has(inv, "fen") || invocation_has(inv, "demo"))
        return complain(
            "play: --resume goes on with a saved game; it takes no -o, --fen or --demo");
    if (find_saved(inv, path))
        return STATUS_USAGE;
    if (save_read(path, &sitting->setup, &sitting->record, &err))
        return complain("play: %s", err.text);
    sitting->session.resumed_unfinished =
        save_place(sitting->setup.game, place, NULL) == BZ_OK && strcmp(place, path) == 0;
    return STATUS_DONE;
}

/* Where the game has an option `seed` and nobody gave one, every game is a new one. */
static int seed_setup(const struct invocation *inv, struct bz_setup *setup)
{
    const char *assignments[FLAGS_MAX], *given = invocation_value(inv, "seed");
    int count = invocation_values(inv, "option", assignments);
    char seed[24];
    struct bz_error err;
    uint32_t drawn = 0;

    for (int i = 0; i < count; i++)
        if (strncmp(assignments[i], "seed=", 5) == 0)
            return STATUS_DONE;
    if (!bz_setup_value(setup, "seed") || invocation_has(inv, "fen"))
        return STATUS_DONE;
    if (getrandom(&drawn, sizeof(drawn), GRND_NONBLOCK) < 0)
        drawn = (uint32_t)getpid();
    snprintf(seed, sizeof(seed), "%u", drawn % 1000000);
    if (bz_setup_set(setup, "seed", given ? given : seed, &err))
        return complain("play: %s", err.text);
    return STATUS_DONE;
}

static int open_new(const struct invocation *inv, struct sitting *sitting)
{
    union bz_pos pos;
    const char *game = invocation_operand(inv, 0);

    if (invocation_setup(inv, game ? game : bz_game_at(0)->name, &sitting->setup, &pos))
        return STATUS_USAGE;
    if (seed_setup(inv, &sitting->setup)) {
        bz_setup_release(&sitting->setup);
        return STATUS_USAGE;
    }
    bz_record_init(&sitting->record, &sitting->setup, invocation_has(inv, "fen") ? &pos : NULL);
    return STATUS_DONE;
}

/* Who was asked for at this place: by a flag, by the saved game, or by nobody. */
static const char *spec_of(const struct invocation *inv, const struct session *session, int player)
{
    const char *given = player == 0   ? invocation_value(inv, "p1")
                        : player == 1 ? invocation_value(inv, "p2")
                                      : NULL;

    if (given)
        return given;
    if (session->record->players[player][0])
        return session->record->players[player];
    return player == 0 && !invocation_has(inv, "demo") ? PLAYER_HUMAN : PLAYER_BEST;
}

static int seat_players(const struct invocation *inv, struct session *session, uint64_t seed)
{
    int players = session->setup->rules->players;

    session->house = (struct bz_house){.person = &session->person,
                                       .lobby = bz_lobby_new(),
                                       .patience = GUEST_PATIENCE,
                                       .unsafe_ok = invocation_has(inv, "unsafe-ok"),
                                       .stop = interrupt_flag()};
    if (!session->house.lobby)
        return complain("play: not enough memory");
    if (players < 2 && invocation_has(inv, "p2"))
        return complain("play: %s has no second player here", session->setup->game->name);
    for (int i = 0; i < players; i++) {
        char spec[BZ_NAME_MAX];
        struct bz_error err;

        if (bz_player_new(session->setup, spec_of(inv, session, i), seed + (uint64_t)i,
                          &session->house, &session->players[i], &err))
            return complain("play: player %d: %s", i + 1, err.text);
        snprintf(spec, sizeof(spec), "%s", spec_of(inv, session, i));
        memcpy(session->game->players[i], spec, sizeof(spec));
    }
    if (invocation_has(inv, "demo") && play_has_person(session))
        return complain("play: in a demonstration nobody but the computer plays");
    return STATUS_DONE;
}

/* Once, for the first player who could know more. */
static void show_hint(const struct session *session)
{
    char text[400] = "";
    struct bz_buf buf = BZ_BUF(text);

    for (int i = 0; i < session->setup->rules->players && !*text; i++)
        words_hint(session->setup, session->record->players[i], &buf);
    if (*text)
        layout_paragraph(stderr, text, 0, 0, terminal_is(stderr) ? terminal_width() : INT_MAX);
}

static int prepare(const struct invocation *inv, struct session *session)
{
    struct bz_error err;
    int64_t seed = 0;

    if (getrandom(&seed, sizeof(seed), GRND_NONBLOCK) < 0)
        seed = getpid();
    if (invocation_number(inv, "seed", 0, INT64_MAX, &seed))
        return STATUS_USAGE;
    bz_random_seed(&session->random, (uint64_t)seed);
    if (session_open(session) || seat_players(inv, session, (uint64_t)seed))
        return STATUS_USAGE;
    show_hint(session);
    session->out = invocation_value(inv, "out");
    if (session->out && save_check(session->out, &err))
        return complain("play: --out: %s", err.text);
    session->brisk = invocation_has(inv, "demo");
    session->pause = session->brisk && terminal_is(stdout) ? DEMO_PAUSE : 0;
    return STATUS_DONE;
}

/* A game that is over leaves the place of unfinished games, if it came from there. */
static void forget_saved(const struct session *session)
{
    char path[PATH_MAX];

    if (session->resumed_unfinished && save_place(session->setup->game, path, NULL) == BZ_OK)
        unlink(path);
}

static void keep_unfinished(const struct session *session)
{
    struct bz_error err;

    if (!play_has_person(session))
        say("The game is left unfinished.");
    else if (session->record->length == 0)
        say("Nothing was played, so nothing is saved.");
    else if (save_unfinished(session->record, session->resumed_unfinished, &err))
        say("The game could not be saved: %s.", err.text);
    else
        say("The game is saved; go on with: bazi play --resume");
}

static int write_out(const struct session *session)
{
    struct bz_error err;

    if (!session->out || save_write(session->record, session->out, &err) == BZ_OK)
        return STATUS_DONE;
    complain("play: --out: %s", err.text);
    return STATUS_BAD;
}

static int play(struct session *session)
{
    enum outcome outcome;
    int status;

    interrupt_catch();
    show_opening(session);
    outcome = play_turns(session);
    if (bz_record_is_over(session->record)) {
        show_end(session);
        forget_saved(session);
    } else {
        keep_unfinished(session);
    }
    status = write_out(session);
    if (outcome == OUTCOME_STOP)
        return interrupt_status();
    return outcome == OUTCOME_FAILED ? STATUS_BAD : status;
}

static void release(struct sitting *sitting)
{
    struct session *session = &sitting->session;

    session_close(session);
    for (int i = 0; i < BZ_PLAYERS_MAX; i++)
        bz_player_free(session->players[i]);
    bz_lobby_free(session->house.lobby);
    bz_record_release(&sitting->record);
    bz_setup_release(&sitting->setup);
}

/* From the opened game to its end. */
static int sit_down(const struct invocation *inv, struct sitting *sitting)
{
    struct session *session = &sitting->session;
    int status;

    session->setup = &sitting->setup;
    session->record = session->game = &sitting->record;
    status = prepare(inv, session);
    if (status == STATUS_DONE && bz_record_is_over(session->record))
        status = complain("play: the game is over already in this position");
    if (status == STATUS_DONE)
        status = play(session);
    release(sitting);
    return status;
}

int cmd_play(const struct invocation *inv)
{
    struct sitting *sitting = calloc(1, sizeof(*sitting));
    int status;

    if (!sitting)
        return complain("play: not enough memory");
    status = invocation_has(inv, "resume") ? open_saved(inv, sitting) : open_new(inv, sitting);
    if (status == STATUS_DONE)
        status = sit_down(inv, sitting);
    free(sitting);
    return status;
}
