// Questions.

const FIELDS = [...byId("question").querySelectorAll("input, select")].map(({ id }) => id);
let files = [];
let [table, found, number] = [null, null, 0];
/** The color that a click on the table has set, until something else is asked. */
let clicked = "";

const field = (name) => byId(name).value.trim();
/** The question. The table is about all results, because the score of lost games says nothing. */
function question(file = "") {
  const { condition, then, result, ...asked } = Object.fromEntries(FIELDS.map((name) => [name, field(name)]));
  const conditions = [condition, then].filter(Boolean);
  return { file, conditions, ...asked, result: conditions.length ? result : "" };
}
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
async function ask(about = wanted(), isNew = true) {
  await ready;
  if (!files.length || !module) return;
  stop();
  const own = number;
  byId("error").textContent = byId("status").textContent = byId("read").textContent = "";
  byId("notes").replaceChildren();
  byId("bar").removeAttribute("value");
  byId("progress").hidden = false;
  if (about === showTable) byId("condition").value = byId("then").value = "";
  setAddress(isNew);
  byId("set").textContent = capital(asked("") || "all games");
  await about().catch(({ message }) => own === number && fail(message));
}
/** Says why there is no answer. */
const fail = (reason) => view({ status: "" }, reason);

/** Ends what is asked. */
function stop() {
  cancel();
  number++;
  byId("progress").hidden = true;
}
/** Shows the table or the games, as they were asked for, or why there are none. */
function view(shown, reason = "") {
  stop();
  byId("table").hidden = shown !== table || !table.rows.length;
  byId("games").hidden = shown !== found || !found.games;
  byId("error").textContent = reason;
  byId("status").textContent = shown.status;
  shown.address = location.hash;
  byId("set").textContent = capital(asked("") || "all games");
  if (shown === found) byId("title").scrollIntoView({ block: "nearest" });
}
/** What is asked besides the condition, in the words of the controls. */
function asked(before, behind = "") {
  const values = question();
  const controls = [...document.querySelectorAll("[data-asked]")].filter(({ id }) => values[id]);
  const words = controls.map(({ id, selectedOptions, dataset }) =>
    dataset.asked.replace("*", () => selectedOptions?.[0].text ?? values[id]),
  );
  return words.length ? before + words.join(", ").replace(/\b1 moves/, "1 move") + behind : "";
}

// Names while typing.

let names = [];
const SIDES = ["white", "black", "either", "own", "enemy", "mine", "theirs"];
const MARKS = /[\p{M}'’]/gu;
const fold = (text) => text.toLowerCase().normalize("NFD").replaceAll(MARKS, "");
/** The letters of a text without what makes no difference, as in the list of words of the library. */
const plain = (text) =>
  fold(text)
    .split(/[ _-]+/)
    .join(" ")
    .trim()
    .replace(/^pawns? (?=.)/, "")
    .replace(/(?<=.) pawns?$/, "")
    .replaceAll("passed", "passer")
    .replaceAll(/ies\b/g, "y")
    .replaceAll(/(?<!s)s\b/g, "")
    .replaceAll(" ", "");
/** The names that go with a word behind operators, or with words such as "isolated pawn". The first may be what they mean. */
function offered(end = byId("condition").selectionStart) {
  const input = byId("condition");
  const before = input.value.slice(0, end);
  const isWords = /^[\p{L}'’ -]+$/u.test(before);
  const [word] = isWords ? [fold(before)] : /[\w.]*$/.exec(before);
  const [, side, start] = /^(?:(\w*)[.])?([\w' -]*)$/.exec(word) ?? [];
  if (!word || start === undefined) return [];
  // A pattern needs a side.
  const whose = field("player") ? "mine." : "either.";
  const withSide = names.map((of) => (of.ofSide ? { ...of, name: whose + of.name } : of));
  const sides = SIDES.map((name) => ({ name: `${name}.`, about: "a side" }));
  const all = side === undefined ? [...withSide, ...sides] : names.filter(({ ofSide }) => ofSide !== false);
  const words = start.toLowerCase().split(/[ -]/).filter(Boolean);
  const has = (text) => words.every((word) => fold(text).includes(word));
  const spoken = plain(start);
  const found = all.flatMap(({ name, about, words: said = [] }) => {
    const bare = name.replace(/^\w+[.](?=.)/, "").replaceAll("_", " ");
    const isCalled = [bare, ...about.split(", "), ...said].some((text) => plain(text) === spoken);
    const isNamed = words.length ? has(name) : side !== undefined;
    const isNear =
      start.length > 2 && (isCalled || has(`${name} ${about}`) || said.some((word) => plain(word).includes(spoken)));
    if (before.endsWith(name) || !(isNamed || isNear)) return [];
    const isMeant = isWords && before === input.value && isCalled;
    const isLike = [isMeant, bare.startsWith(start.toLowerCase()), words.some((word) => name.includes(word)), true];
    const text = (isWords ? "" : before.slice(0, before.length - start.length)) + name;
    return { name, about, text, isMeant, rank: isLike.indexOf(true) };
  });
  return found.sort((a, b) => a.rank - b.rank).slice(0, 8);
}
let choice = -1;
function offer(isOpen, chosen = -1) {
  choice = chosen;
  const list = isOpen ? offered() : [];
  byId("names").hidden = !list.length;
  byId("condition").setAttribute("aria-expanded", String(list.length > 0));
  const items = list.map(({ name, about, text }, at) => {
    const item = copy("offered", { called: name, about: ` ${about}` });
    item.id = `name${at}`;
    item.ariaSelected = String(at === choice);
    item.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      take(text);
    });
    return item;
  });
  byId("names").replaceChildren(...items);
  byId("condition").setAttribute("aria-activedescendant", list[choice] ? `name${choice}` : "");
}
function take(text) {
  const input = byId("condition");
  input.value = text + input.value.slice(input.selectionStart);
  input.setSelectionRange(text.length, text.length);
  offer(text.endsWith("."));
}
byId("condition").addEventListener("input", () => {
  byId("error").textContent = "";
  offer(true);
});
byId("condition").addEventListener("blur", () => offer(false));
byId("condition").addEventListener("keydown", (event) => {
  const list = byId("names").hidden ? [] : offered();
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by && list.length) offer(true, (choice + by + list.length) % list.length);
  else if (event.key === "Escape" && list.length) return offer(false);
  else if ((event.key === "Enter" || event.key === "Tab") && list[choice]) take(list[choice].text);
  else return;
  event.preventDefault();
});
