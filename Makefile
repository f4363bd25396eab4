# A thin front for Meson. The build presets live in tools/build, one line each.
#
#   make CC=clang               another compiler
#   make BOOTSTRAP=:            install no packages
#   make install PREFIX=/usr DESTDIR=stage

BOOTSTRAP ?= tools/bootstrap
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60

.PHONY: all run test test-all lint format bench bench-diamonds bench-hotk bench-monopoly bench-slips bench-strength
.PHONY: fuzz install clean help
.NOTPARALLEL:

all: ## build the release program, ./bazi
	@$(BOOTSTRAP) run
	@tools/build release
	@ln -sf build/release/cli/bazi bazi

run: all ## build it and play a game, or watch one where there is no terminal
	@if [ -t 0 ] && [ -t 1 ]; then exec ./bazi play; else exec ./bazi play --demo; fi

test: ## build with assertions and run every test
	@$(BOOTSTRAP) test
	@tools/suite test

test-all: ## the tests again under sanitizers, the heavy ones, a fuzz smoke
	@$(BOOTSTRAP) all
	@tools/test-all

lint: ## formatter, linters, warnings as errors, layers, sizes
	@$(BOOTSTRAP) lint
	@tools/lint

format: ## rewrite the sources in the house format
	@$(BOOTSTRAP) lint
	@tools/sources | xargs clang-format -i

bench: all ## measure speed in the release build
	@tools/bench

bench-strength: all ## play the matches the engines are held to: hours; ARGS='--scale 0.02' for a taste
	@ninja -C build/release --quiet bench/strength
	@build/release/bench/strength $(ARGS)

bench-diamonds: all ## plan on our own maps, ARGS='60 barbed=enter FILE...', or ARGS='--random 50'
	@ninja -C build/release --quiet bench/diamonds
	@build/release/bench/diamonds $(ARGS)

bench-slips: all ## compare lone agents on slippery ground: ARGS='50 @greedy @best:movetime=100 MAP...'
	@ninja -C build/release --quiet bench/slips
	@build/release/bench/slips $(ARGS)

bench-hotk: all ## prove fifty deals of Hand of the King from the first move; minutes
	@ninja -C build/release --quiet bench/hotk
	@build/release/bench/hotk

bench-monopoly: all ## solve Monopoly, compute players; an hour, 3 GB, 0.7 GB of disk; ARGS=bounds checks it
	@ninja -C build/release --quiet bench/monopoly
	@build/release/bench/monopoly build/monopoly.table $(ARGS)

fuzz: ## fuzz every parser for FUZZ_SECONDS each
	@$(BOOTSTRAP) all
	@tools/fuzz $(FUZZ_SECONDS)

install: ## program, library, headers, man pages, completions (PREFIX, DESTDIR)
	@$(BOOTSTRAP) run
	@tools/build install --prefix=$(PREFIX)
	@DESTDIR='$(abspath $(DESTDIR))' tools/meson install -C build/install --no-rebuild --quiet

clean: ## remove everything built
	rm -rf build bazi

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile
