// The games.

import { SAVED, SHOWN, gathered, note, readAll, report } from "./files.js";
import { asked, field, question, setAddress, structureIn, titleOf } from "./question.js";
import { percent, range, tablesOf } from "./scores.js";
import { plural, save, state, total } from "./state.js";
import { answer } from "./workers.js";

/** The number of games that are drawn at once. */
const DRAWN = 60;

export async function showGames() {
  // The pawns of a FEN become a condition that can be loosened by hand.
  if (field("condition").includes("/")) {
    byId("condition").value = (await answer({ task: "skeleton", fen: field("condition") })).condition;
    setAddress(false);
  }
  const { conditions } = question();
  const { notes } = await answer({ task: "ask", question: question() });
  notes.forEach((text) => note(`Note: ${text}`));
  let games = 0;
  const all = await readAll("find", (data) => {
    games += data.found ?? 0;
    if (data.found) byId("status").textContent = `${plural(games, "game")} so far`;
  });
  report(all);
  const tables = await tablesOf(all, [[], ["color"], ["decade"]]);
  const pgn = new Blob(gathered(all, "pgn"), { type: "application/x-chess-pgn" });
  const found = { rows: gathered(all, "rows").slice(0, SHOWN), pgn, games, conditions, tables: tables.tables };
  state.found = found;
  drawGames();
  const isCut = gathered(all, "is_saved").includes(false);
  const most = isCut ? `at most ${SAVED >> 20} MB of them` : "all";
  const rest = games > SHOWN || isCut ? ` The first ${SHOWN} can be shown; the saved file has ${most}.` : "";
  const repeats = found.tables[0].repeated;
  const repeated = repeats ? ` ${plural(repeats, "game")} of these repeat others.` : "";
  const isKnown = ["", ...[...byId("players").options].map(({ value }) => value)].includes(field("player"));
  const unknown = isKnown ? "" : ' The table of "All structures" tells whether this player is in the games.';
  const positions = plural(total(gathered(all, "matching")), "position");
  found.status = games
    ? `${plural(games, "game")}, ${positions}${asked(" (", ")")}.${repeated}${rest}`
    : `No game meets ${conditions.join(", then ")}${asked(" (", ")")}.${unknown}`;
  return found;
}

function drawn(board, fen, squares, isTurned) {
  const turn = (square) => (isTurned ? 63 - square : square);
  const label = (text, x, y) => make("text", { x, y, class: "label" }, text);
  board.replaceChildren(
    make("use", { href: "#dark" }),
    make("path", { class: "mini", d: outlines(squares.map(turn)) }),
    ...[..."abcdefgh"].map((file, at) => label(file, column(turn(at)) + 0.8, 7.95)),
    ...[..."12345678"].map((rank, at) => label(rank, 0.03, row(turn(8 * at)) + 0.23)),
    ...menOf(fen).map(([square, letter]) => man(letter, turn(square))),
  );
}

/** The move that led to a position, with its number. */
function moveText(fen, text) {
  const [, side, , , , number] = fen.split(" ");
  if (!text) return "the start";
  return side === "b" ? `${number}. ${text}` : `${number - 1}… ${text}`;
}

function card(game, { about, moves, move, squares }) {
  const { white, black, result, event, date, site } = game.about;
  const condition = state.found.conditions[about.part - 1];
  const [title, isOfPlayer] = [titleOf([condition]), /\b(mine|theirs)\b/.test(condition)];
  const isTurned = about.side === "black" || (!about.side && field("color") === "black");
  const when = moves
    .replace(/^(then )?/, (then) => `${then && "later, "}${moves.includes("-") ? "moves" : "move"} `)
    .replace(/ (white|black)$/, (_, side) => (isOfPlayer ? "" : ` (${capital(side)})`));
  const made = copy("card", {
    players: `${white || "?"} – ${black || "?"}`,
    result,
    moves: [when, event, date.replace(/[.]?[?].*/, ""), `game ${game.number}`].filter(Boolean).join(", "),
  });
  const part = (name) => made.querySelector(name);
  const board = part(".board");
  made.ariaLabel = `${white || "?"} against ${black || "?"}, ${result}`;
  if (/^https?:\/\//.test(site)) part(".game").href = site;
  else part(".game").remove();
  function show({ fen, move, squares }) {
    drawn(board, fen, squares, isTurned);
    part(".here span").textContent = moveText(fen, move);
    board.ariaLabel = `Board: ${title}, ${moveText(fen, move)}, ${result || "no result"}`;
    part(".patterns").href = `patterns.html#fen=${fen.replaceAll(" ", "_")}`;
    part(".analysis").href = `https://lichess.org/analysis/${fen.replaceAll(" ", "_")}`;
  }
  let [positions, at] = [null, about.ply];
  async function step(by) {
    positions ??= answer({ task: "play", text: game.text, condition, side: about.side });
    const all = await positions;
    at = Math.max(0, Math.min(all.length - 1, at + by));
    if (all[at]) show(all[at]);
  }
  made.addEventListener("click", ({ target, clientX }) => {
    const { left, width } = board.getBoundingClientRect();
    if (board.contains(target)) step(clientX < left + width / 2 ? -1 : 1);
    else if (target.value) step(Number(target.value));
  });
  made.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step(by);
  });
  show({ fen: about.fen, move, squares });
  return made;
}

function drawGames() {
  const { found } = state;
  byId("title").textContent = titleOf(found.conditions);
  // The scores of the games in all, by color and by decade.
  const rows = found.tables.flatMap(({ rows }) => rows.toSorted((a, b) => (a.keys[0] < b.keys[0] ? -1 : 1)));
  const scores = (field("result") ? [] : rows).map((line) =>
    copy("score", {
      of: line.keys[0] ? capital(line.keys[0]) : field("player") || "The side with it",
      n: plural(line.games, "game"),
      percent: percent(line.score),
      bar: range(line),
    }),
  );
  byId("scores").replaceChildren(...scores);
  const [side, structure] = structureIn(found.conditions[0]);
  const color = field("color") || "white";
  const owner = { black: "black", mine: color, theirs: OPPONENT[color] }[side] ?? "white";
  byId("picture").replaceChildren(...(structure ? [boardOf(structure, owner)] : []));
  const words = found.conditions.flatMap((condition) => condition.split(/\W+/));
  const explained = state.names.filter(({ name, explained }) => explained && words.includes(name));
  byId("explained").replaceChildren(...explained.map((of) => make("li", {}, explanation(of))));
  byId("cards").replaceChildren();
  drawMore();
  byId("back").hidden = !state.table;
  byId("pgn").disabled = !found.pgn.size;
}
/** Draws the next games. */
function drawMore() {
  const { found } = state;
  const first = found.drawn ?? 0;
  found.drawn = first + DRAWN;
  const games = found.rows.slice(first, found.drawn);
  byId("cards").append(...games.flatMap((game) => game.runs.map((run) => card(game, run))));
  const left = found.rows.length - found.drawn;
  byId("drawMore").hidden = left <= 0;
  byId("drawMore").textContent = `Show ${Math.min(left, DRAWN)} more of the ${left} left`;
}
byId("drawMore").addEventListener("click", drawMore);
byId("back").addEventListener("click", () => (location.hash = state.table.address));
byId("pgn").addEventListener("click", () => save("games.pgn", state.found.pgn));
byId("print").addEventListener("click", () => print());
