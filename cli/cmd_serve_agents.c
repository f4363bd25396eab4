/*
 * cmd_serve_agents.c - `bazi serve-agents`: a course's own server, for the clients people already
 * have.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "command.h"
#include "interrupt.h"
#include "net/tcp.h"
#include "serve/tell.h"

enum { HABITS_MAX = 8, GAMES_MAX = 1000000 };

#define CONFIG_DEFAULT "config.json"

/* Options: the original server's, its configuration, those given, the map. */
static int make_setup(const struct invocation *inv, const struct bz_game *game,
                      struct bz_setup *ret_setup)
{
    const char *assignments[FLAGS_MAX + HABITS_MAX + 2], *config = invocation_value(inv, "config");
    const char *map = invocation_value(inv, "map");
    char config_option[PATH_MAX + 32], map_option[PATH_MAX + 32];
    struct bz_error err;
    int count = 0;

    for (const char *const *habit = game->wire->habits; *habit; habit++)
        assignments[count++] = *habit;
    if (!config && access(CONFIG_DEFAULT, F_OK) == 0)
        config = CONFIG_DEFAULT;
    if (config) {
        snprintf(config_option, sizeof(config_option), "%s=%s", game->wire->config, config);
        assignments[count++] = config_option;
    }
    count += invocation_values(inv, "option", assignments + count);
    if (map && game->maps) {
        snprintf(map_option, sizeof(map_option), "%s=%s", game->maps->option, map);
        assignments[count++] = map_option;
    }
    if (bz_setup_init(ret_setup, game, assignments, count, &err))
        return complain("%s", err.text);
    return STATUS_DONE;
}

static int read_numbers(const struct invocation *inv, struct bz_service *service)
{
    int64_t port, games = 1, seed = 0;
    struct bz_error err;

    if (service->setup->game->wire->read_terms(service->setup, &service->terms, &err))
        return complain("%s", err.text);
    port = service->terms.port;
    if (getrandom(&seed, sizeof(uint32_t), GRND_NONBLOCK) < 0)
        seed = getpid();
    seed %= 1000000;
    if (invocation_number(inv, "port", 0, 65535, &port) ||
        invocation_number(inv, "games", 0, GAMES_MAX, &games) ||
        invocation_number(inv, "seed", 0, INT64_MAX, &seed))
        return STATUS_USAGE;
    service->terms.port = (int)port;
    service->games = (int)games;
    service->seed = (uint64_t)seed;
    return STATUS_DONE;
}

/* An interrupt is how a server without an end is ended. */
static int status_of(const struct teller *teller, const struct bz_service *service, int code,
                     const struct bz_error *err)
{
    if (code == BZ_ERROR_STOPPED && service->games)
        return interrupt_status();
    if (code && code != BZ_ERROR_STOPPED)
        return complain("%s", err->text);
    if (interrupt_signal() && service->games)
        return interrupt_status();
    return teller->trouble || teller->failed ? STATUS_BAD : STATUS_DONE;
}

static int serve(struct bz_service *service, struct teller *teller)
{
    struct bz_error err;
    int listener, port, code;

    if (files_check(&teller->files, service->setup->game->wire, &err) ||
        bz_tcp_listen(service->terms.address, service->terms.port, &listener, &port, &err))
        return complain("%s", err.text);
    interrupt_catch();
    service->stop = interrupt_flag();
    service->listener = teller_listener(teller);
    fprintf(stderr, "bazi: %s: listening at %s port %d, seed %" PRIu64 "\n",
            service->setup->game->name, bz_quoted_path(service->terms.address).text, port,
            service->seed);
    if (teller->like_original) {
        puts("server is already run");
        fflush(stdout);
    }
    code = bz_service_run(service, listener, &err);
    bz_tcp_close(listener);
    teller_sum_up(teller);
    return status_of(teller, service, code, &err);
}

int cmd_serve_agents(const struct invocation *inv)
{
    const struct bz_game *game = invocation_game(inv, invocation_operand(inv, 0));
    struct bz_service service = {.strict = invocation_has(inv, "strict")};
    struct teller teller = {.as_json = invocation_has(inv, "json")};
    struct bz_setup setup;
    int status;

    if (!game || make_setup(inv, game, &setup))
        return STATUS_USAGE;
    service.setup = teller.setup = &setup;
    status = read_numbers(inv, &service);
    if (status == STATUS_DONE) {
        teller.games = service.games;
        teller.like_original = service.games == 1 && !teller.as_json;
        teller.files.folder = invocation_value(inv, "logs") ? invocation_value(inv, "logs") : ".";
        teller.files.out = invocation_value(inv, "out");
        teller.files.many = service.games != 1;
        status = serve(&service, &teller);
    }
    bz_setup_release(&setup);
    return status;
}
