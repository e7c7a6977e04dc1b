// The table.

async function showTable(isCurrent) {
  setAddress(false);
  const all = await readAll("count");
  if (!isCurrent()) return;
  const games = report(all);
  const task = { task: "table", question: question(), tables: [["structure", "color"]] };
  const { tables, names: frequent, owner, others } = await answer(task, countedIn(all));
  if (!isCurrent()) return;
  byId("players").replaceChildren(...frequent.map((name) => make("option", { value: name })));
  if (!field("player") && owner && !owner.includes(";") && !isFree) {
    byId("player").value = owner;
    byId("notes").replaceChildren();
    return showTable(isCurrent);
  }
  [table] = tables;
  unsort();
  drawTable();
  if (field("player")) offerNames(others);
  if (table.left_out) note(`${plural(table.left_out, "game")} with structures have no result, and are not counted.`);
  if (field("result")) note("The table is about games of all results.");
  const known = field("player") && `. Names are written as in the games, such as ${frequent.slice(0, 2).join(" or ")}`;
  const none = table.rows.length ? "" : `; none of them has a known structure and a result${known}`;
  const repeated = table.repeated ? `, ${plural(table.repeated, "repeated game")} left out` : "";
  table.status = `${plural(games, "game")} read, ${table.counted.toLocaleString("en")} counted${repeated}${none}.`;
  view(table);
}

/** Says which games have another player, and offers names that look like the same one. */
function offerNames({ games, alike, frequent }) {
  if (!games) return;
  const text = ([name, games]) => `${name} (${games.toLocaleString("en")})`;
  if (alike.length) {
    const button = make("button", { type: "button", id: "same" }, "Count them as one player");
    button.addEventListener("click", () => {
      byId("player").value = [field("player"), ...alike.map(([name]) => name)].join("; ");
      ask(showTable);
    });
    note(`${alike.map(text).join(", ")} may be the same player, spelled in another way. `, button);
  }
  const rest = frequent.length ? `, most of them of ${frequent.map(text).join(", ")}` : "";
  note(`${plural(games, "game")} of others left out${rest}.`);
}

/** A structure in words, the side that has it, its board, and the question for its games. */
function described([structure, color]) {
  const [, whose, name] = /^(?:(mine|theirs)\.)?(.*)$/.exec(structure);
  const isOfPlayer = Boolean(field("player"));
  const owner = { mine: "own", theirs: "opponent's" }[whose] ?? "both";
  const side = isOfPlayer ? `${owner}, player is ${capital(color)}` : capital(color);
  const condition = isOfPlayer || color === "both" ? structure : `${color}.${name}`;
  const other = { white: "black", black: "white", both: "white" };
  const of = color === "both" || whose === "theirs" ? other[color] : color;
  const title = titles.get(name) ?? name;
  return { title, side, condition, color: isOfPlayer ? color : "", board: boardOf(name, of) };
}
const signed = (value) => {
  const rounded = Math.round(1000 * value) / 10;
  return `${rounded < 0 ? "−" : "+"}${Math.abs(rounded).toFixed(1)}`;
};
const percent = (value) => `${(100 * value).toFixed(1)} %`;

/** The pawns of a structure, seen from the side that has it. Those that may stand elsewhere are faint. */
function boardOf(name, color) {
  const structure = names.find((of) => of.name === name && of.example);
  const board = make(
    "svg",
    { viewBox: "0 0 8 8", class: "small", "aria-hidden": "true" },
    make("use", { href: "#dark" }),
  );
  if (!structure) return board;
  const needed = structure.explained.slice(1).map((pawns) => (pawns ?? "").split(/\bno\b/)[0]);
  // The side that has the structure is below, as White is.
  const isWritten = structure.side === "white";
  for (const { letter, square } of menOf(structure.example)) {
    const isOwn = (letter === "P") === isWritten;
    const name = "abcdefgh"[column(square)] + (1 + (square >> 3));
    const isNeeded = needed[letter === "P" ? 0 : 1].split(/[ /,]+/).some((of) => of === name || of === name[0]);
    const seen = isWritten ? square : 63 - square;
    // Where Black is below, the a-file is on the right.
    const at = (color === "black") === isWritten ? seen ^ 7 : seen;
    const shade = isOwn === (color === "white") ? "P" : "p";
    const place = { href: "#p", class: `${shade}${isNeeded ? "" : " faint"}`, x: column(at), y: row(at) };
    board.append(make("use", place));
  }
  return board;
}

/** The range of a score as a bar, with the usual score as a tick. */
function range({ low, high, score, usual }) {
  const place = (value) => 100 * value;
  const than = usual === null ? "" : `, usual ${percent(usual)}`;
  const label = `from ${percent(low)} to ${percent(high)}${than}`;
  const attributes = {
    viewBox: "0 0 100 12",
    preserveAspectRatio: "none",
    class: "range",
    role: "img",
    "aria-label": label,
  };
  return make(
    "svg",
    attributes,
    make("path", { class: "axis", d: "M0 6h100M50 4v4" }),
    make("path", { class: "interval", d: `M${place(low)} 6H${place(high)}` }),
    ...(usual === null ? [] : [make("path", { class: "usual", d: `M${place(usual)} 0v12` })]),
    make("path", { class: "score", d: `M${place(score)} 6h.01` }),
  );
}
const cell = (text, label = "") => make("td", { class: "n", "data-label": label }, text);

function drawRow(line) {
  const { title, side, condition, color, board } = described(line.keys);
  const button = make("button", { type: "button", "data-condition": condition, "data-color": color }, title);
  button.addEventListener("click", () => {
    for (const name of ["then", "result"]) byId(name).value = "";
    byId("condition").value = condition;
    if (color) byId("color").value = clicked = color;
    ask(showGames).then(() => byId("title").focus());
  });
  const { difference, usual, marked, rated, games } = line;
  const kind = !marked ? "plain" : difference < 0 ? "worse" : "better";
  // A mark is more than a color.
  const mark = { plain: "", worse: "▼ ", better: "▲ " }[kind];
  const few = rated < games ? make("small", {}, ` (${rated} rated)`) : "";
  const row = make(
    "tr",
    { class: kind },
    make("td", { class: "picture" }, board),
    make("th", { scope: "row" }, button, make("span", { class: "side" }, side)),
    cell(String(games), "games"),
    cell(percent(line.score), "score"),
    make("td", { class: "bar" }, range(line)),
    cell(usual === null ? "" : percent(usual), "usual"),
    cell(difference === null ? "" : `${mark}${signed(difference)}`, "difference"),
  );
  row.children[2].append(few);
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
const quoted = (value) =>
  /[",\n]/.test(value ?? "") ? `"${String(value).replaceAll('"', '""')}"` : String(value ?? "");
byId("csv").addEventListener("click", () => {
  const names = table.columns[0].map(([name]) => name);
  const lines = [names, ...table.columns.map((columns) => columns.map(([, value]) => value))];
  const text = lines.map((line) => `${line.map(quoted).join(",")}\n`);
  save("structures.csv", new Blob(text, { type: "text/csv" }));
});
byId("pgn").addEventListener("click", () => save("games.pgn", found.pgn));
byId("print").addEventListener("click", () => print());
