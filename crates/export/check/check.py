# SPDX-License-Identifier: MIT OR Apache-2.0
"""Runs the exports and compares their results with the library's.

`cargo run -p pawnfill-export --example check` writes the library's results to target/export and starts this script.
The script reports and skips checks whose tools are missing. The exit code is 1 if any result differs, and where CI
is set, if a check was skipped.

With --install the packages come from pip, into an environment of their own in target/export. With --spark the
example of Spark runs, too; it needs Java, such as the package default-jre-headless of Debian.
"""

from __future__ import annotations

import doctest
import inspect
import os
import pathlib
import re
import shutil
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parents[3]
EXPORT, TARGET = ROOT / "crates/export", ROOT / "target/export"
failures: list[str] = []


def skip(what: str, why: str) -> None:
    """Reports a check that cannot run. With the variable CI set, this is a failure."""
    print(f"skipped: {what}: {why}")
    if os.environ.get("CI"):
        failures.append(f"{what}: {why}")


def expect(what: str, wrong) -> None:
    """Reports a check, which passed if nothing is wrong."""
    print(f"{what}: {f'FAILED: {wrong}' if wrong else 'ok'}")
    if wrong:
        failures.append(what)


def run(*command) -> str:
    """Runs a command. Returns nothing if it succeeds, and otherwise what it prints."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    return f"{done.stdout}{done.stderr} exit code {done.returncode}" if done.returncode != 0 else ""


def source(name: str, text: str) -> pathlib.Path:
    path = TARGET / name
    path.write_text(text)
    return path


def install() -> None:
    """Restarts this script in an environment with the packages and the folder python."""
    folder = TARGET / "venv"
    python = folder / "bin/python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    # A build leaves files in the folder.
    module = shutil.copytree(EXPORT / "python", TARGET / "python", dirs_exist_ok=True)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    packages = ["numpy", "duckdb", "polars"] + ["pyspark", "pandas", "pyarrow"] * ("--spark" in sys.argv)
    for arguments in (packages, ["--force-reinstall", "--no-deps", module]):
        if wrong := run(*pip, *arguments):
            skip(f"pip install {arguments}", wrong)
    os.execv(python, [str(python), __file__, *(word for word in sys.argv[1:] if word != "--install"), "--installed"])


STRICT = (
    "-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wunused -Wdouble-promotion -Werror"
).split()
# The oldest supported version, those in common use, and the newest one under the name that old compilers know.
VERSIONS = {"c": ["c99", "c11", "c17", "c2x"], "cpp": ["c++14", "c++17", "c++20", "c++2b"]}
POPCOUNT = ["-DPAWNFILL_POPCOUNT(set)=__builtin_popcountll(set)"]
DEFINES = [[], ["-DPAWNFILL_NO_BUILTIN"], POPCOUNT, ["-include", "assert.h", "-DPAWNFILL_ASSERT=assert"]]
# The libraries that clang needs for this are in another package.
SANITIZED = [*DEFINES[3], "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
# It reads the options of Microsoft's compiler.
CLANG_CL = ["clang", "--driver-mode=cl", "--target=x86_64-pc-windows-msvc", "/Zs", "/W4", "/WX"]


def compilers():
    """Returns the compilers for 64 and 32 bits, and the suffix of their sources."""
    for suffix, names in {"c": ["gcc", "clang"], "cpp": ["g++", "clang++"]}.items():
        empty = source(f"empty.{suffix}", "#include <stdio.h>\nint main(void) { return 0; }\n")
        for name in names:
            for bits in ("-m64", "-m32"):
                if shutil.which(name) and not run(name, bits, empty, "-o", TARGET / "empty"):
                    yield [name, bits], suffix
                else:
                    skip(f"{name} {bits}", "it is not installed")


def check_header(compiler: list[str], suffix: str) -> None:
    """Compiles the header without a warning, and not if it is called wrongly."""
    text = '#include "pawnfill.h"\nint main(void) { return CALL == 0; }\n'
    use = source(f"use.{suffix}", text.replace("CALL", "pawnfill_white_is_passed(1, 2, 3)"))
    cast = ["-Wold-style-cast"] * (suffix == "cpp")
    commands = [[*compiler, f"-std={std}", *STRICT, *cast, "-fsyntax-only"] for std in VERSIONS[suffix]]
    if compiler[0].startswith("clang"):
        # It knows only these names.
        commands += [[*CLANG_CL, f"/std:{std}"] for std in VERSIONS[suffix] if std not in ("c99", "c2x", "c++2b")]
    for command in commands:
        for define in DEFINES:
            if "/WX" in command and "-include" in define:
                continue
            wrong = run(*command, *define, f"-I{EXPORT}/c", *["--"] * ("/WX" in command), use)
            failures.extend([f"{' '.join(command + define)}: {wrong}"] * bool(wrong))
    for call in ("pawnfill_passed(0, 1, 2)", "pawnfill_passed(1, 2, PAWNFILL_WHITE)", "pawnfill_white_passed(1)"):
        if not run(*compiler, "-fsyntax-only", f"-I{EXPORT}/c", source(f"wrong.{suffix}", text.replace("CALL", call))):
            failures.append(f"{compiler} compiles {call}")
    every = source(f"every.{suffix}", '#include "every.h"\nint main(void) { return every_structure(1, 2).white.p == 2; }\n')
    expect(f"{compiler} with every reading", run(*compiler, *STRICT, "-fsyntax-only", f"-I{TARGET}", every))
    two = source(f"two.{suffix}", '#include "pawnfill.h"\n#include "pawnfill.h"\n#ifdef AGAIN\n#include "other.h"\n#endif\n')
    source("other.h", (EXPORT / "c/pawnfill.h").read_text().replace("PAWNFILL_H 0x", "PAWNFILL_H 0x1").replace("H != 0x", "H != 0x1"))
    same, other = (run(*compiler, "-fsyntax-only", f"-I{EXPORT}/c", *again, two) for again in ([], ["-DAGAIN"]))
    expect(f"{compiler} with two exports of one prefix", same or "another --prefix" not in other)
    asserted = source(f"square.{suffix}", text.replace("CALL", "pawnfill_white_is_passed(1, 2, 64)"))
    wrong = run(*compiler, *DEFINES[3], f"-I{EXPORT}/c", asserted, "-o", TARGET / "square") or run(TARGET / "square")
    expect(f"{compiler} with a square of 64", "square < 64" not in wrong)
    print(f"{' '.join(compiler)}: {len(commands)} versions and modes compile the header")


def calls(names: list[str]) -> str:
    """Returns a program that calls every function of the header, in each of its forms."""
    header = (EXPORT / "c/pawnfill.h").read_text()
    signatures = dict(re.findall(r"^PAWNFILL_FN \w+ pawnfill_(\w+)\((.*)\);", header, re.M))
    tests = []
    for place, name in enumerate(names[3:], 3):
        arguments = ", ".join(word.split()[-1] for word in signatures[name].split(", "))
        forms = [f"{name}({arguments})"]
        color, _, pattern = name.partition("_")
        if color in ("white", "black") and signatures.get(pattern, "").startswith("pawnfill_color"):
            forms.append(f"{pattern}(PAWNFILL_{color.upper()}, {arguments})")
        tests += [f'if ((uint64_t)pawnfill_{form} != answers[{place}][i]) return puts("{form}");' for form in forms]
    assert len(tests) > len(names) + 200
    return (EXPORT / "check/calls.c").read_text().replace("{columns}", str(len(names))).replace("{tests}", "\n".join(tests))


def check_c(names: list[str], rows: int) -> None:
    """Runs every function of the header, and the terms of an engine before and after its port."""
    for compiler, suffix in compilers():
        check_header(compiler, suffix)
        program = source(f"calls.{suffix}", calls(names).replace("{rows}", str(rows)))
        port = [EXPORT / "check/port/compare.c"] * (suffix == "c")
        if suffix == "cpp":
            wrapper = [*compiler, "-std=c++14", *STRICT, "-fsyntax-only", f"-I{EXPORT}/c", EXPORT / "check/port/wrapper.cpp"]
            expect(f"{' '.join(compiler)} wrapper.cpp", run(*wrapper))
        for define in DEFINES[:2] + [SANITIZED] * compiler[0].startswith("g"):
            for path in [program, *port]:
                flags = [f"-std={VERSIONS[suffix][1]}", "-O1", *define, f"-I{EXPORT}/c"]
                wrong = run(*compiler, *flags, path, "-o", TARGET / "program") or run(TARGET / "program", TARGET / "answers.bin")
                expect(" ".join([*compiler, *define, path.name]), wrong)
        program = source(f"pairs.{suffix}", (EXPORT / "check/pairs.c").read_text().replace("{rows}", str(rows)))
        flags = [f"-std={VERSIONS[suffix][0]}", "-O1", *STRICT, f"-I{EXPORT}/c"]
        wrong = run(*compiler, *flags, program, "-o", TARGET / "pairs") or run(TARGET / "pairs", TARGET / "answers.bin", TARGET / "pairs.bin")
        expect(" ".join([*compiler, "pairs.c"]), wrong)
    page = (ROOT / "pawnfill/docs/porting_c.md").read_text()
    for name in ("after.c", "terms.h", "pieces.c", "wrapper.cpp"):
        code = re.sub(r"^.*SPDX-License-Identifier.*\n", "", (EXPORT / "check/port" / name).read_text())
        expect(f"{name} in porting_c.md", f"\n{code}```\n" not in page)


def check_costs() -> None:
    """Counts the instructions of sets from the header and by hand. There are no branches, so all of them run."""
    for compiler in filter(shutil.which, ("gcc", "clang")):
        for level in ("-O2", "-O3"):
            compiled = [compiler, level, f"-I{EXPORT}/c", f"-I{TARGET}", EXPORT / "check/by_hand.c", "-o", TARGET / "by_hand"]
            wrong = run(*compiled) or run(TARGET / "by_hand", TARGET / "answers.bin") or run("objdump", "--version")
            expect(f"{compiler} {level} by_hand.c", wrong)
            if wrong:
                continue
            code = subprocess.run(["objdump", "-d", TARGET / "by_hand"], capture_output=True, text=True).stdout
            for name in ("ten_sets", "structure"):
                counts = []
                for function in (name, f"{name}_by_hand"):
                    body = re.search(rf"<{function}>:\n(.*?)\n\n", code, re.S)[1]
                    counts.append(len(re.findall(r"^ +\w+:\t[^\t\n]+\t(?!nop|data16|cs nop|xchg +%ax,%ax)", body, re.M)))
                # As for the library, another order of the same lines changes 2 %.
                most = counts[1] + -(-counts[1] // 50)
                expect(f"{compiler} {level} {name}: {counts[0]} instructions, {counts[1]} by hand", counts[0] > most)


def check_go(names: list[str], rows: int) -> None:
    """Calls every function of the package, and the structure."""
    if not shutil.which("go"):
        return skip("Go", "it is not installed")
    text = (TARGET / "go/pawnfill/pawnfill.go").read_text()
    signatures = {name: words for name, *words in re.findall(r"^func (\w+)\((.*)\) (\w+) {", text, re.M)}
    tests = []
    for place, name in enumerate(("".join(map(str.capitalize, name.split("_"))) for name in names[3:]), 3):
        parameters, result = signatures[name]
        call = f"pawnfill.{name}({', '.join(parameter.split()[0] for parameter in parameters.split(', '))})"
        tests.append(f'test("{name}", {place}, {"bit" if result == "bool" else "uint64"}({call}))')
    text = (EXPORT / "check/calls.go").read_text().replace("ROWS", str(rows))
    source("go/main.go", text.replace("// TESTS", "\n".join(tests)))
    source("go/go.mod", "module check\ngo 1.18\n")
    go = ["env", "-C", TARGET / "go", "go"]
    expect("Go: gofmt", subprocess.run(["gofmt", "-l", TARGET / "go/pawnfill"], capture_output=True, text=True).stdout)
    expect(f"Go: {len(tests)} functions", run(*go, "vet", "./...") or run(*go, "run", ".", TARGET / "answers.bin"))


def check_builds() -> None:
    """Builds the example with make and with the target of CMakeLists.txt."""
    folder = shutil.copytree(EXPORT / "c", TARGET / "c", dirs_exist_ok=True)
    source("c/CMakeLists.txt", (
        "cmake_minimum_required(VERSION 3.15)\nproject(engine CXX)\n"
        f"add_subdirectory({EXPORT}/c pawnfill)\nadd_executable(engine example/evaluate.cpp)\n"
        "target_link_libraries(engine PRIVATE pawnfill::pawnfill)\n"
    ))
    make = ["make", "--silent", "--always-make", "-C", folder / "example", "CXX=c++ -Werror", "evaluate"]
    missing = [program for program in ("make", "c++", "cmake") if shutil.which(program) is None]
    if missing:
        return skip("the example in C++", f"{missing} are not installed")
    wrong = run(*make) or run("cmake", "-S", folder, "-B", folder / "build") or run("cmake", "--build", folder / "build")
    programs = [folder / "example/evaluate", folder / "build/engine"]
    found = set() if wrong else {subprocess.run([program], capture_output=True, text=True).stdout for program in programs}
    expect(f"the example in C++ prints {found}", wrong or len(found) != 1 or "" in found)


def raises(kind: type[Exception], message: str, call) -> None:
    """Expects an error whose message matches."""
    try:
        found = call()
    except kind as error:
        found = error
    if not (isinstance(found, kind) and re.search(message, str(found))):
        failures.append(f"expected {kind.__name__}, {message!r}, in Python, found {found!r}")


def wrong_pairs(pawn_pairs, answers) -> list[str]:
    """Compares pairs of pawns with those of the library, which come with those that are new in each position."""
    import numpy as np

    expected, at, wrong = np.fromfile(TARGET / "pairs.bin", dtype="<u4"), 0, []
    for numbering in ("nnue_pytorch", "stockfish", "dense"):
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
    import numpy as np

    if "--installed" not in sys.argv:
        sys.path.insert(0, str(EXPORT / "python"))
    import pawnfill

    wrong = []
    for name, expected in list(answers.items())[3:]:
        function = getattr(pawnfill, name)
        arguments = [answers[argument] for argument in inspect.signature(function).parameters]
        one = function(*(int(values[7]) for values in arguments))
        # More than a block of positions.
        many = function(*(np.tile(values, 3) for values in arguments)).astype(np.uint64)
        if (many != np.tile(expected, 3)).any() or int(one) != int(expected[7]):
            wrong.append(name)
    white, black = (np.tile(answers[name], 3).reshape(3, -1) for name in ("white", "black"))
    together = pawnfill.structure(white, black=black).black.passed
    if together.shape != white.shape or (together[2] != answers["black_passed"]).any():
        wrong.append("the structure of blocks in two dimensions")
    # The reader of the library refuses these.
    for line in (TARGET / "errors.txt").read_text(encoding="utf-8").split("\n"):
        fen = line.split("\t")[0]
        raises(ValueError, rf"position 1: .*: {re.escape(repr(fen))}$", lambda: pawnfill.fens_to_arrays(["8/8/8/8/8/8/8/8", fen]))
    for boards in (1.5, [0.0], np.array([256.0]), "256", [None]):
        raises(TypeError, "^white_passed takes integers, not ", lambda: pawnfill.white_passed(boards, black=0))
    for boards in (-1, [1, 1 << 64]):
        raises(OverflowError, "", lambda: pawnfill.white_passed(0, black=boards))
    for square in (64, np.array([0, -1])):
        raises(ValueError, "^white_is_passed takes squares from 0 to 63, not ", lambda: pawnfill.white_is_passed(0, 0, square))
        raises(ValueError, "^file_mask takes squares from 0 to 63, not ", lambda: pawnfill.file_mask(square=square))
    counts = [pawnfill.count(answers[color]) for color in ("white", "black")]
    difference = pawnfill.white_island_count(answers["white"], 0) - pawnfill.black_island_count(0, answers["black"])
    if min((counts[0] - counts[1]).min(), difference.min()) >= 0:
        wrong.append("differences of numbers")
    if pawnfill.white_passed([1 << 8, 1 << 63], 0).tolist() != [1 << 8, 1 << 63]:
        wrong.append("a list of small and large boards")
    wrong += wrong_pairs(pawnfill.pawn_pairs, answers)
    sys.path.insert(0, str(TARGET))
    import every

    if every.structure(256, 512).white.fruit_2_1_passed != 256 or every.q(256, 512) != 256:
        wrong.append("every reading")
    results = doctest.testmod(pawnfill)
    wrong += ["doctests"] * (results.failed > 0 or results.attempted == 0)
    expect(f"Python {sys.version.split()[0]}, NumPy {np.__version__}, {pawnfill.__file__}", wrong)


def check_polars(answers) -> None:
    import pawnfill
    import polars

    passed = pawnfill.white_passed(polars.Series(answers["white"]), polars.Series(answers["black"]))
    expect(f"Polars {polars.__version__}", (passed != answers["white_passed"]).any() or (answers["white"] < 1 << 63).all())


def check_sql(title: str, text: str, answers, rows) -> None:
    """Compares all functions and the structure. `rows` runs a query, and returns its rows in the order of `number`."""
    import numpy as np

    heads = dict(re.findall(r"MACRO pawnfill_(\w+)\((.*?)\)", text, re.S))
    call = {name: f"pawnfill_{name}({heads[name]})" for name in list(answers)[3:]}
    fields = re.findall(r"EXCLUDE \(.*?\),(.*?)\bFROM", text, re.S)[-1].replace(",", " ").split()
    wrong = []
    for source_name, columns in [("positions", call), ("pawnfill_structure('positions')", {name: name for name in fields})]:
        names = list(columns)
        for chunk in (names[start : start + 10] for start in range(0, len(names), 10)):
            values = ", ".join(f"CAST({columns[name]} AS UBIGINT)" for name in chunk)
            found = np.array(rows(f"SELECT {values} FROM {source_name} ORDER BY number"), dtype=np.uint64)
            wrong += [name for name, column in zip(chunk, found.T) if (column != answers[name]).any()]
    expect(f"{title}: {len(call)} functions and {len(fields)} columns", wrong or not fields)


def check_duckdb(answers) -> None:
    import duckdb
    import numpy as np

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
    connection.execute((TARGET / "every.sql").read_text())
    same = "white_p = white AND q = white AND white_ethereal_passed = white_passed AND every_black_p(white, black) = black"
    expect("DuckDB with every reading", rows(f"SELECT DISTINCT {same} FROM every_structure('positions')") != [(True,)])
    check_columns(connection, rows)
    check_fens(connection, rows)
    count = rows((EXPORT / "sql/example.sql").read_text())[0][0]
    expect(f"example.sql: {count} positions", count == 0 or count != int((TARGET / "example.txt").read_text()))


def check_columns(connection, rows) -> None:
    """A column of the table keeps its value, or is an error if it has the name of a set."""
    import duckdb

    connection.execute("CREATE TABLE named AS SELECT *, 5 AS t3, 6 AS t10, 7 AS positions FROM positions")
    same = "t3 = 5 AND t10 = 6 AND positions = 7 AND white_passed = pawnfill_white_passed(white, black)"
    expect("DuckDB keeps columns", rows(f"SELECT count(*) FROM pawnfill_structure('named') WHERE {same}") != rows("SELECT count(*) FROM named"))
    for name in ("white_passed", "WHITE_STOPS", "pawnfill_t10"):
        connection.execute(f"CREATE OR REPLACE TABLE named AS SELECT *, 5 AS {name} FROM positions")
        if "WHITE_STOPS" != name:
            raises(duckdb.Error, "Ambiguous", lambda: rows("FROM pawnfill_structure('named')"))
        elif set(rows("SELECT white_stops FROM pawnfill_structure('named')")) != {(5,)}:
            failures.append("a column white_stops")


def check_fens(connection, rows) -> None:
    """Boards from FENs, and the FENs that the reader of the library refuses."""
    import duckdb

    fens = [("4k3/1p6/3p4/P1pPp3/2P2P2/5P2/7P/4K3 w - - 0 1", 0x0000000924208000, 0x0002081400000000), ("8/8/8/8/8/8/PPPPPPPP/8", 0xFF00, 0)]
    asked = [rows(f"SELECT pawnfill_white_pawns('{fen}'), pawnfill_black_pawns('{fen}')")[0] for fen, *_ in fens]
    wrong = [line.split("\t")[0] for line in (TARGET / "errors.txt").read_text(encoding="utf-8").split("\n")]
    for fen in [*wrong, "8/.7/8/8/8/8/8/8"]:
        raises(duckdb.Error, "not a placement", lambda: connection.execute("SELECT pawnfill_white_pawns(?)", [fen]).fetchall())
    count = rows("SELECT pawnfill_count(1::BIGINT) - pawnfill_count(7), pawnfill_white_pawns(NULL)")
    expect("DuckDB reads FENs", asked != [tuple(boards) for _, *boards in fens] or count != [(-2, None)])


GAME = """[White "{year}"]
[Date "{year}.??.??"]

1. e4 d5 2. exd5 c6 3. d4 cxd5 4. h4 Bg4 5. h5 Bxd1 6. h6 a5 7. hxg7 a4 8. gxh8=Q *

"""


def check_spark(answers) -> None:
    """Runs the example on a folder of the program with a file for each year, and counts with the program."""
    games = source("games.pgn", "".join(GAME.format(year=year) for year in (2024, 2024, 2025)))
    program = ["cargo", "run", "--quiet", "--package", "pawnfill-cli", "--features", "parquet", "--", "positions", games]
    options = ["--signed", "--format", "parquet", "--partition", "year", "--force", "-o", TARGET / "years"]
    shutil.rmtree(TARGET / "years", ignore_errors=True)
    if wrong := run(*program, *options):
        return expect("positions --signed --partition year", wrong)
    table = subprocess.run([*program, "--columns", "ply", "--count", "isolated"], capture_output=True, text=True).stdout
    counts = [int(line.split(",")[1]) for line in table.splitlines()[1:]]
    command = [sys.executable, EXPORT / "python/spark.py", TARGET / "years"]
    script = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"PYSPARK_PYTHON": sys.executable})
    expected = f"{sum(counts)} isolated pawns in {len(counts)} positions\n"
    expect(f"Spark: {expected.strip()}", script.stdout != expected and script.stdout + script.stderr)


def main() -> int:
    if "--install" in sys.argv:
        install()
    names = (TARGET / "names.txt").read_text().split()
    rows = (TARGET / "answers.bin").stat().st_size // 8 // len(names)
    print(f"{rows} positions, {len(names) - 3} functions")
    if shutil.which("node"):
        expect("JavaScript", run("node", EXPORT / "check/check.mjs"))
    else:
        skip("JavaScript", "Node.js is not installed")
    check_c(names, rows)
    check_costs()
    check_go(names, rows)
    check_builds()
    checks = {"numpy": check_python, "polars": check_polars, "duckdb": check_duckdb, "pyspark": check_spark}
    for package, check in checks.items():
        if package == "pyspark" and "--spark" not in sys.argv:
            print("--spark runs the example of Spark, too")
            continue
        try:
            __import__(package)
            import numpy as np
        except ImportError:
            skip(check.__name__, f"the package {package} is not installed; --install does it")
            continue
        check(dict(zip(names, np.fromfile(TARGET / "answers.bin", dtype="<u8").reshape(len(names), rows))))
    for failure in failures:
        print(f"FAILED: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
