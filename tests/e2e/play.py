"""Playing in the terminal: scripted through a pipe, and by keys and signals at a real terminal."""

import json
import os
import re
import signal
import subprocess
import time

from drive import BAZI, Terminal, environment, plain, run, scratch
from tap import case, case_for, contains, equal, lacks, run_cases

GAME = json.loads(run(["games", "--json"]).out.splitlines()[0])["name"]
QUICK = "alphabeta:plies=2"
SLOW = "best:movetime=60000,book=never"
# The opponent of this 4x4 game plays the first legal move, so every line of it is known.
KNOWN = ["play", "-o", "size=4", "--p2", "simple"]


def saved_in(home):
    return os.path.join(home, ".local", "state", "bazi", GAME + ".record")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def played(args, *lines, status=0, **more):
    result = run(args, stdin="".join(line + "\n" for line in lines), **more)
    equal(result.status, status, f"status ({result.err})")
    return result.out


# Scripted

@case
def a_scripted_game_comes_to_its_end():
    out = played(KNOWN, "a1", *["1"] * 20)
    contains(out, "Black plays a1.")
    contains(out, "White plays b1.")
    contains(out.splitlines()[-1], "wins after")
    contains(out.splitlines()[-1], "has no move left.")
    lacks(out, "\x1b", "output without a terminal")
    lacks(out, "Black>", "no prompt without a terminal")


@case
def moves_by_number_and_by_text_are_the_same_game():
    by_text = played(KNOWN, "d4", "quit")
    by_number = played(KNOWN, "2", "quit")
    equal(by_text, by_number)


@case
def the_end_of_input_ends_the_game_politely():
    home = scratch()
    out = played(KNOWN, "a1", env={"HOME": home})
    contains(out, "The game is saved; go on with: bazi play --resume")
    contains(read(saved_in(home)), "a1 b1")


@case
def no_input_at_all_saves_nothing():
    home = scratch()
    contains(played(KNOWN, env={"HOME": home}), "nothing is saved")
    equal(os.path.exists(saved_in(home)), False)


@case
def a_last_line_without_an_end_counts():
    result = run(KNOWN, stdin="a1")
    contains(result.out, "Black plays a1.")


@case
def carriage_returns_and_blanks_are_forgiven():
    contains(run(KNOWN, stdin="  a1 \t\r\nquit\r\n").out, "Black plays a1.")


def explained(line, *parts):
    out = played(KNOWN, line, "moves", "quit")
    for part in parts:
        contains(out, part)
    equal(out.count("Black to move, 4 choices:"), 2, "the position is the same")


case_for("explained: a word that is no move", explained, "castle", "castle", "'help'")
case_for("explained: a cell that may not be removed", explained, "b1", "b1")
case_for("explained: a jump in the opening", explained, "a1-c1", "a1-c1")
case_for("explained: a number too large", explained, "5", "no choice 5", "1 to 4")
case_for("explained: zero", explained, "0", "no choice 0", "1 to 4")
case_for("explained: a negative number", explained, "-1", "no choice -1", "1 to 4")
case_for("explained: an endless number", explained, "9" * 300, "1 to 4")
case_for("explained: a word with too much behind it", explained, "undo everything", "'help'")
case_for("explained: control characters", explained, "\x1b[31mred", "\\x1b")
case_for("explained: a line without end", explained, "x" * 5000, "at most 1024 characters")


@case
def a_long_line_is_not_split_into_moves():
    out = played(KNOWN, " " * 3000 + "a1", "quit")
    lacks(out, "Black plays")


@case
def noise_does_no_harm():
    noise = bytes((i * 89 + i // 7) % 256 for i in range(300000))
    equal(run(KNOWN, stdin=noise).status, 0)


@case
def undo_goes_back_to_the_own_last_turn():
    out = played(KNOWN, "undo", "a1", "undo", "fen", "quit")
    contains(out, "There is no move of yours to take back.")
    contains(out, "2 plies taken back.")
    contains(out, "BWBW/WBWB/BWBW/WBWB b")


@case
def undo_with_two_people_takes_one_ply():
    out = played(["play", "-o", "size=4", "--p2", "human"], "a1", "undo", "quit")
    contains(out, "1 ply taken back.")


@case
def undo_goes_on_as_if_nothing_had_been():
    home = scratch()
    played(KNOWN, "a1", "undo", "d4", "quit", env={"HOME": home})
    contains(read(saved_in(home)), "d4 ")
    lacks(read(saved_in(home)), "a1")


@case
def hint_knows_a_won_game():
    # With a hole at a1 and b1 the 4x4 game is small enough to be seen to its end.
    out = played(KNOWN, "a1", "hint", "quit", timeout=30)
    wanted = re.compile(r"Hint: \S+ \(sees a (win|loss) in \d+ pl(y|ies); ")
    equal(wanted.search(out) is not None, True, out)


@case
def the_computer_says_how_deep_it_looked():
    out = played(["play", "--p2", QUICK], "a1", "quit")
    equal(re.search(r"White plays \S+ \(.*; 2 plies deep, [\d,]+ nodes, \d+\.\d+ s\)\.", out)
          is not None, True, out)


@case
def the_small_words():
    out = played(KNOWN, "help", "?", "moves", "m", "board", "b", "eval", "fen", "quit")
    for word in ("undo", "hint", "save", "resign", "quit"):
        contains(out, f"\n  {word}")
    equal(out.count("Black to move, 4 choices:"), 3)
    contains(out, "Points: Black 4, White")


@case
def resigning_loses():
    out = played(KNOWN, "a1", "resign")
    contains(out.splitlines()[-1], "White wins after 2 plies: Black resigned.")


@case
def the_record_is_written_at_the_end():
    file = os.path.join(scratch(), "record")
    played([*KNOWN, "--out", file], "a1", *["1"] * 20)
    text = read(file)
    contains(text, f'[Game "{GAME}"]')
    contains(text, '[Options "size=4"]')
    contains(text, '[P2 "simple"]')
    contains(text, '[Reason "')
    equal(os.listdir(os.path.dirname(file)), ["record"], "no temporary file stays")


@case
def a_record_on_a_full_disk_is_told():
    result = run([*KNOWN, "--out", "/dev/full"], stdin="a1\nquit\n")
    equal(result.status, 1)
    contains(result.err, "bazi: play: --out: /dev/full")


@case
def a_finished_record_is_not_resumed():
    file = os.path.join(scratch(), "record")
    played([*KNOWN, "--out", file], "a1", "resign")
    result = run(["play", "--resume", file])
    equal(result.status, 2)
    contains(result.err, "over")


@case
def save_and_resume_by_file():
    file = os.path.join(scratch(), "my game")
    contains(played(KNOWN, "a1", f"save {file}", "quit"), "Saved")
    out = played(["play", "--resume", file], "fen", "quit")
    contains(out, "Black (human) against White (simple)")
    contains(out, "2BW/WBWB/BWBW/WBWB b")


@case
def a_folder_that_cannot_be_written_is_told_and_the_game_goes_on():
    out = played(KNOWN, "a1", "save", "save /no/such/folder/x", "undo", "d4", "quit",
                 env={"HOME": "/dev/null"})
    equal(out.count("Not saved: "), 2)
    contains(out, "Black plays d4.")
    contains(out.splitlines()[-1], "The game could not be saved: /dev/null/")


@case
def without_a_home_the_game_goes_on():
    out = played(KNOWN, "a1", "quit", env={"HOME": None})
    contains(out, "The game could not be saved: neither XDG_STATE_HOME nor HOME")


@case
def the_state_folder_may_be_elsewhere():
    state = scratch()
    played(KNOWN, "a1", "quit", env={"XDG_STATE_HOME": state})
    equal(os.listdir(os.path.join(state, "bazi")), [GAME + ".record"])


@case
def an_older_unfinished_game_is_kept_beside_the_new_one():
    env = {"HOME": scratch()}
    played(KNOWN, "a1", "quit", env=env)
    played(KNOWN, "d4", "quit", env=env)
    contains(read(saved_in(env["HOME"])), "d4")
    contains(read(saved_in(env["HOME"]) + "~"), "a1")


@case
def a_resumed_game_leaves_its_place_when_it_is_over():
    env = {"HOME": scratch()}
    played(KNOWN, "a1", "quit", env=env)
    played(["play", "--resume"], "resign", env=env)
    equal(os.path.exists(saved_in(env["HOME"])), False)
    result = run(["play", "--resume"], env=env)
    equal(result.status, 2)


@case
def a_damaged_record_is_refused_with_its_place():
    env = {"HOME": scratch()}
    played(KNOWN, "a1", "quit", env=env)
    with open(saved_in(env["HOME"]), "a", encoding="utf-8") as file:
        file.write("z9-z7\n")
    result = run(["play", "--resume"], env=env)
    equal(result.status, 2)
    contains(result.err, "line ")
    contains(read(saved_in(env["HOME"])), "z9-z7", "the file stays")


@case
def the_same_seed_plays_the_same_game():
    args = ["play", "--demo", "--p1", "random", "--p2", "random", "--seed"]
    one, two, other = (run([*args, seed]).out for seed in ("7", "7", "8"))
    equal(one, two)
    equal(one == other, False, "another seed plays the same game")


@case
def a_demonstration_without_a_terminal_is_quick():
    begin = time.monotonic()
    out = played(["play", "--demo"], timeout=60)
    contains(out.splitlines()[-1], "wins after")
    equal(time.monotonic() - begin < 30, True, "it took too long")


@case
def a_signal_saves_a_scripted_game():
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        home = scratch()
        process = subprocess.Popen([BAZI, *KNOWN], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   text=True, env=environment({"HOME": home}))
        process.stdin.write("a1\n")
        process.stdin.flush()
        while "1 choice" not in process.stdout.readline():
            pass
        process.send_signal(number)
        out, _ = process.communicate(timeout=20)
        equal(process.returncode, 128 + number)
        contains(out, "The game is saved")
        contains(read(saved_in(home)), "a1 b1")


@case
def the_board_is_plain_where_utf8_is_not_spoken():
    out = played(KNOWN, "quit", env={"LC_ALL": "C"})
    equal(out.isascii(), True, "only ASCII")
    equal(played(KNOWN, "quit", env={"LC_ALL": "C.UTF-8"}).isascii(), False, "UTF-8 is used")


# At a terminal

@case
def a_person_at_a_terminal_plays_and_quits():
    home = scratch()
    with Terminal(KNOWN, env={"HOME": home}) as terminal:
        terminal.expect("Type a move, its number, or 'help'.")
        terminal.expect("Black> ")
        terminal.line("a1")
        terminal.expect("White plays b1.")
        terminal.expect("Black> ")
        terminal.line("quit")
        terminal.expect("The game is saved; go on with: bazi play --resume")
        equal(terminal.wait(), 0)
    contains(read(saved_in(home)), "a1 b1")


@case
def control_d_leaves():
    with Terminal(KNOWN) as terminal:
        terminal.expect("Black> ")
        terminal.keys("\x04")
        terminal.expect("Nothing was played")
        equal(terminal.wait(), 0)


@case
def control_c_at_the_prompt_saves_and_resume_goes_on():
    env = {"HOME": scratch()}
    with Terminal(KNOWN, env=env) as terminal:
        terminal.expect("Black> ")
        terminal.line("d4")
        terminal.expect("Black> ")
        terminal.send("c2-\x03")
        terminal.expect("The game is saved; go on with: bazi play --resume")
        equal(terminal.wait(), 130)
    with Terminal(["play", "--resume"], env=env) as terminal:
        terminal.expect("Black (human) against White (simple)")
        terminal.expect("Black> ")
        terminal.line("fen")
        terminal.expect(re.compile(r"/\S+ b\n"))
        terminal.line("undo")
        terminal.expect("2 plies taken back.")
        terminal.line("q")
        equal(terminal.wait(), 0)


@case
def control_c_while_the_computer_thinks_saves():
    home = scratch()
    with Terminal(["play", "--p2", SLOW], env={"HOME": home}) as terminal:
        terminal.expect("Black> ")
        terminal.line("a1")
        terminal.expect(re.compile(r"thinking|depth"))
        time.sleep(0.3)
        terminal.send("\x03")
        terminal.expect("The game is saved", timeout=5)
        equal(terminal.wait(5), 130)
    text = read(saved_in(home))
    equal(text.split("\n\n")[1].split(), ["a1"], "only what was played")


@case
def a_closed_terminal_saves():
    home = scratch()
    with Terminal(KNOWN, env={"HOME": home}) as terminal:
        terminal.expect("Black> ")
        terminal.line("a1")
        terminal.expect("1 choice")
        terminal.signal(signal.SIGHUP)
        equal(terminal.wait(), 129)
    contains(read(saved_in(home)), "a1 b1")


@case
def termination_during_a_hint_saves():
    home = scratch()
    with Terminal(["play", "--p2", QUICK], env={"HOME": home}) as terminal:
        terminal.expect("Black> ")
        terminal.line("a1")
        terminal.expect("Black> ")
        terminal.line("hint")
        time.sleep(0.2)
        terminal.signal(signal.SIGTERM)
        equal(terminal.wait(), 143)
    contains(read(saved_in(home)), "a1 ")


@case
def suspended_and_continued_the_prompt_is_there_again():
    with Terminal(KNOWN) as terminal:
        terminal.expect("Black> ")
        terminal.signal(signal.SIGSTOP)
        time.sleep(0.2)
        terminal.signal(signal.SIGCONT)
        terminal.line("a1")
        terminal.expect("White plays b1.")
        terminal.line("quit")
        equal(terminal.wait(), 0)


@case
def tab_completes_moves_and_words():
    with Terminal(KNOWN) as terminal:
        terminal.expect("Black> ")
        terminal.keys("d\t\r")
        terminal.expect("Black plays d4.")
        terminal.expect("Black> ")
        terminal.keys("un\t\r")
        terminal.expect("2 plies taken back.")
        terminal.expect("Black> ")
        terminal.keys("\t\t")
        terminal.expect("resign")
        terminal.send("quit\r")
        equal(terminal.wait(), 0)


@case
def the_arrow_brings_back_what_was_typed():
    with Terminal(KNOWN) as terminal:
        terminal.expect("Black> ")
        terminal.line("fen")
        terminal.expect("WBWB b")
        terminal.expect("Black> ")
        terminal.keys("\x1b[A\r")
        terminal.expect("WBWB b")
        terminal.line("quit")
        equal(terminal.wait(), 0)


@case
def a_narrow_window_gets_narrow_lists():
    fen = "BWBWBWBW/WBWBWBWB/BW1WBW1W/WBWBWBWB/BWBWBWBW/WBWBWBWB/BW1WBW1W/WBWBWBWB b"
    with Terminal(["play", "--p2", "simple", "--fen", fen], columns=40) as terminal:
        terminal.expect(re.compile(r"\d\d choices:\n"))
        listed = terminal.expect("Black> ")
        terminal.line("help")
        terminal.expect("quit, q")
        terminal.expect("Black> ")
        terminal.line("quit")
        equal(terminal.wait(), 0)
        lines = listed.splitlines()[:-1]
        equal(len(lines) >= 3, True, f"several rows:\n{listed}")
        equal(len({line.find("-") for line in lines}), 1, "rows in line")
        wide = [line for line in terminal.text.splitlines() if len(line) > 40]
        equal(wide, [], "lines wider than the window")


@case
def colours_only_where_wanted():
    for env, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False),
                          ({"LC_ALL": "C"}, False)):
        with Terminal(KNOWN, env=env) as terminal:
            board = terminal.expect("Black> ")
            terminal.line("quit")
            equal(terminal.wait(), 0)
            equal("\x1b[48;5" in terminal.raw, coloured, f"colour with {env}")
            contains(board, "Black to move")


@case
def a_dumb_terminal_sees_no_escapes():
    with Terminal(KNOWN, env={"TERM": "dumb"}) as terminal:
        terminal.expect("Black> ")
        terminal.line("a1")
        terminal.expect("White plays b1.")
        terminal.expect("Black> ")
        terminal.send("\x03")
        equal(terminal.wait(), 130)
        lacks(terminal.raw, "\x1b")


@case
def a_demonstration_on_a_terminal_can_be_watched():
    begin = time.monotonic()
    with Terminal(["play", "--demo", "-o", "size=4"]) as terminal:
        terminal.expect("wins after")
        equal(terminal.wait(), 0)
    seconds = time.monotonic() - begin
    equal(2 < seconds < 30, True, f"{seconds:.1f} s for six moves")


@case
def a_demonstration_can_be_interrupted():
    home = scratch()
    with Terminal(["play", "--demo"], env={"HOME": home}) as terminal:
        terminal.expect("plays")
        terminal.send("\x03")
        equal(terminal.wait(5), 130)
    equal(os.path.exists(saved_in(home)), False, "a demonstration is not saved")


@case
def a_line_typed_without_end_is_refused():
    with Terminal(KNOWN) as terminal:
        terminal.expect("Black> ")
        for _ in range(20):
            terminal.send("x" * 100)
            time.sleep(0.02)
        terminal.send("\r")
        terminal.expect("at most 1024 characters")
        terminal.line("quit")
        equal(terminal.wait(), 0)


@case
def the_last_screen_shows_result_and_board():
    with Terminal(KNOWN) as terminal:
        terminal.expect("Black> ")
        terminal.line("resign")
        end = terminal.expect("White wins after 0 plies: Black resigned.")
        contains(plain(end), "a  b  c  d")
        equal(terminal.wait(), 0)


run_cases()
