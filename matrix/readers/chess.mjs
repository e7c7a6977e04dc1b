// SPDX-License-Identifier: MIT OR Apache-2.0
// What `find --format pgn` writes, and FENs of tables, in chess.js.
import { createRequire } from "node:module";
import { reader, text } from "./cells.mjs";

const { Chess } = createRequire(import.meta.url)("chess.js");
const games = text("found.pgn")
  .trim()
  .split(/\n\n(?=\[)/);
const [head, ...lines] = text("games.csv")
  .trim()
  .split("\n")
  .map((line) => line.split(","));
const fens = lines.map((cells) => cells[head.indexOf("fen")]);
const load = (game) => {
  const chess = new Chess();
  chess.loadPgn(game);
  return chess;
};
const js = reader("chess.js 1.4.0", { games, fens, Chess, load });
await js.check("PGN: half-moves of all games", "[...new Set(games.map((game) => load(game).history().length))]", [12]);
await js.check("PGN: comments of the first game", "load(games[0]).getComments().length", 3);
await js.check(
  "PGN: comments of ours",
  'load(games[1]).getComments().filter(({ comment }) => comment.includes("pawnfill: ")).length',
  1,
);
await js.check(
  "FEN: as chess.js writes it",
  'fens.every((fen) => new Chess(fen).fen().split(" ")[0] === fen.split(" ")[0])',
  true,
);
await js.check("PGN: two comments behind a move", 'load("1. e4 { a } { b } e5 *").getComments()[0].comment', "a b");
