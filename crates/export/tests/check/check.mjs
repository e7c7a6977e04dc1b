// Runs the JavaScript module on the positions that the test `check` wrote, and compares all values. The argument says which
// one: that of browsers, or what Node.js finds in the package for `require`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const folder = new URL("../../../../target/export/", import.meta.url);
const installed = createRequire(new URL("npm/", folder));
const how = process.argv[2];
const module = how === "require" ? installed("pawnfill") : await import("../../js/pawnfill.js");
const { Pawns, count, functions, placement, set, squares } = module;
const imported = await import(installed.resolve("pawnfill"));
assert.deepEqual(
  Object.keys(imported).sort(),
  ["default", "module.exports", ...Object.keys(module)].filter((name) => name in imported).sort(),
);
assert.equal(imported.Pawns === Pawns, how === "require");
const names = readFileSync(new URL("names.txt", folder), "utf8").split("\n");
const bytes = readFileSync(new URL("answers.bin", folder));
const values = new BigUint64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
const rows = values.length / names.length;
const columns = new Map(names.map((name, index) => [name, values.subarray(index * rows, (index + 1) * rows)]));
const [white, black, square] = ["white", "black", "square"].map((name) => columns.get(name));

const functionNames = names.filter((name) => !["white", "black", "square"].includes(name));
assert.deepEqual(Object.keys(functions).sort(), functionNames.sort());
for (let row = 0; row < rows; row++) {
  const pawns = new Pawns(white[row], black[row]);
  for (const name of functionNames) {
    const [, color, rest] = /^(white|black)_(.*)$/.exec(name) ?? [];
    const owner = color ? pawns[color] : pawns;
    const member = owner[rest ?? name];
    const found = typeof member === "function" ? owner[rest](Number(square[row])) : member;
    assert.equal(BigInt(found), columns.get(name)[row], `${name} of position ${row}`);
  }
}

const fen = "4k3/1p6/3p4/P1pPp3/2P2P2/5P2/7P/4K3 w - - 0 1";
const pawns = Pawns.fromFen(fen);
assert.deepEqual(squares(pawns.white.backward), ["f3", "c4", "a5"]);
assert.equal(set("f3", "c4", "a5"), pawns.white.backward);
assert.equal(set(63), 1n << 63n);
assert.equal(pawns.white.is_passed("h2"), true);
assert.equal(pawns.black.island_count, 1);
assert.equal(count(pawns.white.backward) - count(~0n & ((1n << 64n) - 1n)), 3 - 64);
for (const [board, name] of [
  [1n << 64n, "RangeError"],
  [-1n, "RangeError"],
  [256, "TypeError"],
]) {
  assert.throws(() => new Pawns(board, 0n), { name }, board);
  assert.throws(() => new Pawns(0n, board), { name }, board);
  for (const of of [squares, count]) assert.throws(() => of(board), { name }, board);
}
assert.equal(placement(fen).length, 12);
// The messages are those of the library.
for (const line of readFileSync(new URL("errors.txt", folder), "utf8").split("\n")) {
  const [wrong, message] = line.split("\t");
  assert.throws(() => Pawns.fromFen(wrong), { name: "SyntaxError", message }, wrong);
}
assert.throws(() => pawns.white.is_passed("i9"), RangeError);
assert.throws(() => pawns.white.is_passed(64), RangeError);
console.log(`JavaScript, ${how}: ${functionNames.length} functions equal the library's on ${rows} positions`);
