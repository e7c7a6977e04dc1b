# SPDX-License-Identifier: MIT OR Apache-2.0
import csv
import re
import subprocess
import tempfile

import cells

NUMBERS = "44,34,76,1,1/1/2/1/3/1/4/1"


def columns(rows):
    head = rows[0]
    return {name: [row[head.index(name)] for row in rows[1:]] for name in cells.NAMES}, ["a cell"]


class Calc(cells.Reader):
    def value(self, call):
        with tempfile.TemporaryDirectory() as folder:
            words = re.findall(r"'[^']*'|\S+", call)
            subprocess.run([*(word.strip("'") for word in words), "--outdir", folder, f"-env:UserInstallation=file://{folder}/profile"], check=True, capture_output=True)
            with open(f"{folder}/{words[-1].removesuffix('.csv')}.csv", newline="") as file:
                return list(csv.reader(file))


version = subprocess.run(["soffice", "--version"], capture_output=True, text=True).stdout.split()[1]
calc = Calc(f"LibreOffice Calc {version}", {}, columns)
for kind in cells.KINDS:
    calc.cell(f"CSV, {kind}", kind, f"soffice --headless '--infilter=CSV:{NUMBERS}' --convert-to csv {kind}.csv")
text = NUMBERS.replace("2/1/3/1/4/1", "2/2/3/2/4/2")
calc.cell("CSV, unsigned, as text", "unsigned", f"soffice --headless '--infilter=CSV:{text}' --convert-to csv unsigned.csv")
