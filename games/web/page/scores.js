// What structures score.

import { gathered } from "./files.js";
import { question } from "./question.js";
import { answer } from "./workers.js";

/** Makes tables of what was counted, each with its keys. */
export const tablesOf = (all, tables) =>
  answer({ task: "table", question: question(), tables }, new Blob(gathered(all, "counted")));

export const signed = (value) => {
  const tenths = Math.round(1000 * value);
  return (tenths < 0 ? "−" : "+") + Math.abs(tenths / 10).toFixed(1);
};
export const percent = (value) => `${(100 * value).toFixed(1)} %`;

/** The range of a score as a bar, with the usual score as a tick. */
export function range({ low, high, score, usual }) {
  const bar = copy("range");
  const than = usual === null ? "" : `, usual ${percent(usual)}`;
  bar.ariaLabel = `from ${percent(low)} to ${percent(high)}${than}`;
  bar.append(make("path", { class: "interval", d: `M${100 * low} 6H${100 * high}` }));
  if (usual !== null) bar.append(make("path", { class: "tick", d: `M${100 * usual} 0v12` }));
  bar.append(make("path", { class: "dot", d: `M${100 * score} 6h.01` }));
  return bar;
}
