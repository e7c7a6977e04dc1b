"""Runs the exports for real and compares them with the answers of the library.

`cargo run -p pawnfill-export --example check` writes the answers to target/export and starts this script.
What cannot run here is skipped, and the script says so. The exit code is 1 if anything differs.

With --install the packages come from pip, into an environment of their own in target/export.
"""

from __future__ import annotations

import pathlib
import re
import shutil
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGET = ROOT / "target" / "export"
PACKAGES = ["numpy", "duckdb"]
failures: list[str] = []


def skip(what: str, why: str) -> None:
    print(f"skipped: {what}: {why}")


def judge(what: str, right: int, wrong: list[str]) -> None:
    print(f"{what}: {right} functions equal the library" + (f", {len(wrong)} DIFFER: {wrong}" if wrong else ""))
    if wrong or right == 0:
        failures.append(what)


def install() -> None:
    """Starts this script again in an environment that has the packages."""
    folder = TARGET / "venv"
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES]
    if subprocess.run(pip).returncode != 0:
        skip("installing " + ", ".join(PACKAGES), "pip failed")
    arguments = [argument for argument in sys.argv[1:] if argument != "--install"]
    sys.exit(subprocess.run([str(python), __file__, *arguments]).returncode)


def check_c(names: list[str], rows: int) -> None:
    """Compiles a program that calls every function of the header, and runs it."""
    header = (ROOT / "export/c/pawnfill.h").read_text()
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
        for define in ([], ["-DPAWNFILL_LOOKUP"]):
            title = f"{compiler} -std={language} {' '.join(define)}".strip()
            program = TARGET / "check"
            command = [compiler, f"-std={language}", *flags, *define, f"-I{ROOT}/export/c", str(path), "-o", str(program)]
            if subprocess.run(command).returncode != 0:
                failures.append(title)
                continue
            run = subprocess.run([str(program), str(TARGET / "answers.bin")], capture_output=True, text=True)
            wrong = run.stdout.split()
            if run.returncode != 0:
                wrong.append(f"exit code {run.returncode}")
            judge(title, len(names) - 3 - len(wrong), wrong)


def check_python(answers) -> None:
    import doctest
    import inspect

    import numpy as np

    sys.path.insert(0, str(ROOT / "export/python"))
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
    connection.execute((ROOT / "export/sql/pawnfill.sql").read_text())
    boards = {name: answers[name] for name in ("white", "black")} | {"square": answers["square"].astype(np.int32)}
    # Rows come back in any order where a macro has a subselect.
    boards["number"] = np.arange(len(answers["white"]))
    connection.register("arrays", boards)
    connection.execute("CREATE TABLE positions AS SELECT * FROM arrays")
    text = (ROOT / "export/sql/pawnfill.sql").read_text()
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
    count = connection.execute((ROOT / "export/sql/example.sql").read_text()).fetchall()[0][0]
    expected = int((TARGET / "example.txt").read_text())
    print(f"example.sql: {count} positions, the library counts {expected}")
    if count != expected or count == 0:
        failures.append("example.sql")


def check_spark(answers) -> None:
    import numpy as np
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    rows = 500
    columns = [answers[name][:: len(answers["white"]) // rows].astype(np.int64).tolist() for name in ("white", "black", "square")]
    numbered = list(zip(range(len(columns[0])), *columns))
    frame = spark.createDataFrame(numbered, "number INT, white BIGINT, black BIGINT, square INT")
    frame.createOrReplaceTempView("positions")
    # Spark resolves every call again in each definition, and all functions at once take too long.
    text = (TARGET / "spark.sql").read_text()
    statements = re.sub(r"^--.*\n", "", text, flags=re.M).split(";\n")
    for statement in filter(str.strip, statements):
        spark.sql(statement)
    parameters = dict(re.findall(r"FUNCTION pawnfill_(\w+)\((.*?)\) RETURNS", text))
    wrong, right = [], 0
    names = [name for name in list(answers)[3:] if name in parameters]
    for start in range(0, len(names), 10):
        some = names[start : start + 10]
        calls = [", ".join(word.split()[0] for word in parameters[name].split(", ")) for name in some]
        columns = [f"CAST(pawnfill_{name}({call}) AS BIGINT)" for name, call in zip(some, calls)]
        found = spark.sql(f"SELECT {', '.join(columns)} FROM positions ORDER BY number").collect()
        for place, name in enumerate(some):
            expected = answers[name][:: len(answers["white"]) // rows].astype(np.int64).tolist()
            if [row[place] for row in found] == expected:
                right += 1
            else:
                wrong.append(name)
    judge(f"Spark {spark.version}", right, wrong)


def main() -> int:
    if "--install" in sys.argv:
        install()
    names = (TARGET / "names.txt").read_text().split()
    rows = (TARGET / "answers.bin").stat().st_size // 8 // len(names)
    print(f"{rows} positions, {len(names) - 3} functions")
    check_c(names, rows)
    try:
        import numpy as np
    except ImportError:
        skip("Python and SQL", "NumPy is not installed; --install does it")
        return 1 if failures else 0
    answers = dict(zip(names, np.fromfile(TARGET / "answers.bin", dtype="<u8").reshape(len(names), rows)))
    check_python(answers)
    for what, package, check in [("DuckDB", "duckdb", check_duckdb), ("Spark", "pyspark", check_spark)]:
        try:
            __import__(package)
        except ImportError:
            skip(what, f"the package {package} is not installed")
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
