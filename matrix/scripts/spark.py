# SPDX-License-Identifier: MIT OR Apache-2.0
"""Counts isolated white pawns in a table of `pawnfill positions --sets-as signed`: spark-submit spark.py games.parquet"""

import sys

import numpy as np
from pyspark.sql import DataFrame, SparkSession, functions as F

import pawnfill


def with_isolated(positions: DataFrame) -> DataFrame:
    """Adds White's isolated pawns, and their number."""

    def add(batches):
        for batch in batches:
            # Spark has no unsigned numbers, so a square h8 makes a set negative.
            white, black = (batch[color].to_numpy().view(np.uint64) for color in ("white", "black"))
            isolated = pawnfill.white_isolated(white, black)
            yield batch.assign(isolated=isolated.view(np.int64), isolated_count=np.bitwise_count(isolated))

    columns = [f"`{name}` {kind}" for name, kind in positions.dtypes]
    return positions.mapInPandas(add, ", ".join([*columns, "isolated long", "isolated_count int"]))


if __name__ == "__main__":
    spark = SparkSession.builder.getOrCreate()
    table = with_isolated(spark.read.parquet(sys.argv[1]))
    print(table.agg(F.sum("isolated_count")).first()[0], "isolated pawns in", table.count(), "positions")
