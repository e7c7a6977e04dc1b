# SPDX-License-Identifier: MIT OR Apache-2.0
"""Runs the exports and compares their results with the library's.

`cargo run -p pawnfill-export --example check` writes the library's results to target/export and starts this script.
The script reports and skips checks whose tools are missing. The exit code is 1 if any result differs.

With --install the packages come from pip, into an environment of their own in target/export, and the folder python
is installed into another. With --spark the functions of Spark run, too, which takes minutes; they need Java, such as
the package default-jre-headless of Debian.
"""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parents[3]
TARGET = ROOT / "target" / "export"
PACKAGES = ["numpy", "duckdb"] + ["pyspark"] * ("--spark" in sys.argv)
failures: list[str] = []


def skip(what: str, why: str) -> None:
    """Reports a check that cannot run. With the variable CI set, this is a failure."""
    print(f"skipped: {what}: {why}")
    if os.environ.get("CI"):
        failures.append(what)


def judge(what: str, right: int, wrong: list[str]) -> None:
    print(f"{what}: {right} functions agree with the library" + (f", {len(wrong)} DIFFER: {wrong}" if wrong else ""))
    if wrong or right == 0:
        failures.append(what)


def install() -> None:
    """Restarts this script in an environment with the packages."""
    folder = TARGET / "venv"
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES]
    if subprocess.run(pip).returncode != 0:
        skip("installing " + ", ".join(PACKAGES), "pip failed")
        if failures:
            sys.exit(1)
    arguments = [argument for argument in sys.argv[1:] if argument != "--install"]
    sys.exit(subprocess.run([str(python), __file__, *arguments]).returncode)


def check_c(names: list[str], rows: int) -> None:
    """Compiles a program that calls every function of the header, and runs it."""
    header = (ROOT / "crates/export/c/pawnfill.h").read_text()
    signatures = dict(re.findall(r"^PAWNFILL_FN \w+ pawnfill_(\w+)\((.*)\) \{", header, re.M))
    calls = []
    for place, name in enumerate(names[3:], 3):
        arguments = ", ".join(word.split()[-1] for word in signatures[name].split(", "))
        calls.append(f'        if ((uint64_t)pawnfill_{name}({arguments}) != answers[{place} * n + i]) wrong[{place}]++;')
    wrongs = [f'    if (wrong[{place}]) {{ puts("{name}"); }}' for place, name in enumerate(names)]
    source = "\n".join(
        [
            "#include <stdio.h>",
            "#include <stdlib.h>",
            '#include "pawnfill.h"',
            "static unsigned counted(uint64_t set) {",
            "    unsigned count = 0;",
            "    for (; set; set &= set - 1) count++;",
            "    return count;",
            "}",
            "int main(int count, char **paths) {",
            f"    const size_t n = {rows};",
            f"    static uint64_t answers[{len(names)} * {rows}];",
            f"    static int wrong[{len(names)}];",
            '    FILE *file = count > 1 ? fopen(paths[1], "rb") : NULL;',
            "    if (!file || fread(answers, 8, sizeof answers / 8, file) != sizeof answers / 8) return 2;",
            "    fclose(file);",
            "    for (size_t i = 0; i < n; i++) {",
            "        const uint64_t white = answers[i], black = answers[n + i];",
            "        const unsigned square = (unsigned)answers[2 * n + i];",
            *calls,
            "        const struct pawnfill_structure all = pawnfill_structure(white, black);",
            "        if (all.white.backward != pawnfill_white_backward(white, black)) return 3;",
            "        if (all.black.holes != pawnfill_black_holes(white, black)) return 3;",
            "        if (pawnfill_count(white) != counted(white) || pawnfill_count(~black) != counted(~black)) return 3;",
            "    }",
            *wrongs,
            "    return 0;",
            "}",
            "",
        ]
    )
    flags = "-Wall -Wextra -Wpedantic -Wconversion -Werror -O1".split()
    for compiler, language, suffix in [
        ("gcc", "c11", "c"),
        ("g++", "c++17", "cpp"),
        ("clang", "c11", "c"),
        ("clang++", "c++17", "cpp"),
    ]:
        if shutil.which(compiler) is None:
            skip(compiler, "it is not installed")
            continue
        path = TARGET / f"check.{suffix}"
        path.write_text(source)
        for define in ([], ["-DPAWNFILL_LOOKUP"], ["-DPAWNFILL_NO_BUILTIN"]):
            title = f"{compiler} -std={language} {' '.join(define)}".strip()
            program = TARGET / "check"
            command = [compiler, f"-std={language}", *flags, *define, f"-I{ROOT}/crates/export/c", str(path), "-o", str(program)]
            if subprocess.run(command).returncode != 0:
                failures.append(title)
                continue
            run = subprocess.run([str(program), str(TARGET / "answers.bin")], capture_output=True, text=True)
            wrong = run.stdout.split()
            if run.returncode != 0:
                wrong.append(f"exit code {run.returncode}")
            judge(title, len(names) - 3 - len(wrong), wrong)


def check_example() -> None:
    """Builds the example with make, and runs it with and without tables."""
    missing = [program for program in ("make", "c++") if shutil.which(program) is None]
    if missing:
        return skip("the example in C++", f"there is no {missing[0]}")
    folder = TARGET / "c"
    shutil.copytree(ROOT / "crates/export/c", folder, dirs_exist_ok=True)
    programs = ["evaluate", "evaluate-lookup"]
    make = ["make", "--silent", "--always-make", "-C", str(folder / "example"), "CXX=c++ -Werror", *programs]
    if subprocess.run(make).returncode != 0:
        failures.append("the example in C++")
        return None
    found = {subprocess.run([folder / "example" / program], capture_output=True, text=True).stdout for program in programs}
    print(f"the example in C++ prints {' and '.join(found).strip()}")
    if len(found) != 1 or not found.pop().strip():
        failures.append("the example in C++")


def check_package() -> None:
    """Installs the folder into a fresh environment, and runs the examples of what was installed."""
    folder, fresh = TARGET / "package", TARGET / "fresh"
    shutil.copytree(ROOT / "crates/export/python", folder, dirs_exist_ok=True)
    venv.create(fresh, clear=True, with_pip=True)
    python = str(fresh / "bin" / "python")
    if subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(folder)]).returncode != 0:
        return skip("the installed package", "pip failed")
    code = "import doctest, pawnfill, sys; assert 'site-packages' in pawnfill.__file__; sys.exit(doctest.testmod(pawnfill).failed)"
    if subprocess.run([python, "-c", code], cwd=TARGET).returncode != 0:
        failures.append("the installed package")
    else:
        print("the installed package: the examples pass")


def check_python(answers) -> None:
    import doctest
    import inspect

    import numpy as np

    sys.path.insert(0, str(ROOT / "crates/export/python"))
    import pawnfill

    wrong, right = [], 0
    for name, expected in list(answers.items())[3:]:
        function = getattr(pawnfill, name)
        values = function(*(answers[argument] for argument in inspect.signature(function).parameters))
        one = function(*(int(answers[argument][7]) for argument in inspect.signature(function).parameters))
        if (values.astype(np.uint64) == expected).all() and int(one) == int(expected[7]):
            right += 1
        else:
            wrong.append(name)
    judge(f"Python {sys.version.split()[0]}, NumPy {np.__version__}", right, wrong)
    results = doctest.testmod(pawnfill)
    if results.failed or not results.attempted:
        failures.append("doctests")
    print(f"doctests: {results.attempted - results.failed} of {results.attempted} pass")


def check_duckdb(answers) -> None:
    import duckdb
    import numpy as np

    connection = duckdb.connect()
    connection.execute((ROOT / "crates/export/sql/pawnfill.sql").read_text())
    boards = {name: answers[name] for name in ("white", "black")} | {"square": answers["square"].astype(np.int32)}
    # Macros with subselects return rows in any order.
    boards["number"] = np.arange(len(answers["white"]))
    connection.register("arrays", boards)
    connection.execute("CREATE TABLE positions AS SELECT * FROM arrays")
    text = (ROOT / "crates/export/sql/pawnfill.sql").read_text()
    parameters = dict(re.findall(r"MACRO pawnfill_(\w+)\((.*?)\) AS", text))
    wrong, right = [], 0
    for name, expected in list(answers.items())[3:]:
        query = f"SELECT CAST(pawnfill_{name}({parameters[name]}) AS UBIGINT) AS value FROM positions ORDER BY number"
        if (connection.execute(query).fetchnumpy()["value"] == expected).all():
            right += 1
        else:
            wrong.append(name)
    structure = connection.execute("SELECT * EXCLUDE (number) FROM pawnfill_structure('positions') ORDER BY number").fetchnumpy()
    wrong += [f"structure.{name}" for name, values in structure.items() if (values != answers[name]).any()]
    judge(f"DuckDB {duckdb.__version__}", right, wrong)
    count = connection.execute((ROOT / "crates/export/sql/example.sql").read_text()).fetchall()[0][0]
    expected = int((TARGET / "example.txt").read_text())
    print(f"example.sql: {count} positions, the library counts {expected}")
    if count != expected or count == 0:
        failures.append("example.sql")


def check_spark(answers) -> None:
    import numpy as np
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    arguments = [answers[name].astype(np.int64).tolist() for name in ("white", "black", "square")]
    numbered = list(zip(range(len(arguments[0])), *arguments))
    frame = spark.createDataFrame(numbered, "number INT, white BIGINT, black BIGINT, square INT")
    frame.cache().createOrReplaceTempView("positions")
    text = (ROOT / "crates/export/sql/pawnfill-spark.sql").read_text()
    statements = re.sub(r"^--.*\n", "", text, flags=re.M).split(";\n")
    for statement in filter(str.strip, statements):
        spark.sql(statement)
    parameters = dict(re.findall(r"FUNCTION pawnfill_(\w+)\((.*?)\)\s+RETURNS", text, re.S))
    wrong, right = [], 0

    def equal(columns: dict[str, str], source: str) -> dict[str, bool]:
        """Tests for each column if it has the library's answers."""
        values = [f"CAST({value} AS BIGINT)" for value in columns.values()]
        rows = spark.sql(f"SELECT {', '.join(values)} FROM {source} ORDER BY number").collect()
        found = np.array(rows, dtype=np.int64).T
        return {name: (column == answers[name].astype(np.int64)).all() for name, column in zip(columns, found)}

    calls = {}
    for name in list(answers)[3:]:
        call = ", ".join(word.split()[0] for word in parameters[name].split(","))
        calls[name] = f"pawnfill_{name}({call})"
    for start in range(0, len(calls), 10):
        for name, is_equal in equal(dict(list(calls.items())[start : start + 10]), "positions").items():
            right += is_equal
            wrong += [] if is_equal else [name]
    structure = [name for name in spark.table("pawnfill_structure").columns if name in answers and name not in ("white", "black", "square")]
    together = equal({name: name for name in structure}, "pawnfill_structure")
    wrong += [f"structure.{name}" for name, is_equal in together.items() if not is_equal]
    judge(f"Spark {spark.version}", right, wrong)


def main() -> int:
    if "--install" in sys.argv:
        install()
    names = (TARGET / "names.txt").read_text().split()
    rows = (TARGET / "answers.bin").stat().st_size // 8 // len(names)
    print(f"{rows} positions, {len(names) - 3} functions")
    check_c(names, rows)
    check_example()
    try:
        import numpy as np
    except ImportError:
        skip("Python and SQL", "NumPy is not installed; --install does it")
        return 1 if failures else 0
    answers = dict(zip(names, np.fromfile(TARGET / "answers.bin", dtype="<u8").reshape(len(names), rows)))
    check_python(answers)
    if sys.prefix == str(TARGET / "venv"):
        check_package()
    for what, package, check in [("DuckDB", "duckdb", check_duckdb), ("Spark", "pyspark", check_spark)]:
        if what == "Spark" and "--spark" not in sys.argv:
            print("Spark takes minutes; --spark runs it")
            continue
        try:
            __import__(package)
        except ImportError:
            skip(what, f"the package {package} is not installed" + "; --install does it")
            continue
        if what == "Spark" and shutil.which("java") is None:
            skip(what, "there is no Java")
            continue
        check(answers)
    for failure in failures:
        print(f"FAILED: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
