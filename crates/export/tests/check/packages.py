# SPDX-License-Identifier: MIT OR Apache-2.0
"""Compares the module for Python and the macros for DuckDB with the library. `check.py` installs the packages."""

from __future__ import annotations

import contextlib
import doctest
import importlib
import importlib.metadata
import inspect
import json
import random
import re
import subprocess
import sys
import tempfile
from xml.etree import ElementTree

import chess
import duckdb
import matplotlib
import numpy as np
import pandas
import pawnfill
import polars

from check import EXPORT, NAMES, ROWS, TARGET, TOGETHER, expect, failures, finish, run, together

sys.path.insert(0, str(TARGET))
import every  # noqa: E402


#: What only sets have without a color.
WITHOUT_COLOR = {"north_fill", "south_fill", "file_fill", "file_set"}


class Position(dict):
    """Pawns by color, as python-chess has them."""

    def pieces_mask(self, piece_type: int, color: bool) -> int:
        return self.get(color, 0) if piece_type == 1 else 1 << 63


def raises(kind: type[Exception] | tuple[type[Exception], ...], message: str, call) -> None:
    """Expects an error whose message matches."""
    try:
        found = call()
    except kind as error:
        found = error
    if not (isinstance(found, kind) and re.search(message, str(found))):
        failures.append(f"expected {kind}, {message!r}, in Python, found {found!r}")


def wrong_pairs(pawn_pairs, answers) -> list[str]:
    """Compares pairs of pawns with those of the library, which come with those that are new in each position."""
    expected, at, wrong = np.fromfile(TARGET / "pairs.bin", dtype="<u4"), 0, []
    for numbering in ("triangular", "file_major", "dense"):
        for view in ((False, False), (False, True), (True, False), (True, True)):
            # More than a block of positions.
            boards = [np.tile(answers[name], 3) for name in ("white", "black")]
            indices, starts = pawn_pairs(*boards, *view, numbering)
            for place in range(len(answers["white"])):
                count = int(expected[at])
                for same in (place, place + 2 * len(answers["white"])):
                    if sorted(indices[starts[same] : starts[same + 1]]) != expected[at + 1 : at + 1 + count].tolist():
                        wrong.append(f"pairs of position {same}, {numbering}, {view}")
                at += 1 + count
                at += 1 + int(expected[at])
    return wrong[:3] + ["the end of the pairs"] * (at != len(expected))


def check_python(answers) -> None:
    wrong = []
    for name, expected in list(answers.items())[3:]:
        function = getattr(pawnfill, name)
        parameters = list(inspect.signature(function).parameters)
        arguments = [answers[argument] for argument in parameters]
        # More than a block of positions.
        many = function(*(np.tile(values, 3) for values in arguments)).astype(np.uint64)
        color, group = (name[:5], name[6:]) if name.startswith(("white_", "black_")) else ("", "")
        by_color = getattr(pawnfill, group, None)
        takes_color = by_color and "color" in inspect.signature(by_color).parameters
        if (many != np.tile(expected, 3)).any() or bool(takes_color) != bool(color and "white" in parameters and group not in WITHOUT_COLOR):
            wrong.append(name)
        # Of games, and of random boards on all squares.
        for row in range(7, ROWS, 397):
            one = [int(values[row]) for values in arguments]
            found = [function(*one)]
            if takes_color:
                position = Position({True: int(answers["white"][row]), False: int(answers["black"][row])})
                found.append(by_color(position, color == "white", *one[2:]))
            if {(type(value) in (int, bool), int(value)) for value in found} != {(True, int(expected[row]))}:
                wrong.append(f"{name} of integers, {found}")
    white, black = (np.tile(answers[name], 3).reshape(3, -1) for name in ("white", "black"))
    together = pawnfill.terms(white, black=black).black.passed
    if together.shape != white.shape or (together[2] != answers["black_passed"]).any():
        wrong.append("the terms of blocks in two dimensions")
    # The reader of the library refuses these.
    for line in (TARGET / "errors.txt").read_text(encoding="utf-8").split("\n"):
        fen = line.split("\t")[0]
        raises(ValueError, rf"position 1: .*: {re.escape(repr(fen))}$", lambda: pawnfill.fens_to_arrays(["8/8/8/8/8/8/8/8", fen]))
    for boards in (1.5, [0.0], np.array([256.0]), [None], pandas.Series([1, None]), polars.Series([1, None])):
        raises(TypeError, "^white_passed takes integers, not ", lambda: pawnfill.white_passed(boards, black=0))
    for boards in (-1, 1 << 64, [1, 1 << 64], np.array([1, -1]), pandas.Series([-1]), polars.Series([-1])):
        raises(OverflowError, "^white_passed takes boards from 0 to", lambda: pawnfill.white_passed(0, black=boards))
        raises(OverflowError, " from 0 to ", lambda: pawnfill.board(0, boards if type(boards) is int else -1))
    raises(ValueError, "shape mismatch", lambda: pawnfill.white_passed([1, 2], [1, 2, 3]))
    raises(TypeError, "'color'", lambda: pawnfill.passed(Position({})))
    for color in ("black", 0, None):
        raises(TypeError, f"not {color!r}", lambda: pawnfill.passed(Position({}), color))
    for square in (64, -1, np.array([0, -1])):
        raises(ValueError, "^white_is_passed takes squares from 0 to 63, not ", lambda: pawnfill.white_is_passed(0, 0, square))
        raises(ValueError, "^file_mask takes squares from 0 to 63, not ", lambda: pawnfill.file_mask(square=square))
    counts = [pawnfill.count(answers[color]) for color in ("white", "black")]
    difference = pawnfill.white_island_count(answers["white"], 0) - pawnfill.black_island_count(0, answers["black"])
    if min((counts[0] - counts[1]).min(), difference.min()) >= 0:
        wrong.append("differences of numbers")
    if pawnfill.white_passed([1 << 8, 1 << 63], 0).tolist() != [1 << 8, 1 << 63]:
        wrong.append("a list of small and large boards")
    wrong += wrong_pairs(pawnfill.pawn_pairs, answers)
    named = [pawnfill.squares(np.uint64(1 << 63 | 1)), pawnfill.files(np.uint8(0x81))]
    if named != [["a1", "h8"], ["a", "h"]]:
        wrong.append("names of squares and files")
    for function, set in ((pawnfill.squares, -1), (pawnfill.squares, 1 << 64), (pawnfill.files, 256)):
        raises(OverflowError, "takes a set from 0", lambda: function(set))
    if json.dumps(pawnfill.terms(256, 512)).count("256") < 2 or type(pawnfill.white_passed(np.uint64(256), 0)) is not np.uint64:
        wrong.append("types of results")
    if every.terms(256, 512).white.fruit_2_1_passed != 256 or every.q(256, 512) != 256:
        wrong.append("every reading")
    constants = [every.all_squares([1, 2], 0), every.terms(1, [2, 3]).all_squares, pawnfill.white_north_fill(1 << 56, [0, 0])]
    if any(values.shape != (2,) or (values < 1 << 56).any() for values in constants) or every.all_squares(0, 0) != (1 << 64) - 1:
        wrong.append("answers that do not depend on all boards")
    results = doctest.testmod(pawnfill)
    wrong += ["doctests"] * (results.failed > 0 or results.attempted == 0)
    expect(f"Python {sys.version.split()[0]}, NumPy {np.__version__}, {pawnfill.__file__}", wrong)


def check_series(answers) -> None:
    for module in (polars, pandas):
        white, black = (module.Series(answers[color]) for color in ("white", "black"))
        passed, terms = pawnfill.white_passed(white, black), pawnfill.terms(white, black)
        wrong = type(passed) is not module.Series or type(terms.white.passed) is not module.Series
        wrong |= (passed.to_numpy() != answers["white_passed"]).any() or (answers["white"] < 1 << 63).all()
        expect(f"{module.__name__} {module.__version__}", wrong)
    # Values of one row stay together, and what is missing stays so.
    white, black = pandas.Series([1 << 8, 1 << 9], index=[7, 3]), pandas.Series([0, 1 << 49], index=[7, 3])
    wrong = pawnfill.white_passed(white, black).to_dict() != {7: 1 << 8, 3: 0}
    raises(ValueError, "equal indexes", lambda: pawnfill.white_passed(white, black[::-1]))
    masked = np.ma.MaskedArray(np.array([1 << 8, 1 << 63], np.uint64), mask=[False, True])
    passed = pawnfill.white_passed(masked, 0)
    wrong |= passed[0] != 1 << 8 or passed.mask.tolist() != [False, True]
    expect("columns with an index or a mask", wrong)


def check_cures() -> None:
    """Each error names a way, and the way works."""
    board, fen, most = chess.Board(), chess.STARTING_FEN, (1 << 64) - 1
    signed = {dtype: pandas.Series([-1], dtype=dtype) for dtype in ("int64", "Int64", "int32")}
    missing = pandas.Series([1, None], dtype="UInt64")
    wide = polars.Series([1, most], dtype=polars.Int128)
    cases = [
        *[(column, ".astype('uint64')", column.astype("uint64")) for column in signed.values()],
        *[(array, ".astype('uint64')", array.astype("uint64")) for array in (np.array([-1]), np.int64(-1), np.array([-1], np.int8))],
        (-1, "& 2**64 - 1", -1 & 2**64 - 1),
        *[(column, ".cast(pl.UInt64, wrap_numerical=True)", column.cast(polars.UInt64, wrap_numerical=True))
          for column in (polars.Series([-1]), polars.Series([-1], dtype=polars.Int32), polars.Series([-1], dtype=polars.Int128))],
        (wide, ".cast(pl.UInt64, wrap_numerical=True)", wide.cast(polars.UInt64, wrap_numerical=True)),
        (missing, ".dropna()", missing.dropna()),
        (pandas.Series([1, None]), "dtype='UInt64'", missing.dropna()),
        (polars.Series([1, None]), ".drop_nulls()", polars.Series([1, None]).drop_nulls()),
        (polars.col("white"), "`table['white']`", polars.DataFrame({"white": [1]})["white"]),
        (polars.Series(["1"]), ".cast(pl.UInt64)", polars.Series(["1"]).cast(polars.UInt64)),
        (pandas.Series(["1"]), ".astype('uint64')", pandas.Series(["1"]).astype("uint64")),
        *[(text, "`fens_to_arrays`", pawnfill.fens_to_arrays([fen])[0]) for text in (fen, [fen], pandas.Series([fen]), polars.Series([fen]))],
        (board, "`board.pieces_mask(chess.PAWN, color)`", board.pieces_mask(chess.PAWN, chess.WHITE)),
    ]
    for boards, way, cured in cases:
        raises((TypeError, OverflowError), re.escape(way), lambda: pawnfill.white_stops(boards, 0))
        pawnfill.white_stops(cured, 0)
    raises(TypeError, r"passed takes a position such as `chess.Board\(fen\)`, not '", lambda: pawnfill.passed(fen, True))
    # Numbers of squares of NumPy are numbers of squares.
    kinds = (int, np.int64, np.uint8, np.uint64)
    found = {(function(*of, kind(34)), function(*of, kind(8))) for kind in kinds
             for function, of in ((pawnfill.is_passed, (chess.Board("8/8/8/2P5/8/8/8/8"), True)), (pawnfill.white_is_passed, (1 << 34, 0)))}
    raises(ValueError, "not 64", lambda: pawnfill.is_passed(board, True, np.int64(64)))
    for mask in (~chess.BB_FILE_A, 1 << 64):
        raises(OverflowError, f"`pieces_mask` returns a board from 0 to 2.*, not {mask}", lambda: pawnfill.passed(Position({True: mask}), True))
    raises(TypeError, "integer", lambda: pawnfill.passed(Position({True: 1.0}), True))
    expect(f"{len(cases)} errors with cures", found != {(True, pawnfill.white_is_passed(1 << 34, 0, 8))})


def check_fens(answers) -> None:
    """Positions that are read together are those that are read one by one, with the same errors."""
    board, fens, rng = chess.BaseBoard(), [], random.Random(1)
    for white, black in zip(answers["white"].tolist(), answers["black"].tolist()):
        board.set_piece_map({square: chess.Piece(1, color) for color, pawns in ((True, white), (False, black)) for square in chess.SquareSet(pawns & 0x00FFFFFFFFFFFF00)})
        fens.append(board.board_fen() + rng.choice([" w - - 0 1", "\tb", "", "  "]))
    fens *= 3

    def read(fens: list[str]):
        try:
            return [boards.tolist() for boards in pawnfill.fens_to_arrays(fens)]
        except ValueError as error:
            return str(error)

    def one_by_one(fens: list[str]):
        try:
            return [*map(list, zip(*(pawnfill._boards_of(number, fen) for number, fen in enumerate(fens))))]
        except ValueError as error:
            return str(error)

    wrong = ["all"] * (len(fens) < 1 << 13 or read(fens) != one_by_one(fens))
    for fen in fens[:ROWS]:
        letters, at = list(fen), rng.randrange(min(len(fen), 70))
        letters[at : at + rng.randrange(3)] = rng.choices(" /12345678PNBRQKpnbrqk.09-\t\n\r\x00\xe9\u2028_!\U0001f600", k=rng.randrange(3))
        mutant = ["".join(letters), fen]
        wrong += [mutant] * (read(mutant) != one_by_one(mutant))
    expect(f"{len(fens)} FENs and {ROWS} mutants", wrong[:3])


TYPED = """
import chess, numpy, pawnfill, polars
one: int = pawnfill.white_passed(1, black=2) + pawnfill.passed(chess.Board(), chess.WHITE)
yes: bool = pawnfill.white_is_passed(1, 2, 3) and pawnfill.is_passed(chess.Board(), True, numpy.int64(34))
many: numpy.ndarray = pawnfill.white_passed([1], 2) | pawnfill.white_passed(numpy.int64(1), numpy.array([2]))
column: polars.Series = pawnfill.white_passed(polars.Series([1]), 2)
known: bool = pawnfill.terms(1, 2).white.passed == 3
print(pawnfill.__version__)
"""
#: What mypy says of wrong calls.
UNTYPED = {
    "pawnfill.white_pased(1, 2)": "white_pased",
    "pawnfill.passed(chess.Board())": "color",
    'pawnfill.white_isolated("x", 0)': '"str"',
    "pawnfill.terms(1, 2).white.pased": "pased",
    "pawnfill.squares([1])": "SupportsIndex",
    'pawnfill.white_is_passed(1, 2, "e4")': '"str"',
    "pawnfill.passed(3, True)": "HasPawns",
    "text: str = pawnfill.white_passed(1, 2)": '"int"',
}


def check_package() -> None:
    """What a user of the package sees, and its page with two games."""
    public: dict = {}
    exec("from pawnfill import *", public)
    names = {name for name in public if inspect.ismodule(public[name]) or name.startswith("_")}
    files = {path.name for path in importlib.metadata.files("pawnfill")}
    wrong = names != {"__builtins__"} or "white_passed" not in public or not {"LICENSE-MIT", "LICENSE-APACHE", "py.typed"} <= files
    expect("the names and the files of the package", wrong and (names, files))
    mypy = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", TARGET / "mypy"]
    found = subprocess.run([*mypy, "-c", TYPED + "\n".join(UNTYPED)], capture_output=True, text=True).stdout
    first, lines = TYPED.count("\n") + 1, found.split("\n")
    said = [re.match(rf"\S+:{first + at}: .*{re.escape(word)}", line) for at, (word, line) in enumerate(zip(UNTYPED.values(), lines))]
    expect("mypy", None if all(said) and lines[len(UNTYPED)].startswith(f"Found {len(UNTYPED)} errors") else found)
    own = run(*mypy, TARGET / "every.py")
    expect("mypy of an export", own)
    picture = ElementTree.fromstring(pawnfill.board(3, 0xFF00, np.uint64(1 << 48))._repr_svg_())
    expect("a picture of a board", len(picture.findall(".//{*}g/{*}path")) != 9)
    matplotlib.use("Agg")
    *blocks, _ = (EXPORT / "python/README.md").read_text().split("```\n")
    code = [block.split("```python\n")[1] for block in blocks]
    values: dict = {}
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        open("games.pgn", "w").write("".join(f'[ECO "{eco}"]\n\n{moves} *\n\n' for eco, moves in GAMES.items()))
        for block in code:
            exec(block, values)
        drawn = open("isolani.png", "rb").read(4)
    expect("a tool for a tutor", json.loads(values["answer"])["structures"][0]["name"] != "iqp" or not values["tool"]["description"])
    isolani = every.white_iqp(*values["boards"]) != 0
    shares = values["shares"].round(6).to_dict()
    wrong = (isolani * 100 != values["positions"].isolani).any() or shares != {"A": 0, "C": round(200 / 9, 6)}
    expect("from PGN to a plot", wrong or drawn != b"\x89PNG")


GAMES = {"A00": "1. a3 d5", "C01": "1. e4 e6 2. d4 d5 3. exd5 exd5 4. c4 dxc4 5. Bxc4"}


def check_sql(title: str, text: str, answers, rows) -> None:
    """Compares all functions and the terms. `rows` runs a query, and returns its rows in the order of `number`."""
    heads = dict(re.findall(r"MACRO pawnfill_(\w+)\((.*?)\)", text, re.S))
    call = {name: f"pawnfill_{name}({heads[name]})" for name in list(answers)[3:]}
    fields = re.findall(r"EXCLUDE \(.*?\),(.*?)\bFROM", text, re.S)[-1].replace(",", " ").split()
    wrong = []
    for source_name, columns in [("positions", call), ("pawnfill_terms('positions')", {name: name for name in fields})]:
        names = list(columns)
        for chunk in (names[start : start + 10] for start in range(0, len(names), 10)):
            values = ", ".join(f"CAST({columns[name]} AS UBIGINT)" for name in chunk)
            found = np.array(rows(f"SELECT {values} FROM {source_name} ORDER BY number"), dtype=np.uint64)
            wrong += [name for name, column in zip(chunk, found.T) if (column != answers[name]).any()]
    expect(f"{title}: {len(call)} functions and {len(fields)} columns", wrong or not fields)


def check_duckdb(answers) -> None:
    connection = duckdb.connect()
    text = (EXPORT / "sql/pawnfill.sql").read_text()
    connection.execute(text)
    boards = {name: answers[name] for name in ("white", "black")} | {"square": answers["square"].astype(np.int32)}
    # Macros with subselects return rows in any order.
    connection.register("arrays", boards | {"number": np.arange(len(answers["white"]))})
    rows = lambda query: connection.execute(query).fetchall()
    # Readers of CSV infer BIGINT, or HUGEINT for a pawn on h8.
    positive = (answers["white"] | answers["black"]) < 1 << 63
    for board, fit in [("BIGINT", positive), ("HUGEINT", positive | True), ("UBIGINT", positive | True)]:
        cast = f"SELECT * REPLACE (white::{board} AS white, black::{board} AS black) FROM arrays"
        connection.execute(f"CREATE OR REPLACE TABLE positions AS {cast} WHERE (white | black) >> 63 <= {fit.all():d}")
        expected = {name: values[fit] for name, values in answers.items()}
        check_sql(f"DuckDB {duckdb.__version__}, {board}", text, expected, rows)
    for board in ("-1", "256::DOUBLE", "'256'::VARCHAR"):
        raises(duckdb.Error, "out of range|No function matches", lambda: rows(f"SELECT pawnfill_north({board})"))
    for square in ("64", "-1"):
        raises(duckdb.Error, "a square is 0 to 63", lambda: rows(f"SELECT pawnfill_white_is_passed(white, black, {square}) FROM positions"))
    connection.execute((TARGET / "every.sql").read_text())
    same = "white_p = white AND q = white AND white_ethereal_passed = white_passed AND every_black_p(white, black) = black"
    expect("DuckDB with every reading", rows(f"SELECT DISTINCT {same} FROM every_terms('positions')") != [(True,)])
    check_columns(connection, rows)
    check_macros_of_fens(connection, rows)
    count = rows((EXPORT / "sql/example.sql").read_text())[0][0]
    expect(f"example.sql: {count} positions", count == 0 or count != int((TARGET / "example.txt").read_text()))


def check_columns(connection, rows) -> None:
    """A column of the table keeps its value, or is an error if it has the name of a set."""
    connection.execute("CREATE TABLE named AS SELECT *, 5 AS t3, 6 AS t10, 7 AS positions FROM positions")
    same = "t3 = 5 AND t10 = 6 AND positions = 7 AND white_passed = pawnfill_white_passed(white, black)"
    expect("DuckDB keeps columns", rows(f"SELECT count(*) FROM pawnfill_terms('named') WHERE {same}") != rows("SELECT count(*) FROM named"))
    for name in ("white_passed", "WHITE_STOPS", "pawnfill_t10"):
        connection.execute(f"CREATE OR REPLACE TABLE named AS SELECT *, 5 AS {name} FROM positions")
        if "WHITE_STOPS" != name:
            raises(duckdb.Error, "Ambiguous", lambda: rows("FROM pawnfill_terms('named')"))
        elif set(rows("SELECT white_stops FROM pawnfill_terms('named')")) != {(5,)}:
            failures.append("a column white_stops")


def check_macros_of_fens(connection, rows) -> None:
    """Boards from FENs, and the FENs that the reader of the library refuses."""
    fens = [("4k3/1p6/3p4/P1pPp3/2P2P2/5P2/7P/4K3 w - - 0 1", 0x0000000924208000, 0x0002081400000000), ("8/8/8/8/8/8/PPPPPPPP/8", 0xFF00, 0)]
    asked = [rows(f"SELECT pawnfill_white_pawns('{fen}'), pawnfill_black_pawns('{fen}')")[0] for fen, *_ in fens]
    wrong = [line.split("\t")[0] for line in (TARGET / "errors.txt").read_text(encoding="utf-8").split("\n")]
    for fen in [*wrong, "8/.7/8/8/8/8/8/8"]:
        raises(duckdb.Error, "not a placement", lambda: connection.execute("SELECT pawnfill_white_pawns(?)", [fen]).fetchall())
    count = rows("SELECT pawnfill_count(1::BIGINT) - pawnfill_count(7), pawnfill_white_pawns(NULL)")
    expect("DuckDB reads FENs", asked != [tuple(boards) for _, *boards in fens] or count != [(-2, None)])


def check_together() -> None:
    """Compares what users combine, in both languages."""
    names, exports, rows = together()
    answers = dict(zip(names, np.fromfile(TOGETHER / "answers.bin", dtype="<u8").reshape(len(names), rows)))
    white, black = answers["white"], answers["black"]
    connection, wrong = duckdb.connect(), []
    connection.register("positions", {"white": white, "black": black, "row": np.arange(rows)})
    sys.path.insert(0, str(TOGETHER))
    for number, (inside, outside) in enumerate(exports):
        module = importlib.import_module(f"s{number}")
        connection.execute((TOGETHER / f"s{number}.sql").read_text())
        all_of = module.terms(white, black)
        found = [(f"s{number} {name} in Python", name, getattr(getattr(all_of, name[:5]), name[6:])) for name in inside]
        found += [(f"s{number} {name}, alone, in Python", name, getattr(module, name)(white, black)) for name in outside]
        columns = [f"s{number}_{name}(white, black) AS alone_{name}" for name in outside]
        query = f"SELECT {', '.join(['*', *columns])} FROM s{number}_terms('positions') ORDER BY row"
        table = connection.execute(query).fetchnumpy()
        found += [(f"s{number} {name} in DuckDB", name, table[name]) for name in inside]
        found += [(f"s{number} {name}, alone, in DuckDB", name, table[f"alone_{name}"]) for name in outside]
        wrong += [title for title, name, values in found if (values != answers[name]).any()]
    expect(f"Python and DuckDB: {len(exports)} combinations", wrong[:3])


def main() -> int:
    answers = dict(zip(NAMES, np.fromfile(TARGET / "answers.bin", dtype="<u8").reshape(len(NAMES), ROWS)))
    for check in (check_python, check_series, check_fens, check_duckdb):
        check(answers)
    check_cures()
    check_together()
    check_package()
    return finish()


if __name__ == "__main__":
    sys.exit(main())
