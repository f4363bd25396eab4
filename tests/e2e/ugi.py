"""The engine protocol from outside, command by command."""

import re

import drive
from tap import case, case_for, contains, equal, lacks, run_cases
from ugi_session import JUMPS, SIX, START, Session, board_text, full_fen


# --- the handshake and the options -------------------------------------------------------------

@case
def the_handshake():
    with Session() as s:
        lines = s.ask("ugi")
        equal(bool(re.fullmatch(r"id name bazi \d+\.\d+\.\d+\S*", lines[0])), True, lines[0])
        equal(lines[1], "id author the bazi developers")
        equal(lines[-1], "ugiok")
        options = {line.split()[2]: line for line in lines[2:-1]}
        for name in ("Engine", "Depth", "Eval", "Hash", "Threads", "MultiPV", "Seed", "size",
                     "resign"):
            contains(" ".join(options), name, "option names")
        contains(options["Engine"], "type combo default best")
        for name in ("best", "minimax", "alphabeta", "expectiminimax", "random", "simple"):
            contains(options["Engine"] + " ", f" var {name} ")
        for name in ("report", "own"):
            contains(options["Eval"] + " ", f" var {name} ")
        equal(options["Depth"], "option name Depth type spin default 0 min 0 max 255")
        equal(options["size"], "option name size type string default 8")
        equal(options["resign"], "option name resign type combo default never var never var lost")
        for line in lines[2:-1]:
            equal(bool(re.fullmatch(r"option name \w+ type (spin default \d+ min \d+ max \d+|"
                                    r"combo default \S+( var \S+)+|string default \S+)", line)),
                  True, line)


@case
def options_of_the_command_line_are_the_defaults():
    with Session("konane", "-o", "size=6", "-o", "resign=lost") as s:
        lines = s.ask("ugi")
        contains("\n".join(lines), "option name size type string default 6")
        contains("\n".join(lines), "option name resign type combo default lost")
        equal(s.query("fen"), SIX)
    result = drive.run(["ugi", "konane", "-o", "size=99"])
    equal(result.status, 2)
    equal(result.out, "")
    equal(len(result.err.splitlines()), 1, result.err)
    equal(drive.run(["ugi", "nosuch"]).status, 2)
    equal(drive.run(["ugi"]).status, 2)


@case
def right_options():
    with Session() as s:
        s.quiet("setoption name Hash value 1", "setoption name Hash value 16",
                "setoption name Threads value 2", "setoption name MultiPV value 3",
                "setoption name Seed value 12345", "setoption name Depth value 4",
                "setoption   name Depth\tvalue   0  ", "setoption name Eval value own",
                "setoption name Engine value random", "setoption name size value 6",
                "setoption name depth value 4", "setoption name SIZE value 5x9")
        equal(s.query("fen"), full_fen(5, 9))


@case
def wrong_options_change_nothing():
    wrong = ["setoption", "setoption name", "setoption name size", "setoption size 6",
             "setoption name size value", "setoption name size value 3",
             "setoption name size value 17", "setoption name size value 8x",
             "setoption name size value 6 6", "setoption name size value 6x6x6",
             "setoption name resign value", "setoption name resign value maybe",
             "setoption name nosuch value 1", "setoption name SIZES value 6",
             "setoption name Hash value", "setoption name Hash value 0",
             "setoption name Hash value -1", "setoption name Hash value 1e3",
             "setoption name Hash value 99999999999999999999", "setoption name Depth value 256",
             "setoption name Depth value 3.5", "setoption name Threads value 0",
             "setoption name MultiPV value x", "setoption name Engine value nosuch",
             "setoption name Eval value nosuch", "setoption value 3 name Depth",
             "setoption name Eval own", "setoption name size value " + "6" * 5000]
    with Session() as s:
        s.quiet("position startpos moves a1 b1")
        before = s.query("fen")
        for command in wrong:
            s.error(command)
            equal(s.query("fen"), before, command)
        contains(s.error("setoption name nosuch value 1"), "'nosuch'")
        contains(s.error("setoption name nosuch value 1"), "size")
        contains(s.error("setoption name resign value maybe"), "'maybe'")


@case
def a_game_option_goes_back_to_the_start():
    with Session() as s:
        s.quiet("position startpos moves a1 b1")
        for line in s.ask("setoption name size value 6"):
            contains(line, "info string ")
            lacks(line, "error")
        equal(s.query("fen"), SIX)
        s.quiet("setoption name size value 8")
        equal(s.query("fen"), START)


@case
def the_seed_decides_random_moves():
    def moves(seed):
        with Session() as s:
            s.quiet("setoption name Engine value random", f"setoption name Seed value {seed}",
                    "position startpos")
            return [s.go().move for _ in range(20)]
    equal(moves(1), moves(1), "the same seed")
    equal(moves(1) != moves(2), True, "another seed plays otherwise")


@case
def uginewgame_goes_back_to_the_start():
    with Session() as s:
        s.quiet("setoption name size value 6", "position startpos moves a1 b1", "uginewgame")
        equal(s.query("fen"), SIX)
        s.quiet("position fen " + START, "uginewgame")
        equal(s.query("fen"), SIX)


# --- positions ---------------------------------------------------------------------------------

@case
def positions_and_moves():
    with Session() as s:
        equal(s.query("fen"), START)
        s.quiet("position startpos moves")
        equal(s.query("fen"), START)
        s.quiet("position startpos moves a1 b1 a3-a1")
        equal(s.query("fen").split()[0].split("/")[0], "B1BWBWBW")
        s.quiet(f"position fen {START} moves a1")
        equal(s.query("turn"), "p2")
        s.quiet("  position \t startpos   moves  a1\tb1 ")
        equal(s.query("turn"), "p1")
        s.quiet(f"position fen {START} moves")
        equal(s.query("fen"), START)


@case
def a_double_jump():
    with Session() as s:
        s.quiet("position fen " + JUMPS)
        moves = s.query("legalmoves").split()
        equal(moves[:2], ["a1-c1", "a1-e1"])
        s.quiet(f"position fen {JUMPS} moves a1-e1")
        equal(s.query("fen").split("/")[0], "4BWBW")


BAD_POSITIONS = [
    ("position", "startpos"),
    ("position nonsense", "'nonsense'"),
    ("position startpos a1", "'a1'"),
    ("position startpos moves a1 a1", "'a1' at move 2"),
    ("position startpos moves a1 b1 a1-a9", "'a1-a9' at move 3"),
    ("position startpos moves b1", "'b1' at move 1"),
    ("position startpos moves a1 b1 c1-e1", "'c1-e1' at move 3"),
    ("position startpos moves a1 b1 A3-A1", "'A3-A1' at move 3"),
    ("position startpos moves a1 b1 a3-a1 moves", "'moves' at move 4"),
    ("position startpos moves 0000", "'0000'"),
    ("position startpos moves a1 b1 \x7f", "\\x7f"),
    ("position fen", "fen"),
    ("position fen b", "fen"),
    ("position fen " + START[:-2], "fen"),
    ("position fen " + START[:-1] + "w", "fen"),
    ("position fen " + START[:-1] + "x", "x"),
    ("position fen " + START + " b", "fen"),
    ("position fen " + START.replace("B", "X", 1), "X"),
    ("position fen " + START.replace("BW", "WB", 1), "fen"),
    ("position fen " + START.replace("BW", "B0", 1), "0"),
    ("position fen " + START.replace("BWBWBWBW", "9", 1), "fen"),
    ("position fen " + START.replace("BW", "99999999999999999999", 1), "fen"),
    ("position fen " + "/".join(["BWB", "WBW", "BWB"]) + " b", "fen"),
    ("position fen " + full_fen(17, 17), "fen"),
    ("position fen " + START.replace("BW", "1W", 1), "fen"),
    ("position fen " + "/" * 5000, "fen"),
    ("position fen " + "B" * 50000, "fen"),
    ("position fen " + START + " moves a1 zz", "'zz' at move 2"),
    ("position fen " + SIX + " moves a1 h8", "'h8' at move 2"),
]


def bad_position(command, word):
    """Refused, the offending text named, and the old position still there."""
    with Session() as s:
        s.quiet("position startpos moves d4 c4")
        before = s.query("fen")
        contains(s.error(command), word)
        equal(s.query("fen"), before)
        equal(s.query("legalmoves") != "", True)
        equal(s.go("depth 2").move in s.query("legalmoves").split(), True)


for index, (text, part) in enumerate(BAD_POSITIONS):
    case_for(f"bad position {index}", bad_position, text, part)


@case
def a_fen_brings_its_own_size():
    with Session() as s:
        for rows, columns in ((6, 6), (16, 16), (5, 9), (4, 4), (4, 16), (8, 8), (7, 7), (11, 14)):
            fen = full_fen(rows, columns)
            s.quiet("position fen " + fen)
            equal(s.query("fen"), fen)
            moves = s.query("legalmoves").split()
            equal(len(moves) >= 4, True, moves)
            s.quiet(f"position fen {fen} moves {moves[0]}")
            search = s.go("depth 3")
            equal(search.move in s.query("legalmoves").split(), True)
        s.quiet("position startpos")
        equal(s.query("fen"), START, "the option's own size again")


@case
def large_and_oblong_boards():
    for size, rows, columns in (("16", 16, 16), ("5x9", 5, 9), ("16x4", 16, 4), ("13", 13, 13)):
        with Session("konane", "-o", "size=" + size) as s:
            equal(s.query("fen"), full_fen(rows, columns))
            played = []
            for _ in range(12):
                legal = s.query("legalmoves").split()
                search = s.go("depth 3")
                equal(search.move in legal, True, search.move)
                played.append(search.move)
                s.quiet("position startpos moves " + " ".join(played))
                fen = s.query("fen")
                s.quiet("position fen " + fen)
                equal(s.query("fen"), fen, "round trip")
            drawn = s.ask("d")
            equal(len(drawn), rows + 5, "lines of the drawing")
            equal(drawn[-1], "fen " + fen)


@case
def a_position_of_very_many_moves():
    rows = []
    for r in range(16):
        rows.append("".join("B" if (r + c) % 2 == 0 and r % 2 == 0 else
                            "W" if (r + c) % 2 and r % 2 == 0 else "." for c in range(16)))
    with Session() as s:
        s.quiet(f"position fen {board_text(rows)} b")
        moves = s.query("legalmoves").split()
        equal(len(set(moves)), len(moves), "all different")
        contains(s.one("perft 1"), f"nodes {len(moves)}")
        equal(s.query("score").split()[0], str(len(moves)))


# --- queries and small commands ----------------------------------------------------------------

@case
def queries_at_the_start():
    with Session() as s:
        for what, answer in (("gameover", "false"), ("p1turn", "true"), ("turn", "p1"),
                             ("result", "none"), ("fen", START), ("legalmoves", "a1 h8 e5 d4"),
                             ("islegal a1", "true"), ("islegal b1", "false"),
                             ("islegal nonsense", "false"), ("islegal \x01", "false")):
            equal(s.query(what), answer, what)
        s.quiet("position startpos moves a1")
        for what, answer in (("p1turn", "false"), ("turn", "p2"), ("legalmoves", "b1 a2")):
            equal(s.query(what), answer, what)


@case
def queries_of_a_finished_game():
    with Session() as s:
        for side, result in (("b", "p2win"), ("w", "p1win")):
            s.quiet(f"position fen B3/4/4/3B {side}" if side == "w" else
                    f"position fen 1W2/4/4/2W1 {side}")
            for what, answer in (("gameover", "true"), ("p1turn", "false"), ("turn", "none"),
                                 ("result", result), ("legalmoves", ""), ("islegal a1", "false"),
                                 ("score", "0 0")):
                equal(s.query(what), answer, what)
            for limits in ("", "depth 5", "nodes 10", "movetime 50", "p1time 100 p2time 100"):
                equal(s.go(limits).lines, ["bestmove (none)"], limits)
            equal(s.one("perft 0"), "nodes 1")
            equal(s.one("perft 1"), "nodes 0")
            s.ask("d")
            contains(s.one("eval"), "eval ")
            s.error(f"position fen {s.query('fen')} moves a1")


@case
def wrong_queries():
    with Session() as s:
        contains(s.error("query nosuch"), "'nosuch'")
        equal(s.one("query chance"), "response")
        for command in ("query", "query islegal", "query islegal a1 b1",
                        "query fen now", "query FEN", "query \x02"):
            s.error(command)


@case
def perft_and_its_numbers():
    with Session() as s:
        for depth, count in enumerate((1, 4, 12, 28, 172, 892, 7124)):
            equal(s.one(f"perft {depth}"), f"nodes {count}")
        for wrong in ("perft", "perft -1", "perft x", "perft 3x", "perft 1.5", "perft 256",
                      "perft 1 2", "perft 18446744073709551617", "perft " + "9" * 1000):
            s.error(wrong)


@case
def evaluation():
    with Session() as s:
        s.quiet("position fen " + JUMPS)
        own, other = map(int, s.query("score").split())
        s.quiet("setoption name Eval value report")
        equal(s.one("eval"), f"eval {own - other}")
        s.quiet("setoption name Eval value own")
        equal(s.one("eval"), f"eval {own}")
        s.error("eval now")


@case
def the_drawing():
    with Session() as s:
        s.quiet("position startpos moves a1 b1")
        lines = s.ask("d")
        equal(lines[0].split(), list("abcdefgh"))
        equal(lines[2], " 1 | . (.) B  W  B  W  B  W | 1")
        equal(lines[9], " 8 | W  B  W  B  W  B  W  B | 8")
        equal(lines[12], "fen " + s.query("fen"))
        equal(len(lines), 13)


@case
def unknown_commands_are_named_and_ignored():
    with Session() as s:
        contains(s.error("nonsense and more"), "unknown command 'nonsense'")
        for command in ("UGI", "isready?", "go5", "ucinewgame", "uci", b"b\x80d\n", "stopp",
                        "perft6", "exit"):
            s.error(command)
        for blank in ("", " ", "\t\t ", "\r"):
            s.quiet(blank)
        for surplus in ("ugi x", "isready x", "uginewgame x", "stop x", "d x", "quit x"):
            s.error(surplus)
        s.quiet("stop", "stop")
        equal(s.query("fen"), START)


@case
def line_ends_of_other_systems():
    script = b"isready\r\nposition startpos moves a1\r\nquery turn\r\nisready"
    result = drive.run(["ugi", "konane"], script)
    equal(result.out, "readyok\nresponse p2\nreadyok\n")
    equal(result.status, 0)


@case
def zero_bytes():
    result = drive.run(["ugi", "konane"], b"isready\0\n\0\n\0isready\nisready\n")
    equal(result.out.splitlines()[-1], "readyok")
    equal(result.out.count("info string error"), 3)
    equal(result.out.count("readyok"), 1)
    lacks(result.out, "\0")


@case
def overlong_lines():
    long = b"position startpos moves " + b"a1 " * 500_000
    result = drive.run(["ugi", "konane"], long + b"\nisready\n" + b"x" * 3_000_000)
    lines = result.out.splitlines()
    equal(len(lines), 3, lines)
    contains(lines[0], "info string error: ")
    equal(lines[1], "readyok")
    contains(lines[2], "info string error: ")
    equal(result.status, 0)


@case
def a_very_long_line_below_the_ceiling():
    with Session() as s:
        contains(s.error("position startpos moves a1 b1 " + "a3-a1 " * 150_000), "at move 4")
        contains(s.error("x" * 1_000_000), "unknown command 'xxx")


@case
def every_byte():
    data = b"".join(bytes([byte]) * 3 + b"\n" for byte in range(256))
    result = drive.run(["ugi", "konane"], data + b"isready\n")
    equal(result.status, 0)
    equal(result.out.splitlines()[-1], "readyok")
    equal([c for c in result.out if not (" " <= c <= "~" or c == "\n")], [], "strange characters")


run_cases()
