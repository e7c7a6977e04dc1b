// SPDX-License-Identifier: MIT OR Apache-2.0
// The package for JavaScript, against the table.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { reader, text } from "./cells.mjs";

const module = await import(pathToFileURL(`${process.cwd()}/js/pawnfill.js`));
const [head, ...lines] = text("games.csv")
  .trim()
  .split("\n")
  .map((line) => line.split(","));
const rows = lines.map((cells) => Object.fromEntries(cells.map((cell, at) => [head[at], cell])));
const required = createRequire(import.meta.url)(`${process.cwd()}/js/pawnfill.cjs`);
const node = reader(`Node.js ${process.version.slice(1)}`, { ...module, rows, required });
await node.check(
  "module: pawns of FENs",
  "rows.every(({ fen, white, black }) => { const pawns = Pawns.fromFen(fen); return pawns.white.pawns === BigInt(white) && pawns.black.pawns === BigInt(black); })",
  true,
);
await node.check("module: a set", 'squares(Pawns.fromFen("8/8/8/3P4/8/8/8/8").white.passed)', ["d5"]);
await node.check("module: h8", "count((1n << 63n) | 1n)", 2);
await node.check("module: `require`", "required.squares(1n << 63n)", ["h8"]);
await node.check(
  "module: a set above 64 bits",
  "try_(() => count(1n << 64n))".replace(
    "try_",
    "((call) => { try { call(); } catch (error) { return error.name; } })",
  ),
  "RangeError",
);
