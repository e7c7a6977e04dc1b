// Questions.

const FIELDS = ["condition", "then", "player", "color", "result", "years", "duration"];
FIELDS.push("eco", "event", "time_control", "opponent_elo", "moves", "pieces");
const byHash = (name) => new URLSearchParams(location.hash.slice(1)).get(name);
let files = [];
let titles = new Map();
let [table, found, number] = [null, null, 0];
/** The color that a click on the table has set, until something else is asked. */
let clicked = "";

const field = (name) => byId(name).value.trim();
/** The question. The table is about all results, because the score of lost games says nothing. */
function question(file = "") {
  const conditions = [field("condition"), field("then")].filter(Boolean);
  const asked = Object.fromEntries(FIELDS.slice(2).map((name) => [name, field(name)]));
  return { file, conditions, ...asked, result: conditions.length ? asked.result : "" };
}
/** Results in words. */
const RESULTS = { "1-0": "White won", "0-1": "Black won", won: "won by this side", lost: "lost by this side" };
/** What the question is about: games, or without a condition the table. */
const wanted = () => (question().conditions.length ? showGames : showTable);
/** Writes the question into the address, so that the browser can go back to it. */
function setAddress(isNew = true) {
  const values = [...FIELDS.map((name) => [name, field(name)]), ["workers", byHash("workers")]];
  const address = `#${new URLSearchParams(values.filter(([name, value]) => value || name === "duration"))}`;
  if (address !== location.hash) history[isNew && location.hash ? "pushState" : "replaceState"](null, "", address);
}
function fromAddress() {
  for (const name of FIELDS) byId(name).value = byHash(name) ?? byId(name).defaultValue ?? "";
}

/** Starts a question, unless another one is asked meanwhile. */
async function ask(about, isNew = true) {
  await ready;
  if (!files.length || !module) return;
  stop();
  const own = number;
  byId("error").textContent = byId("status").textContent = "";
  byId("notes").replaceChildren();
  byId("bar").removeAttribute("value");
  byId("read").textContent = "";
  byId("progress").hidden = false;
  if (about === showTable) byId("condition").value = byId("then").value = "";
  setAddress(isNew);
  byId("set").textContent = capital(asked("") || "all games");
  try {
    await about(() => own === number);
  } catch (error) {
    if (own !== number) return;
    fail(error.message);
  }
}
/** Says why there is no answer. */
function fail(reason) {
  stop();
  byId("games").hidden = byId("table").hidden = true;
  byId("status").textContent = "";
  byId("error").textContent = reason;
}

/** Ends what is asked. */
function stop() {
  cancel();
  number++;
  byId("progress").hidden = true;
}
/** Shows the table or the games, as they were asked for. */
function view(shown) {
  stop();
  byId("table").hidden = shown !== table || !table.rows.length;
  byId("games").hidden = shown !== found || !found.games;
  byId("error").textContent = "";
  byId("status").textContent = shown.status;
  shown.address = location.hash;
  byId("set").textContent = capital(asked("") || "all games");
  if (shown === found) byId("title").scrollIntoView({ block: "nearest" });
}
/** What is asked besides the condition, in words. */
function asked(before, behind = "") {
  const { player, color, result, years, duration, eco, event, time_control, opponent_elo, moves, pieces } = question();
  const words = [
    player && `games of ${player}`,
    color && `as ${capital(color)}`,
    RESULTS[result] ?? result,
    years && `from ${years}`,
    eco,
    event,
    time_control,
    opponent_elo && `against ${opponent_elo}`,
    moves && `in moves ${moves}`,
    pieces && `with ${pieces} pieces`,
    duration && `for at least ${/^\d+$/.test(duration) ? plural(Number(duration), "move") : duration}`,
  ].filter(Boolean);
  return words.length ? before + words.join(", ") + behind : "";
}

// Names while typing.

let names = [];
/** The names that go with a word behind operators, or with words such as "isolated pawn". The first may be what they mean. */
function offered() {
  const input = byId("condition");
  const before = input.value.slice(0, input.selectionStart);
  const fold = (text) =>
    text
      .normalize("NFD")
      .replaceAll(/[\p{M}'’]/gu, "")
      .toLowerCase();
  const isWords = /^[\p{L}'’ -]+$/u.test(before);
  const [word] = isWords ? [fold(before)] : /[\w.]*$/.exec(before);
  const [, side, start] = /^(?:(\w*)[.])?([\w' -]*)$/.exec(word) ?? [];
  if (!word || start === undefined) return [];
  const sides = ["white", "black", "either", "own", "enemy", "mine", "theirs"].map((name) => ({
    name: `${name}.`,
    about: "a side",
  }));
  // A pattern needs a side.
  const whose = field("player") ? "mine" : "either";
  const withSide = (of) => (of.ofSide ? { ...of, name: `${whose}.${of.name}` } : of);
  const all = side === undefined ? [...names.map(withSide), ...sides] : names.filter(({ ofSide }) => ofSide !== false);
  const words = start.toLowerCase().split(/[ -]/).filter(Boolean);
  const has = (text) => words.every((word) => fold(text).includes(word));
  const bare = (name) => name.replace(/^\w+[.](?=.)/, "").replaceAll("_", " ");
  const spoken = [words.join(" "), words.join(" ").replace(/ pawns?$/, "")];
  const meanings = ({ name, about, words = [] }) => [
    bare(name),
    ...fold(about).split(", "),
    ...words.map((word) => fold(word).replaceAll("-", " ")),
  ];
  const isMeant = (of) => isWords && before === input.value && meanings(of).some((text) => spoken.includes(text));
  const rank = (of) =>
    isMeant(of)
      ? 0
      : bare(of.name).startsWith(start.toLowerCase())
        ? 1
        : words.some((word) => of.name.includes(word))
          ? 2
          : 3;
  const isOffered = ({ name, about, words: said = [] }) =>
    !before.endsWith(name) &&
    (words.length ? has(name) || (start.length > 2 && has(`${name} ${about} ${said.join(" ")}`)) : side !== undefined);
  return all
    .filter(isOffered)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, 8)
    .map((of) => ({
      ...of,
      isMeant: isMeant(of),
      text: (isWords ? "" : before.slice(0, before.length - start.length)) + of.name,
    }));
}
let choice = -1;
function offer(isOpen) {
  const list = isOpen ? offered() : [];
  byId("names").hidden = !list.length;
  byId("condition").setAttribute("aria-expanded", String(list.length > 0));
  byId("names").replaceChildren(
    ...list.map(({ name, about, text }, at) => {
      const item = make(
        "li",
        { role: "option", id: `name${at}`, "aria-selected": String(at === choice) },
        make("code", {}, name),
        ` ${about}`,
      );
      item.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        take(text);
      });
      return item;
    }),
  );
  if (choice >= 0 && list[choice]) byId("condition").setAttribute("aria-activedescendant", `name${choice}`);
  else byId("condition").removeAttribute("aria-activedescendant");
  return list;
}
function take(text) {
  const input = byId("condition");
  input.value = text + input.value.slice(input.selectionStart);
  input.setSelectionRange(text.length, text.length);
  choice = -1;
  offer(text.endsWith("."));
}
byId("condition").addEventListener("input", () => {
  byId("error").textContent = "";
  choice = -1;
  offer(true);
});
byId("condition").addEventListener("blur", () => offer(false));
byId("condition").addEventListener("keydown", (event) => {
  const list = byId("names").hidden ? [] : offered();
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by && list.length) choice = (choice + by + list.length) % list.length;
  else if (event.key === "Escape" && list.length) return offer(false);
  else if ((event.key === "Enter" || event.key === "Tab") && list[choice]) take(list[choice].text);
  else return;
  event.preventDefault();
  if (by) offer(true);
});
