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
