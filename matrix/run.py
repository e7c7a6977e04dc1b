#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Runs what people read our output with, and compares what they get with what was written.

    matrix/run.py            all readers; fails if cells.csv has other results
    matrix/run.py --quick    only those of the quick part
    matrix/run.py --write    writes cells.csv and the table of README.md
    matrix/run.py --planted  loses h8 when writing; fails if a cell of a table stays exact

A reader is a script in `readers`, which prints a cell a line: what it read, by which code, and the values. Its packages
are installed in `target/matrix`, or in the folder that MATRIX names. PAWNFILL is the program, with the feature `parquet`.
"""

from __future__ import annotations

import csv
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import games

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
FOLDER = pathlib.Path(os.environ.get("MATRIX", ROOT / "target/matrix"))
PROGRAM = os.environ.get("PAWNFILL", str(ROOT / "target/debug/pawnfill"))
ALL = (1 << 64) - 1

#: Environments with their packages.
PACKAGES = {
    "now": ["numpy==2.4.6", "pandas==3.1.1", "polars==2.1.0", "duckdb==2.0.1", "pyarrow==26.0.1", "chess==1.11.2", "matplotlib==3.11.2", "pgn-parser==1.1.0"],
    "before": ["numpy==2.4.6", "pandas==2.3.3", "polars==1.44.2", "duckdb==1.4.5", "pyarrow==26.0.1", "matplotlib==3.11.2"],
}
NPM = ["chess.js@1.4.0", "@mliebelt/pgn-parser@1.4.19", "cm-pgn@5.0.0", "chessops@0.15.1", "hyparquet@1.33.0"]

#: Readers with the environment of their packages, or the program that runs them, and whether they are in the quick part.
READERS = [
    ("pandas.py", "now", True),
    ("polars.py", "now", True),
    ("duckdb.py", "now", True),
    ("duckdb.py", "before", True),
    ("package.py", "now", True),
    ("json.py", "now", True),
    ("chess.py", "now", True),
    ("json.mjs", "node", True),
    ("chess.mjs", "node", True),
    ("module.mjs", "node", True),
    ("pandas.py", "before", False),
    ("polars.py", "before", False),
    ("package.py", "before", False),
    ("pyarrow.py", "now", False),
    ("sqlite.py", "python3", False),
    ("r.R", "Rscript", False),
    ("octave.m", "octave-cli", False),
    ("libreoffice.py", "python3", False),
    ("jq.py", "python3", False),
    ("hyparquet.mjs", "node", False),
    ("pgn.mjs", "node", False),
    ("pgn_extract.py", "python3", False),
]

#: Scripts of the page, and where they run. Each prints the same table and draws a picture.
SCRIPTS = [("score_polars.py", "now"), ("score_pandas.py", "now"), ("score_duckdb.py", "now"), ("score.mjs", "node")]

#: In each column of sets there is h8, and besides it a low square, nothing, and everything.
FENS = [
    "4k2R/8/8/8/8/8/PPPPPP2/R3K3 w - - 0 1",
    "r3k2r/pppppp2/8/8/8/8/PPPPPP2/4K1r1 b - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "7R/1k6/8/8/8/8/8/1R2K2r b - - 0 1",
]
SETS = {"ours": "white.rooks", "others": "black.rooks", "free": "open_files"}


def squares(fen: str) -> dict[int, str]:
    """Returns the pieces of a FEN by the numbers of their squares."""
    ranks = fen.split()[0].split("/")[::-1]
    rows = [re.sub(r"\d", lambda number: "." * int(number[0]), rank) for rank in ranks]
    return {8 * rank + file: piece for rank, row in enumerate(rows) for file, piece in enumerate(row) if piece != "."}


def expected_sets() -> dict[str, list[int]]:
    """Returns what the columns have, from the FENs alone."""
    sets: dict[str, list[int]] = {name: [] for name in SETS}
    for fen in FENS:
        board = squares(fen)
        sets["ours"].append(sum(1 << square for square, piece in board.items() if piece == "R"))
        sets["others"].append(sum(1 << square for square, piece in board.items() if piece == "r"))
        with_pawns = {square % 8 for square, piece in board.items() if piece in "Pp"}
        sets["free"].append(sum(1 << square for square in range(64) if square % 8 not in with_pawns))
    for name, values in sets.items():
        assert any(value >> 63 and value & ALL >> 1 for value in values) and 0 in values, name
    return sets


EXPECTED = expected_sets()


def text(value: int) -> str:
    names = [f"{'abcdefgh'[square % 8]}{square // 8 + 1}" for square in range(64) if value >> square & 1]
    return " ".join(names) or "-"


#: What cells are compared with, by what was read.
FORMS = {
    "unsigned": lambda value: value,
    "signed": lambda value: value - (value >> 63 << 64),
    "squares": text,
    "north": lambda value: value << 8 & ALL,
    "complement": lambda value: value ^ ALL,
    "lowest": lambda value: value & -value,
    "count": lambda value: value.bit_count(),
    "signed north": lambda value: FORMS["signed"](value << 8 & ALL),
    "signed complement": lambda value: FORMS["signed"](value ^ ALL),
    "signed lowest": lambda value: FORMS["signed"](value & -value & ALL),
    "has h8": lambda value: value >> 63,
    "has a1": lambda value: value & 1,
}


def run(*command, **options) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise SystemExit(f"{command}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def environment(name: str) -> None:
    """Installs packages, unless they are there."""
    folder = FOLDER / name
    packages = NPM if name == "node" else PACKAGES[name]
    stamp = folder / "packages.txt"
    if stamp.exists() and stamp.read_text() == "\n".join(packages):
        return
    if name == "node":
        folder.mkdir(parents=True, exist_ok=True)
        run("npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, *packages)
    else:
        run(sys.executable, "-m", "venv", "--clear", folder)
        run(folder / "bin/pip", "install", "--quiet", "--disable-pip-version-check", *packages)
    stamp.write_text("\n".join(packages))


def write_inputs(inputs: pathlib.Path, is_planted: bool) -> None:
    """Lets the program write what the readers read."""
    shutil.rmtree(inputs, ignore_errors=True)
    inputs.mkdir(parents=True)
    (inputs / "positions.fen").write_text("".join(f"{fen}\n" for fen in FENS))
    (inputs / "games.pgn").write_text(games.pgn())
    (inputs / "expected.json").write_text(json.dumps(EXPECTED))
    lost = " - h8" if is_planted else ""
    columns = ",".join(f"{name} = {text}{lost}" for name, text in SETS.items())
    columns = ["--columns", f"line,{columns}"]
    for kind in ("unsigned", "signed", "squares"):
        for ending in ("csv", "parquet"):
            output = ["-o", f"{kind}.{ending}", "--sets-as", kind]
            run(PROGRAM, "positions", "positions.fen", *columns, *output, cwd=inputs)
    for reader in ("duckdb", "polars", "pandas", "pyarrow"):
        call = run(PROGRAM, "positions", *columns, "--schema", reader)
        (inputs / f"schema.{reader}").write_text(call.replace("positions.csv", "unsigned.csv"))
    run(PROGRAM, "positions", "games.pgn", "--columns", "game,fen,white,black,white_score,white_elo,black_elo,structures", "-o", "games.csv", cwd=inputs)
    (inputs / "scripts").mkdir()
    command = (HERE / "scripts/score_polars.py").read_text().split("\n# ")[1].split("\n")[0].split()
    run(PROGRAM, *command[1:-1], "scripts/games.csv", cwd=inputs)
    (inputs / "shown.json").write_text(run(PROGRAM, "show", "--format", "json", *FENS))
    (inputs / "facts.json").write_text(run(PROGRAM, "show", "--format", "facts", "games.pgn", cwd=inputs))
    (inputs / "found.json").write_text(run(PROGRAM, "find", "iqp", "games.pgn", "--format", "json", cwd=inputs))
    (inputs / "found.pgn").write_text(run(PROGRAM, "find", "iqp", "games.pgn", "--format", "pgn", cwd=inputs))
    shutil.copytree(ROOT / "crates/export/python/pawnfill", inputs / "pawnfill")
    shutil.copytree(ROOT / "crates/export/js", inputs / "js")
    shutil.copy(ROOT / "crates/export/sql/pawnfill.sql", inputs)


def whole(value) -> int | str:
    """Returns a value as a number if it is one, however it is written."""
    try:
        number = Fraction(str(value))
    except ValueError:
        return str(value)
    return int(number) if number.denominator == 1 else str(value)


def outcome(cell: dict) -> str:
    """Says what became of the values of a cell."""
    if "error" in cell:
        return "error: " + cell["error"].strip().split("\n")[0][:100]
    if "is" in cell:
        # What is not about sets says itself what differs.
        return "exact" if cell["is"] is True else f"wrong: {cell['is']}"
    form = FORMS[cell["form"]]
    kind = f" ({', '.join(dict.fromkeys(cell['types']))})" if cell.get("types") else ""
    wrong = []
    for name, values in cell["values"].items():
        for value, bits in zip(values, EXPECTED[name], strict=True):
            found = value if cell["form"] == "squares" else whole(value)
            if found != form(bits):
                wrong.append(f"{text(bits) if bits.bit_count() < 5 else 'files' if bits != ALL else 'all'}: {value}")
    if wrong:
        return f"wrong{kind}: {len(wrong)} of {sum(map(len, cell['values'].values()))}, {wrong[0]}"
    return f"exact{kind}"


def read(reader: tuple[str, str, bool], inputs: pathlib.Path) -> list[dict]:
    """Runs a reader, whose cells say what they are."""
    script, where, _ = reader
    if where in PACKAGES:
        command = [FOLDER / where / "bin/python"]
    else:
        command = [where]
    options = {"cwd": inputs, "env": os.environ | {
        "PYTHONPATH": f"{HERE}:{inputs}", "PYTHONSAFEPATH": "1", "NODE_PATH": str(FOLDER / "node/node_modules"), "MPLBACKEND": "Agg",
        "MPLCONFIGDIR": str(FOLDER), "PATH": f"{os.environ['PATH']}:/usr/games",
    }}
    started = time.monotonic()
    path = HERE / "readers" / script
    if where == "node":
        # Modules are looked up from where a script is.
        path = shutil.copy(path, FOLDER / "node" / script)
        shutil.copy(HERE / "readers/cells.mjs", FOLDER / "node")
    done = subprocess.run([*command, path], capture_output=True, text=True, **options)
    cells = [json.loads(line) for line in done.stdout.split("\n") if line.startswith("{")]
    if done.returncode != 0 or not cells:
        cells.append({"tool": f"{script} in {where}", "what": "the script", "call": "", "failed": done.stderr[-2000:] or "no cell"})
    print(f"{script} in {where}: {len(cells)} cells, {time.monotonic() - started:.1f} s", flush=True)
    return cells


def scores(inputs: pathlib.Path) -> list[str]:
    """Returns the table that the scripts print, from the rows one by one."""
    groups: dict[tuple[str, int], dict[tuple[str, str], float]] = {}
    with open(inputs / "scripts/games.csv", newline="") as file:
        for row in csv.DictReader(file):
            for name, met in row.items():
                side, _, structure = name.partition("_")
                if side in ("white", "black") and structure not in ("", "score", "elo") and met == "1":
                    score = float(row["white_score"]) if side == "white" else 1 - float(row["white_score"])
                    groups.setdefault((structure, int(row[f"{side}_elo"]) // 200 * 200), {})[row["game"], side] = score
    assert {structure for structure, _ in groups} >= set(games.OPENINGS), groups.keys()
    lines = [f"{structure},{rating},{len(of)},{sum(of.values()) / len(of):.4f}" for (structure, rating), of in sorted(groups.items())]
    return ["structure,rating,games,score", *lines]


def script_cell(script: tuple[str, str], inputs: pathlib.Path) -> dict:
    """Runs a script of the page, and compares its table."""
    name, where = script
    command = ["node"] if where == "node" else [FOLDER / where / "bin/python"]
    done = subprocess.run([*command, HERE / "scripts" / name], cwd=inputs / "scripts", capture_output=True, text=True, env=os.environ | {"MPLBACKEND": "Agg", "MPLCONFIGDIR": str(FOLDER)})
    picture = inputs / "scripts" / f"{name.split('.')[0]}.{'svg' if where == 'node' else 'png'}"
    cell = {"tool": "Score by structure and rating", "what": f"[{name}](scripts/{name})", "call": ""}
    if done.returncode != 0 or not picture.exists() or picture.stat().st_size < 1000:
        return cell | {"failed": done.stderr[-2000:] or "no picture"}
    expected, found = scores(inputs), done.stdout.split()
    return cell | {"is": True if found == expected else next((f"{a} instead of {b}" for a, b in zip(found, expected) if a != b), "its length")}


#: What the table of the page shows of each tool, in the row with the first code for it.
SHOWN = {"CSV, unsigned": "unsigned CSV", "CSV, signed": "signed CSV", "CSV, squares": "CSV of squares", "Parquet, unsigned": "Parquet",
         "north": "north", "complement": "complement", "lowest": "lowest square", "count": "count", "has h8": "h8"}


def rows_of(cells: list[dict]) -> list[list[str]]:
    return [[cell["tool"], cell["what"], cell["call"], cell["outcome"]] for cell in cells]


def table(rows: list[list[str]]) -> str:
    """Returns the table of the page."""
    lines = ["| | " + " | ".join(SHOWN.values()) + " |", "|---" * (len(SHOWN) + 1) + "|"]
    for tool in dict.fromkeys(tool for tool, *_ in rows):
        first = {what: result for name, what, _, result in reversed(rows) if name == tool}
        if set(first) & set(SHOWN):
            words = [re.split("[ :]", first.get(what, "–"))[0].replace("exact", "") for what in SHOWN]
            lines.append(f"| {tool} | {' | '.join(words)} |")
    return "\n".join(lines)


def page(rows: list[list[str]]) -> str:
    """Returns the page with the table of these cells."""
    head, _, rest = (HERE / "README.md").read_text().partition("<!-- table -->\n")
    return head + "<!-- table -->\n\n" + table(rows) + "\n\n##" + rest.partition("\n##")[2]


def known_rows() -> list[list[str]]:
    with open(HERE / "cells.csv", newline="") as file:
        return list(csv.reader(file))[1:]


def write(rows: list[list[str]]) -> None:
    with open(HERE / "cells.csv", "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([["tool", "what", "code", "result"], *rows])
    (HERE / "README.md").write_text(page(rows))


def differences(rows: list[list[str]], is_quick: bool) -> list[str]:
    """Says what differs from the files. The quick part has only some of the cells."""
    known = known_rows()
    names = {name_of(tool): tool for tool, *_ in known}
    pinned = {tool for tool, *_ in known}
    # Programs of the system are not pinned, so they may have another version.
    own = [[tool if tool in pinned or is_pinned(tool) else names.get(name_of(tool), tool), *rest] for tool, *rest in rows]
    wrong = [f"another result: {row}" for row in own if row not in known]
    if not is_quick:
        wrong += [f"did not run: {row}" for row in known if row[:3] not in [row[:3] for row in own]]
        wrong += ["README.md has another table"] * ((HERE / "README.md").read_text() != page(known))
    return wrong


def name_of(tool: str) -> str:
    return re.sub(r" [\d.-]+$", "", tool)


def is_pinned(tool: str) -> bool:
    pinned = [package for packages in [*PACKAGES.values(), NPM] for package in packages]
    return any(re.split("==|(?<=.)@", package)[0].lower() in tool.lower() for package in pinned)


def main() -> int:
    arguments = sys.argv[1:]
    if set(arguments) - {"--quick", "--write", "--planted"}:
        print(__doc__)
        return 2
    is_planted = "--planted" in arguments
    readers = [reader for reader in READERS if reader[2] or "--quick" not in arguments]
    started = time.monotonic()
    wanted = {"node" if script.endswith(".mjs") else where for script, where, _ in readers} & {*PACKAGES, "node"}
    with ThreadPoolExecutor() as pool:
        list(pool.map(environment, sorted(wanted)))
    installed = time.monotonic()
    inputs = FOLDER / ("planted" if is_planted else "inputs")
    write_inputs(inputs, is_planted)
    with ThreadPoolExecutor(2) as pool:
        cells = [cell for own in pool.map(lambda reader: read(reader, inputs), readers) for cell in own]
    if not is_planted:
        cells += [script_cell(script, inputs) for script in SCRIPTS]
    failed = [cell for cell in cells if "failed" in cell]
    # Environments share packages.
    cells = list({(cell["tool"], cell["what"], cell["call"]): cell for cell in cells if "failed" not in cell}.values())
    for cell in cells:
        cell["outcome"] = outcome(cell)
    for cell in failed:
        print(f"FAILED: {cell['tool']} did not run: {cell['failed']}")
    code = 1 if failed else 0
    if is_planted:
        of_tables = [cell for cell in cells if cell["what"].startswith(("CSV", "Parquet"))]
        green = [cell for cell in of_tables if cell["outcome"].startswith("exact")]
        for cell in green:
            print(f"FAILED: stays exact without h8: {cell['tool']}, {cell['what']}, {cell['call']}")
        print(f"{len(of_tables)} cells of tables without h8, {len(green)} stay exact")
        return 1 if green or not of_tables else code
    rows = rows_of(cells)
    if "--write" in arguments and not failed:
        write(rows)
    for wrong in differences(rows, "--quick" in arguments):
        code = 1
        print(f"FAILED: {wrong}")
    exact = sum(cell["outcome"].startswith("exact") for cell in cells)
    print(f"{len(cells)} cells of {len({tool for tool, *_ in rows})} tools ran, {exact} exact; {installed - started:.0f} s to install, {time.monotonic() - installed:.0f} s to run")
    return code


if __name__ == "__main__":
    sys.exit(main())
