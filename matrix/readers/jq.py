# SPDX-License-Identifier: MIT OR Apache-2.0
import json
import subprocess

import cells


class Jq(cells.Reader):
    def value(self, call):
        options, code, file = call.split("'")
        done = subprocess.run([*options.split(), code, file.strip()], capture_output=True, text=True)
        if done.returncode != 0:
            raise ValueError(done.stderr)
        return done.stdout.splitlines()


def column(lines):
    return {"free": lines}, ["number" if lines[0][0] != '"' else "string"]


version = subprocess.run(["jq", "--version"], capture_output=True, text=True).stdout.strip().replace("-", " ")
jq = Jq(version, {}, column)
jq.check("JSON of `show`", "jq -r '.board.open_files' shown.json", [f"0x{value:016x}" for value in cells.EXPECTED["free"]])
jq.cell("CSV, unsigned", "unsigned", "jq -Rr 'split(\",\")[3] | select(. != \"free\") | tonumber' unsigned.csv")
jq.cell("CSV, squares", "squares", "jq -Rr 'split(\",\")[3] | select(. != \"free\")' squares.csv")
