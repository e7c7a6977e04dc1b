# SPDX-License-Identifier: MIT OR Apache-2.0
"""Measures NumPy and DuckDB beside a loop with the python-chess package.

    cargo run -p pawnfill-export --features javascript --example check
    python3 crates/export/check/measure.py

need numpy, duckdb and chess from pip. All times are nanoseconds per position; only ratios of one run mean much.
"""

from __future__ import annotations

import pathlib
import sys
import time

import chess
import duckdb
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[3]
TARGET = ROOT / "target" / "export"
sys.path.insert(0, str(ROOT / "crates/export/python"))
import pawnfill  # noqa: E402


def fastest(work, rows: int, times: int) -> float:
    def once() -> float:
        start = time.perf_counter_ns()
        work()
        return (time.perf_counter_ns() - start) / rows

    return min(once() for _ in range(times))


def loop(boards: list[chess.Board]) -> int:
    """Returns passed, isolated and doubled pawns, computed square by square like in typical scripts."""
    found = 0
    for board in boards:
        for color in chess.COLORS:
            own, enemy = board.pieces(chess.PAWN, color), board.pieces(chess.PAWN, not color)
            for square in own:
                file, rank = chess.square_file(square), chess.square_rank(square)
                ahead = range(rank + 1, 8) if color else range(rank)
                near = [near for near in (file - 1, file, file + 1) if 0 <= near <= 7]
                found += not any(chess.square(f, r) in enemy for f in near for r in ahead)
                found += not any(chess.square_file(other) in near and chess.square_file(other) != file for other in own)
                found += any(chess.square_file(other) == file and other != square for other in own)
    return found


def main() -> None:
    names = (TARGET / "names.txt").read_text().split()
    answers = np.fromfile(TARGET / "answers.bin", dtype="<u8").reshape(len(names), -1)
    games = answers.shape[1] // 2
    white, black = (answers[side, :games].copy() for side in (0, 1))

    whites, blacks = np.tile(white, 100), np.tile(black, 100)
    rows = len(whites)
    numpy_structure = fastest(lambda: pawnfill.structure(whites, blacks), rows, 7)
    print(f"NumPy, structure (23 sets): {numpy_structure:.1f} ns per row, {numpy_structure / 23:.1f} ns per set")
    connection = duckdb.connect()
    connection.execute("SET threads = 1")
    connection.execute((ROOT / "crates/export/sql/pawnfill.sql").read_text())
    boards = {"white": whites, "black": blacks}
    connection.register("arrays", boards)
    connection.execute("CREATE TABLE positions AS SELECT * FROM arrays")
    for name in ("white_passed", "white_isolated", "white_backward", "white_candidates"):
        function = getattr(pawnfill, name)
        numpy_time = fastest(lambda: function(whites, blacks), rows, 5)
        query = f"SELECT bit_xor(pawnfill_{name}(white, black)) FROM positions"
        duckdb_time = fastest(lambda: connection.execute(query).fetchall(), rows, 5)
        print(f"{name}: NumPy {numpy_time:.1f} ns per row, DuckDB {duckdb_time:.1f} ns per row")

    def board(row: int) -> chess.Board:
        board = chess.Board.empty()
        for color, pawns in ((chess.WHITE, int(white[row])), (chess.BLACK, int(black[row]))):
            for square in chess.SquareSet(pawns):
                board.set_piece_at(square, chess.Piece(chess.PAWN, color))
        return board

    few = [board(row) for row in range(0, games, games // 200)]
    loop_time = fastest(lambda: loop(few), len(few), 5)
    print(f"python-chess loop, three sets of both sides: {loop_time:.0f} ns per row")

    def six() -> None:
        for color in ("white", "black"):
            for name in ("passed", "isolated", "doubled"):
                getattr(pawnfill, f"{color}_{name}")(whites, blacks)

    print(f"NumPy, the same six sets: {fastest(six, rows, 5):.1f} ns per row")
    query = "SELECT " + ", ".join(f"bit_xor(pawnfill_{c}_{n}(white, black))" for c in ("white", "black")
                                  for n in ("passed", "isolated", "doubled")) + " FROM positions"
    print(f"DuckDB, the same six sets: {fastest(lambda: connection.execute(query).fetchall(), rows, 5):.1f} ns per row")


if __name__ == "__main__":
    main()
