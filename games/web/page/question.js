// The question, in the controls, in the address and in words.

import { state } from "./state.js";

const FIELDS = [...byId("question").querySelectorAll("input, select")].map(({ id }) => id);

export const field = (name) => byId(name).value.trim();
/** The question. The table is about all results, because the score of lost games says nothing. */
export function question(file = "") {
  const { condition, then, result, ...asked } = Object.fromEntries(FIELDS.map((name) => [name, field(name)]));
  const conditions = [condition, then].filter(Boolean);
  return { file, conditions, ...asked, result: conditions.length ? result : "" };
}
/** Writes the question into the address, so that the browser can go back to it. */
export function setAddress(isNew = true) {
  const values = [...FIELDS.map((name) => [name, field(name)]), ["workers", byHash("workers")]];
  const address = `#${new URLSearchParams(values.filter(([name, value]) => value || name === "duration"))}`;
  if (address !== location.hash) history[isNew && location.hash ? "pushState" : "replaceState"](null, "", address);
}
export function fromAddress() {
  for (const name of FIELDS) byId(name).value = byHash(name) ?? byId(name).defaultValue ?? "";
}

/** What is asked besides the condition, in the words of the controls. */
export function asked(before, behind = "") {
  const values = question();
  const controls = [...document.querySelectorAll("[data-asked]")].filter(({ id }) => values[id]);
  const words = controls.map(({ id, selectedOptions, dataset }) =>
    dataset.asked.replace("*", () => selectedOptions?.[0].text ?? values[id]),
  );
  return words.length ? before + words.join(", ").replace(/\b1 moves/, "1 move") + behind : "";
}
/** The side and the structure of a condition which is no more than that. */
export function structureIn(condition) {
  const [, side, name] = /^(?:(\w+)\.)?(\w+)$/.exec(condition) ?? [];
  return [side, state.names.find((of) => of.name === name && of.ofSide === null)];
}
/** Conditions in words. */
export function titleOf(conditions) {
  const title = conditions.map((condition) => {
    const [side, structure] = structureIn(condition);
    if (!structure) return condition;
    const whose = side ?? (field("player") && "of either side");
    const words = { white: "White", black: "Black" };
    return structure.about + (whose ? ` (${words[whose] ?? whose})` : "");
  });
  return title.join(", later ");
}
