#!/usr/bin/env python3
"""Runs the recipe for Spark in the README of the program on ten files, and `spark.py` of the exports on its table, and
compares their totals with the program's. `.ci/run spark` starts it."""
import contextlib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

root = Path(__file__).resolve().parents[3]
recipe = re.search(r"```python\n(import glob.*?)```", (root / "games/cli/README.md").read_text(), re.S)[1]
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
LINES = [
    "1. e4 e6 2. d4 d5 3. exd5 exd5 4. c4 dxc4 5. Bxc4",
    "1. d4 d5 2. c4 e6 3. cxd5 exd5",
    "1. a4 h5 2. b4 g5 3. b5",
    "1. e4 d5 2. exd5 c6 3. d4 cxd5 4. h4 Bg4 5. h5 Bxd1 6. h6 a5 7. hxg7 a4 8. gxh8=Q",
]


def said(*args: str, code: int = 0) -> list[int]:
    """Returns the numbers of positions that a command says."""
    run = subprocess.run(["pawnfill", *args], capture_output=True, text=True)
    assert run.returncode == code, run.stderr
    return [int(number.replace(",", "")) for number in re.findall(r"([\d,]+) positions? (?:in|of)", run.stderr)]


with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
    Path("games").mkdir()
    for number in range(10):
        games = (f'[Date "{1990 + game % (number + 2)}.??.??"]\n\n{LINES[(number + game) % len(LINES)]} *\n\n' for game in range(300))
        Path(f"games/{number}.pgn").write_text("".join(games))
    inputs = sorted(map(str, Path("games").iterdir()))
    *read, isolated = said("find", "white.isolated", *inputs, "--format", "fen")
    names: dict = {}
    # The second run is as if all tasks were repeated, with an input that has lost a year.
    for _ in range(2):
        exec(recipe, names)
        table = names["table"]
        rows = table.count(), table.where("white_isolated_count > 0").count(), table.select("file").distinct().count()
        assert rows == (sum(read), isolated, 10), (rows, read, isolated)
        said("positions", inputs[0], "-o", "table", "--partition", "year", "--format", "parquet", code=2)
    text = Path(inputs[0]).read_text().replace("1990", "1991")
    Path(inputs[0]).write_text(text)
    names["convert"](inputs[0])
    assert names["spark"].read.parquet("table").count() == sum(read)
    assert not list(Path("table/year=1990").glob("part-0.pgn-*"))
    pawns = names["spark"].sql("SELECT sum(white_isolated_count) FROM parquet.`table`").first()[0]
    names["spark"].stop()
    # Its workers import the module beside it.
    module = root / "crates/export/python"
    python = os.environ | {"PYSPARK_PYTHON": sys.executable, "PYTHONPATH": str(module)}
    script = subprocess.run([sys.executable, root / "matrix/scripts/spark.py", "table"], capture_output=True, text=True, env=python)
    assert script.stdout == f"{pawns} isolated pawns in {sum(read)} positions\n", script.stdout + script.stderr
print(f"{sum(read)} positions in {len(inputs)} files, {isolated} with an isolated pawn")
