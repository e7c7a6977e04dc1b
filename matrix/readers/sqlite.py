# SPDX-License-Identifier: MIT OR Apache-2.0
import subprocess

import cells


def ask(*lines):
    done = subprocess.run(["sqlite3", ":memory:"], input="\n".join(lines), capture_output=True, text=True, check=True)
    if done.stderr:
        raise ValueError(done.stderr)
    return [line.split("|") for line in done.stdout.splitlines()]


def columns(rows):
    return {name: [row[at] for row in rows] for at, name in enumerate(cells.NAMES)}, sorted({row[-1] for row in rows})


def column(rows):
    return {"free": [row[0] for row in rows]}, sorted({row[-1] for row in rows})


class Shell(cells.Reader):
    def value(self, call):
        return ask(".mode csv", *call.split("; ")[:-1], ".mode list", call.split("; ")[-1])


shell = Shell(f"SQLite {ask('SELECT sqlite_version();')[0][0]}", {}, columns)
SELECT = "SELECT ours, others, free, typeof(free) FROM t;"
TYPED = "CREATE TABLE t (line INTEGER, ours INTEGER, others INTEGER, free INTEGER);"
for kind in cells.KINDS:
    shell.cell(f"CSV, {kind}", kind, f".import {kind}.csv t; {SELECT}")
for kind in ("unsigned", "signed"):
    shell.cell(f"CSV, {kind}, in columns of integers", kind, f"{TYPED}; .import --skip 1 {kind}.csv t; {SELECT}")
signed = f"{TYPED}; .import --skip 1 signed.csv t; SELECT %s, typeof(free) FROM t;"
for form, code in {"count": "length(replace(printf('%llX', free), '0', ''))", "has h8": "free < 0", "has a1": "free & 1"}.items():
    if form != "count":
        shell.cell(f"{form}, of signed sets", form, signed.replace("%s", code), column)
shell.cell("north, of signed sets", "signed north", signed.replace("%s", "free << 8"), column)
shell.cell("complement, of signed sets", "signed complement", signed.replace("%s", "~free"), column)
shell.cell("lowest, of signed sets", "signed lowest", signed.replace("%s", "free & -free"), column)
shell.cell("has a1, of text", "has a1", ".import unsigned.csv t; SELECT free & 1, typeof(free) FROM t;", column)
