# SPDX-License-Identifier: MIT OR Apache-2.0
import cells
import pyarrow
import pyarrow.compute
import pyarrow.csv
import pyarrow.parquet


def columns(table):
    return {name: table[name].to_pylist() for name in cells.NAMES}, [str(table[name].type) for name in cells.NAMES]


def column(values):
    return {"free": values.to_pylist()}, [str(values.type)]


reader = cells.Reader(f"pyarrow {pyarrow.__version__}", {"pyarrow": pyarrow, "pc": pyarrow.compute}, columns)
for kind in cells.KINDS:
    reader.cell(f"CSV, {kind}", kind, f'pyarrow.csv.read_csv("{kind}.csv")')
schema = open("schema.pyarrow").read()
reader.cell("CSV, unsigned, `--schema`", "unsigned", schema)
for kind in cells.KINDS:
    reader.cell(f"Parquet, {kind}", kind, f'pyarrow.parquet.read_table("{kind}.parquet")')
reader.names.update(b=eval(schema, reader.names)["free"], signed=pyarrow.csv.read_csv("signed.csv")["free"])
for form, call in {
    "north": "pc.shift_left(b, pyarrow.scalar(8, pyarrow.uint64()))", "complement": "pc.bit_wise_not(b)", "lowest": "pc.bit_wise_and(b, pc.negate(b))",
    "has h8": "pc.shift_right(b, pyarrow.scalar(63, pyarrow.uint64()))",
    "has a1": "pc.bit_wise_and(b, pyarrow.scalar(1, pyarrow.uint64()))", "unsigned": "pc.cast(signed, pyarrow.uint64(), safe=False)",
}.items():
    reader.cell(form, form, call, column)
one = cells.EXPECTED["free"][0]
reader.names["x"] = one
reader.check("rows with one of these sets", "pc.sum(pc.is_in(b, pyarrow.array([x, 1], pyarrow.uint64()))).as_py()", 2)
reader.check("rows with this set", "pc.sum(pc.equal(b, pyarrow.scalar(x, pyarrow.uint64()))).as_py()", 2)
reader.check("rows with this set", "pc.sum(pc.equal(b, x)).as_py()", 2)
