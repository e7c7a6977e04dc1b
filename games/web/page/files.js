// The files, which workers read in parts.

import { question } from "./question.js";
import { plural, state, total } from "./state.js";
import { threads, work } from "./workers.js";

/** The number of games that are kept. */
export const SHOWN = 500;
/** The length of the games that can be saved, in bytes. */
export const SAVED = 1 << 25;
/** The length of a part of a file in bytes. Firefox removes the workers of many smaller parts too late. */
const PART = 1 << 23;
/** The length of a piece in which a cut is looked for. */
const PIECE = 1 << 18;

/** Cuts a file where a game begins: at a tag behind a blank line and a line of moves. */
async function parts(file) {
  const read = (from, length) => file.slice(from, from + length).arrayBuffer();
  const [first, second] = new Uint8Array(await read(0, 2));
  // gzip, Zstandard and zip begin like this.
  const isWhole = [0x1f8b, 0x28b5, 0x502a, 0x504b].includes(256 * first + second);
  const step = Math.ceil(file.size / (isWhole ? 1 : threads() * Math.ceil(file.size / (threads() * PART))));
  const cuts = [0];
  for (let at = step; at < file.size;) {
    const text = new TextDecoder("latin1").decode(await read(at, PIECE + (1 << 16)));
    const found = /\n[^\s[][^\n]*\n[ \t\r]*\n(?=\[Event ")/.exec(text);
    if (found) cuts.push(at + found.index + found[0].length);
    at = found ? cuts.at(-1) + step : at + PIECE;
  }
  return cuts.map((from, index) => ({ file, from, to: cuts[index + 1] ?? file.size }));
}

export const note = (...children) => byId("notes").append(make("li", {}, ...children));
/** The values with a name in all messages of these parts. */
export const gathered = (all, name) =>
  all.flatMap(({ messages }) => messages.flatMap((message) => message[name] ?? []));

/** Reads all files with a task, and returns the messages of each part in the order of the games. */
export async function readAll(kind, message = () => {}) {
  const { number } = state;
  const length = total(state.files.map(({ size }) => size));
  const all = [];
  let [read, next] = [0, 0];
  for (const file of state.files) {
    // What cannot be cut, such as a folder, cannot be read either, and the worker says it.
    const cut = await parts(file).catch(() => [{ file, from: 0, to: file.size || 1 }]);
    all.push(...cut.map((part) => ({ ...part, messages: [] })));
  }
  // Something else has been asked meanwhile.
  if (number !== state.number) throw new Error("Cancelled.");
  async function some() {
    while (next < all.length) {
      const before = all.slice(0, next);
      const shown = Math.max(0, SHOWN - gathered(before, "rows").length);
      const saved = Math.max(0, SAVED - total(gathered(before, "pgn").map(({ size }) => size)));
      const part = all[next++];
      const take = (data) => {
        message(data);
        part.messages.push(data);
        read += data.read ?? 0;
        byId("bar").value = read / length || 0;
        byId("read").textContent = `${Math.round(100 * byId("bar").value)} %`;
      };
      await work({ task: kind, question: question(part.file.name), shown, saved }, take, part);
    }
  }
  await Promise.all(Array.from({ length: threads() }, some));
  return all;
}

/** Says which games of a file have mistakes, and returns why none of them could be read. */
function reportFile(name, parts) {
  const mistakes = [];
  let [games, lines] = [0, 0];
  for (const part of parts) {
    for (const row of gathered([part], "rows")) row.number = row.about.game_in_file + games;
    mistakes.push(...gathered([part], "errors").map(({ line, reason }) => `line ${lines + line}: ${reason}`));
    games += total(gathered([part], "games"));
    lines += total(gathered([part], "lines"));
  }
  const [bad, positions] = ["bad", "positions"].map((name) => total(gathered(parts, name)));
  const unread = gathered(parts, "unread")[0]
    ?.replace(/^cannot be read: /, "")
    .replace(/.*window_size.*/, "its Zstandard window is larger than 32 MiB: decompress it, and drop the PGN");
  if (positions <= games && games <= bad) {
    if (!unread && !bad)
      return `${name} has no games. A PGN file has lines such as [White "Hou Yifan"] and moves such as 1. e4 e5.`;
    return `${name} cannot be read: ${unread ?? `it is no PGN, or its moves are wrong, such as in ${mistakes[0]}`}.`;
  }
  if (bad) {
    const summary = `${name}: ${plural(bad, "game")} with a mistake, used up to there`;
    note(copy("mistakes", { summary, list: mistakes.slice(0, 20).map((text) => make("li", {}, text)) }));
  }
  if (unread) note(`A part of ${name} cannot be read: ${unread}. What follows is about the other games.`);
}
/** Says what could not be read, and returns the number of games. */
export function report(all) {
  const unread = state.files.flatMap(
    (file) =>
      reportFile(
        file.name,
        all.filter((part) => part.file === file),
      ) ?? [],
  );
  if (unread.length === state.files.length) throw new Error(unread.join("\n"));
  unread.forEach((text) => note(text));
  const notes = new Map();
  for (const [games, text] of gathered(all, "notes")) notes.set(text, games + (notes.get(text) ?? 0));
  notes.forEach((games, text) => note(`${plural(games, "game")} ${text}.`));
  return total(gathered(all, "games"));
}
