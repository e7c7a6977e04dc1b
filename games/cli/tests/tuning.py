#!/usr/bin/env python3
"""Runs the Python of `docs/tuning.md` on positions of random games, whose results follow from planted weights, and counts
the features of the positions again with python-chess. `.ci/run tuning` starts it."""
import contextlib
import csv
import math
import os
import random
import re
import subprocess
import tempfile
from pathlib import Path

import chess

LINES = 10_000
PLANTED = {"isolated": -0.6, "passed_rank_6": 1.2, "phalanx_rank_2": 0.3}
page = (Path(__file__).resolve().parents[1] / "docs/tuning.md").read_text()


def counts(board: chess.Board) -> dict[str, int]:
    """Counts what White has, square by square."""
    own, enemy = ([(chess.square_file(square), chess.square_rank(square)) for square in board.pieces(chess.PAWN, color)]
                  for color in chess.COLORS)

    def beside(pawns, file, rank, ranks):
        """Returns the pawns on the neighbor files and some ranks."""
        return [(f, r) for f, r in pawns if abs(f - file) == 1 and r in ranks]

    def attacked(pawns, file, rank, step):
        return beside(pawns, file, rank, [rank - step])

    def is_passed(file, rank):
        return not any(abs(f - file) <= 1 and r > rank for f, r in enemy)

    def is_candidate(file, rank):
        is_open = not any(f == file and r > rank for f, r in enemy)
        helpers, sentries = beside(own, file, rank, range(rank + 1)), beside(enemy, file, rank, range(rank + 1, 8))
        return is_open and not is_passed(file, rank) and len(helpers) >= len(sentries)

    def is_backward(file, rank):
        can_protect = beside(own, file, rank, range(rank + 1))
        return not can_protect and bool(attacked(enemy, file, rank + 1, -1))

    passed = [pawn for pawn in own if is_passed(*pawn)]
    isolated = [(file, rank) for file, rank in own if not beside(own, file, rank, range(8))]
    squares = [(file, rank) for file in range(8) for rank in range(8)]
    files, theirs = {file for file, _ in own}, {file for file, _ in enemy}
    found = {
        "isolated": isolated,
        "doubled": [pawn for pawn in own if sum(file == pawn[0] for file, _ in own) > 1],
        "backward_not_isolated": [pawn for pawn in own if is_backward(*pawn) and pawn not in isolated],
        "passed_rank_": passed,
        "protected_passed": [(file, rank) for file, rank in passed if attacked(own, file, rank, 1)],
        "connected_passed": [(file, rank) for file, rank in passed if beside(passed, file, rank, range(rank - 1, rank + 2))],
        "candidates_rank_": [pawn for pawn in own if is_candidate(*pawn)],
        "phalanx_rank_": [(file, rank) for file, rank in own if beside(own, file, rank, [rank])],
        "defended_rank_": [(file, rank) for file, rank in own if attacked(own, file, rank, 1)],
        "islands": [file for file in files if file + 1 not in files],
        "holes": [(file, rank) for file, rank in squares if not beside(own, file, rank, range(rank))],
        "outposts": [(file, rank) for file, rank in squares if rank in range(3, 6) and attacked(own, file, rank, 1)
                     and not beside(enemy, file, rank, range(rank + 1, 8))],
        "levers": [(file, rank) for file, rank in own if attacked(enemy, file, rank, -1)],
        "half_open_files": theirs - files,
    }
    numbers = {}
    for name, members in found.items():
        if name.endswith("_"):
            numbers |= {f"{name}{rank + 1}": sum(pawn[1] == rank for pawn in members) for rank in range(8)}
        else:
            numbers[name] = len(members)
    return numbers


def features(board: chess.Board) -> dict[str, int]:
    white, black = counts(board), counts(board.mirror())
    return {name: white[name] - black[name] for name in white}


def positions() -> list[chess.Board]:
    """Plays at random, with more moves of pawns than of pieces."""
    boards: list[chess.Board] = []
    while len(boards) < LINES:
        board = chess.Board()
        while not board.is_game_over() and board.fullmove_number < 60:
            moves = list(board.legal_moves)
            pawns = [move for move in moves if board.piece_type_at(move.from_square) == chess.PAWN]
            board.push(random.choice(pawns if pawns and random.random() < 0.4 else moves))
            boards.append(board.copy(stack=False))
    return boards[:LINES]


def phase(board: chess.Board) -> int:
    weights = {chess.KNIGHT: 1, chess.BISHOP: 1, chess.ROOK: 2, chess.QUEEN: 4}
    return min(24, sum(weights.get(piece.piece_type, 0) for piece in board.piece_map().values()))


random.seed(1)
boards = positions()
expected = [features(board) for board in boards]
with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), open("set.epd", "w") as lines:
    for board, counted in zip(boards, expected):
        logit = sum(weight * counted[name] for name, weight in PLANTED.items())
        won = random.random() < 1 / (1 + math.exp(-logit))
        print(f"{board.fen()} | 0 | {1.0 if won else 0.0}", file=lines)
    lines.flush()
    subprocess.run(re.search(r"^pawnfill .*\.csv", page, re.M)[0].split(), check=True)
    with open("features.csv") as table:
        rows = list(csv.DictReader(table))
    assert len(rows) == LINES
    terms = list(rows[0])[list(rows[0]).index("phase") + 1:]
    # The first and the last of some ranks are named, or one column.
    ends = re.findall(r"^\| `(\w+?)(?:_rank_(\d)` to `\w+_rank_(\d))?` \|", page, re.M)
    named = [f"{name}_rank_{rank}" if rank else name for name, first, last in ends
             for rank in (range(int(first), int(last) + 1) if first else [0])]
    assert terms == named, (terms, named)
    for line, (row, board, counted) in enumerate(zip(rows, boards, expected), 1):
        found = {name: int(row[name]) for name in terms}
        assert found == {name: counted[name] for name in terms}, (board.fen(), found, counted)
        assert (int(row["line"]), int(row["phase"])) == (line, phase(board))
    os.environ["MPLBACKEND"] = "agg"
    names: dict = {}
    exec(re.search(r"```python\n(.*?)```", page, re.S)[1], names)
    weights = dict(zip(names["terms"], names["weights"]))
    for name in terms:
        assert abs(weights[name] - PLANTED.get(name, 0)) < 0.35, (name, weights[name])
    assert Path("weights.png").stat().st_size > 1000
    print(f"{LINES} positions have the same {len(terms)} features in python-chess, and the planted weights were found")
