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
/** Does a task with one answer. */
async function answer(task) {
  let answer;
  await work(task, (message) => (answer = message));
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
  return cuts.slice(1).map((to, index) => ({ file, from: cuts[index], to })).filter(({ from, to }) => from < to || !from);
}

// Questions.

const FIELDS = ["condition", "then", "player", "color", "result", "years", "duration"];
const byHash = (name) => new URLSearchParams(location.hash.slice(1)).get(name);
let files = [];
let titles = new Map();
let [table, found, number] = [null, null, 0];

const field = (name) => byId(name).value.trim();
/** The question. The table is about all results, because the score of lost games says nothing. */
function question(file = "") {
  const conditions = [field("condition"), field("then")].filter(Boolean);
  const asked = Object.fromEntries(FIELDS.slice(2).map((name) => [name, field(name)]));
  return { file, conditions, ...asked, result: conditions.length ? asked.result : "" };
}
/** Results in words. */
const RESULTS = { "1-0": "White won", "0-1": "Black won", won: "won by this side", lost: "lost by this side" };
/** What the question is about: games, or without a condition the table. */
const wanted = () => (question().conditions.length ? showGames : showTable);
/** Writes the question into the address, so that the browser can go back to it. */
function setAddress(isNew = true) {
  const values = [...FIELDS.map((name) => [name, field(name)]), ["workers", byHash("workers")]];
  const address = `#${new URLSearchParams(values.filter(([name, value]) => value || name === "duration"))}`;
  if (address !== location.hash) history[isNew && location.hash ? "pushState" : "replaceState"](null, "", address);
}
function fromAddress() {
  for (const name of FIELDS) byId(name).value = byHash(name) ?? byId(name).defaultValue ?? "";
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
      await work({ task: kind, question: question(part.file.name), shown, saved }, (data) => {
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
      }, { file: part.file, from: part.from, to: part.to });
      if (!part.sum) throw new Error("Cancelled.");
    }
  }
  await Promise.all(Array.from({ length: threads() }, some));
  return all;
}

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
  const unread = parts.map(({ sum }) => sum.unread).find(Boolean)?.replace(/^cannot be read: /, "").replace(/.*window_size.*/, "its Zstandard window is larger than 32 MiB: decompress it, and drop the PGN");
  const isRead = positions > games || games > bad;
  if (!isRead && !unread && !bad) return `${name} has no games. A PGN file has lines such as [White "Hou Yifan"] and moves such as 1. e4 e5.`;
  if (!isRead) return `${name} cannot be read: ${unread ?? `it is no PGN, or its moves are wrong, such as in ${mistakes[0]}`}.`;
  if (bad) {
    const list = mistakes.slice(0, 20).map((text) => make("li", {}, text));
    note(make("details", {}, make("summary", {}, `${name}: ${plural(bad, "game")} with a mistake, used up to there`), make("ul", {}, ...list)));
  }
  if (unread) note(`A part of ${name} cannot be read: ${unread}. What follows is about the other games.`);
}
/** Says what could not be read, and returns the number of games. */
function report(all) {
  const unread = files.map((file) => reportFile(file, all.filter((part) => part.file === file))).filter(Boolean);
  if (unread.length === files.length) throw new Error(unread.join("\n"));
  unread.forEach((text) => note(text));
  const notes = new Map();
  for (const [games, text] of all.flatMap((part) => part.sum.notes)) notes.set(text, games + (notes.get(text) ?? 0));
  notes.forEach((games, text) => note(`${plural(games, "game")} ${text}.`));
  return total(all, (part) => part.sum.games);
}

/** Starts a question, unless another one is asked meanwhile. */
async function ask(about, isNew = true) {
  await ready;
  if (!files.length || !module) return;
  stop();
  const own = number;
  byId("error").textContent = byId("status").textContent = "";
  byId("notes").replaceChildren();
  byId("bar").removeAttribute("value");
  byId("read").textContent = "";
  byId("progress").hidden = false;
  if (about === showTable) byId("condition").value = byId("then").value = "";
  setAddress(isNew);
  try {
    await about(() => own === number);
  } catch (error) {
    if (own !== number) return;
    fail(error.message);
  }
}
/** Says why there is no answer. */
function fail(reason) {
  stop();
  byId("games").hidden = byId("table").hidden = true;
  byId("status").textContent = "";
  byId("error").textContent = reason;
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
  if (shown === found) byId("title").scrollIntoView({ block: "nearest" });
}
/** What is asked besides the condition, in words. */
function asked(before, behind = "") {
  const { player, color, result, years, duration } = question();
  const words = [player && `games of ${player}`, color && `as ${capital(color)}`, RESULTS[result] ?? result, years && `from ${years}`, duration && `for at least ${/^\d+$/.test(duration) ? plural(Number(duration), "move") : duration}`].filter(Boolean);
  return words.length ? before + words.join(", ") + behind : "";
}

async function showTable(isCurrent) {
  setAddress(false);
  const all = await readAll("count");
  if (!isCurrent()) return;
  const games = report(all);
  const counted = all.flatMap(({ messages }) => messages);
  const players = new Map();
  for (const { players: some } of counted) for (const [name, count] of Object.entries(some)) players.set(name, (players.get(name) ?? 0) + count);
  const typed = field("player").toLowerCase();
  const isTyped = ([name]) => Number(name.toLowerCase().includes(typed));
  const frequent = [...players].sort((one, other) => isTyped(other) - isTyped(one) || other[1] - one[1]);
  const [most, of] = frequent[0] ?? ["", 0];
  byId("players").replaceChildren(...frequent.map(([name]) => make("option", { value: name })));
  if (!field("player") && games > 1 && 2 * of > games && /^[^;]{2,}$/.test(most) && !isFree) {
    byId("player").value = most;
    byId("notes").replaceChildren();
    return showTable(isCurrent);
  }
  table = await answer({ task: "table", question: question(), parts: counted.map(({ counts }) => counts) });
  if (!isCurrent()) return;
  unsort();
  drawTable();
  if (table.left_out) note(`${plural(table.left_out, "game")} with structures have no result, and are not counted.`);
  if (field("result")) note("The table is about games of all results.");
  table.status = `${plural(games, "game")} read, ${table.counted.toLocaleString("en")} counted${asked(" (", ")")}${table.rows.length ? "" : `; none of them has a known structure and a result${field("player") && ". Names are written as in the games, such as " + frequent.slice(0, 2).map(([name]) => name).join(" or ")}`}.`;
  view(table);
}

async function showGames(isCurrent) {
  const conditions = question().conditions;
  const { notes } = await answer({ task: "ask", question: question() });
  if (!isCurrent()) return;
  notes.forEach((text) => note(`Note: ${text}`));
  let [games, isCut] = [0, false];
  const all = await readAll("find", (data) => {
    games += data.found ?? 0;
    if (data.is_saved === false) isCut = true;
    if (data.found) byId("status").textContent = `${plural(games, "game")} so far`;
  });
  if (!isCurrent()) return;
  report(all);
  const rows = all.flatMap((part) => part.messages.flatMap((message) => message.rows ?? []).map((row) => ({ ...row, number: row.about.game_in_file + part.first })));
  const pgn = all.flatMap((part) => part.messages.flatMap((message) => message.pgn ?? []));
  const matching = total(all.flatMap(({ messages }) => messages), (message) => message.matching ?? 0);
  found = { rows: rows.slice(0, SHOWN), pgn: new Blob(pgn, { type: "application/x-chess-pgn" }), games, conditions };
  drawGames();
  const rest = games > SHOWN || isCut ? ` The first ${SHOWN} can be shown; the saved file has ${isCut ? `at most ${SAVED >> 20} MB of them` : "all"}.` : "";
  const results = games > SHOWN ? "" : resultsOf(rows);
  found.status = games ? `${plural(games, "game")}, ${plural(matching, "position")}${asked(" (", ")")}.${results}${rest}` : `No game meets ${conditions.join(", then ")}${asked(" (", ")")}.${isKnown() ? "" : ' The table of "All structures" tells whether this player is in the games.'}`;
  view(found);
}

const isKnown = () => ["", ...[...byId("players").options].map(({ value }) => value)].includes(field("player"));
/** The results of games, for the player if there is one. */
function resultsOf(rows) {
  const isPlayer = field("player") && rows.every(({ played }) => played.length === 1);
  const [own, other] = isPlayer ? [field("player"), "the opponents"] : ["White", "Black"];
  const ended = (isMeant) => total(rows, ({ about, played }) => (isMeant({ "1-0": "white", "0-1": "black", "1/2-1/2": "" }[about.result], isPlayer ? played[0] : "white") ? 1 : 0));
  const [won, lost, even] = [ended((winner, side) => winner === side), ended((winner, side) => winner && winner !== side), ended((winner) => winner === "")];
  const score = won + lost + even ? `, ${percent((won + even / 2) / (won + lost + even))} for ${own}` : "";
  return ` ${own} won ${won}, ${other} ${lost}, and ${even} were drawn${score}.`;
}

// The table.

/** A structure in words, the side that has it, and the question for its games. */
function described([structure, color]) {
  const [, whose, name] = /^(?:(mine|theirs)\.)?(.*)$/.exec(structure);
  const owner = { mine: "own", theirs: "opponent's" }[whose] ?? "both";
  const side = field("player") ? `${owner}, player is ${capital(color)}` : capital(color);
  const isOfPlayer = Boolean(field("player"));
  const condition = isOfPlayer || color === "both" ? structure : `${color}.${name}`;
  return { title: titles.get(name) ?? name, side, condition, color: isOfPlayer ? color : "" };
}
const signed = (value) => {
  const rounded = Math.round(1000 * value) / 10;
  return `${rounded < 0 ? "−" : "+"}${Math.abs(rounded).toFixed(1)}`;
};
const percent = (value) => `${(100 * value).toFixed(1)} %`;
function drawTable() {
  byId("whose").textContent = field("player") ? `The score is that of ${field("player")}, also where the opponent has the structure.` : "The score is that of the side with the structure, and White's where both have it.";
  byId("summary").textContent = table.summary;
  const place = (value) => 100 * value;
  byId("rows").replaceChildren(...table.rows.map((line) => {
    const { title, side, condition, color } = described(line.keys);
    const button = make("button", { type: "button", "data-condition": condition, "data-color": color }, title);
    button.addEventListener("click", () => {
      byId("condition").value = condition;
      byId("then").value = "";
      byId("result").value = "";
      if (color) byId("color").value = color;
      ask(showGames).then(() => byId("title").focus());
    });
    const { difference, usual, marked } = line;
    const range = make("svg", { viewBox: "0 0 100 12", preserveAspectRatio: "none", class: "range", role: "img", "aria-label": `from ${percent(line.low)} to ${percent(line.high)}, usual ${usual === null ? "unknown" : percent(usual)}` },
      make("path", { class: "axis", d: "M0 6h100" }), make("path", { class: "interval", d: `M${place(line.low)} 6H${place(line.high)}` }),
      ...(usual === null ? [] : [make("path", { class: "usual", d: `M${place(usual)} 1v10` })]), make("path", { class: "score", d: `M${place(line.score)} 3.5v5` }));
    const cell = (text, label) => make("td", { class: "n", "data-label": label }, text);
    return make("tr", { class: !marked ? "chance" : difference < 0 ? "worse" : "better" },
      make("th", { scope: "row" }, button), make("td", {}, side), cell(String(line.games), "games"), cell(percent(line.score), "score"),
      cell(usual === null ? "" : percent(usual), "usual"), cell(difference === null ? "" : signed(difference), "difference"), make("td", { class: "bar" }, range, make("small", {}, `${percent(line.low)} to ${percent(line.high)}`)));
  }));
}

const unsort = () => document.querySelectorAll("thead th").forEach((heading) => (heading.ariaSort = null));
for (const button of document.querySelectorAll("thead button")) {
  button.addEventListener("click", () => {
    const [by, heading] = [button.value, button.parentElement];
    const order = heading.ariaSort === "ascending" || (!heading.ariaSort && by === "games") ? "descending" : "ascending";
    unsort();
    heading.ariaSort = order;
    // A few games tell little.
    const isFew = ({ p }) => Number(p === null);
    const sign = order === "ascending" ? 1 : -1;
    table.rows.sort((one, other) => isFew(one) - isFew(other) || sign * (one[by] - other[by]));
    drawTable();
  });
}

function save(name, blob) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
const quoted = (value) => (/[",\n]/.test(value ?? "") ? `"${String(value).replaceAll('"', '""')}"` : String(value ?? ""));
byId("csv").addEventListener("click", () => {
  const names = table.columns[0].map(([name]) => name);
  const lines = [names, ...table.columns.map((columns) => columns.map(([, value]) => value))];
  save("structures.csv", new Blob(lines.map((line) => `${line.map(quoted).join(",")}\n`), { type: "text/csv" }));
});
byId("pgn").addEventListener("click", () => save("games.pgn", found.pgn));
byId("print").addEventListener("click", () => print());

// The games.

function drawn(board, { fen, squares }, isTurned) {
  const turn = (square) => (isTurned ? 63 - square : square);
  const men = fen.split(" ")[0].split("/").flatMap((text, line) => {
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

/** The links of a position in a game. */
function linksOf(site, fen) {
  const address = fen.replaceAll(" ", "_");
  const links = [["its patterns", `patterns.html#fen=${encodeURIComponent(address).replaceAll("%2F", "/")}`], ["analysis on lichess", `https://lichess.org/analysis/${address}`]];
  if (/^https?:\/\//.test(site)) links.unshift(["game", site]);
  return links.map(([text, href]) => make("a", { href, target: "_blank", rel: "noopener noreferrer" }, text));
}

/** The players, and the moves of a run. */
function caption({ about, number }, part, moves) {
  const { white, black, result, event, date } = about;
  const [then, range] = moves.startsWith("then ") ? ["later, ", moves.slice(5)] : ["", moves];
  const isOfPlayer = /\b(mine|theirs)\b/.test(found.conditions[part - 1]);
  const text = `${then}${/-/.test(range) ? "moves" : "move"} ${range.replace(/ (white|black)$/, (_, side) => (isOfPlayer ? "" : ` (${capital(side)})`))}`;
  const names = make("p", {}, make("b", {}, `${white || "?"} – ${black || "?"}`), " ", make("span", { class: "result" }, result));
  return [names, make("p", { class: "quiet" }, [text, event, date.replace(/[.]?[?].*/, ""), `game ${number}`].filter(Boolean).join(", "))];
}

function card(game, { about, moves, move, squares }) {
  const board = make("svg", { viewBox: "0 0 8 8", class: "board", role: "img" });
  const here = make("span", { "aria-live": "polite" });
  const links = make("p", { class: "links" });
  const isTurned = about.side === "black" || (!about.side && field("color") === "black");
  let [positions, at] = [null, about.ply];
  function show(position) {
    drawn(board, position, isTurned);
    here.textContent = moveText(position.fen, position.move);
    links.replaceChildren(...linksOf(game.about.site, position.fen));
  }
  async function step(by) {
    positions ??= answer({ task: "play", text: game.text, condition: found.conditions[about.part - 1], side: about.side });
    const all = await positions;
    at = Math.max(0, Math.min(all.length - 1, at + by));
    if (all[at]) show(all[at]);
  }
  const button = (text, label, by) => {
    const made = make("button", { type: "button", "aria-label": label }, text);
    made.addEventListener("click", () => step(by));
    return made;
  };
  board.addEventListener("click", (event) => {
    const { left, width } = board.getBoundingClientRect();
    step(event.clientX < left + width / 2 ? -1 : 1);
  });
  const made = make("article", { tabindex: "0", "aria-label": `${game.about.white || "?"} against ${game.about.black || "?"}, ${game.about.result}` }, board,
    make("p", { class: "here" }, button("‹", "previous move", -1), here, button("›", "next move", 1)), ...caption(game, about.part, moves), links);
  made.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step(by);
  });
  show({ fen: about.fen, move, squares });
  return made;
}

/** Conditions in words. */
function titleOf(conditions) {
  const title = conditions.map((condition) => {
    const [, side, name] = /^(?:(\w+)\.)?(\w+)$/.exec(condition) ?? [];
    const ofSide = { mine: "own", theirs: "the opponent's" };
    const whose = side ? (ofSide[side] ?? capital(side)) : field("player") && "of either side";
    return titles.has(name) ? titles.get(name) + (whose ? ` (${whose})` : "") : condition;
  });
  return title.join(", later ");
}
/** What a structure is, which is written for one color. */
function explanation({ about, explained: [sentence, white, black] }) {
  const pawns = [white && `White: ${white}`, black && `Black: ${black}`].filter(Boolean).join("; ");
  return `${about}: ${sentence} ${pawns.replaceAll(/\bno\b/g, "none on")}. Colors are exchanged where the other side has it.`;
}
function drawGames() {
  byId("title").textContent = titleOf(found.conditions) + asked(" (", ")");
  const explained = found.conditions.flatMap((condition) => names.filter(({ name }) => condition.split(/\W+/).includes(name)));
  byId("explained").replaceChildren(...[...new Set(explained)].flatMap((of) => of.explained ? [make("li", {}, explanation(of))] : []));
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
  byId("drawMore").textContent = `Show ${Math.min(left, DRAWN)} more of the ${left} left`;
}
byId("drawMore").addEventListener("click", drawMore);
byId("back").addEventListener("click", () => {
  history.pushState(null, "", table.address || "#");
  fromAddress();
  view(table);
});

// Names while typing.

let names = [];
/** The names that go with a word behind operators, or with words such as "isolated pawn". The first may be what they mean. */
function offered() {
  const input = byId("condition");
  const before = input.value.slice(0, input.selectionStart);
  const fold = (text) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const isWords = /^[\p{L}' -]+$/u.test(before);
  const [word] = isWords ? [fold(before)] : /[\w.]*$/.exec(before);
  const [, side, start] = /^(?:(\w*)[.])?([\w' -]*)$/.exec(word) ?? [];
  if (!word || start === undefined) return [];
  const sides = ["white", "black", "either", "own", "enemy", "mine", "theirs"].map((name) => ({ name: `${name}.`, about: "a side" }));
  // A pattern needs a side.
  const whose = field("player") ? "mine" : "either";
  const withSide = (of) => (of.ofSide ? { ...of, name: `${whose}.${of.name}` } : of);
  const all = side === undefined ? [...names.map(withSide), ...sides] : names.filter(({ ofSide }) => ofSide !== false);
  const words = start.toLowerCase().split(/[ -]/).filter(Boolean);
  const has = (text) => words.every((word) => fold(text).includes(word));
  const bare = (name) => name.replace(/^\w+[.](?=.)/, "").replaceAll("_", " ");
  const spoken = [words.join(" "), words.join(" ").replace(/ pawns?$/, "")];
  const isMeant = ({ name, about, words = [] }) => isWords && before === input.value
    && [bare(name), ...fold(about).split(", "), ...words.map((word) => fold(word).replaceAll("-", " "))].some((text) => spoken.includes(text));
  const rank = (of) => (isMeant(of) ? 0 : bare(of.name).startsWith(start.toLowerCase()) ? 1 : words.some((word) => of.name.includes(word)) ? 2 : 3);
  const isOffered = ({ name, about, words: said = [] }) => !before.endsWith(name)
    && (words.length ? has(name) || (start.length > 2 && has(`${name} ${about} ${said.join(" ")}`)) : side !== undefined);
  return all.filter(isOffered).sort((a, b) => rank(a) - rank(b)).slice(0, 8)
    .map((of) => ({ ...of, isMeant: isMeant(of), text: before.slice(0, before.length - start.length) + of.name }));
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
  byId("error").textContent = "";
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

/** Whether the user has chosen a player, or none. */
let isFree = false;
const nameFiles = () => (byId("name").textContent = files.map((file) => file.name).join(", "));
async function open(chosen) {
  if (!chosen.length) return;
  const before = files;
  // The first files may come with a question in the address.
  if (files.length) byId("question").reset();
  [files, table, found, isFree] = [[...chosen], null, null, false];
  const own = files;
  nameFiles();
  byId("name").hidden = byId("question").hidden = false;
  byId("table").hidden = byId("games").hidden = true;
  byId("drop").classList.add("small");
  await ask(wanted());
  // Files that cannot be read do not replace those before them.
  if (files === own && !table && !found && before.length) {
    files = before;
    nameFiles();
  }
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
  const [first] = offered();
  if (first?.isMeant) byId("condition").value = first.text;
  else if (/^\p{L}+( [\p{L}']+)+$/u.test(field("condition"))) return fail(`Nothing is called “${field("condition")}”. A part of a name, such as “queen”, offers all names that have it.`);
  offer(false);
  ask(wanted());
});
for (const controls of ["more", "duration"]) byId(controls).addEventListener("change", () => ask(wanted()));
byId("clear").addEventListener("click", () => {
  byId("question").reset();
  isFree = false;
  ask(showTable);
});
for (const example of document.querySelectorAll("#examples button")) {
  example.addEventListener("click", () => {
    byId("condition").value = example.textContent;
    ask(showGames);
  });
}
byId("player").addEventListener("input", () => (isFree = true));
byId("all").addEventListener("click", () => {
  // A row of the table may have set them.
  byId("color").value = byId("result").value = "";
  ask(showTable);
});
byId("cancel").addEventListener("click", () => {
  stop();
  byId("status").textContent = "Cancelled.";
});
addEventListener("hashchange", () => {
  fromAddress();
  const shown = wanted() === showGames ? found : table;
  if (shown?.address === location.hash) view(shown);
  else ask(wanted(), false);
});

async function start() {
  byId("old").hidden = true;
  fromAddress();
  byId("more").open = FIELDS.slice(1).some((name) => field(name));
  try {
    const packed = Uint8Array.from(atob(byId("module").textContent), (letter) => letter.charCodeAt(0));
    const bytes = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
    module = await WebAssembly.compile(bytes);
    names = await answer({ task: "names" });
    titles = new Map(names.filter(({ ofSide }) => ofSide === null).map(({ name, about }) => [name, about]));
    const { conditions } = question();
    if (conditions.length) byId("status").textContent = `Drop your games to see: ${titleOf(conditions)}${asked(" (", ")")}`;
  } catch (error) {
    byId("old").append(` (${error.message})`);
    byId("old").hidden = false;
    byId("files").disabled = true;
  }
}
const ready = start();
