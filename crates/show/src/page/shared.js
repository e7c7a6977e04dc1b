// What the page of patterns and the page of games have in common.

const byId = (id) => document.getElementById(id);
const byHash = (name) => new URLSearchParams(location.hash.slice(1)).get(name);
const SVG = "http://www.w3.org/2000/svg";

/** Makes an element with attributes and children. */
function make(tag, attributes = {}, ...children) {
  const inSvg = ["svg", "use", "path", "text"].includes(tag);
  const element = inSvg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
/** Copies a template. Its parts with these classes have texts, elements or several of them. */
function copy(id, parts = {}) {
  const element = byId(id).content.firstElementChild.cloneNode(true);
  for (const [name, part] of Object.entries(parts)) element.querySelector(`.${name}`).replaceChildren(...[part].flat());
  return element;
}
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const column = (square) => square % 8;
const row = (square) => 7 - (square >> 3);
/** The outlines of squares, which are numbers. */
const outlines = (numbers) => numbers.map((square) => `M${column(square)} ${row(square)}h1v1h-1z`).join("");
const OPPONENT = { white: "black", black: "white" };

// Structures.

/** The squares and letters of the pieces of a FEN. */
function menOf(fen) {
  const [ranks] = fen.replaceAll("/", "").split(" ");
  const letters = ranks.replace(/\d/g, (empty) => " ".repeat(empty));
  return [...letters].flatMap((letter, at) => (letter === " " ? [] : [[at ^ 56, letter]]));
}
const man = (letter, square, shape = letter.toLowerCase()) =>
  make("use", { href: `#${shape}`, class: letter, x: column(square), y: row(square) });
/** Whether a structure needs a pawn here, as books draw it. Others may stand elsewhere. */
function needs({ explained: [, ...pawns] }, letter, square) {
  const needed = (pawns[letter === "P" ? 0 : 1] ?? "").replace(/\bno\b.*/, "").split(/[ /,]+/);
  const file = "abcdefgh"[column(square)];
  return needed.includes(file) || needed.includes(file + (8 - row(square)));
}
/** The pawns of a structure, seen from the side that has it. Those that may stand elsewhere are faint. */
function boardOf(structure, color) {
  const board = copy("small");
  const isAsDrawn = structure.side === color;
  for (const [square, letter] of menOf(structure.example)) {
    // The side that has the structure is below, and where Black is below, the a-file is on the right.
    const seen = square ^ (structure.side === "white" ? 0 : 56) ^ (color === "white" ? 0 : 7);
    const pawn = man(isAsDrawn === (letter === "P") ? "P" : "p", seen, "p");
    pawn.classList.toggle("faint", !needs(structure, letter, square));
    board.append(pawn);
  }
  return board;
}
/** What a structure is, which is written for one color. */
function explanation({ about, explained: [sentence, white, black] }) {
  const pawns = [white && `White: ${white}`, black && `Black: ${black}`].filter(Boolean).join("; ");
  return `${about}: ${sentence} ${pawns.replaceAll(/\bno\b/g, "none on")}. Colors are exchanged where the other side has it.`;
}
