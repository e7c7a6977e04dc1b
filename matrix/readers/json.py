# SPDX-License-Identifier: MIT OR Apache-2.0
import json
import platform

import cells
import duckdb
import polars

SHOWN = open("shown.json").read().splitlines()
FREE = [f"0x{value:016x}" for value in cells.EXPECTED["free"]]
names = {"json": json, "lines": SHOWN, "polars": polars}
reader = cells.Reader(f"Python {platform.python_version()}", names)
reader.check("JSON of `show`", '[json.loads(line)["board"]["open_files"] for line in lines]', FREE)
reader.cell("JSON of `show`", "unsigned", '[int(json.loads(line)["board"]["open_files"], 16) for line in lines]', lambda values: ({"free": values}, ["int"]))
reader.check("JSON of `find`", '{json.loads(line)["runs"][0]["side"] for line in open("found.json")}', {"white"})
reader.check("JSON of `show --format facts`", 'json.loads(open("facts.json").readline())["format"]', "pawnfill-facts/1")
reader = cells.Reader(f"polars {polars.__version__}", names)
reader.check("JSON of `show`", '[row["open_files"] for row in polars.read_ndjson("shown.json")["board"].to_list()]', FREE)
reader.check("JSON of `find`", 'polars.read_ndjson("found.json")["runs"].explode().struct.field("side").unique().to_list()', ["white"])
reader = cells.Reader(f"DuckDB {duckdb.__version__}", {"duckdb": duckdb})
reader.check("JSON of `show`", "[row[0] for row in duckdb.sql(\"SELECT board.open_files FROM 'shown.json'\").fetchall()]", FREE)
reader.cell("JSON of `show`", "unsigned", "[row[0] for row in duckdb.sql(\"SELECT board.open_files::UBIGINT FROM 'shown.json'\").fetchall()]", lambda values: ({"free": values}, ["UBIGINT"]))
reader.check("JSON of `find`", "duckdb.sql(\"SELECT DISTINCT runs[1].side FROM 'found.json'\").fetchall()", [("white",)])
