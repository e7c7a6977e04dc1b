// SPDX-License-Identifier: MIT OR Apache-2.0
// pawnfill positions games.pgn --columns game,white_score,white_elo,black_elo,structures -o games.csv
import { readFileSync, writeFileSync } from "node:fs";

const [head, ...lines] = readFileSync("games.csv", "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split(","));
const structures = head.filter((name) => /^(white|black)_(?!score$|elo$)/.test(name));
const groups = new Map();
const seen = new Set();
for (const cells of lines) {
  const row = Object.fromEntries(cells.map((cell, at) => [head[at], cell]));
  for (const name of structures) {
    // A game counts once for each side that has a structure in it.
    if (row[name] !== "1" || seen.has(`${row.game} ${name}`)) continue;
    seen.add(`${row.game} ${name}`);
    const side = name.slice(0, 5);
    const score = side === "white" ? Number(row.white_score) : 1 - row.white_score;
    const key = `${name.slice(6)},${Math.floor(row[`${side}_elo`] / 200) * 200}`;
    groups.set(key, [...(groups.get(key) ?? []), score]);
  }
}
const table = [...groups].sort().map(([key, scores]) => {
  const [structure, rating] = key.split(",");
  return { structure, rating, games: scores.length, score: scores.reduce((sum, score) => sum + score) / scores.length };
});
console.log("structure,rating,games,score");
for (const { structure, rating, games, score } of table)
  console.log(`${structure},${rating},${games},${score.toFixed(4)}`);

const bars = table.map(({ structure, rating, games, score }, at) => {
  const y = 40 + 24 * at;
  return `<text x="190" y="${y + 13}" text-anchor="end">${structure} ${rating}</text>
  <rect x="200" y="${y}" width="${360 * score}" height="17" fill="#3f9d6b"/><text x="${206 + 360 * score}" y="${y + 13}">${(100 * score).toFixed(0)} % of ${games}</text>`;
});
writeFileSync(
  "score.svg",
  `<svg xmlns="http://www.w3.org/2000/svg" width="680" height="${60 + 24 * table.length}" font-family="sans-serif" font-size="13">
  <rect width="100%" height="100%" fill="white"/><text x="200" y="24">Score of the side with the structure, by its rating from</text>
  ${bars.join("\n  ")}
</svg>
`,
);
