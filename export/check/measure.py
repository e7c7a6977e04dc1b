"""Measures the exports: C beside Rust, NumPy and DuckDB beside a loop with the python-chess package.

    cargo run -p pawnfill-export --example check
    cargo build --release -p pawnfill-export --example measure
    python3 export/check/measure.py

needs numpy, duckdb and chess from pip. All times are nanoseconds per position; only ratios of one run mean much.
"""

from __future__ import annotations

import pathlib
import statistics
import subprocess
import sys
import time

import chess
import duckdb
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGET = ROOT / "target" / "export"
sys.path.insert(0, str(ROOT / "export/python"))
import pawnfill  # noqa: E402


SOURCE = """
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "pawnfill.h"

static uint64_t ten_sets(uint64_t w, uint64_t b) {
    const uint64_t sets[10] = {
        pawnfill_white_passed(w, b), pawnfill_white_isolated(w, b), pawnfill_white_doubled(w, b),
        pawnfill_white_backward(w, b), pawnfill_black_passed(w, b), pawnfill_black_isolated(w, b),
        pawnfill_black_doubled(w, b), pawnfill_black_backward(w, b), pawnfill_open_files(w, b),
        pawnfill_white_half_open_files(w, b) | pawnfill_black_half_open_files(w, b)};
    uint64_t sum = 0;
    for (int i = 0; i < 10; i++) sum = (sum << 1 | sum >> 63) ^ sets[i];
    return sum;
}

int main(int count, char **paths) {
    static uint64_t boards[2 * 8000];
    FILE *file = count > 1 ? fopen(paths[1], "rb") : NULL;
    const size_t n = file ? fread(boards, 8, sizeof boards / 8, file) / 2 : 0;
    double fastest = 1e300;
    uint64_t sum = 0;
    for (int pass = 0; pass < 2000; pass++) {
        struct timespec start, end;
        timespec_get(&start, TIME_UTC);
        sum = 0;
        for (size_t i = 0; i < n; i++) {
            uint64_t white = boards[i];
            __asm__ volatile("" : "+r"(white));
            sum += ten_sets(white, boards[n + i]);
        }
        __asm__ volatile("" : : "r"(sum));
        timespec_get(&end, TIME_UTC);
        const double took = (double)(end.tv_sec - start.tv_sec) * 1e9 + (double)(end.tv_nsec - start.tv_nsec);
        if (took / (double)n < fastest) fastest = took / (double)n;
    }
    printf("%.17g %llu\\n", fastest, (unsigned long long)sum);
}
"""


def run(program: pathlib.Path) -> tuple[float, str]:
    text = subprocess.run([str(program), str(TARGET / "boards.bin")], capture_output=True, text=True, check=True).stdout
    time_taken, total = text.split()
    return float(time_taken), total


def fastest(work, rows: int, times: int) -> float:
    def once() -> float:
        start = time.perf_counter_ns()
        work()
        return (time.perf_counter_ns() - start) / rows

    return min(once() for _ in range(times))


def loop(boards: list[chess.Board]) -> int:
    """Passed, isolated and doubled pawns, square by square, as scripts do it."""
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
    np.concatenate([white, black]).tofile(TARGET / "boards.bin")

    (TARGET / "measure.c").write_text(SOURCE)
    program = TARGET / "measure"
    command = ["gcc", "-std=gnu11", "-O3", f"-I{ROOT}/export/c", str(TARGET / "measure.c"), "-o", str(program)]
    subprocess.run(command, check=True)
    rust = ROOT / "target/release/examples/measure"
    pairs = [(run(program), run(rust)) for _ in range(9)]
    assert len({total for pair in pairs for _, total in pair}) == 1, "C and Rust differ"
    ratio = statistics.median(c / r for (c, _), (r, _) in pairs)
    print(f"ten sets: C {min(c for (c, _), _ in pairs):.2f} ns, Rust {min(r for _, (r, _) in pairs):.2f} ns, "
          f"median ratio {ratio:.3f}")

    whites, blacks = np.tile(white, 100), np.tile(black, 100)
    rows = len(whites)
    numpy_structure = fastest(lambda: pawnfill.structure(whites, blacks), rows, 7)
    print(f"NumPy, structure (23 sets): {numpy_structure:.1f} ns a row, {numpy_structure / 23:.1f} ns a set")
    connection = duckdb.connect()
    connection.execute("SET threads = 1")
    connection.execute((ROOT / "export/sql/pawnfill.sql").read_text())
    boards = {"white": whites, "black": blacks}
    connection.register("arrays", boards)
    connection.execute("CREATE TABLE positions AS SELECT * FROM arrays")
    for name in ("white_passed", "white_isolated", "white_backward", "white_candidates"):
        function = getattr(pawnfill, name)
        numpy_time = fastest(lambda: function(whites, blacks), rows, 5)
        query = f"SELECT bit_xor(pawnfill_{name}(white, black)) FROM positions"
        duckdb_time = fastest(lambda: connection.execute(query).fetchall(), rows, 5)
        print(f"{name}: NumPy {numpy_time:.1f} ns a row, DuckDB {duckdb_time:.1f} ns a row")

    def board(row: int) -> chess.Board:
        board = chess.Board.empty()
        for color, pawns in ((chess.WHITE, int(white[row])), (chess.BLACK, int(black[row]))):
            for square in chess.SquareSet(pawns):
                board.set_piece_at(square, chess.Piece(chess.PAWN, color))
        return board

    few = [board(row) for row in range(0, games, games // 200)]
    loop_time = fastest(lambda: loop(few), len(few), 5)
    print(f"python-chess loop, three sets of both sides: {loop_time:.0f} ns a row")

    def six() -> None:
        for color in ("white", "black"):
            for name in ("passed", "isolated", "doubled"):
                getattr(pawnfill, f"{color}_{name}")(whites, blacks)

    print(f"NumPy, the same six sets: {fastest(six, rows, 5):.1f} ns a row")
    query = "SELECT " + ", ".join(f"bit_xor(pawnfill_{c}_{n}(white, black))" for c in ("white", "black")
                                  for n in ("passed", "isolated", "doubled")) + " FROM positions"
    print(f"DuckDB, the same six sets: {fastest(lambda: connection.execute(query).fetchall(), rows, 5):.1f} ns a row")


if __name__ == "__main__":
    main()
