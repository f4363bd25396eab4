/*
 * store.h - tournaments with their players, games, events and ratings, and the queue of games that
 * workers on any number of machines share; in SQLite or in PostgreSQL.
 *
 * Every function below is one transaction: what it was asked for is there as a whole, also after a
 * loss of power, or not at all. A store belongs to one thread at a time.
 *
 * BZ_ERROR_BUSY: not at the moment (locked, disk full, connection lost); the same call may succeed
 * later, and a lost connection is then opened again. BZ_ERROR_DAMAGED: no store, a broken one, or
 * one of a newer version. BZ_ERROR_STALE: a game or a worker was taken away from the caller.
 *
 * Texts are UTF-8. Those handed to a callback are gone when it returns; it must not call the store,
 * and ends the walk by returning something else than 0, which the function then returns.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bazi/buf.h"
#include "bazi/error.h"

enum {
    BZ_STORE_SEATS_MAX = 8,
    BZ_STORE_CLAIM_MAX = 64,
    BZ_STORE_FILE_MAX = 64 << 20,
    BZ_STORE_TEXT_MAX = 16 << 20,
    BZ_STORE_EXCERPT_MAX = 64 << 10,
    BZ_STORE_HASH = 65 /* SHA-256 in hexadecimal digits, with its terminator */
};

struct bz_store;

/* The one who creates opens a store that is there already. An older one is brought up to date by
 * whoever does not only read. */
enum bz_store_mode { BZ_STORE_READ, BZ_STORE_OPEN, BZ_STORE_CREATE };

/* How long a call waits for others' locks before it is BZ_ERROR_BUSY. Once `stop` is true, where it
 * is not NULL, no server is waited for any more. */
struct bz_store_wait {
    int millis;
    const atomic_bool *stop;
};
enum { BZ_STORE_PATIENCE = 10000 }; /* milliseconds, unless told */

/* `url` is a path, sqlite:PATH, or postgres://… as libpq reads it. BZ_ERROR_BUSY also where no
 * server answers; one that does not let us in is BZ_ERROR_IO, and BZ_ERROR_UNKNOWN that nobody has
 * made a store there yet. */
int bz_store_open(const char *url, enum bz_store_mode mode, struct bz_store **ret_store,
                  struct bz_error *err);
int bz_store_open_waiting(const char *url, enum bz_store_mode mode, struct bz_store_wait wait,
                          struct bz_store **ret_store, struct bz_error *err);
void bz_store_close(struct bz_store *store);
/* The url for everybody's eyes: PASSWORD stands where there is one. */
void bz_store_url_show(const char *url, struct bz_buf *out);

/* Tournaments and players. */

struct bz_store_tournament {
    int64_t id;
    const char *name, *config, *state; /* the caller's words */
    uint64_t seed;
    const char *created; /* when, UTC, for people; set by the store */
};

struct bz_store_player {
    int64_t id;
    int number; /* from 0 on, in its tournament */
    const char *name, *spec, *state;
};

/* A file of a player's program; its content is kept once, by its hash. */
struct bz_store_file {
    const char *path;
    int mode;
    char hash[BZ_STORE_HASH];
};

/* Adds a tournament and all its players, whose ids it fills in. BZ_ERROR_UNFIT where one of that
 * name exists. */
int bz_store_tournament_add(struct bz_store *store, struct bz_store_tournament *tournament,
                            struct bz_store_player *players, int count, struct bz_error *err);
int bz_store_tournament_state(struct bz_store *store, int64_t tournament, const char *state,
                              struct bz_error *err);
/* BZ_ERROR_UNKNOWN where there is none. */
int bz_store_tournament_find(struct bz_store *store, const char *name, int64_t *ret_tournament,
                             struct bz_error *err);
typedef int bz_store_each_tournament(void *context, const struct bz_store_tournament *tournament);
/* The one, or all where `tournament` is 0. */
int bz_store_tournaments(struct bz_store *store, int64_t tournament, bz_store_each_tournament *each,
                         void *context, struct bz_error *err);
/* The event, unless it is NULL, is added only where the state was another one: once, however many
 * say the same. */
struct bz_store_event;
int bz_store_player_state(struct bz_store *store, int64_t player, const char *state,
                          const struct bz_store_event *event, struct bz_error *err);
typedef int bz_store_each_player(void *context, const struct bz_store_player *player);
int bz_store_players(struct bz_store *store, int64_t tournament, bz_store_each_player *each,
                     void *context, struct bz_error *err);

/* Keeps a content, once however often it is put. */
int bz_store_file_put(struct bz_store *store, const void *content, size_t length,
                      char ret_hash[BZ_STORE_HASH], struct bz_error *err);
/* Fetches it, and checks it by its hash; free() what comes, which has a zero behind it. */
int bz_store_file_get(struct bz_store *store, const char *hash, void **ret_content,
                      size_t *ret_length, struct bz_error *err);
/* Replaces the files of a player by these, whose contents have been put. */
int bz_store_player_files_set(struct bz_store *store, int64_t player,
                              const struct bz_store_file *files, int count, struct bz_error *err);
typedef int bz_store_each_file(void *context, const struct bz_store_file *file);
int bz_store_player_files(struct bz_store *store, int64_t player, bz_store_each_file *each,
                          void *context, struct bz_error *err);

/* Games. */

enum bz_store_state { BZ_STORE_QUEUED, BZ_STORE_PLAYING, BZ_STORE_DONE, BZ_STORE_VOID };
enum { BZ_STORE_STATES = 4 };
const char *bz_store_state_word(enum bz_store_state state);

enum bz_store_result { BZ_STORE_NONE, BZ_STORE_WIN, BZ_STORE_DRAW, BZ_STORE_LOSS };

struct bz_store_seat {
    int64_t player;
    const char *name; /* of the player, when read */
    enum bz_store_result result;
    double points;
    const char *excerpt; /* any bytes: what a program wrote to standard error; its end is kept */
    size_t excerpt_length;
};

struct bz_store_move {
    const char *text;
    uint64_t position; /* key of the position behind it; the first is "", with the start */
};

struct bz_store_game {
    int64_t id, tournament;
    int64_t number; /* in its tournament; a game is known by it */
    int round, pairing;
    const char *game; /* its name */
    const char *task; /* whatever a worker needs to know to play it */
    enum bz_store_state state;
    int attempt;    /* how often it was begun */
    int64_t worker; /* who plays or played it, or 0 */
    int seat_count;
    struct bz_store_seat seats[BZ_STORE_SEATS_MAX];
    /* How it ended. */
    const char *result, *ruling; /* as in a record; "" without */
    int loser;                   /* by the ruling, or -1 */
    int plies;
    double seconds;
    uint64_t print;                    /* the same for the same moves from the same start */
    const char *record;                /* as a text */
    const struct bz_store_move *moves; /* only written, never read back: the record has them */
    int move_count;
};

/* Adds games, queued or done. One whose number is there already is left as it is: the same call
 * made twice does no harm. */
int bz_store_enqueue(struct bz_store *store, const struct bz_store_game *games, int count,
                     struct bz_error *err);
/* Queued games that nobody shall play become void. */
int bz_store_void(struct bz_store *store, const int64_t *games, int count, struct bz_error *err);

/* Which games; what is 0 or NULL does not matter. */
struct bz_store_filter {
    int64_t tournament, id;
    const char *player; /* the name of one who sat there */
    const char *game, *result, *ruling;
    bool by_state, by_position, twins; /* twins: games that another of the tournament repeats */
    enum bz_store_state state;
    uint64_t position; /* reached in it */
    bool records;      /* hand over records, tasks and excerpts too; else they are "" */
};
typedef int bz_store_each_game(void *context, const struct bz_store_game *game);
/* In the order of tournaments and numbers, one in memory at a time. */
int bz_store_games(struct bz_store *store, const struct bz_store_filter *filter,
                   bz_store_each_game *each, void *context, struct bz_error *err);
/* How many there are in each state; of tournament 0, in all of them. */
int bz_store_count(struct bz_store *store, int64_t tournament, int64_t ret_counts[BZ_STORE_STATES],
                   struct bz_error *err);
/* The same, but only whether any is queued or being played: as quick however many there are. */
int bz_store_unfinished(struct bz_store *store, int64_t tournament, bool *ret_any,
                        struct bz_error *err);

/* How one player fared against one other in all games done; each pair comes both ways. */
struct bz_store_score {
    int64_t player, rival;
    int64_t games, wins, draws, losses;
    double points, rival_points;
};
typedef int bz_store_each_score(void *context, const struct bz_store_score *score);
int bz_store_scores(struct bz_store *store, int64_t tournament, bz_store_each_score *each,
                    void *context, struct bz_error *err);

/* Workers and the queue. A worker is alive while its beat changes; whoever watches it does so by
 * his own clock, no two clocks are ever compared. */

enum bz_store_life { BZ_STORE_ALIVE, BZ_STORE_LEFT, BZ_STORE_DEAD };

struct bz_store_worker {
    int64_t id;
    const char *host, *session; /* session: what makes a process of that number unique */
    int64_t pid, beat;
    double speed;
    enum bz_store_life life;
    const char *started;
    int64_t playing; /* games it has now */
};

int bz_store_worker_add(struct bz_store *store, struct bz_store_worker *worker,
                        struct bz_error *err);
int bz_store_beat(struct bz_store *store, int64_t worker, struct bz_error *err);
typedef int bz_store_each_worker(void *context, const struct bz_store_worker *worker);
/* Those alive, or all that ever were. */
int bz_store_workers(struct bz_store *store, bool all, bz_store_each_worker *each, void *context,
                     struct bz_error *err);
/* Buries a worker, or lets it go: its games are queued again. One that is not alive stays so. An
 * event "dead" of every tournament whose games a buried one had says so, once. */
int bz_store_worker_end(struct bz_store *store, int64_t worker, enum bz_store_life life,
                        struct bz_error *err);

/* Games as copies of their own. */
struct bz_store_hand {
    struct bz_store_game games[BZ_STORE_CLAIM_MAX];
    void *memory[BZ_STORE_CLAIM_MAX];
    int count;
};
/* The oldest queued games, at most `max`, of one tournament or of all (0), in the order in which
 * they came into the queue, whatever their numbers. */
int bz_store_claim(struct bz_store *store, int64_t worker, int64_t tournament, int max,
                   struct bz_store_hand *ret_hand, struct bz_error *err);
void bz_store_hand_release(struct bz_store_hand *hand);
/* Of the games the store takes to be this worker's it keeps only these, at most BZ_STORE_CLAIM_MAX;
 * the others are queued again. For behind a claim that was BZ_ERROR_BUSY: perhaps only its answer
 * was lost. */
int bz_store_keep(struct bz_store *store, int64_t worker, const int64_t *games, int count,
                  struct bz_error *err);

struct bz_store_event {
    int64_t id, tournament;
    const char *at; /* when, UTC, for people; set by the store */
    const char *kind, *text;
    int64_t game, player, worker; /* 0 where it is about none */
};

/* The end of a game: id, attempt and worker as claimed, seats in their order, and what happened.
 * The same call made again, after a lost connection, does no harm. */
int bz_store_finish(struct bz_store *store, const struct bz_store_game *game,
                    const struct bz_store_event *events, int count, struct bz_error *err);
/* Several at once, which costs hardly more than one. ret_codes says of each whether it counts,
 * BZ_OK, or was taken away meanwhile, BZ_ERROR_STALE; what happened in such a game is dropped. */
int bz_store_finish_all(struct bz_store *store, const struct bz_store_game *games, int count,
                        const struct bz_store_event *events, int event_count, int *ret_codes,
                        struct bz_error *err);
/* Back into the queue, unplayed. */
int bz_store_give_back(struct bz_store *store, const struct bz_store_game *game,
                       struct bz_error *err);

/* Events and ratings. */

int bz_store_event_add(struct bz_store *store, const struct bz_store_event *event,
                       struct bz_error *err);
typedef int bz_store_each_event(void *context, const struct bz_store_event *event);
/* Those behind the event `after`, or all behind 0. Where several write at once, one may still
 * appear before one already seen: good for watching, not for counting. */
int bz_store_events(struct bz_store *store, int64_t tournament, int64_t after,
                    bz_store_each_event *each, void *context, struct bz_error *err);

struct bz_store_rating {
    int64_t player;
    double rating, low, high;
    int64_t games;
};
/* Replaces those of the tournament. */
int bz_store_ratings_set(struct bz_store *store, int64_t tournament,
                         const struct bz_store_rating *ratings, int count, struct bz_error *err);
typedef int bz_store_each_rating(void *context, const struct bz_store_rating *rating);
int bz_store_ratings(struct bz_store *store, int64_t tournament, bz_store_each_rating *each,
                     void *context, struct bz_error *err);

/* Calls `each` with every fault of the database's own structure: damaged pages, rows that belong to
 * nothing. */
typedef int bz_store_each_fault(void *context, const char *text);
int bz_store_check(struct bz_store *store, bz_store_each_fault *each, void *context,
                   struct bz_error *err);

#endif
