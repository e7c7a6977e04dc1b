# SPDX-License-Identifier: MIT OR Apache-2.0
"""Runs the exports and compares their results with the library's.

`cargo run -p pawnfill-export --example check` writes the library's results to target/export and starts this script.
The script reports and skips checks whose tools are missing. The exit code is 1 if any result differs, and where CI
is set, if a check was skipped.

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


def raises(kind: type[Exception], message: str, call) -> None:
    """Expects an error whose message matches."""
    try:
        found = call()
    except kind as error:
        if re.search(message, str(error)):
            return
        found = error
    failures.append(f"expected {kind.__name__}, {message!r}, in Python, found {found!r}")


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


STRICT = (
    "-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wunused -Wdouble-promotion -Werror"
).split()
# The oldest supported version, those in common use, and the newest one under the name that old compilers know.
VERSIONS = {"c": ["c99", "c11", "c17", "c2x"], "cpp": ["c++14", "c++17", "c++20", "c++2b"]}
COMPILERS = {"c": ["gcc", "clang"], "cpp": ["g++", "clang++"]}
DEFINES = [[], ["-DPAWNFILL_LOOKUP"], ["-DPAWNFILL_NO_BUILTIN"], ["-include", "assert.h", "-DPAWNFILL_ASSERT=assert"]]


def compiles(command: list[str], source: str, suffix: str) -> str:
    """Compiles a source, and returns the messages of the compiler, which are empty for success."""
    path = TARGET / f"source.{suffix}"
    path.write_text(source)
    # Options of clang-cl begin with a slash, and so does the path.
    paths = [f"-I{ROOT}/crates/export/c", *["--"] * ("/WX" in command), str(path)]
    done = subprocess.run([*command, *paths], capture_output=True, text=True)
    return "" if done.returncode == 0 and not done.stderr else done.stdout + done.stderr or f"exit code {done.returncode}"


def check_warnings() -> None:
    """Compiles the header without a warning: compilers, versions, macros, and 32 and 64 bits."""
    use = '#include "pawnfill.h"\nint main(void) { return (int)pawnfill_white_passed(1, 2); }\n'
    use = use.replace("(int)pawnfill_white_passed(1, 2)", "pawnfill_white_is_passed(1, 2, 3)")
    right = 0
    for suffix, compilers in COMPILERS.items():
        for compiler in compilers:
            if shutil.which(compiler) is None:
                skip(compiler, "it is not installed")
                continue
            cast = ["-Wold-style-cast"] if suffix == "cpp" else []
            # clang-cl reads the options of Microsoft's compiler.
            cl = ["clang", "--driver-mode=cl", "--target=x86_64-pc-windows-msvc", "/Zs", "/W4", "/WX"]
            commands = [cl + [f"/std:{std}"] for std in VERSIONS[suffix] if std in ("c11", "c17", "c++14", "c++17", "c++20")]
            if "clang" not in compiler:
                commands = []
            for bits in ("-m64", "-m32"):
                if compiles([compiler, bits, "-fsyntax-only"], "#include <stdint.h>\n", suffix):
                    skip(f"{compiler} {bits}", "it has no headers for this")
                    continue
                for std in VERSIONS[suffix]:
                    commands.append([compiler, bits, f"-std={std}", *STRICT, *cast, "-fsyntax-only"])
            for command in commands:
                for define in DEFINES:
                    if "/WX" in command and "-include" in define:
                        continue
                    messages = compiles(command + define, use, suffix)
                    if define == DEFINES[1] and any(word.endswith("c++14") for word in command):
                        messages = "" if "PAWNFILL_LOOKUP needs C++17" in messages else "no #error"
                    if messages:
                        failures.append(f"{' '.join(command + define)}: {messages}")
                    else:
                        right += 1
            if suffix == "cpp":
                for wrong in ["pawnfill_passed(0, 1, 2)", "pawnfill_passed<2>(1, 2)", "pawnfill_white_passed(1)"]:
                    source = f'#include "pawnfill.h"\nint main() {{ return {wrong} == 0; }}\n'
                    if not compiles([compiler, "-fsyntax-only"], source, suffix):
                        failures.append(f"{compiler} compiles {wrong}")
    print(f"{right} compilations of the header without a warning")
    if right == 0:
        failures.append("no compilation")


def c_source(names: list[str], rows: int, is_cpp: bool) -> str:
    """Returns a program that calls every function of the header, in each of its forms."""
    header = (ROOT / "crates/export/c/pawnfill.h").read_text()
    signatures = dict(re.findall(r"^PAWNFILL_FN \w+ pawnfill_(\w+)\((.*)\);", header, re.M))
    calls, by_color = [], 0
    for place, name in enumerate(names[3:], 3):
        arguments = ", ".join(word.split()[-1] for word in signatures[name].split(", "))
        forms = [f"{name}({arguments})"]
        color, _, pattern = name.partition("_")
        if color in ("white", "black") and signatures.get(pattern, "").startswith("pawnfill_color"):
            by_color += 1
            forms.append(f"{pattern}(PAWNFILL_{color.upper()}, {arguments})")
            if is_cpp:
                forms.append(f"{pattern}<PAWNFILL_{color.upper()}>({arguments})")
        for form in forms:
            calls.append(f"        if ((uint64_t)pawnfill_{form} != answers[{place} * n + i]) wrong[{place}]++;")
    assert by_color > 200, by_color
    wrongs = [f'    if (wrong[{place}]) {{ puts("{name}"); }}' for place, name in enumerate(names)]
    return "\n".join(
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
            "        const pawnfill_structure_t all = pawnfill_structure(white, black);",
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


def check_c(names: list[str], rows: int) -> None:
    """Runs every function of the header."""
    for suffix, compilers in COMPILERS.items():
        path = TARGET / f"check.{suffix}"
        path.write_text(c_source(names, rows, suffix == "cpp"))
        for compiler in filter(shutil.which, compilers):
            runs = [("-m64", define) for define in DEFINES[:3]] + [("-m32", DEFINES[1])]
            for bits, define in runs:
                program = TARGET / "check"
                command = [compiler, bits, f"-std={VERSIONS[suffix][1]}", "-O1", *define, f"-I{ROOT}/crates/export/c"]
                title = " ".join([compiler, bits, *define])
                if bits == "-m32" and compiles([compiler, bits, "-o", str(program)], "#include <stdio.h>\nint main(void) {}\n", suffix):
                    skip(title, "it has no libraries for this")
                    continue
                if subprocess.run([*command, str(path), "-o", str(program)]).returncode != 0:
                    failures.append(title)
                    continue
                run = subprocess.run([str(program), str(TARGET / "answers.bin")], capture_output=True, text=True)
                wrong = run.stdout.split()
                if run.returncode != 0:
                    wrong.append(f"exit code {run.returncode}")
                judge(title, len(names) - 3 - len(wrong), wrong)


def check_mixed() -> None:
    """Links files with and without tables into one program."""
    main = TARGET / "mixed.cpp"
    main.write_text(
        '#include "pawnfill.h"\nuint64_t other(uint64_t, uint64_t);\n'
        "#ifdef PAWNFILL_LOOKUP\nuint64_t other(uint64_t white, uint64_t black) {\n"
        "    return pawnfill_white_isolated(white, black);\n}\n#else\nint main() {\n"
        "    return other(0x2500, 0) == pawnfill_white_isolated(0x2500, 0) ? 0 : 1;\n}\n#endif\n"
    )
    for compiler in filter(shutil.which, COMPILERS["cpp"]):
        objects, symbols = [], []
        for define in DEFINES[:2]:
            objects.append(str(TARGET / f"mixed-{len(objects)}.o"))
            # Without optimization, functions are not inlined, and the linker keeps one of those with the same name.
            command = [compiler, "-std=c++17", "-O0", *define, f"-I{ROOT}/crates/export/c", "-c", str(main), "-o", objects[-1]]
            if subprocess.run(command).returncode != 0:
                return failures.append(f"mixed files with {compiler}")
            listed = subprocess.run(["nm", "--defined-only", objects[-1]], capture_output=True, text=True).stdout
            symbols.append({line.split()[-1] for line in listed.splitlines() if "isolated" in line})
        program = str(TARGET / "mixed")
        links = subprocess.run([compiler, *objects, "-o", program]).returncode == 0
        if not links or subprocess.run([program]).returncode != 0:
            failures.append(f"mixed files with {compiler}")
        elif not all(symbols) or symbols[0] & symbols[1]:
            failures.append(f"files with and without tables share functions: {symbols}")
        else:
            print(f"{compiler}: files with and without tables link")


def check_cmake() -> None:
    """Builds a program with the target of CMakeLists.txt."""
    if shutil.which("cmake") is None:
        return skip("CMakeLists.txt", "cmake is not installed")
    folder = TARGET / "cmake"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "main.c").write_text(
        '#include <pawnfill.h>\n#ifndef PAWNFILL_LOOKUP\n#error\n#endif\n'
        "int main(void) { return pawnfill_white_passed(0x100, 0) == 0x100 ? 0 : 1; }\n"
    )
    (folder / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.15)\nproject(engine C)\nset(PAWNFILL_LOOKUP ON)\n"
        f"add_subdirectory({ROOT}/crates/export/c pawnfill)\nadd_executable(engine main.c)\n"
        "target_link_libraries(engine PRIVATE pawnfill::pawnfill)\n"
    )
    for command in (["-S", ".", "-B", "build"], ["--build", "build"]):
        if subprocess.run(["cmake", *command], cwd=folder, stdout=subprocess.DEVNULL).returncode != 0:
            return failures.append("CMakeLists.txt")
    if subprocess.run([str(folder / "build/engine")]).returncode != 0:
        failures.append("the program built with CMake")
    else:
        print("CMakeLists.txt: a program with the target runs")


def check_port() -> None:
    """Compares the terms of an engine before and after its port, and the code with that of the page."""
    folder = ROOT / "crates/export/check/port"
    page = (ROOT / "pawnfill/docs/porting_c.md").read_text()
    for name in ("after.c", "terms.h"):
        code = (folder / name).read_text().removeprefix("/* SPDX-License-Identifier: MIT OR Apache-2.0 */\n")
        if f"```c\n{code}```\n" not in page:
            failures.append(f"porting_c.md differs from {name}")
    program = str(TARGET / "port")
    flags = ["-O2", *STRICT, f"-I{ROOT}/crates/export/c", str(folder / "compare.c"), "-o", program]
    for compiler in filter(shutil.which, COMPILERS["c"]):
        for define in DEFINES[:2]:
            title = " ".join(["the port with", compiler, *define])
            if subprocess.run([compiler, *define, *flags]).returncode != 0:
                failures.append(title)
            elif subprocess.run([program, str(TARGET / "answers.bin")]).returncode != 0:
                failures.append(f"{title} counts other terms")
            else:
                print(f"{title}: equal terms")


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
    if pawnfill.white_passed([1 << 8, 1 << 63], 0).tolist() != [1 << 8, 1 << 63]:
        failures.append("a list of small and large boards in Python")
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
    check_warnings()
    check_c(names, rows)
    check_mixed()
    check_cmake()
    check_port()
    check_example()
    try:
        import numpy as np
    except ImportError:
        skip("Python and SQL", "NumPy is not installed; --install does it")
        return finish()
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
    return finish()


def finish() -> int:
    for failure in failures:
        print(f"FAILED: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
