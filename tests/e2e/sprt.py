"""Sequential tests: of counts given by hand, and of games that are played until it is decided."""

import json
import math
import os
import re
import signal
import subprocess

from drive import BAZI, environment, run, scratch
from tap import case, contains, equal, lacks, run_cases

AGENT = os.environ.get("BAZI_AGENT", "")


def sprt(*args, status=0):
    result = run(["sprt", *args, "--json"])
    if status is not None:
        equal(result.status, status, f"status of {args} ({result!r})")
    equal(len(result.out.splitlines()), 1)
    return json.loads(result.out)


def logistic_ratio(counts, elo0, elo1):
    """From the definition: the likeliest distribution with each mean, by halving an interval."""
    seen = [count or 1e-3 for count in counts]
    total, ratio = sum(seen), 0.0
    for elo, sign in ((elo0, -1), (elo1, 1)):
        mean = 1 / (1 + 10 ** (-elo / 400))
        off = [i / (len(seen) - 1) - mean for i in range(len(seen))]
        low, high = -1 / max(off), -1 / min(off)
        for _ in range(200):
            middle = (low + high) / 2
            if sum(n * b / (1 + middle * b) for n, b in zip(seen, off)) > 0:
                low = middle
            else:
                high = middle
        ratio += sign * sum(n * math.log(n / total / (1 + low * b)) for n, b in zip(seen, off))
    return ratio


@case
def counts_are_judged_without_a_game():
    report = sprt("--results", "10,5,20,9,30", "--elo0", "0", "--elo1", "20", status=1)
    equal(report["comparison"]["of"], "pairs")
    equal(report["comparison"]["counts"], [10, 5, 20, 9, 30])
    equal(abs(report["llr"] - logistic_ratio([10, 5, 20, 9, 30], 0, 20)) < 1e-6, True)
    equal(abs(report["upper"] - math.log(19)) < 1e-9, True)
    equal(report["verdict"], "undecided")
    mean = (5 * 0.25 + 10 + 9 * 0.75 + 30) / 74
    elo = report["comparison"]["elo"]
    equal(elo["value"], round(400 * math.log10(mean / (1 - mean)), 2))
    equal(elo["low"] < elo["value"] < elo["high"], True)


@case
def won_drawn_lost_are_counts_too():
    report = sprt("--results", "7,0,1", status=1)
    equal((report["comparison"]["of"], report["comparison"]["counts"]), ("games", [7, 0, 1]))
    contains(report["comparison"]["score"]["method"], "Clopper-Pearson")
    equal(report["comparison"]["superiority"], round(1 - 10 / 512, 6))
    equal(sprt("--results", "0,0,8", status=1)["comparison"]["elo"]["low_open"], True)


@case
def the_exit_status_is_the_verdict():
    equal(sprt("--results", "100,500,900,700,200", status=0)["verdict"], "H1")
    equal(sprt("--results", "200,700,900,500,100", status=1)["verdict"], "H0")
    result = run(["sprt", "--results", "200,700,900,500,100", "--model", "normalised"])
    equal(result.status, 1)
    contains(result.out.splitlines()[-1], "H0 accepted")
    contains(result.out, "normalised Elo")


@case
def nothing_is_ever_infinite():
    for counts in ("0,0,0", "8,0,0", "0,0,8", "0,9,0", "1,0,1", "0,0,0,0,0", "0,0,0,0,3",
                   "3,0,0,0,0", "0,0,3,0,0", "200000000000,0,0"):
        for model in ("logistic", "normalised"):
            result = run(["sprt", "--results", counts, "--model", model])
            lacks(result.out.lower(), "inf")
            lacks(result.out.lower(), "nan")
            json.loads(run(["sprt", "--results", counts, "--json"]).out,
                       parse_constant=lambda word: equal(word, "a number"))


@case
def the_better_one_is_found_and_the_games_end():
    report = sprt("best:nodes=300", "random", "--elo0", "0", "--elo1", "100", "--games", "1000")
    equal((report["verdict"], report["players"]), ("H1", ["best:nodes=300", "random"]))
    equal(report["games"] < 200, True, "games played")
    equal(sum(report["comparison"]["counts"]) * 2, report["games"])
    equal(abs(report["llr"] - logistic_ratio(report["comparison"]["counts"], 0, 100)) < 1e-6, True)
    report = sprt("random", "best:nodes=300", "--elo0", "0", "--elo1", "100", status=1)
    equal(report["verdict"], "H0")


@case
def a_number_that_is_the_priors_says_so():
    for counts, prior in (("8,0,0", True), ("0,0,8", True), ("7,0,1", False)):
        comparison = sprt("--results", counts, status=None)["comparison"]
        lacks(comparison["score"]["method"], "Jeffreys")
        for key in ("elo", "normalised_elo"):
            equal("Jeffreys' prior" in comparison[key]["method"], prior, f"{key} of {counts}")


@case
def games_end_at_the_limit_undecided():
    folder = scratch()
    out = os.path.join(folder, "games")
    report = sprt("random", "random", "--games", "12", "--concurrency", "2", "--out", out, status=1)
    equal((report["verdict"], report["games"]), ("undecided", 12))
    with open(out, encoding="utf-8") as file:
        equal(file.read().count("[Game "), 12)


@case
def games_begin_differently():
    equal(sprt("simple", "greedy", "--games", "20", "--elo0", "-200", status=None)["copies"], 0)
    equal(sprt("simple", "greedy", "--games", "8", "--opening", "0", status=None)["copies"], 6)


@case
def maps_without_a_deal_begin_differently():
    report = sprt("--game", "diamonds", "-o", "players=2", "simple", "greedy", "--games", "20",
                  "--elo0", "-200", "--elo1", "-190", status=None)
    equal(report["copies"] < 4, True)


@case
def rounds_played_again_prove_nothing():
    alone = ["--game", "diamonds", "-o", "turns=10", "greedy", "simple", "--games", "40"]
    report = sprt(*alone, "--elo1", "200", status=1)
    equal((report["verdict"], report["copies"]), ("undecided", 38))
    equal(sum(report["comparison"]["counts"]), 1)


@case
def one_round_that_goes_otherwise_makes_all_count():
    alone = ["--game", "diamonds", "-o", "turns=10", "greedy", "random", "--games", "20"]
    report = sprt(*alone, "--elo0", "-200", "--elo1", "-190", status=None)
    equal(sum(report["comparison"]["counts"]), 10)


@case
def who_plays_alone_is_tested_by_rounds():
    report = sprt("--game", "diamonds", "-o", "map=first-steps", "best:nodes=2000", "random",
                  "--games", "8", status=1)
    equal((report["comparison"]["of"], report["comparison"]["counts"]), ("games", [4, 0, 0]))


@case
def a_fault_is_told_and_counted():
    crash = f"cmd:{AGENT} konane crash 2"
    result = run(["sprt", crash, "random", "--games", "2", "--movetime", "200"])
    equal(result.status, 1)
    contains(result.out, "to the author of")
    contains(result.out, "faults       2 and 0 games")


@case
def an_interrupt_prints_what_there_is():
    process = subprocess.Popen(
        [BAZI, "sprt", "random", "random", "--elo0", "0", "--elo1", "0.01", "--games", "1000000",
         "--out", "/dev/stdout"], stdout=subprocess.PIPE, text=True, env=environment())
    while not process.stdout.readline().startswith("[Game "):
        pass
    process.send_signal(signal.SIGINT)
    rest = process.communicate(timeout=30)[0]
    equal(process.returncode, 130)
    contains(rest, "verdict      undecided")


@case
def wrong_orders_are_refused():
    for args, words in [
            ([], "two players"),
            (["best"], "two players"),
            (["best", "random", "--results", "1,2,3"], "no players"),
            (["--results", "1,2"], "WON,DRAWN,LOST"),
            (["--results", "1,2,3,4"], "WON,DRAWN,LOST"),
            (["--results", "1,2,3,4,5,6"], "WON,DRAWN,LOST"),
            (["--results", "1,-2,3"], "counts from 0 to"),
            (["--results", "1,2,x"], "WON,DRAWN,LOST"),
            (["--results", "1,2,999999999999999999999"], "counts from 0 to"),
            (["--results", "99999999999999,1,1"], "counts from 0 to 219902325555"),
            (["--results", "1,2,3", "--elo0", "5", "--elo1", "5"], "elo0"),
            (["--results", "1,2,3", "--elo1", "nan"], "--elo1"),
            (["--results", "1,2,3", "--elo1", "201"], "--elo1"),
            (["--results", "1,2,3", "--elo0", "-201"], "--elo0"),
            (["--results", "1,2,3", "--alpha", "0"], "alpha"),
            (["--results", "1,2,3", "--model", "bayesian"], "--model"),
            (["best", "nobody"], "no player 'nobody'"),
            (["best", "human"], "bazi play"),
            (["best", "random", "--tc", "x"], "sprt: --tc takes")]:
        result = run(["sprt", *args])
        equal(result.status, 2, f"status of {args}")
        equal(len(result.err.splitlines()), 1, f"lines of {result.err!r}")
        contains(result.err, words)


@case
def help_says_which_leads_can_be_tested():
    words = " ".join(run(["help", "sprt"]).out.split())
    for name in ("elo0", "elo1"):
        equal(re.search(rf"--{name} ELO H[01]: [a-z ]+ this, (.*?);", words)[1], "-200 to 200")
    report = sprt("--results", "3,2,1", "--elo0", "-200", "--elo1", "200")
    equal((report["elo0"], report["elo1"]), (-200, 200))


run_cases()
