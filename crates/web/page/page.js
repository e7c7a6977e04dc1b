// Workers: each does one task with one part of a file, and is thrown away, because memory never shrinks.

/** The number of games that are kept, and of those that are drawn at once. */
const [SHOWN, DRAWN] = [500, 60];
/** The length of the games that can be saved, in bytes. */
const SAVED = 1 << 26;
/** The length of a part of a file in bytes. What a worker of Chromium has read, it forgets only at its end. */
const PART = 1 << 24;
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
/** Does a task with one answer. */
async function answer(task) {
  let answer;
  await work(task, (message) => (answer = message));
  return answer;
}
class Cancelled extends Error {}
const cancel = () => [...workers].forEach((end) => end());

/** The number of workers, which the address may set. */
const threads = () => Number(new URLSearchParams(location.hash.slice(1)).get("workers")) || Math.min(navigator.hardwareConcurrency || 1, 4);

/** Cuts a file where a game begins: at a tag behind a blank line and a line of moves. */
async function parts(file) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  // gzip and Zstandard begin like this.
  const isWhole = [0x1f8b, 0x28b5, 0x502a].includes(256 * first + second);
  const number = isWhole ? 1 : Math.ceil(Math.max(file.size / PART, byHash("workers") ?? 1));
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
  return cuts.slice(1).map((to, index) => ({ file, from: cuts[index], to })).filter(({ from, to }) => from < to || !from);
}

// Questions.

const FIELDS = ["condition", "then", "player", "color", "result", "years", "duration"];
const byHash = (name) => new URLSearchParams(location.hash.slice(1)).get(name);
let files = [];
let titles = new Map();
let [table, found, number] = [null, null, 0];

const field = (name) => byId(name).value.trim();
const question = (file = "") => ({
  file,
  conditions: [field("condition"), field("then")].filter(Boolean),
  ...Object.fromEntries(["player", "color", "result", "years", "duration"].map((name) => [name, field(name)])),
});
const asksGames = () => question().conditions.length > 0;
/** Writes the question into the address, so that the browser can go back to it. */
function setAddress(isNew = true) {
  const parameters = new URLSearchParams(FIELDS.map((name) => [name, field(name)]).filter(([, value]) => value));
  const kept = byHash("workers");
  if (kept) parameters.set("workers", kept);
  const address = `#${parameters}`;
  if (address !== location.hash) history[isNew && location.hash ? "pushState" : "replaceState"](null, "", address);
}
function fromAddress() {
  for (const name of FIELDS) byId(name).value = byHash(name) ?? "";
}

const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
function note(text) {
  byId("notes").append(make("li", {}, text));
}

/** Reads all files with a task, and returns the messages of each part in the order of the games. */
async function readAll(kind, message) {
  const total = files.reduce((sum, file) => sum + file.size, 0);
  const all = [];
  let [read, next] = [0, 0];
  for (const file of files) all.push(...(await parts(file)).map((part) => ({ ...part, messages: [], sum: null })));
  byId("progress").hidden = false;
  async function some() {
    while (next < all.length) {
      const before = all.slice(0, next).flatMap(({ messages }) => messages);
      const left = before.reduce((left, { rows }) => left - (rows?.length ?? 0), SHOWN);
      const part = all[next++];
      const text = before.reduce((left, { pgn }) => left - (pgn?.size ?? 0), SAVED);
      const limits = { shown: Math.max(0, left), saved: Math.max(0, text) };
      await work(task(kind, part.file.name, limits), (data) => {
        if (data.read) {
          read += data.read;
          byId("bar").value = total ? read / total : 1;
          byId("read").textContent = `${Math.round((100 * read) / Math.max(total, 1))} %`;
        } else if ("lines" in data) part.sum = data;
        else {
          message?.(data);
          part.messages.push(data);
        }
      }, { file: part.file, from: part.from, to: part.to });
      if (!part.sum) throw new Cancelled();
    }
  }
  await Promise.all(Array.from({ length: threads() }, some));
  return all;
}
const task = (kind, file, limits) => ({ task: kind, ...(kind === "count" ? question(file) : { question: question(file), ...limits }) });

/** Says what was read, and what could not be. */
function report(all) {
  let [games, positions, cut] = [0, 0, 0];
  const unread = [];
  for (const file of files) {
    const of = all.filter((part) => part.file === file);
    let [lines, bad] = [0, 0];
    const mistakes = [];
    for (const part of of) {
      part.first = of.slice(0, of.indexOf(part)).reduce((sum, { sum: { games } }) => sum + games, 0);
      mistakes.push(...part.sum.errors.map(({ line, reason }) => `line ${lines + line}: ${reason}`));
      bad += part.sum.bad;
      games += part.sum.games;
      positions += part.sum.positions;
      cut += part.sum.without_result;
      lines += part.sum.lines;
    }
    if (bad) {
      const list = mistakes.slice(0, 20).map((text) => make("li", {}, text));
      byId("notes").append(make("li", {}, make("details", {}, make("summary", {}, `${file.name}: ${plural(bad, "game")} with a mistake, used up to there`), make("ul", {}, ...list))));
    }
    const reason = of.map(({ sum }) => sum.unread).find(Boolean)?.replace(/^cannot be read: /, "").replace(/.*window_size.*/, "its Zstandard window is larger than 32 MiB: decompress it, and drop the PGN");
    if (of.some(({ sum }) => sum.games)) reason && note(`${file.name} could not be read to its end: ${reason}. What follows is about the other games.`);
    else unread.push(`${file.name} ${reason ? `cannot be read: ${reason}` : 'has no games. A PGN file has lines such as [White "Hou Yifan"] and moves such as 1. e4 e5'}.`);
  }
  if (!games) throw new Error(unread.join("\n"));
  unread.forEach(note);
  if (cut) note(`${plural(cut, "game")} without a result may be cut short.`);
  return { games, positions };
}

/** Starts a question, unless another one is asked meanwhile. */
async function ask(about, isNew = true) {
  await ready;
  if (!files.length || !module) return;
  cancel();
  const own = ++number;
  byId("error").textContent = byId("status").textContent = "";
  byId("notes").replaceChildren();
  if (about === showTable) byId("condition").value = byId("then").value = "";
  setAddress(isNew);
  try {
    await about(() => own === number);
  } catch (error) {
    if (own !== number) return;
    cancel();
    const isMistake = !(error instanceof Cancelled);
    byId("error").textContent = isMistake ? error.message : "";
    byId("status").textContent = isMistake ? "" : "Cancelled.";
  }
  if (own === number) byId("progress").hidden = true;
}

/** Ends what is asked. */
function stop() {
  cancel();
  number++;
  byId("progress").hidden = true;
}
/** Shows the table or the games, as they were asked for. */
function view(shown) {
  stop();
  byId("table").hidden = shown !== table || !table.rows.length;
  byId("games").hidden = shown !== found || !found.games;
  byId("error").textContent = "";
  byId("status").textContent = shown.status;
  shown.address = location.hash;
}
/** What is asked besides the condition, in words. */
function asked(before, behind = "") {
  const [player, color, result, years, duration] = ["player", "color", "result", "years", "duration"].map(field);
  const words = [player && `of ${player}`, color && `as ${capital(color)}`, result, years && `from ${years}`, duration && `for at least ${duration} moves`].filter(Boolean);
  return words.length ? before + words.join(", ") + behind : "";
}

async function showTable(isCurrent) {
  setAddress(false);
  const all = await readAll("count");
  if (!isCurrent()) return;
  const { games } = report(all);
  const counted = all.flatMap(({ messages }) => messages);
  const players = new Map();
  for (const { players: some } of counted) for (const [name, count] of Object.entries(some)) players.set(name, (players.get(name) ?? 0) + count);
  const [most, of] = [...players].sort(([, one], [, other]) => other - one)[0] ?? ["", 0];
  byId("players").replaceChildren(...[...players.keys()].map((name) => make("option", { value: name })));
  if (!field("player") && games > 1 && 2 * of > games && most.length > 1 && !isFree) {
    byId("player").value = guessed = most;
    byId("notes").replaceChildren();
    return showTable(isCurrent);
  }
  table = await answer({ task: "table", question: question(), parts: counted.map(({ counts }) => counts) });
  if (!isCurrent()) return;
  drawTable();
  if (table.left_out) note(`${plural(table.left_out, "game")} with structures have no result, and are not counted.`);
  table.status = `${plural(games, "game")} read${table.rows.length ? asked(", results ") : `; none of them has a known structure and a result${asked(" (", ")")}`}.`;
  view(table);
}

async function showGames(isCurrent) {
  const conditions = question().conditions;
  const { notes } = await answer({ task: "ask", ...question() });
  if (!isCurrent()) return;
  notes.forEach((text) => note(`Note: ${text}`));
  let [games, isCut] = [0, false];
  const all = await readAll("find", (data) => {
    games += data.found ?? 0;
    if (data.pgn) data.pgn = new Blob([data.pgn]);
    if (data.is_saved === false) isCut = true;
    if (data.found) byId("status").textContent = `${plural(games, "game")} so far`;
  });
  if (!isCurrent()) return;
  report(all);
  const rows = all.flatMap((part) => part.messages.flatMap((message) => message.rows ?? []).map((row) => ({ ...row, number: row.about.game + part.first })));
  const pgn = all.flatMap((part) => part.messages.flatMap((message) => message.pgn ?? []));
  const matching = all.reduce((sum, part) => sum + part.messages.reduce((sum, message) => sum + (message.matching ?? 0), 0), 0);
  found = { rows: rows.slice(0, SHOWN), pgn: new Blob(pgn, { type: "application/x-chess-pgn" }), games, conditions };
  drawGames();
  const rest = games > SHOWN || isCut ? ` The first ${SHOWN} can be shown; the saved file has ${isCut ? `at most ${SAVED >> 20} MB of them` : "all"}.` : "";
  found.status = games ? `${plural(games, "game")}, ${plural(matching, "position")}${asked(" (", ")")}.${rest}` : `No game${asked(" ")}.`;
  view(found);
}

// The table.

/** A structure in words, the side that has it, and the question for its games. */
function described([structure, color]) {
  const [, whose, name] = /^(?:(mine|theirs)\.)?(.*)$/.exec(structure);
  const [other, has] = [color === "white" ? "Black" : "White", capital(color)];
  const side = whose === "theirs" ? `opponent, as ${other}` : whose ? `own, as ${has}` : has;
  return { title: titles.get(name) ?? name, side, condition: whose ? structure : `${color}.${name}`, color: whose ? color : "" };
}
const percent = (value) => (value === null ? "" : (100 * value).toFixed(1));
function drawTable() {
  const place = (value) => 100 * value;
  byId("rows").replaceChildren(...table.rows.map((line) => {
    const { title, side, condition, color } = described(line.keys);
    const button = make("button", { type: "button", "data-condition": condition, "data-color": color }, title);
    button.addEventListener("click", () => {
      byId("condition").value = condition;
      byId("then").value = "";
      if (color) byId("color").value = color;
      ask(showGames).then(() => byId("title").focus());
    });
    const sign = line.difference < 0 ? "−" : "+";
    const range = make("svg", { viewBox: "0 0 100 12", preserveAspectRatio: "none", class: "range", role: "img", "aria-label": `from ${percent(line.low)} to ${percent(line.high)}, usual ${percent(line.baseline)}` },
      make("path", { class: "axis", d: "M0 6h100" }), make("path", { class: "interval", d: `M${place(line.low)} 6H${place(line.high)}` }),
      make("path", { class: "usual", d: `M${place(line.baseline)} 1v10` }), make("path", { class: "score", d: `M${place(line.score)} 3.5v5` }));
    const cell = (text, label) => make("td", { class: "n", "data-label": label }, text);
    return make("tr", { class: line.usual ? "chance" : line.score < line.baseline ? "worse" : "better" },
      make("th", { scope: "row" }, button), make("td", {}, side), cell(String(line.games), "games"), cell(percent(line.score), "score"),
      cell(percent(line.expected ?? line.baseline), "expected"), cell(`${sign}${percent(Math.abs(line.difference))}`, "difference"), make("td", { class: "bar" }, range));
  }));
}

function save(name, blob) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
const quoted = (value) => (/[",\n]/.test(value ?? "") ? `"${String(value).replaceAll('"', '""')}"` : String(value ?? ""));
byId("csv").addEventListener("click", () => {
  const names = ["games", "won", "drawn", "lost", "score", "low", "high", "rated", "expected", "difference", "baseline", "usual"];
  const rounded = (value) => (typeof value === "number" ? Math.round(value * 1e4) / 1e4 : value);
  const lines = table.rows.map((line) => [...line.keys, ...names.map((name) => rounded(line[name]))].map(quoted).join(","));
  save("structures.csv", new Blob([["structure,color", ...names].join(","), "\n", lines.join("\n"), "\n"], { type: "text/csv" }));
});
byId("pgn").addEventListener("click", () => save("games.pgn", found.pgn));
byId("print").addEventListener("click", () => print());

// The games.

function drawn(board, { fen, squares }, isTurned) {
  const turn = (square) => (isTurned ? 63 - square : square);
  const rows = fen.split(" ")[0].split("/");
  const men = rows.flatMap((text, line) => {
    let file = 0;
    return [...text].flatMap((letter) => {
      if (/\d/.test(letter)) return (file += Number(letter)), [];
      const square = turn(8 * (7 - line) + file++);
      return make("use", { href: `#${letter.toLowerCase()}`, class: letter, x: column(square), y: row(square) });
    });
  });
  const label = (text, x, y) => make("text", { x, y, class: "label" }, text);
  const labels = Array.from({ length: 8 }, (_, at) => [label("abcdefgh"[isTurned ? 7 - at : at], at + 0.8, 7.95), label(String(isTurned ? at + 1 : 8 - at), 0.03, at + 0.23)]).flat();
  board.replaceChildren(make("use", { href: "#dark" }), make("path", { class: "mini", d: outlines(squares.map(turn)) }), ...labels, ...men);
  board.setAttribute("aria-label", `Board: ${fen}`);
}

/** The move that led to a position, with its number. */
function moveText(fen, text) {
  const [, side, , , , number] = fen.split(" ");
  if (!text) return "the start";
  return side === "b" ? `${number}. ${text}` : `${number - 1}… ${text}`;
}

function card(game, { about, moves, move, squares }) {
  const board = make("svg", { viewBox: "0 0 8 8", class: "board", role: "img" });
  const here = make("span", {});
  const isTurned = about.side === "black" || (!about.side && field("color") === "black");
  let [positions, at] = [null, about.ply];
  const links = make("p", { class: "links" });
  function show(position) {
    drawn(board, position, isTurned);
    here.textContent = moveText(position.fen, position.move);
    const address = position.fen.replaceAll(" ", "_");
    const link = (text, href) => make("a", { href, target: "_blank", rel: "noopener noreferrer" }, text);
    const site = /^https?:\/\//.test(game.about.site) ? [link("game", game.about.site), " · "] : [];
    const copy = make("button", { type: "button", title: position.fen }, "copy FEN");
    copy.addEventListener("click", () => navigator.clipboard?.writeText(position.fen).then(() => (byId("status").textContent = "The FEN is copied."), () => {}));
    links.replaceChildren(...site, link("patterns", `patterns.html#fen=${encodeURIComponent(address).replaceAll("%2F", "/")}`), " · ", link("analysis on lichess", `https://lichess.org/analysis/${address}`), " · ", copy);
  }
  async function step(by) {
    positions ??= answer({ task: "play", text: game.text, condition: found.conditions[about.part - 1], side: about.side });
    const all = await positions;
    at = Math.max(0, Math.min(all.length - 1, at + by));
    if (all[at]) show(all[at]);
  }
  board.addEventListener("click", (event) => {
    const { left, width } = board.getBoundingClientRect();
    step(event.clientX < left + width / 2 ? -1 : 1);
  });
  const button = (text, label, by) => {
    const made = make("button", { type: "button", "aria-label": label }, text);
    made.addEventListener("click", () => step(by));
    return made;
  };
  const { white, black, result, event, date } = game.about;
  const [then, range] = moves.startsWith("then ") ? ["later, ", moves.slice(5)] : ["", moves];
  const isOfPlayer = /\b(mine|theirs)\b/.test(found.conditions[about.part - 1]);
  const text = `${then}${/-/.test(range) ? "moves" : "move"} ${range.replace(/ (white|black)$/, (_, side) => (isOfPlayer ? "" : ` (${capital(side)})`))}`;
  const made = make("article", { tabindex: "0", "aria-label": `${white || "?"} against ${black || "?"}, ${result}` }, board,
    make("p", { class: "here" }, button("‹", "previous move", -1), here, button("›", "next move", 1)),
    make("p", {}, make("b", {}, `${white || "?"} – ${black || "?"}`), ` ${result}`),
    make("p", { class: "quiet" }, [text, event, date.replace(/[.]?[?].*/, ""), `game ${game.number}`].filter(Boolean).join(", ")), links);
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
  const title = found.conditions.map((condition) => {
    const [, side, name] = /^(?:(\w+)\.)?(\w+)$/.exec(condition) ?? [];
    const whose = { mine: field("player"), theirs: `against ${field("player")}` }[side] ?? (side && capital(side));
    return titles.has(name) ? titles.get(name) + (whose ? ` (${whose})` : "") : condition;
  });
  byId("title").textContent = title.join(", later ");
  byId("cards").replaceChildren();
  drawMore();
  byId("back").hidden = !table;
  byId("pgn").disabled = !found.pgn.size;
}
/** Draws the next games. */
function drawMore() {
  const first = found.drawn ?? 0;
  found.drawn = first + DRAWN;
  byId("cards").append(...found.rows.slice(first, found.drawn).flatMap((game) => game.runs.map((run) => card(game, run))));
  const left = found.rows.length - found.drawn;
  byId("drawMore").hidden = left <= 0;
  byId("drawMore").textContent = `Show ${Math.min(left, DRAWN)} more of ${left}`;
}
byId("drawMore").addEventListener("click", drawMore);
byId("back").addEventListener("click", () => {
  history.pushState(null, "", table.address);
  fromAddress();
  view(table);
});

// Names while typing.

let names = [];
function offered() {
  const before = byId("condition").value.slice(0, byId("condition").selectionStart);
  const [word] = /[\w.]*$/.exec(before);
  const [, side, start] = /^(?:(\w*)\.)?(\w*)$/.exec(word) ?? [];
  if (!word || start === undefined) return [];
  const sides = ["white", "black", "either", "own", "enemy", "mine", "theirs"].map((name) => ({ name: `${name}.`, about: "a side" }));
  // A pattern needs a side.
  const whose = field("player") ? "mine" : "either";
  const withSide = (of) => (of.ofSide === true ? { ...of, name: `${whose}.${of.name}` } : of);
  const all = side === undefined ? [...names.map(withSide), ...sides] : names.filter(({ ofSide }) => ofSide !== false);
  const wanted = start.toLowerCase();
  const is = (text) => text.toLowerCase().includes(wanted);
  const rank = ({ name }) => (name.replace(/^\w+[.](?=.)/, "").startsWith(wanted) ? 0 : is(name) ? 1 : 2);
  const isOffered = ({ name, about }) => name !== start && (wanted === "" ? side !== undefined : is(name) || (wanted.length > 2 && is(about)));
  return all.filter(isOffered).sort((a, b) => rank(a) - rank(b)).slice(0, 8)
    .map(({ name, about }) => ({ about, name, text: before.slice(0, before.length - start.length) + name }));
}
let choice = -1;
function offer(isOpen) {
  const list = isOpen ? offered() : [];
  byId("names").hidden = !list.length;
  byId("condition").setAttribute("aria-expanded", String(list.length > 0));
  byId("names").replaceChildren(...list.map(({ name, about, text }, at) => {
    const item = make("li", { role: "option", id: `name${at}`, "aria-selected": String(at === choice) }, make("code", {}, name), ` ${about}`);
    item.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      take(text);
    });
    return item;
  }));
  if (choice >= 0 && list[choice]) byId("condition").setAttribute("aria-activedescendant", `name${choice}`);
  else byId("condition").removeAttribute("aria-activedescendant");
  return list;
}
function take(text) {
  const input = byId("condition");
  input.value = text + input.value.slice(input.selectionStart);
  input.setSelectionRange(text.length, text.length);
  choice = -1;
  offer(text.endsWith("."));
}
byId("condition").addEventListener("input", () => {
  choice = -1;
  offer(true);
});
byId("condition").addEventListener("blur", () => offer(false));
byId("condition").addEventListener("keydown", (event) => {
  const list = byId("names").hidden ? [] : offered();
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by && list.length) choice = (choice + by + list.length) % list.length;
  else if (event.key === "Escape" && list.length) return offer(false);
  else if ((event.key === "Enter" || event.key === "Tab") && list[choice]) take(list[choice].text);
  else return;
  event.preventDefault();
  if (by) offer(true);
});

// Files.

/** Whether the user has chosen a player, or none; and the one that was in most games. */
let [isFree, guessed] = [false, ""];
function open(chosen) {
  if (!chosen.length) return;
  [files, table, found, isFree] = [[...chosen], null, null, false];
  if (field("player") === guessed) byId("player").value = "";
  byId("name").textContent = files.map((file) => file.name).join(", ");
  byId("name").hidden = byId("question").hidden = false;
  byId("table").hidden = byId("games").hidden = true;
  byId("drop").classList.add("small");
  ask(asksGames() ? showGames : showTable);
}
byId("files").addEventListener("change", () => open(byId("files").files));
addEventListener("dragover", (event) => {
  event.preventDefault();
  byId("drop").classList.add("over");
});
addEventListener("dragleave", (event) => event.relatedTarget ?? byId("drop").classList.remove("over"));
addEventListener("drop", (event) => {
  event.preventDefault();
  byId("drop").classList.remove("over");
  open(event.dataTransfer.files);
});
byId("question").addEventListener("submit", (event) => {
  event.preventDefault();
  offer(false);
  ask(asksGames() ? showGames : showTable);
});
byId("more").addEventListener("change", () => ask(asksGames() ? showGames : showTable));
byId("player").addEventListener("input", () => (isFree = true));
byId("all").addEventListener("click", () => ask(showTable));
byId("cancel").addEventListener("click", () => {
  stop();
  byId("status").textContent = "Cancelled.";
});
addEventListener("hashchange", () => {
  fromAddress();
  const [shown, again] = asksGames() ? [found, showGames] : [table, showTable];
  if (shown?.address === location.hash) view(shown);
  else ask(again, false);
});

async function start() {
  fromAddress();
  byId("more").open = FIELDS.slice(1).some((name) => field(name));
  try {
    const packed = Uint8Array.from(atob(byId("module").textContent), (letter) => letter.charCodeAt(0));
    const bytes = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
    module = await WebAssembly.compile(bytes);
    const all = await answer({ task: "names" });
    titles = new Map(all.structures);
    names = [
      ...all.structures.map(([name, about]) => ({ name, about })),
      ...all.patterns.map(([name, about, ofSide]) => ({ name, about, ofSide })),
      ...all.functions.map(([call, about]) => ({ name: call.split("(")[0] + "(", about, ofSide: false })),
    ];
  } catch (error) {
    byId("error").textContent = `This page needs a browser from 2023 or later, with WebAssembly (${error.message}).`;
    byId("files").disabled = true;
  }
}
const ready = start();
