// SPDX-License-Identifier: MIT OR Apache-2.0
import { EXPECTED, reader, text } from "./cells.mjs";

const lines = text("shown.json").trim().split("\n");
const rows = text("unsigned.csv")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split(","));
const free = EXPECTED.free;
const node = reader(`Node.js ${process.version.slice(1)}`, {
  lines,
  rows,
  b: free,
  x: free[0],
  found: text("found.json"),
});
const columns = (values) => ({ free: values });
await node.cell("CSV, unsigned", "unsigned", "rows.map((row) => BigInt(row[3]))", columns);
await node.cell("CSV, unsigned", "unsigned", "rows.map((row) => Number(row[3]))", columns);
await node.check(
  "JSON of `show`",
  "lines.map((line) => JSON.parse(line).board.open_files)",
  free.map((set) => `0x${set.toString(16).padStart(16, "0")}`),
);
await node.cell(
  "JSON of `show`",
  "unsigned",
  "lines.map((line) => BigInt(JSON.parse(line).board.open_files))",
  columns,
);
await node.check(
  "JSON of `find`",
  'found.trim().split("\\n").map((line) => JSON.parse(line).runs[0].side).every((side) => side === "white")',
  true,
);
await node.cell("north", "north", "b.map((set) => set << 8n)", columns);
await node.cell("north", "north", "b.map((set) => BigInt.asUintN(64, set << 8n))", columns);
await node.cell("complement", "complement", "b.map((set) => ~set)", columns);
await node.cell("complement", "complement", "b.map((set) => BigInt.asUintN(64, ~set))", columns);
await node.cell("lowest", "lowest", "b.map((set) => set & -set)", columns);
await node.cell("count", "count", 'b.map((set) => set.toString(2).replaceAll("0", "").length)', columns);
await node.cell("has h8", "has h8", "b.map((set) => set >> 63n)", columns);
await node.check("rows with one of these sets", "b.filter((set) => [x, 1n].includes(set)).length", 2);
await node.check("a set as JSON", "JSON.stringify({ b: x })", '{"b":13889313184910721216}');
