// SPDX-License-Identifier: MIT OR Apache-2.0
// What `find --format pgn` writes, in parsers for JavaScript.
import { createRequire } from "node:module";
import { reader, text } from "./cells.mjs";

const require = createRequire(import.meta.url);
const found = text("found.pgn");
const games = found.trim().split(/\n\n(?=\[)/);
const version = (name) => JSON.parse(text(`${require.resolve.paths(name)[0]}/${name}/package.json`)).version;

const { parse } = require("@mliebelt/pgn-parser");
const mliebelt = reader(`@mliebelt/pgn-parser ${version("@mliebelt/pgn-parser")}`, { parse, found });
await mliebelt.check(
  "PGN: half-moves of all games",
  '[...new Set(parse(found, { startRule: "games" }).map((game) => game.moves.length))]',
  [12],
);
await mliebelt.check(
  "PGN: glyphs of the first game",
  'parse(found, { startRule: "games" })[0].moves.flatMap((move) => move.nag ?? [])',
  ["$1", "$14"],
);

const { Pgn } = await import("cm-pgn/src/Pgn.js");
const cm = reader(`cm-pgn ${version("cm-pgn")}`, { Pgn, games });
await cm.check(
  "PGN: half-moves of all games",
  "[...new Set(games.map((game) => new Pgn(game).history.moves.length))]",
  [12],
);

const chessops = await import("chessops/pgn");
const fen = await import("chessops/fen");
const [head, ...lines] = text("games.csv")
  .trim()
  .split("\n")
  .map((line) => line.split(","));
const fens = lines.map((cells) => cells[head.indexOf("fen")]);
const ops = reader(`chessops ${version("chessops")}`, { ...chessops, ...fen, found, fens });
await ops.check(
  "PGN: half-moves of all games",
  "[...new Set(parsePgn(found).map((game) => [...game.moves.mainline()].length))]",
  [12],
);
await ops.check(
  "PGN: comments of ours",
  "parsePgn(found).filter((game) => [...game.moves.mainline()].some(({ comments }) => comments?.join().includes('pawnfill: '))).length",
  10,
);
await ops.check(
  "FEN: as chessops writes it",
  "fens.every((fen) => makeFen(parseFen(fen).unwrap()).split(' ')[0] === fen.split(' ')[0])",
  true,
);
