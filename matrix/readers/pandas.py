# SPDX-License-Identifier: MIT OR Apache-2.0
import cells
import numpy
import pandas


def columns(table):
    return {name: table[name].tolist() for name in cells.NAMES}, [str(table[name].dtype) for name in cells.NAMES]


def column(series):
    return {"free": series.tolist()}, [str(series.dtype)]


reader = cells.Reader(f"pandas {pandas.__version__}", {"pandas": pandas, "numpy": numpy}, columns)
for kind in cells.KINDS:
    reader.cell(f"CSV, {kind}", kind, f'pandas.read_csv("{kind}.csv")')
schema = open("schema.pandas").read()
reader.cell("CSV, unsigned, `--schema`", "unsigned", schema)
for engine in ('engine="pyarrow"', 'dtype_backend="pyarrow"', 'dtype_backend="numpy_nullable"'):
    reader.cell("CSV, unsigned", "unsigned", f'pandas.read_csv("unsigned.csv", {engine})')
for kind in cells.KINDS:
    reader.cell(f"Parquet, {kind}", kind, f'pandas.read_parquet("{kind}.parquet")')
reader.names.update(t=eval(schema, reader.names))
reader.names.update(b=reader.names["t"]["free"].astype("uint64"), n=reader.names["t"]["free"], signed=pandas.read_csv("signed.csv")["free"])
reader.cell("north", "north", "b << 8", column)
for form, call in {
    "north": "b * 256", "complement": "~b", "lowest": "b & -b", "count": "numpy.bitwise_count(b)", "has h8": "b // 2**63", "has a1": "b & 1",
    "unsigned": 'signed.astype("uint64")',
}.items():
    reader.cell(form, form, call, column)
one = sum(1 << 8 * rank + 7 for rank in range(8)) | sum(1 << 8 * rank + 6 for rank in range(8))
reader.names["x"] = one
reader.check("rows with this set", "(b == x).sum()", 2)
reader.check("rows with one of these sets", "b.isin([x, 1]).sum()", 2)
reader.check("rows with a set that differs in g1", "b.isin([x ^ 64, 1]).sum()", 0)
reader.check("join of sets that differ in g1", 'len(t[["free"]].merge(pandas.DataFrame({"free": [x ^ 64]}), on="free"))', 0)
reader.check("join with a column of signed sets", 'len(pandas.DataFrame({"k": b}).merge(pandas.DataFrame({"k": signed}), on="k"))', 6)
reader.check("a column after a missing row", 'pandas.concat([b, pandas.Series([None])]).iloc[0] == x', True)
reader.check("a nullable column after a missing row", 'pandas.concat([n, pandas.Series([None], dtype="UInt64")]).iloc[0] == x', True)
reader.check("the maximum by group", 'pandas.DataFrame({"k": 1, "b": b}).groupby("k").b.max().iloc[0] == 2**64 - 1', True)
reader.check("a set in a list of sets", "numpy.isin(numpy.array([x ^ 64], numpy.uint64), [x, -1]).any()", False)
reader.check("an array of two sets, with a signed one", "numpy.concatenate([b.to_numpy(), signed.to_numpy()])[0] == x", True)
