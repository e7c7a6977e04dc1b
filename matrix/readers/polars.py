# SPDX-License-Identifier: MIT OR Apache-2.0
import cells
import polars


def columns(table):
    return {name: table[name].to_list() for name in cells.NAMES}, [str(table[name].dtype) for name in cells.NAMES]


def column(series):
    return {"free": series.to_list()}, [str(series.dtype)]


reader = cells.Reader(f"polars {polars.__version__}", {"polars": polars}, columns)
for kind in cells.KINDS:
    reader.cell(f"CSV, {kind}", kind, f'polars.read_csv("{kind}.csv")')
schema = open("schema.polars").read()
reader.cell("CSV, unsigned, `--schema`", "unsigned", schema)
reader.cell("CSV, unsigned", "unsigned", 'polars.scan_csv("unsigned.csv", infer_schema_length=1).collect()')
reader.cell("CSV, unsigned", "unsigned", 'polars.read_csv("unsigned.csv", infer_schema=False).cast(polars.UInt64)')
for kind in cells.KINDS:
    reader.cell(f"Parquet, {kind}", kind, f'polars.read_parquet("{kind}.parquet")')
table = eval(schema, reader.names)
reader.names.update(t=table, b=table["free"], signed=polars.read_csv("signed.csv")["free"])
reader.cell("lowest", "lowest", "b & -b", column)
reader.cell("north", "north", "b << 8", column)
for form, call in {
    "north": 't.select(polars.col("free") * 256)["free"]', "complement": "~b", "lowest": "b & (~b + 1)", "count": "b.bitwise_count_ones()",
    "has h8": "b // 2**63", "has a1": "b & 1", "unsigned": "signed.reinterpret(signed=False)",
}.items():
    reader.cell(form, form, call, column)
one = cells.EXPECTED["free"][0]
reader.names["x"] = one
reader.check("all but a1", "(b & -2).to_list()[0] == x", True)
reader.check("rows with this set", '(b == x).sum()', 2)
reader.check("rows with one of these sets", "b.is_in([x, 1]).sum()", 2)
reader.check("join of sets that differ in g1", 'len(t.join(polars.DataFrame({"free": [x ^ 64]}, schema={"free": polars.UInt64}), on="free"))', 0)
reader.check("join with a column of signed sets", 'len(t.join(polars.DataFrame({"free": signed}), on="free"))', 6)
reader.check("sets below signed sets", 'polars.concat([t.select("free"), polars.DataFrame({"free": signed})], how="vertical_relaxed")["free"][0] == x', True)
reader.check("sets in a struct, as JSON", 't.select(polars.struct("free").struct.json_encode())["free"][0]', f'{{"free":{one}}}')
reader.check("a list of sets", 'polars.Series([[x, 1]])[0].to_list() == [x, 1]', True)
reader.check("to pandas", "b.to_pandas().iloc[0] == x", True)
