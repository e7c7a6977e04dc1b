"""Answers a question about a table of positions with Spark 4.

    pip install pyspark                                  # also needs Java 17 or later
    pawnfill positions games.pgn --signed -o games.parquet
    pawnfill export patterns --language spark --pattern isolated -o patterns.sql
    python3 spark.py games.parquet patterns.sql

The default question is: in how many positions does White have an isolated queen pawn while Black has no pawn on the c
file? Another one is a third argument: a query of the view `positions`.
"""

# SPDX-License-Identifier: MIT OR Apache-2.0
import sys
from pathlib import Path

from pyspark.sql import SparkSession

QUESTION = """
    SELECT count(*) AS positions, count(DISTINCT game) AS games FROM positions
    WHERE pawnfill_white_isolated(white, black) & 578721382704613384 <> 0  -- on the d-file
      AND black & 289360691352306692 = 0                                   -- none on the c-file
"""


def main(table: str, patterns: str, question: str = QUESTION) -> None:
    spark = SparkSession.builder.config("spark.ui.enabled", "false").getOrCreate()
    positions = spark.read.parquet(table)
    for name, kind in positions.dtypes:
        if name in ("white", "black") and kind != "bigint":
            sys.exit(f"{table}: the column {name} is {kind}; write the table with `pawnfill positions --signed`")
    positions.createOrReplaceTempView("positions")
    # `sql` runs one statement at a time.
    for statement in Path(patterns).read_text(encoding="utf-8").split(";\n"):
        if statement.strip():
            spark.sql(statement)
    spark.sql(question).show(truncate=False)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
