const START = "8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1";
const OPPONENT = { white: "black", black: "white" };
const piece = (letter) =>
  make("svg", { viewBox: "0 0 1 1", "aria-hidden": "true" },
    make("use", { href: `#${letter.toLowerCase()}`, class: /p/i.test(letter) ? letter : `${letter} other` }));

/** The squares of a set as an array of numbers. */
const numbers = (set) => [...SQUARES.keys()].filter((square) => (set >> BigInt(square)) & 1n);
const path = (set) => outlines(numbers(set));
const dots = (set) =>
  numbers(set).map((square) => `M${column(square) + 0.22} ${row(square) + 0.5}a.28.28 0 0 0 .56 0a.28.28 0 0 0-.56 0z`).join("");

/** The names of the squares, or of the files if the set consists of whole files. */
function named(set) {
  if (!set) return "none";
  const files = set & 0xffn;
  return set === files * 0x0101010101010101n ? `files ${fileNames(Number(files))}` : squares(set).join(" ");
}
const fileNames = (files) => [..."abcdefgh"].filter((_, file) => (files >> file) & 1).join(" ");

/** The neighbors of any set. */
const beside = (set) => ((set << 1n) & 0xfefefefefefefefen) | ((set >> 1n) & 0x7f7f7f7f7f7f7f7fn);

const groups = await unpacked(packed).json();
const patterns = new Map();
for (const [family, list] of groups) {
  for (const [name, kind, scope, formula, source, about, words] of list) {
    const readings = READINGS.filter(([pattern]) => pattern === name);
    patterns.set(name, { name, kind, scope, formula, source, about, words, readings, family });
  }
}

let pieces = new Map();
let given = "";
let [chosen, side, brush, reading] = [patterns.get("backward"), "white", "P", null];
let [cursor, held, history] = [28, null, []];

const isOfSide = () => chosen.scope === "side";
/** The chosen side before the name of a pattern, if it has sides. */
const who = (separator) => (isOfSide() ? side + separator : "");
const isPawn = (letter) => letter === "P" || letter === "p";
const board = (letter, map) => [...map].reduce((set, [square, found]) => (found === letter ? set | (1n << BigInt(square)) : set), 0n);
const pawnsOf = (map) => new Pawns(board("P", map), board("p", map));

/** A value in words. */
const inWords = ({ kind }, value) => (kind === "Set" ? named(value) : kind === "Files" ? fileNames(value) || "none" : String(value));

/** The value of a pattern for the side that is shown. */
const valueOf = (pattern, pawns) => (pattern.scope === "side" ? pawns[side] : pawns)[pattern.name];

/** The sets of the readings. */
function readingsOf(pattern, pawns) {
  const isWhite = side === "white";
  const back = (set) => (isWhite ? BigInt.asUintN(64, set) >> 8n : BigInt.asUintN(64, set << 8n));
  const rank = (number) => 0xffn << BigInt(8 * (isWhite ? number - 1 : 8 - number));
  return pattern.readings.map(([, , , set]) => BigInt.asUintN(64, set(pawns[side], pawns[OPPONENT[side]], back, rank)));
}

/** The squares that some engines include and others do not. */
const disputed = (own, readings) => readings.reduce((squares, set) => squares | (set ^ own), 0n);

function placementOf(map) {
  const rows = [];
  for (let rank = 7; rank >= 0; rank--) {
    let row = "";
    for (let file = 0; file < 8; file++) row += map.get(8 * rank + file) ?? "1";
    rows.push(row.replace(/1+/g, (empty) => empty.length));
  }
  return rows.join("/");
}
const fen = () => (given.startsWith(placementOf(pieces) + " ") ? given : `${placementOf(pieces)} w - - 0 1`);

// The board.

const squareButtons = SQUARES.map((name, square) => {
  const shade = (column(square) + row(square)) % 2 ? " shade" : "";
  return make("button", { class: `square${shade}`, tabindex: -1, "data-square": name });
});
byId("board").append(...squareButtons.map((_, place) => squareButtons[place ^ 56]));

function drawBoard(map, set, differ) {
  for (const [square, button] of squareButtons.entries()) {
    const letter = map.get(square) ?? "";
    const [isIn, differs] = [set, differ].map((one) => Boolean((one >> BigInt(square)) & 1n));
    button.classList.toggle("in", isIn);
    button.classList.toggle("differ", differs);
    button.classList.toggle("pawn", isPawn(letter));
    button.classList.toggle("held", held === square);
    button.tabIndex = square === cursor ? 0 : -1;
    if (button.dataset.letter !== letter) {
      button.dataset.letter = letter;
      button.replaceChildren();
      if (square < 8) button.append(make("span", { class: "file" }, SQUARES[square][0]));
      if (square % 8 === 0) button.append(make("span", { class: "rank" }, SQUARES[square][1]));
      if (letter) button.append(piece(letter));
    }
    const names = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
    const color = letter === letter.toLowerCase() ? "black" : "white";
    const parts = [SQUARES[square], letter && `${color} ${names[letter.toLowerCase()]}`, isIn && chosen.name, differs && "engines disagree"];
    button.setAttribute("aria-label", parts.filter(Boolean).join(", "));
  }
}

// The list of patterns.

const cards = [];
for (const [family, list] of groups) {
  const group = make("div", { class: "cards" });
  for (const [name] of list) {
    const pattern = patterns.get(name);
    const view = pattern.kind === "Set"
      ? make("svg", { viewBox: "0 0 8 8", "aria-hidden": "true" },
        make("use", { href: "#dark" }), make("path", { class: "mini" }), make("use", { href: "#white" }), make("use", { href: "#black" }))
      : make("span", { class: `value ${pattern.kind.toLowerCase()}` });
    const badge = make("em", { title: "Engines disagree in this position", hidden: "" }, "≠");
    const card = make("button", { class: "card", "data-name": name, "aria-pressed": "false" }, view, badge, make("b", {}, name.replaceAll("_", "_\u200b")));
    card.addEventListener("click", () => {
      [chosen, reading] = [pattern, null];
      update();
      if (matchMedia("(max-width: 719px)").matches) byId("board").scrollIntoView({ behavior: "smooth", block: "start" });
    });
    group.append(card);
    cards.push({ pattern, card, view, badge, mini: view.querySelector?.(".mini"), shown: null });
  }
  byId("patterns").append(make("section", { "aria-label": family }, make("h3", {}, family), group));
}

function drawCards(pawns) {
  for (const card of cards) {
    const { pattern, view, mini } = card;
    const value = valueOf(pattern, pawns);
    if (card.shown !== value) {
      card.shown = value;
      if (mini) mini.setAttribute("d", path(value));
      else view.textContent = inWords(pattern, value);
      card.card.classList.toggle("none", pattern.kind !== "Number" && !value);
    }
    if (pattern.readings.length) card.badge.hidden = !disputed(value, readingsOf(pattern, pawns));
    const isChosen = String(pattern === chosen);
    if (card.card.getAttribute("aria-pressed") !== isChosen) card.card.setAttribute("aria-pressed", isChosen);
    card.card.setAttribute("aria-label", `${pattern.name}: ${inWords(pattern, value)}${card.badge.hidden ? "" : ", engines disagree"}`);
  }
  byId("white").setAttribute("d", dots(pawns.white.pawns));
  byId("black").setAttribute("d", dots(pawns.black.pawns));
}

// The chosen pattern.

/** Returns a sentence with the colors of the pawns, in which every second part between backticks is code. */
function prose(pattern) {
  const colored = pattern.scope === "side" ? pattern.about.replace(/(an? )?(friendly|enemy) (?=pawn)/g, (_, article, whose) =>
    `${article ? "a " : ""}${whose === "friendly" ? side : OPPONENT[side]} `) : pattern.about;
  return capital(colored).split("`").map((part, at) => (at % 2 ? make("code", {}, part) : part));
}

function drawAbout(pawns) {
  const value = valueOf(chosen, pawns);
  byId("name").textContent = chosen.name;
  byId("sentence").replaceChildren(...prose(chosen));
  byId("formula").textContent = chosen.formula;
  byId("source").textContent = chosen.source;
  byId("source").href = `https://www.chessprogramming.org/${chosen.source.replaceAll(" ", "_")}`;
  byId("squares").replaceChildren(isOfSide() ? `${capital(side)}: ` : "", make("b", {}, inWords(chosen, value)));
  byId("sides").replaceChildren(...["white", "black"].filter(isOfSide).map((color) => {
    const button = make("button", { "aria-pressed": String(color === side), title: `${capital(color)} (s exchanges the sides)` }, capital(color));
    button.addEventListener("click", () => {
      show(color);
      byId("sides").querySelector("[aria-pressed=true]").focus();
    });
    return button;
  }));
  const sets = readingsOf(chosen, pawns);
  const items = chosen.readings.map(([, engines, rule], index) => {
    const set = sets[index];
    const name = [make("b", {}, engines), make("small", {}, rule)];
    const [more, fewer] = [set & ~value, value & ~set].map((one) => squares(BigInt.asUintN(64, one)).join(" "));
    const answer = make("span", {}, named(set));
    if (more) answer.append(" ", make("span", { class: "plus" }, `+ ${more}`));
    if (fewer) answer.append(" ", make("span", { class: "minus" }, `− ${fewer}`));
    const button = make("button", { class: "reading", "aria-pressed": String(index === reading) }, ...name, answer);
    button.addEventListener("click", () => {
      reading = reading === index ? null : index;
      update();
      byId("engines").querySelectorAll(".reading")[index].focus();
    });
    return make("li", {}, button);
  });
  const title = disputed(value, sets) ? "Engines disagree about this word here" : "What engines mean by this word";
  const note = "As differences from the definition above. The stop is the square directly ahead, and a stack is several pawns of one color on a file.";
  byId("engines").replaceChildren(...(items.length ? [make("h3", {}, title), make("p", { class: "hint" }, note), make("ul", {}, ...items)] : []));
  return { value, sets };
}

function legend(text, differs) {
  const item = (name, label) => make("span", {}, make("i", { class: name }), label);
  byId("legend").replaceChildren(item("in", text), ...(differs ? [item("differ", "engines disagree")] : []));
}

/** Draws everything for these pieces. */
function draw(map) {
  const pawns = pawnsOf(map);
  const { value, sets } = drawAbout(pawns);
  const files = (set) => (chosen.kind === "Set" ? set : chosen.kind === "Files" ? BigInt(set) * 0x0101010101010101n : 0n);
  const own = files(value);
  const shown = reading === null ? own : sets[reading];
  const differ = chosen.kind === "Set" ? disputed(own, sets) : 0n;
  drawBoard(map, shown, differ);
  legend(reading === null ? who(".") + chosen.name : `${chosen.name} of ${chosen.readings[reading][1]}`, differ);
  drawCards(pawns);
}

/** Draws the position, and writes it into the field and the address. */
function update() {
  draw(pieces);
  if (document.activeElement !== byId("fen")) {
    byId("fen").value = fen();
    byId("error").textContent = "";
  }
  byId("undo").disabled = !history.length;
  const address = `#fen=${encodeURIComponent(fen().replaceAll(" ", "_")).replaceAll("%2F", "/")}&pattern=${who(".")}${chosen.name}`;
  if (location.hash !== address) window.history.replaceState(null, "", address);
}

/** Changes the pieces, which come from this FEN, and remembers the old ones. */
function change(map, spoken, from = given) {
  const old = given;
  given = from;
  if (placementOf(map) === placementOf(pieces)) return update();
  history.push([pieces, old]);
  pieces = map;
  update();
  if (spoken) byId("status").textContent = `${spoken}. ${chosen.name}: ${byId("squares").textContent}`;
}

const canStand = (square) => square >= 8 && square < 56;

/** Returns the pieces after a pawn moved; without a square it appears or disappears. */
function moved(letter, from, to) {
  const map = new Map(pieces);
  if (from !== null) map.delete(from);
  if (to !== null) map.set(to, letter);
  return map;
}

function toggle(square) {
  if (isPawn(pieces.get(square))) change(moved(null, square, null), `removed ${SQUARES[square]}`);
  else if (canStand(square)) change(moved(brush, null, square), `added ${SQUARES[square]}`);
}

// Pointers: drag a pawn, or tap a square.

let drag = null;
function squareAt(event) {
  const { left, top, width, height } = byId("board").getBoundingClientRect();
  const [x, y] = [Math.floor((8 * (event.clientX - left)) / width), Math.floor((8 * (event.clientY - top)) / height)];
  return x >= 0 && x < 8 && y >= 0 && y < 8 ? 8 * (7 - y) + x : null;
}

function grab(event, letter, from) {
  if (event.button !== 0) return;
  drag = { letter, from, x: event.clientX, y: event.clientY, ghost: null, frame: 0 };
}

byId("board").addEventListener("pointerdown", (event) => {
  const square = squareAt(event);
  if (square !== null) grab(event, pieces.get(square) ?? "", square);
});

addEventListener("pointermove", (event) => {
  if (!drag || !isPawn(drag.letter)) return;
  if (!drag.ghost) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 5) return;
    drag.ghost = piece(drag.letter);
    drag.ghost.id = "ghost";
    document.querySelector(".frame").append(drag.ghost);
  }
  const { left, top, width } = document.querySelector(".frame").getBoundingClientRect();
  drag.ghost.style.transform = `translate(${event.clientX - left - width / 16}px, ${event.clientY - top - width / 16}px)`;
  drag.over = squareAt(event);
  drag.frame ||= requestAnimationFrame(() => {
    if (!drag) return;
    drag.frame = 0;
    if (drag.over === drag.drawn) return;
    drag.drawn = drag.over;
    const to = drag.over !== null && canStand(drag.over) ? drag.over : null;
    draw(moved(drag.letter, drag.from, to));
    for (const [square, button] of squareButtons.entries()) button.classList.toggle("from", square === to);
  });
});

function drop(event, cancelled) {
  if (!drag) return;
  const { letter, from, ghost, frame } = drag;
  drag = null;
  cancelAnimationFrame(frame);
  ghost?.remove();
  for (const button of squareButtons) button.classList.remove("from");
  const to = squareAt(event);
  if (cancelled) return update();
  if (!ghost) {
    if (from === null) brush = letter;
    else if (to === from) toggle(from);
    return drawPalette();
  }
  if (to !== null && !canStand(to)) update();
  else change(moved(letter, from, to), to === null ? "removed a pawn" : `moved to ${SQUARES[to]}`);
}
addEventListener("pointerup", (event) => drop(event, false));
addEventListener("pointercancel", (event) => drop(event, true));

function drawPalette() {
  for (const button of byId("palette").querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.value === brush));
}
for (const [letter, name] of [["P", "white pawn"], ["p", "black pawn"]]) {
  const button = make("button", { value: letter, "aria-label": name, title: `${capital(name)}: drag it, or tap an empty square` }, piece(letter));
  button.addEventListener("pointerdown", (event) => grab(event, letter, null));
  button.addEventListener("click", () => {
    brush = letter;
    drawPalette();
  });
  byId("palette").append(button);
}
drawPalette();

// The keyboard.

byId("board").addEventListener("focusin", (event) => {
  cursor = squareButtons.indexOf(event.target);
  for (const button of squareButtons) button.tabIndex = button === event.target ? 0 : -1;
});

byId("board").addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const steps = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowRight: [1, 0], ArrowLeft: [-1, 0] };
  const step = steps[event.key];
  if (step) {
    const [file, rank] = [(cursor % 8) + step[0], (cursor >> 3) + step[1]];
    if (file >= 0 && file < 8 && rank >= 0 && rank < 8) squareButtons[8 * rank + file].focus();
  } else if (event.key === "Enter" || event.key === " ") {
    if (held !== null) {
      const from = held;
      if (cursor !== from && !canStand(cursor)) return event.preventDefault();
      held = null;
      change(moved(pieces.get(from), from, cursor), `moved to ${SQUARES[cursor]}`);
    } else if (isPawn(pieces.get(cursor))) {
      held = cursor;
      byId("status").textContent = `picked up ${SQUARES[cursor]}`;
      update();
    } else toggle(cursor);
  } else if (event.key === "Escape" && held !== null) {
    held = null;
    update();
  } else if (event.key === "Delete" || event.key === "Backspace") {
    held = null;
    if (isPawn(pieces.get(cursor))) toggle(cursor);
  } else if ((event.key === "w" || event.key === "b") && canStand(cursor)) {
    held = null;
    change(moved(event.key === "w" ? "P" : "p", null, cursor), `added ${SQUARES[cursor]}`);
  } else return;
  event.preventDefault();
  event.stopPropagation();
});

/** Shows the patterns of a side. */
function show(color) {
  side = color;
  update();
}

/** Turns the board over and exchanges the colors, so that all sets stay and change their owners. */
function exchange() {
  const other = (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase());
  side = OPPONENT[side];
  change(new Map([...pieces].map(([square, letter]) => [square ^ 56, other(letter)])), "colors exchanged");
}

function undo() {
  if (!history.length) return;
  [pieces, given] = history.pop();
  update();
}

addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const action = { x: exchange, z: undo, s: () => show(OPPONENT[side]) }[event.key];
  if (action) action();
});
byId("undo").addEventListener("click", undo);
byId("exchange").addEventListener("click", exchange);
byId("start").addEventListener("click", () => load(START));
byId("clear").addEventListener("click", () => load("8/8/8/8/8/8/8/8 w - - 0 1"));

// FEN, and the address.

/** The fields after the placement, of which the last ones may be missing: what each is called, and what it may be. */
const FIELDS = [
  ["side to move", /^[wb]$/],
  ["castling rights", /^(-|(?!.*(.).*\2)[A-HKQa-hkq]{1,4})$/],
  ["en passant square", /^(-|[a-h][36])$/],
  ["half-move clock", /^\d+$/],
  ["move number", /^\d+$/],
  ["first operation", /^[A-Za-z]/],
];

/** Returns a FEN without the operations of EPD, with which an address could bring any text into the copies. */
function checked(text) {
  const fields = text.trim().split(/\s+/);
  for (const [at, [name, valid]] of FIELDS.entries()) {
    const field = fields[at + 1];
    if (field === undefined || (at > 2 && /^[A-Za-z]/.test(field))) return fields.slice(0, at + 1).join(" ");
    if (!valid.test(field)) throw new Error(`the ${name} cannot be ${field}`);
  }
}

const load = (text) => change(new Map(placement(text)), "", checked(text));

byId("fen").addEventListener("input", () => {
  try {
    load(byId("fen").value.replace(/\s+/g, " "));
    byId("error").textContent = "";
  } catch (error) {
    byId("error").textContent = error.message;
  }
});
byId("fen").addEventListener("change", () => {
  if (!byId("error").textContent) byId("fen").value = fen();
});

/** Chooses a pattern by the name that conditions use, such as white.passed. */
function choose(name) {
  const [, color, rest] = /^(?:(white|black)\.)?(\w+)$/.exec(name) ?? [];
  if (!patterns.has(rest)) return;
  [chosen, reading] = [patterns.get(rest), null];
  side = color ?? side;
}

function open() {
  const parameters = Object.fromEntries(location.hash.slice(1).split("&").map((part) => part.split("=")));
  choose(parameters.pattern ?? "");
  try {
    load(decodeURIComponent(parameters.fen ?? "").replaceAll("_", " ") || (pieces.size ? fen() : document.body.dataset.fen));
  } catch (error) {
    load(pieces.size ? fen() : document.body.dataset.fen);
    byId("error").textContent = `the address has a bad FEN: ${error.message}`;
  }
}
addEventListener("hashchange", open);

// Copies.

const hexadecimal = (set) => `0x${set.toString(16).padStart(16, "0")}`;
function picture() {
  const pawns = pawnsOf(pieces);
  const value = valueOf(chosen, pawns);
  const set = chosen.kind === "Set" ? value : 0n;
  const shapes = [...new Set([...pieces.values()].map((letter) => letter.toLowerCase()))].map((letter) => byId(letter).outerHTML);
  const drawn = (isWhite) => [...pieces].filter(([, letter]) => (letter === letter.toUpperCase()) === isWhite)
    .map(([square, letter]) => `<use href="#${letter.toLowerCase()}" x="${column(square)}" y="${row(square)}"/>`).join("");
  const title = `${chosen.name} (${isOfSide() ? side : "board"}): ${fen().replace(/[<&]/g, "")}`;
  const parts = { title, shapes: shapes.join(""), set: path(set), white: drawn(true), black: drawn(false) };
  return PICTURE.replace(/{(\w+)}/g, (_, name) => parts[name]);
}
const COPIES = {
  FEN: fen,
  Link: () => location.href,
  SVG: picture,
  Rust: () => `Pawns::from_fen("${fen()}")?.${who("().")}${chosen.name}()`,
  C: () => {
    const { white, black } = pawnsOf(pieces);
    return `pawnfill_${who("_")}${chosen.name}(${hexadecimal(white.pawns)}, ${hexadecimal(black.pawns)})`;
  },
  SQL: () => `pawnfill_${who("_")}${chosen.name}(white_pawns, black_pawns)`,
  export: () => {
    const engine = chosen.readings[reading]?.[1].split(", ")[0].toLowerCase().replace(/[ .-]/g, "_");
    return `pawnfill export patterns --language c --pattern ${engine ? `${engine}.` : ""}${chosen.name} -o pawns.h`;
  },
  find: () => {
    const compared = chosen.kind === "Number" ? ` == ${valueOf(chosen, pawnsOf(pieces))}` : "";
    return `pawnfill find '${who(".")}${chosen.name}${compared}' games.pgn`;
  },
};
for (const [name, text] of Object.entries(COPIES)) {
  const button = make("button", {}, name);
  button.addEventListener("click", async () => {
    const copy = text();
    byId("copied").textContent = copy;
    try {
      await navigator.clipboard.writeText(copy);
      byId("status").textContent = `copied as ${name}`;
    } catch {
      // Without the clipboard, the text can be selected.
      getSelection().selectAllChildren(byId("copied"));
    }
  });
  byId("copy").append(button);
}

byId("search").addEventListener("input", () => {
  const words = byId("search").value.toLowerCase().split(/[\s_-]+/).filter(Boolean);
  for (const { pattern, card } of cards) {
    const text = `${pattern.name} ${pattern.about} ${pattern.family} ${pattern.words}`.toLowerCase();
    card.hidden = !words.every((word) => text.includes(word));
  }
  for (const section of byId("patterns").children) section.hidden = !section.querySelector(".card:not([hidden])");
});

choose(document.body.dataset.pattern);
open();
history = [];
byId("undo").disabled = true;
