// The table.

import { note, readAll, report } from "./files.js";
import { asked, field, setAddress, structureIn } from "./question.js";
import { percent, range, signed, tablesOf } from "./scores.js";
import { plural, save, state } from "./state.js";

export async function showTable() {
  setAddress(false);
  const all = await readAll("count");
  const games = report(all);
  const by = field("by") || "color";
  const { tables, names: frequent, owner, others } = await tablesOf(all, [["structure", by]]);
  byId("players").replaceChildren(...frequent.map((name) => make("option", { value: name })));
  if (!field("player") && owner && !owner.includes(";") && !state.isFree) {
    byId("player").value = owner;
    byId("notes").replaceChildren();
    return showTable();
  }
  const [table] = tables;
  state.table = table;
  table.by = by;
  unsort();
  drawTable();
  if (others.alike.length) offerNames(others);
  if (field("result")) note("The table is about games of all results.");
  const ofOthers = field("player") ? others.games : 0;
  const rest = games - table.counted - table.repeated - table.left_out - ofOthers;
  const names = others.frequent.length ? ` (most of them of ${others.frequent.map(nameAndGames).join(", ")})` : "";
  const became = [
    [table.counted, "counted"],
    [ofOthers, `of others${names}`],
    [table.repeated, "that repeat others"],
    [table.left_out, "without a result"],
    [rest, `without a structure${asked(", or not as asked: ")}`],
  ];
  const parts = became.filter(([number], at) => number || !at);
  table.status = `${plural(games, "game")} read: ${parts.map(([number, what]) => `${number.toLocaleString("en")} ${what}`).join("; ")}.`;
  if (field("player") && !table.rows.length)
    table.status += ` Names are written as in the games, such as ${frequent.slice(0, 2).join(" or ")}.`;
  return table;
}

const nameAndGames = ([name, games]) => `${name} (${games.toLocaleString("en")})`;
/** Offers names that look like the player's. */
function offerNames({ alike }) {
  const value = [field("player"), ...alike.map(([name]) => name)].join("; ");
  const button = make("button", { type: "button", id: "same", value }, "Count as one");
  note(`${alike.map(nameAndGames).join(", ")} may be the same player. `, button);
}

/** Whose a row is: a color or a rating, and the side that has the structure if a player is asked for. */
function whoseRow(whose, value) {
  const [of, words] = state.table.by === "rating" ? ["rated", value] : ["is", capital(value)];
  if (field("player")) return `${whose ?? "both"}, player ${of} ${words}`;
  return of === "is" ? words : `rated ${words}`;
}
function drawRow({ keys: [condition, value], ...line }) {
  const { difference, usual, marked, rated, games } = line;
  const [whose, structure] = structureIn(condition);
  const color = state.table.by === "color" ? value : "white";
  const below = color === "both" || whose === "theirs" ? (OPPONENT[color] ?? "white") : color;
  const row = copy("line", {
    picture: boardOf(structure, below),
    structure: structure.about,
    side: whoseRow(whose, value),
    games: String(games),
    rated: rated < games ? ` (${rated} rated${rated ? `: ${percent(line.rated_score)}` : ""})` : "",
    score: percent(line.score),
    bar: range(line),
    usual: usual === null ? "" : percent(usual),
    difference: difference === null ? "" : signed(difference),
  });
  if (marked) row.classList.add(difference < 0 ? "worse" : "better");
  return row;
}
function drawTable() {
  byId("whose").textContent = field("player")
    ? `The score is that of ${field("player")}, also where the opponent has the structure.`
    : "The score is that of the side with the structure, and White's where both have it.";
  byId("summary").textContent = state.table.summary.replace("(*)", "(▲▼)");
  byId("rows").replaceChildren(...state.table.rows.map(drawRow));
}

const unsort = () => document.querySelectorAll("thead th").forEach((heading) => (heading.ariaSort = null));
for (const button of document.querySelectorAll("thead button")) {
  button.addEventListener("click", () => {
    const [by, heading] = [button.value, button.parentElement];
    const isRising = heading.ariaSort !== "ascending" && (heading.ariaSort || by !== "games");
    unsort();
    heading.ariaSort = isRising ? "ascending" : "descending";
    // What is not compared tells little.
    const isFew = ({ p }) => Number(p === null);
    const sign = isRising ? 1 : -1;
    state.table.rows.sort((one, other) => isFew(one) - isFew(other) || sign * (one[by] - other[by]));
    drawTable();
  });
}

byId("csv").addEventListener("click", () => {
  const names = state.table.columns[0].map(([name]) => name);
  const lines = [names, ...state.table.columns.map((columns) => columns.map(([, value]) => value))];
  const text = lines.map((line) => `${line.join(",")}\n`);
  save("structures.csv", new Blob(text, { type: "text/csv" }));
});
