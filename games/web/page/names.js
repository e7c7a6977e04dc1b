// Names while typing.

import { field } from "./question.js";
import { state } from "./state.js";

const MARKS = /[\p{M}'’]/gu;
const fold = (text) => text.toLowerCase().normalize("NFD").replaceAll(MARKS, "");
/** The letters of a text without what makes no difference, as in the list of words of the library. */
const plain = (text) =>
  fold(text)
    .split(/[ _-]+/)
    .join(" ")
    .trim()
    .replace(/^pawns? (?=.)/, "")
    .replace(/(?<=.) pawns?$/, "")
    .replaceAll("passed", "passer")
    .replaceAll(/ies\b/g, "y")
    .replaceAll(/(?<!s)s\b/g, "")
    .replaceAll(" ", "");
/** The names that go with a word behind operators, or with words such as "isolated pawn". The first may be what they mean. */
export function offered(end = byId("condition").selectionStart) {
  const input = byId("condition");
  const before = input.value.slice(0, end);
  const isWords = /^[\p{L}'’ -]+$/u.test(before);
  const [word] = isWords ? [fold(before)] : /[\w.]*$/.exec(before);
  const [, side, start] = /^(?:(\w*)[.])?([\w' -]*)$/.exec(word) ?? [];
  if (!word || start === undefined) return [];
  // A pattern needs a side.
  const whose = field("player") ? "mine." : "either.";
  const withSide = state.names.map((of) => (of.ofSide ? { ...of, name: whose + of.name } : of));
  const all = side === undefined ? withSide : state.names.filter(({ ofSide }) => ofSide !== false);
  const words = start.toLowerCase().split(/[ -]/).filter(Boolean);
  const has = (text) => words.every((word) => fold(text).includes(word));
  const spoken = plain(start);
  const found = all.flatMap(({ name, about, words: said = [] }) => {
    const bare = name.replace(/^\w+[.](?=.)/, "").replaceAll("_", " ");
    const isCalled = [bare, ...about.split(", "), ...said].some((text) => plain(text) === spoken);
    const isNamed = words.length ? has(name) : side !== undefined;
    const isNear =
      start.length > 2 && (isCalled || has(`${name} ${about}`) || said.some((word) => plain(word).includes(spoken)));
    if (before.endsWith(name) || !(isNamed || isNear)) return [];
    const isMeant = isWords && before === input.value && isCalled;
    const isLike = [isMeant, bare.startsWith(start.toLowerCase()), words.some((word) => name.includes(word)), true];
    const text = (isWords ? "" : before.slice(0, before.length - start.length)) + name;
    return { name, about, text, isMeant, rank: isLike.indexOf(true) };
  });
  return found.sort((a, b) => a.rank - b.rank).slice(0, 8);
}
let choice = -1;
export function offer(isOpen, chosen = -1) {
  choice = chosen;
  const list = isOpen ? offered() : [];
  byId("names").hidden = !list.length;
  byId("condition").setAttribute("aria-expanded", String(list.length > 0));
  const items = list.map(({ name, about, text }, at) => {
    const item = copy("offered", { called: name, about: ` ${about}` });
    item.id = `name${at}`;
    item.ariaSelected = String(at === choice);
    item.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      take(text);
    });
    return item;
  });
  byId("names").replaceChildren(...items);
  byId("condition").setAttribute("aria-activedescendant", list[choice] ? `name${choice}` : "");
}
function take(text) {
  const input = byId("condition");
  input.value = text + input.value.slice(input.selectionStart);
  input.setSelectionRange(text.length, text.length);
  offer(text.endsWith("."));
}
byId("condition").addEventListener("input", () => {
  byId("error").textContent = "";
  offer(true);
});
byId("condition").addEventListener("blur", () => offer(false));
byId("condition").addEventListener("keydown", (event) => {
  const list = byId("names").hidden ? [] : offered();
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by && list.length) offer(true, (choice + by + list.length) % list.length);
  else if (event.key === "Escape" && list.length) return offer(false);
  else if ((event.key === "Enter" || event.key === "Tab") && list[choice]) take(list[choice].text);
  else return;
  event.preventDefault();
});
