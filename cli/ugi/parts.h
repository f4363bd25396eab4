/*
 * parts.h - what the files of the session offer each other.
 */
#ifndef UGI_PARTS_H
#define UGI_PARTS_H

#include "session.h"
#include "tokens.h"

/* out.c: a line is opened, filled and closed by the same thread; it goes out in one piece. */
int ugi_out_init(struct ugi_out *out, ugi_write *write, void *context);
void ugi_out_release(struct ugi_out *out);
struct bz_buf *ugi_open(struct ugi *ugi);
void ugi_close(struct ugi *ugi);
__attribute__((format(printf, 2, 3))) void ugi_say(struct ugi *ugi, const char *format, ...);

/* options.c */
void ugi_options_init(struct ugi *ugi);
/* The evaluations on offer are those of the session's setup: to be called when that changes. */
void ugi_options_refresh(struct ugi *ugi);
void ugi_do_ugi(struct ugi *ugi, struct tokens *tokens);
void ugi_do_setoption(struct ugi *ugi, struct tokens *tokens);
const struct bz_eval *ugi_options_eval(const struct ugi *ugi);

/* engine.c: has the engine ready for setup and options; on failure there is none. Called
 * early, so that `go` need not wait for it, and by `go`, which reports a failure. */
int ugi_engine_make(struct ugi *ugi, struct bz_error *err);
/* The same after a change of setup, which may leave the engine without a game it can play: then the
 * default one takes its place. */
void ugi_engine_refit(struct ugi *ugi);
void ugi_engine_drop(struct ugi *ugi);
/* Says what would let the engine know more. */
void ugi_engine_hint(struct ugi *ugi);

/* position.c */
void ugi_do_position(struct ugi *ugi, struct tokens *tokens);
void ugi_to_start(struct ugi *ugi);
/* Takes the place of base, and goes to its starting position. */
void ugi_rebase(struct ugi *ugi, const struct bz_setup *setup);

/* search.c: the search thread. */
int ugi_search_init(struct ugi *ugi);
void ugi_search_release(struct ugi *ugi);
/* Whether a perft is running: the `readyok` then comes after its answer, and input goes on. */
bool ugi_search_defers(struct ugi *ugi);
bool ugi_search_running(struct ugi *ugi);
/* Whether one with limits, or a perft, is not yet about to answer. */
bool ugi_search_lasts(struct ugi *ugi);
void ugi_search_start(struct ugi *ugi, const struct bz_limits *limits);
void ugi_search_perft(struct ugi *ugi, int plies);
void ugi_search_stop(struct ugi *ugi);
/* Waits until no search runs; one without limits is stopped first. */
void ugi_search_settle(struct ugi *ugi);
/* The same in no more than ten seconds, for the end of the input; and at once, for `quit`. */
void ugi_search_finish(struct ugi *ugi);
void ugi_search_quit(struct ugi *ugi);

/* info.c: what a search has to say. */
void ugi_say_info(struct ugi *ugi, const struct bz_info *info);
void ugi_say_answer(struct ugi *ugi, const struct bz_answer *answer);

/* go.c, query.c */
void ugi_do_go(struct ugi *ugi, struct tokens *tokens);
void ugi_do_query(struct ugi *ugi, struct tokens *tokens);

#endif
