# SPDX-License-Identifier: MIT OR Apache-2.0
import cells
import duckdb

connection = duckdb.connect()
connection.execute(open("pawnfill.sql").read())


def columns(result):
    names = [name for name, *_ in result.description]
    rows = list(zip(*result.fetchall()))
    return {name: rows[names.index(name)] for name in cells.NAMES}, [str(result.description[names.index(name)][1]) for name in cells.NAMES]


def column(result):
    return {"free": [row[0] for row in result.fetchall()]}, [str(result.description[0][1])]


class Sql(cells.Reader):
    def value(self, call):
        return connection.execute(call)

    def check(self, what, call, expected):
        self.names["found"] = None
        try:
            found = connection.execute(call).fetchall()[0][0]
            self.say(what, call, **{"is": True if found == expected else f"{found!r} instead of {expected!r}"})
        except duckdb.Error as error:
            self.say(what, call, error=str(error))


reader = Sql(f"DuckDB {duckdb.__version__}", {}, columns)
for kind in cells.KINDS:
    reader.cell(f"CSV, {kind}", kind, f"FROM '{kind}.csv'")
schema = open("schema.duckdb").read()
reader.cell("CSV, unsigned, `--schema`", "unsigned", schema)
reader.cell("CSV, unsigned", "unsigned", "FROM read_csv('unsigned.csv', types = {'ours': 'UBIGINT', 'others': 'UBIGINT', 'free': 'UBIGINT'})")
reader.cell("CSV, unsigned", "unsigned", "FROM read_csv('unsigned.csv', all_varchar = true)")
for kind in cells.KINDS:
    reader.cell(f"Parquet, {kind}", kind, f"FROM '{kind}.parquet'")
connection.execute(f"CREATE TABLE t AS {schema}")
connection.execute("CREATE TABLE signed AS FROM 'signed.csv'")
for form, call in {"north": "b << 8", "complement": "~b", "lowest": "b & -b", "lowest ": "b & (xor(b, 18446744073709551615) + 1)"}.items():
    reader.cell(form.strip(), form.strip(), f"SELECT {call} FROM (SELECT free AS b FROM t)", column)
for form, call in {
    "north": "(b & 72057594037927935) << 8", "complement": "xor(b, 18446744073709551615)", "lowest": "CASE WHEN b > 0 THEN b & (xor(b, 18446744073709551615) + 1) ELSE b END",
    "count": "bit_count(b)", "has h8": "b >> 63", "has a1": "b & 1",
}.items():
    reader.cell(form, form, f"SELECT {call} FROM (SELECT free AS b FROM t)", column)
reader.cell("unsigned", "unsigned", "SELECT free::BIT::UBIGINT FROM signed", column)
one = cells.EXPECTED["free"][0]
for title, query, expected in [
    ("rows with this set", f"SELECT count(*) FROM t WHERE free = {one}", 2),
    ("rows with one of these sets", f"SELECT count(*) FROM t WHERE free IN ({one}, 1)", 2),
    ("rows with a set that differs in g1", f"SELECT count(*) FROM t WHERE free IN ({one ^ 64}, 1.0)", 0),
    ("join with a column of signed sets", "SELECT count(*) FROM t JOIN signed USING (free)", 6),
    ("join of what `--schema` and CSV read", "SELECT count(*) FROM t JOIN 'unsigned.csv' AS u USING (free)", 9),
    ("the sum of two sets", "SELECT sum(free)::VARCHAR FROM t", str(sum(cells.EXPECTED["free"]))),
    ("a list of sets", f"SELECT list_contains(list(free), {one}) FROM t", True),
    ("sets as JSON", "SELECT to_json({b: free})::VARCHAR FROM t LIMIT 1", f'{{"b":{one}}}'),
    ("macro: passed pawns", "SELECT pawnfill_white_passed(34359738368::UBIGINT, 0::UBIGINT)", 1 << 35),
    ("macro: structures", "SELECT pawnfill_white_iqp(134217728, 0)", True),
    ("macro: terms of a table", "SELECT sum(white_passed) FROM pawnfill_terms('pawns')", 1 << 35),
    ("macro: pawns of a FEN", "SELECT pawnfill_white_pawns('8/8/8/3P4/8/8/8/8')", 1 << 35),
    ("macro: signed sets", "SELECT pawnfill_count((-1)::BIGINT::BIT::UBIGINT)", 64),
]:
    if "terms" in title:
        connection.execute("CREATE TABLE pawns AS SELECT 34359738368::UBIGINT AS white, 0::UBIGINT AS black")
    reader.check(title, query, expected)
