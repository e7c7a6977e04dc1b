// Workers: each does one task with one part of a file, and is thrown away, because memory never shrinks.

/** The number of games that are kept, and of those that are drawn at once. */
const [SHOWN, DRAWN] = [500, 60];
/** The length of the games that can be saved, in bytes. */
const SAVED = 1 << 25;
/** The length of a part of a file in bytes. Firefox removes the workers of many smaller parts too late. */
const PART = 1 << 23;
/** The length of a piece in which a cut is looked for. */
const PIECE = 1 << 18;

let module = null;
const workers = new Set();
const source = URL.createObjectURL(new Blob([byId("worker").textContent], { type: "text/javascript" }));

/** Does a task, and passes each message to a function. The promise fails with the first mistake. */
function work(task, message, part = {}) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(source);
    const stop = (then, value) => {
      worker.terminate();
      workers.delete(end);
      then(value);
    };
    const end = () => stop(resolve);
    workers.add(end);
    worker.onmessage = ({ data }) => {
      if (data.error) stop(reject, new Error(data.error));
      else if (data.end) stop(resolve);
      else message(data);
    };
    worker.onerror = (event) => stop(reject, new Error(`The page has failed: ${event.message}`));
    worker.postMessage({ module, task, ...part });
  });
}
/** Does a task with one answer, which may read a file. */
async function answer(task, file = new Blob()) {
  let answer;
  await work(task, (message) => "read" in message || (answer = message), { file, from: 0, to: file.size });
  return answer;
}
/** Ends all tasks. */
const cancel = () => [...workers].forEach((end) => end());

/** The number of workers, which the address may set. */
const threads = () => Math.max(1, Math.min(parseInt(byHash("workers")) || navigator.hardwareConcurrency || 1, 4));

/** Cuts a file where a game begins: at a tag behind a blank line and a line of moves. */
async function parts(file) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  // gzip, Zstandard and zip begin like this.
  const isWhole = [0x1f8b, 0x28b5, 0x502a, 0x504b].includes(256 * first + second);
  const number = isWhole ? 1 : threads() * Math.ceil(file.size / (threads() * PART));
  const cuts = [0];
  for (let part = 1; part < number; part++) {
    let at = Math.floor((part * file.size) / number);
    if (at < cuts.at(-1)) continue;
    for (; at < file.size; at += PIECE) {
      const bytes = new Uint8Array(await file.slice(at, at + PIECE + (1 << 16)).arrayBuffer());
      const text = new TextDecoder("latin1").decode(bytes);
      const found = /\n[^\s[][^\n]*\n[ \t\r]*\n\[Event "/.exec(text);
      if (found) {
        cuts.push(at + found.index + found[0].length - '[Event "'.length);
        break;
      }
    }
    if (at >= file.size) break;
  }
  cuts.push(file.size);
  return cuts
    .slice(1)
    .map((to, index) => ({ file, from: cuts[index], to }))
    .filter(({ from, to }) => from < to || !from);
}

const total = (all, number) => all.reduce((sum, one) => sum + number(one), 0);
const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
const note = (...children) => byId("notes").append(make("li", {}, ...children));

/** Reads all files with a task, and returns the messages of each part in the order of the games. */
async function readAll(kind, message) {
  const length = total(files, (file) => file.size);
  const all = [];
  let [read, next] = [0, 0];
  for (const file of files) {
    // What cannot be cut, such as a folder, cannot be read either, and the worker says it.
    const cut = await parts(file).catch(() => [{ file, from: 0, to: file.size || 1 }]);
    all.push(...cut.map((part) => ({ ...part, messages: [], lines: 0, sum: null })));
  }
  async function some() {
    while (next < all.length) {
      const before = all.slice(0, next).flatMap(({ messages }) => messages);
      const shown = Math.max(0, SHOWN - total(before, ({ rows }) => rows?.length ?? 0));
      const saved = Math.max(0, SAVED - total(before, ({ pgn }) => pgn?.size ?? 0));
      const part = all[next++];
      await work(
        { task: kind, question: question(part.file.name), shown, saved },
        (data) => {
          if (data.read) {
            read += data.read;
            byId("bar").value = read / length;
            byId("read").textContent = `${Math.round((100 * read) / length)} %`;
            part.lines += data.lines;
          } else if ("bad" in data) part.sum = data;
          else {
            message?.(data);
            part.messages.push(data);
          }
        },
        { file: part.file, from: part.from, to: part.to },
      );
      if (!part.sum) throw new Error("Cancelled.");
    }
  }
  await Promise.all(Array.from({ length: threads() }, some));
  return all;
}

/** What was counted in all parts, as a file. */
const countedIn = (all) => new Blob(all.flatMap(({ messages }) => messages.flatMap(({ counted }) => counted ?? [])));

/** Says which games of a file have mistakes, and returns why none of them could be read. */
function reportFile({ name }, parts) {
  const mistakes = [];
  let [games, lines] = [0, 0];
  for (const part of parts) {
    part.first = games;
    mistakes.push(...part.sum.errors.map(({ line, reason }) => `line ${lines + line}: ${reason}`));
    games += part.sum.games;
    lines += part.lines;
  }
  const [bad, positions] = [total(parts, ({ sum }) => sum.bad), total(parts, ({ sum }) => sum.positions)];
  const unread = parts
    .map(({ sum }) => sum.unread)
    .find(Boolean)
    ?.replace(/^cannot be read: /, "")
    .replace(/.*window_size.*/, "its Zstandard window is larger than 32 MiB: decompress it, and drop the PGN");
  const isRead = positions > games || games > bad;
  if (!isRead && !unread && !bad)
    return `${name} has no games. A PGN file has lines such as [White "Hou Yifan"] and moves such as 1. e4 e5.`;
  if (!isRead)
    return `${name} cannot be read: ${unread ?? `it is no PGN, or its moves are wrong, such as in ${mistakes[0]}`}.`;
  if (bad) {
    const list = mistakes.slice(0, 20).map((text) => make("li", {}, text));
    note(
      make(
        "details",
        {},
        make("summary", {}, `${name}: ${plural(bad, "game")} with a mistake, used up to there`),
        make("ul", {}, ...list),
      ),
    );
  }
  if (unread) note(`A part of ${name} cannot be read: ${unread}. What follows is about the other games.`);
}
/** Says what could not be read, and returns the number of games. */
function report(all) {
  const unread = files
    .map((file) =>
      reportFile(
        file,
        all.filter((part) => part.file === file),
      ),
    )
    .filter(Boolean);
  if (unread.length === files.length) throw new Error(unread.join("\n"));
  unread.forEach((text) => note(text));
  const notes = new Map();
  for (const [games, text] of all.flatMap((part) => part.sum.notes)) notes.set(text, games + (notes.get(text) ?? 0));
  notes.forEach((games, text) => note(`${plural(games, "game")} ${text}.`));
  return total(all, (part) => part.sum.games);
}
