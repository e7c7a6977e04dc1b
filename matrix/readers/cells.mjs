// SPDX-License-Identifier: MIT OR Apache-2.0
// Cells of readers in JavaScript: code that runs as it stands in the table, and the values that it gives.
import { readFileSync } from "node:fs";

export const EXPECTED = JSON.parse(readFileSync("expected.json", "utf8").replace(/\d{16,}/g, '"$&"'), (_, value) =>
  Array.isArray(value) ? value.map(BigInt) : value,
);
export const text = (name) => readFileSync(name, "utf8");

/** Returns what runs the cells of a tool, whose code uses these names. */
export function reader(tool, names) {
  const say = (what, call, more) =>
    console.log(JSON.stringify({ tool, what, call: call.replace(/\s+/g, " "), ...more }));
  const value = (call) => Function(...Object.keys(names), `return (async () => (${call}))()`)(...Object.values(names));
  return {
    /** Reads sets, which are compared in one of the forms. */
    async cell(what, form, call, columns) {
      try {
        const values = columns(await value(call));
        const types = [
          ...new Set(
            Object.values(values)
              .flat()
              .map((one) => typeof one),
          ),
        ];
        const plain = (one) => (typeof one === "number" && Number.isInteger(one) ? BigInt(one).toString() : `${one}`);
        say(what, call, {
          form,
          types,
          values: Object.fromEntries(Object.entries(values).map(([name, list]) => [name, list.map(plain)])),
        });
      } catch (error) {
        say(what, call, { error: `${error.name}: ${error.message}` });
      }
    },
    /** Runs code whose value is not a set of the table. */
    async check(what, call, expected) {
      const plain = (one) => JSON.stringify(one, (_, part) => (typeof part === "bigint" ? `${part}n` : part));
      try {
        const found = plain(await value(call));
        say(what, call, { is: found === plain(expected) || `${found} instead of ${plain(expected)}`.slice(0, 150) });
      } catch (error) {
        say(what, call, { error: `${error.name}: ${error.message}` });
      }
    },
  };
}
