// The games.

async function showGames(isCurrent) {
  const conditions = question().conditions;
  const { notes } = await answer({ task: "ask", question: question() });
  if (!isCurrent()) return;
  notes.forEach((text) => note(`Note: ${text}`));
  let [games, isCut] = [0, false];
  const all = await readAll("find", (data) => {
    games += data.found ?? 0;
    if (data.is_saved === false) isCut = true;
    if (data.found) byId("status").textContent = `${plural(games, "game")} so far`;
  });
  if (!isCurrent()) return;
  report(all);
  const rows = all.flatMap((part) =>
    part.messages
      .flatMap((message) => message.rows ?? [])
      .map((row) => ({ ...row, number: row.about.game_in_file + part.first })),
  );
  const pgn = all.flatMap((part) => part.messages.flatMap((message) => message.pgn ?? []));
  const matching = total(
    all.flatMap(({ messages }) => messages),
    (message) => message.matching ?? 0,
  );
  const task = { task: "table", question: question(), tables: [[], ["color"], ["decade"]] };
  const { tables } = await answer(task, countedIn(all));
  if (!isCurrent()) return;
  const blob = new Blob(pgn, { type: "application/x-chess-pgn" });
  found = { rows: rows.slice(0, SHOWN), pgn: blob, games, conditions, tables };
  drawGames();
  const most = isCut ? `at most ${SAVED >> 20} MB of them` : "all";
  const rest = games > SHOWN || isCut ? ` The first ${SHOWN} can be shown; the saved file has ${most}.` : "";
  const repeated = tables[0].repeated ? ` ${plural(tables[0].repeated, "game")} of these repeat others.` : "";
  const unknown = isKnown() ? "" : ' The table of "All structures" tells whether this player is in the games.';
  found.status = games
    ? `${plural(games, "game")}, ${plural(matching, "position")}${asked(" (", ")")}.${repeated}${rest}`
    : `No game meets ${conditions.join(", then ")}${asked(" (", ")")}.${unknown}`;
  view(found);
}

const isKnown = () => ["", ...[...byId("players").options].map(({ value }) => value)].includes(field("player"));

/** The pieces of a FEN, with their squares. */
function menOf(fen) {
  return fen
    .split(" ")[0]
    .split("/")
    .flatMap((text, line) => {
      let file = 0;
      return [...text].flatMap((letter) => {
        if (/\d/.test(letter)) return ((file += Number(letter)), []);
        return [{ letter, square: 8 * (7 - line) + file++ }];
      });
    });
}
function drawn(board, { fen, squares }, isTurned) {
  const turn = (square) => (isTurned ? 63 - square : square);
  const men = menOf(fen).map(({ letter, square }) => {
    const at = turn(square);
    return make("use", { href: `#${letter.toLowerCase()}`, class: letter, x: column(at), y: row(at) });
  });
  const label = (text, x, y) => make("text", { x, y, class: "label" }, text);
  const labels = Array.from({ length: 8 }, (_, at) => [
    label("abcdefgh"[isTurned ? 7 - at : at], at + 0.8, 7.95),
    label(String(isTurned ? at + 1 : 8 - at), 0.03, at + 0.23),
  ]).flat();
  board.replaceChildren(
    make("use", { href: "#dark" }),
    make("path", { class: "mini", d: outlines(squares.map(turn)) }),
    ...labels,
    ...men,
  );
}

/** The move that led to a position, with its number. */
function moveText(fen, text) {
  const [, side, , , , number] = fen.split(" ");
  if (!text) return "the start";
  return side === "b" ? `${number}. ${text}` : `${number - 1}… ${text}`;
}

/** The links of a position in a game. */
function linksOf(site, fen) {
  const address = fen.replaceAll(" ", "_");
  const links = [
    ["its patterns", `patterns.html#fen=${encodeURIComponent(address).replaceAll("%2F", "/")}`],
    ["analysis on lichess", `https://lichess.org/analysis/${address}`],
  ];
  if (/^https?:\/\//.test(site)) links.unshift(["game", site]);
  return links.map(([text, href]) => make("a", { href, target: "_blank", rel: "noopener noreferrer" }, text));
}

/** The players, and the moves of a run. */
function caption({ about, number }, part, moves) {
  const { white, black, result, event, date } = about;
  const [then, range] = moves.startsWith("then ") ? ["later, ", moves.slice(5)] : ["", moves];
  const isOfPlayer = /\b(mine|theirs)\b/.test(found.conditions[part - 1]);
  const text = `${then}${/-/.test(range) ? "moves" : "move"} ${range.replace(/ (white|black)$/, (_, side) => (isOfPlayer ? "" : ` (${capital(side)})`))}`;
  const names = make(
    "p",
    {},
    make("b", {}, `${white || "?"} – ${black || "?"}`),
    " ",
    make("span", { class: "result" }, result),
  );
  return [
    names,
    make(
      "p",
      { class: "quiet" },
      [text, event, date.replace(/[.]?[?].*/, ""), `game ${number}`].filter(Boolean).join(", "),
    ),
  ];
}

function card(game, { about, moves, move, squares }) {
  const board = make("svg", { viewBox: "0 0 8 8", class: "board", role: "img" });
  const here = make("span", { "aria-live": "polite" });
  const links = make("p", { class: "links" });
  const title = titleOf([found.conditions[about.part - 1]]);
  const isTurned = about.side === "black" || (!about.side && field("color") === "black");
  let [positions, at] = [null, about.ply];
  function show(position) {
    drawn(board, position, isTurned);
    here.textContent = moveText(position.fen, position.move);
    board.setAttribute("aria-label", `Board: ${title}, ${here.textContent}, ${game.about.result || "no result"}`);
    links.replaceChildren(...linksOf(game.about.site, position.fen));
  }
  async function step(by) {
    positions ??= answer({
      task: "play",
      text: game.text,
      condition: found.conditions[about.part - 1],
      side: about.side,
    });
    const all = await positions;
    at = Math.max(0, Math.min(all.length - 1, at + by));
    if (all[at]) show(all[at]);
  }
  const button = (text, label, by) => {
    const made = make("button", { type: "button", "aria-label": label }, text);
    made.addEventListener("click", () => step(by));
    return made;
  };
  board.addEventListener("click", (event) => {
    const { left, width } = board.getBoundingClientRect();
    step(event.clientX < left + width / 2 ? -1 : 1);
  });
  const made = make(
    "article",
    {
      tabindex: "0",
      "aria-label": `${game.about.white || "?"} against ${game.about.black || "?"}, ${game.about.result}`,
    },
    board,
    make("p", { class: "here" }, button("‹", "previous move", -1), here, button("›", "next move", 1)),
    ...caption(game, about.part, moves),
    links,
  );
  made.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step(by);
  });
  show({ fen: about.fen, move, squares });
  return made;
}

/** Conditions in words. */
function titleOf(conditions) {
  const title = conditions.map((condition) => {
    const [, side, name] = /^(?:(\w+)\.)?(\w+)$/.exec(condition) ?? [];
    const ofSide = { mine: "own", theirs: "the opponent's" };
    const whose = side ? (ofSide[side] ?? capital(side)) : field("player") && "of either side";
    return titles.has(name) ? titles.get(name) + (whose ? ` (${whose})` : "") : condition;
  });
  return title.join(", later ");
}
/** What a structure is, which is written for one color. */
function explanation({ about, explained: [sentence, white, black] }) {
  const pawns = [white && `White: ${white}`, black && `Black: ${black}`].filter(Boolean).join("; ");
  return `${about}: ${sentence} ${pawns.replaceAll(/\bno\b/g, "none on")}. Colors are exchanged where the other side has it.`;
}
/** The scores of the games in all, by color and by decade. */
function drawScores() {
  const isScored = !field("result") && found.tables[0].rows.length;
  byId("scores").hidden = !isScored;
  if (!isScored) return;
  const whose = field("player") || "The side with it";
  const rows = found.tables.flatMap(({ rows }) => rows.toSorted((a, b) => (a.keys[0] < b.keys[0] ? -1 : 1)));
  const lines = rows.map((line) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, line.keys.length ? capital(line.keys[0]) : whose),
      cell(plural(line.games, "game")),
      cell(percent(line.score)),
      make("td", { class: "bar" }, range(line)),
    ),
  );
  byId("scores").replaceChildren(...lines);
}
function drawGames() {
  byId("title").textContent = titleOf(found.conditions);
  drawScores();
  const [, side, name] = /^(?:(\w+)\.)?(\w+)$/.exec(found.conditions[0]) ?? [];
  const color = field("color") || "white";
  const owner = { black: "black", mine: color, theirs: color === "white" ? "black" : "white" }[side] ?? "white";
  byId("picture").replaceChildren(...(titles.has(name) ? [boardOf(name, owner)] : []));
  const explained = found.conditions.flatMap((condition) =>
    names.filter(({ name }) => condition.split(/\W+/).includes(name)),
  );
  byId("explained").replaceChildren(
    ...[...new Set(explained)].flatMap((of) => (of.explained ? [make("li", {}, explanation(of))] : [])),
  );
  byId("cards").replaceChildren();
  drawMore();
  byId("back").hidden = !table;
  byId("pgn").disabled = !found.pgn.size;
}
/** Draws the next games. */
function drawMore() {
  const first = found.drawn ?? 0;
  found.drawn = first + DRAWN;
  byId("cards").append(
    ...found.rows.slice(first, found.drawn).flatMap((game) => game.runs.map((run) => card(game, run))),
  );
  const left = found.rows.length - found.drawn;
  byId("drawMore").hidden = left <= 0;
  byId("drawMore").textContent = `Show ${Math.min(left, DRAWN)} more of the ${left} left`;
}
byId("drawMore").addEventListener("click", drawMore);
byId("back").addEventListener("click", () => {
  history.pushState(null, "", table.address || "#");
  fromAddress();
  view(table);
});
