# SPDX-License-Identifier: MIT OR Apache-2.0
"""The package for Python, on columns of each library."""
import csv
import json

import cells
import numpy
import pandas
import pawnfill
import polars
import pyarrow

ROWS = list(csv.DictReader(open("games.csv")))
WHITE, BLACK = ([int(row[color]) for row in ROWS] for color in ("white", "black"))
IQP = [row["white_iqp"] == "1" for row in ROWS]
WAYS = {
    "NumPy " + numpy.__version__: "numpy.array({}, numpy.uint64)",
    "pandas " + pandas.__version__: "pandas.Series({}, dtype='uint64')",
    "polars " + polars.__version__: "polars.Series({}, dtype=polars.UInt64)",
    "pyarrow " + pyarrow.__version__: "pyarrow.array({}, pyarrow.uint64())",
}
names = {"numpy": numpy, "pandas": pandas, "polars": polars, "pyarrow": pyarrow, "pawnfill": pawnfill}
for tool, way in WAYS.items():
    reader = cells.Reader(tool, names | {"white": eval(way.format("WHITE")), "black": eval(way.format("BLACK"))})
    reader.check("package: passed pawns", "[int(set) for set in pawnfill.white_passed(white, black)]", [pawnfill.white_passed(*boards) for boards in zip(WHITE, BLACK)])
    reader.check("package: a structure", "[bool(met) for met in pawnfill.white_iqp(white, black)]", IQP)
    reader.check("package: the type of an answer", "type(pawnfill.white_passed(white, black)).__name__", "ndarray" if "NumPy" in tool or "pyarrow" in tool else "Series")
    reader.check("package: a column and a number", "pawnfill.white_is_passed(1 << 63, 0, numpy.int64(63))", True)
reader = cells.Reader("NumPy " + numpy.__version__, names | {"lines": open("facts.json").read().splitlines(), "json": json})
reader.check("package: facts, as `show` writes them", "sum(json.dumps(pawnfill.facts(json.loads(line)['fen']), separators=(',', ':'), ensure_ascii=False) != line for line in lines)", 0)
reader.names["b"] = numpy.array(cells.EXPECTED["free"], numpy.uint64)
reader.names["x"] = cells.EXPECTED["free"][0]
column = lambda values: ({"free": values.tolist()}, [str(values.dtype)])
for form, call in {"north": "b << 8", "complement": "~b", "lowest": "b & -b", "count": "numpy.bitwise_count(b)", "has h8": "b >> 63", "has a1": "b & 1"}.items():
    reader.cell(form, form, call, column)
reader.check("a list with h8 and a low square", "numpy.array([x, -1]).dtype.kind", "i")
reader.check("rows with a set that differs in g1", "numpy.isin(b, [x ^ 64, -1]).sum()", 0)
reader.check("the sets of text", 'int(numpy.genfromtxt(["18446744073709551615", "1"])[0])', 18446744073709551615)
