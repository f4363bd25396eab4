"""The golden Konane cases, played through the engine protocol."""

from tap import case_for, equal, run_cases
from ugi_session import Session, board_text, fen_of, golden, move_text


def golden_position(one):
    with Session() as s:
        fen = fen_of(one)
        s.quiet("position fen " + fen)
        moves = [move_text(m) for m in one["legal"]]
        equal(s.query("legalmoves").split(), moves, "legal moves")
        equal(s.query("fen"), fen, "fen")
        equal(s.query("p1turn"), "true" if one["side"] == "B" and moves else "false", "p1turn")
        for move in moves:
            equal(s.query("islegal " + move), "true", move)
        for move, after in zip(moves, one["after"]):
            s.quiet(f"position fen {fen} moves {move}")
            side = "w" if one["side"] == "B" else "b"
            equal(s.query("fen"), f"{board_text(after)} {side}", "after " + move)
        scores = [one["count"], one["opp_count"]]
        if None not in scores:
            s.quiet("position fen " + fen)
            scores = scores if one["side"] == "B" else scores[::-1]
            equal(s.query("score"), " ".join(map(str, scores)), "score")


def golden_perft(one):
    with Session() as s:
        s.quiet("position fen " + fen_of(one))
        for depth, count in enumerate(one["counts"], 1):
            if count <= 6_000_000:
                equal(s.one(f"perft {depth}"), f"nodes {count}", f"perft {depth}")


def golden_search(one, engine):
    values = [float(value) for _, value in one["root"]]
    best = max(values)
    with Session() as s:
        s.quiet(f"setoption name Engine value {engine}",
                f"setoption name Eval value {'report' if one['eval'] == 'own-opp' else 'own'}",
                "setoption name resign value lost", "position fen " + fen_of(one))
        search = s.go(f"depth {one['plies']}")
        if best == float("-inf"):
            equal(search.move, "resign", "move")
            equal(search.score[0], "loss", "score")
            s.ask("setoption name resign value never")
            s.quiet("position fen " + fen_of(one))
            search = s.go(f"depth {one['plies']}")
            equal(search.move, move_text(one["root"][0][0]), "move without resigning")
            return
        equal(search.move, move_text(one["move"]), "move")
        if best == float("inf"):
            equal(search.score[0], "win", "score")
        else:
            equal(search.score, ("value", best), "score")


PLAYERS = {"ab": "alphabeta", "mm": "minimax", "simple": "simple"}


def golden_player(spec):
    kind, _, depth = spec.partition(":")
    session = Session("konane", "-o", "resign=lost")
    session.quiet(f"setoption name Engine value {PLAYERS[kind]}",
                  "setoption name Eval value report")
    if depth:
        session.quiet(f"setoption name Depth value {int(depth) - 1}")
    return session


def golden_game(one):
    """Both players move by move; at the end the loser gives up or has no move."""
    with golden_player(one["black"]) as black, golden_player(one["white"]) as white:
        players = [black, white]
        moves = []
        for ply, (_, *move) in enumerate(one["moves"]):
            mover = players[ply % 2]
            mover.quiet(f"position startpos moves {' '.join(moves)}")
            equal(mover.go().move, move_text(move), f"move {ply + 1}")
            moves.append(move_text(move))
        last = players[len(moves) % 2]
        last.quiet(f"position startpos moves {' '.join(moves)}")
        equal(last.query("fen").split()[0], board_text(one["final"]), "final board")
        loser = "p1" if one["winner"] == "W" else "p2"
        if last.query("gameover") == "true":
            equal(last.query("result"), f"{'p2' if loser == 'p1' else 'p1'}win", "result")
            equal(last.go().move, "(none)")
        else:
            equal(last.query("turn"), loser, "who gives up")
            equal(last.go().move, "resign")


def golden_outcome(one):
    with Session() as s:
        s.quiet("position fen " + fen_of(one))
        if s.query("gameover") == "true":
            equal(s.query("result"), "p1win" if one["winner"] == "B" else "p2win", "result")
            return
        search = s.go("depth 40 movetime 20000")
        equal(search.score[0], "win" if one["winner"] == one["side"] else "loss", "score")


for index, entry in enumerate(golden("positions.json")):
    case_for(f"golden position {entry.get('id', index)}", golden_position, entry)
for index, entry in enumerate(golden("perft.json")):
    case_for(f"golden perft {entry.get('id', index)}", golden_perft, entry)
for index, entry in enumerate(golden("search_values.json")):
    for name in ("minimax", "alphabeta", "expectiminimax"):
        case_for(f"golden search {index} {name}", golden_search, entry, name)
for index, entry in enumerate(golden("report_games.json")):
    case_for(f"golden game {entry.get('id', index)}", golden_game, entry)
for index, entry in enumerate(golden("outcomes.json")["positions"]):
    empty = sum(row.count(".") for row in entry["board"])
    if entry["size"] <= 5 or empty * 2 >= entry["size"] ** 2:  # the others belong to a solver
        case_for(f"golden outcome {index}", golden_outcome, entry)

run_cases()
