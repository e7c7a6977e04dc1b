/** The squares of a set as an array of numbers. */
const numbers = (set) => [...SQUARES.keys()].filter((square) => (set >> BigInt(square)) & 1n);
const path = (set) => outlines(numbers(set));
const dot = (square) => `M${column(square) + 0.22} ${row(square) + 0.5}a.28.28 0 0 0 .56 0a.28.28 0 0 0-.56 0z`;

const A_FILE = 0x0101010101010101n;
const fileNames = (files) => [..."abcdefgh"].filter((_, file) => (files >> file) & 1).join(" ");
/** The names of the squares, or of the files if the set consists of whole files. */
function named(set) {
  const files = set & 0xffn;
  const isFiles = set && set === files * A_FILE;
  return isFiles ? `files ${fileNames(Number(files))}` : squares(set).join(" ") || "none";
}
/** A value of each kind in words. */
const WORDS = { Set: named, Files: (files) => fileNames(files) || "none", Number: String };
const inWords = ({ kind }, value) => WORDS[kind](value);
/** The squares on the board that a value of each kind marks. */
const MARKED = { Set: (set) => set, Files: (files) => BigInt(files) * A_FILE, Number: () => 0n };

// The patterns, each with its card.

const patterns = new Map();
const [GROUPS, READINGS, STRUCTURES, PICTURE] = await unpacked(packed).json();
for (const [family, list] of GROUPS) {
  const section = copy("family", { family });
  section.setAttribute("aria-label", family);
  for (const [name, kind, scope, formula, source, about, words] of list) {
    const readings = READINGS.filter(([, pattern]) => pattern === name);
    const card = copy("card", { called: name.replaceAll("_", "_\u200b") });
    card.dataset.name = name;
    card.prepend(kind === "Set" ? copy("set") : make("span", { class: `value ${kind.toLowerCase()}` }));
    card.addEventListener("click", () => {
      choose(name);
      update();
      if (matchMedia("(max-width: 719px)").matches)
        byId("board").scrollIntoView({ behavior: "smooth", block: "start" });
    });
    section.querySelector(".cards").append(card);
    patterns.set(name, { name, kind, scope, formula, source, about, words, readings, family, card });
  }
  byId("patterns").append(section);
}

// The structures, each with its card.

const structures = STRUCTURES.map(([name, about, side, [example, ...explained]]) => {
  const card = copy("structure", { title: about });
  card.href = `#structure=${name}`;
  const structure = { name, about, side, example, explained, family: "Structures", words: "", card };
  card.prepend(boardOf(structure, side));
  return structure;
});
const section = copy("family", { family: "Structures", cards: structures.map(({ card }) => card) });
section.id = "structures";
byId("patterns").append(section);
/** The structure to which the address points, with its side. */
let pointed = null;

let pieces = null;
let given = "";
let [chosen, side, brush, reading] = [patterns.get("backward"), "white", "P", null];
let [cursor, held, history, drag] = [28, null, [], null];

const isOfSide = () => chosen.scope === "side";
/** The chosen side before the name of a pattern, if it has sides. */
const who = (separator) => (isOfSide() ? side + separator : "");
const isPawn = (letter) => letter === "P" || letter === "p";
const colorOf = (letter) => (letter === letter.toUpperCase() ? "white" : "black");
const canStand = (square) => square >= 8 && square < 56;
const pawnsOf = (map) => Pawns.fromFen(placementOf(map));

/** The value of a pattern for the side that is shown. */
const valueOf = (pattern, pawns) => (pattern.scope === "side" ? pawns[side] : pawns)[pattern.name];

/** The sets of the readings. */
const readingsOf = (pattern, pawns) => pattern.readings.map(([name]) => pawns[side][name.replace(".", "_")]);
/** The squares that some engines include and others do not. */
const disputed = (own, readings) => readings.reduce((squares, set) => squares | (set ^ own), 0n);

function placementOf(map) {
  const letters = SQUARES.map((_, place) => map.get(place ^ 56) ?? "1").join("");
  const ranks = letters.match(/.{8}/g).map((rank) => rank.replace(/1+/g, (empty) => empty.length));
  return ranks.join("/");
}
/** The board turned over with exchanged colors. */
function exchanged(map) {
  const other = (letter) => (colorOf(letter) === "white" ? letter.toLowerCase() : letter.toUpperCase());
  return new Map([...map].map(([square, letter]) => [square ^ 56, other(letter)]));
}
const fen = () => (given.startsWith(placementOf(pieces) + " ") ? given : `${placementOf(pieces)} w - - 0 1`);

// The board.

const squareButtons = SQUARES.map((name, square) => {
  const button = copy("square", { file: square < 8 ? name[0] : "", rank: column(square) ? "" : name[1] });
  button.classList.toggle("shade", (column(square) + row(square)) % 2 === 1);
  button.dataset.square = name;
  return button;
});
byId("board").append(...squareButtons.map((_, place) => squareButtons[place ^ 56]));

/** Whether the structure to which the address points needs no such pawn here. */
function isFree(letter, square) {
  if (!pointed) return false;
  const isDrawn = pointed.color === pointed.structure.side;
  return !needs(pointed.structure, isDrawn === (letter === "P") ? "P" : "p", square ^ (isDrawn ? 0 : 56));
}
function drawBoard(map, set, differ) {
  const names = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
  for (const [square, button] of squareButtons.entries()) {
    const letter = map.get(square) ?? "";
    const [isIn, differs] = [set, differ].map((set) => ((set >> BigInt(square)) & 1n) === 1n);
    const isFrom = canStand(square) && drag?.over === square;
    const marks = { in: isIn, differ: differs, pawn: isPawn(letter), held: held === square, from: isFrom };
    for (const [name, isOn] of Object.entries(marks)) button.classList.toggle(name, isOn);
    button.tabIndex = square === cursor ? 0 : -1;
    const shape = button.querySelector("use");
    shape.setAttribute("href", `#${letter.toLowerCase()}`);
    shape.setAttribute("class", isPawn(letter) && !isFree(letter, square) ? letter : `${letter} other`);
    const man = letter && `${colorOf(letter)} ${names[letter.toLowerCase()]}`;
    const parts = [SQUARES[square], man, isIn && chosen.name, differs && "engines disagree"];
    button.setAttribute("aria-label", parts.filter(Boolean).join(", "));
  }
}

function drawCards(pawns) {
  for (const pattern of patterns.values()) {
    const { card } = pattern;
    const value = valueOf(pattern, pawns);
    const words = inWords(pattern, value);
    const differs = disputed(value, readingsOf(pattern, pawns)) !== 0n;
    if (pattern.kind === "Set") card.querySelector(".mini").setAttribute("d", path(value));
    else card.querySelector(".value").textContent = words;
    card.classList.toggle("none", pattern.kind !== "Number" && !value);
    card.querySelector("em").hidden = !differs;
    card.setAttribute("aria-pressed", pattern === chosen);
    card.setAttribute("aria-label", `${pattern.name}: ${words}${differs ? ", engines disagree" : ""}`);
  }
  for (const color of ["white", "black"]) byId(color).setAttribute("d", numbers(pawns[color].pawns).map(dot).join(""));
}

/** Names the structures of a board, with links to them. */
function drawStructures(map) {
  const pawns = pawnsOf(map);
  const links = [];
  for (const structure of structures) {
    const { name, about, card } = structure;
    const colors = ["white", "black"].filter((color) => pawns[color][name]);
    card.classList.toggle("met", colors.length > 0);
    if (pointed?.structure === structure && !colors.includes(pointed.color)) pointed = null;
    for (const color of colors) {
      const href = `#fen=${placementOf(map)}_w_-_-_0_1&structure=${color}.${name}`;
      links.push(make("a", { href }, `${about} (${capital(color)})`), " · ");
    }
  }
  const text = pointed ? [make("br"), explanation(pointed.structure), " Pale pawns may stand elsewhere."] : [];
  const none = links.length ? "" : "none with a name · ";
  byId("named").replaceChildren("Structures: ", none, ...links, make("a", { href: "#structures" }, "all"), ...text);
}

// The chosen pattern.

/** Returns a sentence with the colors of the pawns, in which every second part between backticks is code. */
function prose({ scope, about }) {
  const colors = { friendly: side, enemy: OPPONENT[side] };
  const color = (_, article, whose) => `${article ? "a " : ""}${colors[whose]} `;
  const colored = scope === "side" ? about.replace(/(an? )?(friendly|enemy) (?=pawn)/g, color) : about;
  const parts = capital(colored).split("`");
  return parts.map((part, at) => (at % 2 ? make("code", {}, part) : part));
}

function drawAbout(value, sets) {
  for (const part of ["name", "formula", "source"]) byId(part).textContent = chosen[part];
  byId("sentence").replaceChildren(...prose(chosen));
  byId("source").href = `https://www.chessprogramming.org/${chosen.source.replaceAll(" ", "_")}`;
  byId("squares").replaceChildren(isOfSide() ? `${capital(side)}: ` : "", make("b", {}, inWords(chosen, value)));
  byId("sides").hidden = !isOfSide();
  for (const button of byId("sides").children) button.setAttribute("aria-pressed", button.value === side);
  const items = chosen.readings.map(([, , engine, rule], index) => {
    const set = sets[index];
    const span = (name, sign, set) => set && make("span", { class: name }, ` ${sign} ${squares(set).join(" ")}`);
    const differences = [span("plus", "+", set & ~value), span("minus", "−", value & ~set)].filter(Boolean);
    const item = copy("reading", { engine, rule, answer: [named(set), ...differences] });
    const button = item.firstElementChild;
    button.setAttribute("aria-pressed", index === reading);
    button.addEventListener("click", () => {
      reading = reading === index ? null : index;
      update();
      byId("readings").querySelectorAll(".reading")[index].focus();
    });
    return item;
  });
  byId("readings").replaceChildren(...items);
}

/** Draws everything for these pieces. */
function draw(map) {
  const pawns = pawnsOf(map);
  const value = valueOf(chosen, pawns);
  const sets = readingsOf(chosen, pawns);
  const differ = disputed(value, sets);
  drawAbout(value, sets);
  drawStructures(map);
  drawBoard(map, sets[reading] ?? MARKED[chosen.kind](value), differ);
  const shown = reading === null ? who(".") + chosen.name : `${chosen.name} of ${chosen.readings[reading][2]}`;
  byId("shown").textContent = shown;
  document.body.classList.toggle("disputed", differ !== 0n);
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
  const address = `#fen=${fen().replaceAll(" ", "_")}&pattern=${who(".")}${chosen.name}${pointed ? `&structure=${pointed.color}.${pointed.structure.name}` : ""}`;
  if (location.hash !== address) window.history.replaceState(null, "", address);
}

/** Changes the pieces, which come from this FEN, and remembers the old ones. */
function change(map, spoken, from = given) {
  const old = given;
  given = from;
  if (pieces && placementOf(map) === placementOf(pieces)) return update();
  if (pieces) history.push([pieces, old]);
  pieces = map;
  update();
  if (spoken) byId("status").textContent = `${spoken}. ${chosen.name}: ${byId("squares").textContent}`;
}

/** Returns the pieces after a pawn moved; where none can stand, it appears or disappears. */
function moved(letter, from, to) {
  const map = new Map(pieces);
  map.delete(from);
  return canStand(to) ? map.set(to, letter) : map;
}
const add = (letter, square) => change(moved(letter, null, square), `added ${SQUARES[square]}`);
function toggle(square) {
  if (isPawn(pieces.get(square))) change(moved(null, square, null), `removed ${SQUARES[square]}`);
  else if (canStand(square)) add(brush, square);
}

// Pointers: drag a pawn, or tap a square.

/** The square under the pointer, or -1. */
const squareAt = ({ clientX, clientY }) =>
  squareButtons.indexOf(document.elementFromPoint(clientX, clientY)?.closest(".square"));

addEventListener("pointerdown", (event) => {
  const from = squareAt(event);
  const letter = event.target.closest("#palette button")?.value ?? pieces.get(from);
  if (event.button === 0) drag = { letter, from, x: event.clientX, y: event.clientY };
});

addEventListener("pointermove", (event) => {
  if (!isPawn(drag?.letter)) return;
  drag.isFar ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= 5;
  if (!drag.isFar) return;
  const { left, top, width } = byId("board").getBoundingClientRect();
  const [x, y] = [event.clientX - left - width / 16, event.clientY - top - width / 16];
  byId("ghost").style.transform = `translate(${x}px, ${y}px)`;
  byId("ghost").firstElementChild.setAttribute("class", drag.letter);
  byId("ghost").removeAttribute("hidden");
  const over = squareAt(event);
  if (over === drag.over) return;
  drag.over = over;
  draw(moved(drag.letter, drag.from, over));
});

function drop(event) {
  if (!drag) return;
  const { letter, from, isFar } = drag;
  drag = null;
  byId("ghost").setAttribute("hidden", "");
  const to = squareAt(event);
  if (event.type === "pointercancel" || (isFar && to >= 0 && !canStand(to))) update();
  else if (isFar) change(moved(letter, from, to), to < 0 ? "removed a pawn" : `moved to ${SQUARES[to]}`);
  else if (to === from) toggle(from);
}
addEventListener("pointerup", drop);
addEventListener("pointercancel", drop);

byId("palette").addEventListener("click", ({ target }) => {
  brush = target.closest("button")?.value ?? brush;
  for (const one of byId("palette").querySelectorAll("button")) one.setAttribute("aria-pressed", one.value === brush);
});

// The keyboard.

byId("board").addEventListener("focusin", (event) => {
  cursor = squareButtons.indexOf(event.target);
  for (const button of squareButtons) button.tabIndex = button === event.target ? 0 : -1;
});

/** What keys do on the board. Most of them let a pawn go that was held. */
const KEYS = {
  Enter(from) {
    if (from !== null && (cursor === from || canStand(cursor)))
      return change(moved(pieces.get(from), from, cursor), `moved to ${SQUARES[cursor]}`);
    held = from ?? (isPawn(pieces.get(cursor)) ? cursor : null);
    if (held === null) return toggle(cursor);
    if (from === null) byId("status").textContent = `picked up ${SQUARES[held]}`;
  },
  Escape() {},
  Delete: () => isPawn(pieces.get(cursor)) && toggle(cursor),
  w: () => canStand(cursor) && add("P", cursor),
  b: () => canStand(cursor) && add("p", cursor),
};
[KEYS[" "], KEYS.Backspace] = [KEYS.Enter, KEYS.Delete];
const isCommand = (event) => event.ctrlKey || event.metaKey || event.altKey;
byId("board").addEventListener("keydown", (event) => {
  if (isCommand(event)) return;
  const to = cursor + { ArrowUp: 8, ArrowDown: -8, ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const from = held;
  if (event.key in KEYS) {
    held = null;
    KEYS[event.key](from);
    update();
  } else if (!to && to !== 0) return;
  else if (Math.abs(column(to) - column(cursor)) < 2) squareButtons[to]?.focus();
  event.preventDefault();
  event.stopPropagation();
});

/** Shows the patterns of a side. */
function show(color) {
  side = color;
  update();
}
for (const button of byId("sides").children) button.addEventListener("click", () => show(button.value));

/** Turns the board over and exchanges the colors, so that all sets stay and change their owners. */
function exchange() {
  side = OPPONENT[side];
  change(exchanged(pieces), "colors exchanged");
}

function undo() {
  if (history.length) [pieces, given] = history.pop();
  update();
}

addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea") || isCommand(event)) return;
  ({ x: exchange, z: undo, s: () => show(OPPONENT[side]) })[event.key]?.();
});
byId("undo").addEventListener("click", undo);
byId("exchange").addEventListener("click", exchange);
for (const button of [byId("start"), byId("clear")]) button.addEventListener("click", () => load(button.value));

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
  choose(byHash("pattern") ?? "");
  const old = pieces ? fen() : document.body.dataset.fen;
  const [, color, name] = /^(?:(white|black)\.)?(\w+)$/.exec(byHash("structure")) ?? [];
  const structure = structures.find((of) => of.name === name);
  pointed = structure ? { structure, color: color ?? structure.side } : null;
  const example = pointed && new Map(menOf(structure.example));
  const drawn = example && placementOf(pointed.color === structure.side ? example : exchanged(example));
  try {
    load(byHash("fen")?.replaceAll("_", " ") || drawn || old);
  } catch (error) {
    load(old);
    byId("error").textContent = `the address has a bad FEN: ${error.message}`;
  }
}
addEventListener("hashchange", open);

// Copies.

function picture() {
  const value = valueOf(chosen, pawnsOf(pieces));
  const shapes = new Set([...pieces.values()].map((letter) => byId(letter.toLowerCase()).outerHTML));
  const parts = {
    title: `${chosen.name} (${isOfSide() ? side : "board"}): ${fen().replace(/[<&]/g, "")}`,
    shapes: [...shapes].join(""),
    set: chosen.kind === "Set" ? path(value) : "",
    white: "",
    black: "",
  };
  for (const [square, letter] of pieces)
    parts[colorOf(letter)] += `<use href="#${letter.toLowerCase()}" x="${column(square)}" y="${row(square)}"/>`;
  return PICTURE.replace(/{(\w+)}/g, (_, name) => parts[name]);
}
const COPIES = {
  FEN: fen,
  Link: () => location.href,
  SVG: picture,
  Rust: () => `Pawns::from_fen("${fen()}")?.${who("().")}${chosen.name}()`,
  C() {
    const { white, black } = pawnsOf(pieces);
    const sets = [white, black].map(({ pawns }) => `0x${pawns.toString(16).padStart(16, "0")}`);
    return `pawnfill_${who("_")}${chosen.name}(${sets.join(", ")})`;
  },
  SQL: () => `pawnfill_${who("_")}${chosen.name}(white_pawns, black_pawns)`,
  export: () =>
    `pawnfill export patterns --language c --pattern ${chosen.readings[reading]?.[0] ?? chosen.name} -o pawns.h`,
  find() {
    const compared = chosen.kind === "Number" ? ` == ${valueOf(chosen, pawnsOf(pieces))}` : "";
    return `pawnfill find '${who(".")}${chosen.name}${compared}' games.pgn`;
  },
};
for (const [name, text] of Object.entries(COPIES)) {
  const button = make("button", {}, name);
  button.addEventListener("click", async () => {
    byId("copied").textContent = text();
    try {
      await navigator.clipboard.writeText(byId("copied").textContent);
      byId("status").textContent = `copied as ${name}`;
    } catch {
      // Without the clipboard, the text can be selected.
      getSelection().selectAllChildren(byId("copied"));
    }
  });
  byId("copy").append(button);
}

byId("search").addEventListener("input", ({ target }) => {
  const words = target.value.toLowerCase().split(/[\s_-]+/);
  for (const { name, about, family, words: said, card } of [...patterns.values(), ...structures]) {
    const text = `${name} ${about} ${family} ${said}`.toLowerCase();
    card.hidden = !words.every((word) => text.includes(word));
  }
  for (const section of byId("patterns").children) section.hidden = !section.querySelector(".card:not([hidden])");
});

choose(document.body.dataset.pattern);
open();
