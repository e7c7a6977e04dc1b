// The table.

/** Makes tables of what was counted, each with its keys. */
const tablesOf = (all, tables) =>
  answer({ task: "table", question: question(), tables }, new Blob(gathered(all, "counted")));

async function showTable() {
  setAddress(false);
  const all = await readAll("count");
  const games = report(all);
  const { tables, names: frequent, owner, others } = await tablesOf(all, [["structure", "color"]]);
  byId("players").replaceChildren(...frequent.map((name) => make("option", { value: name })));
  if (!field("player") && owner && !owner.includes(";") && !isFree) {
    byId("player").value = owner;
    byId("notes").replaceChildren();
    return showTable();
  }
  [table] = tables;
  unsort();
  drawTable();
  if (others.alike.length) offerNames(others);
  if (field("result")) note("The table is about games of all results.");
  const known = field("player") && `. Names are written as in the games, such as ${frequent.slice(0, 2).join(" or ")}`;
  const none = table.rows.length ? "" : `; none of them has a known structure and a result${known}`;
  const unknown = table.left_out ? `, ${table.left_out.toLocaleString("en")} with structures have no result` : "";
  const repeated = table.repeated ? `, ${plural(table.repeated, "repeated game")} left out` : "";
  const rest = others.frequent.length ? `, most of them of ${others.frequent.map(nameAndGames).join(", ")}` : "";
  const left = field("player") && others.games ? ` ${plural(others.games, "game")} of others left out${rest}.` : "";
  table.status = `${plural(games, "game")} read, ${table.counted.toLocaleString("en")} counted${repeated}${unknown}${none}.${left}`;
  view(table);
}

const nameAndGames = ([name, games]) => `${name} (${games.toLocaleString("en")})`;
/** Offers names that look like the player's. */
function offerNames({ alike }) {
  const button = make("button", { type: "button", id: "same" }, "Count as one");
  button.addEventListener("click", () => {
    byId("player").value = [field("player"), ...alike.map(([name]) => name)].join("; ");
    ask();
  });
  note(`${alike.map(nameAndGames).join(", ")} may be the same player. `, button);
}

const signed = (value) => {
  const tenths = Math.round(1000 * value);
  return (tenths < 0 ? "−" : "+") + Math.abs(tenths / 10).toFixed(1);
};
const percent = (value) => `${(100 * value).toFixed(1)} %`;

/** The range of a score as a bar, with the usual score as a tick. */
function range({ low, high, score, usual }) {
  const bar = copy("range");
  const than = usual === null ? "" : `, usual ${percent(usual)}`;
  bar.ariaLabel = `from ${percent(low)} to ${percent(high)}${than}`;
  bar.append(make("path", { class: "interval", d: `M${100 * low} 6H${100 * high}` }));
  if (usual !== null) bar.append(make("path", { class: "tick", d: `M${100 * usual} 0v12` }));
  bar.append(make("path", { class: "dot", d: `M${100 * score} 6h.01` }));
  return bar;
}

function drawRow({ keys: [condition, color], ...line }) {
  const { difference, usual, marked, rated, games } = line;
  const [whose, structure] = structureIn(condition);
  const isOfPlayer = Boolean(field("player"));
  const owner = { mine: "own", theirs: "opponent's" }[whose] ?? "both";
  const below = color === "both" || whose === "theirs" ? (OPPONENT[color] ?? "white") : color;
  const row = copy("line", {
    picture: boardOf(structure, below),
    structure: structure.about,
    side: isOfPlayer ? `${owner}, player is ${capital(color)}` : capital(color),
    games: String(games),
    rated: rated < games ? ` (${rated} rated${rated ? `: ${percent(line.rated_score)}` : ""})` : "",
    score: percent(line.score),
    bar: range(line),
    usual: usual === null ? "" : percent(usual),
    difference: difference === null ? "" : signed(difference),
  });
  if (marked) row.classList.add(difference < 0 ? "worse" : "better");
  row.querySelector("button").addEventListener("click", () => {
    byId("then").value = byId("result").value = "";
    byId("condition").value = isOfPlayer || color === "both" ? condition : `${color}.${condition}`;
    if (isOfPlayer) byId("color").value = clicked = color;
    ask().then(() => byId("title").focus());
  });
  return row;
}
function drawTable() {
  byId("whose").textContent = field("player")
    ? `The score is that of ${field("player")}, also where the opponent has the structure.`
    : "The score is that of the side with the structure, and White's where both have it.";
  byId("summary").textContent = table.summary.replace("(*)", "(▲▼)");
  byId("rows").replaceChildren(...table.rows.map(drawRow));
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
    table.rows.sort((one, other) => isFew(one) - isFew(other) || sign * (one[by] - other[by]));
    drawTable();
  });
}

function save(name, blob) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
byId("csv").addEventListener("click", () => {
  const names = table.columns[0].map(([name]) => name);
  const lines = [names, ...table.columns.map((columns) => columns.map(([, value]) => value))];
  const text = lines.map((line) => `${line.join(",")}\n`);
  save("structures.csv", new Blob(text, { type: "text/csv" }));
});
byId("pgn").addEventListener("click", () => save("games.pgn", found.pgn));
byId("print").addEventListener("click", () => print());
