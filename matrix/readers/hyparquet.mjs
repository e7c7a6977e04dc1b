// SPDX-License-Identifier: MIT OR Apache-2.0
import { createRequire } from "node:module";
import { EXPECTED, reader, text } from "./cells.mjs";

const { asyncBufferFromFile, parquetReadObjects } = await import("hyparquet");
const paths = createRequire(import.meta.url).resolve.paths("hyparquet");
const js = reader(`hyparquet ${JSON.parse(text(`${paths[0]}/hyparquet/package.json`)).version}`, {
  asyncBufferFromFile,
  parquetReadObjects,
});
const columns = (rows) => Object.fromEntries(Object.keys(EXPECTED).map((name) => [name, rows.map((row) => row[name])]));
for (const kind of ["unsigned", "signed", "squares"]) {
  await js.cell(
    `Parquet, ${kind}`,
    kind,
    `parquetReadObjects({ file: await asyncBufferFromFile("${kind}.parquet") })`,
    columns,
  );
}
