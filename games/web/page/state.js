// What the page knows, which all its parts share.

export const state = {
  /** The compiled module of WebAssembly. */
  module: null,
  /** The names that conditions may use. */
  names: [],
  files: [],
  /** The last table, and the last games. */
  table: null,
  found: null,
  /** The number of the question. What belongs to an earlier one is dropped. */
  number: 0,
  /** Whether the user has chosen a player, or none. */
  isFree: false,
};

export const total = (numbers) => numbers.reduce((sum, one) => sum + one, 0);
export const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
/** Saves a file. */
export function save(name, blob) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
